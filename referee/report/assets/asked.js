{
  /* Answers that are chosen make one command. */
  const form = document.getElementById("questions");
  const write = () => {
    const chosen = [...form.querySelectorAll("input:checked")].filter((each) => each.value);
    const place = document.querySelector("[data-command]");
    place.textContent = [place.dataset.command, ...chosen.map((each) => `--answer ${each.name}=${each.value}`)].join(" \\\n    ");
    document.getElementById("given").hidden = !chosen.length;
    document.getElementById("none").hidden = chosen.length > 0;
  };
  if (form) {
    form.addEventListener("change", write);
    write();
  }
}

/* A report: matches in it are opened in the step-through, below whatever asks for them. */
const stage = document.getElementById("stage");
let inside = null, opener = null;
const matchOf = (name) => {
  inside ||= { matches: held("matches"), games: held("games") };
  const found = inside.matches[name];
  return found ? { match: found.match, form: inside.games[found.game] } : null;
};
/* The address of what is shown is a link to it, also in a file. */
const addressed = (to) => history.replaceState(null, "", `#${to}`);
const known = (name) => matchOf(name) !== null;

document.addEventListener("click", (event) => {
  const asked = event.target.closest("[data-witness]");
  if (!asked) return;
  const { match, form } = matchOf(asked.dataset.witness), title = document.getElementById("stage-title");
  opener = asked;
  (asked.closest("[data-stage]") || asked.parentElement).after(stage);
  stage.hidden = false;
  title.textContent = asked.dataset.title || asked.textContent.trim();
  load(match, form);
  if (asked.dataset.at === "end") KEYS.End();
  if (asked.dataset.at === "fault") KEYS.f();
  if (asked.id) addressed(asked.id);
  title.focus();
});
document.getElementById("stage-close").addEventListener("click", () => {
  stage.hidden = true;
  if (opener && opener.isConnected) opener.focus();
});

/* How a witness ends, as hands of cards: drawn when it comes into sight. */
const draw = (place) => {
  const { match, form } = matchOf(place.dataset.ending);
  if (!place.childElementCount) place.append(ending(match, form));
};
const endings = [...document.querySelectorAll("[data-ending]")];
const sight = new IntersectionObserver((seen) => seen.forEach((each) => {
  if (each.isIntersecting) { sight.unobserve(each.target); draw(each.target); }
}), { rootMargin: "400px" });
endings.forEach((each) => sight.observe(each));
addEventListener("beforeprint", () => endings.forEach(draw));

{
  /* Of a list those are shown that have what a form chooses, in the order that it chooses. */
  const lists = [...document.querySelectorAll("form[data-filters]")];
  const shown = (form) => [...document.getElementById(form.dataset.filters).querySelectorAll("[data-shown]")];
  const filter = (form) => {
    const wanted = [...new FormData(form)].filter(([name, value]) => value && name !== "sort"), order = form.elements.sort;
    const every = shown(form), by = order && `data-by-${order.value.replaceAll(" ", "-")}`;
    every.forEach((each) => { each.hidden = !wanted.every(([name, value]) => (each.getAttribute(`data-${name}`) || "").split("\n").includes(value)); });
    if (order) every.sort((one, other) => one.getAttribute(by) - other.getAttribute(by)).forEach((each) => each.parentElement.append(each));
    form.querySelector("output").textContent = `${every.filter((each) => !each.hidden).length} of ${every.length} shown`;
  };
  const choose = (form, wanted) => {
    for (const each of form.querySelectorAll("select")) each.selectedIndex = 0;
    for (const [name, value] of new URLSearchParams(wanted)) if (form.elements[name]) form.elements[name].value = value;
    for (const each of form.querySelectorAll("select")) if (each.selectedIndex < 0) each.selectedIndex = 0;
    filter(form);
  };
  lists.forEach((form) => {
    filter(form);
    form.addEventListener("change", () => { filter(form); addressed(`${form.dataset.filters}?${new URLSearchParams([...new FormData(form)].filter(([, value]) => value))}`); });
    form.addEventListener("reset", (event) => { event.preventDefault(); choose(form, ""); addressed(`${form.dataset.filters}?`); });
  });

  /* A table is sorted by the column whose head is pressed, and the other way round if it is pressed again. */
  const worth = (row, at) => {
    const text = (row.cells[at]?.innerText || "").trim(), number = parseFloat(text.replaceAll(",", ""));
    return [Number.isNaN(number) ? -Infinity : number, text];
  };
  document.querySelectorAll("table.sorts").forEach((table) => table.querySelectorAll("thead th").forEach((head, at, heads) => {
    const body = table.tBodies[0], press = () => {
      const turn = head.ariaSort === "descending" ? 1 : head.ariaSort === "ascending" || head.className === "number" ? -1 : 1;
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", turn > 0 ? "ascending" : "descending");
      const rows = [...body.rows].map((row) => [row, ...worth(row, at)]);
      rows.sort(([, one, text], [, other, text2]) => turn * (one === other ? text.localeCompare(text2) : one < other ? -1 : 1));
      body.append(...rows.map(([row]) => row));
    };
    head.replaceChildren(el("button", { type: "button", class: "sort", onclick: press }, head.textContent));
  }));

  /* What a link leads to is opened, if it is folded away or filtered out; a match is opened where it is. */
  const unfold = () => {
    const [id, wanted] = decodeURIComponent(location.hash.slice(1)).split("?"), aim = id ? document.getElementById(id) : null;
    const form = lists.find((each) => each.dataset.filters === id);
    if (form && wanted !== undefined) choose(form, wanted);
    for (let each = aim; each; each = each.parentElement) {
      if (each.tagName === "DETAILS") each.open = true;
      if (each.hidden) lists.forEach((one) => { if (document.getElementById(one.dataset.filters).contains(each)) choose(one, ""); });
    }
    const first = aim && aim.querySelector(":scope > td > details.clause");
    if (first) first.open = true;
    if (aim && aim.dataset.witness !== undefined) { if (stage.hidden || opener !== aim) aim.click(); } else if (aim && wanted === undefined) aim.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  unfold();
}

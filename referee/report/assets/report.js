/* The page of a check: a finding's witness is opened in the step-through. */
const witnesses = held("witnesses"), games = held("games"), stage = document.getElementById("witness");
document.querySelectorAll("[data-witness]").forEach((each) => each.addEventListener("click", () => {
  const { match, game: form } = witnesses[each.dataset.witness];
  stage.hidden = false;
  const title = document.getElementById("witness-title"), of = each.closest(".finding");
  title.textContent = `Witness of: ${of.querySelector("h3").textContent.trim()}`;
  of.after(stage);
  load(match, games[form]);
  KEYS.End();
  title.focus();
}));

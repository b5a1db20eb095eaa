/* The page of a tournament: a match is opened in the step-through. */
const matches = held("matches"), games = held("games"), stage = document.getElementById("stage");
document.querySelectorAll("[data-match]").forEach((each) => each.addEventListener("click", () => {
  const { match, game: form } = matches[each.dataset.match];
  stage.hidden = false;
  document.getElementById("stage-title").textContent = `Match ${each.textContent}`;
  load(match, games[form]);
  document.getElementById("stage-title").focus();
}));

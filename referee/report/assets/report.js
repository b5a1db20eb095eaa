/* A report: matches in it are opened in the step-through, below whatever asks for them. */
const stage = document.getElementById("stage");
let inside = null, opener = null;
const matchOf = (name) => {
  inside ||= { matches: held("matches"), games: held("games") };
  const found = inside.matches[name];
  return found ? { match: found.match, form: inside.games[found.game] } : null;
};
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

/* What a link leads to is opened, if it is folded away. */
const unfold = () => {
  const aim = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  for (let each = aim; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
  const first = aim && aim.querySelector(":scope > td > details.clause");
  if (first) first.open = true;
  if (aim) aim.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();

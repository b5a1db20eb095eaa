/* The step-through. It stops where somebody had a choice, at faults and where a turn is over; a switch shows the rest. */
const root = document.getElementById("viewer");
let now = 0, seat = null, stops = [], playing = null;

const button = (label, go, title) => el("button", { type: "button", onclick: () => { pause(); go(); }, title }, label);
const entryAt = (at) => course.told(course.moments[at].entry, seat);
const shown = (at) => entryAt(at) !== null;
/* A real decision had more than one answer; of a dropped record nobody knows. */
const isChoice = ({ entry, more }) => entry[0] === "answer" && more.options !== 1;
const isFault = ({ entry }) => ["fault", "rejected"].includes(entry[0]);
/* Everybody learns an answer that the list has already, or nothing happened: an echo. */
const isEcho = ({ entry, more }) => entry[0] === "open" || (entry[0] === "answer" && more.options === 1);

function findStops() {
  stops = [];
  course.moments.forEach((each, at) => {
    if (each.last || (shown(at) && (every.checked || isChoice(each) || isFault(each)))) stops.push(at);
  });
  range.max = Math.max(0, stops.length - 1);
}
const nearest = (at) => { let found = 0; stops.forEach((each, number) => { if (each <= at) found = number; }); return found; };
const move = (by) => {
  const at = nearest(now), exact = stops[at] === now;
  const next = by > 0 || exact ? at + by : at;
  if (next >= 0 && next < stops.length) go(stops[next]);
};
const turn = (by) => {
  const wanted = course.moments[now].at + by, found = stops.find((each) => course.moments[each].at === wanted);
  if (found !== undefined) go(found);
};
const seek = (is, by, what) => {
  for (let at = now + by; at >= 0 && at < course.moments.length; at += by) if (is(course.moments[at]) && shown(at)) return go(at);
  say.textContent = `There is no ${by > 0 ? "later" : "earlier"} ${what}.`;
};
const pause = () => { clearInterval(playing); playing = null; player.textContent = "Play"; player.setAttribute("aria-pressed", "false"); };
const play = () => {
  if (playing !== null) return pause();
  if (now >= stops[stops.length - 1]) go(stops[0]);
  playing = setInterval(() => { if (now >= stops[stops.length - 1]) pause(); else move(1); }, 1500 / Number(speed.value));
  player.textContent = "Pause";
  player.setAttribute("aria-pressed", "true");
};
const KEYS = {
  ArrowRight: () => move(1), ArrowLeft: () => move(-1), PageDown: () => turn(1), PageUp: () => turn(-1),
  d: () => seek(isChoice, 1, "decision"), D: () => seek(isChoice, -1, "decision"),
  f: () => seek(isFault, 1, "fault"), F: () => seek(isFault, -1, "fault"),
  Home: () => go(stops[0]), End: () => go(stops[stops.length - 1]),
  v: () => { choice.selectedIndex = (choice.selectedIndex + 1) % choice.length; choose(); },
  e: () => { every.checked = !every.checked; rebuild(); },
};
/* Inside a report the keys belong to the page, until somebody is in the step-through. */
const home = root.closest("#stage");
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    pause();
    if (home && !home.hidden) document.getElementById("stage-close").click();
    return;
  }
  const typing = event.target.matches("textarea, input:not([type=range], [type=checkbox], [type=file])");
  if ((home && !home.contains(event.target)) || event.ctrlKey || event.altKey || event.metaKey || typing || !course) return;
  if (event.key === "p") { event.preventDefault(); play(); }
  if (!KEYS[event.key]) return;
  event.preventDefault();
  pause();
  KEYS[event.key]();
});

const say = el("p", { class: "now", role: "status", "aria-live": "polite" });
const where = el("p", { class: "where" }), more = el("div", { class: "more" });
const range = el("input", { type: "range", min: 0, "aria-label": "Moment of the match", oninput: () => { pause(); go(stops[Number(range.value)]); } });
const choice = el("select", { "aria-label": "Whose view", onchange: () => choose() });
const speed = el("select", { "aria-label": "Speed", onchange: () => { if (playing !== null) { pause(); play(); } } },
  ...[["0.5", "½ ×"], ["1", "1 ×"], ["2", "2 ×"], ["4", "4 ×"]].map(([value, label]) => el("option", { value, selected: value === "1" }, label)));
const player = el("button", { type: "button", "aria-pressed": "false", title: "Play or pause (p)", onclick: play }, "Play");
const every = el("input", { type: "checkbox", onchange: () => rebuild() });
const file = el("input", { type: "file", "aria-label": "Open a record", onchange: () => file.files[0] && open(file.files[0]) });
const opened = el("p", { class: "opened", role: "status" });
const fault = button("Fault", KEYS.f, "Next fault (f); F: the one before");
const bar = el("div", { class: "bar", role: "toolbar", "aria-label": "Go to" },
  button("Start", KEYS.Home, "Home"), button("Turn −", KEYS.PageUp, "PageUp"), button("Back", KEYS.ArrowLeft, "←"), player, speed,
  button("Next", KEYS.ArrowRight, "→"), button("Turn +", KEYS.PageDown, "PageDown"), button("Decision", KEYS.d, "Next decision (d); D: the one before"),
  fault, button("End", KEYS.End, "End"), range, choice, el("label", { title: "Forced answers and echoes too (e)" }, every, " every step"));
const table = el("div", { class: "table" }), log = el("ol", { class: "log brief", tabindex: "0", "aria-label": "The whole match" });
const clauses = el("div", { class: "clauses", tabindex: "0", role: "region", "aria-label": "Clauses at work" });
log.addEventListener("click", (event) => {
  const asked = event.target.closest("[data-moment]");
  if (asked) { pause(); go(Number(asked.dataset.moment)); }
});
root.replaceChildren(bar, where, say, more, el("div", { class: "board" }, table,
  el("div", { class: "beside" }, el("h2", {}, "The match"), log, el("h2", {}, "Clauses at work"), clauses)),
  el("p", { class: "quiet keys" }, "Keys: ← → steps, PageUp PageDown turns, Home End, d D decisions, f F faults, p plays, v the view, e every step, Esc closes."),
  el("div", { class: "open" }, el("label", {}, "Open a record, or drop one onto this page: ", file), opened));

function choose() { seat = choice.value === "" ? null : Number(choice.value); rebuild(); }
function rebuild() { findStops(); list(); go(shown(now) ? now : stops[nearest(now)]); }

/* Show a match; ``of`` is what the page knows of its form of the game. */
function load(match, of = game) {
  pause();
  game = of;
  faces = new Map(game.cards.map((card) => [card.name, card]));
  course = new Course(match, game);
  seat = match.seat;
  choice.replaceChildren();
  if (match.seat === null) choice.append(el("option", { value: "" }, "everything open"));
  match.header.seats.forEach((who, at) => {
    if (match.seat === at || (match.seat === null && course.known)) choice.append(el("option", { value: at }, `as seat ${at} (${plain(who)}) sees it`));
  });
  fault.hidden = !course.moments.some(isFault);
  findStops();
  list();
  go(linked() ?? stops.find((at) => isChoice(course.moments[at])) ?? stops[0]);
}

/* A moment by its address: the step and the entry in it, and whose view it is. */
const address = (at) => { const { at: step, index } = course.moments[at]; return `#${course.match.steps[step].step}.${index}${seat === null || course.match.seat !== null ? "" : `@${seat}`}`; };
function linked() {
  const found = home ? null : /^#(\d+)\.(\d+)(?:@(\d+))?$/.exec(location.hash);
  if (!found) return undefined;
  const at = course.moments.findIndex((each) => course.match.steps[each.at].step === Number(found[1]) && each.index === Number(found[2]));
  if (found[3] !== undefined && [...choice.options].some((each) => each.value === found[3])) { choice.value = found[3]; seat = Number(found[3]); findStops(); list(); }
  return at >= 0 && shown(at) ? at : undefined;
}
addEventListener("hashchange", () => { const at = course && linked(); if (at !== undefined && at !== now) go(at); });

/* The whole match as a list to click; in print it is the transcript. */
function list() {
  log.classList.toggle("brief", !every.checked);
  let step = null;
  log.replaceChildren(...course.moments.flatMap((each, at) => {
    const heard = entryAt(at), made = [];
    if (!heard) return made;
    if (each.at !== step) { step = each.at; made.push(el("li", { class: "turn" }, stepName(step))); }
    made.push(el("li", { class: `${isFault(each) ? "fault" : ""}${isEcho(each) ? " minor" : ""}${isChoice(each) ? " choice" : ""}` },
      el("button", { type: "button", "data-moment": at }, sentence(heard, each.ask))));
    return made;
  }), ...(ended() ? [el("li", { class: "turn" }, ended())] : []));
}
const stepName = (at) => { const { step } = course.match.steps[at]; return step ? `Turn ${step}` : "Deal"; };
/* How the match ends where no entry says it. */
const ended = () => {
  const { result, header } = course.match;
  if (result.stopped) return `The rules stop here: ${plain(result.stopped)}`;
  return header.chance === "chosen" && result.reason === "turn-cap" ? "The record of a witness ends here, and the match does not." : "";
};

/* Scalars that are not what they were at the stop before, in words. */
function changed(at) {
  const number = nearest(at), before = number > 0 ? course.view(stops[number - 1], seat).scalars : null, after = course.view(at, seat).scalars;
  if (!before) return [];
  return Object.entries(after).flatMap(([name, value]) => {
    const was = before[name], words = name.replaceAll("_", " ");
    if (JSON.stringify(was) === JSON.stringify(value)) return [];
    if (!ofEach(name, value) || !Array.isArray(was)) return [`${words} ${plain(was)} → ${plain(value)}`];
    return value.flatMap((each, owner) => (JSON.stringify(each) === JSON.stringify(was[owner]) ? [] : [`seat ${owner}: ${words} ${plain(was[owner])} → ${plain(each)}`]));
  });
}
// A list is a value of each seat's, or one that all share: what the page knows of the game says which.
const ofEach = (name, value) => name === "money" || (course.scalars.has(name) ? course.scalars.get(name).each : Array.isArray(value) && value.length === course.match.header.seats.length);

function go(at) {
  if (at === undefined) return;
  now = at;
  const moment = course.moments[at], entry = entryAt(at) || ["over"], last = at === stops[stops.length - 1];
  const number = nearest(at), turns = course.match.steps[course.match.steps.length - 1].step;
  range.value = number;
  const place = `${stepName(moment.at)}${course.match.steps[moment.at].step ? ` of ${turns}` : ""}, ${number + 1} of ${stops.length}`;
  range.setAttribute("aria-valuetext", place);
  where.replaceChildren(place, ...(home ? [] : [" · ", el("a", { href: address(at) }, "link to this moment")]));
  if (!home) history.replaceState(null, "", address(at));
  say.textContent = `${stepName(moment.at)}: ${seen(sentence(entry, moment.ask))}${last && ended() ? `. ${seen(ended())}` : ""}`;
  say.classList.toggle("fault", isFault(moment));
  const facts = [], differs = changed(at);
  if (isChoice(moment) && moment.more.options !== undefined && shown(at)) {
    facts.push(el("p", {}, `One of ${moment.more.options} possible answers${moment.more.among ? `: ${moment.more.among.map(answerText).join("; ")}` : ""}.`));
  }
  if (differs.length) facts.push(el("p", {}, `Changed: ${differs.slice(0, 12).join("; ")}${differs.length > 12 ? " …" : ""}.`));
  more.replaceChildren(...facts);
  drawTable(at, entry);
  for (const each of log.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
  const line = log.querySelector(`[data-moment="${at}"]`);
  if (line) {
    line.parentElement.setAttribute("aria-current", "step");
    const top = line.parentElement.offsetTop;
    if (top < log.scrollTop || top > log.scrollTop + log.clientHeight - 40) log.scrollTop = top - log.clientHeight / 3;
  }
  // Which clause is running could tell a seat what it did not see.
  const open = seat === null || entry[0] === "answer";
  const carried = (open && moment.more.clauses || []).map((id) => {
    const known = [...document.querySelectorAll("[data-clause]")].find((each) => each.dataset.clause === id);
    return el("article", { class: "carried" }, el("h3", {}, known ? known.querySelector("summary").textContent : id),
      known ? known.querySelector("div").cloneNode(true) : null);
  });
  clauses.replaceChildren(...(carried.length ? carried : [el("p", {}, course.match.dropped ? "A record does not say: 'referee replay FILE --html FILE' does." : "None of its own.")]));
}

/* The table at a moment: what all share, and each seat. */
function drawTable(at, entry) {
  const state = course.view(at, seat), seats = course.match.header.seats, picture = course.picture(state, seat);
  const mine = (owner) => {
    const here = Object.entries(state.zones).filter(([name]) => ownerOf(name) === owner && !(isCell(name) && picture.length) && (owner !== null || name !== "flight" || state.zones.flight.cards.length));
    const bare = ([name, zone]) => zone.cards && !zone.cards.length && !(["move", "swap"].includes(entry[0]) && [entry[1], entry[2]].includes(name));
    const empty = here.filter(bare).map(([name]) => name.replace(/ \d+$/, "").replaceAll("_", " "));
    return [...here.filter((each) => !bare(each)).map(([name, zone]) => zoneDrawn(name, zone, entry, seats.length > 4 ? 15 : 24)),
      ...(empty.length ? [el("p", { class: "quiet" }, `empty: ${empty.join(", ")}`)] : [])];
  };
  // What says nothing just now is folded away, and where play goes where it always goes the same way.
  const turns = course.match.steps.some((each) => [each.after, ...Object.values(each.more)].some((one) => one.scalars && "play goes" in one.scalars));
  const facts_of = (pairs) => {
    const idle = ([, value]) => ["0", "no", "nobody", "none", "hidden"].includes(plain(value)), text = (some) => some.map(([name, value]) => `${name}: ${plain(value)}`).join(", ");
    const told = pairs.filter(([name]) => turns || name !== "play goes");
    const busy = told.filter((each) => !idle(each)), rest = told.filter(idle);
    return [...(busy.length ? [el("p", {}, text(busy))] : []),
      ...(rest.length ? [el("details", { class: "quiet" }, el("summary", {}, `${rest.length} more`), el("p", {}, text(rest)))] : [])];
  };
  const told = (each) => Object.entries(state.scalars).filter(([name, value]) => ofEach(name, value) === each).map(([name, value]) => [name.replaceAll("_", " "), value]);
  table.replaceChildren(
    el("div", { class: "middle" }, el("h2", {}, "Table"),
      ...(course.match.drawing ? [el("p", { class: "fault" }, `draw: ${course.match.drawing}`)] : []),
      ...(picture.length ? [drawing(picture)] : []), ...mine(null),
      ...facts_of(told(false))),
    el("div", { class: `seats${seats.length > 4 ? " many" : ""}` }, ...seats.map((who, each) => el("div", { class: `seat${entry[0] === "answer" && entry[1] === each ? " acts" : ""}` },
      el("h3", {}, `Seat ${each}: ${plain(who)}`), ...mine(each),
      ...facts_of(told(true).map(([name, value]) => [name, value[each] === null && course.hides(name.replaceAll(" ", "_"), each, seat) ? "hidden" : value[each]]))))));
}

/* How a match ends: the cards of each seat and of the table, without the step-through. */
function ending(match, of) {
  const kept = [game, faces, course];
  [game, faces, course] = [of, new Map(of.cards.map((card) => [card.name, card])), new Course(match, of)];
  const last = course.moments.length - 1, state = course.view(last, match.seat), { zones } = state, entry = course.moments[last].entry;
  const picture = course.picture(state, match.seat);
  const laid = (owner) => Object.entries(zones).filter(([name, zone]) => ownerOf(name) === owner && !(isCell(name) && picture.length) && zone.cards && zone.cards.length && zone.cards.length <= 24)
    .map(([name, zone]) => zoneDrawn(name, zone, ["nothing"]));
  const said = entry[0] === "nothing" ? "How it ends:" : `How it ends, after ${sentence(entry, course.moments[last].ask)}:`;
  const made = el("div", { class: "seats", role: "group", "aria-label": "How it ends" },
    ...match.header.seats.map((_, seat) => [seat, laid(seat)]).filter(([, cards]) => cards.length).map(([seat, cards]) => el("div", { class: "seat" }, el("b", {}, `Seat ${seat}`), ...cards)),
    ...[laid(null)].filter((each) => each.length).map((each) => el("div", { class: "seat" }, el("b", {}, "Table"), ...each)));
  [game, faces, course] = kept;
  return el("div", {}, el("p", {}, said), ...(picture.length ? [drawing(picture)] : []), made);
}

/* A dropped record brings its own heading, verdict and result. */
function headed(match) {
  const { header, result } = match, title = `${course.known ? game.title : plain(header.game)}: a match`;
  document.title = seen(title);
  const heading = document.querySelector("h1"), told = document.getElementById("told"), box = document.getElementById("result");
  if (home || !heading || !told || !box) return;
  heading.textContent = seen(title);
  told.textContent = `${seen(match.name)}, everything open. Its hash chain holds; whether the rules give the same, only 'referee replay' says.`;
  const order = header.seats.map((_, at) => at).sort((a, b) => (result.ranks ? result.ranks[a] - result.ranks[b] : 0) || a - b);
  const rank = (at) => (result.ranks ? `${plain(result.ranks[at])}.` : "void"), payoff = (at) => (result.payoffs ? plain(result.payoffs[at]) : "void");
  box.replaceChildren(el("p", {}, `Ended: ${plain(result.stopped ?? result.reason)}, after ${plain(result.turns)} turns.`),
    el("ul", { class: "ranks" }, ...order.map((at) => el("li", {}, el("b", {}, rank(at)), ` seat ${at}, ${plain(header.seats[at])}: ${payoff(at)}`))));
  document.getElementById("record")?.remove();
}

async function open(dropped) {
  try {
    const match = readRecord(new Uint8Array(await dropped.arrayBuffer()), dropped.name);
    load(match);
    headed(match);
    opened.className = "opened";
    opened.textContent = `${seen(dropped.name)}: the hash chain holds${match.result.secret === undefined ? "" : ", and the secret is the one committed to"}. `
      + "Whether the rules give the same, only 'referee replay' says."
      + (course.known ? "" : " Not this page's form of the game: only what its moves tell is shown.");
  } catch (error) {
    opened.className = "opened fault";
    opened.textContent = seen(error.message);
  }
}
document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("over"); });
document.addEventListener("dragleave", () => document.body.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
});
if (document.getElementById("match")) load(held("match"), held("game"));
window.referee = { load, view: (at, who) => course.view(at, who), moments: () => course.moments, go, sha256 };

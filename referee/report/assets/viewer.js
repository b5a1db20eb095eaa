/* The step-through. Text comes into the page as text nodes only. */
const SUITS = {
  hearts: "M12 21C5 15 2 11.5 2 7.6A5.3 5.3 0 0 1 12 5.2 5.3 5.3 0 0 1 22 7.6C22 11.5 19 15 12 21Z",
  diamonds: "M12 1.5 20 12 12 22.5 4 12Z",
  spades: "M12 2C17 7.5 21.5 10.3 21.5 14.6A4.7 4.7 0 0 1 13.3 17.6C13.5 19.6 14.4 21 16 22H8C9.6 21 10.5 19.6 10.7 17.6A4.7 4.7 0 0 1 2.5 14.6C2.5 10.3 7 7.5 12 2Z",
  clubs: "M12 2a4.6 4.6 0 0 1 3.6 7.5 4.7 4.7 0 1 1-2.4 7.6c.2 2 1 3.6 2.8 4.9H8c1.8-1.3 2.6-2.9 2.8-4.9A4.7 4.7 0 1 1 8.4 9.5 4.6 4.6 0 0 1 12 2Z",
  stars: "M12 1.5 15 9 23 9.4 16.8 14.5 18.8 22.3 12 18 5.2 22.3 7.2 14.5 1 9.4 9 9Z",
};
/* What does not show or turns writing round is told as its number. */
const seen = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]/gu, (each) => `\\u{${each.codePointAt(0).toString(16)}}`);
const el = (tag, about = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(about)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : seen(String(value)));
  }
  made.append(...inside.filter((each) => each !== null).map((each) => (each instanceof Node ? each : seen(String(each)))));
  return made;
};
const held = (id) => JSON.parse(document.getElementById(id).textContent);
const root = document.getElementById("viewer");
let game, faces, course, now = 0, seat = null;

/* a … z, aa … */
const columnName = (column) => (column > 25 ? columnName(Math.floor(column / 26) - 1) : "") + String.fromCharCode(97 + (column % 26));
const plain = (value) => {
  if (value === null || value === undefined) return "nobody";
  if (value === "") return "none";
  if (value === true || value === false) return value ? "yes" : "no";
  if (Array.isArray(value)) return value.filter((each) => !Array.isArray(each) || each.length).map(plain).join(" ") || "none";
  if (typeof value === "object") {
    const keys = Object.keys(value).join();
    if (keys === "seat") return `seat ${value.seat}`;
    if (keys === "enum,value") return value.value === null ? "none" : plain(value.value);
    if (keys === "tuple,column,row" && value.tuple === "Cell") return columnName(value.column) + (value.row + 1);
    if (keys.startsWith("tuple,")) return plain(Object.values(value).slice(1));
    if (keys === "suit,letter,symbol") return plain(value.suit);
    const told = value.fraction ?? value.card;
    return told !== undefined ? String(told) : Object.entries(value).map(([name, each]) => `${name}=${plain(each)}`).join(" ");
  }
  return String(value);
};
/* A card as people read it; any other word as it is. */
const pretty = (word) => {
  const face = course.known && typeof word === "string" ? faces.get(word) : null;
  return face && face.suit !== null ? face.rank + game.suits[face.suit].symbol : plain(word);
};
const answerText = (answer) => (answer === null ? "none" : Array.isArray(answer) ? answer.filter((each) => !Array.isArray(each) || each.length).map(answerText).join(" ") || "none" : pretty(answer));
const names = (cards) => (cards === null ? "some cards" : Array.isArray(cards) ? cards.map((card) => pretty(cardName(card))).join(" ")
  : `${cards} card${cards === 1 ? "" : "s"}`);
const whose = (player) => (player === null || player === undefined ? "the bank" : `seat ${player}`);
const place = (name) => {
  const owner = ownerOf(String(name)), words = String(name).replace(/ \d+$/, "").replaceAll("_", " ");
  return owner === null ? `the ${words}` : `the ${words} of seat ${owner}`;
};

const seenBy = (seats) => (Array.isArray(seats) ? `, seen by ${seats.map((each) => `seat ${each}`).join(", ") || "nobody"}` : "");

/* An entry in one sentence. */
function sentence(entry, ask) {
  const [word, a, b, c, d, e] = entry;
  switch (word) {
    case "answer": return `seat ${a} answers${ask === undefined ? "" : ` ${plain(ask)}`}: ${answerText(b)}`;
    case "rejected": return `the answer ${plain(b)} of seat ${a} is refused: ${plain(c)}`;
    case "noted": return `seat ${a} notes for its author: ${plain(b)}`;
    case "fault": return `seat ${a} is at fault (${plain(b)}), from here on its default action answers: ${plain(c)}`;
    case "move": return `${names(c)} from ${place(a)} to ${place(b)}`;
    case "swap": return `${place(a)} and ${place(b)} change places`;
    case "mark": return entry.length < 4 ? `a card in ${place(a)} changes` : `${laidText(b)} in ${place(a)} becomes ${laidText(c)}`;
    case "pay": return `${whose(a)} pays ${plain(c)} to ${whose(b)}`;
    case "reveal": return `${b === null ? "" : `seat ${b} shows `}${names(d)} to ${Array.isArray(c) ? c.map((each) => `seat ${each}`).join(", ") : ""} (${plain(a)})`;
    case "open": return `everybody learns that seat ${a} answered ${plain(b)}: ${answerText(c)}`;
    case "roll": return typeof a === "number" ? `${a} dice are rolled${seenBy(b)}` : `the dice show ${plain(a)}${seenBy(b)}`;
    case "lot": return a === null ? `a lot is drawn${seenBy(b)}` : `the lot falls on ${plain(a)}${seenBy(b)}`;
    case "shuffle": return `${place(a)} is shuffled`;
    case "event": return `seat ${d}: ${plain(c)}${e === d ? "" : ` on seat ${e}`}`;
    case "tell": return `${Array.isArray(b) ? b.map((each) => `seat ${each}`).join(", ") : ""} told ${plain(a)} ${Object.entries(c || {}).map(([key, value]) => `${key} ${plain(value)}`).join(", ")}`;
    case "note": return `${plain(a)} ${Object.entries(b || {}).map(([key, value]) => `${key} ${plain(value)}`).join(", ")}`;
    case "nothing": return "nothing to be seen";
    default: return entry.map(plain).join(" ");
  }
}
const laidText = (laid) => (laid && typeof laid === "object" && "card" in laid ? `${pretty(laid.card)} [${[...laid.marks, ...(laid.link ? [`group ${laid.link}`] : [])].join(", ")}]` : pretty(laid));

function drawn(laid, fresh) {
  const name = cardName(laid), face = faces.get(name);
  const suit = face && face.suit !== null && course.known ? game.suits[face.suit] : null;
  const label = `${face ? face.rank : name}${suit ? ` of ${suit.name}` : ""}${typeof laid === "object" ? `, ${laidText(laid)}` : ""}`;
  const made = el("span", { class: `card ${suit && SUITS[suit.name] ? suit.name : ""}${fresh ? " new" : ""}`, role: "img", "aria-label": label });
  made.append(el("span", {}, suit ? face.rank : String(name)));
  if (suit && SUITS[suit.name]) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS(svg.namespaceURI, "path");
    svg.setAttribute("viewBox", "0 0 24 24");
    path.setAttribute("d", SUITS[suit.name]);
    svg.append(path);
    made.append(svg);
  } else if (suit) made.append(el("span", {}, suit.symbol));
  if (typeof laid === "object") made.append(el("span", {}, laid.marks.join(" ")));
  return made;
}

function zoneDrawn(name, zone, entry) {
  const hot = ["move", "swap"].includes(entry[0]) && (entry[1] === name || entry[2] === name);
  const fresh = entry[0] === "move" && entry[2] === name && Array.isArray(entry[3]) ? entry[3].slice() : [];
  const words = name.replace(/ \d+$/, "").replaceAll("_", " ");
  const made = el("div", { class: `zone${hot ? " hot" : ""}`, "data-place": name }, el("b", {}, words));
  if (!zone.cards) {
    made.append(zone.size === null ? "hidden" : `${zone.size} hidden card${zone.size === 1 ? "" : "s"} `);
    if (zone.size) made.append(el("span", { class: "card back", "aria-hidden": "true" }, "?"));
    return made;
  }
  if (!zone.cards.length) { made.append("empty"); return made; }
  const cards = el("span", { class: "cards" }, ...zone.cards.map((laid) => {
    const at = fresh.indexOf(cardName(laid));
    if (at >= 0) fresh.splice(at, 1);
    return drawn(laid, at >= 0);
  }));
  if (zone.cards.length > 24) made.append(el("details", {}, el("summary", {}, `${zone.cards.length} cards`), cards));
  else made.append(cards);
  return made;
}

/* What the game draws: only the ends of its lines are not seen. */
const drawing = (lines) => {
  const made = el("pre", { class: "drawn", tabindex: "0", role: "group", "aria-label": "Picture of the table" });
  made.textContent = lines.map(seen).join("\n");
  return made;
};

const button = (label, key, go, title) => el("button", { type: "button", onclick: go, title }, label, key ? el("span", { class: "key" }, ` (${key})`) : null);
const shown = (at) => course.told(course.moments[at].entry, seat) !== null;
const move = (by) => { let at = now; do at += by; while (at >= 0 && at < course.moments.length && !shown(at)); if (at >= 0 && at < course.moments.length) go(at); };
const turn = (by) => {
  const wanted = course.moments[now].at + by, first = course.moments.findIndex((each) => each.at === wanted);
  if (first >= 0) go(first);
};
const seek = (words, by) => {
  for (let at = now + by; at >= 0 && at < course.moments.length; at += by) {
    if (words.includes(course.moments[at].entry[0]) && shown(at)) return go(at);
  }
  say.textContent = `There is no ${by > 0 ? "later" : "earlier"} ${words[0] === "answer" ? "decision" : "fault"}.`;
};
const KEYS = {
  ArrowRight: () => move(1), ArrowLeft: () => move(-1), PageDown: () => turn(1), PageUp: () => turn(-1),
  d: () => seek(["answer"], 1), D: () => seek(["answer"], -1), f: () => seek(["fault", "rejected"], 1),
  F: () => seek(["fault", "rejected"], -1), Home: () => go(0), End: () => go(course.moments.length - 1),
  v: () => { choice.selectedIndex = (choice.selectedIndex + 1) % choice.length; choose(); },
};
/* Inside a report the keys belong to the page, until somebody is in the step-through. */
const home = root.closest("#stage");
document.addEventListener("keydown", (event) => {
  if (home && !home.contains(event.target)) return;
  if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT)$/.test(event.target.tagName) || !KEYS[event.key] || !course) return;
  event.preventDefault();
  KEYS[event.key]();
});

const say = el("p", { class: "now", role: "status", "aria-live": "polite" });
const range = el("input", { type: "range", min: 0, "aria-label": "Moment of the match", oninput: () => go(Number(range.value)) });
const choice = el("select", { "aria-label": "Whose view", onchange: () => choose() });
const file = el("input", { type: "file", "aria-label": "Open a record", onchange: () => file.files[0] && open(file.files[0]) });
const opened = el("p", { class: "opened", role: "status" });
const bar = el("div", { class: "bar", role: "toolbar", "aria-label": "Go to" },
  button("Start", "Home", KEYS.Home), button("Turn −", "PageUp", KEYS.PageUp), button("Back", "←", KEYS.ArrowLeft),
  button("Next", "→", KEYS.ArrowRight), button("Turn +", "PageDown", KEYS.PageDown), button("Decision", "d", KEYS.d, "Next decision; D: the one before"),
  button("Fault", "f", KEYS.f, "Next fault; F: the one before"), button("End", "End", KEYS.End), range, choice);
const table = el("div", { class: "table" }), beside = el("div", { class: "beside" });
root.replaceChildren(bar, say, el("div", { class: "board" }, table, beside),
  el("div", { class: "open" }, el("label", {}, "Open a record, or drop one onto this page: ", file), opened));

function choose() { seat = choice.value === "" ? null : Number(choice.value); if (!shown(now)) move(1); go(now); }

/* Show a match; ``of`` is what the page knows of its form of the game. */
function load(match, of = game) {
  game = of;
  faces = new Map(game.cards.map((card) => [card.name, card]));
  course = new Course(match, game);
  seat = match.seat;
  choice.replaceChildren();
  if (match.seat === null) choice.append(el("option", { value: "" }, "everything open"));
  match.header.seats.forEach((who, at) => {
    if (match.seat === at || (match.seat === null && course.known)) choice.append(el("option", { value: at }, `as seat ${at} (${plain(who)}) sees it`));
  });
  range.max = course.moments.length - 1;
  go(0);
}

function go(at) {
  now = at;
  const moment = course.moments[at], entry = course.told(moment.entry, seat) || ["nothing"], step = course.match.steps[moment.at];
  const state = course.view(at, seat), seats = course.match.header.seats;
  const picture = course.picture(state, seat);
  range.value = at;
  range.setAttribute("aria-valuetext", `${step.step ? `turn ${step.step}` : "deal"}, moment ${at + 1} of ${course.moments.length}`);
  say.textContent = `${step.step ? `Turn ${step.step}` : "Deal"}: ${seen(sentence(entry, moment.ask))}`;
  say.classList.toggle("fault", ["fault", "rejected"].includes(entry[0]));
  const mine = (owner) => {
    const here = Object.entries(state.zones).filter(([name]) => ownerOf(name) === owner && !(isCell(name) && picture.length) && (owner !== null || name !== "flight" || state.zones.flight.cards.length));
    const bare = ([name, zone]) => zone.cards && !zone.cards.length && !(["move", "swap"].includes(entry[0]) && [entry[1], entry[2]].includes(name));
    const empty = here.filter(bare).map(([name]) => name.replace(/ \d+$/, "").replaceAll("_", " "));
    return [...here.filter((each) => !bare(each)).map(([name, zone]) => zoneDrawn(name, zone, entry)),
      ...(empty.length ? [el("p", { class: "quiet" }, `empty: ${empty.join(", ")}`)] : [])];
  };
  // What says nothing just now is folded away.
  const facts_of = (pairs) => {
    const idle = ([, value]) => ["no", "nobody", "none", "hidden"].includes(plain(value)), text = (some) => some.map(([name, value]) => `${name}: ${plain(value)}`).join(", ");
    const busy = pairs.filter((each) => !idle(each)), rest = pairs.filter(idle);
    return [...(busy.length ? [el("p", {}, text(busy))] : []),
      ...(rest.length ? [el("details", { class: "quiet" }, el("summary", {}, `${rest.length} more`), el("p", {}, text(rest)))] : [])];
  };
  // A list is a value of each seat's, or one that all share: what the page knows of the game says which.
  const ofEach = (name, value) => name === "money" || (course.scalars.has(name) ? course.scalars.get(name).each : Array.isArray(value) && value.length === seats.length);
  const told = (each) => Object.entries(state.scalars).filter(([name, value]) => ofEach(name, value) === each).map(([name, value]) => [name.replaceAll("_", " "), value]);
  table.replaceChildren(
    el("div", { class: "middle" }, el("h2", {}, "Table"),
      ...(course.match.drawing ? [el("p", { class: "fault" }, `draw: ${course.match.drawing}`)] : []),
      ...(picture.length ? [drawing(picture)] : []), ...mine(null),
      ...facts_of(told(false))),
    el("div", { class: "seats" }, ...seats.map((who, each) => el("div", { class: `seat${entry[0] === "answer" && entry[1] === each ? " acts" : ""}` },
      el("h3", {}, `Seat ${each}: ${plain(who)}`), ...mine(each),
      ...facts_of(told(true).map(([name, value]) => [name, value[each] === null && course.hides(name.replaceAll(" ", "_"), each, seat) ? "hidden" : value[each]]))))));
  const log = el("ol", { class: "log", tabindex: "0", "aria-label": "This turn" });
  course.moments.forEach((each, number) => {
    const heard = each.at === moment.at ? course.told(each.entry, seat) : null;
    if (heard) log.append(el("li", { "aria-current": number === at ? "step" : undefined, class: ["fault", "rejected"].includes(heard[0]) ? "fault" : "" }, sentence(heard, each.ask)));
  });
  const facts = [];
  if (moment.entry[0] === "answer" && moment.more.options !== undefined && shown(at)) {
    facts.push(el("p", {}, `One of ${moment.more.options} possible answer${moment.more.options === 1 ? "" : "s"}${moment.more.among ? `: ${moment.more.among.map(answerText).join("; ")}` : ""}.`));
  }
  // Which clause is running could tell a seat what it did not see.
  const open = seat === null || entry[0] === "answer";
  const clauses = (open && moment.more.clauses || []).map((id) => {
    const known = [...document.querySelectorAll("[data-clause]")].find((each) => each.dataset.clause === id);
    return el("article", { class: "carried" }, el("h3", {}, known ? known.querySelector("summary").textContent : id),
      known ? known.querySelector("div").cloneNode(true) : null);
  });
  beside.replaceChildren(el("h2", {}, "This turn"), log, ...facts, el("h2", {}, "Clauses at work"),
    ...(clauses.length ? clauses : [el("p", {}, course.match.dropped ? "A record does not say: 'referee replay FILE --html FILE' does." : "None of its own.")]));
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

async function open(dropped) {
  try {
    const match = readRecord(new Uint8Array(await dropped.arrayBuffer()), dropped.name);
    load(match);
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

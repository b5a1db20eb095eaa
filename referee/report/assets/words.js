/* Entries, cards and places in words and drawn. Text comes into the page as text nodes only. */
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
/* The match that is shown: its form of the game, its cards by name, its course. */
let game, faces, course;

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
    case "over": return "the turn is over";
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

/* More than ``most`` cards are folded away. */
function zoneDrawn(name, zone, entry, most = 24) {
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
  if (zone.cards.length > most) made.append(el("details", {}, el("summary", {}, `${zone.cards.length} cards`), cards));
  else made.append(cards);
  return made;
}

/* What the game draws: only the ends of its lines are not seen. */
const drawing = (lines) => {
  const made = el("pre", { class: "drawn", tabindex: "0", role: "group", "aria-label": "Picture of the table" });
  made.textContent = lines.map(seen).join("\n");
  return made;
};

/* The table at any moment of a match, with everything open or as one seat sees it. */
const SILENT = ["ask", "view", "chance"];
const sameForm = (match, game) => ["game", "players", "readings", "settings"].every(
  (key) => JSON.stringify(match.header[key]) === JSON.stringify(game[key]));
const cardName = (card) => (typeof card === "object" ? card.card : card);
const ownerOf = (place) => { const found = / (\d+)$/.exec(place); return found ? Number(found[1]) : null; };

class Course {
  constructor(match, game) {
    this.match = match;
    this.known = sameForm(match, game);
    this.order = new Map(this.known ? game.cards.map((card, at) => [card.name, at]) : []);
    this.zones = new Map(this.known ? game.zones.map((zone) => [zone.name, zone]) : []);
    this.scalars = new Map(this.known ? game.scalars.map((each) => [each.name, each]) : []);
    this.moments = [];
    match.steps.forEach((step, at) => {
      const before = this.moments.length, asked = {};
      step.did.forEach((entry, index) => {
        if (entry[0] === "ask") asked[entry[1]] = entry[3];
        const idle = entry[0] === "move" && Array.isArray(entry[3]) && !entry[3].length;
        if (!SILENT.includes(entry[0]) && !idle) {
          const ask = entry[0] === "answer" ? asked[entry[1]] : undefined;
          this.moments.push({ at, index, entry, ask, more: step.more[index] || {} });
        }
      });
      if (this.moments.length === before) {
        this.moments.push({ at, index: step.did.length - 1, entry: ["nothing"], more: {} });
      }
      this.moments[this.moments.length - 1].last = true;
    });
    this.saved = new Map();
    this.start = this.first(game);
  }

  first(game) {
    const zones = {};
    if (this.known) {
      for (const zone of game.zones) {
        const names = zone.each ? this.match.header.seats.map((_, seat) => `${zone.name} ${seat}`) : [zone.name];
        for (const name of names) {
          zones[name] = { cards: [] };
          for (const card of game.cards) if (zone.pack.includes(card.name)) for (let n = 0; n < card.copies; n++) zones[name].cards.push(card.name);
          if (this.match.seat !== null && !this.sees(name, this.match.seat)) zones[name] = { size: zones[name].cards.length };
        }
      }
    } else {
      // What is taken from a place and was never put there must have lain there from the beginning.
      const there = {};
      for (const step of this.match.steps) for (const [word, from, to, cards] of step.did) {
        if (word === "swap") [there[from], there[to]] = [there[to] || [], there[from] || []];
        if (word !== "move" || !Array.isArray(cards)) continue;
        there[from] ||= []; there[to] ||= []; zones[from] ||= { cards: [] }; zones[to] ||= { cards: [] };
        for (const card of cards) {
          const at = there[from].indexOf(card);
          if (at >= 0) there[from].splice(at, 1); else zones[from].cards.push(card);
          there[to].push(card);
        }
      }
    }
    const start = this.match.start || {};
    return { zones, scalars: start.scalars || {}, drawn: start.drawn || {} };
  }

  /* ``seen``: by owner the seats that see what is his; one list for what all share. */
  audience(seen, owner, seat) { return seen[owner === null ? 0 : owner].includes(seat); }
  zoneOf(place) { return this.zones.get(ownerOf(place) === null ? place : place.replace(/ \d+$/, "")); }
  sees(place, seat) {
    if (seat === null || place === "flight") return true;
    const zone = this.zoneOf(place);
    return Boolean(zone) && this.audience(zone.seen, ownerOf(place), seat);
  }
  counts(place, seat) {
    const zone = this.zoneOf(place);
    return this.sees(place, seat) || (Boolean(zone) && this.audience(zone.counted, ownerOf(place), seat));
  }

  /* An entry as that seat is told it; null where it notices nothing. */
  told(entry, seat) {
    if (seat === null || this.match.seat !== null) return entry;
    if (["answer", "rejected", "fault", "noted"].includes(entry[0])) return entry[1] === seat ? entry : null;
    if (entry[0] === "move" && Array.isArray(entry[3])) {
      const [, from, to, cards] = entry;
      if (this.sees(from, seat) || this.sees(to, seat)) return entry;
      return ["move", from, to, this.counts(from, seat) || this.counts(to, seat) ? cards.length : null];
    }
    if (entry[0] === "mark") return this.sees(entry[1], seat) ? entry : ["mark", entry[1]];
    if (["roll", "lot"].includes(entry[0]) && entry[2] && !entry[2].includes(seat)) {
      return [entry[0], entry[0] === "roll" ? entry[1].length : null, entry[2]];
    }
    if (entry[0] === "reveal" && Array.isArray(entry[4])) {
      return entry[3].includes(seat) ? entry : [...entry.slice(0, 4), entry[4].length];
    }
    return entry;
  }

  /* The table after a moment, everything that the page knows. */
  at(number) {
    const copy = (of) => ({ zones: { ...of.zones }, scalars: { ...of.scalars }, drawn: { ...of.drawn } });
    let from = 0, state = copy(this.start);
    const near = Math.floor((number + 1) / 100) * 100;
    for (let each = near; each > 0; each -= 100) if (this.saved.has(each)) {
      state = copy(this.saved.get(each));
      from = each;
      break;
    }
    for (let each = from; each <= number; each++) {
      if (each && each % 100 === 0) this.saved.set(each, copy(state));
      const moment = this.moments[each];
      this.apply(state, moment.entry, moment.more);
      if (moment.last) this.patch(state, this.match.steps[moment.at].after);
    }
    return state;
  }

  patch(state, more) {
    Object.assign(state.zones, more.zones || {});
    Object.assign(state.scalars, more.scalars || {});
    Object.assign(state.drawn, more.drawn || {});
  }

  apply(state, entry, more) {
    const [word, one, other, cards] = entry, zones = state.zones;
    if (word === "swap") [zones[one], zones[other]] = [zones[other], zones[one]];
    if (word === "move" && Array.isArray(cards)) {
      const from = zones[one] || { cards: [] }, to = zones[other] || { cards: [] };
      if (from.cards) {
        const left = from.cards.slice();
        for (const card of cards) {
          const at = left.findIndex((each) => cardName(each) === card);
          if (at >= 0) left.splice(at, 1);
        }
        zones[one] = { cards: left };
      }
      if (to.cards) zones[other] = { cards: this.sorted(other, [...(one === other ? zones[one] : to).cards, ...cards]) };
    }
    this.patch(state, more);
  }

  sorted(place, cards) {
    const zone = this.zoneOf(place);
    if (!zone || zone.row) return cards;
    return cards.sort((a, b) => this.order.get(a) - this.order.get(b));
  }

  /* The same as one seat sees it: {zones, scalars}. */
  view(number, seat) {
    const state = this.at(number);
    if (seat === null || this.match.seat !== null) return state;
    const zones = {}, scalars = {};
    for (const [place, zone] of Object.entries(state.zones)) {
      zones[place] = this.sees(place, seat) ? zone : { size: this.counts(place, seat) ? zone.cards.length : null };
    }
    for (const [name, value] of Object.entries(state.scalars)) {
      const spec = this.scalars.get(name);
      if (spec && spec.each) scalars[name] = value.map((each, at) => (this.audience(spec.seen, at, seat) ? each : null));
      else if (!spec || this.audience(spec.seen, null, seat)) scalars[name] = value;
    }
    return { zones, scalars, drawn: state.drawn };
  }

  /* The picture of a view in lines; [] where nothing is drawn for that seat. */
  picture(state, seat) {
    const number = state.drawn[seat === null ? "" : seat];
    return number === undefined || number === null ? [] : this.match.pictures[number].split("\n");
  }
  /* Whether what is null of a seat's value is hidden from the viewer: else it is nobody. */
  hides(name, owner, viewer) {
    const spec = this.scalars.get(name);
    return viewer !== null && Boolean(spec) && !this.audience(spec.seen, owner, viewer);
  }
}
/* A cell of a board is a place of its own, "board a1"; it is seen in the picture. */
const isCell = (place) => /^\S+ [a-z]+\d+$/.test(place);

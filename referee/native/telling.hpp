// The lines of a record (referee/record/record.py), and the events of the table in them, also as each seat may see them
// (referee/kernel/views.py). The generated text defines before: PLACE, SEES.
#pragma once

// -- lines, each with its link of the hash chain ----------------------------------------------------------------------------
static char link_[32];
static size_t linked, line_begin;  // how much of a link there is: none before the first line
static int64_t lines_done;
// What the seats saw, and the lines, are hashed two at a time: each is in one of two lanes until its digest is known, for
// which there is room in the lines. A line is hashed behind the views in it and the line before it, and waits until then.
struct Lane : Hashing { Text text; size_t place; int64_t number; bool busy, is_line; };
static Lane lanes[2];
static struct { bool waits; size_t begin, size, place; int64_t number; } line;
static int64_t texts_told;
static Lane& free_lane() { return lanes[lanes[0].busy]; }
static void put_into(Lane& lane, size_t place, int64_t number, bool is_line) {
  lane.text.room(128);
  lane.place = place; lane.number = number; lane.is_line = is_line; lane.busy = true;
  lane.begin(reinterpret_cast<uint8_t*>(lane.text.begin), lane.text.size());
}
static void line_begins() {
  if (!line.waits || (lanes[0].busy && lanes[1].busy)) return;
  for (const Lane& each : lanes) if (each.busy && each.number < line.number) return;
  Lane& lane = free_lane();
  lane.text.forget(0);
  lane.text.put(link_, linked); lane.text.put(out.begin + line.begin, line.size);
  lane.text.at[-1] = '}';  // in its place the link stands
  line.waits = false;
  put_into(lane, line.place, line.number, true);
}
static void end_lane(Lane& lane) {
  uint8_t digest[32];
  digested(lane.h, digest);
  hexed(digest, 16, out.begin + lane.place);
  if (lane.is_line) { std::memcpy(link_, out.begin + lane.place, 32); linked = 32; }
  lane.busy = false;
}
// Until one lane at least is free.
static void hash_on() {
  for (line_begins(); lanes[0].busy && lanes[1].busy; line_begins()) {
    go_on_both(lanes[0], lanes[1]);
    for (Lane& each : lanes) if (!each.blocks) end_lane(each);
  }
}
static void hash_all() {
  hash_on();
  while (lanes[0].busy || lanes[1].busy) {
    Lane& lane = lanes[lanes[1].busy];
    lane.go_on(lane.blocks);
    end_lane(lane);
    hash_on();
  }
}
static void hash_nothing() { lanes[0].busy = lanes[1].busy = line.waits = false; }
static size_t room_for_digest() {
  size_t place = out.size();
  out.room(32);
  out.at += 32;
  return place;
}
static void seal() {
  if (line.waits) hash_all();
  size_t begin = line_begin, size = out.size() - begin;
  out.at--;
  out.put(",\"#\":\"");
  line = {true, begin, size, room_for_digest(), ++texts_told};
  out.put("\"}\n");
  line_begin = out.size();
  hash_on();
}
static void begin_step() { out.put("{\"step\":"); out.number(lines_done); out.put(",\"did\":["); }
static void step_told() {
  out.put("]}");
  seal();
  lines_done++;
  begin_step();
}

// -- what each seat may notice, where its views are kept ----------------------------------------------------------------------
static bool with_views;
static Text unseen[PLAYERS];  // the beginning of its next view: the events since it was asked last, each with a comma behind it
static void nothing_unseen(Text& events) { events.forget(0); events.put("{\"events\":["); }
INLINE void to_all(size_t from) {
  if (!with_views) return;
  for (Text& each : unseen) { each.put(out.begin + from, out.size() - from); each.put(','); }
}
// An event begins behind a comma; what a seat is told instead of its last part is said by `otherwise`, which gives false
// where the seat may see it all.
INLINE size_t event() { comma(out); return out.size(); }
template <class F> INLINE void to_each(size_t from, size_t last, F otherwise) {
  if (!with_views) return;
  for (int seat = 0; seat < PLAYERS; seat++) {
    Text& o = unseen[seat];
    o.put(out.begin + from, last - from);
    if (!otherwise(o, seat)) o.put(out.begin + last, out.size() - last);
    o.put(',');
  }
}

template <class C> void tell_moved(const C& cards, Where from, Where to) {
  size_t begin = event();
  out.put("[\"move\","); out.put(PLACE[from.v]); out.put(','); out.put(PLACE[to.v]); out.put(',');
  size_t last = out.size();
  names(out, cards);
  out.put(']');
  to_each(begin, last, [&](Text& o, int seat) {
    int sees = std::max(SEES[from.v][seat], SEES[to.v][seat]);
    if (sees == 2) return false;
    if (sees) o.number(number_of(cards)); else o.put("null");
    o.put(']');
    return true;
  });
}
inline void tell_swapped(Where a, Where b) {
  size_t begin = event();
  out.put("[\"swap\","); out.put(PLACE[a.v]); out.put(','); out.put(PLACE[b.v]); out.put(']');
  to_all(begin);
}
inline void tell_marked(Where p, const Laid& before, const Laid& after) {
  size_t begin = event();
  out.put("[\"mark\","); out.put(PLACE[p.v]);
  size_t last = out.size();
  out.put(','); face(out, before); out.put(','); face(out, after); out.put(']');
  to_each(begin, last, [&](Text& o, int seat) { if (SEES[p.v][seat] == 2) return false; o.put(']'); return true; });
}
template <class A, class B, class T> void tell_paid(const A& payer, const B& payee, const T& amount) {
  size_t begin = event();
  out.put("[\"pay\","); account(out, payer); out.put(','); account(out, payee); out.put(','); plain(out, amount); out.put(']');
  to_all(begin);
}
template <class C, class O, class W> void tell_revealed(const C& cards, const O& of, const Seq<Player>& to, const W& why) {
  size_t begin = event();
  out.put("[\"reveal\","); plain(out, why); out.put(','); account(out, of); out.put(','); seats_of(out, to); out.put(',');
  size_t last = out.size();
  names(out, cards);
  out.put(']');
  to_each(begin, last, [&](Text& o, int seat) { if (is_in(to, seat)) return false; o.number(number_of(cards)); o.put(']'); return true; });
}
static Text payoffs_told;
template <class A, class B> void told_end(const Seq<A>& scores, const Seq<B>& payoffs, Atom reason) {
  payoffs_told.forget(0);
  for (int64_t i = 0; i < payoffs.size(); i++) { if (i) payoffs_told.put(','); plain(payoffs_told, payoffs[i]); }
  end_game(scores, payoffs, reason);
}
static size_t answer_begin, answer_end;  // of the last answer, in the line
template <class W> void tell_announced(Player player, const W& ask) {
  size_t begin = event();
  out.put("[\"open\","); out.number(int64_t(player.v)); out.put(','); plain(out, ask); out.put(',');
  out.room(answer_end - answer_begin);
  out.put(out.begin + answer_begin, answer_end - answer_begin);
  out.put(']');
  to_all(begin);
}
INLINE void shown_to(Text& o, const Seq<Player>& to) { if (to.size() != PLAYERS) { o.put(','); seats_of(o, to); } o.put(']'); }
inline void tell_rolled(const Seq<int64_t>& faces, const Seq<Player>& to) {
  size_t begin = event();
  out.put("[\"roll\",");
  size_t last = out.size();
  plain(out, faces); shown_to(out, to);
  to_each(begin, last, [&](Text& o, int seat) { if (is_in(to, seat)) return false; o.number(faces.size()); shown_to(o, to); return true; });
}
template <class T> void tell_drew(const T& drawn, const Seq<Player>& to) {
  size_t begin = event();
  out.put("[\"lot\",");
  size_t last = out.size();
  plain(out, drawn); shown_to(out, to);
  to_each(begin, last, [&](Text& o, int seat) { if (is_in(to, seat)) return false; o.put("null"); shown_to(o, to); return true; });
}
inline void tell_shuffled(Where p) {
  size_t begin = event();
  out.put("[\"shuffle\","); out.put(PLACE[p.v]); out.put(']');
  to_all(begin);
}
template <class N, class P, class E, class A, class B, class W>
void tell_happened(const N& number, const P& parent, const E& what, const A& actor, const B& at, const W& on) {
  size_t begin = event();
  out.put("[\"event\","); plain(out, number); out.put(','); plain(out, parent); out.put(','); word(out, what);
  out.put(','); account(out, actor); out.put(','); account(out, at);
  size_t empty = out.size();
  out.put(','); plain(out, on);
  if (out.size() - empty == 3) out.forget(empty);  // ,""
  out.put(']');
  to_all(begin);
}
template <class N, class... Ts> void details(const N& keys, const Ts&... values) {
  int i = 0;
  (void)i;
  out.put('{');
  ((comma(out), out.put(keys[i++]), plain(out, values)), ...);
  out.put('}');
}
template <class N, class W, class... Ts> void tell_disclosed(const N& keys, const W& what, const Seq<Player>& to, const Ts&... values) {
  size_t begin = event();
  out.put("[\"tell\","); plain(out, what); out.put(','); seats_of(out, to); out.put(',');
  size_t last = out.size();
  details(keys, values...);
  out.put(']');
  to_each(begin, last, [&](Text& o, int seat) { if (is_in(to, seat)) return false; o.put("null]"); return true; });
}
template <class N, class W, class... Ts> void tell_noted(const N& keys, const W& what, const Ts&... values) {
  size_t begin = event();
  out.put("[\"note\","); plain(out, what); out.put(',');
  details(keys, values...);
  out.put(']');
  to_all(begin);
}

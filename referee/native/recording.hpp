// Chance and questions, told in a record byte for byte as Python tells them. The generated text defines before:
// CLAUSE (JSON) and CLAUSE_NAME.
#pragma once

// -- chance, by the name of each event (referee/record/tape.py) -----------------------------------------------------------------
static int32_t clause_at;  // the innermost clause that is being carried out
struct Within { int32_t before; INLINE Within(int32_t now) : before(clause_at) { clause_at = now; } INLINE ~Within() { clause_at = before; } };
static int64_t hand_();
static int64_t named_hand, named_turn;
static int64_t ordinals[CLAUSES];
static void chance_named() {
  int64_t hand = hand_(), turn = S.s_turns;
  if (hand != named_hand || turn != named_turn) { named_hand = hand; named_turn = turn; std::memset(ordinals, 0, sizeof ordinals); }
  event();
  out.put("[\"chance\",\"hand "); out.number(hand); out.put(", turn "); out.number(turn); out.put(", "); out.put(CLAUSE[clause_at]);
  out.put(", "); out.number(ordinals[clause_at]); out.put("\",");
  if (shaken) {
    event_name.forget(secret_size);
    event_name.put("hand "); event_name.number(hand); event_name.put(", turn "); event_name.number(turn); event_name.put(", ");
    event_name.put(CLAUSE_NAME[clause_at]); event_name.put(", "); event_name.number(ordinals[clause_at]);
  }
  ordinals[clause_at]++;
}
inline Pile told_drawn(Where from, int64_t number) {
  if (shaken && in_order(from, number)) return off_the_top(from, number);  // no new event of chance
  chance_named();
  if (shaken) shaken_stock(from);
  Pile r = shaken ? off_the_top(from, number) : drawn(from, number);
  names(out, r);
  out.put(']');
  return r;
}
inline Pile told_picked(const Pile& cards, int64_t number) {
  chance_named();
  Pile r = no_cards();
  if (shaken) {
    std::vector<int32_t> order = kinds_of(cards);
    shaken_order(order);
    for (int64_t i = 0; i < number; i++) r = plus(r, one_of(order[size_t(i)]));
  } else r = picked(cards, number);
  names(out, r);
  out.put(']');
  return r;
}
inline Seq<int64_t> told_rolled(int64_t number, int64_t sides) {
  chance_named();
  Seq<int64_t> r = shaken ? new_seq<int64_t>(number) : rolled(number, sides);
  for (int64_t die = 0, named = int64_t(event_name.size()); shaken && die < number; die++) {
    event_name.forget(size_t(named));
    event_name.put(", die "); event_name.number(die);
    append(r, 1 + shaken_below(uint64_t(sides)));
  }
  plain(out, r);
  out.put(']');
  return r;
}
inline int64_t told_lot(int64_t among) { chance_named(); int64_t r = shaken ? shaken_below(uint64_t(among)) : lot(among); out.number(r); out.put(']'); return r; }
inline Seq<int64_t> shaken_row(Where p) {
  std::vector<int64_t> order(size_t(place_size(p)));
  for (size_t i = 0; i < order.size(); i++) order[i] = int64_t(i);
  shaken_order(order);
  Seq<int64_t> r = new_seq<int64_t>(int64_t(order.size()));
  for (int64_t each : order) append(r, each);
  return r;
}
inline Seq<int64_t> told_shuffled(Where p) {
  chance_named();
  if (shaken && !IS_ROW[p.v]) shaken_stock(p);
  Seq<int64_t> r = shaken && IS_ROW[p.v] ? shaken_row(p) : shaken ? new_seq<int64_t>(0) : shuffled(p);
  if (IS_ROW[p.v]) plain(out, r); else out.put("null");
  out.put(']');
  return r;
}

// -- questions ---------------------------------------------------------------------------------------------------------------------
static int64_t asked_[PLAYERS];
static void put_view(Text& o, int seat);  // the generated text has it
template <class S, class W> void view_told(const S& space, Player decider, Player player, const W& ask) {
  Lane& lane = free_lane();
  Text& view = unseen[decider.v];  // the events come first in it
  if (view.at[-1] == ',') view.at--;
  view.put("],\"view\":");
  put_view(view, decider.v);
  view.put(",\"ask\":{\"id\":"); view.number(asked_[decider.v]); view.put(",\"ask\":"); plain(view, ask);
  view.put(",\"for\":"); view.number(int64_t(player.v)); view.put(",\"space\":");
  describe(view, space, decider);
  view.put("}}");
  out.put(",[\"view\","); out.number(int64_t(decider.v)); out.put(",\"");
  size_t place = room_for_digest();
  out.put("\"]");
  std::swap(lane.text, view);
  nothing_unseen(view);
  put_into(lane, place, ++texts_told, false);
  hash_on();
}
template <class To, class S, class W> To told_ask(const S& space, Player decider, Player player, const W& ask) {
  u128 n = count_of(space);
  if (n == 0) stop(NO_OPTION);
  event();
  out.put("[\"ask\","); out.number(int64_t(decider.v)); out.put(','); out.number(++asked_[decider.v]); out.put(',');
  plain(out, ask); out.put(','); out.number(int64_t(player.v)); out.put(']');
  if (with_views) view_told(space, decider, player, ask);
  u128 at = shaken ? seat_chance[decider.v].below(n) : below(n);
  decisions++;
  mix(uint64_t(n));
  mix(uint64_t(at));
  out.put(",[\"answer\","); out.number(int64_t(decider.v)); out.put(',');
  answer_begin = out.size();
  put_answer(out, space, at);
  answer_end = out.size();
  out.put(']');
  return nth_of<To>(space, at);
}
template <int PLAYER_, int SPACE_, int DECIDER_, int ASK_, class M, class C> M told_together(const Seq<C>& choices) {
  for (int64_t i = 0; i < choices.size(); i++) if (count_of(std::get<SPACE_>(choices[i].t)) == 0) stop(NO_OPTION);
  M r = new_map<typename M::Key, typename M::Value>();
  for (int64_t i = 0; i < choices.size(); i++) {
    const auto& t = choices[i].t;
    Player player = conv<Player>(std::get<PLAYER_>(t));
    map_set(r, std::get<PLAYER_>(t), told_ask<typename M::Value>(std::get<SPACE_>(t), conv<Player>(std::get<DECIDER_>(t)), player, std::get<ASK_>(t)));
  }
  return r;
}

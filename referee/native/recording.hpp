// Chance and questions, told in a record byte for byte as Python tells them. The generated text defines CLAUSE before.
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
  out.put(", "); out.number(ordinals[clause_at]++); out.put("\",");
}
inline Pile told_drawn(Where from, int64_t number) { chance_named(); Pile r = drawn(from, number); names(out, r); out.put(']'); return r; }
inline Pile told_picked(const Pile& cards, int64_t number) { chance_named(); Pile r = picked(cards, number); names(out, r); out.put(']'); return r; }
inline Seq<int64_t> told_rolled(int64_t number, int64_t sides) { chance_named(); Seq<int64_t> r = rolled(number, sides); plain(out, r); out.put(']'); return r; }
inline int64_t told_lot(int64_t among) { chance_named(); int64_t r = lot(among); out.number(r); out.put(']'); return r; }
inline Seq<int64_t> told_shuffled(Where p) {
  chance_named();
  Seq<int64_t> r = shuffled(p);
  if (IS_ROW[p.v]) plain(out, r); else out.put("null");
  out.put(']');
  return r;
}

// -- questions ---------------------------------------------------------------------------------------------------------------------
static int64_t asked_[PLAYERS];
static Text view;
static void put_view(Text& o, int seat);  // the generated text has it
template <class S, class W> void view_told(const S& space, Player decider, Player player, const W& ask) {
  Text& events = unseen[decider.v];
  view.forget(0);
  view.put("{\"events\":[");
  if (events.size()) view.put(events.begin, events.size() - 1);
  events.forget(0);
  view.put("],\"view\":");
  put_view(view, decider.v);
  view.put(",\"ask\":{\"id\":"); view.number(asked_[decider.v]); view.put(",\"ask\":"); plain(view, ask);
  view.put(",\"for\":"); view.number(int64_t(player.v)); view.put(",\"space\":");
  describe(view, space, decider);
  view.put("}}");
  uint8_t digest[32];
  char text[32];
  sha256("", 0, view.begin, view.size(), digest);
  hexed(digest, 16, text);
  out.put(",[\"view\","); out.number(int64_t(decider.v)); out.put(",\""); out.put(text, 32); out.put("\"]");
}
template <class To, class S, class W> To told_ask(const S& space, Player decider, Player player, const W& ask) {
  u128 n = count_of(space);
  if (n == 0) stop(NO_OPTION);
  event();
  out.put("[\"ask\","); out.number(int64_t(decider.v)); out.put(','); out.number(++asked_[decider.v]); out.put(',');
  plain(out, ask); out.put(','); out.number(int64_t(player.v)); out.put(']');
  if (with_views) view_told(space, decider, player, ask);
  u128 at = below(n);
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

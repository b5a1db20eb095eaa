// Questions where play stops until somebody answers. A step is carried out again from its beginning with the answers that
// were given since; behind the last of them the way out is a jump. Chance has a counter, so that it is the same again.
#pragma once
#include <csetjmp>
#include <exception>

constexpr int64_t DRAWN = -1;  // an answer that the chance of the match draws
struct Question { int32_t decider, player, ask; u128 count; };
struct Paused {};
static Question question;
static const std::vector<int64_t>* given;
static size_t way_at;
static jmp_buf paused;
static void look_at_question();  // what is told of it, while the table stands there

INLINE int32_t atom_of(Atom a) { return a.v; }
template <class T> INLINE int32_t atom_of(const T&) { return 0; }
template <class T> INLINE int32_t atom_of(const Maybe<T>& a) { return a.has ? atom_of(a.v) : 0; }

[[noreturn]] static void leave() {
  look_at_question();
  if (std::current_exception()) throw Paused{};  // a rule asks while it catches: what is caught is to be let go
  longjmp(paused, 1);
}
INLINE u128 answered(u128 n, Player decider, Player player, int32_t word) {
  if (way_at == given->size()) {
    question = {decider.v, player.v, word, n};
    leave();
  }
  int64_t at = (*given)[way_at++];
  return at == DRAWN ? below(n) : u128(at);
}
template <class To, class S, class W> INLINE To asked(const S& space, Player decider, Player player, const W& word) {
  Seen<S> seen(space);
  u128 n = seen.count();
  if (n == 0) stop(NO_OPTION);
  return seen.template nth<To>(answered(n, decider, player, atom_of(word)));
}
template <int PLAYER_, int SPACE_, int DECIDER_, int ASK_, class M, class C> M asked_together(const Seq<C>& choices) {
  for (int64_t i = 0; i < choices.size(); i++) if (count_of(std::get<SPACE_>(choices[i].t)) == 0) stop(NO_OPTION);
  M r = new_map<typename M::Key, typename M::Value>();
  for (int64_t i = 0; i < choices.size(); i++) {
    const auto& t = choices[i].t;
    map_set(r, std::get<PLAYER_>(t),
            asked<typename M::Value>(std::get<SPACE_>(t), conv<Player>(std::get<DECIDER_>(t)), conv<Player>(std::get<PLAYER_>(t)), std::get<ASK_>(t)));
  }
  return r;
}

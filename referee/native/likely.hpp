// Answers in matches that are played on from an imagined position (referee/play/playing_on.py does the same): first the
// one that is looked at, then what looks best to whoever is asked. Play is cut where that says (referee/play/horizon.py).
// The generated text defines before: HORIZON, HANDS, MOST_APPRAISED, and hand_ and is_evaluated behind.
#pragma once

struct Cut {};
static int64_t first_answer;  // the number of the answer that is looked at; below 0 once it was given
static int64_t answers_given, hand_at_first, turns_at_first;
static int64_t hand_();
static bool is_evaluated();

static bool are_over() { return hand_() - hand_at_first >= HANDS; }
static void look_ahead() {
  if (++answers_given > HORIZON || are_over()) throw Cut{};
  if (S.s_turns > turns_at_first && is_evaluated()) throw Cut{};
}
template <class T> INLINE bool better(const T& a, const T& b) { return cmp(a, b) > 0; }
template <class T> INLINE bool better(const Maybe<T>& a, const Maybe<T>& b) { return a.has && (!b.has || cmp(a.v, b.v) > 0); }
template <class T> INLINE bool says_something(const T&) { return true; }
template <class T> INLINE bool says_something(const Maybe<T>& a) { return a.has; }

// A choice of cards that is put together card by card (put_together in Python). What holds one of several spaces, or
// none, is looked into; the generated text says which spaces are choices of cards.
template <class S> struct Cards_ { template <class To, class F, class W> static bool put(const S&, u128, F&, To&, W&) { return false; } };
template <class T> struct Cards_<Maybe<T>> {
  template <class To, class F, class W> static bool put(const Maybe<T>& m, u128 n, F& appraise, To& to, W& its) { return Cards_<T>::put(m.v, n, appraise, to, its); }
};
template <class... Ts> struct Cards_<Union<Ts...>> {
  template <class To, class F, class W, size_t... I> static bool put_(const Union<Ts...>& u, u128 n, F& appraise, To& to, W& its, std::index_sequence<I...>) {
    bool is = false;
    (void)((u.tag == int(I) && ((is = Cards_<Ts>::put(std::get<I>(u.v), n, appraise, to, its)), true)) || ...);
    return is;
  }
  template <class To, class F, class W> static bool put(const Union<Ts...>& u, u128 n, F& appraise, To& to, W& its) { return put_(u, n, appraise, to, its, std::index_sequence_for<Ts...>{}); }
};
template <class To, class F, class W> bool put_together(const Pile& pile, int64_t least, int64_t most, u128 n, F& appraise, To& to, W& its) {
  if (n <= u128(MOST_CHOICES)) return false;
  Pile chosen = no_cards(), rest = pile;
  int64_t size = 0, left = size_of(pile);
  if (least <= 0) its = appraise(conv<To>(chosen));
  while (size < most && left > 0) {
    Pile best = no_cards();
    W worth;
    bool any = false;
    each_kind(rest, [&](int64_t kind, int64_t) {
      Pile more = plus(chosen, one_of(kind));
      W with = appraise(conv<To>(more));
      if (any && !better(with, worth)) return;
      best = more, worth = with, any = true;
    });
    if (size >= least && !better(worth, its)) break;
    chosen = best, its = worth, rest = minus(pile, chosen), size++, left--;
  }
  to = conv<To>(chosen);
  return true;
}
template <class To, class S_, class F> INLINE To likely(const S_& space, F appraise) {
  Seen<S_> seen(space);
  u128 n = seen.count();
  if (n == 0) stop(NO_OPTION);
  if (is_known()) return seen.template nth<To>(u128(*known++));
  if (first_answer >= 0) {
    u128 at = u128(first_answer);
    first_answer = -1;
    hand_at_first = hand_();
    turns_at_first = S.s_turns;
    return seen.template nth<To>(at);
  }
  look_ahead();
  if (n == 1) return seen.template nth<To>(0);
  if constexpr (std::is_same_v<F, std::nullptr_t>) return seen.template nth<To>(below(n));
  else {
    typedef decltype(appraise(std::declval<To>())) Worth;
    To best;
    Worth its;
    bool any = false;
    auto look = [&](const To& answer, auto before) {
      Worth worth = appraise(answer);
      if (any && !better(worth, its) && (better(its, worth) || !before())) return false;
      best = answer, its = worth, any = true;
      return true;
    };
    if (Cards_<S_>::put(space, n, appraise, best, its)) {}
    else if (n <= u128(MOST_APPRAISED)) seen.template each<To>(look);
    else for (u128 i = 0, apart = n / MOST_APPRAISED; i < u128(MOST_APPRAISED); i++) look(seen.template nth<To>(i * apart), never_before);
    return says_something(its) ? best : seen.template nth<To>(below(n));
  }
}
template <int PLAYER_, int SPACE_, class M, class C, class F> M likely_together(const Seq<C>& choices, F appraise) {
  for (int64_t i = 0; i < choices.size(); i++) if (count_of(std::get<SPACE_>(choices[i].t)) == 0) stop(NO_OPTION);
  M r = new_map<typename M::Key, typename M::Value>();
  for (int64_t i = 0; i < choices.size(); i++) {
    const auto& t = choices[i].t;
    if constexpr (std::is_same_v<F, std::nullptr_t>) map_set(r, std::get<PLAYER_>(t), likely<typename M::Value>(std::get<SPACE_>(t), nullptr));
    else map_set(r, std::get<PLAYER_>(t), likely<typename M::Value>(std::get<SPACE_>(t), [&](const auto& answer) { return appraise(t, answer); }));
  }
  return r;
}

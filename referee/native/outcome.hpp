// Outcomes and digests natively.
#pragma once

// A claim that does not hold stops the match, with its number behind this one.
constexpr int32_t CLAIM = 1000;
static const uint8_t* wanted_claims;
INLINE bool is_wanted(int claim) { return wanted_claims && wanted_claims[claim]; }
// A number that a claim says falls from step to step, and is never below 0 while play goes on.
template <class T> struct Measure {
  T before;
  bool looked;
  void begin() { looked = false; }
  bool falls(const T& now) {
    bool fell = cmp(now, conv<T>(int64_t(0))) >= 0 && (!looked || cmp(now, before) < 0);
    before = now;
    looked = true;
    return S.ended || fell;
  }
};

// -- the end, and what a match leaves: everything in the digest is there in Python's play too --------------------------------
INLINE void told(Never) {}
INLINE void told(int64_t a) { mix(uint64_t(a)); }
INLINE void told(bool a) { mix(a); }
INLINE void told(Player a) { mix(uint64_t(a.v)); }
INLINE void told(const Wide& a) { mix(a.w[0]); }
#ifdef SEARCHED  // answers are told apart: cards by their places, as nobody may know what lies there
INLINE void told(const Pile& a) { EACH_WORD mix(a.w[i]); }
#else
INLINE void told(const Pile& a) { mix(packed(a).w[0]); }
#endif
INLINE void told(Fraction a) { mix(uint64_t(a.n)); if (a.d != 1) mix(uint64_t(a.d)); }
INLINE void told(Where) {}
static const uint64_t* atom_codes;
INLINE void told(Atom a) { mix(atom_codes[a.v]); }
#ifdef SEARCHED
INLINE void told(const Laid& a) {
  for (int p = 0; p < PLACES; p++) if (IS_ROW[p])
    for (int64_t i = 0; i < S.row[p].size(); i++) if (S.row[p][i].number == a.number) { mix(uint64_t(p)); mix(uint64_t(i)); return; }
  mix(uint64_t(a.kind));
}
#else
INLINE void told(const Laid& a) { mix(uint64_t(a.kind)); }
#endif
template <class T> INLINE void told(T*) {}
template <class T> void told(const Seq<T>& a);
template <class T> void told(const Maybe<T>& a);
template <int G, class... Ts> void told(const Rec<G, Ts...>& a);
template <class... Ts> void told(const Union<Ts...>& a);
template <class K, class V> void told(const Map<K, V>&) {}
template <class T> void told(const Seq<T>& a) { mix(uint64_t(a.size())); for (int64_t i = 0; i < a.size(); i++) told(a[i]); }
template <class T> void told(const Maybe<T>& a) { if (a.has) told(a.v); else told(Atom{0}); }
template <int G, class... Ts> void told(const Rec<G, Ts...>& a) { mix(sizeof...(Ts)); std::apply([](const auto&... each) { (told(each), ...); }, a.t); }
template <class... Ts, size_t... I> void told_alt(const Union<Ts...>& a, std::index_sequence<I...>) { (void)((a.tag == int(I) && (told(std::get<I>(a.v)), true)) || ...); }
template <class... Ts> void told(const Union<Ts...>& a) { told_alt(a, std::index_sequence_for<Ts...>{}); }

struct Outcome { uint64_t digest; int32_t rank[PLAYERS], reason; int64_t payoff[PLAYERS][2]; };
static Outcome outcome;
INLINE void keep_payoff(int seat, int64_t a) { outcome.payoff[seat][0] = a, outcome.payoff[seat][1] = 1; }
INLINE void keep_payoff(int seat, Fraction a) { outcome.payoff[seat][0] = a.n, outcome.payoff[seat][1] = a.d; }
INLINE void keep_payoff(int seat, const Wide& a) { keep_payoff(seat, narrow(a)); }
template <class A, class B> void end_game(const Seq<A>& scores, const Seq<B>& payoffs, Atom reason) {
  S.ended = true;
  outcome.reason = reason.v;
  uint64_t before = digest;
  digest = 0xCBF29CE484222325ull;
  for (int i = 0; i < PLAYERS; i++) {
    int32_t rank = 1;
    for (int j = 0; j < PLAYERS; j++) rank += cmp(scores[j], scores[i]) < 0;
    outcome.rank[i] = rank;
    keep_payoff(i, payoffs[i]);
    told(scores[i]);
    told(payoffs[i]);
  }
  outcome.digest = digest;
  digest = before;
}
template <class T> void same_payoffs(const Seq<T>& payoffs) { for (int64_t i = 0; i < payoffs.size(); i++) if (!eq(payoffs[i], payoffs[0])) stop(RAISED); }

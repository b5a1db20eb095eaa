// Questions natively.
#pragma once

// -- spaces: how many answers there are, and which is the n-th; as the kernel's (referee/kernel/spaces.py and others) -----
template <class S> u128 count_of(const S& space);
template <class To, class S> To nth_of(const S& space, u128 n);

struct Selection_ {
  static int kinds(const Pile& pile, int64_t* kind, int64_t* number) { int n = 0; each_kind(pile, [&](int64_t k, int64_t c) { kind[n] = k; number[n++] = c; }); return n; }
  // ways[i][k]: how many selections of k cards the kinds from the i-th on allow.
  static void table(int n, const int64_t* number, int64_t most, std::vector<u128>& ways) {
    ways.assign(size_t((n + 1) * (most + 1)), 0);
    ways[size_t(n * (most + 1))] = 1;
    for (int i = n - 1; i >= 0; i--) for (int64_t k = 0; k <= most; k++) {
      u128 sum = 0;
      for (int64_t j = std::max<int64_t>(0, k - number[i]); j <= k; j++) {
        u128 w = ways[size_t((i + 1) * (most + 1) + j)];
        if (sum + w < sum) stop(OVERFLOW_);
        sum += w;
      }
      ways[size_t(i * (most + 1) + k)] = sum;
    }
  }
  static u128 count(const Pile& pile, int64_t least, int64_t most) {
    int64_t size = size_of(pile);
    if (most > size) most = size;
    if (least < 0) least = 0;
    if (most < least) return 0;
    if (least == 0 && most == 0) return 1;
    int64_t kind[KINDS + 1], number[KINDS + 1];
    int n = kinds(pile, kind, number);
    if (least == 1 && most == 1) return u128(n);
    std::vector<u128> ways;
    table(n, number, most, ways);
    u128 sum = 0;
    for (int64_t k = least; k <= most; k++) { u128 w = ways[size_t(k)]; if (sum + w < sum) stop(OVERFLOW_); sum += w; }
    return sum;
  }
  static Pile nth(const Pile& pile, int64_t least, int64_t most, u128 at) {
    int64_t size = size_of(pile);
    if (most > size) most = size;
    if (least < 0) least = 0;
    int64_t kind[KINDS + 1], number[KINDS + 1];
    int n = kinds(pile, kind, number);
    if (least == 1 && most == 1) return one_of(kind[int64_t(at)]);
    std::vector<u128> ways;
    table(n, number, most, ways);
    int64_t left = least;
    for (; left <= most; left++) { u128 w = ways[size_t(left)]; if (at < w) break; at -= w; }
    Pile chosen = no_cards();
    for (int i = 0; i < n && left; i++) {
      int64_t taken = 0;
      for (; taken <= std::min(number[i], left); taken++) { u128 w = ways[size_t((i + 1) * (most + 1) + left - taken)]; if (at < w) break; at -= w; }
      chosen = plus(chosen, times(one_of(kind[i]), taken));
      left -= taken;
    }
    return chosen;
  }
};
inline Pile nth_one(const Pile& pile, u128 at) {
  int64_t left = int64_t(at), found = -1;
  each_kind(pile, [&](int64_t k, int64_t) { if (left-- == 0) found = k; });
  return one_of(found);
}
inline u128 count_some(int64_t among, int64_t least, int64_t most) {
  most = std::min(most, among);
  u128 sum = 0;
  for (int64_t size = std::max<int64_t>(least, 0); size <= most; size++) { u128 w = choose(among, size); if (sum + w < sum) stop(OVERFLOW_); sum += w; }
  return sum;
}
inline Seq<Laid> nth_some(const Seq<Laid>& among, int64_t least, u128 at) {
  int64_t n = among.size(), size = std::max<int64_t>(least, 0);
  while (at >= choose(n, size)) at -= choose(n, size), size++;
  Seq<Laid> r = new_seq<Laid>(size);
  for (int64_t place = 1; place <= n; place++) {
    u128 ways = r.size() < size ? choose(n - place, size - r.size() - 1) : 0;
    if (at < ways) append(r, Laid(among[place - 1])); else at -= ways;
  }
  return r;
}
#ifdef EXPLORED
inline Pile picked(const Pile& cards, int64_t number) {
  if (number > size_of(cards) || number < 0) stop(SHORTAGE);
  return Selection_::nth(cards, number, number, below(Selection_::count(cards, number, number)));
}
#endif
template <class Space> struct SpaceOf;  // the generated text says what each space is
template <class S> INLINE u128 count_of(const S& space) { return SpaceOf<S>::count(space); }
template <class To, class S> INLINE To nth_of(const S& space, u128 n) { return SpaceOf<S>::template nth<To>(space, n); }
template <class... Ts> struct SpaceOf<Union<Ts...>> {
  typedef Union<Ts...> U;
  template <size_t... I> static u128 count_(const U& u, std::index_sequence<I...>) { u128 r = 0; (void)((u.tag == int(I) && ((r = count_of(std::get<I>(u.v))), true)) || ...); return r; }
  static u128 count(const U& u) { return count_(u, std::index_sequence_for<Ts...>{}); }
  template <class To, size_t... I> static To nth_(const U& u, u128 n, std::index_sequence<I...>) { To r; (void)((u.tag == int(I) && ((r = nth_of<To>(std::get<I>(u.v), n)), true)) || ...); return r; }
  template <class To> static To nth(const U& u, u128 n) { return nth_<To>(u, n, std::index_sequence_for<Ts...>{}); }
};
template <class T> struct SpaceOf<Maybe<T>> {
  static u128 count(const Maybe<T>& m) { if (!m.has) stop(RAISED); return count_of(m.v); }
  template <class To> static To nth(const Maybe<T>& m, u128 n) { return nth_of<To>(m.v, n); }
};
template <class R, class K, class A> INLINE R armed(const K& key, const A& answer) {
  R r;
  std::get<0>(r.t) = conv<std::tuple_element_t<0, decltype(r.t)>>(key);
  std::get<1>(r.t) = conv<std::tuple_element_t<1, decltype(r.t)>>(answer);
  return r;
}
template <class To> struct Answer1;
template <int G, class K, class A> struct Answer1<Rec<G, K, A>> { typedef A type; };
template <class K, class V> struct SpaceOf<Map<K, V>> {
  static u128 count(const Map<K, V>& m) { u128 r = 0; for (int64_t i = 0; i < m.size(); i++) r += count_of(m.b->values[i]); return r; }
  template <class To> static To nth(const Map<K, V>& m, u128 n) {
    typedef typename Answer1<To>::type A;
    for (int64_t i = 0; i < m.size(); i++) {
      u128 ways = count_of(m.b->values[i]);
      if (n < ways) return armed<To>(m.b->keys[i], nth_of<A>(m.b->values[i], n));
      n -= ways;
    }
    stop(RAISED);
  }
};
template <int... KEY, class... Ss> struct SpaceOf<ArmsOf<Arm<KEY, Ss>...>> {
  typedef ArmsOf<Arm<KEY, Ss>...> Arms;
  template <size_t... I> static u128 count_(const Arms& a, std::index_sequence<I...>) { return (u128(0) + ... + (std::get<I>(a.t).there ? count_of(std::get<I>(a.t).space) : u128(0))); }
  static u128 count(const Arms& a) { return count_(a, std::index_sequence_for<Ss...>{}); }
  template <class To, int K, class S> static bool try_(To& to, const Arm<K, S>& arm, u128& n) {
    if (!arm.there) return false;
    u128 ways = count_of(arm.space);
    if (n >= ways) { n -= ways; return false; }
    to = armed<To>(Atom{K}, nth_of<typename Answer1<To>::type>(arm.space, n));
    return true;
  }
  template <class To, size_t... I> static To nth_(const Arms& a, u128 n, std::index_sequence<I...>) { To r; if (!(try_(r, std::get<I>(a.t), n) || ...)) stop(RAISED); return r; }
  template <class To> static To nth(const Arms& a, u128 n) { return nth_<To>(a, n, std::index_sequence_for<Ss...>{}); }
};
template <class To, class T> INLINE To nth_item(const Seq<T>& s, u128 n) { return conv<To>(s[int64_t(n)]); }
template <class To, int G, class... Ts, size_t... I> To nth_part(const Rec<G, Ts...>& r, u128 n, std::index_sequence<I...>) { To to; (void)((n == I && ((to = conv<To>(std::get<I>(r.t))), true)) || ...); return to; }
template <class To, int G, class... Ts> To nth_item(const Rec<G, Ts...>& r, u128 n) { return nth_part<To>(r, n, std::index_sequence_for<Ts...>{}); }
template <class T> INLINE u128 many_items(const Seq<T>& s) { return u128(s.size()); }
template <int G, class... Ts> INLINE u128 many_items(const Rec<G, Ts...>&) { return sizeof...(Ts); }
template <class T> Seq<T> seq_of_each(const T* each) { Seq<T> r = new_seq<T>(PLAYERS); for (int i = 0; i < PLAYERS; i++) append(r, each[i]); return r; }
template <class T> Seq<T> seq_of_money() { Seq<T> r = new_seq<T>(PLAYERS + 1); for (int i = 0; i <= PLAYERS; i++) append(r, conv<T>(S.money[i])); return r; }
template <class B> INLINE bool left_out(int64_t least, int64_t most, const B& but, int64_t& which) {
  if constexpr (std::is_same_v<B, Atom>) return false;
  else if constexpr (is_maybe<B>::value) { if (!but.has) return false; which = conv<int64_t>(but.v); }
  else which = conv<int64_t>(but);
  return least <= which && which <= most;
}
template <class B> u128 numbers_count(int64_t least, int64_t most, const B& but) { int64_t w; int64_t n = most - least + 1 - left_out(least, most, but, w); return n > 0 ? u128(n) : 0; }
template <class B> int64_t numbers_nth(int64_t least, int64_t most, const B& but, u128 n) { int64_t w, r = least + int64_t(n); return left_out(least, most, but, w) && r >= w ? r + 1 : r; }
template <class T> INLINE int64_t small_count(const T& space) { u128 n = count_of(space); if (n > u128(INT64_MAX)) stop(OVERFLOW_); return int64_t(n); }

INLINE bool never_before() { return false; }
// A space that is looked at once, for how many answers there are and for one of them. `each` gives them in any order, each
// with what says whether it comes before the one that was kept last of those of this space.
template <class S> struct Seen {
  const S& space;
  u128 ways;
  INLINE Seen(const S& space, bool there = true) : space(space), ways(there ? count_of(space) : 0) {}
  INLINE u128 count() const { return ways; }
  template <class To> INLINE To nth(u128 n) const { return nth_of<To>(space, n); }
  template <class To, class F> INLINE void each(F f) const { for (u128 n = 0; n < ways; n++) f(nth_of<To>(space, n), never_before); }
};
template <int KEY, class S> struct SeenArm : Seen<S> { INLINE SeenArm(const Arm<KEY, S>& arm) : Seen<S>(arm.space, arm.there) {} };
template <int... KEY, class... Ss> struct Seen<ArmsOf<Arm<KEY, Ss>...>> {
  std::tuple<SeenArm<KEY, Ss>...> arms;
  INLINE Seen(const ArmsOf<Arm<KEY, Ss>...>& all, bool there = true) : arms(all.t) {}
  INLINE u128 count() const { return std::apply([](const auto&... each) { return (u128(0) + ... + each.count()); }, arms); }
  template <class To, int K, class S> INLINE static bool try_(To& to, const SeenArm<K, S>& arm, u128& n) {
    u128 ways = arm.count();
    if (n >= ways) { n -= ways; return false; }
    to = armed<To>(Atom{K}, arm.template nth<typename Answer1<To>::type>(n));
    return true;
  }
  template <class To> INLINE To nth(u128 n) const { To r; if (!std::apply([&](const auto&... each) { return (try_(r, each, n) || ...); }, arms)) stop(RAISED); return r; }
  template <class To, int K, class S, class F> INLINE static void each_of(const SeenArm<K, S>& arm, F f) {
    if (arm.count()) arm.template each<typename Answer1<To>::type>([&](const auto& answer, auto before) { return f(armed<To>(Atom{K}, answer), before); });
  }
  template <class To, class F> INLINE void each(F f) const { std::apply([&](const auto&... each) { (each_of<To>(each, f), ...); }, arms); }
};
template <class To, class S> INLINE To ask(const S& space) {
  Seen<S> seen(space);
  u128 n = seen.count();
  if (n == 0) stop(NO_OPTION);
  u128 at = below(n);
  decisions++;
  mix(uint64_t(n));
  mix(uint64_t(at));
  return seen.template nth<To>(at);
}
template <int PLAYER_, int SPACE_, class M, class C> M together(const Seq<C>& choices) {
  for (int64_t i = 0; i < choices.size(); i++) if (count_of(std::get<SPACE_>(choices[i].t)) == 0) stop(NO_OPTION);
  M r = new_map<typename M::Key, typename M::Value>();
  for (int64_t i = 0; i < choices.size(); i++) map_set(r, std::get<PLAYER_>(choices[i].t), ask<typename M::Value>(std::get<SPACE_>(choices[i].t)));
  return r;
}


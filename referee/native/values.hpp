// Things of several parts: records, alternatives, sequences, dictionaries; how they compare, and how one becomes another.
#pragma once

// -- things of several parts ------------------------------------------------------------------------------------------
template <class T> struct Body { T* data; int64_t n, cap; };
template <class T> struct Seq {
  typedef T Item;
  Body<T>* b;
  INLINE int64_t size() const { return b->n; }
  INLINE T& operator[](int64_t i) const { return b->data[i]; }
};
template <class T> INLINE Seq<T> new_seq(int64_t cap) {
  constexpr size_t HEAD = (sizeof(Body<T>) + 15) & ~size_t(15);
  auto* b = static_cast<Body<T>*>(room->take(HEAD + sizeof(T) * size_t(cap)));
  b->data = reinterpret_cast<T*>(reinterpret_cast<char*>(b) + HEAD);
  b->n = 0;
  b->cap = cap;
  return {b};
}
// Something is put into most lists: what is small has room for it at once.
template <class T> INLINE Seq<T> new_list() { return new_seq<T>(sizeof(T) <= 64 ? 4 : 0); }
template <class T> INLINE void append(Seq<T> s, const T& item) {
  Body<T>* b = s.b;
  if (b->n == b->cap) {
    int64_t cap = b->cap ? 2 * b->cap : 4;
    T* data = make<T>(size_t(cap));
    if (b->n) std::memcpy(static_cast<void*>(data), static_cast<void*>(b->data), sizeof(T) * size_t(b->n));
    b->data = data;
    b->cap = cap;
  }
  b->data[b->n++] = item;
}
template <class T> struct Maybe { bool has; T v; };
template <int TAG, class... Ts> struct Rec { std::tuple<Ts...> t; };
template <class... Ts> struct Union { int32_t tag; std::tuple<Ts...> v; };
template <int KEY, class S> struct Arm { bool there; S space; };
template <class... As> struct ArmsOf { std::tuple<As...> t; };
struct Laid { int32_t kind, link; int64_t number; uint64_t marks; };
template <int I, class R> INLINE auto& part(R& r) { return std::get<I>(r.t); }
template <int I, class R> INLINE const auto& part(const R& r) { return std::get<I>(r.t); }


// equality
INLINE bool eq(Never, Never) { return true; }
INLINE bool eq(int64_t a, int64_t b) { return a == b; }
INLINE bool eq(bool a, bool b) { return a == b; }
INLINE bool eq(Atom a, Atom b) { return a.v == b.v; }
INLINE bool eq(Player a, Player b) { return a.v == b.v; }
INLINE bool eq(Where a, Where b) { return a.v == b.v; }
INLINE bool eq(Fraction a, Fraction b) { return a.n == b.n && a.d == b.d; }
INLINE bool eq(const Wide& a, const Wide& b) { return !std::memcmp(&a, &b, sizeof a); }
INLINE bool eq(const Pile& a, const Pile& b) { uint64_t d = 0; EACH_WORD d |= a.w[i] ^ b.w[i]; return !d; }
INLINE bool eq(const Laid& a, const Laid& b) { return a.kind == b.kind && a.number == b.number && a.link == b.link && a.marks == b.marks; }
template <class T> INLINE bool eq(T* a, T* b) { return a == b; }
template <class T> bool eq(const Seq<T>& a, const Seq<T>& b);
template <class T> bool eq(const Maybe<T>& a, const Maybe<T>& b);
template <int G, class... Ts> bool eq(const Rec<G, Ts...>& a, const Rec<G, Ts...>& b);
template <class... Ts> bool eq(const Union<Ts...>& a, const Union<Ts...>& b);
template <class T> bool eq(const Seq<T>& a, const Seq<T>& b) {
  if (a.size() != b.size()) return false;
  for (int64_t i = 0; i < a.size(); i++) if (!eq(a[i], b[i])) return false;
  return true;
}
template <class T> bool eq(const Maybe<T>& a, const Maybe<T>& b) { return a.has == b.has && (!a.has || eq(a.v, b.v)); }
template <class A, class B, size_t... I> bool eq_parts(const A& a, const B& b, std::index_sequence<I...>) { return (eq(std::get<I>(a), std::get<I>(b)) && ...); }
template <int G, class... Ts> bool eq(const Rec<G, Ts...>& a, const Rec<G, Ts...>& b) { return eq_parts(a.t, b.t, std::index_sequence_for<Ts...>{}); }
template <class... Ts, size_t... I> bool eq_alt(const Union<Ts...>& a, const Union<Ts...>& b, std::index_sequence<I...>) {
  return ((a.tag == int(I) && eq(std::get<I>(a.v), std::get<I>(b.v))) || ...);
}
template <class... Ts> bool eq(const Union<Ts...>& a, const Union<Ts...>& b) { return a.tag == b.tag && eq_alt(a, b, std::index_sequence_for<Ts...>{}); }

// order: of words as Python has it; other atoms have none
static const int32_t* atom_ranks;
INLINE int cmp(Atom a, Atom b) { int32_t x = atom_ranks[a.v], y = atom_ranks[b.v]; if (x < 0 || y < 0) stop(RAISED); return x - y; }
INLINE int cmp(Never, Never) { return 0; }
INLINE int cmp(int64_t a, int64_t b) { return a < b ? -1 : a > b; }
INLINE int cmp(bool a, bool b) { return int(a) - int(b); }
INLINE int cmp(Player a, Player b) { return cmp(int64_t(a.v), int64_t(b.v)); }
INLINE int cmp(Fraction a, Fraction b) { i128 x = i128(a.n) * b.d, y = i128(b.n) * a.d; return x < y ? -1 : x > y; }
INLINE int cmp(const Wide& a, const Wide& b) {
  if (a.negative() != b.negative()) return a.negative() ? -1 : 1;
  for (int i = WIDE_WORDS - 1; i >= 0; i--) if (a.w[i] != b.w[i]) return a.w[i] < b.w[i] ? -1 : 1;
  return 0;
}
template <class T> int cmp(const Seq<T>& a, const Seq<T>& b);
template <int G, class... Ts> int cmp(const Rec<G, Ts...>& a, const Rec<G, Ts...>& b);
template <class T> int cmp(const Seq<T>& a, const Seq<T>& b) {
  for (int64_t i = 0; i < a.size() && i < b.size(); i++) if (!eq(a[i], b[i])) return cmp(a[i], b[i]);
  return cmp(a.size(), b.size());
}
template <class A, size_t... I> int cmp_parts(const A& a, const A& b, std::index_sequence<I...>) {
  int found = 0;
  (void)((found = eq(std::get<I>(a), std::get<I>(b)) ? 0 : cmp(std::get<I>(a), std::get<I>(b)), found != 0) || ...);
  return found;
}
template <int G, class... Ts> int cmp(const Rec<G, Ts...>& a, const Rec<G, Ts...>& b) { return cmp_parts(a.t, b.t, std::index_sequence_for<Ts...>{}); }

// hashes, for dictionaries and what is remembered
INLINE uint64_t stirred(uint64_t h, uint64_t x) { h ^= x; h *= 0x9E3779B97F4A7C15ull; return h ^ (h >> 29); }
INLINE uint64_t hashed(uint64_t h, Never) { return h; }
INLINE uint64_t hashed(uint64_t h, int64_t a) { return stirred(h, uint64_t(a)); }
INLINE uint64_t hashed(uint64_t h, bool a) { return stirred(h, a); }
INLINE uint64_t hashed(uint64_t h, Atom a) { return stirred(h, uint64_t(a.v)); }
INLINE uint64_t hashed(uint64_t h, Player a) { return stirred(h, uint64_t(a.v)); }
INLINE uint64_t hashed(uint64_t h, Where a) { return stirred(h, uint64_t(a.v)); }
INLINE uint64_t hashed(uint64_t h, Fraction a) { return stirred(stirred(h, uint64_t(a.n)), uint64_t(a.d)); }
INLINE uint64_t hashed(uint64_t h, const Wide& a) { for (int i = 0; i < WIDE_WORDS; i++) h = stirred(h, a.w[i]); return h; }
INLINE uint64_t hashed(uint64_t h, const Pile& a) { EACH_WORD h = stirred(h, a.w[i]); return h; }
INLINE uint64_t hashed(uint64_t h, const Laid& a) { return stirred(stirred(stirred(h, uint64_t(a.kind)), uint64_t(a.number)), a.marks ^ uint64_t(a.link)); }
template <class T> uint64_t hashed(uint64_t h, const Seq<T>& a);
template <class T> uint64_t hashed(uint64_t h, const Maybe<T>& a);
template <int G, class... Ts> uint64_t hashed(uint64_t h, const Rec<G, Ts...>& a);
template <class... Ts> uint64_t hashed(uint64_t h, const Union<Ts...>& a);
template <class T> uint64_t hashed(uint64_t h, const Seq<T>& a) { h = stirred(h, uint64_t(a.size())); for (int64_t i = 0; i < a.size(); i++) h = hashed(h, a[i]); return h; }
template <class T> uint64_t hashed(uint64_t h, const Maybe<T>& a) { return a.has ? hashed(stirred(h, 1), a.v) : stirred(h, 0); }
template <class A, size_t... I> uint64_t hashed_parts(uint64_t h, const A& a, std::index_sequence<I...>) { ((h = hashed(h, std::get<I>(a))), ...); return h; }
template <int G, class... Ts> uint64_t hashed(uint64_t h, const Rec<G, Ts...>& a) { return hashed_parts(h, a.t, std::index_sequence_for<Ts...>{}); }
template <class... Ts, size_t... I> uint64_t hashed_alt(uint64_t h, const Union<Ts...>& a, std::index_sequence<I...>) { (void)((a.tag == int(I) && (h = hashed(h, std::get<I>(a.v)), true)) || ...); return h; }
template <class... Ts> uint64_t hashed(uint64_t h, const Union<Ts...>& a) { return hashed_alt(stirred(h, uint64_t(a.tag)), a, std::index_sequence_for<Ts...>{}); }

// A dictionary in the order in which keys came; a long one has an index of its hashes.
template <class K, class V> struct MapBody { Seq<K> keys; Seq<V> values; int32_t* index; int64_t room_of; };
template <class K, class V> struct Map { typedef K Key; typedef V Value; MapBody<K, V>* b; INLINE int64_t size() const { return b->keys.size(); } };
template <class K, class V> Map<K, V> new_map() { auto* b = make<MapBody<K, V>>(1); b->keys = new_seq<K>(4); b->values = new_seq<V>(4); b->index = nullptr; b->room_of = 0; return {b}; }
template <class K, class V> void reindex(Map<K, V> m) {
  auto* b = m.b;
  b->room_of = 64;
  while (b->room_of < 4 * (m.size() + 1)) b->room_of *= 2;
  b->index = make<int32_t>(size_t(b->room_of));
  std::memset(b->index, 0xff, sizeof(int32_t) * size_t(b->room_of));
  for (int64_t i = 0; i < m.size(); i++) {
    uint64_t at = hashed(0, b->keys[i]) & uint64_t(b->room_of - 1);
    while (b->index[at] >= 0) at = (at + 1) & uint64_t(b->room_of - 1);
    b->index[at] = int32_t(i);
  }
}
template <class K, class V> int64_t find(Map<K, V> m, const K& key) {
  auto* b = m.b;
  if (!b->index) {
    for (int64_t i = 0; i < m.size(); i++) if (eq(b->keys[i], key)) return i;
    return -1;
  }
  uint64_t at = hashed(0, key) & uint64_t(b->room_of - 1);
  while (b->index[at] >= 0) {
    if (eq(b->keys[b->index[at]], key)) return b->index[at];
    at = (at + 1) & uint64_t(b->room_of - 1);
  }
  return -1;
}
template <class K, class V> int64_t put_new(Map<K, V> m, const K& key, const V& value) {
  append(m.b->keys, key);
  append(m.b->values, value);
  int64_t i = m.size() - 1;
  if (m.b->index && 2 * m.size() < m.b->room_of) {
    uint64_t at = hashed(0, key) & uint64_t(m.b->room_of - 1);
    while (m.b->index[at] >= 0) at = (at + 1) & uint64_t(m.b->room_of - 1);
    m.b->index[at] = int32_t(i);
  } else if (m.size() > 12) reindex(m);
  return i;
}
template <class K, class V> void map_set(Map<K, V> m, const K& key, const V& value) {
  int64_t i = find(m, key);
  if (i >= 0) m.b->values[i] = value; else put_new(m, key, value);
}
template <class K, class V> V setdefault(Map<K, V> m, const K& key, const V& value) {
  int64_t i = find(m, key);
  return m.b->values[i >= 0 ? i : put_new(m, key, value)];
}
template <class K, class V> V map_item(Map<K, V> m, const K& key) { int64_t i = find(m, key); if (i < 0) stop(RAISED); return m.b->values[i]; }
template <class K, class V> void map_del(Map<K, V> m, const K& key) {
  int64_t i = find(m, key);
  if (i < 0) stop(RAISED);
  for (int64_t j = i; j + 1 < m.size(); j++) m.b->keys[j] = m.b->keys[j + 1], m.b->values[j] = m.b->values[j + 1];
  m.b->keys.b->n--; m.b->values.b->n--;
  m.b->index = nullptr;
  if (m.size() > 12) reindex(m);
}
template <class K, class V> bool eq(const Map<K, V>& a, const Map<K, V>& b) {
  if (a.size() != b.size()) return false;
  for (int64_t i = 0; i < a.size(); i++) { int64_t j = find(b, a.b->keys[i]); if (j < 0 || !eq(a.b->values[i], b.b->values[j])) return false; }
  return true;
}
template <class K, class V> uint64_t hashed(uint64_t h, const Map<K, V>& a) { return hashed(hashed(h, a.b->keys), a.b->values); }

// -- a value of one type as one of another -----------------------------------------------------------------------------
template <class To, class From, class = void> struct Conv;
template <class To, class From> INLINE To conv(const From& from) { return Conv<To, From>::of(from); }
template <class T> struct Conv<T, T, void> { static INLINE T of(const T& a) { return a; } };
template <class T> struct Conv<T, Never, std::enable_if_t<!std::is_same_v<T, Never>>> { static T of(Never) { stop(RAISED); } };
template <> struct Conv<int64_t, bool> { static INLINE int64_t of(bool a) { return a; } };
template <> struct Conv<bool, int64_t> { static INLINE bool of(int64_t a) { return a != 0; } };
template <> struct Conv<int64_t, Player> { static INLINE int64_t of(Player a) { return a.v; } };
template <> struct Conv<int64_t, Where> { static INLINE int64_t of(Where a) { return a.v; } };
template <> struct Conv<Player, int64_t> { static INLINE Player of(int64_t a) { return {int32_t(a)}; } };
template <> struct Conv<Where, int64_t> { static INLINE Where of(int64_t a) { return {int32_t(a)}; } };
template <> struct Conv<Wide, int64_t> { static INLINE Wide of(int64_t a) { return Wide::of(a); } };
template <> struct Conv<Wide, bool> { static INLINE Wide of(bool a) { return Wide::of(a); } };
template <> struct Conv<int64_t, Wide> { static INLINE int64_t of(const Wide& a) { return narrow(a); } };
template <> struct Conv<Wide, Pile> { static INLINE Wide of(const Pile& a) { return packed(a); } };
template <> struct Conv<int64_t, Pile> { static INLINE int64_t of(const Pile& a) { return narrow(packed(a)); } };
template <> struct Conv<Pile, Wide> { static INLINE Pile of(const Wide& a) { return unpacked(a); } };
template <> struct Conv<Pile, int64_t> { static INLINE Pile of(int64_t a) { return a ? unpacked(Wide::of(a)) : no_cards(); } };
template <> struct Conv<Pile, bool> { static INLINE Pile of(bool a) { return Conv<Pile, int64_t>::of(a); } };
template <> struct Conv<Fraction, Wide> { static INLINE Fraction of(const Wide& a) { return whole({narrow(a), 1}, true); } };
template <> struct Conv<Fraction, int64_t> { static INLINE Fraction of(int64_t a) { return whole({a, 1}, true); } };
template <> struct Conv<Fraction, bool> { static INLINE Fraction of(bool a) { return whole({a, 1}, true); } };
template <> struct Conv<int64_t, Fraction> { static INLINE int64_t of(Fraction a) { if (a.d != 1) stop(RAISED); return a.n; } };
template <class T, class U> struct Conv<Maybe<T>, Maybe<U>, std::enable_if_t<!std::is_same_v<T, U>>> {
  static Maybe<T> of(const Maybe<U>& a) { Maybe<T> r; r.has = a.has; if (a.has) r.v = conv<T>(a.v); return r; }
};
template <class T> struct is_maybe;
template <class T> struct is_union;
template <class T> struct Conv<T, Atom, std::enable_if_t<!std::is_same_v<T, Atom> && !is_maybe<T>::value && !is_union<T>::value>> { static T of(Atom) { stop(RAISED); } };
template <class T> struct Conv<Maybe<T>, Atom, void> { static Maybe<T> of(Atom a) { if (a.v != 0) stop(RAISED); Maybe<T> r; r.has = false; return r; } };
template <class T> struct is_maybe : std::false_type {};
template <class T> struct is_maybe<Maybe<T>> : std::true_type {};
template <class T> struct is_union : std::false_type {};
template <class... Ts> struct is_union<Union<Ts...>> : std::true_type {};
template <class T, class U> struct Conv<Maybe<T>, U, std::enable_if_t<!is_maybe<U>::value && !is_union<U>::value && !std::is_same_v<U, Never> && !std::is_same_v<U, Atom>>> {
  static Maybe<T> of(const U& a) { return {true, conv<T>(a)}; }
};
template <class T, class U> struct Conv<T, Maybe<U>, std::enable_if_t<!is_maybe<T>::value && !is_union<T>::value>> {
  static T of(const Maybe<U>& a) { if (!a.has) stop(RAISED); return conv<T>(a.v); }
};
template <class A, class B, size_t... I> void conv_parts(A& to, const B& from, std::index_sequence<I...>) {
  ((std::get<I>(to) = conv<std::tuple_element_t<I, A>>(std::get<I>(from))), ...);
}
template <int G, class... Ts, class... Us> struct Conv<Rec<G, Ts...>, Rec<G, Us...>, std::enable_if_t<!std::is_same_v<std::tuple<Ts...>, std::tuple<Us...>>>> {
  static Rec<G, Ts...> of(const Rec<G, Us...>& a) { Rec<G, Ts...> r; conv_parts(r.t, a.t, std::index_sequence_for<Ts...>{}); return r; }
};
template <class T, class U> struct Conv<Seq<T>, Seq<U>, std::enable_if_t<!std::is_same_v<T, U>>> {
  static Seq<T> of(const Seq<U>& a) { Seq<T> r = new_seq<T>(a.size()); for (int64_t i = 0; i < a.size(); i++) r.b->data[i] = conv<T>(a[i]); r.b->n = a.size(); return r; }
};
template <class K, class V, class L, class W> struct Conv<Map<K, V>, Map<L, W>, std::enable_if_t<!std::is_same_v<Map<K, V>, Map<L, W>>>> {
  static Map<K, V> of(const Map<L, W>& a) { Map<K, V> r = new_map<K, V>(); for (int64_t i = 0; i < a.size(); i++) put_new(r, conv<K>(a.b->keys[i]), conv<V>(a.b->values[i])); return r; }
};
template <class T, int G, class... Ts, size_t... I> Seq<T> seq_of(const Rec<G, Ts...>& a, std::index_sequence<I...>) { Seq<T> r = new_seq<T>(sizeof...(Ts)); ((append(r, conv<T>(std::get<I>(a.t)))), ...); return r; }
template <class T, int G, class... Ts> struct Conv<Seq<T>, Rec<G, Ts...>> { static Seq<T> of(const Rec<G, Ts...>& a) { return seq_of<T>(a, std::index_sequence_for<Ts...>{}); } };
template <int KEY, class S, class R> struct Conv<Arm<KEY, S>, Arm<KEY, R>, std::enable_if_t<!std::is_same_v<S, R>>> {
  static Arm<KEY, S> of(const Arm<KEY, R>& a) { Arm<KEY, S> r; r.there = a.there; if (a.there) r.space = conv<S>(a.space); return r; }
};
template <class... As, class... Bs> struct Conv<ArmsOf<As...>, ArmsOf<Bs...>, std::enable_if_t<!std::is_same_v<std::tuple<As...>, std::tuple<Bs...>>>> {
  static ArmsOf<As...> of(const ArmsOf<Bs...>& a) { ArmsOf<As...> r; conv_parts(r.t, a.t, std::index_sequence_for<As...>{}); return r; }
};

// which alternative of a union is of the family of a type
struct Numbers {}; struct Sequences {}; struct Dictionaries {}; template <int> struct Records {}; template <class> struct Family;
template <class T> struct Family { typedef T type; };
template <> struct Family<bool> { typedef Numbers type; };
template <> struct Family<int64_t> { typedef Numbers type; };
template <> struct Family<Wide> { typedef Numbers type; };
template <> struct Family<Pile> { typedef Numbers type; };
template <> struct Family<Fraction> { typedef Numbers type; };
template <class T> struct Family<Seq<T>> { typedef Sequences type; };
template <class K, class V> struct Family<Map<K, V>> { typedef Dictionaries type; };
template <int G, class... Ts> struct Family<Rec<G, Ts...>> { typedef Records<G> type; };
template <class... Ts> struct Family<Rec<0, Ts...>> { typedef Sequences type; };
template <class... As> struct Family<ArmsOf<As...>> { typedef Records<-1> type; };
template <class F, int I, class... Ts> struct Find;
template <class F, int I> struct Find<F, I> { static constexpr int at = -1; };
template <class F, int I, class T, class... Ts> struct Find<F, I, T, Ts...> {
  static constexpr int at = std::is_same_v<typename Family<F>::type, typename Family<T>::type> ? I : Find<F, I + 1, Ts...>::at;
};
template <class... Ts, class U> struct Conv<Union<Ts...>, U, std::enable_if_t<!is_union<U>::value && !is_maybe<U>::value && !std::is_same_v<U, Never>>> {
  static Union<Ts...> of(const U& a) {
    constexpr int at = Find<U, 0, Ts...>::at;
    if constexpr (at < 0) stop(RAISED);  // an alternative that a condition has excluded
    else { Union<Ts...> r; r.tag = at; std::get<at>(r.v) = conv<std::tuple_element_t<at, std::tuple<Ts...>>>(a); return r; }
  }
};
template <class... Ts, class U> struct Conv<Union<Ts...>, Maybe<U>> {
  static Union<Ts...> of(const Maybe<U>& a) { return a.has ? conv<Union<Ts...>>(a.v) : conv<Union<Ts...>>(Atom{0}); }
};
template <class To, class U, size_t... I> To from_union(const U& a, std::index_sequence<I...>);
template <class T, class S, class = void> struct Can : std::false_type {};  // whether one is ever made the other
template <class T, class S> struct Can<Maybe<T>, S, std::void_t<decltype(sizeof(Conv<T, S>))>> : std::true_type {};
template <class T, class S> INLINE bool moved_alternative(T& to, const S& from) {
  if constexpr (is_union<T>::value) {
    to = conv<T>(from); return true;
  } else if constexpr (is_maybe<T>::value) {
    if constexpr (std::is_same_v<S, Atom>) { to.has = false; return true; }
    else if constexpr (Can<T, S>::value) { to = conv<T>(from); return true; }
    else return false;  // a condition has excluded it
  } else if constexpr (std::is_same_v<typename Family<T>::type, typename Family<S>::type>) {
    to = conv<T>(from); return true;
  } else return false;
}
template <class To, class... Us, size_t... I> To from_union(const Union<Us...>& a, std::index_sequence<I...>) {
  To r; bool done = false;
  (void)((a.tag == int(I) && ((done = moved_alternative(r, std::get<I>(a.v))), true)) || ...);
  if (!done) stop(RAISED);
  return r;
}
template <class To, class... Us> struct Conv<To, Union<Us...>, std::enable_if_t<!std::is_same_v<To, Union<Us...>>>> {
  static To of(const Union<Us...>& a) { return from_union<To>(a, std::index_sequence_for<Us...>{}); }
};


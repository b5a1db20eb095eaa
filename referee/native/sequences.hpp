// What is done with sequences, and what of values is kept.
#pragma once

// -- sequences ----------------------------------------------------------------------------------------------------------
template <class T> INLINE T item(const Seq<T>& s, int64_t i) { if (i < 0) i += s.size(); if (i < 0 || i >= s.size()) stop(RAISED); return s[i]; }
template <class T> INLINE void put(Seq<T> s, int64_t i, const T& v) { if (i < 0) i += s.size(); if (i < 0 || i >= s.size()) stop(RAISED); s[i] = v; }
template <class T> Seq<T> copied(const Seq<T>& s) { Seq<T> r = new_seq<T>(s.size()); for (int64_t i = 0; i < s.size(); i++) r.b->data[i] = s[i]; r.b->n = s.size(); return r; }
template <class T> Seq<T> slice(const Seq<T>& s, Maybe<int64_t> from, Maybe<int64_t> to, int64_t step) {
  int64_t n = s.size(), a, b;
  if (step > 0) {
    a = from.has ? (from.v < 0 ? std::max<int64_t>(from.v + n, 0) : std::min(from.v, n)) : 0;
    b = to.has ? (to.v < 0 ? std::max<int64_t>(to.v + n, 0) : std::min(to.v, n)) : n;
    Seq<T> r = new_seq<T>(b > a ? b - a : 0);
    for (int64_t i = a; i < b; i += step) r.b->data[r.b->n++] = s[i];
    return r;
  }
  a = from.has ? (from.v < 0 ? std::max<int64_t>(from.v + n, -1) : std::min(from.v, n - 1)) : n - 1;
  b = to.has ? (to.v < 0 ? std::max<int64_t>(to.v + n, -1) : std::min(to.v, n - 1)) : -1;
  Seq<T> r = new_seq<T>(a > b ? a - b : 0);
  for (int64_t i = a; i > b; i += step) r.b->data[r.b->n++] = s[i];
  return r;
}
template <class T> Seq<T> joined_up(const Seq<T>& a, const Seq<T>& b) {
  Seq<T> r = new_seq<T>(a.size() + b.size());
  for (int64_t i = 0; i < a.size(); i++) r.b->data[r.b->n++] = a[i];
  for (int64_t i = 0; i < b.size(); i++) r.b->data[r.b->n++] = b[i];
  return r;
}
template <class T> Seq<T> repeated(const Seq<T>& a, int64_t times) { Seq<T> r = new_seq<T>(times > 0 ? a.size() * times : 0); for (int64_t k = 0; k < times; k++) for (int64_t i = 0; i < a.size(); i++) append(r, T(a[i])); return r; }
template <class T> bool contains(const Seq<T>& s, const T& v) { for (int64_t i = 0; i < s.size(); i++) if (eq(s[i], v)) return true; return false; }
template <class T> int64_t index_of(const Seq<T>& s, const T& v) { for (int64_t i = 0; i < s.size(); i++) if (eq(s[i], v)) return i; stop(RAISED); }
template <class T> T popped(Seq<T> s, int64_t i) { T v = item(s, i); if (i < 0) i += s.size(); for (int64_t j = i; j + 1 < s.size(); j++) s[j] = s[j + 1]; s.b->n--; return v; }
template <class T> void removed(Seq<T> s, const T& v) { popped(s, index_of(s, v)); }
template <class T> void insert(Seq<T> s, int64_t i, const T& v) {
  int64_t n = s.size();
  if (i < 0) i = std::max<int64_t>(i + n, 0);
  if (i > n) i = n;
  append(s, v);
  for (int64_t j = n; j > i; j--) s[j] = s[j - 1];
  s[i] = v;
}
template <class T> void become(Seq<T> s, const Seq<T>& t) { *s.b = *copied(t).b; }
template <class T> void add_to_set(Seq<T> s, const T& v) { if (!contains(s, v)) append(s, v); }
template <class T> Seq<T> set_of(const Seq<T>& s) { Seq<T> r = new_seq<T>(s.size()); for (int64_t i = 0; i < s.size(); i++) add_to_set(r, T(s[i])); return r; }
template <class T, class K> Seq<T> sorted(const Seq<T>& s, const Seq<K>& keys, bool reverse) {
  std::vector<int64_t> order(static_cast<size_t>(s.size()));
  for (size_t i = 0; i < order.size(); i++) order[i] = int64_t(i);
  if (reverse) std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return cmp(keys[b], keys[a]) < 0; });
  else std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return cmp(keys[a], keys[b]) < 0; });
  Seq<T> r = new_seq<T>(s.size());
  for (int64_t at : order) r.b->data[r.b->n++] = s[at];
  return r;
}
template <class K> int64_t argmax(const Seq<K>& s) { int64_t at = 0; for (int64_t i = 1; i < s.size(); i++) if (cmp(s[i], s[at]) > 0) at = i; return at; }
template <class K> int64_t argmin(const Seq<K>& s) { int64_t at = 0; for (int64_t i = 1; i < s.size(); i++) if (cmp(s[i], s[at]) < 0) at = i; return at; }
template <class T> Seq<Seq<T>> product(const Seq<Seq<T>>& parts) {
  Seq<Seq<T>> r = new_seq<Seq<T>>(1);
  append(r, new_seq<T>(0));
  for (int64_t k = 0; k < parts.size(); k++) {
    Seq<Seq<T>> next = new_seq<Seq<T>>(r.size() * parts[k].size());
    for (int64_t i = 0; i < r.size(); i++) for (int64_t j = 0; j < parts[k].size(); j++) {
      Seq<T> one = new_seq<T>(k + 1);
      for (int64_t x = 0; x < k; x++) append(one, T(r[i][x]));
      append(one, T(parts[k][j]));
      append(next, one);
    }
    r = next;
  }
  return r;
}
template <class T> Seq<Seq<T>> combinations(const Seq<T>& s, int64_t k) {
  Seq<Seq<T>> r = new_seq<Seq<T>>(4);
  if (k < 0) stop(RAISED);
  if (k > s.size()) return r;
  std::vector<int64_t> at(static_cast<size_t>(k));
  for (int64_t i = 0; i < k; i++) at[size_t(i)] = i;
  for (;;) {
    Seq<T> one = new_seq<T>(k);
    for (int64_t i : at) append(one, T(s[i]));
    append(r, one);
    int64_t i = k - 1;
    while (i >= 0 && at[size_t(i)] == s.size() - k + i) i--;
    if (i < 0) return r;
    at[size_t(i)]++;
    for (int64_t j = i + 1; j < k; j++) at[size_t(j)] = at[size_t(j - 1)] + 1;
  }
}
template <class T> INLINE const T& sure(const Maybe<T>& a) { if (!a.has) stop(RAISED); return a.v; }
template <class U, int I, class A> INLINE U injected(const A& a) { U r; r.tag = I; std::get<I>(r.v) = a; return r; }
template <int I, class... Ts> INLINE const auto& projected(const Union<Ts...>& a) { if (a.tag != I) stop(RAISED); return std::get<I>(a.v); }
template <int... NUMBERS, class A> INLINE bool is_one(A a) { return ((a.v == NUMBERS) || ...); }
template <class T> Seq<T> seq_from(std::initializer_list<T> items) { Seq<T> r = new_seq<T>(int64_t(items.size())); for (const T& each : items) r.b->data[r.b->n++] = each; return r; }
template <class T> INLINE void cleared(Seq<T> s) { s.b->n = 0; }
template <class K, class V> INLINE void cleared(Map<K, V> m) { m.b->keys.b->n = m.b->values.b->n = 0; m.b->index = nullptr; }
template <class T> Seq<Seq<T>> combinations_again(const Seq<T>& s, int64_t k) {
  Seq<Seq<T>> r = new_seq<Seq<T>>(4);
  if (k < 0) stop(RAISED);
  if (!s.size() && k) return r;
  std::vector<int64_t> at(static_cast<size_t>(k), 0);
  for (;;) {
    Seq<T> one = new_seq<T>(k);
    for (int64_t i : at) append(one, T(s[i]));
    append(r, one);
    int64_t i = k - 1;
    while (i >= 0 && at[size_t(i)] == s.size() - 1) i--;
    if (i < 0) return r;
    int64_t next = at[size_t(i)] + 1;
    for (int64_t j = i; j < k; j++) at[size_t(j)] = next;
  }
}
INLINE bool truth(int64_t a) { return a != 0; }
INLINE bool truth(bool a) { return a; }
INLINE bool truth(Fraction a) { return a.n != 0; }
INLINE bool truth(const Wide& a) { return !is_zero(a); }
INLINE bool truth(const Pile& a) { return !is_empty(a); }
template <class T> INLINE bool truth(const Seq<T>& a) { return a.size() > 0; }
template <class K, class V> INLINE bool truth(const Map<K, V>& a) { return a.size() > 0; }
template <class T> INLINE bool truth(T* a) { return a != nullptr; }
inline u128 choose(int64_t n, int64_t k) {
  if (k < 0 || n < 0) stop(RAISED);
  if (k > n) return 0;
  if (k > n - k) k = n - k;
  u128 r = 1;
  for (int64_t i = 1; i <= k; i++) { if (r > (~u128(0)) / u128(n)) stop(OVERFLOW_); r = r * u128(n - k + i) / u128(i); }
  return r;
}
inline int64_t comb(int64_t n, int64_t k) { u128 r = choose(n, k); if (r > u128(INT64_MAX)) stop(OVERFLOW_); return int64_t(r); }

// -- what outlives a step is copied into the other room -----------------------------------------------------------------
template <class T> INLINE T kept(const T& a) { return a; }
template <class T> Seq<T> kept(const Seq<T>& a);
template <class T> Maybe<T> kept(const Maybe<T>& a);
template <int G, class... Ts> Rec<G, Ts...> kept(const Rec<G, Ts...>& a);
template <class... Ts> Union<Ts...> kept(const Union<Ts...>& a);
template <class K, class V> Map<K, V> kept(const Map<K, V>& a);
template <class T> Seq<T> kept(const Seq<T>& a) { Seq<T> r = new_seq<T>(a.size()); for (int64_t i = 0; i < a.size(); i++) r.b->data[i] = kept(a[i]); r.b->n = a.size(); return r; }
template <class T> Maybe<T> kept(const Maybe<T>& a) { Maybe<T> r; r.has = a.has; if (a.has) r.v = kept(a.v); return r; }
template <class A, size_t... I> void kept_parts(A& to, const A& from, std::index_sequence<I...>) { ((std::get<I>(to) = kept(std::get<I>(from))), ...); }
template <int G, class... Ts> Rec<G, Ts...> kept(const Rec<G, Ts...>& a) { Rec<G, Ts...> r; kept_parts(r.t, a.t, std::index_sequence_for<Ts...>{}); return r; }
template <class... Ts, size_t... I> void kept_alt(Union<Ts...>& to, const Union<Ts...>& a, std::index_sequence<I...>) { (void)((a.tag == int(I) && ((std::get<I>(to.v) = kept(std::get<I>(a.v))), true)) || ...); }
template <class... Ts> Union<Ts...> kept(const Union<Ts...>& a) { Union<Ts...> r; r.tag = a.tag; kept_alt(r, a, std::index_sequence_for<Ts...>{}); return r; }
template <class K, class V> Map<K, V> kept(const Map<K, V>& a) { Map<K, V> r = new_map<K, V>(); for (int64_t i = 0; i < a.size(); i++) put_new(r, kept(a.b->keys[i]), kept(a.b->values[i])); return r; }

// -- what is remembered for the same arguments, whatever the match -----------------------------------------------------------
// All is forgotten between matches where it has grown large: what is near in memory is found sooner.
struct AnyMemo { virtual void forget() = 0; };
static Room memory;
static std::vector<AnyMemo*> memos;
static size_t remembered;  // bytes
constexpr size_t MOST_REMEMBERED = size_t(4) << 20;
template <class Key, class T> struct Memo : AnyMemo {
  struct Entry { Key key; T value; uint32_t hash; };
  std::vector<Entry> entries;
  std::vector<uint32_t> index;  // 0: nothing, else the number of an entry and one
  Memo() : index(1024) { memos.push_back(this); }
  void forget() override { entries.clear(); index.assign(1024, 0); }
  const T* find(const Key& key, uint32_t hash) const {
    size_t mask = index.size() - 1;
    for (size_t at = hash & mask; index[at]; at = (at + 1) & mask) {
      const Entry& each = entries[index[at] - 1];
      if (each.hash == hash && eq(each.key, key)) return &each.value;
    }
    return nullptr;
  }
  void put(const Key& key, uint32_t hash, const T& value) {
    Room* before = room;
    room = &memory;
    entries.push_back({kept(key), kept(value), hash});
    room = before;
    remembered += sizeof(Entry) + 8;
    if (2 * entries.size() > index.size()) {
      index.assign(2 * index.size(), 0);
      for (size_t i = 0; i < entries.size(); i++) place(entries[i].hash, uint32_t(i + 1));
    } else place(hash, uint32_t(entries.size()));
  }
  void place(uint32_t hash, uint32_t number) {
    size_t mask = index.size() - 1, at = hash & mask;
    while (index[at]) at = (at + 1) & mask;
    index[at] = number;
  }
};
// Only where no value of a match is left: values that were remembered lie in that room.
INLINE void forget_all() {
  for (AnyMemo* each : memos) each->forget();
  memory.empty();
  remembered = 0;
}
INLINE void forget_where_large() {
  if (remembered + memory.used > MOST_REMEMBERED) forget_all();
}

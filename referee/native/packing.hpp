// A table as bits: what of it is told apart between steps. Behind the generated functions.
// Every value is written as a code that is no beginning of another one, so that two tables of one form have the same
// bits just where they are the same.
#pragma once

static std::vector<uint64_t> words(64);  // the table that was stored last: `filled` words
static size_t filled, stored_bytes;
static uint64_t bits_, bits_number;
static const uint64_t* from_word;
INLINE void put_bits(uint64_t a, int n) {
  bits_ |= a << bits_number;
  bits_number += n;
  if (bits_number < 64) return;
  if (filled == words.size()) words.resize(2 * filled);
  words[filled++] = bits_;
  bits_number -= 64;
  bits_ = bits_number ? a >> (n - bits_number) : 0;
}
INLINE uint64_t get_bits(int n) {
  uint64_t r = *from_word >> bits_number;
  bits_number += n;
  if (bits_number >= 64) {
    bits_number -= 64;
    from_word++;
    if (bits_number) r |= *from_word << (n - bits_number);
  }
  return n == 64 ? r : r & ((uint64_t(1) << n) - 1);
}
INLINE void store_word(uint64_t a) {
  if (a < 8) { put_bits(a << 1, 4); return; }
  if (a < 64) { put_bits(a << 2 | 1, 8); return; }
  int n = 64 - __builtin_clzll(a);
  put_bits(uint64_t(n - 1) << 2 | 3, 8);
  put_bits(a, n);
}
INLINE uint64_t load_word() {
  if (!get_bits(1)) return get_bits(3);
  bool longer = get_bits(1);
  uint64_t found = get_bits(6);
  return longer ? get_bits(int(found) + 1) : found;
}
INLINE void store(int64_t a) { store_word(uint64_t(a) << 1 ^ uint64_t(a >> 63)); }
INLINE void load(int64_t& a) { uint64_t x = load_word(); a = int64_t(x >> 1) ^ -int64_t(x & 1); }
INLINE void store(int32_t a) { store(int64_t(a)); }
INLINE void load(int32_t& a) { int64_t x; load(x); a = int32_t(x); }
INLINE void store(uint64_t a) { store_word(a); }
INLINE void load(uint64_t& a) { a = load_word(); }
INLINE void store(bool a) { put_bits(a, 1); }
INLINE void load(bool& a) { a = get_bits(1) != 0; }
INLINE void store(Never) {}
INLINE void load(Never&) {}
INLINE void store(Atom a) { store(a.v); }
INLINE void load(Atom& a) { load(a.v); }
INLINE void store(Player a) { store(a.v); }
INLINE void load(Player& a) { load(a.v); }
INLINE void store(Where a) { store(a.v); }
INLINE void load(Where& a) { load(a.v); }
INLINE void store(Fraction a) { store(a.n); store(a.d); store(a.whole); }
INLINE void load(Fraction& a) { load(a.n); load(a.d); load(a.whole); }
INLINE void store(const Wide& a) { for (uint64_t each : a.w) store_word(each); }
INLINE void load(Wide& a) { for (uint64_t& each : a.w) each = load_word(); }
constexpr int bits_of_word(int i) { return std::min(KINDS - i * FIELDS, FIELDS) * WIDTH; }
INLINE void store(const Pile& a) {
  bool any = !is_empty(a);
  store(any);
  if (any && KINDS) EACH_WORD put_bits(a.w[i], bits_of_word(i));
}
INLINE void load(Pile& a) {
  bool any;
  load(any);
  EACH_WORD a.w[i] = any && KINDS ? get_bits(bits_of_word(i)) : 0;
}
// The number of a card in rows tells it from others for as long as a step lasts.
INLINE void store(const Laid& a) { store(a.kind); store(a.link); store(a.marks); }
INLINE void load(Laid& a) { load(a.kind); load(a.link); load(a.marks); a.number = ++S.cards_numbered; }
template <class T> void store(const Seq<T>& a);
template <class T> void load(Seq<T>& a);
template <class T> void store(const Maybe<T>& a);
template <class T> void load(Maybe<T>& a);
template <int G, class... Ts> void store(const Rec<G, Ts...>& a);
template <int G, class... Ts> void load(Rec<G, Ts...>& a);
template <class... Ts> void store(const Union<Ts...>& a);
template <class... Ts> void load(Union<Ts...>& a);
template <class T> void store(const Seq<T>& a) { store(a.size()); for (int64_t i = 0; i < a.size(); i++) store(a[i]); }
template <class T> void load(Seq<T>& a) {
  int64_t size;
  load(size);
  a = new_seq<T>(size);
  for (int64_t i = 0; i < size; i++) { T item; load(item); append(a, item); }
}
template <class T> void store(const Maybe<T>& a) { store(a.has); if (a.has) store(a.v); }
template <class T> void load(Maybe<T>& a) { load(a.has); if (a.has) load(a.v); }
template <int G, class... Ts> void store(const Rec<G, Ts...>& a) { std::apply([](const auto&... each) { (store(each), ...); }, a.t); }
template <int G, class... Ts> void load(Rec<G, Ts...>& a) { std::apply([](auto&... each) { (load(each), ...); }, a.t); }
template <class... Ts, size_t... I> void store_alt(const Union<Ts...>& a, std::index_sequence<I...>) { (void)((a.tag == int(I) && (store(std::get<I>(a.v)), true)) || ...); }
template <class... Ts> void store(const Union<Ts...>& a) { store(a.tag); store_alt(a, std::index_sequence_for<Ts...>{}); }
template <class... Ts, size_t... I> void load_alt(Union<Ts...>& a, std::index_sequence<I...>) { (void)((a.tag == int(I) && (load(std::get<I>(a.v)), true)) || ...); }
template <class... Ts> void load(Union<Ts...>& a) { load(a.tag); load_alt(a, std::index_sequence_for<Ts...>{}); }
static void store_scalars() { STORED }
static void load_scalars() { LOADED }
static void store_table() {
  filled = 0;
  bits_ = bits_number = 0;
  for (int p = 0; p < PLACES; p++) if (IS_ROW[p]) store(S.row[p]); else store(S.pile[p]);
  for (auto& each : S.money) store(each);
  store_scalars();
  store(S.ended);
  if (S.ended) { put_bits(outcome.digest, 64); store(outcome.reason); }
  stored_bytes = 8 * filled + (bits_number + 7) / 8;
  if (bits_number) put_bits(0, int(64 - bits_number));
}
static void load_table(const uint64_t* from, int64_t turns) {
  begin_state();
  from_word = from;
  bits_number = 0;
  for (int p = 0; p < PLACES; p++) {
    if (IS_ROW[p]) { load(S.row[p]); S.size[p] = S.row[p].size(); } else { load(S.pile[p]); S.size[p] = size_of(S.pile[p]); }
  }
  for (auto& each : S.money) load(each);
  load_scalars();
  load(S.ended);
  S.s_turns = turns;
  S.s_dealing = false;
}

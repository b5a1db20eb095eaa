// What values of a Program are natively: numbers, piles, sequences, dictionaries, records, and how one becomes another.
// The generated text defines before: KINDS, WIDTH, PLAYERS, PLACES, WIDE_WORDS, DECK_WIDTH (= WIDTH).
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>
#include <initializer_list>
#include <unordered_map>
#include <vector>

#define INLINE inline __attribute__((always_inline))

typedef unsigned __int128 u128;
typedef __int128 i128;

enum Broken : int32_t { NO_OPTION = 1, SHORTAGE, NO_MONEY, MISSING_CASE, NO_END, RAISED, OVERFLOW_, MEMORY_, TOO_MANY, UNKEPT };
struct Stop { int32_t broken, place; };
struct Unwind { int64_t depth; };
[[noreturn]] inline void stop(int32_t broken, int32_t place = 0) { throw Stop{broken, place}; }

// -- memory: what is made in a step lies in a room, which is emptied between steps -----------------------------------
struct Room {
  static constexpr size_t CHUNK = size_t(1) << 20, MOST = size_t(1) << 31;
  std::vector<std::pair<char*, size_t>> chunks;
  size_t at = 0;
  char *top = nullptr, *end = nullptr;
  size_t used = 0;
  void* take(size_t size) {
    size = (size + 15) & ~size_t(15);
    if (__builtin_expect(size_t(end - top) < size, 0)) more(size);
    void* found = top;
    top += size;
    return found;
  }
  void more(size_t size) {
    used += CHUNK;
    if (used > MOST) stop(MEMORY_);
    while (at + 1 < chunks.size() || (at == 0 && top == nullptr && !chunks.empty())) {
      if (top != nullptr) at++;
      if (chunks[at].second >= size) { top = chunks[at].first; end = top + chunks[at].second; return; }
      if (top == nullptr) top = end = chunks[at].first;
    }
    size_t wanted = std::max(CHUNK, size);
    char* made = static_cast<char*>(std::malloc(wanted));
    if (!made) stop(MEMORY_);
    chunks.push_back({made, wanted});
    at = chunks.size() - 1;
    top = made;
    end = made + wanted;
  }
  void empty() {
    at = 0;
    used = 0;
    if (chunks.empty()) { top = end = nullptr; return; }
    top = chunks[0].first;
    end = top + chunks[0].second;
  }
};
static Room rooms[2];
static Room* room = &rooms[0];
template <class T> INLINE T* make(size_t number) { return static_cast<T*>(room->take(sizeof(T) * (number ? number : 1))); }

// -- numbers ----------------------------------------------------------------------------------------------------------
struct Atom { int32_t v; };
struct Player { int32_t v; };
struct Where { int32_t v; };
INLINE bool operator==(Atom a, Atom b) { return a.v == b.v; }
INLINE bool operator==(Player a, Player b) { return a.v == b.v; }
INLINE bool operator==(Where a, Where b) { return a.v == b.v; }

INLINE int64_t add(int64_t a, int64_t b) { int64_t r; if (__builtin_add_overflow(a, b, &r)) stop(OVERFLOW_); return r; }
INLINE int64_t sub(int64_t a, int64_t b) { int64_t r; if (__builtin_sub_overflow(a, b, &r)) stop(OVERFLOW_); return r; }
INLINE int64_t mul(int64_t a, int64_t b) { int64_t r; if (__builtin_mul_overflow(a, b, &r)) stop(OVERFLOW_); return r; }
INLINE int64_t floordiv(int64_t a, int64_t b) {
  if (b == 0) stop(RAISED);
  if (b == -1) return sub(0, a);
  int64_t q = a / b;
  return q - ((a % b != 0) && ((a < 0) != (b < 0)));
}
INLINE int64_t floormod(int64_t a, int64_t b) {
  if (b == 0) stop(RAISED);
  if (b == -1) return 0;
  int64_t r = a % b;
  return r && ((r < 0) != (b < 0)) ? r + b : r;
}
INLINE int64_t power(int64_t a, int64_t b) {
  if (b < 0) stop(OVERFLOW_);
  int64_t r = 1;
  while (b--) r = mul(r, a);
  return r;
}
INLINE int64_t shl(int64_t a, int64_t b) {
  if (b < 0) stop(RAISED);
  if (a == 0) return 0;
  if (b > 62) stop(OVERFLOW_);
  int64_t r = int64_t(uint64_t(a) << b);
  if ((r >> b) != a) stop(OVERFLOW_);
  return r;
}
INLINE int64_t shr(int64_t a, int64_t b) { if (b < 0) stop(RAISED); return b > 63 ? (a < 0 ? -1 : 0) : a >> b; }

// An integer of a fixed number of words in two's complement; what does not fit stops the match.
struct Wide {
  uint64_t w[WIDE_WORDS];
  static Wide of(int64_t a) { Wide r; r.w[0] = uint64_t(a); for (int i = 1; i < WIDE_WORDS; i++) r.w[i] = a < 0 ? ~uint64_t(0) : 0; return r; }
  bool negative() const { return int64_t(w[WIDE_WORDS - 1]) < 0; }
};
INLINE Wide add(const Wide& a, const Wide& b) {
  Wide r; unsigned char c = 0;
  for (int i = 0; i < WIDE_WORDS; i++) { u128 s = u128(a.w[i]) + b.w[i] + c; r.w[i] = uint64_t(s); c = (unsigned char)(s >> 64); }
  if (a.negative() == b.negative() && r.negative() != a.negative()) stop(OVERFLOW_);
  return r;
}
INLINE Wide sub(const Wide& a, const Wide& b) {
  Wide r; unsigned char c = 0;
  for (int i = 0; i < WIDE_WORDS; i++) { u128 s = u128(a.w[i]) - b.w[i] - c; r.w[i] = uint64_t(s); c = (unsigned char)((s >> 64) & 1); }
  if (a.negative() != b.negative() && r.negative() != a.negative()) stop(OVERFLOW_);
  return r;
}
inline Wide mul(const Wide& a, const Wide& b) {
  bool minus = a.negative() != b.negative();
  Wide x = a.negative() ? sub(Wide::of(0), a) : a, y = b.negative() ? sub(Wide::of(0), b) : b, r = Wide::of(0);
  for (int i = 0; i < WIDE_WORDS; i++) {
    if (!x.w[i]) continue;
    uint64_t carry = 0;
    for (int j = 0; j < WIDE_WORDS; j++) {
      if (i + j >= WIDE_WORDS) { if (y.w[j] || carry) stop(OVERFLOW_); continue; }
      u128 s = u128(x.w[i]) * y.w[j] + r.w[i + j] + carry;
      r.w[i + j] = uint64_t(s);
      carry = uint64_t(s >> 64);
    }
  }
  if (r.negative()) stop(OVERFLOW_);
  return minus ? sub(Wide::of(0), r) : r;
}
#define BITWISE(name, op) INLINE Wide name(const Wide& a, const Wide& b) { Wide r; for (int i = 0; i < WIDE_WORDS; i++) r.w[i] = a.w[i] op b.w[i]; return r; } \
  INLINE int64_t name(int64_t a, int64_t b) { return a op b; }
BITWISE(band, &) BITWISE(bor, |) BITWISE(bxor, ^)
INLINE Wide shl(const Wide& a, int64_t b) {
  if (b < 0) stop(RAISED);
  Wide r = Wide::of(0);
  int64_t words = b >> 6, bits = b & 63;
  for (int i = WIDE_WORDS - 1; i >= 0; i--) {
    int64_t from = i - words;
    if (from < 0) break;
    r.w[i] = a.w[from] << bits | (bits && from > 0 ? a.w[from - 1] >> (64 - bits) : 0);
  }
  for (int i = 0; i < WIDE_WORDS; i++)
    if (i + words >= WIDE_WORDS ? a.w[i] != 0 : (i + words == WIDE_WORDS - 1 && bits && (a.w[i] >> (63 - bits)) != 0)) stop(OVERFLOW_);
  return r;
}
INLINE Wide shr(const Wide& a, int64_t b) {
  if (b < 0) stop(RAISED);
  if (a.negative()) stop(OVERFLOW_);
  Wide r = Wide::of(0);
  int64_t words = b >> 6, bits = b & 63;
  for (int64_t i = 0; i + words < WIDE_WORDS; i++)
    r.w[i] = a.w[i + words] >> bits | (bits && i + words + 1 < WIDE_WORDS ? a.w[i + words + 1] << (64 - bits) : 0);
  return r;
}
INLINE bool is_zero(const Wide& a) { for (int i = 0; i < WIDE_WORDS; i++) if (a.w[i]) return false; return true; }
inline Wide floormod(const Wide& a, const Wide& b) {
  for (int i = 1; i < WIDE_WORDS; i++) if (b.w[i]) stop(OVERFLOW_);
  if (a.negative() || b.w[0] == 0) stop(OVERFLOW_);
  u128 rest = 0;
  for (int i = WIDE_WORDS - 1; i >= 0; i--) rest = (rest << 64 | a.w[i]) % b.w[0];
  Wide r = Wide::of(0);
  r.w[0] = uint64_t(rest);
  return r;
}
inline Wide floordiv(const Wide& a, const Wide& b) {
  for (int i = 1; i < WIDE_WORDS; i++) if (b.w[i]) stop(OVERFLOW_);
  if (a.negative() || b.w[0] == 0) stop(OVERFLOW_);
  Wide r;
  u128 rest = 0;
  for (int i = WIDE_WORDS - 1; i >= 0; i--) { rest = rest << 64 | a.w[i]; r.w[i] = uint64_t(rest / b.w[0]); rest %= b.w[0]; }
  return r;
}
inline Wide power(const Wide& a, const Wide& b) {
  for (int i = 1; i < WIDE_WORDS; i++) if (b.w[i]) stop(OVERFLOW_);
  Wide r = Wide::of(1);
  for (uint64_t i = 0; i < b.w[0]; i++) r = mul(r, a);
  return r;
}
INLINE int64_t narrow(const Wide& a) {
  for (int i = 1; i < WIDE_WORDS; i++) if (a.w[i] != (int64_t(a.w[0]) < 0 ? ~uint64_t(0) : 0)) stop(OVERFLOW_);
  return int64_t(a.w[0]);
}
INLINE int64_t bit_count(int64_t a) { return __builtin_popcountll(uint64_t(a < 0 ? -a : a)); }
INLINE int64_t bit_length(int64_t a) { uint64_t m = uint64_t(a < 0 ? -a : a); return m ? 64 - __builtin_clzll(m) : 0; }
INLINE int64_t bit_count(const Wide& a) { int64_t n = 0; for (int i = 0; i < WIDE_WORDS; i++) n += __builtin_popcountll(a.w[i]); return n; }
INLINE int64_t bit_length(const Wide& a) { for (int i = WIDE_WORDS - 1; i >= 0; i--) if (a.w[i]) return 64 * i + 64 - __builtin_clzll(a.w[i]); return 0; }

struct Fraction { int64_t n, d; };
inline i128 gcd(i128 a, i128 b) { if (a < 0) a = -a; while (b) { i128 r = a % b; a = b; b = r; } return a; }
inline Fraction reduced(i128 n, i128 d) {
  if (d == 0) stop(RAISED);
  if (d < 0) n = -n, d = -d;
  i128 g = gcd(n, d);
  if (g > 1) n /= g, d /= g;
  if (n > INT64_MAX || n < INT64_MIN || d > INT64_MAX) stop(OVERFLOW_);
  return {int64_t(n), int64_t(d)};
}
INLINE Fraction add(Fraction a, Fraction b) { return reduced(i128(a.n) * b.d + i128(b.n) * a.d, i128(a.d) * b.d); }
INLINE Fraction sub(Fraction a, Fraction b) { return reduced(i128(a.n) * b.d - i128(b.n) * a.d, i128(a.d) * b.d); }
INLINE Fraction mul(Fraction a, Fraction b) { return reduced(i128(a.n) * b.n, i128(a.d) * b.d); }
INLINE Fraction truediv(Fraction a, Fraction b) { return reduced(i128(a.n) * b.d, i128(a.d) * b.n); }
INLINE int64_t fraction_floor(Fraction a) { return floordiv(a.n, a.d); }
INLINE int64_t fraction_ceil(Fraction a) { return -floordiv(-a.n, a.d); }
INLINE int64_t fraction_whole(Fraction a) { return a.n / a.d; }
INLINE int64_t negative(int64_t a) { return sub(0, a); }
INLINE Wide negative(const Wide& a) { return sub(Wide::of(0), a); }
INLINE Fraction negative(Fraction a) { return {negative(a.n), a.d}; }
INLINE int64_t absolute(int64_t a) { return a < 0 ? negative(a) : a; }
INLINE Wide absolute(const Wide& a) { return a.negative() ? negative(a) : a; }
INLINE Fraction absolute(Fraction a) { return {absolute(a.n), a.d}; }

// -- piles: a field for each kind of card, the top bit of each field is its guard; no field lies in two words -------------
constexpr int FIELDS = 64 / WIDTH;
constexpr int PILE_WORDS = (KINDS + FIELDS - 1) / FIELDS > 0 ? (KINDS + FIELDS - 1) / FIELDS : 1;
constexpr uint64_t FIELD = (uint64_t(1) << WIDTH) - 1;
constexpr uint64_t guards_of(int word) {
  uint64_t found = 0;
  for (int i = 0; i < FIELDS && word * FIELDS + i < KINDS; i++) found |= uint64_t(1) << (i * WIDTH + WIDTH - 1);
  return found;
}
struct Pile { uint64_t w[PILE_WORDS]; };
#define EACH_WORD for (int i = 0; i < PILE_WORDS; i++)
INLINE Pile no_cards() { Pile r; EACH_WORD r.w[i] = 0; return r; }
INLINE int64_t of_kind(const Pile& a, int64_t kind) { return int64_t(a.w[kind / FIELDS] >> (kind % FIELDS * WIDTH) & FIELD); }
INLINE int64_t size_of(const Pile& a) { uint64_t n = 0; EACH_WORD n += a.w[i] % FIELD; return int64_t(n); }
INLINE bool is_empty(const Pile& a) { uint64_t any = 0; EACH_WORD any |= a.w[i]; return !any; }
INLINE bool covers(const Pile& a, const Pile& b) {
  uint64_t missing = 0;
  EACH_WORD { uint64_t g = guards_of(i); missing |= (((a.w[i] | g) - b.w[i]) & g) ^ g; }
  return !missing;
}
INLINE Pile plus(const Pile& a, const Pile& b) { Pile r; EACH_WORD r.w[i] = a.w[i] + b.w[i]; return r; }
INLINE Pile minus(const Pile& a, const Pile& b) {
  Pile r;
  if (!covers(a, b)) stop(OVERFLOW_);
  EACH_WORD r.w[i] = a.w[i] - b.w[i];
  return r;
}
INLINE Pile less(const Pile& a, const Pile& b) {
  if (!covers(a, b)) stop(SHORTAGE);
  Pile r; EACH_WORD r.w[i] = a.w[i] - b.w[i]; return r;
}
INLINE Pile band(const Pile& a, const Pile& b) { Pile r; EACH_WORD r.w[i] = a.w[i] & b.w[i]; return r; }
INLINE Pile bor(const Pile& a, const Pile& b) { Pile r; EACH_WORD r.w[i] = a.w[i] | b.w[i]; return r; }
INLINE Pile bxor(const Pile& a, const Pile& b) { Pile r; EACH_WORD r.w[i] = a.w[i] ^ b.w[i]; return r; }
INLINE Pile inverted(const Pile& a) { Pile r; EACH_WORD r.w[i] = ~a.w[i]; return r; }
INLINE Pile one_of(int64_t kind) {
  if (kind < 0) kind += KINDS;
  if (kind < 0 || kind >= KINDS) stop(RAISED);
  Pile r = no_cards(); r.w[kind / FIELDS] = uint64_t(1) << (kind % FIELDS * WIDTH); return r;
}
INLINE Pile times(const Pile& a, int64_t n) {
  if (n < 0) stop(OVERFLOW_);
  if (size_of(a) * n > (int64_t(1) << (WIDTH - 1)) - 1) stop(OVERFLOW_);
  Pile r; EACH_WORD r.w[i] = a.w[i] * uint64_t(n); return r;
}
INLINE bool is_exactly(const Pile& a, const Pile& mask, const Pile& cards) { uint64_t d = 0; EACH_WORD d |= (a.w[i] ^ cards.w[i]) & mask.w[i]; return !d; }
INLINE int order_of(const Pile& a, const Pile& b) { for (int i = PILE_WORDS - 1; i >= 0; i--) if (a.w[i] != b.w[i]) return a.w[i] < b.w[i] ? -1 : 1; return 0; }
inline Wide packed(const Pile& a) {
  Wide r = Wide::of(0);
  for (int64_t kind = 0; kind < KINDS; kind++) {
    uint64_t n = uint64_t(of_kind(a, kind));
    if (!n) continue;
    int64_t bit = kind * WIDTH;
    r.w[bit >> 6] |= n << (bit & 63);
    if ((bit & 63) + WIDTH > 64) r.w[(bit >> 6) + 1] |= n >> (64 - (bit & 63));
  }
  return r;
}
inline Pile unpacked(const Wide& a) {
  if (a.negative()) stop(OVERFLOW_);
  if (bit_length(a) > KINDS * WIDTH) stop(OVERFLOW_);
  Pile r = no_cards();
  for (int64_t kind = 0; kind < KINDS; kind++) {
    int64_t bit = kind * WIDTH;
    uint64_t n = a.w[bit >> 6] >> (bit & 63);
    if ((bit & 63) + WIDTH > 64) n |= a.w[(bit >> 6) + 1] << (64 - (bit & 63));
    r.w[kind / FIELDS] |= (n & FIELD) << (kind % FIELDS * WIDTH);
  }
  return r;
}

// -- things of several parts ------------------------------------------------------------------------------------------
template <class T> struct Body { T* data; int64_t n, cap; };
template <class T> struct Seq {
  typedef T Item;
  Body<T>* b;
  INLINE int64_t size() const { return b->n; }
  INLINE T& operator[](int64_t i) const { return b->data[i]; }
};
template <class T> INLINE Seq<T> new_seq(int64_t cap) {
  Body<T>* b = make<Body<T>>(1);
  b->data = make<T>(size_t(cap));
  b->n = 0;
  b->cap = cap;
  return {b};
}
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
template <> struct Conv<Fraction, int64_t> { static INLINE Fraction of(int64_t a) { return {a, 1}; } };
template <> struct Conv<Fraction, bool> { static INLINE Fraction of(bool a) { return {a, 1}; } };
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
template <class T, class S> INLINE bool moved_alternative(T& to, const S& from) {
  if constexpr (is_union<T>::value) {
    to = conv<T>(from); return true;
  } else if constexpr (is_maybe<T>::value) {
    if constexpr (std::is_same_v<S, Atom>) { to.has = false; return true; }
    else { to = conv<T>(from); return true; }
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
    for (int64_t i = a; i < b; i++) r.b->data[r.b->n++] = s[i];
    return r;
  }
  a = from.has ? (from.v < 0 ? std::max<int64_t>(from.v + n, -1) : std::min(from.v, n - 1)) : n - 1;
  b = to.has ? (to.v < 0 ? std::max<int64_t>(to.v + n, -1) : std::min(to.v, n - 1)) : -1;
  Seq<T> r = new_seq<T>(a > b ? a - b : 0);
  for (int64_t i = a; i > b; i--) r.b->data[r.b->n++] = s[i];
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
struct AnyMemo { virtual void forget() = 0; };
static Room memory;
static std::vector<AnyMemo*> memos;
template <class Key, class T> struct Memo : AnyMemo {
  struct Slot { Key key; T value; bool full; };
  std::vector<Slot> slots;
  size_t number = 0;
  Memo() { memos.push_back(this); }
  void forget() override { slots.clear(); number = 0; }
  T* find(const Key& key) {
    if (slots.empty()) return nullptr;
    size_t mask = slots.size() - 1, at = hashed(0, key) & mask;
    while (slots[at].full) { if (eq(slots[at].key, key)) return &slots[at].value; at = (at + 1) & mask; }
    return nullptr;
  }
  void put(const Key& key, const T& value) {
    if (memory.used > (size_t(1) << 28)) { for (AnyMemo* each : memos) each->forget(); memory.empty(); }
    if (slots.empty()) slots.resize(1024);
    if (4 * number > slots.size()) {
      std::vector<Slot> old(slots.size() * 2);
      old.swap(slots);
      for (Slot& each : old) if (each.full) place(each);
    }
    Room* before = room;
    room = &memory;
    Slot made{kept(key), kept(value), true};
    room = before;
    place(made);
    number++;
  }
  void place(const Slot& slot) {
    size_t mask = slots.size() - 1, at = hashed(0, slot.key) & mask;
    while (slots[at].full) at = (at + 1) & mask;
    slots[at] = slot;
  }
};

// What is made in a step, numbers and piles natively.
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
#define EXPORTED extern "C" __attribute__((visibility("default")))

typedef unsigned __int128 u128;
typedef __int128 i128;

enum Broken : int32_t { NO_OPTION = 1, SHORTAGE, NO_MONEY, MISSING_CASE, NO_END, RAISED, OVERFLOW_, MEMORY_, TOO_MANY };
struct Stop { int32_t broken, place; };
struct Unwind { int64_t depth; };
// What stops where Python may not have come to yet is no more than too much for a Program: Python plays on.
struct Ahead { static inline int depth = 0; Ahead() { ++depth; } ~Ahead() { --depth; } };
[[noreturn]] inline void stop(int32_t broken, int32_t place = 0) { throw Stop{Ahead::depth ? OVERFLOW_ : broken, place}; }
[[noreturn]] inline void unwind(int64_t depth) { if (Ahead::depth) stop(RAISED); throw Unwind{depth}; }

// -- memory: what is made in a step lies in a room, which is emptied between steps -----------------------------------
static uint64_t times_emptied = 1;  // what lay in a room before another time is not to be looked at
struct Room {
#ifdef ASKED  // many tables have a room of their own
  static constexpr size_t CHUNK = size_t(1) << 15;
#else
  static constexpr size_t CHUNK = size_t(1) << 20;
#endif
  static constexpr size_t MOST = size_t(1) << 31;
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
  __attribute__((noinline)) void more(size_t size) {  // inlined it would make each `take` save registers for it
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
    times_emptied++;
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
  if (!((uint64_t(a) | uint64_t(b)) >> 32)) return int64_t(uint32_t(a) / uint32_t(b));  // much faster
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

#if defined(RECORDED) || defined(EXPLORED) || defined(WHOLE_OR_NOT)
// Records, tables and rules that ask for its class tell a whole number from a fraction that happens to be one.
struct Fraction { int64_t n, d; bool whole = false; };
INLINE Fraction whole(Fraction a, bool is) { a.whole = is; return a; }
INLINE bool fraction_is_whole(Fraction a) { return a.whole; }
INLINE bool fraction_exact(Fraction a) { return !a.whole; }
#define BOTH_WHOLE a.whole && b.whole
#else
struct Fraction { int64_t n, d; };
INLINE Fraction whole(Fraction a, bool) { return a; }
#define BOTH_WHOLE true
#endif
inline i128 gcd(i128 a, i128 b) { if (a < 0) a = -a; while (b) { i128 r = a % b; a = b; b = r; } return a; }
inline Fraction reduced(i128 n, i128 d) {
  if (d == 0) stop(RAISED);
  if (d < 0) n = -n, d = -d;
  i128 g = gcd(n, d);
  if (g > 1) n /= g, d /= g;
  if (n > INT64_MAX || n < INT64_MIN || d > INT64_MAX) stop(OVERFLOW_);
  return {int64_t(n), int64_t(d)};
}
INLINE Fraction add(Fraction a, Fraction b) { return whole(reduced(i128(a.n) * b.d + i128(b.n) * a.d, i128(a.d) * b.d), BOTH_WHOLE); }
INLINE Fraction sub(Fraction a, Fraction b) { return whole(reduced(i128(a.n) * b.d - i128(b.n) * a.d, i128(a.d) * b.d), BOTH_WHOLE); }
INLINE Fraction mul(Fraction a, Fraction b) { return whole(reduced(i128(a.n) * b.n, i128(a.d) * b.d), BOTH_WHOLE); }
INLINE Fraction truediv(Fraction a, Fraction b) { return reduced(i128(a.n) * b.d, i128(a.d) * b.n); }
INLINE int64_t fraction_floor(Fraction a) { return floordiv(a.n, a.d); }
INLINE int64_t fraction_ceil(Fraction a) { return -floordiv(-a.n, a.d); }
INLINE int64_t fraction_whole(Fraction a) { return a.n / a.d; }
INLINE int64_t negative(int64_t a) { return sub(0, a); }
INLINE Wide negative(const Wide& a) { return sub(Wide::of(0), a); }
INLINE Fraction negative(Fraction a) { a.n = negative(a.n); return a; }
INLINE int64_t absolute(int64_t a) { return a < 0 ? negative(a) : a; }
INLINE Wide absolute(const Wide& a) { return a.negative() ? negative(a) : a; }
INLINE Fraction absolute(Fraction a) { a.n = absolute(a.n); return a; }

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
// In each field the sum of those up to it. A pile has fewer cards than reach a guard, so that nothing is carried.
constexpr uint64_t ONES = [] { uint64_t r = 0; for (int i = 0; i < FIELDS; i++) r |= uint64_t(1) << (i * WIDTH); return r; }();
INLINE uint64_t sums_of(uint64_t fields) { return fields * ONES; }
INLINE uint64_t sum_of(uint64_t fields) { return sums_of(fields) >> ((FIELDS - 1) * WIDTH) & FIELD; }
INLINE int64_t size_of(const Pile& a) { uint64_t n = 0; EACH_WORD n += sum_of(a.w[i]); return int64_t(n); }
// How many of the guards of a word are set.
INLINE int guards_in(uint64_t guards) { return WIDTH < 5 ? __builtin_popcountll(guards) : int(sum_of(guards >> (WIDTH - 1))); }
INLINE int64_t kinds_in(const Pile& a) { int64_t n = 0; EACH_WORD { uint64_t g = guards_of(i); n += guards_in((a.w[i] + (g - (g >> (WIDTH - 1)))) & g); } return n; }
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


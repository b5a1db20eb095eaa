// Chance and the answers of random seats natively.
#pragma once

// -- chance and answers of bulk play: Philox 4x64-10 as in numpy, by (seed, match, number of the draw) --------------------
// J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011; numpy.random.Philox.
struct Philox {
  uint64_t key[2], counter[4], out[4];
  int at;
  void begin(uint64_t k0, uint64_t k1, uint64_t match) {
    key[0] = k0; key[1] = k1;
    counter[0] = 0; counter[1] = match; counter[2] = counter[3] = 0;
    at = 4;
  }
  void block() {
    if (++counter[0] == 0) ++counter[1];
    uint64_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3], k0 = key[0], k1 = key[1];
    for (int i = 0; i < 10; i++) {
      if (i) { k0 += 0x9E3779B97F4A7C15ull; k1 += 0xBB67AE8584CAA73Bull; }
      u128 a = u128(0xD2E7470EE14C6C93ull) * c0, b = u128(0xCA5A826395121157ull) * c2;
      uint64_t n0 = uint64_t(b >> 64) ^ c1 ^ k0, n1 = uint64_t(b), n2 = uint64_t(a >> 64) ^ c3 ^ k1, n3 = uint64_t(a);
      c0 = n0; c1 = n1; c2 = n2; c3 = n3;
    }
    out[0] = c0; out[1] = c1; out[2] = c2; out[3] = c3;
    at = 0;
  }
  INLINE uint64_t word() { if (at == 4) block(); return out[at++]; }
};
static Philox chance;
static uint64_t digest, decisions;
static int64_t steps_left, requests_left;
INLINE void mix(uint64_t x) { digest = (digest ^ x) * 0x100000001B3ull; digest ^= digest >> 32; }

#ifdef SEARCHED
static const int64_t *known, *known_end;  // what was answered and drawn in the running step of an imagined position
INLINE bool is_known() { return known != known_end; }
#endif
#ifdef EXPLORED
// -- every answer and outcome in turn (exploring.hpp) instead of one at random ----------------------------------------
struct Open { u128 number, of; };
static std::vector<Open> open;  // the way that is gone: the number of each answer, and of how many
static size_t way_at;
constexpr uint64_t MOST_ANSWERS = 20000, LONGEST_STEP = 1000;
inline u128 below(u128 n) {
  if (way_at == open.size()) {
    if (n > MOST_ANSWERS) stop(TOO_MANY);
    if (way_at > LONGEST_STEP) stop(NO_END);
    open.push_back({0, n});
  }
  return open[way_at++].number;
}
INLINE uint64_t below_small(uint64_t n) { return uint64_t(below(n)); }
#else
// A number below n: of one word up to 2^32, of two words up to 2^96, else of four (referee.play.bulk does the same).
INLINE uint64_t below_small(uint64_t n) { return uint64_t(u128(chance.word()) * n >> 64); }
inline u128 below(u128 n) {
  if (n <= (u128(1) << 32)) return below_small(uint64_t(n));
  int words = n <= (u128(1) << 96) ? 2 : 4;
  uint64_t x[4], r[6] = {0, 0, 0, 0, 0, 0}, m[2] = {uint64_t(n), uint64_t(n >> 64)};
  for (int i = words - 1; i >= 0; i--) x[i] = chance.word();
  for (int i = 0; i < words; i++) {
    uint64_t carry = 0;
    for (int j = 0; j < 2; j++) { u128 s = u128(x[i]) * m[j] + r[i + j] + carry; r[i + j] = uint64_t(s); carry = uint64_t(s >> 64); }
    r[i + 2] += carry;
  }
  return u128(r[words + 1]) << 64 | r[words];
}
#endif

INLINE void count_anew() { steps_left = MOST_PASSES; requests_left = MOST_REQUESTS; }
INLINE void spin() { if (--steps_left < 0) stop(NO_END); }
INLINE void requested() { if (--requests_left < 0) stop(NO_END); }
struct Deeper { static int depth; Deeper() { if (++depth > 3000) stop(NO_END); } ~Deeper() { --depth; } };
int Deeper::depth = 0;


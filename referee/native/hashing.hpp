// SHA-256 and SHA-512 (FIPS 180-4) and SHAKE-256 (FIPS 202): the hash chain of records, and the tape of chance.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

static const uint32_t SHA256_K[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
  0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
  0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
  0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
  0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

inline uint32_t rotated(uint32_t x, int n) { return x >> n | x << (32 - n); }
inline void sha256_plain(uint32_t* h, const uint8_t* p, size_t blocks) {
  for (; blocks--; p += 64) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++) { uint32_t x; std::memcpy(&x, p + 4 * i, 4); w[i] = __builtin_bswap32(x); }
    for (int i = 16; i < 64; i++) {
      uint32_t a = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3;
      uint32_t b = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10;
      w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    std::memcpy(s, h, sizeof s);
    for (int i = 0; i < 64; i++) {
      uint32_t a = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25), b = rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22);
      uint32_t one = s[7] + a + ((s[4] & s[5]) ^ (~s[4] & s[6])) + SHA256_K[i] + w[i];
      uint32_t two = b + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
      s[7] = s[6]; s[6] = s[5]; s[5] = s[4]; s[4] = s[3] + one; s[3] = s[2]; s[2] = s[1]; s[1] = s[0]; s[0] = one + two;
    }
    for (int i = 0; i < 8; i++) h[i] += s[i];
  }
}
#if defined(__x86_64__)
// The instructions of the processor for it, four rounds at a time, of so many texts at once: each waits for the one before
// it, so that two texts take little longer than one.
template <int MANY> __attribute__((target("sha,sse4.1,ssse3"))) inline void sha256_fast(uint32_t* const* h, const uint8_t* const* p, size_t blocks) {
  const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  __m128i abef[MANY], cdgh[MANY];
  for (int t = 0; t < MANY; t++) {
    __m128i low = _mm_shuffle_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(h[t])), 0xB1);
    __m128i high = _mm_shuffle_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(h[t] + 4)), 0x1B);
    abef[t] = _mm_alignr_epi8(low, high, 8), cdgh[t] = _mm_blend_epi16(high, low, 0xF0);
  }
  for (size_t block = 0; block < blocks; block++) {
    __m128i before_abef[MANY], before_cdgh[MANY], w[MANY][4];
#pragma GCC unroll 2
    for (int t = 0; t < MANY; t++) {
      before_abef[t] = abef[t], before_cdgh[t] = cdgh[t];
#pragma GCC unroll 4
      for (int i = 0; i < 4; i++) w[t][i] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p[t] + 64 * block + 16 * size_t(i))), order);
    }
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
#pragma GCC unroll 2
      for (int t = 0; t < MANY; t++) {
        __m128i k = _mm_add_epi32(w[t][i & 3], _mm_loadu_si128(reinterpret_cast<const __m128i*>(SHA256_K + 4 * i)));
        cdgh[t] = _mm_sha256rnds2_epu32(cdgh[t], abef[t], k);
        abef[t] = _mm_sha256rnds2_epu32(abef[t], cdgh[t], _mm_shuffle_epi32(k, 0x0E));
        if (i < 12) {
          __m128i last = w[t][(i + 3) & 3];
          __m128i next = _mm_add_epi32(_mm_sha256msg1_epu32(w[t][i & 3], w[t][(i + 1) & 3]), _mm_alignr_epi8(last, w[t][(i + 2) & 3], 4));
          w[t][i & 3] = _mm_sha256msg2_epu32(next, last);
        }
      }
    }
#pragma GCC unroll 2
    for (int t = 0; t < MANY; t++) abef[t] = _mm_add_epi32(abef[t], before_abef[t]), cdgh[t] = _mm_add_epi32(cdgh[t], before_cdgh[t]);
  }
  for (int t = 0; t < MANY; t++) {
    __m128i low = _mm_shuffle_epi32(abef[t], 0x1B), high = _mm_shuffle_epi32(cdgh[t], 0xB1);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(h[t]), _mm_blend_epi16(low, high, 0xF0));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(h[t] + 4), _mm_alignr_epi8(high, low, 8));
  }
}
inline bool has_sha() {
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c >> 19 & 1) && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1);
}
static const bool SHA_IS_FAST = has_sha();
#endif
inline void sha256_blocks(uint32_t* h, const uint8_t* p, size_t blocks) {
#if defined(__x86_64__)
  if (SHA_IS_FAST) return sha256_fast<1>(&h, &p, blocks);
#endif
  sha256_plain(h, p, blocks);
}
constexpr uint32_t SHA256_BEGIN[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
inline void digested(const uint32_t* h, uint8_t* digest) { for (int i = 0; i < 8; i++) { uint32_t x = __builtin_bswap32(h[i]); std::memcpy(digest + 4 * i, &x, 4); } }
// What stands behind a text whose last block has `held` bytes; gives how much there is then, one block or two.
inline size_t sha256_padded(uint8_t* last, size_t held, size_t whole) {
  last[held++] = 0x80;
  size_t end = held <= 56 ? 64 : 128;
  std::memset(last + held, 0, end - held);
  uint64_t bits = __builtin_bswap64(uint64_t(whole) * 8);
  std::memcpy(last + end - 8, &bits, 8);
  return end;
}
// A text that is hashed bit by bit; behind it there is room for 128 bytes.
struct Hashing {
  uint32_t h[8];
  const uint8_t* at = nullptr;
  size_t blocks = 0;  // that are left of it
  void begin(uint8_t* text, size_t size) {
    std::memcpy(h, SHA256_BEGIN, 32);
    size_t held = size % 64;
    blocks = (size - held + sha256_padded(text + size - held, held, size)) / 64;
    at = text;
  }
  void passed(size_t n) { at += 64 * n; blocks -= n; }
  void go_on(size_t n) { sha256_blocks(h, at, n); passed(n); }
};
// Both, to the end of the shorter one.
inline void go_on_both(Hashing& a, Hashing& b) {
  size_t n = std::min(a.blocks, b.blocks);
#if defined(__x86_64__)
  if (SHA_IS_FAST) {
    uint32_t* const h[2] = {a.h, b.h};
    const uint8_t* const p[2] = {a.at, b.at};
    sha256_fast<2>(h, p, n);
    a.passed(n); b.passed(n);
    return;
  }
#endif
  a.go_on(n); b.go_on(n);
}
// Of two texts, one behind the other; the first has less than 64 bytes.
inline void sha256(const void* first, size_t n, const void* text, size_t size, uint8_t* digest) {
  uint32_t h[8];
  std::memcpy(h, SHA256_BEGIN, 32);
  const uint8_t* rest = static_cast<const uint8_t*>(text);
  uint8_t block[128];
  size_t whole = n + size, left = size, held = n;
  std::memcpy(block, first, n);
  if (n && whole >= 64) {
    std::memcpy(block + n, rest, 64 - n);
    sha256_blocks(h, block, 1);
    rest += 64 - n; left -= 64 - n; held = 0;
  }
  if (!held) { sha256_blocks(h, rest, left / 64); rest += left / 64 * 64; left %= 64; }
  std::memcpy(block + held, rest, left);
  sha256_blocks(h, block, sha256_padded(block, held + left, whole) / 64);
  digested(h, digest);
}
inline void hexed(const uint8_t* bytes, size_t n, char* to) {
  for (size_t i = 0; i < n; i++) { to[2 * i] = "0123456789abcdef"[bytes[i] >> 4]; to[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15]; }
}

// The tape of records and tournaments (referee/record/tape.py): chance from a secret by the name of each event, SHAKE-256
// (FIPS 202), and the seat `random` with a chance of its own (the Mersenne Twister of Python's random.Random, by M.
// Matsumoto and T. Nishimura, 1998).
#pragma once

struct Keccak {
  uint64_t a[25];
  static INLINE uint64_t turned(uint64_t x, int n) { return n ? x << n | x >> (64 - n) : x; }
  void permute() {
    static const uint64_t ROUND[24] = {
      0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000, 0x000000000000808B, 0x0000000080000001,
      0x8000000080008081, 0x8000000000008009, 0x000000000000008A, 0x0000000000000088, 0x0000000080008009, 0x000000008000000A,
      0x000000008000808B, 0x800000000000008B, 0x8000000000008089, 0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
      0x000000000000800A, 0x800000008000000A, 0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};
    static const int TURN[25] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};
    for (uint64_t round : ROUND) {
      uint64_t c[5], b[25];
      for (int x = 0; x < 5; x++) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
      for (int x = 0; x < 5; x++) {
        uint64_t d = c[(x + 4) % 5] ^ turned(c[(x + 1) % 5], 1);
        for (int y = 0; y < 25; y += 5) a[y + x] ^= d;
      }
      for (int x = 0; x < 5; x++) for (int y = 0; y < 5; y++) b[y + 5 * ((2 * x + 3 * y) % 5)] = turned(a[x + 5 * y], TURN[x + 5 * y]);
      for (int y = 0; y < 25; y += 5) for (int x = 0; x < 5; x++) a[y + x] = b[y + x] ^ (~b[y + (x + 1) % 5] & b[y + (x + 2) % 5]);
      a[0] ^= round;
    }
  }
};
inline void shake256(const void* text, size_t size, uint8_t* to, size_t wanted) {
  constexpr size_t RATE = 136;
  Keccak k{};
  uint8_t* bytes = reinterpret_cast<uint8_t*>(k.a);  // the words are those of a machine with the low byte first
  const uint8_t* from = static_cast<const uint8_t*>(text);
  for (; size >= RATE; size -= RATE, from += RATE) { for (size_t i = 0; i < RATE; i++) bytes[i] ^= from[i]; k.permute(); }
  for (size_t i = 0; i < size; i++) bytes[i] ^= from[i];
  bytes[size] ^= 0x1F;
  bytes[RATE - 1] ^= 0x80;
  for (;;) {
    k.permute();
    size_t n = std::min(wanted, RATE);
    std::memcpy(to, bytes, n);
    to += n;
    wanted -= n;
    if (!wanted) return;
  }
}

struct Twister {
  uint32_t state[624];
  int at;
  void begin(const uint32_t* words, int index) { std::memcpy(state, words, sizeof state); at = index; }
  uint32_t word() {
    if (at == 624) {
      for (int i = 0; i < 624; i++) {
        uint32_t y = (state[i] & 0x80000000u) | (state[(i + 1) % 624] & 0x7fffffffu);
        state[i] = state[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0u);
      }
      at = 0;
    }
    uint32_t y = state[at++];
    y ^= y >> 11; y ^= y << 7 & 0x9d2c5680u; y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
  }
  double part() { uint32_t a = word() >> 5, b = word() >> 6; return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0); }
  // As Space.sample has it: random() for few answers, randrange() for many.
  u128 below(u128 n) {
    if (n < u128(1) << 32) return u128(part() * double(uint64_t(n)));
    int bits = 0;
    while (n >> bits) bits++;
    for (;;) {
      u128 r = 0;
      for (int done = 0; done < bits; done += 32) r |= u128(bits - done < 32 ? word() >> (32 - (bits - done)) : word()) << done;
      if (r < n) return r;
    }
  }
};

static bool shaken;  // whether chance comes from a secret
static Text event_name;  // the secret, and behind it the name of the event
static size_t secret_size;
static Twister seat_chance[PLAYERS];
struct Stock { bool there; std::vector<int32_t> order; Pile pile; };
static Stock stocks[PLACES];  // the cards of a stock that is in order, the lowest first

static int64_t shaken_below(uint64_t stop_) {
  uint8_t bytes[16];
  shake256(event_name.begin, event_name.size(), bytes, 16);
  uint64_t rest = 0;
  for (uint8_t each : bytes) rest = uint64_t((u128(rest) << 8 | each) % stop_);
  return int64_t(rest);
}
template <class T> void shaken_order(std::vector<T>& order) {
  int n = int(order.size()), length = 0;
  while (n >> length) length++;
  size_t size = size_t(128 + n * length) / 8 + 1, words = (size + 7) / 8;
  std::vector<uint8_t> bytes(8 * words, 0);
  shake256(event_name.begin, event_name.size(), bytes.data() + 8 * words - size, size);
  std::vector<uint64_t> number(words);  // the highest word first
  for (size_t i = 0; i < words; i++) { uint64_t x; std::memcpy(&x, bytes.data() + 8 * i, 8); number[i] = __builtin_bswap64(x); }
  size_t first = 0;
  for (int place = n - 1; place > 0; place--) {
    uint64_t rest = 0, by = uint64_t(place) + 1;
    for (size_t i = first; i < words; i++) { u128 x = u128(rest) << 64 | number[i]; number[i] = uint64_t(x / by); rest = uint64_t(x % by); }
    while (first < words && !number[first]) first++;
    std::swap(order[size_t(place)], order[size_t(rest)]);
  }
}
static std::vector<int32_t> kinds_of(const Pile& cards) {
  std::vector<int32_t> r;
  each_kind(cards, [&](int64_t k, int64_t n) { while (n--) r.push_back(int32_t(k)); });
  return r;
}
static void shaken_stock(Where p) {
  Stock& stock = stocks[p.v];
  stock.there = true;
  stock.pile = place_pile(p);
  stock.order = kinds_of(stock.pile);
  shaken_order(stock.order);
}
static bool in_order(Where p, int64_t number) {
  const Stock& stock = stocks[p.v];
  return stock.there && number >= 0 && number <= int64_t(stock.order.size()) && eq(stock.pile, place_pile(p));
}
static Pile off_the_top(Where p, int64_t number) {
  Stock& stock = stocks[p.v];
  Pile r = no_cards();
  while (number--) { r = plus(r, one_of(stock.order.back())); stock.order.pop_back(); }
  stock.pile = minus(stock.pile, r);
  return r;
}

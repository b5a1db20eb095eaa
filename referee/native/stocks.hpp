// Stocks of matches that are played on.
#pragma once

// A stock has an order that is made as it is drawn from: plays with the same chance draw alike (referee/play/chance.py).
struct Stocks {
  uint64_t k0, k1, match;
  struct Stock { bool begun; int64_t left; uint64_t times; Pile lying; Philox chance; int16_t kinds[TOTAL + 1]; } all[PLACES];
  void begin(uint64_t key0, uint64_t key1, uint64_t of) {
    k0 = key0; k1 = key1; match = of;
    for (Stock& each : all) each.begun = false, each.times = 0;
  }
  int drawn(int place, const Pile& pile) {
    Stock& s = all[place];
    if (!s.begun || !eq(s.lying, pile)) {
      s.left = 0;
      each_kind(pile, [&](int64_t kind, int64_t number) { while (number--) s.kinds[s.left++] = int16_t(kind); });
      s.chance.begin(k0, k1, match);
      s.chance.counter[2] = uint64_t(place) + 1;
      s.chance.counter[3] = s.times++;
      s.begun = true;
      s.lying = pile;
    }
    uint64_t at = uint64_t(u128(s.chance.word()) * uint64_t(s.left) >> 64);
    std::swap(s.kinds[at], s.kinds[--s.left]);
    int kind = s.kinds[s.left];
    s.lying.w[kind / FIELDS] -= uint64_t(1) << (kind % FIELDS * WIDTH);
    return kind;
  }
};
static Stocks stocks;
inline Pile drawn(Where from, int64_t number) {
  const Pile pile = place_pile(from);
  if (is_known() || number > S.size[from.v] || number < 0) return picked(pile, number);
  Pile rest = pile, r = no_cards();
  for (int64_t i = 0; i < number; i++) {
    int kind = stocks.drawn(from.v, rest);
    rest.w[kind / FIELDS] -= uint64_t(1) << (kind % FIELDS * WIDTH);
    r.w[kind / FIELDS] += uint64_t(1) << (kind % FIELDS * WIDTH);
  }
  return r;
}

// Sets of cards of equal value (referee/kernel/selections.py: EqualValue): the lowest worth first, then as piles are packed.
#pragma once

constexpr int64_t kind_of(const Pile& mask) {
  int64_t word = 0;
  while (!mask.w[word]) word++;
  return word * FIELDS + __builtin_ctzll(mask.w[word]) / WIDTH;
}
struct EqualSets {
  static constexpr int64_t MOST = 64;  // sets of one group; where there are more, none is listed
  struct Some { int64_t worth; uint64_t ways; int32_t group, number; };  // so many cards of one group
  Pile pile;
  int64_t above;
  const Group* groups;  // downward
  int n_groups, n = 0;
  uint64_t sum = 0;
  bool many = false;
  Some some[MOST_GROUPS * MOST];

  INLINE EqualSets() {}
  template <size_t N> INLINE void look(const Group (&downward)[N]) {
    groups = downward;
    n_groups = N;
#pragma GCC unroll 16
    for (size_t i = 0; i < N; i++) look_at(int(i), downward[i].value, downward[i].mask, downward[i].kinds);
  }
  INLINE void look_at(int group, int64_t value, const Pile& mask, int kinds) {
    int64_t size = kinds == 1 ? of_kind(pile, kind_of(mask)) : size_of(band(pile, mask));
    if (!size) return;
    if (kinds == 1) {
      if (size >= MOST) { many = true; return; }
      for (int64_t k = 1; k <= size; k++) { int64_t worth = mul(value, k); some[n] = {worth, 1, group, int32_t(k)}; bool more = worth > above; n += more; sum += more; }
    } else look_at_several(group, value, band(pile, mask), size);
  }
  __attribute__((noinline)) void look_at_several(int group, int64_t value, const Pile& cards, int64_t size) {
    uint64_t ways[MOST];  // by the number of cards, up to top
    ways[0] = 1;
    int64_t sets = 1, top = 0;
    each_kind(cards, [&](int64_t, int64_t number) {
      if (many || (sets *= number + 1) > MOST) { many = true; return; }
      int64_t before = top;
      top += number;
      for (int64_t k = top; k > 0; k--) {
        uint64_t w = 0;
        for (int64_t j = std::max<int64_t>(0, k - before); j <= std::min(number, k); j++) w += ways[k - j];
        ways[k] = w;
      }
    });
    if (many) return;
    for (int64_t k = 1; k <= size; k++) if (int64_t worth = mul(value, k); worth > above) { some[n++] = {worth, ways[k], group, int32_t(k)}; sum += ways[k]; }
  }
  u128 count() const {
    if (!many) return sum;
    u128 all = 0;
    for (int i = n_groups; i-- > 0;) { auto [least, most] = bounds(groups[i].value); all += Selection_::count(band(pile, groups[i].mask), least, most); }
    return all;
  }
  std::pair<int64_t, int64_t> bounds(int64_t value) const {
    int64_t least = 1, most = int64_t(TOTAL);
    if (value > 0) least = std::max<int64_t>(1, floordiv(above, value) + 1);
    else if (value * most <= above) most = value ? floordiv(above + 1, value) : 0;
    return {least, most};
  }
  INLINE Pile nth(u128 at) const {
    if (many) return nth_of_many(at);
    uint64_t left = uint64_t(at);
    for (int i = 0; i < n; i++) {
      uint64_t lower = 0, same = 0;
      for (int j = 0; j < n; j++) { lower += some[j].worth < some[i].worth ? some[j].ways : 0; same += some[j].worth == some[i].worth ? some[j].ways : 0; }
      if (left - lower >= same) continue;
      if (same == 1 && groups[some[i].group].kinds == 1) return of_one_kind(some[i]);
      return nth_of_worth(some[i].worth, left - lower);
    }
    stop(RAISED);
  }
  // All of them, in whatever order, each with what says whether it comes before the one that f last kept.
  template <class F> void each(F f) const {
    if (many) {
      u128 number = count();
      for (u128 at = 0; at < number; at++) f(nth_of_many(at), never_before);
      return;
    }
    struct Set { int64_t worth; Pile cards; } found[MOST_GROUPS * MOST];
    int number = 0;
    for (int group = -1, i = 0; i < n; i++) {
      if (groups[some[i].group].kinds == 1) { found[number++] = {some[i].worth, of_one_kind(some[i])}; continue; }
      if (some[i].group == group) continue;
      group = some[i].group;
      Pile sets[MOST];
      sets[0] = no_cards();
      int several = 1;
      each_kind(band(pile, groups[group].mask), [&](int64_t kind, int64_t most) {
        int before = several;
        for (int64_t taken = 1; taken <= most; taken++)
          for (int j = 0; j < before; j++) sets[several++] = plus(sets[j], times(one_of(kind), taken));
      });
      for (int j = 1; j < several; j++)
        if (int64_t worth = groups[group].value * size_of(sets[j]); worth > above) found[number++] = {worth, sets[j]};
    }
    const Set* kept = nullptr;
    for (const Set* set = found; set < found + number; set++)
      if (f(set->cards, [&] { return kept && (set->worth < kept->worth || (set->worth == kept->worth && order_of(set->cards, kept->cards) < 0)); })) kept = set;
  }
  INLINE Pile of_one_kind(const Some& set) const {
    Pile r;
    const Pile& mask = groups[set.group].mask;
    EACH_WORD r.w[i] = mask.w[i] / FIELD * uint64_t(set.number);
    return r;
  }
  // Of the sets of one worth the one that is so far up in the order of packed piles.
  __attribute__((noinline)) Pile nth_of_worth(int64_t worth, uint64_t at) const {
    std::vector<Pile> found;
    for (int i = 0; i < n; i++) if (some[i].worth == worth) {
      Pile cards = band(pile, groups[some[i].group].mask);
      for (u128 ways = Selection_::count(cards, some[i].number, some[i].number), k = 0; k < ways; k++)
        found.push_back(Selection_::nth(cards, some[i].number, some[i].number, k));
    }
    std::nth_element(found.begin(), found.begin() + int64_t(at), found.end(), [](const Pile& a, const Pile& b) { return order_of(a, b) < 0; });
    return found[size_t(at)];
  }
  __attribute__((noinline)) Pile nth_of_many(u128 at) const {
    for (int i = n_groups; i-- > 0;) {
      auto [least, most] = bounds(groups[i].value);
      Pile cards = band(pile, groups[i].mask);
      u128 ways = Selection_::count(cards, least, most);
      if (at < ways) return Selection_::nth(cards, least, most, at);
      at -= ways;
    }
    stop(RAISED);
  }
};

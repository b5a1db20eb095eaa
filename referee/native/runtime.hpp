// Chance, questions and the table natively. The generated text defines before: State, S, START, IS_ROW.
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
static int64_t steps_left;
INLINE void mix(uint64_t x) { digest = (digest ^ x) * 0x100000001B3ull; digest ^= digest >> 32; }

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

INLINE void spin() { if (--steps_left < 0) stop(NO_END); }
struct Deeper { static int depth; Deeper() { if (++depth > 3000) stop(NO_END); } ~Deeper() { --depth; } };
int Deeper::depth = 0;

// -- cards -------------------------------------------------------------------------------------------------------------
INLINE Pile pile_of_row(const Seq<Laid>& row) { Pile r = no_cards(); for (int64_t i = 0; i < row.size(); i++) r = plus(r, one_of(row[i].kind)); return r; }
INLINE Pile place_pile(Where p) { return IS_ROW[p.v] ? pile_of_row(S.row[p.v]) : S.pile[p.v]; }
INLINE int64_t place_size(Where p) { return IS_ROW[p.v] ? S.row[p.v].size() : S.size[p.v]; }
INLINE Seq<Laid> place_row(Where p) { if (!IS_ROW[p.v]) stop(RAISED); return S.row[p.v]; }
INLINE void set_pile(Where p, const Pile& cards) { S.pile[p.v] = cards; S.size[p.v] = size_of(cards); }
INLINE void shift(const Pile& cards, Where from, Where to) {
  if (!covers(S.pile[from.v], cards)) stop(SHORTAGE);
  int64_t size = size_of(cards);
  EACH_WORD S.pile[from.v].w[i] -= cards.w[i];
  EACH_WORD S.pile[to.v].w[i] += cards.w[i];
  S.size[from.v] -= size;
  S.size[to.v] += size;
}
INLINE void gather(Where to) {
  for (int p = 0; p < PLACES; p++) if (p != to.v && S.size[p]) {
    EACH_WORD S.pile[to.v].w[i] += S.pile[p].w[i], S.pile[p].w[i] = 0;
    S.size[to.v] += S.size[p];
    S.size[p] = 0;
  }
}
INLINE void swap_places(Where a, Where b) {
  if (IS_ROW[a.v] != IS_ROW[b.v]) stop(RAISED);
  std::swap(S.pile[a.v], S.pile[b.v]);
  std::swap(S.size[a.v], S.size[b.v]);
  std::swap(S.row[a.v], S.row[b.v]);
}
INLINE int take_one(Pile& from, int64_t size) {
  uint64_t x = below_small(uint64_t(size));
  int word = 0;
  for (; word < PILE_WORDS - 1; word++) { uint64_t here = from.w[word] % FIELD; if (x < here) break; x -= here; }
  uint64_t fields = from.w[word];
  int kind = 0;
  for (;; kind++, fields >>= WIDTH) { uint64_t here = fields & FIELD; if (x < here) break; x -= here; }
  from.w[word] -= uint64_t(1) << (kind * WIDTH);
  return word * FIELDS + kind;
}
#ifdef EXPLORED
inline Pile picked(const Pile& cards, int64_t number);
#else
inline Pile picked(const Pile& cards, int64_t number) {
  int64_t size = size_of(cards);
  if (number > size || number < 0) stop(SHORTAGE);
  Pile rest = cards, r = no_cards();
  for (int64_t i = 0; i < number; i++) {
    int kind = take_one(rest, size - i);
    mix(uint64_t(kind));
    r.w[kind / FIELDS] += uint64_t(1) << (kind % FIELDS * WIDTH);
  }
  return r;
}
#endif
INLINE Pile drawn(Where from, int64_t number) { return picked(S.pile[from.v], number); }
inline Seq<int64_t> rolled(int64_t number, int64_t sides) {
  Seq<int64_t> r = new_seq<int64_t>(number);
  for (int64_t i = 0; i < number; i++) { int64_t face = 1 + int64_t(below_small(uint64_t(sides))); mix(uint64_t(face - 1)); append(r, face); }
  return r;
}
INLINE int64_t lot(int64_t among) { int64_t r = int64_t(below_small(uint64_t(among))); mix(uint64_t(r)); return r; }
INLINE bool looks_like(const Laid& a, const Laid& b) { return a.kind == b.kind && a.link == b.link && a.marks == b.marks; }
inline Seq<int64_t> shuffled(Where p) {
  if (!IS_ROW[p.v]) return new_seq<int64_t>(0);
  int64_t n = S.row[p.v].size();
  Seq<int64_t> r = new_seq<int64_t>(n);
  for (int64_t i = 0; i < n; i++) append(r, i);
#ifdef EXPLORED
  // The next card is one of those left that look different.
  const Seq<Laid>& row = S.row[p.v];
  for (int64_t i = 0; i < n; i++) {
    int64_t different[64], many = 0;
    if (n > 64) stop(TOO_MANY);
    for (int64_t j = i; j < n; j++) {
      bool first = true;
      for (int64_t k = i; k < j; k++) first &= !looks_like(row[r[j]], row[r[k]]);
      if (first) different[many++] = j;
    }
    std::swap(r[i], r[different[below_small(uint64_t(many))]]);
  }
#else
  for (int64_t i = n - 1; i > 0; i--) { int64_t j = int64_t(below_small(uint64_t(i + 1))); mix(uint64_t(j)); std::swap(r[i], r[j]); }
#endif
  return r;
}
struct Weight { int64_t value; Pile mask; };
template <size_t N> INLINE int64_t worth(const Pile& cards, const Weight (&groups)[N]) {
  int64_t r = 0;
  for (const Weight& g : groups) r += g.value * size_of(band(cards, g.mask));
  return r;
}
template <size_t N> INLINE int64_t highest(const Pile& cards, const Weight (&groups)[N]) {
  for (const Weight& g : groups) if (!is_empty(band(cards, g.mask))) return g.value;
  return -1;
}
INLINE bool is_within(const Pile& a, const Pile& mask, const Pile& cards) { return covers(cards, band(a, mask)); }
INLINE Pile following(const Pile& a, const Pile& mask) { Pile r = band(a, mask); return is_empty(r) ? a : r; }
template <class F> INLINE void each_kind(const Pile& a, F f) {
  for (int word = 0; word < PILE_WORDS; word++) {
    uint64_t rest = a.w[word];
    while (rest) {
      int field = __builtin_ctzll(rest) / WIDTH;
      uint64_t n = rest >> (field * WIDTH) & FIELD;
      f(int64_t(word * FIELDS + field), int64_t(n));
      rest ^= n << (field * WIDTH);
    }
  }
}
typedef Rec<0, int64_t, int64_t> Pair;
inline Seq<Pair> counts(const Pile& a) { Seq<Pair> r = new_seq<Pair>(8); each_kind(a, [&](int64_t k, int64_t n) { append(r, Pair{{k, n}}); }); return r; }
inline Seq<int64_t> unpack(const Pile& a) { Seq<int64_t> r = new_seq<int64_t>(8); each_kind(a, [&](int64_t k, int64_t n) { while (n--) append(r, k); }); return r; }
inline Seq<Pile> ones(const Pile& a) { Seq<Pile> r = new_seq<Pile>(8); each_kind(a, [&](int64_t k, int64_t) { append(r, one_of(k)); }); return r; }
inline Seq<Pile> singles(const Pile& a) { Seq<Pile> r = new_seq<Pile>(8); each_kind(a, [&](int64_t k, int64_t n) { while (n--) append(r, one_of(k)); }); return r; }
inline Pile pack(const Seq<int64_t>& kinds) { Pile r = no_cards(); for (int64_t i = 0; i < kinds.size(); i++) r = plus(r, one_of(kinds[i])); return r; }
INLINE Player next_player(Player p, bool left) { int32_t n = p.v + (left ? 1 : -1); return {n >= PLAYERS ? 0 : n < 0 ? PLAYERS - 1 : n}; }
inline Seq<Player> everyone_from(Player p, bool left) {
  Seq<Player> r = new_seq<Player>(PLAYERS);
  for (int i = 0; i < PLAYERS; i++) { append(r, p); p = next_player(p, left); }
  return r;
}
template <class T> INLINE void pay(int64_t payer, int64_t payee, const T& amount) {
  if (cmp(amount, conv<T>(int64_t(0))) < 0) stop(NO_MONEY);
  S.money[payer] = sub(S.money[payer], amount);
  S.money[payee] = add(S.money[payee], amount);
}
template <class T> INLINE void pay(Player payer, int64_t payee, const T& amount) { pay(int64_t(payer.v), payee, amount); }
template <class T> INLINE void pay(int64_t payer, Player payee, const T& amount) { pay(payer, int64_t(payee.v), amount); }
template <class T> INLINE void pay(Player payer, Player payee, const T& amount) { pay(int64_t(payer.v), int64_t(payee.v), amount); }

// -- rows: cards that are told apart ---------------------------------------------------------------------------------------
static uint64_t marks_of_atom(Atom);
INLINE uint64_t marks_of_atom(const Maybe<Atom>& a) { return a.has ? marks_of_atom(a.v) : 0; }
template <class T> inline uint64_t marks_of(const Seq<T>& marks) {
  uint64_t r = 0;
  if constexpr (std::is_same_v<T, Atom>) for (int64_t i = 0; i < marks.size(); i++) r |= marks_of_atom(marks[i]);
  return r;
}
inline Seq<Laid> lying(Where p, const Seq<Laid>& cards) {
  Seq<Laid> row = place_row(p), r = new_seq<Laid>(cards.size());
  for (int64_t i = 0; i < cards.size(); i++) {
    int64_t at = -1;
    for (int64_t j = 0; j < row.size(); j++) if (row[j].number == cards[i].number) at = j;
    if (at < 0) stop(SHORTAGE);
    append(r, Laid(row[at]));
  }
  return r;
}
inline bool lies(const Laid& card, Where p) { Seq<Laid> row = place_row(p); for (int64_t i = 0; i < row.size(); i++) if (row[i].number == card.number) return true; return false; }
template <class M> Rec<0, Seq<Laid>, Seq<Laid>> gone_on(const Seq<Laid>& going, const Seq<M>& marks) {
  Seq<Laid> came = new_seq<Laid>(going.size());
  uint64_t on = marks_of(marks);
  for (int64_t i = 0; i < going.size(); i++) append(came, Laid{going[i].kind, 0, going[i].number, on});
  return {{going, came}};
}
inline void taken_out(Where p, const Seq<Laid>& going) {
  Seq<Laid> row = S.row[p.v], left = new_seq<Laid>(row.size());
  for (int64_t i = 0; i < row.size(); i++) {
    bool gone = false;
    for (int64_t j = 0; j < going.size(); j++) gone |= going[j].number == row[i].number;
    if (!gone) append(left, Laid(row[i]));
  }
  if (left.size() + going.size() != row.size()) stop(SHORTAGE);
  S.row[p.v] = left;
}
template <class M> Rec<0, Seq<Laid>, Seq<Laid>> numbered(const Pile& pile, Where from, const Seq<M>& marks) {
  set_pile(from, less(S.pile[from.v], pile));
  Seq<Laid> going = new_seq<Laid>(8);
  uint64_t on = marks_of(marks);
  each_kind(pile, [&](int64_t k, int64_t n) { while (n--) append(going, Laid{int32_t(k), 0, ++S.cards_numbered, on}); });
  return {{going, going}};
}
template <class M> Rec<0, Seq<Laid>, Seq<Laid>> take(const Seq<Laid>& cards, Where from, const Seq<M>& marks) {
  if (!IS_ROW[from.v]) {
    Pile pile = no_cards();
    for (int64_t i = 0; i < cards.size(); i++) pile = plus(pile, one_of(cards[i].kind));
    return numbered(pile, from, marks);
  }
  Seq<Laid> going = lying(from, cards);
  taken_out(from, going);
  return gone_on(going, marks);
}
template <class M> Rec<0, Seq<Laid>, Seq<Laid>> take(const Pile& pile, Where from, const Seq<M>& marks) {
  if (!IS_ROW[from.v]) return numbered(pile, from, marks);
  Seq<Laid> row = S.row[from.v], found = new_seq<Laid>(8);
  Pile wanted = pile;
  for (int64_t i = row.size() - 1; i >= 0; i--) if (of_kind(wanted, row[i].kind)) { wanted = minus(wanted, one_of(row[i].kind)); append(found, Laid(row[i])); }
  if (!is_empty(wanted)) stop(SHORTAGE);
  std::stable_sort(found.b->data, found.b->data + found.size(), [](const Laid& a, const Laid& b) { return a.kind < b.kind; });
  taken_out(from, found);
  return gone_on(found, marks);
}
inline Seq<Atom> marks_on(const Laid& card);
template <class T> Laid with_marks(Laid card, const Seq<T>& marks) { card.marks |= marks_of(marks); return card; }
template <class T> Laid without_marks(Laid card, const Seq<T>& marks) { if (!marks.size()) card.marks = 0; else card.marks &= ~marks_of(marks); return card; }
template <class T> Laid set_marks(Laid card, const Seq<T>& marks) { card.marks = marks_of(marks); return card; }
INLINE Laid set_link(Laid card, int64_t link) { card.link = int32_t(link); return card; }
INLINE Laid set_kind(Laid card, int64_t kind) { card.kind = int32_t(kind); return card; }

// -- spaces: how many answers there are, and which is the n-th; as the kernel's (referee/kernel/spaces.py and others) -----
template <class S> u128 count_of(const S& space);
template <class To, class S> To nth_of(const S& space, u128 n);

struct Selection_ {
  static int kinds(const Pile& pile, int64_t* kind, int64_t* number) { int n = 0; each_kind(pile, [&](int64_t k, int64_t c) { kind[n] = k; number[n++] = c; }); return n; }
  // ways[i][k]: how many selections of k cards the kinds from the i-th on allow.
  static void table(int n, const int64_t* number, int64_t most, std::vector<u128>& ways) {
    ways.assign(size_t((n + 1) * (most + 1)), 0);
    ways[size_t(n * (most + 1))] = 1;
    for (int i = n - 1; i >= 0; i--) for (int64_t k = 0; k <= most; k++) {
      u128 sum = 0;
      for (int64_t j = std::max<int64_t>(0, k - number[i]); j <= k; j++) {
        u128 w = ways[size_t((i + 1) * (most + 1) + j)];
        if (sum + w < sum) stop(OVERFLOW_);
        sum += w;
      }
      ways[size_t(i * (most + 1) + k)] = sum;
    }
  }
  static u128 count(const Pile& pile, int64_t least, int64_t most) {
    int64_t size = size_of(pile);
    if (most > size) most = size;
    if (least < 0) least = 0;
    if (most < least) return 0;
    if (least == 0 && most == 0) return 1;
    int64_t kind[KINDS + 1], number[KINDS + 1];
    int n = kinds(pile, kind, number);
    if (least == 1 && most == 1) return u128(n);
    std::vector<u128> ways;
    table(n, number, most, ways);
    u128 sum = 0;
    for (int64_t k = least; k <= most; k++) { u128 w = ways[size_t(k)]; if (sum + w < sum) stop(OVERFLOW_); sum += w; }
    return sum;
  }
  static Pile nth(const Pile& pile, int64_t least, int64_t most, u128 at) {
    int64_t size = size_of(pile);
    if (most > size) most = size;
    if (least < 0) least = 0;
    int64_t kind[KINDS + 1], number[KINDS + 1];
    int n = kinds(pile, kind, number);
    if (least == 1 && most == 1) return one_of(kind[int64_t(at)]);
    std::vector<u128> ways;
    table(n, number, most, ways);
    int64_t left = least;
    for (; left <= most; left++) { u128 w = ways[size_t(left)]; if (at < w) break; at -= w; }
    Pile chosen = no_cards();
    for (int i = 0; i < n && left; i++) {
      int64_t taken = 0;
      for (; taken <= std::min(number[i], left); taken++) { u128 w = ways[size_t((i + 1) * (most + 1) + left - taken)]; if (at < w) break; at -= w; }
      chosen = plus(chosen, times(one_of(kind[i]), taken));
      left -= taken;
    }
    return chosen;
  }
};
struct Group { int64_t value; Pile mask; };
struct Sets { int64_t worth; Pile cards; };
struct EqualValue_ {
  static constexpr int MOST = 64;
  // All sets of cards of one value that are worth more, the lowest worth first; -1 where they are too many for a list.
  template <size_t N> static int listed(const Pile& pile, int64_t above, const Group (&downward)[N], Sets* found) {
    int n = 0;
    for (const Group& g : downward) {
      Pile cards = band(pile, g.mask);
      if (is_empty(cards)) continue;
      int64_t kind[KINDS + 1], number[KINDS + 1];
      int kinds = Selection_::kinds(cards, kind, number);
      int64_t sets = 1;
      for (int i = 0; i < kinds; i++) { sets *= number[i] + 1; if (sets > MOST) return -1; }
      int begin = n;
      found[n++] = {0, no_cards()};
      for (int i = 0; i < kinds; i++) {
        int now = n;
        for (int64_t taken = 1; taken <= number[i]; taken++) for (int j = begin; j < now; j++) {
          found[n] = {found[j].worth + taken, found[j].cards};
          found[n].cards.w[kind[i] / FIELDS] += uint64_t(taken) << (kind[i] % FIELDS * WIDTH);
          n++;
        }
      }
      int kept = begin;
      for (int j = begin; j < n; j++) { int64_t w = found[j].worth * g.value; if (found[j].worth && w > above) found[kept++] = {w, found[j].cards}; }
      n = kept;
    }
    return n;
  }
  template <size_t N> static u128 count(const Pile& pile, int64_t above, const Group (&downward)[N], int64_t total) {
    u128 sum = 0;
    bool many = false;
    for (const Group& g : downward) {  // the number alone needs no list
      Pile cards = band(pile, g.mask);
      if (is_empty(cards)) continue;
      int64_t sets = 1, size = 0;
      each_kind(cards, [&](int64_t, int64_t n) { sets *= n + 1; size += n; });
      if (sets > MOST) { many = true; break; }
      int64_t least = above < 0 && g.value >= 0 ? 1 : 0;
      if (least) { sum += u128(sets - 1); continue; }
      for (int64_t k = 1; k <= size; k++) if (g.value * k > above) { sum += Selection_::count(cards, k, size); if (g.value < 0) { sum = ~u128(0); } break; }
      if (sum == ~u128(0)) { many = true; break; }
    }
    if (!many) return sum;
    Sets found[N * MOST + N];
    int n = listed(pile, above, downward, found);
    if (n >= 0) return u128(n);
    sum = 0;
    for (size_t i = N; i-- > 0;) { auto [least, most] = bounds(downward[i].value, above, total); sum += Selection_::count(band(pile, downward[i].mask), least, most); }
    return sum;
  }
  static std::pair<int64_t, int64_t> bounds(int64_t value, int64_t above, int64_t total) {
    int64_t least = 1, most = total;
    if (value > 0) least = std::max<int64_t>(1, floordiv(above, value) + 1);
    else if (value * most <= above) most = value ? floordiv(above + 1, value) : 0;
    return {least, most};
  }
  template <size_t N> static Pile nth(const Pile& pile, int64_t above, const Group (&downward)[N], int64_t total, u128 at) {
    Sets found[N * MOST + N];
    int n = listed(pile, above, downward, found);
    if (n >= 0) {
      auto lower = [](const Sets& a, const Sets& b) { return a.worth != b.worth ? a.worth < b.worth : order_of(a.cards, b.cards) < 0; };
      std::nth_element(found, found + int(at), found + n, lower);
      return found[int(at)].cards;
    }
    for (size_t i = N; i-- > 0;) {
      auto [least, most] = bounds(downward[i].value, above, total);
      Pile cards = band(pile, downward[i].mask);
      u128 ways = Selection_::count(cards, least, most);
      if (at < ways) return Selection_::nth(cards, least, most, at);
      at -= ways;
    }
    stop(RAISED);
  }
};
inline Pile nth_one(const Pile& pile, u128 at) {
  int64_t left = int64_t(at), found = -1;
  each_kind(pile, [&](int64_t k, int64_t) { if (left-- == 0) found = k; });
  return one_of(found);
}
INLINE int64_t kinds_in(const Pile& pile) {
  if constexpr (WIDTH <= 8) {
    int64_t n = 0;
    EACH_WORD { uint64_t g = guards_of(i); n += __builtin_popcountll((pile.w[i] + (g - (g >> (WIDTH - 1)))) & g); }
    return n;
  }
  int64_t n = 0;
  each_kind(pile, [&](int64_t, int64_t) { n++; });
  return n;
}
inline u128 count_some(int64_t among, int64_t least, int64_t most) {
  most = std::min(most, among);
  u128 sum = 0;
  for (int64_t size = std::max<int64_t>(least, 0); size <= most; size++) { u128 w = choose(among, size); if (sum + w < sum) stop(OVERFLOW_); sum += w; }
  return sum;
}
inline Seq<Laid> nth_some(const Seq<Laid>& among, int64_t least, u128 at) {
  int64_t n = among.size(), size = std::max<int64_t>(least, 0);
  while (at >= choose(n, size)) at -= choose(n, size), size++;
  Seq<Laid> r = new_seq<Laid>(size);
  for (int64_t place = 1; place <= n; place++) {
    u128 ways = r.size() < size ? choose(n - place, size - r.size() - 1) : 0;
    if (at < ways) append(r, Laid(among[place - 1])); else at -= ways;
  }
  return r;
}
#ifdef EXPLORED
inline Pile picked(const Pile& cards, int64_t number) {
  if (number > size_of(cards) || number < 0) stop(SHORTAGE);
  return Selection_::nth(cards, number, number, below(Selection_::count(cards, number, number)));
}
#endif
template <class Space> struct SpaceOf;  // the generated text says what each space is
template <class S> INLINE u128 count_of(const S& space) { return SpaceOf<S>::count(space); }
template <class To, class S> INLINE To nth_of(const S& space, u128 n) { return SpaceOf<S>::template nth<To>(space, n); }
template <class... Ts> struct SpaceOf<Union<Ts...>> {
  typedef Union<Ts...> U;
  template <size_t... I> static u128 count_(const U& u, std::index_sequence<I...>) { u128 r = 0; (void)((u.tag == int(I) && ((r = count_of(std::get<I>(u.v))), true)) || ...); return r; }
  static u128 count(const U& u) { return count_(u, std::index_sequence_for<Ts...>{}); }
  template <class To, size_t... I> static To nth_(const U& u, u128 n, std::index_sequence<I...>) { To r; (void)((u.tag == int(I) && ((r = nth_of<To>(std::get<I>(u.v), n)), true)) || ...); return r; }
  template <class To> static To nth(const U& u, u128 n) { return nth_<To>(u, n, std::index_sequence_for<Ts...>{}); }
};
template <class T> struct SpaceOf<Maybe<T>> {
  static u128 count(const Maybe<T>& m) { if (!m.has) stop(RAISED); return count_of(m.v); }
  template <class To> static To nth(const Maybe<T>& m, u128 n) { return nth_of<To>(m.v, n); }
};
template <class R, class K, class A> INLINE R armed(const K& key, const A& answer) {
  R r;
  std::get<0>(r.t) = conv<std::tuple_element_t<0, decltype(r.t)>>(key);
  std::get<1>(r.t) = conv<std::tuple_element_t<1, decltype(r.t)>>(answer);
  return r;
}
template <class To> struct Answer1;
template <int G, class K, class A> struct Answer1<Rec<G, K, A>> { typedef A type; };
template <class K, class V> struct SpaceOf<Map<K, V>> {
  static u128 count(const Map<K, V>& m) { u128 r = 0; for (int64_t i = 0; i < m.size(); i++) r += count_of(m.b->values[i]); return r; }
  template <class To> static To nth(const Map<K, V>& m, u128 n) {
    typedef typename Answer1<To>::type A;
    for (int64_t i = 0; i < m.size(); i++) {
      u128 ways = count_of(m.b->values[i]);
      if (n < ways) return armed<To>(m.b->keys[i], nth_of<A>(m.b->values[i], n));
      n -= ways;
    }
    stop(RAISED);
  }
};
template <int... KEY, class... Ss> struct SpaceOf<ArmsOf<Arm<KEY, Ss>...>> {
  typedef ArmsOf<Arm<KEY, Ss>...> Arms;
  template <size_t... I> static u128 count_(const Arms& a, std::index_sequence<I...>) { return (u128(0) + ... + (std::get<I>(a.t).there ? count_of(std::get<I>(a.t).space) : u128(0))); }
  static u128 count(const Arms& a) { return count_(a, std::index_sequence_for<Ss...>{}); }
  template <class To, int K, class S> static bool try_(To& to, const Arm<K, S>& arm, u128& n) {
    if (!arm.there) return false;
    u128 ways = count_of(arm.space);
    if (n >= ways) { n -= ways; return false; }
    to = armed<To>(Atom{K}, nth_of<typename Answer1<To>::type>(arm.space, n));
    return true;
  }
  template <class To, size_t... I> static To nth_(const Arms& a, u128 n, std::index_sequence<I...>) { To r; if (!(try_(r, std::get<I>(a.t), n) || ...)) stop(RAISED); return r; }
  template <class To> static To nth(const Arms& a, u128 n) { return nth_<To>(a, n, std::index_sequence_for<Ss...>{}); }
};
template <class To, class T> INLINE To nth_item(const Seq<T>& s, u128 n) { return conv<To>(s[int64_t(n)]); }
template <class To, int G, class... Ts, size_t... I> To nth_part(const Rec<G, Ts...>& r, u128 n, std::index_sequence<I...>) { To to; (void)((n == I && ((to = conv<To>(std::get<I>(r.t))), true)) || ...); return to; }
template <class To, int G, class... Ts> To nth_item(const Rec<G, Ts...>& r, u128 n) { return nth_part<To>(r, n, std::index_sequence_for<Ts...>{}); }
template <class T> INLINE u128 many_items(const Seq<T>& s) { return u128(s.size()); }
template <int G, class... Ts> INLINE u128 many_items(const Rec<G, Ts...>&) { return sizeof...(Ts); }
template <class T> Seq<T> seq_of_each(const T* each) { Seq<T> r = new_seq<T>(PLAYERS); for (int i = 0; i < PLAYERS; i++) append(r, each[i]); return r; }
template <class T> Seq<T> seq_of_money() { Seq<T> r = new_seq<T>(PLAYERS + 1); for (int i = 0; i <= PLAYERS; i++) append(r, conv<T>(S.money[i])); return r; }
template <class B> INLINE bool left_out(int64_t least, int64_t most, const B& but, int64_t& which) {
  if constexpr (std::is_same_v<B, Atom>) return false;
  else if constexpr (is_maybe<B>::value) { if (!but.has) return false; which = conv<int64_t>(but.v); }
  else which = conv<int64_t>(but);
  return least <= which && which <= most;
}
template <class B> u128 numbers_count(int64_t least, int64_t most, const B& but) { int64_t w; int64_t n = most - least + 1 - left_out(least, most, but, w); return n > 0 ? u128(n) : 0; }
template <class B> int64_t numbers_nth(int64_t least, int64_t most, const B& but, u128 n) { int64_t w, r = least + int64_t(n); return left_out(least, most, but, w) && r >= w ? r + 1 : r; }
template <class T> INLINE int64_t small_count(const T& space) { u128 n = count_of(space); if (n > u128(INT64_MAX)) stop(OVERFLOW_); return int64_t(n); }

template <class To, class S> INLINE To ask(const S& space) {
  u128 n = count_of(space);
  if (n == 0) stop(NO_OPTION);
  u128 at = below(n);
  decisions++;
  mix(uint64_t(n));
  mix(uint64_t(at));
  return nth_of<To>(space, at);
}
template <int PLAYER_, int SPACE_, class M, class C> M together(const Seq<C>& choices) {
  for (int64_t i = 0; i < choices.size(); i++) if (count_of(std::get<SPACE_>(choices[i].t)) == 0) stop(NO_OPTION);
  M r = new_map<typename M::Key, typename M::Value>();
  for (int64_t i = 0; i < choices.size(); i++) map_set(r, std::get<PLAYER_>(choices[i].t), ask<typename M::Value>(std::get<SPACE_>(choices[i].t)));
  return r;
}

// -- the end, and what a match leaves: everything in the digest is there in Python's play too --------------------------------
INLINE void told(Never) {}
INLINE void told(int64_t a) { mix(uint64_t(a)); }
INLINE void told(bool a) { mix(a); }
INLINE void told(Player a) { mix(uint64_t(a.v)); }
INLINE void told(const Wide& a) { mix(a.w[0]); }
INLINE void told(const Pile& a) { mix(packed(a).w[0]); }
INLINE void told(Fraction a) { mix(uint64_t(a.n)); if (a.d != 1) mix(uint64_t(a.d)); }
INLINE void told(Where) {}
static const uint64_t* atom_codes;
INLINE void told(Atom a) { mix(atom_codes[a.v]); }
INLINE void told(const Laid& a) { mix(uint64_t(a.kind)); }
template <class T> INLINE void told(T*) {}
template <class T> void told(const Seq<T>& a);
template <class T> void told(const Maybe<T>& a);
template <int G, class... Ts> void told(const Rec<G, Ts...>& a);
template <class... Ts> void told(const Union<Ts...>& a);
template <class K, class V> void told(const Map<K, V>&) {}
template <class T> void told(const Seq<T>& a) { mix(uint64_t(a.size())); for (int64_t i = 0; i < a.size(); i++) told(a[i]); }
template <class T> void told(const Maybe<T>& a) { if (a.has) told(a.v); else told(Atom{0}); }
template <int G, class... Ts> void told(const Rec<G, Ts...>& a) { mix(sizeof...(Ts)); std::apply([](const auto&... each) { (told(each), ...); }, a.t); }
template <class... Ts, size_t... I> void told_alt(const Union<Ts...>& a, std::index_sequence<I...>) { (void)((a.tag == int(I) && (told(std::get<I>(a.v)), true)) || ...); }
template <class... Ts> void told(const Union<Ts...>& a) { told_alt(a, std::index_sequence_for<Ts...>{}); }

struct Outcome { uint64_t digest; int32_t rank[PLAYERS], reason; int64_t payoff[PLAYERS][2]; };
static Outcome outcome;
INLINE void keep_payoff(int seat, int64_t a) { outcome.payoff[seat][0] = a, outcome.payoff[seat][1] = 1; }
INLINE void keep_payoff(int seat, Fraction a) { outcome.payoff[seat][0] = a.n, outcome.payoff[seat][1] = a.d; }
INLINE void keep_payoff(int seat, const Wide& a) { keep_payoff(seat, narrow(a)); }
template <class A, class B> void end_game(const Seq<A>& scores, const Seq<B>& payoffs, Atom reason) {
  S.ended = true;
  outcome.reason = reason.v;
  uint64_t before = digest;
  digest = 0xCBF29CE484222325ull;
  for (int i = 0; i < PLAYERS; i++) {
    int32_t rank = 1;
    for (int j = 0; j < PLAYERS; j++) rank += cmp(scores[j], scores[i]) < 0;
    outcome.rank[i] = rank;
    keep_payoff(i, payoffs[i]);
    told(scores[i]);
    told(payoffs[i]);
  }
  outcome.digest = digest;
  digest = before;
}
template <class T> void same_payoffs(const Seq<T>& payoffs) { for (int64_t i = 0; i < payoffs.size(); i++) if (!eq(payoffs[i], payoffs[0])) stop(RAISED); }

// The table natively. The generated text defines before: State, S, IS_ROW.
#pragma once

// -- cards -------------------------------------------------------------------------------------------------------------
INLINE Pile pile_of_row(const Seq<Laid>& row) { Pile r = no_cards(); for (int64_t i = 0; i < row.size(); i++) r = plus(r, one_of(row[i].kind)); return r; }
INLINE Pile place_pile(Where p) { return IS_ROW[p.v] ? pile_of_row(S.row[p.v]) : S.pile[p.v]; }
// Nobody is no player, and has no place.
INLINE int32_t seat_of(Player p) { if (uint32_t(p.v) >= uint32_t(PLAYERS)) stop(RAISED); return p.v; }
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
  uint64_t x = below_small(uint64_t(size)), sums = 0;
  int word = 0;
  for (;; word++) {
    sums = sums_of(from.w[word]);
    uint64_t here = sums >> ((FIELDS - 1) * WIDTH) & FIELD;
    if (word == PILE_WORDS - 1 || x < here) break;
    x -= here;
  }
  constexpr uint64_t GUARDS = ONES << (WIDTH - 1);
  int kind = guards_in(((x * ONES | GUARDS) - sums) & GUARDS);  // the fields up to which there are no more than x cards
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
#ifdef SEARCHED
  if (is_known()) {
    for (int64_t i = 0; i < number; i++) r = plus(r, one_of(*known++));
    return r;
  }
#endif
  for (int64_t i = 0; i < number; i++) {
    int kind = take_one(rest, size - i);
    mix(uint64_t(kind));
    r.w[kind / FIELDS] += uint64_t(1) << (kind % FIELDS * WIDTH);
  }
  return r;
}
#endif
#ifdef IN_ORDER
inline Pile drawn(Where from, int64_t number);
#else
INLINE Pile drawn(Where from, int64_t number) { return picked(place_pile(from), number); }
#endif
inline Seq<int64_t> rolled(int64_t number, int64_t sides) {
  Seq<int64_t> r = new_seq<int64_t>(number);
#ifdef SEARCHED
  if (is_known()) { for (int64_t i = 0; i < number; i++) append(r, int64_t(*known++)); return r; }
#endif
  for (int64_t i = 0; i < number; i++) { int64_t face = 1 + int64_t(below_small(uint64_t(sides))); mix(uint64_t(face - 1)); append(r, face); }
  return r;
}
#ifdef SEARCHED
INLINE int64_t lot(int64_t among) { return is_known() ? *known++ : int64_t(below_small(uint64_t(among))); }
#else
INLINE int64_t lot(int64_t among) { int64_t r = int64_t(below_small(uint64_t(among))); mix(uint64_t(r)); return r; }
#endif
INLINE bool looks_like(const Laid& a, const Laid& b) { return a.kind == b.kind && a.link == b.link && a.marks == b.marks; }
inline Seq<int64_t> shuffled(Where p) {
  if (!IS_ROW[p.v]) return new_seq<int64_t>(0);
  int64_t n = S.row[p.v].size();
  Seq<int64_t> r = new_seq<int64_t>(n);
#ifdef SEARCHED
  if (is_known()) { for (int64_t i = 0; i < n; i++) append(r, int64_t(*known++)); return r; }
#endif
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
struct WideWeight { Wide value; Pile mask; };
struct Group { int64_t value; Pile mask; int kinds; };  // the number of kinds in the mask
template <size_t N> INLINE int64_t worth(const Pile& cards, const Weight (&groups)[N]) {
  int64_t r = 0;
  for (const Weight& g : groups) r += g.value * size_of(band(cards, g.mask));
  return r;
}
template <size_t N> INLINE int64_t highest(const Pile& cards, const Weight (&groups)[N]) {
  for (const Weight& g : groups) if (!is_empty(band(cards, g.mask))) return g.value;
  return -1;
}
template <size_t N> Wide worth(const Pile& cards, const WideWeight (&groups)[N]) {
  Wide r = Wide::of(0);
  for (const WideWeight& g : groups) r = add(r, mul(g.value, Wide::of(size_of(band(cards, g.mask)))));
  return r;
}
template <size_t N> Wide highest(const Pile& cards, const WideWeight (&groups)[N]) {
  for (const WideWeight& g : groups) if (!is_empty(band(cards, g.mask))) return g.value;
  return Wide::of(-1);
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
INLINE Player next_player(Player p, bool left) { int32_t n = seat_of(p) + (left ? 1 : -1); return {n >= PLAYERS ? 0 : n < 0 ? PLAYERS - 1 : n}; }
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
template <class T> INLINE void pay(Player payer, int64_t payee, const T& amount) { pay(int64_t(seat_of(payer)), payee, amount); }
template <class T> INLINE void pay(int64_t payer, Player payee, const T& amount) { pay(payer, int64_t(seat_of(payee)), amount); }
template <class T> INLINE void pay(Player payer, Player payee, const T& amount) { pay(int64_t(seat_of(payer)), int64_t(seat_of(payee)), amount); }

// -- rows: cards that are told apart ---------------------------------------------------------------------------------------
static uint64_t marks_of_atom(Atom);
INLINE uint64_t marks_of_atom(const Maybe<Atom>& a) { return a.has ? marks_of_atom(a.v) : 0; }
template <class T> inline uint64_t marks_of(const Seq<T>& marks) {
  uint64_t r = 0;
  if constexpr (std::is_same_v<T, Atom>) for (int64_t i = 0; i < marks.size(); i++) r |= marks_of_atom(marks[i]);
  return r;
}
// What was found of a row, as long as the same cards lie there: a row never changes, another one takes its place.
template <class T> struct OfRow {
  const Body<Laid>* row;
  uint64_t time;
  T found;
  INLINE bool is_known(Where p) const { return row == S.row[p.v].b && time == times_emptied && IS_ROW[p.v]; }
  INLINE const T& keep(Where p, const T& anew) { row = S.row[p.v].b; time = times_emptied; found = anew; return found; }
};
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
// Cards that are offered lie in the row that is named, just so: an answer tells the place.
inline void offered_in(Where p, const Seq<Laid>& cards) {
  Seq<Laid> row = place_row(p);
  for (int64_t i = 0; i < cards.size(); i++) if (!contains(row, cards[i])) stop(RAISED);
}
template <class S> struct Offered { static void look(const S&) {} };
template <class S> void offered(const S& s) { Offered<S>::look(s); }
template <class T> struct Offered<Maybe<T>> { static void look(const Maybe<T>& m) { if (m.has) offered(m.v); } };
template <class T> struct Offered<Seq<T>> { static void look(const Seq<T>& s) { for (int64_t i = 0; i < s.size(); i++) offered(s[i]); } };
template <class K, class V> struct Offered<Map<K, V>> { static void look(const Map<K, V>& m) { for (int64_t i = 0; i < m.size(); i++) offered(m.b->values[i]); } };
template <int K, class S> struct Offered<Arm<K, S>> { static void look(const Arm<K, S>& a) { if (a.there) offered(a.space); } };
template <class... As> struct Offered<ArmsOf<As...>> { static void look(const ArmsOf<As...>& a) { std::apply([](const As&... each) { (offered(each), ...); }, a.t); } };
template <int G, class... Ts> struct Offered<Rec<G, Ts...>> { static void look(const Rec<G, Ts...>& r) { std::apply([](const Ts&... each) { (offered(each), ...); }, r.t); } };
template <class... Ts> struct Offered<Union<Ts...>> {
  template <size_t... I> static void look_(const Union<Ts...>& u, std::index_sequence<I...>) { (void)((u.tag == int(I) && (offered(std::get<I>(u.v)), true)) || ...); }
  static void look(const Union<Ts...>& u) { look_(u, std::index_sequence_for<Ts...>{}); }
};
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
  int64_t n = cards.size(), above = 0;
  Seq<Laid> row = S.row[from.v];
  while (above < n && above < row.size() && row[above].number == cards[above].number) above++;
  if (above == n) {  // off the top: payments, draws
    S.row[from.v] = slice(row, {true, n}, {false, 0}, 1);
    return gone_on(slice(row, {false, 0}, {true, n}, 1), marks);
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


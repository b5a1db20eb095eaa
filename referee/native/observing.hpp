// What a seat sees as a vector of numbers (referee/env/encoding.py). The generated text defines before: SEES, PLACE_AT,
// MONEY_AT, OBSERVED, TURN_AT.
#pragma once

template <class T> INLINE double as_double(const T& a) {
  if constexpr (std::is_same_v<T, Fraction>) return double(a.n) / double(a.d);
  else if constexpr (std::is_same_v<T, Wide>) return double(narrow(a));
  else if constexpr (is_maybe<T>::value) return a.has ? as_double(a.v) : 0;
  else if constexpr (std::is_same_v<T, int64_t> || std::is_same_v<T, bool>) return double(a);
  else stop(RAISED);
}
template <class T> INLINE void put_number(float& o, const T& a) { o = float(as_double(a)); }
INLINE void put_word(float* o, Player a, int me, int nobody, const int32_t*) {
  if (nobody < 0) return;
  o[a.v < 0 || a.v >= PLAYERS ? nobody : a.v >= me ? a.v - me : a.v - me + PLAYERS] = 1;
}
INLINE void put_word(float* o, Atom a, int, int nobody, const int32_t* behind) {
  int at = a.v ? behind[a.v] : nobody;
  if (at >= 0) o[at] = 1;
}
template <class T> INLINE void put_word(float*, const T&, int, int, const int32_t*) {}
template <class T> INLINE void put_word(float* o, const Maybe<T>& a, int me, int nobody, const int32_t* behind) {
  if (a.has) put_word(o, a.v, me, nobody, behind); else if (nobody >= 0) o[nobody] = 1;
}
template <class... Ts, size_t... I> void put_word_of(float* o, const Union<Ts...>& a, int me, int nobody, const int32_t* behind, std::index_sequence<I...>) {
  (void)((a.tag == int(I) && (put_word(o, std::get<I>(a.v), me, nobody, behind), true)) || ...);
}
template <class... Ts> void put_word(float* o, const Union<Ts...>& a, int me, int nobody, const int32_t* behind) { put_word_of(o, a, me, nobody, behind, std::index_sequence_for<Ts...>{}); }

// A tuple: its length, how often each seat is in it, its first items where they are numbers.
template <class T> INLINE void put_item(float* o, const T& a, int64_t i, int me, int numbers) {
  if constexpr (std::is_same_v<T, Player>) { if (a.v >= 0 && a.v < PLAYERS) o[1 + (a.v >= me ? a.v - me : a.v - me + PLAYERS)] += 1; }
  else if constexpr (is_maybe<T>::value) { if (a.has) put_item(o, a.v, i, me, numbers); }
  else if constexpr (std::is_same_v<T, int64_t> || std::is_same_v<T, bool> || std::is_same_v<T, Fraction> || std::is_same_v<T, Wide>) { if (i < numbers) put_number(o[1 + PLAYERS + i], a); }
  else if constexpr (std::is_same_v<T, Pile>) { if (i < numbers) put_number(o[1 + PLAYERS + i], packed(a)); }
}
template <class T> INLINE void put_tuple(float*, const T&, int, int) {}
template <class T> INLINE void put_tuple(float* o, const Seq<T>& a, int me, int numbers) {
  o[0] = float(a.size());
  for (int64_t i = 0; i < a.size(); i++) put_item(o, a[i], i, me, numbers);
}
template <int TAG, class... Ts> INLINE void put_tuple(float* o, const Rec<TAG, Ts...>& a, int me, int numbers) {
  o[0] = float(sizeof...(Ts));
  int64_t i = 0;
  std::apply([&](const auto&... each) { (put_item(o, each, i++, me, numbers), ...); }, a.t);
}
template <class T> INLINE void put_tuple(float* o, const Maybe<T>& a, int me, int numbers) { if (a.has) put_tuple(o, a.v, me, numbers); }
template <class... Ts, size_t... I> void put_tuple_of(float* o, const Union<Ts...>& a, int me, int numbers, std::index_sequence<I...>) {
  (void)((a.tag == int(I) && (put_tuple(o, std::get<I>(a.v), me, numbers), true)) || ...);
}
template <class... Ts> void put_tuple(float* o, const Union<Ts...>& a, int me, int numbers) { put_tuple_of(o, a, me, numbers, std::index_sequence_for<Ts...>{}); }
template <int PART, class T, class F> INLINE void with_part(const T&, F) {}
template <int PART, int TAG, class... Ts, class F> INLINE void with_part(const Rec<TAG, Ts...>& a, F then) { then(std::get<PART>(a.t)); }
template <int PART, class T, class F> INLINE void with_part(const Maybe<T>& a, F then) { if (a.has) with_part<PART>(a.v, then); }

// Kind by kind, those that are not there too: to look for those that are there takes longer.
INLINE void put_pile(float* o, const Pile& cards) {
  for (int word = 0; word < PILE_WORDS; word++) {
    uint64_t rest = cards.w[word];
    int kinds = std::min(KINDS - word * FIELDS, FIELDS);
#pragma GCC unroll 64
    for (int k = 0; k < kinds; k++) o[word * FIELDS + k] = float(int64_t(rest >> (k * WIDTH) & FIELD));
  }
}
static const volatile size_t size_of_a_vector = sizeof(float) * OBSERVED;
static void observe_table(float* o, int me) {
  std::memset(o, 0, size_of_a_vector);
  for (int p = 0; p < PLACES; p++) {
    int at = PLACE_AT[p][me];
    if (at < 0) continue;
    if (SEES[p][me] < 2) { o[at] = SEES[p][me] ? float(place_size(Where{p})) : -1; continue; }
    if (IS_ROW[p]) {
      const Seq<Laid>& row = S.row[p];
      o[at] = float(row.size());
      for (int64_t i = 0; i < row.size(); i++) o[at + 1 + row[i].kind] += 1;
      if (row.size()) o[at + 1 + KINDS + row[0].kind] = 1;
    } else {
      o[at] = float(S.size[p]);
      put_pile(o + at + 1, S.pile[p]);
    }
  }
  o[TURN_AT] = float(S.s_turns);
  for (int i = 0; i <= PLAYERS; i++) put_number(o[MONEY_AT[i][me]], S.money[i]);
}

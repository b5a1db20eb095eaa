// What a space says of an answer, and of itself to whoever is asked (`plain` and `describe` of the spaces of the kernel).
#pragma once

// -- spaces: an answer by its number, and what a bot is told of them ---------------------------------------------------------------
template <class Space> struct Told;  // the generated text says it of each
template <class S> INLINE void put_answer(Text& o, const S& space, u128 n) { Told<S>::answer(o, space, n); }
template <class S> INLINE void describe(Text& o, const S& space, Player viewer) { Told<S>::describe(o, space, viewer); }
template <class... Ts> struct Told<Union<Ts...>> {
  typedef Union<Ts...> U;
  template <size_t... I> static void answer_(Text& o, const U& u, u128 n, std::index_sequence<I...>) { (void)((u.tag == int(I) && (put_answer(o, std::get<I>(u.v), n), true)) || ...); }
  static void answer(Text& o, const U& u, u128 n) { answer_(o, u, n, std::index_sequence_for<Ts...>{}); }
  template <size_t... I> static void describe_(Text& o, const U& u, Player v, std::index_sequence<I...>) { (void)((u.tag == int(I) && (::describe(o, std::get<I>(u.v), v), true)) || ...); }
  static void describe(Text& o, const U& u, Player v) { describe_(o, u, v, std::index_sequence_for<Ts...>{}); }
};
template <class T> struct Told<Maybe<T>> {
  static void answer(Text& o, const Maybe<T>& m, u128 n) { put_answer(o, m.v, n); }
  static void describe(Text& o, const Maybe<T>& m, Player v) { ::describe(o, m.v, v); }
};
template <class K, class S> INLINE void put_arm(Text& o, const K& key, const S& space, u128 n) {
  o.put('['); word(o, key);
  size_t before = o.size();
  o.put(','); put_answer(o, space, n);
  if (o.size() - before == 5 && !std::memcmp(o.begin + before, ",null", 5)) o.forget(before);
  o.put(']');
}
template <class K, class S> INLINE void describe_arm(Text& o, const K& key, const S& space, Player viewer) {
  if (count_of(space) == 0) return;
  comma(o);
  size_t before = o.size();
  o.put(' '); word(o, key);
  if (o.begin[before + 1] == '"') { std::memmove(o.begin + before, o.begin + before + 1, o.size() - before - 1); o.at--; }
  else { o.begin[before] = '"'; o.put('"'); }  // a number as a key
  o.put(':'); describe(o, space, viewer);
}
template <class K, class V> struct Told<Map<K, V>> {
  static void answer(Text& o, const Map<K, V>& m, u128 n) {
    for (int64_t i = 0; i < m.size(); i++) {
      u128 ways = count_of(m.b->values[i]);
      if (n < ways) return put_arm(o, m.b->keys[i], m.b->values[i], n);
      n -= ways;
    }
  }
  static void describe(Text& o, const Map<K, V>& m, Player v) { o.put('{'); for (int64_t i = 0; i < m.size(); i++) describe_arm(o, m.b->keys[i], m.b->values[i], v); o.put('}'); }
};
template <int... KEY, class... Ss> struct Told<ArmsOf<Arm<KEY, Ss>...>> {
  typedef ArmsOf<Arm<KEY, Ss>...> Arms;
  template <int K, class S> static bool try_(Text& o, const Arm<K, S>& arm, u128& n) {
    if (!arm.there) return false;
    u128 ways = count_of(arm.space);
    if (n >= ways) { n -= ways; return false; }
    put_arm(o, Atom{K}, arm.space, n);
    return true;
  }
  template <size_t... I> static void answer_(Text& o, const Arms& a, u128 n, std::index_sequence<I...>) { (void)(try_(o, std::get<I>(a.t), n) || ...); }
  static void answer(Text& o, const Arms& a, u128 n) { answer_(o, a, n, std::index_sequence_for<Ss...>{}); }
  template <int K, class S> static void one_(Text& o, const Arm<K, S>& arm, Player v) { if (arm.there) describe_arm(o, Atom{K}, arm.space, v); }
  template <size_t... I> static void describe_(Text& o, const Arms& a, Player v, std::index_sequence<I...>) { (one_(o, std::get<I>(a.t), v), ...); }
  static void describe(Text& o, const Arms& a, Player v) { o.put('{'); describe_(o, a, v, std::index_sequence_for<Ss...>{}); o.put('}'); }
};
template <class T> INLINE void word_at(Text& o, const Seq<T>& s, u128 n) { word(o, s[int64_t(n)]); }
template <int G, class... Ts, size_t... I> void word_of_part(Text& o, const Rec<G, Ts...>& r, u128 n, std::index_sequence<I...>) { (void)((n == I && (word(o, std::get<I>(r.t)), true)) || ...); }
template <int G, class... Ts> INLINE void word_at(Text& o, const Rec<G, Ts...>& r, u128 n) { word_of_part(o, r, n, std::index_sequence_for<Ts...>{}); }
template <class T> INLINE void all_words(Text& o, const T& options) {
  o.put('[');
  for (u128 n = 0, many = many_items(options); n < many; n++) { if (n) o.put(','); word_at(o, options, n); }
  o.put(']');
}
template <class S> void describe_options(Text& o, const S& options) { o.put("{\"space\":\"one of\",\"options\":"); all_words(o, options); o.put('}'); }
inline void describe_cards(Text& o, const Pile& cards, int64_t least, int64_t most) {
  o.put("{\"space\":\"cards\",\"of\":"); names(o, cards); o.put(",\"least\":"); o.number(least); o.put(",\"most\":"); o.number(most); o.put('}');
}
struct ValueOf { int64_t value; int group; };  // of a kind, and in which group it is: -1 in none
inline void describe_equal(Text& o, const ValueOf (&of)[KINDS], int groups, const Pile& pile, int64_t above) {
  Pile cards = no_cards();
  each_kind(pile, [&](int64_t k, int64_t n) { if (of[k].group >= 0) cards = plus(cards, times(one_of(k), n)); });
  o.put("{\"space\":\"equal value\",\"of\":"); names(o, cards); o.put(",\"values\":{");
  each_kind(cards, [&](int64_t k, int64_t) { comma(o); o.put(CARD[k]); o.put(':'); o.number(of[k].value); });
  o.put("},\"together\":[");
  for (int group = 0; group < groups; group++) {
    bool any = false;
    each_kind(cards, [&](int64_t k, int64_t) {
      if (of[k].group != group) return;
      if (any) o.put(','); else { comma(o); o.put('['); any = true; }
      o.put(CARD[k]);
    });
    if (any) o.put(']');
  }
  o.put("],\"above\":"); o.number(above); o.put('}');
}
template <class P> void describe_piles(Text& o, const Seq<P>& piles) {
  o.put("{\"space\":\"one of piles\",\"piles\":[");
  for (int64_t i = 0; i < piles.size(); i++) { if (i) o.put(','); names(o, conv<Pile>(piles[i])); }
  o.put("]}");
}
template <int G, class... Ts> void describe_piles(Text& o, const Rec<G, Ts...>& piles) { describe_piles(o, conv<Seq<Pile>>(piles)); }
inline int64_t place_in(const Seq<Laid>& row, const Laid& card) { for (int64_t i = 0; i < row.size(); i++) if (eq(row[i], card)) return i; stop(UNRECORDED); }
inline void put_place_in(Text& o, Where row, const Laid& card) { o.number(place_in(place_row(row), card)); }
inline void put_places_in(Text& o, Where row, const Seq<Laid>& cards) {
  o.put('[');
  for (int64_t i = 0; i < cards.size(); i++) { if (i) o.put(','); put_place_in(o, row, cards[i]); }
  o.put(']');
}
inline void describe_row(Text& o, const char* space, Where p, const Seq<Laid>& among, Player viewer) {
  o.put("{\"space\":\""); o.put(space, std::strlen(space)); o.put("\",\"row\":"); o.put(NAME_OF_PLACE[p.v]); o.put(",\"seat\":");
  if (OWNER[p.v] < 0) o.put("null"); else o.number(int64_t(OWNER[p.v]));
  o.put(",\"of\":[");
  bool seen = viewer.v < 0 || viewer.v >= PLAYERS || SEES[p.v][viewer.v] == 2;
  Seq<Laid> row = place_row(p);
  for (int64_t i = 0; i < among.size(); i++) {
    if (i) o.put(',');
    o.put('['); o.number(place_in(row, among[i])); o.put(',');
    if (seen) o.put(CARD[among[i].kind]); else o.put("null");
    o.put(']');
  }
  o.put(']');
}

// The cards of a place as whoever sees them is told, until others lie there.
struct ZoneText {
  Text text;
  Pile pile;
  const Body<Laid>* row;
  uint64_t time;
  INLINE bool is_of(Where p) const { return text.begin && (IS_ROW[p.v] ? row == S.row[p.v].b && time == times_emptied : eq(pile, S.pile[p.v])); }
  void write(Where p) {
    text.forget(0);
    text.put("{\"cards\":");
    if (!IS_ROW[p.v]) names(text, S.pile[p.v]);
    else {
      text.put('[');
      const Seq<Laid>& row = S.row[p.v];
      for (int64_t i = 0; i < row.size(); i++) { if (i) text.put(','); face(text, row[i]); }
      text.put(']');
    }
    text.put('}');
    pile = S.pile[p.v]; row = S.row[p.v].b; time = times_emptied;
  }
};
template <class T, size_t N> INLINE void put_each(Text& o, const T (&of)[N]) { for (size_t i = 0; i < N; i++) { if (i) o.put(','); plain(o, of[i]); } }
INLINE void put_zone(Text& o, Where p, int seat) {
  if (SEES[p.v][seat] < 2) {
    o.put("{\"size\":");
    if (SEES[p.v][seat]) o.number(place_size(p)); else o.put("null");
    return o.put('}');
  }
  static ZoneText texts[PLACES];
  ZoneText& known = texts[p.v];
  if (!known.is_of(p)) known.write(p);
  o.put_short(known.text.begin, known.text.size());
}
template <class B> void describe_number(Text& o, int64_t least, int64_t most, const B& but) {
  o.put("{\"space\":\"number\",\"least\":"); o.number(least); o.put(",\"most\":"); o.number(most);
  int64_t which;
  if (left_out(least, most, but, which)) { o.put(",\"but\":"); o.number(which); }
  o.put('}');
}

// Texts of records: numbers, words, cards and values as JSON, as Python writes them. The generated text defines before:
// CARD, PLACE, PLAIN_OF, WORD_OF (JSON), Fields (of typed tuples) and put_marks.
#pragma once

constexpr int32_t UNRECORDED = 100;  // something that is not told natively: Python records the match

// -- texts ---------------------------------------------------------------------------------------------------------------
struct Text {
  char *begin = nullptr, *at = nullptr, *end = nullptr;
  size_t size() const { return size_t(at - begin); }
  void grow(size_t n) {
    size_t used = size(), wanted = std::max(2 * size_t(end - begin), used + n + 4096);
    char* made = static_cast<char*>(std::realloc(begin, wanted));
    if (!made) stop(MEMORY_);
    begin = made; at = made + used; end = made + wanted;
  }
  INLINE void room(size_t n) { if (__builtin_expect(size_t(end - at) < n, 0)) grow(n); }
  INLINE void put(const char* s, size_t n) { room(n); std::memcpy(at, s, n); at += n; }
  INLINE void put(char c) { room(1); *at++ = c; }
  INLINE void put_short(const char* s, size_t n) {  // most words are: a call takes longer than to copy them
    room(n);
    if (n > 32) std::memcpy(at, s, n);
    else if (n >= 16) std::memcpy(at, s, 16), std::memcpy(at + n - 16, s + n - 16, 16);
    else if (n >= 8) std::memcpy(at, s, 8), std::memcpy(at + n - 8, s + n - 8, 8);
    else if (n >= 4) std::memcpy(at, s, 4), std::memcpy(at + n - 4, s + n - 4, 4);
    else for (size_t i = 0; i < n; i++) at[i] = s[i];
    at += n;
  }
  INLINE void put(const Lit& a) { if (!a.n) stop(UNRECORDED); put_short(a.s, size_t(a.n)); }
  template <size_t N> INLINE void put(const char (&s)[N]) { put(s, N - 1); }
  void number(uint64_t x) {
    char digits[24];
    int i = 24;
    do digits[--i] = char('0' + x % 10); while (x /= 10);
    put(digits + i, size_t(24 - i));
  }
  INLINE void number(int64_t x) {
    if (x >= 0 && x < 10) return put(char('0' + x));
    if (x < 0) put('-');
    number(x < 0 ? 0 - uint64_t(x) : uint64_t(x));
  }
  void forget(size_t from) { at = begin + from; }
};
static Text out;
INLINE void comma(Text& o) { if (o.at[-1] != '[' && o.at[-1] != '{') o.put(','); }

inline void put_cell(Text& o, int64_t column, int64_t row) {
  char letters[16];
  int n = 0;
  for (int64_t left = column + 1; left; left = (left - 1) / 26) letters[n++] = char('a' + (left - 1) % 26);
  o.put('"');
  while (n) o.put(letters[--n]);
  o.number(row + 1);
  o.put('"');
}

// -- values as JSON: `plain` as a table keeps them (to_plain), `word` as options and answers (plain_word) -------------------
template <bool W> INLINE void put_value(Text&, Never) { stop(UNRECORDED); }
template <bool W> INLINE void put_value(Text& o, int64_t a) { o.number(a); }
template <bool W> INLINE void put_value(Text& o, bool a) { if (a) o.put("true"); else o.put("false"); }
template <bool W> INLINE void put_value(Text& o, Player a) { if (a.v < 0 || a.v >= PLAYERS) return o.put("null"); o.put("{\"seat\":"); o.number(int64_t(a.v)); o.put('}'); }
template <bool W> INLINE void put_value(Text& o, Atom a) { o.put(W ? WORD_OF[a.v] : PLAIN_OF[a.v]); }
template <bool W> INLINE void put_value(Text& o, const Wide& a) {
  for (int i = 1; i < WIDE_WORDS; i++) if (a.w[i]) stop(UNRECORDED);
  o.number(a.w[0]);
}
template <bool W> INLINE void put_value(Text& o, const Pile& a) { put_value<W>(o, packed(a)); }
template <bool W> INLINE void put_value(Text& o, Fraction a) {
  if (a.whole) return o.number(a.n);
  if (W) stop(UNRECORDED);
  o.put("{\"fraction\":\""); o.number(a.n);
  if (a.d != 1) { o.put('/'); o.number(a.d); }
  o.put("\"}");
}
template <bool W> INLINE void put_value(Text&, Where) { stop(UNRECORDED); }
template <bool W> INLINE void put_value(Text&, const Laid&) { stop(UNRECORDED); }
template <bool W, class T> INLINE void put_value(Text&, T*) { stop(UNRECORDED); }
template <bool W, class T> void put_value(Text& o, const Seq<T>& a);
template <bool W, class T> void put_value(Text& o, const Maybe<T>& a);
template <bool W, int G, class... Ts> void put_value(Text& o, const Rec<G, Ts...>& a);
template <bool W, class... Ts> void put_value(Text& o, const Union<Ts...>& a);
template <bool W, class K, class V> void put_value(Text&, const Map<K, V>&) { stop(UNRECORDED); }
template <bool W, class T> void put_value(Text& o, const Seq<T>& a) {
  o.put('[');
  for (int64_t i = 0; i < a.size(); i++) { if (i) o.put(','); put_value<W>(o, a[i]); }
  o.put(']');
}
template <bool W, class T> void put_value(Text& o, const Maybe<T>& a) { if (a.has) put_value<W>(o, a.v); else if (W) o.put("null"); else stop(UNRECORDED); }
template <bool W, int G, class... Ts, size_t... I> void put_parts(Text& o, const Rec<G, Ts...>& a, std::index_sequence<I...>) {
  constexpr int KIND = Fields<G>::KIND;  // 0: a tuple, 1: a typed one, 2: a cell of a grid
  if constexpr (KIND == 2 && W) {
    put_cell(o, std::get<0>(a.t), std::get<1>(a.t));
  } else if constexpr (KIND != 0) {
    o.put('{');
    if (!W) o.put(Fields<G>::NAME);
    (((I || !W) ? o.put(',') : void(), o.put(Fields<G>::FIELD[I]), put_value<W>(o, std::get<I>(a.t))), ...);
    o.put('}');
  } else {
    o.put('[');
    ((I ? o.put(',') : void(), put_value<W>(o, std::get<I>(a.t))), ...);
    o.put(']');
  }
}
template <bool W, int G, class... Ts> void put_value(Text& o, const Rec<G, Ts...>& a) { put_parts<W>(o, a, std::index_sequence_for<Ts...>{}); }
template <bool W, class... Ts, size_t... I> void put_alternative(Text& o, const Union<Ts...>& a, std::index_sequence<I...>) { (void)((a.tag == int(I) && (put_value<W>(o, std::get<I>(a.v)), true)) || ...); }
template <bool W, class... Ts> void put_value(Text& o, const Union<Ts...>& a) { put_alternative<W>(o, a, std::index_sequence_for<Ts...>{}); }
template <class T> INLINE void plain(Text& o, const T& a) { put_value<false>(o, a); }
template <class T> INLINE void word(Text& o, const T& a) { put_value<true>(o, a); }
template <class T> INLINE void account(Text& o, const T& a) {
  if constexpr (is_maybe<T>::value) { if (a.has) account(o, a.v); else o.put("null"); }
  else if constexpr (std::is_same_v<T, Atom>) { if (a.v) stop(UNRECORDED); o.put("null"); }
  else o.number(int64_t(conv<Player>(a).v));
}
INLINE void names(Text& o, const Pile& cards) {
  o.put('[');
  each_kind(cards, [&](int64_t k, int64_t n) { while (n--) { comma(o); o.put(CARD[k]); } });
  o.put(']');
}
INLINE void names(Text& o, const Seq<Laid>& cards) {
  o.put('[');
  for (int64_t i = 0; i < cards.size(); i++) { if (i) o.put(','); o.put(CARD[cards[i].kind]); }
  o.put(']');
}
INLINE int64_t number_of(const Pile& cards) { return size_of(cards); }
INLINE int64_t number_of(const Seq<Laid>& cards) { return cards.size(); }
template <class... Ts, size_t... I> void names_of(Text& o, const Union<Ts...>& a, std::index_sequence<I...>) { (void)((a.tag == int(I) && (names(o, std::get<I>(a.v)), true)) || ...); }
template <class... Ts> void names(Text& o, const Union<Ts...>& a) { names_of(o, a, std::index_sequence_for<Ts...>{}); }
template <class... Ts, size_t... I> int64_t number_in(const Union<Ts...>& a, std::index_sequence<I...>) { int64_t r = 0; (void)((a.tag == int(I) && ((r = number_of(std::get<I>(a.v))), true)) || ...); return r; }
template <class... Ts> int64_t number_of(const Union<Ts...>& a) { return number_in(a, std::index_sequence_for<Ts...>{}); }
INLINE void face(Text& o, const Laid& a) {
  if (!a.marks && !a.link) return o.put(CARD[a.kind]);
  o.put("{\"card\":"); o.put(CARD[a.kind]); o.put(",\"marks\":[");
  put_marks(o, a);
  o.put("],\"link\":"); o.number(int64_t(a.link)); o.put('}');
}
INLINE void seats_of(Text& o, const Seq<Player>& to) { o.put('['); for (int64_t i = 0; i < to.size(); i++) { if (i) o.put(','); o.number(int64_t(to[i].v)); } o.put(']'); }
INLINE bool is_in(const Seq<Player>& to, int seat) { for (int64_t i = 0; i < to.size(); i++) if (to[i].v == seat) return true; return false; }

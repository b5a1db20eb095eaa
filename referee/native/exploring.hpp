// Going through every table of a game at the ends of its steps, breadth first. Behind the generated functions.
// A table is kept as bytes until it was gone on from; after that only 128 bits of a hash are, and the table before it.
#pragma once

// -- a table as bytes ------------------------------------------------------------------------------------------------------
static std::vector<uint8_t> bytes;
static const uint8_t* at_byte;
INLINE void store_word(uint64_t a) { for (; a >= 128; a >>= 7) bytes.push_back(uint8_t(a) | 128); bytes.push_back(uint8_t(a)); }
INLINE uint64_t load_word() { uint64_t r = 0; for (int by = 0;; by += 7) { uint64_t b = *at_byte++; r |= (b & 127) << by; if (b < 128) return r; } }
INLINE void store(int64_t a) { store_word(uint64_t(a) << 1 ^ uint64_t(a >> 63)); }
INLINE void load(int64_t& a) { uint64_t x = load_word(); a = int64_t(x >> 1) ^ -int64_t(x & 1); }
INLINE void store(int32_t a) { store(int64_t(a)); }
INLINE void load(int32_t& a) { int64_t x; load(x); a = int32_t(x); }
INLINE void store(uint64_t a) { store_word(a); }
INLINE void load(uint64_t& a) { a = load_word(); }
INLINE void store(bool a) { bytes.push_back(a); }
INLINE void load(bool& a) { a = *at_byte++ != 0; }
INLINE void store(Never) {}
INLINE void load(Never&) {}
INLINE void store(Atom a) { store(a.v); }
INLINE void load(Atom& a) { load(a.v); }
INLINE void store(Player a) { store(a.v); }
INLINE void load(Player& a) { load(a.v); }
INLINE void store(Where a) { store(a.v); }
INLINE void load(Where& a) { load(a.v); }
INLINE void store(Fraction a) { store(a.n); store(a.d); }
INLINE void load(Fraction& a) { load(a.n); load(a.d); }
INLINE void store(const Wide& a) { for (uint64_t each : a.w) store_word(each); }
INLINE void load(Wide& a) { for (uint64_t& each : a.w) each = load_word(); }
INLINE void store(const Pile& a) { EACH_WORD store_word(a.w[i]); }
INLINE void load(Pile& a) { EACH_WORD a.w[i] = load_word(); }
// The number of a card in rows tells it from others for as long as a step lasts.
INLINE void store(const Laid& a) { store(a.kind); store(a.link); store(a.marks); }
INLINE void load(Laid& a) { load(a.kind); load(a.link); load(a.marks); a.number = ++S.cards_numbered; }
template <class T> void store(T* a) { stop(UNKEPT); }
template <class T> void load(T*& a) { stop(UNKEPT); }
template <class T> void store(const Seq<T>& a);
template <class T> void load(Seq<T>& a);
template <class T> void store(const Maybe<T>& a);
template <class T> void load(Maybe<T>& a);
template <int G, class... Ts> void store(const Rec<G, Ts...>& a);
template <int G, class... Ts> void load(Rec<G, Ts...>& a);
template <class... Ts> void store(const Union<Ts...>& a);
template <class... Ts> void load(Union<Ts...>& a);
template <class K, class V> void store(const Map<K, V>& a);
template <class K, class V> void load(Map<K, V>& a);
template <class T> void store(const Seq<T>& a) { store(a.size()); for (int64_t i = 0; i < a.size(); i++) store(a[i]); }
template <class T> void load(Seq<T>& a) {
  int64_t size;
  load(size);
  a = new_seq<T>(size);
  for (int64_t i = 0; i < size; i++) { T item; load(item); append(a, item); }
}
template <class T> void store(const Maybe<T>& a) { store(a.has); if (a.has) store(a.v); }
template <class T> void load(Maybe<T>& a) { load(a.has); if (a.has) load(a.v); }
template <int G, class... Ts> void store(const Rec<G, Ts...>& a) { std::apply([](const auto&... each) { (store(each), ...); }, a.t); }
template <int G, class... Ts> void load(Rec<G, Ts...>& a) { std::apply([](auto&... each) { (load(each), ...); }, a.t); }
template <class... Ts, size_t... I> void store_alt(const Union<Ts...>& a, std::index_sequence<I...>) { (void)((a.tag == int(I) && (store(std::get<I>(a.v)), true)) || ...); }
template <class... Ts> void store(const Union<Ts...>& a) { store(a.tag); store_alt(a, std::index_sequence_for<Ts...>{}); }
template <class... Ts, size_t... I> void load_alt(Union<Ts...>& a, std::index_sequence<I...>) { (void)((a.tag == int(I) && (load(std::get<I>(a.v)), true)) || ...); }
template <class... Ts> void load(Union<Ts...>& a) { load(a.tag); load_alt(a, std::index_sequence_for<Ts...>{}); }
template <class K, class V> void store(const Map<K, V>& a) { store(a.size()); for (int64_t i = 0; i < a.size(); i++) { store(a.b->keys[i]); store(a.b->values[i]); } }
template <class K, class V> void load(Map<K, V>& a) {
  int64_t size;
  load(size);
  a = new_map<K, V>();
  for (int64_t i = 0; i < size; i++) { K key; V value; load(key); load(value); map_set(a, key, value); }
}
static void store_scalars() { STORED }
static void load_scalars() { LOADED }
static void store_table() {
  bytes.clear();
  for (int p = 0; p < PLACES; p++) if (IS_ROW[p]) store(S.row[p]); else store(S.pile[p]);
  for (auto& each : S.money) store(each);
  store_scalars();
  store(S.ended);
  if (S.ended) store(outcome.digest);
}
static void load_table(const uint8_t* from, int64_t turns) {
  begin_state();
  at_byte = from;
  for (int p = 0; p < PLACES; p++) {
    if (IS_ROW[p]) { load(S.row[p]); S.size[p] = S.row[p].size(); } else { load(S.pile[p]); S.size[p] = size_of(S.pile[p]); }
  }
  for (auto& each : S.money) load(each);
  load_scalars();
  load(S.ended);
  S.s_turns = turns;
  S.s_dealing = false;
}

// -- which tables there were -------------------------------------------------------------------------------------------
struct Key { uint64_t a, b; };
static Key key_of_bytes() {
  uint64_t a = 0x9E3779B97F4A7C15ull ^ bytes.size(), b = 0xC2B2AE3D27D4EB4Full;
  bytes.resize((bytes.size() + 7) & ~size_t(7));
  for (size_t i = 0; i < bytes.size(); i += 8) {
    uint64_t word;
    std::memcpy(&word, &bytes[i], 8);
    a = (a ^ word) * 0xD6E8FEB86659FD93ull; a ^= a >> 32;
    b = (b + word) * 0xFF51AFD7ED558CCDull; b ^= b >> 29; b = b << 17 | b >> 47;
  }
  for (int i = 0; i < 2; i++) { a = (a ^ b >> 31) * 0x9FB21C651E98DF25ull; a ^= a >> 35; b = (b ^ a) * 0xA24BAED4963EE407ull; b ^= b >> 33; }
  return {a, b};
}
constexpr uint32_t NO_TABLE = 0xFFFFFFFFu;
static std::vector<Key> keys;
static std::vector<uint32_t> parents, slots;
static void slot_in(uint32_t number) {
  size_t mask = slots.size() - 1, at = keys[number].a & mask;
  while (slots[at] != NO_TABLE) at = (at + 1) & mask;
  slots[at] = number;
}
static uint32_t number_of(Key key, bool& is_new, uint32_t parent) {
  size_t mask = slots.size() - 1;
  for (size_t at = key.a & mask; slots[at] != NO_TABLE; at = (at + 1) & mask) {
    Key& there = keys[slots[at]];
    if (there.a == key.a && there.b == key.b) { is_new = false; return slots[at]; }
  }
  uint32_t number = uint32_t(keys.size());
  keys.push_back(key);
  parents.push_back(parent);
  if (4 * keys.size() > 3 * slots.size()) {
    slots.assign(slots.size() * 2, NO_TABLE);
    for (uint32_t each = 0; each < keys.size(); each++) slot_in(each);
  } else slot_in(number);
  is_new = true;
  return number;
}

// -- the search --------------------------------------------------------------------------------------------------------
struct Explored { uint64_t states, transitions, ways, answers, expanded, ended, depth, bytes, found; };
struct Found { int32_t code; uint32_t parent; std::vector<uint64_t> numbers; };
enum Status : int32_t { GOING_ON, WHOLE, ENOUGH_STATES, ENOUGH_WAYS, MANY_ANSWERS, NOT_KEPT, LOST, ENDLESS };
static Explored seen;
static std::vector<Found> found;
static std::vector<uint64_t> levels;
static std::vector<uint8_t> here, beyond, asked_for;
static size_t here_at;
static uint64_t left_of_level;

// Carry out the deal or a step in the way that is open; gives what was broken, 0 where nothing was.
static int32_t one_way(const uint8_t* from, int64_t turns) {
  rooms[0].empty();
  room = &rooms[0];
  Deeper::depth = 0;
  way_at = 0;
  steps_left = MOST_PASSES;
  try {
    if (from) { load_table(from, turns); step_(); S.s_turns++; } else { begin_state(); deal_(); S.s_dealing = false; }
    store_table();
  } catch (Stop& s) {
    return s.broken;
  } catch (Unwind&) {
    return RAISED;
  }
  return 0;
}
static bool another_way() {
  while (!open.empty() && open.back().number + 1 >= open.back().of) open.pop_back();
  if (open.empty()) return false;
  open.back().number++;
  return true;
}
static void note(int32_t code, uint32_t parent) {
  for (Found& each : found) if (each.code == code) return;
  Found made{code, parent, {}};
  for (Open& each : open) made.numbers.push_back(uint64_t(each.number));
  found.push_back(made);
}
// Whether the table as it is now keeps its promises; what does not is noted, and not looked at any more.
static int32_t look(uint32_t parent) {
  try {
    for (int claim; (claim = refuted_claim(asked_for.data())) >= 0;) {
      note(CLAIM + claim, parent);
      asked_for[size_t(claim)] = 0;
    }
  } catch (Stop& s) {
    return s.broken;
  } catch (Unwind&) {
    return RAISED;
  }
  return 0;
}
static Status expand(const uint8_t* from, uint32_t parent, uint64_t most_ways) {
  static std::vector<uint32_t> targets;
  targets.clear();
  open.clear();
  do {
    int32_t broken = one_way(from, int64_t(seen.depth));
    seen.ways++;
    seen.answers += open.size();
    if (broken == TOO_MANY) return MANY_ANSWERS;
    if (broken == UNKEPT) return NOT_KEPT;
    if (broken == NO_END) return ENDLESS;
    if (broken == OVERFLOW_ || broken == MEMORY_) return LOST;
    if (broken) note(broken, parent);
    else {
      bool is_new;
      uint32_t number = number_of(key_of_bytes(), is_new, parent);
      targets.push_back(number);
      if (is_new) {
        if (S.ended) seen.ended++;
        uint32_t size = uint32_t(bytes.size());
        beyond.insert(beyond.end(), reinterpret_cast<uint8_t*>(&size), reinterpret_cast<uint8_t*>(&size) + 4);
        beyond.push_back(S.ended);
        beyond.insert(beyond.end(), bytes.begin(), bytes.end());
        if (look(parent)) return LOST;
      }
    }
    if (seen.ways >= most_ways) return ENOUGH_WAYS;
  } while (another_way());
  std::sort(targets.begin(), targets.end());
  seen.transitions += uint64_t(std::unique(targets.begin(), targets.end()) - targets.begin());
  return GOING_ON;
}
static void next_level() {
  here.swap(beyond);
  beyond.clear();
  here_at = 0;
  uint64_t before = 0;
  for (uint64_t each : levels) before += each;
  left_of_level = keys.size() - before;
  if (left_of_level) levels.push_back(left_of_level);
}
extern "C" void explore_begin(const uint8_t* wanted, uint64_t claims) {
  seen = Explored{};
  found.clear(); levels.clear(); keys.clear(); parents.clear(); beyond.clear();
  asked_for.assign(wanted, wanted + claims);
  asked_for.push_back(0);
  slots.assign(1 << 16, NO_TABLE);
  left_of_level = 0;
}
// Goes on until so many ways have been gone in all, or to the end.
extern "C" int32_t explore_on(uint64_t until, uint64_t most_states, uint64_t most_ways, Explored* result) {
  Status status = GOING_ON;
  if (!seen.ways) {
    status = expand(nullptr, NO_TABLE, most_ways);
    next_level();
  }
  while (status == GOING_ON && seen.ways < until) {
    if (!left_of_level) {
      next_level();
      if (!left_of_level) { status = WHOLE; break; }
      seen.depth++;
    }
    uint32_t size;
    std::memcpy(&size, &here[here_at], 4);
    bool ended = here[here_at + 4];
    const uint8_t* from = &here[here_at + 5];
    uint32_t number = uint32_t(seen.expanded);
    if (!ended) status = expand(from, number, most_ways);
    here_at += 5 + size;
    left_of_level--;
    if (status == GOING_ON) seen.expanded++;
    if (status == GOING_ON && keys.size() >= most_states) status = ENOUGH_STATES;
  }
  seen.states = keys.size();
  seen.found = found.size();
  seen.bytes = keys.capacity() * sizeof(Key) + 4 * (parents.capacity() + slots.capacity());
  *result = seen;
  return status;
}
extern "C" uint64_t explored_levels(uint64_t* sizes, uint64_t room_of) {
  for (size_t i = 0; i < levels.size() && i < room_of; i++) sizes[i] = levels[i];
  return levels.size();
}
// The numbers of the answers and outcomes that lead to what was found: for each step how many, and each of them.
extern "C" int64_t explored_way(uint64_t which, int32_t* code, uint64_t* numbers, uint64_t room_of) {
  Found& wanted = found[which];
  *code = wanted.code;
  std::vector<uint32_t> chain;
  for (uint32_t each = wanted.parent; each != NO_TABLE; each = parents[each]) chain.push_back(each);
  std::vector<uint64_t> all;
  std::vector<uint8_t> table;
  for (size_t step = 0; step < chain.size(); step++) {
    Key target = keys[chain[chain.size() - 1 - step]];
    open.clear();
    bool reached = false;
    do {
      if (one_way(step ? table.data() : nullptr, int64_t(step) - 1)) continue;
      Key key = key_of_bytes();
      if (key.a == target.a && key.b == target.b) { reached = true; break; }
    } while (another_way());
    if (!reached) return -1;
    table = bytes;
    all.push_back(open.size());
    for (Open& each : open) all.push_back(uint64_t(each.number));
  }
  all.push_back(wanted.numbers.size());
  all.insert(all.end(), wanted.numbers.begin(), wanted.numbers.end());
  for (size_t i = 0; i < all.size() && i < room_of; i++) numbers[i] = all[i];
  return int64_t(all.size());
}

// Going through every table of a game at the ends of its steps, breadth first. Behind the generated functions.
// A table is kept as bits until it was gone on from; after that only 128 bits of a hash are, and the table before it.
#pragma once

// -- which tables there were -------------------------------------------------------------------------------------------
struct Key { uint64_t a, b; };
static Key key_of_table() {
  uint64_t a = 0x9E3779B97F4A7C15ull ^ filled, b = 0xC2B2AE3D27D4EB4Full;
  for (size_t i = 0; i < filled; i++) {
    a = (a ^ words[i]) * 0xD6E8FEB86659FD93ull; a ^= a >> 32;
    b = (b + words[i]) * 0xFF51AFD7ED558CCDull; b ^= b >> 29; b = b << 17 | b >> 47;
  }
  for (int i = 0; i < 2; i++) { a = (a ^ b >> 31) * 0x9FB21C651E98DF25ull; a ^= a >> 35; b = (b ^ a) * 0xA24BAED4963EE407ull; b ^= b >> 33; }
  return {a, b};
}
// A list that grows without moving.
template <class T> struct Chunks {
  static constexpr int BITS = 16;
  std::vector<T*> chunks;
  size_t number = 0;
  INLINE T& operator[](size_t i) const { return chunks[i >> BITS][i & ((size_t(1) << BITS) - 1)]; }
  INLINE size_t size() const { return number; }
  INLINE void add(const T& item) {
    if (number >> BITS == chunks.size()) chunks.push_back(static_cast<T*>(std::malloc(sizeof(T) << BITS)));
    (*this)[number++] = item;
  }
  void clear() { for (T* each : chunks) std::free(each); chunks.clear(); number = 0; }
  size_t memory() const { return chunks.size() * (sizeof(T) << BITS); }
};
// The tables that are to be gone on from, in the order in which they came: how many words, whether play is over, and them.
struct Queue {
  static constexpr size_t CHUNK = size_t(1) << 15;
  struct Part { uint64_t* words; size_t size, used; };
  std::vector<Part> parts;
  size_t part = 0, at = 0, memory = 0, most_memory = 0;
  void add(const uint64_t* table, size_t size, bool ended) {
    if (parts.empty() || parts.back().size - parts.back().used < size + 1) {
      size_t wanted = std::max(CHUNK, size + 1);
      parts.push_back({static_cast<uint64_t*>(std::malloc(8 * wanted)), wanted, 0});
      most_memory = std::max(most_memory, memory += 8 * wanted);
    }
    Part& last = parts.back();
    last.words[last.used] = size << 1 | ended;
    std::memcpy(last.words + last.used + 1, table, 8 * size);
    last.used += size + 1;
  }
  const uint64_t* first() {
    if (at == parts[part].used) {
      memory -= 8 * parts[part].size;
      std::free(parts[part].words);
      parts[part++].words = nullptr;
      at = 0;
    }
    return parts[part].words + at;
  }
  void pass() { at += (parts[part].words[at] >> 1) + 1; }
  void clear() { for (Part& each : parts) std::free(each.words); parts.clear(); part = at = memory = most_memory = 0; }
};
constexpr uint32_t NO_TABLE = 0xFFFFFFFFu;
static Chunks<Key> keys;
static Chunks<uint32_t> parents;
static std::vector<uint32_t> slots;
static void slot_in(uint32_t number) {
  size_t mask = slots.size() - 1, at = keys[number].a & mask;
  while (slots[at] != NO_TABLE) at = (at + 1) & mask;
  slots[at] = number;
}
static uint32_t number_of(Key key, uint32_t parent, bool& is_new) {
  size_t mask = slots.size() - 1, at = key.a & mask;
  for (; slots[at] != NO_TABLE; at = (at + 1) & mask) {
    Key& there = keys[slots[at]];
    if (there.a == key.a && there.b == key.b) { is_new = false; return slots[at]; }
  }
  uint32_t number = slots[at] = uint32_t(keys.size());
  keys.add(key);
  parents.add(parent);
  is_new = true;
  if (4 * keys.size() > 3 * slots.size()) {
    size_t larger = 2 * slots.size();
    std::vector<uint32_t>().swap(slots);
    slots.assign(larger, NO_TABLE);
    for (size_t each = 0; each < keys.size(); each++) {
      if (each + 16 < keys.size()) __builtin_prefetch(&slots[keys[each + 16].a & (larger - 1)], 1);
      slot_in(uint32_t(each));
    }
  }
  return number;
}

// -- the search --------------------------------------------------------------------------------------------------------
struct Explored { uint64_t states, transitions, ways, answers, expanded, ended, depth, bytes, found; };
struct Found { int32_t code; uint32_t parent; std::vector<uint64_t> numbers; };
enum Status : int32_t { GOING_ON, WHOLE, ENOUGH_STATES, ENOUGH_WAYS, ENOUGH_BYTES, MANY_ANSWERS, NOT_KEPT, LOST, ENDLESS };
static Explored seen;
static std::vector<Found> found;
static std::vector<uint64_t> levels;
static std::vector<uint8_t> asked_for;
static Queue ahead;
static uint64_t left_of_level, claims_left;
static uint32_t passed;  // the number of the next table

// The table that is gone on from. Where nothing of it changes but by another thing taking its place, it is read once for
// all ways, and what is made in a way lies in the room behind it.
static State before;
static Room behind;
static void begin_ways(const uint64_t* from, int64_t turns) {
  forget_where_large();
  open.clear();
  if (!IS_PLAIN) return;
  rooms[0].empty();
  room = &rooms[0];
  if (from) load_table(from, turns); else begin_state();
  before = S;
  behind.at = room->at; behind.used = room->used; behind.top = room->top; behind.end = room->end;
}
// Carry out the deal or a step in the way that is open; gives what was broken, 0 where nothing was.
static int32_t one_way(const uint64_t* from, int64_t turns) {
  room = &rooms[0];
  if (IS_PLAIN) { room->at = behind.at; room->used = behind.used; room->top = behind.top; room->end = behind.end; }
  else room->empty();
  Deeper::depth = 0;
  way_at = 0;
  steps_left = MOST_PASSES;
  try {
    if (IS_PLAIN) S = before; else if (from) load_table(from, turns); else begin_state();
    if (from) { step_(); S.s_turns++; } else { deal_(); S.s_dealing = false; }
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
  if (code < CLAIM) for (Open& each : open) made.numbers.push_back(uint64_t(each.number));
  found.push_back(made);
}
// Whether the next table keeps its promises; what does not is noted, and not looked at any more.
static bool look(const uint64_t* table, uint32_t number, int64_t turns) {
  if (!claims_left) return true;
  if (!IS_PLAIN) { room->empty(); load_table(table, turns); }
  try {
    for (int claim; (claim = refuted_claim(asked_for.data())) >= 0; claims_left--) {
      note(CLAIM + claim, number);
      asked_for[size_t(claim)] = 0;
    }
  } catch (Stop&) {
    return false;
  } catch (Unwind&) {
    return false;
  }
  return true;
}
// Tables that were reached and are not numbered yet: they are looked up together, as each look waits for the memory.
struct Reached { Key key; uint32_t parent; bool ended; uint32_t size; };
static constexpr size_t TOGETHER = 64;
static std::vector<Reached> reached;
static std::vector<uint64_t> reached_words;
static std::vector<uint32_t> targets;
static void next_source() {
  std::sort(targets.begin(), targets.end());
  seen.transitions += uint64_t(std::unique(targets.begin(), targets.end()) - targets.begin());
  targets.clear();
}
static uint32_t source = NO_TABLE;
static void number_reached() {
  size_t mask = slots.size() - 1;
  for (Reached& each : reached) {
    uint32_t first = slots[each.key.a & mask];
    if (first != NO_TABLE) __builtin_prefetch(&keys[first]);
  }
  const uint64_t* at = reached_words.data();
  for (Reached& each : reached) {
    if (each.parent != source) { next_source(); source = each.parent; }
    bool is_new;
    targets.push_back(number_of(each.key, each.parent, is_new));
    if (is_new) {
      seen.ended += each.ended;
      ahead.add(at, each.size, each.ended);
    }
    at += each.size;
  }
  reached.clear();
  reached_words.clear();
}
static Status expand(const uint64_t* from, uint32_t parent, uint64_t most_ways) {
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
      Key key = key_of_table();
      __builtin_prefetch(&slots[key.a & (slots.size() - 1)], 1);
      reached.push_back({key, parent, S.ended, uint32_t(filled)});
      reached_words.insert(reached_words.end(), words.begin(), words.begin() + int64_t(filled));
      if (reached.size() == TOGETHER) number_reached();
    }
    if (seen.ways >= most_ways) return ENOUGH_WAYS;
  } while (another_way());
  return GOING_ON;
}
static void next_level() {
  number_reached();
  next_source();
  uint64_t counted = 0;
  for (uint64_t each : levels) counted += each;
  left_of_level = keys.size() - counted;
  if (left_of_level) levels.push_back(left_of_level);
}
extern "C" void explore_begin(const uint8_t* wanted, uint64_t claims) {
  seen = Explored{};
  found.clear(); levels.clear(); keys.clear(); parents.clear(); ahead.clear();
  asked_for.assign(wanted, wanted + claims);
  asked_for.push_back(0);
  claims_left = uint64_t(std::count(asked_for.begin(), asked_for.end(), 1));
  slots.assign(1 << 16, NO_TABLE);
  left_of_level = passed = 0;
  reached.clear(); reached_words.clear(); targets.clear();
  source = NO_TABLE;
}
static void tell(Explored* result) {
  seen.states = keys.size();
  seen.found = found.size();
  seen.bytes = keys.memory() + parents.memory() + 4 * slots.size() + ahead.most_memory;
  *result = seen;
}
// Goes on until so many ways have been gone in all, or to the end.
extern "C" int32_t explore_on(uint64_t until, uint64_t most_states, uint64_t most_ways, uint64_t most_bytes, Explored* result) {
  Status status = GOING_ON;
  if (!seen.ways) {
    begin_ways(nullptr, 0);
    status = expand(nullptr, NO_TABLE, most_ways);
    next_level();
  }
  while (status == GOING_ON && seen.ways < until) {
    if (!left_of_level) {
      next_level();
      if (!left_of_level) { status = WHOLE; break; }
      seen.depth++;
    }
    const uint64_t* next = ahead.first() + 1;
    bool ended = next[-1] & 1;
    if (!ended || claims_left) begin_ways(next, int64_t(seen.depth));
    if (!look(next, passed, int64_t(seen.depth))) status = LOST;
    else if (!ended) status = expand(next, passed, most_ways);
    ahead.pass();
    passed++;
    left_of_level--;
    if (status != GOING_ON) break;
    seen.expanded++;
    if (keys.size() >= most_states) status = ENOUGH_STATES;
    else if (keys.memory() + parents.memory() + 4 * slots.size() + ahead.memory >= most_bytes) status = ENOUGH_BYTES;
  }
  tell(result);
  return status;
}
// After a search that has not seen everything: looks at the tables that were not gone on from.
extern "C" int32_t explore_rest(Explored* result) {
  number_reached();
  next_source();
  bool well = true;
  for (; well && claims_left && passed < keys.size(); passed++, left_of_level--) {
    if (!left_of_level) { left_of_level = keys.size() - passed; seen.depth++; }
    const uint64_t* next = ahead.first() + 1;
    begin_ways(next, int64_t(seen.depth));
    well = look(next, passed, int64_t(seen.depth));
    ahead.pass();
  }
  tell(result);
  return well;
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
  std::vector<uint64_t> table;
  for (size_t step = 0; step < chain.size(); step++) {
    Key target = keys[chain[chain.size() - 1 - step]];
    begin_ways(step ? table.data() : nullptr, int64_t(step) - 1);
    bool reached = false;
    do {
      if (one_way(step ? table.data() : nullptr, int64_t(step) - 1)) continue;
      Key key = key_of_table();
      if (key.a == target.a && key.b == target.b) { reached = true; break; }
    } while (another_way());
    if (!reached) return -1;
    table.assign(words.begin(), words.begin() + int64_t(filled));
    all.push_back(open.size());
    for (Open& each : open) all.push_back(uint64_t(each.number));
  }
  if (wanted.code < CLAIM) all.push_back(wanted.numbers.size());
  all.insert(all.end(), wanted.numbers.begin(), wanted.numbers.end());
  for (size_t i = 0; i < all.size() && i < room_of; i++) numbers[i] = all[i];
  return int64_t(all.size());
}

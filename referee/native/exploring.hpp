// Going through every table of a game at the ends of its steps, breadth first. Behind the generated functions.
// A table is kept as bits until it was gone on from; after that only 128 bits of a hash are, and the
// numbers of the tables that follow.
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
// The tables that are to be gone on from, in the order in which they came: how many bytes, whether play is over, and them.
struct Queue {
  static constexpr size_t CHUNK = size_t(1) << 18;
  struct Part { uint8_t* bytes; size_t size, used; };
  std::vector<Part> parts;
  size_t part = 0, at = 0, memory = 0, most_memory = 0;
  void add(const uint64_t* table, size_t size, bool ended) {
    if (parts.empty() || parts.back().size - parts.back().used < size + 4) {
      size_t wanted = std::max(CHUNK, size + 4);
      parts.push_back({static_cast<uint8_t*>(std::malloc(wanted)), wanted, 0});
      most_memory = std::max(most_memory, memory += wanted);
    }
    Part& last = parts.back();
    uint32_t head = uint32_t(size) << 1 | ended;
    if (head < 255) last.bytes[last.used++] = uint8_t(head);
    else { last.bytes[last.used++] = 255; std::memcpy(last.bytes + last.used, &head, 4); last.used += 4; }
    std::memcpy(last.bytes + last.used, table, size);
    last.used += size;
  }
  // Takes the next table out; gives whether play is over there.
  bool take(std::vector<uint64_t>& table) {
    if (at == parts[part].used) {
      memory -= parts[part].size;
      std::free(parts[part].bytes);
      parts[part++].bytes = nullptr;
      at = 0;
    }
    const uint8_t* bytes = parts[part].bytes;
    uint32_t head = bytes[at++];
    if (head == 255) { std::memcpy(&head, bytes + at, 4); at += 4; }
    size_t size = head >> 1;
    table.resize(size / 8 + 1);
    table.back() = 0;
    std::memcpy(table.data(), bytes + at, size);
    at += size;
    return head & 1;
  }
  void clear() { for (Part& each : parts) std::free(each.bytes); parts.clear(); part = at = memory = most_memory = 0; }
};
static Chunks<Key> keys;
static std::vector<uint32_t> slots;
INLINE size_t slot_of(const Key& key) { return size_t(u128(key.a) * slots.size() >> 64); }
INLINE size_t slot_behind(size_t at) { return at + 1 == slots.size() ? 0 : at + 1; }
static void slot_in(uint32_t number) {
  size_t at = slot_of(keys[number]);
  while (slots[at] != NO_TABLE) at = slot_behind(at);
  slots[at] = number;
}
static uint32_t number_of(Key key, bool& is_new) {
  size_t at = slot_of(key);
  for (; slots[at] != NO_TABLE; at = slot_behind(at)) {
    Key& there = keys[slots[at]];
    if (there.a == key.a && there.b == key.b) { is_new = false; return slots[at]; }
  }
  uint32_t number = slots[at] = uint32_t(keys.size());
  keys.add(key);
  is_new = true;
  if (5 * keys.size() > 4 * slots.size()) {  // a quarter more at a time: twice as many would stand half empty
    size_t larger = slots.size() + slots.size() / 4;
    std::vector<uint32_t>().swap(slots);
    slots.assign(larger, NO_TABLE);
    for (size_t each = 0; each < keys.size(); each++) {
      if (each + 16 < keys.size()) __builtin_prefetch(&slots[slot_of(keys[each + 16])], 1);
      slot_in(uint32_t(each));
    }
  }
  return number;
}

// -- the search --------------------------------------------------------------------------------------------------------
struct Explored { uint64_t states, transitions, ways, answers, expanded, ended, depth, bytes, found; };
struct Found { int32_t code; uint32_t parent; std::vector<uint64_t> numbers; };
enum Status : int32_t { GOING_ON, WHOLE, ENOUGH_STATES, ENOUGH_WAYS, ENOUGH_BYTES, MANY_ANSWERS, LOST, ENDLESS };
static Explored seen;
static std::vector<Found> found;
static std::vector<uint64_t> levels;
static std::vector<uint8_t> asked_for;
static Queue ahead;
static uint64_t left_of_level, claims_left;
static std::vector<uint64_t> here;
static uint32_t passed;  // the number of the next table

// The table that is gone on from. Nothing of it changes but by another thing taking its place: it is read once for all
// ways, and what is made in a way lies in the room behind it.
static State before;
static Room behind;
static void begin_ways(const uint64_t* from, int64_t turns) {
  forget_where_large();
  open.clear();
  rooms[0].empty();
  room = &rooms[0];
  if (from) load_table(from, turns); else begin_state();
  before = S;
  behind.at = room->at; behind.used = room->used; behind.top = room->top; behind.end = room->end;
}
// Carry out the deal or a step in the way that is open; gives what was broken, 0 where nothing was.
static int32_t one_way(bool is_step) {
  room = &rooms[0];
  times_emptied++;
  room->at = behind.at; room->used = behind.used; room->top = behind.top; room->end = behind.end;
  Deeper::depth = 0;
  way_at = 0;
  count_anew();
  try {
    S = before;
    if (is_step) { step_(); S.s_turns++; } else { deal_(); S.s_dealing = false; }
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
static bool look(uint32_t number) {
  if (!claims_left) return true;
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
static uint32_t source = NO_TABLE;
static void next_source() {
  std::sort(targets.begin(), targets.end());
  size_t different = size_t(std::unique(targets.begin(), targets.end()) - targets.begin());
  seen.transitions += different;
  if (source != NO_TABLE) put_follows(source, targets.data(), different);
  targets.clear();
}
static void number_reached() {
  for (Reached& each : reached) {
    uint32_t first = slots[slot_of(each.key)];
    if (first != NO_TABLE) __builtin_prefetch(&keys[first]);
  }
  const uint64_t* at = reached_words.data();
  for (Reached& each : reached) {
    if (each.parent != source) { next_source(); source = each.parent; }
    bool is_new;
    targets.push_back(number_of(each.key, is_new));
    if (is_new) {
      seen.ended += each.ended;
      ahead.add(at, each.size, each.ended);
    }
    at += (each.size + 7) / 8;
  }
  reached.clear();
  reached_words.clear();
}
static Status expand(bool is_step, uint32_t parent, uint64_t most_ways) {
  do {
    int32_t broken = one_way(is_step);
    seen.ways++;
    seen.answers += open.size();
    if (broken == TOO_MANY) return MANY_ANSWERS;
    if (broken == NO_END) return ENDLESS;
    if (broken == OVERFLOW_ || broken == MEMORY_) return LOST;
    if (broken) note(broken, parent);
    else {
      Key key = key_of_table();
      __builtin_prefetch(&slots[slot_of(key)], 1);
      reached.push_back({key, parent, S.ended, uint32_t(stored_bytes)});
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
EXPORTED void explore_begin(const uint8_t* wanted, uint64_t claims) {
  seen = Explored{};
  found.clear(); levels.clear(); keys.clear(); ahead.clear();
  asked_for.assign(wanted, wanted + claims);
  asked_for.push_back(0);
  claims_left = uint64_t(std::count(asked_for.begin(), asked_for.end(), 1));
  slots.assign(1 << 16, NO_TABLE);
  left_of_level = passed = 0;
  reached.clear(); reached_words.clear(); targets.clear();
  source = NO_TABLE;
  follows.clear(); block_starts.clear();
  followed = 0;
  goes_back = false;
}
static size_t memory_of_search() { return keys.memory() + 4 * slots.size() + follows.memory() + 8 * block_starts.size(); }
static void tell(Explored* result) {
  seen.states = keys.size();
  seen.found = found.size();
  seen.bytes = memory_of_search() + ahead.most_memory;
  *result = seen;
}
// Goes on until so many ways have been gone in all, or to the end.
EXPORTED int32_t explore_on(uint64_t until, uint64_t most_states, uint64_t most_ways, uint64_t most_bytes, Explored* result) {
  Status status = GOING_ON;
  if (!seen.ways) {
    begin_ways(nullptr, 0);
    status = expand(false, NO_TABLE, most_ways);
    next_level();
  }
  while (status == GOING_ON && seen.ways < until) {
    if (!left_of_level) {
      next_level();
      if (!left_of_level) { status = WHOLE; break; }
      seen.depth++;
    }
    bool ended = ahead.take(here);
    if (!ended || claims_left) begin_ways(here.data(), int64_t(seen.depth));
    if (!look(passed)) status = LOST;
    else if (!ended) status = expand(true, passed, most_ways);
    passed++;
    left_of_level--;
    if (status != GOING_ON) break;
    seen.expanded++;
    if (keys.size() >= most_states) status = ENOUGH_STATES;
    else if (memory_of_search() + ahead.memory >= most_bytes) status = ENOUGH_BYTES;
  }
  tell(result);
  return status;
}
// After a search that has not seen everything: looks at the tables that were not gone on from.
EXPORTED int32_t explore_rest(Explored* result) {
  number_reached();
  next_source();
  bool well = true;
  for (; well && claims_left && passed < keys.size(); passed++, left_of_level--) {
    if (!left_of_level) { left_of_level = keys.size() - passed; seen.depth++; }
    ahead.take(here);
    begin_ways(here.data(), int64_t(seen.depth));
    well = look(passed);
  }
  tell(result);
  return well;
}
EXPORTED uint64_t explored_levels(uint64_t* sizes, uint64_t room_of) {
  for (size_t i = 0; i < levels.size() && i < room_of; i++) sizes[i] = levels[i];
  return levels.size();
}
// The numbers of the answers and outcomes that lead from the deal through a chain of tables: for each step how many, and
// each of them.
static bool trace(const std::vector<uint32_t>& chain, std::vector<uint64_t>& all) {
  std::vector<uint64_t> table;
  for (size_t step = 0; step < chain.size(); step++) {
    Key target = keys[chain[step]];
    begin_ways(step ? table.data() : nullptr, int64_t(step) - 1);
    bool is_there = false;
    do {
      if (one_way(step > 0)) continue;
      Key key = key_of_table();
      is_there = key.a == target.a && key.b == target.b;
    } while (!is_there && another_way());
    if (!is_there) return false;
    table.assign(words.begin(), words.begin() + int64_t(filled));
    all.push_back(open.size());
    for (Open& each : open) all.push_back(uint64_t(each.number));
  }
  return true;
}
static std::vector<uint32_t> chain_to(uint32_t table) {
  std::vector<uint32_t> led_by(table + 1, NO_TABLE), chain;
  uint32_t dealt = levels.empty() ? 0 : uint32_t(levels[0]);
  each_follows(false, [&](uint32_t one, const uint32_t* at, const uint32_t* end) {
    for (; at < end; at++) if (*at >= dealt && *at <= table && led_by[*at] == NO_TABLE) led_by[*at] = one;
  });
  for (chain.push_back(table); led_by[chain.back()] != NO_TABLE;) chain.push_back(led_by[chain.back()]);
  std::reverse(chain.begin(), chain.end());
  return chain;
}
static int64_t told_numbers(const std::vector<uint64_t>& all, uint64_t* numbers, uint64_t room_of) {
  for (size_t i = 0; i < all.size() && i < room_of; i++) numbers[i] = all[i];
  return int64_t(all.size());
}
EXPORTED int64_t explored_way(uint64_t which, int32_t* code, uint64_t* numbers, uint64_t room_of) {
  Found& wanted = found[which];
  *code = wanted.code;
  std::vector<uint64_t> all;
  if (wanted.parent != NO_TABLE && !trace(chain_to(wanted.parent), all)) return -1;
  if (wanted.code < CLAIM) {
    all.push_back(wanted.numbers.size());
    all.insert(all.end(), wanted.numbers.begin(), wanted.numbers.end());
  }
  return told_numbers(all, numbers, room_of);
}
// A way to a table and back to it, how many steps it is back, and whether nothing leads from there to an end; 0 where no
// table is reached from itself.
EXPORTED int64_t explored_cycle(int32_t* length, int32_t* is_locked, uint64_t* numbers, uint64_t room_of) {
  bool locked;
  std::vector<uint32_t> cycle = a_cycle(locked);
  *length = int32_t(cycle.size());
  *is_locked = locked;
  if (cycle.empty()) return 0;
  std::vector<uint32_t> chain = chain_to(cycle[0]);
  chain.insert(chain.end(), cycle.begin() + 1, cycle.end());
  chain.push_back(cycle[0]);
  std::vector<uint64_t> all;
  if (!trace(chain, all)) return -1;
  return told_numbers(all, numbers, room_of);
}

// Play that can go on for ever: tables that are reached again from themselves. Before exploring.hpp.
#pragma once

// A list that grows without moving.
template <class T> struct Chunks {
  static constexpr int BITS = 12;
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
constexpr uint32_t NO_TABLE = 0xFFFFFFFFu;

// For each table that was gone on from, in the order of their numbers, how many different tables follow, and which: the
// first as a difference from its own number, each other from the one before it.
static constexpr uint32_t BLOCK = 64;
static Chunks<uint8_t> follows;
static std::vector<uint64_t> block_starts;
static uint32_t followed;  // tables whose next ones are there
static bool goes_back;     // a table follows that has no higher number
static void put_number(uint64_t a) { for (; a >= 128; a >>= 7) follows.add(uint8_t(a) | 128); follows.add(uint8_t(a)); }
static void put_follows(uint32_t table, const uint32_t* first, size_t number) {
  for (; followed <= table; followed++) {
    if (followed % BLOCK == 0) block_starts.push_back(follows.size());
    if (followed < table) { put_number(0); continue; }
    put_number(number);
    for (size_t i = 0; i < number; i++) {
      int64_t by = int64_t(first[i]) - int64_t(i ? first[i - 1] : table);
      goes_back |= first[i] <= table;
      put_number(i ? uint64_t(by) : uint64_t(by) << 1 ^ uint64_t(by >> 63));
    }
  }
}
// Calls f(table, its next ones) for a block of tables, the first or the last first.
template <class F> static void in_block(uint32_t block, bool backwards, F f) {
  static std::vector<uint32_t> all;
  uint32_t starts[BLOCK + 1], first = block * BLOCK, number = std::min(BLOCK, followed - first);
  size_t at = block_starts[block];
  auto number_at = [&] { uint64_t r = 0; for (int by = 0;; by += 7) { uint64_t b = follows[at++]; r |= (b & 127) << by; if (b < 128) return r; } };
  all.clear();
  for (uint32_t i = 0; i < number; i++) {
    starts[i] = uint32_t(all.size());
    uint64_t many = number_at();
    for (uint64_t j = 0; j < many; j++) {
      uint64_t by = number_at();
      all.push_back(uint32_t(j ? all.back() + by : first + i + uint64_t(int64_t(by >> 1) ^ -int64_t(by & 1))));
    }
  }
  starts[number] = uint32_t(all.size());
  for (uint32_t k = 0; k < number; k++) {
    uint32_t i = backwards ? number - 1 - k : k;
    f(first + i, all.data() + starts[i], all.data() + starts[i + 1]);
  }
}
template <class F> static void each_follows(bool backwards, F f) {
  uint32_t blocks = (followed + BLOCK - 1) / BLOCK;
  for (uint32_t k = 0; k < blocks; k++) in_block(backwards ? blocks - 1 - k : k, backwards, f);
}

// The tables of a cycle; `locked` says that no way leads from them to an end, or to a table that was not gone on from.
static std::vector<uint32_t> a_cycle(bool& locked) {
  locked = false;
  if (WITH_TURNS || !goes_back) return {};
  // What cannot come to a cycle, or is not come to from one, is left away: again until nothing is.
  std::vector<uint8_t> there(followed, 1), entered(followed);
  bool less = true;
  for (int times = 0; less && times < 100; times++) {
    less = false;
    each_follows(true, [&](uint32_t table, const uint32_t* at, const uint32_t* end) {
      if (!there[table]) return;
      for (; at < end; at++) if (*at < followed && there[*at]) return;
      there[table] = 0;
      less = true;
    });
    std::fill(entered.begin(), entered.end(), 0);
    each_follows(false, [&](uint32_t table, const uint32_t* at, const uint32_t* end) {
      if (there[table]) for (; at < end; at++) if (*at < followed) entered[*at] = 1;
    });
    for (uint32_t i = 0; i < followed; i++) if (there[i] && !entered[i]) { there[i] = 0; less = true; }
  }
  std::vector<uint8_t> ends(followed, 0);
  for (bool more = true; more;) {
    more = false;
    each_follows(true, [&](uint32_t table, const uint32_t* at, const uint32_t* end) {
      if (ends[table]) return;
      bool can = at == end;
      for (; at < end && !can; at++) can = *at >= followed || ends[*at];
      if (can) ends[table] = 1, more = true;
    });
  }
  // The rest as lists: its strongly connected components by Tarjan's algorithm.
  std::vector<uint32_t> name(followed, NO_TABLE), number_of_table, begins, targets_of;
  for (uint32_t i = 0; i < followed; i++) if (there[i]) { name[i] = uint32_t(number_of_table.size()); number_of_table.push_back(i); }
  each_follows(false, [&](uint32_t table, const uint32_t* at, const uint32_t* end) {
    if (!there[table]) return;
    begins.push_back(uint32_t(targets_of.size()));
    for (; at < end; at++) if (*at < followed && there[*at]) targets_of.push_back(name[*at]);
  });
  begins.push_back(uint32_t(targets_of.size()));
  uint32_t nodes = uint32_t(number_of_table.size()), clock = 0;
  std::vector<uint32_t> order(nodes, 0), low(nodes, 0), next(begins.begin(), begins.end()), component(nodes, NO_TABLE), stack, calls;
  for (uint32_t root = 0; root < nodes; root++) {
    if (order[root]) continue;
    calls.push_back(root);
    while (!calls.empty()) {
      uint32_t node = calls.back();
      if (!order[node]) { order[node] = low[node] = ++clock; stack.push_back(node); }
      bool deeper = false;
      while (next[node] < begins[node + 1] && !deeper) {
        uint32_t target = targets_of[next[node]++];
        if (!order[target]) { calls.push_back(target); deeper = true; }
        else if (component[target] == NO_TABLE) low[node] = std::min(low[node], order[target]);
      }
      if (deeper) continue;
      calls.pop_back();
      if (!calls.empty()) low[calls.back()] = std::min(low[calls.back()], low[node]);
      if (low[node] != order[node]) continue;
      for (uint32_t member = NO_TABLE; member != node; stack.pop_back()) { member = stack.back(); component[member] = node; }
    }
  }
  // A shortest cycle through one of the first tables from which play cannot end, or else of all.
  for (uint32_t i = 0; i < nodes; i++) locked |= !ends[number_of_table[i]];
  std::vector<uint32_t> best, from(nodes);
  int tried = 0;
  for (uint32_t start = 0; start < nodes && tried < 64; start++) {
    if (locked && ends[number_of_table[start]]) continue;
    std::vector<uint32_t> queue{start};
    std::fill(from.begin(), from.end(), NO_TABLE);
    uint32_t last = NO_TABLE;
    for (size_t at = 0; at < queue.size() && last == NO_TABLE; at++) {
      uint32_t node = queue[at];
      for (uint32_t i = begins[node]; i < begins[node + 1]; i++) {
        uint32_t target = targets_of[i];
        if (target == start) { last = node; break; }
        if (component[target] == component[start] && from[target] == NO_TABLE) { from[target] = node; queue.push_back(target); }
      }
    }
    if (last == NO_TABLE) continue;
    tried++;
    std::vector<uint32_t> round;
    for (uint32_t node = last; node != start; node = from[node]) round.push_back(number_of_table[node]);
    round.push_back(number_of_table[start]);
    std::reverse(round.begin(), round.end());
    if (best.empty() || round.size() < best.size()) best = round;
  }
  return best;
}

// What is counted where that is asked for: the clauses that are carried out in a match, and the ways that it goes.
// RULES has the clauses of each rule of the Program, EFFECTS says which rules are effects, OF_EFFECTS has the clauses
// of these.
#pragma once

// What is counted stands even where the rules are unwound right behind it: no compiler may think that nobody looks.
// g++ 12 does, between functions of one text.
#if __has_attribute(noipa)
#define KEPT __attribute__((noipa)) static
#else
#define KEPT __attribute__((noinline)) static
#endif

static Clauses carried_out{};
static uint64_t ways_here[WAYS + 1], ways_all[WAYS + 1], matches_with[CLAUSE_WORDS * 64];
static std::vector<int32_t> rules_running;
static bool looking = false;  // a claim looks at the table: what it calls is not carried out

struct Running {
  Running(int32_t rule) { rules_running.push_back(rule); }
  ~Running() { rules_running.pop_back(); }
};
struct Looking {
  Looking() { looking = true; }
  ~Looking() { looking = false; }
};

static inline bool none_of(const Clauses& a) { for (uint64_t each : a.w) if (each) return false; return true; }
static inline Clauses both(const Clauses& a, const Clauses& b) { Clauses r; for (int i = 0; i < CLAUSE_WORDS; i++) r.w[i] = a.w[i] & b.w[i]; return r; }
static inline Clauses either_of(const Clauses& a, const Clauses& b) { Clauses r; for (int i = 0; i < CLAUSE_WORDS; i++) r.w[i] = a.w[i] | b.w[i]; return r; }
static inline Clauses without(const Clauses& a, const Clauses& b) { Clauses r; for (int i = 0; i < CLAUSE_WORDS; i++) r.w[i] = a.w[i] & ~b.w[i]; return r; }

KEPT void carry_out(const Clauses& these) { if (!looking) carried_out = either_of(carried_out, these); }

// The clauses whose rule is running: ActionTracer.by of the kernel.
static Clauses who() {
  Clauses found{};
  int64_t at = int64_t(rules_running.size()) - 1;
  for (; at >= 0; at--) {
    int32_t rule = rules_running[at];
    const Clauses& ids = RULES[rule];
    if (none_of(ids)) { at--; break; }  // nested in an event: those that wait come next
    if (!ANY_EFFECTS) return ids;
    if (EFFECTS[rule]) return either_of(ids, without(found, OF_EFFECTS));
    if (none_of(found)) found = ids;
  }
  if (!none_of(found) && none_of(both(found, OF_EFFECTS))) return found;
  for (; at >= 0; at--) {
    int32_t rule = rules_running[at];
    const Clauses& ids = RULES[rule];
    if (none_of(ids)) continue;
    if (none_of(found)) {
      if (EFFECTS[rule]) return ids;
      found = ids;
      if (none_of(both(found, OF_EFFECTS))) return found;
    } else if (EFFECTS[rule]) {
      Clauses shared = either_of(without(found, OF_EFFECTS), both(found, ids));
      return none_of(shared) ? found : shared;
    }
  }
  Clauses own = without(found, OF_EFFECTS);
  return none_of(own) ? found : own;
}

KEPT void act() { if (!looking) carry_out(who()); }

KEPT void way(int number) { ways_here[number]++; }

static void begin_counting() {
  carried_out = Clauses{};
  rules_running.clear();
  std::memset(ways_here, 0, sizeof ways_here);
}

// Nothing is counted of a match that was stopped: Python says where it stands.
static void end_counting(bool stopped) {
  if (stopped) return;
  for (int i = 0; i < CLAUSE_WORDS * 64; i++) matches_with[i] += carried_out.w[i / 64] >> i % 64 & 1;
  for (int i = 0; i < WAYS; i++) ways_all[i] += ways_here[i];
}

// What was counted since the last time.
EXPORTED void counted(uint64_t* clauses, uint64_t* ways) {
  std::memcpy(clauses, matches_with, sizeof matches_with);
  std::memcpy(ways, ways_all, WAYS * sizeof *ways);
  std::memset(matches_with, 0, sizeof matches_with);
  std::memset(ways_all, 0, sizeof ways_all);
}

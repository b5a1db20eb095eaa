// Many matches with their records: what the loader calls. Behind ending.hpp.
#pragma once

static void begin_record(const char* head, size_t head_size, const char* tail, size_t tail_size, const uint8_t* secret, size_t size) {
  uint8_t digest[32];
  char text[64];
  sha256("referee commitment\0", 19, secret, size, digest);
  hexed(digest, 32, text);
  hash_nothing();  // of a match that was stopped
  linked = 0;
  line_begin = out.size();
  out.put(head, head_size); out.put(text, 64); out.put(tail, tail_size);
  seal();
  lines_done = 0;
  clause_at = 0;
  named_hand = named_turn = 0;
  std::memset(ordinals, 0, sizeof ordinals);
  std::memset(asked_, 0, sizeof asked_);
  for (Text& each : unseen) nothing_unseen(each);
  begin_step();
}
static void end_record(const Result& r, const uint8_t* secret, size_t size) {
  out.forget(line_begin);  // no step begins any more
  out.put("{\"result\":{\"reason\":");
  if (r.end == CAPPED) out.put("\"turn-cap\""); else out.put(PLAIN_OF[r.reason]);
  out.put(",\"ranks\":[");
  for (int i = 0; i < PLAYERS; i++) { if (i) out.put(','); out.number(int64_t(outcome.rank[i])); }
  out.put("],\"payoffs\":[");
  if (r.end == CAPPED) for (int i = 0; i < PLAYERS; i++) { if (i) out.put(','); plain(out, S.money[i]); }
  else out.put(payoffs_told.begin, payoffs_told.size());
  out.put("],\"turns\":"); out.number(r.turns); out.put(",\"faults\":[],\"secret\":\"");
  out.room(2 * size);
  hexed(secret, size, out.at);
  out.at += 2 * size;
  out.put("\"}}");
  seal();
}

// The last line, or no record where the match was stopped.
static void whole_record(Result& r, const uint8_t* secret, size_t size, size_t begin, int32_t* ranks, int64_t* payoffs) {
  if (r.end != STOPPED) {
    try {
      end_record(r, secret, size);
      hash_all();
      std::memcpy(ranks, outcome.rank, sizeof outcome.rank);
      std::memcpy(payoffs, outcome.payoff, sizeof outcome.payoff);
    } catch (Stop& s) { r.end = STOPPED; r.broken = s.broken; }
  }
  if (r.end == STOPPED) out.forget(begin);
}

// The records stand one behind the other in what `recorded` gives, `ends` says where each of them ends. Of a match that was
// stopped there is none.
EXPORTED const char* recorded() { return out.begin; }
EXPORTED void record(uint64_t k0, uint64_t k1, uint64_t first, uint64_t number, int64_t cap, Result* results, int32_t* ranks, int64_t* payoffs,
                       const char* head, uint64_t head_size, const char* tail, uint64_t tail_size, int32_t views, int64_t* ends) {
  wanted_claims = nullptr;
  with_views = views;
  shaken = false;
  out.forget(0);
  out.room(1 << 16);
  for (uint64_t i = 0; i < number; i++) {
    uint64_t match = first + i;
    uint8_t secret[37];
    std::memcpy(secret, "referee bulk\0", 13);
    std::memcpy(secret + 13, &k0, 8); std::memcpy(secret + 21, &k1, 8); std::memcpy(secret + 29, &match, 8);
    size_t begin = out.size();
    begin_record(head, head_size, tail, tail_size, secret, sizeof secret);
    results[i] = play_one(k0, k1, match, cap);
    whole_record(results[i], secret, sizeof secret, begin, ranks + i * PLAYERS, payoffs + i * PLAYERS * 2);
    ends[i] = int64_t(out.size());
  }
}

// One match whose chance comes from a secret; `states` and `at` are those of the seats' own chance.
EXPORTED int64_t record_secret(const uint8_t* secret, uint64_t size, const uint32_t* states, const int32_t* at, int64_t cap, Result* result, int32_t* ranks,
                                 int64_t* payoffs, const char* head, uint64_t head_size, const char* tail, uint64_t tail_size, int32_t views) {
  wanted_claims = nullptr;
  with_views = views;
  shaken = true;
  event_name.forget(0);
  event_name.put(reinterpret_cast<const char*>(secret), size);
  secret_size = size;
  for (int i = 0; i < PLAYERS; i++) seat_chance[i].begin(states + 624 * i, at[i]);
  for (Stock& each : stocks) each.there = false;
  out.forget(0);
  out.room(1 << 16);
  begin_record(head, head_size, tail, tail_size, secret, size);
  *result = play_one(0, 0, 0, cap);
  whole_record(*result, secret, size, 0, ranks, payoffs);
  return int64_t(out.size());
}

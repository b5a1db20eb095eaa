// Playing many matches: what the loader calls. Behind the generated functions.
#pragma once

struct Result { uint64_t digest, decisions; int64_t turns; int32_t end, broken, reason; };
enum End : int32_t { ENDED = 0, CAPPED = 1, STOPPED = 2 };

static void told_table() {
  for (int p = 0; p < PLACES; p++) {
    if (IS_ROW[p]) {
      mix(uint64_t(S.row[p].size()));
      for (int64_t i = 0; i < S.row[p].size(); i++) { mix(uint64_t(S.row[p][i].kind)); mix(uint64_t(S.row[p][i].link)); told_marks(S.row[p][i]); }
    } else {
      each_kind(S.pile[p], [&](int64_t k, int64_t n) { mix(uint64_t(k)); mix(uint64_t(n)); });
      mix(uint64_t(S.size[p]));
    }
  }
  told_scalars();
  for (int i = 0; i <= PLAYERS; i++) told(S.money[i]);
}

static bool looks_wrong(Result& r) {
  int found = wanted_claims ? refuted_claim(wanted_claims) : -1;
  if (found < 0) return false;
  r.end = STOPPED;
  r.broken = CLAIM + found;
  return true;
}

#ifndef RECORDED
INLINE void step_told() {}
#endif
static void empty_rooms() {
  rooms[0].empty();
  rooms[1].empty();
  forget_where_large();
  room = &rooms[0];
  Deeper::depth = 0;
}
// Between steps: what lasts is moved to the other room, and the rest is let go.
INLINE void leave_large_room() {
  if (room->used <= Room::CHUNK) return;
  room = room == &rooms[0] ? &rooms[1] : &rooms[0];
  keep_state();
  (room == &rooms[0] ? rooms[1] : rooms[0]).empty();
}
static Result play_one(uint64_t k0, uint64_t k1, uint64_t match, int64_t cap) {
  chance.begin(k0, k1, match);
  digest = 0xCBF29CE484222325ull;
  decisions = 0;
  empty_rooms();
  begin_state();
  begin_measures();
#ifdef COUNTED
  begin_counting();
#endif
  Result r{0, 0, 0, CAPPED, 0, -1};
  try {
    count_anew();
    deal_();
    S.s_dealing = false;
    step_told();
    bool wrong = looks_wrong(r);
    while (!wrong && !S.ended && S.s_turns < cap) {
      leave_large_room();
      count_anew();
      step_();
      S.s_turns++;
      step_told();
      wrong = looks_wrong(r);
    }
    if (wrong) {
    } else if (S.ended) {
      r.end = ENDED;
      mix(outcome.digest);
      r.reason = outcome.reason;
    } else {  // a draw
      for (int i = 0; i < PLAYERS; i++) outcome.rank[i] = 1, keep_payoff(i, S.money[i]);
    }
    told_table();
  } catch (Stop& s) {
    r.end = STOPPED;
    r.broken = s.broken;
  } catch (Unwind&) {
    r.end = STOPPED;
    r.broken = RAISED;
  }
  r.turns = S.s_turns;
  r.digest = digest;
  r.decisions = decisions;
  return r;
}

EXPORTED void play(uint64_t k0, uint64_t k1, uint64_t first, uint64_t number, int64_t cap, Result* results, int32_t* ranks, int64_t* payoffs, const uint8_t* wanted) {
  wanted_claims = wanted;
  for (uint64_t i = 0; i < number; i++) {
    results[i] = play_one(k0, k1, first + i, cap);
#ifdef COUNTED
    end_counting(results[i].end == STOPPED);
#endif
    if (results[i].end != STOPPED) {
      std::memcpy(ranks + i * PLAYERS, outcome.rank, sizeof outcome.rank);
      std::memcpy(payoffs + i * PLAYERS * 2, outcome.payoff, sizeof outcome.payoff);
    }
  }
}

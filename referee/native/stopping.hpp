// Many tables, each of which stands at a question: what the loader calls. Behind the generated functions.
// The generated text defines before: MOST_SILENT (matches in a row that ask nothing), SILENT (told then), KEEPS
// (whether a table holds what lies in a room) and observe.
#pragma once

struct Standing {  // one table
  State before;  // when the running step began
  Room own;      // where what it holds lies, if it holds more than numbers
  Philox chance;
  uint64_t match = 0;
  bool dealt = false;
  std::vector<int64_t> answers;  // all of the match
  size_t before_step = 0;  // how many of them were given before the running step
  ~Standing() { for (auto& chunk : own.chunks) std::free(chunk.first); }
};
// Where the tables say what is next, one row for each.
struct Rows { int32_t *seat, *player, *ask, *broken; int64_t *count, *turns; uint64_t* match; uint8_t *done, *ended; double* payoff; float* observed; };
struct Tables {
  std::vector<Standing> all;
  std::vector<u128> count;  // answers to the open question of each table; 0 where there is none
  Rows rows;
  uint64_t key[2];
  int64_t cap, observed_size;
};
static float* observing;  // the row of the table that goes on; none where nobody looks

static void look_at_question() { if (observing) observe(observing, question.decider, question.ask); }

// The compiler does not know how large a table is, so that it calls the copy of the library, which has the widest moves
// of this machine: what it writes itself for a size that it knows (rep movs) begins slowly. Rows stand last: where no
// place holds one between steps there is nothing to copy of them.
static const volatile size_t size_of_a_table = KEEPS ? sizeof(State) : offsetof(State, row);
INLINE void copy_table(State& to, const State& from) { std::memcpy(static_cast<void*>(&to), static_cast<const void*>(&from), size_of_a_table); }

// The table as it is from now on: what was made in a step and is not needed any more makes room. Of what is remembered
// (`memory`) a copy is kept, so that it may be forgotten between two calls.
static Body<Laid> no_row{nullptr, 0, 0};
INLINE void no_rows() { for (int p = 0; p < PLACES; p++) if (IS_ROW[p]) S.row[p] = {&no_row}; }
static void keep_table(Standing& t) {
  if (KEEPS) {
    t.own.empty();
    room = &t.own;
    keep_state();
    copy_table(t.before, S);
    room = &rooms[0];
    rooms[0].empty();
    keep_state();  // rules may change in place what they hold
  } else {
    for (int p = 0; p < PLACES; p++) if (IS_ROW[p] && S.row[p].size()) stop(MEMORY_);  // cards in flight: none between steps
    rooms[0].empty();
    no_rows();
    copy_table(t.before, S);
  }
}
static void begin_match(Standing& t, const Tables& of, uint64_t match) {
  t.match = match;
  t.dealt = false;
  t.answers.clear();
  t.before_step = 0;
  t.chance.begin(of.key[0], of.key[1], match);
  room = &rooms[0];
  room->empty();
  begin_state();
  keep_table(t);
}
static void end_of_step(Standing& t) {
  t.before_step = way_at;
  keep_table(t);
  t.chance = chance;
}
// On from the beginning of the running step, up to the next question or the end. Gives what was broken, or one of these.
enum : int32_t { OVER = 0, ASKED_ = -1 };
__attribute__((noinline)) static int32_t play_on(Standing& t, int64_t cap) {
  try {
    copy_table(S, t.before);
    if (KEEPS) keep_state(); else no_rows();
    if (!t.dealt) {
      count_anew();
      deal_();
      S.s_dealing = false;
      t.dealt = true;
      end_of_step(t);
    }
    while (!S.ended && S.s_turns < cap) {
      count_anew();
      step_();
      S.s_turns++;
      end_of_step(t);
    }
  } catch (Stop& s) {
    return s.broken;
  } catch (Unwind&) {
    return RAISED;
  } catch (Paused&) {
    return ASKED_;
  }
  return OVER;
}
__attribute__((noinline)) static int32_t go_on(Standing& t, int64_t cap) {
  Deeper::depth = 0;
  room = &rooms[0];
  room->empty();
  chance = t.chance;
  given = &t.answers;
  way_at = t.before_step;
  return _setjmp(paused) ? int32_t(ASKED_) : play_on(t, cap);
}
// A table goes on; where its match ends, to the next one that asks something. Gives whether it stands at a question.
static bool advance(Tables& of, uint64_t i) {
  Standing& t = of.all[i];
  const Rows& rows = of.rows;
  observing = rows.observed ? rows.observed + i * uint64_t(of.observed_size) : nullptr;
  for (int silent = 0; silent < MOST_SILENT; silent++) {
    bool answered = t.before_step < t.answers.size();
    int32_t found = go_on(t, of.cap);
    if (found == ASKED_) {
      of.count[i] = question.count;
      rows.seat[i] = question.decider;
      rows.player[i] = question.player;
      rows.ask[i] = question.ask;
      rows.count[i] = question.count > u128(INT64_MAX) ? INT64_MAX : int64_t(question.count);
      rows.turns[i] = S.s_turns;
      rows.match[i] = t.match;
      return true;
    }
    of.count[i] = 0;
    rows.broken[i] = found;
    if (found != OVER) return false;
    if (answered) {
      rows.done[i] = 1;
      rows.ended[i] = S.ended;
      for (int seat = 0; seat < PLAYERS; seat++) {
        if (!S.ended) keep_payoff(seat, S.money[seat]);
        rows.payoff[i * PLAYERS + uint64_t(seat)] = double(outcome.payoff[seat][0]) / double(outcome.payoff[seat][1]);
      }
    }
    begin_match(t, of, t.match + of.all.size());
  }
  rows.broken[i] = SILENT;
  return false;
}

EXPORTED Tables* tables_new(uint64_t number, const Rows* rows, int64_t observed_size) {
  Tables* made = new Tables{std::vector<Standing>(number), std::vector<u128>(number), *rows, {0, 0}, 0, observed_size};
  return made;
}
EXPORTED void tables_free(Tables* of) { delete of; }
// The tables begin the matches from the first one on; gives how many stand at no question.
EXPORTED int64_t tables_begin(Tables* of, uint64_t k0, uint64_t k1, uint64_t first, int64_t cap) {
  forget_where_large();
  of->key[0] = k0; of->key[1] = k1;
  of->cap = cap;
  uint64_t number = of->all.size();
  int64_t lost = 0;
  std::memset(of->rows.done, 0, number);
  std::memset(of->rows.broken, 0, number * sizeof(int32_t));
  std::memset(of->rows.payoff, 0, number * PLAYERS * sizeof(double));
  for (uint64_t i = 0; i < number; i++) {
    begin_match(of->all[i], *of, first + i);
    lost += !advance(*of, i);
  }
  return lost;
}
// Answers for all tables, by number; gives how many stand at no question then. Where an answer is none, nothing happens:
// what is given is then -1 for the first table, -2 for the second.
EXPORTED int64_t tables_step(Tables* of, const int64_t* answers) {
  forget_where_large();
  uint64_t number = of->all.size();
  int64_t lost = 0;
  for (uint64_t i = 0; i < number; i++) {
    u128 count = of->count[i];
    if (!count || answers[i] < DRAWN || (answers[i] >= 0 && u128(answers[i]) >= count)) return -1 - int64_t(i);
  }
  for (uint64_t i = 0; i < number; i++) {
    Standing& t = of->all[i];
    if (of->rows.done[i]) {
      of->rows.done[i] = 0;
      for (int seat = 0; seat < PLAYERS; seat++) of->rows.payoff[i * PLAYERS + uint64_t(seat)] = 0;
    }
    t.answers.push_back(answers[i]);
    lost += !advance(*of, i);
  }
  return lost;
}
// The answers of the running match of a table; gives how many they are.
EXPORTED uint64_t tables_answers(const Tables* of, uint64_t which, int64_t* answers, uint64_t most) {
  const Standing& t = of->all[which];
  uint64_t many = t.answers.size();
  for (uint64_t i = 0; i < many && i < most; i++) answers[i] = t.answers[i];
  return many;
}

// Matches that are played on from imagined positions: what the loader calls. Behind the generated functions.
#pragma once

INLINE double as_double(int64_t a) { return double(a); }
INLINE double as_double(bool a) { return double(a); }
INLINE double as_double(Fraction a) { return double(a.n) / double(a.d); }
INLINE double as_double(const Wide& a) { return double(narrow(a)); }
template <class T> void put_gains(double* gains, const Seq<T>& had) { for (int p = 0; p < PLAYERS; p++) gains[p] = as_double(had[p]); }

// What a seat has where a match was cut: its payoff, its part of the lead, and whether that was the end.
struct Ending { double payoff, lead; bool is_end; };
static double lead_of(int32_t seat, const double* gains) {
  int many = 0;
  for (int p = 0; p < PLAYERS; p++) {
    if (gains[p] > gains[seat]) return 0;
    many += gains[p] == gains[seat];
  }
  return 1.0 / many;
}
static void keep_ending(Ending& ending, int32_t seat) {
  double gains[PLAYERS];
  if (S.ended) {
    int many = 0;
    for (int p = 0; p < PLAYERS; p++) many += outcome.rank[p] == 1;
    ending = {double(outcome.payoff[seat][0]) / double(outcome.payoff[seat][1]), outcome.rank[seat] == 1 ? 1.0 / many : 0.0, true};
    return;
  }
  bool within = !are_over();
  if (!within || !put_evaluation(gains)) put_standing(gains);
  ending = {gains[seat], within ? 0.0 : lead_of(seat, gains), false};
}
struct Job { int64_t world, answer; uint64_t match; };
// Each job: a world is played on from an answer, with the chance of a match. Gives how many could be, in order.
EXPORTED int64_t play_on(const World* worlds, const Job* jobs, int64_t number, uint64_t k0, uint64_t k1, int64_t cap, int32_t seat, Ending* endings) {
  for (int64_t i = 0; i < number; i++) {
    empty_rooms();
    chance.begin(k0, k1, jobs[i].match);
    stocks.begin(k0, k1, jobs[i].match);
    first_answer = jobs[i].answer;
    answers_given = 0;
    try {
      play_world(worlds[jobs[i].world], cap);
    } catch (Cut&) {
    } catch (Stop&) {
      return i;
    } catch (Unwind&) {
      return i;
    }
    try {
      keep_ending(endings[i], seat);
    } catch (Stop&) {
      return i;
    }
  }
  return number;
}

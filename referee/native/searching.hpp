// The iterations of a search: what the loader calls. Behind the generated functions.
#pragma once

static void ready(uint64_t k0, uint64_t k1, uint64_t iteration, Node* at) {
  empty_rooms();
  chance.begin(k0, k1, iteration);
  node = at;
  joint = 0;
  left_together = answers_given = 0;
  gone.clear();
  said.clear();
  learning = at != nullptr;
}
// Play on; gives whether that came to its end, with what everybody has then.
static bool gains_of(const World& world, int64_t cap, double* gains) {
  try {
    play_world(world, cap);
  } catch (Cut&) {
  } catch (Stop&) {
    return false;
  } catch (Unwind&) {
    return false;
  }
  for (int p = 0; p < PLAYERS; p++) {
    if (!S.ended) keep_payoff(p, S.money[p]);
    gains[p] = double(outcome.payoff[p][0]) / double(outcome.payoff[p][1]);
  }
  return true;
}
// Each world is played on at random once, with the chance of its number. Gives how many were.
EXPORTED int64_t play_on_at_random(const World* worlds, uint64_t number, uint64_t k0, uint64_t k1, int64_t cap, double* gains) {
  int64_t played = 0;
  for (uint64_t i = 0; i < number; i++) {
    ready(k0, k1, i, nullptr);
    played += gains_of(worlds[i], cap, gains + i * PLAYERS);
  }
  return played;
}
// So many iterations over the worlds in turn. Gives how many answers the root has for a seat, and tells of each its
// number, how often it was given, and what was gained; how many iterations were lost is in `lost`.
EXPORTED int64_t seek(const World* worlds, uint64_t number, int64_t budget, uint64_t k0, uint64_t k1, int64_t cap, int32_t seat, int64_t most, int64_t* at, int64_t* given, double* gained, int64_t* lost) {
  nodes.clear();
  nodes.emplace_back();
  Node* root = &nodes.back();
  least_gain = INFINITY;
  most_gain = -INFINITY;
  *lost = 0;
  std::memset(averages, 0, sizeof averages);
  for (int64_t i = 0; i < budget; i++) {
    ready(k0, k1, uint64_t(i), root);
    double gains[PLAYERS];
    if (!gains_of(worlds[uint64_t(i) % number], cap, gains)) {
      ++*lost;
      continue;
    }
    for (double each : gains) least_gain = std::min(least_gain, each), most_gain = std::max(most_gain, each);
    learn(gains);
    for (const Step& step : gone) {
      Tried& arm = (*step.arms)[step.which];
      arm.given++;
      arm.gained += gains[step.seat];
    }
  }
  const auto& arms = root->arms[seat];
  int64_t many = std::min(int64_t(arms.size()), most);
  for (int64_t i = 0; i < many; i++) at[i] = int64_t(arms[i].at), given[i] = arms[i].given, gained[i] = arms[i].gained;
  return many;
}

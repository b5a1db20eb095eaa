// Information-set Monte Carlo tree search: the tree, and what is answered in it. As referee/play/search.py has it.
// The generated text defines before: EXPLORATION, WIDENING, FEW, HORIZON, CANDIDATES,
// RANDOM_PERCENT.
#pragma once
#include <cmath>
#include <deque>

struct Tried { uint64_t key; u128 at; int64_t given, possible; double gained; };  // an answer: its key, its number
struct Node {
  int64_t visits = 0;
  std::vector<Tried> arms[PLAYERS];
  std::vector<std::pair<uint64_t, Node*>> behind;  // by the keys of the answers
};
struct Cut {};  // an iteration has become too long
static std::deque<Node> nodes;
static Node* node;  // where the iteration is; none where it has left the tree
static uint64_t joint;  // what was answered so far to a question of several seats
static int64_t left_together, answers_given;
struct Step { std::vector<Tried>* arms; size_t which; int32_t seat; };
static std::vector<Step> gone;
static double least_gain, most_gain;

template <class T> INLINE uint64_t key_of_answer(const T& answer) {
  digest = 0xCBF29CE484222325ull;
  told(answer);
  return digest;
}
// Play behind the tree: mostly the best of a few answers by what everything like it has brought that seat in this search
// (move-average sampling; H. Finnsson, Y. Björnsson, "Simulation-based approach to general game playing", AAAI 2008;
// with a share of random answers: M. Tak, M. Winands, Y. Björnsson, IEEE TCIAIG 4(2), 2012).
struct Average { uint64_t key; double sum; int64_t number; };
constexpr size_t AVERAGES = size_t(1) << 12;  // of two keys at one place the later one is known
static Average averages[PLAYERS][AVERAGES];
struct Said { int32_t seat; uint64_t key; };
static std::vector<Said> said;
static bool learning;

static void learn(const double* gains) {
  for (const Said& each : said) {
    Average& a = averages[each.seat][each.key % AVERAGES];
    if (a.key != each.key) a = {each.key, 0, 0};
    a.sum += gains[each.seat];
    a.number++;
  }
}
static size_t find_key(const std::vector<Tried>& arms, uint64_t key) {
  size_t i = 0;
  while (i < arms.size() && arms[i].key != key) i++;
  return i;
}
template <class To, class S_> u128 chosen_in_tree(const Seen<S_>& seen, u128 n, int32_t seat) {
  std::vector<Tried>& arms = node->arms[seat];
  static std::vector<std::pair<size_t, u128>> here;  // arms that there are now, with their numbers
  static std::vector<std::pair<uint64_t, u128>> fresh;
  here.clear();
  fresh.clear();
  if (n <= u128(FEW)) {
    for (u128 at = 0; at < n; at++) {
      uint64_t key = key_of_answer(seen.template nth<To>(at));
      size_t arm = find_key(arms, key);
      if (arm < arms.size()) here.push_back({arm, at}); else fresh.push_back({key, at});
    }
  } else {
    for (size_t i = 0; i < arms.size(); i++)
      if (arms[i].at < n && key_of_answer(seen.template nth<To>(arms[i].at)) == arms[i].key) here.push_back({i, arms[i].at});
    if (double(here.size()) < WIDENING * std::sqrt(double(node->visits + 1))) {
      u128 at = below(n);
      uint64_t key = key_of_answer(seen.template nth<To>(at));
      size_t arm = find_key(arms, key);
      if (arm == arms.size()) fresh.push_back({key, at});
      else if (std::none_of(here.begin(), here.end(), [&](const auto& each) { return each.first == arm; })) here.push_back({arm, at});
    }
  }
  size_t arm = arms.size();
  u128 number;
  if (!fresh.empty()) {
    auto [key, at] = fresh[size_t(below(u128(fresh.size())))];
    arms.push_back({key, at, 0, 1, 0});
    number = at;
  } else {
    double span = std::max(most_gain - least_gain, 1e-9), best = -INFINITY;
    for (auto [i, at] : here) {
      Tried& each = arms[i];
      each.possible++;
      double bound = each.given ? (each.gained / double(each.given) - least_gain) / span + EXPLORATION * std::sqrt(std::log(double(each.possible)) / double(each.given)) : INFINITY;
      if (bound > best) best = bound, arm = i, number = at;
    }
  }
  bool grows = arms[arm].given > 0;
  gone.push_back({&arms, arm, seat});
  said.push_back({seat, arms[arm].key});
  joint = (joint ^ arms[arm].key) * 0x100000001B3ull;
  if (left_together == 0) {
    node->visits++;
    Node* next = nullptr;
    for (auto& each : node->behind) if (each.first == joint) next = each.second;
    if (!next && grows) { nodes.emplace_back(); next = &nodes.back(); node->behind.push_back({joint, next}); }
    node = next;
    joint = 0;
  }
  if (!grows) node = nullptr;
  return number;
}
template <class To, class S_> u128 likely_answer(const Seen<S_>& seen, u128 n, int32_t seat) {
  bool any = below_small(100) < uint64_t(RANDOM_PERCENT);
  u128 found = 0;
  uint64_t its_key = 0;
  double best = -INFINITY;
  int64_t many = any || n == 1 ? 1 : std::min<int64_t>(CANDIDATES, n > u128(CANDIDATES) ? CANDIDATES : int64_t(n));
  for (int64_t i = 0; i < many; i++) {
    u128 at = n > u128(many) ? below(n) : u128(i);
    uint64_t key = key_of_answer(seen.template nth<To>(at));
    const Average& a = averages[seat][key % AVERAGES];
    double mean = a.key == key && a.number ? a.sum / double(a.number) : INFINITY;
    if (mean > best || i == 0) best = mean, found = at, its_key = key;
  }
  said.push_back({seat, its_key});
  return found;
}
template <class To, class S_> INLINE To sought(const S_& space, Player decider) {
  Seen<S_> seen(space);
  u128 n = seen.count();
  if (n == 0) stop(NO_OPTION);
  if (is_known()) return seen.template nth<To>(u128(*known++));
  if (++answers_given > HORIZON) throw Cut{};
  if (!learning) return seen.template nth<To>(below(n));
  return seen.template nth<To>(node ? chosen_in_tree<To>(seen, n, decider.v) : likely_answer<To>(seen, n, decider.v));
}
template <int PLAYER_, int SPACE_, int DECIDER_, class M, class C> M sought_together(const Seq<C>& choices) {
  for (int64_t i = 0; i < choices.size(); i++) if (count_of(std::get<SPACE_>(choices[i].t)) == 0) stop(NO_OPTION);
  M r = new_map<typename M::Key, typename M::Value>();
  for (int64_t i = 0; i < choices.size(); i++) {
    const auto& t = choices[i].t;
    left_together = choices.size() - 1 - i;
    map_set(r, std::get<PLAYER_>(t), sought<typename M::Value>(std::get<SPACE_>(t), conv<Player>(std::get<DECIDER_>(t))));
  }
  left_together = 0;
  return r;
}

"""Games in the interfaces of other libraries, judged by the tests of these libraries."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from open_spiel.python.policy import UniformRandomPolicy
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from referee.bot import Bot
from referee.env import Env, gymnasium, openspiel, pettingzoo, solving
from referee.env.encoding import Encoder
from referee.games.registry import games
from referee.kernel.errors import BadInput

KUHN = Path(__file__).parent / "games" / "kuhn"
OTHERS = [Path("tests/games/games") / each for each in ("connect_four", "love_letter", "sealed_bid", "spades")]
GAMES = [*[entry.name for entry in games()], *OTHERS]
pytestmark = pytest.mark.filterwarnings("ignore")
"""The libraries warn of bounds and of matches that are longer than their tests."""


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_pettingzoo_passes_its_tests(game: str | Path) -> None:
    api_test(pettingzoo.env(game, turn_cap=4), num_cycles=40)
    seed_test(lambda: pettingzoo.env(game, turn_cap=4), num_cycles=20)


AT_ONCE = ["effervesce", *[Path("tests/games/games") / each for each in ("deck_builder", "missions", "sealed_bid")]]


@pytest.mark.parametrize("game", AT_ONCE, ids=str)
def test_pettingzoo_passes_its_tests_of_acting_at_once(game: str | Path) -> None:
    parallel_api_test(pettingzoo.parallel_env(game, turn_cap=4), num_cycles=60)
    parallel_seed_test(lambda: pettingzoo.parallel_env(game, turn_cap=4), num_cycles=20)


@pytest.mark.parametrize("game", [each for each in GAMES if each not in AT_ONCE], ids=str)
def test_acting_at_once_is_refused_where_nobody_is_asked_so(game: str | Path) -> None:
    with pytest.raises(BadInput, match=r"never asks several seats at once: take referee\.env\.pettingzoo\.env"):
        pettingzoo.parallel_env(game)


@pytest.mark.parametrize("game", [AT_ONCE[0], *AT_ONCE[2:]], ids=str)
def test_agents_that_act_at_once_play_the_match_of_env(game: str | Path) -> None:
    """The same answers by the words of all agents at once, and by ``Env.step`` one after the other."""
    parallel, env, rng = pettingzoo.parallel_env(game, turn_cap=6), Env(game, turn_cap=6), random.Random(1)
    at_once = 0
    for seed in range(3):
        seen, _ = parallel.reset(seed=seed)
        env.reset(seed)
        while parallel.agents:
            choices, to_say = env.choices, {each: list[int]() for each in parallel.agents}
            at_once += len(choices) > 1
            answers = [each.space.sample(rng) for each in choices]
            for each, answer in zip(choices, answers, strict=True):
                to_say[f"seat_{each.decider.seat}"] += env.actions.said(each.space, answer)
                env.step(answer)
            while any(to_say.values()):
                actions = {each: words.pop(0) if words else 0 for each, words in to_say.items()}
                assert all(seen[each]["action_mask"][action] for each, action in actions.items())
                seen, rewards, over, cut, _ = parallel.step(actions)
            assert env.answers_so_far() == parallel.table.answers_so_far()
        assert env.done
        assert list(rewards.values()) == env.returns()
        assert {*over.values(), *cut.values()} == {True, False}
    assert at_once > 0


def test_what_an_agent_may_not_say_at_once_changes_nothing() -> None:
    env = pettingzoo.parallel_env(Path("tests/games/games/sealed_bid"), 3)
    before, _ = env.reset(seed=1)
    first, *others = [int(np.flatnonzero(seen["action_mask"])[-1]) for seen in before.values()]
    with pytest.raises(ValueError, match="seat_0 may not say 'done' here: it is asked 'bid'"):
        env.step({"seat_0": 0, "seat_1": others[0], "seat_2": others[1]})
    with pytest.raises(ValueError, match="seat_2 says nothing: it is asked 'bid'"):
        env.step({"seat_0": first, "seat_1": others[0]})
    assert all(np.array_equal(env.mask(each), seen["action_mask"]) for each, seen in before.items())


def test_nobody_sees_what_another_agent_has_said_at_once() -> None:
    """With 100 coins a bid of 0 is to be told from one of 100: an answer of two words."""
    env = pettingzoo.parallel_env(Path("tests/games/games/sealed_bid"), 2, settings={"coins": 100})
    seen = []
    for bid in (5, 7):
        env.reset(seed=1)
        said = {"seat_0": env.table.actions.number(("digit", bid)), "seat_1": env.table.actions.number(("digit", 0))}
        now, *_ = env.step(said)
        assert np.flatnonzero(now["seat_0"]["action_mask"]).tolist() == [0]
        assert now["seat_1"]["observation"][env.observing.encoder.size + said["seat_1"]] == 1
        seen.append(now["seat_1"]["observation"])
    assert np.array_equal(*seen)
    env.step({"seat_0": 0, "seat_1": 0})
    assert env.table.turns == 1


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_gymnasium_passes_its_check(game: str | Path) -> None:
    players = Env(game).game.players
    env = gymnasium.env(game, ["me", *["random"] * (players - 1)], turn_cap=4)
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.untraced
def test_openspiel_passes_its_random_simulation(game: str | Path) -> None:
    pyspiel.random_sim_test(openspiel.load(game, turn_cap=3), num_sims=1, serialize=True, verbose=False)


READ = """
import pickle, sys
from referee.env import openspiel
openspiel.load("escalation", 2, turn_cap=3)
game, state = pickle.load(sys.stdin.buffer)
print(game, state, state.history(), state.legal_actions(), state.information_state_string(0), sep="\\n")
"""


def test_games_and_positions_travel_to_other_processes() -> None:
    """Within an answer and an event of chance too."""
    game, rng = openspiel.load("escalation", 2, turn_cap=3), random.Random(1)
    state = game.new_initial_state()
    for _ in range(14):
        again = [
            game.deserialize_state(state.serialize()),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
            pickle.loads(pickle.dumps(state)),
        ]
        assert {(str(each), str(each.history())) for each in again} == {(str(state), str(state.history()))}
        outcomes = [each for each, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        action = rng.choice(outcomes)
        for each in (state, *again):
            each.apply_action(action)
        assert len({str(each) for each in (state, *again)}) == 1
    assert state.current_player() >= 0
    sent = pickle.dumps((game, state))
    found = subprocess.run([sys.executable, "-c", READ], input=sent, capture_output=True, check=True).stdout.decode()
    told = [game, state, state.history(), state.legal_actions(), state.information_state_string(0)]
    assert found.splitlines() == [str(each) for each in told]


def test_cfr_finds_the_value_of_kuhn_poker() -> None:
    """-1/18 for the first seat (Kuhn, 1950)."""
    game = openspiel.load(KUHN)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert value[0] == pytest.approx(-1 / 18, abs=0.01)
    lost = exploitability.exploitability(game, policy)
    assert lost < 0.02
    assert float(solving.exploitability(Env(KUHN), openspiel.policy_of(game, policy))) == pytest.approx(lost)


def test_a_policy_says_answers_of_several_words() -> None:
    game, env = openspiel.load("escalation", 2, turn_cap=4), Env("escalation", 2, explicit_chance=True)
    env.reset(1)
    while env.seat is None:
        env.step(env.sample_chance())
    likely = openspiel.policy_of(game, UniformRandomPolicy(game))(env)
    first = [env.actions.said(env.space, each.raw)[0] for each in env.legal()]
    arms = set(first)
    assert sum(likely) == pytest.approx(1)
    for arm in arms:  # the first word is one of the arms, each as likely
        assert sum(each for word, each in zip(first, likely, strict=True) if word == arm) == pytest.approx(
            1 / len(arms)
        )


def test_what_a_player_knows_is_worked_out_once_for_a_position() -> None:
    game = openspiel.load(KUHN, turn_cap=4)
    texts = []
    for _ in range(2):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = [each for each, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            if not state.is_chance_node():
                texts.append(state.information_state_string())
                assert json.loads(texts[-1])[1] == json.loads(
                    json.dumps(state.env.table.history(state.current_player()))
                )
            state = state.child(actions[-1])
    assert texts[: len(texts) // 2] == texts[len(texts) // 2 :]
    assert len(game.shared.known) == len(set(texts)) == len(texts) // 2


def test_a_game_whose_payoffs_do_not_sum_to_zero_is_told_so() -> None:
    general = pyspiel.GameType.Utility.GENERAL_SUM
    assert openspiel.load(Path("tests/games/games/hanabi")).get_type().utility == general
    assert openspiel.load(KUHN).get_type().utility == pyspiel.GameType.Utility.ZERO_SUM


def test_a_forbidden_word_is_a_forfeit() -> None:
    env = gymnasium.env("escalation", ["random", "me"])
    _, info = env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, terminated, truncated, info["fault"]) == (-env.table.game.forfeit(), True, False, "illegal")


def test_nothing_goes_on_behind_the_end_of_an_episode() -> None:
    env = gymnasium.env("escalation", ["me", "random"], turn_cap=1)
    with pytest.raises(ResetNeeded):
        env.step(0)
    _, info = env.reset(seed=1)
    for wrong in (1.5, "take", None):
        with pytest.raises(TypeError):
            env.step(wrong)  # type: ignore[arg-type]
    over = False
    while not over:
        _, _, terminated, truncated, info = env.step(np.flatnonzero(info["action_mask"])[0])
        over = terminated or truncated
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset()
    env.step(-1)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_a_match_that_never_asks_the_seat_brings_its_payoff() -> None:
    env = gymnasium.env("escalation", ["random", "random", "me"], turn_cap=1)
    seed = next(each for each in range(50) if not env.reset(seed=each)[1]["action_mask"].any())
    env.reset(seed=seed)
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, "fault" in info) == (env.table.returns()[2], False, True, False)


def test_the_spaces_travel_to_other_processes() -> None:
    """As trainers send them that play many tables at once."""
    env = gymnasium.env("escalation", ["me", "random"])
    sent = pickle.loads(pickle.dumps((env.action_space, env.observation_space)))
    assert sent == (spaces.Discrete(env.table.actions.size), env.observation_space)


def test_bots_and_their_classes_are_seats() -> None:
    class First(Bot):
        def answer(self, view, ask):  # type: ignore[no-untyped-def]
            return next(ask.options())

    env = gymnasium.env("escalation", ["me", "greedy", First, First()])
    observation, info = env.reset(seed=2)
    done = False
    while not done:
        assert observation["action_mask"].any()
        observation, reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        done = terminated or truncated
    assert reward == env.table.returns()[0]


@pytest.mark.parametrize("seats", [["random", "random"], ["me", "me"], ["me", 5]])
def test_seats_that_are_none_are_refused(seats: list[object]) -> None:
    with pytest.raises(BadInput):
        gymnasium.env("escalation", seats).reset(seed=1)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_vector_has_a_name_for_each_number(game: str | Path) -> None:
    env = Env(game, turn_cap=4)
    env.reset(3)
    encoder = Encoder(env.game)
    assert len(set(encoder.names)) == encoder.size
    while not env.done:
        view = env.observe()
        named = dict(zip(encoder.names, encoder.encode(view, env.ask), strict=True))
        assert named["turn"] == env.turns
        assert sum([value for name, value in named.items() if name.startswith("asked ")]) == 1
        for name, zone in view["zones"].items():
            for seat, each in enumerate(zone) if isinstance(zone, list) else [(None, zone)]:
                owned = name if seat is None else f"{name} seat +{(seat - view['seat']) % env.game.players}"
                if f"{owned} size" in named:
                    size = len(each["cards"]) if "cards" in each else each["size"]
                    assert named[f"{owned} size"] == (-1 if size is None else size)
        env.step(env.sample())


def test_a_seat_is_shown_the_same_from_every_place() -> None:
    """Both seats of a symmetric deal see their own hand at the same numbers."""
    env = Env(KUHN)
    env.reset(1)
    encoder = Encoder(env.game)
    for seat in range(2):
        card = env.observe(seat)["zones"]["hand"][seat]["cards"][0]
        vector = encoder.encode(env.observe(seat))
        assert vector[encoder.names.index(f"hand seat +0 {card}")] == 1
        assert not any(vector[encoder.names.index(f"hand seat +1 {each}")] for each in ("J", "Q", "K"))

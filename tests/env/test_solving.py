"""Values of small games that are known, and what policies lose."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from referee.env import Env
from referee.env.matrices import equilibrium
from referee.env.seats import seat_of
from referee.env.solving import (
    Policy,
    TooLarge,
    best_responses,
    expected,
    exploitability,
    policy_of,
    solve,
    uniform,
)
from referee.kernel.errors import BadInput
from referee.kernel.views import view_of
from referee.play.chance import fair
from referee.play.course import Course
from referee.play.seats import _Shown
from tests.secret_games import Fingers

KUHN = Path(__file__).parent / "games" / "kuhn"
OTHERS = Path(__file__).parent.parent / "games" / "games"
THIRD = Fraction(1, 3)
BETS = {
    # seat, its card, what both have put in: how often it bets (Kuhn, 1950, with a bluff in a third of the cases)
    (0, "J", 2): THIRD, (0, "Q", 2): 0, (0, "K", 2): 1, (0, "J", 3): 0, (0, "Q", 3): 2 * THIRD, (0, "K", 3): 1,
    (1, "J", 2): THIRD, (1, "Q", 2): 0, (1, "K", 2): 1, (1, "J", 3): 0, (1, "Q", 3): THIRD, (1, "K", 3): 1,
}  # fmt: skip


def kuhns(changed: dict[Any, Any] | None = None) -> Policy:
    def policy(env: Env) -> list[Fraction]:
        choice = env.choice
        table: Any = choice.table
        card = table.deck.names(table.hand[choice.player].pile)[0]
        bets = Fraction(({**BETS, **(changed or {})})[choice.decider.seat, card, sum(table.put_in)])
        return [1 - bets, bets]

    return policy


def test_the_equilibrium_of_kuhns_poker_loses_nothing() -> None:
    env = Env(KUHN)
    assert expected(env, kuhns()) == (Fraction(-1, 18), Fraction(1, 18))
    assert exploitability(env, kuhns()) == 0
    assert best_responses(env, kuhns())[0].value == Fraction(-1, 18)


def test_a_flaw_in_it_is_found() -> None:
    """The second seat calls with a jack, which never wins."""
    env, flawed = Env(KUHN), kuhns({(1, "J", 3): 1})
    assert exploitability(env, flawed) > 0
    first, second = best_responses(env, flawed)
    assert first.value > Fraction(-1, 18)
    assert second.value == Fraction(1, 18) > second.kept


def test_what_chance_alone_loses_is_known() -> None:
    """OpenSpiel says 0.458333 of the uniform policy."""
    assert exploitability(Env(KUHN), uniform) == Fraction(11, 24)


def test_a_searching_seat_loses_less_than_chance() -> None:
    assert exploitability(Env(KUHN), policy_of("search:40", asked=10)) < Fraction(1, 4)


@pytest.mark.parametrize(
    ("size", "first", "positions"), [({"columns": 3, "rows": 3, "line": 3}, 0, 505), ({"columns": 3, "line": 2}, 1, 0)]
)
def test_connect_four_at_a_scale(size: dict[str, int], first: int, positions: int) -> None:
    env = Env(OTHERS / "connect_four", settings={"rows": 3, **size})
    found = solve(env)
    begins = env.seat
    assert not any(each.startswith("chance") for each in found.line)
    assert begins is not None
    assert (found.value[begins], found.value[1 - begins]) == (first, -first)
    assert found.positions == positions or not positions
    for line in found.line:
        env.step(line.rpartition(" ")[2])
    assert env.done
    assert env.outcome is not None
    assert tuple(env.outcome.payoffs) == found.value


def test_those_who_answer_at_once_play_an_equilibrium() -> None:
    """Odds and evens with the sum as the stake: evens lose 1/12 (the rows of 2, -3 and -3, 4; 7/12 of the time one)."""
    env = Env(Fingers, 2)
    found = solve(env)
    assert found.value == (Fraction(-1, 12), Fraction(1, 12))
    assert found.line == ("seat 0 fingers: 1", "seat 1 fingers: 1")

    def sevenths(env: Env) -> list[Fraction]:
        return [Fraction(7, 12), Fraction(5, 12)]

    assert exploitability(env, sevenths) == 0
    assert expected(env, sevenths) == found.value
    assert exploitability(env, uniform) > 0


@pytest.mark.parametrize("seed", range(40))
def test_neither_side_of_an_equilibrium_can_do_better(seed: int) -> None:
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 5), rng.randint(1, 5)
    matrix = [[Fraction(rng.randint(-4, 4), rng.randint(1, 3)) for _ in range(columns)] for _ in range(rows)]
    found = equilibrium(matrix)
    for each in (found.rows, found.columns):
        assert min(each) >= 0
        assert sum(each) == 1
    of_rows = [sum([p * each for p, each in zip(found.columns, row, strict=True)]) for row in matrix]
    of_columns = [sum([p * row[at] for p, row in zip(found.rows, matrix, strict=True)]) for at in range(columns)]
    assert max(of_rows) == min(of_columns) == found.value


def test_a_symmetric_auction_is_worth_nothing() -> None:
    assert solve(Env(OTHERS / "sealed_bid", 2, settings={"coins": 2, "prizes": 2})).value == (0, 0)


def test_what_cannot_be_solved_says_so() -> None:
    with pytest.raises(TooLarge, match="more than 50 positions"):
        solve(Env("escalation", 2), most=50)
    with pytest.raises(TooLarge, match="more than 10000 outcomes here: take smaller settings"):
        solve(Env("effervesce", 2, explicit_chance=True))
    with pytest.raises(BadInput, match="two seats; there are 3"):
        solve(Env("escalation", 3))
    with pytest.raises(TooLarge, match="more than 5 positions"):
        best_responses(Env(KUHN), uniform, most=5)
    with pytest.raises(BadInput, match="probabilities that sum to 1"):
        expected(Env(KUHN), lambda env: [1.0] * env.count())


@pytest.mark.parametrize("game", ["escalation", OTHERS / "love_letter", OTHERS / "hanabi"])
def test_a_seat_of_an_environment_imagines_what_it_has_been_told(game: str | Path) -> None:
    """What is imagined shows the seat what it sees."""
    env, rng = Env(game), random.Random(3)
    seats = [seat_of("search", env, rng) for _ in range(env.game.players)]
    asked = 0
    while not env.done and asked < 25:
        choice = env.choice
        seat: Any = seats[choice.decider.seat]
        shown = _Shown(choice, seat)
        position = shown.imagine(rng)
        course = Course(
            env.game, position.table(), env.turn_cap, lambda event: fair(event, rng), position.answers, as_data=True
        )
        assert view_of(course.table, choice.decider) == env.observe()
        env.step(env.sample(rng))
        asked += 1
    assert asked > 5

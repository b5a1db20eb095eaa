"""A seat that searches plays on by the policy that comes with a game, where one does."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from statistics import stdev
from typing import Any

import pytest

from referee.bot import Ask, Bot, Option, View
from referee.env import Env
from referee.games.registry import find_game
from referee.play.chance import fair
from referee.play.course import Course
from referee.play.hidden import CannotImagine
from referee.play.horizon import Horizon
from referee.play.playing_on import Ending, Job, PlayingOn
from referee.play.policies import Players, PlayingByBots, default_policy
from referee.play.position import Position
from referee.play.referee import play_match, seat_rng
from referee.play.rollouts import Candidate, Rollouts
from referee.play.search import Search, searcher
from referee.play.seats import seat_maker
from referee.pool.jail import Isolation, missing
from referee.pool.seating import SeatFactory

CONNECT_FOUR = Path("tests/games/games/connect_four")


class First(Bot):
    """Always gives the first answer."""

    def answer(self, view: View, ask: Ask) -> Any:
        return next(ask.options())


class Breaking(Bot):
    def answer(self, view: View, ask: Ask) -> Any:
        raise ZeroDivisionError


class Known:
    """A game in which nothing is hidden is imagined as it is."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def imagine(self, rng: random.Random, tries: int) -> Position:
        return self.position


class Seen(View):
    """The view of an environment."""

    def __init__(self, env: Env, think: Any = None) -> None:
        position = Position(env.game, env.choice.table.snapshot(), (), dealing=False)
        super().__init__(lambda: env.observe(), think or (lambda view: Known(position)))
        self._game = env.game

    def _rules(self) -> Any:
        return self._game


def asked(env: Env) -> Ask:
    return Ask(env.choice.ask, env.choice.player.seat, env.choice.space)


def test_a_win_that_the_policy_overlooks_is_taken() -> None:
    env = Env(CONNECT_FOUR, 2)
    for cell in ("b1", "d1", "a1", "b2", "g1", "a2"):
        env.step(cell)
    won = {}
    for option in asked(env).options():
        ahead = env.clone()
        ahead.step(option.plain)
        while not ahead.done:
            ahead.step(next(asked(ahead).options()).plain)
        won[option.plain] = ahead.returns()[env.choice.player.seat] > 0
    assert [answer for answer in won if won[answer]] == ["d2"], "where all then give the first answer"
    assert next(asked(env).options()).plain != "d2"
    assert Rollouts(random.Random(1), 60, PlayingByBots(env.game, First)).best(Seen(env), asked(env)).plain == "d2"


def test_who_cannot_imagine_answers_by_the_policy() -> None:
    env = Env("escalation", 2)

    def nothing_found(view: object) -> Any:
        raise CannotImagine("no position was found")

    found = Rollouts(random.Random(1), 20, PlayingByBots(env.game, First)).best(Seen(env, nothing_found), asked(env))
    assert found == next(asked(env).options())


def test_a_policy_that_breaks_down_answers_at_random() -> None:
    env = Env("escalation", 2)
    found = {str(Players(Breaking, env.game, seed).option(Seen(env), asked(env)).plain) for seed in range(30)}
    assert 1 < len(found) <= len(env.legal())


def test_only_a_game_with_such_a_bot_has_a_policy() -> None:
    with_one, without = find_game("escalation"), find_game(CONNECT_FOUR)
    assert default_policy(with_one) is not None
    assert default_policy(without) is None
    assert isinstance(searcher(with_one(2), random.Random(1), 5), Rollouts)
    assert isinstance(searcher(without(2), random.Random(1), 5), Search)


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("escalation", 2),
        pytest.param("effervesce", 3, marks=pytest.mark.long),
        ("five-crowns", 3),
        ("fscking-ace", 3),
        pytest.param("bpoker", 3, marks=pytest.mark.long),
    ],
)
def test_the_same_chance_and_budget_give_the_same_answers(game: str, players: int) -> None:
    rules = find_game(game)
    made, make = rules(players), seat_maker("search:12", game, [Path("bots")])

    def played() -> dict[str, Any]:
        seats = [make(seat_rng(b"same", number)) for number in range(players)]
        return play_match(made, seats, secret=b"same", turn_cap=3).data

    first = played()
    assert first == played()
    assert not first["faults"]


@pytest.mark.needs("bwrap")
def test_in_a_jail_it_gives_the_same_answers(tmp_path: Path) -> None:
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")
    text = Path("bots/search.py").read_text().replace("budget = DEFAULT_BUDGET", "budget = 12")
    (tmp_path / "mine.py").write_text(text)
    for game in ("escalation", "five-crowns"):
        rules = find_game(game)
        found = []
        for form in (f"trusted:{tmp_path / 'mine.py'}", str(tmp_path / "mine.py")):
            with SeatFactory(form, rules, []) as factory:
                made = rules(2)
                greedy = seat_maker("greedy", game, [Path("bots")])(seat_rng(b"", 1))
                seats = [
                    factory.seat(seat_rng(b"same", 0)),
                    greedy,
                ]
                found.append(play_match(made, seats, secret=b"same", turn_cap=6).data)
        assert not found[1]["faults"]
        assert found[0]["payoffs"] == found[1]["payoffs"]


def compared(endings: list[tuple[Ending, Ending]], span: float) -> Candidate:
    candidate = Candidate("x")
    candidate.add([mine for mine, _ in endings], [usual for _, usual in endings])
    candidate.weigh(span)
    return candidate


def test_differences_count_and_not_what_the_cards_bring() -> None:
    better = compared([(Ending(each + 1, 0.0, False), Ending(each, 0.0, False)) for each in (-50.0, 0.0, 50.0)], 100.0)
    assert better.mean() == pytest.approx(0.01)
    assert better.error() == pytest.approx(0.0)


def test_the_standard_error_is_that_of_the_differences() -> None:
    differences = [1.0, -2.0, 4.0, 0.0]
    found = compared([(Ending(each, 0.0, False), Ending(0.0, 0.0, False)) for each in differences], 1.0)
    assert found.mean() == pytest.approx(0.75)
    assert found.error() == pytest.approx(stdev(differences) / 2)


def test_to_win_counts_more_than_the_payoff_where_the_match_ends() -> None:
    winning = compared([(Ending(-10.0, 1.0, True), Ending(10.0, 0.0, True))] * 3, 20.0)
    assert winning.mean() == pytest.approx(1 - 0.2)


class Lucky(PlayingOn):
    """Each answer wins by luck: the usual one, which is the first, in half of all matches, the others in ``part``."""

    def __init__(self, game: Any, part: float) -> None:
        super().__init__(game)
        self.part = part

    def usual(self, view: View, ask: Ask, position: Position | None, rng: random.Random) -> Option:
        return next(ask.options())

    def endings(
        self, positions: Sequence[Position], jobs: Sequence[Job], key: tuple[int, int], seat: int
    ) -> list[Ending]:
        found = []
        for each in jobs:
            luck = random.Random(f"{key} {each.answer} {each.match}").random()
            lead = float(luck < (self.part if each.answer else 0.5))
            found.append(Ending(lead, lead, True))
        return found


@pytest.mark.parametrize(("part", "fewest", "most"), [(0.65, 18, 20), (0.35, 0, 1)])
def test_the_one_other_answer_is_not_given_up_after_a_few_matches(part: float, fewest: int, most: int) -> None:
    """Where luck decides most matches a few of them do not tell which of two answers is better."""
    env = Env("fscking-ace", 3)
    assert asked(env).count() == 2
    usual = next(asked(env).options())
    found = [
        Rollouts(random.Random(seed), 1000, Lucky(env.game, part)).best(Seen(env), asked(env)) != usual
        for seed in range(20)
    ]
    assert fewest <= sum(found) <= most


def test_an_answer_that_is_seen_to_be_worse_is_not_played_any_more() -> None:
    env = Env("fscking-ace", 3)
    search = Rollouts(random.Random(1), 1000, Lucky(env.game, 0.1))
    search.best(Seen(env), asked(env))
    assert search.played < 200


@pytest.mark.parametrize("hands", [1, 2])
def test_play_is_cut_where_the_hands_end(hands: int) -> None:
    game = find_game("five-crowns")(2)
    rng = random.Random(3)
    policy = default_policy(find_game("five-crowns"))
    assert policy is not None
    course = Course(game, game.table(), game.turn_cap, lambda event: fair(event, rng))
    horizon, players = Horizon(course, hands), Players(policy, game, 1)
    while course.choice is not None and not horizon.passed():
        course.answer(players.answer(course.choice))
    table: Any = course.table
    assert table.outcome is None
    assert game.hand_number(table) == 1 + hands
    gains = horizon.gains()
    assert gains == [float(sum(table.total) / 2 - each) for each in table.total]
    assert {gains[seat] for seat in horizon.leaders()} == {max(gains)}

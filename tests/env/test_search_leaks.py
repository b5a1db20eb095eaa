"""Seats that search go by what they know: whatever lies where a seat does not see, it answers the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.bot import Ask, Bot, Option, View
from referee.games.registry import find_game
from referee.kernel.requests import Choice
from referee.native.search import natively
from referee.native.searching import NativeSearch
from referee.play.playing_on import at_question
from referee.play.referee import play_match, seat_rng
from referee.play.rollouts import Rollouts
from referee.play.search import searcher
from referee.play.seats import BotSeat, _Shown

GAMES = Path("tests/games/games")
BUDGET = 40
Search = Callable[[Any, Path], Callable[[View, Ask, random.Random], Any]]


def by_search(game: Any, folder: Path) -> Callable[[View, Ask, random.Random], Any]:
    def answer(view: View, ask: Ask, rng: random.Random) -> Any:
        found = searcher(game, rng, BUDGET, natively)
        told = found.best(view, ask).plain
        assert not isinstance(found, Rollouts) or 0 < found.played <= BUDGET
        return told

    return answer


def by_native_search(game: Any, folder: Path) -> Callable[[View, Ask, random.Random], Any]:
    native = NativeSearch(game, folder)
    return lambda view, ask, rng: native.best(view, ask, rng, BUDGET).plain


def by_peeping(game: Any, folder: Path) -> Callable[[View, Ask, random.Random], Any]:
    """It looks at the whole table."""

    def answer(view: Any, ask: Ask, rng: random.Random) -> Any:
        return [each.pile for each in view.choice.table.places]

    return answer


class Elsewhere(Bot):
    """Compares its answer with those that it gives where what it cannot see lies otherwise; answers at random."""

    def __init__(self, search: Callable[[View, Ask, random.Random], Any], same: list[bool], most: int) -> None:
        self.search, self.same, self.most = search, same, most

    def answer(self, view: View, ask: Ask) -> Option:
        if ask.count() > 1 and len(self.same) < self.most and self.rng.random() < 0.4:
            assert isinstance(view, _Shown)
            seed = self.rng.getrandbits(60)
            told = self.search(view, ask, random.Random(seed))
            for _ in range(2):
                choice = at_question(view.imagine(self.rng)).choice
                assert choice is not None
                self.same.append(self.again(choice, view, seed) == told)
        return ask.sample(self.rng)

    def again(self, choice: Choice, view: _Shown, seed: int) -> Any:
        there = _Shown(choice, view.by)
        assert there.data == view.data
        return self.search(there, Ask(choice.ask, choice.player.seat, choice.space), random.Random(seed))


def compared(game: str | Path, players: int, search: Search, folder: Path, most: int) -> list[bool]:
    made, same = find_game(game)(players), list[bool]()
    how = search(made, folder)
    for match in range(4):
        secret = b"elsewhere %d" % match
        seats = [BotSeat(Elsewhere(how, same, most), "e", seat_rng(secret, seat)) for seat in range(players)]
        assert not play_match(made, seats, secret=secret, turn_cap=20).data["faults"]
    return same


@pytest.mark.parametrize(
    ("game", "players", "search"),
    [
        ("escalation", 3, by_search),
        ("five-crowns", 2, by_search),
        (GAMES / "liars_dice", 3, by_search),
        (GAMES / "love_letter", 3, by_search),
        (GAMES / "love_letter", 3, by_native_search),
        pytest.param("effervesce", 3, by_search, marks=pytest.mark.long),
        pytest.param("fscking-ace", 3, by_search, marks=pytest.mark.long),
        pytest.param(GAMES / "spades", 4, by_native_search, marks=pytest.mark.long),
    ],
    ids=lambda each: getattr(each, "__name__", str(each)),
)
@pytest.mark.untraced
@pytest.mark.every(2)
def test_what_a_seat_cannot_see_makes_no_difference(
    game: str | Path, players: int, search: Search, tmp_path: Path
) -> None:
    same = compared(game, players, search, tmp_path, 8)
    assert len(same) >= 8
    assert all(same)


def test_who_peeps_is_noticed(tmp_path: Path) -> None:
    assert not any(compared(GAMES / "love_letter", 3, by_peeping, tmp_path, 8)[:2])

"""Positions within a step that rules can tell apart are two positions to a search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from referee.kernel import FRENCH_SUITS, NO_PLAYER, Deck, Game, Rule, Table, amount, clause, nobody, value, zone
from referee.kernel.errors import BadInput
from referee.verify import never
from referee.verify.explore.breadth import Search
from referee.verify.explore.explore import decide
from referee.verify.methods import Question
from referee.verify.verdicts import Result, Verdict

ASKED = 8
"""So often somebody is asked whether to go on by a number: in more ways than are gone through without comparing."""


class WalkTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    mover = value(NO_PLAYER)
    came = amount(0)


class Walk(Game[WalkTable]):
    """Answers decide how far a generator comes that has its numbers from another one."""

    name, title, table_class = "walk", "Walk", WalkTable
    fewest_players, most_players, turn_cap = 2, 2, 9

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3"), FRENCH_SUITS[:1])

    @clause("X-1")
    def deal(self, t: Any) -> Rule[None]:
        t.mover = yield from t.lot(t.players)

    @clause("X-2")
    def step(self, t: Any) -> Rule[None]:
        walk = self.walk()
        for _ in range(ASKED):
            on = yield from t.choose(t.mover, "on", (False, True))
            if on:
                for _ in walk:
                    break
            on = False
        for each in walk:
            t.came = each
            break
        t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "over")

    def walk(self) -> Iterator[int]:
        yield from self.numbers()

    def numbers(self) -> Iterator[int]:
        for number in range(1, 20):
            yield 1 * number


class WalkOfTuple(Walk):
    """The other one is none that Python calls a generator."""

    def numbers(self) -> Any:
        return tuple(range(1, 20))


@never("X-2")
def all_numbers_are_gone(t: Any) -> bool:
    """Somebody goes on whenever he is asked."""
    return bool(t.came == ASKED + 1)


@never("X-2")
def more_numbers_are_gone(t: Any) -> bool:
    """Somebody goes on more often."""
    return bool(t.came > ASKED + 1)


@pytest.mark.parametrize("walk", [Walk, WalkOfTuple])
def test_how_far_a_generator_has_come_within_another_tells_positions_apart(walk):
    counts = []
    for merging in (True, False):
        search = Search(Question(walk(2), ()))
        search.driver.merging = merging
        search.run()
        counts.append(len(search.states))
    assert counts[0] == counts[1] == 2 * (ASKED + 2)
    claims = tuple([each.__property__ for each in (all_numbers_are_gone, more_numbers_are_gone)])
    said = [each.verdict for each in decide(Question(walk(2), claims)) if isinstance(each, Result)]
    assert said == [Verdict.REFUTED, Verdict.EXHAUSTED]


@dataclass(frozen=True, init=False)
class Number(int):
    """A dataclass without fields, that is a number all the same."""


@dataclass(frozen=True)
class Held:
    """The same as a field."""

    number: int


class Count(Walk):
    """Answers decide what a thing is."""

    made: type[Any] = Number

    @clause("X-2")
    def step(self, t: Any) -> Rule[None]:
        made, number = self.made, 0
        count = made(0)
        for _ in range(ASKED):
            on = yield from t.choose(t.mover, "on", (False, True))
            number = getattr(count, "number", count)
            count = made(number + 1 if on else number + 0)
            on, number = False, 0
        t.came = getattr(count, "number", count) + 0
        t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "over")


class CountOfFields(Count):
    made = Held


@pytest.mark.parametrize("count", [Count, CountOfFields])
def test_what_is_more_than_its_fields_tells_positions_apart(count):
    search = Search(Question(count(2), ()))
    search.run()
    assert len(search.states) == 2 * (ASKED + 1) + 2


class Keep(Count):
    """It is kept on the table."""

    @clause("X-2")
    def step(self, t: Any) -> Rule[None]:
        on = yield from t.choose(t.mover, "on", (1, 2, 3))
        t.came = self.made(on)
        t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "over")


class KeepFields(Keep):
    made = Held


def test_what_is_more_than_its_fields_is_not_kept_on_a_table_that_is_searched():
    with pytest.raises(BadInput, match="keep a tuple"):
        Search(Question(Keep(2), ())).run()
    search = Search(Question(KeepFields(2), ()))
    search.run()
    assert len(search.states) == 2 * 3 + 2

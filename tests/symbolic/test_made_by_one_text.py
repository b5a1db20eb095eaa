"""Rules that one text makes differ in what they close over, and may in their clauses.

Each sound game has a broken twin: play breaks a promise of it, and nothing false is proved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.kernel import Player, Rule, clause
from referee.verify import always
from referee.verify.symbolic.method import proof_of
from tests.symbolic.row_games import InRows, RowTable, is_caught, is_followed

pytestmark = pytest.mark.untraced


def naming(most: int) -> Callable[..., Rule[None]]:
    """A rule that asks for a number up to the most."""

    def rule(self: Any, t: RowTable, me: Player) -> Rule[None]:
        t.top = yield from t.choose(me, "number", (0, most))

    return rule


def adding(more: int) -> Callable[..., Rule[None]]:
    """A rule in which functions are made that use what it closes over."""

    def rule(self: Any, t: RowTable, me: Player) -> Rule[None]:
        added = lambda number: number + more  # noqa: E731

        def twice(number: int) -> int:
            return added(number) + more

        t.top = (yield from t.choose(me, "number", (0, 1))) + twice(0)

    return rule


def marked(number: str, left: int) -> Callable[..., None]:
    """A rule of one clause or the other."""

    @clause(number)
    def rule(self: Any, t: RowTable) -> None:
        t.top = left

    return rule


@always("X-1")
def at_most_three(t: RowTable) -> bool:
    """Nobody names more than three."""
    return t.top <= 3


class Dealt(InRows):
    """Nothing is on top to begin with."""

    def deal(self, t: RowTable) -> Rule[None]:
        yield from super().deal(t)
        t.top = 0


class Named(Dealt):
    few, many = naming(1), naming(3)

    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        yield from self.few(t, me)
        if t.left < 3:
            yield from self.many(t, me)


class NamedMore(Named):
    """The last one may be named of whom the first is read first."""

    many = naming(4)


class Added(Named):
    few, many = adding(0), adding(1)


class AddedMore(Named):
    few, many = adding(0), adding(2)


class Marked(Dealt):
    """Two clauses have rules of one text that differ in nothing else."""

    one, other = marked("X-3", 1), marked("X-4", 1)

    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        if t.left > 5:
            self.one(t)
        else:
            self.other(t)
        yield from ()


@pytest.mark.parametrize("game", [Named, Added])
def test_each_rule_of_one_text_has_what_it_closes_over(game: Any) -> None:
    is_followed(game(2), [at_most_three])


@pytest.mark.parametrize("game", [NamedMore, AddedMore])
def test_nothing_is_proved_of_a_rule_that_another_one_of_its_text_keeps(game: Any) -> None:
    is_caught(game(2), [at_most_three])


def test_a_proof_passes_through_the_clauses_of_both_rules() -> None:
    claimed: Any = at_most_three
    assert {"X-3", "X-4"} <= proof_of(Marked(2), [claimed.__property__]).clauses

"""A position: a table when its running step began, and the answers since. It can be played on from."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from typing import Any

from referee.kernel.driving import run
from referee.kernel.game import Game
from referee.kernel.requests import Chance, Choice
from referee.kernel.table import Table
from referee.play.chance import StockInOrder
from referee.play.one_by_one import OneByOne


class Position:
    """A whole table in the middle of a match, at a question of the seat that imagined it.

    ``boundary`` is the table when the step began (``Table.snapshot``), ``dealing`` says that nothing was dealt.
    ``answers`` are those since: answers of players as JSON data, outcomes of chance in the kernel's form.
    """

    __slots__ = ("answers", "boundary", "dealing", "game", "way")

    def __init__(
        self,
        game: Game[Any],
        boundary: tuple[Any, ...],
        answers: Sequence[Any],
        dealing: bool,
        way: tuple[Any, ...] | None = None,
    ) -> None:
        self.game, self.boundary, self.answers, self.dealing = game, boundary, tuple(answers), dealing
        self.way = way
        """How it came about, where it was imagined with hidden scalars: a table, and the answers since."""

    def table(self) -> Table:
        """A new table as it was when the step began."""
        table: Table = self.game.table()
        self.onto(table)
        return table

    def onto(self, table: Table) -> None:
        """Make a table of the same form as it was when the step began."""
        table.restore(self.boundary)
        table.dealing = self.dealing

    def play(
        self,
        choose: Callable[[Choice], Any],
        rng: random.Random,
        *,
        first: Any = None,
        turns: int | None = None,
    ) -> Table:
        """Play on for at most ``turns`` turns (by default to the game's own cap), and give the table.

        The open question is answered with ``first`` (an option, or plain data). ``choose`` answers all others, for
        every seat, and this one if there is no ``first``. ``rng`` draws chance, and the order of a stock once: plays
        that begin differently with the same chance draw the same cards from it. ``table.outcome`` is None where play
        did not come to an end.
        """
        table = self.table()
        cap = self.game.turn_cap if turns is None else table.turns + turns
        run(self.game, table, _Onward(self.answers, choose, rng, first), cap)
        return table


class _Onward(OneByOne):
    """The driver that plays a position on."""

    def __init__(self, known: tuple[Any, ...], choose: Callable[[Choice], Any], rng: random.Random, first: Any) -> None:
        self.rules: list[Generator[Any, Any, Any]] = []
        self.known, self.at, self.choose_new, self.first = known, 0, choose, first
        self.draw = StockInOrder(rng)

    def choose(self, choice: Choice) -> Any:
        at = self.at
        if at > len(self.known):
            return self.choose_new(choice)
        self.at += 1
        if at < len(self.known):
            return choice.space.read(self.known[at])
        if self.first is None:
            return self.choose_new(choice)
        return choice.space.read(getattr(self.first, "plain", self.first))

    def chance(self, event: Chance) -> Any:
        if self.at < len(self.known):
            self.at += 1
            return self.known[self.at - 1]
        return self.draw(event)

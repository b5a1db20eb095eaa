"""Tables of B-poker between two turns, and drivers that answer on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.games.bpoker.rules import BPoker
from referee.games.bpoker.table import Mark
from referee.kernel import Choice, Player, Table
from referee.play.examples.notation import read_answer
from tests.drivers import RandomDriver

MARKS = {"~": Mark.NO_EFFECT, "?": Mark.WILD, "*": Mark.DECLARED, "^": Mark.TURNED}


def at_table(
    *tables: str,
    view: Sequence[str] = (),
    pending: Sequence[str] = (),
    stash: Sequence[str] = (),
    game: type[BPoker] = BPoker,
    readings: dict[str, str] | None = None,
    **settings: Any,
) -> Any:
    """A table of which seat 0 has the turn. ``6s+7h~`` is a tile whose second card lies sideways; the rest is the pot.

    ``view``, ``pending`` and ``stash`` are by seat. The base number of a view is 1.
    """
    form = game(len(tables), readings=readings, settings={"viewing": 1, "hands": 1, **settings})
    t = form.table()
    t.dealing, t.mover, t.dealer, t.hand = False, Player.at(0), Player.at(len(tables) - 1), 1
    for player, words in zip(t.players, tables, strict=True):
        for group in words.split():
            tile = [_lay(t, t.table[player], word) for word in group.split("+")]
            if len(tile) > 1:
                t.link(t.table[player], tile)
    for rows, given in ((t.pending, pending), (t.stash, stash)):
        for player, words in zip(t.players, given, strict=False):
            for word in words.split():
                _lay(t, rows[player], word)
    for player, words in zip(t.players, view, strict=False):
        t.move(t.deck.parse(words.split()), t.pot, t.view[player])
    return t


def _lay(t: Any, row: Any, word: str) -> Any:
    marks = tuple(mark for sign, mark in MARKS.items() if sign in word)
    (laid,) = t.lay(t.deck.parse([word.rstrip("".join(MARKS))]), t.pot, row, marks=marks)
    return laid


def lying(t: Any) -> list[list[str]]:
    """What lies on the tables, in no order."""
    return [sorted(row.face(laid).name for laid in row.row) for row in t.table]


class Round(RandomDriver):
    """Gives the same answers again and again: ``SEAT ASK: WORDS``; the table is noted where the first one is given.

    ``first`` are given once, before. Whatever else is asked ends the play with AskedElse.
    """

    def __init__(self, t: Table, *lines: str, first: Iterable[str] = ()) -> None:
        super().__init__(0)
        self.t, self.lines, self.first = t, lines, list(first)
        self.answered = 0
        self.noted: list[list[list[str]]] = []

    def choose(self, choice: Choice) -> Any:
        if self.t.caps_met:
            raise CapMet
        if self.first:
            line = self.first.pop(0)
        else:
            place = self.answered % len(self.lines)
            if place == 0:
                self.noted.append(lying(self.t))
            line = self.lines[place]
            self.answered += 1
        asked, _, words = line.rpartition(":")
        if asked != f"{choice.decider.seat} {choice.ask}":
            raise AskedElse(f"{asked!r} is answered, and {choice.decider} is asked {choice.ask!r}")
        return read_answer(choice.space, words.strip())


class CapMet(BaseException):
    """The cap was met, and the loop is noted: play need not go on. No fault of the rules."""


class AskedElse(BaseException):
    """The rules ask something else than the next line answers."""

"""Play in bulk, where nothing is secret: match i of a seed is the same match in Python and natively.

Chance and answers come from one counter-based generator, Philox 4x64-10 as numpy has it: the seed makes the key, the
number of the match the counter. Answers are uniform over those of each space. A *digest* sums up the questions, the
answers, the outcomes of chance and the table at the end; two plays of a match that have the same digest are the same
match.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from referee.kernel.cards import Suit
from referee.kernel.driving import run
from referee.kernel.errors import Broken, RuleFault
from referee.kernel.game import Game
from referee.kernel.outcome import Outcome
from referee.kernel.places import Place
from referee.kernel.requests import Chance, Choice
from referee.kernel.table import Table
from referee.play.one_by_one import OneByOne
from referee.record.words import WORD, Words, drawn, number_of_answer

if TYPE_CHECKING:
    import numpy as np

ENDED, CAPPED, STOPPED = range(3)
RESULT = [("digest", "u8"), ("decisions", "u8"), ("turns", "i8"), ("end", "i4"), ("broken", "i4"), ("reason", "i4")]
"""A match: ``end`` is ENDED, CAPPED or STOPPED, ``reason`` the number of the word of its outcome."""
FIRST_DIGEST, PRIME = 0xCBF29CE484222325, 0x100000001B3


@dataclass(frozen=True, slots=True)
class BulkMatch:
    """A match that was played: ``outcome`` is None where the turn cap came first, ``broken`` the obligation that
    stopped it (None: none). ``questions`` counts the answers that were given. Where the turn cap came first, the
    payoffs are what everybody has."""

    digest: int
    questions: int
    turns: int
    outcome: Outcome | None
    payoffs: tuple[Any, ...]
    broken: Broken | None
    fault: RuleFault | None = None


class Bulk(OneByOne):
    """The driver of one match."""

    def __init__(self, key: tuple[int, int], match: int) -> None:
        self.rules: list[Any] = []
        self.below = Words(key, match).below
        self.digest = FIRST_DIGEST
        self.questions = 0

    def mix(self, number: int) -> None:
        digest = (self.digest ^ number & WORD) * PRIME & WORD
        self.digest = digest ^ digest >> 32

    def choose(self, choice: Choice) -> Any:
        space = choice.space
        answers = space.listed()
        number, at = number_of_answer(space, self.below)
        self.questions += 1
        self.mix(number)
        self.mix(at)
        return answers[at] if answers else space.nth(at)

    def chance(self, event: Chance) -> Any:
        return drawn(event, self.below, self.mix)

    # -- the table at the end -----------------------------------------------------------------------------

    def sum_up(self, table: Table) -> None:
        """Take the table at the end into the digest."""
        for place in table.places:
            self.sum_up_place(place)
        for name, spec in table.scalar_specs.items():
            for value in getattr(table, name) if spec.per_player else [getattr(table, name)]:
                self.sum_up_scalar(name, value)
        self.sum_up_scalar("direction", table.direction)
        self.sum_up_scalar("turns", table.turns)
        for balance in table.money:
            self.sum_up_scalar("money", balance)

    def sum_up_place(self, place: Place) -> None:
        if place.is_row:
            self.mix(len(place.row))
            for laid in place.row:
                self.mix(laid.kind)
                self.mix(laid.link)
                for mark in sorted(laid.marks, key=lambda each: each.name):
                    self.mix(code_of(mark))
            return
        for kind, number in place.table.deck.counts(place.pile):
            self.mix(kind)
            self.mix(number)
        self.mix(place.size)  # type: ignore[arg-type]

    def sum_up_scalar(self, name: str, value: Any) -> None:
        """``name`` is for those who look for the first difference."""
        self.sum_up_value(value)

    def sum_up_outcome(self, outcome: Outcome) -> None:
        """By itself, as rules may go on after it came about."""
        before, self.digest = self.digest, FIRST_DIGEST
        for score, payoff in zip(outcome.scores, outcome.payoffs, strict=True):
            self.sum_up_value(score)
            self.sum_up_value(payoff)
        of_outcome, self.digest = self.digest, before
        self.mix(of_outcome)

    def sum_up_value(self, value: Any) -> None:
        if isinstance(value, Fraction):
            self.mix(value.numerator)
            if value.denominator != 1:
                self.mix(value.denominator)
        elif isinstance(value, int):
            self.mix(int(value))
        elif isinstance(value, (tuple, list)):
            self.mix(len(value))
            for each in value:
                self.sum_up_value(each)
        else:
            self.mix(code_of(value))


def code_of(thing: Any) -> int:
    """A number for a thing that is the same in every process."""
    if isinstance(thing, Enum):
        word = f"{type(thing).__name__}.{thing.name}"
    elif isinstance(thing, str):
        word = f"word {thing}"
    elif isinstance(thing, Suit):
        word = f"suit {thing.name}"
    else:
        word = type(thing).__name__
    return zlib.crc32(word.encode())


def play_in_bulk(game: Game[Any], key: tuple[int, int], match: int, turn_cap: int | None = None) -> BulkMatch:
    """One match of random answers, by its number."""
    driver, table = Bulk(key, match), game.table()
    if game.ledger is not None:
        game.ledger.follow(table)
    try:
        outcome = run(game, table, driver, turn_cap)
    except RuleFault as fault:
        return BulkMatch(driver.digest, driver.questions, table.turns, None, (), fault.broken, fault)
    if outcome is not None:
        driver.sum_up_outcome(outcome)
    driver.sum_up(table)
    payoffs = tuple(table.money[:-1]) if outcome is None else outcome.payoffs
    return BulkMatch(driver.digest, driver.questions, table.turns, outcome, payoffs, None)


@dataclass(frozen=True)
class Played:
    """Some matches in a row: of each a row of ``results`` (``RESULT``), its ``ranks`` by seat and its ``payoffs`` by
    seat, each as numerator and denominator. ``words`` are those of the reasons, by number."""

    first: int
    results: np.ndarray[Any, Any]
    ranks: np.ndarray[Any, Any]
    payoffs: np.ndarray[Any, Any]
    words: Sequence[Any]

    @classmethod
    def empty(cls, first: int, number: int, players: int, words: Sequence[Any]) -> Played:
        import numpy as np

        ranks, payoffs = np.ones((number, players), "i4"), np.zeros((number, players, 2), "i8")
        return cls(first, np.zeros(number, np.dtype(RESULT, align=True)), ranks, payoffs, words)


def play_by_python(
    game: Game[Any], key: tuple[int, int], first: int, number: int, turn_cap: int | None = None
) -> Played:
    """The matches ``first`` to ``first + number - 1`` of a seed."""
    words: list[Any] = []
    played = Played.empty(first, number, game.players, words)
    for at in range(number):
        match = play_in_bulk(game, key, first + at, turn_cap)
        end, reason = STOPPED if match.fault else CAPPED, -1
        if match.outcome is not None:
            if match.outcome.reason not in words:
                words.append(match.outcome.reason)
            end, reason = ENDED, words.index(match.outcome.reason)
            played.ranks[at] = match.outcome.ranks
        if not match.fault:
            played.payoffs[at] = [(each.numerator, each.denominator) for each in match.payoffs]
        played.results[at] = (match.digest, match.questions, match.turns, end, 0, reason)
    return played

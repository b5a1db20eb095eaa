"""Play in bulk, where nothing is secret: match i of a seed is the same match in Python and natively.

Chance and answers come from one counter-based generator, Philox 4x64-10 as numpy has it: the seed makes the key, the
number of the match the counter. Answers are uniform over those of each space. A *digest* sums up the questions, the
answers, the outcomes of chance and the table at the end; two plays of a match that have the same digest are the same
match.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

import numpy as np

from referee.kernel.cards import Suit
from referee.kernel.driving import run
from referee.kernel.errors import Broken, RuleFault
from referee.kernel.game import Game
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice, Draw, Lot, Pick, Roll, Together
from referee.kernel.table import Outcome, Table

WORDS = (1 << 64) - 1
ENDED, CAPPED, STOPPED = range(3)
RESULT = np.dtype(
    [
        ("digest", "u8"),
        ("decisions", "u8"),
        ("turns", "i8"),
        ("end", "i4"),
        ("broken", "i4"),
        ("reason", "i4"),
    ],
    align=True,
)
"""A match: ``end`` is ENDED, CAPPED or STOPPED, ``reason`` the number of the word of its outcome."""
FIRST_DIGEST, PRIME = 0xCBF29CE484222325, 0x100000001B3
CHUNK = 64
"""Random words that are made at once."""


def key_of(seed: str) -> tuple[int, int]:
    """The key of the generator for a seed: 128 bits of its SHA-256."""
    digest = hashlib.sha256(seed.encode()).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:16], "little")


def random_words(key: tuple[int, int], match: int) -> Iterator[int]:
    """The random words of a match, each of 64 bits, without end."""
    philox = np.random.Philox(key=np.array(key, "u8"), counter=np.array([0, match, 0, 0], "u8"))
    while True:
        yield from philox.random_raw(CHUNK).tolist()


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


class Bulk:
    """The driver of one match."""

    symbolic = False

    def __init__(self, key: tuple[int, int], match: int, told: list[Any] | None = None) -> None:
        self.rules: list[Any] = []
        self._words = random_words(key, match)
        self.digest = FIRST_DIGEST
        self.questions = 0
        self.told = told
        """What was asked and drawn, for whoever looks for the first difference; None: nobody looks."""

    def mix(self, number: int) -> None:
        digest = (self.digest ^ number & WORDS) * PRIME & WORDS
        self.digest = digest ^ digest >> 32

    def below(self, number: int) -> int:
        """A number from 0 to ``number - 1``, all of them as likely as the words of the generator allow."""
        word = self._words.__next__
        if number <= 1 << 32:
            return word() * number >> 64
        words, found = 2 if number <= 1 << 96 else 4, 0
        for _ in range(words):
            found = found << 64 | word()
        return found * number >> 64 * words

    def choose(self, choice: Choice) -> Any:
        space = choice.space
        answers = space.listed()
        number = space.count() if not answers else len(answers)
        at = self.below(number)
        self.questions += 1
        self.mix(number)
        self.mix(at)
        if self.told is not None:
            self.told.append((choice.ask, number, at))
        return answers[at] if answers else space.nth(at)

    def together(self, choices: Together) -> Mapping[Player, Any]:
        return {choice.player: self.choose(choice) for choice in choices.choices}

    def chance(self, event: Chance) -> Any:
        if isinstance(event, Draw):
            return self.picked(event.table, event.place.pile, event.number)
        if isinstance(event, Pick):
            return self.picked(event.table, event.pile, event.number)
        if isinstance(event, Roll):
            return tuple([self.drawn(event.sides) + 1 for _ in range(event.number)])
        if isinstance(event, Lot):
            return self.drawn(event.among)
        place = event.place  # type: ignore[attr-defined]
        if not place.is_row:
            return None
        order = list(range(len(place.row)))
        for last in range(len(order) - 1, 0, -1):
            at = self.drawn(last + 1)
            order[last], order[at] = order[at], order[last]
        return tuple(order)

    def drawn(self, among: int, first: int = 0) -> int:
        at = self.below(among)
        self.mix(at + first)
        return at

    def picked(self, table: Table, pile: Any, number: int) -> Any:
        """Cards one after the other, each as likely as any that is left."""
        deck = table.deck
        kinds = deck.unpack(pile)
        found = 0
        for _ in range(number):
            kind = kinds.pop(self.below(len(kinds)))
            self.mix(kind)
            found += deck.one[kind]
        return found

    # -- the table at the end -----------------------------------------------------------------------------

    def sum_up(self, table: Table) -> None:
        """Take the table at the end into the digest."""
        deck = table.deck
        for place in table.places:
            if place.is_row:
                self.mix(len(place.row))
                for laid in place.row:
                    self.mix(laid.kind)
                    self.mix(laid.link)
                    for mark in sorted(laid.marks, key=lambda each: each.name):
                        self.mix(code_of(mark))
                continue
            for kind, number in deck.counts(place.pile):
                self.mix(kind)
                self.mix(number)
            self.mix(place.size)  # type: ignore[arg-type]
        for name, spec in table.scalar_specs.items():
            for value in getattr(table, name) if spec.per_player else [getattr(table, name)]:
                self.sum_up_value(value)
        self.sum_up_value(table.direction)
        self.mix(table.turns)
        for balance in table.money:
            self.sum_up_value(balance)

    def sum_up_outcome(self, outcome: Outcome) -> None:
        for score, payoff in zip(outcome.scores, outcome.payoffs, strict=True):
            self.sum_up_value(score)
            self.sum_up_value(payoff)

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


def play_in_bulk(
    game: Game[Any], key: tuple[int, int], match: int, turn_cap: int | None = None, told: list[Any] | None = None
) -> BulkMatch:
    """One match of random answers, by its number."""
    driver, table = Bulk(key, match, told), game.table()
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
        ranks, payoffs = np.ones((number, players), "i4"), np.zeros((number, players, 2), "i8")
        return cls(first, np.zeros(number, RESULT), ranks, payoffs, words)


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

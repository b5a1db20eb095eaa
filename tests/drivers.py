"""Drivers for tests: answers and chance from a script, or at random."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from referee.kernel import Choice, Player
from referee.kernel.requests import Chance, Draw, Lot, Pick, Roll, Shuffle, Together


class RandomDriver:
    """Every answer and every outcome equally likely. ``decisions`` counts the answers."""

    symbolic = False

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.rules: list[Any] = []
        self.decisions = 0

    def choose(self, choice: Choice) -> Any:
        self.decisions += 1
        return choice.space.sample(self.rng)

    def together(self, choices: Together) -> Mapping[Player, Any]:
        return {choice.player: self.choose(choice) for choice in choices.choices}

    def chance(self, event: Chance) -> Any:
        rng = self.rng
        if isinstance(event, Draw):
            return self._some(event.table.deck, event.place.pile, event.number)
        if isinstance(event, Shuffle):
            if not event.place.is_row:
                return None
            order = list(range(len(event.place.row)))
            rng.shuffle(order)
            return tuple(order)
        if isinstance(event, Roll):
            return tuple([1 + int(rng.random() * event.sides) for _ in range(event.number)])
        if isinstance(event, Lot):
            return rng.randrange(event.among)
        assert isinstance(event, Pick), event
        return self._some(event.table.deck, event.pile, event.number)

    def _some(self, deck: Any, pile: int, number: int) -> int:
        one = deck.one
        return sum([one[kind] for kind in self.rng.sample(deck.unpack(pile), number)])


class Scripted:
    """Answers and chance in the order given; a clear error where the rules ask for something else.

    ``script`` holds what happens, one entry a request: ``(ask, answer)`` or ``(seat, ask, answer)`` for a
    choice, with the answer as JSON data (a list of card names, a word, ``["arm", …]``); for chance
    ``("roll", 3, 4)``, ``("draw", "Ah RJ …")``, ``("pick", …)``, ``("lot", 0)``. Shuffling a stock needs no
    entry, and ``("draw", ...)`` gives the first cards there are. Whatever is asked and named in ``otherwise``
    (``{"joker": ["none"]}``) is answered so where the script has something else next.
    """

    symbolic = False

    def __init__(self, script: Iterable[Any], otherwise: Mapping[str, Any] | None = None) -> None:
        self.script = list(script)
        self.otherwise = dict(otherwise or {})
        self.rules: list[Any] = []
        self.asked: list[tuple[int, str]] = []

    def choose(self, choice: Choice) -> Any:
        seat = choice.player.seat
        self.asked.append((seat, choice.ask))
        given = self.script[0] if self.script else ("the end of the script",)
        names = given if isinstance(given[0], int) else (seat, *given)
        if names[:2] == (seat, choice.ask):
            self.script.pop(0)
            return self._read(choice, names[2])
        if choice.ask in self.otherwise:
            return self._read(choice, self.otherwise[choice.ask])
        raise AssertionError(f"seat {seat} is asked {choice.ask!r}, the script has {given!r}")

    @staticmethod
    def _read(choice: Choice, data: Any) -> Any:
        options = choice.space.describe()
        try:
            answer = choice.space.read(data)
        except ValueError as error:
            raise AssertionError(f"{choice.ask!r}: {error}; {options}") from None
        assert choice.space.admits(answer), f"{choice.ask!r}: {data!r} is not among {options}"
        return answer

    def together(self, choices: Together) -> Mapping[Player, Any]:
        return {choice.player: self.choose(choice) for choice in choices.choices}

    def chance(self, event: Chance) -> Any:
        if isinstance(event, Shuffle):
            return None
        word = type(event).__name__.lower()
        if not self.script or self.script[0][0] != word:
            raise AssertionError(f"the rules {word}, the script has {self.script[:1]!r}")
        outcome = self.script.pop(0)[1:]
        if isinstance(event, (Draw, Pick)):
            deck = event.table.deck
            if outcome[0] is ...:
                pile = event.place.pile if isinstance(event, Draw) else event.pile
                return deck.pack(deck.unpack(pile)[: event.number])
            return deck.parse(outcome[0].split())
        return outcome if isinstance(event, Roll) else outcome[0]

    def assert_used(self) -> None:
        assert not self.script, f"never asked: {self.script!r}"

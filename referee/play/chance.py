"""Outcomes of chance without a tape: one that is as likely as it should be, or all with their probabilities."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from typing import Any

from referee.kernel.cards import Deck
from referee.kernel.requests import Chance, Draw, Lot, Pick, Roll, Shuffle
from referee.kernel.selections import Selection
from referee.record.words import Philox, drawn


def fair(event: Chance, rng: random.Random) -> Any:
    """An outcome, as likely as it should be."""
    if isinstance(event, Draw):
        return some(event.table.deck, event.place.pile, event.number, rng)
    if isinstance(event, Shuffle):
        if not event.place.is_row:
            return None
        order = list(range(len(event.place.row)))
        rng.shuffle(order)
        return tuple(order)
    if isinstance(event, Roll):
        return tuple([1 + int(rng.random() * event.sides) for _ in range(event.number)])
    if isinstance(event, Lot):
        return int(rng.random() * event.among)
    assert isinstance(event, Pick), event
    return some(event.table.deck, event.pile, event.number, rng)


class StockInOrder:
    """Draws from a stock in an order that is made once: plays from one position with the same chance draw alike."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._orders: dict[int, tuple[int, list[int]]] = {}
        """By the number of a stock: its pile, and its kinds in an order, the top last."""

    def __call__(self, event: Chance) -> Any:
        if type(event) is not Draw:
            return fair(event, self.rng)
        place, deck = event.place, event.table.deck
        lying, order = self._orders.get(place.number, (None, []))
        if lying != place.pile:
            order = deck.unpack(place.pile)
            self.rng.shuffle(order)
        cards = 0
        for _ in range(event.number):
            cards += deck.one[order.pop()]
        self._orders[place.number] = (place.pile - cards, order)
        return cards


class Ordered:
    """The chance of a match that is played on: its words, and for stocks an order that is made as they are drawn from,
    so that plays from one position with the same ``key`` and ``match`` draw alike."""

    def __init__(self, key: tuple[int, int], match: int) -> None:
        self.key, self.match = key, match
        self.below = Philox(key, match).below
        self._stocks: dict[int, tuple[int, list[int], Philox]] = {}
        """By the number of a stock: its pile, its kinds, and the words of its order."""
        self._begun: dict[int, int] = {}

    def __call__(self, event: Chance) -> Any:
        if type(event) is not Draw:
            return drawn(event, self.below)
        place, one = event.place, event.table.deck.one
        pile, cards = place.pile, 0
        for _ in range(event.number):
            lying, kinds, words = self._stocks.get(place.number, (None, [], None))
            if lying != pile or words is None:
                times = self._begun[place.number] = self._begun.get(place.number, -1) + 1
                kinds, words = event.table.deck.unpack(pile), Philox(self.key, self.match, (place.number + 1, times))
            at = words.below(len(kinds))
            kinds[at], kinds[-1] = kinds[-1], kinds[at]
            card = one[kinds.pop()]
            cards, pile = cards + card, pile - card
            self._stocks[place.number] = pile, kinds, words
        return cards


def some(deck: Deck, pile: int, number: int, rng: random.Random) -> int:
    """So many cards of a packed pile, taken blindly."""
    one = deck.one
    return sum([one[kind] for kind in rng.sample(deck.unpack(pile), number)])


def outcomes(event: Chance) -> Sequence[Any]:
    """Every outcome that the rules can tell apart."""
    if isinstance(event, (Draw, Pick)):
        deck, number = event.table.deck, event.number
        pile = event.place.pile if isinstance(event, Draw) else event.pile
        return tuple(Selection(deck, pile, number, number))
    if isinstance(event, Roll):
        return tuple(product(range(1, event.sides + 1), repeat=event.number))
    if isinstance(event, Lot):
        return range(event.among)
    assert isinstance(event, Shuffle), event
    return tuple(_orders(event)) if event.place.is_row else (None,)


def number_of_outcomes(event: Chance) -> int:
    """How many ``outcomes`` there are."""
    if isinstance(event, (Draw, Pick)):
        pile = event.place.pile if isinstance(event, Draw) else event.pile
        return Selection(event.table.deck, pile, event.number, event.number).count()
    if isinstance(event, Roll):
        return int(event.sides**event.number)
    if isinstance(event, Lot):
        return event.among
    assert isinstance(event, Shuffle), event
    return int(1 / likelihood(event, None))


def _orders(event: Shuffle) -> Iterator[tuple[int, ...]]:
    """Permutations of a row, one for each order of cards that look different."""
    contents = event.place.contents()
    stack: list[tuple[int, ...]] = [()]
    while stack:
        begun = stack.pop()
        if len(begun) == len(contents):
            yield begun
            continue
        seen = set()
        for old in reversed(range(len(contents))):
            if old not in begun and contents[old] not in seen:
                seen.add(contents[old])
                stack.append((*begun, old))


def likelihood(event: Chance, outcome: Any) -> Fraction:
    """The probability of one of the ``outcomes``; all orders of a shuffled row that look different have the same."""
    if isinstance(event, (Draw, Pick)):
        deck = event.table.deck
        pile = event.place.pile if isinstance(event, Draw) else event.pile
        there = dict(deck.counts(pile))
        ways = prod([comb(there[kind], number) for kind, number in deck.counts(outcome)])
        return Fraction(ways, comb(deck.size(pile), event.number))
    if isinstance(event, Roll):
        return Fraction(1, event.sides**event.number)
    if isinstance(event, Lot):
        return Fraction(1, event.among)
    assert isinstance(event, Shuffle), event
    alike = Counter(event.place.contents()) if event.place.is_row else {}
    return Fraction(prod(map(factorial, alike.values())), factorial(sum(alike.values())))

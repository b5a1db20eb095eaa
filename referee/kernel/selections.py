"""Spaces of cards of a pile: a number of them, a single one, or a set of equal value."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from operator import add
from typing import Any

from referee.kernel.cards import ALONE, Deck, Values
from referee.kernel.rule_types import AnyAmount, Pile
from referee.kernel.spaces import Random, Space, below


@lru_cache(maxsize=8192)
def _ways(counts: tuple[int, ...], most: int) -> tuple[tuple[int, ...], ...]:
    """``_ways(counts, most)[i][k]``: how many multisets of k cards the kinds from the i-th on allow, k ≤ most."""
    table = [(1, *(0,) * most)]
    for number in reversed(counts):
        row = after = table[-1]
        for taken in range(1, min(number, most) + 1):
            row = tuple(map(add, row, ((0,) * taken + after)))
        table.append(row)
    return tuple(reversed(table))


ONE = range(1, 2)
Counts = tuple[tuple[int, int], ...]
"""Kinds, and how many there are of each."""
Ways = tuple[tuple[int, ...], ...]
"""See ``_ways``."""


class Selection(Space[Pile]):
    """Any ``least`` to ``most`` cards of a ``pile`` of a ``deck``; which copy of a kind is chosen makes no
    difference."""

    __slots__ = ("deck", "least", "most", "pile")

    def __init__(self, deck: Deck, pile: Pile, least: AnyAmount, most: AnyAmount) -> None:
        self.deck = deck
        self.pile: Any = pile
        self.least: Any = least
        self.most: Any = most

    def exists(self) -> bool:
        return bool(0 <= self.most >= self.least <= self.deck.size(self.pile))

    def _table(self) -> tuple[Counts, Ways, range]:
        counts, numbers = self.deck.counted(self.pile)
        most = min(self.most, self.deck.size(self.pile))
        return counts, _ways(numbers, most), range(max(self.least, 0), most + 1)

    def count(self) -> int:
        _, ways, sizes = self._table()
        of_all = ways[0]
        return sum([of_all[size] for size in sizes])

    def nth(self, number: int) -> Pile:
        return self._nth(number, *self._table())

    def sample(self, rng: Random) -> Pile:
        counts, ways, sizes = self._table()
        of_all = ways[0]
        number = sum([of_all[size] for size in sizes])
        if not number:
            raise ValueError("an empty space has no sample")
        return self._nth(below(number, rng), counts, ways, sizes)

    def _nth(self, number: int, counts: Counts, ways: Ways, sizes: range) -> Pile:
        if sizes == ONE:
            # In the order of the deck, like ``OneCard``: both have one description, and a bot one order.
            return self.deck.one[counts[number][0]]  # type: ignore[return-value]
        for left in sizes:
            if number < ways[0][left]:
                break
            number -= ways[0][left]
        chosen: Any = 0
        for place, (kind, most) in enumerate(counts):
            after = ways[place + 1]
            for taken in range(min(most, left) + 1):
                if number < after[left - taken]:
                    break
                number -= after[left - taken]
            chosen += self.deck.one[kind] * taken
            left -= taken
            if not left:
                break
        return chosen  # type: ignore[no-any-return]

    def number_of(self, answer: Pile) -> int:
        if not self.admits(answer):
            raise ValueError("these cards may not be chosen here")
        chosen: Any = answer
        counts, ways, sizes = self._table()
        if sizes == ONE:
            return [self.deck.one[kind] for kind, _ in counts].index(chosen)
        left = self.deck.size(chosen)
        number = sum([ways[0][size] for size in sizes if size < left])
        for place, (kind, _) in enumerate(counts):
            after = ways[place + 1]
            taken = chosen >> self.deck.width * kind & self.deck.field
            number += sum([after[left - fewer] for fewer in range(taken)])
            left -= taken
        return number

    def admits(self, answer: Any) -> bool:
        deck = self.deck
        return (
            type(answer) is int
            and 0 <= answer <= self.pile
            and not answer & deck.guard
            and self.least <= answer % deck.modulus <= self.most
            and deck.covers(self.pile, answer)
        )

    def describe(self) -> dict[str, Any]:
        return {"space": "cards", "of": self.deck.names(self.pile), "least": self.least, "most": self.most}

    def plain(self, answer: Pile) -> Any:
        return self.deck.names(answer)  # type: ignore[arg-type]

    def told(self, answer: Pile) -> Any:
        named = self.deck.named
        return named(answer)  # type: ignore[arg-type]

    def read(self, data: Any) -> Pile:
        return read_cards(self, self.deck, data)

    def grow(self, chosen: int) -> tuple[list[int], bool]:
        """One card at a time: the kinds that may be added to ``chosen``, and whether it may stay as it is."""
        size = self.deck.size(chosen)
        rest = self.pile - chosen
        return [kind for kind, _ in self.deck.counts(rest)] if size < self.most else [], size >= self.least


class OneCard(Selection):
    """One card of a pile: a selection that is asked for often and needs no table."""

    __slots__ = ()
    least = most = 1

    def __init__(self, deck: Deck, pile: Pile) -> None:
        self.deck = deck
        self.pile = pile

    def listed(self, arm: Any = ALONE) -> tuple[Any, ...]:
        ones = self.deck.ones
        return ones(self.pile, arm)

    def exists(self) -> bool:
        return self.pile != 0  # type: ignore[no-any-return]

    def count(self) -> int:
        return len(self.listed())

    def nth(self, number: int) -> Pile:
        return self.listed()[number]  # type: ignore[no-any-return]

    sample = Space.sample  # of the list

    def number_of(self, answer: Pile) -> int:
        return self.listed().index(answer)

    def admits(self, answer: Any) -> bool:
        return type(answer) is int and answer in self.listed()


def read_cards(space: Space[Pile], deck: Deck, data: Any) -> Pile:
    if not isinstance(data, list):
        raise ValueError("a list of card names is wanted")
    for word in data:
        if not isinstance(word, str):
            raise ValueError("a list of card names is wanted")
    pile: Any = deck.parse(data)
    if not space.admits(pile):
        raise ValueError(f"{' '.join(data) or 'no card'} may not be chosen here")
    return pile  # type: ignore[no-any-return]


class EqualValue(Space[Pile]):
    """One or more cards of a ``pile``, all with the same one of the ``values``, worth together more than ``above``.

    Kinds without a value take no part. ``above`` may be negative: then any set will do. A small hand has few such
    sets: they are listed, once for a hand, in the order of their worth.
    """

    __slots__ = ("above", "pile", "values")

    def __init__(self, values: Values, pile: Pile, above: AnyAmount = -1) -> None:
        self.values = values
        self.pile: Any = pile
        self.above: Any = above

    def listed(self, arm: Any = ALONE) -> tuple[Any, ...] | None:
        values = self.values
        sets = values.sets
        found = sets(self.pile & values.mask, arm)
        if found is None:
            return None
        worths, answers = found
        return answers[bisect_right(worths, self.above) :]

    def exists(self) -> bool:
        pile, above, modulus = self.pile, self.above, self.deck.modulus
        for value, mask in self.values.downward:
            number = (pile & mask) % modulus
            if number and (value if value < 0 else value * number) > above:
                return True
        return False

    def _selections(self) -> list[Selection]:
        """For each value the selections of as many of its cards as are worth enough."""
        found: list[Selection] = []
        for value, group in self.values.groups:
            least, most = 1, self.deck.total
            if value > 0:
                least = max(1, self.above // value + 1)
            elif value * most <= self.above:
                most = (self.above + 1) // value if value else 0
            found.append(Selection(self.deck, self.pile & group.mask, least, most))
        return found

    def count(self) -> int:
        answers = self.listed()
        return sum([each.count() for each in self._selections()]) if answers is None else len(answers)

    def nth(self, number: int) -> Pile:
        answers = self.listed()
        if answers is not None:
            return answers[number]  # type: ignore[no-any-return]
        for each in self._selections():
            ways = each.count()
            if number < ways:
                return each.nth(number)
            number -= ways
        raise IndexError(number)

    def admits(self, answer: Any) -> bool:
        if type(answer) is not int:
            return False
        worth = self.values.worth_of_set(answer)
        return worth is not None and worth > self.above and self.deck.covers(self.pile, answer)

    @property
    def deck(self) -> Deck:
        """The deck of the values."""
        return self.values.deck

    def describe(self) -> dict[str, Any]:
        described = self.values.described
        names, numbers, together = described(self.pile)
        return {"space": "equal value", "of": names, "values": numbers, "together": together, "above": self.above}

    def plain(self, answer: Pile) -> Any:
        return self.values.deck.names(answer)  # type: ignore[arg-type]

    def told(self, answer: Pile) -> Any:
        named = self.values.deck.named
        return named(answer)  # type: ignore[arg-type]

    def read(self, data: Any) -> Pile:
        return read_cards(self, self.deck, data)

    def grow(self, chosen: int) -> tuple[list[int], bool]:
        """One card at a time: the kinds that may be added to ``chosen``, and whether it may stay as it is."""
        rest = self.pile - chosen
        field, width = self.deck.field, self.deck.width
        kinds: Iterable[int] = ()
        for value, group in self.values.groups:
            if chosen & group.mask or (not chosen and (rest & group.mask) % self.deck.modulus * value > self.above):
                kinds = [*kinds, *(kind for kind in group.indices if rest >> kind * width & field)]
        return list(kinds), self.admits(chosen)

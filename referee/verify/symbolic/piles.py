"""Piles of cards as sums of unknown piles, kept for each class of kinds that a Program cannot tell apart.

A pile is, for each class, a sum of unknown piles and of so many cards of every kind in it. So the cards of a whole
table are known to be those of the deck without asking the solver: what was taken here and laid there cancels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.cards import Deck
from referee.verify.symbolic import terms
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """A pile of which nothing is known but, for each class, the number of its cards (``counts``), and that of one kind
    in it, whichever that is (``ones``): what is proved of any kind holds for all. Both are terms, as is ``size``, the
    number of all its cards: the solver has it beside the sum, and need not add up."""

    name: str
    counts: tuple[Term, ...]
    ones: tuple[Term, ...]
    size: Term


Part = tuple[tuple[tuple[Unknown, int], ...], int]
"""Of one class: unknown piles, each so many times, and so many cards of every kind."""
NO_CARDS: Part = ((), 0)


class Pile:
    """Cards. ``parts`` has one for each class."""

    __slots__ = ("_numbers", "_size", "kinds", "parts")

    def __init__(self, kinds: Classes, parts: tuple[Part, ...]) -> None:
        self.kinds, self.parts = kinds, parts
        self._numbers: dict[int, Term] = {}
        self._size: Term | None = None

    def one(self, at: int) -> Term:
        """How many cards there are of any one kind of a class."""
        if len(self.kinds.groups[at]) == 1:
            return self.number(at)
        unknown, each = self.parts[at]
        return terms.total([(base.ones[at], times) for base, times in unknown], each)

    def is_pile(self) -> Term:
        """Whether there is no kind of which there are less than no cards."""
        return self.nothing_less(range(len(self.parts)))

    def nothing_less(self, classes: Iterable[int]) -> Term:
        found: list[Term] = []
        for at in classes:
            one, number = self.one(at), self.number(at)
            found.append(terms.most(0, one))
            if one is not number:
                found.append(terms.most(one, number))
        return terms.both(found)

    def number(self, at: int) -> Term:
        """How many cards of a class there are."""
        found = self._numbers.get(at)
        if found is None:
            unknown, each = self.parts[at]
            counts = [(base.counts[at], times) for base, times in unknown]
            found = terms.total(counts, each * len(self.kinds.groups[at]))
            self._numbers[at] = found
        return found

    def size(self) -> Term:
        if self._size is None:
            self._size = self._added_up()
        return self._size

    def _added_up(self) -> Term:
        """The sum of all classes, with the size of an unknown pile that is whole in place of its parts."""
        times: dict[Unknown, list[int]] = {}
        known = 0
        for at, (unknown, each) in enumerate(self.parts):
            known += each * len(self.kinds.groups[at])
            for base, many in unknown:
                times.setdefault(base, [0] * len(self.parts))[at] = many
        found: list[tuple[Term, int]] = []
        for base, each_class in times.items():
            there = [many for many, count in zip(each_class, base.counts, strict=True) if not _is_none(count)]
            if len(set(there)) == 1:
                found.append((base.size, there[0]))
            else:
                found += [(count, many) for count, many in zip(base.counts, each_class, strict=True) if many]
        return terms.total(found, known)

    def plus(self, other: Pile, times: int = 1) -> Pile:
        return self.plus_all([other], times)

    def plus_all(self, others: Sequence[Pile], times: int = 1) -> Pile:
        """These cards and those of the others, each so many times."""
        each_class = zip(self.parts, *[each.parts for each in others], strict=True)
        return Pile(self.kinds, tuple([_sum(mine, theirs, times) for mine, *theirs in each_class]))

    def only(self, mask: int) -> Pile:
        return self.among(self.kinds.within(mask))

    def among(self, classes: Collection[int]) -> Pile:
        """Those of its cards that are of some classes."""
        return Pile(self.kinds, tuple([part if at in classes else NO_CARDS for at, part in enumerate(self.parts)]))

    def count(self, mask: int) -> Term:
        return terms.add(*[self.number(at) for at in self.kinds.within(mask)])

    def is_empty(self) -> Term:
        return terms.equal(self.size(), 0)

    def covers(self, other: Pile) -> Term:
        """Whether it has all cards of the other: of any kind of every class that is in the other at least as many."""
        return self.plus(other, -1).nothing_less([at for at in self.unlike(other) if other.parts[at] != NO_CARDS])

    def or_else(self, truth: Term, other: Pile) -> Pile:
        """These cards where that holds, else the others: an unknown pile in the classes in which they differ."""
        unlike = self.unlike(other)
        counts, ones = list(self.kinds.none), list(self.kinds.none)
        for at in unlike:
            counts[at] = terms.choose(truth, self.number(at), other.number(at))
            ones[at] = counts[at]
            if len(self.kinds.groups[at]) > 1:
                ones[at] = terms.choose(truth, self.one(at), other.one(at))
        mine, others = [each.among(unlike).size() for each in (self, other)]
        mixed = self.kinds.unknown("either", counts, ones, terms.choose(truth, mine, others))
        parts = [mixed.parts[at] if at in unlike else part for at, part in enumerate(self.parts)]
        return Pile(self.kinds, tuple(parts))

    def is_known(self) -> bool:
        return not any(unknown for unknown, _ in self.parts)

    def unlike(self, other: Pile) -> list[int]:
        """The classes in which both may differ."""
        return [at for at in range(len(self.parts)) if self.parts[at] != other.parts[at]]


def _sum(one: Part, others: Sequence[Part], times: int) -> Part:
    found, known, is_sorted = dict(one[0]), one[1], True
    for unknown, number in others:
        known += times * number
        for base, many in unknown:
            is_sorted = is_sorted and base in found
            found[base] = found.get(base, 0) + times * many
    left = [(base, many) for base, many in found.items() if many]
    if not is_sorted:
        left.sort(key=lambda pair: (pair[0].name, id(pair[0])))
    return tuple(left), known


class Classes:
    """The kinds of a deck in classes that are never told apart: ``groups`` has the kinds of each."""

    def __init__(self, deck: Deck, groups: Iterable[tuple[int, ...]]) -> None:
        self.deck = deck
        self.groups = tuple(groups)
        self._within: dict[int, tuple[int, ...]] = {}
        self.nothing = Pile(self, (NO_CARDS,) * len(self.groups))
        self.none: tuple[Term, ...] = (0,) * len(self.groups)

    def within(self, mask: int) -> tuple[int, ...]:
        """The classes whose kinds a mask of the deck has."""
        found = self._within.get(mask)
        if found is None:
            deck, inside = self.deck, []
            for at, group in enumerate(self.groups):
                there = [bool(mask >> kind * deck.width & deck.field) for kind in group]
                if any(there) and not all(there):
                    raise NotFollowed("cards that were not told apart before")
                if all(there):
                    inside.append(at)
            found = self._within[mask] = tuple(inside)
        return found

    def known(self, packed: int) -> Pile:
        """A pile that is known."""
        deck, parts = self.deck, []
        for group in self.groups:
            numbers = {packed >> kind * deck.width & deck.field for kind in group}
            if len(numbers) > 1:
                raise NotFollowed("a pile with other numbers of cards that were not told apart before")
            parts.append(((), numbers.pop()))
        return Pile(self, tuple(parts))

    def unknown(self, name: str, counts: Sequence[Term], ones: Sequence[Term], size: Term | None = None) -> Pile:
        """A pile of which this is known. ``size`` is another term for all its cards, if there is one."""
        base = Unknown(name, tuple(counts), tuple(ones), terms.add(*counts) if size is None else size)
        parts: list[Part] = [NO_CARDS if _is_none(each) else (((base, 1),), 0) for each in base.counts]
        return Pile(self, tuple(parts))


def _is_none(count: Term) -> bool:
    return isinstance(count, int) and count == 0


def classes_of(deck: Deck, masks: Iterable[int], piles: Iterable[int], apart: bool) -> Classes:
    """The classes of kinds that these masks and known piles tell apart; each kind alone where they are told ``apart``
    by something else."""
    masks, piles = [*dict.fromkeys(masks)], [*dict.fromkeys(piles)]
    found: dict[Any, list[int]] = {}
    for kind in range(len(deck.cards)):
        at = kind * deck.width
        key: Any = (
            kind
            if apart
            else (
                tuple([bool(each >> at & deck.field) for each in masks]),
                tuple([each >> at & deck.field for each in piles]),
            )
        )
        found.setdefault(key, []).append(kind)
    return Classes(deck, [tuple(each) for each in found.values()])

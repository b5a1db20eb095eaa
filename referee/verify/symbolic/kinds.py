"""The kinds of card that a Program tells apart."""

from __future__ import annotations

import inspect
from typing import Any

from referee.kernel.cards import Deck, Kinds, Values
from referee.kernel.rows import Rows
from referee.meaning.program import Do, Expr, Function, Program, expressions
from referee.meaning.types import PILE
from referee.verify.symbolic.piles import Classes, classes_of
from referee.verify.symbolic.terms import NotFollowed

APART = ("pile.unpack", "pile.counts", "pile.ones", "pile.singles", "pile.one", "pile.pack", "pile.matching")
"""Operations that tell every kind of card from every other."""

ROWS = f"{inspect.getfile(Rows)}:"
"""Where the kernel moves cards of rows, as functions of a Program are called."""


class ToldApart:
    """The kinds of a deck that text tells apart, as far as it was noted."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.masks: dict[int, None] = {}
        self.piles = {deck.whole: None}
        self.apart = False

    def note_thing(self, thing: Any) -> None:
        if isinstance(thing, Kinds):
            self.masks[thing.mask] = None
        elif isinstance(thing, Values):
            self.masks |= dict.fromkeys([group.mask for _, group in thing.groups])
            self.masks[thing.mask] = None

    def note(self, each: Expr) -> None:
        self.note_thing(each.about)
        self.apart = self.apart or each.op in APART
        self.note_pile(each)

    def note_pile(self, each: Expr) -> None:
        if each.op == "const" and each.type is PILE:
            self.piles[each.about] = None

    def classes(self) -> Classes:
        return classes_of(self.deck, self.masks, self.piles, self.apart)


class FewClasses:
    """Ends the reading of rules that tell too many kinds apart: they are not followed, and to read them takes the time.

    What was read in vain (with arguments that were not all) counts too.
    """

    def __init__(self, deck: Deck, most: int) -> None:
        self.told, self.most, self._size = ToldApart(deck), most, 0

    def __call__(self, function: Function) -> None:
        told = self.told
        for each in expressions(function.body):
            told.note(each)
        size = len(told.masks) + len(told.piles) + told.apart
        if size > self._size:
            self._size = size
            few_enough(told.classes(), self.most)


def few_enough(classes: Classes, most: int) -> None:
    """NotFollowed: there are more classes."""
    if len(classes.groups) > most:
        raise NotFollowed("too many kinds of card are told apart")


def classes(program: Program, in_rows: bool = False) -> Classes:
    """The classes of kinds that a Program tells apart. ``in_rows``: cards in rows are followed, which are moved without
    a look at their kinds; what asks for the kind of one tells kinds apart."""
    told = ToldApart(program.table.deck)
    for thing in program.atoms:
        told.note_thing(thing)
    for function in program.functions:
        moves = in_rows and function.about.startswith(ROWS)
        for each in expressions(function.body):
            if not moves:
                told.note(each)
                told.apart = told.apart or (in_rows and each.op == "laid" and each.about == "kind")
    for _, start in program.scalars.values():
        for each in expressions([Do(start)]):
            told.note_pile(each)
    return told.classes()

"""The kinds of card that a Program tells apart."""

from __future__ import annotations

from typing import Any

from referee.kernel.cards import Kinds, Values
from referee.meaning.program import Do, Program, expressions
from referee.meaning.types import PILE
from referee.verify.symbolic.piles import Classes, classes_of

APART = ("pile.unpack", "pile.counts", "pile.ones", "pile.singles", "pile.one", "pile.pack", "pile.matching")
"""Operations that tell every kind of card from every other."""


def classes(program: Program) -> Classes:
    """The classes of kinds that a Program tells apart."""
    masks: list[int] = []
    piles: list[int] = [program.table.deck.whole]
    apart = False

    def note(thing: Any) -> None:
        if isinstance(thing, Kinds):
            masks.append(thing.mask)
        elif isinstance(thing, Values):
            masks.extend([group.mask for _, group in thing.groups])
            masks.append(thing.mask)

    for thing in program.atoms:
        note(thing)
    for function in program.functions:
        for each in expressions(function.body):
            note(each.about)
            apart = apart or each.op in APART
            if each.op == "const" and each.type is PILE:
                piles.append(each.about)
    for _, start in program.scalars.values():
        for each in expressions([Do(start)]):
            if each.op == "const" and each.type is PILE:
                piles.append(each.about)
    return classes_of(program.table.deck, masks, piles, apart)

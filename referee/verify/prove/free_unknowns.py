"""The unknowns in a term."""

from __future__ import annotations

from typing import Any

from referee.verify.prove.terms import PileTruth, SymAmount, SymTruth


def collect_unknowns(thing: Any, found: set[int], piles: set[int]) -> None:
    """The numbers of all atoms that a term mentions, also by what they are made of.

    What is said of a whole pile counts as an unknown of its own, by a negative number.
    """
    kind = type(thing)
    if kind is SymAmount:
        for atom, _ in thing.parts:
            if atom.number not in found:
                found.add(atom.number)
                for each in atom.what[1:]:
                    collect_unknowns(each, found, piles)
    elif kind is PileTruth:
        found.add(-1 - thing.key)
        collect_unknowns(thing.args[0], found, piles)
    elif kind is SymTruth:
        for each in thing.args:
            collect_unknowns(each, found, piles)
    elif hasattr(thing, "bases") and thing.key not in piles:
        piles.add(thing.key)
        for base in thing.bases():
            collect_unknowns(base.size, found, piles)
            if base.within is not None:
                collect_unknowns(base.within, found, piles)


def depends_on_cards(thing: Any) -> bool:
    """Whether a truth says anything of cards, and not of sizes alone."""
    if isinstance(thing, PileTruth):
        return True
    if isinstance(thing, SymTruth):
        return any(map(depends_on_cards, thing.args))
    if isinstance(thing, SymAmount):
        return any(
            atom.what[0] != "free"
            and (atom.what[0] not in ("if", "quotient") or any(map(depends_on_cards, atom.what[1:])))
            for atom, _ in thing.parts
        )
    return False

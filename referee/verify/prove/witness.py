"""The values of terms in a model of the solver: a table of cards, answers and outcomes that the real rules can play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.verify.prove.paths import Path
from referee.verify.prove.piles import SymPile
from referee.verify.prove.terms import SymAmount


def concrete(path: Path, model: Mapping[str, int], thing: Any) -> Any:
    """The value of a term in a model; anything else is what it is."""
    if isinstance(thing, SymAmount):
        return thing.constant + sum(factor * model.get(atom.name, atom.some) for atom, factor in thing.parts)
    if isinstance(thing, SymPile):
        return sum(
            concrete(path, model, thing.count(kind)) << kind * path.deck.width for kind in range(len(path.deck.cards))
        )
    if isinstance(thing, tuple):
        return tuple([concrete(path, model, each) for each in thing])
    return thing

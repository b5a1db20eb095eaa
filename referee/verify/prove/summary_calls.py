"""Tables that a rule proved apart is called with: what can be laid on them, and compared afterwards."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from referee.verify.prove.boundary import Opaque, Shape, lay_scalars, scalars_of
from referee.verify.prove.concrete_values import frozen, is_known
from referee.verify.prove.paths import NotSymbolic, Path
from referee.verify.prove.piles import SymPile
from referee.verify.prove.terms import SymAmount, SymTruth, bounds, key_of
from referee.verify.vocabulary import all_cards


def lay_call(path: Path, table: Any, shape: Shape) -> None:
    """Scalars as far as a shape knows them, and what they were is kept in ``path.before``."""
    lay_scalars(path, table, shape)
    for name, value in scalars_of(table):
        if "[" in name and isinstance(value, Opaque):
            raise NotSymbolic(f"the scalar {name.partition('[')[0]} keeps cards of each player")
    # Seats are not alike here: the rule was called with some of them, and has to be followed for just these.
    table.__dict__["_somebody"] = True
    path.before = {
        "money": key_of_all(table.money),
        "turns": key_of(table.turns),
        "scalars": dict(scalars_of(table)),
    }


LAID = frozenset(("direction", "each", "money", "turns"))
"""The parts of a table that are made anew, beside its zones and scalars: all other state matters as it is."""


def key_of_rest(table: Any) -> tuple[tuple[str, Any], ...] | None:
    """Everything that a table has beside cards and scalars, whatever the kernel keeps there; None where that has
    something in it that is not known."""
    found = []
    for name, value in rest_of(table):
        if not is_known(value):
            return None
        found.append((name, frozen(value)))
    return tuple(found)


def rest_of(table: Any) -> list[tuple[str, Any]]:
    """Everything that a table has beside cards and scalars, by name."""
    more = [name for name in vars(table) if name not in MADE_WITH and not name.startswith(("_now_", "_first_"))]
    laid, slots = _slots(type(table))  # type: ignore[arg-type]
    kept = {name: getattr(table, name, None) for name in (*slots, *sorted(more)) if name not in laid}
    if kept["_counted"] is not None:  # events are numbered anew in every step, whichever it is
        dealing, turns = kept["_counted"]
        kept["_counted"] = (dealing, "now" if key_of(turns) == key_of(table.turns) else "before")
    kept["players"] = tuple(table.players)  # a proof may have a tuple that watches who asks for its order
    return list(kept.items())


@lru_cache
def _slots(kind: Any) -> tuple[frozenset[str], tuple[str, ...]]:
    """The names of zones and scalars, and those of all else that tables of a class have by declaration."""
    laid = frozenset((*kind.zone_specs, *kind.scalar_specs))
    names = {name for cls in kind.__mro__ for name in getattr(cls, "__slots__", ())}
    return laid, tuple(sorted(name for name in names - NO_STATE - laid if not name.startswith("__")))


MADE_WITH = LAID | {"_somebody", "algebra", "deck", "tracer", "flight", "game", "places", "reading", "watch"}
"""And what a table of a proof is made with."""
NO_STATE = MADE_WITH | {"_requests"}
"""And what only ends a step that asks and asks."""


def same(one: Any, other: Any) -> bool:
    if isinstance(one, (SymAmount, SymTruth)) or isinstance(other, (SymAmount, SymTruth)):
        return type(one) is type(other) and one.key == other.key
    return one is other or (type(one) is type(other) and bool(one == other))


def everything(table: Any) -> SymPile:
    """The contents of all places; those of rows are known card by card."""
    together: Any = all_cards(table)
    for place in table.places:
        if place.is_row and place.row:
            together = together + place.pile
    return together  # type: ignore[no-any-return]


def sizes_by_owner(table: Any) -> dict[Any, Any]:
    """The number of cards in the places of each player, and (under None) in all others."""
    found: dict[Any, Any] = {}
    for place in table.places:
        if not place.is_row:
            found[place.owner] = found.get(place.owner, 0) + place.size
    return found


def key_of_all(amounts: Any) -> tuple[Any, ...]:
    return tuple([key_of(each) for each in amounts])


def bounds_of(size: Any) -> tuple[int, int]:
    low, high = bounds(size)
    return max(0, low), high

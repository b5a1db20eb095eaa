"""Tables that a rule proved apart is called with: what can be laid on them, and compared afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from referee.verify.prove.boundary import NOT_KEPT, Opaque, Shape, scalar_of
from referee.verify.prove.concrete_values import frozen, is_known
from referee.verify.prove.paths import NotSymbolic, Path
from referee.verify.prove.piles import SymPile
from referee.verify.prove.terms import NO_BOUND, SymAmount, SymTruth, key_of


def lay_scalars(path: Path, table: Any, shape: Shape) -> None:
    """Scalars as far as a shape knows them, and what they were is kept in ``path.before``."""
    for name in table.shape_names:
        spec = table.game.table_class.scalar_specs.get(name)
        if spec is not None and spec.per_player:
            values = getattr(table, name)
            for number in range(len(values)):
                values[number] = scalar_of(path, shape, name, f"{path.label}{name}[{number}]")
                if isinstance(values[number], Opaque):
                    raise NotSymbolic(f"the scalar {name} keeps cards of each player")
        elif not isinstance(type(table).__dict__.get(name), property):
            setattr(table, name, scalar_of(path, shape, name, f"{path.label}{name}"))
        else:
            table.__dict__.pop(f"_now_{name}", None)
    # Seats are not alike here: the rule was called with some of them, and has to be followed for just these.
    table.__dict__["_somebody"] = True
    table.turns = path.atom(f"{path.label}turns", 0, NO_BOUND, ("free",))
    if shape.money:
        held = [path.atom(f"{path.label}{each!r} has", -NO_BOUND, NO_BOUND, ("free",)) for each in table.players]
        table.money = (*held, 0 - sum(held[1:], held[0]))
    path.before = {
        "money": key_of_all(table.money),
        "turns": key_of(table.turns),
        "scalars": dict(scalars_of(table)),
    }


def scalars_of(table: Any) -> Iterator[tuple[str, Any]]:
    """Every scalar with its name, ``came[1]`` for those that each player has; of lazy ones those that were read."""
    specs = table.game.table_class.scalar_specs
    for name in table.shape_names:
        if name in NOT_KEPT:
            continue
        if name in specs and specs[name].per_player:
            for number, value in enumerate(getattr(table, name)):
                yield f"{name}[{number}]", value
        elif isinstance(type(table).__dict__.get(name), property):
            now, first = table.__dict__.get(f"_now_{name}", UNREAD), table.__dict__.get(f"_first_{name}", UNREAD)
            if now is not first:
                yield name, now
        else:
            yield name, getattr(table, name)


def scalar_now(table: Any, name: str) -> Any:
    """The scalar of that name, as ``scalars_of`` gives it; ``UNREAD`` for a lazy one that it leaves out."""
    plain, _, seat = name.partition("[")
    if seat:
        return getattr(table, plain)[int(seat[:-1])]
    if not isinstance(type(table).__dict__.get(plain), property):
        return getattr(table, plain)
    now, first = table.__dict__.get(f"_now_{plain}", UNREAD), table.__dict__.get(f"_first_{plain}", UNREAD)
    return UNREAD if now is first else now


UNREAD = object()
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
    return laid, tuple(sorted(name for name in names - MADE_WITH - laid if not name.startswith("__")))


MADE_WITH = LAID | {"_somebody", "algebra", "deck", "tracer", "flight", "game", "places", "reading", "watch"}
"""And what a table of a proof is made with."""


def same(one: Any, other: Any) -> bool:
    if isinstance(one, (SymAmount, SymTruth)) or isinstance(other, (SymAmount, SymTruth)):
        return type(one) is type(other) and one.key == other.key
    return one is other or (type(one) is type(other) and bool(one == other))


def whole(table: Any) -> SymPile:
    """The contents of all piles."""
    together: Any = table.algebra.nothing
    for place in table.places:
        if not place.is_row:
            together = together + place.pile
    return together  # type: ignore[no-any-return]


def laid_in_rows(table: Any) -> SymPile:
    """The contents of all rows, which are known card by card."""
    together: Any = table.algebra.nothing
    for place in table.places:
        if place.is_row and place.row:
            together = together + place.pile
    return together  # type: ignore[no-any-return]


def everything(table: Any) -> SymPile:
    """The contents of all places."""
    return whole(table) + laid_in_rows(table)


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
    return (size, size) if isinstance(size, int) else (max(0, size.bounds()[0]), size.bounds()[1])

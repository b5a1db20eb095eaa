"""What each function of a Program looks at, with all that it calls: while nothing of it changes, it gives the same."""

from __future__ import annotations

from collections.abc import Iterable

from referee.meaning.looking import PLAIN
from referee.meaning.program import Expr, Program, called, expressions
from referee.verify.symbolic.effects.touching import Touched, places_of

_OF_CARDS = frozenset(["laid", "laid.has", "laid.marks", "laid.with", "laid.mark", "laid.unmark"])
_OF_NOTHING = PLAIN | _OF_CARDS | frozenset(["call", "next", "everyone from", "way", "combinations again"])
"""Operations that look at nothing of the table; what objects hold is looked at anew after any other change."""
_AT_PLACES = {"place.row": 0, "place.pile": 0, "place.size": 0, "lying": 0, "lies": 1}
"""Operations that look at a place, and the argument that is its number."""


def looked_at(program: Program) -> dict[str, tuple[Touched, ...] | None]:
    """By function the scalars and places that it looks at; None: it may look at anything."""
    own: dict[str, frozenset[Touched] | None] = {}
    for function in program.functions:
        every = [_looks(each) for each in expressions(function.body)]
        own[function.name] = None if None in every else frozenset().union(*[each or () for each in every])
    callees = {each.name: called(each) for each in program.functions}
    return {name: _with_callees(name, own, callees) for name in own}


def _with_callees(
    name: str, own: dict[str, frozenset[Touched] | None], callees: dict[str, set[str]]
) -> tuple[Touched, ...] | None:
    seen, waiting, found = {name}, [name], frozenset[Touched]()
    while waiting:
        each = waiting.pop()
        looks = own[each]
        if looks is None:
            return None
        found |= looks
        waiting += callees[each] - seen
        seen |= callees[each]
    return tuple(sorted(found, key=repr))


def _looks(e: Expr) -> Iterable[Touched] | None:
    """What an operation looks at; None: anything."""
    if e.op in _OF_NOTHING:
        return ()
    if e.op in ("scalar", "each", "each.all"):
        return [("scalar", e.about)]
    if e.op not in _AT_PLACES:
        return None
    try:
        return [("place", at) for at in places_of(e.args[_AT_PLACES[e.op]])]
    except KeyError:  # it is not known which
        return None

"""What functions raise that a ``try`` in another one catches: it is unwound, as events are that are stopped."""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType

from referee.meaning.authors import is_author
from referee.meaning.looking import NEVER_BREAKS
from referee.meaning.program import Expr, Function, Raise, Stmt, expressions, walk
from referee.meaning.texts import NoMeaning
from referee.meaning.types import Record, Thing, Type

RETURNS = "a function that returns where it is raised, and ask for what it gives"
ONE_THING = "'try' of more than an item, an index or a division of what has a name"
INSTEAD = "what asks whether it can be done before it is done"
SAYS = "raise "
"""So begins why a Program raises where the text says so."""
_OTHERWISE = """
    convert, as, sure, project, inject, sorted, joined up, slice, call, unwind, unwound, set scalar, set each,
    set field, pay, shift, gather, ask, together, draw, lot, roll, pick, shuffle, map, table, way, reading is, reading,
    map.set, setdefault, become, clear, everyone from, laid, laid.has, laid.marks, laid.with, laid.mark, laid.unmark,
    lies, lying, place.row, pile.sub, pile.less, pile.and, pile.or, pile.xor, pile.add, pile.count, pile.counts,
    pile.only, pile.worth, pile.highest, pile.is_exactly, pile.is_within, pile.covers, pile.following, pile.matching,
    end, set pile, set row, take, outcome, money, turns, moment
"""
OTHERWISE = NEVER_BREAKS | {" ".join(each.split()) for each in _OTHERWISE.split(",")}
"""The operations that raise nothing of what an item, an index or a division does: nothing at all, or a fault of rules
that nobody catches."""


@dataclass(frozen=True)
class Caught:
    """The statements of a ``try``. ``told``: whether it catches what Python raises, too."""

    where: str
    kinds: tuple[type, ...]
    body: list[Stmt]
    told: bool = False


def called_in(body: list[Stmt]) -> list[Function]:
    """The functions that statements call, and all that those do."""
    found: dict[str, Function] = {}
    new = [each.about for each in expressions(body) if each.op == "call"]
    while new:
        function = new.pop()
        if function.name not in found:
            found[function.name] = function
            new += [each.about for each in expressions(function.body) if each.op == "call"]
    return list(found.values())


def raised_elsewhere(caught: Caught, raises: dict[str, set[type]]) -> set[type]:
    """The exceptions that a ``try`` catches and that a function raises which is called in it. ``raises``: what
    functions raise, by their names. Refuse one that catches what Python may raise there."""
    functions = called_in(caught.body)
    if caught.told and any(map(_may_raise, (caught.body, *[each.body for each in functions]))):
        raise NoMeaning(f"{caught.where}: {ONE_THING} has no meaning yet: write {INSTEAD}")
    found = {kind for each in functions for kind in raises.get(each.name, ())}
    if BaseException in found:
        what = "'try' of a call of what raises something that is known in play only"
        raise NoMeaning(f"{caught.where}: {what} has no meaning yet: write {RETURNS}")
    return {each for each in found if issubclass(each, caught.kinds)}


def _may_raise(body: list[Stmt]) -> bool:
    """Whether Python may raise something in statements that the text does not say."""
    unsaid = any(isinstance(each, Raise) and not _is_said(each) for each in walk(body))
    return unsaid or any(map(_fails, expressions(body)))


def _is_said(node: Raise) -> bool:
    return node.broken != "RAISED" or node.why.startswith(SAYS)


def _fails(expr: Expr) -> bool:
    if expr.op in ("div", "mod") and expr.args[1].op == "const":
        return not expr.args[1].about
    return expr.op not in OTHERWISE


def makes_itself(kind: type) -> bool:
    """Whether an exception of rules has an ``__init__`` of its own: then it is an object with attributes."""
    return is_author(kind) and isinstance(kind.__init__, FunctionType)  # type: ignore[misc]


def is_raised(kind: Type) -> bool:
    """Whether values of a type are exceptions."""
    maker = kind.maker if isinstance(kind, (Record, Thing)) else None
    return isinstance(maker, type) and issubclass(maker, BaseException)


def code_of(every: list[type], kind: type) -> int:
    """How deep is unwound where that is raised: no event is so deep."""
    return -1 - every.index(kind)

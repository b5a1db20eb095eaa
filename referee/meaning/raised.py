"""What functions raise that a ``try`` in another one catches: it is unwound, as events are that are stopped."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from types import FunctionType

from referee.meaning.authors import is_author
from referee.meaning.looking import NEVER_BREAKS, called_in
from referee.meaning.program import Catch, Expr, Raise, Stmt, expressions, walk
from referee.meaning.texts import NoMeaning
from referee.meaning.types import Record, Thing, Type

RETURNS = "a function that returns where it is raised, and ask for what it gives"
OTHER_FAILURE = "'try' of what may fail otherwise than by an index, a key, a value that is not there or a division"
INSTEAD = "what asks whether it can be done before it is done"
ANY_FAILURE = "'except Exception' around what may fail in a way that is not known"
NAMED = "the exceptions that are meant: except KeyError, or the like"
SAYS = "raise "
"""So begins why a Program raises where the text says so."""
AGAIN = "unwind again"
"""How a Program raises what it has caught: where a text says so itself there is a reason beside it."""
_OTHERWISE = """
    convert, as, sure, project, inject, sorted, joined up, slice, call, unwind, unwound, set scalar, set each,
    set field, pay, shift, gather, ask, together, draw, lot, roll, pick, shuffle, map, table, way, reading is, reading,
    map.set, setdefault, become, clear, everyone from, laid, laid.has, laid.marks, laid.with, laid.mark, laid.unmark,
    lies, lying, place.row, pile.sub, pile.less, pile.and, pile.or, pile.xor, pile.add, pile.count, pile.counts,
    pile.only, pile.worth, pile.highest, pile.is_exactly, pile.is_within, pile.covers, pile.following, pile.matching,
    repeated, insert, bit_count, bit_length, and, or, xor, fraction, end, set pile, set row, take, outcome,
    money, turns, moment
"""
OTHERWISE = NEVER_BREAKS | {" ".join(each.split()) for each in _OTHERWISE.split(",")}
"""The operations that raise nothing of what an item, an index or a division does: nothing at all, or a fault of rules
that nobody catches."""


_WHOLLY = """
    call, convert, as, project, inject, unwind, unwound, set scalar, set each, set field, map, sorted, joined up,
    repeated, insert, and, or, xor, fraction, bit_count, bit_length, become, clear, setdefault
"""
WHOLLY = (NEVER_BREAKS | {" ".join(each.split()) for each in _WHOLLY.split(",")}) - {"field"}
"""The operations that raise nothing at all: not even a fault of rules, which ``except Exception`` would catch. A thing
may have no such attribute yet."""


class WayOut(BaseException):
    """What is raised where a loop is left that is carried out in turn with a generator: no text catches it."""


RAISES: dict[str, type[Exception]] = {
    **dict.fromkeys(("item", "pop", "put"), IndexError),
    **dict.fromkeys(("map.item", "map.del"), KeyError),
    **dict.fromkeys(("div", "mod", "truediv"), ZeroDivisionError),
    "index": ValueError,
}
"""What Python raises where an operation fails. What is not here may raise anything."""


@dataclass(frozen=True)
class Caught:
    """The statements of a ``try``. ``told``: whether it catches what Python raises, too."""

    where: str
    kinds: tuple[type, ...]
    body: list[Stmt]
    told: bool = False


def raised_elsewhere(caught: Caught, raises: dict[str, set[type]]) -> set[type]:
    """The exceptions that a ``try`` catches and that a function raises which is called in it. ``raises``: what
    functions raise, by their names."""
    found = {kind for each in called_in(caught.body) for kind in raises.get(each.name, ())}
    if BaseException in found:
        what = "'try' of a call of what raises something that is known in play only"
        raise NoMeaning(f"{caught.where}: {what} has no meaning yet: write {RETURNS}")
    return {each for each in found if issubclass(each, caught.kinds)}


def refuse_other_failures(caught: Caught, sure: Container[int]) -> None:
    """Refuse a ``try`` that catches what Python raises where that may be raised in a way that was not asked for."""
    called = called_in(caught.body) if caught.told else []
    bodies = [caught.body, *[each.body for each in called]] if caught.told else []
    allowed, what, instead = OTHERWISE, OTHER_FAILURE, INSTEAD
    if Exception in caught.kinds:
        allowed, what, instead = WHOLLY, ANY_FAILURE, NAMED
        # to call itself too deep is an exception, too
        calls_itself = any(each is one for each in called for one in called_in(each.body))
        if calls_itself or any(map(_fails_at_all, bodies)):
            raise NoMeaning(f"{caught.where}: {what} has no meaning yet: write {instead}")
    for body in bodies:
        raised = [each.kind for each in walk(body) if isinstance(each, Raise) and not _is_said(each)]
        failing = [each for each in expressions(body) if id(each) not in sure and _fails(each, allowed)]
        every = (*raised, *map(_raised_by, failing))
        if any(each is None or issubclass(each, caught.kinds) for each in every):
            raise NoMeaning(f"{caught.where}: {what} has no meaning yet: write {instead}")


def _fails_at_all(body: list[Stmt]) -> bool:
    """Whether something that is an exception to Python, beside what was asked for, may stop statements: a fault of
    rules, an event that is stopped, or what was caught further out."""
    every = list(walk(body))
    depths = {each.depth for each in every if isinstance(each, Catch)}
    stops = [each for each in every if isinstance(each, Raise) and each.broken != "RAISED"]
    unwound = [each.args[0] for each in expressions(body) if each.op == "unwind"]
    further = [each for each in unwound if each.op == "local" and each.about in depths]
    raised = [each for each in unwound if each.op == "const" and each.about < 0]
    return any(each.broken != AGAIN or each.why for each in stops) or len(unwound) > len(further) + len(raised)


def _raised_by(expr: Expr) -> type | None:
    """What Python raises where an operation fails; None: that is not known."""
    if expr.op == "remove":
        return KeyError if getattr(expr.args[0].type, "kind", "") == "set" else ValueError
    return RAISES.get(expr.op)


def _is_said(node: Raise) -> bool:
    return node.broken != "RAISED" or node.why.startswith(SAYS)


def _fails(expr: Expr, allowed: Container[str]) -> bool:
    if expr.op in ("div", "mod") and expr.args[1].op == "const":
        return not expr.args[1].about
    return expr.op not in allowed


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

"""What asking for the class of a value means."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from fractions import Fraction
from types import GeneratorType
from typing import Any

from referee.kernel.places import Laid
from referee.kernel.players import Player
from referee.meaning.operations.registry import operation
from referee.meaning.program import Expr
from referee.meaning.types import (
    FRACTION,
    INT,
    TRUTH,
    WIDE,
    Atoms,
    Map,
    Maybe,
    Members,
    Places,
    Plain,
    Record,
    Seq,
    Thing,
    Union,
    kinds_of,
)
from referee.meaning.values import ONLY_TOLD, Entries, Indexed, Known, Lazy, Made, Run, Value, only_told


@operation(isinstance)
def _isinstance(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    value, classes = args
    known = b.all_known(classes)
    assert known is not None
    if isinstance(value, Known):
        return Known(isinstance(value.thing, known[0]))
    if isinstance(value, Entries):
        return Known(issubclass(dict, known[0]))
    if isinstance(value, Made):
        return Known(isinstance(value.maker, type) and issubclass(value.maker, known[0]))
    if isinstance(value, (Lazy, Indexed)):
        return Known(False)
    assert isinstance(value, Run)
    kind = value.expr.type
    if kind in (INT, WIDE, FRACTION) and bool in (known[0] if isinstance(known[0], tuple) else (known[0],)):
        raise b.refuse(node, "'isinstance' of a number that may be a truth, and bool", "a truth beside it")
    if kind is FRACTION:
        exact, number = [issubclass(each, known[0]) for each in (Fraction, int)]
        return (
            Known(exact)
            if exact is number
            else Run(Expr(TRUTH, "fraction", (value.expr,), "exact" if exact else "is_whole"))
        )
    found = b.is_of(kind, Known(known[0])) if not isinstance(kind, (Union, Maybe)) else None
    if found is not None:
        return Known(found)
    if isinstance(kind, (Union, Maybe)):
        return b.by_alternative(value, lambda each: _isinstance(b, [each, classes], words, node))
    if isinstance(kind, Atoms):
        numbers = [each for each in kind.numbers if isinstance(b.tr.atoms[each], known[0])]
        return Run(Expr(TRUTH, "is one of", (value.expr,), tuple(sorted(numbers))))
    if isinstance(kind, Places):
        places = tuple(sorted([each for each in kind.numbers if isinstance(b.tr.table.places[each], known[0])]))
        return Run(Expr(TRUTH, "is one of", (value.expr,), places))
    raise b.refuse(node, f"'isinstance' of {kind!r}", "an if of what it was made from")


@operation(type)
def _type(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    from referee.meaning.body.functions import Later

    (value,) = args
    if isinstance(value, Known):
        return Known(type(value.thing))
    if isinstance(value, Entries):
        return Known(dict)
    if isinstance(value, Made):
        return Known(GeneratorType if isinstance(value.maker, Later) else value.maker)
    if isinstance(value, Run):
        kind = value.expr.type
        if isinstance(kind, (Map, Seq)):
            own = kinds_of(kind, b.tr.deques)
            if len(own) > 1 and not b.is_trusted:
                raise b.refuse(node, f"'type' of what may be a {own[0].__name__}", "isinstance(…)")
            return Known(own[0])
        if isinstance(kind, (Record, Thing)):
            return Known(kind.maker)
        if isinstance(kind, Members):
            return Known(kind.of)
        if kind in (INT, WIDE) and b.is_trusted:
            return Known(int)
        if kind in (INT, WIDE, FRACTION):
            raise b.refuse(node, "'type' of a number that may be a truth or a fraction", "isinstance(…)")
        if isinstance(kind, Plain):
            names = {
                "truth": bool,
                "pile": int,
                "player": Player,
                "laid": Laid,
            }
            return Known(names[kind.word])
        if isinstance(kind, (Union, Maybe)):
            return b.by_alternative(value, lambda each: _type(b, [each], words, node))
        if isinstance(kind, Atoms):
            kinds = {type(b.tr.atoms[each]) for each in kind.numbers}
            if len(kinds) == 1:
                return Known(kinds.pop())
            return b.by_atom(value, lambda each: _type(b, [each], words, node))
    raise b.refuse(node, "'type' of this", "isinstance(…)")


@operation(repr, str)
def _repr(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    known = b.all_known(args[0], told=True) if args else None
    return None if known is not None and not only_told(known[0]) else Known(ONLY_TOLD)

"""What asking for the class of a value means."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from fractions import Fraction
from types import GeneratorType
from typing import Any

from referee.kernel.places import Laid, Place
from referee.kernel.players import Player
from referee.kernel.table import Table
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
from referee.meaning.values import (
    NOTHING,
    ONLY_TOLD,
    Entries,
    Indexed,
    Known,
    Lazy,
    Made,
    Run,
    Value,
    only_told,
    tuple_of,
)

PLAIN_ERRORS: tuple[type[BaseException], ...] = (
    *(BaseException, Exception, ArithmeticError, AssertionError, IndexError, KeyError, LookupError),
    *(NotImplementedError, RuntimeError, TypeError, ValueError, ZeroDivisionError),
)
"""The exceptions of Python that keep what they are given, and nothing else."""


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


@operation(*[vars(each)["__init__"] for each in PLAIN_ERRORS])
def _keep_arguments(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    """What the ``__init__`` of an exception of Python does."""
    error, *given = args
    b.set_attribute(error, "args", tuple_of(given), node)
    return NOTHING


@operation(str)
def _str(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    """A word is itself, and an error what it was raised with, where that is one thing."""
    value = args[0] if len(args) == 1 else None
    kind = value.expr.type if isinstance(value, Run) else None
    if isinstance(kind, Atoms) and all(type(b.tr.atoms[each]) is str for each in kind.numbers):
        return value
    own = None if value is None or isinstance(value, Known) else b.class_of(value)
    if own is not None and own.__str__ is BaseException.__str__:
        parts = b.iterable(b.attribute(value, "args", node), node, unroll=True)
        if isinstance(parts, list) and len(parts) < 2:
            return b.call(Known(str), parts, {}, node)
    return _repr(b, args, words, node)


@operation(repr)
def _repr(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    known = b.all_known(args[0], told=True) if args else None
    return None if known is not None and not only_told(known[0]) else Known(ONLY_TOLD)


@operation(getattr)
def _getattr(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    """What has a name that is known."""
    name = args[1].thing if len(args) == 2 and isinstance(args[1], Known) else None
    known = isinstance(args[0], Known) and not isinstance(args[0].thing, (Table, Place))
    if type(name) is not str or known:
        return None
    b.look_at_inward(args[0], name, node)
    return b.attribute(args[0], name, node)

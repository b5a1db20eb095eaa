"""What Counters mean: what is not counted is counted no times."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

from referee.meaning import library
from referee.meaning.operations.methods import of_library
from referee.meaning.operations.registry import METHODS, methods, operation
from referee.meaning.types import Map, is_counter
from referee.meaning.values import NOTHING, Entries, Known, Run, Value

for _name in ("most_common", "total"):
    METHODS["map", _name] = of_library(_name)
ADD = ast.Add()


@operation(Counter)
def _counter(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    """How often each thing comes."""
    found = b.new_map(b.site_of(node), "Counter")
    for each in args:
        known = each.thing if isinstance(each, Known) and isinstance(each.thing, dict) else None
        things = each if known is None else b.let(b.constant(known, b.tr.type_of_known(dict(known))))
        _counted(b, found, things, node)
    return found  # type: ignore[no-any-return]


@methods("map", name="update")
def _update(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    if len(args) != 1 or words:
        raise b.refuse(node, "'.update(…)' with names, or with nothing", "a dictionary: .update({…})")
    if is_counter(on.expr.type):
        _counted(b, on, args[0], node)
    else:
        is_map = isinstance(args[0], Entries) or (isinstance(args[0], Run) and isinstance(args[0].expr.type, Map))
        b.update(on, args[0] if is_map else b.call(Known(dict), args, {}, node), node)
    return NOTHING


@methods("map", name="subtract")
def _subtract(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    if len(args) != 1 or words or not is_counter(on.expr.type):
        raise b.refuse(node, "'.subtract(…)' with names, or with nothing", "a Counter: .subtract(Counter(…))")
    _counted(b, on, args[0], node, ast.Sub())
    return NOTHING


@methods("map", name="elements")
def _elements(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    if not is_counter(on.expr.type):
        b.stop("RAISED", "a dictionary has no '.elements()'")
    return b.iterator(b.call(Known(library.elements), [on], {}, node))  # type: ignore[no-any-return]


def _counted(b: Any, found: Run, things: Value, node: Any, op: ast.operator = ADD) -> None:
    """Count these things, too, or take them off."""
    many = isinstance(things, (Entries, Run)) and isinstance(b.type_of(things), Map)

    def one(thing: Value) -> None:
        key = b.settled(thing)
        number = b.item(things, key, node) if many else Known(1)
        b.map_set(found, key, b.binary(op, b.item(found, key, node), number, node))

    b.each_or_all(b.iterable(things, node), frozenset(), "count_", one, node)

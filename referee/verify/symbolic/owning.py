"""Whether functions change in place only what they have made themselves: nobody else holds it, and it can be made
anew on every way."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.meaning.looking import LISTED, may_change
from referee.meaning.program import Expr, Function, Let, Program, Return, Set, expressions, reachable, walk
from referee.meaning.types import Map, Seq, Type
from referee.verify.symbolic.looks import MAKES

INNER = frozenset(["item", "at", "map.item", "map.value", "map.key", "part", "sure", "setdefault", "project"])
"""The operations that give a part of their first argument."""
WRAPS = frozenset(["some", "record", "inject", "if", "convert", "as"])
"""Those that give their arguments on, one of them, or with others."""


def alone(program: Program) -> frozenset[str]:
    """The functions that change nothing in place that others hold, nor do those that they call, nor do they give it
    back, nor have the table keep it."""
    found = {each.name for each in program.functions if _keeps_to_itself(program, each)}
    return frozenset([name for name in found if reachable(program, [name]) <= found])


def sets_lists(program: Program, function: Function) -> bool:
    """Whether a function, or one that it calls, has the table keep another list or dictionary."""
    inside = reachable(program, [function.name])
    every = [one for each in program.functions if each.name in inside for one in expressions(each.body)]
    return any(each.op in ("set scalar", "set each") and may_change(each.args[-1].type) for each in every)


def _keeps_to_itself(program: Program, function: Function) -> bool:
    every = expressions(function.body)
    if any(each.op == "set field" for each in every):
        return False
    set_to = [each.args[-1] for each in every if each.op in ("set scalar", "set each")]
    changes = [each for each in every if each.op in LISTED]
    given = [value for each in walk(function.body) if isinstance(each, Return) for value in each.values]
    given += [each.args[1] for each in every if each.op == "unwind"]
    whole = _own_variables(program, function, _is_own)
    if not all(_is_own(program, each, whole) for each in [*set_to, *given]):
        return False
    # Where something foreign is put into what a function has made, only this itself is its own, and no part of it.
    is_whole = all(_is_own(program, one, whole) for each in changes for one in each.args[1:])
    if not is_whole and any(may_change(inner) for each in [*set_to, *given] for inner in _inner(each.type)):
        return False
    own = whole if is_whole else _own_variables(program, function, _is_new)
    holds = _is_own if is_whole else _is_new
    return all(holds(program, each.args[0], own) for each in changes)


def _own_variables(
    program: Program, function: Function, holds: Callable[[Program, Expr, Mapping[str, bool]], bool]
) -> Mapping[str, bool]:
    """The variables of a function, and whether each holds only what it has made: as far as the others do."""
    sets = [each for each in walk(function.body) if isinstance(each, (Let, Set))]
    own = {each.name: True for each in sets}
    own.update({name: not may_change(kind) for name, kind in function.parameters})
    while True:
        lost = [each.name for each in sets if own[each.name] and not holds(program, each.value, own)]
        if not lost:
            return own
        own.update(dict.fromkeys(lost, False))


def _is_new(program: Program, e: Expr, own: Mapping[str, bool]) -> bool:
    """Whether that itself was made here, whatever it holds."""
    return not may_change(e.type) or (own.get(e.about, False) if e.op == "local" else e.op in MAKES)


def _is_own(program: Program, e: Expr, own: Mapping[str, bool]) -> bool:
    """Whether that was made here, with all that it holds and that may change."""
    if not may_change(e.type):
        return True
    if e.op == "local":
        return own.get(e.about, False)
    if e.op == "each.all":
        return not any(map(may_change, _inner(e.type)))
    if e.op in ("seq", "set", "map"):
        return all(_is_own(program, each, own) for each in e.args)
    if e.op in MAKES:
        return all(_is_own(program, each, own) or not any(map(may_change, _inner(each.type))) for each in e.args)
    if e.op in WRAPS:
        return all(_is_own(program, each, own) for each in e.args)
    if e.op in INNER:
        return _is_own(program, e.args[0], own) and all(_is_own(program, each, own) for each in e.args[1:])
    return e.op in ("together", "call")  # answers are new, and what is called keeps to itself as well


def _inner(kind: Type) -> tuple[Type, ...]:
    if isinstance(kind, Seq):
        return (kind.item,)
    return (kind.key, kind.value) if isinstance(kind, Map) else (kind,)

"""Whether a dictionary whose keys are known may have another name by the time a function changes it.

Such a dictionary is a value while rules are read: to change it is to give its name another value. That is what Python
does only where nothing else stands for the same dictionary, and where the function has made it.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator

from referee.meaning.copies import own_names
from referee.meaning.texts import COMPREHENSIONS, parents

LOOKING = frozenset(["get", "items", "values", "copy", "isdisjoint"])
"""The methods that give nothing by which a dictionary could be changed."""
LOOKERS = frozenset(
    ["len", "sorted", "list", "tuple", "set", "frozenset", "dict", "sum", "any", "all", "bool", "max", "min"]
)
"""The functions of Python that keep nothing of what they are given."""
AROUND = (ast.For, ast.While, *COMPREHENSIONS)
WITHIN = (ast.FunctionDef, ast.Lambda)


@functools.lru_cache(None)
def may_be_shared(function: ast.AST, name: str) -> bool:
    """Whether a dictionary under that name may have another one before it is changed."""
    if name not in own_names(function):
        return True
    named = [each for each in ast.walk(function) if isinstance(each, ast.Name) and each.id == name]
    changes = [each for each in named if _changes(function, each)]
    kept = [each for each in named if isinstance(each.ctx, ast.Load) and not _only_looks(function, each)]
    made = [each for each in named if isinstance(each.ctx, ast.Store) and each not in changes]
    return any(_may_precede(function, one, other, made) for one in kept for other in changes)


def _changes(function: ast.AST, name: ast.Name) -> bool:
    at = parents(function)[id(name)]
    if isinstance(at, ast.Subscript) and at.value is name:
        return not isinstance(at.ctx, ast.Load)
    return isinstance(at, ast.AugAssign) and at.target is name


def _only_looks(function: ast.AST, name: ast.Name) -> bool:
    """Whether nothing stands for a dictionary because of a place where its name is read."""
    around = list(_around(function, name))
    if any(isinstance(each, WITHIN) for each in around[:-1]):
        return False
    if any(isinstance(each, ast.Return) for each in around) and not any(isinstance(each, ast.Try) for each in around):
        return True  # nothing is done behind it
    at, above = around[0], around[1] if len(around) > 1 else None
    match at:
        case ast.Subscript():
            return at.value is name
        case ast.Attribute(attr=word):
            return word in LOOKING and isinstance(above, ast.Call) and above.func is at
        case ast.Call(func=ast.Name(id=word)):
            return word in LOOKERS and at.args == [name]
        case ast.For() | ast.comprehension():
            return at.iter is name
        case ast.If() | ast.While() | ast.IfExp():
            return at.test is name
        case ast.Dict():
            return any(key is None and value is name for key, value in zip(at.keys, at.values, strict=True))
        case ast.keyword(arg=word):
            return word is None
        case ast.UnaryOp(op=ast.Not()) | ast.Compare() | ast.Starred() | ast.FormattedValue() | ast.BinOp():
            return True
    return False


def _around(function: ast.AST, node: ast.AST) -> Iterator[ast.AST]:
    """What a part of a function stands in, the innermost first, the function last."""
    above = parents(function)
    while node is not function:
        node = above[id(node)]
        yield node


def _may_precede(function: ast.AST, kept: ast.Name, change: ast.Name, made: list[ast.Name]) -> bool:
    """Whether a name may be kept before it is changed, and stand for the same dictionary still."""
    loops = [each for each in _around(function, change) if isinstance(each, AROUND)]
    around = [id(each) for each in _around(function, kept)]
    common = next((each for each in loops if id(each) in around), None)
    if _place(kept) < _place(change):
        return True
    return common is not None and not any(_is_made_in(function, each, common, change) for each in made)


def _is_made_in(function: ast.AST, made: ast.Name, loop: ast.AST, change: ast.Name) -> bool:
    """Whether each pass through a loop makes another one before it changes it."""
    if _place(made) > _place(change):
        return False
    statement = parents(function)[id(made)]
    return isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement in getattr(loop, "body", ())


def _place(node: ast.Name) -> tuple[int, int]:
    return node.lineno, node.col_offset

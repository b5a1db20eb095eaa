"""Whether a property can only look: then nobody has to watch the table while it does.

It is an allow-list, as everything here: all text that it comes to is understood by a proof, names nothing of the
kernel but what tells something, and sets nothing but names of its own and containers that it has made.
"""

from __future__ import annotations

import ast
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Iterator
from types import BuiltinFunctionType, FunctionType
from typing import Any

from referee.kernel.game import Game
from referee.kernel.places import Place, Row
from referee.kernel.table import Table
from referee.verify import vocabulary
from referee.verify.understood.changes import MAKING, SETTING_UP
from referee.verify.understood.complaints import Found
from referee.verify.understood.reader import read, source_of
from referee.verify.understood.words import KERNEL, LOOKING, MUTATING, PROOF

COPYING = ("copy", "fromkeys")
"""Methods of containers that make new ones."""
CONTAINERS = (list, dict, set, sorted, Counter, defaultdict, deque, OrderedDict)
_known: dict[tuple[type, Callable[..., Any]], bool] = {}


def only_looks(game: Game[Any], claim: Callable[..., Any]) -> bool:
    """Whether a property of a game surely leaves its table as it is. Its text is read once for a process."""
    key = type(game), claim
    found = _known.get(key)
    if found is None:
        found = _known[key] = _only_looks(game, claim)
    return found


def _only_looks(game: Game[Any], claim: Callable[..., Any]) -> bool:
    reader, complaint = read(game, PROOF, claim)
    if complaint is not None or not all(map(_tells, reader.named)):
        return False
    if any(thing is vocabulary.what_if or _is_of_kernel(thing) for thing in reader.things.known.values()):
        return False
    if any(name in MUTATING or name in COPYING for cls in reader.things.classes for name in vars(cls)):
        return False  # of these it is not known what they do
    try:
        return all(_sets_its_own(each) for each in reader.read if isinstance(each, FunctionType))
    except Found:  # it has no text
        return False


def _tells(name: str) -> bool:
    """Whether an attribute is none of the kernel's, or one that changes nothing."""
    of_kernel = name in PROOF.attributes or any(hasattr(each, name) for each in (Table, Place, Row, Game))
    return name in LOOKING or not of_kernel


def _is_of_kernel(thing: Any) -> bool:
    return id(thing) in KERNEL and isinstance(thing, (FunctionType, BuiltinFunctionType))


def _sets_its_own(function: FunctionType) -> bool:
    """Whether a function that is understood sets nothing but names, and what it has made and named."""
    if function.__name__ in SETTING_UP:
        return False
    every = list(ast.walk(source_of(function)[0]))
    changed = {_name_of(each) for each in map(_changed, every) if each is not None}
    # What makes containers is Python's own: no other thing has its name here.
    own = {*function.__globals__} - {each for each in MAKING if function.__globals__.get(each) in CONTAINERS}
    own |= {each.id for each in every if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)}
    own |= {each.arg for each in every if isinstance(each, ast.arg)}
    own |= {each.name for each in every if isinstance(each, ast.FunctionDef)}
    return "" not in changed and all(_is_made(each, MAKING - own) for each in _values_of(changed, every))


def _changed(node: ast.AST) -> ast.AST | None:
    """What a statement or an expression changes, if it does."""
    match node:
        case ast.Subscript(ctx=ast.Store() | ast.Del(), value=holder):
            return holder
        case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Nonlocal():
            return node
        case ast.AugAssign():  # of a list that has another name too it would be a change
            number = isinstance(node.value, ast.Constant) and isinstance(node.value.value, int)
            return None if number and isinstance(node.target, ast.Name) else node
        case ast.Attribute(attr=name, value=holder) if name in MUTATING:
            return holder
    return None


def _name_of(holder: ast.AST) -> str:
    return holder.id if isinstance(holder, ast.Name) else ""


def _values_of(names: set[str], nodes: list[ast.AST]) -> Iterator[ast.expr | None]:
    """What is given to these names in a function."""
    for node in nodes:
        match node:
            case ast.Assign(targets=targets, value=value):
                yield from [value for each in targets if isinstance(each, ast.Name) and each.id in names]
            case (
                ast.AnnAssign(target=ast.Name(id=name), value=value)
                | ast.NamedExpr(target=ast.Name(id=name), value=value)
            ) if name in names:
                yield value


def _is_made(value: ast.expr | None, making: Collection[str]) -> bool:
    """Whether it is something new. (A part of something new may be old.)"""
    match value:
        case ast.List() | ast.Dict() | ast.Set() | ast.ListComp() | ast.DictComp() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in making
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in COPYING
    return False

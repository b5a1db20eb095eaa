"""Lists, sets and dictionaries that a Program copies where Python has one thing under several names.

What is known of a list before play is a value: it is made where it is kept, each time anew. That is what Python does
with one that has just been made, and not with one that has a name. Where such copies are kept, others of their type
may not be changed but under the name that they were made under.
"""

from __future__ import annotations

import ast
import functools
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from referee.meaning.looking import LISTED
from referee.meaning.program import Expr
from referee.meaning.texts import changed_by, changed_in
from referee.meaning.types import NEVER, Map, Seq, Type, within
from referee.meaning.values import Entries, Made, Value

MAKING = frozenset(["seq", "map", "set", "record", "some", "inject"])
KEEPING = frozenset(["append", "insert", "put", "add to set", "map.set", "setdefault", "set field", "become"])
MADE_HERE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.BinOp)
MAKERS = ("list", "dict", "set", "sorted", "Counter", "deque", "defaultdict")
OWN = ("list_", "map_")
"""How the names of lists and dictionaries begin that a function has made itself."""


def is_made_here(node: ast.expr) -> bool:
    """Whether an expression gives what has no other name."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in MAKERS
    return isinstance(node, MADE_HERE)


def is_shared(thing: object) -> bool:
    """Whether something that is known before play can be changed: then all matches would share the change."""
    return isinstance(thing, (list, dict, set, deque))


def gives_what_is_shared(factory: Any) -> bool:
    """Whether what a function of Python without arguments gives is, or holds, what it gives the next time, too."""
    try:
        one, other = factory(), factory()
    except Exception:
        return False  # so it does whenever it is called
    first = {id(each) for each in changeable(one)}
    return any(id(each) in first for each in changeable(other))


def changeable(thing: Any) -> Iterator[Any]:
    """The lists, sets and dictionaries that something is or holds."""
    if is_shared(thing):
        yield thing
    fields = getattr(thing, "__dataclass_fields__", {}) if not isinstance(thing, type) else {}
    inner: Iterable[Any] = [getattr(thing, each, None) for each in fields]
    if isinstance(thing, (tuple, list, set, frozenset, deque)):
        inner = thing
    elif isinstance(thing, dict):
        inner = thing.values()
    for each in inner:
        yield from changeable(each)


@functools.lru_cache(None)
def own_names(node: ast.AST) -> frozenset[str]:
    """The names of a function that only ever stand for what was made there."""
    made: set[int] = set()
    for each in ast.walk(node):
        if isinstance(each, ast.AugAssign):
            made.add(id(each.target))
        if not isinstance(each, (ast.Assign, ast.AnnAssign)) or each.value is None:
            continue
        targets = each.targets if isinstance(each, ast.Assign) else [each.target]
        for target in targets if len(targets) == 1 else ():  # of two names it is one thing
            both = isinstance(target, ast.Tuple) and isinstance(each.value, ast.Tuple)
            pairs = zip(target.elts, each.value.elts, strict=False) if both else [(target, each.value)]  # type: ignore[attr-defined]
            made |= {id(name) for name, value in pairs if is_made_here(value)}
    stored = [each for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    otherwise = {each.id for each in stored if id(each) not in made}
    otherwise |= {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    return frozenset([each.id for each in stored]) - otherwise


def held_by(value: Value) -> list[Value]:
    """The values that a list, a tuple, a thing or a dictionary holds of which that much is known."""
    if isinstance(value, Entries):
        return [each.value for each in value.entries]
    return list(value.values) if isinstance(value, Made) else []


class Copies:
    """What has just been made, and the types of what was copied."""

    def __init__(self) -> None:
        self.new: dict[int, Value] = {}
        """The values that have no name yet, by their ids."""
        self.made: dict[int, Expr] = {}
        """The expressions that make such a value, by their ids."""
        self.types: set[Type] = set()
        self.grown = False

    def note(self, value: Value, node: ast.expr) -> None:
        if is_made_here(node):
            self.made_anew(value)

    def made_anew(self, value: Value) -> None:
        """It has just been made, and has no name."""
        self.new[id(value)] = value

    def all_made_anew(self, value: Value) -> None:
        """So has all that it holds."""
        self.made_anew(value)
        for each in held_by(value):
            self.all_made_anew(each)

    def named(self, value: Value) -> None:
        self.new.pop(id(value), None)
        for each in held_by(value):
            self.named(each)

    def moved(self, value: Value, after: Value) -> None:
        if id(value) in self.new:
            self.new[id(after)] = after

    def fitted(self, value: Value, expr: Expr) -> None:
        if id(value) in self.new:
            self.made[id(expr)] = expr

    def of_shared(self, value: Value, kind: Type) -> None:
        """Note that what all matches share is copied, as it is one of several things from here on."""
        if id(value) not in self.new:
            self.copied(kind)

    def copied(self, kind: Type) -> None:
        """Note that things of a type are copied where Python has one of them, and what can be changed in them."""
        changing = {each for each in within(kind) if _changes(each)}
        self.grown |= not changing <= self.types
        self.types |= changing

    def look(self, expr: Expr) -> None:
        """Note what is copied where an expression keeps it."""
        for each in expr.args:
            if each.op not in MAKING:
                continue
            keeps = expr.op in KEEPING or expr.op in MAKING
            if keeps and each.op != "record" and _changes(each.type) and id(each) not in self.made:
                self.grown |= each.type not in self.types
                self.types.add(each.type)
            self.look(each)

    def changed(self, expr: Expr, line: ast.AST, function: ast.AST) -> bool:
        """Whether an operation of a statement may change something of which there are copies."""
        if expr.op not in LISTED or expr.args[0].type not in self.types:
            return False
        if NEVER in within(expr.args[0].type):  # what it holds is not known yet
            return False
        names = changed_in(line) if isinstance(line, ast.stmt) else frozenset()
        if names and names <= own_names(function) and not _changes_parts(line):
            return False
        on: Any = expr.args[0]
        return not (on.op == "local" and on.about.startswith(OWN))


@functools.lru_cache(None)
def _changes_parts(line: ast.AST) -> bool:
    """Whether a statement changes a thing that has no name: ``l[0].append(…)``."""
    for each in ast.walk(line):
        on = changed_by(each) if isinstance(each, ast.Call) else None
        if isinstance(each, ast.Subscript) and not isinstance(each.ctx, ast.Load):
            on = each.value
        if on is not None and not isinstance(on, ast.Name):
            return True
    return False


def is_copied(own: Type, kind: Type) -> bool:
    """Whether to convert a list, a set or a dictionary makes another one: not where things of one type lie in both."""
    if not (_changes(own) and _changes(kind)):
        return False
    return not (isinstance(own, Seq) and isinstance(kind, Seq) and own.item == kind.item)


def _changes(kind: Type) -> bool:
    return isinstance(kind, Map) or (isinstance(kind, Seq) and kind.kind != "tuple")

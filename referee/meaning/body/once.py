"""What is gone through once: it is gone through where it is made, or under one name in the next statement.

A Program has all of its things, and Python those that are left, as they are when they are asked for. Where the two
might differ, a list is asked for.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import builtins
import functools
import itertools
import math
from collections import Counter, OrderedDict, deque
from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import Any

from referee.kernel.scalars import ValueOfEach
from referee.meaning import library
from referee.meaning.body.reader import Reader
from referee.meaning.program import Let
from referee.meaning.texts import ITERATORS, KERNEL, loads, parents, times_read
from referee.meaning.types import Map, Seq, Thing
from referee.meaning.values import (
    ANYTHING,
    DOING,
    LISTS,
    NEVER_CHANGES,
    NOTHING,
    Code,
    Entries,
    Indexed,
    Known,
    Made,
    Once,
    Run,
    Value,
    holds_once,
    tuple_of,
)

GOES: frozenset[Any] = frozenset(
    [
        *[sum, any, all, sorted, list, tuple, set, frozenset, dict, min, max, next, dict.fromkeys],
        *[Counter, OrderedDict, deque, functools.reduce, math.prod, *(ITERATORS - {reversed})],
    ]
)
"""The functions of Python that go through what they are given."""
ALL = GOES - ITERATORS - {any, all, next, min, max, functools.reduce}
"""Those of them that go through all of it, and do nothing meanwhile."""
METHODS_GOING = frozenset(
    [
        *["extend", "update", "join", "union", "intersection", "difference", "symmetric_difference", "issubset"],
        *["issuperset", "isdisjoint", "intersection_update", "difference_update"],
    ]
)
"""The methods that do."""
STILL = frozenset([name for name in vars(builtins) if name not in ("next", "setattr", "delattr", "exec", "eval")])
"""The functions that change nothing."""


class Iterators(Reader):
    """What is gone through once."""

    @property
    def is_trusted(self) -> bool:
        file = self.scopes[-1].file
        return file.startswith((library.HOME, KERNEL))

    def iterator(self, value: Value, live: int = ANYTHING, ahead: bool = True) -> Value:
        """What a function gives, to be gone through once."""
        return value if self.is_trusted or isinstance(value, Once) else Once(value, live, ahead)

    def not_kept(self, node: Any, *values: Value) -> None:
        """Refuse to keep what is gone through once."""
        if any(map(holds_once, values)):
            raise self.refuse(node, "keeping what is gone through once", "list(…) of it")

    def taken(self, what: Any, args: list[Value], node: Any) -> list[Value]:
        """The arguments of a function of Python, or of a method by its name, which goes through them."""
        if what not in (isinstance, type, len):
            args = [each if (of := self.of_keys(each)) is each else self.plainly(of, node) for each in args]
        if not any(isinstance(each, Once) for each in args):
            return args
        kernel = (getattr(what, "__module__", "") or "").startswith("referee.")
        if not (kernel or what in METHODS_GOING or (isinstance(what, Hashable) and what in GOES)):
            name = getattr(what, "__name__", what)
            raise self.refuse(node, f"giving '{name}' what is gone through once", "list(…) of it")
        if what not in METHODS_GOING and what not in ALL:
            for each in args:
                self.does_nothing(each, node)
        return [self.all_of(each, node) for each in args]

    def each_once(self, what: Any, args: list[Value], node: Any) -> list[Value]:
        """The arguments of what goes through them."""
        goes = isinstance(what, Hashable) and (what in GOES or what in METHODS_GOING)
        return [self.once_of(each, node) for each in args] if goes else args

    def once_of(self, value: Value, node: Any) -> Value:
        """What is gone through of a thing of the rules, as Python finds it: one after the other."""
        return value if self.is_trusted or isinstance(value, Once) else self.own_things(value, node) or value

    def plainly(self, value: Value, node: Any) -> Value:
        """The things that something is gone through for, as a tuple."""
        things = self.iterable(value, node)
        return tuple_of(things) if isinstance(things, list) else self.as_seq(things, node=node)

    def operated_between(
        self, key: Any, operation: Any, args: list[Value], words: Any, given: list[Value], node: Any
    ) -> tuple[Any, bool]:
        """What an operation gives, and whether it changed something. What it calls may not change what it goes through,
        where it does not go through all of that before."""
        gone = () if key in ALL else given
        found, does = self.meanwhile(lambda: self.operated_ahead(key, operation, args, words, node), gone, node)
        if isinstance(found, Indexed):
            item = found.item
            before = any(map(self.is_found_before, gone))
            found = replace(found, item=lambda at: self.meanwhile(lambda: item(at), gone, node), before=before)
        return found, does

    def result_of(self, function: Any, found: Value, args: Iterable[Value], does: bool) -> Value:
        """What a function of Python gives, which may be an iterator. ``does``: to find its things changed something."""
        if self.is_iterator(function):
            own = DOING if does else ANYTHING if function in LOOKING else NEVER_CHANGES
            live = max([own, *map(self.changes, args)])
            ahead = function not in ALONG or any(isinstance(each, Once) and each.ahead for each in args)
            if function is itertools.groupby and not self.is_trusted:
                return Once(found, live, ahead, groups=True)
            return self.iterator(found, live, ahead)
        return found

    def all_of(self, value: Value, node: Any) -> Value:
        """What is gone through here, all of it. Groups are gone through one by one alone."""
        if not isinstance(value, Once):
            return value
        if value.groups:
            raise self.refuse(node, "keeping groups of 'groupby'", "[(key, list(group)) for key, group in groupby(…)]")
        return value.of

    def looped(self, value: Value, node: Any) -> list[Value] | Indexed:
        """The things that a loop or a comprehension goes through."""
        value = self.once_of(value, node)
        self.does_nothing(value, node)
        if not (isinstance(value, Once) and value.groups):
            if not isinstance(value, Once):
                return self.iterable(value, node)
            found, does = self.ahead(lambda: self.iterable(value, node))
            if does:
                self.step_by_step(node)
            return found
        things = self.iterable(value.of, node)

        def group(pair: Value) -> Value:
            key, members = self.key_and_group(pair)
            return Made(tuple, (0, 1), (key, Once(members, NEVER_CHANGES, ahead=True)))

        if isinstance(things, list):
            return list(map(group, things))
        return Indexed(things.length, lambda at: group(things.item(at)))

    def key_and_group(self, pair: Value) -> list[Value]:
        """The two parts of a pair."""
        found = self.iterable(pair, None)
        assert isinstance(found, list)
        return found

    @staticmethod
    def is_iterator(function: Any) -> bool:
        """Whether a function of Python gives what is gone through once."""
        return isinstance(function, Hashable) and function in ITERATORS

    def changes(self, value: Value) -> int:
        """What may change the things in it."""
        return value.live if isinstance(value, Once) else LISTS if self.is_live(value) else NEVER_CHANGES

    def is_live(self, value: Value) -> bool:
        """Whether things may be put into it, or taken out."""
        value = self.of_keys(value)
        if isinstance(value, Known):
            return isinstance(value.thing, ValueOfEach)
        if isinstance(value, Indexed):
            return not value.again
        kind = value.expr.type if isinstance(value, Run) else None
        changing = isinstance(kind, (Map, Thing)) or (isinstance(kind, Seq) and kind.kind != "tuple")
        return (changing and not self.is_new(value)) or isinstance(value, Entries)

    def is_new(self, value: Any) -> bool:
        """Whether a list was made here and has no name."""
        made = any(
            isinstance(each, Let)
            and each.name == value.expr.about
            and each.value.op in ("new", "sorted", "slice", "as")
            for each in self.block
        )
        names = [each.expr.about for each in self.env.values() if isinstance(each, Run)]
        return made and value.expr.about not in names

    def named_once(self, target: ast.Name, value: Once) -> None:
        """A name for what is gone through once. It is read once, where nothing has changed yet."""
        code, name = self.code.node, target.id
        above = parents(code)
        owner = above[id(target)]
        while isinstance(owner, (ast.Tuple, ast.List)):
            owner = above[id(owner)]
        if isinstance(owner, (ast.For, ast.comprehension)):
            if not self.read_within(owner, name):
                raise self.refuse(target, f"'{name}', which is gone through once, used otherwise", "list(…) of it")
        elif isinstance(owner, (ast.Assign, ast.AnnAssign)) and owner.value is not None:
            if times_read(code, name) > 1:
                instead = f"tuple({ast.unparse(owner.value)})"
                raise self.refuse(target, f"'{name}', which is gone through once, used twice", instead)
            alone = target in (owner.targets if isinstance(owner, ast.Assign) else [owner.target])
            if not alone or (isinstance(owner, ast.Assign) and len(owner.targets) > 1):
                self.not_kept(target, value)
            since: Any = (owner.end_lineno, owner.end_col_offset)
            about = self.lists_in(owner.value, value)
            called = owner.value.func if isinstance(owner.value, ast.Call) else None
            closure = isinstance(called, ast.Name) and called.id in self.env  # it sees what is set until then
            reads = loads([code], name) if value.live or closure else []
            if not all(_follows(above, owner, read) and is_first(code, read, since, about) for read in reads):
                self.not_kept(target, value)
        else:
            self.not_kept(target, value)
        listed = self.env[name] = self.once_listed(value, target)
        if listed.live == DOING and not loads([code], name):
            self.not_kept(target, value)

    def lists_in(self, node: ast.expr, value: Once) -> set[str] | None:
        """The names of the lists in an expression that change what is gone through; None: anything may."""
        every = list(ast.walk(node))
        functions = [each.func for each in every if isinstance(each, ast.Call)]
        names = {each.id for each in every if isinstance(each, ast.Name)}
        held = [self.env.get(name) for name in names]
        if value.live >= ANYTHING or any(map(holds_once, [each for each in held if each is not None])):
            return None
        if any(isinstance(each, ast.Attribute) and each not in functions for each in every):
            return None
        return {name for name in names if self.is_live(self.env.get(name, NOTHING))}

    def read_within(self, owner: ast.For | ast.comprehension, name: str) -> bool:
        """Whether what a loop calls so is read once in each of its rounds, and nowhere else."""
        code = self.code.node
        own: list[list[ast.AST]] = []
        for each in ast.walk(code):
            for part in [each] if isinstance(each, ast.For) else getattr(each, "generators", []):
                if loads_or_sets(part.target, name):
                    own.append([*part.body] if isinstance(part, ast.For) else behind(each, part))
                    if part is owner and sum([times_read(one, name) for one in own[-1]]) > 1:
                        return False
        return len(loads([code], name)) == len({id(read) for parts in own for read in loads(parts, name)})

    def given(self, code: Code, name: str, value: Once, node: Any) -> None:
        """An argument that is gone through once: the function does so before it changes anything."""
        text = code.node
        body = [text.body] if isinstance(text, ast.Lambda) else [each for each in text.body if not is_text(each)]
        first: Any = body[0]
        again = isinstance(first, ast.Assign) and [ast.unparse(each) for each in first.targets] == [name]
        reads = loads([first] if again else [text], name)
        doing = ""
        if times_read(first if again else text, name) > 1:
            doing = f"goes through {name} more than once"
        elif value.live and not all(is_first(text, each, (first.lineno, first.col_offset)) for each in reads):
            doing = "does other things first"
        if doing:
            what = f"giving what is gone through once to {code.__name__}, which {doing},"
            raise self.refuse(node, what, "tuple(…) of it")

    def loop_is_still(self, node: ast.For, value: Once) -> bool:
        """Whether a loop changes nothing that Python looks at when its next thing is looked for."""
        if not value.ahead or value.live == NEVER_CHANGES:
            return True
        about = self.lists_in(node.iter, value)
        inside = [each for statement in node.body for each in ast.walk(statement)]
        names = {each.id for each in inside if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        functions = [each for each in ast.walk(self.code.node) if isinstance(each, (*FUNCTIONS, ast.GeneratorExp))]
        here = [each for each in functions if each is not self.code.node and each not in inside]
        local = self.own_names - {each.id for each in ast.walk(node.iter) if isinstance(each, ast.Name)}
        local = frozenset() if isinstance(node.iter, ast.Name) and node.iter.id in self.own_names else local
        told = [each for each in inside if self.yielded is None or not isinstance(each, (ast.Yield, ast.YieldFrom))]
        if about is not None:
            return not any(loads([each], name) for each in told if not is_still(each) for name in about)
        return all(is_still(each, local) for each in told) and not any(loads(here, name) for name in names)


FUNCTIONS = (ast.FunctionDef, ast.Lambda)
LOOKING = frozenset(
    [
        *[map, filter, itertools.starmap, itertools.takewhile, itertools.dropwhile, itertools.filterfalse],
        *[itertools.accumulate, itertools.groupby],
    ]
)
"""The iterators that call a function for their things."""
ALONG = frozenset([enumerate, zip, reversed, iter])
"""Those whose things a Program looks for when they are asked for, too."""


def loads_or_sets(target: ast.AST, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(target))


def behind(whole: Any, part: ast.comprehension) -> list[ast.AST]:
    """What of a comprehension is carried out once for each thing of one of its parts."""
    later = whole.generators[whole.generators.index(part) + 1 :]
    if later:
        return [*part.ifs, later[0].iter]
    return [*part.ifs, *([whole.key, whole.value] if isinstance(whole, ast.DictComp) else [whole.elt])]


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_still(node: ast.AST, local: frozenset[str] = frozenset()) -> bool:
    """Whether a part of a text, without what is in it, changes nothing but names, and lists of local names."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("append", "add"):
        return isinstance(node.func.value, ast.Name) and node.func.value.id in local
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in STILL
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return isinstance(node.ctx, ast.Load)
    return not isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await))


def is_first(code: ast.AST, read: ast.Name, since: tuple[int, int], about: set[str] | None = None) -> bool:
    """Whether nothing is changed before a name is read, from a place on, and it is not kept in a function. ``about``:
    only what uses these names can change what matters."""
    above = parents(code)
    around: list[ast.AST] = []
    at: ast.AST = read
    while at is not code:
        at = above[id(at)]
        around.append(at)
    if any(isinstance(each, FUNCTIONS) for each in around[:-1]):
        return False
    call = next((each for each in around if isinstance(each, (ast.Call, ast.stmt))), read)

    def place(node: Any) -> tuple[int, int]:
        return node.lineno, node.col_offset

    inner = [each for each in ast.walk(code) if isinstance(each, FUNCTIONS) and each is not code]
    if about is not None and any(loads(inner, name) for name in about):
        about = None
    for each in ast.walk(code):
        if not hasattr(each, "lineno") or each in around or is_still(each):
            continue
        if about is not None and not any(loads([each], name) for name in about):
            continue
        before = since <= place(each) < place(read)
        if before or (isinstance(call, ast.Call) and any(each is part for part in ast.walk(call))):
            return False
    return True


def _follows(above: dict[int, ast.AST], statement: ast.stmt, read: ast.Name) -> bool:
    """Whether a name is read in the statement after that one, where that begins."""
    at: ast.AST = read
    while not isinstance(at, ast.stmt):
        at = above[id(at)]
    for _, part in ast.iter_fields(above[id(statement)]):
        if isinstance(part, list) and statement in part:
            return at in part[part.index(statement) + 1 :][:1]
    return False

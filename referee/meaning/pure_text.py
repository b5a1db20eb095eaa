"""Whether the text of a function tells that it gives the same whenever it is called, and changes nothing."""

from __future__ import annotations

import ast
import functools
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from referee.kernel.places import Place
from referee.kernel.scalars import ValueOfEach
from referee.kernel.table import Table
from referee.meaning.authors import is_author, is_kernel, kernel_names
from referee.meaning.changing import CHANGES, METHODS, arguments_of
from referee.meaning.texts import COMPREHENSIONS, code_of

if TYPE_CHECKING:
    from referee.meaning.purity import Purity

ALWAYS_NEW = (list, dict, set, sorted, tuple, frozenset, int, str, bool, len, sum, abs, range, Counter, OrderedDict)
"""The functions that give what has no other name; the things in it may have."""
ALIKE = (all, any, bool, frozenset, len, set, sum)
WITHOUT_KEY = (max, min, sorted)
"""The functions that give the same of a set whatever its order: some of them where they have no key."""
OF_SETS = {each for each in dir(frozenset) if not each.startswith("__")} | {"add", "discard", "remove", "update"}
"""The methods of sets that mean the same in every order."""
MAKING = ("__init__", "__post_init__", "__new__")
"""The methods that may set attributes of what they are called on: it is new."""


class Text:
    """The text of one function, looked at for what it may do."""

    def __init__(self, purity: Purity, function: FunctionType, node: ast.FunctionDef | ast.Lambda) -> None:
        self.purity, self.function, self.node = purity, function, node
        self.body = node.body if isinstance(node.body, list) else [node.body]
        self.scope = code_of(function).scope
        inner = [each for part in self.body for each in ast.walk(part)]
        self.nodes = inner
        functions = [node, *[each for each in inner if isinstance(each, (ast.FunctionDef, ast.Lambda))]]
        self.given = {each.arg for one in functions for each in arguments_of(one)}
        """The names of arguments, of this function and of those in it."""
        self.own = self.given | {each.id for each in inner if isinstance(each, ast.Name) and _is_set(each)}
        self.own |= {each.name for each in inner if isinstance(each, ast.FunctionDef)}
        self.own |= {str(each.name) for each in inner if isinstance(each, ast.ExceptHandler)}
        captured = (ast.MatchAs, ast.MatchStar)
        self.own |= {str(each.name) for each in inner if isinstance(each, captured)}
        self.first = node.args.args[0].arg if function.__name__ in MAKING and node.args.args else ""
        self.quiet: set[int] = set()

    def why_not(self) -> str:
        allowed = (ast.stmt, ast.expr, ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop, ast.keyword)
        parts = (ast.arguments, ast.arg, ast.comprehension, ast.pattern, ast.match_case, ast.ExceptHandler)
        for each in self.nodes:
            if isinstance(each, ast.FunctionDef):
                self.quiet |= {id(part) for one in arguments_of(each) for part in ast.walk(one)}
                if each.returns is not None:
                    self.quiet |= {id(part) for part in ast.walk(each.returns)}
            elif isinstance(each, ast.AnnAssign):
                self.quiet |= {id(part) for part in ast.walk(each.annotation)}
            elif isinstance(each, ast.Call) and self.is_wrapping(each.func):  # what is wrapped is not called yet
                self.quiet |= set(map(id, each.args))
        fresh = self.fresh()
        if found := self.order_of_a_set():
            return found
        for each in self.nodes:
            if id(each) in self.quiet:
                continue
            if not isinstance(each, (*allowed, *parts)) or isinstance(each, _REFUSED):
                return f"'{type(each).__name__.lower()}'"
            if found := self.of_node(each, fresh):
                return found
        return ""

    def order_of_a_set(self) -> str:
        """A set that is used as if it had an order: each process has another one."""
        alike = [part for each in self.nodes for part in self.without_order(each)]
        for each in self.nodes:
            if self.is_of_set(each) and not any(each is part for part in alike):
                return f"the order of '{ast.unparse(each)}'"
        return ""

    def is_of_set(self, node: ast.AST) -> bool:
        if isinstance(node, (ast.Name, ast.Attribute)):
            return isinstance(self.thing(node), (set, frozenset))
        if isinstance(node, ast.BinOp):
            return self.is_of_set(node.left) and self.is_of_set(node.right)
        makes = isinstance(node, ast.Call) and any(self.thing(node.func) is each for each in (set, frozenset))
        return makes or isinstance(node, (ast.Set, ast.SetComp))

    def without_order(self, node: ast.AST) -> list[ast.expr]:
        """The parts of an expression whose order makes no difference to it."""
        match node:
            case ast.Compare(left=left, comparators=others):
                return [left, *others]
            case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor() | ast.Sub(), right=right):
                return [left, right] if self.is_of_set(left) and self.is_of_set(right) else []
            case ast.Call(func=ast.Name() as called, args=args, keywords=words):
                return args if alike_in_every_order(self.thing(called), [each.arg for each in words]) else []
            case ast.Attribute(value=value, attr=name) if name in OF_SETS:
                return [value]
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                return [test]
        return []

    def fresh(self) -> set[str]:
        """The names that are only ever given to what has no other name."""
        found = {each.id for each in self.nodes if isinstance(each, ast.Name) and _is_set(each)} - self.given
        for each in self.nodes:
            plain: list[ast.expr] = []
            annotated = isinstance(each, ast.AnnAssign) and each.value is not None and self.is_new(each.value)
            if isinstance(each, ast.Assign) and len(each.targets) == 1 and self.is_new(each.value):
                plain = each.targets
            elif annotated or isinstance(each, ast.AugAssign):
                plain = [each.target]  # type: ignore[attr-defined]
            if plain and isinstance(plain[0], ast.Name):
                self.quiet.add(id(plain[0]))
        set_otherwise = {
            each.id
            for each in self.nodes
            if isinstance(each, ast.Name) and _is_set(each) and id(each) not in self.quiet
        }
        return found - set_otherwise

    def is_new(self, value: ast.expr) -> bool:
        new = (ast.Constant, ast.List, ast.Dict, ast.Set, ast.Tuple, ast.BinOp, ast.UnaryOp, ast.Compare, ast.JoinedStr)
        if isinstance(value, (*new, *COMPREHENSIONS)) and not isinstance(value, ast.GeneratorExp):
            return True
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id not in self.own:
            return any(self.thing(value.func) is each for each in (*ALWAYS_NEW, defaultdict, deque))
        return False

    def is_wrapping(self, node: ast.expr) -> bool:
        """Whether calling that puts a cache around a function."""
        if isinstance(node, ast.Call):
            return self.thing(node.func) in (functools.lru_cache, functools.cache)
        return self.thing(node) is functools.cache

    def thing(self, node: ast.expr) -> Any:
        """What a name outside, or an attribute of a module, stands for; ``Text`` itself: that is not known."""
        if isinstance(node, ast.Name) and node.id not in self.own:
            try:
                return self.scope.find(node.id)
            except KeyError:
                return Text
        if isinstance(node, ast.Attribute):
            of = self.thing(node.value)
            if isinstance(of, ModuleType) or (isinstance(of, type) and of is not Text):
                return getattr(of, node.attr, Text)
        return Text

    def of_node(self, each: ast.AST, fresh: set[str]) -> str:
        if isinstance(each, ast.Name):
            return "" if each.id in self.own else self.of_name(each)
        if isinstance(each, (ast.Attribute, ast.Subscript)) and not isinstance(each.ctx, ast.Load):
            base = each.value.id if isinstance(each.value, ast.Name) else ""
            making = isinstance(each, ast.Attribute) and base == self.first != ""
            new = isinstance(each, ast.Subscript) and base in fresh
            return "" if making or new else f"setting '{ast.unparse(each)}'"
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name) and each.target.id not in fresh:
            return f"changing '{each.target.id}', which may have other names,"
        if isinstance(each, ast.Attribute):
            return self.of_attribute(each, fresh)
        if isinstance(each, ast.Call):
            return self.of_call(each)
        return ""

    def of_name(self, node: ast.Name) -> str:
        thing = self.thing(node)
        if thing is Text:
            return f"'{node.id}', which is not set,"
        if found := self.purity.unsteady_name(self.scope, node.id, thing):
            return f"'{node.id}', {found},"
        return self.of_thing(thing, node)

    def of_thing(self, thing: Any, node: ast.expr) -> str:
        if found := self.purity.unsteady(thing):
            return f"'{ast.unparse(node)}', {found},"
        if isinstance(thing, (Table, Place, ValueOfEach)):
            return f"'{ast.unparse(node)}', which is of a table,"
        if isinstance(thing, ModuleType) or (isinstance(thing, type) and not is_author(thing)):
            return ""
        return self.purity.why_not(thing) if callable(thing) else self.purity.operators_of(type(thing))

    def of_attribute(self, node: ast.Attribute, fresh: set[str]) -> str:
        base = self.thing(node.value)
        if base is not Text:
            thing = self.thing(node)
            if thing is not Text:
                found = self.purity.unsteady_attribute(base, node.attr, thing)
                return f"'{ast.unparse(node)}', {found}," if found else self.of_thing(thing, node)
        if node.attr in CHANGES:
            name = node.value.id if isinstance(node.value, ast.Name) else ""
            made = node.attr == "__setattr__" and base is object and self.first != ""
            return "" if name in fresh or made else f"'{ast.unparse(node)}'"
        return self.of_named(node.attr)

    def of_named(self, name: str) -> str:
        """Why what authors' classes have under a name may not be carried out."""
        for each in self.purity.named.get(name, ()):
            inner = each.fget if isinstance(each, property) else getattr(each, "func", getattr(each, "__func__", each))
            if isinstance(inner, FunctionType):
                if found := self.purity.why_not(inner):
                    return found
            elif hasattr(type(each), "__get__") and is_author(type(each)):
                return f"'{name}', a descriptor,"
        return ""

    def of_call(self, node: ast.Call) -> str:
        called = node.func
        thing = self.thing(called)
        if thing is not Text:
            next_of = thing is next and node.args and isinstance(node.args[0], (ast.GeneratorExp, ast.Call))
            return "" if next_of else self.purity.why_not(thing)
        if isinstance(called, ast.Attribute):
            name = called.attr
            if name in self.purity.named or name in METHODS or name in CHANGES or name in kernel_names():
                return ""
            return f"'.{name}(…)'"
        if isinstance(called, (ast.Name, ast.Call)):
            return ""  # an argument, which is looked at where it is given, or a function that is made here
        return f"calling '{ast.unparse(called)}'"


_REFUSED: tuple[type[ast.AST], ...] = (
    *(ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.With, ast.ClassDef, ast.AsyncFunctionDef, ast.AsyncFor),
    *(ast.AsyncWith, ast.Await),
)


def alike_in_every_order(function: Any, words: Iterable[str | None]) -> bool:
    """Whether a function gives the same of sets in every order of theirs, if it is called with some words."""
    own = getattr(function, "__self__", None)
    if isinstance(own, (set, frozenset)):
        return function.__name__ in OF_SETS
    plain = any(function is each for each in WITHOUT_KEY) and all(each == "reverse" for each in words)
    return plain or any(function is each for each in ALIKE) or is_kernel(function) or is_kernel(type(own))


def holds_set(thing: Any) -> bool:
    """Whether it is a set, or a tuple, a list or a dictionary with one."""
    if isinstance(thing, dict):
        return any(map(holds_set, thing.values())) or any(map(holds_set, thing))
    if isinstance(thing, (tuple, list)):
        return any(map(holds_set, thing))
    return isinstance(thing, (set, frozenset))


def _is_set(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Load)

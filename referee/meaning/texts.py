"""The texts of functions: their syntax trees, and what the names in them stand for."""

from __future__ import annotations

import ast
import builtins
import functools
import heapq
import inspect
import itertools
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.giving import generators_in, gives_things
from referee.kernel.source_loading import text_of
from referee.meaning.nonlocals import shared_as_attributes
from referee.meaning.values import Code


class NoMeaning(BadInput):
    """Text that has no meaning yet: one line names the file, the place, what it is and what to write in its place."""


KINDS_IN_PLAY = "a set of kinds that are known in play only"
KINDS_TOGETHER = "kinds that are put together: of_suit(…), where(ranks=…), |, & and -"
"""What is written in its place."""


@functools.lru_cache(None)
def module_tree(path: str, text: bytes) -> ast.Module:
    tree = ast.parse(text, path)
    private_as_in_python(tree)
    return shared_as_attributes(tree)


def private_as_in_python(tree: ast.AST, within: str = "") -> None:
    """Attributes that begin with ``__`` have the name that Python gives them within a class."""
    for each in ast.iter_child_nodes(tree):
        if isinstance(each, ast.Attribute) and each.attr.startswith("__") and not each.attr.endswith("__") and within:
            each.attr = f"_{within}{each.attr}"
        private_as_in_python(each, each.name.lstrip("_") if isinstance(each, ast.ClassDef) else within)


@functools.lru_cache(None)
def _functions(path: str, text: bytes) -> dict[tuple[str, int, int], ast.FunctionDef | ast.Lambda]:
    found: dict[tuple[str, int, int], ast.FunctionDef | ast.Lambda] = {}
    for node in ast.walk(module_tree(path, text)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *[each.lineno for each in node.decorator_list]])
            found[node.name, first, 0] = node
        elif isinstance(node, ast.Lambda):
            found[LAMBDA, node.lineno, node.body.col_offset] = node
    return found


LAMBDA = "<lambda>"


def _node_of(function: FunctionType) -> ast.FunctionDef | ast.Lambda:
    """The tree of a function. KeyError, OSError, SyntaxError: it has no text."""
    code = function.__code__
    functions = _functions(code.co_filename, text_of(function))
    return _lambda_of(code, functions) if code.co_name == LAMBDA else functions[code.co_name, code.co_firstlineno, 0]


def _lambda_of(
    code: CodeType, functions: Mapping[tuple[str, int, int], ast.FunctionDef | ast.Lambda]
) -> ast.FunctionDef | ast.Lambda:
    """The lambda whose text a code is of: the smallest one in which all of it lies. KeyError: none."""
    places = [each for each in code.co_positions() if None not in each]
    last = max([(each[1], each[3]) for each in places])
    first = min([(each[0], each[2]) for each in places if each[2] or each[0] != code.co_firstlineno])
    found = [
        node
        for key, node in functions.items()
        if isinstance(node, ast.Lambda)
        and node.lineno == code.co_firstlineno
        and (node.body.lineno, node.body.col_offset) <= first
        and last <= (node.body.end_lineno, node.body.end_col_offset)
    ]
    if not found:
        raise KeyError(LAMBDA)
    return max(found, key=lambda node: node.body.col_offset)


class Scope:
    """What a name stands for that a function does not set itself: its closure, its module, what Python has."""

    def __init__(self, function: FunctionType | None, outer: Callable[[str], Any] | None = None) -> None:
        self.function = function
        self.outer = outer
        self.file = "" if function is None else function.__code__.co_filename
        self.cells: dict[str, Any] = {}
        if function is not None and function.__closure__:
            names = function.__code__.co_freevars
            for name, cell in zip(names, function.__closure__, strict=True):
                try:
                    self.cells[name] = cell.cell_contents
                except ValueError:
                    continue

    def find(self, name: str) -> Any:
        """KeyError: there is no such name."""
        if name in self.cells:
            return self.cells[name]
        if self.function is not None and name in self.function.__globals__:
            return self.function.__globals__[name]
        return vars(builtins)[name]


_codes: dict[int, tuple[CodeType, Code]] = {}
READ_AS: dict[CodeType, ast.FunctionDef] = {}
"""The trees of functions whose code was made in play: a file has another text."""


HOME = str(Path(__file__).parent.parent)


def _is_of_referee(function: Any) -> bool:
    """Whether referee put a function around that of the rules, which means the same; an author's may mean more."""
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    return file.startswith(HOME) and not file.startswith(f"{HOME}/games")


def code_of(function: FunctionType) -> Code:
    """The text of a function. NoMeaning: it has none that can be read."""
    function = inspect.unwrap(function, stop=lambda each: not _is_of_referee(each))
    code = function.__code__
    known = _codes.get(id(code))
    if known is not None and known[0] is code and known[1].scope.function is function:
        return known[1]
    try:
        node = READ_AS.get(code) or _node_of(function)
    except (OSError, KeyError, SyntaxError):
        raise NoMeaning(
            f"{code.co_filename}:{code.co_firstlineno}: {code.co_name} has no text to read: write it as 'def'"
        ) from None
    made = Code(node, Scope(function), f"{code.co_filename}:{code.co_firstlineno}")
    _codes[id(code)] = code, made
    return made


@functools.lru_cache(None)
def _yields(node: ast.AST) -> tuple[ast.AST, ...]:
    """The yields of a function itself, not those of functions in it."""
    found: list[ast.AST] = []

    def look(at: ast.AST) -> None:
        for each in ast.iter_child_nodes(at):
            if isinstance(each, (ast.Yield, ast.YieldFrom)):
                found.append(each)
            if not isinstance(each, (ast.FunctionDef, ast.Lambda, ast.GeneratorExp)):
                look(each)

    look(node)
    return tuple(found)


KERNEL = str(Path(__file__).parent.with_name("kernel"))


def is_rule(code: Code) -> bool:
    """Whether calling it gives a rule, which is to be driven."""
    yields = _yields(code.node)
    return bool(yields) and not is_plain_generator(code)


def is_plain_generator(code: Code) -> bool:
    """Whether it gives one thing after the other and asks for nothing."""
    if code.scope.file.startswith(KERNEL) and not code.scope.file.endswith(("grids.py", "spaces.py")):
        return False
    yields = _yields(code.node)
    if any(isinstance(each, ast.Yield) for each in yields) or not yields:
        return bool(yields)
    return _gives_things(code.node, code.scope.function)


@functools.lru_cache(None)
def _gives_things(node: ast.AST, function: FunctionType) -> bool:
    return gives_things(node, generators_in(text_of(function)))


@functools.lru_cache(None)
def assigned_in(nodes: tuple[ast.AST, ...]) -> frozenset[str]:
    """The names that statements set."""
    found: set[str] = set()

    def look(at: ast.AST) -> None:
        if isinstance(at, ast.Name) and isinstance(at.ctx, ast.Store):
            found.add(at.id)
        if isinstance(at, (ast.FunctionDef,)):
            found.add(at.name)
            return
        if isinstance(at, ast.Lambda):
            return
        if isinstance(at, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            for each in ast.walk(at):
                if isinstance(each, ast.NamedExpr) and isinstance(each.target, ast.Name):
                    found.add(each.target.id)
            return
        for child in ast.iter_child_nodes(at):
            look(child)

    for node in nodes:
        look(node)
    return frozenset(found)


CHANGING = (
    *("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"),
    *("add", "discard", "update", "setdefault", "popitem"),
)
CHANGING_FIRST = ("heappush", "heappop", "heapify", "insort", "insort_right")
"""The functions that change the list that they are given."""


def changed_by(node: ast.Call) -> ast.expr | None:
    """What a call changes by its text."""
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if name in CHANGING_FIRST and node.args:
        return node.args[0]
    return node.func.value if isinstance(node.func, ast.Attribute) and name in CHANGING else None


@functools.lru_cache(None)
def changed_in(node: ast.AST) -> frozenset[str]:
    """The names of local lists and dictionaries that a function changes: by a method, an item, ``+=`` or ``del``.
    A list that is assigned item by item and a dictionary with known keys are told apart later."""
    found: set[str] = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Call):
            if isinstance(on := changed_by(each), ast.Name):
                found.add(on.id)
        elif isinstance(each, ast.Subscript) and isinstance(each.ctx, (ast.Store, ast.Del)):
            if isinstance(each.value, ast.Name):
                found.add(each.value.id)
        elif isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name):
            found.add(each.target.id)
    return frozenset(found)


@functools.lru_cache(None)
def free_names(node: ast.AST) -> frozenset[str]:
    """The names that a function reads."""
    return frozenset([each.id for each in ast.walk(node) if isinstance(each, ast.Name)])


ITERATORS = frozenset(
    [
        *[zip, map, filter, enumerate, reversed, iter, itertools.chain.from_iterable, heapq.merge],
        *filter(callable, vars(itertools).values()),
    ]
)
"""The functions of Python that give what is gone through once."""


@functools.lru_cache(None)
def parents(node: ast.AST) -> dict[int, ast.AST]:
    """By the id of each part of a text what it is a part of."""
    return {id(each): at for at in ast.walk(node) for each in ast.iter_child_nodes(at)}


def loads(nodes: Iterable[ast.AST], name: str) -> list[ast.Name]:
    """Where a name is read."""
    every = [each for node in nodes for each in ast.walk(node)]
    return [each for each in every if isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Load)]


def times_read(node: ast.AST, name: str) -> int:
    """How often a function may read a name: twice and more within a loop that does not set it."""

    def look(at: ast.AST, within: int) -> int:
        if isinstance(at, ast.Name):
            return within if at.id == name and isinstance(at.ctx, ast.Load) else 0
        if isinstance(at, (ast.For, ast.While, *COMPREHENSIONS)):
            sets = any(
                isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store)
                for each in ast.walk(at)
            )
            first: ast.AST | None = at.iter if isinstance(at, ast.For) else None
            first = at.generators[0].iter if isinstance(at, COMPREHENSIONS) else first
            inner = within if sets else 2
            return sum([look(each, within if each is first else inner) for each in parts(at)])
        return sum([look(each, within) for each in ast.iter_child_nodes(at)])

    def parts(at: ast.AST) -> list[ast.AST]:
        if not isinstance(at, COMPREHENSIONS):
            return list(ast.iter_child_nodes(at))
        one, *rest = at.generators
        value = [at.key, at.value] if isinstance(at, ast.DictComp) else [at.elt]
        return [one.iter, one.target, *one.ifs, *rest, *value]

    return look(node, 1)


COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@functools.lru_cache(None)
def functions_within(node: ast.AST) -> dict[int, dict[str, int]]:
    """The functions in the text of one, by their ids: the names that comprehensions around each of them set, and the
    id of what that comprehension goes through."""
    found: dict[int, dict[str, int]] = {}

    def look(at: ast.AST, names: dict[str, int]) -> None:
        for each in ast.iter_child_nodes(at):
            if isinstance(each, (ast.FunctionDef, ast.Lambda)):
                found[id(each)] = names
            if isinstance(each, COMPREHENSIONS):
                targets = [
                    name for one in each.generators for name in ast.walk(one.target) if isinstance(name, ast.Name)
                ]
                look(each, {**names, **{name.id: id(each.generators) for name in targets}})
            elif not isinstance(each, (ast.FunctionDef, ast.Lambda)):
                look(each, names)

    look(node, {})
    return found


def read_as(function: FunctionType, before: Code, body: list[ast.stmt]) -> None:
    """Read a function with another body from now on, in this process: its code was made of that. ``before`` is what
    it was read as; the tree stays, so that whoever knows the function by it finds it again."""
    assert isinstance(before.node, ast.FunctionDef)
    before.node.body = body
    READ_AS[function.__code__] = before.node
    for each in (_yields, _gives_things, assigned_in, changed_in, free_names, functions_within, parents):
        each.cache_clear()


def has_text(function: FunctionType) -> bool:
    """Whether somebody wrote a function, and nothing made it."""
    return not function.__code__.co_filename.startswith("<")

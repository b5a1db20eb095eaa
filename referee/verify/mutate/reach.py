"""Which statements of the rules are carried out: where a changed one is not, the mutant plays as the rules do.

Trials are deterministic, so what never comes to the change need not be tried again. This is how mutation testing is
usually made cheap (Offutt and Untch, *Mutation 2000: uniting the orthogonal*, 2001; "covered" mutants in PIT). Each
statement is marked by a call before it, so that the trials run nearly as fast as without.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Sequence
from types import CodeType
from typing import Any

from referee.kernel.game import Game
from referee.verify.mutate.mutants import Mutant, code_of, forget, functions_of, put_code, tree_of

MARK = "_carried_out_"
"""The name of the mark in the modules of rules."""
BLOCKS = ("body", "orelse", "finalbody")


class Statements:
    """The statements of all functions that may be changed, by number."""

    def __init__(self, game: type[Game[Any]]) -> None:
        self.game = game
        self._trees: dict[str, ast.FunctionDef] = {}
        self._first: dict[str, int] = {}
        number = 0
        self.functions = functions_of(game)
        for name, function in self.functions.items():
            self._trees[name], _ = tree_of(function)
            self._first[name] = number
            number += sum(1 for _ in _statements(self._trees[name].body))
        self.all = frozenset(range(number))

    def changed_by(self, mutant: Mutant) -> frozenset[int] | None:
        """The statements of which a mutant changes something; None: it changes a declaration, which all rest on."""
        before = self._trees.get(mutant.function)
        if before is None or not isinstance(mutant.tree, ast.FunctionDef):
            return None
        first = self._first[mutant.function]
        function = self.functions[mutant.function]
        if _bound(code_of(function, before)) != _bound(code_of(function, mutant.tree)):
            return frozenset([first])  # another name is local now, wherever it is read
        numbers = {id(each): first + at for at, each in enumerate(_statements(before.body))}
        return frozenset([numbers[id(each)] for each in _differing(before.body, mutant.tree.body)])

    def watch(self, told: Callable[[int], object]) -> None:
        """From now on ``told`` hears the number of each statement before it is carried out, in this process."""
        for name, function in self.functions.items():
            numbers = iter(range(self._first[name], 1 << 62))
            tree = _marked(self._trees[name], numbers)
            function.__globals__[MARK] = told
            put_code(self.game, function, code_of(function, tree))
        forget(self.game)


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement, those within functions inside left out: these count as one."""
    for each in body:
        yield each
        for block in _blocks(each):
            yield from _statements(block)


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return
    for field in BLOCKS:
        if block := getattr(statement, field, None):
            yield block
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def _marked(tree: ast.FunctionDef, numbers: Iterator[int]) -> ast.FunctionDef:
    made = copy.deepcopy(tree)
    _mark(made.body, numbers)
    return made


def _mark(body: list[ast.stmt], numbers: Iterator[int]) -> None:
    marked: list[ast.stmt] = []
    for each in body:
        mark = ast.Expr(ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(next(numbers))], []))
        for node in ast.walk(mark):
            ast.copy_location(node, each)
        for block in _blocks(each):
            _mark(block, numbers)
        marked += [mark, each]
    body[:] = marked


def _bound(code: CodeType) -> set[str]:
    return {*code.co_varnames, *code.co_cellvars}


def _differing(before: list[ast.stmt], after: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of ``before`` that are another text in ``after``, as deep within others as that can be said."""
    if len(after) == len(before) + 1 and ast.unparse(after[-1]) == "yield from ()":
        after = after[:-1]  # keeps a rule a rule, and does nothing
    old, new = [[ast.dump(each) for each in part] for part in (before, after)]
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    there, here = before[first : len(before) - last], after[first : len(after) - last]
    if len(there) == len(here) == 1 and _head(there[0]) == _head(here[0]):
        return [
            each
            for one, other in zip(_blocks(there[0]), _blocks(here[0]), strict=True)
            for each in _differing(one, other)
        ]
    return there or before[max(0, first - 1) : first + 1]


def _head(statement: ast.stmt) -> str | None:
    """A compound statement without what stands in its blocks; for another one nothing that is like anything."""
    blocks = list(_blocks(statement))
    if not blocks:
        return repr(id(statement))
    held = [list(block) for block in blocks]
    for block in blocks:
        block[:] = [ast.Pass()]
    try:
        return ast.dump(statement)
    finally:
        for block, each in zip(blocks, held, strict=True):
            block[:] = each

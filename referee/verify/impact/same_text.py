"""The text of two versions of a game that has to be the same, so that their Programs say all that differs.

A Program means what a deal and a step carry out: the bodies of rules, of effects, and of the functions that these
alone come to. All else decides how a game is made, seen and ended: zones, scalars, who sees them, what is declared of
effects and clauses, the deck, forfeits. Of that the same text has to stand in both versions. Functions are followed by
their names, so that one too many is compared rather than one too few.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from referee.kernel.game import Game, folders_of, rules_of
from referee.verify.mutate.declared import modules_of

OF_A_STEP = ("deal", "step")
"""The methods of a game that its Program means; the kernel calls the others elsewhere."""
LOOKING_UP = frozenset("getattr attrgetter methodcaller vars globals locals __dict__ eval exec".split())  # noqa: SIM905
"""Names of what may find any function by a word: then no function is free."""


def same_text(one: type[Game[Any]], other: type[Game[Any]]) -> bool:
    """Whether nothing but comments, docstrings and words of the rulebook may differ."""
    old, new = [_dumped(_trees(game)) for game in (one, other)]
    return _readings(one) == _readings(other) and old == new


def same_beside_rules(one: type[Game[Any]], other: type[Game[Any]]) -> bool:
    """Whether versions differ in nothing but in what a deal and a step carry out, and in the words of readings."""
    old, new = [_beside(game) for game in (one, other)]
    return _readings(one) == _readings(other) and old is not None and old == new


def _readings(game: type[Game[Any]]) -> dict[str, Any]:
    return {slug: (each.default, set(each.alternatives)) for slug, each in rules_of(game).readings.items()}


Texts = dict[tuple[int, str], ast.Module]
"""By folder and name of a file what stands in it."""


def _trees(game: type[Game[Any]]) -> Texts:
    folders = folders_of(game)
    files = [Path(module.__file__ or "") for module in modules_of(game)]
    return {(folders.index(file.parent), file.name): ast.parse(file.read_bytes()) for file in files}


def _dumped(trees: Texts) -> dict[tuple[int, str], str]:
    return {key: ast.dump(_WithoutDocstrings().visit(tree)) for key, tree in trees.items()}


def _beside(game: type[Game[Any]]) -> dict[tuple[int, str], str] | None:
    """What is compared of each file; None where rules come from elsewhere, or make classes while they run."""
    trees = _trees(game)
    every = [node for tree in trees.values() for node in ast.walk(tree)]
    if any(isinstance(node, ast.ImportFrom) and node.level > 1 for node in every):
        return None
    made = [each for node in every if isinstance(node, ast.FunctionDef) for each in ast.walk(node)]
    if any(isinstance(each, ast.ClassDef) for each in made):
        return None
    functions = [each for tree in trees.values() for each in _functions(tree)]
    named = _named_beside([*trees.values()], functions, _called_elsewhere(game))
    for tree in trees.values():
        for node in _bodies(tree):
            node.body = [each for each in node.body if getattr(each, "decorator_list", ()) or not _is_free(each, named)]
        for each in _functions(tree):
            if _is_free(each, named):
                each.body = [ast.Pass()]
    return _dumped(trees)


def _called_elsewhere(game: type[Game[Any]]) -> set[str]:
    """The names by which the kernel, or Python, may call functions of own classes: those that their bases have."""
    modules = modules_of(game)
    own = {each.__name__ for each in modules}
    classes = [each for module in modules for each in vars(module).values() if isinstance(each, type)]
    bases = {base for each in classes if each.__module__ in own for base in each.__mro__ if base.__module__ not in own}
    return {name for base in bases for name in dir(base) if not name.startswith("__")} - {*OF_A_STEP}


def _bodies(tree: ast.Module) -> Iterator[ast.Module | ast.ClassDef]:
    """A module and its classes."""
    yield tree
    yield from [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions that stand in a module or in one of its classes, and not in another function."""
    return [each for body in _bodies(tree) for each in body.body if isinstance(each, ast.FunctionDef)]


def _is_free(node: ast.stmt, named: set[str]) -> bool:
    """Whether it is a function that only a deal or a step comes to."""
    return isinstance(node, ast.FunctionDef) and not node.name.startswith("__") and node.name not in named


def _named_beside(trees: Sequence[ast.Module], functions: Sequence[ast.FunctionDef], called: set[str]) -> set[str]:
    """All that is called elsewhere, or named outside of the bodies of rules, or in what is named there."""
    named = set(called)
    left = list(functions)
    for tree in trees:
        beside = copy.deepcopy(tree)
        for each in _functions(beside):
            each.body, each.name = [], ""
        named |= set(_names(beside))
    while met := [each for each in left if not _is_free(each, named)]:
        left = [each for each in left if each not in met]
        named |= {name for each in met for part in each.body for name in _names(part)}
    return named | {each.name for each in functions} if named & LOOKING_UP else named


def _names(node: ast.AST) -> Iterator[str]:
    """Every name in a text."""
    for each in ast.walk(node):
        match each:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                yield name


class _WithoutDocstrings(ast.NodeTransformer):
    """Leaves out texts that nobody runs."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_text else node

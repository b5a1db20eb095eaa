"""The text of two versions of a game that has to be the same, so that their Programs say all that differs.

A Program means what a deal and a step carry out: the bodies of rules, of effects, and of the functions that these
alone come to. All else decides how a game is made, seen and ended: zones, scalars, who sees them, what is declared of
effects and clauses, the deck, forfeits. Of that the same text has to stand in both versions (see ``beside_rules``), in
whichever file of theirs, and what they read from other files has to be the same.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

from referee.kernel.game import Game, folders_of, rules_of
from referee.verify.beside_rules import bodies, called_elsewhere, files_of, functions_in, is_free, named_beside
from referee.verify.kept.dependencies import recorded_dependencies, unseen_in


def same_text(one: type[Game[Any]], other: type[Game[Any]]) -> bool:
    """Whether nothing but comments, docstrings and words of the rulebook may differ."""
    trees = [_trees(game) for game in (one, other)]
    if any(_is_told_by_words(tree) for each in trees for tree in each.values()):
        return False
    old, new = [_dumped(each) for each in trees]
    return _readings(one) == _readings(other) and old == new


def same_beside_rules(one: type[Game[Any]], other: type[Game[Any]]) -> bool:
    """Whether versions differ in nothing but in what a deal and a step carry out, and in the words of readings."""
    old, new = [_beside(game) for game in (one, other)]
    alike = _readings(one) == _readings(other) and old is not None and old == new
    return alike and not unseen_in(files_of(one)) and _looked_at(one, other) == _looked_at(other, one)


def _looked_at(game: type[Game[Any]], other: type[Game[Any]]) -> dict[tuple[int, str], str]:
    """What rules have read, or listed, beside texts in the folder of a game, or in its project, and what was there."""
    project, others = [folders_of(each)[0].resolve().parent.parent for each in (game, other)]
    found: dict[tuple[int, str], str] = {}
    for what, was in recorded_dependencies()[0].items():
        kind, _, name = what.partition(" ")
        path = Path(name).resolve()
        if kind not in ("file", "folder") or path.suffix == ".py" or path.name in COMPARED:
            continue
        number, where = _place(game, path)
        if number >= 0:
            found[number, where] = was
        elif path.is_relative_to(project) and not path.is_relative_to(others):
            found[-1, str(path.relative_to(project))] = was
    return found


def _readings(game: type[Game[Any]]) -> dict[str, Any]:
    return {slug: (each.default, set(each.alternatives)) for slug, each in rules_of(game).readings.items()}


COMPARED = ("readings.toml", "rulebook.md")
"""Files of which it is known what of them matters."""
OF_WORDS = frozenset(("__doc__", "__code__", "getdoc", "getsource", "register", *COMPARED))
"""Names by which rules come to words that are not compared: docstrings, lines, what a reading asks."""
Texts = dict[tuple[int, str], ast.Module]
"""By folder and place within it what stands in a file; what lies elsewhere by its whole path."""


def _trees(game: type[Game[Any]]) -> Texts:
    return {_place(game, file): ast.parse(file.read_bytes()) for file in files_of(game)}


def _place(game: type[Game[Any]], file: Path) -> tuple[int, str]:
    """The number of the folder in which a file lies, and where there; -1 and the whole path where in none."""
    for number, folder in enumerate(folders_of(game)):
        if file.is_relative_to(folder.resolve()):
            return number, str(file.relative_to(folder.resolve()))
    return -1, str(file)


def _is_told_by_words(tree: ast.Module) -> bool:
    """Whether rules may go by words that are not compared."""
    found = {getattr(each, name, None) for each in ast.walk(tree) for name in ("id", "attr", "name")}
    texts = {each.value for each in ast.walk(tree) if isinstance(each, ast.Constant) and isinstance(each.value, str)}
    return not OF_WORDS.isdisjoint(found | texts)


def _dumped(trees: Texts) -> dict[tuple[int, str], str]:
    return {key: ast.dump(_WithoutDocstrings().visit(tree)) for key, tree in trees.items()}


def _beside(game: type[Game[Any]]) -> dict[tuple[int, str], str] | None:
    """What is compared of each file; None where rules come from elsewhere, or make classes while they run."""
    trees = _trees(game)
    every = [node for tree in trees.values() for node in ast.walk(tree)]
    if any(isinstance(node, ast.ImportFrom) and node.level > 1 for node in every):
        return None
    if any(_is_told_by_words(tree) for tree in trees.values()):
        return None
    made = [each for node in every if isinstance(node, ast.FunctionDef) for each in ast.walk(node)]
    if any(isinstance(each, ast.ClassDef) for each in made):
        return None
    named = named_beside([*trees.values()], called_elsewhere(game))
    for tree in trees.values():
        for node in bodies(tree):
            node.body = [each for each in node.body if getattr(each, "decorator_list", ()) or not is_free(each, named)]
        for each in functions_in(tree):
            if is_free(each, named):
                each.body = [ast.Pass()]
    return _dumped(trees)


class _WithoutDocstrings(ast.NodeTransformer):
    """Leaves out texts that nobody runs."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_text else node

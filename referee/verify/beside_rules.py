"""The functions that the kernel may call elsewhere than in a deal or a step: who sees what, what a seat that has
forfeited answers and pays, how a game is made and drawn.

What is proved of the deal and the steps says nothing of them. Functions are followed by their names, so that one too
many is among them rather than one too few.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from referee.kernel.game import Game, methods_of, rules_of
from referee.kernel.source_loading import text_at
from referee.verify.consulted import OF_THE_GAME, looks_at_readings
from referee.verify.kept.imported_files import file_of, helpers_of, imported
from referee.verify.mutate.declared import modules_of
from referee.verify.understood.reader import BESIDE_PLAY

OF_A_STEP = ("deal", "step")
"""The methods of a game that its Program means; the kernel calls the others elsewhere."""
LOOKING_UP = frozenset("getattr attrgetter methodcaller vars globals locals __dict__ eval exec".split())  # noqa: SIM905
"""Names of what may find any function by a word: then no function is free."""
ASKING = ("reading", "reading_or")
"""The methods of a table that are asked for a reading."""


def called_elsewhere(game: type[Game[Any]]) -> set[str]:
    """The names by which the kernel, or Python, may call functions of own classes: those that their bases have."""
    files = {str(each) for each in files_of(game)}
    modules = [each for each in list(sys.modules.values()) if str(file_of(each)) in files]
    own = {each.__name__ for each in modules}
    classes = [each for module in modules for each in vars(module).values() if isinstance(each, type)]
    bases = {base for each in classes if each.__module__ in own for base in each.__mro__ if base.__module__ not in own}
    return {name for base in bases for name in dir(base) if not name.startswith("__")} - {*OF_A_STEP}


def bodies(tree: ast.Module) -> Iterator[ast.Module | ast.ClassDef]:
    """A module and its classes."""
    yield tree
    yield from [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def functions_in(tree: ast.AST) -> list[ast.FunctionDef]:
    """The functions that stand in a module or in its classes, also under an ``if``, and not in another function."""
    found: list[ast.FunctionDef] = []
    for each in ast.iter_child_nodes(tree):
        if isinstance(each, ast.FunctionDef):
            found.append(each)
        elif isinstance(each, (ast.stmt, ast.ExceptHandler, ast.match_case)):
            found += functions_in(each)
    return found


@dataclass(frozen=True, slots=True)
class Text:
    """What may be carried out by a name: a function, what a module or a class keeps under it (a lambda), or what Python
    calls of a class of that name (``__call__``). ``parts`` have the names that it comes to."""

    name: str
    node: ast.AST
    parts: Sequence[ast.AST]


def texts_in(trees: Sequence[ast.Module]) -> list[Text]:
    """The texts of some modules, by all names that they may be carried out by."""
    found: list[Text] = []
    for tree in trees:
        inside = functions_in(tree)
        found += [Text(each.name, each, each.body) for each in inside]
        within = {id(node) for each in inside for node in ast.walk(each)}
        for node in ast.walk(tree):
            if id(node) in within:
                continue
            if isinstance(node, ast.ClassDef):
                calls = [each for each in functions_in(node) if each.name.startswith("__")]
                bases = ast.Tuple(node.bases, ast.Load())
                found += [Text(node.name, bases, node.bases), *[Text(node.name, each, each.body) for each in calls]]
            elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = {name for each in targets for name in _names(each)}
                found += [Text(name, node, _own_names(tree, node.value)) for name in sorted(names)]
    return found


def _own_names(tree: ast.Module, value: ast.expr) -> list[ast.AST]:
    """The names in what a module keeps that are not the kernel's (``amounts(0)``)."""
    kernel = {
        each.asname or each.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("referee.kernel")
        for each in node.names
    } - {each.name for each in functions_in(tree)}
    found = [each for each in ast.walk(value) if isinstance(each, (ast.Name, ast.Attribute))]
    plain = [each for each in found if isinstance(each, ast.Name) and each.id not in kernel]
    return [*plain, *[ast.Name(each.attr, ast.Load()) for each in found if isinstance(each, ast.Attribute)]]


def is_free(node: ast.stmt, named: set[str]) -> bool:
    """Whether it is a function that only a deal or a step comes to."""
    return isinstance(node, ast.FunctionDef) and not node.name.startswith("__") and node.name not in named


def named_beside(trees: Sequence[ast.Module], called: set[str]) -> set[str]:
    """The names of what is ``called`` elsewhere, or named outside of the bodies of rules, or in what is named there."""
    functions = [each for tree in trees for each in functions_in(tree)]
    by_python = {each.name for each in functions if each.name.startswith("__")}
    named = _come_to(texts_in(trees), called | by_python | _declared(trees))
    return named | {each.name for each in functions} if named & LOOKING_UP else named


@lru_cache(8)
def named_outside(game: type[Game[Any]]) -> frozenset[str]:
    """The names that stand outside of the bodies of functions, or by which the kernel or Python calls: such a function
    may be carried out where no text names it. An import under the same name carries out nothing."""
    trees = _trees(game)
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                node.names = [each for each in node.names if each.asname not in (None, each.name)]
    return frozenset(_declared(trees) | called_elsewhere(game))


@lru_cache(8)
def called_beside_play(game: type[Game[Any]]) -> frozenset[str]:
    """The names of functions that are come to where no deal or step is played: by what the kernel asks a game, and by
    what is declared of its table. How good an answer looks to a bot, and how a table is drawn, says nothing of play."""
    trees = _trees(game)
    functions = [each for tree in trees for each in functions_in(tree)]
    by_python = {each.name for each in functions if each.name.startswith("__")}
    return frozenset(_come_to(texts_in(trees), _asked_of_a_game() | by_python | _declared(trees, decorators=False)))


@lru_cache(8)
def asked_beside(game: type[Game[Any]]) -> frozenset[str]:
    """The readings that are consulted in what the kernel asks a game elsewhere than in a deal or a step, or in what
    that comes to; all of them where the text does not show which. How a game is made is heard."""
    texts = texts_in(_trees(game))
    named = _come_to(texts, _asked_of(game))
    known = frozenset(rules_of(game).readings)
    found: set[str] = set()
    for each in texts:
        if named & LOOKING_UP or each.name in named:
            for shown in (*looks_at_readings(each.node, OF_THE_GAME), *_asked_in(each.node)):
                if shown is None or OF_THE_GAME[0] in shown:
                    return known
                found |= shown
    return known & found


@lru_cache(8)
def clauses_of_making(game: type[Game[Any]]) -> frozenset[str]:
    """What is carried out where a form and its table are made, for every match before it is dealt: nobody counts it."""
    codes, begun = rules_of(game).clause_codes, set[CodeType]()

    def hear(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            begun.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(hear)
    try:
        game().table()
    finally:
        sys.setprofile(before)
    return frozenset([each for code in begun & codes.keys() for each in codes[code]])


@lru_cache(8)
def clauses_beside_play(game: type[Game[Any]]) -> frozenset[str]:
    """The same, and the clauses of what the kernel asks a game elsewhere than in a deal or a step, or of what that
    comes to. That no deal and no step carries them out does not say that no match does: somebody may forfeit."""
    named = _come_to(texts_in(_trees(game)), _asked_of(game))
    beside = [each for name, each in methods_of(game).items() if name in named or named & LOOKING_UP]
    asked = [each for method in beside for each in getattr(method, "__clauses__", ())]
    return clauses_of_making(game).union(asked)  # type: ignore[arg-type]


def _asked_of_a_game() -> set[str]:
    """What the kernel may ask a game beside its rules."""
    every = {name for name in (*vars(Game), *Game.__annotations__) if not name.startswith("_")}
    return every - {*BESIDE_PLAY, *OF_A_STEP}


def _asked_of(game: type[Game[Any]]) -> set[str]:
    """The same, but for how it is made, which is heard; and what Python may call of the game itself."""
    return (_asked_of_a_game() | {each.__name__ for each in game.__mro__}) - {"set_up"}


def _asked_in(function: ast.AST) -> Iterator[frozenset[str] | None]:
    """What a table is asked for, each time; None where the text does not show it."""
    asking = [each for each in ast.walk(function) if isinstance(each, ast.Attribute) and each.attr in ASKING]
    calls = {each.func: each.args for each in ast.walk(function) if isinstance(each, ast.Call)}
    for each in asking:
        about = calls.get(each) or [each]
        yield frozenset([str(about[0].value)]) if isinstance(about[0], ast.Constant) else None


def files_of(game: type[Game[Any]]) -> list[Path]:
    """The files of a game, and of what they import that is neither referee's nor installed."""
    own = {Path(module.__file__ or "").resolve() for module in modules_of(game)}
    modules = [each.__module__ for each in game.__mro__]
    # Others may be loaded from the same folder.
    return sorted(helpers_of(modules, []) | (own & imported(modules, [])))


def _trees(game: type[Game[Any]]) -> list[ast.Module]:
    return [ast.parse(text_at(str(each))) for each in files_of(game)]


def _declared(trees: Sequence[ast.Module], decorators: bool = True) -> set[str]:
    """The names that stand outside of the bodies of functions; ``decorators``: in what these are marked by, too."""
    found: set[str] = set()
    for tree in trees:
        inside: set[int] = set()
        for each in functions_in(tree):
            parts = each.body if decorators else [*each.body, *each.decorator_list]
            inside |= {id(node) for part in parts for node in ast.walk(part)}
        found |= {name for node in ast.walk(tree) if id(node) not in inside for name in _name_of(node)}
    return found


def _come_to(texts: Sequence[Text], named: set[str]) -> set[str]:
    """These names, and all that the texts of these names come to."""
    named, left = set(named), list(texts)
    while met := [each for each in left if each.name in named]:
        left = [each for each in left if each.name not in named]
        named |= {name for each in met for part in each.parts for name in _names(part)}
    return named


def _names(node: ast.AST) -> Iterator[str]:
    """Every name in a text."""
    for each in ast.walk(node):
        yield from _name_of(each)


def _name_of(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
            yield name

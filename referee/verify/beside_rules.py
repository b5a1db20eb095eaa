"""The functions that the kernel may call elsewhere than in a deal or a step: who sees what, what a seat that has
forfeited answers and pays, how a game is made and drawn.

What is proved of the deal and the steps says nothing of them. Functions are followed by their names, so that one too
many is among them rather than one too few.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
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


def functions_in(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions that stand in a module or in one of its classes, and not in another function."""
    return [each for body in bodies(tree) for each in body.body if isinstance(each, ast.FunctionDef)]


def is_free(node: ast.stmt, named: set[str]) -> bool:
    """Whether it is a function that only a deal or a step comes to."""
    return isinstance(node, ast.FunctionDef) and not node.name.startswith("__") and node.name not in named


def named_beside(trees: Sequence[ast.Module], called: set[str]) -> set[str]:
    """The names of what is ``called`` elsewhere, or named outside of the bodies of rules, or in what is named there."""
    functions = [each for tree in trees for each in functions_in(tree)]
    named = _come_to(functions, called | _declared(trees))
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
    return frozenset(_come_to(functions, _asked_of_a_game() | _declared(trees, decorators=False)))


@lru_cache(8)
def asked_beside(game: type[Game[Any]]) -> frozenset[str]:
    """The readings that are consulted in what the kernel asks a game elsewhere than in a deal or a step, or in what
    that comes to; all of them where the text does not show which. How a game is made is heard."""
    functions = [each for tree in _trees(game) for each in functions_in(tree)]
    rules = [each for each in functions if not each.name.startswith("__")]
    named = _come_to(rules, _asked_of_a_game() - {"set_up"})
    known = frozenset(rules_of(game).readings)
    found: set[str] = set()
    for each in functions:
        if named & LOOKING_UP or each.name in named:
            for shown in (*looks_at_readings(each, OF_THE_GAME), *_asked_in(each)):
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
    rules = [each for tree in _trees(game) for each in functions_in(tree) if not each.name.startswith("__")]
    named = _come_to(rules, _asked_of_a_game() - {"set_up"})
    beside = [each for name, each in methods_of(game).items() if name in named or named & LOOKING_UP]
    asked = [each for method in beside for each in getattr(method, "__clauses__", ())]
    return clauses_of_making(game).union(asked)  # type: ignore[arg-type]


def _asked_of_a_game() -> set[str]:
    """What the kernel may ask a game beside its rules."""
    every = {name for name in (*vars(Game), *Game.__annotations__) if not name.startswith("_")}
    return every - {*BESIDE_PLAY, *OF_A_STEP}


def _asked_in(function: ast.FunctionDef) -> Iterator[frozenset[str] | None]:
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


def _come_to(functions: Sequence[ast.FunctionDef], named: set[str]) -> set[str]:
    """These names, and all that the functions of these names come to."""
    named, left = set(named), list(functions)
    while met := [each for each in left if not is_free(each, named)]:
        left = [each for each in left if each not in met]
        named |= {name for each in met for part in each.body for name in _names(part)}
    return named


def _names(node: ast.AST) -> Iterator[str]:
    """Every name in a text."""
    for each in ast.walk(node):
        yield from _name_of(each)


def _name_of(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
            yield name

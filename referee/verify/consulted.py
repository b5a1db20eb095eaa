"""The readings that a proof consulted: it holds for all values of the others."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from referee.kernel.citations import module_files
from referee.kernel.game import Game, rules_of
from referee.kernel.source_loading import text_at
from referee.meaning.open_readings import NotedDefined
from referee.verify.kept.imported_files import imported, is_of_rules
from referee.verify.properties import Property

OF_THE_GAME = ("readings", "defined", "unusual_readings", "form", "register")
"""Attributes of a game from which its readings can be told."""
ALL_AT_ONCE = ("vars", "__dict__", "getmembers", "__getstate__")
"""Words by which all attributes of a thing are looked through, and so its readings, whatever these are called."""


def listen(game: Game[Any], claimed: Iterable[Property] = ()) -> NotedDefined:
    """Record from now on the readings that tables of this game are asked for, beside those that the game was made
    with, and those that what is claimed reads off it."""
    heard = NotedDefined(game.defined)
    heard.asked |= made_with(type(game), claimed) & set(game.readings)
    object.__setattr__(game, "defined", heard)
    return heard


def made_with(
    game: type[Game[Any]], claimed: Iterable[Property] = (), attributes: Sequence[str] = OF_THE_GAME
) -> set[str]:
    """Readings that are read off the game itself, as ``….readings["slug"]`` or ``….readings.get("slug")`` (or off
    another of the ``attributes``), wherever that is, also in the files of what is ``claimed``, and in what these and
    the rules import from elsewhere; all of them where the text does not show which."""
    found: set[str] = set()
    known = set(rules_of(game).readings)
    claims = list(claimed)
    modules = [each.__module__ for each in (*game.__mro__, *game.table_class.__mro__)]
    modules += [each.claim.__module__ for each in claims]
    helpers = imported(modules, [Path(each.file) for each in claims])
    files = {*map(str, module_files(game)), *[each.file for each in claims]}
    for file in {*files, *[str(each) for each in helpers if each.suffix == ".py" and is_of_rules(str(each))]}:
        for shown in _looked_up(text_at(file), file, tuple(attributes)):
            # All of them are in the form of a game too, under this name.
            unknown = shown is None or OF_THE_GAME[0] in shown
            found |= known if unknown else known & (shown or set())
    return found


@lru_cache(maxsize=1024)
def _looked_up(text: bytes, file: str, attributes: tuple[str, ...]) -> tuple[frozenset[str] | None, ...]:
    """What each look at one of the attributes shows, in a text: it is read once for a process."""
    return tuple(looks_at_readings(ast.parse(text, file), attributes))


def looks_at_readings(tree: ast.AST, attributes: Sequence[str]) -> Iterator[frozenset[str] | None]:
    """What each look at one of the attributes of a game shows; None where the text does not show it."""
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name) if name in ALL_AT_ONCE:
                yield None
                continue
            case ast.Name(id=name, ctx=ast.Load()):
                looks = name == OF_THE_GAME[0] in attributes
            case ast.Attribute(attr=name):
                looks = name in attributes
            case ast.Constant(value=str(name)):  # to be found by it: getattr(game, "readings")
                looks = name in attributes
            case ast.MatchClass(kwd_attrs=names):
                looks = not {*names}.isdisjoint(attributes)
            case _:
                continue
        if looks:
            shown = _shown(node, above)
            yield None if shown is None else frozenset(shown)


def _shown(node: ast.AST, above: Mapping[ast.AST, ast.AST]) -> set[str] | None:
    """The readings that are looked up in all of them, as the text shows it; None where it does not."""
    user = above[node]
    if isinstance(user, ast.Assign) and user.value is node and isinstance(name := user.targets[-1], ast.Name):
        return _shown_by_name(user, name.id, above) if len(user.targets) == 1 else None
    key: ast.AST | None = user.slice if isinstance(user, ast.Subscript) and user.value is node else None
    if isinstance(user, ast.Attribute) and user.attr == "get" and isinstance(call := above[user], ast.Call):
        key = call.args[0] if call.func is user and call.args else None
    return {str(key.value)} if isinstance(key, ast.Constant) else None


def _shown_by_name(given: ast.Assign, name: str, above: Mapping[ast.AST, ast.AST]) -> set[str] | None:
    """The same, of all of them that a function gives a name to."""
    function: ast.AST = given
    while not isinstance(function, (ast.FunctionDef, ast.Module, ast.ClassDef)):
        function = above[function]
    found: set[str] = set()
    for each in ast.walk(function):
        if isinstance(each, (ast.Global, ast.Nonlocal)) and name in each.names:
            return None
        if isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Load):
            shown = _shown(each, above)
            if shown is None:
                return None
            found |= shown
    return found if isinstance(function, ast.FunctionDef) else None

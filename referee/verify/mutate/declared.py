"""Mutants of what rules declare outside of functions.

Who sees a zone or a scalar, its first value, the default of a setting, a table of numbers, and which alternative of a
reading is the default. The changed declaration is worked out again in its module and put in place of the true one.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from os.path import dirname
from pathlib import Path
from types import ModuleType
from typing import Any

from referee.kernel.game import Game, folders_of, rules_of
from referee.kernel.places import ZoneSpec
from referee.kernel.players import everybody
from referee.kernel.table import Table

AUDIENCES = ("nobody", "owner", "everybody")
DEFAULT = "default of "
"""Before the slug of a reading."""
FIRST = "first value"
"""The operator that changes what a scalar is first."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A statement of a module: the body of a class, or of the module itself; ``name`` has the class before it."""

    name: str
    module: ModuleType
    statement: ast.Assign | ast.AnnAssign
    thing: Any

    @property
    def file(self) -> Path:
        return Path(self.module.__file__ or "")


@dataclass(frozen=True, slots=True)
class Redeclared:
    """One change of a declaration."""

    operator: str
    name: str
    file: Path
    line: int
    tree: ast.Assign | ast.AnnAssign
    before: str
    clauses: tuple[str, ...] = ()


def modules_of(game: type[Game[Any]]) -> list[ModuleType]:
    """The modules from the folder of a game, and from the folders of the games that it is a variant of."""
    folders = tuple([str(each) for each in folders_of(game)])
    # There may be thousands of modules, and each mutant asks again: most are passed over at the first look.
    below = [each for each in list(sys.modules.values()) if (getattr(each, "__file__", None) or "").startswith(folders)]
    return [each for each in below if dirname(each.__file__ or "") in folders]


def declared_in(game: type[Game[Any]]) -> Iterator[Declaration]:
    """The declarations in a game's modules that a mutant may change."""
    table = game.table_class  # another game in the same folder has one of its own
    for module in modules_of(game):
        names = vars(module)
        for node in ast.parse(Path(module.__file__ or "").read_bytes()).body:
            if isinstance(node, ast.ClassDef) and (cls := names.get(node.name)) in (*game.__mro__, *table.__mro__):
                for statement in node.body:
                    name = _name(statement)
                    if name and (thing := _of_class(cls, name)) is not None:
                        yield Declaration(f"{node.name}.{name}", module, statement, thing)  # type: ignore[arg-type]
            elif (name := _name(node)) and isinstance(names.get(name), dict):
                yield Declaration(name, module, node, names[name])  # type: ignore[arg-type]


def _name(statement: ast.stmt) -> str:
    if isinstance(statement, ast.AnnAssign):
        targets = [statement.target] if statement.value is not None else []
    else:
        targets = statement.targets if isinstance(statement, ast.Assign) else []  # type: ignore[assignment]
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else ""


def _of_class(cls: type, name: str) -> Any:
    """The declared thing: a zone, a scalar, the parameters of a game."""
    if issubclass(cls, Table):
        return cls.zone_specs.get(name) or cls.scalar_specs.get(name)
    return cls.parameters if issubclass(cls, Game) and name == "parameters" else None


def redeclared(game: type[Game[Any]]) -> Iterator[Redeclared]:
    """Every change of what is declared, those left out that give the same thing."""
    for each in declared_in(game):
        known, before = [each.thing], ast.unparse(each.statement)
        for operator, tree in _changes(each):
            thing = _worked_out(each.module, tree)
            if thing not in known:
                known.append(thing)
                yield Redeclared(operator, each.name, each.file, tree.lineno, tree, before)
    rules = rules_of(game)
    file = rules.folder / "readings.toml"
    lines = file.read_text(encoding="utf-8").split("\n") if file.exists() else []
    for slug, reading in rules.readings.items():
        line = next((at for at, text in enumerate(lines, 1) if text.replace(" ", "") == f'slug="{slug}"'), 1)
        for other in reading.alternatives:
            if other != reading.default:
                new, old = [f"default = {value!r}" for value in (other, reading.default)]
                about = file, line, _statement(new), old, tuple(reading.clauses)
                yield Redeclared("reading's default", f"{DEFAULT}{slug}", *about)


def _statement(text: str) -> ast.Assign:
    (found,) = ast.parse(text).body
    assert isinstance(found, ast.Assign), text
    return found


def _changes(each: Declaration) -> Iterator[tuple[str, ast.Assign | ast.AnnAssign]]:
    value = each.statement.value
    if isinstance(each.thing, dict):
        if isinstance(value, ast.Dict):
            yield from _numbers(each, "table of numbers", value.values)
    elif isinstance(each.thing, tuple):
        calls = [node for node in getattr(value, "elts", ()) if isinstance(node, ast.Call) and len(node.args) > 1]
        yield from _numbers(each, "default setting", [call.args[1] for call in calls])
    elif isinstance(value, ast.Call):
        if not isinstance(each.thing, ZoneSpec):
            yield from _numbers(each, FIRST, value.args)
        yield from _seen(each, value)


def _numbers(
    each: Declaration, operator: str, nodes: list[ast.expr]
) -> Iterator[tuple[str, ast.Assign | ast.AnnAssign]]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            old = node.value
            for new in (not old,) if isinstance(old, bool) else (old + 1, old - 1):
                node.value = new
                yield operator, copy.deepcopy(each.statement)
            node.value = old


def _seen(each: Declaration, call: ast.Call) -> Iterator[tuple[str, ast.Assign | ast.AnnAssign]]:
    """Other audiences: of cards or a scalar, and of how many cards there are."""
    before = list(call.keywords)
    zone = isinstance(each.thing, ZoneSpec)
    # Whoever sees cards sees how many they are.
    for word in ("seen_by", "size_seen_by") if zone and each.thing.seen_by is not everybody else ("seen_by",):
        for audience in AUDIENCES:
            if audience == "owner" and not each.thing.per_player:
                continue
            told = ast.keyword(word, ast.Name(audience, ast.Load()))
            call.keywords = [*[one for one in before if one.arg != word], told]
            yield "who sees it", copy.deepcopy(each.statement)
    call.keywords = before


def _worked_out(module: ModuleType, tree: ast.Assign | ast.AnnAssign) -> Any:
    """The value of a declaration; the names of audiences are known even where the module does not import them."""
    assert tree.value is not None
    expression = ast.fix_missing_locations(ast.Expression(copy.deepcopy(tree.value)))
    names = {name: getattr(sys.modules["referee.kernel"], name) for name in AUDIENCES} | vars(module)
    return eval(compile(expression, module.__file__ or "", "eval"), names)


def put(game: type[Game[Any]], name: str, tree: ast.Assign | ast.AnnAssign) -> None:
    """Put a changed declaration in place of the true one."""
    if name.startswith(DEFAULT):
        readings: Any = rules_of(game).readings
        slug = name.removeprefix(DEFAULT)
        assert tree.value is not None
        readings[slug] = replace(readings[slug], default=ast.literal_eval(tree.value))
        return
    (each,) = [one for one in declared_in(game) if one.name == name]
    thing, attribute = _worked_out(each.module, tree), name.rpartition(".")[2]
    if isinstance(each.thing, dict):
        each.thing.clear()
        each.thing.update(thing)
    elif isinstance(each.thing, tuple):
        for cls in game.__mro__:
            if vars(cls).get("parameters") is each.thing:
                setattr(cls, attribute, thing)
    else:
        for cls in game.table_class.__mro__:
            for specs in (vars(cls).get("zone_specs", {}), vars(cls).get("scalar_specs", {})):
                if attribute in specs:
                    specs[attribute] = thing

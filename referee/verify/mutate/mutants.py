"""The mutants of one game: changed functions of its rules, put in place of the true ones in a process of their own."""

from __future__ import annotations

import ast
import difflib
import inspect
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, methods_of, rules_of
from referee.verify.mutate.operators import Change, changes

NOT_RULES = ("default_answer", "forfeit", "payoff_bounds", "hand_number", "why_not_players", "check_scale")
"""Methods of a game that say nothing about play."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. ``clauses`` are those of the rule, or of the rules that call it; ``text`` is the new code."""

    number: int
    operator: str
    function: str
    clauses: tuple[str, ...]
    file: Path
    line: int
    tree: ast.FunctionDef
    before: str
    after: str

    @property
    def diff(self) -> str:
        """What was changed, as a unified diff of the function as Python writes it."""
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), lineterm="", n=1)
        return "\n".join([line for line in lines if not line.startswith(("---", "+++", "@@"))])


def mutants_of(game: type[Game[Any]], most: int | None = None, seed: str = "mutants") -> list[Mutant]:
    """All mutants in the order of the code, or a sample of them; those whose code is the same are left out."""
    readings = {slug: each.default for slug, each in rules_of(game).readings.items()}
    specs = game.table_class.zone_specs
    zones = tuple(
        [
            tuple([name for name, spec in specs.items() if spec.per_player is mine and not spec.row])
            for mine in (False, True)
        ]
    )
    found: list[Mutant] = []
    methods = methods_of(game)
    clauses = _clauses(methods)
    for name, method in methods.items():
        if name in NOT_RULES or name.startswith("__"):
            continue
        tree, file = _tree(method)
        before = ast.unparse(tree)
        codes = {_plain(_code(method, tree))}
        for change in changes(tree, zones, readings):
            code = _plain(_code(method, change.tree))
            if code not in codes:
                codes.add(code)
                found.append(_mutant(len(found), name, clauses.get(name, ()), file, change, before))
    if most is not None and most < len(found):
        found = sorted(random.Random(seed).sample(found, most), key=lambda each: each.number)
    return found


def _mutant(number: int, name: str, clauses: tuple[str, ...], file: Path, change: Change, before: str) -> Mutant:
    after = ast.unparse(change.tree)
    return Mutant(number, change.operator, name, clauses, file, change.line, change.tree, before, after)


def install(game: type[Game[Any]], mutant: Mutant) -> None:
    """Put the changed function in place. It is meant for a process that ends when the mutant was looked at."""
    method = methods_of(game)[mutant.function]
    code = _code(method, mutant.tree)
    clauses = rules_of(game).clause_codes
    if method.__code__ in clauses:
        clauses[code] = clauses[method.__code__]  # type: ignore[index]
    method.__code__ = code


def _tree(method: FunctionType) -> tuple[ast.FunctionDef, Path]:
    """The tree of a method, with the line numbers of its file, without its decorators and docstring."""
    file = Path(inspect.getfile(method))
    first = method.__code__.co_firstlineno
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef) or node.name != method.__name__:
            continue
        if min([node.lineno, *[each.lineno for each in node.decorator_list]]) == first:
            node.decorator_list = []
            if ast.get_docstring(node) is not None and len(node.body) > 1:
                node.body = node.body[1:]
            return node, file
    raise BadInput(f"{file}: the text of {method.__qualname__} is not found: it cannot be mutated")


def _code(method: FunctionType, tree: ast.FunctionDef) -> CodeType:
    """The changed function as code for the true one: the same names in its cells."""
    cell = "__class__" in method.__code__.co_freevars
    body: list[ast.stmt] = [tree]
    if cell:
        (around,) = ast.parse("class _: pass").body
        assert isinstance(around, ast.ClassDef)
        around.body = [tree]
        body = [around]
    future = ast.ImportFrom(module="__future__", names=[ast.alias("annotations")], level=0)
    module = ast.fix_missing_locations(ast.Module([future, *body], []))
    compiled = compile(module, method.__code__.co_filename, "exec", dont_inherit=True)
    for code in _codes(compiled):
        if code.co_name == method.__name__:
            return code.replace(co_qualname=method.__code__.co_qualname)
    raise AssertionError(method.__qualname__)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _plain(code: CodeType) -> Any:
    """What a code does, without its lines."""
    consts = [_plain(each) if isinstance(each, CodeType) else (type(each), each) for each in code.co_consts]
    return code.co_code, tuple(map(repr, consts)), code.co_names, code.co_varnames


def _clauses(methods: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """By function its own clauses; of one without, those of the functions that call it, or that it calls."""
    own = {name: set(getattr(method, "__clauses__", ())) for name, method in methods.items()}
    called: dict[str, set[str]] = {}
    for name, method in methods.items():
        for word in method.__code__.co_names:
            called.setdefault(word, set()).add(name)
    found = {name: set(ids) for name, ids in own.items()}
    for _ in methods:
        for name in methods:
            if not own[name]:
                found[name] |= {each for caller in called.get(name, ()) for each in found.get(caller, ())}
    for name, method in methods.items():
        if not found[name]:
            found[name] = {each for word in method.__code__.co_names for each in own.get(word, ())}
    order = list(dict.fromkeys(each for method in methods.values() for each in getattr(method, "__clauses__", ())))
    return {name: tuple(sorted(ids, key=order.index)) for name, ids in found.items()}

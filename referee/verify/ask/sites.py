"""Edges of ordinary rule text, noticed while it is played.

The code of the rules is replaced for a while by the same code that also tells what it compares, chooses from, draws,
divides and sets. It does what the true code does, with the same lines (as ``referee.verify.play.branches`` does).
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from copy import copy, deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.kernel.effects import WindowKind
from referee.kernel.game import Game
from referee.verify.ask.edges import Edge
from referee.verify.ask.match import Match
from referee.verify.ask.noticing import DOES, ORDERED, SAME
from referee.verify.ask.wording import words_of
from referee.verify.play.branches import told_by

HOOK = "__referee_edges__"
"""The name of what the changed text calls."""
LONGEST = 80
BEST = ("max", "min")
CALLED = ("most", "draw", "pay", "move", "end", "win")
ASKED = ("choose", "select")


@dataclass(frozen=True, slots=True)
class Site:
    """A place of the rule text. ``name`` is that of its function; ``clauses`` are those of the rule, or of the rules
    that call it; ``id`` stays the same where other lines change."""

    id: str
    clauses: tuple[str, ...]
    file: Path
    line: int
    name: str
    text: str
    what: str
    """What it does, as the hook is told."""
    words: Mapping[Edge, str] = field(compare=False, hash=False)
    """For each edge that it can have a sentence without Python."""


Told = Callable[[Site, Edge | None], int | None]
"""Is told of every time that play comes to a site, with the edge that it is, if it is one. A number from 1 on: it is to
come out otherwise, in the first or second other way, where there is one."""


@contextmanager
def watching(
    game: type[Game[Any]], told: Told, match: Match | None = None, kinds: Collection[str] = ()
) -> Iterator[list[Site]]:
    """Tell ``told`` while the block lasts. Rules whose text cannot be read are played as they are, and not watched;
    nor are functions without a place of one of these ``kinds`` (``Site.what``), if any are given. ``match`` knows of
    the match that is played."""
    sites: list[Site] = []
    match = Match() if match is None else match
    declared = {*game.table_class.zone_specs, *game.table_class.scalar_specs}

    def put(name: str, clauses: tuple[str, ...], file: Path, tree: ast.FunctionDef) -> ast.FunctionDef | None:
        if name == "set_up" or name.endswith(".__init__"):
            return None  # nobody plays there
        first = len(sites)
        putting = _Putting(sites, clauses, file, name, declared)
        putting.chosen = _chosen_in(tree)
        effect = getattr(getattr(game, name, None), "__effect__", None)
        changed: ast.FunctionDef = putting.visit(tree)
        if effect is not None and effect.window.kind is not WindowKind.TOUCH and len(tree.args.args) > 3:
            putting.put_effect(changed)
        if kinds and not any(each.what in kinds for each in sites[first:]):
            del sites[first:]
        return changed if len(sites) > first else None

    def hook(at: int, what: str, how: str, *arguments: Any, **keywords: Any) -> Any:
        match.at, match.others = at, ()
        edge, value = DOES[what](match, how, *arguments, **keywords)
        others = match.others
        instead = told(sites[at], edge) or 0
        return others[instead - 1] if 0 < instead <= len(others) else value

    with told_by(game, HOOK, hook, put):
        yield sites


_Told = tuple[str, str, str, Mapping[Edge, str]]
"""What a place is, how, its text, and its sentences."""


class _Putting(ast.NodeTransformer):
    """Puts a call of the hook around what has an edge."""

    def __init__(
        self, sites: list[Site], clauses: tuple[str, ...], file: Path, name: str, declared: Collection[str]
    ) -> None:
        self.sites, self.clauses, self.file, self.name = sites, clauses, file, name
        self.declared = declared
        self.seen: dict[str, int] = {}
        self.chosen: Mapping[str, ast.expr] = {}
        """By the name of a local the list that was chosen for it, which says what it is of."""

    def put_effect(self, tree: ast.FunctionDef) -> None:
        """An effect also tells which event it answers, and for whom."""
        told = self._told(tree, "effect", tree.name, f"def {tree.name}")
        event, player = [ast.Name(each.arg, ast.Load()) for each in tree.args.args[2:4]]
        begins = int(ast.get_docstring(tree) is not None)
        tree.body.insert(begins, ast.copy_location(ast.Expr(self._call(tree, told, event, player)), tree))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        how = type(node.ops[0])
        told = self._told(node, "compare", how.__name__)
        sides = node.left, node.comparators[0]
        reads = [sorted(_read(each, self.declared)) for each in sides]
        fixed = [_is_fixed(each) for each in sides]
        self.generic_visit(node)
        if len(node.ops) != 1 or not (how in ORDERED or how in SAME):
            return node
        if any(isinstance(each, ast.Constant) and each.value in (0, None, "") for each in sides):
            return node  # whether there is anything: the text says what is done where there is nothing
        tables = {table for each in reads for table, _ in each}
        limit = "right" if fixed[1] and reads[0] else "left" if fixed[0] and reads[1] else ""
        if how in SAME and not tables:
            return node
        table: ast.expr = ast.Constant(None)
        if len(tables) == 1 and not any(fixed):
            table = ast.Name(tables.pop(), ast.Load())
        names = tuple(tuple(name for _, name in each) for each in reads)
        sized = any(isinstance(each, ast.Attribute) and each.attr == "size" for each in sides)
        about = [table, _text(names), _text(limit), _text(sized)]
        return self._call(node, told, node.left, node.comparators[0], *about)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        told = self._told(node, "divide")
        self.generic_visit(node)
        return self._call(node, told, node.left, node.right) if isinstance(node.op, ast.FloorDiv) else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        told: _Told | None = None
        if isinstance(node.func, ast.Name) and node.func.id in BEST:
            told = self._told(node, "best", node.func.id)
        elif isinstance(node.func, ast.Attribute) and node.func.attr in CALLED:
            told = self._told(node, node.func.attr)
        self.generic_visit(node)
        return node if told is None else self._call(node, told, node.func, *node.args, keywords=node.keywords)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.expr:
        call = node.value
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr in ASKED
            and call.args
        ):
            asked, answered = self._told(call, "asked"), self._told(call, "answered")
            self.generic_visit(node)
            who = [ast.Name(call.args[0].id, ast.Load())] if isinstance(call.args[0], ast.Name) else []
            node.value = self._call(call, asked, call.func, *call.args, keywords=call.keywords)
            return self._call(node, answered, node, *who)
        self.generic_visit(node)
        return node

    def visit_If(self, node: ast.If) -> ast.If:
        told = self._told(node, "empty", text=f"if {ast.unparse(node.test)}", named=self._named(node, "test"))
        self.generic_visit(node)
        node.test = self._call(node.test, told, node.test)
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        text = f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}"
        told = self._told(node, "empty", text=text, named=self._named(node, "iter"))
        self.generic_visit(node)
        node.iter = self._call(node.iter, told, node.iter)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
        told = self._told(node, "again")
        self.generic_visit(node)
        target, true = node.targets[0], isinstance(node.value, ast.Constant) and node.value.value is True
        if len(node.targets) != 1 or not true or not isinstance(target, (ast.Attribute, ast.Subscript)):
            return node
        was = ast.parse(ast.unparse(target), mode="eval").body
        for each in ast.walk(was):
            ast.copy_location(each, node)
        return [ast.copy_location(ast.Expr(self._call(node, told, was)), node), node]

    def _told(self, node: ast.AST, what: str, how: str = "", text: str = "", named: ast.AST | None = None) -> _Told:
        """What is to be said of a place, before anything is put into it; in words of ``named``, if that is given."""
        words = words_of(what, how, node if named is None else named)
        return what, how, " ".join((text or ast.unparse(node)).split()), words

    def _named(self, node: ast.If | ast.For, part: str) -> ast.AST:
        """The same with the list that was chosen in place of the local that it is."""
        held = getattr(node, part)
        chosen = self.chosen.get(held.id) if isinstance(held, ast.Name) else None
        if chosen is None:
            return node
        other = copy(node)
        setattr(other, part, deepcopy(chosen))
        return other

    def _call(
        self, place: Any, told: _Told, *arguments: ast.expr, keywords: list[ast.keyword] | None = None
    ) -> ast.expr:
        what, how, text, words = told
        key = f"{self.name}\n{text}\n{what}"
        number = self.seen[key] = self.seen.get(key, -1) + 1
        name = hashlib.sha256(f"{key}\n{number}".encode()).hexdigest()[:8]
        self.sites.append(Site(name, self.clauses, self.file, place.lineno, self.name, _cut(text), what, words))
        constants = [ast.Constant(each) for each in (len(self.sites) - 1, what, how)]
        call = ast.Call(ast.Name(HOOK, ast.Load()), [*constants, *arguments], keywords or [])
        return ast.copy_location(ast.fix_missing_locations(ast.copy_location(call, place)), place)


def text_of(node: ast.AST) -> str:
    """The text of a place as its ``Site`` has it."""
    return _cut(" ".join(ast.unparse(node).split()))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _chosen_in(tree: ast.FunctionDef) -> dict[str, ast.expr]:
    """The lists that are chosen of others, by the name of the local that holds each, and nothing else."""
    held: dict[str, list[ast.expr]] = {}
    for each in ast.walk(tree):
        target = each.targets[0] if isinstance(each, ast.Assign) else None
        if isinstance(each, ast.Assign) and isinstance(target, ast.Name):
            held.setdefault(target.id, []).append(each.value)
    lists = (ast.ListComp, ast.GeneratorExp, ast.SetComp)
    alone = {name: values[0] for name, values in held.items() if len(values) == 1}
    return {name: deepcopy(value) for name, value in alone.items() if isinstance(value, lists)}


def _text(value: Any) -> ast.expr:
    return ast.parse(repr(value), mode="eval").body


def _read(node: ast.expr, declared: Collection[str]) -> set[tuple[str, str]]:
    """The zones and scalars that an expression reads, each with the name of the table."""
    return {
        (each.value.id, each.attr)
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute)
        and isinstance(each.value, ast.Name)
        and each.value.id != "self"
        and each.attr in declared
    }


def _is_fixed(node: ast.expr) -> bool:
    """Whether it is a number, a setting, or what a game has for good: nothing that a table says."""
    return all(each.id == "self" or each.id.isupper() for each in ast.walk(node) if isinstance(each, ast.Name))

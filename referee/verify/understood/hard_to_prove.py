"""Rule text that a proof cannot follow, or follows along many paths, each with what to write in its place.

It is read off the text, so it speaks of what may be: a pile that is never unknown is complained of too. Nothing of it
keeps a game from being played.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, methods_of
from referee.kernel.rulelint import Complaint
from referee.verify.understood import strange_rule

ASKED_ABOUT = frozenset(
    "size is_empty count holds worth highest pile only balance negate if_else lesser greater max0".split()  # noqa: SIM905
)
"""Words of the table whose value may be a term of the prover."""
COUNTED_TO = {
    "range": "write t.repeat(rule), which a proof follows once for all passes",
    "int": "it is a number already: leave int() out",
    "len": "write t.size(cards) or place.size",
    "abs": "write t.greater(a - b, b - a)",
    "divmod": "compare with multiples instead",
    "sorted": "compare with t.greater, or keep a truth for each player",
}
FORKING = {
    "any": "join truths with |",
    "all": "join truths with &",
    "max": "write t.greater(a, b)",
    "min": "write t.lesser(a, b)",
}
"""Functions of Python that look at truths one after the other."""


def hard_to_prove(game: type[Game[Any]]) -> list[Complaint]:
    """Every place, by file and line; only rules that the deal and a step reach are read."""
    found = set(_rows(game))
    with suppress(BadInput):  # with its defaults it cannot be made
        if strange := strange_rule(game()):
            found.add(Complaint(Path(strange.file), strange.line, strange.message))
    methods = methods_of(game)
    for name in reached(methods):
        found |= set(_Text(methods[name]).complaints())
    return sorted(found)


def reached(methods: Mapping[str, Any]) -> list[str]:
    """The rules that a deal and a step carry out, as far as their names tell."""
    names, todo = {"deal", "step"} & set(methods), ["deal", "step"]
    while todo:
        method = methods.get(todo.pop())
        for name in () if method is None else method.__code__.co_names:
            if name in methods and name not in names:
                names.add(name)
                todo.append(name)
    return sorted(names)


def _rows(game: type[Game[Any]]) -> Iterator[Complaint]:
    """Zones whose cards lie in order."""
    for cls in game.table_class.__mro__:
        declared = {*vars(cls).get("__annotations__", {}), *game.table_class.zone_specs}
        lines, first = _source(cls)
        for number, line in enumerate(lines, first):
            name = line.partition("=")[0].strip()
            spec = game.table_class.zone_specs.get(name) if name in declared else None
            if spec is not None and spec.row and ("row(" in line or "rows(" in line):
                yield Complaint(
                    Path(inspect.getfile(cls)), number,
                    f"cards in the row {name!r} are not symbolic: use zone() or zones() where order does not matter",
                )  # fmt: skip


def _source(thing: Any) -> tuple[list[str], int]:
    try:
        lines, first = inspect.getsourcelines(thing)
    except (OSError, TypeError):
        return [], 1
    return lines, first


class _Text:
    """The text of one rule."""

    def __init__(self, method: Any) -> None:
        lines, first = _source(method)
        self.tree = ast.parse(textwrap.dedent("".join(lines)))
        self.file, self.offset = Path(inspect.getfile(method)), first - 1
        self.parents = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}
        self.unknown = {name for name, value in self._set_once() if self._is_undecided(value)}

    def _set_once(self) -> Iterator[tuple[str, ast.expr]]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                yield node.targets[0].id, node.value

    def complaints(self) -> Iterator[Complaint]:
        for node in ast.walk(self.tree):
            said = self._about(node)
            if said:
                line = getattr(node, "lineno", 1) + self.offset
                yield Complaint(self.file, line, said)

    def _about(self, node: ast.AST) -> str:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self._about_call(node.func.id, node.args)
        if isinstance(node, ast.Subscript) and self._undecided(node.slice):
            return "what is looked up by an amount is not known in a proof: write 'if' for each value, or t.if_else(…)"
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.FloorDiv, ast.Mod, ast.Div, ast.Pow)):
            unknown = [self._undecided(each) for each in (node.left, node.right)]
            if all(unknown) or (unknown[0] and not isinstance(node.op, ast.Mult)):
                return "a product or quotient of what is not known: add up t.if_else(n >= 1, amount, 0), …"
        if isinstance(node, ast.BoolOp) and self._undecided(node.values[0]):
            return f"{'and' if isinstance(node.op, ast.And) else 'or'} makes a proof fork: write & or |"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) and self._undecided(node.operand):
            above = self.parents.get(node)
            while isinstance(above, ast.BoolOp):
                above = self.parents.get(above)
            if isinstance(above, ast.If):
                return ""  # which forks, whatever stands there
            return "not makes a proof fork: write t.negate(…)"
        if isinstance(node, ast.IfExp) and self._undecided(node.test):
            return "a conditional expression makes a proof fork: write t.if_else(truth, yes, no)"
        if isinstance(node, ast.While) and self._undecided(node.test):
            return "a proof follows every pass of this loop: write t.repeat(rule), which it follows once for all"
        if isinstance(node, ast.If) and self._undecided(node.test) and self._is_for_each_player(node):
            return "a fork for each player makes 2 to the power of their number of paths: keep a truth for each player"
        return ""

    def _about_call(self, name: str, args: list[ast.expr]) -> str:
        unknown = any(self._undecided(each) for each in args)
        if unknown and name in COUNTED_TO:
            return f"{name}() of what a proof does not know: {COUNTED_TO[name]}"
        if unknown and name in FORKING:
            return f"{name}() makes a proof fork again and again: {FORKING[name]}"
        return ""

    def _is_for_each_player(self, node: ast.AST) -> bool:
        above = self.parents.get(node)
        while above is not None and not isinstance(above, ast.FunctionDef):
            if isinstance(above, ast.For):
                over = ast.unparse(above.iter)
                return any(word in over for word in ("players", "others(", "everyone_from("))
            above = self.parents.get(above)
        return False

    def _undecided(self, node: ast.expr) -> bool:
        return self._is_undecided(node) or any(
            isinstance(each, ast.Name) and each.id in self.unknown for each in ast.walk(node)
        )

    @staticmethod
    def _is_undecided(node: ast.AST) -> bool:
        """Whether it speaks of amounts, truths or piles of the table."""
        return any(isinstance(each, ast.Attribute) and each.attr in ASKED_ABOUT for each in ast.walk(node))

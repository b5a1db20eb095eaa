"""The branches of rule code: how often play went each way at every condition of the rules.

The code of the rules is replaced for a while by the same code that counts. It does what the true code does, with the
same lines.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.meaning.counted import WAYS
from referee.meaning.texts import READ_AS
from referee.verify.mutate.mutants import clauses_of, code_of, functions_of, replaced, tree_of

LONGEST = 100
ALIKE = "alike"
LEAST, GREATEST = ("min", "lesser"), ("max", "greater")
OF_TRUTH = ("if_else", "cards_if")
"""Methods of a table whose first argument is a condition."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One way at the condition ``text``: ``way`` is "yes" or "no", or "" for a case; ``times`` is how often play went
    it. ``clauses`` are those of the rule, or of the rules that call it. Of an amount (``min(a, b)``) a way is the text
    of one that alone was the least or greatest, or ``ALIKE``."""

    clauses: tuple[str, ...]
    file: Path
    line: int
    text: str
    way: str
    times: int


@dataclass(slots=True)
class Counting:
    """The branches that were found, and how often each was taken until now."""

    ways: list[tuple[tuple[str, ...], Path, int, str, str]]
    counts: list[int]
    whole: dict[int, int] = field(default_factory=dict)
    """For a way of a part of a condition the way "yes" of the whole one; "no" comes behind it."""

    def branches(self) -> tuple[Branch, ...]:
        return tuple(Branch(*way, times) for way, times in zip(self.ways, self.counts, strict=True))


@contextmanager
def counting(game: type[Game[Any]], parts: bool = False) -> Iterator[Counting]:
    """Count while the block lasts. Rules whose text cannot be read are played as they are, and not counted. With
    ``parts`` the parts of conditions are counted too (``a`` in ``a or b``), and the conditions of comprehensions."""
    known, changed = _counted(game, parts)  # type: ignore[arg-type]
    found = Counting(known.ways, [0] * len(known.ways), known.whole)

    def count(at: int, function: Callable[..., Any] | None = None, *amounts: Any) -> Any:
        if function is None:
            found.counts[at] += 1
            return None
        value = function(*amounts)
        best = [number for number, each in enumerate(amounts) if each == value]
        found.counts[at + (best[0] if len(best) == 1 else len(amounts))] += 1
        return value

    with _in_place(game, WAYS, count, changed):
        yield found


@lru_cache(1)
def _counted(game: type[Game[Any]], parts: bool) -> tuple[Counting, Changed]:
    """The ways of the rules, and the code that counts them: whoever counts again need not read their text again."""
    found = Counting([], [])

    def put(name: str, clauses: tuple[str, ...], file: Path, tree: ast.FunctionDef) -> ast.FunctionDef | None:
        putting = (_PuttingInParts if parts else _Putting)(found, clauses, file)
        tree = putting.visit(tree)
        return tree if putting.any else None

    return found, _changed(game, put)


Putting = Callable[[str, tuple[str, ...], Path, ast.FunctionDef], ast.FunctionDef | None]
"""Changes the tree of a function, of which it is told the name, clauses and file; None: it stays as it is."""
Changed = Mapping[FunctionType, tuple[CodeType, ast.FunctionDef]]
"""The new code of functions, and the trees that it was made of."""


@contextmanager
def told_by(game: type[Game[Any]], hook: str, tells: Callable[..., Any], put: Putting) -> Iterator[None]:
    """Replace the code of rules, while the block lasts, by code that calls ``tells`` under the name ``hook``."""
    with _in_place(game, hook, tells, _changed(game, put)):
        yield


def _changed(game: type[Game[Any]], put: Putting) -> Changed:
    functions = functions_of(game)
    clauses = clauses_of(functions)
    found: dict[FunctionType, tuple[CodeType, ast.FunctionDef]] = {}
    for name, function in functions.items():
        try:
            tree, file = tree_of(function)
        except (BadInput, OSError, SyntaxError):
            continue
        changed = put(name, clauses.get(name, ()), file, tree)
        if changed is not None:
            found[function] = code_of(function, changed), changed
    return found


@contextmanager
def _in_place(game: type[Game[Any]], hook: str, tells: Callable[..., Any], changed: Changed) -> Iterator[None]:
    try:
        for function in changed:
            function.__globals__[hook] = tells
        READ_AS.update(dict(changed.values()))
        with replaced(game, {function: code for function, (code, _) in changed.items()}):
            yield
    finally:
        for function, (code, _) in changed.items():
            READ_AS.pop(code, None)
            function.__globals__.pop(hook, None)


class _Putting(ast.NodeTransformer):
    """Puts a count at the beginning of every way."""

    def __init__(self, found: Counting, clauses: tuple[str, ...], file: Path) -> None:
        self.found, self.clauses, self.file = found, clauses, file
        self.any = False

    def visit_If(self, node: ast.If) -> ast.If:
        text = f"if {ast.unparse(node.test)}"
        self.generic_visit(node)
        node.body.insert(0, self._said(node.test, text, "yes"))
        node.orelse.insert(0, self._said(node.test, text, "no"))
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.IfExp:
        text = f"if {ast.unparse(node.test)}"
        self.generic_visit(node)
        node.body = self._before(node.test, text, "yes", node.body)
        node.orelse = self._before(node.test, text, "no", node.orelse)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        guard = f" if {ast.unparse(node.guard)}" if node.guard else ""
        self.generic_visit(node)
        node.body.insert(0, self._said(node.pattern, f"case {ast.unparse(node.pattern)}{guard}"))
        return node

    def _before(self, place: Any, text: str, way: str, value: ast.expr) -> ast.expr:
        return ast.copy_location(ast.BoolOp(ast.Or(), [self._said(place, text, way).value, value]), value)

    def _said(self, place: Any, text: str, way: str = "") -> ast.Expr:
        """A statement that counts this way; counting gives None."""
        self.any = True
        text = " ".join(text.split())
        said = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
        self.found.ways.append((self.clauses, self.file, place.lineno, said, way))
        self.found.counts.append(0)
        call = ast.Call(ast.Name(WAYS, ast.Load()), [ast.Constant(len(self.found.ways) - 1)], [])
        return ast.copy_location(ast.Expr(ast.copy_location(call, place)), place)


class _PuttingInParts(_Putting):
    """The same for the parts of conditions, and for the conditions by which a comprehension leaves things out.

    They stand where only their truth matters, so that a truth may take their place.
    """

    def visit_If(self, node: ast.If) -> ast.If:
        texts = _part_texts(node.test)
        super().visit_If(node)
        node.test = self._in_parts(node.test, texts, len(self.found.ways) - 2)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.IfExp:
        texts = _part_texts(node.test)
        super().visit_IfExp(node)
        node.test = self._in_parts(node.test, texts, len(self.found.ways) - 2)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Of ``min(a, b)``, ``t.lesser(a, b)`` and the like which amount it was; of ``t.if_else(truth, a, b)`` and
        ``t.cards_if(truth, cards)`` the truth."""
        named = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if named in OF_TRUTH and node.args and isinstance(node.func, ast.Attribute):
            text = f"if {ast.unparse(node.args[0])}"
            self.generic_visit(node)
            node.args[0] = self._truth(node.args[0], text)
            return node
        plain = isinstance(node.func, ast.Name) == (named in ("min", "max"))
        several = len(node.args) > 1 and not any(isinstance(each, ast.Starred) for each in node.args)
        if named not in (*LEAST, *GREATEST) or not (plain and several) or node.keywords:
            self.generic_visit(node)
            return node
        text, ways = ast.unparse(node), [ast.unparse(each) for each in node.args]
        self.generic_visit(node)
        call = self._said(node, text, ways[0]).value
        for way in (*ways[1:], ALIKE):
            self._said(node, text, way)
        assert isinstance(call, ast.Call)
        call.args += [node.func, *node.args]
        return call

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        told = [(f"if {ast.unparse(each)}", _part_texts(each)) for each in node.ifs]
        self.generic_visit(node)
        for number, (each, (text, texts)) in enumerate(zip(node.ifs, told, strict=True)):
            truth = self._truth(each, text)
            truth.test = self._in_parts(truth.test, texts, len(self.found.ways) - 2)
            node.ifs[number] = truth
        return node

    def _in_parts(self, test: ast.expr, texts: Sequence[str], whole: int) -> ast.expr:
        left = iter(texts)

        def parted(each: ast.expr) -> ast.expr:
            if isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.Not):
                each.operand = parted(each.operand)
                return each
            if isinstance(each, ast.BoolOp):
                each.values = [parted(one) for one in each.values]
                return each
            at = len(self.found.ways)
            truth = self._truth(each, next(left))
            self.found.whole |= dict.fromkeys(range(at, len(self.found.ways)), whole)
            return truth

        return parted(test) if texts else test

    def _truth(self, test: ast.expr, text: str) -> ast.IfExp:
        """The truth of ``test``, which is counted."""
        yes = self._before(test, text, "yes", ast.Constant(True))
        no = self._before(test, text, "no", ast.Constant(False))
        made = ast.IfExp(test, yes, no)
        return ast.copy_location(made, test)


def _part_texts(test: ast.expr) -> list[str]:
    """The texts of the parts that ``and`` and ``or`` join, each with the whole; none where nothing is joined."""
    parts: list[str] = []

    def look(each: ast.expr) -> None:
        if isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.Not):
            look(each.operand)
        elif isinstance(each, ast.BoolOp):
            for one in each.values:
                look(one)
        else:
            parts.append(f"{ast.unparse(each)}, in: if {ast.unparse(test)}")

    look(test)
    return parts if len(parts) > 1 else []

"""Registration reads the text of the rules and refuses what could not be run, or not be proved.

Type checkers and linters do not see a forgotten ``yield from``; ``is`` on an amount, a filter on a truth, an
``except`` around the kernel or a random number would run well and make a proof a proof of something else.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from referee.kernel.clauses import Reading
from referee.kernel.errors import RuleTextError

if TYPE_CHECKING:
    from referee.kernel.game import Game

ASKING = frozenset(
    "choose select together draw pick roll lot shuffle happen window triggers".split()
)
"""The generator methods of the table."""

UNDECIDED = frozenset(
    "size is_empty count holds worth highest pile only balance negate if_else lesser greater max0 quantity".split()
)
"""Words of the table whose value may be a term of the prover."""

IMPURE = frozenset(
    "open input print eval exec id hash globals locals vars setattr delattr object random time datetime os sys "
    "secrets uuid threading socket subprocess".split()
)


def check_rule_text(game: type[Game[Any]], readings: Mapping[str, Reading]) -> None:
    """RuleTextError, naming file and line, at the first thing in a game's class that may not stand there."""
    from referee.kernel.game import Game, methods_of

    generators = {
        name
        for name, method in methods_of(game).items()
        if inspect.isgeneratorfunction(method) or str(method.__annotations__.get("return", "")).startswith("Rule")
    } | {"deal", "step"}
    for cls in game.__mro__:
        if issubclass(cls, Game) and cls is not Game:
            lines, first = inspect.getsourcelines(cls)
            tree = ast.parse(inspect.cleandoc("\n" + "".join(lines)) if lines[0][0].isspace() else "".join(lines))
            _Reader(inspect.getfile(cls), first - 1, generators, readings).read(tree)


class _Reader:
    def __init__(self, file: str, offset: int, generators: set[str], readings: Mapping[str, Reading]) -> None:
        self.file, self.offset, self.generators, self.readings = file, offset, generators, readings

    def refuse(self, node: ast.AST, message: str) -> RuleTextError:
        line = getattr(node, "lineno", 1) + self.offset
        return RuleTextError(f"{self.file}:{line}", message)

    def read(self, tree: ast.AST) -> None:
        parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                self.call(node, parents)
            elif isinstance(node, ast.Compare):
                self.compare(node)
            elif isinstance(node, ast.Match):
                self.match(node)
            elif isinstance(node, ast.comprehension):
                self.filters(node)
                self.iteration(node.iter)
            elif isinstance(node, ast.For):
                self.iteration(node.iter)
            elif isinstance(node, (ast.Try, ast.TryStar)):
                raise self.refuse(node, "rules do not catch errors: a broken obligation must be seen; drop the 'try'")
            elif isinstance(node, (ast.Global, ast.Nonlocal)):
                raise self.refuse(node, "rules keep nothing outside the table: declare a scalar on it")
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                raise self.refuse(node, "import at the top of the module, not inside rules")
            elif isinstance(node, ast.Yield):
                raise self.refuse(node, "rules ask with 'yield from t.choose(…)' and the like, never with a bare 'yield'")

    def call(self, node: ast.Call, parents: Mapping[ast.AST, ast.AST]) -> None:
        function = node.func
        if isinstance(function, ast.Name):
            if function.id == "next":
                raise self.refuse(node, "next() takes from an iterator behind the prover's back; index a tuple instead")
            if function.id in IMPURE:
                raise self.refuse(node, f"rules are pure: no {function.id}(); chance and choices are asked of the table")
            return
        if not isinstance(function, ast.Attribute):
            return
        root = function.value
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name) and root.id in IMPURE:
            raise self.refuse(node, f"rules are pure: no {root.id}.{function.attr}(); ask the table (roll, draw, lot)")
        if isinstance(function.value, ast.Name):
            asked = function.value.id == "self" and function.attr in self.generators
            asked = asked or (function.value.id in ("t", "table") and function.attr in ASKING)
            if asked and not self.consumed(node, parents):
                called = f"{function.value.id}.{function.attr}(…)"
                raise self.refuse(node, f"{called} is a rule that asks and does nothing like this: write 'yield from {called}'")
            if function.value.id in ("t", "table") and function.attr == "reading":
                self.reading(node, parents)

    @staticmethod
    def consumed(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
        """Whether the result of a call is driven: by ``yield from``, or handed on whole."""
        above = parents.get(node)
        if isinstance(above, ast.IfExp):
            return _Reader.consumed(above, parents)
        if isinstance(above, ast.Return):
            while above is not None and not isinstance(above, (ast.FunctionDef, ast.Lambda)):
                above = parents.get(above)
            return above is not None and not any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(above))
        return isinstance(above, (ast.YieldFrom, ast.Lambda))

    def reading(self, node: ast.Call, parents: Mapping[ast.AST, ast.AST]) -> None:
        slug = node.args[0] if node.args else None
        if not isinstance(slug, ast.Constant):
            raise self.refuse(node, "a reading is named by its slug as a plain string")
        if slug.value not in self.readings:
            raise self.refuse(node, f"there is no reading {slug.value!r} in readings.toml beside the rules")
        above = parents.get(node)
        if isinstance(above, ast.Compare) and above.left is node:
            for value in _constants(above.comparators):
                if value.value not in self.readings[slug.value].alternatives:
                    raise self.refuse(value, f"reading {slug.value!r} has no alternative {value.value!r}")

    def compare(self, node: ast.Compare) -> None:
        for operator, left, right in zip(node.ops, [node.left, *node.comparators], node.comparators, strict=False):
            if isinstance(operator, (ast.Is, ast.IsNot)):
                for side in (left, right):
                    if (isinstance(side, ast.Constant) and side.value is not None) or _undecided(side):
                        raise self.refuse(node, "'is' is for players, None and members of enums; write '==' or '!='")

    def match(self, node: ast.Match) -> None:
        for case in node.cases:
            for pattern in ast.walk(case.pattern):
                enum = isinstance(pattern, ast.MatchValue) and isinstance(pattern.value, ast.Attribute)
                wild = isinstance(pattern, ast.MatchAs) and pattern.pattern is None
                if isinstance(pattern, ast.pattern) and not (enum or wild or isinstance(pattern, ast.MatchOr)):
                    raise self.refuse(case.pattern, "'match' is for members of enums; write 'if' and '==' for anything else")

    def filters(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            if _undecided(condition):
                raise self.refuse(
                    condition, "a filter on what a proof does not know; write a loop with 'if', or count with the table"
                )

    def iteration(self, over: ast.expr) -> None:
        named = isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id in ("set", "frozenset")
        if named or isinstance(over, (ast.Set, ast.SetComp)):
            raise self.refuse(over, "a set has no order of its own; iterate over a tuple")


def _constants(nodes: list[ast.expr]) -> Iterator[ast.Constant]:
    for node in nodes:
        for each in [node, *(node.elts if isinstance(node, (ast.Tuple, ast.List)) else [])]:
            if isinstance(each, ast.Constant):
                yield each


def _undecided(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr in UNDECIDED for each in ast.walk(node))

"""What no match of play came to, and the solver finds a match for: amounts that are equal, shares with a rest, and ways
of conditions.

The text of the rules tells for a while where amounts are equal that it compares, and where it divides and something is
left. The solver looks for a deal and answers that lead there. What it finds is played, and watched like any match.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Collection, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from referee.kernel.game import Game
from referee.meaning.counted import WAYS
from referee.verify.ask.edges import Edge
from referee.verify.ask.match import Match
from referee.verify.ask.noticing import ORDERED
from referee.verify.ask.seen import Key, Seen, play_match
from referee.verify.ask.sites import Site, text_of, watching
from referee.verify.play.branches import Branch, counting, told_by
from referee.verify.symbolic.solutions import MATCHES, STEPS, Solution, Solved, played

EDGES = (Edge.EQUAL, Edge.REST)
Place = tuple[Path, int, str]
"""The file and line of a place of the rule text, and its text."""
Way = tuple[Path, int, str, str]
"""The same of a way at a condition, and which way it is."""


def place_of(site: Site) -> Place:
    return site.file, site.line, site.text


def solved(game: Game[Any], known: Collection[Key], places: Collection[Place], seed: str) -> Seen:
    """What is met in matches that the solver finds, of the edges that are not ``known``, nor at such ``places``."""
    seen, rng = Seen(), random.Random(f"solved {seed} {game.players}")
    matches, match = _matches(game, places), Match()
    if matches:
        with watching(type(game), seen.told, match):
            for solution in matches:
                for _ in range(MATCHES):
                    play_match(game, Solved(solution, rng), match, seen, fair=False, longest=STEPS[-1])
    for key in [each for each in seen.found if each in known or each[1] not in EDGES]:
        del seen.found[key]
    return seen


def _matches(game: Game[Any], places: Collection[Place]) -> Sequence[Solution]:
    from referee.verify.symbolic.solving import matches_to  # which loads Z3

    found: list[Place] = []

    def put(name: str, clauses: tuple[str, ...], file: Path, tree: ast.FunctionDef) -> ast.FunctionDef | None:
        if not clauses or name == "set_up" or name.endswith(".__init__"):
            return None
        first = len(found)
        changed: ast.FunctionDef = _Putting(found, file).visit(tree)
        return changed if len(found) > first else None

    with told_by(type(game), WAYS, lambda at: None, put):
        matches = matches_to(game, len(found), {at for at, each in enumerate(found) if each not in places})
    return [matches[at] for at in sorted(matches)]


def rare(game: Game[Any], wanted: Collection[Way], seed: str) -> set[Way]:
    """Of these ways of the rule text, which no match of play went, those that go matches which the solver finds."""
    from referee.verify.symbolic.solving import matches_to

    rng = random.Random(f"rare {seed} {game.players}")
    with counting(type(game), parts=True) as found:
        numbers = {at for at, each in enumerate(found.branches()) if way_of(each) in wanted}
        matches = matches_to(game, len(found.ways), numbers)
        found.counts[:] = [0] * len(found.counts)  # the meaning is read, and facts are looked for, by play
        for solution in matches.values():
            played(game, (), solution, rng, lambda met: False)  # whatever is met, all of its matches are counted
        return {way_of(each) for each in found.branches() if each.times} & set(wanted)


def way_of(branch: Branch) -> Way:
    return branch.file, branch.line, branch.text, branch.way


class _Putting(ast.NodeTransformer):
    """Has edges tell that play comes to them; what tells gives nothing."""

    def __init__(self, found: list[Place], file: Path) -> None:
        self.found, self.file = found, file

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        sides = [node.left, *node.comparators]
        fixed = any(isinstance(each, ast.Constant) and each.value in (0, None, "") for each in sides)
        if len(node.ops) == 1 and type(node.ops[0]) in ORDERED and not fixed:
            return self._told(node, ast.Compare(node.left, [ast.Eq()], node.comparators))
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.FloorDiv):
            rest = ast.BinOp(node.left, ast.Mod(), node.right)
            return self._told(node, ast.Compare(rest, [ast.NotEq()], [ast.Constant(0)]))
        return self.generic_visit(node)  # type: ignore[return-value]

    def _told(self, node: Any, edge: ast.expr) -> ast.expr:
        again = (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)
        if any(isinstance(each, again) for each in ast.walk(node)):
            return self.generic_visit(node)  # type: ignore[return-value]
        same, edge, text = deepcopy(node), deepcopy(edge), text_of(node)
        value = self.generic_visit(node)
        self.found.append((self.file, node.lineno, text))
        tells = ast.Call(ast.Name(WAYS, ast.Load()), [ast.Constant(len(self.found) - 1)], [])
        made = ast.IfExp(edge, ast.BoolOp(ast.Or(), [tells, same]), value)  # type: ignore[arg-type]
        return ast.copy_location(ast.fix_missing_locations(ast.copy_location(made, node)), node)

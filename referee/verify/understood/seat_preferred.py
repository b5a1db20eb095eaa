"""Rule text that takes a seat by its number: that seat is then another one than the rest.

Only what the text shows is said: ``t.players[0]``, seats that are compared as numbers, seats in the order of their
numbers. Whether a proof may take one seat for all is asked elsewhere, and with more suspicion (``seat_order``).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.kernel.game import Game
from referee.kernel.players import Player
from referee.verify.understood.seat_flow import called
from referee.verify.understood.seat_order import Function
from referee.verify.understood.seat_text import Text

REMEDY = "in deal() write t.first_seat(), elsewhere t.next(player), t.others(player) or a scalar that names a player"
BY_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
GIVES_PLAYER = {"next", "left", "right", "first_seat", "decider"}


@dataclass(frozen=True, slots=True, order=True)
class Preferred:
    """``words`` are the text that does it, ``rule`` the function that it stands in."""

    file: Path
    line: int
    rule: str
    words: str
    clauses: tuple[str, ...]


def seats_preferred(game: Game[Any]) -> list[Preferred]:
    """Every such place in what a deal and a step come to."""
    found = set()
    for function, each in Text(game, [game.deal, game.step]).functions.items():
        for node in _taken(each):
            line = each.start + getattr(node, "lineno", 1) - 1
            clauses = getattr(function, "__clauses__", ())
            found.add(Preferred(Path(each.file), line, function.__qualname__, ast.unparse(node), clauses))
    return sorted(found)


def _taken(text: Function) -> Iterator[ast.AST]:
    for node in text.nodes:
        match node:
            case ast.Subscript(ctx=ast.Load()) if _is_number(node.slice) and _of_each(text, node.value):
                yield node
            case ast.Assign(targets=[ast.Tuple() | ast.List()]) if _everybody(text, node.value):
                yield node
            case ast.Compare() if _compares_seats(text, node):
                yield node
            case ast.Call(args=[first, *_]) if _picks_by_number(text, node, first):
                yield node


def _is_number(index: ast.AST) -> bool:
    """Whether an index is written as a number, or a slice begins or ends with one."""
    if isinstance(index, ast.Slice):
        return any(each is not None and _is_number(each) for each in (index.lower, index.upper, index.step))
    index = index.operand if isinstance(index, ast.UnaryOp) else index
    return isinstance(index, ast.Constant) and type(index.value) is int


def _everybody(text: Function, node: ast.AST) -> bool:
    """Whether it is all players, as they sit."""
    if isinstance(node, ast.Name):
        values = text.values.get(node.id, [])
        return len(values) == 1 and isinstance(values[0], ast.Attribute) and _everybody(text, values[0])
    if isinstance(node, ast.Call) and called(node) in ("list", "tuple", "iter") and len(node.args) == 1:
        return _everybody(text, node.args[0])
    return isinstance(node, ast.Attribute) and node.attr in ("players", "seated") and text.ordered(node)


def _of_each(text: Function, node: ast.AST) -> bool:
    """Whether it is something of each player, found by the player."""
    return _everybody(text, node) or (isinstance(node, ast.Attribute) and node.attr in text.text.of_each)


def _is_seat(text: Function, node: ast.AST) -> bool:
    """Whether it is the number of a seat, or a player where a number is wanted."""
    match node:
        case ast.Attribute():
            scalar = text.text.game.table_class.scalar_specs.get(node.attr)
            return node.attr == "seat" or (
                scalar is not None and not scalar.per_player and isinstance(scalar.start, Player)
            )
        case ast.Call(func=ast.Name(id="int"), args=[one]):
            return _is_seat(text, one)
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in GIVES_PLAYER and bool(node.args or name == "first_seat")
        case ast.Name():
            notes = [each.annotation for each in text.args() if each.arg == node.id]
            return any(note is not None and ast.unparse(note).strip("'\"") == "Player" for note in notes)
    return False


def _compares_seats(text: Function, node: ast.Compare) -> bool:
    sides = [node.left, *node.comparators]
    seats = [each for each in sides if _is_seat(text, each)]
    in_order = any(isinstance(each, BY_ORDER) for each in node.ops)
    return bool(seats) and (in_order or any(_is_number(each) for each in sides))


def _picks_by_number(text: Function, node: ast.Call, first: ast.expr) -> bool:
    """``next(iter(t.players))``, ``min(t.players)``, ``sorted(…, key=lambda player: player.seat)``."""
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    key = next((each.value for each in node.keywords if each.arg == "key"), None)
    if name in ("sorted", "min", "max", "sort") and key is not None:
        return any(isinstance(each, ast.Attribute) and each.attr == "seat" for each in ast.walk(key))
    return isinstance(node.func, ast.Name) and name in ("next", "min", "max", "sorted") and _everybody(text, first)

"""A fact that a proof misses, as a property to paste: read off the obligation that failed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.verify.prove.terms import SymAmount, SymTruth
from referee.verify.readonly_table import evaluate
from referee.verify.vocabulary import every

UNKNOWN_OF_THE_TABLE = re.compile(r"\d+ (?P<size>size of )?(?P<name>\w+)(?: of seat (?P<owner>\d+)|\[(?P<seat>\d+)\])?")
"""The name of an unknown of the table before the step: ``3 size of hand of seat 0``, ``3 round``, ``3 points[1]``."""


TURNED = {"<=": ">=", ">": "<", "==": "=="}


class NotSayable(Exception):
    """The fact is not about sizes and amounts of the table before the step."""


def helping_fact(truth: Any, game: Game[Any], tables: Sequence[Table]) -> str:
    """A condition on tables between two steps under which an obligation holds, as an expression of ``t``.

    "" where the condition is not about one player and the table, or fails on one of the ``tables`` that play reached.
    """
    try:
        said, seats = _in_words(truth, game)
    except NotSayable:
        return ""
    if len(seats) > 1:
        return ""
    text = f"every(t, ({said} for player in t.players))" if seats else said
    holds = eval(f"lambda t: {text}", {"every": every})
    return text if tables and all(bool(evaluate(holds, table)) for table in tables) else ""


def as_property(fact: str, clause: str, message: str) -> str:
    """A fact as a property to paste into ``properties/GAME.py``."""
    name = re.sub(r"\W+", "_", f"what_{clause or 'a_step'}_needs").lower()
    ids = ", ".join(f'"{each}"' for each in clause.split(", ") if each)
    return f'@always({ids})\ndef {name}(t):\n    """A proof misses this: {message}."""\n    return {fact}'


def _in_words(truth: Any, game: Game[Any]) -> tuple[str, set[str]]:
    if not isinstance(truth, SymTruth):
        raise NotSayable
    if truth.op == "not" and truth.args[0].op == "<=0":
        return _compared(truth.args[0].args[0], ">", game)
    if truth.op == "and":
        parts = [_in_words(each, game) for each in truth.args]
        return " & ".join(f"({said})" for said, _ in parts), set().union(*[seats for _, seats in parts])
    if truth.op not in ("<=0", "==0"):
        raise NotSayable
    return _compared(truth.args[0], "<=" if truth.op == "<=0" else "==", game)


def _compared(amount: SymAmount, sign: str, game: Game[Any]) -> tuple[str, set[str]]:
    """``amount`` against 0, with what is counted against it on the other side."""
    seats: set[str] = set()
    mine: list[str] = []
    others: list[str] = []
    for atom, factor in amount.parts:
        if factor.denominator != 1:
            raise NotSayable
        (mine if factor > 0 else others).append(_of_the_table(atom.name, abs(int(factor)), game, seats))
    if amount.constant.denominator != 1:
        raise NotSayable
    number = int(amount.constant)
    if number:
        (mine if number > 0 else others).append(str(abs(number)))
    left, right = " + ".join(others) or "0", " + ".join(mine) or "0"
    if left.isdigit():
        return f"{right} {sign} {left}", seats
    return f"{left} {TURNED[sign]} {right}", seats


def _of_the_table(name: str, factor: int, game: Game[Any], seats: set[str]) -> str:
    found = UNKNOWN_OF_THE_TABLE.fullmatch(name)
    table = game.table_class
    if not found:
        raise NotSayable
    specs = table.zone_specs if found["size"] else table.scalar_specs
    spec: Any = specs.get(found["name"])
    if spec is None or bool(found["owner"] or found["seat"]) is not spec.per_player:
        raise NotSayable
    seats |= {found["owner"] or found["seat"]} if spec.per_player else set()
    text = f"t.{found['name']}{'[player]' if spec.per_player else ''}{'.size' if found['size'] else ''}"
    return text if factor == 1 else f"{factor} * {text}"

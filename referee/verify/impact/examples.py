"""Worked examples that tell two values of a reading apart: what comes of them, and in what game they are played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.kernel.game import Game
from referee.play.examples import Case, Example, Position, play_case
from referee.verify.impact.differences import Difference, DifferenceKind, answers_in_words, between_tables


def distinguishing_example(
    game: type[Game[Any]], examples: Iterable[Example], slug: str, one: str, other: str
) -> tuple[Example, Case, Difference] | None:
    """The first example that comes out differently under the two values, its case under the second, and how."""
    pair = [f"{slug}={value}" for value in (one, other)]
    for example in examples:
        cases = sorted([case for case in example.cases if case.alternative in pair],
                       key=lambda case: pair.index(case.alternative))  # fmt: skip
        if len(cases) == 2:
            ends = [play_case(game, case)[0] for case in cases]
            if ends[0].observed() != ends[1].observed():
                return example, cases[1], _apart(*ends)
    return None


def _apart(one: Position, other: Position) -> Difference:
    if str(one.fault) != str(other.fault):
        said = _fate(one), _fate(other)
        return Difference(DifferenceKind.RULE, "one of them cannot go on", *said, f"{said[1]}, where {said[0]}")
    asked = _question(one), _question(other)
    if asked[0] != asked[1]:
        return Difference(DifferenceKind.ASKED, "what is asked", *asked, f"{asked[1]}, where {asked[0]}")
    if one.table.snapshot() != other.table.snapshot():
        return between_tables(one.table, other.table)
    return Difference(DifferenceKind.SEEN, "what is seen or heard", visible=False)


def _fate(position: Position) -> str:
    return "it goes on" if position.fault is None else str(position.fault)


def _question(position: Position) -> str:
    asked = position.open
    if not asked:
        return "nobody is asked anything more"
    return f"seat {asked.player.seat} is asked {asked.ask!r} ({answers_in_words(asked.space)})"

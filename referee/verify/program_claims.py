"""How properties are asked of a Program: which function of the table, or of a question, says whether one holds."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

from referee.meaning.claims import (
    WhenAsked,
    are_equal,
    compares,
    do_not_happen_together,
    does_not_happen,
    does_not_happen_when_asked,
    hold_together,
    holds,
    holds_when_asked,
    measured,
)
from referee.verify.properties import Kind, Property

OF_TABLES: dict[Kind, Callable[..., Any]] = {
    Kind.ALWAYS: holds,
    Kind.NEVER: does_not_happen,
    Kind.EQUAL: are_equal,
    Kind.TERMINATES: measured,
    Kind.POSSIBLE: does_not_happen,
}
"""How claims about tables are asked: of what may happen, whether it does not."""
TRUTHS = OF_TABLES.keys() - {Kind.TERMINATES}
"""The kinds of which a claim looks at one table: a measure is held against the one before."""
OF_QUESTIONS = {
    Kind.ALWAYS: (holds_when_asked, hold_together),
    Kind.NEVER: (does_not_happen_when_asked, do_not_happen_together),
    Kind.POSSIBLE: (does_not_happen_when_asked, do_not_happen_together),
}
"""How claims about questions are asked: of one, and of several that are put at once."""
COMPARED = " is compared"
"""Behind the name of a property of pairs: the claim that there is something to compare."""


def claims_of(properties: Iterable[Property], kinds: Container[Kind] = OF_TABLES) -> dict[str, tuple[Any, Any]]:
    """The claims about tables that are of some kinds, by name, each with how it is asked."""
    about = [each for each in properties if each.kind in kinds and each.kind in OF_TABLES and not each.asked]
    return {each.name: (OF_TABLES[each.kind], each.claim) for each in about}


def of_tables(properties: Sequence[Property]) -> dict[str, tuple[Any, Any]]:
    """The same of all kinds, and of pairs also whether there is anything to compare."""
    pairs = claims_of(properties, (Kind.EQUAL,))
    return claims_of(properties) | {name + COMPARED: (compares, claim) for name, (_, claim) in pairs.items()}


def of_questions(properties: Iterable[Property]) -> dict[str, WhenAsked]:
    """The claims about questions, by name."""
    asked = [each for each in properties if each.asked and each.kind in OF_QUESTIONS]
    return {each.name: WhenAsked(each.claim, each.asked, *OF_QUESTIONS[each.kind]) for each in asked}

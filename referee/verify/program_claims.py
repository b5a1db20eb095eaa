"""How properties are asked of a Program: which function of the table, or of a question, says whether one holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
OF_QUESTIONS = {
    Kind.ALWAYS: (holds_when_asked, hold_together),
    Kind.NEVER: (does_not_happen_when_asked, do_not_happen_together),
    Kind.POSSIBLE: (does_not_happen_when_asked, do_not_happen_together),
}
"""How claims about questions are asked: of one, and of several that are put at once."""
COMPARED = " is compared"
"""Behind the name of a property of pairs: the claim that there is something to compare."""


def of_tables(properties: Iterable[Property]) -> dict[str, tuple[Any, Any]]:
    """The claims about tables, by name, each with how it is asked."""
    found: dict[str, tuple[Any, Any]] = {}
    for each in properties:
        if each.kind in OF_TABLES and not each.asked:
            found[each.name] = OF_TABLES[each.kind], each.claim
            if each.kind is Kind.EQUAL:
                found[each.name + COMPARED] = compares, each.claim
    return found


def of_questions(properties: Iterable[Property]) -> dict[str, WhenAsked]:
    """The claims about questions, by name."""
    asked = [each for each in properties if each.asked and each.kind in OF_QUESTIONS]
    return {each.name: WhenAsked(each.claim, each.asked, *OF_QUESTIONS[each.kind]) for each in asked}

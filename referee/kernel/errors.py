"""The small tree of errors. Bugs of the kernel itself stay assertions."""

from __future__ import annotations

from enum import Enum
from typing import Any


class RefereeError(Exception):
    """Anything that the package reports on purpose."""


class BadInput(RefereeError):
    """The user's input cannot be used; one line says what, where and how to mend it (exit code 2)."""


class RuleTextError(BadInput):
    """Rule text that the kernel refuses to run; ``place`` is ``file:line``, as in ``rules.py:12: …``."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place


class BadRecord(RefereeError):
    """A record that is damaged behind a readable header; ``line`` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


NO_CLAUSE = "?"
"""What stands in the place of a clause where none is being carried out."""


def in_words(clause: str) -> str:
    """A clause that is being carried out, for people: its id, or that there is none."""
    return "outside of every clause" if clause == NO_CLAUSE else clause


class IllegalAnswer(RefereeError):
    """An answer outside the space that was offered. It is the fault of the seat, who forfeits.

    ``clause`` asked the ``seat``; ``answer`` is none of the ``allowed`` ones.
    """

    def __init__(self, clause: str, seat: int, answer: Any, allowed: Any) -> None:
        super().__init__(f"{in_words(clause)}: seat {seat} answered {answer!r}; allowed: {allowed}")
        self.clause, self.seat, self.answer, self.allowed = clause, seat, answer, allowed


class Broken(Enum):
    """The ways in which rules can break an obligation of the kernel: ``fault.broken is Broken.SHORTAGE``."""

    NO_OPTION = "a choice without an option"
    SHORTAGE = "cards that are not there"
    NO_MONEY = "an amount that does not exist"
    MISSING_CASE = "a case without a rule"
    NO_END = "a step that does not end"
    RAISED = "the rule raises"


class RuleFault(RefereeError):
    """The rules broke an obligation. It is their fault, never a seat's, and the match is void.

    ``broken`` says which, ``message`` how. ``clause`` names the innermost clause that was being carried out, if one is
    known.
    """

    def __init__(self, broken: Broken, message: str, clause: str = NO_CLAUSE) -> None:
        super().__init__(message)
        self.broken, self.message, self.clause = broken, message, clause

    def __str__(self) -> str:
        return f"{in_words(self.clause)}: {self.broken.value}: {self.message}"


class MissingCase(RuleFault):
    """Play reached a ``reading`` whose value is ``undefined``."""

    def __init__(self, reading: str) -> None:
        super().__init__(Broken.MISSING_CASE, f"the rulebook gives no rule (reading {reading}=undefined)")
        self.reading = reading

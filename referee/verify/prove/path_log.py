"""The lines of the rules on a path: a reader of a failed proof wants the line, and not only the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import CodeType
from typing import Any

from referee.kernel.requests import waiting

Clause = tuple[str, ...]


class PathLog:
    """The places where a path asked and branched. ``files`` are those of the rules, shared by all paths of a proof."""

    def __init__(self, clauses: Mapping[CodeType, Clause], files: set[str]) -> None:
        self.clauses, self.files = clauses, files
        if not files:
            files.update(code.co_filename for code in clauses)
        self.places: list[tuple[int, Clause, str]] = []
        """For each place: the number of decisions before it, the clause, ``file:line``."""

    def branched(self, frame: Any, clock: int) -> None:
        """A branch was taken, by rule text or by what that calls; what a property decides is not kept."""
        place, clause = "", None
        while frame is not None and clause is None:
            code = frame.f_code
            if code.co_filename in self.files:
                place = place or _place(code, frame.f_lineno)
                clause = self.clauses.get(code)
            frame = frame.f_back
        if place:
            self.places.append((clock, clause or ("?",), place))

    def place_of(self, rules: Sequence[Any]) -> str:
        """``file:line`` where the innermost of the running rules asks; "" where no text of the rules does."""
        place = ""
        for each in waiting(rules[-1] if rules else None):
            code = each.gi_code
            if code.co_filename in self.files:
                place = _place(code, each.gi_frame.f_lineno)
        return place

    def asked(self, place: str, clause: Clause, clock: int) -> None:
        """Something is asked there."""
        if place:
            self.places.append((clock, clause, place))

    def last(self, clock: int) -> tuple[Clause, str]:
        """Clause and ``file:line`` of the last one until then."""
        return next(((clause, place) for when, clause, place in reversed(self.places) if when <= clock), (("?",), ""))


def _place(code: CodeType, line: int) -> str:
    return f"{code.co_filename.rpartition('/')[2]}:{line}"

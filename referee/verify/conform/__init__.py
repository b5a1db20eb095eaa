"""The promises that every game must keep, whatever its rulebook says: each module looks for one that is broken."""

from __future__ import annotations

from typing import Any

from referee.verify.verdicts import Trouble


class NotConforming(AssertionError):
    """A game breaks a promise. ``clauses`` are being carried out then; ``script`` has the answers of each step."""

    trouble = Trouble.ARITHMETIC

    def __init__(self, what: str, clauses: tuple[str, ...] = (), script: list[list[Any]] | None = None) -> None:
        super().__init__(what)
        self.clauses, self.script = tuple([each for each in clauses if each != "?"]), script or []


class SeatPreferred(NotConforming):
    """Play goes otherwise with everybody one seat further on."""

    trouble = Trouble.SEAT

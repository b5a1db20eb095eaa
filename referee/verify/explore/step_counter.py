"""Rules that read the number of finished steps: only then it is part of a state.

The table reports every read, however it is written: by name, by ``getattr``, in a helper or a property.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from referee.kernel.driving import run_step
from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.verify.play.trial import Trial
from referee.verify.properties import Property

OUTERMOST = frozenset({run_step.__code__, Trial._carry_out.__code__, Trial._first_refuted.__code__})
"""What calls rules and claims: whoever looks does so within."""


class StepCountReads:
    """``rules``: whether rules have read the number of finished steps; ``properties``: which of them have."""

    def __init__(self, looked_at: Iterable[Property]) -> None:
        self.rules = False
        self.properties: set[str] = set()
        self._claims: dict[Any, set[str]] = {}
        """The names of the properties that one text is the claim of; what is read meanwhile is not read by rules."""
        for each in looked_at:
            self._claims.setdefault(getattr(each.claim, "__code__", None), set()).add(each.name)

    def table(self, game: Game[Any]) -> Table:
        """A table of a game that tells who reads the number of finished steps.

        What ``Table.snapshot`` and ``Table.moment`` copy is silent, where they are not called by way of the table.
        """
        slot: Any = Table.turns

        def read(table: Any) -> Any:
            self._note(sys._getframe(1))
            return slot.__get__(table)

        def copy(copied: Any) -> Any:
            def copying(table: Any) -> Any:
                self._note(sys._getframe(1))
                return copied(table)

            return copying

        kind: Any = game.table_class
        body = {
            "turns": property(read, slot.__set__),
            "snapshot": copy(kind.snapshot),
            "moment": copy(kind.moment),
            "_silent_turns": slot,
            "__module__": kind.__module__,
        }
        noting: Any = type(kind.__name__, (kind,), body)
        noting._scalars = attrgetter(*["_silent_turns" if name == "turns" else name for name in noting._scalar_names])
        return noting(game)  # type: ignore[no-any-return]

    def _note(self, frame: Any) -> None:
        """Rules look only by themselves; the kernel does nothing for a number of steps, and hands it to properties."""
        module = frame.f_globals.get("__name__", "")
        if module.startswith("referee.verify."):
            return
        of_rules = not module.startswith("referee.kernel.")
        while frame is not None and frame.f_code not in OUTERMOST:
            if frame.f_code in self._claims:
                self.properties |= self._claims[frame.f_code]
                return
            frame = frame.f_back
        self.rules = self.rules or of_rules

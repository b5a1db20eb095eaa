"""Who looks at the number of finished steps: it is a part of a state only where rules do.

A table tells it when it is read, whichever way that is written: by name, by ``getattr``, in a helper or a property.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.verify.properties import Property

OF_KERNEL = ("referee.kernel", "referee.verify")
"""Modules that count steps and copy tables, and by themselves do nothing for a number of them."""


class Reads:
    """``rules``: whether rules have read the number of finished steps; ``properties``: which of them have."""

    def __init__(self) -> None:
        self.rules = False
        self.properties: set[str] = set()
        self._by: str | None = None

    def noting(self, claimed: Property) -> Callable[..., Any]:
        """The claim of a property; what is read meanwhile is read by it and not by rules."""
        claim, name = claimed.claim, claimed.name

        @wraps(claim)
        def look(*about: Any) -> Any:
            before, self._by = self._by, name
            try:
                return claim(*about)
            finally:
                self._by = before

        return look

    def table(self, game: Game[Any]) -> Table:
        """A table of a game that tells who reads the number of finished steps."""
        slot: Any = Table.turns

        def read(table: Any) -> Any:
            if self._by is not None:
                self.properties.add(self._by)
            elif not self.rules:
                self.rules = _is_of_rules(sys._getframe(1))
            return slot.__get__(table)

        kind: Any = game.table_class
        body = {"turns": property(read, slot.__set__), "__module__": kind.__module__}
        return type(kind.__name__, (kind,), body)(game)  # type: ignore[no-any-return]


def _is_of_rules(frame: Any) -> bool:
    """Whether text that is not the kernel's gets to see what is read here."""
    if frame.f_code is Table.snapshot.__code__:
        frame = frame.f_back
    return not frame.f_globals.get("__name__", "").startswith(OF_KERNEL)

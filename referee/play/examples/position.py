"""The position in which a worked example ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.kernel.errors import RuleFault
from referee.kernel.requests import Choice
from referee.kernel.table import Table
from referee.kernel.views import Entry, seen, view_of


@dataclass(slots=True)
class Position:
    """The end of an example: a table, with its open question or the fault that stopped it."""

    table: Table
    open: Choice | None = None
    fault: RuleFault | None = None
    off_script: bool = False
    """Whether the rules asked for other answers or chance than the example has."""
    entries: list[Entry] = field(default_factory=list)
    """All that the table told since the example began."""

    def events_noticed_by(self, seat: int) -> list[Any]:
        """The events that a seat may have noticed."""
        player = self.table.players[seat]
        return [event for entry in self.entries if (event := seen(self.table, entry, player)) is not None]

    def observed(self) -> Any:
        """All that can be told of it: the table, what each seat sees and has heard, the question."""
        seats = [(view_of(self.table, player), self.events_noticed_by(player.seat)) for player in self.table.players]
        asked = self.open and (self.open.player, self.open.ask, self.open.space.describe())
        return self.table.snapshot(), seats, asked, str(self.fault)

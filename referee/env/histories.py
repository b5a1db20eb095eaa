"""What a seat of an environment has been told, asked and shown, from the beginning of the match on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from referee.kernel.players import Player
from referee.kernel.requests import Choice
from referee.kernel.table import Table
from referee.kernel.views import Entry, view_of
from referee.kernel.watch import Story
from referee.play.course import Listener
from referee.play.history import History, with_cards, witnessed


class Recalled:
    """What seats of an environment have been told in the match that it plays, for those that imagine: it is played
    again for it, when somebody asks."""

    def __init__(self, again: Callable[[Listener], None]) -> None:
        self._again = again

    def knowledge(self, player: Player) -> dict[str, Any]:
        """See ``referee.play.history.History.knowledge``."""
        kept = Kept()
        self._again(kept)
        return kept.history.knowledge(player)


class Kept:
    """Keeps the history of a match that is played again."""

    history: History

    def follow(self, table: Table) -> None:
        self.history = History(table)
        table.watch = Story([self.history.observe])

    def asked(self, choice: Choice) -> None:
        """Nothing is kept of it."""

    def answered(self, choice: Choice, answer: Any) -> None:
        self.history.answered(choice, answer)

    def step_done(self, table: Table) -> None:
        self.history.boundary()


class Heard:
    """``told`` is what one seat heard, as JSON data: events, what it was asked and answered, and what it sees that it
    did not see so before."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.told: list[Any] = []
        self._seen: dict[str, Any] = {}

    def follow(self, table: Table) -> None:
        """A table on which nothing is dealt."""
        self._table = table
        table.watch = Story([self._happened])

    def _happened(self, entry: Entry) -> None:
        event = witnessed(self._table, with_cards(entry), self.player)
        if event is not None:
            self.told.append(["event", event])

    def asked(self, choice: Choice) -> None:
        """A question, before it is answered."""
        if choice.decider is self.player:
            self._look(choice.table)
            self.told.append(["asked", choice.ask, choice.player.seat, choice.space.describe()])

    def answered(self, choice: Choice, answer: Any) -> None:
        self.asked(choice)
        if choice.decider is self.player:
            self.told.append(["answered", choice.space.plain(answer)])

    def step_done(self, table: Table) -> None:
        self._look(table)

    def _look(self, table: Table) -> None:
        now = dict(_parts(view_of(table, self.player)))
        changed = {name: value for name, value in now.items() if self._seen.get(name, self) != value}
        if changed:
            self.told.append(["sees", changed])
        self._seen = now


def _parts(view: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """A view by its places and scalars."""
    for name, part in view.items():
        if name in ("zones", "scalars"):
            yield from part.items()
        else:
            yield name, part

"""Any table whose cards lie in rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.verify.symbolic.effects.sequences import frozen
from referee.verify.symbolic.effects.touching import Touched
from referee.verify.symbolic.paths import Paths
from referee.verify.symbolic.table import Table


class AnyTable(Table):
    """Any table, and what has happened to its rows on this way."""

    def __init__(self, places: int, paths: Paths) -> None:
        piles: list[Any] = [None] * places
        rows: list[Any] = [None] * places
        super().__init__(piles, rows, {}, [])
        self.paths = paths
        self.logs: list[list[Any]] = [[] for _ in range(places)]
        """By place what has come and gone, each with the moment after it."""
        self.faces = [0] * places
        """By place the moment since which all cards lie there as they do."""
        self.turns: list[list[tuple[int, Any]]] = [[] for _ in range(places)]
        """By place the moments when cards got other marks or links, with their numbers where those are known."""
        self.links = [0] * places
        """By place the moment since which links have only ended there, and no cards have changed their order."""
        self.owing: set[str] = set()
        """The truths of players that may be true of all now, as no others may find them."""
        self.version = 0
        """The moment of the last change."""
        self.since: dict[Touched | None, int] = {}
        """The moments of the last changes of scalars and places, and, of None, of what is not told apart."""

    def changed(self, what: Touched | None = None) -> None:
        """A moment begins that is no other of this way: moments are numbered like names, so that they are the same when
        the way is followed again. ``what`` is the scalar or the place that alone has changed."""
        self.paths.names += 1
        self.version = self.since[what] = self.paths.names

    def unchanged(self, looked_at: Sequence[Touched] | None) -> Any:
        """What is the same as long as nothing has changed that is looked at; None: anything is."""
        if looked_at is None:
            return self.version
        return tuple([self.since.get(each, 0) for each in (None, *looked_at)])

    def moment(self, place: int) -> tuple[int, int]:
        log = self.logs[place]
        return log[-1][0] if log else 0, self.faces[place]

    def note(self, place: int, what: str, numbers: Any) -> None:
        self.changed(("place", place))
        self.logs[place].append((self.version, what, numbers))

    def turned(self, place: int, numbers: Any = None) -> None:
        """Cards there lie otherwise: any of them, or those of these numbers alone."""
        self.changed(("place", place))
        self.faces[place] = self.version
        self.turns[place].append((self.version, numbers))

    def linked(self, place: int, numbers: Any = None) -> None:
        """Cards there may be linked otherwise, or lie in another order."""
        self.turned(place, numbers)
        self.links[place] = self.version

    def frozen(self, known: dict[int, Any]) -> AnyTable:
        """The table as it is now, whatever changes in place."""
        found = self.snapshot()
        found.scalars = {name: frozen(each, known) for name, each in found.scalars.items()}
        return found

    def snapshot(self) -> AnyTable:
        found = AnyTable(0, self.paths)
        found.piles, found.rows, found.money, found.ended = list(self.piles), list(self.rows), self.money, self.ended
        found.scalars = {name: list(each) if isinstance(each, list) else each for name, each in self.scalars.items()}
        found.logs, found.faces, found.version = [list(each) for each in self.logs], list(self.faces), self.version
        found.owing, found.turns = set(self.owing), [list(each) for each in self.turns]
        found.since, found.links = dict(self.since), list(self.links)
        return found

    def beside(self) -> AnyTable:
        return self.snapshot()

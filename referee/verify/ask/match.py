"""What is to be known of a match while it is played: what nobody has touched yet, how many cards were dealt, who was
asked."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.kernel.events import Event
from referee.kernel.places import Place
from referee.kernel.players import NO_PLAYER, Player
from referee.kernel.table import Table
from referee.verify.mine.observing import is_as_declared


class Match:
    """``at`` is the place of the rule text that is looked at. ``others`` are what could have come out there
    instead."""

    def __init__(self) -> None:
        self.at = 0
        self.others: tuple[Any, ...] = ()
        self.below: Counter[int] = Counter()
        """By place how often an amount was less than its limit, less how often it was more."""
        self.begin(None)

    def begin(self, table: Table | None) -> None:
        """Another match, on a table that tells from now on whom it asks; until it is dealt nothing is the first of
        anything."""
        if table is not None:
            self._listen(table)
        self.table: Table | None = None
        self.untouched: set[str] = set()
        """Zones and scalars that are as they were declared, since the deal left them so."""
        self.sizes: dict[str, int] = {}
        """By zone of each player the number of cards that everybody was dealt."""
        self.asked: set[int | None] = set()
        self._answered: dict[tuple[int, int], Player] = {}

    def stepped(self, table: Table) -> None:
        """The deal or a step is over."""
        names = {*table.zone_specs, *table.scalar_specs} if self.table is None else self.untouched
        self.untouched = {each for each in names if _is_as_declared(table, each)}
        if self.table is None:
            self.asked.clear()
            for name, spec in table.zone_specs.items():
                dealt: set[Any] = {each.size for each in table.places if each.name == name} if spec.per_player else {0}
                if len(dealt) == 1 and 0 not in dealt:
                    self.sizes[name] = dealt.pop()
        self.table = table
        self._answered.clear()

    def _listen(self, table: Any) -> None:
        choose, together = table.choose, table.together

        def choosing(player: Any, *arguments: Any, **keywords: Any) -> Any:
            self.asked.add(getattr(player, "seat", None))
            return choose(player, *arguments, **keywords)

        def choosing_together(ask: str, spaces: Any) -> Any:
            self.asked |= {each.seat for each in spaces}
            return together(ask, spaces)

        table.choose, table.together = choosing, choosing_together

    def is_first(self, table: Any, name: str, *, nobody: bool = False) -> bool:
        """Whether nothing has come there yet; with ``nobody`` it is a player, and there is none yet."""
        if nobody and getattr(getattr(table, "scalar_specs", {}).get(name), "start", None) is not NO_PLAYER:
            return False
        return (
            self.table is not None and table is self.table and name in self.untouched and _is_as_declared(table, name)
        )

    def is_more(self, place: Any, drawn: int = 0) -> bool:
        """Whether more lies there than anybody was dealt."""
        mine = isinstance(place, Place) and place.owner is not None and place.table is self.table
        return mine and place.size + drawn > self.sizes.get(place.name, place.size + drawn)

    def passes(self, amount: int, limit: int, *, reached: bool) -> bool:
        """Whether an amount is more than its limit, and mostly was less; or had just ``reached`` it, if that counts."""
        self.below[self.at] += (amount <= limit if reached else amount < limit) - (amount > limit)
        return amount > limit and self.below[self.at] > 0

    def is_second(self, event: Event, player: Player) -> bool:
        """Whether another player answers the same event in the same way."""
        return self._answered.setdefault((event.number, self.at), player) is not player


def _is_as_declared(table: Table, name: str) -> bool:
    if name in table.scalar_specs:
        return is_as_declared(table, name)
    return not any(each.size for each in table.places if each.name == name)

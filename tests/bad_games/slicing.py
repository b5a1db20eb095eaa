"""Effects that take the cards at the ends of a row, each beside one that takes a card which may not be there."""

from typing import Any

from referee.kernel import Event, Player, effect
from tests.bad_games.effects import PLAYED, Rows


class Slicing(Rows):
    name = "slicing"
    title = "Slicing"

    def drop(self, t: Any, me: Player, cards: Any) -> None:
        if cards:
            t.move(tuple(cards), t.lying[me], t.pot)

    @effect("B-9", window=PLAYED, on="2")
    def sound_last(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me].row
        if row:
            self.drop(t, me, row[-2:][:1])
            self.drop(t, me, t.lying[me].row[-1:])

    @effect("B-9", window=PLAYED, on="2")
    def bad_last(self, t: Any, event: Event, me: Player) -> None:
        """The last card has gone with the last two."""
        row = t.lying[me].row
        if len(row) > 1:
            self.drop(t, me, row[-2:])
            self.drop(t, me, row[-1:])

    @effect("B-9", window=PLAYED, on="3")
    def sound_second(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me].row
        if len(row) > 1:
            self.drop(t, me, [row[-2:][1]])

    @effect("B-9", window=PLAYED, on="3")
    def bad_second(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me].row
        if row:
            self.drop(t, me, [row[-2:][1]])

    @effect("B-9", window=PLAYED, on="4")
    def sound_but_last(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me].row
        if len(row) > 1:
            self.drop(t, me, [row[:-1][0]])

    @effect("B-9", window=PLAYED, on="4")
    def bad_but_last(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me].row
        if row:
            self.drop(t, me, [row[:-1][0]])

    @effect("B-9", window=PLAYED, on="5")
    def sound_inner(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me].row
        if len(row) > 2:
            self.drop(t, me, [row[1:-1][0]])

    @effect("B-9", window=PLAYED, on="5")
    def bad_inner(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me].row
        if len(row) > 1:
            self.drop(t, me, [row[1:-1][0]])

    @effect("B-9", window=PLAYED, on="2")
    def bad_far(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me].row
        if row:
            self.drop(t, me, [row[:-99][0]])

    @effect("B-9", window=PLAYED, on="3")
    def sound_halves(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me].row
        self.drop(t, me, row[:-1])
        self.drop(t, me, t.lying[me].row)

    @effect("B-9", window=PLAYED, on="3")
    def bad_halves(self, t: Any, event: Event, me: Player) -> None:
        """The first two and the last two may have a card in common."""
        row = t.lying[me].row
        if len(row) > 1:
            self.drop(t, me, [*row[:2], *row[-2:]])

    @effect("B-9", window=PLAYED, on="4")
    def sound_so_many(self, t: Any, event: Event, me: Player) -> None:
        """As many from the end as another row has, if there are any."""
        number = len(t.stash[me].row)
        row = t.lying[me].row
        if 0 < number <= len(row):
            self.drop(t, me, [row[-number:][0]])

    @effect("B-9", window=PLAYED, on="4")
    def bad_so_many(self, t: Any, event: Event, me: Player) -> None:
        """None from the end is all of them."""
        number = len(t.stash[me].row)
        row = t.lying[me].row
        if number <= len(row):
            self.drop(t, me, [(*row, *row)[-number:][len(row)]])

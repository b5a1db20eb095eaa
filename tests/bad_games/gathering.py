"""Effects that gather cards in loops within loops, each beside one that takes what it gathered for more than it is."""

from typing import Any

from referee.kernel import Event, Laid, Player, effect
from tests.bad_games.effects import PLAYED, Rows


class Gathering(Rows):
    name = "gathering"
    title = "Gathering"

    def flat(self, t: Any, me: Player) -> list[Laid]:
        return [laid for group in t.lying[me].groups() for laid in group]

    def drop(self, t: Any, me: Player, laid: Laid) -> None:
        t.move((laid,), t.lying[me], t.pot)

    def give(self, t: Any, me: Player, laid: Laid) -> None:
        """From the stash: a card of the table does not lie there."""
        t.move((laid,), t.stash[me], t.pot)

    @effect("B-9", window=PLAYED, on="2")
    def sound_flat(self, t: Any, event: Event, me: Player) -> None:
        cards = [laid for group in t.lying[me].groups() for laid in group]
        if cards:
            self.drop(t, me, cards[0])

    @effect("B-9", window=PLAYED, on="2")
    def bad_flat(self, t: Any, event: Event, me: Player) -> None:
        cards = [laid for group in t.lying[me].groups() for laid in group]
        if cards:
            self.give(t, me, cards[0])

    @effect("B-9", window=PLAYED, on="3")
    def sound_given(self, t: Any, event: Event, me: Player) -> None:
        cards = self.flat(t, me)
        if cards:
            self.drop(t, me, cards[-1])

    @effect("B-9", window=PLAYED, on="3")
    def bad_given(self, t: Any, event: Event, me: Player) -> None:
        cards = self.flat(t, me)
        if cards:
            self.give(t, me, cards[-1])

    @effect("B-9", window=PLAYED, on="4")
    def sound_one_each(self, t: Any, event: Event, me: Player) -> None:
        """The first of each group that has a low one, with a loop that breaks off."""
        found: list[Laid] = []
        for group in t.lying[me].groups():
            for laid in group:
                if laid.kind > 2:
                    continue
                found.append(laid)
                break
        if found:
            self.drop(t, me, found[0])

    @effect("B-9", window=PLAYED, on="4")
    def bad_one_each(self, t: Any, event: Event, me: Player) -> None:
        found: list[Laid] = []
        for group in t.lying[me].groups():
            for laid in group:
                if laid.kind > 2:
                    continue
                found.append(laid)
                break
        if t.lying[me].row:
            self.drop(t, me, found[0])

    @effect("B-9", window=PLAYED, on="5")
    def sound_places(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me].row
        places = [at for group in t.lying[me].groups() for at, laid in enumerate(row) if laid.kind > 3]
        if places:
            self.drop(t, me, row[places[-1]])

    @effect("B-9", window=PLAYED, on="5")
    def bad_places(self, t: Any, event: Event, me: Player) -> None:
        """Places in another row."""
        row = t.stash[me].row
        places = [at for group in t.lying[me].groups() for at, laid in enumerate(t.lying[me].row) if laid.kind > 3]
        if places:
            self.give(t, me, row[places[-1]])

    @effect("B-9", window=PLAYED, on="2")
    def bad_other_list(self, t: Any, event: Event, me: Player) -> None:
        """What was collected before is gone with the list."""
        found = list(t.lying[me].row)
        for laid in t.stash[me].row:
            found = [laid]
            found.append(laid)
        if found:
            self.drop(t, me, found[0])

    @effect("B-9", window=PLAYED, on="3")
    def bad_named(self, t: Any, event: Event, me: Player) -> None:
        by: dict[int, Laid] = {}
        for group in t.lying[me].groups():
            for laid in group:
                by[laid.kind] = laid
        for laid in by.values():
            self.give(t, me, laid)

    @effect("B-9", window=PLAYED, on="4")
    def bad_twice(self, t: Any, event: Event, me: Player) -> None:
        """Every card as often as there are cards."""
        found = [laid for one in t.lying[me].row for laid in t.lying[me].row]
        if found:
            t.move(tuple(found), t.lying[me], t.pot)

    def later_half(self, t: Any, me: Player) -> list[Laid]:
        """One or two cards of the table; the list out of which they were taken has others by then."""
        row, stash = t.lying[me].row, t.stash[me].row
        cards = [row[0], row[1]]
        half = cards[len(row) % 2 :]
        cards[0] = cards[1] = stash[0]
        return half

    @effect("B-9", window=PLAYED, on="5")
    def sound_slice(self, t: Any, event: Event, me: Player) -> None:
        if len(t.lying[me].row) > 1 and t.stash[me].row:
            self.drop(t, me, self.later_half(t, me)[0])

    @effect("B-9", window=PLAYED, on="5")
    def bad_slice(self, t: Any, event: Event, me: Player) -> None:
        if len(t.lying[me].row) > 1 and t.stash[me].row:
            self.give(t, me, self.later_half(t, me)[0])

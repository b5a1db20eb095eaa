"""Effects that offer cards as they do not lie any more, or take nobody for a player: each beside one that looks."""

from typing import Any

from referee.kernel import NO_PLAYER, Event, OneOfRow, Player, Rule, SomeOfRow, effect, value, values
from tests.bad_games.effects import PLAYED, Mark, Rows, RowsTable


class OfferingTable(RowsTable):
    friend: Player = value(NO_PLAYER)
    mate = values(NO_PLAYER)


class Offering(Rows):
    name = "offering"
    title = "Offering"
    table_class = OfferingTable

    def deal(self, t: Any) -> Rule[None]:
        """Each has three cards on his table."""
        yield from super().deal(t)
        for player in t.players:
            yield from t.draw(t.pot, 3, t.lying[player])

    def drop(self, t: Any, me: Player, *cards: Any) -> Rule[None]:
        laid = yield from t.choose(me, "which", OneOfRow(t.lying[me], cards))
        t.move((laid,), t.lying[me], t.pot)

    # -- as they lie ------------------------------------------------------------------------------------

    @effect("B-8", window=PLAYED, on="2")
    def sound_marked(self, t: Any, event: Event, me: Player) -> Rule[None]:
        row = t.lying[me]
        if row.row:
            yield from self.drop(t, me, t.mark(row, row.row[0], Mark.RED))

    @effect("B-8", window=PLAYED, on="2")
    def bad_marked(self, t: Any, event: Event, me: Player) -> Rule[None]:
        row = t.lying[me]
        if row.row:
            laid = row.row[0]
            t.mark(row, laid, Mark.RED)
            yield from self.drop(t, me, laid)

    @effect("B-8", window=PLAYED, on="3")
    def sound_other(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """Another card is marked."""
        row = t.lying[me]
        if len(row.row) > 1:
            laid = row.row[0]
            t.mark(row, row.row[1], Mark.RED)
            yield from self.drop(t, me, laid)

    @effect("B-8", window=PLAYED, on="3")
    def bad_all(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """All cards are marked, one by one."""
        row = t.lying[me]
        cards = row.row
        for laid in cards:
            t.mark(row, laid, Mark.RED)
        if cards:
            yield from t.choose(me, "which", SomeOfRow(row, cards, 1, 1))

    @effect("B-8", window=PLAYED, on="4")
    def bad_unmarked(self, t: Any, event: Event, me: Player) -> Rule[None]:
        row = t.lying[me]
        if row.row:
            laid = t.mark(row, row.row[0], Mark.RED)
            t.unmark(row, laid, Mark.RED)
            yield from self.drop(t, me, laid)

    @effect("B-8", window=PLAYED, on="4")
    def sound_linked(self, t: Any, event: Event, me: Player) -> Rule[None]:
        row = t.lying[me]
        if len(row.row) > 1:
            yield from t.choose(me, "which", OneOfRow(row, t.link(row, row.row[:2])))

    @effect("B-8", window=PLAYED, on="5")
    def bad_linked(self, t: Any, event: Event, me: Player) -> Rule[None]:
        row = t.lying[me]
        if len(row.row) > 1:
            laid = row.row[0]
            t.link(row, row.row[:2])
            yield from t.choose(me, "which", OneOfRow(row, (laid,)))

    @effect("B-8", window=PLAYED, on="5")
    def sound_back(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """A card that goes and comes back loses its mark; it is offered as it came."""
        row = t.lying[me]
        if row.row:
            laid = t.mark(row, row.row[0], Mark.RED)
            t.lay((laid,), row, t.stash[me])
            back = t.lay((laid,), t.stash[me], row)
            yield from self.drop(t, me, back[0])

    @effect("B-8", window=PLAYED, on="5")
    def bad_back(self, t: Any, event: Event, me: Player) -> Rule[None]:
        row = t.lying[me]
        if row.row:
            laid = t.mark(row, row.row[0], Mark.RED)
            t.lay((laid,), row, t.stash[me])
            t.lay((laid,), t.stash[me], row)
            yield from self.drop(t, me, laid)

    # -- nobody -----------------------------------------------------------------------------------------

    @effect("B-8", window=PLAYED, on="2")
    def sound_next(self, t: Any, event: Event, me: Player) -> None:
        if t.friend is not NO_PLAYER:
            t.friend = t.next(t.friend)

    @effect("B-8", window=PLAYED, on="2")
    def bad_next(self, t: Any, event: Event, me: Player) -> None:
        t.friend = t.next(t.friend)

    @effect("B-8", window=PLAYED, on="3")
    def bad_everyone(self, t: Any, event: Event, me: Player) -> None:
        t.friend = t.everyone_from(t.friend)[-1]

    @effect("B-8", window=PLAYED, on="3")
    def sound_paid(self, t: Any, event: Event, me: Player) -> None:
        if t.friend is not NO_PLAYER:
            t.pay(t.friend, me, 1)

    @effect("B-8", window=PLAYED, on="4")
    def bad_paid(self, t: Any, event: Event, me: Player) -> None:
        t.pay(me, t.friend, 1)

    @effect("B-8", window=PLAYED, on="4")
    def sound_mate(self, t: Any, event: Event, me: Player) -> None:
        if t.mate[me] is not NO_PLAYER and t.lying[t.mate[me]].row:
            t.move(t.top(t.lying[t.mate[me]], 1), t.lying[t.mate[me]], t.pot)

    @effect("B-8", window=PLAYED, on="5")
    def bad_mate(self, t: Any, event: Event, me: Player) -> None:
        """As sound_mate, and he may have none."""
        if t.lying[t.mate[me]].row:
            t.move(t.top(t.lying[t.mate[me]], 1), t.lying[t.mate[me]], t.pot)

"""Effects that take linked cards, hand cards to and fro, or take the cards of an event: each beside one that forgets
that cards of one group go together, whose row is meant, or that a card may come twice."""

from collections.abc import Iterable, Sequence
from typing import Any

from referee.kernel import (
    Event,
    Laid,
    OneOf,
    OneOfRow,
    Player,
    Row,
    Rule,
    SomeOfRow,
    Window,
    WindowKind,
    effect,
    values,
)
from tests.bad_games.effects import PLAYED, Mark, Rows, RowsTable, What

TWICE = Window("twice", WindowKind.TRIGGER)


class LinkingTable(RowsTable):
    out = values(False)
    lost = values(False)


class Linking(Rows):
    name = "linking"
    title = "Linking"
    table_class = LinkingTable

    def deal(self, t: Any) -> Rule[None]:
        """Each has three cards on his table, two of which may be linked."""
        yield from super().deal(t)
        for player in t.players:
            yield from t.draw(t.pot, 3, t.lying[player])
            if (yield from t.lot((True, False))):
                t.link(t.lying[player], t.lying[player].row[1:])

    def lasts(self, row: Row) -> list[Laid]:
        return [group[-1] for group in row.groups()]

    def some(self, t: Any, me: Player, cards: Sequence[Laid]) -> Rule[tuple[Laid, ...]]:
        return (yield from t.choose(me, "which", SomeOfRow(t.lying[me], cards, 0, len(cards))))

    def drop_groups(self, t: Any, row: Row, cards: Iterable[Laid]) -> None:
        for laid in cards:
            t.move(t.group_of(laid, row), row, t.pot)

    # -- groups -----------------------------------------------------------------------------------------

    @effect("B-8", window=PLAYED, on="2")
    def sound_lasts(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """The last cards of different groups."""
        cards = yield from self.some(t, me, self.lasts(t.lying[me]))
        self.drop_groups(t, t.lying[me], cards)

    @effect("B-8", window=PLAYED, on="2")
    def bad_any(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """Two of them may be linked."""
        cards = yield from self.some(t, me, t.lying[me].row)
        self.drop_groups(t, t.lying[me], cards)

    @effect("B-8", window=PLAYED, on="2")
    def bad_linked_since(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """They were the last ones until they were linked."""
        row = t.lying[me]
        cards = yield from self.some(t, me, self.lasts(row))
        if len(cards) > 1:
            t.link(row, cards)
        self.drop_groups(t, row, cards)

    @effect("B-8", window=PLAYED, on="2")
    def bad_group_before(self, t: Any, event: Event, me: Player) -> None:
        """Each card is the last of a group once it stands alone; the others of the old group go all the same."""
        row = t.lying[me]
        for last in self.lasts(row)[:1]:
            group = t.group_of(last, row)
            t.unlink(row, last.link)
            single = self.lasts(row)
            t.move(group, row, t.pot)
            for laid in single:
                if laid.number != last.number:
                    t.move((laid,), row, t.pot)

    @effect("B-8", window=PLAYED, on="2")
    def sound_groups_yet(self, t: Any, event: Event, me: Player) -> None:
        """Groups that are looked at later lie where they lay, as long as others alone went."""
        groups = t.lying[me].groups()
        t.move(t.top(t.stash[me], min(1, len(t.stash[me].row))), t.stash[me], t.pot)
        for group in groups[:1]:
            t.move(group, t.lying[me], t.pot)

    @effect("B-8", window=PLAYED, on="2")
    def bad_groups_gone(self, t: Any, event: Event, me: Player) -> None:
        """A card of one of them may have gone before they are looked at."""
        groups = t.lying[me].groups()
        t.move(t.top(t.lying[me], min(1, len(t.lying[me].row))), t.lying[me], t.pot)
        for group in groups[-1:]:
            t.move(group, t.lying[me], t.pot)

    @effect("B-8", window=PLAYED, on="2")
    def bad_groups_linked(self, t: Any, event: Event, me: Player) -> None:
        """They were groups until two cards were linked: then the last ones of two may be of one."""
        row = t.lying[me]
        groups = row.groups()
        if len(row.row) > 1:
            t.link(row, t.top(row, 2))
        self.drop_groups(t, row, [group[-1] for group in groups])

    @effect("B-8", window=PLAYED, on="2")
    def sound_offered(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """Cards are offered as they lie: the row as it is now, and a card as it came there."""
        row, others = t.lying[me], t.lying[t.next(me)]
        if len(row.row) > 1:
            red = t.mark(row, row.row[0], Mark.RED)
            yield from t.choose(me, "which", OneOfRow(row, row.row))
            yield from t.choose(me, "which", OneOfRow(row, [red]))
            came = t.lay(t.top(row, 1), row, others)
            yield from t.choose(me, "which", {"it": OneOfRow(others, came)})

    @effect("B-8", window=PLAYED, on="2")
    def bad_offered(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """One of the cards that are offered has gone."""
        row = t.lying[me]
        cards = row.row
        if len(cards) > 1:
            t.move((cards[0],), row, t.pot)
            yield from t.choose(me, "which", OneOfRow(row, cards))

    @effect("B-8", window=PLAYED, on="2")
    def bad_some_offered(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """The same of an arm with several."""
        row = t.lying[me]
        cards = row.row
        if len(cards) > 1:
            t.move((cards[0],), row, t.pot)
            yield from t.choose(me, "which", {"some": SomeOfRow(row, cards, 1, 2)})

    @effect("B-8", window=PLAYED, on="3")
    def sound_alone(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """What is linked with nothing goes alone."""
        row = t.lying[me]
        cards = yield from self.some(t, me, [laid for laid in row.row if not laid.link])
        self.drop_groups(t, row, cards)

    @effect("B-8", window=PLAYED, on="3")
    def bad_alone(self, t: Any, event: Event, me: Player) -> Rule[None]:
        row = t.lying[me]
        cards = yield from self.some(t, me, [laid for laid in row.row if laid.link])
        self.drop_groups(t, row, cards)

    @effect("B-8", window=PLAYED, on="3")
    def bad_no_more_alone(self, t: Any, event: Event, me: Player) -> Rule[None]:
        row = t.lying[me]
        cards = yield from self.some(t, me, [laid for laid in row.row if not laid.link])
        if len(cards) > 1:
            t.link(row, row.row)
        self.drop_groups(t, row, cards)

    # -- whose row --------------------------------------------------------------------------------------

    def hand_over(self, t: Any, laid: Laid, source: Row, target: Row) -> None:
        t.lay((laid,), source, target)

    def anybody(self, t: Any, me: Player) -> list[Player]:
        """Whoever has cards, also he who asks."""
        return [player for player in t.players if t.lying[player].row]

    def exchange(self, t: Any, me: Player, other: Player) -> None:
        mine, theirs = t.lying[me].row, t.lying[other].row
        for laid in mine:
            self.hand_over(t, laid, t.lying[me], t.lying[other])
        for laid in theirs:
            self.hand_over(t, laid, t.lying[other], t.lying[me])

    @effect("B-8", window=PLAYED, on="4")
    def sound_exchange(self, t: Any, event: Event, me: Player) -> None:
        """What comes to a row leaves there what lies there."""
        for other in self.others(t, me)[:1]:
            self.exchange(t, me, other)

    @effect("B-8", window=PLAYED, on="4")
    def bad_back(self, t: Any, event: Event, me: Player) -> None:
        """They lie in the other row now."""
        for other in self.others(t, me)[:1]:
            mine = t.lying[me].row
            self.exchange(t, me, other)
            for laid in mine:
                self.hand_over(t, laid, t.lying[me], t.lying[other])

    @effect("B-8", window=PLAYED, on="4")
    def bad_with_anybody(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """He may be oneself: then his cards have gone by then."""
        other = yield from t.choose(me, "with", self.anybody(t, me) or (me,))
        theirs = t.lying[other].row
        for laid in t.lying[me].row:
            self.hand_over(t, laid, t.lying[me], t.lying[t.next(me)])
        for laid in theirs:
            self.hand_over(t, laid, t.lying[other], t.lying[me])

    # -- the cards of an event --------------------------------------------------------------------------

    def lying_now(self, t: Any, event: Event, me: Player) -> tuple[Laid, ...]:
        lying = {laid.number: laid for laid in t.lying[me].row}
        return tuple([lying[laid.number] for laid in event.cards if laid.number in lying])

    def like_them(self, t: Any, event: Event, me: Player) -> tuple[Laid, ...]:
        """One and the same card may stand for several."""
        lying = {laid.link: laid for laid in t.lying[me].row}
        return tuple([lying[laid.link] for laid in t.lying[me].row if laid.link in lying])

    @effect("B-8", window=PLAYED, on="5")
    def sound_each_once(self, t: Any, event: Event, me: Player) -> None:
        t.move(self.lying_now(t, event, me), t.lying[me], t.pot)

    @effect("B-8", window=PLAYED, on="5")
    def bad_each_once(self, t: Any, event: Event, me: Player) -> None:
        t.move(self.like_them(t, event, me), t.lying[me], t.pot)

    def both(self, t: Any, event: Event) -> Rule[None]:
        yield from t.window(TWICE, event, [event.at], on="twice")

    @effect("B-8", window=PLAYED, on="5")
    def sound_play_twice(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """An event that has a card twice: what acts there is given it twice."""
        for laid in t.lying[me].row[:1]:
            yield from t.happen(What.PLAY, me, me, [self.both], cards=(laid, laid), word="twice")

    @effect("B-8", window=TWICE, on="twice")
    def bad_at_two(self, t: Any, event: Event, me: Player) -> None:
        t.move(self.lying_now(t, event, me), t.lying[me], t.pot)

    @effect("B-8", window=PLAYED, on="5")
    def sound_one(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """The group of one card that is chosen."""
        row = t.lying[me]
        if row.row:
            laid = yield from t.choose(me, "one", OneOfRow(row, row.row))
            t.move(t.group_of(laid, row), row, t.pot)

    # -- who is left ------------------------------------------------------------------------------------

    @effect("B-8", window=PLAYED, on="3")
    def sound_left(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """Somebody is left."""
        yield from t.choose(me, "whom", OneOf([player for player in t.players if not t.out[player]]))

    @effect("B-8", window=PLAYED, on="3")
    def sound_goes_out(self, t: Any, event: Event, me: Player) -> Rule[None]:
        cards = t.lying[me].row
        if cards and any(not t.out[player] for player in t.players if player is not me):
            t.out[me] = True
            yield from t.happen(What.PLAY, me, me, [self.resolve], cards=cards, word="nothing")

    @effect("B-8", window=PLAYED, on="3")
    def bad_goes_out(self, t: Any, event: Event, me: Player) -> Rule[None]:
        t.lost[me] = True
        yield from t.choose(me, "whom", OneOf([player for player in t.players if not t.lost[player]]))

    @effect("B-8", window=PLAYED, on="3")
    def bad_all_lost(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """What others do then has nobody left; each of the players is set in a pass of a loop."""
        for laid in t.lying[me].row:
            t.lost[me if laid.link else t.next(me)] = True
        yield from t.happen(What.PLAY, me, me, [self.resolve], cards=t.lying[me].row, word="nothing")

    @effect("B-8", window=PLAYED, on="3")
    def bad_lost_last(self, t: Any, event: Event, me: Player) -> None:
        t.lost[me] = True

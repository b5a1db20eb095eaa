"""Effects that take what a function gives for more than it is, each beside one that does not.

A proof that follows a function once, for all that call it, knows little of what it gives: in which row the cards lie,
whether there are any, whether one is there twice, whether a player is one."""

from typing import Any

from referee.kernel import NO_PLAYER, Event, Laid, OneOfRow, Player, Rule, effect, flag, value
from tests.bad_games.effects import PLAYED, REACHED, Mark, Rows, RowsTable, What


class GivesTable(RowsTable):
    friend: Player = value(NO_PLAYER)
    one = flag(False)

    def begin_events(self) -> None:
        super().begin_events()
        self.named: dict[Player, Laid] = {}
        self.seen: tuple[int, ...] = ()


class Gives(Rows):
    name = "gives"
    title = "Gives"
    table_class = GivesTable

    def step(self, t: Any) -> Rule[None]:
        t.one = yield from t.lot((False, True))
        t.friend = yield from t.lot((NO_PLAYER, t.mover))
        yield from super().step(t)

    # -- functions that give cards ----------------------------------------------------------------------

    def either(self, t: Any, me: Player) -> tuple[Laid, ...]:
        """Those of a stash, or of a table."""
        row = t.stash[me] if t.one else t.lying[me]
        return tuple([laid for laid in row.row if not laid.link])

    def of_next(self, t: Any, me: Player) -> tuple[Laid, ...]:
        return tuple([laid for laid in t.lying[t.next(me)].row if not laid.link])

    def twice(self, t: Any, me: Player) -> tuple[Laid, ...]:
        cards = tuple([laid for laid in t.lying[me].row if not laid.link])
        return (*cards, *cards) if t.one else cards

    def green(self, t: Any, me: Player) -> tuple[Laid, ...]:
        return tuple([laid for laid in t.lying[me].row if not laid.has(Mark.RED)])

    def lowest(self, t: Any, me: Player) -> Laid | None:
        """None where all are red."""
        for laid in t.lying[me].row:
            if not laid.has(Mark.RED):
                return laid
        return None

    def first_player(self, t: Any, me: Player) -> Player:
        for laid in t.lying[me].row:
            if laid.has(Mark.RED):
                return me
        return t.friend  # type: ignore[no-any-return]

    def drop(self, t: Any, cards: tuple[Laid, ...], me: Player) -> None:
        t.move(cards, t.lying[me], t.pot)

    @effect("B-6", window=PLAYED, on="2")
    def bad_either(self, t: Any, event: Event, me: Player) -> None:
        self.drop(t, self.either(t, me), me)

    @effect("B-6", window=PLAYED, on="2")
    def sound_either(self, t: Any, event: Event, me: Player) -> None:
        if not t.one:
            self.drop(t, self.either(t, me), me)

    @effect("B-6", window=PLAYED, on="2")
    def bad_next(self, t: Any, event: Event, me: Player) -> None:
        self.drop(t, self.of_next(t, me), me)

    @effect("B-6", window=PLAYED, on="2")
    def sound_next(self, t: Any, event: Event, me: Player) -> None:
        self.drop(t, self.of_next(t, me), t.next(me))

    @effect("B-6", window=PLAYED, on="2")
    def bad_twice(self, t: Any, event: Event, me: Player) -> None:
        self.drop(t, self.twice(t, me), me)

    @effect("B-6", window=PLAYED, on="2")
    def sound_twice(self, t: Any, event: Event, me: Player) -> None:
        if not t.one:
            self.drop(t, self.twice(t, me), me)

    @effect("B-6", window=PLAYED, on="3")
    def bad_green(self, t: Any, event: Event, me: Player) -> None:
        self.drop(t, (self.green(t, me)[0],), me)

    @effect("B-6", window=PLAYED, on="3")
    def sound_green(self, t: Any, event: Event, me: Player) -> None:
        if self.green(t, me):
            self.drop(t, (self.green(t, me)[0],), me)

    @effect("B-6", window=PLAYED, on="3")
    def bad_stale(self, t: Any, event: Event, me: Player) -> None:
        """There was one before."""
        found = self.green(t, me)
        if found:
            self.drop(t, found[:1], me)
            self.drop(t, self.green(t, me)[:1] or found[:1], me)

    @effect("B-6", window=PLAYED, on="3")
    def sound_stale(self, t: Any, event: Event, me: Player) -> None:
        found = self.green(t, me)
        if found:
            self.drop(t, found[:1], me)
            self.drop(t, self.green(t, me)[:1], me)

    @effect("B-6", window=PLAYED, on="3")
    def bad_lowest(self, t: Any, event: Event, me: Player) -> None:
        laid: Any = self.lowest(t, me)
        t.move((laid,), t.lying[me], t.pot)

    @effect("B-6", window=PLAYED, on="3")
    def sound_lowest(self, t: Any, event: Event, me: Player) -> None:
        laid = self.lowest(t, me)
        if laid is not None:
            t.move((laid,), t.lying[me], t.pot)

    @effect("B-6", window=PLAYED, on="4")
    def bad_player(self, t: Any, event: Event, me: Player) -> None:
        t.move(t.lying[self.first_player(t, me)].row, t.lying[self.first_player(t, me)], t.pot)

    @effect("B-6", window=PLAYED, on="4")
    def sound_player(self, t: Any, event: Event, me: Player) -> None:
        player = self.first_player(t, me)
        if player is not NO_PLAYER:
            t.move(t.lying[player].row, t.lying[player], t.pot)

    # -- rules in which others act ----------------------------------------------------------------------

    def ask_all(self, t: Any, event: Event, players: list[Player]) -> Rule[list[Player]]:
        """Those whom it reaches; whoever is the friend beside them."""
        stopped = yield from t.window(REACHED, event, players)
        return [t.friend] if stopped else players

    def give_away(self, t: Any, event: Event, me: Player, cards: tuple[Laid, ...]) -> Rule[None]:
        """Cards of somebody's table, after all have answered."""
        yield from t.window(REACHED, event, [me])
        t.move(cards, t.lying[me], t.pot)

    def give_left(self, t: Any, event: Event, me: Player, cards: tuple[Laid, ...]) -> Rule[None]:
        yield from t.window(REACHED, event, [me])
        t.move(tuple([laid for laid in cards if t.lies(laid, t.lying[me])]), t.lying[me], t.pot)

    def hand_on(self, t: Any, event: Event, me: Player, cards: tuple[Laid, ...]) -> Rule[None]:
        """They take part in an event."""
        if t.one:
            yield from t.window(REACHED, event, [me])
        yield from t.happen(What.PLAY, me, me, [self.resolve], cards=cards, word="2")

    @effect("B-6", window=PLAYED, on="4")
    def bad_asked(self, t: Any, event: Event, me: Player) -> Rule[None]:
        for player in (yield from self.ask_all(t, event, [me, t.next(me)])):
            t.move(t.lying[player].row, t.lying[player], t.pot)

    @effect("B-6", window=PLAYED, on="4")
    def sound_asked(self, t: Any, event: Event, me: Player) -> Rule[None]:
        for player in (yield from self.ask_all(t, event, [me, t.next(me)])):
            if player is not NO_PLAYER:
                t.move(t.lying[player].row, t.lying[player], t.pot)

    @effect("B-6", window=PLAYED, on="4")
    def bad_away(self, t: Any, event: Event, me: Player) -> Rule[None]:
        yield from self.give_away(t, event, me, t.lying[me].row)

    @effect("B-6", window=PLAYED, on="4")
    def sound_away(self, t: Any, event: Event, me: Player) -> Rule[None]:
        yield from self.give_left(t, event, me, t.lying[me].row)

    @effect("B-6", window=PLAYED, on="5")
    def bad_in_pot(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """They have left the row."""
        cards = t.lying[me].row[:1]
        if cards:
            t.move(cards, t.lying[me], t.pot)
            yield from self.hand_on(t, event, me, cards)

    @effect("B-6", window=PLAYED, on="5")
    def bad_at_times(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """Others may have taken them."""
        cards = t.lying[me].row[:1]
        if cards:
            yield from self.hand_on(t, event, me, cards)

    @effect("B-6", window=PLAYED, on="5")
    def sound_at_times(self, t: Any, event: Event, me: Player) -> Rule[None]:
        cards = t.lying[me].row[:1]
        if cards and not t.one:
            yield from t.happen(What.PLAY, me, me, [self.resolve], cards=cards, word="2")

    def without_card(self, event: Event) -> int:
        return event.cards[0].number

    def count(self, t: Any, event: Event) -> None:
        t.seen += (self.without_card(event),)

    @effect("B-6", window=PLAYED, on="5")
    def bad_no_card(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """An event of which nothing is known but that it is one."""
        yield from t.happen(What.PLAY, me, me, [self.count], cards=(), word="2")

    @effect("B-6", window=PLAYED, on="5")
    def sound_no_card(self, t: Any, event: Event, me: Player) -> Rule[None]:
        laid = event.cards[0]
        if t.lies(laid, t.lying[me]):
            yield from t.happen(What.PLAY, me, me, [self.count], cards=(laid,), word="2")

    # -- what loops and ways keep -----------------------------------------------------------------------

    @effect("B-6", window=PLAYED, on="2")
    def bad_filled(self, t: Any, event: Event, me: Player) -> None:
        """There are cards before a loop, and fewer in each pass."""
        cards = t.lying[me].row
        if not cards:
            return
        while len(cards) > 1 or (cards and t.one):
            cards = cards[1:]
        t.note("last", of=cards[0].number)

    @effect("B-6", window=PLAYED, on="2")
    def sound_filled(self, t: Any, event: Event, me: Player) -> None:
        cards = t.lying[me].row
        if not cards:
            return
        while len(cards) > 1:
            cards = cards[1:]
        t.note("last", of=cards[0].number)

    @effect("B-6", window=PLAYED, on="3")
    def bad_named(self, t: Any, event: Event, me: Player) -> None:
        """What one way writes down another does not find."""
        if t.one and t.lying[me].row:
            t.named[me] = t.lying[me].row[0]
        t.note("named", of=t.named[me].number)

    @effect("B-6", window=PLAYED, on="3")
    def sound_named(self, t: Any, event: Event, me: Player) -> None:
        if t.lying[me].row:
            t.named[me] = t.lying[me].row[0]
            t.note("named", of=t.named[me].number)

    @effect("B-6", window=PLAYED, on="3")
    def bad_still_named(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """Others may have cleared it."""
        if t.lying[me].row:
            t.named[me] = t.lying[me].row[0]
            yield from t.happen(What.PLAY, me, me, [self.forget, self.resolve], cards=(), word="2")
            t.note("named", of=t.named[me].number)

    def forget(self, t: Any, event: Event) -> None:
        t.named.pop(event.at, None)

    # -- halves, and what is joined ---------------------------------------------------------------------

    def red_last(self, t: Any, me: Player) -> tuple[Laid, ...]:
        row = t.lying[me].row
        green = tuple([laid for laid in row if not laid.has(Mark.RED)])
        return green + tuple([laid for laid in row if laid.has(Mark.RED)])

    def joined_last(self, t: Any, me: Player) -> tuple[Laid, ...]:
        """A card that is neither red nor linked comes twice."""
        row = t.lying[me].row
        green = tuple([laid for laid in row if not laid.has(Mark.RED)])
        return green + tuple([laid for laid in row if laid.has(Mark.RED) or not laid.link])

    @effect("B-6", window=PLAYED, on="3")
    def bad_halves(self, t: Any, event: Event, me: Player) -> None:
        self.drop(t, self.joined_last(t, me), me)

    @effect("B-6", window=PLAYED, on="3")
    def sound_halves(self, t: Any, event: Event, me: Player) -> None:
        self.drop(t, self.red_last(t, me), me)

    @effect("B-6", window=PLAYED, on="4")
    def bad_link(self, t: Any, event: Event, me: Player) -> None:
        """One of them has left the row."""
        cards = t.lying[me].row[:2]
        if len(cards) > 1:
            self.drop(t, cards[:1], me)
            t.link(t.lying[me], cards)

    @effect("B-6", window=PLAYED, on="4")
    def sound_link(self, t: Any, event: Event, me: Player) -> None:
        cards = t.lying[me].row[:2]
        if len(cards) > 1:
            linked = t.link(t.lying[me], cards)
            self.drop(t, linked, me)

    @effect("B-6", window=PLAYED, on="4")
    def bad_kinds(self, t: Any, event: Event, me: Player) -> None:
        """A pile has kinds only where it has cards."""
        counts = list(self.deck.counts(t.pot.pile))
        t.note("kinds", of=counts[0][0])

    @effect("B-6", window=PLAYED, on="4")
    def sound_kinds(self, t: Any, event: Event, me: Player) -> None:
        counts = list(self.deck.counts(t.pot.pile))
        if t.pot.size > 0:
            t.note("kinds", of=counts[0][0])

    @effect("B-6", window=PLAYED, on="4")
    def bad_controller(self, t: Any, event: Event, me: Player) -> None:
        """Nobody decides for somebody."""
        t.take_control(t.friend, me)

    @effect("B-6", window=PLAYED, on="4")
    def sound_controller(self, t: Any, event: Event, me: Player) -> None:
        if t.friend is not NO_PLAYER:
            t.take_control(t.friend, me)
            t.note("decides", of=t.lying[t.decider(me)].size)

    @effect("B-6", window=PLAYED, on="5")
    def bad_ended(self, t: Any, event: Event, me: Player) -> None:
        """A game ends once."""
        for _ in range(2):
            t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "over")

    @effect("B-6", window=PLAYED, on="5")
    def bad_choice(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """There was a green card before others acted."""
        if self.green(t, me):
            yield from self.reaches(t, event, me)
            laid = yield from t.choose(me, "which", OneOfRow(t.lying[me], self.green(t, me)))
            t.move((laid,), t.lying[me], t.pot)

    @effect("B-6", window=PLAYED, on="5")
    def sound_choice(self, t: Any, event: Event, me: Player) -> Rule[None]:
        yield from self.reaches(t, event, me)
        if self.green(t, me):
            laid = yield from t.choose(me, "which", OneOfRow(t.lying[me], self.green(t, me)))
            t.move((laid,), t.lying[me], t.pot)

"""Effects on cards in rows: each sound one beside one that forgets something."""

from typing import Any

from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    End,
    Event,
    Game,
    Laid,
    OneOf,
    OneOfRow,
    Option,
    Player,
    Rule,
    Table,
    Window,
    WindowKind,
    clause,
    effect,
    everybody,
    nobody,
    rows,
    value,
    zone,
)

PLAYED = Window("played", WindowKind.TRIGGER)
REACHED = Window("reached", WindowKind.TOUCH)


class What(Option):
    """What happens."""

    PLAY = "play"


class Mark(Option):
    """On cards of a table."""

    RED = "red"


class RowsTable(Table):
    stash = rows(seen_by=nobody)
    lying = rows(seen_by=everybody)
    pot = zone(seen_by=everybody, pack=True)

    mover: Player = value(NO_PLAYER)


class Rows(Game[RowsTable]):
    name = "rows"
    title = "Rows"
    table_class = RowsTable
    fewest_players, most_players = 2, 3

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4", "5"), FRENCH_SUITS)
        self.turn_cap = 20

    @clause("B-1")
    def deal(self, t: Any) -> Rule[None]:
        """Four cards each."""
        t.mover = yield from t.lot(t.players)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.pot, 4, t.stash[player])

    @clause("B-2")
    def step(self, t: Any) -> Rule[None]:
        """The top card is played."""
        me = t.mover
        if not t.stash[me].row:
            t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "over")
            return
        yield from self.play(t, me, t.top(t.stash[me], 1), t.stash[me])
        t.mover = t.next(me)

    def forfeit(self) -> int:
        return 0

    def play(self, t: Any, me: Player, cards: Any, source: Any) -> Rule[None]:
        flying = t.lay(cards, source, t.flight)
        word = self.deck.cards[flying[0].kind].rank
        yield from t.happen(What.PLAY, me, me, [self.put, self.resolve], cards=flying, word=word)

    def put(self, t: Any, event: Event) -> None:
        for laid in event.cards:
            if t.lies(laid, t.flight):
                t.lay((laid,), t.flight, t.lying[event.at])

    def resolve(self, t: Any, event: Event) -> Rule[None]:
        yield from t.window(PLAYED, event, [event.at], on=event.word)

    def reaches(self, t: Any, event: Event, player: Player) -> Rule[bool]:
        return not (yield from t.window(REACHED, event, [player]))

    def red(self, t: Any, player: Player) -> list[Laid]:
        """His red cards, one by one."""
        found = []
        for laid in t.lying[player].row:
            if laid.has(Mark.RED):
                found.append(laid)
        return found

    def others(self, t: Any, me: Player) -> list[Player]:
        return [player for player in t.players if player is not me and t.lying[player].row]

    # -- what others may do about it --------------------------------------------------------------------

    def has_red(self, t: Any, event: Event, me: Player) -> bool:
        return bool(self.red(t, me))

    @effect("B-3", window=REACHED, can=has_red, public=True)
    def ward(self, t: Any, event: Event, me: Player) -> Rule[bool]:
        """A red card is given up for it."""
        cards = self.red(t, me)
        laid = yield from t.choose(me, "give up", OneOfRow(t.lying[me], cards))
        t.move((laid,), t.lying[me], t.pot)
        return True

    # -- effects: the sound ones ------------------------------------------------------------------------

    @effect("B-4", window=PLAYED, on="2")
    def sound_top(self, t: Any, event: Event, me: Player) -> None:
        """The top card goes to the pot, if there is one."""
        if t.stash[me].row:
            t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)

    @effect("B-4", window=PLAYED, on="2")
    def sound_trade(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """A card of somebody's table comes to yours, if it still lies there when he has answered."""
        others = self.others(t, me)
        if not others:
            return
        of = yield from t.choose(me, "whose", OneOf(others))
        row = t.lying[of]
        laid = yield from t.choose(me, "which", OneOfRow(row, row.row))
        if (yield from self.reaches(t, event, of)) and t.lies(laid, row):
            t.lay((laid,), row, t.lying[me], at=End.TOP)

    @effect("B-4", window=PLAYED, on="3")
    def sound_walk(self, t: Any, event: Event, me: Player) -> None:
        """All red cards leave, found one by one."""
        cards = self.red(t, me)
        if cards:
            t.move((cards[0],), t.lying[me], t.pot)

    @effect("B-4", window=PLAYED, on="3")
    def sound_marks(self, t: Any, event: Event, me: Player) -> None:
        """Every card becomes red, then the lowest leaves."""
        row = t.lying[me]
        for laid in row.row:
            t.mark(row, laid, Mark.RED)
        if row.row:
            t.move((row.row[-1],), row, t.pot)

    @effect("B-4", window=PLAYED, on="4")
    def sound_play(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """A card of your table is kept in mind, another is played, and the first leaves if it still lies there."""
        row = t.lying[me]
        if not row.row or not t.stash[me].row:
            return
        laid = yield from t.choose(me, "keep in mind", OneOfRow(row, row.row))
        yield from self.play(t, me, t.top(t.stash[me], 1), t.stash[me])
        if t.lies(laid, row):
            t.move((laid,), row, t.pot)

    @effect("B-4", window=PLAYED, on="4")
    def sound_rest(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """One card leaves, and then all the others that were there."""
        row = t.lying[me]
        if not row.row:
            return
        laid = yield from t.choose(me, "first", OneOfRow(row, row.row))
        rest = tuple([each for each in row.row if each.number != laid.number])
        t.move((laid,), row, t.pot)
        t.move(rest, row, t.pot)

    @effect("B-4", window=PLAYED, on="5")
    def sound_count(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """So many cards from the top as somebody says."""
        number = yield from t.choose(me, "how many", OneOf(tuple(range(len(t.stash[me].row) + 1))))
        t.move(t.stash[me].row[:number], t.stash[me], t.pot)

    # -- effects that forget something ------------------------------------------------------------------

    @effect("B-5", window=PLAYED, on="2")
    def bad_top(self, t: Any, event: Event, me: Player) -> None:
        """As sound_top, without looking whether there is a card."""
        t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)

    @effect("B-5", window=PLAYED, on="2")
    def bad_trade(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """As sound_trade; what he gave up to ward it off may be that card."""
        others = self.others(t, me)
        if not others:
            return
        of = yield from t.choose(me, "whose", OneOf(others))
        row = t.lying[of]
        laid = yield from t.choose(me, "which", OneOfRow(row, row.row))
        if (yield from self.reaches(t, event, of)):
            t.lay((laid,), row, t.lying[me], at=End.TOP)

    @effect("B-5", window=PLAYED, on="3")
    def bad_walk(self, t: Any, event: Event, me: Player) -> None:
        """As sound_walk, and there may be none."""
        cards = self.red(t, me)
        t.move((cards[0],), t.lying[me], t.pot)

    @effect("B-5", window=PLAYED, on="3")
    def bad_again(self, t: Any, event: Event, me: Player) -> None:
        """The same card twice, found one by one."""
        cards = self.red(t, me)
        if cards:
            t.move((cards[0],), t.lying[me], t.pot)
            t.move((cards[0],), t.lying[me], t.pot)

    @effect("B-5", window=PLAYED, on="4")
    def bad_play(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """As sound_play; what is played may have taken the card away."""
        row = t.lying[me]
        if not row.row or not t.stash[me].row:
            return
        laid = yield from t.choose(me, "keep in mind", OneOfRow(row, row.row))
        yield from self.play(t, me, t.top(t.stash[me], 1), t.stash[me])
        t.move((laid,), row, t.pot)

    @effect("B-5", window=PLAYED, on="4")
    def bad_rest(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """As sound_rest; the first card is among the rest."""
        row = t.lying[me]
        if not row.row:
            return
        laid = yield from t.choose(me, "first", OneOfRow(row, row.row))
        rest = row.row
        t.move((laid,), row, t.pot)
        t.move(rest, row, t.pot)

    @effect("B-5", window=PLAYED, on="5")
    def bad_count(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """As sound_count, one too many."""
        number = yield from t.choose(me, "how many", OneOf(tuple(range(len(t.stash[me].row) + 2))))
        t.move(t.top(t.stash[me], number), t.stash[me], t.pot)

    @effect("B-5", window=PLAYED, on="5")
    def bad_question(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """Nobody can answer where no card is red."""
        laid = yield from t.choose(me, "which", OneOfRow(t.lying[me], self.red(t, me)))
        t.move((laid,), t.lying[me], t.pot)

    @effect("B-5", window=PLAYED, on="5")
    def bad_loop(self, t: Any, event: Event, me: Player) -> None:
        """The first pass of a loop may take what another wants."""
        row = t.lying[me]
        for laid in row.row:
            t.move(t.group_of(laid, row), row, t.pot)

    @effect("B-5", window=PLAYED, on="5")
    def bad_hand_over(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """What is played may lie anywhere by now."""
        row = t.lying[me]
        if row.row:
            laid = row.row[0]
            yield from self.play(t, me, (laid,), row)
            yield from t.happen(What.PLAY, me, me, [self.resolve], cards=(laid,), word="2")

"""Two effects that play each other's card again and again, in a game whose pack cannot be chosen; and a sound twin."""

from typing import Any

from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Event,
    Game,
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


class What(Option):
    """What happens."""

    PLAY = "play"


class EchoTable(Table):
    stash = rows(seen_by=nobody)
    lying = rows(seen_by=everybody)
    pot = zone(seen_by=everybody, pack=True)

    mover: Player = value(NO_PLAYER)


class Echoing(Game[EchoTable]):
    name = "echoing"
    title = "Echoing"
    table_class = EchoTable
    fewest_players, most_players = 2, 3
    used_up = False
    """Whether a card that has another one played again is used up by that."""

    def set_up(self) -> None:
        self.deck = Deck.of(FRENCH_RANKS, FRENCH_SUITS)
        self.turn_cap = 40

    @clause("E-1")
    def deal(self, t: Any) -> Rule[None]:
        """Five cards each."""
        t.mover = t.players[0]
        for player in t.players:
            yield from t.draw(t.pot, 5, t.stash[player])

    @clause("E-2")
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
        t.lay(event.cards, t.flight, t.lying[event.at])

    def resolve(self, t: Any, event: Event) -> Rule[None]:
        yield from t.window(PLAYED, event, [event.at], on=event.word)

    def again(self, t: Any, event: Event, rank: str) -> Rule[None]:
        me = event.at
        row = t.lying[t.next(me)]
        there = [laid for laid in row.row if self.deck.cards[laid.kind].rank == rank]
        if there:
            laid = yield from t.choose(me, "again", OneOfRow(row, there))
            if self.used_up:
                t.move(event.cards, t.lying[me], t.pot)
            yield from self.play(t, t.next(me), (laid,), row)

    @effect("E-3", window=PLAYED, on="4")
    def four(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """A 9 of the next player is played again."""
        yield from self.again(t, event, "9")

    @effect("E-4", window=PLAYED, on="9")
    def nine(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """A 4 of the next player is played again."""
        yield from self.again(t, event, "4")


class UsedUp(Echoing):
    name = "used-up"
    used_up = True

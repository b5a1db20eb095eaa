"""Effects that take what they have collected, chosen or looked up for more than it is, each beside one that does not.

Each is about one thing of which a proof may know too much: which of two sequences comes first, where cards lie that
were gathered from several rows, what a dictionary holds, what is still so after something has changed."""

from typing import Any

from referee.kernel import NO_PLAYER, Event, Laid, Player, Rule, SomeOfRow, amounts, effect, flag, value
from tests.bad_games.effects import PLAYED, Mark, Rows, RowsTable, What


class CollectedTable(RowsTable):
    friend: Player = value(NO_PLAYER)
    one = flag(False)
    marks = amounts(0)


class Collected(Rows):
    name = "collected"
    title = "Collected"
    table_class = CollectedTable

    def step(self, t: Any) -> Rule[None]:
        t.one = yield from t.lot((False, True))
        t.friend = yield from t.lot((NO_PLAYER, t.mover))
        yield from super().step(t)

    def take(self, t: Any, me: Player) -> None:
        t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)

    def drop(self, t: Any, me: Player, cards: Any) -> None:
        t.move(tuple(cards), t.lying[me], t.pot)

    # -- what comes first -------------------------------------------------------------------------------

    def kinds(self, t: Any, me: Player) -> tuple[int, ...]:
        return tuple([laid.kind for laid in t.lying[me].row])

    @effect("B-7", window=PLAYED, on="2")
    def bad_order(self, t: Any, event: Event, me: Player) -> None:
        if self.kinds(t, me) >= self.kinds(t, t.next(me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on="2")
    def sound_order(self, t: Any, event: Event, me: Player) -> None:
        if self.kinds(t, me) >= self.kinds(t, t.next(me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on="2")
    def bad_less_now(self, t: Any, event: Event, me: Player) -> None:
        """What was the same before a card went is not the same after it."""
        before = self.kinds(t, me)
        self.drop(t, me, t.lying[me].row[-1:])
        if self.kinds(t, me) < before:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on="2")
    def sound_less_now(self, t: Any, event: Event, me: Player) -> None:
        if self.kinds(t, me) < self.kinds(t, me):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on="2")
    def bad_largest(self, t: Any, event: Event, me: Player) -> None:
        t.note("largest", of=max([self.kinds(t, me), self.kinds(t, t.next(me))])[1])

    @effect("B-7", window=PLAYED, on="2")
    def sound_largest(self, t: Any, event: Event, me: Player) -> None:
        largest = max([self.kinds(t, me), self.kinds(t, t.next(me))])
        t.note("largest", of=largest[1] if len(largest) > 1 else 0)

    # -- every answer of a question ---------------------------------------------------------------------

    def every(self, t: Any, me: Player, least: int) -> Any:
        row, most = t.lying[me], len(t.stash[me].row)
        return SomeOfRow(row, row.row, min(least, most), most)

    @effect("B-7", window=PLAYED, on="3")
    def bad_every(self, t: Any, event: Event, me: Player) -> None:
        """A card is in several answers."""
        for some in self.every(t, me, 1):
            self.drop(t, me, some)

    @effect("B-7", window=PLAYED, on="3")
    def sound_every(self, t: Any, event: Event, me: Player) -> None:
        for some in self.every(t, me, 1):
            self.drop(t, me, [laid for laid in some if t.lies(laid, t.lying[me])])

    @effect("B-7", window=PLAYED, on="3")
    def bad_best(self, t: Any, event: Event, me: Player) -> None:
        """There are not always so many cards."""
        row, size = t.lying[me], len(t.stash[me].row)
        self.drop(t, me, max(SomeOfRow(row, row.row, size, size), key=lambda cards: len(cards)))

    @effect("B-7", window=PLAYED, on="3")
    def sound_best(self, t: Any, event: Event, me: Player) -> None:
        row, size = t.lying[me], len(t.stash[me].row)
        if len(row.row) >= size:
            self.drop(t, me, max(SomeOfRow(row, row.row, size, size), key=lambda cards: len(cards)))

    @effect("B-7", window=PLAYED, on="3")
    def bad_fewest(self, t: Any, event: Event, me: Player) -> None:
        """An answer may have no card."""
        fewest = min(self.every(t, me, 0), key=lambda cards: len(cards))
        self.drop(t, me, fewest[:1] or (fewest[0],))

    # -- functions that are given nothing ---------------------------------------------------------------

    def much(self, numbers: tuple[int, ...], more: int) -> int:
        """It looks at no table and is long: it is followed once for all that call it."""
        found = more
        for number in numbers:
            found += number * 3 + 1 if number > found else number * 2 - 1
            found += number * 5 + 2 if number > found + 1 else number * 3 - 2
            found += number * 7 + 3 if number > found + 2 else number * 4 - 3
            found += number * 9 + 4 if number > found + 3 else number * 5 - 4
            found += number * 11 + 5 if number > found + 4 else number * 6 - 5
            found += number * 13 + 6 if number > found + 5 else number * 7 - 6
            found += number * 15 + 7 if number > found + 6 else number * 8 - 7
        return found

    def much_of_first(self, numbers: tuple[int, ...]) -> int:
        return self.much(numbers, numbers[0])

    @effect("B-7", window=PLAYED, on="4")
    def bad_much(self, t: Any, event: Event, me: Player) -> None:
        t.note("much", of=self.much_of_first(self.kinds(t, t.next(me))))

    @effect("B-7", window=PLAYED, on="4")
    def sound_much(self, t: Any, event: Event, me: Player) -> None:
        t.note("much", of=self.much(self.kinds(t, t.next(me)), 0))
        if self.kinds(t, me):
            t.note("much", of=self.much_of_first(self.kinds(t, me)))

    # -- what is looked at once more --------------------------------------------------------------------

    def cards_of_one(self, t: Any, me: Player) -> tuple[Laid, ...]:
        return tuple([laid for laid in t.lying[me].row if t.one])

    @effect("B-7", window=PLAYED, on="4")
    def bad_once_more(self, t: Any, event: Event, me: Player) -> None:
        """A scalar has changed that is looked at."""
        if self.cards_of_one(t, me):
            t.one = False
            self.drop(t, me, (self.cards_of_one(t, me)[0],))

    @effect("B-7", window=PLAYED, on="4")
    def sound_once_more(self, t: Any, event: Event, me: Player) -> None:
        """Another has changed."""
        if self.cards_of_one(t, me):
            t.marks[me] += 1
            t.friend = NO_PLAYER
            self.drop(t, me, (self.cards_of_one(t, me)[0],))

    def cards_of_marks(self, t: Any, me: Player) -> tuple[Laid, ...]:
        return tuple([laid for laid in t.lying[me].row if not t.marks[me]])

    @effect("B-7", window=PLAYED, on="4")
    def bad_marks(self, t: Any, event: Event, me: Player) -> None:
        """That of a player has."""
        if self.cards_of_marks(t, me):
            t.marks[me] = 1
            self.drop(t, me, (self.cards_of_marks(t, me)[0],))

    def cards_of_pot(self, t: Any, me: Player) -> tuple[Laid, ...]:
        return tuple([laid for laid in t.lying[me].row if t.pot.is_empty])

    @effect("B-7", window=PLAYED, on="4")
    def bad_of_pot(self, t: Any, event: Event, me: Player) -> None:
        """A pile has."""
        if self.cards_of_pot(t, me) and t.stash[me].row:
            self.take(t, me)
            self.drop(t, me, (self.cards_of_pot(t, me)[0],))

    @effect("B-7", window=PLAYED, on="4")
    def sound_of_pot(self, t: Any, event: Event, me: Player) -> None:
        """A row that is not looked at has."""
        if self.cards_of_pot(t, me) and t.stash[me].row:
            t.lay(t.top(t.stash[me], 1), t.stash[me], t.stash[t.next(me)])
            self.drop(t, me, (self.cards_of_pot(t, me)[0],))

    # -- cards out of several rows ----------------------------------------------------------------------

    def gathered(self, t: Any, me: Player, away: bool) -> tuple[Laid, ...]:
        """A card that lies there, and those of the stash in flight; ``away``: one of them goes to the pot."""
        cards = t.lying[me].row[:1]
        while t.stash[me].row and len(cards) < 4:
            came = t.lay(t.top(t.stash[me], 1), t.stash[me], t.flight)
            if away and t.one:
                t.move(came, t.flight, t.pot)
            cards += came
        return cards  # type: ignore[no-any-return]

    def down(self, t: Any, event: Event) -> None:
        for laid in event.cards:
            if t.lies(laid, t.flight):
                t.lay((laid,), t.flight, t.lying[event.at])

    @effect("B-7", window=PLAYED, on="5")
    def bad_several(self, t: Any, event: Event, me: Player) -> Rule[None]:
        cards = self.gathered(t, me, True)
        if cards:
            yield from t.happen(What.PLAY, me, me, [self.down, self.resolve], cards=cards, word="2")

    @effect("B-7", window=PLAYED, on="5")
    def sound_several(self, t: Any, event: Event, me: Player) -> Rule[None]:
        cards = self.gathered(t, me, False)
        if cards:
            yield from t.happen(What.PLAY, me, me, [self.down, self.resolve], cards=cards, word="2")

    @effect("B-7", window=PLAYED, on="5")
    def bad_in_one_row(self, t: Any, event: Event, me: Player) -> None:
        """Not all of them are in flight."""
        t.move(self.gathered(t, me, False), t.flight, t.pot)

    @effect("B-7", window=PLAYED, on="5")
    def sound_in_one_row(self, t: Any, event: Event, me: Player) -> None:
        self.gathered(t, me, False)
        t.move(t.flight.row, t.flight, t.pot)

    # -- players whom a loop gathers --------------------------------------------------------------------

    def asked(self, t: Any, event: Event, me: Player, friend: Player) -> Rule[list[Player]]:
        """Those who are named for a card, which goes to the pot."""
        found = []
        while t.lying[me].row:
            t.move(t.lying[me].row[-1:], t.lying[me], t.pot)
            found.append((yield from t.choose(me, "who", (me, t.next(me), friend))))
        return found

    @effect("B-7", window=PLAYED, on="5")
    def bad_gathered_players(self, t: Any, event: Event, me: Player) -> Rule[None]:
        for player in (yield from self.asked(t, event, me, t.friend)):
            t.move(t.stash[player].row, t.stash[player], t.pot)

    @effect("B-7", window=PLAYED, on="5")
    def sound_gathered_players(self, t: Any, event: Event, me: Player) -> Rule[None]:
        for player in (yield from self.asked(t, event, me, me)):
            t.move(t.stash[player].row, t.stash[player], t.pot)

    # -- what a dictionary holds ------------------------------------------------------------------------

    @effect("B-7", window=PLAYED, on="2")
    def bad_keys(self, t: Any, event: Event, me: Player) -> None:
        """The friend may be nobody."""
        owners: dict[Player, int] = {}
        for laid in t.lying[me].row:
            owners[t.friend if laid.has(Mark.RED) else me] = laid.kind
        for player in owners:
            t.move(t.lying[player].row, t.lying[player], t.pot)

    @effect("B-7", window=PLAYED, on="2")
    def sound_keys(self, t: Any, event: Event, me: Player) -> None:
        owners: dict[Player, int] = {}
        for laid in t.lying[me].row:
            owners[t.next(me) if laid.has(Mark.RED) else me] = laid.kind
        for player in owners:
            t.move(t.lying[player].row, t.lying[player], t.pot)

    @effect("B-7", window=PLAYED, on="3")
    def bad_two_puts(self, t: Any, event: Event, me: Player) -> None:
        """One pass puts two things."""
        held: dict[int, tuple[Laid, ...]] = {}
        for laid in t.lying[me].row:
            held[2 * laid.number] = t.stash[me].row[:1]
            held[2 * laid.number + 1] = (laid,)
        for laid in t.lying[me].row:
            self.drop(t, me, held.get(2 * laid.number, ()))

    @effect("B-7", window=PLAYED, on="3")
    def sound_two_puts(self, t: Any, event: Event, me: Player) -> None:
        held: dict[int, tuple[Laid, ...]] = {}
        for laid in t.lying[me].row:
            held[2 * laid.number] = t.stash[me].row[:1]
            held[2 * laid.number + 1] = (laid,)
        for cards in held.values():
            for laid in cards:
                if t.lies(laid, t.lying[me]):
                    self.drop(t, me, [laid])

    @effect("B-7", window=PLAYED, on="3")
    def bad_second_loop(self, t: Any, event: Event, me: Player) -> None:
        """What the first loop has put is there as well."""
        held: dict[int, tuple[Laid, ...]] = {}
        for laid in t.stash[me].row:
            held[laid.number] = (laid,)
        for laid in t.lying[me].row:
            held[laid.number] = (laid,)
        for number in [laid.number for laid in t.stash[me].row]:
            if number in held:
                self.drop(t, me, held[number])

    @effect("B-7", window=PLAYED, on="3")
    def bad_deleted(self, t: Any, event: Event, me: Player) -> None:
        """One key has gone, and another has not."""
        held: dict[int, tuple[Laid, ...]] = {}
        for laid in t.lying[me].row:
            held[laid.number] = (laid,)
        held[-1] = t.stash[me].row[:1]
        held.pop(0, None)
        self.drop(t, me, held.get(-1, ()))

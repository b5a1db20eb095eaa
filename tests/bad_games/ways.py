"""Effects that break on one way that is easily overlooked, each beside one that looks first.

Every case is a rule that gives True where that way is taken. ``bad_…`` takes then a card of a stash that may be empty;
``sound_…`` takes it if there is one.
"""

from typing import Any

from referee.kernel import NO_PLAYER, Direction, Event, OneOfRow, Player, Rule, clause, effect, flag, value
from tests.bad_games.effects import PLAYED, Mark, Rows, RowsTable, What

CASES = (
    "compared", "kept", "halves", "turned", "copied", "collected", "counted", "paired", "stopped", "alike",
    "asked_of_a_kind", "tried", "marked", "shuffled", "paid", "given_words", "truths", "by_kinds", "number_of_kept",
    "by_seat", "chained", "one_by_one",
)  # fmt: skip
"""All that a case is about is in its own text."""


class WaysTable(RowsTable):
    friend: Player = value(NO_PLAYER)
    one = flag(False)
    other = flag(False)

    def begin_events(self) -> None:
        super().begin_events()
        self.noted = 0
        self.seen: tuple[int, ...] = ()


class Cases(Rows):
    """The cases, for effects to ask whether their way is taken."""

    table_class = WaysTable

    @clause("B-1")
    def deal(self, t: Any) -> Rule[None]:
        """Few cards each: stashes are soon empty."""
        t.mover = yield from t.lot(t.players)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.pot, 2, t.stash[player])
            yield from t.draw(t.pot, 2, t.lying[player])

    # -- cases ------------------------------------------------------------------------------------------

    def compared(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        return t.noted < 3 and not t.noted > 3

    def has_seen(self, t: Any) -> bool:
        return bool(t.seen)

    def kept(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        before = self.has_seen(t)
        t.seen = (1,)
        return not before and self.has_seen(t)

    def halves(self, t: Any, me: Player) -> Rule[bool]:
        row = t.lying[me]
        if not row.row:
            return False
        laid = yield from t.choose(me, "which", OneOfRow(row, row.row))
        return laid in row.row[:1] and laid not in row.row[1:]

    def goes_left(self, t: Any, me: Player) -> bool:
        found = 0
        for laid in t.lying[me].row:
            if laid.has(Mark.RED):
                found += 1
        return t.direction is Direction.LEFT or found > 90

    def turned(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        t.direction = t.direction.reversed
        return not self.goes_left(t, me)

    def copied(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        cards = list(t.lying[me].row)
        if not cards:
            return False
        fewer = list(cards)
        fewer.remove(fewer[0])
        return len(fewer) < len(cards)

    def noted_down(self, found: tuple[Any, ...], thing: Any) -> tuple[Any, ...]:
        return (*found, thing)

    def collected(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        found: tuple[Any, ...] = ()
        for laid in t.lying[me].row:
            found = self.noted_down(found, laid)
        return len(found) > 0

    def counted(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        red = [laid.has(Mark.RED) for laid in t.lying[me].row]
        return len(set(red)) < len(red)

    def paired(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        row = t.lying[me].row
        both = list(zip(row, t.stash[me].row, strict=False))
        return len(both) < len(row)

    def halt(self, t: Any, event: Event) -> None:
        t.stop(event, True)

    def stopped(self, t: Any, me: Player) -> Rule[bool]:
        return bool((yield from t.happen(What.PLAY, me, me, [self.halt])))

    def alike(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        return all(event is t.event for event in t.stack)

    def asked_of_a_kind(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        return isinstance(t.seen, tuple)

    def tried(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        number, found = 0, False
        while number < 1:
            number += 1
        else:
            found = True
        return found

    def marked(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        row = t.lying[me]
        if not row.row:
            return False
        laid = row.row[0]
        return t.mark(row, t.unmark(row, laid), Mark.RED) != laid or laid.has(Mark.RED)

    def shuffled(self, t: Any, me: Player) -> Rule[bool]:
        row = t.lying[me]
        if not row.row:
            return False
        first = row.row[0]
        yield from t.shuffle(row)
        return row.row[0].number != first.number

    def paid(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        t.pay(me, None, 1)
        return t.balance(me) < 0

    def first_of(self, t: Any, words: dict[str, int]) -> int:
        return words["a"]

    def given_words(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        return self.first_of(t, {"a": 1}) != self.first_of(t, {"a": 2})

    def truths(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        return t.one == t.other

    def by_kinds(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        words: dict[int, Any] = {}
        if len(t.lying[me].row) < 2:
            return False
        one, other = t.lying[me].row[:2]
        words[one.kind] = None
        words[other.kind] = "x"
        return words[one.kind] is None and words[other.kind] == "x"

    def number_of_kept(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        row = t.lying[me].row
        if not row:
            return False
        t.seen = (row[0].number,)
        return any(laid.number == t.seen[0] for laid in row)

    def by_seat(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        return t.players[0] is not me

    def chained(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        return t.mover is me is t.event.at

    def one_by_one(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        laid: Any = None
        for laid in t.lying[me].row:  # noqa: B007
            pass
        return laid is not None


class Nobody(Rows):
    """Scalars that name a player and come to name nobody."""

    name = "nobody"
    title = "Nobody"
    table_class = WaysTable

    def goes_on(self, t: Any, player: Player) -> Rule[None]:
        """It takes the mover for a player."""
        yield from ()
        t.move(t.stash[t.mover].row, t.stash[t.mover], t.pot)

    @effect("B-8", window=PLAYED, on="2")
    def bad_mover(self, t: Any, event: Event, me: Player) -> None:
        t.mover = t.friend

    @effect("B-8", window=PLAYED, on="2")
    def sound_mover(self, t: Any, event: Event, me: Player) -> None:
        if t.friend is not NO_PLAYER:
            t.mover = t.friend

    @effect("B-8", window=PLAYED, on="3")
    def bad_mover_within(self, t: Any, event: Event, me: Player) -> Rule[None]:
        t.mover = NO_PLAYER
        yield from self.goes_on(t, me)
        t.mover = me

    @effect("B-8", window=PLAYED, on="3")
    def sound_mover_within(self, t: Any, event: Event, me: Player) -> Rule[None]:
        t.mover = me
        yield from self.goes_on(t, me)
        t.mover = t.next(me)

    @effect("B-8", window=PLAYED, on="4")
    def bad_mover_stops(self, t: Any, event: Event, me: Player) -> None:
        t.mover = NO_PLAYER
        t.stop(event)

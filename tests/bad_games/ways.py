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
    "by_seat", "listed", "chained", "one_by_one",
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


def pair(case: str, safely: bool) -> Any:
    def carry_out(self: Any, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from getattr(self, case)(t, me)) and (t.stash[me].row or not safely):
            t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)

    carry_out.__name__ = ("sound_" if safely else "bad_") + case
    return carry_out


class Ways(Rows):
    name = "ways"
    title = "Ways"
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
        fewer = cards.copy()
        fewer.remove(fewer[0])
        return len(fewer) < len(cards)

    def note_down(self, found: list[Any], thing: Any) -> None:
        found.append(thing)

    def collected(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        found: list[Any] = []
        for laid in t.lying[me].row:
            self.note_down(found, laid)
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

    def listed(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        return str(len(t.lying[me].row)) != "0"

    def chained(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        return t.mover is me is t.event.at

    def one_by_one(self, t: Any, me: Player) -> Rule[bool]:
        yield from ()
        laid: Any = None
        for laid in t.lying[me].row:  # noqa: B007
            pass
        return laid is not None

    # -- effects that lose their cards in other ways ------------------------------------------------------

    def emptied(self, t: Any, me: Player) -> Rule[None]:
        """What is touched before a loop that ends early is touched."""
        yield from ()
        t.move(t.lying[me].row, t.lying[me], t.pot)
        for _laid in t.stash[me].row:
            return

    @effect("B-7", window=PLAYED, on="2")
    def bad_emptied(self, t: Any, event: Event, me: Player) -> Rule[None]:
        row = t.lying[me]
        if row.row:
            laid = yield from t.choose(me, "which", OneOfRow(row, row.row))
            yield from self.emptied(t, me)
            t.move((laid,), row, t.pot)

    @effect("B-7", window=PLAYED, on="2")
    def sound_emptied(self, t: Any, event: Event, me: Player) -> Rule[None]:
        row = t.lying[me]
        if row.row:
            laid = yield from t.choose(me, "which", OneOfRow(row, row.row))
            yield from self.emptied(t, me)
            if t.lies(laid, row):
                t.move((laid,), row, t.pot)

    @effect("B-7", window=PLAYED, on="3")
    def bad_pairs(self, t: Any, event: Event, me: Player) -> None:
        """Cards that are kept with something else lie where they lay."""
        row = t.lying[me]
        kept = [(laid, 1) for laid in row.row]
        t.move(row.row, row, t.pot)
        for laid, _ in kept:
            t.move((laid,), row, t.pot)

    @effect("B-7", window=PLAYED, on="3")
    def sound_pairs(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me]
        kept = [(laid, 1) for laid in row.row]
        t.move(row.row, row, t.pot)
        for laid, _ in kept:
            if t.lies(laid, row):
                t.move((laid,), row, t.pot)

    @effect("B-7", window=PLAYED, on="4")
    def bad_first(self, t: Any, event: Event, me: Player) -> None:
        """The first card as often as there are cards."""
        row = t.lying[me]
        t.move(tuple([row.row[0] for _ in row.row]), row, t.pot)

    @effect("B-7", window=PLAYED, on="4")
    def sound_first(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me]
        t.move(tuple([laid for laid in row.row]), row, t.pot)  # noqa: C416

    @effect("B-7", window=PLAYED, on="5")
    def bad_some(self, t: Any, event: Event, me: Player) -> None:
        """That some card is red was found out only for a while."""
        row = t.lying[me]
        [laid for laid in row.row if any(each.has(Mark.RED) for each in row.row)]
        red = [laid for laid in row.row if laid.has(Mark.RED)]
        t.move((red[0],), row, t.pot)

    @effect("B-7", window=PLAYED, on="5")
    def sound_some(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me]
        if any(each.has(Mark.RED) for each in row.row):
            red = [laid for laid in row.row if laid.has(Mark.RED)]
            t.move((red[0],), row, t.pot)

    @effect("B-7", window=PLAYED, on="5")
    def bad_else(self, t: Any, event: Event, me: Player) -> None:
        """What one question had decided beside the card."""
        row, one = t.lying[me], t.one
        if any(each.has(Mark.RED) for each in row.row):
            red = [laid for laid in row.row if one and laid.has(Mark.RED)]
            t.move((red[0],), row, t.pot)

    @effect("B-7", window=PLAYED, on="2")
    def bad_end(self, t: Any, event: Event, me: Player) -> None:
        """The rule goes on behind the end."""
        if t.outcome is None:
            t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "over")
        t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)

    @effect("B-7", window=PLAYED, on="3")
    def bad_around(self, t: Any, event: Event, me: Player) -> None:
        """There may be one event alone."""
        t.note("around", what=t.stack[-2].what.value)

    @effect("B-7", window=PLAYED, on="3")
    def bad_index(self, t: Any, event: Event, me: Player) -> None:
        if t.stash[me].row:
            t.note("place", of=t.lying[me].row.index(t.stash[me].row[0]))

    @effect("B-7", window=PLAYED, on="4")
    def bad_word(self, t: Any, event: Event, me: Player) -> None:
        words = {laid.kind: "x" for laid in t.lying[me].row}
        for laid in t.stash[me].row:
            t.note("word", of=words[laid.kind])

    @effect("B-7", window=PLAYED, on="5")
    def bad_order(self, t: Any, event: Event, me: Player) -> None:
        """What a loop has gone through last."""
        row, laid = t.lying[me], None
        for laid in row.row:  # noqa: B007
            pass
        for laid in t.stash[me].row:  # noqa: B007
            pass
        if laid is not None:
            t.move((laid,), row, t.pot)


for _case in CASES:
    for _safely in (False, True):
        _made = effect("B-7", window=PLAYED, on=("2", "3", "4", "5"))(pair(_case, _safely))
        setattr(Ways, _made.__name__, _made)


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

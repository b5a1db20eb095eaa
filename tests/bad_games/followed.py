"""Effects that a proof on the meaning of rules may overlook, each beside one that looks first.

Each is about one thing that such a proof takes for what it is not: a list as it is now for what it was, the last pass
of a loop for all of them, what was worked out once for what it comes to now.
"""

from typing import Any

from referee.kernel import NO_PLAYER, Event, Laid, OneOf, OneOfRow, Player, Rule, effect, flag, value
from tests.bad_games.effects import PLAYED, Mark, Rows, RowsTable, What


class FollowedTable(RowsTable):
    friend: Player = value(NO_PLAYER)
    one = flag(False)


class Followed(Rows):
    name = "followed"
    title = "Followed"
    table_class = FollowedTable

    def step(self, t: Any) -> Rule[None]:
        t.one = yield from t.lot((False, True))
        t.friend = yield from t.lot((NO_PLAYER, t.mover))
        yield from super().step(t)

    def take(self, t: Any, me: Player) -> None:
        t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)

    # -- loops that end early ---------------------------------------------------------------------------

    def until_red(self, t: Any, me: Player) -> list[Laid]:
        found = []
        for laid in t.lying[me].row:
            found.append(laid)
            if laid.has(Mark.RED):
                break
        return found

    @effect("B-9", window=PLAYED, on="2")
    def bad_break(self, t: Any, event: Event, me: Player) -> None:
        """A list that a loop collects is as long as what it goes through only if the loop comes to its end."""
        if len(self.until_red(t, me)) < len(t.lying[me].row):
            self.take(t, me)

    @effect("B-9", window=PLAYED, on="2")
    def sound_break(self, t: Any, event: Event, me: Player) -> None:
        if len(self.until_red(t, me)) < len(t.lying[me].row) and t.stash[me].row:
            self.take(t, me)

    @effect("B-9", window=PLAYED, on="2")
    def bad_continue(self, t: Any, event: Event, me: Player) -> None:
        """A branch that ends in a return goes round before that."""
        row = t.lying[me]
        if not row.row:
            return
        kept = row.row[0]
        for laid in row.row:
            if laid.has(Mark.RED):
                t.move((laid,), row, t.pot)
                if t.one:
                    continue
                return
        t.move((kept,), row, t.pot)

    @effect("B-9", window=PLAYED, on="2")
    def sound_continue(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me]
        if not row.row:
            return
        kept = row.row[0]
        for laid in row.row:
            if laid.has(Mark.RED) and t.lies(laid, row):
                t.move((laid,), row, t.pot)
                if t.one:
                    continue
                return
        if t.lies(kept, row):
            t.move((kept,), row, t.pot)

    # -- lists that change ------------------------------------------------------------------------------

    @effect("B-9", window=PLAYED, on="3")
    def bad_later(self, t: Any, event: Event, me: Player) -> None:
        """What was collected when fewer numbers were on the list."""
        row = t.lying[me]
        if len(row.row) < 2:
            return
        first, second = row.row[0], row.row[1]
        gone = [first.number]
        rest = tuple([laid for laid in row.row if laid.number not in gone])
        gone.append(second.number)
        t.move((first, second), row, t.pot)
        t.move(rest, row, t.pot)

    @effect("B-9", window=PLAYED, on="3")
    def sound_later(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me]
        if len(row.row) < 2:
            return
        first, second = row.row[0], row.row[1]
        gone = [first.number]
        gone.append(second.number)
        rest = tuple([laid for laid in row.row if laid.number not in gone])
        t.move((first, second), row, t.pot)
        t.move(rest, row, t.pot)

    def many(self, numbers: list[int]) -> int:
        return len(numbers)

    @effect("B-9", window=PLAYED, on="3")
    def bad_counted(self, t: Any, event: Event, me: Player) -> None:
        """A list is longer the second time."""
        numbers = [1]
        before = self.many(numbers)
        numbers.append(2)
        if self.many(numbers) > before:
            self.take(t, me)

    @effect("B-9", window=PLAYED, on="3")
    def sound_counted(self, t: Any, event: Event, me: Player) -> None:
        numbers = [1]
        before = self.many(numbers)
        numbers.append(2)
        if self.many(numbers) > before and t.stash[me].row:
            self.take(t, me)

    @effect("B-9", window=PLAYED, on="3")
    def bad_negative(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """The last but one."""
        numbers = (1, 2, 3)
        at = yield from t.choose(me, "which", OneOf((-3, -2)))
        if numbers[at] == 2:
            self.take(t, me)

    @effect("B-9", window=PLAYED, on="3")
    def sound_negative(self, t: Any, event: Event, me: Player) -> Rule[None]:
        numbers = (1, 2, 3)
        at = yield from t.choose(me, "which", OneOf((-3, -2)))
        if numbers[at] == 2 and t.stash[me].row:
            self.take(t, me)

    # -- rules within themselves ------------------------------------------------------------------------

    def dig(self, t: Any, me: Player, number: int) -> None:
        if number > 2:
            return
        if number == 2:
            self.take(t, me)
        self.dig(t, me, number + 1)

    @effect("B-9", window=PLAYED, on="4")
    def bad_within_itself(self, t: Any, event: Event, me: Player) -> None:
        """It goes wrong the second time only."""
        self.dig(t, me, 1)

    # -- what others are given --------------------------------------------------------------------------

    @effect("B-9", window=PLAYED, on="4")
    def bad_somebody(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """Nobody takes part in an event."""
        yield from t.happen(What.PLAY, me, t.friend, [self.resolve], cards=(), word="2")

    @effect("B-9", window=PLAYED, on="4")
    def sound_somebody(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if t.friend is not NO_PLAYER:
            yield from t.happen(What.PLAY, me, t.friend, [self.resolve], cards=(), word="2")

    @effect("B-9", window=PLAYED, on="4")
    def bad_on(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """The card of an event is handed on, wherever it lies."""
        yield from t.happen(What.PLAY, me, me, [self.resolve], cards=event.cards, word="2")

    @effect("B-9", window=PLAYED, on="4")
    def sound_on(self, t: Any, event: Event, me: Player) -> Rule[None]:
        laid = event.cards[0]
        if t.lies(laid, t.lying[me]):
            yield from t.happen(What.PLAY, me, me, [self.resolve], cards=(laid,), word="2")

    # -- what loops keep --------------------------------------------------------------------------------

    @effect("B-9", window=PLAYED, on="5")
    def bad_gathered(self, t: Any, event: Event, me: Player) -> None:
        """The first card lies in this row, and those that come in a loop do not."""
        row, stash = t.lying[me], t.stash[me]
        if not row.row:
            return
        cards = (row.row[0],)
        while len(cards) < len(stash.row):
            cards += (stash.row[0],)
        for laid in cards:
            if laid.has(Mark.RED):
                continue
            t.move((laid,), row, t.pot)
            return

    @effect("B-9", window=PLAYED, on="5")
    def sound_gathered(self, t: Any, event: Event, me: Player) -> None:
        row, stash = t.lying[me], t.stash[me]
        if not row.row:
            return
        cards = (row.row[0],)
        while len(cards) < len(stash.row):
            cards += (row.row[-1],)
        for laid in cards:
            if laid.has(Mark.RED):
                continue
            t.move((laid,), row, t.pot)
            return

    @effect("B-9", window=PLAYED, on="5")
    def bad_any(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """Some card was red before the others had their say."""
        row = t.lying[me]
        if any(laid.has(Mark.RED) for laid in row.row):
            yield from self.reaches(t, event, me)
            red = [laid for laid in row.row if laid.has(Mark.RED)]
            t.move((red[-1],), row, t.pot)

    @effect("B-9", window=PLAYED, on="5")
    def sound_any(self, t: Any, event: Event, me: Player) -> Rule[None]:
        row = t.lying[me]
        yield from self.reaches(t, event, me)
        if any(laid.has(Mark.RED) for laid in row.row):
            red = [laid for laid in row.row if laid.has(Mark.RED)]
            t.move((red[-1],), row, t.pot)

    @effect("B-9", window=PLAYED, on="5")
    def bad_halves(self, t: Any, event: Event, me: Player) -> None:
        """Two halves of a row that have cards in common."""
        row = t.lying[me]
        red = tuple([laid for laid in row.row if laid.has(Mark.RED)])
        linked = tuple([laid for laid in row.row if not laid.link])
        t.move((red + linked)[:2], row, t.pot)

    @effect("B-9", window=PLAYED, on="5")
    def sound_halves(self, t: Any, event: Event, me: Player) -> None:
        row = t.lying[me]
        red = tuple([laid for laid in row.row if laid.has(Mark.RED)])
        others = tuple([laid for laid in row.row if not laid.has(Mark.RED)])
        t.move((red + others)[:2], row, t.pot)

    @effect("B-9", window=PLAYED, on="5")
    def bad_chosen(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """What was chosen is among those that leave."""
        row = t.lying[me]
        if row.row:
            laid = yield from t.choose(me, "which", OneOfRow(row, row.row))
            t.move(row.row[:1], row, t.pot)
            t.move((laid,), row, t.pot)

    @effect("B-9", window=PLAYED, on="5")
    def sound_chosen(self, t: Any, event: Event, me: Player) -> Rule[None]:
        row = t.lying[me]
        if row.row:
            laid = yield from t.choose(me, "which", OneOfRow(row, row.row))
            t.move(tuple([each for each in row.row[:1] if each.number != laid.number]), row, t.pot)
            t.move((laid,), row, t.pot)


class Sorts(Rows):
    """Effects that act at plays of several sorts, of which one breaks them."""

    name = "sorts"
    title = "Sorts"

    def step(self, t: Any) -> Rule[None]:
        again = yield from t.lot((False, True))
        if again:
            yield from self.happens(t, "joker")
        else:
            yield from self.happens(t, "2")
        yield from super().step(t)

    def happens(self, t: Any, word: str) -> Rule[None]:
        yield from t.happen(What.PLAY, t.mover, t.mover, [self.resolve], cards=t.lying[t.mover].row[:1], word=word)

    @effect("B-9", window=PLAYED, on=("2", "joker"))
    def bad_sort(self, t: Any, event: Event, me: Player) -> None:
        """There is a card wherever a 2 is played."""
        if event.word == "joker" or t.stash[me].row:
            t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)

    @effect("B-9", window=PLAYED, on=("2", "joker"))
    def sound_sort(self, t: Any, event: Event, me: Player) -> None:
        if t.stash[me].row:
            t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)

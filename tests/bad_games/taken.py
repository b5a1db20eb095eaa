"""Effects that ask a case (``ways.py``) whether its way is taken, and such as lose their cards in other ways.

``bad_…`` takes a card of a stash that may be empty where the way is taken; ``sound_…`` takes it if there is one.
"""

from typing import Any

from referee.kernel import Event, OneOfRow, Player, Rule, effect
from tests.bad_games.effects import PLAYED, Mark
from tests.bad_games.ways import Cases

ANY = ("2", "3", "4", "5")


class Ways(Cases):
    name = "ways"
    title = "Ways"

    def take(self, t: Any, me: Player) -> None:
        t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_compared(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.compared(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_compared(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.compared(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_kept(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.kept(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_kept(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.kept(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_halves(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.halves(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_halves(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.halves(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_turned(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.turned(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_turned(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.turned(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_copied(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.copied(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_copied(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.copied(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_collected(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.collected(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_collected(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.collected(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_counted(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.counted(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_counted(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.counted(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_paired(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.paired(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_paired(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.paired(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_stopped(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.stopped(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_stopped(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.stopped(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_alike(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.alike(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_alike(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.alike(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_asked_of_a_kind(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.asked_of_a_kind(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_asked_of_a_kind(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.asked_of_a_kind(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_tried(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.tried(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_tried(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.tried(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_marked(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.marked(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_marked(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.marked(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_shuffled(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.shuffled(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_shuffled(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.shuffled(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_paid(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.paid(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_paid(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.paid(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_given_words(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.given_words(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_given_words(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.given_words(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_truths(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.truths(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_truths(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.truths(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_by_kinds(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.by_kinds(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_by_kinds(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.by_kinds(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_number_of_kept(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.number_of_kept(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_number_of_kept(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.number_of_kept(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_by_seat(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.by_seat(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_by_seat(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.by_seat(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_chained(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.chained(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_chained(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.chained(t, me)) and t.stash[me].row:
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def bad_one_by_one(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.one_by_one(t, me)):
            self.take(t, me)

    @effect("B-7", window=PLAYED, on=ANY)
    def sound_one_by_one(self, t: Any, event: Event, me: Player) -> Rule[None]:
        if (yield from self.one_by_one(t, me)) and t.stash[me].row:
            self.take(t, me)

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

"""Effects that take away the cards of a row one by one, each beside one that takes a card that may be gone."""

from typing import Any

from referee.kernel import Event, Laid, Player, effect
from tests.bad_games.effects import PLAYED, Rows


class OneByOne(Rows):
    name = "one-by-one"
    title = "One by one"

    def drop(self, t: Any, me: Player, laid: Laid) -> None:
        t.move((laid,), t.lying[me], t.pot)

    def bottom(self, t: Any, me: Player) -> tuple[Laid, ...]:
        return tuple(t.lying[me].row[-1:])

    @effect("B-8", window=PLAYED, on="2")
    def sound_each(self, t: Any, event: Event, me: Player) -> None:
        for laid in t.lying[me].row:
            self.drop(t, me, laid)

    @effect("B-8", window=PLAYED, on="2")
    def bad_twice(self, t: Any, event: Event, me: Player) -> None:
        """The same cards are gone through once more."""
        cards = t.lying[me].row
        for laid in cards:
            self.drop(t, me, laid)
        for laid in cards:
            self.drop(t, me, laid)

    @effect("B-8", window=PLAYED, on="3")
    def sound_some(self, t: Any, event: Event, me: Player) -> None:
        for laid in [each for each in t.lying[me].row if each.kind > 5]:
            self.drop(t, me, laid)

    @effect("B-8", window=PLAYED, on="3")
    def bad_beside(self, t: Any, event: Event, me: Player) -> None:
        """With each card another one goes, which may be one that is still to come."""
        for laid in t.lying[me].row:
            self.drop(t, me, laid)
            for other in self.bottom(t, me):
                self.drop(t, me, other)

    @effect("B-8", window=PLAYED, on="4")
    def sound_back(self, t: Any, event: Event, me: Player) -> None:
        """Each card goes and comes back."""
        for laid in t.lying[me].row:
            (came,) = t.lay((laid,), t.lying[me], t.stash[me])
            t.lay((came,), t.stash[me], t.lying[me])

    @effect("B-8", window=PLAYED, on="4")
    def bad_doubled(self, t: Any, event: Event, me: Player) -> None:
        """A card is there twice."""
        cards = t.lying[me].row
        for laid in [*cards, *cards]:
            self.drop(t, me, laid)

    @effect("B-8", window=PLAYED, on="5")
    def bad_standing(self, t: Any, event: Event, me: Player) -> None:
        """The first card is gone when it is looked at again, as one pass in two goes on."""
        cards, at, again = t.lying[me].row, 0, False
        while at < len(cards):
            self.drop(t, me, cards[at])
            if again:
                at += 1
            again = not again

    @effect("B-8", window=PLAYED, on="2")
    def bad_next(self, t: Any, event: Event, me: Player) -> None:
        """The card that is still to come goes in place of the one that is gone through."""
        cards = t.lying[me].row
        for following, laid in enumerate(cards, 1):
            if following < len(cards):
                self.drop(t, me, cards[following])
            self.drop(t, me, laid)

    @effect("B-8", window=PLAYED, on="3")
    def bad_other_row(self, t: Any, event: Event, me: Player) -> None:
        """The cards lie in another row than the one out of which they are taken."""
        for laid in t.stash[me].row:
            self.drop(t, me, laid)

    # -- one of those that lie there --------------------------------------------------------------------

    @effect("B-8", window=PLAYED, on="5")
    def sound_one_of_them(self, t: Any, event: Event, me: Player) -> None:
        for laid in event.cards:
            if laid in t.lying[me].row:
                self.drop(t, me, laid)

    @effect("B-8", window=PLAYED, on="5")
    def bad_one_of_those_before(self, t: Any, event: Event, me: Player) -> None:
        """The cards that lay there before one was taken."""
        lying = t.lying[me].row
        for laid in self.bottom(t, me):
            self.drop(t, me, laid)
        for laid in event.cards:
            if laid in lying:
                self.drop(t, me, laid)

    @effect("B-8", window=PLAYED, on="2")
    def bad_not_one_of_them(self, t: Any, event: Event, me: Player) -> None:
        lying = t.lying[t.next(me)].row
        for laid in event.cards:
            if laid not in lying:
                self.drop(t, me, laid)
                self.drop(t, me, laid)

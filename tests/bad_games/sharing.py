"""Effects whose loops go round a number of times that is known, each beside one that takes what is not there."""

from typing import Any

from referee.kernel import Event, OneOf, Option, Player, Rule, effect
from tests.bad_games.effects import PLAYED, Rows


class Sharing(Rows):
    name = "sharing"
    title = "Sharing"

    def leftward(self, t: Any, me: Player) -> list[Player]:
        order = [t.left(me)]
        while len(order) < len(t.players):
            order.append(t.left(order[-1]))
        return order

    def piles(self, total: int, takers: int, rest: int) -> list[int]:
        size, more = divmod(total, takers)
        return [size + 1] * (more + rest) + [size] * (takers - more - rest)

    def take(self, t: Any, player: Player, number: int) -> Rule[None]:
        pile = yield from t.pick(t.pot.pile, number)
        t.move(pile, t.pot, t.lying[player])

    def share(self, t: Any, me: Player, rest: int, twice: bool) -> Rule[None]:
        """As many cards of the pot for each as there are, one by one."""
        takers = self.leftward(t, me)
        sizes = self.piles(t.pot.size, len(takers), rest)
        for player in takers:
            number = sizes[0]
            if number != sizes[-1]:
                number = yield from t.choose(player, "so many", OneOf((number, sizes[-1])))
            sizes.remove(number)
            if twice:
                sizes.remove(number)
            yield from self.take(t, player, number)

    @effect("B-8", window=PLAYED, on="2")
    def sound_share(self, t: Any, event: Event, me: Player) -> Rule[None]:
        yield from self.share(t, me, 0, False)

    @effect("B-8", window=PLAYED, on="2")
    def bad_share(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """One more than there are."""
        yield from self.share(t, me, 1, False)

    @effect("B-8", window=PLAYED, on="3")
    def bad_removed(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """The piles may not be alike."""
        yield from self.share(t, me, 0, True)

    # -- loops that go on while it is known that they do -----------------------------------------------

    @effect("B-8", window=PLAYED, on="3")
    def sound_two(self, t: Any, event: Event, me: Player) -> None:
        taken: list[int] = []
        while len(taken) < 2:
            if t.stash[me].row:
                t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)
            taken.append(1)

    @effect("B-8", window=PLAYED, on="4")
    def bad_two(self, t: Any, event: Event, me: Player) -> None:
        """There may be one card alone."""
        taken: list[int] = []
        while t.stash[me].row and len(taken) < 1:
            taken.append(1)
        while len(taken) < 4 and len(taken) > 0:
            t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)
            taken.append(1)

    @effect("B-8", window=PLAYED, on="4")
    def bad_third(self, t: Any, event: Event, me: Player) -> None:
        """The passes that are known do no harm; those that follow do."""
        wanted = [1, 1]
        while wanted:
            if len(wanted) == 1 and t.lying[me].row:
                wanted = [2 for _ in t.lying[me].row]
                t.move(t.lying[me].row, t.lying[me], t.pot)
            elif wanted[0] == 2:
                t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)
                wanted = wanted[1:]
            else:
                wanted = wanted[1:]

    @effect("B-8", window=PLAYED, on="5")
    def sound_third(self, t: Any, event: Event, me: Player) -> None:
        wanted = [1, 1]
        while wanted:
            if len(wanted) == 1 and t.lying[me].row:
                wanted = [2 for _ in t.lying[me].row]
                t.move(t.lying[me].row, t.lying[me], t.pot)
            elif wanted[0] == 2 and t.stash[me].row:
                t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)
                wanted = wanted[1:]
            else:
                wanted = wanted[1:]

    @effect("B-8", window=PLAYED, on="5")
    def bad_repeated(self, t: Any, event: Event, me: Player) -> None:
        """What is left of a division is nothing as often as not."""
        rest = [1] * (len(t.stash[me].row) % 2)
        t.note("rest", of=rest[0])

    @effect("B-8", window=PLAYED, on="5")
    def sound_repeated(self, t: Any, event: Event, me: Player) -> None:
        rest = [1] * (len(t.stash[me].row) % 2)
        for _ in rest:
            t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)

    @effect("B-8", window=PLAYED, on="2")
    def bad_long(self, t: Any, event: Event, me: Player) -> None:
        """More passes than are carried out one by one; what the first takes the last one misses."""
        taken: list[int] = []
        cards = t.lying[me].row
        while len(taken) < 12:
            for laid in cards:
                if len(taken) in (0, 11):
                    t.move((laid,), t.lying[me], t.pot)
            taken.append(1)

    @effect("B-8", window=PLAYED, on="2")
    def sound_long(self, t: Any, event: Event, me: Player) -> None:
        taken: list[int] = []
        while len(taken) < 12:
            for laid in t.lying[me].row:
                if len(taken) in (0, 11):
                    t.move((laid,), t.lying[me], t.pot)
            taken.append(1)


class Gathered(Rows):
    name = "gathered"
    title = "Gathered"

    @effect("B-8", window=PLAYED, on="2")
    def by_rank(self, t: Any, event: Event, me: Player) -> None:
        """What no proof follows, however much it knows of the row."""
        there: dict[int, list[int]] = {}
        for laid in t.lying[me].row:
            there.setdefault(laid.kind // 4, []).append(laid.kind)
        t.note("ranks", of=len(there))


class Turned(Option):
    """How a card lies."""

    UP = "up"
    DOWN = "down"


class Worth(Option):
    """What a card is good for."""

    HIGH = "high"
    LOW = "low"


class Either(Rows):
    """What lists of unknown things hold is looked at on one way or on another."""

    name = "either"
    title = "Either"

    def worth(self, t: Any, me: Player) -> list[Worth]:
        return [Worth.HIGH if laid.kind % 2 else Worth.LOW for laid in t.lying[me].row]

    def turned(self, t: Any, me: Player) -> list[Turned]:
        return [Turned.UP if laid.kind % 2 else Turned.DOWN for laid in t.lying[me].row]

    @effect("B-8", window=PLAYED, on="2")
    def bad_either(self, t: Any, event: Event, me: Player) -> None:
        worth, turned = self.worth(t, me), self.turned(t, me)
        what, how = Worth.HIGH, Turned.UP
        many = len(t.stash[me].row) > 2
        if worth and turned:
            if many:
                what = worth[0]
            else:
                how = turned[0]
            t.note("found", of=int(what is Worth.HIGH and how is Turned.UP))
            t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)

    @effect("B-8", window=PLAYED, on="3")
    def sound_either(self, t: Any, event: Event, me: Player) -> None:
        worth, turned = self.worth(t, me), self.turned(t, me)
        what, how = Worth.HIGH, Turned.UP
        many = len(t.stash[me].row) > 2
        if worth and turned:
            if many:
                what = worth[0]
            else:
                how = turned[0]
            t.note("found", of=int(what is Worth.HIGH and how is Turned.UP))
            if many:
                t.move(t.top(t.stash[me], 1), t.stash[me], t.pot)

"""Rules that are given several players, each carried out by a sound effect and by one that forgets something."""

from typing import Any

from referee.kernel import Event, OneOfRow, Player, Rule, effect
from tests.bad_games.effects import PLAYED, REACHED, Rows


class Fees(Rows):
    name = "fees"
    title = "Fees"

    # -- rules about several players --------------------------------------------------------------------

    def pay_two(self, t: Any, event: Event, players: list[Player]) -> Rule[None]:
        """Each pays two cards of his stash, and of his table what the stash does not cover."""
        for player in players:
            yield from t.window(REACHED, event, [player])
            stash, row = t.stash[player], t.lying[player]
            paid = stash.row[:2]
            t.move(paid, stash, t.pot)
            missing = min(2 - len(paid), len(row.row))
            if missing > 0:
                t.move(row.row[:missing], row, t.pot)

    def pay_uncovered(self, t: Any, event: Event, players: list[Player]) -> Rule[None]:
        """As pay_two; a table has as many cards as are missing, as if that were certain."""
        for player in players:
            yield from t.window(REACHED, event, [player])
            stash, row = t.stash[player], t.lying[player]
            paid = stash.row[:2]
            t.move(paid, stash, t.pot)
            if len(paid) < 2:
                t.move(t.top(row, 2 - len(paid)), row, t.pot)

    def pay_tops(self, t: Any, players: tuple[Player, ...]) -> Rule[None]:
        """Each pays a card where all have one: enough if nobody is named twice."""
        yield from ()
        if all(t.stash[player].row for player in players):
            for player in players:
                t.move(t.top(t.stash[player], 1), t.stash[player], t.pot)

    def pay_first(self, t: Any, players: list[Player]) -> Rule[list[Player]]:
        """Whoever has paid is no longer on the list."""
        yield from ()
        left = list(players)
        player = left.pop(0)
        t.move(t.stash[player].row, t.stash[player], t.pot)
        return left

    # -- effects ----------------------------------------------------------------------------------------

    def kept(self, t: Any, me: Player) -> Rule[Any]:
        """A card of one's table that is kept in mind."""
        row = t.lying[me]
        return (yield from t.choose(me, "keep in mind", OneOfRow(row, row.row)))

    @effect("B-6", window=PLAYED, on="2")
    def sound_fee(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """A card is kept in mind while all pay, and leaves if it still lies there."""
        if t.lying[me].row:
            laid = yield from self.kept(t, me)
            yield from self.pay_two(t, event, list(t.players))
            if t.lies(laid, t.lying[me]):
                t.move((laid,), t.lying[me], t.pot)

    @effect("B-6", window=PLAYED, on="2")
    def bad_fee(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """As sound_fee; he may have paid with it."""
        if t.lying[me].row:
            laid = yield from self.kept(t, me)
            yield from self.pay_two(t, event, list(t.players))
            t.move((laid,), t.lying[me], t.pot)

    @effect("B-6", window=PLAYED, on="3")
    def bad_cover(self, t: Any, event: Event, me: Player) -> Rule[None]:
        yield from self.pay_uncovered(t, event, list(t.players))

    @effect("B-6", window=PLAYED, on="3")
    def sound_tops(self, t: Any, event: Event, me: Player) -> Rule[None]:
        yield from self.pay_tops(t, (me, t.next(me)))

    @effect("B-6", window=PLAYED, on="4")
    def bad_tops(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """As sound_tops, and one player pays for both."""
        yield from self.pay_tops(t, (me, me))

    @effect("B-6", window=PLAYED, on="4")
    def sound_first(self, t: Any, event: Event, me: Player) -> Rule[None]:
        left = [me, t.next(me)]
        left = yield from self.pay_first(t, left)
        left = yield from self.pay_first(t, left)

    @effect("B-6", window=PLAYED, on="5")
    def bad_first(self, t: Any, event: Event, me: Player) -> Rule[None]:
        """As sound_first, once more than there are players on the list."""
        left = [me, t.next(me)]
        left = yield from self.pay_first(t, left)
        left = yield from self.pay_first(t, left)
        left = yield from self.pay_first(t, left)


class Early(Rows):
    """What may be done in a window is named before the effect that is touched by it."""

    name = "early"
    title = "Early"

    def has_card(self, t: Any, event: Event, me: Player) -> bool:
        return bool(t.lying[me].row)

    @effect("B-6", window=REACHED, can=has_card, public=True)
    def bad_early(self, t: Any, event: Event, me: Player) -> Rule[bool]:
        """The card that is kept in mind may be given up within."""
        row = t.lying[me]
        laid = yield from t.choose(me, "keep in mind", OneOfRow(row, row.row))
        yield from self.reaches(t, event, me)
        t.move((laid,), row, t.pot)
        return True

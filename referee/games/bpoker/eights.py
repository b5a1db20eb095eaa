"""Section 4.3: the 7s and 8s (BP-7 to BP-8)."""

from __future__ import annotations

from referee.games.bpoker.sixes import Sixes
from referee.games.bpoker.table import RESOLVES, BPokerTable, Mark, every
from referee.kernel import (
    CLUBS,
    HEARTS,
    SPADES,
    Event,
    Laid,
    OneOfRow,
    Option,
    Player,
    Rule,
    effect,
)


class Eight(Option):
    """BP-8: what becomes of it."""

    DISCARD = "breaks a tile"
    WILD = "becomes wild"
    KEEP = "stays"


class Eights(Sixes):
    """Fees."""

    # -- the 7s -----------------------------------------------------------------------------------------

    @effect("BP-7", window=RESOLVES, on=every("7", [HEARTS, SPADES]))
    def take_two_each(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Every other player pays you a fee of 2."""
        yield from self.take_fees(t, event, me, 2)

    @effect("BP-7D", window=RESOLVES, on="7d")
    def take_four_each(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        yield from self.take_fees(t, event, me, 4)

    def take_fees(self, t: BPokerTable, event: Event, me: Player, base: int) -> Rule[None]:
        for payer in (yield from self.reach(t, event, self.payers(t, me))):
            yield from self.pay_fee(t, payer, me, base)

    @effect("BP-7C", window=RESOLVES, on=every("7", [CLUBS]))
    def pay_two_each(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """You pay each other player a fee of 2."""
        yield from self.pay_fees(t, event, me, 2)

    def pay_fees(self, t: BPokerTable, event: Event, me: Player, base: int) -> Rule[None]:
        payees = yield from self.payees(t, me)
        for payee in (yield from self.reach(t, event, payees)):
            yield from self.pay_fee(t, me, payee, base)

    # -- the 8s -----------------------------------------------------------------------------------------

    @effect("BP-8", window=RESOLVES, on=every("8"))
    def settle_eight(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Wild for a fee of 1, kept for one of 2, or discarded, and a tile is broken; reading free-eight."""
        card = self.played_now(t, event, me)
        if card is None:
            return
        free_counts = t.reading("free-eight") == "counts-as-paid"
        ways = [Eight.DISCARD]
        for each, base in ((Eight.WILD, 1), (Eight.KEEP, 2)):
            if self.covers(t, me, base) and (free_counts or self.fee(t, me, base) > 0):
                ways.append(each)
        way = yield from t.choose(me, "eight", ways)
        if way is not Eight.DISCARD:
            yield from self.pay_fee(t, me, None, 1 if way is Eight.WILD else 2)
        if t.lies(card, t.table[me]):
            if way is Eight.WILD:
                t.mark(t.table[me], card, Mark.WILD)
            elif way is Eight.DISCARD:
                t.move((card,), t.table[me], t.discard)
        if way is Eight.DISCARD:
            yield from self.break_tile(t, event, me)

    def breakable(self, t: BPokerTable, player: Player) -> list[Laid]:
        """BP-SET-666: not three 6s of one suit. Reading tile-reach does not matter: the 8 names tiles."""
        tiles = [group for group in t.table[player].groups() if len(group) > 1]
        return [tile[-1] for tile in tiles if not (self.is_unit(tile) and tile[0].kind == tile[1].kind == tile[2].kind)]

    def break_tile(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        owners = [player for player in self.around(t, me) if self.breakable(t, player)]
        if not owners:
            return
        of = yield from t.choose(me, "break a tile of", owners)
        last = yield from t.choose(me, "break", OneOfRow(t.table[of], self.breakable(t, of)))
        if (yield from self.reaches(t, event, of)) and t.lies(last, t.table[of]):
            link = t.group_of(last, t.table[of])[0].link
            if link:
                t.unlink(t.table[of], link)

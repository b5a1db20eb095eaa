"""Section 4.3: the 2s (BP-2S to BP-2C)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.games.bpoker.notions import Group
from referee.games.bpoker.ones import Ones
from referee.games.bpoker.table import RESOLVES, BPokerTable, Mark
from referee.kernel import PASS, Event, Laid, OneOfRow, Option, Player, Rule, SomeOfRow, Space, clause, effect

TWO_OF_HEARTS = "2h"


class Taking(Option):
    """BP-2D: what is taken from a table."""

    ONE = "one card"
    TWO = "two cards"


class ClubTwo(Option):
    """BP-2C: what it is used for."""

    NOTHING = "nothing"
    TRADE = "trade a card"
    SWAP = "pay and swap hands"


class Improve(Option):
    """BP-2C, BP-KS: whether a higher hand that can be seen must be formed first."""

    NO = "as it is"
    YES = "a higher hand first"


class Twos(Ones):
    """A 2 is traded: what changes tables is neither played nor forced."""

    @effect("BP-2S", window=RESOLVES, on="2s")
    def two_of_spades(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Trade it for an affectable card of an opponent's table, if you like."""
        yield from self.trade_for_one(t, event, me, self.tradable(t))

    @effect("BP-2H", window=RESOLVES, on="2h")
    def two_of_hearts(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """The card that you take, no other 2♥, counts as just played by you; reading taken-card-played."""

        def candidates(player: Player) -> Sequence[Laid]:
            return [laid for laid in self.affectable(t, player) if self.words[laid.kind] != TWO_OF_HEARTS]

        yield from self.trade_for_one(t, event, me, candidates, played=True)

    @effect("BP-2D", window=RESOLVES, on="2d")
    def two_of_diamonds(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Any one card, protected and no-effect ones too, or two cards of one table; reading diamond-two-pair."""
        card = self.played_now(t, event, me)
        if card is None:
            return
        found = yield from self.choose_for_diamond(t, me)
        if found is not None:
            of, wanted = found
            yield from self.trade(t, event, me, of, wanted, (card,))
            yield from self.after_trade(t, event, me, of, card)

    @effect("BP-2C", window=RESOLVES, on="2c")
    def two_of_clubs(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """As the 2♠; or pay a fee of 3 to the pot and swap your declared hand with somebody's."""
        partners = [player for player in self.others_in(t, me) if self.may_swap_hands(t, event, me, player)]
        ways = [ClubTwo.NOTHING]
        if any(self.affectable(t, player) for player in self.others_in(t, me)):
            ways.append(ClubTwo.TRADE)
        if partners and self.covers(t, me, 3):
            ways.append(ClubTwo.SWAP)
        if len(ways) == 1:
            return
        way = yield from t.choose(me, "two of clubs", ways)
        if way is ClubTwo.TRADE:
            yield from self.trade_for_one(t, event, me, self.tradable(t))
        elif way is ClubTwo.SWAP:
            other = yield from t.choose(me, "swap hands with", partners)
            yield from self.pay_fee(t, me, None, 3)
            if (yield from self.reaches(t, event, other)):
                yield from self.swap_hands(t, event, me, other)

    # -- trading ----------------------------------------------------------------------------------------

    def tradable(self, t: BPokerTable) -> Callable[[Player], Sequence[Laid]]:
        def candidates(player: Player) -> Sequence[Laid]:
            return self.affectable(t, player)

        return candidates

    def trade_for_one(
        self,
        t: BPokerTable,
        event: Event,
        me: Player,
        candidates: Callable[[Player], Sequence[Laid]],
        *,
        played: bool = False,
    ) -> Rule[None]:
        card = self.played_now(t, event, me)
        if card is None:
            return
        found = yield from self.choose_card(t, me, "trade for", candidates, self.others_in(t, me), optional=True)
        if found is None:
            return
        of, laid = found
        came = yield from self.trade(t, event, me, of, (laid,), (card,))
        if came and played:
            yield from self.replay(t, me, came[-1], plain=t.reading("taken-card-played") == "effect-only")
        yield from self.after_trade(t, event, me, of, card)

    @clause("BP-2S", "BP-TILE", "BP-WILD")
    def trade(
        self, t: BPokerTable, event: Event, me: Player, of: Player, wanted: Sequence[Laid], given: Sequence[Laid]
    ) -> Rule[Group]:
        """Your cards go to his table and his to yours; gives those that came. () where Magic stops it."""
        if not (yield from self.reaches(t, event, of)):
            return ()
        mine, theirs = t.table[me], t.table[of]
        given = [laid for laid in given if t.lies(laid, mine)]
        wanted = [laid for laid in wanted if t.lies(laid, theirs)]
        if not given or not wanted:
            return ()
        rest = self.rest_of_tile(t, me, given[-1])
        inert = self.is_in_effect(event) and t.reading("traded-two-in-effect") == "inert"
        t.lay(tuple(given), mine, theirs, marks=(Mark.INERT,) if inert else ())
        self.hold_together(t, me, rest)
        came: Group = ()
        for laid in wanted:
            came += self.carry(t, t.group_of(laid, theirs), theirs, mine)
        return came

    @clause("BP-5-LEAVE")
    def after_trade(self, t: BPokerTable, event: Event, me: Player, of: Player, card: Laid) -> Rule[None]:
        """Reading traded-two-in-effect: a 2 in effect is played by its receiver with its face value."""
        if self.is_in_effect(event):
            if t.reading("traded-two-in-effect") == "played":
                yield from self.play_received(t, card, [of])
            self.let_go(t, me, event.cards)

    def choose_for_diamond(
        self, t: BPokerTable, me: Player, *, no_heart_two: bool = False
    ) -> Rule[tuple[Player, Sequence[Laid]] | None]:
        """Whose and which: one card of any kind, or two that are not protected."""

        def wide(player: Player) -> list[Laid]:
            there = self.reachable(t, player, no_effect=True)
            return [laid for laid in there if not (no_heart_two and self.is_heart_two(t, player, laid))]

        owners = [player for player in self.others_in(t, me) if wide(player)]
        if not owners:
            return None
        of = yield from t.choose(me, "trade for: whose", (PASS, *owners))
        if of == PASS:
            return None
        row = t.table[of]
        free = [laid for laid in row.row if not self.is_protected(row, laid)]
        if t.reading("diamond-two-pair") == "excluded":
            free = [laid for laid in free if not laid.has(Mark.NO_EFFECT)]
        free = [laid for laid in free if not (no_heart_two and self.is_heart_two(t, of, laid))]
        ways: dict[Taking, Space[object]] = {Taking.ONE: OneOfRow(row, wide(of))}  # type: ignore[dict-item]
        if len(free) > 1:
            ways[Taking.TWO] = SomeOfRow(row, free, 2, 2)  # type: ignore[assignment]
        how, what = yield from t.choose(me, "trade for", ways)
        return of, (what,) if how is Taking.ONE else what

    def is_heart_two(self, t: BPokerTable, player: Player, laid: Laid) -> bool:
        """A 2♥, or a tile that acts as one; a wild has lost its name."""
        return self.word(t.group_of(laid, t.table[player])) == TWO_OF_HEARTS and not laid.has(Mark.WILD)

    # -- swapping hands ---------------------------------------------------------------------------------

    def swappable(self, t: BPokerTable, event: Event, player: Player) -> Group:
        """His declared hand; reading played-card-in-hand: the 2♣ that is being played may be a member of it."""
        members = self.declared(t, player)
        if t.reading("played-card-in-hand") == "member":
            return members
        played = [laid.number for laid in event.cards]
        return tuple([laid for laid in members if laid.number not in played])

    def may_swap_hands(self, t: BPokerTable, event: Event, me: Player, other: Player) -> bool:
        """Reading trade-without-hand."""
        sizes = [len(self.swappable(t, event, player)) for player in (me, other)]
        reading = t.reading("trade-without-hand")
        return {"void-without-hand": min(sizes) > 0, "as-they-are": max(sizes) > 0}.get(reading, min(sizes) == 5)

    @clause("BP-2C", "EN-5")
    def swap_hands(self, t: BPokerTable, event: Event, me: Player, other: Player) -> Rule[None]:
        """Member by member, in whatever state; the receiver may first have a higher hand formed that he sees."""
        yield from self.improve(t, event, me, other)
        mine, theirs = self.swappable(t, event, me), self.swappable(t, event, other)
        for cards, giver, taker in ((mine, me, other), (theirs, other, me)):
            came = [self.carry(t, (laid,), t.table[giver], t.table[taker])[0] for laid in cards]
            may = self.may_be_members(t, taker)
            self.mark_members(t, t.table[taker], [laid for laid in came if laid in may])
            t.declarations += 1
            t.declared_at[taker] = t.declarations

    @clause("BP-2C", "BP-KS")
    def improve(self, t: BPokerTable, event: Event, of: Player, by: Player) -> Rule[None]:
        """``by`` may make him form the highest hand that can be seen, where it is higher than the declared one."""
        played = () if t.reading("played-card-in-hand") == "member" else event.cards
        best, members = self.best_hand(t, of, played), self.declared(t, of)
        if not best or (len(members) == 5 and self.worth_of(best) <= self.worth_of(members)):
            return
        if (yield from t.choose(by, "hand to be formed", (Improve.NO, Improve.YES))) is Improve.YES:
            row = t.table[of]
            for laid in members:
                t.unmark(row, laid, Mark.DECLARED)
            self.mark_members(t, row, best)
            t.note("must-form-a-hand", of=of, cards=tuple([row.face(laid).name for laid in best]))

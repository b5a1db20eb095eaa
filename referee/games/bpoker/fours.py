"""Section 4.3: the 3s and 4s (BP-3 to BP-4D)."""

from __future__ import annotations

from referee.games.bpoker.table import BETWEEN, RESOLVES, TURN_BEGINS, BPokerTable, Happening, Mark, every
from referee.games.bpoker.twos import Twos
from referee.kernel import (
    DIAMONDS,
    HEARTS,
    SPADES,
    Event,
    Laid,
    Layer,
    OneOfRow,
    Option,
    Player,
    Rule,
    effect,
    modifier,
)

WILD_THREES = every("3", [HEARTS, SPADES, DIAMONDS])


class Replay(Option):
    """BP-4D: whether the fee is paid."""

    NO = "no"
    YES = "pay and replay another card"


class Fours(Twos):
    """What the 3s and 4s do."""

    # -- the 3s -----------------------------------------------------------------------------------------

    @effect("BP-3", window=RESOLVES, on=WILD_THREES)
    def three_becomes_wild(self, t: BPokerTable, event: Event, me: Player) -> None:
        """It becomes wild."""
        card = self.played_now(t, event, me)
        if card is not None:
            t.mark(t.table[me], card, Mark.WILD)

    def face_up_threes(self, t: BPokerTable, player: Player) -> list[Laid]:
        """Reading trigger-of-three: only face up, or also wild."""
        found = list(self.in_effect(t, player, WILD_THREES))
        if t.reading("trigger-of-three") == "also-wild":
            named = [laid for laid in t.table[player].row if laid.has(Mark.WILD) and not laid.has(Mark.NO_EFFECT)]
            found += [laid for laid in named if self.words[laid.kind] in WILD_THREES]
        return found

    def has_three(self, t: BPokerTable, event: Event, me: Player) -> bool:
        return event.at is me and bool(self.face_up_threes(t, me))

    @effect("BP-3", window=TURN_BEGINS, on=WILD_THREES, can=has_three, public=True)
    def table_not_counted(self, t: BPokerTable, event: Event, me: Player) -> None:
        """What lies on your table as your turn begins does not count towards the maximum in it."""
        for laid in t.table[me].row:
            t.mark(t.table[me], laid, Mark.UNCOUNTED)

    @effect("BP-3C", window=RESOLVES, on="3c")
    def three_of_clubs(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """It must be added to your declared hand at once; reading full-hand-three-of-clubs."""
        card = self.played_now(t, event, me)
        if card is None or card not in self.may_be_members(t, me):
            return
        row, members = t.table[me], self.declared(t, me)
        if any(laid.number == card.number for laid in members):
            return
        if len(members) >= 5:
            if t.reading("full-hand-three-of-clubs") == "not-added":
                return
            dropped = yield from t.choose(me, "drop from the hand", OneOfRow(row, members))
            t.unmark(row, dropped, Mark.DECLARED)
        t.mark(row, card, Mark.DECLARED)

    # -- the 4s -----------------------------------------------------------------------------------------

    @modifier("BP-4S", "BP-4H", of="viewing", layer=Layer.ADD, on=("4h", "4s"))
    def more_to_view(self, t: BPokerTable, player: Player) -> int:
        """Each adds 1 to the correct number of your viewing hand; a 1♠ may have moved such numbers."""
        return len(self.lasting(t, player, ("4h", "4s"))) + t.number_shift[player]

    @modifier("BP-4C", of="viewing", layer=Layer.SUBTRACT, on="4c")
    def fewer_to_view(self, t: BPokerTable, player: Player) -> int:
        """Each takes 1 off the correct number of your viewing hand."""
        return len(self.lasting(t, player, ("4c",)))

    @modifier("BP-4D", of="maximum", layer=Layer.ADD, on="4d")
    def longer_table(self, t: BPokerTable, player: Player) -> int:
        """Each adds 1 to your table maximum."""
        return len(self.lasting(t, player, ("4d",)))

    @effect("BP-4D", window=RESOLVES, on="4d")
    def buy_replay(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """For a fee of 3 to the pot it is discarded and another card replayed; reading four-of-diamonds-moment."""
        card = self.played_now(t, event, me)
        if card is None or t.reading("four-of-diamonds-moment") != "when-played":
            return
        if not self.covers(t, me, 3) or not self.others_to_replay(t, me, card):
            return
        if (yield from t.choose(me, "four of diamonds", (Replay.NO, Replay.YES))) is Replay.YES:
            yield from self.pay_and_replay(t, me, card)

    def may_buy_replay(self, t: BPokerTable, event: Event, me: Player) -> bool:
        """Reading four-of-diamonds-moment: in each step of his play phase."""
        if t.mover is not me or t.reading("four-of-diamonds-moment") == "when-played":
            return False
        cards = self.free(t, me, ["4d"])
        return bool(cards) and self.covers(t, me, 3) and bool(self.others_to_replay(t, me, cards[0]))

    @effect("BP-4D", window=BETWEEN, on="4d", can=may_buy_replay, public=True)
    def buy_replay_later(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """The same at any step of your play phase (a reading)."""
        cards = self.free(t, me, ["4d"])
        card = cards[0]
        if len(cards) > 1:
            card = yield from t.choose(me, "discard", OneOfRow(t.table[me], cards))
        yield from t.happen(Happening.DISCARD, me, me, [self.replay_for_it], cards=(card,))

    def replay_for_it(self, t: BPokerTable, event: Event) -> Rule[None]:
        yield from self.pay_and_replay(t, event.at, event.cards[0])

    def others_to_replay(self, t: BPokerTable, me: Player, card: Laid) -> list[Laid]:
        """Protected ones too, no-effect ones not; reading four-of-diamonds-tile."""
        tiles = t.reading("four-of-diamonds-tile") == "tile-too"
        there = self.reachable(t, me, no_effect=False, tiles=tiles, unit=True)
        return [laid for laid in there if laid.number != card.number]

    def pay_and_replay(self, t: BPokerTable, me: Player, card: Laid) -> Rule[None]:
        yield from self.pay_fee(t, me, None, 3)
        if t.lies(card, t.table[me]):
            t.move((card,), t.table[me], t.discard)
        others = self.others_to_replay(t, me, card)
        if others:
            laid = yield from t.choose(me, "replay", OneOfRow(t.table[me], others))
            yield from self.replay(t, me, laid)

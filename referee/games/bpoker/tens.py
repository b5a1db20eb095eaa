"""Section 4.3: the 9s and 10s (BP-9 to BP-10C)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.bpoker.eights import Eights
from referee.games.bpoker.table import RESOLVES, BPokerTable, Happening, Mark, every
from referee.kernel import HEARTS, SPADES, Event, Laid, OneOfRow, Player, Rule, effect

NO = "no"


class Tens(Eights):
    """Cards that leave tables, and hands that end."""

    # -- the 9s -----------------------------------------------------------------------------------------

    @effect("BP-9", window=RESOLVES, on=every("9", [HEARTS, SPADES]))
    def discard_of_opponent(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Discard one affectable card of an opponent's table."""
        yield from self.discard_from(t, event, me, wide=False)

    def discard_from(self, t: BPokerTable, event: Event, me: Player, *, wide: bool) -> Rule[None]:
        """``wide``: protected cards and those without effect too."""

        def candidates(player: Player) -> Sequence[Laid]:
            return self.reachable(t, player, no_effect=True) if wide else self.affectable(t, player)

        found = yield from self.choose_card(t, me, "discard", candidates, self.others_in(t, me))
        if found is None or not (yield from self.reaches(t, event, found[0])):
            return
        of, laid = found
        if t.lies(laid, t.table[of]):
            t.move(t.group_of(laid, t.table[of]), t.table[of], t.discard)

    @effect("BP-9D", window=RESOLVES, on="9d")
    def nine_of_diamonds(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """A true one wins the hand; one in effect discards a card, protected or without effect too."""
        if not self.acts_truly(event.cards):
            yield from self.discard_from(t, event, me, wide=True)
            return
        forced = t.reading("forced-nine-winner") == "forcing-player" and not t.out[event.actor]
        winner = event.actor if forced else me
        if t.barred_now and winner is t.mover and t.reading("fpoker-win-ban") == "whole-turn":
            return
        if t.reading("magic-against-win") == "allowed":
            for other in self.others_in(t, winner):
                if not (yield from self.reaches(t, event, other)):
                    return
        card = self.played_now(t, event, me)
        if card is not None:
            t.move((card,), t.table[me], t.discard)
        self.win_hand(t, winner)

    @effect("BP-9C", window=RESOLVES, on="9c")
    def nine_of_clubs(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """The next player discards a card that was already on your table; reading nine-of-clubs-reach."""
        neighbour = self.neighbour(t, me, t.next)
        any_card = t.reading("nine-of-clubs-reach") == "any-card"
        there = self.reachable(t, me, no_effect=True) if any_card else self.affectable(t, me)
        playing = [laid.number for laid in event.cards]
        there = [laid for laid in there if laid.number not in playing]
        if there and neighbour is not me:
            laid = yield from t.choose(neighbour, "discard", OneOfRow(t.table[me], there))
            t.move(t.group_of(laid, t.table[me]), t.table[me], t.discard)

    # -- the 10s ----------------------------------------------------------------------------------------

    @effect("BP-10H", window=RESOLVES, on="10h")
    def ten_of_hearts(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """All cards of your view must be played."""
        if not t.view[me].is_empty:
            yield from self.add_pending(t, me, t.view[me].pile, t.view[me])

    @effect("BP-10S", window=RESOLVES, on="10s")
    def ten_of_spades(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Your view goes to the pot; you may force a card that was already on your table onto another's."""
        t.move(t.view[me].pile, t.view[me], t.pot)
        there, others = self.forcible(t, event, me), self.others_in(t, me)
        number = event.cards[-1].number
        used = number in t.used_spades and t.reading("repeated-ten-of-spades") == "once-a-turn"
        if not there or not others or used:
            return
        at = yield from t.choose(me, "force a card onto", (NO, *others))
        if at == NO:
            return
        laid = yield from t.choose(me, "force", OneOfRow(t.table[me], there))
        t.used_spades += (number,)
        cards = self.to_flight(t, t.group_of(laid, t.table[me]), t.table[me])
        yield from self.play_group(t, Happening.FORCE, t.decider(me), at, cards)

    def forcible(self, t: BPokerTable, event: Event, me: Player) -> list[Laid]:
        """Protected ones too, no-effect ones not, nor what is being played; reading ten-of-spades-tile."""
        tiles = t.reading("ten-of-spades-tile") == "as-one-card"
        played = [laid.number for laid in event.cards]
        there = self.reachable(t, me, no_effect=False, tiles=tiles, unit=True)
        return [laid for laid in there if laid.number not in played]

    @effect("BP-10C", window=RESOLVES, on="10c")
    def ten_of_clubs(self, t: BPokerTable, event: Event, me: Player) -> None:
        """Without a no-effect card you lose the hand; else all of them become normal. death-reach, after-losing."""
        row = t.table[me]
        sideways = [laid for laid in row.row if laid.has(Mark.NO_EFFECT)]
        if sideways:
            for laid in sideways:
                t.unmark(row, laid, Mark.NO_EFFECT)
            return
        card = self.played_now(t, event, me)
        if card is not None:
            t.move((card,), row, t.stash[me])
        every_card = t.reading("death-reach") == "all"
        t.move(row.row if every_card else tuple(self.affectable(t, me)), row, t.pot)
        t.move(t.view[me].pile, t.view[me], t.pot)
        t.move(t.pending[me].row, t.pending[me], t.pot)
        reading = t.reading("after-losing")
        if reading == "hand-ends":
            self.end_without_winner(t)
        elif reading == "out":
            self.lose_hand(t, me)

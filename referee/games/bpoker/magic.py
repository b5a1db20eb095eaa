"""Section 4.3: the 10♦, Magic and Control (BP-10D-MAG, BP-10D-CTL)."""

from __future__ import annotations

from referee.games.bpoker.patterns import ATOMIC_BOMB, SWAP
from referee.games.bpoker.table import ENTERS, REACHED, RESOLVES, BPokerTable, Happening
from referee.games.bpoker.tens import Tens
from referee.kernel import NO_PLAYER, Event, OneCard, Player, Rule, clause, effect

TEN = ("10d",)
WHAT_AND_WHERE = ("play", "swap with", "shaft", "shaft onto", "force a card onto", "force", "to be played first")
"""The questions that control is of: which of his cards a player plays, in which order and onto which table."""


class Magic(Tens):
    """What a 10♦ stops, and whom it controls."""

    # -- Magic ------------------------------------------------------------------------------------------

    def is_unstoppable(self, t: BPokerTable, event: Event) -> bool:
        """A K♣, BP-SET-KCKC and BP-SET-9D10C."""
        return event.word in (ATOMIC_BOMB, SWAP) or self.is_bomb(t, event)

    def can_stop_play(self, t: BPokerTable, event: Event, me: Player) -> bool:
        """Reading magic-on-own-card."""
        if not self.free(t, me, TEN) or self.is_unstoppable(t, event):
            return False
        return event.actor is not me or t.reading("magic-on-own-card") == "allowed"

    @effect("BP-10D-MAG", window=ENTERS, on=TEN, can=can_stop_play, public=True)
    def magic(self, t: BPokerTable, event: Event, me: Player) -> Rule[bool]:
        """Discard it: what is being played on your table enters without effect; reading magic-on-group."""
        yield from self.give_up(t, me, self.free(t, me, TEN))
        cards = self.entering(t, event)
        if len(cards) < 2 or t.reading("magic-on-group") == "whole-group":
            self.enter_sideways(t, event, cards)
            return True
        self.come_in(t, event, cards[:-1])
        self.enter_sideways(t, event, cards[-1:])
        yield from self.pay_for(t, event, self.fives_in(event.cards[:-1]))
        return True

    def can_stop_part(self, t: BPokerTable, event: Event, me: Player) -> bool:
        return bool(self.free(t, me, TEN)) and not self.is_unstoppable(t, event)

    @effect("BP-10D-MAG", window=REACHED, on=TEN, can=can_stop_part, public=True)
    def magic_shield(self, t: BPokerTable, event: Event, me: Player) -> Rule[bool]:
        """Discard it: the part of an opponent's effect that touches your cards, turn or status does not happen."""
        yield from self.give_up(t, me, self.free(t, me, TEN))
        return True

    # -- Control ----------------------------------------------------------------------------------------

    @effect("BP-10D-CTL", window=RESOLVES, on=TEN)
    def gain_control(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Who forces it on another player plays a card of his view, and decides for him until that is done."""
        controller = self.controller(t, event, me)
        if controller is not NO_PLAYER:
            yield from t.happen(Happening.CONTROL, controller, me, [self.use_control], cards=event.cards)

    def controller(self, t: BPokerTable, event: Event, me: Player) -> Player:
        """Readings control-of-returned-ten, second-controller; nobody controls himself."""
        if event.what is not Happening.FORCE or t.doings is None:
            return NO_PLAYER
        who = event.actor
        first = t.doings.first_forcer.get(event.cards[0].number, NO_PLAYER)
        if first is not NO_PLAYER:
            reading = t.reading("control-of-returned-ten")
            if reading == "nobody":
                return NO_PLAYER
            who = first if reading == "first-forcer" else who
        taken = t.reading("second-controller") == "first" and t.decider(me) is not me
        return NO_PLAYER if who is me or t.out[who] or taken else who

    @clause("BP-10D-CTL", "EN-11")
    def use_control(self, t: BPokerTable, event: Event) -> Rule[None]:
        """He looks at the view and forces a card of it on its owner; reading control-empty-view.

        Cards-to-be-played that this brings about are played before control ends.
        """
        me, controller = event.at, event.actor
        view = t.view[me]
        before = [laid.number for laid in t.pending[me].row]
        t.take_control(controller, me, WHAT_AND_WHERE)
        t.note("gains-control", by=controller, of=me)
        if view.is_empty:
            if t.reading("control-empty-view") == "top-of-stash" and t.stash[me].row:
                stash = t.stash[me]
                yield from self.play_card(t, Happening.FORCE, controller, me, t.top(stash, 1), stash)
        else:
            t.reveal(view.pile, me, [controller], why="control")
            card = yield from t.choose(controller, "play his card", OneCard(self.deck, view.pile))
            yield from self.play_card(t, Happening.FORCE, controller, me, card, view)
        yield from self.play_pending(t, me, before)

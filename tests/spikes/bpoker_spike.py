"""Eight cards of B-poker, played through the kernel's event engine: a spike, and a preview of the game.

The cards are 5 (in bpoker_engine.py), 6, 7♥♠, 8, 9♥♠, 10♦, J and A, with the tiles of two 7s.
"""

from __future__ import annotations

from referee.kernel import (
    DIAMONDS,
    HEARTS,
    SPADES,
    Event,
    Laid,
    OneCard,
    OneOfRow,
    Option,
    Player,
    Rule,
    clause,
    effect,
)
from tests.spikes.bpoker_engine import (
    BETWEEN,
    ENTERS,
    FORCED,
    REACHED,
    RESOLVES,
    TURN_BEGINS,
    BPokerEngine,
    BPokerTable,
    Happening,
    Mark,
    every,
)

SIXES = every("6")


class Eight(Option):
    WILD = "becomes wild"
    KEEP = "stays"
    DISCARD = "breaks a tile"


class BPokerSpike(BPokerEngine):
    """Play cards whose effects reach everybody; see the module's docstring."""

    name = "bpoker-spike"
    title = "B-poker, eight cards"

    # -- the 6 ------------------------------------------------------------------------------------------

    @effect("BP-6-SHAFT", window=RESOLVES, on=SIXES)
    def shaft(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Force one card of your view onto any table; its owner is treated as having just played it."""
        if t.view[me].is_empty:
            return
        card = yield from t.choose(me, "shaft", OneCard(t.deck, t.view[me].pile))
        at = yield from t.choose(me, "shaft onto", t.players)
        own_play = at is me and t.reading("own-table-force") == "normal-play"
        yield from self.play(t, Happening.PLAY if own_play else Happening.FORCE, me, at, card, t.view[me])

    def can_tunnel(self, t: BPokerTable, event: Event, me: Player) -> bool:
        alone = len(t.players) == 2 and t.reading_or("tunnel-without-target", "undefined") == "not-usable"
        return event.actor is not me and not alone and bool(self.in_effect(t, me, SIXES))

    @effect("BP-6-TUN", window=FORCED, can=can_tunnel, public=True)
    def tunnel(self, t: BPokerTable, event: Event, me: Player) -> Rule[bool]:
        """Discard a 6, your view goes to the pot, and you force the card on another opponent."""
        yield from self.give_up(t, me, self.in_effect(t, me, SIXES))
        t.move(t.view[me].pile, t.view[me], t.pot)
        further = [player for player in t.others(me) if player is not event.actor]
        if further:
            to = yield from t.choose(me, "tunnel to", further)
            yield from self.send(t, Happening.FORCE, me, to, event.cards)
        elif t.reading("tunnel-without-target") == "card-discarded":
            t.move(event.cards, t.flight, t.discard)
        return True

    def can_reflect(self, t: BPokerTable, event: Event, me: Player) -> bool:
        return bool(self.in_effect(t, me, SIXES)) and bool(self.free_tens(t, me))

    @effect("BP-REFL", window=FORCED, can=can_reflect, public=True)
    def reflect(self, t: BPokerTable, event: Event, me: Player) -> Rule[bool]:
        """Discard a 6 and a 10♦: you force the card back onto the forcer's table."""
        yield from self.give_up(t, me, self.in_effect(t, me, SIXES))
        yield from self.give_up(t, me, self.free_tens(t, me))
        yield from self.send(t, Happening.FORCE, me, event.actor, event.cards)
        return True

    # -- 7, 8 and 9 -------------------------------------------------------------------------------------

    @effect("BP-7", window=RESOLVES, on=every("7", [HEARTS, SPADES]))
    def take_fees(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Every other player pays you a fee of 2."""
        in_order = [player for player in t.everyone_from(t.next(t.mover)) if player is not me]
        for payer in (yield from self.reach(t, event, in_order)):
            yield from self.pay_fee(t, payer, me, 2)

    def has_heart_sevens(self, t: BPokerTable, event: Event, me: Player) -> bool:
        return bool(self.in_effect(t, me, ["7h7h"]))

    @effect("BP-SET-7H7H", window=TURN_BEGINS, can=has_heart_sevens)
    def collect_at_each_turn(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """When a turn begins every other player pays you 2, for each such tile."""
        for _ in self.in_effect(t, me, ["7h7h"]):
            for payer in t.everyone_from(t.next(t.mover)):
                if payer is not me:
                    yield from self.pay_fee(t, payer, me, 2)

    def has_club_sevens(self, t: BPokerTable, event: Event, me: Player) -> bool:
        return bool(self.in_effect(t, me, ["7c7c"]))

    @effect("BP-SET-7C7C", window=TURN_BEGINS, can=has_club_sevens)
    def pay_at_each_turn(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """When a turn begins you pay every other player 2, for each such tile."""
        for _ in self.in_effect(t, me, ["7c7c"]):
            for payee in t.others(me):
                yield from self.pay_fee(t, me, payee, 2)

    @effect("BP-8", window=RESOLVES, on=every("8"))
    def settle_eight(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """It becomes wild for a fee of 1, stays for one of 2, or is discarded and breaks a tile."""
        row, card = t.table[me], event.cards[-1]
        if not t.lies(card, row):
            return  # EN-6: it paid for the 5 before it
        ways = [Eight.DISCARD]
        for way, base in ((Eight.WILD, 1), (Eight.KEEP, 2)):
            if t.quantity("fee", me, base) <= t.stash[me].size:
                ways.append(way)
        way = yield from t.choose(me, "eight", ways)
        if way is Eight.WILD:
            yield from self.pay_fee(t, me, None, 1)
            t.mark(row, card, Mark.WILD)
        elif way is Eight.KEEP:
            yield from self.pay_fee(t, me, None, 2)
        else:
            t.move((card,), row, t.discard)
            yield from self.break_tile(t, me)

    def break_tile(self, t: BPokerTable, me: Player) -> Rule[None]:
        tiles = {player: [g[-1] for g in t.table[player].groups() if len(g) > 1] for player in t.players}
        owners = [player for player in t.everyone_from(me) if tiles[player]]
        if owners:
            of = yield from t.choose(me, "break a tile of", owners)
            last = yield from t.choose(me, "break", OneOfRow(t.table[of], tiles[of]))
            t.unlink(t.table[of], last.link)

    @effect("BP-9", window=RESOLVES, on=every("9", [HEARTS, SPADES]))
    def discard_of_opponent(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Discard one affectable card of an opponent's table."""
        victims = [player for player in t.others(me) if self.affectable(t, player)]
        if not victims:
            return
        of = yield from t.choose(me, "discard from", victims)
        card = yield from t.choose(me, "discard", OneOfRow(t.table[of], self.affectable(t, of)))
        if (yield from self.reach(t, event, [of])):
            t.move((card,), t.table[of], t.discard)

    # -- 10♦ --------------------------------------------------------------------------------------------

    def can_stop_play(self, t: BPokerTable, event: Event, me: Player) -> bool:
        barred = event.actor is me and t.reading("magic-on-own-card") == "not-allowed"
        return not barred and bool(self.free_tens(t, me))

    @effect("BP-10D-MAG", window=ENTERS, can=can_stop_play, public=True)
    def magic(self, t: BPokerTable, event: Event, me: Player) -> Rule[bool]:
        """Discard a 10♦: the card that is played on your table enters without effect."""
        yield from self.give_up(t, me, self.free_tens(t, me))
        self.enter_sideways(t, event)
        return True

    def can_stop_part(self, t: BPokerTable, event: Event, me: Player) -> bool:
        return bool(self.free_tens(t, me))

    @effect("BP-10D-MAG", window=REACHED, can=can_stop_part, public=True)
    def magic_shield(self, t: BPokerTable, event: Event, me: Player) -> Rule[bool]:
        """Discard a 10♦: the part of an opponent's effect that touches you does not happen."""
        yield from self.give_up(t, me, self.free_tens(t, me))
        return True

    def was_forced(self, t: BPokerTable, event: Event, me: Player) -> bool:
        return event.what is Happening.FORCE and event.actor is not me

    @effect("BP-10D-CTL", window=RESOLVES, on="10d", can=was_forced)
    def control(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Whoever forced a 10♦ on you controls you until the card that he then plays for you is finished."""
        taken = t.decider(me) is not me and t.reading("second-controller") == "first"
        if not taken and not t.view[me].is_empty:
            yield from t.happen(Happening.CONTROL, event.actor, me, (self.play_for_him,), cards=event.cards)

    @clause("BP-10D-CTL", "EN-11")
    def play_for_him(self, t: BPokerTable, event: Event) -> Rule[None]:
        """The controller looks at the view and plays one of its cards there, as if he forced it."""
        controller, him = event.actor, event.at
        t.take_control(controller, of=him)
        t.reveal(t.view[him].pile, him, [controller], why="control")
        card = yield from t.choose(him, "play under control", OneCard(t.deck, t.view[him].pile))
        yield from self.play(t, Happening.FORCE, controller, him, card, t.view[him])

    # -- J and A ----------------------------------------------------------------------------------------

    @effect("BP-J", window=RESOLVES, on=every("J"))
    def wait_for_next(self, t: BPokerTable, event: Event, me: Player) -> None:
        """The next card or set played by anybody enters without effect."""
        t.jack = True

    def sideways(self, t: BPokerTable, player: Player, rank: str | None = None) -> list[Laid]:
        row = t.table[player]
        return [laid for laid in row if laid.has(Mark.NO_EFFECT) and rank in (None, row.face(laid).rank)]

    def can_raise(self, t: BPokerTable, event: Event, me: Player) -> bool:
        everywhere = [laid for player in t.players for laid in self.sideways(t, player)]
        return bool(self.sideways(t, me, "J")) and len(everywhere) > 1

    @effect("BP-J", "EN-3", "EN-16", window=BETWEEN, can=can_raise, public=True)
    def raise_card(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Discard a sideways J: another sideways card becomes normal, without its immediate effect."""
        yield from self.give_up(t, me, self.sideways(t, me, "J"))
        owners = [player for player in t.everyone_from(me) if self.sideways(t, player)]
        of = yield from t.choose(me, "raise a card of", owners)
        card = yield from t.choose(me, "raise", OneOfRow(t.table[of], self.sideways(t, of)))
        t.unmark(t.table[of], card, Mark.NO_EFFECT)

    @effect("BP-A", "EN-4", window=RESOLVES, on=every("A", [HEARTS, SPADES, DIAMONDS]))
    def end_turn(self, t: BPokerTable, event: Event, me: Player) -> None:
        """Your turn, if running, ends."""
        if t.mover is me:
            t.turn_over = True

    @effect("BP-AC", "EN-12", window=RESOLVES, on="Ac")
    def stop_everything(self, t: BPokerTable, event: Event, me: Player) -> None:
        """And everything stops that you are processing: down to the outermost card that you played."""
        self.end_turn(t, event, me)
        mine = [each for each in t.stack if each.at is me and each.what is not Happening.TURN]
        t.stop(mine[0])

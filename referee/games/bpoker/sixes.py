"""Section 4.3: the 6s: Shaft, Tunnel and the ring (BP-6-SHAFT to BP-6-RING)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.bpoker.fours import Fours
from referee.games.bpoker.notions import Group
from referee.games.bpoker.table import FORCED, RESOLVES, BPokerTable, Happening, every
from referee.games.bpoker.turns import CARD
from referee.kernel import Event, OneCard, OneOfPiles, OneOfRow, Place, Player, Rule, Space, clause, effect

SIXES = every("6")


class Sixes(Fours):
    """Cards that are forced: their table's owner counts as having just played them."""

    # -- Shaft ------------------------------------------------------------------------------------------

    @effect("BP-6-SHAFT", "BP-6-RING", window=RESOLVES, on=SIXES)
    def shaft(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Force one card of your view onto any table, unless this 6 has closed the ring."""
        if not (yield from self.close_ring(t, event)):
            yield from self.use_shaft(t, me)

    @clause("BP-6-SHAFT")
    def use_shaft(self, t: BPokerTable, me: Player) -> Rule[None]:
        """Readings shaft-empty-view, shaft-sets."""
        view = t.view[me]
        if view.is_empty:
            if t.reading("shaft-empty-view") == "top-of-stash" and t.stash[me].row:
                at = yield from t.choose(me, "shaft onto", self.around(t, me))
                yield from self.force(t, me, at, CARD, t.top(t.stash[me], 1), t.stash[me])
            return
        ways: dict[str, Space[Any]] = {CARD: OneCard(self.deck, view.pile)}
        if t.reading("shaft-sets") == "set-too":
            for each, piles in self.sets.sets_in(view.pile).items():
                ways[each] = OneOfPiles(self.deck, piles)
        way, cards = yield from t.choose(me, "shaft", ways)
        at = yield from t.choose(me, "shaft onto", self.around(t, me))
        yield from self.force(t, me, at, way, cards, view)

    @clause("BP-6-SHAFT", "BP-10D-CTL")
    def force(self, t: BPokerTable, me: Player, at: Player, way: str, cards: Any, source: Place) -> Rule[None]:
        """Whoever controls the player forces it; on his own table it is played (own-table-force)."""
        actor = t.decider(me)
        own = at is actor and t.reading("own-table-force") == "normal-play"
        what = Happening.PLAY if own else Happening.FORCE
        flying = self.take_up(t, cards, source)
        if t.doings is not None:
            t.doings.shafted += tuple([laid.number for laid in flying])
        if way == CARD:
            yield from self.play_group(t, what, actor, at, flying)
        else:
            yield from self.send_set(t, what, actor, at, way, flying)

    # -- the ring ---------------------------------------------------------------------------------------

    @clause("BP-6-RING")
    def close_ring(self, t: BPokerTable, event: Event) -> Rule[bool]:
        """Whether everybody has now handed the Shaft on: then the pot is divided, and this 6 has no Shaft."""
        doings = t.doings
        if doings is None:
            return False
        forced = event.what is Happening.FORCE and event.actor is not event.at
        by_shaft = event.cards[0].number in doings.shafted
        if not forced or not (by_shaft or t.reading("ring-other-sixes") == "all"):
            doings.ring = ()
            return False
        handed = (event.actor, event.at)
        goes_on = bool(doings.ring) and doings.ring[-1][1] is event.actor
        doings.ring = (*doings.ring, handed) if goes_on else (handed,)
        if not self.is_closed(t, doings.ring):
            return False
        doings.ring = ()
        t.note("ring-of-sixes", last=event.at)
        yield from self.divide_pot(t)
        return True

    def is_closed(self, t: BPokerTable, ring: Sequence[tuple[Player, Player]]) -> bool:
        """Readings ring-length, ring-of-two."""
        among = len(self.around(t, t.mover))
        if among == 2 and t.reading("ring-of-two") == "not":
            return False
        reading = t.reading("ring-length")
        length = among + {"n-minus-one": -1, "n": 0, "n-plus-one": 1}[reading]
        if len(ring) < length:
            return False
        run = ring[-length:]
        began, receivers = run[0][0], [receiver for _, receiver in run]
        if reading == "n-plus-one":
            if receivers[-1] != receivers[0]:
                return False
            receivers = receivers[:-1]
        others = receivers if reading == "n-minus-one" else receivers[:-1]
        closed = reading == "n-minus-one" or receivers[-1] == began
        return closed and began not in others and len(dict.fromkeys(receivers)) == len(receivers)

    @clause("BP-6-RING")
    def divide_pot(self, t: BPokerTable) -> Rule[None]:
        """One pile for everybody in the hand, chosen from the splitter's left leftward; reading ring-piles."""
        takers = [player for player in self.leftward(t) if not t.out[player]]
        total: Any = t.pot.size
        size, more = divmod(total, len(takers))
        if t.reading("ring-piles") == "equal-rest-in-pot":
            more = 0
        sizes = [size + 1] * more + [size] * (len(takers) - more)
        for player in takers:
            number = sizes[0]
            if number != sizes[-1]:
                number = yield from t.choose(player, "take a pile of", (number, sizes[-1]))
            sizes.remove(number)
            pile = yield from t.pick(t.pot.pile, number)
            yield from self.to_stash(t, pile, t.pot, player)

    # -- Tunnel -----------------------------------------------------------------------------------------

    def beyond(self, t: BPokerTable, event: Event, me: Player) -> list[Player]:
        """The opponents other than the one who forces the card."""
        return [player for player in self.others_in(t, me) if player is not event.actor]

    def can_tunnel(self, t: BPokerTable, event: Event, me: Player) -> bool:
        """Not against a K♣ (bomb-in-effect). Readings tunnel-without-target, queen-companion-forced."""
        if event.actor is me or not self.free(t, me, SIXES) or self.is_bomb(t, event):
            return False
        if event.what is Happening.PASS and t.reading("queen-companion-forced") == "reflector-only":
            return False
        return bool(self.beyond(t, event, me)) or self.readings["tunnel-without-target"] != "not-usable"

    @effect("BP-6-TUN", window=FORCED, on=SIXES, can=can_tunnel, public=True)
    def tunnel(self, t: BPokerTable, event: Event, me: Player) -> Rule[bool]:
        """Discard it as a card is forced on you: your view goes to the pot; you force the card on a third player."""
        yield from self.give_up(t, me, self.free(t, me, SIXES))
        t.move(t.view[me].pile, t.view[me], t.pot)
        others = self.beyond(t, event, me)
        if others:
            to = yield from t.choose(me, "tunnel to", others)
            yield from self.send_on(t, event, me, to)
        elif t.reading("tunnel-without-target") == "card-discarded":
            self.put_away(t, self.entering(t, event), me)
        return True

    def is_bomb(self, t: BPokerTable, event: Event) -> bool:
        """A K♣; reading bomb-in-effect: also one in effect."""
        if event.word != "Kc":
            return False
        return self.acts_truly(event.cards) or t.reading("bomb-in-effect") == "in-effect-too"

    def give_up(self, t: BPokerTable, me: Player, cards: Group) -> Rule[None]:
        """A discard effect: one of these cards goes from his table to the discard."""
        card = cards[0]
        if len(cards) > 1:
            card = yield from t.choose(me, "discard", OneOfRow(t.table[me], cards))
        t.move((card,), t.table[me], t.discard)

"""Exits and the last turns of Five Crowns, F-7 and F-8."""

from __future__ import annotations

from typing import Any

from referee.games.five_crowns.scoring import Scoring
from referee.games.five_crowns.table import FiveCrownsTable, Laying, Turn
from referee.kernel import NOTHING, Laid, OneCard, OneOfPiles, OneOfRow, Pile, Player, Rule, Space, clause


class Exits(Scoring):
    """F-7, F-8."""

    def ways_to_finish(self, t: FiveCrownsTable, me: Player, taken: Any) -> dict[Turn, Space[Any]]:
        """How a turn can end, after the draw."""
        cards = t.hand[me].pile
        free = self.free_to_discard(t, cards, taken)
        last, at_last = bool(t.last_turns), t.reading("last-turn-discard")
        ways: dict[Turn, Space[Any]] = {}
        if not last or at_last != "no-discard":
            ways[Turn.DISCARD] = OneCard(self.deck, free)
        if last and at_last != "discard":
            ways[Turn.LAY_DOWN] = NOTHING
        exits = self.ways_to_exit(t, cards, free)
        if exits and t.reading("exit-optional") == "mandatory":
            return exits
        return ways | exits

    def free_to_discard(self, t: FiveCrownsTable, cards: Any, taken: Any) -> Any:
        """Reading return-drawn-discard: what may be discarded, if ``taken`` comes from the discard pile."""
        if taken is None or t.reading("return-drawn-discard") == "allowed" or not self.deck.covers(cards, taken):
            return cards
        return cards - taken

    def ways_to_exit(self, t: FiveCrownsTable, cards: Any, free: Any) -> dict[Turn, Space[Any]]:
        """F-7, and what the readings about exits after another one say."""
        ways: dict[Turn, Space[Any]] = {}
        wild = self.wild_for(t, cards)
        exits = free
        if not t.last_turns or t.reading("after-anothers-exit") == "lay-down-only":
            counts = not t.last_turns or t.reading("second-exit") == "further-turns"
            exits = self.discards_to_exit(cards, free, wild) if counts else t.no_cards
        if exits:
            ways[Turn.EXIT] = OneCard(self.deck, exits)
        # In a last turn too, so that a hand of which no card can be spared costs nothing (reading second-exit).
        if t.reading("fully-melded-hand") == "exit-without-discard" and self.hands.complete(cards, wild):
            ways[Turn.EXIT_WITH_ALL] = NOTHING
        return ways

    @clause("F-4", "F-5")
    def discards_to_exit(self, cards: Any, free: Any, wild: str) -> Any:
        """The cards of which one may be discarded so that all others are in runs and families, one of each kind."""
        exits = self.hands.exits(cards, wild)
        if not exits or free == cards:
            return exits
        return sum([one for one in self.deck.ones(exits) if self.deck.covers(free, one)])

    @clause("F-7")
    def exit(self, t: FiveCrownsTable, me: Player, card: Pile) -> Rule[None]:
        """Everything but one card is laid down in melds, and that card is discarded."""
        first = not t.last_turns
        wild = self.wild_for(t, t.hand[me].pile)
        t.exited[me] = True
        self.put_on_pile(t, me, card)
        t.top_is_dead = t.top_is_new and t.reading("exit-discard") == "dead"
        if t.reading("extend-melds") == "yes":
            yield from self.lay_down_to_be_extended(t, me, wild)
        else:
            melds: Any = self.hands.best_melds(t.hand[me].pile, wild)
            for meld in melds:
                t.move(meld, t.hand[me], t.laid[me])
        # Under after-anothers-exit the hand need not be melded; what is no meld is laid down all the same.
        complete = t.hand[me].size == 0
        if not complete:
            t.move(t.hand[me].pile, t.hand[me], t.laid[me])
        if first or (complete and t.reading("second-exit") == "further-turns"):
            self.grant_last_turns(t, me)

    def lay_down_to_be_extended(self, t: FiveCrownsTable, me: Player, wild: str) -> Rule[None]:
        """Reading extend-melds: which melds they are is now the exiter's choice, one for the first card of the rest."""
        while t.hand[me].size > 0:
            melds = self.hands.melds_to_exit(t.hand[me].pile, wild)
            if not melds:
                return
            meld: Any = melds[0]
            if len(melds) > 1:
                meld = yield from t.choose(me, "meld", OneOfPiles(self.deck, melds))
            t.link(t.melds, t.lay(meld, t.hand[me], t.melds))

    @clause("F-8")
    def grant_last_turns(self, t: FiveCrownsTable, exiter: Player) -> None:
        """After an exit every other player has one more turn, clockwise from the player on the left of the exiter."""
        first = exiter if t.reading("last-turn-order") == "from-exiter" else t.dealer
        order = t.everyone_from(t.left(first))
        # The exiter stands first: pass_turn takes off who has just had his turn.
        t.last_turns = (exiter, *[player for player in order if not t.exited[player]])

    def add_to_melds(self, t: FiveCrownsTable, me: Player, taken: Any) -> Rule[None]:
        """Reading extend-melds: in a last turn cards may be added to the melds of players who exited."""
        while True:
            fitting = self.cards_that_fit(t, me, taken)
            if not fitting:
                return
            ways: dict[Laying, Space[Any]] = {Laying.ADD: OneCard(self.deck, sum(fitting)), Laying.ENOUGH: NOTHING}
            how, card = yield from t.choose(me, "add", ways)
            if how is Laying.ENOUGH:
                return
            groups = fitting[card]
            group = groups[0]
            if len(groups) > 1:
                first = yield from t.choose(me, "to which meld", OneOfRow(t.melds, [group[0] for group in groups]))
                group = t.group_of(first, t.melds)
            t.link(t.melds, (*group, *t.lay(card, t.hand[me], t.melds)))

    def cards_that_fit(self, t: FiveCrownsTable, me: Player, taken: Any) -> dict[Any, list[tuple[Laid, ...]]]:
        """By card of the hand the melds that stay melds with it. A card is kept that the turn can end with."""
        cards: Any = t.hand[me].pile
        wild = self.wild_for(t, cards)
        groups = [group for group in t.melds.groups() if group[0].link]
        fitting: dict[Any, list[tuple[Laid, ...]]] = {}
        for one in self.deck.ones(cards):
            rest = cards - one
            if t.reading("last-turn-discard") == "discard" and not self.free_to_discard(t, rest, taken):
                continue
            found = [g for g in groups if self.hands.is_meld(self.deck.pack([each.kind for each in g]) + one, wild)]
            if found:
                fitting[one] = found
        return fitting

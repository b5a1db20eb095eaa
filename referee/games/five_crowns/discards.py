"""The discard pile of Five Crowns, F-12 and F-13."""

from __future__ import annotations

from typing import Any, cast

from referee.games.five_crowns.hands import Hands
from referee.games.five_crowns.table import FiveCrownsTable, rank_of
from referee.kernel import Game, Pile, Player, Rule, clause


class DiscardPile(Game[FiveCrownsTable]):
    """F-12, F-13, and which rank is wild at a moment."""

    hands: Hands

    def wild_for(self, t: FiveCrownsTable, cards: Pile) -> str:
        """Reading hand-count: the wild rank for a player with these cards."""
        return t.wild if t.reading("hand-count") == "before-draw" else rank_of(cast(Any, t.size(cards)))

    def top_is_wild(self, t: FiveCrownsTable) -> bool:
        return bool(t.discard.row) and self.hands.is_wild(t.discard.row[-1].kind, t.wild)

    def put_on_pile(self, t: FiveCrownsTable, me: Player, card: Pile) -> None:
        if t.size(card) > 0:
            t.move(card, t.hand[me], t.discard)
            t.top_is_new = True

    def may_take(self, t: FiveCrownsTable) -> bool:
        """Whether there is a top of the discard pile that may be taken; readings exit-discard, wild-upcard."""
        return bool(t.discard.row) and not t.top_is_dead and self.may_take_wild(t)

    @clause("F-12", without=True)
    def may_take_wild(self, t: FiveCrownsTable) -> bool:
        """A wild one may be taken only by the player after whoever discarded it."""
        return bool(t.top_is_new) or not self.top_is_wild(t)

    @clause("F-12", without=False)
    def takes_too_late(self, t: FiveCrownsTable) -> bool:
        """Reading late-wild: whether whoever takes the top of the discard pile now loses the turn for it."""
        return not t.top_is_new and self.top_is_wild(t) and t.reading("late-wild") == "loses-turn"

    def recyclable(self, t: FiveCrownsTable) -> tuple[Any, ...]:
        """What would become the new stock: nothing, where the reading stock-exhausted has none."""
        players, reading = len(t.players), t.reading("stock-exhausted")
        if (reading == "seven-only" and players != 7) or (reading == "seven-or-more" and players < 7):
            return ()
        cards = t.discard.row if t.reading("recycling") == "shuffled-whole" else t.discard.row[:-1]
        if t.reading("discarded-wilds-recycled") == "kept-out":
            return tuple([laid for laid in cards if not self.hands.is_wild(laid.kind, t.wild)])
        return cards

    @clause("F-13")
    def recycle(self, t: FiveCrownsTable) -> Rule[None]:
        """The discard pile without its top card is shuffled and becomes the stock."""
        cards = self.recyclable(t)
        whole = t.reading("recycling") == "shuffled-whole"
        for laid in t.discard.row if whole else t.discard.row[:-1]:
            if laid not in cards:
                t.move((laid,), t.discard, t.aside)
        if t.reading("recycling") == "turned-top-kept":
            t.move(cards, t.discard, t.under)
        else:
            t.move(cards, t.discard, t.stock)
            yield from t.shuffle(t.stock)

    def recycle_empty_stock(self, t: FiveCrownsTable) -> Rule[None]:
        """Reading recycle-moment: at once, when the last card has been drawn, or as soon as there is a pile."""
        if t.reading("recycle-moment") == "at-once" and t.stock.size + t.under.size == 0 and self.recyclable(t):
            yield from self.recycle(t)

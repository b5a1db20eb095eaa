"""How near hands are to a full suit and what answers look like, for bots that play on in their heads."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from referee.games.effervesce.challenge import Challenge
from referee.games.effervesce.table import EffervesceTable, JokerPlay, Named, Number, Reply, SuitInPlay, Word
from referee.kernel import NO_PLAYER, Choice, Player, Values

RANK, TWICE = 1000, 200
"""What a rank of a suit counts beside the strength of cards, and what a second card of a rank costs."""
STRONG, JOKER = 600, 500
"""What a card counts that nothing beats, and a joker."""
LITTLE = 60
"""A card that counts no more is as good as any other one."""
GOOD = 6
"""So many ranks of one suit are more than a hand from the stock is likely to have."""
HOPE = 3
"""Each rank that is missing divides the hope to win soon by so much."""


class Outlook(Challenge):
    """What bots need to look ahead."""

    strength: Values
    """How likely it is that another hand has nothing higher than a card, as a part of STRONG."""

    def strengths(self) -> Values:
        order = self.rankings["as-in-challenge", "lowest"].card
        unseen, of = self.deck.total - self.full_hand, {}
        for index, number in order.of.items():
            higher = sum([self.deck.copies[each] for each, its in order.of.items() if its > number])
            worth = STRONG * (unseen - self.full_hand) ** higher // unseen**higher
            if worth > LITTLE:
                of[index] = worth
        for joker in (self.red, self.black):
            for index in joker.indices:
                of[index] = JOKER
        return Values(self.deck, of)

    # -- hands ------------------------------------------------------------------------------------------

    def all_of(self, t: EffervesceTable, player: Player) -> Any:
        return t.hand[player].pile + t.aside[player].pile

    def ranks_in(self, cards: Any, suit: SuitInPlay) -> Any:
        """How many ranks of a suit there are."""
        return len(self.deck.counts(cards & suit.kinds.mask))

    def ranks_of(self, t: EffervesceTable, cards: Any) -> Any:
        """How many ranks of its best suit there are; the Black Joker may stand for one of them."""
        best: Any = 0
        for suit in self.suits:
            ranks: Any = self.ranks_in(cards, suit)
            if suit.black:
                ranks += t.count(cards, self.black)
            if ranks > best:
                best = ranks
        return best

    def worth_of(self, t: EffervesceTable, cards: Any) -> Any:
        """What cards are worth to their holder: ranks of one suit, and high ones."""
        best: Any = 0
        for suit in self.suits:
            ranks: Any = self.ranks_in(cards, suit)
            worth: Any = (RANK + TWICE) * ranks - TWICE * t.count(cards, suit.kinds)
            if suit.black:
                worth += (RANK - JOKER) * t.count(cards, self.black)
            if worth > best:
                best = worth
        return best + t.worth(cards, self.strength)

    def is_strong(self, t: EffervesceTable, player: Player) -> Any:
        """Whether another hand probably has no card that is higher than the best."""
        cards = t.without(self.all_of(t, player), t.only(self.all_of(t, player), self.red | self.black))
        return t.highest(cards, self.strength) * 2 > STRONG

    # -- what the referee asks --------------------------------------------------------------------------

    def evaluation(self, t: EffervesceTable) -> list[Fraction]:
        """Each rank that is missing divides the hope to win soon; where nobody does, all are alike. A guess."""
        hopes: list[Any] = []
        for player in t.players:
            cards = self.all_of(t, player)
            hopes.append(HOPE ** min(self.ranks_of(t, cards), self.full) * (STRONG + t.highest(cards, self.strength)))
        whole = HOPE**self.full * 2 * STRONG
        later: Any = whole - sum(hopes)
        return [Fraction(self.players * hope + later, self.players * whole) for hope in hopes]

    def appraise(self, t: EffervesceTable, choice: Choice, answer: Any) -> Any:
        """Towards the suit of which one has the most ranks, and with high cards into challenges."""
        me, ask = choice.player, choice.ask
        mine = self.all_of(t, me)
        if ask in ("set aside", "give", "pass"):
            return self.worth_of(t, t.without(mine, answer))
        if ask in ("give of the set-aside cards", "pass of the set-aside cards"):
            return t.size(answer)
        if ask in ("take", "take of the set-aside cards"):
            return self.worth_of(t, mine + answer)
        if ask in ("point out", "point out of the set-aside cards"):
            return -self.worth_of(t, t.without(self.all_of(t, t.mover), answer))
        if ask in ("show", "answer"):
            return t.worth(answer, self.rankings["as-in-challenge", "lowest"].card)
        if ask == "declare":
            bold = self.is_strong(t, me) or t.stock.size < self.full_hand
            return 1 if (answer is not Named.STOCK) == bold else 0
        if ask == "number":
            number: Any = 0
            if answer is Number.FIRST:
                number = t.first_die
            elif answer is Number.SECOND:
                number = t.second_die
            elif answer is Number.TOTAL:
                number = t.total
            return number if number <= self.full_hand - self.ranks_of(t, mine) else -number
        if ask in ("challenge", "joker", "full suit"):
            way, cards = answer
            if ask == "challenge":
                if way is Reply.LET:
                    return 0
                with_red = t.total == 7 and cards is not None
                good = self.ranks_of(t, mine) >= GOOD if with_red else self.is_strong(t, me)
                return 1 if good else -1
            if ask == "full suit":
                return 0 if way is Word.SILENT else 1
            if way is JokerPlay.NONE:
                return 0
            lost = t.compared and t.winner is not me
            if way is JokerPlay.RED:
                return 1 if lost else -1
            return 1 if self.ranks_of(t, mine) > GOOD and (lost or self.breaks_up(t, me)) else -1
        return None

    def breaks_up(self, t: EffervesceTable, me: Player) -> Any:
        """Whether cards of a good hand have to go: after doubles, or in a trade that leaves too few of them."""
        if t.first_die == t.second_die:
            return t.first_die > 0
        ranks = self.ranks_of(t, self.all_of(t, me))
        kept = self.full_hand - t.total if t.mover is me else ranks - 2
        return not t.compared and t.challenger is NO_PLAYER and kept < ranks and ranks + 3 >= self.full

"""Full suits, and who wins with them: E-17 and E-19, and what other clauses share with these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from referee.games.effervesce.table import EffervesceTable, Parts, Ranking, SuitInPlay, bridge_order
from referee.kernel import NO_PLAYER, Amount, AnyAmount, Game, Kinds, Pile, Player, Rule, Truth, clause


class Winning(Game[EffervesceTable]):
    """E-17, E-19."""

    full_hand: int
    suits: tuple[SuitInPlay, ...]
    """From high to low by E-11."""
    full: int
    """How many cards make a full suit: one for each rank in play."""
    red: Kinds
    black: Kinds
    rankings: Mapping[tuple[str, str], Ranking]
    """By the words of the readings: (as-in-challenge, plain or value-only; jokers lowest or highest)."""

    # -- full suits -------------------------------------------------------------------------------------

    def holds_natural_suit(self, t: EffervesceTable, player: Player) -> Truth:
        """E-3: thirteen cards of one suit, one of each rank, and no other card of that suit."""
        cards = self.hand_of(t, player)
        found: Any = False
        for each in self.suits:
            found = found | self.is_natural_suit(t, cards, each)
        return found  # type: ignore[no-any-return]

    def is_natural_suit(self, t: EffervesceTable, cards: Pile, suit: SuitInPlay) -> Truth:
        natural = t.has_each_once(cards, suit)
        if suit.black and t.reading("joker-as-leftover") == "counts-as-suit":
            natural = natural & (t.count(cards, self.black) == 0)
        return natural

    def holds_joker_suit(self, t: EffervesceTable, player: Player) -> Truth:
        """E-17: twelve cards of a black suit and the Black Joker."""
        cards = self.hand_of(t, player)
        found: Any = False
        for each in self.suits:
            if each.black:
                found = found | self.is_joker_suit(t, cards, each)
        return found  # type: ignore[no-any-return]

    def is_joker_suit(self, t: EffervesceTable, cards: Pile, suit: SuitInPlay) -> Truth:
        twelve = (t.count(cards, suit.kinds) == self.full - 1) & t.has_none_twice(cards, suit)
        return twelve & (t.count(cards, self.black) == 1)

    @clause("E-17")
    def claimed_suit(self, t: EffervesceTable, claimant: Player) -> SuitInPlay:
        """The Black Joker stands for one missing ♠ or ♣; the better, where ranks are so few that it could for both."""
        cards = self.hand_of(t, claimant)
        for each in self.suits:
            if each.black and self.is_joker_suit(t, cards, each):
                return each
        return self.suits[-1]

    def leftovers(self, t: EffervesceTable, player: Player, suit: SuitInPlay, *, joker_suit: bool) -> Pile:
        cards = self.hand_of(t, player)
        cards -= t.only(cards, suit.kinds)
        return cards - t.only(cards, self.black) if joker_suit else cards

    # -- who wins ---------------------------------------------------------------------------------------

    def win(self, t: EffervesceTable, winners: Sequence[Player], claimant: Player = NO_PLAYER) -> None:
        """The game is over, at once: the winners share 1."""
        if len(winners) > 1:
            winners = self.decide(t, winners, claimant)
        share = Fraction(1, len(winners))
        reason = "joker suit" if claimant in winners else "natural suit"
        for winner in winners:
            t.reveal(self.hand_of(t, winner), winner, why=reason)
        t.end(
            {player: 0 if player in winners else 1 for player in t.players},
            {player: share if player in winners else Fraction(0) for player in t.players},
            reason,
        )
        t.stop(t.stack[0])

    @clause("E-19")
    def decide(self, t: EffervesceTable, winners: Sequence[Player], claimant: Player) -> Sequence[Player]:
        """Of several winners the best suit wins, with the same suit the higher leftovers; else they share."""
        if len(winners) > 2 and t.reading("three-winners") == "shared":
            return winners
        suits = {player: self.winning_suit(t, player, claimant, self.suits) for player in winners}
        best = suits[winners[0]]
        if any(suit is not best for suit in suits.values()):
            order = self.suits
            if t.reading("winning-suit-order") == "bridge-order":
                order = bridge_order(self.suits)
            suits = {player: self.winning_suit(t, player, claimant, order) for player in winners}
            best = min(suits.values(), key=order.index)
        leftovers = {
            player: self.leftovers(t, player, best, joker_suit=player is claimant)
            for player in winners
            if suits[player] is best
        }
        return self.with_best_leftovers(t, leftovers) if len(leftovers) > 1 else list(leftovers)

    def winning_suit(
        self, t: EffervesceTable, player: Player, claimant: Player, order: Sequence[SuitInPlay]
    ) -> SuitInPlay:
        """The best of the player's full suits (more than one only where there are few ranks)."""
        if player is claimant:
            return self.claimed_suit(t, claimant)
        cards = self.hand_of(t, player)
        for each in order:
            if self.is_natural_suit(t, cards, each):
                return each
        return order[-1]

    def with_best_leftovers(self, t: EffervesceTable, leftovers: Mapping[Player, Pile]) -> list[Player]:
        """Reading joker-leftover: jokers are lower than every card, or higher; or it must not matter."""
        jokers = t.reading_or("joker-leftover", "undefined")
        if jokers != "undefined":
            return self.compare_leftovers(t, leftovers, jokers)
        best = self.compare_leftovers(t, leftovers, "lowest")
        if best != self.compare_leftovers(t, leftovers, "highest"):
            t.reading("joker-leftover")
        return best

    def compare_leftovers(self, t: EffervesceTable, leftovers: Mapping[Player, Pile], jokers: str) -> list[Player]:
        """Readings leftover-ranking and equal-leftovers: the best card decides, and if these are equal …"""
        order = self.rankings[t.reading("leftover-ranking"), jokers]
        best = self.highest_of({player: t.highest(cards, order.card) for player, cards in leftovers.items()})
        if len(best) == 1:
            return best
        then = t.reading("equal-leftovers")
        if then == "second-leftover":
            return self.highest_of({player: t.worth(leftovers[player], order.whole) for player in best})
        if then == "turn-order":
            return [player for player in t.everyone_from(t.mover) if player in best][:1]
        return best

    # -- what the clauses share -------------------------------------------------------------------------

    @staticmethod
    def those(truths: Mapping[Player, Truth]) -> list[Player]:
        """The players of whom it is true. That it is true of nobody is asked first, in one question."""
        anybody: Any = False
        for truth in truths.values():
            anybody = anybody | truth
        found: list[Player] = []
        if anybody:
            for player, truth in truths.items():
                if truth:
                    found.append(player)
        return found

    @staticmethod
    def highest_of(amounts: Mapping[Player, Amount]) -> list[Player]:
        """The players with the greatest amount."""
        best: list[Player] = []
        for player, amount in amounts.items():
            if not best or amount > amounts[best[0]]:
                best = [player]
            elif amount == amounts[best[0]]:
                best.append(player)
        return best

    def hand_of(self, t: EffervesceTable, player: Player) -> Pile:
        return self.parts_of(t, player).all if player is t.mover else t.hand[player].pile

    def parts_of(self, t: EffervesceTable, player: Player) -> Parts:
        """Reading selected-cards: whether set-aside cards are a part of the hand."""
        if t.reading("selected-cards") == "set-aside":
            return Parts(t.no_cards, t.hand[player].pile)
        return Parts(t.aside[player].pile, t.hand[player].pile)

    def put_back(self, t: EffervesceTable) -> None:
        """Set-aside cards return to the hand."""
        t.move(t.aside[t.mover].pile, t.aside[t.mover], t.hand[t.mover])

    def renew(self, t: EffervesceTable, players: tuple[Player, ...], number: AnyAmount) -> Rule[None]:
        """Reading new-cards: hands are shuffled into the stock and new ones drawn, or the other way round."""
        old = {player: t.hand[player].pile for player in players}
        if t.reading("new-cards") == "different":
            for player in players:
                yield from t.draw(t.stock, number, t.hand[player])
        for player in players:
            t.move(old[player], t.hand[player], t.stock)
        yield from t.shuffle(t.stock)
        if t.reading("new-cards") == "newly-drawn":
            for player in players:
                yield from t.draw(t.stock, number, t.hand[player])

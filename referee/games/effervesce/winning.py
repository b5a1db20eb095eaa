"""Full suits, and who wins with them: E-17 and E-19, and what other clauses share with these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from referee.games.effervesce.table import EffervesceTable, Parts, Ranking, SuitInPlay, bridge_order
from referee.kernel import NO_PLAYER, Amount, AnyAmount, AnyTruth, Game, Kinds, Pile, Player, Rule, Truth, clause


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
        return self.anybody({each: self.is_natural_suit(t, cards, each) for each in self.suits})

    def is_natural_suit(self, t: EffervesceTable, cards: Pile, suit: SuitInPlay) -> Truth:
        natural = t.has_each_once(cards, suit)
        if suit.black and t.reading("joker-as-leftover") == "counts-as-suit":
            natural = natural & (t.count(cards, self.black) == 0)
        return natural

    def holds_joker_suit(self, t: EffervesceTable, player: Player) -> Truth:
        """E-17: twelve cards of a black suit and the Black Joker."""
        cards = self.hand_of(t, player)
        return self.anybody({each: self.is_joker_suit(t, cards, each) for each in self.suits if each.black})

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
    #
    # Who wins is a truth for each player and not a list: a proof then need not take all sets of players in turn.

    def win(self, t: EffervesceTable, wins: Mapping[Player, AnyTruth], claimant: Player = NO_PLAYER) -> None:
        """The game is over, at once: the winners share 1."""
        if self.number_of(t, wins) > 1:
            wins = self.decide(t, wins, claimant)
        share, nothing = t.share(self.number_of(t, wins)), Fraction(0)
        reason = "joker suit" if wins.get(claimant, False) else "natural suit"
        for player, won in wins.items():
            t.reveal_if(won, self.hand_of(t, player), player, reason)
        t.end(
            {player: t.if_else(wins.get(player, False), 0, 1) for player in t.players},
            {player: t.either_of(wins.get(player, False), share, nothing) for player in t.players},
            reason,
        )
        t.stop(t.stack[0])

    @clause("E-19")
    def decide(
        self, t: EffervesceTable, wins: Mapping[Player, AnyTruth], claimant: Player
    ) -> Mapping[Player, AnyTruth]:
        """Of several winners the best suit wins, with the same suit the higher leftovers; else they share."""
        several: Any = t.reading_or("three-winners", "undefined") != "best-suit" and self.number_of(t, wins) > 2
        if several and t.reading("three-winners") == "shared":
            return wins
        claimed = self.suits[-1] if claimant is NO_PLAYER else self.claimed_suit(t, claimant)
        with_suit = self.by_suit(t, wins, claimant, claimed, self.suits)
        if t.reading_or("winning-suit-order", "undefined") != "challenge-order":
            held = {suit: self.anybody(holders) for suit, holders in with_suit.items()}
            if self.number_of(t, held) > 1 and t.reading("winning-suit-order") == "bridge-order":
                with_suit = self.by_suit(t, wins, claimant, claimed, bridge_order(self.suits))
        for suit, holders in with_suit.items():
            if self.anybody(holders):
                if self.number_of(t, holders) == 1:
                    return holders
                leftovers = {
                    player: self.leftovers(t, player, suit, joker_suit=player is claimant) for player in holders
                }
                return self.with_best_leftovers(t, holders, leftovers)
        return wins

    def by_suit(
        self,
        t: EffervesceTable,
        wins: Mapping[Player, AnyTruth],
        claimant: Player,
        claimed: SuitInPlay,
        order: Sequence[SuitInPlay],
    ) -> dict[SuitInPlay, dict[Player, AnyTruth]]:
        """Who wins with which suit: the best of a player's (more than one only where there are few ranks)."""
        found: dict[SuitInPlay, dict[Player, AnyTruth]] = {each: {} for each in order}
        for player, won in wins.items():
            cards = self.hand_of(t, player)
            left: Any = won
            for each in order:
                if player is claimant:
                    mine: Any = won & (each is claimed)
                elif each is order[-1]:
                    mine = left
                else:
                    mine = left & self.is_natural_suit(t, cards, each)
                    left = left & t.negate(mine)
                found[each][player] = mine
        return found

    def with_best_leftovers(
        self, t: EffervesceTable, holders: Mapping[Player, AnyTruth], leftovers: Mapping[Player, Pile]
    ) -> Mapping[Player, AnyTruth]:
        """Reading joker-leftover: jokers are lower than every card, or higher; or it must not matter."""
        jokers = t.reading_or("joker-leftover", "undefined")
        if jokers != "undefined":
            return self.compare_leftovers(t, holders, leftovers, jokers)
        best = self.compare_leftovers(t, holders, leftovers, "lowest")
        other = self.compare_leftovers(t, holders, leftovers, "highest")
        differ = {player: (won | other[player]) & t.negate(won & other[player]) for player, won in best.items()}
        if self.anybody(differ):
            t.reading("joker-leftover")
        return best

    def compare_leftovers(
        self, t: EffervesceTable, holders: Mapping[Player, AnyTruth], leftovers: Mapping[Player, Pile], jokers: str
    ) -> Mapping[Player, AnyTruth]:
        """Readings leftover-ranking and equal-leftovers: the best card decides, and if these are equal …"""
        order = self.rankings[t.reading("leftover-ranking"), jokers]
        best = self.highest_of(
            t, holders, {player: t.highest(cards, order.card) for player, cards in leftovers.items()}
        )
        if self.number_of(t, best) == 1:
            return best
        then = t.reading("equal-leftovers")
        if then == "second-leftover":
            return self.highest_of(t, best, {player: t.worth(leftovers[player], order.whole) for player in best})
        if then == "turn-order":
            return self.first_of(t, best)
        return best

    # -- what the clauses share -------------------------------------------------------------------------

    @staticmethod
    def anybody(truths: Mapping[Any, AnyTruth]) -> Truth:
        """Whether it is true of any player, or any suit."""
        found: Any = False
        for truth in truths.values():
            found = found | truth
        return found  # type: ignore[no-any-return]

    @staticmethod
    def number_of(t: EffervesceTable, truths: Mapping[Any, AnyTruth]) -> Any:
        """Of how many players, or suits, it is true."""
        return sum([t.if_else(truth, 1, 0) for truth in truths.values()], 0)

    @staticmethod
    def highest_of(
        t: EffervesceTable, of: Mapping[Player, AnyTruth], amounts: Mapping[Player, Amount]
    ) -> dict[Player, AnyTruth]:
        """Who has the greatest amount (not below -1) among those of whom it is true."""
        best: Any = -1
        for player, truth in of.items():
            best = t.greater(best, t.if_else(truth, amounts[player], -1))
        return {player: truth & (amounts[player] == best) for player, truth in of.items()}

    @staticmethod
    def first_of(t: EffervesceTable, of: Mapping[Player, AnyTruth]) -> dict[Player, AnyTruth]:
        """The first player in turn order of whom it is true."""
        before: Any = False
        found: dict[Player, AnyTruth] = {}
        for player in t.everyone_from(t.mover):
            if player in of:
                found[player] = of[player] & t.negate(before)
                before = before | of[player]
        return found

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

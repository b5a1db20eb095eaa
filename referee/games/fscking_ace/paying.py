"""What the loser of a round of Fscking Ace pays, and the bonus: A-8 and A-9."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

from referee.games.fscking_ace.table import FsckingAceTable, doubled
from referee.games.fscking_ace.values import CardValues
from referee.kernel import AnyTruth, Player, clause

BONUS_A_PLAYER = 5
CENTS = 100


class Paying(CardValues):
    """A-8 and A-9."""

    @clause("A-8")
    def pay_cards(self, t: FsckingAceTable, loser: Player) -> None:
        """The loser pays everybody the value of their cards and a dollar more; a kept 2♠ doubles it."""
        deducted = t.reading("losers-own-cards") == "deducted"
        for player in t.others(loser):
            worth = self.value(t, player)
            if deducted:
                worth = t.max0(worth - self.value(t, loser))
            if t.reading("doubled-losses") == "card-values":
                t.pay(loser, player, self.double_losses(t, loser, worth) + 1)
            else:
                t.pay(loser, player, self.double_losses(t, loser, worth + 1))

    def double_losses(self, t: FsckingAceTable, loser: Player, amount: Any) -> Any:
        """Reading several-twos-of-spades: an amount as the 2♠ that the loser has kept make it."""
        kept, how = t.kept[loser].size, t.reading("several-twos-of-spades")
        if how == "once":
            return t.if_else(kept > 0, 2 * amount, amount)
        if how == "compound":
            return doubled(t, amount, kept, self.most_twos_of_spades)
        together = amount
        for number in range(1, self.most_twos_of_spades + 1):
            together = together + t.if_else(kept >= number, amount, 0)
        return together

    @clause("A-9")
    def pay_bonus(self, t: FsckingAceTable, loser: Player) -> None:
        """Five dollars a player to whoever has the most scored cards; tied players share them."""
        sharing = self.who_shares(t, loser)
        among: Any = sum([t.if_else(sharing[player], 1, 0) for player in t.players], 0)
        if among:
            self.pay_shares(t, loser, sharing, among)

    def who_shares(self, t: FsckingAceTable, loser: Player) -> Mapping[Player, AnyTruth]:
        """Whoever has the most scored cards; readings nobody-scored, loser-on-top and loser-tied."""
        counted, others = t.reading("kept-two-of-spades") != "marker", t.others(loser)
        scored: dict[Player, Any] = {
            p: t.scored[p].size + t.kept[p].size if counted else t.scored[p].size for p in t.players
        }
        of_loser = scored[loser]
        most: Any = scored[others[0]]
        for player in others[1:]:
            most = t.greater(most, scored[player])
        if of_loser + most == 0:
            reading = t.reading("nobody-scored")
            return {p: reading == "all-players" or (reading != "nobody" and p is not loser) for p in t.players}
        alone = bool(of_loser > most)
        if alone and t.reading("loser-on-top") != "best-other":
            return {p: p is loser and t.reading("loser-on-top") == "loser" for p in t.players}
        best: dict[Player, AnyTruth] = {player: scored[player] == most for player in t.players}
        if alone or t.reading("loser-tied") == "others-share-all":
            best[loser] = False
        return best

    def share(self, t: FsckingAceTable, bonus: int, among: int) -> int | Fraction:
        """Reading uneven-shares. What is no whole number of dollars is told to everybody."""
        share = in_parts(bonus, among)
        if share.denominator > 1:
            reading = t.reading("uneven-shares")
            if reading != "exact":
                share = Fraction((floor if reading == "floor-cent" else ceil)(share * CENTS), CENTS)
            t.note("uneven share", bonus=bonus, players=among, share=share)
        return share

    def pay_shares(self, t: FsckingAceTable, loser: Player, sharing: Mapping[Player, AnyTruth], among: int) -> None:
        """Every share is paid by the loser, by the bank, or in parts; what falls to the payer himself is not paid."""
        players = len(t.players) - (1 if t.reading("bonus-count") == "without-loser" else 0)
        share: Any = self.share(t, BONUS_A_PLAYER * players, among)
        payer = t.reading("bonus-payer")
        if payer == "bank":
            for player in t.players:
                t.pay(None, player, share, where=sharing[player])
        elif payer == "loser":
            due = self.due_of(t, loser, loser, share)
            for player in t.others(loser):
                t.pay(loser, player, due, where=sharing[player])
        elif among < len(t.players):
            part = self.part(t, share, len(t.players) - among)
            for each in t.players:
                due = self.due_of(t, each, loser, part)
                for player in t.others(each):
                    t.pay(each, player, due, where=t.negate(sharing[each]) & sharing[player])

    def part(self, t: FsckingAceTable, share: int | Fraction, among: int) -> int | Fraction:
        """Reading bonus-payer: what each of several payers has to pay of a share, told if it is no whole number."""
        part = in_parts(share, among)
        if part.denominator > 1:
            t.note("uneven part", share=share, players=among, part=part)
        return part

    def due_of(self, t: FsckingAceTable, payer: Player, loser: Player, amount: int | Fraction) -> Any:
        """Reading doubled-losses: the loser's 2♠ double what he pays of the bonus too."""
        if payer is loser and t.reading("doubled-losses") == "everything":
            return self.double_losses(t, loser, amount)
        return amount

    def worst_loss(self) -> int:
        """What nobody loses more of in a round: one other player has scored everything, the loser kept every 2♠."""
        regular = self.number_of(self.regular)
        if self.readings["kept-two-of-spades"] == "scored-card":
            regular += self.most_twos_of_spades
        cards: int = regular * 2**self.most_red_twos
        cards += self.joker_values.worth(self.deck.whole) * 2**self.most_twos_of_clubs
        bonus = BONUS_A_PLAYER * self.players
        if self.readings["uneven-shares"] == "ceil-cent":
            bonus += 1  # less than a cent for each share
        factor: int = 2**self.most_twos_of_spades
        return factor * (cards + self.players - 1 + bonus)


def in_parts(amount: int | Fraction, parts: int) -> int | Fraction:
    """An exact part; a whole number where it is one."""
    part = Fraction(amount, parts)
    return part.numerator if part.denominator == 1 else part

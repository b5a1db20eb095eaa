"""What the cards of Fscking Ace are, and what they are worth: A-7."""

from __future__ import annotations

from typing import Any

from referee.games.fscking_ace.table import JOKERS, FsckingAceTable, doubled
from referee.kernel import CLUBS, SPADES, Amount, AnyAmount, Game, Kinds, Pile, Player, Values, clause


class CardValues(Game[FsckingAceTable]):
    """A-7."""

    def name_cards(self) -> None:
        """The cards that clauses speak of."""
        deck = self.deck
        self.spades, twos = deck.of_suit(SPADES), deck.of_rank("2")
        self.ace, self.seven_of_spades = self.spades & deck.of_rank("A"), self.spades & deck.of_rank("7")
        self.two_of_spades, self.two_of_clubs = self.spades & twos, deck.of_suit(CLUBS) & twos
        self.joker_values = Values.by_rank(deck, JOKERS)
        self.regular = deck.all_kinds - self.spades - self.joker_values.kinds
        self.red_twos = twos - self.spades - self.two_of_clubs
        self.set_up_twos()

    def set_up_twos(self) -> None:
        """Reading red-two-scope: which regular cards every red two of their owner doubles, and which it does not."""
        scope = self.readings["red-two-scope"]
        self.twos_apart = Kinds(self.deck, ())
        if scope == "not-itself":
            self.twos_apart = self.red_twos
        elif scope == "twos-stay-one":
            self.twos_apart = self.red_twos | self.two_of_clubs
        self.doubled_by_all = self.regular - self.twos_apart
        self.most_red_twos = self.number_of(self.red_twos)
        self.most_twos_of_clubs = self.number_of(self.two_of_clubs)
        self.most_twos_of_spades = self.number_of(self.two_of_spades)

    def number_of(self, kinds: Kinds) -> int:
        return sum([self.deck.copies[index] for index in kinds.indices])

    @clause("A-7")
    def value(self, t: FsckingAceTable, player: Player) -> Amount:
        """A dollar for a regular card, five and ten for jokers; red twos double the first, 2♣ the second."""
        if t.reading("doubling-time") == "cards-so-far":
            return self.value_so_far(t, player)
        scored = t.scored[player]
        red_twos, twos_of_clubs = self.doublers(t, player)
        plain, apart = scored.count(self.doubled_by_all), scored.count(self.twos_apart)
        kept = self.worth_of_kept(t, player)
        if t.reading("red-two-scope") == "twos-stay-one":
            apart = apart + kept
        else:
            plain = plain + kept
        if t.reading("red-two-scope") == "not-itself":
            apart = doubled(t, apart, t.max0(red_twos - 1), self.most_red_twos)
        jokers = doubled(t, scored.worth(self.joker_values), twos_of_clubs, self.most_twos_of_clubs)
        return doubled(t, plain, red_twos, self.most_red_twos) + apart + jokers

    def worth_of_kept(self, t: FsckingAceTable, player: Player) -> AnyAmount:
        """Reading kept-two-of-spades: what the 2♠ kept by a player are worth before they are doubled."""
        return t.kept[player].size if t.reading("kept-two-of-spades") == "scored-card" else 0

    def doublers(self, t: FsckingAceTable, player: Player) -> tuple[Amount, Amount]:
        """Reading doublers-reach: how many red twos and how many 2♣ double the player's cards."""
        if t.reading("doublers-reach") == "owner":
            return t.scored[player].count(self.red_twos), t.scored[player].count(self.two_of_clubs)
        scored: Any = sum([t.scored[each].pile for each in t.players])
        return t.count(scored, self.red_twos), t.count(scored, self.two_of_clubs)

    def value_so_far(self, t: FsckingAceTable, player: Player) -> Amount:
        worth: Any = t.doubled_so_far[player] + t.twos_so_far[player]
        return worth + t.jokers_so_far[player] + t.kept_so_far[player]  # type: ignore[no-any-return]

    def double_so_far(self, t: FsckingAceTable, me: Player, cards: Pile) -> None:
        """Reading doubling-time: the twos of this turn double what has been scored by its end, once."""
        red_twos, twos_of_clubs = t.count(cards, self.red_twos), t.count(cards, self.two_of_clubs)
        t.doubled_so_far[me] = t.doubled_so_far[me] + t.count(cards, self.doubled_by_all)
        t.jokers_so_far[me] = t.jokers_so_far[me] + t.worth(cards, self.joker_values)
        scope = t.reading("red-two-scope")
        for player in (me,) if t.reading("doublers-reach") == "owner" else t.players:
            t.doubled_so_far[player] = doubled(t, t.doubled_so_far[player], red_twos, self.most_red_twos)
            t.jokers_so_far[player] = doubled(t, t.jokers_so_far[player], twos_of_clubs, self.most_twos_of_clubs)
            if scope == "not-itself":
                t.twos_so_far[player] = doubled(t, t.twos_so_far[player], red_twos, self.most_red_twos)
            if scope != "twos-stay-one":
                t.kept_so_far[player] = doubled(t, t.kept_so_far[player], red_twos, self.most_red_twos)
        apart: AnyAmount = t.count(cards, self.twos_apart)
        if scope == "not-itself":
            apart = doubled(t, apart, t.max0(red_twos - 1), self.most_red_twos)
        t.twos_so_far[me] = t.twos_so_far[me] + apart

    def forget_values(self, t: FsckingAceTable) -> None:
        for player in t.players:
            t.doubled_so_far[player] = t.twos_so_far[player] = 0
            t.jokers_so_far[player] = t.kept_so_far[player] = 0

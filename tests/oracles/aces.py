"""Fscking Ace by hand: money counted card by card from the story of a round, and the worst deals.

Nothing here uses the rules of the package: a card is a name, and values follow the text of each reading.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Any

from referee.kernel.requests import Draw, Lot, Shuffle
from referee.kernel.watch import Watch

WORST_LOSSES = {
    3: 406,
    4: 418,
    5: 430,
    6: 5_612,
    7: 5_636,
    8: 5_660,
    9: 5_684,
    10: 5_708,
    11: 63_304,
}
"""Dollars, by players: 2^m × (39m × 4^m + 15m × 2^m + (N − 1) + 5N) with m packs, worked out by hand."""


class Turning(Watch):
    """Tells a story of the cards that are turned up."""

    def __init__(self, story: Story) -> None:
        self.story = story

    def moved(self, cards: Any, source: Any, target: Any) -> None:
        if target.name == "turned":
            table = target.table
            self.story.turned(table.mover.seat, table.deck.names(cards)[0])


class Noting(Watch):
    """Keeps what the rules note."""

    def __init__(self, told: list[Any]) -> None:
        self.told = told

    def noted(self, word: str, about: dict[str, Any]) -> None:
        self.told.append((word, about))


class Story:
    """One round: who turned up what, and who stopped."""

    def __init__(self, players: int, readings: dict[str, str]) -> None:
        self.players, self.readings = players, readings
        self.turn: list[str] = []
        self.mover = 0
        self.before: list[list[tuple[str, int]]] = [[] for _ in range(players)]
        """Of each player the scored cards, each with the number of the turn that scored it."""
        self.kept: list[list[int]] = [[] for _ in range(players)]
        self.doublers: list[tuple[str, int, int, int]] = []
        """Twos that were scored: the card, whose, in which turn, and its place among the owner's cards."""
        self.number = 0
        self.loser = -1

    def turned(self, seat: int, card: str) -> None:
        if not self.turn:
            self.number += 1
        self.mover = seat
        self.turn.append(card)
        if not card.endswith("s"):
            return
        says = self.readings
        if card == "As":
            self.loser = seat
            if says["ace-turn-cards"] == "scored":
                self.score(self.turn[:-1])
        else:
            if says["spade-wipes"] == "whole-round":
                self.before[seat] = []
            if card == "2s":
                self.kept[seat].append(self.number)
                if says["turn-of-two-of-spades"] == "kept":
                    self.score(self.turn[:-1])
        self.turn = []

    def answered(self, stops: bool) -> None:
        if stops:
            self.score(self.turn)
            self.turn = []

    def score(self, cards: list[str]) -> None:
        for card in cards:
            self.before[self.mover].append((card, self.number))
            if card in ("2d", "2h", "2c"):
                self.doublers.append((card, self.mover, self.number, len(self.before[self.mover]) - 1))

    # -- values -----------------------------------------------------------------------------------------

    def value(self, seat: int) -> int:
        cards = [*self.before[seat]]
        if self.readings["kept-two-of-spades"] == "scored-card":
            cards += [("2s", number) for number in self.kept[seat]]
        return sum(self.worth(seat, place, card, number) for place, (card, number) in enumerate(cards))

    def worth(self, seat: int, place: int, card: str, number: int) -> int:
        if card.startswith("Jo"):
            return int(card[2:]) * 2 ** sum(two == "2c" for two, *_ in self.reaching(seat, number))
        scope = self.readings["red-two-scope"]
        if scope == "twos-stay-one" and card[0] == "2":
            return 1
        times = 0
        for two, owner, when, at in self.reaching(seat, number):
            itself = (owner, at, when) == (seat, place, number)
            times += two != "2c" and not (scope == "not-itself" and itself)
        return 2**times

    def reaching(self, seat: int, number: int) -> list[tuple[str, int, int, int]]:
        """The twos that can double a card which this player scored in that turn."""
        so_far = self.readings["doubling-time"] == "cards-so-far"
        everybody = self.readings["doublers-reach"] == "everybody"
        found = []
        for each in self.doublers:
            two, owner, when, _ = each
            # Taken back by a later spade, a two doubles no more, but what it has doubled by then it has.
            there = so_far or (two, when) in self.before[owner]
            if there and (everybody or owner == seat) and (not so_far or when >= number):
                found.append(each)
        return found

    # -- money ------------------------------------------------------------------------------------------

    def money(self) -> list[Any]:
        says, loser = self.readings, self.loser
        money: list[Any] = [Fraction(0)] * self.players
        others = [seat for seat in range(self.players) if seat != loser]
        twos = len(self.kept[loser])
        factor = {"compound": 2**twos, "once": min(2, 2**twos), "additive": twos + 1}[says["several-twos-of-spades"]]
        for seat in others:
            worth = self.value(seat)
            if says["losers-own-cards"] == "deducted":
                worth = max(0, worth - self.value(loser))
            due = factor * worth + (1 if says["doubled-losses"] == "card-values" else factor)
            money[seat] += due
            money[loser] -= due
        winners = self.bonus_winners(others)
        if not winners:
            return money
        bonus = 5 * (self.players if says["bonus-count"] == "all-players" else self.players - 1)
        share = Fraction(bonus, len(winners))
        if says["uneven-shares"] != "exact" and share.denominator > 1:
            share = Fraction((floor if says["uneven-shares"] == "floor-cent" else ceil)(share * 100), 100)
        payers = {"loser": [loser], "bank": []}.get(
            says["bonus-payer"], [seat for seat in range(self.players) if seat not in winners]
        )
        for seat in winners:
            if says["bonus-payer"] == "bank":
                money[seat] += share
            for payer in payers:
                part = (
                    share / len(payers) * (factor if payer == loser and says["doubled-losses"] == "everything" else 1)
                )
                money[seat] += part
                money[payer] -= part
        return money

    def bonus_winners(self, others: list[int]) -> list[int]:
        says, loser = self.readings, self.loser
        counted = says["kept-two-of-spades"] != "marker"
        number = [len(self.before[seat]) + (len(self.kept[seat]) if counted else 0) for seat in range(self.players)]
        top = [seat for seat in range(self.players) if number[seat] == max(number)]
        if max(number) == 0:
            return {"non-losers": others, "all-players": top, "nobody": []}[says["nobody-scored"]]
        if top == [loser]:
            best = max(number[seat] for seat in others)
            best_others = [seat for seat in others if number[seat] == best]
            return {"nobody": [], "best-other": best_others, "loser": top}[says["loser-on-top"]]
        if says["loser-tied"] == "others-share-all":
            return [seat for seat in top if seat != loser]
        return top


# -- the worst that can happen ----------------------------------------------------------------------------


def worst_deal(packs: int) -> list[str]:
    """The cards in the order in which they are turned up, one player scoring all, the next keeping each 2♠.

    The opener turns up every card that is no spade and stops. Seat after it: 2♠. Whoever comes next turns up a
    7♠, which brings the turn back to that seat: the next 2♠, and so on; in the end the ace.
    """
    scored = [
        rank + suit for suit in "dch" for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    ] * packs
    scored += ["Jo5", "Jo10"] * packs
    return [*scored, *["2s", "7s"] * packs, "As"]


class Stacked:
    """Deals a pack in that order; everybody goes on until the next card is a spade."""

    symbolic = False

    def __init__(self, cards: list[str]) -> None:
        self.cards = list(cards)
        self.rules: list[Any] = []

    def choose(self, choice: Any) -> Any:
        return choice.space.nth(0 if self.cards[0].endswith("s") else 1)

    def chance(self, event: Any) -> Any:
        if isinstance(event, Shuffle):
            return None
        if isinstance(event, Lot):
            return 0
        assert isinstance(event, Draw)
        return event.table.deck.parse([self.cards.pop(0)])


def worst_by_enumeration(deck: Any, players: int) -> int:
    """The dearest of all ways to hand out a small pack: each card to a player, to the discards, or not turned up."""
    names = [name for name in deck.names(deck.whole) if name != "As"]
    assert set(names) <= {"2d", "2c", "9d", "9c", "2s", "Jo5", "Jo10"}, names
    says = {
        "doubling-time": "final-tally", "doublers-reach": "owner", "red-two-scope": "all-regular",
        "kept-two-of-spades": "marker", "several-twos-of-spades": "compound", "losers-own-cards": "ignored",
        "doubled-losses": "everything", "bonus-payer": "loser", "bonus-count": "all-players",
        "uneven-shares": "exact", "nobody-scored": "non-losers", "loser-on-top": "nobody",
        "loser-tied": "others-share-all",
    }  # fmt: skip
    worst = 0
    for owners in product(range(players + 1), repeat=len(names)):
        story = Story(players, says)
        story.loser = 0
        for name, owner in zip(names, owners, strict=True):
            if owner == players:
                continue
            story.mover = owner
            if name == "2s":
                story.kept[owner].append(1)
            else:
                story.score([name])
        worst = max(worst, -int(story.money()[0]))
    return worst

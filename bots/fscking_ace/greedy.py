"""Fscking Ace: stop where what one may expect is highest.

All cards are seen as they are turned up, so the bot knows what is left in the pack. What it expects of a position is

    (1 - 1/players) × what it will be paid  -  1/players × what it will pay

as everybody seems equally likely to meet the ace later on. It is paid the value of its cards, a dollar, and its
share of the bonus if it has the most cards now; it pays the others theirs, twice as much for each 2♠ that it keeps.
The ace makes the payment certain; another spade takes the cards of the turn. Values are those of the default
readings.

It compares stopping with going on and stopping later, wherever that is best: what going on is worth is worked out
exactly over all cards that may come, each time with the choice to stop, up to so many cards (``FURTHER``) after
which it would stop in any case. One further card is looked at first: where that is worth more than stopping, so is
going on as far as one likes. A two makes such plans differ from what one card says: it is worth little by itself and
much with all that comes after it.
"""

from collections import Counter
from typing import Any

from referee.bot import Ask, Bot, View

RED_TWOS = ("2d", "2h")
PLAIN, RED_TWO, TWO_OF_CLUBS, JO5, JO10 = range(5)
"""What is told apart of the cards that are no spades."""
FURTHER = 12
"""So many cards are looked ahead. Where seven spades are left in a pack of 48, one turn in eight gets so far."""

Counts = tuple[int, ...]
"""By what is told apart, a number of cards."""


def counts(cards: Counter[str]) -> Counts:
    """Of cards that are no spades."""
    red, clubs = sum(cards[two] for two in RED_TWOS), cards["2c"]
    five, ten = cards["Jo5"], cards["Jo10"]
    return cards.total() - red - clubs - five - ten, red, clubs, five, ten


def value(held: Counts) -> int:
    """In dollars, with all twos counted."""
    plain, red, clubs, five, ten = held
    return (plain + red + clubs << red) + (5 * five + 10 * ten << clubs)


class Greedy(Bot):
    def start(self, info: dict[str, Any]) -> None:
        s, extra_twos = info["settings"], info["readings"]["extra-twos"]
        self.players: int = info["players"]
        packs = s["packs"] or (self.players - 1) // 5 + 1
        self.pack = Counter({rank + suit[0]: packs for suit in s["suits"] for rank in s["ranks"]})
        self.pack += Counter({rank + "s": 1 if rank == "A" else packs for rank in s["spades"]})
        self.pack += Counter(dict.fromkeys(s["jokers"], packs))
        if extra_twos != "none":
            for two in ("2d", "2c", "2h", *(["2s"] if extra_twos == "all" else [])):
                self.pack[two] = min(self.pack[two], 1)

    def answer(self, view: View, ask: Ask) -> Any:
        if ask.what != "turn":
            return ask.sample(self.rng)
        turned = Counter(view.cards("turned"))
        scored = [Counter(view.cards("scored", seat)) for seat in range(self.players)]
        kept = [len(view.cards("kept", seat)) for seat in range(self.players)]
        left = self.pack - turned - Counter(view.cards("discarded")) - Counter({"2s": sum(kept)})
        for cards in scored:
            left = left - cards
        others = [counts(cards) for seat, cards in enumerate(scored) if seat != self.seat]
        mine = scored[self.seat]
        ahead = LookAhead(others, counts(mine), counts(mine + turned), kept[self.seat], left)
        return "go on" if ahead.is_worth_it() else "stop"


class LookAhead:
    """One decision: what stopping is worth, and what going on."""

    def __init__(self, others: list[Counts], mine: Counts, held: Counts, kept: int, left: Counter[str]) -> None:
        self.players = len(others) + 1
        self.most = max(map(sum, others))
        self.sizes = [sum(cards) for cards in others]
        self.due = sum(value(cards) + 1 for cards in others)
        self.held, self.kept = held, kept
        spades = sum(number for card, number in left.items() if card[-1] == "s")
        self.left = counts(Counter({card: number for card, number in left.items() if card[-1] != "s"}))
        self.cards_left = left.total()
        kept_one, ace = left["2s"], left["As"]
        self.spades = (
            -ace * self.payment(mine, kept)
            + kept_one * self.expected(mine, kept + 1)
            + (spades - ace - kept_one) * self.expected(mine, kept)
        )
        """What all spades are worth together that may come next."""
        self.known: dict[Counts, float] = {}

    def is_worth_it(self) -> bool:
        """To go on. Most often one further card says so."""
        stopped = self.expected(self.held, self.kept)
        return any(self.going_on(self.held, self.left, further) > stopped for further in (1, FURTHER))

    def going_on(self, held: Counts, left: Counts, further: int) -> float:
        """One more card, and ``further - 1`` after it at most."""
        worth = self.spades
        for kind, number in enumerate(left):
            if number:
                more = (*held[:kind], held[kind] + 1, *held[kind + 1 :])
                less = (*left[:kind], number - 1, *left[kind + 1 :])
                worth += number * self.best(more, less, further - 1)
        return worth / (self.cards_left - sum(held) + sum(self.held))

    def best(self, held: Counts, left: Counts, further: int) -> float:
        """Of stopping with these cards and going on."""
        if not further:
            return self.expected(held, self.kept)
        if held not in self.known:
            self.known[held] = max(self.expected(held, self.kept), self.going_on(held, left, further))
        return self.known[held]

    def expected(self, held: Counts, kept: int) -> float:
        """Of the rest of the round, with these scored cards."""
        number = sum(held)
        share = 5 * self.players / (1 + self.sizes.count(number)) if number >= self.most else 0.0
        paid = value(held) + 1 + share
        return paid - (paid + self.payment(held, kept)) / self.players

    def payment(self, held: Counts, kept: int) -> float:
        bonus = 5 * self.players if sum(held) <= self.most else 0
        return float(2**kept * (self.due + bonus))

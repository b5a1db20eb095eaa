"""Fscking Ace: stop where what one may expect is highest.

All cards are seen as they are turned up, so the bot knows what is left in the pack. It compares stopping with
turning up one more card and stopping then (the one-stage look-ahead rule: the more lies before one, and the more
spades are left among fewer cards, the less a further card is worth, so that looking further seldom changes the
choice). What it expects of a position is

    (1 - 1/players) × what it will be paid  -  1/players × what it will pay

as everybody seems equally likely to meet the ace later on. It is paid the value of its cards, a dollar, and its
share of the bonus if it has the most cards now; it pays the others theirs, twice as much for each 2♠ that it keeps.
The ace makes the payment certain; another spade takes the cards of the turn. Values are those of the default
readings.
"""

from collections import Counter
from typing import Any

from referee.bot import Ask, Bot, View

RED_TWOS = ("2d", "2h")


def value(cards: list[str]) -> int:
    """In dollars, with all twos counted."""
    jokers = sum(int(card[2:]) for card in cards if card.startswith("Jo"))
    regular = sum(not card.startswith("Jo") for card in cards)
    return (regular << sum(card in RED_TWOS for card in cards)) + (jokers << cards.count("2c"))


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
        turned = view.cards("turned")
        left = self.pack - Counter(turned) - Counter(view.cards("discarded"))
        scored = [view.cards("scored", seat) for seat in range(self.players)]
        kept = [len(view.cards("kept", seat)) for seat in range(self.players)]
        for seat in range(self.players):
            left = left - Counter(scored[seat]) - Counter({"2s": kept[seat]})
        mine = scored[self.seat]
        others = [cards for seat, cards in enumerate(scored) if seat != self.seat]
        stopped = self.expected(mine + turned, others, kept[self.seat])
        lost = self.expected(mine, others, kept[self.seat])
        going_on = 0.0
        for card, number in left.items():
            if card == "As":
                after = -self.payment(mine, others, kept[self.seat])
            elif card == "2s":
                after = self.expected(mine, others, kept[self.seat] + 1)
            elif card.endswith("s"):
                after = lost
            else:
                after = self.expected([*mine, *turned, card], others, kept[self.seat])
            going_on += number * after
        return "go on" if going_on / left.total() > stopped else "stop"

    def expected(self, mine: list[str], others: list[list[str]], kept: int) -> float:
        most = max(map(len, others))
        share = 0.0
        if len(mine) >= most:
            share = 5 * self.players / (1 + sum(len(cards) == len(mine) for cards in others))
        paid = value(mine) + 1 + share
        return paid - (paid + self.payment(mine, others, kept)) / self.players

    def payment(self, mine: list[str], others: list[list[str]], kept: int) -> float:
        bonus = 5 * self.players if len(mine) <= max(map(len, others)) else 0
        return float(2**kept * (sum(value(cards) + 1 for cards in others) + bonus))

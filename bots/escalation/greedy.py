"""Escalation: few turns to go.

Taking and leading is nearly always possible, so once the stock is gone every turn can shed one *group*:
all cards of equal value, or a single special. The hand with the fewest groups is the nearest to winning.
This bot makes the play after which, its hand refilled, it can expect the fewest; cards taken count a little.
"""

from collections.abc import Iterable

from referee.bot import Ask, Bot, Option, View

LOW = ("4", "5", "6")
SPECIALS = ("2", "3")
CARDS = 52
TAKEN_CARD = 0.05
"""What a taken card costs, in groups: only losers pay for it."""


def group(card: str) -> str:
    return "low" if card in LOW else card


class Greedy(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        hand, stock = view.cards("hand"), view.size("stock") or 0
        taken = TAKEN_CARD * len(view.cards("middle"))
        return min(ask.options(), key=lambda option: self.cost(option, hand, stock, taken))

    def cost(self, option: Option, hand: list[str], stock: int, taken: float) -> float:
        if option.arm == "take":
            # A lead follows in the same turn: of a whole group, or of one special.
            leads = [
                [card] if card in SPECIALS else [each for each in hand if group(each) == group(card)]
                for card in dict.fromkeys(hand)
            ]
            return min(self.groups_after(lead, hand, stock) for lead in leads) + taken
        return self.groups_after(option.cards, hand, stock)

    def groups_after(self, played: Iterable[str], hand: list[str], stock: int) -> float:
        """How many groups are to be expected after the refill: those kept, and drawn cards that join none."""
        rest = list(hand)
        for card in played:
            rest.remove(card)
        plain = [card for card in rest if card not in SPECIALS]
        kept, specials = {*map(group, plain)}, len(rest) - len(plain)
        joining = sum(12 if each == "low" else 4 for each in kept) - len(plain)
        drawn = min(len(hand) - len(rest), stock)
        return len(kept) + specials + drawn * (1 - joining / (CARDS - len(rest)))

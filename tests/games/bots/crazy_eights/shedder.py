"""It lays what costs most, keeps eights, and names the suit of which it has most."""

from collections import Counter

from referee.bot import Ask, Bot, Option, View

COSTS = {"A": 1, "J": 10, "Q": 10, "K": 10, "8": 0} | {str(number): number for number in (2, 3, 4, 5, 6, 7, 9, 10)}


def cost(option: Option) -> int:
    """What a card would cost in hand, where an eight is for the end; no card is the worst."""
    return COSTS[option.cards[0][:-1]] if option.cards else -1


class Shedder(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        if ask.what == "suit":
            held = Counter(card[-1] for card in view.cards("hand") if card[:-1] != "8")
            return max(ask.options(), key=lambda option: held[option.plain[0]])
        return max(ask.options(), key=cost)

"""A bot: it bids what its aces, kings and spades are worth, and takes tricks until it has them."""

from referee.bot import Ask, Bot, Option, View

ORDER = {
    rank: number for number, rank in enumerate(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"), 2)
}


class Careful(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        options = list(ask.options())
        if ask.what == "bid":
            wanted = min(self.tricks(view.cards("hand")), len(options) - 1)
            return options[wanted]  # nil comes first, then 1, 2, 3 …
        short = view["tricks"][self.seat] < view["bid"][self.seat]
        return (max if short else min)(options, key=lambda each: self.worth(each.cards[0]))

    def tricks(self, hand: list[str]) -> int:
        spades = sum(card.endswith("s") for card in hand)
        high = sum(ORDER[card[:-1]] >= 13 for card in hand if not card.endswith("s"))
        return high + max(spades - 2, 0)

    def worth(self, card: str) -> int:
        return ORDER[card[:-1]] + (20 if card.endswith("s") else 0)

"""It bids its aces and kings, takes tricks while it wants some, and gets rid of high cards then."""

from referee.bot import Ask, Bot, Option, View

HIGH = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


class Counter(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        if ask.what == "bid":
            wanted = sum(card[:-1] in ("A", "K") for card in view.cards("hand"))
            return min(ask.options(), key=lambda option: abs(option.plain - wanted))
        short = view["bids"][view.seat] > view["tricks"][view.seat]
        order = sorted(ask.options(), key=lambda option: HIGH.index(option.cards[0][:-1]))
        return order[0] if short else order[-1]

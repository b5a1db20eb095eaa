"""It buys the dearest of province, gold and silver, and land when it gets late."""

from referee.bot import Ask, Bot, Option, View

WANTED = ("province", "gold", "laboratory", "market", "silver", "smithy", "village")
LAST = ("province", "duchy", "estate")
KEPT = ("gold", "silver", "market", "laboratory", "smithy", "village", "militia", "copper")


class BigMoney(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        if ask.what == "give up":
            return max(ask.options(), key=lambda option: sum(self.worth(card) for card in option.cards))
        left = sum(card == "province" for card in view.cards("supply"))
        wanted = LAST + WANTED if left < 3 else WANTED
        if ask.what == "action":
            wanted = KEPT
        return min(ask.options(), key=lambda option: self.place(option, wanted))

    def place(self, option: Option, wanted: tuple[str, ...]) -> int:
        """The first of what is wanted, else nothing."""
        if not option.cards:
            return len(wanted)
        return wanted.index(option.cards[0]) if option.cards[0] in wanted else len(wanted) + 1

    def worth(self, card: str) -> int:
        """The less it is worth in a hand, the more."""
        return KEPT.index(card) if card in KEPT else 20

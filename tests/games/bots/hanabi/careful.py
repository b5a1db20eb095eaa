"""It plays what it knows to fit, hints at what the next ones could play, and else discards what it knows least of."""

from collections import Counter
from typing import Any

from referee.bot import Ask, Bot, Option, View

COPIES = {"1": 3, "2": 2, "3": 2, "4": 2, "5": 1}
LETTERS = {"hearts": "h", "spades": "s", "diamonds": "d", "clubs": "c", "flowers": "w", "stars": "x"}


class Careful(Bot):
    def start(self, info: dict[str, Any]) -> None:
        settings = info["settings"]
        suits, ranks = "hsdcwx"[: settings["suits"]], "12345"[: settings["ranks"]]
        self.pack = {rank + suit: COPIES[rank] for rank in ranks for suit in suits}
        self.could: list[list[set[str]]] = [[] for _ in range(info["players"])]
        """What everybody could know of each card in every hand from the hints so far."""

    def event(self, event: list[Any]) -> None:
        if event[0] == "move" and event[2].startswith("hand "):
            drawn = event[3] if isinstance(event[3], int) else len(event[3])
            self.could[int(event[2][5:])] += [set(self.pack) for _ in range(drawn)]
        elif event[0] == "open" and event[3][0] in ("play", "discard"):
            del self.could[event[1]][event[3][1]]
        elif event[0] == "tell":
            self.hear(event[3])

    def hear(self, hint: dict[str, Any]) -> None:
        has = hint["has"] if isinstance(hint["has"], str) else hint["has"]["letter"]
        for at, cards in enumerate(self.could[hint["of"]["seat"]], 1):
            cards -= {card for card in cards if (has in card) != (at in hint["cards"])}

    def answer(self, view: View, ask: Ask) -> Option:
        return max(ask.options(), key=lambda option: self.worth(view, option))

    def worth(self, view: View, option: Option) -> float:
        """What is known to fit is played, else somebody is told what he can play, else the least known is discarded."""
        way, what = option.plain
        if way in ("play", "discard"):
            seen = Counter(view.cards("fireworks") + view.cards("discarded"))
            for seat in range(view.players):
                seen.update(view.cards("hand", seat))
            cards = {card for card in self.could[view.seat][what] if seen[card] < self.pack[card]}
            if way == "play":
                return 9 if cards and all(self.fits(view, card) for card in cards) else -9
            useless = all(self.is_past(view, card) for card in cards)
            return 3 if useless else 1 + len(cards) / 100 - what / 1000
        seat = what["player"]["seat"]
        has = LETTERS[what["suit"]] if way == "hint suit" else what["rank"]
        return 2 * self.told(view, seat, has)

    def told(self, view: View, seat: int, has: str) -> float:
        """How many cards that fit another player knows then to fit, and a little for what else he learns."""
        worth = 0.0
        for card, could in zip(view.cards("hand", seat), self.could[seat], strict=True):
            knows = {each for each in could if (has in each) == (has in card)}
            if self.fits(view, card):
                could_fit, can_fit = (sum(self.fits(view, each) for each in all_) for all_ in (could, knows))
                worth += 2 * (can_fit / len(knows) - could_fit / len(could))
            worth += 0.01 * (len(could) - len(knows)) / len(self.pack)
        return worth

    def fits(self, view: View, card: str) -> bool:
        """Whether it is the next one of its suit."""
        return sum(each[1] == card[1] for each in view.cards("fireworks")) == int(card[0]) - 1

    def is_past(self, view: View, card: str) -> bool:
        return sum(each[1] == card[1] for each in view.cards("fireworks")) >= int(card[0])

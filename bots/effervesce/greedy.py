"""Effervesce: towards the suit of which one has the most ranks.

Cards that are no use go first, cards that complete the suit are taken first. A challenge is worth making if the
highest card probably wins it. The Red Joker turns a challenge that is lost; the Black Joker counts for ♠ and ♣,
and is spent where a good hand would be broken up.
"""

from collections import Counter
from typing import Any

from referee.bot import Ask, Bot, View

ORDER = ["2", "3", "4", "5", "6", "8", "9", "10", "J", "Q", "K", "A"]
JOKERS = ("BJ", "RJ")
GOOD = 6
"""So many ranks of one suit are more than a hand from the stock is likely to have."""


def strength(card: str) -> int:
    """In a comparison: the value first, then the suit; below all of them the jokers."""
    if card in JOKERS:
        return JOKERS.index(card) - 2
    rank, suit = card[:-1], card[-1]
    return 4 * ORDER.index("K" if rank == "7" else rank) + "cdsh".index(suit)


def suits_of(cards: list[str]) -> Counter[str]:
    """How many ranks of each suit there are, the Black Joker included as one more."""
    held = Counter(card[-1] for card in {*cards} if card not in JOKERS)
    return held + Counter({suit: 1 for suit in "sc" if "BJ" in cards and held[suit]})


class Greedy(Bot):
    def start(self, info: dict[str, Any]) -> None:
        s = info["settings"]
        self.hand, self.jokers, self.full = s["hand"], len(s["jokers"]), len(s["ranks"])
        self.deck = [rank + suit[0] for suit in s["suits"] for rank in s["ranks"]] * s["packs"]

    def answer(self, view: View, ask: Ask) -> Any:
        if ask.what in ("joker", "full suit") and ask.count() == 1:
            return next(ask.options())
        self.mine = view.cards("hand") + view.cards("aside")
        suits = suits_of(self.mine)
        self.suit = max("hsdc", key=lambda suit: suits[suit])
        self.ranks = suits[self.suit]
        space, what = ask.describe(), ask.what.removesuffix(" of the set-aside cards")
        if space["space"] == "cards":
            most = min(space["most"], len(space["of"]))
            # What is set aside is of no use already, so it is given and passed before anything else.
            least = most if what in ("give", "pass") and what != ask.what else space["least"]
            return self.cards(what, space["of"], least, most)
        if space["space"] == "arms":
            return self.arm(what, view, space["arms"])
        if what == "declare":
            stock = view.size("stock") or 0
            return ask.sample(self.rng) if stock < self.hand or self.confident() else "stock"
        if what == "number":
            spare = self.hand - self.ranks
            dice = {"first die": view["first_die"], "second die": view["second_die"]}
            dice["total"] = sum(dice.values())
            return max(dice, key=lambda word: dice[word] if dice[word] <= spare else -dice[word])
        return ask.sample(self.rng)

    def confident(self) -> bool:
        """Whether another hand probably has no card that is higher than one's best."""
        best = max(map(strength, self.mine))
        higher = sum(strength(card) > best for card in self.deck)
        elsewhere = 1 - self.hand / (len(self.deck) + self.jokers - len(self.mine))
        return bool(elsewhere**higher > 0.5)

    def cards(self, what: str, of: list[str], least: int, most: int) -> list[str]:
        if what in ("show", "answer"):
            return [max(of, key=strength)]
        if what == "take":
            wanted = sorted(zip(self.worths(of, self.mine), of, strict=True), key=lambda each: -each[0])[:most]
            return [card for number, (worth, card) in enumerate(wanted) if number < least or worth >= 1]
        if what == "point out":
            suits = suits_of(of)
            return sorted(of, key=lambda card: (-suits[card[-1]], of.count(card)))[:most]
        spare = sorted(zip(self.worths(of, []), of, strict=True), key=lambda each: each[0])
        return [card for _, card in spare[:least]]

    def worths(self, cards: list[str], having: list[str]) -> list[float]:
        """What each card is worth to oneself, beside those one has; a second one of a rank spoils the suit."""
        worths, seen = [], set(having)
        for card in cards:
            if card in JOKERS:
                worths.append(9.0 if card == "BJ" and self.suit in "sc" else 5.0)
            elif card[-1] == self.suit:
                worths.append(-1.0 if card in seen else 10.0)
            else:
                worths.append(strength(card) / 100)
            seen.add(card)
        return worths

    def arm(self, what: str, view: View, arms: dict[str, Any]) -> list[Any]:
        if what == "full suit":
            rest = [card for card in self.mine if card[-1] != self.suit]
            if "claim" in arms and ("silent" not in arms or max(map(strength, rest)) >= strength("Ac")):
                return ["claim", arms["claim"]["of"]]
            return ["declare", []] if "declare" in arms else ["silent"]
        if what == "challenge":
            with_red = arms.get("challenge", {}).get("of")
            if "challenge" not in arms or not (self.ranks >= GOOD if with_red else self.confident()):
                return ["let"]
            return ["challenge", with_red] if with_red else ["challenge"]
        lost = view["compared"] and view["winner"] != {"seat": view.seat}
        if "red" in arms and lost:
            return ["red", arms["red"]["of"]]
        if "black" in arms and self.ranks > GOOD and (lost or self.breaks_up(view)):
            return ["black", arms["black"]["of"]]
        return ["none"]

    def breaks_up(self, view: View) -> bool:
        """Whether cards of a good hand have to go: after doubles, or in a trade that leaves too few of them."""
        first, second = view["first_die"], view["second_die"]
        if first == second:
            return bool(first)
        kept = self.hand - first - second if view["mover"] == {"seat": view.seat} else self.ranks - 2
        return not view["compared"] and view["challenger"] is None and kept < self.ranks and self.ranks + 3 >= self.full

"""Five Crowns: few cards that are in no meld.

The solver of the game says which melds leave the least. Before anybody has exited the bot counts a card that is
left over with its points and a little more, and a wild with next to nothing, as it will find its meld; of the
cards left over it keeps those that another card would make a meld of. It takes the top of the discard pile if
that leaves less than it has now, and exits as soon as it can. In the last turn the points count, and nothing else.

Before the last turn it takes a wild from the discard pile without looking whether it is of use. A wild is always a
wild to it, never a natural card, also where readings would let a card of the wild rank be one: under readings that
want natural cards, or bound wilds, it overlooks melds.
"""

from collections.abc import Sequence
from typing import Any

from referee.bot import Ask, Bot, View
from referee.games.five_crowns.melds import SUITS, MeldRules, cards_of
from referee.games.five_crowns.partition import Partition, best_partition

RANK_NAMES = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUIT_LETTERS = "tdchs"
JOKER = "Jo"
CARD, WILD = 8, 1
"""What any card left over costs beside its points before the last turn, and what a wild does in all."""
NEAR = 6
"""How much less a card costs that one further card, or a wild, would bring into a meld with another one."""


def slot(card: str) -> int:
    return RANK_NAMES.index(card[:-1]) * SUITS + SUIT_LETTERS.index(card[-1])


def name(slot: int) -> str:
    return RANK_NAMES[slot // SUITS] + SUIT_LETTERS[slot % SUITS]


class Greedy(Bot):
    def start(self, info: dict[str, Any]) -> None:
        self.readings: dict[str, str] = info["readings"]
        self.rules = MeldRules.of(self.readings)

    def answer(self, view: View, ask: Ask) -> Any:
        hand = view.cards("hand")
        self.last = bool(view["last_turns"])
        self.wild = self.wild_rank(view, len(hand))
        if ask.what == "draw":
            return self.draw(hand, view.cards("discard")[-1])
        if ask.what == "turn":
            return self.finish(hand, ask)
        if ask.what == "lay down":
            melds = self.named_melds(hand)
            return next((["meld", meld] for meld in melds if ask.admits(["meld", meld])), ["enough"])
        if ask.what == "add":
            return self.add(hand, ask)
        return ask.sample(self.rng)

    def wild_rank(self, view: View, cards: int) -> str:
        if self.readings["hand-count"] == "before-draw":
            return str(view["wild"])
        return RANK_NAMES[cards - 3] if 3 <= cards <= 13 else ""

    # -- what it does ---------------------------------------------------------------------------------------

    def draw(self, hand: list[str], top: str) -> str:
        # What is drawn from the stock can be discarded again: it leaves no more than there is now.
        if not self.last and self.is_wild(top):
            return "discard"
        return "discard" if self.left_at_best([*hand, top]) < self.cost(hand) else "stock"

    def finish(self, hand: list[str], ask: Ask) -> Any:
        arms = ask.describe()["arms"]
        if "exit with all" in arms:
            return ["exit with all"]
        if "exit" in arms:
            return ["exit", [max(arms["exit"]["of"], key=self.points)]]
        if "discard" not in arms:
            return ["lay down"]
        return ["discard", [self.worst(hand, arms["discard"]["of"])]]

    def add(self, hand: list[str], ask: Ask) -> Any:
        """A card goes to somebody else's meld unless it is of more use in one's own."""
        best = min(ask.describe()["arms"]["add"]["of"], key=lambda card: self.cost(without(hand, card)))
        return ["add", [best]] if self.cost(without(hand, best)) <= self.cost(hand) else ["enough"]

    def worst(self, hand: list[str], of: Sequence[str]) -> str:
        """Without which card least is left."""
        left = [] if self.last else [card for card in self.left(hand) if card in of]
        if left:
            return max(left, key=lambda card: self.worth_less(card, left))
        return min(dict.fromkeys(of), key=lambda card: self.cost(without(hand, card)))

    def left_at_best(self, hand: list[str]) -> float:
        """What is left when the best card has been discarded."""
        return self.cost(without(hand, self.worst(hand, hand)))

    # -- what cards are worth to it -------------------------------------------------------------------------

    def worth_less(self, card: str, left: Sequence[str]) -> float:
        return self.points(card) - (0 if self.last or self.is_wild(card) else NEAR * (near(card, left) > 0))

    def cost(self, hand: Sequence[str]) -> float:
        """What the cards cost that are left over."""
        if self.last:
            return self.partition(hand).points
        left = self.left(hand)
        return sum(self.worth_less(card, left) for card in left)

    def is_wild(self, card: str) -> bool:
        return card == JOKER or card[:-1] == self.wild

    def points(self, card: str) -> int:
        if self.is_wild(card) and not self.last:
            return WILD
        if card == JOKER:
            return 50
        rank = card[:-1]
        number = RANK_NAMES.index(rank) + 3
        if rank == self.wild:
            return number if number > 10 and self.readings["wild-court-points"] == "face" else 20
        if self.last:
            return 0 if number <= 10 and self.readings["number-card-points"] == "zero" else number
        return number + CARD

    # -- what the solver says -------------------------------------------------------------------------------

    def partition(self, hand: Sequence[str]) -> Partition:
        cards = cards_of(slot(card) for card in hand if not self.is_wild(card))
        wilds = [self.points(card) for card in hand if self.is_wild(card)]
        costs = [self.points(rank + "t") for rank in RANK_NAMES]
        return best_partition(cards, sorted(wilds), [], costs, self.rules)

    def left(self, hand: Sequence[str]) -> list[str]:
        """The cards left over; of wilds the cheapest ones."""
        found = self.partition(hand)
        wilds = sorted((card for card in hand if self.is_wild(card)), key=self.points)
        return [name(each) for each in found.left] + wilds[: found.wilds_left]

    def named_melds(self, hand: Sequence[str]) -> list[list[str]]:
        """The melds of the best partition by the names of their cards, the dearest wilds used first."""
        wilds = sorted((card for card in hand if self.is_wild(card)), key=self.points, reverse=True)
        melds = []
        for naturals, number in self.partition(hand).melds:
            melds.append([name(each) for each in naturals] + wilds[:number])
            wilds = wilds[number:]
        return melds


def without(hand: Sequence[str], card: str) -> list[str]:
    rest = list(hand)
    rest.remove(card)
    return rest


def near(card: str, left: Sequence[str]) -> int:
    """How many of the others left over are of its rank, or within two ranks in its suit."""
    others = without(left, card)
    rank = RANK_NAMES.index(card[:-1])
    ranks = [(RANK_NAMES.index(each[:-1]), each[-1]) for each in others if each != JOKER]
    return sum(each == rank or (suit == card[-1] and abs(each - rank) <= 2) for each, suit in ranks)

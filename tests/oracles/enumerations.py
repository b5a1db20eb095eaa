"""Small games counted by hand: every table of Escalation and of Fscking Ace, from their rulebooks.

Nothing here uses the rules, piles or tables of the package: cards are their ranks, a table is a tuple, and what can
follow is written out clause by clause, for the default readings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

State = tuple[Any, ...]
Cards = tuple[str, ...]


def counted(starts: Iterable[State], follow: Callable[[State], Iterable[State]]) -> tuple[int, int]:
    """How many tables there are, and how many pairs of one and one that can follow, each start counted as a pair."""
    known = set(starts)
    pairs, waiting = len(known), list(known)
    while waiting:
        after = set(follow(waiting.pop()))
        pairs += len(after)
        waiting += after - known
        known |= after
    return len(known), pairs


def some(cards: Cards, number: int) -> set[Cards]:
    return set(combinations(cards, number))


def without(cards: Cards, gone: Cards) -> Cards:
    return tuple(sorted((Counter(cards) - Counter(gone)).elements()))


def put(cards: Cards, more: Cards) -> Cards:
    return tuple(sorted(cards + more))


# -- Escalation ---------------------------------------------------------------------------------------------

WORTH = {"A": 14, "K": 13, "Q": 12, "J": 11, "10": 10, "9": 9, "8": 8, "7": 7, "6": 6, "5": 6, "4": 6}


class Escalation:
    """X-1 to X-7 for so many players, cards of each rank and cards in a full hand."""

    def __init__(self, players: int, ranks: Cards, suits: int, hand: int) -> None:
        self.players, self.full = players, hand
        self.pack: Cards = tuple(sorted(ranks * suits))

    def count(self) -> tuple[int, int]:
        return counted(self.deals(), self.follow)

    def deals(self) -> Iterator[State]:
        """X-1: stock, middle, hands, stacks, mover, dealer, clockwise?, total, nobody has led?, winner."""
        empty: tuple[Cards, ...] = ((),) * self.players
        for dealer in range(self.players):
            for stock, hands in self.dealt(self.pack, self.players):
                by_seat: list[Cards] = [()] * self.players
                for number, cards in enumerate(hands):
                    by_seat[(dealer + 1 + number) % self.players] = cards
                mover = (dealer + 1) % self.players
                yield stock, (), tuple(by_seat), empty, mover, dealer, True, 0, True, None

    def dealt(self, stock: Cards, hands: int) -> Iterator[tuple[Cards, tuple[Cards, ...]]]:
        if not hands:
            yield stock, ()
            return
        for cards in some(stock, self.full):
            for rest, others in self.dealt(without(stock, cards), hands - 1):
                yield rest, (cards, *others)

    def follow(self, state: State) -> Iterator[State]:
        stock, middle, hands, stacks, mover, dealer, clockwise, total, _, winner = state
        if winner is not None:
            return
        hand = hands[mover]
        ways: list[tuple[Cards, bool, int, bool]] = []
        if not middle:
            ways = [(cards, False, self.worth(cards), clockwise) for cards in self.sets(hand)]
            ways += [((card,), False, 0, clockwise != (card == "3")) for card in set(hand) & {"2", "3"}]
        else:
            ways = [(c, False, self.worth(c), clockwise) for c in self.sets(hand) if self.worth(c) > total]
            ways += [((card,), False, total, clockwise != (card == "3")) for card in set(hand) & {"2", "3"}]
            ways += [(cards, True, self.worth(cards), clockwise) for cards in self.sets(hand)]
            ways += [((card,), True, 0, clockwise != (card == "3")) for card in set(hand) & {"2", "3"}]
        for cards, takes, new_total, direction in ways:
            laid = put(() if takes else middle, cards)
            piles = [put(stack, middle) if takes and seat == mover else stack for seat, stack in enumerate(stacks)]
            left = without(hand, cards)
            missing = min(self.full - len(left), len(stock))
            following = (mover + (1 if direction else -1)) % self.players
            for drawn in some(stock, max(0, missing)):
                mine, rest = put(left, drawn), without(stock, drawn)
                all_hands = [mine if seat == mover else each for seat, each in enumerate(hands)]
                ended = None if mine else mover
                stacked = piles
                if ended is not None:
                    stacked = [p if s == mover else put(p, all_hands[s]) for s, p in enumerate(piles)]
                    all_hands = [()] * self.players
                yield (
                    rest, laid, tuple(all_hands), tuple(stacked), following, dealer, direction, new_total, False, ended
                )  # fmt: skip

    @staticmethod
    def worth(cards: Cards) -> int:
        return sum(WORTH[each] for each in cards)

    @staticmethod
    def sets(hand: Cards) -> Iterator[Cards]:
        """Ordinary cards of one value, at least one."""
        ordinary = [each for each in hand if each in WORTH]
        for size in range(1, len(ordinary) + 1):
            for cards in set(combinations(ordinary, size)):
                if len({WORTH[each] for each in cards}) == 1:
                    yield cards


# -- Fscking Ace --------------------------------------------------------------------------------------------


class FsckingAce:
    """A-1 to A-6 for one round; what is paid at its end follows from what lies on the table."""

    def __init__(self, players: int, pack: Cards) -> None:
        self.players, self.pack = players, tuple(sorted(pack))

    def count(self) -> tuple[int, int]:
        empty: tuple[Cards, ...] = ((),) * self.players
        starts = [
            (self.pack, empty, empty, (), (dealer + 1) % self.players, dealer, True, False)
            for dealer in range(self.players)
        ]
        return counted(starts, self.follow)

    def follow(self, state: State) -> Iterator[State]:
        """Pack, scored, kept, discarded, mover, dealer, clockwise?, over?: what one turn can make of it."""
        if not state[-1]:
            yield from self.turn_up(state, ())

    def turn_up(self, state: State, turned: Cards) -> Iterator[State]:
        pack, scored, kept, gone, mover, dealer, clockwise, _ = state
        for card in set(pack):
            rest = without(pack, (card,))
            left, right = (mover + 1) % self.players, (mover - 1) % self.players
            on = left if clockwise else right
            if card == "As":
                # who would open the next round has its dealer on the right.
                dealt_by = (on - 1) % self.players
                yield rest, scored, kept, put(gone, (*turned, card)), mover, dealt_by, clockwise, True
            elif card == "2s":
                mine = tuple(put(each, (card,)) if seat == mover else each for seat, each in enumerate(kept))
                yield rest, scored, mine, put(gone, turned), on, dealer, clockwise, False
            elif card == "7s":
                other = right if clockwise else left
                yield rest, scored, kept, put(gone, (*turned, card)), other, dealer, not clockwise, False
            elif card.endswith("s"):
                yield rest, scored, kept, put(gone, (*turned, card)), on, dealer, clockwise, False
            else:
                cards = (*turned, card)
                mine = tuple(put(each, cards) if seat == mover else each for seat, each in enumerate(scored))
                yield rest, mine, kept, gone, on, dealer, clockwise, False
                without_it = (without(pack, (card,)), *state[1:])
                yield from self.turn_up(without_it, cards)

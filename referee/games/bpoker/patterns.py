"""BP-SET: which cards make a set, and the words of sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from referee.kernel import Card, Deck

JOKER = "Jo"

# Sets that stay linked. A double five does as well: its word is that of the card as which it acts.
TWO_THREES = "3c 3c"
THREE_SIXES = "6 6 6"
BLACK_HOLE = "7h 7h"
WHITE_HOLE = "7c 7c"
BAN_TILE = "10d +"
THREE_JACKS = "J J J"
TILES = (TWO_THREES, THREE_SIXES, BLACK_HOLE, WHITE_HOLE, BAN_TILE, THREE_JACKS)

# Sets whose cards separate when they have been resolved.
JOKERS = "Jo Jo Jo +"
F_POKER = "Jo Jo 7"
TWO_TWOS = "2h 2d"
TWO_FOURS = "4 4"
DIAMOND_FOURS = "4d 4d"
THREE_FOURS = "4d 4d 4d"
SWAP = "9d 10c"
SHIELD = "J J"
QUEENS = "Q Q"
ATOMIC_BOMB = "Kc Kc"
ACES = "A A"
PASSING = (JOKERS, F_POKER, TWO_TWOS, TWO_FOURS, DIAMOND_FOURS, THREE_FOURS, SWAP, SHIELD, QUEENS, ATOMIC_BOMB, ACES)

DOUBLE_FIVE = "5 5 +"
"""The way to play a double five."""
WAYS = (*TILES, *PASSING, DOUBLE_FIVE)

BY_NAMES = {
    ("3c", "3c"): TWO_THREES,
    ("7h", "7h"): BLACK_HOLE,
    ("7c", "7c"): WHITE_HOLE,
    ("2d", "2h"): TWO_TWOS,
    ("4d", "4d"): DIAMOND_FOURS,
    ("4d", "4d", "4d"): THREE_FOURS,
    ("10c", "9d"): SWAP,
    ("Kc", "Kc"): ATOMIC_BOMB,
}
BY_RANKS = {
    ("7", JOKER, JOKER): F_POKER,
    ("4", "4"): TWO_FOURS,
    ("6", "6", "6"): THREE_SIXES,
    ("J", "J"): SHIELD,
    ("J", "J", "J"): THREE_JACKS,
    ("A", "A"): ACES,
}
SIZES = {
    "2": (2,),
    "3": (2,),
    "4": (2, 3),
    "6": (3,),
    "7": (2,),
    "J": (2, 3),
    "Q": (2,),
    "K": (2,),
    "A": (2,),
}
"""Of which rank how many cards may make a set; sets of different ranks are looked for one by one."""


def set_word(faces: Sequence[Card]) -> str:
    """The word of the set that these cards are, in whatever order; "" where they are none."""
    ranks, names = sorted([face.rank for face in faces]), sorted([face.name for face in faces])
    if ranks == [JOKER] * len(ranks) and len(ranks) > 2:
        return JOKERS
    if exact := BY_NAMES.get(tuple(names)):
        return exact
    if len(faces) == 2 and "10d" in names:
        return BAN_TILE
    if ranks == ["Q", "Q"] and names[0] == names[1]:
        return QUEENS
    return BY_RANKS.get(tuple(ranks), "")


class SetFinder:
    """Finds the sets in a pile of a deck. ``sets_in(pile)``: for each way to play one, its packed piles."""

    def __init__(self, deck: Deck, *, third_fives: bool, plain_fours: bool) -> None:
        """``third_fives``: a 5 may be third in a double five; ``plain_fours``: two 4♦ may be played as 4 + 4."""
        self.deck = deck
        self.third_fives, self.plain_fours = third_fives, plain_fours
        self.of_rank: dict[str, list[int]] = {}
        for kind, card in enumerate(deck.cards):
            self.of_rank.setdefault(card.rank, []).append(kind)
        names = [card.name for card in deck.cards]
        self.swapping = tuple([names.index(name) for name in ("9d", "10c") if name in names])
        self.ten = names.index("10d") if "10d" in names else -1
        self.sets_in = lru_cache(20_000)(self.find)

    def find(self, pile: int) -> dict[str, tuple[int, ...]]:
        counts = dict(self.deck.counts(pile))
        if self.is_plain(counts):
            return {}
        found: dict[str, dict[int, None]] = {}
        for word, kinds in (*self.alike(counts), *self.unlike(counts), *self.double_fives(counts)):
            found.setdefault(word, {})[self.deck.pack(kinds)] = None
        return {word: tuple(found[word]) for word in WAYS if word in found}

    def is_plain(self, counts: dict[int, int]) -> bool:
        """Whether no two cards are of one rank, and none is a 10♦, which goes with any: most piles are."""
        if self.ten in counts or (len(self.swapping) > 1 and all(kind in counts for kind in self.swapping)):
            return False
        cards = self.deck.cards
        return len({cards[kind].rank for kind in counts}) == sum(counts.values())

    def alike(self, counts: dict[int, int]) -> Iterator[tuple[str, Sequence[int]]]:
        """Cards of one rank."""
        there: dict[str, list[int]] = {}
        for kind in counts:
            there.setdefault(self.deck.cards[kind].rank, []).append(kind)
        for rank, kinds in there.items():
            total = sum([counts[kind] for kind in kinds])
            sizes = [size for size in SIZES.get(rank, ()) if size <= total] if total > 1 else []
            for some in [each for size in sizes for each in combinations_with_replacement(kinds, size)]:
                if all(some.count(kind) <= counts[kind] for kind in some):
                    word = set_word([self.deck.cards[kind] for kind in some])
                    if word:
                        yield word, some
                    if word == DIAMOND_FOURS and self.plain_fours:
                        yield TWO_FOURS, some

    def unlike(self, counts: dict[int, int]) -> Iterator[tuple[str, Sequence[int]]]:
        """Jokers, 9♦ with 10♣, and 10♦ with any card."""
        named = {self.deck.cards[kind].name: kind for kind in counts}
        if "9d" in named and "10c" in named:
            yield SWAP, [named["9d"], named["10c"]]
        if "10d" in named:
            ten = named["10d"]
            yield from ((BAN_TILE, [ten, kind]) for kind in counts if kind != ten or counts[ten] > 1)
        if JOKER in named:
            joker = named[JOKER]
            yield from ((JOKERS, [joker] * number) for number in range(3, counts[joker] + 1))
            if counts[joker] > 1:
                yield from ((F_POKER, [joker, joker, kind]) for kind in self.of_rank.get("7", ()) if kind in counts)

    def double_fives(self, counts: dict[int, int]) -> Iterator[tuple[str, Sequence[int]]]:
        """Two 5s of a suit with any third card."""
        for five in self.of_rank.get("5", ()):
            if counts.get(five, 0) > 1:
                for kind in counts:
                    is_five = self.deck.cards[kind].rank == "5"
                    if (kind != five or counts[five] > 2) and (self.third_fives or not is_five):
                        yield DOUBLE_FIVE, [five, five, kind]

    def in_order(self, word: str, kinds: Sequence[int]) -> list[int]:
        """The cards of a set from left to right: the two equal 5s first, the 10♦ of a ban first."""
        first: list[int] = []
        if word == DOUBLE_FIVE:
            first = [kind for kind in kinds if self.deck.cards[kind].rank == "5" and list(kinds).count(kind) > 1][:2]
        elif word == BAN_TILE:
            first = [self.deck.index("10d")]
        rest = list(kinds)
        for kind in first:
            rest.remove(kind)
        return first + rest

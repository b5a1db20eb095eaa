"""Cards, decks and packed piles.

A *kind* is all that rules can tell apart about a card; a deck has so many copies of each kind. An unordered
pile is one Python integer with ``Deck.width`` bits for each kind: union is ``+``, removal is ``-``, equality
and hashing are those of integers. The top bit of every field stays zero in a pile and serves as a guard when
two piles are compared field by field; the size of a pile is ``pile % (2**width - 1)``, because
``2**width ≡ 1`` for that modulus and no pile is that large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from math import prod
from typing import Any

from referee.kernel.card_naming import kinds_of_byte, naming
from referee.kernel.errors import Broken, RuleFault

_suits: dict[tuple[str, str, str], Suit] = {}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Suit:
    """``letter`` is what people type and records hold, ``symbol`` what a good terminal shows, ``name`` a word.

    There is one object for each suit in a process, so that ``is`` holds for what a table keeps.
    """

    letter: str
    symbol: str
    name: str

    def __new__(cls, letter: str, symbol: str, name: str) -> Suit:
        return _suits.setdefault((letter, symbol, name), object.__new__(cls))

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> Any:
        return Suit, (self.letter, self.symbol, self.name)


NO_SUIT = Suit("", "", "none")
"""What a suit-valued scalar holds before any is named, and the suit of a card that has none."""
HEARTS = Suit("h", "♥", "hearts")
SPADES = Suit("s", "♠", "spades")
DIAMONDS = Suit("d", "♦", "diamonds")
CLUBS = Suit("c", "♣", "clubs")
FRENCH_SUITS = (HEARTS, SPADES, DIAMONDS, CLUBS)
FRENCH_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card: ``rank`` and ``suit``; a joker, or a card whose suit no rule looks at, has no suit."""

    rank: str
    suit: Suit | None = None

    @property
    def name(self) -> str:
        """Unique in its deck, ASCII: ``10h``, ``K``, ``RJ``."""
        return self.rank + (self.suit.letter if self.suit else "")

    @property
    def pretty(self) -> str:
        """The card as a good terminal shows it: ``10♥``."""
        return self.rank + (self.suit.symbol if self.suit else "")


class Kinds:
    """A fixed set of kinds of one ``deck``, by their numbers (``indices``); ``|``, ``&`` and ``-`` combine sets.

    The kernel's own: ``mask`` selects their fields in a packed pile.
    """

    __slots__ = ("_hash", "deck", "indices", "mask")

    def __init__(self, deck: Deck, indices: Iterable[int]) -> None:
        self.deck = deck
        self.indices = tuple(sorted(set(indices)))
        self.mask = deck.field * sum(map(deck.one.__getitem__, self.indices))
        self._hash = hash(self.indices)  # rules keep what they know of kinds by them, and look it up at every turn

    def __or__(self, other: Kinds) -> Kinds:
        return Kinds(self.deck, self.indices + other.indices)

    def __sub__(self, other: Kinds) -> Kinds:
        return Kinds(self.deck, [index for index in self.indices if index not in other.indices])

    def __and__(self, other: Kinds) -> Kinds:
        return Kinds(self.deck, [index for index in self.indices if index in other.indices])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kinds) and self.indices == other.indices

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Kinds({' '.join(self.deck.cards[index].name for index in self.indices)})"


ALONE: Any = object()
"""Stands for an arm where answers belong to none."""
MOST_SETS = 64
"""A pile with more sets is not worth listing them."""


class Deck:
    """All the cards of a game: ``copies[i]`` cards of kind ``cards[i]``. Immutable.

    ``Deck([(Card("A", HEARTS), 2), …])``; kinds keep the order given, which is the order of display, and are called by
    their position in it, from 0. ``total`` is the number of all cards, ``whole`` the pile of them, ``all_kinds`` the
    set of all kinds, ``one`` a pile of a single card for each kind; ``cards`` are the ``Card`` of each kind, ``copies``
    how many there are of it.

    The kernel's own: ``width``, ``field``, ``modulus`` and ``guard`` say how piles are packed; ``ones``, ``singles``,
    ``named``, ``card_names``, ``counted``, ``alone`` and ``all_ranks`` are kept so that they are made once;
    ``is_pile`` and ``covers`` look at known piles.
    """

    def __init__(self, contents: Sequence[tuple[Card, int]]) -> None:
        self.cards = tuple(card for card, _ in contents)
        self.copies = tuple(number for _, number in contents)
        self.suits = tuple(dict.fromkeys(card.suit for card in self.cards if card.suit is not None))
        """Each suit once, in the order of the deck."""
        self.ranks = tuple(dict.fromkeys(card.rank for card in self.cards if card.suit is not None or not self.suits))
        """Each rank once, in the order of the deck; jokers and tokens have none where other cards have suits."""
        self.total = sum(self.copies)
        self.width = (self.total + 1).bit_length() + 1
        self.field = self.modulus = (1 << self.width) - 1
        self.one = tuple(1 << self.width * index for index in range(len(self.cards)))
        self._kind_of = {one: index for index, one in enumerate(self.one)}
        self.guard = sum(one << self.width - 1 for one in self.one)
        self.whole = sum(one * number for one, number in zip(self.one, self.copies, strict=True))
        self.counted = lru_cache(256)(self._counted)
        """``counts``, as a tuple that is kept, and the numbers alone."""
        self.ones = lru_cache(4096)(self._ones)
        """One packed card of each kind that occurs in a packed pile; pairs with it of the arm, if one is given."""
        self.singles = lru_cache(64)(self._singles)
        """Every card of a packed pile as a packed pile of its own, in the order of the deck."""
        self.all_kinds = Kinds(self, range(len(self.cards)))
        self.alone = lru_cache(None)(self._alone)
        """A kind, given by its number, as a set of its own."""
        self.all_ranks = tuple(dict.fromkeys(card.rank for card in self.cards))
        """Each rank once, and the names of jokers and tokens."""
        self._matching = lru_cache(None)(self._of_like)
        self.of_suit = lru_cache(None)(lambda suit: self.where(suit=suit))
        """The kinds of a suit."""
        self.of_rank = lru_cache(None)(lambda rank: self.where(ranks=[rank]))
        """The kinds of a rank."""
        self._size = (self.width * len(self.cards) + 7) // 8
        self._of_byte = kinds_of_byte(self.width)
        self.card_names = tuple(card.name for card in self.cards)
        self.named = naming(self.card_names, self.unpack, self.width)
        """The names of the cards of a packed pile, as a tuple that is kept."""
        self._index = {name: index for index, name in enumerate(self.card_names)}
        for index, card in enumerate(self.cards):
            if self._index[card.name] != index:
                raise ValueError(f"two kinds of card are called {card.name!r}: make them one kind with more copies")

    @staticmethod
    def of(
        ranks: Sequence[str],
        suits: Sequence[Suit],
        packs: int = 1,
        *,
        jokers: Mapping[str, int] | None = None,
        tokens: Mapping[str, int] | None = None,
        by_rank: bool = False,
    ) -> Deck:
        """``packs`` packs of every rank in every suit, and so many ``jokers`` of each name in all.

        ``tokens`` are no cards to players, and lie in zones as cards do: counters, coins, pieces. With ``by_rank`` no
        rule looks at suits: a rank is one kind with a copy for each suit and pack.
        """
        if by_rank:
            contents = [(Card(rank), packs * len(suits)) for rank in ranks]
        else:
            contents = [(Card(rank, suit), packs) for suit in suits for rank in ranks]
        others = [*(jokers or {}).items(), *(tokens or {}).items()]
        return Deck([*contents, *((Card(name), number) for name, number in others)])

    def index(self, name: str) -> int:
        """The kind of that name; KeyError where there is none."""
        return self._index[name]

    def _alone(self, index: int) -> Kinds:
        return Kinds(self, (index,))

    def where(
        self,
        *,
        ranks: Iterable[str] | None = None,
        suit: Suit | None = None,
        condition: Callable[[Card], bool] | None = None,
    ) -> Kinds:
        """The kinds of these ranks and of this suit for which the condition holds. Without ranks or suit any will do;
        ``NO_SUIT`` means kinds without a suit."""
        wanted = None if ranks is None else set(ranks)
        return Kinds(
            self,
            [
                index
                for index, card in enumerate(self.cards)
                if (wanted is None or card.rank in wanted)
                and (suit is None or (card.suit or NO_SUIT) is suit)
                and (condition is None or condition(card))
            ],
        )

    def matching(self, card: Card | int) -> Kinds:
        """The kinds of the same suit or the same rank as a card (a ``Card``, or the number of its kind)."""
        one = self.cards[card] if isinstance(card, int) else card
        return self._matching(one)

    def _of_like(self, one: Card) -> Kinds:
        return self.where(
            condition=lambda card: card.rank == one.rank or (card.suit is not None and card.suit is one.suit)
        )

    # -- packed piles -----------------------------------------------------------------------------------

    def pack(self, kinds: Iterable[int]) -> int:
        """The pile of these kinds, each as often as it is named."""
        return sum(map(self.one.__getitem__, kinds))

    def unpack(self, pile: int) -> list[int]:
        """The kinds of a packed pile, each as often as it occurs, in the order of the deck."""
        alone = self._kind_of.get(pile)
        if alone is not None:
            return [alone]
        # Byte by byte: to take a number apart field by field takes several times as long.
        found: list[int] = []
        of_byte, numbers = self._of_byte, self._bytes(pile)
        for at in compress(range(len(numbers)), numbers):
            found += of_byte(at, numbers[at])
        return found

    def size(self, pile: int) -> int:
        """How many cards a known pile has. Rules ask ``t.size``, which a proof can follow."""
        return pile % self.modulus

    def counts(self, pile: int) -> list[tuple[int, int]]:
        """``(kind, how many)`` for every kind that occurs, in the order of the deck."""
        if pile & self.guard:
            raise RuleFault(Broken.SHORTAGE, "cards were taken out of a pile by '-' that are not in it")
        if self.width == 8:
            numbers = self._bytes(pile)
            return [(index, numbers[index]) for index in compress(range(len(numbers)), numbers)]
        found: list[tuple[int, int]] = []
        width, field = self.width, self.field
        while pile:
            index = ((pile & -pile).bit_length() - 1) // width
            number = pile >> width * index & field
            found.append((index, number))
            pile ^= number << width * index
        return found

    def _counted(self, pile: int) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
        counts = self.counts(pile)
        return tuple(counts), tuple([number for _, number in counts])

    def _bytes(self, pile: int) -> bytes:
        """The bytes of a pile, each of which is how many there are of a kind where fields are of eight bits."""
        return pile.to_bytes(self._size, "little")

    def _ones(self, pile: int, arm: Any = ALONE) -> tuple[Any, ...]:
        if self.width == 8 and not pile & self.guard:
            ones: Iterable[int] = compress(self.one, self._bytes(pile))  # no step of Python for each kind
        else:
            ones = [self.one[index] for index, _ in self.counts(pile)]
        return tuple(ones if arm is ALONE else [(arm, one) for one in ones])

    def _singles(self, pile: int) -> tuple[int, ...]:
        return tuple([self.one[index] for index in self.unpack(pile)])

    def covers(self, pile: int, part: int) -> bool:
        """Whether ``part`` is a part of ``pile``; both must be packed piles (guard bits clear)."""
        guard = self.guard
        return (pile | guard) - part & guard == guard

    def is_pile(self, packed: int) -> bool:
        """Whether an integer from outside is a packed pile within this deck."""
        return 0 <= packed <= self.whole and not packed & self.guard and self.covers(self.whole, packed)

    # -- text -------------------------------------------------------------------------------------------

    def names(self, pile: int) -> list[str]:
        """The names of the cards of a pile, in the order of the deck."""
        named = self.named
        return [*named(pile)]

    def parse(self, words: Iterable[str]) -> int:
        """A pile from card names; ValueError names the first word that is no card or exceeds the deck."""
        pile = 0
        for word in words:
            index = self._index.get(word)
            if index is None:
                raise ValueError(f"{word!r} is no card of this game")
            number = pile >> self.width * index & self.field
            if number >= self.copies[index]:
                raise ValueError(f"there are only {self.copies[index]} cards {word!r}")
            pile += self.one[index]
        return pile


class Values:
    """A number for each of some kinds of a ``deck`` (``of``, by kind), and the groups of kinds with the same number.

    Rules score with it (``t.worth``, ``place.highest``) and offer cards of equal value (``EqualValue``). ``kinds`` are
    those that have a number, ``groups`` pairs of a number and its kinds, the lowest first.

    The kernel's own: ``downward``, ``mask`` and ``sets``, made once from these.
    """

    def __init__(self, deck: Deck, of: Mapping[int, int], *, apart: bool = False) -> None:
        """``apart`` makes every rank a group of its own, even where ranks have the same number."""
        self.deck = deck
        self.of = dict(of)
        self.kinds = Kinds(deck, self.of)
        groups: dict[tuple[int, str], list[int]] = {}
        for index, value in sorted(self.of.items(), key=lambda each: each[1]):
            groups.setdefault((value, deck.cards[index].rank if apart else ""), []).append(index)
        self.groups = tuple([(value, deck.alone(indices[0]) if len(indices) == 1 else Kinds(deck, indices))
                             for (value, _), indices in groups.items()])  # fmt: skip
        self.downward = tuple((value, group.mask) for value, group in reversed(self.groups))
        self.group_of = {index: at for at, (_, group) in enumerate(self.groups) for index in group.indices}
        """The position of each kind's group in ``groups``."""
        self.described = lru_cache(1024)(self._described)
        """What a packed pile has of these kinds, as JSON data that nobody may change: names, values, groups."""
        self.mask = self.kinds.mask
        self.sets = lru_cache(16384)(self._sets)
        self._of_one_value = lru_cache(4096)(self._sets_of_one_value)
        self._same = lru_cache(16384)(lambda each: each)
        """One object for each set, whatever pile it is taken from: saves memory, and time to fetch it."""
        self.worth = lru_cache(16384)(self._worth)
        """The sum of the values of the cards of a packed pile."""
        self.worth_of_set = lru_cache(16384)(self._worth_of_set)
        """The same where the cards are of one value; None for any other answer."""

    def _described(self, pile: int) -> tuple[list[str], dict[str, int], list[list[str]]]:
        cards, names, numbers = self.deck.cards, [], {}
        groups: dict[int, list[str]] = {}
        for index, number in self.deck.counts(pile & self.mask):
            name = cards[index].name
            names += [name] * number
            numbers[name] = self.of[index]
            groups.setdefault(self.group_of[index], []).append(name)
        return names, numbers, [groups[at] for at in sorted(groups)]

    def _worth(self, pile: int) -> int:
        modulus = self.deck.modulus
        return sum([value * ((pile & mask) % modulus) for value, mask in self.downward])

    def _worth_of_set(self, pile: int) -> int | None:
        if pile > 0 and self.deck.is_pile(pile):
            for _, mask in self.downward:
                if not pile & ~mask:
                    return self._worth(pile)
        return None

    def _sets(self, pile: int, arm: Any) -> tuple[tuple[int, ...], tuple[Any, ...]] | None:
        """Every choice of one or more cards of one value: the worths and packed piles, the lowest worth first.

        With an ``arm`` of a choice each is a pair of the arm and a pile. None: there are too many. ``pile`` has only
        cards with a value.
        """
        found: list[tuple[int, int, Any]] = []
        of_one_value = self._of_one_value
        for value, mask in self.downward:
            cards = pile & mask
            if cards:
                sets = of_one_value(value, cards, arm)
                if sets is None:
                    return None
                found += sets
        worths, _, answers = zip(*sorted(found), strict=True) if found else ((), (), ())
        return worths, answers

    def _sets_of_one_value(self, value: int, pile: int, arm: Any) -> list[tuple[int, int, Any]] | None:
        """Worth, packed pile and answer of each; piles of one value are met again and again."""
        deck = self.deck
        counts = deck.counts(pile)
        if prod([number + 1 for _, number in counts]) > MOST_SETS:
            return None
        sets = [0]
        for index, number in counts:
            sets = [one + (taken << deck.width * index) for one in sets for taken in range(number + 1)]
        return [(value * deck.size(one), one, self._same(one if arm is ALONE else (arm, one))) for one in sets if one]

    @staticmethod
    def by_rank(deck: Deck, ranks: Mapping[str, int], *, apart: bool = False) -> Values:
        """The same number for every kind of a rank; ranks that are not named have none."""
        of = {index: ranks[card.rank] for index, card in enumerate(deck.cards) if card.rank in ranks}
        return Values(deck, of, apart=apart)

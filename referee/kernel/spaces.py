"""What may be answered: spaces that are counted, sampled, enumerated and tested without being listed.

Every space numbers its answers 0 … ``count() - 1``; ``nth`` gives the answer of a number, so that a uniform
sample is one number below the count. Answers are in the kernel's form (a packed pile, a player, a member of
an enum); ``plain`` and ``read`` translate them to and from JSON, and ``describe`` tells a bot in any language
what it may answer.

In a proof the same objects hold symbolic piles and amounts; building one computes nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from referee.kernel.cards import ALONE, Deck, Values
from referee.kernel.players import Player
from referee.kernel.terms import AnyAmount, Pile

A = TypeVar("A")


class Random(Protocol):
    """What sampling needs of a source of chance: ``random.Random`` has it."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...


class Space(Generic[A]):
    """A set of answers; see the module's docstring."""

    __slots__ = ()

    def exists(self) -> bool:
        """Whether there is any answer at all (cheaper than ``count() > 0``)."""
        return self.count() > 0

    def listed(self, arm: Any = ALONE) -> tuple[Any, ...] | None:
        """All answers by their numbers, where they are few enough to be worth a list; else None.

        With an ``arm`` of a choice these are pairs of it and an answer.
        """
        return None

    def count(self) -> int:
        raise NotImplementedError

    def nth(self, number: int) -> A:
        """The answer of that number, 0 ≤ number < count()."""
        raise NotImplementedError

    def admits(self, answer: Any) -> bool:
        """Whether the answer is one of the space; never raises, whatever it is given."""
        raise NotImplementedError

    def describe(self) -> dict[str, Any]:
        """The space as JSON data, compact: its size does not grow with ``count()``."""
        raise NotImplementedError

    def plain(self, answer: A) -> Any:
        """An answer as JSON data."""
        raise NotImplementedError

    def read(self, data: Any) -> A:
        """The answer that JSON data stands for; ValueError where it stands for none of this space."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[A]:
        return (self.nth(number) for number in range(self.count()))

    def sample(self, rng: Random) -> A:
        """Uniform over the answers; ValueError where there is none."""
        # random() has 53 bits: below 2**32 the bias is under 2**-21 of one answer's share.
        answers = self.listed()
        if answers:
            return answers[int(rng.random() * len(answers))]  # type: ignore[no-any-return]
        number = self.count()
        if not number:
            raise ValueError("an empty space has no sample")
        return self.nth(int(rng.random() * number) if number < 1 << 32 else rng.randrange(number))


@lru_cache(maxsize=256)
def _nothing(arm: Any) -> tuple[Any, ...]:
    return (None,) if arm is ALONE else ((arm, None),)


class Nothing(Space[None]):
    """The one answer that says nothing: an arm of a choice that needs no cards."""

    __slots__ = ()

    def listed(self, arm: Any = ALONE) -> tuple[Any, ...]:
        return _nothing(arm)

    def exists(self) -> bool:
        return True

    def count(self) -> int:
        return 1

    def nth(self, number: int) -> None:
        return None

    def admits(self, answer: Any) -> bool:
        return answer is None

    def describe(self) -> dict[str, Any]:
        return {"space": "nothing"}

    def plain(self, answer: None) -> Any:
        return None

    def read(self, data: Any) -> None:
        if data is not None:
            raise ValueError("nothing goes with this answer")


NOTHING = Nothing()


class OneOf(Space[A]):
    """One of a few things that have names: members of an enum, players, numbers, words."""

    __slots__ = ("options",)

    def __init__(self, options: Sequence[A]) -> None:
        self.options = options if type(options) is tuple else tuple(options)

    def listed(self, arm: Any = ALONE) -> tuple[Any, ...]:
        return self.options if arm is ALONE else tuple([(arm, option) for option in self.options])

    def count(self) -> int:
        return len(self.options)

    def nth(self, number: int) -> A:
        return self.options[number]

    def admits(self, answer: Any) -> bool:
        return any(answer is option or (type(answer) is type(option) and answer == option) for option in self.options)

    def describe(self) -> dict[str, Any]:
        return {"space": "one of", "options": [plain_word(option) for option in self.options]}

    def plain(self, answer: A) -> Any:
        return plain_word(answer)

    def read(self, data: Any) -> A:
        for option in self.options:
            word = plain_word(option)
            if type(word) is type(data) and word == data:
                return option
        raise ValueError(f"{data!r} is none of the options")


def plain_word(option: Any) -> Any:
    """A named option as JSON data; players and enums say it themselves."""
    if isinstance(option, Player):
        return option.plain()
    return option.value if isinstance(option, Enum) else option


@lru_cache(maxsize=8192)
def _ways(counts: tuple[int, ...], most: int) -> tuple[tuple[int, ...], ...]:
    """``_ways(counts, most)[i][k]``: how many multisets of k cards the kinds from the i-th on allow, k ≤ most."""
    table = [(1, *(0,) * most)]
    for number in reversed(counts):
        after = table[-1]
        table.append(tuple(sum(after[max(0, k - number) : k + 1]) for k in range(most + 1)))
    return tuple(reversed(table))


class Selection(Space[Pile]):
    """Any ``least`` to ``most`` cards of a pile; which copy of a kind is chosen makes no difference."""

    __slots__ = ("deck", "least", "most", "pile")

    def __init__(self, deck: Deck, pile: Pile, least: AnyAmount, most: AnyAmount) -> None:
        self.deck = deck
        self.pile: Any = pile
        self.least: Any = least
        self.most: Any = most

    def exists(self) -> bool:
        return bool(self.least <= self.most and self.least <= self.deck.size(self.pile))

    def _table(self) -> tuple[list[tuple[int, int]], tuple[tuple[int, ...], ...], range]:
        counts = self.deck.counts(self.pile)
        most = min(self.most, self.deck.size(self.pile))
        return counts, _ways(tuple([number for _, number in counts]), most), range(max(self.least, 0), most + 1)

    def count(self) -> int:
        _, ways, sizes = self._table()
        return sum(ways[0][size] for size in sizes)

    def nth(self, number: int) -> Pile:
        counts, ways, sizes = self._table()
        for left in sizes:
            if number < ways[0][left]:
                break
            number -= ways[0][left]
        chosen: Any = 0
        for place, (kind, most) in enumerate(counts):
            after = ways[place + 1]
            for taken in range(min(most, left) + 1):
                if number < after[left - taken]:
                    break
                number -= after[left - taken]
            chosen += self.deck.one[kind] * taken
            left -= taken
            if not left:
                break
        return chosen  # type: ignore[no-any-return]

    def admits(self, answer: Any) -> bool:
        deck = self.deck
        return (
            type(answer) is int
            and 0 <= answer <= self.pile
            and not answer & deck.guard
            and self.least <= answer % deck.modulus <= self.most
            and deck.covers(self.pile, answer)
        )

    def describe(self) -> dict[str, Any]:
        return {"space": "cards", "of": self.deck.names(self.pile), "least": self.least, "most": self.most}

    def plain(self, answer: Pile) -> Any:
        return self.deck.names(answer)  # type: ignore[arg-type]

    def read(self, data: Any) -> Pile:
        return read_cards(self, self.deck, data)

    def grow(self, chosen: int) -> tuple[list[int], bool]:
        """One card at a time: the kinds that may be added to ``chosen``, and whether it may stay as it is."""
        size = self.deck.size(chosen)
        rest = self.pile - chosen
        return [kind for kind, _ in self.deck.counts(rest)] if size < self.most else [], size >= self.least


class OneCard(Selection):
    """One card of a pile: a selection that is asked for often and needs no table."""

    __slots__ = ()

    def __init__(self, deck: Deck, pile: Pile) -> None:
        self.deck = deck
        self.pile = pile
        self.least = self.most = 1

    def listed(self, arm: Any = ALONE) -> tuple[Any, ...]:
        ones = self.deck.ones
        return ones(self.pile, arm)

    def exists(self) -> bool:
        return self.pile != 0  # type: ignore[no-any-return]

    def count(self) -> int:
        return len(self.listed())

    def nth(self, number: int) -> Pile:
        return self.listed()[number]  # type: ignore[no-any-return]

    def admits(self, answer: Any) -> bool:
        return type(answer) is int and answer in self.listed()


def read_cards(space: Space[Pile], deck: Deck, data: Any) -> Pile:
    if not isinstance(data, list) or not all(isinstance(word, str) for word in data):
        raise ValueError("a list of card names is wanted")
    pile: Any = deck.parse(data)
    if not space.admits(pile):
        raise ValueError(f"{' '.join(data) or 'no card'} may not be chosen here")
    return pile  # type: ignore[no-any-return]


class EqualValue(Space[Pile]):
    """One or more cards of a pile, all of the same value, worth together more than ``above``.

    Kinds without a value take no part. ``above`` may be negative: any set will do then. In a small hand there
    are few such sets: they are listed, once for a hand, in the order of their worth.
    """

    __slots__ = ("above", "pile", "values")

    def __init__(self, values: Values, pile: Pile, above: AnyAmount = -1) -> None:
        self.values = values
        self.pile: Any = pile
        self.above: Any = above

    def listed(self, arm: Any = ALONE) -> tuple[Any, ...] | None:
        values = self.values
        sets = values.sets
        found = sets(self.pile & values.mask, arm)
        if found is None:
            return None
        worths, answers = found
        return answers[bisect_right(worths, self.above) :]

    def _selections(self) -> list[Selection]:
        """For each value as many of its cards as are worth enough."""
        found: list[Selection] = []
        for value, group in self.values.groups:
            least, most = 1, self.deck.total
            if value > 0:
                least = max(1, self.above // value + 1)
            elif value * most <= self.above:
                most = (self.above + 1) // value if value else 0
            found.append(Selection(self.deck, self.pile & group.mask, least, most))
        return found

    def count(self) -> int:
        answers = self.listed()
        return sum([each.count() for each in self._selections()]) if answers is None else len(answers)

    def nth(self, number: int) -> Pile:
        answers = self.listed()
        if answers is not None:
            return answers[number]  # type: ignore[no-any-return]
        for each in self._selections():
            ways = each.count()
            if number < ways:
                return each.nth(number)
            number -= ways
        raise IndexError(number)

    def admits(self, answer: Any) -> bool:
        if type(answer) is not int:
            return False
        worth = self.values.worth_of_set(answer)
        return worth is not None and worth > self.above and self.deck.covers(self.pile, answer)

    @property
    def deck(self) -> Deck:
        return self.values.deck

    def describe(self) -> dict[str, Any]:
        cards, pile = self.deck.cards, self.pile & self.values.kinds.mask
        there = [kind for kind, _ in self.deck.counts(pile)]
        groups = [[kind for kind in group.indices if kind in there] for _, group in self.values.groups]
        return {
            "space": "equal value",
            "of": self.deck.names(pile),
            "values": {cards[kind].name: self.values.of[kind] for kind in there},
            "together": [[cards[kind].name for kind in group] for group in groups if group],
            "above": self.above,
        }

    def plain(self, answer: Pile) -> Any:
        return self.deck.names(answer)  # type: ignore[arg-type]

    def read(self, data: Any) -> Pile:
        return read_cards(self, self.deck, data)

    def grow(self, chosen: int) -> tuple[list[int], bool]:
        """One card at a time: the kinds that may be added to ``chosen``, and whether it may stay as it is."""
        rest = self.pile - chosen
        field, width = self.deck.field, self.deck.width
        kinds: Iterable[int] = ()
        for value, group in self.values.groups:
            if chosen & group.mask or (not chosen and (rest & group.mask) % self.deck.modulus * value > self.above):
                kinds = [*kinds, *(kind for kind in group.indices if rest >> kind * width & field)]
        return list(kinds), self.admits(chosen)


class Arms(Space[tuple[A, Any]]):
    """One of several ways to go on, each with a space of its own; the answer is ``(arm, answer of the arm)``.

    Arms are words or members of enums; a player is chosen with ``OneOf``.
    """

    __slots__ = ("_answers", "arms")

    def __init__(self, arms: Mapping[A, Space[Any]]) -> None:
        self.arms = arms
        self._answers: tuple[Any, ...] | None = None
        """None before somebody asked; () where there are none, or too many for a list."""

    def listed(self, arm: Any = ALONE) -> tuple[Any, ...] | None:
        found = self._answers
        if found is None:
            found = ()
            for each, space in self.arms.items():
                answers = space.listed(each)
                if answers is None:
                    found = ()
                    break
                found += answers
            self._answers = found
        if arm is ALONE:
            return found or None
        return tuple([(arm, answer) for answer in found]) or None

    def exists(self) -> bool:
        return self.listed() is not None or any(space.exists() for space in self.arms.values())

    def count(self) -> int:
        return sum([space.count() for space in self.arms.values()])

    def nth(self, number: int) -> tuple[A, Any]:
        for arm, space in self.arms.items():
            ways = space.count()
            if number < ways:
                return arm, space.nth(number)
            number -= ways
        raise IndexError(number)

    def admits(self, answer: Any) -> bool:
        if type(answer) is not tuple or len(answer) != 2:
            return False
        try:
            answers = self._answers
            if answers and answers[answers.index(answer)] is answer:
                return True
            space = self.arms.get(answer[0])
        except Exception:  # no arm, or nothing that can be compared
            return False
        return space is not None and space.admits(answer[1])

    def describe(self) -> dict[str, Any]:
        return {
            "space": "arms",
            "arms": {plain_word(arm): space.describe() for arm, space in self.arms.items() if space.exists()},
        }

    def plain(self, answer: tuple[A, Any]) -> Any:
        arm, what = answer
        told = self.arms[arm].plain(what)
        return [plain_word(arm)] if told is None else [plain_word(arm), told]

    def read(self, data: Any) -> tuple[A, Any]:
        if not isinstance(data, list) or len(data) not in (1, 2):
            raise ValueError("[arm] or [arm, answer] is wanted")
        for arm, space in self.arms.items():
            if plain_word(arm) == data[0]:
                return arm, space.read(data[1] if len(data) == 2 else None)
        raise ValueError(f"{data[0]!r} is none of the ways to go on")



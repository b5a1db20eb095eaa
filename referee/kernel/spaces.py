"""Spaces of answers: they are counted, sampled, enumerated and tested without being listed.

Every space numbers its answers 0 … ``count() - 1``; ``nth`` gives the answer of a number, so that a uniform sample is
one number below the count. Answers are in the kernel's form (a packed pile, a player, a member of an enum); ``plain``
and ``read`` translate them to and from JSON, and ``describe`` tells a bot in any language what it may answer.

In a proof the same objects hold symbolic piles and amounts; building one computes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import EnumMeta
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from referee.kernel.cards import ALONE, Suit
from referee.kernel.grids import Cell
from referee.kernel.players import Player

A = TypeVar("A")


MOST_LOOKED_AT = 20_000
"""An answer is looked for among so many at most."""


class Random(Protocol):
    """The methods of a source of chance that sampling needs; ``random.Random`` has them."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...


class Space(Generic[A]):
    """A set of answers, numbered from 0 to ``count() - 1``: a uniform sample needs no list of them.

    The kernel's own: ``listed``, ``of_rows``.
    """

    __slots__ = ()

    of_rows = False
    """Whether its answers may be cards of a row."""

    def exists(self) -> bool:
        """Whether there is any answer at all (cheaper than ``count() > 0``)."""
        return self.count() > 0

    def listed(self, arm: Any = ALONE) -> tuple[Any, ...] | None:
        """All answers by their numbers, if they are few enough for a list; else None.

        With an ``arm`` of a choice these are pairs of it and an answer.
        """
        return None

    def count(self) -> int:
        """The number of answers."""
        raise NotImplementedError

    def nth(self, number: int) -> A:
        """The answer of that number, 0 ≤ number < count()."""
        raise NotImplementedError

    def number_of(self, answer: A) -> int:
        """The number of an answer: ``nth`` of it is equal to the answer. ValueError where it is none, or where it
        would have to be looked for among more than ``MOST_LOOKED_AT``."""
        for number, each in enumerate(self.listed() or self):
            if each == answer:
                return number
            if number == MOST_LOOKED_AT:
                break
        raise ValueError(f"the answer is none of the first {MOST_LOOKED_AT}")

    def admits(self, answer: Any) -> bool:
        """Whether the answer is one of the space; never raises, whatever it is given."""
        raise NotImplementedError

    def describe(self) -> dict[str, Any]:
        """The space as JSON data, compact: its size does not grow with ``count()``."""
        raise NotImplementedError

    def plain(self, answer: A) -> Any:
        """An answer as JSON data."""
        raise NotImplementedError

    def told(self, answer: A) -> Any:
        """The same, for whoever changes nothing of it: a tuple may stand for a list."""
        return self.plain(answer)

    def read(self, data: Any) -> A:
        """The answer that JSON data stands for; ValueError where it stands for none of this space."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[A]:
        return (self.nth(number) for number in range(self.count()))

    def sample(self, rng: Random) -> A:
        """Uniform over the answers; ValueError where there is none."""
        answers = self.listed()
        if answers:
            return answers[int(rng.random() * len(answers))]  # type: ignore[no-any-return]
        number = self.count()
        if not number:
            raise ValueError("an empty space has no sample")
        return self.nth(below(number, rng))


def below(number: int, rng: Random) -> int:
    """A number from 0 on below that, at random."""
    # random() has 53 bits: below 2**32 the bias is under 2**-21 of one answer's share.
    return int(rng.random() * number) if number < 1 << 32 else rng.randrange(number)


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
"""The space whose one answer says nothing (None): for an arm that needs no cards."""


class OneOf(Space[A]):
    """One of a few things (``options``) with names: members of an enum, players, numbers, words, suits, cells of a
    grid, and tuples of these, typed (a ``NamedTuple``) or not."""

    __slots__ = ("options",)

    def __init__(self, options: Sequence[A]) -> None:
        self.options = options if type(options) is tuple else tuple(options)

    def listed(self, arm: Any = ALONE) -> tuple[Any, ...]:
        return self.options if arm is ALONE else tuple([(arm, option) for option in self.options])

    def exists(self) -> bool:
        return bool(self.options)

    def count(self) -> int:
        return len(self.options)

    def nth(self, number: int) -> A:
        return self.options[number]

    def number_of(self, answer: A) -> int:
        for number, option in enumerate(self.options):
            if answer is option or (type(answer) is type(option) and answer == option):
                return number
        raise ValueError(f"{answer!r} is none of the options")

    def admits(self, answer: Any) -> bool:
        for option in self.options:  # noqa: SIM110 - asked of nearly every answer: a generator costs more than the loop
            if answer is option or (type(answer) is type(option) and answer == option):
                return True
        return False

    def describe(self) -> dict[str, Any]:
        return {"space": "one of", "options": [plain_word(option) for option in self.options]}

    def plain(self, answer: A) -> Any:
        return plain_word(answer)

    told = plain  # without the call between

    def read(self, data: Any) -> A:
        for option in self.options:
            word = plain_word(option)
            if type(word) is type(data) and word == data:
                return option
        raise ValueError(f"{data!r} is none of the options")


def plain_word(option: Any) -> Any:
    """A named option as JSON data: a typed tuple by its fields, a cell and a suit by its name."""
    if isinstance(type(option), EnumMeta):  # an Enum; to ask for that itself takes longer
        return option._value_  # quicker to read than ``value``, which is the same
    if isinstance(option, Player):
        return option.plain()
    if isinstance(option, (Cell, Suit)):
        return option.name
    if isinstance(option, tuple):
        values = [plain_word(each) for each in option]
        return dict(zip(option._fields, values, strict=True)) if hasattr(option, "_fields") else values
    return option


class Arms(Space[tuple[A, Any]]):
    """One of several ways to go on (``arms``), each with a space of its own. The answer is ``(arm, answer of the
    arm)``.

    Arms are words or members of enums; a player is chosen with ``OneOf``.
    """

    __slots__ = ("_answers", "arms")

    of_rows = True

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

    def sample(self, rng: Random) -> tuple[A, Any]:
        answers = self._answers  # known since somebody asked whether there are any
        return answers[int(rng.random() * len(answers))] if answers else super().sample(rng)

    def count(self) -> int:
        answers = self.listed()
        return len(answers) if answers else sum([space.count() for space in self.arms.values()])

    def nth(self, number: int) -> tuple[A, Any]:
        if answers := self.listed():
            return answers[number]  # type: ignore[no-any-return]
        for arm, space in self.arms.items():
            ways = space.count()
            if number < ways:
                return arm, space.nth(number)
            number -= ways
        raise IndexError(number)

    def number_of(self, answer: tuple[A, Any]) -> int:
        before = 0
        for arm, space in self.arms.items():
            if arm == answer[0]:
                return before + space.number_of(answer[1])
            before += space.count()
        raise ValueError(f"{answer[0]!r} is none of the ways to go on")

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

    def plain(self, answer: tuple[Any, Any]) -> Any:
        arm, what = answer
        told = self.arms[arm].plain(what)
        word = arm._value_ if isinstance(type(arm), EnumMeta) else plain_word(arm)
        return [word] if told is None else [word, told]

    def told(self, answer: tuple[Any, Any]) -> Any:
        arm, what = answer
        told = self.arms[arm].told(what)
        word = arm._value_ if type(type(arm)) is EnumMeta else plain_word(arm)
        return (word,) if told is None else (word, told)

    def read(self, data: Any) -> tuple[A, Any]:
        if not isinstance(data, list) or len(data) not in (1, 2):
            raise ValueError("[arm] or [arm, answer] is wanted")
        for arm, space in self.arms.items():
            if plain_word(arm) == data[0]:
                return arm, space.read(data[1] if len(data) == 2 else None)
        raise ValueError(f"{data[0]!r} is none of the ways to go on")


def space_of(options: Any) -> Space[Any]:
    """A space as it is; a dictionary of spaces as arms, and other options as one of them."""
    if type(options) is dict:
        return Arms(options)
    return options if isinstance(options, Space) else OneOf(options)

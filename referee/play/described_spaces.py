"""Spaces read from their description (``Space.describe``): what a bot in a jail has in the place of the kernel's.

They have the methods of ``referee.kernel.spaces.Space`` and number their answers in the same order, so that the
same chance samples the same answer. Answers are JSON data already, except that an answer of a choice with arms
is a pair ``(arm, answer)``. Tests compare every space of every game with the kernel's.

A bot loads this before its first question, so it imports nothing but those of cards.
"""

from __future__ import annotations

from referee.play.described_cards import (
    MOST_SETS,
    Cards,
    Described,
    EqualValue,
    OneOfPiles,
    OneOfRow,
    SomeOfRow,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def space_of(description: dict[str, Any]) -> Described:
    """The space of a description; KeyError where its kind is unknown."""
    return KINDS[description["space"]](description)


class Nothing(Described):
    def answers(self) -> list[Any]:
        return [None]

    def count(self) -> int:
        return 1

    def nth(self, number: int) -> None:
        return None

    def read(self, data: Any) -> None:
        if data is not None:
            raise ValueError("nothing goes with this answer")


class Number(Described):
    """A whole number from ``least`` to ``most``, but for ``but``."""

    def __init__(self, description: dict[str, Any]) -> None:
        self.description = description
        self.but = description.get("but")

    def count(self) -> int:
        return self.description["most"] - self.description["least"] + 1 - (self.but is not None)  # type: ignore[no-any-return]

    def nth(self, number: int) -> int:
        found = self.description["least"] + number
        return found + 1 if self.but is not None and found >= self.but else found  # type: ignore[no-any-return]

    def read(self, data: Any) -> int:
        if type(data) is int and self.description["least"] <= data <= self.description["most"] and data != self.but:
            return data
        raise ValueError(f"{data!r}: a number from {self.description['least']} to {self.description['most']} is wanted")


class OneOf(Described):
    """A typed tuple is an object of its fields, another tuple is a list."""

    def __init__(self, description: dict[str, Any]) -> None:
        self.description = description
        self.options: list[Any] = description["options"]

    def answers(self) -> list[Any]:
        return self.options

    def plain(self, answer: Any) -> Any:
        return copied(answer)

    def read(self, data: Any) -> Any:
        for option in self.options:
            if type(option) is type(data) and option == data:
                return option
        raise ValueError(f"{data!r} is none of the options")


class Arms(Described):
    """One of several ways to go on; an answer is ``(arm, answer of the arm)``."""

    def __init__(self, description: dict[str, Any]) -> None:
        self.description = description
        self.arms = {arm: space_of(each) for arm, each in description["arms"].items()}
        self._found: list[Any] | None = None
        self._listed = False
        self._texts: dict[int, tuple[Any, bytes]] = {}
        """Answers with their texts by the identity of the answer. Keeping the answer keeps its identity from being
        used again."""

    def answers(self) -> list[Any] | None:
        if not self._listed:
            self._listed = True
            found: list[Any] = []
            for arm, space in self.arms.items():
                answers = space.answers()
                if answers is None:
                    break
                found += [(arm, answer) for answer in answers]
            else:
                self._found = found
        return self._found

    def count(self) -> int:
        return sum([space.count() for space in self.arms.values()])

    def nth(self, number: int) -> Any:
        for arm, space in self.arms.items():
            ways = space.count()
            if number < ways:
                return arm, space.nth(number)
            number -= ways
        raise IndexError(number)

    def sample(self, rng: Any) -> Any:
        found = self._found
        return found[int(rng.random() * len(found))] if found else super().sample(rng)

    def text(self, answer: Any, wire: Any) -> bytes:
        kept = self._texts.get(id(answer))
        if kept is None:
            kept = answer, wire.write(self.plain(answer))
            if len(self._texts) < MOST_SETS:
                self._texts[id(answer)] = kept
        return kept[1]

    def plain(self, answer: Any) -> Any:
        arm, what = answer
        description = self.arms[arm].plain(what)
        return [arm] if description is None else [arm, description]

    def read(self, data: Any) -> Any:
        if not isinstance(data, list) or len(data) not in (1, 2):
            raise ValueError("[arm] or [arm, answer] is wanted")
        if not isinstance(data[0], str) or data[0] not in self.arms:
            raise ValueError(f"{data[0]!r} is none of the ways to go on")
        return data[0], self.arms[data[0]].read(data[1] if len(data) == 2 else None)


def copied(data: Any) -> Any:
    """A deep copy of JSON data: it shares no list and no object with the original."""
    if type(data) is list:
        return [copied(each) for each in data]
    return {name: copied(each) for name, each in data.items()} if type(data) is dict else data


KINDS: dict[str, type[Described]] = {
    "nothing": Nothing,
    "one of": OneOf,
    "number": Number,
    "cards": Cards,
    "equal value": EqualValue,
    "arms": Arms,
    "one of piles": OneOfPiles,
    "one of a row": OneOfRow,
    "some of a row": SomeOfRow,
}

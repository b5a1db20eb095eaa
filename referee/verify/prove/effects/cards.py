"""Cards, and sequences of which the length is not known; where they lie the context keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Any

from referee.kernel.errors import Broken
from referee.verify.prove.effects.unknown import Thing, Unknown, key_of
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.terms import SymAmount

if TYPE_CHECKING:
    from referee.verify.prove.effects.context import Context


class CardNumber(Thing):
    """The identity of a card: equal to nothing but itself, as far as the path has decided."""

    def __init__(self, card: SomeCard) -> None:
        self.context, self.card, self.id = card.context, card, card.id

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardNumber):
            return self.context.same_card(self.card, other.card)
        return isinstance(other, (Unknown, SymAmount)) and self.asked("equal", key_of(other))

    __hash__ = Thing.__hash__


class SomeCard(Thing):
    """A card in a row, or that was in one, as it was looked at: where it lies is kept by the context."""

    def __init__(self, context: Context, of: int = 0, marks_version: int | None = None) -> None:
        super().__init__(context)
        self.of = of
        """The sequence of which it stands for any one."""
        self.marks_version = context.marks_version if marks_version is None else marks_version
        """The version of marks when it was looked at: with other marks the same card is not equal to what it was."""

    @property
    def number(self) -> CardNumber:
        return CardNumber(self)

    @property
    def kind(self) -> Unknown:
        return self.context.unknown("kind", self.id)

    @property
    def marks(self) -> Unknown:
        return self.context.unknown("marks", self.id, self.context.marks_version)

    @property
    def link(self) -> Unknown:
        return self.context.unknown("link", self.id, self.context.marks_version)

    def has(self, mark: Enum) -> bool:
        return self.asked("has", mark.name, self.context.marks_version)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SomeCard):
            return isinstance(other, Unknown) and self.asked("equal", key_of(other))
        if other is self:
            return True
        if not self.context.same_card(self, other):
            return False
        return self.marks_version == other.marks_version or self.context.asked(("alike", *sorted((self.id, other.id))))

    __hash__ = Thing.__hash__

    def __repr__(self) -> str:
        return f"card {self.id}"


class Many(Thing):
    """A sequence of unknown length. ``make`` gives any one of its things; where its cards lie the context keeps.

    ``once`` says that it has each card once.
    """

    def __init__(
        self, context: Context, size: Any, make: Callable[[], Any] | None = None, *, of: int = 0, once: bool = True
    ) -> None:
        super().__init__(context)
        self.size, self.make, self.once = size, make, once
        self.of = of or self.id
        """The sequence of which it is a part: cards keep their identity."""
        self.truths: Any = None
        """For a sequence of truths: the sequence that they are about, and what each says of its member."""
        self.picked_by: frozenset[Any] = frozenset()
        """The decisions by which its cards were picked out."""
        self.marks_version = context.marks_version
        """The version of marks when its cards were looked at."""
        self.turned = 0
        """Counts how often all of its cards have gone elsewhere."""

    @property
    def is_of_cards(self) -> bool:
        return self.make is None

    def generic(self) -> Any:
        """Any one of its things."""
        if self.make is not None:
            return self.make()
        card = SomeCard(self.context, self.id, self.marks_version)
        self.context.like(card.id, self.id)
        return card

    def again(self) -> Many:
        """The same things in another list: what changes one does not change the other."""
        found = Many(self.context, self.size, self.make, of=self.of, once=self.once)
        found.id, found.truths, found.picked_by, found.marks_version = (
            self.id,
            self.truths,
            self.picked_by,
            self.marks_version,
        )
        return found

    def __len__(self) -> int:
        raise NotSymbolic("the number of some cards is wanted where a proof does not know it")

    def __iter__(self) -> Iterator[Any]:
        raise NotSymbolic("walks a row of unknown length")

    def __bool__(self) -> bool:
        return bool(self.size != 0)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return self._slice(place)
        if isinstance(place, SymAmount):
            there = self.context.algebra.both(place >= 0, place < self.size)
            self.context.oblige(there, Broken.RAISED, "the sequence is too short")
            return self.generic()
        if not isinstance(place, int):
            raise NotSymbolic("takes a card out of a row of unknown length, at a place that is not known")
        need = place + 1 if place >= 0 else -place
        self.context.oblige(self.size >= need, Broken.RAISED, "the sequence is too short")
        if place < 0 and isinstance(self.size, int):
            place += self.size
        return self.context.answer(("at", self.id, self.turned, place), self.generic)

    def _slice(self, place: slice) -> Many:
        key = (key_of(place.start), key_of(place.stop), key_of(place.step))
        if place.step is not None:
            raise NotSymbolic("takes every so many cards of a row of unknown length")
        found: Many = self.context.answer(
            ("slice", self.id, self.turned, key), lambda: self.part(self._length(place.start, place.stop))
        )
        return found.again()

    def _length(self, start: Any, stop: Any) -> Any:
        context, size = self.context, self.size
        low = 0 if start is None else self._at_place(start)
        high = size if stop is None else self._at_place(stop)
        return size if start is None and stop is None else context.lesser(context.greater(high - low, 0), size)

    def _at_place(self, place: Any) -> Any:
        context, size = self.context, self.size
        if isinstance(place, int):
            return context.lesser(place, size) if place >= 0 else context.greater(size + place, 0)
        if place >= 0:  # not known: the path decides
            return context.lesser(place, size)
        return context.greater(size + place, 0)

    def part(self, size: Any, *, differs: frozenset[int] = frozenset()) -> Many:
        """Some of its things, in their order."""
        found = Many(self.context, size, self.make, of=self.of, once=self.once)
        found.marks_version = self.marks_version
        self.context.like(found.id, self.id, differs)
        return found

    def __add__(self, other: Any) -> Any:
        return self.context.joined([self, other])

    def __radd__(self, other: Any) -> Any:
        return self.context.joined([other, self])

    def __contains__(self, other: Any) -> bool:
        return self.context.is_among(other, self)

    def __eq__(self, other: object) -> Any:
        if other is self:
            return True
        alike = self.asked("equal", key_of(other))
        if alike and isinstance(other, (tuple, list)):
            self.context.path.assume(self.size == len(other))
        return alike

    __hash__ = Thing.__hash__

    # what a list can do

    def append(self, other: Any) -> None:
        grown = self.context.joined([self, (other,)])
        self._become(grown)

    def remove(self, other: Any) -> None:
        self._must_have(other)
        gone = frozenset([self.context.root(other.id)]) if self.once and isinstance(other, SomeCard) else frozenset()
        self._become(self.part(self.size - 1, differs=gone))

    def copy(self) -> Many:
        return self.again()

    def _become(self, other: Many) -> None:
        self.size, self.make, self.once, self.of = other.size, other.make, other.once, other.of
        self.id, self.picked_by, self.truths, self.marks_version = (
            other.id,
            other.picked_by,
            other.truths,
            other.marks_version,
        )

    def index(self, other: Any) -> Any:
        self._must_have(other)
        place = self.context.amount("a place", 0)
        self.context.path.assume(place < self.size)
        return place

    def _must_have(self, other: Any) -> None:
        if not self.context.is_among(other, self):
            raise ValueError("it is not in the list")
        self.context.path.assume(self.size >= 1)

    def __repr__(self) -> str:
        return f"Many({self.id}, {self.size!r})"

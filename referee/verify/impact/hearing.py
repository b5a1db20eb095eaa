"""The readings that single steps of a form go by: those that its rules and its properties ask for, and those of which
either may have kept something.

A reading that is looked up in a step counts for that step alone. Where something may outlive it, it counts for more:
for all steps if the game was made with it, or if text that may keep things looked it up; for all looks at a table if a
property did that keeps results. What keeps nothing is an allow-list (``referee.verify.understood``).
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from functools import _lru_cache_wrapper
from types import FrameType, FunctionType
from typing import Any

from referee.kernel.effects import EffectIndex
from referee.kernel.game import Game
from referee.kernel.places import Row
from referee.kernel.table import Table
from referee.verify.consulted import OF_THE_GAME, made_with
from referee.verify.play.consulted_readings import made_listening
from referee.verify.properties import Property
from referee.verify.understood import ENUMERATION, Reader
from referee.verify.understood.reader import read

ASKING = frozenset([*OF_THE_GAME, "reading", "reading_or"])
"""Attributes from which readings can be told."""


class Keeps(Enum):
    """What text may keep of the readings that it looks up, from one step to another."""

    NOTHING = 0
    RESULTS = 1
    """The results of functions with a cache, which go by a game, and never by a table."""
    ANYTHING = 2
    """Nobody knows: it is not understood."""


class Hearing:
    """``form`` is the same form of the game, made once more, which is listened to, and ``properties`` are to be looked
    at on its tables.

    ``asked`` are the readings that were looked up since they were last ``taken``. Any step may go by those of
    ``always``, any look between steps by those of ``kept``; both grow with what is heard.
    """

    def __init__(self, game: Game[Any], properties: Sequence[Property] = ()) -> None:
        self.asked: set[str] = set()
        self.kept: set[str] = set()
        self.always = made_with(type(game), properties, OF_THE_GAME[1:])
        self._rules_keep = may_keep(game)
        if self._rules_keep is not Keeps.NOTHING:
            self.always |= made_with(type(game))
        self.form = made_listening(game, self._look_up, self.asked)
        self.form.table()
        self.always |= self.taken()
        self.properties = [self._heard(each, may_keep(game, each.claim)) for each in properties]

    def _look_up(self, slug: str) -> None:
        self.asked.add(slug)
        if self._rules_keep is not Keeps.NOTHING:
            self.always.add(slug)

    def taken(self) -> frozenset[str]:
        """What was asked for since the last time."""
        found = frozenset(self.asked)
        self.asked.clear()
        if self._rules_keep is Keeps.ANYTHING:
            self.always |= found
        return found

    def anew(self, table: Table) -> None:
        """A step is taken on a table of this form."""
        self.asked.clear()
        work_out_anew(self.form, table)

    def may_go_by(self, slug: str) -> bool:
        """Whether that step may have been another one under another value of a reading."""
        return self._rules_keep is not Keeps.NOTHING or slug in self.always or slug in self.asked

    @contextmanager
    def apart(self) -> Iterator[set[str]]:
        """What is looked up in between comes into a set of its own."""
        before, mine = {*self.asked}, set[str]()
        self.asked.clear()
        try:
            yield mine
        finally:
            mine |= self.asked
            self.asked.clear()
            self.asked |= before

    def _heard(self, claimed: Property, keeps: Keeps) -> Property:
        """The same property; what it may keep is noted."""
        if keeps is Keeps.NOTHING:
            return claimed
        into = self.kept if keeps is Keeps.RESULTS and not claimed.asked else self.always

        def claim(table: Table, *about: Any) -> Any:
            # By itself: what something else has just worked out it would look up itself.
            work_out_anew(self.form, table)
            with self.apart():
                try:
                    return claimed.claim(table, *about)
                finally:
                    into.update(self.asked)

        return replace(claimed, claim=claim)


def work_out_anew(game: Game[Any], table: Table) -> None:
    """Have the kernel forget what it keeps of a game and its table, so that whatever that looks up is heard again."""
    object.__setattr__(game, "sorted_out", EffectIndex(game))
    for place in table.places:
        if isinstance(place, Row):
            place._derived.clear()


class Remembered:
    """Whether a look at a reading is within a function of the rules whose results are kept: what asks for these later
    is not heard to go by it. Made, it has all that was kept before forgotten."""

    def __init__(self, game: Game[Any]) -> None:
        cached: Sequence[Any] = read(game, ENUMERATION, None)[0].things.cached
        classes = [each.__dict__.values() for each in cached if isinstance(each, type)]
        inside = [*cached, *[each for values in classes for each in values]]
        self._codes = {each.__code__ for each in inside if isinstance(each, FunctionType)}
        for each in every_object():
            if isinstance(each, _lru_cache_wrapper) and (each.__wrapped__ in cached or self._is_of(each.__wrapped__)):
                each.cache_clear()

    def _is_of(self, method: Any) -> bool:
        return getattr(getattr(method, "__func__", method), "__code__", None) in self._codes

    def is_asking(self) -> bool:
        """Whether such a function is being carried out."""
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            if frame.f_code in self._codes:
                return True
            frame = frame.f_back
        return False


def every_object() -> list[Any]:
    """All that the collector of garbage knows, also where some of it was frozen."""
    was_frozen = gc.get_freeze_count() > 0
    gc.unfreeze()
    found = gc.get_objects()
    if was_frozen:
        gc.freeze()
    return found


def may_keep(game: Game[Any], claim: Callable[..., Any] | None = None) -> Keeps:
    """What the rules of a game may keep, or a property that is looked at between its steps."""
    reader, complaint = read(game, ENUMERATION, claim)
    if complaint is not None:
        return Keeps.ANYTHING
    return Keeps.RESULTS if any(_may_ask(game, each, reader) for each in reader.things.cached) else Keeps.NOTHING


def _may_ask(game: Game[Any], cached: Callable[..., Any], whole: Reader) -> bool:
    """Whether a function of text that was read whole may come to a look at a reading."""
    reader = Reader(game, ENUMERATION)
    reader.things.classes += [each for each in whole.things.classes if each not in reader.things.classes]
    return reader.first_complaint([cached]) is not None or not reader.named.isdisjoint(ASKING)

"""Readings and their alternatives exist."""

from typing import Any

from referee.kernel import Rule
from tests.bad_games.small import Small

SLUG = "late"
OTHER = "latte"


class BadReading(Small):
    def step(self, t: Any) -> Rule[None]:
        if t.reading("latte") == "yes":  # refused: no reading 'latte'
            t.closed = True
        yield from self.lay_one(t, t.mover)


class BadReadingOr(Small):
    def step(self, t: Any) -> Rule[None]:
        if t.reading_or("latte", "no") == "yes":  # refused: no reading 'latte'
            t.closed = True
        yield from self.lay_one(t, t.mover)


class BadReadingOfGame(Small):
    def step(self, t: Any) -> Rule[None]:
        if self.readings["latte"] == "yes":  # refused: no reading 'latte'
            t.closed = True
        yield from self.lay_one(t, t.mover)


class SoundReadingByVariable(Small):
    def step(self, t: Any) -> Rule[None]:
        if t.reading(SLUG) == "yes":
            t.closed = True
        yield from self.lay_one(t, t.mover)


class BadReadingByVariable(Small):
    def step(self, t: Any) -> Rule[None]:
        if t.reading(OTHER) == "yes":  # refused: no reading 'latte'
            t.closed = True
        yield from self.lay_one(t, t.mover)


class BadAlternativeByVariable(Small):
    def step(self, t: Any) -> Rule[None]:
        if t.reading(SLUG) == "ja":  # refused: no alternative 'ja'
            t.closed = True
        yield from self.lay_one(t, t.mover)


class BadAlternative(Small):
    def step(self, t: Any) -> Rule[None]:
        if t.reading("late") == "ja":  # refused: no alternative 'ja'
            t.closed = True
        yield from self.lay_one(t, t.mover)


class BadAlternativeFirst(Small):
    def step(self, t: Any) -> Rule[None]:
        if "ja" == t.reading("late"):  # noqa: SIM300  # refused: no alternative 'ja'
            t.closed = True
        yield from self.lay_one(t, t.mover)


class BadAlternativeOfSeveral(Small):
    def step(self, t: Any) -> Rule[None]:
        if t.reading("late") in ("yes", "ja"):  # refused: no alternative 'ja'
            t.closed = True
        yield from self.lay_one(t, t.mover)


class BadAlternativeOfVariable(Small):
    def step(self, t: Any) -> Rule[None]:
        late = t.reading("late")
        if late == "no":
            t.closed = True
        elif late != "ja":  # refused: no alternative 'ja'
            t.laid = 1
        yield from self.lay_one(t, t.mover)


class SoundReading(Small):
    def step(self, t: Any) -> Rule[None]:
        late = t.reading("late")
        if late == "yes" or t.reading("late") in ("no", "yes") or self.readings["late"] != "undefined":
            t.closed = True
        if t.reading_or("late", "no") == "no" and self.name == "ja":
            t.laid = 1
        yield from self.lay_one(t, t.mover)

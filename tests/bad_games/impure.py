"""Rules are a function of the table and the answers: no clock, no chance of their own, no world outside."""

import random
import time as clock
from random import choice
from typing import Any

from referee.kernel import Rule
from tests.bad_games.small import Small

SEEN: list[int] = []


class BadRandom(Small):
    def step(self, t: Any) -> Rule[None]:
        t.mover = random.choice(t.players)  # refused: rules are pure
        yield from self.lay_one(t, t.mover)


class BadRandomByItsName(Small):
    def step(self, t: Any) -> Rule[None]:
        t.mover = choice(t.players)  # refused: rules are pure
        yield from self.lay_one(t, t.mover)


class SoundLot(Small):
    def step(self, t: Any) -> Rule[None]:
        t.mover = yield from t.lot(t.players)
        yield from self.lay_one(t, t.mover)


class BadClock(Small):
    def step(self, t: Any) -> Rule[None]:
        t.laid = int(clock.time())  # refused: rules are pure
        yield from self.lay_one(t, t.mover)


class SoundTurns(Small):
    def step(self, t: Any) -> Rule[None]:
        t.laid = t.turns
        yield from self.lay_one(t, t.mover)


class BadPrint(Small):
    def step(self, t: Any) -> Rule[None]:
        print(t.mover)  # noqa: T201  # not understood
        yield from self.lay_one(t, t.mover)


class BadFile(Small):
    def step(self, t: Any) -> Rule[None]:
        t.laid = len(open("x").read())  # noqa: SIM115  # refused: rules are pure
        yield from self.lay_one(t, t.mover)


class SoundNote(Small):
    def step(self, t: Any) -> Rule[None]:
        t.note("moves", who=t.mover)
        yield from self.lay_one(t, t.mover)


def print_of(t: Any, input: Any) -> Any:
    """A name that Python has too, and that is another thing here."""
    return input(t)


class SoundInput(Small):
    def step(self, t: Any) -> Rule[None]:
        time = t.turns
        t.laid = print_of(t, lambda table: time)
        yield from self.lay_one(t, t.mover)


class BadHash(Small):
    def step(self, t: Any) -> Rule[None]:
        t.laid = hash("x") % 3  # refused: rules are pure
        yield from self.lay_one(t, t.mover)


class BadImport(Small):
    def step(self, t: Any) -> Rule[None]:
        from secrets import randbelow

        t.laid = randbelow(3)  # refused: rules are pure
        yield from self.lay_one(t, t.mover)


class SoundLength(Small):
    def step(self, t: Any) -> Rule[None]:
        t.laid = len(t.players) % 3
        yield from self.lay_one(t, t.mover)


class BadGlobal(Small):
    def step(self, t: Any) -> Rule[None]:
        global SEEN  # not understood
        SEEN = [*SEEN, 1]
        yield from self.lay_one(t, t.mover)


class SoundNonlocal(Small):
    def step(self, t: Any) -> Rule[None]:
        seen = 0

        def see() -> None:
            nonlocal seen
            seen += 1

        see()
        yield from self.lay_one(t, t.mover)


class BadMutableDefault(Small):
    def step(self, t: Any, seen: Any = []) -> Rule[None]:  # noqa: B006  # not understood
        seen.append(1)
        yield from self.lay_one(t, t.mover)


class SoundScalar(Small):
    def step(self, t: Any) -> Rule[None]:
        t.laid += 1
        yield from self.lay_one(t, t.mover)


class Keeping(Small):
    def set_up(self) -> None:
        super().set_up()
        self.seen: list[int] = []
        self.by_name: dict[str, int] = {}


class BadKept(Keeping):
    def step(self, t: Any) -> Rule[None]:
        self.seen.append(1)  # not understood
        yield from self.lay_one(t, t.mover)


class BadKeptByAName(Keeping):
    def step(self, t: Any) -> Rule[None]:
        mine = self.seen
        mine.append(1)  # not understood
        yield from self.lay_one(t, t.mover)


class BadKeptInADict(Keeping):
    def step(self, t: Any) -> Rule[None]:
        self.by_name["turns"] = 1  # not understood
        yield from self.lay_one(t, t.mover)


class SoundList(Keeping):
    def step(self, t: Any) -> Rule[None]:
        own = [each for each in self.seen if each]
        own.append(1)
        t.laid = len(own)
        yield from self.lay_one(t, t.mover)


class Kept:
    """A place beside the table."""

    last: Any = None


class BadOnClass(Small):
    def step(self, t: Any) -> Rule[None]:
        Kept.last = t.mover  # not understood
        yield from self.lay_one(t, t.mover)


class BadInListOfModule(Small):
    def step(self, t: Any) -> Rule[None]:
        SEEN[0] += 1  # not understood
        yield from self.lay_one(t, t.mover)


class BadOnOwnClass(Small):
    def step(self, t: Any) -> Rule[None]:
        type(self).name = "other"  # not understood
        yield from self.lay_one(t, t.mover)


class BadOnDeck(Small):
    def step(self, t: Any) -> Rule[None]:
        self.deck.last = t.mover  # type: ignore[attr-defined]  # not understood
        yield from self.lay_one(t, t.mover)


class BadOnDeckOfTable(Small):
    def step(self, t: Any) -> Rule[None]:
        t.deck.last = t.mover  # not understood
        yield from self.lay_one(t, t.mover)


class BadUndeclared(Small):
    def step(self, t: Any) -> Rule[None]:
        t.memory = t.mover  # refused: the table has no memory: declare a scalar
        yield from self.lay_one(t, t.mover)


class BadOwnThing(Small):
    def step(self, t: Any) -> Rule[None]:
        kept = Kept()
        kept.last = t.mover  # not understood
        SEEN = [0]
        SEEN[0] += 1
        t.mover = kept.last
        yield from self.lay_one(t, t.mover)

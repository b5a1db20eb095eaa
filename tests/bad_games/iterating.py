"""What is iterated over has an order, the same in every process; and a proof sees every element."""

from typing import Any

from referee.kernel import Rule
from tests.bad_games.small import Small, Way


class SoundNext(Small):
    def step(self, t: Any) -> Rule[None]:
        t.mover = next(p for p in t.players if p is not t.mover)
        yield from self.lay_one(t, t.mover)


class SoundIndex(Small):
    def step(self, t: Any) -> Rule[None]:
        t.mover = t.others(t.mover)[0]
        yield from self.lay_one(t, t.mover)


class BadSet(Small):
    def step(self, t: Any) -> Rule[None]:
        for player in {t.mover, t.next(t.mover)}:  # not understood
            yield from self.lay_one(t, player)


class BadSetCall(Small):
    def step(self, t: Any) -> Rule[None]:
        for player in set(t.players):  # not understood
            yield from self.lay_one(t, player)


class BadSetInComprehension(Small):
    def step(self, t: Any) -> Rule[None]:
        ways = [way for way in {Way.HIGH, Way.LOW}]  # noqa: C416  # not understood
        yield from t.choose(t.mover, "way", ways)


class BadSetMadeTuple(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from t.choose(t.mover, "way", tuple({Way.HIGH, Way.LOW}))  # not understood


class BadSetUnpacked(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from t.choose(t.mover, "way", [*{Way.HIGH, Way.LOW}])  # not understood


class BadSetByName(Small):
    def step(self, t: Any) -> Rule[None]:
        players = {t.mover, t.next(t.mover)}
        for player in players:  # not understood
            yield from self.lay_one(t, player)


class SoundTuple(Small):
    def step(self, t: Any) -> Rule[None]:
        for player in (t.mover, t.next(t.mover)):
            yield from self.lay_one(t, player)


class SoundMembership(Small):
    def step(self, t: Any) -> Rule[None]:
        way = yield from t.choose(t.mover, "way", list(Way))
        if way in {Way.HIGH, Way.LOW}:
            yield from self.lay_one(t, t.mover)


class SoundParametersSwapped(Small):
    """Each is set once, to the other."""

    def step(self, t: Any) -> Rule[None]:
        yield from self.lay_both(t, t.mover, t.next(t.mover))

    def lay_both(self, t: Any, one: Any, other: Any) -> Rule[None]:
        for _ in (1, 2):
            yield from self.lay_one(t, one)
            one, other = other, one

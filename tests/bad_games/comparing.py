"""Identity and patterns are for what is concrete in a proof too: players, None, members of enums."""

from typing import Any

from referee.kernel import Player, Rule
from tests.bad_games.small import Small, Way


class BadIsNumber(Small):
    def step(self, t: Any) -> Rule[None]:
        if t.size(t.middle.pile) is t.laid:  # not understood
            t.closed = True
        yield from self.lay_one(t, t.mover)


class SoundEqualsNumber(Small):
    def step(self, t: Any) -> Rule[None]:
        if t.laid == 3:
            t.closed = True
        yield from self.lay_one(t, t.mover)


class BadIsSize(Small):
    def step(self, t: Any) -> Rule[None]:
        size = 2
        if size is t.hand[t.mover].size:  # not understood
            t.closed = True
        yield from self.lay_one(t, t.mover)


class SoundEqualsSize(Small):
    def step(self, t: Any) -> Rule[None]:
        size = 2
        if size == t.hand[t.mover].size:
            t.closed = True
        yield from self.lay_one(t, t.mover)


class BadIsNamed(Small):
    def step(self, t: Any) -> Rule[None]:
        one, other = t.laid, t.stock.is_empty
        first = t.middle.is_empty
        if first is other:  # not understood
            t.laid = one
        yield from self.lay_one(t, t.mover)


class SoundIsNamed(Small):
    def step(self, t: Any) -> Rule[None]:
        own = t.hand[t.mover].pile if t.mover is not t.next(t.mover) else None
        if own is None:
            t.closed = True
        yield from self.lay_one(t, t.mover)


class BadIsType(Small):
    def step(self, t: Any) -> Rule[None]:
        if type(t.laid) is int:  # not understood
            t.closed = True
        yield from self.lay_one(t, t.mover)


class SoundIsOption(Small):
    def step(self, t: Any) -> Rule[None]:
        way = yield from t.choose(t.mover, "way", list(Way))
        if way is Way.HIGH:
            t.closed = True
        yield from self.lay_one(t, t.mover)


class BadIsNotTruth(Small):
    def step(self, t: Any) -> Rule[None]:
        if t.stock.is_empty is not True:  # not understood
            yield from self.draw_one(t, t.mover)
        yield from self.lay_one(t, t.mover)


class SoundTruth(Small):
    def step(self, t: Any) -> Rule[None]:
        if t.negate(t.stock.is_empty):
            yield from self.draw_one(t, t.mover)
        yield from self.lay_one(t, t.mover)


class SoundMatchNumber(Small):
    def step(self, t: Any) -> Rule[None]:
        match t.hand[t.mover].size:
            case 2:
                t.closed = True
            case _:
                pass
        yield from self.lay_one(t, t.mover)


class BadMatchSequence(Small):
    def step(self, t: Any) -> Rule[None]:
        faces = yield from t.roll(2)
        match faces:
            case [one, other]:  # not understood
                t.laid = one + other


class SoundMatch(Small):
    def step(self, t: Any) -> Rule[None]:
        way = yield from t.choose(t.mover, "way", list(Way))
        match way:
            case Way.HIGH | Way.LOW:
                t.closed = True
            case other:
                assert other is None


class SoundIs(Small):
    def step(self, t: Any) -> Rule[None]:
        way = yield from t.choose(t.mover, "way", list(Way))
        if way is Way.HIGH and t.next(t.mover) is not t.mover:
            t.closed = True


class SoundFilter(Small):
    def step(self, t: Any) -> Rule[None]:
        poor = [p for p in t.players if t.hand[p].size < 2]
        yield from t.lot(poor)


class SoundFilterOnTruth(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from t.lot(tuple(p for p in t.players if not t.hand[p].is_empty))


class SoundBuiltInFilter(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from t.lot(tuple(filter(lambda p: t.hand[p].size, t.players)))


class SoundFilterOfPlayers(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from t.lot([p for p in t.players if p is not t.mover])


class SoundLoop(Small):
    def step(self, t: Any) -> Rule[None]:
        poor = []
        for p in t.players:
            if t.hand[p].size < 2:
                poor.append(p)
        if poor:
            yield from t.lot(poor)
        yield from self.lay_one(t, t.mover)


class BadIsScalar(Small):
    def step(self, t: Any) -> Rule[None]:
        before = t.laid
        yield from self.lay_one(t, t.mover)
        if t.laid is before:  # not understood
            t.closed = True


class SoundEqualsScalar(Small):
    def step(self, t: Any) -> Rule[None]:
        before = t.laid
        yield from self.lay_one(t, t.mover)
        if t.laid == before:
            t.closed = True


class BadIsParameterSetOnce(Small):
    def step(self, t: Any) -> Rule[None]:
        self.compare(t, t.laid, t.hand[t.mover].size)
        yield from self.lay_one(t, t.mover)

    def compare(self, t: Any, one: Any, other: Any) -> None:
        if t.closed:
            one = t.mover
        t.closed = one is other  # not understood


class SoundIsParameterSetOnce(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from self.lay_beside(t, t.mover)

    def lay_beside(self, t: Any, player: Player) -> Rule[None]:
        if t.closed:
            player = t.next(player)
        t.closed = player is t.mover
        yield from self.lay_one(t, player)

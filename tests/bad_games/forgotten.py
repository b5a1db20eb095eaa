"""A call of a rule whose result is not driven does nothing."""

from typing import Any

from referee.kernel import Player, Rule
from tests.bad_games.small import Small


def draw_two(t: Any, me: Player) -> Rule[None]:
    yield from t.draw(t.stock, 2, t.hand[me])


class BadOwnRule(Small):
    def step(self, t: Any) -> Rule[None]:
        self.draw_one(t, t.mover)  # refused: yield from self.draw_one
        yield from self.lay_one(t, t.mover)


class SoundOwnRule(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from self.draw_one(t, t.mover)


class BadInheritedRule(SoundOwnRule):
    def step(self, t: Any) -> Rule[None]:
        super().step(t)  # refused: yield from super().step
        yield from self.lay_one(t, t.mover)


class SoundInheritedRule(SoundOwnRule):
    def step(self, t: Any) -> Rule[None]:
        yield from super().step(t)


class BadRequest(Small):
    def step(self, t: Any) -> Rule[None]:
        t.draw(t.stock, 1, t.hand[t.mover])  # refused: yield from t.draw
        yield from self.lay_one(t, t.mover)


class SoundRequest(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.hand[t.mover])


class BadTableOfAnotherName(Small):
    def step(self, board: Any) -> Rule[None]:
        board.draw(board.stock, 1, board.hand[board.mover])  # refused: yield from board.draw
        yield from self.lay_one(board, board.mover)


class SoundTableOfAnotherName(Small):
    def step(self, board: Any) -> Rule[None]:
        yield from board.draw(board.stock, 1, board.hand[board.mover])


class BadAssigned(Small):
    def step(self, t: Any) -> Rule[None]:
        faces = t.roll(2)  # refused: yield from t.roll
        t.laid = faces[0]
        yield from self.lay_one(t, t.mover)


class SoundAssigned(Small):
    def step(self, t: Any) -> Rule[None]:
        faces = yield from t.roll(2)
        t.laid = faces[0]


class SoundNamedFirst(Small):
    """A rule that has a name before it is driven."""

    def step(self, t: Any) -> Rule[None]:
        turn = self.lay_one(t, t.mover)
        yield from turn


class BadNamedElsewhere(Small):
    def step(self, t: Any) -> Rule[None]:
        turn = self.lay_one(t, t.mover)  # refused: yield from self.lay_one
        t.closed = turn is not None
        yield from self.draw_one(t, t.mover)


class BadArgument(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from t.choose(t.mover, "which", list(t.lot(t.players)))  # refused: yield from t.lot


class SoundArgument(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from t.choose(t.mover, "which", [(yield from t.lot(t.players))])


class BadFunction(Small):
    def step(self, t: Any) -> Rule[None]:
        draw_two(t, t.mover)  # refused: yield from draw_two
        yield from self.lay_one(t, t.mover)


class SoundFunction(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from draw_two(t, t.mover)


class BadReturn(Small):
    """The rule that is returned by a rule is never run."""

    def step(self, t: Any) -> Rule[None]:
        yield from self.draw_one(t, t.mover)
        return self.lay_one(t, t.mover)  # refused: yield from self.lay_one


class SoundReturn(Small):
    """A plain function hands a rule on whole."""

    def step(self, t: Any) -> Rule[None]:
        return self.lay_one(t, t.mover)


class BadYield(Small):
    def step(self, t: Any) -> Rule[None]:
        yield self.lay_one(t, t.mover)  # refused: yield


class SoundYield(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from (self.lay_one(t, t.mover) if t.turns else self.draw_one(t, t.mover))


class BadSilentStep(Small):
    def step(self, t: Any) -> Rule[None]:  # refused: step is a rule and neither asks
        t.move(t.stock.pile, t.stock, t.middle)


class BadSilentDeal(Small):
    def deal(self, t: Any) -> Rule[None]:  # refused: deal is a rule and neither asks
        t.mover = t.players[0]
        return


class BadSilentRule(Small):
    def lay_one(self, t: Any, me: Player) -> Rule[None]:  # refused: lay_one is a rule and neither asks
        t.move(t.hand[me].highest(1), t.hand[me], t.middle)


class SoundSilentStep(Small):
    def step(self, t: Any) -> Rule[None]:
        t.closed = True
        yield from ()


class SoundLeftToVariants(Small):
    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        raise NotImplementedError


class BadDriven(Small):
    def turn_over(self, t: Any) -> None:
        t.mover = t.next(t.mover)

    def step(self, t: Any) -> Rule[None]:
        yield from self.lay_one(t, t.mover)
        yield from self.turn_over(t)  # refused: self.turn_over(…) asks for nothing


class SoundDriven(Small):
    def turn_over(self, t: Any) -> None:
        t.mover = t.next(t.mover)

    def step(self, t: Any) -> Rule[None]:
        yield from self.lay_one(t, t.mover)
        self.turn_over(t)


class BadDrivenMove(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from self.lay_one(t, t.mover)
        yield from t.move(t.stock.pile, t.stock, t.middle)  # refused: t.move(…) asks for nothing


class SoundDrivenMove(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from self.lay_one(t, t.mover)
        t.move(t.stock.pile, t.stock, t.middle)

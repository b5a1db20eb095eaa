"""Answers to what an effect asks: any that the space has."""

from __future__ import annotations

from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.requests import Choice, clause_at, waiting
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.selections import Selection
from referee.kernel.spaces import Arms, Nothing, OneOf, Space
from referee.verify.prove.driver import SymbolicDriver
from referee.verify.prove.driver import exists as exists_in_bags
from referee.verify.prove.effects.cards import Many
from referee.verify.prove.effects.context import Context
from referee.verify.prove.effects.unknown import Unknown
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.terms import both, either


class AnyAnswer(SymbolicDriver):
    """Gives unknown answers, after what is owed: that there is one."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.path, context.table)
        self.context = context

    def choose(self, choice: Choice) -> Any:
        message = f"somebody must answer {choice.ask!r} and cannot"
        there = exists(choice.space)
        if there is not True:
            clause = clause_at(self.table, self.rules)
            self.context.settle(there, Broken.NO_OPTION, message, self._line(), clause)
        answer = self.answer(choice.space, choice.ask)
        self.path.on_answer("answer", choice, answer)
        return answer

    def _line(self) -> str:
        """The line of rule text that asks."""
        found = ""
        for each in waiting(self.rules[-1] if self.rules else None):
            file = each.gi_code.co_filename
            if file in self.context.shared.files:
                found = f"{file.rpartition('/')[2]}:{each.gi_frame.f_lineno}"
        return found

    def together(self, choices: Any) -> Any:
        raise NotSymbolic("has several players answer together")

    def answer(self, space: Space[Any], ask: str) -> Any:
        context = self.context
        if isinstance(space, OneOf) and isinstance(space.options, Many):
            return space.options.generic()
        if isinstance(space, OneOfRow):
            cards: Any = space.among
            if isinstance(cards, Unknown):
                raise NotSymbolic("chooses out of cards of which it is not known where they lie")
            return cards.generic() if isinstance(cards, Many) else cards[context.fork(len(cards))]
        if isinstance(space, SomeOfRow):
            among: Any = space.among
            if isinstance(among, Unknown):
                raise NotSymbolic("chooses out of cards of which it is not known where they lie")
            some = among if isinstance(among, Many) else context.joined([among])
            size: Any = context.amount("chosen", 0)
            context.path.assume(size >= space.least)
            context.path.assume(size <= space.most)
            context.path.assume(size <= some.size)
            if isinstance(space.least, int) and space.least == space.most:
                size = space.least
            return some.part(size)
        if isinstance(space, Arms):
            arms = list(space.arms)
            if not arms:
                raise NotSymbolic("has no arm to choose")
            arm = arms[context.fork(len(arms))]
            context.path.assume(exists(space.arms[arm]))
            return arm, self.answer(space.arms[arm], ask)
        return super().answer(space, ask)


def exists(space: Space[Any]) -> Any:
    """A truth that there is an answer."""
    if isinstance(space, OneOf) and isinstance(space.options, Many):
        return space.options.size >= 1
    if isinstance(space, OneOfRow):
        return _number(space.among) >= 1
    if isinstance(space, SomeOfRow):
        number = _number(space.among)
        return both(both(space.least <= space.most, space.least <= number), space.most >= 0)
    if isinstance(space, Arms):
        found: Any = False
        for each in space.arms.values():
            found = either(found, exists(each))
        return found
    if not isinstance(space, (OneOf, Selection, Nothing)):
        raise NotSymbolic(f"a choice out of {type(space).__name__} is not followed")
    return exists_in_bags(space)


def _number(among: Any) -> Any:
    if isinstance(among, Unknown):
        raise NotSymbolic("chooses out of cards of which it is not known where they lie")
    return among.size if isinstance(among, Many) else len(among)

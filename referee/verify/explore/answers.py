"""Every way in which one step can go: the step is carried out anew for each, with the answers until then."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from typing import Any

from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice, Draw, Pick, Request, Together
from referee.kernel.selections import Selection
from referee.kernel.spaces import Arms, Space
from referee.play.chance import outcomes
from referee.verify.explore.choice_trees import CHANCE, ROUND, TreeBuilder
from referee.verify.explore.positions import position
from referee.verify.play.drivers import Plain, TooLong, repeatable

MANY_WAYS = 64
"""So many ways through a step, and positions in it are compared: below that it costs more than it saves."""
MOST_ANSWERS = 20_000
"""Answers to one question; a longer list is not enumerated."""


LONGEST_STEP = 1_000
"""Answers and outcomes in one step: after so many it is said not to end."""


class TooMany(BaseException):
    """A question has more answers, or a stock more draws, than are enumerated."""


class KnownPosition(BaseException):
    """All that can follow has been gone through already, by another way through the same step; ``code`` is what it
    is in the tree of the step."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code


class EveryAnswer:
    """A driver that goes through all answers and outcomes, one whole step after the other, depth first.

    The step is carried out once for each of its ``ways``. ``transcript`` has the answers of the way gone last. With
    ``merging`` it raises ``KnownPosition`` where the step stands as it stood before. ``tree`` is the tree of the step;
    whoever uses it tells it where each way leads. With ``backwards`` the last answer of each question comes first.
    """

    symbolic = False

    def __init__(self, *, merging: bool = True, backwards: bool = False) -> None:
        self.merging, self.backwards = merging, backwards
        self.rules: list[Generator[Any, Any, Any]] = []
        self.transcript: list[Any] = []
        self.on_choice: Callable[[Choice], None] | None = None
        self.tree = TreeBuilder()
        self._left: list[tuple[Iterator[Any], Any]] = []
        """The open answers to each question of the way, and the position where it is asked."""
        self._before: tuple[Any, ...] = ()
        """The answers that have been given already of those that are asked for together: no rule holds them yet."""
        self.at = self._ways = 0
        self._positions: dict[Any, int] = {}
        self._known: dict[Any, tuple[Any, ...]] = {}

    def ways(self) -> Iterator[None]:
        """All ways through a new step, one after the other."""
        self.transcript, self._left, self.at, self._ways = [], [], 0, 0
        self._positions.clear()
        self.tree.begin()
        yield
        while self._go_on():
            yield

    def _go_on(self) -> bool:
        """Turn to the next way, if there is one."""
        transcript, left = self.transcript, self._left
        self._ways += 1
        while left:
            for answer in left[-1][0]:
                transcript[-1] = answer
                self.at = 0
                return True
            here = left.pop()[1]
            transcript.pop()
            code = self.tree.back()
            if here is not None:
                self._positions[here] = code
        return False

    def _next(self, request: Request, answers: Sequence[Any], owner: int) -> Any:
        here = None
        if self._ways > MANY_WAYS and self.merging and len(answers) > 1:
            here = self._position(request)
            if here is not None:
                if here in self._positions:
                    raise KnownPosition(self._positions[here])
                self._positions[here] = ROUND  # until all that follows is known
        if self.at > LONGEST_STEP:
            raise TooLong
        each = reversed(answers) if self.backwards else iter(answers)
        first = next(each)
        self.transcript.append(first)
        self._left.append((each, here))
        self.tree.ask(owner)
        self.at += 1
        return first

    def _position(self, request: Request) -> Hashable | None:
        """The position of the step; None where it cannot be told from other positions."""
        return position(request.table, self.rules, request, self._before)

    def choose(self, choice: Choice) -> Any:
        at = self.at
        if at < len(self.transcript):
            self.at = at + 1
            answer = self.transcript[at]
        else:
            if self.on_choice is not None:
                self.on_choice(choice)
            answers = self.answers(choice.space)
            if choice.table.has_rows:  # cards in rows are told apart on their own table only
                answers = tuple([repeatable(choice, each) for each in answers])
            answer = self._next(choice, answers, choice.decider.seat)
        return choice.space.read(answer.data) if type(answer) is Plain else answer

    def together(self, choices: Together) -> Mapping[Player, Any]:
        answers = {}
        try:
            for choice in choices.choices:
                answers[choice.player] = self.choose(choice)
                self._before = tuple(self.transcript[self.at - len(answers) : self.at])
        finally:
            self._before = ()
        return answers

    def chance(self, event: Chance) -> Any:
        at = self.at
        if at < len(self.transcript):
            self.at = at + 1
            return self.transcript[at]
        return self._next(event, self._outcomes(event), CHANCE)

    def answers(self, space: Space[Any]) -> tuple[Any, ...]:
        """All answers of a space; TooMany where they are too many."""
        listed = space.listed()
        if listed is not None:
            return listed
        if isinstance(space, Arms):
            return tuple([(arm, each) for arm, part in space.arms.items() for each in self.answers(part)])
        if type(space) is Selection:
            return self._selections(space)
        if space.count() > MOST_ANSWERS:
            raise TooMany(f"a question has {space.count()} answers")
        return tuple(space)

    def _selections(self, space: Selection) -> tuple[Any, ...]:
        key = (space.pile, space.least, space.most)
        found = self._known.get(key)
        if found is None:
            if space.count() > MOST_ANSWERS:
                raise TooMany(f"there are {space.count()} ways to take cards of a pile")
            if len(self._known) > MOST_ANSWERS:
                self._known.clear()
            found = self._known[key] = tuple(space)
        return found

    def _outcomes(self, event: Chance) -> Sequence[Any]:
        if isinstance(event, (Draw, Pick)):
            pile = event.place.pile if isinstance(event, Draw) else event.pile
            return self._selections(Selection(event.table.deck, pile, event.number, event.number))
        return outcomes(event)

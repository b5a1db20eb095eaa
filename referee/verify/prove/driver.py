"""The driver of a proof: requests are answered with new unknowns, concrete alternatives are taken in turn."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice, Draw, Lot, Pick, Roll, Shuffle, Together, clause_at
from referee.kernel.selections import EqualValue, Selection
from referee.kernel.spaces import Arms, Nothing, OneOf, Space
from referee.kernel.table import Table
from referee.verify.prove.paths import Dropped, NotSymbolic, Path, le
from referee.verify.prove.piles import EqualSet, Only, count_of
from referee.verify.prove.terms import both, bounds, either, key_of


class SymbolicDriver:
    """Answers with new unknowns; concrete alternatives (arms, players, words) are taken in turn.

    ``asked`` is told of every choice before it is answered; ``feasible`` says whether a path on which somebody
    did what may be impossible is worth following.
    """

    symbolic = True

    def __init__(
        self,
        path: Path,
        table: Table,
        asked: Callable[[Any, Choice], None] | None = None,
        feasible: Callable[[Path], bool] | None = None,
    ) -> None:
        self.path, self.table = path, table
        self.asked, self.feasible = asked, feasible
        self.rules: list[Generator[Any, Any, Any]] = []
        path.driver = self

    def choose(self, choice: Choice) -> Any:
        self._goes_on()
        self._owe_an_option(choice)
        return self._answered(choice)

    def together(self, choices: Together) -> Mapping[Player, Any]:
        """As in play, everybody must have an option before anybody answers."""
        self._goes_on()
        for choice in choices.choices:
            self._owe_an_option(choice)
        return {choice.player: self._answered(choice) for choice in choices.choices}

    def _goes_on(self) -> None:
        path = self.path
        place, clause = path.once(self._asked_at)
        path.log.asked(place, clause, path.clock)

    def _asked_at(self) -> tuple[str, tuple[str, ...]]:
        """The place and the clause that ask: the same wherever this path has come before."""
        return self.path.log.place_of(self.rules), clause_at(self.table, self.rules)

    def _owe_an_option(self, choice: Choice) -> None:
        self.path.once(lambda: self._owed_now(choice))

    def _owed_now(self, choice: Choice) -> None:
        if self.asked is not None:
            self.asked(self.table, choice)
        message = f"{choice.player!r} must answer {choice.ask!r} and cannot"
        self.path.owe(exists(choice.space), Broken.NO_OPTION, message, clause_at(self.table, self.rules))

    def _answered(self, choice: Choice) -> Any:
        answer = self.answer(choice.space, choice.ask)
        self.path.on_answer("answer", choice, answer)
        return answer

    def answer(self, space: Space[Any], ask: str) -> Any:
        """An unknown member of a space that has one."""
        path = self.path
        if isinstance(space, Nothing):
            return None
        if isinstance(space, OneOf):
            return path.one_of("answer", space.options)
        if isinstance(space, Arms):
            open_arms = path.once(lambda: {arm: exists(each) for arm, each in space.arms.items()})
            arms = [arm for arm, there in open_arms.items() if there is not False]
            if not arms:
                raise Dropped("nobody can answer, which is owed already")
            arm = path.one_of("answer", arms)
            there = open_arms[arm]
            if there is not True:
                if not isinstance(space.arms[arm], EqualValue):  # what is known of its answer says as much
                    path.assume(there)
                if self.feasible is not None and not path.is_settled and not self.feasible(path):
                    raise Dropped("no play comes here")
            return arm, self.answer(space.arms[arm], ask)
        if isinstance(space, Selection):
            least, most, pile = space.least, space.most, path.as_pile(space.pile)
            path.assume(le(least, pile.size))
            if least is most or key_of(least) == key_of(most):
                return path.new_pile(ask, least, pile)
            low = max(0, bounds(least)[0])
            size = path.new_amount(f"size of {ask}", low, min(bounds(most)[1], path.deck.total))
            path.assume(le(least, size))
            path.assume(le(size, most))
            path.assume(le(size, pile.size))
            return path.new_pile(ask, size, pile)
        assert isinstance(space, EqualValue), space
        pile = path.as_pile(space.pile)
        within = Only(pile, space.values.kinds)
        size = path.new_amount(f"size of {ask}", 1, path.deck.total)
        path.assume(le(size, pile.size))
        return EqualSet(path, path.new_name(ask), size, within, space.values, space.above)

    def chance(self, event: Chance) -> Any:
        path = self.path
        self._goes_on()
        outcome: Any = None
        if isinstance(event, Draw):
            outcome = path.new_pile("drawn", event.number, event.place.pile)
        elif isinstance(event, Pick):
            outcome = path.new_pile("picked", event.number, path.as_pile(event.pile))
        elif isinstance(event, Roll):
            outcome = tuple([path.new_amount("die", 1, event.sides) for _ in range(event.number)])
        elif isinstance(event, Lot):
            outcome = path.one_of("lot", range(event.among))
        elif not isinstance(event, Shuffle) or event.place.is_row:
            raise NotSymbolic(f"{type(event).__name__} of a row: rows are not symbolic; declare the zone as a bag")
        path.on_answer("chance", event, outcome)
        return outcome


def exists(space: Space[Any]) -> Any:
    """A truth that there is an answer."""
    if isinstance(space, Nothing):
        return True
    if isinstance(space, OneOf):
        return bool(space.options)
    if isinstance(space, Arms):
        found: Any = False
        for arm in space.arms.values():
            found = either(found, exists(arm))
        return found
    if isinstance(space, Selection):
        held = space.deck.size(space.pile) if isinstance(space.pile, int) else space.pile.size
        return both(both(le(space.least, space.most), le(space.least, held)), le(0, space.most))
    if not isinstance(space, EqualValue):
        raise NotSymbolic(f"a choice out of {type(space).__name__} cannot be made in a proof yet")
    found = False
    for value, group in space.values.groups:
        held = count_of(space.pile, group)
        # Of cards that are worth less than nothing one alone is worth most.
        some = both(le(1, held), le(space.above + 1, value if value < 0 else held * value))
        found = either(found, some)
    return found

"""Proofs that two moves commute: the paths of a step with both moves, in either order.

Paths begin on the same unknown table, so that two of them can be compared: no table that can exist between two steps
may take both and end differently. Only paths without other open questions count (no other answer and no chance): then
each table takes one path in either order. Where something else is open, nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from referee.kernel.requests import Shuffle
from referee.kernel.spaces import Arms, Nothing, OneOf
from referee.verify.collide.edges import Act, What
from referee.verify.collide.optional_moves import Move, label_of, passing_of
from referee.verify.ledger import option_word
from referee.verify.prove.paths import Path
from referee.verify.prove.piles import SymPile
from referee.verify.prove.search import Ended
from referee.verify.prove.smt_query import Relaxation
from referee.verify.prove.solve import Prover
from referee.verify.prove.terms import SymAmount, SymTruth, both, either, key_of, negate

MOST_PAIRS = 2_000
"""Pairs of paths that are compared for one edge."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The actions on a path, in order, with the moves that were possible and passed before each, and at last."""

    path: Path
    table: Any
    done: tuple[Move, ...]
    passed: tuple[frozenset[Move], ...]
    is_open: bool
    """Something else could be answered, or chance had a part."""
    whole: bool


def taken(ended: Ended) -> Taken:
    """The answers of a path to its questions."""
    done: list[Move] = []
    passed: list[frozenset[Move]] = [frozenset()]
    is_open = False
    for word, request, answer in ended.path.requests:
        if word != "answer":
            is_open = is_open or not isinstance(request, Shuffle)
            continue
        space, seat = request.space, request.decider.seat
        if isinstance(space, Nothing):
            continue
        if type(seat) is not int or not isinstance(space, (OneOf, Arms)):
            is_open = True
            continue
        words = dict.fromkeys(map(option_word, space.arms if isinstance(space, Arms) else space.options))
        passing, said = passing_of(words), label_of(space, answer)
        closed = len(words) == len(space.arms if isinstance(space, Arms) else space.options)
        if not closed or (isinstance(space, Arms) and not all(type(each) is Nothing for each in space.arms.values())):
            is_open = True  # there are several answers of one name
        if len(words) < 2:
            continue
        if said != passing:
            done.append(Move(seat, request.ask, said))
            passed.append(frozenset())
        else:
            passed[-1] |= {Move(seat, request.ask, each) for each in words if each != passing}
    return Taken(ended.path, ended.table, tuple(done), tuple(passed), is_open, ended.is_whole)


class BothOrders:
    """The paths of a step of one form of a game."""

    def __init__(self) -> None:
        self.paths: list[Taken] = []
        self.prover = Prover()

    def note(self, ended: Ended) -> None:
        self.paths.append(taken(ended))

    def commute(self, about: Iterable[tuple[Act, What]]) -> int:
        """The number of pairs of paths, in either order, that some table may take, where all of them end alike; 0
        where that is not proved."""
        wanted = {frozenset(pair) for pair in about}
        number = 0
        for one, other in self._pairs():
            if frozenset([one.act, other.act]) not in wanted:
                continue
            there, back = self._paths(one, other), self._paths(other, one)
            if any(each.is_open or not each.whole for each in (*there, *back)) or len(there) * len(back) > MOST_PAIRS:
                return 0
            for first, second in product(there, back):
                if not self._meet(first, second):
                    continue
                if not self._end_alike(first, second):
                    return 0
                number += 1
        return number

    def _pairs(self) -> Iterator[tuple[Move, Move]]:
        """Moves of which there is a path in the one order and in the other."""
        seen = {(one, other) for each in self.paths for one, other in product(each.done, each.done)}
        return iter(sorted({(one, other) for one, other in seen if one < other}))

    def _paths(self, one: Move, other: Move) -> list[Taken]:
        """The paths on which only these moves are made, each as early as possible.

        A path with other open questions counts too: its other moves may be answers that are required.
        """
        found = []
        for each in self.paths:
            mine = [move for move in each.done if move in (one, other)]
            if mine[:2] != [one, other] or (not each.is_open and each.done != (one, other)):
                continue
            first, second = each.done.index(one), each.done.index(other)
            late = any(one in passed for passed in each.passed[: first + 1])
            if not late and not any(other in passed for passed in each.passed[first + 1 : second + 1]):
                found.append(each)
        return found

    def _premises(self, one: Taken, other: Taken) -> list[Any]:
        return [*one.path.assumptions, *other.path.assumptions, *one.path.conditions, *other.path.conditions]

    def _meet(self, one: Taken, other: Taken) -> bool:
        """Whether some table may take both; yes where that is not known."""
        given = self._premises(one, other)
        if any(each is False for each in given):
            return False
        keys = {each.key for each in given}
        if any(negate(each).key in keys for each in given):
            return False
        return not self.prover.refute(one.path, False, given, [], leaves=Relaxation.NOTHING, numbers=False).proved

    def _end_alike(self, one: Taken, other: Taken) -> bool:
        alike: Any = True
        for mine, theirs in zip(_state(one.table), _state(other.table), strict=True):
            alike = both(alike, _alike(mine, theirs, one.path))
        if alike is True or alike is False:
            return bool(alike)
        return self.prover.refute(one.path, alike, self._premises(one, other), [], numbers=False).proved


def _state(table: Any) -> list[Any]:
    """All of a table that can differ, thing by thing."""
    scalars = [table.at_end(name) for name in table.shape_names]
    lying = [place.row if place.is_row else place.pile for place in table.places]
    outcome = None if table.outcome is None else repr(table.outcome)
    return [*lying, *scalars, *table.money, table.turns, outcome]


def _alike(one: Any, other: Any, path: Path) -> Any:
    """A truth that two things are equal; False where it cannot be expressed."""
    if isinstance(one, SymPile) or isinstance(other, SymPile):
        if not (isinstance(one, SymPile) and isinstance(other, SymPile)):
            return False
        alike: Any = True
        for kind in range(len(path.deck.cards)) if one.key != other.key else ():
            alike = both(alike, one.count(kind) == other.count(kind))
        return alike
    if isinstance(one, SymTruth) or isinstance(other, SymTruth):
        if not all(isinstance(each, (bool, SymTruth)) for each in (one, other)):
            return False
        return both(either(negate(one), other), either(negate(other), one))
    if isinstance(one, SymAmount) or isinstance(other, SymAmount):
        if not all(isinstance(each, (int, SymAmount)) for each in (one, other)):
            return False
        return True if key_of(one) == key_of(other) else one == other
    return type(one) is type(other) and one == other

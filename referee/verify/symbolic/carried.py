"""What the operations on terms have in common: obligations, numbers that are made known, what is equal."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from referee.meaning.types import PLAYER, Atoms, Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.paths import Fault
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import chosen, converted, same
from referee.verify.symbolic.words import NO_PLAYER

if TYPE_CHECKING:
    from referee.verify.symbolic.machine import Machine

Args = list[Any]


class Carried:
    """What all operations need: the machine, its ways, and obligations."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.paths, self.kinds = machine, machine.paths, machine.kinds

    @property
    def table(self) -> Any:
        return self.machine.table

    def require(self, truth: Term, broken: str, why: str = "") -> None:
        """An obligation of an operation."""
        if self.paths.argument is not None:
            self.paths.argument.owed(len(self.paths.frames), truth, broken, why, self.machine.where())
        if self.paths.silent and truth not in self.paths.settled and self.paths.surely(truth):
            return
        if self.paths.holds(terms.no(truth), breaks=True):  # asked so, one question shows that it never breaks
            raise Fault(broken, why, self.machine.where(), self.machine.clauses())

    def converted(self, value: Any, own: Type, kind: Type) -> Any:
        """A value of one type as one of another. Obligation: it is one."""
        return converted(value, own, kind, partial(self._fits, kind))

    def _fits(self, kind: Type, truth: Term) -> None:
        self.require(truth, "RAISED", f"something else where {kind!r} is wanted")

    def answered(self, sort: str, what: Any) -> None:
        """Note an answer, or an outcome of chance."""
        if self.machine.answers is not None:
            self.machine.answers.append((sort, what))

    def fixed(self, term: Term, kind: Type | None = None) -> int:
        """A number that is known from here on; each that it can be is followed."""
        if isinstance(term, int):
            return int(term)
        if kind is PLAYER:
            nobody = [] if term in self.machine.seated else [NO_PLAYER]
            return self.paths.value(term, [*range(self.machine.players), *nobody])
        return self.paths.value(term, sorted(kind.numbers) if isinstance(kind, Atoms) else None)

    def seat(self, player: Term) -> int:
        at = self.fixed(player, PLAYER)
        self.require(at < self.machine.players, "RAISED", "nobody where a player is wanted")
        return at

    def either(self, truth: Term, yes: Any, no: Any, kind: Type) -> Any:
        """One or the other: as one thing where something stands for both, else way by way."""
        try:
            return chosen(truth, yes, no, kind)
        except NotFollowed:
            return yes if self.paths.holds(truth) else no

    def equal(self, one: Any, other: Any, kind: Type) -> Term:
        if not (isinstance(one, Pile) and isinstance(other, Pile)):
            return same(one, other, kind)
        unlike = one.unlike(other)
        found = terms.both([terms.equal(one.number(at), other.number(at)) for at in unlike])
        if found is False or not any(len(self.kinds.groups[at]) > 1 for at in unlike):
            return found
        if other.is_known() and all(not other.parts[at][1] for at in unlike):
            return found  # none of them
        # Equal numbers in a class are not yet equal cards: then both ways may be gone.
        alike = self.paths.fresh_truth("equal")
        ones = terms.both([terms.equal(one.one(at), other.one(at)) for at in unlike])
        self.paths.assume(terms.either([terms.no(alike), terms.both([found, ones])]))
        return alike

"""Values for the terms of one path, worked out from cards and numbers without the solver; and of sentences for
the solver under such values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from referee.kernel.errors import RefereeError
from referee.kernel.outcome import Outcome
from referee.verify.prove.algebra import Either, Share
from referee.verify.prove.paths import Obligation, Path
from referee.verify.prove.piles import Base, Exactly, Joined, Only, SymPile, count_of
from referee.verify.prove.terms import Atom, PileTruth, SymAmount, SymTruth


class Differs(RefereeError):
    """Play and its symbolic run come apart; the message says in what.

    ``stops``: the symbolic run came to something that it cannot follow, where play goes on.
    """

    def __init__(self, message: str, *, stops: bool = False) -> None:
        super().__init__(message)
        self.stops = stops


class Instance:
    """A value for every term of one path, worked out without the solver."""

    def __init__(self, path: Path) -> None:
        self.path, self.deck = path, path.deck
        self.free: dict[str, int] = {}
        self.cards: dict[str, int] = {}
        self.known: dict[int, int] = {}
        """The values of atoms that are made of others: each is computed once, however many terms mention it."""

    def bind(self, term: Any, value: Any) -> bool:
        """Take what a term is worth for known; whether that is possible yet. Differs where it is something else."""
        if isinstance(term, Base):
            if not self.bind(term.size, self.deck.size(value)):
                return False
            self.cards[term.name] = value
            return True
        if isinstance(term, SymTruth):
            ((amount,),) = (term.args,)
            ((atom, _),) = amount.parts
            self.free[atom.name] = int(value)
            return True
        if isinstance(term, SymAmount):
            unknown = [(atom, f) for atom, f in term.parts if atom.what[0] == "free" and atom.name not in self.free]
            if len(unknown) > 1:
                return False
            for atom, factor in unknown:
                others = [(each, f) for each, f in term.parts if each is not atom]
                rest = term.constant + sum(f * self.atom(each) for each, f in others)
                self.free[atom.name] = int((value - rest) / Fraction(factor))
        elif isinstance(term, tuple):
            return sum(self.bind(mine, one) for mine, one in zip(term, value, strict=True)) == len(term)
        if self.of(term) != value:
            raise Differs(f"{term!r} is {self.of(term)!r} in the symbolic run and {value!r} in play")
        return True

    def atom(self, atom: Atom) -> int:
        if atom.what[0] == "free":
            return self.free[atom.name]
        if atom.number not in self.known:
            self.known[atom.number] = self._made(*atom.what)
        return self.known[atom.number]

    def _made(self, how: str, *about: Any) -> int:
        if how == "count":
            base, kind = about
            return int(self.pile(base) >> kind * self.deck.width & self.deck.field)
        if how == "if":
            truth, yes, no = about
            return int(self.of(yes if self.of(truth) else no))
        if how == "sum":
            return int(self.of(about[0]))
        assert how == "highest", how
        pile, values = about
        there = [value for value, group in values.groups if self.of(count_of(pile, group)) > 0]
        return max(there, default=-1)

    def pile(self, pile: SymPile) -> int:
        if isinstance(pile, Exactly):
            return int(pile.packed)
        if isinstance(pile, Joined):
            return self.pile(pile.one) + pile.sign * self.pile(pile.other)
        if isinstance(pile, Only):
            return self.pile(pile.of) & pile.kinds.mask
        assert isinstance(pile, Base), pile
        return 0 if isinstance(pile.size, int) and not pile.size else self.cards[pile.name]

    def of(self, term: Any) -> Any:
        """The value of anything: an amount, a truth, a pile, a tuple of such, or what is known anyway."""
        if isinstance(term, SymAmount):
            return term.constant + sum(factor * self.atom(atom) for atom, factor in term.parts)
        if isinstance(term, PileTruth):
            pile, kinds, cards = term.args
            held = [self.of(pile.count(kind)) for kind in kinds]
            pairs = list(zip(held, cards, strict=True))
            return all(a == b for a, b in pairs) if term.op == "exactly" else all(a <= b for a, b in pairs)
        if isinstance(term, SymTruth):
            values = [self.of(each) for each in term.args]
            if term.op == "and":
                return all(values)
            return not values[0] if term.op == "not" else values[0] <= 0 if term.op == "<=0" else values[0] == 0
        if isinstance(term, SymPile):
            return self.pile(term)
        if isinstance(term, Either):
            return self.of(term.yes if self.of(term.truth) else term.no)
        if isinstance(term, Share):
            return Fraction(1, self.of(term.number))
        if isinstance(term, Outcome):
            return self.of(term.scores), self.of(term.payoffs), term.reason
        if isinstance(term, tuple):
            return tuple([self.of(each) for each in term])
        return term


def owed_holds(instance: Instance, owed: Obligation) -> bool:
    """Whether an obligation holds in an instance."""
    if isinstance(owed.truth, tuple):
        _, pile, part = owed.truth
        return instance.deck.covers(instance.pile(pile), instance.pile(part))
    return bool(instance.of(owed.truth))


TOKEN = re.compile(r"[()]|[^\s()]+")

OPERATORS: Mapping[str, Callable[..., Any]] = {
    "+": lambda *args: sum(args),
    "*": lambda one, other: one * other,
    "-": lambda one, *others: one - sum(others) if others else -one,
    "<=": lambda one, other: one <= other,
    ">=": lambda one, other: one >= other,
    "<": lambda one, other: one < other,
    ">": lambda one, other: one > other,
    "=": lambda one, other: one == other,
    "not": lambda one: not one,
    "and": lambda *args: all(args),
    "or": lambda *args: any(args),
    "ite": lambda test, yes, no: yes if test else no,
}
"""The operators that questions are written with."""


def value_of(text: str, values: Mapping[str, int]) -> Any:
    """A number or a truth. KeyError for an operator or a name that is not known."""
    stack: list[list[Any]] = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            operator, *args = stack.pop()
            stack[-1].append(OPERATORS[operator](*args))
        elif stack[-1] or len(stack) == 1:
            stack[-1].append(_leaf(token, values))
        else:
            stack[-1].append(token)
    ((value,),) = stack
    return value


def _leaf(token: str, values: Mapping[str, int]) -> Any:
    if token in ("true", "false"):
        return token == "true"
    return int(token) if token.isdigit() else values[token]

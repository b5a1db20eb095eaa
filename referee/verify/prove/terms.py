"""Terms: what amounts, truths and piles are while rules run symbolically.

Amounts are kept as linear sums of *atoms* and folded at once, so that ``15 - k + k`` is 15 without a solver. Atoms
are whole numbers, their coefficients may be fractions: what is compared is made whole first;
truths are comparisons of such sums, and their combinations. All of it is plain immutable Python data: nothing
is built in Z3 before an obligation cannot be decided without it. Terms of one run are interned, so that the
same question is recognised when another path asks it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from math import inf, lcm
from typing import TYPE_CHECKING, Any

from referee.verify.prove.undecided import Undecided

if TYPE_CHECKING:
    from referee.verify.prove.paths import Path

NO_BOUND: Any = inf
"""The bound of an atom that may be any number: nothing follows from it."""
Number = int | Fraction


class Atom:
    """An unknown whole number between ``low`` and ``high``. ``what`` tells the solver how it is made."""

    __slots__ = ("high", "low", "name", "number", "what")

    def __init__(self, number: int, name: str, low: Any, high: Any, what: tuple[Any, ...]) -> None:
        self.number, self.name, self.low, self.high, self.what = number, name, low, high, what

    @property
    def some(self) -> int:
        """A number that it may be."""
        return int(self.low if self.low > -inf else min(0, self.high))

    def __repr__(self) -> str:
        return self.name


class SymAmount(Undecided):
    """``constant`` plus the sum of ``coefficient × atom``; whole numbers, or fractions."""

    __slots__ = ("_key", "constant", "parts", "path")

    def __init__(self, path: Path, constant: Number, parts: tuple[tuple[Atom, Number], ...]) -> None:
        self.path, self.constant, self.parts = path, constant, parts
        self._key: tuple[Any, ...] | None = None

    @property
    def key(self) -> tuple[Any, ...]:
        if self._key is None:
            self._key = (self.constant, *[(atom.number, factor) for atom, factor in self.parts])
        return self._key

    def bounds(self) -> tuple[Any, Any]:
        low: Any = self.constant
        high: Any = self.constant
        for atom, factor in self.parts:  # what has no bound is infinite, and so is every sum with it
            if factor > 0:
                low, high = low + factor * atom.low, high + factor * atom.high
            else:
                low, high = low + factor * atom.high, high + factor * atom.low
        return low, high

    @property
    def parts_of_one(self) -> int:
        """The least number of which a multiple of the amount has no fraction in it."""
        return lcm(self.constant.denominator, *[factor.denominator for _, factor in self.parts])

    def _sum(self, other: Any, sign: int) -> Any:
        if type(other) is SymAmount:
            found = dict(self.parts)
            for atom, factor in other.parts:
                found[atom] = found.get(atom, 0) + sign * factor
            return amount(self.path, self.constant + sign * other.constant, found.items())
        if isinstance(other, (int, Fraction)):
            return SymAmount(self.path, self.constant + sign * other, self.parts) if other else self
        return NotImplemented if type(other).__module__.startswith("referee.") else self._refuse()

    def __add__(self, other: Any) -> Any:
        return self._sum(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._sum(other, -1)

    def __rsub__(self, other: Any) -> Any:
        return (-self) + other

    def __neg__(self) -> Any:
        return self * -1

    def __mul__(self, other: Any) -> Any:
        if type(other) is not int and type(other) is not Fraction:
            return self.path.product(self, other)
        return amount(self.path, self.constant * other, [(atom, factor * other) for atom, factor in self.parts])

    __rmul__ = __mul__

    def __lt__(self, other: Any) -> Any:
        return less_than_0(self.path, self - other)

    def __le__(self, other: Any) -> Any:
        return at_most(self.path, self - other)

    def __gt__(self, other: Any) -> Any:
        return less_than_0(self.path, other - self)

    def __ge__(self, other: Any) -> Any:
        return at_most(self.path, other - self)

    def __eq__(self, other: object) -> Any:
        if other is None or type(other) in (str, tuple) or issubclass(type(other), Enum):
            return False  # no number is one
        return is_zero(self.path, self - other)

    def __ne__(self, other: object) -> Any:
        return negate(self == other)

    __hash__ = Undecided._refuse

    def __bool__(self) -> bool:
        return bool(self != 0)

    def shown(self) -> str:
        return " + ".join([*(f"{factor}·{atom}" for atom, factor in self.parts), str(self.constant)])


def amount(path: Path, constant: Number, parts: Iterable[tuple[Atom, Number]]) -> Any:
    """A sum of atoms; a number where none is left."""
    left = in_order(parts)
    return SymAmount(path, constant, left) if left else constant


def in_order(parts: Iterable[tuple[Atom, Number]]) -> tuple[tuple[Atom, Number], ...]:
    """The parts of a sum that are not 0, by the numbers of their atoms."""
    left = [part for part in parts if part[1]]
    if len(left) > 1:
        left.sort(key=_number_of)
    return tuple(left)


def _number_of(part: tuple[Atom, Number]) -> int:
    return part[0].number


class SymTruth(Undecided):
    """``op`` with its arguments: ``<=0`` and ``==0`` of an amount, ``not``, ``and``, ``or`` of truths."""

    __slots__ = ("args", "key", "op", "path")

    def __init__(self, path: Path, op: str, args: tuple[Any, ...]) -> None:
        self.path, self.op, self.args = path, op, args
        numbers, first = path.numbers, args[0]
        # Atoms are themselves where they are the same: what an amount is made of tells it from others at once.
        what = (first.constant, first.parts) if type(first) is SymAmount else first.key
        key = (op, what) if len(args) == 1 else (op, what, *[argument.key for argument in args[1:]])
        self.key = numbers.setdefault(key, len(numbers))

    def __bool__(self) -> bool:
        return self.path.decide(self)

    def __and__(self, other: Any) -> Any:
        return both(self, other)

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        return either(self, other)

    __ror__ = __or__

    def __eq__(self, other: object) -> Any:
        """Equality of truths, as in play: Python takes 1 for true and 0 for false."""
        if isinstance(other, SymTruth):
            return either(both(self, other), both(negate(self), negate(other)))
        if type(other) is bool or (type(other) is int and other in (0, 1)):
            return self if other else negate(self)
        if other is None or type(other) in (int, str, tuple) or isinstance(other, Enum):
            return False
        return self._refuse()

    def __ne__(self, other: object) -> Any:
        return negate(self == other)

    def __xor__(self, other: object) -> Any:
        return self != other

    __rxor__ = __xor__
    __hash__ = Undecided._refuse

    def shown(self) -> str:
        return f"({self.op} {' '.join(map(repr, self.args))})"


class PileTruth(SymTruth):
    """``exactly`` or ``within``: of some kinds a pile holds just those cards, or no more than those.

    It is spelled out, kind by kind, only where an obligation needs it.
    """

    __slots__ = ()

    def __init__(self, path: Path, op: str, pile: Any, kinds: tuple[int, ...], cards: tuple[int, ...]) -> None:
        self.path, self.op, self.args = path, op, (pile, kinds, cards)
        self.key = path.number((op, pile.key, kinds, cards))

    def spelled_out(self) -> Any:
        pile, kinds, cards = self.args
        truth: Any = True
        for kind, number in zip(kinds, cards, strict=True):
            held = pile.count(kind)
            truth = both(truth, held == number if self.op == "exactly" else held <= number)
        return truth


def whole(value: SymAmount) -> Any:
    """A multiple of an amount without fractions, which is 0, more or less where the amount is."""
    parts = value.parts_of_one
    if parts == 1:
        return value
    sums = [(atom, int(factor * parts)) for atom, factor in value.parts]
    return SymAmount(value.path, int(value.constant * parts), tuple(sums))


def less_than_0(path: Path, value: Any) -> Any:
    if not isinstance(value, SymAmount):
        return value < 0
    return at_most(path, whole(value) + 1)


def at_most(path: Path, value: Any) -> Any:
    """value ≤ 0"""
    if not isinstance(value, SymAmount):
        return value <= 0
    value = whole(value)
    low, high = value.bounds()
    if high <= 0 or low > 0:
        return high <= 0
    return SymTruth(path, "<=0", (value,))


def is_zero(path: Path, value: Any) -> Any:
    if not isinstance(value, SymAmount):
        return value == 0
    value = whole(value)
    low, high = value.bounds()
    if low > 0 or high < 0:
        return False
    return SymTruth(path, "==0", (value,))


def negate(truth: Any) -> Any:
    if type(truth) is bool:
        return not truth
    if truth.op == "not":
        return truth.args[0]
    return SymTruth(truth.path, "not", (truth,))


def both(one: Any, other: Any) -> Any:
    if type(one) is bool:
        return other if one else False
    if type(other) is bool:
        return one if other else False
    if one.key == other.key:
        return one
    return SymTruth(one.path, "and", (one, other) if one.key < other.key else (other, one))


def either(one: Any, other: Any) -> Any:
    return negate(both(negate(one), negate(other)))


def bounds(value: Any) -> tuple[Any, Any]:
    """The least and the greatest that an amount may be, known or not."""
    return value.bounds() if isinstance(value, SymAmount) else (value, value)


def parts_of_one(value: Any) -> int:
    """The least number of which a multiple of an amount, known or not, has no fraction in it."""
    return value.parts_of_one if isinstance(value, SymAmount) else int(value.denominator)


def key_of(value: Any) -> Any:
    """The identity of an amount, known or not."""
    return value.key if isinstance(value, SymAmount) else value

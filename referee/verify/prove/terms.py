"""Terms: what amounts, truths and piles are while rules run symbolically.

Amounts are kept as linear sums of *atoms* and folded at once, so that ``15 - k + k`` is 15 without a solver;
truths are comparisons of such sums, and their combinations. All of it is plain immutable Python data: nothing
is built in Z3 before an obligation cannot be decided without it. Terms of one run are interned, so that the
same question is recognised when another path asks it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from referee.kernel.cards import Kinds, Values

if TYPE_CHECKING:
    from referee.verify.prove.paths import Path

NO_BOUND = 10**9


class Atom:
    """An unknown whole number between ``low`` and ``high``. ``what`` tells the solver how it is made."""

    __slots__ = ("high", "low", "name", "number", "what")

    def __init__(self, number: int, name: str, low: int, high: int, what: tuple[Any, ...]) -> None:
        self.number, self.name, self.low, self.high, self.what = number, name, low, high, what

    def __repr__(self) -> str:
        return self.name


class _Undecided:
    """What no symbolic value can do, with the reason in the rule author's words."""

    __slots__ = ()

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError(
            f"{type(self).__name__}: its value is not known in a proof; "
            "it can be compared, added and asked for with 'if', but not hashed, indexed with, counted to or iterated"
        )

    __hash__ = __int__ = __index__ = __iter__ = __len__ = __float__ = __contains__ = _refuse


class SymAmount(_Undecided):
    """``constant`` plus the sum of ``coefficient × atom``."""

    __slots__ = ("constant", "parts", "path")

    def __init__(self, path: Path, constant: int, parts: tuple[tuple[Atom, int], ...]) -> None:
        self.path, self.constant, self.parts = path, constant, parts

    @property
    def key(self) -> tuple[Any, ...]:
        return (self.constant, *((atom.number, factor) for atom, factor in self.parts))

    def bounds(self) -> tuple[int, int]:
        low = high = self.constant
        for atom, factor in self.parts:
            low += factor * (atom.low if factor > 0 else atom.high)
            high += factor * (atom.high if factor > 0 else atom.low)
        return low, high

    def _sum(self, other: Any, sign: int) -> Any:
        if type(other) is SymAmount:
            found = dict(self.parts)
            for atom, factor in other.parts:
                found[atom] = found.get(atom, 0) + sign * factor
            return amount(self.path, self.constant + sign * other.constant, found.items())
        if isinstance(other, int):
            return amount(self.path, self.constant + sign * other, self.parts)
        return NotImplemented

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
        if type(other) is not int:
            raise TypeError("a product of two amounts that are not known: fork on a bounded one")
        return amount(self.path, self.constant * other, [(atom, factor * other) for atom, factor in self.parts])

    __rmul__ = __mul__

    def __lt__(self, other: Any) -> Any:
        return at_most(self.path, self - other + 1)

    def __le__(self, other: Any) -> Any:
        return at_most(self.path, self - other)

    def __gt__(self, other: Any) -> Any:
        return at_most(self.path, other - self + 1)

    def __ge__(self, other: Any) -> Any:
        return at_most(self.path, other - self)

    def __eq__(self, other: object) -> Any:
        return is_zero(self.path, self - other)

    def __ne__(self, other: object) -> Any:
        return negate(is_zero(self.path, self - other))

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __repr__(self) -> str:
        return " + ".join([*(f"{factor}·{atom}" for atom, factor in self.parts), str(self.constant)])


def amount(path: Path, constant: int, parts: Iterable[tuple[Atom, int]]) -> Any:
    """A sum of atoms; an ``int`` where none is left."""
    left = sorted(((atom, factor) for atom, factor in parts if factor), key=lambda part: part[0].number)
    return SymAmount(path, constant, tuple(left)) if left else constant


class SymTruth(_Undecided):
    """``op`` with its arguments: ``<=0`` and ``==0`` of an amount, ``not``, ``and``, ``or`` of truths."""

    __slots__ = ("args", "key", "op", "path")

    def __init__(self, path: Path, op: str, args: tuple[Any, ...]) -> None:
        self.path, self.op, self.args = path, op, args
        self.key = path.number((op, *(argument.key for argument in args)))

    def __bool__(self) -> bool:
        return self.path.decide(self)

    def __and__(self, other: Any) -> Any:
        return both(self, other)

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        return either(self, other)

    __ror__ = __or__

    def __repr__(self) -> str:
        return f"({self.op} {' '.join(map(repr, self.args))})"


def at_most(path: Path, value: Any) -> Any:
    """value ≤ 0"""
    if isinstance(value, int):
        return value <= 0
    low, high = value.bounds()
    if high <= 0 or low > 0:
        return high <= 0
    return SymTruth(path, "<=0", (value,))


def is_zero(path: Path, value: Any) -> Any:
    if isinstance(value, int):
        return value == 0
    low, high = value.bounds()
    if low > 0 or high < 0:
        return False
    return SymTruth(path, "==0", (value,))


def negate(truth: Any) -> Any:
    if isinstance(truth, bool):
        return not truth
    if truth.op == "not":
        return truth.args[0]
    return SymTruth(truth.path, "not", (truth,))


def both(one: Any, other: Any) -> Any:
    if isinstance(one, bool):
        return other if one else False
    if isinstance(other, bool):
        return one if other else False
    if one.key == other.key:
        return one
    return SymTruth(one.path, "and", (one, other) if one.key < other.key else (other, one))


def either(one: Any, other: Any) -> Any:
    return negate(both(negate(one), negate(other)))


# -- piles ----------------------------------------------------------------------------------------------


class SymPile(_Undecided):
    """An unordered pile: its size is a term of its own, its counts are made when a rule asks for them."""

    __slots__ = ("key", "path", "size")

    path: Path
    size: Any
    key: int
    """Two piles with the same key are the same pile."""

    def count(self, kind: int) -> Any:
        """How many cards of one kind. ``ANY_KIND`` stands for some kind that nothing else is known of."""
        raise NotImplementedError

    def bases(self) -> Iterable[Base]:
        raise NotImplementedError

    def __add__(self, other: Any) -> SymPile:
        if isinstance(other, int):
            return Joined(self, self.path.pile(other), 1) if other else self
        return Joined(self, other, 1)

    def __radd__(self, other: Any) -> SymPile:
        return self + other  # type: ignore[no-any-return]

    def __sub__(self, other: Any) -> SymPile:
        if isinstance(other, int) and not other:
            return self
        return Joined(self, other, -1)

    def __eq__(self, other: object) -> Any:
        raise TypeError("piles are compared by what they hold: count their cards")

    def __bool__(self) -> bool:
        return bool(self.size != 0)


ANY_KIND = -1


class Base(SymPile):
    """A pile that nothing is known of but its size, and that it is a part of ``within``, where that is given."""

    __slots__ = ("name", "within")

    def __init__(self, path: Path, name: str, size: Any, within: SymPile | None) -> None:
        self.path, self.name, self.size, self.within = path, name, size, within
        self.key = path.number(("base", name))

    def count(self, kind: int) -> Any:
        if isinstance(self.size, int) and not self.size:
            return 0
        deck = self.path.deck
        copies = deck.total if kind == ANY_KIND else deck.copies[kind]
        return self.path.atom(
            f"{self.name}[{'any' if kind == ANY_KIND else deck.cards[kind].name}]", 0, copies, ("count", self, kind)
        )

    def bases(self) -> Iterable[Base]:
        yield self


class Exactly(SymPile):
    """A pile that is known card by card."""

    __slots__ = ("packed",)

    def __init__(self, path: Path, packed: int) -> None:
        self.path, self.packed = path, packed
        self.size = path.deck.size(packed)
        self.key = path.number(("exactly", packed))

    def count(self, kind: int) -> Any:
        if kind == ANY_KIND:
            return self.path.atom(f"known {self.packed:x}[any]", 0, self.size, ("known", self.packed))
        deck = self.path.deck
        return self.packed >> kind * deck.width & deck.field

    def bases(self) -> Iterable[Base]:
        return ()


class Joined(SymPile):
    """Two piles together (``sign`` 1), or the first without the second (-1)."""

    __slots__ = ("one", "other", "sign")

    def __init__(self, one: SymPile, other: SymPile, sign: int) -> None:
        self.path, self.one, self.other, self.sign = one.path, one, other, sign
        self.size = one.size + other.size if sign > 0 else one.size - other.size
        self.key = self.path.number(("joined", one.key, other.key, sign))

    def count(self, kind: int) -> Any:
        return self.one.count(kind) + self.sign * self.other.count(kind)

    def bases(self) -> Iterable[Base]:
        yield from self.one.bases()
        yield from self.other.bases()


class Only(SymPile):
    """The cards of some kinds in a pile."""

    __slots__ = ("kinds", "of")

    def __init__(self, of: SymPile, kinds: Kinds) -> None:
        self.path, self.of, self.kinds = of.path, of, kinds
        self.size = count_of(of, kinds)
        self.key = self.path.number(("only", of.key, kinds.indices))

    def count(self, kind: int) -> Any:
        if kind == ANY_KIND:
            # of a kind that nothing is known of it is only certain that there are no more than in the pile
            whole = self.of.count(kind)
            return self.path.atom(f"only {self.key}[any]", 0, self.path.deck.total, ("at most", whole))
        return self.of.count(kind) if kind in self.kinds.indices else 0

    def bases(self) -> Iterable[Base]:
        return self.of.bases()


def kinds_in(pile: SymPile) -> tuple[int, ...] | None:
    """The only kinds that a pile can hold; None where it may hold any."""
    if isinstance(pile, Only):
        return pile.kinds.indices
    return kinds_in(pile.within) if isinstance(pile, Base) and pile.within is not None else None


def count_of(pile: SymPile, kinds: Kinds) -> Any:
    """How many cards of those kinds."""
    return weighed(pile, [(kind, 1) for kind in kinds.indices])


def worth_of(pile: SymPile, values: Values) -> Any:
    return weighed(pile, list(values.of.items()))


def weighed(pile: SymPile, weights: list[tuple[int, int]]) -> Any:
    """The sum of weight × count over some kinds, in one go."""
    path = pile.path
    key = (pile.key, tuple(weights))
    if key not in path.sums:
        constant = 0
        found: dict[Atom, int] = {}
        for kind, weight in weights:
            number = pile.count(kind)
            if isinstance(number, int):
                constant += weight * number
            else:
                constant += weight * number.constant
                for atom, factor in number.parts:
                    found[atom] = found.get(atom, 0) + weight * factor
        path.sums[key] = (constant, tuple(found.items()))
    constant, parts = path.sums[key]
    return amount(path, constant, parts)

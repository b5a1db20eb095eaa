"""What terms are, each of which exists once, and how Z3 has them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import z3

Term = Any
"""An int, a Fraction, a bool, a ``Number`` or a ``Truth``."""
KNOWN = (int, Fraction)


class Atom:
    """What numbers are sums of: a name, or something made of other terms (``of``)."""

    __slots__ = ("_z3", "bounds", "is_whole", "name", "number", "of")

    def __init__(self, number: int, name: str, of: tuple[Any, ...], is_whole: bool) -> None:
        self.number, self.name, self.of, self.is_whole = number, name, of, is_whole
        self._z3: Any = None
        self.bounds: tuple[Any, Any] | None = None

    def z3(self) -> Any:
        if self._z3 is None:
            if not self.of:
                self._z3 = (z3.Int if self.is_whole else z3.Real)(self.name)
            elif self.of[0] == "if":
                _, truth, yes, otherwise = self.of
                self._z3 = z3.If(to_z3(truth), to_z3(yes), to_z3(otherwise))
            else:
                how, term, by = self.of
                self._z3 = to_z3(term) / by if how == "div" else to_z3(term) % by
        return self._z3


class Number:
    """A sum of atoms, each so many times, and a constant."""

    __slots__ = ("_z3", "constant", "number", "parts")

    def __init__(self, number: int, parts: tuple[tuple[Atom, Any], ...], constant: Any) -> None:
        self.number, self.parts, self.constant = number, parts, constant
        self._z3: Any = None

    def z3(self) -> Any:
        if self._z3 is None:
            whole = self.is_whole
            sums = [atom.z3() if times == 1 else _times(times, atom.z3(), whole) for atom, times in self.parts]
            if self.constant or not sums:
                sums.append(_constant(self.constant))
            if len(sums) == 1:
                self._z3 = sums[0]
            else:
                self._z3 = _of_many(z3.ArithRef, z3.Z3_mk_add, sums) if whole else z3.Sum(sums)
        return self._z3

    @property
    def is_whole(self) -> bool:
        return type(self.constant) is int and all(atom.is_whole and type(by) is int for atom, by in self.parts)


class Truth:
    """Something said: ``<=0`` and ``==0`` of a number, ``and``, ``or`` and ``not`` of truths, or a ``name``."""

    __slots__ = ("_z3", "args", "number", "op")

    def __init__(self, number: int, op: str, args: tuple[Any, ...]) -> None:
        self.number, self.op, self.args = number, op, args
        self._z3: Any = None

    def z3(self) -> Any:
        if self._z3 is None:
            if self.op == "name":
                self._z3 = z3.Bool(self.args[0])
            elif self.op in ("<=0", "==0"):
                self._z3 = _is_so(z3.Z3_mk_le if self.op == "<=0" else z3.Z3_mk_eq, self.args[0])
            elif self.op == "not":
                context = z3.main_ctx()
                self._z3 = z3.BoolRef(z3.Z3_mk_not(context.ref(), self.args[0].z3().ast), context)
            else:
                make = z3.Z3_mk_and if self.op == "and" else z3.Z3_mk_or
                self._z3 = _of_many(z3.BoolRef, make, [each.z3() for each in self.args])
        return self._z3


def _of_many(kind: Any, make: Any, parts: Sequence[Any]) -> Any:
    """A term of Z3 made of others of one sort, which its own words would look at pair by pair."""
    context = z3.main_ctx()
    given = (z3.Ast * len(parts))(*[each.ast for each in parts])
    return kind(make(context.ref(), len(parts), given), context)


def _times(times: Any, atom: Any, whole: bool) -> Any:
    return _of_many(z3.ArithRef, z3.Z3_mk_mul, [_constant(times), atom]) if whole else _constant(times) * atom


def _is_so(make: Any, number: Number) -> Any:
    """What is said of a number and 0."""
    context, zero = z3.main_ctx(), _constant(0) if number.is_whole else z3.RealVal(0)
    return z3.BoolRef(make(context.ref(), number.z3().ast, zero.ast), context)


def to_z3(term: Term) -> Any:
    """The term as Z3 has it."""
    if isinstance(term, bool):
        return z3.BoolVal(term)
    return _constant(term) if isinstance(term, KNOWN) else term.z3()


@lru_cache(maxsize=None, typed=True)
def _constant(number: Any) -> Any:
    return z3.Q(number.numerator, number.denominator) if isinstance(number, Fraction) else z3.IntVal(number)

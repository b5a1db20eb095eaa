"""Numbers and truths that are not known: sums of atoms, and what is said of them. What is known stays an int, a
Fraction or a bool.

Every term exists once: to build it again costs a look, and equal terms are the same one. Z3's own terms are made of
them when it is asked.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from referee.verify.symbolic.term_types import KNOWN, Atom, Number, Term, Truth


class NotFollowed(Exception):
    """Something that has no symbolic meaning; the message says what, ``where`` the line of rules that does it."""

    where = ""


class MayStop(NotFollowed):
    """Some way may stop, or go on for ever, so that nothing is said of the others."""


def called_here(place: str) -> str:
    """A line of a file, ``file:line``, the file called as from here, or by its name alone."""
    here = f"{os.getcwd()}{os.sep}"  # asked for often: no Path is made of it
    return place.removeprefix(here) if place.startswith(here) else place.rpartition(os.sep)[2]


class _Made:
    """The terms that there are, by what they are made of."""

    def __init__(self) -> None:
        self.atoms: dict[Any, Atom] = {}
        self.numbers: dict[Any, Number] = {}
        self.truths: dict[Any, Truth] = {}
        self.sums: dict[Any, Term] = {}
        """Sums by what is added up: the same are asked for on many ways."""
        self.differences: dict[tuple[Term, Term], Term] = {}
        """Of two numbers that are ints or not known what is left of one without the other."""
        self.compared: dict[Any, Term] = {}
        """What is said of sums, by what that is and their numbers."""


_made = _Made()


def forget() -> None:
    """Nothing is known of earlier terms, which are not met with later ones."""
    global _made
    _made = _Made()


def name(word: str, is_whole: bool = True) -> Number:
    """The number of that name."""
    return _sum({_atom(word, (), is_whole): 1}, 0)  # type: ignore[no-any-return]


def truth_named(word: str) -> Truth:
    return _truth("name", (word,), word)


def _atom(word: str, of: tuple[Any, ...], is_whole: bool) -> Atom:
    parts = [each if isinstance(each, (str, int, Fraction)) else (type(each), each.number) for each in of]
    key = word, is_whole, *parts
    found = _made.atoms.get(key)
    if found is None:
        found = _made.atoms[key] = Atom(len(_made.atoms), word, of, is_whole)
    return found


def _sum(parts: dict[Atom, Any], constant: Any) -> Term:
    return _number(sorted([part for part in parts.items() if part[1]], key=_place), constant)


def _number(parts: list[tuple[Atom, Any]], constant: Any) -> Term:
    if not parts:
        return constant
    key = tuple(parts), constant
    found = _made.numbers.get(key)
    if found is None:
        found = _made.numbers[key] = Number(len(_made.numbers), key[0], constant)
    return found


def _place(part: tuple[Atom, Any]) -> int:
    return part[0].number


def _truth(op: str, args: tuple[Any, ...], key: Any) -> Truth:
    found = _made.truths.get((op, key))
    if found is None:
        found = _made.truths[op, key] = Truth(len(_made.truths), op, args)
    return found


def known(*terms: Term) -> bool:
    for each in terms:
        kind = type(each)
        if kind is Number or kind is Truth or not (kind is int or isinstance(each, KNOWN)):
            return False
    return True


def is_truth(term: Term) -> bool:
    return isinstance(term, (bool, Truth))


def number(term: Term) -> Term:
    """A truth as 0 or 1."""
    if type(term) is Number or type(term) is int:
        return term
    if isinstance(term, bool):
        return int(term)
    return _if(term, 1, 0) if isinstance(term, Truth) else term


def bounds(term: Term) -> tuple[Any, Any]:
    """The least and the most that a number can be, whatever its names stand for; None where there is no such bound."""
    if not isinstance(term, Number):
        return number(term), number(term)
    low = high = term.constant
    for atom, times in term.parts:
        least, most = _bounds_of(atom) if atom.of and atom.of[0] != "div" else (None, None)
        least, most = (least, most) if times > 0 else (most, least)
        low = None if low is None or least is None else low + least * times
        high = None if high is None or most is None else high + most * times
    return low, high


def _bounds_of(atom: Atom) -> tuple[Any, Any]:
    if atom.bounds is None and atom.of[0] == "mod":
        atom.bounds = 0, atom.of[2] - 1
    elif atom.bounds is None:
        (a, b), (c, d) = bounds(atom.of[2]), bounds(atom.of[3])
        low = None if a is None or c is None else min(a, c)
        atom.bounds = low, None if b is None or d is None else max(b, d)
    return atom.bounds


def _if(truth: Truth, yes: Term, otherwise: Term) -> Term:
    is_whole = all(type(each) is int or (isinstance(each, Number) and each.is_whole) for each in (yes, otherwise))
    return _sum({_atom("", ("if", truth, yes, otherwise), is_whole): 1}, 0)


def add(*terms: Term) -> Term:
    if all(type(each) is int for each in terms):
        return sum(terms)
    return total([(each, 1) for each in terms])


def total(terms: Iterable[tuple[Term, Any]], constant: Any = 0) -> Term:
    """The sum of numbers, each so many times."""
    given = tuple(terms)
    key = constant, type(constant), *[(each, type(each), by, type(by)) for each, by in given]  # 1 is no Fraction(1)
    found = _made.sums.get(key)
    if found is None:
        found = _made.sums[key] = _total(given, constant)
    return found


def _total(terms: Iterable[tuple[Term, Any]], constant: Any) -> Term:
    parts: dict[Atom, Any] = {}
    for each, by in terms:
        if type(each) is int:
            constant += each * by
            continue
        one = number(each)
        if isinstance(one, Number):
            constant += one.constant * by
            for atom, times in one.parts:
                parts[atom] = parts.get(atom, 0) + times * by
        else:
            constant += one * by
    return _sum(parts, constant)


def negative(term: Term) -> Term:
    return mul(term, -1)


def sub(one: Term, other: Term) -> Term:
    mine, theirs = type(one), type(other)
    if (mine is Number or mine is int) and (theirs is Number or theirs is int):
        found = _made.differences.get((one, other))  # a truth or a fraction may be equal to an int, and is none here
        if found is None:
            found = _made.differences[one, other] = _total(((one, 1), (other, -1)), 0)
        return found
    one, other = number(one), number(other)
    return one - other if known(one, other) else total([(one, 1), (other, -1)])


def mul(one: Term, other: Term) -> Term:
    one, other = number(one), number(other)
    if isinstance(other, Number):
        one, other = other, one
    if not isinstance(other, KNOWN):
        raise NotFollowed("a product of two numbers that are not known")
    if isinstance(one, KNOWN):
        return one * other
    if other == 0:
        return 0
    return _number([(atom, times * other) for atom, times in one.parts], one.constant * other)


def div(one: Term, by: int) -> Term:
    """Rounded down."""
    return one // by if isinstance(one, KNOWN) else _sum({_atom("", ("div", one, by), True): 1}, 0)


def mod(one: Term, by: int) -> Term:
    return one % by if isinstance(one, KNOWN) else _sum({_atom("", ("mod", one, by), True): 1}, 0)


def equal(one: Term, other: Term) -> Term:
    if type(one) is int and type(other) is int:
        return one == other
    if is_truth(one) and is_truth(other):
        if isinstance(one, bool):
            return other if one else no(other)
        if isinstance(other, bool):
            return one if other else no(one)
        return True if one is other else either([both([one, other]), both([no(one), no(other)])])
    return _compared("==0", sub(one, other))


def less(one: Term, other: Term) -> Term:
    if type(one) is int and type(other) is int:
        return one < other
    left = sub(one, other)
    if type(left) is not Number:
        return left < 0
    return most(add(one, 1), other) if left.is_whole else no(most(other, one))


def most(one: Term, other: Term) -> Term:
    """Whether one is at most the other."""
    if type(one) is int and type(other) is int:
        return one <= other
    return _compared("<=0", sub(one, other))


def _compared(op: str, left: Term) -> Term:
    """Whether a number is 0, or at most 0: what is decided by truths alone is said with these, as the solver sees at
    once what follows from it."""
    if type(left) is not Number:
        return left == 0 if op == "==0" else left <= 0
    found = _made.compared.get((op, left.number))
    if found is None:
        decided = _decided(op, left)
        found = _truth(op, (left,), left.number) if decided is None else decided
        _made.compared[op, left.number] = found
    return found


def _decided(op: str, left: Number) -> Term:
    """The same where bounds decide it, or choices between numbers; else None."""
    low, high = bounds(left)
    if (low is not None and low > 0) or (op == "==0" and high is not None and high < 0):
        return False
    if op == "<=0" and high is not None and high <= 0:
        return True
    if len(left.parts) == 1:
        atom, times = left.parts[0]
        if not atom.of or atom.of[0] != "if":
            return None
        _, truth, *sides = atom.of
        yes, otherwise = [_compared(op, add(mul(each, times), left.constant)) for each in sides]
        return choose(truth, yes, otherwise) if isinstance(yes, bool) or isinstance(otherwise, bool) else None
    if low == 0 or (op == "==0" and high == 0):  # each of them is the least or the most that it can be
        at = [_bounds_of(atom)[0 if (times > 0) is (low == 0) else 1] for atom, times in left.parts]
        return both([_compared("==0", _sum({atom: 1}, -end)) for (atom, _), end in zip(left.parts, at, strict=True)])
    return None


def no(truth: Term) -> Term:
    if isinstance(truth, bool):
        return not truth
    return truth.args[0] if truth.op == "not" else _truth("not", (truth,), truth.number)


def both(truths: Iterable[Term]) -> Term:
    return _joined("and", truths, False)


def parts_of(truth: Term) -> tuple[Term, ...]:
    """The truths that are all said with one."""
    return truth.args if isinstance(truth, Truth) and truth.op == "and" else () if truth is True else (truth,)


def either(truths: Iterable[Term]) -> Term:
    return _joined("or", truths, True)


def _joined(op: str, truths: Iterable[Term], deciding: bool) -> Term:
    left: dict[int, Truth] = {}
    for each in truths:
        if isinstance(each, bool):
            if each is deciding:
                return deciding
        elif each.op == op:
            left.update([(part.number, part) for part in each.args])
        else:
            left[each.number] = each
    for each in left.values():
        contrary = each.args[0] if each.op == "not" else None
        parts = () if contrary is None else contrary.args if contrary.op == op else (contrary,)
        if parts and all(part.number in left for part in parts):
            return deciding
    if not left:
        return not deciding
    if len(left) == 1:
        return next(iter(left.values()))
    order = tuple(sorted(left))  # in whatever order they are said
    return _truth(op, tuple([left[each] for each in order]), order)


def choose(truth: Term, yes: Term, otherwise: Term) -> Term:
    """One number or truth or the other."""
    if isinstance(truth, bool):
        return yes if truth else otherwise
    if yes is otherwise or (known(yes, otherwise) and type(yes) is type(otherwise) and yes == otherwise):
        return yes
    if is_truth(yes) and is_truth(otherwise):
        return either([both([truth, yes]), both([no(truth), otherwise])])
    return _if(truth, number(yes), number(otherwise))


def of_each_known(term: Term, work: Callable[[Any], Term]) -> Term:
    """What that gives of a number that is chosen from known ones. NotFollowed: it is something else."""
    if not isinstance(term, Number):
        return work(number(term))
    ((atom, times), *more) = term.parts
    if more or not atom.of or atom.of[0] != "if":
        raise NotFollowed("a part of a fraction that is not known")
    _, truth, *sides = atom.of
    yes, otherwise = [of_each_known(add(mul(each, times), term.constant), work) for each in sides]
    return choose(truth, yes, otherwise)


def mention(term: Any, names: Sequence[Term]) -> bool:
    """Whether a term is about any of these names."""
    atoms = [atom for name in names for atom, _ in name.parts]
    still, seen = [term], set()
    while still:
        each = still.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, Number):
            if any(part is atom for part, _ in each.parts for atom in atoms):
                return True
            still += [one for part, _ in each.parts for one in part.of]
        elif isinstance(each, Truth):
            still += each.args
    return False

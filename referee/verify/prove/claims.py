"""Properties as truths of a table, for ints and for terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.kernel.requests import Choice
from referee.verify.properties import Kind, Property
from referee.verify.prove.paths import le
from referee.verify.prove.piles import SymPile
from referee.verify.prove.terms import SymTruth, both, either, negate
from referee.verify.prove.undecided import Refusals
from referee.verify.readonly_table import evaluate
from referee.verify.understood import only_looks


class NothingToCompare(Exception):
    """A property of two things that agree has none here."""


def is_invariant(each: Property) -> bool:
    return each.kind in (Kind.ALWAYS, Kind.NEVER, Kind.EQUAL) and not each.asked


def look(claim: Callable[..., Any], table: Any, *about: Any) -> Any:
    """The value of a property; the table is shut meanwhile unless its text can do nothing but look."""
    return claim(table, *about) if only_looks(table.game, claim) else evaluate(claim, table, *about)


def claim_of(each: Property) -> Callable[[Any], Any]:
    """A property as a truth of a table."""
    if each.kind is Kind.NEVER:
        return lambda t: negate(_truth(look(each.claim, t)))
    if each.kind is not Kind.EQUAL:
        return lambda t: _truth(look(each.claim, t))

    def agree(t: Any) -> Any:
        pair = look(each.claim, t)
        if pair is None:
            raise NothingToCompare
        return equal_things(*pair)

    return agree


def _truth(result: Any) -> Any:
    if not isinstance(result, (bool, SymTruth)):
        raise TypeError(f"it gives {result!r}, and a truth is wanted (is there a 'return'?)")
    return result


def evaluate_claim(claim: Callable[..., Any], *about: Any) -> Any:
    """The value of a claim, or the error that it raises. A refused operation counts against this claim alone."""
    before, path = Refusals.mark(), Refusals.path
    stopped = path is not None and path.stopped
    try:
        result = claim(*about)
        for refused in Refusals.entries[before:]:
            raise TypeError(f"an error was caught that a proof has to see: {refused}")
    finally:
        Refusals.forget(before)
        if path is not None:
            path.stopped = stopped
    return result


def assumed(claim: Callable[..., Any], *about: Any) -> Any:
    """The facts that follow from a claim; none where it cannot be evaluated. That it can be is an obligation wherever
    the claim is one."""
    try:
        return evaluate_claim(claim, *about)
    except MemoryError:
        raise
    except Exception:
        return True


def is_less(measure: Callable[[Any], Any], table: Any, before: Any) -> Any:
    """A truth that a measure is not negative, and less than before where there was a step (or what it raised there)."""
    if isinstance(before, Exception):
        raise before
    after = measure(table)
    return le(0, after) if before is None else both(le(0, after), le(after + 1, before))


def asked_claim(each: Property, table: Any, choice: Choice) -> Any:
    truth = _truth(look(each.claim, table, choice))
    return negate(truth) if each.kind is Kind.NEVER else truth


def equal_things(one: Any, other: Any) -> Any:
    """A truth that two things agree, part by part."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        if len(one) != len(other):
            return False
        together: Any = True
        for mine, theirs in zip(one, other, strict=True):
            together = both(together, equal_things(mine, theirs))
        return together
    if isinstance(one, SymTruth) or isinstance(other, SymTruth):
        return either(both(one, other), both(negate(one), negate(other)))
    if isinstance(one, SymPile) and isinstance(other, SymPile):
        if one.key == other.key:
            return True
        kinds = range(len(one.path.deck.cards))
        return equal_things(tuple(map(one.count, kinds)), tuple(map(other.count, kinds)))
    return one == other

"""Rules that are carried out again and again (``Table.repeat``): one pass is followed for all of them.

What holds before every pass is found like an invariant of steps (Flanagan and Leino, *Houdini*, 2001): it is whatever
of the properties holds before the first pass and after each further one. A pass is followed from every table of which
that is true. That passes come to an end is owed as well: something has to become smaller in each, a measure of a
property or the number of cards in some place.

Only scalars and places of the table are compared before and after a pass: arguments that could change unseen, such as
a list, are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import partial
from inspect import unwrap
from types import FunctionType, MethodType
from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.game import Game
from referee.kernel.rule_types import Rule
from referee.verify.prove.boundary import UNREAD, scalars_of
from referee.verify.prove.claims import assumed, evaluate_claim, is_less
from referee.verify.prove.paths import Dropped, NotSymbolic, Path, Stopped, le
from referee.verify.prove.solve import Prover
from referee.verify.prove.summary_calls import everything, laid_in_rows

PLAIN = (int, str, float, bytes, type(None), Fraction, Enum)
AT_HOME = ("referee.kernel.", "referee.verify.prove.")
"""The modules of cards, places, amounts and truths: these do not change, or belong to the table."""


def can_change(rule: Callable[..., Any], about: tuple[Any, ...]) -> str:
    """The part of a repeated rule and its arguments that may change, as a word; "" if nothing does.

    What is repeated is a method of the game: whatever else it was made of is looked for by nobody.
    """
    if isinstance(rule, FunctionType) and rule.__globals__["__name__"].startswith(AT_HOME):
        rule = getattr(rule, "__wrapped__", rule)  # the kernel counts clauses, which no rule sees
    if not (isinstance(rule, MethodType) and isinstance(rule.__self__, Game)):
        return "what is no method of the game"
    function: Any = unwrap(rule.__func__)
    things = [*about, *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    while things:
        thing = things.pop()
        if isinstance(thing, (tuple, frozenset)):
            things += thing
        elif not (isinstance(thing, PLAIN) or type(thing).__module__.startswith(AT_HOME)):
            return f"a {type(thing).__name__}"
    return ""


Claims = Mapping[str, Callable[[Any], Any]]


class NextPass(Stopped):
    """The path has come back to where a pass begins: all passes from there are followed already."""


@dataclass(slots=True)
class Head:
    """The knowledge before each pass of one rule: what may hold, what becomes smaller, which places change."""

    claims: set[str]
    measures: set[str]
    bounded: set[str]
    """The measures that are, before each pass, at most what they were when the step began."""
    places: set[int] = field(default_factory=set)
    shrinking: set[int] = field(default_factory=set)
    """The changing places whose size becomes smaller."""


class RepeatedRules:
    """The repeated rules of one induction. ``grew`` says that something was found with which all is followed anew."""

    def __init__(self, claims: Claims, measures: Claims, prover: Prover) -> None:
        self.claims, self.measures, self.prover = claims, measures, prover
        self.heads: dict[str, Head] = {}
        self.grew = False
        self.times = 0

    @property
    def used(self) -> set[str]:
        """The properties that were assumed somewhere before a pass."""
        return {name for head in self.heads.values() for name in head.claims}

    def begin(self) -> None:
        """All is followed anew, with what is known by now."""
        self.grew = False
        self.times += 1

    def carry_out(self, table: Any, rule: Callable[..., Rule[Any]], about: tuple[Any, ...]) -> Rule[None]:
        """Stands for all passes: any one of them, from any table before it."""
        path: Path = table.algebra.path
        kept = can_change(rule, about)
        if kept:
            raise NotSymbolic(
                f"{rule_name(rule)} is repeated with {kept}, which may change from one pass to the next: "
                "hand on a tuple, or keep it in a scalar of the table"
            )
        if not path.is_settled and not everything(table).is_made_of(path.partitions):
            raise NotSymbolic(f"cards are on their way while {rule_name(rule)} is repeated")
        head = self.heads.setdefault(rule_name(rule), Head({*self.claims}, {*self.measures}, {*self.measures}))
        for name in sorted(head.claims):
            if not self._holds(path, self.claims[name], table):
                self._give_up(head.claims, name)
        for name in sorted(head.bounded):
            # That no pass makes it greater is looked at where a pass comes back, as the measure of one.
            if name not in head.measures or not self._holds(path, partial(self._not_more, name, path), table):
                self._give_up(head.bounded, name)
        self._any_table(path, table, head)
        measured = {}
        for name in sorted(head.measures):
            try:
                measured[name] = evaluate_claim(self.measures[name], table)
            except Exception:  # it is owed at the end of the step
                self._give_up(head.measures, name)
        before = _Before(table, measured)
        if (yield from rule(table, *about)):
            self._come_back(path, table, head, before)
            raise NextPass

    def _any_table(self, path: Path, table: Any, head: Head) -> None:
        """The cards of the places that change lie there in any way that what is known allows."""
        sizes = {number: table.places[number].size for number in head.places}
        for number in sorted(head.places):
            place = table.places[number]
            word = f"pass {self.times} {place!r}"
            size = path.new_amount(f"size of {word}", 0, path.deck.total)
            place.pile, place.size = path.new_pile(word, size, None), size
        here = [place for place in table.places if not place.is_row]
        in_rows = laid_in_rows(table)
        path.partitions.append((*[place.pile for place in here], in_rows))
        path.assume(sum([place.size for place in here], in_rows.size) == path.deck.total)
        for number in sorted(head.shrinking):
            path.assume(le(table.places[number].size, sizes[number]))
        for name in sorted(head.bounded):
            path.assume(assumed(self._not_more, name, path, table))
        for name in sorted(head.claims):
            path.assume(assumed(self.claims[name], table))

    def _come_back(self, path: Path, table: Any, head: Head, before: _Before) -> None:
        """A pass is over, and another one follows: what was assumed of the table has to hold again."""
        changed = before.changed_places(table)
        if not changed <= head.places:
            # What becomes smaller is looked for among all that change.
            head.places |= changed
            head.shrinking |= changed
            self.grew = True
            raise Dropped("all is followed again, from more tables")
        for name in sorted(head.claims):
            if not self._holds(path, self.claims[name], table):
                self._give_up(head.claims, name)
        for name in sorted(head.measures):
            smaller = partial(is_less, self.measures[name], before=before.measures[name])
            if not self._holds(path, smaller, table):
                self._give_up(head.measures, name)
        for number in sorted(head.shrinking):
            if not self.prover.holds(path, le(table.places[number].size + 1, before.sizes[number])):
                self._give_up(head.shrinking, number)
        if not head.measures and not head.shrinking:
            path.owe(False, Broken.NO_END, "nothing becomes smaller from one pass to the next", ("?",))

    def _holds(self, path: Path, claim: Callable[[Any], Any], table: Any) -> bool:
        try:
            return self.prover.holds(path, evaluate_claim(claim, table))
        except Exception:
            return False  # a claim that raises is nothing that is known

    def _not_more(self, name: str, path: Path, table: Any) -> Any:
        return name not in path.before or le(self.measures[name](table), path.before[name])

    def _give_up(self, known: set[Any], one: Any) -> None:
        known.remove(one)
        self.grew = True


def rule_name(rule: Callable[..., Any]) -> str:
    return getattr(rule, "__qualname__", type(rule).__name__)


class _Before:
    """A table before a pass, to be compared with what the pass leaves."""

    def __init__(self, table: Any, measures: Mapping[str, Any]) -> None:
        self.measures = measures
        self.piles = [place.row if place.is_row else place.pile for place in table.places]
        self.sizes = [0 if place.is_row else place.size for place in table.places]
        self.scalars = _scalars(table)

    def changed_places(self, table: Any) -> set[int]:
        """The places that hold other cards. NotSymbolic where anything else is not what it was."""
        scalars = _scalars(table)
        for name in (*self.scalars, *scalars):
            if scalars.get(name, UNREAD) != self.scalars.get(name, UNREAD):
                plain = name.partition("[")[0]
                raise NotSymbolic(f"{plain} changes from one pass of a repeated rule to the next: only bags may")
        changed = set()
        for number, (place, was) in enumerate(zip(table.places, self.piles, strict=True)):
            if place.is_row and place.row != was:
                raise NotSymbolic(f"the row {place!r} changes from one pass of a repeated rule to the next: use a bag")
            if not place.is_row and place.pile.key != was.key:
                changed.add(number)
        return changed


def _scalars(table: Any) -> dict[str, Any]:
    """The value of every scalar, in a form that can be compared; one that is read for the first time has not
    changed."""
    amounts = {**dict(scalars_of(table)), "turns": table.turns, "money": table.money}
    return {name: _known(each) for name, each in amounts.items()} | {"control": table.control, "outcome": table.outcome}


def _known(value: Any) -> Any:
    """A value so that comparing it takes no decision."""
    if isinstance(value, tuple):
        return tuple(map(_known, value))
    key = getattr(value, "key", None)
    return value if key is None else (type(value).__name__, key)

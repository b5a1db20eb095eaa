"""Loops over cards of a row that do no more than to keep one of them, the best so far.

What a pass does is found for each two classes of cards: one is the card of the pass, the other the one that was kept
before. The last one that is kept is one of those that some pass keeps. Where that is an order, nothing that lies there
goes before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.meaning.types import LAID, TRUTH, Maybe
from referee.verify.symbolic import terms
from referee.verify.symbolic.collecting import Passes
from referee.verify.symbolic.frames import free_of
from referee.verify.symbolic.leaving import Leaves
from referee.verify.symbolic.lines import KindsOf, Laid, Line
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.telling_apart import TellsApart
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.things import ABSENT, Perhaps

MOST_PAIRS = 1_000
"""Of more classes, two at a time, nothing is found."""


@dataclass(slots=True)
class Kept:
    """Which cards a loop keeps, by their classes: where none is kept yet (``first``), and in place of another one."""

    first: dict[int, Term]
    instead: dict[tuple[int, int], Term]

    def goes_before(self) -> Callable[[int, int], bool] | None:
        """Whether a card of one class goes before one of another, so that it is kept whichever lies first; None: that
        is no order, or not known."""
        classes, keeps = list(self.first), self.instead
        if not all(isinstance(each, bool) for each in keeps.values()):
            return None
        later = [keeps[at, at] for at in classes]
        if not all(
            keeps[a, c] for a, b in keeps if keeps[a, b] for c in classes if keeps[b, c]
        ):  # transitive: else the last one goes by the order in which cards lie
            return None
        if not any(later):
            return lambda one, other: bool(keeps[one, other])
        if all(later) and all(keeps[a, b] or keeps[b, a] for a, b in keeps):  # of equal ones the last
            return lambda one, other: not keeps[other, one]
        return None


class KeepsTheBest(TellsApart):
    """The operations, with loops that keep a card."""

    def _keeps_one(self, found: Passes, line: Line | KindsOf, names: dict[str, Any]) -> bool:
        """Carry out a loop that keeps one card of all; False: it does something else."""
        if found.lists or found.scalars or found.exits or len(found.sums) != 1 or not isinstance(line, Line):
            return False
        (name,) = found.sums
        begun, kind = names.get(name), self.machine.running[-1].variables[name]
        if kind not in (LAID, Maybe(LAID)):
            return False
        card: Laid | None = _held(begun)
        if isinstance(begun, Perhaps) and begun.has is False:
            card = None
        elif not isinstance(card, Laid) or card.is_any or card.of != line.of or _is_there(begun) is not True:
            raise self._not("a loop over cards of a row keeps one, and may begin with a card from elsewhere")
        there = line.pile if card is None else line.pile.plus(card.pile)
        classes = self._classes_in(there)
        if len(classes) ** 2 > MOST_PAIRS:
            raise self._not("a loop over cards of a row keeps one of too many kinds")
        kept: Kept = self.paths.once(lambda: self._kept(found, names, name, line, classes, card is not None))
        free_of(self.paths.of_passes, [*kept.first.values(), *kept.instead.values()])
        last = self._last(kept, line, there, card is not None)
        names[name] = last if kind == LAID else ABSENT if last is None else Perhaps(True, last)
        return True

    def _kept(
        self, found: Passes, names: dict[str, Any], name: str, line: Line, classes: list[int], begins: bool
    ) -> Kept:
        each = {at: self._thing(line, at) for at in classes}
        other = {at: self._thing(line, at) for at in classes}
        is_perhaps = self.machine.running[-1].variables[name] != LAID
        first: dict[int, Term] = dict.fromkeys(classes, True)
        if not begins:
            first = {at: self._is_kept(found, names, name, each[at], ABSENT) for at in classes}
        kept = Kept(first, {})
        for one in classes:
            for two in classes:
                before = Perhaps(True, other[two]) if is_perhaps else other[two]
                kept.instead[one, two] = self._is_kept(found, names, name, each[one], before)
        return kept

    def _is_kept(self, found: Passes, names: dict[str, Any], name: str, card: Laid, before: Any) -> Term:
        """Whether a pass keeps its card in place of what was kept before."""

        def once() -> list[Any]:
            machine, own = self.machine, dict(names)
            for each in (found.counter, *found.own):
                own.pop(each, None)
            own[found.card], own[name] = card, before
            table, leaving = machine.table, machine.leaving
            machine.table, machine.leaving = table.beside(), {}
            try:
                machine.statements(found.looks, own)
            except Leaves:
                raise self._not("a loop over cards of a row goes on in another way") from None
            finally:
                machine.table, machine.leaving = table, leaving
            now = own[name]
            there, was = _is_there(now), _is_there(before)
            if _held(now) is card and (there is True or not was):
                return [there]
            if _held(now) is not _held(before) or there is not was:
                raise self._not("a loop over cards of a row keeps something else than one of them")
            return [False]

        done = self.machine.values_of_all(once, [TRUTH])
        if done is None:
            raise self._not("what a loop over cards of a row keeps goes by more than what these are")
        return done[0][0]

    def _last(self, kept: Kept, line: Line, there: Pile, begins: bool) -> Laid | None:
        """What is kept behind the last pass; ``begins``: the first pass has a card already."""
        lies = {at: terms.both([truth, terms.less(0, there.number(at))]) for at, truth in kept.first.items()}
        if not begins and not self.paths.holds(terms.either(list(lies.values()))):
            return None
        may_be = self.kinds.nothing
        for at in kept.first:
            truth = terms.either([kept.first[at], *[each for (one, _), each in kept.instead.items() if one == at]])
            of = there.among([at])
            may_be = may_be.plus(of if truth is True else of.or_else(truth, self.kinds.nothing))
        last = self.laid(self.some_of(may_be, 1), line.of)
        goes_before = kept.goes_before()
        if goes_before is not None:
            for at in kept.first:
                before = [terms.no(lies[one]) for one in kept.first if goes_before(one, at)]
                self.paths.assume(terms.either([terms.equal(last.pile.number(at), 0), terms.both(before)]))
        return last


def _held(thing: Any) -> Any:
    """The card that is kept, or None."""
    return thing.value if isinstance(thing, Perhaps) else thing


def _is_there(thing: Any) -> Term:
    """Whether a card is kept."""
    return thing.has if isinstance(thing, Perhaps) else True

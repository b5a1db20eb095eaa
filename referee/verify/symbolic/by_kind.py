"""Loops over cards of rows, one pass for each kind of card: the same is done with every card of a kind, so that what is
found of one holds of as many as lie there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from referee.meaning.program import If, Loop, walk
from referee.meaning.types import NUMBERS, TRUTH, Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.collecting import Passes, passes_of
from referee.verify.symbolic.leaving import Leaves, Returned, ToEnd
from referee.verify.symbolic.lines import Collects, FoundOf, KindsOf, Laid, Line, of_row
from referee.verify.symbolic.operations import ChangesOthers, Operations
from referee.verify.symbolic.paths import Impossible
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Number, Term, Truth
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import UNSET, Items

MOST_ALIKE = 4
"""A number that is not known is added up for so many cards of one kind."""


@dataclass(slots=True)
class Outcome:
    """What a pass does with a card of one kind: whether it is the last one, of each list whether it gets something, and
    what (UNSET: the thing that the pass is about), and how much more each sum becomes."""

    exits: Term
    given: list[tuple[Term, Any]]
    more: list[Term]


class LoopsOverCards(Operations):
    """The operations, with loops over the cards of rows."""

    _loops: dict[int, Passes | None]

    def goes_through(self, loop: Loop, names: dict[str, Any]) -> bool:
        """Carry out a loop over cards of a row, or over what was found of them; False where it is another loop."""
        if id(loop) not in self._loops:
            self._loops[id(loop)] = passes_of(loop, self.machine.running[-1])
        found = self._loops[id(loop)]
        line = None if found is None else of_row(names.get(found.sequence))
        if found is None or line is None or (found.why and line.is_known):
            return False
        bound = names.get(found.bound, line.length) if found.bound else line.length
        if names[found.counter] != 0 or terms.equal(bound, line.length) is not True:
            raise self._not("a loop over a part of the cards of a row")
        if found.why:
            if found.refused:
                raise self._not(found.refused)
            return self._carry_out(found, loop, line, names)
        if found.into:
            into = self._empty(found.into, names)
            into.items = KindsOf(line) if found.kinds and isinstance(line, Line) else line  # type: ignore[assignment]
        self._behind(found, line, names)
        return True

    def _not(self, why: str) -> NotFollowed:
        return NotFollowed(f"{why} ({self.machine.where()})")

    def _empty(self, name: str, names: dict[str, Any]) -> Items:
        """A list that is to get what a loop collects."""
        into: Items = names[name]
        if id(into) in self.others:
            raise ChangesOthers
        if into.items:
            raise self._not("cards of a row behind others in a list")
        return into

    def _behind(self, found: Passes, line: Line | KindsOf | FoundOf, names: dict[str, Any]) -> None:
        names[found.counter] = line.length
        for each in found.own:
            if each not in found.sums:
                names.pop(each, None)

    def _carry_out(self, found: Passes, loop: Loop, line: Line | KindsOf | FoundOf, names: dict[str, Any]) -> bool:
        there = {at: self._thing(line, at) for at in range(len(self.kinds.groups)) if self._may_lie(line, at)}
        into = [self._empty(each, names) for each in found.lists]
        if len({id(each) for each in into}) < len(into):
            raise self._not("one list by two names gets cards of a row")
        known = self.paths.once(lambda: self._each(found, loop, there, names, into, line.pile))
        outcomes = {}
        for at, (outcome, assumed) in known.items():
            lies = terms.less(0, line.pile.number(at))
            for truth in assumed:
                self.paths.assume(terms.either([terms.no(lies), truth]))
            if outcome is None:  # it breaks off, or is followed way by way
                outcome = Outcome(False, [(False, UNSET)] * len(into), [0] * len(found.sums))
                if self.paths.holds(lies):
                    outcome = self._pass(found, loop, there[at], names, into)
            outcomes[at] = outcome
        if found.exits and self._ends_early(found, loop, line, outcomes, names):
            return True
        for number, each in enumerate(into):
            every = {at: outcome.given[number] for at, outcome in outcomes.items()}
            each.items = self._collected(line, every)
        for number, name in enumerate(found.sums):
            more = [self._times(outcome.more[number], line.pile, at) for at, outcome in outcomes.items()]
            names[name] = terms.add(names[name], *more)
        self._behind(found, line, names)
        try:
            self.machine.statements(found.ended, names)
        except ToEnd as leaves:
            if leaves.label != loop.label:
                raise
        return True

    def _may_lie(self, line: Line | KindsOf | FoundOf, at: int) -> bool:
        number = line.pile.number(at)
        return not (isinstance(number, int) and number == 0)

    def _thing(self, line: Line | KindsOf | FoundOf, at: int) -> Any:
        """What a pass is about where that is of any card of a class."""
        if isinstance(line, FoundOf):
            return line.found[at]
        if isinstance(line, KindsOf):
            if len(self.kinds.groups[at]) > 1:
                raise self._not("the kind of a card that is not told apart from others")
            return self.kinds.groups[at][0]
        return Laid(self._one_of(at), line.of, is_any=True)

    def _one_of(self, at: int) -> Pile:
        """One card of a class."""
        group = self.kinds.groups[at]
        if len(group) == 1:
            return self.kinds.known(self.kinds.deck.one[group[0]])
        one = self.paths.fresh("one kind")
        self.paths.assume(terms.both([terms.most(0, one), terms.most(one, 1)]))
        counts, ones = list(self.kinds.none), list(self.kinds.none)
        counts[at], ones[at] = 1, one
        return self.kinds.unknown(f"{self.paths.names}", counts, ones, 1)

    # -- one pass -------------------------------------------------------------------------------------------

    def _each(
        self, found: Passes, loop: Loop, there: dict[int, Any], names: dict[str, Any], into: list[Items], pile: Pile
    ) -> dict[int, tuple[Outcome | None, list[Term]]]:
        """By classes what a pass does with a card of it, and what was assumed for that; None: its ways have to be
        followed one by one."""
        kinds: list[Type] = [TRUTH]
        for each in found.lists.values():
            kinds += [TRUTH, each]
        kinds += [self.machine.running[-1].variables[each] for each in found.sums]
        outcomes: dict[int, tuple[Outcome | None, list[Term]]] = {}
        for at, thing in there.items():

            def once(at: int = at, thing: Any = thing) -> list[Any]:
                self.paths.assume(terms.less(0, pile.number(at)))
                done = self._pass(found, loop, thing, names, into)
                return [done.exits, *[part for each in done.given for part in each], *done.more]

            done = self.machine.values_of_all(once, kinds)
            if done is None:
                outcomes[at] = None, []
                continue
            (exits, *rest), assumed = done
            lists = 2 * len(into)
            given = list(zip(rest[:lists:2], rest[1:lists:2], strict=True))
            outcomes[at] = Outcome(exits, given, rest[lists:]), assumed
        return outcomes

    def _pass(self, found: Passes, loop: Loop, thing: Any, names: dict[str, Any], into: list[Items]) -> Outcome:
        """Carry out one pass, which leaves everything as it was."""
        machine, own = self.machine, dict(names)
        own.pop(found.counter)
        for each in found.own:
            own.pop(each, None)
        own[found.card] = thing
        begun = []
        for each in found.sums:
            if machine.running[-1].variables[each] not in NUMBERS[1:] or terms.is_truth(names[each]):
                raise self._not(f"what a loop over cards of a row takes from pass to pass: {each}")
            begun.append(self.paths.fresh("so far"))
            own[each] = begun[-1]
        table, leaving = machine.table, machine.leaving
        collects = [Collects() for _ in into]
        for items, collector in zip(into, collects, strict=True):
            items.items = collector  # type: ignore[assignment]
        machine.table, machine.leaving = table.beside(), {}
        none: list[tuple[Term, Any]] = [(False, UNSET)] * len(into)
        try:
            machine.statements(found.looks, own)
        except (ToEnd, Returned):
            return Outcome(True, none, [0] * len(begun))
        except Leaves:
            raise self._not("a loop over cards of a row goes on in another way") from None
        finally:
            machine.table, machine.leaving = table, leaving
            for items in into:
                items.items = []
        more = [terms.sub(own[each], so_far) for each, so_far in zip(found.sums, begun, strict=True)]
        if any(_mentions(each, so_far) for each in more for so_far in begun):
            raise self._not("what a loop over cards of a row makes of its earlier passes")
        return Outcome(False, [self._got(each, thing) for each in collects], more)

    def _got(self, collects: Collects, thing: Any) -> tuple[Term, Any]:
        if not collects.got:
            return False, UNSET
        if len(collects.got) > 1:
            raise self._not("a list gets several things in one pass of a loop over cards of a row")
        got = collects.got[0]
        if got is thing:
            return True, UNSET
        if type(got) is Laid or not (isinstance(got, (bool, int, Number, Truth))):
            raise self._not("something else than cards or numbers is collected in a loop over cards of a row")
        return True, got

    # -- all passes -----------------------------------------------------------------------------------------

    def _ends_early(
        self,
        found: Passes,
        loop: Loop,
        line: Line | KindsOf | FoundOf,
        outcomes: dict[int, Outcome],
        names: dict[str, Any],
    ) -> bool:
        """Go on with a pass that ends the loop, where there may be one; False: no pass does."""
        ends = {at: outcome.exits for at, outcome in outcomes.items()}
        early = terms.either([terms.both([truth, terms.less(0, line.pile.number(at))]) for at, truth in ends.items()])
        searched = [each for each in walk(loop.body) if isinstance(each, If) and id(each) in self.machine.leaving]
        if searched:
            self.machine.leaving[id(searched[0])].append(early)
            return False
        if not self.paths.holds(early):
            return False
        if found.sums or any(truth is not False for each in outcomes.values() for truth, _ in each.given):
            raise self._not("a loop over cards of a row collects or counts, and may end early")
        card = Laid(self.some_of(self._those(line.pile, ends), 1), line.of if isinstance(line, Line) else None)
        names[found.card] = card if isinstance(line, Line) else self.found_of(line, card)
        leaving, self.machine.leaving = self.machine.leaving, {}
        try:
            self.machine.statements(found.body, names)
        except ToEnd as leaves:
            if leaves.label != loop.label:
                raise
            return True
        finally:
            self.machine.leaving = leaving
        raise Impossible  # that pass is the last one

    def _those(self, pile: Pile, truths: dict[int, Term]) -> Pile:
        """The cards of a pile that are of classes of which something holds."""
        found = pile.among([at for at, truth in truths.items() if truth is True])
        for at, truth in truths.items():
            if not isinstance(truth, bool):
                found = found.plus(pile.among([at]).or_else(truth, self.kinds.nothing))
        return found

    def _collected(self, line: Line | KindsOf | FoundOf, given: dict[int, tuple[Term, Any]]) -> Any:
        """What a list has got behind all passes."""
        of = line if isinstance(line, Line) else line.line
        if not all(truth is True for truth, _ in given.values()):
            truths = {at: truth for at, (truth, _) in given.items()}
            of = Line(self._those(of.pile, truths), (), (), of.of)
        kept = [value for truth, value in given.values() if truth is not False]
        if all(value is UNSET for value in kept):
            return of if isinstance(line, Line) else replace(line, line=of)
        if any(value is UNSET for value in kept) and isinstance(line, Line):
            raise self._not("cards and something else are collected in one list")
        things = {at: self._thing(line, at) if value is UNSET else value for at, (_, value) in given.items()}
        return FoundOf(of, things)

    def _times(self, more: Term, pile: Pile, at: int) -> Term:
        """How much all cards of a class add, if each of them adds that."""
        number = pile.number(at)
        if terms.known(more) or terms.known(number):
            return terms.mul(number, more)
        group = self.kinds.groups[at]
        deck = self.kinds.known(self.machine.program.table.deck.whole).number(at)
        if not isinstance(deck, int) or deck > MOST_ALIKE or len(group) > 1:
            raise self._not("a number that is not known is added up for the cards of a row")
        found: Term = self.paths.fresh("a sum")
        for many in range(deck, -1, -1):
            found = terms.choose(terms.equal(number, many), terms.mul(more, many), found)
        return found

    def found_of(self, line: KindsOf | FoundOf, card: Laid) -> Any:
        """What was found of one of the cards."""
        there = [(at, self._thing(line, at)) for at in range(len(self.kinds.groups)) if self._may_lie(line, at)]
        if not there:
            raise Impossible
        *others, (_, found) = there
        for at, value in reversed(others):
            found = terms.choose(terms.less(0, card.pile.number(at)), value, found)
        return found


def _mentions(term: Term, name: Term) -> bool:
    """Whether a term is about a name."""
    (atom, _), *_ = name.parts
    still, seen = [term], set()
    while still:
        each = still.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, Number):
            for part, _ in each.parts:
                if part is atom:
                    return True
                still += part.of
        elif isinstance(each, Truth):
            still += each.args
    return False

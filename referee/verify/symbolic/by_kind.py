"""Loops over cards of rows, one pass for each kind of card: the same is done with every card of a kind, so that what is
found of one holds of as many as lie there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from referee.meaning.program import If, Loop, walk
from referee.meaning.types import NUMBERS, TRUTH, Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.best_so_far import KeepsTheBest
from referee.verify.symbolic.boundary import is_each
from referee.verify.symbolic.collecting import Passes, passes_of
from referee.verify.symbolic.each_kind import EachCard, Outcome, Part, Share
from referee.verify.symbolic.frames import EARLIER
from referee.verify.symbolic.leaving import Leaves, Returned, ToEnd
from referee.verify.symbolic.lines import Collects, FoundOf, KindsOf, Laid, Line, numbers, of_row, turned
from referee.verify.symbolic.operations import ChangesOthers
from referee.verify.symbolic.paths import Impossible
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Number, Term, Truth
from referee.verify.symbolic.things import UNSET, Items

if TYPE_CHECKING:
    from referee.verify.symbolic.machine import Machine

MOST_ALIKE = 4
"""A number that is not known is added up for so many cards of one kind."""


class LoopsOverCards(KeepsTheBest):
    """The operations, with loops over the cards of rows."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._loops: dict[int, Passes | None] = {}
        """By the loops of the Program how they go through a sequence."""

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
        if any(names.get(each) is names[found.sequence] for each in (found.into, *found.lists)):
            raise self._not("a loop over cards of a row makes what it goes through longer")
        if found.why:
            if found.refused:
                raise self._not(found.refused)
            return self._carry_out(found, loop, line, names)
        if found.into:
            into = self._list(found.into, names)
            self._put(into, KindsOf(line) if found.kinds and isinstance(line, Line) else line)
        self._behind(found, line, names)
        return True

    def _list(self, name: str, names: dict[str, Any]) -> Items:
        """A list that is to get what a loop collects."""
        into: Items = names[name]
        if id(into) in self.others:
            raise ChangesOthers
        return into

    def _put(self, into: Items, things: Any) -> None:
        """A list gets what a loop has collected."""
        into.items = things if into.items == [] else self.behind(into.items, things)

    def _behind(self, found: Passes, line: Line | KindsOf, names: dict[str, Any]) -> None:
        names[found.counter] = line.length
        for each in found.own:
            if each not in found.sums:
                names.pop(each, None)

    def _carry_out(self, found: Passes, loop: Loop, line: Line | KindsOf, names: dict[str, Any]) -> bool:
        into = [self._list(each, names) for each in found.lists]
        if len({id(each) for each in into}) < len(into):
            raise self._not("one list by two names gets cards of a row")
        if self._keeps_one(found, line, names):
            return self._ended(found, loop, line, names)
        so_far = [self.paths.fresh("so far") for _ in self._changing(found, names)]
        each_card = EachCard([Share(line.pile)], so_far, self.paths.names)
        while (asked := self._find_parts(found, loop, line, names, into, each_card)) is not None:
            self._tell_apart(each_card, asked, line)
        parts = each_card.parts
        if found.exits and self._ends_early(found, loop, line, parts, names):
            return True
        for number, each in enumerate(into):
            given = [(part, *part.outcome.given[number]) for part in parts]
            self._put(each, self._collected(turned(line) if found.backward else line, given, each_card.elsewhere))
        for number, (_, now, put) in enumerate(self._changing(found, names)):
            put(terms.add(now, *[self._times(part.outcome.more[number], part) for part in parts]))
        return self._ended(found, loop, line, names)

    def _ended(self, found: Passes, loop: Loop, line: Line | KindsOf, names: dict[str, Any]) -> bool:
        """Go on behind the last pass."""
        self._behind(found, line, names)
        try:
            self.machine.statements(found.ended, names)
        except ToEnd as leaves:
            if leaves.label != loop.label:
                raise
        return True

    def _find_parts(
        self,
        found: Passes,
        loop: Loop,
        line: Line | KindsOf,
        names: dict[str, Any],
        into: list[Items],
        each_card: EachCard,
    ) -> Laid | Line | None:
        """Find what a pass does with each part of the cards; what it compares them all with, or looks for them among,
        if they are not told apart by that yet."""
        parts = list(self._parts_of(each_card, line))
        known = self.paths.once(lambda: self._each(found, parts, names, into, each_card.so_far))
        if isinstance(known, (Laid, Line)):
            return known
        for part, (outcome, assumed) in zip(parts, known, strict=True):
            lies = terms.less(0, part.pile.size())
            for truth in assumed:
                self.paths.assume(terms.either([terms.no(lies), truth]))
            if outcome is not None:
                part.outcome = outcome
            elif self.paths.holds(lies):  # it breaks off, or is followed way by way
                part.outcome = self._pass(found, part.thing, names, into, each_card.so_far)
            else:
                part.outcome = Outcome(False, [(False, UNSET)] * len(into), [0] * len(each_card.so_far))
            if part.outcome.is_about(each_card.so_far):
                raise self._not(EARLIER)
        each_card.parts = parts
        return None

    # -- one pass -------------------------------------------------------------------------------------------

    def _changing(self, found: Passes, names: dict[str, Any]) -> list[tuple[str, Term, Callable[[Term], None]]]:
        """The numbers that passes change: variables, and scalars of the table, each with what it is now and what sets
        it."""
        variables = self.machine.running[-1].variables
        every: list[tuple[str, Term, Callable[[Term], None]]] = []
        for name in found.sums:
            every.append((name, names.get(name, UNSET), partial(names.__setitem__, name)))
            if variables[name] not in NUMBERS[1:] or terms.is_truth(every[-1][1]) or every[-1][1] is UNSET:
                why = f"{name.split('_v')[0]} goes from pass to pass in a loop over cards of a row"
                raise self._not(f"{why}: find it with max(…, key=…), any(…) or sum(…)")
        for name, at in self._scalars(found):
            every.append((name, self.table.kept(name, at), partial(self.table.keep, name, at)))
            if self.machine.program.scalars[name][0] not in NUMBERS[1:] or terms.is_truth(every[-1][1]):
                raise self._not(f"a loop over cards of a row sets {name}")
        return every

    def _scalars(self, found: Passes) -> list[tuple[str, int | None]]:
        """The scalars that passes set, with the seats."""
        each = [(name, is_each(self.machine.program, name)) for name in found.scalars]
        seats = range(self.machine.players)
        return [(name, at) for name, of_each in each for at in (seats if of_each else [None])]

    def _each(
        self, found: Passes, parts: list[Part], names: dict[str, Any], into: list[Items], so_far: list[Term]
    ) -> list[tuple[Outcome | None, list[Term]]] | Laid | Line:
        """What a pass does with the cards of each part, and what was assumed for that; None: its ways have to be
        followed one by one. Or what they are compared with, or looked for among."""
        kinds: list[Type] = [TRUTH]
        for each in found.lists.values():
            kinds += [TRUTH, each]
        kinds += [self.machine.running[-1].variables[each] for each in found.sums]
        kinds += [self.machine.program.scalars[name][0] for name, _ in self._scalars(found)]
        outcomes: list[tuple[Outcome | None, list[Term]]] = []
        for part in parts:

            def once(part: Part = part) -> list[Any]:
                self.paths.assume(terms.less(0, part.pile.size()))
                done = self._pass(found, part.thing, names, into, so_far)
                return [done.exits, *[one for each in done.given for one in each], *done.more]

            self.asked_of = None
            done = self.machine.values_of_all(once, kinds)
            asked: Laid | Line | None = self.asked_of
            if asked is not None:
                return asked
            if done is None:
                outcomes.append((None, []))
                continue
            (exits, *rest), assumed = done
            lists = 2 * len(into)
            given = list(zip(rest[:lists:2], rest[1:lists:2], strict=True))
            outcomes.append((Outcome(exits, given, rest[lists:]), assumed))
        return outcomes

    def _pass(self, found: Passes, thing: Any, names: dict[str, Any], into: list[Items], so_far: list[Term]) -> Outcome:
        """Carry out one pass, which leaves everything as it was."""
        machine, own = self.machine, dict(names)
        own.pop(found.counter)
        for each in found.own:
            if each not in found.sums:
                own.pop(each, None)
        own[found.card] = thing
        table, leaving = machine.table, machine.leaving
        before = [each.items for each in into]
        collects = [Collects() for _ in into]
        for items, collector in zip(into, collects, strict=True):
            items.items = collector  # type: ignore[assignment]
        machine.table, machine.leaving = table.beside(), {}
        outer, self.paths.of_passes = self.paths.of_passes, [*self.paths.of_passes, *so_far]
        for begun, (_, _, put) in zip(so_far, self._changing(found, own), strict=True):
            put(begun)
        try:
            machine.statements(found.looks, own)
            changed = zip(so_far, self._changing(found, own), strict=True)
            more = [terms.sub(now, begun) for begun, (_, now, _) in changed]
        except (ToEnd, Returned):
            return Outcome(True, [(False, UNSET)] * len(into), [0] * len(so_far))
        except Leaves:
            raise self._not("a loop over cards of a row goes on in another way") from None
        finally:
            machine.table, machine.leaving, self.paths.of_passes = table, leaving, outer
            for items, things in zip(into, before, strict=True):
                items.items = things
        return Outcome(False, [self._got(each, thing) for each in collects], more)

    def _got(self, collects: Collects, thing: Any) -> tuple[Term, Any]:
        if not collects.got:
            return False, UNSET
        if len(collects.got) > 1:
            raise self._not("a list gets several things in one pass of a loop over cards of a row")
        got = collects.got[0]
        if got is thing and type(thing) is Laid:
            return True, UNSET
        if not isinstance(got, (bool, int, Number, Truth)):
            raise self._not("something else than cards or numbers is collected in a loop over cards of a row")
        return True, got

    # -- all passes -----------------------------------------------------------------------------------------

    def _ends_early(
        self, found: Passes, loop: Loop, line: Line | KindsOf, parts: list[Part], names: dict[str, Any]
    ) -> bool:
        """Go on with a pass that ends the loop, where there may be one; False: no pass does."""
        ends = [(part, part.outcome.exits) for part in parts]
        early = terms.either([terms.both([truth, terms.less(0, part.pile.size())]) for part, truth in ends])
        searched = [each for each in walk(loop.body) if isinstance(each, If) and id(each) in self.machine.leaving]
        if searched:
            self.machine.leaving[id(searched[0])].append(early)
            return False
        if not self.paths.holds(early):
            return False
        if found.sums or found.scalars or any(truth is not False for part in parts for truth, _ in part.outcome.given):
            raise self._not("a loop over cards of a row collects or counts, and may end early")
        card = self.laid(self.some_of(self._those(ends), 1), line.of if isinstance(line, Line) else None)
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

    def _those(self, parts: list[tuple[Part, Term]]) -> Pile:
        """The cards of the parts of which something holds."""
        nothing = self.kinds.nothing
        held = [(part.pile, truth) for part, truth in parts if truth is not False]
        return nothing.plus_all([pile if truth is True else pile.or_else(truth, nothing) for pile, truth in held])

    def _collected(self, line: Line | KindsOf, given: list[tuple[Part, Term, Any]], elsewhere: list[Laid]) -> Any:
        """What a list has got behind all passes."""
        of = line if isinstance(line, Line) else line.line
        if not all(truth is True for _, truth, _ in given):
            gone = numbers([part.thing for part, truth, _ in given if part.at is None and truth is False])
            pile = self._those([(part, truth) for part, truth, _ in given])
            but = of.but | gone | numbers(elsewhere)
            of = Line(pile, of=of.of, but=but, number=self.numbered(), within=of.around)
        kept = [(part, UNSET if value is part.thing else value) for part, truth, value in given if truth is not False]
        if all(value is UNSET for _, value in kept):
            return of if isinstance(line, Line) else replace(line, line=of)
        if all(terms.known(value) for _, value in kept) and len({value for _, value in kept}) == 1:
            return FoundOf(of, dict.fromkeys(self._classes_in(of.pile), kept[0][1]))
        if any(part.at is None or (value is UNSET and isinstance(line, Line)) for part, value in kept):
            raise self._not("something else than cards is collected of the cards of a row")
        found: dict[int, Any] = {}
        for part, value in kept:
            assert part.at is not None
            one = part.thing if value is UNSET else value
            if terms.equal(found.setdefault(part.at, one), one) is not True:
                raise self._not("something is collected of cards of a row that is not the same for all of one kind")
        return FoundOf(of, found)

    def _times(self, more: Term, part: Part) -> Term:
        """How much all cards of a part add, if each of them adds that."""
        number = part.pile.size()
        if terms.known(more) or terms.known(number):
            return terms.mul(number, more)
        whole = self.kinds.known(self.machine.program.table.deck.whole)
        there = 1 if part.at is None else whole.number(part.at)
        if not isinstance(there, int) or there > MOST_ALIKE:
            raise self._not("a number that is not known is added up for the cards of a row")
        found: Term = self.paths.fresh("a sum")
        for many in range(there, -1, -1):
            found = terms.choose(terms.equal(number, many), terms.mul(more, many), found)
        return found

    def found_of(self, line: KindsOf, card: Laid) -> Any:
        """What was found of one of the cards."""
        there = [(at, self._thing(line, at)) for at in self._classes_in(line.pile)]
        if not there:
            raise Impossible
        *others, (_, found) = there
        for at, value in reversed(others):
            found = terms.choose(terms.less(0, card.pile.number(at)), value, found)
        return found

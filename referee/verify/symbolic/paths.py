"""The ways through what is carried out: each decision forks, and every way that can be taken is followed.

A way is followed again from its beginning up to the decision at which it differs from the one before; the solver keeps
what both have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

import z3

from referee.verify.symbolic import terms
from referee.verify.symbolic.asking import FEW_RESOURCES, RESOURCES, asked_anew
from referee.verify.symbolic.frames import OTHERWISE, Fork, Frame, free_of, text_of
from referee.verify.symbolic.solver import Solver
from referee.verify.symbolic.term_types import Number, Term
from referee.verify.symbolic.terms import NotFollowed

if TYPE_CHECKING:
    from referee.verify.symbolic.argument import Argument

T = TypeVar("T")
MOST_WAYS, MOST_IN_ALL, MOST_QUERIES = 3_000, 30_000, 8_000
"""More ways from one table are not followed, nor more of a whole round, nor more questions asked of the solver: what is
followed is the same on every machine."""
MOST_SILENT, MOST_SILENT_IN_ALL = 120, 300_000
"""Ways that are followed without asking the solver whether they can be taken, from one place and of a whole round."""
MOST_VALUES = 24
"""A number with more values is not followed for each of them."""
MOST_GIVEN_UP = 20
"""Where the solver gives up more often in a round, the rest takes long and comes to nothing."""


class Leads(Exception):
    """A way ends here."""


class Impossible(Leads):
    """No table and no answers lead here."""


class Fault(Leads):
    """An obligation does not hold."""

    def __init__(self, broken: str, why: str, where: str, clauses: tuple[str, ...]) -> None:
        super().__init__(broken, why, where)
        self.broken, self.why, self.where, self.clauses = broken, why, where, clauses


class Unwound(Leads):
    """An event is unwound to that depth, and gives that."""

    def __init__(self, depth: Term, result: Any) -> None:
        self.depth, self.result = depth, result


class Paths:
    """The decisions of what is carried out, and the solver."""

    def __init__(self) -> None:
        self.solver = Solver()
        self.solver.set("rlimit", RESOURCES)
        self.last: Any = self.solver
        """The one that has answered the last question."""
        self.frames = [Frame()]
        self.names = 0
        self.queries = 0
        self.ways = 0
        self.given_up = 0
        """The questions that the solver has not answered."""
        self.silent_ways = 0
        """Those of them that were put together without asking the solver."""
        self.most_in_all, self.most_silent_in_all = MOST_IN_ALL, MOST_SILENT_IN_ALL
        self.has_time: Callable[[], bool] = lambda: True
        """Whether there is time to go on; without it nothing more is followed."""
        self.argument: Argument | None = None
        """Told of what is decided, and of each question that the solver answers with no."""
        self.settled: dict[Any, Any] = {}
        """What was decided already: of truths, whether they hold, of numbers, which they are."""
        self.given: set[Term] = set()
        """What is assumed before any way."""
        self.sure: dict[Term, bool] = {}
        """What was asked of the solver of where ways are put together: it knows what leads there."""
        self.silent = 0
        """Whether the solver is asked nothing: then ways are followed that nothing leads to, and do no harm."""
        self.apart = False
        """Whether what is decided tells any two ways apart, so that they can be put together."""
        self.of_passes: Sequence[Term] = ()
        """Numbers that are others in each pass of a loop that is followed for all of them: no way goes by one."""

    # -- terms ------------------------------------------------------------------------------------------

    def fresh(self, word: str, is_whole: bool = True) -> Term:
        """A number of which nothing is known."""
        self.names += 1
        return terms.name(f"{word}!{self.names}", is_whole)

    def fresh_truth(self, word: str) -> Term:
        self.names += 1
        return terms.truth_named(f"{word}!{self.names}")

    # -- decisions ----------------------------------------------------------------------------------------

    def assume(self, truth: Term) -> None:
        """From here on that holds."""
        if truth is True:
            return
        if truth is False:
            raise Impossible
        free_of(self.of_passes, [truth])
        self.frames[-1].assumed.append((self.frames[-1].depth, truth))
        if self.frames[-1].adding and not self.silent:
            self.solver.add(truth)

    def give(self, truth: Term) -> None:
        """That holds on every way. NotFollowed: it never does."""
        if truth is False:
            raise NotFollowed("what is claimed holds of no table")
        self.assume(truth)
        for each in terms.parts_of(truth):
            self.given.add(each)
            self.settled[each], self.settled[terms.no(each)] = True, False

    def not_given(self, truth: Term) -> Term:
        """What is left of a truth to be shown."""
        return terms.both([each for each in terms.parts_of(truth) if each not in self.given])

    def check(self) -> z3.CheckSatResult:
        """What the solver says of all that it knows."""
        found, self.last = self.solver.check(), self.solver
        if found == z3.unknown and self.apart:
            found, self.last = asked_anew(self.solver.assertions())
        if found == z3.unknown:
            self.given_up += 1
            if self.given_up > (5 if self.apart else 1) * MOST_GIVEN_UP:
                raise NotFollowed("the solver gives up too often")
        if found == z3.unsat and self.argument is not None:
            self.argument.impossible(self.solver)
        return found

    def may_be(self, truth: Term) -> bool:
        """Whether that can hold here. Where the solver does not know it, it can."""
        return self._asked(truth, self.check)

    def _leads_on(self, truth: Term) -> bool:
        """Whether a way leads where that holds. Where ways are put together, one that leads nowhere does no harm, and
        to follow it costs less than to ask at length."""
        return self._asked(truth, self._soon) if self.apart else self.may_be(truth)

    def _soon(self) -> z3.CheckSatResult:
        found, self.last = self.solver.check(), self.solver
        if found == z3.unsat and self.argument is not None:
            self.argument.impossible(self.solver)
        return found

    def tell_apart(self) -> None:
        """From here on what is decided tells any two ways apart. Much is known of each then: a question that is not
        answered soon is put to solvers that know less."""
        self.apart = True
        self.solver.set("rlimit", FEW_RESOURCES)

    def _asked(self, truth: Term, check: Callable[[], z3.CheckSatResult]) -> bool:
        if isinstance(truth, bool):
            return truth
        if self.silent:
            return True
        self.queries += 1
        self.solver.push()
        self.solver.add(truth)
        found = check()
        self.solver.pop()
        return bool(found != z3.unsat)

    def surely(self, truth: Term) -> bool:
        """Whether that holds wherever ways are put together here, whatever is decided on them."""
        if isinstance(truth, bool):
            return truth
        found = self.sure.get(truth)
        if found is None:
            self.queries += 1
            self.solver.push()
            self.solver.add(terms.no(truth))
            found = self.sure[truth] = self.check() == z3.unsat
            self.solver.pop()
        return found

    def can_be_here(self) -> bool:
        """Whether some table and answers lead here. Where the solver does not know it, they do."""
        self.queries += 1
        return bool(self.check() != z3.unsat)

    def holds(self, truth: Term, breaks: bool = False) -> bool:
        """Go on where that holds, and where it does not; ``breaks``: where it holds, an obligation is broken."""
        if isinstance(truth, bool):
            return truth
        known = self.settled.get(truth)
        if known is None:
            otherwise = terms.no(truth)
            known = bool(self._decide(lambda: [(True, truth), (False, otherwise)], pair=True, breaks=breaks))
            self.settled[truth], self.settled[otherwise] = known, not known
            if self.argument is not None:
                fork = self.frames[-1].forks[self.frames[-1].depth - 1]
                self.argument.decided(len(self.frames), truth, known, fork.is_alone)
        return bool(known)

    def one_of(self, options: Sequence[tuple[Any, Term]]) -> Any:
        """Go on with each of several things, where its truth holds: that of several may."""
        if not self.apart or len(options) < 2:
            return self._decide(lambda: options)
        way = self.fresh("way")

        def open_ones() -> list[tuple[Any, Term]]:
            pairs = [(at, pair) for at, pair in enumerate(options) if self._leads_on(pair[1])]
            return [(each, terms.both([truth, terms.equal(way, at)])) for at, (each, truth) in pairs]

        return self._decide(open_ones, all_open=True)

    def one_case(self, cases: Sequence[tuple[Any, Term]]) -> Any:
        """Go on with each of several things, one of whose truths holds, and any may: the solver is not asked."""
        return self._decide(lambda: cases, all_open=True)

    def value(self, term: Term, among: Sequence[int] | None = None, any_of: bool = False) -> int:
        """Go on with each value that a number can have; with ``any_of`` those it is among, the solver is not asked.
        NotFollowed: there are too many."""
        if isinstance(term, int):
            return int(term)
        if not isinstance(term, Number) or not term.is_whole:
            raise NotFollowed("a choice between values that are no whole numbers")
        known = self.settled.get(term)
        if known is None:
            values = partial(self._equal_to, term, among)
            known = self._decide(values, all_open=any_of)
            self.settled[term] = known
            if self.argument is not None:
                fork = self.frames[-1].forks[self.frames[-1].depth - 1]
                self.argument.decided(len(self.frames), terms.equal(term, known), True, fork.is_alone)
        return int(known)

    def values(self, term: Term) -> Sequence[int]:
        """Each value that a number can have here, told apart by nothing. NotFollowed: there are too many."""
        if not isinstance(term, Number) or not term.is_whole:
            raise NotFollowed("a choice between values that are no whole numbers")
        known = self.settled.get(term)
        found = [known] if known is not None else self.once(lambda: self._values(term))
        if not found:
            raise Impossible
        return found

    def _equal_to(self, term: Number, among: Sequence[int] | None) -> list[tuple[int, Term]]:
        return [(each, terms.equal(term, each)) for each in (among or self._values(term))]

    def _values(self, term: Number) -> Sequence[int]:
        low, high = terms.bounds(term)
        if low is not None and high is not None and high - low < MOST_VALUES:
            return range(low, high + 1)
        if self.silent:
            raise NotFollowed("a number whose values only the solver knows")
        found: list[int] = []
        self.solver.push()
        try:
            while self.check() != z3.unsat:
                if len(found) == MOST_VALUES:
                    raise NotFollowed(f"a number that may have more than {MOST_VALUES} values")
                value = self.last.model().eval(term.z3(), model_completion=True).as_long()
                found.append(value)
                self.solver.add(terms.no(terms.equal(term, value)))
        except z3.Z3Exception:
            raise NotFollowed("a number whose values the solver does not find") from None
        finally:
            self.solver.pop()
        return sorted(found)

    def _decide(
        self,
        options: Callable[[], Sequence[tuple[Any, Term]]],
        pair: bool = False,
        all_open: bool = False,
        breaks: bool = False,
    ) -> Any:
        frame = self.frames[-1]
        at = frame.depth
        if at == len(frame.forks):
            possible = list(options()) if all_open else self._possible(options(), pair, breaks)
            free_of(self.of_passes, [truth for _, truth in possible])
            frame.forks.append(Fork(possible, len(frame.joined), len(possible) == 1))
        fork = frame.forks[at]
        if not fork.left:
            raise Impossible
        thing, truth = fork.left[0]
        frame.depth += 1
        if frame.adding and not self.silent:
            self.solver.push()
            frame.pushed += 1
            if truth is not True:
                self.solver.add(truth)
        return thing

    def _possible(self, options: Sequence[tuple[Any, Term]], pair: bool, breaks: bool) -> list[tuple[Any, Term]]:
        found: list[tuple[Any, Term]] = []
        for number, each in enumerate(options):
            last_of_pair = pair and number == 1 and not found
            asked = self.may_be if breaks and number == 0 else self._leads_on
            if last_of_pair or asked(each[1]):
                found.append(each)
        return found

    # -- ways -------------------------------------------------------------------------------------------

    def every(self, run: Callable[[], T], silent: bool = False) -> Generator[T | Fault, None, None]:
        """What it gives on every way that can be taken from here; a fault where an obligation does not hold. After
        each one the solver knows what leads there. ``silent``: it is asked nothing."""
        frame = Frame()
        self.frames.append(frame)
        names, depth, most = self.names, len(self.frames), MOST_SILENT if silent else MOST_WAYS
        settled = self.settled
        highest = names  # what is put together has names of every way
        if silent and not self.silent:
            self.sure = {}
        self.silent += silent
        if not self.silent:
            self.solver.push()
        try:
            for number in count():
                self.ways += 1
                self.silent_ways += bool(self.silent)
                if number == most or self._are_too_many():
                    raise NotFollowed("there are too many ways")
                if not self.has_time():
                    raise NotFollowed("there is no time left")
                self.names, frame.depth, frame.met, self.settled = names, 0, 0, dict(settled)
                frame.assumed.clear()
                try:
                    yield run()
                except Fault as fault:
                    if self.silent or self.check() != z3.unsat:  # else no table leads here
                        yield fault
                except Impossible:
                    pass
                highest = max(highest, self.names)
                assert len(self.frames) == depth
                if not self._next(frame):
                    return
        finally:
            del self.frames[depth - 1 :]
            self.settled = settled
            if not self.silent:
                self.solver.pop(frame.pushed + 1)
            self.silent -= silent
            self.names = max(highest, self.names)

    def _are_too_many(self) -> bool:
        asked = self.ways - self.silent_ways
        return asked > self.most_in_all or self.silent_ways > self.most_silent_in_all or self.queries > MOST_QUERIES

    def _next(self, frame: Frame) -> bool:
        del frame.forks[frame.depth :]  # those that no way leads on from
        while frame.forks:
            if not self.silent:
                assert frame.pushed == len(frame.forks)
                self.solver.pop()
                frame.pushed -= 1
            fork = frame.forks[-1]
            del fork.left[:1]
            if fork.left:
                del frame.joined[fork.joined :]
                frame.kept = len(frame.forks) - 1
                return True
            frame.forks.pop()
        return False

    def decisions(self, open_ones: bool = False) -> list[Term]:
        """What was decided on this way, in the innermost exploration; ``open_ones``: what could have gone otherwise."""
        frame = self.frames[-1]
        return [fork.left[0][1] for fork in frame.forks[: frame.depth] if not (open_ones and fork.is_alone)]

    def assumed(self) -> list[Term]:
        """What was assumed on this way, in the innermost exploration, each where what was decided before it holds."""
        frame = self.frames[-1]
        truths = [fork.left[0][1] if not fork.is_alone else True for fork in frame.forks[: frame.depth]]
        return [terms.either([terms.no(terms.both(truths[:depth])), truth]) for depth, truth in frame.assumed]

    def once(self, work: Callable[[], T]) -> T:
        """What that gives, worked out once for all ways that have come here alike."""
        frame, text = self.frames[-1], text_of(work)
        frame.met += 1
        if frame.met <= len(frame.joined):
            found, self.names, before = frame.joined[frame.met - 1]
            if text is not before:
                raise NotFollowed(OTHERWISE)
            return found  # type: ignore[no-any-return]
        made = work()
        frame.joined.append((made, self.names, text))
        return made

"""Carries out the functions of a Program with terms: every way through them ends where the Program says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee import kernel
from referee.meaning.looking import LISTED, may_change
from referee.meaning.program import (
    AHEAD,
    Again,
    Block,
    Catch,
    Do,
    Expr,
    Function,
    If,
    Leave,
    Let,
    Loop,
    Owed,
    Program,
    Raise,
    Return,
    Set,
    Stmt,
    expressions,
    walk,
)
from referee.meaning.types import NEVER, PILE, PLAYER, TRUTH, Places, Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.joining import parts, pure_functions, put_together
from referee.verify.symbolic.leaving import Returned, ToBeginning, ToEnd
from referee.verify.symbolic.looks import LAZY, LOOKS, NEVER_RAISE
from referee.verify.symbolic.operations import Operations
from referee.verify.symbolic.paths import Fault, Paths, Unwound
from referee.verify.symbolic.piles import Classes
from referee.verify.symbolic.searches import Search, search_of
from referee.verify.symbolic.seats import Seats
from referee.verify.symbolic.table import Table
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import MayStop, NotFollowed
from referee.verify.symbolic.things import UNSET

if TYPE_CHECKING:
    from referee.verify.symbolic.merging import Merging
    from referee.verify.symbolic.repeats import FewPasses, Repeats

KERNEL = str(Path(kernel.__file__).parent)
MOST_PASSES = 400
"""A loop that goes round more often on one way is not followed."""
DEEPEST = 240
"""Functions within functions are followed so deep."""


class Machine:
    """Carries out a Program on ``table``, which may be any."""

    def __init__(self, program: Program, paths: Paths, kinds: Classes, follow: type[Operations] = Operations) -> None:
        self.program, self.paths, self.kinds = program, paths, kinds
        self.by_name = {each.name: each for each in program.functions}
        self.players = program.game.players
        self.operations = follow(self)
        self.seats = Seats(self)
        self.table: Table
        self.seated: set[Any] = set()
        """Numbers that are known to be players."""
        self.unwound: Unwound | None = None
        self.running: list[Function] = []
        self.constants: dict[int, Any] = {}
        """By the expressions of the Program that say them."""
        self.raising: dict[int, bool] = {}
        """By the expressions of the Program whether they may raise."""
        self.joining: dict[int, Any] = {}
        """By the branches of the Program what they change (see ``_changes``)."""
        self.searches: dict[int, Search | None] = {}
        """By the blocks of the Program what they look for."""
        self.leaving: dict[int, list[Term]] = {}
        """By the conditions that end a search where they may hold."""
        self.met: set[str] = set()
        """The clauses that were carried out on this way."""
        self.ever: set[str] = set()
        """The same of all ways."""
        self.gone: set[int] = set()
        """The ways of the rule text that may be gone (``referee.meaning.counted.WAYS``)."""
        self.comes: Callable[[int], None] = self.gone.add
        """Told of each of them, when it is met first."""
        self.answers: list[tuple[str, Any]] | None = None
        """What was answered and what chance brought on this way, by sorts; None: nobody wants to know."""
        self.repeats: Repeats | FewPasses | None = None
        """How rules are followed that are repeated; None: pass by pass."""
        self.merging: Merging | None = None
        """The calls whose ways are put together; None: each way is followed to its end."""
        self.owed: Callable[[Owed, list[Any]], None] = lambda what, arguments: None
        """Told of what is claimed where somebody is asked."""

    def is_seated(self, player: Term) -> bool:
        """Whether that is known to be a player, and not nobody."""
        return player in self.seated or (isinstance(player, int) and player < self.players)

    # -- functions ----------------------------------------------------------------------------------------

    def call(self, function: Function, arguments: Sequence[Any]) -> Any:
        """What a function gives; one that only looks is one value, whatever the ways through it."""
        if len(self.running) > DEEPEST:
            raise NotFollowed(f"{function.name} is carried out within itself without a known end")
        if function.name in self.pure:
            return self._joined(function, arguments)
        if self.merging is not None and function.name in self.merging.functions and not self.paths.silent:
            return self.merging.call(self, function, arguments)
        return self.carried_out(function, arguments)

    def carried_out(self, function: Function, arguments: Sequence[Any]) -> Any:
        names = {name: value for (name, _), value in zip(function.parameters, arguments, strict=True)}
        self.running.append(function)
        self.met.update(function.clauses)
        self.ever.update(function.clauses)
        if self.paths.argument is not None:
            self.paths.argument.running(len(self.paths.frames), function)
        try:
            self.statements(function.body, names)
        except Returned as returned:
            return returned.value
        except (Fault, Unwound) as fault:
            if function.ahead:
                raise self.not_there_yet(fault) from fault
            raise
        except NotFollowed as reason:
            reason.where = reason.where or self.where()
            raise
        finally:
            self.running.pop()
        return None

    def not_there_yet(self, fault: Fault | Unwound) -> NotFollowed:
        """What breaks off where Python may not have come to need not do so there."""
        return NotFollowed(f"{getattr(fault, 'why', 'what is raised')}, where Python may not come to ({self.where()})")

    def _joined(self, function: Function, arguments: Sequence[Any]) -> Any:
        """What a function gives that only looks, with all its ways put together."""
        kinds = function.results
        done = self._together(lambda: parts(self.carried_out(function, arguments), len(kinds)), kinds)
        if done is None:  # it is followed way by way
            return self.carried_out(function, arguments)
        return done[0] if len(kinds) == 1 else tuple(done)

    def _together(self, run: Callable[[], list[Any]], kinds: Sequence[Type]) -> list[Any] | None:
        """The values that something gives, of these types, with all its ways put together; None where nothing stands
        for them all. What was assumed on a way is known from here on, where its decisions hold."""
        table = self.table
        done = self.paths.once(lambda: self.values_of_all(run, kinds))
        table.found_at.clear()  # it may be that of one of the ways
        for each in done[1] if done else ():
            self.paths.assume(each)
        return done[0] if done else None

    def values_of_all(self, run: Callable[[], list[Any]], kinds: Sequence[Type]) -> tuple[list[Any], list[Term]] | None:
        """The values, and what was assumed. Whether ways can be taken makes no difference, if each comes to an end."""
        for silent in (True, False):
            running = len(self.running)
            found: list[tuple[list[Term], list[Any]]] = []
            known: dict[Term, None] = {}
            try:
                with closing(self.paths.every(run, silent)) as ways:
                    for each in ways:
                        del self.running[running:]
                        if isinstance(each, Fault) or True in self.paths.decisions(open_ones=True):
                            break  # in the second case nothing tells the way from another
                        found.append((self.paths.decisions(), each))
                        known.update(dict.fromkeys(self.paths.assumed()))
                    else:
                        return (put_together(found, 0, kinds), list(known)) if found else None
            except NotFollowed:
                pass
            del self.running[running:]
        return None

    @cached_property
    def pure(self) -> frozenset[str]:
        """The functions that only look at the table, and give what may be put together."""
        return pure_functions(self.program)

    # -- statements -----------------------------------------------------------------------------------------

    def statements(self, body: Sequence[Stmt], names: dict[str, Any]) -> None:
        for each in body:
            match each:
                case Let(name, value) | Set(name, value):
                    names[name] = self.value(value, names)
                case Do(value):
                    self.value(value, names)
                case If(condition, yes, no):
                    truth = self.value(condition, names)
                    if isinstance(truth, bool) or not (self._left(each, truth) or self._branched(each, truth, names)):
                        self.statements(yes if self.paths.holds(truth) else no, names)
                case Block():
                    if id(each) not in self.searches:
                        self.searches[id(each)] = search_of(each, self.running[-1], self.pure)
                    search = self.searches[id(each)]
                    if search is None or not self._searched(search, each, names):
                        self._block(each, names)
                case Loop(label, inner):
                    if self.repeats is not None and id(each) in self.repeats.loops:
                        self.repeats.carry_out(self, each, partial(self._goes_round, label, inner, names))
                    elif not self.operations.goes_through(each, names):
                        self._loop(label, inner, names)
                case Leave(label):
                    raise ToEnd(label)
                case Again(label):
                    raise ToBeginning(label)
                case Return(values):
                    given = [self.value(value, names) for value in values]
                    raise Returned(given[0] if len(given) == 1 else tuple(given))
                case Raise("unwind again", _):
                    assert self.unwound is not None
                    raise self.unwound
                case Raise(broken, why):
                    raise Fault(broken, why, self.where(), self.clauses())
                case Catch():
                    self._catch(each, names)

    def _catch(self, body: Catch, names: dict[str, Any]) -> None:
        running = len(self.running)
        try:
            self.statements(body.body, names)
        except Unwound as unwound:
            del self.running[running:]
            names[body.depth], self.unwound = unwound.depth, unwound
            self.statements(body.caught, names)

    def _branched(self, branch: If, truth: Term, names: dict[str, Any]) -> bool:
        """Carry out both sides of a branch and put them together, where that can be: they only work something out,
        change scalars or pay."""
        changes = self.joining.get(id(branch))
        if changes is None:
            changes = self.joining[id(branch)] = self._changes(branch)
        variables, kept = changes
        if not variables and not kept:
            return False
        begin = self.table
        kinds = [*[self.running[-1].variables[name] for name in variables], *[kind for _, _, kind in kept]]

        def side() -> list[Any]:
            own = dict(names)
            self.table = table = begin.beside()
            self.statements(branch.yes if self.paths.holds(truth) else branch.no, own)
            return [*[own.get(name, UNSET) for name in variables], *[table.kept(name, at) for name, at, _ in kept]]

        try:
            done = self._together(side, kinds)
        finally:
            self.table = begin
        if done is None:
            return False
        names.update(zip(variables, done, strict=False))
        for (name, at, _), value in zip(kept, done[len(variables) :], strict=True):
            begin.keep(name, at, value)
        return True

    def _block(self, block: Block, names: dict[str, Any]) -> None:
        try:
            self.statements(block.body, names)
        except ToEnd as leaves:
            if leaves.label != block.label:
                raise
        except (Fault, Unwound) as fault:
            if block.label.startswith(AHEAD):
                raise self.not_there_yet(fault) from fault
            raise

    def _searched(self, search: Search, block: Block, names: dict[str, Any]) -> bool:
        """Carry out a search once for all that may be found first, where that can be."""

        def found() -> list[Any]:
            own = dict(names)
            if not self.paths.silent:  # what comes behind the first may break an obligation
                self._block(block, own)
                return [own[search.variable]]
            leaving, truths = self.leaving, list[Term]()
            self.leaving = {**leaving, **dict.fromkeys(search.exits, truths)}
            try:
                self._block(block, own)
            finally:
                self.leaving = leaving
            last = own.get(search.variable, UNSET)
            if not terms.is_truth(last):
                raise NotFollowed(f"what is looked for is no truth ({self.where()})")
            return [terms.either([*truths, last]) if search.wanted else terms.both([last, *map(terms.no, truths)])]

        done = found() if self.paths.silent else self._together(found, [TRUTH])
        if done is not None:
            names[search.variable] = done[0]
        return done is not None

    def _left(self, branch: If, truth: Term) -> bool:
        """Note that a search may be over, and go on with it as if it were not."""
        truths = self.leaving.get(id(branch))
        if truths is None or truth in self.paths.settled:
            return False
        truths.append(truth)
        return True

    def _changes(self, branch: If) -> tuple[tuple[str, ...], tuple[tuple[str, int | None, Type], ...]]:
        """What a branch changes, where it changes nothing else: variables, and what the table keeps (its name, the seat
        and the type)."""
        kept: dict[tuple[str, int | None], Type] = {}
        for each in walk([branch]):
            if not isinstance(each, (Let, Set, If, Do)):
                return (), ()
        for part in expressions([branch]):
            if part.op in ("set scalar", "set each", "pay"):
                name = "$money" if part.op == "pay" else part.about
                seats = {"set scalar": 0, "set each": self.players, "pay": self.players + 1}[part.op]
                kind = self.program.scalars[name][0]
                kept.update([((name, at), kind) for at in (range(seats) if seats else [None])])
            elif part.op not in LOOKS or part.op in LISTED or (part.op == "call" and part.about.name not in self.pure):
                return (), ()
        variables = tuple(dict.fromkeys([each.name for each in walk([branch]) if isinstance(each, Set)]))
        kinds = [*[self.running[-1].variables[name] for name in variables], *kept.values()]
        if any(map(may_change, kinds)):  # what one way changes in place the next one would meet
            return (), ()
        return variables, tuple([(name, at, kind) for (name, at), kind in kept.items()])

    def _loop(self, label: str, body: Sequence[Stmt], names: dict[str, Any]) -> None:
        for _ in range(MOST_PASSES):
            if not self._goes_round(label, body, names):
                return
        raise MayStop(f"a loop that goes round more than {MOST_PASSES} times ({self.where()})")

    def _goes_round(self, label: str, body: Sequence[Stmt], names: dict[str, Any]) -> bool:
        """Carry out one pass of a loop; gives whether another one follows."""
        try:
            self.statements(body, names)
        except ToEnd as leaves:
            if leaves.label != label:
                raise
            return False
        except ToBeginning as again:
            if again.label != label:
                raise
        return True

    def where(self) -> str:
        """The line of the function that is being carried out: that of the rules, not the kernel's own."""
        every = [each.about for each in reversed(self.running)]
        return terms.called_here((*(each for each in every if not each.startswith(KERNEL)), *every, "")[0])

    def clauses(self) -> tuple[str, ...]:
        """The innermost clauses that are being carried out."""
        return next((each.clauses for each in reversed(self.running) if each.clauses), ("?",))

    # -- expressions -----------------------------------------------------------------------------------------

    def value(self, e: Expr, names: dict[str, Any]) -> Any:
        if e.op == "local":
            return names.get(e.about, UNSET)
        if e.op == "const":
            if e.type == PLAYER:
                return self.seats.player(int(e.about))
            if isinstance(e.type, Places):
                return self.seats.place(int(e.about))
            found = self.constants.get(id(e))
            if found is None:
                found = self.constants[id(e)] = self.constant(e.type, e.about)
            return found
        if e.op in LAZY and any(self._may_raise(each) for each in e.args[1:]):
            return self._as_far_as_needed(e, names)
        if e.type is NEVER and e.op == "convert":
            raise NotFollowed("what is never reached")
        # Most arguments are variables: they are looked up here, as this is done more often than anything else.
        given = [names.get(each.about, UNSET) if each.op == "local" else self.value(each, names) for each in e.args]
        return self.operations.by_name(e.op)(e, given)

    def _as_far_as_needed(self, e: Expr, names: dict[str, Any]) -> Any:
        """What is not reached is not carried out: it may raise."""
        first = self.value(e.args[0], names)
        if e.op == "by atom":
            options = [(at, terms.equal(first, number)) for at, number in enumerate(e.about, 1)]
            return self.value(e.args[self.paths.one_of(options)], names)
        holds = self.paths.holds(first)
        if e.op == "if":
            return self.value(e.args[1 if holds else 2], names)
        return self.value(e.args[1], names) if holds is not (e.op == "both.or") else holds

    def _may_raise(self, e: Expr) -> bool:
        found = self.raising.get(id(e))
        if found is None:
            found = self.raising[id(e)] = e.op not in NEVER_RAISE or any(map(self._may_raise, e.args))
        return found

    def constant(self, kind: Type, thing: Any) -> Any:
        """A thing that is known; a player is a number."""
        if kind is PILE:
            return self.kinds.known(int(thing))
        return bool(thing) if kind is TRUTH else thing if isinstance(thing, Fraction) else int(thing)

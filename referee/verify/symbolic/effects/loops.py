"""Loops over sequences of unknown length: one pass stands for any.

Of what passes change nothing is known before a pass but what every pass brings in, and what holds before the first one
and after each (a player stays one, cards lie in one row). Not shown: that a ``while`` comes to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

from referee.meaning.program import (
    Catch,
    Stmt,
)
from referee.meaning.types import LAID, PLAYER, Seq
from referee.verify.symbolic import terms
from referee.verify.symbolic.effects.passes import Pass, Plans
from referee.verify.symbolic.effects.sequences import (
    AnyMap,
    Many,
    Some,
    frozen,
    is_part,
    parts_of,
    row_of,
    sequence,
)
from referee.verify.symbolic.effects.touching import (
    Touched,
)
from referee.verify.symbolic.machine import Machine, _Leaves, _Returned, _ToBeginning, _ToEnd
from referee.verify.symbolic.paths import Impossible, Unwound
from referee.verify.symbolic.terms import NotFollowed, Term
from referee.verify.symbolic.things import Dictionary, Items

MOST_KNOWN = 3
"""So many things are tried whether a loop is certain to have collected them."""


class Anew(Exception):
    """What was taken to hold before passes of a loop does not: all is followed anew without it."""


class Loops(Plans, Machine):
    """See the module's docstring."""

    table: Any
    operations: Any
    touching: dict[str, frozenset[Touched]]
    loose: set[tuple[int, str]]
    passes: dict[int, Pass]
    catching: int

    def forget(self, touched: frozenset[Touched] | set[Touched]) -> None:
        """All that is touched may be anything."""
        raise NotImplementedError

    def statements(self, body: Sequence[Stmt], names: dict[str, Any]) -> None:
        for each in body:
            if isinstance(each, Catch):
                self.catching += 1
                caught: Unwound | None = None
                try:
                    super().statements(each.body, names)
                except Unwound as unwound:
                    caught = unwound
                finally:
                    self.catching -= 1
                if caught is not None:
                    names[each.depth], self.unwound = caught.depth, caught
                    super().statements(each.caught, names)
            else:
                super().statements((each,), names)

    def _loop(self, label: str, body: Sequence[Stmt], names: dict[str, Any]) -> None:
        plan = self.passes.get(id(body))
        if plan is None:
            plan = self.passes[id(body)] = self._plan(label, body)
        if plan.is_index:
            assert plan.bound is not None
            bound = self.value(plan.bound, names)
            if isinstance(bound, int):
                super()._loop(label, body, names)
                return
            copied = self._copies(plan)
            if copied is not None:
                names[plan.lists[0]] = sequence([*parts_of(names[plan.lists[0]]), *parts_of(self.value(copied, names))])
                names[plan.index] = bound
                return
        else:
            bound = None
        self._any_pass(plan, bound, names)

    def _any_pass(self, plan: Pass, bound: Term | None, names: dict[str, Any]) -> None:
        ops = self.operations
        now = dict(names)
        before, table = now, self.table
        if (plan.lists or plan.maps) and not self._moves(plan):  # a pass may be carried out once more
            known: dict[int, Any] = {}
            before, table = {name: frozen(each, known) for name, each in names.items()}, self.table.frozen(known)
        is_over = bound is not None and not self.paths.holds(self.paths.fresh_truth("in a pass"))
        passed = bound if bound is None or is_over else ops.index(bound)
        rows, filled = self._rows_of(plan, now), self._filled(plan, now)
        if plan.touched:
            self.forget(plan.touched)
        self._forget_names(plan, names, before, table, bound, passed, is_over)
        for name, place in rows.items():
            names[name] = ops.some_lying(place)
        for name in filled:
            ops.paths.assume(terms.less(0, ops.length(names[name])))
        if bound is not None:
            names[plan.index] = passed
        if is_over:
            return
        try:
            self.statements(plan.body, names)
        except _ToEnd as leaves:
            if leaves.label != plan.label:
                raise
            return
        except _ToBeginning as again:
            if again.label != plan.label:
                raise
        self._kept(plan, now, names, rows, filled)
        raise Impossible  # another pass follows, from any table that there may be before one

    def _forget_names(
        self,
        plan: Pass,
        names: dict[str, Any],
        before: dict[str, Any],
        table: Any,
        bound: Term | None,
        passed: Term | None,
        is_over: bool,
    ) -> None:
        """Of what ``passed`` passes change nothing is known but what every pass brings in."""
        ops, function, now = self.operations, self.running[-1], dict(names)
        for name in plan.variables:
            if name in before:
                names[name] = self._any_variable(plan, name, before)
        for name in plan.lists:
            if name not in before:
                raise NotFollowed(f"the list {name} changes")
            self._alone(now, name)
            length = ops.amount("collected")
            aligned = False
            if passed is not None:
                most = self._most_appended(plan, name)
                if most is not None:
                    ops.paths.assume(terms.most(length, terms.mul(passed, most)))
                aligned = self._always_appended(plan, name)
                if aligned:
                    length = passed
            if self._moves(plan) or bound is None:
                kind: Any = function.variables.get(name) or self._type_of(plan, name)
                part = Some(length, ops.maker(kind.item, "item"))
            else:
                make = self._appended(plan, name, before, table, bound, aligned)
                gone_through = self._gone_through(plan, name, before)
                distinct = gone_through is not None and ops.are_distinct(gone_through)
                part = Some(length, make, distinct, among=None if gone_through is None else row_of(gone_through))
                if is_over and any(
                    self._appends_at(plan, name, before, table, at) for at in self._known_items(plan, now)
                ):
                    ops.paths.assume(terms.less(0, length))
            names[name] = Many([*parts_of(now[name]), part])
        for name in plan.maps:
            if name not in before:
                raise NotFollowed(f"the dictionary {name} changes")
            self._alone(now, name)
            if (isinstance(before[name], Dictionary) and before[name].keys) or self._moves(plan) or bound is None:
                kind = self._type_of(plan, name)
                names[name] = AnyMap(ops.maker(kind.value, "value"))
            else:
                names[name] = AnyMap(self._put(plan, name, before, table, bound))

    def _any_variable(self, plan: Pass, name: str, before: dict[str, Any]) -> Any:
        """Any value that a variable may have before a pass; one that is a player stays one, until a pass shows that it
        does not."""
        kind = self.running[-1].variables[name]
        if kind == PLAYER and (id(plan.body), name) not in self.loose and self._is_seat(before[name]):
            return self.operations.somebody(name)
        return self.operations.fresh(kind, name)

    def _is_seat(self, player: Any) -> bool:
        if isinstance(player, int):
            return bool(player < self.players)
        low, high = terms.bounds(player)
        if low is not None and high is not None and low >= 0 and high < self.players:
            return True
        return player in self.seated or self.operations.is_certain(terms.less(player, self.players))

    def _rows_of(self, plan: Pass, before: dict[str, Any]) -> dict[str, int]:
        """The variables whose cards all lie in one row before the first pass, and as far as is known before others."""
        found: dict[str, int] = {}
        for name in plan.variables:
            kind = self.running[-1].variables[name]
            if (
                name in before
                and isinstance(kind, Seq)
                and kind.item == LAID
                and (id(plan.body), name) not in self.loose
            ):
                place = self.operations.where_all_lie(before[name])
                if place is not None:
                    found[name] = place
        return found

    def _filled(self, plan: Pass, before: dict[str, Any]) -> list[str]:
        """The variables that are sequences which are not empty before the first pass, and as far as is known before
        others."""
        return [
            name
            for name in plan.variables
            if name in before
            and isinstance(self.running[-1].variables[name], Seq)
            and (id(plan.body), f"filled {name}") not in self.loose
            and self._is_filled(before[name])
        ]

    def _is_filled(self, things: Any) -> bool:
        length = self.operations.length(things) if isinstance(things, (Many, Items)) else 0
        return length != 0 if isinstance(length, int) else self.operations.is_certain(terms.less(0, length))

    def _kept(
        self, plan: Pass, before: dict[str, Any], names: dict[str, Any], rows: dict[str, int], filled: Sequence[str]
    ) -> None:
        """What was taken to hold before a pass holds after it."""
        for name in filled:
            if not self._is_filled(names[name]):
                if self.paths.silent:
                    raise NotFollowed("a sequence that may be empty")
                self.loose.add((id(plan.body), f"filled {name}"))
                raise Anew
        for name, place in rows.items():
            if not self.operations.all_lie(names[name], place):
                self.loose.add((id(plan.body), name))
                raise Anew
        for name in plan.variables:
            if name not in before or self.running[-1].variables[name] != PLAYER or not self._is_seat(before[name]):
                continue
            if (id(plan.body), name) in self.loose or self._is_seat(names[name]):
                continue
            if not self.paths.holds(terms.less(names[name], self.players)):
                if self.paths.silent:
                    raise NotFollowed("a player who may be nobody")
                self.loose.add((id(plan.body), name))
                raise Anew

    def _moves(self, plan: Pass) -> bool:
        """Whether a pass changes more than the faces of cards: then it is not carried out once more."""
        return any(word != "faces" for word, _ in plan.touched)

    def _alone(self, names: dict[str, Any], name: str) -> None:
        """NotFollowed: what changes in place has another name, or is a part of something else."""
        thing = names[name]
        kept = [*self.table.scalars.values(), *[each for each, _ in self.operations.objects]]
        others = [each for other, each in names.items() if other != name]
        if any(is_part(thing, each) for each in [*others, *kept]):
            raise NotFollowed(f"a list under two names changes in a loop ({name})")

    # -- passes that are carried out once more ----------------------------------------------------------

    def _again(
        self,
        plan: Pass,
        before: dict[str, Any],
        table: Any,
        bound: Term,
        index: Term,
        own: dict[str, Any],
    ) -> None:
        """Carry out a pass once more, on the table as it was."""
        ops, names = self.operations, dict(before)
        for name in plan.variables:
            if name in before:
                names[name] = ops.fresh(self.running[-1].variables[name], name)
        for name in plan.lists:
            names[name] = Many([Some(ops.amount("collected"), lambda index: ops.fresh_item())])
        for name in plan.maps:
            kind = self._type_of(plan, name)
            names[name] = AnyMap(ops.maker(kind.value, "value"))
        names.update(own)
        names[plan.index] = index
        now, self.table = self.table, table.snapshot()
        running = len(self.running)
        try:
            self.statements(plan.body, names)
        except (_Leaves, _Returned):
            pass
        finally:
            self.table = now
            del self.running[running:]

    def _appended(
        self, plan: Pass, name: str, before: dict[str, Any], table: Any, bound: Term, aligned: bool
    ) -> Callable[[Term], Any]:
        function = self.running[-1]

        def make(index: Term) -> Any:
            ops = self.operations
            recorder = Many([Some(ops.amount("collected"), lambda index: ops.fresh_item())], recorded=[])
            at = index if aligned else ops.index(bound)
            self.running.append(function)
            try:
                self._again(plan, before, table, bound, at, {name: recorder})
            finally:
                self.running.pop()
            found = recorder.recorded or []
            if not found:
                raise Impossible
            return found[self.paths.one_of([(at, True) for at in range(len(found))]) if len(found) > 1 else 0]

        return make

    def _known_items(self, plan: Pass, names: dict[str, Any]) -> list[Term]:
        """The places of which something is known already in what a loop goes through."""
        if plan.bound is None or plan.bound.op != "length" or plan.bound.args[0].op != "local":
            return []
        things = names.get(str(plan.bound.args[0].about))
        if not isinstance(things, Many) or len(things.parts) != 1 or not isinstance(things.parts[0], Some):
            return []
        known: list[Term] = self.operations.known_items(things.parts[0])
        return known[-MOST_KNOWN:]

    def _appends_at(self, plan: Pass, name: str, before: dict[str, Any], table: Any, index: Term) -> bool:
        """Whether the pass at that place is certain to append something to a list."""
        ops, function = self.operations, self.running[-1]

        def work() -> bool:
            def run() -> bool:
                recorder = Many([Some(ops.amount("collected"), lambda index: ops.fresh_item())], recorded=[])
                running = len(self.running)
                self.running.append(function)
                try:
                    self._again(plan, before, table, plan.bound, index, {name: recorder})
                finally:
                    del self.running[running:]
                return bool(recorder.recorded)

            try:
                with closing(self.paths.every(run)) as ways:
                    return all(each is True for each in ways)
            except NotFollowed:
                return False

        return not self.paths.silent and self.paths.once(work)

    def _put(self, plan: Pass, name: str, before: dict[str, Any], table: Any, bound: Term) -> Callable[[Any], Any]:
        function = self.running[-1]

        def value_at(key: Any) -> Any:
            """A value that some pass puts there."""
            ops = self.operations

            def earlier(_: Any) -> Any:
                return Many([Some(ops.amount("earlier"), lambda index: ops.fresh_item(), earlier=True)])

            kind = self._type_of(plan, name)
            recorder = AnyMap(earlier if isinstance(kind.value, Seq) else lambda key: ops.fresh(kind.value, "value"))
            self.running.append(function)
            try:
                self._again(plan, before, table, bound, ops.index(bound), {name: recorder})
            finally:
                self.running.pop()
            if not recorder.puts:
                raise Impossible
            put = recorder.puts[-1]
            self.paths.assume(ops.equal(put[0], key, kind.key))
            return put[1]

        def make(key: Any) -> Any:
            ops = self.operations
            kind = self._type_of(plan, name)
            if not isinstance(kind.value, Seq):
                return value_at(key)

            def item(index: Term) -> Any:
                return ops.any_of(value_at(key))

            return Many([Some(ops.amount("values"), item)])

        return make

"""Passes of a loop that are carried out once more: what they collect is worked out where it is looked at."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

from referee.meaning.types import Seq
from referee.verify.symbolic import terms
from referee.verify.symbolic.effects.passes import Pass, Plans
from referee.verify.symbolic.effects.sequences import AnyMap, Many, One, Some, parts_of
from referee.verify.symbolic.leaving import Leaves, Returned
from referee.verify.symbolic.machine import Machine
from referee.verify.symbolic.paths import Impossible
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed

MOST_KNOWN = 3
"""So many things are tried whether a loop is certain to have collected them."""


class OnceMore(Plans, Machine):
    """See the module's docstring."""

    table: Any
    operations: Any

    def _again(
        self,
        plan: Pass,
        before: dict[str, Any],
        table: Any,
        index: Term,
        own: dict[str, Any],
    ) -> dict[str, Any]:
        """Carry out a pass once more, on the table as it was. Gives what the names stand for after it."""
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
        except (Leaves, Returned):
            pass
        finally:
            self.table = now
            del self.running[running:]
        return names

    def _collected(self, plan: Pass, name: str, before: dict[str, Any], table: Any, index: Term) -> list[Any]:
        """What the pass at that place puts at the end of a list, part by part. NotFollowed: it is another list."""
        ops = self.operations
        earlier = Some(ops.amount("collected"), lambda index: ops.fresh_item())
        names = self._again(plan, before, table, index, {name: Many([earlier])})
        first, *added = parts_of(names[name]) or [None]
        if first is not earlier:
            raise NotFollowed(f"a loop collects in another list ({name})")
        return added

    def _appended(
        self, plan: Pass, name: str, before: dict[str, Any], table: Any, bound: Term, aligned: bool
    ) -> Callable[[Term], Any]:
        function, which = self.running[-1], object()
        in_order = self._most_appended(plan, name) == 1

        def make(index: Term) -> Any:
            at = index if aligned else self.operations.index(bound)
            if in_order and not aligned:
                self._comes_in_order(which, index, at)
            self.running.append(function)
            try:
                found = self._collected(plan, name, before, table, at)
            finally:
                self.running.pop()
            if not found:
                raise Impossible
            return self.operations.any_of(Many(found))

        return make

    def _comes_in_order(self, which: Any, index: Term, at: Term) -> None:
        """Of two things that a loop has collected an earlier pass has put the one that stands first: passes that put at
        most one. It is only said where things are told apart."""
        if not self.operations.telling_apart:
            return
        passes = self.paths.settled.setdefault(("passes", which), ())
        for other, there in passes:
            for one, two, first, later in ((index, other, at, there), (other, index, there, at)):
                self.paths.assume(terms.either([terms.most(two, one), terms.less(first, later)]))
        self.paths.settled["passes", which] = (*passes, (index, at))

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
        function = self.running[-1]

        def work() -> bool:
            def run() -> bool:
                running = len(self.running)
                self.running.append(function)
                try:
                    added = self._collected(plan, name, before, table, index)
                finally:
                    del self.running[running:]
                return any(isinstance(each, One) for each in added)

            try:
                with closing(self.paths.every(run)) as ways:
                    return all(each is True for each in ways)
            except NotFollowed:
                return False

        return not self.paths.silent and self.paths.once(work)

    def _put(
        self, plan: Pass, name: str, before: dict[str, Any], table: Any, bound: Term
    ) -> Callable[[], tuple[Any, Any]]:
        function = self.running[-1]

        def put() -> tuple[Any, Any]:
            """What some pass puts into a dictionary, and where."""
            ops = self.operations

            def earlier(_: Any) -> Any:
                return Many([Some(ops.amount("earlier"), lambda index: ops.fresh_item(), earlier=True)])

            kind = self._type_of(plan, name)
            recorder = AnyMap(earlier if isinstance(kind.value, Seq) else lambda key: ops.fresh(kind.value, "value"))
            self.running.append(function)
            try:
                names = self._again(plan, before, table, ops.index(bound), {name: recorder})
            finally:
                self.running.pop()
            is_another: bool = names[name] is not recorder
            if is_another:
                raise NotFollowed(f"a loop within a loop puts things into a dictionary ({name})")
            if not recorder.puts:
                raise Impossible
            every = recorder.puts
            return every[self.paths.one_of([(at, True) for at in range(len(every))]) if len(every) > 1 else 0]

        return put

    def _key_of(self, put: Callable[[], tuple[Any, Any]]) -> Callable[[], Any]:
        return lambda: put()[0]

    def _value_at(self, plan: Pass, name: str, put: Callable[[], tuple[Any, Any]]) -> Callable[[Any], Any]:
        """What stands at a key: what some pass has put there."""
        ops, kind = self.operations, self._type_of(plan, name)

        def value_at(key: Any) -> Any:
            there, value = put()
            self.paths.assume(ops.equal(there, key, kind.key))
            return value

        def make(key: Any) -> Any:
            if not isinstance(kind.value, Seq):
                return value_at(key)

            def item(index: Term) -> Any:
                return ops.any_of(value_at(key))

            return Many([Some(ops.amount("values"), item)])

        return make

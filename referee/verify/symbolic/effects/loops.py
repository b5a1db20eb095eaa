"""Loops over sequences of unknown length: one pass stands for any.

Of what passes change nothing is known before a pass but what every pass brings in, and what holds before the first one
and after each (a player stays one, cards lie in one row). Not shown: that a ``while`` comes to its end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from referee.meaning.program import Catch, Stmt
from referee.meaning.types import LAID, PLAYER, Seq
from referee.verify.symbolic import terms
from referee.verify.symbolic.effects.given_places import Given, lying_in
from referee.verify.symbolic.effects.heads import Head, head_of
from referee.verify.symbolic.effects.lying import Where
from referee.verify.symbolic.effects.passes import Pass
from referee.verify.symbolic.effects.remaining import Remaining
from referee.verify.symbolic.effects.sequences import AnyMap, Many, Some, frozen, is_part, parts_of, row_of, sequence
from referee.verify.symbolic.effects.touching import Touched
from referee.verify.symbolic.paths import Impossible, Unwound
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Dictionary, Items

Loose = dict[tuple[int, str], frozenset[int] | None]
"""What was taken to hold before passes of a loop and does not, by the loop and the name of a variable; of cards the
rows where they may lie, None where they may lie anywhere."""
MOST_KNOWN_PASSES = 8
"""So many passes of a loop are carried out one by one while it is known that they follow, then one stands for the rest;
all of those through so many things as are known."""
NO_OTHER: frozenset[int] = frozenset()
CARDS_TO_COME = "cards to come"
"""Instead of a variable: the cards through which a loop goes lie where they lay until it has come to them."""


class Anew(Exception):
    """What was taken to hold before passes of a loop does not: all is followed anew without it."""


class Loops(Remaining):
    """See the module's docstring."""

    touching: dict[str, frozenset[Touched]]
    loose: Loose
    passes: dict[int, Pass]
    catching: int

    def has_players(self, given: Any, kind: Any) -> bool:
        """Whether all players in it are certain to be players."""
        raise NotImplementedError

    def forget(self, touched: frozenset[Touched] | set[Touched]) -> None:
        """All that is touched may be anything."""
        raise NotImplementedError

    def flags_in(self, touched: Collection[Touched]) -> set[str]:
        """The truths that are not true of all players, as far as they are touched."""
        raise NotImplementedError

    def owe_flags(self) -> None:
        """Obligation: they are not."""
        raise NotImplementedError

    def _catch(self, body: Catch, names: dict[str, Any]) -> None:
        self.catching += 1
        caught: Unwound | None = None
        try:
            self.statements(body.body, names)
        except Unwound as unwound:
            caught = unwound
        finally:
            self.catching -= 1
        if caught is not None:
            names[body.depth], self.unwound = caught.depth, caught
            self.statements(body.caught, names)

    def _loop(self, label: str, body: Sequence[Stmt], names: dict[str, Any]) -> None:
        key = ("head", id(body))
        head = self.told.get(key)
        if head is None:
            head = self.told[key] = head_of(label, body)
        if head.is_counting and self._is_known(head, names):
            super()._loop(label, body, names)
            return
        for _ in range(MOST_KNOWN_PASSES if head.is_plain else 0):
            if not self._is_known(head, names):
                break
            if not self._goes_round(label, body, names):
                return
        plan = self.passes.get(id(body))
        if plan is None:
            plan = self.passes[id(body)] = self._plan(label, body)
        bound = None
        if plan.is_index:
            assert plan.bound is not None
            bound = self.value(plan.bound, names)
            copied = self._copies(plan)
            if copied is not None:
                names[plan.lists[0]] = sequence([*parts_of(names[plan.lists[0]]), *parts_of(self.value(copied, names))])
                names[plan.index] = bound
                return
        self._any_pass(plan, bound, names)

    def _is_known(self, head: Head, names: dict[str, Any]) -> bool:
        """Whether it is known here that another pass follows, or that none does."""
        assert head.condition is not None
        if head.before:
            names = dict(names)
            for each in head.before:
                names[each.name] = self.value(each.value, names)
        return isinstance(self.value(head.condition, names), bool)

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
        is_kept = (id(plan.body), CARDS_TO_COME) not in self.loose
        touched = self._touched_now(plan.exact, now)
        rest = self._rest_of(plan, touched, now, bound) if is_kept and not is_over else None
        flags = bool(self.flags_in(touched))
        if flags:
            self.owe_flags()
        if touched:
            self.forget(touched)
        self._forget_names(plan, names, before, table, bound, passed, is_over)
        for name, place in rows.items():
            names[name] = ops.some_lying(place)
        for name in filled:
            ops.paths.assume(terms.less(0, ops.length(names[name])))
        if bound is not None:
            names[plan.index] = passed
        if is_over:
            return
        if rest is not None:
            self._lies_yet(rest, names[plan.index])
        if not self._goes_round(plan.label, plan.body, names):
            return
        self._kept(plan, now, names, rows, filled)
        if flags:
            self.owe_flags()
        if rest is not None and not self._rest_lies(rest, passed, names[plan.index]):
            self.loose[id(plan.body), CARDS_TO_COME] = None
            raise Anew
        raise Impossible  # another pass follows, from any table that there may be before one

    def _touched_now(self, touched: frozenset[Touched], names: dict[str, Any]) -> frozenset[Touched]:
        """What may change, with the numbers of places that names stand for."""

        def place_of(given: Given) -> int | None:
            value = names.get(given.name)
            if value is None:
                return None
            place = terms.add(given.first, value)
            number = place if isinstance(place, int) else self.paths.settled.get(place)
            if number is None and not isinstance(value, int) and value in self.paths.settled:
                number = given.first + self.paths.settled[value]
            return number if number in given.numbers else None

        return lying_in(touched, place_of)

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
        ops, now = self.operations, dict(names)
        for name in plan.variables:
            if name in before:
                names[name] = self._any_variable(plan, name, before)
        for name in plan.lists:
            if name not in before:
                raise NotFollowed(f"the list {name} changes")
            self._alone(now, name)
            if name in plan.variables:  # it may be another list after a pass
                continue
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
                kind = self._kind_of(plan, name)
                part = Some(length, ops.maker(kind.item, "item", self._has_players(plan, name)))
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
            is_new = isinstance(before[name], Dictionary) and not before[name].keys
            if not is_new or self._moves(plan) or bound is None:
                kind = self._type_of(plan, name)
                names[name] = AnyMap(ops.maker(kind.value, "value"))
            else:
                put = self._put(plan, name, before, table, bound)
                names[name] = AnyMap(self._value_at(plan, name, put), self._key_of(put))

    def _kind_of(self, plan: Pass, name: str) -> Any:
        return self.running[-1].variables.get(name) or self._type_of(plan, name)

    def _has_players(self, plan: Pass, name: str) -> bool:
        """Whether a list is one of players, and as far as is known none of those is nobody whom passes append."""
        return self._kind_of(plan, name).item == PLAYER and (id(plan.body), name) not in self.loose

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

    def _rows_of(self, plan: Pass, before: dict[str, Any]) -> dict[str, Where]:
        """The variables whose cards all lie in one row, or in one of several, before the first pass, and as far as is
        known before others."""
        found: dict[str, Where] = {}
        for name in plan.variables:
            kind = self.running[-1].variables[name]
            if name not in before or not (isinstance(kind, Seq) and kind.item == LAID):
                continue
            several = self.loose.get((id(plan.body), name), NO_OTHER)
            if several is None:
                continue
            place: Where | None = self.operations.where_all_lie(before[name]) if not several else None
            if place is None and (first := self.operations.rows_of_all(before[name])) is not None:
                place = first | several
            if place is not None:
                found[name] = place
        return found

    def _wider(self, plan: Pass, name: str, place: Where, cards: Any) -> None:
        """After a pass cards do not lie where they lay before it: they may lie where they do now as well."""
        before = frozenset([place]) if isinstance(place, int) else place
        after = self.operations.rows_of_all(cards)
        if after is None or after <= before:
            self.loose[id(plan.body), name] = None
        else:
            self.loose[id(plan.body), name] = before | after

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
        self, plan: Pass, before: dict[str, Any], names: dict[str, Any], rows: dict[str, Where], filled: Sequence[str]
    ) -> None:
        """What was taken to hold before a pass holds after it."""
        for name in filled:
            if not self._is_filled(names[name]):
                if self.paths.silent:
                    raise NotFollowed("a sequence that may be empty")
                self.loose[id(plan.body), f"filled {name}"] = None
                raise Anew
        for name, place in rows.items():
            if not self.operations.all_lie(names[name], place):
                self._wider(plan, name, place, names[name])
                raise Anew
        for name in plan.lists:
            if self._has_players(plan, name) and not self.has_players(names[name], self._kind_of(plan, name)):
                if self.paths.silent:
                    raise NotFollowed("a player who may be nobody")
                self.loose[id(plan.body), name] = None
                raise Anew
        for name in plan.variables:
            if name not in before or self.running[-1].variables[name] != PLAYER or not self._is_seat(before[name]):
                continue
            if (id(plan.body), name) in self.loose or self._is_seat(names[name]):
                continue
            if not self.paths.holds(terms.less(names[name], self.players)):
                if self.paths.silent:
                    raise NotFollowed("a player who may be nobody")
                self.loose[id(plan.body), name] = None
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

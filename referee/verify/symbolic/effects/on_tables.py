"""Any table with which a way begins, what is forgotten of it, and what known functions of the kernel do to it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.meaning.program import Function, expressions
from referee.meaning.types import INT, LAID, PLAYER, TRUTH, Maybe, Places, Seq, Thing
from referee.verify.symbolic import terms
from referee.verify.symbolic.effects.any_table import AnyTable
from referee.verify.symbolic.effects.loops import Loops
from referee.verify.symbolic.effects.sequences import Card, Many, One, Some, copied, frozen, parts_of, sequence, singles
from referee.verify.symbolic.effects.touching import EVERYTHING, FACES, OF_PLACES, Touched
from referee.verify.symbolic.effects.unknowns import PEOPLED
from referee.verify.symbolic.paths import Unwound
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Items


@dataclass(frozen=True)
class Typed:
    type: Any


class OnTables(Loops):
    """See the module's docstring."""

    nobody: frozenset[str]
    began: Any
    """The table with which every way begins, and what is known of it."""

    def any_table(self, ended: Term = False) -> None:
        """A way begins, from any table: the same on every way of an exploration."""
        paths, ops = self.paths, self.operations
        self.running.clear()
        self.catching = 0
        ops.begin()
        if self.began is None:
            self._make_any_table(ended)
            if paths.frames[-1].depth:  # it may be one of several
                return
            self.began = paths.names, self.table, ops.objects, dict(paths.settled)
        names, table, objects, settled = self.began
        paths.names = names
        paths.settled.update(settled)
        known: dict[int, Any] = {}
        self.table = table.frozen(known)
        ops.objects = [(frozen(each, known), kind) for each, kind in objects]

    def _make_any_table(self, ended: Term) -> None:
        program, ops = self.program, self.operations
        table = self.table = AnyTable(len(program.table.places), self.paths)
        for at, place in enumerate(program.table.places):
            if place.is_row:
                table.rows[at] = ops.new_row(at, ops.amount("length of row"))
                table.piles[at] = self.kinds.nothing
            else:
                table.rows[at] = ops.new_row(at, 0)
                table.piles[at] = ops.pile_of(ops.amount("size"))
        for name in program.scalars:
            if name != "$money":
                self.any_scalar(name)
        self.paths.assume(terms.most(1, ops.length(table.scalars["stack"])))
        for name in sorted(self.flags):
            self.paths.assume(self.left_of(name))
        kind = program.scalars.get("$money", (INT, None))[0]
        table.money = [ops.fresh(kind, "money") for _ in range(self.players + 1)]
        table.ended = ended

    # -- truths of players that are not true of all ------------------------------------------------------

    @cached_property
    def flags(self) -> frozenset[str]:
        """The truths that are not true of all players at once, as far as play has seen."""
        specs = self.program.table.scalar_specs
        return frozenset(
            [
                name
                for name, (kind, _) in self.program.scalars.items()
                if kind == TRUTH and name in specs and specs[name].per_player and specs[name].start is False
            ]
        ).difference(self.nobody)

    def left_of(self, name: str) -> Term:
        """Whether it is not true of all players."""
        return terms.no(terms.both(self.table.scalars[name]))

    def owe_flags(self) -> None:
        """Obligation where other rules begin: what was set is not true of all."""
        for name in sorted(self.table.owing):
            self.operations.require(self.left_of(name), "RAISED", f"{name} may be true of everybody")
        self.table.owing.clear()

    # -- what is forgotten ------------------------------------------------------------------------------

    def flags_in(self, touched: Collection[Touched]) -> set[str]:
        """Those of them that are touched."""
        return set(self.flags if EVERYTHING in touched else self.flags & {name for _, name in touched})

    def forget(self, touched: frozenset[Touched] | set[Touched]) -> None:
        """All that is touched may be anything; other rules, and passes, leave what is owed where they begin."""
        table, program = self.table, self.program
        everything = EVERYTHING in touched
        if not touched - {("ask", None)}:
            return
        self._tell_changes(touched)
        for at in range(len(program.table.places)):
            words = {word for word, place in touched if place == at and word in OF_PLACES}
            if self.operations.is_row(at):
                if everything or {"left", "came"} <= words:
                    table.note(at, "anything", None)
                elif words & {"left", "bag"}:
                    table.note(at, "some gone", None)
                elif "came" in words:
                    table.note(at, "some came", None)
                if everything or words:
                    table.turned(at)
                    if everything or words & {"links", "came", "bag"}:
                        table.linked(at)
                    if words <= {*FACES} and not everything:
                        table.rows[at] = self.operations.turned_row(at)
                    else:
                        table.rows[at] = self.operations.new_row(at, self.operations.amount("length of row"))
            elif everything or words:
                table.piles[at] = self.operations.pile_of(self.operations.amount("size"))
        for word, name in touched:
            if word == "scalar" and name not in ("$money", "$ended", "stack"):
                self.any_scalar(name)
        if everything:
            for name in [each for each in table.scalars if each != "stack"]:
                self.any_scalar(name)
        for name in sorted(self.flags_in(touched) - table.owing):
            self.paths.assume(self.left_of(name))
        if everything or any(word in ("field", "given") for word, _ in touched):
            self.operations.forget_objects()
        if everything or ("scalar", "$money") in touched:
            kind = program.scalars.get("$money", (INT, None))[0]
            table.money = [self.operations.fresh(kind, "money") for _ in range(self.players + 1)]
        if (everything or ("scalar", "$ended") in touched) and table.ended is not True:
            table.ended = self.paths.fresh_truth("ended")

    def _tell_changes(self, touched: frozenset[Touched] | set[Touched]) -> None:
        """What may have changed is told apart where it is scalars and places alone."""
        for word, what in sorted(touched - {("ask", None)}, key=repr):
            if word in OF_PLACES:
                self.table.changed(("place", what))
            elif word == "scalar" and what != "$ended":
                self.table.changed(("scalar", what))
            else:
                self.table.changed()

    def any_scalar(self, name: str) -> None:
        """Any value of a scalar; one that names a player goes on to name one."""
        kind = self.program.scalars[name][0]
        spec = self.program.table.scalar_specs.get(name)
        several = self.players if spec is not None and spec.per_player else 0
        made = [self._any_value(kind, name) for _ in range(several or 1)]
        self.table.scalars[name] = made if several else made[0]

    def _any_value(self, kind: Any, name: str) -> Any:
        if kind == PLAYER and name not in self.nobody:
            return self.operations.somebody(name)
        value = self.operations.with_players(kind, name) if name in PEOPLED else self.operations.fresh(kind, name)
        if isinstance(kind, Maybe) and isinstance(kind.of, Thing):
            self.paths.assume(value.has)
        return value

    # -- kernel functions that are known ----------------------------------------------------------------

    def k__change(self, function: Function, a: Sequence[Any]) -> Any:
        place = self._row(function, a)
        ops, after = self.operations, a[-1]
        self.table.turned(place, (after.number,))
        self.table.rows[place] = ops.turned_row(place)
        return Card(after.number, after.kind, after.link, after.marks, after.others, ops.seen_now(place), after.kept)

    def k_link(self, function: Function, a: Sequence[Any]) -> Any:
        """There is a number that no other link has: of so many numbers and one more one is free."""
        place, ops = self._row(function, a), self.operations
        one_by_one = Items([each for each in a if isinstance(each, Card)])
        cards = ops.lying(place, next((each for each in a if isinstance(each, (Many, Items))), one_by_one))
        link = ops.amount("link", 1)

        parts = parts_of(cards)
        known = singles(parts)
        self.table.linked(place, None if known is None else tuple([each.number for each in known]))
        self.table.rows[place] = ops.turned_row(place)
        seen = ops.seen_now(place)

        def linked(card: Card) -> Card:
            return Card(card.number, card.kind, link, card.marks, card.others, seen)

        return sequence(
            [
                One(linked(part.thing)) if isinstance(part, One) else ops.changed(part, linked, part.among)
                for part in parts
            ]
        )

    def _row(self, function: Function, a: Sequence[Any]) -> int:
        """The row that a function of the kernel is given; where it is known it is no argument of the Program."""
        for (name, kind), given in zip(function.parameters, a, strict=True):
            if name.startswith(("row_", "self_")):
                return int(self.operations.place(given, Typed(kind)))
        for each in expressions(function.body):
            if each.op in ("place.row", "lying", "set row") and each.args[0].op == "const":
                return int(each.args[0].about)
        raise NotFollowed(f"the row of {function.name}")

    def k_stop(self, function: Function, a: Sequence[Any]) -> Any:
        """One of the running events ends, whichever it is."""
        raise Unwound(self.operations.amount("depth"), self.operations.fresh(self.program.unwound, "stopped"))

    def k_group_of(self, function: Function, a: Sequence[Any]) -> Any:
        ops = self.operations
        place = self._row(function, a)
        ops.require(ops.lies(a[0].number, place), "SHORTAGE", "the card may not lie there any more")

        def group() -> Any:
            if ops.is_alone(a[0], place):
                return ops.lying(place, Items([a[0]]))
            if ops.is_last(a[0].number, place):
                return ops.group(place, parts_of(ops.lying(place, Items([a[0]])))[0].thing, ops.now(place))
            made = ops.new_row(place, ops.amount("group", 1))
            made.parts[0].row = None
            return made

        key = ("group of", a[0].number, place, self.table.moment(place))
        return copied(ops.once(key, group))

    def k_groups(self, function: Function, a: Sequence[Any]) -> Any:
        ops = self.operations
        place = self._row(function, a)

        def groups() -> Any:
            """A group is made where it is looked at, when its cards may be gone: it is one of now."""
            length, then, lasts = self.table.rows[place].length, ops.now(place), object()
            lying = ops.new_row(place, length)

            def group(index: Term) -> Any:
                last = ops.at(lying, ops.index(length, "last"))
                ops.was_last_then(last.number, place, then[-1])
                known = self.paths.settled.get(("lasts", lasts), ())
                for at, other in known:  # each card is of one group
                    self.paths.assume(terms.either([terms.equal(at, index), terms.no(terms.equal(other, last.number))]))
                self.paths.settled["lasts", lasts] = (*known, (index, last.number))
                return ops.group(place, last, then)

            number = ops.amount("groups", 0, length)
            self.paths.assume(terms.either([terms.less(0, number), terms.equal(length, 0)]))
            return Many([Some(number, group)])

        return copied(ops.once(("groups", place, self.table.moment(place)), groups))

    def k___iter__(self, function: Function, a: Sequence[Any]) -> Any:
        """Every answer of a question for some cards of a row, each as any that is given. Of other questions they are
        followed."""
        given = [kind for _, kind in function.parameters]
        are_some = len(given) == 4 and isinstance(given[0], Places) and given[1:] == [Seq(LAID, "tuple"), INT, INT]
        if not are_some or function.results != (Seq(Seq(LAID, "tuple"), "tuple"),):
            return NotImplemented
        ops, (_, among, least, most) = self.operations, a
        exists = terms.both([terms.most(least, most), terms.most(0, most), terms.most(least, ops.length(among))])
        if not self.paths.holds(exists):
            return Items([])
        return Many([Some(ops.amount("answers", 1), lambda index: ops.chosen_of(among, least, most))])

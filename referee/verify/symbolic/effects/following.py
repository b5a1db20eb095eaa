"""Carries out one effect: loops over sequences of unknown length, and what is not followed into."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.meaning.looking import LISTED
from referee.meaning.program import (
    Block,
    Catch,
    Do,
    Expr,
    Function,
    If,
    Leave,
    Let,
    Loop,
    Program,
    Raise,
    Return,
    Set,
    Stmt,
    expressions,
    walk,
)
from referee.meaning.types import INT, PLAYER, Map, Seq
from referee.verify.symbolic import terms
from referee.verify.symbolic.effects.rows import RowOperations
from referee.verify.symbolic.effects.sequences import AnyMap, Card, Many, One, Some, parts_of, sequence
from referee.verify.symbolic.effects.touching import EVERYTHING, Roots, Touched, _touched, name_of
from referee.verify.symbolic.looks import MAKES
from referee.verify.symbolic.machine import Machine, _Leaves, _Returned, _ToBeginning, _ToEnd
from referee.verify.symbolic.paths import Impossible, Paths, Unwound
from referee.verify.symbolic.piles import Classes
from referee.verify.symbolic.table import Table
from referee.verify.symbolic.terms import NotFollowed, Term
from referee.verify.symbolic.things import Dictionary, Items, Object

class AnyTable(Table):
    """Any table, and what has happened to its rows on this way."""

    def __init__(self, places: int) -> None:
        super().__init__([None] * places, [None] * places, {}, [])
        self.logs: list[list[Any]] = [[] for _ in range(places)]
        self.faces = [0] * places
        self.version = 0

    def moment(self, place: int) -> tuple[int, int]:
        return len(self.logs[place]), self.faces[place]

    def note(self, place: int, what: str, numbers: Any) -> None:
        self.logs[place].append((what, numbers))
        self.version += 1

    def snapshot(self) -> AnyTable:
        found = AnyTable(0)
        found.piles, found.rows, found.money, found.ended = list(self.piles), list(self.rows), self.money, self.ended
        found.scalars = {name: list(each) if isinstance(each, list) else each for name, each in self.scalars.items()}
        found.logs, found.faces, found.version = [list(each) for each in self.logs], list(self.faces), self.version
        return found

    def beside(self) -> AnyTable:
        return self.snapshot()


@dataclass(slots=True)
class Pass:
    """What one pass of a loop changes."""

    label: str
    body: Sequence[Stmt]
    index: str
    variables: tuple[str, ...]
    lists: tuple[str, ...]
    maps: tuple[str, ...]
    touched: frozenset[Touched]
    is_index: bool
    bound: Expr | None


class Anew(Exception):
    """What was taken to hold before passes of a loop does not: all is followed anew without it."""


class EffectMachine(Machine):
    """Carries out functions of a Program on any table whose cards lie in rows."""

    table: Any

    def __init__(
        self,
        program: Program,
        paths: Paths,
        kinds: Classes,
        touching: dict[str, frozenset[Touched]],
        plays: frozenset[str],
        effects: frozenset[str],
        nobody: frozenset[str],
    ) -> None:
        super().__init__(program, paths, kinds)
        self.operations: Any = RowOperations(self)
        self.touching, self.plays, self.effects, self.nobody = touching, plays, effects, nobody
        self.passes: dict[int, Pass] = {}
        self.catching = 0
        self.is_apart: Callable[[Function], bool] = lambda function: False
        """Whether a function that only looks owes nothing whatever it is given: then it is any of its results."""
        self.cut: set[str] = set()
        self.loose: set[tuple[int, str]] = set()
        """The variables of loops that may come to be nobody."""

    # -- functions ----------------------------------------------------------------------------------------

    def call(self, function: Function, arguments: Sequence[Any]) -> Any:
        name, kernel = name_of(function), "/kernel/" in f"/{function.about}"
        direct = getattr(self, f"k_{name}", None) if kernel else None
        if direct is not None:
            return direct(function, arguments)
        touched = self.touching[function.name]
        if self._is_cut(function, name, kernel, arguments):
            return self._havoc(function, touched, arguments)
        if touched and all(word == "faces" for word, _ in touched) and self.is_apart(function):
            self.forget(touched)
            return None
        if touched:
            return super().call(function, arguments)
        key = ("call", function.name, self.table.version, tuple([self.operations._key(each) for each in arguments]))
        found = self.paths.settled.get(key)
        if found is None:
            if self.is_apart(function) and all(self._is_some(each) for each in arguments):
                results = [self.operations.fresh(each, "result") for each in function.results]
                made = results[0] if len(results) == 1 else tuple(results)
            else:
                made = super().call(function, arguments)
            found = self.paths.settled[key] = (_apart(made), list(arguments))
        return _apart(found[0])

    def _is_some(self, given: Any) -> bool:
        """Whether a sequence has a thing: only of such it is known what a function that is followed apart owes."""
        if not isinstance(given, (Many, Items)):
            return True
        length = self.operations.length(given)
        return length != 0 if isinstance(length, int) else not self.paths.may_be(terms.most(length, 0))

    def _is_cut(self, function: Function, name: str, kernel: bool, arguments: Sequence[Any]) -> bool:
        if any(each is function for each in self.running):
            return True
        if not self.touching[function.name]:
            return False
        if kernel and name == "window":
            return True
        if function.name in self.plays:
            self._owe_cards(function, arguments)
            return True
        return function.about in self.effects

    def _owe_cards(self, function: Function, arguments: Sequence[Any]) -> None:
        """Cards that are handed on lie somewhere; of those that were kept for later it is not known where they lay."""
        for given in arguments:
            self._owe_those(given)

    def _owe_those(self, given: Any) -> None:
        ops = self.operations
        if isinstance(given, Card):
            ops.owe_somewhere(given)
        elif isinstance(given, (Many, Items, tuple)):
            for part in parts_of(given):
                if isinstance(part, One):
                    self._owe_those(part.thing)
                elif not (isinstance(part.length, int) and part.length == 0):
                    ops.aside(lambda part=part: self._owe_those(ops.of(part, ops.index(part.length))))

    def _joined(self, function: Function, arguments: Sequence[Any]) -> Any:
        found = super()._joined(function, arguments)
        self._assume_always()
        return found

    def _branched(self, branch: If, truth: Term, names: dict[str, Any]) -> bool:
        found = super()._branched(branch, truth, names)
        self._assume_always()
        return found

    def _assume_always(self) -> None:
        """What is put together goes on to be what its names stand for."""
        if not self.paths.silent and self.paths.frames[-1].adding:
            for truth in self.operations.always.values():
                if truth is not None:
                    self.paths.assume(truth)

    def _havoc(self, function: Function, touched: frozenset[Touched], arguments: Sequence[Any]) -> Any:
        """What is not followed into may change all that it touches."""
        self.cut.add(name_of(function))
        self.forget(touched)
        if self.catching and ("ask", None) in touched and self.paths.holds(self.paths.fresh_truth("unwound")):
            raise Unwound(self.operations.amount("depth"), self.operations.fresh(self.program.unwound, "unwound"))
        given = [at for word, at in touched if word == "given"]
        several = arguments if None in given else [arguments[at] for at in given]
        kernel = "/kernel/" in f"/{function.about}"  # windows and events change nothing that they are given
        if given and not kernel and any(isinstance(each, (Items, Many, Dictionary, AnyMap)) for each in several):
            raise NotFollowed(f"{name_of(function)} may change a list that it is given")
        results = [self.operations.fresh(each, "result") for each in function.results]
        return results[0] if len(results) == 1 else tuple(results) if results else None

    def forget(self, touched: frozenset[Touched] | set[Touched]) -> None:
        table, program = self.table, self.program
        everything = EVERYTHING in touched
        if not touched - {("ask", None)}:
            return
        table.version += 1
        for at in range(len(program.table.places)):
            words = {word for word, place in touched if place == at and word in ("left", "came", "faces", "bag")}
            if self.operations.is_row(at):
                if everything or {"left", "came"} <= words:
                    table.note(at, "anything", None)
                elif words & {"left", "bag"}:
                    table.note(at, "some gone", None)
                elif "came" in words:
                    table.note(at, "some came", None)
                if everything or words:
                    table.faces[at] += 1
                    only = words == {"faces"} and not everything
                    length = table.rows[at].length if only else self.operations.amount("length of row")
                    table.rows[at] = self.operations.new_row(at, length)
            elif everything or words:
                table.piles[at] = self.operations.pile_of(self.operations.amount("size"))
        for word, name in touched:
            if word == "scalar" and name not in ("$money", "$ended", "stack"):
                self.any_scalar(name)
        if everything:
            for name in [each for each in table.scalars if each != "stack"]:
                self.any_scalar(name)
        if everything or any(word in ("field", "given") for word, _ in touched):
            self.operations.forget_objects()
        if everything or ("scalar", "$money") in touched:
            kind = program.scalars.get("$money", (INT, None))[0]
            table.money = [self.operations.fresh(kind, "money") for _ in range(self.players + 1)]
        if (everything or ("scalar", "$ended") in touched) and table.ended is not True:
            table.ended = self.paths.fresh_truth("ended")

    def any_scalar(self, name: str) -> None:
        """Any value of a scalar; one that names a player goes on to name one."""
        kind = self.program.scalars[name][0]
        spec = self.program.table.scalar_specs.get(name)
        several = self.players if spec is not None and spec.per_player else 0
        made = [self._any_value(kind, name) for _ in range(several or 1)]
        self.table.scalars[name] = made if several else made[0]

    def _any_value(self, kind: Any, name: str) -> Any:
        from referee.meaning.types import Maybe, Thing

        if kind == PLAYER and name not in self.nobody:
            found = self.paths.fresh(name)
            self.paths.assume(terms.both([terms.most(0, found), terms.less(found, self.players)]))
            self.seated.add(found)
            return found
        value = self.operations.fresh(kind, name)
        if isinstance(kind, Maybe) and isinstance(kind.of, Thing):
            self.paths.assume(value.has)
        return value

    # -- kernel functions that are known ------------------------------------------------------------------

    def k__change(self, function: Function, a: Sequence[Any]) -> Any:
        place = self._row(function, a)
        self.table.faces[place] += 1
        self.table.version += 1
        self.table.rows[place] = self.operations.new_row(place, self.table.rows[place].length)
        return a[-1]

    def _row(self, function: Function, a: Sequence[Any]) -> int:
        """The row that a function of the kernel is given; where it is known it is no argument of the Program."""
        for (name, kind), given in zip(function.parameters, a, strict=True):
            if name.startswith(("row_", "self_")):
                return self.operations.place(given, _Typed(kind))
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
            made = ops.new_row(place, ops.amount("group", 1))
            made.parts[0].row = None
            return made

        key = ("group of", a[0].number, place, self.table.moment(place))
        return _apart(ops.once(key, group))

    def k_groups(self, function: Function, a: Sequence[Any]) -> Any:
        ops = self.operations
        place = self._row(function, a)
        row = self.table.rows[place]

        def group(index: Term) -> Any:
            made = ops.new_row(place, ops.amount("group", 1))
            made.parts[0].row = None
            return made

        def groups() -> Any:
            number = ops.amount("groups", 0, row.length)
            self.paths.assume(terms.either([terms.less(0, number), terms.equal(row.length, 0)]))
            return Many([Some(number, group)])

        return _apart(ops.once(("groups", place, self.table.moment(place)), groups))

    # -- loops --------------------------------------------------------------------------------------------

    def statements(self, body: Sequence[Stmt], names: dict[str, Any]) -> None:
        for each in body:
            if isinstance(each, Catch):
                self.catching += 1
                try:
                    super().statements(each.body, names)
                except Unwound as unwound:
                    self.catching -= 1
                    names[each.depth], self.unwound = unwound.depth, unwound
                    super().statements(each.caught, names)
                else:
                    self.catching -= 1
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
            copied = self._copies(plan, names)
            if copied is not None:
                names[plan.lists[0]] = sequence([*parts_of(names[plan.lists[0]]), *parts_of(copied)])
                names[plan.index] = bound
                return
        else:
            bound = None
        self._any_pass(plan, bound, names)

    def _any_pass(self, plan: Pass, bound: Term | None, names: dict[str, Any]) -> None:
        ops = self.operations
        before = dict(names)
        table = self.table.snapshot()
        self._forget_names(plan, names, before, table, bound)
        if plan.touched:
            self.forget(plan.touched)
        if bound is not None and not self.paths.holds(self.paths.fresh_truth("in a pass")):
            names[plan.index] = bound
            return
        if bound is not None:
            names[plan.index] = ops.index(bound)
        try:
            self.statements(plan.body, names)
        except _ToEnd as leaves:
            if leaves.label != plan.label:
                raise
            return
        except _ToBeginning as again:
            if again.label != plan.label:
                raise
        self._kept(plan, before, names)
        raise Impossible  # another pass follows, from any table that there may be before one

    def _forget_names(
        self, plan: Pass, names: dict[str, Any], before: dict[str, Any], table: Any, bound: Term | None
    ) -> None:
        """Of what passes change nothing is known but what every pass brings in."""
        ops, function = self.operations, self.running[-1]
        for name in plan.variables:
            if name in before:
                names[name] = self._any_variable(plan, name, before)
        for name in plan.lists:
            if name not in before:
                raise NotFollowed(f"the list {name} changes")
            self._alone(before, name)
            length = ops.amount("collected")
            aligned = False
            if bound is not None:
                most = self._most_appended(plan, name)
                if most is not None:
                    ops.paths.assume(terms.most(length, terms.mul(bound, most)))
                aligned = self._always_appended(plan, name)
                if aligned:
                    length = bound
            if self._moves(plan) or bound is None:
                kind = function.variables.get(name) or self._type_of(plan, name)
                item = kind.item  # type: ignore[attr-defined]
                part = Some(length, lambda index, item=item: ops.fresh(item, "item"))
            else:
                make = self._appended(plan, name, before, table, bound, aligned)
                part = Some(length, make, self._appends_distinct(plan, name, before))
            names[name] = Many([*parts_of(before[name]), part])
        for name in plan.maps:
            if name not in before:
                raise NotFollowed(f"the dictionary {name} changes")
            self._alone(before, name)
            if (isinstance(before[name], Dictionary) and before[name].keys) or self._moves(plan) or bound is None:
                kind = self._type_of(plan, name)
                names[name] = AnyMap(lambda key, kind=kind: ops.fresh(kind.value, "value"))  # type: ignore[attr-defined]
            else:
                names[name] = AnyMap(self._put(plan, name, before, table, bound))

    def _any_variable(self, plan: Pass, name: str, before: dict[str, Any]) -> Any:
        """Any value that a variable may have before a pass; one that is a player stays one, until a pass shows that it
        does not."""
        kind = self.running[-1].variables[name]
        if kind == PLAYER and (id(plan.body), name) not in self.loose and self._is_seat(before[name]):
            found = self.paths.fresh(name)
            self.operations.always_is(found, terms.both([terms.most(0, found), terms.less(found, self.players)]))
            self.seated.add(found)
            return found
        return self.operations.fresh(kind, name)

    def _is_seat(self, player: Any) -> bool:
        if isinstance(player, int):
            return player < self.players
        low, high = terms.bounds(player)
        if low is not None and high is not None and low >= 0 and high < self.players:
            return True
        return player in self.seated or not self.paths.may_be(terms.most(self.players, player))

    def _kept(self, plan: Pass, before: dict[str, Any], names: dict[str, Any]) -> None:
        """What was taken to hold before a pass holds after it."""
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

    def _type_of(self, plan: Pass, name: str) -> Any:
        for each in expressions(plan.body):
            for part in [each, *each.args]:
                if part.op == "local" and part.about == name:
                    return part.type
        raise NotFollowed(f"the type of {name}")

    def _alone(self, names: dict[str, Any], name: str) -> None:
        """NotFollowed: what changes in place has another name, or is a part of something else."""
        thing = names[name]

        def holds(other: Any, depth: int = 0) -> bool:
            if other is thing:
                return True
            if depth > 4:
                return False
            if isinstance(other, Items):
                return any(holds(each, depth + 1) for each in other.items)
            if isinstance(other, Many):
                return any(holds(part.thing, depth + 1) for part in other.parts if isinstance(part, One))
            if isinstance(other, Dictionary):
                return any(holds(each, depth + 1) for each in other.values)
            if isinstance(other, tuple):
                return any(holds(each, depth + 1) for each in other)
            return False

        if any(holds(each) for other, each in names.items() if other != name):
            raise NotFollowed(f"a list under two names changes in a loop ({name})")

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
            names[name] = AnyMap(lambda key, kind=kind: ops.fresh(kind.value, "value"))
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
            return found[0] if len(found) == 1 else self.paths.one_of([(each, True) for each in found])

        return make

    def _put(
        self, plan: Pass, name: str, before: dict[str, Any], table: Any, bound: Term
    ) -> Callable[[Any], Any]:
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

    # -- what loops look like -----------------------------------------------------------------------------

    def _plan(self, label: str, body: Sequence[Stmt]) -> Pass:
        """NotFollowed: something changes in it that has no name."""
        head = body[0] if body else None
        is_index, index, bound = False, "", None
        if isinstance(head, If) and not head.yes and len(head.no) == 1 and isinstance(head.no[0], Leave):
            less = head.condition
            if less.op == "less" and less.args[0].op == "local" and head.no[0].label == label:
                index, bound = str(less.args[0].about), less.args[1]
                is_index = any(
                    isinstance(each, Set)
                    and each.name == index
                    and each.value.op == "int.next"
                    and each.value.args[0].about == index
                    for each in walk(list(body))
                ) and all(
                    each.value.op == "int.next" for each in walk(list(body)) if isinstance(each, Set) and each.name == index
                )
        whole, body = body, _going_round(body, label)
        inside = {each.name for each in walk(list(body)) if isinstance(each, Let)}
        variables = dict.fromkeys(
            [each.name for each in walk(list(body)) if isinstance(each, Set) and each.name != index]
        )
        lists, maps = dict[str, None](), dict[str, None]()
        touched: set[Touched] = set()
        for each in expressions(body):
            if each.op == "call":
                more = self.touching[each.about.name]
                if any(word == "given" and self._is_list(each, at, inside) for word, at in more):
                    raise NotFollowed("a list that is handed on may change in a loop")
                touched |= {one for one in more if one[0] != "given"}
            elif each.op in LISTED:
                target = each.args[0]
                if target.op != "local":
                    raise NotFollowed("a list without a name changes in a loop")
                name = str(target.about)
                if name in inside:
                    changed = Roots(self.running[-1]).changed(target)
                    if self._stands_for_another(name, inside, whole) or any(word == "given" for word, _ in changed):
                        raise NotFollowed(f"something that has another name changes in a loop ({name})")
                    touched |= changed
                    continue
                if each.op == "append":
                    lists[name] = None
                elif each.op == "map.set":
                    maps[name] = None
                else:
                    raise NotFollowed(f"'{each.op}' in a loop over so many things as nobody knows")
            else:
                touched |= set(self._direct(each))
        if bound is not None and is_index:
            for part in expressions([Do(bound)]):
                if part.op == "local" and (part.about in lists or part.about in variables):
                    raise NotFollowed("a loop over what changes in it")
        return Pass(
            label, whole, index, tuple(variables), tuple(lists), tuple(maps), frozenset(touched), is_index, bound
        )

    def _stands_for_another(self, name: str, inside: set[str], body: Sequence[Stmt]) -> bool:
        """Whether a name of a loop may stand for a list that was there before it."""
        for each in walk(list(body)):
            if isinstance(each, Let) and each.name == name:
                if each.value.op in ("local", "convert", "setdefault", "map.item"):
                    about = each.value.about if each.value.op == "local" else each.value.args[0].about
                    return about not in inside or self._stands_for_another(str(about), inside, body)
                return each.value.op not in (*MAKES, "call", "field", "scalar")
        return True

    def _is_list(self, call: Expr, at: int | None, inside: set[str]) -> bool:
        return at is None or not (call.args[at].op == "local" and call.args[at].about in inside)

    def _direct(self, e: Expr) -> list[Touched]:
        from referee.verify.symbolic.effects.touching import HARMLESS

        return [] if e.op in HARMLESS else _touched(e, None, name_of(self.running[-1]))

    def _copies(self, plan: Pass, names: dict[str, Any]) -> Any:
        """The sequence that a loop copies to its only list, if it does no more."""
        if len(plan.lists) != 1 or plan.maps or plan.variables or len(plan.body) != 6:
            return None
        _, one, two, three, _, _ = plan.body
        if not (isinstance(one, Let) and one.value.op == "local" and one.value.about == plan.index):
            return None
        if not (isinstance(two, Let) and two.value.op == "at" and two.value.args[1].about == one.name):
            return None
        if not (isinstance(three, Do) and three.value.op == "append" and three.value.args[1].about == two.name):
            return None
        return self.value(two.value.args[0], names)

    def _appends(self, plan: Pass, name: str) -> list[Expr]:
        return [
            each
            for each in expressions(plan.body)
            if each.op == "append" and each.args[0].op == "local" and each.args[0].about == name
        ]

    def _most_appended(self, plan: Pass, name: str) -> int | None:
        inner = [each for each in walk(list(plan.body)) if isinstance(each, Loop)]
        if any(self._in(each.body, name) for each in inner):
            return None
        return len(self._appends(plan, name))

    def _in(self, body: Sequence[Stmt], name: str) -> bool:
        return any(each.op == "append" and each.args[0].about == name for each in expressions(list(body)))

    def _always_appended(self, plan: Pass, name: str) -> bool:
        """Whether each pass appends just one thing."""
        if len(self._appends(plan, name)) != 1:
            return False
        for each in plan.body[1:]:
            if isinstance(each, Do) and each.value.op == "append" and each.value.args[0].about == name:
                return True
            if not isinstance(each, (Let, Do, Set)):
                return False
        return False

    def _appends_distinct(self, plan: Pass, name: str, before: dict[str, Any]) -> bool:
        appends = self._appends(plan, name)
        if len(appends) != 1 or self._most_appended(plan, name) is None:
            return False
        thing = appends[0].args[1]
        lets = {each.name: each.value for each in walk(list(plan.body)) if isinstance(each, Let)}
        made = lets.get(str(thing.about)) if thing.op == "local" else None
        if made is None or made.op != "at":
            return False
        index = made.args[1]
        if index.op == "local" and lets.get(str(index.about)) is not None:
            index = lets[str(index.about)]
        if index.op != "local" or index.about != plan.index or made.args[0].op != "local":
            return False
        return made.args[0].about in before and self.operations.are_distinct(before[made.args[0].about])


def _going_round(body: Sequence[Stmt], label: str) -> list[Stmt]:
    """The statements of a loop without the branches after which no other pass follows."""
    labels = {each.label for each in walk(list(body)) if isinstance(each, (Block, Loop))}

    def leaves(branch: Sequence[Stmt]) -> bool:
        last = branch[-1] if branch else None
        return isinstance(last, (Return, Raise)) or (isinstance(last, Leave) and last.label not in labels)

    def without(each: Stmt) -> Stmt:
        match each:
            case If(condition, yes, no):
                return If(condition, *[[] if leaves(side) else _going_round_in(side, without) for side in (yes, no)])
            case Block(name, inner):
                return Block(name, _going_round_in(inner, without))
            case Loop(name, inner):
                return Loop(name, _going_round_in(inner, without))
            case _:
                return each

    return _going_round_in(body, without)


def _going_round_in(body: Sequence[Stmt], without: Callable[[Stmt], Stmt]) -> list[Stmt]:
    return [without(each) for each in body]


@dataclass(frozen=True)
class _Typed:
    type: Any


def _apart(thing: Any) -> Any:
    """A list that may be changed without changing another."""
    if isinstance(thing, Many):
        return Many(list(thing.parts))
    if isinstance(thing, Items):
        return Items(list(thing.items))
    if isinstance(thing, Dictionary):
        return Dictionary(list(thing.keys), [_apart(each) for each in thing.values])
    return thing

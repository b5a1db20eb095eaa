"""The effects of a form of a game, each followed from any table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.kernel.effects import Effect, WindowKind
from referee.meaning.program import Function, Program, called, expressions, reachable
from referee.meaning.types import INT, PLAYER, TRUTH, Record, Seq
from referee.verify.symbolic import terms
from referee.verify.symbolic.effects.following import Anew, AnyTable, EffectMachine
from referee.verify.symbolic.effects.sequences import Many, Some
from referee.verify.symbolic.effects.touching import name_of, touching
from referee.verify.symbolic.paths import Fault, Impossible, Paths, Unwound
from referee.verify.symbolic.piles import classes_of
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import is_scalar

MOST_INLINE = 60
"""A function that looks at no table and means no more is followed wherever it is called."""
OF_TABLES = frozenset(
    ["place.row", "place.pile", "place.size", "lies", "lying", "scalar", "each", "each all", "money", "field", "outcome"]
)


def _is_kernel(function: Function, name: str) -> bool:
    return name_of(function) == name and "/kernel/" in f"/{function.about}"


@dataclass(slots=True)
class Said:
    name: str
    why: str = ""
    ways: int = 0
    ends: int = 0
    cut: set[str] = field(default_factory=set)


class Effects:
    def __init__(self, game: Any, program: Program, nobody: frozenset[str], without: frozenset[str]) -> None:
        self.game, self.program, self.nobody, self.without = game, program, nobody, without
        self.touching = touching(program)
        self.every = [each for group in game.effects.values() for each in group]
        self.own = {name_of(each): each for each in program.functions}
        names = {each.name for each in self.every}
        self.abouts = frozenset([each.about for each in program.functions if name_of(each) in names])
        self.by_name = {each.name: each for each in program.functions}
        self.plays = frozenset([each.name for each in program.functions if self._is_play(each)])
        self.apart: dict[str, bool] = {}
        self.why_not_apart: dict[str, str] = {}
        self.kinds = classes_of(program.table.deck, [], [int(program.table.deck.whole)], False)

    def _is_play(self, function: Function) -> bool:
        """Whether it makes an event happen in which effects must act."""
        return _is_kernel(function, "happen") and self._triggers(function)

    def _triggers(self, function: Function) -> bool:
        seen, waiting = {function.name}, [function]
        while waiting:
            for name in called(waiting.pop()):
                other = self.by_name[name]
                if _is_kernel(other, "_trigger"):
                    return True
                if name in seen or (_is_kernel(other, "window") and not self._opens_trigger(other)):
                    continue
                seen.add(name)
                waiting.append(other)
        return False

    def _opens_trigger(self, window: Function) -> bool:
        return any(_is_kernel(self.by_name[name], "_trigger") for name in called(window))

    def of(self, effect: Effect) -> Said:
        said = Said(effect.name)
        forms = [each for each in self.program.functions if name_of(each) == effect.name]
        if not forms:
            said.why = "it is never carried out"
        for function in forms:
            loose: set[tuple[int, str]] = set()
            try:
                while True:
                    try:
                        self._follow(effect, function, said, loose)
                        break
                    except Anew:
                        continue
            except NotFollowed as reason:
                said.why = f"not followed: {reason}"
            if said.why:
                break
        if not said.why and not said.ends:
            said.why = "no way leads to its end"
        return said

    def _follow(self, effect: Effect, function: Function, said: Said, loose: set[tuple[int, str]]) -> None:
        terms.forget()
        paths = Paths()
        machine = EffectMachine(
            self.program, paths, self.kinds, self.touching, self.plays, self.abouts, self.nobody
        )
        machine.loose = loose
        machine.is_apart = self._is_apart
        can = self._can(effect, function)

        def way() -> None:
            machine.running.clear()
            machine.running.append(function)
            machine.catching = 0
            machine.operations.objects = []
            self._any_table(machine)
            arguments = [self._argument(machine, effect, name, kind) for name, kind in function.parameters]
            if can is not None and not paths.holds(machine.call(can, arguments)):
                raise Impossible
            machine.running.clear()
            try:
                machine.carried_out(function, arguments)
            except Unwound:
                return

        for ended in paths.every(way):
            if isinstance(ended, Fault):
                said.why = f"{ended.broken.lower()} {ended.why} ({ended.where})"
                break
            said.ends += 1
        said.ways += paths.ways
        said.cut |= machine.cut

    def _is_apart(self, function: Function) -> bool:
        """Whether a function that looks at no table comes to an end whatever it is given; each is followed once."""
        if function.name not in self.apart:
            self.apart[function.name] = False
            self.apart[function.name] = self._owes_nothing(function)
        return self.apart[function.name]

    def _owes_nothing(self, function: Function) -> bool:
        if self.touching[function.name]:
            if function.results or any(word != "faces" for word, _ in self.touching[function.name]):
                return False
        else:
            if not function.results or not all(is_scalar(each) and each != TRUTH for each in function.results):
                return False
            reached = reachable(self.program, [function.name])
            every = [each for name in reached for each in expressions(self.by_name[name].body)]
            if any(each.op in OF_TABLES for each in every) or len(every) < MOST_INLINE:
                return False
        paths = Paths()
        machine = EffectMachine(
            self.program, paths, self.kinds, self.touching, self.plays, self.abouts, self.nobody
        )
        machine.is_apart = self._is_apart

        def way() -> None:
            machine.running.clear()
            machine.operations.objects = []
            self._any_table(machine)
            arguments = [self._given(machine, kind, name, int(bool(function.results))) for name, kind in function.parameters]
            machine.carried_out(function, arguments)

        try:
            return not any(isinstance(ended, Fault) for ended in paths.every(way))
        except NotFollowed as reason:
            self.why_not_apart[function.name] = str(reason)
            return False

    def _given(self, machine: EffectMachine, kind: Any, name: str, least: int) -> Any:
        """Anything of a type; sequences have so many things at least."""
        if not isinstance(kind, Seq):
            return machine.operations.fresh(kind, name)
        item = kind.item
        return Many([Some(machine.operations.amount(name, least), lambda index: machine.operations.fresh(item, name))])

    def _can(self, effect: Effect, function: Function) -> Function | None:
        name = getattr(effect.can, "__name__", "")
        types = [kind for _, kind in function.parameters]
        for each in self.program.functions:
            if name_of(each) == name and [kind for _, kind in each.parameters] == types and name != "always":
                return each
        return None

    def _any_table(self, machine: EffectMachine) -> None:
        program, ops = self.program, machine.operations
        table = machine.table = AnyTable(len(program.table.places))
        for at, place in enumerate(program.table.places):
            if place.is_row:
                table.rows[at] = ops.new_row(at, ops.amount("length of row"))
                table.piles[at] = self.kinds.nothing
            else:
                table.rows[at] = ops.new_row(at, 0)
                table.piles[at] = ops.pile_of(ops.amount("size"))
        for name in program.scalars:
            if name == "$money":
                continue
            machine.any_scalar(name)
        running = table.scalars["stack"]
        machine.paths.assume(terms.most(1, ops.length(running)))
        kind = program.scalars.get("$money", (INT, None))[0]
        table.money = [ops.fresh(kind, "money") for _ in range(machine.players + 1)]
        table.ended = False

    def _argument(self, machine: EffectMachine, effect: Effect, name: str, kind: Any) -> Any:
        ops = machine.operations
        if kind == PLAYER:
            found = machine.paths.fresh(name)
            machine.paths.assume(terms.both([terms.most(0, found), terms.less(found, machine.players)]))
            if name.startswith("me_"):
                return machine.paths.value(found, range(machine.players))
            machine.seated.add(found)
            return found
        if isinstance(kind, Seq):
            least = 0 if effect.name in self.without else 1
            return Many([Some(ops.amount("cards", least), lambda index: ops.card())])
        if isinstance(kind, Record):
            return tuple([self._argument(machine, effect, str(part), each) for part, each in zip(kind.names, kind.types)])
        return ops.fresh(kind, name)

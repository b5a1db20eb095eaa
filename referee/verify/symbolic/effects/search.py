"""The effects of a form of a game, each followed from any table.

Decided: whether an effect, from any table and whatever is answered, finds its cards, has an answer for every question,
raises nothing and leaves every scalar that names a player naming one. From: the Program (``referee.meaning``) alone. An
effect of which anything is not followed is not proved.

Assumed: running events have players; an event has a card, unless play has carried the effect out without one
(``without``); a scalar names nobody only where play has seen that (``nobody``); what rules keep on the table within a
step is there, and of cards that they have kept for later nobody asks where they lay; a ``while`` comes to its end.
"""

from __future__ import annotations

import inspect
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.effects import Effect
from referee.meaning.looking import may_change
from referee.meaning.program import Function, Loop, Program, called, expressions, reachable, walk
from referee.meaning.types import INT, PLAYER, TRUTH, Record, Seq
from referee.verify.symbolic import terms
from referee.verify.symbolic.effects.any_table import AnyTable
from referee.verify.symbolic.effects.following import EffectMachine
from referee.verify.symbolic.effects.loops import Anew
from referee.verify.symbolic.effects.lying import counted_rows
from referee.verify.symbolic.effects.sequences import Many, Some
from referee.verify.symbolic.effects.touching import is_kernel, name_of, touching
from referee.verify.symbolic.paths import Fault, Impossible, Paths, Unwound
from referee.verify.symbolic.piles import classes_of
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import is_scalar

MOST_APART = 1_200
"""A rule in which others may act is followed apart where it has no more ways."""
WIDE = 8
"""A function with so many loops in it, and in what it calls, looks at much."""
MOST_INLINE = 60
"""A function that looks at no table and means no more is followed wherever it is called."""
OF_TABLES = frozenset(
    [
        "place.row",
        "place.pile",
        "place.size",
        "lies",
        "lying",
        "scalar",
        "each",
        "each all",
        "money",
        "field",
        "outcome",
    ]
)


def _means(function: Function, python: Any) -> bool:
    """Whether a function of a Program is that function of the rules."""
    code = getattr(inspect.unwrap(python), "__code__", None)
    if code is None or name_of(function) != code.co_name:
        return False
    return function.about == f"{code.co_filename}:{code.co_firstlineno}"


@dataclass(slots=True)
class Said:
    """What is said of an effect: ``why`` it is not proved, "" where it is; of how many ``ways`` how many came to their
    ``end``, and what was ``cut``."""

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
        self.forms = {
            each.name: [one for one in program.functions if _means(one, each.carry_out)] for each in self.every
        }
        self.of_effects = frozenset([one.name for forms in self.forms.values() for one in forms])
        self.by_name = {each.name: each for each in program.functions}
        self.plays = frozenset([each.name for each in program.functions if self._is_play(each)])
        self.counted = counted_rows(program)
        self.known: dict[str, Any] = {}
        self.wide = frozenset([each.name for each in program.functions if self._is_wide(each)])
        self.waiting = frozenset([each.name for each in program.functions if self._waits(each)])
        self.apart: dict[str, bool] = {}
        self.why_not_apart: dict[str, str] = {}
        self.kinds = classes_of(program.table.deck, [], [int(program.table.deck.whole)], False)

    def _is_play(self, function: Function) -> bool:
        """Whether it makes an event happen in which effects must act."""
        return is_kernel(function, "happen") and self._triggers(function)

    def _triggers(self, function: Function) -> bool:
        seen, waiting = {function.name}, [function]
        while waiting:
            for name in called(waiting.pop()):
                other = self.by_name[name]
                if is_kernel(other, "_trigger"):
                    return True
                within = is_kernel(other, "happen") or (is_kernel(other, "window") and not self._opens_trigger(other))
                if name in seen or within:  # what happens within it is an event of its own
                    continue
                seen.add(name)
                waiting.append(other)
        return False

    def _is_wide(self, function: Function) -> bool:
        if self.touching[function.name] or function.results != (INT,):
            return False
        reached = [self.by_name[name] for name in reachable(self.program, [function.name])]
        return sum(isinstance(each, Loop) for one in reached for each in walk(one.body)) >= WIDE

    def _waits(self, function: Function) -> bool:
        """Whether others may act within it, in a window or at an event: then little is known after it in any case."""
        if function.name in self.plays or function.name in self.of_effects or is_kernel(function):
            return False
        reached = [self.by_name[name] for name in reachable(self.program, [function.name])]
        return any(each.name in self.plays or is_kernel(each, "window") for each in reached)

    def _opens_trigger(self, window: Function) -> bool:
        return any(is_kernel(self.by_name[name], "_trigger") for name in called(window))

    def of(self, effect: Effect) -> Said:
        said = Said(effect.name)
        forms = self.forms[effect.name]
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
        machine = self._machine(paths)
        machine.loose = loose
        can = self._can(effect, function)

        def way() -> None:
            machine.running.clear()
            machine.running.append(function)
            machine.catching = 0
            machine.operations.begin()
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

    def _machine(self, paths: Paths) -> EffectMachine:
        machine = EffectMachine(
            self.program, paths, self.kinds, self.touching, self.plays, self.of_effects, self.nobody
        )
        machine.is_apart = self._is_apart
        machine.operations.counted, machine.wide = self.counted, self.wide
        for name in ("pure",):  # what is known of the Program is found once
            if name in self.known:
                machine.__dict__[name] = self.known[name]
            else:
                self.known[name] = getattr(machine, name)
        return machine

    def _is_apart(self, function: Function) -> bool:
        """Whether a function that looks at no table comes to an end whatever it is given; each is followed once."""
        if function.name not in self.apart:
            self.apart[function.name] = False
            self.apart[function.name] = self._owes_nothing(function)
        return self.apart[function.name]

    def _owes_nothing(self, function: Function) -> bool:
        if any(word != "faces" for word, _ in self.touching[function.name]):
            if function.name not in self.waiting or any(may_change(kind) for _, kind in function.parameters):
                return False
        elif self.touching[function.name]:
            if function.results:
                return False
        else:
            if not function.results or not all(is_scalar(each) and each != TRUTH for each in function.results):
                return False
            reached = reachable(self.program, [function.name])
            every = [each for name in reached for each in expressions(self.by_name[name].body)]
            if any(each.op in OF_TABLES for each in every) or len(every) < MOST_INLINE:
                return False
        loose: set[tuple[int, str]] = set()
        try:
            while True:
                try:
                    return self._comes_to_its_end(function, loose)
                except Anew:
                    continue
        except NotFollowed as reason:
            self.why_not_apart[function.name] = str(reason)
            return False

    def _comes_to_its_end(self, function: Function, loose: set[tuple[int, str]]) -> bool:
        paths = Paths()
        machine = self._machine(paths)
        machine.loose = loose

        def way() -> None:
            machine.running.clear()
            machine.catching = 0
            machine.operations.begin()
            self._any_table(machine)
            arguments = [
                self._given(machine, kind, name, int(bool(function.results))) for name, kind in function.parameters
            ]
            with suppress(Unwound):
                machine.carried_out(function, arguments)

        for ended in paths.every(way):
            if isinstance(ended, Fault):
                self.why_not_apart[function.name] = f"{ended.why} ({ended.where})"
                return False
            if paths.ways > MOST_APART:
                self.why_not_apart[function.name] = "there are too many ways"
                return False
        return True

    def _given(self, machine: EffectMachine, kind: Any, name: str, least: int) -> Any:
        """Anything of a type; a player is one, and sequences have so many things at least."""
        ops = machine.operations
        if not isinstance(kind, Seq):
            return ops.with_players(kind, name)
        return Many([Some(ops.amount(name, least), lambda index: ops.with_players(kind.item, name))])

    def _can(self, effect: Effect, function: Function) -> Function | None:
        types = [kind for _, kind in function.parameters]
        for each in self.program.functions:
            if each.results and _means(each, effect.can) and [kind for _, kind in each.parameters] == types:
                return each
        return None

    def _any_table(self, machine: EffectMachine) -> None:
        program, ops = self.program, machine.operations
        table = machine.table = AnyTable(len(program.table.places), machine.paths)
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
            found = ops.somebody(name)
            return machine.paths.value(found, range(machine.players)) if name.startswith("me_") else found
        if isinstance(kind, Seq):
            least = 0 if effect.name in self.without else 1
            return Many([Some(ops.amount("cards", least), lambda index: ops.card())])
        if isinstance(kind, Record):
            return tuple(
                [
                    self._argument(machine, effect, str(part), each)
                    for part, each in zip(kind.names, kind.types, strict=True)
                ]
            )
        return ops.fresh(kind, name)

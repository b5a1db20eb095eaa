"""The effects of a form of a game, each followed from any table.

Decided: whether an effect, from any table and whatever is answered, finds its cards, has an answer for every question,
raises nothing and leaves every scalar that names a player naming one. From: the Program (``referee.meaning``) alone. An
effect of which anything is not followed is not proved.

Assumed: running events have players; an event has a card, unless play has carried the effect out without one
(``without``), and none of them twice, unless play has carried it out at an event that does (``twice``); a scalar names
nobody only where play has seen that (``nobody``); what rules keep on the table within a step is there, and of cards
that they have kept for later nobody asks where they lay; a ``while`` comes to its end.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.effects import Effect
from referee.kernel.errors import Broken
from referee.meaning.program import Function, Program
from referee.meaning.types import PLAYER, Record, Seq
from referee.verify.symbolic import terms
from referee.verify.symbolic.effects.apart import FollowedApart
from referee.verify.symbolic.effects.following import EffectMachine
from referee.verify.symbolic.effects.loops import Anew, Loose
from referee.verify.symbolic.effects.lying import counted_rows
from referee.verify.symbolic.effects.passes import NotPlanned
from referee.verify.symbolic.effects.sequences import Many, Some
from referee.verify.symbolic.effects.touching import name_of
from referee.verify.symbolic.paths import Fault, Impossible, Paths, Unwound
from referee.verify.symbolic.piles import classes_of
from referee.verify.symbolic.terms import NotFollowed

MOST_WAYS = 1_000
"""More ways through one form of an effect are not followed, within it and in what it asks: those of B-poker that are
proved have a quarter of that, and others many more."""
MOST_FINE, MOST_SILENT_FINE = 300, 1_000
"""The same where functions are followed that look at the table: where that helps there are a few ways, and where there
are many they are too many in the end."""
NO_TIME = "there was no time left: --method prove gives more"


def _means(function: Function, python: Any) -> bool:
    """Whether a function of a Program is that function of the rules."""
    code = getattr(inspect.unwrap(python), "__code__", None)
    if code is None or name_of(function) != code.co_name:
        return False
    return function.about == f"{code.co_filename}:{code.co_firstlineno}"


@dataclass(slots=True)
class Said:
    """What is said of an effect: ``why`` it is not proved, "" where it is, whether that is something ``owed``, or lies
    ``in_text``; of how many ``ways`` how many have ``begun`` and came to their ``end``, and what was ``cut``."""

    name: str
    why: str = ""
    owed: bool = False
    in_text: bool = False
    begun: int = 0
    ways: int = 0
    ends: int = 0
    cut: set[str] = field(default_factory=set)


class Effects:
    def __init__(
        self,
        game: Any,
        program: Program,
        nobody: frozenset[str],
        without: frozenset[str],
        twice: frozenset[str] = frozenset(),
    ) -> None:
        self.game, self.program, self.nobody, self.without, self.twice = game, program, nobody, without, twice
        self.every = [each for group in game.effects.values() for each in group]
        self.forms = {
            each.name: [one for one in program.functions if _means(one, each.carry_out)] for each in self.every
        }
        self.of_effects = frozenset([one.name for forms in self.forms.values() for one in forms])
        self.apart = FollowedApart(program, self.of_effects, self._machine)
        self.counted = counted_rows(program)
        self.known: dict[str, Any] = {}
        self.has_time: Callable[[], bool] = lambda: True
        """Whether there is time to go on; without it nothing more is followed."""
        self.kinds = classes_of(program.table.deck, [], [int(program.table.deck.whole)], False)

    def decide(self) -> Iterator[tuple[Effect, Said]]:
        for each in self.every:
            said = self.of(each) if self.has_time() else Said(each.name)
            yield each, said if self.has_time() or (not said.why and said.ends) else Said(each.name, NO_TIME)

    def of(self, effect: Effect) -> Said:
        """Little is known first of what functions give that look at the table; then they are followed. Where that
        leads to nothing that is owed it only came to less, and the reason is that of the first try. What lies in the
        text of a loop is not tried again."""
        self.apart.coarse = True
        first = self._of(effect)
        if not first.why or first.in_text:
            return first
        self.apart.coarse = False
        finer = self._of(effect)
        return finer if finer.owed or not finer.why else first

    def _of(self, effect: Effect) -> Said:
        said = Said(effect.name)
        forms = self.forms[effect.name]
        if not forms:
            said.why = "it is never carried out"
        every = [self._followed(effect, each) for each in sorted(forms, key=self.apart.alike.narrowness)]
        for function, *can in {each[0].name: each for each in every}.values():
            loose: Loose = {}
            try:
                while True:
                    try:
                        self._follow(effect, function, can, said, loose)
                        break
                    except Anew:
                        continue
            except NotFollowed as reason:
                said.why = f"{reason} ({reason.where})" if reason.where else str(reason)
                said.in_text = isinstance(reason, NotPlanned)
            except RecursionError:
                said.why = "rules lead back to themselves without an end that is known"
            except MemoryError:
                raise
            except Exception as error:  # a defect of ours: nothing is said of this effect alone
                said.why = f"it cannot be followed: {type(error).__name__}: {error}"
            if said.why:
                break
        if not said.why and not said.begun:
            said.why = "it can never be used under these readings and settings"
        if not said.why and not said.ends:
            said.why = "no way leads to its end"
        return said

    def _followed(self, effect: Effect, function: Function) -> tuple[Function, ...]:
        """What is followed for a form of an effect: a function that is the same, and when it can be used."""
        can = self._can(effect, function)
        return self.apart.alike.one_for(function, *([] if can is None else [can]))

    def _follow(self, effect: Effect, function: Function, can: Sequence[Function], said: Said, loose: Loose) -> None:
        terms.forget()
        machine = self._machine()
        machine.loose, paths = loose, machine.paths
        paths.most_in_all = MOST_WAYS
        if not self.apart.coarse:
            paths.most_in_all, paths.most_silent_in_all = MOST_FINE, MOST_SILENT_FINE

        def way() -> None:
            machine.any_table()
            machine.running.append(function)
            arguments = [self._argument(machine, effect, name, kind) for name, kind in function.parameters]
            machine.guarding = True
            if not all(paths.holds(machine.carried_out(each, arguments)) for each in can):
                raise Impossible
            machine.guarding = False
            said.begun += 1
            machine.running.clear()
            try:
                machine.carried_out(function, arguments)
                machine.running.append(function)
                machine.owe_flags()
            except Unwound:
                return

        for ended in paths.every(way):
            if isinstance(ended, Fault):
                how = Broken[ended.broken].value if ended.broken in Broken.__members__ else ended.broken.lower()
                clauses = " ".join(ended.clauses)
                said.why = f"{clauses}: {': '.join(filter(None, [how, ended.why]))} ({ended.where})"
                said.owed = True
                break
            said.ends += 1
        said.ways += paths.ways
        said.cut |= machine.cut

    def _machine(self) -> EffectMachine:
        apart, paths = self.apart, Paths()
        paths.has_time = self.has_time
        machine = EffectMachine(
            self.program, paths, self.kinds, apart.touching, apart.plays, self.of_effects, self.nobody
        )
        machine.apart, machine.wide, machine.touching_given = apart, apart.wide, apart.touching_given
        machine.operations.counted = self.counted
        for name in ("pure", "passes", "told", "raising", "joining"):  # what the text says is found once
            if name in self.known:
                machine.__dict__[name] = self.known[name]
            else:
                self.known[name] = getattr(machine, name)
        return machine

    def _can(self, effect: Effect, function: Function) -> Function | None:
        types = [kind for _, kind in function.parameters]
        for each in self.program.functions:
            if each.results and _means(each, effect.can) and [kind for _, kind in each.parameters] == types:
                return each
        return None

    def _argument(self, machine: EffectMachine, effect: Effect, name: str, kind: Any) -> Any:
        ops = machine.operations
        if kind == PLAYER:
            found = ops.somebody(name)
            return machine.paths.value(found, range(machine.players)) if name.startswith("me_") else found
        if isinstance(kind, Seq):
            least = 0 if effect.name in self.without else 1
            return Many([Some(ops.amount("cards", least), lambda index: ops.card(), effect.name not in self.twice)])
        if isinstance(kind, Record):
            return tuple(
                [
                    self._argument(machine, effect, str(part), each)
                    for part, each in zip(kind.names, kind.types, strict=True)
                ]
            )
        return ops.fresh(kind, name)

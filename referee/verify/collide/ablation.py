"""The effect of a clause on others: the same step from the same table, with the same answers and chance, with the
clause and without it, and the steps after it from the two resulting tables.

The first difference beside the clause's own actions is its effect: in the same step, or in a later one through
something that it left behind.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from inspect import isgeneratorfunction
from typing import Any

from referee.kernel.effects import Window, rewire
from referee.kernel.events import Event
from referee.kernel.game import Game, methods_of
from referee.kernel.places import Laid, Place
from referee.kernel.players import Player
from referee.kernel.spaces import Space
from referee.kernel.table import Table
from referee.verify.collide.edges import Kind
from referee.verify.collide.optional_moves import Ran
from referee.verify.collide.tracing import Ids, Trace
from referee.verify.play.minimise import Steps, variant
from referee.verify.play.watchdog import Looping

TABLES = 30
"""Tables from which a clause is left out, and each scalar put back."""
LATER = 12
"""Steps that are played after it."""

Did = tuple[str, str, Any]
"""Clause, word, about what."""


@dataclass(frozen=True, slots=True)
class Influence:
    """``source`` works on ``target``; ``script`` are the steps of a match, with both of them, from the one in which the
    source is carried out."""

    kind: Kind
    source: str
    target: str
    description: str
    script: Steps


class Ablation:
    """One form of a game, and the same with one clause left out."""

    def __init__(self, game: Game[Any], trace: Trace, table: Table, looked: dict[Any, Any]) -> None:
        """``looked`` counts how often each clause was left out."""
        self.game, self.trace, self.table = game, trace, table
        self._looked: dict[Any, Any] = looked
        self._set: dict[tuple[str, Any], tuple[str, Any]] = {}
        """For each scalar and its owner: the clause that set it, and the value before."""
        self._forms: dict[str, tuple[Trace, Table] | None] = {}
        runs = [method for name, method in methods_of(type(game)).items() if name in ("step", "deal")]
        self._frame = {each for method in runs for each in getattr(method, "__clauses__", ())}
        """The clauses that a step is: without them there is none."""

    def look(self, before: tuple[Any, ...], done: set[str], seed: str, rng: random.Random) -> Iterator[Influence]:
        """Leave one of the clauses out that did something in the step from that table."""
        with suppress(Looping):
            wanted = sorted(sorted(done - self._frame), key=lambda each: (self._looked.get(each, 0), rng.random()))
            if wanted and self._looked.get(wanted[0], 0) < TABLES:
                yield from self._without(wanted[0], before, seed)

    def sets(self, ids: Ids, word: str, about: tuple[Any, ...]) -> None:
        """A clause does something in the match that goes on; what it sets may matter later."""
        spec = type(self.table).scalar_specs.get(word)
        if spec is not None and spec.per_player:
            player, was, _ = about
            self._set[word, player] = ids[0], was
        elif spec is not None or word == "direction":
            self._set[word, None] = ids[0], about[0]

    def look_back(self, before: tuple[Any, ...], seed: str, rng: random.Random) -> Iterator[Influence]:
        """Take the step from that table with a scalar as it was before a clause set it in an earlier one."""
        with suppress(Looping):
            yield from self._put_back(before, seed, rng)

    def _put_back(self, before: tuple[Any, ...], seed: str, rng: random.Random) -> Iterator[Influence]:
        table = self.table
        table.restore(before)
        known = [(key, *each) for key, each in self._set.items() if each[0] not in self._frame]
        known = [each for each in known if self._looked.get(each[0], 0) < TABLES and self._now(each[0]) != each[2]]
        if not known:
            return
        (name, player), clause, was = rng.choice(known)
        there = self._run(self.trace, table, before, seed)
        table.restore(before)
        if player is None:
            setattr(table, name, was)
        else:
            getattr(table, name)[player] = was
        back = self._run(self.trace, table, table.snapshot(), seed)
        if there is None or back is None:
            return
        apart = first_apart(there[0], back[0])
        if apart is not None:
            self._looked[name, player] = self._looked.get((name, player), 0) + 1
            words = name.replace("_", " ")
            for works in self._works(clause, there[0], back[0], apart, [there[2]], ""):
                said = works.description.removeprefix("without it ")
                yield replace(works, description=f"it sets {words}; with {words} as it was before {said}")

    def _now(self, key: tuple[str, Any]) -> Any:
        name, player = key
        value = getattr(self.table, name)
        return value if player is None else value[player]

    def _without(self, clause: str, before: tuple[Any, ...], seed: str) -> Iterator[Influence]:
        there = self._run(self.trace, self.table, before, seed)
        if there is None or clause not in {each for each, *_ in there[0]}:
            return
        self._looked[clause] = self._looked.get(clause, 0) + 1
        form = self._form(clause)
        if form is None:
            return
        back = self._run(*form, before, seed)
        if back is None or not back[0]:
            return
        did, after, said = there
        others, left = [each for each in did if each[0] != clause], [each for each in back[0] if each[0] != clause]
        script = [said]
        apart = first_apart(others, left)
        if apart is not None:
            yield from self._works(clause, others, left, apart, script, "in the same turn")
        one, other = after, back[1]
        for later in range(LATER):
            if one == other or one is None or other is None:
                return
            runs = [self._run(self.trace, self.table, each, f"{seed} {later}") for each in (one, other)]
            if runs[0] is None or runs[1] is None:
                return
            script.append(runs[0][2])
            apart = first_apart(runs[0][0], runs[1][0])
            if apart is not None:
                yield from self._works(clause, runs[0][0], runs[1][0], apart, script, "in a later turn")
                return
            one, other = runs[0][1], runs[1][1]

    def _works(
        self, clause: str, did: list[Did], left: list[Did], target: str, script: Steps, when: str
    ) -> Iterator[Influence]:
        if target == clause or target in self._frame:
            return
        if target not in {each for each, *_ in left}:
            said, kind = "the other is not carried out", Kind.ENABLES
        elif target not in {each for each, *_ in did}:
            said, kind = "the other is carried out", Kind.DISABLES
        else:
            said, kind = "the other does otherwise", Kind.MODIFIES
        told = f"without it {said} {when}".strip()
        yield Influence(kind, clause, target, told, [list(each) for each in script])

    def _run(
        self, trace: Trace, table: Table, before: tuple[Any, ...], seed: str
    ) -> tuple[list[Did], tuple[Any, ...] | None, list[Any]] | None:
        """The actions of a step, the table after it (None where the match is over) and the answers."""
        did: list[Did] = []
        trace.listen = lambda ids, word, about: did.extend([(each, word, _plainly(word, about)) for each in ids])
        try:
            ran = Ran(trace, table, before, seed)
        finally:
            trace.listen = None
        return None if ran.met is not None else (did, None if table.outcome else ran.after, ran.driver.transcript)

    def _form(self, clause: str) -> tuple[Trace, Table] | None:
        if clause not in self._forms:
            form = variant(self.game)
            assert form is not None
            leave_out(form, clause)
            trace = Trace(form)
            self._forms[clause] = (trace, trace.table())
        return self._forms[clause]


def first_apart(one: list[Did], other: list[Did]) -> str | None:
    """The first clause of the two that does not do the same in both, in whichever order."""
    mine, theirs = Counter(one), Counter(other)
    apart = {clause for clause, *_ in (mine - theirs) + (theirs - mine)}
    return next((clause for clause, *_ in [*one, *other] if clause in apart), None)


def _plainly(word: str, about: tuple[Any, ...]) -> Any:
    """What an action is about; for an amount, the change."""
    if len(about) >= 2 and word not in ("move", "pay") and type(about[-1]) is int and type(about[-2]) is int:
        return (*[plain(each) for each in about[:-2]], about[-1] - about[-2])
    return plain(about)


def plain(thing: Any) -> Any:
    """What an action is about, in a form that compares across tables."""
    if isinstance(thing, (tuple, list)) and not isinstance(thing, Laid):
        return tuple([plain(each) for each in thing])
    if isinstance(thing, Laid):
        return thing.kind
    if isinstance(thing, Place):
        return thing.full_name
    if isinstance(thing, Player):
        return ("seat", thing.seat)
    if isinstance(thing, Space):
        return str(thing.describe())
    if isinstance(thing, Event):
        return (thing.what, plain(thing.actor), plain(thing.at), thing.word)
    if isinstance(thing, Mapping):
        return tuple([(plain(key), plain(each)) for key, each in thing.items()])
    if isinstance(thing, Set):
        return frozenset(map(plain, thing))
    kind: Any = type(thing)
    if kind.__repr__ is object.__repr__ and kind.__str__ is object.__str__:
        return kind.__qualname__  # its words would say where in memory it is
    return thing if isinstance(thing, (int, str, bool)) or thing is None else str(thing)


def leave_out(form: Game[Any], clause: str) -> None:
    """Have a game object do nothing where the clause is carried out."""
    for name, method in methods_of(type(form)).items():
        if getattr(method, "__clauses__", ())[:1] == (clause,):
            object.__setattr__(form, name, nothing(method))
    rewire(form, lambda rule, window: _cut_effect(rule, window) if rule.__clauses__[:1] == (clause,) else rule)


def nothing(method: Any) -> Any:
    """Stands for the rule of a clause; a clause that only answers gives what it gives without content."""
    without = getattr(method, "__without__", None)

    def left_out(*about: Any, **more: Any) -> Any:
        return without

    def left_out_rule(*about: Any, **more: Any) -> Any:
        yield from ()

    doing: Any = left_out_rule if isgeneratorfunction(method) else left_out
    doing.__clauses__ = method.__clauses__
    return doing


def _cut_effect(rule: Any, window: Window | None) -> Any:
    """A modifier contributes nothing, an effect does nothing."""
    if window is not None:
        return nothing(rule)

    def no_share(*about: Any) -> int:
        return 0

    no_share.__clauses__ = rule.__clauses__  # type: ignore[attr-defined]
    no_share.__modifies__ = rule.__modifies__  # type: ignore[attr-defined]
    return no_share

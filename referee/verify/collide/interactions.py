"""The effects and clauses of a game that work on each other, found by carrying them out.

In steps of random matches each optional move (an answer that is more than passing) is made alone, and each two of them
in both orders, from the same table. The differences in what is asked and carried out make the edges. Where later
answers or chance could make a difference by themselves, the orders are compared over many of them. They matter only
where the two sets of tables have nothing in common.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.verify.aborted import guarded
from referee.verify.collide.ablation import Ablation, Influence
from referee.verify.collide.edges import Act, Edge, Interactions, Kind, What, share_readings
from referee.verify.collide.optional_moves import Move, Noted, Notes, Ran
from referee.verify.collide.tracing import Ids, Trace
from referee.verify.impact.random_settings import smaller
from referee.verify.methods import Budget
from referee.verify.play.chance import CardBias
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, recorded, variant
from referee.verify.play.trial import Trial
from referee.verify.verdicts import Trouble

MATCHES = 60
LONGEST = 25
"""Steps of a match."""
PAIRS = 10
"""Pairs that are looked at in one step."""
MOST_MOVES = 12
"""Things that can be done in one step, looked at in one step."""
DEEPEST = 2
"""Moves that are done before others are looked at which can be done only then."""
SEEDS = 10
"""Choices of later answers and chance over which two orders are compared."""
OTHER_WAYS = 3
"""Choices of later answers and chance, for each of which a clause must be carried out or not."""
ENOUGH = 40
"""A move, or a pair of them, is looked at so often with each number of players."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The question, for a process of its own."""

    game: str
    players: tuple[int, ...]
    readings: Mapping[str, str]
    settings: Mapping[str, Any]
    seed: str = "interactions"
    seconds: float | None = None
    matches: int = MATCHES


@dataclass(frozen=True, slots=True)
class _Step:
    """A step that is looked at: ``base`` is the run with no more than what was done ``first``."""

    before: tuple[Any, ...]
    script: Steps
    seed: str
    first: tuple[Move, ...]
    base: Ran
    nodes: Mapping[Move, str]


class Looking:
    """The campaign on one form of a game."""

    def __init__(self, game: Game[Any], found: Interactions, rng: random.Random, budget: Budget) -> None:
        self.game, self.found, self.rng, self.budget = game, found, rng, budget
        self.trace = Trace(game)
        self.table = self.trace.table()
        self.without = Ablation(game, self.trace, self.table, found.looked)
        self.notes = Notes(found.facts, self.trace.done)
        self.named = {each.name: each.carry_out.__clauses__[0] for window in game.effects.values() for each in window}  # type: ignore[attr-defined]

    def match(self, number: int) -> None:
        """One random match: from each of its steps what could be done is done, then it goes on."""
        main = self.trace.table()
        trial = Trial(self.game, (), table=main)
        driver = Noted(self.notes, self.rng, CardBias(self.game.deck, self.rng) if number % 3 == 2 else None)
        script: Steps = []
        for step in range(LONGEST):
            if self.budget.is_spent:
                break
            before, was_deal = main.snapshot(), main.dealing
            if not was_deal:
                self._look(before, script, f"{number} {step}")
                self._tell(self.without.look_back(before, f"{number} {step}", self.rng), script)
            self.trace.clear()
            self.trace.follow(driver)
            self.notes.begin()
            self.trace.listen = self.without.sets if not was_deal else None
            met = trial.advance(driver)
            self.trace.listen = None
            self.notes.count()
            script.append(driver.transcript)
            self.found.steps += 1
            self._keep(script)
            if not was_deal:
                done = {each for ids in self.trace.done for each in ids}
                self._tell(self.without.look(before, done, f"{number} {step}", self.rng), script[:-1])
            if met is not None or main.outcome is not None:
                break
        self.found.matches += 1

    def _tell(self, found: Iterable[Influence], script: Steps) -> None:
        """The influence of clauses on others, after the steps of a match."""
        for works in found:
            self._edge(works.kind, works.source, works.target, works.description, [[*script, *works.script]])

    def _keep(self, script: Steps) -> None:
        """The edges in the trace of a step that was played."""
        for each in {each for ids in self.trace.done for each in ids}:
            self.found.carried_out[each] = self.found.carried_out.get(each, 0) + 1
        for source, target in dict.fromkeys(self.trace.changed):
            self._edge(Kind.MODIFIES, source[0], target[0], "changes a quantity that it reads", [script])
        for source, target in dict.fromkeys(self.trace.ended):
            self._edge(Kind.CANCELS, source[0], target[0], "ends it early", [script])
        for source, loop in dict.fromkeys(self.trace.looped):
            self._edge(Kind.REPEATS, source[0], source[0], loop, [script])

    def _edge(
        self,
        kind: Kind,
        source: str,
        target: str,
        description: str,
        scripts: Sequence[Steps],
        outcomes: tuple[str, ...] = (),
        about: tuple[Act, What] | None = None,
    ) -> None:
        game = self.game
        steps = len(scripts[0]) - 1
        readings, scale = game.unusual_readings, game.unusual_settings
        known = [each for each in self.found.edges if (each.kind, each.source, each.target) == (kind, source, target)]
        edge = Edge(kind, source, target, description, game.players, readings, scale, steps=steps, outcomes=outcomes)
        edge.about = frozenset([about] if about is not None else [])
        if not known or steps < known[0].steps:
            plain = variant(game)
            assert plain is not None
            met = Met(Trouble.ORDER, (source, target), description)
            edge.witnesses = tuple(recorded(plain, met, [list(step) for step in script]).witness for script in scripts)
        self.found.add(edge)

    # -- one step ---------------------------------------------------------------------------------------

    def _look(self, before: tuple[Any, ...], script: Steps, seed: str, first: tuple[Move, ...] = ()) -> None:
        """The possible moves of this step. The moves ``first`` are made before, for those that become possible only
        then."""
        base = self._ran(before, seed, first)
        if base.met is not None or not base.did_all:
            return
        known = set() if not first else set(self._ran(before, seed, first[:-1]).driver.offered)
        moves = [move for move in base.driver.offered if move not in known and move not in first][:MOST_MOVES]
        alone = {move: self._ran(before, seed, (*first, move)) for move in moves}
        done = {move: run for move, run in alone.items() if run.met is None and run.did_all}
        step = _Step(before, script, seed, first, base, {move: self._node(run, base) for move, run in done.items()})
        for move, run in done.items():
            if self._is_news(move.ask, move.label):
                self._tried(f"doing {move.label!r} ({move.ask})", partial(self._of_one, step, move, run))
                if len(first) < DEEPEST:
                    self._look(before, script, seed, (*first, move))
        pairs = list(combinations(done, 2))
        self.rng.shuffle(pairs)
        for one, other in pairs[:PAIRS]:
            if step.nodes[one] == step.nodes[other] or self.budget.is_spent:
                continue
            if self._is_news(one.ask, one.label, other.ask, other.label):
                what = f"doing {one.label!r} ({one.ask}) and {other.label!r} ({other.ask}) in both orders"
                self._tried(what, partial(self._of_two, step, one, other))

    def _tried(self, what: str, work: Callable[[], None]) -> None:
        guarded(what, work, None, self.found.broken_off)

    def _ran(self, before: tuple[Any, ...], seed: str, wanted: Sequence[Move]) -> Ran:
        return Ran(self.trace, self.table, before, seed, wanted, self.notes)

    def _is_news(self, *what: str) -> bool:
        """Whether this has not been looked at often enough with so many players."""
        key = (self.game.players, *what)
        self.found.looked[key] = self.found.looked.get(key, 0) + 1
        return bool(self.found.looked[key] <= ENOUGH)

    def _node(self, run: Ran, base: Ran) -> str:
        """The clause that the last move of a run carries out: its effect's, or the one that begins at once; else what
        was asked and answered."""
        move, at = run.driver.done[-1]
        if move.label in self.named:
            return str(self.named[move.label])
        there = at < len(base.driver.positions)
        else_begun = base.at_once(at) if there else set()
        begun = next((ids for ids in run.done[slice(*run.span(at))] if ids not in else_begun), None)
        # What another answer comes to as well, if later, need not be what this one does: a look at the hand, say.
        anyway = there and move in base.driver.instead and begun in base.since(at)
        known = self.found.looked
        if begun is None or anyway:
            # One that did nothing here does, elsewhere, what its clause says.
            return str(known.get(("does", move.act), f"{move.ask}: {move.label}"))
        known["does", move.act] = begun[0]
        return begun[0]

    def _of_one(self, step: _Step, move: Move, run: Ran) -> None:
        base, source = step.base, step.nodes[move]
        if self._is_clause(source) and not any(ids[0] == source for ids in run.done):
            return  # what is shown is what it does
        at = run.driver.done[-1][1]
        scripts = [[*step.script, run.driver.transcript], [*step.script, base.driver.transcript]]
        for again in run.driver.again & {move}:
            self._edge(Kind.REPEATS, source, source, f"{again.label!r} ({again.ask}) may be done again", scripts[:1])
        fewer, more = self._always(step, move, run, at)
        if move in base.driver.instead:
            fewer = {each for each in fewer if isinstance(each, Move)}
        for gone in sorted(fewer, key=str):
            node, description = self._what(gone, step.nodes)
            if node != source and getattr(gone, "ask", None) != move.ask:
                cancels = not isinstance(gone, Move) and any((by[0], it[0]) == (source, node) for by, it in run.ended)
                description = f"after {move.label!r} ({move.ask}) {description}"
                about = move.act, gone.act if isinstance(gone, Move) else gone[0]
                self._edge(Kind.CANCELS if cancels else Kind.DISABLES, source, node, description, scripts, about=about)
        for come in sorted(more, key=str):
            node, _ = self._what(come, step.nodes)
            if node != source and getattr(come, "ask", None) != move.ask:
                name = f"{come.label!r} ({come.ask}) can be done" if isinstance(come, Move) else "carried out"
                description = f"{name} only after {move.label!r} ({move.ask})"
                about = move.act, come.act if isinstance(come, Move) else come[0]
                self._edge(Kind.ENABLES, source, node, description, scripts, about=about)

    def _is_clause(self, node: str) -> bool:
        return any(node in ids for ids in self.game.clause_codes.values())

    @staticmethod
    def _what(each: Ids | Move, nodes: Mapping[Move, str]) -> tuple[str, str]:
        """The node of what is there only with or without a move, and what to say where it is missing."""
        if not isinstance(each, Move):
            return each[0], "the other is not carried out"
        return nodes.get(each, f"{each.ask}: {each.label}"), f"nobody may answer {each.label!r} ({each.ask})"

    def _always(self, step: _Step, move: Move, run: Ran, at: int) -> tuple[set[Ids | Move], set[Ids | Move]]:
        """The clauses and moves that exist only without the move, and only with it, whatever the answers and chance
        are."""
        base = step.base
        fewer, more = base.there(at) - run.not_ruled_out(at), run.there(at) - base.not_ruled_out(at)
        times, most = dict.fromkeys(fewer | more, 1), 1
        for number in range(4 * OTHER_WAYS):
            if most > OTHER_WAYS or not (fewer or more):
                break
            with_it = self._ran(step.before, f"{step.seed} {number}", (*step.first, move))
            without = self._ran(step.before, f"{step.seed} {number}", step.first)
            if with_it.did_all and with_it.met is None and without.met is None and without.did_all:
                there, else_there = with_it.there(0), without.there(0)
                fewer -= with_it.not_ruled_out(0)
                more -= without.not_ruled_out(0)
                most += 1
                for each in times:
                    times[each] += each in (there if each in more else else_there)
        # What comes and goes by chance must have come often enough to be missed.
        often = {each for each, number in times.items() if 2 * number > most > 1}
        return fewer & often, more & often

    def _of_two(self, step: _Step, one: Move, other: Move) -> None:
        nodes, source, target = step.nodes, step.nodes[one], step.nodes[other]
        orders: tuple[tuple[Move, ...], ...] = (one, other), (other, one)
        there, back = [self._ran(step.before, step.seed, (*step.first, *order)) for order in orders]
        if self._follows(one, other, there) and self._follows(other, one, back):
            orders = (one,), (other,)
            there, back = [self._ran(step.before, step.seed, (*step.first, *order)) for order in orders]
        if there.met is not None or back.met is not None:
            return
        scripts = [[*step.script, there.driver.transcript], [*step.script, back.driver.transcript]]
        if not there.did_all and not back.did_all:
            for first, second, run, script in ((one, other, there, scripts[0]), (other, one, back, scripts[1])):
                # At one and the same moment; what a move changes later is looked at over many chances, in _of_one.
                if first.ask == second.ask and first.seat != second.seat and second not in run.driver.offered:
                    description = f"after {first.label!r} ({first.ask}) {second.label!r} ({second.ask}) cannot be done"
                    about = first.act, second.act
                    self._edge(Kind.DISABLES, nodes[first], nodes[second], description, [script], about=about)
            return
        if not there.did_all or not back.did_all or there.driver.transcript == back.driver.transcript:
            return  # they are asked about in one order only
        if there.shape == back.shape and not (there.driver.free or back.driver.free):
            low, high = sorted((source, target))
            about = one.act, other.act
            self._edge(Kind.COMMUTES, low, high, f"{one} and {other} in either order", scripts, about=about)
            return
        what = self._apart(step, orders, there, back)
        if what is None:
            self.found.undecided += 1
            return
        description = f"{one.label!r} ({one.ask}) before {other.label!r} ({other.ask}), or after it: {what[0]}"
        self._edge(Kind.ORDER, source, target, description, scripts, what[1:])

    def _follows(self, first: Move, second: Move, run: Ran) -> bool:
        """Whether the second of two effects follows the first one without a question: which comes first was asked, and
        no other is left."""
        if run.met is not None or run.driver.wanted != [second] or (first.seat, first.ask) != (second.seat, second.ask):
            return False
        clause = self.named.get(second.label)
        if clause is None or first.label not in self.named or first not in dict(run.driver.done):
            return False
        return any(ids[0] == clause for ids in run.since(dict(run.driver.done)[first]))

    def _apart(
        self, step: _Step, orders: Sequence[Sequence[Move]], there: Ran, back: Ran
    ) -> tuple[str, str, str] | None:
        """A difference between two orders that always shows, and its two values; None where they may come out alike."""
        if not (there.driver.free or back.driver.free):
            return self._first_difference(there.shape, back.shape)
        firsts, seconds = [there.shape], [back.shape]
        for number in range(SEEDS - 1):
            for wanted, shapes in zip(orders, (firsts, seconds), strict=True):
                run = self._ran(step.before, f"{step.seed} {number}", (*step.first, *wanted))
                if run.met is None and run.did_all:
                    shapes.append(run.shape)
        if min(len(firsts), len(seconds)) < SEEDS // 2:
            return None
        for at, (mine, theirs) in enumerate(zip(zip(*firsts, strict=True), zip(*seconds, strict=True), strict=True)):
            # Only what does not depend on chance in either order tells the orders apart for certain.
            if len(set(mine)) == 1 and len(set(theirs)) == 1 and mine[0] != theirs[0]:
                return self._name(at), str(mine[0]), str(theirs[0])
        return None

    def _first_difference(self, one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[str, str, str] | None:
        for at, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            if mine != theirs:
                return self._name(at), str(mine), str(theirs)
        return None

    def _name(self, at: int) -> str:
        table = self.table
        names = [f"size of {place.full_name}" for place in table.places]
        names += [name.replace("_", " ") for name in type(table)._scalar_names]
        specs = type(table).scalar_specs.items()
        for name, spec in specs:
            if spec.per_player:
                names += [f"{name.replace('_', ' ')} of seat {seat}" for seat in range(len(table.players))]
        names += [f"cards of {place.full_name}" for place in table.places]
        names += [f"order of the cards of {place.full_name}" for place in table.places if place.is_row]
        return str(names[at])


def _match(game: Game[Any], found: Interactions, rng: random.Random, budget: Budget, number: int) -> None:
    Looking(game, found, rng, budget).match(number)


def interactions(game: type[Game[Any]], asked: Asked) -> Interactions:
    """See the module's docstring. BadInput where there is no such form of the game."""
    found, budget = Interactions(), Budget(asked.seconds)
    rng = random.Random(asked.seed)
    forms: list[Game[Any]] = []
    for players in asked.players:
        try:
            forms.append(game(players, readings=asked.readings, settings=asked.settings))
        except BadInput:
            if len(asked.players) == 1:
                raise
    for number, form in _in_turn(forms, asked.matches, rng):
        if budget.is_spent:
            break
        what = f"a match of {form.players} players"
        guarded(what, partial(_match, form, found, rng, budget, number), None, found.broken_off)
    found.keep_true()
    if forms:
        guarded("readings that two consult", lambda: share_readings(forms[0], found), None, found.broken_off)
    return found


def _in_turn(forms: Sequence[Game[Any]], matches: int, rng: random.Random) -> Iterator[tuple[int, Game[Any]]]:
    """Each form in its turn, every second match at a smaller scale, where rare things come together."""
    for number in range(matches):
        form = forms[number // 2 % len(forms)]
        scaled = variant(form, settings=smaller(form, rng) if number % 2 else {})
        if scaled is not None:
            yield number, scaled

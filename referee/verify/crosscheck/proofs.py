"""A proof is shaken: what it claims of every table is looked at on many, and each step is held against its paths.

Nothing here asks what the rules are written with. Steps are carried out with cards; then what the properties say has
to hold, and what the proof says of that very step has to be what happened: the conditions of its path, what is owed,
and the table after it. So a prover that understands some text wrongly is seen, whichever text that is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import RefereeError
from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.verify.consulted import listen
from referee.verify.crosscheck.matches import BiasedDrivers, Disagreement, rng_of
from referee.verify.crosscheck.models import models
from referee.verify.crosscheck.tables import allowed_near, is_allowed
from referee.verify.findings import TROUBLE_OF
from referee.verify.ledger import Ledger
from referee.verify.play.drivers import Script
from referee.verify.play.met import Met
from referee.verify.play.trial import LOOKED_AT, Trial
from referee.verify.play.watchdog import Looping
from referee.verify.properties import Kind, Property
from referee.verify.prove.boundary import lazy_class
from referee.verify.prove.guided import Compared, Guide
from referee.verify.prove.induction import Induction
from referee.verify.prove.instance import Differs
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.proof import Proof
from referee.verify.prove.search import Ended
from referee.verify.prove.seat_symmetry import seats_alike
from referee.verify.prove.summaries_play import Watched
from referee.verify.verdicts import Trouble


class Followed:
    """Everything that one proof followed."""

    def __init__(self, induction: Induction) -> None:
        self.apart = induction.apart
        self.in_place = not self.apart.lemmas
        self.deals, self.steps = _ways(induction.dealt), _ways(induction.stepped)
        self.watched = Watched(induction.game, self.apart)
        self.table: Any = lazy_class(self.watched.game, None)

    def compare(self, compared: Compared) -> None:
        """Differs where the proof does not know this step."""
        if self.in_place:
            known, what = (self.deals, "deal") if compared.before is None else (self.steps, "step")
            if not compared.fault and not _is_among(compared.way, known):
                raise Differs(f"play takes a path through the {what} that the proof did not follow")
            return
        table = self.table(self.watched.game)
        script = Script(compared.transcript)
        if compared.before is None:
            run_deal(self.watched.game, table, script)
        else:
            table.restore(compared.before.snapshot())
            run_step(self.watched.game, table, script)


def _ways(ends: Sequence[Ended]) -> list[tuple[int, ...]]:
    return sorted(tuple(each.path.decisions[: each.path.made]) for each in ends)


def _is_among(way: tuple[int, ...], known: list[tuple[int, ...]]) -> bool:
    """Whether some path that was followed begins so: behind the end of the rule come what properties branch on."""
    at = bisect_left(known, way)
    return at < len(known) and known[at][: len(way)] == way


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort: counts and no times, so that a verdict is the same on every machine."""

    matches: int = 12
    """Matches from the deal, each of at most ``steps``."""
    steps: int = 40
    sampled_tables: int = 32
    """Tables of these matches from which single steps are taken."""
    changed: int = 160
    """Other tables that are tried near them."""
    models: int = 24
    """Tables of the solver, at most; it is given no more text for them than this much, and a share of what it was
    given for the proof."""
    text: int = 150_000
    share: float = 0.05
    compared: int = 24
    """Steps that are held against the paths of the proof, and no more than one for so many of its paths:"""
    paths: int = 12

    def scaled(self, by: float) -> Effort:
        """More or less of it, as a question asks for; some of it always."""
        matches, kept, changed, some = (
            max(number // 4, int(number * by))
            for number in (self.matches, self.sampled_tables, self.changed, self.models)
        )
        return replace(self, matches=matches, sampled_tables=kept, changed=changed, models=some)


@dataclass(slots=True)
class CrossChecked:
    """The result: ``disagreement`` is the first against the whole proof; ``only`` has by name those against one
    property; and the extent of the attack."""

    disagreement: Disagreement | None = None
    only: dict[str, Disagreement] = field(default_factory=dict)
    matches: int = 0
    steps: int = 0
    compared: int = 0


class ProofCrossCheck:
    """Shakes one proof of one form of a game; ``proved`` are the properties that it is said to prove."""

    def __init__(
        self, induction: Induction, proof: Proof, proved: Sequence[Property], seed: str, effort: Effort | None = None
    ) -> None:
        self.induction, self.proof, self.proved = induction, proof, proved
        self.effort = effort or Effort()
        game = induction.game
        self.shown_seed, self.seed = seed, f"{seed} {game.form} {sorted(each.name for each in proved)}"
        self.game: Game[Any] = type(game)(game.players, readings=game.readings, settings=game.settings)
        object.__setattr__(self.game, "table", partial(lazy_class(self.game, None), self.game))
        self.consulted = listen(self.game)
        self.made_with = set(self.consulted.asked)
        """The readings that its text reads off the game: nobody can hear whether play does."""
        self.shape = induction.shape
        known = [name for name in induction.claims if name not in proof.failures and name not in induction.pointwise]
        self.assumed = {name: induction.claims[name] for name in known}
        self.guide = Guide(self.game, self.shape, self.assumed, known)
        self.guide.prepare = induction.measured(self.guide.boundary.prepare)
        self.guide.asked = induction.branch_when_asked
        self.followed = Followed(induction)
        self.ledger, self.plain = Ledger(), dict(vars(self.game))
        self.trial = Trial(self.game, [each for each in proved if each.kind in LOOKED_AT], self.ledger)
        self.free_of = {each.trouble for each in proved if each.kind is Kind.FREE_OF}
        self.failed = {TROUBLE_OF[each.broken] for each in proof.failures.get(None, ()) if each.broken is not None}
        self.tables: list[Table] = []
        self.shaken = CrossChecked()

    def shake(self) -> CrossChecked:
        """Look for a disagreement. What cannot be compared is one too: then nothing speaks for the proof."""
        try:
            with self.ledger.watching(self.game, self.trial.table):
                for found in self._disagreements():
                    if not found.only:
                        self.shaken.disagreement = found
                        break
                    self.shaken.only.setdefault(found.only, found)
        except MemoryError:
            raise
        except (Exception, NotSymbolic) as error:
            said = f"the proof cannot be held against play: {type(error).__name__}: {error}"
            self.shaken.disagreement = Disagreement(said, f"seed {self.shown_seed!r}")
        return self.shaken

    def _disagreements(self) -> Iterator[Disagreement]:
        yield from self._matches()
        yield from self._steps()
        yield from self._of_all()

    # -- matches ----------------------------------------------------------------------------------------

    def _matches(self) -> Iterator[Disagreement]:
        """Matches from the deal: all that they come to has to be as the proof says."""
        tastes, effort, trial = BiasedDrivers(self.game), self.effort, self.trial
        for number in range(effort.matches):
            rng = rng_of(self.seed, "match", number)
            driver = tastes.driver(rng, number)
            trial.begin()
            self.ledger.match_begins()
            self.shaken.matches += 1
            for step in range(min(effort.steps, self.game.turn_cap) + 1):
                where = f"match {number}, step {step}, seed {self.shown_seed!r}"
                met = trial.advance(driver)
                yield from self._met(met, where)
                table = trial.table
                if trial.raised or table.dealing or table.outcome is not None or _stops(met):
                    break
                if not is_allowed(table, self.shape, self.assumed):
                    yield Disagreement("play comes to a table that the proof takes for impossible", where)
                if rng.random() < effort.sampled_tables / (6 * effort.matches):
                    kept = self.game.table()
                    kept.restore(table.snapshot())
                    self.tables.append(kept)
            for name, most in self.proof.bounds.items():
                if trial.table.turns > most and any(each.name == name for each in self.proved):
                    said = f"the proof says at most {most} steps, and a match has {trial.table.turns}"
                    yield Disagreement(said, f"match {number}, seed {self.shown_seed!r}", only=name)
        del self.tables[effort.sampled_tables :]

    def _met(self, met: Met | None, where: str) -> Iterator[Disagreement]:
        """Disagreements of a step with the proof, in what it met or left."""
        for raised in self.trial.raised:
            yield Disagreement(f"{raised} in play, and a proof could work it out", where)
        if met is None:
            return
        if met.claimed is not None:
            name = met.claimed.name
            only = "" if name in self.assumed else name
            yield Disagreement(f"{name} is proved, and play refutes it: {met.message}", where, only=only)
            self.trial.forget(met.claimed)
        elif _stops(met) and (met.trouble in self.free_of or met.trouble not in self.failed):
            clause = f" in {' '.join(met.clauses)}" if met.clauses else ""
            yield Disagreement(f"nothing of the kind is left open, and play meets{clause}: {met.message}", where)

    # -- single steps -----------------------------------------------------------------------------------

    def _steps(self) -> Iterator[Disagreement]:
        """Single steps from tables of matches, from others near them, and from those of the solver."""
        effort, proof = self.effort, self.proof
        compared = max(12, min(effort.compared, proof.paths // effort.paths))
        text = effort.text + int(effort.share * self.induction.prover.written)
        rng = rng_of(self.seed, "steps")
        tastes = BiasedDrivers(self.game)
        for number in range(2):
            yield from self._compare(None, tastes.driver(rng, number), f"deal {number}, seed {self.shown_seed!r}")
        others = self.tables and list(allowed_near(self.tables, self.shape, self.assumed, rng, effort.changed))
        solved = models(self.game, self.induction.stepped, self.shape, rng, effort.models, text)
        for number, (table, following) in enumerate(solved):
            if is_allowed(table, self.shape, self.assumed):
                yield from self._step(table, following, f"table {number} of the solver", compare=number < compared)
                yield from self._step(table, tastes.driver(rng, number), f"table {number} of the solver", compare=False)
        for word, tables in (("of play", self.tables), ("near play", others)):
            every = max(1, 2 * len(tables) // compared)
            for number, table in enumerate(tables):
                driver = tastes.driver(rng, number)
                yield from self._step(table, driver, f"table {number} {word}", compare=number % every == 0)

    def _step(self, table: Table, driver: Any, what: str, *, compare: bool) -> Iterator[Disagreement]:
        """One step: what the properties say of it, and what the proof says of its path."""
        where = f"{what}, seed {self.shown_seed!r}"
        trial = self.trial
        trial.begin()
        trial.table.restore(table.snapshot())
        trial.look((Kind.TERMINATES,))  # for the measures before the step
        trial.raised.clear()
        self.shaken.steps += 1
        yield from self._met(trial.advance(driver), where)
        if compare:
            yield from self._compare(table, Script(driver.transcript), where)

    def _compare(self, table: Table | None, driver: Any, where: str) -> Iterator[Disagreement]:
        self.shaken.compared += 1
        try:
            with seats_alike(self.induction.alike), self.ledger.aside(self.game, self.plain):
                compared = self.guide.deal(driver) if table is None else self.guide.step(table, driver)
                self.followed.compare(compared)
        except Differs as differs:
            yield Disagreement(str(differs), where, is_limit=differs.stops)
        except (RefereeError, Looping):
            pass  # of a step that meets trouble all was said before

    # -- what is said of all of play --------------------------------------------------------------------

    def _of_all(self) -> Iterator[Disagreement]:
        """Disagreements with a proof's claims that something is never done or asked for."""
        if self.proof.failures:
            return
        where = f"seed {self.shown_seed!r}"
        more = sorted(self.ledger.carried_out - self.proof.clauses)
        if more:
            yield Disagreement(f"play carries out {' '.join(more)}, and no path of the proof does", where)
        unheard = sorted(self.consulted.asked - self.induction.consulted - self.made_with)
        if unheard:
            yield Disagreement(f"play asks for the reading {', '.join(unheard)}, and the proof never does", where)


def _stops(met: Met | None) -> bool:
    """Whether play does not go on behind what a step met."""
    return met is not None and bool(met.fault or met.looping or met.trouble is Trouble.ARITHMETIC)

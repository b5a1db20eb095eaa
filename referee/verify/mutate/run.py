"""Which mutants are noticed: each is checked like ``referee check`` does, until something notices it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from referee.games.registry import find_game
from referee.kernel.clauses import rulebook_order
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.meaning.texts import NoMeaning
from referee.verify.aborted import guarded
from referee.verify.check_result import Checked
from referee.verify.limits import allow, run_limited
from referee.verify.mutate.cache import CachedMutant, Grounds, MutantCache
from referee.verify.mutate.equivalent import Original, forms_of, only_for_making
from referee.verify.mutate.mutants import Mutant, drawn, install, install_to_read, mutants_of
from referee.verify.mutate.natively import noticed_natively
from referee.verify.mutate.reach import Statements
from referee.verify.mutate.stages import Bench, Carried, Stage, differs, playing, proving, reach, read_texts, refuted
from referee.verify.project import Project
from referee.verify.verdicts import Method, lower_bound, upper_bound

METHODS = (Method.FUZZ, Method.EXPLORE, Method.PROVE)
"""The methods of a check with its defaults."""
SECONDS = 120.0
"""Seconds for a proof about one mutant."""
EXAMPLE_HANGS, HANGS = 5, 30
"""Seconds of processor time at least, for one example and for one method that plays: a mutant that takes so much, and
ten times what the rules as they are take, is noticed, as the rules then hang."""


@dataclass(frozen=True, slots=True)
class Fate:
    """The fate of a mutant: ``killed_by`` a method ("" where it survived), and how it showed."""

    mutant: Mutant
    killed_by: str
    shown: str = ""
    equal: str = ""
    """Why it cannot differ, where that is known: then it is no survivor, and does not count."""


@dataclass(slots=True)
class Ledger:
    """All fates. ``made`` counts the mutants that there are, of which a sample may have been looked at; ``cached``
    those of which it was known from an earlier run."""

    game: type[Game[Any]]
    made: int
    seed: str
    fates: list[Fate] = field(default_factory=list)
    interrupted: bool = False
    cached: int = 0
    broken_off: list[str] = field(default_factory=list)
    """Mutants that could not be looked at to the end, a line each."""
    methods: Sequence[Method] = METHODS
    """The methods beside worked examples."""
    notes: list[str] = field(default_factory=list)
    """What was not tried natively, a line each."""

    @property
    def survivors(self) -> list[Fate]:
        return [each for each in self.fates if not (each.killed_by or each.equal)]

    @property
    def equivalent(self) -> list[Fate]:
        return [each for each in self.fates if each.equal]

    @property
    def counted(self) -> int:
        """The number that could be noticed: all that are not known to be equivalent."""
        return len(self.fates) - len(self.equivalent)

    @property
    def score(self) -> float | None:
        """The share of mutants that were noticed, of those that are not known to be equivalent; None of none."""
        return 1 - len(self.survivors) / self.counted if self.counted else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % Clopper–Pearson interval of the score of all mutants, where only a sample was looked at; else None.

        The order of mutants is random, so an interrupted run has looked at a sample too.
        """
        if len(self.fates) == self.made or not self.counted:
            return None
        noticed = self.counted - len(self.survivors)
        return lower_bound(noticed, self.counted, 0.025), upper_bound(noticed, self.counted, 0.025)

    def by_clause(self) -> dict[str, dict[str, int]]:
        """How many mutants were noticed, by clause and method ("" survived). A mutant counts for each of its
        clauses."""
        found: dict[str, dict[str, int]] = {}
        for each in self.fates:
            for clause in each.mutant.clauses or ("no clause",):
                row = found.setdefault(clause, {})
                how = "equal" if each.equal else each.killed_by
                row[how] = row.get(how, 0) + 1
        return dict(sorted(found.items(), key=lambda one: rulebook_order(one[0])))


def mutate(
    given: str,
    most: int | None = None,
    seed: str = "mutants",
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, wanted: None,
    methods: Sequence[Method] = METHODS,
    engine: str = "python",
) -> Ledger:
    """Try the mutants of a game, each in a process of its own. BadInput: no mutants can be made.

    The worked examples try them first, then these methods; with the ``native`` engine what is left is compiled too.
    Fuzzing includes what every game must do. A proof includes the comparison of survivors with the original rules.
    Each result is saved at once; after an interrupt the next run continues there.
    """
    game = find_game(given)
    everything = mutants_of(game)
    wanted = drawn(everything, seed)[:most]
    ledger = Ledger(game, len(everything), seed, methods=methods)
    trying = _Trying(game, given, methods, engine)
    left: list[tuple[Mutant, CachedMutant | None]] = []
    for each in wanted:
        known = trying.known(each)
        if known is not None and trying.is_settled(known):
            ledger.fates.append(Fate(each, known.killed_by, known.shown, known.equal or ""))
        else:
            left.append((each, known))
    ledger.cached = len(ledger.fates)
    progress(ledger.cached, len(wanted))
    try:
        if left:
            trying.begin(jobs)
            _look_at(left, trying, jobs, ledger, lambda: progress(len(ledger.fates), len(wanted)))
            if trying.of_native:
                _look_at_natively(trying, ledger, lambda: progress(len(ledger.fates), len(wanted)))
    except KeyboardInterrupt:
        ledger.interrupted = True
    finally:
        trying.memory.close()
    ledger.fates.sort(key=lambda each: each.mutant.number)
    return ledger


def _look_at(
    left: Sequence[tuple[Mutant, CachedMutant | None]],
    trying: _Trying,
    jobs: int,
    ledger: Ledger,
    on_progress: Callable[[], None],
) -> None:
    with ThreadPoolExecutor(jobs) as pool:
        following = iter(left)
        waiting = {pool.submit(trying.look, *each): each[0] for _, each in zip(range(jobs), following, strict=False)}
        try:
            while waiting:
                ready, _ = wait(waiting, timeout=1.0, return_when=FIRST_COMPLETED)
                for done in ready:
                    mutant = waiting.pop(done)
                    what = f"mutant {mutant.number} ({mutant.operator}, {mutant.function})"
                    kept = guarded(what, done.result, None, ledger.broken_off)
                    if kept is not None:
                        trying.memory.keep(mutant, kept)
                        ledger.fates.append(Fate(mutant, kept.killed_by, kept.shown, kept.equal or ""))
                    for each in (more for more in [next(following, None)] if more is not None):
                        waiting[pool.submit(trying.look, *each)] = each[0]
                on_progress()
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _look_at_natively(trying: _Trying, ledger: Ledger, on_progress: Callable[[], None]) -> None:
    """Play what has survived, in one compiled text."""
    survived = [(at, each) for at, each in enumerate(ledger.fates) if not (each.killed_by or each.equal)]
    left = {each.mutant.number: (at, each) for at, each in survived if not trying.played_natively(each.mutant)}
    mutants = [each.mutant for _, (_, each) in sorted(left.items())]
    unread = 0
    try:
        for mutant, said in noticed_natively(trying.bench, trying.statements, mutants, on_progress):
            at, fate = left[mutant.number]
            unread += said.unread
            if said.defect:
                ledger.broken_off.append(said.defect)
                continue
            if said.shown:
                ledger.fates[at] = fate = Fate(mutant, Method.FUZZ.value, said.shown)
            trying.keep_native(mutant, fate)
    except BadInput as error:
        ledger.notes.append(f"no mutant is played natively: {error}")
    if unread:
        ledger.notes.append(f"{unread} of {len(mutants)} that nothing else notices have no meaning beside the rules: "
                            "Python alone has played them")  # fmt: skip


class _Trying:
    """The examples and methods that each mutant is tried with, and the known fates."""

    def __init__(
        self, game: type[Game[Any]], given: str, methods: Sequence[Method] = METHODS, engine: str = "python"
    ) -> None:
        project = Project.of(game, given)
        self.game = game
        self.grounds = Grounds(game, project.file, project.accepted_file)
        self.memory = MutantCache(game, self.grounds)
        checked = Checked(game, project.properties, accepted=dict(project.accepted))
        shown = project.examples()
        self.bench = Bench(game, shown, project.properties, checked, project.scales)
        alike = {Method.CONFORMANCE: Method.FUZZ}
        self.stages = [each for each in playing(self.bench) if alike.get(each.method, each.method) in methods]
        self.proof = proving(self.bench) if Method.PROVE in methods else None
        self.of_examples = [self.grounds.of_example(each) for each in shown]
        self.of_stages = {each.name: self.grounds.of_stage(each.name, proof=False) for each in self.stages}
        self.of_proof = "" if self.proof is None else self.grounds.of_stage(self.proof.name, proof=True)
        self.of_native = self.grounds.of_native() if engine == "native" and Method.FUZZ in methods else ""
        of_others = [*self.of_examples, *self.of_stages.values(), self.of_proof]
        self.wanted = frozenset([*of_others, self.of_native]) - {""}
        self.limits: dict[str, int] = {}
        self.undecided = ""
        """What the proof of the rules as they are leaves open, in words."""
        self.statements = Statements(game)
        self.made_only = only_for_making(game)
        self.carried: dict[str, frozenset[int] | None] = {}
        """The statements that each stage carries out of the rules as they are, by its name."""
        self.original = Original(game, forms_of(game), [each.form for each in self.stages])

    def known(self, mutant: Mutant) -> CachedMutant | None:
        return self.memory.known(mutant, self.wanted | {"limits"})

    def is_settled(self, cached: CachedMutant) -> bool:
        """Whether nothing is left that it could be tried with."""
        compared = cached.equal is not None or self.proof is None
        return bool(cached.killed_by) or bool(cached.equal) or (compared and self.wanted <= cached.passed)

    def begin(self, jobs: int) -> None:
        """Ask all of the rules as they are: what they show, what it costs, and which statements are carried out."""
        bench = self.bench
        # Not in this process: what the rules keep in caches would go on to mutants.
        said = run_limited(lambda: reach(bench, self.statements), 20 * SECONDS)
        all_of_it = [Carried(1, self.statements.all)] * len(bench.examples)
        bench.reach = said if not isinstance(said, str) else all_of_it
        quiet: set[str] = set()
        with ThreadPoolExecutor(jobs) as pool:
            watched = list(pool.map(lambda stage: run_limited(lambda: self._watched(stage), 20 * SECONDS), self.stages))
        for stage, said in zip(self.stages, watched, strict=True):
            seconds, keys, self.carried[stage.name] = (SECONDS, (), None) if isinstance(said, str) else said
            quiet |= set(keys)
            self.limits[stage.name] = _limit(seconds, HANGS)
        if self.proof is not None:
            read_texts(bench)
            said = run_limited(lambda: (refuted(bench), bench.answers, bench.meant, bench.unproved), SECONDS)
            if not isinstance(said, str):
                (shown, why), bench.answers, bench.meant, bench.unproved = said
                quiet |= {key for key, _ in shown}
                again = run_limited(self._watched_proof, SECONDS)
                if not isinstance(again, str) and again[0] == (shown, why):
                    self.carried[self.proof.name], self.undecided = again[1], why
        bench.quiet = frozenset(quiet)

    def _watched(self, stage: Stage) -> tuple[float, list[str], frozenset[int]]:
        seen: set[int] = set()
        self.statements.watch(seen.add)
        began = time.process_time()
        keys = [key for key, _ in stage.shows(self.bench)]
        return time.process_time() - began, keys, frozenset(seen)

    def _watched_proof(self) -> tuple[Any, frozenset[int]]:
        """What a proof says and carries out. A proof reads text as well: where it says something else with the
        marks in it, nothing is known of what it carries out."""
        seen: set[int] = set()
        self.statements.watch(seen.add)
        return refuted(self.bench), frozenset(seen)

    def _comes_to(self, stage: Stage, changed: frozenset[int] | None) -> bool:
        """Whether a stage may show another thing of a mutant: it carries out some of its statements."""
        carried = self.carried.get(stage.name)
        return changed is None or carried is None or bool(changed & carried)

    def look(self, mutant: Mutant, known: CachedMutant | None) -> CachedMutant:
        """Try a mutant with all that it has not passed yet."""
        passed = frozenset() if known is None else known.passed
        changed = self.statements.changed_by(mutant)
        order = self.bench.in_order(changed, mutant.clauses)
        examples = [number for number in order if self.of_examples[number] not in passed]
        stages = [each for each in self.stages if self.of_stages[each.name] not in passed]
        stages = [each for each in stages if self._comes_to(each, changed)]
        why = "" if known is None else known.shown
        equal = None if known is None else known.equal
        if self.proof is not None and equal is None and mutant.function in self.made_only:
            # What makes the very same forms, those of all stages too, shows them nothing else.
            if examples and (killed := self._play(mutant, examples, ())) is not None:
                return killed
            equal, examples = self._equal(mutant), []
            if equal:
                return CachedMutant("", "", "", passed | self.wanted - {self.of_native}, equal)
        killed = self._play(mutant, examples, stages) if examples or stages else None
        if killed is not None:
            return killed
        if self.proof is not None:
            if self.of_proof not in passed and not self._comes_to(self.proof, changed):
                why = self.undecided
            elif self.of_proof not in passed:
                shown, why = self._proved(mutant)
                if shown:
                    return CachedMutant("prove", shown, self.of_proof)
            if equal is None:
                equal = self._equal(mutant)
        return CachedMutant("", why, "", passed | self.wanted - {self.of_native}, equal)

    def played_natively(self, mutant: Mutant) -> bool:
        known = self.known(mutant)
        return known is not None and self.of_native in known.passed

    def keep_native(self, mutant: Mutant, fate: Fate) -> None:
        """Write down what native play has made of a mutant that had survived."""
        if fate.killed_by:
            self.memory.keep(mutant, CachedMutant(fate.killed_by, fate.shown, self.of_native))
        else:
            self.memory.keep(mutant, CachedMutant("", fate.shown, "", self.wanted, fate.equal))

    def _play(self, mutant: Mutant, examples: Sequence[int], stages: Sequence[Stage]) -> CachedMutant | None:
        """The method that notices a mutant, and how, while it is played in a process of its own; None where nothing
        does."""

        def work() -> tuple[str, ...]:
            install(self.game, mutant)
            for number in examples:
                allow(_limit(self.bench.reach[number].seconds, EXAMPLE_HANGS))
                if shown := differs(self.game, self.bench.examples[number]):
                    return "examples", shown, self.of_examples[number]
            for stage in stages:
                allow(self.limits[stage.name])
                if shown := self._shown(stage):
                    return stage.method.value, shown, self.of_stages[stage.name]
            return ()

        taken = 20 * (len(examples) * EXAMPLE_HANGS + sum(self.limits.values()))
        said = run_limited(work, taken)
        if isinstance(said, str):
            return CachedMutant("limits", said, "limits")
        return CachedMutant(*said) if said else None

    def _shown(self, stage: Stage) -> str:
        try:
            return next((words for key, words in stage.shows(self.bench) if key not in self.bench.quiet), "")
        except Exception as error:  # a check would end there
            return f"{type(error).__name__}: {error}"

    def _proved(self, mutant: Mutant) -> tuple[str, str]:
        """The properties that a proof refutes, or in words what it could not decide."""

        def work() -> tuple[str, str]:
            try:
                install_to_read(self.game, mutant)
            except NoMeaning:
                install(self.game, mutant)
            shown, why = refuted(self.bench)
            new = [words for key, words in shown if key not in self.bench.quiet]
            return (new[0], "") if new else ("", why)

        said = run_limited(work, SECONDS)
        return said if not isinstance(said, str) else ("", said)

    def _equal(self, mutant: Mutant) -> str:
        if mutant.function not in self.made_only and not self.original.rules():
            return ""
        said = run_limited(lambda: {"": self.original.same(mutant)}, SECONDS)
        return said[""] if isinstance(said, dict) else ""


def _limit(seconds: float, least: int) -> int:
    return int(max(least, 10 * seconds)) + 1

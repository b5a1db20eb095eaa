"""A whole check of a game: which forms are looked at by which methods, and what comes of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.play.examples import check_examples
from referee.verify.accepted import Accepted, load_accepted
from referee.verify.findings import Finding
from referee.verify.methods import Budget, Question, is_there, method_of
from referee.verify.properties import Property, read_properties
from referee.verify.verdicts import HOLDS, Method, Result, Verdict

Readings = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked. ``game`` is a name or a folder; ``players`` None for all; ``names`` of properties, all if empty.

    ``readings`` hold for every form; ``alternatives``: also look at those for which a property states an
    expectation. ``budget`` is in seconds for the whole check, None for as long as the tries take.
    """

    game: str
    players: tuple[int, ...] | None = None
    readings: Readings = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    methods: tuple[Method, ...] = (Method.FUZZ, Method.EXPLORE, Method.PROVE)
    names: tuple[str, ...] = ()
    alternatives: bool = True
    seed: str = "check"
    effort: float = 1.0
    budget: float | None = None
    jobs: int = 1
    accepted: Path | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """One question to one method, so that it can be sent to another process."""

    game: str
    file: Path | None
    names: tuple[str, ...]
    method: Method
    players: int
    readings: Readings
    settings: Mapping[str, Any]
    seed: str
    effort: float
    seconds: float | None


@dataclass(slots=True)
class Checked:
    """What a check gave. ``complaints`` are about input that could not be used, one line each."""

    game: type[Game[Any]]
    properties: list[Property]
    results: list[Result] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    examples: int = 0
    examples_failed: list[str] = field(default_factory=list)
    accepted: dict[str, Accepted] = field(default_factory=dict)
    interrupted: bool = False
    out_of_budget: bool = False
    seconds: float = 0.0

    def status(self, finding: Finding) -> str:
        """``expected`` by a property, ``accepted`` by the author's file, or ``new``."""
        for claimed in self.properties:
            if claimed.trouble is finding.trouble or claimed.name == finding.property_name:
                readings = _all_readings(self.game, finding.readings)
                if not claimed.expected(readings, finding.players):
                    return "expected"
        return "accepted" if finding.fingerprint in self.accepted else "new"

    @property
    def new(self) -> list[Finding]:
        return [each for each in self.findings if self.status(each) == "new"]

    @property
    def disappeared(self) -> list[Accepted]:
        """Accepted findings that this check did not meet; it may not have looked there."""
        met = {each.fingerprint for each in self.findings}
        return [each for fingerprint, each in self.accepted.items() if fingerprint not in met]

    def expected(self, result: Result) -> bool:
        """Whether its author expects the property to hold there."""
        claimed = next(each for each in self.properties if each.name == result.property)
        return claimed.expected(_all_readings(self.game, result.readings), result.players)

    def conflicts(self) -> list[str]:
        """One method PROVED and another REFUTED: a defect of the tool."""
        by: dict[Any, set[Verdict]] = {}
        for each in self.results:
            key = (each.property, each.players, tuple(sorted(each.readings.items())), str(each.scale))
            by.setdefault(key, set()).add(each.verdict)
        return [key[0] for key, verdicts in by.items() if {Verdict.PROVED, Verdict.REFUTED} <= verdicts]

    def against_expectation(self) -> list[str]:
        """A line for each property that is refuted against its expectation, or no longer refuted."""
        said: list[str] = []
        for name, readings, results in self._groups():
            refuted = [each for each in results if each.verdict is Verdict.REFUTED]
            wrong = [each for each in refuted if self.expected(each) and not self._is_accepted(each)]
            meant = [each for each in results if not self.expected(each)]
            decided = [each for each in meant if each.verdict is not Verdict.UNKNOWN]
            under = f" under {_said(readings)}" if readings else ""
            if wrong:
                said.append(f"{name} is refuted{under}, and was expected to hold")
            if decided and all(each.verdict is not Verdict.REFUTED for each in meant):
                said.append(f"{name} is no longer refuted{under}, as its author expects it to be")
        return said

    def too_weak(self) -> list[str]:
        """A line for each property whose strongest verdict is weaker than its author accepts."""
        said: list[str] = []
        for name, readings, results in self._groups():
            claimed = next(each for each in self.properties if each.name == name)
            here = [each for each in results if self.expected(each) and each.verdict is not Verdict.REFUTED]
            for players in sorted({each.players for each in here}):
                verdicts = [each.verdict for each in here if each.players == players]
                if not any(claimed.accepts_verdict(each) for each in verdicts):
                    best = next((each for each in HOLDS if each in verdicts), Verdict.UNKNOWN)
                    under = f" under {_said(readings)}" if readings else ""
                    said.append(f"{name}{under}, {players} players: {best.value}, {claimed.accepts.value} is wanted")
        return said

    def exit_code(self) -> int:
        """0 all well, 1 against expectation or new, 2 bad input, 3 inconclusive."""
        if self.complaints:
            return 2
        if self.against_expectation() or self.new or self.examples_failed or self.conflicts():
            return 1
        return 3 if self.interrupted or self.out_of_budget or self.too_weak() else 0

    def _is_accepted(self, result: Result) -> bool:
        claimed = next(each for each in self.properties if each.name == result.property)
        same = [
            each
            for each in self.findings
            if each.property_name == claimed.name or each.trouble is claimed.trouble
            if dict(each.readings).items() <= dict(result.readings).items()
        ]
        return bool(same) and all(each.fingerprint in self.accepted for each in same)

    def _groups(self) -> Iterator[tuple[str, Readings, list[Result]]]:
        """The results of each property under each choice of readings."""
        groups: dict[Any, list[Result]] = {}
        for each in self.results:
            groups.setdefault((each.property, tuple(sorted(each.readings.items()))), []).append(each)
        for (name, readings), results in groups.items():
            yield name, dict(readings), results


def check_game(plan: Plan, progress: Callable[[int, int], None] = lambda done, wanted: None) -> Checked:
    """Check a game. BadInput where the plan cannot be carried out; an interrupt keeps what was decided."""
    began = time.monotonic()
    game = find_game(plan.game)
    file = found_file(game, f"{game.name}.py", plan.game)
    properties, complaints = read_properties(file, game) if file else ([], [])
    unknown = [name for name in plan.names if name not in {each.name for each in properties}]
    if unknown:
        known = ", ".join(each.name for each in properties) or "none"
        raise BadInput(f"{game.name} has no property {unknown[0]!r}; there are: {known}")
    chosen = [each for each in properties if not plan.names or each.name in plan.names]
    checked = Checked(game, chosen, complaints=complaints)
    accepted = plan.accepted or found_file(game, f"{game.name}.accepted.toml", plan.game)
    if accepted is not None:
        checked.accepted = load_accepted(accepted)
    if not plan.names:
        _run_examples(checked, plan)
    jobs = list(_jobs(plan, game, file, chosen))
    _carry_out(jobs, plan, checked, progress)
    _not_asked(checked)
    checked.seconds = time.monotonic() - began
    return checked


def found_file(game: type[Game[Any]], name: str, given: str) -> Path | None:
    """A file of ``properties/``, the author's own first."""
    project = Path(given) if Path(given).is_dir() else None
    for folder in folders("properties", game, project):
        if (folder / name).is_file():
            return folder / name
    return None


def _run_examples(checked: Checked, plan: Plan) -> None:
    path = found_file(checked.game, f"{checked.game.name}.examples.toml", plan.game)
    if path is None:
        return
    try:
        shown = check_examples(checked.game, path)
    except BadInput as error:
        checked.complaints.append(str(error))
        return
    checked.examples = len(shown)
    checked.examples_failed = [f"{each.example.name}: {one}" for each in shown for one in each.differences]


def _jobs(plan: Plan, game: type[Game[Any]], file: Path | None, properties: Sequence[Property]) -> Iterator[Job]:
    methods = [method for method in plan.methods if is_there(method)]
    if not methods:
        names = ", ".join(method.value for method in plan.methods)
        raise BadInput(f"none of these methods is installed: {names}")
    counts = plan.players or tuple(range(game.fewest_players, game.most_players + 1))
    forms: list[tuple[int, Readings]] = []
    for readings in _choices_of_readings(plan, properties):
        for players in counts:
            try:
                game(players, readings=readings, settings=plan.settings)
            except BadInput:
                if plan.players is not None or players == counts[0]:
                    raise
                continue
            forms.append((players, readings))
    each_has = None if plan.budget is None else plan.budget * plan.jobs / max(1, len(forms) * len(methods))
    for method in methods:
        for players, readings in forms:
            yield Job(
                plan.game, file, plan.names, method, players, readings, plan.settings, plan.seed, plan.effort, each_has
            )


def _choices_of_readings(plan: Plan, properties: Iterable[Property]) -> list[Readings]:
    """Those of the plan, and each alternative for which a property states an expectation."""
    found: list[Readings] = [dict(plan.readings)]
    if plan.alternatives and not plan.readings:
        for claimed in properties:
            for each in claimed.refuted:
                if dict(each.readings) not in found:
                    found.append(dict(each.readings))
    return found


def carry_out(job: Job) -> tuple[list[Result], list[Finding]]:
    """One job, in whichever process."""
    game = find_game(job.game)
    properties = read_properties(job.file, game)[0] if job.file else []
    form = game(job.players, readings=job.readings, settings=job.settings)
    about = [each for each in properties if not job.names or each.name in job.names]
    about = [each for each in about if each.applies(form.readings, job.players)]
    question = Question(form, tuple(about), job.seed, Budget(job.seconds), job.effort)
    results: list[Result] = []
    findings: list[Finding] = []
    began = time.perf_counter()
    for each in method_of(job.method).decide(question):
        if isinstance(each, Finding):
            findings.append(each)
        else:
            results.append(each)
    # Properties that are decided together share the time.
    share = (time.perf_counter() - began) / max(1, len(results))
    return [each if each.seconds else replace(each, seconds=share) for each in results], findings


def _carry_out(jobs: list[Job], plan: Plan, checked: Checked, progress: Callable[[int, int], None]) -> None:
    began, done = time.monotonic(), 0
    try:
        if plan.jobs == 1:
            for job in jobs:
                if plan.budget is not None and time.monotonic() - began > plan.budget:
                    checked.out_of_budget = True
                    return
                _take(checked, carry_out(job))
                done += 1
                progress(done, len(jobs))
            return
        with ProcessPoolExecutor(plan.jobs, mp_context=get_context("spawn")) as pool:
            waiting = {pool.submit(carry_out, job) for job in jobs}
            try:
                while waiting:
                    ready, waiting = wait(waiting, timeout=1.0, return_when=FIRST_COMPLETED)
                    for each in ready:
                        _take(checked, each.result())
                    done += len(ready)
                    progress(done, len(jobs))
                    if plan.budget is not None and waiting and time.monotonic() - began > plan.budget:
                        checked.out_of_budget = True
                        return
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
    except KeyboardInterrupt:
        checked.interrupted = True


def _take(checked: Checked, given: tuple[list[Result], list[Finding]]) -> None:
    """Findings that are the same are kept once: the one with the shortest witness, real sightings added up."""
    results, findings = given
    checked.results += results
    for result in results:
        if result.why and result.verdict is Verdict.UNKNOWN and " raised " in result.why:
            line = result.why
            if line not in checked.complaints:
                checked.complaints.append(line)
    for finding in findings:
        same = [each for each in checked.findings if each.fingerprint == finding.fingerprint]
        if not same:
            checked.findings.append(finding)
        elif _steps(finding) < _steps(same[0]):
            checked.findings[checked.findings.index(same[0])] = finding


def _steps(finding: Finding) -> tuple[int, int]:
    return (finding.players, finding.witness.steps if finding.witness is not None else 1 << 30)


def _not_asked(checked: Checked) -> None:
    """Properties about which no method said anything."""
    answered = {each.property for each in checked.results}
    for claimed in checked.properties:
        if claimed.name not in answered and not checked.interrupted and not checked.out_of_budget:
            why = "no method that was asked decides it, or it is about no form that was looked at"
            checked.results.append(Result(claimed.name, Method.FUZZ, 0, {}, {}, Verdict.NOT_ASKED, why=why))


def _all_readings(game: type[Game[Any]], changed: Readings) -> Readings:
    return {**{slug: each.default for slug, each in rules_of(game).readings.items()}, **changed}


def _said(readings: Readings) -> str:
    return " ".join(f"{slug}={value}" for slug, value in sorted(readings.items()))

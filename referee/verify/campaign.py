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
from referee.kernel.game import Game
from referee.play.examples import check_examples
from referee.verify.accepted import load_accepted
from referee.verify.checked import Checked
from referee.verify.findings import Finding
from referee.verify.methods import MEMORIES, Budget, Question, is_there, method_of, remembered
from referee.verify.properties import Property, read_properties
from referee.verify.verdicts import Method, Result, Verdict

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
    alternative: bool = False
    """The readings are there because some property is expected not to hold under them: a proof asks only of it."""


@dataclass(frozen=True, slots=True)
class Form:
    """A game that is looked at: players, readings, settings; ``names`` of properties, all if there are none."""

    players: int
    readings: Readings
    settings: Mapping[str, Any]
    names: tuple[str, ...]
    scaled: bool
    """These settings are some property's and not the plan's."""


SCALED = (Method.FUZZ, Method.EXPLORE)
"""Methods that look at a property at the scale that it names."""


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
    jobs = _remembered(list(_jobs(plan, game, file, chosen)), checked)
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
    asked: list[tuple[Method, Form]] = []
    for method in methods:
        asked += [(method, form) for form in _forms(plan, game, properties) if not form.scaled or method in SCALED]
    each_has = None if plan.budget is None else plan.budget * plan.jobs / max(1, len(asked))
    for method, form in asked:
        yield Job(
            plan.game, file, form.names, method, form.players, form.readings, form.settings,
            plan.seed, plan.effort, each_has, alternative=form.readings != plan.readings,
        )  # fmt: skip


def _forms(plan: Plan, game: type[Game[Any]], properties: Sequence[Property]) -> Iterator[Form]:
    """Every number of players under every choice of readings, first at the scale of the plan.

    Properties that name a scale of their own are looked at there as well, and nothing else is.
    """
    counts = plan.players or tuple(range(game.fewest_players, game.most_players + 1))
    for readings in _choices_of_readings(plan, properties):
        for settings, about in _scales(plan, properties):
            scaled = settings != dict(plan.settings)
            for players in counts:
                if scaled and not any(each.players is None or players in each.players for each in about):
                    continue
                try:
                    game(players, readings=readings, settings=settings)
                except BadInput:
                    if not scaled and (plan.players is not None or players == counts[0]):
                        raise
                    continue
                names = tuple([each.name for each in about]) if scaled else plan.names
                yield Form(players, readings, settings, names, scaled)


def _scales(plan: Plan, properties: Sequence[Property]) -> list[tuple[dict[str, Any], list[Property]]]:
    """The settings of the plan, and those of properties (of which the plan's come before), with these properties."""
    found: list[tuple[dict[str, Any], list[Property]]] = [(dict(plan.settings), list(properties))]
    for claimed in properties:
        settings = {**claimed.settings, **plan.settings}
        same = [about for scale, about in found if scale == settings]
        if not same:
            found.append((settings, [claimed]))
        elif same[0] is not found[0][1]:
            same[0].append(claimed)
    return found


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
    began = time.perf_counter()
    results, findings = _apart(method_of(job.method).decide(_question(job)))
    # Properties that are decided together share the time.
    share = (time.perf_counter() - began) / max(1, len(results))
    return [each if each.seconds or each.cached else replace(each, seconds=share) for each in results], findings


def _question(job: Job) -> Question:
    game = find_game(job.game)
    properties = read_properties(job.file, game)[0] if job.file else []
    form = game(job.players, readings=job.readings, settings=job.settings)
    applying = [each for each in properties if each.applies(form.readings, job.players)]
    about = [each for each in applying if not job.names or each.name in job.names]
    if job.method is Method.PROVE and job.alternative:
        about = [each for each in about if not each.expected(form.readings, job.players)]
    others = tuple([each for each in applying if each not in about])
    return Question(form, tuple(about), job.seed, Budget(job.seconds), job.effort, others)


def _apart(said: Iterable[Result | Finding]) -> tuple[list[Result], list[Finding]]:
    everything = list(said)
    results = [each for each in everything if isinstance(each, Result)]
    return results, [each for each in everything if isinstance(each, Finding)]


def _remembered(jobs: list[Job], checked: Checked) -> list[Job]:
    """Take what is known from an earlier check; gives the jobs that are left."""
    left: list[Job] = []
    for job in jobs:
        known = remembered(job.method, _question(job)) if job.method in MEMORIES else None
        if known is None:
            left.append(job)
        else:
            _take(checked, _apart(known))
    return left


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
        if not jobs:
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

"""A whole check of a game: which forms are looked at by which methods, and what comes of it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.kernel.rulebook import load_rulebook
from referee.play.examples import check_example, load_examples
from referee.pool.cluster import run_on_cluster
from referee.pool.executors import WorkerLost, run_all
from referee.verify.aborted import attempted, describe_error
from referee.verify.accepted import accepted_twice, load_accepted
from referee.verify.check_result import Checked
from referee.verify.collide.conflicts import contradictions, explained
from referee.verify.collide.examples import findings_of_examples
from referee.verify.crosscheck.disagreement import OF_REFEREE
from referee.verify.explore.deck_limits import findings_of_numbers
from referee.verify.explore.unreachable import findings_of_never
from referee.verify.findings import Finding, by_likelihood, without_repetitions
from referee.verify.ledger import Ledger
from referee.verify.methods import MEMORIES, Budget, Question, method_of, remembered
from referee.verify.parallel import NO_PREPARATION
from referee.verify.properties import Property, load_module, properties_in, read_properties
from referee.verify.questions import Job, Plan, jobs_of
from referee.verify.read_in_text import with_text
from referee.verify.scales import Scale, scales_of
from referee.verify.verdicts import Method, Result, Verdict

__all__ = ["Answer", "Checked", "Job", "Plan", "carry_out", "check_game", "found_file"]

PATIENCE = 5.0
"""Seconds that are waited beyond the budget for a question that is being answered."""


def check_game(plan: Plan, progress: Callable[[int, int], None] = lambda done, wanted: None) -> Checked:
    """Check a game. BadInput where the plan cannot be carried out; an interrupt keeps what was decided."""
    began = time.monotonic()
    game = find_game(plan.game)
    load_rulebook(rules_of(game).folder / "rulebook.md")  # one that cannot be used is refused before the work
    file = found_file(game, f"{game.name}.py", plan.game)
    properties, scales, complaints = _declared(file, game)
    unknown = [name for name in plan.names if name not in {each.name for each in properties}]
    if unknown:
        known = ", ".join(each.name for each in properties) or "none"
        raise BadInput(f"{game.name} has no property {unknown[0]!r}; there are: {known}")
    chosen = [each for each in properties if not plan.names or each.name in plan.names]
    others = [each for each in properties if each not in chosen]
    checked = Checked(game, chosen, complaints=complaints, others=others, readings=_unchosen(game, plan.readings))
    checked.thorough = Method.FUZZ in plan.methods and plan.effort >= 1
    there = range(game.fewest_players, game.most_players + 1)
    checked.every_count = plan.players is None or set(plan.players) >= set(there)
    accepted = plan.accepted or found_file(game, f"{game.name}.accepted.toml", plan.game)
    if accepted is not None:
        checked.accepted = load_accepted(accepted)
        checked.notes += accepted_twice(accepted)
    beside = BESIDE if len(plan.methods) > 1 else None
    jobs = [replace(job, emit=plan.emit, processor=beside) for job in jobs_of(plan, game, file, chosen, scales)]
    answers = _remembered(jobs, checked, properties)
    undecided = _carry_out(jobs, answers, plan, checked, progress)
    # Whoever was ready first, or is known from before, says nothing: what is told has the order of the questions.
    for number in sorted(answers):
        _take(checked, plan, answers[number])
    if checked.interrupted:
        checked.results += [one for job in undecided for one in _interrupted(job, game, chosen)]
    take_back(checked)
    if not plan.names:
        _part(checked, "worked examples", lambda: _run_examples(checked, plan))
    _not_asked(checked)
    if not (plan.names or plan.players or checked.interrupted or checked.out_of_budget):
        _part(checked, "the look for what never applies", lambda: _add(checked, findings_of_never(
            game, checked.ledger, checked.readings)))  # fmt: skip
    if not plan.names:
        _part(checked, "the look at the text", lambda: with_text(checked.findings, game))
        players = (plan.players or (game.fewest_players,))[0]
        _part(checked, "the look at numbers", lambda: _add(checked, findings_of_numbers(
            game(players, readings=plan.readings, settings=plan.settings))))  # fmt: skip
    checked.findings = without_repetitions(checked.findings)
    _part(checked, "the look for contradictions", lambda: _add(checked, contradictions(
        checked.findings, chosen, rules_of(game).readings)))  # fmt: skip
    checked.findings = by_likelihood(checked.findings)
    checked.seconds = time.monotonic() - began
    return checked


def take_back(checked: Checked) -> None:
    """Withdraw what one method claims and another one has refuted in the same form of the game."""
    refuted = {_about(each): each.method for each in checked.results if each.verdict is Verdict.REFUTED}
    for number, each in enumerate(checked.results):
        by = refuted.get(_about(each))
        if by is not None and each.verdict in (Verdict.PROVED, Verdict.EXHAUSTED):
            why = f"{OF_REFEREE}{each.method.value} said {each.verdict.value}, and {by.value} refutes it"
            checked.results[number] = replace(each, verdict=Verdict.UNKNOWN, why=why, consulted=(), defect=True)


def _about(result: Result) -> tuple[Any, ...]:
    return result.property, result.players, tuple(sorted(result.readings.items())), str(result.scale)


def _part(checked: Checked, what: str, work: Callable[[], None]) -> None:
    attempted(what, work, None, checked.broken_off, checked.complaints)


def _add(checked: Checked, found: Iterable[Finding]) -> None:
    checked.findings += list(found)


def _unchosen(game: type[Game[Any]], readings: Mapping[str, str]) -> dict[str, str]:
    """The readings or settings that are not the default, by slug, as they were asked for."""
    register = rules_of(game).readings
    by_id = {reading.id: slug for slug, reading in register.items()}
    named = {by_id.get(name, name): value for name, value in readings.items()}
    return {slug: value for slug, value in named.items() if slug in register and value != register[slug].default}


def _declared(file: Path | None, game: type[Game[Any]]) -> tuple[list[Property], list[Scale], list[str]]:
    """The declarations of a file of properties, and a line about each that cannot be used."""
    if file is None:
        return [], [], []
    module = load_module(file, game)
    properties, complaints = properties_in(module, game)
    scales, more = scales_of(module, game)
    return properties, scales, complaints + more


def found_file(game: type[Game[Any]], name: str, where: str) -> Path | None:
    """A file of ``properties/``, the author's own first."""
    for folder in _property_folders(game, where):
        if (folder / name).is_file():
            return folder / name
    return None


def own_folder(game: type[Game[Any]], where: str) -> Path | None:
    """The folder ``properties`` in which what is written for an author is found again by ``found_file``: never the one
    that ships with the package. None where the game's project has none."""
    shipped = folders("properties", project=Path(os.devnull))
    here = Path("properties").resolve()
    return next((each for each in _property_folders(game, where) if each not in shipped or each == here), None)


def _property_folders(game: type[Game[Any]], where: str) -> list[Path]:
    return folders("properties", game, Path(where) if Path(where).is_dir() else None)


def _run_examples(checked: Checked, plan: Plan) -> None:
    path = found_file(checked.game, f"{checked.game.name}.examples.toml", plan.game)
    if path is None:
        return
    try:
        examples = load_examples(path, checked.game)
    except BadInput as error:
        checked.complaints.append(str(error))
        return
    tried = [
        attempted(f"worked example {each.name!r}", partial(check_example, checked.game, each), None,
                  checked.broken_off, checked.complaints)
        for each in examples
    ]  # fmt: skip
    shown = [each for each in tried if each is not None]
    checked.examples = len(shown)
    checked.examples_failed = [one for each in shown for one in each.differences]
    checked.findings += list(findings_of_examples(checked.game, shown))


@dataclass(slots=True)
class Answer:
    """The answer of a method to one question."""

    job: Job
    results: list[Result] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)
    cut: bool = False
    """Its share of the budget was used up."""
    defects: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    @staticmethod
    def of(job: Job, results: Iterable[Result | Finding | Ledger]) -> Answer:
        """The answer with its parts by kind."""
        answer = Answer(job)
        for each in results:
            if isinstance(each, Finding):
                answer.findings.append(each)
            elif isinstance(each, Ledger):
                answer.ledger.add(each)
            else:
                answer.results.append(each)
        return answer


def carry_out(job: Job) -> Answer:
    """One job, in whichever process."""
    began = time.perf_counter()
    game = find_game(job.game)
    question = _question(job, game, read_properties(job.file, game)[0] if job.file else [])
    said: list[Result | Finding | Ledger] = []
    defects: list[str] = []
    complaints: list[str] = []
    method = method_of(job.method)
    attempted(about(job), lambda: said.extend(method.decide(question)), None, defects, complaints)
    answer = Answer.of(job, said)
    answer.cut = question.budget.is_spent
    complaints += answer.ledger.complaints
    answer.findings = [
        attempted(f"explaining what {about(job)} found", partial(explained, each, question.budget),
                  replace(each, short=None), defects, complaints)
        for each in answer.findings
    ]  # fmt: skip
    answer.defects, answer.complaints = defects, complaints
    answer.results += _undecided(question, job, answer, defects)
    # Properties that are decided together share the time.
    share = (time.perf_counter() - began) / max(1, len(answer.results))
    answer.results = [each if each.seconds or each.cached else replace(each, seconds=share) for each in answer.results]
    return answer


def about(job: Job) -> str:
    """A question in words: the method, and the form of the game."""
    form = [f"{name}={value}" for name, value in sorted({**job.readings, **job.settings}.items())]
    return " ".join([job.method.value, f"with {job.players} players", *form])


def _undecided(question: Question, job: Job, answer: Answer, defects: Sequence[str]) -> Iterator[Result]:
    """A row for each property that a method which broke off has not decided."""
    decided = {each.property for each in answer.results}
    for each in question.properties:
        if defects and each.name not in decided:
            form = question.game.players, question.readings, question.scale
            yield Result(each.name, job.method, *form, Verdict.UNKNOWN, why=defects[0])


def _question(job: Job, game: type[Game[Any]], properties: Sequence[Property]) -> Question:
    question = Question(
        game(job.players, readings=job.readings, settings=job.settings),
        (),
        job.seed,
        Budget(job.seconds, job.processor),
        job.effort,
        job.engine,
    )
    form = question.game
    applying = [each for each in properties if each.applies(form.readings, job.players, question.scale)]
    about = [each for each in applying if not job.names or each.name in job.names]
    if job.method is Method.PROVE and job.alternative:
        about = [each for each in about if not each.expected(form.readings, job.players)]
    others = tuple([each for each in applying if each not in about])
    effects = job.method is Method.PROVE and not (job.names or job.alternative)
    declared = tuple([each for each in properties if not job.names or each.name in job.names])
    return replace(
        question, properties=tuple(about), others=others, emit=job.emit, effects=effects,
        rows=job.rows, declared=declared,
    )  # fmt: skip


def _remembered(jobs: list[Job], checked: Checked, properties: Sequence[Property]) -> dict[int, Answer]:
    """The answers of an earlier check, by the number of the question."""
    found: dict[int, Answer] = {}
    for number, job in enumerate(jobs):
        question = _question(job, checked.game, properties)
        known = remembered(job.method, question) if job.method in MEMORIES else None
        if known is not None:
            found[number] = Answer.of(job, known)
    for memory in MEMORIES.values():
        checked.notes += import_module(memory).IGNORED
        import_module(memory).IGNORED.clear()
    return found


BESIDE = 60.0
"""Seconds of processor time for the proofs of one form, where other methods are asked as well."""


class Clock:
    """The time of a whole check, shared out fairly: what a question leaves is for those that follow."""

    def __init__(self, plan: Plan, jobs: int) -> None:
        self.budget, self.workers, self.left = plan.budget, plan.jobs, jobs
        self.began = time.monotonic()

    @property
    def is_over(self) -> bool:
        return self.budget is not None and time.monotonic() - self.began > self.budget

    @property
    def is_long_over(self) -> bool:
        """Seconds after which nobody waits for workers that still work on a question."""
        return self.budget is not None and time.monotonic() - self.began > self.budget + PATIENCE

    def timed(self, job: Job) -> Job:
        """The next job, with its share of what is left."""
        seconds = None
        if self.budget is not None:
            remaining = max(0.0, self.budget - (time.monotonic() - self.began))
            seconds = remaining * min(self.workers, self.left) / self.left
        self.left -= 1
        return replace(job, seconds=seconds)


def _carry_out(
    jobs: list[Job],
    answers: dict[int, Answer],
    plan: Plan,
    checked: Checked,
    progress: Callable[[int, int], None],
) -> list[Job]:
    """Adds the answers that are missing; gives the jobs to which there is none in the end."""
    left = [(number, job) for number, job in enumerate(jobs) if number not in answers]
    clock = Clock(plan, len(left))
    known = len(answers)
    in_time = ((number, clock.timed(job)) for number, job in takewhile(lambda _: not clock.is_over, left))
    if plan.cluster is not None:
        said = run_on_cluster(_numbered, in_time, address=plan.cluster, preparation=NO_PREPARATION)
    else:
        said = run_all(
            _numbered, in_time, jobs=plan.jobs, preparation=NO_PREPARATION, ahead=1, given_up=lambda: clock.is_long_over
        )
    try:
        for (number, _), answer in said:
            answers[number] = answer
            progress(len(answers) - known, len(left))
        checked.out_of_budget = len(answers) < len(jobs)
    except KeyboardInterrupt:
        checked.interrupted = True
    except WorkerLost as lost:
        _ask_alone(jobs, answers, lost)
    return [job for number, job in enumerate(jobs) if number not in answers]


def _numbered(task: tuple[int, Job]) -> Answer:
    return carry_out(task[1])


def _ask_alone(jobs: list[Job], answers: dict[int, Answer], lost: WorkerLost) -> None:
    """Ask the rest one by one, so that it is known which of them ends its process."""
    for number, job in enumerate(jobs):
        if number in answers:
            continue
        alone = run_all(carry_out, [job], jobs=2, preparation=NO_PREPARATION, ahead=1)
        try:
            answers[number] = next(iter(alone))[1]
        except WorkerLost:
            answers[number] = answer = Answer(job)
            answer.defects.append(describe_error(about(job), lost))
        finally:
            alone.close()  # type: ignore[attr-defined]


def _interrupted(job: Job, game: type[Game[Any]], properties: Sequence[Property]) -> Iterator[Result]:
    """The properties that a proof would have decided, had there been no interrupt."""
    if job.method is Method.PROVE:
        from referee.verify.prove.method import can_be_asked  # it loads the solver

        question = _question(job, game, properties)
        form = question.game.players, question.readings, question.scale
        for each in question.properties:
            if can_be_asked(each):
                yield Result(each.name, Method.PROVE, *form, Verdict.UNKNOWN, why="interrupted")


def _take(checked: Checked, plan: Plan, answer: Answer) -> None:
    """Findings that are the same are kept once: the one that a real game meets, with the shortest witness."""
    checked.results += answer.results
    checked.broken_off += [each for each in answer.defects if each not in checked.broken_off]
    checked.complaints += [each for each in answer.complaints if each not in checked.complaints]
    checked.cut |= answer.cut and answer.job.method is Method.FUZZ
    if dict(answer.job.readings) == dict(plan.readings):
        checked.ledger.add(answer.ledger)
    else:
        checked.ledger.looked += answer.ledger.looked
    for result in answer.results:
        if result.why and result.verdict is Verdict.UNKNOWN and " raised " in result.why:
            line = result.why
            if line not in checked.complaints:
                checked.complaints.append(line)
    for finding in answer.findings:
        same = [each for each in checked.findings if each.fingerprint == finding.fingerprint]
        if not same:
            checked.findings.append(finding)
            continue
        best, other = sorted((same[0], finding), key=_plainness)
        counted = best.sightings is not None or dict(best.scale) != dict(other.scale)
        kept = best if counted else replace(best, sightings=other.sightings)
        if not (best.together or best.mended_by or best.last_change):
            parts = {name: getattr(other, name) for name in ("together", "together_in", "mended_by", "last_change")}
            kept = replace(kept, **parts)
        checked.findings[checked.findings.index(same[0])] = kept


def _plainness(finding: Finding) -> tuple[bool, int, int]:
    return bool(finding.scale), finding.players, finding.witness.steps if finding.witness is not None else 1 << 30


def _not_asked(checked: Checked) -> None:
    """Properties about which no method said anything."""
    answered = {each.property for each in checked.results}
    for claimed in checked.properties:
        if claimed.name not in answered and not checked.interrupted and not checked.out_of_budget:
            why = "no method that was asked decides it, or it is about no form that was looked at"
            checked.results.append(Result(claimed.name, Method.FUZZ, 0, {}, {}, Verdict.NOT_ASKED, why=why))

"""The questions of a check are answered: each in one process or another, in what time there is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from itertools import takewhile
from typing import Any

from referee.games.registry import find_game
from referee.kernel.game import Game
from referee.meaning.reading_limits import garbage_seldom
from referee.pool.cluster import run_anywhere
from referee.pool.executors import WorkerLost, run_all
from referee.verify.aborted import attempted, describe_error
from referee.verify.check_result import Checked
from referee.verify.collide.conflicts import explained
from referee.verify.findings import Finding
from referee.verify.ledger import Ledger
from referee.verify.methods import MEMORIES, Budget, Question, method_of, remembered
from referee.verify.properties import Property, read_properties
from referee.verify.questions import Job, Plan, turn_of
from referee.verify.verdicts import Method, Result, Verdict

PATIENCE = 5.0
"""Seconds that are waited beyond the budget for a question that is being answered."""


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


def carry_out(job: Job, drained: dict[Any, Any] | None = None) -> Answer:
    """One job, in whichever process; ``drained`` is shared by those about one form (see ``Question``)."""
    began = time.perf_counter()
    game = find_game(job.game)
    question = question_of(job, game, read_properties(job.file, game)[0] if job.file else [])
    question = replace(question, drained={} if drained is None else drained)
    said: list[Result | Finding | Ledger] = []
    defects: list[str] = []
    complaints: list[str] = []
    method = method_of(job.method)
    with garbage_seldom():
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


def question_of(job: Job, game: type[Game[Any]], properties: Sequence[Property]) -> Question:
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
        question, properties=tuple(about), others=others, emit=job.emit, why=job.why, effects=effects,
        rows=job.rows, declared=declared,
    )  # fmt: skip


def _remembered(jobs: list[Job], checked: Checked, properties: Sequence[Property]) -> dict[int, Answer]:
    """The answers of an earlier check, by the number of the question."""
    found: dict[int, Answer] = {}
    for number, job in enumerate(jobs):
        question = question_of(job, checked.game, properties)
        known = remembered(job.method, question) if job.method in MEMORIES else None
        if known is not None:
            found[number] = Answer.of(job, known)
    for memory in MEMORIES.values():
        checked.notes += import_module(memory).IGNORED
        import_module(memory).IGNORED.clear()
    return found


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


def answer_all(
    jobs: list[Job],
    plan: Plan,
    checked: Checked,
    properties: Sequence[Property],
    progress: Callable[[int, int], None],
) -> tuple[list[Answer], list[Job]]:
    """The answers, and the jobs to which there is none in the end. What earlier checks know is not asked again.

    Whoever was ready first says nothing: answers have the order of their questions. What ended it stands in
    ``checked``: the budget, or an interrupt.
    """
    answers = _remembered(jobs, checked, properties)
    left = [(number, job) for number, job in enumerate(jobs) if number not in answers]
    if plan.budget is None and (plan.jobs > 1 or plan.cluster is not None):
        left.sort(key=lambda each: turn_of(each[1]))
    clock = Clock(plan, len(left))
    known = len(answers)
    in_time = (
        [(number, clock.timed(job)) for number, job in some]
        for some in takewhile(lambda _: not clock.is_over, of_one_process(left))
    )
    said = run_anywhere(
        _numbered, in_time, jobs=plan.jobs, cluster=plan.cluster, ahead=1, given_up=lambda: clock.is_long_over
    )
    try:
        for some, together in said:
            answers |= {number: answer for (number, _), answer in zip(some, together, strict=True)}
            progress(len(answers) - known, len(left))
        checked.out_of_budget = len(answers) < len(jobs)
    except KeyboardInterrupt:
        checked.interrupted = True
    except WorkerLost as lost:
        _ask_alone(jobs, answers, lost)
    return [answers[number] for number in sorted(answers)], [
        job for number, job in enumerate(jobs) if number not in answers
    ]


def of_one_process(left: Sequence[tuple[int, Job]]) -> list[list[tuple[int, Job]]]:
    """Each question by itself; but what is asked of one alternative for so many players one after the other in the
    same process, where the methods search for the same."""
    found: dict[Any, list[tuple[int, Job]]] = {}
    for number, job in left:
        shared = job.alternative and job.method in (Method.FUZZ, Method.PROVE)
        form = repr((job.players, sorted(job.readings.items()), sorted(job.settings.items())))
        found.setdefault(form if shared else number, []).append((number, job))
    return list(found.values())


def _numbered(task: Sequence[tuple[int, Job]]) -> list[Answer]:
    return carry_out_together([job for _, job in task])


def carry_out_together(jobs: Sequence[Job]) -> list[Answer]:
    """Questions about one form, one after the other in this process: what one has searched for the next takes over."""
    drained: dict[Any, Any] = {}
    return [carry_out(job, drained) for job in jobs]


def _ask_alone(jobs: list[Job], answers: dict[int, Answer], lost: WorkerLost) -> None:
    """Ask the rest one by one, so that it is known which of them ends its process."""
    for number, job in enumerate(jobs):
        if number in answers:
            continue
        alone = run_all(carry_out, [job], jobs=2, ahead=1)
        try:
            answers[number] = next(iter(alone))[1]
        except WorkerLost:
            answers[number] = answer = Answer(job)
            answer.defects.append(describe_error(about(job), lost))
        finally:
            alone.close()  # type: ignore[attr-defined]

"""A worked example that does not come out as written: the clauses that it cannot be kept together with.

The example is played again with one clause cut out at a time, of those that it carries out. Where it then comes out
as written, that clause stands against it; else one without which it fails in another way has a part in it, and the
last of these is named, one that the example is about before others. Then each reading that was consulted is read
otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel.clauses import rulebook_order
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.play.examples.file import Case
from referee.play.examples.run import Shown, play_case
from referee.verify.collide.ablation import leave_out
from referee.verify.collide.tracing import Trace
from referee.verify.consulted import listen
from referee.verify.findings import Finding
from referee.verify.play.watchdog import WATCHDOG, Looping
from referee.verify.verdicts import Method, Trouble, Verdict

MOST = 12
"""Examples that are explained; the first ones."""
DIFFERENCES = 3
"""Differences that a sentence names."""


@dataclass(frozen=True, slots=True)
class Against:
    """The cause of an example's failure: a clause, and ``without``, whether the example comes out as written when that
    clause is cut out. "" where no clause can be named. ``mended_by`` are the readings, ``SLUG=VALUE``, under which it
    does."""

    clause: str
    without: bool
    mended_by: tuple[str, ...]


def against(game: type[Game[Any]], case: Case) -> Against:
    """Play a case that fails again and again; see the module's docstring."""
    made: list[Trace] = []
    consulted: list[Any] = []
    begun: list[Any] = []

    def traced(*about: Any, **more: Any) -> Game[Any]:
        form = game(*about, **more)
        consulted.append(listen(form))
        made.append(Trace(form))
        step = form.step

        def counted(t: Any) -> Any:
            begun.append(step)
            return step(t)

        object.__setattr__(form, "step", counted)
        return form

    failed = play_case(traced, case)[1]
    # With a clause left out an answer may be left over: it is no reason to go on with further steps.
    case = replace(case, steps=len(begun) if case.steps is None else case.steps)
    ran = list(dict.fromkeys(ids[0] for ids in made[-1].begun))
    named = Against("", False, tuple(_mending(game, case, consulted[-1].asked)))
    most = -1
    for clause in reversed(ran):
        found = _without(game, case, clause)
        if found is None:
            continue
        wrong, others = found
        if not wrong and others > most:
            # Of clauses that carry each other out the innermost: without it most of the others still are.
            named, most = Against(clause, True, named.mended_by), others
        elif wrong != failed and not named.without and (not named.clause or clause in case.clauses):
            # One that the example is about comes before others: then nothing else is needed to contradict it.
            named = named if named.clause in case.clauses else Against(clause, False, named.mended_by)
    return named


def _without(game: type[Game[Any]], case: Case, clause: str) -> tuple[list[str], int] | None:
    """The differences of an example without a clause, and the number of other clauses that begin; None where the rules
    cannot do without it."""
    made: list[Trace] = []

    def cut(*about: Any, **more: Any) -> Game[Any]:
        form = game(*about, **more)
        leave_out(form, clause)
        made.append(Trace(form))
        WATCHDOG.enter(form, None)
        return form

    try:
        # What only the clause would have asked for is left over.
        wrong = [each for each in play_case(cut, case)[1] if not each.endswith("was not asked for")]
        return wrong, len({ids[0] for ids in made[-1].begun} - {clause})
    except (Exception, Looping):  # what others expect of it is missing, or an answer is one to another question
        return None
    finally:
        WATCHDOG.leave()


def _mending(game: type[Game[Any]], case: Case, asked: set[str]) -> Iterator[str]:
    form = game(case.players, readings=case.readings, settings=case.settings)
    for slug in sorted(asked & set(form.register)):
        for value in form.register[slug].alternatives:
            if value in ("undefined", form.readings[slug]):
                continue
            readings: Mapping[str, str] = {**form.readings, slug: value}
            try:
                if not play_case(game, replace(case, readings=readings))[1]:
                    yield f"{slug}={value}"
            except BadInput:
                continue


def findings_of_examples(game: type[Game[Any]], shown: list[Shown]) -> Iterator[Finding]:
    """For each failing example its clauses, and the clause with which it cannot be reconciled."""
    failing = [each for each in shown if each.differences][:MOST]
    for example in (each.example for each in failing):
        for case in example.cases:
            wrong = play_case(game, case)[1]
            if wrong:
                yield _finding(game, case, wrong, against(game, case))
                break


def _finding(game: type[Game[Any]], case: Case, wrong: list[str], found: Against) -> Finding:
    form = game(case.players, readings=case.readings, settings=case.settings)
    its_own = found.clause in case.clauses and not found.without
    against_it = {found.clause} if its_own else {*case.clauses, *([found.clause] if found.clause else [])}
    clauses = tuple(sorted(against_it, key=rulebook_order))
    told = "; ".join(wrong[:DIFFERENCES])
    sentence = f"The worked example {case.name!r} and {' '.join(clauses)} cannot all be kept: {told}."
    if found.without:
        sentence += f" Without {found.clause} it comes out as written."
    elif found.clause:
        sentence += f" {found.clause} has a part in it."
    return Finding(
        Trouble.CONTRADICTION, form.name, sentence, clauses, form.players, form.unusual_readings,
        form.unusual_settings, Method.EXAMPLES, Verdict.REFUTED, together=(found.clause,) if found.clause else (),
        mended_by=found.mended_by, about=f"worked example {case.name}",
    )  # fmt: skip

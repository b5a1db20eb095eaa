"""A whole check of a game, one way through the house: load its project, ask, answer, judge, look further."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.play.examples import check_example
from referee.verify.aborted import attempted
from referee.verify.answering import answer_all
from referee.verify.ask.finding import forms
from referee.verify.ask.unpromised import findings_of_unpromised
from referee.verify.check_result import Checked
from referee.verify.collide.conflicts import contradictions
from referee.verify.collide.examples import findings_of_examples
from referee.verify.explore.unreachable import findings_of_never, findings_of_numbers
from referee.verify.findings import Finding, by_likelihood, without_repetitions
from referee.verify.judging import judge, not_asked
from referee.verify.project import Project, accepted_twice
from referee.verify.questions import Plan, jobs_of
from referee.verify.read_in_text import with_text
from referee.verify.symbolic.stumbling import findings_of_stumbling
from referee.verify.verdicts import Method


def check_game(plan: Plan, progress: Callable[[int, int], None] = lambda done, wanted: None) -> Checked:
    """Check a game. BadInput where the plan cannot be carried out; an interrupt keeps what was decided."""
    began = time.monotonic()
    project = Project.of(find_game(plan.game), plan.game, plan.accepted)
    checked = _begun(plan, project)
    jobs = jobs_of(plan, project.game, project.file, checked.properties, project.scales)
    answers, undecided = answer_all(jobs, plan, checked, project.properties, progress)
    judge(checked, plan, answers, undecided)
    _look_further(checked, plan, project)
    checked.findings = by_likelihood(checked.findings)
    checked.seconds = time.monotonic() - began
    return checked


def _begun(plan: Plan, project: Project) -> Checked:
    """The result before anything was asked. BadInput: the plan names a property that there is not."""
    game, declared = project.game, project.properties
    unknown = [name for name in plan.names if name not in {each.name for each in declared}]
    if unknown:
        known = ", ".join(each.name for each in declared) or "none"
        raise BadInput(f"{game.name} has no property {unknown[0]!r}; there are: {known}")
    chosen = [each for each in declared if not plan.names or each.name in plan.names]
    others = [each for each in declared if each not in chosen]
    checked = Checked(game, chosen, complaints=list(project.complaints), others=others)
    checked.readings = _unchosen(game, plan.readings)
    checked.accepted = dict(project.accepted)
    checked.notes += [] if project.accepted_file is None else accepted_twice(project.accepted_file)
    checked.thorough = Method.FUZZ in plan.methods and plan.effort >= 1
    there = range(game.fewest_players, game.most_players + 1)
    checked.every_count = plan.players is None or set(plan.players) >= set(there)
    return checked


def _look_further(checked: Checked, plan: Plan, project: Project) -> None:
    """What follows from all answers together, and what is no question about a form: examples, text, numbers."""
    game = project.game
    if not plan.names:
        _part(checked, "worked examples", lambda: _run_examples(checked, project))
    not_asked(checked)
    if not (plan.names or plan.players or checked.interrupted or checked.out_of_budget):
        _part(checked, "the look for what never applies", lambda: _add(checked, findings_of_never(
            game, checked.ledger, checked.readings)))  # fmt: skip
    if not plan.names:
        _part(checked, "the look at the text", lambda: with_text(checked.findings, game))
        players = (plan.players or (game.fewest_players,))[0]
        if _looks_unasked(checked, plan):
            _part(checked, "the look for rare coincidences", lambda: _add(checked, findings_of_stumbling(
                game(players, readings=plan.readings, settings=plan.settings), plan.seed, checked.findings,
                checked.ledger.real_matches, solve=Method.PROVE in plan.methods)))  # fmt: skip
            _part(checked, "the look for what does nothing", lambda: _add(checked, findings_of_unpromised(
                forms(game, plan.players, plan.readings, plan.settings), plan.seed, plan.effort,
                plan.readings)))  # fmt: skip
        _part(checked, "the look at numbers", lambda: _add(checked, findings_of_numbers(
            game(players, readings=plan.readings, settings=plan.settings))))  # fmt: skip
    checked.findings = without_repetitions(checked.findings)
    _part(checked, "the look for contradictions", lambda: _add(checked, contradictions(
        checked.findings, checked.properties, rules_of(game).readings)))  # fmt: skip


def _looks_unasked(checked: Checked, plan: Plan) -> bool:
    """Whether it is looked for what does nothing: where matches are played, nothing is promised and there is time."""
    left = not (checked.out_of_budget or checked.interrupted) and plan.budget is None
    return left and not (checked.properties or checked.others) and Method.FUZZ in plan.methods


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


def _run_examples(checked: Checked, project: Project) -> None:
    tried = [
        attempted(f"worked example {each.name!r}", partial(check_example, project.game, each), None,
                  checked.broken_off, checked.complaints)
        for each in project.examples()
    ]  # fmt: skip
    shown = [each for each in tried if each is not None]
    checked.examples = len(shown)
    checked.examples_failed = [one for each in shown for one in each.differences]
    checked.findings += list(findings_of_examples(project.game, shown))

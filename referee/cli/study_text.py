"""A study on a terminal: the answer in five sentences, then the figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.cli.match_report import counted, fields
from referee.cli.terminal import Terminal
from referee.study.estimates import Estimate
from referee.study.fairness import Worth
from referee.study.sentences import limits_of
from referee.study.study import Study

ENDS = 4
"""Ends and cards that are listed, at either side."""
COMPARED = 8
"""Figures of each form beside the first."""
CERTAIN = 0.05


def study_lines(study: Study, terminal: Terminal) -> Iterator[str]:
    """The whole study."""
    yield terminal.bold(f"{study.title}, {counted(study.players, 'player')}")
    yield ""
    for sentence in study.sentences:
        yield from terminal.wrapped(sentence, "• ", "  ")
    yield ""
    for limit in limits_of(study):
        yield from terminal.wrapped(limit)
    for title, lines in (
        ("Who wins", _fairness(study, terminal)),
        ("Strength", _skill(study, terminal)),
        ("Course", _course(study)),
        ("Decisions", _decisions(study, terminal)),
        ("Cards, in parts of a win for one more of them", _cards(study, terminal)),
        ("Length", _lengths(study, terminal)),
        ("Restricted players, against the same without the restriction", _restricted(study, terminal)),
        ("Compared", _compared(study, terminal)),
    ):
        told = [each if isinstance(each, str) else "" for each in lines]
        if told:
            yield from ["", terminal.bold(title), *told]
    yield ""
    settings = {"seed": study.seed, "effort": f"{study.effort:g} minutes", "turn cap": str(study.turn_cap)}
    yield from fields(settings.items(), terminal)


def percent(estimate: Estimate, digits: int = 1) -> str:
    return "–" if estimate.value is None else f"{100 * estimate.value:.{digits}f} %"


def reach(estimate: Estimate, factor: float = 100.0, digits: int = 1) -> str:
    """``25.1–27.7``."""
    if estimate.reach is None:
        return ""
    return f"{factor * estimate.reach[0]:.{digits}f} to {factor * estimate.reach[1]:.{digits}f}"


def _table(
    terminal: Terminal, headings: Sequence[str], rows: Sequence[Sequence[Any]], right: Sequence[int]
) -> list[str]:
    return terminal.table(headings, rows, right=right).split("\n") if rows else []


def _fairness(study: Study, terminal: Terminal) -> list[str]:
    rows = []
    for each in study.fairness:
        for seat, share in enumerate(each.seats):
            first = each.from_first[seat] if each.from_first else None
            rows.append((
                each.level if not seat else "", f"{each.number:,}" if not seat else "", seat, percent(share),
                reach(share), percent(first) if first else "", reach(first) if first else "",
            ))  # fmt: skip
    headings = ("players", "matches", "seat", "wins", "95 %", "from the first", "95 %")
    return _table(terminal, headings, rows, (1, 2, 3, 5))


def _skill(study: Study, terminal: Terminal) -> list[str]:
    skill = study.skill
    if skill is None:
        scores = [(level, f"{score.value or 0:.2f}", reach(score, 1, 2)) for level, score in study.scores.items()]
        return _table(terminal, ("players", "score of all", "95 %"), scores, (1,))
    rows = [(e.level, f"{e.elo.value or 0:+.0f}", reach(e.elo, 1, 0), e.elo.number) for e in skill.ratings]
    lines = _table(terminal, ("player", "Elo", "95 %", "blocks"), rows, (1, 3))
    met = [(e.strong, e.weak, percent(e.score), reach(e.score), e.score.number) for e in skill.meetings]
    lines += ["", *_table(terminal, ("player", "against", "score", "95 %", "blocks"), met, (2, 4))]
    told = []
    if skill.doubling.value is not None:
        told.append(("twice the budget", f"{skill.doubling.value:+.0f} Elo ({reach(skill.doubling, 1, 0)})"))
    if skill.deal.value is not None:
        told.append(("of the deal", f"{percent(skill.deal)} of the spread of payoffs ({reach(skill.deal)})"))
    return [*lines, "", *fields(told, terminal)] if told else lines


def _course(study: Study) -> list[str]:
    course = study.courses
    if course is None or not course.number:
        return []
    lines = [
        f"winner known after  {percent(course.known_at)} of the match ({reach(course.known_at)})",
        f"lead changes        {course.lead_changes.value or 0:.1f} ({reach(course.lead_changes, 1)})",
        f"came from behind    {percent(course.comebacks)} of winners ({reach(course.comebacks)})",
        f"drama               {course.drama.value or 0:.2f} ({reach(course.drama, 1, 2)})",
    ]
    if course.kings.value is not None:
        lines.append(f"kingmaking          {percent(course.kings)} of hopeless turns ({reach(course.kings)})")
    return lines


def _decisions(study: Study, terminal: Terminal) -> list[str]:
    rows = [
        (each.level, f"{each.decisions.value or 0:.1f}", f"{each.options.value or 0:.1f}", percent(each.forced),
         percent(each.matter))
        for each in study.decisions
    ]  # fmt: skip
    headings = ("players", "decisions", "answers to one", "with one answer", "clearly matter")
    lines = _table(terminal, headings, rows, (1, 2, 3, 4))
    judge = study.decisions[-1]
    shown = sorted(judge.labels, key=lambda each: -each.offered)[:COMPARED]
    named = [*judge.dead, *judge.dominating, *[e for e in shown if e not in judge.dead and e not in judge.dominating]]
    told = [
        (e.label, e.offered, f"{100 * e.expected:.0f} %", percent(e.best, 0),
         "never best" if e in judge.dead else "always best" if e in judge.dominating else "")
        for e in named[: 2 * COMPARED]
    ]  # fmt: skip
    if told:
        lines += ["", *_table(terminal, ("answer", "offered", "at random", "best", ""), told, (1, 2, 3))]
        lines += _left(len(judge.labels) - len(told))
    return lines


def _left(number: int) -> list[str]:
    return [f"… and {number} more (--json has all)"] if number > 0 else []


def _cards(study: Study, terminal: Terminal) -> list[str]:
    cards = study.cards
    if cards is None:
        return []
    rows = []
    for when, worths in (("at first", cards.opening), ("when drawn", cards.drew), ("when played", cards.played)):
        for at, each in enumerate(_ends(worths)):
            value = each.value.value or 0.0
            sure = "" if each.p < CERTAIN else "may be chance"
            rows.append((when if not at else "", each.card, f"{value:+.3f}", reach(each.value, 1, 3), sure))
    return _table(terminal, ("card", "", "worth", "95 %", ""), rows, (2,))


def _ends(worths: Sequence[Worth]) -> list[Worth]:
    return list(worths) if len(worths) <= 2 * ENDS else [*worths[:ENDS], *worths[-ENDS:]]


def _lengths(study: Study, terminal: Terminal) -> list[str]:
    rows = []
    for each in study.lengths:
        ends = [f"{reason} {percent(share, 0)}" for reason, share in [*each.ends.items()][:ENDS]]
        rows.append(
            (each.level, f"{each.number:,}", f"{each.turns.value or 0:.1f}", reach(each.turns, 1), ", ".join(ends))
        )
    lines = _table(terminal, ("players", "matches", "turns", "95 %", "ended"), rows, (1, 2))
    if study.stalling is not None and study.stalling.turns.value is not None:
        stalling = study.stalling
        times = "" if stalling.times is None else f", {stalling.times:.2f} times as long"
        lines.append(
            f"A seat that plays for time against {stalling.level}: {stalling.turns.value:.1f} turns{times}, "
            f"{percent(stalling.capped)} stopped."
        )
    return [line for text in lines for line in ([text] if len(text) <= terminal.width else terminal.wrapped(text))]


def _restricted(study: Study, terminal: Terminal) -> list[str]:
    rows = [(each.what, percent(each.score), reach(each.score), each.score.number) for each in study.restricted]
    return _table(terminal, ("player", "score", "95 %", "blocks"), rows, (1, 3))


def _compared(study: Study, terminal: Terminal) -> list[str]:
    lines: list[str] = []
    for form in study.compared:
        if form.failed:
            told = form.failed if form.failed.startswith(form.label) else f"{form.label}: {form.failed}"
            lines += terminal.wrapped(f"{told}.", "", "  ")
    for form in study.compared:
        if form.failed:
            continue
        lines += [""] if lines else []
        lines.append(f"{form.label}, beside the form as it is")
        rows = [
            (each.figure, each.level, _value(each.first), _value(each.other),
             f"{each.p:.2g}" if each.p < CERTAIN else "no difference seen")
            for each in form.figures[:COMPARED]
        ]  # fmt: skip
        lines += _table(terminal, ("figure", "players", "as it is", form.label, "p"), rows, (2, 3))
        lines += _left(len(form.figures) - COMPARED)
    return lines


def _value(estimate: Estimate) -> str:
    return "–" if estimate.value is None else f"{estimate.value:.3g}"

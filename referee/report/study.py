"""The page of a study: ``referee study GAME --html FILE``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.kernel.game import Game
from referee.report.matches import Matches
from referee.report.page import PLOTS, VIEWER, page
from referee.report.plots import Figure, Interval, histograms, intervals, lines
from referee.study.comparing import SIGNIFICANT
from referee.study.decisions import Chosen
from referee.study.estimates import Estimate
from referee.study.fairness import Worth
from referee.study.sentences import limits_of, number, percent
from referee.study.study import Study

BINS = 24
MOST_CARDS = 24
"""Of more cards the middle is left out of the plot."""
LATE = 0.02
"""Turns to which fewer of the questions belong are left out of plots by turn."""
ANSWERS = 24


def study_page(study: Study, rules: type[Game[Any]]) -> str:
    """The page as text. ``rules`` are those that were studied."""
    matches, shown, left_out = Matches(lambda name: rules), [], []
    for each in study.shown:
        why = matches.add(each.name, study.records.get(each.name, "").encode(), each.name)
        if why:
            left_out.append(f"{each.name} ({each.why}): {why}")
        else:
            shown.append(each)
    figures = {each.id: each for each in _figures(study) if each.rows}
    judge = study.decisions[-1]
    return page(
        "study.html",
        title=f"{study.title}, {study.players} players",
        data={**matches.data, "plots": [each.data for each in figures.values()]},
        scripts=(*VIEWER, "report.js", "plots.js"),
        libraries=PLOTS,
        study=study,
        limits=[*limits_of(study)],
        figures=figures,
        shown=shown,
        left_out=left_out,
        judge=judge,
        answers=_answers(judge.labels, [*judge.dead, *judge.dominating]),
        known=[each.name for each in shown],
        significant=SIGNIFICANT,
        percent=percent,
        number=number,
    )


def _figures(study: Study) -> list[Figure]:
    even = 100 * (1 - study.fairness[-1].undecided) / study.players if study.fairness else None
    found = [
        intervals("seats", "Wins of each seat", "wins, %",
                  [(f"{each.level}, seat {seat}", *_percents(share))
                   for each in study.fairness for seat, share in enumerate(each.seats)], reference=even),
        intervals("first", "Wins by who is asked first", "wins, %",
                  [(f"{each.level}, {_place(at)}", *_percents(share))
                   for each in study.fairness for at, share in enumerate(each.from_first)], reference=even),
    ]  # fmt: skip
    found.append(intervals(
        "payoffs", "Payoff of each seat", "payoff of a match",
        [(f"{each.level}, seat {seat}", paid.value, paid.reach)
         for each in study.fairness for seat, paid in enumerate(each.payoffs)], reference=0, digits=2,
    ))  # fmt: skip
    if study.skill is not None:
        found.append(intervals(
            "elo", "Elo of players by their strength", "Elo, against random play",
            [(each.level, each.elo.value, each.elo.reach) for each in study.skill.ratings], reference=0, digits=0,
        ))  # fmt: skip
    if study.courses is not None:
        found += [
            lines(f"course-{each.match}", f"Match {each.match}, {each.why}: seat {each.winner} wins", "turns",
                  "estimated part of the win, %",
                  [(f"seat {seat}", [(float(turn), 100 * shares[seat]) for turn, shares in each.points])
                   for seat in range(study.players)], linear=True)
            for each in study.courses.examples
        ]  # fmt: skip
    found += _by_turn(study)
    if study.cards is not None:
        for id, caption, worths in (
            ("opening", "Cards at the first question", study.cards.opening),
            ("drew", "Cards that came later", study.cards.drew),
            ("played", "Cards that were played", study.cards.played),
        ):
            found.append(intervals(f"cards-{id}", caption, "worth of one more, parts of a win in %", _cards(worths),
                                   reference=0))  # fmt: skip
    found.append(histograms(
        "lengths", "How long matches are", "turns of a match",
        [(each.level, _spread(each.lengths)) for each in study.lengths], BINS,
    ))  # fmt: skip
    found.append(intervals(
        "restricted", "What restricted players score against the same without the restriction", "score, %",
        [(each.what, *_percents(each.score)) for each in study.restricted], reference=50,
    ))  # fmt: skip
    return found


def _by_turn(study: Study) -> list[Figure]:
    judge = study.decisions[-1]
    asked = sum(each.asked for each in judge.by_turn)
    turns = [each for each in judge.by_turn if each.asked > LATE * asked / max(1, len(judge.by_turn))]
    options = [(float(each.turn), 2**each.bits) for each in turns]
    matter = [(float(each.turn), 100 * each.matter) for each in turns if each.matter is not None]
    forced = [(float(each.turn), 100 * each.forced) for each in turns]
    series = [("clearly matter", matter), ("have one answer", forced)]
    return [
        lines("options", "Answers to a question, by turn", "turn", "answers", [(judge.level, options)], linear=True),
        lines("matter", "Questions that matter, and forced ones, by turn", "turn", "questions, %",
              [each for each in series if each[1]], linear=True),
    ]  # fmt: skip


def _percents(share: Estimate) -> tuple[float | None, Interval]:
    reach = share.reach
    return (
        None if share.value is None else 100 * share.value,
        None if reach is None else (100 * reach[0], 100 * reach[1]),
    )


def _place(at: int) -> str:
    return "asked first" if not at else f"{at} seat{'s' if at > 1 else ''} after"


def _cards(worths: Sequence[Worth]) -> list[tuple[str, float | None, Interval]]:
    half = MOST_CARDS // 2
    shown = worths if len(worths) <= MOST_CARDS else [*worths[:half], *worths[-half:]]
    return [(each.card, *_percents(each.value)) for each in shown]


def _spread(lengths: dict[int, int]) -> list[float]:
    """The turns of matches one by one, of many a thousand or so."""
    number = sum(lengths.values())
    part = max(1.0, number / 1000)
    return [float(turns) for turns, times in lengths.items() for _ in range(round(times / part) or 1)]


def _answers(labels: Sequence[Chosen], named: Sequence[Chosen]) -> list[Chosen]:
    others = sorted([each for each in labels if each not in named], key=lambda each: -each.offered)
    return [*named, *others][:ANSWERS]

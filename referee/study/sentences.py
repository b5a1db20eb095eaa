"""The answer in five sentences, written from the figures and hedged as they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.study.estimates import Estimate

if TYPE_CHECKING:
    from referee.study.study import Study

UNLIKELY = 0.01
"""A p below it is spoken of as a difference."""
ENOUGH = 200
"""Matches from which on players who are better than random ones tell of fairness."""
LONGER = 1.1
HIGH = 0.5
"""The part of the spread of payoffs that is called most of it."""


def sentences_of(study: Study) -> list[str]:
    """Is it fair, does skill count, is it exciting, what is there to decide, does it end?"""
    made = [_together(study)] if study.cooperative else [_fair(study) + _exact(study), _skill(study), _course(study)]
    return [each for each in [*made, _decisions(study), _length(study)] if each]


def percent(estimate: Estimate) -> str:
    """``26.4 % (25.1 to 27.7)``."""
    if estimate.value is None:
        return "not known"
    reach = f" ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})" if estimate.reach else ""  # type: ignore[operator]
    return f"{100 * estimate.value:.1f} %{reach}"


def number(estimate: Estimate, digits: int = 1) -> str:
    """``12.3 (11.0 to 13.6)``."""
    if estimate.value is None:
        return "not known"
    reach = f" ({estimate.low:.{digits}f} to {estimate.high:.{digits}f})" if estimate.reach else ""
    return f"{estimate.value:.{digits}f}{reach}"


def _fair(study: Study) -> str:
    played = [each for each in study.fairness if each.undecided < 0.5]
    if not played:
        return "Hardly any match had a winner, so that nothing can be said of fairness."
    looked_at = 2 * len(played)
    for judge in reversed(played):  # the strongest players first
        even = percent(Estimate((1 - judge.undecided) / study.players))
        for which, by_order, p in ((judge.from_first, True, judge.p_from_first), (judge.seats, False, judge.p)):
            if which and p * looked_at < UNLIKELY:
                far = max(range(len(which)), key=lambda at: abs((which[at].value or 0) * study.players - 1))
                who = _place(far) if by_order else f"seat {far}"
                return (
                    f"Seats are not worth the same: between {judge.level} players {who} wins {percent(which[far])}, "
                    f"where {even} would be even."
                )
    judge = max(played, key=lambda each: (each.number >= ENOUGH, each.level != "random", each.number))
    even = percent(Estimate((1 - judge.undecided) / study.players))
    width = max(
        (100 * (e.high - e.low) / 2 for e in judge.seats if e.low is not None and e.high is not None), default=0
    )
    return (
        f"No seat is seen to be better: between {judge.level} players none differs from {even} "
        f"by more than chance explains ({judge.number:,} matches, ± {width:.1f} points)."
    )


def _exact(study: Study) -> str:
    if study.exact is None:
        return ""
    return f" With perfect play the match is worth {number(study.exact, 4)} to seat 0."


def _many(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


def _place(after: int) -> str:
    if not after:
        return "whoever is asked first"
    return f"who sits {after} seat{'s' if after > 1 else ''} after the first"


def _skill(study: Study) -> str:
    skill = study.skill
    if skill is None:
        return ""
    top = max(skill.meetings, key=lambda each: each.score.value or 0.0)
    beats = [each for each in skill.meetings if each.score.reach and each.score.reach[0] > 0.5]
    if not beats:
        said = "Skill is not seen to count"
        if skill.meetings:
            said += f": {top.strong} scores {percent(top.score)} against {top.weak}, which chance may explain"
    else:
        said = f"Skill counts: {top.strong} scores {percent(top.score)} against {top.weak}"
    deal = skill.deal
    if deal.value is not None:
        much = "most" if deal.low is not None and deal.low > HIGH else f"{percent(deal)}"
        said += f"; the deal makes {much} of the spread of payoffs between {skill.deal_level} players"
    return f"{said}."


def _course(study: Study) -> str:
    courses = study.courses
    if courses is None or not courses.number:
        return (
            "No match was won by one seat alone among the strongest players, so that nothing can be said of its course."
        )
    return (
        f"Between {courses.level} players ({_many(courses.number, 'match', 'matches')}) the winner is known after "
        f"{percent(courses.known_at)} of a match, the lead changes "
        f"{number(courses.lead_changes)} times, and {percent(courses.comebacks)} of winners came from behind."
    )


def _decisions(study: Study) -> str:
    judge = study.decisions[-1]
    said = f"A question has about {number(judge.options)} answers, and {percent(judge.forced)} have one only"
    if judge.matter.value is not None:
        said += f"; {percent(judge.matter)} of those that were weighed clearly matter"
    never = _listed([each.label for each in judge.dead])
    always = _listed([each.label for each in judge.dominating])
    more = [f"never best: {never}"] if never else []
    more += [f"always best: {always}"] if always else []
    return f"{said}{' (' + '; '.join(more) + ')' if more else ''}."


def _length(study: Study) -> str:
    last = study.lengths[-1]
    many = _many(last.turns.number, "match", "matches")
    said = f"A match between {last.level} players takes {number(last.turns)} turns ({many})"
    if last.capped.value:
        said += f", and {percent(last.capped)} were stopped after {study.turn_cap} turns without an end"
    stalling = study.stalling
    if stalling is not None and stalling.times is not None:
        longer = (
            f"makes it {stalling.times:.1f} times as long"
            if stalling.times >= LONGER
            else "does not make it much longer"
        )
        more = f" and keeps {percent(stalling.capped)} from ending" if stalling.capped.value else ""
        said += f"; a seat that plays for time {longer}{more}"
    return f"{said}."


def _together(study: Study) -> str:
    told = [f"{level} {number(score)}" for level, score in study.scores.items()]
    return f"All play together; the mean score: {', '.join(told)}."


def _listed(labels: list[str]) -> str:
    return ", ".join(labels[:4]) + (f" and {len(labels) - 4} more" if len(labels) > 4 else "")


def limits_of(study: Study) -> Iterator[str]:
    """What the figures do not say."""
    yield "These are figures of these players, not of people."
    skill = study.skill
    if skill is not None:
        searching = [each for each in skill.ratings if each.level.startswith("search")]
        if skill.helps:
            yield "More budget still makes the search stronger, so that better players may see another game."
        elif skill.helps is None and len(searching) > 1:
            yield "Whether more budget makes the search stronger is open: there were too few matches."
        weak = [each for each in skill.meetings if each.strong.startswith("search") and each.weak == "greedy"
                and each.score.high is not None and each.score.high < 0.5]  # fmt: skip
        if weak:
            score = percent(weak[0].score)
            yield f"The search is weaker than greedy here ({score}), so that it is no good judge of options."
    stopped = [each for each in study.lengths if each.ends.get("stopped")]
    if stopped:
        part = percent(stopped[0].ends["stopped"])
        yield f"The rules stopped {part} of matches between {stopped[0].level} players; 'referee check' says why."
    judge = study.decisions[-1]
    if judge.lost.value:
        yield f"In {percent(judge.lost)} of its questions the search could imagine no position, and answered at random."
    if study.courses is not None and study.courses.number:
        yield "Who is likely to win is estimated from random play to the end; how good that is, is told beside it."
    if study.why_python:
        yield f"Python played the search, which is slower: {study.why_python}."

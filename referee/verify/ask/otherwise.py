"""What another answer would change: a step is taken again from the same table, with the same answers and the same
chance as far as they fit, and its place in the rule text comes out the other way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.kernel.watch import Story
from referee.play.story import look, position
from referee.verify.ask.question import Occurrence, Question
from referee.verify.ask.sites import Site, watching
from referee.verify.play.drivers import Script
from referee.verify.play.trial import Trial

MOST_CARDS = 8
"""Of a zone, before only their number is told."""
MOST_PARTS = 3
MOST_OPTIONS = 200
NOTHING = "nothing that lasts would differ"
SHOWN = ("reveal", "tell", "roll", "lot", "note")
WAYS = {"most": 2}
"""Other ways of a place of which there are several: the first of those who tie alone, and the last."""
INSTEAD = {"compare": "Decided the other way", "best": "With another of them", "most": "With one of them alone"}


Offered = tuple[str, int, tuple[str, ...]]
"""A question, the number of its answers, and the first of them."""


class _Asked:
    """Lets one time that play comes to a place come out otherwise: ``instead`` is which other way, 0 none."""

    def __init__(self) -> None:
        self.begin("", -1, 0)

    def begin(self, site: str, number: int, instead: int) -> None:
        self.site, self.left, self.instead, self.met = site, number, instead, False

    def __call__(self, site: Site, edge: Any) -> int:
        if site.id != self.site:
            return 0
        self.left -= 1
        self.met = self.met or self.left == -1
        return self.instead if self.left == -1 else 0


class _Noting(Script):
    """A script that notes what could have been answered."""

    def __init__(self) -> None:
        super().__init__()
        self.offered: list[Offered] = []
        self.shown: list[str] = []

    def noted(self, entry: Any) -> None:
        if entry[0] in SHOWN:
            self.shown.append(" ".join(map(str, entry)))

    def choose(self, choice: Choice) -> Any:
        first = tuple(str(choice.space.plain(each)) for each in islice(choice.space, MOST_OPTIONS))
        self.offered.append((choice.ask, choice.space.count(), first))
        return super().choose(choice)


def tell_otherwise(asked: Sequence[Question]) -> None:
    """Say of each question what would differ, where that can be played; a question of which nothing ever does matters
    less. All are of one game."""
    branches = [each for each in asked if each.site.what in INSTEAD and each.occurrences]
    if not branches:
        return
    told = _Asked()
    with watching(type(branches[0].game), told):
        for each in branches:
            differ = [_differs(each.site, one, told) for one in each.occurrences]
            each.idle = not any(one is None or one for one in differ)
            if differ[0] is not None:
                each.otherwise = f"{INSTEAD[each.site.what]}, {differ[0] or NOTHING}."


def _differs(site: Site, at: Occurrence, told: _Asked) -> str | None:
    """What would differ, "" where nothing does; None where that cannot be played, or is nothing that is seen."""
    trial, driver = Trial(at.game, []), _Noting()
    trial.table.watch = Story([driver.noted])
    found = []
    for instead in range(WAYS.get(site.what, 1) + 1):
        trial.table.restore(at.before)
        told.begin(site.id, at.number, instead)
        driver.next_step(at.answers)
        driver.offered, driver.shown = [], []
        if trial.advance(driver) is not None or not told.met:
            return None
        table = trial.table
        found.append(_After(table.snapshot(), look(table), table.outcome, driver.offered, driver.shown))
    true, *others = found
    if true.state != at.after:
        return None  # it does not come out as it did: something is kept that is not on the table
    other = next((each for each in others if each.lasts != true.lasts), None)
    if other is None:
        return ""
    parts = [
        *_ends(true.outcome, other.outcome),
        *_answers(true.offered, other.offered),
        *_parts(true.view, other.view, at.game),
    ]
    if not parts and true.shown != other.shown:
        parts.append("other things are shown")
    more = f"; and {len(parts) - MOST_PARTS} more" if len(parts) > MOST_PARTS else ""
    return "; ".join(parts[:MOST_PARTS]) + more if parts else None


@dataclass(frozen=True, slots=True)
class _After:
    """A step that was played: the table then, what could have been answered in it, and what somebody was shown."""

    state: tuple[Any, ...]
    view: Mapping[str, Any]
    outcome: Any
    offered: Sequence[Offered]
    shown: Sequence[str]

    @property
    def lasts(self) -> tuple[Any, ...]:
        return self.state, self.offered, self.shown


def _ends(outcome: Any, other: Any) -> Iterator[str]:
    winners, instead = _winners(outcome), _winners(other)
    if winners != instead:
        yield f"{instead} (not: {winners})"


def _answers(offered: Sequence[Offered], other: Sequence[Offered]) -> Iterator[str]:
    """The first question that had other answers, as long as the same is asked."""
    for (ask, number, first), (asked, count, instead) in zip(offered, other, strict=False):
        if ask != asked:
            return
        if (number, first) != (count, instead):
            many = "other answers" if number == count else f"{count} answers"
            yield f"the question ‘{ask}’ has {many}" + ("" if number == count else f" (not {number})")
            return


def _winners(outcome: Any) -> str:
    if outcome is None:
        return "the match goes on"
    seats = ", ".join(map(str, outcome.winners))
    return f"seats {seats} win" if len(outcome.winners) > 1 else f"seat {seats} wins"


def _parts(view: Mapping[str, Any], other: Mapping[str, Any], game: Game[Any]) -> Iterator[str]:
    """``seat 0: hand 3 5, score 7 (not hand 3 5 K, score 4)``: seat by seat, and then what all share."""
    one, two = ([*position(each, game, most=MOST_CARDS)] for each in (view, other))
    seats = view["players"]
    for seat in range(seats):
        before, after = (_phrases(each[seat]) for each in (one, two))
        new, old = [each for each in after if each not in before], [each for each in before if each not in after]
        if new or old:
            yield f"seat {seat}: {_not(new, old)}"
    new, old = [each for each in two[seats:] if each not in one], [each for each in one[seats:] if each not in two]
    if new or old:
        yield _not(new, old)


def _phrases(seat: str) -> list[str]:
    return seat.partition(": ")[2].split(", ")


def _not(new: Sequence[str], old: Sequence[str]) -> str:
    said = f"not {', '.join(old)}" if old else ""
    if not new:
        return said
    return f"{', '.join(new)} ({said})" if said else ", ".join(new)

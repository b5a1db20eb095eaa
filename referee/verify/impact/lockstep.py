"""Two forms of a game side by side: the same deal and the same answers, compared step by step."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any, TypeVar

from referee.kernel.game import Game
from referee.kernel.places import Laid, Row
from referee.kernel.requests import Choice
from referee.kernel.sights import sight_of
from referee.kernel.table import Table
from referee.kernel.views import Entry, seen, view_of
from referee.record.record import Story
from referee.verify.impact.differences import (
    NO_DIFFERENCE,
    Difference,
    DifferenceKind,
    answers_in_words,
    answers_of,
    between_answers,
    between_tables,
    word_of,
)
from referee.verify.impact.hearing import Hearing
from referee.verify.play.drivers import AtRandom, Script
from referee.verify.play.met import Met
from referee.verify.play.minimise import Search, Steps, variant
from referee.verify.play.trial import Trial
from referee.verify.verdicts import Trouble

T = TypeVar("T")
MOST_REPLAYS = 150
"""To make one difference shorter."""
MOST_STEPS = 1_200
"""Steps of all these replays together, so that they end soon whatever a match is like."""


@dataclass(slots=True)
class Asked:
    """The possible answers, which are listed when somebody wants to know. A row changes under a space that was made of
    it: ``lay`` is what lay in the ``rows`` when they were asked for."""

    space: Any
    rows: Sequence[Row]
    lay: Sequence[tuple[Laid, ...]]
    _known: tuple[int, Any] | None = None

    def _of_then(self, look: Callable[[], T]) -> T:
        rows, now = self.rows, [each.row for each in self.rows]
        for row, lay in zip(rows, self.lay, strict=True):
            row.row = lay
        try:
            return look()
        finally:
            for row, lay in zip(rows, now, strict=True):
                row.row = lay

    def _number_and_description(self) -> tuple[int, Any]:
        if self._known is None:
            self._known = self._of_then(lambda: (self.space.count(), self.space.describe()))
        return self._known

    @property
    def is_forced(self) -> bool:
        return self._number_and_description()[0] == 1

    def described(self) -> Any:
        return self._number_and_description()[1]

    def told(self) -> tuple[Counter[str] | None, str]:
        """All answers, if there are not too many, and what is said of them."""
        return self._of_then(lambda: (answers_of(self.space), answers_in_words(self.space)))


Rank = tuple[bool, DifferenceKind]
"""What ``Difference.rank`` gives."""
Question = tuple[int, int, str, Asked]
"""Player, who decides for him, the word of the question, and what may be answered."""


class StepTrace:
    """One step (or the deal) of one form: what was asked, what was told, and the trouble that it ran into."""

    def __init__(self, game: Game[Any], table: Table, driver: Script | AtRandom) -> None:
        self.game, self.table = game, table
        self.questions: list[Question] = []
        self.entries: list[Entry] = []
        trial = Trial(game, (), table=table)
        table.watch = Story([self.entries.append])
        choose = driver.choose
        rows = [each for each in table.places if isinstance(each, Row)]

        def noting(choice: Choice) -> Any:
            asked = Asked(choice.space, rows, [each.row for each in rows])
            self.questions.append((choice.player.seat, choice.decider.seat, choice.ask, asked))
            return choose(choice)

        driver.choose = noting  # type: ignore[method-assign]
        try:
            self.met: Met | None = trial.advance(driver)
        finally:
            del driver.choose
            table.watch = None
        self.transcript: list[Any] = driver.transcript
        self.after = table.snapshot()

    @cached_property
    def choices(self) -> list[Question]:
        """The questions with more than one answer."""
        return [each for each in self.questions if not each[3].is_forced]

    @cached_property
    def told(self) -> list[Any]:
        """Everything that happened, as whoever sees all cards is told."""
        return [seen(self.table, entry, None) for entry in self.entries]


def forked(game: Game[Any], table: Table, before: tuple[Any, ...], answers: Sequence[Any]) -> StepTrace:
    """A step of another form of the game from a snapshot, with the same answers as far as they are allowed."""
    table.restore(before)
    return StepTrace(game, table, Script(answers))


def compared(one: StepTrace, other: StepTrace) -> Difference:
    """The first thing in which two steps that began alike come apart."""
    if one is other:
        return NO_DIFFERENCE
    if (one.met is None) != (other.met is None) or (
        one.met is not None and other.met is not None and one.met.same_as != other.met.same_as
    ):
        ends = _result_text(one.met), _result_text(other.met)
        says = f"{ends[1]}, where {ends[0]}"
        return Difference(DifferenceKind.RULE, "one of them cannot go on", *ends, says)
    # Whoever is asked something else may answer something else: the tables afterwards then say nothing.
    asked = _asked(one.choices, other.choices)
    if asked is not None:
        return asked
    if one.met is None and one.after != other.after:
        return between_tables(one.table, other.table)
    asked = _asked(one.questions, other.questions)
    if asked is not None:  # somebody is asked what has only one answer
        return replace(asked, how=DifferenceKind.SEEN, visible=False)
    return _seen(one, other)


def _asked(one: Sequence[Question], other: Sequence[Question]) -> Difference | None:
    for first, second in zip_longest(one, other):
        if first is None or second is None or first[:3] != second[:3]:
            asked = _question(first), _question(second)
            return Difference(DifferenceKind.ASKED, "what is asked", *asked, f"{asked[1]}, where {asked[0]}")
        if first[3].described() != second[3].described():
            apart = between_answers(first[0], first[2], first[3].told(), second[3].told())
            if apart is not None:
                return apart
    return None


def _result_text(met: Met | None) -> str:
    return "it goes on" if met is None else f"{met.trouble.value}: {met.message}"


def _question(question: Question | None) -> str:
    if question is None:
        return "nobody is asked anything more"
    player, decider, ask, _ = question
    return f"seat {player} is asked {ask.replace('_', ' ')!r}" + (f" (seat {decider} decides)" * (decider != player))


def _seen(one: StepTrace, other: StepTrace) -> Difference:
    """Whether any seat hears of other events, or sees another table."""
    sights = [[sight_of(each.table, player).shape for player in each.table.players] for each in (one, other)]
    if sights[0] == sights[1] and one.after == other.after and one.told == other.told:
        return NO_DIFFERENCE
    for player in one.table.players:
        told = [[each for entry in taken.entries if (each := seen(taken.table, entry, player)) is not None]
                for taken in (one, other)]  # fmt: skip
        if told[0] != told[1]:
            at = next((at for at, (a, b) in enumerate(zip(*told, strict=False)) if a != b), min(map(len, told)))
            mine, theirs = (word_of(each[at]) if at < len(each) else "nothing" for each in told)
            says = f"seat {player.seat} hears {theirs}, and not {mine}"
            what = f"what seat {player.seat} hears"
            return Difference(DifferenceKind.SEEN, what, mine, theirs, says, visible=False, seat=player.seat)
        views = [view_of(taken.table, player) for taken in (one, other)]
        for part in ("zones", "scalars"):
            for name, value in views[0][part].items():
                if value != views[1][part].get(name):
                    return _seen_by(player.seat, f"what seat {player.seat} sees of {name.replace('_', ' ')}")
            if views[0][part].keys() != views[1][part].keys():
                return _seen_by(player.seat, f"what seat {player.seat} sees of the table")
    return NO_DIFFERENCE


def _seen_by(seat: int, what: str) -> Difference:
    return Difference(DifferenceKind.SEEN, what, says=f"{what} is otherwise", visible=False, seat=seat)


class Divergence(Search):
    """The shortest deal and answers with which two forms differ at least as ``least`` does.

    Where they come apart first in a way that nobody sees, both go on with the same answers as far as these are allowed.

    ``game`` is the one, its ``changed`` readings make the other; steps are those of the one.
    """

    def __init__(self, game: Game[Any], changed: dict[str, str], least: Rank, seconds: float | None) -> None:
        """``seconds`` of a budget may be spent on making it shorter; it is looked for as long as that takes."""
        super().__init__(game, Met(Trouble.READING, (), ""))
        self.changed, self.least = changed, least
        self.left, self.steps = MOST_REPLAYS, 0
        self.seconds = seconds
        self._until: float | None = None
        self._found = False
        self.difference = NO_DIFFERENCE
        self.other_transcripts: Steps = []
        self._both: Both | None = None

    def run(self, script: Steps) -> tuple[Game[Any], Steps]:
        self._until = None if self.seconds is None else time.monotonic() + self.seconds
        return super().run(script)

    def again(self, game: Game[Any], script: Steps) -> None:
        """Look at what was found once more, so that ``difference`` and ``other_transcripts`` are its own."""
        self.left, self.steps, self._until = 1, 0, None
        self.meets(game, script)

    def meets(self, game: Game[Any], script: Sequence[Sequence[Any]], *, extra: int = 0) -> Steps | None:
        over = self._until is not None and time.monotonic() > self._until
        if self.left <= 0 or ((over or self.steps > MOST_STEPS) and self._found):
            return None
        self.left -= 1
        if self._both is None or self._both.game is not game:
            other = variant(game, readings=self.changed)
            if other is None:
                return None
            self._both = Both(game, other, Hearing(game), self.changed)
        both = self._both
        self.steps += both.go_to(script)
        for number in range(len(both.passed), len(script) + extra):
            answers = script[number] if number < len(script) else ()
            one, two = both.step(answers)
            self.steps += 1
            difference = compared(one, two)
            if difference.rank >= self.least:
                transcripts, others = both.transcripts(one, two)
                self.difference, self.other_transcripts, self._found = difference, others, True
                return transcripts
            if difference.visible or one.met or two.met or any(each.outcome is not None for each in both.tables):
                return None
            both.passed.append(Passed(answers, one.transcript, two.transcript, (one.after, two.after)))
        return None


@dataclass(frozen=True, slots=True)
class Passed:
    """A step of two forms that showed nothing: the answers that were wanted, those that both were given, and the tables
    behind it."""

    wanted: Sequence[Any]
    one: Sequence[Any]
    other: Sequence[Any]
    after: tuple[tuple[Any, ...], tuple[Any, ...]]


class Both:
    """Two forms that are played side by side again and again: what begins as the time before is not played again.

    They differ in the readings ``apart`` alone. A step from the same table that goes by none of them is the same step
    in both, and is taken once."""

    def __init__(self, game: Game[Any], other: Game[Any], heard: Hearing, apart: Collection[str]) -> None:
        self.game = game
        self.heard, self.other, self.apart = heard, other, apart
        self.comparable = same_cards(game, other)
        self.tables = heard.form.table(), other.table()
        self.begin = self.tables[0].snapshot(), self.tables[1].snapshot()
        self.passed: list[Passed] = []

    def go_to(self, script: Sequence[Sequence[Any]]) -> int:
        """Both tables behind the steps that are known; gives how many these are."""
        known = 0
        for each, answers in zip(self.passed, script, strict=False):
            if not (answers is each.one or answers == each.one or answers == each.wanted):
                break
            known += 1
        del self.passed[known:]
        for table, snapshot in zip(self.tables, self.here, strict=True):
            table.restore(snapshot)
        return known

    @property
    def here(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Both tables, behind the steps that have passed."""
        return self.passed[-1].after if self.passed else self.begin

    def step(self, answers: Sequence[Any]) -> tuple[StepTrace, StepTrace]:
        mine, theirs = self.tables
        alike = self.comparable and self.here[0] == self.here[1]
        self.heard.anew(mine)
        one = StepTrace(self.heard.form, mine, Script(answers))
        if alike and not any(map(self.heard.may_go_by, self.apart)):
            theirs.restore(one.after)
            return one, one
        return one, StepTrace(self.other, theirs, Script(one.transcript))

    def transcripts(self, one: StepTrace, two: StepTrace) -> tuple[Steps, Steps]:
        """The answers of all steps, up to this one."""
        ones, twos = [list(each.one) for each in self.passed], [list(each.other) for each in self.passed]
        return [*ones, one.transcript], [*twos, two.transcript]


def same_cards(one: Game[Any], other: Game[Any]) -> bool:
    """Whether two forms are played with the same cards."""
    return one.deck.cards == other.deck.cards and one.deck.whole == other.deck.whole

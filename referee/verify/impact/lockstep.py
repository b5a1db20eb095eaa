"""Two forms of a game side by side: the same deal and the same answers, compared step by step."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.kernel.saving import all_of
from referee.kernel.table import Table
from referee.kernel.views import Entry, seen, view_of
from referee.record.record import Story
from referee.verify.play.drivers import AtRandom, Script
from referee.verify.play.minimise import Search, Steps, variant
from referee.verify.play.trial import Met, Trial
from referee.verify.verdicts import Trouble

MOST_REPLAYS = 150
"""To make one difference shorter."""
MOST_STEPS = 1_200
"""Steps of all these replays together, so that they end soon whatever a match is like."""


class DifferenceKind(IntEnum):
    """The ways in which two forms of a game can differ, the weakest first."""

    NOTHING = 0
    SEEN = 1
    """A seat sees or hears something else."""
    ASKED = 2
    """Somebody is asked something else, or may answer something else."""
    TABLE = 3
    """After the same questions and answers the table is another, or the game ends otherwise."""
    RULE = 4
    """One of them has no rule, or cannot go on, where the other does."""
    CARDS = 5
    """They are not even played with the same cards."""
    PLAYERS = 6
    """A number of players may play under one of them and not under the other."""


@dataclass(frozen=True, slots=True)
class Difference:
    """``one`` and ``other`` say what holds in each of the two forms."""

    how: DifferenceKind
    what: str
    one: str = ""
    other: str = ""

    def __str__(self) -> str:
        return f"{self.what}: {self.one} / {self.other}" if self.one or self.other else self.what


NO_DIFFERENCE = Difference(DifferenceKind.NOTHING, "nothing")


@dataclass(frozen=True, slots=True)
class Asked:
    """The possible answers; they are listed at once, or when somebody wants to know."""

    space: Any
    description: Any = None
    ways: str = ""

    def described(self) -> Any:
        return self.space.describe() if self.description is None else self.description

    def options_text(self) -> str:
        return answers_in_words(self.space) if self.description is None else self.ways


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
        # A row changes under a space that was made of it: what may be answered must then be told at once.
        lasting = not table.has_rows

        def noting(choice: Choice) -> Any:
            asked = (
                Asked(choice.space)
                if lasting
                else Asked(choice.space, choice.space.describe(), answers_in_words(choice.space))
            )
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


def forked(game: Game[Any], table: Table, before: tuple[Any, ...], answers: Sequence[Any]) -> StepTrace:
    """A step of another form of the game from a snapshot, with the same answers as far as they are allowed."""
    table.restore(before)
    return StepTrace(game, table, Script(answers))


def compared(one: StepTrace, other: StepTrace) -> Difference:
    """The first thing in which two steps that began alike come apart."""
    if (one.met is None) != (other.met is None) or (
        one.met is not None and other.met is not None and one.met.same_as != other.met.same_as
    ):
        return Difference(
            DifferenceKind.RULE, "one of them cannot go on", _result_text(one.met), _result_text(other.met)
        )
    # Whoever is asked something else may answer something else: the tables afterwards then say nothing.
    asked = _asked(one.questions, other.questions)
    if asked is not None:
        return asked
    if one.met is None and one.after != other.after:
        return between_tables(one.table, other.table)
    return _seen(one, other)


def _asked(one: Sequence[Question], other: Sequence[Question]) -> Difference | None:
    for first, second in zip(one, other, strict=False):
        if first[:3] != second[:3]:
            return Difference(DifferenceKind.ASKED, "what is asked", _question(first), _question(second))
        if first[3].described() != second[3].described():
            what = f"what seat {first[0]} may answer to {first[2]!r}"
            return Difference(DifferenceKind.ASKED, what, first[3].options_text(), second[3].options_text())
    at = min(len(one), len(other))
    if len(one) == len(other):
        return None
    return Difference(DifferenceKind.ASKED, "what is asked", *[_question(each[at]) if at < len(each) else "nothing more"
                                                    for each in (one, other)])  # fmt: skip


def _result_text(met: Met | None) -> str:
    return "it goes on" if met is None else f"{met.trouble.value}: {met.message}"


def _question(question: Question) -> str:
    player, decider, ask, _ = question
    return f"seat {player}: {ask}" + (f" (seat {decider} decides)" if decider != player else "")


def answers_in_words(space: Any) -> str:
    count = space.count()
    if count > 6:
        return f"{count} answers"
    return ", ".join(word_of(space.plain(answer)) for answer in space) or "nothing"


def word_of(plain: Any) -> str:
    """An answer or a value of the table, as records have it, in words."""
    if isinstance(plain, list):
        return " ".join(word_of(each) for each in plain) or "no card"
    if isinstance(plain, dict):
        return f"seat {plain['seat']}" if "seat" in plain else str(plain.get("fraction", plain.get("value")))
    return "nobody" if plain is None else str(plain)


def between_tables(one: Table, other: Table) -> Difference:
    """The difference of two tables; of several the one with the shortest words."""
    first, second = all_of(one), all_of(other)
    if first["outcome"] != second["outcome"]:
        return Difference(DifferenceKind.TABLE, "how the game ends", _end(one), _end(other))
    if one.direction is not other.direction:
        ways = [table.direction.name.lower() for table in (one, other)]
        return Difference(DifferenceKind.TABLE, "which way play goes", *ways)
    apart = [
        Difference(DifferenceKind.TABLE, name.replace("_", " "), *_without_common(value, second[part][name]))
        for part in ("scalars", "of_each", "zones")
        for name, value in first[part].items()
        if value != second[part][name]
    ]
    return min(
        apart,
        key=lambda each: len(each.one + each.other),
        default=Difference(DifferenceKind.TABLE, "the order of cards"),
    )


def _without_common(one: Any, other: Any) -> tuple[str, str]:
    """Two values in words; of two piles only the cards that are not in both."""
    if isinstance(one, list) and isinstance(other, list) and all(isinstance(each, str) for each in one + other):
        first, second = Counter(one), Counter(other)
        return tuple(  # type: ignore[return-value]
            " ".join(sorted((a - b).elements())) or "no other card" for a, b in ((first, second), (second, first))
        )
    return word_of(one), word_of(other)


def _end(table: Table) -> str:
    if table.outcome is None:
        return "play goes on"
    won = ", ".join(f"seat {seat}" for seat in table.outcome.winners)
    paid = " ".join(map(str, table.outcome.payoffs))
    return f"{won} first ({table.outcome.reason}), payoffs {paid}"


def _seen(one: StepTrace, other: StepTrace) -> Difference:
    """Whether any seat hears of other events, or sees another table."""
    for player in one.table.players:
        told = [[each for entry in taken.entries if (each := seen(taken.table, entry, player)) is not None]
                for taken in (one, other)]  # fmt: skip
        if told[0] != told[1]:
            at = next((at for at, (a, b) in enumerate(zip(*told, strict=False)) if a != b), min(map(len, told)))
            heard = [word_of(each[at]) if at < len(each) else "nothing" for each in told]
            return Difference(DifferenceKind.SEEN, f"what seat {player.seat} hears", heard[0], heard[1])
        views = [view_of(taken.table, player) for taken in (one, other)]
        for part in ("zones", "scalars"):
            for name, value in views[0][part].items():
                if value != views[1][part].get(name):
                    return Difference(DifferenceKind.SEEN, f"what seat {player.seat} sees of {name.replace('_', ' ')}")
            if views[0][part].keys() != views[1][part].keys():
                return Difference(DifferenceKind.SEEN, f"what seat {player.seat} sees of the table")
    return NO_DIFFERENCE


class Divergence(Search):
    """The shortest deal and answers with which two forms differ at least in the way ``how``.

    ``game`` is the one, its ``changed`` readings make the other; steps are those of the one.
    """

    def __init__(self, game: Game[Any], changed: dict[str, str], how: DifferenceKind, seconds: float | None) -> None:
        """``seconds`` of a budget may be spent on making it shorter; it is looked for as long as that takes."""
        super().__init__(game, Met(Trouble.READING, (), ""), ())
        self.changed, self.how = changed, how
        self.left, self.steps = MOST_REPLAYS, 0
        self.seconds = seconds
        self._until: float | None = None
        self._found = False
        self.difference = NO_DIFFERENCE
        self.other_transcripts: Steps = []

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
        other = variant(game, readings=self.changed)
        if other is None:
            return None
        tables = game.table(), other.table()
        transcripts: Steps = []
        others: Steps = []
        for number in range(len(script) + extra):
            answers = script[number] if number < len(script) else ()
            one = StepTrace(game, tables[0], Script(answers))
            two = StepTrace(other, tables[1], Script(one.transcript))
            self.steps += 1
            transcripts.append(one.transcript)
            others.append(two.transcript)
            difference = compared(one, two)
            if difference.how >= self.how:
                self.difference, self.other_transcripts, self._found = difference, others, True
                return transcripts
            if one.met or two.met or tables[0].outcome is not None or one.after != two.after:
                return None
        return None


def same_cards(one: Game[Any], other: Game[Any]) -> bool:
    """Whether two forms are played with the same cards."""
    return one.deck.cards == other.deck.cards and one.deck.whole == other.deck.whole

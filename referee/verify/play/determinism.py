"""Two runs with the same answers that differ: the rules depend on something that is not on the table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.kernel.game import Game
from referee.kernel.requests import clause_at
from referee.kernel.table import Table
from referee.verify.play.drivers import HearsRequests, Script
from referee.verify.play.met import Met
from referee.verify.play.trial import Trial
from referee.verify.verdicts import Trouble

Place = tuple[tuple[str, ...], str]
"""The clauses that ask, and the line."""


class Noting(HearsRequests, Script):
    """Replays a script, and notes where each question was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Place] = []

    def next_step(self, answers: Sequence[Any]) -> None:
        super().next_step(answers)
        self.asked = []

    def on_request(self, table: Table) -> None:
        rule: Any = self.rules[-1] if self.rules else None
        frame = rule.gi_frame if rule is not None else None
        line = f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}" if frame is not None else ""
        self.asked.append((tuple([each for each in clause_at(table, self.rules) if each != "?"]), line))


def not_repeated(game: Game[Any], met: Met, script: Sequence[list[Any]]) -> tuple[Met, int]:
    """The message about something that was met once and not again with the same answers; and its step."""
    one, other = _run(game, script), _run(game, script)
    first = [(list(answers), *rest[1:]) for answers, rest in zip(script, one, strict=False)]  # as it was met
    for before, after in ((one, other), (first, one)):
        apart = [at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b]
        if apart or len(before) != len(after):
            at = min([*apart, min(len(before), len(after)) - 1])
            break
    else:
        at = max(0, len(one) - 1)
    clauses, line = _where(one[at][1], other[at][1] if at < len(other) else [])
    place = ", ".join([*clauses, *([line] if line else [])])
    said = (
        f"two runs of the same answers differ at step {at}{f': {place}' if place else ''}: the rules depend on "
        f"something that is not on the table. In one of them: {met.message}"
    )
    return Met(Trouble.ARITHMETIC, clauses or met.clauses, said, looping=True), at


def _where(one: Sequence[Place], other: Sequence[Place]) -> Place:
    """The first question that only one of them asks, or the last that both do."""
    for a, b in zip(one, other, strict=False):
        if a != b:
            return a
    longer = max(one, other, key=len)
    return longer[min(len(one), len(other), len(longer) - 1)] if longer else ((), "")


def _run(game: Game[Any], script: Sequence[Sequence[Any]]) -> list[Any]:
    """For each step: the answers, the places where they were asked, the table afterwards, and the trouble."""
    trial, driver = Trial(game, ()), Noting()
    run: list[Any] = []
    for answers in script:
        driver.next_step(answers)
        met = trial.advance(driver)
        run.append((driver.transcript, driver.asked, trial.table.snapshot(), met and met.same_as))
        if met is not None or trial.table.outcome is not None:
            break
    return run

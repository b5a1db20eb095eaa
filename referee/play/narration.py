"""A record as lines of text: what happened in each step, and what was asked and answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.games.registry import game_called
from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.kernel.table import Table
from referee.kernel.views import Entry
from referee.play.event_text import Narrator, plain_answer, told_to_people, typed_answer
from referee.record.replay import replay


def narrated(content: bytes, name: str, game: type[Game[Any]] | None = None) -> list[str]:
    """``deal`` and ``turn N``, each with its events and answers, and at the end what stopped the match, if the rules
    did. The record is replayed; the errors are those of ``replay``. ``game`` is looked up if it is not given."""
    lines: list[str] = []
    events: list[list[Any]] = []
    answers: list[str] = []
    tellers: list[Narrator] = []

    def start(header: Mapping[str, Any], table: Table) -> None:
        tellers.append(Narrator(table.game, None))

    def on_event(table: Table, entry: Entry) -> None:
        event = told_to_people(table, entry, None)
        if event is not None:
            events.append(event)

    def on_answer(choice: Choice, answer: Any) -> None:
        answers.append(plain_answer(typed_answer(choice.space, choice.space.plain(answer))))

    def stepped(table: Table, step: int, entries: list[Any]) -> None:
        label = f"turn {step}" if step else "deal"
        for line in [*_answers(entries, answers), *tellers[0].lines(events)] or ["nothing to be seen"]:
            lines.append(f"{label:8}  {line}")
            label = ""
        events.clear()
        answers.clear()

    found = replay(
        content,
        name,
        on_start=start,
        on_event=on_event,
        on_answer=on_answer,
        on_step=stepped,
        find=game_called if game is None else lambda called: game,
    )
    if found.result.get("stopped"):
        lines.append(f"stopped   {found.result['stopped']}")
    return lines


def _answers(entries: Iterable[Any], answers: Iterable[str]) -> list[str]:
    """Questions and what was answered to them; what nobody could answer is the last."""
    said: list[str] = []
    given = iter(answers)
    asked: list[str] = []
    for word, *about in entries:
        if word == "ask":
            asked.append(f"seat {about[0]} is asked {about[2] if len(about) > 2 else ''}".rstrip())
        elif word == "answer":
            question = asked.pop(0) if asked else f"seat {about[0]} is asked"
            said.append(f"{question}: {next(given)}")
    return [*said, *asked]

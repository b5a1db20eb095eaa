"""A record as lines of text: what was asked and answered in each step, what happened, and what it changed."""

from __future__ import annotations

from typing import Any

from referee.kernel.game import Game
from referee.play.story import told


def narrated(content: bytes, name: str, game: type[Game[Any]] | None = None) -> list[str]:
    """``deal`` and ``turn N``, each with its lines (``referee.play.story.Step.lines``), and at the end what stopped the
    match, if the rules did. The record is replayed; the errors are those of ``referee.record.replay.replay``. ``game``
    is looked up if it is not given."""
    teller, steps, replayed = told(content, name, game)
    lines: list[str] = []
    for step in steps:
        label = step.label
        for line in step.lines(teller.narrator):
            lines.append(f"{label:8}  {line}")
            label = ""
    if replayed.result.get("stopped"):
        lines.append(f"stopped   {replayed.result['stopped']}")
    return lines

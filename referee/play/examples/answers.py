"""One answer of a worked example: who says it, when, and what."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from referee.kernel.requests import Choice

_TEXT = re.compile(r"(?:seat )?(\d+)(?: for (\d+))?(?: ([^:]+?))?:\s*(.*)")


@dataclass(frozen=True, slots=True)
class ExampleAnswer:
    """``player`` and ``ask`` are None where the example does not say for whom and on what question."""

    seat: int
    player: int | None
    ask: str | None
    answer: Any

    def fits(self, choice: Choice) -> bool:
        """Whether this is an answer of that seat to that question."""
        return (
            self.seat == choice.decider.seat
            and self.player in (None, choice.player.seat)
            and self.ask in (None, choice.ask)
        )

    def __str__(self) -> str:
        about = ("" if self.player is None else f" for {self.player}") + ("" if self.ask is None else f" {self.ask}")
        return f"'{self.seat}{about}: {self.answer}'"


def read_example_answer(written: Any) -> ExampleAnswer:
    """``"1 turn: cards 9 9"`` or ``{seat = 1, ask = "turn", answer = …}``; ValueError for anything else."""
    if isinstance(written, str):
        found = _TEXT.fullmatch(written.strip())
        if not found:
            raise ValueError(
                f"an answer is 'SEAT: WORDS', 'SEAT QUESTION: WORDS' or 'SEAT for SEAT: WORDS': {written!r}"
            )
        seat, player, ask, answer = found.groups()
        return ExampleAnswer(int(seat), None if player is None else int(player), ask, answer)
    if (
        not isinstance(written, dict)
        or set(written) - {"seat", "for", "ask", "answer"}
        or not {"seat", "answer"} <= set(written)
    ):
        raise ValueError(f"an answer has a seat and an answer, a 'for' and an 'ask' where wanted, not {written!r}")
    return ExampleAnswer(written["seat"], written.get("for"), written.get("ask"), written["answer"])

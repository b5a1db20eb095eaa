"""Measures how long seats think, where somebody wants to know."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from referee.kernel.requests import Choice
from referee.play.seats import Seat


class Clock:
    """Measures the answers of seats against a limit in seconds; measures nothing where there is none."""

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.longest: dict[int, float] = {}
        self.over: dict[int, int] = {}

    def timed(self, seat: Seat, number: int) -> Seat:
        return seat if self.limit is None or seat.limits_told else TimedSeat(seat, number, self)

    def took(self, seat: int, seconds: float) -> None:
        self.longest[seat] = max(seconds, self.longest.get(seat, 0.0))
        if self.limit is not None and seconds > self.limit:
            self.over[seat] = self.over.get(seat, 0) + 1

    def fields(self, names: Sequence[str]) -> Iterator[tuple[str, str]]:
        if self.limit is not None:
            slow = [f"seat {seat} ({names[seat]}) {number} times" for seat, number in sorted(self.over.items())]
            longest = max(self.longest.values(), default=0.0)
            told = f"over it: {', '.join(slow)}" if slow else "nobody was over it"
            yield (
                "move time",
                f"{self.limit:g} s, not enforced for bots in this process; {told}; "
                f"the longest answer took {longest:.3g} s",
            )

    def as_json(self) -> dict[str, Any]:
        if self.limit is None:
            return {}
        seats = [
            {"seat": seat, "longest": longest, "over": self.over.get(seat, 0)}
            for seat, longest in sorted(self.longest.items())
        ]
        return {"move_time": {"limit": self.limit, "enforced": False, "seats": seats}}


class TimedSeat(Seat):
    """A seat whose answers are timed."""

    def __init__(self, seat: Seat, number: int, clock: Clock) -> None:
        self.seat, self.number, self.clock = seat, number, clock
        self.name, self.listens, self.remembers = seat.name, seat.listens, seat.remembers
        self.own_code = seat.own_code

    def start(self, info: dict[str, Any]) -> None:
        self.seat.start(info)

    def answer(self, choice: Choice) -> Any:
        self.seat.history = self.history
        began = time.perf_counter()
        try:
            return self.seat.answer(choice)
        finally:
            self.clock.took(self.number, time.perf_counter() - began)

    def event(self, event: list[Any]) -> None:
        self.seat.event(event)

    def end(self, result: dict[str, Any]) -> None:
        self.seat.end(result)

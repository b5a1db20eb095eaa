"""A whole number as an answer: bids, bets, how many."""

from __future__ import annotations

from typing import Any

from referee.kernel.rule_types import AnyAmount
from referee.kernel.spaces import Space


class Number(Space[int]):
    """A whole number from ``least`` to ``most``, except ``but``, if it is given.

    The space is counted and never listed, and a proof knows no more of it.
    """

    __slots__ = ("but", "least", "most")

    def __init__(self, least: AnyAmount, most: AnyAmount, *, but: AnyAmount | None = None) -> None:
        self.least: Any = least
        self.most: Any = most
        self.but: Any = but

    def _left_out(self) -> bool:
        return self.but is not None and bool(self.least <= self.but <= self.most)

    def count(self) -> int:
        return int(max(0, self.most - self.least + 1 - self._left_out()))

    def nth(self, number: int) -> int:
        found = self.least + number
        return int(found + 1 if self._left_out() and found >= self.but else found)

    def admits(self, answer: Any) -> bool:
        return type(answer) is int and self.least <= answer <= self.most and answer != self.but

    def describe(self) -> dict[str, Any]:
        told = {"space": "number", "least": self.least, "most": self.most}
        return {**told, "but": self.but} if self._left_out() else told

    def plain(self, answer: int) -> Any:
        return answer

    def read(self, data: Any) -> int:
        if not self.admits(data):
            but = f", but not {self.but}" if self._left_out() else ""
            raise ValueError(f"{data!r}: a number from {self.least} to {self.most} is wanted{but}")
        return data  # type: ignore[no-any-return]

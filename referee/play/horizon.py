"""How far a match is played on in one's head, and what everybody then has.

To its end, or to the end of a hand (round, deal), the one that is being played or a later one: then everybody has what
the game says (``Game.standing``). Where the game can say what everybody may hope for within a hand
(``Game.evaluation``), only the running turn is played to its end. ``HORIZON`` answers are the most in any case.
"""

from __future__ import annotations

from typing import Any

from referee.play.course import Course

HORIZON = 300
"""Answers after which a match is cut in any case."""


class Horizon:
    """Where a course is cut that begins now: after so many ``hands``, the running one included."""

    def __init__(self, course: Course, hands: int = 1) -> None:
        self.course, self.game, self.hands = course, course.game, hands
        self.hand = self.game.hand_number(course.table)
        self.turn = course.table.turns
        self.answers = 0

    def passed(self) -> bool:
        """Whether play goes no further; it is asked at each question."""
        table = self.course.table
        self.answers += 1
        if self.answers > HORIZON or self.are_over():
            return True
        return table.turns > self.turn and self.game.evaluation(table) is not None

    def are_over(self) -> bool:
        """Whether the hands are."""
        return self.game.hand_number(self.course.table) - self.hand >= self.hands

    def gains(self) -> list[float]:
        """What everybody has now, by seat."""
        table, game = self.course.table, self.game
        payoffs: Any = None
        if table.outcome is not None:
            payoffs = table.outcome.payoffs
        elif not self.are_over():
            payoffs = game.evaluation(table)
        return [float(each) for each in (game.standing(table) if payoffs is None else payoffs)]

    def leaders(self) -> tuple[int, ...]:
        """The seats that have won, or are ahead at the end of the hand; () within a hand."""
        table = self.course.table
        if table.outcome is not None:
            return table.outcome.winners
        if not self.are_over():
            return ()
        gains = self.gains()
        return tuple([seat for seat, each in enumerate(gains) if each == max(gains)])

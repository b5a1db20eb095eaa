"""A view is of the moment of its question: who looks later sees that moment, or nothing."""

import random

import pytest

from referee.games.registry import find_game
from referee.play.bot import Bot
from referee.play.referee import play_match
from referee.play.seats import BotSeat, RandomSeat


class Keeping(Bot):
    def __init__(self):
        self.views = []

    def answer(self, view, ask):
        if len(self.views) % 2:
            self.first = getattr(self, "first", None) or (view, repr(view.data))
        self.views.append(view)
        return ask.sample(self.rng)

    def end(self, result):
        self.late = []
        for at, view in enumerate(self.views):
            try:
                self.late.append((at % 2, view.data is not None))
            except LookupError as error:
                self.late.append((at % 2, str(error)))
            if at % 2 == 0:
                with pytest.raises(LookupError):
                    view.imagine(random.Random(1))


def test_a_view_that_nobody_looked_at_ends_with_its_question():
    bot = Keeping()
    seats = [BotSeat(bot, "keeping", random.Random(1)), RandomSeat(random.Random(2))]
    play_match(find_game("escalation")(2), seats, secret=bytes(32))
    view, then = bot.first
    assert repr(view.data) == then
    assert {said for looked, said in bot.late if not looked} == {
        "the question is answered, and the table has changed: look at view.data while you are asked"
    }
    assert bot.late[1] == (1, True)

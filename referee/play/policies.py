"""Policies: who answers for everybody in matches that a bot plays on in its head.

A game that comes with a bot ``greedy`` has a policy that knows what play is about. Its bots are made anew for each of
these matches. They are shown views and asked, and hear of no events.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.kernel.views import view_of
from referee.play.bot import Ask, Bot, Option, View
from referee.play.bot_loading import find_bot, load_bot
from referee.play.chance import Ordered
from referee.play.course import Course
from referee.play.playing_on import PlayingOn
from referee.play.position import Position

POLICY = "greedy"
"""The name of the bot of a game that is its policy."""


def policy_file(game: type[Game[Any]]) -> Path | None:
    """The file of the bot that comes with a game as its policy, if there is one."""
    with suppress(BadInput):
        return find_bot(POLICY, game.name, folders("bots", game))
    return None


@cache
def default_policy(game: Any) -> type[Bot] | None:
    """The policy that comes with a game (its class). None: there is none, it hears of events, or cannot be loaded."""
    path = policy_file(game)
    if path is None:
        return None
    try:
        found = load_bot(path, POLICY)
    except BadInput:
        return None
    return found if found.event is Bot.event else None


class Players:
    """The bots of a policy for one match, by seat; each has the same chance with the same ``seed``."""

    def __init__(self, policy: type[Bot], game: Game[Any], seed: object) -> None:
        self.policy, self.game, self.seed = policy, game, seed
        self._bots: dict[int, Bot] = {}

    def bot(self, seat: int) -> Bot:
        """The bot of a seat, which has been started."""
        if seat not in self._bots:
            bot = self._bots[seat] = self.policy()
            bot.rng = random.Random(f"{self.seed} {seat}")
            bot.seat = seat
            bot.start({"seat": seat, **self.game.form, "seed": ""})
        return self._bots[seat]

    def answer(self, choice: Choice) -> Any:
        """An answer in the kernel's form. One at random where the bot breaks down, or answers what may not be."""
        space = choice.space
        listed = space.listed()
        if listed is not None and len(listed) == 1:
            return listed[0]
        seat = choice.decider.seat
        view = View(lambda: view_of(choice.table, choice.decider))
        return _answer(self.bot(seat), view, Ask(choice.ask, choice.player.seat, space), self.bot(seat).rng)

    def option(self, view: View, ask: Ask) -> Option:
        """An answer to an open question of a match, as ``answer`` has it."""
        bot = self.bot(view.seat)
        return Option(ask.space, _answer(bot, view, ask, bot.rng))


class PlayingByBots(PlayingOn):
    """Plays matches on by the bots of a policy, which take their time: to the end of the running hand."""

    hands = 1

    def __init__(self, game: Game[Any], bots: type[Bot]) -> None:
        super().__init__(game)
        self.bots = bots

    def usual(self, view: View, ask: Ask, position: Position | None, rng: random.Random) -> Option:
        """What the bots answer."""
        return Players(self.bots, self.game, rng.getrandbits(32)).option(view, ask)

    def policy(self, chance: Ordered) -> Callable[[Course], Any]:
        players = Players(self.bots, self.game, (chance.key, chance.match))

        def answer(course: Course) -> Any:
            assert course.choice is not None
            return players.answer(course.choice)

        return answer


def _answer(bot: Bot, view: View, ask: Ask, rng: random.Random) -> Any:
    try:
        answer = bot.answer(view, ask)
        return answer.raw if isinstance(answer, Option) else ask.space.read(answer)
    except Exception:  # it is the code of somebody else, in a match that is not played
        return ask.space.sample(rng)

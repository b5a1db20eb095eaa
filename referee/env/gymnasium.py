"""One seat of a game against given others, as an environment of Gymnasium (the extra ``gymnasium``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded

from referee.env.env import Env
from referee.env.observing import Observing, Words
from referee.env.seats import seats_of
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.play.seats import Seat
from referee.record.words import bulk_secret

ME = "me"


def env(
    game: str | Path | type[Game[Any]] | Game[Any],
    seats: Sequence[str | Any],
    *,
    readings: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    turn_cap: int | None = None,
) -> RefereeEnv:
    """The environment of the seat ``me`` among ``seats``, as many as there are players: ``["me", "greedy",
    "random"]``. Others are built-in bots by name, ``trusted:PATH``, or objects or classes of ``referee.bot.Bot``."""
    if [each for each in seats if isinstance(each, str)].count(ME) != 1:
        raise BadInput(f"one of the seats is to be {ME!r}")
    table = Env(game, len(seats), readings=readings, settings=settings, turn_cap=turn_cap)
    return RefereeEnv(table, seats)


class RefereeEnv(gymnasium.Env):
    """The reward is the payoff, at the end. ``info`` has the ``action_mask`` too. A word that may not come next is a
    forfeit, as in a match: the episode ends, and costs what the game declares (``info["fault"]``). Who goes on behind
    an episode without ``reset`` gets ``gymnasium.error.ResetNeeded``. Where a match is over before the seat was asked
    anything, no word may come next, and the first step, whatever it says, brings the payoff."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - as Gymnasium declares it
    render_mode = "ansi"

    def __init__(self, table: Env, seats: Sequence[str | Any]) -> None:
        self.table, self.observing = table, Observing(table)
        self.seat = [each if isinstance(each, str) else "" for each in seats].index(ME)
        self._seats = seats
        self._others: Mapping[int, Seat] = {}
        self._over = True
        self.action_space = Words(table.actions.size, self.action_masks)
        self.observation_space = self.observing.space()

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        # Without a seed the next match of the last one begins: both are the same again.
        self.table.reset(seed)
        secret = bulk_secret(self.table.key, self.table.match)
        self._others = seats_of(self.table, self._seats, ME, secret)
        self._let_others_play()
        self._over = False
        return self._seen()

    def step(self, action: int | np.integer[Any]) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self._over:
            raise ResetNeeded("no episode is going on: call reset()")
        action = index(action)
        if not self.table.done and action not in self.table.legal_actions():
            self._over = True
            observation, info = self._seen()
            return observation, -float(self.table.game.forfeit()), True, False, {**info, "fault": "illegal"}
        if not self.table.done:
            self.table.act(action)
            self._let_others_play()
        observation, info = self._seen()
        done, capped = self.table.done, self.table.outcome is None
        self._over = done
        reward = self.table.returns()[self.seat] if done else 0.0
        return observation, reward, done and not capped, done and capped, info

    def action_masks(self) -> np.ndarray[Any, Any]:
        """The mask, where sb3-contrib looks for it."""
        return self.observing.mask(self.seat)

    def _let_others_play(self) -> None:
        while self.table.seat not in (None, self.seat):
            assert self.table.seat is not None
            self.table.step(self._others[self.table.seat].answer(self.table.choice))

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = self.observing.observe(self.seat)
        return seen, {"action_mask": seen["action_mask"]}

    def render(self) -> str:
        return self.observing.picture()

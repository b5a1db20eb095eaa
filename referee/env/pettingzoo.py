"""Games as environments of PettingZoo's AEC interface (the extra ``pettingzoo``).

An action is the number of a word of an answer (``referee.env.actions``); an answer of several words is several actions
of one agent. Rewards come at the end of the match.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from referee.env.env import Env
from referee.env.observing import Observing
from referee.kernel.game import Game


def env(
    game: str | Path | type[Game[Any]] | Game[Any],
    players: int | None = None,
    *,
    readings: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    turn_cap: int | None = None,
) -> RefereeAEC:
    """The environment; arguments are those of ``Env``. Agents are ``seat_0``, ``seat_1`` and so on."""
    return RefereeAEC(Env(game, players, readings=readings, settings=settings, turn_cap=turn_cap))


class RefereeAEC(AECEnv):  # type: ignore[misc]
    """An observation is a dictionary of the ``observation`` (``Observing``) and the ``action_mask``."""

    def __init__(self, table: Env) -> None:
        super().__init__()
        self.table = table
        self.metadata = {"name": f"{table.game.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.observing = Observing(table)
        self.possible_agents = [f"seat_{seat}" for seat in range(table.game.players)]
        self.action_spaces = {each: spaces.Discrete(table.actions.size) for each in self.possible_agents}
        self.observation_spaces = {each: self.observing.space() for each in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {each: {} for each in self.agents}
        self._turn_to_agent()

    def _turn_to_agent(self) -> None:
        seat = self.table.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            return
        capped = self.table.outcome is None
        for each, payoff in zip(self.possible_agents, self.table.returns(), strict=True):
            self.rewards[each] = payoff
            self.terminations[each], self.truncations[each] = not capped, capped
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        return self.observing.observe(self.possible_agents.index(agent))

    def step(self, action: int | np.integer[Any] | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        self.table.act(int(action))
        self._turn_to_agent()
        self._accumulate_rewards()

    def render(self) -> str:
        return self.observing.picture()

    def close(self) -> None:
        """Nothing is open."""

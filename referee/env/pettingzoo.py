"""Games as environments of PettingZoo (the extra ``pettingzoo``): ``env`` of its AEC interface, one agent after the
other, and ``parallel_env`` for games that ask several seats at once.

An action is the number of a word of an answer (``referee.env.actions``); an answer of several words is several actions
of one agent. Agents are ``seat_0``, ``seat_1`` and so on. Rewards come at the end of the match.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from pettingzoo import AECEnv, ParallelEnv

from referee.env.actions import asks_at_once
from referee.env.env import Env
from referee.env.observing import Observing, Words
from referee.kernel.errors import BadInput
from referee.kernel.game import Game


def env(
    game: str | Path | type[Game[Any]] | Game[Any],
    players: int | None = None,
    *,
    readings: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    turn_cap: int | None = None,
) -> RefereeAEC:
    """The environment; arguments are those of ``Env``."""
    return RefereeAEC(Env(game, players, readings=readings, settings=settings, turn_cap=turn_cap))


def parallel_env(
    game: str | Path | type[Game[Any]] | Game[Any],
    players: int | None = None,
    *,
    readings: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    turn_cap: int | None = None,
) -> RefereeParallel:
    """The environment in which all agents act at once; arguments are those of ``Env``. BadInput: the rules never ask
    several seats at once."""
    table = Env(game, players, readings=readings, settings=settings, turn_cap=turn_cap)
    if not asks_at_once(type(table.game)):
        raise BadInput(f"{table.game.name} never asks several seats at once: take referee.env.pettingzoo.env")
    return RefereeParallel(table)


class Seated:
    """What both interfaces have in common: the table, the agents and their spaces."""

    def __init__(self, table: Env) -> None:
        super().__init__()
        self.table = table
        self.metadata = {"name": f"{table.game.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.observing = Observing(table)
        self.possible_agents = [f"seat_{seat}" for seat in range(table.game.players)]
        size = table.actions.size
        self.action_spaces = {each: Words(size, partial(self.mask, each)) for each in self.possible_agents}
        self.observation_spaces = {each: self.observing.space() for each in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def mask(self, agent: str) -> np.ndarray[Any, Any]:
        """Which words an agent may say next."""
        return self.observing.mask(self.possible_agents.index(agent))

    def payoffs(self) -> dict[str, float]:
        """What each agent has at the end, else 0."""
        return dict(zip(self.possible_agents, self.table.returns(), strict=True))

    def render(self) -> str:
        return self.observing.picture()

    def close(self) -> None:
        """Nothing is open."""


class RefereeAEC(Seated, AECEnv):  # type: ignore[misc]
    """An observation is a dictionary of the ``observation`` (``Observing``) and the ``action_mask``."""

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
        for each, payoff in self.payoffs().items():
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


class RefereeParallel(Seated, ParallelEnv):  # type: ignore[misc]
    """In a step every agent that is asked says the next word of its answer, and the answers are applied when all are
    whole: nobody sees before what another one said. Who is not asked, or has said its answer, may only say ``done``
    (the number 0), which changes nothing. A question to one seat alone goes the same way."""

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self._ask()
        return self._seen(), {each: {} for each in self.agents}

    def step(
        self, actions: Mapping[str, int | np.integer[Any]]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Everybody says a word. ValueError: an agent that is asked says none, or one that its mask forbids; nothing
        has changed then."""
        agents = self.agents
        said = {}
        for agent in agents:
            asked = self._asked_now(agent)
            if asked is not None:
                said[asked] = (*self._said[asked], self._word(agent, asked, actions))
        self._said.update(said)
        for number, words in said.items():
            whole, _ = self.table.actions.next(self._choices[number].space, words)
            if whole is not None:
                self._answers[number] = whole.answer
        if agents and len(self._answers) == len(self._choices):
            for number in range(len(self._choices)):
                self.table.step(self._answers[number])
            self._ask()
        done, capped = self.table.done, self.table.outcome is None
        seen, rewards = self._seen(), {each: payoff for each, payoff in self.payoffs().items() if each in agents}
        if done:
            self.agents = []
        over, cut = dict.fromkeys(agents, done and not capped), dict.fromkeys(agents, done and capped)
        return seen, rewards, over, cut, {each: {} for each in agents}

    def _word(self, agent: str, asked: int, actions: Mapping[str, int | np.integer[Any]]) -> int:
        words = self.table.actions
        action = words.numbered(int(actions[agent])) if agent in actions else None
        if action is None or action not in words.next(self._choices[asked].space, self._said[asked])[1]:
            told = "says nothing" if action is None else f"may not say {words.name(action)!r} here"
            raise ValueError(f"{agent} {told}: it is asked {self._choices[asked].ask!r}")
        return action

    def _ask(self) -> None:
        """Put the questions that are open now."""
        self._choices = self.table.choices
        self._said: dict[int, tuple[int, ...]] = dict.fromkeys(range(len(self._choices)), ())
        """By the number of the question what was said of its answer."""
        self._answers: dict[int, Any] = {}

    def _asked_now(self, agent: str) -> int | None:
        """The number of the question that an agent has to answer first."""
        for number, choice in enumerate(self._choices):
            if number not in self._answers and self.possible_agents[choice.decider.seat] == agent:
                return number
        return None

    def mask(self, agent: str) -> np.ndarray[Any, Any]:
        asked, words = self._asked_now(agent), self.table.actions
        mask = np.zeros(words.size, np.int8)
        mask[[0] if asked is None else words.next(self._choices[asked].space, self._said[asked])[1]] = 1
        return mask

    def _seen(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for seat, each in enumerate(self.agents):
            asked = self._asked_now(each)
            question = () if asked is None else (self._choices[asked].ask, self._said[asked])
            found[each] = {"observation": self.observing.vector(seat, *question), "action_mask": self.mask(each)}
        return found

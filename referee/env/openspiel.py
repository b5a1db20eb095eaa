"""Games as games of OpenSpiel (the extra ``openspiel``): CFR, best responses, its searches and tests.

An action is the number of a word of an answer (``referee.env.actions``); chance is explicit, in stages of at most
1,000 outcomes. Questions to several seats at once come one after the other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyspiel

from referee.env.encoding import Encoder
from referee.env.env import Env
from referee.env.solving import Policy
from referee.env.staged_chance import MOST_AT_ONCE, Stages
from referee.kernel.game import Game

LONGEST_TURN = 1_000
"""Words of answers in a turn; OpenSpiel wants a bound on the length of a game."""
UNBOUNDED = 1e12
TRIED = 100
"""Matches from which it is taken whether payoffs sum to zero."""
MOST_KEPT = 200_000
"""Positions of which it is kept what the player there knows."""

_loaded: dict[str, Any] = {}


def load(
    game: str | Path | type[Game[Any]] | Game[Any],
    players: int | None = None,
    *,
    readings: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    turn_cap: int | None = None,
    zero_sum: bool | None = None,
) -> Any:
    """The ``pyspiel.Game``; arguments are those of ``Env``. It is registered as ``referee_NAME_PLAYERS``, with a
    digest behind it where other than the defaults are given.

    ``zero_sum`` says whether payoffs always sum to zero; without it 100 random matches say so. A match that differs
    raises ValueError.
    """
    table = Env(game, players, readings=readings, settings=settings, turn_cap=turn_cap, explicit_chance=True)
    form = json.dumps([table.game.form, table.turn_cap, str(type(table.game)), zero_sum], sort_keys=True, default=str)
    name = f"referee_{table.game.name.replace('-', '_')}_{table.game.players}"
    if table.game.unusual_readings or table.game.unusual_settings or turn_cap is not None or zero_sum is not None:
        name += "_" + hashlib.sha256(form.encode()).hexdigest()[:8]
    if _loaded.get(name) != form:
        _register(name, table, _sums_to_zero(table) if zero_sum is None else zero_sum)
        _loaded[name] = form
    return pyspiel.load_game(name)


def policy_of(game: Any, policy: Any) -> Policy:
    """A policy of OpenSpiel for a ``game`` that was loaded here (``pyspiel.Policy`` or one of its Python policies, as
    the average of CFR), for ``referee.env.solving``: an answer is as likely as its words one after the other."""

    def found(env: Env) -> list[float]:
        return [_likely(game, policy, env, answer.raw) for answer in env.legal()]

    return found


def _likely(game: Any, policy: Any, env: Env, answer: Any) -> float:
    there, likely = env.clone(), 1.0
    for word in there.actions.said(env.space, answer):
        state = game.new_initial_state()
        state.playing = Playing(there)
        likely *= policy.action_probabilities(state)[word]
        there = there.clone()
        there.act(word)
    return likely


def _sums_to_zero(table: Env) -> bool:
    if table.game.cooperative:
        return False
    trial = Env(table.game, turn_cap=table.turn_cap)
    for match in range(TRIED):
        trial.reset("zero", match)
        while not trial.done:
            trial.step(trial.sample())
        if abs(sum(trial.returns())) > 1e-9:
            return False
    return True


def _register(name: str, table: Env, zero_sum: bool) -> None:
    game = table.game
    utility = pyspiel.GameType.Utility
    kind = pyspiel.GameType(
        short_name=name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )
    least, most = game.payoff_bounds() or (-UNBOUNDED, UNBOUNDED)
    about = pyspiel.GameInfo(
        num_distinct_actions=table.actions.size,
        max_chance_outcomes=MOST_AT_ONCE,
        num_players=game.players,
        min_utility=float(least),
        max_utility=float(most),
        utility_sum=0.0 if zero_sum else None,
        max_game_length=min(table.turn_cap * LONGEST_TURN, 1 << 30),
    )

    form = Form(table, zero_sum, name)

    class Registered(RefereeGame):
        """The game of this form. OpenSpiel lets it go after Python has ended, which only classes survive."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, about, params or {})
            self.shared = form

    pyspiel.register_game(kind, Registered)


@dataclass(eq=False)
class Form:
    """What all states of a game have in common."""

    table: Env
    zero_sum: bool
    name: str
    known: dict[Any, str] = field(default_factory=dict)
    """What players know in positions: solvers ask for the same ones in every round."""

    def __deepcopy__(self, memo: Any) -> Form:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """That of the game that is loaded where it comes to."""
        return _form_of, (self.name,)


def _form_of(name: str) -> Form:
    return pyspiel.load_game(name).shared  # type: ignore[no-any-return]


class RefereeGame(pyspiel.Game):  # type: ignore[misc]
    """A form of a game."""

    shared: Form

    def __reduce__(self) -> tuple[Any, ...]:
        """The game of that name that is loaded where it comes to."""
        return pyspiel.load_game, (self.shared.name,)

    def new_initial_state(self) -> RefereeState:
        return RefereeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RefereeObserver:
        return RefereeObserver(self.shared.table, iig_obs_type, params)


class RefereeState(pyspiel.State):  # type: ignore[misc]
    """A position: a table, and how far an event of chance has come."""

    def __init__(self, game: RefereeGame) -> None:
        super().__init__(game)
        self.shared = game.shared
        self.playing: Playing | None = None

    @property
    def env(self) -> Playing:
        """What plays. It is made when somebody asks: to copy a state OpenSpiel makes a new one, and then gives it what
        the other one has; one that was serialized has its history, which is played again."""
        if self.playing is None:
            self.playing = Playing(self.shared.table.at_the_start())
            for action in self.history():
                self.playing.apply(action)
        return self.playing

    def current_player(self) -> int:
        env = self.env.table
        if env.done:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if env.seat is None else env.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.env.table.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, float(probability)) for number, probability in self.env.stages().options()]

    def _apply_action(self, action: int) -> None:
        self.env.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.env.table.actions.name(action)

    def is_terminal(self) -> bool:
        return self.env.table.done

    def returns(self) -> list[float]:
        found = self.env.table.returns()
        if self.shared.zero_sum and abs(sum(found)) > 1e-9:
            raise ValueError("payoffs do not sum to zero here: load the game with zero_sum=False")
        return found

    def information_state_string(self, player: int | None = None) -> str:
        """All that the player was told, asked, answered and saw, and what it has said of an answer."""
        player = self.current_player() if player is None else player
        table, known = self.env.table, self.shared.known
        said = table.said if player == table.seat else ()
        key = player, table.answers_so_far(), said
        if key not in known:
            if len(known) >= MOST_KEPT:
                known.clear()
            known[key] = json.dumps([player, table.history(player), said])
        return known[key]

    def observation_string(self, player: int | None = None) -> str:
        player = self.current_player() if player is None else player
        return json.dumps(self.env.table.observe(player), ensure_ascii=False)

    def __str__(self) -> str:
        return f"{self.env.table.state_key()} {self.env.taken()}"


class Playing:
    """The table of a state, which is copied with it."""

    def __init__(self, table: Env) -> None:
        self.table = table
        self._stages: Stages | None = None

    def stages(self) -> Stages:
        """The event of chance that is next."""
        if self._stages is None:
            self._stages = Stages(self.table.event)
        return self._stages

    def taken(self) -> list[int]:
        """How far the event of chance has come."""
        return [] if self._stages is None else self._stages.taken

    def apply(self, action: int) -> None:
        if self.table.seat is not None:
            self.table.act(action)
            return
        outcome = self.stages().take(action)
        if not (outcome is None and self.stages().whole is None):
            self._stages = None
            self.table.step(outcome)

    def __reduce__(self) -> tuple[Any, ...]:
        """None: a state that was serialized plays its history again."""
        return type(None), ()

    def __deepcopy__(self, memo: Any) -> Playing:
        made = Playing(deepcopy(self.table))
        if self.taken():
            for each in self.taken():
                made.stages().take(each)
        return made


class RefereeObserver:
    """Observations as the ``Encoder``'s vector and as text."""

    def __init__(self, table: Env, kind: Any, params: Any) -> None:
        import numpy as np

        if params:
            raise ValueError(f"there are no parameters of observations; got {params}")
        self.encoder = Encoder(table.game)
        self.recall = kind is not None and kind.perfect_recall
        self.tensor = np.zeros(self.encoder.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RefereeState, player: int) -> None:
        table = state.env.table
        self.tensor[:] = self.encoder.encode(table.observe(player), table.ask if table.seat == player else None)

    def string_from(self, state: RefereeState, player: int) -> str:
        return state.information_state_string(player) if self.recall else state.observation_string(player)

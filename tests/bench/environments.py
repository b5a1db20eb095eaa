"""How fast environments play: ``python -m tests.bench.environments [GAME]``.

Steps (answers) a second of processor time, the median of three: ``Env`` of both engines with random answers; ``VecEnv``
of 1,024 tables and of one, with and without observations, answers drawn with numpy and drawn by the match; the seat
``search`` in milliseconds a decision; beside them OpenSpiel's ``crazy_eights`` from Python.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

from referee.env import Env, VecEnv
from referee.env.seats import seat_of

PLAYERS, REPEATS = 4, 3


def one_table(game: str, engine: str) -> float:
    env, steps, matches = Env(game, PLAYERS, engine=engine), 0, 200 if engine == "python" else 4000
    drawn = random.Random(0).random
    began = time.process_time()
    for match in range(matches):
        env.reset("bench", match)
        while not env.done:
            env.choose(int(drawn() * env.count()))
            steps += 1
    return steps / (time.process_time() - began)


def many_tables(game: str, number: int, observations: bool, drawn: bool) -> float:
    env = VecEnv(game, PLAYERS, number, observations=observations)
    env.reset("bench")
    rng, rounds = np.random.default_rng(0), max(300, 60_000 // number)
    began = time.process_time()
    for _ in range(rounds):
        if drawn:
            env.sample()
        else:
            env.step(rng.integers(0, env.count))
    return rounds * number / (time.process_time() - began)


def search_milliseconds(game: str, form: str) -> float:
    env, spent, asked = Env(game, PLAYERS), 0.0, 0
    env.reset("bench")
    seat = seat_of(form, env, random.Random(0))
    seat.start({"seat": 0, **env.game.form, "seed": "00"})
    while not env.done and asked < 10:
        if env.seat == 0:
            began = time.process_time()
            env.step(seat.answer(env.choice))
            spent, asked = spent + time.process_time() - began, asked + 1
        else:
            env.step(env.sample())
    return 1000 * spent / asked


def crazy_eights() -> float:
    import pyspiel

    from tests.bench.rollouts import advanced

    game, decisions = pyspiel.load_game("crazy_eights(players=4)"), 0
    began = time.process_time()
    for _ in range(100):
        state = game.new_initial_state()
        while not state.is_terminal():
            decisions += advanced(state)
    return decisions / (time.process_time() - began)


def main() -> None:
    game = sys.argv[1] if len(sys.argv) > 1 else "escalation"

    def told(name: str, measure: Callable[[], float], unit: str = "steps/s") -> None:
        figure = statistics.median([measure() for _ in range(REPEATS)])
        sys.stdout.write(f"{name:50} {figure:12,.0f} {unit}\n")
        sys.stdout.flush()

    for engine in ("python", "native"):
        told(f"Env, {game}, {engine}", lambda engine=engine: one_table(game, engine))  # type: ignore[misc]
    for number in (1024, 1):
        for drawn in (False, True):
            for observations in (True, False):
                name = f"VecEnv of {number}, {'drawn' if drawn else 'numpy'}{', observations' * observations}"
                told(name, lambda n=number, o=observations, d=drawn: many_tables(game, n, o, d))  # type: ignore[misc]
    for form in ("search", "search:1000"):
        told(f"{form}, a decision", lambda form=form: search_milliseconds(game, form), "ms")  # type: ignore[misc]
    told("OpenSpiel crazy_eights from Python", crazy_eights)


if __name__ == "__main__":
    main()

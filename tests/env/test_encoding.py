"""Texts, tuples and typed tuples have numbers, and are read back from them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np

from referee.env import Env, VecEnv
from referee.env.encoding import Encoder
from tests.env.test_vector import first_difference

QUEUE = Path(__file__).parent / "games" / "queue"


def told(encoder: Encoder, vector: Any, name: str) -> dict[str, float]:
    """The numbers of a scalar that are not 0, by what stands behind its name."""
    begun = f"{name} "
    return {
        each.removeprefix(begun): float(vector[at])
        for at, each in enumerate(encoder.names)
        if each.startswith(begun) and vector[at]
    }


def test_what_a_table_keeps_is_told() -> None:
    env, rng = Env(QUEUE, 3), random.Random(1)
    encoder = Encoder(env.game)
    assert encoder.left_out == []
    seen = set()
    for seed in range(5):
        env.reset(seed)
        while not env.done:
            table, me = env.choice.table, env.seat
            assert me is not None
            t: Any = table
            vector = encoder.encode(env.observe(me))

            def near(player: Any, me: int = me) -> str:
                return f"seat +{(player.seat - me) % 3}"

            assert told(encoder, vector, "called") == {t.called or "no text": 1}
            assert told(encoder, vector, "phase") == {t.phase: 1}
            waiting: dict[str, float] = {"size": len(t.waiting)} if t.waiting else {}
            for each in t.waiting:
                waiting[near(each)] = waiting.get(near(each), 0) + 1
            assert told(encoder, vector, "waiting") == waiting
            numbers = {f"#{at + 1}": float(turn) for at, turn in enumerate(t.turns_of[:8]) if turn}
            assert told(encoder, vector, "turns_of") == ({"size": len(t.turns_of)} if t.turns_of else {}) | numbers
            last = {f"by {near(t.last.by)}" if t.called else "by nobody": 1.0, f"rank {t.last.rank or 'no text'}": 1.0}
            assert told(encoder, vector, "last") == last | ({"turn": t.last.turn} if t.last.turn else {})
            thought = told(encoder, vector, "thought")
            assert thought == {f"seat +0 {t.thought[t.players[me]] or 'no text'}": 1.0}, "others' are hidden"
            seen |= {t.called, t.phase, len(t.waiting) > 1, len(t.turns_of) > 1}
            env.step(rng.choice(env.legal()))
    assert seen == {"", "J", "K", "early", "late", True, False}


def test_it_is_the_same_natively() -> None:
    assert first_difference(QUEUE, 3, turn_cap=None) is None
    env = VecEnv(QUEUE, 3, 8, engine="native")
    for _ in range(6):
        env.sample()
    assert env.encoder is not None
    for name in ("waiting size", "turns_of #2", "last turn", "phase late", "called K"):
        assert np.any(env.observation[:, env.encoder.at[name]]), name

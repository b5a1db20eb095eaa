"""Numbers that a caller gives wrongly are told as his, and not as faults of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.env import Env, VecEnv
from referee.kernel.errors import BadInput
from referee.record.words import WORD


@pytest.mark.parametrize("engine", ["python", "auto"])
@pytest.mark.parametrize("match", [-1, WORD + 1, 1.5, "x", None])
def test_a_number_of_a_match(engine: str, match: Any) -> None:
    env = Env("escalation", 2, engine=engine)
    with pytest.raises(BadInput, match=r"^match is "):
        env.reset("a", match)
    before = env.observe(0)
    env.reset("a", WORD)
    assert env.observe(0) != before


@pytest.mark.parametrize("players", ["4", 4.0, [2]])
def test_a_number_of_players(players: Any) -> None:
    for made in (Env, VecEnv):
        with pytest.raises(BadInput, match=r"^escalation: the number of players is .*: give a whole number$"):
            made("escalation", players)


def test_a_number_of_tables_and_a_cap() -> None:
    with pytest.raises(BadInput, match=r"^number of tables is 0: give a number from 1 on$"):
        VecEnv("escalation", 2, 0)
    with pytest.raises(BadInput, match=r"^turn_cap is 1.5: give a whole number$"):
        Env("escalation", 2, turn_cap=1.5)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"^match is -1: give a number from 0"):
        VecEnv("escalation", 2, 2, engine="python").reset("a", -1)


def test_explicit_chance_is_pythons() -> None:
    with pytest.raises(BadInput, match="explicit_chance is Python's"):
        Env("escalation", 2, explicit_chance=True, engine="auto")


@pytest.mark.parametrize("seed", [1.5, b"x", [], {}], ids=repr)
def test_a_seed_is_a_whole_number_or_a_text(seed: Any) -> None:
    for env in (Env("escalation", 2), VecEnv("escalation", 2, engine="python")):
        with pytest.raises(BadInput, match=r"^seed is .*: give a whole number or a text$"):
            env.reset(seed)


def test_a_seed_is_the_same_as_its_text() -> None:
    env = Env("escalation", 2)
    for one, other in ((-5, "-5"), (np.int64(7), 7), (10**40, str(10**40)), (True, 1)):
        env.reset(one)  # type: ignore[arg-type]
        before = env.state_key()
        env.reset(other)
        assert env.state_key() == before


def test_readings_and_settings_stand_under_names() -> None:
    with pytest.raises(BadInput, match=r"^readings is \['x'\]: give a dictionary, readings=\{NAME: VALUE\}$"):
        Env("escalation", 2, readings=["x"])  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"^settings is 'hand=5': give a dictionary"):
        VecEnv("escalation", 2, settings="hand=5")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"^object is no class of a game"):
        Env(object)  # type: ignore[arg-type]


def test_a_word_that_there_is_not_is_told_by_its_number() -> None:
    env = Env("escalation", 2)
    last = env.actions.size - 1
    for number in (-1, last + 1, 10**6):
        for ask in (env.act, env.actions.name):
            with pytest.raises(IndexError, match=rf"^there is no word {number}: they are numbered from 0 to {last}$"):
                ask(number)
    for wrong in (1.0, "take", None):
        for say in (env.act, env.choose, env.nth, env.history):
            with pytest.raises(TypeError, match="integer"):
                say(wrong)  # type: ignore[arg-type]
    assert env.said == ()


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=pytest.mark.needs("g++"))])
def test_answers_of_many_tables(engine: str) -> None:
    """Nothing is cut off or wraps around: 2^64 - 1 is not -1, and 0.9 is not 0."""
    env = VecEnv("escalation", 2, 3, engine=engine, observations=False)
    env.reset("a")
    before = [env.table(number).state_key() for number in range(3)]
    huge = np.array([0, 0, 2**64 - 1], "u8")
    for wrong in ([0.9, 0, 0], ["0"] * 3, None, huge, [0, 0], [0] * 4, [[0]] * 3):
        with pytest.raises(BadInput, match=r"^answers of the (type|shape)"):
            env.step(wrong)  # type: ignore[arg-type]
    for number in (-1, 3, 1.5):
        with pytest.raises(BadInput, match=r"^the number of a table is"):
            env.table(number)  # type: ignore[arg-type]
    assert [env.table(number).state_key() for number in range(3)] == before
    env.step(np.zeros(3, "u4"))
    env.step(0)
    env.reset("a", WORD - 3)
    with pytest.raises(BadInput, match=r"^match is"):
        env.reset()

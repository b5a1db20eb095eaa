"""Numbers that a caller gives wrongly are told as his, and not as faults of the rules."""

from __future__ import annotations

from typing import Any

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

"""``Env(engine="native")`` is an ``Env``: both engines say the same at every question, whatever is asked of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.env import Env
from referee.env.env import Env as PlainEnv
from referee.kernel.errors import BadInput, IllegalAnswer, RuleFault

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
GAMES = [
    ("escalation", 4, 6), ("fscking-ace", 3, 4), ("tests/games/games/love_letter", 3, 6),
    ("tests/games/games/sealed_bid", 3, 6), pytest.param("effervesce", 3, 1, marks=pytest.mark.long),
]  # fmt: skip


def to_the_end(env: Env) -> None:
    while not env.done:
        env.choose(-1)


def same(one: Env, other: Env) -> None:
    assert (one.done, one.seat, one.player, one.ask, one.returns()) == (
        other.done, other.seat, other.player, other.ask, other.returns())  # fmt: skip
    if not one.done:
        assert (one.count(), one.turns) == (other.count(), other.turns)


@pytest.mark.parametrize(("name", "players", "matches"), GAMES)
def test_both_engines_say_the_same(name: str, players: int, matches: int) -> None:
    python, native = Env(name, players, turn_cap=60), Env(name, players, turn_cap=60, engine="native")
    assert (native.engine, python.engine) == ("native", "python")
    rng = random.Random(name)
    for match in range(matches):
        for env in (python, native):
            env.reset("both", match)
        same(python, native)
        while not python.done:
            number = rng.randrange(python.count())
            way = rng.choice(["number", "number", "option", "data", "sample", "chance", "drawn", "wasted", "word"])
            if way == "number":
                python.choose(number)
                native.choose(number)
            elif way == "chance":
                python.choose(-1)
                native.choose(-1)
            elif way == "drawn":
                python.step(python.sample())
                native.step(native.sample())
            elif way == "word" and python.legal_actions() == native.legal_actions():
                word = rng.choice(python.legal_actions())
                python.act(word)
                native.act(word)
            elif way == "sample" and rng.random() < 0.1:
                # Drawn and not given: what the chance of the match has used up counts in both.
                assert python.sample().plain == native.sample().plain
            elif way == "wasted" and rng.random() < 0.1:
                same(python.clone(), native.clone())
                assert type(native.clone()) is PlainEnv
            elif way == "data":
                python.step(python.nth(number).plain)
                native.step(native.nth(number).plain)
            else:
                python.step(python.nth(number))
                native.step(native.nth(number))
            same(python, native)
            if rng.random() < 0.1:
                assert native.history(0) == python.history(0)
                if not python.done:
                    assert native.observe() == python.observe()
        assert native.outcome == python.outcome
        assert native.turns == python.turns
        assert native.history(1) == python.history(1)


def test_what_is_no_answer_is_refused_and_play_goes_on() -> None:
    env, twin = Env("escalation", 2, engine="native"), Env("escalation", 2)
    with pytest.raises(IndexError):
        env.choose(env.count())
    with pytest.raises(IndexError):
        env.choose(-2)
    for each in (env, twin):
        with pytest.raises(TypeError):
            each.choose(1.0)  # type: ignore[arg-type]
    with pytest.raises(IllegalAnswer):
        env.step(["nonsense"])
    for each in (env, twin):
        each.step(each.nth(0))
    same(env, twin)
    env.reset("anew", 3)
    twin.reset("anew", 3)
    same(env, twin)
    assert env.engine == "native"


def test_a_match_after_the_other() -> None:
    env, twin = Env("escalation", 2, turn_cap=3, engine="native"), Env("escalation", 2, turn_cap=3)
    for _ in range(3):
        while not twin.done:
            env.choose(0)
            twin.choose(0)
        same(env, twin)
        env.reset()
        twin.reset()
        assert env.match == twin.match
        same(env, twin)


def test_what_cannot_be_compiled_is_played_by_python_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises((BadInput, FileNotFoundError)):
        Env("tests/games/games/oh_hell", 3, engine="native", settings={"rounds": 2})
    with pytest.raises(BadInput, match="no engine"):
        Env("escalation", engine="quick")
    with pytest.raises(BadInput, match="explicit_chance"):
        Env("escalation", explicit_chance=True, engine="native")


def test_rules_that_break_an_obligation_say_so_as_python_does(tmp_path: Path) -> None:
    from tests.ask.test_ask import RULEBOOK, RULES

    folder = tmp_path / "pots"
    folder.mkdir()
    (folder / "rules.py").write_text(RULES.replace("if t.stock.size < 5:", "if t.stock.size < 0:"))
    (folder / "rulebook.md").write_text(RULEBOOK)
    told = []
    for engine in ("python", "native"):
        env = Env(folder, 2, engine=engine)
        with pytest.raises(RuleFault) as raised:
            to_the_end(env)
        told.append((str(raised.value), env.done))
    assert told[0] == told[1]

"""Many tables at once: the same matches in either engine, answer by answer."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.env import Env, VecEnv, vector
from referee.kernel.errors import BadInput, RuleFault
from referee.native import build
from referee.native.tables import NativeTables
from referee.play.bulk import play_in_bulk
from referee.record.words import key_of
from tests.tiny import write_game

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
OTHERS = Path("tests/games/games")
FLAGS = build.FLAGS
QUICK = tuple(each.replace("-O2", "-O0") for each in FLAGS)
TOLD = ("seat", "player", "count", "match", "turns", "done", "payoff", "observation")


@pytest.fixture(autouse=True)
def built(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of what is compiled, for all tests of a process."""
    folder = tmp_path_factory.getbasetemp() / "tables"
    monkeypatch.setattr(vector, "place_of_engines", lambda: folder)
    monkeypatch.setattr(build, "FLAGS", QUICK)
    return folder


def first_difference(*about: Any, number: int = 4, steps: int = 80, turn_cap: int | None = 8) -> str | None:
    """The first thing that the engines tell differently, at two seeds; some answers are drawn by the matches."""
    native, python = (VecEnv(*about, number, turn_cap=turn_cap, engine=each) for each in ("native", "python"))
    rng, over = np.random.default_rng(1), 0
    for seed in ("a", "b"):
        native.reset(seed, 7)
        python.reset(seed, 7)
        for step in range(steps):
            over += int(python.done.sum())
            for name in TOLD:
                own, other = getattr(native, name), getattr(python, name)
                if not np.array_equal(own, other):
                    return f"{name} of step {step}: natively {own[own != other]}, in Python {other[own != other]}"
            if not np.array_equal(native.ended[native.done], python.ended[python.done]):
                return f"ended of step {step}"
            answers = np.minimum((rng.random(number) * python.count).astype("i8"), python.count - 1)
            answers[rng.random(number) < 0.2] = -1
            native.step(answers)
            python.step(answers)
    assert over >= number
    return None


def test_escalation_is_the_same_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is compiled for use: play jumps out of a step at its question."""
    monkeypatch.setattr(build, "FLAGS", FLAGS)
    assert first_difference("escalation", 4, steps=250, turn_cap=None) is None


@pytest.mark.parametrize("game", ["fscking-ace", "five-crowns", OTHERS / "liars_dice", "effervesce"], ids=str)
@pytest.mark.every(2)
def test_other_games_are_the_same_natively(game: str | Path) -> None:
    assert first_difference(game, None) is None


def test_a_question_of_all_seats_is_the_same_natively() -> None:
    assert first_difference(OTHERS / "sealed_bid", 3) is None


@pytest.mark.long
@pytest.mark.parametrize("game", ["bpoker", *sorted(OTHERS.glob("*/rules.py"))], ids=str)
def test_every_game_is_the_same_natively(game: str | Path) -> None:
    assert first_difference(game if isinstance(game, str) else game.parent, None, steps=400, turn_cap=20) is None


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("a.v >= me ? a.v - me : a.v - me + PLAYERS", "a.v"),
        ("chance = t.chance;", ""),
    ],
    ids=["seats that are counted from the first", "chance that goes on where a step begins again"],
)
def test_what_is_mistaken_is_found(right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(text: str) -> str:
        assert right in text
        return text.replace(right, wrong)

    monkeypatch.setattr(vector, "NativeTables", partial(NativeTables, mistaken=mistaken))
    assert first_difference("escalation", 2) is not None


@pytest.mark.parametrize("engine", ["native", "python"])
def test_sampled_answers_play_the_matches_of_bulk_play(engine: str) -> None:
    env = VecEnv("escalation", 4, 3, engine=engine)
    env.reset("s", 2)
    ended: dict[int, tuple[float, ...]] = {}
    while len(ended) < 8:
        playing = env.match.tolist()
        env.sample()
        ended |= {playing[at]: tuple(env.payoff[at]) for at in np.flatnonzero(env.done)}
    for match, payoff in ended.items():
        assert payoff == play_in_bulk(env.game, key_of("s"), match).payoffs


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_table_is_given_as_an_env(engine: str) -> None:
    env = VecEnv("escalation", 4, 2, engine=engine)
    env.reset("t", 1)
    for _ in range(9):
        env.step([0, -1])
    for at in range(2):
        table = env.table(at)
        assert (table.match, table.seat, table.turns, table.count()) == (
            1 + at,
            env.seat[at],
            env.turns[at],
            env.count[at],
        )
        assert (env.encoder.encode(table.observe(), table.ask) == env.observation[at]).all()
    alone = Env("escalation", 4)
    alone.reset("t", 1)
    for _ in range(9):
        alone.step(alone.nth(0))
    assert alone.state_key() == env.table(0).state_key()


@pytest.mark.parametrize("engine", ["native", "python"])
def test_an_answer_that_is_none_plays_nothing(engine: str) -> None:
    env = VecEnv("escalation", 4, 3, engine=engine)
    before = env.observation.copy()
    for wrong in (int(env.count[2]), -2):
        with pytest.raises(IndexError, match=f"table 2 has no answer {wrong}"):
            env.step([0, 0, wrong])
    assert (env.observation == before).all()
    assert env.table(0).turns == 0


STEP = '        if t.reading("late") == "yes":\n'
ASKS = """\
        number = yield from t.choose(t.players[0], "number", Number(0, 3))
        if number == 2:
            yield from t.draw(t.stock, 100, t.hand[t.players[0]])
"""


def asking(folder: Path, more: str = "") -> Path:
    names = "from referee.kernel import FRENCH_SUITS, "
    return write_game(folder, (names, names + "Number, "), (STEP, ASKS + more + STEP))


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_fault_of_the_rules_is_told_as_python_tells_it(engine: str, tmp_path: Path) -> None:
    env = VecEnv(asking(tmp_path / "game"), None, 2, engine=engine)
    env.step([1, 3])
    with pytest.raises(RuleFault, match="T-2"):
        env.step([0, 2])


def test_rules_that_are_not_understood_are_played_by_python(tmp_path: Path) -> None:
    folder = asking(tmp_path / "game", "        with t.hand:\n            pass\n")
    env = VecEnv(folder, None, 2)
    assert (env.engine, "'with' of anything but suppress" in env.why_python) == ("python", True)
    with pytest.raises(BadInput, match="'with' of anything but suppress"):
        VecEnv(folder, None, 2, engine="native")


@pytest.mark.parametrize("engine", ["native", "python"])
def test_matches_that_ask_nothing_are_told(engine: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="ask nothing"):
        VecEnv(write_game(tmp_path / "game"), None, 2, engine=engine)


@pytest.mark.parametrize(("options", "said"), [({"engine": "fast"}, "no engine"), ({"number": 0}, "from 1 on")])
def test_bad_input_is_told_in_a_line(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        VecEnv("escalation", 2, **options)

"""Packages in a jail: a policy that was trained elsewhere computes as it does here, and nothing else comes in."""

from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.pool import seating
from referee.pool.bot_files import program_of
from referee.pool.jail import Isolation, missing
from referee.pool.seating import SeatFactory

BOT = """
import numpy as np
from referee.bot import Bot


class Learned(Bot):
    def answer(self, view, ask):
        weights = np.random.default_rng(7).standard_normal((40, 40))
        self.note(f"{np.linalg.det(weights):.6f}")
        try:
            import msgspec
        except ImportError:
            self.note("msgspec is not here")
        return ask.sample(self.rng)
"""


def folder(path: Path, toml: str = 'entry = "bot.py"\npackages = ["numpy"]') -> Path:
    path.mkdir()
    (path / "bot.toml").write_text(toml)
    (path / "bot.py").write_text(BOT)
    return path


@pytest.mark.parametrize("kind", [Isolation.BUBBLEWRAP, Isolation.NONE])
def test_a_bot_computes_with_numpy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Isolation) -> None:
    if reason := missing(kind):
        pytest.skip(f"NOT RUN: {reason}")
    import numpy as np

    monkeypatch.setattr(seating, "isolation", lambda: kind)
    game = find_game("escalation")
    with SeatFactory(str(folder(tmp_path / "bot")), game, []) as factory:
        seat = factory.seat(seat_rng(b"", 0))
        played = play_match(game(2), [seat, RandomSeat(seat_rng(b"x", 1))], secret=b"s" * 32, turn_cap=4)
    assert played.data["faults"] == []
    said = {*seat.notes}
    there = {"msgspec is not here"} if kind is Isolation.BUBBLEWRAP else set()
    assert said - {"msgspec is not here"} == {
        f"{np.linalg.det(np.random.default_rng(7).standard_normal((40, 40))):.6f}"
    }
    assert there <= said


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('packages = ["msgspec"]', "wants the package 'msgspec'; a jail can have numpy, onnxruntime"),
        ('packages = ["../numpy"]', r"wants the package '\.\./numpy'"),
        ('packages = ["numpy"]\ninterpreter = "sh"', "its interpreter is another"),
        ('packages = "numpy"', r'packages is a list of texts, packages = \["numpy"\]'),
    ],
)
def test_other_packages_are_refused(tmp_path: Path, toml: str, said: str) -> None:
    made = folder(tmp_path / "bot", f'entry = "bot.py"\n{toml}')
    with pytest.raises(BadInput, match=said):
        program_of(str(made), "escalation", [])


def test_a_package_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.pool import packages

    def none(name: str) -> None:
        raise packages.PackageNotFoundError(name)

    monkeypatch.setattr(packages, "distribution", none)
    with pytest.raises(BadInput, match=r"numpy, which is not installed: pip install 'referee\[policy\]'"):
        program_of(str(folder(tmp_path / "bot")), "escalation", [])

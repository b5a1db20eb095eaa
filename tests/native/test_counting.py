"""What is counted natively is what Python counts: clauses that are carried out, and branches."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.native.counting import CountingWriter
from tests.native.counting import differences

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
OWN = Path(__file__).parent.parent / "games" / "games"


@pytest.mark.parametrize(("name", "players"), [("love_letter", 3), ("deck_builder", 2)])
def test_the_same_is_counted(name: str, players: int, tmp_path: Path) -> None:
    assert list(differences(find_game(str(OWN / name)), players, 60, 60, tmp_path)) == []


def test_an_action_of_nobody_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: it is not known whose rule is running."""
    monkeypatch.setattr(CountingWriter, "entered", lambda *_: [])
    found = list(differences(find_game(str(OWN / "deck_builder")), 2, 20, 60, tmp_path))
    assert any(each.startswith("DB-") and "natively 0" in each for each in found)


GAMES = [
    ("escalation", 4),
    ("effervesce", 3),
    ("fscking-ace", 4),
    ("five-crowns", 3),
    ("bpoker", 3),
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_same_is_counted_in_the_games_that_come_with_it(name: str, players: int, tmp_path: Path) -> None:
    matches = 40 if name == "bpoker" else 200
    assert list(differences(find_game(name), players, matches, 60, tmp_path)) == []

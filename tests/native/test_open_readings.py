"""One build plays a form under many rows of alternatives, each as the form that was compiled for it alone would be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.game import Game
from referee.native.counting import CountingEngine
from referee.verify import always
from referee.verify.methods import Question
from referee.verify.play.native import compiled_for
from tests.native.comparing import differences
from tests.tiny import write_game

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
LATE = '        if t.reading("late") == "yes":'
ELSE = "        yield from t.shuffle(t.stock)\n\n    def forfeit"
SIZED = "        self.deck = Deck.of("


def rows_of(game: type[Game[Any]], players: int) -> list[dict[str, str]]:
    """The default readings, and every alternative alone."""
    register = game(players).register.items()
    others = [{slug: value} for slug, each in register for value in each.alternatives if value != each.default]
    return [{}, *others]


def unlike_python(
    game: type[Game[Any]], players: int, rows: Sequence[Mapping[str, str]], folder: Path
) -> tuple[list[Any], list[Any]]:
    """One engine for all of these rows: those under which it plays other matches than Python, and those that need an
    engine of their own."""
    engine = CountingEngine(game(players), folder, rows=rows)
    different, apart = [], []
    for row in rows:
        form = game(players, readings=row)
        if not engine.covers(form):
            apart.append(row)
            continue
        engine.choose(form)
        different += [(row, *lines) for lines in [list(differences(engine, 4, 200))] if lines]
    return different, apart


@pytest.mark.parametrize(("name", "players"), [("escalation", 4), ("fscking-ace", 3)])
def test_every_row_is_played_as_by_python(name: str, players: int, tmp_path: Path) -> None:
    """Readings that settle what a form is made of are not left open."""
    game = find_game(name)
    rows = rows_of(game, players)
    different, apart = unlike_python(game, players, rows, tmp_path)
    assert different == []
    assert len(apart) <= len(rows) / 4


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), [("effervesce", 2), ("five-crowns", 3), ("bpoker", 3)])
def test_every_row_of_larger_games_is_played_as_by_python(name: str, players: int, tmp_path: Path) -> None:
    game = find_game(name)
    rows = rows_of(game, players)
    different, apart = unlike_python(game, players, rows, tmp_path)
    assert different == []
    assert len(apart) < len(rows) / 10


def test_another_row_than_the_chosen_one_is_told(tmp_path: Path) -> None:
    game = find_game("escalation")
    rows = rows_of(game, 4)
    engine = CountingEngine(game(4), tmp_path, rows=rows)
    unlike = []
    for row in rows:
        engine.choose(game(4, readings=row))
        engine.game = game(4)
        unlike += [row] if list(differences(engine, 12, 200)) else []
    assert {} not in unlike
    assert len(unlike) >= 8


CONSULTED = {
    "compared as it stands": '        if self.readings["late"] == "yes":',
    "with another value where it is undefined": '        if t.reading_or("late", "yes") == "yes":',
    "by a name that is found in a table": '        if t.reading({0: "late"}[t.turns * 0]) == "yes":',
    "carried through a function": '        if (lambda word: word == "yes")(t.reading("late")):',
}


@pytest.mark.parametrize("how", CONSULTED)
def test_ways_to_consult_a_reading(how: str, tmp_path: Path) -> None:
    undefined = ('no = "No."', 'no = "No."\nundefined = "Nothing is said."')
    game = find_game(write_game(tmp_path / "tiny", (LATE, CONSULTED[how]), undefined))
    assert unlike_python(game, 2, [{}, {"late": "yes"}, {"late": "undefined"}], tmp_path) == ([], [])


CLOSED = {
    "while the form is made": (SIZED, f'        self.small = self.readings["late"] == "yes"\n{SIZED}'),
    "as one of several": (LATE, '        if self.readings["late"] in {"yes": 1}:'),
    "among all of them": (LATE, '        if "yes" in [value for value in self.readings.values()]:'),
}


@pytest.mark.parametrize("how", CLOSED)
def test_what_is_consulted_otherwise_is_right_or_closed(how: str, tmp_path: Path) -> None:
    """A row that the engine does not cover needs one of its own."""
    game = find_game(write_game(tmp_path / "tiny", CLOSED[how]))
    rows: list[dict[str, str]] = [{}, {"late": "yes"}]
    engine = CountingEngine(game(2), tmp_path, rows=rows)
    covered = [row for row in rows if engine.covers(game(2, readings=row))]
    assert {} in covered
    for row in covered:
        engine.choose(game(2, readings=row))
        assert list(differences(engine, 4, 20)) == []
    own = CountingEngine(game(2, readings=rows[1]), tmp_path)
    assert list(differences(own, 4, 20)) == []


@always("E-1")
def nothing_is_dealt_twice(t: Any) -> Any:
    """It is so."""
    return t.turns >= 0


@always("E-1")
def turns_are_few(t: Any) -> Any:
    """Another claim of the same game."""
    return t.turns < 10_000


def test_questions_about_one_form_share_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = find_game("escalation")
    rows = tuple(rows_of(game, 2)[:4])

    def asked(row: Mapping[str, str], claim: Any) -> Question:
        form = game(2, readings=row)
        return Question(form, (claim.__property__,), seed="x", engine="native", rows=rows)

    engines = [compiled_for(asked(row, nothing_is_dealt_twice)) for row in rows]
    assert all(each is engines[0] for each in engines)
    assert engines[0].game.readings == game(2, readings=rows[-1]).readings
    assert compiled_for(asked({}, turns_are_few)) is not engines[0]
    apart = Question(game(2, readings=rows_of(game, 2)[9]), (turns_are_few.__property__,), seed="x", engine="native")
    assert not engines[0].covers(apart.game)
    assert compiled_for(apart) is not engines[0]

"""What is known is not played again when alternatives are compared, and nothing else comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.verify.impact.changes import Compare, compare
from referee.verify.impact.common_matches import CommonMatches, Style, Under
from referee.verify.impact.lockstep import Both
from referee.verify.impact.questions import Asked, alternatives_of
from referee.verify.impact.readings import matters
from referee.verify.methods import Budget
from referee.verify.play.consulted_readings import listen_to_game
from referee.verify.play.minimise import variant
from referee.verify.play.trial import LOOKED_AT
from referee.verify.project import Project
from tests.tiny import write_project

STYLE = Style("played once", lambda number: 25, lambda number: number % 2 == 0, lambda number: number % 3 == 2)
NO_HURRY = Budget()


def both_ways(common: CommonMatches, slug: str, value: str, matches: int = 3) -> tuple[list[Any], list[Any]]:
    """Matches under an alternative: what is common is not played again, and each of them by itself."""
    other = variant(common.game, readings={slug: value})
    assert other is not None
    shared, alone = Under(common, other), Under(common, other)
    alone.alone = True
    return tuple([[each.match(number, NO_HURRY) for number in range(matches)] for each in (shared, alone)])


def common_of(game: Any, name: str) -> CommonMatches:
    about = [each for each in Project.of(type(game), name).properties if each.kind in LOOKED_AT]
    return CommonMatches(game, [each for each in about if each.applies({**game.readings, **each.readings}, 3)], STYLE)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("name", "every"), [("escalation", 7), ("effervesce", 17), ("five-crowns", 41), ("fscking-ace", 17), ("bpoker", 75)]
)
def test_matches_under_another_reading_are_the_same_as_if_each_was_played_by_itself(name: str, every: int) -> None:
    chosen = find_game(name)(3)
    common = common_of(chosen, name)
    spared = 0
    for slug, value in alternatives_of(type(chosen), chosen.readings)[::every]:
        before = common.played
        shared, alone = both_ways(common, slug, value, 2)
        assert shared == alone
        spared += 2 * 26 - (common.played - before) // 2
    assert spared or name == "five-crowns"  # it is made with all of its readings


def test_a_reading_that_is_consulted_unheard_would_be_noticed() -> None:
    """Planted: nobody hears that it is consulted, so the other way to read the rules seems to be the same."""
    common = common_of(find_game("escalation")(3), "escalation")
    for number in range(3):
        known = common.known_match(number, NO_HURRY)
        known.steps = [each._replace(consulted=frozenset()) for each in known.steps]
    apart = [both_ways(common, slug, value) for slug, value in alternatives_of(type(common.game), {})]
    assert any(shared != alone for shared, alone in apart)


def test_what_a_property_keeps_of_the_game_is_heard(tmp_path: Path) -> None:
    """A property that looks a reading up once and remembers it does not seem to be none of its business later."""
    write_project(tmp_path, ('        if t.reading("late") == "yes":', "        if t.turns > 5:"))
    file = tmp_path / "properties" / "tiny.py"
    file.write_text(f"from functools import lru_cache\n{file.read_text()}{KEPT}")
    asked = Compare(str(tmp_path / "games" / "tiny"), file, 2, {}, {}, ({"late": "yes"},), figures=False)
    (found,) = compare(asked)
    assert found.breaks == ["it-is-not-late"]


LOOKS = [
    lambda readings: readings.items(),
    lambda readings: readings.values(),
    lambda readings: readings.get("led-special"),
    lambda readings: readings["led-special"],
    lambda readings: {**readings},
]


@pytest.mark.parametrize("look", LOOKS)
def test_a_reading_is_heard_however_it_is_looked_up(look: Callable[[Any], object]) -> None:
    game, heard = find_game("escalation")(2), set[str]()
    listen_to_game(game, heard.add, anyhow=True)
    look(game.readings)
    assert "led-special" in heard


KEPT = """

@lru_cache
def is_late(game):
    return {**game.readings}["late"] == "yes"


@always("T-2")
def it_is_not_late(t):
    "It is not late in the third turn."
    return not is_late(t.game) or t.turns < 3
"""


@pytest.mark.untraced
def test_a_witness_is_the_same_as_from_whole_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("escalation")
    alternatives = tuple(alternatives_of(game, game(2).readings))
    asked = Asked((2, 3), {}, {}, alternatives, matches=4)
    quick = matters(game, asked)
    steps = 0

    def from_the_beginning(both: Both, script: Sequence[Sequence[Any]]) -> int:
        nonlocal steps
        del both.passed[:]
        for table, snapshot in zip(both.tables, both.begin, strict=True):
            table.restore(snapshot)
        steps += len(script)
        return 0

    monkeypatch.setattr(Both, "go_to", from_the_beginning)
    assert matters(game, asked) == quick
    assert steps
    assert any(each.witness is not None for each in quick)

"""The shipped properties in random play: they hold where their authors say so, and are refuted where they say that."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.registry import find_game, games
from referee.kernel import BadInput, RuleFault, run_deal, run_step
from referee.verify.properties import Kind, load_properties
from tests.drivers import RandomDriver

ROOT = Path(__file__).parent.parent / "properties"
MOST_PLAYERS = 11
GAMES = [entry.name for entry in games() if (ROOT / f"{entry.name}.py").exists()]
HELD = [(game, each) for game in GAMES for each in load_properties(ROOT / f"{game}.py", find_game(game))]
REFUTED = [
    (game, each, slug, value) for game, each in HELD for slug, values in each.refuted_under.items() for value in values
]


def boundary_tables(game, matches, turns):
    """Tables between two steps of random matches, with every number of players in turn."""
    for seed in range(matches):
        table = game.table()
        driver = RandomDriver(seed)
        run_deal(game, table, driver)
        for _ in range(turns):
            if table.outcome is not None:
                break
            yield table
            try:
                run_step(game, table, driver)
            except RuleFault:
                break


@pytest.mark.parametrize(("name", "claimed"), HELD, ids=[f"{game}: {each.name}" for game, each in HELD])
def test_a_property_holds_under_default_readings(name, claimed):
    assert claimed.kind is Kind.ALWAYS
    game_class = find_game(name)
    seen = 0
    for players in range(game_class.fewest_players, min(game_class.most_players, MOST_PLAYERS) + 1):
        for table in boundary_tables(game_class(players), 8, 60):
            seen += 1
            assert claimed.claim(table), f"{players} players, turn {table.turns}"
    assert seen > 500


@pytest.mark.parametrize(
    ("name", "claimed", "slug", "value"),
    REFUTED,
    ids=[f"{each.name}: {slug}={value}" for _, each, slug, value in REFUTED],
)
def test_a_property_is_refuted_where_its_author_expects_it(name, claimed, slug, value):
    game_class = find_game(name)
    assert not claimed.expected({slug: value})
    for players in range(game_class.fewest_players, min(game_class.most_players, MOST_PLAYERS) + 1):
        game = game_class(players, readings={slug: value})
        if not all(claimed.claim(table) for table in boundary_tables(game, 60, 60)):
            return
    pytest.fail(f"{claimed.name} still holds under {slug}={value}")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ('@always("E-99")', "there is no clause E-99"),
        ('@always("E-20", refuted_under={"no-such": ["x"]})', "there is no reading 'no-such'"),
        ('@always("E-20", refuted_under={"win-check": ["x"]})', "reading 'win-check' has no alternative 'x'"),
        ("@alwys", "cannot be loaded: NameError"),
    ],
)
def test_a_property_that_names_what_is_not_there_is_refused(tmp_path, change, complaint):
    path = tmp_path / "effervesce.py"
    path.write_text(f"from referee.verify import always\n\n\n{change}\ndef claim(t):\n    return True\n")
    with pytest.raises(BadInput, match=complaint):
        load_properties(path, find_game("effervesce"))

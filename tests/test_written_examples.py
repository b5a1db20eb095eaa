"""A step of a match as a worked example: it holds, and does not where the rules do something else."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.play.examples import check_example, load_examples
from referee.play.examples.file import case_of
from referee.play.examples.run import play_case
from referee.play.examples.writing import example_of, text_of
from referee.verify.play.drivers import AtRandom

GAMES = [
    "escalation", "effervesce", "five-crowns", "fscking-ace", "bpoker",
    *[f"tests/games/games/{name}" for name in ("love_letter", "oh_hell", "sealed_bid", "holdem", "liars_dice")],
]  # fmt: skip


@pytest.mark.untraced
@pytest.mark.parametrize("name", GAMES)
def test_every_step_of_a_match_can_be_written_and_comes_out_so_again(name: str) -> None:
    game = find_game(name)
    texts = []
    for seed in range(2):
        table, driver = game(max(2, game.fewest_players)).table(), AtRandom(random.Random(seed))
        for step in range(20):
            if table.outcome is None:
                # It is played again before it is given back.
                texts.append(text_of(example_of(f"{seed} {step}", ["X-1"], table, driver)))
    for text in texts:
        (entry,) = tomllib.loads(text)["example"]
        _, differing = play_case(game, case_of("here", entry, entry["expect"]))
        assert differing == []
    assert len(texts) >= 10


def test_an_example_of_other_rules_does_not_hold(tmp_path: Path) -> None:
    game = find_game("escalation")
    table, driver = game(3).table(), AtRandom(random.Random(1))
    for _ in range(6):
        entry = example_of("a turn", ["X-3"], table, driver)
    file = tmp_path / "written.toml"
    file.write_text(text_of(entry).replace("ended = false", "ended = true"))
    (made,) = load_examples(file, game)
    assert check_example(game, made).differences == (f"{file}:1: a turn: ended is False, expected True",)


def test_payments_may_be_parts_of_one() -> None:
    game = find_game("fscking-ace")
    seen = False
    for seed in range(8):
        table, driver = game(3).table(), AtRandom(random.Random(seed))
        for _ in range(60):
            if table.outcome is None:
                seen |= "/" in str(example_of("a turn", ["A-1"], table, driver).get("table", {}).get("money", ""))
    assert seen

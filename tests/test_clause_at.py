"""The clause that is being carried out can be asked for at any moment, also by who watches a running rule."""

from __future__ import annotations

import random

import pytest

from referee.games.registry import find_game
from referee.kernel.driving import run
from referee.kernel.requests import clause_at
from referee.kernel.watch import Story
from referee.verify.play.drivers import AtRandom


@pytest.mark.parametrize(
    ("name", "clauses"), [("escalation", {"X-1", "X-2", "X-5", "X-6"}), ("effervesce", {"E-1", "E-13"})]
)
def test_the_clause_of_every_event_is_known_while_its_rule_is_running(name, clauses):
    """CPython 3.11 ends with a segmentation fault where a running generator is asked what it waits for."""
    game = find_game(name)(2)
    table, driver = game.table(), AtRandom(random.Random(1))
    seen: set[str] = set()
    table.watch = Story([lambda entry: seen.update(clause_at(table, driver.rules))])
    run(game, table, driver, turn_cap=30)
    assert clauses <= seen

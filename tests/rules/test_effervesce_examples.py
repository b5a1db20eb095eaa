"""The worked examples of Effervesce, and that they leave out no clause and no reading."""

import pytest

from referee.games.registry import find_game
from referee.kernel.game import rules_of
from tests.rules.worked import alternatives_not_told_apart, clause_tests, clauses_without_example, examples_of

globals().update(clause_tests("effervesce"))

ALIKE = {
    "effervesce": {
        # The cards drawn blindly stay where they are, and nobody is told of them, until the question has been
        # answered; if there is a challenge they go back. The difference is in nothing but the order of chance.
        ("challenge-moment", "after-selection", "after-draw"),
    },
    "escalation": set(),
}
"""Pairs of alternatives that no example can tell apart, with the reason."""


@pytest.mark.parametrize("name", ALIKE)
def test_all_alternatives_of_every_reading_are_shown_to_differ(name):
    assert alternatives_not_told_apart(name) == ALIKE[name]


def test_every_reading_has_an_example():
    shown = {example.reading for example in examples_of("effervesce")}
    assert {
        slug for slug, each in rules_of(find_game("effervesce")).readings.items() if len(each.alternatives) > 1
    } <= shown


def test_every_clause_has_an_example():
    assert not clauses_without_example("effervesce")

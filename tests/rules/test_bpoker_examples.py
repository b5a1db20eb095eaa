"""The worked examples of B-poker, and that they leave out no clause and no reading."""

from tests.rules.worked import alternatives_not_told_apart, clause_tests, clauses_without_example

globals().update(clause_tests("bpoker"))

ALIKE = {
    # A view has never fewer than no cards: a correct number below 0 is like 0 whenever it is compared with one
    # (tests/rules/test_bpoker_never.py plays whole matches both ways).
    ("viewing-floor", "zero", "no-floor"),
    # The 4♦ have just been put on the table, and nothing can declare them before their effect is over
    # (properties/bpoker.py: fours-being-played-are-no-members).
    ("two-fours-themselves", "excluded", "included"),
    # A card becomes wild face up on a table, which all players see: who saw it is everybody.
    ("wild-face", "everybody", "owner"),
}
"""Pairs of alternatives that no example can tell apart, with the reason."""


def test_all_alternatives_of_every_reading_are_shown_to_differ():
    assert alternatives_not_told_apart("bpoker") == ALIKE


def test_every_clause_has_an_example():
    assert not clauses_without_example("bpoker")

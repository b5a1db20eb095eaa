"""Rules that one text makes, each with a name and clauses of its own: which of them is carried out is told apart."""

from __future__ import annotations

import random

import pytest

from referee.kernel.driving import run_deal, run_step
from referee.verify.explore.breadth import Search
from referee.verify.limits import run_limited
from referee.verify.methods import Question
from referee.verify.mutate.mutants import Mutant, install, mutants_of
from referee.verify.play.drivers import AtRandom
from tests.bad_games.one_text import TOUCHED, OneText


def test_effects_of_one_text_are_called_as_they_stand_in_the_class():
    """Both were called ``play``, and whoever could use both could only use the first."""
    assert [each.name for each in OneText(2).effects[TOUCHED]] == ["small", "large"]


def test_each_rule_of_one_text_is_counted_for_its_own_clauses():
    """All counted for the clauses of the last one, and no code seemed to cite the others."""
    game = OneText(2)
    assert {each for ids in game.clause_codes.values() for each in ids} == {f"X-{number}" for number in range(1, 8)}
    search = Search(Question(game, ()))
    search.run()
    assert {*search.ledger.carried_out} == {"X-1", "X-2", "X-3", "X-4", "X-5", "X-6"}
    worths = {search.states.snapshot(number)[1][0] for number in range(len(search.states))}
    assert {0, 1, 5} <= worths


@pytest.mark.parametrize(("operator", "marks"), [("arithmetic", (1, 2, 1)), ("statement dropped", (1, 2, 2))])
def test_a_mutant_of_a_rule_keeps_what_it_closes_over(operator: str, marks: tuple[int, ...]) -> None:
    """It had no cells, could not be put in place, and counted as noticed; the others of its text stay as they are."""
    (mutant,) = [each for each in mutants_of(OneText) if (each.function, each.operator) == ("two", operator)]
    assert marks_with(None) == (1, 2, 3)
    assert run_limited(lambda: marks_with(mutant), 60) == marks


def marks_with(mutant: Mutant | None) -> tuple[int, ...]:
    """The mark after the deal and after each step, with a mutant in place."""
    if mutant is not None:
        install(OneText, mutant)
    table, driver = OneText(2).table(), AtRandom(random.Random(1))
    run_deal(table.game, table, driver)
    marks = [table.mark]
    while table.outcome is None:
        run_step(table.game, table, driver)
        marks.append(table.mark)
    return tuple(marks)


def test_what_makes_rules_is_not_changed_when_they_are_made():
    """Such a change is carried out nowhere, and survived. What is called in play too is changed."""
    changed = {each.function for each in mutants_of(OneText)}
    assert {"one", "two", "small", "large", "beside"} <= changed
    assert changed.isdisjoint({"shield", "adding"})

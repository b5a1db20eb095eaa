"""The shipped properties under every alternative of every reading: where one does not hold, its author has said so."""

from __future__ import annotations

import sys

import pytest

from referee.games.registry import find_game, games
from referee.games.shipped import folders
from referee.kernel.game import rules_of
from referee.verify.campaign import check_game
from referee.verify.findings import Finding
from referee.verify.properties import Kind, Property, load_properties
from referee.verify.questions import Plan
from referee.verify.verdicts import Method, Verdict

EFFORT = 0.1
"""Of a fuzz campaign under each alternative."""


def alternatives(name):
    return [
        (slug, value)
        for slug, reading in rules_of(find_game(name)).readings.items()
        for value in reading.alternatives
        if value != reading.default
    ]


def met_elsewhere(claimed: Property, findings: list[Finding]) -> bool:
    """A trouble that is met in other clauses than those of a promise that there is none: it is told as a finding."""
    mine = [each for each in findings if each.trouble is claimed.trouble]
    return (
        claimed.kind is Kind.FREE_OF and bool(mine) and not any({*each.clauses} <= {*claimed.clauses} for each in mine)
    )


def unstated(name, slug, value, *, players=None, effort=EFFORT):
    """The properties that fuzzing refutes under an alternative although they are expected to hold there."""
    game = find_game(name)
    (folder,) = folders("properties", game, None)
    declared = {each.name: each for each in load_properties(folder / f"{name}.py", game)}
    checked = check_game(Plan(name, players, {slug: value}, methods=(Method.FUZZ,), effort=effort))
    readings = {each: reading.default for each, reading in rules_of(game).readings.items()} | {slug: value}
    return sorted({
        f"{each.property} with {each.players}"
        for each in checked.results
        if each.verdict is Verdict.REFUTED
        and declared[each.property].expected(readings, each.players)
        and not met_elsewhere(declared[each.property], checked.findings)
    })  # fmt: skip


@pytest.mark.long
@pytest.mark.untraced
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "slug", "value"), [(e.name, *each) for e in games() for each in alternatives(e.name)])
def test_a_property_holds_under_every_alternative_or_says_where_it_does_not(name, slug, value):
    assert unstated(name, slug, value) == []


@pytest.mark.untraced
def test_what_is_not_stated_is_caught_and_what_is_stated_is_not(monkeypatch):
    asked = "effervesce", "doubles-and-trade", "trade-first"
    assert unstated(*asked, players=(2,)) == []
    monkeypatch.setattr(Property, "expected", lambda self, readings, players=None: True)
    assert unstated(*asked, players=(2,)) == ["a-trade-is-of-three-to-eleven-cards with 2"]


@pytest.mark.long
@pytest.mark.untraced
def test_a_trouble_in_other_clauses_is_not_the_promise_s(monkeypatch):
    asked = "effervesce", "equal-leftovers", "undefined"
    assert unstated(*asked, players=(3,)) == []
    monkeypatch.setattr(sys.modules[__name__], "met_elsewhere", lambda claimed, findings: False)
    assert unstated(*asked, players=(3,)) == ["the-red-joker-shown-in-a-claim-has-a-value with 3"]

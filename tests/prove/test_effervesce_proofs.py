"""Effervesce by induction over whole turns, the examination of hands proved apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.effervesce.rules import Effervesce
from referee.record.replay import replay
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.properties import load_properties
from referee.verify.provable import can_be_asked
from referee.verify.prove.summaries import summarised_rules
from referee.verify.proving import decide_here
from referee.verify.verdicts import Result, Verdict

SHIPPED = load_properties(Path(__file__).parents[2] / "properties" / "effervesce.py", Effervesce)


def decided(game, properties):
    return decide_here(Question(game, tuple(properties), effort=0.2))


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_everything_that_the_rulebook_promises_is_proved(players):
    game = Effervesce(players)
    asked = [each for each in SHIPPED if each.applies(game.readings, players) and can_be_asked(each)]
    found = {each.property: each for each in decided(game, asked) if isinstance(each, Result)}
    assert {each.verdict for each in found.values()} == {Verdict.PROVED}, found
    assert len(found) == len(asked)
    clauses = " ".join(f"E-{number}" for number in range(1, 21))
    assert found["every-hand-is-complete"].why.endswith(
        f"through {clauses}, each from some table that the invariant allows"
    )
    assert found["nobody-holds-an-unnoticed-suit"].why.endswith(
        f"through {clauses}, each from some table that the invariant allows"
    )


def test_hands_become_unequal_where_a_challenger_always_gives_two():
    game = Effervesce(2, readings={"challenger-gives-back": "always-two"})
    (claimed,) = [each for each in SHIPPED if each.name == "every-hand-is-complete"]
    said = decide_here(Question(game, (claimed,)))
    (result,) = [each for each in said if isinstance(each, Result)]
    (finding,) = [each for each in said if isinstance(each, Finding)]
    assert result.verdict is Verdict.REFUTED
    assert dict(finding.readings) == {"challenger-gives-back": "always-two"}
    assert finding.witness is not None
    replay(finding.witness.record, "witness")


def test_the_examination_of_hands_is_what_is_called_from_many_places():
    assert "check" in summarised_rules(Effervesce)

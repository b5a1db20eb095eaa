"""Rules that stumble after a deal that hardly any match meets, of which nobody has promised anything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.record.replay import replay
from referee.verify.campaign import check_game
from referee.verify.questions import Plan
from referee.verify.symbolic.stumbling import findings_of_stumbling
from referee.verify.verdicts import Method, Trouble
from tests.planted.test_planted import planted

GIVES = '        card = yield from t.choose(me, "give", OneCard(self.deck, plain))\n'
GIVEN = "        t.move(card, t.hand[me], t.scored[t.left(me)])\n"
IF_THERE_IS_ONE = [
    (GIVES + GIVEN, f"        if t.size(plain) > 0:\n    {GIVES}    {GIVEN}"),
]
"""Whoever has jacks and queens alone gives nothing."""


def stumbling(game, known=()):
    return list(findings_of_stumbling(game(2), "check", known, 240))


@pytest.mark.untraced
def test_a_dead_end_after_a_rare_deal_is_found_and_played(tmp_path):
    """Five of the eight jacks and queens: one deal of 46,000."""
    game = planted(tmp_path, "dance", [])
    (there,) = stumbling(game)
    assert (there.trouble, there.clauses) == (Trouble.DEAD_END, ("DA-2",))
    assert "must answer 'give' and cannot" in there.sentence
    assert (there.sightings.met, there.sightings.tries) == (0, 240)
    replay(there.witness.record, "witness", find=lambda name: game)
    assert not stumbling(game, [there])


@pytest.mark.untraced
def test_where_that_deal_is_thought_of_nothing_is_told(tmp_path):
    assert not stumbling(planted(tmp_path, "dance", IF_THERE_IS_ONE))


@pytest.mark.untraced
def test_a_check_tells_it_where_nothing_is_promised_and_proofs_are_asked(tmp_path):
    planted(tmp_path, "dance", [])
    plan = Plan(str(tmp_path / "games" / "dance"), players=(2,), methods=(Method.FUZZ, Method.PROVE), effort=0.1)
    assert [each.trouble for each in check_game(plan).findings] == [Trouble.DEAD_END]
    assert not check_game(replace(plan, methods=(Method.FUZZ,))).findings

"""Rules that stumble after a deal that hardly any match meets, of which nobody has promised anything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.meaning.counted import Ways
from referee.record.replay import replay
from referee.verify.campaign import check_game
from referee.verify.questions import Plan
from referee.verify.symbolic import solving
from referee.verify.symbolic import stumbling as stumbling_rules
from referee.verify.symbolic.stumbling import findings_of_stumbling
from referee.verify.verdicts import Method, Trouble
from tests.planted.test_planted import planted

GIVES = '        card = yield from t.choose(me, "give", OneCard(self.deck, plain))\n'
GIVEN = "        t.move(card, t.hand[me], t.scored[t.left(me)])\n"
IF_THERE_IS_ONE = [
    (GIVES + GIVEN, f"        if t.size(plain) > 0:\n    {GIVES}    {GIVEN}"),
]
"""Whoever has jacks and queens alone gives nothing."""


RINGS = (
    '        bell = yield from t.choose(me, "ring", OneCard(self.deck, t.hand[me].only(self.deck.all_kinds - near)))\n'
)
RUNG = "        t.last = t.worth(bell, self.numbers)\n        t.move(bell, t.hand[me], t.tower)\n"
IF_ONE_FITS = [
    (RINGS, "        bells = t.hand[me].only(self.deck.all_kinds - near)\n"),
    (
        RUNG,
        "        if t.size(bells) > 0:\n            bell = yield from t.choose(me, 'ring', OneCard(self.deck, bells))\n"
        + RUNG.replace("        t", "            t"),
    ),
]
"""Whoever has no such bell rings none."""


@pytest.fixture(autouse=True)
def alone(monkeypatch, request):
    """Either look by itself, where a test is of one."""
    if "solver" in request.node.name:
        monkeypatch.setattr(stumbling_rules, "cornered", lambda game, seed: None)


def stumbling(game, known=(), *, solve=True):
    return list(findings_of_stumbling(game(2), "check", known, 240, solve=solve))


@pytest.mark.untraced
def test_a_dead_end_after_a_rare_deal_is_found_by_the_solver_and_played(tmp_path):
    """Five of the eight jacks and queens: one deal of 46,000."""
    game = planted(tmp_path, "dance", [])
    (there,) = stumbling(game)
    assert (there.trouble, there.clauses) == (Trouble.DEAD_END, ("DA-2",))
    assert "must answer 'give' and cannot" in there.sentence
    assert (there.sightings.met, there.sightings.tries) == (0, 240)
    replay(there.witness.record, "witness", find=lambda name: game)
    assert not stumbling(game, [there])


@pytest.mark.untraced
@pytest.mark.parametrize(("name", "clause"), [("dance", "DA-2"), ("belfry", "BE-2")])
def test_play_that_corners_finds_it_too_and_behind_the_first_turn(tmp_path, name, clause):
    """Of the bells only those may be rung that differ from the last one by more than one: of what the solver does not
    follow."""
    (there,) = stumbling(planted(tmp_path, name, []), solve=False)
    assert (there.trouble, there.clauses) == (Trouble.DEAD_END, (clause,))
    assert there.witness is not None


@pytest.mark.untraced
def test_who_cannot_be_cornered_is_not(tmp_path):
    assert not stumbling(planted(tmp_path / "one", "dance", IF_THERE_IS_ONE), solve=False)
    assert not stumbling(planted(tmp_path / "other", "belfry", IF_ONE_FITS), solve=False)


@pytest.mark.untraced
def test_where_that_deal_is_thought_of_nothing_is_told(tmp_path):
    assert not stumbling(planted(tmp_path, "dance", IF_THERE_IS_ONE))


@pytest.mark.untraced
def test_a_check_tells_it_where_nothing_is_promised(tmp_path):
    planted(tmp_path, "dance", [])
    plan = Plan(str(tmp_path / "games" / "dance"), players=(2,), methods=(Method.FUZZ,), effort=0.1)
    assert [each.trouble for each in check_game(plan).findings] == [Trouble.DEAD_END]
    assert not check_game(replace(plan, methods=(Method.EXPLORE,), effort=0.01)).findings


def test_the_solver_is_asked_so_often_at_most(tmp_path, monkeypatch):
    """One way can be a loop that never ends."""
    monkeypatch.setattr(solving, "MOST_UNASKED", 3)
    looking = solving.Solving(solving.program_of(planted(tmp_path, "dance", IF_THERE_IS_ONE)(2), counted=Ways(0)))
    assert not list(looking.faults(3))
    assert looking.machine.paths.queries == 4

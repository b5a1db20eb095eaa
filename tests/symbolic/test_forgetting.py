"""Machines that forget something, in claims of questions, measures, pairs and repeated rules: play catches each."""

from __future__ import annotations

import pytest

from referee.verify.methods import Question
from referee.verify.symbolic.method import proved_on_meaning
from referee.verify.symbolic.repeats import Repeats
from tests.prove.written_games import written

PROMISED = """
from referee.verify import equal

@{kind}("X-2"{asked})
def it_is_so(t{choice}):
    return {says}
"""
PASSES = """
def turn_up(self, t: T) -> Rule[Any]:
    yield from t.draw(t.stock, 1, t.middle)
    t.a = t.a + 1
    more = yield from t.choose(t.mover, "more", [True, False])
    return more & (t.stock.size > 0)
"""
REPEATED = {"body": PASSES, "step": "if t.stock.size > 0:\n    yield from t.repeat(self.turn_up)"}
FORGETS = {
    "what is owed of a question": (
        ("always", ", asked='lay'", "t.stock.size > 2"), {}, "claims.Claims._owe", lambda *_: None,
    ),
    "a measure always falls": (("terminates", "", "t.middle.size + 1"), {}, "claims._fell", lambda *_: True),
    "pairs agree": (("equal", "", "(t.stock.size, 5)"), {}, "claims.Claims._breaks", lambda *_: ""),
    "nothing changes from pass to pass": (("always", "", "t.a <= t.turns"), REPEATED, "repeats.Repeats._any",
        lambda self, machine, head, changed: unchanged(machine)),
}  # fmt: skip


def unchanged(machine):
    from referee.verify.symbolic.repeats import Before

    return Before(machine.table.copy(), [])


@pytest.mark.parametrize("what", FORGETS)
def test_a_machine_that_forgets_is_caught_by_play(tmp_path, monkeypatch, what):
    (kind, asked, says), parts, place, broken = FORGETS[what]
    text = PROMISED.format(kind=kind, asked=asked, choice=", choice" if asked else "", says=says)
    game, claims = written(tmp_path, promised=text, **parts)
    about = [each for each in claims if each.name == "it-is-so"]
    question = Question(game(2), tuple(about))
    assert not proved_on_meaning(question, game(2), about).proved
    monkeypatch.setattr(f"referee.verify.symbolic.{place}", broken)
    if place == "repeats.Repeats._any":
        monkeypatch.setattr(Repeats, "_come_back", lambda *_: None)
    assert not proved_on_meaning(question, game(2), about).proved
    monkeypatch.setattr("referee.verify.symbolic.method.refuted_in_play", lambda *_, **__: {})
    assert proved_on_meaning(question, game(2), about).proved

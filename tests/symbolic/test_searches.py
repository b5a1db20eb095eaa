"""What is looked for among several things is gone through once, and is what play finds: promises and broken twins."""

from __future__ import annotations

import pytest

from referee.verify.program_claims import claims_of
from referee.verify.symbolic.induction import Induction
from referee.verify.symbolic.method import program_of
from tests.prove.written_games import written

SEARCHES = {
    "of any": (
        "t.scored[me] = 1\nt.bad = not any(t.scored[p] > 0 for p in t.players)",
        "t.scored[me] = 1\nt.bad = all(t.scored[p] > 0 for p in t.players)",
    ),
    "of all": (
        "t.bad = all(t.size(t.hand[p].pile) == 0 for p in t.players)",
        "t.bad = not all(t.size(t.hand[p].pile) == 0 for p in t.players)",
    ),
    "within another": (
        "t.bad = any(all(t.hand[p].size > t.hand[q].size for q in t.others(p)) for p in t.players)",
        "t.bad = any(all(t.hand[p].size >= t.hand[q].size for q in t.others(p)) for p in t.players)",
    ),
    "with a condition": (
        "t.a = t.middle.size\nt.bad = any(t.a < 0 for p in t.players if t.scored[p] == 0)",
        "t.a = t.middle.size\nt.bad = any(t.a > 0 for p in t.players if t.scored[p] == 0)",
    ),
    "and leaves a loop": (
        "t.scored[me] = 3\nfound = False\nfor p in t.players:\n    if t.scored[p] == 3:\n        found = True\n"
        "        break\nt.bad = not found",
        "t.scored[me] = 3\nfound = False\nfor p in t.players:\n    if t.scored[p] == 4:\n        found = True\n"
        "        break\nt.bad = not found",
    ),
    "and counts until it leaves": (
        "n = 0\nfound = False\nfor p in t.players:\n    n = n + 1\n    if t.a >= 0:\n        found = True\n"
        "        break\nt.bad = n != 1",
        "n = 0\nfound = False\nfor p in t.players:\n    n = n + 1\n    if t.a > 3:\n        found = True\n"
        "        break\nt.bad = n == 1\nt.a = t.middle.size",
    ),
    "and goes on from where it left": (
        "last = me\nfound = False\nfor p in t.everyone_from(me):\n    last = p\n    if t.middle.size > 0:\n"
        "        found = True\n        break\nt.bad = last != me",
        "last = me\nfound = False\nfor p in t.everyone_from(me):\n    last = p\n    if t.middle.size > 3:\n"
        "        found = True\n        break\nt.bad = last != me",
    ),
    "and lists what it passes": (
        "xs = []\nany([xs.append(p), t.middle.size > 0][1] for p in t.players)\nt.bad = len(xs) == 0",
        "xs = []\nany([xs.append(p), t.middle.size > 0][1] for p in t.players)\nt.bad = len(xs) == 1",
    ),
}
"""Of each what never is, and what can be."""


def proof_of(folder, step, players=2):
    game, claims = written(folder, step=step)
    form = game(players)
    return Induction(form, program_of(form, claims_of(claims))).prove()


@pytest.mark.parametrize("what", SEARCHES)
def test_a_search_gives_what_play_finds(tmp_path, what):
    never, may = SEARCHES[what]
    wrong = proof_of(tmp_path, may)
    assert wrong.faults or "it-goes-wrong" in wrong.failed
    proof = proof_of(tmp_path, never)
    assert "it-goes-wrong" in proof.proved
    assert not proof.faults


def test_what_a_search_does_not_come_to_breaks_nothing(tmp_path):
    """Behind the first nothing is worked out, in play: what is divided there by nothing is no error."""
    sound = proof_of(tmp_path, "xs = (1, t.b)\nt.bad = any(7 // x > 9 for x in xs if x)\nt.b = 0")
    assert not sound.faults
    sound = proof_of(tmp_path, "xs = (t.middle.size, t.b)\nx = any(7 // (x * 0 + 1) > 6 for x in xs)")
    assert not sound.faults
    wrong = proof_of(tmp_path, "xs = (t.middle.size, t.b)\nx = any(7 // x > 6 for x in xs)")
    assert {fault.broken for fault in wrong.faults} == {"RAISED"}


def test_a_search_is_gone_through_once(tmp_path, monkeypatch):
    step = "t.bad = any(t.scored[p] > 9 for p in t.players)\nt.scored[me] = t.size(t.only(cards, t.game.low))"
    once = proof_of(tmp_path, step, players=4)
    monkeypatch.setattr("referee.verify.symbolic.machine.search_of", lambda *_: None)
    again = proof_of(tmp_path, step, players=4)
    assert once.proved == again.proved
    assert once.ways < again.ways

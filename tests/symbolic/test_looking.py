"""Claims about how a game has ended, and about what would be if something were tried out."""

from __future__ import annotations

import pytest

from tests.symbolic.test_claims import proof_of_claims

CLAIM = """
from referee.verify import what_if, winners

@always("X-2")
def it_is_so(t):
    return {says}
"""
ENDS = """
t.scored[me] = t.scored[me] + t.middle.size
if t.middle.size == 3:
    t.pay(me, t.next(me), t.scored[me])
    t.end({p: -t.scored[p] for p in t.players}, {p: t.balance(p) for p in t.players}, "three")
    return
"""
OVER = {
    "winners": ("winners(t) == 1", "winners(t) >= 1"),
    "winners by seat": ("len(t.outcome.winners) == 1", "len(t.outcome.winners) >= 1"),
    "ranks": ("max(t.outcome.ranks) > 1", "min(t.outcome.ranks) == 1"),
    "scores": ("t.outcome.scores[0] < t.outcome.scores[1]", "t.outcome.scores[0] + t.outcome.scores[1] <= 0"),
    "payoffs": ("max(t.outcome.payoffs) == 4", "sum(t.outcome.payoffs) == 0"),
    "the reason": ("t.outcome.reason == 'stock empty'", "t.outcome.reason in ('three', 'stock empty')"),
}


@pytest.mark.parametrize("what", OVER)
def test_what_the_end_does_not_bring_is_not_proved(tmp_path, what):
    wrong, sound = [CLAIM.format(says=f"t.outcome is None or {says}") for says in OVER[what]]
    step = ENDS.replace("t.middle.size == 3", "t.middle.size == 3 and t.a == 1") + "t.a = 1\n"
    parts = {"step": step, "promised": ""}
    assert "it-is-so" in proof_of_claims(tmp_path, wrong, step=parts["step"]).failed
    assert proof_of_claims(tmp_path, sound, step=parts["step"]).proved == {"it-is-so"}


LAY = "lambda: t.move(t.hand[t.mover].pile, t.hand[t.mover], t.middle)"
TRIED = {
    "a card is laid": (
        f"what_if(t, {LAY}, lambda: t.middle.size) <= 6",
        f"what_if(t, {LAY}, lambda: t.middle.size) <= 7",
    ),
    "then all is as it was": (
        f"what_if(t, {LAY}, lambda: 0) == 0 and t.hand[t.mover].size == 0",
        f"what_if(t, {LAY}, lambda: 0) == 0 and t.hand[t.mover].size == 1",
    ),
    "one within the other": (
        f"what_if(t, {LAY}, lambda: what_if(t, lambda: t.pay(None, t.mover, 1), lambda: t.hand[t.mover].size)) == 1",
        f"what_if(t, {LAY}, lambda: what_if(t, lambda: t.pay(None, t.mover, 1), lambda: t.hand[t.mover].size)) == 0",
    ),
    "what is paid": (
        "what_if(t, lambda: t.pay(None, t.mover, 1), lambda: t.balance(t.mover)) == 0",
        "what_if(t, lambda: t.pay(None, t.mover, 1), lambda: t.balance(t.mover)) == t.balance(t.mover) + 1",
    ),
}


@pytest.mark.parametrize("what", TRIED)
def test_what_would_not_be_is_not_proved(tmp_path, what):
    wrong, sound = TRIED[what]
    assert "it-is-so" in proof_of_claims(tmp_path, CLAIM.format(says=wrong)).failed
    assert proof_of_claims(tmp_path, CLAIM.format(says=sound)).proved == {"it-is-so"}


def test_what_is_tried_out_and_cannot_be_is_not_proved(tmp_path):
    says = "what_if(t, lambda: t.pay(t.mover, None, t.a - {least}), lambda: 0) == 0"
    step = "t.a = 1 - t.a"
    assert "it-is-so" in proof_of_claims(tmp_path, CLAIM.format(says=says.format(least=1)), step=step).failed
    assert proof_of_claims(tmp_path, CLAIM.format(says=says.format(least=0)), step=step).proved == {"it-is-so"}


@pytest.mark.parametrize(
    ("wrong", "sound"),
    [
        ("min(t.scored) > 0", "min(t.scored) >= 0"),
        ("max(t.scored) < 3", "max(t.scored) <= 3"),
        ("not any(t.scored)", "not any(t.scored) or t.turns > 0"),
        ("all(t.scored)", "not all(t.scored) or t.scored[t.players[0]] > 0"),
    ],
)
def test_what_every_player_has_is_gone_through(tmp_path, wrong, sound):
    step = "t.scored[me] = 3 if t.scored[me] > 2 else t.scored[me] + 1"
    if "turns" in sound:
        sound = sound.replace("t.turns > 0", "t.a > 0")
        step += "\nt.a = 1"
    assert "it-is-so" in proof_of_claims(tmp_path, CLAIM.format(says=wrong), step=step).failed
    assert proof_of_claims(tmp_path, CLAIM.format(says=sound), step=step).proved == {"it-is-so"}

"""Windows, modifiers and simultaneous questions: a false claim about each is not proved, and its sound twin is."""

from __future__ import annotations

import pytest

from tests.symbolic.test_induction import proof_of_written

TOP = """
from referee.kernel import Layer, OneOf, Window, WindowKind, effect, modifier
class Happening(Option):
    HIT = "hit"
TOUCH = Window("touch", WindowKind.TOUCH)
REPLACE = Window("replace", WindowKind.REPLACE)
TRIGGER = Window("trigger", WindowKind.TRIGGER)
def has_low(game, t, event, player):
    return t.hand[player].count(game.low) > 0
"""
HIT = "t.b = {}\nyield from t.happen(Happening.HIT, me, t.next(me), [self.hit])\nt.bad = "
TOUCHED = """
def hit(self, t, event):
    done = yield from t.window(TOUCH, event, t.everyone_from(event.actor))
    t.a = len(done)
@effect("X-2", window=TOUCH, can=has_low, public=True)
def duck(self, t, event, player):
    t.b = t.b + 1
    return True
"""
REPLACED = """
def hit(self, t, event):
    yield from t.window(REPLACE, event, t.everyone_from(event.actor))
@effect("X-2", window=REPLACE, can=has_low, public=True)
def duck(self, t, event, player):
    t.b = t.b + 1
    return t.b > 1
"""
ORDERED = """
def hit(self, t, event):
    yield from t.window(TRIGGER, event, t.everyone_from(event.actor))
@effect("X-2", window=TRIGGER, can=has_low, public=True)
def double(self, t, event, player):
    t.b = t.b * 2
@effect("X-2", window=TRIGGER, can=has_low, public=True)
def more(self, t, event, player):
    t.b = t.b + 1
"""
ONCE = """
def hit(self, t, event):
    yield from t.window(TRIGGER, event, t.everyone_from(event.actor))
@effect("X-2", window=TRIGGER, can=lambda game, t, event, player: t.b < 1, public=True)
def more(self, t, event, player):
    t.b = t.b + 1
"""
NESTED = """
def hit(self, t, event):
    yield from t.window(TOUCH, event, [event.at])
@effect("X-2", window=TOUCH, can=has_low, public=True)
def duck(self, t, event, player):
    t.b = t.b + 1
    if t.b < 4:
        yield from t.happen(Happening.HIT, event.at, event.actor, [self.hit])
    return True
"""
STOPPED = """
def hit(self, t, event):
    t.b = 1
    yield from t.happen(Happening.HIT, event.at, event.actor, [self.inner])
    t.b = 2
def inner(self, t, event):
    if t.hand[event.at].count(self.low) > 0:
        t.stop(t.stack[0], True)
    t.a = 5
"""
CHANGED = """
@modifier("X-2", of="draw", layer=Layer.ADD)
def one_more(self, t, player):
    return t.if_else(t.hand[player].holds(self.low), 0, 1)
@modifier("X-2", of="draw", layer=Layer.MULTIPLY)
def twice(self, t, player):
    return 2
@modifier("X-2", of="draw", layer=Layer.SUBTRACT)
def less(self, t, player):
    return t.hand[player].count(self.low)
@modifier("X-2", of="draw", layer=Layer.CLAMP)
def least(self, t, player):
    return 1
"""
BIDS = "bids = yield from t.together('bid', {p: OneOf((1, 2)) for p in t.players})\nt.bad = "
HIDDEN = (
    "open = {p: OneOf((1, 2) if t.hand[p].count(self.low) > 0 else (3,)) for p in t.players}\n"
    "bids = yield from t.together('bid', open)\nt.bad = "
)
PAIRS = {
    "both may stop their part": (TOUCHED, HIT.format(0), "t.b > 1", "t.b > 2 or t.a != t.b"),
    "an effect that does not replace": (REPLACED, HIT.format(0), "t.b > 1", "t.b > 2"),
    "what must follow in either order": (ORDERED, HIT.format(1), "t.b == 4", "t.b == 2"),
    "what must follow until it may not": (ONCE, HIT.format(0), "t.b == 1", "t.b == 2"),
    "a window within a window": (NESTED, HIT.format(0), "t.b == 4", "t.b > 4"),
    "an event that is stopped": (STOPPED, "t.a = 0\n" + HIT.format(0), "t.b == 1", "t.b == 2 and t.a == 0"),
    "layers of modifiers": (CHANGED, "n = t.quantity('draw', me, 1)\nt.bad = ", "n == 4", "n > 4"),
    "a floor of modifiers": (CHANGED, "n = t.quantity('draw', me, 1)\nt.bad = ", "n == 2", "n == 1"),
    "answers at once": ("", BIDS, "bids[me] != bids[t.next(me)]", "bids[me] + bids[t.next(me)] > 4"),
    "who is first of them": ("", BIDS, "t.most(bids)[0] is not me", "len(t.most(bids)) > 2"),
    "hidden options": (
        "",
        HIDDEN,
        "bids[me] == 3 and bids[t.next(me)] == 2",
        "bids[me] == 3 and has_low(self, t, 0, me)",
    ),
}


@pytest.mark.parametrize("what", PAIRS)
@pytest.mark.untraced
def test_what_may_go_wrong_is_not_proved_not_to(tmp_path, what):
    body, step, wrong, sound = PAIRS[what]
    assert "it-goes-wrong" in proof_of_written(tmp_path, top=TOP, body=body, step=step + wrong).failed
    assert "it-goes-wrong" in proof_of_written(tmp_path, top=TOP, body=body, step=step + sound).proved

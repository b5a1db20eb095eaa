"""Events that bring about others: their depth, the two caps, stopping from the depth, and a rule dropped half-way."""

import gc
import inspect
import sys
from typing import Any

import pytest

from referee.games.bpoker.rules import BPoker
from referee.games.bpoker.table import Happening
from referee.kernel import CapMet, Event
from referee.kernel.requests import drive
from referee.kernel.watch import Watch
from tests.drivers import RandomDriver


class Events(Watch):
    """Keeps the events, how deep each of them is, and what was told."""

    def __init__(self, t: Any) -> None:
        self.t = t
        self.events: list[Event] = []
        self.depths: list[int] = []
        self.notes: list[tuple[str, dict[str, Any]]] = []

    def happened(self, event: Event) -> None:
        self.events.append(event)
        self.depths.append(len(self.t.stack))

    def noted(self, word: str, about: dict[str, Any]) -> None:
        self.notes.append((word, about))


def to_and_fro(number: int, last: Any = None, **settings: Any) -> Any:
    """So many events, each brought about by the one before at the other seat, and a last step in the deepest."""
    t: Any = BPoker(2, settings=settings).table()
    t.watch = Events(t)

    def force(t: Any, event: Event) -> Any:
        if len(t.stack) < number:
            yield from t.happen(Happening.FORCE, event.at, t.next(event.at), (force,))
        elif last is not None:
            last(t, event)

    drive(t.happen(Happening.PLAY, t.players[0], t.players[0], (force,)), RandomDriver(0))
    assert not t.stack
    return t


def test_a_nesting_of_190_needs_no_python_stack():
    """60 calls below this one are enough for any depth; the default limit is 1,000 in all."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 60)
    try:
        t = to_and_fro(190)
    finally:
        sys.setrecursionlimit(limit)
    assert t.watch.depths == list(range(1, 191))
    assert [(each.number, each.parent) for each in t.watch.events] == [(n, n - 1) for n in range(1, 191)]
    assert not t.caps_met


def test_an_event_in_the_depth_stops_the_second_of_190():
    t = to_and_fro(190, lambda t, event: t.stop(t.stack[1]))
    assert max(t.watch.depths) == 190
    assert t.watch.notes == [("stopped", {"event": 2})]


def test_the_cap_is_reported_with_its_loop_and_play_goes_on():
    t = to_and_fro(6, nesting=4)
    (met,) = t.caps_met
    assert isinstance(met, CapMet)
    assert len(met.stack) == 4
    assert (met.refused.parent, met.refused.at) == (4, t.players[0])
    assert [(each.what, each.actor.seat, each.at.seat) for each in met.loop] == [
        (Happening.FORCE, 0, 1),
        (Happening.FORCE, 1, 0),
    ]
    told = {
        "depth": 4,
        "refused": "force by seat 1 at seat 0",
        "loop": ("force by seat 0 at seat 1", "force by seat 1 at seat 0"),
    }
    assert ("cap-met", told) in t.watch.notes


def test_the_default_cap_is_199():
    t = to_and_fro(210)
    assert max(t.watch.depths) == 199
    assert [len(met.stack) for met in t.caps_met] == [199]


def test_a_cap_on_all_that_one_event_causes():
    t: Any = BPoker(2).table()
    t.game.__dict__["caused_cap"] = 10
    me, other = t.players
    done: list[int] = []

    def twenty(t: Any, event: Event) -> Any:
        for number in range(20):
            yield from t.happen(Happening.PLAY, me, other, (lambda t, event, n=number: done.append(n),))

    for _ in range(2):
        drive(t.happen(Happening.TURN, me, me, (twenty,)), RandomDriver(0))
    assert done == [*range(9), *range(9)]
    assert len(t.caps_met) == 1


def test_a_rule_that_is_dropped_half_way_leaves_no_trace():
    """An explorer drops rules in the middle of nested events and goes back to the boundary."""
    t: Any = BPoker(2).table()
    before, driver = t.snapshot(), RandomDriver(0)
    me, other = t.players

    def asks(t: Any, event: Event) -> Any:
        t.take_control(me, of=other)
        yield from t.choose(other, "play", ["nothing"])
        raise AssertionError("the answer is never given")

    def force(t: Any, event: Event) -> Any:
        yield from t.happen(Happening.FORCE, me, other, (asks,))

    driver.choose = lambda choice: choice.space.read("something else")  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="something else"):
        drive(t.happen(Happening.PLAY, me, me, (force,)), driver)
    assert [each.what for each in t.stack] == [Happening.PLAY, Happening.FORCE]
    t.restore(before)
    driver.rules = []
    gc.collect()
    assert not t.stack
    assert not t.control
    assert t.snapshot() == before

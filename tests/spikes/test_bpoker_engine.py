"""Spike (b): what the event engine itself must do: depth, caps, leaving, triggers, saving, random play."""

from __future__ import annotations

import gc
import inspect
import pickle
import random
import sys
from typing import Any

import pytest

from referee.kernel import CapMet, OneOfRow, SomeOfRow, run, run_deal, run_step
from referee.kernel.requests import drive
from referee.kernel.saving import load, save
from tests.spikes.bpoker_engine import Happening, Mark
from tests.spikes.bpoker_spike import BPokerSpike
from tests.spikes.scenes import Everything, RandomPlay, Scene, Script

# -- depth ----------------------------------------------------------------------------------------------


def test_EN_15_seven_deep():
    """Six 6s, each forced by the one before, and a K: the stack as each begins, and so the parents."""
    scene = Scene(["6s 6s 6s", "6h 6h 6h Kd"])
    script = """
        0 shaft: 6s
        0 shaft onto: 1
        1 shaft: 6h
        1 shaft onto: 0
        0 shaft: 6s
        0 shaft onto: 1
        1 shaft: 6h
        1 shaft onto: 1
        1 shaft: 6h
        1 shaft onto: 1
        1 shaft: Kd
        1 shaft onto: 0
    """
    assert scene.play("6s", script) == {
        "table 0": "6s 6h Kd",
        "table 1": "6s 6s 6h 6h",
        "stash 0": "2h 2s 2d",
        "stash 1": "2h 2s 2d",
    }
    assert scene.seen.depths == [1, 2, 3, 4, 5, 6, 7]
    assert [(each.number, each.parent) for each in scene.seen.events] == [(n, n - 1) for n in range(1, 8)]
    assert scene.seen.stacks[-1] == scene.seen.events


class ToAndFro:
    """Forces 6s to and fro between two seats, for as long as there are any."""

    symbolic = False

    def __init__(self) -> None:
        self.rules: list[Any] = []

    def choose(self, choice: Any) -> Any:
        return choice.space.nth(0) if choice.ask == "shaft" else choice.table.next(choice.player)

    def together(self, choices: Any) -> Any: ...
    def chance(self, event: Any) -> Any: ...


def play_sixes(number: int, last: str = "", **settings: Any) -> Scene:
    """So many 6s are played one upon the other, to and fro between two seats, and a last card."""
    halves = [" ".join(["6s"] * (number // 2 + 1)), " ".join(["6h"] * (number - number // 2 - 1))]
    halves[1 - number % 2] += f" {last}"
    scene = Scene(halves, stash=0, packs=120, **settings)
    me = scene.player(0)
    pile: Any = scene.t.deck.parse(["6s"])
    drive(scene.game.play(scene.t, Happening.PLAY, me, me, pile, scene.t.view[me]), ToAndFro())
    assert not scene.t.stack
    assert not scene.t.flight.row
    scene.seen.check()
    return scene


def test_EN_15_a_nesting_of_190_needs_no_python_stack():
    """60 calls below this one are enough for any depth; the default limit is 1,000 in all."""
    depth = len(inspect.stack(0))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(depth + 60)
    try:
        scene = play_sixes(190)
    finally:
        sys.setrecursionlimit(limit)
    assert scene.seen.depths == list(range(1, 191))
    assert not scene.t.caps_met


def test_EN_12_an_ace_of_clubs_unwinds_from_the_depth():
    """The 190th play is an A♣ on seat 1, whose outermost card is the second."""
    scene = play_sixes(189, "Ac")
    assert max(scene.seen.depths) == 190
    assert scene.seen.notes == [("stopped", {"event": 2})]
    assert scene.shown()["table 1"].endswith("6s Ac")


def test_EN_15_the_cap_is_reported_with_its_loop_and_play_goes_on():
    scene = play_sixes(6, nesting=4)
    assert scene.shown() == {"table 0": "6s 6h", "table 1": "6s 6s", "view 0": "6s", "discard": "6h"}
    (met,) = scene.t.caps_met
    assert isinstance(met, CapMet)
    assert len(met.stack) == 4
    assert (met.refused.parent, met.refused.at) == (4, scene.player(0))
    assert [(each.what, each.actor.seat, each.at.seat) for each in met.loop] == [
        (Happening.FORCE, 0, 1),
        (Happening.FORCE, 1, 0),
    ]
    told = {
        "depth": 4,
        "refused": "force by seat 1 at seat 0",
        "loop": ("force by seat 0 at seat 1", "force by seat 1 at seat 0"),
    }
    assert ("cap-met", told) in scene.seen.notes


def test_EN_15_the_default_cap_of_199():
    scene = play_sixes(210)
    assert max(scene.seen.depths) == 199
    assert len(scene.t.caps_met) == 1
    assert len(scene.t.caps_met[0].stack) == 199


def test_EN_15_a_cap_on_all_that_one_event_causes():
    scene = Scene(["", ""])
    scene.game.__dict__["caused_cap"] = 10
    t, (me, other) = scene.t, scene.t.players
    done: list[int] = []

    def twenty(t: Any, event: Any) -> Any:
        for number in range(20):
            yield from t.happen(Happening.PLAY, me, other, (lambda t, event, n=number: done.append(n),))

    for _ in range(2):
        drive(t.happen(Happening.TURN, me, me, (twenty,)), Script(""))
    assert done == [*range(9), *range(9)]
    assert len(t.caps_met) == 1


# -- leaving, links, windows ----------------------------------------------------------------------------


def test_BG_10_a_declared_hand_loses_what_leaves_the_table():
    scene = Scene(["9s", "", ""], ["", "Kd* Qd*", ""])
    shown = scene.play("9s", "0 discard from: 1\n0 discard: Kd")
    assert (shown["table 1"], shown["discard"]) == ("Qd*", "Kd")
    assert scene.seen.notes == [("hand-loses", {"of": scene.player(1), "cards": ("Kd",)})]


def test_BP_TILE_breaks_when_a_member_leaves():
    scene = Scene(["7s", ""], ["", "5h+Kd 5s+Qd"], stash=["", ""])
    assert scene.play("7s", "1 cannibalize: 5h Qd") == {
        "table 0": "7s",
        "table 1": "Kd 5s",
        "stash 0": "5h Qd",
    }
    assert not any(laid.link for laid in scene.t.table[scene.player(1)])
    whole = Scene(["7s", ""], ["", "5h+Kd 5s+Qd"], stash=["", ""])
    assert whole.play("7s", "1 cannibalize: 5h Kd")["table 1"] == "5s+Qd"


def test_whole_rows_are_swapped_with_their_marks_and_links():
    scene = Scene(["", ""], ["5h+Kd 7s~", "8h*"])
    one, other = (scene.t.table[player] for player in scene.t.players)
    card = one.row[0]
    scene.t.swap(one, other)
    assert scene.shown()["table 0"] == "8h*"
    assert scene.shown()["table 1"] == "5h+Kd 7s~"
    assert scene.t.lies(card, other)
    assert len(scene.t.group_of(card, other)) == 2


TRIGGERS = ["7c+7c 7h+7h", "7h+7h", ""]
STASHES = ["", " ".join(["2s"] * 9), " ".join(["2d"] * 9)]


def test_BG_7_triggers_go_owner_by_owner_each_ordering_his_own():
    """0 collects 4 cards and pays them away again; then he has only tiles for what 1 collects."""
    script = """
        0 turn begins: collect_at_each_turn
        0 cannibalize: 7c 7h
        0 play: card Kd
        0 declare: -
    """
    assert Scene(["Kd", "", ""], TRIGGERS, STASHES).turn(script) == {
        "table 0": "7c 7h Kd",
        "table 1": "7h+7h",
        "stash 1": "2s 2s 2s 2s 2s 2s 2s 2s 2s 2d 2d 7c 7h",
        "stash 2": "2d 2d 2d 2d 2d 2d 2d",
    }


def test_BG_7_the_turn_player_orders_all_triggers():
    """He lets 1 collect first, gives up his 7♣ 7♣ for it, and so has no trigger left that makes him pay."""
    script = """
        0 turn begins: whose: 1
        0 cannibalize: 7c 7c
        0 play: card Kd
        0 declare: -
    """
    scene = Scene(["Kd", "", ""], TRIGGERS, STASHES, readings={"trigger-order": "turn-player-orders"})
    assert scene.turn(script) == {
        "table 0": "7h+7h Kd",
        "table 1": "7h+7h",
        "view 0": "2s",
        "stash 0": "2s 2d 2d",
        "stash 1": "2s 2s 2s 2s 2s 2s 2s 2d 2d 7c 7c",
        "stash 2": "2d 2d 2d 2d 2d",
    }


def test_windows_ask_exactly_those_who_could_publicly_have_an_effect():
    """What lies in a hidden view decides nothing: a 6 and a 10♦ there, and nobody is asked."""
    scene = Scene(["6s 7s", "6h 10d", "10d"])
    assert scene.play("6s", "0 shaft: 7s\n0 shaft onto: 1")["view 1"] == "6h 10d"


# -- saving, spaces, random play ------------------------------------------------------------------------

RANKS = "5 6 7 8 9 10 J A"


def a_game(seed: int, **settings: Any) -> BPokerSpike:
    """Two to six players, and each reading at any of its alternatives that has a rule."""
    rng = random.Random(seed)
    readings = {slug: rng.choice(sorted(each.alternatives)) for slug, each in BPokerSpike(2).register.items()}
    readings = {slug: chosen for slug, chosen in readings.items() if chosen != "undefined"}
    return BPokerSpike(2 + seed % 5, readings=readings, settings={"ranks": RANKS, **settings})


def test_random_play_conserves_the_cards_and_breaks_no_obligation():
    deepest = turns = decisions = 0
    for seed in range(60):
        t = a_game(seed, nesting=4 if seed % 3 == 0 else 199).table()
        driver, seen = RandomPlay(seed), Everything(t)
        t.watch = seen
        run(t.game, t, driver)
        assert not t.flight.row
        assert not t.control
        for stack in seen.stacks:
            assert [each.parent for each in stack] == [0, *(each.number for each in stack[:-1])]
        deepest, turns, decisions = max(deepest, *seen.depths), turns + t.turns, decisions + driver.decisions
    assert deepest >= 6
    assert turns > 1_000
    assert decisions > 5_000


@pytest.mark.parametrize("seed", range(5))
def test_a_table_saved_between_turns_goes_on_alike(seed):
    """Restored in place, loaded from data, and played on: the same tables and the same events."""
    game = a_game(seed)
    t = game.table()
    run_deal(game, t, RandomPlay(seed))
    for turn in range(12):
        run_step(game, t, RandomPlay(turn))
    before = t.snapshot()
    assert hash(before) == hash(pickle.loads(pickle.dumps(before)))
    others = [game.table(), load(game, save(t))]
    others[0].restore(before)
    ends = []
    for table in (t, *others):
        seen = table.watch = Everything(table)
        for turn in range(12, 24):
            if table.outcome is None:
                run_step(game, table, RandomPlay(turn))
        ends.append((table.snapshot(), [(each.number, each.parent, each.what) for each in seen.events]))
    assert ends[0] == ends[1] == ends[2]


def test_a_rule_that_is_dropped_half_way_leaves_no_trace():
    """An explorer drops rules in the middle of nested events and goes back to the boundary."""
    scene = Scene(["6s 10d", "6c Kd Qd", ""], ["", "6h", ""])
    before = scene.t.snapshot()
    driver = Script("0 shaft: 10d\n0 shaft onto: 1\n1 forced: pass\n0/1 play under control: no such card")
    me = scene.player(0)
    pile: Any = scene.t.deck.parse(["6s"])
    with pytest.raises(ValueError, match="no card of this game"):
        drive(scene.game.play(scene.t, Happening.PLAY, me, me, pile, scene.t.view[me]), driver)
    assert [each.what for each in scene.t.stack] == [Happening.PLAY, Happening.FORCE, Happening.CONTROL]
    scene.t.restore(before)
    driver.rules = []
    gc.collect()
    assert not scene.t.stack
    assert not scene.t.control
    assert scene.t.snapshot() == before


def test_spaces_of_rows():
    scene = Scene(["", ""], ["6s 7s 7s~ 8h Kd", ""])
    row = scene.t.table[scene.player(0)]
    one = OneOfRow(row, row.row[1:4])
    assert [one.plain(each) for each in one] == [1, 2, 3]
    assert [one.read(place) for place in (1, 2, 3)] == list(one)
    some = SomeOfRow(row, row.row[1:], 1, 3)
    answers = list(some)
    assert some.count() == len(set(answers)) == 4 + 6 + 4
    assert all(some.admits(each) and some.read(some.plain(each)) == each for each in answers)
    assert some.read([3, 1]) == (row.row[1], row.row[3])
    assert SomeOfRow(row, row, 6, 6).count() == 0
    for wrong in ([0], [], [1, 2, 3, 4], [1, 1], ["7s"], 1, None, [True]):
        with pytest.raises(ValueError, match=r"wanted|position"):
            some.read(wrong)
    strange: Any
    for strange in ((), (row.row[0],), (row.row[2], row.row[1]), [row.row[1]], None, row.row[1]):
        assert not some.admits(strange)
    for strange in (row.row[0], 1, None, (1, 2)):
        assert not one.admits(strange)
    assert one.describe() == {
        "space": "one of a row",
        "row": "table",
        "seat": 0,
        "of": [[1, "7s"], [2, "7s"], [3, "8h"]],
    }
    wild = scene.t.mark(row, row.row[0], Mark.WILD)
    assert not one.admits(wild)

"""Spike (b): eight B-poker cards through the event engine. Tests are named after the clauses they try."""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import MissingCase
from referee.kernel.requests import drive
from tests.spikes.bpoker_engine import Happening
from tests.spikes.scenes import Scene, Script

# -- the 6 ----------------------------------------------------------------------------------------------


def test_BP_6_SHAFT_forces_a_card_and_its_new_owner_has_played_it():
    scene = Scene(["6s 7s", "", ""])
    assert scene.play("6s", "0 shaft: 7s\n0 shaft onto: 1") == {
        "table 0": "6s",
        "table 1": "7s",
        "stash 0": "2d",
        "stash 1": "2h 2s 2d 2h 2s 2h 2s",
        "stash 2": "2d",
    }


def test_BP_6_SHAFT_onto_ones_own_table_is_an_ordinary_play_or_forced():
    table = ["6h 6d 10d", ""]
    normal = Scene(["6s Kd", ""], table)
    # It can still be stopped by Magic, but there is nothing to reflect.
    assert normal.play("6s", "0 enters: pass\n0 shaft: Kd\n0 shaft onto: 0\n0 enters: pass")["table 0"] == (
        "6h 6d 10d 6s Kd"
    )
    forced = Scene(["6s Kd", ""], table, readings={"own-table-force": "forced"})
    script = "0 enters: pass\n0 shaft: Kd\n0 shaft onto: 0\n0 forced: reflect\n0 discard: 6h"
    assert forced.play("6s", script) == {
        "table 0": "6d 6s Kd",
        "discard": "6h 10d",
        "stash 0": "2h 2s 2d",
        "stash 1": "2h 2s 2d",
    }


def test_BP_6_SHAFT_without_a_card_in_the_view_is_lost():
    scene = Scene(["6s", "Kd"])
    assert scene.play("6s")["table 0"] == "6s"


def test_BP_6_TUN_sends_the_card_on_to_a_third_player_and_the_view_to_the_pot():
    scene = Scene(["6s 7s", "Qc Qd", ""], ["", "6h", ""])
    assert scene.play("6s", "0 shaft: 7s\n0 shaft onto: 1\n1 forced: tunnel\n1 tunnel to: 2") == {
        "table 0": "6s",
        "table 2": "7s",
        "discard": "6h",
        "pot": "Qd Qc",
        "stash 0": "2d",
        "stash 1": "2d",
        "stash 2": "2h 2s 2d 2h 2s 2h 2s",
    }
    assert [(each.what, each.actor.seat, each.at.seat, each.parent) for each in scene.seen.events] == [
        (Happening.PLAY, 0, 0, 0),
        (Happening.FORCE, 0, 1, 1),
        (Happening.FORCE, 1, 2, 2),
    ]


def test_BP_6_TUN_needs_a_further_opponent():
    """With two players nobody is even asked; the other readings of tunnel-without-target are playable."""
    script = "0 shaft: Kd\n0 shaft onto: 1\n"
    scene = Scene(["6s Kd", "Qc"], ["", "6h"])
    assert scene.play("6s", script)["table 1"] == "6h Kd"
    scene = Scene(["6s Kd", "Qc"], ["", "6h"], readings={"tunnel-without-target": "card-discarded"})
    assert scene.play("6s", script + "1 forced: tunnel") == {
        "table 0": "6s",
        "discard": "6h Kd",
        "pot": "Qc",
        "stash 0": "2h 2s 2d",
        "stash 1": "2h 2s 2d",
    }
    scene = Scene(["6s Kd", "Qc"], ["", "6h"], readings={"tunnel-without-target": "undefined"})
    with pytest.raises(MissingCase):
        scene.play("6s", script + "1 forced: tunnel")


def test_BP_REFL_returns_the_card_to_the_forcer():
    scene = Scene(["6s 7s", ""], ["", "6h 10d"])
    assert scene.play("6s", "0 shaft: 7s\n0 shaft onto: 1\n1 forced: reflect") == {
        "table 0": "6s 7s",
        "discard": "6h 10d",
        "stash 0": "2h 2s 2d 2h 2s",
        "stash 1": "2d",
    }


def test_EN_10_a_reflector_is_reflected_and_a_tunnelled_card_stopped():
    scene = Scene(["6s 7s", "", ""], ["6c 10d", "6h 10d", ""])
    script = """
        0 enters: pass
        0 shaft: 7s
        0 shaft onto: 1
        1 forced: reflect
        0 forced: reflect
        0 discard: 6c
    """
    assert scene.play("6s", script) == {
        "table 0": "6s",
        "table 1": "7s",
        "discard": "6h 10d 10d 6c",
        "stash 0": "2d",
        "stash 1": "2h 2s 2d 2h 2s 2h 2s",
        "stash 2": "2d",
    }
    scene = Scene(["6s 7s", "", ""], ["", "6h", "10d"])
    script = "0 shaft: 7s\n0 shaft onto: 1\n1 forced: tunnel\n1 tunnel to: 2\n2 enters: magic"
    assert scene.play("6s", script) == {
        "table 0": "6s",
        "table 2": "7s~",
        "discard": "6h 10d",
        "stash 0": "2h 2s 2d",
        "stash 1": "2h 2s 2d",
        "stash 2": "2h 2s 2d",
    }
    assert scene.seen.depths == [1, 2, 3]


def test_BP_JOINT_a_card_in_effect_answers_and_its_tile_breaks():
    """5♠ + 5♥ acts as a 6, and may be given up for the Tunnel; the other 5 then stands alone."""
    scene = Scene(["6s Kd", "", ""], ["", "5s+5h", ""])
    script = "0 shaft: Kd\n0 shaft onto: 1\n1 forced: tunnel\n1 tunnel to: 2"
    assert scene.play("6s", script) == {
        "table 0": "6s",
        "table 1": "5s",
        "table 2": "Kd",
        "discard": "5h",
        "stash 0": "2h 2s 2d",
        "stash 1": "2h 2s 2d",
        "stash 2": "2h 2s 2d",
    }


# -- 10♦: Magic -----------------------------------------------------------------------------------------


def test_BP_10D_MAG_a_card_enters_without_effect():
    scene = Scene(["6s 7s", ""], ["", "10d"])
    assert scene.play("6s", "0 shaft: 7s\n0 shaft onto: 1\n1 enters: magic") == {
        "table 0": "6s",
        "table 1": "7s~",
        "discard": "10d",
        "stash 0": "2h 2s 2d",
        "stash 1": "2h 2s 2d",
    }


def test_BP_10D_MAG_on_ones_own_card_is_a_reading():
    scene = Scene(["7s", ""], ["10d", ""])
    assert scene.play("7s", "0 enters: magic")["table 0"] == "7s~"
    scene = Scene(["7s", ""], ["10d", ""], readings={"magic-on-own-card": "not-allowed"})
    assert scene.play("7s")["table 0"] == "10d 7s"


def test_BP_10D_MAG_stops_ones_own_part_of_an_opponents_effect_and_no_more():
    scene = Scene(["7s", "", ""], ["", "10d", "10d"])
    assert scene.play("7s", "1 reached: magic_shield\n2 reached: pass") == {
        "table 0": "7s",
        "table 2": "10d",
        "discard": "10d",
        "stash 0": "2h 2s 2d 2h 2s",
        "stash 1": "2h 2s 2d",
        "stash 2": "2d",
    }


def test_BP_9_takes_a_card_unless_its_owner_stops_it():
    """EN-5, EN-9: the target is chosen first, among the affectable; only its owner is asked."""
    table = ["", "10d Kd Qs? Jh~ 5h+3h", "10d"]
    taken = Scene(["9s", "", ""], table)
    assert taken.play("9s", "0 discard from: 1\n0 discard: Kd\n1 reached: pass") == {
        "table 0": "9s",
        "table 1": "10d Qs? Jh~ 5h+3h",
        "table 2": "10d",
        "discard": "Kd",
        "stash 0": "2h 2s 2d",
        "stash 1": "2h 2s 2d",
        "stash 2": "2h 2s 2d",
    }
    kept = Scene(["9s", "", ""], table)
    script = "0 discard from: 1\n0 discard: Kd\n1 reached: magic_shield"
    assert kept.play("9s", script)["table 1"] == "Kd Qs? Jh~ 5h+3h"
    assert Scene(["9s", "", ""], ["Kd", "10d", "Jh~"]).play("9s")["table 0"] == "Kd 9s"


def test_EN_1_6_each_player_is_asked_once_for_each_event():
    """A 5 and its follower reach him twice, by the fee and as a 7: one question, one Magic."""
    scene = Scene(["5h 8s", "", ""], ["", "10d", "10d"])
    assert scene.play("5h", "0 follow: 8s\n1 reached: magic_shield\n2 reached: pass") == {
        "table 0": "5h+8s",
        "table 2": "10d",
        "discard": "10d",
        "pot": "2h 2h",
        "stash 0": "2s 2d 2s 2d",
        "stash 1": "2h 2s 2d",
    }


# -- 10♦: Control ---------------------------------------------------------------------------------------


def test_BP_10D_CTL_the_controller_plays_and_decides_for_him():
    """He chooses the card, what its 6 forces and where, and answers in windows in his place."""
    scene = Scene(["6s 10d", "6c Kd Qd", ""], ["", "6h", ""])
    script = """
        0 shaft: 10d
        0 shaft onto: 1
        1 forced: pass
        0/1 play under control: 6c
        0/1 forced: pass
        0/1 shaft: Kd
        0/1 shaft onto: 2
    """
    assert scene.play("6s", script) == {
        "table 0": "6s",
        "table 1": "6h 10d 6c",
        "table 2": "Kd",
        "view 1": "Qd",
        "stash 0": "2h 2s 2d",
        "stash 1": "2h 2s 2d",
        "stash 2": "2h 2s 2d",
    }
    assert scene.seen.shown == [(1, (0,), "control")]
    assert [(each.what.value, each.actor.seat, each.at.seat, each.parent) for each in scene.seen.events] == [
        ("play", 0, 0, 0),
        ("force", 0, 1, 1),
        ("control", 0, 1, 2),
        ("force", 0, 1, 3),
        ("force", 1, 2, 4),
    ]


def test_BP_10D_CTL_the_ten_is_held_until_he_is_released():
    """While he is controlled his older 10♦ may be used, by his controller, but not the one just forced."""
    scene = Scene(["6s 10d", "7s", ""], ["", "10d", ""])
    script = """
        0 shaft: 10d
        0 shaft onto: 1
        1 enters: pass
        0/1 play under control: 7s
        0/1 enters: magic
    """
    assert scene.play("6s", script)["table 1"] == "10d 7s~"
    (left,) = [laid for laid in scene.t.table[scene.player(1)] if not laid.marks]
    assert scene.game.free_tens(scene.t, scene.player(1)) == (left,)
    held = Scene(["6s 10d", "7s", ""])
    assert held.play("6s", "0 shaft: 10d\n0 shaft onto: 1\n0/1 play under control: 7s")["table 1"] == "10d 7s"


def test_BP_10D_CTL_is_not_transitive_and_ends():
    """0 controls 1, and makes 1 control 2: for 2 it is 1 himself who decides, not 0 (EN-11)."""
    scene = Scene(["6s 10d", "6c 10d", "6d Kd", ""])
    script = """
        0 shaft: 10d
        0 shaft onto: 1
        0/1 play under control: 6c
        0/1 shaft: 10d
        0/1 shaft onto: 2
        1/2 play under control: 6d
        1/2 shaft: Kd
        1/2 shaft onto: 3
    """
    assert scene.play("6s", script)["table 3"] == "Kd"
    assert scene.t.decider(scene.player(1)) is scene.player(1)


def test_BP_10D_CTL_mutual_control():
    """1, made to force a 10♦ on his controller, controls him in turn."""
    scene = Scene(["6s 10d 7s", "6c 10d"])
    script = """
        0 shaft: 10d
        0 shaft onto: 1
        0/1 play under control: 6c
        0/1 shaft: 10d
        0/1 shaft onto: 0
        1/0 play under control: 7s
    """
    assert scene.play("6s", script)["table 0"] == "6s 10d 7s"


@pytest.mark.parametrize("reading", ["latest", "first"])
def test_BP_10D_CTL_a_second_controller(reading):
    """2 is made to force a 10♦ on 1, whom 0 controls: 2 takes over and 0 resumes, or nothing changes."""
    scene = Scene(["6s 10d", "6c 6d 10d 7h Kh", "6h 10d Kd"], stash=9, readings={"second-controller": reading})
    script = """
        0 shaft: 10d
        0 shaft onto: 1
        0/1 play under control: 6c
        0/1 shaft: 10d
        0/1 shaft onto: 2
        1/2 play under control: 6h
        1/2 shaft: 10d
        1/2 shaft onto: 1
        0/1 forced: pass
    """
    if reading == "latest":
        script += """
            2/1 play under control: 6d
            2/1 forced: pass
            2/1 shaft: 7h
            2/1 shaft onto: 0
            0 forced: pass
        """
    scene.play("6s", script)
    assert scene.shown()["table 1"] == ("10d 6c 10d 6d" if reading == "latest" else "10d 6c 10d")


def test_BP_10D_CTL_the_earlier_controller_resumes():
    t = Scene(["", "", ""]).t
    zero, one, two = t.players
    seen: list[Any] = []

    def inner(t: Any, event: Any) -> None:
        t.take_control(two, of=one)
        seen.append(t.decider(one))

    def outer(t: Any, event: Any) -> Any:
        t.take_control(zero, of=one)
        seen.append(t.decider(one))
        yield from t.happen(Happening.CONTROL, two, one, (inner,))
        seen.append(t.decider(one))

    drive(t.happen(Happening.CONTROL, zero, one, (outer,)), Script(""))
    assert seen == [zero, two, zero]
    assert t.decider(one) is one


def test_BP_10D_CTL_he_chooses_himself_what_follows_a_5():
    scene = Scene(["6s 10d", "5h Kd"])
    script = "0 shaft: 10d\n0 shaft onto: 1\n0/1 play under control: 5h\n1 follow: Kd"
    assert scene.play("6s", script)["table 1"] == "10d 5h+Kd"


def test_BP_10D_CTL_a_reflected_10_gives_control_to_who_sent_it_on():
    scene = Scene(["6s 10d 7s", ""], ["", "6h 10d"])
    script = "0 shaft: 10d\n0 shaft onto: 1\n1 forced: reflect\n1/0 play under control: 7s"
    assert scene.play("6s", script)["table 0"] == "6s 10d 7s"


# -- J --------------------------------------------------------------------------------------------------


def test_BP_J_the_next_card_of_anybody_enters_without_effect():
    """The 6 is the next card and forces nothing; the J after it sets the flag anew; a second J is caught."""
    scene = Scene(["Jh 6s Js Jd 7s Kd", ""])
    scene.play("Jh")
    scene.play("6s")
    assert not scene.t.jack
    scene.play("Js")
    scene.play("Jd")
    assert not scene.t.jack
    assert scene.play("7s") == {
        "table 0": "Jh 6s~ Js Jd~ 7s",
        "view 0": "Kd",
        "stash 0": "2h 2s 2d 2h 2s",
        "stash 1": "2d",
    }


def test_BP_J_meets_a_forced_card_after_a_reflector():
    """EN-1: replacing comes before the flag; the flag is spent on whatever arrives."""
    scene = Scene(["6s Kd", ""], ["", "6h 10d"])
    scene.t.jack = True
    assert scene.play("6s")["table 0"] == "6s~"
    scene = Scene(["6s Jd 7s", ""], ["", "6h 10d"])
    scene.play("6s", "0 shaft: Jd\n0 shaft onto: 1\n1 forced: pass\n1 enters: pass")
    assert scene.play("7s") == {
        "table 0": "6s 7s~",
        "table 1": "6h 10d Jd",
        "stash 0": "2h 2s 2d",
        "stash 1": "2h 2s 2d",
    }


@pytest.mark.parametrize(
    ("reading", "script", "table"),
    [("five-alone", "", "5h~"), ("five-and-follower", "0 follow: 8s", "5h~ 8s~")],
)
def test_BP_J_before_a_5(reading, script, table):
    scene = Scene(["5h 8s", ""], readings={"jack-before-five": reading})
    scene.t.jack = True
    assert scene.play("5h", script)["table 0"] == table
    assert "pot" not in scene.shown()


def test_EN_3_a_sideways_J_raises_a_card_between_plays_and_offers_are_made_anew():
    scene = Scene(["Kd", "", ""], ["Js~ Jd~ 6s~", "8h~", ""])
    script = """
        0 between plays: raise_card
        0 discard: Js
        0 raise a card of: 1
        0 raise: 8h
        0 between plays: raise_card
        0 raise a card of: 0
        0 raise: 6s
        0 play: card Kd
        0 declare: -
    """
    shown = scene.turn(script)
    assert shown["table 0"] == "6s Kd"
    assert shown["table 1"] == "8h"
    assert shown["discard"] == "Js Jd"


# -- the 5 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "acts_as"),
    [
        ("5c 4s 2c", "4c"),
        ("5s 4s 3s 7d", "10d"),
        ("5h 6d 8s", "6s"),
        ("5d 3h", "2h"),
        ("5h Ac", "Kc"),
        ("5c Ah", "1h"),
        ("5d 2d", "1d"),
        ("5d 6s 9h", "9h"),
        ("5s Kc", "Ac"),
    ],
)
def test_BP_RING_chains_of_5s(cards, acts_as):
    scene = Scene(["", ""], ["+".join(cards.split()), ""])
    (group,) = scene.t.table[scene.player(0)].groups()
    assert scene.game.word(group) == acts_as
    assert [word for _, word in scene.game.words_of(scene.t.table[scene.player(0)])] == [acts_as]


def test_BP_5_red_shifts_down_is_tiled_and_everybody_pays():
    """5♥ + 8♠ acts as 7♠: everybody pays 1 to the pot, then the others pay 2 to the player."""
    scene = Scene(["5h 8s", "", ""])
    assert scene.play("5h", "0 follow: 8s") == {
        "table 0": "5h+8s",
        "pot": "2h 2h 2h",
        "stash 0": "2s 2d 2s 2d 2s 2d",
    }
    assert [laid.link for laid in scene.t.table[scene.player(0)]] == [1, 1]


def test_BP_5_black_shifts_up_and_the_fee_is_modified():
    """5♠ + 8♠ acts as 9♠. Of three payers one has a J, one an 8: they pay 2 and 0."""
    scene = Scene(["5s 8s", "", ""], ["", "Jh", "8h Kd"])
    assert scene.play("5s", "0 follow: 8s\n0 discard from: 2\n0 discard: Kd") == {
        "table 0": "5s+8s",
        "table 1": "Jh",
        "table 2": "8h",
        "discard": "Kd",
        "pot": "2h 2h 2s",
        "stash 0": "2s 2d",
        "stash 1": "2d",
        "stash 2": "2h 2s 2d",
    }


def test_BP_5_a_follower_that_acts_as_a_5_is_followed_too():
    """5♥ + 6♦ is a 5 again, + 8♠ acts as 6♠: two fees each, one group, one shaft."""
    scene = Scene(["5h 6d 8s Kd", ""])
    script = "0 follow: 6d\n0 follow: 8s\n0 shaft: Kd\n0 shaft onto: 1"
    assert scene.play("5h", script) == {
        "table 0": "5h+6d+8s",
        "table 1": "Kd",
        "pot": "2h 2h 2s 2s",
        "stash 0": "2d",
        "stash 1": "2d",
    }


def test_BP_5_without_a_follower_stays_alone_and_costs_its_fee():
    assert Scene(["5h", ""]).play("5h") == {
        "table 0": "5h",
        "pot": "2h 2h",
        "stash 0": "2s 2d",
        "stash 1": "2s 2d",
    }


def test_BP_5_FORCE_the_victim_follows_and_the_chain_is_one_card():
    """Its owner's follower travels with it when it is reflected (EN-8)."""
    scene = Scene(["6s 5h", "8s"], ["", "6h 10d"])
    script = "0 shaft: 5h\n0 shaft onto: 1\n1 follow: 8s\n1 forced: reflect"
    assert scene.play("6s", script) == {
        "table 0": "6s 5h+8s",
        "discard": "6h 10d",
        "pot": "2h 2h",
        "stash 0": "2s 2d 2s 2d",
    }


@pytest.mark.parametrize(
    ("reading", "stash_0"),
    [("before-last-card-acts", "2h 2c"), ("at-once", "2h 2s"), ("after-last-card", "2h 2c")],
)
def test_BP_5_fee_time_is_a_reading_of_the_order_of_steps(reading, stash_0):
    """A forced 5 whose play is stopped by Magic has been paid for only where the fee comes first."""
    scene = Scene(["6s 5h", "8s"], ["", "10d"], readings={"five-fee-time": reading})
    script = "0 shaft: 5h\n0 shaft onto: 1\n1 follow: 8s\n1 enters: magic"
    shown = scene.play("6s", script)
    assert shown["table 1"] == "5h~ 8s~"
    assert ("pot" in shown) == (reading == "at-once")


def test_BP_5_the_fee_comes_before_or_after_the_last_card():
    """5♥ + 8♠ acts as 7♠. The payer has two cards: the pot gets one of them first, or only what is left."""
    for reading, pot, own in (
        ("before-last-card-acts", "2h 2h", "2s"),
        ("after-last-card", "2h 3h", "2s 2h 2s"),
    ):
        scene = Scene(["5h 8s", "3h"], stash=2, readings={"five-fee-time": reading})
        script = "0 follow: 8s\n"
        shown = scene.play("5h", script + ("1 cannibalize view: 3h"))
        assert shown["pot"] == pot, reading
        assert shown["stash 0"].startswith(own)


# -- fees -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "payer", "other", "fee", "after_discount"),
    [
        (2, "", "", 2, 2),
        (2, "Jh", "", 3, 3),
        (2, "Jc", "", 4, 4),
        (2, "8h", "", 1, 1),
        (2, "Jh Jc 8s", "", 4, 4),
        (1, "8h 8s Js", "", 0, 1),
        (2, "Jh Jc 8s", "Jd+Js+Jc", 8, 8),
        (2, "Jh Jc 8s", "Jd+Jd+Jd", 12, 12),
        (2, "Jd+Js+Jc", "Jd+Jd+Jd", 12, 12),
        (2, "8h~ Jh~ 8s? 5h+Jd", "", 2, 2),
        (2, "5h+9h 5s+10c", "", 3, 3),
    ],
)
def test_BG_14_the_fee(base, payer, other, fee, after_discount):
    """Add and subtract, clamp once, multiply. Wilds and sideways cards do not count."""
    for reading, expected in (("once", fee), ("after-discount", after_discount)):
        scene = Scene(["", ""], [payer, other], readings={"fee-clamp": reading})
        assert scene.t.quantity("fee", scene.player(0), base) == expected


@pytest.mark.parametrize(("reading", "fee"), [("multiply", 12), ("highest", 6), ("sum", 10)])
def test_BP_SET_JJJ_several_tiles(reading, fee):
    scene = Scene(["", ""], ["Jd+Js+Jc", "Jd+Jd+Jd"], readings={"several-triple-jacks": reading})
    assert scene.t.quantity("fee", scene.player(0), 2) == fee


def test_BP_7_every_other_player_pays_2_modified_by_what_lies_before_him():
    scene = Scene(["7s", "", "", ""], ["", "Jh", "8h 8s", "Jc"], stash=5)
    assert scene.play("7s") == {
        "table 0": "7s",
        "table 1": "Jh",
        "table 2": "8h 8s",
        "table 3": "Jc",
        "stash 0": "2h 2s 2d 2c 2h 2h 2s 2d 2h 2s 2d 2c",
        "stash 1": "2c 2h",
        "stash 2": "2h 2s 2d 2c 2h",
        "stash 3": "2h",
    }


@pytest.mark.parametrize(
    ("reading", "script", "left"),
    [
        ("table-then-view", "1 cannibalize: Kd\n1 cannibalize view: Qc", {"view 1": "Qs"}),
        ("table-only", "1 cannibalize: Kd", {"view 1": "Qs Qc"}),
        ("forgiven", "", {"view 1": "Qs Qc", "table 1": "Kd"}),
    ],
)
def test_BG_15_a_payer_without_enough_cannibalizes(reading, script, left):
    scene = Scene(["7s", "Qs Qc"], ["", "Kd"], stash=["", ""], readings={"fee-shortfall": reading})
    shown = scene.play("7s", script)
    assert {name: cards for name, cards in shown.items() if name.endswith("1")} == left
    scene = Scene(["7s", ""], stash=["", ""], readings={"fee-shortfall": "undefined"})
    with pytest.raises(MissingCase):
        scene.play("7s")


def test_BP_8_its_own_fees_are_not_reduced_by_itself():
    kept = Scene(["8s 7h", ""])
    assert kept.play("8s", "0 eight: stays") == {
        "table 0": "8s",
        "view 0": "7h",
        "pot": "2h 2s",
        "stash 0": "2d",
        "stash 1": "2h 2s 2d",
    }
    assert kept.t.quantity("fee", kept.player(0), 2) == 1
    wild = Scene(["8s", ""])
    assert wild.play("8s", "0 eight: becomes wild")["table 0"] == "8s?"
    assert wild.t.quantity("fee", wild.player(0), 2) == 2


def test_BP_8_breaks_a_tile():
    scene = Scene(["8s", ""], ["5h+Kd", "5s+9c 5h+8d"])
    script = "0 eight: breaks a tile\n0 break a tile of: 1\n0 break: 8d"
    shown = scene.play("8s", script)
    assert (shown["table 0"], shown["table 1"], shown["discard"]) == ("5h+Kd", "5s+9c 5h 8d", "8s")
    assert scene.t.quantity("fee", scene.player(1), 2) == 1


def test_EN_6_an_8_that_was_paid_away_before_it_acts_is_lost():
    """Found by random play: the fee of a 5 falls due while its follower lies on the table and can be paid."""
    scene = Scene(["5h 9s", ""], stash=["", "2h"])
    assert scene.play("5h", "0 follow: 9s\n0 cannibalize: 9s") == {"table 0": "5h", "pot": "2h 9s"}


# -- unwinding ------------------------------------------------------------------------------------------


def test_BP_AC_stops_all_that_its_player_is_processing_while_others_go_on():
    """0's 5 + 7 is a 6 that forces such a chain on 1, whose shaft forces a 6 on 2, who forces the A♣ on 1.

    All that began when 1 had that chain played ends, before 1's chain was paid for (reading after-last-card);
    0's own chain goes on and is paid for.
    """
    scene = Scene(["5h 7s 5d", "7c 6d", "Ac"], stash=5, readings={"five-fee-time": "after-last-card"})
    script = """
        0 follow: 7s
        0 shaft: 5d
        0 shaft onto: 1
        1 follow: 7c
        1 shaft: 6d
        1 shaft onto: 2
        2 shaft: Ac
        2 shaft onto: 1
        1 forced: pass
    """
    assert scene.play("5h", script) == {
        "table 0": "5h+7s",
        "table 1": "5d+7c Ac",
        "table 2": "6d",
        "pot": "2h 2h 2h",
        "stash 0": "2s 2d 2c 2h",
        "stash 1": "2s 2d 2c 2h",
        "stash 2": "2s 2d 2c 2h",
    }
    assert [(each.number, each.parent, each.at.seat) for each in scene.seen.events] == [
        (1, 0, 0),
        (2, 1, 1),
        (3, 2, 2),
        (4, 3, 1),
    ]
    assert ("stopped", {"event": 2}) in scene.seen.notes


def test_BP_AC_ends_the_turn_and_a_control_that_it_cuts_short():
    scene = Scene(["6s 10d", "6c Ac", ""])
    script = """
        0 play: card 6s
        0 shaft: 10d
        0 shaft onto: 1
        0/1 play under control: 6c
        0/1 shaft: Ac
        0/1 shaft onto: 0
        0 forced: pass
        0 declare: -
    """
    shown = scene.turn(script)
    assert shown["table 0"] == "6s Ac"
    assert shown["table 1"] == "10d 6c"
    assert scene.t.mover is scene.player(1)
    assert scene.t.decider(scene.player(1)) is scene.player(1)


def test_BP_A_ends_ones_own_turn_only():
    scene = Scene(["6s As 7s", "", ""])
    script = "0 play: card 6s\n0 shaft: As\n0 shaft onto: 1\n0 play: stop\n0 declare: 6s"
    assert scene.turn(script)["table 0"] == "6s*"
    scene = Scene(["As 7s", "", ""])
    assert scene.turn("0 play: card As\n0 declare: -")["view 0"] == "7s"

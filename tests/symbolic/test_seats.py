"""One mover stands for all: what happens at one seat alone is not proved not to happen."""

from __future__ import annotations

import pytest

from referee.games.registry import find_game
from referee.meaning.program import Expr
from referee.meaning.texts import NoMeaning
from referee.meaning.translation import meaning
from referee.meaning.types import INT, NONE_TYPE, PLAYER, TRUTH, Maybe, Record, Seq, Union
from referee.verify.properties import load_properties
from referee.verify.symbolic import seats
from referee.verify.symbolic.repeats import Repeats
from referee.verify.symbolic.seats import _is_alike, are_alike
from tests.prove.written_games import written
from tests.symbolic.test_induction import HERE, proof_of, proof_of_written

CHANGED = Repeats._changed

# Each goes wrong only where somebody else than the first player has the turn; its twin never does.
AT_ONE_SEAT = {
    "a player by number": ("t.bad = me is t.players[1]", "t.bad = me is t.next(me)"),
    "the number of a player": ("t.bad = t.players.index(me) == 1", "t.bad = t.players.index(me) == 2"),
    "a scalar of one player": (
        "t.scored[t.players[0]] = 1\nt.bad = t.scored[me] == 0",
        "t.scored[t.players[0]] = 1\nt.bad = t.scored[me] > 1",
    ),
    "a place of one player": (
        "t.move(t.hand[me].pile, t.hand[me], t.middle)\nt.bad = t.hand[t.players[1]].is_empty",
        "t.bad = t.hand[t.players[1]].is_empty and t.hand[me].is_empty",
    ),
    "who stands first": (
        "for each in t.players:\n    if t.hand[each].size >= 0:\n        t.bad = each is not me\n        break",
        "for each in t.players:\n    if t.hand[each].size >= 0:\n"
        "        t.bad = each is not me and each is not t.next(me)\n        break",
    ),
    "who is the first of equal ones": (
        "t.bad = t.most({each: 0 for each in t.players})[0] is not me",
        "t.bad = len(t.most({each: 0 for each in t.everyone_from(me)})) != 2",
    ),
    "counted players": (
        "for number, each in enumerate(t.players):\n    if number == 1:\n        t.bad = each is me",
        "for number, each in enumerate(t.players):\n    if number == 2:\n        t.bad = each is me",
    ),
    "the order of a dictionary": (
        "t.bad = list({each: 0 for each in t.players})[0] is not me",
        "t.bad = len({each: 0 for each in t.players}) != 2",
    ),
    "a number that is kept": (
        "t.a = t.players.index(me)\nt.bad = t.a > 0",
        "t.a = t.players.index(me)\nt.bad = t.a > 1",
    ),
    "players drawn by lot": (
        "n = yield from t.lot(range(2))\nt.bad = n == 0 and t.players[n] is not me",
        "n = yield from t.lot(range(2))\nt.bad = t.players[n] is not me and t.players[1 - n] is not me",
    ),
    "a sorted list": (
        "t.bad = sorted(t.players, key=lambda each: t.hand[each].size)[0] is not me",
        "t.bad = sorted(t.players, key=lambda each: t.hand[each].size)[0] is not me and t.hand[me].size < 1",
    ),
    "what is paid": (
        "t.pay(t.next(me), me, 1)\nt.bad = t.turns == 0 and t.balance(t.players[0]) < 0",
        "n = t.balance(me)\nt.pay(t.next(me), me, 1)\nt.bad = t.balance(me) != n + 1",
    ),
}


@pytest.mark.parametrize("what", AT_ONE_SEAT)
def test_what_goes_wrong_at_one_seat_alone_is_not_proved_not_to(tmp_path, what):
    wrong, sound = AT_ONE_SEAT[what]
    assert "it-goes-wrong" in proof_of_written(tmp_path, step=wrong).failed
    proof = proof_of_written(tmp_path, step=sound)
    assert "it-goes-wrong" in proof.proved
    assert not proof.faults


def test_between_three_what_goes_wrong_at_the_last_seat_is_not_proved_not_to(tmp_path):
    loop = "for number, each in enumerate(t.everyone_from(t.players[0])):\n"
    step = loop + "    if number == {}:\n        t.bad = each is me"
    for number, name in ((2, "failed"), (3, "proved")):
        game, claims = written(tmp_path, step=step.format(number))
        assert "it-goes-wrong" in getattr(proof_of(game(3), claims)[1], name)


def test_passes_change_the_place_of_whoever_has_that_number(tmp_path, monkeypatch):
    body = """
def fill(self, t: T, me: Player) -> Rule[Any]:
    yield from t.draw(t.stock, 1, t.hand[t.players[1]])
    more = yield from t.choose(me, "more", [True, False])
    return more & (t.stock.size > 0)
"""
    changed = []
    monkeypatch.setattr(Repeats, "_changed", lambda *about: changed.append(CHANGED(*about)) or changed[-1])
    step = "if t.stock.size > 0:\n    yield from t.repeat(t.game.fill, me)\nt.bad = t.hand[me].size > 2"
    assert "it-goes-wrong" in proof_of_written(tmp_path, body=body, step=step).failed
    assert changed
    assert all(each.places == [0, 2, 3] for each in changed)  # the stock, and both hands


def test_a_claim_about_one_seat_is_not_proved_by_another(tmp_path):
    assert "it-goes-wrong" in proof_of_written(tmp_path, says="if t.mover is t.players[1]: return True").failed
    proof = proof_of_written(tmp_path, says="if t.mover is t.next(t.mover): return True")
    assert "it-goes-wrong" in proof.proved


def test_a_first_player_whom_every_table_names_is_told_apart(tmp_path):
    table = "host: Player = value(NO_PLAYER)"
    body = "def host(self, t: T) -> Player:\n    return t.host"
    step = "if t.host is NO_PLAYER:\n    t.host = me\nt.bad = t.host is {}"
    wrong = proof_of_written(tmp_path, table=table, body=body, step=step.format("t.next(me)"))
    assert "it-goes-wrong" in wrong.failed
    assert "it-goes-wrong" in proof_of_written(tmp_path, table=table, body=body, step=step.format("NO_PLAYER")).proved


@pytest.mark.untraced
def test_games_with_seats_that_are_alike_are_followed_for_one_mover(tmp_path, monkeypatch):
    game = find_game("escalation")(3)
    declared = load_properties(HERE / "properties" / "escalation.py", type(game))
    properties = [each for each in declared if each.name in ("the-pack-is-complete", "no-hand-is-more-than-full")]
    one = proof_of(game, properties)[1]
    monkeypatch.setattr(seats, "are_alike", lambda program: False)
    each = proof_of(game, properties)[1]
    assert one.proved == each.proved
    assert one.queries < 0.7 * each.queries


ME, HER = Expr(PLAYER, "local", (), "me"), Expr(PLAYER, "local", (), "her")
NUMBER, TUPLE = Expr(INT, "local", (), "n"), Record(tuple, (0, 1), (PLAYER, INT))
ONE_OF = {
    "players or a truth": (Union((TRUTH, Seq(PLAYER, "tuple"))), True),
    "a pair or a truth": (Union((TRUTH, TUPLE)), True),
    "a player or a number": (Union((INT, PLAYER)), False),
    "a player or a truth": (Union((PLAYER, TRUTH)), False),
    "players or numbers": (Union((Seq(PLAYER, "tuple"), Seq(INT, "tuple"))), False),
    "players or a pair": (Union((Seq(PLAYER, "list"), Record(tuple, (0, 1), (INT, INT)))), False),
    "players or perhaps a number": (Union((Seq(PLAYER, "list"), Maybe(INT))), False),
}


@pytest.mark.parametrize(
    ("expression", "alike"),
    [
        (Expr(TRUTH, "equal", (ME, HER)), True),
        (Expr(TRUTH, "equal", (ME, NUMBER)), False),
        (Expr(TRUTH, "less", (ME, HER)), False),
        (Expr(TRUTH, "truth", (ME,)), False),
        (Expr(TRUTH, "is one of", (ME,), (1 << 30,)), True),
        (Expr(TRUTH, "is one of", (ME,), (0, 1 << 30)), False),
        (Expr(INT, "by atom", (ME, NUMBER, NUMBER), (0,)), False),
        (Expr(INT, "convert", (ME,)), True),
        (Expr(Seq(INT, "tuple"), "convert", (Expr(TUPLE, "local", (), "pair"),)), False),
        (Expr(Seq(PLAYER, "tuple"), "sorted", (NUMBER, Expr(Seq(PLAYER, "list"), "local", (), "xs"))), False),
        (Expr(PLAYER, "an operation that nobody knows", (NUMBER,)), False),
        (Expr(NONE_TYPE, "pay", (ME, HER, NUMBER)), True),
        (Expr(NONE_TYPE, "pay", (NUMBER, HER, NUMBER)), False),
    ],
)
def test_what_would_tell_players_by_their_numbers_is_looked_for(tmp_path, expression, alike):
    game, _ = written(tmp_path)
    program = meaning(game(2), {})
    assert are_alike(program)
    assert _is_alike(expression, program) is alike


@pytest.mark.parametrize("what", ONE_OF)
def test_what_may_be_a_player_or_a_number_tells_seats_apart(tmp_path, what):
    kind, alike = ONE_OF[what]
    program = meaning(written(tmp_path)[0](2), {})
    assert _is_alike(Expr(TRUTH, "is alternative", (Expr(kind, "local", (), "thing"),), 0), program) is alike


# A player, or players, beside a truth: as in ``t.scored[me] or t.others(me)``.
OR_ELSE = """
def said(self, t: T, me: Player) -> Any:
    return t.a > 0 or t.others(me)
"""


@pytest.mark.untraced
def test_players_beside_a_truth_are_followed_for_one_mover(tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr(seats, "are_alike", lambda program: said.append(are_alike(program)) or said[-1])
    step = "t.bad = bool(self.said(t, me)) and me is {}"
    assert "it-goes-wrong" in proof_of_written(tmp_path, body=OR_ELSE, step=step.format("t.players[1]")).failed
    assert "it-goes-wrong" in proof_of_written(tmp_path, body=OR_ELSE, step=step.format("t.next(me)")).proved
    assert said
    assert all(said)


def test_a_list_of_players_that_is_empty_first_names_nobody(tmp_path):
    table = "passed: tuple[tuple[Player, int], ...] = value(())"
    program = meaning(written(tmp_path, table=table, step="t.passed += ((me, 1),)\nt.passed = ()")[0](2), {})
    assert "passed" in program.scalars
    assert are_alike(program)


@pytest.mark.parametrize("what", ["a player by number", "the number of a player", "who stands first"])
def test_a_machine_that_always_begins_with_the_mover_proves_too_much(tmp_path, monkeypatch, what):
    monkeypatch.setattr(seats.Seats, "player", lambda self, number: number)
    monkeypatch.setattr(seats.Seats, "number", lambda self, player: player)
    assert "it-goes-wrong" in proof_of_written(tmp_path, step=AT_ONE_SEAT[what][0]).proved


# Python goes through a set of players by their numbers, whoever was put into it first.
IN_THE_ORDER_OF_A_SET = {
    "sorted": "sorted({}, key=lambda each: 0)[0]",
    "taken apart": "[one for one, other in [{}]][0]",
    "one by one": "reduce(lambda one, other: one, {})",
    "behind each other": "list(chain({}))[0]",
    "two by two": "list(pairwise({}))[0][0]",
    "filtered": "list(filterfalse(lambda each: False, {}))[0]",
}


@pytest.mark.parametrize("what", IN_THE_ORDER_OF_A_SET)
def test_nothing_rests_on_the_order_of_a_set(tmp_path, what):
    top = "from functools import reduce\nfrom itertools import chain, filterfalse, pairwise"
    step = f"t.bad = {IN_THE_ORDER_OF_A_SET[what]} is not me"
    with pytest.raises(NoMeaning, match=" set"):
        proof_of_written(tmp_path, top=top, step=step.replace("{}", "{me, t.next(me)}"))
    proof = proof_of_written(tmp_path, top=top, step=step.replace("{}", "(me, t.next(me))"))
    assert "it-goes-wrong" in proof.proved

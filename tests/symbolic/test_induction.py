"""Proofs on the meaning of rules: what they prove, what they must not, and that what they found holds in play."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel.driving import run_deal, run_step
from referee.meaning.program import reachable, walk
from referee.meaning.texts import NoMeaning
from referee.meaning.translation import meaning
from referee.verify.methods import Question
from referee.verify.play.drivers import AtRandom
from referee.verify.program_claims import claims_of
from referee.verify.properties import Kind, load_properties
from referee.verify.provable import can_be_asked
from referee.verify.symbolic import boundary
from referee.verify.symbolic.induction import Induction
from referee.verify.symbolic.kinds import classes
from referee.verify.symbolic.machine import Machine
from referee.verify.symbolic.method import proved_on_meaning
from referee.verify.symbolic.paths import Paths
from referee.verify.symbolic.table import Table
from tests.prove.written_games import written

HERE = Path(__file__).parents[2]
GAMES = HERE / "tests" / "games"


def proof_of(game, properties):
    claims = claims_of([each for each in properties if each.kind in (Kind.ALWAYS, Kind.NEVER)])
    induction = Induction(game, meaning(game, claims))
    return induction, induction.prove()


def proof_of_written(folder, says="", **parts):
    game, claims = written(folder, says=says, **parts)
    return proof_of(game(2), claims)[1]


# -- what is proved, and its broken twin --------------------------------------------------------------


@pytest.mark.untraced
def test_the_promises_of_escalation_are_proved_and_nothing_breaks():
    game = find_game("escalation")
    _, proof = proof_of(game(2), load_properties(HERE / "properties" / "escalation.py", game))
    assert not proof.failed
    assert not proof.faults
    assert {"the-pack-is-complete", "no-hand-is-more-than-full", "two-hands-are-empty"} <= proof.proved


def test_a_game_is_proved_and_the_same_game_with_a_card_too_many_is_not(tmp_path):
    assert proof_of_written(tmp_path).proved == {"hands-are-full", "it-goes-wrong"}  # which nothing ever sets
    broken = proof_of_written(tmp_path, step="yield from t.draw(t.stock, 1, t.hand[me])")
    assert "hands-are-full" in broken.failed
    assert {fault.broken for fault in broken.faults} == {"SHORTAGE"}  # of one card in the stock two are drawn


def test_a_shortage_that_a_guard_excludes_is_none(tmp_path):
    sound = proof_of_written(tmp_path, step="if t.stock.size > 0:\n    yield from t.draw(t.stock, 1, t.middle)")
    assert not sound.faults


WRONG = {
    "a scalar that grows": ("t.a = t.a + 1\nt.bad = t.a > 3", "t.a = t.a + 1\nt.bad = t.a < 0"),
    "a truth of cards": (
        "t.bad = t.size(t.only(cards, t.game.low)) > 0",
        "t.bad = t.size(t.only(cards, t.game.low)) > 1",
    ),
    "a scalar of somebody": (
        "t.scored[me] = t.scored[me] + 1\nt.bad = t.scored[t.next(me)] > 2",
        "t.scored[me] = t.scored[me] + 1\nt.bad = t.scored[t.next(me)] < 0",
    ),
    "after a way round": (
        "if t.a > 1:\n    t.b = 1\nelse:\n    t.a = t.a + 1\nt.bad = t.b > 0",
        "if t.a > 5:\n    t.b = 1\nelse:\n    t.a = 1\nt.bad = t.b > 0",
    ),
    "cards of one kind": (
        "t.bad = t.middle.count(t.deck.alone(0)) > 0",
        "t.bad = t.middle.count(t.deck.alone(0)) > 1",
    ),
    "an exception": ("t.a = 7 // t.a\nt.bad = t.a < 0", "t.a = 7 // (t.a + 1)\nt.bad = t.a < 0"),
    "sets that are written out": ("t.bad = {1, 2} == {2, 1}", "t.bad = {1, 2} == {2, 3}"),
    "the highest card": ("t.bad = t.a > 2 and t.a < 1000\nt.a = t.a + 2", "t.bad = t.a > 2\nt.a = 2"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_can_happen_is_not_proved_not_to(tmp_path, what):
    wrong, sound = WRONG[what]
    broken = proof_of_written(tmp_path, step=wrong)
    assert broken.faults or "it-goes-wrong" in broken.failed
    proof = proof_of_written(tmp_path, step=sound)
    assert "it-goes-wrong" in proof.proved
    assert not proof.faults


SIX = (
    "self.deck = Deck.of(('2', '3', '4', '5'), FRENCH_SUITS[:2], packs=2)\nself.low = self.deck.where(ranks=['2', '3'])"
)
TWICE = """
def f(self, t: T, who: Player) -> bool:
    if t.a > 0:
        return t.hand[who].pile == t.middle.pile
    return False

def g(self, t: T, who: Player) -> bool:
    return t.hand[who].pile == t.middle.pile
"""


@pytest.mark.parametrize("how", ["{} == {}", "t.deck.covers({}, {})"])
def test_a_name_of_one_way_is_not_given_again_behind_them(tmp_path, how):
    body = TWICE.replace("t.hand[who].pile == t.middle.pile", how.format("t.hand[who].pile", "t.middle.pile"))
    step = """
t.a = t.size(t.only(cards, t.game.low))
x = t.game.f(t, t.next(me))
y = t.game.g(t, me)
if x and not y:
    t.bad = True
"""
    assert "it-goes-wrong" in proof_of_written(tmp_path, set_up=SIX, body=body, step=step).failed


@pytest.mark.parametrize(
    "asked", ["if last:\n    t.a = 0\nelse:\n    t.bad = True", "t.a = last or 9\nt.bad = t.a == 9"]
)
def test_none_is_followed_where_its_truth_is_asked(tmp_path, asked):
    last = "last = 3 if t.size(t.only(cards, t.game.low)) > 0 else None\n"
    proof = proof_of_written(tmp_path, step=last + asked)
    assert "it-goes-wrong" in proof.failed
    assert not proof.faults


@pytest.mark.parametrize("made", ["[1] + [2]", "[1] * 2", "[2, 3, 4][:2]", "{1, 2}"])
def test_a_list_that_one_way_changes_is_whole_on_the_next(tmp_path, made):
    step = f"""
xs = None
if t.turns > 0:
    xs = {made}
n = yield from t.lot(range(2))
if xs is not None:
    if n == 0:
        {"xs.remove(1)" if made.startswith("{") else "xs.pop()"}
    t.bad = n == 1 and len(xs) == 2
"""
    assert "it-goes-wrong" in proof_of_written(tmp_path, step=step).failed


LOOKS = """
def some(self, of: dict[Player, bool]) -> bool:
    found = False
    for each in of.values():
        if each:
            found = True
    return found

def fewer(self, of: dict[Player, int], who: Player) -> int:
    of[who] = of[who] - 1
    if of[who] > 3:
        return 1
    return 0
"""


def test_a_helper_that_is_given_a_dictionary_and_only_looks_has_one_value(tmp_path):
    step = """
t.scored[me] = t.size(t.only(cards, t.game.low))
x = t.game.some({each: t.scored[each] > 0 for each in t.players})
t.bad = x and t.scored[me] == 0 and t.scored[t.next(me)] <= 0
"""
    proof = proof_of_written(tmp_path, body=LOOKS, step=step)
    assert "it-goes-wrong" in proof.proved
    assert proof.ways < 400
    wrong = proof_of_written(tmp_path, body=LOOKS, step=step.replace("<= 0", ">= 0"))
    assert "it-goes-wrong" in wrong.failed


def test_a_helper_that_changes_the_dictionary_that_it_is_given_is_followed_way_by_way(tmp_path):
    step = """
of = {{me: t.size(t.only(cards, t.game.low)) + 4}}
n = t.game.fewer(of, me) + t.game.fewer(of, me)
t.bad = n == {}
"""
    assert "it-goes-wrong" in proof_of_written(tmp_path, body=LOOKS, step=step.format(1)).failed
    assert "it-goes-wrong" in proof_of_written(tmp_path, body=LOOKS, step=step.format(2)).proved


@pytest.mark.parametrize("arms", ["{1: NOTHING, 2: NOTHING}", "{False: NOTHING, True: NOTHING}"])
def test_arms_that_are_numbers_have_no_meaning(tmp_path, arms):
    step = f"x, _ = yield from t.choose(me, 'x', {arms})\nt.bad = x == 2"
    game, claims = written(tmp_path, top="from referee.kernel import NOTHING", step=step)
    with pytest.raises(NoMeaning, match="an arm that is a number"):
        proof_of(game(2), claims)


HOLDS = Paths.holds


def only_where_it_holds(paths, truth, breaks=False):
    """Of rules one way is gone; what is claimed is worked out as ever."""
    if isinstance(truth, bool) or len(paths.frames) != 2:
        return HOLDS(paths, truth, breaks)
    return truth.op != "not"


FORGETS = {
    "no way is taken where something does not hold": ("paths.Paths.holds", only_where_it_holds),
    "nothing is ever more": ("numbers.Numbers.x_more", lambda *_: False),
    "what breaks is forgotten": ("claims.Claims._breaks", lambda *_: ""),
}


@pytest.mark.parametrize("what", FORGETS)
def test_a_machine_that_forgets_is_caught_by_play(tmp_path, monkeypatch, what):
    game, claims = written(tmp_path, step=WRONG["a scalar that grows"][0])
    asked = [each for each in claims if each.name == "it-goes-wrong"]
    assert not proved_on_meaning(Question(game(2), tuple(asked)), game(2), asked).proved
    monkeypatch.setattr(f"referee.verify.symbolic.{FORGETS[what][0]}", FORGETS[what][1])
    assert not proved_on_meaning(Question(game(2), tuple(asked)), game(2), asked).proved
    monkeypatch.setattr("referee.verify.symbolic.method.refuted_in_play", lambda *_, **__: {})
    assert proved_on_meaning(Question(game(2), tuple(asked)), game(2), asked).proved


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["sealed-bid", "deck-builder"])
def test_other_games_are_followed_whole(name):
    game = find_game(name, GAMES)
    _, proof = proof_of(game(2), load_properties(GAMES / "properties" / f"{name}.py", game))
    assert len(proof.proved) >= 3
    assert not proof.failed
    assert not proof.faults


# -- what was found holds in play ----------------------------------------------------------------------


def as_known(machine, start, table):
    """A table of play as one of the machine."""
    program, kinds = machine.program, machine.kinds
    piles = [kinds.nothing if each.is_row else kinds.known(int(each.pile)) for each in table.places]

    def value(thing):
        if isinstance(thing, (bool, int)):
            return bool(thing) if isinstance(thing, bool) else int(thing)
        return next(at for at, each in enumerate(program.atoms) if each is thing)

    scalars = dict(start.scalars)
    for name, spec in table.scalar_specs.items():
        if name in scalars:
            held = getattr(table, name)
            scalars[name] = [value(held[each]) for each in table.players] if spec.per_player else value(held)
    return Table(piles, [[] for _ in piles], scalars, list(table.money))


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("escalation", 2),
        pytest.param("escalation", 3, marks=pytest.mark.long),
        ("sealed-bid", 3),
        pytest.param("deck-builder", 2, marks=pytest.mark.long),
    ],
)
def test_what_was_found_holds_in_every_match(name, players):
    folder = HERE if name == "escalation" else GAMES
    game = find_game(name, folder)(players)
    induction, proof = proof_of(game, load_properties(folder / "properties" / f"{name}.py", type(game)))
    machine = Machine(induction.program, Paths(), classes(induction.program))
    start = boundary.first_table(machine)
    rng, looked = random.Random(7), 0
    for _ in range(40):
        table, driver = game.table(), AtRandom(rng)
        run_deal(game, table, driver)
        while table.outcome is None and table.turns < 200:
            known = as_known(machine, start, table)
            for fact in induction.facts:
                if not fact.fixed or fact.fixed in table.scalar_specs:
                    assert fact.truth(known) is True, fact.name
                    looked += 1
            driver.transcript.clear()
            run_step(game, table, driver)
    assert looked > 1_000
    assert proof.facts


def test_a_text_that_is_too_long_is_not_read_to_its_end():
    game = find_game("escalation")(2)
    with pytest.raises(NoMeaning, match="a deal and a step mean more than 100 statements"):
        meaning(game, most=100)
    assert repr(meaning(game, most=1000).functions) == repr(meaning(game).functions)


def test_what_claims_mean_does_not_make_a_text_too_long():
    game = find_game("escalation")(2)
    claims = claims_of(
        [
            each
            for each in load_properties(HERE / "properties" / "escalation.py", type(game))
            if each.kind is Kind.ALWAYS
        ]
    )
    whole = meaning(game, claims)
    rules = reachable(whole, (whole.deal, whole.step))
    lengths = {each.name: sum([1 for _ in walk(each.body)]) for each in whole.functions}
    most = sum([lengths[name] for name in rules]) + 10
    assert sum(lengths.values()) > most
    assert repr(meaning(game, claims, most=most).functions) == repr(whole.functions)
    with pytest.raises(NoMeaning):
        meaning(game, claims, most=most - 20)


@pytest.mark.long
@pytest.mark.parametrize(("name", "players", "least"), [("escalation", 8, 19), ("fscking-ace", 6, 15)])
def test_forms_with_many_players_are_proved(name, players, least):
    game = find_game(name)
    asked = [each for each in load_properties(HERE / "properties" / f"{name}.py", game) if can_be_asked(each)]
    form = game(players)
    meant = proved_on_meaning(Question(form, tuple(asked)), form, asked)
    assert len(meant.proved) >= least, (meant.why, meant.failed)

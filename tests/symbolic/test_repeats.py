"""Repeated rules on the meaning of rules: one pass is followed for all, and each wrong one has a sound twin."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.games.fscking_ace.rules import FsckingAce
from referee.kernel.driving import run
from referee.meaning.texts import NoMeaning
from referee.verify import all_cards
from referee.verify.methods import Question
from referee.verify.properties import always, load_properties
from referee.verify.provable import can_be_asked
from referee.verify.prove.induction import Induction
from referee.verify.prove.paths import NotSymbolic
from referee.verify.proving import decide_here
from referee.verify.symbolic.method import proof_of, proved_on_meaning
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.verdicts import Result, Verdict
from tests.bad_games import passing as games
from tests.prove.written_games import written
from tests.random_drivers import Randomly
from tests.symbolic.test_claims import proof_of_claims

SHIPPED = load_properties(Path(__file__).parents[2] / "properties" / "fscking-ace.py", FsckingAce)


@always("P-1")
def the_two_is_in_the_pack(t):
    """The 2 ends a turn, and then all cards go back."""
    return (t.pack.count(t.game.two) == 1) | (t.outcome is not None)


@always("P-1")
def nothing_lies_open(t):
    """Between turns; not between two cards of a turn."""
    return t.open.size == 0


@always("P-1")
def no_card_is_lost(t):
    """All cards are somewhere."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@always("P-1")
def money_is_conserved(t):
    """What some won the others have lost."""
    return t.money[-1] == 0


@always("P-1")
def at_most_one_card_lies_open(t):
    """Holds after the first card of a turn and not after the second: it must not be taken for known."""
    return t.won[t.players[0]].size + t.won[t.players[1]].size <= 1


HOLD = [each.__property__ for each in (the_two_is_in_the_pack, nothing_lies_open, no_card_is_lost, money_is_conserved)]


@always("P-1")
def there_are_less_than_seven_passes(t):
    """Wrong where they are counted."""
    return t.passes == 0


PASSES = there_are_less_than_seven_passes.__property__


def proved(game, *claims):
    return proof_of(game(2), [*HOLD, *claims])


def test_a_turn_of_any_number_of_cards_is_proved():
    found = proved(games.Passing)
    assert found.proved == {each.name for each in HOLD}
    assert found.ways < 200, "37 cards would be as many ways to go on"
    assert found.clauses == {"P-1"}


def test_in_play_a_rule_is_repeated_until_it_gives_false():
    game = games.Passing(3)
    table = game.table()
    run(game, table, Randomly(random.Random(5)))
    assert table.outcome is not None
    assert sum(table.money) == 0


def test_they_are_not_followed_along_live_rules():
    with pytest.raises(NotSymbolic, match="rules that are repeated are followed by proofs on the meaning"):
        Induction(games.Passing(2), HOLD).prove()


def test_what_holds_before_the_first_pass_only_is_not_known_before_the_others():
    found = proved(games.Passing, at_most_one_card_lies_open.__property__)
    assert set(found.failed) == {"at-most-one-card-lies-open"}


@pytest.mark.parametrize(
    ("game", "broken"),
    [
        (games.WithoutEnd, "a step that does not end"),
        (games.WithoutTwo, "cards that are not there"),
        (games.Twice, "cards that are not there"),
    ],
)
def test_passes_without_end_or_without_cards_are_not_proved(game, broken):
    with pytest.raises(NotFollowed, match=f"it may stop: P-1: ({broken})"):
        proved(game)


@pytest.mark.parametrize("game", [games.InList, games.InClosure, games.InNumber])
def test_what_is_handed_to_a_repeated_rule_does_not_change(game):
    with pytest.raises((NotFollowed, NoMeaning)):
        proved(game, PASSES)


@pytest.mark.parametrize("game", [games.InTuple, games.Cited])
def test_a_tuple_may_be_handed_to_a_repeated_rule_and_a_clause_repeated(game):
    claims = [each for each in HOLD if each.name != "money-is-conserved"]
    assert proof_of(game(2), [*claims, PASSES]).proved == {each.name for each in (*claims, PASSES)}


def test_scalars_may_change_from_pass_to_pass():
    found = proved(games.Counting, PASSES)
    assert set(found.failed) == {"there-are-less-than-seven-passes"}
    assert found.proved == {each.name for each in HOLD}


TURNS = """
def turn_up(self, t: T, me: Player, least: int) -> Rule[Any]:
    {first}
    {draws}
    {counts}
    more = yield from t.choose(me, "more", [True, False])
    return more & {goes_on}
"""
CLAIM = """
@{kind}("X-2")
def it_is_so(t):
    return {says}
"""


def repeated(folder, says, kind="always", first="", draws="", counts="", goes_on="(t.stock.size > least)", before=""):
    draws = draws or "yield from t.draw(t.stock, 1, t.middle)"
    body = TURNS.format(first=first or "pass", draws=draws, counts=counts or "pass", goes_on=goes_on)
    step = f"{before}\nif t.stock.size > 1:\n    yield from t.repeat(self.turn_up, me, 1)"
    return proof_of_claims(folder, CLAIM.format(kind=kind, says=says), body=body, step=step)


KNOWN = {
    "what a pass counts": ({"counts": "t.a = t.a + 1"}, "t.a <= t.middle.size - 1", "t.a <= t.middle.size"),
    "what a pass sets": ({"counts": "t.bad = t.middle.size > 3"}, "not t.bad", "not t.bad or t.middle.size > 3"),
    "what somebody scores": (
        {"counts": "t.scored[me] = t.scored[me] + 1"},
        "t.scored[t.players[0]] <= 1",
        "t.scored[t.players[0]] >= 0",
    ),
    "whose turn it is": (
        {"counts": "t.mover = t.next(t.mover)"},
        "t.mover is t.players[0]",
        "t.mover is t.players[0] or t.mover is t.players[1]",
    ),
    "what is paid": (
        {"counts": "t.pay(None, me, 1)"},
        "t.balance(t.players[0]) <= 1",
        "t.balance(t.players[0]) >= 0",
    ),
    "cards that come back": (
        {"draws": "t.move(t.middle.pile, t.middle, t.hand[me])", "goes_on": "(t.hand[me].size < least)"},
        "t.hand[t.players[0]].size == 1",
        "t.hand[t.players[0]].size >= 1",
    ),
}


@pytest.mark.parametrize("what", KNOWN)
def test_what_a_pass_may_change_is_not_known_behind_it(tmp_path, what):
    parts, wrong, sound = KNOWN[what]
    assert "it-is-so" in repeated(tmp_path, wrong, **parts).failed
    assert repeated(tmp_path, sound, **parts).proved == {"it-is-so"}


def test_a_shortage_in_a_later_pass_is_met(tmp_path):
    with pytest.raises(NotFollowed, match="it may stop: X-2: cards that are not there"):
        repeated(tmp_path, "True", goes_on="(t.stock.size >= 0)")
    assert repeated(tmp_path, "t.a == 0").proved == {"it-is-so"}


ENDLESS = {
    "nothing happens": "pass",
    "cards go round": "yield from t.draw(t.stock, 1, t.middle)\n    t.move(t.middle.pile, t.middle, t.stock)",
    "only now and then": "if t.a == 1:\n        yield from t.draw(t.stock, 1, t.middle)",
}


@pytest.mark.parametrize("what", ENDLESS)
def test_something_has_to_become_smaller_in_each_pass(tmp_path, what):
    with pytest.raises(NotFollowed, match="it may stop: X-2: "):
        repeated(tmp_path, "t.b == 0", draws=ENDLESS[what], counts="t.a = 1 - t.a")


def test_a_measure_may_be_what_becomes_smaller(tmp_path):
    parts = {"draws": "pass", "counts": "t.a = t.a - 1", "goes_on": "(t.a > 0)", "before": "t.a = 5"}
    assert repeated(tmp_path, "t.a + 7 * t.stock.size", kind="terminates", **parts).proved == {"it-is-so"}
    with pytest.raises(NotFollowed, match="it may stop: X-2: "):
        repeated(tmp_path, "7 * t.stock.size", kind="terminates", **parts)


def test_a_measure_that_grows_before_the_passes_is_not_proved(tmp_path):
    back = "t.move(t.middle.pile, t.middle, t.stock)"
    assert "it-is-so" in repeated(tmp_path, "t.stock.size", kind="terminates", before=back).failed
    assert repeated(tmp_path, "t.stock.size", kind="terminates").proved == {"it-is-so"}


def test_a_game_does_not_end_within_a_pass_that_another_one_follows(tmp_path):
    ends = "if t.stock.size == {}:\n        t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), 'over')"
    with pytest.raises(NotFollowed):
        repeated(tmp_path, "t.a == 0", counts=ends.format(2))


def test_a_game_may_end_in_the_last_pass(tmp_path):
    ends = (
        "if t.stock.size < 3:\n        t.end({p: t.scored[p] for p in t.players}, dict.fromkeys(t.players, 0), 'over')"
    )
    says = "t.outcome is None or t.outcome.scores[0] {} t.a"
    parts = {"counts": f"t.scored[me] = t.scored[me] + 1\n    {ends}", "goes_on": "(t.stock.size > 2)"}
    assert "it-is-so" in repeated(tmp_path, says.format("=="), **parts).failed
    assert repeated(tmp_path, says.format(">="), **parts).proved == {"it-is-so"}


def test_rules_that_lead_back_to_themselves_are_not_followed_and_it_is_said(tmp_path):
    body = """
def hit(self, t: T, event: Any) -> Rule[None]:
    t.b = event.number
    if t.hand[event.actor].count(self.low) > 0 and event.number < 2:
        yield from t.happen(Happening.HIT, event.at, event.actor, [self.hit])
"""
    top = 'class Happening(Option):\n    HIT = "hit"'
    step = "yield from t.happen(Happening.HIT, me, t.next(me), [self.hit])"
    game, claims = written(tmp_path, top=top, body=body, step=step)
    said = proved_on_meaning(Question(game(2), tuple(claims)), game(2), claims)
    assert said.why == "rules lead back to themselves without an end that is known"


HELD = """
mine = list([1])
mine.clear()
t.kept = mine
if t.stock.size > 0:
    yield from t.repeat(self.turn_up)
mine.append(1)
t.bad = len(t.kept) {} 1
t.kept = []
"""


@pytest.mark.parametrize(("compared", "is_sound"), [("==", False), ("!=", True)])
def test_a_list_that_the_table_keeps_is_the_same_behind_repeated_rules(tmp_path, compared, is_sound):
    body = "def turn_up(self, t: T) -> Rule[bool]:\n    yield from t.draw(t.stock, 1, t.middle)\n"
    body += "    return t.stock.size > 0"
    table = "kept: list[int] = value([])"
    game, claims = written(tmp_path, table=table, body=body, step=HELD.format(compared))
    about = [each for each in claims if each.name == "it-goes-wrong"]
    assert (about[0].name in proved_on_meaning(Question(game(2), tuple(about)), game(2), about).proved) is is_sound


LENGTHENED = """
for each in t.players:
    t.kept[each] = list([0])
if t.stock.size > 0:
    yield from t.repeat(self.turn_up)
t.bad = len(t.kept[me]) > 2
for each in t.players:
    t.kept[each] = []
"""


@pytest.mark.parametrize(("does", "is_followed"), [("each.append(1)", False), ("t.a = len(each)", True)])
def test_lists_of_all_players_that_change_from_pass_to_pass_are_not_followed(tmp_path, does, is_followed):
    body = "def turn_up(self, t: T) -> Rule[bool]:\n    yield from t.draw(t.stock, 1, t.middle)\n"
    body += f"    for each in t.kept[:]:\n        {does}\n    return t.stock.size > 0"
    parts = {"top": "from referee.kernel import values", "table": "kept = values(list[int]())"}
    game, claims = written(tmp_path, body=body, step=LENGTHENED, **parts)
    about = [each for each in claims if each.name == "it-goes-wrong"]
    said = proved_on_meaning(Question(game(2), tuple(about)), game(2), about)
    assert ("lists that the table keeps" not in said.why) is is_followed
    assert ("it-goes-wrong" in said.proved) is is_followed


def verdicts(players):
    game = FsckingAce(players)
    asked = [each for each in SHIPPED if each.applies(game.readings, players) and can_be_asked(each)]
    found = decide_here(Question(game, tuple(asked), effort=0.2))
    return {each.property: each for each in found if isinstance(each, Result)}, len(asked)


LONG = [pytest.param(*each, marks=pytest.mark.long) for each in ((5, 48), (6, 95), (8, 95), (11, 142), (16, 189))]


@pytest.mark.parametrize(("players", "cards"), [(3, 48), *LONG])
def test_all_that_fscking_ace_promises_is_proved_at_its_real_size(players, cards):
    found, asked = verdicts(players)
    if players > 5:  # who play with several packs
        of_one_pack = found.pop("a-single-pack-has-one-two-of-spades")
        assert of_one_pack.verdict is Verdict.UNKNOWN
        assert "it says nothing with these settings" in of_one_pack.why
        asked -= 1
    assert {each.verdict for each in found.values()} == {Verdict.PROVED}, found
    assert len(found) == asked
    assert found["a-round-ends"].why.startswith(f"at most {3 * cards} steps")
    assert "A-9 A-10 A-11" in found["the-pack-does-not-run-out"].why


def test_what_stands_in_the_way_of_a_proof_is_told(monkeypatch):
    monkeypatch.setattr("referee.verify.symbolic.method.MOST_STATEMENTS", 0)
    monkeypatch.setattr("referee.verify.symbolic.method.SHORT", 0)
    said = decide_here(Question(games.Passing(2), tuple(HOLD), effort=0.02))
    whys = [each.why for each in said if isinstance(each, Result) and each.verdict is Verdict.UNKNOWN]
    assert len(whys) == len(HOLD)
    assert [each for each in whys if "mean more than 0 statements" not in each] == []

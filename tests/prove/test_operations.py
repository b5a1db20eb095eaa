"""What every operation on cards keeps is proved where cards lie in rows, and what one of them breaks is not."""

from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel.rows import Rows
from referee.kernel.table import Table
from referee.verify import all_cards, always
from referee.verify.methods import Question
from referee.verify.properties import load_properties
from referee.verify.prove.method import decide
from referee.verify.prove.operations import changes_elsewhere, proved_of_cards
from referee.verify.verdicts import Result, Verdict
from tests.tiny import write_game

PROPERTIES = Path(__file__).resolve().parent.parent.parent / "properties"
SHUFFLE = "        yield from t.shuffle(t.stock)\n\n    def forfeit"


def bpoker(name, **readings):
    game = find_game("bpoker")
    found = {each.name: each for each in load_properties(PROPERTIES / "bpoker.py", game)}
    return game(2, readings=readings), found[name]


@always("T-1")
def the_pack_is_whole(t):
    """No card is lost."""
    everything = sum([place.pile for place in t.places], start=t.no_cards)
    return t.is_exactly(everything, t.deck.all_kinds, t.deck.whole)


@always("T-1")
def the_bags_are_whole(t):
    """No card is lost, and none is in flight: a step may not be over."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@always("T-1")
def the_stock_is_whole(t):
    """Nobody ever draws."""
    return t.is_exactly(t.stock.pile, t.deck.all_kinds, t.deck.whole)


@always("T-1")
def few_turns(t):
    """A match is short."""
    return t.turns < 10


def test_BG_2_every_operation_on_rows_and_bags_keeps_the_pack():
    proved, why = proved_of_cards(*bpoker("no-card-is-lost"))
    assert proved, why
    assert "from any table" in why


def lose_on_the_way(self, cards, source, target):
    """Cards that leave a row for a bag come nowhere."""
    _, came = self._take(cards, source, ())
    if target.is_row:
        target.row += came
    return came


@pytest.mark.parametrize(
    ("on", "name", "broken", "said"),
    [
        (Rows, "move_by_row", lose_on_the_way, "does not keep it"),
        (Table, "swap", lambda self, one, other: one.restore(other.contents()), "swap from"),
        (Table, "gather", lambda self, target: target.restore(self.algebra.nothing), "gather from"),
    ],
)
def test_an_operation_that_loses_cards_is_named(monkeypatch, tmp_path, on, name, broken, said):
    game = find_game(str(write_game(tmp_path / "tiny")))(2)
    assert proved_of_cards(game, the_pack_is_whole.__property__)[0]
    monkeypatch.setattr(on, name, broken)
    proved, why = proved_of_cards(game, the_pack_is_whole.__property__)
    assert not proved
    assert said in why


def test_what_operations_do_not_keep_or_what_is_not_of_cards_is_not_proved(tmp_path):
    game = find_game(str(write_game(tmp_path / "tiny")))(2)
    assert proved_of_cards(game, the_pack_is_whole.__property__)[0]
    for claim in (the_stock_is_whole, the_bags_are_whole):
        proved, why = proved_of_cards(game, claim.__property__)
        assert not proved
        assert "does not keep it" in why
    assert proved_of_cards(game, few_turns.__property__) == (False, "it looks at turns")


def test_rules_that_change_a_place_themselves_are_named(tmp_path):
    change = (SHUFFLE, "        for place in t.places:\n            place.pile = t.no_cards\n" + SHUFFLE)
    game = find_game(str(write_game(tmp_path / "tiny", change)))
    proved, why = proved_of_cards(game(2), the_pack_is_whole.__property__)
    assert not proved
    assert "rules.py:" in why
    assert changes_elsewhere(find_game("bpoker")) == ""


@pytest.mark.parametrize(
    ("line", "proved"),
    [("self.hand = 3", True), ("other = self; other.hand = 3", False), ("self = other = self; self.hand = 3", False)],
)
def test_what_the_game_itself_has_may_be_called_like_a_zone(tmp_path, line, proved):
    change = ("    def set_up(self) -> None:\n", f"    def set_up(self) -> None:\n        {line}\n")
    game = find_game(str(write_game(tmp_path / "tiny", change)))(2)
    assert proved_of_cards(game, the_pack_is_whole.__property__)[0] is proved


def test_BG_2_BP_RING_check_says_what_is_proved_and_why_the_rest_is_not():
    names = ("fourteen-steps-lead-round-the-ring", "fees-are-what-the-formula-says")
    others = ("there-is-always-a-next-player", "no-card-is-wanted-that-is-not-there")
    game = bpoker("no-card-is-lost")[0]
    asked = tuple([bpoker(name)[1] for name in (*names, *others)])
    said = {each.property: each for each in decide(Question(game, asked))}
    assert {name: said[name].verdict for name in names} == dict.fromkeys(names, Verdict.PROVED)
    assert {name: said[name].verdict for name in others} == dict.fromkeys(others, Verdict.UNKNOWN)
    assert "rows are not symbolic" in said["there-is-always-a-next-player"].why


def test_BP_RING_a_ring_that_stops_is_not_proved():
    game, claimed = bpoker("neighbours-on-the-ring-differ-by-a-step", **{"below-one": "clamp"})
    assert proved_of_cards(game, claimed) == (False, "it does not hold of the game")


@always("T-1")
def raises(t):
    """Somebody was not sure."""
    raise LookupError("no")


def test_one_that_raises_is_unknown_for_itself_alone():
    game, sound = bpoker("no-card-is-lost")
    said = list(decide(Question(game, (raises.__property__, sound))))
    found = {each.property: each for each in said if isinstance(each, Result)}
    assert found[sound.name].verdict is Verdict.PROVED
    assert found["raises"].verdict is Verdict.UNKNOWN
    assert "it cannot be worked out: no" in found["raises"].why
    assert "test_operations.py:" in found["raises"].why

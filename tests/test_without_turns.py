"""Where cards lie in rows what is the same at every moment is proved, and what may change is not."""

from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.verify import all_cards, always, never
from referee.verify.methods import Question
from referee.verify.properties import load_properties
from referee.verify.proving import decide
from referee.verify.understood.places import changes_elsewhere
from referee.verify.verdicts import Result, Verdict
from referee.verify.without_turns import proved_without_turns
from tests.tiny import write_game

PROPERTIES = Path(__file__).resolve().parent.parent / "properties"
WHOLE = "it looks at the cards of all places together alone, which every operation on cards keeps"
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


def test_BG_2_no_card_is_lost_whatever_the_rules_do():
    proved, why = proved_without_turns(*bpoker("no-card-is-lost"))
    assert proved, why
    assert "all places together" in why


def everything(t):
    return sum([place.pile for place in t.places])


def by_its_cards(t):
    return everything(t) == t.deck.whole


def the_other_way_round(t):
    return t.deck.whole == sum([place.pile for place in reversed(t.places)])


def one_kind_at_a_time(t):
    return all(t.is_exactly(everything(t), kind, t.deck.whole) for kind in (t.deck.all_kinds,))


def never_less(t):
    return everything(t) != t.deck.whole


@pytest.mark.parametrize(
    "claim", [by_its_cards, the_other_way_round, one_kind_at_a_time, the_pack_is_whole.__property__.claim]
)
def test_however_it_says_that_the_pack_is_whole(tmp_path, claim):
    game = find_game(str(write_game(tmp_path / "tiny")))(2)
    claimed = always("T-1")(claim).__property__
    assert proved_without_turns(game, claimed) == (True, WHOLE)


def test_what_never_is_so_is_proved_of_the_pack_too(tmp_path):
    game = find_game(str(write_game(tmp_path / "tiny")))(2)
    assert proved_without_turns(game, never("T-1")(never_less).__property__) == (True, WHOLE)
    assert proved_without_turns(game, always("T-1")(never_less).__property__) == (False, "it does not hold of the game")


def one_card_more(t):
    return everything(t) + t.deck.one[0] == t.deck.whole


def counted_twice(t):
    return everything(t) + t.stock.pile == t.deck.whole


def there_are_some(t):
    return bool(t.stock.pile) or t.stock.pile == t.no_cards


def of_a_size(t):
    return t.stock.size >= 0


def in_a_place_that_it_names(t):
    return t.stock not in t.places


def not_within(t):
    return t.is_within(everything(t), t.deck.all_kinds, t.deck.whole)


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        (one_card_more, "it does not hold of the game"),
        (counted_twice, "it looks at the cards of some places, and not at all of them together"),
        (there_are_some, "it asks whether there are cards in a place"),
        (of_a_size, "it looks at size"),
        (in_a_place_that_it_names, "it does not hold of the game"),
        (not_within, "it looks at is_within"),
        (
            the_stock_is_whole.__property__.claim,
            "it looks at the cards of some places, and not at all of them together",
        ),
        (
            the_bags_are_whole.__property__.claim,
            "it looks at the cards of some places, and not at all of them together",
        ),
        (few_turns.__property__.claim, "it looks at turns"),
    ],
)
def test_what_may_change_is_not_proved(tmp_path, claim, why):
    game = find_game(str(write_game(tmp_path / "tiny")))(2)
    assert proved_without_turns(game, always("T-1")(claim).__property__) == (False, why)


def test_rules_that_change_a_place_themselves_are_named(tmp_path):
    change = (SHUFFLE, "        for place in t.places:\n            place.pile = t.no_cards\n" + SHUFFLE)
    game = find_game(str(write_game(tmp_path / "tiny", change)))
    proved, why = proved_without_turns(game(2), the_pack_is_whole.__property__)
    assert not proved
    assert "rules.py:" in why
    assert changes_elsewhere(find_game("bpoker")) == ""


@pytest.mark.parametrize(
    ("line", "proved"),
    [
        ("t.move(t.stock.pile, t.stock, type(t)(self).stock)", False),
        ("t.move(t.stock.pile, t.stock, TinyTable(self).stock)", False),
        ("t.move(t.stock.pile, t.stock, self.table_class(self).stock)", False),
        ("make = type(t)\n            t.move(t.stock.pile, t.stock, make(self).stock)", False),
        ("t.move(t.stock.pile, t.stock, Bag(99, 'own', None, t.deck))", False),
        ("if isinstance(t.stock, Bag):\n                t.move(t.stock.pile, t.stock, t.hand[t.players[0]])", True),
    ],
)
def test_rules_that_make_a_table_or_a_place_of_their_own_may_lose_cards_there(tmp_path, line, proved):
    rule = f"        if (yield from t.lot(range(9999))) == 7:\n            {line}\n"
    changes = ((SHUFFLE, rule + SHUFFLE), ("import clause", "import Place as Bag\nfrom referee.kernel import clause"))
    game = find_game(str(write_game(tmp_path / "tiny", *changes)))(2)
    assert proved_without_turns(game, the_pack_is_whole.__property__)[0] is proved


@pytest.mark.parametrize(
    ("line", "proved"),
    [("self.hand = 3", True), ("other = self; other.hand = 3", False), ("self = other = self; self.hand = 3", False)],
)
def test_what_the_game_itself_has_may_be_called_like_a_zone(tmp_path, line, proved):
    change = ("    def set_up(self) -> None:\n", f"    def set_up(self) -> None:\n        {line}\n")
    game = find_game(str(write_game(tmp_path / "tiny", change)))(2)
    assert proved_without_turns(game, the_pack_is_whole.__property__)[0] is proved


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
    assert proved_without_turns(game, claimed) == (False, "it does not hold of the game")


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
    assert "test_without_turns.py:" in found["raises"].why


@pytest.mark.parametrize("players", [2, 7])
def test_F_2_no_card_of_five_crowns_is_lost(players):
    game = find_game("five-crowns")
    claimed = {each.name: each for each in load_properties(PROPERTIES / "five-crowns.py", game)}["no-card-is-lost"]
    assert proved_without_turns(game(players), claimed) == (True, WHOLE)


MADE = "class Held:\n    def __init__(self) -> None:\n        LINE\n\n\nclass Tiny("


@pytest.mark.parametrize(
    ("line", "proved"),
    [("self.hand = 3", True), ("other = self; other.hand = 3", False), ("self = self; self.hand = 3", False)],
)
def test_what_is_made_may_have_parts_that_are_called_like_a_zone(tmp_path, line, proved):
    change = ("class Tiny(", MADE.replace("LINE", line))
    game = find_game(str(write_game(tmp_path / "tiny", change)))(2)
    assert proved_without_turns(game, the_pack_is_whole.__property__)[0] is proved

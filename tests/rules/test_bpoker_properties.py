"""Every property of B-poker can fail: a table or a rule that breaks it, and a sound twin that it lets pass."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from referee.games.bpoker.rules import BPoker
from referee.games.bpoker.table import RING, Ban, Happening, Mark
from referee.kernel import Event, Layer, OneOf, OneOfPiles
from referee.verify.properties import load_properties
from tests.rules.bpoker import at_table

PROPERTIES = Path(__file__).resolve().parent.parent.parent / "properties"
CLAIMS = {each.name: each.claim for each in load_properties(PROPERTIES / "bpoker.py", BPoker)}


class Broken(BPoker):
    """Some rules done wrong; what is right of a table without 8s, Js, 4s, 10♦ and sideways cards is not."""

    def layers(self, quantity):
        return (Layer.ADD, Layer.SUBTRACT, Layer.MULTIPLY)

    def is_protected(self, row, laid):
        return self.words[laid.kind] != "10d" and super().is_protected(row, laid)

    def effects_of(self, row):
        found = {}
        for group in row.groups():
            found[self.word(group)] = (*found.get(self.word(group), ()), group[-1])
        return found

    def shifted(self, laid, shift):
        return RING[(RING.index(self.deck.cards[laid.kind].rank) + shift) % 13] + "s"


class Dearer(BPoker):
    """Every fee is three; every view and table is one larger."""

    def fee(self, t, payer, base):
        return 3

    def more_to_view(self, t, player):
        return 1

    more_to_view.__modifies__ = ("viewing", Layer.ADD)
    more_to_view.__clauses__ = ("BP-4S",)


def fails(name, t, *choice):
    return not CLAIMS[name](t, *choice)


def lost(t):
    t.pot.restore(t.pot.pile - t.deck.one[0])
    return t


def banned(t):
    t.ban[t.mover] = Ban.GIVEN
    return t


def out(t):
    t.out[t.mover] = True
    return t


def in_flight(t):
    t.lay(t.deck.parse(["Ks"]), t.pot, t.flight)
    return t


def uncounted(t, player):
    t.mark(t.table[t.players[player]], t.table[t.players[player]].row[0], Mark.UNCOUNTED)
    return t


def skipped(t):
    t.skip[t.mover] = True
    return t


def waiting(t):
    t.lay(t.deck.parse(["Ks"]), t.pot, t.pending[t.players[1]])
    return t


def given(t):
    t.coming = t.players[1]
    return t


SIX = "Ks* Kd* Kh* Qs* Qd* Qh*"
FALSE = {
    "no-card-is-lost": lambda: lost(at_table("", "")),
    "nothing-is-in-flight-between-turns": lambda: in_flight(at_table("", "")),
    "every-card-counts-again-between-turns": lambda: uncounted(at_table("Ks", "Qs"), 0),
    "nobody-is-still-to-be-skipped-between-turns": lambda: skipped(at_table("", "")),
    "nothing-given-or-controlled-is-left-between-turns": lambda: given(at_table("", "")),
    "nothing-is-left-to-be-played-between-turns": lambda: waiting(at_table("", "")),
    "no-fee-is-negative": lambda: at_table("8s", "", game=Broken),
    "fees-are-what-the-formula-says": lambda: at_table("", "", game=Dearer),
    "a-fee-is-its-base-where-nothing-changes-it": lambda: at_table("", "", game=Dearer),
    "a-larger-base-makes-a-larger-fee": lambda: at_table("", "", game=Dearer),
    "fourteen-steps-lead-round-the-ring": lambda: at_table("Ks", "", game=Broken),
    "neighbours-on-the-ring-differ-by-a-step": lambda: at_table("Ks", "", game=Broken),
    "an-empty-table-changes-no-number": lambda: at_table("", "", game=Dearer),
    "there-is-always-a-next-player": lambda: out(at_table("", "")),
    "the-correct-number-is-never-negative": lambda: at_table("4c 4c 4c", "", game=Broken),
    "nobody-declares-more-than-five-cards": lambda: at_table(SIX, ""),
    "a-three-lies-face-up": lambda: at_table("3h? 3d~ 3c", ""),
    "a-five-lies-alone": lambda: at_table("5s+4h 5d~", ""),
}
TRUE = {
    "nobody-declares-more-than-five-cards": lambda: at_table(SIX.removesuffix(" Qh*"), ""),
    "neighbours-on-the-ring-differ-by-a-step": lambda: at_table("Ks Ah 2d Jo 5s+4h", ""),
    "fourteen-steps-lead-round-the-ring": lambda: at_table("Ks Ah 2d Jo 5s+4h", ""),
    "the-correct-number-is-never-negative": lambda: at_table("4c 4c 4c", ""),
    "a-three-lies-face-up": lambda: at_table("3h", ""),
    "a-five-lies-alone": lambda: at_table("5s", ""),
}


@pytest.mark.parametrize("name", FALSE)
def test_it_can_fail_and_hold(name):
    assert fails(name, FALSE[name]())
    assert not fails(name, TRUE.get(name, lambda: at_table("", ""))())


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("exactly-wilds-tiles-and-tens-of-diamonds-are-protected", "10d"),
        ("no-effect-cards-count-for-nothing", "Ks~"),
    ],
)
def test_what_is_looked_at_at_questions_can_fail_and_hold(name, table):
    assert fails(name, at_table(table, "", game=Broken), None)
    assert not fails(name, at_table(table, ""), None)


def test_a_lost_card_is_noticed_at_the_next_question():
    assert fails("no-card-is-lost-while-something-is-going-on", lost(at_table("", "")), None)
    assert not fails("no-card-is-lost-while-something-is-going-on", at_table("", ""), None)


def test_what_must_never_happen_is_recognised():
    assert CLAIMS["the-next-player-is-banned"](banned(at_table("", "")))
    assert not CLAIMS["the-next-player-is-banned"](at_table("", ""))
    for declared in ("4d* 4d*", "4d 4d"):
        t = at_table(declared, "")
        me = t.players[0]
        t.stack = (Event(1, 0, Happening.PLAY, me, me, t.table[me].row, "4d 4d"),)
        assert CLAIMS["fours-being-played-are-members"](t, None) == ("*" in declared)
    for options in (("pass", "tunnel"), ("pass", "reflector")):
        choice = SimpleNamespace(ask="forced", space=OneOf(options))
        assert CLAIMS["two-players-tunnel"](None, choice) == ("tunnel" in options)


@pytest.mark.parametrize(("cards", "equal"), [("Qs Qs", True), ("Jo Jo 7c", False), ("4s 4h", False)])
def test_equal_cards_of_a_set_are_recognised(cards, equal):
    deck = at_table("", "").deck
    t = SimpleNamespace(game=SimpleNamespace(packs=1), deck=deck)
    choice = SimpleNamespace(space=SimpleNamespace(arms={"set": OneOfPiles(deck, [deck.parse(cards.split())])}))
    assert CLAIMS["one-pack-has-a-set-of-equal-cards"](t, choice) == equal


def test_an_uncounted_card_on_the_table_of_another_is_noticed():
    others = CLAIMS["cards-of-others-are-uncounted"]
    assert [others(uncounted(at_table("Ks", "Qs"), player), None) for player in (0, 1)] == [False, True]


def test_a_controller_who_is_asked_about_an_8_is_noticed():
    claim = CLAIMS["a-controller-decides-more-than-what-is-played-and-where"]
    t = at_table("", "")
    one, other = t.players
    for decider, ask, said in ((other, "eight", True), (other, "shaft onto", False), (one, "eight", False)):
        assert claim(t, SimpleNamespace(player=one, decider=decider, ask=ask)) == said


def test_control_of_each_other_is_recognised():
    t = at_table("", "")
    claim = CLAIMS["two-players-control-each-other"]
    one, other = t.players
    assert not claim(t, None)
    t.control = ((other, one, 1, None),)
    assert not claim(t, None)
    t.control += ((one, other, 2, None),)
    assert claim(t, None)

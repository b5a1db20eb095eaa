"""Alternatives that break something, found although nobody has promised anything."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from referee.games.bpoker.table import Happening
from referee.games.registry import find_game
from referee.kernel.events import Event
from referee.kernel.parameters import in_words
from referee.kernel.requests import Choice
from referee.kernel.spaces import OneOf
from referee.verify.impact.random_settings import crowded
from referee.verify.methods import Question
from referee.verify.mine.attacking import as_property
from referee.verify.play.consulted_readings import listen_to_game
from referee.verify.play.met import met_cap
from referee.verify.properties import Kind, always, never, possible
from referee.verify.sidesteps import method
from referee.verify.sidesteps.forms import Aims
from referee.verify.sidesteps.method import decide
from referee.verify.sidesteps.promises import declared_in, meant_in_smaller_games, promises_of
from referee.verify.sidesteps.rare import FEW, Rare
from referee.verify.sidesteps.taking import LESS_LIKELY, Counting, Form, Sidesteps
from referee.verify.verdicts import Trouble


@pytest.mark.untraced
def test_each_alternative_that_breaks_something_is_told_and_no_other():
    """Escalation has eleven other ways to be read; its author expects four of them to break something."""
    found = list(decide(Question(find_game("escalation")(2), ())))
    assert {in_words(each.readings): each.trouble for each in found} == {
        "last-card-special=not-allowed": Trouble.DEAD_END,
        "led-special=forbidden": Trouble.DEAD_END,
        "short-stock=undefined": Trouble.MISSING_CASE,
        "take-and-lead=new-turn": Trouble.REFUTED,
    }
    assert all(each.witness is not None for each in found)
    (broken,) = [each for each in found if each.trouble is Trouble.REFUTED]
    assert "every turn takes cards out of 'stock' and all 'hand'" in broken.sentence
    assert broken.clauses == ("X-5", "X-6")


@pytest.mark.untraced
def test_a_promise_that_another_reading_breaks_names_the_clause_that_did():
    found = [each for each in decide(Question(find_game("fscking-ace")(3), (), effort=0.5)) if each.readings]
    (bank,) = [each for each in found if each.trouble is Trouble.REFUTED]
    assert dict(bank.readings) == {"bonus-payer": "bank"}
    assert "what the players have won and lost adds up to nothing" in bank.sentence
    assert bank.clauses == ("A-9",)


def test_what_cards_do_is_promised_and_no_bound_or_phase():
    settings = {"ranks": ("2", "3", "4", "5"), "hand": 6, "sides": 3}
    promised = [as_property(each) for each in promises_of(find_game("effervesce")(2, settings=settings), "check")]
    assert promised[0].name == "hand-has-6-while-play-goes-on"
    assert promised[0].kind is Kind.ALWAYS
    assert not [each for each in promised if "total" in each.name]


def test_what_players_have_equally_many_of_is_promised():
    promised = {each.name: each for each in map(as_property, promises_of(find_game("five-crowns")(2), "check"))}
    sentence = promised["hand-and-laid-alike-while-play-goes-on"].sentence
    assert "all players have equally many cards in 'hand' and 'laid' together" in sentence


def test_what_holds_in_a_smaller_game_alone_is_not_promised():
    """In a pack of Qs with large views nothing is left for a stash: in B-poker as it is played everybody has one."""
    bpoker = find_game("bpoker")
    real = promises_of(bpoker(2), "check")
    few = promises_of(bpoker(3, settings={"ranks": ("Q",), "viewing": 10, "ante": 0}), "check")
    assert "stash" in {zone for each in few for zone in each.promise.about}
    assert not meant_in_smaller_games(few, real)
    some = promises_of(bpoker(2, settings={"ranks": ("2", "3", "4"), "suits": ("hearts", "spades")}), "check")
    assert [each.promise.about for each in meant_in_smaller_games(some, real)] == [("pending",)]


def test_readings_that_the_game_itself_is_asked_for_are_heard():
    game, heard = find_game("bpoker")(2), set()
    listen_to_game(game, heard.add)
    assert game.unusual_readings == {}
    assert not heard
    assert game.readings["below-one"] == "ring"
    assert heard == {"below-one"}


def test_games_are_drawn_with_the_cards_that_the_clauses_of_a_reading_name():
    aims = Aims(find_game("bpoker")(2), "check")
    named = {aims.game.deck.cards[kind].name for kind in aims.kinds("full-hand-three-of-clubs")}
    assert named == {"3c"}
    form = next(filter(None, (aims.form("full-hand-three-of-clubs") for _ in range(20))))
    assert "3" in form.settings["ranks"]
    assert "clubs" in form.settings["suits"]


def test_a_cap_of_two_plays_is_no_round():
    """Of a small game that was drawn: what happens twice need not happen again and again."""
    game = find_game("bpoker")(2)
    event = Event(1, 0, Happening.PLAY, *game.table().players, word="5d")

    def met(deep):
        return met_cap(game, SimpleNamespace(caps_met=[SimpleNamespace(loop=(event,), stack=(event,) * deep)]))

    assert met(2) is None
    assert met(4).trouble is Trouble.ENDLESS


@always(asked="set aside")
def a_trade_is_of_three_to_eleven_cards(t, choice):
    """A trade is of three to eleven cards."""
    return (t.total >= 3) & (t.total <= 11)


@never(scaled=False)
def somebody_has_fourteen_cards(t):
    """Somebody has fourteen cards."""
    return any(hand.size == 14 for hand in t.hand)


@possible()
def somebody_wins(t):
    """Somebody wins."""
    return t.outcome is not None


DECLARED = tuple(
    each.__property__ for each in (a_trade_is_of_three_to_eleven_cards, somebody_has_fourteen_cards, somebody_wins)
)


@pytest.mark.untraced
def test_what_is_declared_is_looked_at_under_each_alternative_beside_what_always_held():
    """By the words of Effervesce no two equal dice add up to three or to eleven."""
    game = find_game("effervesce")(2)
    sidesteps = Sidesteps(Question(game, (), effort=0.3, declared=DECLARED))
    sidesteps.play(game)
    broken = {
        others[0]
        for others, met in sidesteps.shown.items()
        if len(others) == 1 and any(key[2] == DECLARED[0].name for key in met)
    }
    assert broken == {("doubles-and-trade", "reshuffle-first"), ("doubles-and-trade", "trade-first")}


def test_declared_properties_are_looked_at_in_the_forms_that_they_are_about():
    small = find_game("effervesce")(2, settings={"ranks": ("2", "3", "4", "5"), "hand": 6, "sides": 3})
    assert declared_in(find_game("effervesce")(2), DECLARED) == list(DECLARED[:2])
    assert declared_in(small, DECLARED) == [DECLARED[0]]


@pytest.mark.untraced
def test_one_goes_back_to_the_steps_of_readings_that_few_steps_consult(monkeypatch):
    """A joker claim of Effervesce that ties twice is met by few matches even with few kinds of card."""
    sidesteps = Sidesteps(Question(find_game("effervesce")(3), (), seed="2"))
    monkeypatch.setattr(sidesteps, "look_for_rounds", lambda forms, most: None)
    rare = Rare(sidesteps)
    rare.scout(8_000)
    assert rare.heard["second-tie"] == 0
    assert 0 < rare.heard["failed-claim"] < FEW
    rare.go_back(4_000)
    assert rare.returned["failed-claim"]
    assert [key[0] for key in sidesteps.shown[("second-tie", "undefined"),]] == [Trouble.MISSING_CASE]
    assert not any(len(others) > 1 for others in sidesteps.shown)


def test_where_all_readings_are_consulted_often_nobody_goes_back():
    sidesteps = Sidesteps(Question(find_game("escalation")(2), ()))
    rare = Rare(sidesteps)
    rare.scout(50)
    rare.heard.update(dict.fromkeys(rare.heard, FEW))
    rare.go_back(100)
    assert sidesteps.steps == 0


def test_rounds_are_looked_for_where_the_same_is_asked_with_all_cards_where_they_were(monkeypatch):
    sidesteps = Sidesteps(Question(find_game("effervesce")(2), (), effort=0.1))
    tried = []
    monkeypatch.setattr(sidesteps, "_look_for_round", lambda form, others, game, taken: tried.append((others, taken)))
    form, one, other = Form(sidesteps.question.game, []), (("win-check", "end-of-turn"),), (("new-cards", "different"),)
    form.asking = {
        one: [((0, -2, 1), "twice"), ((0, -2, 5), "later")],
        other: [((0, -9, 3), "nine times"), *[((2, -20, at), f"a card less {at}") for at in range(20)]],
    }
    sidesteps.look_for_rounds([form], 2)
    assert tried == [(other, "nine times"), (one, "twice")]
    tried.clear()
    sidesteps.look_for_rounds([form], 40)
    assert [taken for _, taken in tried[:3]] == ["nine times", "twice", "later"]
    assert len(tried) == 3 + LESS_LIKELY


def test_it_is_told_how_many_cards_have_moved_where_the_same_is_asked_again():
    driver = Counting((), random.Random("moved"))
    game = find_game("escalation")(2)
    table = game.table()
    for cards, nearest in ((0, None), (2, 4), (3, 2), (3, 0), (1, 0)):
        for place, number in ((table.middle, 3 - cards), (table.stock, cards)):
            place.restore(game.deck.pack([0] * number))
        driver.choose(Choice(table, table.players[0], table.players[0], "more", OneOf(("yes", "no"))))
        assert driver.nearest == nearest


def test_games_with_few_kinds_of_card_have_many_of_each():
    game, rng = find_game("effervesce")(3), random.Random("few")
    drawn = [crowded(game, rng) for _ in range(20)]
    drawn = [each for each in drawn if each]  # such a game is not always there
    assert len(drawn) > 10
    assert all(len(each["suits"]) <= 2 and len(each["ranks"]) <= 2 for each in drawn)
    assert any(each.get("packs", 2) > 2 for each in drawn)
    assert all(game.players == 3 and type(game)(3, settings=each) for each in drawn)


def test_smaller_games_are_left_once_nothing_new_is_shown(monkeypatch):
    """Only what an alternative alone shows first is new."""
    played = []

    def play(self, game):
        self.steps += 1_000
        played.append(game)
        if len(played) == 3:
            self._note((("new-cards", "different"),), SimpleNamespace(met=met, game=game, script=[]))
            self._note((("new-cards", "different"), ("rival", "x")), SimpleNamespace(met=met, game=game, script=[]))

    met = SimpleNamespace(same_as="shortage")
    monkeypatch.setattr(Sidesteps, "play", play)
    monkeypatch.setattr(method, "_told", lambda *about: iter(()))
    monkeypatch.setattr(method, "_where_it_happens", lambda *about: None)
    monkeypatch.setattr(method, "STEPS_SCOUTED", 0)
    monkeypatch.setattr(method, "STEPS_RARE", 0)
    assert not list(decide(Question(find_game("effervesce")(2), ())))
    assert len(played) == 3 + method.NOTHING_NEW // 1_000 + 1

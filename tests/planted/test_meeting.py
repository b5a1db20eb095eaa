"""Effects that bring each other about again and again, found without being told the cards or the scale."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from referee.games.registry import find_game
from referee.kernel.events import Event
from referee.kernel.places import Laid
from referee.record.replay import replay
from referee.verify.explore import meeting, unasked
from referee.verify.explore.lopsided import Causes, Cycle, pack_of, returning
from referee.verify.explore.meeting import Meeting, Meetings, clauses_going_round
from referee.verify.explore.unasked import rounds
from referee.verify.methods import Question
from referee.verify.verdicts import Trouble
from tests.bad_games.echoing import Echoing, UsedUp, What


@pytest.fixture
def short(monkeypatch):
    """Nothing is looked for beside effects that meet, and these only a little."""
    monkeypatch.setattr(unasked, "TURNS", 0)
    monkeypatch.setattr(unasked, "WAYS", 0)
    monkeypatch.setattr(meeting, "WAYS", 1_000)


@pytest.mark.untraced
def test_tens_of_spades_are_found_to_force_each_other_for_ever(short):
    found = list(rounds(Question(find_game("bpoker")(2), ())))
    assert {each.trouble for each in found} == {Trouble.ENDLESS}
    (tens,) = [each for each in found if each.clauses == ("BP-10S",)]
    assert "(force 10♠, from player to player" in tens.sentence
    assert tens.scale["ranks"] == ("10",)
    assert tens.witness is not None


@pytest.mark.untraced
def test_effects_are_looked_at_together_that_bring_each_other_about():
    game = find_game("bpoker")(3)
    causes = Causes(game)
    causes.watch("check")
    found = {each.words: each for each in causes.cycles()}
    assert {("10s",), ("10s", "2h"), ("10s", "Qc"), ("2h", "Qc")} <= found.keys()
    assert set(found["2h", "Qc"].clauses) == {"BP-2H", "BP-QC"}
    assert {game.deck.cards[kind].name for kind in found["2h", "Qc"].kinds} == {"2h", "Qc"}
    assert ("10h", "Kh") not in found
    pack = next(filter(None, (pack_of(game, {*found["2h", "Qc"].kinds}, random.Random("pack")) for _ in range(20))))
    assert (pack.settings["ranks"], pack.settings["suits"]) == (("2", "Q"), ("hearts", "clubs"))


def test_a_card_that_leads_back_to_itself_by_way_of_another_is_noticed():
    here, there = find_game("bpoker")(2).table().players

    def event(number, word, card):
        return Event(number, number - 1, What.PLAY, here, there, (Laid(0, card),), word)

    one, two, three = event(1, "2h", 1), event(2, "Qc", 2), event(3, "2h", 1)
    assert list(returning([one, two, three])) == [(("2h", "Qc"), one, three)]
    tens = [event(1, "10s", 1), event(2, "10s", 2), event(3, "10s", 1)]
    assert [words for words, _, _ in returning(tens)] == [("10s",)]
    assert not list(returning([event(1, "6s", 1), event(2, "Qc", 2), event(3, "6s", 3)]))
    assert not list(returning([event(1, "4d", 1), event(2, "4d", 1)]))


@pytest.mark.untraced
def test_between_three_players_a_2_and_a_queen_go_round_in_the_game_as_it_is_played():
    game = find_game("bpoker")(3)
    kinds = tuple([kind for kind, card in enumerate(game.deck.cards) if card.name in ("2h", "Qc")])
    cycle = Cycle(("2h", "Qc"), kinds, ("BP-2H", "BP-QC"))
    searches = [
        Meeting(Question(game, (), seed=str(seed)), cycle, 300, set(), Causes(game), liked=True) for seed in range(10)
    ]
    found = next(filter(None, (each.run() for each in searches)))
    assert {"BP-2H", "BP-QC"} <= set(clauses_going_round(game, found))
    assert {each.word for each in found.events} == {"2h", "Qc"}


def test_effects_that_meet_in_a_pack_that_cannot_be_chosen_are_found(short):
    """Of 52 cards the two have to come to the players in turn."""
    (found,) = rounds(Question(Echoing(2), ()))
    assert (found.trouble, set(found.clauses)) == (Trouble.ENDLESS, {"E-3", "E-4"})
    assert not found.scale
    assert not replay(found.witness.record, "round", find=lambda name: Echoing).rules_changed


def test_effects_that_are_used_up_do_not_go_round(short):
    assert not list(rounds(Question(UsedUp(2), ())))


def test_effects_are_told_together_where_fewer_of_them_do_not_say_it_all(monkeypatch):
    monkeypatch.setattr(unasked, "clauses_going_round", lambda game, found: found)
    known = unasked.Known()
    for clauses in (("Q", "S", "T"), ("T", "Q"), ("T",), ("T", "S"), ("A", "B", "C", "T"), ("A", "B")):
        known.add(Question(Echoing(2), ()), clauses)
    assert [found for _, found in known.fewest()] == [("T",), ("A", "B"), ("T", "Q"), ("T", "S")]


def test_a_game_without_effects_has_none():
    assert not list(islice(Meetings(Question(find_game("tests/games/games/love_letter")(2), ())).rounds(), 1))


def test_fewer_ways_are_tried_with_the_fewest_players_where_there_can_be_more():
    """What goes from one player to the next can only come back there."""
    game = find_game("bpoker")
    few, more = (Meetings(Question(game(players), ())).most for players in (2, 3))
    assert 0 < few < more

"""Effects that bring each other about again and again, found without being told the cards or the scale."""

from __future__ import annotations

from itertools import islice

import pytest

from referee.games.registry import find_game
from referee.verify.explore import unasked
from referee.verify.explore.lopsided import causing, lopsided
from referee.verify.explore.unasked import rounds
from referee.verify.methods import Question
from referee.verify.play.met import clauses_of
from referee.verify.verdicts import Trouble


@pytest.fixture
def short(monkeypatch):
    """Nothing is looked for in the game as it is played, and little in smaller ones."""
    monkeypatch.setattr(unasked, "TURNS", 0)
    monkeypatch.setattr(unasked, "WAYS", 0)
    monkeypatch.setattr(unasked, "WAYS_AT_SCALES", 1_000)


@pytest.mark.untraced
def test_tens_of_spades_are_found_to_force_each_other_for_ever(short):
    found = list(rounds(Question(find_game("bpoker")(2), ())))
    assert {each.trouble for each in found} == {Trouble.ENDLESS}
    (tens,) = [each for each in found if each.clauses == ("BP-10S",)]
    assert "force 10s by seat" in tens.sentence
    assert tens.scale["ranks"] == ("10",)
    assert tens.witness is not None


@pytest.mark.untraced
def test_packs_are_those_of_one_or_two_effects_that_cause_others():
    game = find_game("bpoker")(2)
    words = causing(game, "check")
    assert any(game.deck.cards[kind].name == "10s" for kinds in words for kind in kinds)
    forms = list(islice(lopsided(game, "check"), 3 * len(words)))
    kinds = [(len(each.game.settings["ranks"]), len(each.game.settings["suits"])) for each in forms]
    assert kinds[0] == (1, 1)
    assert (2, 2) in kinds
    assert max(max(each) for each in kinds) == 2


@pytest.mark.untraced
def test_two_effects_that_go_round_together_are_found_beside_one_that_does_alone():
    """In that pack the 10♠ force each other, too: only a round with both effects counts."""
    game = find_game("bpoker")(2)
    wanted = {"BP-10S", "BP-QC"}
    packs = [each for each in islice(lopsided(game, "check"), 400) if wanted <= set(each.clauses)]
    assert packs
    found = [one for each in packs for one in unasked._within_turns(Question(each.game, ()), 250, each.clauses)]
    assert any(wanted <= {*one.clauses, *clauses_of(game, one.events)} for one in found)


def test_a_game_whose_pack_cannot_be_chosen_has_none():
    assert not list(islice(lopsided(find_game("tests/games/games/love_letter")(2), "check"), 1))

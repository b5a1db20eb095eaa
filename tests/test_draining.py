"""A shortage that lies many turns behind the deal is come to; where turns bring back what they take there is none."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from referee.games.effervesce.rules import Effervesce
from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Direction,
    Game,
    Pile,
    Player,
    Rule,
    Table,
    clause,
    nobody,
    owner,
    value,
    zone,
    zones,
)
from referee.verify.answering import of_one_process
from referee.verify.methods import Question
from referee.verify.play import draining, fuzz
from referee.verify.play.draining import drained
from referee.verify.play.drivers import AtRandom, Script
from referee.verify.play.trial import Trial
from referee.verify.properties import Property, free_of, load_properties, under
from referee.verify.provable import owed_by
from referee.verify.questions import Plan, jobs_of
from referee.verify.refuting import Refutation, refute
from referee.verify.verdicts import Method, Result, Trouble, Verdict

SHIPPED = load_properties(Path(__file__).parents[1] / "properties" / "effervesce.py", Effervesce)


class LendingTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    mover: Player = value(NO_PLAYER)


class Lending(Game[LendingTable]):
    """Four cards are drawn in a turn and any given back: hardly ever few of many, as there are so many more ways to
    choose about half of them."""

    name = "lending"
    title = "Lending"
    table_class = LendingTable
    fewest_players, most_players = 2, 3
    turn_cap = 500
    keeps = 28
    """Cards at most that a hand has after its turn."""

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4", "5", "6", "7", "8"), FRENCH_SUITS, 1)

    def deal(self, t: LendingTable) -> Rule[None]:
        t.direction = Direction.LEFT
        t.mover = t.first_seat()
        for player in t.players:
            yield from t.draw(t.stock, 1, t.hand[player])

    @clause("L-1")
    def step(self, t: LendingTable) -> Rule[None]:
        hand = t.hand[t.mover]
        yield from t.draw(t.stock, 4, hand)
        least = t.max0(hand.size - self.keeps)
        back: Pile = yield from t.select(t.mover, "back", hand.pile, least, hand.size)
        t.move(back, hand, t.stock)
        t.mover = t.next(t.mover)

    def forfeit(self) -> int:
        return 0


class Returning(Lending):
    keeps = 5


def drawn_out(game):
    """A match in which cards are wanted that are not there, if play that uses them up comes to one."""
    return drained(Question(game, ()))


def test_what_wears_away_slowly_is_used_up_and_the_match_can_be_played_again():
    rng = random.Random(5)
    for _ in range(50):
        trial, driver = Trial(Lending(2), ()), AtRandom(rng)
        assert [trial.advance(driver) for _ in range(40)] == [None] * 40, "random play comes to it by itself"
    met, script = drawn_out(Lending(2))
    assert met.trouble is Trouble.SHORTAGE
    assert len(script) > 7, "a turn takes four of 26 cards at most"
    trial, driver = Trial(Lending(2), ()), Script()
    for answers in script:
        driver.next_step(answers)
        again = trial.advance(driver)
        assert driver.transcript == answers
    assert again.same_as == met.same_as


def test_where_turns_bring_back_what_they_take_nothing_is_used_up():
    assert drawn_out(Returning(2)) is None


@free_of("shortage", "L-1")
def every_draw_finds_its_cards(t):
    """Whenever cards are wanted, they are there."""


def expected_to_run_out(game: Game) -> Question:
    """A question about it, whose author expects that cards are wanted which are not there."""
    claimed: Property = every_draw_finds_its_cards.__property__
    return Question(game, (replace(claimed, refuted=(under({}),)),), effort=0.5)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """The games in which it was tried to use up what is drawn from; these have no rulebook that names cards."""
    games: list[Game] = []
    monkeypatch.setattr(fuzz, "cards_named", lambda game: {"L-1": tuple(game.deck.all_kinds.indices)})
    plain = draining._searched
    monkeypatch.setattr(draining, "_searched", lambda asked, most: games.append(asked.game) or plain(asked, most))
    return games


def test_fuzzing_uses_up_what_is_drawn_from_where_that_is_all_that_is_expected(searches):
    question = expected_to_run_out(Lending(2))
    (result,) = [each for each in fuzz.decide(question) if isinstance(each, Result)]
    assert result.verdict is Verdict.REFUTED
    (claimed,) = question.properties
    other = Refutation(replace(found_at_once(), trouble=Trouble.DEAD_END), [[]], "")
    found = refute(question, claimed, owed_by(claimed), [other])
    assert found is not None
    assert found.how == "play that uses up what is drawn from met it"
    assert searches.count(question.game) == 1, "what fuzzing has searched for is searched for again"
    assert drained(replace(question, drained={})) == (found.met, found.script), "it depends on who asked first"


def found_at_once():
    met, _ = drawn_out(Lending(2))
    return met


def test_where_nothing_is_used_up_fuzzing_plays_on_and_searches_once(searches):
    question = expected_to_run_out(Returning(2))
    campaign = fuzz.Campaign(question)
    campaign.play()
    assert not campaign.seen
    assert campaign.matches == fuzz.MATCHES * question.effort
    assert len(searches) == 1


def test_what_fuzzing_and_proving_ask_of_an_alternative_is_askedof_one_process():
    jobs = jobs_of(Plan("effervesce"), Effervesce, None, SHIPPED, ())
    together = of_one_process(list(enumerate(jobs)))
    assert sorted([number for some in together for number, _ in some]) == list(range(len(jobs)))
    assert Counter(map(len, together))[2] > 10
    for some in together:
        (form,) = {repr((job.players, job.readings, job.settings)) for _, job in some}
        assert len(some) == 1 or [job.method for _, job in some] == [Method.FUZZ, Method.PROVE], form
        assert len(some) == 1 or all(job.alternative for _, job in some)


@pytest.mark.long
@pytest.mark.untraced
def test_a_shortage_many_turns_behind_the_deal_is_refuted():
    game = Effervesce(5, readings={"challenger-gives-back": "always-two"})
    (claimed,) = [each for each in SHIPPED if each.name == "every-draw-finds-its-cards"]
    found = refute(Question(game, (claimed,), effort=0.1), claimed, owed_by(claimed))
    assert found.how == "play that uses up what is drawn from met it"
    assert found.met.trouble is Trouble.SHORTAGE

"""A prover that believes something wrong is caught by play, and a sound one is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.meaning.open_readings import NotedDefined
from referee.verify import always, every, free_of, never, terminates
from referee.verify.check_result import Checked
from referee.verify.crosscheck import proofs
from referee.verify.crosscheck.matches import refuted_in_play
from referee.verify.crosscheck.proofs import Effort, ProofCrossCheck
from referee.verify.judging import take_back
from referee.verify.methods import Question
from referee.verify.prove import algebra, driver, piles
from referee.verify.prove.induction import Induction
from referee.verify.prove.search import Ended, Search
from referee.verify.prove.smt_query import Answer
from referee.verify.prove.solve import Prover
from referee.verify.proving import decide_here
from referee.verify.symbolic.method import Meant
from referee.verify.verdicts import Method, Result, Verdict
from tests.bad_games.crosschecked import Marking, Plain, Unknown
from tests.bad_games.often import Small as Often


@pytest.fixture(autouse=True)
def no_rulebook(whatever_is_written, monkeypatch):
    monkeypatch.setattr("referee.verify.play.fuzz.cards_named", lambda game: {})


@always("B-2")
def hands_are_full(t):
    """Everybody holds two cards."""
    return every(t, (t.hand[player].size == 2 for player in t.players))


@always("B-2")
def four_low_cards_are_marked(t):
    """Whatever else happens."""
    return (t.a == 1) | (t.middle.count(t.game.low) < 4)


@always("B-2")
def a_card_is_left(t):
    """While play goes on."""
    return (t.outcome is not None) | (t.stock.size >= 1)


@terminates("B-2")
def the_stock_becomes_smaller(t):
    """Every turn takes a card of the stock."""
    return t.stock.size


@free_of("shortage", "B-2")
def cards_are_there(t):
    """Whenever one is drawn."""


@free_of("dead end", "B-2")
def everybody_can_answer(t):
    """Whoever is asked."""


GOOD = [
    each.__property__
    for each in (
        hands_are_full,
        four_low_cards_are_marked,
        a_card_is_left,
        the_stock_becomes_smaller,
        cards_are_there,
        everybody_can_answer,
    )
]


@never("B-2")
def all_low_cards_lie_in_the_middle(t):
    """Wrong, and seldom so: play has to come to an end in which nobody has kept one."""
    return t.middle.count(t.game.low) >= 4


def results(game, properties=GOOD):
    said = decide_here(Question(game(2), tuple(properties)))
    return {each.property: each for each in said if isinstance(each, Result)}


def verdicts(game, properties=GOOD):
    return {name: each.verdict for name, each in results(game, properties).items()}


def test_what_is_sound_stays_proved():
    assert set(verdicts(Marking).values()) == {Verdict.PROVED}
    assert {name: each.defect for name, each in results(Marking).items() if each.defect} == {}


@pytest.mark.usefixtures("followed")
def test_who_notes_what_clauses_do_decides_nothing_in_a_proof():
    """A clause that gives what a proof does not know is one way, as it is in the proof."""
    assert verdicts(Unknown, [hands_are_full.__property__]) == {"hands-are-full": Verdict.PROVED}


def takes_the_wrong_way(monkeypatch):
    true = algebra.SymbolicAlgebra.if_else
    monkeypatch.setattr(algebra.SymbolicAlgebra, "if_else", lambda self, truth, yes, no: true(self, truth, no, yes))


def counts_one_less(monkeypatch):
    true = piles.Joined.count
    monkeypatch.setattr(piles.Joined, "count", lambda self, kind: true(self, kind) if kind else self.one.count(kind))


def drops_a_path(monkeypatch):
    true = Search.paths

    def paths(self, *about):
        for number, ended in enumerate(true(self, *about)):
            if number != 1:
                yield ended

    monkeypatch.setattr(Search, "paths", paths)


def forgets_what_stops(monkeypatch):
    """A path that comes to an error is left out, as if no play took it."""
    true = Search.follow

    def follow(self, *about):
        ended = true(self, *about)
        if not ended.failed:
            return ended
        ended.path.obligations.clear()
        return Ended(ended.path, ended.before, ended.table, dropped=True)

    monkeypatch.setattr(Search, "follow", follow)


def proves_everything(monkeypatch):
    monkeypatch.setattr(Prover, "decide", lambda self, *about, **more: Answer(True))


def owes_no_answer(monkeypatch):
    monkeypatch.setattr(driver, "exists", lambda space: True)


class Unpacking(Marking):
    """A proof cannot unpack what it does not know, and more cards are drawn then than there may be."""

    def draw_one(self, t, me):
        if t.middle.size >= 2:
            t.deck.unpack(t.hand[me].pile)
            yield from t.draw(t.stock, 2, t.middle)
        yield from super().draw_one(t, me)


class Choosing(Marking):
    """Whoever has no low card has nothing to lay down."""

    def lay_one(self, t, me):
        cards = yield from t.select(me, "lay", t.hand[me].only(self.low), 1)
        t.move(cards, t.hand[me], t.middle)


PLANTED = [
    (takes_the_wrong_way, Marking, GOOD),
    (counts_one_less, Marking, GOOD),
    (drops_a_path, Marking, GOOD),
    (forgets_what_stops, Unpacking, GOOD[4:]),
    (proves_everything, Marking, [*GOOD, all_low_cards_lie_in_the_middle.__property__]),
    (owes_no_answer, Choosing, GOOD[5:]),
]


@pytest.mark.usefixtures("followed")
@pytest.mark.parametrize(("wrong", "game", "properties"), PLANTED, ids=lambda each: getattr(each, "__name__", ""))
def test_a_prover_that_believes_something_wrong_is_caught(wrong, game, properties, monkeypatch):
    wrong(monkeypatch)
    with monkeypatch.context() as unshaken:
        unshaken.setattr(proofs.ProofCrossCheck, "shake", lambda self: self.shaken)
        assert Verdict.PROVED in verdicts(game, properties).values(), "without being shaken it is said"
    found = results(game, properties)
    assert Verdict.PROVED not in {each.verdict for each in found.values()}
    told = [each for each in found.values() if each.why.startswith(("a defect of referee: ", "play goes on where"))]
    assert told
    assert all(each.defect is each.why.startswith("a defect of referee: ") for each in told)


def test_a_bound_that_is_too_small_is_caught_and_nothing_else_is_doubted(monkeypatch):
    true = Induction.prove

    def prove(self):
        proof = true(self)
        proof.bounds = dict.fromkeys(proof.bounds, 1)
        return proof

    monkeypatch.setattr(Induction, "prove", prove)
    monkeypatch.setattr("referee.verify.proving.proved_on_meaning", lambda *_: Meant())
    found = verdicts(Marking)
    assert found.pop("the-stock-becomes-smaller") is Verdict.UNKNOWN
    assert set(found.values()) == {Verdict.PROVED}


def test_a_reading_that_is_asked_for_behind_the_back_of_a_proof_is_told():
    induction, proof = proved(Marking(2), GOOD)
    induction.consulted = set()
    shaker = ProofCrossCheck(induction, proof, GOOD, "seed")
    assert shaker.shake().disagreement is None
    shaker = ProofCrossCheck(induction, proof, GOOD, "seed")
    assert isinstance(shaker.consulted, NotedDefined)
    shaker.consulted.asked.add("another")
    assert "asks for the reading another" in shaker.shake().disagreement.message


def proved(form, properties):
    induction = Induction(type(form)(form.players), properties)
    return induction, induction.prove()


def test_the_same_question_is_shaken_the_same_again():
    induction, proof = proved(Marking(3), GOOD)
    counts = []
    for _ in range(2):
        shaken = ProofCrossCheck(induction, proof, GOOD, "seed", Effort(matches=6)).shake()
        counts.append((shaken.matches, shaken.steps, shaken.compared, shaken.disagreement))
    assert counts[0] == counts[1]
    assert counts[0][1] > 30
    assert counts[0][2] > 10


# -- what stands for rules apart -----------------------------------------------------------------------------


def test_what_is_known_of_rules_apart_is_held_against_play():
    induction, proof = proved(Often(2), [])
    everything = [cards_are_there.__property__]
    assert induction.apart.lemmas
    assert ProofCrossCheck(induction, proof, everything, "seed").shake().disagreement is None
    for lemma in induction.apart.lemmas.values():
        lemma.exits.clear()
    assert "never does" in ProofCrossCheck(induction, proof, everything, "seed").shake().disagreement.message


# -- where nothing is followed, or something else was found ---------------------------------------------------


def test_matches_refute_what_is_only_said():
    wrong = all_low_cards_lie_in_the_middle.__property__
    found = refuted_in_play(Marking(2), [*GOOD, wrong], "seed", 24)
    assert set(found) == {wrong.name}
    assert refuted_in_play(Marking(2), GOOD, "seed", 24) == {}


def test_what_one_method_refutes_is_not_proved_by_another():
    about = "hands-are-full"
    said = Result(about, Method.PROVE, 2, {}, {}, Verdict.PROVED, consulted=("late",))
    elsewhere = replace(said, players=3)
    refuted = Result(about, Method.FUZZ, 2, {}, {}, Verdict.REFUTED)
    checked = Checked(Plain, [hands_are_full.__property__], [said, elsewhere, refuted])
    take_back(checked)
    assert [each.verdict for each in checked.results] == [Verdict.UNKNOWN, Verdict.PROVED, Verdict.REFUTED]
    assert checked.defects() == checked.results[:1]
    assert "prove said PROVED, and fuzz refutes it" in checked.results[0].why


def test_a_defect_makes_a_check_inconclusive():
    about = hands_are_full.__property__
    held = Result(about.name, Method.FUZZ, 2, {}, {}, Verdict.NOT_REFUTED)
    taken_back = Result(about.name, Method.PROVE, 2, {}, {}, Verdict.UNKNOWN, why="a defect of referee: …")
    assert Checked(Plain, [about], [held, taken_back]).exit_code() == 0
    assert Checked(Plain, [about], [held, replace(taken_back, defect=True)]).exit_code() == 3

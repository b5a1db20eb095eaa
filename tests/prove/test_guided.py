"""A concrete run guides the symbolic one: cards, faults and what the solver is told are the same on either side."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import MissingCase, RuleFault
from referee.verify.play.chance import CardBias
from referee.verify.play.drivers import AtRandom, Script
from referee.verify.properties import Kind, load_properties
from referee.verify.prove import algebra, piles
from referee.verify.prove.boundary import Shape, lazy_class
from referee.verify.prove.guided import Guide
from referee.verify.prove.induction import Induction
from referee.verify.prove.instance import Differs, value_of
from referee.verify.prove.search import Search
from referee.verify.prove.smt_query import SmtQuery
from referee.verify.prove.summaries_play import Watched
from tests.bad_games.often import Grabbing, Small

SYMBOLIC = ("escalation", "effervesce")
"""The shipped games that can be run symbolically: the others keep cards in rows."""
SIZES = {name: (find_game(name).fewest_players, min(find_game(name).most_players, 8)) for name in SYMBOLIC}
PROPERTIES = Path(__file__).parents[2] / "properties"


def a_form(game, players, rng):
    """The default readings, or some other ones."""
    form = game(players)
    if rng.random() < 0.5:
        return form
    readings = {
        slug: rng.choice(list(reading.alternatives)) for slug, reading in form.register.items() if rng.random() < 0.3
    }
    return game(players, readings=readings)


def compare(name, players, matches, seed="guided", steps=6):
    """Play matches of forms of a game; how many comparisons were made, and how many met a fault."""
    rng = random.Random(f"{seed} {name} {players}")
    game = find_game(name)
    met: Counter[str] = Counter()
    for _ in range(matches):
        form = a_form(game, players, rng)
        claims = {
            each.name: each.claim
            for each in load_properties(PROPERTIES / f"{name}.py", game)
            if each.kind in (Kind.ALWAYS, Kind.NEVER) and not each.asked and each.applies(form.readings, players)
        }
        tables, shape = play(form, rng, steps)
        guide = Guide(form, shape, claims)
        compared = [guide.deal(a_driver(form, rng))]
        for table in tables:
            compared += [guide.step(before, a_driver(form, rng)) for before in (table, scattered(table, rng))]
        for each in compared:
            met["fault" if each.fault else "no fault"] += 1
    return met


def a_driver(form, rng):
    return AtRandom(rng, rng.choice((None, CardBias(form.deck, rng))))


def play(form, rng, steps):
    """Tables of one match, and what scalars hold on them."""
    shape, tables = Shape(), []
    table = lazy_class(form, None)(form)
    driver = a_driver(form, rng)
    with suppress(RuleFault, MissingCase):
        run_deal(form, table, driver)
        while table.outcome is None and len(tables) < steps:
            shape.take_in(table)
            kept = lazy_class(form, None)(form)
            kept.restore(table.snapshot())
            tables.append(kept)
            driver.transcript.clear()
            run_step(form, table, driver)
    return tables, shape


def scattered(table, rng):
    """A table that no play may reach: the same scalars, and the cards anywhere."""
    other = type(table)(table.game)
    other.restore(table.snapshot())
    bags = [place for place in other.places if not place.is_row]
    liked = rng.sample(bags, rng.randint(1, len(bags)))
    cards = list(table.deck.unpack(table.deck.whole))
    rng.shuffle(cards)
    piles = {place.number: 0 for place in bags}
    while cards:
        some = rng.randint(1, max(1, len(cards) // 2))
        piles[rng.choice(liked if rng.random() < 0.8 else bags).number] += table.deck.pack(cards[:some])
        del cards[:some]
    for place in bags:
        place.restore(piles[place.number])
    return other


@pytest.mark.parametrize("name", SYMBOLIC)
def test_play_and_its_symbolic_run_agree(name):
    fewest, most = SIZES[name]
    met: Counter[str] = Counter()
    for players in (fewest, most):
        met += compare(name, players, 1 if name == "effervesce" else 3, steps=2)
    assert met["no fault"] > 5
    assert met["fault"]


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "players"), [(n, p) for n in SYMBOLIC for p in range(SIZES[n][0], SIZES[n][1] + 1)])
def test_play_and_its_symbolic_run_agree_thousands_of_times(name, players):
    met = compare(name, players, 100, seed="many")
    assert met.total() >= 1000
    assert met["fault"] > 50, "tables that no play reaches lack cards somewhere"


def test_the_path_that_play_takes_is_one_of_those_that_a_search_follows():
    form, rng = find_game("escalation")(2), random.Random(1)
    tables, shape = play(form, rng, 12)
    guide = Guide(form, shape, {})
    search = Search(guide.interned, guide.boundary.table_class, label=guide.boundary.label)
    followed = [tuple(each.path.decisions) for each in search.paths(form, guide.boundary.prepare, form.step)]
    assert len(set(followed)) == len(followed)
    taken = {tuple(guide.step(table, a_driver(form, rng)).path.decisions) for table in tables}
    assert len(taken) > 3
    assert taken <= set(followed)


# -- what is wrong with a prover is seen --------------------------------------------------------------------


def forgets_moves(monkeypatch):
    """Counts made late do not take part in earlier moves."""
    monkeypatch.setattr(piles.Joined, "count", lambda self, kind: self.one.count(kind))


def takes_the_wrong_way(monkeypatch):
    true = algebra.SymbolicAlgebra.if_else
    monkeypatch.setattr(algebra.SymbolicAlgebra, "if_else", lambda self, truth, yes, no: true(self, truth, no, yes))


def owes_no_answer(monkeypatch):
    monkeypatch.setattr("referee.verify.prove.driver.exists", lambda space: True)


def tells_the_solver_too_much(monkeypatch):
    true = SmtQuery._known

    def known(self, atom):
        more = [(f"(<= a{atom.number} 3)", (atom,))] if atom.what[0] == "count" else []
        return [*true(self, atom), *more]

    monkeypatch.setattr(SmtQuery, "_known", known)


def writes_it_wrongly(monkeypatch):
    true = SmtQuery._written

    def written(self, truth):
        text, atoms = true(self, truth)
        return text.replace("(= ", "(<= ", 1), atoms

    monkeypatch.setattr(SmtQuery, "_written", written)


WRONG = (forgets_moves, takes_the_wrong_way, owes_no_answer, tells_the_solver_too_much, writes_it_wrongly)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_prover_that_is_wrong_is_caught(wrong, monkeypatch):
    wrong(monkeypatch)
    with pytest.raises(Differs):
        compare("escalation", 3, 12, seed="wrong")


def test_cards_that_are_not_owed_are_missed(monkeypatch):
    form, rng = Grabbing(2), random.Random(5)
    tables, shape = play(form, rng, 1)
    tables = [scattered(tables[0], rng) for _ in range(80)]
    guide = Guide(form, shape, {})
    assert {bool(guide.step(table, a_driver(form, rng)).fault) for table in tables} == {True, False}
    monkeypatch.setattr(algebra.SymbolicAlgebra, "less", lambda self, pile, part, *about: pile.less(part))
    with pytest.raises(Differs, match="owes nothing"):
        assert [guide.step(table, a_driver(form, rng)) for table in tables]


def test_sentences_for_the_solver_are_understood():
    text = "(and (<= a1 3) (= (+ (* 2 a1) (- 5)) a2) (ite (not (> a1 0)) false (or (= (- a2 1) 0) true)))"
    assert value_of(text, {"a1": 3, "a2": 1}) is True
    assert value_of(text, {"a1": 4, "a2": 3}) is False
    with pytest.raises(KeyError):
        value_of("(div a1 2)", {"a1": 4})


# -- rules that are proved apart ----------------------------------------------------------------------------


def watch(form, properties, matches, seed):
    """Compare play with what a proof knows of rules that it follows apart; how many calls were looked at."""
    rng = random.Random(seed)
    induction = Induction(type(form)(form.players, readings=form.readings), properties)
    induction.prove()
    watched = Watched(form, induction.apart)
    for _ in range(matches):
        tables, shape = play(form, rng, 6)
        guide = Guide(form, shape, {})
        for table in (None, *tables):
            driver = a_driver(form, rng)
            compared = guide.deal(driver) if table is None else guide.step(table, driver)
            again = lazy_class(watched.game, None)(watched.game)
            if compared.before is None:
                run_deal(watched.game, again, Script(compared.transcript))
            else:
                again.restore(compared.before.snapshot())
                run_step(watched.game, again, Script(compared.transcript))
    return induction, watched


def test_play_keeps_to_what_is_known_of_rules_that_are_proved_apart():
    form = Small(2)
    induction, watched = watch(form, [], 20, 3)
    assert watched.looked > 100
    (lemma,) = [each for each in induction.apart.lemmas.values() if not dict(each.rest)["dealing"]]
    ((exit, change),) = lemma.exits.items()
    for place in list(change.places):
        change.places.remove(place)
        with pytest.raises(Differs, match="changes what lies in"):
            again(watched, form)
        change.places.add(place)
    del lemma.exits[exit]
    with pytest.raises(Differs, match="never does"):
        again(watched, form)


def again(watched, form):
    rng = random.Random(4)
    for _ in range(20):
        table = lazy_class(watched.game, None)(watched.game)
        driver = AtRandom(rng)
        run_deal(watched.game, table, driver)
        run_step(watched.game, table, driver)
        run_step(watched.game, table, driver)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("players", [2, 3])
def test_play_of_effervesce_keeps_to_what_is_known_of_the_examination_of_hands(players):
    game = find_game("effervesce")
    form = game(players)
    shipped = load_properties(PROPERTIES / "effervesce.py", game)
    asked = [each for each in shipped if each.applies(form.readings, players) and each.kind is Kind.ALWAYS]
    _, watched = watch(form, asked, 60, players)
    assert watched.looked > 300

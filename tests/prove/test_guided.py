"""A concrete run guides the symbolic one: cards, faults and what the solver is told are the same on either side."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel.errors import MissingCase, RuleFault
from referee.kernel.game import run_deal, run_step
from referee.verify.chance import Taste
from referee.verify.properties import Kind, load_properties
from referee.verify.prove.boundary import Shape, lazy_class
from referee.verify.prove.guided import Differs, Guide, scattered
from referee.verify.prove.induction import Induction, new_table
from referee.verify.prove.search import Search
from referee.verify.trial import AtRandom

SYMBOLIC = ("escalation", "effervesce", "fscking-ace")
"""The shipped games that can be run symbolically: the others keep cards in rows."""
SIZES = {name: (find_game(name).fewest_players, min(find_game(name).most_players, 8)) for name in SYMBOLIC}
PROPERTIES = Path(__file__).parents[2] / "properties"


def a_form(game, players, rng):
    """The default readings, or some other ones."""
    form = game(players)
    if rng.random() < 0.5:
        return form
    readings = {
        slug: rng.choice([each for each in reading.alternatives])
        for slug, reading in form.register.items()
        if rng.random() < 0.3
    }
    return game(players, readings=readings)


def compare(name, players, matches, seed="guided", steps=6):
    """Play matches of forms of a game; how many comparisons were made, and how many of them met a fault."""
    rng = random.Random(f"{seed} {name} {players}")
    game = find_game(name)
    made = faults = 0
    for _ in range(matches):
        form = a_form(game, players, rng)
        claims = {
            each.name: each.claim
            for each in load_properties(PROPERTIES / f"{name}.py", game)
            if each.kind in (Kind.ALWAYS, Kind.NEVER) and not each.asked and each.applies(form.readings, players)
        }
        tables, shape = play(form, rng, steps)
        guide = Guide(form, shape, claims)
        made += 1
        faults += bool(guide.deal(a_driver(form, rng)).fault)
        for table in tables:
            for before in (table, scattered(table, rng)):
                made += 1
                faults += bool(guide.step(before, a_driver(form, rng)).fault)
    return made, faults


def a_driver(form, rng):
    return AtRandom(rng, rng.choice((None, Taste(form.deck, rng))))


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
            driver.said.clear()
            run_step(form, table, driver)
    return tables, shape


@pytest.mark.parametrize("name", SYMBOLIC)
def test_play_and_its_symbolic_run_agree(name):
    fewest, most = SIZES[name]
    made = faults = 0
    for players in sorted({fewest, (fewest + most) // 2, most}):
        more, failed = compare(name, players, 2, steps=3)
        made, faults = made + more, faults + failed
    assert made > 20


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "players"), [(n, p) for n in SYMBOLIC for p in range(SIZES[n][0], SIZES[n][1] + 1)])
def test_play_and_its_symbolic_run_agree_thousands_of_times(name, players):
    made, faults = compare(name, players, 100, seed="many")
    assert made >= 1000
    assert faults, "tables that no play reaches lack cards somewhere"

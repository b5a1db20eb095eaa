"""A table saved as JSON is the same table again, and what is no saved table is refused in one line."""

import json
import random
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest

from referee.games.registry import games
from referee.kernel import NO_PLAYER, BadInput, Player, everybody, row, value, values
from referee.kernel.saving import load, save
from tests.bad_games.small import Small, SmallTable
from tests.conformance.setups import with_default_readings
from tests.conformance.walking import boundaries


class Face(Enum):
    DOWN = "down"


class FullTable(SmallTable):
    line = row(seen_by=everybody)
    who: Player = value(NO_PLAYER)
    pairs: tuple[tuple[Player, Any], ...] = value(())
    share: Any = value(Fraction(0))
    word: Any = value(None)
    faces: Any = values(Face.DOWN)


class Full(Small):
    table_class = FullTable


def full_table() -> Any:
    table: Any = Full(3).table()
    table.dealing = False
    a, b, c = table.players
    table.move(table.deck.parse(["2h", "3h", "3s", "4h"]), table.stock, table.line)
    first, second, third, _ = table.line
    table.mark(table.line, first, Face.DOWN)
    table.link(table.line, (second, third))
    table.mover, table.who, table.share, table.word = b, NO_PLAYER, Fraction(1, 3), "x"
    table.pairs = ((a, 3), (c, True), (b, (Face.DOWN,)))
    table.faces[b] = Face.DOWN
    table.pay(a, b, Fraction(5, 2))
    table.turns = 7
    return table


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("name", [entry.name for entry in games()])
def test_every_boundary_table_comes_back(name):
    game = next(entry for entry in games() if entry.name == name).load()
    for setup in with_default_readings(game):
        for table in boundaries(setup, random.Random(setup.players), 20):
            again = load(setup, through_json(save(table)))
            assert again.snapshot() == table.snapshot()
            assert hash(again.snapshot()) == hash(table.snapshot())


def test_marks_links_fractions_and_players_come_back():
    table = full_table()
    again = load(table.game, through_json(save(table)))
    assert again.snapshot() == table.snapshot()
    assert again.who is NO_PLAYER
    assert again.mover is table.players[1]
    assert [laid.link for laid in again.line] == [0, 1, 1, 0]


def test_an_outcome_comes_back():
    table = full_table()
    table.end(
        {p: (p.seat, Fraction(1, 2)) for p in table.players}, {p: Fraction(p.seat, 3) for p in table.players}, "over"
    )
    again = load(table.game, through_json(save(table)))
    assert again.outcome == table.outcome
    assert again.outcome.ranks == (1, 2, 3)


def test_a_table_of_another_game_is_refused():
    saved = save(full_table())
    for game, what in ((Full(2), "players"), (Full(3, readings={"late": "yes"}), "readings")):
        with pytest.raises(BadInput, match=f"saved with another {what}"):
            load(game, saved)
    with pytest.raises(BadInput, match="no saved table"):
        load(Full(3), {})


def test_cards_that_are_not_those_of_the_deck_are_refused():
    saved = through_json(save(full_table()))
    saved["zones"]["stock"].pop()
    with pytest.raises(BadInput, match="not those of the deck"):
        load(Full(3), saved)


def test_any_damage_is_bad_input_or_another_table():
    """A piece of the data is another one, or gone: 2,000 times."""
    rng = random.Random(1)
    table = full_table()
    whole = save(table)
    refused = 0
    for _ in range(2000):
        saved = through_json(whole)
        holder, key = saved, rng.choice(list(saved))
        while isinstance(holder[key], (list, dict)) and holder[key] and rng.random() < 0.8:
            holder = holder[key]
            key = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        holder[key] = rng.choice([None, 1, -1, "x", [], {}, [[]], {"seat": "x"}, {"enum": "No", "value": 1}, 1.5, "2h"])
        try:
            load(Full(3), saved)
        except BadInput as error:
            refused += "\n" not in str(error)
    assert refused > 1000

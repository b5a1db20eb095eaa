"""Every operation of the table leaves each card in one place: what is proved without following turns rests on it."""

from __future__ import annotations

import copy
import random
from collections import Counter
from contextlib import suppress
from types import SimpleNamespace

import pytest

from referee.games.registry import find_game
from referee.kernel.errors import RuleFault
from referee.kernel.places import End
from referee.kernel.rows import Rows
from referee.kernel.table import Table
from tests.tiny import write_game

ZONES = """\
    hand = zones(seen_by=owner)
    dish = zone(seen_by=nobody)
    lying = row(seen_by=everybody)
    laid = rows(seen_by=everybody)
"""
CHANGES = (
    ("    hand = zones(seen_by=owner)\n", ZONES),
    ("import clause, nobody,", "import clause, everybody, nobody, row, rows,"),
    ('("2", "3")', '("2", "3", "4", "5")'),
)


def cards_of(table):
    """The cards of all places, as often as they lie anywhere."""
    found = Counter()
    for place in table.places:
        found.update(dict(table.deck.counts(place.pile)))
        if place.is_row:
            numbers = [laid.number for laid in place.row]
            assert len(set(numbers)) == len(numbers)
            assert Counter(laid.kind for laid in place.row) == dict(table.deck.counts(place.pile))
        else:
            assert place.size == sum(dict(table.deck.counts(place.pile)).values())
    return found


def dealt(game, rng):
    """A table with some cards in every place, some of them linked and marked."""
    table = game.table()
    for place in table.places[1:]:
        held = some(table, table.stock, rng)
        table.move(held, table.stock, place)
        if place.is_row and len(place.row) > 1:
            table.link(place, place.row[:2])
            table.mark(place, place.row[-1], End.TOP)
    return table


def some(table, place, rng):
    """Up to three cards of a place, in any order."""
    if place.is_row:
        return tuple(rng.sample(place.row, min(len(place.row), rng.randrange(4))))
    kinds = [kind for kind, number in table.deck.counts(place.pile) for _ in range(number)]
    return table.deck.pack(rng.sample(kinds, min(len(kinds), rng.randrange(4))))


def driven(rule, outcome):
    next(rule)
    with suppress(StopIteration):
        rule.send(outcome)


def operations(table, one, other, rng):
    """All operations on two places, each as it is called and with its name."""
    cards = some(table, one, rng)
    yield "move", lambda: table.move(cards, one, other)
    yield "move all", lambda: table.move(one.row if one.is_row else one.pile, one, other)
    if one.is_row:
        kinds = table.deck.pack([laid.kind for laid in cards])
        yield "move kinds", lambda: table.move(kinds, one, other)
    if other.is_row:
        yield "lay", lambda: table.lay(cards, one, other)
        yield "lay on top", lambda: table.lay(cards, one, other, at=End.TOP, marks=(End.TOP,))
    if not one.is_row:
        yield "draw", lambda: driven(table.draw(one, sum(dict(table.deck.counts(cards)).values()), other), cards)
    if one.is_row == other.is_row and one is not other:
        yield "swap", lambda: table.swap(one, other)
    moment = table.moment()
    yield "take back", lambda: (table.move(cards, one, other), table.take_back(moment))
    yield "gather", lambda: table.gather(one)
    if one.is_row:
        order = rng.sample(range(len(one.row)), len(one.row))
        yield "shuffle", lambda: driven(table.shuffle(one), tuple(order))
        yield "link", lambda: table.link(one, cards)
        yield "unlink", lambda: table.unlink(one, 1)
        yield "mark", lambda: [table.mark(one, laid, End.BOTTOM) for laid in cards]
        yield "unmark", lambda: [table.unmark(one, laid) for laid in cards]
    else:
        yield "shuffle", lambda: driven(table.shuffle(one), None)


def lost_by(game):
    """The operations that do not leave the cards of all places what they are, also while hooks run."""
    found = set()
    carried_out = Counter()
    for seed in range(3):
        for at, _ in enumerate(game.table().places):
            for to, _ in enumerate(game.table().places):
                number = 0
                while number >= 0:
                    rng = random.Random(f"{seed} {at} {to}")
                    table = dealt(game, rng)
                    before, hooked = cards_of(table), []
                    for place in table.places:
                        if place.is_row:
                            place.on_leave = place.on_break = lambda table, *_, seen=hooked: seen.append(
                                cards_of(table)
                            )
                    every = list(operations(table, table.places[at], table.places[to], rng))
                    name, carry_out = every[number]
                    carry_out()
                    carried_out[name] += 1
                    if any(each != before for each in (*hooked, cards_of(table))):
                        found.add(name)
                    number = number + 1 if number + 1 < len(every) else -1
    assert len(carried_out) == 14
    return found


@pytest.fixture
def game(tmp_path):
    return find_game(str(write_game(tmp_path / "tiny", *CHANGES)))(2)


def test_every_operation_leaves_every_card_in_one_place(game):
    assert lost_by(game) == set()


def lose_on_the_way(self, cards, source, target):
    """Cards that leave a row for a bag come nowhere."""
    _, came = self._take(cards, source, ())
    if target.is_row:
        target.row += came
    return came


def lay_too_late(self, cards, source, target, **_):
    """The hook runs before the cards have come."""
    going, came = self._take(cards, source, ())
    if source.is_row:
        self._left(source, going)
    target.row += came
    return came


@pytest.mark.parametrize(
    ("on", "name", "broken", "lost"),
    [
        (Rows, "move_by_row", lose_on_the_way, {"move", "move all", "move kinds", "gather"}),
        (Rows, "lay", lay_too_late, {"lay", "lay on top"}),
        (Table, "swap", lambda self, one, other: one.restore(other.contents()), {"swap"}),
        (Table, "gather", lambda self, target: target.restore(self.algebra.nothing), {"gather"}),
    ],
)
def test_an_operation_that_loses_cards_is_named(monkeypatch, game, on, name, broken, lost):
    monkeypatch.setattr(on, name, broken)
    assert lost_by(game) >= lost


def negative(table):
    """Less than no card."""
    return table.no_cards - table.deck.one[0]


SINK = SimpleNamespace(is_row=False, pile=0, size=0, number=0)
WRONG = {
    "less than no card into a row": lambda t: t.lay(negative(t), t.stock, t.lying),
    "less than no card by a move": lambda t: t.move(negative(t), t.stock, t.lying),
    "less than no card into a bag": lambda t: t.move(negative(t), t.stock, t.dish),
    "more and less": lambda t: t.lay(negative(t) + t.deck.one[1], t.stock, t.lying),
    "cards laid into a bag": lambda t: t.lay(t.stock.pile, t.stock, t.dish),
    "cards laid nowhere": lambda t: t.lay(t.lying.row, t.lying, None),
    "moved nowhere": lambda t: t.move(t.lying.row, t.lying, None),
    "moved into something like a place": lambda t: t.move(t.stock.pile, t.stock, SINK),
    "laid out of something like a place": lambda t: t.lay(t.deck.one[0], copy.copy(t.stock), t.lying),
    "moved into a copy": lambda t: t.move(t.stock.pile, t.stock, copy.copy(t.dish)),
    "moved out of a copy": lambda t: t.move(t.stock.pile, copy.copy(t.stock), t.dish),
    "a row into a copy": lambda t: t.move(t.lying.row, t.lying, copy.copy(t.dish)),
    "moved to another table": lambda t: t.move(t.stock.pile, t.stock, t.game.table().dish),
    "laid on another table": lambda t: t.lay(t.stock.pile, t.stock, t.game.table().lying),
    "swapped with another table": lambda t: t.swap(t.stock, t.game.table().dish),
    "a bag swapped with a row": lambda t: t.swap(t.stock, t.lying),
    "a row swapped with a bag": lambda t: t.swap(t.lying, t.stock),
    "swapped with nothing": lambda t: t.swap(t.stock, None),
}
"""What no rule means. It is refused before anything has changed, as a rule may catch what is raised and go on."""


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_an_operation_that_would_lose_cards_changes_nothing(game, wrong):
    table = dealt(game, random.Random(5))
    before = table.snapshot()
    with pytest.raises((RuleFault, AttributeError)):
        wrong(table)
    assert table.snapshot() == before
    assert SINK.pile == 0

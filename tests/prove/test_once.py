"""Paths that begin alike: what they owe is owed once, and nothing that is owed gets lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.games.registry import find_game
from referee.verify.prove.algebra import SymbolicAlgebra
from referee.verify.prove.boundary import lazy_class
from referee.verify.prove.bounds import new_table
from referee.verify.prove.paths import Dropped, Interned, Path
from referee.verify.prove.search import Search
from referee.verify.prove.terms import key_of
from tests.bad_games.finding_out import Happening, Watchful


def owed(game, search, dropping=None):
    """Every obligation of every path, with all that it is owed under."""

    def asked(t, choice):
        path = t.algebra.path
        path.owe(t.stock.size == len(path.requests), None, f"asked {choice.ask}", ("?",))
        if choice.ask == "two" and path.holds(t.stock.size == 3):  # a property that takes a decision
            path.owe(t.stock.size == 4, None, "after a decision", ("?",))

    def rule(t):
        yield from super(Watchful, game).deal(t)
        yield from t.happen(Happening.TURN, t.mover, t.mover, [turn])

    def turn(t, event):
        yield from game.examine(t)
        yield from game.change(t)
        yield from game.examine(t)
        path = t.algebra.path
        if dropping is not None and dropping(path.decisions[: path.made]):
            raise Dropped("for the test")

    found, times = set(), 0
    for ended in replace(search, asked=asked).paths(game, new_table, rule):
        path = ended.path
        for each in path.obligations:
            times += 1
            truth = each.truth[1:] if isinstance(each.truth, tuple) else (each.truth,)
            given = [*path.assumptions[: each.assumptions], *path.conditions[: each.conditions]]
            found.add((tuple(map(key_of_any, truth)), each.message, tuple(one.key for one in given), each.asked))
    return found, times


def key_of_any(thing):
    return getattr(thing, "key", key_of(thing))


@pytest.mark.parametrize("dropping", [None, lambda decisions: sum(decisions) % 3 == 1])
def test_what_is_owed_once_is_all_that_is_owed(dropping):
    game = Watchful(2)
    one = Search(Interned(), lazy_class(game, None), label="x ")
    everything, often = owed(game, one)
    once, seldom = owed(game, replace(one, once=True), dropping)
    assert once == everything, "also what is owed by paths that are dropped behind it"
    assert seldom < often / 2


def test_what_takes_decisions_is_worked_out_again():
    game = find_game("escalation")(2)
    before = Path(game.deck, [], Interned(), {}, "")
    table = lazy_class(game, None)(game, SymbolicAlgebra(before))
    made = []

    def forking(path):
        made.append(path)
        return path.fork(2)

    def plain(path):
        made.append(path)
        return table

    for make in (forking, plain):
        before.once(lambda make=make: make(before))
    after = Path(game.deck, [0, 1], before, {}, "")
    after.settled, after.known_before = 1, before.worked_out
    assert after.once(lambda: forking(after)) == 0
    assert after.once(lambda: plain(after)) is table
    assert made == [before, before, after]
    after.fork(2)
    assert after.once(lambda: plain(after)) is table
    assert made == [before, before, after, after], "the path has parted from the one before"

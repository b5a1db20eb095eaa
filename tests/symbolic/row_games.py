"""Small games with cards in rows, one turn of which each test writes; what is proved of them, and what play breaks."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Player,
    Rule,
    RuleFault,
    Table,
    amount,
    clause,
    everybody,
    nobody,
    owner,
    row,
    value,
    zone,
    zones,
)
from referee.kernel.driving import run_deal, run_step
from referee.verify.crosscheck.matches import OF_REFEREE
from referee.verify.methods import Question
from referee.verify.play.drivers import AtRandom
from referee.verify.symbolic.method import proved_on_meaning
from tests.symbolic.natural_games import Natural


class RowTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    market = row(seen_by=everybody)
    heap = row(seen_by=everybody)
    aside = row(seen_by=everybody)
    bin = zone(seen_by=nobody)
    mover: Player = value(NO_PLAYER)
    top, left = amount(0), amount(9)


class InRows(Natural):
    """Three cards lie open in a market, and one begins a heap."""

    name, title, table_class = "in-rows", "In rows", RowTable

    def set_up(self) -> None:
        self.deck = Deck.of(FRENCH_RANKS[:5], FRENCH_SUITS[:3])
        self.number = {rank: number for number, rank in enumerate(FRENCH_RANKS[:5], 2)}

    @clause("X-1")
    def deal(self, t: RowTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.mover = yield from t.lot(t.players)
        for p in t.players:
            yield from t.draw(t.stock, 2, t.hand[p])
        yield from t.draw(t.stock, 3, t.market)
        yield from t.draw(t.stock, 1, t.heap)
        t.top = self.number[t.heap.face(t.heap.row[-1]).rank]

    @clause("X-2")
    def step(self, t: RowTable) -> Rule[None]:
        yield from self.turn(t, t.mover)
        t.left -= 1
        if t.left == 0:
            t.win(*t.players, reason="over")
            return
        t.mover = t.next(t.mover)

    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        raise NotImplementedError


def proved(game: Any, promises: Sequence[Any]) -> tuple[set[str], str]:
    """The promises that are proved on the meaning of the rules, by the names of their functions, and why none is."""
    properties = [each.__property__ for each in promises]
    meant = proved_on_meaning(Question(game, tuple(properties)), game, properties)
    return {each.__name__ for each in promises if each.__property__.name in meant.proved}, meant.why


def broken_in_play(game: Any, promises: Sequence[Callable[..., bool]]) -> tuple[set[str], str]:
    """The promises that random matches break, and how a match stopped."""
    broken: set[str] = set()
    stopped = ""
    for match in range(60):
        table, driver = game.table(), AtRandom(random.Random(match))
        try:
            run_deal(game, table, driver)
            while table.outcome is None:
                run_step(game, table, driver)
                broken |= {each.__name__ for each in promises if not each(table)}
                driver.transcript.clear()
        except RuleFault as fault:
            stopped = fault.broken.name
    return broken, stopped


def is_followed(game: Any, promises: Sequence[Any]) -> None:
    """Play breaks none of the promises, and all are proved."""
    assert broken_in_play(game, promises) == (set(), "")
    assert proved(game, promises) == ({each.__name__ for each in promises}, "")


def is_caught(game: Any, promises: Sequence[Any]) -> None:
    """Play breaks some of the promises, or stops, and nothing false is proved."""
    broken, stopped = broken_in_play(game, promises)
    assert broken or stopped
    held, why = proved(game, promises)
    assert not held & broken
    assert not (stopped and held)
    assert OF_REFEREE not in why  # nor is it left to play to find that out

"""Matches of bulk play on several processes of this machine, or on the workers of a Dask cluster.

A part of the matches is a task: the form of the game, the seed's key, and the numbers of the first and the last match.
Each worker makes the game itself, and builds or loads what is compiled where it stands. Parts are given back in their
order, so that what is summed up does not depend on who played what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from referee.games.registry import find_game
from referee.native.choosing import BulkPlay
from referee.play.bulk import Played
from referee.pool.cluster import check_cluster, run_anywhere
from referee.pool.executors import in_order

PARTS = 8
"""Parts for each worker at least: the last ones should end at nearly the same time."""


@dataclass(frozen=True, slots=True)
class Form:
    """What is played: ``game`` as it was asked for, readings and settings as they were given."""

    game: str
    players: int
    readings: tuple[tuple[str, str], ...]
    settings: tuple[tuple[str, str], ...]
    key: tuple[int, int]
    turn_cap: int | None
    native: bool


@lru_cache(4)
def _player(form: Form) -> tuple[BulkPlay, Any]:
    game = find_game(form.game)(form.players, readings=dict(form.readings), settings=dict(form.settings))
    bulk = BulkPlay(game, form.key, 0, 0, form.turn_cap, "native" if form.native else "python", lambda text: None)
    return bulk, bulk.compiled() if form.native else None


def play_part(task: tuple[int, Form, int, int]) -> Played:
    """The matches from one on, so many of them."""
    _, form, first, number = task
    bulk, engine = _player(form)
    played = bulk.part(engine, first, number)
    # Natively the words are a Program's, of which some cannot travel.
    return replace(played, words=[str(each) for each in played.words])


@dataclass(frozen=True, slots=True)
class Workers:
    """Who else plays: ``jobs`` processes here, or the workers of the scheduler ``cluster``."""

    game: str
    readings: Mapping[str, str]
    settings: Mapping[str, str]
    jobs: int
    cluster: str | None

    def play(self, bulk: BulkPlay, done: int, many: int) -> Iterator[Played]:
        """The matches from the one with the number ``done`` on, about ``many`` in a part, in their order."""
        asked = (tuple(self.readings.items()), tuple(self.settings.items()))
        native = bulk.engine is not None
        form = Form(self.game, bulk.game.players, *asked, bulk.key, bulk.turn_cap, native)
        workers = self.jobs if self.cluster is None else check_cluster(self.cluster)
        many = max(1, min(many, (bulk.number - done) // (PARTS * workers)))
        starts = range(done, bulk.number, many)
        tasks = ((number, form, bulk.first + at, min(many, bulk.number - at)) for number, at in enumerate(starts))
        results = run_anywhere(play_part, tasks, jobs=self.jobs, cluster=self.cluster)
        yield from in_order((number, played) for (number, *_), played in results)

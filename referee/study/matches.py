"""Matches that are played to learn from them, and what is noted of each."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from math import log2
from statistics import NormalDist
from typing import Any

import msgspec

from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.kernel.table import Table
from referee.native.searching import NativeSearch
from referee.play.position import Position
from referee.play.referee import Referee, play_match, seat_rng
from referee.play.seats import Seat
from referee.record.record import Recorder
from referee.record.tape import Tape, secret_of_seed, tape_of
from referee.stats.blocks import shares_of
from referee.study.labels import labels_of, of_answer
from referee.study.levels import budget_of, native_search, seat_of_level, weighed_by

LATEST = 60
"""Turns from this one on are noted together."""
POINTS = 24
"""Places of a match from which it is played on, to estimate who wins."""
PLAYOUTS, PLAYOUTS_BY_PYTHON = 64, 6
BY_CHANCE = 0.01
"""How often a question may be said to matter where all its answers are worth the same."""


class AtTurn(msgspec.Struct, array_like=True):
    """Sums over the questions of a turn: how many, of them with one answer, bits of choice, how many a search weighed,
    and how many of those mattered."""

    asked: int = 0
    forced: int = 0
    bits: float = 0.0
    weighed: int = 0
    mattered: int = 0


class Facts(msgspec.Struct):
    """What is noted of a match. Lists have an entry for each seat; ``share`` is its part of the win."""

    share: list[float]
    ranks: list[int]
    payoffs: list[float]
    reason: str
    turns: int
    decisions: int
    first: int
    """The seat that was asked first; -1: nobody was asked."""
    opening: list[dict[str, int]]
    """The cards of each seat at the first question."""
    drew: list[dict[str, int]]
    """Those that came to it later, into the same zones."""
    played: list[dict[str, int]]
    """Those that left them."""
    at_turn: dict[int, AtTurn]
    labels: dict[str, tuple[int, float, int]]
    """Of questions that a search weighed: how often a label was offered, how often it would be answered at random,
    and how often it was answered."""
    searched: int = 0
    lost: int = 0
    """Questions that were searched, and of them those of which no position could be imagined."""
    course: list[tuple[int, list[float]]] = []
    """After so many turns the estimated part of the win of each seat."""
    movers: dict[int, int] = {}
    """Who decided last in the turn after so many turns, where there is a course."""
    record: str = ""


class Noting(Referee):
    """A referee who notes what is asked and answered. ``deviation`` is that of a payoff, to judge what matters."""

    def __init__(
        self, table: Table, seats: Sequence[Seat], tape: Tape, recorder: Recorder | None, later: Tape | None,
        deviation: float, wants_course: bool,
    ) -> None:  # fmt: skip
        super().__init__(table, seats, tape, recorder)
        self.later, self.deviation, self.wants_course = later, deviation, wants_course
        self.first = -1
        self.at_turn: dict[int, AtTurn] = {}
        self.labels: dict[str, tuple[int, float, int]] = {}
        self.searched = self.lost = 0
        self.movers: dict[int, int] = {}
        """Who decided last in each turn."""
        self.own: list[list[Any]] = []
        """The places of each seat that had cards at the first question."""
        self.held: list[dict[str, int]] = []
        self.opening: list[dict[str, int]] = [{} for _ in seats]
        self.drew: list[dict[str, int]] = [{} for _ in seats]
        self.played: list[dict[str, int]] = [{} for _ in seats]
        self.boundaries: list[tuple[int, tuple[Any, ...]]] = []

    def choose(self, choice: Choice) -> Any:
        if self.first < 0:
            self._begin(choice)
        else:
            self.look()
        number = choice.space.count()
        self.movers[self.table.turns] = choice.decider.seat
        answer = super().choose(choice)
        at = self.at_turn.setdefault(min(self.table.turns, LATEST), AtTurn())
        at.asked += 1
        at.forced += number == 1
        at.bits += log2(number)
        seat = self.seats[choice.decider.seat]
        if number > 1 and budget_of(seat.name):
            self._weigh(choice, answer, seat, at)
        return answer

    def _begin(self, choice: Choice) -> None:
        self.first = choice.decider.seat
        names = {place.name for place in self.table.places if place.owner is not None and _cards(place)}
        self.own = [
            [place for place in self.table.places if place.name in names and place.owner == player]
            for player in self.table.players
        ]
        self.held = [_sum(places) for places in self.own]
        self.opening = [dict(each) for each in self.held]
        if self.later is not None:
            self.later.stocks = {place: list(order) for place, order in self.tape.stocks.items()}
            self._shuffle_again()
            self.tape = self.later
            self.table.draw_known = self.later.top

    def _shuffle_again(self) -> None:
        """What was not drawn yet comes in another order."""
        assert self.later is not None
        for number in list(self.later.stocks):
            place = self.table.places[number]
            if not place.is_row:
                self.later._shuffle(place, f"study, stock {number}")

    def look(self) -> None:
        """Note which cards came and went since the last question."""
        for seat, places in enumerate(self.own):
            now, before = _sum(places), self.held[seat]
            if now != before:
                for kind in now.keys() | before.keys():
                    more = now.get(kind, 0) - before.get(kind, 0)
                    if more:
                        into = (self.drew if more > 0 else self.played)[seat]
                        into[kind] = into.get(kind, 0) + abs(more)
                self.held[seat] = now

    def _weigh(self, choice: Choice, answer: Any, seat: Seat, at: AtTurn) -> None:
        weighed = weighed_by(seat)
        self.searched += 1
        if not weighed:
            self.lost += 1
            return
        at.weighed += 1
        tried = [each for each in weighed if each.tried > 1]
        if len(tried) > 1:
            best, worst = max(tried, key=lambda e: e.worth), min(tried, key=lambda e: e.worth)
            error = self.deviation * (1 / best.tried + 1 / worst.tried) ** 0.5
            at.mattered += best.worth - worst.worth > certain(len(tried)) * error
        if len({each.worth for each in weighed}) < 2:
            return  # no answer was found to be better than another one
        answered = set(of_answer(choice, answer))
        for label, share in labels_of(choice).items():
            if share < 1:
                offered, expected, given = self.labels.get(label, (0, 0.0, 0))
                self.labels[label] = (offered + 1, expected + share, given + (label in answered))

    def step_done(self, turns: int) -> None:
        super().step_done(turns)
        if self.wants_course and self.table.outcome is None:
            self.boundaries.append((turns, self.table.snapshot()))


@lru_cache(64)
def certain(answers: int) -> float:
    """Standard errors by which the best of so many answers must be better than the worst, of all their pairs."""
    return NormalDist().inv_cdf(1 - BY_CHANCE / (answers * (answers - 1)))


def _cards(place: Any) -> bool:
    return bool(place.row) if place.is_row else bool(place.pile)


def _sum(places: Sequence[Any]) -> dict[str, int]:
    """The cards of some places, by name."""
    found: dict[str, int] = {}
    for place in places:
        deck = place.table.deck
        counted = ((laid.kind, 1) for laid in place.row) if place.is_row else deck.counts(place.pile)
        for kind, number in counted:
            name = deck.names(deck.one[kind])[0]
            found[name] = found.get(name, 0) + number
    return found


def play(
    game: Game[Any], levels: Sequence[str], deal: str, again: str = "", *, redealt: bool = False,
    deviation: float = 1.0, course: bool = False, record: bool = False, turn_cap: int | None = None,
    native: bool = True,
) -> Facts:  # fmt: skip
    """Play a match and note what it shows. ``deal`` is the seed of its chance, ``again`` tells apart matches of one
    deal: the players' own chance differs, and with ``redealt`` all chance after the first question."""
    secret = secret_of_seed(deal)
    seats = [
        seat_of_level(level, game, seat_rng(secret + again.encode(), seat), native=native)
        for seat, level in enumerate(levels)
    ]
    made: list[Noting] = []
    later = tape_of(secret_of_seed(f"{deal}, again {again}")) if redealt else None

    def referee(table: Table, seats: Sequence[Seat], tape: Tape, recorder: Recorder | None) -> Referee:
        made.append(Noting(table, seats, tape, recorder, later, deviation, course))
        return made[0]

    result = play_match(game, seats, secret=secret, seeded=True, turn_cap=turn_cap, record=record, referee=referee)
    noted = made[0]
    if noted.first >= 0:
        noted.look()
    ranks = list(result.ranks or [1] * game.players)
    payoffs = [_number(each) for each in result.payoffs or [0] * game.players]
    capped = result.reason in ("turn-cap", "stopped")
    return Facts(
        share=[0.0] * game.players if capped else shares_of(ranks),
        ranks=ranks,
        payoffs=payoffs,
        reason=result.reason,
        turns=int(result.data["turns"]),
        decisions=result.decisions,
        first=noted.first,
        opening=noted.opening,
        drew=noted.drew,
        played=noted.played,
        at_turn=noted.at_turn,
        labels=noted.labels,
        searched=noted.searched,
        lost=noted.lost,
        course=course_of(game, noted.boundaries, deal, turn_cap, native=native) if course else [],
        movers=noted.movers if course else {},
        record=result.record.decode() if result.record else "",
    )


def _number(payoff: Any) -> float:
    """A payoff of a record as a number."""
    if isinstance(payoff, dict):
        above, _, below = str(payoff["fraction"]).partition("/")
        return int(above) / int(below or 1)
    return float(payoff)


def course_of(
    game: Game[Any],
    boundaries: Sequence[tuple[int, tuple[Any, ...]]],
    seed: str,
    turn_cap: int | None = None,
    *,
    native: bool = True,
) -> list[tuple[int, list[float]]]:
    """Who is likely to win at some places of a match: the part of the win of each seat where all play on at random.
    The part goes to the highest payoffs."""
    if not boundaries:
        return []
    rng = random.Random(seed)
    step = max(1, len(boundaries) / POINTS)
    chosen = [boundaries[int(at * step)] for at in range(min(POINTS, len(boundaries)))]
    compiled = native_search(game) if native else ""
    found = []
    for turns, state in chosen:
        position = Position(game, state, (), False)
        key = (rng.getrandbits(64), rng.getrandbits(64))
        ends = (
            _ends(compiled, position, key, turn_cap)
            if isinstance(compiled, NativeSearch)
            else _played_on(position, rng, turn_cap)
        )
        if ends:
            parts = [_won(gains) for gains in ends]
            found.append((turns, [round(sum(part) / len(parts), 4) for part in zip(*parts, strict=True)]))
    return found


def _ends(
    native: NativeSearch, position: Position, key: tuple[int, int], turn_cap: int | None
) -> list[tuple[float, ...]]:
    try:
        return native.play_on([position] * PLAYOUTS, key, turn_cap)
    except ValueError:  # some broke off, in a number that is too large or a broken rule
        return []


def _played_on(position: Position, rng: random.Random, turn_cap: int | None) -> list[tuple[float, ...]]:
    found = []
    left = None if turn_cap is None else max(1, turn_cap - position.table().turns)
    for _ in range(PLAYOUTS_BY_PYTHON):
        table = position.play(lambda choice: choice.space.sample(rng), rng, turns=left)
        payoffs: Any = table.money[:-1] if table.outcome is None else table.outcome.payoffs
        found.append(tuple(map(float, payoffs)))
    return found


def _won(gains: Sequence[float]) -> list[float]:
    best = max(gains)
    winners = [each == best for each in gains]
    return [each / sum(winners) for each in winners]

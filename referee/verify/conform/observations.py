"""The sightings of a seat while a world is played on: events, questions and, at each of them, all that it sees.

A *world* is a table at a step boundary. Playing it on gives a transcript for one seat. Two worlds that a seat must not
tell apart have the same transcript.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import FrameType
from typing import Any, Protocol

from referee.kernel.driving import run_deal, run_step
from referee.kernel.game import Game
from referee.kernel.players import Audience, Player, owner
from referee.kernel.requests import Chance, Choice, Request, waiting
from referee.kernel.table import Table
from referee.kernel.views import Entry, seen
from referee.kernel.watch import Story
from referee.play.history import follow, with_cards
from referee.play.one_by_one import OneByOne
from referee.play.orders import HiddenRows, Orders
from referee.verify.play.drivers import repeatable
from referee.verify.play.watchdog import WATCHDOG, frames, where

MOST_REQUESTS = 500
"""Requests in a step that is compared."""


class Kind(Enum):
    """The kinds of sighting."""

    EVENT = "event"
    ASKED = "asked"
    """It is asked itself."""
    OTHER = "other asked"
    CHANCE = "chance"
    END = "end of the step"


FAINT = (Kind.OTHER, Kind.CHANCE)
"""Nobody is told of these; a seat may look at the table meanwhile."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """One moment: what is noticed, the table as the seat sees it then, and the scalars that it does not see.

    ``hidden_scalars`` are those scalars as they were at the last question, or at the start of the step; ``shown`` says
    which cards others were shown in the step so far, by whom.
    """

    kind: Kind
    data: Any
    glance: tuple[Any, ...]
    hidden: tuple[Any, ...]
    hidden_scalars: tuple[Any, ...]
    shown: tuple[Any, ...]
    sights: int
    """Swaps that brought something into sight."""
    requests: int
    step: int
    choice: Choice | None = None
    """What somebody is asked, where that is noticed."""
    orders: Mapping[str, Any] | None = None
    """At the end of a step, the cards that it then knows in rows that it does not see, in their order."""


@dataclass(frozen=True, slots=True)
class World:
    """The beginning of play: a snapshot at a step boundary, or a new table."""

    game: Game[Any]
    snapshot: tuple[Any, ...]
    dealing: bool = False
    orders: Mapping[str, Any] = field(default_factory=dict)
    """The cards that the seat in question knows in rows that it does not see, in their order."""

    def table(self) -> Table:
        table: Table = self.game.table()
        table.restore(self.snapshot)
        table.dealing = self.dealing
        return table


class Answers(Protocol):
    """Who answers while a world is played on."""

    def choice(self, choice: Choice, step: int) -> Any: ...

    def chance(self, event: Chance, step: int) -> Any: ...


class Glance:
    """The visible and the hidden parts of a table for one seat, as tuples that are quick to take and to compare."""

    def __init__(self, table: Table, player: Player) -> None:
        self.table = table
        self.places = [(p, 2 if p.sees(player) else 1 if p.sees_size(player) else 0) for p in table.places]
        self.owners = {
            place.full_name: place.owner
            for place in table.places
            if place.seen_by is owner and place.owner is not player
        }
        """The places whose cards one other player alone sees."""
        self.one: list[str] = []
        self.each: list[tuple[str, int]] = []
        self.hidden_one: list[str] = []
        self.hidden_each: list[tuple[str, int]] = []
        self.who: dict[str, Audience] = {}
        for name, spec in table.scalar_specs.items():
            audience = self.who[name] = spec.audience(table.game)
            if not spec.per_player:
                (self.one if audience.includes(None, player) else self.hidden_one).append(name)
                continue
            for each in table.players:
                sees = audience.includes(each, player)
                (self.each if sees else self.hidden_each).append((name, each.seat))

    def take(self) -> tuple[Any, ...]:
        table = self.table
        return (
            *[p.contents() if mode == 2 else p.size if mode else None for p, mode in self.places],
            *[getattr(table, name) for name in self.one],
            *[getattr(table, name)[seat] for name, seat in self.each],
            table.turns,
            table.direction,
            table.outcome,
            *table.money,
        )

    def hidden(self) -> tuple[Any, ...]:
        """The scalars that the seat does not see."""
        table = self.table
        return (
            *[getattr(table, name) for name in self.hidden_one],
            *[getattr(table, name)[seat] for name, seat in self.hidden_each],
        )

    @property
    def labels(self) -> list[str]:
        """The names of the parts of ``take``."""
        return [
            *[place.full_name for place, _ in self.places],
            *self.one,
            *[f"{name} {seat}" for name, seat in self.each],
            "turn",
            "direction",
            "outcome",
            *[f"money {seat}" for seat in range(len(self.table.players))],
            "money of the bank",
        ]

    @property
    def hidden_labels(self) -> list[str]:
        return [*self.hidden_one, *[f"{name} {seat}" for name, seat in self.hidden_each]]


class Stop(BaseException):
    """Ends playing on in the middle of the rules, which cannot catch it by mistake."""


class Course(OneByOne):
    """The driver that plays a world on, and tells what one seat notices."""

    def __init__(self, world: World, player: Player, answers: Answers, notice: Callable[[Noticed], None]) -> None:
        self.world, self.player, self.answers, self.notice = world, player, answers, notice
        self.table = world.table()
        self.rules: list[Generator[Any, Any, Any]] = []
        self.step_answers: list[Any] = []
        """The answers in this step."""
        self.script: list[list[Any]] = []
        self.step = 0
        self.requests = 0
        self.glance = Glance(self.table, player)
        self._hidden = self.glance.hidden()
        self._shown: tuple[Any, ...] = ()
        self._sights = 0
        self.frame: FrameType | None = None
        self.place: tuple[tuple[str, ...], str] = (), ""
        """Clause and line of the moment at which it was stopped."""
        self.lying = HiddenRows(self.table.places, self.table.players)
        rows = {place.full_name: place for place, mode in self.glance.places if mode == 1 and place.is_row}
        self.orders = Orders({name: len(place.row) for name, place in rows.items()})
        self.orders.known |= {name: list(row) for name, row in world.orders.items() if name in rows}
        self.table.watch = Story([self.observe])

    def play(self, steps: int) -> None:
        """Play on for so many steps at most, the deal among them."""
        game, table = self.world.game, self.table
        for _ in range(steps):
            if table.outcome is not None:
                return
            self.step_answers, self._hidden, self._shown, self._sights = [], self.glance.hidden(), (), 0
            self.script.append(self.step_answers)
            WATCHDOG.enter(game, self)
            try:
                (run_deal if table.dealing else run_step)(game, table, self)
            finally:
                WATCHDOG.leave()
            self._notice(Kind.END, None, orders=self.orders.plain())
            self.step += 1

    def _notice(
        self, kind: Kind, data: Any, choice: Choice | None = None, orders: Mapping[str, Any] | None = None
    ) -> None:
        self.notice(
            Noticed(
                kind, data, self.glance.take(), self.glance.hidden(), self._hidden, self._shown, self._sights,
                self.requests, self.step, choice, orders,
            )
        )  # fmt: skip

    def observe(self, entry: Entry) -> None:
        if entry[0] == "reveal":
            self._shown += ((entry[1], entry[2], entry[3]),)
        if entry[0] == "swap" and entry[1].sees(self.player) != entry[2].sees(self.player):
            # What comes into sight is other cards, and no event says which.
            self._sights += 1
        event = seen(self.table, entry, self.player)
        if self.lying.rows:
            shift = self.lying.observe(entry)
            if event is not None and self.orders.known:
                told = with_cards(entry) if entry[0] == "swap" else entry
                follow(self.orders, self.table, self.player, told, event, shift)
        if event is not None:
            self.frame = sys._getframe()
            self._notice(Kind.EVENT, event)
            self.frame = None

    def _request(self, request: Request) -> None:
        self.requests += 1
        if len(self.step_answers) > MOST_REQUESTS:
            raise Stop
        if not isinstance(request, Choice):
            self._notice(Kind.CHANCE, type(request).__name__)
        elif request.decider is self.player:
            self._notice(Kind.ASKED, ["ask", request.ask, request.player.seat, request.space.describe()])
        else:
            self._notice(Kind.OTHER, (request.decider, request.ask), request)

    def choose(self, choice: Choice) -> Any:
        self._request(choice)
        answer = self.answers.choice(choice, self.step)
        self.step_answers.append(repeatable(choice, answer))
        self._hidden = self.glance.hidden()
        return answer

    def chance(self, event: Chance) -> Any:
        self._request(event)
        outcome = self.answers.chance(event, self.step)
        self.step_answers.append(outcome)
        return outcome

    def where(self) -> tuple[tuple[str, ...], str]:
        """The innermost clause that is being carried out, and FILE:LINE of its rule; empty where there is none."""
        return where(frames(self.frame) if self.frame is not None else suspended(self.rules), self.world.game)


def suspended(rules: list[Generator[Any, Any, Any]]) -> list[FrameType]:
    """The frames of rules that wait for an answer, innermost first."""
    return [each.gi_frame for rule in rules for each in waiting(rule) if each.gi_frame is not None][::-1]

"""Starting a bot on exactly one decision of a record, in this process."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from referee.kernel.errors import BadInput, BadRecord, RefereeError
from referee.kernel.requests import Choice
from referee.kernel.table import Table
from referee.kernel.views import Entry, seen, view_of
from referee.play.bot import Ask, Bot, Option, View
from referee.play.history import History
from referee.play.imagine import Imagination
from referee.play.referee import seat_seed
from referee.record.header import checked_header
from referee.record.record import read_record
from referee.record.replay import replay


class _There(RefereeError):
    """The decision has been reached."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A bot's answer where the record has ``recorded``. ``differs_at`` is the first earlier question (from 1) that it
    now answers otherwise, 0 where there is none."""

    view: View
    ask: Ask
    recorded: Any
    answer: Any
    notes: list[str]
    differs_at: int


def decide(
    content: bytes,
    name: str,
    seat: int,
    at: int,
    make: Callable[[], Bot],
    call: Callable[[Callable[..., Any], View, Ask], Any] = lambda answer, view, ask: answer(view, ask),
) -> Decision:
    """Play a record up to the ``at``-th question (from 1) of a seat and put it to a bot.

    The bot hears and answers everything before, as in the match, so that it remembers what it would; what it answers
    is not used. ``call`` calls its ``answer`` on the decision itself. BadInput where there is no such seat or
    question, BadRecord where the record is damaged before it.
    """
    header, lines = read_record(content, name)
    claimed = checked_header(header, name)
    result = lines[-1]["result"]
    secret = result.get("secret", "") if isinstance(result, dict) else ""
    try:
        drawn = bytes.fromhex(secret)
    except (TypeError, ValueError):
        raise BadRecord(len(lines) + 1, "the secret cannot be read") from None
    found = None
    # A match of a block has seeds of its own; which it was a record does not say, but the bot's answers do.
    for seated in (None, claimed.seats):
        seed = seat_seed(drawn, seat, seated)
        there = _Debugged(seat, at, make, call, seed)
        with suppress(_There):
            replay(content, name, on_start=there.start, on_event=there.event, on_step=there.step, on_answer=there.asked)
        if there.decision is None:
            raise BadInput(f"{name}: seat {seat} is asked {there.number} questions; there is none with number {at}")
        if not there.decision.differs_at:
            return there.decision
        found = found or there.decision
    assert found is not None
    return found


class _Debugged:
    def __init__(self, seat: int, at: int, make: Callable[[], Bot], call: Callable[..., Any], seed: bytes) -> None:
        self.seat, self.at, self.bot, self.call = seat, at, make(), call
        self.bot.rng = random.Random(seed)
        self.listens = type(self.bot).event is not Bot.event
        self.number = self.differs_at = 0
        self.decision: Decision | None = None

    def start(self, header: Any, table: Table) -> None:
        if self.seat >= len(table.players):
            raise BadInput(f"there is no seat {self.seat}: seats are from 0 to {len(table.players) - 1}")
        self.table, self.history = table, History(table)
        self.player = table.players[self.seat]
        self.bot.seat = self.seat
        self.bot.start({"seat": self.seat, **self.table.game.form})

    def event(self, table: Table, entry: Entry) -> None:
        self.history.observe(entry)
        if self.listens:
            told = seen(table, entry, self.player)
            if told is not None:
                self.bot.event(told)

    def step(self, table: Table, step: int, entries: list[Any]) -> None:
        self.history.boundary()

    def asked(self, choice: Choice, answer: Any) -> None:
        if choice.decider is self.player:
            self.number += 1
            view = View(lambda: view_of(choice.table, choice.decider), lambda view: self.imagination(choice, view))
            ask = Ask(choice.ask, choice.player.seat, choice.space)
            recorded = choice.space.plain(answer)
            if self.number == self.at:
                given = plain(self.call(self.bot.answer, view, ask))
                self.decision = Decision(view, ask, recorded, given, self.bot._notes or [], self.differs_at)
                raise _There
            given = plain(self.bot.answer(view, ask))
            self.bot._notes = None
            if given != recorded and not self.differs_at:
                self.differs_at = self.number
        self.history.answered(choice, answer)

    def imagination(self, choice: Choice, view: View) -> Imagination:
        asked = (choice.ask, choice.player.seat, choice.space.describe())
        return Imagination(choice.table.game, view.data, self.history.knowledge(choice.decider), asked)


def plain(answer: Any) -> Any:
    return answer.plain if isinstance(answer, Option) else answer

"""The referee: plays a match between seats by the rules and says how it went."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.asking import clauses_asking
from referee.kernel.errors import RuleFault
from referee.kernel.game import Game, run_deal, run_step
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice, Draw, Together, clause_at
from referee.kernel.scalars import to_plain
from referee.kernel.table import Table
from referee.kernel.views import Entry, place_name, seen
from referee.play.seats import BotFault, Seat
from referee.record.header import header_of
from referee.record.record import Recorder, Story
from referee.record.replay import result_data
from referee.record.tape import Tape, new_secret


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match went. ``data`` is what its record says of it (see ``referee.record.replay.result_data``)."""

    data: Mapping[str, Any]
    decisions: int
    record: bytes | None = field(default=None, repr=False)

    @property
    def ranks(self) -> list[int] | None:
        """By seat, 1 for the best, ties shared; None for a match that the rules stopped."""
        return self.data["ranks"]  # type: ignore[no-any-return]

    @property
    def payoffs(self) -> list[Any] | None:
        return self.data["payoffs"]  # type: ignore[no-any-return]

    @property
    def reason(self) -> str:
        """The game's word for its end, ``turn-cap`` or ``stopped``."""
        return str(self.data["reason"])


class Referee:
    """The driver of a match: asks seats, draws chance from the tape, keeps the record."""

    symbolic = False

    def __init__(self, table: Table, seats: Sequence[Seat], tape: Tape, recorder: Recorder | None) -> None:
        self.table, self.seats, self.tape, self.recorder = table, seats, tape, recorder
        self.game = table.game
        self.rules: list[Generator[Any, Any, Any]] = []
        self.decisions = 0
        self.faults: dict[int, dict[str, Any]] = {}
        self.unready: dict[int, BotFault] = {}
        """Seats that failed before they were asked: their fault counts from their first question on."""
        self.heard: dict[int, list[Entry]] = {seat: [] for seat, each in enumerate(seats) if each.listens}

    def choose(self, choice: Choice) -> Any:
        self.decisions += 1
        if self.recorder is not None:
            self.recorder.asked(choice)
        seat = choice.decider.seat
        if seat in self.faults:
            answer = self.game.default_answer(choice)
        else:
            try:
                if seat in self.unready:
                    raise self.unready[seat]
                if seat in self.heard:
                    self.tell(seat)
                answer = self.seats[seat].answer(choice)
            except BotFault as fault:
                self.forfeit(choice, fault)
                answer = self.game.default_answer(choice)
        if self.recorder is not None:
            self.recorder.answered(choice, answer)
        return answer

    def tell(self, seat: int) -> None:
        """Let a listening seat hear what it may notice of all that has happened since it last heard."""
        entries, self.heard[seat] = self.heard[seat], []
        for entry in entries:
            told = seen(self.table, entry, self.table.players[seat])
            if told is not None:
                self.seats[seat].event(told)

    def hear(self, entry: Entry) -> None:
        for heard in self.heard.values():
            heard.append(entry)

    def forfeit(self, choice: Choice, fault: BotFault) -> None:
        """From here on the default action answers for the seat; the others play on."""
        seat, reason = choice.decider.seat, str(fault)
        if fault.kind == "illegal":
            ids = clause_at(self.table, self.rules)
            clause = ", ".join(clauses_asking(type(self.game)).get(choice.ask, ids) if ids == ("?",) else ids)
            reason = f"{clause}: seat {seat} answered {fault.answer!r}: {reason}; allowed: {choice.space.describe()}"
        self.faults[seat] = {"seat": seat, "kind": fault.kind, "reason": reason[:1000], "turn": self.table.turns}
        if self.recorder is not None:
            if fault.kind == "illegal":
                self.recorder.rejected(seat, fault.answer, str(fault))
            self.recorder.fault(seat, fault.kind, reason)

    def together(self, choices: Together) -> Mapping[Player, Any]:
        return {choice.player: self.choose(choice) for choice in choices.choices}

    def chance(self, event: Chance) -> Any:
        tape, table = self.tape, self.table
        if type(event) is Draw and tape.in_order(event.place):
            # The shuffle has fixed it: no new event of chance, so it takes no ordinal, recorded or not.
            if self.recorder is None:
                return tape.outcome(event, "")
            name = f"as shuffled: {place_name(event.place)}"
        else:
            name = tape.name(table, ", ".join(clause_at(table, self.rules)))
        outcome = tape.outcome(event, name)
        if self.recorder is not None:
            self.recorder.chance(name, event, outcome)
        return outcome


def seat_rng(secret: bytes, seat: int) -> random.Random:
    """A seat's own chance: says nothing about the tape, and is the same again with the same secret."""
    return random.Random(hashlib.sha256(secret + b"\0seat %d" % seat).digest())


def play_match(
    game: Game[Any],
    seats: Sequence[Seat],
    *,
    secret: bytes | None = None,
    seeded: bool = False,
    turn_cap: int | None = None,
    record: bool = False,
    views: bool = False,
) -> MatchResult:
    """Play one match. ``seats`` has a seat for each player.

    ``secret`` is that of the chance tape (a new one, if none is given); ``seeded`` says that it was no secret.
    With ``record`` the result carries the record, with ``views`` in it a digest of all that each asked seat saw.
    """
    assert len(seats) == game.players, "a seat for each player"
    tape = Tape(secret or new_secret())
    table = game.table()
    cap = game.turn_cap if turn_cap is None else turn_cap
    names = [seat.name for seat in seats]
    recorder = None
    if record:
        recorder = Recorder(table, header_of(game, names, tape, seeded=seeded, turn_cap=cap, views=views))
    referee = Referee(table, seats, tape, recorder)
    listeners = ([recorder.told] if recorder else []) + ([referee.hear] if referee.heard else [])
    if listeners:
        table.watch = Story(listeners)
    info = {
        "game": game.name,
        "players": game.players,
        "readings": dict(game.readings),
        "settings": {name: to_plain(value) for name, value in game.settings.items()},
    }
    for number, seat in enumerate(seats):
        try:
            seat.start({"seat": number, **info})
        except BotFault as fault:
            referee.unready[number] = fault
    stopped = ""
    step = 0
    try:
        run_deal(game, table, referee)
        while table.outcome is None and table.turns < cap:
            if recorder is not None:
                recorder.step_done(step)
                step += 1
            run_step(game, table, referee)
    except RuleFault as fault:
        stopped = str(fault)
    data = result_data(table, referee.faults, stopped)
    if recorder is not None:
        recorder.step_done(step)
        recorder.result({**data, "secret": tape.secret.hex()})
    for number, seat in enumerate(seats):
        if number not in referee.faults:
            with suppress(BotFault):  # the result stands
                if number in referee.heard:
                    referee.tell(number)
                seat.end(data)
    return MatchResult(data, referee.decisions, recorder.written() if recorder else None)

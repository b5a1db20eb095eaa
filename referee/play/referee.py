"""The referee: plays a match between seats by the rules and says how it went."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.kernel.driving import run
from referee.kernel.errors import NO_CLAUSE, RuleFault, in_words
from referee.kernel.game import Game
from referee.kernel.question_clauses import clauses_asking
from referee.kernel.requests import Chance, Choice, clause_at
from referee.kernel.table import Table
from referee.kernel.views import Entry, seen
from referee.play.event_text import told_to_people
from referee.play.history import History
from referee.play.one_by_one import OneByOne
from referee.play.seats import BotFault, BulkSeat, Seat
from referee.record.header import header_of
from referee.record.record import Recorder, Story
from referee.record.replay import result_data, told_to
from referee.record.tape import BulkTape, Tape, new_secret, tape_of


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match. ``data`` is what its record says of it (see ``referee.record.replay.result_data``)."""

    data: Mapping[str, Any]
    decisions: int
    record: bytes | None = field(default=None, repr=False)
    logs: Mapping[int, str] = field(default_factory=dict, repr=False)
    """What each seat's bot wrote to standard error (``print`` included), by seat, as far as ``Limits.log`` keeps it."""

    @property
    def ranks(self) -> list[int] | None:
        """The rank of each seat, 1 for the best, ties shared; None for a match that the rules stopped."""
        return self.data["ranks"]  # type: ignore[no-any-return]

    @property
    def payoffs(self) -> list[Any] | None:
        return self.data["payoffs"]  # type: ignore[no-any-return]

    @property
    def reason(self) -> str:
        """The game's word for its end, ``turn-cap`` or ``stopped``."""
        return str(self.data["reason"])


class Referee(OneByOne):
    """The driver of a match: asks seats, draws chance from the tape, keeps the record."""

    def __init__(self, table: Table, seats: Sequence[Seat], tape: Tape, recorder: Recorder | None) -> None:
        self.table, self.seats, self.tape, self.recorder = table, seats, tape, recorder
        self.game = table.game
        table.draw_known = tape.top
        self.rules: list[Generator[Any, Any, Any]] = []
        self.decisions = 0
        self.history = History(table) if any(seat.remembers for seat in seats) else None
        """Kept where a seat remembers, for what it may want to imagine."""
        self.faults: dict[int, dict[str, Any]] = {}
        self.unsent: dict[int, list[Entry]] = {seat: [] for seat, each in enumerate(seats) if each.listens}
        self.awake: Seat | None = None
        """The seat that was asked last."""
        self.keep = self._keeping()
        """Takes an answer down, where anybody does."""
        some_rest = any(type(seat).rest is not Seat.rest for seat in seats)
        self.answer_of = [self._answer_of(seat, some_rest) for seat in range(len(seats))]
        """For each seat a function that answers a choice."""

    def _answer_of(self, seat: int, some_rest: bool) -> Callable[[Choice], Any]:
        answer: Callable[[Choice], Any] = self._alone(seat) if some_rest else self.seats[seat].answer
        if seat not in self.unsent:
            return answer

        def hear_and_answer(choice: Choice) -> Any:
            self.tell(seat)
            return answer(choice)

        return hear_and_answer

    def _alone(self, seat: int) -> Callable[[Choice], Any]:
        """Answers while all others rest."""
        mine = self.seats[seat]

        def answer(choice: Choice) -> Any:
            if self.awake is not mine:
                if self.awake is not None:
                    self.awake.rest()
                self.awake = mine
            return mine.answer(choice)

        return answer

    def not_ready(self, seat: int, fault: BotFault) -> None:
        """A seat failed before it was asked: its fault counts from its first question on."""

        def fail(choice: Choice) -> Any:
            raise fault

        self.answer_of[seat] = fail

    def choose(self, choice: Choice) -> Any:
        self.decisions += 1
        try:
            answer = self.answer_of[choice.decider](choice)  # type: ignore[call-overload]
        except BaseException as error:
            if self.recorder is not None:
                self.recorder.asked(choice)
            if not isinstance(error, BotFault):
                raise
            return self.forfeit(choice, error)
        if self.keep is not None:
            self.keep(choice, answer)
        return answer

    def _keeping(self) -> Callable[[Choice, Any], None] | None:
        recorder, history = self.recorder, self.history
        noting = any(type(seat).take_notes is not Seat.take_notes for seat in self.seats)
        if history is None and not noting:
            return None if recorder is None else recorder.decided

        def keep(choice: Choice, answer: Any) -> None:
            if recorder is not None:
                recorder.asked(choice)
                self.note_and_answer(choice, answer)
            if history is not None:
                history.answered(choice, answer)

        return keep

    def note_and_answer(self, choice: Choice, answer: Any) -> None:
        """Record the answer to a question that is recorded, behind what the seat noted with it."""
        if self.recorder is not None:
            for note in self.seats[choice.decider.seat].take_notes():
                self.recorder.noted(choice.decider.seat, note)
            self.recorder.answered(choice, answer)

    def tell(self, seat: int) -> None:
        """Let a listening seat hear what it may notice of all that has happened since it last heard."""
        entries, self.unsent[seat] = self.unsent[seat], []
        for entry in entries:
            look = told_to_people if self.seats[seat].is_human else seen
            event = look(self.table, entry, self.table.players[seat])
            if event is not None:
                self.seats[seat].event(event)

    def hear(self, entry: Entry) -> None:
        for entries in self.unsent.values():
            entries.append(entry)

    def forfeit(self, choice: Choice, fault: BotFault) -> Any:
        """Give the seat a forfeit: from here on the default action answers for it, and the others play on. Gives the
        answer to this question."""
        seat, reason = choice.decider.seat, str(fault)
        if fault.kind == "illegal":
            ids = clause_at(self.table, self.rules)
            clause = ", ".join(clauses_asking(type(self.game)).get(choice.ask, ids) if ids == (NO_CLAUSE,) else ids)
            said = f"seat {seat} answered {fault.answer!r}: {reason}"
            reason = f"{in_words(clause)}: {said}; allowed: {choice.space.describe()}"
        self.take_over(seat, fault.kind, reason)
        if self.recorder is not None:
            if fault.kind == "illegal":
                self.recorder.rejected(seat, fault.answer, str(fault))
            self.recorder.fault(seat, fault.kind, reason)
        answer = self.game.default_answer(choice)
        self.note_and_answer(choice, answer)
        if self.history is not None:
            self.history.answered(choice, answer)
        return answer

    def take_over(self, seat: int, kind: str, reason: str) -> None:
        """The default action answers for a seat from here on."""
        self.answer_of[seat] = self.game.default_answer
        self.faults[seat] = {"seat": seat, "kind": kind, "reason": reason[:1000], "turn": self.table.turns}

    def left(self, recorder: Recorder) -> bytes | None:
        """The record of a match that is left now; None where nothing is dealt."""
        turns = max(0, len(recorder.lines) - 2)
        for word, seat, *_ in (each for each in recorder.leave() if type(each) is list):
            if word == "fault":
                del self.faults[seat]
        if len(recorder.lines) == 1:
            return None
        data = result_data(self.table, self.faults, "", left=True)
        recorder.result({**data, "turns": turns, "secret": self.tape.secret.hex()})
        return recorder.written()

    def step_done(self, turns: int) -> None:
        if self.recorder is not None:
            self.recorder.step_done(turns)
        if self.history is not None:
            self.history.boundary()

    def chance(self, event: Chance) -> Any:
        tape, table = self.tape, self.table
        name = tape.name(table, ", ".join(clause_at(table, self.rules)))
        outcome = tape.outcome(event, name)
        if self.recorder is not None:
            self.recorder.chance(name, event, outcome)
        return outcome


def seat_rng(secret: bytes, seat: int) -> random.Random:
    """A seat's own chance: says nothing about the tape, and is the same again with the same secret."""
    return random.Random(seat_seed(secret, seat))


def seat_seed(secret: bytes, seat: int, seated: Sequence[str] | None = None) -> bytes:
    """The seed of a seat's chance. A bot that is told its seed gets one of its own in every seating of the same
    chance: ``seated`` are the names of all seats."""
    own = b"\0seat %d" % seat if seated is None else b"\0told %d\0" % seat + json.dumps(list(seated)).encode()
    return hashlib.sha256(secret + own).digest()


def play_match(
    game: Game[Any],
    seats: Sequence[Seat],
    *,
    secret: bytes | None = None,
    seeded: bool = False,
    turn_cap: int | None = None,
    record: bool = False,
    views: bool = False,
    names: Sequence[str] | None = None,
    again: bool = False,
    referee: Callable[[Table, Sequence[Seat], Tape, Recorder | None], Referee] = Referee,
    on_leave: Callable[[bytes | None], None] | None = None,
) -> MatchResult:
    """Play one match. ``seats`` has a seat for each player.

    ``secret`` is the secret of the chance tape (by default a new one); with one of bulk play all seats answer at
    random from it. ``seeded`` says that it was no secret. With
    ``record`` the result has the record; with ``views`` the record has a digest of all that each asked seat saw.
    ``names`` are told to all seats; without them no seat knows with whom it plays. ``again``: the same chance is
    played in other seatings too, and the bots' own chance must differ. Another ``referee`` takes up a match that
    was left, whose record kept the secret. Where somebody leaves a recorded match or interrupts it, ``on_leave`` is
    given the record of what was played, if anything was.
    """
    assert len(seats) == game.players, "a seat for each player"
    tape = tape_of(secret or new_secret())
    if isinstance(tape, BulkTape):
        seats = [BulkSeat(tape.below_words) for _ in seats]
    cap = game.turn_cap if turn_cap is None else turn_cap
    try:
        result = _played(
            game, seats, tape, referee, on_leave,
            seeded=seeded, cap=cap, record=record, views=views, names=names, again=again,
        )  # fmt: skip
    finally:
        for seat in seats:
            seat.left()
    logs = {number: seat.log for number, seat in enumerate(seats) if seat.log}
    return replace(result, logs=logs) if logs else result


def _played(
    game: Game[Any],
    seats: Sequence[Seat],
    tape: Tape,
    make: Callable[[Table, Sequence[Seat], Tape, Recorder | None], Referee],
    on_leave: Callable[[bytes | None], None] | None,
    *,
    seeded: bool,
    cap: int,
    record: bool,
    views: bool,
    names: Sequence[str] | None,
    again: bool,
) -> MatchResult:
    extra: dict[str, Any] = {} if names is None else {"names": list(names)}
    seated = [seat.name for seat in seats] if again else None
    absent: dict[int, BotFault] = {}
    beside = not any(seat.own_code for seat in seats)
    for number, seat in enumerate(seats):
        seat.may_share_processor = beside
        if type(seat).start is Seat.start:
            continue  # nobody looks at what it would be told
        if game.teams:
            team = game.team_of(game.seated[number])
            partners = [each for each in game.seated if game.team_of(each) == team and each.seat != number]
            extra["partners"] = [each.seat for each in partners]
        try:
            seat.start({"seat": number, **game.form, "seed": seat_seed(tape.secret, number, seated).hex(), **extra})
        except BotFault as fault:
            absent[number] = fault
    table = game.table()
    if game.ledger is not None:
        game.ledger.follow(table)
    recorder = None
    if record:
        chance = "seeded" if seeded else "secret" if make is Referee else "kept"
        recorder = Recorder(table, header_of(game, seats, tape, chance=chance, turn_cap=cap, views=views))
    referee = make(table, seats, tape, recorder)
    for number, why in absent.items():
        referee.not_ready(number, why)
    if referee.history is not None:
        for seat in seats:
            seat.history = referee.history if seat.remembers else None
    listeners = [referee.hear] if referee.unsent else []
    listeners += [referee.history.observe] if referee.history else []
    if recorder is not None:
        table.watch = recorder.watch(*listeners)
    elif listeners:
        table.watch = Story(listeners)
    stopped = ""
    try:
        step_done: Callable[[int], None] | None = referee.step_done if recorder or referee.history else None
        if recorder is not None and referee.history is None:
            step_done = recorder.step_done
        run(game, table, referee, cap, step_done)
    except RuleFault as fault:
        stopped = str(fault)
        if recorder is not None:
            recorder.step_done(0 if table.dealing else table.turns + 1)
    except KeyboardInterrupt:
        if recorder is not None and on_leave is not None:
            on_leave(referee.left(recorder))
        raise
    data = result_data(table, referee.faults, stopped)
    if recorder is not None:
        recorder.result({**data, "secret": tape.secret.hex()})
    for number, seat in enumerate(seats):
        if number not in referee.faults:
            try:
                if number in referee.unsent:
                    referee.tell(number)
                seat.end(told_to(data, number))
            except BotFault:
                continue  # the result stands
    return MatchResult(data, referee.decisions, recorder.written() if recorder else None)

"""Playing a record through the rules again, and comparing."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from referee.games.registry import game_called
from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import NO_CLAUSE, BadInput, BadRecord, IllegalAnswer, RefereeError, RuleFault, in_words
from referee.kernel.game import Game
from referee.kernel.input_files import read_bytes
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice, Together, clause_at
from referee.kernel.scalars import to_plain
from referee.kernel.table import Table
from referee.kernel.views import Entry
from referee.record.archive import FIRST_BYTES
from referee.record.entries import SEATS_AND_CHANCE, wrong_entry
from referee.record.header import fingerprint, game_of, same_json
from referee.record.record import Recorder, plain_outcome, read_outcome, read_record
from referee.record.tape import commitment, tape_of

LEFT = "left"
"""The reason of a match that was left before its end, as the result of its record has it."""


UNTOLD = "the reason is told to that seat alone"
"""Where a result says why another seat is at fault."""


class Difference(RefereeError):
    """The record and the rules part here."""


class _LeftHere(RefereeError):
    """The record of a match that was left ends here, within a step."""


class Replayer:
    """The driver that answers with what a record says."""

    symbolic = False

    def __init__(self, table: Table, recorder: Recorder, secret: bytes | None) -> None:
        self.table, self.recorder = table, recorder
        self.rules: list[Generator[Any, Any, Any]] = []
        self.entries: Iterator[Any] = iter(())
        self.tape = tape_of(secret or b"")
        self.drawn = secret is not None
        """Whether chance is drawn again, or only the names of its events are."""
        if self.drawn:
            table.draw_known = self.tape.top
        self.before_answer: Callable[[Choice, Any], None] | None = None
        self.faults: dict[int, dict[str, Any]] = {}
        self.was_left = False
        """Whether the match was left in this step, so that the entries may end."""

    def choose(self, choice: Choice) -> Any:
        asked = self._take("ask")
        self.recorder.asked(choice)
        entry = self._next()
        if entry[0] == "view":
            entry = self._next()
        while entry[0] in ("rejected", "fault", "noted"):
            self.recorder.copied(entry)
            if entry[1] != choice.decider.seat:
                raise Difference(f"seat {entry[1]} is spoken of where seat {choice.decider.seat} is asked")
            if entry[0] == "fault":
                _, seat, kind, reason = entry
                self.faults[seat] = {"seat": seat, "kind": kind, "reason": reason, "turn": self.table.turns}
            entry = self._next()
        if entry[0] != "answer" or asked[1:2] != entry[1:2]:
            raise Difference(f"an answer to {choice.ask!r} is expected, not {entry[0]!r}")
        try:
            answer = choice.space.read(entry[2])
        except (ValueError, TypeError, IndexError) as error:
            raise Difference(f"the answer to {choice.ask!r} is not allowed: {error}") from None
        if choice.decider.seat in self.faults and answer != self.table.game.default_answer(choice):
            raise Difference("the answer for a seat at fault is not its default action")
        if self.before_answer is not None:
            self.before_answer(choice, answer)
        self.recorder.answered(choice, answer)
        self.tape.answered(choice)
        return answer

    def together(self, choices: Together) -> Mapping[Player, Any]:
        return {choice.player: self.choose(choice) for choice in choices.choices}

    def chance(self, event: Chance) -> Any:
        entry = self._take("chance")
        # By the name that the record gives, an outcome could be had for the asking.
        name = self.tape.name(self.table, ", ".join(clause_at(self.table, self.rules)))
        if entry[1:2] != [name]:
            raise Difference(f"chance is called {_short(entry[1:2])} where the rules call it {_short([name])}")
        try:
            outcome = read_outcome(event, entry[2])
            possible = event.check(outcome)
        except (ValueError, TypeError, IndexError) as error:
            raise Difference(f"the outcome of chance is none: {error}") from None
        if not possible:
            raise Difference("the outcome of chance is not possible there")
        if self.drawn and plain_outcome(event, self.tape.outcome(event, name)) != entry[2]:
            raise Difference(f"chance ({name}) does not come out like this with its secret")
        self.recorder.chance(name, event, outcome)
        return outcome

    def _take(self, word: str) -> Any:
        told = self._next()
        if told[0] != word:
            raise Difference(f"{word!r} is expected, not {told[0]!r}")
        return told

    def _next(self) -> Any:
        """The next entry that is no event of the table."""
        for told in self.entries:
            if told[0] in SEATS_AND_CHANCE:
                return told
        raise _LeftHere if self.was_left else Difference("the rules go on where the record does not")


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record that agrees with the rules. ``rules_changed``: the text of the rules has changed since.

    ``chance_checked``: every outcome was compared with the one that the secret gives. It was not if a search for a
    witness chose the outcomes: only such a record has no secret.
    """

    header: Mapping[str, Any]
    result: Mapping[str, Any]
    rules_changed: bool
    chance_checked: bool


def replay(
    content: bytes,
    name: str,
    *,
    secret: bytes | None = None,
    on_start: Callable[[Mapping[str, Any], Table], None] | None = None,
    on_event: Callable[[Table, Entry], None] | None = None,
    on_step: Callable[[Table, int, list[Any]], None] | None = None,
    on_answer: Callable[[Choice, Any], None] | None = None,
    find: Callable[[str], type[Game[Any]]] = game_called,
) -> Replayed:
    """Play a record through the rules and compare every line.

    ``secret`` is the secret of its chance, whatever the record says, if somebody knows it. ``on_start(header, table)``
    is called before the deal, ``on_event(table, entry)`` with each entry of the table (see
    ``referee.kernel.views.seen``), ``on_answer(choice, answer)`` before each answer takes effect, and ``on_step(table,
    step, entries)`` when a step has been replayed. BadInput: ``content`` is no record. BadRecord, with the line: it is
    damaged, or the rules give something else.
    """
    header, lines = read_record(content, name)
    game = game_of(header, name, find)
    changed = header["rules"] != fingerprint(type(game))
    result = lines[-1]["result"]
    if not isinstance(result, dict) or not isinstance(result.get("stopped", ""), str):
        raise BadRecord(len(lines) + 1, "the result cannot be read")
    if len(lines) == 1:
        raise BadRecord(2, "the record ends before the deal")
    secret = _secret(header, result, len(lines) + 1, secret)
    table = game.table()
    recorder = Recorder(table, header)
    table.watch = recorder.watch() if on_event is None else recorder.watch(partial(on_event, table))
    if on_start is not None:
        on_start(header, table)
    driver = Replayer(table, recorder, secret)
    driver.before_answer = on_answer
    left = was_left(result)
    for step, line in enumerate(lines[:-1]):
        if wrong := wrong_entry(line["did"], game.players):
            raise BadRecord(step + 2, wrong)
        with _comparing(step + 2, changed):
            if table.outcome is not None:
                raise Difference("the rules end the match before this line")
            if step > header["turn_cap"]:
                raise Difference("its turn cap ends the match before this line")
            driver.entries, driver.was_left = iter(line["did"]), left and line is lines[-2]
            stopped = ""
            try:
                (run_step if step else run_deal)(game, table, driver)
            except RuleFault as fault:
                stopped = str(fault)
            except _LeftHere:
                pass
            recorder.step_done(step)
            if recorder.lines[-1] != msgspec.json.encode(line):
                given = msgspec.json.decode(recorder.lines[-1])["did"]
                raise Difference(_first_difference(line["did"], given))
            if stopped != (_said_now(result.get("stopped", "")) if line is lines[-2] else ""):
                raise Difference(f"the rules stop here: {stopped}" if stopped else "the rules do not stop here")
        if on_step is not None:
            on_step(table, step, line["did"])
    with _comparing(len(lines) + 1, changed):
        again = result_data(table, driver.faults, result.get("stopped", ""), left=left)
        told = {key: value for key, value in result.items() if key != "secret"}
        if not same_json(told, again):
            raise Difference("the result is not the one that the rules give")
        over = table.outcome is not None or table.turns >= header["turn_cap"] or "stopped" in result
        if left and over:
            raise Difference("the match is said to have been left, and is over")
        if not left and not over:
            raise Difference("the record ends before the match does")
    return Replayed(header, result, changed, driver.drawn)


@contextmanager
def _comparing(number: int, changed: bool) -> Iterator[None]:
    """BadRecord with the line where what it says is not what the rules give, or nothing that they could."""
    where = f"rules changed: first difference at line {number}" if changed else "it differs from the rules"
    try:
        yield
    except (Difference, IllegalAnswer, AssertionError) as error:
        raise BadRecord(number, f"{where}: {error}") from None
    except (KeyError, TypeError, IndexError, AttributeError, ValueError, RecursionError) as error:
        raise BadRecord(number, f"{where}: {type(error).__name__}: {str(error)[:200]}") from error


def _secret(header: Mapping[str, Any], result: Mapping[str, Any], line: int, expected: bytes | None) -> bytes | None:
    """The source of the same chance. A match that was played always reveals it at its end."""
    chosen = header["chance"] == "chosen"
    if expected is not None:
        if chosen or header["commitment"] != commitment(expected):
            raise BadRecord(1, "its chance is not that of its block")
        if "secret" not in result:
            raise BadRecord(line, "it leaves the secret of its chance out")
    if "secret" not in result:
        if not chosen:
            raise BadRecord(line, f"its chance is called {header['chance']}, and the record leaves its secret out")
        return None
    if chosen:
        raise BadRecord(line, "its chance was chosen, and yet it names a secret")
    try:
        secret = bytes.fromhex(result["secret"])
    except (TypeError, ValueError):
        raise BadRecord(line, "the secret cannot be read") from None
    if commitment(secret) != header["commitment"]:
        raise BadRecord(line, "the secret is not the one that the header is committed to")
    if result["secret"] != secret.hex():
        raise BadRecord(line, "the secret is not written as it would be")
    return secret


def _said_now(stopped: str) -> str:
    """Why the rules stopped: records that are older than 0.29 say in another way that no clause was carried out."""
    older = f"{NO_CLAUSE}: "
    return f"{in_words(NO_CLAUSE)}: {stopped.removeprefix(older)}" if stopped.startswith(older) else stopped


def _first_difference(recorded: list[Any], replayed: list[Any]) -> str:
    for one, other in zip(recorded, replayed, strict=False):
        if one != other:
            return f"the record says {_short(one)}, the rules give {_short(other)}"
    return "the record leaves something out" if len(recorded) < len(replayed) else "the record says too much"


def _short(entry: Any) -> str:
    text = msgspec.json.encode(entry).decode()
    return text if len(text) <= 120 else text[:119] + "…"


def result_data(
    table: Table, faults: Mapping[int, Mapping[str, Any]], stopped: str, *, left: bool = False
) -> dict[str, Any]:
    """The result of a match, as JSON data: ranks (1 is best, ties share), exact payoffs, why it ended.

    A seat at fault ranks last and pays the worse of what default play gave and the game's forfeit. A match that its
    turn cap ended is a draw of those still in. A match that the rules stopped is void; one that was left is open.
    """
    outcome = table.outcome
    data: dict[str, Any] = {"turns": table.turns, "faults": [dict(faults[seat]) for seat in sorted(faults)]}
    if stopped:
        return {"reason": "stopped", "stopped": stopped, "ranks": None, "payoffs": None, **data}
    if left:
        return {"reason": LEFT, "ranks": None, "payoffs": None, **data}
    seats = range(len(table.players))
    scores = [(seat in faults, 0 if outcome is None else outcome.scores[seat]) for seat in seats]
    in_order = sorted(scores)
    payoffs = list(table.money[:-1] if outcome is None else outcome.payoffs)
    for seat in faults:
        payoffs[seat] = min(payoffs[seat], -table.game.forfeit())
    return {
        "reason": "turn-cap" if outcome is None else outcome.reason,
        "ranks": [1 + in_order.index(score) for score in scores],
        "payoffs": [to_plain(payoff) for payoff in payoffs],
        **data,
    }


def told_to(result: Mapping[str, Any], seat: int | None) -> dict[str, Any]:
    """The result as a seat is told it, everything where ``seat`` is None: not the secret of chance, nor why another
    seat is at fault, which names the cards that it could have answered with."""
    if seat is None:
        return dict(result)
    faults = [each if each["seat"] == seat else {**each, "reason": UNTOLD} for each in result["faults"]]
    return {**{key: value for key, value in result.items() if key != "secret"}, "faults": faults}


def was_left(result: Mapping[str, Any]) -> bool:
    """Whether the match was left before its end; a game may call its own end by the same word."""
    return result.get("reason") == LEFT and result.get("ranks") is None


def load(path: Path) -> bytes:
    """The bytes of a record; BadInput where the file cannot be read, or is an archive of records."""
    content = read_bytes(path, kind="a record")
    if content.startswith(FIRST_BYTES):
        raise BadInput(f"{path}: this is an archive: take a record out of it first, for example with 'unzip'")
    return content

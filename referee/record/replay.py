"""Playing a record through the rules again, and comparing."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from referee.games.registry import find_game
from referee.kernel.errors import BadInput, BadRecord, IllegalAnswer, RuleFault
from referee.kernel.game import Game, rules_of, run_deal, run_step
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice, Together
from referee.kernel.scalars import to_plain
from referee.kernel.table import Table
from referee.record.record import (
    SCHEMA,
    VERSION,
    Recorder,
    Story,
    plain_outcome,
    read_outcome,
    read_record,
)
from referee.record.tape import Tape, commitment


def header_of(
    game: Game[Any], seats: list[str], tape: Tape, *, seeded: bool, turn_cap: int, views: bool
) -> dict[str, Any]:
    """The first line of a record. ``chance`` says whether anybody could have known the secret."""
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "game": game.name,
        "rules": fingerprint(type(game)),
        "players": game.players,
        "readings": dict(game.readings),
        "settings": {name: to_plain(value) for name, value in game.settings.items()},
        "seats": seats,
        "turn_cap": turn_cap,
        "commitment": commitment(tape.secret),
        "chance": "seeded" if seeded else "secret",
        "isolation": "none",
        "limits": {},
        "views": views,
    }


@cache
def fingerprint(game: type[Game[Any]]) -> str:
    """Of the rules' text: the same whatever the comments, the docstrings and the layout."""
    seen = hashlib.sha256()
    folder = rules_of(game).folder
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_bytes())
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
                if isinstance(body[0].value, ast.Constant) and isinstance(body[0].value.value, str):
                    body[0].value.value = ""
        seen.update(path.name.encode() + b"\0" + ast.dump(tree).encode() + b"\0")
    return seen.hexdigest()[:32]


class Difference(Exception):  # noqa: N818 - turned into BadRecord with the line
    """The record and the rules part here."""


class Replayer:
    """The driver that answers with what a record says."""

    symbolic = False

    def __init__(self, table: Table, recorder: Recorder, secret: bytes | None) -> None:
        self.table, self.recorder = table, recorder
        self.rules: list[Generator[Any, Any, Any]] = []
        self.entries: Iterator[Any] = iter(())
        self.tape = Tape(secret) if secret is not None else None
        self.before_answer: Callable[[Choice, Any], None] | None = None

    def choose(self, choice: Choice) -> Any:
        asked = self._take("ask")
        self.recorder.asked(choice)
        told = self._next()
        if told[0] == "view":
            told = self._next()
        while told[0] in ("rejected", "fault"):
            self.recorder.copied(told)
            told = self._next()
        if told[0] != "answer" or asked[1:2] != told[1:2]:
            raise Difference(f"an answer to {choice.ask!r} is expected, not {told[0]!r}")
        try:
            answer = choice.space.read(told[2])
        except (ValueError, TypeError, IndexError) as error:
            raise Difference(f"the answer to {choice.ask!r} is not allowed: {error}") from None
        if self.before_answer is not None:
            self.before_answer(choice, answer)
        self.recorder.answered(choice, answer)
        return answer

    def together(self, choices: Together) -> Mapping[Player, Any]:
        return {choice.player: self.choose(choice) for choice in choices.choices}

    def chance(self, event: Chance) -> Any:
        told = self._take("chance")
        try:
            outcome = read_outcome(event, told[2])
            possible = event.check(outcome)
        except (ValueError, TypeError, IndexError) as error:
            raise Difference(f"the outcome of chance is none: {error}") from None
        if not possible:
            raise Difference("the outcome of chance is not possible there")
        if self.tape is not None and plain_outcome(event, self.tape.outcome(event, told[1])) != told[2]:
            raise Difference(f"chance ({told[1]}) does not come out like this with the secret of the record")
        self.recorder.chance(told[1], event, outcome)
        return outcome

    def _take(self, word: str) -> Any:
        told = self._next()
        if told[0] != word:
            raise Difference(f"{word!r} is expected, not {told[0]!r}")
        return told

    def _next(self) -> Any:
        """The next entry that is no event of the table."""
        for told in self.entries:
            if not isinstance(told, list) or not told:
                raise Difference("an entry is a list that begins with a word")
            if told[0] in ("ask", "view", "chance", "answer", "rejected", "fault"):
                return told
        raise Difference("the rules go on where the record does not")


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record that agrees with the rules. ``rules_changed``: their text is not that of the record."""

    header: Mapping[str, Any]
    result: Mapping[str, Any]
    rules_changed: bool


def replay(
    content: bytes,
    name: str,
    *,
    on_step: Callable[[Table, int, list[Any]], None] | None = None,
    on_answer: Callable[[Choice, Any], None] | None = None,
    find: Callable[[str], type[Game[Any]]] = find_game,
) -> Replayed:
    """Play a record through the rules and compare every line.

    ``on_step(table, step, entries)`` is called when a step has been replayed, ``on_answer(choice, answer)``
    before each answer takes effect. BadInput where ``content`` is no record, BadRecord with the line where it
    is damaged or the rules give something else.
    """
    header, lines = read_record(content, name)
    game = game_of(header, name, find)
    changed = header.get("rules") != fingerprint(type(game))
    result = lines[-1]["result"]
    secret = _secret(header, result, len(lines) + 1)
    table = game.table()
    try:
        recorder = Recorder(table, header)
    except KeyError as error:
        raise BadRecord(1, f"the header lacks {error}") from None
    table.watch = Story([recorder.told])
    driver = Replayer(table, recorder, secret)
    driver.before_answer = on_answer
    number = 2
    try:
        for step, line in enumerate(lines[:-1]):
            number = step + 2
            if table.outcome is not None:
                raise Difference("the rules end the match before this line")
            driver.entries = iter(line["did"])
            stopped = ""
            try:
                (run_step if step else run_deal)(game, table, driver)
            except RuleFault as fault:
                stopped = str(fault)
            recorder.step_done(step)
            if recorder.lines[-1] != msgspec.json.encode(line):
                raise Difference(_first_difference(line["did"], msgspec.json.decode(recorder.lines[-1])["did"]))
            if stopped != (result.get("stopped", "") if line is lines[-2] else ""):
                raise Difference(f"the rules stop the match here: {stopped}" if stopped else "the rules do not stop here")
            if on_step is not None:
                on_step(table, step, line["did"])
        number = len(lines) + 1
        faults = {fault["seat"]: fault for fault in result.get("faults", [])}
        again = result_data(table, faults, result.get("stopped", ""))
        told = {key: value for key, value in result.items() if key != "secret"}
        if told != msgspec.json.decode(msgspec.json.encode(again)):
            raise Difference("the result is not the one that the rules give")
        if table.outcome is None and table.turns < header["turn_cap"] and not result.get("stopped"):
            raise Difference("the record ends before the match does")
    except (Difference, IllegalAnswer, AssertionError) as error:
        where = "rules changed: first difference at line" if changed else "differs from the rules at line"
        raise BadRecord(number, f"{where} {number}: {error}") from None
    return Replayed(header, result, changed)


def game_of(header: Mapping[str, Any], name: str, find: Callable[[str], type[Game[Any]]] = find_game) -> Game[Any]:
    """The game of a record's header; BadRecord where the header is not usable."""
    try:
        return find(header["game"])(header["players"], readings=header["readings"], settings=header["settings"])
    except (KeyError, TypeError, AttributeError) as error:
        raise BadRecord(1, f"the header of {name} is not usable: {error}") from None
    except BadInput as error:
        raise BadRecord(1, f"rules changed: {error}") from None


def _secret(header: Mapping[str, Any], result: Mapping[str, Any], line: int) -> bytes | None:
    if "secret" not in result:
        return None
    try:
        secret = bytes.fromhex(result["secret"])
    except (TypeError, ValueError):
        raise BadRecord(line, "the secret cannot be read") from None
    if commitment(secret) != header.get("commitment"):
        raise BadRecord(line, "the secret is not the one that the header is committed to")
    return secret


def _first_difference(recorded: list[Any], given: list[Any]) -> str:
    for one, other in zip(recorded, given, strict=False):
        if one != other:
            return f"the record says {_short(one)}, the rules give {_short(other)}"
    return "the record leaves something out" if len(recorded) < len(given) else "the record says too much"


def _short(entry: Any) -> str:
    text = msgspec.json.encode(entry).decode()
    return text if len(text) <= 120 else text[:119] + "…"


def result_data(table: Table, faults: Mapping[int, Mapping[str, Any]], stopped: str) -> dict[str, Any]:
    """How a match went, as JSON data: ranks (1 is best, ties share), exact payoffs, why it ended.

    A seat at fault ranks last and pays the worse of what default play gave and the game's forfeit. A match
    that its turn cap ended is a draw of those still in. A match that the rules stopped is void.
    """
    outcome = table.outcome
    data: dict[str, Any] = {"turns": table.turns, "faults": [dict(faults[seat]) for seat in sorted(faults)]}
    if stopped:
        return {"reason": "stopped", "stopped": stopped, "ranks": None, "payoffs": None, **data}
    seats = range(len(table.players))
    scores = [(seat in faults, 0 if outcome is None else outcome.scores[seat]) for seat in seats]
    payoffs = list(table.money[:-1] if outcome is None else outcome.payoffs)
    for seat in faults:
        payoffs[seat] = min(payoffs[seat], -table.game.forfeit())
    return {
        "reason": "turn-cap" if outcome is None else outcome.reason,
        "ranks": [1 + sum(other < score for other in scores) for score in scores],
        "payoffs": [to_plain(payoff) for payoff in payoffs],
        **data,
    }


def load(path: Path) -> bytes:
    """The bytes of a record; BadInput where the file cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None

"""Records: JSON lines, hash-chained, written atomically.

The first line is the header. Then one line a step (the deal is step 0), each with a list of entries:

    ["chance", name, outcome]           an event of chance and how it came out
    ["ask", seat, number, word, player]  a request to a seat, numbered per seat, about what ``player`` does
    ["view", seat, digest]              what that seat had seen by then: view, events, request (see ``Recorder``)
    ["answer", seat, answer]            a legal answer
    ["rejected", seat, answer, reason]  an answer that was refused, as it came
    ["fault", seat, kind, reason]       a seat's fault; its default action answers from then on
    ["noted", seat, text]               what a bot noted with its answer, for its author
    anything else                       an event of the table, with everything shown

The last line is the result. ``#`` on each line is the head of SHA-256 over the line before's and this one.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from referee.kernel.errors import BadInput, BadRecord
from referee.kernel.requests import Chance, Choice, Roll, Shuffle
from referee.kernel.views import Entry, paid, seen, view_of
from referee.kernel.watch import Story, Watch
from referee.record.entries import LONGEST

if TYPE_CHECKING:
    from referee.kernel.places import Place
    from referee.kernel.players import Player
    from referee.kernel.table import Table

__all__ = ["Recorder", "Story", "check_writable", "plain_outcome", "read_outcome", "read_record", "write_record"]

SCHEMA = "referee.record"
VERSION = 1

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


def plain_outcome(event: Chance, outcome: Any) -> Any:
    """An outcome of chance as JSON data."""
    if isinstance(event, Shuffle):
        return None if outcome is None else list(outcome)
    if isinstance(event, Roll):
        return list(outcome)
    return outcome if type(outcome) is int and not hasattr(event, "number") else event.table.deck.names(outcome)


def read_outcome(event: Chance, data: Any) -> Any:
    """The outcome that ``plain_outcome`` wrote; ValueError where it is none."""
    if isinstance(event, (Shuffle, Roll)):
        return None if data is None else tuple(data)
    if not hasattr(event, "number"):
        return data
    if not isinstance(data, list):
        raise ValueError("cards are wanted")
    return event.table.deck.parse(data)


class _Recording(Story):
    """Tells a recorder that alone listens: moves, which nearly all is, are made data on the way. No place is a row."""

    __slots__ = ("_keep", "_named")

    def __init__(self, keep: Callable[[Any], None], tell: Callable[[Entry], None], table: Table) -> None:
        super().__init__([tell])
        self._keep, self._named = keep, table.deck.named

    def moved(self, cards: Any, source: Place, target: Place) -> None:
        self._keep(("move", source.full_name, target.full_name, self._named(cards)))

    def paid(self, payer: Player | None, payee: Player | None, amount: Any) -> None:
        self._keep(paid(payer, payee, amount))


class _RecordingRows(_Recording):
    """The same where some places are rows."""

    __slots__ = ()

    def moved(self, cards: Any, source: Place, target: Place) -> None:
        if type(cards) is int:
            super().moved(cards, source, target)
        else:
            self._tell(("move", cards, source, target))


class Recorder:
    """Collects the entries of a match, as data. With ``views`` it also keeps the digest of what each asked seat saw."""

    __slots__ = ("_asked", "_entries", "_pending", "lines", "table", "views")

    def __init__(self, table: Table, header: Mapping[str, Any]) -> None:
        self.table = table
        self.views = bool(header["views"])
        self.lines: list[bytes] = [_encode(header)]
        self._entries: list[Any] = []
        self._asked = [0] * len(table.players)
        self._pending: list[list[Entry]] = [[] for _ in table.players]

    def watch(self, *others: Callable[[Entry], None]) -> Watch:
        """What a table tells this recorder and those others."""
        if others or self.views:
            return Story([self._observe, *others])
        recording = _RecordingRows if self.table.has_rows else _Recording
        return recording(self._entries.append, self._observe, self.table)

    def _observe(self, entry: Entry) -> None:
        """The table tells an event."""
        self._entries.append(seen(self.table, entry, None))
        if self.views:
            for pending in self._pending:
                pending.append(entry)

    # -- what the referee tells -------------------------------------------------------------------------

    def chance(self, name: str, event: Chance, outcome: Any) -> None:
        self._entries.append(["chance", name, plain_outcome(event, outcome)])

    def asked(self, choice: Choice) -> None:
        """A seat is asked."""
        seat, asked = choice.decider.seat, self._asked
        asked[seat] = number = asked[seat] + 1
        self._entries.append(("ask", seat, number, choice.ask, choice.player.seat))
        if self.views:
            self._show(choice, seat)

    def _show(self, choice: Choice, seat: int) -> None:
        self._entries.append(["view", seat, hashlib.sha256(self.shown(choice)).hexdigest()[:32]])
        self._pending[seat] = []

    def shown(self, choice: Choice) -> bytes:
        """The exact bytes that the decider has been shown with this question: events since the last, view, request."""
        player = choice.decider
        events = [told for entry in self._pending[player.seat] if (told := seen(self.table, entry, player))]
        request = {
            "id": self._asked[player.seat],
            "ask": choice.ask,
            "for": choice.player.seat,
            "space": choice.space.describe(),
        }
        return _encode({"events": events, "view": view_of(self.table, player), "ask": request})

    def answered(self, choice: Choice, answer: Any) -> None:
        self._entries.append(("answer", choice.decider.seat, choice.space.told(answer)))

    def decided(self, choice: Choice, answer: Any) -> None:
        """A seat was asked, and this is its answer: ``asked`` and ``answered`` in one."""
        if self.views:
            self.asked(choice)
            self.answered(choice, answer)
            return
        seat, asked = choice.decider.seat, self._asked
        asked[seat] = number = asked[seat] + 1
        self._entries += (
            ("ask", seat, number, choice.ask, choice.player.seat),
            ("answer", seat, choice.space.told(answer)),
        )

    def noted(self, seat: int, text: str) -> None:
        self._entries.append(["noted", seat, text[:LONGEST]])

    def rejected(self, seat: int, answer: Any, reason: str) -> None:
        self._entries.append(["rejected", seat, repr(answer)[:LONGEST], reason[:LONGEST]])

    def copied(self, entry: list[Any]) -> None:
        """An entry about a seat, from another record."""
        self._entries.append(entry)

    def fault(self, seat: int, kind: str, reason: str) -> None:
        self._entries.append(["fault", seat, kind, reason[:LONGEST]])

    def step_done(self, step: int) -> None:
        """Close the line of a step."""
        self.lines.append(_encode({"step": step, "did": self._entries}))
        self._entries.clear()

    def leave(self) -> list[Any]:
        """Close the line of a step in which the match was left, behind its last question. What came later is forgotten
        and given back: an answer may have been half carried out. A step without a question gets no line."""
        asked = [at for at, entry in enumerate(self._entries) if entry[0] == "ask"]
        end = asked[-1] + (2 if self.views else 1) if asked else 0
        forgotten, self._entries[end:] = self._entries[end:], []
        if asked:
            self.step_done(len(self.lines) - 1)
        return forgotten

    def result(self, result: Mapping[str, Any]) -> None:
        """Close the record."""
        self.lines.append(_encode({"result": result}))

    def written(self) -> bytes:
        """The whole record, chained."""
        return chain(self.lines)


def chain(lines: Iterable[bytes]) -> bytes:
    """All lines, each with its link of the hash chain and a newline."""
    chained: list[bytes] = []
    link, sha256 = b"", hashlib.sha256
    for line in lines:
        link = sha256(link + line).hexdigest()[:32].encode()
        chained.append(line[:-1] + b',"#":"' + link)
    return b'"}\n'.join([*chained, b""])


def check_writable(path: Path) -> None:
    """BadInput where ``write_record`` could not put a record: to be asked before a match is played for it."""
    handle, name = draft(path)
    os.close(handle)
    os.unlink(name)


def draft(path: Path) -> tuple[int, str]:
    """A new file beside the one to be written."""
    if os.path.exists(path) and not os.path.isfile(path):
        what = "a folder" if os.path.isdir(path) else "no ordinary file"
        raise BadInput(f"{path}: cannot be written: it is {what}")
    try:
        return tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}; name a file in a folder that exists") from None


def write_record(path: Path, content: bytes) -> None:
    """Put a record in its place at once: a reader sees all of it or none. BadInput where it cannot be written."""
    handle, name = draft(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError as error:
        os.unlink(name)
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None


def read_record(content: bytes, name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Header and the lines behind it. BadInput where there is no readable header, BadRecord for damage behind it."""
    lines = content.split(b"\n")
    header = _line(lines[0])
    if header is None or header.get("schema") != SCHEMA:
        raise BadInput(f"{name}: this is no record: its first line is not the header of one")
    if type(header.get("version")) is not int or not 1 <= header["version"] <= VERSION:
        raise BadInput(f"{name}: its record format is {header.get('version')!r}; this referee reads up to {VERSION}")
    if lines[-1]:
        raise BadRecord(len(lines), "the line is cut off")
    found: list[dict[str, Any]] = []
    link = b""
    for number, line in enumerate(lines[:-1], 1):
        data = _line(line)
        if data is None:
            raise BadRecord(number, "the line cannot be read, or is not written as a referee writes it")
        body, mark, told = line.rpartition(b',"#":"')
        link = hashlib.sha256(link + body + b"}").hexdigest()[:32].encode()
        if not mark or told != link + b'"}':
            raise BadRecord(number, "the line, or the one before it, is not as it was written (the hash chain breaks)")
        data.pop("#")
        found.append(data)
    if "result" not in found[-1]:
        raise BadRecord(len(found) + 1, "the record ends before its result")
    if found[-1].keys() != {"result"}:
        raise BadRecord(len(found), "its last line says more than its result")
    for number, data in enumerate(found[1:-1], 2):
        if data.get("step") != number - 2 or not isinstance(data.get("did"), list):
            raise BadRecord(number, "the steps are not in order")
    return found[0], found[1:]


def _line(line: bytes) -> dict[str, Any] | None:
    """The data of a line; None where another reader could find something else: a key twice, a great number."""
    try:
        data = _decode(line)
        same = _encode(data) == line
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    return data if same and isinstance(data, dict) else None

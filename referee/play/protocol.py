"""The referee's end of the protocol: messages as lines of JSON, and strict decoding of what bots say.

``docs/protocol.md`` describes it for bots in any language.
"""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any, NoReturn

import msgspec

PROTOCOL = 1
LINE_BYTES = 1 << 16
"""The longest line that a bot may send, with its newline."""
DEPTH = 16
"""The depth to which the data in a line may nest."""
GREATEST = 1 << 53
"""Numbers are from -GREATEST to GREATEST: what every language's JSON keeps exactly."""
NUMBER_TEXT = 32
NOTES, NOTE_LENGTH = 100, 1000

encode = msgspec.json.Encoder().encode


class ProtocolError(ValueError):
    """A bot sent something that is no message."""


class Ready(msgspec.Struct, tag="ready", forbid_unknown_fields=True, omit_defaults=True):
    """The bot is there: after ``hello``, and again after ``start``. ``events`` says that it wants events."""

    protocol: int
    events: bool = False


class Answer(msgspec.Struct, tag="answer", forbid_unknown_fields=True, omit_defaults=True):
    """``view`` and ``knowledge`` say that the next question shall bring these; ``notes`` are for the author."""

    id: int
    answer: Any
    view: bool = False
    knowledge: bool = False
    notes: list[str] = []


class LookUp(msgspec.Struct, tag="view", forbid_unknown_fields=True, omit_defaults=True):
    """The bot wants to see its full view, with ``knowledge`` also what it has learnt (for ``View.imagine``)."""

    id: int
    knowledge: bool = False


class Failed(msgspec.Struct, tag="error", forbid_unknown_fields=True, omit_defaults=True):
    """The bot gives up; ``kind`` is ``crash`` or ``memory``."""

    kind: str
    reason: str


Message = Ready | Answer | LookUp | Failed

_fast = msgspec.json.Decoder(Message)
_long_number = re.compile(rb"[0-9]{16}|[0-9][eE.]")
_string = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
"""Also one that is not closed: whatever the text, it is gone through once."""


def decode(line: bytes) -> Message:
    """The message of a line without its newline; ProtocolError for anything that is not exactly one.

    What a typed decoder reads and writes again byte for byte has no duplicate keys, no strange numbers and no
    lone surrogates; every other line goes the slow and strict way.
    """
    if len(line) < LINE_BYTES and not _long_number.search(line):
        try:
            message = _fast.decode(line)
            if encode(message) == line and line.count(b"[") + line.count(b"{") <= DEPTH:
                return _checked(message)
        except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
            pass
    try:
        return _checked(msgspec.convert(strict(line), Message))
    except msgspec.ValidationError as error:
        raise ProtocolError(str(error)) from None


UNREAD: Any = object()
_value = msgspec.json.Decoder().decode


_usual = re.compile(rb'\["[a-zA-Z0-9 -]*"(?:,\[(?:"[a-zA-Z0-9]*"(?:,"[a-zA-Z0-9]*")*)?\])?\]').fullmatch
"""An arm, and some cards: strings without escapes, nothing that could be said in two ways."""


def plain_answer(body: bytes) -> Any:
    """The data of the text behind ``"answer":``, where it is as plain as most answers are.

    UNREAD for every other: ``decode`` has the last word on its line.
    """
    if _usual(body):
        return _value(body)
    try:
        data = _value(body)
        # What is written again byte for byte was strict; numbers and depth aside.
        if encode(data) == body and body.count(b"[") + body.count(b"{") < DEPTH and not _long_number.search(body):
            return data
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
        pass
    return UNREAD


def _checked(message: Message) -> Message:
    notes = message.notes if type(message) is Answer else []
    if len(notes) > NOTES or any(len(note) > NOTE_LENGTH for note in notes):
        raise ProtocolError(f"more than {NOTES} notes, or one of more than {NOTE_LENGTH} characters")
    return message


def strict(line: bytes) -> Any:
    """The JSON data of a line. ProtocolError says what is wrong with it."""
    if len(line) >= LINE_BYTES:
        raise ProtocolError(f"a line of more than {LINE_BYTES} bytes")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise ProtocolError(f"no UTF-8 at byte {error.start}") from None
    deep = deepest = 0
    for mark in re.findall(r"[\[\]{}]", _string.sub("", text)):
        deep += 1 if mark in "[{" else -1
        deepest = max(deepest, deep)
    if deepest > DEPTH:
        raise ProtocolError(f"data that nests more than {DEPTH} deep")
    try:
        data = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_float=_float,
            parse_int=_int,
        )
        json.dumps(data, ensure_ascii=False).encode()
    except ProtocolError:
        raise
    except UnicodeEncodeError:
        raise ProtocolError("half a surrogate pair") from None
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"no JSON: {error}"[:200]) from None
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ProtocolError("an object with the same key twice")
    return found


def _constant(word: str) -> NoReturn:
    raise ProtocolError(f"{word} is no JSON number")


def _float(text: str) -> float:
    number = float(text) if len(text) <= NUMBER_TEXT else float("inf")
    if not isfinite(number) or abs(number) > GREATEST:
        raise ProtocolError("a number that is too large or too long")
    return number


def _int(text: str) -> int:
    if len(text) > NUMBER_TEXT or abs(int(text)) > GREATEST:
        raise ProtocolError("a number that is too large")
    return int(text)

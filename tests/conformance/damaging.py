"""Records: replayed they agree, and no damage behind the header is accepted or ends in a traceback."""

import random
from collections.abc import Callable
from typing import Any

import msgspec

from referee.kernel.errors import BadInput, BadRecord
from referee.kernel.game import Game
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.record.record import chain
from referee.record.replay import replay

Damage = Callable[[bytes, random.Random], bytes]


def record_of(game: Game[Any], secret: bytes, cap: int, *, views: bool = True) -> bytes:
    """The record of a match between random seats."""
    seats = [RandomSeat(seat_rng(secret, seat)) for seat in range(game.players)]
    played = play_match(game, seats, secret=secret, turn_cap=cap, record=True, views=views)
    assert played.record is not None
    return played.record


def result_of(game: Game[Any], secret: bytes, cap: int) -> Any:
    """How the same match goes when nobody records it, as JSON data."""
    seats = [RandomSeat(seat_rng(secret, seat)) for seat in range(game.players)]
    played = play_match(game, seats, secret=secret, turn_cap=cap)
    return msgspec.json.decode(msgspec.json.encode(played.data))


def other_byte(record: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(record))
    return record[:at] + bytes([rng.choice([each for each in range(256) if each != record[at]])]) + record[at + 1 :]


def flipped_bit(record: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(record))
    return record[:at] + bytes([record[at] ^ 1 << rng.randrange(8)]) + record[at + 1 :]


def byte_left_out(record: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(record))
    return record[:at] + record[at + 1 :]


def byte_put_in(record: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(record) + 1)
    return record[:at] + bytes([rng.randrange(256)]) + record[at:]


def truncated(record: bytes, rng: random.Random) -> bytes:
    return record[: rng.randrange(len(record))]


def line_left_out(record: bytes, rng: random.Random) -> bytes:
    lines = record.splitlines(keepends=True)
    del lines[rng.randrange(len(lines))]
    return b"".join(lines)


def line_twice(record: bytes, rng: random.Random) -> bytes:
    lines = record.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    return b"".join([*lines[:at], lines[at], *lines[at:]])


def lines_exchanged(record: bytes, rng: random.Random) -> bytes:
    lines = record.splitlines(keepends=True)
    one, other = rng.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def digits_exchanged(record: bytes, rng: random.Random) -> bytes:
    """A digit becomes another one: the text stays JSON."""
    digits = [at for at, byte in enumerate(record) if byte in b"0123456789"]
    at = rng.choice(digits)
    return record[:at] + rng.choice(b"0123456789").to_bytes(1, "big") + record[at + 1 :]


DAMAGES: tuple[Damage, ...] = (
    other_byte, flipped_bit, byte_left_out, byte_put_in, truncated, line_left_out, line_twice, lines_exchanged,
    digits_exchanged,
)  # fmt: skip


def check_damage(record: bytes, damage: Damage, rng: random.Random) -> None:
    """A damaged record is refused: BadRecord naming a line, or BadInput where the header is hit."""
    damaged = damage(record, rng)
    first = record.index(b"\n") + 1
    number = record.count(b"\n")
    try:
        replay(damaged, "damaged")
        line = None
    except BadRecord as error:
        line = error.line
    except BadInput:
        assert damaged[:first] != record[:first], "a record with a readable header is BadRecord"
        return
    assert (line is None) == (damaged == record), f"{damage.__name__} was not noticed"
    assert line is None or 1 <= line <= number + 2, f"line {line} of {number}"


def forged(record: bytes, rng: random.Random) -> bytes:
    """A record in which one piece of the data is another one, or gone, and whose hash chain is made anew."""
    lines = [msgspec.json.decode(line) for line in record.splitlines()]
    for line in lines:
        del line["#"]
    holders: list[tuple[Any, Any]] = []
    stack: list[Any] = [(lines, rng.randrange(len(lines)))]
    while stack:
        holder, key = stack.pop()
        holders.append((holder, key))
        inner = holder[key]
        if isinstance(inner, (list, dict)):
            stack += [(inner, each) for each in (inner if isinstance(inner, dict) else range(len(inner)))]
    holder, key = rng.choice(holders)
    other = [None, True, 0, 1, -1, 7, 2**70, 1.5, "", "x", [], ["x"], {}, {"seat": 99}, [[]], {"seat": "x"}]
    if rng.random() < 0.25:
        del holder[key]
    else:
        holder[key] = rng.choice(other)
    return chain([msgspec.json.encode(line) for line in lines])


def check_forgery(record: bytes, rng: random.Random) -> bool:
    """Whether a forged record is refused; whatever it is, nothing but BadRecord and BadInput may come of it."""
    try:
        replay(forged(record, rng), "forged")
    except (BadRecord, BadInput):
        return True
    return False

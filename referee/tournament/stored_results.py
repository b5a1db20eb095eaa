"""The contents of results, as they must be to be used: typed, bounded, and such as a run could have written.

A file of results may be damaged or come from anybody. Everything that is read from one goes through here, so that its
users may rely on it; ``audit`` finds out whether it is true.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, NotRequired, TypedDict, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from referee.kernel.errors import BadInput
from referee.stats.blocks import Seatings
from referee.tournament.definition import MOST_ENTRANTS, MOST_PLAYERS, Anytime, Definition, Entrant, Fixed, Format
from referee.tournament.loading import fits
from referee.tournament.stored_definition import plain

T = TypeVar("T")

Text = Annotated[str, Meta(max_length=4096)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Number = Annotated[int, Meta(ge=0, le=1 << 53)]
Amount = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]
MOST_OF_A_RECORD = 256 << 20
"""Bytes, unpacked: nothing that is longer came from a match."""


class KeptEntrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Text
    author: Text | None
    seat: Text
    text: Text
    isolation: Text


class KeptForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, Meta(min_length=1, max_length=200)]
    players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)]
    readings: dict[str, str]
    settings: dict[str, Any]


class KeptDefinition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The definition, as ``described`` gives it."""

    name: Text
    form: KeptForm
    rules: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    turn_cap: Annotated[int, Meta(ge=1, le=1 << 53)] | None
    entrants: Annotated[list[KeptEntrant], Meta(min_length=2, max_length=MOST_ENTRANTS)]
    format: dict[str, Any]
    stop: dict[str, Any]
    seatings: Seatings
    measure: Literal["ranks", "payoffs", "together"]
    apart: bool
    anonymous: bool
    records: bool
    limits: dict[str, int | float]
    lifetime: Literal["match", "block", "tournament"]
    sides: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)] | UnsetType = UNSET
    """The number of teams, each of which is one entrant's; absent where everybody plays for himself."""


class KeptMeta(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    definition: KeptDefinition
    commitment: Digest
    secret: Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){32,64}\Z")]
    seed: Text | None
    finished: bool
    verdict: Text


class KeptFraction(TypedDict):
    fraction: Annotated[str, Meta(pattern=r"^-?[0-9]{1,60}(/[1-9][0-9]{0,59})?\Z")]


class KeptFault(TypedDict):
    seat: Number
    kind: Annotated[str, Meta(max_length=100)]
    reason: Text
    turn: Number


class KeptResult(TypedDict):
    """The result as in a record, without the secret."""

    reason: Annotated[str, Meta(max_length=1000)]
    stopped: NotRequired[Annotated[str, Meta(max_length=100_000)]]
    ranks: list[Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]] | None
    payoffs: list[Amount | KeptFraction] | None
    turns: Number
    faults: list[KeptFault]


Places = list[Annotated[int, Meta(ge=0, le=2000)]]


def _as_written(kind: Any) -> Callable[[Any], Any]:
    """Reads text that a run could have written: no key is unknown or said twice."""
    decode = msgspec.json.Decoder(kind).decode

    def read(text: Any) -> Any:
        if not isinstance(text, str):
            raise ValueError("it is no text")
        found, plain = decode(text), msgspec.json.decode(text)
        if found != plain or msgspec.json.encode(plain).decode() != text:
            raise ValueError("a run writes it otherwise")
        return found

    return read


read_places: Callable[[Any], list[int]] = _as_written(Places)
_read_result: Callable[[Any], KeptResult] = _as_written(KeptResult)


def read_result(text: str, seated: tuple[int, ...]) -> dict[str, Any]:
    """A match's result; ValueError says what of it cannot be."""
    found = _read_result(text)
    ranks, payoffs = found["ranks"], found["payoffs"]
    if ranks is None or payoffs is None:
        if ranks is not payoffs or "stopped" not in found:
            raise ValueError("a match without ranks or payoffs was stopped, and says why")
    elif not len(ranks) == len(payoffs) == len(seated):
        raise ValueError("there is not a rank and a payoff for each seat")
    elif [1 + sum(other < rank for other in ranks) for rank in ranks] != ranks:
        raise ValueError("its ranks are none")
    if any(fault["seat"] >= len(seated) for fault in found["faults"]):
        raise ValueError("a fault is of no seat")
    return found  # type: ignore[return-value]


def read_table(text: Any) -> tuple[int, ...]:
    """The entrants who meet, ascending. Only in a co-operative game an entrant meets himself; an audit compares all
    tables with the schedule's."""
    found = tuple(read_places(text))
    if len(found) < 2 or list(found) != sorted(found):
        raise ValueError("its entrants are no table")
    return found


def read_match(seated: Any, result: Any) -> tuple[tuple[int, ...], dict[str, Any]]:
    who = tuple(read_places(seated))
    return who, read_result(result, who)


def check_counts(decisions: Any, seconds: Any) -> None:
    if type(decisions) is not int or not 0 <= decisions <= 1 << 53:
        raise ValueError(f"{decisions!r} is no number of decisions")
    _is_time(seconds)


def read_time(seat: Any, answers: Any, seconds: Any, longest: Any) -> tuple[int, int, float, float]:
    if type(seat) is not int or type(answers) is not int or seat < 0 or not 0 <= answers <= 1 << 53:
        raise ValueError("a time is not of answers of a seat")
    return seat, answers, _is_time(seconds), _is_time(longest)


def _is_time(seconds: Any) -> float:
    if type(seconds) not in (int, float) or not math.isfinite(seconds) or not 0 <= seconds < 1e12:
        raise ValueError(f"{seconds!r} is no time in seconds")
    return float(seconds)


def unpacked(content: Any) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(content, MOST_OF_A_RECORD)
    except zlib.error as error:
        raise ValueError(f"its record cannot be unpacked: {error}") from None
    if unpacking.unconsumed_tail or not unpacking.eof or unpacking.unused_data:
        raise ValueError("its record cannot be unpacked: it is cut off, or goes on behind its end")
    return found


def read_meta(values: Mapping[str, str]) -> dict[str, Any]:
    """The facts about the tournament as a whole, by key; ValueError says which of them is impossible."""
    data = {}
    for key, text in values.items():
        try:
            data[key] = msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError) as error:
            raise ValueError(f"{key}: {error}") from None
    meta = msgspec.convert(data, KeptMeta)
    _usable(meta.definition, data["definition"])
    return data


def _usable(stored: KeptDefinition, about: Mapping[str, Any]) -> None:
    """Whether a format can be made from it, as from a definition that was read from a file."""
    names = [each.name for each in stored.entrants]
    if len(set(names)) != len(names):
        raise ValueError("definition: two entrants have one name")
    bounds = stored.stop.get("bounds")
    form = _converted(stored.format, Format, "format")
    stop = _converted({key: value for key, value in stored.stop.items() if key != "bounds"}, Fixed | Anytime, "stop")
    if plain(form) != about["format"] or plain(stop) != {k: v for k, v in about["stop"].items() if k != "bounds"}:
        raise ValueError("definition: not everything of format and stop is spelled out")
    if _bounds(bounds) != (isinstance(stop, Anytime) and stored.measure == "payoffs"):
        raise ValueError("definition: a stopping rule has bounds where payoffs count, and only there")
    entrants = [
        Entrant(seat=each.seat, name=each.name, author=UNSET if each.author is None else each.author)
        for each in stored.entrants
    ]
    definition = Definition(
        game=stored.form.game, entrant=entrants, format=form, stop=stop, seatings=stored.seatings,
        measure=stored.measure, apart=stored.apart,
    )  # fmt: skip
    try:
        fits(definition, _Form(stored, bounds), _wrong)
    except BadInput as error:
        raise ValueError(str(error)) from None


def _wrong(place: tuple[str | int, ...], message: str) -> Any:
    raise BadInput(f"definition: {message}")


class _Form:
    """What the checks of a definition ask of a game, which need not be there."""

    cooperative = False

    def __init__(self, stored: KeptDefinition, bounds: Any) -> None:
        self.name, self.players, self.bounds = stored.form.game, stored.form.players, bounds
        self.teams = 0 if isinstance(stored.sides, UnsetType) else stored.sides

    def payoff_bounds(self) -> tuple[Any, Any] | None:
        return None if self.bounds is None else tuple(self.bounds)


def _converted(data: Mapping[str, Any], kind: Any, what: str) -> Any:
    told = {key.replace("_", "-"): value for key, value in data.items() if value is not None}
    try:
        return msgspec.convert(told, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"definition: {what}: {error}") from None


def _bounds(bounds: Any) -> bool:
    """Whether there are any; ValueError where they are none."""
    if bounds is None:
        return False
    if not isinstance(bounds, list) or len(bounds) != 2 or not all(len(str(each)) < 100 for each in bounds):
        raise ValueError("definition: the bounds of payoffs are two numbers")
    try:
        least, most = (float(Fraction(str(each))) for each in bounds)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise ValueError("definition: the bounds of payoffs are two numbers") from None
    if not least < most:
        raise ValueError("definition: the bounds of payoffs are no range")
    return True

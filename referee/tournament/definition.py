"""What a tournament is: the keys of the TOML file that defines it (``loading`` reads and checks one).

``schema.json`` beside this module is the same as a JSON Schema, for editors.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import msgspec
from msgspec import UNSET, Meta, UnsetType

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.pool.limits import MIB, Limits
from referee.pool.seating import Lifetime
from referee.stats.blocks import Seatings
from referee.tournament.toml_lines import Lines

SCHEMA_FILE = Path(__file__).with_name("schema.json")

MOST_PLAYERS = 11
"""Players at a table; nobody could list the orders round a larger one."""
MOST_ENTRANTS = 2000
MOST_BLOCKS = 10_000_000
MOST_AT_ONCE = 1_000_000
"""Tables that a format holds in memory."""

Seconds = Annotated[float, Meta(gt=0, le=1e6)]
Mebibytes = Annotated[int, Meta(ge=1, le=1 << 24)]
Few = Annotated[int, Meta(ge=1, le=4096)]
Blocks = Annotated[int, Meta(ge=1, le=MOST_BLOCKS)]
AtOnce = Annotated[int, Meta(ge=1, le=MOST_AT_ONCE)]
TieBreaks = Annotated[int, Meta(ge=0, le=MOST_AT_ONCE)]
LINE = r"^[^\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]*$(?!\n)"
"""Text that shows as it is."""
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=80,
        # What a spreadsheet would compute, and what does not show or turns writing round, is no name.
        pattern=r"^(?![\s'\"]*[=+\-@＝＋－＠])[^\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff,]*$(?!\n)",
    ),
]


class _Kind(msgspec.Struct, frozen=True, tag_field="kind", rename="kebab", forbid_unknown_fields=True):
    pass


class RoundRobin(_Kind, frozen=True, tag="round-robin"):
    """Everybody meets everybody."""

    blocks: Annotated[Blocks, Meta(description="blocks that each table plays; of balanced groups: rounds")] = 20
    groups: Annotated[
        Literal["all", "balanced"],
        Meta(
            description="all: every table that can be made; balanced: in each round tables at which everybody "
            "plays equally often, so that all meet about equally often"
        ),
    ] = "all"


class Gauntlet(_Kind, frozen=True, tag="gauntlet"):
    """The challengers meet all others; these do not meet without one of them."""

    challengers: Annotated[list[Name], Meta(min_length=1, description="names of entrants")]
    blocks: Annotated[Blocks, Meta(description="blocks that each table plays")] = 20


class Swiss(_Kind, frozen=True, tag="swiss"):
    """In each round entrants meet who did about equally well and have not met."""

    rounds: Annotated[AtOnce, Meta(description="if not given, the binary logarithm of the entrants and two")] | (
        UnsetType
    ) = UNSET
    blocks: Annotated[AtOnce, Meta(description="blocks that each table plays in a round")] = 5


class SingleElimination(_Kind, frozen=True, tag="single-elimination"):
    """An entrant who loses a tie is out. Entrants are seeded as they are listed."""

    blocks: Annotated[AtOnce, Meta(description="blocks of a tie")] = 10
    tie_breaks: Annotated[TieBreaks, Meta(description="more blocks, one at a time, while a tie is level")] = 5


class DoubleElimination(_Kind, frozen=True, tag="double-elimination"):
    """An entrant who loses two ties is out. Entrants are seeded as they are listed."""

    blocks: Annotated[AtOnce, Meta(description="blocks of a tie")] = 10
    tie_breaks: Annotated[TieBreaks, Meta(description="more blocks, one at a time, while a tie is level")] = 5


class Ladder(_Kind, frozen=True, tag="ladder"):
    """Next comes the table that is expected to teach most about who is how strong."""

    blocks: Annotated[Blocks, Meta(description="blocks in all; a run that is resumed may have more")] = 200
    batch: Annotated[AtOnce, Meta(description="tables chosen at a time; entrants by players, if not given")] | (
        UnsetType
    ) = UNSET


Format = RoundRobin | Gauntlet | Swiss | SingleElimination | DoubleElimination | Ladder


class _Rule(msgspec.Struct, frozen=True, tag_field="rule", rename="kebab", forbid_unknown_fields=True):
    pass


class Fixed(_Rule, frozen=True, tag="fixed"):
    """All blocks of the format are played."""


class Anytime(_Rule, frozen=True, tag="anytime"):
    """After each round of a round robin a sequential test looks whether it is clear already."""

    when: Annotated[
        Literal["leader", "order"], Meta(description="it is clear who is first, or of every two who is ahead")
    ] = "leader"
    error: Annotated[float, Meta(gt=0, lt=1, description="chance at most that anything so found is wrong")] = 0.05
    bound: (
        Annotated[
            float,
            Meta(
                gt=0, le=1e15, description="payoffs are clipped to this on either side of 0; the game's, if not given"
            ),
        ]
        | UnsetType
    ) = UNSET


_USUAL = Limits()


class LimitsTold(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The limits of an isolated bot (docs/bots.md)."""

    start: Annotated[Seconds, Meta(description="seconds until it is ready")] = _USUAL.start
    move: Annotated[Seconds, Meta(description="seconds of an answer")] = _USUAL.move
    bank: Annotated[Seconds, Meta(description="seconds of all its answers in a match")] = _USUAL.bank
    increment: Annotated[float, Meta(ge=0, le=1e6, description="seconds that each answer adds to the bank")] = (
        _USUAL.increment
    )
    memory_mib: Annotated[int, Meta(ge=16, le=1 << 24, description="MiB of memory")] = _USUAL.memory // MIB
    tmp_mib: Annotated[Mebibytes, Meta(description="MiB of its private /tmp")] = _USUAL.tmp // MIB
    threads: Few = _USUAL.threads
    processes: Annotated[Few, Meta(description="processes; with 1 a bot cannot fork")] = _USUAL.processes
    processors: Annotated[int, Meta(ge=0, le=4096, description="computes no faster than on so many; 0: no limit")] = (
        _USUAL.processors
    )
    cpu: Annotated[int, Meta(ge=1, le=10**8, description="seconds of processor time of a process")] = _USUAL.cpu

    def limits(self) -> Limits:
        """The limits in the units of the pool."""
        return Limits(
            start=self.start, move=self.move, bank=self.bank, increment=self.increment, threads=self.threads,
            processes=self.processes, processors=self.processors, memory=self.memory_mib * MIB, tmp=self.tmp_mib * MIB,
            cpu=self.cpu,
        )  # fmt: skip


class Entrant(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """A participant."""

    seat: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=1000,
            pattern=LINE,
            description="a path of a bot or its folder, cmd:PROGRAM ARGS (both isolated), a built-in bot, or "
            "trusted:PATH; paths are relative to this file",
        ),
    ]
    name: Annotated[Name, Meta(description="what results call it; the seat, if not given")] | UnsetType = UNSET
    author: Annotated[Name, Meta(description="whose it is")] | UnsetType = UNSET

    @property
    def called(self) -> str:
        return self.seat if isinstance(self.name, UnsetType) else self.name

    @property
    def whose(self) -> str | None:
        return None if isinstance(self.author, UnsetType) else self.author


class Definition(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True, kw_only=True):
    """A tournament. Every key that is not said has the value given here."""

    game: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=1000,
            pattern=LINE,
            description="a game's name, or its folder (relative to this file)",
        ),
    ]
    entrant: Annotated[list[Entrant], Meta(max_length=MOST_ENTRANTS, description="who takes part, at least two")]
    format: Format = RoundRobin()
    stop: Fixed | Anytime = Fixed()
    name: (
        Annotated[
            str, Meta(max_length=100, pattern=r"^[\w][\w .-]*$(?!\n)", description="the file's name, if not given")
        ]
        | UnsetType
    ) = UNSET
    players: (
        Annotated[int, Meta(ge=1, le=MOST_PLAYERS, description="in a match; the game's fewest, but two, if not given")]
        | UnsetType
    ) = UNSET
    readings: dict[str, str] = {}
    settings: dict[str, int | str | list[str]] = {}
    turn_cap: Annotated[int, Meta(ge=1, le=10**9, description="turns after which a match is a draw")] | UnsetType = (
        UNSET
    )
    seatings: Annotated[Seatings, Meta(description="what a block plays of one deal")] = Seatings.BALANCED
    measure: (
        Annotated[
            Literal["ranks", "payoffs", "together"],
            Meta(
                description="what counts; together, the score of all, is for co-operative games and theirs by default"
            ),
        ]
        | UnsetType
    ) = UNSET
    apart: Annotated[bool, Meta(description="bots of the same author do not meet")] = False
    anonymous: Annotated[bool, Meta(description="bots are not told the names of whom they play with")] = True
    records: Annotated[bool, Meta(description="keep the record of every match")] = True
    limits: LimitsTold = LimitsTold()
    lifetime: Annotated[Lifetime, Meta(description="how long the process of an isolated bot lives")] = Lifetime.MATCH


class Defined:
    """A definition that was read and found usable, with its game and where it came from."""

    def __init__(self, path: Path, content: Definition, game: Game[Any], text: str) -> None:
        self.path, self.content, self.game, self.text = path, content, game, text
        self.folder = path.resolve().parent

    @property
    def name(self) -> str:
        given = self.content.name
        return self.path.stem if isinstance(given, UnsetType) else given

    @property
    def entrants(self) -> list[Entrant]:
        return self.content.entrant

    @property
    def turn_cap(self) -> int | None:
        """None where the game's own counts."""
        given = self.content.turn_cap
        return None if isinstance(given, UnsetType) else given

    def wrong(self, place: tuple[str | int, ...], message: str) -> NoReturn:
        """BadInput with the line of that key."""
        raise BadInput(f"{self.path}:{Lines(self.text).of(place)}: {message}")


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a definition, as in ``schema.json``."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A tournament of referee",
        **msgspec.json.schema(Definition),
    }

"""Results: one SQLite file, written by the coordinator alone, a block a transaction (docs/tournaments.md)."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from referee.kernel.errors import BadInput
from referee.tournament.holding import Held
from referee.tournament.outcomes import Match
from referee.tournament.playing import Played
from referee.tournament.schedule import Block

VERSION = 2
APPLICATION = 0x52454654
"""Marks a SQLite file as results of a tournament."""

_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE block (number INTEGER PRIMARY KEY, entrants TEXT NOT NULL);
CREATE TABLE match (
    block INTEGER NOT NULL REFERENCES block, number INTEGER NOT NULL, seated TEXT NOT NULL, result TEXT NOT NULL,
    decisions INTEGER NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (block, number)
) WITHOUT ROWID;
CREATE TABLE record (block INTEGER NOT NULL, number INTEGER NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (block, number));
"""
_THOUGHT = """
CREATE TABLE IF NOT EXISTS thought (
    block INTEGER NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, answers INTEGER NOT NULL,
    seconds REAL NOT NULL, longest REAL NOT NULL, PRIMARY KEY (block, number, seat)
) WITHOUT ROWID
"""
"""How long bots took; results of an older referee have no such table, and get one when they are gone on with."""

_encode = msgspec.json.encode
_decode = msgspec.json.decode


class Store:
    """The results of one tournament. BadInput where the file is none, or of another version."""

    def __init__(self, path: Path, *, make: bool = False) -> None:
        """Open the file; with ``make`` a new one is laid out where there is none yet."""
        self.path = path
        self.held: Held | None = None
        """What a runner holds the file by, closed after the connection."""
        if not make and not path.exists():
            raise BadInput(f"{path}: there is no such file of results")
        try:
            self.base = sqlite3.connect(path, isolation_level=None)
            if make and not self.base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                self.base.execute("PRAGMA journal_mode = WAL")
                with self._whole():
                    for statement in _TABLES.split(";"):
                        self.base.execute(statement)
                    self.base.execute(f"PRAGMA application_id = {APPLICATION}")
                    self.base.execute(f"PRAGMA user_version = {VERSION}")
            if make:
                with suppress(sqlite3.OperationalError):  # somebody reads: it can be written without a log as well
                    self.base.execute("PRAGMA journal_mode = WAL")
                self.base.execute(_THOUGHT)
            self.base.execute("PRAGMA synchronous = NORMAL")
            application, version = (
                self.base.execute(f"PRAGMA {each}").fetchone()[0] for each in ("application_id", "user_version")
            )
        except sqlite3.Error as error:
            raise BadInput(f"{path}: these are no results of a tournament: {error}") from None
        if application != APPLICATION:
            raise BadInput(f"{path}: these are no results of a tournament")
        if version != VERSION:
            raise BadInput(f"{path}: these results are of version {version}; this referee reads {VERSION}")

    def close(self) -> None:
        self.base.close()
        if self.held is not None:
            self.held.close()

    def settle(self) -> None:
        """Nothing more is written: the file stands by itself, under any name and on a disk that is only read."""
        with suppress(sqlite3.Error):
            self.base.execute("PRAGMA journal_mode = DELETE")

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """One transaction: all of it or nothing, wherever it is interrupted."""
        self.base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.base.execute("COMMIT")
        except BaseException:
            if self.base.in_transaction:
                self.base.execute("ROLLBACK")
            raise

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """All that is read within is of one moment, also while a runner goes on writing."""
        self.base.execute("BEGIN")
        try:
            yield
        finally:
            self.base.execute("ROLLBACK")

    def put_meta(self, values: dict[str, Any]) -> None:
        with self._writing(), self._whole():
            self.base.executemany(
                "INSERT OR REPLACE INTO meta VALUES (?, ?)",
                [(key, _encode(each).decode()) for key, each in values.items()],
            )

    def meta(self) -> dict[str, Any]:
        """What is known of the tournament as a whole."""
        return {key: _decode(value) for key, value in self.base.execute("SELECT key, value FROM meta")}

    def add(self, block: Block, matches: Sequence[Played]) -> None:
        """A block, whole or not at all; one that is there already stays."""
        with self._writing(), self._whole():
            added = self.base.execute(
                "INSERT OR IGNORE INTO block VALUES (?, ?)", (block.number, _encode(block.table).decode())
            )
            if not added.rowcount:
                return
            for number, each in enumerate(matches, 1):
                row = (
                    _encode(each.seated).decode(),
                    _encode(each.data).decode(),
                    each.decisions,
                    round(each.seconds, 6),
                )
                self.base.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?)", (block.number, number, *row))
                if each.record is not None:
                    self.base.execute("INSERT INTO record VALUES (?, ?, ?)", (block.number, number, each.record))
                self.base.executemany(
                    "INSERT INTO thought VALUES (?, ?, ?, ?, ?, ?)",
                    [(block.number, number, seat, answers, round(took, 6), round(longest, 6))
                     for seat, answers, took, longest in each.thought],
                )  # fmt: skip

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise BadInput(
                f"{self.path}: cannot be written: {error}; what was played before is kept, --resume goes on"
            ) from None

    def done(self) -> set[int]:
        """The numbers of the blocks that are there."""
        return {number for (number,) in self.base.execute("SELECT number FROM block")}

    def block(self, number: int) -> tuple[tuple[int, ...], list[Match]] | None:
        """Its table, and of each match who sat where and its result; None where it is not there."""
        row = self.base.execute("SELECT entrants FROM block WHERE number = ?", (number,)).fetchone()
        if row is None:
            return None
        found = self.base.execute("SELECT seated, result FROM match WHERE block = ? ORDER BY number", (number,))
        return tuple(_decode(row[0])), [(tuple(_decode(seated)), _decode(result)) for seated, result in found]

    def blocks(self) -> Iterator[tuple[int, tuple[int, ...], list[Match]]]:
        """In the order of numbers: the block, its table, and of each match who sat where and its result."""
        matches = self.base.execute("SELECT block, seated, result FROM match ORDER BY block, number")
        row = matches.fetchone()
        for number, entrants in self.base.execute("SELECT number, entrants FROM block ORDER BY number"):
            found = []
            while row is not None and row[0] == number:
                found.append((tuple(_decode(row[1])), _decode(row[2])))
                row = matches.fetchone()
            yield number, tuple(_decode(entrants)), found

    def thought(self) -> dict[int, tuple[int, float, float]]:
        """By entrant whose bot has a clock: his answers, the seconds they took, and the longest of them."""
        if not self.base.execute("SELECT count(*) FROM sqlite_master WHERE name = 'thought'").fetchone()[0]:
            return {}
        found = self.base.execute(
            "SELECT seated, seat, sum(answers), sum(thought.seconds), max(longest) FROM thought "
            "JOIN match USING (block, number) GROUP BY seated, seat"
        )
        by: dict[int, tuple[int, float, float]] = {}
        for seated, seat, answers, seconds, longest in found:
            entrant = _decode(seated)[seat]
            before = by.get(entrant, (0, 0.0, 0.0))
            by[entrant] = (before[0] + answers, before[1] + seconds, max(before[2], longest))
        return by

    def records(self) -> Iterator[tuple[int, int, bytes | None]]:
        """Block, number and record of every match; None where there is none, or it cannot be unpacked."""
        rows = self.base.execute(
            "SELECT match.block, match.number, content FROM match LEFT JOIN record USING (block, number) "
            "ORDER BY match.block, match.number"
        )
        for block, number, content in rows:
            try:
                yield block, number, None if content is None else zlib.decompress(content)
            except zlib.error:
                yield block, number, b""

    def record(self, match: str) -> bytes:
        """The record of a match such as ``17.2``; BadInput where there is none."""
        block, _, number = match.partition(".")
        row = None
        if block.isdecimal() and number.isdecimal():
            row = self.base.execute(
                "SELECT content FROM record WHERE block = ? AND number = ?", (int(block), int(number))
            ).fetchone()
        if row is None:
            raise BadInput(
                f"{self.path}: there is no record of a match {match!r}; matches are called BLOCK.NUMBER: 1.1"
            )
        return zlib.decompress(row[0])

"""Reading results: everything that comes out of the file is typed and bounded (``stored_results``), whoever wrote
it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from referee.kernel.errors import BadInput
from referee.tournament.definition import MOST_BLOCKS
from referee.tournament.outcomes import Match
from referee.tournament.stored_results import (
    check_counts,
    read_match,
    read_meta,
    read_places,
    read_table,
    read_time,
    unpacked,
)

T = TypeVar("T")

VERSION = 3
OLDER = (2,)
"""Versions that are read and gone on with: their secrets do not say what they are for (``secret``)."""
APPLICATION = 0x52454654
"""Marks a SQLite file as results of a tournament."""

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE block (number INTEGER PRIMARY KEY, entrants TEXT NOT NULL);
CREATE TABLE match (
    block INTEGER NOT NULL REFERENCES block, number INTEGER NOT NULL, seated TEXT NOT NULL, result TEXT NOT NULL,
    decisions INTEGER NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (block, number)
) WITHOUT ROWID;
CREATE TABLE record (block INTEGER NOT NULL, number INTEGER NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (block, number));
"""
THOUGHT = """
CREATE TABLE thought (
    block INTEGER NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, answers INTEGER NOT NULL,
    seconds REAL NOT NULL, longest REAL NOT NULL, PRIMARY KEY (block, number, seat)
) WITHOUT ROWID
"""
"""How long bots took; results of an older referee have no such table, and get one when they are gone on with."""

_MATCHES = "SELECT block, number FROM match"


class Damaged(BadInput):
    """Something in results that no run has written. ``where`` is a match, a block or ``tournament``."""

    def __init__(self, path: Path, where: str, message: str) -> None:
        super().__init__(f"{path}: {where}: {message}; the file is damaged or was edited: take a copy that is not")
        self.where, self.message = where, message


class Results:
    """An open file of results. Damaged where anything in it is not as a run could have written it."""

    def __init__(self, path: Path, base: sqlite3.Connection) -> None:
        """BadInput where these are no results, or of another version."""
        self.path, self.base = path, base
        with self._reading():
            application, self.version = (
                base.execute(f"PRAGMA {each}").fetchone()[0] for each in ("application_id", "user_version")
            )
            if application != APPLICATION:
                raise BadInput(f"{path}: these are no results of a tournament")
            if self.version not in (*OLDER, VERSION):
                raise BadInput(
                    f"{path}: these results are of version {self.version}; this referee reads "
                    f"{', '.join(map(str, OLDER))} and {VERSION}"
                )
            self._as_laid_out()

    def close(self) -> None:
        self.base.close()

    def _as_laid_out(self) -> None:
        """Damaged where there is anything but the tables: a view or a trigger would be somebody else's program."""
        expected = {_name(each): " ".join(each.split()) for each in (*TABLES.split(";"), THOUGHT) if each.strip()}
        found = self.base.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
        there = set()
        for kind, name, sql in found:
            if kind == "index" and sql is None and str(name).startswith("sqlite_autoindex_"):
                continue
            if kind != "table" or " ".join(str(sql).split()) != expected.get(name):
                raise Damaged(self.path, "tournament", f"it has {kind} {str(name)!r}, which no referee has made so")
            there.add(name)
        missing = expected.keys() - there - {"thought"}
        if missing:
            raise Damaged(self.path, "tournament", f"it has no table {min(missing)!r}")
        self.has_thought = "thought" in there

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """BadInput for what SQLite says."""
        try:
            yield
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise sqlite_input_error(self.path, error) from None

    def _rows(self, statement: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """All that is read comes this way."""
        with self._reading():
            yield from self.base.execute(statement, values)

    def _read(self, where: str, reader: Callable[..., T], *values: Any) -> T:
        try:
            return reader(*values)
        except (ValueError, TypeError, msgspec.MsgspecError) as error:
            raise Damaged(self.path, where, str(error)[:500]) from None

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """All that is read within is of one moment, also while a runner goes on writing."""
        with self._reading():
            self.base.execute("BEGIN")
        try:
            yield
        finally:
            self.base.execute("ROLLBACK")

    def meta(self) -> dict[str, Any]:
        """The facts about the tournament as a whole; nothing where its run was stopped before it began."""
        values = dict(self._rows("SELECT key, value FROM meta"))
        return self._read("tournament", read_meta, values) if values else {}

    def begun(self) -> dict[str, Any]:
        """The same; BadInput where there is nothing."""
        meta = self.meta()
        if not meta:
            raise BadInput(
                f"{self.path}: its run was stopped before it began; 'referee tournament run' with --resume goes on"
            )
        return meta

    def done(self) -> set[int]:
        """The numbers of the blocks that are there."""
        return {number for (number,) in self._rows("SELECT number FROM block")}

    def block(self, number: int) -> tuple[tuple[int, ...], list[Match]] | None:
        """Its table, and of each match who sat where and its result; None where it is not there."""
        for (entrants,) in self._rows("SELECT entrants FROM block WHERE number = ?", number):
            rows = self._rows("SELECT number, seated, result FROM match WHERE block = ? ORDER BY number", number)
            return self._block(number, entrants, [*rows])
        return None

    def blocks(self) -> Iterator[tuple[int, tuple[int, ...], list[Match]]]:
        """The blocks in the order of their numbers, each with its table, and of each match the seating and the
        result."""
        matches = self._rows("SELECT block, number, seated, result FROM match ORDER BY block, number")
        row = next(matches, None)
        for number, entrants in self._rows("SELECT number, entrants FROM block ORDER BY number"):
            found = []
            while row is not None and row[0] == number:
                found.append(row[1:])
                row = next(matches, None)
            yield (number, *self._block(number, entrants, found))
            if row is not None and isinstance(row[0], int) and row[0] <= number:
                break
        if row is not None:
            raise Damaged(self.path, f"match {row[0]}.{row[1]}", "it belongs to no block")

    def _block(
        self, number: int, entrants: Any, rows: Sequence[tuple[Any, ...]]
    ) -> tuple[tuple[int, ...], list[Match]]:
        where = f"block {number}"
        table = self._read(where, read_table, entrants)
        if not 1 <= number <= MOST_BLOCKS:
            raise Damaged(self.path, where, "no block has that number")
        if [each for each, _, _ in rows] != [*range(1, len(rows) + 1)] or not rows:
            raise Damaged(self.path, where, "its matches are not numbered from 1" if rows else "it has no matches")
        played = [self._read(f"match {number}.{match}", read_match, seated, result) for match, seated, result in rows]
        if any(sorted(seated) != sorted(table * (len(seated) // max(1, len(table)))) for seated, _ in played):
            raise Damaged(self.path, where, "others sit in its matches than meet in it")
        return table, played

    def strays(self) -> Iterator[str]:
        """For each table of the file the first row that belongs to nothing."""
        for table, what, columns, parents in (
            ("match", "a match of block", "block", "SELECT number FROM block"),
            ("record", "a record of match", "block, number", _MATCHES),
            ("thought", "a time of match", "block, number", _MATCHES),
        ):
            if table != "thought" or self.has_thought:
                for row in self._rows(f"SELECT {columns} FROM {table} EXCEPT {parents} LIMIT 1"):
                    yield f"there is {what} {'.'.join(map(str, row))}, which there is not"

    def damage(self) -> str:
        """SQLite's complaint about the file itself; empty where it is sound."""
        verdict = next(self._rows("PRAGMA integrity_check(1)"))[0]
        return "" if verdict == "ok" else str(verdict)

    def number_of_matches(self) -> int:
        return int(next(self._rows("SELECT count(*) FROM match"))[0])

    def totals(self) -> tuple[int, int, float]:
        """How many matches there are, their decisions, and the seconds they took."""
        matches, decisions, seconds = 0, 0, 0.0
        for block, number, made, took in self._rows("SELECT block, number, decisions, seconds FROM match"):
            self._read(f"match {block}.{number}", check_counts, made, took)
            matches, decisions, seconds = matches + 1, decisions + made, seconds + took
        return matches, decisions, seconds

    def times(self, block: int, number: int) -> list[tuple[int, int, float, float]]:
        """For each seat of a match whose bot has a clock: the seat, the number of its answers, their seconds, and the
        longest."""
        if not self.has_thought:
            return []
        found = self._rows(
            "SELECT seat, answers, seconds, longest FROM thought WHERE block = ? AND number = ? ORDER BY seat",
            block, number,
        )  # fmt: skip
        return [self._read(f"match {block}.{number}", read_time, *row) for row in found]

    def thought(self) -> dict[int, tuple[int, float, float]]:
        """For each entrant whose bot has a clock: his answers, the seconds they took, and the longest of them."""
        by: dict[int, tuple[int, float, float]] = {}
        if not self.has_thought:
            return by
        for block, number, places, *row in self._rows(
            "SELECT block, number, seated, seat, answers, thought.seconds, longest FROM thought "
            "JOIN match USING (block, number) ORDER BY block, number, seat"
        ):
            where = f"match {block}.{number}"
            seat, answers, seconds, longest = self._read(where, read_time, *row)
            seated = self._read(where, read_places, places)
            if seat >= len(seated):
                raise Damaged(self.path, where, f"a time is of seat {seat}, which it has not")
            before = by.get(seated[seat], (0, 0.0, 0.0))
            by[seated[seat]] = (before[0] + answers, before[1] + seconds, max(before[2], longest))
        return by

    def records(self) -> Iterator[tuple[int, int, int, bytes | None]]:
        """Block, number, decisions and record of every match; None where there is none."""
        rows = self._rows(
            "SELECT match.block, match.number, decisions, seconds, content FROM match "
            "LEFT JOIN record USING (block, number) ORDER BY match.block, match.number"
        )
        for block, number, decisions, seconds, content in rows:
            where = f"match {block}.{number}"
            self._read(where, check_counts, decisions, seconds)
            yield block, number, decisions, None if content is None else self._read(where, unpacked, content)

    def record(self, match: str) -> bytes:
        """The record of a match such as ``17.2``; BadInput where there is none."""
        block, _, number = match.partition(".")
        if all(each.isascii() and each.isdecimal() and len(each) < 16 for each in (block, number)):
            for (content,) in self._rows(
                "SELECT content FROM record WHERE block = ? AND number = ?", int(block), int(number)
            ):
                return self._read(f"match {match}", unpacked, content)
        raise BadInput(
            f"{self.path}: there is no record of a match {match[:40]!r}; matches are called BLOCK.NUMBER: 1.1"
        )


def sqlite_input_error(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> BadInput:
    """SQLite's error as one line with a remedy. Its own words about a damaged file may be no text."""
    code = getattr(error, "sqlite_errorname", "") or ""
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return BadInput(f"{path}: another program holds it locked: try again when that is done")
    if code.startswith(("SQLITE_READONLY", "SQLITE_PERM")):
        return BadInput(f"{path}: it may not be written to; --results names another file")
    if code.startswith(("SQLITE_CANTOPEN", "SQLITE_AUTH")):
        return BadInput(f"{path}: cannot be opened: {error}")
    if code.startswith(("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_TOOBIG", "SQLITE_NOMEM")):
        return BadInput(f"{path}: cannot be written or read: {error}; see whether the disk is full, then run it again")
    if code.startswith("SQLITE_NOTADB"):
        return BadInput(f"{path}: these are no results of a tournament: {error}")
    return BadInput(f"{path}: the file is damaged: {error}; take a copy that is not")


def _name(statement: str) -> str:
    return statement.split()[2]

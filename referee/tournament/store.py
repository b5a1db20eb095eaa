"""Results: one SQLite file, written by the coordinator alone, a block a transaction (docs/tournaments.md)."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from referee.kernel.errors import BadInput
from referee.tournament.lock import Held
from referee.tournament.playing import Played
from referee.tournament.results import APPLICATION, TABLES, THOUGHT, VERSION, Results, sqlite_input_error
from referee.tournament.schedule import Block

_encode = msgspec.json.encode


class Store(Results):
    """The results of one tournament. BadInput where the file is none, or of another version, or is not to be had."""

    def __init__(self, path: Path, *, make: bool = False) -> None:
        """Open the file to read it; with ``make`` to write it, laid out where there is none yet."""
        self.held: Held | None = None
        """What a runner holds the file by, closed after the connection."""
        try:
            if path.exists() and not path.is_file():
                raise BadInput(f"{path}: these are no results of a tournament: it is no ordinary file")
            if not make and not path.exists():
                raise BadInput(f"{path}: there is no such file of results")
            if make and not path.exists():
                # SQLite gives the files beside it the same mode. They hold the secret from the beginning.
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except (OSError, ValueError) as error:
            raise BadInput(f"{path}: cannot be opened: {getattr(error, 'strerror', None) or error}") from None
        try:
            base = _to_write(path) if make else _to_read(path)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise sqlite_input_error(path, error) from None
        try:
            super().__init__(path, base)
            if make and not self.has_thought:
                with self._writing():
                    self.base.execute(THOUGHT)
                self.has_thought = True
        except BaseException:
            base.close()
            raise

    def close(self) -> None:
        super().close()
        if self.held is not None:
            self.held.close()

    def settle(self) -> None:
        """Close the file for good: it then stands by itself, under any name and on a disk that is only read."""
        with suppress(sqlite3.Error):
            self.base.execute("PRAGMA journal_mode = DELETE")

    def put_meta(self, values: dict[str, Any]) -> None:
        with self._writing(), _whole(self.base):
            self.base.executemany(
                "INSERT OR REPLACE INTO meta VALUES (?, ?)",
                [(key, _encode(each).decode()) for key, each in values.items()],
            )

    def add(self, block: Block, matches: Sequence[Played]) -> None:
        """A block, whole or not at all; one that is there already stays."""
        with self._writing(), _whole(self.base):
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
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise sqlite_input_error(self.path, error) from None


_NAMES_ANOTHER = bytes.fromhex("d9d505f920a163d7")
"""How a journal ends that names a further file, which SQLite removes. No runner writes one."""


def _refuse_stray_journals(path: Path, *, to_write: bool) -> None:
    """BadInput where SQLite would take up what no runner leaves beside results: it is a stranger's as they are."""
    for suffix in ("-wal", "-shm", "-journal"):
        stray = path.with_name(path.name + suffix)
        if not os.path.lexists(stray):
            continue
        if not stat.S_ISREG(stray.lstat().st_mode):
            raise BadInput(f"{path}: {stray.name} beside it is no ordinary file: remove it")
        if suffix == "-journal" and stray.stat().st_size:
            if not to_write:
                raise BadInput(f"{path}: it was stopped while it was written ({stray.name}): 'run --resume' goes on")
            with stray.open("rb") as journal:
                journal.seek(max(0, stray.stat().st_size - len(_NAMES_ANOTHER)))
                if journal.read() == _NAMES_ANOTHER:
                    raise BadInput(f"{path}: {stray.name} beside it is no runner's: remove it")


def _to_write(path: Path) -> sqlite3.Connection:
    _refuse_stray_journals(path, to_write=True)
    base = sqlite3.connect(path, isolation_level=None)
    try:
        base.execute("PRAGMA trusted_schema = OFF")
        with suppress(sqlite3.OperationalError):  # somebody reads: it can be written without a log as well
            base.execute("PRAGMA journal_mode = WAL")
        if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            with _whole(base):
                for statement in (*TABLES.split(";"), THOUGHT):
                    base.execute(statement)
                base.execute(f"PRAGMA application_id = {APPLICATION}")
                base.execute(f"PRAGMA user_version = {VERSION}")
        base.execute("PRAGMA synchronous = NORMAL")
    except BaseException:
        base.close()
        raise
    return base


def _to_read(path: Path) -> sqlite3.Connection:
    """Also where nothing can be written beside it, as SQLite wants to for a file that a runner may be writing."""
    _refuse_stray_journals(path, to_write=False)
    address = path.absolute().as_uri()
    try:
        return _tried(f"{address}?mode=rw")
    except sqlite3.OperationalError as error:
        if not str(getattr(error, "sqlite_errorname", "")).startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
            raise
    beside = path.with_name(f"{path.name}-wal")
    if beside.exists() and beside.stat().st_size:
        raise BadInput(
            f"{path}: its last blocks are still in {beside.name}, and nothing can be written here to read them: "
            "copy both files into a folder that may be written to"
        )
    return _tried(f"{address}?immutable=1")


def _tried(address: str) -> sqlite3.Connection:
    base = sqlite3.connect(address, uri=True, isolation_level=None)
    try:
        base.execute("PRAGMA query_only = ON")
        base.execute("PRAGMA trusted_schema = OFF")
        base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        base.close()
        raise
    return base


@contextmanager
def _whole(base: sqlite3.Connection) -> Iterator[None]:
    """One transaction: all of it or nothing, wherever it is interrupted."""
    base.execute("BEGIN IMMEDIATE")
    try:
        yield
        base.execute("COMMIT")
    except BaseException:
        if base.in_transaction:
            base.execute("ROLLBACK")
        raise

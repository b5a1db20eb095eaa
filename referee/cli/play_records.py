"""The chance of the matches that ``referee play`` plays, and the files of their records."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any

from referee.cli.terminal import complain, say, shown_path
from referee.cli.values import brief
from referee.kernel.errors import BadInput
from referee.play.referee import MatchResult
from referee.play.taking_up import LeftMatch
from referee.record.archive import SUFFIX, Archive
from referee.record.project_folder import LEFT, project_folder
from referee.record.record import check_writable, write_record
from referee.record.replay import load
from referee.record.tape import commitment, new_secret, secret_of_seed
from referee.record.words import bulk_secret, key_of


@dataclass(frozen=True, slots=True)
class Chance:
    """The source of the secrets of matches. ``left``: the match that is taken up again."""

    seed: str | None
    matches: int
    left: LeftMatch | None = None
    bulk: tuple[tuple[int, int], int] | None = None
    """Key and number of the first match of bulk play."""

    def secret(self, match: int) -> bytes:
        if self.left is not None:
            return self.left.secret
        if self.bulk is not None:
            return bulk_secret(self.bulk[0], self.bulk[1] + match - 1)
        if self.seed is None:
            return new_secret()
        return secret_of_seed(self.seed if self.matches == 1 else f"{self.seed}/{match}")

    @classmethod
    def of(cls, seed: str | None, matches: int, left: LeftMatch | None, seats: Sequence[str]) -> Chance:
        """Seats that are all random play in bulk: several matches, or one of several alone."""
        name, sign, number = (seed or "").rpartition("/")
        bulk = None
        if left is None and set(seats) == {"random"}:
            if matches > 1:
                bulk = key_of(new_secret().hex() if seed is None else seed), 1
            elif sign and number.isdecimal() and len(number) < 19:
                bulk = key_of(name), int(number)
        return cls(seed, matches, left, bulk)

    @property
    def kind(self) -> str:
        """The word of a record for it."""
        if self.left is not None and self.left.header["chance"] != "seeded":
            return "kept"
        return "secret" if self.seed is None and self.left is None else "seeded"

    def description(self, secret: bytes | None = None) -> str:
        if self.left is not None:
            return CHANCE_TOLD[self.kind]
        if self.seed is None:
            return "secret" + (f", with the commitment {commitment(secret)[:16]}…" if secret else "")
        again = f"{self.seed} gives the same" if self.matches == 1 else f"{self.seed}/{self.matches} gives the last"
        return f"from a seed, so no secret: --seed {again} match again"

    def as_json(self) -> dict[str, Any]:
        return {"chance": self.kind, "seed": self.seed}


CHANCE_TOLD = {
    "seeded": "no secret, it came from a seed",
    "kept": "no secret any more, it was kept in the record while the match was left",
}


class Records:
    """The place of the records, if any. BadInput, before anything is played: they cannot be written."""

    def __init__(self, path: Path | None, matches: int) -> None:
        self.path, self.matches = path, matches
        self.written: list[Path] = []
        self.left: Path | None = None
        """The record of the match that was left."""
        self.archive = Archive(path) if path is not None and path.suffix == SUFFIX else None
        if path is not None:
            if os.path.isdir(path):
                raise BadInput(f"{path}: cannot be written: it is a folder")
            if self.archive and matches == 1:
                raise BadInput(f"{path}: an archive is for the records of several matches: name it .jsonl")
            for match in {1, matches}:
                check_writable(path if self.archive else self.of(match))

    def __enter__(self) -> Records:
        if self.archive:
            self.archive.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        if self.archive:
            self.archive.__exit__(*error)

    def of(self, match: int) -> Path:
        assert self.path is not None
        if self.matches == 1:
            return self.path
        number = str(match).zfill(len(str(self.matches)))
        return self.path.with_name(f"{self.path.stem}-{number}{'.jsonl' if self.archive else self.path.suffix}")

    def write(self, match: int, result: MatchResult) -> None:
        if result.record is not None and self.path is not None:
            self.keep(match, result.record)

    def keep(self, match: int, record: bytes) -> None:
        path = self.of(match)
        if self.archive:
            self.archive.add(path.name, record)
        else:
            write_record(path, record)
        self.written = [*self.written[:1], path]

    def leave(self, match: int, game: str, secret: bytes, record: bytes | None) -> None:
        """Keep the record of a match that is left, under ``.referee`` where no place was named for it."""
        if record is None:
            return
        try:
            path = (
                self.of(match)
                if self.path and not self.archive
                else _unused(project_folder(LEFT) / f"{game}-{commitment(secret)[:8]}")
            )
        except OSError as error:
            raise BadInput(f".referee/left: cannot be written: {error.strerror}; name a file by --record") from None
        write_record(path, record)
        self.left = path

    def complain(self, why: str, otherwise: str = "") -> None:
        """Say what has become of a match that was left."""
        if self.left is None:
            complain(why + otherwise)
            return
        shown = shown_path(self.left)
        complain(f"{why}: the match is kept in {shown}; go on with")
        say(f"  referee play --resume {shlex.quote(shown)}", err=True)

    def as_json(self) -> list[str]:
        return [str(path) for path in ([self.path] if self.archive and self.written else self.written)]

    def fields(self) -> Iterator[tuple[str, str]]:
        if self.written:
            names = " to ".join(shown_path(path) for path in self.written)
            if self.archive and self.path:
                names = " to ".join(path.name for path in self.written)
                yield "record", f"{names} in {shown_path(self.path)}, an archive"
                return
            yield "record", f"{names}; 'referee replay {shown_path(self.written[0])}' plays it again"


def _unused(stem: Path) -> Path:
    """A file that is not there yet."""
    names = (stem.with_name(f"{stem.name}{more}.jsonl") for more in chain([""], map("-{}".format, count(2))))
    return next(each for each in names if not each.exists())


def taken_up(file: Path, seats: str | None) -> LeftMatch:
    """The match that a record says was left. BadInput where it may not be gone on with."""
    left = LeftMatch.of(load(file), shown_path(file))
    there = ",".join(left.header["seats"])
    if seats is not None and [each.strip() for each in seats.split(",")] != left.header["seats"]:
        raise BadInput(f"--seats {brief(seats)}: the match in {shown_path(file)} was left by {there}")
    trusted = [each for each in left.header["seats"] if each.startswith("trusted:")]
    if trusted and seats is None:
        # A record may come from anybody, and what is trusted is confined by nothing.
        raise BadInput(f"{trusted[0]} runs in the referee's own process: say that you trust it with --seats {there}")
    return left

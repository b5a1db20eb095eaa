"""Forgeries of results: ``python -m tests.hostile.forgeries RESULTS FOLDER`` puts one of each kind into FOLDER.

Each is as consistent as somebody can make it who knows the secret and how records are written: hash chains are mended,
results follow their records. ``KINDS`` has of each kind the function that makes it, the words with which ``referee
tournament audit`` names it, and whether the audit noticed it that came before this tool (commit 59b4dbf).
"""

from __future__ import annotations

import hashlib
import random
import shutil
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from referee.games.registry import game_called
from referee.play import referee as referees
from referee.play.seats import RandomSeat
from referee.record import tape as tapes
from referee.record.record import chain
from referee.record.tape import Tape, commitment
from referee.tournament.schedule import secret_of_block
from referee.tournament.secret import drawn_secret

Lines = list[dict[str, Any]]


class Forger:
    """A copy of results that are being forged."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self.base = base
        rows = base.execute("SELECT key, value FROM meta")
        self.meta: dict[str, Any] = {key: msgspec.json.decode(value) for key, value in rows}
        self.about = self.meta["definition"]
        self.secret = bytes.fromhex(self.meta["secret"])

    def save(self) -> None:
        for key, value in self.meta.items():
            self.base.execute("UPDATE meta SET value = ? WHERE key = ?", (msgspec.json.encode(value).decode(), key))

    def matches(self) -> list[tuple[int, int]]:
        return self.base.execute("SELECT block, number FROM match ORDER BY block, number").fetchall()

    def lines(self, block: int, number: int) -> Lines:
        """Of a record, without their links."""
        (content,) = self.base.execute(
            "SELECT content FROM record WHERE block = ? AND number = ?", (block, number)
        ).fetchone()
        lines = [msgspec.json.decode(line) for line in zlib.decompress(content).splitlines()]
        return [{key: value for key, value in line.items() if key != "#"} for line in lines]

    def put(self, block: int, number: int, lines: Lines) -> None:
        """A record with its chain mended, and its result for the results."""
        content = zlib.compress(chain([msgspec.json.encode(line) for line in lines]), 1)
        self.base.execute("UPDATE record SET content = ? WHERE block = ? AND number = ?", (content, block, number))
        result = {key: value for key, value in lines[-1]["result"].items() if key != "secret"}
        asked = sum(entry[0] == "answer" for line in lines[1:-1] for entry in line["did"])
        self.base.execute(
            "UPDATE match SET result = ?, decisions = ? WHERE block = ? AND number = ?",
            (msgspec.json.encode(result).decode(), asked, block, number),
        )

    def every(self, change: Callable[[Lines], None]) -> None:
        """Change all records alike."""
        for block, number in self.matches():
            lines = self.lines(block, number)
            change(lines)
            self.put(block, number, lines)

    def header(self, **values: Any) -> None:
        """Of every record."""
        self.every(lambda lines: lines[0].update(values))

    def played(self, block: int, number: int, secret: bytes, **form: Any) -> Lines:
        """Another match of the same players, by chance that the forger likes."""
        header = self.lines(block, number)[0]
        told = {"readings": header["readings"], "settings": header["settings"], **form}
        game = game_called(header["game"])(header["players"], **told)
        seats = [RandomSeat(random.Random(seat)) for seat in range(game.players)]
        played = referees.play_match(
            game, seats, secret=secret, seeded=header["chance"] == "seeded", record=True, views=True
        )  # fmt: skip
        assert played.record is not None
        lines = [msgspec.json.decode(line) for line in played.record.splitlines()]
        found = [{key: value for key, value in line.items() if key != "#"} for line in lines]
        found[0] |= {key: header[key] for key in ("seats", "isolation", "limits", "turn_cap")}
        return found


def forged(results: Path, to: Path, kind: Kind) -> None:
    """Put a forgery of that kind there."""
    shutil.copy(results, to)
    with closing(sqlite3.connect(to, isolation_level=None)) as base:
        forger = Forger(base)
        kind.make(forger)
        forger.save()


# -- matches ----------------------------------------------------------------------------------------------


def winner(forger: Forger) -> None:
    def flip(lines: Lines) -> None:
        result = lines[-1]["result"]
        result["ranks"].reverse()
        result["payoffs"].reverse()

    forger.every(flip)


def winner_in_results(forger: Forger) -> None:
    forger.base.execute(
        "UPDATE match SET result = replace(replace(replace(result, '[1,2]', '[0]'), '[2,1]', '[1,2]'), '[0]', '[2,1]')"
    )


class Told(Tape):
    """Every draw is an event of chance with its outcome, as in a record that has no secret to draw from."""

    def top(self, place: Any, number: int) -> int | None:
        return None

    def _drawn(self, place: Any, number: int, name: str) -> int:
        drawn = super().top(place, number)
        if drawn is None:
            self._shuffle(place, name)
            drawn = super().top(place, number)
        assert drawn is not None
        return drawn


def deals_without_secret(forger: Forger) -> None:
    for block, number in forger.matches()[:4]:
        with patch.object(tapes, "Tape", Told):
            lines = forger.played(block, number, b"the forger's own" * 2)
        lines[0]["commitment"] = commitment(secret_of_block(forger.secret, block))
        del lines[-1]["result"]["secret"]
        forger.put(block, number, lines)


def deals_that_were_chosen(forger: Forger) -> None:
    deals_without_secret(forger)
    for block, number in forger.matches()[:4]:
        lines = forger.lines(block, number)
        lines[0]["chance"] = "chosen"
        forger.put(block, number, lines)


def deals_of_another_secret(forger: Forger) -> None:
    for block, number in forger.matches()[:4]:
        forger.put(block, number, forger.played(block, number, b"the forger's own" * 2))


def deals_by_another_name(forger: Forger) -> None:
    """Chance comes from the right secret, by names that were tried until they gave what was wanted."""

    class Renaming(Tape):
        def name(self, table: Any, clause: str) -> str:
            return super().name(table, clause) + ", tried again"

    block, number = forger.matches()[0]
    with patch.object(tapes, "Tape", Renaming):
        forger.put(block, number, forger.played(block, number, secret_of_block(forger.secret, block)))


def another_form(forger: Forger) -> None:
    """A match of another tournament with the same secret."""
    block, number = forger.matches()[0]
    settings = {**forger.about["form"]["settings"], "rounds": 2}
    forger.put(block, number, forger.played(block, number, secret_of_block(forger.secret, block), settings=settings))


def cut(forger: Forger) -> None:
    """A record that ends earlier, with the result that there would be."""
    block, number = forger.matches()[0]
    lines = forger.lines(block, number)
    forger.put(block, number, [*lines[: len(lines) // 2], lines[-1]])


def answer(forger: Forger) -> None:
    block, number = forger.matches()[0]
    lines = forger.lines(block, number)
    entry = next(each for line in lines[2:] for each in line["did"] if each[0] == "answer" and len(each[2]) == 2)
    entry[2][1] = [random.Random(1).choice([card for card in "3456789" if [card] != entry[2][1]])]
    forger.put(block, number, lines)


def fault(forger: Forger) -> None:
    block, number = forger.matches()[0]
    lines = forger.lines(block, number)
    told = next(line["did"] for line in lines[2:] if any(each[0] == "answer" for each in line["did"]))
    at = next(place for place, each in enumerate(told) if each[0] == "answer")
    told.insert(at, ["fault", told[at][1], "time", "no answer in time"])
    forger.put(block, number, lines)


def copied_match(forger: Forger) -> None:
    block = forger.matches()[0][0]
    forger.put(block, 2, forger.lines(block, 1))


def swapped_blocks(forger: Forger) -> None:
    (one,), (other,) = (
        forger.base.execute("SELECT max(number) FROM block GROUP BY entrants ORDER BY entrants LIMIT 1").fetchall()
        + forger.base.execute("SELECT min(number) FROM block GROUP BY entrants ORDER BY entrants LIMIT 1").fetchall()
    )
    for table in ("record", "match"):
        for before, after in ((one, -1), (other, one), (-1, other)):
            forger.base.execute(f"UPDATE {table} SET block = ? WHERE block = ?", (after, before))


def decisions(forger: Forger) -> None:
    forger.base.execute("UPDATE match SET decisions = decisions + 1000")


def times(forger: Forger) -> None:
    seat = next(number for number, each in enumerate(forger.about["entrants"]) if each["seat"] == "random")
    block, number, seated = next(
        row for row in forger.base.execute("SELECT block, number, seated FROM match ORDER BY block, number")
        if seat in msgspec.json.decode(row[2])
    )  # fmt: skip
    row = (block, number, msgspec.json.decode(seated).index(seat), 1, 0.5, 0.5)
    forger.base.execute("INSERT INTO thought VALUES (?, ?, ?, ?, ?, ?)", row)


def stray(forger: Forger) -> None:
    forger.base.execute("INSERT INTO record SELECT block + 1000, number, content FROM record")


# -- headers ----------------------------------------------------------------------------------------------


def in_headers(**values: Any) -> Callable[[Forger], None]:
    return lambda forger: forger.header(**values)


def no_views(forger: Forger) -> None:
    def strip(lines: Lines) -> None:
        lines[0]["views"] = False
        for line in lines[1:-1]:
            line["did"] = [entry for entry in line["did"] if entry[0] != "view"]

    forger.every(strip)


def claim(forger: Forger) -> None:
    forger.header(seats=["a champion", "a champion"])


# -- the whole --------------------------------------------------------------------------------------------


def no_records(forger: Forger) -> None:
    winner_in_results(forger)
    forger.base.execute("DELETE FROM record")
    forger.about["records"] = False


def records_lost(forger: Forger) -> None:
    winner_in_results(forger)
    forger.base.execute("DELETE FROM record")


def unfinished(forger: Forger) -> None:
    _drop(forger, "number > 3")
    forger.meta["finished"] = False


def finished(forger: Forger) -> None:
    _drop(forger, "number > 3")


def shorter(forger: Forger) -> None:
    """As if fewer blocks had been wanted."""
    tables = forger.base.execute("SELECT count(DISTINCT entrants) FROM block").fetchone()[0]
    _drop(forger, f"number > {tables}")
    forger.about["format"]["blocks"] = 1


def renumbered(forger: Forger) -> None:
    """Without the first block, the others moved up."""
    _drop(forger, "number = 1")
    for table, column in (("block", "number"), ("match", "block"), ("record", "block"), ("thought", "block")):
        forger.base.execute(f"UPDATE {table} SET {column} = -{column}")
        forger.base.execute(f"UPDATE {table} SET {column} = -{column} - 1")
    forger.meta["finished"] = False


def _drop(forger: Forger, which: str) -> None:
    blocks = [number for (number,) in forger.base.execute(f"SELECT number FROM block WHERE {which}")]
    for number in blocks:
        forger.base.execute("DELETE FROM block WHERE number = ?", (number,))
        for table in ("match", "record", "thought"):
            forger.base.execute(f"DELETE FROM {table} WHERE block = ?", (number,))


def label(forger: Forger) -> None:
    """Seeded as secret, or the reverse."""
    seeded = forger.meta["seed"] is not None
    forger.meta["seed"] = None if seeded else "a seed"
    forger.header(chance="secret" if seeded else "seeded")


def names(forger: Forger) -> None:
    """The first and the last entrant exchange what they did."""
    one, other = forger.about["entrants"][0], forger.about["entrants"][-1]
    exchanged = {one["name"]: other["name"], other["name"]: one["name"]}
    one["name"], other["name"] = other["name"], one["name"]

    def rename(lines: Lines) -> None:
        lines[0]["seats"] = [exchanged.get(each, each) for each in lines[0]["seats"]]

    forger.every(rename)


def names_in_definition(forger: Forger) -> None:
    forger.about["entrants"][0]["name"] = "a champion"


def in_definition(**values: Any) -> Callable[[Forger], None]:
    return lambda forger: forger.about.update(values)


def limits(forger: Forger) -> None:
    """In the definition and in all headers."""
    forger.about["limits"]["move"] = 999.0

    def change(lines: Lines) -> None:
        lines[0]["limits"] = [{**each, "move": 999.0} if each else each for each in lines[0]["limits"]]

    forger.every(change)


def isolation(forger: Forger) -> None:
    """In the definition and in all headers."""
    for each in forger.about["entrants"]:
        each["isolation"] = "bubblewrap, seccomp, limits"
    forger.header(isolation=["bubblewrap, seccomp, limits"] * forger.about["form"]["players"])


def turn_cap(forger: Forger) -> None:
    """In the definition and in all headers."""
    forger.about["turn_cap"] = 5000
    forger.header(turn_cap=5000)


def bots(forger: Forger) -> None:
    forger.about["entrants"][-1]["text"] = hashlib.sha256(b"another bot").hexdigest()[:32]


def verdict(forger: Forger) -> None:
    forger.meta["verdict"] = "the champion is ahead of everybody (wrong with a chance of at most 0.001)"


def secret(forger: Forger) -> None:
    """With its commitment, and all that a header says of chance."""
    forger.secret = drawn_secret(forger.about)
    forger.meta |= {"secret": forger.secret.hex(), "commitment": commitment(forger.secret)}
    for block, number in forger.matches():
        lines = forger.lines(block, number)
        of_block = secret_of_block(forger.secret, block)
        lines[0]["commitment"], lines[-1]["result"]["secret"] = commitment(of_block), of_block.hex()
        forger.put(block, number, lines)


def all_again(forger: Forger) -> None:
    """Another tournament altogether, by a secret of the forger's: only what was published tells it."""
    secret(forger)
    for block, number in forger.matches():
        forger.put(block, number, forger.played(block, number, secret_of_block(forger.secret, block)))
    # The times were of the matches that were: another match can have fewer answers.
    forger.base.execute("UPDATE thought SET answers = 1")


def older(forger: Forger) -> None:
    """As if an older referee had made it, which bound secrets to nothing; the measure is another."""
    forger.about["measure"] = "payoffs"
    forger.base.execute("PRAGMA user_version = 2")


def trigger(forger: Forger) -> None:
    forger.base.execute("CREATE TRIGGER whenever AFTER INSERT ON match BEGIN DELETE FROM record; END")


@dataclass(frozen=True, slots=True)
class Kind:
    make: Callable[[Forger], None]
    named: str
    """Words of the audit."""
    before: bool
    """Whether the audit of 59b4dbf noticed it."""
    code: int = 1
    published: bool = False
    """It takes the commitment that was published to tell it."""


_BOUND = "its definition is not the one that its secret was drawn for"
KINDS: dict[str, Kind] = {
    "winner": Kind(winner, "the result is not the one that the rules give", True),
    "winner-in-results": Kind(winner_in_results, "its result is not that of its record", True),
    "deals-without-secret": Kind(deals_without_secret, "it leaves the secret of its chance out", False),
    "deals-that-were-chosen": Kind(deals_that_were_chosen, "its chance is not that of its block", False),
    "deals-of-another-secret": Kind(deals_of_another_secret, "its chance is not that of its block", True),
    "deals-by-another-name": Kind(deals_by_another_name, "where the rules call it", False),
    "another-form": Kind(another_form, "of another form of the game: settings", True),
    "cut": Kind(cut, "the result is not the one that the rules give", True),
    "answer": Kind(answer, "it differs from the rules", True),
    "fault": Kind(fault, "is not its default action", True),
    "copied-match": Kind(copied_match, "its record has other players", True),
    "swapped-blocks": Kind(swapped_blocks, "its chance is not that of its block", True),
    "decisions": Kind(decisions, "decisions, and its record has", False),
    "times": Kind(times, "whose bot has no clock", False),
    "stray": Kind(stray, "which there is not", False),
    "header-turn-cap": Kind(in_headers(turn_cap=100_000), "not of this tournament: its turn_cap", False),
    "header-turn-cap-below": Kind(in_headers(turn_cap=-1), "turn_cap", False),
    "header-turn-cap-too-small": Kind(in_headers(turn_cap=3), "its turn cap ends the match before this line", False),
    "header-version": Kind(in_headers(version=True), "its record format is True", False),
    "header-limits": Kind(
        in_headers(limits=[{"move": 1.0}, {"move": 1.0}]), "not of this tournament: its limits", False
    ),
    "header-isolation": Kind(in_headers(isolation=["bubblewrap"] * 2), "its record has other isolation", True),
    "header-rules": Kind(in_headers(rules="0" * 32), "not of this tournament: its rules", False),
    "header-chance": Kind(in_headers(chance="seeded"), "not of this tournament: its chance", False),
    "header-more": Kind(in_headers(**{"signed\x1b[2J": "by the league"}), "unknown field `signed\\x1b[2J`", False),
    "header-names": Kind(claim, "its record has other players", True),
    "no-views": Kind(no_views, "not of this tournament: its views", False),
    "no-records": Kind(no_records, _BOUND, False),
    "records-lost": Kind(records_lost, "its record is missing", True),
    "unfinished": Kind(unfinished, "unfinished: 3 of 6 blocks are there", False, code=3),
    "finished": Kind(finished, "it is said to be finished, and there are 3 of its 6 blocks", True),
    "shorter": Kind(shorter, _BOUND, False),
    "renumbered": Kind(renumbered, "its chance is not that of its block", True),
    "label": Kind(label, "its chance is said to", False),
    "names": Kind(names, _BOUND, False),
    "names-in-definition": Kind(names_in_definition, "its record has other players", True),
    "measure": Kind(in_definition(measure="payoffs"), _BOUND, False),
    "seatings": Kind(in_definition(seatings="all"), _BOUND, False),
    "anonymous": Kind(in_definition(anonymous=False), _BOUND, False),
    "limits": Kind(limits, _BOUND, False),
    "isolation": Kind(isolation, _BOUND, False),
    "turn-cap": Kind(turn_cap, _BOUND, False),
    "bots": Kind(bots, _BOUND, False),
    "verdict": Kind(verdict, "why it ended is not what its results say", True),
    "secret": Kind(secret, "it differs from the rules", True),
    "all-again": Kind(all_again, "its commitment is not the one that was published", False, published=True),
    "older": Kind(older, "made by an older referee", False, code=3),
    "trigger": Kind(trigger, "which no referee has made so", False, code=2),
}


def main(results: Path, folder: Path) -> Iterator[str]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, kind in KINDS.items():
        forged(results, folder / f"{name}.sqlite", kind)
        yield f"{folder / name}.sqlite: to be named by: {kind.named}"


if __name__ == "__main__":
    for line in main(Path(sys.argv[1]), Path(sys.argv[2])):
        sys.stdout.write(f"{line}\n")

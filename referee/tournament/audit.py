"""Checks results against themselves and against the rules: nothing is believed that can be played again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from referee.kernel.errors import BadInput, BadRecord
from referee.record.replay import replay
from referee.record.tape import commitment
from referee.stats.blocks import Seatings
from referee.tournament.formats import Outcome
from referee.tournament.outcomes import outcome_of
from referee.tournament.schedule import Block, Schedule, secret_of_block
from referee.tournament.store import Store


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something that is not as it should be. ``where`` is a match, a block, or ``tournament``."""

    where: str
    message: str


def audit(store: Store) -> Iterator[Complaint | None]:
    """After each match None, or what is wrong; what concerns the whole comes first.

    Each record is replayed through the rules; its result, seats, readings and commitment are compared with the
    results, its block's secret with that of the tournament, and the blocks with the tables that were to meet.
    """
    meta = store.meta()
    if "definition" not in meta:
        raise BadInput(f"{store.path}: its run was stopped before it began: there is nothing to audit")
    about, secret = meta["definition"], bytes.fromhex(meta["secret"])
    if commitment(secret) != meta["commitment"]:
        yield Complaint("tournament", "its secret is not the one that it is committed to")
    yield from _blocks(store, meta, secret)
    records = store.records()
    before: Counter[tuple[int, ...]] = Counter()
    for number, table, played in store.blocks():
        block = Block(number, table, before[table])
        before[table] += 1
        seated = block.seated(Seatings(about["seatings"])) if len(table) == about["form"]["players"] else []
        if [who for who, _ in played] != seated:
            yield Complaint(f"block {number}", "its matches are not those that its seatings give")
        for match, (who, result) in enumerate(played, 1):
            found = next(records, None)
            if found is None or found[0] != number or found[1] != match:
                yield Complaint(f"match {number}.{match}", "its row belongs to no block")
                return
            name = f"match {number}.{match}"
            if found[2] is None:
                if about["records"]:
                    yield Complaint(name, "its record is missing")
                else:
                    yield None
                continue
            yield _match(name, found[2], who, result, about, secret_of_block(secret, number))


def _blocks(store: Store, meta: dict[str, Any], secret: bytes) -> Iterator[Complaint]:
    """The tables as the format gives them, from the outcomes that the results have."""
    stored = ((number, table) for number, table, _ in store.blocks())
    there = next(stored, None)
    outcomes = _Outcomes(store)
    schedule = Schedule(meta["definition"], secret)
    missing = 0
    for block in schedule.blocks(outcomes.of):
        if not isinstance(block, Block):
            break  # of this round not all was played: nothing may come after it
        if there is None and not meta["finished"]:
            break
        if there is None or there[0] > block.number:
            missing += 1
            continue
        if there[0] < block.number:
            break
        if there[1] != block.table:
            yield Complaint(f"block {block.number}", "it was not to be played by those")
            if schedule.format.adaptive:
                return  # everything after it was decided otherwise
        there = next(stored, None)
    if there is not None:
        yield Complaint(f"block {there[0]}", "it was not to be played")
    if meta["finished"] and (missing or not schedule.over):
        wanted = f"{missing} of its {schedule.wanted} blocks" if missing else "some of its blocks"
        yield Complaint("tournament", f"it is said to be finished, and {wanted} are missing")
    if schedule.over and meta["finished"] and schedule.format.verdict != meta["verdict"]:
        yield Complaint("tournament", "why it ended is not what its results say")


class _Outcomes:
    """What formats decide from; a result that cannot be read counts as missing."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, number: int) -> Outcome | None:
        found = self.store.block(number)
        try:
            return None if found is None else outcome_of(*found)
        except (KeyError, TypeError, ValueError, ZeroDivisionError, IndexError):
            return None


def _match(
    name: str, content: bytes, who: tuple[int, ...], result: dict[str, Any], about: dict[str, Any], secret: bytes
) -> Complaint | None:
    try:
        replayed = replay(content, name)
    except (BadRecord, BadInput) as error:
        return Complaint(name, str(error))
    header = replayed.header
    told = {key: value for key, value in replayed.result.items() if key != "secret"}
    if told != msgspec.json.decode(msgspec.json.encode(result)):
        return Complaint(name, "its result is not that of its record")
    if header["commitment"] != commitment(secret):
        return Complaint(name, "its chance is not that of its block")
    if header["seats"] != [about["entrants"][each]["name"] for each in who]:
        return Complaint(name, "its record has other players")
    isolation = [about["entrants"][each]["isolation"] for each in who]
    if not all(map(_in_force, header["isolation"], isolation)):
        return Complaint(name, "its record has other isolation")
    for key, value in about["form"].items():
        if header.get(key) != value:
            return Complaint(name, f"its record is of another form of the game: {key}")
    return None


def _in_force(told: str, expected: str) -> bool:
    """Whether a record tells of that isolation and of no gap in it; a machine may have had control groups as well."""
    kind, _, groups = told.partition(", control groups ")
    return kind == expected and ";" not in groups

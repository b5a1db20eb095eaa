"""Checks results against themselves and against the rules: nothing is believed that can be played again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from referee.kernel.errors import BadInput, BadRecord
from referee.record.replay import replay
from referee.record.tape import commitment
from referee.stats.blocks import Seatings
from referee.tournament.schedule import Block, secret_of_block
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
    yield from _blocks(store, meta)
    records = store.records()
    for number, table, played in store.blocks():
        block = Block(number, table, (number - 1) // len(about["tables"]))
        seated = block.seated(Seatings(about["seatings"]))
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


def _blocks(store: Store, meta: dict[str, Any]) -> Iterator[Complaint]:
    about = meta["definition"]
    number_of_tables = len(about["tables"])
    wanted = about["blocks"] * number_of_tables
    there = 0
    for number, table, _ in store.blocks():
        there += 1
        if not 1 <= number <= wanted or list(table) != about["tables"][(number - 1) % number_of_tables]:
            yield Complaint(f"block {number}", "it was not to be played")
    if meta["finished"] and there != wanted:
        yield Complaint("tournament", f"it is said to be finished, and has {there} of {wanted} blocks")


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
    for key, value in about["form"].items():
        if header.get(key) != value:
            return Complaint(name, f"its record is of another form of the game: {key}")
    return None

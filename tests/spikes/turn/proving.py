"""Spike (a): Effervesce's turn, the very generator that the referee plays, run with terms for two players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from referee.kernel import Direction, Table
from referee.kernel.ledger import Ledger
from referee.verify.prove.paths import Path
from referee.verify.prove.piles import Base
from referee.verify.prove.search import Ended, Search
from referee.verify.prove.solve import Prover
from referee.verify.prove.witness import Witness, find_witness


def any_boundary(path: Path, t: Table) -> None:
    """Any table between two turns: full hands, the rest in the stock, and that is all that is known."""
    game: Any = t.game
    table: Any = t
    t.dealing = False
    t.direction = Direction.RIGHT
    table.mover = t.players[0]
    left = game.deck.total - game.full_hand * game.players
    shares = []
    for place, size in [*((hand, game.full_hand) for hand in table.hand), (table.stock, left)]:
        share = Base(path, repr(place), size, None)
        shares.append(share)
        place.restore(share)
    path.partitions.append(tuple(shares))


@dataclass
class Report:
    """How a proof attempt went; ``undischarged`` counts what could not be proved, by its message."""

    paths: int = 0
    obligations: int = 0
    queries: int = 0
    clauses: set[str] = field(default_factory=set)
    undischarged: Counter[str] = field(default_factory=Counter)
    witness: Witness | None = None


def prove_turn(game: Any, claim: Callable[[Any], Any], *, stop_at_witness: bool = False) -> Report:
    """Whether ``claim`` holds of every table after one turn, and every obligation within it."""
    prover, report, ledger = Prover(), Report(), Ledger(game)

    for ended in Search().paths(game, any_boundary, game.turn):
        report.paths += 1
        ended.path.owe(claim(ended.table), None, "the claim")
        for obligation in ended.path.obligations:
            report.obligations += 1
            if not prover.decide(ended.path, obligation).proved:
                report.undischarged[obligation.message] += 1
                if stop_at_witness and _found(prover, ended, claim, report):
                    return report
    report.queries = prover.queries
    report.clauses = {clause for clause, times in ledger.counts.items() if times}
    return report


def _found(prover: Prover, ended: Ended, claim: Callable[[Any], Any], report: Report) -> bool:
    found = find_witness(prover, ended, claim(ended.table))
    report.witness = found if isinstance(found, Witness) else None
    return report.witness is not None

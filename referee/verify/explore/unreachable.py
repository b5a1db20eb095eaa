"""Clauses that nothing brings about, and options that nobody is ever offered.

Told only where some scale of the game was enumerated to its end and neither there, nor at any other scale, nor in the
matches that were played it was seen. What was merely not seen is no finding; ``--report-scale`` names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.kernel.game import Game, rules_of
from referee.kernel.parameters import in_words
from referee.verify.findings import Finding
from referee.verify.ledger import Ledger, Looked, clauses_of_set_up
from referee.verify.verdicts import Method, Trouble, Verdict

ENOUGH_MATCHES = 100
"""Played matches without which nothing is said."""


def never_seen(game: type[Game[Any]], ledger: Ledger) -> tuple[list[str], list[tuple[str, str]]]:
    """Clauses that have code and were not carried out, and (question, option) that were named and never open."""
    clauses = {each for ids in rules_of(game).clause_codes.values() for each in ids}
    closed = [option for option, was_open in ledger.offered.items() if not was_open]
    return sorted(clauses - ledger.carried_out - clauses_of_set_up(game)), sorted(closed)


def findings_of_never(game: type[Game[Any]], ledger: Ledger, readings: Mapping[str, str]) -> Iterator[Finding]:
    """See the module's docstring; ``readings`` are those that were asked for."""
    here = [each for each in ledger.looked if dict(each.readings) == dict(readings)]
    whole = [each for each in here if each.whole and each.method is Method.EXPLORE]
    matches = sum(each.number for each in here if each.method is Method.FUZZ)
    if not whole or matches < ENOUGH_MATCHES:
        return
    largest = max(whole, key=lambda each: (not each.scale, each.number))
    seen = f"in none of {largest.number} tables, all that there are {_at(largest)}, and in none of {matches} matches"
    clauses, options = never_seen(game, ledger)
    for clause in clauses:
        said = f"{clause} was never carried out: {seen}; with other settings it may be."
        yield _finding(game, said, (clause,), largest)
    for ask, option in options:
        asked_by = ledger.clauses.get((ask, option), ())
        said = f"{option!r} was never open to whoever is asked {ask!r}: {seen}; with other settings it may be."
        yield _finding(game, said, tuple([each for each in asked_by if each != "?"]), largest)


def _at(looked: Looked) -> str:
    settings = in_words(looked.scale)
    return f"between {looked.players} players" + (f" with {settings}" if settings else "")


def _finding(game: type[Game[Any]], sentence: str, clauses: tuple[str, ...], looked: Looked) -> Finding:
    return Finding(
        Trouble.NEVER_APPLIES,
        game.name,
        sentence,
        clauses,
        looked.players,
        looked.readings,
        looked.scale,
        Method.EXPLORE,
        Verdict.EXHAUSTED,
    )

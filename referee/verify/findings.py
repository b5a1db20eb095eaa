"""Findings: each one thing that a rule author should know."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.kernel.citations import cited_clauses
from referee.kernel.errors import Broken
from referee.kernel.game import Game, rules_of
from referee.kernel.rulebook import load_rulebook
from referee.verify.verdicts import Method, Sightings, Trouble, Verdict, Witness

TROUBLE_OF = {
    Broken.NO_OPTION: Trouble.DEAD_END,
    Broken.SHORTAGE: Trouble.SHORTAGE,
    Broken.NO_MONEY: Trouble.SHORTAGE,
    Broken.MISSING_CASE: Trouble.MISSING_CASE,
    Broken.NO_END: Trouble.ENDLESS,
    Broken.RAISED: Trouble.ARITHMETIC,
}
"""The meaning of a broken obligation of the kernel for a rule author."""
OWED = frozenset(TROUBLE_OF.values()) - {Trouble.ENDLESS}
"""What there is none of where no obligation is broken."""


@dataclass(frozen=True, slots=True)
class Place:
    file: Path
    line: int
    clause: str = ""
    """The clause that stands there, of a place that a clause has."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding: ``trouble`` is its class. ``readings`` are those that are not the default and matter.

    ``property_name`` is that of the property that is refuted, or "" where none was needed. ``sentence`` says it in
    plain words. ``sightings`` is None where no real deals were played.
    """

    trouble: Trouble
    game: str
    sentence: str
    clauses: tuple[str, ...]
    players: int
    readings: Mapping[str, str]
    scale: Mapping[str, Any]
    method: Method
    verdict: Verdict
    property_name: str = ""
    sightings: Sightings | None = None
    witness: Witness | None = field(default=None, repr=False)
    last_change: tuple[str, ...] = ()
    """The clause that made the change of the table with which a promise about it last ceased to hold."""
    together: tuple[str, ...] = ()
    """The fewest clauses that were carried out whenever it was met (``referee.verify.collide.conflicts``)."""
    together_in: tuple[int, int] | None = None
    """How many steps met it, of how many that carried out its clauses."""
    mended_by: tuple[str, ...] = ()
    """Readings, ``SLUG=VALUE``, under which it was not met from the same table on."""
    about: str = ""
    """The mark that tells it from others of the same clauses: the worked example, the open question, the leak."""
    places: tuple[Place, ...] = ()
    """The place in the text, for a finding that was read in it. Other findings have the places of their clauses."""
    explains: str = ""
    """The fingerprint of the finding that shows a contradiction."""
    short: Any = field(default=None, repr=False, compare=False)
    """The game and the answers that show it (``referee.verify.play.minimise.Recorded``), for whoever explains it."""

    @property
    def fingerprint(self) -> str:
        """The fingerprint of a finding, 12 hexadecimal digits. It depends on class, game, property, clauses, readings
        and subject, and not on lines, seeds, players and witnesses."""
        readings = [f"{slug}={value}" for slug, value in sorted(self.readings.items())]
        parts = [self.trouble.value, self.game, self.property_name, " ".join(sorted(self.clauses)), " ".join(readings)]
        parts += [self.about] if self.about else []
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]


def without_repetitions(findings: list[Finding]) -> list[Finding]:
    """The findings without repetitions: one that appears under fewer of the same readings is enough, and of play that
    goes on for ever one of fewer of the same clauses."""
    kept = [
        each
        for each in findings
        if not any(_same(one, each) and one.readings.items() < each.readings.items() for one in findings)
    ]
    return [each for each in kept if not any(_shorter(one, each) for one in kept)]


def _shorter(one: Finding, other: Finding) -> bool:
    """Whether the first is the same play that goes on, of the real game and without a property, with fewer clauses:
    which others a match happens to carry out as well says nothing."""
    endless = [each.trouble is Trouble.ENDLESS and not (each.property_name or each.scale) for each in (one, other)]
    return (
        all(endless)
        and set(one.clauses) < set(other.clauses)
        and dict(one.readings) == dict(other.readings)
        and one.about == other.about
    )


def _same(one: Finding, other: Finding) -> bool:
    def about(each: Finding) -> tuple[Any, ...]:
        return each.trouble, each.property_name, each.clauses, each.about, each.sentence, each.players, dict(each.scale)

    return about(one) == about(other)


def by_likelihood(findings: list[Finding]) -> list[Finding]:
    """The findings in the order in which a real game meets them most often; those without real deals come last."""

    def rate(each: Finding) -> float:
        return -1.0 if each.sightings is None else each.sightings.met / max(1, each.sightings.tries)

    return sorted(findings, key=lambda each: -rate(each))


def places_of(
    game: type[Game[Any]], clauses: tuple[str, ...], own: tuple[Place, ...] = ()
) -> tuple[list[Place], list[Place]]:
    """The places of clauses in the rules and then in the rulebook; a finding with places of its own has those."""
    if own:
        code = [each for each in own if each.file.suffix == ".py"]
        return code, [each for each in own if each not in code]
    book = load_rulebook(rules_of(game).folder / "rulebook.md")
    rules = [Place(each.file, each.line, each.name) for each in cited_clauses(game) if each.name in clauses]
    return rules, [Place(book.path, each.line, each.id) for each in book.clauses if each.id in clauses]


def where_to_look(game: type[Game[Any]], finding: Finding) -> tuple[list[Place], list[Place]]:
    """The places of a finding in the rules and in the rulebook: of its clauses, or of those that were always carried
    out with it; where rules that no clause cites cannot go on, of the deal or the step."""
    rules, rulebook = places_of(game, finding.clauses or finding.together, finding.places)
    if not (rules or rulebook) and finding.trouble in TROUBLE_OF.values():
        dealing = finding.witness is not None and finding.witness.steps == 0
        code = inspect.unwrap(game.deal if dealing else game.step).__code__
        rules = [Place(Path(code.co_filename), code.co_firstlineno)]
    return rules, rulebook

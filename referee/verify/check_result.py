"""The result of a check and its meaning: its exit code, and what is new, wrong or weaker than its author accepts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from typing import Any

from referee.kernel.game import Game, rules_of
from referee.verify.findings import Finding
from referee.verify.ledger import Ledger
from referee.verify.play.clause_counts import Times
from referee.verify.project import Accepted
from referee.verify.properties import Kind, Property
from referee.verify.verdicts import HOLDS, Method, Result, Trouble, Verdict

Readings = Mapping[str, str]

DECIDES = (Verdict.PROVED, Verdict.EXHAUSTED, Verdict.WITNESSED, Verdict.REFUTED)
"""Verdicts that leave nothing open in their form of the game."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A property under one choice of readings.

    ``against`` says what contradicts its author's expectation; ``weak`` says where the evidence is weaker than she
    accepts.
    """

    property: str
    readings: Readings
    results: tuple[Result, ...]
    against: str
    weak: tuple[str, ...]


@dataclass(slots=True)
class Checked:
    """The result of a check. ``complaints`` are about input that could not be used, one line each."""

    game: type[Game[Any]]
    properties: list[Property]
    results: list[Result] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    broken_off: list[str] = field(default_factory=list)
    """A line about each method, or part of the check, that broke off; everything else that was found is here."""
    notes: list[str] = field(default_factory=list)
    """Notes for the user that decide nothing, one line each."""
    examples: int = 0
    examples_failed: list[str] = field(default_factory=list)
    accepted: dict[str, Accepted] = field(default_factory=dict)
    others: list[Property] = field(default_factory=list)
    """Properties that were not asked about: what their author expects by them is no news."""
    ledger: Ledger = field(default_factory=Ledger)
    """The things that happened under the readings that were asked for."""
    readings: Readings = field(default_factory=dict)
    """The readings or settings that were asked for and are not the default, by slug."""
    answers: int = 0
    """The answers of ``referee ask`` that the author gave: they are promises too."""
    answers_not_kept: int = 0
    times: Times | None = None
    """The numbers of steps of clauses in matches of their own, where somebody wants to know."""
    thorough: bool = True
    """Whether random play went on for as long as usual: what is merely not met in less says nothing."""
    every_count: bool = True
    """Whether the numbers of players were not chosen: what a property expects may need others than those."""
    interrupted: bool = False
    out_of_budget: bool = False
    cut: bool = False
    """Whether random play was ended by its share of the budget: what it has not met by then says nothing."""
    seconds: float = 0.0

    def status(self, finding: Finding) -> str:
        """``expected`` by a property, ``accepted`` by the author's file, or ``new``."""
        if self.expected_by(finding) is not None:
            return "expected"
        return "accepted" if {finding.fingerprint, finding.explains} & self.accepted.keys() else "new"

    def expected_by(self, finding: Finding) -> Property | None:
        """The property that expects a finding, if one does."""
        readings = _all_readings(self.game, finding.readings)
        for claimed in (*self.properties, *self.others):
            # What an endless property promises is what the finding shows.
            shows = claimed.expected(readings, _players(finding)) is (claimed.kind is Kind.ENDLESS)
            if shows and _speaks_of(claimed, finding):
                return claimed
        return None

    def broken_by(self, finding: Finding) -> list[Property]:
        """The properties that a finding breaks: those that are about it and that their author expects to hold."""
        readings = _all_readings(self.game, finding.readings)
        held = [each for each in self.properties if each.expected(readings, _players(finding))]
        return [each for each in held if each.kind is not Kind.ENDLESS and _speaks_of(each, finding)]

    @property
    def new(self) -> list[Finding]:
        return [each for each in self.findings if self.status(each) == "new"]

    @property
    def disappeared(self) -> list[Accepted]:
        """Accepted findings that this check did not meet; it may not have looked there."""
        met = {each.fingerprint for each in self.findings}
        return [each for fingerprint, each in self.accepted.items() if fingerprint not in met]

    def expected(self, result: Result) -> bool:
        """Whether its author expects the property to hold there."""
        claimed = next(each for each in self.properties if each.name == result.property)
        return claimed.expected(_all_readings(self.game, result.readings), _players(result))

    def happened(self) -> list[Result]:
        """For each property that says what may happen: the plainest form in which play saw it happen."""
        found: dict[str, Result] = {}
        claimed = {each.name: each for each in self.properties}
        for each in self.results:
            if claimed[each.property].kind is Kind.POSSIBLE and each.witness is not None:
                best = found.get(each.property, each)
                found[each.property] = min(best, each, key=partial(_plainness, claimed[each.property]))
        return list(found.values())

    def name_of(self, happened: Result) -> str:
        """The record of what may happen, by name; the name stays the same while the property keeps its own."""
        return hashlib.sha256(f"can happen\0{self.game.name}\0{happened.property}".encode()).hexdigest()[:12]

    def conflicts(self) -> list[str]:
        """One method PROVED and another REFUTED: a defect of the tool."""
        by: dict[Any, set[Verdict]] = {}
        for each in self.results:
            key = (each.property, each.players, tuple(sorted(each.readings.items())), str(each.scale))
            by.setdefault(key, set()).add(each.verdict)
        return [key[0] for key, verdicts in by.items() if {Verdict.PROVED, Verdict.REFUTED} <= verdicts]

    def defects(self) -> list[Result]:
        """Claims of a method that it took back because play contradicts them: a defect of the tool, too."""
        return [each for each in self.results if each.defect]

    def solver(self) -> str | None:
        """The prover that decided, with its version: another one may give up elsewhere."""
        said = [each.verdict for each in self.results if each.method is Method.PROVE]
        said += [each.verdict for each in self.ledger.effects]
        return f"Z3 {version('z3-solver')}" if {Verdict.PROVED, Verdict.REFUTED} & {*said} else None

    def judged(self) -> Iterator[Judged]:
        """Each property under each choice of readings, and what is wrong with it there."""
        for name, readings, results in self._groups():
            yield Judged(name, readings, tuple(results), self._against(name, results), self._weak(name, results))

    def undecided(self) -> dict[str, list[int]]:
        """For each property the numbers of players for which it is left with UNKNOWN although its author expects it to
        hold: some method was asked and no other one decides it."""
        happened = {each.property for each in self.happened()}
        open_, decided = {}, set()
        for each in self.results:
            form = each.property, each.players, tuple(sorted(each.readings.items())), str(each.scale)
            if each.verdict in DECIDES:
                decided.add(form)
            elif each.verdict is Verdict.UNKNOWN and each.property not in happened and self.expected(each):
                open_[form] = each
        found: dict[str, list[int]] = {}
        for form, each in open_.items():
            if form not in decided:
                found.setdefault(each.property, []).append(each.players)
        return found

    def against_expectation(self) -> list[str]:
        """A line for each property that is refuted against its expectation, or no longer refuted."""
        return [each.against for each in self.judged() if each.against]

    def too_weak(self) -> list[str]:
        """A line for each property whose strongest verdict is weaker than its author accepts."""
        return [line for each in self.judged() for line in each.weak]

    def _against(self, name: str, results: list[Result]) -> str:
        wrong = [
            each
            for each in results
            if each.verdict is Verdict.REFUTED and self.expected(each) and not self._is_accepted(each)
        ]
        under = _under(results[0].readings)
        said = [f"{name} is refuted{under}, and was expected to hold"] if wrong else []
        whole = self.thorough and not (self.interrupted or self.out_of_budget or self.cut)
        if whole and self._not_met(results):
            said.append(f"{name} is no longer refuted{under}, as its author expects it to be")
        return "; ".join(said)

    def _not_met(self, results: list[Result]) -> bool:
        """Whether a property was looked at where its author expects it not to hold, and always held."""
        meant = [each for each in results if not self.expected(each)]
        decided = [each for each in meant if each.verdict not in (Verdict.UNKNOWN, Verdict.NOT_ASKED)]
        if not self.every_count:
            decided = [each for each in decided if self._meant_for(each)]
        return bool(decided) and all(each.verdict is not Verdict.REFUTED for each in meant)

    def _meant_for(self, result: Result) -> bool:
        """Whether its author expects the property not to hold for just this number of players."""
        claimed = next(each for each in self.properties if each.name == result.property)
        readings, players = _all_readings(self.game, result.readings), _players(result)
        return any(each.players is not None and each.covers(readings, players) for each in claimed.refuted)

    def _weak(self, name: str, results: list[Result]) -> tuple[str, ...]:
        claimed = next(each for each in self.properties if each.name == name)
        here = [each for each in results if self.expected(each) and each.verdict is not Verdict.REFUTED]
        sentences: list[str] = []
        if self.cut and self.thorough and self._not_met(results):
            sentences.append(
                f"{name}{_under(results[0].readings)}: not refuted in the time that there was, but expected to be"
            )
        met = [each for each in self.results if each.property == name and each.verdict is Verdict.WITNESSED]
        if met and claimed.kind in (Kind.POSSIBLE, Kind.ENDLESS):
            return ()  # what may happen has happened, if not in every form of the game
        refuted = {each.players for each in results if each.verdict is Verdict.REFUTED}
        for players in sorted({each.players for each in here} - refuted):
            verdicts = [each.verdict for each in here if each.players == players]
            if verdicts and set(verdicts) - {Verdict.UNKNOWN} == {Verdict.NOT_ASKED}:
                continue  # there is no table to look at
            if not any(claimed.accepts_verdict(each) for each in verdicts):
                best = next((each for each in HOLDS if each in verdicts), Verdict.UNKNOWN)
                under = _under(results[0].readings)
                wanted = Verdict.WITNESSED if claimed.kind is Kind.POSSIBLE else claimed.accepts
                sentences.append(f"{name}{under}, {players} players: {best.value}, {wanted.value} is wanted")
        return tuple(sentences)

    def exit_code(self) -> int:
        """0 all well, 1 against expectation or new, 2 bad input, 3 inconclusive."""
        if self.complaints:
            return 2
        if self.against_expectation() or self.new or self.examples_failed or self.conflicts():
            return 1
        return (
            3 if self.broken_off or self.interrupted or self.out_of_budget or self.too_weak() or self.defects() else 0
        )

    def _is_accepted(self, result: Result) -> bool:
        claimed = next(each for each in self.properties if each.name == result.property)
        same = [
            each
            for each in self.findings
            if each.property_name == claimed.name or each.trouble is claimed.trouble
            if dict(each.readings).items() <= dict(result.readings).items()
        ]
        return bool(same) and all(each.fingerprint in self.accepted for each in same)

    def _groups(self) -> Iterator[tuple[str, Readings, list[Result]]]:
        """The results of each property under each choice of readings."""
        groups: dict[Any, list[Result]] = {}
        for each in self.results:
            groups.setdefault((each.property, tuple(sorted(each.readings.items()))), []).append(each)
        for (name, readings), results in groups.items():
            yield name, dict(readings), results


def _plainness(claimed: Property, seen: Result) -> tuple[bool, int, bool, bool, int, int]:
    """The order of display: the form that the property is about comes first, else the one nearer to the default of
    which real deals were played."""
    witness = seen.witness
    assert witness is not None
    elsewhere = bool(claimed.settings) and not claimed.is_at(seen.scale)
    plain = len(witness.readings), bool(witness.scale), seen.sightings is None, witness.players, witness.steps
    return elsewhere, *plain


def _players(seen: Result | Finding) -> int | None:
    """The number of players, where it means something: at another scale there are more or fewer cards for each."""
    return None if seen.scale else seen.players


def _speaks_of(claimed: Property, finding: Finding) -> bool:
    """Whether a finding is what a property is about: by its name, or the same trouble in one of its clauses."""
    if finding.property_name:
        return claimed.name == finding.property_name
    if finding.trouble is Trouble.CONTRADICTION:  # of a dead end
        return claimed.trouble is Trouble.DEAD_END and bool({*finding.clauses} & {*claimed.clauses})
    about = Trouble.ENDLESS if claimed.kind is Kind.TURNS_END else claimed.trouble
    return about is finding.trouble and bool(finding.clauses) and set(finding.clauses) <= {*claimed.clauses}


def _all_readings(game: type[Game[Any]], changed: Readings) -> Readings:
    return {**{slug: each.default for slug, each in rules_of(game).readings.items()}, **changed}


def _under(readings: Readings) -> str:
    return f" under {readings_text(readings)}" if readings else ""


def readings_text(readings: Readings) -> str:
    """``slug=value`` for each, or ``""`` for the default readings."""
    return " ".join(f"{slug}={value}" for slug, value in sorted(readings.items()))

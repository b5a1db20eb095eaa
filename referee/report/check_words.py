"""A check in words and rows: what its text, its summaries and its pages share."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from referee.kernel.game import rules_of
from referee.kernel.parameters import in_words
from referee.verify.causes import causes_of
from referee.verify.check_result import Checked, readings_text
from referee.verify.clause_coverage import ClauseCoverage, Row, rows_of
from referee.verify.findings import Finding
from referee.verify.verdicts import ON_MEANING, Method, Result, Trouble, Verdict

UNDER = re.compile(r" under [a-z0-9-]+=[^,:;]*")
"""The readings in a line about a property."""
PLAYERS = re.compile(r", (\d+) players: ")
"""The number of players in a line about a property."""
HEADINGS = ("players", "readings", "method", "verdict", "s")
"""Headings of what follows the name of a property in ``rows``."""


def conclusion(checked: Checked, *, timed: bool = True) -> str:
    """The first line of every report, and the last: the verdict, how many defects, what is UNKNOWN, how long it was."""
    causes = causes_of(checked)
    new = sum(each.status == "new" for each in causes)
    known = len(causes) - new
    endless = sum(each.lead.trouble is Trouble.ENDLESS for each in causes if each.status != "new")
    told = [counted(new, "new defect")] if new else []
    if known:
        told.append(counted(known, "known defect") + (f", {endless} of them endless play" if endless else ""))
    undecided = checked.undecided()
    word = _verdict(checked, bool(known), bool(undecided))
    if undecided:
        players = ranges([number for numbers in undecided.values() for number in numbers])
        told.append(f"UNKNOWN: {len(undecided)} of {len(checked.properties)} properties, {players} players")
    seconds = f"; {checked.seconds:.1f} s" if timed else ""
    if checked.answers_not_kept:
        word = "nothing else speaks against it" if checked.exit_code() == 0 and not known else word
        told.append(f"answers of 'referee ask' not kept: {checked.answers_not_kept}")
    elif not checked.properties and word == "all well":
        promise = "no property is written yet" if checked.answers else "nothing is promised yet: write a property"
        told.append(f"no defects; {promise}")
    return f"{word}: {'; '.join(told) or 'no defects'}{seconds}"


def _verdict(checked: Checked, known: bool, undecided: bool) -> str:
    """The meaning of the exit code, with its reason where no finding is one."""
    code = checked.exit_code()
    if code == 1:
        return "not as expected"
    if code == 2:
        return f"bad input ({counted(len(checked.complaints), 'complaint')})"
    if code == 3:
        reasons = {
            "it was interrupted": checked.interrupted,
            "the budget is spent": checked.out_of_budget,
            "a method broke off": bool(checked.broken_off),
            "evidence is weaker than its author accepts": bool(checked.too_weak()),
            "a method contradicts play": bool(checked.defects()),
        }
        return f"inconclusive ({next(why for why, holds in reasons.items() if holds)})"
    return "as expected" if known else "nothing speaks against it" if undecided else "all well"


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def problems(checked: Checked, told: Collection[str] = ()) -> Iterator[str]:
    """A line for each thing that is not as it should be, findings and what is ``told`` elsewhere left out."""
    yield from checked.notes
    for lines in (checked.against_expectation(), checked.too_weak()):
        yield from without_more_readings([each for each in lines if each not in told])
    for name in checked.conflicts():
        yield f"{name} is PROVED by one method and REFUTED by another: a defect of referee itself"
    for name, why in dict.fromkeys((each.property, each.why) for each in checked.defects()):
        yield f"{name}: {why}"
    if checked.interrupted:
        yield "interrupted: what was decided until then is shown"
    if checked.out_of_budget:
        yield "the budget is spent: not everything was looked at"


def without_more_readings(lines: list[str]) -> Iterator[str]:
    """Each line once, with the number of other readings of which it says the same."""
    same: dict[str, list[str]] = {}
    for line in _players_together(lines):
        same.setdefault(UNDER.sub("", line, count=1), []).append(line)
    for told in same.values():
        yield told[0] + (f" (and under {counted(len(told) - 1, 'other reading')})" if len(told) > 1 else "")


def _players_together(lines: list[str]) -> list[str]:
    """Lines that differ in the number of players alone as one."""
    same: dict[tuple[str, str], list[int]] = {}
    for line in lines:
        about = PLAYERS.search(line)
        before, after = (line[: about.start()], line[about.end() :]) if about else (line, "")
        same.setdefault((before, after), []).extend([int(about[1])] if about else [])
    return [
        f"{before}, {ranges(players)} players: {after}" if players else before
        for (before, after), players in same.items()
    ]


def before_that(finding: Finding) -> str:
    """The clauses of a finding: those that are carried out whenever it is met, or the one that changed the table last;
    and what mends it. "" where nothing is known."""
    sentences: list[str] = []
    if finding.together and finding.together_in is not None:
        met, tried = finding.together_in
        sentences.append(
            f"From the same table on {' '.join(finding.together)} was carried out whenever this came about, "
            f"{met} times in {tried} turns that carry it out."
        )
    elif finding.last_change:
        sentences.append(f"What it says last ceased to hold with a change that {' '.join(finding.last_change)} made.")
    if finding.mended_by:
        sentences.append(f"It does not come about with {' or with '.join(finding.mended_by)}.")
    return " ".join(sentences)


def form_of(finding: Finding) -> str:
    """The form in which a finding was met."""
    if finding.method is Method.TEXT:
        return "read in the text"
    return _form(finding.players, finding.readings, finding.scale, finding)


def form_of_witness(happened: Result) -> str:
    """The form in which something that may happen did happen."""
    shown = happened.witness
    assert shown is not None
    return _form(shown.players, shown.readings, shown.scale, happened)


def _form(players: int, readings: Mapping[str, str], scale: Mapping[str, Any], about: Finding | Result) -> str:
    settings = f"; scale {in_words(scale)}" if scale else ""
    under = readings_text(readings) or "default"
    return f"{players} players; readings {under}{settings}; {about.method.value}: {about.verdict.value}"


def rows(checked: Checked) -> Iterator[tuple[str, ...]]:
    """One for each property, method and verdict; numbers of players and choices of readings are put together."""
    groups: dict[Any, list[Result]] = {}
    for each in checked.results:
        meant = each.verdict is Verdict.REFUTED and not checked.expected(each)
        groups.setdefault((each.property, each.method, each.verdict, meant, each.cached), []).append(each)
    order = [each.name for each in checked.properties]
    for (name, method, verdict, meant, cached), group in sorted(groups.items(), key=lambda one: order.index(one[0][0])):
        asked = verdict is not Verdict.NOT_ASKED
        yield (
            name,
            ranges([each.players for each in group]) if asked else "",
            _readings_of(group) if asked else "",
            method.value if asked else "",
            verdict.value + (" (expected)" if meant else "") + (" (cached)" if cached else ""),
            f"{sum(each.seconds for each in group):.1f}",
        )


def reasons(checked: Checked) -> Iterator[str]:
    """The grounds of proofs, and the reasons of those without an answer; the same for several forms is said once."""
    proofs: dict[str, None] = {}
    unknown: dict[str, list[Result]] = {}
    met = {each.property for each in checked.happened()}  # that it was not met in another form says nothing
    for each in checked.results:
        if each.verdict is Verdict.PROVED:
            how = f" {ON_MEANING}" if each.why.startswith(ON_MEANING) else ""
            proofs[f"proofs{how} pass through " + each.why.rpartition("through ")[2]] = None
        elif each.verdict is Verdict.UNKNOWN and each.property not in met:
            unknown.setdefault(each.why, []).append(each)
    yield from proofs
    if solver := checked.solver():
        yield f"proofs are decided by {solver}"
    yield from _not_in_play(checked)
    yield from _readings_consulted(checked)
    for why, group in unknown.items():
        names = list(dict.fromkeys(each.property for each in group))
        about = names[0] if len(names) == 1 else f"{len(names)} properties"
        yield f"{about}, {ranges([each.players for each in group])} players: UNKNOWN: {why}"


def missing_facts(checked: Checked) -> list[str]:
    """Properties that would help a proof, each once, as text to be pasted."""
    return list(dict.fromkeys(each.missing for each in checked.results if each.missing))


def _not_in_play(checked: Checked) -> Iterator[str]:
    """The clauses of proofs that no play of this check reached, if the check played at all."""
    looked = checked.ledger.looked
    played = [each.clauses for each in looked if each.method is not Method.PROVE]
    unmet = {clause for each in looked if each.method is Method.PROVE for clause in each.clauses}.difference(*played)
    told: dict[str, list[str]] = {}
    for row in rows_of(checked) if unmet and played else ():
        if row.clause in unmet:
            never = row.reached is ClauseCoverage.EXHAUSTED
            told.setdefault(f": {row.reached.value}, {where_of(row)}" if never else "", []).append(row.clause)
    for how, clauses in told.items():
        yield f"proofs pass through {' '.join(clauses)}, which no play of this check carried out{how}"


def where_of(row: Row) -> str:
    """The amount of play in which a clause was met, or not."""
    assert row.where is not None
    form = f" with {in_words(row.where.scale)}" if row.where.scale else ""
    return f"{row.where.number} {row.where.unit} between {row.where.players} players{form}"


def _readings_consulted(checked: Checked) -> Iterator[str]:
    """The readings that the proofs looked at, and those under which the verdict is another one."""
    there = set(rules_of(checked.game).readings)
    proofs = [each for each in checked.results if each.method is Method.PROVE and each.verdict is Verdict.PROVED]
    heard = {slug for each in proofs for slug in each.consulted}
    if proofs and there:
        others = len(there - heard)
        whatever = f"; they hold whatever the other {others} say" if others else ""
        yield f"proofs consult {len(heard)} of {len(there)} readings{whatever}: {', '.join(sorted(heard)) or 'none'}"
    for claimed in checked.properties:
        held = [each.readings for each in proofs if each.property == claimed.name]
        broken = [each for each in checked.results if each.property == claimed.name and each.verdict is Verdict.REFUTED]
        forms = [each.readings for each in broken if held and each.readings not in held]
        if forms:
            matter = "; ".join(dict.fromkeys(readings_text(each) for each in forms))
            yield f"readings matter to {claimed.name}: PROVED, and REFUTED under {matter}"


def _readings_of(group: list[Result]) -> str:
    """``default``, what differs from it, and how many choices of readings more there are."""
    choices = {in_words(each.readings) for each in group}
    if len(choices) == 1 or "" not in choices:
        return "; ".join(sorted(choices)) or "default"
    return f"default, {len(choices) - 1} more"


def ranges(numbers: list[int]) -> str:
    """``2-4,6``."""
    found: list[list[int]] = []
    for number in sorted(set(numbers)):
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ",".join(f"{each[0]}-{each[-1]}" if len(each) > 1 else str(each[0]) for each in found)


def frequency(finding: Finding | Result) -> str:
    """How often deals met it: real ones, or where it was met at a scale only, those of that scale."""
    seen = finding.sightings
    assert seen is not None
    low, high = map(_percent, seen.interval)
    deals = "deals at this scale" if finding.scale else "real deals"
    later = f"; {seen.left} of them were left before their end without it, and may meet it later" if seen.left else ""
    if not seen.met:
        return f"in none of {seen.tries} {deals} played at random: in at most {high} of them (95 %){later}"
    return f"in {seen.met} of {seen.tries} {deals} played at random: {low} to {high} (95 %){later}"


def briefly(finding: Finding) -> str:
    """``frequency`` in few words; where most deals were left an interval would say nothing."""
    seen = finding.sightings
    assert seen is not None
    deals = f"{seen.tries} deals{' at this scale' if finding.scale else ''}"
    met = f"in {seen.met} of {deals}" if seen.met else f"in none of {deals}"
    low, high = map(_percent, seen.interval)
    if 2 * seen.left > seen.tries:
        return f"{met} ({seen.left} were left unfinished)"
    return f"{met} ({low} to {high})" if seen.met else f"{met} (at most {high})"


def _percent(rate: float) -> str:
    """A percentage without the digits that so few matches cannot tell."""
    return f"{100 * rate:.1f} %" if 0 < min(rate, 1 - rate) < 0.01 else f"{100 * rate:.0f} %"

"""Findings of one cause, and the order in which an author should read them.

A dead end, the contradiction that explains it and the promise that it breaks are one thing to mend. Findings have one
cause where one explains the other, where they need the same readings that are not the default, or where the same play
shows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.verify.check_result import Checked
from referee.verify.findings import Finding
from referee.verify.verdicts import Trouble

STATUSES = ("new", "accepted", "expected")
"""The most urgent first."""

CHANGES = {
    Trouble.DEAD_END: 1.0,
    Trouble.MISSING_CASE: 1.0,
    Trouble.SHORTAGE: 1.0,
    Trouble.ARITHMETIC: 1.0,
    Trouble.ENDLESS: 1.0,
    Trouble.LEAK: 0.7,
    Trouble.REFUTED: 0.7,
    Trouble.CONTRADICTION: 0.7,
    Trouble.REST: 0.5,
    Trouble.SEAT: 0.3,
    Trouble.ORDER: 0.3,
    Trouble.READING: 0.3,
    Trouble.NEVER_APPLIES: 0.2,
    Trouble.NO_CHOICE: 0.1,
    Trouble.RULEBOOK: 0.1,
    Trouble.NOT_TYPED: 0.1,
}
"""How much each class changes of a match, as weights for the order of findings; a match that cannot go on is 1."""

UNSEEN = 0.01
"""The rate of what no real deal met; it can happen all the same."""
READ_OTHERWISE = 0.2
"""The weight of what needs a reading that is not the default."""


@dataclass(frozen=True, slots=True)
class Cause:
    """``findings`` of one cause; the first is the one to tell. ``status`` is the most urgent of theirs."""

    findings: tuple[Finding, ...]
    status: str

    @property
    def lead(self) -> Finding:
        return self.findings[0]

    @property
    def fingerprint(self) -> str:
        return self.lead.fingerprint

    @property
    def weight(self) -> float:
        return weight(self.lead)

    @property
    def explanation(self) -> Finding | None:
        """The contradiction that explains the one to tell, if clauses contradict each other there."""
        return next((each for each in self.findings if each.explains == self.lead.fingerprint), None)


def weight(finding: Finding) -> float:
    """How likely a real game meets it, times what it changes: the order of findings, and nothing else."""
    seen = finding.sightings
    rate = UNSEEN if seen is None or not seen.met else seen.met / seen.tries
    if finding.scale:
        rate *= UNSEEN
    return max(rate, UNSEEN**2) * CHANGES[finding.trouble] * (READ_OTHERWISE if finding.readings else 1.0)


def causes_of(checked: Checked) -> list[Cause]:
    """The causes of a check's findings: new ones first, then by weight."""
    causes = [_cause(checked, group) for group in _groups(checked)]
    return sorted(causes, key=lambda each: (each.status != "new", -each.weight))


def _cause(checked: Checked, group: Sequence[Finding]) -> Cause:
    statuses = {id(each): checked.status(each) for each in group}

    def order(each: Finding) -> tuple[int, bool, float]:
        return STATUSES.index(statuses[id(each)]), bool(each.explains), -weight(each)

    ordered = tuple(sorted(group, key=order))
    return Cause(ordered, statuses[id(ordered[0])])


def _groups(checked: Checked) -> list[list[Finding]]:
    groups: list[list[Finding]] = []
    for finding in checked.findings:
        alike = [group for group in groups if any(_same_cause(finding, each, checked) for each in group)]
        merged = [*(each for group in alike for each in group), finding]
        groups = [group for group in groups if group not in alike] + [merged]
    return groups


def _same_cause(one: Finding, other: Finding, checked: Checked) -> bool:
    if one.explains == other.fingerprint or other.explains == one.fingerprint:
        return True
    if one.readings != other.readings:
        return False
    # Readings that somebody asked for are those of every finding.
    return not one.readings.items() <= checked.readings.items() or _same_play(one, other)


def _same_play(one: Finding, other: Finding) -> bool:
    """Whether the steps of one witness are the first steps of the other."""
    if one.witness is None or other.witness is None or (one.players, one.scale) != (other.players, other.scale):
        return False
    left, right = sorted((_steps(one.witness.record), _steps(other.witness.record)), key=len)
    return bool(left) and right[: len(left)] == left and len(right) - len(left) <= 1


def _steps(record: bytes) -> list[bytes]:
    """The lines of a record without its header, its result and the sums that chain them."""
    return [line.partition(b',"#":')[0] for line in record.splitlines()[1:-1]]

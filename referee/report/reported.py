"""The causes of a check as other programs are told them: JUnit, SARIF, annotations of code hosts, Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.report.check_words import without_more_readings
from referee.report.paths import in_repository
from referee.report.told_causes import ToldCause, often, tell, what_happens
from referee.verify.causes import Cause, causes_of
from referee.verify.check_result import Checked, Judged
from referee.verify.findings import Finding, Place, where_to_look
from referee.verify.properties import Property
from referee.verify.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Labelled:
    """A line, and what stands there: ``T-2 in the rulebook``."""

    label: str
    file: Path
    line: int
    clauses: tuple[str, ...] = ()

    def shown(self, relabel: Callable[[str], str] = str) -> str:
        """The line as a path of the repository, or by its folder's name; ``relabel`` gives paths of a revision its
        name."""
        path = relabel(in_repository(self.file).as_posix())
        return f"{'/'.join(self.file.parts[-2:]) if path.startswith('/') else path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Reported:
    """A cause; ``promises`` are the properties that it breaks. ``places`` has each line once, the best one first."""

    cause: Cause
    told: ToldCause
    places: tuple[Labelled, ...]
    promises: tuple[Property, ...]
    record: Path | None

    @property
    def name(self) -> str:
        return " ".join([self.told.kind, *(each for each, _ in self.told.clauses), f"({self.told.status})"])

    @property
    def title(self) -> str:
        return f"{self.name} {self.told.fingerprint}"

    def lines(self) -> Iterator[str]:
        """The sentence, how often it is met, what happens, the other findings of the cause, and the command."""
        told = self.told
        yield told.sentence
        yield from filter(None, [often(told), what_happens(told) and f"{told.step}: {what_happens(told)}"])
        if self.promises:
            yield f"breaks the promise {', '.join(each.name for each in self.promises)}"
        for kind, fingerprint in told.others:
            yield f"also {kind} {fingerprint}"
        if told.why:
            yield f"{told.status}: {told.why}"
        if told.replay:
            yield told.replay


def reported(checked: Checked, records: Mapping[str, Path], only: Collection[Finding] | None = None) -> list[Reported]:
    """Every cause, the most urgent first, or those of ``only`` some findings. ``records`` are the files of witnesses by
    fingerprint."""
    found: list[Reported] = []
    for cause in _among(causes_of(checked), checked, only):
        new = [each for each in cause.findings if checked.status(each) == "new"]
        promises = tuple({one.name: one for each in new for one in checked.broken_by(each)}.values())
        places = tuple(_places(checked, cause, promises))
        told = tell(checked, cause, records)
        found.append(Reported(cause, told, places, promises, records.get(cause.fingerprint)))
    return found


def _among(causes: list[Cause], checked: Checked, only: Collection[Finding] | None) -> Iterator[Cause]:
    if only is None:
        yield from causes
        return
    for each in causes:
        if findings := tuple(one for one in each.findings if one in only):
            yield Cause(findings, checked.status(findings[0]))


def _places(checked: Checked, cause: Cause, promises: tuple[Property, ...]) -> Iterator[Labelled]:
    """The places of the finding to tell, of the others, and of the promises; a line of several clauses names all."""
    labels: dict[tuple[Path, int], dict[str, None]] = {}
    where: dict[tuple[Path, int], str] = {}
    for finding in cause.findings:
        rules, rulebook = where_to_look(checked.game, finding)
        for place in (*rules, *rulebook):
            key = place.file, place.line
            labels.setdefault(key, {})[place.clause or "where it stands"] = None
            where[key] = _where(place)
    for (file, line), names in labels.items():
        yield Labelled(f"{' '.join(names)}{where[file, line]}", file, line, tuple(names))
    for each in promises:
        yield Labelled(f"promise {each.name}", Path(each.file), each.line)


def _where(place: Place) -> str:
    if not place.clause:
        return ""
    return " in the rules" if place.file.suffix == ".py" else " in the rulebook"


def shown_by(checked: Checked, judged: Judged, reports: list[Reported]) -> Reported | None:
    """The new cause that shows why a property is not as its author expects, if one does."""
    refuted = [each for each in judged.results if each.verdict is Verdict.REFUTED and checked.expected(each)]
    if not refuted or not all(map(checked.expected, judged.results)):
        return None
    for each in reports:
        readings = each.cause.lead.readings.items()
        if readings <= judged.readings.items() and any(one.name == judged.property for one in each.promises):
            return each
    return None


def without_a_cause(checked: Checked, reports: list[Reported]) -> Iterator[tuple[Property, list[str], list[str]]]:
    """Each property that is not as its author expects, with the lines that no cause shows: what contradicts her, and
    where evidence is too weak."""
    for claimed in checked.properties:
        judged = [each for each in checked.judged() if each.property == claimed.name]
        against = [each.against for each in judged if each.against and shown_by(checked, each, reports) is None]
        weak = [line for each in judged for line in each.weak]
        if against or weak:
            yield claimed, [*without_more_readings(against)], [*without_more_readings(weak)]


def place_named_in(complaint: str) -> Labelled | None:
    """The file and line that a complaint names, if it does."""
    for mark in re.finditer(r":(\d+): ", complaint):
        before = complaint[: mark.start()]
        for start in (0, *(each.end() for each in re.finditer(r": ", before))):
            if Path(before[start:]).is_file():
                return Labelled("this line", Path(before[start:]), int(mark[1]))
    return None

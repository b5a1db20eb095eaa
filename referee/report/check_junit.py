"""A check as JUnit XML, as CI systems read it.

One test case for each property under each choice of readings, each cause of findings, the worked examples, and each
line of input that could not be used, or of what broke off. A failure is what makes the exit code 1, an error what makes
it 2 or 3; what was not asked is skipped. Witnesses are attached as GitLab and Jenkins read it, with paths of the
repository.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from referee.play.sanitize import harmless
from referee.report.check_words import problems
from referee.report.paths import in_repository, shown_path
from referee.report.reported import Reported, shown_by
from referee.verify.check_result import Checked, Judged, readings_text
from referee.verify.verdicts import Verdict

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Case:
    """A test case; ``outcome`` is "" or the name of the element that says why it did not pass. ``record`` is a witness
    to be attached."""

    group: str
    name: str
    outcome: str = ""
    sort: str = ""
    message: str = ""
    output: str = ""
    seconds: float = 0.0
    place: tuple[Path, int] | None = None
    record: Path | None = None


def as_junit(checked: Checked, seed: str, reports: list[Reported], records: Mapping[str, Path]) -> str:
    """The whole document, UTF-8. ``records`` are the files of witnesses by name."""
    cases = list(_cases(checked, reports, records))
    counts = {
        "tests": len(cases),
        "failures": sum(each.outcome == "failure" for each in cases),
        "errors": sum(each.outcome == "error" for each in cases),
        "skipped": sum(each.outcome == "skipped" for each in cases),
        "time": f"{checked.seconds:.3f}",
    }
    told = {key: str(value) for key, value in counts.items()}
    root = ElementTree.Element("testsuites", {"name": "referee check", **told})
    suite = ElementTree.SubElement(root, "testsuite", {"name": checked.game.name, **told})
    about = ElementTree.SubElement(suite, "properties")
    ElementTree.SubElement(about, "property", {"name": "seed", "value": _clean(seed)})
    ElementTree.SubElement(about, "property", {"name": "exit code", "value": str(checked.exit_code())})
    for case in cases:
        suite.append(_element(checked.game.name, case))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"


def _element(game: str, case: Case) -> ElementTree.Element:
    given = {"classname": f"{game}.{case.group}", "name": _clean(case.name), "time": f"{case.seconds:.3f}"}
    if case.place is not None:
        given |= {"file": _clean(in_repository(case.place[0]).as_posix()), "line": str(case.place[1])}
    element = ElementTree.Element("testcase", given)
    if case.outcome:
        said = {"message": _clean(case.message)} | ({"type": case.sort} if case.sort else {})
        ElementTree.SubElement(element, case.outcome, said).text = _clean(case.output or case.message)
    out = [] if case.outcome or not case.output else [case.output]
    if case.record is not None:
        out.append(f"[[ATTACHMENT|{in_repository(case.record).as_posix()}]]")
    if out:
        ElementTree.SubElement(element, "system-out").text = _clean("\n".join(out))
    return element


def _cases(checked: Checked, reports: list[Reported], records: Mapping[str, Path]) -> Iterator[Case]:
    seen = {each.property: records.get(checked.name_of(each)) for each in checked.happened()}
    for judged in checked.judged():
        yield _of_property(checked, judged, shown_by(checked, judged, reports), seen.get(judged.property))
    for each in reports:
        yield _of_cause(each)
    for gone in checked.disappeared:
        yield Case(
            "findings", f"{gone.finding} {gone.fingerprint}", "skipped", "", "accepted, and not met by this check"
        )
    if checked.examples:
        outcome = ("failure", "difference") if checked.examples_failed else ("", "")
        said = f"{checked.examples} played, {len(checked.examples_failed)} differences"
        yield Case("examples", "worked examples", *outcome, said, "\n".join([said, *checked.examples_failed]))
    for line in checked.complaints:
        yield Case("input", line, "error", "bad input", line)
    for line in checked.broken_off:
        yield Case("check", line, "error", "broken off", line)
    about = {line for judged in checked.judged() for line in (judged.against, *judged.weak)}
    for name in checked.conflicts():
        yield Case("check", name, "failure", "defect", "PROVED by one method and REFUTED by another")
    for line in problems(checked, about):
        if line.split(" ")[0] not in checked.conflicts():
            yield Case("check", line, "error", "inconclusive", line)


def _of_property(checked: Checked, judged: Judged, shown: Reported | None, seen: Path | None) -> Case:
    """``shown`` is the cause that refutes it, ``seen`` the record of what may happen."""
    claimed = next(each for each in checked.properties if each.name == judged.property)
    output = [claimed.sentence]
    output += [
        f"{each.method.value}, {each.players} players: {each.verdict.value}, {each.tries} tables{_why(each.why)}"
        for each in judged.results
    ]
    if shown is not None:
        output += [f"shown by {shown.title}", *filter(None, [shown.told.replay])]
        seen = shown.record
    elif seen is not None:
        output.append(f"referee replay {shown_path(seen)}")
    outcome, sort, message = "", "", ""
    if judged.against:
        outcome, sort, message = "failure", "expectation", judged.against
    elif judged.weak:
        outcome, sort, message = "error", "inconclusive", "; ".join(judged.weak)
    elif all(each.verdict is Verdict.NOT_ASKED for each in judged.results):
        outcome, message = "skipped", "NOT ASKED: no method that was asked decides it"
    name = judged.property + (f" [{readings_text(judged.readings)}]" if judged.readings else "")
    seconds = sum(each.seconds for each in judged.results)
    place = Path(claimed.file), claimed.line
    return Case("properties", name, outcome, sort, message, "\n".join(output), seconds, place, seen)


def _of_cause(each: Reported) -> Case:
    told = each.told
    then = [f"then {'; '.join(told.position)}"] if told.position else []
    output = "\n".join([*each.lines(), *then, *(f"{place.label}: {place.shown()}" for place in each.places)])
    name = " ".join([told.kind, *(clause for clause, _ in told.clauses), told.fingerprint])
    place = (each.places[0].file, each.places[0].line) if each.places else None
    if told.status == "new":
        return Case("findings", name, "failure", told.kind, told.sentence, output, place=place, record=each.record)
    return Case("findings", name, output=output, place=place, record=each.record)


def _why(why: str) -> str:
    return f" ({why})" if why else ""


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold or that do not show: reports are read on terminals too."""
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", harmless(text, "\n\t"))

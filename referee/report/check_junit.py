"""A check as JUnit XML, as CI systems read it.

One test case for each property under each choice of readings, each finding, the worked examples, and each line of
input that could not be used, or of what broke off. A failure is what makes the exit code 1, an error what makes it 2
or 3; what was not asked is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from referee.play.sanitize import harmless
from referee.report.check_words import form_of, problems
from referee.report.paths import shown_path
from referee.verify.check_result import Checked, Judged, readings_text
from referee.verify.findings import Finding, places_of
from referee.verify.verdicts import Verdict

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Case:
    """A test case; ``outcome`` is "" or the name of the element that says why it did not pass."""

    group: str
    name: str
    outcome: str = ""
    sort: str = ""
    message: str = ""
    output: str = ""
    seconds: float = 0.0
    place: tuple[str, int] | None = None


def as_junit(checked: Checked, seed: str) -> str:
    """The whole document, UTF-8."""
    cases = list(_cases(checked))
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
        given |= {"file": _clean(case.place[0]), "line": str(case.place[1])}
    element = ElementTree.Element("testcase", given)
    if case.outcome:
        said = {"message": _clean(case.message)} | ({"type": case.sort} if case.sort else {})
        ElementTree.SubElement(element, case.outcome, said).text = _clean(case.output or case.message)
    elif case.output:
        ElementTree.SubElement(element, "system-out").text = _clean(case.output)
    return element


def _cases(checked: Checked) -> Iterator[Case]:
    for judged in checked.judged():
        yield _of_property(checked, judged)
    for finding in checked.findings:
        yield _of_finding(checked, finding)
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
    for line in problems(checked):
        if line not in about and line.split(" ")[0] not in checked.conflicts():
            yield Case("check", line, "error", "inconclusive", line)


def _of_property(checked: Checked, judged: Judged) -> Case:
    claimed = next(each for each in checked.properties if each.name == judged.property)
    verdicts = [
        f"{each.method.value}, {each.players} players: {each.verdict.value}, {each.tries} tables{_why(each.why)}"
        for each in judged.results
    ]
    output = "\n".join([claimed.sentence, *verdicts])
    outcome, sort, message = "", "", ""
    if judged.against:
        outcome, sort, message = "failure", "expectation", judged.against
    elif judged.weak:
        outcome, sort, message = "error", "inconclusive", "; ".join(judged.weak)
    elif all(each.verdict is Verdict.NOT_ASKED for each in judged.results):
        outcome, message = "skipped", "NOT ASKED: no method that was asked decides it"
    name = judged.property + (f" [{readings_text(judged.readings)}]" if judged.readings else "")
    seconds = sum(each.seconds for each in judged.results)
    return Case(
        "properties", name, outcome, sort, message, output, seconds, (shown_path(Path(claimed.file)), claimed.line)
    )


def _of_finding(checked: Checked, finding: Finding) -> Case:
    status = checked.status(finding)
    rules, rulebook = places_of(checked.game, finding.clauses, finding.places)
    places = [f"{shown_path(each.file)}:{each.line}" for each in (*rules, *rulebook)]
    output = "\n".join([finding.sentence, f"{status}; {form_of(finding)}", *places])
    name = f"{finding.trouble.value} {' '.join(finding.clauses)} {finding.fingerprint}"
    place = (shown_path(rules[0].file), rules[0].line) if rules else None
    if status == "new":
        return Case("findings", name, "failure", finding.trouble.value, finding.sentence, output, place=place)
    return Case("findings", name, output=output, place=place)


def _why(why: str) -> str:
    return f" ({why})" if why else ""


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold or that do not show: reports are read on terminals too."""
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", harmless(text, "\n\t"))

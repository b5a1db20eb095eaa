"""A check for GitHub Actions: annotations on lines of rules and rulebook, and a step summary in Markdown."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path

from referee.kernel.errors import BadInput
from referee.play.sanitize import harmless
from referee.report.check_words import HEADINGS, conclusion, form_of, frequency, problems, rows
from referee.report.paths import in_repository
from referee.verify.check_result import Checked
from referee.verify.findings import Finding, places_of

LEVELS = {"new": "error", "accepted": "notice", "expected": "notice"}
MOST_BYTES = 1_000_000
"""The size of a summary; GitHub refuses more than 1 MiB for a step."""


def annotated(checked: Checked, text: Iterable[str]) -> Iterator[str]:
    """The text, in which no line is a command to the runner, and then a command for each place."""
    token = secrets.token_hex(16)
    yield f"::stop-commands::{token}"
    yield from text
    yield f"::{token}::"
    for complaint in (*checked.complaints, *checked.broken_off):
        yield _of_complaint(complaint)
    for judged in checked.judged():
        claimed = next(each for each in checked.properties if each.name == judged.property)
        for level, message in [("error", judged.against), *(("warning", each) for each in judged.weak)]:
            if message:
                yield _command(level, message, claimed.name, Path(claimed.file), claimed.line)
    for difference in checked.examples_failed:
        yield _of_complaint(difference)
    for finding in checked.findings:
        yield from _of_finding(checked, finding)


def no_command(line: str) -> str:
    """The line, in which a runner sees no command of the older kind either: these begin anywhere in it."""
    return line.replace("##[", "## [")


def _of_finding(checked: Checked, finding: Finding) -> Iterator[str]:
    status = checked.status(finding)
    title = f"{finding.trouble.value} {' '.join(finding.clauses)} ({status})"
    message = f"{finding.sentence} {form_of(finding)} [{finding.fingerprint}]"
    rules, rulebook = places_of(checked.game, finding.clauses, finding.places)
    for place in [*rules, *rulebook]:
        yield _command(LEVELS[status], message, title, place.file, place.line)
    if not rules and not rulebook:
        yield _command(LEVELS[status], message, title)


def _of_complaint(complaint: str) -> str:
    """A complaint as an annotation, at its file and line if it names them."""
    for mark in re.finditer(r":(\d+): ", complaint):
        before = complaint[: mark.start()]
        for start in (0, *(each.end() for each in re.finditer(r": ", before))):
            if Path(before[start:]).is_file():
                return _command("error", complaint, "referee check", Path(before[start:]), int(mark[1]))
    return _command("error", complaint, "referee check")


def _command(level: str, message: str, title: str, file: Path | None = None, line: int | None = None) -> str:
    given = {"title": title}
    if file is not None:
        given = {"file": in_repository(file).as_posix(), "line": str(line), **given}
    return f"::{level} {','.join(f'{key}={_value(each)}' for key, each in given.items())}::{_message(message)}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")


# -- the summary ------------------------------------------------------------------------------------------


def write_summary(checked: Checked, seed: str) -> None:
    """Append to the step's summary, where GitHub Actions names its file. BadInput where that cannot be written."""
    name = os.environ.get("GITHUB_STEP_SUMMARY")
    if not name:
        return
    text = "\n".join(summary(checked, seed))
    if len(text.encode()) > MOST_BYTES:
        text = text.encode()[:MOST_BYTES].decode(errors="ignore").rpartition("\n")[0] + "\n\n… (cut)\n"
    try:
        with open(name, "a", encoding="utf-8", newline="\n") as file:
            file.write(f"{text}\n")
    except OSError as error:
        raise BadInput(f"cannot write the step summary {name}: {error.strerror}") from None


def summary(checked: Checked, seed: str) -> Iterator[str]:
    """Markdown, line by line."""
    yield f"## referee check: {_markdown(checked.game.title)}"
    yield ""
    yield f"**{_markdown(conclusion(checked))}** (seed {_markdown(repr(seed))})"
    yield ""
    for line in [*checked.complaints, *checked.broken_off, *problems(checked), *checked.examples_failed]:
        yield f"- {_markdown(line)}"
    if checked.findings:
        yield ""
        yield "### Findings"
        yield ""
    for finding in checked.findings:
        status = checked.status(finding)
        title = f"{finding.trouble.value} {' '.join(finding.clauses)}"
        yield f"- **{_markdown(title)}** ({status}, `{finding.fingerprint}`): {_markdown(finding.sentence)}"
        yield f"  {_markdown(form_of(finding))}"
        if finding.sightings is not None:
            yield f"  Met {_markdown(frequency(finding))}."
    yield ""
    yield "### Properties"
    yield ""
    yield f"| property | {' | '.join(HEADINGS)} |"
    yield "|---" * (len(HEADINGS) + 1) + "|"
    for row in rows(checked):
        yield f"| {' | '.join(_markdown(cell) for cell in row)} |"


def _markdown(text: str) -> str:
    """Text that is shown as it is, on one line, in a cell of a table too."""
    return re.sub(r"([\\`*_{}\[\]<>()#+!|~&-])", r"\\\1", harmless(" ".join(text.split())))

"""A check for GitHub Actions: an annotation for each cause, and a step summary in Markdown."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path

from referee.kernel.errors import BadInput
from referee.report.paths import in_repository
from referee.report.reported import Labelled, Reported, place_named_in, without_a_cause
from referee.verify.check_result import Checked

LEVELS = {"new": "error", "accepted": "notice", "expected": "notice"}


def annotated(checked: Checked, reports: list[Reported], text: Iterable[str]) -> Iterator[str]:
    """The text, in which no line is a command to the runner, and then a command for each cause, at its best place."""
    token = secrets.token_hex(16)
    yield f"::stop-commands::{token}"
    yield from text
    yield f"::{token}::"
    for complaint in (*checked.complaints, *checked.broken_off):
        yield _of_complaint(complaint)
    for each in reports:
        if each.cause.status == "new":
            yield _of_cause(each)
    for claimed, against, weak in without_a_cause(checked, reports):
        place = Labelled(claimed.name, Path(claimed.file), claimed.line)
        yield _command("error" if against else "warning", [*against, *weak], claimed.name, place)
    for difference in checked.examples_failed:
        yield _of_complaint(difference)
    for each in reports:
        if each.cause.status != "new":
            yield _of_cause(each)


def no_command(line: str) -> str:
    """The line, in which a runner sees no command of the older kind either: these begin anywhere in it."""
    return line.replace("##[", "## [")


def _of_cause(each: Reported) -> str:
    others = [f"{place.label}: {place.shown()}" for place in each.places[1:]]
    return _command(LEVELS[each.cause.status], [*each.lines(), *others], each.title, *each.places[:1])


def _of_complaint(complaint: str) -> str:
    place = place_named_in(complaint)
    return _command("error", [complaint], "referee check", *([place] if place else []))


def _command(level: str, lines: list[str], title: str, place: Labelled | None = None) -> str:
    given = {"title": title}
    if place is not None and not (file := in_repository(place.file)).is_absolute():
        given = {"file": file.as_posix(), "line": str(place.line), **given}
    told = ",".join(f"{key}={_value(each)}" for key, each in given.items())
    return f"::{level} {told}::{_message(chr(10).join(lines))}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")


def write_summary(text: str) -> None:
    """Append to the step's summary, where GitHub Actions names its file. BadInput where that cannot be written."""
    name = os.environ.get("GITHUB_STEP_SUMMARY")
    if not name:
        return
    try:
        with open(name, "a", encoding="utf-8", newline="\n") as file:
            file.write(f"{text}\n")
    except OSError as error:
        raise BadInput(f"cannot write the step summary {name}: {error.strerror}") from None

"""The text of ``referee check``: the verdict, the findings, a line for each property; details on request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from referee.cli.terminal import Terminal, shown_path, visible
from referee.play.sanitize import cut
from referee.report.check_head import head, property_lines
from referee.report.check_words import (
    HEADINGS,
    conclusion,
    form_of_witness,
    frequency,
    missing_facts,
    problems,
    reasons,
    rows,
)
from referee.report.told_causes import ToldCause, often, told_causes, what_happens
from referee.verify.check_result import Checked
from referee.verify.explore.unreachable import arithmetic_of_players
from referee.verify.findings import places_of
from referee.verify.verdicts import Result, Verdict

IN_FULL = 3
"""Known causes that are told in full; of others there is the sentence."""
MOST_LINES = 8
"""Lines of a cause."""
FEW_WORDS = 20
"""Columns in which the beginning of a clause says something."""
COLOURS = {"✓": Terminal.green, "✗": Terminal.red, "?": Terminal.yellow}


def lines(
    checked: Checked, seed: str, records: Mapping[str, Path], terminal: Terminal, *, verbose: bool = False
) -> Iterator[str]:
    """The text, the most important first; ``verbose`` leaves nothing out."""
    yield from conclusion_lines(checked, terminal)
    for label, text in head(checked, seed):
        yield from terminal.wrapped(text, f"  {label:15}", " " * 17)
    for each in checked.examples_failed:
        yield from terminal.wrapped(each, "- example ", "  ")
    known = 0
    short: list[ToldCause] = []
    for told in told_causes(checked, records):
        known += told.status != "new"
        if known > IN_FULL and told.status != "new" and not verbose:
            short.append(told)
            continue
        yield ""
        yield from cause_lines(told, terminal, verbose=verbose)
    if short:
        yield ""
        yield from terminal.wrapped(f"{len(short)} more that are known (--verbose tells them in full):")
    for told in short:
        about = ", ".join(filter(None, [_about(told), told.readings_text]))
        yield _fitted(about, f"  {told.fingerprint} ", terminal)
        yield _fitted(told.essence, " " * 15, terminal)
    gone = [f"accepted, and not met by this check: {each.fingerprint} {each.finding}" for each in checked.disappeared]
    for number, problem in enumerate([*problems(checked), *gone]):
        if not number:
            yield ""
        yield from terminal.wrapped(problem, "- ", "  ")
    yield ""
    yield from _properties(checked, terminal)
    for text in missing_facts(checked):
        yield ""
        yield f"a property that would help a proof, for properties/{checked.game.name}.py:"
        yield from (f"  {line}" for line in text.splitlines())
    if verbose:
        yield from _details(checked, records, terminal)
    yield ""
    yield from conclusion_lines(checked, terminal)


def conclusion_lines(checked: Checked, terminal: Terminal, *, timed: bool = True) -> Iterator[str]:
    """The verdict, coloured by what it means."""
    code = checked.exit_code()
    colour = {0: terminal.green, 1: terminal.red, 2: terminal.red}.get(code, terminal.yellow)
    told = f"{checked.game.title}: {conclusion(checked, timed=timed)}"
    yield from terminal.wrapped(terminal.bold(colour(told)), "", "  ")


# -- causes ---------------------------------------------------------------------------------------------------


def cause_lines(told: ToldCause, terminal: Terminal, *, verbose: bool = False) -> Iterator[str]:
    """A cause of findings in at most ``MOST_LINES`` lines; ``verbose`` cuts nothing."""
    colour = terminal.red if told.status == "new" else terminal.yellow
    title = f"{_about(told)} ({told.status}) {told.fingerprint}"
    beside = f"  {told.place}" if visible(title) + len(told.place) + 2 <= terminal.width else ""
    yield terminal.bold(colour(title)) + terminal.faint(beside)
    said = _parts(told, None if verbose else terminal.width - 2)
    parts = [[*terminal.wrapped(terminal.cards(text), first, rest)] for text, first, rest in said if text]
    if verbose:
        yield from (line for part in parts for line in part)
        for text in filter(None, [told.because, told.why and f"{told.status}: {told.why}"]):
            yield from terminal.wrapped(text, "  ", "    ")
        for kind, fingerprint in told.others:
            yield f"  also {kind} {fingerprint}"
        if not beside and told.place:
            yield f"  {told.place}"
    else:
        room = MOST_LINES - 1 - bool(told.replay) - len(parts)
        for part in parts:
            spare = max(0, min(1, room, len(part) - 1))
            room -= spare
            yield from _cut_after(part, 1 + spare, terminal)
    if told.replay:
        yield f"  {terminal.cyan(told.replay)}"


def _about(told: ToldCause) -> str:
    return " ".join([told.kind, *(each for each, _ in told.clauses)])


def _parts(told: ToldCause, width: int | None) -> Iterator[tuple[str, str, str]]:
    """What is said of a cause, with the indents of its first line and of the others: the most important first, which
    gets more lines where there is room. The words of clauses share one line of ``width`` columns, if there is one; of
    many clauses there is their title."""
    clauses = [f"{each} {words}" for each, words in told.clauses if words]
    if width is not None and clauses:
        room = (width - 3 * (len(clauses) - 1)) // len(clauses)
        clauses = [cut(each, room, "…") if room >= FEW_WORDS else each.partition(". ")[0] for each in clauses]
    yield told.sentence, "  ", "  "
    yield often(told), "  ", "    "
    yield " · ".join(clauses), "  ", "    "
    yield what_happens(told), f"  {told.step}: ", "    "
    yield "; ".join(told.position), "  then ", "    "


def _cut_after(part: Sequence[str], number: int, terminal: Terminal) -> Iterator[str]:
    """The first lines of a part; in the last of them as much of the rest as there is room for."""
    yield from part[: number - 1]
    rest = [part[number - 1], *(line.strip() for line in part[number:])]
    yield cut(" ".join(rest), terminal.width, terminal.plain("…"))


def _fitted(text: str, indent: str, terminal: Terminal) -> str:
    return cut(indent + terminal.plain(" ".join(text.split())), terminal.width, terminal.plain("…"))


# -- properties -----------------------------------------------------------------------------------------------


def _properties(checked: Checked, terminal: Terminal) -> Iterator[str]:
    """A line for each property: the sign of its verdict, the verdict, its sentence."""
    for sign, verdict, sentence, why in property_lines(checked):
        line = _fitted(sentence, f"{terminal.plain(sign)} {verdict:15} ", terminal)
        yield COLOURS.get(sign, Terminal.faint)(terminal, line[:1]) + line[1:]
        if why:
            yield _fitted(why, " " * 18, terminal)


def _details(checked: Checked, records: Mapping[str, Path], terminal: Terminal) -> Iterator[str]:
    """The verdict of every method, its reasons, the proofs of single effects, and what can happen."""
    if checked.results:
        if why := arithmetic_of_players(checked.game):
            yield from terminal.wrapped(f"no more players: {why}", "", "  ")
        yield ""
        yield from _table(checked, terminal)
        for reason in reasons(checked):
            yield from terminal.wrapped(reason, "", "  ")
    yield from _effects(checked, terminal)
    for happened in checked.happened():
        yield ""
        yield from _happened(checked, happened, records, terminal)


def _effects(checked: Checked, terminal: Terminal) -> Iterator[str]:
    """The proofs of single effects: their number by section of the rulebook, and why the others are missing."""
    for players in sorted({each.players for each in checked.ledger.effects}):
        every = [each for each in checked.ledger.effects if each.players == players]
        proved = [each for each in every if each.verdict is Verdict.PROVED]
        kept = " (cached)" if every[0].cached else ""
        said = (
            f"effects, each from any table, {players} players: {len(proved)} of {len(every)} are PROVED to find their "
            f"cards, to have an answer for every question and to leave each card somewhere, once{kept}"
        )
        yield ""
        yield from terminal.wrapped(said, "", "  ")
        if proved:
            yield from terminal.wrapped(f"PROVED: {', '.join(each.name for each in proved)}", "  ", "    ")
        for each in every:
            if each not in proved:
                told = f"{each.verdict.value} {each.name} ({' '.join(each.clauses)}): {each.why}"
                yield from terminal.wrapped(told, "  ", "    ")


def _table(checked: Checked, terminal: Terminal) -> Iterator[str]:
    """The names of properties on lines of their own: with them in a column no table is 80 columns wide."""
    body: list[tuple[str, ...]] = []
    names: list[str] = []
    for name, *row in rows(checked):
        if name not in names:
            names.append(name)
            body.append(("-", "", "", "", ""))
        body.append(tuple(row))
    named = iter(names)
    for line in replace(terminal, width=terminal.width - 2).table(HEADINGS, body, (4,)).split("\n"):
        yield next(named) if line == "-" else f"  {line}"


def _happened(checked: Checked, happened: Result, records: Mapping[str, Path], terminal: Terminal) -> Iterator[str]:
    """The things that may happen and did: their witness is what the author has asked for."""
    claimed = next(each for each in checked.properties if each.name == happened.property)
    yield terminal.bold(f"can happen {' '.join(claimed.clauses)} {claimed.name}")
    yield from terminal.wrapped(claimed.sentence, "  ")
    yield from terminal.wrapped(form_of_witness(happened), "  ", "    ")
    rules, rulebook = places_of(checked.game, claimed.clauses)
    yield from (f"  {shown_path(place.file)}:{place.line}" for place in [*rules, *rulebook][:1])
    if happened.sightings is not None:
        yield from terminal.wrapped(frequency(happened), "  ", "    ")
    record = records.get(checked.name_of(happened))
    if record is not None:
        yield f"  referee replay {shown_path(record)}"

"""A check as Markdown, for a job's summary or a comment on a change: what is new first, the rest folded."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.report import markdown
from referee.report.check_head import head
from referee.report.check_words import HEADINGS, conclusion, problems, rows
from referee.report.markdown import code, folded, items, text
from referee.report.reported import Labelled, Reported, shown_by
from referee.report.told_causes import often, what_happens
from referee.verify.check_result import Checked

Relabel = Callable[[str], str]


def as_markdown(checked: Checked, seed: str, reports: list[Reported]) -> str:
    return markdown.fitted(_blocks(checked, seed, reports))


def _blocks(checked: Checked, seed: str, reports: list[Reported]) -> Iterator[tuple[str, str]]:
    """The names of blocks and the blocks, the most important first."""
    yield "the verdict", f"## {text(f'{checked.game.title}: {conclusion(checked)}')}"
    if lines := [*checked.complaints, *checked.broken_off]:
        yield "complaints", items([*map(text, lines)])
    yield from of_causes(reports)
    shown = [each.against for each in checked.judged() if shown_by(checked, each, reports) is not None]
    if lines := [*problems(checked, shown), *checked.examples_failed]:
        also = "Also:\n\n" if any(each.cause.status == "new" for each in reports) else ""
        yield "what else is not as expected", also + items([*map(text, lines)])
    told = [f"{label}: {said}" for label, said in head(checked, seed)]
    verdicts = markdown.table(("property", *HEADINGS), rows(checked)) if checked.results else ""
    everything = f"{items([*map(text, told)])}\n\n{verdicts}"
    yield "the verdicts of all properties", folded("Everything that was looked at", everything)


def of_causes(reports: list[Reported], relabel: Relabel = str) -> Iterator[tuple[str, str]]:
    """A block for each new cause, and one for all that are known."""
    for each in reports:
        if each.cause.status == "new":
            yield "new defects", "\n\n".join(_in_full(each, relabel))
    known = [_in_short(each) for each in reports if each.cause.status != "new"]
    if known:
        title = f"{len(known)} known defect{'' if len(known) == 1 else 's'}"
        yield "known defects", folded(title, items(known))


def _in_full(each: Reported, relabel: Relabel) -> Iterator[str]:
    told = each.told
    yield f"### {_title(each)}"
    yield text(told.sentence)
    if met := often(told):
        yield text(met)
    if lines := [*_clauses(each, relabel)]:
        yield items(lines)
    happens = [f"{told.step}: {what_happens(told)}"] if told.step else []
    happens += [f"then {'; '.join(told.position)}"] if told.position else []
    happens += [told.because] if told.because else []
    happens += [f"also {kind} {fingerprint}" for kind, fingerprint in told.others]
    if happens:
        yield folded("What happens", "\n\n".join(map(text, happens)))
    if told.replay:
        yield code(told.replay)


def _title(each: Reported) -> str:
    return f"{text(each.name)} {code(each.told.fingerprint)}"


def _clauses(each: Reported, relabel: Relabel) -> Iterator[str]:
    """Each clause with its words and its lines, then the lines of other things."""
    left = [*each.places]
    for clause, words in each.told.clauses:
        here = [place for place in left if clause in place.clauses]
        left = [place for place in left if place not in here]
        yield " ".join(filter(None, [f"**{text(clause)}**", text(words), _lines(here, relabel)]))
    for place in left:
        yield f"{text(place.label)} {_lines([place], relabel)}"


def _lines(places: list[Labelled], relabel: Relabel) -> str:
    return ", ".join(code(each.shown(relabel)) for each in places)


def _in_short(each: Reported) -> str:
    told = each.told
    under = told.readings_text and f"under {text(told.readings_text)}"
    parts = [f"**{_title(each)}**", text(told.essence), under, told.replay and code(told.replay)]
    return " ".join(filter(None, parts))

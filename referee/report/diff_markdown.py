"""Two versions of a game as Markdown, for a comment on a change: what is broken first, the rest folded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from referee.report import markdown
from referee.report.check_markdown import of_causes
from referee.report.check_words import counted
from referee.report.markdown import code, fenced, folded, items, text
from referee.report.paths import shown_path
from referee.report.reported import reported, shown_by
from referee.verify.impact.versions import Changed, Difference

VERDICT = {0: "nothing is broken", 1: "not as it was promised", 2: "bad input", 3: "inconclusive"}


def as_markdown(
    found: Difference, labels: tuple[str, str], records: Mapping[str, Path], relabel: Callable[[str], str]
) -> str:
    """``labels`` are what the versions were called, ``records`` the files of records by name; ``relabel`` gives paths
    of a revision its name."""
    return markdown.fitted(_blocks(found, labels, records, relabel))


def _blocks(
    found: Difference, labels: tuple[str, str], records: Mapping[str, Path], relabel: Callable[[str], str]
) -> Iterator[tuple[str, str]]:
    """The names of blocks and the blocks, the most important first."""
    old, new = map(code, labels)
    verdict = "no difference" if found.is_nothing else VERDICT[found.exit_code()]
    yield "the verdict", f"## {text(f'{found.new.game.title}: {verdict}')}"
    yield "the versions", f"{old} → {new}"
    if lines := [relabel(each) for checked in (found.old, found.new) for each in checked.complaints]:
        yield "complaints", items([*map(text, lines)])
    causes = reported(found.new, records, found.appeared)
    yield from of_causes(causes, relabel)
    shown = [each.against for each in found.new.judged() if shown_by(found.new, each, causes) is not None]
    shown += [each.sentence for each in found.appeared]
    if lines := [each for each in found.broken if each not in shown]:
        yield "broken promises", items([f"broken: {text(each)}" for each in lines])
    if found.replayed:
        yield "matches", _matches(found, records)
    for title, changes in (
        ("clause", found.clauses),
        ("reading", found.readings),
        ("setting", found.form),
    ):
        if changes:
            yield f"{title}s", folded(f"{counted(len(changes), title)} changed", _texts(changes))
    if found.rules:
        yield "code", f"Other rules carry out {text(', '.join(found.rules))}."
    if found.same:
        yield "what is proved", f"{text(same_in_words(found))}."
    if found.verdicts:
        table = markdown.table(("property", "before", "now"), [(e.what, e.old, e.new) for e in found.verdicts])
        yield "verdicts", folded(f"{counted(len(found.verdicts), 'verdict')} changed", table)
    if found.gone:
        lines = [f"{each.trouble.value} {' '.join(each.clauses)}: {each.sentence}" for each in found.gone]
        yield "findings that are gone", folded(f"{counted(len(lines), 'finding')} gone", items([*map(text, lines)]))
    if found.figures:
        rows = [
            (str(players), each.name, f"{each.chosen:.2f}", f"{each.other:.2f}",
             f"{each.interval[0]:+.2f} to {each.interval[1]:+.2f}")
            for players, figures in found.figures.items() for each in figures
        ]  # fmt: skip
        table = markdown.table(("players", "between random seats", "before", "now", "difference, 99 %"), rows)
        yield "figures", folded(f"{counted(len(rows), 'figure')} changed", table)
    if found.edges:
        words = dict(zip(("old", "new"), labels, strict=True))
        lines = [f"{words[word]}: {each.source} {each.kind.value} {each.target}: {each.description}"
                 for word, each in found.edges]  # fmt: skip
        title = f"{counted(len(lines), 'interaction')} seen in one version alone"
        yield "interactions", folded(title, items([*map(text, lines)]))


def same_in_words(found: Difference) -> str:
    """For how many players rules are PROVED the same game; "" where that is not known."""
    if not found.same:
        return ""
    forms = ", ".join([f"{players} players on {ways} ways" for players, ways in found.same.items()])
    return f"PROVED the same game, in other words ({forms}; default readings and settings)"


def _matches(found: Difference, records: Mapping[str, Path]) -> str:
    """How many matches go the same way, and where they part."""
    said = f"{found.alike} of {found.replayed} matches go the same way in both."
    parted = found.parted
    if parted is None:
        return said
    turn = max(0, parted.line - 2)
    said = text(f"{said} They part soonest in turn {turn} of one of {parted.players} players: {parted.description}")
    record = records.get("parted")
    return said if record is None else f"{said}\n\n{code(f'referee replay {shown_path(record)}')}"


def _texts(changes: list[Changed]) -> str:
    """What was there and what is there, as a difference that code hosts colour."""
    parts: list[str] = []
    for each in changes[: markdown.MOST_ITEMS]:
        lines = [f"{mark} {line[: markdown.MOST_OF_A_TEXT]}" for mark, said in (("-", each.old), ("+", each.new))
                 for line in said.splitlines()]  # fmt: skip
        parts.append(f"{text(each.what)}\n\n{fenced(lines, 'diff')}")
    if len(changes) > markdown.MOST_ITEMS:
        parts.append(f"… and {len(changes) - markdown.MOST_ITEMS} more")
    return "\n\n".join(parts)

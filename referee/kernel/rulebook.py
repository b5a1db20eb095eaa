"""The rulebook beside a game's rules, as data.

``rulebook.md`` is Markdown of a few constructs: headings, paragraphs, list items, tables. ``# Title``, an
introduction, then sections. In ``## Words`` every item is ``- **term**: definition``; in ``## Clauses`` every
clause is a paragraph that begins ``**X-1 Deal.**`` and may end ``(readings: slug, slug)``; what follows up to
the next clause belongs to it. A defined term is written in *italics* where a clause relies on it.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from pathlib import Path

from referee.kernel.errors import BadInput
from referee.kernel.input_files import read_text

CLAUSE_ID = r"[A-Z]+-[0-9A-Z][0-9A-Za-z]*(?:-[0-9A-Z]+)*"
READINGS = re.compile(r"\s*\(readings:\s*([^()]*)\)\s*$")
"""The mark that ends a clause with readings."""

_CLAUSE = re.compile(rf"\*\*({CLAUSE_ID})\s+([^*]*[^*.\s])\.?\*\*\s*")
_LIKE_A_CLAUSE = re.compile(rf"[*_]*{CLAUSE_ID}\b|\*\*")
_WORD = re.compile(r"\*\*([^*]+)\*\*:\s+(?=\S)")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_HEADING = re.compile(r"(#{1,6})\s+(.*\S)")
_ITEM = re.compile(r"(\s*)([-*]|\d+\.)\s+(.*\S)")
_RULE_OF_TABLE = re.compile(r"\|[\s:|-]*-[\s:|-]*")


class BlockKind(Enum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of Markdown, its lines joined (those of a table by newlines) and its marker taken off.

    ``marks`` gives (offset in ``text``, line of the file) for every line that it came from. ``level`` is that
    of a heading, or how deep an item is nested (0: not at all); ``marker`` is an item's.
    """

    kind: BlockKind
    text: str
    marks: tuple[tuple[int, int], ...]
    level: int = 0
    marker: str = ""

    @property
    def line(self) -> int:
        return self.marks[0][1]

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The cells of a table, headings first."""
        return tuple(tuple(cell.strip() for cell in row.strip("|").split("|")) for row in self.text.split("\n"))

    def line_at(self, offset: int) -> int:
        """The line of the file that a character of ``text`` came from."""
        return self.marks[max(0, bisect_right(self.marks, (offset, 1 << 60)) - 1)][1]

    def cut(self, start: int, stop: int) -> Block:
        """The part from one offset to another."""
        before = self.line_at(start)
        marks = ((0, before), *((at - start, line) for at, line in self.marks if start < at < stop))
        return Block(self.kind, self.text[start:stop], marks, self.level, self.marker)


@dataclass(frozen=True, slots=True)
class Word:
    term: str
    definition: str
    line: int


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule; ``blocks``: its text without head and readings; ``part``: the heading above it."""

    id: str
    title: str
    part: str
    readings: tuple[str, ...]
    blocks: tuple[Block, ...]
    line: int

    @property
    def text(self) -> str:
        """The text as Markdown, one line for each paragraph."""
        return "\n".join(f"{block.marker} {block.text}".strip() for block in self.blocks)


@dataclass(frozen=True, slots=True)
class Section:
    """The text under a heading ``##``, smaller headings included."""

    title: str
    blocks: tuple[Block, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Rulebook:
    path: Path
    title: str
    intro: tuple[Block, ...]
    sections: tuple[Section, ...]
    words: Mapping[str, Word]
    clauses: tuple[Clause, ...]

    def clause(self, id: str) -> Clause:
        """The clause of that id, capitals or not; where there is none, BadInput names those like it."""
        by_id = {clause.id.casefold(): clause for clause in self.clauses}
        found = by_id.get(id.casefold())
        if found is None:
            near = [by_id[each].id for each in get_close_matches(id.casefold(), by_id, 3, 0.8)]
            ids = [clause.id for clause in self.clauses]
            hint = f"did you mean {' or '.join(near)}?" if near else f"it has {ids[0]} to {ids[-1]}"
            raise BadInput(f"{self.title} has no clause {id!r}; {hint}")
        return found

    def section(self, title: str) -> Section | None:
        return next((each for each in self.sections if each.title == title), None)

    @property
    def blocks(self) -> Iterator[Block]:
        """All the text below the title, in order."""
        yield from self.intro
        for section in self.sections:
            yield Block(BlockKind.HEADING, section.title, ((0, section.line),), 2)
            yield from section.blocks


def load_rulebook(path: Path) -> Rulebook:
    """Read a rulebook; BadInput names the file, and the line of what is not in the format above."""
    if not os.path.lexists(path):
        raise BadInput(f"{path}: there is no such file; a game's rulebook stands beside its rules.py")
    text = read_text(path, kind="a rulebook")
    return parse_rulebook(text, path)


def parse_rulebook(text: str, path: Path) -> Rulebook:
    """The rulebook that is in ``text``; ``path`` is for errors. BadInput as from ``load_rulebook``."""
    blocks = list(blocks_of(text))
    if not blocks or blocks[0].kind is not BlockKind.HEADING or blocks[0].level != 1:
        raise _refusal(path, blocks[0].line if blocks else 1, "a rulebook begins with its title, '# Title'")
    intro: list[Block] = []
    sections: list[tuple[Block, list[Block]]] = []
    for block in blocks[1:]:
        if block.kind is BlockKind.HEADING and block.level <= 2:
            if block.level == 1:
                raise _refusal(path, block.line, "a rulebook has one title; sections are '## …'")
            if any(head.text == block.text for head, _ in sections):
                raise _refusal(path, block.line, f"there are two sections {block.text!r}")
            sections.append((block, []))
        else:
            (sections[-1][1] if sections else intro).append(block)
    by_title = {head.text: body for head, body in sections}
    words = _words(by_title.get("Words", []), path)
    clauses = tuple(_clauses(by_title.get("Clauses", []), path))
    if not clauses:
        raise _refusal(path, blocks[-1].line, "there is no section '## Clauses' with a clause '**X-1 Title.** …'")
    return Rulebook(
        path,
        blocks[0].text,
        tuple(intro),
        tuple(Section(head.text, tuple(body), head.line) for head, body in sections),
        words,
        clauses,
    )


def _refusal(path: Path, line: int, message: str) -> BadInput:
    return BadInput(f"{path}:{line}: {message}")


def _words(blocks: list[Block], path: Path) -> Mapping[str, Word]:
    words: dict[str, Word] = {}
    for block in blocks:
        if block.kind is not BlockKind.ITEM:
            continue
        head = _WORD.match(block.text)
        if not head:
            raise _refusal(path, block.line, "an entry of Words is '- **term**: definition'")
        term = head[1]
        if term in words:
            raise _refusal(path, block.line, f"{term!r} is defined twice (line {words[term].line})")
        words[term] = Word(term, block.text[head.end() :], block.line)
    return words


def _clauses(blocks: list[Block], path: Path) -> Iterator[Clause]:
    part = ""
    lines: dict[str, int] = {}
    runs: list[tuple[str, re.Match[str], list[Block]]] = []
    for block in blocks:
        head = _CLAUSE.match(block.text) if block.kind is BlockKind.PARAGRAPH else None
        if block.kind is BlockKind.HEADING:
            part = block.text
        elif head:
            if head[1] in lines:
                raise _refusal(path, block.line, f"there are two clauses {head[1]} (line {lines[head[1]]})")
            lines[head[1]] = block.line
            runs.append((part, head, [block.cut(head.end(), len(block.text))]))
        elif block.kind is not BlockKind.TABLE and _LIKE_A_CLAUSE.match(block.text):
            raise _refusal(path, block.line, "a clause begins '**X-1 Title.** …' in a paragraph of its own")
        elif runs:
            runs[-1][2].append(block)
    for part, head, body in runs:
        readings = _readings(body, path)
        yield Clause(head[1], head[2], part, readings, tuple(body), lines[head[1]])


def _readings(body: list[Block], path: Path) -> tuple[str, ...]:
    """The readings that a clause names at its end, where they are taken off."""
    last = body[-1]
    end = READINGS.search(last.text)
    for block in body:
        stray = block.text.rfind("(readings:", 0, end.start() if end and block is last else None)
        if stray >= 0:
            raise _refusal(path, block.line_at(stray), "a clause ends with '(readings: slug, slug)'")
    if not end:
        return ()
    slugs = tuple(slug.strip() for slug in end[1].split(","))
    for slug in slugs:
        if not _SLUG.fullmatch(slug) or slugs.count(slug) > 1:
            at = last.line_at(end.start(1))
            raise _refusal(path, at, f"readings are slugs, each once, with commas between them: {end[1]!r}")
    body[-1] = last.cut(0, end.start())
    return slugs


def blocks_of(text: str) -> Iterator[Block]:
    """The pieces of a text in Markdown, in order."""
    lines: list[tuple[int, str]] = []
    kind, level, marker = BlockKind.PARAGRAPH, 0, ""

    def finished() -> Iterator[Block]:
        if lines:
            joint = "\n" if kind is BlockKind.TABLE else " "
            marks, offset = [], 0
            for number, line in lines:
                marks.append((offset, number))
                offset += len(line) + 1
            yield Block(kind, joint.join(line for _, line in lines), tuple(marks), level, marker)
            lines.clear()

    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        heading, item = _HEADING.fullmatch(line), _ITEM.match(raw)
        if not line:
            yield from finished()
        elif heading:
            yield from finished()
            kind, level, marker = BlockKind.HEADING, len(heading[1]), ""
            lines.append((number, heading[2]))
            yield from finished()
        elif item:
            yield from finished()
            kind, level, marker = BlockKind.ITEM, len(item[1].expandtabs(4)) // 2, item[2]
            lines.append((number, item[3]))
        elif line.startswith("|"):
            if kind is not BlockKind.TABLE:
                yield from finished()
            kind, level, marker = BlockKind.TABLE, 0, ""
            if not _RULE_OF_TABLE.fullmatch(line):
                lines.append((number, line))
        else:
            if not lines or kind is BlockKind.TABLE:
                yield from finished()
                kind, level, marker = BlockKind.PARAGRAPH, 0, ""
            lines.append((number, line))
    yield from finished()

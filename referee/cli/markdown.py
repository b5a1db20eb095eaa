"""The Markdown of rulebooks as lines for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from referee.cli.terminal import Terminal
from referee.kernel.rulebook import READINGS, Block, BlockKind

_SPAN = re.compile(r"(?P<code>`[^`]*`)|\*\*(?P<bold>[^*]+)\*\*|\*(?!\s)(?P<italic>[^*]+?)(?<!\s)\*")


def rendered(blocks: Iterable[Block], terminal: Terminal) -> Iterator[str]:
    """Headings, paragraphs, items and tables, empty lines between them, none between the items of a list."""
    before: BlockKind | None = None
    for block in blocks:
        if before is not None and not (before is block.kind is BlockKind.ITEM):
            yield ""
        if before is not None and block.kind is BlockKind.HEADING and block.level == 2:
            yield ""
        before = block.kind
        if block.kind is BlockKind.HEADING:
            yield from heading(block.text, block.level, terminal)
        elif block.kind is BlockKind.ITEM:
            indent = "  " * (block.level + 1)
            hanging = indent + " " * (len(block.marker) + 1)
            yield from terminal.wrapped(inline(block.text, terminal), f"{indent}{block.marker} ", hanging)
        elif block.kind is BlockKind.TABLE:
            heads, *rows = [[_cell(cell) for cell in row] for row in block.rows]
            yield from terminal.table(heads, rows).split("\n")
        else:
            yield from _paragraph(block.text, terminal)


def heading(text: str, level: int, terminal: Terminal) -> Iterator[str]:
    """A title (level 1) or a section (2) is underlined."""
    text = terminal.plain(inline(text, Terminal(terminal.width, False, terminal.plain)))
    yield terminal.bold(text)
    if level <= 2:
        yield terminal.bold(("=" if level == 1 else "-") * len(text))


def inline(text: str, terminal: Terminal) -> str:
    """Bold and italics styled, or dropped; code stays in its backticks."""

    def styled(span: re.Match[str]) -> str:
        if span["code"]:
            return span["code"]
        return terminal.bold(span["bold"]) if span["bold"] else terminal.italic(span["italic"])

    return _SPAN.sub(styled, text)


def _paragraph(text: str, terminal: Terminal) -> Iterator[str]:
    """A clause stands out to the left, and the readings that it names have a line of their own."""
    hanging = "  " if text.startswith("**") else ""
    readings = READINGS.search(text)
    yield from terminal.wrapped(inline(text[: readings.start()] if readings else text, terminal), "", hanging)
    if readings:
        for line in terminal.wrapped(readings[1], f"{hanging}readings: ", f"{hanging}          "):
            yield terminal.faint(line)


def _cell(text: str) -> str:
    code = re.fullmatch(r"`([^`]*)`", text)
    return code[1] if code else _SPAN.sub(lambda span: span["code"] or span["bold"] or span["italic"], text)

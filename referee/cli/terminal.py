"""What a terminal can show: its width, its characters, its styles; wrapped prose and tables."""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

import click

from referee.report.paths import shown_path as shown_path

PLAIN = {
    "♥": "h", "♠": "s", "♦": "d", "♣": "c", "★": "*", "·": "-", "•": "-", "–": "-", "—": "-", "−": "-",
    "×": "x", "±": "+-", "≤": "<=", "≥": ">=", "≠": "/=", "→": "->", "←": "<-", "↔": "<->",
    "…": "...", "‘": "'", "’": "'", "“": '"', "”": '"',
    "\N{NO-BREAK SPACE}": " ", "\N{NON-BREAKING HYPHEN}": "-",
}  # fmt: skip
"""What stands for a character on a terminal that cannot show it; other letters lose their accents."""

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
LEAST_WIDTH = 30


def plain_for(stream: TextIO) -> Callable[[str], str]:
    """A function that replaces what ``stream`` cannot show (♥ becomes h), and changes nothing else."""
    encoding = getattr(stream, "encoding", None) or "ascii"

    def shown(character: str) -> str:
        try:
            character.encode(encoding)
        except UnicodeEncodeError:
            if character in PLAIN:
                return PLAIN[character]
            letters = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
            return letters or "?"
        return character

    def plain(text: str) -> str:
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            return "".join(map(shown, text))
        return text

    return plain


@dataclass(frozen=True, slots=True)
class Terminal:
    """``width`` in columns; ``styled``: bold and italics are used; ``plain`` replaces what it cannot show."""

    width: int
    styled: bool
    plain: Callable[[str], str]

    @staticmethod
    def of(stream: TextIO) -> Terminal:
        width = max(LEAST_WIDTH, shutil.get_terminal_size((80, 24)).columns)
        styled = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return Terminal(width, styled, plain_for(stream))

    def bold(self, text: str) -> str:
        return click.style(text, bold=True) if self.styled and text else text

    def italic(self, text: str) -> str:
        return click.style(text, italic=True) if self.styled and text else text

    def faint(self, text: str) -> str:
        return click.style(text, dim=True) if self.styled and text else text

    def wrapped(self, text: str, first: str = "", rest: str | None = None) -> Iterator[str]:
        """Lines as wide as the terminal at most, indented by ``first``, then ``rest``; no word is broken."""
        line, indent, empty = first, first if rest is None else rest, True
        for word in self.plain(text).split():
            if not empty and visible(line) + 1 + visible(word) > self.width:
                yield line
                line, empty = indent, True
            line, empty = (line + word if empty else f"{line} {word}"), False
        yield line

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> str:
        """Columns as wide as they must be; where they do not fit, the text in the widest is wrapped.

        ``right``: the columns aligned to the right.
        """
        from tabulate import tabulate

        cells = [[self.plain(str(cell)) for cell in row] for row in (headings, *rows)]
        widths = self._widths([*zip(*cells, strict=True)])
        heads, *body = [
            ["\n".join(_filled(cell, width)) for cell, width in zip(row, widths, strict=True)] for row in cells
        ]
        lines = [[line for cell in column for line in cell.split("\n")] for column in zip(heads, *body, strict=True)]
        rule = ["-" * max(map(len, column)) for column in lines]
        align = ["right" if each in right else "left" for each in range(len(widths))]
        # Headings as a row: tabulate would widen the columns by two for real ones.
        text = tabulate([heads, rule, *body], (), "plain", colalign=align, disable_numparse=True)
        return "\n".join(line.rstrip() for line in text.split("\n"))

    def _widths(self, columns: Sequence[Sequence[str]]) -> list[int]:
        """As wide as the text, the columns with most room to spare made narrower until the table fits."""
        widths = [max(map(len, column)) for column in columns]
        least = [max((len(word) for cell in column for word in cell.split()), default=0) for column in columns]
        while sum(widths) + 2 * (len(widths) - 1) > self.width:
            widest = max(range(len(widths)), key=lambda each: widths[each] - least[each])
            if widths[widest] <= least[widest]:
                break
            widths[widest] -= 1
        return widths


def visible(text: str) -> int:
    """Columns that a text takes, styles left out."""
    return len(_ANSI.sub("", text))


def _filled(cell: str, width: int) -> Iterator[str]:
    return Terminal(width, False, str).wrapped(cell)


def complain(message: str) -> None:
    """One line on stderr."""
    click.echo(plain_for(sys.stderr)(f"referee: {' '.join(message.split())}"), err=True)

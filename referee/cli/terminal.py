"""The abilities of a terminal: its width, its characters, its styles and colours; wrapped prose and tables.

Everything is printed by ``say`` and its neighbours. They let nothing through but their own styles, and lines.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sys
import traceback
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, TextIO

import click

from referee.play.sanitize import columns_of, cut, harmless
from referee.report.paths import shown_path as shown_path

PLAIN = {
    "♥": "h", "♠": "s", "♦": "d", "♣": "c", "★": "*", "·": "-", "•": "-", "–": "-", "—": "-", "−": "-",
    "×": "x", "±": "+-", "≤": "<=", "≥": ">=", "≠": "/=", "→": "->", "←": "<-", "↔": "<->",
    "…": "...", "‘": "'", "’": "'", "“": '"', "”": '"',
    "\N{NO-BREAK SPACE}": " ", "\N{NON-BREAKING HYPHEN}": "-",
}  # fmt: skip
"""Replacements of characters that a terminal cannot show; other letters lose their accents."""

_OWN = f"\x1b[{secrets.randbelow(10**18)};"
"""Begins a style until it is printed: nobody else's text can name one, as nobody else knows the number."""
_STYLE = re.compile(f"({re.escape(_OWN)}[0-9]{{1,2}}m)")
_RED_CARD = re.compile(r"\w*[♥♦]\N{VARIATION SELECTOR-16}?|\bRJ\b")
_UNBROKEN = "\N{NO-BREAK SPACE}"
_BLANKS = re.compile(f"[^\\S{_UNBROKEN}]+")
LEAST_WIDTH = 30
LONGEST = 4000
"""Characters of a complaint."""


def plain_for(stream: TextIO) -> Callable[[str], str]:
    """A function that replaces what ``stream`` cannot show (♥ becomes h), and escapes what must not get there."""
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
        if not text.isprintable():
            text = "".join([each if _STYLE.fullmatch(each) else harmless(each) for each in _STYLE.split(text)])
        elif text != (seen := harmless(text)):
            text = seen
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            return "".join(map(shown, text))
        return text

    return plain


@dataclass(frozen=True, slots=True)
class Terminal:
    """``width`` in columns; ``styled``: styles and colours are used; ``plain`` replaces what it cannot show."""

    width: int
    styled: bool
    plain: Callable[[str], str]

    @staticmethod
    def of(stream: TextIO) -> Terminal:
        width = max(LEAST_WIDTH, shutil.get_terminal_size((80, 24)).columns)
        return Terminal(width, is_styled(stream), plain_for(stream))

    def bold(self, text: str) -> str:
        return self._style(text, {"bold": True}, {"bold": False})

    def italic(self, text: str) -> str:
        return self._style(text, {"italic": True}, {"italic": False})

    def faint(self, text: str) -> str:
        return self._style(text, {"dim": True}, {"dim": False})

    def red(self, text: str) -> str:
        """For what is wrong."""
        return self._colour(text, "red")

    def green(self, text: str) -> str:
        """For what holds."""
        return self._colour(text, "green")

    def yellow(self, text: str) -> str:
        """For what is not known, and for warnings."""
        return self._colour(text, "yellow")

    def cyan(self, text: str) -> str:
        """For commands to type, and for what is a name only."""
        return self._colour(text, "cyan")

    def cards(self, text: str) -> str:
        """The text with its red cards in red: hearts, diamonds, the red joker."""
        if not self.styled:
            return text
        parts = _STYLE.split(text)
        return "".join(
            [part if at % 2 else _RED_CARD.sub(lambda it: self.red(it[0]), part) for at, part in enumerate(parts)]
        )

    def _colour(self, text: str, name: str) -> str:
        return self._style(text, {"fg": name}, {"fg": "reset"})

    def _style(self, text: str, on: dict[str, Any], off: dict[str, Any]) -> str:
        """Each word between two styles of click's: a line may end behind it. One style may lie in another."""
        return re.sub(r"\S+", lambda word: f"{_code(on)}{word[0]}{_code(off)}", text) if self.styled else text

    def wrapped(self, text: str, first: str = "", rest: str | None = None) -> Iterator[str]:
        """Lines as wide as the terminal at most, indented by ``first``, then ``rest``; no word is broken, and no line
        begins behind a no-break space."""
        line, indent, empty = first, first if rest is None else rest, True
        for word in (self.plain(each.replace(_UNBROKEN, " ")) for each in _BLANKS.split(text) if each):
            if not empty and visible(line) + 1 + visible(word) > self.width:
                yield line
                line, empty = indent, True
            line, empty = (line + word if empty else f"{line} {word}"), False
        yield line

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> str:
        """Columns as wide as they must be; where they do not fit, the text in the widest is wrapped.

        ``right``: the columns aligned to the right. What a row goes on with in the first column is indented: no word of
        a stranger begins a line.
        """
        import tabulate

        tabulate.PRESERVE_WHITESPACE = True
        cells = [[self.plain(" ".join(str(cell).split())) for cell in row] for row in (headings, *rows)]
        widths = self._widths([*zip(*cells, strict=True)])
        filled = [[[*_filled(cell, widths[at], at)] for at, cell in enumerate(row)] for row in cells]
        widths = [max(visible(line) for cell in column for line in cell) for column in zip(*filled, strict=True)]
        heads, *body = [["\n".join(cell) for cell in row] for row in filled]
        align = ["right" if each in right else "left" for each in range(len(widths))]
        # Headings as a row: tabulate would widen the columns by two for real ones.
        rows = [heads, ["-" * width for width in widths], *body]
        text = tabulate.tabulate(rows, (), "plain", colalign=align, disable_numparse=True)
        return "\n".join(line.rstrip() for line in text.split("\n"))

    def _widths(self, columns: Sequence[Sequence[str]]) -> list[int]:
        """A table as wide as its text. If it does not fit, the columns with most room to spare become narrower."""
        widths = [max(map(visible, column)) for column in columns]
        least = [max((visible(word) for cell in column for word in cell.split()), default=0) for column in columns]
        least[0] += 2
        while sum(widths) + 2 * (len(widths) - 1) > self.width:
            widest = max(range(len(widths)), key=lambda each: widths[each] - least[each])
            if widths[widest] <= least[widest]:
                break
            widths[widest] -= 1
        return widths


def is_styled(stream: TextIO) -> bool:
    """Whether ``stream`` is shown styles: a terminal is, unless NO_COLOR is set; all is where FORCE_COLOR is."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _code(style: dict[str, Any]) -> str:
    return click.style("", reset=False, **style).replace("\x1b[", _OWN)


def visible(text: str) -> int:
    """Columns that a text takes, styles left out."""
    return columns_of(_STYLE.sub("", text))


def unbroken(text: str) -> str:
    """The text so that ``wrapped`` ends no line within it."""
    return text.replace(" ", _UNBROKEN)


def pad(text: str, width: int) -> str:
    """Filled up with blanks to so many columns."""
    return text + " " * (width - visible(text))


def _filled(cell: str, width: int, column: int) -> Iterator[str]:
    return Terminal(width, False, str).wrapped(cell, "", "" if column else "  ")


# -- printing ---------------------------------------------------------------------------------------------


def say(*lines: str, err: bool = False) -> None:
    """Print lines. What is not the referee's own is escaped, a line's end within a line too."""
    if lines:
        plain = plain_for(sys.stderr if err else sys.stdout)
        # Nothing but our own styles is left in it, which click would take out where FORCE_COLOR wants them.
        click.echo(_styled("\n".join(map(plain, lines))), err=err, color=True)


def complain(message: str) -> None:
    """One line on stderr; of what it quotes so much as somebody reads."""
    line = " ".join(message.split())
    say(f"referee: {line if len(line) <= LONGEST else line[:LONGEST] + ' …'}", err=True)


def write_over(line: str) -> None:
    """A line on stderr in place of the one before, which the next is written over; none: it is taken away."""
    room = Terminal.of(sys.stderr).width - 1  # what is longer would begin a line that nothing is written over
    click.echo(
        f"\r{pad(cut(plain_for(sys.stderr)(line), room, '...'), room)}" + ("" if line else "\r"), err=True, nl=False
    )


def ask(prompt: str) -> str:
    """A line that is typed."""
    return input(_styled(plain_for(sys.stdout)(prompt)))


def ask_one_of(prompt: str, words: Sequence[str], default: str) -> str:
    """One of these words that a person types, or its first letter; it asks again until it is one. No two of the words
    begin alike."""
    letters = {each[0]: each for each in words}
    given = click.prompt(
        plain_for(sys.stdout)(prompt), type=click.Choice([*words, *letters]), show_choices=False, default=default
    )
    return letters[str(given)[0]]


def clear() -> None:
    """Clear the terminal."""
    click.clear()


def tell_bug(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """A traceback on stderr: also a bug may quote what a stranger wrote."""
    for part in traceback.format_exception(kind, error, trace):
        say(*part.rstrip("\n").split("\n"), err=True)


def _styled(text: str) -> str:
    return text.replace(_OWN, "\x1b[")

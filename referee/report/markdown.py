"""Markdown for code hosts: a job's summary, a comment on a change. Text of others is shown as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from referee.play.sanitize import harmless

MOST_BYTES = 60_000
"""The size of a whole text: a comment on GitHub takes 65536 characters."""
MOST_OF_A_TEXT = 1000
"""Characters of a text of others."""
MOST_ITEMS = 50
"""Items of a folded list, rows of a table."""

_MARKS = re.compile(r"([\\`*_\[\]<>#|~&$])")
_CALLS = re.compile(r"(?<=[@#!%$~&^])(?=\w)|(?<=:)(?=//|[\w+-]+:)|(?<=www)(?=\.)", re.IGNORECASE)
"""The places within what a host makes a link, a picture or a message to somebody of: @name, #12, :bug:, https://…"""
_ITEM = re.compile(r"^(\d*)([.)+=-])(?=[\s=-]|$)")
"""What makes an item, a heading or a rule of a line that begins so."""


def text(said: str) -> str:
    """Text that is shown as it is, on one line, in a cell of a table too; it calls nobody and links nowhere."""
    plain = harmless(" ".join(said.split()))
    plain = plain if len(plain) <= MOST_OF_A_TEXT else f"{plain[:MOST_OF_A_TEXT]} …"
    shown = "&#8203;".join(_MARKS.sub(r"\\\1", part) for part in _CALLS.split(plain))
    return _ITEM.sub(r"\1\\\2", shown)


def code(said: str) -> str:
    """A command or a path, to be copied."""
    plain = harmless(" ".join(said.split()))
    ticks = _ticks(plain, 1)
    pad = " " if plain[:1] == "`" or plain[-1:] == "`" else ""
    return f"{ticks}{pad}{plain}{pad}{ticks}"


def fenced(lines: Iterable[str], language: str = "") -> str:
    """Lines as they are."""
    plain = [harmless(each) for each in lines]
    ticks = _ticks("\n".join(plain), 3)
    return "\n".join([f"{ticks}{language}", *plain, ticks])


def _ticks(plain: str, fewest: int) -> str:
    return "`" * max([fewest, *(len(each) + 1 for each in re.findall("`+", plain))])


def folded(title: str, body: str) -> str:
    """What is shown to whoever opens it; ``title`` is text."""
    return f"<details><summary>{_in_html(title)}</summary>\n\n{body}\n\n</details>"


def _in_html(said: str) -> str:
    plain = harmless(" ".join(said.split()))
    for mark, escaped in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        plain = plain.replace(mark, escaped)
    return _CALLS.sub("&#8203;", plain)


def items(lines: Sequence[str]) -> str:
    """A list of lines of Markdown, cut where it gets long."""
    more = [f"… and {len(lines) - MOST_ITEMS} more"] if len(lines) > MOST_ITEMS else []
    return "\n".join(f"- {each}" for each in [*lines[:MOST_ITEMS], *more])


def table(heads: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    rows = [*body]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    lines += [f"| {' | '.join(map(text, row))} |" for row in rows[:MOST_ITEMS]]
    more = f"\n\n… and {len(rows) - MOST_ITEMS} more" if len(rows) > MOST_ITEMS else ""
    return "\n".join(lines) + more


def fitted(blocks: Iterable[tuple[str, str]]) -> str:
    """Blocks one below the other, as many as there is room for, each with its name; the rest is named at the end."""
    taken: list[str] = []
    left: dict[str, int] = {}
    room = MOST_BYTES - 500
    for name, block in blocks:
        size = len(block.encode()) + 2
        if size > room:
            left[name] = left.get(name, 0) + 1
        else:
            taken.append(block)
            room -= size
    if left:
        told = ", ".join(f"{name} ({number})" if number > 1 else name for name, number in left.items())
        taken.append(f"*Left out, for there is no more room: {told}.*")
    return "\n\n".join(taken) + "\n"

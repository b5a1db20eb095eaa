"""``referee docs``: the pages about referee itself, where they lie and on the terminal, without a network."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import groupby
from pathlib import Path

import click

from referee.cli.markdown import rendered
from referee.cli.terminal import Terminal, say
from referee.cli.values import TEXT, brief
from referee.games.shipped import documents
from referee.kernel.errors import BadInput
from referee.kernel.input_files import read_text
from referee.kernel.rulebook import blocks_of

LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
FENCE = re.compile(r"\s*(```|~~~)")


@click.command()
@click.argument("page", type=TEXT, required=False)
def command(page: str | None) -> int:
    """Name the pages about referee and the folder in which they lie, or show PAGE."""
    folder = documents()
    pages = {path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.md"))}
    terminal = Terminal.of(sys.stdout)
    if page is None:
        titles = [(name, _text_of(path).partition("\n")[0].lstrip("# ")) for name, path in pages.items()]
        say(*terminal.table(("page", "about"), titles).split("\n"), "")
        say(f"They are Markdown files in {folder}; 'referee docs PAGE' shows one.")
    else:
        say(*lines(_text_of(pages[_name(page, pages)]), terminal))
    return 0


def _name(page: str, pages: dict[str, Path]) -> str:
    name = page.removesuffix(".md")
    if name in pages:
        return name
    near = get_close_matches(name, pages, 3)
    hint = f"did you mean {' or '.join(near)}?" if near else "'referee docs' names them all"
    raise BadInput(f"there is no page {brief(page)}; {hint}")


def _text_of(path: Path) -> str:
    return read_text(path, kind="a page of Markdown")


def lines(text: str, terminal: Terminal) -> Iterator[str]:
    """The Markdown as it is read on a terminal: what stands between fences as it is, of links what they lead to."""
    fenced = False

    def part(line: str) -> tuple[bool, bool]:
        nonlocal fenced
        fence = bool(FENCE.match(line))
        fenced ^= fence
        return fenced or fence, fence

    for (verbatim, fence), some in groupby(text.split("\n"), part):
        if fence:
            yield ""
        elif verbatim:
            yield from (f"  {line}".rstrip() for line in some)
        else:
            yield from rendered(blocks_of(LINK.sub(_led_to, "\n".join(some))), terminal)


def _led_to(link: re.Match[str]) -> str:
    text, target = link[1], link[2]
    if not target.startswith("http"):
        target = target.partition("#")[0].removesuffix(".md")
    return text if target in ("", text.strip("`").removesuffix(".md")) else f"{text} ({target})"

"""One look for every page: a file of its own that needs no network, in which nothing untrusted is ever run.

Templates escape by default, data travels as JSON in an inert element, and the page's own policy allows no other
script than the one that stands in it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from referee.play.sanitize import harmless

if TYPE_CHECKING:
    from jinja2 import Environment
    from markdown_it import MarkdownIt

ASSETS = Path(__file__).parent / "assets"
VENDOR = Path(__file__).parent / "vendor"
"""Programs of others, as their packages have them: ``vendored.toml`` names them."""
VIEWER = ("record.js", "table.js", "words.js", "viewer.js")
"""The scripts of the step-through, in the order in which they need each other."""
PLOTS = ("d3.min.js", "plot.umd.min.js")
GRAPHS = ("dagre.min.js",)
"""Libraries, for plots and for the layout of graphs."""
MOST_BYTES = 20_000_000
"""The size of a page. The page names what would make it larger, and leaves it out."""


def page(
    template: str,
    *,
    title: str,
    data: Mapping[str, Any],
    scripts: Sequence[str] = VIEWER,
    libraries: Sequence[str] = (),
    **about: Any,
) -> str:
    """A whole page as text. ``data``: for its scripts, by the id of the element that holds it."""
    own = "(() => {\n'use strict';\n" + "\n".join(_asset(name) for name in scripts) + "\n})();\n"
    programs = [*map(_library, libraries), own]
    held = Markup("\n").join(
        Markup('<script type="application/json" id="{}">{}</script>').format(name, embedded(each))
        for name, each in data.items()
    )
    return (
        _templates()
        .get_template(template)
        .render(
            title=title,
            style=Markup(_asset("look.css")),
            scripts=[Markup(each) for each in programs],
            allowed=Markup(" ".join(f"'sha256-{_digest(each)}'" for each in programs)),
            held=held,
            **about,
        )
    )


def _digest(program: str) -> str:
    return base64.b64encode(hashlib.sha256(program.encode()).digest()).decode()


def embedded(data: Any) -> Markup:
    """JSON that may stand in a script element: nothing in it can end the element or begin another.

    What does not show in a text or turns writing round is told as its number, as on a terminal.
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    if harmless(text) != text:
        text = "".join(map(_escaped, text))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def _escaped(character: str) -> str:
    return json.dumps(seen)[1:-1] if (seen := harmless(character)) != character else character


def finished(value: Any) -> Any:
    """What a template puts in: text of somebody else shows what it is."""
    return harmless(value, "\n\t") if type(value) is str else value


def as_text(value: object) -> str:
    """The same for HTML that no template makes."""
    return escape(harmless(str(value), "\n\t"))


def formatted(markdown: str) -> Markup:
    """A rulebook's Markdown as HTML; HTML in it is shown as text, and no link leads anywhere."""
    return Markup(_markdown().render(harmless(markdown, "\n\t")))


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink"])


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("referee.report"), autoescape=True, undefined=StrictUndefined, finalize=finished,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.filters["formatted"] = formatted
    return made


@cache
def _asset(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")


@cache
def _library(name: str) -> str:
    """A vendored program; without the name of a map to its sources, which is not in the page."""
    text = (VENDOR / name).read_text(encoding="utf-8")
    return "\n".join([line for line in text.splitlines() if not line.startswith("//# sourceMappingURL=")]) + "\n"

"""These pages as a site: ``sphinx-build -W docs build/site``. The pages are plain Markdown, read as such too."""

from typing import Any

project = "referee"
html_title = "referee"
extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
html_theme = "furo"
html_show_copyright = html_show_sphinx = html_copy_source = False
html_theme_options = {"top_of_page_buttons": []}
smartquotes = False
nitpicky = False

CONTENTS = {
    "": ["howto", "completion"],
    "For rule authors": [
        "kernel",
        "tutorial",
        "cookbook",
        "checking",
        "asking",
        "odd-rulebook",
        "study",
        "refusals",
        "proving",
        "interactions",
        "native",
        "examples",
        "pages",
    ],
    "For bot authors": ["bots", "protocol"],
    "For organisers": ["tournaments", "statistics", "records", "security"],
    "For CI": ["ci", "json"],
    "From Python": ["python", "env", "reference"],
    "About": ["methods", "verifier", "glossary", "limits", "tests-and-benchmarks", "decisions/*"],
}
"""Every page is below a heading; Sphinx complains about one that is not."""


def _add_contents(app: Any, page: str, source: list[str]) -> None:
    """On GitHub and in a terminal the first page has no list of contents beside its own."""
    if page == "index":
        for heading, pages in CONTENTS.items():
            told = "\n".join([":hidden:", ":glob:", *[f":caption: {heading}"] * bool(heading), "", *pages])
            source[0] += f"\n```{{toctree}}\n{told}\n```\n"


def setup(app: Any) -> None:
    app.connect("source-read", _add_contents)

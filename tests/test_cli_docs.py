"""``referee docs``: the pages about referee are found and read without a network."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.cli.docs import lines
from referee.cli.terminal import Terminal

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = sorted(path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md"))


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["docs", *arguments])
    assert done.exit_code == code, done.output
    return done.output


def test_it_names_the_pages_and_where_they_lie():
    said = run()
    assert [line.split()[0] for line in said.splitlines()[2:-2]] == PAGES
    assert f"Markdown files in {DOCS};" in said


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_shown_with_all_its_examples(page):
    said = run(page)
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    inside = False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            inside = not inside
        elif inside:
            assert f"\n  {line}".rstrip() in said
        elif line.startswith("#"):
            assert line.strip("# ") in said


def test_a_page_is_as_wide_as_the_terminal_and_links_say_where_they_lead():
    text = (
        "# A\n\n"
        + "word " * 30
        + "[the bots](bots.md#x), [bots](bots.md), [Ed](http://x.y)\n\n```sh\n# not [a](b) "
        + "x" * 60
    )
    shown = list(lines(text + "\n```\n\n- one\n- two\n", Terminal(40, False, str)))
    assert shown[:3] == ["A", "=", ""]
    assert " the bots (bots), bots, Ed (http://x.y)" in " ".join(shown)
    assert "  # not [a](b) " + "x" * 60 in shown
    assert shown[-2:] == ["  - one", "  - two"]
    assert max(map(len, (line for line in shown if "x" * 60 not in line))) <= 40


@pytest.mark.parametrize(("page", "hint"), [("tutoriel", "did you mean tutorial"), ("x/../conf", "names them all")])
def test_a_page_that_is_not_there_is_said_so(page, hint):
    said = run(page, code=2)
    assert f"there is no page '{page}'" in said
    assert hint in said

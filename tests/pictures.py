"""The pictures of docs/pages.md and the README: ``python -m tests.pictures`` takes them of pages that real runs wrote.

Everything happens in one empty folder; each picture is a part of a page in headless Chromium, and smaller than
``MOST`` bytes.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner
from playwright.sync_api import Browser, sync_playwright

from referee.cli import main

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
MOST = 200_000
RUNS = (
    "play escalation --seats greedy,random,random --seed picture --record match.jsonl",
    "replay match.jsonl --html match.html",
    "check escalation --players 2 --method fuzz --effort 0.3 --seed picture --jobs 1 --html rules.html",
    f"tournament run {ROOT}/tournaments/quickstart.toml --seed picture --results cup.sqlite",
    "tournament report cup.sqlite -o cup.html",
)
"""The commands of ``referee`` that write the pages."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A part of a page: from ``top``, which a selector finds ("" for the page's beginning), so many pixels down.

    ``unfolded`` finds what is opened before.
    """

    name: str
    page: str
    top: str
    width: int
    height: int
    unfolded: str = ""


TAKEN = (
    Picture("match", "match.html", "", 1100, 760),
    Picture("finding", "rules.html", "#causes .finding", 1000, 900),
    Picture("phone", "rules.html", "#findings", 390, 844),
    Picture("ledger", "rules.html", "#ledger", 1100, 560, "#c-X-1 .branches, #c-X-2 .branches"),
    Picture("standings", "cup.html", "", 1000, 800),
)


def write_pages(folder: Path) -> None:
    """The pages of ``RUNS``, in that folder."""
    os.chdir(folder)
    for line in RUNS:
        result = CliRunner().invoke(main, line.split())
        assert result.exit_code in (0, 1), result.output


def take(browser: Browser, picture: Picture, pages: Path, to: Path) -> Path:
    """The file of a picture; AssertionError where it is too large."""
    page = browser.new_page(viewport={"width": picture.width, "height": picture.height}, color_scheme="light")
    page.goto(f"file://{pages / picture.page}")
    page.wait_for_load_state("load")
    if picture.unfolded:
        page.locator(picture.unfolded).evaluate_all("all => all.forEach((each) => { each.open = true; })")
    if picture.top:
        page.locator(picture.top).first.evaluate("each => scrollTo(0, each.getBoundingClientRect().top + scrollY - 8)")
    page.wait_for_timeout(400)  # what comes into sight is drawn
    file = to / f"{picture.name}.png"
    page.screenshot(path=file)
    page.close()
    size = file.stat().st_size
    assert size < MOST, f"{file} has {size} bytes, and {MOST} is the limit: take less of the page"
    return file


def pictures(to: Path = PICTURES) -> list[Path]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "chromium is wanted on the path"
    to.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_pages(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        found = [take(browser, each, Path(folder), to) for each in TAKEN]
        browser.close()
        os.chdir(ROOT)
    return found


if __name__ == "__main__":
    for each in pictures():
        sys.stdout.write(f"{each.relative_to(ROOT)}: {each.stat().st_size} bytes\n")

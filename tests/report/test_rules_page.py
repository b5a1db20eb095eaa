"""The page of a check, clicked through and read in headless Chromium."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner
from playwright.sync_api import sync_playwright

from referee.cli import main
from tests.tiny import STUCK, write_project

HOSTILE = "<img src=x onerror=window.hit=1>"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A game with a dead end and markup in its rulebook and its property, checked: the page and the JSON."""
    folder = tmp_path_factory.mktemp("project")
    write_project(folder, STUCK, ("comes at once.", f"comes at once {HOSTILE}</script>."))
    file = folder / "properties" / "tiny.py"
    file.write_text(file.read_text().replace("Nobody ever draws.", f"Nobody {HOSTILE}."), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        arguments = [
            "check",
            "games/tiny",
            "--method",
            "fuzz",
            "--jobs",
            "1",
            "--html",
            "page.html",
            "--json",
            "out.json",
        ]
        result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1, result.output
    return folder / "page.html", json.loads((folder / "out.json").read_text())


@pytest.mark.parametrize("width", [1280, 390])
def test_findings_ledger_and_witness_are_read_and_stepped_through(need, files, width):
    chromium = need("chromium")
    file, document = files
    (finding,) = document["findings"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": 800})
        said = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"file://{file}")
        assert page.locator(".verdict").inner_text().startswith("not as expected: 1 finding, 1 of them new")
        told = page.locator(".finding").inner_text()
        assert finding["sentence"] in told
        assert "T-2" in told
        rows = page.locator("#ledger tbody tr")
        assert rows.count() == 2
        assert "dead end" in rows.nth(1).inner_text()
        names = page.locator("#properties td.name").all_inner_texts()
        assert {each["property"] for each in document["results"]} == set(names)
        page.get_by_role("button", name="Step through the witness").click()
        assert page.locator("#witness").is_visible()
        assert "is shuffled" in page.locator(".log").inner_text() or page.locator(".now").inner_text()
        page.locator("#ledger summary").nth(1).click()
        assert HOSTILE in page.locator("#ledger").inner_text()
        assert page.evaluate("window.hit === undefined")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        problems = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
        assert problems.violations_count == 0, problems.generate_report()
        assert said == []
        browser.close()

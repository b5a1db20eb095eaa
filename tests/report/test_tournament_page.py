"""The page of a tournament, clicked through and read in headless Chromium."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner
from playwright.sync_api import sync_playwright

from referee.cli import main
from referee.report.tournament import tournament_page
from referee.tournament.loading import load_definition
from referee.tournament.runner import run_tournament
from referee.tournament.store import Store

HOSTILE = "<img src=x onerror=window.hit=1>"
CUP = """\
game = "escalation"
players = 2
[format]
kind = "round-robin"
blocks = 3
[[entrant]]
name = "steady"
seat = "greedy"
[[entrant]]
name = "{hostile}"
seat = "trusted:{bot}"
[[entrant]]
name = "any"
seat = "random"
"""
CRASHING = f"""\
from referee.bot import Bot


class Crashing(Bot):
    def answer(self, view, ask):
        raise KeyError("{HOSTILE}</script>")
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cup")
    (folder / "crashing.py").write_text(CRASHING, encoding="utf-8")
    (folder / "cup.toml").write_text(CUP.format(hostile=HOSTILE, bot=folder / "crashing.py"), encoding="utf-8")
    run_tournament(load_definition(folder / "cup.toml"), folder / "cup.sqlite", seed="page").close()
    return folder / "cup.sqlite"


@pytest.mark.parametrize("width", [1280, 390])
def test_standings_faults_and_matches_are_read_and_stepped_through(need, tmp_path, results, width):
    chromium = need("chromium")
    file = tmp_path / "page.html"
    done = CliRunner().invoke(main, ["tournament", "report", str(results), "-o", str(file)])
    assert done.exit_code == 0, done.output
    CliRunner().invoke(main, ["tournament", "standings", str(results), "--json", str(tmp_path / "standings.json")])
    told = json.loads((tmp_path / "standings.json").read_text())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": 800})
        said = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"file://{file}")
        rows = page.locator("#standings tbody tr").all_inner_texts()
        assert len(rows) == 3
        for row, line in zip(rows, told["lines"], strict=True):
            cells = row.split("\t")
            assert cells[1] == line["name"]
            assert cells[4] == f"{100 * line['score']:.1f}"
            assert int(cells[-1]) == sum(line["faults"].values())
        assert page.locator("#cross tbody td").all_inner_texts()[0] == ""
        assert f"KeyError: '{HOSTILE}" in page.locator("#faults").inner_text()
        page.locator("[data-match]").first.click()
        assert page.locator("#stage").is_visible()
        assert page.locator(".log li").count() > 0
        assert page.evaluate("window.hit === undefined")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        problems = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
        assert problems.violations_count == 0, problems.generate_report()
        assert said == []
        browser.close()


def test_results_that_are_still_being_written_keep_their_secret(results):
    store = Store(results)
    secret = store.meta()["secret"]
    assert secret in tournament_page(store)
    store.put_meta({"finished": False})
    text = tournament_page(store)
    assert secret not in text
    assert "still being played" in text

"""The page of a game's interactions, clicked through in headless Chromium."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from referee.games.registry import find_game
from referee.report.graph import graph_of, html_of
from referee.verify.interactions import Edge, Interactions, Kind

HOSTILE = "</script><img src=x onerror=window.hit=1>"


@pytest.mark.parametrize("width", [1280, 390])
def test_an_edge_and_a_node_open_their_clauses_and_kinds_are_filtered(need, tmp_path, width):
    chromium = need("chromium")
    edges = [
        Edge(Kind.ORDER, "X-4", "X-5", "the middle", 2, {}, {}, 3, outcomes=("3", "4")),
        Edge(Kind.ENABLES, "X-5", "X-2", HOSTILE, 2, {}, {}, 7),
    ]
    found = Interactions(edges, {"X-2": 9}, 1, 5)
    file = tmp_path / "graph.html"
    file.write_text(html_of(graph_of(find_game("escalation")(2), found, {}), found), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": 800})
        said = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"file://{file}")
        assert page.locator(".edge:not([hidden])").count() == 1
        page.get_by_label("enables (1)").check()
        assert page.locator(".edge:not([hidden])").count() == 2
        page.get_by_role("button", name="the middle").click()
        about = page.locator("#about")
        assert "X-4 order matters X-5" in about.inner_text()
        assert "One way: 3. The other way: 4." in about.inner_text()
        assert "Specials" in about.inner_text() or "X-4" in about.inner_text()
        page.locator('[data-node="X-2"]').focus()
        page.keyboard.press("Enter")
        assert "1 edges" in about.inner_text()
        assert HOSTILE in about.inner_text()
        assert page.evaluate("window.hit === undefined")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        problems = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
        assert problems.violations_count == 0, problems.generate_report()
        assert said == []
        browser.close()

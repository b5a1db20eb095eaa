"""A page in headless Chromium: opened, watched for complaints, and judged by axe."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

HOSTILE = "</script><img src=x onerror=window.hit=1>"
"""Text that would run, were it taken for markup; a page shows it as it is."""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@contextmanager
def opened(browser: Browser, file: Path, width: int = 1280, scheme: str = "light") -> Iterator[Page]:
    """The page; where the block ends well nothing was said on the console, and nothing hostile has run."""
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: said.append(request.url) if not request.url.startswith("file:") else None)
    page.goto(f"file://{file}")
    yield page
    assert page.evaluate("window.hit === undefined"), "markup of somebody was run"
    assert said == []
    page.close()


def judge(page: Page) -> None:
    """WCAG 2.2 AA as far as axe sees it, and no scrolling sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    problems = Axe().run(page, options={"runOnly": RULES, "resultTypes": ["violations"]})
    assert problems.violations_count == 0, problems.generate_report()

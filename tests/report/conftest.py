"""One browser for the pages of a module: starting it takes longer than looking at a page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import sync_playwright

from tests.report.browser import opened


@pytest.fixture(scope="module")
def open_page(need) -> Iterator[partial]:
    """``with open_page(FILE, width=…, scheme=…) as page``."""
    chromium = need("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield partial(opened, browser)
        browser.close()

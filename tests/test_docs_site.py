"""The documents build as a site, without a warning."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.report.browser import opened

ROOT = Path(__file__).parent.parent


def build(docs: Path, site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", site.with_name("trees"), docs, site]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    site = tmp_path_factory.mktemp("docs") / "site"
    done = build(ROOT / "docs", site)
    assert (done.returncode, done.stderr) == (0, "")
    return site


def test_the_site_has_every_page_and_asks_nobody_for_anything(site):
    reference = (site / "reference.html").read_text(encoding="utf-8")
    for name in ("run_tournament", "terminates", "Parameter", "Verdict", "Standings"):
        assert name in reference, f"{name} is not in the reference"
    pages = list(site.rglob("*.html"))
    assert {each.relative_to(ROOT / "docs").with_suffix(".html") for each in (ROOT / "docs").rglob("*.md")} <= {
        each.relative_to(site) for each in pages
    }
    for page in pages:
        asked = re.findall(r"""<(?:script|link|img|iframe)[^>]+(?:src|href)=["']?(?:https?:)?//""", page.read_text())
        assert asked == [], page


def test_a_page_is_read_offline_on_a_desk_and_on_a_phone(site, need):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=need("chromium"), args=["--no-sandbox"])
        for name in ("index", "reference", "json"):
            for width in (1280, 390):
                with opened(browser, site / f"{name}.html", width) as page:
                    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
                    assert page.locator("article h1").is_visible()
        browser.close()


def test_what_is_wrong_with_a_page_is_said(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    shutil.copy(ROOT / "docs" / "conf.py", docs)
    for path in (ROOT / "docs").rglob("*.md"):  # all that the contents name
        page = docs / path.relative_to(ROOT / "docs")
        page.parent.mkdir(exist_ok=True)
        page.write_text("# Page\n", encoding="utf-8")
    (docs / "bots.md").write_text("# Bots\n\n[a](nowhere.md) [b](limits.md#nowhere)\n", encoding="utf-8")
    (docs / "alone.md").write_text("# Alone\n", encoding="utf-8")
    done = build(docs, tmp_path / "site")
    assert done.returncode == 1
    said = [each for each in done.stderr.splitlines() if "WARNING" in each]
    for each in ("nowhere.md", "in doc 'limits': 'nowhere'", "isn't included in any toctree"):
        assert any(each in line for line in said), (each, done.stderr)
    assert len(said) == 3

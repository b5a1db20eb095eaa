"""The pictures of the documents are there, small, and named for those who do not see them."""

from __future__ import annotations

import re

import pytest

from tests.pictures import MOST, PICTURES, ROOT, TAKEN, Picture, take

SHOWN = re.compile(r"!\[(.*?)\]\(((?:docs/)?pictures/[a-z]+\.png)\)")


def test_every_picture_is_shown_with_words_and_is_small():
    shown = set()
    for page in (ROOT / "README.md", ROOT / "docs" / "pages.md"):
        for words, target in SHOWN.findall(page.read_text(encoding="utf-8")):
            assert len(words) > 20, target
            file = page.parent / target
            assert file.read_bytes().startswith(b"\x89PNG"), target
            assert file.stat().st_size < MOST, target
            shown.add(file.name)
    assert shown == {f"{each.name}.png" for each in TAKEN} == {each.name for each in PICTURES.iterdir()}


def test_a_picture_is_of_a_place_and_not_too_large(need, tmp_path, monkeypatch):
    from playwright.sync_api import sync_playwright

    (tmp_path / "page.html").write_text("<p style='height:900px'>a</p><h1 id='b'>b</h1>", encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=need("chromium"), args=["--no-sandbox"])
        top = take(browser, Picture("top", "page.html", "", 200, 100), tmp_path, tmp_path).read_bytes()
        below = take(browser, Picture("below", "page.html", "#b", 200, 100), tmp_path, tmp_path).read_bytes()
        assert top != below
        monkeypatch.setattr("tests.pictures.MOST", 100)
        with pytest.raises(AssertionError, match="take less of the page"):
            take(browser, Picture("top", "page.html", "", 200, 100), tmp_path, tmp_path)
        browser.close()

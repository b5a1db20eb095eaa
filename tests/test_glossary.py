"""Every entry of the glossary is in its place, and is said somewhere else too."""

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
GLOSSARY = HERE / "docs" / "glossary.md"
TERMS = re.findall(r"^\*\*(.+?)\*\*: ", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)
WANTED = {"Invariant", "Counterexample", "Reachable", "Havoc", "Coverage", "Commute"}


def test_the_entries_are_in_alphabetical_order():
    assert sorted(TERMS, key=str.lower) == TERMS
    assert len(set(TERMS)) == len(TERMS)
    assert set(TERMS) >= WANTED


def test_every_term_is_used_in_code_or_in_another_page():
    pages = [each for each in (HERE / "docs").glob("*.md") if each != GLOSSARY]
    texts = [each.read_text(encoding="utf-8").lower() for each in (*pages, *(HERE / "referee").rglob("*.py"))]
    unused = [term for term in TERMS if not any(re.search(rf"\b{re.escape(term.lower())}", text) for text in texts)]
    assert unused == []

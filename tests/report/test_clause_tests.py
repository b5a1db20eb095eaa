"""Tests that are named after clauses are found; text that names none of them is not parsed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.report import ledger_section
from tests.tiny import write_game

NAMED = """
def test_T_1_the_deal(): ...
class TestEnd:
    async def test_end_as_T_2_says(self): ...
    def \\
      test_T_2(self): ...
    def test_ü_T_2(self): ...
def test_T_10(): ...
def helper_T_1(): ...
WORDS = "def test_T_1_in_a_text"
"""


def test_each_clause_has_its_tests_and_only_files_that_name_one_are_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(write_game(tmp_path / "games" / "tiny"))
    assert ledger_section.tests_of_clauses(game, ["T-1"]) is None
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "tests" / "below").mkdir(parents=True)
    (tmp_path / "tests" / "below" / "test_rules.py").write_text(NAMED, encoding="utf-8")
    (tmp_path / "tests" / "test_other.py").write_text("# T_1\ndef test_something(): ...\n")
    (tmp_path / "tests" / "test_torn.py").write_text("def test_T_1(:\n")
    parsed: list[bytes] = []
    parse = ast.parse
    monkeypatch.setattr(ast, "parse", lambda text: parsed.append(text) or parse(text))
    found = ledger_section.tests_of_clauses(game, ["T-1", "T-2"])
    assert found is not None
    names = {clause: [each.rpartition("::")[2] for each in tests] for clause, tests in found.items()}
    assert names == {"T-1": ["test_T_1_the_deal"], "T-2": ["test_end_as_T_2_says", "test_T_2", "test_ü_T_2"]}
    assert found["T-1"] == ["tests/below/test_rules.py::test_T_1_the_deal"]
    assert len(parsed) == 2

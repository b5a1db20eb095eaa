"""`--all-readings`: a missing case of one clause refutes what is promised of that clause, and nothing about others."""

from __future__ import annotations

import pytest

from referee.verify.impact import changes
from referee.verify.impact.changes import Compare, compare
from tests.tiny import write_project

UNKNOWN = ('yes = "Yes."', 'yes = "Yes."\nundefined = "Nothing is said."')
OTHERS = ({"late": "undefined"},)
OF_DEAL = """

@free_of("missing case", "T-1")
def dealing_is_ruled(t):
    "There is a rule for dealing."
"""
OF_END = """

@free_of("missing case", "T-1", "T-2")
def everything_is_ruled(t):
    "There is a rule for everything."
"""


def broken(folder):
    write_project(folder, UNKNOWN)
    file = folder / "properties" / "tiny.py"
    file.write_text(file.read_text() + OF_DEAL + OF_END)
    (found,) = compare(Compare(str(folder / "games" / "tiny"), file, 2, {}, {}, OTHERS, figures=False))
    assert [each.clauses for each in found.troubles if each.trouble.value == "missing case"] == [("T-2",)]
    return [name for name in found.breaks if name.endswith("-is-ruled")]


def test_a_missing_case_refutes_what_is_promised_of_its_clause_alone(tmp_path):
    assert broken(tmp_path) == ["everything-is-ruled"]


def test_that_clauses_are_not_looked_at_is_caught(tmp_path, monkeypatch):
    anywhere = lambda claimed, troubles: any(each.trouble is claimed.trouble for each in troubles)  # noqa: E731
    monkeypatch.setattr(changes, "_is_met", anywhere)
    with pytest.raises(AssertionError, match="dealing-is-ruled"):
        assert broken(tmp_path) == ["everything-is-ruled"]

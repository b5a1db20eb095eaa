"""A worked example that fails names the clause that it cannot be kept together with; one that holds names none."""

from __future__ import annotations

import pytest

from referee.verify.campaign import check_game
from referee.verify.questions import Plan
from referee.verify.verdicts import Method, Trouble
from tests.test_conflicts import written

EXAMPLE = """\
[[example]]
name = "who gives has nothing more"
clauses = ["T-1"]
players = 2
table = { stock = "2h 2s 2d 2c 3h 3s 3d 3c", mover = 0 }
answers = ["0: give", "0: wait"]
chance = ["2c"]
expect = { "hand 0" = "", stock = "2h 2s 2d 2c 3h 3s 3d 3c" }
"""


def found(folder, example=EXAMPLE, **changes):
    path = written(folder, **changes)
    (folder / "properties" / "tiny.examples.toml").write_text(example)
    given = check_game(Plan(path, methods=(Method.FUZZ,), players=(2,), effort=0.02))
    assert not given.complaints
    return given, [each for each in given.findings if each.method is Method.EXAMPLES]


def test_the_clause_that_an_example_cannot_be_kept_with_is_named_and_its_reading(tmp_path):
    given, (finding,) = found(tmp_path, RETURNED="t.note('given')")
    assert (finding.trouble, finding.clauses) == (Trouble.CONTRADICTION, ("T-1", "T-3"))
    assert "'who gives has nothing more' and T-1 T-3 cannot all be kept: hand 0 is 2c, expected" in finding.sentence
    assert finding.sentence.endswith("Without T-3 it comes out as written.")
    assert given.exit_code() == 1


def test_an_example_that_holds_names_nothing(tmp_path):
    given, findings = found(tmp_path)
    assert findings == []
    assert given.examples_failed == []


@pytest.mark.parametrize(
    ("wrong", "clauses", "told"),
    [
        # Broken on purpose: another answer, another expectation.
        ((', "0: wait"]', ', "0: give"]'), ("T-1", "T-3"), "Without T-3"),
        (('"hand 0" = ""', '"hand 0" = "3c"'), ("T-1", "T-3"), "T-3 has a part in it."),
    ],
)
def test_an_example_that_is_broken_names_what_carries_it_out(tmp_path, wrong, clauses, told):
    _, (finding,) = found(tmp_path, EXAMPLE.replace(*wrong), RETURNED="t.note('given')")
    assert finding.clauses == clauses
    assert told in finding.sentence


def test_a_reading_under_which_the_example_holds_is_told(tmp_path):
    example = EXAMPLE.replace('chance = ["2c"]\n', 'seed = "x"\n')
    _, (finding,) = found(tmp_path, example, RETURNED="t.note('given')")
    assert finding.mended_by == ("late=yes",)


@pytest.mark.untraced  # as in test_check_defects: what ends the rules may come while the tracer holds its lock
def test_a_clause_without_which_the_rules_go_round_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr("referee.verify.play.watchdog.MOST_SECONDS", 0.1)
    back = {"ALLOWED": "t.gather(t.stock) or 0", "ASKED": "while t.stock.size < 8: self.allowed(t, me)"}
    _, (finding,) = found(tmp_path, EXAMPLE.replace('"hand 0" = ""', '"hand 0" = "2c"'), RETURNED="pass", **back)
    assert finding.clauses == ("T-1",)

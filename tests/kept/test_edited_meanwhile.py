"""Files that are saved while a check runs: nothing is said or kept of rules that are half loaded and half read."""

from __future__ import annotations

import pytest

from referee.games.registry import find_game
from referee.verify import proving
from referee.verify.kept import memory
from referee.verify.methods import Question
from referee.verify.properties import read_properties
from referee.verify.symbolic.method import proof_of
from referee.verify.verdicts import Result, Verdict
from tests.tiny import write_game

PROPERTY = """from referee.verify import always

@always("T-2")
def holds(t):
    "Holds."
    return t.stock.size >= {}
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "games" / "tiny")
    (tmp_path / "properties").mkdir()
    (tmp_path / "properties" / "tiny.py").write_text(PROPERTY.format(8))
    return tmp_path


def load(project):
    game = find_game(project / "games" / "tiny")
    return Question(game(2), tuple(read_properties(project / "properties" / "tiny.py", game)[0]))


def verdict(question):
    (result,) = [each for each in proving.decide(question) if isinstance(each, Result)]
    return result


EDITED = {
    "games/tiny/rules.py": lambda text: text.replace("FRENCH_SUITS)", "FRENCH_SUITS[:1])"),
    "games/tiny/readings.toml": lambda text: text.replace('default = "no"', 'default = "yes"'),
    "properties/tiny.py": lambda text: PROPERTY.format(9),
}


@pytest.mark.parametrize("file", EDITED)
def test_what_is_edited_after_it_was_loaded_is_not_proved_and_nothing_is_kept_of_it(project, monkeypatch, file):
    monkeypatch.setattr(memory, "_is_refuted", lambda *_: False)
    monkeypatch.setattr(proving, "refuted_in_play", lambda *_: {})
    question = load(project)
    assert verdict(question).verdict is Verdict.PROVED  # nobody edited anything
    before = (project / file).read_text()
    (project / file).write_text(EDITED[file](before))
    assert (project / file).read_text() != before
    found = verdict(question)
    assert found.verdict is Verdict.UNKNOWN
    assert found.why == f"{project / file} has changed since it was loaded: check again"
    assert memory.read(question) is None
    (project / file).write_text(before)
    assert verdict(question).verdict is Verdict.PROVED


def test_what_is_edited_while_it_is_proved_is_not_proved(project, monkeypatch):
    question, true = load(project), proving.run_limited

    def slowly(*about):
        said = true(*about)
        (project / "properties" / "tiny.py").write_text(PROPERTY.format(9))
        return said

    monkeypatch.setattr(proving, "run_limited", slowly)
    assert verdict(question).verdict is Verdict.UNKNOWN
    assert not list(project.rglob("proofs/*.json"))


def test_a_property_that_is_loaded_anew_is_read_anew(project):
    question = load(project)
    assert proof_of(question.game, question.properties).proved == {"holds"}
    (project / "properties" / "tiny.py").write_text(PROPERTY.format(9))
    game = type(question.game)
    again = read_properties(project / "properties" / "tiny.py", game)[0]
    assert proof_of(question.game, again).proved == set()
    assert proof_of(question.game, question.properties).proved == {"holds"}  # they are as they were loaded

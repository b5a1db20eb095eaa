"""`referee rules GAME --provable`: each hard line with what to write, and silence about what can be followed."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.verify.understood.hard_to_prove import hard_to_prove
from tests.bad_games import hard

MARK = re.compile(r"#\s*hard:\s*(.+)")


def test_every_hard_line_is_named_with_what_to_write():
    lines = Path(inspect.getfile(hard)).read_text(encoding="utf-8").splitlines()
    marked = {number: found[1] for number, line in enumerate(lines, 1) if (found := MARK.search(line))}
    named = {each.line: each.message for each in hard_to_prove(hard.Hard)}
    assert set(named) == set(marked)
    assert [line for line, said in marked.items() if said not in named[line]] == []


def test_what_can_be_followed_is_not_named():
    assert hard_to_prove(hard.Easy) == []


def test_the_command_tells_and_passes():
    result = CliRunner().invoke(main, ["rules", "effervesce", "--provable"])
    assert result.exit_code == 0
    assert "claims.py:" in result.output
    assert "t.repeat(rule)" in result.output
    told = json.loads(CliRunner().invoke(main, ["rules", "bpoker", "--provable", "--json", "-"]).output)
    assert any("not symbolic" in each["message"] for each in told["complaints"])


@pytest.mark.parametrize("name", ["escalation"])
def test_what_is_proved_whole_has_nothing_hard(name):
    assert hard_to_prove(find_game(name)) == []

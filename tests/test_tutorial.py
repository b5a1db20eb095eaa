"""docs/tutorial.md: its commands print what it says, and its changes can be made."""

from __future__ import annotations

import pytest

from tests.tutorial import FENCE, TUTORIAL, agrees, change, command, told


@pytest.mark.untraced
def test_the_tutorial_is_true(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    commands = 0
    for kind, block in FENCE.findall(TUTORIAL.read_text(encoding="utf-8")):
        if kind == "diff":
            change(block)
            continue
        for line, said in told(block):
            output, _ = command(line)
            assert agrees(said, output), f"$ {line}\n{output}\n('python -m tests.tutorial' writes the outputs anew)"
            commands += 1
    assert commands >= 8


def test_a_tutorial_that_lies_is_noticed():
    assert agrees("a\n…\nd", "a\nb\nc\nd")
    assert agrees("…\nd", "a\nd")
    assert agrees("a\n…", "a\nd")
    assert not agrees("a\n…\nd", "a\nb\nc\ne")
    assert not agrees("a", "a\nb")
    assert not agrees("a\nc", "a\nb\nc")
    often = "  in 9 of 80 real deals played at random: 5 % to 20 % (95 %)"
    assert agrees(f"a\n{often}", f"a\n{often.replace('9 of 80', '8 of 80')}")
    assert not agrees(f"a\n{often}", "a\n  in none of 80 real deals played at random")

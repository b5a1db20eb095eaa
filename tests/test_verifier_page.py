"""docs/verifier.md speaks of every room of the verifier, and of no module that is not there."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
VERIFY = ROOT / "referee" / "verify"


def rooms_in(page: str) -> set[str]:
    table = page.partition("## The rooms")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))


def missing_in(page: str) -> list[str]:
    return [each for each in re.findall(r"`([\w/]+\.py)`", page) if not (VERIFY / each).is_file()]


def test_every_room_has_its_line_and_every_module_is_there():
    page = (ROOT / "docs" / "verifier.md").read_text()
    assert rooms_in(page) == {each.parent.name for each in VERIFY.glob("*/__init__.py")}
    assert missing_in(page) == []


def test_what_is_not_there_is_noticed():
    page = (ROOT / "docs" / "verifier.md").read_text()
    assert "play" not in rooms_in(page.replace("| `play` |", "| `plays` |"))
    assert missing_in(page.replace("judging.py", "judged.py")) == ["judged.py"]

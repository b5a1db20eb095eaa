"""docs/reference.md: it is as the docstrings are, and has every public name and no other."""

from __future__ import annotations

import importlib
import inspect
import re
from enum import Enum
from typing import Any

import pytest

from referee import play_match
from referee.games.registry import find_game
from referee.kernel import (
    FRENCH_SUITS,
    BadRecord,
    Broken,
    Deck,
    Game,
    IllegalAnswer,
    MissingCase,
    Player,
    RuleFault,
    RuleTextError,
    Table,
    Values,
    nobody,
    zone,
)
from referee.kernel.views import view_of
from tests import reference
from tests.reference import FENCED, REFERENCE, SECTIONS, classes, page, public_names


class LeastTable(Table):
    stock = zone(seen_by=nobody, pack=True)


class Least(Game[Any]):
    """A game that declares no more than it must."""

    name, title, table_class, fewest_players, most_players, turn_cap = "least", "Least", LeastTable, 2, 2, 1

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3"), FRENCH_SUITS)


LEAST = Least()
SAMPLES = {
    Game: LEAST,
    Table: LEAST.table(),
    Deck: LEAST.deck,
    Values: Values.by_rank(LEAST.deck, {"2": 2}),
    Player: Player.at(0),
    BadRecord: BadRecord(1, ""),
    RuleTextError: RuleTextError("", ""),
    IllegalAnswer: IllegalAnswer("", 0, "", ""),
    RuleFault: RuleFault(Broken.RAISED, ""),
    MissingCase: MissingCase(""),
}
"""Of classes whose objects have more than is in ``dir`` of the class."""


def of_sample(cls: type) -> set[str]:
    """What an object of a class has of its own."""
    return set(getattr(SAMPLES.get(cls), "__dict__", ())) - {"stock"}


def members(cls: type) -> set[str]:
    """The public members of a class, as Python sees them, without those of bases that have an entry of their own."""
    bases = [each for each in cls.__mro__[1:] if not each.__module__.startswith("referee") or each in dict(classes())]
    theirs = {name for base in bases for name in (*dir(base), *inspect.get_annotations(base), *of_sample(base))}
    mine = {*dir(cls), *vars(cls), *inspect.get_annotations(cls), *of_sample(cls)}
    if issubclass(cls, tuple):
        theirs -= set(getattr(cls, "_fields", ()))
    if issubclass(cls, Enum):
        theirs -= {"name", "value"}
    return {name for name in mine - theirs if not name.startswith("_")}


def said(text: str) -> dict[str, set[str]]:
    """The names on a page: by class those of its members, by "" all others."""
    found: dict[str, set[str]] = {"": set()}
    for part in re.split(r"^(?=##)", text, flags=re.MULTILINE):
        heading = re.match(r"#+ `(\w+)", part)
        if heading:
            found[heading[1]] = set()
            found[""].add(heading[1])
        for line in part.splitlines():
            if entry := re.match(r"- \*\*`+ ?(\w+)", line):
                found[heading[1] if heading else ""].add(entry[1])
            elif heading and line.startswith("Has `"):
                found[heading[1]] |= set(re.findall(r"(?:^Has |, )`+ ?(\w+)", line))
    return found


def wrong(text: str) -> list[str]:
    """The names that a page lacks, and those that do not exist."""
    there = said(text)
    real: dict[str, set[str]] = {"": set()}
    for section in SECTIONS:
        real[""] |= set(section.names or public_names(importlib.import_module(section.module)))
    real |= {cls.__name__: members(cls) for cls, _ in classes()}
    return [
        f"{cls}.{name}: {'is missing' if name in real.get(cls, ()) else 'does not exist'}"
        for cls in sorted({*there, *real})
        for name in sorted(there.get(cls, set()) ^ real.get(cls, set()))
    ]


def test_the_page_is_as_the_docstrings_are():
    assert REFERENCE.read_text(encoding="utf-8") == page(), "'python -m tests.reference' writes it anew"


def test_every_public_name_is_there_and_every_name_there_exists():
    assert wrong(REFERENCE.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (r"^- \*\*`draw\(source.*$", "", "Table.draw: is missing"),
        (r"^- \*\*`draw\(source", "- **`drew(source", "Table.drew: does not exist"),
        (r"^- \*\*`clause\(.*$", "", ".clause: is missing"),
        (r"^#### `Deck`$", "#### `Pack`", ".Pack: does not exist"),
        (r"^- \*\*`zone\(", "- **`truth(start: bool)`**\n- **`zone(", ".truth: does not exist"),
    ],
)
def test_a_name_too_few_or_too_many_is_noticed(old, new, found):
    text = REFERENCE.read_text(encoding="utf-8")
    broken = re.sub(old, new, text, flags=re.MULTILINE)
    assert broken != text
    assert found in wrong(broken)


def test_every_name_has_a_text_and_an_example():
    assert reference.lacking() == []


def test_a_name_without_text_or_example_is_noticed(monkeypatch):
    monkeypatch.setattr(reference, "_example", lambda *_: "")
    monkeypatch.setattr(reference, "doc", lambda cls: "")
    assert {"Table.draw: no example", "Table.money: no text", "amount: no example"} <= set(reference.lacking())


def test_every_key_of_a_view_is_named():
    told = inspect.getdoc(view_of) or ""
    for name in ("escalation", "five-crowns"):
        table = find_game(name)(2).table()
        assert [key for key in view_of(table, table.players[0]) if f"``{key}``" not in told] == []


def test_the_bots_of_the_page_for_bots_play(tmp_path):
    text = (REFERENCE.parent / "bots.md").read_text(encoding="utf-8")
    bots = [block for block in FENCED.findall(text) if "(Bot):" in block]
    assert len(bots) == 3
    for number, block in enumerate(bots):
        file = tmp_path / f"bot{number}.py"
        file.write_text(f"from referee.bot import Bot\n{block}", encoding="utf-8")
        assert play_match("escalation", [f"trusted:{file}", "random"], seed="1").result.data["faults"] == []

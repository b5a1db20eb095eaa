"""What text is refused, where and why: every row of docs/refusals.md is shown by a game. ``python -m
tests.test_refusals`` writes the tables of the page."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel import BadInput
from referee.kernel.clause_actions import traced_class
from referee.kernel.table import Table
from referee.play.referee import play_match
from referee.play.seats import RandomSeat
from referee.verify.conform.conformance import decide
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.read_in_text import findings_of_text
from referee.verify.understood import strange_rule
from tests.refused_text import REFUSALS, Refusal, Where
from tests.tiny import write_game

PAGE = Path(__file__).resolve().parent.parent / "docs" / "refusals.md"
BEFORE = '        if t.reading("late")'
ZONES = "    hand = zones(seen_by=owner)\n"


def step(*lines: str) -> tuple[str, str]:
    """The first thing that a step does."""
    return BEFORE, "".join(f"        {line}\n" for line in lines) + BEFORE


def table(*lines: str) -> tuple[str, str]:
    """Something that the table declares."""
    return ZONES, ZONES + "".join(f"    {line}\n" for line in lines)


def module(*lines: str) -> tuple[str, str]:
    return "class TinyTable", "".join(f"{line}\n" for line in lines) + "\n\nclass TinyTable"


SHOWN: dict[str, tuple[tuple[str, str], ...]] = {
    # registration
    "does nothing like this": (step("t.shuffle(t.stock)"),),
    "never with a bare 'yield'": (step("yield t.shuffle(t.stock)"),),
    "there is nothing to drive": (step("yield from t.note('step')"),),
    "neither asks for anything nor gives a rule": (
        ("    def forfeit", "    def rest(self, t) -> Rule[None]:\n        t.note('rest')\n\n    def forfeit"),
    ),
    "rules are pure": (module("import random"), step("random.random()")),
    "there is no reading": (step("t.reading('early')"),),
    "has no alternative": ((BEFORE + ' == "yes"', BEFORE + ' == "ja"'),),
    "declare a scalar": (step("t.last = 1"),),
    "cards go by t.move": (step("t.hand[t.first_seat()].pile = t.no_cards"),),
    "hides what every table has under that name": (table("stack = zones(seen_by=owner)"),),
    "hides the table's own": (table("top = zones(seen_by=owner)"), step("t.top(t.stock, 1)")),
    "the game cannot be set up": (('("2", "3")', '("2", "2")'),),
    "does not declare": (("    def forfeit(self) -> int:\n        return 0\n", ""),),
    "has no deck": (("self.deck = Deck.of", "deck = Deck.of"),),
    "is the kernel's own": (("self.deck = Deck.of", "self.effects = self.deck = Deck.of"),),
    "no subclass of Table": (("table_class = TinyTable", "table_class = object"),),
    "says which clauses it carries out by their ids": (('@clause("T-2")', "@clause(2)"),),
    "is a list of the ids of clauses": (('clauses = ["T-1", "T-2"]', 'clauses = "T-1"'),),
    "make them the same": (('name = "tiny"', 'name = "other"'),),
    "is none of its alternatives": (('default = "no"', 'default = "maybe"'),),
    "NameError": (module("NOTHING = nowhere"),),
    # check
    "which is no clause of rulebook.md": (('@clause("T-2")', '@clause("T-2", "T-9")'),),
    "no code carries out": (('    @clause("T-2")\n', ""),),
    "is no method of the game": (table("", '@clause("T-2")', "def look(self): ..."),),
    "a comment names": (step("# see T-9"),),
    "there is no T-": (("see T-2", "see T-9"),),
    "leads back and says nothing": (
        ("The *end* comes", "See T-3.\n\n**T-3 End.** As T-2.\n\n**T-4 On.** The *end* comes"),
    ),
    "is not named at the end of clause": (("see T-2. (readings: late)", "see T-2."),),
    "is of no known kind": (('kind = "silent"', 'kind = "undefined"'),),
    "no rule asks for the reading": (('t.reading("late") == "yes"', "t.turns > 3"),),
    "has no row in the table of Parameters": (("| `size` | 2 | cards in a hand |\n", ""),),
    "is in italics and not among the Words": (("comes at", "*comes* at"),),
    "takes a seat by its number": (step("x = t.players[0]"),),
    "typed alike": (step("yield from t.choose((yield from t.lot(t.players)), 'which', [1, '1'])"),),
    # proofs
    "`try` is not": (step("try:", "    pass", "finally:", "    pass"),),
    "`print` is not": (step("print(1)"),),
    "changing `self.settings` is not": (step("self.settings['seen'] = 1"),),
    "`functools.lru_cache` is not": (module("import functools"), step("functools.lru_cache(self.forfeit)()")),
    "`.real` is not": (step("x = t.turns.real"),),
    "`isinstance(": (step("x = isinstance(t.turns, int)"),),
    "`__call__`": (module("class Thing:", "    def __call__(self): ..."), step("x = Thing()()")),
}
IN_CHECK = {"hides what every table has under that name": (table("top = zones(seen_by=owner)"),)}
"""What is shown otherwise where play goes on."""


def plays(game) -> None:
    result = play_match(game(2), [RandomSeat(random.Random(seat)) for seat in range(2)], turn_cap=3)
    assert "stopped" not in result.data


def found_in(game) -> list[Finding]:
    played = [each for each in decide(Question(game(2), ())) if isinstance(each, Finding)]
    return [*findings_of_text(game), *played]


def said_of(refusal: Refusal, folder: Path) -> list[str]:
    """What is said in that place of the game that shows it; it is refused, or it plays."""
    shown = IN_CHECK if refusal.where is Where.CHECK and refusal.message in IN_CHECK else SHOWN
    write_game(folder / "games" / "tiny", *shown[refusal.message])
    if refusal.where is Where.REGISTRATION:
        with pytest.raises(BadInput) as caught:
            find_game("tiny", folder)(2)
        return [str(caught.value)]
    game = find_game("tiny", folder)
    plays(game)
    if refusal.where is Where.PROOFS:
        return [str(strange_rule(game(2)))]
    found = found_in(game)
    assert all(each.places or each.clauses for each in found)
    return [each.sentence for each in found]


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda each: f"{each.where.name.lower()}: {each.what[:40]}")
def test_every_row_is_so(refusal, tmp_path):
    said = said_of(refusal, tmp_path)
    assert any(refusal.message.casefold() in each.casefold() for each in said), said
    if refusal.where is Where.REGISTRATION:
        assert re.search(r"(rules\.py|readings\.toml)(:\d+)?: ", said[0])


def test_the_sound_twin_is_played_and_nothing_is_said_of_it(tmp_path):
    game = find_game(write_game(tmp_path))
    plays(game)
    assert strange_rule(game(2)) is None
    assert [
        *findings_of_text(game),
        *[each for each in decide(Question(game(2), ())) if isinstance(each, Finding)],
    ] == []


def page_with_tables(page: str) -> str:
    """The page, with the rows of each table written anew."""
    for where in Where:
        heading = f"## {where.value.capitalize()}"
        rows = "\n".join(f"| {each.what} | {each.why} | {each.remedy} |" for each in REFUSALS if each.where is where)
        before, _, after = page.partition(f"{heading}\n")
        told, mark, rest = after.partition("|---|---|---|\n")
        rest = re.sub(r"\A(?:\|.*\n)*", "", rest)
        page = f"{before}{heading}\n{told}{mark}{rows}\n{rest}"
    return page


def test_the_page_has_every_row():
    page = PAGE.read_text(encoding="utf-8")
    assert page == page_with_tables(page), "write it with 'python -m tests.test_refusals'"


if __name__ == "__main__":
    PAGE.write_text(page_with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def test_what_is_traced_takes_no_name_from_an_author(tmp_path):
    """A table that is followed has no public name that other tables have not: an author's zone would hide it."""
    added = [name for cls in traced_class(Table).__mro__ for name in vars(cls) if not hasattr(Table, name)]
    assert [name for name in added if not name.startswith("_")] == []
    named = table("done = zones(seen_by=owner)", "listener = zones(seen_by=owner)")
    write_game(tmp_path / "games" / "tiny", named)
    game = find_game("tiny", tmp_path)
    assert found_in(game) == []

"""``referee ask --idle``: amounts, questions, cards and alternatives that do nothing, and a silent twin of each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.ask.test_ask import ask, project, write  # noqa: F401
from tests.ask.test_first_and_more import EFFECTS

STEP = "# cursed"
DISCARD = 't.select(me, "discard", t.hand[me].pile, 1)'
ONE = 'self.nines = self.deck.of_rank("9")'
ONE_CARD = (ONE, f'{ONE}\n        self.one = self.deck.where(ranks=["9"], suit=FRENCH_SUITS[0])')
BUT_ONE = DISCARD.replace("t.hand[me].pile", "t.hand[me].pile - t.hand[me].only(self.one)")
ARMS = "yield from t.choose(me, 'more', {'stop': NOTHING, 'keep': NOTHING, 'double': OneCard(self.deck, WHICH)})"
IMPORTS = ("import FRENCH_SUITS", "import NOTHING, OneCard, FRENCH_SUITS")
READINGS = """\
[[reading]]
id = "P-R1"
slug = "curse"
kind = "silent"
clauses = ["P-2"]
question = "What is a curse?"
default = "none"
[reading.alternatives]
none = "Nothing."
nine = "A nine."
eight = "An eight."
"""
Changes = tuple[tuple[str, str], ...]
AMOUNTS: dict[str, tuple[str, str, str]] = {
    "one that never counts": ("t.pot = t.pot + min(1, t.stock.size + 9)", "t.stock.size + 9 alone was never the least",
                              "t.pot = t.pot + min(17, t.stock.size)"),
    "the greatest": ("t.pot = t.pot + t.greater(t.stock.size - 90, 1)",
                     "t.stock.size - 90 alone was never the greatest",
                     "t.pot = t.pot + t.greater(t.stock.size - 9, 1)"),
    "always the same": ("t.pot = t.pot + max(t.hand[me].size, 3)", "always the same amounts",
                        "t.pot = t.pot + max(t.hand[me].size, t.stock.size - 9)"),
    "a truth": ("t.pot = t.pot + t.if_else(t.stock.size > 90, 1, 2)", "if t.stock.size > 90: never so",
                "t.pot = t.pot + t.if_else(t.stock.size > 9, 1, 2)"),
}  # fmt: skip
WINDOW = tuple((a, b.replace("OWN", "player is not event.at and player is event.at and")) for a, b in EFFECTS)
UNUSED: dict[str, tuple[Changes, str, Changes]] = {
    "question": (((STEP, "yield from t.choose(me, 'answer', ['pass'])"),),
                 "the question ‘answer’ never had more than one answer, in ",
                 ((STEP, "yield from t.choose(me, 'answer', ['pass', 'double'][:1 + t.stock.size % 2])"),)),
    "window": (WINDOW, "nobody ever acted in the window ‘begins’, which was opened ",
               tuple((a, b.replace("OWN", "")) for a, b in EFFECTS)),
    "arm": ((IMPORTS, (STEP, ARMS.replace("WHICH", "t.no_cards"))), "‘double’ was never an answer to ‘more’, in ",
            (IMPORTS, (STEP, ARMS.replace("WHICH", "t.hand[me].only(self.nines)")))),
    "card": ((ONE_CARD, (DISCARD, BUT_ONE)), "9♥ could never be played, and was in hand ",
             (ONE_CARD, (DISCARD, BUT_ONE.replace("only(self.one)", "only(self.one) * (t.stock.size > 9)")))),
    "reading": (((STEP, "t.cursed = t.reading('curse') == 'nine'"),),
                "no rule tells ‘none’, ‘eight’ of the reading curse apart, in ",
                ((STEP, "t.cursed = t.reading('curse') in ('nine', 'eight')"),)),
    "a reading that is written": (
        ((STEP, "t.cursed = t.reading('curse') == 'nine'"),), "no rule tells ‘none’, ‘eight’",
        ((STEP, "t.cursed = t.reading('curse').startswith('n')"),)),
}  # fmt: skip


def told(project: Path, changes: Changes, called: str) -> dict[str, Any]:  # noqa: F811
    folder = write(project, *changes, called=called)
    if "t.reading(" in str(changes):
        (project / folder / "readings.toml").write_text(READINGS)
        book = project / folder / "rulebook.md"
        book.write_text(book.read_text().replace("another is drawn.", "another is drawn. (readings: curse)"))
    found: dict[str, Any] = json.loads(ask(folder, "--idle", "--json", "-").stdout)
    return found


@pytest.mark.parametrize("what", sorted(AMOUNTS))
def test_an_amount_that_never_differs_is_told(project: Path, what: str) -> None:  # noqa: F811
    idle, says, sound = AMOUNTS[what]
    (found,) = told(project, ((STEP, idle),), what.replace(" ", "_"))["idle"]
    assert says in found["sentence"]
    assert found["times"] > 100
    assert found["rulebook"].startswith("P-2: ")
    assert told(project, ((STEP, sound),), f"{what.replace(' ', '_')}_sound")["idle"] == []


def test_what_no_table_leads_to_is_proved(project: Path) -> None:  # noqa: F811
    folder = write(project, (STEP, AMOUNTS["a truth"][0]), called="proved")
    (found,) = json.loads(ask(folder, "--idle", "--json", "-").stdout)["idle"]
    assert found["proved"] == [2, 3]
    assert "PROVED with 2, 3 players" in " ".join(ask(folder, "--idle").stdout.split())


@pytest.mark.parametrize("what", sorted(UNUSED))
def test_what_nobody_uses_is_told(project: Path, what: str) -> None:  # noqa: F811
    changes, says, sound = UNUSED[what]
    (found,) = told(project, changes, what.replace(" ", "_"))["unused"]
    assert found["sentence"].startswith(says)
    assert found["times"] >= 30
    if what != "card":  # no clause names it
        assert found["clauses"] == ["P-3" if what == "window" else "P-2"]
        assert found["rulebook"]
    assert told(project, sound, f"{what.replace(' ', '_')}_sound")["unused"] == []


PACK = (
    ("    turn_cap = 60", "    turn_cap = 60\n    parameters = (Parameter('ranks', RANKS, 'the ranks', words=RANKS),)"),
    ('Deck.of(("2", "3", "4", "5", "6", "7", "8", "9"), FRENCH_SUITS)',
     "Deck.of(self.settings['ranks'], FRENCH_SUITS)"),
    ("{str(each): each for each in range(2, 10)}", "{each: int(each) for each in self.deck.ranks}"),
    ("class PotsTable", 'RANKS = ("9", "8", "7", "6", "5", "4", "3", "2")\n\n\nclass PotsTable'),
    ("import FRENCH_SUITS", "import NOTHING, OneCard, Parameter, FRENCH_SUITS"),
    ("t.draw(t.stock, 3, t.hand[p])", "t.draw(t.stock, 1, t.hand[p])"),
)  # fmt: skip
"""The ranks can be chosen, and a hand is one card: a pack of one rank has few matches."""
IN_SMALLER_GAMES = {
    "question": "yield from t.choose(me, 'answer', ['pass', 'double'][:1 + t.stock.size // 30])",
    "arm": ARMS.replace("WHICH", "t.hand[me].pile * (t.stock.size > 30)"),
    "condition": "t.cursed = t.if_else(t.stock.size > 30, True, t.cursed)",
    "alike": "t.pot = t.pot + max(t.hand[me].size, 1)",
}


@pytest.mark.parametrize("what", sorted(IN_SMALLER_GAMES))
def test_what_nobody_can_use_is_exhausted_in_the_greatest_game_that_was_gone_through(
    project: Path, what: str  # noqa: F811
) -> None:  # fmt: skip
    idle = IN_SMALLER_GAMES[what]
    found = told(project, (*PACK, (STEP, idle)), f"{what}_exhausted")
    discard, there = sorted([*found["unused"], *found["idle"]], key=lambda each: each.get("name") != "discard")
    assert not found["exhausted"]
    assert there["exhausted"] == discard["exhausted"] == "2 players ranks=9"
    sound = told(project, (*PACK, (STEP, idle.replace("30", "9").replace("size, 1", "size, t.stock.size - 9"))), what)
    assert [each.get("name") for each in [*sound["unused"], *sound["idle"]]] == ["discard"]


READING = "t.cursed = t.reading('curse') {}"


@pytest.mark.parametrize(
    ("compares", "exhausted"), [("== 'nine'", ["2 players ranks=9"]), ("in ('nine', 'eight')", [])]
)
def test_alternatives_that_are_alike_are_exhausted_in_a_game_that_was_gone_through(
    project: Path, compares: str, exhausted: list[str]  # noqa: F811
) -> None:  # fmt: skip
    found = told(project, (*PACK, (STEP, READING.format(compares))), "alike")["unused"]
    assert [each["exhausted"] for each in found if each["kind"] == "reading"] == exhausted


BARRED = """        if t.heap.count(self.barred(t)) > {}:
            t.cursed = True
        # here
"""
METHOD = """    @clause("P-2")
    def barred(self, t: PotsTable) -> Kinds:
        return self.deck.all_kinds

    @clause("P-3")
"""
LEFT_OUT = {"nothing differs": (90, "2 players ranks=9"), "a scalar from which nothing follows differs": (0, "")}


@pytest.mark.parametrize("what", sorted(LEFT_OUT))
def test_a_line_without_which_all_steps_are_the_same_is_exhausted(project: Path, what: str) -> None:  # noqa: F811
    number, exhausted = LEFT_OUT[what]
    changes = ((f"        {STEP}\n", BARRED.format(number)), ('    @clause("P-3")\n', METHOD),
               ("import NOTHING,", "import Kinds, NOTHING,"))  # fmt: skip
    found = told(project, (*PACK, *changes), what.replace(" ", "_"))["unneeded"]
    assert {each["name"]: each["exhausted"] for each in found} == {"barred": exhausted}


def test_it_is_told_in_words(project: Path) -> None:  # noqa: F811
    folder = write(project, *UNUSED["question"][0], called="words")
    lines = ask(folder, "--idle").stdout
    assert "  · P-2: the question ‘answer’ never had more than one answer, in " in lines
    assert "    Rulebook: P-2: A card is discarded and another is drawn." in lines


@pytest.mark.parametrize(("size", "exhausted"), [("3", True), pytest.param("6", False, marks=pytest.mark.long)])
def test_a_small_game_is_gone_through_whole(size: str, exhausted: bool) -> None:
    """What random play does not meet in a small game can be met, or cannot."""
    form = ["tests/games/games/connect_four", "--set", f"columns={size}", "--set", f"rows={size}"]
    found = json.loads(ask(*form, "--idle", "--json", "-").stdout)
    assert found["exhausted"] is exhausted
    assert ("EXHAUSTED" in ask(*form, "--idle").stdout) is exhausted

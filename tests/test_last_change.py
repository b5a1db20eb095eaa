"""Which clause changed the table last before a promise was found broken, and not those that lead there."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.play.fuzz import decide
from referee.verify.properties import load_properties
from tests.tiny import write_project

STEP = """\
        yield from t.shuffle(t.stock)

    def forfeit"""
ACTS = """\
        yield from self.take(t)
        yield from t.shuffle(t.stock)
        self.give_back(t)

    @clause("T-3")
    def take(self, t: TinyTable) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.hand[t.players[0]])

    @clause("T-4")
    def give_back(self, t: TinyTable) -> None:
        cards = t.hand[t.players[0]].pile
        BACK

    def forfeit"""
MORE = (
    "(readings: late)\n\n## Parameters",
    "(readings: late)\n\n**T-3 Take.** A card.\n\n**T-4 Give.** It.\n\n## Parameters",
)


@pytest.mark.parametrize(
    ("back", "last_change"),
    [
        ("t.move(cards, t.hand[t.players[0]], t.stock)", None),
        ("t.note('kept')", ("T-3",)),
        ("t.move(cards, t.hand[t.players[0]], t.hand[t.players[1]])", ("T-3",)),
    ],
)
def test_the_clause_of_the_last_change_is_named(tmp_path, back, last_change):
    write_project(tmp_path, (STEP, ACTS.replace("BACK", back)), MORE)
    game = find_game(str(tmp_path / "games" / "tiny"))
    properties = load_properties(tmp_path / "properties" / "tiny.py", game)
    asked = Question(game(2), tuple(each for each in properties if each.name == "the-stock-is-whole"))
    found = [each for each in decide(asked) if isinstance(each, Finding) and each.property_name]
    assert [each.last_change for each in found] == ([] if last_change is None else [last_change])


def test_effervesce_whoever_gives_two_always_makes_the_last_change():
    game = find_game("effervesce")
    properties = load_properties(Path("properties/effervesce.py"), game)
    wanted = tuple(each for each in properties if each.name == "every-hand-is-complete")
    form = game(2, readings={"challenger-gives-back": "always-two"})
    (found,) = [each for each in decide(Question(form, wanted)) if isinstance(each, Finding)]
    assert found.clauses == ("E-20",)
    assert found.last_change == ("E-13",)


def test_a_scalar_that_breaks_a_promise_is_a_change(tmp_path):
    """T-4 sets the number of which the promise speaks; T-3 moves a card before it, and the step another after it."""
    back = "t.number = 2; t.move(cards, t.hand[t.players[0]], t.stock)"
    number = ("seen_by=owner)\n", "seen_by=owner)\n    number = amount(1)\n")
    names = ("Rule, Table\n", "Rule, Table, amount\n")
    write_project(tmp_path, (STEP, ACTS.replace("BACK", back)), MORE, number, names)
    (tmp_path / "properties" / "tiny.py").write_text(
        "from referee.verify import always\n\n@always('T-2')\ndef one(t):\n    'It is one.'\n    return t.number == 1\n"
    )
    game = find_game(str(tmp_path / "games" / "tiny"))
    properties = load_properties(tmp_path / "properties" / "tiny.py", game)
    (found,) = [each for each in decide(Question(game(2), tuple(properties))) if isinstance(each, Finding)]
    assert found.last_change == ("T-4",)

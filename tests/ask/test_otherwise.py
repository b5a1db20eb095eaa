"""What another answer would change: played, told in a line, and where nothing lasts the question matters less."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.verify.ask.finding import find
from tests.ask.test_ask import DEFECTS, ask, project, questions, write  # noqa: F401

STEP = "# cursed"
NINE = "the number of cards in stock is just 9"
LASTING: dict[str, tuple[tuple[tuple[str, str], ...], str, str]] = {
    "the end": ((), "the number of cards in stock is just 5", r"seats? [\d, ]+ wins? \(not: the match goes on\)"),
    "the winner": ((DEFECTS["tie"][0],), "there is a tie for the most (highest card in hand)",
                   r"seat \d: (money|payoff) .*|.*seats? .* win.*"),
    "an amount": (((STEP, "if t.stock.size < 9:\n            t.pot = t.pot + 1"),), NINE, r"pot (\d+) \(not pot \d+\)"),
    "cards": (((STEP, "if t.stock.size < 9:\n            t.move(t.hand[me].pile, t.hand[me], t.heap)\n"
                      "            yield from t.draw(t.stock, 3, t.hand[me])"),), NINE,
              r"seat \d: hand .* \(not hand .*"),
    "answers": (((STEP, "few = [n for n in (1, 2, 3) if t.stock.size > 9]\n"
                        "        yield from t.choose(me, 'number', [*few, 9])"),),
                NINE, r"the question ‘number’ has 2 answers \(not 1\)"),
    "what is shown": (((STEP, "if t.stock.size < 9:\n            t.reveal(t.hand[me].pile, me, why='few')"),), NINE,
                      "other things are shown"),
}  # fmt: skip
NOTHING = {
    "what is so already": "if t.stock.size < 9:\n            t.cursed = False",
    "what is done anyway": "few = 1 if t.stock.size < 9 else 2\n        t.pot = t.pot + few - few",
}


@pytest.mark.parametrize("what", sorted(LASTING))
def test_what_lasts_is_told(project: Path, what: str) -> None:  # noqa: F811
    changes, says, differs = LASTING[what]
    (found,) = [each for each in questions(write(project, *changes, called=what.replace(" ", "_")))
                if each["sentence"] == says]  # fmt: skip
    told = str(found["otherwise"])
    begins = "With one of them alone" if "tie" in says else "Decided the other way"
    assert re.fullmatch(f"{begins}, {differs}\\.", told), told


@pytest.mark.parametrize("what", sorted(NOTHING))
def test_a_question_of_which_nothing_lasts_comes_last(project: Path, what: str) -> None:  # noqa: F811
    folder = write(project, (STEP, NOTHING[what]), DEFECTS["last card"][0], called=what.replace(" ", "_"))
    found = questions(folder)
    assert found[-1]["sentence"] == NINE
    assert found[-1]["otherwise"] == "Decided the other way, nothing that lasts would differ."
    lines = " ".join(ask(folder, "--list").stdout.split())
    assert "Decided the other way, nothing that lasts would differ." in lines


def test_nothing_is_said_where_the_other_way_cannot_be_played(project: Path) -> None:  # noqa: F811
    stops = (STEP, "t.pot = t.pot + 0 // (t.stock.size - 9 if t.stock.size < 9 else 1)")
    (found,) = [each for each in questions(write(project, stops, called="stops")) if each["sentence"] == NINE]
    assert found["otherwise"] is None


def test_nothing_is_said_where_the_step_does_not_come_out_as_it_did(project: Path) -> None:  # noqa: F811
    """Rules that keep something beside the table are not played again as they were."""
    keeps = (STEP, "MEMORY.append(1)\n        if t.stock.size < 9:\n            t.pot = t.pot + 1\n"
                   "        t.pot = t.pot + len(MEMORY)")  # fmt: skip
    memory = ("class PotsTable", "MEMORY: list[int] = []\n\n\nclass PotsTable")
    (found,) = [each for each in questions(write(project, keeps, memory, called="keeps")) if each["sentence"] == NINE]
    assert found["otherwise"] is None


def test_the_rules_are_as_they_were_and_it_is_the_same_again() -> None:
    """The position of which it is told is the one that is shown."""
    game = find_game("tests/games/games/love_letter")
    first, second = (find([game(2)], "1", 0.3) for _ in range(2))
    told = {each.id: each.otherwise for each in first}
    assert told == {each.id: each.otherwise for each in second}
    assert any(told.values())
    for each in first:
        assert each.occurrences[0].answers == each.script[-1]
        assert len(each.occurrences) <= 4

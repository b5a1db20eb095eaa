"""Love letter: what its properties say of rules that break it, and what a person is shown."""

import re
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel import Player, Rule
from referee.verify.methods import Question
from referee.verify.play.fuzz import decide
from referee.verify.properties import load_properties
from referee.verify.verdicts import Result, Verdict
from tests.test_human import at_terminal

HERE = Path(__file__).parent
FOLDER = HERE / "games" / "love_letter"
LOVE_LETTER: Any = find_game(str(FOLDER))
PROPERTIES = {each.name: each for each in load_properties(HERE / "properties" / "love-letter.py", LOVE_LETTER)}


class KingWithoutChoice(LOVE_LETTER):
    """A king needs somebody, even where nobody can be chosen."""

    def king(self, t: Any, me: Player) -> Rule[None]:
        whom = yield from t.choose(me, "exchange with", self.others(t, me), open=True)
        t.swap(t.hand[me], t.hand[whom])


class PrinceAlwaysDraws(LOVE_LETTER):
    """Even where there is no card."""

    def prince(self, t: Any, me: Player) -> Rule[None]:
        t.move(t.hand[me].pile, t.hand[me], t.laid[me])
        yield from t.draw(t.stock, 1, t.hand[me])


class PrinceTakesWhatIsAside(LOVE_LETTER):
    """Even where there is a stock."""

    def prince(self, t: Any, me: Player) -> Rule[None]:
        t.move(t.hand[me].pile, t.hand[me], t.laid[me])
        yield from ()
        t.move(t.aside.pile, t.aside, t.hand[me])


class KeepsTheHand(LOVE_LETTER):
    """Whoever is out still holds a card."""

    def leave(self, t: Any, player: Player) -> None:
        t.out[player] = True


class EverybodysTurn(LOVE_LETTER):
    """Nobody is passed over."""

    def step(self, t: Any) -> Rule[None]:
        me = t.mover
        yield from super().step(t)
        if t.outcome is None:
            t.mover = t.next(me)


class GoesOnAlone(LOVE_LETTER):
    """A round does not end with one."""

    def end_round(self, t: Any, left: list[Player]) -> Rule[None]:
        if t.stock.is_empty:
            yield from super().end_round(t, left)
        else:
            t.mover = left[0]


BREAKS = [
    (KingWithoutChoice, "whoever-is-asked-can-answer"),
    (PrinceAlwaysDraws, "every-card-that-is-drawn-is-there"),
    (PrinceTakesWhatIsAside, "a-card-is-laid-aside"),
    (KeepsTheHand, "everybody-who-is-in-holds-a-card"),
    (EverybodysTurn, "whose-turn-it-is-can-draw"),
    (GoesOnAlone, "two-are-left"),
]


def verdict(game: type[Any], name: str) -> Verdict:
    found = decide(Question(game(3), (PROPERTIES[name],), effort=0.3))
    return next(each.verdict for each in found if isinstance(each, Result))


@pytest.mark.parametrize(("game", "name"), BREAKS, ids=lambda each: getattr(each, "__name__", ""))
def test_rules_that_break_a_property_are_caught(game: type[Any], name: str) -> None:
    assert verdict(game, name) is Verdict.REFUTED
    assert verdict(LOVE_LETTER, name) is Verdict.NOT_REFUTED


def test_a_person_guesses_and_sees_no_hand_but_his_own() -> None:
    code, shown = at_terminal(
        "play", str(FOLDER), "--seats", "human,random", "--seed", "d", "--set", "favours=1",
        typed=["guard", "seat 1 priest", *["#1"] * 20],
    )  # fmt: skip
    assert code == 0, shown
    assert "you answer guess: whom=seat 1 card=priest" in shown
    assert "told everybody: guess: right no" in shown
    assert re.search(r"^  1 card from stock to aside$", shown, re.MULTILINE)
    assert len(re.findall(r"^  seat 1 draws 1 card(, .*)?$", shown, re.MULTILINE)) >= 2
    assert not re.search(r"seat 1 (draws|shows) [a-z]", shown)
    assert max(map(len, shown.splitlines())) <= 80

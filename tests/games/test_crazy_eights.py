"""Crazy eights: what its properties and the check say of rules that break it, and what a person is shown."""

import re
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel import NO_SUIT, NOTHING, OneCard, Player, Rule
from referee.kernel.errors import BadInput
from referee.verify.conform.leaks import Compared
from referee.verify.methods import Question
from referee.verify.play.fuzz import decide
from referee.verify.properties import Property, load_properties
from referee.verify.provable import can_be_asked
from referee.verify.proving import decide_here
from referee.verify.verdicts import Result, Verdict
from tests.test_human import at_terminal
from tests.test_leaks import leaks

HERE = Path(__file__).parent
FOLDER = HERE / "games" / "crazy_eights"
CRAZY_EIGHTS: Any = find_game(str(FOLDER))
PROPERTIES = {each.name: each for each in load_properties(HERE / "properties" / "crazy-eights.py", CRAZY_EIGHTS)}
SMALL = {"ranks": ("2", "5", "8", "Q"), "hand": 2, "shuffles": 1}


class NobodyMayKeep(CRAZY_EIGHTS):
    """Whoever has drawn a card must lay it."""

    def draw_and_lay(self, t: Any, me: Player) -> Rule[None]:
        drawn = yield from self.draw_one(t, me)
        card = yield from t.choose(me, "drawn", {"lay": OneCard(self.deck, self.fitting(t, drawn))})
        yield from self.lay(t, me, card[1])


class PassesWithoutDrawing(CRAZY_EIGHTS):
    """Whoever has no card that fits does nothing."""

    def draw_and_lay(self, t: Any, me: Player) -> Rule[None]:
        yield from t.choose(me, "drawn", {"keep": NOTHING})
        t.mover = t.next(me)


class GoesOnWithoutStock(CRAZY_EIGHTS):
    """The last card is no end."""

    def end_game(self, t: Any, reason: str) -> None:
        if reason != "stock":
            super().end_game(t, reason)


class LaysOnTheStock(CRAZY_EIGHTS):
    """Cards that were laid go back to the stock."""

    def lay(self, t: Any, me: Player, card: Any) -> Rule[None]:
        yield from super().lay(t, me, card)
        t.move(t.last.pile, t.last, t.discards)


class ShufflesAtWill(CRAZY_EIGHTS):
    """Shuffles have no end."""

    def new_stock(self, t: Any) -> Rule[None]:
        yield from super().new_stock(t)
        t.shuffles += 1


class DrawsForAll(CRAZY_EIGHTS):
    """Two are drawn for queens too."""

    def draws(self, t: Any) -> Any:
        return super().draws(t) + t.if_else(self.skips(t), 2, 0)


class NamesForGood(CRAZY_EIGHTS):
    """The suit that was named stays so."""

    def lay(self, t: Any, me: Player, card: Any) -> Rule[None]:
        named = t.named
        yield from super().lay(t, me, card)
        if t.named is NO_SUIT:
            t.named = named


class HeedsNoSuit(CRAZY_EIGHTS):
    """Any card fits."""

    def fitting(self, t: Any, cards: Any) -> Any:
        return cards


class MostPointsWin(CRAZY_EIGHTS):
    """Payoffs are turned round."""

    def end_game(self, t: Any, reason: str) -> None:
        points = {player: t.hand[player].worth(self.points) for player in t.players}
        mean = sum(points.values())
        t.end(points, {player: self.players * points[player] - mean for player in t.players}, reason)


class HandsStayHidden(CRAZY_EIGHTS):
    """The points are paid, and nobody sees of which cards."""

    def end_game(self, t: Any, reason: str) -> None:
        points = {player: t.hand[player].worth(self.points) for player in t.players}
        total = sum(points.values())
        t.end(points, {player: total - self.players * points[player] for player in t.players}, reason)


BREAKS = [
    (NobodyMayKeep, "whoever-has-the-turn-can-act"),
    (PassesWithoutDrawing, "it-ends"),
    (GoesOnWithoutStock, "every-card-that-is-drawn-is-there"),
    (GoesOnWithoutStock, "it-goes-on-while-all-have-cards"),
    (LaysOnTheStock, "one-card-is-to-be-fitted"),
    (ShufflesAtWill, "shuffles-are-counted"),
    (DrawsForAll, "a-two-is-drawn-for-or-passed-on"),
    (NamesForGood, "a-suit-is-named-for-eights"),
    (HeedsNoSuit, "the-suit-that-is-named-is-laid"),
    (MostPointsWin, "whoever-has-fewest-points-wins-most"),
]


def verdicts(game: type[Any], *properties: Property) -> dict[str, Verdict]:
    found = decide(Question(game(2, settings=SMALL), properties, effort=0.2))
    return {each.property: each.verdict for each in found if isinstance(each, Result)}


@pytest.mark.parametrize(("game", "name"), BREAKS, ids=lambda each: getattr(each, "__name__", ""))
def test_rules_that_break_a_property_are_caught(game: type[Any], name: str) -> None:
    assert verdicts(game, PROPERTIES[name]) == {name: Verdict.REFUTED}


def test_the_rules_as_they_are_break_none() -> None:
    found = verdicts(CRAZY_EIGHTS, *PROPERTIES.values())
    assert found.pop("the-discards-become-the-stock") is Verdict.WITNESSED
    assert len(found) == len(PROPERTIES) - 1
    assert set(found.values()) == {Verdict.NOT_REFUTED}


@pytest.mark.untraced
@pytest.mark.long
def test_all_that_can_be_is_proved_of_a_small_pack() -> None:
    """Of 52 cards as well, but for `it-ends`."""
    game = CRAZY_EIGHTS(2, settings=SMALL)
    asked = tuple(each for each in PROPERTIES.values() if can_be_asked(each))
    found = [each for each in decide_here(Question(game, asked, effort=0.3)) if isinstance(each, Result)]
    assert len(found) == len(asked) == len(PROPERTIES) - 1
    assert {each.verdict for each in found} == {Verdict.PROVED}, found


@pytest.mark.untraced
def test_payoffs_of_hands_that_nobody_sees_are_a_leak() -> None:
    found = leaks(HandsStayHidden, Compared(), positions=150)
    told = r"sees the match end \(last card\) with payoffs -?\d+ .* where it would end \(last card\) with payoffs"
    assert any(re.search(told, str(leak)) for leak in found), found
    assert not leaks(CRAZY_EIGHTS, Compared(), positions=150)


@pytest.mark.parametrize(
    ("settings", "told"),
    [({"queens": ("8",)}, "a rank is named twice"), ({"ranks": ("8",), "hand": 2}, "there are 4 cards")],
)
def test_settings_that_do_not_fit_are_told(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        CRAZY_EIGHTS(2, settings=settings)


def test_a_person_lays_draws_and_names_suits_and_sees_no_other_hand() -> None:
    code, shown = at_terminal(
        "play", str(FOLDER), "--seats", "human,random", "--seed", "a", "--set", "hand=3",
        typed=["lay 8c", "hearts", *["#1"] * 60],
    )  # fmt: skip
    assert code == 0, shown
    assert "you put 8♣ from hand into last" in shown
    assert "you answer suit: hearts" in shown
    before, after = shown.split("shows", 1)
    assert re.search(r"^  seat 1 draws \d cards?$", before, re.MULTILINE)
    assert not re.search(r"seat 1 draws .*[♥♠♦♣]", shown)
    assert "(end of the game)" in after
    assert max(map(len, shown.splitlines())) <= 80

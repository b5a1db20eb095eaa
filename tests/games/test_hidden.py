"""Hands that all but their owner see, and dice under cups: what of them is told, to rules that leak and to bots."""

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel import Game, Player, Rule, Suit
from referee.verify.conform.leaks import Compared
from tests.oracles.chi_square import p_value
from tests.test_human import at_terminal
from tests.test_imagine import Question, check, play
from tests.test_leaks import leaks

HERE = Path(__file__).parent / "games"
HANABI: Any = find_game(str(HERE / "hanabi"))
LIARS_DICE: Any = find_game(str(HERE / "liars_dice"))


def fits(t: Any, player: Player) -> list[Any]:
    """The cards of a hand that would go to the fireworks."""
    game, there = t.game, t.fireworks
    return [laid for laid in t.hand[player] if there.count(game.of_suit[t.suit_of(laid)]) == int(t.rank_of(laid)) - 1]


class AskedWhenACardFits(HANABI):
    """Whoever could play a card well is asked once more."""

    def step(self, t: Any) -> Rule[None]:
        if fits(t, t.mover):
            yield from t.choose(t.mover, "think", ["yes", "no"])
        yield from super().step(t)


class DiscardsWhenNoneFits(HANABI):
    """Only whoever could play no card well may discard one."""

    def may_discard(self, t: Any) -> bool:
        return super().may_discard(t) and not fits(t, t.mover)


class HighestDiceBegin(LIARS_DICE):
    """Whoever has the highest dice under his cup bids first."""

    def shake(self, t: Any) -> Rule[None]:
        yield from super().shake(t)
        t.mover = t.most({player: sum(t.dice[player]) for player in t.players})[0]


class BidsOfOnesOwnFaces(LIARS_DICE):
    """The first bid is made for the bidder, of a die that only he sees."""

    def shake(self, t: Any) -> Rule[None]:
        yield from super().shake(t)
        t.bid = t.bid._replace(number=1, face=t.dice[t.mover][0])


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (AskedWhenACardFits, r"'think'.* if `hand \d`, which it does not see, held \d\w and not \d\w"),
        (DiscardsWhenNoneFits, r"may (not )?answer 'turn' with discard .* if `hand \d`, which it does not see"),
        (
            HighestDiceBegin,
            r"sees `mover` = seat \d where it would see seat \d if `dice (\d)`, which only seat \1 sees",
        ),
        (BidsOfOnesOwnFaces, r"sees `bid` = \(1, \d\) where it would see \(1, \d\) if `dice \d`"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_follows_from_what_a_player_does_not_see_is_a_leak(game: type[Game[Any]], told: str) -> None:
    found = leaks(game, Compared())
    assert found
    assert all(re.search(told, str(leak)) for leak in found), found


@pytest.mark.parametrize("game", [HANABI, LIARS_DICE])
def test_the_games_as_they_are_leak_nothing(game: type[Game[Any]]) -> None:
    compared = Compared()
    assert not leaks(game, compared, positions=120)
    assert compared.ends["steps done"] > 20, compared


@pytest.mark.parametrize("players", [2, 3, 5])
def test_one_s_own_hand_is_imagined_and_the_others_are_seen(players: int) -> None:
    rng, found = random.Random(1), Counter[bool]()
    for seed in range(2):
        play(HANABI(players), seed, 12, lambda question: found.update([check(question, rng)]))
    assert found.total() > 10
    assert not found[False]


def test_one_s_own_cards_are_as_likely_as_they_are_left() -> None:
    """Three 1s and two 2s, of which the other's is seen."""
    first: list[Question] = []
    play(HANABI(2, settings={"suits": 1, "ranks": 2, "hand": 1}), 3, 1, lambda question: first.append(question.now()))
    view, me, rng, found = first[0].view, first[0].player, random.Random(2), Counter[str]()
    theirs = view.cards("hand", 1 - me.seat)[0]
    left = {"1h": 3, "2h": 2}
    left[theirs] -= 1
    for _ in range(600):
        hand = view.imagine(rng).table().hand[me]
        found[hand.face(hand.row[0]).name] += 1
    assert p_value([found[card] for card in left], [number / 4 for number in left.values()]) > 0.001


def test_hints_of_earlier_turns_are_for_the_bot_to_remember() -> None:
    """What is imagined agrees with all that is seen, not with all that was ever said: docs/bots.md says so."""
    has: dict[int, str | Suit] = {}
    agree = Counter[bool]()

    class Heard(HANABI):
        def give_hint(self, t: Any, me: Player, player: Player, what: Any) -> None:
            super().give_hint(t, me, player, what)
            has.update({t.hand[player].row[at - 1].number: what for at in self.named(t, player, what)})

    def visit(question: Question) -> None:
        row = question.choice.table.hand[question.player].row
        hand = question.view.imagine(random.Random(4)).table().hand[question.player]
        for at, laid in enumerate(row):
            if laid.number in has:
                face = hand.face(hand.row[at])
                agree[has[laid.number] in (face.rank, face.suit)] += 1

    play(Heard(3), 0, 12, visit)
    assert agree[True]
    assert agree[False]


def test_dice_under_other_cups_are_as_likely_as_they_are_and_one_s_own_are_known() -> None:
    """Two dice of the other: what one has oneself says nothing of them."""
    later: list[Question] = []
    play(LIARS_DICE(2, settings={"dice": 2}), 3, 4, lambda question: later.append(question.now()))
    question = later[-1]
    view, me, rng, found = question.view, question.player, random.Random(2), Counter[int]()
    other = question.choice.table.next(me)
    for _ in range(300):
        table = view.imagine(rng).table()
        assert list(table.dice[me]) == view["dice"][me.seat]
        assert len(table.dice[other]) == table.held[other]
        found.update(table.dice[other])
    assert p_value([found[face] for face in range(1, 7)], [1 / 6] * 6) > 0.001


def test_the_cups_are_drawn_as_a_seat_sees_them() -> None:
    views: list[dict[str, Any]] = []
    game = LIARS_DICE(3)
    play(game, 1, 3, lambda question: views.append(question.data))
    mine, other = views[0]["seat"], (views[0]["seat"] + 1) % 3
    lines = game.draw(views[0]).splitlines()
    assert lines[mine].split() == ["seat", str(mine), *(f"[{face}]" for face in views[0]["scalars"]["dice"][mine])]
    assert lines[other].split() == ["seat", str(other), *["[?]"] * 5]


def test_a_hand_that_its_owner_does_not_see_is_played_by_place_at_a_terminal() -> None:
    small = ("--set", "suits=2", "--set", "ranks=2", "--set", "lives=5", "--set", "hand=2")
    code, shown = at_terminal(
        "play",
        str(HERE / "hanabi"),
        "--seats",
        "human,random",
        "--seed",
        "c",
        *small,
        typed=["play @1", "play 1h"] * 20,
    )
    assert code == 0, shown
    assert re.search(r"^  play +#\d @1   #\d @2$", shown, re.MULTILINE)
    assert "1h: a place is a number, as in @2" in shown
    assert re.search(r"told everybody: hint: of you, has [\w]+, cards \d", shown)
    assert max(map(len, shown.splitlines())) <= 80
    own = [line for line in shown.splitlines() if line.startswith("  you draw")]
    assert own
    assert all(re.fullmatch(r"  you draw \d cards? \(to hand\)", line) for line in own), own


def test_dice_under_cups_are_shown_to_their_owner_at_a_terminal() -> None:
    small = ("--set", "dice=2", "--set", "faces=2")
    code, shown = at_terminal(
        "play", str(HERE / "liars_dice"), "--seats", "human,random", "--seed", "a", *small, typed=["1 1", "doubt"]
    )
    assert code == 0, shown
    assert re.search(r"^seat 0  \[[12]\] \[[12]\]\nseat 1  \[\?\] \[\?\]$", shown, re.MULTILINE)
    assert re.search(r"told everybody: dice: of you, dice [12][^;]*; dice: of\s+seat 1, dice [12]", shown)
    assert re.search("seat 1 rolls (2 dice|a die)", shown)
    assert max(map(len, shown.splitlines())) <= 80


def test_sealed_bids_are_shown_when_all_are_made_and_lot_is_cast_only_after_a_tie() -> None:
    small = ("--set", "prizes=4", "--set", "coins=3")
    code, shown = at_terminal(
        "play", str(HERE / "sealed_bid"), "--seats", "human,random", "--seed", "a", *small, typed=["4", *"0123"] * 4
    )
    assert code == 0, shown
    assert "it is a number from 0 to 3." in shown
    first, *later = re.split(r"^> \d$", shown, flags=re.MULTILINE)
    assert "bids:" not in first
    assert re.search(r"bids: by you, coins \d\n +bids: by seat 1, coins \d", "".join(later))
    assert "the lot falls" not in shown


def test_of_another_s_pack_a_person_sees_the_heap_and_no_hand_and_no_pile() -> None:
    code, shown = at_terminal(
        "play",
        str(HERE / "deck_builder"),
        "--seats",
        "human,random",
        "--seed",
        "a",
        *("--set", "provinces=1", "--set", "copies=1"),
        typed=["none", "none", "quit"],
    )
    assert "Your hand:" in shown, (code, shown)
    assert re.search(r"^heap of seat 1  \w", shown, re.MULTILINE)
    assert re.search(r"^  seat 1 puts 5 cards from pile into hand$", shown, re.MULTILINE)
    assert not re.search(r"(hand|pile) of seat 1  |seat 1 puts [a-z ]+ from pile", shown)

"""Matches that are played on natively: the same ones as in Python, answer by answer of the same policy and chance."""

from __future__ import annotations

import importlib.util
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.bot import Ask, Bot, Option, View
from referee.games.registry import find_game
from referee.kernel import Card, Deck, Selection
from referee.meaning.texts import NoMeaning
from referee.meaning.translation import meaning
from referee.native import search
from referee.native.build import NoCompiler
from referee.native.playing_on import NativePlayingOn
from referee.play.playing_on import Ending, Job, PlayingOn, appraises, at_question, likely, put_together, random_below
from referee.play.policies import Players, default_policy
from referee.play.position import Position
from referee.play.referee import play_match
from referee.play.rollouts import Rollouts
from referee.play.search import searcher
from referee.play.seats import BotSeat
from referee.record.words import Philox, Words

GAMES = Path("tests/games/games")
KEY = (7, 11)
Decision = tuple[View, Ask, list[Position]]


class Imagining(Bot):
    """Keeps positions that it imagines at its questions, with what ``look`` finds there, and answers at random."""

    def __init__(self, look: Any) -> None:
        self.look = look

    def answer(self, view: View, ask: Ask) -> Option:
        if ask.count() > 1:
            self.look(view, ask, [view.imagine(self.rng) for _ in range(2)])
        return ask.sample(self.rng)


def looked_at(game: Any, look: Any, turn_cap: int = 40) -> None:
    """Call ``look`` at the questions of a match that is played at random."""
    seats = [BotSeat(Imagining(look), "imagining", random.Random(seat)) for seat in range(game.players)]
    assert not play_match(game, seats, secret=b"imagined", turn_cap=turn_cap).data["faults"]


def endings(playing: PlayingOn, ask: Ask, positions: list[Position], seat: int) -> list[Ending]:
    answers = [each.plain for each in [next(ask.options()), ask.sample(random.Random(1))]]
    playing.begin(answers)
    jobs = [Job(at, answer, match) for match in range(2) for at in range(len(positions)) for answer in (0, 1)]
    return playing.endings(positions, jobs, KEY, seat)


SealedBid: Any = find_game(GAMES / "sealed_bid")


class WorthBids(SealedBid):  # type: ignore[misc]
    """Everybody bids what the offer is worth, as far as he can; the first half of the bids is not looked at."""

    def appraise(self, t: Any, choice: Any, answer: Any) -> Any:
        if choice.ask != "bid" or 2 * answer < t.coins[choice.player]:
            return None
        return -abs(answer - t.offer.worth(self.points))


@pytest.mark.parametrize(
    ("game", "players", "mistake"),
    [
        ("escalation", 3, ("!before()", "true")),
        (GAMES / "love_letter", 3, ("", "")),
        ("fscking-ace", 3, ("uint64_t(place) + 1", "uint64_t(place) + 2")),
        pytest.param("five-crowns", 3, ("", ""), marks=pytest.mark.long),
        pytest.param(
            "effervesce", 2, ("if (any && !better(with, worth)) return;", "if (any) return;"), marks=pytest.mark.long
        ),
        (WorthBids, 3, ("appraise(t, answer)", "-appraise(t, answer).v")),
        pytest.param("bpoker", 3, ("", ""), marks=pytest.mark.long),
    ],
    ids=str,
)
@pytest.mark.untraced
@pytest.mark.every(3)
def test_it_plays_on_as_python_does(game: str | Path, players: int, mistake: tuple[str, str], tmp_path: Path) -> None:
    made = (game if isinstance(game, type) else find_game(game))(players)
    native, python = NativePlayingOn(made, tmp_path), PlayingOn(made)
    wrong = NativePlayingOn(made, tmp_path, mistaken=lambda text: text.replace(*mistake)) if mistake[0] else None
    compared: list[bool] = []
    noticed: list[bool] = []

    def look(view: View, ask: Ask, positions: list[Position]) -> None:
        if len(compared) < 30:
            told = endings(python, ask, positions, view.seat)
            compared.append(endings(native, ask, positions, view.seat) == told)
            noticed.append(wrong is not None and endings(wrong, ask, positions, view.seat) != told)

    looked_at(made, look)
    assert len(compared) > 10
    assert all(compared)
    assert any(noticed) == (wrong is not None)


ODD = """
from referee.games.registry import find_game


class Odd(find_game("tests/games/games/sealed_bid")):

    def appraise(self, t, choice, answer):
        return {said}
"""


@pytest.mark.parametrize("said", ["str(answer)", "{answer, 1}", "(answer, 'high')", "[answer]", "t.offer.pile"])
def test_what_is_not_compared_natively_as_in_python_is_refused(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Texts and sets had another order there."""
    file = tmp_path / "worth.py"
    file.write_text(ODD.format(said=said))
    spec = importlib.util.spec_from_file_location("worth", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "worth", module)
    spec.loader.exec_module(module)
    told = re.escape(f"{file}:7: how good an answer looks is to be told in whole numbers, fractions, truths")
    with pytest.raises(NoMeaning, match=told):
        meaning(module.Odd(3), appraised=True)


@pytest.mark.untraced
@pytest.mark.every(2)
def test_a_search_finds_the_same_answer_whoever_plays_on(tmp_path: Path) -> None:
    game = find_game("escalation")(2)
    native, python = NativePlayingOn(game, tmp_path), PlayingOn(game)
    compared: list[bool] = []

    def look(view: View, ask: Ask, positions: list[Position]) -> None:
        if len(compared) < 10:
            searches = [Rollouts(random.Random(3), 60, each) for each in (native, python)]
            answers = [each.best(view, ask).plain for each in searches]
            compared.append(answers[0] == answers[1] and searches[0].tried == searches[1].tried)
            assert searches[0].played > 5

    looked_at(game, look)
    assert len(compared) > 5
    assert all(compared)


@pytest.mark.parametrize(("game", "players"), [("escalation", 3), ("fscking-ace", 4), ("effervesce", 2)])
def test_answers_are_appraised_by_what_the_player_knows(game: str, players: int) -> None:
    """In all positions that agree with what he knows, what looks best is the same."""
    made = find_game(game)(players)
    compared: list[bool] = []

    def look(view: View, ask: Ask, positions: list[Position]) -> None:
        best = []
        for each in positions:
            choice = at_question(each).choice
            assert choice is not None
            best.append(choice.space.plain(likely(made, choice, random_below(random.Random(1)))))
        compared.append(best[0] == best[1])

    assert appraises(made)
    looked_at(made, look)
    assert len(compared) > 20
    assert all(compared)


@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6), st.integers(0, 4), st.integers(0, 4))
def test_a_choice_of_cards_is_put_together_card_by_card(worths: list[int], least: int, more: int) -> None:
    """Where each card is worth something by itself, it is the best choice of all."""
    deck = Deck([(Card(str(number)), 1) for number in range(len(worths))])
    space = Selection(deck, deck.whole, least, least + more)

    def worth(cards: Any) -> int:
        return sum([worths[kind] for kind in deck.unpack(cards)])

    found, its = put_together(space, worth)
    assert space.admits(found)
    assert its == worth(found) == max([worth(each) for each in space])


def test_nothing_is_said_of_a_choice_of_cards_where_nothing_is_said_of_any() -> None:
    deck = Deck([(Card(str(number)), 1) for number in range(6)])
    assert put_together(Selection(deck, deck.whole, 2, 3), lambda cards: None)[1] is None


def test_escalation_appraises_as_its_bot_greedy_does() -> None:
    game = find_game("escalation")(2)
    policy = default_policy(find_game("escalation"))
    assert policy is not None
    differ: list[Any] = []

    def look(view: View, ask: Ask, positions: list[Position]) -> None:
        theirs = Players(policy, game, 1).option(view, ask)
        ours = PlayingOn(game).usual(view, ask, positions[0], random.Random(1))
        if ours.plain != theirs.plain:
            differ.append((view.cards("hand"), ours.plain, theirs.plain))

    looked_at(game, look, 200)
    assert not differ


def test_where_nothing_can_be_compiled_python_plays_on_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise NoCompiler("there is no compiler")

    monkeypatch.setattr(search, "compiler", none)
    monkeypatch.setattr(search, "_made", {})
    found = searcher(find_game("escalation")(2), random.Random(1), 5, search.natively)
    assert isinstance(found, Rollouts)
    assert type(found.playing) is PlayingOn
    assert found.why == "Python plays on: there is no compiler"


def test_words_in_plain_python_are_those_of_numpy() -> None:
    ours, theirs = Philox(KEY, 5).below, Words(KEY, 5).below
    numbers = [3, 52, 1 << 32, 1 << 50, (1 << 100) + 7] * 4
    assert [ours(each) for each in numbers] == [theirs(each) for each in numbers]

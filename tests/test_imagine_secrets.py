"""Hidden scalars are imagined as often as they are so, and nothing is admitted that could not be."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from math import comb, prod
from typing import Any

import pytest

from referee.kernel import Game
from referee.kernel.driving import run_deal, run_step
from referee.kernel.requests import Chance, Choice, Together
from referee.kernel.table import Table
from referee.kernel.views import seen, view_of
from referee.kernel.watch import Story
from referee.play.bot import View
from referee.play.chance import likelihood, outcomes
from referee.play.history import History
from referee.play.imagine import CannotImagine, Imagination, Position
from tests import secret_games
from tests.oracles.chi_square import p_value

SEAT = 0


class Enough(BaseException):
    """Chance asks for more outcomes than are given."""

    def __init__(self, event: Chance) -> None:
        super().__init__()
        self.event = event


class Asked(BaseException):
    """A question comes after the last answer that is given."""


class Given:
    """A match with given outcomes of chance and given answers, and all that one seat sees and is told of it."""

    symbolic = False

    def __init__(self, game: Game[Any], chance: list[Any], answers: list[int]) -> None:
        self.table = game.table()
        self.history = History(self.table)
        self.left, self.answers = list(chance), list(answers)
        self.rules: list[Any] = []
        self.shown: list[Any] = []
        self.step: list[Any] = []
        self.boundary = self.table.snapshot()
        self.asked: Choice
        self.likely = 1.0
        self.table.watch = Story([self.tell, self.history.observe])

    def tell(self, entry: Any) -> None:
        event = seen(self.table, entry, self.table.players[SEAT])
        if event is not None:
            self.shown.append(event)

    def look(self) -> None:
        self.shown.append(view_of(self.table, self.table.players[SEAT]))

    def choose(self, choice: Choice) -> Any:
        if choice.decider is self.table.players[SEAT]:
            self.look()
        if not self.answers:
            self.asked = choice
            raise Asked
        answer = choice.space.nth(self.answers.pop(0) % choice.space.count())
        self.history.answered(choice, answer)
        self.step.append(choice.space.plain(answer))
        return answer

    def together(self, choices: Together) -> Any:
        return {each.player: self.choose(each) for each in choices.choices}

    def chance(self, event: Chance) -> Any:
        if not self.left:
            raise Enough(event)
        outcome = self.left.pop(0)
        self.likely *= likelihood(event, outcome)
        self.step.append(outcome)
        return outcome

    def play(self) -> "Given":
        try:
            run_deal(self.table.game, self.table, self)
            while True:
                self.look()
                self.history.boundary()
                self.boundary, self.step = self.table.snapshot(), []
                run_step(self.table.game, self.table, self)
        except Asked:
            return self

    @property
    def truth(self) -> Position:
        return Position(self.table.game, self.boundary, self.step, False)

    @property
    def view(self) -> View:
        choice = self.asked
        asked = (choice.ask, choice.player.seat, choice.space.describe())
        data = view_of(self.table, choice.decider)
        knowledge = json.loads(json.dumps(self.history.knowledge(choice.decider)))  # as a bot in a jail is told
        return View(lambda: data, lambda view: Imagination(self.table.game, view.data, knowledge, asked))


def all_worlds(game: Game[Any], answers: list[int]) -> Iterator[Given]:
    """Every course of chance, with those answers."""
    begun: list[list[Any]] = [[]]
    while begun:
        chance = begun.pop()
        given = Given(game, chance, answers)
        try:
            yield given.play()
        except Enough as enough:
            begun += [[*chance, each] for each in outcomes(enough.event)]


def secret(table: Table) -> str:
    cells = [str(getattr(table, name)) for name, spec in table.scalar_specs.items() if spec.seen_by.name != "everybody"]
    cards = [str(place.pile) for place in table.places]
    return " ".join(cells + cards)


def situation(game: Game[Any], answers: list[int]) -> Given:
    """The first match with random chance whose open question is the seat's."""
    for seed in range(100):
        rng = random.Random(seed)
        chance: list[Any] = []
        while True:
            try:
                given = Given(game, chance, answers).play()
                break
            except Enough as enough:
                chance.append(rng.choice(list(outcomes(enough.event))))
        if given.asked.decider is given.table.players[SEAT]:
            return given
    raise AssertionError("the seat is never asked")


def conditional(true: Given, game: Game[Any], answers: list[int]) -> dict[str, float]:
    """How likely each secret is, given all that the seat was shown: by counting every world."""
    found: Counter[str] = Counter()
    for world in all_worlds(game, answers):
        if world.shown == true.shown:
            found[secret(world.table)] += world.likely  # type: ignore[assignment]
    return {each: likely / sum(found.values()) for each, likely in found.items()}


CASES = {
    "dice": (secret_games.Dice(2), [0]),
    "a role": (secret_games.Roles(3), [0]),
    "a role, after another was shown": (secret_games.Roles(4), [1, 0]),
    "numbers of which the sum is known": (secret_games.Sum(2), [0]),
    "a flag that follows from a card": (secret_games.Peek(2), [0, 1]),
    "a card of which another was drawn before": (secret_games.Twins(2), [0]),
    "a card that was taken blindly": (secret_games.Thief(3), []),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.untraced
def test_what_is_imagined_is_as_likely_as_it_is(name: str) -> None:
    game, answers = CASES[name]
    true = situation(game, answers)
    expected = conditional(true, game, answers)
    assert len(expected) > 1
    assert secret(true.table) in expected
    view, rng, number = true.view, random.Random(5), 400
    found: Counter[str] = Counter()
    for at in range(number):
        position = view.imagine(rng)
        found[secret(position.table())] += 1
        if at < 10:
            assert view.admits(position)
    assert set(found) <= set(expected)
    assert p_value([found[each] for each in expected], list(expected.values())) > 0.001


@pytest.mark.parametrize("name", CASES)
@pytest.mark.untraced
def test_the_truth_is_admitted_and_what_could_not_be_is_not(name: str) -> None:
    game, answers = CASES[name]
    true = situation(game, answers)
    expected = conditional(true, game, answers)
    assert true.view.admits(true.truth)
    tried: set[str] = {secret(true.table)}
    for world in all_worlds(game, answers):
        table = true.truth.table()
        for cell, spec in table.scalar_specs.items():
            if spec.per_player and spec.seen_by.name != "everybody":
                getattr(table, cell)[:] = getattr(world.table, cell)
            elif spec.seen_by.name != "everybody":
                setattr(table, cell, getattr(world.table, cell))
        if secret(table) not in tried and len(tried) < 9:
            tried.add(secret(table))
            position = Position(game, table.snapshot(), true.truth.answers, False)
            assert true.view.admits(position) == (secret(table) in expected), secret(table)
    assert tried - set(expected)


def test_dice_thrown_again_are_imagined_again() -> None:
    """What was shown in the round before is over."""
    game, answers = secret_games.Dice(2), [0, 0, 1, 1, 0]
    true = situation(game, answers)
    view, rng = true.view, random.Random(6)
    other = Counter(str(view.imagine(rng).table().dice[1]) for _ in range(150))
    shares = {str((a, b)): (1 if a == b else 2) / 9 for a in (1, 2, 3) for b in range(a, 4)}
    assert p_value([other[each] for each in shares], list(shares.values())) > 0.001


def test_many_dice_are_as_likely_as_they_are() -> None:
    """Where one's own dice hardly come again by chance, what agrees is looked for and mixed."""
    true = situation(secret_games.Dice(2, settings={"dice": 5}), [0, 1, 0])
    view, rng = true.view, random.Random(6)
    imagined = [view.imagine(rng).table().dice for _ in range(120)]
    assert {dice[0] for dice in imagined} == {true.table.dice[0]}
    ones = Counter(dice[1].count(1) for dice in imagined)
    chances = [comb(5, n) * 2 ** (5 - n) / 3**5 for n in range(3)]
    assert (
        p_value([*[ones[n] for n in range(3)], sum(ones[n] for n in (3, 4, 5))], [*chances, 1 - sum(chances)]) > 0.001
    )


def counted(true: Given, red: int, more: int) -> Position:
    """The position in which the other one holds so many red cards, and the rules keep that he got so many more."""
    table, game = true.truth.table(), true.table.game
    mine, other = table.hand
    reds = {game.deck.cards[at].name for at in game.reds.indices}
    hidden = table.deck.names(other.pile + table.stock.pile)
    held = [*[each for each in hidden if each in reds][:red], *[each for each in hidden if each not in reds]]
    other.pile = table.deck.parse(held[: table.deck.size(other.pile)])
    table.stock.pile = table.deck.whole - mine.pile - other.pile - table.shown.pile
    table.reds[1] = red + more
    return Position(game, table.snapshot(), true.truth.answers, False)


@pytest.mark.parametrize("turns", [0, 3])
def test_a_scalar_that_follows_from_many_hidden_cards_is_held_against_them(turns: int) -> None:
    true = situation(secret_games.Counted(2), [0] * turns)
    reds = {true.table.deck.cards[at].name for at in true.table.game.reds.indices}
    before = true.table.reds[1] - len(reds.intersection(true.table.deck.names(true.table.hand[1].pile)))
    for red in (0, 2):
        assert true.view.admits(counted(true, red, before))
        assert not true.view.admits(counted(true, red, before + 1))


def test_what_cannot_be_imagined_is_said() -> None:
    true = situation(secret_games.Stubborn(2), [0])
    with pytest.raises(CannotImagine, match=r"does not see 'number', 'chosen'.*Game\.possible_scalars"):
        true.view.imagine(random.Random(7))


@pytest.mark.timeout(60)
@pytest.mark.untraced
def test_a_world_in_which_a_rule_would_never_end_is_left() -> None:
    """What was told is tried as the hidden number; drawing until that comes would go on for ever."""
    true = situation(secret_games.Until(2), [0] * 6)
    assert any(event[3]["number"] > 2 for event in true.shown if isinstance(event, list) and event[0] == "tell")
    found = Counter(true.view.imagine(random.Random(seed)).table().goal for seed in range(20))
    assert set(found) == {1, 2}
    assert true.view.admits(true.truth)


def test_a_game_may_say_what_could_be() -> None:
    true = situation(secret_games.Saying(2), [0])
    view, rng = true.view, random.Random(8)
    found = Counter(view.imagine(rng).table().number - true.table.tries for _ in range(200))
    assert sorted(found) == [1000003 * each for each in range(5)]
    assert p_value(list(found.values()), [0.2] * 5) > 0.001
    table = view.imagine(rng).table()
    assert view.admits(Position(table.game, table.snapshot(), [], False))
    table.number += 1
    assert not view.admits(Position(table.game, table.snapshot(), [], False))


def test_every_world_has_its_share() -> None:
    """The count of worlds that the other tests rest on is right."""
    likely = [world.likely for world in all_worlds(secret_games.Dice(2), [0])]
    assert len(likely) == prod((2, 3, 3, 3, 3))
    assert abs(sum(likely) - 1) < 1e-9

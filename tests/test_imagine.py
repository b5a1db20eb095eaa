"""What a seat imagines agrees with all that it has seen; the true position is admitted, a contradiction is not."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game, games
from referee.kernel.driving import run
from referee.kernel.errors import RuleFault
from referee.kernel.game import Game
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice, Together
from referee.kernel.table import Table
from referee.kernel.views import Entry, view_of
from referee.kernel.watch import Story
from referee.play.bot import Bot, View
from referee.play.chance import fair
from referee.play.guesses import _within
from referee.play.hidden import Clue, HiddenCards, _Lying
from referee.play.history import LONG, History, witnessed
from referee.play.imagine import CannotImagine, Imagination, Position
from referee.play.position import _Onward
from referee.play.referee import play_match, seat_rng
from referee.play.seats import BotSeat, RandomSeat
from referee.pool.jail import Isolation, missing
from referee.pool.seating import SeatFactory
from tests.oracles.chi_square import p_value
from tests.random_drivers import varied

GAMES = [entry.name for entry in games()]

GAVE_UP = 0.05
"""How often no position may be found in as many tries as are allowed."""


class Question:
    """One question of a match: the view of who is asked, and the true position."""

    def __init__(self, choice: Choice, history: History, truth: Position, told: list[Any]) -> None:
        self.choice, self.truth, self.told = choice, truth, told
        self.player = choice.decider
        self.history = history

    def now(self) -> "Question":
        """Look at everything before the match goes on."""
        assert self.data["seat"] == self.player.seat
        assert self.view
        return self

    @cached_property
    def data(self) -> dict[str, Any]:
        return view_of(self.choice.table, self.player)

    @cached_property
    def view(self) -> View:
        choice = self.choice
        asked = (choice.ask, choice.player.seat, choice.space.describe())
        knowledge = self.history.knowledge(self.player)
        return View(lambda: self.data, lambda view: Imagination(choice.table.game, view.data, knowledge, asked))


class Match:
    """The driver of a match at random that stops at each question."""

    symbolic = False

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.rng = random.Random(seed)
        self.rules: list[Any] = []
        self.table = game.table()
        self.history = History(self.table)
        self.answers: list[Any] = []
        self.boundary, self.dealing = self.table.snapshot(), True
        self.told: list[list[Any]] = [[] for _ in self.table.players]
        self.table.watch = Story([self.history.observe, self.tell])
        self.visit: Any = None

    def tell(self, entry: Entry) -> None:
        for player, told in zip(self.table.players, self.told, strict=True):
            event = witnessed(self.table, self.history.entries[-1], player)
            if event is not None:
                told.append(event)

    def choose(self, choice: Choice) -> Any:
        truth = Position(self.table.game, self.boundary, self.answers, self.dealing)
        self.visit(Question(choice, self.history, truth, list(self.told[choice.decider.seat])))
        answer = varied(choice.space, self.rng)
        self.history.answered(choice, answer)
        self.answers.append(choice.space.plain(answer))
        return answer

    def together(self, choices: Together) -> Mapping[Player, Any]:
        return {choice.player: self.choose(choice) for choice in choices.choices}

    def chance(self, event: Chance) -> Any:
        self.answers.append(fair(event, self.rng))
        return self.answers[-1]

    def step_done(self, turns: int) -> None:
        self.boundary, self.dealing, self.answers = self.table.snapshot(), False, []
        self.told = [[] for _ in self.table.players]
        self.history.boundary()


def play(game: Game[Any], seed: int, turns: int, visit: Any) -> None:
    match = Match(game, seed)
    match.visit = visit
    try:
        run(game, match.table, match, turns, match.step_done)
    except RuleFault:
        return


class _There(Exception):
    """The position has been played up to its question."""


class Looking:
    """Plays a position up to its question, noting what a seat is told: written apart from the code under test."""

    symbolic = False

    def __init__(self, position: Position, player: Player) -> None:
        self.position, self.player = position, player
        self.rules: list[Any] = []
        self.left = list(position.answers)
        self.told: list[Any] = []
        self.table = position.table()
        self.table.watch = Story([self.tell])
        with pytest.raises(_There):
            run(position.game, self.table, self, self.table.turns + 1)

    def tell(self, entry: Entry) -> None:
        if entry[0] == "swap":
            _, one, other = entry
            entry = (*entry, one.row if one.is_row else one.pile, other.row if other.is_row else other.pile)
        event = witnessed(self.table, entry, self.player)
        if event is not None:
            self.told.append(event)

    def choose(self, choice: Choice) -> Any:
        if not self.left:
            self.asked: Choice = choice
            raise _There
        return choice.space.read(self.left.pop(0))

    def together(self, choices: Together) -> Mapping[Player, Any]:
        return {choice.player: self.choose(choice) for choice in choices.choices}

    def chance(self, event: Chance) -> Any:
        outcome = self.left.pop(0)
        assert event.check(outcome)
        return outcome


def check(question: Question, rng: random.Random) -> bool:
    """Whether a position was found; it must agree with everything then."""
    assert question.view.admits(question.truth)
    try:
        position = question.view.imagine(rng)
    except CannotImagine:
        return False
    assert question.view.admits(position)
    seen = Looking(position, question.player)
    assert view_of(seen.table, question.player) == question.data
    assert seen.told == question.told
    assert (seen.asked.ask, seen.asked.player) == (question.choice.ask, question.choice.player)
    assert seen.asked.space.describe() == question.choice.space.describe()
    return True


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.untraced
def test_imagined_tables_agree_with_all_that_was_seen(name: str) -> None:
    rng = random.Random(1)
    counts: Counter[bool] = Counter()
    game = find_game(name)

    def visit(question: Question) -> None:
        if rng.random() < 0.5:
            counts[check(question, rng)] += 1

    for seed, players in enumerate((max(game.fewest_players, 2), min(game.most_players, 4))):
        play(game(players), seed, 5, visit)
    assert counts.total() > 5
    assert counts[False] <= GAVE_UP * counts.total(), counts


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", GAMES)
def test_imagined_tables_agree_over_whole_matches_and_readings(name: str) -> None:
    from tests.conformance import setups

    rng, counts = random.Random(2), Counter[bool]()
    game = find_game(name)

    def visit(question: Question) -> None:
        if rng.random() < 0.1:
            counts[check(question, rng)] += 1

    made: list[Game[Any]] = [game(max(game.fewest_players, 3)), *setups.with_mixed_readings(game, rng)]
    for seed, each in enumerate(made[:12]):
        play(each, seed, 30, visit)
    assert counts[False] <= 2 * GAVE_UP * counts.total(), counts


def contradictions(question: Question, rng: random.Random) -> Iterator[tuple[str, Position]]:
    """The true position with one card exchanged that the seat sees, or with one visible scalar changed."""
    truth, player = question.truth, question.player
    table = truth.table()
    seen = [place for place in table.places if not place.is_row and place.sees(player) and place.pile]
    hidden = [place for place in table.places if not place.is_row and not place.sees(player) and place.pile]
    for place in seen:
        for other in hidden:
            changed = truth.table()
            here, there = changed.places[place.number], changed.places[other.number]
            one = rng.choice(table.deck.unpack(here.pile))
            another = [kind for kind in table.deck.unpack(there.pile) if kind != one]
            if another:
                two = rng.choice(another)
                here.restore(here.pile - table.deck.one[one] + table.deck.one[two])
                there.restore(there.pile - table.deck.one[two] + table.deck.one[one])
                yield f"{place!r} and {other!r}", Position(truth.game, changed.snapshot(), truth.answers, truth.dealing)
    changed = truth.table()
    changed.turns += 1
    yield "turn", Position(truth.game, changed.snapshot(), truth.answers, truth.dealing)
    changed = truth.table()
    changed.direction = changed.direction.reversed
    yield "direction", Position(truth.game, changed.snapshot(), truth.answers, truth.dealing)
    yield "an answer more", Position(truth.game, truth.boundary, [*truth.answers, None], truth.dealing)
    if truth.answers:
        yield "an answer less", Position(truth.game, truth.boundary, truth.answers[:-1], truth.dealing)


@pytest.mark.parametrize("name", GAMES)
def test_what_contradicts_the_view_is_not_admitted(name: str) -> None:
    rng, refused = random.Random(3), [0]

    def visit(question: Question) -> None:
        for why, wrong in contradictions(question, rng):
            assert not question.view.admits(wrong), why
            refused[0] += 1

    game = find_game(name)
    play(game(max(game.fewest_players, 3)), 5, 5, visit)
    assert refused[0] > 20


def exchanged(table: Table, one: str, card: str, other: str) -> tuple[Any, ...]:
    """The snapshot after one such card has changed places with some other kind of card."""

    places = {place.full_name: place for place in table.places}
    here, there, deck = places[one], places[other], table.deck
    kind = deck.index(card)
    two = next(each for each in deck.unpack(there.pile) if each != kind)
    here.restore(here.pile - deck.one[kind] + deck.one[two])
    there.restore(there.pile - deck.one[two] + deck.one[kind])
    return table.snapshot()


def test_cards_taken_in_sight_stay_known() -> None:
    """Escalation: nobody may look into the taken cards, but everybody saw them go there."""
    game = find_game("escalation")(3)
    seen = [0]

    def visit(question: Question) -> None:
        table = question.truth.table()
        for player in table.players:
            names = game.deck.names(table.taken[player].pile)
            if names and not table.stock.is_empty and len(set(game.deck.names(table.stock.pile))) > 1:
                wrong = exchanged(table, f"taken {player.seat}", names[0], "stock")
                assert not question.view.admits(Position(game, wrong, question.truth.answers, False))
                imagined = question.view.imagine(random.Random(4)).table()
                assert imagined.taken[player].pile == question.truth.table().taken[player].pile
                seen[0] += 1
                return

    play(game, 6, 25, visit)
    assert seen[0] > 3


def test_hidden_scalars_are_such_as_could_be() -> None:
    """Effervesce: nobody sees who was dealt a full suit; nobody was, where that has no bearing any more."""
    game = find_game("effervesce")(3)
    asked = [0]

    def visit(question: Question) -> None:
        if question.truth.dealing:
            return
        assert question.view.admits(question.truth)
        table = question.truth.table()
        table.dealt_suit[table.players[0]] = True
        assert not question.view.admits(Position(game, table.snapshot(), question.truth.answers, False))
        table = question.truth.table()
        table.mover = table.left(table.mover)
        assert not question.view.admits(Position(game, table.snapshot(), question.truth.answers, False))
        asked[0] += 1

    play(game, 7, 3, visit)
    assert asked[0]


def test_hidden_cards_are_uniform() -> None:
    """The other hand of a small Escalation: every hand as often as it should come."""
    game = find_game("escalation")(2, settings={"ranks": "4,5,6", "hand": 2})
    first: list[Question] = []
    play(game, 8, 1, lambda question: first.append(question.now()))
    view, me = first[0].view, first[0].player
    rest = Counter(game.deck.names(game.deck.whole)) - Counter(
        first[0].truth.table().hand[me].table.deck.names(first[0].truth.table().hand[me].pile)
    )
    expected = Counter("".join(sorted(pair)) for pair in combinations(list(rest.elements()), 2))
    rng, found, number = random.Random(9), Counter[str](), 3000
    for _ in range(number):
        table = view.imagine(rng).table()
        found["".join(sorted(game.deck.names(table.hand[table.next(me)].pile)))] += 1
    assert set(found) <= set(expected)
    assert (
        p_value([found[hand] for hand in expected], [times / expected.total() for times in expected.values()]) > 0.001
    )


def test_a_position_is_played_on_to_the_end() -> None:
    game = find_game("escalation")

    class Thinking(Bot):
        ends = 0

        def answer(self, view: Any, ask: Any) -> Any:
            option = ask.sample(self.rng)
            table = view.imagine(self.rng).play(lambda choice: choice.space.sample(self.rng), self.rng, first=option)
            Thinking.ends += table.outcome is not None
            return option

    seats = [BotSeat(Thinking(), "thinking", random.Random(seat)) for seat in range(2)]
    result = play_match(game(2), seats, secret=b"i" * 32)
    assert not result.data["faults"]
    assert Thinking.ends > 10


def drawn(position: Position, first: Any, seed: int, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What chance gives when a position is played on, everybody taking and leading single cards."""
    outcomes: list[Any] = []
    real = _Onward.chance

    def take_and_lead(choice: Choice) -> Any:
        return choice.space.nth(choice.space.count() - 1 if choice.ask == "turn" else 0)

    def chance(self: _Onward, event: Chance) -> Any:
        outcomes.append(real(self, event))
        assert event.check(outcomes[-1])
        return outcomes[-1]

    with monkeypatch.context() as patched:
        patched.setattr(_Onward, "chance", chance)
        position.play(take_and_lead, random.Random(seed), first=first, turns=6)
    return outcomes


def test_plays_with_the_same_chance_draw_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is answered first; and every card of the stock comes as often as it should."""
    game = find_game("escalation")(2)
    first: list[Question] = []
    play(game, 8, 1, lambda question: first.append(question.now()))
    question = first[0]
    position, options = question.truth, list(question.choice.space)
    plain = [question.choice.space.plain(option) for option in (options[0], options[2])]
    start = len(position.answers)
    one, other = (drawn(position, each, 5, monkeypatch)[start:] for each in plain)
    assert len(one) > 4
    assert one == other
    stock = question.choice.table.stock.pile
    expected = {game.deck.one[kind]: number for kind, number in game.deck.counts(stock)}  # type: ignore[arg-type]
    found = Counter(drawn(position, plain[0], seed, monkeypatch)[start] for seed in range(300))
    assert set(found) <= set(expected)
    shares = [number / sum(expected.values()) for number in expected.values()]
    assert p_value([found[card] for card in expected], shares) > 0.001


def test_a_view_alone_cannot_imagine() -> None:
    with pytest.raises(LookupError, match="without the rest"):
        View(dict).imagine(random.Random(1))


THINKING = """
from referee.bot import Bot, CannotImagine

class Thinking(Bot):
    def answer(self, view, ask):
        position = view.imagine(self.rng)
        assert view.admits(position)
        table = position.play(lambda choice: choice.space.sample(self.rng), self.rng, turns=1)
        self.note(table.turns)
        return ask.sample(self.rng)
"""


@pytest.mark.needs("bwrap")
def test_an_isolated_bot_imagines_what_a_trusted_one_does(tmp_path: Path) -> None:
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")
    bot = tmp_path / "bot.py"
    bot.write_text(THINKING)
    game = find_game("escalation")
    secret, data = b"j" * 32, []
    for form in (str(bot), f"trusted:{bot}"):
        with SeatFactory(form, game, []) as factory:
            seats = [factory.seat(seat_rng(secret, 0)), RandomSeat(seat_rng(secret, 1))]
            data.append(play_match(game(2), seats, secret=secret).data)
    assert data[0] == data[1]
    assert not data[0]["faults"]


def test_what_claims_lack_is_counted_as_cards_are_exchanged() -> None:
    """By counting all cards anew after each exchange, with claims at random."""
    for seed in range(60):
        rng = random.Random(seed)
        cards, places = [f"c{n}" for n in range(5)], [f"p{n}" for n in range(4)]
        pool, slots = rng.choices(cards, k=20), rng.choices(places, k=20)
        claims = [
            (frozenset(rng.sample(places, rng.randint(1, 4))), Counter(rng.choices(cards, k=6)),
             Counter(rng.choices(cards, k=1)), rng.randint(0, 6))
            for _ in range(5)
        ]  # fmt: skip
        about = {card: [n for n, each in enumerate(claims) if card in each[1]] for card in cards}
        lying = _Lying(claims, about, pool, slots)
        for _ in range(40):
            before = list(pool)
            most = rng.randint(0, 8)
            lying.exchange(rng.randrange(20), rng.randrange(20), most)
            counted = 0
            for where, wanted, sure, least in claims:
                there = Counter(c for c, p in zip(pool, slots, strict=True) if p in where and c in wanted) + sure
                counted += max(0, least - (there & wanted).total())
            assert lying.lacking == counted
            assert pool == before or counted <= most


def test_what_an_owner_showed_comes_to_the_place_that_he_showed() -> None:
    """Which one that was nobody says. The right cards lay in another place of his, and were left there."""
    hidden = HiddenCards("seat 0", Counter("ABCDEFGH"), {"view 1": 2, "stash 1": 3, "pot": 3}, [])
    dealt = {"view 1": ["C", "D"], "stash 1": ["A", "E", "F"], "pot": ["B", "G", "H"]}
    clue = Clue(0, "", 1, wanted=Counter("AB"), got=Counter("CD"))
    assert hidden.repair(dealt, clue, random.Random(1))
    assert sorted(dealt["view 1"]) == ["A", "B"]
    assert sorted(card for cards in dealt.values() for card in cards) == list("ABCDEFGH")


def test_cards_of_a_row_that_were_seen_are_guessed_by_their_places() -> None:
    """It was an error in a try, which counted as one that showed something else."""
    row = {"space": "some of a row", "of": [[0, "7s"], [3, "Qc"], [4, "7s"], [5, "7s"]], "least": 0, "most": 4}
    assert _within(row, None, ["7s", "7s", "Kd"]) == [0, 4]
    assert _within({"space": "arms", "arms": {"take": {**row, "space": "one of a row"}}}, "take", ["Qc"]) == 3
    assert _within({"space": "cards", "of": ["7s", "7s", "Qc"]}, None, ["7s", "Kd"]) == ["7s"]


def test_what_nobody_asked_for_is_not_worked_off() -> None:
    """A bot that never imagines shall not pay for it, in a match of some thousand events."""
    game = find_game("escalation")(3)
    table = game.table()
    history = History(table)
    table.watch = Story([history.observe])
    entry: Entry = ("shuffle", table.places[0])
    for _ in range(LONG + 1):
        history.observe(entry)
    history.boundary()
    assert len(history.entries) == LONG + 3
    history.knowledge(table.players[1])
    history.boundary()
    assert len(history.entries) == 2
    for _ in range(2):
        for _ in range(LONG + 1):
            history.observe(entry)
        history.boundary()
    assert len(history.entries) == LONG + 3, "a seat that imagines has what is older worked off"

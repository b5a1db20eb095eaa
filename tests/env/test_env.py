"""Matches that are played one answer at a time."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from referee.env import Env, TooMany
from referee.env.staged_chance import Stages
from referee.games.registry import games
from referee.kernel.errors import BadInput, IllegalAnswer
from referee.play.bulk import play_in_bulk
from referee.record.words import key_of

KUHN, QUEUE = (Path(__file__).parent / "games" / each for each in ("kuhn", "queue"))
OTHERS = sorted(each for each in Path("tests/games/games").iterdir() if (each / "rules.py").exists())
SHIPPED = [entry.name for entry in games()]
TURNS = 12


@pytest.mark.parametrize("game", [*SHIPPED, *OTHERS, KUHN], ids=str)
def test_sampled_answers_play_the_match_of_that_seed(game: str | Path) -> None:
    env = Env(game, turn_cap=TURNS)
    env.reset("s", 3)
    decisions = 0
    while not env.done:
        env.step(env.sample())
        decisions += 1
    played = play_in_bulk(env.game, key_of("s"), 3, TURNS)
    assert (decisions, env.turns, env.outcome) == (played.questions, played.turns, played.outcome)
    assert env.returns() == [float(each) for each in played.payoffs]


@pytest.mark.parametrize("game", [*SHIPPED, *OTHERS, KUHN], ids=str)
def test_a_clone_within_a_turn_plays_on_by_itself(game: str | Path) -> None:
    env, rng = Env(game, turn_cap=TURNS), random.Random(1)
    env.reset(7)
    for _ in range(25):
        if env.done:
            break
        before, key = env.clone(), env.state_key()
        assert (before.state_key(), before.seat, before.ask) == (key, env.seat, env.ask)
        assert before.observe() == env.observe()
        number = rng.randrange(before.count())
        before.step(before.nth(number))
        assert env.state_key() == key
        env.step(env.nth(number))
        assert before.state_key() == env.state_key()
        assert before.returns() == env.returns()


@pytest.mark.parametrize("game", [*SHIPPED, *OTHERS, KUHN], ids=str)
def test_answers_are_said_word_by_word(game: str | Path) -> None:
    env, rng = Env(game, turn_cap=6), random.Random(2)
    words = env.actions.words
    assert len(set(words)) == len(words)
    assert words == Env(game).actions.words
    for _ in range(60):
        if env.done:
            break
        legal = env.legal_actions()
        assert legal == sorted(set(legal))
        assert legal
        env.act(rng.choice(legal))


def test_every_answer_has_words_of_its_own() -> None:
    env = Env("escalation", 2)
    env.reset(4)
    for _ in range(30):
        said = {}

        def say(at: Env, words: tuple[int, ...], question: int, said: dict[object, tuple[int, ...]] = said) -> None:
            for word in at.legal_actions():
                on = at.clone()
                on.act(word)
                if on.said:
                    say(on, (*words, word), question)
                else:
                    said[on.state_key()] = (*words, word)

        say(env, (), 0)
        assert len(said) == env.count()
        env.step(env.sample())


def test_an_answer_may_be_an_option_plain_data_or_the_kernels_own() -> None:
    env = Env("escalation", 3)
    env.reset(1)
    option = env.legal()[0]
    twins = [env.clone(), env.clone(), env.clone()]
    for twin, answer in zip(twins, (option, option.plain, option.raw), strict=True):
        twin.step(answer)
    assert len({twin.state_key() for twin in twins}) == 1


def test_what_is_no_answer_leaves_the_question_open() -> None:
    env = Env("escalation", 2)
    asked = env.state_key(), env.ask
    with pytest.raises(IllegalAnswer):
        env.step(["cards", ["9", "9", "9", "9", "9"]])
    with pytest.raises(ValueError, match="does not go on"):
        env.act(0)
    assert (env.state_key(), env.ask) == asked


def test_a_question_of_all_seats_is_hidden_until_all_have_answered() -> None:
    env = Env(Path("tests/games/games/sealed_bid"), 3)
    first, *others = env.waiting
    assert env.seat == first
    seen = [env.observe(seat) for seat in others]
    heard = [env.history(seat) for seat in others]
    env.step(env.nth(env.count() - 1))
    assert env.waiting == tuple(others)
    assert [env.observe(seat) for seat in others] == seen
    assert [env.history(seat) for seat in others] == heard


def test_a_history_tells_a_seat_what_it_was_told_and_nothing_else() -> None:
    """Jack or queen of the other seat: one history of mine; my own card: two."""
    mine: dict[str, set[str]] = {}
    for match in range(40):
        env = Env(KUHN)
        env.reset(9, match)
        own, other = env.observe(0)["zones"]["hand"][0]["cards"][0], env.observe(1)["zones"]["hand"][1]["cards"][0]
        mine.setdefault(own, set()).add(str(env.history(0)))
        assert other not in str(env.history(0)[-2:])
    assert {own: len(each) for own, each in mine.items()} == {"J": 1, "Q": 1, "K": 1}
    assert len({each for of in mine.values() for each in of}) == 3


@pytest.mark.untraced
@pytest.mark.parametrize("game", [*SHIPPED, *OTHERS, KUHN, QUEUE], ids=str)
def test_seats_forget_nothing_and_who_knows_the_same_is_asked_the_same(game: str | Path) -> None:
    """What a seat was told before is where its history begins; where two histories are one, so are what the seat sees
    and may answer."""
    env, rng = Env(game, turn_cap=TURNS), random.Random(4)
    asked: dict[str, tuple[str, str | None, str]] = {}
    for match in range(3):
        env.reset(8, match)
        before: list[tuple[object, ...]] = [()] * env.game.players
        for _ in range(10):
            if env.done:
                break
            for seat, told in enumerate(before):
                before[seat] = env.history(seat)
                assert before[seat][: len(told)] == told
            seat = env.choice.decider.seat
            now = str(env.observe()), env.ask, str(env.space.describe())
            assert asked.setdefault(str((seat, before[seat])), now) == now
            env.choose(rng.randrange(env.count()))


@pytest.mark.untraced
@pytest.mark.parametrize("game", [*SHIPPED, *OTHERS, KUHN, QUEUE], ids=str)
def test_chance_is_whole_and_comes_as_it_was_chosen(game: str | Path) -> None:
    env, rng, events = Env(game, turn_cap=4, explicit_chance=True), random.Random(5), 0
    while not env.done and events < 20:
        if env.seat is not None:
            env.choose(rng.randrange(env.count()))
            continue
        events += 1
        try:
            outcomes = env.chance()
        except TooMany:
            outcomes = [(env.sample_chance(), Fraction(1))]
        assert sum([probability for _, probability in outcomes]) == 1
        outcome = rng.choice(outcomes)[0]
        one, other = env.clone(), env.clone()
        one.step(outcome)
        other.step(outcome)
        assert one.state_key() == other.state_key() != env.state_key()
        env.step(outcome)
    assert events


def test_chance_nodes_have_all_outcomes_with_their_probabilities() -> None:
    env = Env(KUHN, explicit_chance=True)
    seen = []
    while env.seat is None:
        outcomes = env.chance()
        assert sum(probability for _, probability in outcomes) == 1
        seen.append(len(outcomes))
        env.step(env.sample_chance())
    assert [each for each in seen if each > 1] == [3, 2]


def test_the_stages_of_chance_are_as_likely_as_the_whole() -> None:
    env = Env("escalation", 2, settings={"ranks": "2,5,6,7", "hand": 2, "suits": 2}, explicit_chance=True)
    while env.seat is None and len(env.chance()) < 3:
        env.step(env.chance()[0][0])
    whole = dict(env.chance())
    found: dict[object, Fraction] = {}

    def go_on(taken: list[int], probability: Fraction) -> None:
        stages = Stages(env.event)
        stages.whole = None
        outcome = None
        for each in taken:
            outcome = stages.take(each)
        if outcome is not None:
            found[outcome] = found.get(outcome, Fraction(0)) + probability
            return
        for number, part in stages.options():
            go_on([*taken, number], probability * part)

    go_on([], Fraction(1))
    assert found == whole


def test_what_cannot_be_listed_is_counted() -> None:
    env = Env("effervesce", 2, settings={"hand": 22})
    while env.count() <= 10_000:
        env.step(env.sample())
    assert not env.done
    with pytest.raises(TooMany):
        env.legal()
    assert env.nth(env.count() - 1).plain
    with pytest.raises(IndexError):
        env.nth(env.count())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nonsense",), "there is no game"),
        (("escalation", 99), "not 99"),
        (("escalation", 2, {"readings": {"nothing": "x"}}), "no reading"),
    ],
)
def test_bad_input_is_told_in_a_line(arguments: tuple[object, ...], said: str) -> None:
    *given, options = arguments if isinstance(arguments[-1], dict) else (*arguments, {})
    with pytest.raises(BadInput, match=said):
        Env(*given, **options)  # type: ignore[arg-type]

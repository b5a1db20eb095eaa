"""Answers word by word: a bot says what the environment says, from what it is told."""

import random
from pathlib import Path

import numpy as np
import pytest

from referee.bot import Bot
from referee.env import Env
from referee.env.observing import Observing
from referee.env.speaking import Speaker
from referee.games.registry import find_game
from referee.play.bot import Ask, Option, View
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.pool.seating import Lifetime, SeatFactory

SHIPPED = ("escalation", "fscking-ace", "effervesce", "five-crowns", "bpoker")
OWN = Path(__file__).parent.parent / "games" / "games"
QUESTIONS, MOST = 60, 2000


class Following:
    """A policy that gives one answer, and compares what it is shown with what the environment shows."""

    def __init__(self, observing: Observing, wanted: Option) -> None:
        self.observing, self.env = observing, observing.table
        self.left = self.env.actions.said(self.env.space, wanted.raw)

    def __call__(self, observation: np.ndarray, mask: np.ndarray) -> int:
        shown = self.observing.observe(self.env.seat)
        assert (shown["observation"] == observation).all()
        assert (shown["action_mask"] == mask).all()
        number = self.left.pop(0)
        if self.left:
            self.env.act(number)
        return number


@pytest.mark.parametrize(
    "game", [*SHIPPED, *sorted(str(each) for each in OWN.iterdir() if each.is_dir())], ids=lambda each: Path(each).name
)
def test_a_bot_says_and_sees_what_the_environment_says_and_shows(game: str) -> None:
    """The words of every answer, what each word leaves open, and the vector."""
    made = find_game(game)
    env = Env(game, max(made.fewest_players, min(made.most_players, 3)))
    env.reset(seed="words")
    observing, speaker, rng = Observing(env), Speaker(env.game), random.Random(1)
    asked = 0
    while asked < QUESTIONS:
        if env.done:
            env.reset()
            continue
        asked += 1
        if env.count() > MOST:
            env.step(env.sample())
            continue
        options = env.legal()
        for option in rng.sample(options, min(len(options), 20)):
            said = env.actions.said(env.space, option.raw)
            table = env.clone()
            for number in said:
                table.act(number)
            assert table.turns > env.turns or table.said == () or table.done
            assert [env.actions.number(word) for word in speaker.words(option)] in (said, said[:-1])
        wanted = rng.choice(options)
        view = View(lambda: env.observe(env.seat))
        answer = speaker.answer(view, Ask(env.ask, env.player, env.space), Following(observing, wanted))
        assert answer == wanted
        env.said = ()
        env.step(answer)


class First(Bot):
    """The lowest word that may come next."""

    speaker = None

    def answer(self, view: View, ask: Ask) -> Option:
        self.speaker = self.speaker or Speaker(view.game)
        return self.speaker.answer(view, ask, lambda observation, mask: int(mask.argmax()))


def test_it_is_the_same_in_a_jail(tmp_path: Path) -> None:
    made = tmp_path / "bot"
    made.mkdir()
    (made / "bot.toml").write_text('entry = "bot.py"\npackages = ["numpy"]')
    lines = Path(__file__).read_text().partition("class First")[2].partition("\n\n\n")[0]
    (made / "bot.py").write_text(
        "from referee.bot import Bot, View, Ask, Option\nfrom referee.env.speaking import Speaker\n\nclass First"
        + lines
    )
    game = find_game("escalation")
    played = []
    for form in (str(made), f"trusted:{made}/bot.py"):
        with SeatFactory(form, game, [], lifetime=Lifetime.BLOCK) as factory:
            for secret in (b"s" * 32, b"t" * 32):  # one process plays both
                seats = [factory.seat(seat_rng(b"", 0)), RandomSeat(seat_rng(b"x", 1))]
                played.append(play_match(game(2), seats, secret=secret))
                factory.give_back(seats[0])
    assert [each.data["faults"] for each in played] == [[]] * 4
    assert [each.data["payoffs"] for each in played[:2]] == [each.data["payoffs"] for each in played[2:]]

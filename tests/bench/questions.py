"""How much a search gains at the questions of matches between bots ``greedy``, where all go on as the search plays on.

    python -m tests.bench.questions [GAME] [SEAT] [--players N] [--matches N] [--first N] [--played N]

At each question between several answers the search is asked. Where it would answer otherwise than the bot, both answers
are played on in other imagined positions and with other chance, ``--played`` times each. What is told is the sum of
these gains over a seat's questions in a match, in wins and in payoff; intervals are of 95 %, over matches.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable
from statistics import mean
from typing import Any

from referee.bot import Ask, Bot, Option, View
from referee.games.registry import find_game
from referee.native.search import natively
from referee.play.bot_loading import budget_of
from referee.play.playing_on import Job
from referee.play.policies import default_policy
from referee.play.referee import play_match, seat_rng
from referee.play.rollouts import Rollouts
from referee.play.search import searcher
from referee.play.seats import BotSeat
from referee.stats.means import mean_interval

WORLDS = 20
"""Positions in which both answers are played on."""
Gain = tuple[float, float]


def asking(policy: type[Bot], gain: Callable[[View, Ask, Option], None]) -> type[Bot]:
    """The policy, whose questions and answers are looked at."""

    class Asked(policy):  # type: ignore[misc, valid-type]
        def answer(self, view: View, ask: Ask) -> Any:
            found = super().answer(view, ask)
            answer = found if isinstance(found, Option) else ask.read(found)
            if ask.count() > 1:
                gain(view, ask, answer)
            return answer

    return Asked


def gained(view: View, ask: Ask, answer: Option, rng: random.Random, budget: int, played: int) -> Gain:
    """In wins and payoff, by the answer of the search instead of this one; nothing where that is the same."""
    search = searcher(view.game, rng, budget, natively)
    assert isinstance(search, Rollouts)
    other = search.best(view, ask)
    if other.raw == answer.raw:
        return 0.0, 0.0
    playing = search.playing
    playing.begin([answer.plain, other.plain])
    positions = [view.imagine(rng) for _ in range(WORLDS)]
    jobs = [Job(match % WORLDS, which, match) for match in range(played) for which in (0, 1)]
    key = rng.getrandbits(64), rng.getrandbits(64)
    endings = playing.endings(positions, jobs, key, view.seat)
    before, after = endings[::2], endings[1::2]
    return (
        mean([each.lead for each in after]) - mean([each.lead for each in before]),
        mean([each.payoff for each in after]) - mean([each.payoff for each in before]),
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="fscking-ace")
    parser.add_argument("seat", nargs="?", default="search:1000")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--played", type=int, default=4000)
    told = parser.parse_args()
    made = find_game(told.game)
    game, policy, budget = made(told.players), default_policy(made), budget_of(told.seat)[1]
    assert policy is not None
    assert budget is not None
    found: list[Gain] = []
    by_match: list[Gain] = []
    questions = others = 0
    for match in range(told.first, told.first + told.matches):
        rng = random.Random(f"questions {match}")
        found.clear()
        bot = asking(policy, lambda *asked: found.append(gained(*asked, rng, budget, told.played)))  # noqa: B023
        secret = random.Random(f"questions of {match}").randbytes(32)
        seats = [BotSeat(bot(), "greedy", seat_rng(secret, seat)) for seat in range(game.players)]
        assert not play_match(game, seats, secret=secret).data["faults"]
        questions, others = questions + len(found), others + sum(any(each) for each in found)
        by_match.append((sum(each[0] for each in found) / game.players, sum(each[1] for each in found) / game.players))
        figures: dict[str, Any] = {"matches": len(by_match), "questions": questions, "answered otherwise": others}
        for name, column in (("wins", 0), ("payoff", 1)):
            values = [each[column] for each in by_match]
            figures[name] = round(mean(values), 4)
            figures[f"{name}_interval"] = mean_interval([values]) if len(values) > 1 else None
        sys.stdout.write(json.dumps(figures) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

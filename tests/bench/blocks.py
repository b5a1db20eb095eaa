"""How many fewer matches blocks need than independent deals: ``python -m tests.bench.blocks FILE``.

``python -m tests.bench.blocks GAME SEAT,SEAT,… BLOCKS`` does one case; what ``FILE`` gets is ``CASES``.

Of the first seat's score, and of its payoff: the variance of the mean of as many matches on deals of their own, in
the same seatings, over the variance of the mean of a block. A bootstrap over blocks gives the interval.
"""

import json
import random
import sys
from pathlib import Path
from statistics import variance

from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.play.referee import play_match, seat_rng
from referee.play.seats import seat_maker
from referee.record.tape import secret_of_seed
from referee.stats.blocks import scores_of, seatings
from referee.tournament.outcomes import exact


def means(game, makers, block, *, one_deal):
    """Mean score and mean payoff of the first seat over the seatings of a block."""
    score = payoff = 0.0
    ways = seatings(game.players, order=block)
    for number, way in enumerate(ways):
        own = secret_of_seed(f"{block} {number} {one_deal}")
        deal = secret_of_seed(f"deal {block}") if one_deal else own
        made = [makers[who](seat_rng(own, seat)) for seat, who in enumerate(way)]
        result = play_match(game, made, secret=deal)
        seat = way.index(0)
        score += float(scores_of(result.ranks)[seat])
        payoff += float(exact(result.payoffs[seat]))
    return score / len(ways), payoff / len(ways)


def factor(alone, together):
    return variance(alone) / variance(together) if len(set(together)) > 1 else None


def measured(name, seats, blocks):
    game = find_game(name)(len(seats))
    where = folders("bots", type(game))
    makers = [seat_maker(form, game.name, where) for form in seats]
    alone = [means(game, makers, block, one_deal=False) for block in range(blocks)]
    together = [means(game, makers, block, one_deal=True) for block in range(blocks)]
    found, rng = {"game": name, "seats": seats, "blocks": blocks}, random.Random(1)
    for what, column in (("score", 0), ("payoff", 1)):
        a, b = [row[column] for row in alone], [row[column] for row in together]
        again = [factor(rng.choices(a, k=blocks), rng.choices(b, k=blocks)) for _ in range(1000)]
        drawn = sorted(each for each in again if each is not None)
        if factor(a, b) is not None:
            found[what] = {
                "factor": round(factor(a, b), 3),
                "interval": [round(drawn[len(drawn) // 40], 3), round(drawn[-1 - len(drawn) // 40], 3)],
            }
    return found


CASES = (
    ("escalation", ["random"] * 2, 400),
    ("escalation", ["greedy", "careful"], 300),
    ("escalation", ["greedy", "random", "random"], 60),
    ("fscking-ace", ["greedy", "random", "random"], 40),
    ("five-crowns", ["greedy", "random"], 30),
)


def main(path):
    found = {"command": "python -m tests.bench.blocks FILE", "cases": []}
    for case in CASES:
        found["cases"].append(measured(*case))
        path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) == 2:
        main(Path(sys.argv[1]))
    else:
        sys.stdout.write(json.dumps(measured(sys.argv[1], sys.argv[2].split(","), int(sys.argv[3]))) + "\n")

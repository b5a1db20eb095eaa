"""Compares matches played natively with the same matches played by Python: ``python -m tests.native.comparing``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.native.engine import Engine
from referee.play.bulk import STOPPED, play_in_bulk
from referee.record.words import key_of

SEED = "compared"


def differences(engine: Engine, matches: int, turn_cap: int | None = None) -> Iterator[str]:
    """A line for each of the first matches that differs."""
    key = key_of(SEED)
    played = engine.play(key, 0, matches, turn_cap)
    for match, native in enumerate(played.results):
        python = play_in_bulk(engine.game, key, match, turn_cap)
        if python.broken is not None:
            same = native["end"] == STOPPED and native["turns"] == python.turns
        else:
            same = native["digest"] == python.digest and native["turns"] == python.turns
            if python.outcome is not None:
                same = same and tuple(played.ranks[match]) == python.outcome.ranks
                same = same and engine.words[native["reason"]] == python.outcome.reason
            exact = [[each.numerator, each.denominator] for each in python.payoffs]
            same = same and played.payoffs[match].tolist() == exact
        if not same:
            yield f"match {match}: natively {native}, in Python {python}"


def forms(game: type[Game[Any]]) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Every number of players with the default readings, and every alternative of every reading."""
    for players in range(game.fewest_players, game.most_players + 1):
        yield players, {}
    fewest = game(game.fewest_players)
    for slug, reading in fewest.register.items():
        for value in reading.alternatives:
            if value != reading.default:
                yield min(4, game.most_players), {slug: value}


def main(names: list[str], matches: int, turn_cap: int | None) -> int:
    """Compare all forms of these games; gives how many differ."""
    different = 0
    for name in names:
        for players, readings in forms(find_game(name)):
            try:
                game = find_game(name)(players, readings=readings)
            except BadInput:
                continue
            try:
                engine = Engine(game, Path(".referee") / "native")
            except BadInput as error:
                print(f"{name} {players} {dict(readings)}: {error}")
                different += 1
                continue
            found = list(differences(engine, matches, turn_cap))
            different += bool(found)
            print(f"{name} {players} {dict(readings)}: {len(found)} of {matches} differ", *found[:1], flush=True)
    return different


if __name__ == "__main__":
    options = dict(each.removeprefix("--").split("=") for each in sys.argv[1:] if each.startswith("--"))
    given = [each for each in sys.argv[1:] if not each.startswith("--")]
    cap = int(options["turn-cap"]) if "turn-cap" in options else None
    sys.exit(bool(main(given, int(options.get("matches", 20)), cap)))

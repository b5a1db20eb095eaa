"""Compares matches played natively with the same matches played by Python.

``python -m tests.native.comparing escalation tests/games/games/hanabi --matches=1000 --turn-cap=150`` plays every
number of players, and every alternative of every reading: several in one form (``--each``: each in a form of its own).
``--flags=-O0`` compiles in little time what is slow. The first difference is told in words.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.meaning.translation import meaning
from referee.native.cxx import Writer
from referee.native.cxx_functions import BROKEN
from referee.native.engine import Engine
from referee.play.bulk import CAPPED, ENDED, STOPPED, BulkMatch, play_in_bulk
from referee.record.words import key_of
from tests.native.telling import first_difference

SEED = "compared"
TOO_SMALL = ("NO_END", "OVERFLOW", "MEMORY")
"""What stops a native match where Python may go on: it is played again by Python, and is no difference."""
FOLDER = Path(".referee") / "native"


def differences(engine: Engine, matches: int, turn_cap: int | None = None, first: int = 0) -> Iterator[str]:
    """A line for each of the first matches that differs."""
    key = key_of(SEED)
    played = engine.play(key, first, matches, turn_cap)
    for at, native in enumerate(played.results):
        python = play_in_bulk(engine.game, key, first + at, turn_cap)
        if native["broken"] and BROKEN[native["broken"] - 1] in TOO_SMALL:
            continue
        exact = [[each.numerator, each.denominator] for each in python.payoffs]
        same = is_same(engine, native, python) and (
            python.broken is not None
            or (
                (python.outcome is None or tuple(played.ranks[at]) == python.outcome.ranks)
                and played.payoffs[at].tolist() == exact
            )
        )
        if not same:
            yield f"match {first + at}: natively {native}, in Python {python}"


def is_same(engine: Engine, native: Any, python: BulkMatch) -> bool:
    """Whether a match came to the same end natively."""
    end = STOPPED if python.broken else CAPPED if python.outcome is None else ENDED
    if native["end"] != end or native["turns"] != python.turns or native["decisions"] != python.questions:
        return False
    if python.broken is not None:
        return native["digest"] == python.digest and BROKEN[native["broken"] - 1] == python.broken.name
    if native["digest"] != python.digest:
        return False
    return python.outcome is None or engine.words[native["reason"]] == python.outcome.reason


def forms(game: type[Game[Any]], each: bool = False) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Every number of players with the default readings, and every alternative of every reading: together in as few
    forms as there are alternatives of one reading, or ``each`` in one of its own."""
    for players in range(game.fewest_players, game.most_players + 1):
        yield players, {}
    players = min(4, game.most_players)
    try:
        register = game(players).register
    except BadInput:
        return
    others = {
        slug: [value for value in reading.alternatives if value != reading.default]
        for slug, reading in register.items()
    }
    if each:
        yield from ((players, {slug: value}) for slug, values in others.items() for value in values)
        return
    for row in itertools.zip_longest(*others.values()):
        yield from together(game, players, {slug: value for slug, value in zip(others, row, strict=True) if value})


def together(game: type[Game[Any]], players: int, readings: dict[str, str]) -> Iterator[tuple[int, dict[str, str]]]:
    """These readings in one form; in two or more where some do not go together."""
    try:
        game(players, readings=readings)
    except BadInput:
        if len(readings) > 1:
            half = len(readings) // 2
            yield from together(game, players, dict(list(readings.items())[:half]))
            yield from together(game, players, dict(list(readings.items())[half:]))
        return
    yield players, readings


def engine_of(game: Game[Any], flags: tuple[str, ...]) -> Engine:
    program = meaning(game)
    engine = Engine.of_text(game, Writer(program).text(), FOLDER, flags)
    engine.words = program.atoms
    return engine


def main(names: list[str], options: dict[str, str]) -> int:
    """Compare all forms of these games; gives how many differ."""
    different = 0
    cap = int(options["turn-cap"]) if "turn-cap" in options else None
    flags = tuple(options.get("flags", "").split())
    for name in names:
        for players, readings in forms(find_game(name), "each" in options):
            began = time.process_time()
            form = " ".join([name, str(players), *[f"{slug}={value}" for slug, value in readings.items()]])
            try:
                game = find_game(name)(players, readings=readings)
            except BadInput:
                continue
            try:
                engine = engine_of(game, flags)
            except BadInput as error:
                print(f"{form}: {error}", flush=True)
                different += 1
                continue
            found = list(differences(engine, int(options.get("matches", 20)), cap, int(options.get("first", 0))))
            different += bool(found)
            seconds = time.process_time() - began
            print(
                f"{form}: {len(found)} of {options.get('matches', 20)} differ ({seconds:.0f} s)", *found[:1], flush=True
            )
            if found:
                match = int(found[0].split()[1].rstrip(":"))
                print(*first_difference(game, key_of(SEED), match, cap, FOLDER, flags), sep="\n", flush=True)
    return different


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if not each.startswith("--")]
    pairs = [each.removeprefix("--").partition("=") for each in sys.argv[1:] if each.startswith("--")]
    sys.exit(bool(main(given, {name: value for name, _, value in pairs})))

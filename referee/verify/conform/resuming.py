"""Saved at a step boundary and continued in a fresh process, a match gives the same record.

Run as a program it reads saved matches (JSON, a line each) and writes the lines of their records.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

from referee.games.registry import FOLDER_PACKAGE, find_game
from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import BadInput, RuleFault
from referee.kernel.game import Game, rules_of
from referee.kernel.saving import load, save
from referee.kernel.table import Table
from referee.play.referee import seat_rng
from referee.play.seats import RandomSeat
from referee.record.header import header_of
from referee.record.record import Recorder
from referee.record.replay import result_data
from referee.record.tape import Tape
from referee.verify.conform import NotConforming
from referee.verify.play.matches import Brief

MOST_SECONDS = 1200.0
"""Seconds for the fresh process: it has as much to do as this one had, and the machine may be busy."""


class Match:
    """A match between random seats that can be left at any step boundary and taken up again."""

    def __init__(self, game: Game[Any], table: Table, tape: Tape, rngs: list[random.Random]) -> None:
        self.game, self.table, self.tape, self.rngs = game, table, tape, rngs
        self.referee = Brief(table, [RandomSeat(rng) for rng in rngs], tape, None)
        self.stopped = ""

    @staticmethod
    def dealt(game: Game[Any], secret: bytes) -> Match:
        match = Match(game, game.table(), Tape(secret), [seat_rng(secret, seat) for seat in range(game.players)])
        run_deal(game, match.table, match.referee)
        return match

    def save(self) -> dict[str, Any]:
        return {
            "game": home_of(type(self.game)),
            "players": self.game.players,
            "readings": self.game.readings,
            "settings": dict(self.game.settings),
            "table": save(self.table),
            "secret": self.tape.secret.hex(),
            "tape": self.tape.save(),
            "rngs": [rng.getstate() for rng in self.rngs],
        }

    @staticmethod
    def restored(saved: dict[str, Any]) -> Match:
        game = game_at(saved["game"])(saved["players"], readings=saved["readings"], settings=saved["settings"])
        tape = Tape(bytes.fromhex(saved["secret"]))
        tape.load(saved["tape"])
        rngs = []
        for version, state, gauss in saved["rngs"]:
            rngs.append(random.Random())
            rngs[-1].setstate((version, tuple(state), gauss))
        return Match(game, load(game, saved["table"]), tape, rngs)

    def lines(self, steps: int) -> list[str]:
        """The record of the next steps, with the digests of all that every asked seat is shown.

        TooLong where a step asks and asks.
        """
        table = self.table
        header = header_of(self.game, self.referee.seats, self.tape, chance="seeded", turn_cap=0, views=True)
        recorder = Recorder(table, header)
        table.watch = recorder.watch()
        self.referee = Brief(table, self.referee.seats, self.tape, recorder)
        for step in range(steps):
            if table.outcome is not None or self.stopped:
                break
            try:
                run_step(self.game, table, self.referee)
            except RuleFault as fault:
                self.stopped = str(fault)
            recorder.step_done(step)
        recorder.result(result_data(table, {}, self.stopped))
        return [line.decode() for line in recorder.lines]


def home_of(game: type[Game[Any]]) -> list[str]:
    """The address of a game for another process: the folder of its rules, or its module, and its name there."""
    module = game.__module__
    return [str(rules_of(game).folder) if module.startswith(FOLDER_PACKAGE) else "", module, game.__qualname__]


def game_at(home: list[str]) -> type[Game[Any]]:
    """The game of which ``home_of`` told."""
    folder, module, name = home
    if folder:
        return find_game(Path(folder))
    return getattr(importlib.import_module(module), name)  # type: ignore[no-any-return]


def continued_elsewhere(saved: list[dict[str, Any]], steps: int) -> list[list[str]]:
    """The lines that a fresh process writes for each saved match; BadInput where it fails."""
    ran = subprocess.run(
        [sys.executable, "-m", __name__, str(steps)],
        input="\n".join(map(json.dumps, saved)),
        capture_output=True,
        text=True,
        check=False,
        timeout=MOST_SECONDS,
        # Sets of words have another order there.
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "7"},
    )
    if ran.returncode:
        raise BadInput(f"a fresh process cannot go on with a saved match: {(ran.stderr.splitlines() or ['?'])[-1]}")
    return [json.loads(line) for line in ran.stdout.splitlines()]


def check_continuing(game: Game[Any], rng: random.Random, matches: int, before: int, after: int) -> None:
    """Save matches at some boundary, go on here, and compare the records with those of a fresh process."""
    saved, lines = [], []
    for _ in range(matches):
        match = Match.dealt(game, rng.randbytes(32))
        match.lines(rng.randint(0, before))
        if match.table.outcome is None and not match.stopped:
            saved.append(match.save())
            lines.append(match.lines(after))
    if saved and continued_elsewhere(saved, after) != lines:
        what = (
            "a saved match goes on otherwise in a fresh process: the rules depend on something that is not on the table"
        )
        raise NotConforming(what, (), [[]])


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(json.dumps(Match.restored(json.loads(line)).lines(int(sys.argv[1]))) + "\n")

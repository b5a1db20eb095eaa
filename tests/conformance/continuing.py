"""Saved at a step boundary and continued in a fresh process, a match gives the same record.

Run as a program it reads saved matches (JSON, a line each) and writes the lines of their records.
"""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.kernel.errors import RuleFault
from referee.kernel.game import Game, run_deal, run_step
from referee.kernel.saving import load, save
from referee.kernel.table import Table
from referee.play.referee import Referee, seat_rng
from referee.play.seats import RandomSeat
from referee.record.header import header_of
from referee.record.record import Recorder, Story
from referee.record.replay import result_data
from referee.record.tape import Tape

ROOT = Path(__file__).resolve().parent.parent.parent


class Match:
    """A match between random seats that can be left at any step boundary and taken up again."""

    def __init__(self, game: Game[Any], table: Table, tape: Tape, rngs: list[random.Random]) -> None:
        self.game, self.table, self.tape, self.rngs = game, table, tape, rngs
        self.referee = Referee(table, [RandomSeat(rng) for rng in rngs], tape, None)
        self.stopped = ""

    @staticmethod
    def dealt(game: Game[Any], secret: bytes) -> "Match":
        match = Match(game, game.table(), Tape(secret), [seat_rng(secret, seat) for seat in range(game.players)])
        run_deal(game, match.table, match.referee)
        return match

    def save(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "players": self.game.players,
            "readings": self.game.readings,
            "settings": dict(self.game.settings),
            "table": save(self.table),
            "secret": self.tape.secret.hex(),
            "tape": self.tape.save(),
            "rngs": [rng.getstate() for rng in self.rngs],
        }

    @staticmethod
    def restored(saved: dict[str, Any], find: Callable[[str], type[Game[Any]]] = find_game) -> "Match":
        game = find(saved["game"])(saved["players"], readings=saved["readings"], settings=saved["settings"])
        tape = Tape(bytes.fromhex(saved["secret"]))
        tape.load(saved["tape"])
        rngs = []
        for version, state, gauss in saved["rngs"]:
            rngs.append(random.Random())
            rngs[-1].setstate((version, tuple(state), gauss))
        return Match(game, load(game, saved["table"]), tape, rngs)

    def lines(self, steps: int) -> list[str]:
        """The record of the next steps, with the digests of all that every asked seat is shown."""
        table = self.table
        header = header_of(self.game, self.referee.seats, self.tape, seeded=True, turn_cap=0, views=True)
        recorder = Recorder(table, header)
        table.watch = Story([recorder.told])
        self.referee.recorder = recorder
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


def continued_elsewhere(saved: list[dict[str, Any]], steps: int) -> list[list[str]]:
    """The lines that a fresh process writes for each saved match."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.conformance.continuing", str(steps)],
        cwd=ROOT,
        input="\n".join(map(json.dumps, saved)),
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "7", "PATH": ""},
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(Match.restored(json.loads(line)).lines(int(sys.argv[1]))))  # noqa: T201

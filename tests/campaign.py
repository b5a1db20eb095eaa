"""A campaign of random matches that can be left and taken up again: ``python -m tests.campaign GAME --state FILE``.

Match N of a game is always the same: it seeds the number of players (each in turn), every reading (any value but
``undefined``) and all answers and chance. What is looked for is a referee fault, cards that are lost, and clauses
that nothing has carried out. ``--until N`` matches in all, ``--seconds S`` in this run. Exit code 1 where a match
was at fault, 3 where there are matches left.

What was played is kept by a digest of the code that played it: matches of older code count for that code alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import referee
from referee.games.registry import find_game
from referee.kernel.driving import run
from referee.kernel.errors import RefereeError
from referee.kernel.game import Game, rules_of
from referee.kernel.rulebook import load_rulebook
from referee.verify.ledger import Ledger
from referee.verify.play.drivers import AtRandom

SAVED_EVERY = 10
"""Matches."""


class Untiring(AtRandom):
    """A whole match is one step to it: answers are counted and not kept."""

    def choose(self, choice: Any) -> Any:
        answer = super().choose(choice)
        self.transcript.clear()
        return answer

    def chance(self, event: Any) -> Any:
        outcome = super().chance(event)
        self.transcript.clear()
        return outcome


def form_of(game: type[Game[Any]], number: int) -> Game[Any]:
    """The form in which match ``number`` is played."""
    rng = random.Random(f"form {number}")
    counts = range(game.fewest_players, game.most_players + 1)
    readings = {
        slug: rng.choice([each for each in reading.alternatives if each != "undefined"])
        for slug, reading in rules_of(game).readings.items()
    }
    return game(counts[number % len(counts)], readings=readings)


def play(game: Game[Any], number: int, ledger: Ledger, turn_cap: int | None = None) -> dict[str, Any]:
    """Play match ``number``; what came of it, with ``fault`` where the rules were at fault."""
    table, driver = game.table(), Untiring(random.Random(f"match {number}"), kinds_first=number % 2 == 0)
    fault = ""
    with ledger.watching(game, table):
        try:
            run(game, table, driver, turn_cap)
        except (RefereeError, AssertionError) as error:
            fault = f"{type(error).__name__}: {error}"
    if not fault and sum(place.size for place in table.places) != game.deck.total:
        fault = "cards were lost"
    reason = "turn-cap" if table.outcome is None else table.outcome.reason
    return {"decisions": driver.decisions, "turns": table.turns, "reason": reason, "fault": fault}


def digest_of(game: type[Game[Any]]) -> str:
    """Of the rules of the game and of the kernel."""
    found = hashlib.sha256()
    for folder in (rules_of(game).folder, Path(referee.__file__).parent / "kernel"):
        for file in sorted(folder.glob("*.py")):
            found.update(file.read_bytes())
    return found.hexdigest()[:12]


def never_carried_out(game: type[Game[Any]], carried_out: Sequence[str]) -> list[str]:
    """The clauses that the code carries out and that no match has met."""
    in_code = {each for ids in rules_of(game).clause_codes.values() for each in ids}
    numbered = [each.id for each in load_rulebook(rules_of(game).folder / "rulebook.md").clauses]
    return [each for each in numbered if each in in_code and each not in carried_out]


def campaign(
    game: type[Game[Any]], state: Path, until: int, seconds: float | None, turn_cap: int | None = None
) -> dict[str, Any]:
    """Play on from where the state says; gives what all matches of this code came to."""
    kept: dict[str, Any] = json.loads(state.read_text()) if state.exists() else {}
    fresh = {"matches": 0, "decisions": 0, "turns": 0, "cpu": 0.0, "ends": {}, "faults": {}, "carried_out": []}
    mine = kept.setdefault(f"{game.name} {digest_of(game)}", fresh)
    ledger = Ledger()
    ledger.carried_out |= set(mine["carried_out"])
    began, spent = time.monotonic(), time.process_time()
    try:
        while mine["matches"] < until and (seconds is None or time.monotonic() - began < seconds):
            number = mine["matches"]
            came = play(form_of(game, number), number, ledger, turn_cap)
            mine["matches"] += 1
            mine["decisions"] += came["decisions"]
            mine["turns"] += came["turns"]
            mine["ends"][came["reason"]] = mine["ends"].get(came["reason"], 0) + 1
            if came["fault"]:
                mine["faults"][str(number)] = came["fault"]
            mine["cpu"], spent = mine["cpu"] + time.process_time() - spent, time.process_time()
            if mine["matches"] % SAVED_EVERY == 0:
                _save(kept, mine, ledger, state)
    finally:
        _save(kept, mine, ledger, state)
    return mine


def _save(kept: dict[str, Any], mine: dict[str, Any], ledger: Ledger, state: Path) -> None:
    mine["carried_out"] = sorted(ledger.carried_out)
    written = state.with_suffix(".new")
    written.write_text(json.dumps(kept, indent=1))
    written.replace(state)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--until", type=int, default=10_000)
    parser.add_argument("--seconds", type=float)
    asked = parser.parse_args()
    game = find_game(asked.game)
    came = campaign(game, asked.state, asked.until, asked.seconds)
    rate = came["decisions"] / max(came["cpu"], 0.001)
    sys.stdout.write(
        f"{came['matches']} of {asked.until} matches, {came['turns']} turns, {came['decisions']} decisions"
    )
    sys.stdout.write(f", {came['cpu']:.0f} s of processor time ({rate:.0f} decisions/s)\n")
    sys.stdout.write(f"ends: {', '.join(f'{end} {number}' for end, number in sorted(came['ends'].items()))}\n")
    never = never_carried_out(game, came["carried_out"])
    sys.stdout.write(f"clauses that nothing has carried out: {' '.join(never) or 'none'}\n")
    for number, fault in came["faults"].items():
        sys.stdout.write(f"match {number}: {fault}\n")
    sys.stdout.write(f"referee faults: {len(came['faults'])}\n")
    return 1 if came["faults"] else 3 if came["matches"] < asked.until else 0


if __name__ == "__main__":
    raise SystemExit(main())

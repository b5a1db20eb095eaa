"""``referee check --suggest``: promises that nobody wrote, and a file of those that hold."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from referee.cli.json_file import write_whole
from referee.cli.progress import Progress
from referee.cli.terminal import Terminal, complain, say, shown_path
from referee.cli.witnesses import keep_witnesses
from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.verify.mine.attacking import Broken, attacked, shown
from referee.verify.mine.inferring import Mined
from referee.verify.mine.observing import LONGEST, Observed
from referee.verify.mine.suggested import comes_to_its_end, observed, source_of, suggested, target
from referee.verify.project import own_folder
from referee.verify.questions import sample_of_players

MOST = 12
MOST_EXCEPTIONS = 5
MOST_FORMS = 5
"""Numbers of players that are looked at, where nobody names them."""


def suggest(
    name: str, players: Sequence[int] | None, readings: Mapping[str, str], settings: Mapping[str, Any], seed: str,
    effort: float,
) -> int:  # fmt: skip
    """Show what held and what almost held; write that, and that matches end. Exit code 0; 3: too little was seen."""
    game = find_game(name)
    games = _forms(game, players, readings, settings)
    with Progress(2 * len(games) + 1, "parts") as progress:
        seen: list[Observed] = []
        for form in games:
            seen.append(observed(form, seed, effort))
            progress.at(len(seen))
        held, almost = suggested(seen)
        few = [seen[0], seen[-1]] if len(seen) > 1 else seen
        held, broken, tables = attacked(held[:MOST], few, seed, effort)
        unseen = comes_to_its_end(seen)
        exceptions = [*broken, *[shown(each, seen) for each in almost]][:MOST_EXCEPTIONS]
        progress.at(2 * len(games))
    matches = sum(len(each.scripts) for each in seen)
    boundaries = sum(len(each.boundaries) for each in seen)
    if stopped := [said for each in seen for said in each.stopped]:
        complain(f"{len(stopped)} of {matches} matches came to no end by the rules, the first for this: {stopped[0]}; "
                 f"what held before is told ('referee check {name}' tells more)")  # fmt: skip
    if not (held or exceptions):
        complain(f"{game.name}: nothing to suggest after {boundaries} tables of {matches} matches")
        return 3
    terminal = Terminal.of(sys.stdout)
    counts = ", ".join(str(each.players) for each in games)
    say(f"{game.title}: {matches} matches with {counts} players, {boundaries} tables after deals and turns")
    _tell_exceptions(game, exceptions, terminal)
    say("", f"held on all of them, and on {tables} more of random and extreme deals (no proof):" if held else "")
    for each in held:
        about = "" if each.guard is None else f" ({each.met} tables)"
        say(*terminal.wrapped(f"{each.sentence}{about}", "  · ", "    "))
    if unseen is not None:
        say("", "what no play shows, and a check looks for (keep it if it is meant):")
        said = f"{unseen.sentence} Of {unseen.met} matches {unseen.held} did, of at most {LONGEST} turns."
        say(*terminal.wrapped(said, "  · ", "    "))
        held.append(unseen)
    if held:
        _write(game, name, held)
    return 0


def _forms(
    game: type[Game[Any]], players: Sequence[int] | None, readings: Mapping[str, str], settings: Mapping[str, Any]
) -> list[Game[Any]]:
    there = sample_of_players(range(game.fewest_players, game.most_players + 1))
    wanted = players or (there if len(there) <= MOST_FORMS else (*there[:3], there[len(there) // 2], there[-1]))
    made: list[Game[Any]] = []
    for number in wanted:
        try:
            made.append(game(number, readings=readings, settings=settings))
        except BadInput:
            if players or (number == wanted[-1] and not made):
                raise
    return made


def _tell_exceptions(game: type[Game[Any]], exceptions: Sequence[Broken], terminal: Terminal) -> None:
    if not exceptions:
        return
    say("", "almost always:")
    records = {f"suggest-{each.mined.name}": each.shown.witness.record for each in exceptions}
    files = keep_witnesses(game.name, records=records)
    for each in exceptions:
        mined, steps = each.mined, each.shown.witness.steps
        often = (
            f"after {1000 * mined.held // mined.met / 10} % of deals and turns"
            if mined.broken
            else "in all matches but extreme ones"
        )
        after = f"not after {' '.join(each.clauses)}" if each.clauses else "not always"
        at = f"turn {steps}" if steps else "the deal"
        say(*terminal.wrapped(f"{mined.sentence.rstrip('.')} {often}; {after} ({at}, "
                              f"{each.shown.game.players} players).", "  ! ", "    "))  # fmt: skip
        if (file := files.get(f"suggest-{mined.name}")) is not None:
            say(f"    referee replay {shown_path(file)}")


def _write(game: type[Game[Any]], name: str, held: Sequence[Mined]) -> None:
    folder = own_folder(game, name)
    if folder is None:
        complain("nothing is written: there is no folder properties in the game's project; make one")
        return
    try:
        path = target(folder, game.name)
    except BadInput as error:
        complain(f"nothing is written: {error}")
        return
    write_whole(path, source_of(game.title, held))
    used = "" if path.stem == game.name else f"; to use it: from .{path.stem} import *  in {game.name}.py beside it"
    say("", f"written: {shown_path(path)}{used}")

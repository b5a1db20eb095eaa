"""``referee solve``: what a small game is worth, and what a seat loses in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import click

from referee.cli.game_options import form_fields, form_options
from referee.cli.json_file import JsonFile, json_option
from referee.cli.match_report import fields
from referee.cli.progress import Progress
from referee.cli.terminal import Terminal, say
from referee.cli.values import GAME, MANY, PLAYERS, SEATS
from referee.env import Env
from referee.env.solving import MOST, BestResponse, Solution, best_responses, policy_of, solve, uniform
from referee.games.registry import find_game

SCHEMA = "referee.solution/1"


@click.command()
@click.argument("game", type=GAME)
@click.option("--players", type=PLAYERS, default=2, show_default=True, help="The number of players.")
@form_options
@click.option("--against", type=SEATS, metavar="SEAT", help="What this seat loses to the best answer: random, greedy, "
              "search:50, trusted:PATH.")  # fmt: skip
@click.option("--most", type=MANY, default=MOST, show_default=True, help="Positions to look at.")
@json_option
def command(
    game: str,
    players: int,
    readings: Mapping[str, str],
    settings: Mapping[str, Any],
    against: str | None,
    most: int,
    json_file: JsonFile,
) -> int:
    """Work out exactly who wins a small GAME of two players: the payoffs of best play, and its answers. All cards are
    open then; with --against cards stay hidden, and it says how much a seat gets at most from others that play like
    SEAT."""
    env = Env(find_game(game)(players, readings=readings, settings=settings), explicit_chance=True)
    with Progress(most, "positions at most", at_most=True) as progress:
        if against is None:
            solution = solve(env, most, progress.at)
            document, lines = _solution(solution), list(_told(solution))
        else:
            policy = uniform if against == "random" else policy_of(against)
            found = best_responses(env, policy, most, progress.at)
            document, lines = _responses(found, against), list(_lost(found, against))
    form = {"game": env.game.name, "players": players, "readings": env.game.readings, "settings": env.game.settings}
    json_file.write(SCHEMA, {**form, **document})
    if not json_file.takes_stdout:
        terminal = Terminal.of(sys.stdout)
        say(f"{env.game.title}, {players} players", "", *fields([*lines, *form_fields(env.game)], terminal))
    return 0


def _told(solution: Solution) -> Iterator[tuple[str, str]]:
    for seat, value in enumerate(solution.value):
        yield f"seat {seat}", f"{_number(value)} with best play, all cards open"
    yield "best play", "; ".join(solution.line)
    yield "positions", f"{solution.positions}"


def _lost(found: list[BestResponse], against: str) -> Iterator[tuple[str, str]]:
    for each in found:
        yield f"seat {each.seat}", f"at most {_number(each.value)} where the others play like {against}"
        yield "", f"{_number(each.kept)} where it plays so too: {_number(each.value - each.kept)} are lost"
    loses = sum([each.value - each.kept for each in found], Fraction(0)) / len(found)
    yield against, f"can be exploited by {_number(loses)} a match, in the mean over seats"


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{value} ({float(value):.4f})"


def _solution(solution: Solution) -> dict[str, Any]:
    return {"value": _plain(solution.value), "line": solution.line, "positions": solution.positions}


def _responses(found: list[BestResponse], against: str) -> dict[str, Any]:
    best, kept = [each.value for each in found], [each.kept for each in found]
    return {"against": against, "best_responses": _plain(best), "expected": _plain(kept)}


def _plain(values: Any) -> list[str]:
    return [str(each) for each in values]

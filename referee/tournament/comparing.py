"""Is the new bot stronger than the old? Blocks until the sequential test knows."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.pool.executors import Preparation, in_order, run_all
from referee.pool.limits import Limits
from referee.pool.seating import Lifetime
from referee.record.header import fingerprint
from referee.record.tape import new_secret, secret_of_seed
from referee.stats.blocks import Seatings
from referee.stats.compare import MARGIN, Comparison, Verdict
from referee.tournament.entrants import read_bot, try_bot
from referee.tournament.outcomes import block_means
from referee.tournament.playing import Plan, Played, Task, finish, play_block, start
from referee.tournament.runner import found_by
from referee.tournament.schedule import Block, secret_of_block
from referee.tournament.stored_definition import sides_in

OLD, NEW = 0, 1


def compare(
    game: Game[Any],
    old: str,
    new: str,
    *,
    budget: int = 2000,
    error: float = 0.05,
    margin: float = MARGIN,
    seed: str | None = None,
    jobs: int = 1,
    isolated: bool = True,
    limits: Limits | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Comparison:
    """Play blocks of the two seats at a table of two until the test decides, or ``budget`` blocks are played.

    The answer is the same with any number of ``jobs``: blocks count in their order. BadInput where the game is not
    for two, or of two teams, or a bot cannot start, or the rules stop a match.
    """
    if sides_in(game) != 2:
        raise BadInput(f"{game.name} is no game for two, or of two teams: compare needs one")
    limits = limits or Limits()
    bots = tuple(read_bot(form, form, Path(), game, isolated=isolated) for form in (old, new))
    for bot in bots:
        try_bot(bot, game, limits)
    settings = {name: list(each) if isinstance(each, tuple) else each for name, each in game.settings.items()}
    plan = Plan(
        secrets.token_hex(8), found_by(game), fingerprint(type(game)), 2, dict(game.readings), settings, None, bots,
        Seatings.BALANCED, limits, Lifetime.MATCH, True, seed is not None, False, jobs > 1,
    )  # fmt: skip
    secret = new_secret() if seed is None else secret_of_seed(seed)
    tasks = (
        Task(plan.name, Block(number, (OLD, NEW), number - 1), secret_of_block(secret, number))
        for number in range(1, budget + 1)
    )
    comparison = Comparison(error, margin)
    played = run_all(play_block, tasks, jobs=jobs, preparation=Preparation(start, finish, (plan,)))
    try:
        for matches in in_order((task.block.number - 1, matches) for task, matches in played):
            comparison.add(_score(game, matches))
            progress(comparison.blocks)
            if comparison.verdict is not Verdict.UNDECIDED:
                break
    finally:
        played.close()  # type: ignore[attr-defined]
    return comparison


def _score(game: Game[Any], matches: list[Played]) -> Fraction:
    """The score of the new bot in a block."""
    for match in matches:
        if match.data["ranks"] is None:
            raise BadInput(f"{game.name}: the rules stopped a match: {match.data['stopped']}")
    return block_means((OLD, NEW), [(match.seated, match.data) for match in matches])[NEW][0]

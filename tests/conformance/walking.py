"""Tables at step boundaries all along random matches."""

import random
from collections.abc import Iterator
from typing import Any

from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import RuleFault
from referee.kernel.game import Game
from referee.kernel.table import Table
from tests.random_drivers import Varied


def boundaries(game: Game[Any], rng: random.Random, number: int) -> Iterator[Table]:
    """So many tables on which play goes on, from as many matches as it takes. They may be played on."""
    given = matches = 0
    while given < number:
        matches += 1
        assert matches <= number + 10, f"{game.name}: matches end before they begin"
        table: Table = game.table()
        driver = Varied(rng)
        try:
            run_deal(game, table, driver)
            gap = rng.randrange(1, 8)
            while table.outcome is None and given < number and table.turns < game.turn_cap:
                if table.turns % gap == 0:
                    given += 1
                    copy: Table = game.table()
                    copy.restore(table.snapshot())
                    yield copy
                run_step(game, table, driver)
                if table.turns > 60:
                    break
        except RuleFault:
            continue

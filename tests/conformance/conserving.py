"""Matches under a count of everything, and how they ended (see ``referee.verify.conform.conservation``)."""

import random
from typing import Any

from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import RuleFault
from referee.kernel.game import Game
from referee.verify.conform.conservation import Counting, shape, wrong_at_boundary, wrong_question
from tests.conformance.setups import cap_of, check_excuse
from tests.random_drivers import Varied


def check_match(game: Game[Any], seed: int, cap: int) -> tuple[str, RuleFault | None]:
    """Play one random match under a count of everything; gives how it ended, with the fault if one stopped it."""
    table = game.table()
    driver = Varied(random.Random(seed), on_answer=check_question)
    table.watch = counting = Counting(table, driver)
    before = shape(game)
    ended: tuple[str, RuleFault | None] = ("turn-cap", None)
    try:
        run_deal(game, table, driver)
        for _ in range(cap_of(game, cap)):
            check(counting)
            hash(table.snapshot())
            if table.outcome is not None:
                break
            run_step(game, table, driver)
    except RuleFault as fault:
        assert not counting.wrong, counting.wrong
        check_excuse(game, fault)
        ended = ("fault", fault)
    else:
        check(counting)
    if table.outcome is not None:
        ended = (table.outcome.reason, None)
        assert min(table.outcome.ranks) == 1
        assert table.outcome.winners
    assert counting.moves, "nothing was dealt"
    assert shape(game) == before, f"{game.name}: the game object changed while it was played"
    return ended


def check(counting: Counting) -> None:
    counting.check()
    assert not counting.wrong, counting.wrong
    assert not (wrong := wrong_at_boundary(counting.table)), wrong


def check_question(choice: Any, answer: Any) -> None:
    assert choice.space.count() > 0
    assert not (wrong := wrong_question(choice, answer)), wrong

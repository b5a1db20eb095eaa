"""Every option of a question can be typed: people answer it by a word that is no other option's."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import RefereeError
from referee.kernel.game import Game
from referee.kernel.requests import Choice, clause_at
from referee.kernel.spaces import Arms, OneOf, Space, plain_word
from referee.play.options import spoken, typed_forms
from referee.verify.conform import NotConforming
from referee.verify.play.drivers import AtRandom, TooLong
from referee.verify.play.watchdog import WATCHDOG
from referee.verify.verdicts import Trouble


class NotTyped(NotConforming):
    """An option that nobody can type; ``ask`` is the question."""

    trouble = Trouble.NOT_TYPED

    def __init__(self, ask: str, why: str, clauses: tuple[str, ...], script: list[list[Any]]) -> None:
        super().__init__(f"asked {ask!r}, {why}", clauses, script)
        self.ask = ask


def check_typed(game: Game[Any], rng: random.Random, steps: int) -> None:
    """Play a match of so many steps. NotTyped at the first option that nobody can type."""
    table, driver = game.table(), AtRandom(rng)
    way: list[list[Any]] = []

    def look(choice: Choice) -> None:
        for why in why_not_typed(choice.space):
            raise NotTyped(choice.ask, why, clause_at(table, driver.rules), way)

    driver.on_choice = look
    for play in [run_deal] + [run_step] * min(steps, game.turn_cap):
        driver.transcript = []
        way.append(driver.transcript)
        WATCHDOG.enter(game, driver)
        try:
            play(game, table, driver)
        except (RefereeError, TooLong):
            return  # what the rules run into is told by whoever plays them
        finally:
            WATCHDOG.leave()
        if table.outcome is not None:
            return


def why_not_typed(space: Space[Any]) -> Iterator[str]:
    """The faults of a space's options, and of its arms."""
    if isinstance(space, OneOf):
        yield from _alike(space.options)
    elif isinstance(space, Arms):
        yield from _alike([arm for arm, inner in space.arms.items() if inner.exists()])
        for inner in space.arms.values():
            yield from why_not_typed(inner)


def _alike(options: Sequence[Any]) -> Iterator[str]:
    """The same option may be there twice."""
    forms = [(option, _forms(option)) for option in options]
    for number, (option, own) in enumerate(forms):
        others = {form: other for other, of in forms[:number] + forms[number + 1 :] if other != option for form in of}
        if not own:
            yield (
                f"the option {str(option)[:60]} is nothing that can be typed, nor written into a record: offer words, "
                "numbers, players, members of an Option, or tuples of these"
            )
        elif own <= others.keys():
            form = min(own)
            yield (
                f"the options {spoken(others[form])} and {spoken(option)} are typed alike, {form!r}: "
                "give each a word of its own"
            )


def _forms(option: Any) -> set[str]:
    try:
        json.dumps(plain_word(option))
    except (TypeError, ValueError):
        return set()
    return typed_forms(option)

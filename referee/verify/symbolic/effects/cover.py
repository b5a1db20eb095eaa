"""The effects that play carries out, and those that break there: of no other, and of none of these, is said that it
is proved."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import GeneratorType
from typing import Any

from referee.kernel.driving import run_deal, run_step
from referee.kernel.effects import EffectIndex
from referee.kernel.errors import Broken, RefereeError, RuleFault
from referee.kernel.game import Game
from referee.kernel.players import NO_PLAYER
from referee.kernel.requests import Unwind
from referee.verify.play.chance import CardBias
from referee.verify.play.drivers import AtRandom, TooLong

FEWEST, MATCHES = 60, 500
"""The fewest matches, and the most; most effects are met in a few. What is said of all tables rests on these too: what
names nobody, and events without cards."""
STEPS = 40


@dataclass(slots=True)
class Played:
    """The number of times each effect was carried out, how it broke, and the scalars that named nobody."""

    times: Counter[str] = field(default_factory=Counter)
    nobody: set[str] = field(default_factory=set)
    """… and the truths of players that were true of all of them: nobody was left."""
    without_cards: set[str] = field(default_factory=set)
    """The effects that were carried out at events without cards."""
    cards_twice: set[str] = field(default_factory=set)
    """The effects that were carried out at events that have a card twice."""
    broken: dict[str, str] = field(default_factory=dict)
    """By effect what went wrong while it was carried out and no other within it."""
    running: list[str] = field(default_factory=list)
    """The effects that are being carried out."""

    def goes_wrong(self, error: Exception) -> None:
        """An error is told of the innermost effect that is running."""
        endless = isinstance(error, RuleFault) and error.broken is Broken.NO_END
        if self.running and not endless:
            self.broken[self.running[-1]] = str(error) or type(error).__name__
        self.running.clear()


def play(game: Game[Any], matches: int = MATCHES) -> Played:
    """Random matches, real deals and extreme ones, until every effect was carried out, and some more."""
    played = Played()
    game = type(game)(game.players, readings=game.readings, settings=game.settings)
    own = vars(game)
    specs = game.table_class.scalar_specs.items()
    names = [name for name, spec in specs if spec.start is NO_PLAYER]
    flags = [name for name, spec in specs if spec.start is False and spec.per_player]

    def look(table: Any) -> None:
        played.nobody.update([name for name in names if _is_nobody(getattr(table, name))])
        played.nobody.update([name for name in flags if all(getattr(table, name)[each] for each in table.players)])

    own["effects"] = {
        window: tuple([replace(each, carry_out=_noted(each, played, look)) for each in effects])
        for window, effects in game.effects.items()
    }
    own["sorted_out"] = EffectIndex(game)
    wanted = {each.name for effects in game.effects.values() for each in effects}
    rng = random.Random(f"effects {game.players}")
    for number in range(matches):
        if number >= FEWEST and wanted <= set(played.times):
            break
        table = game.table()
        driver = AtRandom(rng, CardBias(game.deck, rng) if number % 4 else None)
        driver.on_choice = lambda choice: look(choice.table)
        played.running.clear()
        try:
            run_deal(game, table, driver)
            while table.outcome is None and table.turns < STEPS:
                driver.transcript.clear()
                run_step(game, table, driver)
        except TooLong:
            continue
        except RefereeError as error:
            played.goes_wrong(error)
    return played


def _is_nobody(value: Any) -> bool:
    """Of a scalar of which every player has one: whether it is one of them's."""
    return NO_PLAYER in value if isinstance(value, list) else value is NO_PLAYER


def _noted(each: Any, played: Played, look: Callable[[Any], None]) -> Any:
    def carry_out(game: Any, t: Any, event: Any, player: Any) -> Any:
        look(t)  # nobody may have been asked anything yet
        played.times[each.name] += 1
        if not event.cards:
            played.without_cards.add(each.name)
        if len({laid.number for laid in event.cards}) < len(event.cards):
            played.cards_twice.add(each.name)
        played.running.append(each.name)
        try:
            result = each.carry_out(game, t, event, player)
            if isinstance(result, GeneratorType):
                result = yield from result
        except (Unwind, TooLong):
            played.running.pop()
            raise
        except Exception as error:
            played.goes_wrong(error)
            raise
        played.running.pop()
        return result

    return carry_out

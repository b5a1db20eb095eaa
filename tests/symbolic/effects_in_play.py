"""Effects as play carries them out: which of them break there. It knows nothing of the prover."""

import random
from dataclasses import replace

from referee.kernel.driving import run_deal, run_step
from referee.kernel.effects import EffectIndex
from referee.kernel.errors import RefereeError
from referee.kernel.players import NO_PLAYER
from referee.kernel.requests import Unwind
from referee.verify.play.chance import CardBias
from referee.verify.play.drivers import AtRandom, TooLong


def broken_in_play(game, matches, *, steps=40, seed="in play", nobody=frozenset()):
    """By effect how often it was carried out and, where it broke, how: real deals and extreme ones in turn.

    It breaks where anything is raised, a question has no answer, or a scalar that named a player names nobody and is
    not among ``nobody``. That is told of the innermost effect in which it happens.
    """
    times, broken, running = {}, {}, []
    game = type(game)(game.players, readings=game.readings, settings=game.settings)
    specs = game.table_class.scalar_specs.items()
    names = [name for name, spec in specs if spec.start is NO_PLAYER and not spec.per_player and name not in nobody]

    def named_by(t):
        return {name for name in names if getattr(t, name) is not NO_PLAYER}

    def noted(each):
        def carry_out(self, t, event, player):
            times[each.name] = times.get(each.name, 0) + 1
            running.append(each.name)
            named = named_by(t)
            try:
                result = each.carry_out(self, t, event, player)
                if hasattr(result, "send"):
                    result = yield from result
            except Unwind:
                running.pop()
                raise
            except Exception as error:
                if not hasattr(error, "told"):
                    error.told = broken[each.name] = f"{type(error).__name__}: {error}"
                raise
            running.pop()
            for name in named - named_by(t):
                broken[each.name] = f"{name} is nobody"
            return result

        return carry_out

    vars(game)["effects"] = {
        window: tuple([replace(each, carry_out=noted(each)) for each in effects])
        for window, effects in game.effects.items()
    }
    vars(game)["sorted_out"] = EffectIndex(game)
    rng = random.Random(seed)
    for number in range(matches):
        running.clear()
        table = game.table()
        driver = AtRandom(rng, CardBias(game.deck, rng) if number % 2 else None)
        try:
            run_deal(game, table, driver)
            while table.outcome is None and table.turns < steps:
                driver.transcript.clear()
                run_step(game, table, driver)
        except TooLong:
            continue
        except Exception as error:
            if not (running or isinstance(error, RefereeError)):
                raise
            if running and not hasattr(error, "told"):  # a question without an answer ends the match from without
                broken[running[-1]] = f"{type(error).__name__}: {error}"
    return times, broken

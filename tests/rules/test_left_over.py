"""What is promised of the time between turns: a rule that leaves something over is refuted by random play."""

from pathlib import Path

import pytest

from referee.games.effervesce.rules import Effervesce
from referee.games.escalation.rules import Escalation
from referee.games.five_crowns.rules import FiveCrowns
from referee.kernel.driving import run_deal, run_step
from referee.verify.properties import load_properties
from tests.drivers import RandomDriver

PROPERTIES = Path(__file__).resolve().parent.parent.parent / "properties"
SUITS = {"suits": "hearts,spades", "ranks": "A,7,K", "packs": 4, "hand": 5, "sides": 2}
ONE_ROUND = {"first": 3, "last": 3}
NO_LAST_DISCARD = {"exit-discard": "dead", "last-turn-discard": "no-discard"}


class OneMisses(Effervesce):
    """The second player has to miss a turn from the beginning on, as after a claim that has failed."""

    def find_first_player(self, t):
        yield from super().find_first_player(t)
        t.misses_turn[t.next(t.mover)] = True


class MissesForGood(OneMisses):
    """Who has to miss a turn is not left out."""

    def go_on_to_next_player(self, t):
        t.mover = t.next(t.mover)


class NeverOpened(Escalation):
    """The first lead of a game does not open it."""

    def lead(self, t, me):
        yield from super().lead(t, me)
        t.opening = True


class OldTotal(Escalation):
    """A led special leaves the total of what has been taken."""

    def lead(self, t, me):
        before = t.total
        yield from super().lead(t, me)
        if t.bare:
            t.total = before


class DeadForGood(FiveCrowns):
    """The top of the discard pile stays barred."""

    def pass_turn(self, t, me):
        yield from super().pass_turn(t, me)
        if any(t.exited[player] for player in t.players):
            t.top_is_dead = True


class LastTurnOfTheExiter(FiveCrowns):
    """Who has exited has a last turn as well."""

    def grant_last_turns(self, t, exiter):
        super().grant_last_turns(t, exiter)
        t.last_turns = (*t.last_turns, exiter)


CASES = [
    (OneMisses, MissesForGood, "whoever-misses-a-turn-does-not-have-it", {"failed-claim": "misses-turn"}, SUITS),
    (Escalation, NeverOpened, "only-the-first-lead-opens", {}, {}),
    (Escalation, OldTotal, "no-total-is-left-under-a-led-special", {"led-special": "no-total"}, {}),
    (FiveCrowns, DeadForGood, "a-card-that-is-barred-was-just-put-there", NO_LAST_DISCARD, ONE_ROUND),
    (FiveCrowns, LastTurnOfTheExiter, "last-turns-are-of-those-who-have-not-exited", {}, ONE_ROUND),
]


def keeps(kind, sound, name, readings, settings):
    """Whether the promise holds after every turn of some matches at random."""
    path = PROPERTIES / f"{sound.name}.py"
    claim = next(each.claim for each in load_properties(path, sound) if each.name == name)
    for seed in range(30):
        driver = RandomDriver(seed)
        game = kind(3, readings=readings, settings=settings)
        t = game.table()
        run_deal(game, t, driver)
        for _ in range(60):
            if not claim(t):
                return False
            if t.outcome is not None:
                break
            run_step(game, t, driver)
    return True


@pytest.mark.parametrize(("sound", "broken", "name", "readings", "settings"), CASES)
def test_what_is_left_over_is_found(sound, broken, name, readings, settings):
    assert keeps(sound, sound, name, readings, settings)
    assert not keeps(broken, sound, name, readings, settings)

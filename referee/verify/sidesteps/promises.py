"""What always holds in a form of a game, of the sorts that no alternative of a reading is meant to change.

Sizes that every player has in common, what several zones have together, what is empty between turns, what the players
have won in all, and that cards are used up. Bounds, directions of numbers and phases are left out: another reading may
well be meant to change them, and its own sentence says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

from referee.kernel.game import Game
from referee.verify.mine.inferring import FEWEST, Mined, compiled, infer
from referee.verify.mine.observing import Observed, observe
from referee.verify.mine.templates import MOST_TOGETHER, Promise
from referee.verify.mine.terms import GOING_ON, Guard, spoken, zones_of
from referee.verify.properties import Kind, Property

EFFORT, EFFORT_AT_SCALE = 0.4, 0.2
"""Of the matches from which promises are inferred."""


DECIDED = (Kind.ALWAYS, Kind.NEVER, Kind.EQUAL, Kind.TERMINATES)
"""The kinds of declared properties that a table speaks against."""


def declared_in(game: Game[Any], declared: Sequence[Property]) -> list[Property]:
    """The declared ones that are about this form of the game."""
    about = game.readings, game.players, game.unusual_settings
    return [each for each in declared if each.kind in DECIDED and each.applies(*about)]


def promises_of(game: Game[Any], seed: str) -> list[Mined]:
    """The best first."""
    seen = observe(game, seed, EFFORT_AT_SCALE if game.unusual_settings else EFFORT)
    held, _ = infer([seen])
    of_each = {each.name for each in zones_of(game) if each.of_each}
    shared = {each.name for each in zones_of(game) if not each.of_each}
    kept = [each for each in held if _is_meant(each, of_each, shared)]
    return [_going_on(each) for each in (*kept, *shared_alike(seen), *used_up(seen))]


def meant_in_smaller_games(promised: Sequence[Mined], in_the_game: Sequence[Mined]) -> list[Mined]:
    """Those of a smaller game that are about zones of which something is promised in the game as it is played: what
    holds of others holds as the game is small."""
    zones = {name for each in in_the_game for name in each.promise.about}
    return [each for each in promised if zones.issuperset(each.promise.about)]


def shared_alike(seen: Observed) -> Iterator[Mined]:
    """The fewest zones of which all players have equally many cards together, while play goes on."""
    zones = [each for each in zones_of(seen.game) if each.of_each]
    looks = [compiled(f"tuple({each.text} for p in t.players)") for each in zones]
    sizes: list[list[tuple[int, ...]]] = []
    table = seen.game.table()
    for boundary in seen.boundaries:
        table.restore(boundary.state)
        if table.outcome is None:
            sizes.append([look(table) for look in looks])
    if len(sizes) < FEWEST:
        return
    for number in range(1, MOST_TOGETHER + 1):
        for some in combinations(range(len(zones)), number):
            together = [{sum(each) for each in zip(*[those[at] for at in some], strict=True)} for those in sizes]
            moving = all(len({those[at] for those in sizes}) > 1 for at in some)
            if moving and all(len(each) == 1 for each in together):
                chosen = [zones[at] for at in some]
                text = " + ".join(each.text for each in chosen)
                first = text.replace("[p]", "[t.players[0]]")
                named = [f"'{spoken(each.name)}'" for each in chosen]
                words = f"all players have equally many cards in {_listed(named)}"
                name = f"{'_and_'.join(each.name for each in chosen)}_alike"
                promise = Promise(name, f"every(t, ({text} == {first} for p in t.players))", words,
                                  tuple(each.name for each in chosen), 60, True)  # fmt: skip
                yield Mined(promise, None, len(sizes), len(sizes))
                return


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]} together"


def used_up(seen: Observed) -> Iterator[Mined]:
    """The fewest zones of which every step takes cards away: then play comes to an end. In a smaller game it may be so
    since it has one round alone."""
    steps = [
        (one.state, other.state) for one, other in pairwise(seen.boundaries) if one.match == other.match
    ]  # fmt: skip
    if len(steps) < FEWEST or seen.game.unusual_settings:
        return
    zones = list(zones_of(seen.game))
    looks = [compiled(each.together) for each in zones]
    table = seen.game.table()
    sizes: dict[int, list[int]] = {}
    for state in {id(each.state): each.state for each in seen.boundaries}.values():
        table.restore(state)
        sizes[id(state)] = [look(table) for look in looks]
    falls = [[a - b for a, b in zip(sizes[id(one)], sizes[id(two)], strict=True)] for one, two in steps]
    for number in range(1, MOST_TOGETHER + 1):
        for some in combinations(range(len(zones)), number):
            if all(sum(fall[at] for at in some) > 0 for fall in falls):
                chosen = [zones[at] for at in some]
                named = [f"all '{spoken(each.name)}'" if each.of_each else f"'{spoken(each.name)}'" for each in chosen]
                words = f"every turn takes cards out of {_listed(named)}"
                name = f"{'_and_'.join(each.name for each in chosen)}_used_up"
                text = " + ".join(each.together for each in chosen)
                promise = Promise(name, text, words, tuple(each.name for each in chosen), 60, True, measure=True)
                yield Mined(promise, None, len(steps), len(steps))
                return


def _is_meant(mined: Mined, of_each: set[str], shared: set[str]) -> bool:
    promise, about = mined.promise, set(mined.promise.about)
    if promise.measure:
        return len(about & (of_each | shared)) > 0
    if "money" in about:
        return True
    if _of_cards(mined.guard, shared):
        return False
    if promise.apart and len(promise.about) > 1 and not promise.name.endswith("between_turns"):
        return bool(about & of_each)  # what shared zones have together says where the other cards are
    return bool(about & (of_each | shared)) and not about & {"<", ">"}


def _of_cards(guard: Guard | None, shared: set[str]) -> bool:
    return guard is not None and guard.zone in shared


def _going_on(mined: Mined) -> Mined:
    """Where cards lie when a match has been won in the middle of something is nobody's promise."""
    if mined.guard is not None or mined.promise.measure or "money" in mined.promise.about:
        return mined
    return replace(mined, guard=GOING_ON)

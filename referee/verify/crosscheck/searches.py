"""A search that is said to have seen everything is shaken: matches are played, and all that they come to must be there.

It is gone through once more as well, all answers in the other order, where that costs little: what a search sees does
not depend on which of two ways it went first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.verify.crosscheck.matches import BiasedDrivers, Disagreement, rng_of
from referee.verify.explore.breadth import MOST_NOTED, Search
from referee.verify.explore.states import EMPTY
from referee.verify.play.met import Met
from referee.verify.play.trial import LOOKED_AT, Trial

FEWEST_STEPS, MOST_STEPS, SHARE = 300, 3_000, 0.05
"""Steps of matches: this share of the ways that the search went, within these numbers."""
LONGEST = 200
"""Steps of one match."""
FEW_WAYS = 4_000
"""A search with no more is gone through again."""


def cross_check_search(search: Search) -> Disagreement | None:
    """The disagreement with a complete search; None where nothing was found."""
    try:
        return next(_disagreements(search), None)
    except MemoryError:
        raise
    except Exception as error:
        said = f"the search cannot be held against play: {type(error).__name__}: {error}"
        return Disagreement(said, f"seed {search.question.seed!r}")


def _disagreements(search: Search) -> Iterator[Disagreement]:
    yield from _walks(search)
    if search.seen.ways <= FEW_WAYS:
        yield from _other_order(search)


def _walks(search: Search) -> Iterator[Disagreement]:
    """Matches: their tables, where their steps lead, and what they meet."""
    question, game = search.question, search.game
    refuted = {met.claimed.name for met, _ in search.met.values() if met.claimed is not None}
    claims = [each for each in question.properties if each.kind in LOOKED_AT and each.name not in refuted]
    troubles = {met.trouble for met, _ in search.met.values() if met.claimed is None}
    trial, tastes = Trial(game, claims), BiasedDrivers(game)
    steps = min(MOST_STEPS, max(FEWEST_STEPS, int(SHARE * search.seen.ways)))
    number = 0
    while steps > 0:
        driver = tastes.driver(rng_of(question.seed, game.form, "walk", number), number)
        trial.begin()
        here = EMPTY
        for step in range(LONGEST):
            steps -= 1
            where = f"match {number}, step {step}, seed {question.seed!r}"
            met = trial.advance(driver)
            if met is not None and (met.claimed is not None or (met.trouble not in troubles and _stops(met))):
                said = f"{met.claimed.name} is refuted: {met.message}" if met.claimed is not None else met.message
                yield Disagreement(f"play meets what the search of all tables has not met: {said}", where)
            if met is not None:
                break
            there = search.states.number_of(trial.table)
            if there == EMPTY:
                yield Disagreement("play comes to a table that the search of all tables has not seen", where)
            if not _alike(
                _without_steps(search, trial.table.snapshot()), _without_steps(search, search.states.snapshot(there))
            ):
                yield Disagreement("the search took two tables for one that rules can tell apart", where)
            if here != EMPTY and there not in search.steps.of(here):
                yield Disagreement("a step leads to a table to which it never leads in the search", where)
            here = there
            if trial.table.outcome is not None:
                break
        number += 1


def _stops(met: Met) -> bool:
    """Whether it is trouble that the rules themselves cannot go on from."""
    return bool(met.fault) or met.looping


def _other_order(search: Search) -> Iterator[Disagreement]:
    """The same search with all answers and outcomes in the other order."""
    other = Search(search.question, backwards=True)
    other.run()
    if other.seen.bounded:
        return
    where = f"{search.seen.states} states, seed {search.question.seed!r}"
    one, two = tables_of(search), tables_of(other)
    if one != two:
        said = f"it sees {len(one - two)} tables only with answers in one order, {len(two - one)} only in the other"
        yield Disagreement(said, where)
    if search.seen.transitions != other.seen.transitions:
        said = f"{search.seen.transitions} steps with answers in one order, {other.seen.transitions} in the other"
        yield Disagreement(said, where)
    if set(search.met) != set(other.met) and len(search.met) < MOST_NOTED:
        yield Disagreement("what it meets depends on the order of the answers", where)


def tables_of(search: Search) -> set[str]:
    """All tables of a search, written out."""
    return {spelled(search, search.states.snapshot(number)) for number in range(len(search.states))}


def spelled(search: Search, snapshot: Any) -> str:
    """A table written out with the types of all that it holds; with the number of steps where that is a part of it."""
    return _spelled(_without_steps(search, snapshot))


def _without_steps(search: Search, snapshot: Any) -> Any:
    if search.states.with_turns:
        return snapshot
    contents, scalars, of_each = snapshot
    at = len(scalars) - len(search.trial.table.KERNEL_SCALARS)
    return contents, (*scalars[:at], 0, *scalars[at + 1 :]), of_each


def _spelled(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return f"{type(value).__name__}({', '.join(map(_spelled, value))})"
    return f"{type(value).__name__}:{value!r}"


def _alike(one: Any, other: Any) -> bool:
    """Whether they would be written out alike."""
    if type(one) is not type(other):
        return False
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(_alike, one, other))
    return one is other or bool(one == other)

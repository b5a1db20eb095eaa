"""The most steps of a match, where a measure gets smaller in each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from referee.kernel.game import Game
from referee.kernel.rule_types import Rule
from referee.verify.prove.boundary import Boundary, lazy_class
from referee.verify.prove.claims import evaluate_claim
from referee.verify.prove.paths import Interned, Path, le
from referee.verify.prove.search import Ended, Prepare, Search
from referee.verify.prove.solve import Prover
from referee.verify.prove.terms import NO_BOUND, bounds

MOST_WAYS = 2_000
"""The most ways of evaluating a measure; beyond it no bound is given."""


def most_steps(
    game: Game[Any], interned: Interned, prover: Prover, boundary: Boundary, measure: Callable[[Any], Any], out: Any
) -> int | None:
    """The most steps of a match: the measure after the deal, less the least that it has while play goes on.

    None: no bound is known. Both are looked for on every way on which a measure, or an assumption, may be evaluated.
    """
    search = Search(interned, table_class=lazy_class(game, None), label="first ")
    first = max((bounds(each)[1] for _, each in _measures(game, search, new_table, game.deal, measure)), default=None)
    if first in (None, NO_BOUND):
        return None
    search = Search(interned, boundary.table_class, label="bound ")
    ways = list(_measures(game, search, boundary.prepare, nothing, measure, out))
    low, high = 0, first
    while low < high:  # the greatest number that the measure is always at least
        middle = (low + high + 1) // 2
        if all(prover.refute(path, le(middle, said), path.assumptions, path.conditions).proved for path, said in ways):
            low = middle
        else:
            high = middle - 1
    return int(first - low + 1)


def _measures(
    game: Game[Any],
    search: Search,
    prepare: Prepare,
    rule: Callable[[Any], Any],
    measure: Callable[[Any], Any],
    out: Any = (),
) -> Iterator[tuple[Path, Any]]:
    """The value of a measure where a rule ends and play goes on, on every way; ValueError where that is not
    known."""
    for number, ended in enumerate(search.paths(game, prepare, rule), 1):
        if ended.failed or number > MOST_WAYS:
            raise ValueError("there are ways of which no measure is known")
        for name in out:
            if name in ended.path.claimed:
                ended.path.assumptions[ended.path.claimed[name]] = True
        if goes_on(ended):
            yield ended.path, evaluate_claim(measure, ended.table)


def value_of(measure: Callable[[Any], Any], table: Any) -> Any:
    """The value of a measure, or the error that it raises: that is reported where the measure is owed."""
    try:
        return evaluate_claim(measure, table)
    except MemoryError:
        raise
    except Exception as error:
        return error


def nothing(t: Any) -> Rule[None]:
    """A path without a step: what is proved of it holds for every table between two steps."""
    yield from ()


def new_table(path: Path, table: Any) -> None:
    """A new table: nothing is dealt, and the whole pack lies in its place."""
    path.partitions.append(tuple([place.pile for place in table.places if not place.is_row]))


def goes_on(ended: Ended) -> bool:
    """Whether there is a next step."""
    return ended.table.outcome is None and ended.is_whole

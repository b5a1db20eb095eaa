"""Promises about questions: a number that lies between bounds whenever something is asked, and not at other times."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.game import Game
from referee.verify.mine.inferring import Mined, compiled
from referee.verify.mine.observing import Look, Observed
from referee.verify.mine.templates import Promise
from referee.verify.mine.terms import spoken

ENOUGH = 40
"""Times that a question is to have been put."""
BY_CHANCE = 0.001
"""How likely it may be that what other questions meet was missed there by chance."""
VALUES = 4
"""Values that a number is to have between its bounds, all that there are."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the table ``t`` when a question is put."""

    name: str
    text: str


def numbers_of(game: Game[Any]) -> list[Number]:
    """Its shared numbers, and those that its table works out of them."""
    table = type(game).table_class
    declared = [name for name, spec in table.scalar_specs.items() if type(spec.start) is int and not spec.per_player]
    worked_out = [name for name, each in vars(table).items() if isinstance(each, property) and not name.startswith("_")]
    fresh = game.table()
    return [
        Number(name, f"t.{name}") for name in (*declared, *[each for each in worked_out if _is_number(fresh, each)])
    ]


def _is_number(table: Any, name: str) -> bool:
    try:
        return type(getattr(table, name)) is int
    except Exception:  # it is not there yet
        return False


def looks_of(numbers: Sequence[Number]) -> tuple[Look, ...]:
    return tuple([compiled(each.text, "t, choice") for each in numbers])


def at_questions(forms: Sequence[Observed], numbers: Sequence[Number]) -> Iterator[Mined]:
    """The bounds of a number at questions, where other questions meet it beyond them; questions with the same bounds
    together."""
    asked: dict[str, list[tuple[int, ...]]] = defaultdict(list)
    for seen in forms:
        for ask, values in seen.questions.items():
            asked[ask] += values
    for at, number in enumerate(numbers):
        met = {ask: Counter(each[at] for each in values) for ask, values in asked.items()}
        alike: dict[tuple[int, int], list[str]] = defaultdict(list)
        for ask, here in met.items():
            low, high = min(here), max(here)
            elsewhere = sum((met[other] for other in met if other != ask), Counter())
            if len(here) >= VALUES and len(here) == high - low + 1 and _is_bound(here, elsewhere, low, high):
                alike[low, high].append(ask)
        for (low, high), asks in alike.items():
            times = sum(sum(met[ask].values()) for ask in asks)
            listed = " or ".join(f"'{each}'" for each in asks)
            words = f"whenever {listed} is asked, '{spoken(number.name)}' is from {low} to {high}"
            text = f"({number.text} >= {low}) & ({number.text} <= {high})"
            name = f"{number.name}_from_{low}_to_{high}".replace("-", "minus_")
            promise = Promise(name, text, words, (number.name, *asks), 78, asked=tuple(asks), guarded=False)
            yield Mined(promise, None, times, times)


def _is_bound(here: Counter[int], elsewhere: Counter[int], low: int, high: int) -> bool:
    """Whether what lies beyond the bounds would have been met here, if it could be."""
    number, others = sum(here.values()), sum(elsewhere.values())
    for beyond in (
        sum(times for value, times in elsewhere.items() if value < low and value > 0),
        sum(times for value, times in elsewhere.items() if value > high),
    ):
        if beyond and number >= ENOUGH and (1 - beyond / others) ** number < BY_CHANCE:
            return True
    return False

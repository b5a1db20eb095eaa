"""Promises about questions: a number that lies between bounds whenever something is asked, and not at other times;
and answers that nobody is ever offered with the fewest players, while others are offered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.game import Game
from referee.verify.mine.inferring import Mined, compiled
from referee.verify.mine.observing import Look, Observed
from referee.verify.mine.templates import Promise
from referee.verify.mine.terms import spoken

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


def at_questions(forms: Sequence[Observed], numbers: Sequence[Number], grown: Collection[str]) -> Iterator[Mined]:
    """The bounds of a number at a question, where other questions meet it beyond them; of those with the same bounds
    the one that was put first: the others follow from it. Those that have ``grown`` and never fall count on: their
    bounds are those of the matches that were played."""
    met: dict[str, list[tuple[tuple[int, int], tuple[int, ...]]]] = defaultdict(list)
    for form, seen in enumerate(forms):
        for ask, noted in seen.questions.items():
            met[ask] += [((form, each[0]), each[1:]) for each in noted]
    for at, number in enumerate(numbers):
        if number.name in grown:
            continue
        values = {ask: {here[at] for _, here in times} for ask, times in met.items()}
        alike: dict[tuple[int, int], list[str]] = defaultdict(list)
        for ask, here in values.items():
            low, high = min(here), max(here)
            if len(here) >= VALUES and len(here) == high - low + 1:
                elsewhere = [(match, there[at]) for other in met if other != ask for match, there in met[other]]
                if _is_bound({match for match, _ in met[ask]}, elsewhere, low, high):
                    alike[low, high].append(ask)
        for (low, high), (first, *_) in alike.items():
            often = len(met[first])
            words = f"whenever '{first}' is asked, '{spoken(number.name)}' is from {low} to {high}"
            text = f"({number.text} >= {low}) & ({number.text} <= {high})"
            name = f"{number.name}_from_{low}_to_{high}".replace("-", "minus_")
            promise = Promise(name, text, words, (number.name, first), 78, asked=(first,), guarded=False)
            yield Mined(promise, None, often, often)


def _is_bound(
    here: set[tuple[int, int]], elsewhere: Sequence[tuple[tuple[int, int], int]], low: int, high: int
) -> bool:
    """Whether what other questions meet beyond the bounds would have been met here, if it could be. Matches are
    counted: within one a number may stay as it is. Nothing may stand for nothing yet."""
    played = len({match for match, _ in elsewhere})
    for beyond in (
        {match for match, value in elsewhere if 0 < value < low},
        {match for match, value in elsewhere if value > high},
    ):
        if beyond and (1 - len(beyond) / played) ** len(here) < BY_CHANCE:
            return True
    return False


NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def never_offered(forms: Sequence[Observed]) -> Iterator[Mined]:
    """For each question that the fewest players are put, too: the answers that they are not offered in so many matches
    that chance does not explain it."""
    least = min(each.game.players for each in forms)
    few = [each for each in forms if each.game.players == least]
    more = [each for each in forms if each.game.players > least]
    words = sorted({key for each in more for key in each.offered if key[1]})
    for ask, word in words:
        put = sum(len(each.offered.get((ask, ""), ())) for each in few)
        others = sum(len(each.offered.get((ask, ""), ())) for each in more)
        there = sum(len(each.offered.get((ask, word), ())) for each in more)
        if any((ask, word) in each.offered for each in few) or (1 - there / others) ** put >= BY_CHANCE:
            continue
        number = NUMBERS[least] if least < len(NUMBERS) else str(least)
        said = f"between {number} players nobody is offered '{spoken(word)}' where '{ask}' is asked"
        slug = "".join(each if each.isalnum() else "_" for each in f"{word}_at_{ask}".lower())
        promise = Promise(f"{slug}_is_not_for_{number}", f"not offers(choice, {word!r})", said, (ask, word), 56, True,
                          asked=(ask,), guarded=False, provable=False, players=(least,))  # fmt: skip
        yield Mined(promise, None, put, put)

"""The sorts of promises that are looked for, each made from what was seen of a few terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from referee.verify.mine.terms import Term, spoken

Column = Sequence[tuple[int, ...]]
"""What a term was, table by table: one amount, or one of each player."""
OFTEN = 0.05
"""A bound that is reached on so few tables says little."""
MOST_ALMOST = 0.9
"""What holds on fewer tables than this is nobody's promise."""
MOST_TOGETHER = 3
"""Zones whose cards are summed."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise as one text of the table ``t``, and in words: ``sentence`` follows on a guard.

    ``about`` are the names of the terms and the side of them that it speaks of: of two about the same, the better
    ``worth`` is kept. ``apart`` from zones: that it goes with the cards of some zone is no promise. ``lasting``: what
    breaks it may break it for the rest of the match. ``measure``: the text is what every step makes smaller
    (``@terminates``) and no truth.
    """

    name: str
    text: str
    sentence: str
    about: tuple[str, ...]
    worth: float
    scaled: bool = False
    """Whether it is free of the numbers of the real game."""
    measure: bool = False
    apart: bool = False
    lasting: bool = False
    state: bool = False
    """Whether exceptions from it say nothing: it is about where play stands."""


def promises(columns: Mapping[Term, Column], forms: Sequence[int]) -> Iterator[Promise]:
    """Everything that the columns make plausible; ``forms`` are the forms in which each table was seen."""
    for term, column in columns.items():
        if term.kind == "money":
            if any(any(values) for values in column):
                text, words = f"{term.together} == 0", "what the players have won and lost adds up to nothing"
                yield Promise("money_is_conserved", text, words, ("money",), 95, True)
            continue
        yield from _of_one(term, column, forms)
        if term.of_each and len({value for values in column for value in values}) > 1:
            yield from _of_players(term)
        if term.kind == "amount":
            yield from _directions(term, column)
    yield from _sums({term: column for term, column in columns.items() if term.kind == "zone"})


def _all(term: Term, comparison: str) -> str:
    text = f"{term.text} {comparison}"
    return f"every(t, ({text} for p in t.players))" if term.of_each else text


def _of_one(term: Term, column: Column, forms: Sequence[int]) -> Iterator[Promise]:
    flat = [value for values in column for value in values]
    if not flat or (len(set(flat)) == 1 and term.kind == "amount"):
        return
    zone, who = term.kind == "zone", spoken(term.name)
    times = {value: flat.count(value) for value in set(flat)}
    for value, number in times.items():
        if number < MOST_ALMOST * len(flat) / 2:
            continue
        if value == 0 and zone:
            words = f"every player's '{who}' is empty" if term.of_each else f"'{who}' is empty"
            yield Promise(f"{term.name}_is_empty", _all(term, "== 0"), words, (term.name,), 80, True,
                          apart=True, lasting=True)  # fmt: skip
        elif zone:
            words = f"every player's '{who}' has {_cards(value)}" if term.of_each else f"'{who}' has {_cards(value)}"
            yield Promise(f"{term.name}_has_{value}", _all(term, f"== {value}"), words, (term.name,), 100,
                          lasting=True)  # fmt: skip
        else:
            words = f"every player's '{who}' is {value}" if term.of_each else f"'{who}' is {value}"
            yield Promise(f"{term.name}_is_{value}", _all(term, f"== {value}"), words, (term.name,), 40,
                          state=True)  # fmt: skip
    tables = len(column)
    highs, lows = [max(values) for values in column], [min(values) for values in column]
    for high in _in_all(highs, forms):
        reached, above = highs.count(high) / tables, sum(each > high for each in highs) / tables
        if reached >= 2 * OFTEN and above <= 1 - MOST_ALMOST and high > 0 and (above or len(set(highs)) > 1):
            words = f"no '{who}' has more than {_cards(high)}" if zone else f"'{who}' is never more than {high}"
            yield Promise(f"{term.name}_at_most_{high}", _all(term, f"<= {high}"), words, (term.name, "<"), 70,
                          state=not zone, lasting=zone and term.of_each)  # fmt: skip
    for low in _in_all(lows, forms):
        reached, below = lows.count(low) / tables, sum(each < low for each in lows) / tables
        if reached >= 2 * OFTEN and below <= 1 - MOST_ALMOST and low > 0 and (below or len(set(lows)) > 1):
            each = "every " if term.of_each else ""
            words = f"{each}'{who}' has {_cards(low)} or more" if zone else f"'{who}' is never less than {low}"
            yield Promise(f"{term.name}_at_least_{low}".replace("-", "minus_"), _all(term, f">= {low}"), words,
                          (term.name, ">"), 65 if zone else 45, state=True)  # fmt: skip


def _in_all(values: Sequence[int], forms: Sequence[int]) -> list[int]:
    """The values that were met in every form: a bound that few players never come near is no rule's."""
    met = [{value for value, at in zip(values, forms, strict=True) if at == form} for form in set(forms)]
    return sorted(set.intersection(*met))


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _of_players(term: Term) -> Iterator[Promise]:
    one = term.text.replace("[p]", "[t.players[0]]")
    what = f"'{spoken(term.name)}'"
    words = (
        f"all players' {what} have equally many cards" if term.kind == "zone" else f"all players have the same {what}"
    )
    text = f"every(t, ({term.text} == {one} for p in t.players))"
    yield Promise(f"{term.name}_is_equal", text, words, (term.name, "="), 90, True, state=True)


def _directions(term: Term, column: Column) -> Iterator[Promise]:
    """What only grows or only shrinks: with the turns it is a measure that every step makes smaller."""
    if term.of_each or len({values[0] for values in column}) < 3:
        return
    who, turns = spoken(term.name), "t.game.turn_cap - t.turns"
    yield Promise(f"{term.name}_never_falls", f"(10**9 - {term.text}, {turns})", f"'{who}' never falls",
                  (term.name, "falls"), 75, True, True)  # fmt: skip
    yield Promise(f"{term.name}_never_rises", f"(10**9 + {term.text}, {turns})", f"'{who}' never rises",
                  (term.name, "rises"), 75, True, True)  # fmt: skip


def _sums(zones: Mapping[Term, Column]) -> Iterator[Promise]:
    """Some zones, but not all that ever have cards, that together mostly have the same number of cards."""
    totals = {term: [sum(values) for values in column] for term, column in zones.items()}
    moving = [term for term, total in totals.items() if len(set(total)) > 1]
    found: list[set[Term]] = []
    for number in range(2, min(MOST_TOGETHER, len(moving) - 1) + 1):
        for some in combinations(moving, number):
            sums = [sum(each) for each in zip(*[totals[term] for term in some], strict=True)]
            usual = max(set(sums), key=sums.count)
            if (
                usual == 0
                or sums.count(usual) < MOST_ALMOST * len(sums) / 2
                or any(each <= set(some) for each in found)
            ):
                continue
            found.append(set(some))
            names = [term.name for term in some]
            parts = [f"all '{spoken(term.name)}'" if term.of_each else f"'{spoken(term.name)}'" for term in some]
            words = f"{', '.join(parts[:-1])} and {parts[-1]} together have {usual} cards"
            text = " + ".join(term.together for term in some)
            yield Promise(f"{'_and_'.join(names)}_have_{usual}", f"{text} == {usual}", words, tuple(names), 85,
                          apart=True, lasting=True)  # fmt: skip

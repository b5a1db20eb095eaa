"""The sorts of promises that are looked for, each made from what was seen of a few terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from referee.play.event_text import listed
from referee.verify.mine.terms import Term, spoken

Column = Sequence[tuple[int, ...]]
"""What a term was, table by table: one amount, or one of each player."""
OFTEN = 0.1
"""A bound that is reached on fewer tables says little."""
PLATEAU = 0.3
"""And in fewer matches: it is the largest that was met, and not the largest that there is."""
MOST_ALMOST = 0.9
"""What holds on fewer tables than this is nobody's promise."""
MOST_TOGETHER = 3
"""Zones whose cards are summed."""
PUT_BACK = "_is_put_back"
"""How the name of a promise ends that a scalar is as it was declared."""
SIZES = 3
"""A zone that has ever more cards is filled for good reason: that it was empty before is no promise."""


@dataclass(frozen=True, slots=True)
class Where:
    """The form and the match of each table, and by form the ``numbers`` that its settings name; ``passed`` are the
    zones that cards came into."""

    matches: Sequence[tuple[int, int]]
    numbers: Sequence[frozenset[int]]
    passed: frozenset[str]


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
    guarded: bool = True
    """Whether it may hold for part of the tables only."""
    asked: tuple[str, ...] = ()
    """The questions at which it holds, as a text of ``t`` and ``choice``; () for after turns."""
    provable: bool = True
    free_of: str = ""
    """The word of a trouble, where it is what never happens; there is no text then."""
    players: tuple[int, ...] = ()
    """The numbers of players that it is about; () for all."""


def promises(columns: Mapping[Term, Column], where: Where) -> Iterator[Promise]:
    """Everything that the columns make plausible."""
    for term, column in columns.items():
        if term.kind == "money":
            if any(any(values) for values in column):
                text, words = f"{term.together} == 0", "what the players have won and lost adds up to nothing"
                yield Promise("money_is_conserved", text, words, ("money",), 95, True)
            continue
        flat = [value for values in column for value in values]
        if not flat or (len(set(flat)) == 1 and (term.kind == "amount" or term.name not in where.passed)):
            continue
        yield from _values(term, flat)
        yield from _bounds(term, column, where)
        if term.of_each and len(set(flat)) > 1:
            yield from _of_players(term)
        if term.kind == "amount":
            yield from _directions(term, column)
    yield from _sums({term: column for term, column in columns.items() if term.kind == "zone"})


def _all(term: Term, comparison: str) -> str:
    text = f"{term.text} {comparison}"
    return f"every(t, ({text} for p in t.players))" if term.of_each else text


def _values(term: Term, flat: Sequence[int]) -> Iterator[Promise]:
    zone, who = term.kind == "zone", spoken(term.name)
    for value in sorted(set(flat)):
        if flat.count(value) < MOST_ALMOST * len(flat) / 2:
            continue
        if value == 0 and zone:
            words = f"every player's '{who}' is empty" if term.of_each else f"'{who}' is empty"
            yield Promise(f"{term.name}_is_empty", _all(term, "== 0"), words, (term.name,), 80, True,
                          apart=True, lasting=True, state=len(set(flat)) > SIZES)  # fmt: skip
        elif zone:
            words = f"every player's '{who}' has {_cards(value)}" if term.of_each else f"'{who}' has {_cards(value)}"
            yield Promise(f"{term.name}_has_{value}", _all(term, f"== {value}"), words, (term.name,), 100,
                          lasting=True)  # fmt: skip
        else:
            words = f"every player's '{who}' is {value}" if term.of_each else f"'{who}' is {value}"
            yield Promise(f"{term.name}_is_{value}", _all(term, f"== {value}"), words, (term.name,), 40,
                          state=True)  # fmt: skip


def _bounds(term: Term, column: Column, where: Where) -> Iterator[Promise]:
    """The most that there is: as much as everybody begins with, as a setting says, or as many matches come to and none
    goes beyond. The least: what everybody begins with, a setting, one card."""
    zone, who = term.kind == "zone", spoken(term.name)
    highs, lows = [max(values) for values in column], [min(values) for values in column]
    for high in sorted({each for each in highs if each > 0}):
        above = sum(each > high for each in highs)
        begun = _begins(highs, high, where)
        told = begun or all(high in numbers and high > 1 for numbers in where.numbers)
        if above > (1 - MOST_ALMOST) * len(highs) or (above and not begun) or len(set(highs)) == 1:
            continue
        if not (_is_reached(highs, high, where) if told or high == 1 else _is_plateau(highs, high, where)):
            continue
        words = f"no '{who}' has more than {_cards(high)}" if zone else f"'{who}' is never more than {high}"
        yield Promise(f"{term.name}_at_most_{high}", _all(term, f"<= {high}"), words, (term.name, "<"), 70,
                      state=not zone, lasting=zone and term.of_each, guarded=told)  # fmt: skip
    for low in sorted({each for each in lows if each > 0}):
        told = _begins(lows, low, where) or all(low in numbers for numbers in where.numbers)
        below, few = sum(each < low for each in lows), SIZES if term.kind == "amount" else 2
        if not (told or (zone and low == 1)) or below > (1 - MOST_ALMOST) * len(lows) or len(set(lows)) < few:
            continue
        if not _is_reached(lows, low, where):
            continue
        each = "every " if term.of_each else ""
        words = f"{each}'{who}' has {_cards(low)} or more" if zone else f"'{who}' is never less than {low}"
        yield Promise(f"{term.name}_at_least_{low}", _all(term, f">= {low}"), words, (term.name, ">"),
                      65 if zone else 45, state=True)  # fmt: skip


def _is_reached(values: Sequence[int], bound: int, where: Where) -> bool:
    """Whether a bound is met on many tables, and in every form."""
    met = {form for value, (form, _) in zip(values, where.matches, strict=True) if value == bound}
    return values.count(bound) >= OFTEN * len(values) and len(met) == len(where.numbers)


def _is_plateau(values: Sequence[int], bound: int, where: Where) -> bool:
    """Whether many matches of every form come to a bound."""
    met = {at for value, at in zip(values, where.matches, strict=True) if value == bound}
    for form in range(len(where.numbers)):
        played = {match for one, match in where.matches if one == form}
        if sum(one == form for one, _ in met) < PLATEAU * len(played):
            return False
    return _is_reached(values, bound, where)


def _begins(values: Sequence[int], bound: int, where: Where) -> bool:
    """Whether every match begins with it."""
    begun: dict[tuple[int, int], int] = {}
    for value, at in zip(values, where.matches, strict=True):
        begun.setdefault(at, value)
    return set(begun.values()) == {bound}


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _of_players(term: Term) -> Iterator[Promise]:
    one = term.text.replace("[p]", "[t.players[0]]")
    what = f"'{spoken(term.name)}'"
    words = (
        f"all players' {what} have equally many cards" if term.kind == "zone" else f"all players have the same {what}"
    )
    text = f"every(t, ({term.text} == {one} for p in t.players))"
    yield Promise(f"{term.name}_is_equal", text, words, (term.name, "="), 90, True, state=True, guarded=False)


def _directions(term: Term, column: Column) -> Iterator[Promise]:
    """What only grows or only shrinks: with the turns it is a measure that every step makes smaller."""
    if term.of_each or len({values[0] for values in column}) < 3:
        return
    who, turns = spoken(term.name), "t.game.turn_cap - t.turns"
    yield Promise(f"{term.name}_never_falls", f"(10**9 - {term.text}, {turns})", f"'{who}' never falls",
                  (term.name, "falls"), 75, True, True)  # fmt: skip
    yield Promise(f"{term.name}_never_rises", f"(10**9 + {term.text}, {turns})", f"'{who}' never rises",
                  (term.name, "rises"), 75, True, True)  # fmt: skip


def _makes_up(others: Sequence[int], sums: Sequence[int]) -> bool:
    """Whether a zone has just what a sum lacks: that the sum is as usual says that the zone is empty."""
    return len(set(sums)) > 1 and len({one + other for one, other in zip(others, sums, strict=True)}) == 1


def _sums(zones: Mapping[Term, Column]) -> Iterator[Promise]:
    """Some zones that together mostly have the same number of cards, and not all: then the others are empty."""
    totals = {term: [sum(values) for values in column] for term, column in zones.items()}
    moving = [term for term, total in totals.items() if len(set(total)) > 1]
    found: list[set[Term]] = []
    all_cards = {sum(each) for each in zip(*totals.values(), strict=True)}
    for number in range(2, min(MOST_TOGETHER, len(moving) - 1) + 1):
        for some in combinations(moving, number):
            sums = [sum(each) for each in zip(*[totals[term] for term in some], strict=True)]
            usual = max(set(sums), key=sums.count)
            if (
                usual == 0
                or usual in all_cards
                or any(_makes_up(totals[term], sums) for term in moving if term not in some)
                or sums.count(usual) < MOST_ALMOST * len(sums) / 2
                or any(each <= set(some) for each in found)
            ):
                continue
            found.append(set(some))
            names = [term.name for term in some]
            parts = [f"all '{spoken(term.name)}'" if term.of_each else f"'{spoken(term.name)}'" for term in some]
            words = f"{listed(parts)} together have {usual} cards"
            text = " + ".join(term.together for term in some)
            yield Promise(f"{'_and_'.join(names)}_have_{usual}", f"{text} == {usual}", words, tuple(names), 85,
                          apart=True, lasting=True, guarded=False)  # fmt: skip

"""Promises that relate what a table has to each other: hands to a number, winners to their scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.verify.mine.templates import MOST_ALMOST, Column, Promise
from referee.verify.mine.terms import Term, spoken

VARIES = 3
"""Values that a number is to have had, and the size of a zone."""
FEWEST_ENDS = 10
"""Matches that ended, and whose players were not all alike."""
BETTER = 0.5
"""The part of the exceptions that an exemption may leave: else it is not worth its words."""


def as_many_as(columns: Mapping[Term, Column], flags: Mapping[str, Sequence[tuple[bool, ...]]]) -> Iterator[Promise]:
    """Every player has as many cards as a number says, or is exempt by a flag. ``flags`` by name, table by table."""
    zones = [each for each in columns if each.kind == "zone" and each.of_each]
    for zone in [each for each in zones if len({size for sizes in columns[each] for size in sizes}) >= VARIES]:
        for number in [each for each in columns if each.kind == "amount" and not each.of_each]:
            says = [values[0] for values in columns[number]]
            if len(set(says)) < VARIES:
                continue
            right = [[size == one for size in sizes] for sizes, one in zip(columns[zone], says, strict=True)]
            share = _share(right)
            equal = f"{zone.text} == {number.text}"
            words = f"every player has as many cards in '{spoken(zone.name)}' as '{spoken(number.name)}' says"
            about = (zone.name, "=", number.name)
            if share >= MOST_ALMOST / 2:
                yield Promise(f"{zone.name}_has_{number.name}", f"every(t, ({equal} for p in t.players))", words, about,
                              100, True, lasting=True, apart=True)  # fmt: skip
            for flag, exempt in flags.items():
                both = [[a or b for a, b in zip(*each, strict=True)] for each in zip(right, exempt, strict=True)]
                exempted = _share(both)
                if exempted >= MOST_ALMOST / 2 and 1 - exempted <= BETTER * (1 - share) and share < 1:
                    text = f"every(t, (some(t, [t.{flag}[p], {equal}]) for p in t.players))"
                    yield Promise(f"{zone.name}_has_{number.name}_or_{flag}", text,
                                  f"{words}, unless his '{spoken(flag)}' is set", (*about, flag), 99, True,
                                  lasting=True, apart=True)  # fmt: skip


def _share(truths: Sequence[Sequence[bool]]) -> float:
    return sum(map(all, truths)) / len(truths)


def winners_by(columns: Mapping[Term, Column], ends: Mapping[int, tuple[int, ...]]) -> Iterator[Promise]:
    """Who has most, or least, of something wins. ``ends``: by the number of a table on which a match is over, the
    seats that won."""
    for term in [each for each in columns if each.of_each and each.kind != "money"]:
        over = {number: columns[term][number] for number in ends if len(set(columns[term][number])) > 1}
        if len(over) < FEWEST_ENDS:
            continue
        for best, word in ((max, "most"), (min, "least")):
            right = [
                [seat for seat, one in enumerate(values) if one == best(values)] == sorted(ends[number])
                for number, values in over.items()
            ]
            if sum(right) < MOST_ALMOST * len(right):
                continue
            held = f"{best.__name__}({term.text.replace('[p]', '[q]')} for q in t.players)"
            text = (
                f"t.outcome is None or "
                f"[p.seat for p in t.players if {term.text} == {held}] == sorted(t.outcome.winners)"
            )
            what = f"cards in '{spoken(term.name)}'" if term.kind == "zone" else f"'{spoken(term.name)}'"
            which = "fewest" if term.kind == "zone" and word == "least" else word
            words = f"when it is over, those with the {which} {what} have won, and no others"
            # An exception from it is one of all ends, and not of all turns: none is told.
            yield Promise(f"winners_have_{word}_{term.name}", text, words, ("winners",), 88, True, state=True,
                          guarded=False, provable=False)  # fmt: skip

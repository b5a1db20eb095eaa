"""What never is, although it could be written down: values that a scalar never has, marks that no card has at once.

A table declares more than play comes to: an enum has members that another reading alone gives, and marks that no rule
lays on the same card. That neither happens is what an author means without saying it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import combinations
from typing import Any

from referee.verify.mine.inferring import FEWEST, tables_of
from referee.verify.mine.observing import Observed
from referee.verify.mine.templates import Promise
from referee.verify.mine.terms import spoken

MET_BY_CHANCE = 10
"""Cards that would have both of two marks if one had nothing to do with the other."""
MOST_OF_A_ROW = 3
GROUP = "in a group"


def never_had(forms: Sequence[Observed]) -> Iterator[Promise]:
    """A promise for each scalar of an enum that changes, and that no table and no question met with all its values."""
    specs = type(forms[0].game).table_class.scalar_specs
    enums = {name: spec for name, spec in specs.items() if isinstance(spec.start, Enum)}
    met: dict[str, set[Any]] = {name: set() for name in enums}
    changed: Counter[str] = Counter()
    for table in tables_of(forms):
        for name, spec in enums.items():
            values = set(getattr(table, name)) if spec.per_player else {getattr(table, name)}
            met[name] |= values
            changed[name] += values != {spec.start}
    for seen in forms:
        for name, values in seen.values.items():
            met[name] |= values
    for name, spec in enums.items():
        missing = [each for each in type(spec.start) if each not in met[name]]
        if not missing or len(missing) > len(met[name]) or changed[name] < FEWEST:
            continue
        words = " or ".join(f"'{spoken(str(each.value))}'" for each in missing)
        named = f"({', '.join(repr(each.name) for each in missing)},)"
        if spec.per_player:
            text = f"every(t, (t.{name}[p].name not in {named} for p in t.players))"
            words = f"nobody's '{spoken(name)}' is ever {words}"
        else:
            text, words = f"t.{name}.name not in {named}", f"'{spoken(name)}' is never {words}"
        yield Promise(f"{name}_has_some_values", text, words, (name, "never"), 60, True, state=True, guarded=False)


def never_together(forms: Sequence[Observed]) -> Iterator[Promise]:
    """For each row what no card in it is at once: to have two marks, or one of them in a group. Only what would have
    been met by chance; of each row those that would have been met most often."""
    specs = type(forms[0].game).table_class.zone_specs
    matches = [(form, each.match) for form, seen in enumerate(forms) for each in seen.boundaries]
    for name in [each for each, spec in specs.items() if spec.row]:
        cards, both = _states(forms, matches, name, specs[name].per_player)
        times = Counter(state for states in cards.values() for state in states)
        pairs = list(combinations(sorted(times, key=str), 2))
        chances = {pair: times[pair[0]] * times[pair[1]] / len(cards) for pair in pairs if frozenset(pair) not in both}
        likely = [pair for pair in sorted(chances, key=lambda each: -chances[each]) if chances[pair] >= MET_BY_CHANCE]
        for one, other in likely[:MOST_OF_A_ROW]:
            yield _apart(name, (other, one) if other == GROUP else (one, other), specs[name].per_player)


def _states(
    forms: Sequence[Observed], matches: Sequence[Any], name: str, of_each: bool
) -> tuple[dict[Any, set[Any]], set[frozenset[Any]]]:
    """What each card of a row was: its marks, and whether it was in a group; and what some card was at once. A card is
    told by the match, the owner of the row and its kind."""
    cards: dict[Any, set[Any]] = {}
    both: set[frozenset[Any]] = set()
    for match, table in zip(matches, tables_of(forms), strict=True):
        for row in getattr(table, name) if of_each else (getattr(table, name),):
            owner = row.owner.seat if of_each else None
            for laid in row.row:
                states = [*laid.marks, *([GROUP] if laid.link else [])]
                cards.setdefault((match, owner, laid.kind), set()).update(states)
                both |= {frozenset(pair) for pair in combinations(states, 2)}
    return cards, both


def _apart(name: str, pair: Sequence[Any], of_each: bool) -> Promise:
    """That no card of a row is both."""
    values = [GROUP if each == GROUP else str(each.value) for each in pair]
    looks = ["laid.link" if each == GROUP else f"{each!r} in [mark.value for mark in laid.marks]" for each in values]
    where = f"for p in t.players for laid in t.{name}[p].row" if of_each else f"for laid in t.{name}.row"
    said = " and ".join(each if each == GROUP else f"'{each}'" for each in values)
    slugs = ["".join(letter if letter.isalnum() else "_" for letter in each.lower()) for each in values]
    return Promise(
        f"{name}_never_{'_and_'.join(slugs)}", f"not any({' and '.join(looks)} {where})",
        f"no card of '{spoken(name)}' is at once {said}", (name, *slugs), 58, True,
        state=True, guarded=False, provable=False,
    )  # fmt: skip

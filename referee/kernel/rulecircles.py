"""Clauses that refer to each other in a circle.

Whether a circle is a defect nobody can tell without reading it: two clauses may well mention each other. Where each of
them says nothing else than to look at the next one, none of them says anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from referee.kernel.rulebook import CLAUSE_ID, Clause, Rulebook

_CITED = re.compile(rf"(?<![\w-])({CLAUSE_ID})")
_NOTHING_ELSE = re.compile(
    rf"(?:(?:as|see|like|the same as|according to)\s+)?(?:(?:in|by|for|under|of|with|clauses?)\s+)*"
    rf"{CLAUSE_ID}(?:(?:,|\s+and|\s+or)+\s+{CLAUSE_ID})*\s*[.;]?",
    re.IGNORECASE,
)


def references(book: Rulebook) -> dict[str, tuple[str, ...]]:
    """The other clauses that each clause mentions."""
    ids = {each.id for each in book.clauses}
    return {each.id: tuple([id for id in _mentioned(each) if id in ids and id != each.id]) for each in book.clauses}


def circles(book: Rulebook) -> list[tuple[str, ...]]:
    """The clauses that lead back to themselves, together those that lead to each other, in the order of the book."""
    leads = _reached(references(book))
    found: dict[tuple[str, ...], None] = {}
    for id in leads:
        if id in leads[id]:
            found[tuple(each for each in leads if each in leads[id] and id in leads[each])] = None
    return list(found)


def empty_circles(book: Rulebook) -> Iterator[tuple[Clause, tuple[str, ...]]]:
    """Clauses that say nothing else than to look at others, of which that is so too until they lead back; each with
    those that it names."""
    only = {each.id: tuple(_mentioned(each)) for each in book.clauses if _NOTHING_ELSE.fullmatch(each.text.strip())}
    # What leads anywhere else says something: it is left out until nothing changes.
    while outside := [id for id, named in only.items() if any(each not in only for each in named)]:
        for id in outside:
            del only[id]
    for clause in book.clauses:
        if clause.id in only:
            yield clause, only[clause.id]


def _mentioned(clause: Clause) -> Sequence[str]:
    return list(dict.fromkeys(_CITED.findall(clause.text)))


def _reached(leads: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for id in leads:
        left = list(leads[id])
        there = found[id] = set[str]()
        while left:
            each = left.pop()
            if each not in there:
                there.add(each)
                left += leads[each]
    return found

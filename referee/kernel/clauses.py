"""Clauses and readings: how code says which numbered sentences it carries out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar

from referee.kernel.errors import BadInput
from referee.kernel.input_files import MOST_OF_A_TEXT, decoded, parse_toml, read_bytes, shown
from referee.kernel.source_loading import was_loaded

F = TypeVar("F", bound=Callable[..., Any])


def clause(*ids: str, on: Sequence[str] = (), without: Any = None) -> Callable[[F], F]:
    """Say that a method of a game carries out these clauses of its rulebook.

    ``on`` are words of cards: the clause says what these cards do, and is neither an effect nor a modifier.
    ``without`` belongs to a method that only answers: it is the answer where the clause has nothing to say. Any other
    answer counts as carrying the clause out. The default is no, none, 0 and no cards. A rule that asks or acts counts
    when it does so; with ``without`` it also counts by its answer.
    """

    if any(not isinstance(each, str) for each in ids):
        raise BadInput('a rule says which clauses it carries out by their ids: @clause("X-1")')

    def register(rule: F) -> F:
        rule.__clauses__ = ids  # type: ignore[attr-defined]
        if without is not None:
            rule.__without__ = without  # type: ignore[attr-defined]
        if on:
            rule.__words__ = tuple(on)  # type: ignore[attr-defined]
        return rule

    return register


def equal_cards(number: int, rank: str, of: str = "") -> Callable[[F], F]:
    """Say that an effect takes so many cards of a rank that share a suit too, where its word names only the rank.
    ``of`` is the part of the effect that this is about, "" for all of it."""

    def register(rule: F) -> F:
        rule.__equal_cards__ = (number, rank, of)  # type: ignore[attr-defined]
        return rule

    return register


def made_of(cards: str) -> Callable[[F], F]:
    """Say which cards of the pack an effect takes at least, where its word names a card that other cards make
    together: ``made_of("5d 5d Jo")`` for a 1♦ that is not in the pack."""

    def register(rule: F) -> F:
        rule.__made_of__ = cards  # type: ignore[attr-defined]
        return rule

    return register


def tell_apart(methods: Mapping[str, Any]) -> None:
    """Give methods that one text has made a code each, by which it is known what is carried out."""
    seen: dict[CodeType, Any] = {}
    for name, method in methods.items():
        code = method.__code__
        if seen.setdefault(code, method) is not method:
            method.__code__ = code = code.replace(co_consts=(*code.co_consts, name))  # which nothing reads
            seen[code] = method


def rulebook_order(clause: str) -> tuple[str, int, str]:
    """A key that sorts the ids of clauses as a rulebook counts: ``X-2`` before ``X-10``."""
    head, _, number = clause.partition("-")
    return head, int(number) if number.isdigit() else 0, number


TEXTS = ("id", "slug", "kind", "question", "default")
KINDS = ("ambiguous", "silent", "contradictory")
"""The kinds of trouble of a rulebook that call for a reading."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A point where a rulebook is ambiguous, silent or contradicts itself, as ``readings.toml`` has it.

    ``slug`` is its name, ``id`` its short name, ``kind`` a word. ``clauses`` are the clauses in question, ``question``
    says what is open. ``default`` is played unless another value is chosen. ``alternatives`` gives the rule that each
    value means; ``undefined`` among them means no rule.
    """

    id: str
    slug: str
    kind: str
    clauses: tuple[str, ...]
    question: str
    default: str
    alternatives: Mapping[str, str]


def _are_texts(things: Any, kind: type[list[Any]] | type[dict[Any, Any]]) -> bool:
    return isinstance(things, kind) and all(isinstance(each, str) for each in things)


def load_readings(path: Path) -> dict[str, Reading]:
    """The register beside a rulebook, by slug; a game without open points has no such file.

    BadInput names the file and the entry that cannot be used.
    """
    if not os.path.lexists(path):
        was_loaded(path, b"")
        return {}
    content = read_bytes(path, MOST_OF_A_TEXT, kind="a register of readings")
    was_loaded(path, content)
    entries = parse_toml(decoded(path, content), shown(path)).get("reading", [])
    if not isinstance(entries, list):
        raise BadInput(f"{path}: 'reading' holds entries of [[reading]]")
    found: dict[str, Reading] = {}
    for number, entry in enumerate(entries, 1):
        try:
            id, slug, kind, question, default = [str(entry[key]) for key in TEXTS]
            clauses, alternatives = entry["clauses"], entry["alternatives"]
        except (KeyError, TypeError) as error:
            raise BadInput(f"{path}: reading {number} lacks a usable {error}") from None
        if not _are_texts(clauses, list):
            raise BadInput(f"{path}: {id}: 'clauses' is a list of the ids of clauses")
        if not _are_texts(alternatives, dict) or not _are_texts([*alternatives.values()], list):
            raise BadInput(f"{path}: {id}: 'alternatives' has for each value the rule that it means, a text")
        reading = Reading(id, slug, kind, tuple(clauses), question, default, dict(alternatives))
        if reading.default not in reading.alternatives:
            raise BadInput(f"{path}: {reading.id}: the default {reading.default!r} is none of its alternatives")
        if reading.slug in found:
            raise BadInput(f"{path}: {reading.id}: the slug {reading.slug!r} is used twice")
        found[reading.slug] = reading
    return found

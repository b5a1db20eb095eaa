"""The questions about readings: the alternatives to look at, beginning with one form of a game."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.kernel.game import Game, methods_of

MATCHES = 90
"""Played for each part of the alternatives, unless a budget ends it: half of them with readings mixed."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The alternatives to look at, beginning with one form of a game; can be sent to another process."""

    players: tuple[int, ...]
    readings: Mapping[str, str]
    settings: Mapping[str, Any]
    alternatives: tuple[tuple[str, str], ...]
    examples: Path | None = None
    seed: str = "readings"
    seconds: float | None = None
    matches: int = MATCHES
    scales: tuple[tuple[tuple[int, ...], Mapping[str, Any]], ...] = ()
    """Players and settings that properties name, where rare things come about; none for any number of players."""


def consulted_by_text(game: type[Game[Any]]) -> set[str]:
    """The readings that rules consult while they are carried out; others are for the set-up of a game."""
    texts = [inspect.getsource(method) for method in methods_of(game).values()]
    return {slug for text in texts for slug in re.findall(r"\.reading(?:_or)?\(\s*[\"']([^\"']+)", text)}


def alternatives_of(game: type[Game[Any]], readings: Mapping[str, str]) -> list[tuple[str, str]]:
    """Every value of every reading but the chosen one."""
    form = game(readings=readings)
    return [
        (slug, value)
        for slug, reading in form.register.items()
        for value in reading.alternatives
        if value != form.readings[slug]
    ]


def parts(asked: Asked, number: int) -> Iterator[Asked]:
    """The same question in so many parts of about equal size, for processes of their own."""
    wanted: Sequence[tuple[str, str]] = asked.alternatives
    for at in range(min(number, len(wanted))):
        yield replace(asked, alternatives=tuple(wanted[at::number]), seed=f"{asked.seed} {at}")

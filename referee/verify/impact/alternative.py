"""The knowledge of one alternative of one reading, and the questions about them: which are looked at, beginning with
one form of a game."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from referee.kernel.game import Game, methods_of
from referee.kernel.parameters import in_words
from referee.verify.impact.differences import NO_DIFFERENCE, Difference, DifferenceKind
from referee.verify.verdicts import Sightings, Witness

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


@dataclass(slots=True)
class Impact:
    """The knowledge of one alternative of one reading, beside the value that was chosen (``instead_of``).

    ``difference`` is the strongest that was seen, NO_DIFFERENCE for none; ``together_with`` are the other readings
    without which it does not show. ``tried`` counts the steps that consulted the reading and were taken both ways,
    ``differed`` those that came out differently, both in fair deals only; ``met`` says in how many of the fair matches
    the reading was consulted at all.
    """

    slug: str
    id: str
    clauses: tuple[str, ...]
    alternative: str
    instead_of: str
    difference: Difference = NO_DIFFERENCE
    players: int = 0
    together_with: Mapping[str, str] = field(default_factory=dict)
    tried: int = 0
    differed: int = 0
    extreme: int = 0
    """Steps taken both ways in deals that were not fair, or under mixed readings."""
    met: Sightings = field(default_factory=lambda: Sightings(0, 0))
    example: str = ""
    """A worked example that tells the two apart, where play did not."""
    example_says: str = ""
    """The place of a difference, and what comes of it under either alternative."""
    kind: str = ""
    """The kind of the point in the register: ambiguous, silent or contradictory."""
    question: str = ""
    """The question of the register."""
    exhausted: list[Mapping[str, Any]] = field(default_factory=list)
    """Scales of which every table and every way was looked at, without a difference, though some rule consults the
    reading there: ``players``, ``settings``, ``states``, ``ways``."""
    unconsulted: list[Mapping[str, Any]] = field(default_factory=list)
    """The same of scales at which no rule consults it: they say nothing of it."""
    proved: list[Mapping[str, Any]] = field(default_factory=list)
    """Forms of the game in which it is PROVED never to matter: ``players``, ``settings``, ``paths``, and whether any
    rule ``consulted`` the reading on them."""
    steps: int = 0
    witness: Witness | None = None
    other_witness: Witness | None = None

    @property
    def matters(self) -> bool:
        return self.difference.how > DifferenceKind.NOTHING

    @property
    def sentence(self) -> str:
        if not self.matters:
            said = f"no difference seen in {self.tried + self.extreme} steps taken both ways"
            if self.example:
                said = f"not met in play; the worked example {self.example!r} tells them apart, {self.example_says}"
            elif not self.tried + self.extreme:
                said = "never consulted in what was played"
            sure = [*_proved(self.proved), *[_in_words(each) for each in self.exhausted]]
            if self.unconsulted and not sure:
                sure = [_not_there(self.unconsulted)]
            return "; ".join([*sure, said])
        return str(self.difference)


def _proved(forms: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """One sentence for all numbers of players."""
    if not forms:
        return
    players = ", ".join(str(each["players"]) for each in forms)
    settings = in_words(forms[0]["settings"])
    of_them = f"between {players} players" + (f" with {settings}" if settings else "")
    if any(each["consulted"] for each in forms):
        paths = sum(each["paths"] for each in forms)
        yield f"PROVED: never {of_them}: the same on {paths} paths from every table"
    else:
        yield f"PROVED: no rule consults it {of_them}"


def _in_words(scale: Mapping[str, Any]) -> str:
    settings = in_words(scale["settings"])
    return (
        f"EXHAUSTED: never in {scale['states']} tables and {scale['ways']} ways between {scale['players']} players "
        f"with {settings}"
    )


def _not_there(scales: Sequence[Mapping[str, Any]]) -> str:
    """A sentence: everything was looked at in these forms, and nothing was learnt of the reading."""
    forms = [f"{each['players']} players with {in_words(each['settings'])}" for each in scales]
    return f"no rule consults it between {'; '.join(forms)}, which says nothing of other forms"

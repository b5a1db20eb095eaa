"""Worked examples as a rule author writes them: the format of ``GAME.examples.toml`` (docs/examples.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from referee.kernel.clauses import Reading
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.kernel.input_files import read_toml
from referee.kernel.rulebook import load_rulebook

RUN_KEYS = {"answers": list, "chance": list, "steps": int, "seed": (int, str)}
"""The keys of an alternative beside its expectations."""
KEYS: dict[str, Any] = {
    "name": str,
    "clauses": list,
    "players": int,
    "readings": dict,
    "settings": dict,
    "deal": bool,
    "table": dict,
    "rest": str,
    "expect": dict,
    "reading": str,
    "under": dict,
    "default_first": bool,
    **RUN_KEYS,
}
COMMON_KEYS = {"players", "readings", "settings", "table", "rest", "seed", "default_first"}
_TEXT = {
    str: "text",
    int: "a whole number",
    list: "a list",
    dict: "a table",
    bool: "true or false",
    (int, str): "a seed",
}


@dataclass(frozen=True, slots=True)
class Case:
    """One example under one choice of readings: what is played, and what is expected of it."""

    place: str
    """``file:line`` of the example."""
    name: str
    clauses: tuple[str, ...]
    players: int | None
    readings: Mapping[str, str]
    settings: Mapping[str, Any]
    deal: bool
    table: Mapping[str, Any]
    rest: str | None
    answers: Sequence[Any]
    chance: Sequence[Any]
    steps: int | None
    seed: str | None
    expect: Mapping[str, Any]
    alternative: str = ""
    """``reading=value`` where the example compares alternatives."""

    def wrong(self, message: str) -> BadInput:
        """The error for an example that cannot be played as it is written."""
        return BadInput(f"{self} {message}")

    def __str__(self) -> str:
        under = f" ({self.alternative})" if self.alternative else ""
        return f"{self.place}: {self.name}{under}:"


@dataclass(frozen=True, slots=True)
class Example:
    """A named example; several ``cases`` where it shows how the alternatives of a reading differ."""

    place: str
    name: str
    clauses: tuple[str, ...]
    reading: str = ""
    cases: tuple[Case, ...] = field(default=())


def cards_of(case: Case, game: Game[Any]) -> tuple[int, ...]:
    """The kinds of card that are named where a case lays out its table or says how chance comes out."""
    words = re.findall(r"[^\s\"',\[\]{}]+", f"{case.table} {case.chance}")
    return tuple(kind for kind, card in enumerate(game.deck.cards) if card.name in words)


def load_examples(path: Path, game: type[Game[Any]]) -> tuple[Example, ...]:
    """The examples of a file for that game; BadInput names file, line, example and what cannot be used."""
    content, text = read_toml(path, kind="a file of worked examples")
    file = _File(path, text, game)
    return tuple(file.examples(content))


class _File:
    def __init__(self, path: Path, text: str, game: type[Game[Any]]) -> None:
        self.path, self.game = path, game
        rules = rules_of(game)
        self.readings: Mapping[str, Reading] = {
            name: reading for reading in rules.readings.values() for name in (reading.slug, reading.id)
        }
        book = rules.folder / "rulebook.md"
        self.clauses = {clause.id for clause in load_rulebook(book).clauses} if book.exists() else None
        self.lines = [
            number for number, line in enumerate(text.splitlines(), 1) if re.match(r"\s*\[\[\s*example\s*\]\]", line)
        ]

    def examples(self, content: dict[str, Any]) -> Iterator[Example]:
        where = f"{self.path}:"
        self.check_keys(where, content, {"common": dict, "example": list})
        common = content.get("common", {})
        self.check_keys(f"{where} [common]", common, {key: KEYS[key] for key in COMMON_KEYS})
        names: set[str] = set()
        for number, entry in enumerate(content.get("example", ())):
            place = f"{self.path}:{self.lines[number]}" if number < len(self.lines) else str(self.path)
            if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
                raise BadInput(f"{place}: an example is a table with a name")
            if entry["name"] in names:
                raise BadInput(f"{place}: there are two examples {entry['name']!r}")
            names.add(entry["name"])
            yield self.example(place, {**common, **entry, **self.merged(common, entry)})
        if not names:
            raise BadInput(f"{where} there is no [[example]]")

    @staticmethod
    def merged(common: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
        """The tables that an example shares with [common], its own entries first."""
        both = [key for key in common if isinstance(common[key], dict) and isinstance(entry.get(key), dict)]
        found = {key: {**common[key], **entry[key]} for key in both}
        if entry.get("deal") is True:
            found["table"] = entry.get("table", {})
        return found

    def example(self, place: str, entry: dict[str, Any]) -> Example:
        name = entry["name"]
        where = f"{place}: {name}:"
        self.check_keys(where, entry, KEYS)
        clauses = tuple(entry.get("clauses", ()))
        if not clauses:
            raise BadInput(f"{where} it names no clauses")
        for id in clauses:
            if self.clauses is not None and id not in self.clauses:
                raise BadInput(f"{where} the rulebook has no clause {id!r}")
        if entry.get("deal") and entry.get("table"):
            raise BadInput(f"{where} a table is either dealt ('deal') or laid out ('table')")
        under, slug = entry.get("under", {}), entry.get("reading")
        if bool(under) != bool(slug):
            raise BadInput(f"{where} 'reading' names the reading whose alternatives stand in 'under'")
        if not under:
            if not entry.get("expect"):
                raise BadInput(f"{where} it expects nothing: 'expect' is missing")
            return Example(place, name, clauses, cases=(case_of(place, entry, entry.get("expect", {})),))
        reading = self.readings.get(str(slug))
        if reading is None:
            raise BadInput(f"{where} there is no reading {slug!r}")
        cases = []
        unnamed = next(iter(under)) if entry.get("default_first") else None
        if unnamed not in (None, reading.default):
            raise BadInput(
                f"{where} 'default_first' says that its first alternative is the default, and that of "
                f"{reading.slug} is {reading.default}, not {unnamed}"
            )
        for value, given in under.items():
            if value not in reading.alternatives:
                known = ", ".join(reading.alternatives)
                raise BadInput(f"{where} reading {reading.slug} is one of {known}, not {value!r}")
            if not isinstance(given, dict):
                raise BadInput(f"{where} what is expected under {value} is a table")
            self.check_keys(f"{where} under {value}", given, RUN_KEYS, others=True)
            own = {key: each for key, each in given.items() if key in RUN_KEYS}
            expect = {
                **entry.get("expect", {}),
                **{key: each for key, each in given.items() if key not in RUN_KEYS},
            }
            # What is the default is not named: so it shows what play is like where nobody says anything of it.
            readings = {**entry.get("readings", {}), **({} if value == unnamed else {reading.slug: value})}
            cases.append(case_of(place, {**entry, **own, "readings": readings}, expect, f"{reading.slug}={value}"))
        return Example(place, name, clauses, reading.slug, tuple(cases))

    @staticmethod
    def check_keys(where: str, table: Mapping[str, Any], known: Mapping[str, Any], *, others: bool = False) -> None:
        for key, value in table.items():
            if key in known:
                kinds = known[key]
                if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
                    raise BadInput(f"{where} {key!r} is {_TEXT[kinds]}, not {value!r}")
            elif not others:
                near = get_close_matches(key, known, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known)}"
                raise BadInput(f"{where} there is no entry {key!r}; {hint}")


def case_of(place: str, entry: dict[str, Any], expect: Mapping[str, Any], alternative: str = "") -> Case:
    """An entry under one choice of readings."""
    seed = entry.get("seed")
    return Case(
        place,
        entry["name"],
        tuple(entry["clauses"]),
        entry.get("players"),
        entry.get("readings", {}),
        entry.get("settings", {}),
        entry.get("deal", False),
        entry.get("table", {}),
        entry.get("rest"),
        entry.get("answers", ()),
        entry.get("chance", ()),
        entry.get("steps"),
        None if seed is None else str(seed),
        expect,
        alternative,
    )

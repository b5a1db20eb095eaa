"""Numbers of a game for all of its players and settings: what the deal leaves where, what does not divide, what runs
out."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.play.story import look
from referee.verify.ask.edges import Edge
from referee.verify.ask.finding import find
from referee.verify.ask.question import Question, sentence
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial

MOST_FORMS = 9
EFFORT = 0.4
"""Of what ``find`` plays in a form."""
DEALS = 20
"""Hands may be of unequal sizes by chance."""
WIDEST = 1000
"""A setting whose greatest value is greater has none that its author meant: twice its default is tried."""
COUNTED = (".draw(", ".pick(", ".pay(")


@dataclass(frozen=True, slots=True)
class Dealt:
    """A form after its deal. ``zones``: by zone the fewest and the most cards, of the seats' own zones in one of them.
    ``why``: why there is no such deal, or ""."""

    players: int
    settings: Mapping[str, Any]
    cards: int
    zones: Mapping[str, tuple[int, int]]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Runs:
    """Something that does not divide, or of which too little is there, or just all. ``met``: by the number of players
    in how many of so many matches."""

    edge: Edge
    clauses: tuple[str, ...]
    sentence: str
    text: str
    file: Path
    line: int
    met: Mapping[int, tuple[int, int]]


def players_of(
    game: type[Game[Any]], wanted: Sequence[int] | None, readings: Mapping[str, str], settings: Mapping[str, Any]
) -> list[int]:
    """The numbers of players: those that are wanted, else all that there can be, some of them where there are many.
    BadInput where there is none."""
    if wanted:
        return list(wanted)
    there, why = [], None
    for number in range(game.fewest_players, game.most_players + 1):
        try:
            game(number, readings=readings, settings=settings)
            there.append(number)
        except BadInput as error:
            why = why or error
    if not there and why is not None:
        raise why
    if len(there) <= MOST_FORMS:
        return there
    return sorted({there[round(at * (len(there) - 1) / (MOST_FORMS - 1))] for at in range(MOST_FORMS)})


def deals(game: type[Game[Any]], players: Sequence[int], readings: Mapping[str, str], settings: Mapping[str, Any],
          seed: str) -> list[Dealt]:  # fmt: skip
    """The deal for each number of players, and why there is none for those between that are left out, and for one more
    than the most; then with each other setting at its least and its most, for the fewest and the most players, where
    that changes anything."""
    usual = {each: _dealt(game, each, readings, settings, seed) for each in players}
    found = list(usual.values())
    if players[-1] < game.most_players:
        found.append(_dealt(game, players[-1] + 1, readings, settings, seed))
    if len(players) < MOST_FORMS:
        between = [_dealt(game, each, readings, settings, seed) for each in range(players[0], players[-1])
                   if each not in players]  # fmt: skip
        found += [each for each in between if each.why]
    for each in game.parameters:
        if not isinstance(each.default, int) or each.name in settings:
            continue
        most = each.most if each.most <= WIDEST else 2 * each.default
        for value in dict.fromkeys([each.least, most]):
            for number in dict.fromkeys([players[0], players[-1]]):
                dealt = _dealt(game, number, readings, {**settings, each.name: value}, seed)
                if value != each.default and replace(dealt, settings=settings) != usual[number]:
                    found.append(dealt)
    return found


def _dealt(game: type[Game[Any]], players: int, readings: Mapping[str, str], settings: Mapping[str, Any],
           seed: str) -> Dealt:  # fmt: skip
    try:
        form = game(players, readings=readings, settings=settings)
    except BadInput as error:
        return Dealt(players, settings, 0, {}, str(error))
    rng = random.Random(f"numbers {seed} {players}")
    sizes: dict[str, list[int]] = {}
    for _ in range(DEALS):
        trial = Trial(form, [])
        met = trial.advance(AtRandom(rng))
        if met is not None:
            return Dealt(players, settings, form.deck.total, {}, met.fault or met.message)
        for name, zone in look(trial.table)["zones"].items():
            places = zone if isinstance(zone, list) else [zone]
            sizes.setdefault(name, []).extend(_size(each) for each in places)
    ends = {name: (min(each), max(each)) for name, each in sizes.items() if any(each)}
    return Dealt(players, settings, form.deck.total, ends)


def _size(zone: Any) -> int:
    cards = zone.get("cards") if isinstance(zone, dict) else zone
    return len(cards) if isinstance(cards, list) else int(zone.get("size", 0)) if isinstance(zone, dict) else 0


def runs(game: type[Game[Any]], players: Sequence[int], readings: Mapping[str, str], settings: Mapping[str, Any],
         seed: str, effort: float = 1.0, at: Callable[[int], None] | None = None) -> list[Runs]:  # fmt: skip
    """What play meets of that with each number of players, those first that most of them meet."""
    found: dict[str, dict[int, Question]] = {}
    played: dict[int, int] = {}
    for done, number in enumerate(players):
        try:
            form = game(number, readings=readings, settings=settings)
        except BadInput:
            continue
        matches = [0, 0]
        for each in find([form], seed, EFFORT * effort, played=matches, otherwise=False, sure=True):
            if each.edge is Edge.REST or any(word in each.site.text for word in COUNTED):
                found.setdefault(each.id, {})[number] = each
        played[number] = sum(matches)
        if at is not None:
            at(done + 1)
    told = []
    for by_number in found.values():
        first = next(iter(by_number.values()))
        met = {
            number: (by_number[number].real + by_number[number].driven if number in by_number else 0, matches)
            for number, matches in played.items()
        }
        told.append(
            Runs(
                first.edge, first.site.clauses, sentence(first), first.site.text, first.site.file, first.site.line, met
            )
        )
    return sorted(told, key=lambda each: (-sum(n > 0 for n, _ in each.met.values()), each.text))

"""The impact of another reading on a game: the promises that break, and the changes of its matches."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.stats.means import Sample
from referee.verify.findings import Finding
from referee.verify.ledger import Ledger
from referee.verify.methods import Budget, Question
from referee.verify.play.fuzz import decide
from referee.verify.play.matches import random_match
from referee.verify.play.minimise import variant
from referee.verify.properties import Kind, Property, read_properties
from referee.verify.prove.consulted import Consulted, listen, made_with
from referee.verify.verdicts import Result, Verdict

MATCHES = 60
"""Played under each of two readings, with the same chance, for the figures."""
EFFORT = 0.25
"""The effort of a fuzz campaign for the promises."""
SURE = 0.99
"""A figure is said to change where this interval of the mean difference leaves 0 out."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The mean of something under the chosen reading and under the other, over pairs of matches."""

    name: str
    chosen: float
    other: float
    interval: tuple[float, float]
    """The interval of the mean difference (other less chosen) at the confidence ``SURE``."""
    match: int = 0
    """The number of the match in which the two are most apart, in the direction of the means."""

    @property
    def changes(self) -> bool:
        return self.interval[0] > 0 or self.interval[1] < 0


@dataclass(slots=True)
class Changes:
    """``breaks`` and ``mends`` are names of properties; ``troubles`` are findings that the chosen readings lack."""

    readings: Mapping[str, str]
    players: int
    breaks: list[str] = field(default_factory=list)
    mends: list[str] = field(default_factory=list)
    troubles: list[Finding] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    matches: int = 0
    complaints: list[str] = field(default_factory=list)
    """What could not be played natively."""


@dataclass(frozen=True, slots=True)
class Compare:
    """One question, for a process of its own: ``others`` are choices of readings, each beside the chosen ones."""

    game: str
    file: Path | None
    players: int
    readings: Mapping[str, str]
    settings: Mapping[str, Any]
    others: tuple[Mapping[str, str], ...]
    seconds: float | None = None
    figures: bool = True
    engine: str = "python"
    rows: tuple[Mapping[str, str], ...] = ()
    """All choices of readings that this run asks about: one native build is for them."""


def compare(asked: Compare) -> list[Changes]:
    """See the module's docstring."""
    game = find_game(asked.game)
    properties = read_properties(asked.file, game)[0] if asked.file else []
    budget = Budget(asked.seconds)
    chosen = game(asked.players, readings=asked.readings, settings=asked.settings)
    base, base_played = _base(chosen, properties, asked, budget)
    found: list[Changes] = []
    for readings in asked.others:
        other = variant(chosen, readings=readings)
        if other is None or budget.is_spent:
            continue
        here = _verdicts(other, properties, asked, budget)
        there_played = played(other, budget, base_played, readings) if asked.figures else []
        if _is_over(budget):
            break
        each = Changes(readings, asked.players)
        each.complaints = here.complaints
        each.breaks = sorted(here.refuted - base.refuted)
        each.mends = sorted((base.refuted & here.asked) - here.refuted)
        each.troubles = [one for key, one in here.troubles.items() if key not in base.troubles]
        if asked.figures:
            each.figures, each.matches = figures_of(base_played, there_played), len(base_played)
        found.append(each)
    return found


def _is_over(budget: Budget) -> bool:
    """Then there were fewer tries than of the chosen readings, and what was not met in them says nothing."""
    return budget.is_spent


_BASES: dict[Any, Any] = {}
"""The last play under the chosen readings in this process: alternatives come one after the other."""


def _base(
    chosen: Game[Any], properties: Sequence[Property], asked: Compare, budget: Budget
) -> tuple[_Verdicts, list[Played]]:
    key = type(chosen), asked.file, str(chosen.form), asked.engine
    if key not in _BASES:
        verdicts = _verdicts(chosen, properties, asked, budget)
        if budget.is_spent:
            return verdicts, []
        _BASES.clear()
        _BASES[key] = [verdicts, None]
    known = _BASES[key]
    if asked.figures and known[1] is None:
        all_played = played(chosen, budget, heard=listen(chosen))
        if budget.is_spent:
            return known[0], []
        known[1] = all_played
    return known[0], known[1] or []


@dataclass(slots=True)
class _Verdicts:
    refuted: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    troubles: dict[Any, Finding] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)


def _verdicts(game: Game[Any], properties: Sequence[Property], asked: Compare, budget: Budget) -> _Verdicts:
    found = _Verdicts()
    about = tuple(each for each in properties if each.applies(game.readings, game.players))
    rows = (asked.readings, *[{**asked.readings, **each} for each in asked.rows])
    question = Question(
        game, about, budget=budget, effort=EFFORT, engine=asked.engine, rows=rows, declared=tuple(properties)
    )
    for each in decide(question):
        if budget.is_spent:
            break
        if isinstance(each, Ledger):
            found.complaints += each.complaints
        elif isinstance(each, Result):
            found.asked.add(each.property)
            if each.verdict is Verdict.REFUTED:
                found.refuted.add(each.property)
        elif isinstance(each, Finding) and not each.property_name:
            # Without the game that shows it, which no other process could be given.
            found.troubles[each.trouble, each.clauses] = replace(each, short=None)
    # A trouble of other clauses is none of the property's.
    troubles = list(found.troubles.values())
    found.refuted -= {each.name for each in about if each.kind is Kind.FREE_OF and not _is_met(each, troubles)}
    return found


def _is_met(claimed: Property, troubles: Sequence[Finding]) -> bool:
    """Whether a trouble is met in the clauses of a property that says that there is none."""
    mine = [each for each in troubles if each.trouble is claimed.trouble]
    return not mine or any({*each.clauses} <= {*claimed.clauses} for each in mine)


class Played(NamedTuple):
    """A match: its turns, the winning seats and the payoffs (None where it did not end). ``consulted`` are the readings
    that rules asked for, or that the game is made with: under another value of any other one it is the same match.
    None: nobody has listened."""

    turns: int
    winners: tuple[int, ...] | None
    payoffs: tuple[Any, ...] | None
    consulted: frozenset[str] | None = None


def played(
    game: Game[Any],
    budget: Budget | None = None,
    base: Sequence[Played] = (),
    apart: Collection[str] = (),
    heard: Consulted | None = None,
) -> list[Played]:
    """Matches of random seats, the same chance for every reading; fewer of them where the budget is spent. ``base``
    are those of a form that differs in the readings ``apart`` alone. ``heard`` knows what the game is asked for."""
    found: list[Played] = []
    made = frozenset() if heard is None else frozenset(made_with(type(game)))
    for number in range(MATCHES):
        if budget is not None and budget.is_spent:
            break
        asked = base[number].consulted if number < len(base) else None
        if asked is not None and asked.isdisjoint(apart):
            found.append(base[number])
            continue
        if heard is not None:
            heard.asked.clear()
        result = random_match(game, f"reading {number}")
        ended = result.ranks is not None and result.reason not in ("turn-cap", "stopped")
        ranks = tuple(seat for seat, rank in enumerate(result.ranks or ()) if rank == 1)
        payoffs = tuple(_amount(each) for each in result.payoffs or ())
        consulted = None if heard is None else made | heard.asked
        found.append(Played(result.data["turns"], ranks if ended else None, payoffs if ended else None, consulted))
    return found


def record_of(game: Game[Any], number: int) -> bytes:
    """The record of a match of ``played``."""
    record = random_match(game, f"reading {number}", record=True).record
    assert record is not None
    return record


def _amount(plain: Any) -> Fraction:
    return Fraction(plain["fraction"]) if isinstance(plain, Mapping) else Fraction(plain)


def figures_of(chosen: Sequence[Played], other: Sequence[Played]) -> list[Figure]:
    every = range(len(chosen))
    found = [_figure("turns", [each[0] for each in chosen], [each[0] for each in other], every)]
    ended_chosen, ended_other = ([int(each[1] is not None) for each in those] for those in (chosen, other))
    found.append(_figure("ends", ended_chosen, ended_other, every))
    both = [number for number in every if chosen[number][1] is not None and other[number][1] is not None]
    if len(both) > 1:
        ended = [(chosen[number], other[number]) for number in both]
        pairs = [(_share(one[1]), _share(two[1])) for one, two in ended]
        found.append(_figure("seat 0 wins", [one for one, _ in pairs], [two for _, two in pairs], both))
        stakes = [(max(map(abs, one[2] or (0,))), max(map(abs, two[2] or (0,)))) for one, two in ended]
        found.append(_figure("largest payoff", [one for one, _ in stakes], [two for _, two in stakes], both))
    return found


def _share(winners: tuple[int, ...] | None) -> Fraction:
    """The first seat's share of a win."""
    return Fraction(0 in winners, len(winners)) if winners else Fraction(0)


def _figure(
    name: str, chosen: Sequence[Fraction | int], other: Sequence[Fraction | int], matches: Sequence[int]
) -> Figure:
    apart, one, two = Sample(), Sample(), Sample()
    for first, second in zip(chosen, other, strict=True):
        apart.add(second - first)
        one.add(first)
        two.add(second)
    sign = 1 if apart.total >= 0 else -1
    most = max(range(len(matches)), key=lambda at: sign * (other[at] - chosen[at]))
    return Figure(name, one.mean or 0.0, two.mean or 0.0, apart.interval(SURE) or (0.0, 0.0), matches[most])


def pairs_of(
    game: Game[Any], alternatives: Sequence[tuple[str, str]], number: int, seed: str
) -> list[Mapping[str, str]]:
    """So many pairs of alternatives of different readings, without ``undefined``, drawn at random."""
    rng = random.Random(seed)
    defined = [each for each in alternatives if each[1] != "undefined"]
    found: list[Mapping[str, str]] = []
    for _ in range(20 * number):
        if len(found) == number or len({slug for slug, _ in defined}) < 2:
            break
        one, other = rng.sample(defined, 2)
        pair = dict([one, other])
        if len(pair) == 2 and pair not in found:
            try:
                type(game)(game.players, readings={**game.readings, **pair}, settings=game.settings)
            except BadInput:
                continue
            found.append(pair)
    return found

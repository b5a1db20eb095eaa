"""The impact of another reading on a game: the promises that break, and the changes of its matches."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.verify.findings import OWED, Finding
from referee.verify.impact.common_matches import CommonMatches, Style, Under
from referee.verify.impact.figures import MATCHES, Figure, Played, figures_of
from referee.verify.ledger import Ledger
from referee.verify.methods import Budget, Question
from referee.verify.play import fuzz
from referee.verify.play import met as play
from referee.verify.play.matches import LONGEST
from referee.verify.play.minimise import variant
from referee.verify.play.trial import LOOKED_AT
from referee.verify.properties import Kind, Property, read_properties
from referee.verify.verdicts import Result, Trouble, Verdict

EFFORT = 0.25
"""The part of a fuzz campaign that promises are looked at in."""
PROMISES = Style(
    "promises",
    longest=lambda number: fuzz.LONGEST if number % 5 else fuzz.LONG,
    kinds_first=lambda number: number % 2 == 0,
    biased=lambda number: number % 3 == 2,
)
FIGURES = Style("figures", lambda number: LONGEST, lambda number: False, lambda number: False)


class Met(NamedTuple):
    """A trouble that the rules run into, and its clauses."""

    trouble: Trouble
    clauses: tuple[str, ...]


@dataclass(slots=True)
class Changes:
    """``breaks`` and ``mends`` are names of properties; ``troubles`` are what the chosen readings do not run into."""

    readings: Mapping[str, str]
    players: int
    breaks: list[str] = field(default_factory=list)
    mends: list[str] = field(default_factory=list)
    troubles: list[Met] = field(default_factory=list)
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
    budget = Budget(asked.seconds)
    chosen = game(asked.players, readings=asked.readings, settings=asked.settings)
    base = _base(chosen, asked)
    properties = base.properties
    found: list[Changes] = []
    for readings in asked.others:
        other = variant(chosen, readings=readings)
        if other is None:
            continue
        known = base.looked(budget), base.played(budget) if asked.figures else []
        here = _verdicts(Under(base.promises, other), other, properties, asked, budget)
        there_played = _played(Under(base.figures, other), budget) if asked.figures else []
        if budget.is_spent:  # fewer tries than of the chosen readings: what was not met in them says nothing
            break
        each = Changes(readings, asked.players)
        each.complaints = here.complaints
        each.breaks = sorted(here.refuted - known[0].refuted)
        each.mends = sorted((known[0].refuted & here.asked) - here.refuted)
        each.troubles = [one for one in here.troubles if one not in known[0].troubles]
        if asked.figures:
            each.figures, each.matches = figures_of(known[1], there_played), len(there_played)
        found.append(each)
    return found


@dataclass(slots=True)
class _Verdicts:
    """The names of properties that are ``refuted``, of those that were ``asked``, and what the rules run into."""

    refuted: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    troubles: list[Met] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


class _Base:
    """What is known of the chosen readings: worked out when it is wanted, once for all alternatives."""

    def __init__(self, chosen: Game[Any], properties: Sequence[Property], asked: Compare) -> None:
        self.chosen, self.properties, self.asked = chosen, properties, asked
        # Those of other readings too: what a trial remembers of a match is then the same under all of them.
        about = [each for each in properties if each.kind in LOOKED_AT
                 and each.applies({**chosen.readings, **each.readings}, chosen.players)]  # fmt: skip
        self.promises = CommonMatches(chosen, about, PROMISES)
        self.figures = CommonMatches(chosen, (), FIGURES)
        self._looked: _Verdicts | None = None
        self._played: list[Played] | None = None

    def looked(self, budget: Budget) -> _Verdicts:
        found = self._looked or _verdicts(self.promises, self.chosen, self.properties, self.asked, budget)
        self._looked = None if budget.is_spent else found
        return found

    def played(self, budget: Budget) -> list[Played]:
        found = self._played or _played(self.figures, budget)
        self._played = None if budget.is_spent else found
        return found


_BASES: dict[Any, _Base] = {}
"""That of the last chosen readings in this process: alternatives come one after the other."""


def _base(chosen: Game[Any], asked: Compare) -> _Base:
    key = type(chosen), asked.file, str(chosen.form), asked.engine
    if key not in _BASES:
        _BASES.clear()
        properties = read_properties(asked.file, type(chosen))[0] if asked.file else []
        _BASES[key] = _Base(chosen, properties, asked)
    return _BASES[key]


def _verdicts(
    matches: CommonMatches | Under, game: Game[Any], properties: Sequence[Property], asked: Compare, budget: Budget
) -> _Verdicts:
    about = tuple(each for each in properties if each.applies(game.readings, game.players))
    question = Question(game, about, budget=budget, effort=EFFORT)
    ending = {each.name for each in about if each.kind is Kind.TURNS_END}
    meant = question.expected_to_fail - ending  # a round is looked for in a way of its own
    met: list[play.Met] = []
    raised: set[str] = set()
    most = int(fuzz.MATCHES * EFFORT)
    for number in range(2 * most if meant else most):
        match = matches.match(number, budget)
        if match is None:
            return _Verdicts()
        met += match.met
        raised |= match.raised
        if any(each.looping for each in match.met):
            break  # every match would take as long
        if meant and number >= fuzz.AT_LEAST and meant <= play.refuted(about, met):
            break
    found = _Verdicts(asked={each.name for each in about})
    found.refuted = {each.claimed.name for each in met if each.claimed is not None} - raised
    found.troubles = list(dict.fromkeys([Met(each.trouble, each.clauses) for each in met if each.claimed is None]))
    if asked.engine == "native":
        rows = (asked.readings, *[{**asked.readings, **each} for each in asked.rows])
        _keep(found, fuzz.decide(replace(question, engine="native", rows=rows, declared=tuple(properties))))
        found.refuted -= {each.name for each in about if each.kind is Kind.FREE_OF}
    for claimed in about:
        if claimed.kind is Kind.FREE_OF:
            if claimed.trouble in OWED and _is_met(claimed, found.troubles):
                found.refuted.add(claimed.name)
        elif claimed.kind is Kind.TURNS_END and any(each.trouble is Trouble.ENDLESS for each in found.troubles):
            found.refuted.add(claimed.name)
        elif not budget.is_spent:
            _keep(found, fuzz.decide_apart(question, claimed))
    found.refuted &= found.asked
    return found


def _keep(found: _Verdicts, decided: Iterable[Result | Finding | Ledger]) -> None:
    for each in decided:
        if isinstance(each, Ledger):
            found.complaints += each.complaints
        elif isinstance(each, Finding):
            found.troubles += [] if each.property_name else [Met(each.trouble, each.clauses)]
        elif each.verdict is Verdict.REFUTED:
            found.refuted.add(each.property)


def _is_met(claimed: Property, troubles: Sequence[Met]) -> bool:
    """Whether a trouble is met in the clauses of a property that says that there is none: a trouble of other clauses is
    none of its own."""
    return any(each.trouble is claimed.trouble and {*each.clauses} <= {*claimed.clauses} for each in troubles)


def _played(matches: CommonMatches | Under, budget: Budget) -> list[Played]:
    found: list[Played] = []
    for number in range(MATCHES):
        match = matches.match(number, budget)
        if match is None:
            break
        outcome = None if match.outcome is None or match.outcome.reason == "turn-cap" else match.outcome
        winners = None if outcome is None else tuple([seat for seat, rank in enumerate(outcome.ranks) if rank == 1])
        found.append(Played(match.turns, winners, None if outcome is None else tuple(outcome.payoffs)))
    return found


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

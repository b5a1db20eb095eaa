"""The forms of a game that each method is asked about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.verify.methods import is_there
from referee.verify.properties import Property
from referee.verify.scales import Scale
from referee.verify.verdicts import Method

Readings = Mapping[str, str]

ALL_COUNTS = 8
"""A game for so many different numbers of players is looked at with each of them."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The question. ``game`` is a name or a folder; ``players`` None for all; ``names`` of properties, all if empty.

    ``readings`` hold for every form; ``alternatives``: also look at those for which a property states an expectation.
    ``budget`` is in seconds for the whole check, None for as long as the tries take.
    """

    game: str
    players: tuple[int, ...] | None = None
    readings: Readings = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    methods: tuple[Method, ...] = (Method.FUZZ, Method.EXPLORE, Method.PROVE)
    names: tuple[str, ...] = ()
    alternatives: bool = True
    seed: str = "check"
    effort: float = 1.0
    budget: float | None = None
    jobs: int = 1
    accepted: Path | None = None
    emit: Path | None = None
    """A folder into which proofs write what they ask the solver."""
    why: bool = False
    """Whether proofs tell their arguments."""
    engine: str = "python"
    """What plays the matches of fuzzing beyond the first ones."""
    cluster: str | None = None
    """The address of a Dask scheduler, whose workers take the questions instead of processes here."""
    _made: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)
    """Whether a form of the game can be made, for those that were asked about: methods ask about the same ones."""

    def has(self, game: type[Game[Any]], players: int, readings: Readings, settings: Mapping[str, Any]) -> bool:
        """Whether there is such a form of the game that the plan names."""
        form = repr((players, sorted(readings.items()), sorted(settings.items())))
        if form not in self._made:
            try:
                game(players, readings=readings, settings=settings)
                self._made[form] = True
            except BadInput:
                self._made[form] = False
        return self._made[form]


@dataclass(frozen=True, slots=True)
class Job:
    """One question to one method, which can be sent to another process. ``seconds`` None: as long as it takes.

    ``processor``: the seconds of processor time that a proof may take.
    """

    game: str
    file: Path | None
    names: tuple[str, ...]
    method: Method
    players: int
    readings: Readings
    settings: Mapping[str, Any]
    seed: str
    effort: float
    alternative: bool = False
    """The readings are there because some property is expected not to hold under them: a proof asks only of it."""
    seconds: float | None = None
    processor: float | None = None
    emit: Path | None = None
    why: bool = False
    engine: str = "python"
    rows: tuple[Readings, ...] = ()
    """The readings under which the matches of this form are played in the same check: one build is for all of them."""


def turn_of(job: Job) -> tuple[int, ...]:
    """When a question is begun, where several work on a check: after those with a lower turn.

    First is what fuzzing says of the rules as they are: an interrupt keeps what was decided until then. Then what takes
    long, the longest first: else somebody is at it when there is nothing left for the others. What is short fills the
    rest. A proof under an alternative asks of what fails there alone; more players have more ways.
    """
    if job.method is Method.FUZZ and not job.alternative:
        return (0,)
    if job.method is Method.EXPLORE:
        return 1, 0, -job.players
    if job.method is Method.PROVE and not job.alternative:
        return 1, 1, -job.players
    return (2,)


@dataclass(frozen=True, slots=True)
class Form:
    """A game that is looked at: players, readings, settings; ``names`` of properties, all if there are none."""

    players: int
    readings: Readings
    settings: Mapping[str, Any]
    names: tuple[str, ...]
    scaled: bool = False
    """These settings are some property's and not the plan's."""
    effort: float = 1.0


BESIDE = 60.0
"""Seconds of processor time for the proofs of one form, where other methods are asked as well."""
MOST_PROVED = 12
"""The players of a game for many: those of the largest table that a proof is tried for, unless the plan names
others."""
SCALED_POSITIONS = 4.0
"""Smaller games are played more often for what may be seen: rare moments are frequent there."""
MOMENT, SHORTER_MOMENT = 0.25, 0.1
"""Of the usual matches, under an alternative that no property speaks of as there are none; of each of very many."""
VERY_MANY = 60
SIDESTEPPED = 2
"""Numbers of players, the smallest, with which steps are taken again under each alternative."""
PLAYING = (Method.FUZZ, Method.EXPLORE)
"""Methods that look at alternatives with a few numbers of players."""


def sample_of_players(there: Sequence[int]) -> tuple[int, ...]:
    """All of these numbers of players, or the smallest four, the largest, and some between, each twice the last."""
    if len(there) <= ALL_COUNTS:
        return tuple(there)
    chosen = list(there[:4])
    while chosen[-1] * 2 < there[-1]:
        chosen.append(min([players for players in there if players >= chosen[-1] * 2]))
    return (*chosen, there[-1]) if chosen[-1] < there[-1] else tuple(chosen)


def is_for_many(game: type[Game[Any]]) -> bool:
    """A proof for each number of players of such a game takes too long: it is tried for a few small ones."""
    return game.most_players - game.fewest_players >= ALL_COUNTS


def jobs_of(
    plan: Plan, game: type[Game[Any]], file: Path | None, properties: Sequence[Property], scales: Sequence[Scale]
) -> list[Job]:
    """All questions of a plan: the default readings before the others. BadInput where a form does not exist."""
    jobs = list(_jobs(plan, game, file, properties, scales))
    rows: dict[str, dict[str, Readings]] = {}
    for job in jobs:
        if job.method is Method.FUZZ:
            rows.setdefault(_built_for(job), {})[repr(sorted(job.readings.items()))] = job.readings
    beside = BESIDE if len(plan.methods) > 1 else None
    return [
        replace(job, emit=plan.emit, why=plan.why, processor=beside, rows=tuple(rows.get(_built_for(job), {}).values()))
        for job in jobs
    ]


def _built_for(job: Job) -> str:
    """The form of a question but for its readings."""
    return f"{job.players} {sorted(job.settings.items())}"


def _jobs(
    plan: Plan, game: type[Game[Any]], file: Path | None, properties: Sequence[Property], scales: Sequence[Scale]
) -> Iterator[Job]:
    methods = [method for method in plan.methods if is_there(method)]
    if not methods:
        names = ", ".join(method.value for method in plan.methods)
        raise BadInput(f"none of these methods is installed: {names}")
    everywhere = choices_of_readings(plan, game, [each for each in properties if not each.only_there])
    for number, readings in enumerate(choices_of_readings(plan, game, properties)):
        alternative = number > 0
        conforming = (Method.CONFORMANCE,) if not (alternative or plan.names) and Method.FUZZ in methods else ()
        for method in (*methods, *conforming):
            for form in _forms(plan, game, method, readings, properties, scales, alternative):
                if alternative and not form.scaled and readings not in everywhere:
                    continue
                yield Job(
                    plan.game, file, form.names, method, form.players, readings, form.settings, plan.seed,
                    plan.effort * form.effort, alternative, engine=plan.engine,
                )  # fmt: skip
    unsaid = not any(each.refuted or each.readings for each in properties)
    if unsaid and plan.alternatives and not (plan.readings or plan.names) and Method.FUZZ in methods:
        yield from _unspoken_of(plan, game)
        if rules_of(game).readings:
            yield from _sidesteps_of(plan, game, file)


def _unspoken_of(plan: Plan, game: type[Game[Any]]) -> Iterator[Job]:
    """Random play under each alternative, one at a time, of a game for which nobody has said which of them matter; what
    they break of its properties is looked for beside the default."""
    others = [
        {slug: value}
        for slug, reading in rules_of(game).readings.items()
        for value in reading.alternatives
        if value != reading.default
    ]
    effort = plan.effort * (MOMENT if len(others) <= VERY_MANY else SHORTER_MOMENT)
    for readings in others:
        wanted = plan.players or _counts(plan, game, readings, (), few=True)
        counts = [players for players in wanted if plan.has(game, players, readings, plan.settings)]
        # Two players are often a case of their own; what takes many is met with the most.
        for players in counts[-2:] if len(others) <= VERY_MANY else counts[1:2] or counts:
            yield Job(plan.game, None, (), Method.FUZZ, players, readings, plan.settings, plan.seed, effort, True)


def _sidesteps_of(plan: Plan, game: type[Game[Any]], file: Path | None) -> Iterator[Job]:
    """What any alternative breaks, in the real game and in smaller ones of two numbers of players."""
    counts = plan.players or _counts(plan, game, {}, (), few=False)
    there = [players for players in counts if plan.has(game, players, {}, plan.settings)]
    for players in there[:SIDESTEPPED]:
        yield Job(plan.game, file, (), Method.ALTERNATIVES, players, {}, plan.settings, plan.seed, plan.effort)


def _forms(
    plan: Plan,
    game: type[Game[Any]],
    method: Method,
    readings: Readings,
    properties: Sequence[Property],
    scales: Sequence[Scale],
    alternative: bool,
) -> Iterator[Form]:
    """The forms that a method is asked about under some readings.

    The fuzzer looks at properties with a scale of their own at that scale as well; exploring has its ``SCALES``.
    """
    many = method is Method.PROVE and is_for_many(game)
    few = alternative and (many or method in PLAYING)
    counts = plan.players or _counts(plan, game, readings, properties, few=few)
    if many and not plan.players:
        counts = tuple([players for players in counts if players <= MOST_PROVED])
    at_full = list(_at_full_scale(plan, game, readings, counts))
    if method is Method.EXPLORE and scales and not plan.settings:
        yield from _at_scales(plan, game, scales, readings, alternative)
    elif method is Method.EXPLORE:
        yield from at_full if plan.players else at_full[:2]
    elif method is Method.CONFORMANCE:
        yield from at_full if len(at_full) < 3 else [at_full[0], at_full[1], at_full[-1]]
        if scales and not plan.settings:
            for form in _at_scales(plan, game, scales, readings, alternative):
                yield replace(form, effort=SCALED_POSITIONS)
    else:
        yield from at_full
    if method is Method.FUZZ:
        for settings, about in _own_scales(plan, properties):
            about = [each for each in about if not alternative or readings in _spoken_of(each, game)]
            for players in sorted({players for each in about for players in each.players or counts}):
                asked_for = not plan.players or players in plan.players
                if asked_for and plan.has(game, players, readings, settings):
                    yield Form(players, readings, settings, tuple([each.name for each in about]), scaled=True)


def _counts(
    plan: Plan, game: type[Game[Any]], readings: Readings, properties: Iterable[Property], *, few: bool
) -> tuple[int, ...]:
    """A ``few`` numbers of players: the smallest, the largest, and one between or the ends of what is expected of
    some."""
    numbers = range(game.fewest_players, game.most_players + 1)
    there = [players for players in numbers if plan.has(game, players, readings, plan.settings)]
    counts = sample_of_players(there or numbers)
    if not few or len(counts) <= 3:
        return counts
    meant = {counts[0], counts[-1]}
    for each in [one for claimed in properties for one in claimed.refuted if dict(one.readings) == dict(readings)]:
        named = [players for players in each.players or () if players in there]
        meant |= {named[0], named[-1]} if named else {counts[len(counts) // 2]}
    return tuple(sorted(meant))


def _at_full_scale(plan: Plan, game: type[Game[Any]], readings: Readings, counts: Sequence[int]) -> Iterator[Form]:
    for players in counts:
        if plan.players is not None or players == counts[0]:
            game(players, readings=readings, settings=plan.settings)  # says what is wrong with what was asked for
        if plan.has(game, players, readings, plan.settings):
            yield Form(players, readings, plan.settings, plan.names)


def _at_scales(
    plan: Plan, game: type[Game[Any]], scales: Iterable[Scale], readings: Readings, alternative: bool
) -> Iterator[Form]:
    for each in scales:
        if alternative and not each.alternatives:
            continue
        for players in each.players:
            if (not plan.players or players in plan.players) and plan.has(game, players, readings, each.settings):
                yield Form(players, readings, each.settings, plan.names, effort=each.effort)


def _own_scales(plan: Plan, properties: Iterable[Property]) -> list[tuple[dict[str, Any], list[Property]]]:
    """The settings that properties name, where they are not those of the plan, with these properties."""
    found: list[tuple[dict[str, Any], list[Property]]] = []
    for claimed in properties:
        settings = {**claimed.settings, **plan.settings}
        same = [about for scale, about in found if scale == settings]
        if same:
            same[0].append(claimed)
        elif settings != dict(plan.settings):
            found.append((settings, [claimed]))
    return found


def choices_of_readings(plan: Plan, game: type[Game[Any]], properties: Iterable[Property]) -> list[Readings]:
    """The forms of the plan, and each form that a property is about or is not expected to hold under."""
    found: list[Readings] = [dict(plan.readings)]
    if plan.alternatives and not plan.readings:
        for claimed in properties:
            found += [each for each in _spoken_of(claimed, game) if each not in found]
    return found


def _spoken_of(claimed: Property, game: type[Game[Any]]) -> list[Readings]:
    register = rules_of(game).readings
    meant = [dict(claimed.readings), *({**claimed.readings, **under.readings} for under in claimed.refuted)]
    return [{slug: value for slug, value in each.items() if value != register[slug].default} for each in meant]

"""``referee check GAME --all-readings``: everything that is known of every alternative, over processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.parameters import in_words, value_in_words
from referee.verify.impact.alternative import Asked, Impact, alternatives_of, parts
from referee.verify.impact.changes import Changes, Compare, compare, pairs_of
from referee.verify.impact.differences import DifferenceKind
from referee.verify.impact.exhaustive import AskedAt, AtScale, compare_exhaustively
from referee.verify.impact.readings import matters
from referee.verify.methods import Budget
from referee.verify.parallel import run_parallel
from referee.verify.project import Project
from referee.verify.properties import Property
from referee.verify.scales import Scale

if TYPE_CHECKING:
    from referee.verify.impact.proved import Never

PAIRS = 24
"""Pairs of alternatives that are looked at together, unless a budget says less."""
DIFFERENCES, PROOFS, SCALES, CHANGES, TOGETHER = 0.4, 0.5, 0.6, 0.85, 0.97
"""The part of a budget at which each kind of look ends at the latest; time that one leaves goes to the next."""

AnyAsked = TypeVar("AnyAsked", Asked, AskedAt, Compare)


@dataclass(frozen=True, slots=True)
class ReadingsPlan:
    """The question; ``players`` None for a few small numbers, ``budget`` in seconds for everything."""

    game: str
    players: tuple[int, ...] | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    seed: str = "check"
    budget: float | None = None
    jobs: int = 1
    cluster: str | None = None
    """The address of a Dask scheduler, for its workers in place of processes."""
    engine: str = "python"
    """``native``: promises are looked at in compiled matches too."""


@dataclass(slots=True)
class AllReadings:
    """The results. ``pairs`` hold only what neither alternative does alone."""

    game: type[Game[Any]]
    players: tuple[int, ...]
    matters: list[Impact] = field(default_factory=list)
    changes: dict[tuple[str, str], Changes] = field(default_factory=dict)
    pairs: list[Changes] = field(default_factory=list)
    broken_off: list[str] = field(default_factory=list)
    """Alternatives that broke off, a line each; the others were looked at."""
    complaints: set[str] = field(default_factory=set)
    """What could not be played natively, a line each."""
    pairs_tried: int = 0
    left_out: int = 0
    """Alternatives whose promises and figures were not looked at, for want of time."""
    wanted: int = 0
    pairs_left_out: int = 0
    out_of_budget: bool = False
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def without_records(self) -> int:
        """Differences of which there was no time to make records."""
        return sum(each.matters and each.witness is None and each.other_witness is None for each in self.matters)


class Clock(Budget):
    """The time of all looks together."""

    def left_of(self, part: float) -> float | None:
        """Seconds until such a part of the budget is over."""
        left = self.left
        return None if left is None or self.seconds is None else max(0.0, left - (1 - part) * self.seconds)

    def timed(self, asked: Iterable[AnyAsked], part: float) -> Iterator[AnyAsked]:
        """Each with the seconds that it may take, as it is drawn; no more of them once that part is over."""
        for each in asked:
            left = self.left_of(part)
            if left == 0.0:
                return
            yield each if left is None else replace(each, seconds=left)


def check_readings(plan: ReadingsPlan, progress: Callable[[int, int], None]) -> AllReadings:
    """Look at every alternative. BadInput where the plan cannot be carried out; an interrupt keeps what is known."""
    clock = Clock(plan.budget)
    game = find_game(plan.game)
    players = plan.players or few_players(game, plan.readings, plan.settings)
    chosen = game(players[0], readings=plan.readings, settings=plan.settings)
    wanted = alternatives_of(game, chosen.readings)
    found = AllReadings(game, players)
    if not wanted:
        raise BadInput(f"{game.name} has no readings: its rulebook leaves nothing open")
    project = Project.of(game, plan.game)
    own_scales = () if plan.settings else project.scales
    scales = () if plan.settings else _looked_at(project.properties, own_scales)
    asked = Asked(players, plan.readings, plan.settings, tuple(wanted), project.examples_file, plan.seed, scales=scales)
    # All of them are looked at as long as the time lasts: no part of them waits for another.
    # How many parts there are changes what is played, so that it has nothing to do with who works on them.
    shares = list(parts(asked, plan.jobs if plan.budget is not None else max(1, min(len(wanted) // 8, 12))))
    rows = tuple([dict([each]) for each in wanted])
    ask = partial(Compare, plan.game, project.file, players[min(1, len(players) - 1)], plan.readings, plan.settings,
                  engine=plan.engine, rows=rows)  # fmt: skip
    singles = [ask((each,)) for each in rows]
    pairs = [ask((each,), figures=False) for each in pairs_of(chosen, wanted, PAIRS, plan.seed)]
    all_of_it = len(shares) + len(singles) + len(pairs)
    done = 0

    def share(at: Callable[[AnyAsked], Any], in_time: Iterable[AnyAsked], part: float) -> Iterator[Any]:
        return run_parallel(at, in_time, plan.jobs, clock.left_of(part), plan.cluster,
                      broken_off=found.broken_off, about=question_text, apart=apart)  # fmt: skip

    def look(at: Callable[[AnyAsked], Any], asked: Sequence[AnyAsked], part: float) -> Iterator[Any]:
        return share(at, clock.timed(asked, part), part)

    try:
        for matter in look(partial(_matters, plan.game), shares, DIFFERENCES):
            found.matters += matter
            done += 1
            progress(done, all_of_it)
        undecided = tuple([(each.slug, each.alternative) for each in found.matters if not each.matters])
        asked_proofs = _proofs(plan, players, undecided)
        from referee.verify.impact.proved import never_matter  # it loads the solver, which help texts need not

        first = clock.timed(asked_proofs[:1], PROOFS)
        proved = list(run_parallel(never_matter, first, 1, broken_off=found.broken_off, about=question_text))
        if proved and proved[0] is not None:  # what cannot be followed with few players cannot be with more
            proved += look(never_matter, asked_proofs[1:], PROOFS)
        for proofs in proved:
            for never in proofs or ():
                _keep_proof(found, never)
        for at_scale in look(compare_exhaustively, list(_at_scales(plan, own_scales, undecided)), SCALES):
            for scaled in at_scale:
                _keep_scale(found, scaled)
        # Alone and together by the same workers: they know the matches under the chosen readings by then.
        asked_all = chain(clock.timed(singles, CHANGES), clock.timed(pairs, TOGETHER))
        for changed in share(compare, asked_all, TOGETHER):
            for each in changed:
                found.complaints |= {*each.complaints}
                if len(each.readings) == 1:
                    found.changes[next(iter(each.readings.items()))] = each
                else:
                    found.pairs_tried += 1
                    keep_pair(found, each, chosen, project.properties)
            done += 1
            progress(done, all_of_it)
    except KeyboardInterrupt:
        found.interrupted = True
    found.wanted, found.left_out = len(wanted), len(wanted) - len(found.changes)
    found.pairs_left_out = len(pairs) - found.pairs_tried
    found.matters.sort(key=lambda each: wanted.index((each.slug, each.alternative)))
    found.seconds = clock.spent
    cut = found.left_out + found.pairs_left_out + found.without_records + len(wanted) - len(found.matters)
    found.out_of_budget = plan.budget is not None and cut > 0
    return found


def _proofs(plan: ReadingsPlan, players: tuple[int, ...], undecided: tuple[tuple[str, str], ...]) -> list[AskedAt]:
    numbers = sorted(players) if undecided else ()
    return [AskedAt(plan.game, number, plan.readings, plan.settings, undecided) for number in numbers]


def _keep_proof(found: AllReadings, never: Never) -> None:
    for each in found.matters:
        if (each.slug, each.alternative) == (never.slug, never.alternative):
            about = {"players": never.players, "settings": dict(never.settings)}
            each.proved.append({**about, "paths": never.paths, "consulted": never.consulted})
            each.proved.sort(key=lambda one: one["players"])


def _looked_at(
    declared: Sequence[Property], scales: Sequence[Scale]
) -> tuple[tuple[tuple[int, ...], Mapping[str, Any]], ...]:
    """The numbers of players and settings at which properties look, each once."""
    named = [(tuple(each.players or ()), each.settings) for each in declared if each.settings]
    named += [(each.players, each.settings) for each in scales]
    found = {repr((players, sorted(settings.items()))): (players, settings) for players, settings in named}
    return tuple(found.values())


def _at_scales(
    plan: ReadingsPlan, scales: Sequence[Scale], undecided: tuple[tuple[str, str], ...]
) -> Iterator[AskedAt]:
    """The scales that the properties declare, for alternatives without a difference so far."""
    for scale in scales if undecided else ():
        for players in scale.players:
            if not plan.players or players in plan.players:
                yield AskedAt(plan.game, players, plan.readings, scale.settings, undecided)


def _keep_scale(found: AllReadings, scaled: AtScale) -> None:
    for each in found.matters:
        if (each.slug, each.alternative) == (scaled.slug, scaled.alternative) and not each.matters:
            if scaled.difference.how is DifferenceKind.NOTHING:
                about = {"players": scaled.players, "settings": dict(scaled.settings), "states": scaled.states}
                seen = each.exhausted if scaled.consulted else each.unconsulted
                seen.append({**about, "ways": scaled.ways, "consulted": scaled.consulted})
                continue
            each.difference, each.players, each.steps = scaled.difference, scaled.players, scaled.steps
            each.together_with = {name: value_in_words(value) for name, value in scaled.settings.items()}
            each.witness, each.other_witness = scaled.witness, scaled.other_witness


def question_text(asked: Asked | AskedAt | Compare) -> str:
    """The alternatives of a question, in words."""
    if isinstance(asked, Compare):
        return f"promises and figures under {' or under '.join(in_words(each) for each in asked.others)}"
    kind = "readings" if isinstance(asked, Asked) else f"readings with {asked.players} players"
    return f"{kind}: {', '.join(f'{slug}={value}' for slug, value in asked.alternatives)}"


def apart(asked: AnyAsked) -> Sequence[AnyAsked]:
    """The same question about one alternative each."""
    if isinstance(asked, Compare):
        return [replace(asked, others=(each,)) for each in asked.others]
    return [replace(asked, alternatives=(each,)) for each in asked.alternatives]


def _matters(name: str, asked: Asked) -> list[Impact]:
    return matters(find_game(name), asked)


def few_players(game: type[Game[Any]], readings: Mapping[str, str], settings: Mapping[str, Any]) -> tuple[int, ...]:
    """The smallest numbers of players, and one larger: where more of them begin to matter."""
    fewest, most = game.fewest_players, game.most_players
    found: list[int] = []
    for number in sorted({fewest, fewest + 1, fewest + 2, min(most, 2 * fewest + 1)}):
        try:
            game(number, readings=readings, settings=settings)
        except BadInput:
            continue
        found.append(number)
    return tuple(found) or (fewest,)


def keep_pair(found: AllReadings, pair: Changes, chosen: Game[Any], declared: Sequence[Property]) -> None:
    """Keep what a pair breaks and neither of the two does: alone as it was seen, or as its author expects."""
    alone: Sequence[Changes] = [found.changes[each] for each in pair.readings.items() if each in found.changes]
    if len(alone) < 2:
        return
    broken = {name for each in alone for name in each.breaks}
    for one in pair.readings.items():
        readings = {**chosen.readings, **dict([one])}
        broken |= {each.name for each in declared if not each.expected(readings, pair.players)}
    troubles = {(one.trouble, one.clauses) for each in alone for one in each.troubles}
    pair.breaks = [name for name in pair.breaks if name not in broken]
    # What is told of one of the two as a broken promise is no news as a trouble of both.
    promised = [(each.trouble, set(each.clauses)) for each in declared if each.name in broken]
    pair.troubles = [
        one for one in pair.troubles
        if (one.trouble, one.clauses) not in troubles
        and not any(one.trouble is trouble and clauses >= set(one.clauses) for trouble, clauses in promised)
    ]  # fmt: skip
    if pair.breaks or pair.troubles:
        found.pairs.append(pair)

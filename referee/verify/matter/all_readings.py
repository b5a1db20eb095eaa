"""``referee check GAME --all-readings``: everything that is known of every alternative, over processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.verify.campaign import found_file
from referee.verify.matter.changes import Changes, Compare, compare, pairs_of
from referee.verify.matter.everywhere import AskedAt, AtScale, everywhere
from referee.verify.matter.lockstep import How
from referee.verify.matter.matter import Matter
from referee.verify.matter.proved import Never, never_matter
from referee.verify.matter.readings import Asked, alternatives_of, matters, parts
from referee.verify.properties import load_module
from referee.verify.scales import scales_of
from referee.verify.spread import spread

PAIRS = 24
"""Pairs of alternatives that are looked at together, unless a budget says less."""


@dataclass(frozen=True, slots=True)
class ReadingsPlan:
    """What is asked; ``players`` None for a few small numbers, ``budget`` in seconds for everything."""

    game: str
    players: tuple[int, ...] | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    seed: str = "check"
    budget: float | None = None
    jobs: int = 1
    cluster: str | None = None
    """The address of a Dask scheduler, for its workers in place of processes."""


@dataclass(slots=True)
class AllReadings:
    """What was found. ``pairs`` hold only what neither alternative does alone."""

    game: type[Game[Any]]
    players: tuple[int, ...]
    matters: list[Matter] = field(default_factory=list)
    changes: dict[tuple[str, str], Changes] = field(default_factory=dict)
    pairs: list[Changes] = field(default_factory=list)
    pairs_tried: int = 0
    left_out: int = 0
    """Alternatives whose promises and figures were not looked at, for want of time."""
    interrupted: bool = False
    seconds: float = 0.0


def check_readings(plan: ReadingsPlan, progress: Callable[[int, int], None]) -> AllReadings:
    """Look at every alternative. BadInput where the plan cannot be carried out; an interrupt keeps what is known."""
    began = time.monotonic()
    game = find_game(plan.game)
    players = plan.players or few_players(game, plan.readings, plan.settings)
    chosen = game(players[0], readings=plan.readings, settings=plan.settings)
    wanted = alternatives_of(game, chosen.readings)
    found = AllReadings(game, players)
    if not wanted:
        raise BadInput(f"{game.name} has no readings: its rulebook leaves nothing open")
    file = found_file(game, f"{game.name}.py", plan.game)
    examples = found_file(game, f"{game.name}.examples.toml", plan.game)
    third = None if plan.budget is None else plan.budget / 3
    asked = Asked(players, plan.readings, plan.settings, tuple(wanted), examples, plan.seed, third)
    looks = list(parts(asked, max(plan.jobs, min(len(wanted) // 8, 12))))
    if third is not None:
        looks = list(parts(asked, plan.jobs))
    ask = partial(Compare, plan.game, file, players[min(1, len(players) - 1)], plan.readings, plan.settings)
    singles = [ask((dict([each]),)) for each in wanted]
    pairs = [ask((each,), figures=False) for each in pairs_of(chosen, wanted, PAIRS, plan.seed)]
    all_of_it = len(looks) + len(singles) + len(pairs)
    done = 0
    try:
        for matter in spread(partial(_matters, plan.game), looks, plan.jobs, cluster=plan.cluster):
            found.matters += matter
            done += 1
            progress(done, all_of_it)
        undecided = tuple([(each.slug, each.alternative) for each in found.matters if not each.matters])
        asked_proofs = _proofs(plan, players, undecided)
        proved = [never_matter(each) for each in asked_proofs[:1]]
        if proved and proved[0] is not None:  # what cannot be followed with few players cannot be with more
            proved += spread(never_matter, asked_proofs[1:], plan.jobs, third, plan.cluster)
        for proofs in proved:
            for never in proofs or ():
                _keep_proof(found, never)
        for at_scale in spread(everywhere, list(_at_scales(plan, game, file, undecided, third)), plan.jobs):
            for scaled in at_scale:
                _keep_scale(found, scaled)
        for changed in spread(compare, singles, plan.jobs, third, plan.cluster):
            for each in changed:
                found.changes[next(iter(each.readings.items()))] = each
            done += 1
            progress(done, all_of_it)
        for changed in spread(compare, pairs, plan.jobs, third, plan.cluster):
            for each in changed:
                found.pairs_tried += 1
                _keep_pair(found, each)
            done += 1
            progress(done, all_of_it)
    except KeyboardInterrupt:
        found.interrupted = True
    found.left_out = len(wanted) - len(found.changes)
    found.matters.sort(key=lambda each: wanted.index((each.slug, each.alternative)))
    found.seconds = time.monotonic() - began
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


SECONDS_AT_A_SCALE = 180.0
"""Where there is no budget: a scale that takes longer is left out."""


def _at_scales(
    plan: ReadingsPlan,
    game: type[Game[Any]],
    file: Path | None,
    undecided: tuple[tuple[str, str], ...],
    third: float | None,
) -> Iterator[AskedAt]:
    """The scales that the properties declare, for alternatives without a difference so far."""
    if not undecided or file is None or plan.settings:
        return
    seconds = SECONDS_AT_A_SCALE if third is None else third / 4
    for scale in scales_of(load_module(file), game)[0]:
        for players in scale.players:
            if not plan.players or players in plan.players:
                yield AskedAt(plan.game, players, plan.readings, scale.settings, undecided, seconds)


def _keep_scale(found: AllReadings, scaled: AtScale) -> None:
    for each in found.matters:
        if (each.slug, each.alternative) == (scaled.slug, scaled.alternative) and not each.matters:
            if scaled.difference.how is How.NOTHING:
                about = {"players": scaled.players, "settings": dict(scaled.settings), "states": scaled.states}
                each.exhausted.append({**about, "ways": scaled.ways, "consulted": scaled.consulted})
                continue
            each.difference, each.players, each.steps = scaled.difference, scaled.players, scaled.steps
            each.together_with = {
                name: ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
                for name, value in scaled.settings.items()
            }
            each.witness, each.other_witness = scaled.witness, scaled.other_witness


def _matters(name: str, asked: Asked) -> list[Matter]:
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


def _keep_pair(found: AllReadings, pair: Changes) -> None:
    alone: Sequence[Changes] = [found.changes[each] for each in pair.readings.items() if each in found.changes]
    if len(alone) < 2:
        return
    broken = {name for each in alone for name in each.breaks}
    troubles = {(one.trouble, one.clauses) for each in alone for one in each.troubles}
    pair.breaks = [name for name in pair.breaks if name not in broken]
    pair.troubles = [one for one in pair.troubles if (one.trouble, one.clauses) not in troubles]
    if pair.breaks or pair.troubles:
        found.pairs.append(pair)

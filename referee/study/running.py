"""Plays experiments, here or elsewhere, and keeps what was played."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from referee.pool.cluster import run_anywhere
from referee.record.project_folder import project_folder
from referee.study.experiments import Experiment
from referee.study.forms import playing
from referee.study.matches import Facts, play

Task = tuple[Experiment, str, int, int]
"""What is played, the seed, the first match and how many."""
_FACTS = msgspec.msgpack.Decoder(list[Facts])


def play_part(task: Task) -> list[Facts]:
    """The matches of a task."""
    experiment, seed, first, number = task
    with playing(experiment.variant) as game:
        return [
            play(
                game, experiment.seating(match), f"{seed}/{experiment.name}/{experiment.deal(match)}",
                f"{match}", redealt=experiment.repeats > 1, deviation=experiment.deviation,
                course=experiment.course, turn_cap=experiment.variant.turn_cap, native=experiment.native,
            )
            for match in range(first, first + number)
        ]  # fmt: skip


def recorded(experiment: Experiment, seed: str, match: int) -> bytes:
    """The record of a match that was played."""
    with playing(experiment.variant) as game:
        return play(
            game, experiment.seating(match), f"{seed}/{experiment.name}/{experiment.deal(match)}", f"{match}",
            deviation=experiment.deviation, turn_cap=experiment.variant.turn_cap, record=True,
            native=experiment.native,
        ).record.encode()  # fmt: skip


def tasks_of(experiments: Iterable[Experiment], seed: str) -> Iterator[Task]:
    for experiment in experiments:
        for first in range(0, experiment.number, experiment.part):
            yield experiment, seed, first, min(experiment.part, experiment.number - first)


class Kept:
    """What was played before, by task, in ``.referee/study``. ``rules`` tells rules and players apart."""

    def __init__(self, rules: str, fresh: bool = False) -> None:
        self.rules, self.fresh = rules, fresh

    def _file(self, task: Task) -> Path:
        told = msgspec.json.encode((self.rules, task))
        return project_folder("study") / f"{hashlib.sha256(told).hexdigest()[:32]}.msgpack"

    def get(self, task: Task) -> list[Facts] | None:
        """The matches of a task, if they are kept and whole."""
        if self.fresh:
            return None
        try:
            return _FACTS.decode(self._file(task).read_bytes())
        except (OSError, msgspec.MsgspecError):
            return None

    def put(self, task: Task, facts: list[Facts]) -> None:
        """Keep them; a study goes on where that is not possible."""
        try:
            file = self._file(task)
            draft = file.with_suffix(f".{os.getpid()}")
            draft.write_bytes(msgspec.msgpack.encode(facts))
            draft.replace(file)
        except OSError:
            return


def play_all(
    experiments: Sequence[Experiment],
    seed: str,
    kept: Kept,
    jobs: int = 1,
    cluster: str | None = None,
    progress: Callable[[float, float], None] = lambda done, wanted: None,
) -> dict[tuple[str, str], list[Facts]]:
    """The matches of each experiment, by the label of its form and its name; ``progress`` hears of expected seconds."""
    wanted = list(tasks_of(experiments, seed))
    total = sum(task[0].seconds * task[3] for task in wanted)
    done = 0.0
    found: dict[tuple[str, str], dict[int, list[Facts]]] = {}

    def take(task: Task, facts: list[Facts]) -> None:
        nonlocal done
        found.setdefault((task[0].variant.label, task[0].name), {})[task[2]] = facts
        done += task[0].seconds * task[3]
        progress(done, total)

    missing = []
    for task in wanted:
        facts = kept.get(task)
        if facts is None:
            missing.append(task)
        else:
            take(task, facts)
    # Long ones first, so that the last ones end at nearly the same time.
    missing.sort(key=lambda task: -task[0].seconds * task[3])
    if missing:
        for task, facts in run_anywhere(play_part, iter(missing), jobs=jobs, cluster=cluster):
            kept.put(task, facts)
            take(task, facts)
    return {name: [facts for at in sorted(parts) for facts in parts[at]] for name, parts in found.items()}

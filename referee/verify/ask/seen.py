"""The edges that matches come to, each with the first step that met it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from referee.kernel.game import Game
from referee.play.story import look, position
from referee.verify.ask.edges import Edge
from referee.verify.ask.match import Match
from referee.verify.ask.question import Occurrence, Question
from referee.verify.ask.sites import Site
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial

LONGEST = 150
TRIED = 4
"""Matches in which another answer is tried."""

Key = tuple[str, Edge]
"""The id of a place, and its edge."""


class Seen:
    """What play comes to in all forms of a game."""

    def __init__(self) -> None:
        self.found: dict[Key, Question] = {}
        self.times: Counter[str] = Counter()
        self.edges: Counter[Key] = Counter()
        self.steps: Counter[Key] = Counter()
        self.ends: Counter[Key] = Counter()
        self.begin_step(None)

    def begin_step(self, driver: AtRandom | None) -> None:
        self.come: Counter[str] = Counter()
        self.driver, self.answered = driver, 0 if driver is None else driver.decisions
        self.here: dict[Key, tuple[Site, int, int]] = {}
        """The edges of this step, with how often play had come to the place before, and after how many answers."""

    def told(self, site: Site, edge: Edge | None) -> None:
        self.times[site.id] += 1
        self.come[site.id] += 1
        if edge is not None:
            self.edges[site.id, edge] += 1
            given = 0 if self.driver is None else self.driver.decisions - self.answered
            self.here.setdefault((site.id, edge), (site, self.come[site.id] - 1, given))

    def met(
        self, key: Key, trial: Trial, script: list[list[Any]], before: tuple[Any, ...],
        view: Mapping[str, Any] | None, fair: bool,
    ) -> None:  # fmt: skip
        """The first time in a match; ``before`` and ``view`` are of the table before the step."""
        old, game, step = self.found.get(key), trial.game, len(script) - 1
        site, number, given = self.here[key]
        at = Occurrence(game, before, trial.table.snapshot(), script[-1], number)
        if old is not None and step >= old.step:
            asked = old
            asked.occurrences += [at] if len(asked.occurrences) < TRIED else []
        else:
            words = ("the deal",) if view is None else tuple(position(view, game))
            asked = self.found[key] = Question(site, key[1], game, words, list(script), step, given)
            asked.occurrences = [at, *(old.occurrences[: TRIED - 1] if old else [])]
            if old is not None:
                asked.real, asked.driven = old.real, old.driven
        if fair:
            asked.real += 1
        else:
            asked.driven += 1


def play_match(
    game: Game[Any], driver: AtRandom, match: Match, seen: Seen, *, fair: bool, longest: int = LONGEST
) -> int:
    """A match, of which ``seen`` is told; gives its steps."""
    trial = Trial(game, [])
    script: list[list[Any]] = []
    met_here: set[Key] = set()
    match.begin(trial.table)
    for step in range(min(longest, game.turn_cap) + 1):
        seen.begin_step(driver)
        view, before = look(trial.table) if step else None, trial.table.snapshot()
        trouble = trial.advance(driver)
        match.stepped(trial.table)
        script.append(driver.transcript)
        for key in seen.here:
            seen.steps[key] += 1
            seen.ends[key] += trial.table.outcome is not None
            if key not in met_here:
                met_here.add(key)
                seen.met(key, trial, script, before, view, fair)
        if trouble is not None or trial.table.dealing or trial.table.outcome is not None:
            break
    return len(script)

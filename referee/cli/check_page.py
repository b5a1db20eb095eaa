"""The other documents of a page that a check writes: readings, mutants and interactions, from the same command."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from referee.cli import mutants, readings
from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.report.included import OPTIONS, Included, load_included
from referee.verify.collide.interactions import MATCHES, Asked
from referee.verify.impact.all_readings import ReadingsPlan
from referee.verify.questions import Plan


@dataclass(slots=True)
class Found:
    """The documents, what a terminal says of them, and what they make of an exit code that was 0."""

    included: Included = field(default_factory=Included)
    lines: list[str] = field(default_factory=list)
    exit_code: int = 0


@dataclass(frozen=True, slots=True)
class Also:
    """The documents that were asked for beside the check; ``files`` hold earlier ones."""

    readings: bool
    mutants: bool
    interactions: bool
    sample: int | None
    files: tuple[Path, ...]
    cluster: str | None

    @property
    def anything(self) -> bool:
        return self.readings or self.mutants or self.interactions

    def load(self, game: str, budget: float | None) -> Included:
        """The documents in files. BadInput, before any work is done: a file is bad, or options do not go together."""
        if self.mutants and budget is not None:
            raise BadInput("--budget is for the check and not for --mutate: give --sample N in its place")
        if not self.files:
            return Included()
        found = load_included(self.files, find_game(game).name)
        for name, option in OPTIONS.items():
            if getattr(self, name) and getattr(found, name) is not None:
                raise BadInput(f"{option} looks anew at what --include brings: leave one of them out")
        return found

    def gather(self, plan: Plan, included: Included) -> Found:
        """Look at what was asked for, beside what files brought; an interrupt keeps what was found until then."""
        found = Found(included)
        name = find_game(plan.game).name
        for document in self._asked(plan, found):
            found.included.take(document, name, "the page")
        return found

    def _asked(self, plan: Plan, found: Found) -> Iterator[dict[str, object]]:
        if self.readings:
            wanted = ReadingsPlan(
                plan.game, plan.players, plan.readings, plan.settings, plan.seed, plan.budget, plan.jobs, self.cluster,
                plan.engine,
            )  # fmt: skip
            seen, records = readings.looked_at(wanted)
            matter = sum(each.matters for each in seen.matters)
            found.lines.append(f"readings: {matter} of {len(seen.matters)} alternatives make a difference")
            found.exit_code = found.exit_code or (3 if seen.interrupted or seen.broken_off else 0)
            yield {"schema": readings.SCHEMA, **readings.as_json(seen, wanted, records)}
        if self.mutants:
            ledger = mutants.looked_at(plan.game, self.sample, plan.seed, plan.jobs, plan.methods, plan.engine)
            noticed = ledger.counted - len(ledger.survivors)
            found.lines.append(f"mutants: {noticed} of {ledger.counted} noticed")
            found.exit_code = found.exit_code or (
                3 if ledger.interrupted or ledger.broken_off else 1 if ledger.survivors else 0
            )
            yield {"schema": mutants.SCHEMA, **mutants.as_json(ledger)}
        if self.interactions:
            from referee.cli import interactions as edges
            from referee.report import graph

            asked = Asked(plan.game, plan.players or (), plan.readings, plan.settings, seconds=plan.budget)
            looked = edges.look(asked, 4 * MATCHES, plan.jobs, self.cluster)
            found.lines.append(f"interactions: {len(looked.found.edges)} edges in {looked.found.matches} matches")
            found.exit_code = found.exit_code or (3 if looked.interrupted or looked.found.broken_off else 0)
            drawn = graph.graph_of(looked.form, looked.found, looked.records)
            yield {"schema": graph.SCHEMA, **graph.as_json(drawn, looked.found)}

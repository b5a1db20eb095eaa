"""Whether a step that was played is one of those that a proof followed, and what it put in the place of others.

Where a proof follows every rule in its place, the decisions of the step have to be those of one of its paths. Where it
proves rules apart, or one pass of many, what it knows of these is compared with the calls and passes of the step.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from referee.kernel.driving import run_deal, run_step
from referee.verify.play.drivers import Script
from referee.verify.prove.boundary import lazy_class
from referee.verify.prove.guided import Compared
from referee.verify.prove.induction import Induction
from referee.verify.prove.instance import Differs
from referee.verify.prove.repeats_play import WatchedPasses
from referee.verify.prove.search import Ended
from referee.verify.prove.summaries_play import Watched


class Followed:
    """Everything that one proof followed."""

    def __init__(self, induction: Induction) -> None:
        self.apart, self.passes = induction.apart, induction.passes
        self.in_place = not self.apart.lemmas and not self.passes.heads
        self.deals, self.steps = _ways(induction.dealt), _ways(induction.stepped)
        self.watched = Watched(induction.game, self.apart)
        self.algebra = WatchedPasses(induction.game.deck, self.passes)
        self.table: Any = lazy_class(self.watched.game, None)

    def compare(self, compared: Compared) -> None:
        """Differs where the proof does not know this step."""
        if self.in_place:
            known, what = (self.deals, "deal") if compared.before is None else (self.steps, "step")
            if not compared.fault and not _is_among(compared.way, known):
                raise Differs(f"play takes a path through the {what} that the proof did not follow")
            return
        table = self.table(self.watched.game, self.algebra)
        script = Script(compared.transcript)
        if compared.before is None:
            self.algebra.begin(table)
            run_deal(self.watched.game, table, script)
        else:
            table.restore(compared.before.snapshot())
            self.algebra.begin(table)
            run_step(self.watched.game, table, script)


def _ways(ends: Sequence[Ended]) -> list[tuple[int, ...]]:
    return sorted(tuple(each.path.decisions[: each.path.made]) for each in ends)


def _is_among(way: tuple[int, ...], known: list[tuple[int, ...]]) -> bool:
    """Whether some path that was followed begins so: behind the end of the rule come what properties branch on."""
    at = bisect_left(known, way)
    return at < len(known) and known[at][: len(way)] == way

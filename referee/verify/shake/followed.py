"""Whether a step that was played is one of those that a proof followed, and what it put in the place of others.

Where a proof follows every rule in its place, the decisions of the step have to be those of one of its paths. Where it
proves rules apart, or one pass of many, what it knows of these is compared with the calls and passes of the step.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from referee.kernel.game import run_deal, run_step
from referee.verify.play.drivers import Script
from referee.verify.prove.apart_play import Watched
from referee.verify.prove.boundary import lazy_class
from referee.verify.prove.guided import Compared
from referee.verify.prove.induction import Induction
from referee.verify.prove.instance import Differs
from referee.verify.prove.passes_play import WatchedPasses


class Followed:
    """What one proof followed."""

    def __init__(self, induction: Induction) -> None:
        self.apart, self.passes = induction.apart, induction.passes
        self.in_place = not self.apart.lemmas and not self.passes.heads
        self.ways = sorted(tuple(each.path.decisions[: each.path.made]) for each in induction.stepped)
        self.watched = Watched(induction.game, self.apart)
        self.algebra = WatchedPasses(induction.game.deck, self.passes)
        self.table: Any = lazy_class(self.watched.game, None)

    def compare(self, compared: Compared) -> None:
        """Differs where the proof does not know this step."""
        if self.in_place:
            if compared.before is not None and not compared.fault and not self._knows(compared.way):
                raise Differs("play takes a path through the step that the proof did not follow")
            return
        table = self.table(self.watched.game, self.algebra)
        script = Script(compared.said)
        if compared.before is None:
            self.algebra.begin(table)
            run_deal(self.watched.game, table, script)
        else:
            table.restore(compared.before.snapshot())
            self.algebra.begin(table)
            run_step(self.watched.game, table, script)

    def _knows(self, way: tuple[int, ...]) -> bool:
        """Whether some path that was followed begins so: behind the end of the rule come what properties branch on."""
        at = bisect_left(self.ways, way)
        return at < len(self.ways) and self.ways[at][: len(way)] == way

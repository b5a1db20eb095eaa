"""Plays any game: it plays on from positions that it imagines (``referee.play.search``, ``referee.play.rollouts``)."""

from referee.bot import Ask, Bot, Option, View
from referee.play.search import DEFAULT_BUDGET, searcher

try:
    from referee.native.search import natively
except ImportError:  # in a jail nothing is compiled
    natively = None  # type: ignore[assignment]


class Searching(Bot):
    budget = DEFAULT_BUDGET

    def answer(self, view: View, ask: Ask) -> Option:
        found = searcher(view.game, self.rng, self.budget, natively)
        if found.why:
            self.note(found.why)
        return found.best(view, ask)

"""Plays any game: it plays on from positions that it imagines (``referee.play.search``, ``referee.play.rollouts``)."""

from referee.bot import Ask, Bot, Option, View
from referee.play.search import DEFAULT_BUDGET, searcher


class Searching(Bot):
    budget = DEFAULT_BUDGET

    def answer(self, view: View, ask: Ask) -> Option:
        return searcher(view.game, self.rng, self.budget).best(view, ask)

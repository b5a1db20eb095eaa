"""Plays any game: it searches, playing on from positions that it imagines (``referee.play.search``)."""

from referee.bot import Ask, Bot, Option, View
from referee.play.search import DEFAULT_BUDGET, Search


class Searching(Bot):
    budget = DEFAULT_BUDGET

    def answer(self, view: View, ask: Ask) -> Option:
        return Search(self.rng, self.budget).best(view, ask)

"""Plays any game by its compiled rules: like ``search`` where the game says how good answers look, else by a tree
search (``referee.native.searching``)."""

from referee.bot import Ask, Bot, Option, View
from referee.kernel.errors import BadInput
from referee.native.choosing import place_of_engines
from referee.native.search import natively
from referee.native.searching import NativeSearch
from referee.play.playing_on import appraises
from referee.play.search import Search, searcher


class NativeSearching(Bot):
    budget = 1000
    made: dict[str, NativeSearch | str] = {}  # noqa: RUF012 - for all matches: each form is compiled once

    def answer(self, view: View, ask: Ask) -> Option:
        if appraises(view.game):
            found = searcher(view.game, self.rng, self.budget, natively)
            if found.why:
                self.note(found.why)
            return found.best(view, ask)
        form = repr((type(view.game), view.game.form))
        if form not in self.made:
            try:
                self.made[form] = NativeSearch(view.game, place_of_engines())
            except BadInput as error:
                self.made[form] = f"Python searches: {error}"
        native = self.made[form]
        if isinstance(native, str):
            self.note(native)
            return Search(self.rng, self.budget).best(view, ask)
        return native.best(view, ask, self.rng, self.budget)

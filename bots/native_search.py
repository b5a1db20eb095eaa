"""Plays any game like ``search``, many times as fast: its rules are compiled (``referee.native.searching``)."""

from referee.bot import Ask, Bot, Option, View
from referee.kernel.errors import BadInput
from referee.native.choosing import place_of_engines
from referee.native.searching import NativeSearch
from referee.play.search import Search


class NativeSearching(Bot):
    budget = 1000
    made: dict[str, NativeSearch | str] = {}  # noqa: RUF012 - for all matches: each form is compiled once

    def answer(self, view: View, ask: Ask) -> Option:
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

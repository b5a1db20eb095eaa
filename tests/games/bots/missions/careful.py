"""A bot: a loyal one votes for teams that it is in, a spy for teams with a spy; spies always fail."""

from referee.bot import Ask, Bot, Option, View


class Careful(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        if ask.what == "mission" and view.cards("role") == ["spy"]:
            return max(ask.options(), key=lambda option: option.cards == ("fail",))
        return ask.sample(self.rng)

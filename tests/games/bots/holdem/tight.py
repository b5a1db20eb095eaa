"""It imagines what it does not see, and puts in chips by how much it would win if nobody raised any more."""

from statistics import mean
from typing import Any

from referee.bot import Ask, Bot, Option, View

WORLDS = 16


class Tight(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        stays = ask.read(["call"]) if ask.admits(["call"]) else ask.read(["check"])
        won = mean(self.worth(view, stays) for _ in range(WORLDS))
        put = view["put"][self.seat]
        if won > 0 and (least := self.least_raise(ask)):
            return ask.read(["raise", least])
        return ask.read(["fold"]) if stays.arm == "call" and won < -put else stays

    def worth(self, view: View, option: Option) -> Any:
        return view.imagine(self.rng).play(self.stay, self.rng, first=option).outcome.payoffs[self.seat]

    def stay(self, choice: Any) -> Any:
        """What everybody does in an imagined match: nobody folds, nobody raises."""
        return choice.space.nth(len(choice.space.arms) - 2)

    def least_raise(self, ask: Ask) -> int:
        return ask.describe()["arms"].get("raise", {}).get("least", 0)

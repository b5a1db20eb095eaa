"""It doubts what its own dice make unlikely, and bids what they make most likely."""

from math import comb

from referee.bot import Ask, Bot, Option, View


class Odds(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        number, face = view["bid"]["number"], view["bid"]["face"]
        return max(ask.options(), key=lambda option: self.worth(view, option, number, face))

    def worth(self, view: View, option: Option, number: int, face: int) -> tuple[float, bool]:
        """How likely it is not to lose at once; what is as likely is doubted."""
        if option.arm == "doubt":
            return 1 - self.chance(view, number, face), True
        return self.chance(view, option.plain[1]["number"], option.plain[1]["face"]), False

    def chance(self, view: View, number: int, face: int) -> float:
        """How likely it is that there are so many, as far as one knows who sees his own dice."""
        mine = view["dice"][view.seat].count(face)
        others = sum(view["held"]) - view["held"][view.seat]
        missing = max(0, number - mine)
        return sum(comb(others, n) * 5 ** (others - n) for n in range(missing, others + 1)) / 6**others

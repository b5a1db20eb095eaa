"""It keeps the higher card, and guesses what is most often left."""

from collections import Counter

from referee.bot import Ask, Bot, Option, View

NAMES = ("guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")
LEFT = Counter(guard=5, priest=2, baron=2, handmaid=2, prince=2, king=1, countess=1, princess=1)


class Careful(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        if ask.what == "lay":
            return min(ask.options(), key=lambda option: NAMES.index(option.cards[0]))
        if ask.what == "guess":
            left = LEFT - Counter(view.cards("open")) - Counter(view.cards("hand"))
            for seat in range(view.players):
                left -= Counter(view.cards("laid", seat))
            return max(ask.options(), key=lambda option: left[option.plain["card"]])
        return next(ask.options())

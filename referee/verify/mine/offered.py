"""Answers that nobody is ever offered with the fewest players, and that others are offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.verify.mine.asked import BY_CHANCE
from referee.verify.mine.inferring import Mined
from referee.verify.mine.observing import Observed
from referee.verify.mine.templates import Promise
from referee.verify.mine.terms import spoken

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def never_offered(forms: Sequence[Observed]) -> Iterator[Mined]:
    """For each question that the fewest players are put, too: the answers that they are not offered in so many matches
    that chance does not explain it."""
    least = min(each.game.players for each in forms)
    few = [each for each in forms if each.game.players == least]
    more = [each for each in forms if each.game.players > least]
    words = sorted({key for each in more for key in each.offered if key[1]})
    for ask, word in words:
        put = sum(len(each.offered.get((ask, ""), ())) for each in few)
        others = sum(len(each.offered.get((ask, ""), ())) for each in more)
        there = sum(len(each.offered.get((ask, word), ())) for each in more)
        if any((ask, word) in each.offered for each in few) or (1 - there / others) ** put >= BY_CHANCE:
            continue
        number = NUMBERS[least] if least < len(NUMBERS) else str(least)
        said = f"between {number} players nobody is offered '{spoken(word)}' where '{ask}' is asked"
        slug = "".join(each if each.isalnum() else "_" for each in f"{word}_at_{ask}".lower())
        promise = Promise(f"{slug}_is_not_for_{number}", f"not offers(choice, {word!r})", said, (ask, word), 56, True,
                          asked=(ask,), guarded=False, provable=False, players=(least,))  # fmt: skip
        yield Mined(promise, None, put, put)

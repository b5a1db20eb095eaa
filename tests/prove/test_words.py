"""Suits, matching, following, conditional piles and numbers: proved where they are so, and never where they are not.

Each false claim has a sound twin; ``it-goes-wrong`` speaks of the flag that the step sets.
"""

import pytest

from referee.verify.explore.explore import decide as explore
from referee.verify.methods import Question
from referee.verify.proving import decide_here
from referee.verify.verdicts import Result, Verdict
from tests.prove.written_games import written

TOP = "from referee.kernel import NO_SUIT, Number, OneCard, Suit\nfrom typing import NamedTuple"
TWINS = {
    "the suit of a card": (
        "t.bad = t.middle.count(self.deck.of_suit(t.suit_of(cards))) == 0",
        "t.bad = t.middle.count(self.deck.of_suit(t.suit_of(cards))) > 2",
    ),
    "the rank of a card": (
        "t.bad = t.count(cards, self.deck.of_rank(t.rank_of(cards))) != 1",
        "t.bad = t.rank_of(cards) == '5'",
    ),
    "what matches a card": (
        "like = t.matching(t.stock.pile, cards)\nt.bad = t.size(like) > 4",
        "like = t.matching(t.stock.pile, cards)\nt.bad = t.size(like) > 3",
    ),
    "what matches has the suit or the rank": (
        "like = t.matching(t.stock.pile, cards)\n"
        "t.bad = (t.suit_of(cards) is FRENCH_SUITS[0]) & (t.rank_of(cards) == '2')"
        " & (t.count(like, self.deck.where(ranks=['3'], suit=FRENCH_SUITS[1])) > 0)",
        "like = t.matching(t.stock.pile, cards)\n"
        "t.bad = (t.suit_of(cards) is FRENCH_SUITS[0]) & (t.rank_of(cards) == '2')"
        " & (t.count(like, self.deck.where(ranks=['3'], suit=FRENCH_SUITS[0])) > 0)",
    ),
    "what follows suit": (
        "like = t.following(t.stock.pile, self.low)\nt.bad = (t.stock.size > 0) & (t.size(like) == 0)",
        "like = t.following(t.stock.pile, self.low)\nt.bad = (t.stock.size > 0) & (t.count(like, self.low) == 0)",
    ),
    "cards if something holds": (
        "some = t.cards_if(t.middle.size > 2, cards)\nt.bad = (t.size(some) == 1) & (t.middle.size < 3)",
        "some = t.cards_if(t.middle.size > 2, cards)\nt.bad = t.size(some) == 1",
    ),
    "a card out of those that follow": (
        "card = yield from t.choose(me, 'again', OneCard(self.deck, t.following(t.middle.pile, self.low)))\n"
        "t.bad = t.middle.holds(self.low) & (t.count(card, self.low) == 0)",
        "card = yield from t.choose(me, 'again', OneCard(self.deck, t.following(t.middle.pile, self.low)))\n"
        "t.bad = t.count(card, self.low) == 0",
    ),
    "a number but for one": (
        "n = yield from t.choose(me, 'n', Number(1, 3, but=2))\nt.bad = (n == 2) | (n > 3) | (n < 1)",
        "n = yield from t.choose(me, 'n', Number(1, 3, but=2))\nt.bad = n == 3",
    ),
    "a part and the rest of a number": (
        "n = yield from t.choose(me, 'n', Number(-9, 9))\n"
        "t.bad = (n // 4 * 4 + n % 4 != n) | (n % 4 > 3) | (n // 4 < -3)",
        "n = yield from t.choose(me, 'n', Number(-9, 9))\nt.bad = (n % 4 == 3) & (n // 4 == -3)",
    ),
    "cards that move if something holds": (
        "t.move(t.cards_if(t.middle.size > 2, cards), t.middle, t.stock)\nt.bad = t.middle.size > 8",
        "t.move(t.cards_if(t.middle.size > 2, cards), t.middle, t.stock)\nt.bad = t.middle.size > 1",
    ),
    "the one with most": (
        "best = t.most({p: t.hand[p].count(self.low) for p in t.everyone_from(me)})\n"
        "t.bad = t.hand[best[0]].count(self.low) < t.hand[t.next(me)].count(self.low)",
        "best = t.most({p: t.hand[p].count(self.low) for p in t.everyone_from(me)})\n"
        "t.bad = t.hand[best[0]].count(self.low) == 0",
    ),
    "a suit that is kept": (
        "t.named = t.suit_of(cards)\nt.bad = t.named is NO_SUIT",
        "t.named = t.suit_of(cards)\nt.bad = t.named is FRENCH_SUITS[1]",
    ),
    "a typed tuple that is kept": (
        "t.bid = Bid(t.bid.face, 2 if t.bid.number == 1 else 1)\nt.bad = t.bid.face > 2",
        "t.bid = Bid(t.bid.face, 2 if t.bid.number == 1 else 1)\nt.bad = t.bid.number == t.bid.face",
    ),
    "a secret roll": (
        "faces = yield from t.roll(2, 2, seen_by=[me])\nt.bad = faces[0] + faces[1] > 4",
        "faces = yield from t.roll(2, 2, seen_by=[me])\nt.bad = faces[0] + faces[1] > 3",
    ),
}
HELP = """
class Bid(NamedTuple):
    number: int
    face: int
"""
TABLE = "named: Suit = value(NO_SUIT)\nbid: Bid = value(Bid(1, 2))"


def verdict(tmp_path, step, decide, **more):
    game, claims = written(tmp_path, top=TOP + HELP, table=TABLE, step=step)
    claims = [each for each in claims if each.name == "it-goes-wrong"]
    (found,) = [each for each in decide(Question(game(2), tuple(claims), **more)) if isinstance(each, Result)]
    return found.verdict


@pytest.mark.parametrize("name", TWINS)
def test_what_is_so_is_proved(name, tmp_path):
    assert verdict(tmp_path, TWINS[name][0], decide_here, effort=0.2) is Verdict.PROVED


@pytest.mark.parametrize("name", TWINS)
@pytest.mark.untraced
@pytest.mark.every(2)
def test_what_is_not_so_is_never_proved(name, tmp_path):
    assert verdict(tmp_path, TWINS[name][1], explore, effort=0.1) is Verdict.REFUTED
    assert verdict(tmp_path, TWINS[name][1], decide_here, effort=0.2) in (Verdict.UNKNOWN, Verdict.REFUTED)

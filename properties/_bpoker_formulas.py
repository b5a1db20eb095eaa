"""What properties of B-poker compute: which cards lie in effect, and every fee, shift and hand that there can be."""

from functools import lru_cache
from itertools import combinations_with_replacement, pairwise, product
from math import prod

from referee.games.bpoker.table import Mark
from referee.kernel import Laid

RING = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def lying(t, player):
    """The cards of a table that act: not sideways, not wild, of a tile none but the last."""
    row = t.table[player]
    groups = [group[-1] for group in row.groups()]
    return [laid for laid in groups if not any(mark.value in ("no-effect", "wild") for mark in laid.marks)]


# -- fees (BG-14) -------------------------------------------------------------------------------------------


def formula_holds(game):
    """Every number of Js and 8s on the payer's table, and every choice of triple Js on his and another's."""
    names = [card.name for card in game.deck.cards]
    if any(name not in names for name in ("Jh", "Js", "Jd", "Jc", "8s")):
        return True
    clamp, jacks = game.readings["fee-clamp"], game.readings["several-triple-jacks"]
    return formula_of(type(game), game.packs, (("fee-clamp", clamp), ("several-triple-jacks", jacks)))


@lru_cache(64)
def formula_of(kind: type, packs: int, chosen: tuple):
    """By what it depends on: it need not be gone through for every match."""
    game = kind(readings=dict(chosen), settings={"packs": packs})
    return all(game.fee(t, payer, base) == fee for t, payer, base, fee in fees_of_tables(game))


def fees_of_tables(game):
    """A table, who pays there, a base, and what the fee is by the formula."""
    clamp_first = game.readings["fee-clamp"] == "after-discount"
    among = {"multiply": prod, "highest": max, "sum": sum}[game.readings["several-triple-jacks"]]
    t, most = game.table(), 4 * game.packs
    payer, other, *_ = t.players
    tiles = [some for number in range(most // 3 + 1) for some in combinations_with_replacement((2, 3), number)]
    for mine, others in product(tiles, tiles):
        left = most - 3 * len(mine) - 3 * len(others)
        t.table[other].row = tuple(tiles_of(t, others, 1000))
        of_tiles = tuple(tiles_of(t, mine, 2000))
        factor = among([*mine, *others]) if mine or others else 1
        for jacks, clubs in product(range(left + 1), range(min(left, game.packs) + 1)):
            for eights in range(most + 1 if jacks + clubs <= left else 0):
                t.table[payer].row = of_tiles + laid(t, ["Jh"] * jacks + ["Jc"] * clubs + ["8s"] * eights, 3000)
                more = jacks + 2 * clubs
                for base in (1, 4):
                    fee = max(0, base - eights) + more if clamp_first else max(0, base + more - eights)
                    yield t, payer, base, fee * factor


def laid(t, names, first):
    """Cards of those names, one by one. It makes no difference to a fee which J, but a J♣, and which 8 it is."""
    return tuple([Laid(t.deck.index(name), first + place) for place, name in enumerate(names)])


def tiles_of(t, factors, first):
    for number, factor in enumerate(factors, 1):
        for each in laid(t, ["Js", "Js", "Js" if factor == 3 else "Jd"], first + 3 * number):
            yield each._replace(link=number)


# -- ranks (BP-RING) ----------------------------------------------------------------------------------------


@lru_cache(64)
def turns_round(game):
    shifted = game.shifted
    return all(
        shifted(laid, shift) == shifted(laid, shift + 14) == shifted(laid, shift - 14)
        for laid in every_card(game)
        for shift in every_shift(game)
    )


@lru_cache(64)
def goes_step_by_step(game):
    for laid in every_card(game):
        words = [game.shifted(laid, shift) for shift in every_shift(game)]
        places = [RING.index(word[:-1]) for word in words]
        if any((one + 1) % 14 != other for one, other in pairwise(places)):
            return False
        if len({word[-1] for word in words if word[:-1] != "1"}) != 1:
            return False
    return True


def every_shift(game):
    """No chain has more cards than the pack."""
    return range(-game.deck.total, game.deck.total + 1)


def every_card(game):
    """Every kind as it may lie on a table, for the suit that a joker was given."""
    for kind, card in enumerate(game.deck.cards):
        for marks in ((Mark.AS_CLUBS,), (Mark.AS_SPADES,)) if card.suit is None else ((),):
            yield Laid(kind, 0, marks)


# -- poker hands (BG-12) ------------------------------------------------------------------------------------

LADDER = """
As Ah Ad Ac As = As Ah Ad Ac * = As Ah * * * = * * * * *
Ks Kh Kd Kc Kh = Ks Kh Kd * *
2s 2h 2d 2c 2h
As Ks Qs Js 10s = Ah Kh Qh Jh 10h = Ks Qs Js 10s * = As Ks * * *
Ks Qs Js 10s 9s = 9s Js Qs Ks *
6c 5c 4c 3c 2c
Ah 2h 3h 4h 5h = Ah 2h 3h 4h *
As Ah Ad Ac Ks = As Kh * * *
As Ah Ad Ac Qs
As Ah Ad Ac
Ks Kh Kd Kc As
2s 2h 2d 2c As
As Ah Ad Ks Kh = As Ah Ks Kh *
As Ah Ad 2s 2h
Ks Kh Kd As Ah
2s 2h 2d 3s 3h
As Ks Qs 9s *
As Ks Qs Js 9s = As Qs Ks 9s Js
As Ks Qs Js 8s
Ks Qs Js 10s 8s
7s 5s 4s 3s 2s
As Kh Qd Jc 10s = Ac Kc Qc Jc 10s = As Kh Qd Jc *
Ks Qh Jd 10c 9s
6s 5h 4d 3c 2s = 2s 3h 4d 5c *
As 2h 3d 4c 5s = Jo 2h 3d 4c 5s = Jo 2s 3s 4s 5s = As 2h 3d 4c *
As Ah Ad Kc Qs = As Ah Kc Qs *
As Ah Ad Kc Js
As Ah Ad Kc 2s
As Ah Ad Qc Js
As Ah Ad
Ks Kh Kd Ac Qs
2s 2h 2d 4c 3s
As Ah Ks Kh Qs = Ks Kh As Ah Qd
As Ah Ks Kh Js
As Ah Ks Kh
As Ah Qs Qh Ks
Ks Kh Qs Qh As
3s 3h 2s 2h As
As Ah Kd Qc Js = As Js Qd Ac Kh
As Ah Kd Qc 10s
As Ah Kd Jc 10s
As Ah Kd 3c 2s
As Ah Qd Jc 10s
As Ah
Ks Kh Ad Qc Js
2s 2h 5d 4c 3s
Jo Jo Ad Kc Qs
As Kh Qd Jc 9s
As Kh Qd Jc Jo
As Ks Qs Js
As Kh Qd 3c 2s
As Qh Jd 10c 9s
7s 5h 4d 3c 2s
6s 5h 4d 3c Jo
5s 4s 3s 2s
2s
Jo
"""
"""Hands from the highest on; equal ones stand in one line, and a * is a wild card."""


@lru_cache(64)
def ladder_stands(game):
    names = {card.name for card in game.deck.cards}
    lines = [[hand.split() for hand in line.split(" = ")] for line in LADDER.strip().split("\n")]
    if not {name for line in lines for hand in line for name in hand} - {"*"} <= names:
        return True  # a smaller pack
    worths = [sorted({game.worth_of(held(game, hand)) for hand in line}) for line in lines]
    alike = all(len(each) == 1 for each in worths)
    return alike and all(max(low) < min(high) for high, low in pairwise(worths))


def held(game, hand):
    """Cards as they lie on a table."""
    wild = game.deck.index("2c"), (Mark.WILD,)
    kinds = [wild if name == "*" else (game.deck.index(name), ()) for name in hand]
    return tuple([Laid(kind, number, marks) for number, (kind, marks) in enumerate(kinds)])

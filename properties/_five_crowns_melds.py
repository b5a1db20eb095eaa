"""Melds of Five Crowns in the plainest form: every choice of cards is looked at, which is slow and hard to get wrong.

Beside it the hands and readings at which ``five-crowns.py`` compares the game with this.
"""

import random
from functools import lru_cache
from itertools import combinations

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER = "Jo"

# -- what the clauses say -------------------------------------------------------------------------------------


def is_meld(cards, wild, readings):
    """F-3 to F-5: a run or a family, whichever of the cards of the wild rank are natural cards in it."""
    if len(cards) < 3:
        return False
    of_wild_rank = [card for card in cards if card.rank == wild]
    others = [card for card in cards if card.rank not in (wild, JOKER)]
    natural = len(of_wild_rank) if readings["wild-as-natural"] == "may-be-natural" else 0
    for number in range(natural + 1):
        for chosen in combinations(of_wild_rank, number):
            naturals, wilds = [*others, *chosen], len(cards) - len(others) - number
            if wilds > 2 and readings["wilds-per-meld"] == "two-at-most":
                continue
            if len(naturals) < {"none": 0, "one": 1, "two": 2}[readings["all-wild-melds"]]:
                continue
            if is_family(naturals, readings) or is_run(naturals, len(cards), readings):
                return True
    return False


def is_family(naturals, readings):
    """F-5."""
    suits = {card.suit for card in naturals}
    if readings["identical-cards"] == "different-suits" and len(suits) < len(naturals):
        return False
    return len({card.rank for card in naturals}) <= 1


def is_run(naturals, size, readings):
    """F-4: so many ranks that follow each other have a place for each natural card."""
    if readings["run-suit"] == "same-suit" and len({card.suit for card in naturals}) > 1:
        return False
    if readings["run-length"] == "exactly-three" and size != 3:
        return False
    ranks = [RANKS.index(card.rank) for card in naturals]
    ends = readings["run-ends"]
    for first in range(-size, len(RANKS)):
        places = list(range(first, first + size))
        if ends == "nothing" and not 0 <= places[0] <= places[-1] < len(RANKS):
            continue
        if ends == "round-the-corner":
            places = [place % len(RANKS) for place in places]
        if all(ranks.count(rank) <= places.count(rank) for rank in ranks):
            return True
    return False


def cost(card, wild, readings):
    """F-10."""
    if card.rank == JOKER:
        return 50
    number = RANKS.index(card.rank) + 3
    if card.rank == wild and not (number > 10 and readings["wild-court-points"] == "face"):
        return 20
    return 0 if number <= 10 and card.rank != wild and readings["number-card-points"] == "zero" else number


class Choices:
    """Every choice of some cards of a hand, as a set of bits by the place of each card."""

    def __init__(self, game, pile, wild):
        self.deck, self.kinds = game.deck, game.deck.unpack(pile)
        cards = [game.deck.cards[kind] for kind in self.kinds]
        self.places, self.all = range(len(cards)), (1 << len(cards)) - 1
        self.costs = [cost(card, wild, game.readings) for card in cards]
        known = {}
        self.melds = []
        for bits in range(self.all + 1):
            chosen = [place for place in self.places if bits >> place & 1]
            words = tuple([self.kinds[place] for place in chosen])
            if words not in known:
                known[words] = is_meld([cards[place] for place in chosen], wild, game.readings)
            if known[words]:
                self.melds.append(bits)
        self.fewest = lru_cache(None)(self._fewest)
        self.is_melded = lru_cache(None)(self._is_melded)

    def _fewest(self, bits):
        """The fewest points that are left of these cards: the first one is left over, or is in some meld."""
        first = bits & -bits
        if not first:
            return 0
        left = [self.fewest(bits ^ meld) for meld in self.melds if meld & first and not meld & ~bits]
        return min([*left, self.costs[first.bit_length() - 1] + self.fewest(bits ^ first)])

    def _is_melded(self, bits):
        """Whether all of these cards can be melded."""
        first = bits & -bits
        mine = [meld for meld in self.melds if meld & first and not meld & ~bits]
        return not bits or any(self.is_melded(bits ^ meld) for meld in mine)

    def pile(self, bits):
        return self.deck.pack([self.kinds[place] for place in self.places if bits >> place & 1])


# -- what a game says of a hand, and what is so ---------------------------------------------------------------


def melds(game, pile, wild, choices):
    """The melds of these cards."""
    return words(game, game.hands.melds_of(pile, wild)), words(game, map(choices.pile, choices.melds))


def exits(game, pile, wild, choices):
    """The cards that can be discarded so that all others are melded, and whether all can be."""
    free = [choices.pile(1 << place) for place in choices.places if choices.is_melded(choices.all ^ 1 << place)]
    said = words(game, game.deck.ones(game.hands.exits(pile, wild))), game.hands.complete(pile, wild)
    return said, (words(game, free), choices.is_melded(choices.all))


def first_melds(game, pile, wild, choices):
    """Of a hand that can be melded the melds with its first card that leave what can be melded."""
    if not (pile and choices.is_melded(choices.all)):
        return [], []
    first = [choices.pile(meld) for meld in choices.melds if meld & 1 and choices.is_melded(choices.all ^ meld)]
    return words(game, game.hands.melds_to_exit(pile, wild)), words(game, first)


def points(game, pile, wild, choices):
    """The points that are left when the best melds are laid down, which are melds of these cards."""
    laid = game.hands.best_melds(pile, wild, game.readings["number-card-points"] != "zero")
    known = {choices.pile(meld) for meld in choices.melds}
    if any(meld not in known for meld in laid) or not game.deck.covers(pile, sum(laid)):
        return words(game, laid), "melds of these cards"
    rest = game.deck.unpack(pile - sum(laid))
    left = sum([cost(game.deck.cards[kind], wild, game.readings) for kind in rest])
    return left, choices.fewest(choices.all)


def words(game, piles):
    """The cards of each, in a fixed order, and what is the same once."""
    return sorted({" ".join(game.deck.names(pile)) for pile in piles})


# -- hands and readings ---------------------------------------------------------------------------------------

ALONE = [
    {"run-length": "exactly-three"},
    {"run-suit": "any-suits"},
    {"all-wild-melds": "one"},
    {"all-wild-melds": "two"},
    {"wilds-per-meld": "two-at-most"},
    {"identical-cards": "different-suits"},
    {"run-ends": "round-the-corner"},
    {"run-ends": "wilds-beyond"},
    {"wild-court-points": "face"},
    {"number-card-points": "zero"},
]
TOGETHER = [
    {"all-wild-melds": "two", "wild-as-natural": "always-wild"},
    {"all-wild-melds": "two", "wilds-per-meld": "two-at-most"},
    {"all-wild-melds": "two", "run-length": "exactly-three"},
    {"all-wild-melds": "two", "run-suit": "any-suits"},
    {"all-wild-melds": "two", "run-ends": "round-the-corner", "wild-court-points": "face"},
    {"all-wild-melds": "one", "identical-cards": "different-suits"},
    {"wilds-per-meld": "two-at-most", "run-length": "exactly-three"},
    {"wilds-per-meld": "two-at-most", "run-suit": "any-suits"},
    {"wilds-per-meld": "two-at-most", "run-ends": "wilds-beyond", "number-card-points": "zero"},
    {"run-suit": "any-suits", "run-length": "exactly-three"},
    {"run-suit": "any-suits", "run-ends": "round-the-corner"},
]
"""Readings that bear on melds: each alternative, and some that get into each other's way."""
SMALL = {"suits": ("stars", "clubs"), "ranks": ("4", "5", "6", "8", "9", "K"), "packs": 6}
"""A pack that is no printed one."""
TWO = {"all-wild-melds": "two", "wild-as-natural": "always-wild"}
ENDS = [{}, {"run-ends": "round-the-corner"}, {"run-ends": "wilds-beyond"}]
FULL_OF_WILDS = [(TWO, 9)] + [(TWO | ends, 10) for ends in ENDS]
"""Readings under which two natural cards of a run and so many wilds are a meld, or one card too many for it."""
MELDED = ["3c 4c 5c 5c 6c 7c 6d 7d 8d 8d 9d 10d", "3c 5c 6c 3d 5d 6d Jo Jo", "Jc Kc 8c Jd Kd 8d Jo Jo 8s"]
"""Hands in which one card is in two runs, or gaps of runs have to be filled."""
MANY, FEW = 600, 150
"""Hands that are looked at under the default readings, and under each of the others."""


def forms(kind, readings):
    """The game under readings, and under others if these are the default ones; each with how many hands to look at."""
    yield kind(2, readings=readings), FEW if readings else MANY
    if not readings:
        for each in ALONE + TOGETHER:
            yield kind(2, readings=each), FEW
        yield kind(2, settings=SMALL), FEW


def drawn(deck, rng):
    """Three to eight cards and a wild rank: of few kinds, suits or ranks, so that many make melds, and wilds."""
    wild, names = rng.choice(("", *RANKS)), deck.names(deck.whole)
    ranks, suits, few = rng.sample(RANKS, 3), rng.sample("tdchs", 2), rng.sample(names, 8)
    is_drawn = rng.choice([lambda n: n in few, lambda n: n[-1] in suits, lambda n: n[:-1] in ranks])
    wilds = [name for name in names if name == JOKER or name[:-1] == wild]
    others = [name for name in names if name not in wilds and is_drawn(name)]
    size = rng.randint(3, 8)
    number = min(size, rng.choice((0, 0, 1, 1, 2, 3, 4)))
    return deck.parse(rng.sample(wilds, number) + rng.sample(others, min(size - number, len(others)))), wild


def put_together(game, rng):
    """Melds of three to thirteen cards in all, of as many wilds as they need or some more, and a wild rank."""
    wild, left, hand = rng.choice(RANKS), game.deck.names(game.deck.whole), []
    wilds = [name for name in left if name == JOKER or name[:-1] == wild]
    size = rng.randint(3, 13)
    for _ in range(30):
        suit, first, length = rng.choice("tdchs"), rng.randrange(len(RANKS)), rng.randint(3, 7)
        meld = [rank + suit for rank in RANKS[first : first + length]]
        if rng.random() < 0.4:
            meld = [RANKS[first] + rng.choice("tdchs") for _ in range(length)]
        meld = [rng.choice(wilds) if rng.random() < 0.4 else name for name in meld]
        cards = [game.deck.cards[game.deck.index(name)] for name in meld]
        enough = len(hand) + len(meld) <= size and all(left.count(name) >= meld.count(name) for name in meld)
        if enough and is_meld(cards, wild, game.readings):
            hand += meld
            for name in meld:
                left.remove(name)
    return game.deck.parse(hand), game.deck.parse([rng.choice(left)]), wild


# -- what properties ask --------------------------------------------------------------------------------------

COMPARED = (melds, exits, first_melds, points)


def first_difference(game, compare):
    """How many hands agree, twice; or what the game says of the first that does not, and what is so."""
    agreed, different = compared(type(game), tuple(game.unusual_readings.items()))
    return different.get(compare, (agreed, agreed))


@lru_cache(4)
def compared(kind: type, readings: tuple):
    """Until there is a difference: how many hands were looked at, and which comparison found what."""
    looked_at = 0
    for form, pile, wild in hands(kind, dict(readings)):
        choices = Choices(form, pile, wild)
        for compare in COMPARED:
            said, so = compare(form, pile, wild, choices)
            if said != so:
                return looked_at, {compare: (f"{in_words(form, pile, wild)}: {said}", so)}
        looked_at += 1
    return looked_at, {}


def hands(kind, readings):
    """Forms of the game, each with the cards of a hand and a wild rank."""
    rng = random.Random("hands of Five Crowns")
    for form, number in forms(kind, readings):
        for _ in range(number):
            yield form, *drawn(form.deck, rng)
    for each, number in FULL_OF_WILDS if not readings else ():
        form = kind(2, readings=each)
        wilds = [name for name in form.deck.names(form.deck.whole) if name == JOKER or name[:-1] == "7"]
        for naturals in (["5c", "6c"], ["3c", "Kc"], ["3c", "Kc", "8d"]):
            yield form, form.deck.parse(naturals + wilds[-number:]), "7"


def first_lost(game):
    """As above, of large hands that were put together of melds, with a card more: nobody could exit, or not with it."""
    return lost(type(game), tuple(game.unusual_readings.items()))


@lru_cache(4)
def lost(kind: type, readings: tuple):
    looked_at = 0
    for form, pile, spare, wild in large_hands(kind, dict(readings)):
        solver = form.hands
        if not (solver.exits(pile + spare, wild) & spare and solver.complete(pile, wild)):
            return f"{in_words(form, pile + spare, wild)}: no exit", f"exit {in_words(form, spare, wild)}"
        laid = solver.best_melds(pile, wild)
        if sum(laid) != pile or not all(solver.is_meld(meld, wild) for meld in laid):
            return f"{in_words(form, pile, wild)}: {words(form, laid)}", "all of it in melds"
        looked_at += 1
    return looked_at, looked_at


def large_hands(kind, readings):
    """Forms of the game, each with melds of some cards, a card more, and a wild rank."""
    rng = random.Random("melds of Five Crowns")
    for form, number in forms(kind, readings):
        for _ in range(number if not form.unusual_settings else 0):
            yield form, *put_together(form, rng)
    for cards in MELDED if not readings else ():
        form = kind(2)
        yield form, form.deck.parse(cards.split()), form.deck.parse(["10h"]), "Q"


def in_words(game, pile, wild):
    unusual = {**game.unusual_readings, **game.unusual_settings}.items()
    said = [*game.deck.names(pile), f"({wild or 'no rank'} wild)", *[f"{name}={value}" for name, value in unusual]]
    return " ".join(said)

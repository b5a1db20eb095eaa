"""The ring of ranks, fees and protected cards, against what was worked out by hand."""

import random

import pytest

from referee.games.bpoker.table import Mark
from referee.kernel import Laid
from tests.oracles.bpoker import acts_as, fee, is_protected
from tests.rules.bpoker import at_table

FIVES = ["5c", "5s", "5d", "5h"]


@pytest.mark.parametrize(
    ("chain", "word"),
    [
        ("5c 4s 2c", "4c"),
        ("5s 4s 3s 7d", "10d"),
        ("5h 3s", "2s"),
        ("5s Ah", "1r"),
        ("5c As", "1b"),
        ("5d 2h", "1r"),
        ("5d 2s", "1b"),
        ("5s Kh", "Ah"),
        ("5h 6d 9s", "7s"),
        ("5h 6s 9s", "9s"),
        ("5s Jo", "2s"),
        ("5h Jo", "As"),
        ("5h 6s Jo", "1s"),
    ],
)
def test_BP_RING_by_hand(chain, word):
    assert acts_as(chain.split())[-1] == word


def laid(t, names, suit):
    """Cards in flight, as a chain has them."""
    mark = (Mark.AS_CLUBS if suit == "c" else Mark.AS_SPADES,)
    kinds = enumerate((t.deck.index(name), name) for name in names)
    return tuple([Laid(kind, number, mark if name == "Jo" else ()) for number, (kind, name) in kinds])


def chains(t):
    """All chains of two cards, all of three whose first two are 5s in effect, and some longer ones."""
    every = [card.name for card in t.deck.cards]
    for five in FIVES:
        for second in every:
            yield [five, second]
            if acts_as([five, second])[-1][:-1] == "5":
                yield from ([five, second, third] for third in every)
    rng = random.Random(5)
    for _ in range(300):
        chain = [rng.choice(FIVES)]
        while acts_as(chain)[-1][:-1] == "5" and len(chain) < 8:
            shifting = [name for name in every if acts_as([*chain, name])[-1][:-1] == "5"]
            chain.append(rng.choice(shifting if rng.random() < 0.9 else every))
        yield chain


@pytest.mark.parametrize("suit", ["c", "s"])
def test_BP_RING_all_chains_act_as_by_hand(suit):
    t = at_table("", "")
    compared = 0
    for chain in chains(t):
        if len(chain) > 2 and chain[0] == chain[1]:
            continue  # that is a double five (BP-SET-55X)
        assert t.game.acting(laid(t, chain, suit)) == acts_as(chain, suit), chain
        compared += 1
    assert compared > 1_000


@pytest.mark.parametrize("third", ["2d", "Jo", "Ah", "Ks"])
@pytest.mark.parametrize("five", FIVES)
def test_BP_SET_55X_keeps_the_rank_and_takes_the_suit(five, third):
    t = at_table("", "")
    rank = "1" if third == "Jo" else third[:-1]
    assert t.game.acting(laid(t, [five, five, third], "c"))[-1] == rank + five[-1]


@pytest.mark.parametrize(
    ("base", "own", "triples", "amount"),
    [
        (2, "Jh Jc 8s", "", 4),
        (2, "Jh Jc 8s", "Jd Js Jc", 8),
        (2, "Jh Jc 8s", "Jd Jd Jd", 12),
        (1, "8h 8d Js", "", 0),
        (0, "Js", "", 1),
        (2, "8s 8h 8d", "Jd Jd Jd", 0),
    ],
)
def test_BG_14_by_hand(base, own, triples, amount):
    assert fee(base, own.split(), [triples.split()] if triples else []) == amount


@pytest.mark.parametrize("several", ["multiply", "highest", "sum"])
@pytest.mark.parametrize("clamp", ["once", "after-discount"])
def test_BG_14_random_tables(clamp, several):
    rng = random.Random(f"{clamp} {several}")
    singles = ["Jc", "Js", *[f"8{suit}" for suit in "cdhs"]]
    readings = {"fee-clamp": clamp, "several-triple-jacks": several}
    for _ in range(60):
        own = rng.sample(singles, rng.randrange(7))
        triples = [rng.choices(["Jh", "Jd"], k=3) for _ in range(rng.randrange(3))]
        idle = [f"{name}{rng.choice('~?')}" for name in rng.sample(singles, rng.randrange(4))]
        where = [" ".join("+".join(tile) for tile in triples[at::2]) for at in (0, 1)]
        t = at_table(" ".join([*own, *idle, where[0]]), where[1], packs=6, readings=readings)
        for base in range(5):
            wanted = fee(base, own, triples, clamp, several)
            assert t.game.fee(t, t.players[0], base) == wanted, (base, own, triples)


def test_BP_PROT_every_card_in_every_state():
    every = [card.name for card in at_table("", "").deck.cards]
    for name in every:
        t = at_table(f"{name} {name}? {name}~ {name}?~ Ks+{name}", "", packs=6, jokers=2)
        row = t.table[t.players[0]]
        cards = row.row
        states = [(False, False), (True, False), (False, False), (True, False), (False, True), (False, True)]
        names = [name] * 4 + ["Ks", name]
        for each, called, (wild, in_tile) in zip(cards, names, states, strict=True):
            assert t.game.is_protected(row, each) == is_protected(called, wild=wild, in_tile=in_tile), (called, each)


def test_BP_PROT_what_a_clause_that_names_nothing_reaches():
    t = at_table("Ks Qd~ 3h? 10d 5s+4s 7c", "")
    row = t.table[t.players[0]]
    assert [row.face(each).name for each in t.game.affectable(t, t.players[0])] == ["Ks", "7c"]

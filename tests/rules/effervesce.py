"""Tables of Effervesce between two turns, and scripts of turns played on them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.games.effervesce.rules import Effervesce
from referee.kernel import Direction, Player
from referee.kernel.driving import run_step
from referee.kernel.game import rules_of
from tests.drivers import Scripted

READINGS = rules_of(Effervesce).readings
LOW = [rank + suit for rank in ["2", "3", "4", "5", "6", "8", "9", "10"] for suit in "cdh" for _ in range(2)]
ALL_SPADES = "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks"
TWELVE = ALL_SPADES.removesuffix(" Ks")
ALL_HEARTS = ALL_SPADES.replace("s", "h")
JUNK = "2c 2c 4c 4c 6c 6c 8c 8c 10c 10c Qc Qc 2d 2d 4d"
CHALLENGE = (1, "challenge", ["challenge"])
NO_ASIDE: Any = (0, "pass of the set-aside cards", [])
"""The turn player passes none of the cards set aside."""
LET = {"joker": ["none"], "full suit": ["silent"], "challenge": ["let"]}
"""What everybody answers whom a script does not mention."""


def at_table(*hands: str, mover: int = 0, **options: Any) -> Any:
    """A table between two turns. Hands are filled up to fifteen with the lowest cards that are left."""
    game = Effervesce(len(hands), **options)
    t: Any = game.table()
    t.dealing, t.direction, t.mover = False, Direction.RIGHT, Player.at(mover)
    for player, words in zip(t.players, hands, strict=True):
        t.move(game.deck.parse(words.split()), t.stock, t.hand[player])
    rest = iter(LOW)
    for player in t.players:
        while t.hand[player].size < game.full_hand:
            card = game.deck.parse([next(rest)])
            if game.deck.covers(t.stock.pile, card):
                t.move(card, t.stock, t.hand[player])
    return t


def play(t: Any, *script: Any, **otherwise: Any) -> Scripted:
    """One turn by a script."""
    driver = Scripted(script, LET | otherwise)
    run_step(t.game, t, driver)
    driver.assert_used()
    return driver


def winners(t: Any) -> tuple[int, ...] | None:
    """Who has won; None while play goes on."""
    return None if t.outcome is None else t.outcome.winners


def hand(t: Any, seat: int) -> Counter[str]:
    return Counter(t.deck.names(t.hand[seat].pile))


def some(t: Any, seat: int, number: int, *, but: str = "") -> list[str]:
    """The first cards of a hand, without some."""
    kept = Counter(but.split())
    return list((hand(t, seat) - kept).elements())[:number]


def cards(words: str) -> Counter[str]:
    return Counter(words.split())


def turn(t: Any, named: Any, first: int, second: int, *, but: str = "") -> list[Any]:
    """The beginning of a script: the mover names somebody, rolls, and sets cards aside."""
    seat = t.mover.seat
    start = [("declare", named if named == "stock" else {"seat": named}), ("roll", first, second)]
    return start if first == second else [*start, (seat, "set aside", some(t, seat, first + second, but=but))]

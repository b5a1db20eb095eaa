"""What Effervesce says of hands and answers, for bots that play on in their heads."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.effervesce.rules import Effervesce
from referee.games.effervesce.table import JokerPlay, Named, Number, Reply, Word
from referee.kernel import NOTHING, Arms, OneOf, Selection, Space
from referee.kernel.requests import Choice
from referee.play.playing_on import likely

SPADES = "As 2s 3s 4s 5s 6s 7s 8s 9s"


def table_with(mine: str, theirs: str = "") -> Any:
    game = Effervesce(2)
    table = game.table()
    for player, words in zip(table.players, (mine, theirs), strict=True):
        pile = game.deck.parse(words.split())
        table.move(pile, table.stock, table.hand[player])
    table.mover = table.players[0]
    return table


def liked(table: Any, ask: str, space: Space[Any]) -> Any:
    me = table.players[0]
    return likely(table.game, Choice(table, me, me, ask, space), lambda number: 0)


def names(table: Any, pile: Any) -> list[str]:
    return sorted(table.game.deck.names(pile))


def test_hopes_add_up_and_grow_with_each_rank_and_with_the_best_card() -> None:
    hopes = []
    for mine in ("2s 3s 4d", "2s 3s 4s", "2s 3s Ah", "2s 3s 4s 5s BJ"):
        table = table_with(mine, "2c 3c")
        hopes.append(table.game.evaluation(table))
        assert sum(hopes[-1]) == 1
    mine = [each[0] for each in hopes]
    assert mine[0] < mine[1] < mine[3]
    assert mine[0] < mine[2]


def test_a_large_choice_keeps_the_suit_and_parts_with_second_copies() -> None:
    table = table_with("As 2s 3s 4s 5s 6s 7s 7s Kh Qd 2c 3c 4c RJ BJ")
    hand = Selection(table.game.deck, table.hand[table.players[0]].pile, 4, 4)
    assert hand.count() > 1000
    given = names(table, liked(table, "set aside", hand))
    assert "7s" in given
    assert {*given} <= {"7s", "Qd", "2c", "3c", "4c"}


def test_what_is_needed_is_taken_and_what_others_need_is_pointed_out() -> None:
    table = table_with("2h 3h 4h 5h 6h 9c", f"{SPADES} 2d 3d 4d")
    deck = table.game.deck
    theirs = Selection(deck, deck.parse(["7h", "7h", "8h", "9d", "10d", "Jd", "Qd", "2c", "3c", "4c"]), 2, 2)
    assert names(table, liked(table, "take", theirs)) == ["7h", "8h"]
    table.mover = table.players[1]
    pointed_out = names(table, liked(table, "point out", Selection(deck, table.hand[table.players[1]].pile, 0, 5)))
    assert len(pointed_out) == 5
    assert {each[-1] for each in pointed_out} == {"s"}


@pytest.mark.parametrize(("card", "challenges"), [("Ah", True), ("As", True), ("Kh", False)])
def test_with_a_high_card_others_are_named_and_challenged(card: str, challenges: bool) -> None:
    table = table_with(f"{card} 2c 3c")
    other = table.players[1]
    assert liked(table, "declare", OneOf([Named.STOCK, other])) is (other if challenges else Named.STOCK)
    ways = Arms({Reply.LET: NOTHING, Reply.CHALLENGE: NOTHING})
    assert liked(table, "challenge", ways) == (Reply.CHALLENGE if challenges else Reply.LET, None)


def test_jokers_are_played_where_they_turn_something() -> None:
    table = table_with(f"{SPADES} BJ RJ")
    deck = table.game.deck
    red, black = (Selection(deck, deck.parse([each]), 1, 1) for each in ("RJ", "BJ"))
    assert liked(table, "joker", Arms({JokerPlay.NONE: NOTHING, JokerPlay.RED: red}))[0] is JokerPlay.NONE
    table.compared, table.winner = True, table.players[1]
    assert liked(table, "joker", Arms({JokerPlay.NONE: NOTHING, JokerPlay.RED: red}))[0] is JokerPlay.RED
    table.compared = False
    table.winner = table.players[0]
    table.first_die = table.second_die = 3
    assert liked(table, "joker", Arms({JokerPlay.NONE: NOTHING, JokerPlay.BLACK: black}))[0] is JokerPlay.BLACK


def test_as_many_cards_are_named_as_are_to_spare() -> None:
    table = table_with(SPADES)
    table.first_die, table.second_die = 5, 4
    numbers = OneOf([Number.FIRST, Number.SECOND, Number.TOTAL, Number.NONE])
    assert liked(table, "number", numbers) is Number.FIRST


def test_a_joker_suit_is_claimed() -> None:
    table = table_with("BJ")
    ways = Arms({Word.SILENT: NOTHING, Word.CLAIM: Selection(table.game.deck, table.game.deck.parse(["BJ"]), 1, 1)})
    assert liked(table, "full suit", ways)[0] is Word.CLAIM

"""What a seat knows of the order of cards in a row that it does not see: it is right, and what it imagines keeps it."""

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.players import Player
from referee.kernel.requests import Choice
from referee.kernel.rows import OneOfRow
from referee.kernel.spaces import Arms
from referee.kernel.table import Table
from referee.kernel.watch import Story
from referee.play.history import History
from referee.play.imagine import CannotImagine, Position
from referee.play.orders import Known, Orders, Shift, agrees, arranged
from tests.test_imagine import Question, play


class Enough(Exception):
    """The match needs to go no further."""


def rows_of(table: Table) -> dict[str, list[str]]:
    return {each.full_name: [each.face(laid).name for laid in each.row] for each in table.places if each.is_row}


def exchanged(question: Question, name: str, one: int, other: int) -> Position:
    """The true position after two cards of a row have changed places."""
    truth = question.truth
    table = truth.table()
    row = next(each for each in table.places if each.full_name == name)
    cards = list(row.contents())
    cards[one], cards[other] = cards[other], cards[one]
    row.restore(tuple(cards))
    return Position(truth.game, table.snapshot(), truth.answers, truth.dealing)


@pytest.mark.parametrize(
    ("name", "players", "readings", "seed", "turns"),
    [
        ("five-crowns", 2, {"wild-upcard": "turn-again"}, 1, 40),
        ("five-crowns", 7, {"recycling": "turned-top-kept"}, 1, 200),
        ("bpoker", 3, {}, 0, 20),
    ],
)
def test_what_is_known_of_the_order_is_kept(
    name: str, players: int, readings: dict[str, str], seed: int, turns: int
) -> None:
    rng, counts = random.Random(1), Counter[str]()

    def visit(question: Question) -> None:
        if counts["questions"] > 3:
            raise Enough
        table: Any = question.choice.table
        if not table.under.row if name == "five-crowns" else rng.random() < 0.7:
            return
        orders = question.view.imagination.orders
        if not orders:
            return
        counts["questions"] += 1
        true = rows_of(question.truth.table())
        assert all(agrees(true[row], known) for row, known in orders.items())
        assert question.view.admits(question.truth)
        try:
            imagined = rows_of(question.view.imagine(rng).table())
        except CannotImagine:
            counts["gave up"] += 1
        else:
            assert all(agrees(imagined[row], known) for row, known in orders.items())
        for row, known in orders.items():
            cards = true[row]
            for one in [at for at, each in enumerate(known) if each is not None][:3]:
                for other in [at for at, each in enumerate(cards) if each != cards[one]][-2:]:
                    counts["refused"] += 1
                    assert not question.view.admits(exchanged(question, row, one, other))

    with suppress(Enough):
        play(find_game(name)(players, readings=readings), seed, turns, visit)
    assert counts["questions"] > 1
    assert counts["gave up"] <= counts["questions"] / 2
    assert counts["refused"] or players == 2, "one card alone has no order"


def told(history: History, player: Player) -> dict[str, Known]:
    history.boundary()
    return history.knowledge(player).get("orders", {})  # type: ignore[no-any-return]


def test_a_stash_is_followed_card_by_card() -> None:
    """B-poker: cards that were seen go to its bottom, others off its top, and it is shuffled at last."""
    game: Any = find_game("bpoker")(2)
    table = game.table()
    me, you = table.players
    deck = game.deck
    seven, nine, queen = (deck.one[deck.index(name)] for name in ("7h", "9d", "Qs"))
    history = History(table)
    table.watch = Story([history.observe])
    table.move(sum(deck.one[:3]), table.pot, table.stash[me])
    assert told(history, me) == {}, "nobody saw them"
    table.move(seven + nine, table.pot, table.discard)
    table.move(seven, table.discard, table.stash[me])
    table.move(nine, table.discard, table.stash[me])
    assert told(history, you) == told(history, me) == {"stash 0": [None, None, None, "7h", "9d"]}
    table.lay(table.stash[me].row[:4], table.stash[me], table.stash[you])
    assert told(history, you) == {"stash 0": ["9d"], "stash 1": [None, None, None, "7h"]}
    table.move(queen, table.pot, table.view[me])
    table.move(queen, table.view[me], table.stash[you])
    assert told(history, me)["stash 1"] == [None, None, None, "7h", "Qs"]
    assert told(history, you)["stash 1"] == [None, None, None, "7h", None], "he did not see it"
    table.swap(table.stash[me], table.stash[you])
    assert told(history, you) == {"stash 0": [None, None, None, "7h", None], "stash 1": ["9d"]}
    shuffling = table.shuffle(table.stash[me])
    next(shuffling)
    with pytest.raises(StopIteration):
        shuffling.send((4, 3, 2, 1, 0))
    assert told(history, me) == {"stash 1": ["9d"]}


def test_an_answer_within_ways_to_go_on_is_kept_as_it_was_said() -> None:
    """The position of a card in a row can only be told when it is answered."""
    game: Any = find_game("bpoker")(2)
    table = game.table()
    me = table.players[0]
    history = History(table)
    (laid,) = table.lay(game.deck.one[0], table.pot, table.table[me])
    choice = Choice(table, me, me, "which", Arms({"one": OneOfRow(table.table[me], (laid,))}))
    history.answered(choice, ("one", laid))
    table.move((laid,), table.table[me], table.pot)
    assert ["answered", "which", 0, ["one", 0]] in history.knowledge(me)["since"]


def test_what_cannot_be_followed_is_forgotten() -> None:
    orders = Orders({"a": 2, "b": 1})
    orders.moved(Shift("x", "a", 1, None, 0, (0, 3)), ["K"])
    assert orders.plain() == {"a": ["K", None, None]}
    orders.moved(Shift("a", "b", 1, None, None, (2, 2)), None)
    assert orders.plain() == {}
    assert orders.known == {"a": [None, None], "b": [None, None]}


def test_cards_are_arranged_as_is_known_and_at_random_beyond() -> None:
    rng, found = random.Random(2), Counter[str]()
    for _ in range(600):
        cards = arranged(["1", "2", "3", "4"], [None, "3", None, None], [], rng)
        assert cards is not None
        assert cards[1] == "3"
        found["".join(cards)] += 1
    assert len(found) == 6
    assert min(found.values()) > 60
    assert arranged(["1", "2", "3"], [None, None, "1"], ["3"], rng) == ["3", "2", "1"]
    # Cards that left unseen, or whose place is known, took their places too.
    left = [
        arranged(["1", "2", "2", "3", "4"], [None, "2", None, None, None], [None, "2", "4"], rng) for _ in range(40)
    ]
    assert {each[1:3] == ["2", "4"] for each in left if each} == {True}
    assert {each[0] for each in left if each} == {"1", "2", "3"}
    assert arranged(["1", "2"], [None, "5"], [], rng) is None
    assert arranged(["1", "2"], [None], [], rng) is None


def test_cards_that_go_to_the_other_end_of_their_own_row_change_its_order() -> None:
    game = find_game("bpoker")(3, readings={"each-player-self": "includes-self"})
    paid = Counter[bool]()

    def visit(question: Question) -> None:
        for word, *what in question.history.entries:
            paid[word == "move" and what[1] is what[2]] += 1
        table = question.choice.table
        for player in table.players:
            known = question.history.knowledge(player).get("orders", {})
            rows = rows_of(question.truth.table())
            assert {name: agrees(rows[name], order) for name, order in known.items()} == dict.fromkeys(known, True)

    play(game, 5, 25, visit)
    assert paid[True], "nobody has paid himself"

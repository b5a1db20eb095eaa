"""What the kernel says of suits, audiences, boards, tokens, teams, secret chance, numbers and typed tuples."""

import json
import pickle
import random
from typing import Any, NamedTuple

import pytest

from referee.kernel import (
    FRENCH_SUITS,
    HEARTS,
    NO_SUIT,
    Audience,
    BadInput,
    Card,
    Cell,
    Deck,
    Game,
    Number,
    OneOf,
    OneOfRow,
    Player,
    Rule,
    RuleFault,
    Suit,
    Table,
    amount,
    clause,
    everybody,
    grid,
    nobody,
    others,
    owner,
    row,
    team,
    value,
    values,
    zone,
    zones,
)
from referee.kernel.algebra import Packed
from referee.kernel.driving import run_deal
from referee.kernel.saving import load, save
from referee.kernel.spaces import plain_word
from referee.kernel.views import seen, view_of
from referee.kernel.watch import Story
from referee.play.described_spaces import space_of
from referee.verify.play.drivers import AtRandom


class Bid(NamedTuple):
    number: int
    suit: Suit
    by: Any


class WordsTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    coins = zone(seen_by=everybody, pack=lambda game: game.coins)
    hand = zones(seen_by=owner)
    fool = zones(seen_by=others)
    shared = zones(seen_by=lambda game: team)
    left = zones(seen_by=Audience("left", lambda owner, player: owner is not None and owner.seat == player.seat - 1))
    line = row(seen_by=nobody)
    board = grid(3, lambda game: game.rows)

    trump: Suit = value(NO_SUIT)
    bid: Any = value(Bid(0, NO_SUIT, (1, 2)))
    secret = values(0, seen_by=others)
    number = amount(0)


class Words(Game[WordsTable]):
    name = "words"
    title = "Words"
    table_class = WordsTable
    fewest_players, most_players = 2, 4
    rows = 2

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "A"), FRENCH_SUITS, jokers={"JO": 1}, tokens={"coin": 5})
        self.coins = self.deck.of_rank("coin")
        self.teams = 2 if self.players == 4 else 0
        self.turn_cap = 3

    @clause("W-1")
    def deal(self, t: Any) -> Rule[None]:
        yield from t.shuffle(t.stock)
        for player in t.players:
            for places in (t.hand, t.fool, t.shared):
                yield from t.draw(t.stock, 1, places[player])
        yield from t.roll(2, seen_by=[t.players[0]])
        yield from t.lot(FRENCH_SUITS, seen_by=[t.players[1]])
        yield from t.lot((1, 2), seen_by=everybody)
        yield from t.roll(1)

    def forfeit(self) -> int:
        return 0


class OddTeams(Words):
    def set_up(self) -> None:
        super().set_up()
        self.teams = 2


class TwiceTable(Table):
    one = zone(seen_by=nobody, pack=lambda game: game.coins)
    two = zone(seen_by=nobody, pack=lambda game: game.coins)


class TwoPacksTable(Table):
    one = zone(seen_by=nobody, pack=True)
    two = zone(seen_by=nobody, pack=True)


class NowhereTable(Table):
    one = zone(seen_by=nobody, pack=lambda game: game.coins)


class Twice(Words):
    table_class = TwiceTable


class TwoPacks(Words):
    table_class = TwoPacksTable


class Nowhere(Words):
    table_class = NowhereTable


def dealt(players: int = 2) -> tuple[Any, list[Any]]:
    table = Words(players).table()
    told: list[Any] = []
    table.watch = Story([told.append])
    run_deal(table.game, table, AtRandom(random.Random(players)))
    table.dealing = False
    return table, told


def test_there_is_one_object_for_each_suit() -> None:
    mine = Suit("x", "x", "crosses")
    assert Suit("x", "x", "crosses") is mine
    assert pickle.loads(pickle.dumps(mine)) is mine
    assert Suit("x", "x", "crossings") is not mine


def test_a_deck_names_its_suits_and_ranks_and_what_matches() -> None:
    deck = Words(2).deck
    assert deck.suits == FRENCH_SUITS
    assert deck.ranks == ("2", "3", "A")
    assert deck.all_ranks == ("2", "3", "A", "JO", "coin")
    like = {deck.cards[kind].name for kind in deck.matching(Card("2", HEARTS)).indices}
    assert like == {"2h", "3h", "Ah", "2s", "2d", "2c"}
    assert {deck.cards[kind].name for kind in deck.matching(Card("JO")).indices} == {"JO"}
    assert {deck.cards[kind].name for kind in deck.where(suit=NO_SUIT).indices} == {"JO", "coin"}
    assert deck.where(condition=lambda card: card.rank == "A") == deck.of_rank("A")


def test_suit_and_rank_are_asked_of_one_card() -> None:
    table, _ = dealt()
    ace, joker, two = table.deck.parse(["Ah"]), table.deck.parse(["JO"]), table.deck.parse(["2h", "3h"])
    assert table.suit_of(ace) is HEARTS
    assert table.rank_of(ace) == "A"
    assert table.suit_of(joker) is NO_SUIT
    assert table.rank_of(joker) == "JO"
    for wrong in (two, table.no_cards):
        for asked in (table.suit_of, table.rank_of, lambda pile: table.matching(ace, pile)):
            with pytest.raises(RuleFault, match="one card"):
                asked(wrong)
    assert table.matching(two, table.deck.parse(["3s"])) == table.deck.parse(["3h"])
    assert table.following(two, table.deck.of_rank("3")) == table.deck.parse(["3h"])
    assert table.following(two, table.deck.of_rank("A")) == two
    assert table.cards_if(False, two) == table.no_cards
    assert table.most({table.players[0]: 1, table.players[1]: 1}) == table.players
    assert table.most({table.players[0]: -1, table.players[1]: -3}) == table.players[:1]


def test_audiences_are_functions_of_owner_and_player() -> None:
    table, _ = dealt(4)
    table.move(table.deck.parse(["coin"]), table.coins, table.left[table.players[0]])
    views = [view_of(table, player)["zones"] for player in table.players]

    def who(zone: str) -> list[list[int]]:
        """By the seat of the owner, who sees the cards."""
        return [[seat for seat, view in enumerate(views) if "cards" in view[zone][of]] for of in range(4)]

    assert who("hand") == [[0], [1], [2], [3]]
    assert who("fool") == [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
    assert who("shared") == [[0, 2], [1, 3], [0, 2], [1, 3]]
    assert who("left") == [[1], [2], [3], []]
    assert view_of(table, table.players[1])["scalars"]["secret"] == [0, None, 0, 0]
    assert table.team(table.players[1]) == (table.players[1], table.players[3])
    assert table.partners(table.players[1]) == (table.players[3],)
    with pytest.raises(BadInput, match="3 players cannot be 2 teams"):
        OddTeams(3)


def test_a_secret_roll_and_a_secret_lot_are_told_to_those_who_see_them() -> None:
    table, told = dealt(3)
    chance = [entry for entry in told if entry[0] in ("roll", "lot")]
    roll, lot, open_lot, open_roll = chance
    faces = list(roll[1])
    assert [seen(table, roll, player) for player in (*table.players, None)] == [
        ["roll", faces, [0]], ["roll", 2, [0]], ["roll", 2, [0]], ["roll", faces, [0]],
    ]  # fmt: skip
    named = {"suit": lot[1].name, "letter": lot[1].letter, "symbol": lot[1].symbol}
    assert [seen(table, lot, player) for player in table.players] == [
        ["lot", None, [1]], ["lot", named, [1]], ["lot", None, [1]],
    ]  # fmt: skip
    assert seen(table, open_lot, table.players[2]) == ["lot", open_lot[1]]
    assert seen(table, open_roll, table.players[2]) == ["roll", list(open_roll[1])]


def test_a_board_has_cells_lines_and_neighbours() -> None:
    table, _ = dealt()
    assert [cell.name for cell in table.board.cells] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert [[cell.name for cell in line] for line in table.board.lines(3)] == [["a1", "b1", "c1"], ["a2", "b2", "c2"]]
    assert len(table.board.lines(2)) == 4 + 3 + 2 + 2
    assert [cell.name for cell in table.board.neighbours(Cell(0, 0))] == ["b1", "a2"]
    assert [cell.name for cell in table.board.neighbours(Cell(0, 0), diagonal=True)] == ["b1", "a2", "b2"]
    assert [cell.name for cell in table.board.column(2)] == ["c1", "c2"]
    assert [cell.name for cell in table.board.row(1)] == ["a2", "b2", "c2"]
    assert Cell(27, 9).name == "ab10"
    table.move(table.deck.parse(["coin"]), table.coins, table.board[Cell(1, 0)])
    view = view_of(table, table.players[0])["zones"]
    assert view["board b1"] == {"cards": ["coin"]}
    assert view["coins"] == {"cards": ["coin"] * 4}


def test_tokens_lie_where_they_are_said_to() -> None:
    table = Words(2).table()
    assert table.coins.size == 5
    assert table.stock.size == 13
    assert not table.stock.holds(table.game.coins)
    for game, wrong in {
        Twice: "would lie in two zones",
        TwoPacks: "one zone has the pack",
        Nowhere: "lies nowhere",
    }.items():
        with pytest.raises(BadInput, match=wrong):
            game(2)


def test_suits_and_typed_tuples_are_kept_as_they_are() -> None:
    table, _ = dealt()
    table.trump, table.bid = HEARTS, Bid(3, HEARTS, (table.players[1], 2))
    again = load(table.game, json.loads(json.dumps(save(table))))
    assert again.trump is HEARTS
    assert again.bid == table.bid
    assert type(again.bid) is Bid
    assert view_of(again, again.players[0])["scalars"]["trump"] == {"suit": "hearts", "letter": "h", "symbol": "♥"}


def test_options_of_every_sort_are_read_by_a_bot() -> None:
    options: list[Any] = [Bid(1, HEARTS, Player.at(1)), (1, "x"), Cell(0, 1), HEARTS, Player.at(0), 3]
    space = OneOf(options)
    told = json.loads(json.dumps(space.describe()))
    words = [{"number": 1, "suit": "hearts", "by": {"seat": 1}}, [1, "x"], "a2", "hearts", {"seat": 0}, 3]
    assert told == {"space": "one of", "options": words}
    for option in options:
        answer = space_of(told).read(plain_word(option))
        assert space.read(answer) is option or space.read(answer) == option


@pytest.mark.parametrize(
    ("least", "most", "but"), [(0, 5, None), (2, 4, 3), (2, 4, 4), (2, 4, 9), (3, 3, 3), (4, 3, None)]
)
def test_a_number_is_the_same_to_a_bot(least: int, most: int, but: int | None) -> None:
    space = Number(least, most, but=but)
    wanted = [number for number in range(least, most + 1) if number != but]
    described = space_of(json.loads(json.dumps(space.describe())))
    assert list(space) == list(described) == wanted
    assert space.count() == described.count() == len(wanted)
    assert space.exists() == bool(wanted)
    for number in (*range(least - 1, most + 2), True, 2.0, "2", None):
        assert space.admits(number) == (type(number) is int and number in wanted)
        if not space.admits(number):
            for each in (space, described):
                with pytest.raises(ValueError, match="a number from"):
                    each.read(number)


def test_who_does_not_see_a_row_is_told_places_and_no_faces() -> None:
    table, _ = dealt()
    table.lay(table.deck.parse(["coin", "coin"]), table.coins, table.line)
    asked = next(table.choose(table.players[0], "which", {"one": OneOfRow(table.line, table.line.row)}))
    assert asked.space.describe()["arms"]["one"]["of"] == [[0, None], [1, None]]


def test_a_win_is_paid_by_the_others() -> None:
    table, _ = dealt(3)
    table.win(table.players[0], table.players[1], reason="done")
    assert table.outcome.ranks == (1, 1, 3)
    assert [str(each) for each in table.outcome.payoffs] == ["1/2", "1/2", "-1"]
    together, _ = dealt(3)
    together.end_together(7, "all done")
    assert together.outcome.ranks == (1, 1, 1)
    assert together.outcome.payoffs == (7, 7, 7)


def test_cards_of_other_kinds_say_nothing_of_some_kinds():
    """In play as in proofs."""
    deck = Deck.of(("2", "3"), FRENCH_SUITS)
    twos, algebra = deck.of_rank("2"), Packed(deck)
    assert algebra.is_exactly(deck.whole, twos, deck.whole)
    assert algebra.is_exactly(deck.parse(["2h"]), twos, deck.parse(["2h", "3h"]))
    assert not algebra.is_exactly(deck.parse(["2h"]), twos, deck.whole)

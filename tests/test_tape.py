"""Chance drawn from a secret by the name of each event."""

import json

import pytest

from referee.kernel import FRENCH_SUITS, Deck, Game, Rule, Table, clause, nobody, owner, zone, zones
from referee.kernel.driving import run_deal, run_step
from referee.play.referee import Referee, play_match
from referee.record.tape import Tape, secret_of_seed

SECRET = secret_of_seed("tape")


class DrawingTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    other = zone(seen_by=nobody)
    hand = zones(seen_by=owner)


class Drawing(Game[DrawingTable]):
    """Each turn draws a card, exchanges cards of the stock behind the tape's back, draws again, and rolls."""

    name = "drawing"
    title = "Drawing"
    table_class = DrawingTable
    fewest_players, most_players = 2, 2

    def set_up(self) -> None:
        self.turn_cap = 4
        self.deck = Deck.of(("2", "3", "4", "5", "6"), FRENCH_SUITS)

    @clause("D-1")
    def deal(self, t: DrawingTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.move(self.deck.pack(range(4)), t.stock, t.other)

    @clause("D-2")
    def step(self, t: DrawingTable) -> Rule[None]:
        me = t.players[t.turns % 2]
        yield from t.draw(t.stock, 1, t.hand[me])
        out = yield from t.pick(t.stock.pile, 4)
        t.move(t.other.pile, t.other, t.stock)
        t.move(out, t.stock, t.other)
        # The stock is as large as after the draw, and other cards lie in it.
        yield from t.draw(t.stock, t.stock.size, t.hand[me])
        t.move(t.hand[me].pile, t.hand[me], t.stock)
        yield from t.shuffle(t.stock)
        faces = yield from t.roll(3)
        t.pay(me, None, faces[0] * 36 + faces[1] * 6 + faces[2])

    def forfeit(self) -> int:
        return 0


def test_a_stock_that_changed_behind_the_tape_is_put_in_order_anew():
    """A draw never gives cards that are not there, also where the stock is as large as before."""
    for seed in range(20):
        played = play_match(Drawing(2), _seats(), secret=secret_of_seed(str(seed)))
        assert played.reason == "turn-cap"


def _seats():
    from referee.play.seats import Seat

    class Nobody(Seat):
        name = "nobody"

    return [Nobody(), Nobody()]


def test_recording_does_not_change_chance():
    """The names of events are the same whether or not somebody writes them down."""
    for seed in range(20):
        secret = secret_of_seed(str(seed))
        plain, recorded = (play_match(Drawing(2), _seats(), secret=secret, record=record) for record in (False, True))
        assert plain.data == recorded.data


@pytest.mark.parametrize("steps", range(3))
def test_a_tape_goes_on_from_what_it_saved(steps):
    game = Drawing(2)
    table, tape = game.table(), Tape(SECRET)
    run_deal(game, table, Referee(table, _seats(), tape, None))
    for _ in range(steps):
        run_step(game, table, Referee(table, _seats(), tape, None))
    saved = json.loads(json.dumps(tape.save()))
    copy = game.table()
    copy.restore(table.snapshot())
    again = Tape(SECRET)
    again.load(saved)
    run_step(game, table, Referee(table, _seats(), tape, None))
    run_step(game, copy, Referee(copy, _seats(), again, None))
    assert copy.snapshot() == table.snapshot()
    assert again.save() == tape.save()

"""Kernel: taking back within a step, broken groups, rows, answers in person, words of events, lists of piles."""

import random
from typing import Any

import pytest

from referee.games.bpoker.rules import BPoker
from referee.games.bpoker.table import Happening, Mark
from referee.kernel import FRENCH_RANKS, FRENCH_SUITS, Deck, OneOfRow, SomeOfRow
from referee.kernel.piles import OneOfPiles
from referee.kernel.requests import drive
from referee.kernel.views import seen
from referee.kernel.watch import Watch
from tests.drivers import RandomDriver
from tests.rules.bpoker import at_table


def dealt(players: int = 3) -> Any:
    game = BPoker(players)
    t = game.table()
    drive(game.deal(t), RandomDriver(1))
    t.dealing = False
    return t


def test_what_was_done_in_a_step_is_taken_back_and_cards_keep_their_identity():
    t = dealt()
    me, other = t.players[:2]
    held = t.top(t.stash[me], 3)
    before, snapshot = t.moment(), t.snapshot()
    t.lay(held, t.stash[me], t.table[other])
    t.link(t.table[other], held)
    t.move(t.top(t.stash[other], 2), t.stash[other], t.pot)
    t.jack = True
    assert t.snapshot() != snapshot
    t.take_back(before)
    assert t.snapshot() == snapshot
    assert t.top(t.stash[me], 3) == held
    assert sum([place.pile for place in t.places]) == t.deck.whole


def test_cards_of_a_table_that_is_restored_again_and_again_have_numbers_of_their_own():
    t = dealt()
    me, other = t.players[:2]
    snapshot = t.snapshot()
    t.restore(snapshot)
    first = [laid.number for place in t.places if place.is_row for laid in place]
    t.lay(t.top(t.stash[me], 3), t.stash[me], t.table[other], marks=(Mark.WILD,))
    later = t.snapshot()
    for each in (snapshot, later, snapshot):
        t.restore(each)
        numbers = [laid.number for place in t.places if place.is_row for laid in place]
        assert t.snapshot() == each
        assert len(set(numbers)) == len(numbers) == len(first)
        t.lay(t.top(t.stash[other], 2), t.stash[other], t.table[other])


def test_a_card_without_marks_or_links_stays_the_same_object_and_others_lose_theirs():
    t = dealt()
    me, other = t.players[:2]
    plain, wild, *linked = t.top(t.stash[me], 4)
    wild = t.mark(t.stash[me], wild, Mark.WILD)
    linked = t.link(t.stash[me], linked)
    came = t.lay((plain, wild, *linked), t.stash[me], t.table[other])
    assert came[0] is plain
    assert [(each.marks, each.link) for each in came] == [((), 0)] * 4
    again = t.lay(came, t.table[other], t.stash[me], marks=(Mark.WILD,))
    assert [each.marks for each in again] == [(Mark.WILD,)] * 4


def test_a_watch_is_told_that_something_was_taken_back():
    told = []

    class Hearing(Watch):
        def noted(self, word: str, about: dict[str, Any]) -> None:
            told.append(word)

    t = dealt()
    t.watch = Hearing()
    t.take_back(t.moment())
    assert told == ["taken-back"]


@pytest.mark.parametrize("leaves", [True, False])
def test_a_broken_group_is_told_to_its_row_with_the_cards_that_still_lie_there(leaves):
    t = dealt()
    me = t.players[0]
    row, told = t.table[me], []
    row.on_break = lambda table, where, apart: told.append((where, apart))
    cards = t.link(row, t.lay(t.top(t.stash[me], 3), t.stash[me], row))
    if leaves:
        t.move(cards[:1], row, t.pot)
    else:
        t.unlink(row, cards[0].link)
    assert [(where is row, [laid.number for laid in apart]) for where, apart in told] == [
        (True, [laid.number for laid in cards[1 if leaves else 0 :]])
    ]
    assert all(not laid.link for laid in told[0][1])


def test_a_group_that_leaves_as_a_whole_does_not_break():
    t = dealt()
    me = t.players[0]
    row, told = t.table[me], []
    row.on_break = lambda *about: told.append(about)
    t.move(t.link(row, t.lay(t.top(t.stash[me], 2), t.stash[me], row)), row, t.pot)
    assert told == []


def test_a_controlled_player_can_be_asked_in_person():
    t = dealt()
    controller, him = t.players[:2]
    asked = []

    class Noting(RandomDriver):
        def choose(self, choice: Any) -> Any:
            asked.append((choice.decider, choice.player))
            return super().choose(choice)

    def rule() -> Any:
        def steps(t: Any, event: Any) -> Any:
            t.take_control(controller, of=him)
            yield from t.choose(him, "one", [1, 2])
            yield from t.choose(him, "two", [1, 2], in_person=True)
            yield from t.choose(him, "three", [1, 2])

        yield from t.happen(Happening.CONTROL, controller, him, [steps])

    drive(rule(), Noting(1))
    assert asked == [(controller, him), (him, him), (controller, him)]


def test_control_can_be_of_some_questions_only():
    t = dealt()
    controller, him = t.players[:2]
    asked = []

    class Noting(RandomDriver):
        def choose(self, choice: Any) -> Any:
            asked.append((choice.decider, choice.ask))
            return super().choose(choice)

    def rule() -> Any:
        def steps(t: Any, event: Any) -> Any:
            t.take_control(controller, him, ["play"])
            assert t.decider(him) is controller
            yield from t.choose(him, "play", [1, 2])
            yield from t.choose(him, "pay", [1, 2])

        yield from t.happen(Happening.CONTROL, controller, him, [steps])

    drive(rule(), Noting(1))
    assert asked == [(controller, "play"), (him, "pay")]


def test_an_event_tells_its_word_where_it_has_one():
    t = dealt()
    me = t.players[0]
    told = []

    class Hearing(Watch):
        def happened(self, event: Any) -> None:
            told.append((str(event), seen(t, ("event", event), None)))

    t.watch = Hearing()

    def rule() -> Any:
        yield from t.happen(Happening.PLAY, me, me, [], word="10s")
        yield from t.happen(Happening.PLAY, me, me, [])

    drive(rule(), RandomDriver(1))
    assert told == [
        ("play 10s by seat 0 at seat 0", ["event", 1, 0, "play", 0, 0, "10s"]),
        ("play by seat 0 at seat 0", ["event", 2, 0, "play", 0, 0]),
    ]


def test_a_loop_of_plays_is_told_apart_by_its_words():
    t = dealt()
    me = t.players[0]

    def play(t: Any, event: Any) -> Any:
        yield from t.happen(Happening.PLAY, me, me, [play], word="4d" if event.word == "10s" else "10s")

    drive(t.happen(Happening.PLAY, me, me, [play], word="10s"), RandomDriver(1))
    assert sorted(event.word for event in t.caps_met[0].loop) == ["10s", "4d"]


def test_one_of_a_few_piles_is_counted_read_and_refused():
    deck = Deck.of(FRENCH_RANKS, FRENCH_SUITS, 2)
    pairs = (deck.parse(["Qh", "Qh"]), deck.parse(["7c", "7c"]))
    space = OneOfPiles(deck, pairs)
    assert (space.exists(), space.count(), list(space)) == (True, 2, list(pairs))
    assert space.read(["Qh", "Qh"]) == pairs[0]
    assert [space.plain(each) for each in space] == [["Qh", "Qh"], ["7c", "7c"]]
    assert {space.sample(random.Random(seed)) for seed in range(20)} == set(pairs)
    assert not space.admits(deck.parse(["Qh", "7c"]))
    assert not space.admits("Qh")
    with pytest.raises(ValueError, match="may not be chosen"):
        space.read(["Qh"])
    assert not OneOfPiles(deck, ()).exists()


def test_marks_of_a_broken_group_may_be_changed_by_its_row():
    t = dealt()
    me = t.players[0]
    row = t.table[me]
    row.on_break = lambda table, where, apart: [table.mark(where, laid, Mark.NO_EFFECT) for laid in apart]
    cards = t.link(row, t.lay(t.top(t.stash[me], 2), t.stash[me], row))
    t.move(cards[:1], row, t.pot)
    assert [laid.marks for laid in row] == [(Mark.NO_EFFECT,)]


def test_whole_rows_are_swapped_with_their_marks_and_links():
    t = at_table("5h+Kd 7s~", "8h*")
    one, other = (t.table[player] for player in t.players)
    card = one.row[0]
    shown = [[(row.face(laid).name, laid.marks) for laid in row] for row in (one, other)]
    t.swap(one, other)
    assert [[(row.face(laid).name, laid.marks) for laid in row] for row in (other, one)] == shown
    assert t.lies(card, other)
    assert len(t.group_of(card, other)) == 2


def test_spaces_of_rows():
    t = at_table("6s 7s 7s~ 8h Kd", "")
    row = t.table[t.players[0]]
    one = OneOfRow(row, row.row[1:4])
    assert [one.plain(each) for each in one] == [1, 2, 3]
    assert [one.read(place) for place in (1, 2, 3)] == list(one)
    some = SomeOfRow(row, row.row[1:], 1, 3)
    answers = list(some)
    assert some.count() == len(set(answers)) == 4 + 6 + 4
    assert all(some.admits(each) and some.read(some.plain(each)) == each for each in answers)
    assert some.read([3, 1]) == (row.row[1], row.row[3])
    assert SomeOfRow(row, row, 6, 6).count() == 0
    for wrong in ([0], [], [1, 2, 3, 4], [1, 1], ["7s"], 1, None, [True]):
        with pytest.raises(ValueError, match=r"wanted|position"):
            some.read(wrong)
    strange: Any
    for strange in ((), (row.row[0],), (row.row[2], row.row[1]), [row.row[1]], None, row.row[1]):
        assert not some.admits(strange)
    for strange in (row.row[0], 1, None, (1, 2)):
        assert not one.admits(strange)
    assert one.describe() == {
        "space": "one of a row",
        "row": "table",
        "seat": 0,
        "of": [[1, "7s"], [2, "7s"], [3, "8h"]],
    }
    wild = t.mark(row, row.row[0], Mark.WILD)
    assert not one.admits(wild)

"""What is kept for views and records is what is made anew."""

import json
import random

import pytest

from referee.games.registry import find_game
from referee.kernel import Card, Deck, everybody, others, owner
from referee.kernel.card_naming import MOST_KEPT, Kept
from referee.kernel.scalars import to_plain
from referee.kernel.sights import FACES, SIZE, sight_of
from referee.kernel.views import seen, view_of
from referee.kernel.watch import Story
from referee.play.referee import play_match
from referee.play.seats import RandomSeat
from tests.bad_games.small import Small

GAMES = ("escalation", "effervesce", "five-crowns", "fscking-ace", "bpoker")


class Watching(RandomSeat):
    """Compares what each question is told with what one finds place by place."""

    looked = 0

    def answer(self, choice):
        answer = super().answer(choice)
        assert json.dumps(choice.space.told(answer)) == json.dumps(choice.space.plain(answer))
        table, player = choice.table, choice.decider
        view = view_of(table, player)
        for place, mode in zip(table.places, sight_of(table, player).of_place, strict=True):
            if place is table.flight and not place.row:
                assert place.name not in view["zones"]
                continue
            found = view["zones"][place.name]
            found = found if place.owner is None else found[place.owner.seat]
            assert (mode == FACES) == place.sees(player) == ("cards" in found)
            if mode == FACES:
                cards = place.row if place.is_row else table.deck.unpack(place.pile)
                kinds = [each.kind if place.is_row else each for each in cards]
                names = [each if isinstance(each, str) else each["card"] for each in found["cards"]]
                assert names == [table.deck.cards[kind].name for kind in kinds]
                marked = [bool(each.marks or each.link) for each in cards] if place.is_row else [False] * len(names)
                assert marked == [isinstance(each, dict) for each in found["cards"]]
            else:
                assert found == {"size": place.size if mode == SIZE else None}
        for name, spec in table.scalar_specs.items():
            audience = spec.audience(table.game)
            if spec.per_player:
                each = [audience.includes(owner, player) for owner in table.players]
                told = [to_plain(v) if seen else None for v, seen in zip(getattr(table, name), each, strict=True)]
                assert view["scalars"][name] == told
            elif audience.includes(None, player):
                assert view["scalars"][name] == to_plain(getattr(table, name))
            else:
                assert name not in view["scalars"]
        type(self).looked += 1
        return answer


@pytest.mark.parametrize("name", GAMES)
def test_views_and_answers_are_what_lies_there(name):
    game, before = find_game(name)(3), Watching.looked
    play_match(game, [Watching(random.Random(seat)) for seat in range(3)], secret=bytes(32), turn_cap=40)
    assert Watching.looked > before + 20


def test_names_come_in_the_order_of_the_deck():
    deck, rng = Deck([(Card(f"{number}x"), 1 + number % 3) for number in range(40)]), random.Random(1)
    cards = [number for number in range(40) for _ in range(1 + number % 3)]
    for size in (*range(9), 40, len(cards)):
        kinds = sorted(rng.sample(cards, size))
        assert deck.names(deck.pack(kinds)) == [deck.cards[kind].name for kind in kinds]


def test_what_is_kept_is_made_once_and_forgotten_when_it_is_too_much():
    made = []
    kept = Kept(lambda key: made.append(key) or -key).__getitem__
    assert [kept(1), kept(1), kept(2)] == [-1, -1, -2]
    assert made == [1, 2]
    for key in range(3, MOST_KEPT + 2):
        kept(key)
    assert kept(1) == -1
    assert made.count(1) == 2


def test_cards_are_shown_to_the_others_than_their_owner():
    """With ``others`` for an audience they were shown to everybody."""
    table = Small(3).table()
    told, one = [], table.players[1]
    table.watch = Story([told.append])
    for to in (others, owner, everybody):
        table.reveal(table.deck.one[0], one, to, why="a look")
    heard = [[isinstance(seen(table, each, player)[4], list) for player in table.players] for each in told]
    assert heard == [[True, False, True], [False, True, False], [True, True, True]]


@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize("to", [owner, others], ids=repr)
def test_what_has_no_owner_is_told_to_no_audience_that_goes_by_one(to, watched):
    """``others`` were all, and ``owner`` was nobody."""
    table = Small(3).table()
    table.watch = Story([lambda _: None]) if watched else None
    for tells in (
        lambda: table.disclose("hint", to, number=1),
        lambda: table.reveal(table.no_cards, None, to, why="a look"),
        lambda: next(table.roll(2, seen_by=to)),
        lambda: next(table.lot((1, 2), seen_by=to)),
    ):
        with pytest.raises(TypeError, match="nobody is the owner"):
            tells()

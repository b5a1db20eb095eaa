"""What never happens in B-poker, looked for in whole matches."""

import pytest

from referee.games.bpoker.fours import WILD_THREES
from referee.games.bpoker.rules import BPoker
from referee.games.bpoker.table import Happening, Mark
from referee.kernel import run
from referee.kernel.requests import Shuffle
from referee.kernel.watch import Watch
from referee.verify.play.drivers import first_outcome
from tests.drivers import RandomDriver


class Threes(Watch):
    """Keeps the 3s that are played in the ordinary way until they have acted; says which of them lie face up then."""

    def __init__(self, t):
        self.t, self.open, self.acted, self.face_up = t, [], 0, []

    def happened(self, event):
        self.look()
        if event.what is Happening.PLAY and event.word in WILD_THREES and len(event.cards) == 1:
            self.open.append(event)

    def look(self):
        for event in [each for each in self.open if each not in self.t.stack]:
            self.open.remove(event)
            for laid in self.t.table[event.at].row:
                if laid.number == event.cards[0].number:
                    self.acted += 1
                    if not laid.has(Mark.WILD) and not laid.has(Mark.NO_EFFECT) and not laid.link:
                        self.face_up.append(str(event))


class LikesThrees(RandomDriver):
    """Plays a 3 whenever that is possible."""

    def __init__(self, seed, threes):
        super().__init__(seed)
        self.threes = threes

    def choose(self, choice):
        self.threes.look()
        if choice.ask == "play" and self.rng.random() < 0.7:
            space = choice.space.arms["card"]
            names = [name for name in space.deck.names(space.pile) if name in WILD_THREES]
            if names:
                return "card", space.read([self.rng.choice(names)])
        return super().choose(choice)


def test_BP_3_the_trigger_finds_no_3_that_was_played_in_the_ordinary_way():
    acted = 0
    for seed in range(18):
        game = BPoker(2 + seed % 3, settings={"hands": 3, "ranks": "3 4 9 J K"})
        t = game.table()
        t.watch = threes = Threes(t)
        run(game, t, LikesThrees(seed, threes), turn_cap=80)
        assert threes.face_up == []
        acted += threes.acted
    assert acted > 100


class Keen(BPoker):
    """A 3 that forgets to become wild: the watch above must see it."""

    name = "keen"

    def played_now(self, t, event, me):
        return None if event.word in WILD_THREES else super().played_now(t, event, me)


def test_a_3_that_stays_face_up_is_seen():
    game = Keen(2, settings={"hands": 2, "ranks": "3 4 9 J K"})
    t = game.table()
    t.watch = threes = Threes(t)
    run(game, t, LikesThrees(1, threes), turn_cap=80)
    assert threes.face_up


@pytest.mark.parametrize("seed", range(4))
def test_BG_9_without_a_floor_matches_are_the_same(seed):
    """Reading viewing-floor: a view is compared with its correct number, and is never smaller than empty."""
    settings = {"hands": 2, "viewing": 1, "ranks": "4 5 6 8 K"}
    ends = []
    for floor in ("zero", "no-floor"):
        game = BPoker(2 + seed % 2, readings={"viewing-floor": floor}, settings=settings)
        t = game.table()
        run(game, t, RandomDriver(seed), turn_cap=60)
        ends.append(t.snapshot())
    assert ends[0] == ends[1]


def test_a_fixed_order_of_a_long_row_is_found_without_listing_all_of_them():
    t = BPoker(2).table()
    row = t.stash[t.players[0]]
    t.lay(t.deck.pack(t.deck.unpack(t.pot.pile)[:90]), t.pot, row)
    shuffle = Shuffle(t, row)
    assert shuffle.check(first_outcome(shuffle))
    assert first_outcome(shuffle) == first_outcome(shuffle)

"""Effects that offer cards as they do not lie any more, or take nobody for a player: which of them are proved."""

import pytest

from referee.games.registry import find_game
from referee.meaning.translation import meaning
from referee.verify.symbolic.effects.cover import play
from referee.verify.symbolic.effects.search import Effects
from tests.bad_games.effects import Rows
from tests.bad_games.offering import Offering
from tests.symbolic.effects_in_play import broken_in_play

BAD = {
    "bad_marked": "other marks or links",
    "bad_all": "other marks or links",
    "bad_unmarked": "other marks or links",
    "bad_linked": "other marks or links",
    "bad_back": "other marks or links",
    "bad_next": "nobody",
    "bad_everyone": "nobody",
    "bad_paid": "nobody",
    "bad_mate": "nobody",
}


@pytest.fixture(scope="module")
def said():
    game = Offering(2)
    played = play(game, 50)
    assert {"friend", "mate"} <= played.nobody
    effects = Effects(game, meaning(game), frozenset(played.nobody), frozenset())
    return {each.name: effects.of(each).why for each in effects.every if not hasattr(Rows, each.name)}


def test_random_play_goes_on_when_every_effect_was_carried_out():
    """What names nobody now and then would be taken for what always names a player."""
    assert {"declared", "winner", "challenger"} <= play(find_game("effervesce")(2)).nobody


def test_sound_effects_are_proved(said):
    sound = {name: why for name, why in said.items() if name.startswith("sound")}
    assert len(sound) == 7
    assert sound == dict.fromkeys(sound, "")


@pytest.mark.parametrize("name", BAD)
def test_the_others_are_not(said, name):
    assert BAD[name] in said[name]


def test_in_play_just_those_break_that_are_not_proved(said):
    times, broken = broken_in_play(Offering(2), 600, steps=20, nobody={"friend", "mate"})
    assert set(broken) & set(said) == set(BAD) == {name for name, why in said.items() if why}
    assert set(said) <= set(times)

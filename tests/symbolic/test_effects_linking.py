"""Effects on linked cards, on rows that are handed over, and on the cards of events: which of them are proved."""

import pytest

from referee.kernel import effect
from referee.meaning.texts import NoMeaning
from referee.meaning.translation import meaning
from referee.verify.symbolic.effects.cover import play
from referee.verify.symbolic.effects.search import Effects
from tests.bad_games.effects import PLAYED, Rows
from tests.bad_games.linking import Linking
from tests.symbolic.effects_in_play import broken_in_play


@pytest.fixture(scope="module")
def said():
    game = Linking(2)
    played = play(game, 200)
    twice = frozenset(played.cards_twice)
    assert twice == {"bad_at_two"}
    assert "lost" in played.nobody
    assert "out" not in played.nobody
    effects = Effects(game, meaning(game), frozenset(), frozenset(), twice)
    return {each.name: effects.of(each).why for each in effects.every if not hasattr(Rows, each.name)}


def test_what_goes_together_is_enough_for_sound_effects(said):
    assert {name: why for name, why in said.items() if name.startswith("sound") and why} == {}


def test_what_goes_together_is_taken_for_no_more(said):
    bad = {name: why for name, why in said.items() if name.startswith("bad")}
    assert len(bad) == 16
    reasons = (
        "may not lie there",
        "taken twice",
        "a choice without an option: whom",
        "lost may be true of everybody",
        "is offered",
    )
    assert {name for name, why in bad.items() if not any(each in why for each in reasons)} == set()


def test_in_play_just_those_break_that_are_not_proved(said):
    times, broken = broken_in_play(Linking(2), 600, steps=20, nobody=set())
    of_others = {"bad_all_lost", "bad_lost_last"}  # what they leave breaks others
    assert set(broken) & set(said) == {name for name, why in said.items() if why} - of_others
    assert set(said) <= set(times)


class Lists(Rows):
    """Cards are moved in a list, which the kernel takes for a pile."""

    @effect("B-8", window=PLAYED)
    def bad_list(self, t, event, me):
        if t.lying[me].row:
            t.move([t.lying[me].row[0]], t.lying[me], t.pot)


class Tuples(Rows):
    @effect("B-8", window=PLAYED)
    def sound_tuple(self, t, event, me):
        if t.lying[me].row:
            t.move((t.lying[me].row[0],), t.lying[me], t.pot)


def test_a_list_of_cards_that_is_moved_has_no_meaning():
    _, broken = broken_in_play(Lists(2), 60, nobody={"friend"})
    assert "TypeError" in broken["bad_list"]
    with pytest.raises(NoMeaning, match=r"moving a list\[laid\], which may be no tuple.*write tuple\(…\)"):
        meaning(Lists(2))
    effects = Effects(Tuples(2), meaning(Tuples(2)), frozenset({"friend"}), frozenset())
    assert [effects.of(each).why for each in effects.every if each.name == "sound_tuple"] == [""]

"""No way that play can take is dropped: what breaks on it alone is not PROVED, what looks first is."""

import pytest

from referee.games.registry import find_game
from referee.verify.prove.effects.every_effect import prove
from referee.verify.prove.effects.search import Effects
from referee.verify.verdicts import Verdict
from tests.bad_games.effects import Rows
from tests.bad_games.ways import CASES, Nobody, Ways
from tests.prove.effects_in_play import broken_in_play

NOT_FOLLOWED = {"listed", "chained", "one_by_one", "collected"}
"""Cases of which the prover says that it cannot follow them: neither twin is PROVED."""


def of(game):
    """What is said of the effects of a game that it does not have in common with others."""
    effects = Effects(game(2), "What", frozenset({"friend"}))
    every = [each for group in effects.game.effects.values() for each in group]
    return {each.name: effects.of(each) for each in every if not hasattr(Rows, each.name)}


@pytest.fixture(scope="module")
def said():
    return of(Ways)


@pytest.mark.parametrize("case", [*CASES, "emptied", "pairs", "first", "some"])
def test_a_way_that_is_easily_overlooked(said, case):
    assert said[f"bad_{case}"].verdict is Verdict.UNKNOWN
    sound = said[f"sound_{case}"]
    assert (sound.verdict, sound.why) == (Verdict.PROVED, "") or case in NOT_FOLLOWED
    if case in NOT_FOLLOWED:
        assert sound.verdict is Verdict.UNKNOWN


@pytest.mark.untraced
def test_what_is_proved_does_not_break_in_play_and_what_is_bad_does(said):
    times, broken = broken_in_play(Ways(2), 600, nobody={"friend"})
    proved = {name for name, each in said.items() if each.verdict is Verdict.PROVED}
    assert len(proved & set(times)) >= 20
    assert {name: why for name, why in broken.items() if name in proved or name.startswith("sound")} == {}
    assert {f"bad_{case}" for case in (*CASES, "emptied", "pairs", "first", "some")} <= set(broken)


@pytest.mark.untraced
def test_effects_of_B_poker_do_not_break_in_play():
    times, broken = broken_in_play(find_game("bpoker")(2), 3, nobody=MAY_BE_NOBODY)
    assert len(times) > 25
    assert broken == {}


MAY_BE_NOBODY = {"coming", "winner", "barred", "last_winner"}


@pytest.mark.long
@pytest.mark.untraced
@pytest.mark.timeout(1800)
def test_effects_of_B_poker_that_are_proved_do_not_break_in_thousands_of_matches():
    game = find_game("bpoker")(2)
    proved = {each.name for each in prove(game, 900) if each.verdict is Verdict.PROVED}
    times, broken = broken_in_play(game, 3000, nobody=MAY_BE_NOBODY)
    assert len(proved) >= 39
    assert proved <= set(times)
    assert {name: why for name, why in broken.items() if name in proved} == {}


@pytest.mark.parametrize("name", ["else", "end", "around", "index", "word", "order"])
def test_what_raises_on_one_way(said, name):
    assert said[f"bad_{name}"].verdict is Verdict.UNKNOWN


def test_a_scalar_that_names_a_player_goes_on_to_name_one():
    for name, each in of(Nobody).items():
        assert each.verdict is (Verdict.PROVED if name.startswith("sound") else Verdict.UNKNOWN), each
        assert not name.startswith("bad") or "may be nobody" in each.why

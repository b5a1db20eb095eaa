"""No way that play can take is dropped: what breaks on it alone is not PROVED, what looks first is."""

import pytest

from referee.games.registry import find_game
from referee.verify.symbolic.effects.every_effect import prove
from referee.verify.verdicts import Verdict
from tests.bad_games.taken import Ways
from tests.bad_games.ways import CASES, Nobody
from tests.symbolic.effects_in_play import broken_in_play
from tests.symbolic.test_effects import MAY_BE_NOBODY, said_of

NOT_FOLLOWED = {"copied": "each of so many things as nobody knows"}
"""Cases of which the prover says that it cannot follow them: neither twin is PROVED."""
OTHERS = ("emptied", "pairs", "first", "some")


@pytest.fixture(scope="module")
def said():
    return said_of(Ways(2))


@pytest.mark.parametrize("case", [*CASES, *OTHERS])
def test_a_way_that_is_easily_overlooked(said, case):
    assert said[f"bad_{case}"] != ""
    assert NOT_FOLLOWED.get(case, "") in said[f"sound_{case}"]
    assert (said[f"sound_{case}"] == "") is (case not in NOT_FOLLOWED)


@pytest.mark.untraced
def test_what_is_proved_does_not_break_in_play_and_what_is_bad_does(said):
    times, broken = broken_in_play(Ways(2), 600, nobody={"friend"})
    proved = {name for name, why in said.items() if not why}
    assert len(proved & set(times)) >= 24
    assert {name: why for name, why in broken.items() if name in proved or name.startswith("sound")} == {}
    assert {f"bad_{case}" for case in (*CASES, *OTHERS)} <= set(broken)


@pytest.mark.untraced
def test_effects_of_B_poker_do_not_break_in_play():
    times, broken = broken_in_play(find_game("bpoker")(2), 3, nobody=MAY_BE_NOBODY)
    assert len(times) > 25
    assert broken == {}


@pytest.mark.long
@pytest.mark.untraced
@pytest.mark.timeout(1800)
def test_effects_of_B_poker_that_are_proved_do_not_break_in_thousands_of_matches():
    game = find_game("bpoker")(2)
    proved = {each.name for each in prove(game, 900) if each.verdict is Verdict.PROVED}
    times, broken = broken_in_play(game, 3000, nobody=MAY_BE_NOBODY)
    assert len(proved) >= 40
    assert proved <= set(times)
    assert {name: why for name, why in broken.items() if name in proved} == {}


@pytest.mark.parametrize("name", ["else", "end", "around", "index", "word", "order"])
def test_what_raises_on_one_way(said, name):
    assert said[f"bad_{name}"] != ""


def test_a_scalar_that_names_a_player_goes_on_to_name_one():
    for name, why in said_of(Nobody(2)).items():
        assert (why == "") is name.startswith("sound")
        assert not name.startswith("bad") or "may be nobody" in why

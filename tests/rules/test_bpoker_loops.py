"""Play of B-poker that goes round: the witnesses, and that a cap ends it and says what went round (EN-15)."""

from contextlib import suppress

import pytest

from referee.games.bpoker.rules import BPoker
from referee.kernel.driving import run_step
from referee.play.examples.notation import read_answer
from tests.drivers import RandomDriver
from tests.rules.bpoker import AskedElse, CapMet, Round, at_table, lying


class Patient(BPoker):
    """The cap on events of one turn is met soon."""

    caused_cap = 60


def goes_round(t, driver, loop):
    """One turn, until a cap is met; the same cards lay on the same tables whenever the answers began anew."""
    with suppress(CapMet):
        run_step(t.game, t, driver)
    assert len(driver.noted) >= 3
    assert all(noted == driver.noted[0] for noted in driver.noted)
    (met,) = t.caps_met
    found = [f"{event.at.seat} {event.word}" for event in met.loop]
    assert loop in [found[place:] + found[:place] for place in range(len(found))]


def test_BP_10S_three_tens_of_spades_force_each_other():
    t = at_table("10s", "10s", view=["10s"], nesting=40)
    start = ["0 scrap: go on", "0 play: card 10s"]
    # The card that is forced is never the one that is being played.
    driver = Round(t, "0 force a card onto: 1", "0 force: 0", "1 force a card onto: 0", "1 force: 0", first=start)
    goes_round(t, driver, ["1 10s", "0 10s"])


def test_BP_10S_BP_QC_a_ten_of_spades_and_a_queen_of_clubs():
    t = at_table("Qc 10s", "Qc", view=["10s"], nesting=60)
    start = ["0 scrap: go on", "0 play: card 10s"]
    lines = []
    for me, other in ((0, 1), (1, 0)):
        lines += [f"{me} force a card onto: {other}", f"{me} force: 10s"]
        lines += [f"{other} force a card onto: {me}", f"{other} force: Qc", f"{me} card to be passed: 10s"]
    goes_round(t, Round(t, *lines, first=start), ["1 10s", "0 Qc", "1 10s", "0 10s", "1 Qc", "0 10s"])


def test_BP_2H_BP_QS_two_players():
    t = at_table("2h Qs", "Qs", view=["2h"], nesting=60)
    start = ["0 scrap: go on", "0 play: card 2h"]
    half = "{0} trade for: whose: {1};{0} card to be passed: 2h"
    lines = [*half.format(0, 1).split(";"), *half.format(1, 0).split(";")]
    goes_round(t, Round(t, *lines, first=start), ["0 Qs", "1 2h", "1 Qs", "0 2h"])


def test_BP_2H_BP_QC_three_players():
    t = at_table("2h Qc", "2h", "Qc", view=["2h"], nesting=60)
    start = ["0 scrap: go on", "0 play: card 2h"]
    lines = []
    for me in range(3):
        lines += [f"{me} trade for: whose: {(me + 2) % 3}", f"{me} card to be passed: 2h"]
    goes_round(t, Round(t, *lines, first=start), ["0 Qc", "1 2h", "1 Qc", "2 2h", "2 Qc", "0 2h"])


INCLUDED = {"three-fours-themselves": "included"}


def test_BP_SET_4D3_three_fours_that_go_back_with_the_rest():
    t = at_table("", "", pending=["4d 4d 4d"], readings=INCLUDED, game=Patient)
    # The plays follow each other and do not nest: what is told is the turn, and the play that it came to.
    goes_round(t, Round(t, "0 play: 4d 4d 4d 4d 4d 4d"), ["0 ", "0 4d 4d 4d"])


def test_BP_SET_4D3_by_default_they_stay():
    t = at_table("", "", pending=["4d 4d 4d"], game=Patient)
    driver = Round(t, "0 play: 4d 4d 4d 4d 4d 4d", "0 declare:")
    run_step(t.game, t, driver)
    assert not t.caps_met
    assert lying(t) == [["4d", "4d", "4d"], []]


def test_BP_SET_4D4D_has_no_loop_as_fours_being_played_are_no_members():
    """Reading two-fours-themselves: the 4♦ come from view or cards-to-be-played, and nothing declares them before
    their effect is over, so that "included" is never anything else than "excluded"."""
    for reading in ("excluded", "included"):
        t = at_table("Ks* Kd*", "", pending=["4d 4d"], readings={"two-fours-themselves": reading}, game=Patient)
        driver = Round(t, "0 play: 4d 4d 4d 4d", "0 play: card Ks", "0 play: card Kd", first=["0 scrap: go on"])
        with pytest.raises(AskedElse, match="declare"):
            run_step(t.game, t, driver)
        assert lying(t)[0][:2] == ["4d", "4d"]
        assert not t.caps_met


@pytest.mark.parametrize("reading", [{"plays-of-one-card": "once"}, {"repeated-ten-of-spades": "once-a-turn"}])
def test_BP_10S_readings_that_end_the_loop(reading):
    t = at_table("10s", "10s", view=["10s"], nesting=40, readings=reading)
    start = ["0 scrap: go on", "0 play: card 10s"]
    driver = Round(t, "0 force a card onto: 1", "0 force: 0", "1 force a card onto: 0", "1 force: 0", first=start)
    with pytest.raises(AskedElse, match="declare"):
        run_step(t.game, t, driver)
    assert not t.caps_met


class Decisions(RandomDriver):
    """Gives those answers, then the first there is; notes who decided for whom while both control each other."""

    def __init__(self, t, *answers):
        super().__init__(0)
        self.t, self.answers, self.mutual = t, list(answers), []

    def choose(self, choice):
        one, other = self.t.players
        if self.t.decider(one) is other and self.t.decider(other) is one:
            self.mutual.append(f"{choice.decider.seat} for {choice.player.seat}: {choice.ask}")
        return read_answer(choice.space, self.answers.pop(0)) if self.answers else choice.space.nth(0)


def test_EN_11_two_players_in_control_of_each_other_decide_for_each_other():
    """Seat 0 controls seat 1, forces a 10♦ of its view on it, and reflects that in its place: 1 controls 0 as well.

    Every control plays a card of a view, so that control alone has an end.
    """
    t = at_table("", "6s 10d", view=["6h 10d 6d 6c 4h", "10d 2c 4c"], viewing=5)
    shaft = ("card 6h", "card 10d", "1")
    reflected = ("pass", "pass", "10d", "reflector")
    driver = Decisions(t, *shaft, *reflected, "6d", "card 6c", "1", "card 2c", "0")
    run_step(t.game, t, driver)
    assert driver.mutual[:5] == [
        "1 for 1: play his card", "1 for 0: shaft", "1 for 0: shaft onto", "0 for 1: shaft", "0 for 1: shaft onto",
    ]  # fmt: skip
    assert not t.control
    assert not t.caps_met

"""Plays that wait for the end of an effect, under ``nested-effects = afterwards`` (EN-1)."""

from referee.kernel import Player
from referee.kernel.driving import run_step
from referee.play.examples.notation import read_answer
from tests.drivers import RandomDriver
from tests.rules.bpoker import at_table, lying


class Scripted(RandomDriver):
    """Answers what is written in the order in which it stands there, and then at random."""

    def __init__(self, *lines):
        super().__init__(0)
        self.lines = list(lines)

    def choose(self, choice):
        if not self.lines:
            return super().choose(choice)
        asked, _, words = self.lines.pop(0).rpartition(":")
        assert asked == f"{choice.decider.seat} {choice.ask}"
        return read_answer(choice.space, words.strip())


def test_BG_11_what_waits_for_somebody_who_has_lost_the_hand_does_not_take_place():
    """He forces f_poker on himself while a 10♣ of his waits; nobody plays f_poker once that has made him lose."""
    t = at_table(
        "",
        "6s 10c 10d",
        "10d",
        view=["2h 2d Jo Jo 7s"],
        stash=["5c 5d 5h 9h 9s", "8c 8d 8h 8s 4c", "4d 4h 4s 3d 3h"],
        readings={"nested-effects": "afterwards", "shaft-sets": "set-too"},
        viewing=5,
    )
    lines = ["0 play: 2h 2d 2h 2d", "0 trade for: whose: 1", "0 trade for: two cards 6s 10c", "1 reached: pass"]
    driver = Scripted(*lines, "0 replay: 6s", "0 shaft: Jo Jo 7 Jo Jo 7s", "0 shaft onto: 0")
    run_step(t.game, t, driver)
    assert driver.lines == []
    assert t.out[Player.at(0)]
    assert lying(t) == [[], ["10d", "2d", "2h"], ["10d"]]
    assert t.deck.size(t.discard.pile) == 3
    assert t.fpot.is_empty

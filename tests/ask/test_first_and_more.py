"""The edges *first* and *more than planned*: each planted one is asked about, and its sound twin is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ask.test_ask import project, questions, write  # noqa: F401

STEP = "# cursed"
HIGH = (
    ("pot = amount(0)", "pot = amount(0)\n    high = amount(0)"),
    (STEP, "if t.worth(card, self.numbers) > t.high:\n            t.high = t.worth(card, self.numbers)"),
)
LAST = (
    ("pot = amount(0)", "pot = amount(0)\n    last: Player = value(NO_PLAYER)"),
    (STEP, "if t.last is me and t.turns > 3:\n            t.cursed = False\n"
           "        if t.worth(card, self.numbers) > 3:\n            t.last = me"),
)  # fmt: skip
IN_THE_DEAL = ("for p in t.everyone_from(t.mover):", "t.high = 1\n        for p in t.everyone_from(t.mover):")
LATE = "if t.turns == 9 and t.worth(card, self.numbers) == 9:"
EFFECTS = (
    ("import FRENCH_SUITS", "import FRENCH_SUITS, Event, Window, WindowKind, effect"),
    ("class PotsTable", 'BEGINS = Window("begins", WindowKind.TRIGGER)\n\n\nclass What(Enum):\n    TURN = "turn"\n\n\n'
     "class PotsTable"),
    ("from __future__ import annotations\n", "from __future__ import annotations\n\nfrom enum import Enum\n"),
    (STEP, "yield from t.happen(What.TURN, me, me, [self.begin])"),
    ("    def forfeit(self)", '''\
    def begin(self, t: PotsTable, event: Event) -> Rule[None]:
        yield from t.window(BEGINS, event, t.players)

    def has_nine(self, t: PotsTable, event: Event, player: Player) -> bool:
        return OWN t.hand[player].holds(self.nines)

    @effect("P-3", window=BEGINS, can=has_nine)
    def nine(self, t: PotsTable, event: Event, player: Player) -> None:
        t.pot = t.pot + 1

    def forfeit(self)'''),
)  # fmt: skip
Changes = tuple[tuple[str, str], ...]
PLANTED: dict[str, tuple[Changes, str, Changes]] = {
    "nobody has changed it yet": (
        HIGH, "the worth of card is compared with ‘high’ before anybody has changed one of them", (*HIGH, IN_THE_DEAL)),
    "nobody has done it yet": (
        LAST, "‘last’ is compared with ‘me’ before anybody has changed one of them",
        (*LAST, (IN_THE_DEAL[0], IN_THE_DEAL[1].replace("t.high = 1", "t.last = t.mover")))),
    "over before all were asked": (
        ((STEP, "if t.worth(card, self.numbers) == 9:\n            self.over(t)"),),
        "the match ends before everybody was asked for anything",
        ((STEP, "if t.turns > 8 and t.worth(card, self.numbers) == 9:\n            self.over(t)"),)),
    "past its limit": (
        ((STEP, "if t.pot == 63:\n            self.over(t)"),), "‘pot’ is more than 63",
        ((STEP, "if t.pot == 66:\n            self.over(t)"),)),
    "larger hand": (
        ((STEP, f"{LATE}\n            yield from t.draw(t.stock, 1, t.hand[me])"),),
        "more lies in the hand of a player than anybody was dealt, as cards are drawn",
        ((STEP, f"{LATE}\n            t.move(t.hand[me].pile, t.hand[me], t.heap)\n"
                "            yield from t.draw(t.stock, 3, t.hand[me])"),)),
    "larger hand by a move": (
        ((STEP, f"{LATE}\n            other = t.next(me)\n"
                "            t.move(t.hand[other].pile, t.hand[other], t.hand[me])"),),
        "more lies in the hand of a player than anybody was dealt, as cards are put there",
        ((STEP, f"{LATE}\n            t.swap(t.hand[t.next(me)], t.hand[me])"),)),
    "over its size": (
        ((STEP, f"{LATE}\n            yield from t.draw(t.stock, 1, t.hand[me])\n"
                "        if t.hand[me].size >= 3:\n            t.cursed = False"),),
        "the number of cards in hand is more than 3", ()),
    "two of the same": (
        tuple((a, b.replace("OWN ", "")) for a, b in EFFECTS), "two players have ‘nine’ at the same moment",
        tuple((a, b.replace("OWN", "player is event.at and")) for a, b in EFFECTS)),
}  # fmt: skip


@pytest.mark.parametrize("defect", sorted(PLANTED))
def test_a_planted_edge_is_asked_about_and_its_sound_twin_is_not(project: Path, defect: str) -> None:  # noqa: F811
    changes, says, sound = PLANTED[defect]
    slug = defect.replace(" ", "_")
    asked = {str(each["sentence"]): each for each in questions(write(project, *changes, called=slug))}
    assert says in asked
    assert asked[says]["edge"] in ("first", "more than planned")
    assert list(asked).index(says) < 5
    twin = [str(each["sentence"]) for each in questions(write(project, *sound, called=f"{slug}_sound"))]
    assert says not in twin
    assert [each for each in twin if "more" in each or "before" in each] == []


def test_a_hand_that_always_grows_is_planned(project: Path) -> None:  # noqa: F811
    grows = (STEP, "if t.worth(card, self.numbers) > 7:\n            yield from t.draw(t.stock, 1, t.hand[me])")
    assert not [
        each for each in questions(write(project, grows, called="grows")) if each["edge"] == "more than planned"
    ]

"""Play that goes round over whole turns is found, played over and over, and kept as a record."""

import pytest

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.record.replay import replay
from referee.verify.explore.step_cycles import decide_endless
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.properties import endless, read_properties
from referee.verify.verdicts import Verdict
from tests.test_interactions import RULEBOOK, RULES
from tests.tiny import write_game

STEP = """\
    def step(self, t: TinyTable) -> Rule[None]:
        said = yield from t.choose(t.mover, "act", ["wait", "play", "give up"])
        self.double(t, said)
        if t.hand[t.players[0]].is_empty or said == "give up":
            t.end({p: 0 for p in t.players}, {p: 0 for p in t.players}, "over")

    @clause("T-1")
    def double(self, t: TinyTable, said: str) -> None:
        EVERY_TURN
        if said == "play":
            self.add(t)
        t.mover = t.next(t.mover)

    @clause("T-2")
    def add(self, t: TinyTable) -> None:
        for player in t.players:
            if t.hand[player].size > 0:
                self.late(t, player)

    @clause("T-3")
    def late(self, t: TinyTable, player: Player) -> None:
        t.move(t.hand[player].pile, t.hand[player], t.stock)
"""


@endless("T-1", whole_turns=True)
def waiting(t):
    """Everybody waits for ever."""


@endless("T-1", whole_turns=True)
def waiting_without_cards(t):
    """Everybody waits for ever, with no card."""
    return all(t.hand[player].is_empty for player in t.players)


def searched(folder, claim, every_turn, effort=0.05):
    write_game(folder)
    (folder / "readings.toml").unlink()
    rules = RULES.replace("STEP\n", STEP.replace("EVERY_TURN", every_turn) + "\n")
    rules = rules.replace("    number = amount(1)", "    number = amount(1)\n    mover: Player = value(NO_PLAYER)")
    rules = rules.replace("import Layer,", "import NO_PLAYER, Layer,").replace(
        "nobody, owner,", "nobody, owner, value,"
    )
    dealt = (
        "        t.mover = t.first_seat()\n"
        "        for p in t.players:\n"
        "            yield from t.draw(t.stock, 2, t.hand[p])\n"
    )
    rules = rules.replace("shuffle(t.stock)\n", "shuffle(t.stock)\n" + dealt, 1)
    (folder / "rules.py").write_text(rules.replace("turn_cap = 6", "turn_cap = 10_000"), encoding="utf-8")
    (folder / "rulebook.md").write_text(RULEBOOK, encoding="utf-8")
    question = Question(find_game(str(folder))(2), (), effort=effort)
    return list(decide_endless(question, claim.__property__))


@pytest.mark.parametrize(
    ("every_turn", "counting"), [("pass", ""), ("t.number = t.number + 1", " but for what counts on (number)")]
)
def test_turns_that_lead_back_are_found_and_replayed(tmp_path, every_turn, counting):
    finding, result = searched(tmp_path / "tiny", waiting, every_turn)
    assert isinstance(finding, Finding)
    assert f"the table is the same again after 2 turns{counting}, 200 times, and it goes on" in finding.sentence
    assert result.verdict is Verdict.WITNESSED
    assert len(result.witness.record.splitlines()) > 6
    replay(result.witness.record, "turns", find=lambda name: find_game(str(tmp_path / name)))


@pytest.mark.parametrize(
    ("claim", "every_turn"),
    [
        (waiting, "t.number = (t.number * 3 + 1) % 1009"),  # it comes back after many turns, and now it is lower
        (waiting, "t.move(t.deck.one[0] * (t.stock.size > 0), t.stock, t.hand[t.mover])"),  # cards run out
        (waiting_without_cards, "pass"),  # not what it is about: play ends there
    ],
)
def test_turns_that_do_not_lead_back_are_not(tmp_path, claim, every_turn):
    (result,) = searched(tmp_path / "tiny", claim, every_turn, effort=0.02)
    assert result.verdict is Verdict.UNKNOWN
    assert "turns of" in result.why


@endless("BG-7", whole_turns=True)
def b(t):
    """Full tables."""


@pytest.mark.untraced
def test_full_tables_of_b_poker_end_turn_after_turn():
    game = find_game("bpoker")(2, settings={"hands": 1})
    finding, _ = decide_endless(Question(game, ()), b.__property__)
    assert "what counts on (declarations, declared at), 200 times" in finding.sentence


def test_properties_beside_a_file_are_read_and_read_again(tmp_path):
    game, file, beside = find_game("escalation"), tmp_path / "escalation.py", tmp_path / "_more.py"
    one = "from referee.verify import always\n\n\n@always('X-1')\ndef NAME(t):\n    return True\n"
    file.write_text("from ._more import *\n" + one.replace("NAME", "here"))
    for name in ("there", "elsewhere"):
        beside.write_text(one.replace("NAME", name))
        found, complaints = read_properties(file, game)
        assert [each.name for each in found] == [name, "here"]
        assert [each.file for each in found] == [str(beside), str(file)]
        assert not complaints
    beside.write_text(one.replace("NAME", "twice") + one.replace("NAME", "twice").replace("from", "\n\nfrom", 1))
    assert "_more.py:" in read_properties(file, game)[1][0]
    beside.write_text("def broken(:\n")
    with pytest.raises(BadInput, match="invalid syntax"):
        read_properties(file, game)

"""Contradictions by sentence: the fewest clauses that cannot hold together, and what mends them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.record.replay import replay
from referee.verify.answering import carry_out
from referee.verify.campaign import check_game
from referee.verify.collide.conflicts import contradictions, fewest
from referee.verify.project import found_file
from referee.verify.properties import read_properties
from referee.verify.questions import Job, Plan
from referee.verify.verdicts import Method, Trouble
from tests.tiny import write_game

STEP = '''\
    @clause("T-2")
    def step(self, t: TinyTable) -> Rule[None]:
        """More."""
        me = t.mover
        for _ in range(2):
            said = yield from t.choose(me, "do", ["give", "wait"])
            if said == "give":
                yield from self.give(t, me)
            else:
                self.wait(t)
        ASKED

    @clause("T-3")
    def give(self, t: TinyTable, me: Player) -> Rule[None]:
        """A card is drawn."""
        if t.reading("late") == "no" and t.stock.size:
            yield from t.draw(t.stock, 1, t.hand[me])
        RETURNED

    @clause("T-4")
    def wait(self, t: TinyTable) -> None:
        """Nothing is done."""
        t.note("waits")

    @clause("T-5")
    def allowed(self, t: TinyTable, me: Player) -> int:
        """What may be laid down."""
        return ALLOWED

    def forfeit'''
CLAUSES = """\
**T-3 Give.** A card is drawn from the *pack*. (readings: late)

**T-4 Wait.** Nothing is done.

**T-5 Allowed.** These may be laid down at the *end*.

## Parameters"""
OLD_STEP = """\
    @clause("T-2")
    def step(self, t: TinyTable) -> Rule[None]:
        if t.reading("late") == "yes":
            t.end({p: 1 for p in t.players}, {p: 0 for p in t.players}, "over")
        yield from t.shuffle(t.stock)

    def forfeit"""
IMPORT = (
    "from referee.kernel import clause, nobody,",
    "from referee.kernel import NO_PLAYER, Player, clause, nobody, value,",
)
MOVER = [
    ("    hand = zones(seen_by=owner)", "    hand = zones(seen_by=owner)\n    mover: Player = value(NO_PLAYER)"),
    (
        "        yield from t.shuffle(t.stock)\n\n    @clause",
        "        yield from t.shuffle(t.stock)\n        t.mover = t.first_seat()\n\n    @clause",
    ),
]
WHOLE = """\
from referee.verify import always

@always("T-1")
def the_stock_is_whole(t):
    "The stock has all its cards whenever a turn begins."
    return t.stock.size == 8
"""
NOTHING = {"ASKED": "t.note('over')", "RETURNED": "t.note('given')", "ALLOWED": "0"}
BACK = "t.gather(t.stock)"
LAY = "t.move((yield from t.select(me, 'lay', self.allowed(t, me), 1)), t.stock, t.hand[me])\n        t.gather(t.stock)"


def written(folder, properties="", **changes):
    body = STEP
    for word, text in {**NOTHING, "RETURNED": BACK, **changes}.items():
        body = body.replace(word, text)
    asked = ('clauses = ["T-1", "T-2"]', 'clauses = ["T-1", "T-2", "T-3"]')
    write_game(folder / "games" / "tiny", (OLD_STEP, body), ("## Parameters", CLAUSES), IMPORT, asked, *MOVER)
    (folder / "properties").mkdir()
    (folder / "properties" / "tiny.py").write_text(properties)
    return str(folder / "games" / "tiny")


def checked(folder, properties="", **changes):
    path = written(folder, properties, **changes)
    return check_game(Plan(path, methods=(Method.FUZZ,), players=(2,), effort=0.3)), path


def told(given):
    return {(each.trouble, each.clauses) for each in given.findings}


def test_a_broken_promise_names_the_one_sentence_that_breaks_it(tmp_path):
    given, path = checked(tmp_path, WHOLE, RETURNED="t.note('given')")
    assert told(given) == {(Trouble.REFUTED, ("T-1",)), (Trouble.CONTRADICTION, ("T-1", "T-3"))}
    refuted, contradiction = given.findings
    assert refuted.together == ("T-3",)
    assert refuted.together_in[0] == refuted.together_in[1] > 10
    assert refuted.mended_by == ("late=yes",)
    assert contradiction.explains == refuted.fingerprint
    assert contradiction.sentence.startswith(
        "T-1, T-3 and the promise the-stock-is-whole cannot all be kept, reading late as no (TINY-1). A promise is "
    )
    replay(contradiction.witness.record, "witness", find=lambda name: find_game(path))


def test_a_promise_that_is_kept_is_passed_over_in_silence(tmp_path):
    given, _ = checked(tmp_path, WHOLE)
    assert told(given) == set()


def test_a_clause_that_asks_for_what_another_forbids_is_told_with_it(tmp_path):
    given, _ = checked(tmp_path, ASKED=LAY, ALLOWED="t.stock.pile if t.turns < 1 else 0")
    assert (Trouble.DEAD_END, ("T-2",)) in told(given)
    (contradiction,) = [each for each in given.findings if each.trouble is Trouble.CONTRADICTION]
    assert contradiction.clauses == ("T-2", "T-5")


RESTS = """t.stock.pile if t.turns < 1 else t.no_cards

    @clause("T-4")
    def rest(self, t: TinyTable) -> None:
        if t.turns > 99:
            t.gather(t.stock)
"""


def test_a_rule_that_did_nothing_just_before_forbids_nothing(tmp_path):
    """It is carried out last, and the answer was there before it."""
    lay = f"cards = self.allowed(t, me)\n        self.rest(t)\n        {LAY.replace('self.allowed(t, me)', 'cards')}"
    given, _ = checked(tmp_path, ASKED=lay, ALLOWED=RESTS)
    (contradiction,) = [each for each in given.findings if each.trouble is Trouble.CONTRADICTION]
    assert contradiction.clauses == ("T-2", "T-5")


def test_a_clause_that_leaves_something_is_not(tmp_path):
    given, _ = checked(tmp_path, ASKED=LAY, ALLOWED="t.stock.pile")
    assert told(given) == set()


def test_what_its_author_asks_and_expects_is_no_contradiction(tmp_path):
    asked = WHOLE.replace("always", "never").replace("== 8", "< 8")
    given, _ = checked(tmp_path, asked, RETURNED="t.note('given')")
    assert told(given) == {(Trouble.REFUTED, ("T-1",))}
    expected = WHOLE.replace('"T-1")', '"T-1", refuted_under={"late": ["no"]})')
    given, _ = checked(tmp_path / "expected", expected, RETURNED="t.note('given')")
    assert given.exit_code() == 0
    assert {given.status(each) for each in given.findings} == {"expected"}


def test_an_accepted_finding_takes_its_contradiction_with_it(tmp_path):
    given, path = checked(tmp_path, WHOLE, RETURNED="t.note('given')")
    fingerprint = given.findings[0].fingerprint
    accepted = tmp_path / "properties" / "tiny.accepted.toml"
    accepted.write_text(f'[[accepted]]\nfingerprint = "{fingerprint}"\nfinding = "x"\nreason = "so it is"\n')
    again = check_game(Plan(path, methods=(Method.FUZZ,), players=(2,), effort=0.3))
    assert {again.status(each) for each in again.findings} == {"accepted"}


def test_the_command_says_it(tmp_path, monkeypatch):
    path = written(tmp_path, WHOLE, RETURNED="t.note('given')")
    monkeypatch.chdir(tmp_path)
    arguments = ["check", path, "--method", "fuzz", "--players", "2", "--effort", "0.3", "--jobs", "1"]
    result = CliRunner().invoke(main, [*arguments, "--json", "out.json", "--verbose"])
    output = " ".join(result.output.split())
    assert "contradiction T-1 T-3 (new)" in output
    assert "T-3 was carried out whenever this came about" in output
    assert "It does not come about with late=yes." in output
    document = json.loads((tmp_path / "out.json").read_text())
    one, other = document["findings"]
    assert other["explains"] == one["fingerprint"]
    assert (one["together"], one["mended_by"], one["explains"]) == (["T-3"], ["late=yes"], None)


@pytest.mark.parametrize(
    ("runs", "wanted"),
    [
        ([("ab", True)] * 9 + [("a", False)] * 9, "b"),
        ([("ab", True)] * 9 + [("a", False)] * 9 + [("b", False)] * 9, "ab"),
        ([("abc", True)] * 9 + [("c", False)] * 9, "b"),
        ([("ab", True)] * 9, ""),
        ([("ab", True)] * 3 + [("ab", False)] * 30 + [("a", False)] * 9, ""),
        ([("ab", True), ("bc", True)] * 9 + [("ac", False)] * 9, "b"),
    ],
)
def test_the_fewest_clauses_are_those_without_which_it_does_not_come_about(runs, wanted):
    told = [(set(ids), broken) for ids, broken in runs]
    assert fewest(told, ((), ()), "abc") == tuple(wanted)


@pytest.mark.parametrize(
    ("readings", "clauses", "mended"),
    [
        ({"challenger-gives-back": "always-two"}, ("E-13", "E-20"), "challenger-gives-back=as-many-as-taken"),
        ({"red-joker-passed": "passable"}, ("E-15", "E-20"), "red-joker-passed=not-passable"),
    ],
)
@pytest.mark.untraced
def test_sentences_of_effervesce_that_cannot_be_kept_together(readings, clauses, mended):
    game = find_game("effervesce")
    file = found_file(game, "effervesce.py", "effervesce")
    job = Job("effervesce", file, ("every-hand-is-complete",), Method.FUZZ, 2, readings, {}, "check", 0.3, True)
    found = carry_out(job).findings
    (contradiction,) = contradictions(found, read_properties(file, game)[0], game().register)
    assert contradiction.clauses == clauses
    assert mended in contradiction.mended_by
    # Other readings may lead elsewhere from this table; it is not they that bring it about.
    assert {each.partition("=")[0] for each in contradiction.mended_by} == {*readings}


@pytest.mark.untraced
def test_two_readings_of_bpoker_that_clash_by_default_are_named_and_apart_they_do_not():
    name = "a-waiting-j-meets-a-whole-chain"
    plan = Plan("bpoker", methods=(Method.FUZZ,), players=(2,), names=(name,), effort=0.05)
    given = check_game(plan)
    (contradiction,) = [each for each in given.findings if each.trouble is Trouble.CONTRADICTION]
    assert contradiction.clauses == ("BP-J", "BP-5", "EN-8")
    for told in ("chain-committed as before-answers (BPK-138)", "jack-before-five as five-alone (BPK-36)"):
        assert told in contradiction.sentence
    assert {"chain-committed=one-by-one", "jack-before-five=five-and-follower"} <= {*contradiction.mended_by}
    assert given.status(contradiction) == "expected"
    replay(contradiction.witness.record, "witness")
    assert check_game(replace(plan, readings={"jack-before-five": "five-and-follower"})).findings == []


@pytest.mark.parametrize(("mends", "does_not"), [("led-special=total-zero", "take-and-lead=new-turn")])
def test_a_reading_that_only_puts_it_off_does_not_mend_it(mends, does_not):
    game = find_game("escalation")
    file = found_file(game, "escalation.py", "escalation")
    readings = {"led-special": "forbidden"}
    names = ("whoever-has-the-turn-can-play",)
    job = Job("escalation", file, names, Method.FUZZ, 2, readings, {}, "check", 1.0, True)
    (found,) = carry_out(job).findings
    assert mends in found.mended_by
    assert does_not not in found.mended_by

"""What is said of each clause: how often it was carried out, or how surely it never is; and extreme deals with aims."""

from __future__ import annotations

import json
import random

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.kernel import Kinds
from referee.kernel.requests import Shuffle
from referee.report.check_words import reasons
from referee.verify.campaign import check_game
from referee.verify.clause_coverage import ClauseCoverage, rows_of
from referee.verify.play.chance import CardBias, cards_named, least_seen
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial
from referee.verify.questions import Plan
from referee.verify.verdicts import Method, Trouble, Verdict, upper_bound
from tests.test_check_defects import END, EXTRA, EXTRA_TEXT, STEP, step
from tests.tiny import write_game

PROMISE = (
    "from referee.verify import always\n\n\n@always('T-2')\ndef whole(t):\n    'It is.'\n    return t.stock.size == 8\n"
)


def rows(folder, more_than, *methods):
    """Of the tiny game with a clause T-3 that is for stocks of more cards; the pack has eight."""
    body = f"        yield from t.shuffle(t.stock)\n        if t.stock.size > {more_than}:\n            self.extra(t)\n"
    write_game(folder, (STEP, body + END + "\n    def forfeit"), EXTRA, EXTRA_TEXT)
    checked = check_game(Plan(str(folder), methods=methods, players=(2,), effort=0.2))
    return {row.clause: row for row in rows_of(checked)}


@pytest.mark.parametrize(
    ("method", "reached"),
    [
        (Method.FUZZ, ClauseCoverage.NOT_SEEN),
        (Method.EXPLORE, ClauseCoverage.EXHAUSTED),
        (Method.PROVE, ClauseCoverage.PROVED),
    ],
)
def test_a_clause_that_nothing_brings_about_is_told_with_what_is_known(tmp_path, method, reached):
    for each in ("broken", "sound") if method is Method.PROVE else ():
        (tmp_path / each / "properties").mkdir(parents=True)
        (tmp_path / each / "properties" / "tiny.py").write_text(PROMISE)
    row = rows(tmp_path / "broken" / "games" / "tiny", 8, method)["T-3"]
    assert row.reached is reached
    assert row.real == row.extreme == 0
    assert row.bound == (upper_bound(0, 16) if method is Method.FUZZ else None)
    assert (row.where is None) == (method is Method.FUZZ)
    sound = rows(tmp_path / "sound" / "games" / "tiny", 7, method)["T-3"]
    assert sound.reached is (ClauseCoverage.NOT_SEEN if method is Method.PROVE else ClauseCoverage.IN_PLAY)
    assert (sound.real, sound.extreme, sound.bound) == ((16, 8, None) if method is Method.FUZZ else (0, 0, None))


ANSWERS = (
    "    def forfeit",
    '    @clause("T-3")\n    def extra(self, card) -> bool:\n        """More."""\n        return card.rank == "2"\n\n'
    "    def helps(self) -> bool:\n        return self.extra(self.deck.cards[0])\n\n    def forfeit",
)


GIVEN = "t.stock.holds(self.deck.where(condition=self.extra))"


@pytest.mark.parametrize(
    ("asked", "more_than", "reached"),
    [
        ("self.helps()", 7, ClauseCoverage.NOT_SEEN),
        ("self.helps()", 8, ClauseCoverage.PROVED),
        (GIVEN, 7, ClauseCoverage.NOT_SEEN),
        ("t.stock.holds(self.deck.all_kinds)", 7, ClauseCoverage.PROVED),
    ],
)
def test_a_clause_that_is_carried_out_while_rules_are_read_for_a_proof_is_on_its_paths(
    tmp_path, asked, more_than, reached
):
    """All that it is asked about is known then: by a helper, or by what it is given to."""
    (tmp_path / "properties").mkdir()
    (tmp_path / "properties" / "tiny.py").write_text(PROMISE)
    body = f"        if t.stock.size > {more_than} and {asked}:\n            t.note('more')\n"
    folder = write_game(tmp_path / "games" / "tiny", (STEP, body + STEP), ANSWERS, EXTRA_TEXT)
    checked = check_game(Plan(str(folder), methods=(Method.PROVE,), players=(2,), effort=0.2))
    assert [each.verdict for each in checked.results] == [Verdict.PROVED]
    assert {row.clause: row for row in rows_of(checked)}["T-3"].reached is reached


def test_what_a_proof_goes_by_and_no_play_is_told(tmp_path):
    for name, met in (("broken", 1), ("sound", 2)):
        (tmp_path / name / "properties").mkdir(parents=True)
        (tmp_path / name / "properties" / "tiny.py").write_text(PROMISE)
        body = (
            f"        yield from t.shuffle(t.stock)\n        if t.ghost == {met}:\n            self.extra(t)\n"
            "        t.ghost = 3 * t.ghost + 2\n        if t.turns > 3:\n    "
        )
        ghost = (
            ("Rule, Table\n", "Rule, Table, amount\n"),
            ("seen_by=owner)\n", "seen_by=owner)\n    ghost = amount(0)\n"),
        )
        folder = write_game(
            tmp_path / name / "games" / "tiny", (STEP, body + END + "\n    def forfeit"), EXTRA, EXTRA_TEXT, *ghost
        )
        said = {}
        for methods in ((Method.EXPLORE, Method.PROVE), (Method.PROVE,)):
            checked = check_game(Plan(str(folder), methods=methods, players=(2,), effort=0.2))
            said[methods] = [each for each in reasons(checked) if " pass through " in each]
        through = "proofs on the meaning of the rules pass through T-1 T-2 T-3"
        assert said[(Method.PROVE,)] == [through]
        unmet = said[(Method.EXPLORE, Method.PROVE)][1:]
        if name == "sound":
            assert not unmet
        else:
            (line,) = unmet
            assert line.startswith(
                "proofs pass through T-3, which no play of this check carried out: EXHAUSTED never, "
            )


def test_what_only_a_smaller_scale_shows_and_what_no_rule_cites_is_told(tmp_path):
    (tmp_path / "properties").mkdir()
    (tmp_path / "properties" / "tiny.py").write_text(
        "from referee.verify import scale\n\nSCALES = [scale([2], size=1)]\n"
    )
    folder = tmp_path / "games" / "tiny"
    small = step("yield from t.shuffle(t.stock)", "if self.settings['size'] < 2:", "    self.extra(t)")
    write_game(folder, small, EXTRA, EXTRA_TEXT)
    text = folder / "rulebook.md"
    text.write_text(text.read_text().replace("## Parameters", "**T-4 Promise.** It is fair.\n\n## Parameters"))
    checked = check_game(Plan(str(folder), methods=(Method.FUZZ, Method.EXPLORE), effort=0.2))
    by = {row.clause: row for row in rows_of(checked)}
    assert by["T-3"].reached is ClauseCoverage.AT_SCALE
    assert by["T-3"].where.scale == {"size": 1}
    assert by["T-4"].reached is ClauseCoverage.NO_CODE
    assert by["T-1"].reached is ClauseCoverage.IN_PLAY
    assert by["T-1"].real == checked.ledger.real_matches


def test_the_command_says_it_of_every_clause(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wanted = step("yield from t.shuffle(t.stock)", "if t.stock.size > 8:", "    self.extra(t)")
    write_game(tmp_path / "tiny", wanted, EXTRA, EXTRA_TEXT)
    arguments = ["check", "./tiny", "--method", "fuzz", "--players", "2", "--report-scale", "--json", "out.json"]
    output = " ".join(CliRunner().invoke(main, [*arguments, "--jobs", "1"]).output.split())
    assert "clause by clause (2 carried out, 1 not seen):" in output
    assert "T-3 More: not seen; real matches 0 of 80 (in at most 3.68% of them, 95 %); extreme 0 of 40" in output
    assert "T-1 Deal: real matches 80 of 80; extreme 40 of 40" in output
    told = json.loads((tmp_path / "out.json").read_text())["carried_out"]
    assert [each["reached"] for each in told["clauses"]] == ["carried out", "carried out", "not seen"]


def test_extreme_deals_bring_the_cards_of_a_clause_together():
    game = find_game("bpoker")(2)
    named = cards_named(game)
    assert [game.deck.cards[kind].name for kind in named["BP-SET-4D3"]] == ["4d"]
    trial = Trial(game, ())
    trial.advance(AtRandom(random.Random(1)))
    table = trial.table
    taste = CardBias(game.deck, random.Random(1), named["BP-SET-4D3"])
    taste.slip, taste.first = 0.0, True
    fours = Kinds(game.deck, named["BP-SET-4D3"])
    place = max(table.places, key=lambda place: place.count(fours) if place.is_row else 0)
    order = taste.outcome(Shuffle(table, place))
    assert sorted(order) == list(range(place.size))
    found = [place.row[at].kind in fours.indices for at in order]
    assert 0 < sum(found) < len(found)
    assert found == sorted(found, reverse=True)


def test_each_extreme_deal_aims_at_another_clause_that_is_rare():
    from collections import Counter

    named = {"X-1": (1,), "X-2": (2,), "X-3": (3,)}
    assert [least_seen(named, Counter({"X-1": 5}), number) for number in range(3)] == [(2,), (3,), (1,)]
    assert least_seen({}, Counter(), 3) == ()


ASKED = '    @clause("T-3")\n    def extra(self) -> int:\n        """More."""\n        return 1\n\n    def forfeit'
ANSWER = "    def default_answer(self, choice):\n        return choice.space.nth(self.extra() - 1)\n\n    def forfeit"
BESIDE = {
    "what a seat pays that has forfeited": ("return 0\n", "return self.extra()\n"),
    "what it answers": ("    def forfeit", ANSWER),
    "where a form is made": ("FRENCH_SUITS)\n", "FRENCH_SUITS)\n        self.one = self.extra()\n"),
    "who sees what": ("seen_by=owner", "seen_by=lambda game: owner if game.extra() else nobody"),
}


@pytest.mark.parametrize("method", [Method.EXPLORE, Method.PROVE])
@pytest.mark.parametrize("what", [*BESIDE, "nowhere"])
def test_of_what_is_carried_out_beside_deals_and_steps_it_is_not_said_that_it_never_is(tmp_path, what, method):
    (tmp_path / "properties").mkdir()
    if method is Method.PROVE:
        (tmp_path / "properties" / "tiny.py").write_text(PROMISE)
    ends = STEP, f"        yield from t.shuffle(t.stock)\n{END}\n    def forfeit"
    changes = [BESIDE[what]] if what in BESIDE else []
    folder = write_game(tmp_path / "games" / "tiny", ends, ("    def forfeit", ASKED), *changes, EXTRA_TEXT)
    effort = 1.0 if what == "nowhere" else 0.2
    checked = check_game(Plan(str(folder), methods=(Method.FUZZ, method), effort=effort))
    row = {row.clause: row for row in rows_of(checked)}["T-3"]
    told = [each.clauses for each in checked.findings if each.trouble is Trouble.NEVER_APPLIES]
    assert told == [("T-3",)] * (what == "nowhere" and method is Method.EXPLORE)
    if what in ("where a form is made", "who sees what"):
        assert row.reached is ClauseCoverage.IN_PLAY
        assert (row.real, row.bound) == (checked.ledger.real_matches, None)
    elif what in BESIDE:
        assert row.reached is ClauseCoverage.NOT_SEEN
    else:
        never = ClauseCoverage.PROVED if method is Method.PROVE else ClauseCoverage.EXHAUSTED
        assert row.reached is never

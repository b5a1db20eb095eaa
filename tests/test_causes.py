"""Findings of one cause are told once, the most urgent first, each in at most eight lines."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.cli.check_text import MOST_LINES, cause_lines
from referee.cli.terminal import Terminal
from referee.games.registry import find_game
from referee.kernel.citations import cited_clauses
from referee.report import check_head
from referee.report.check_head import property_lines
from referee.report.check_words import conclusion, problems
from referee.report.told_causes import ToldCause, told_causes
from referee.verify.causes import causes_of
from referee.verify.check_result import Checked
from referee.verify.clause_coverage import ClauseCoverage
from referee.verify.findings import Finding
from referee.verify.ledger import Looked
from referee.verify.project import Accepted
from referee.verify.properties import Kind, Property
from referee.verify.verdicts import Method, Result, Sightings, Trouble, Verdict, Witness
from tests.tiny import STUCK, write_project

GAME = find_game("escalation")
OTHERWISE = {"led-special": "forbidden"}


def finding(trouble=Trouble.DEAD_END, clauses=("X-2",), **more):
    about = {"players": 2, "readings": {}, "scale": {}, "method": Method.FUZZ, "verdict": Verdict.WITNESSED, **more}
    return Finding(trouble, "escalation", "It is so.", clauses, **about)


def promise(kind):
    weakest = Verdict.WITNESSED if kind is Kind.POSSIBLE else Verdict.NOT_REFUTED
    return Property(
        "it-is-so", ("X-2",), kind, "It is so.", lambda t: True, weakest, (), None, {}, {}, True, (), None, "it.py", 1
    )


def played(*steps):
    lines = [b"{}", *(b'{"did":"%s","#":"%d"}' % (each.encode(), at) for at, each in enumerate(steps)), b"{}"]
    return Witness(b"\n".join(lines) + b"\n", True, len(steps), "it")


def groups(*findings, **more):
    checked = Checked(GAME, [], findings=list(findings), **more)
    return [{each.fingerprint for each in cause.findings} for cause in causes_of(checked)]


# -- one cause ------------------------------------------------------------------------------------------------


def test_a_contradiction_and_what_it_explains_are_one():
    dead_end = finding()
    contradiction = finding(Trouble.CONTRADICTION, ("X-2", "X-5"), explains=dead_end.fingerprint)
    assert groups(contradiction, dead_end) == [{dead_end.fingerprint, contradiction.fingerprint}]
    (cause,) = causes_of(Checked(GAME, [], findings=[contradiction, dead_end]))
    assert cause.lead == dead_end
    assert cause.explanation == contradiction


def test_what_needs_the_same_readings_is_one_unless_somebody_asked_for_them():
    one, other = finding(readings=OTHERWISE), finding(Trouble.REFUTED, ("X-7",), readings=OTHERWISE)
    assert len(groups(one, other)) == 1
    assert len(groups(one, other, readings=OTHERWISE)) == 2
    assert len(groups(one, replace(other, readings={"led-special": "no-total"}))) == 2
    assert len(groups(finding(), finding(Trouble.REFUTED, ("X-7",)))) == 2, "of the game as it is, nothing is assumed"


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        (("deal", "a", "b"), ("deal", "a", "b"), 1),
        (("deal", "a", "b"), ("deal", "a"), 1),
        (("deal", "a", "b"), ("deal", "a", "c"), 2),
        (("deal", "a", "b", "c"), ("deal",), 2),
    ],
)
def test_what_the_same_play_shows_is_one(first, second, together):
    one = finding(witness=played(*first))
    other = finding(Trouble.REFUTED, ("X-7",), witness=played(*second))
    assert len(groups(one, other)) == together


def test_a_new_finding_is_not_hidden_behind_a_known_one():
    known, new = finding(readings=OTHERWISE), finding(Trouble.REFUTED, ("X-7",), readings=OTHERWISE)
    accepted = {known.fingerprint: Accepted(known.fingerprint, "it", "It is meant.")}
    checked = Checked(GAME, [], findings=[known, new], accepted=accepted)
    (cause,) = causes_of(checked)
    assert (cause.status, cause.lead) == ("new", new)
    assert conclusion(checked).startswith("not as expected: 1 new defect;")
    (told,) = told_causes(checked, {})
    assert told.others == (("dead end", known.fingerprint),)


# -- the order ------------------------------------------------------------------------------------------------


def test_the_new_come_first_and_then_what_real_games_meet():
    often = finding(clauses=("X-2",), sightings=Sightings(9, 10))
    seldom = finding(clauses=("X-3",), sightings=Sightings(1, 10))
    never = finding(clauses=("X-4",))
    small = finding(clauses=("X-5",), sightings=Sightings(9, 10), scale={"hand": 2})
    otherwise = finding(clauses=("X-6",), sightings=Sightings(9, 10), readings=OTHERWISE)
    text = finding(Trouble.RULEBOOK, ("X-7",), sightings=Sightings(9, 10))
    known = finding(clauses=("X-8",), sightings=Sightings(10, 10))
    accepted = {known.fingerprint: Accepted(known.fingerprint, "it", "It is meant.")}
    given = [known, small, text, never, seldom, otherwise, often]
    checked = Checked(GAME, [], findings=given, accepted=accepted)
    told = [cause.lead.clauses[0] for cause in causes_of(checked)]
    assert told[0] == "X-2"
    assert told[-1] == "X-8"
    assert told.index("X-6") < told.index("X-3") or told.index("X-3") < told.index("X-4")
    assert told.index("X-4") > told.index("X-7"), "what no deal met comes late"


# -- in words -------------------------------------------------------------------------------------------------


def test_a_cause_has_eight_lines_at_most_and_all_of_it_where_everything_is_wanted():
    many = "It goes on and on, and says more than a line has room for, " * 4
    told = ToldCause(
        "0123456789ab", "dead end", "new", many, (("X-2", many), ("X-3", many)), 2, OTHERWISE, {},
        "turn 3", (many, f"seat 0 is asked lead: {many}"), tuple(f"seat {each}: {many}" for each in range(3)),
        "it stops", "in 3 of 4 deals", ("led-special=no-total",), "because", "why", "rules.py:3",
        (("shortage", "ba9876543210"),), "it.jsonl",
    )  # fmt: skip
    terminal = Terminal(80, False, str)
    short = list(cause_lines(told, terminal))
    assert len(short) == MOST_LINES
    assert max(map(len, short)) <= 80
    assert short[-1] == "  referee replay it.jsonl"
    whole = " ".join(" ".join(cause_lines(told, terminal, verbose=True)).split())
    for part in (many.strip(), "seat 2:", "it stops", "because", "new: why", "also shortage ba9876543210"):
        assert " ".join(part.split()) in whole


@pytest.mark.parametrize(("number", "said"), [(2, "Take. Whoever has the"), (6, "· L-4 Take ·")])
def test_of_many_clauses_there_are_the_titles_and_of_few_the_first_words(number, said):
    words = "Take. Whoever has the turn takes all that lies in the middle, and lays another card there."
    told = ToldCause(
        "0123456789ab", "endless play", "new", "It goes on.", tuple((f"L-{each}", words) for each in range(number)),
        2, {}, {}, "", (), (), "", "", (), "", "", "", (), "",
    )  # fmt: skip
    (line,) = [each for each in cause_lines(told, Terminal(80, False, str)) if "L-1 " in each and "Take" in each]
    assert said in line


@pytest.mark.parametrize(
    ("about", "clauses", "place"),
    [
        ({"clauses": ()}, [], "step"),
        ({"clauses": (), "witness": replace(played("deal"), steps=0)}, [], "deal"),
        ({"clauses": (), "together": ("X-7",)}, ["X-7"], "X-7"),
        ({"clauses": ("X-2",), "together": ("X-7",)}, ["X-2"], "X-2"),
        ({"clauses": (), "trouble": Trouble.LEAK}, [], None),
    ],
)
def test_where_rules_that_no_clause_cites_cannot_go_on_says_where_to_look(about, clauses, place):
    (told,) = told_causes(Checked(GAME, [], findings=[finding(**about)]), {})
    assert [each for each, _ in told.clauses] == clauses
    own = {each.name: each.line for each in cited_clauses(GAME)}
    lines = {**own, "step": GAME.step.__code__.co_firstlineno, "deal": GAME.deal.__code__.co_firstlineno, None: None}
    assert told.place.rpartition("/")[2] == (f"rules.py:{lines[place]}" if place else "")


def test_a_dead_end_is_told_with_its_table_and_the_question_without_an_answer(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_project(tmp_path, STUCK)
    arguments = ["check", "games/tiny", "--method", "fuzz", "--jobs", "1"]
    shown = CliRunner(env={"COLUMNS": "80"}).invoke(main, arguments).stdout.splitlines()
    assert shown[0].startswith("Tiny: not as expected: 1 new defect")
    at = next(number for number, line in enumerate(shown) if line.startswith("dead end T-2 (new)"))
    assert at <= 12, "the head has ten lines at most"
    told = shown[at : shown.index("", at)]
    assert len(told) <= MOST_LINES
    assert any(line.startswith("  then seat 0: hand ") for line in told)
    assert "and cannot" in " ".join(told)
    assert str(tmp_path) not in "\n".join(shown), "paths are relative"


@pytest.mark.parametrize(
    ("kind", "verdict", "told"),
    [
        (Kind.ALWAYS, Verdict.PROVED, ("✓", "proved 2-3", "it-is-so: It is so.", "")),
        (Kind.NEVER, Verdict.NOT_REFUTED, ("·", "held 2-3", "it-is-so: Never: It is so.", "")),
        (Kind.POSSIBLE, Verdict.UNKNOWN, ("?", "unknown 2-3", "it-is-so: Possible: It is so.", "not met in 3 tables")),
        (Kind.ENDLESS, Verdict.WITNESSED, ("✓", "seen 2-3", "it-is-so: For ever: It is so.", "")),
        (Kind.ALWAYS, Verdict.REFUTED, ("✗", "refuted 2-3", "it-is-so: It is so.", "")),
    ],
)
def test_a_property_has_one_line_with_the_right_polarity(kind, verdict, told):
    claimed = promise(kind)
    why = "not met in 3 tables" if verdict is Verdict.UNKNOWN else ""
    results = [Result("it-is-so", Method.FUZZ, players, {}, {}, verdict, why=why) for players in (2, 3)]
    assert list(property_lines(Checked(GAME, [claimed], results=results))) == [told]


def test_what_is_as_weak_under_many_readings_is_said_once():
    claimed = promise(Kind.POSSIBLE)
    forms = [{}, OTHERWISE, {"led-special": "no-total"}]
    results = [Result("it-is-so", Method.FUZZ, 2, each, {}, Verdict.UNKNOWN) for each in forms]
    (line,) = problems(Checked(GAME, [claimed], results=results))
    assert line == "it-is-so, 2 players: UNKNOWN, WITNESSED is wanted (and under 2 other readings)"


def test_what_tells_more_of_clauses_that_nobody_carried_out_is_named(monkeypatch):
    rows = [SimpleNamespace(clause="X-2", reached=ClauseCoverage.NOT_SEEN), SimpleNamespace(clause="X-3", reached=None)]
    monkeypatch.setattr(check_head, "rows_of", lambda checked: rows)
    checked = Checked(GAME, [])
    assert not [each for each in check_head.not_looked_at(checked) if "nobody" in each], "nothing was played"
    checked.ledger.looked.append(Looked(Method.FUZZ, 2, {}, {}, 1, "matches"))
    assert "clauses that nobody carried out: X-2 (referee ask --idle)" in check_head.not_looked_at(checked)

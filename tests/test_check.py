"""`referee check`: what is expected stays quiet, what is broken is found, replayed, and told with its place."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.kernel import BadInput
from referee.record.replay import replay
from referee.report.check_words import conclusion
from referee.verify.answering import Clock
from referee.verify.campaign import check_game
from referee.verify.check_result import Checked
from referee.verify.findings import Finding, without_repetitions
from referee.verify.ledger import Ledger
from referee.verify.methods import Budget, Question
from referee.verify.play.fuzz import decide
from referee.verify.play.met import Met
from referee.verify.project import found_file, load_accepted, own_folder
from referee.verify.properties import Kind, load_properties
from referee.verify.questions import Plan, jobs_of, sample_of_players
from referee.verify.verdicts import Method, Result, Trouble, Verdict, lower_bound, upper_bound
from tests.tiny import PROPERTIES, STUCK, write_game, write_project


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Writes the project of the tiny game into the current folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *changes: write_project(tmp_path, *changes)


def check(*arguments):
    """A third of the usual number of matches: the tiny game shows everything in fewer."""
    quickly = ["--method", "fuzz", "--jobs", "1", "--effort", "0.3"]
    result = CliRunner().invoke(main, ["check", "games/tiny", *quickly, *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def test_sound_rules_pass_and_nothing_is_found(project):
    project()
    result = check()
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Tiny: all well: no defects;")
    assert re.search(r"^✓ seen 2-3 +a-turn-is-played: Possible: A turn can be played\.$", result.output, re.MULTILINE)
    assert "WITNESSED" in check("--verbose").output
    assert max(map(len, result.output.splitlines())) <= 80


def test_what_can_happen_is_told_with_a_record_and_how_often_it_did(project):
    home = project()
    result = check("--json", "out.json", "--seed", "1", "--verbose")
    said = " ".join(result.output.split())
    assert "can happen T-2 a-turn-is-played A turn can be played. 2 players; readings default; fuzz:" in said
    (told,) = [each for each in json.loads((home / "out.json").read_text())["results"] if each["witness"]]
    assert (told["property"], told["verdict"]) == ("a-turn-is-played", "WITNESSED")
    assert told["probability"]["met"] == told["probability"]["tries"] > 10  # every match has a turn
    assert CliRunner().invoke(main, ["replay", told["witness"]]).exit_code == 0
    (home / "properties" / "tiny.py").write_text(PROPERTIES.replace("t.turns > 0", "t.turns > 50"))
    result = check("--json", "out.json", "--verbose")
    assert "can happen" not in result.output
    assert not any(each["witness"] for each in json.loads((home / "out.json").read_text())["results"])


def test_what_happens_now_and_then_is_counted_once_a_match(project):
    home = project()
    text = PROPERTIES.replace("t.turns > 0", "t.turns > 0 and t.stock.size == 8 and len(t.players) == 3")
    (home / "properties" / "tiny.py").write_text(text)
    check("--json", "out.json")
    (told,) = [each for each in json.loads((home / "out.json").read_text())["results"] if each["witness"]]
    assert told["players"] == 3
    assert told["probability"]["met"] == told["probability"]["tries"]


def test_what_was_met_at_a_scale_only_says_so(project):
    home = project()
    text = PROPERTIES.replace('"T-2")\ndef the_stock', '"T-2", settings={"size": 3})\ndef the_stock')
    text = text.replace("t.stock.size == 8", 't.game.settings["size"] == 2')
    (home / "properties" / "tiny.py").write_text(text)
    said = " ".join(check().output.split())
    assert re.search(r"players, scale size=3; met in \d+ of \d+ deals at this scale", said)


def test_a_missing_case_says_what_is_asked(project):
    undefined = ('yes = "Yes."', 'yes = "Yes."\nundefined = "There is no rule."')
    project(undefined)
    said = " ".join(check("--reading", "late=undefined").output.split())
    assert "There is no rule for this: Is it late (T-2)?" in said
    assert "no rule for this" not in check("--reading", "late=yes").output


def test_a_clause_that_leaves_two_questions_open_has_two_missing_cases():
    one, other = (Met(Trouble.MISSING_CASE, ("T-2",), f"(reading {slug}=undefined)") for slug in ("late", "early"))
    assert one.same_as != other.same_as
    assert replace(one, trouble=Trouble.SHORTAGE).same_as == replace(other, trouble=Trouble.SHORTAGE).same_as


def test_a_finding_is_told_once_though_more_readings_have_it():
    default = finding(Trouble.ENDLESS, ("X-2",))
    again = replace(default, readings={"led-special": "forbidden"})
    other = replace(again, sentence="Otherwise.")
    elsewhere = replace(again, players=3)
    assert without_repetitions([again, default, other, elsewhere]) == [default, other, elsewhere]


def test_a_dead_end_is_found_replayed_accepted_and_missed_again(project):
    home = project(STUCK)
    result = check("--json", "out.json")
    assert result.exit_code == 1, result.output
    document = json.loads((home / "out.json").read_text())
    (finding,) = document["findings"]
    assert (finding["class"], finding["clauses"], finding["status"]) == ("dead end", ["T-2"], "new")
    assert [line.rpartition(":")[0][-8:] for line in finding["rules"]] == ["rules.py"]
    again = CliRunner().invoke(main, ["replay", finding["witness"]])
    assert again.exit_code == 0, again.output
    result = check("--accept-new")
    assert result.exit_code == 3, result.output  # accepted; but no turn is ever played, as another property says
    assert "inconclusive (evidence is weaker than its author accepts): 1 known defect;" in " ".join(
        result.output.split()
    )
    (accepted,) = load_accepted(home / "properties" / "tiny.accepted.toml")
    assert accepted == finding["fingerprint"]
    assert "(accepted)" in check().output
    path = home / "properties" / "tiny.accepted.toml"
    path.write_text(path.read_text().replace(accepted, "0123456789ab"))
    assert "accepted, and not met by this check" in " ".join(check().output.split())


WORDS = ("always, free_of, possible", "always, endless, free_of, possible")
IS_ENDLESS = """

@endless("T-1", "T-2")
def play_can_go_on(t):
    "Nothing ends it."
"""
ONE = ("--jobs", "1", "--property", "the-stock-is-whole")


def test_what_a_property_expects_is_no_news_where_another_one_is_asked_about(project):
    home = project(STUCK)
    path = home / "properties" / "tiny.py"
    assert check(*ONE).exit_code == 1
    path.write_text(PROPERTIES.replace('"dead end", "T-2"', '"dead end", "T-2", refuted_under={"late": ["no"]}'))
    result = check(*ONE)
    assert "dead end T-2 (expected)" in result.output
    assert result.exit_code != 1, result.output


def test_the_explorer_names_endless_play_by_its_property_where_another_one_is_asked_about(project):
    home = project()
    path = home / "properties" / "tiny.py"
    explore = ["check", "games/tiny", "--method", "explore"]
    assert CliRunner().invoke(main, [*explore, *ONE]).exit_code == 1
    path.write_text(PROPERTIES.replace(*WORDS) + IS_ENDLESS)
    whole, one = (CliRunner().invoke(main, [*explore, *names]) for names in (ONE[:2], ONE))
    assert one.exit_code == 0, one.output
    told = "endless play T-1 T-2 (expected)"
    assert told in one.output
    assert one.output.partition(told)[2].split()[0] == whole.output.partition(told)[2].split()[0]  # its fingerprint


def test_a_property_against_its_expectation_is_named(project):
    home = project()
    path = home / "properties" / "tiny.py"
    path.write_text(PROPERTIES.replace("== 8", "== 7"))
    result = check()
    assert result.exit_code == 1
    assert "the-stock-is-whole is refuted, and was expected to hold" in " ".join(result.output.split())
    path.write_text(PROPERTIES.replace('@always("T-2"', '@always("T-2", refuted_under={"late": ["yes"]}'))
    result = check("--effort", "1")
    assert result.exit_code == 1
    assert "the-stock-is-whole is no longer refuted under late=yes" in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("under", "arguments", "told"),
    [
        ('{"late": ["yes"]}', (), True),
        ('{"late": ["yes"]}', ("--players", "2-3"), True),
        ('{"late": ["yes"]}', ("--players", "3"), False),
        ('[under({"late": "yes"}, players=[3])]', ("--players", "3"), True),
        ('[under({"late": "yes"}, players=[2])]', ("--players", "3"), False),
        ('{"late": ["yes"]}', ("--effort", "0.5"), False),
    ],
)
def test_an_expectation_is_stale_only_where_it_was_looked_for(project, under, arguments, told):
    home = project()
    text = PROPERTIES.replace("free_of, possible", "free_of, possible, under")
    text = text.replace('@always("T-2"', f'@always("T-2", refuted_under={under}')
    (home / "properties" / "tiny.py").write_text(text)
    result = check("--effort", "1", *arguments)
    assert result.exit_code == int(told), result.output
    assert ("is no longer refuted" in " ".join(result.output.split())) is told


@pytest.mark.parametrize(("share", "code", "told"), [(9, 3, "in the time that there was"), (10**9, 1, "no longer")])
def test_what_a_share_of_the_budget_was_too_short_for_is_inconclusive(project, monkeypatch, share, code, told):
    home = project()
    text = PROPERTIES.replace('@always("T-2"', '@always("T-2", refuted_under={"late": ["yes"]}')
    (home / "properties" / "tiny.py").write_text(text)
    # Every question has its turn, and each look at the clock takes a second: there is time for nine matches.
    monkeypatch.setattr(Clock, "timed", lambda clock, job: replace(job, seconds=share))
    monkeypatch.setattr(Budget, "looks", 0, raising=False)

    def spent(budget):
        budget.looks += 1
        return budget.looks

    monkeypatch.setattr(Budget, "spent", property(spent))
    result = check("--effort", "1", "--budget", "600")
    assert result.exit_code == code, result.output
    assert told in " ".join(result.output.split())


def test_what_a_property_does_wrong_is_said_and_the_others_go_on(project):
    home = project()
    path = home / "properties" / "tiny.py"
    path.write_text(PROPERTIES.replace('"T-2")\ndef the_stock', '"T-9")\ndef the_stock'))
    result = check()
    assert result.exit_code == 2
    assert "tiny.py:3: the-stock-is-whole: there is no clause T-9" in " ".join(result.output.split())
    assert "nobody-is-stuck: Everybody can act." in result.output
    path.write_text(PROPERTIES.replace("t.stock.size == 8", "t.stok.size == 8"))
    result = check()
    assert result.exit_code == 2
    assert "tiny.py:6: the-stock-is-whole raised AttributeError" in " ".join(result.output.split())
    assert "nobody-is-stuck: Everybody can act." in result.output


def test_weaker_evidence_than_the_author_accepts_is_inconclusive(project):
    home = project()
    text = PROPERTIES.replace("import always", "import Verdict, always").replace(
        '@always("T-2"', '@always("T-2", accepts=Verdict.PROVED'
    )
    (home / "properties" / "tiny.py").write_text(text)
    result = check()
    assert result.exit_code == 3
    assert "PROVED is wanted" in " ".join(result.output.split())


@pytest.mark.parametrize(("players", "verdict"), [(9, Verdict.NOT_REFUTED), (39, Verdict.NOT_ASKED)])
@pytest.mark.untraced
def test_where_no_deal_is_possible_there_is_no_table_to_ask_about(players, verdict):
    """116 cards are no hands of three for 39 players and one card more."""
    readings = {"extra-packs": "optional"}
    checked = check_game(Plan("five-crowns", (players,), readings, {}, (Method.FUZZ,), effort=0.4, alternatives=False))
    kept = [each.verdict for each in checked.results if each.property == "no-card-is-lost"]
    assert kept == [verdict]
    said = [*checked.too_weak(), *checked.against_expectation()]
    assert not [line for line in said if "no-card-is-lost" in line or "every-round" in line]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "4-2"], "--players takes"),
        (["--players", "9"], "2 to 3 players"),
        (["--method", "magic"], "there is no method 'magic'"),
        (["--method", "fuzz", "--method", "magic"], "there is no method 'magic'"),
        (["--method", "magic", "--method", "fuzz"], "there is no method 'magic'"),
        (["--property", "nonsense"], "has no property 'nonsense'"),
    ],
)
def test_bad_usage_is_one_line(project, arguments, said):
    project()
    result = check(*arguments)
    assert result.exit_code == 2
    assert said in result.output
    assert not os.path.exists(".referee")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[accepted]", "this is no TOML"),
        ("[[accepted]]\nfingerprint = 'xyz'\nfinding = 'f'\nreason = 'r'", "is no fingerprint"),
        ("[[accepted]]\nfingerprint = '0123456789ab'\nfinding = 'f'\nreason = ' '", "reason"),
    ],
)
def test_an_unreadable_accepted_file_is_refused(tmp_path, text, said):
    path = tmp_path / "accepted.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=said):
        load_accepted(path)


@pytest.mark.parametrize(
    ("name", "players", "readings", "trouble"),
    [
        ("escalation", 2, {"led-special": "forbidden"}, Trouble.DEAD_END),
        ("escalation", 2, {"last-card-special": "not-allowed"}, Trouble.DEAD_END),
        ("escalation", 4, {"short-stock": "undefined"}, Trouble.MISSING_CASE),
        ("effervesce", 7, {"new-cards": "different"}, Trouble.SHORTAGE),
    ],
)
def test_true_defects_are_found_without_a_property_and_replay(name, players, readings, trouble):
    game = find_game(name)(players, readings=readings)
    findings = list(decide(Question(game, (), effort=0.5)))
    found = [each for each in findings if isinstance(each, Finding) and each.trouble is trouble]
    assert found, findings
    assert dict(found[0].readings) == readings
    assert not replay(found[0].witness.record, "witness").rules_changed


def test_the_defaults_of_escalation_have_no_finding_and_no_refutation(request):
    game = find_game("escalation")
    path = request.config.rootpath / "properties" / "escalation.py"
    properties = tuple([each for each in load_properties(path, game) if each.applies(game(3).readings, 3)])
    given = list(decide(Question(game(3), properties, effort=0.3)))
    verdicts = [each.verdict for each in given if not isinstance(each, Ledger)]
    assert verdicts == [Verdict.NOT_REFUTED] * len(properties)


def test_the_interval_of_a_rate():
    # Clopper and Pearson's table: 3 of 20 at 95 %, both sides.
    assert lower_bound(3, 20, 0.025) == pytest.approx(0.0321, abs=1e-4)
    assert upper_bound(3, 20, 0.025) == pytest.approx(0.3789, abs=1e-4)
    assert upper_bound(0, 3) == pytest.approx(1 - 0.05 ** (1 / 3))
    assert (lower_bound(0, 5), upper_bound(5, 5)) == (0.0, 1.0)


def test_a_table_of_long_names_and_readings_fits_into_80_columns(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(
        main, ["check", "escalation", "--method", "fuzz", "--jobs", "1", "--budget", "3", "--verbose"]
    )
    assert max(map(len, result.output.splitlines())) <= 80, result.output
    assert "\nwhoever-has-the-turn-can-play\n" in result.output


LARGE = """

@possible("T-1", settings={"size": 3})
def a_hand_is_large(t):
    "Hands of three cards can be agreed on."
    return t.game.settings["size"] == 3
"""


def test_a_property_is_looked_at_at_the_scale_that_it_names(project):
    home = project()
    path = home / "properties" / "tiny.py"
    path.write_text(PROPERTIES + LARGE)
    result = check("--json", "out.json")
    assert result.exit_code == 0, result.output
    assert "not met in" not in result.output  # it was met at its scale
    results = json.loads((home / "out.json").read_text())["results"]
    large = [each for each in results if each["property"] == "a-hand-is-large"]
    assert {each["verdict"] for each in large if each["scale"]} == {"WITNESSED"}
    assert {each["verdict"] for each in large if not each["scale"]} == {"UNKNOWN"}
    assert all(not each["scale"] for each in results if each not in large)
    path.write_text(PROPERTIES + LARGE.replace('{"size": 3}', "{}"))
    result = check()
    assert result.exit_code == 3
    assert "a-hand-is-large, 2-3 players: UNKNOWN, WITNESSED is wanted" in " ".join(result.output.split())


def finding(trouble, clauses, name="", **more):
    about = {"players": 2, "readings": {}, "scale": {}, "method": Method.FUZZ, "verdict": Verdict.WITNESSED, **more}
    return Finding(trouble, "escalation", "It is so.", clauses, property_name=name, **about)


@pytest.mark.parametrize(
    ("found", "status"),
    [
        (finding(Trouble.DEAD_END, ("X-2",), readings={"led-special": "forbidden"}), "expected"),
        (finding(Trouble.DEAD_END, ("X-2",)), "new"),
        (finding(Trouble.DEAD_END, ("X-6",), readings={"led-special": "forbidden"}), "new"),
        (finding(Trouble.DEAD_END, (), readings={"led-special": "forbidden"}), "new"),
        (finding(Trouble.SHORTAGE, ("X-2",), readings={"led-special": "forbidden"}), "new"),
        (finding(Trouble.REFUTED, ("X-7",), "a-turn-plays-a-card", readings={"take-and-lead": "new-turn"}), "expected"),
        (finding(Trouble.REFUTED, ("X-7",), "two-hands-are-empty", readings={"take-and-lead": "new-turn"}), "new"),
    ],
)
def test_a_finding_is_expected_only_by_a_property_that_speaks_of_it(request, found, status):
    game = find_game("escalation")
    properties = load_properties(request.config.rootpath / "properties" / "escalation.py", game)
    assert Checked(game, properties).status(found) == status


def test_what_can_go_on_for_ever_is_expected_where_a_property_promises_it(request):
    game = find_game("effervesce")
    properties = load_properties(request.config.rootpath / "properties" / "effervesce.py", game)
    checked = Checked(game, properties)
    assert checked.status(finding(Trouble.ENDLESS, ("E-2",), "play-can-go-on-for-ever")) == "expected"
    assert checked.status(finding(Trouble.ENDLESS, ("E-2",))) == "new"


def test_of_many_numbers_of_players_a_few_are_looked_at():
    assert sample_of_players(range(2, 9)) == (2, 3, 4, 5, 6, 7, 8)
    assert sample_of_players(range(3, 51)) == (3, 4, 5, 6, 12, 24, 48, 50)


def test_a_question_gets_its_share_of_what_is_left():
    plan = Plan("escalation", budget=100.0, jobs=2)
    clock = Clock(plan, 4)
    (job, *_) = jobs_of(plan, find_game("escalation"), None, [], [])
    assert clock.timed(job).seconds == pytest.approx(50, abs=5)
    clock.began -= 70
    assert [clock.timed(job).seconds for _ in range(3)] == pytest.approx([20, 30, 30], abs=6)
    clock.began -= 40
    assert clock.is_over
    assert Clock(Plan("escalation"), 4).timed(job).seconds is None


RARE = """

@possible("T-1", settings={"size": 3})
def a_hand_is_large_for_the_two_hundredth_time(t):
    "What is met late."
    SEEN.append(t)
    return len(SEEN) >= NUMBER


SEEN, NUMBER = [], 200
"""


@pytest.mark.parametrize(("number", "verdict"), [(200, "WITNESSED"), (1_000_000, "UNKNOWN")])
def test_what_may_happen_is_looked_for_for_longer_at_its_own_scale(project, number, verdict):
    home = project()
    text = PROPERTIES + RARE.replace("200\n", f"{number}\n")
    (home / "properties" / "tiny.py").write_text(text)
    given = check("--method", "fuzz", "--effort", "0.1", "--property", "a-hand-is-large-for-the-two-hundredth-time",
                  "--players", "2", "--set", "size=3", "--json", "out.json")  # fmt: skip
    assert given.exception is None or isinstance(given.exception, SystemExit), given.output
    (found,) = json.loads((home / "out.json").read_text())["results"]
    assert found["verdict"] == verdict


def test_what_is_refuted_wants_no_weaker_verdict_beside_it(request):
    game = find_game("effervesce")
    properties = load_properties(request.config.rootpath / "properties" / "effervesce.py", game)
    name = next(each.name for each in properties if each.expected({}, 2) and each.kind is Kind.ALWAYS)
    results = [
        Result(name, Method.FUZZ, 2, {}, {}, Verdict.REFUTED),
        Result(name, Method.PROVE, 2, {}, {}, Verdict.UNKNOWN),
        Result(name, Method.PROVE, 3, {}, {}, Verdict.UNKNOWN),
    ]
    assert Checked(game, properties, results=results).too_weak() == [
        f"{name}, 3 players: UNKNOWN, NOT REFUTED is wanted"
    ]


def test_what_is_left_open_is_in_the_conclusion(request):
    """A proof that ran out of time says nothing, though random play met nothing."""
    game = find_game("effervesce")
    properties = load_properties(request.config.rootpath / "properties" / "effervesce.py", game)
    names = [each.name for each in properties if each.expected({}, 4) and each.kind is Kind.ALWAYS]
    played = [Result(name, Method.FUZZ, players, {}, {}, Verdict.NOT_REFUTED) for name in names for players in (4, 5)]
    checked = Checked(game, properties, results=list(played))
    assert conclusion(checked) == "all well: no defects; 0.0 s"
    open_ = [Result(names[0], Method.PROVE, players, {}, {}, Verdict.UNKNOWN) for players in (4, 5)]
    checked.results = [*played, *open_]
    told = f"UNKNOWN: 1 of {len(properties)} properties, 4-5 players; 0.0 s"
    assert checked.exit_code() == 0
    assert conclusion(checked) == f"nothing speaks against it: {told}"
    checked.results = [*played, *[replace(each, verdict=Verdict.PROVED) for each in open_]]
    assert conclusion(checked).startswith("all well: ")


def test_what_is_written_for_an_author_lies_where_it_is_looked_for(tmp_path, monkeypatch):
    """Not in the project in which one stands, where the game is another's."""
    monkeypatch.chdir(tmp_path)
    write_game(Path("mine/games/tiny"))
    Path("properties").mkdir()
    game = find_game("mine/games/tiny")
    assert own_folder(game, "mine/games/tiny") is None
    Path("mine/properties").mkdir()
    assert own_folder(game, "mine/games/tiny") == tmp_path / "mine" / "properties"
    Path("mine/properties/tiny.accepted.toml").write_text("")
    assert found_file(game, "tiny.accepted.toml", "mine/games/tiny") == tmp_path / "mine/properties/tiny.accepted.toml"

"""`referee replay` and `referee demo`."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import demo as demo_command
from referee.cli import main
from referee.cli.demo import forgery
from referee.games.registry import find_game
from referee.games.shipped import DEMO_GAME
from referee.play.event_text import Narrator, plain_value
from referee.record.record import chain
from tests.tiny import write_game

PROJECT = Path(__file__).resolve().parent.parent
SEATS = "greedy,random,random,random"


@pytest.fixture(autouse=True)
def _here(monkeypatch, tmp_path):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


def run(*arguments, code=0):
    result = CliRunner().invoke(main, [*map(str, arguments)], prog_name="referee")
    assert result.exit_code == code, result.output
    return result


def referee(*arguments, code=0):
    """A process of its own: one that has loaded a game keeps it."""
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    command = [sys.executable, "-m", "referee", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment)
    assert done.returncode == code, done
    return done


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The bytes of a record."""
    file = tmp_path_factory.mktemp("played") / "m.jsonl"
    run("play", "escalation", "--seats", SEATS, "--seed", "7", "--record", file)
    return file.read_bytes()


@pytest.fixture
def record(played, tmp_path):
    file = tmp_path / "m.jsonl"
    file.write_bytes(played)
    return file


def mended(lines):
    """A record whose hash chain is right again."""
    return chain([line[: line.rindex(b',"#":"')] + b"}" for line in lines])


# -- what is told -----------------------------------------------------------------------------------------


def test_a_replay_tells_every_turn_and_ends_with_the_verdict(record):
    shown = run("replay", record).stdout
    turns = json.loads(record.read_bytes().splitlines()[-1])["result"]["turns"]
    assert re.findall(r"^turn (\d+) ", shown, re.MULTILINE) == [str(each) for each in range(1, turns + 1)]
    assert shown.splitlines()[-1] == f"replayed: {turns + 1} steps, identical"
    first = " ".join(shown[shown.index("turn 1 ") : shown.index("turn 2 ")].split())
    assert re.search(r"^turn 1 (seat \d is asked lead: .* \(of .*\) )?seat \d plays .*total 0 → .* \[X-2 X-6\]$", first)
    assert re.search(r"Escalation: seat \d \(\w+\) wins after", shown)
    assert max(map(len, shown.splitlines())) <= 80


def test_a_question_is_told_where_there_was_a_choice_and_no_other_one_is(record):
    document = json.loads(run("replay", record, "--json", "-").stdout)
    asked = [each for step in document["steps"] for each in step["questions"]]
    shown = " ".join(run("replay", record).stdout.split())
    assert shown.count("is asked") == sum(each["number"] > 1 for each in asked) < len(asked)
    own = [each for step in json.loads(run("replay", record, "--seat", 2, "--json", "-").stdout)["steps"]
           for each in step["questions"]]  # fmt: skip
    assert own == [each for each in asked if each["decider"] == 2]


def test_some_turns_are_told_and_the_end_is_where_all_are(record):
    shown = run("replay", record, "--from", 2, "--to", 3).stdout
    assert re.findall(r"^(deal|turn \d+) ", shown, re.MULTILINE) == ["turn 2", "turn 3"]
    assert "The table at the end" not in shown
    assert "The table at the end" in run("replay", record, "--from", 20).stdout
    assert "is before --from 3" in run("replay", record, "--from", 3, "--to", 2, code=2).stderr


def test_two_records_are_told_side_by_side_where_they_differ(record):
    run("play", "escalation", "--seats", SEATS, "--seed", "8", "--record", "other.jsonl")
    shown = run("replay", "--diff", record, "other.jsonl").stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert re.search(r"^turn 1 .* │ turn 1 ", shown, re.MULTILINE)
    one, other = (re.search(r"wins after \d+ turns", " ".join(run("replay", each).stdout.split()))[0].split()[2]
                  for each in (record, "other.jsonl"))  # fmt: skip
    assert one in shown
    assert other in shown
    same = run("replay", "--diff", record, record).stdout
    assert same == "name to the end: the same in both\n"
    assert "name two records with --diff" in run("replay", "--diff", record, code=2).stderr
    assert "two go with --diff" in run("replay", record, record, code=2).stderr


def test_a_damaged_record_is_named_among_two(record):
    Path("bad.jsonl").write_bytes(record.read_bytes().replace(b"random", b"rANDOM", 1))
    assert run("replay", "--diff", record, "bad.jsonl", code=1).stderr.startswith("referee: bad.jsonl: line ")


def test_what_a_seat_does_again_is_counted():
    told = Narrator(find_game("escalation")(3), None)
    again = ["move", "hand 1", "middle", ["7"]]
    assert list(told.lines([again])) == ["seat 1 plays 7"]
    assert list(told.lines([again, again])) == ["seat 1 plays 7 twice"]
    assert list(told.lines([again, again, again])) == ["seat 1 plays 7 3 times"]
    assert list(told.lines([again, ["move", "hand 2", "middle", ["7"]]])) == ["seats 1 and 2 play 7"]


def test_a_seat_is_told_only_what_it_could_see(record):
    shown = " ".join(run("replay", record, "--seat", 2).stdout.split())
    assert re.search(r"you draw( \w+){6}[ ;]", shown)
    drawn = re.findall(r"seats? (?:\d|, | and )+ (?:plays [\w ]+, )?draws? (.*?)[;,\[]", shown)
    assert drawn
    assert all(re.match(r"\d cards?\b", each) for each in drawn)
    assert "[X-" not in shown


def test_what_a_seat_is_told_as_json_has_no_secret(record):
    told = json.loads(run("replay", record, "--seat", 2, "--json", "-").stdout)
    secret = json.loads(record.read_bytes().splitlines()[-1])["result"]["secret"]
    assert told["schema"] == "referee.replay/1"
    assert (told["seat"], told["verdict"], told["rules_changed"]) == (2, "identical", False)
    assert secret not in json.dumps(told)
    assert json.loads(run("replay", record, "--json", "-").stdout)["result"]["secret"] == secret


def test_why_another_seat_is_at_fault_is_told_to_no_seat_but_that(tmp_path):
    """The reason names all that it could have answered with: its hand."""
    file, page, heard = tmp_path / "m.jsonl", tmp_path / "m.html", tmp_path / "heard.txt"
    bot = "from pathlib import Path\nfrom referee.bot import Bot\n"
    bot += "class A(Bot):\n    def answer(self, view, ask):\n        return "
    (tmp_path / "wrong.py").write_text(f"{bot}['no such arm']\n")
    hears = f"    def end(self, result):\n        Path({str(heard)!r}).write_text(str(result))\n"
    (tmp_path / "hears.py").write_text(f"{bot}ask.sample(self.rng)\n{hears}")
    seats = "trusted:wrong.py,trusted:hears.py"
    run("play", "escalation", "--seats", seats, "--seed", "7", "--turn-cap", "9", "--record", file)
    told = {}
    for seat in (None, 0, 1):
        of_seat = [] if seat is None else ["--seat", seat]
        document = json.loads(run("replay", file, "--json", "-", "--html", page, *of_seat).stdout)
        told[seat] = [json.dumps(document), page.read_text(), run("replay", file, *of_seat).stdout]
    assert all("allowed: " in text for seat in (None, 0) for text in told[seat])
    assert not any("allowed: " in text or "no such arm" in text for text in told[1])
    assert "'kind': 'illegal'" in heard.read_text()
    assert "allowed: " not in heard.read_text()


def test_whether_chance_was_checked_is_told(record):
    assert "every outcome is what the secret in the record gives" in " ".join(run("replay", record).stdout.split())
    assert json.loads(run("replay", record, "--json", "-").stdout)["chance_checked"] is True


def test_a_record_of_a_match_that_leaves_its_secret_out_is_refused(record):
    lines = record.read_bytes().splitlines()
    lines[-1] = re.sub(rb',"secret":"[0-9a-f]+"', b"", lines[-1])
    record.write_bytes(mended(lines))
    said = run("replay", record, code=1).stderr
    assert f"line {len(lines)}: its chance is called seeded, and the record leaves its secret out" in said


def test_a_fault_is_told_where_it_happened():
    Path("bot.py").write_text("from referee.bot import Bot\nclass A(Bot):\n    def answer(self, view, ask): return 7\n")
    run("play", "escalation", "--seats", "random,trusted:bot.py", "--record", "m.jsonl")
    shown = " ".join(run("replay", "m.jsonl").stdout.split())
    assert (
        "the answer 7 of seat 1 is refused seat 1 is at fault (illegal): from here on its default action answers"
        in shown
    )
    assert "is refused" not in run("replay", "m.jsonl", "--seat", 0).stdout


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (["move", "stock", "hand 1", 2], "seat 1 draws 2 cards"),
        (["move", "stock", "hand 0", ["10", "A"]], "you draw 10 A"),
        (["move", "hand 1", "middle", ["7", "7"]], "seat 1 plays 7 7"),
        (["move", "middle", "taken 0", ["7"]], "you take 7 from middle (to taken)"),
        (["move", "hand 1", "hand 0", 1], "seat 1 gives you 1 card"),
        (["move", "hand 1", "taken 1", None], "seat 1 puts some cards from hand into taken"),
        (["move", "stock", "aside", 3], "3 cards from stock to aside"),
        (["move", "stock", "aside", []], None),
        (["swap", "hand 0", "hand 1"], "your hand and the hand of seat 1 change places"),
        (["mark", "middle"], "a card in the middle changes"),
        (
            ["mark", "middle", "7", {"card": "7", "marks": ["down"], "link": 2}],
            "7 in the middle becomes 7 [down, group 2]",
        ),
        (["pay", 1, 0, 3], "seat 1 pays 3 to you"),
        (["pay", None, 1, {"fraction": "1/2"}], "seat 1 receives 1/2 from the bank"),
        (["pay", 0, None, 2], "you pay 2 to the bank"),
        (["pay", 0, 1, 0], None),
        (["reveal", "challenge", 1, [0], ["A"]], "seat 1 shows A to you (challenge)"),
        (["reveal", "check", None, [0, 1], ["A"]], "shown: A (check)"),
        (["open", 1, "declare", {"seat": 0}], "seat 1 answers declare: seat 0"),
        (["open", 1, "say", ["take"]], "seat 1 answers say: take"),
        (["roll", [2, 5]], "the dice show 2 5"),
        (["shuffle", "stock"], "the stock is shuffled"),
        (["event", 1, 0, "trade", 1, 0], "seat 1's trade on you"),
        (["note", "over", {"round": 2}], "over: round 2"),
        (["something", 1, True], "something: 1, yes"),
    ],
)
def test_events_in_plain_words(event, told):
    assert list(Narrator(find_game("escalation")(2), 0).lines([event])) == ([told] if told else [])


def test_a_place_is_named_in_words():
    teller = Narrator(find_game("effervesce")(2), 0)
    assert list(teller.lines([["move", "open_joker", "stock", ["RJ"]]])) == ["RJ from open joker to stock"]


def test_what_several_do_alike_is_told_once():
    teller = Narrator(find_game("escalation")(4), 3)
    events = [["move", "stock", f"hand {seat}", 6] for seat in (0, 1, 2)]
    events += [["move", "hand 0", "middle", ["K"]], ["move", "stock", "hand 0", 1]]
    assert list(teller.lines(events)) == ["seats 0, 1 and 2 draw 6 cards", "seat 0 plays K, draws 1 card"]


def test_values_in_plain_words():
    given = [True, False, None, 3, {"seat": 1}, {"enum": "Suit", "value": "hearts"}, [1, 2], []]
    assert [plain_value(each) for each in given] == [
        "yes",
        "no",
        "nobody",
        "3",
        "seat 1",
        "hearts",
        "1, 2",
        "none",
    ]


# -- damage -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [2, 10, -2])
def test_a_changed_byte_is_refused_with_its_line(record, at):
    lines = record.read_bytes().splitlines(keepends=True)
    number = at if at > 0 else len(lines) + at
    lines[number] = lines[number].replace(b'"', b"'", 3)[: len(lines[number])]
    record.write_bytes(b"".join(lines))
    result = run("replay", record, "--json", "damage.json", code=1)
    assert re.fullmatch(rf"referee: {re.escape(str(record))}: line {number + 1}: .*\n", result.stderr)
    told = json.loads(Path("damage.json").read_text())
    assert (told["verdict"], told["line"]) == ("damaged", number + 1)


def test_a_record_that_was_cut_or_reordered_is_refused(record):
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:-1]))
    assert "the record ends before its result" in run("replay", record, code=1).stderr
    record.write_bytes(b"".join(lines)[:-20])
    assert f"line {len(lines)}: the line is cut off" in run("replay", record, code=1).stderr
    record.write_bytes(b"".join([*lines[:4], lines[5], lines[4], *lines[6:]]))
    assert "line 5: " in run("replay", record, code=1).stderr


def test_a_forgery_with_a_chain_that_is_right_is_refused_by_the_rules(record):
    lines = record.read_bytes().splitlines()
    number, forged = forgery([*lines, b""])
    record.write_bytes(mended([*lines[:number], forged, *lines[number + 1 :]]))
    assert f": line {number + 1}: it differs from the rules: " in run("replay", record, code=1).stderr


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b'"seats":["greedy"', b'"seats":[7', 1),
        (b'"players":4', b'"players":"x"', 1),
        (b'"turn_cap":104,', b"", 1),
        (b'"views":true', b'"views":7', 1),
        (b'"led-special":"total-zero"', b'"led-special":"what"', 1),
        (b'"game":"escalation"', b'"game":"no-such-game"', 1),
        (b'"turn_cap":104,', b'"turn_cap":-1,', 1),
        (b'"turn_cap":104,', b'"turn_cap":3,', 6),
        (b'"turn_cap":104,', b'"turn_cap":99999999999999999999,', 1),
        (b'"chance":"seeded"', b'"chance":"blessed"', 1),
        (b'"chance":"seeded"', b'"chance":"chosen"', None),
        (b'"isolation":[', b'"isolation":["everything",', 1),
        (b'"isolation":[', b'"isolation":[7,', 1),
        (b'"limits":[{}', b'"limits":[{"move":"long"}', 1),
        (b'"limits":[{}', b'"limits":[7', 1),
        (b'"views":', b'"signed":"by the league","views":', 1),
        (b'"readings":{', b'"readings":{"":"",', 1),
        (b'"settings":{"rounds":', b'"settings":{"rounds":true,"round":', 1),
        (b'["chance","hand', b'["chance","my hand', 2),
        (b'"did":[["chance"', b'"did":[["chance",7,7],["chance"', 2),
        (b'"did":[["chance"', b'"did":[7,["chance"', 2),
        (b'"faults":[]', b'"faults":[{"seat":0,"kind":"crash","reason":"","turn":3}]', None),
        (b'"payoffs":[', b'"payoffs":[1,', None),
        (b'"result":{', b'"result":7,"was":{', None),
        (b'"secret":"', b'"key":"', None),
        (b'"turns":', b'"turns":1.0,"turn":', None),
    ],
)
def test_forged_headers_and_results_are_refused_with_their_line(record, old, new, line):
    lines = record.read_bytes().splitlines()
    hit = next(number for number, each in enumerate(lines) if old in each)
    lines[hit] = lines[hit].replace(old, new, 1)
    record.write_bytes(mended(lines))
    assert re.search(rf": line {line or len(lines)}: ", run("replay", record, code=1).stderr)


def test_a_forged_fault_does_not_excuse_a_seat_from_its_default_action(record):
    lines = record.read_bytes().splitlines()
    hit, answer = next((n, each) for n, line in enumerate(lines) for each in re.findall(rb'\["answer",\d,', line))
    lines[hit] = lines[hit].replace(answer, b'["fault",%d,"crash",""],' % int(answer[10:11]) + answer, 1)
    record.write_bytes(mended(lines))
    assert ": line " in run("replay", record, code=1).stderr


def test_what_is_no_record_is_bad_input(tmp_path):
    for name, content in (
        ("empty", b""),
        ("text", b"hello\n"),
        ("json", b"{}\n"),
        ("list", b"[]\n"),
        ("new", b'{"schema":"referee.record","version":99}\n'),
        ("true", b'{"schema":"referee.record","version":true}\n'),
        ("none", b'{"schema":"referee.record","version":0}\n'),
    ):
        file = tmp_path / name
        file.write_bytes(content)
        result = run("replay", file, code=2)
        assert result.stdout == ""
        assert re.fullmatch(r"referee: .*\n", result.stderr)
    assert "cannot be read" in run("replay", "nowhere", code=2).stderr
    assert "cannot be read" in run("replay", tmp_path, code=2).stderr


def test_a_seat_that_is_not_there_is_bad_input(record):
    assert run("replay", record, "--seat", 4, code=2).stderr == "referee: there is no seat 4: the record has 0 to 3\n"


def test_stepping_wants_a_terminal(record):
    assert "no terminal" in run("replay", record, "--step", code=2).stderr


# -- changed rules ----------------------------------------------------------------------------------------


def test_rules_that_changed_since_are_told_apart_from_tampering():
    home = write_game(Path("tiny"))
    rules = (home / "rules.py").read_text()
    referee("play", "tiny", "--seats", "random,random", "--record", "m.jsonl")
    for text, code, said in (
        (rules.replace("    @clause", "    # a remark\n\n    @clause"), 0, "replayed: 11 steps, identical\n"),
        (
            rules.replace("cards in a hand", "cards"),
            0,
            "replayed: 11 steps, rules changed since, identical all the same\n",
        ),
        (
            rules.replace("t.shuffle(t.stock)\n\n    def forfeit", "()\n\n    def forfeit"),
            1,
            "line 3: rules changed: first difference at line 3: ",
        ),
        (rules.replace('"size"', '"length"'), 1, "line 1: rules changed: tiny has no setting 'size'"),
    ):
        (home / "rules.py").write_text(text)
        done = referee("replay", "m.jsonl", code=code)
        assert said in (done.stderr if code else done.stdout)


# -- the demo ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """What it prints, run once."""
    there = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(there)
        shown = run("demo").stdout
    assert [each.name for each in there.iterdir()] == [".referee"]
    assert {each.name for each in (there / ".referee" / "demo").iterdir()} == {"check.html", "tournament.html"}
    return shown


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A folder in which it left its records in ``kept``, and what it printed."""
    there = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(there)
        patch.setattr("referee.pool.jail.missing", lambda kind: "there are no jails here")
        return there, run("demo", "--keep", "kept", "--json", "demo.json").stdout


@pytest.mark.needs("bwrap")
@pytest.mark.untraced  # the other demo is
def test_the_demo_plays_replays_refuses_forgeries_checks_and_runs_a_tournament(demo):
    shown = demo
    assert re.search(r"^Escalation: seat \d \(\w+\) wins after \d+ turns$", shown, re.MULTILINE)
    assert re.search(r"^replayed: \d+ steps, identical$", shown, re.MULTILINE)
    assert "changed.jsonl: line " in shown
    assert "(the hash chain breaks)" in shown
    assert "mended.jsonl: line " in " ".join(shown.split())
    assert "it differs from the rules" in shown
    assert re.search(r"^Escalation: as expected: \d+ known defects$", shown, re.MULTILINE)
    assert "quickstart: escalation, 12 blocks counted, 24 matches" in shown
    assert re.search(r"^E-\d+ .* disables E-\d+ ", shown, re.MULTILINE)
    assert "$ referee replay without.jsonl\nturn " in shown
    assert "faults   none" in shown
    assert "quickstart.sqlite: every match is as the rules give it" in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.long
def test_what_the_demo_keeps_and_suggests_works_also_where_bots_cannot_be_isolated(kept, monkeypatch):
    there, shown = kept
    monkeypatch.chdir(there)
    assert "there are no jails here." in " ".join(shown.split())
    assert "--no-isolation" in shown
    records = {"match.jsonl", "changed.jsonl", "mended.jsonl", "witness.jsonl", "with.jsonl", "without.jsonl"}
    others = {"quickstart.sqlite", "check.html", "tournament.html"}
    assert {each.name for each in Path("kept").iterdir()} == {*records, *others}
    record = Path("kept/match.jsonl").read_bytes()
    run("play", DEMO_GAME, "--seats", ",".join(demo_command.SEATS), "--seed", demo_command.SEED, "--record", "m.jsonl")
    assert record == Path("m.jsonl").read_bytes()
    for name in ("witness", "with", "without"):
        replayed = " ".join(run("replay", f"kept/{name}.jsonl").stdout.split())
        assert "chance not checked: its outcomes were chosen to show something" in replayed
    run("tournament", "standings", "kept/quickstart.sqlite")
    run("replay", "kept/match.jsonl")
    for name in ("changed", "mended"):
        run("replay", f"kept/{name}.jsonl", code=1)
    told = json.loads(Path("demo.json").read_text())
    assert told["schema"] == "referee.demo/1"
    assert [each["record"] for each in told["forgeries"]] == ["changed.jsonl", "mended.jsonl"]
    suggested = re.findall(r"^  referee (.*?)(?:   .*)?$", shown, re.MULTILINE)
    assert len(suggested) > 5
    for command in {each for each in suggested if "kept" in each or each.startswith(("play", "rules"))}:
        if "human" not in command and "--step" not in command:
            run(*command.split())


def test_a_folder_that_cannot_be_made_is_bad_input():
    Path("file").write_text("")
    assert run("demo", "--keep", "file/below", code=2).stderr.startswith("referee: --keep file/below: ")


# -- the documents ----------------------------------------------------------------------------------------


@pytest.mark.needs("bwrap")
def test_the_readme_shows_what_the_demo_prints(demo):
    assert f"```text\n{demo.rstrip()}\n```" in (PROJECT / "README.md").read_text(encoding="utf-8")


def test_the_lines_in_the_document_on_records_are_those_of_the_demo(tmp_path):
    """By the command that the demo says it carries out: to run all of it takes twenty times as long."""
    run("play", DEMO_GAME, "--seats", ",".join(demo_command.SEATS), "--seed", demo_command.SEED, "--record", "m.jsonl")
    lines = (tmp_path / "m.jsonl").read_text(encoding="utf-8").splitlines()
    hidden = {re.sub(r'"[0-9a-f]{32}"', '"…"', line) for line in lines}
    text = (PROJECT / "docs" / "records.md").read_text(encoding="utf-8")
    header, *told = text.split("```text\n")[1].split("\n```")[0].splitlines()
    assert len(told) == 3
    assert hidden.issuperset(told)
    assert header.startswith('{"schema":"referee.record","version":1,"game":"escalation",')

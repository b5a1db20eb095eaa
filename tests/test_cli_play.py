"""`referee play`: seats, reports, records, exit codes, and what it refuses."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.cli.clock import Clock
from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.play.referee import play_match, seat_rng
from referee.play.seats import seat_maker
from referee.record.replay import replay
from referee.stats.means import Sample, student_quantile
from tests.tiny import write_game

PROJECT = Path(__file__).resolve().parent.parent
UNDEFINED = ("--reading", "short-stock=undefined")

BOTS = {
    "random": "def answer(self, view, ask): return ask.sample(self.rng)",
    "illegal": "def answer(self, view, ask): return ['cards', ['Z']]",
    "stale": "old = None\n    def answer(self, view, ask):\n"
    "        self.old = self.old or ask.sample(self.rng)\n        return self.old",
    "crashing": "def answer(self, view, ask): raise RuntimeError('no idea')",
    "leaving": "def answer(self, view, ask): raise SystemExit(7)",
    "never-ready": "def start(self, info): raise RuntimeError('not today')",
    "sore-loser": "def answer(self, view, ask): return ask.sample(self.rng)\n"
    "    def end(self, result): raise RuntimeError('unfair')",
}


@pytest.fixture(autouse=True)
def _here(monkeypatch, tmp_path):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


def run(*arguments, code=0):
    result = CliRunner().invoke(main, ["play", *map(str, arguments)], prog_name="referee")
    assert result.exit_code == code, result.output
    return result


def refusal(*arguments):
    result = run(*arguments, code=2)
    assert result.stdout == ""
    assert result.stderr.startswith("referee: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("referee: ").rstrip()


def bot(name):
    file = Path(f"{name}.py")
    file.write_text(f"from referee.bot import Bot\n\nclass Entrant(Bot):\n    {BOTS[name]}\n", encoding="utf-8")
    return f"trusted:{file}"


# -- one match --------------------------------------------------------------------------------------------


def test_a_match_is_reported_within_80_columns():
    shown = run("escalation", "--seats", "greedy,random,random", "--seed", 7, "--reading", "ESC-01=own-rank").stdout
    assert re.match(r"Escalation: seat \d \((greedy|random)\) wins after \d+ turns\n", shown)
    assert re.search(r"^seat +player +rank +payoff$", shown, re.MULTILINE)
    assert re.search(r"^ended +hand empty$", shown, re.MULTILINE)
    assert re.search(r"^faults +none$", shown, re.MULTILINE)
    assert re.search(r"^readings +led-special=own-rank \(ESC-01\); all others default$", shown, re.MULTILINE)
    assert "from a seed, so no secret: --seed 7 gives the same match again" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_the_same_seed_gives_the_same_match_and_another_one_another():
    once, again, other = (run("escalation", "--seats", "random,random", "--seed", s).stdout for s in (1, 1, 2))
    assert once == again != other


def test_without_a_seed_chance_is_secret():
    assert re.search(
        r"^chance +secret, with the commitment [0-9a-f]{16}…$",
        run("escalation", "--seats", "random,random").stdout,
        re.MULTILINE,
    )


def test_a_match_that_reaches_its_turn_cap_is_a_draw():
    shown = run("escalation", "--seats", "random,random", "--turn-cap", 3).stdout
    assert shown.startswith("Escalation: stopped by the turn cap after 3 turns; a draw of seats 0 and 1\n")


def test_matches_that_reach_their_turn_cap_are_nobodys_wins():
    shown = run("effervesce", "--seats", "random,random", "--turn-cap", 3, "--matches", 2).stdout
    assert re.search(r"^ +0 +random +0 +0 +0.0 % +\+0.00 +\+0.00 to \+0.00$", shown, re.MULTILINE)
    assert re.search(r"^turn-cap +2$", shown, re.MULTILINE)


def test_settings_that_are_not_the_default_are_shown():
    shown = run("escalation", "--seats", "random,random", "--set", "hand=3", "--set", "ranks=2,3,4,5,A").stdout
    assert re.search(r"^settings +hand=3; ranks=2,3,4,5,A; all others default$", shown, re.MULTILINE)


def test_a_game_of_the_folder_one_stands_in_is_played(tmp_path):
    write_game(tmp_path / "games" / "tiny")
    assert run("tiny", "--seats", "random,random").stdout.startswith("Tiny: stopped by the turn cap after 10 turns")
    assert run("tiny", "--seats", "random,random", "--reading", "late=yes").stdout.startswith(
        "Tiny: seat 0 (random) and seat 1 (random) share the win"
    )


# -- faults -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "illegal",
            r"illegal, in turn \d+: X-[0-9X, -]+: seat 1 answered \['cards', \['Z'\]\]: 'Z' is no card"
            ".*allowed: .*'space'",
        ),
        ("stale", r"illegal, in turn \d+: X-[0-9X, -]+: seat 1 answered Option\(.*an option of another question"),
        ("crashing", r"crash, in turn \d+: RuntimeError: no idea"),
        ("leaving", r"crash, in turn \d+: SystemExit: 7"),
        ("never-ready", r"crash, in turn \d+: RuntimeError: not today"),
    ],
)
def test_a_bot_at_fault_loses_and_the_exit_code_is_0(name, said):
    shown = run("escalation", "--seats", f"random,{bot(name)}", "--seed", 1, "--record", "m.jsonl").stdout
    assert re.search(f"fault +seat 1 \\(trusted:{name}.py\\), {said}", " ".join(shown.split()))
    assert re.match(r"Escalation: seat 0 \(random\) wins", shown)
    replay(Path("m.jsonl").read_bytes(), "m.jsonl")


def test_what_a_bot_does_when_it_is_told_of_the_end_changes_nothing():
    shown = run("escalation", "--seats", f"random,{bot('sore-loser')}", "--seed", 1).stdout
    assert re.search(r"^faults +none$", shown, re.MULTILINE)


def test_a_reading_without_a_rule_stops_the_match_with_exit_code_1():
    for seed in range(20):
        arguments = ("escalation", "--seats", "random,random,random", *UNDEFINED, "--seed", seed, "--record", "m.jsonl")
        result = CliRunner().invoke(main, ["play", *map(str, arguments)])
        if result.exit_code:
            break
    assert result.exit_code == 1
    assert "the match is void" in result.stdout
    assert re.fullmatch(r"referee: the rules stopped the match: X-6: .*short-stock=undefined\)\n", result.stderr)
    assert replay(Path("m.jsonl").read_bytes(), "m.jsonl").result["reason"] == "stopped"


# -- many matches -----------------------------------------------------------------------------------------


def test_many_matches_are_summed_up():
    shown = run("escalation", "--seats", "greedy,random,random,random", "--seed", 1, "--matches", 30).stdout
    assert re.match(r"Escalation: 30 matches in [\d.]+ s, \d+ matches/s, \d+ decisions/s\n", shown)
    seats = re.findall(
        r"^ +(\d) +(\w+) +(\d+) +0 +([\d.]+) % +[+-][\d.]+ +[+-][\d.]+ to [+-][\d.]+$", shown, re.MULTILINE
    )
    assert [seat for seat, *_ in seats] == ["0", "1", "2", "3"]
    assert sum(int(won) for _, _, won, _ in seats) == 30
    assert re.search(r"^clause carried out in +steps +a match$", shown, re.MULTILINE)
    assert re.search(r"^X-1 Deal +30 +1.0$", shown, re.MULTILINE)
    assert re.search(r"^hand empty +30$", shown, re.MULTILINE)
    assert max(map(len, shown.splitlines())) <= 80


def test_clauses_that_were_never_carried_out_are_marked():
    shown = run("escalation", "--seats", "random,random", "--matches", 2, "--turn-cap", 2).stdout
    assert re.search(r"^X-7 Win +never$", shown, re.MULTILINE)


def test_each_of_many_matches_can_be_played_alone():
    run("escalation", "--seats", "random,random", "--seed", "s", "--matches", 10, "--record", "m.jsonl")
    run("escalation", "--seats", "random,random", "--seed", "s/7", "--record", "seven.jsonl")
    assert sorted(each.name for each in Path().glob("m-*")) == [f"m-{each:02}.jsonl" for each in range(1, 11)]
    assert Path("seven.jsonl").read_bytes() == Path("m-07.jsonl").read_bytes()


def test_faults_and_stops_in_many_matches_are_counted():
    seats = f"random,random,{bot('crashing')}"
    result = run("escalation", "--seats", seats, "--seed", 1, "--matches", 40, *UNDEFINED, code=1)
    assert re.search(
        r"fault +in \d+ matches, first in match 1: seat 2 .*RuntimeError: no idea", " ".join(result.stdout.split())
    )
    assert re.search(r"^stopped +\d+$", result.stdout, re.MULTILINE)
    # Behind a line of progress, where the matches take a second.
    told = result.stderr.splitlines()[-1]
    assert re.match(r"referee: the rules stopped \d+ of 40 matches, first match \d+: X-6: ", told)


def test_interrupted_it_prints_what_was_done_so_far_and_leaves_with_3():
    command = [
        sys.executable,
        "-m",
        "referee",
        "play",
        "escalation",
        "--seats",
        "random,random",
        "--matches",
        "1000000",
        "--engine",
        "python",
    ]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert started.stderr is not None
    first = started.stderr.readline()  # progress, because it takes longer than two seconds
    assert re.match(r"referee: \d+ of 1000000 matches, \d+ s, [\d.e+]+ a second, about \d+ s left", first)
    time.sleep(0.1)
    started.send_signal(signal.SIGINT)
    stdout, stderr = started.communicate(timeout=60)
    assert started.returncode == 3
    done = re.match(r"Escalation: (\d+) matches in", stdout)
    assert done
    assert stderr.endswith(f"referee: interrupted: {done[1]} of 1000000 matches were played\n")


# -- JSON -------------------------------------------------------------------------------------------------


def test_one_match_as_json_in_place_of_text():
    told = json.loads(
        run("escalation", "--seats", "greedy,random", "--seed", 3, "--move-time", 5, "--json", "-").stdout
    )
    assert told["schema"] == "referee.play/1"
    assert (told["game"], told["seats"], told["seed"], told["matches"]) == ("escalation", ["greedy", "random"], "3", 1)
    assert told["match"]["ranks"] in ([1, 2], [2, 1])
    assert sum(told["match"]["payoffs"]) == 0
    assert told["move_time"]["enforced"] is False
    assert {each["seat"] for each in told["move_time"]["seats"]} == {0, 1}


def test_many_matches_as_json_beside_the_text():
    shown = run("escalation", "--seats", "random,random", "--matches", 5, "--json", "m.json").stdout
    assert shown.startswith("Escalation: 5 matches")
    summary = json.loads(Path("m.json").read_text(encoding="utf-8"))["summary"]
    assert summary["played"] == 5
    assert sum(each["won"] + each["shared"] for each in summary["seats"]) >= 5
    assert {each["clause"] for each in summary["clauses"]} == {f"X-{each}" for each in range(1, 9)}


# -- refusals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("escalato", "--seats", "random,random"), r"there is no game 'escalato'; did you mean escalation\?.*"),
        (("escalation", "--seats", "random"), "escalation is for 2 to 8 players, not 1"),
        (
            ("escalation", "--seats", ",".join(["random"] * 9)),
            r"escalation is for 2 to 8 players, not 9.*",
        ),
        (("escalation", "--seats", "random,"), "--seats names a player for each seat.*"),
        (("escalation",), "--seats names a player for each seat.*"),
        (("escalation", "--seats", "random,random", "--reading", "foo=bar"), "escalation has no reading 'foo'.*"),
        (
            ("escalation", "--seats", "random,random", "--reading", "ESC-01=bar"),
            "escalation: reading led-special is one of .*",
        ),
        (("escalation", "--seats", "random,random", "--reading", "ESC-01"), "--reading takes NAME=VALUE, not 'ESC-01'"),
        (
            ("escalation", "--seats", "random,random", "--set", "hand=3", "--set", "hand=4"),
            "--set hand is given twice: 3 and 4",
        ),
        (("escalation", "--seats", "random,random", "--set", "foo=1"), "escalation has no setting 'foo'.*"),
        (("escalation", "--seats", "random,random", "--set", "hand=30"), "escalation: 2 players × 30 cards = 60, .*"),
        (("escalation", "--seats", "random,./bot.py"), "./bot.py: cannot be read: there is no such file"),
        (("escalation", "--seats", "random,cmd:bot"), "cmd:bot: there is no program 'bot'"),
        (
            ("escalation", "--seats", "random,clever"),
            "there is no bot 'clever' for escalation; built in: random, .*greedy, .*; .*",
        ),
        (
            ("escalation", "--seats", "random,trusted:nobody.py"),
            "trusted:nobody.py: cannot be read: there is no such file",
        ),
        (("escalation", "--seats", "random,trusted:."), "trusted:.: cannot be read: it is a folder.*"),
        (("escalation", "--seats", "random,human"), "a human seat needs a terminal, and standard input is none"),
        (("escalation", "--seats", "random,human", "--json", "-"), "--json - takes standard output.*"),
        (("escalation", "--seats", "random,random", "--matches", 0), "--matches takes a whole number .*"),
        (("escalation", "--seats", "random,random", "--move-time", 0), "--move-time takes a number above 0 up.*"),
    ],
)
def test_bad_input_is_one_line(arguments, said):
    assert re.fullmatch(said, refusal(*arguments))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", "it has no subclass of referee.bot.Bot; one is wanted"),
        ("from referee.bot import Bot", "it has no subclass of referee.bot.Bot; one is wanted"),
        (
            "from referee.bot import Bot\nclass A(Bot): ...\nclass B(Bot): ...",
            "it has 2 subclasses of referee.bot.Bot; .*",
        ),
        ("def f(:", r"cannot be loaded: SyntaxError: .*"),
        ("1 / 0", "cannot be loaded: ZeroDivisionError: .*"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
        (
            "from referee.bot import Bot\nclass A(Bot):\n    def __init__(self, x): ...",
            r"A\(\) cannot be made: TypeError: .*",
        ),
    ],
)
def test_a_bot_file_without_a_bot_is_one_line(text, said):
    Path("bot.py").write_text(text, encoding="utf-8")
    assert re.fullmatch(f"trusted:bot.py: {said}", refusal("escalation", "--seats", "random,trusted:bot.py"))


@pytest.mark.parametrize("path", ["nowhere/m.jsonl", ".", os.devnull])
def test_a_record_that_cannot_be_written_is_refused_before_anything_is_played(path):
    before = os.stat(os.devnull).st_mode
    for number in (1, 10**7):
        if path != os.devnull or number == 1:
            said = refusal("escalation", "--seats", "random,random", "--matches", number, "--record", path)
            assert re.match(r"cannot write \S+: |\S+: cannot be written: ", said)
    assert os.stat(os.devnull).st_mode == before
    assert list(Path().iterdir()) == []


def test_record_and_json_are_not_the_same_file():
    assert "are the same file" in refusal("escalation", "--seats", "random,random", "--record", "m", "--json", "m")


# -- where bots are, and how good -------------------------------------------------------------------------


def test_a_bot_of_the_author_comes_before_one_that_ships():
    Path("bots", "escalation").mkdir(parents=True)
    Path("bots", "escalation", "greedy.py").write_text("raise RuntimeError('mine')", encoding="utf-8")
    assert "RuntimeError: mine" in refusal("escalation", "--seats", "greedy,random")


def test_random_cannot_be_shadowed():
    Path("bots").mkdir()
    Path("bots", "random.py").write_text("raise RuntimeError('mine')", encoding="utf-8")
    run("escalation", "--seats", "random,random")


def test_shipped_folders_come_after_those_of_the_game(tmp_path):
    home = write_game(tmp_path / "mine" / "games" / "tiny")
    for folder in (tmp_path / "bots", tmp_path / "mine" / "bots", home / "bots"):
        folder.mkdir()
    found = folders("bots", find_game(str(home)))
    assert found == [tmp_path / "bots", tmp_path / "mine" / "bots", home / "bots", PROJECT / "bots"]


@pytest.mark.untraced
def test_greedy_beats_random_clearly():
    """Four seats, one greedy in every seat of each deal: an even share would be 25 %, and it has about 83 %."""
    game = find_game("escalation")(4)
    maker = {name: seat_maker(name, "escalation", [PROJECT / "bots"]) for name in ("greedy", "random")}
    share = 0.0
    for deal in range(100):
        secret = b"deal %d" % deal
        for at in range(4):
            seats = [maker["greedy" if seat == at else "random"](seat_rng(secret, seat)) for seat in range(4)]
            result = play_match(game, seats, secret=secret)
            assert result.ranks is not None
            assert not result.data["faults"]
            share += (result.ranks[at] == 1) / result.ranks.count(1) / 400
    assert share > 0.7


# -- parts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("degrees", "p", "table"),
    [(1, 0.975, 12.706), (2, 0.975, 4.303), (3, 0.975, 3.182), (10, 0.975, 2.228), (5, 0.99, 3.365)],
)
def test_quantiles_of_student_agree_with_the_tables(degrees, p, table):
    assert student_quantile(p, degrees) == pytest.approx(table, rel=0.005)


def test_an_interval_wants_two_numbers():
    sample = Sample()
    assert sample.mean is None
    sample.add(3)
    assert (sample.mean, sample.interval()) == (3, None)
    sample.add(5)
    assert sample.interval() == pytest.approx((4 - 12.706, 4 + 12.706), abs=0.001)
    assert (sample.least, sample.most) == (3, 5)


def test_a_clock_without_a_limit_leaves_seats_alone():
    seat = seat_maker("random", "escalation", [])(seat_rng(b"", 0))
    assert Clock(None).timed(seat, 0) is seat
    assert Clock(1).timed(seat, 0).name == "random"


def test_a_human_seat_is_for_play_only():
    with pytest.raises(BadInput, match="needs a terminal"):
        seat_maker("human", "escalation", [])

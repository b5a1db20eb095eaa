"""Running: the same standings whatever happens on the way; every fault told; nothing lost."""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.kernel.errors import BadInput
from referee.record.tape import commitment, new_secret
from referee.tournament import runner
from referee.tournament.audit import Audit
from referee.tournament.comparing import compare
from referee.tournament.loading import load_definition
from referee.tournament.lock import only_runner
from referee.tournament.playing import Played
from referee.tournament.runner import run_tournament
from referee.tournament.schedule import Block
from referee.tournament.standings import standings
from referee.tournament.store import Store

ROOT = Path(__file__).parents[2]
TEXT = """\
game = "escalation"
players = 2
[format]
{kind}
blocks = {blocks}
[[entrant]]
seat = "{first}"
name = "first"
[[entrant]]
name = "r1"
seat = "random"
[[entrant]]
name = "r2"
seat = "random"
"""
CRASHING = (
    "from referee.bot import Bot\nclass Crashing(Bot):\n    def answer(self, view, ask):\n        raise KeyError('x')\n"
)


ROUND_ROBIN = 'kind = "round-robin"'
LADDER = 'kind = "ladder"'


def cup(folder, *, first="greedy", blocks=6, kind=ROUND_ROBIN, name="cup"):
    path = folder / f"{name}.toml"
    path.write_text(TEXT.format(first=first, blocks=blocks, kind=kind), encoding="utf-8")
    return path


def run(folder, results="cup.sqlite", seed="s", **options):
    given = {key: options.pop(key) for key in ("first", "blocks", "kind") if key in options}
    return run_tournament(load_definition(cup(folder, **given)), folder / results, seed=seed, **options)


def table_of(store):
    found = standings(store.meta(), store.blocks())
    store.close()
    return found


def command(*arguments):
    result = CliRunner().invoke(main, ["tournament", *map(str, arguments)])
    return result.exit_code, result.output


def test_one_job_and_two_give_the_same_standings(tmp_path):
    one = table_of(run(tmp_path, "one.sqlite"))
    two = table_of(run(tmp_path, "two.sqlite", jobs=2))
    assert one == two
    assert one.finished
    assert one.blocks == 18
    assert one.matches == 36
    assert one.lines[0].name == "first"
    assert one.superior[0][1] > 0.9


class Stop(Exception):
    pass


@pytest.mark.parametrize("after", [1, 7, 17])
def test_a_run_that_was_stopped_is_gone_on_with(tmp_path, after):
    def progress(done, wanted):
        if done == after:
            raise Stop

    whole = table_of(run(tmp_path, "whole.sqlite"))
    with pytest.raises(Stop):
        run(tmp_path, "part.sqlite", progress=progress)
    part = Store(tmp_path / "part.sqlite")
    assert len(part.done()) == after
    assert not table_of(part).finished
    again = []
    resumed = run(tmp_path, "part.sqlite", resume=True, began=lambda begun: again.append(begun.done))
    assert again == [after]
    assert table_of(resumed) == whole


def start(folder, *options):
    return subprocess.Popen(
        [sys.executable, "-m", "referee", "tournament", "run", "cup.toml", "--results", "killed.sqlite",
         "--seed", "s", "--resume", *options],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip


def killed_again_and_again(folder, kills, rng, signals, longest=1.3, **told):
    """Standings of a run that was ended so often, and how many of the ends came before its own."""
    cup(folder, **told)
    ended = 0
    for number in range(kills):
        process = start(folder, "--jobs", "2" if number % 2 else "1")
        try:
            process.wait(0.3 + rng.random() * longest)
        except subprocess.TimeoutExpired:
            process.send_signal(signals[number % len(signals)])
            ended += 1
        process.communicate()
    return table_of(run(folder, "killed.sqlite", resume=True, jobs=2, **told)), ended


@pytest.mark.parametrize(("kind", "blocks"), [(ROUND_ROBIN, 40), (LADDER, 120)])
def test_killed_and_resumed_it_ends_with_the_same_standings(tmp_path, kind, blocks):
    told = {"first": "random", "kind": kind, "blocks": blocks}
    found, ended = killed_again_and_again(tmp_path, 3, random.Random(1), [signal.SIGKILL, signal.SIGINT], **told)
    assert ended >= 1
    assert found == table_of(run(tmp_path, "whole.sqlite", **told))


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("kind", "blocks"), [(ROUND_ROBIN, 500), (LADDER, 1500)])
def test_killed_a_hundred_times_it_ends_with_the_same_standings(tmp_path, kind, blocks):
    kills = 100 if kind == ROUND_ROBIN else 50
    told = {"kind": kind, "blocks": blocks, "first": "greedy" if kind == ROUND_ROBIN else "random"}
    found, ended = killed_again_and_again(tmp_path, kills, random.Random(2), [signal.SIGKILL], 0.7, **told)
    assert ended >= kills // 2
    assert found == table_of(run(tmp_path, "whole.sqlite", jobs=2, **told))


def test_a_ladder_goes_on_when_it_may_play_more_blocks(tmp_path):
    run(tmp_path, first="random", kind=LADDER, blocks=10).close()
    more = run(tmp_path, first="random", kind=LADDER, blocks=14, resume=True)
    assert set(Audit(more)) == {None}
    whole = table_of(run(tmp_path, "whole.sqlite", first="random", kind=LADDER, blocks=14))
    assert table_of(more) == whole
    with pytest.raises(BadInput, match=r"its format was not the same \(blocks\)"):
        run(tmp_path, first="random", kind=LADDER, blocks=12, resume=True)


def blocks_in(path):
    base = sqlite3.connect(path)
    try:
        return base.execute("SELECT count(*) FROM block").fetchone()[0]
    except sqlite3.OperationalError:
        return 0  # not laid out yet
    finally:
        base.close()


def test_interrupted_it_says_how_to_go_on(tmp_path):
    cup(tmp_path, blocks=2000)
    process = start(tmp_path, "--jobs", "2")
    path = tmp_path / "killed.sqlite"
    for _ in range(200):
        time.sleep(0.1)
        if path.exists() and blocks_in(path):
            break
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 3
    assert b"are kept; --resume goes on" in said
    assert said.count(b"referee: ") == len(said.splitlines()), "one line each, no traceback"


def test_a_second_runner_is_refused(tmp_path):
    with only_runner(tmp_path / "cup.sqlite"), pytest.raises(BadInput, match="another runner is at work"):
        run(tmp_path)
    run(tmp_path).close()


def test_results_of_another_tournament_version_or_kind_are_refused(tmp_path):
    run(tmp_path).close()
    with pytest.raises(BadInput, match="there are results already: --resume"):
        run(tmp_path)
    with pytest.raises(BadInput, match="another tournament: its format was not the same"):
        run(tmp_path, blocks=7, resume=True)
    with pytest.raises(BadInput, match="--seed t is not what"):
        run(tmp_path, seed="t", resume=True)
    base = sqlite3.connect(tmp_path / "cup.sqlite")
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(BadInput, match="version 99; this referee reads 2 and 3"):
        Store(tmp_path / "cup.sqlite")
    (tmp_path / "text.sqlite").write_text("text " * 300)
    with pytest.raises(BadInput, match="no results of a tournament"):
        Store(tmp_path / "text.sqlite")
    other = sqlite3.connect(tmp_path / "other.sqlite")
    other.execute("CREATE TABLE x (y)")
    other.close()
    with pytest.raises(BadInput, match="no results of a tournament"):
        Store(tmp_path / "other.sqlite")
    with pytest.raises(BadInput, match="no such file"):
        Store(tmp_path / "none.sqlite")


def test_a_bot_that_changed_is_not_gone_on_with(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(CRASHING)
    run(tmp_path, first="trusted:bot.py").close()
    bot.write_text(CRASHING + "# changed\n")
    with pytest.raises(BadInput, match="entrant 'first' had another bot"):
        run(tmp_path, first="trusted:bot.py", resume=True)


def test_a_bot_that_cannot_start_is_reported_before_the_first_match(tmp_path):
    with pytest.raises(BadInput, match=r"cup.toml:7: there is no bot 'gready'"):
        run(tmp_path, first="gready")
    assert not (tmp_path / "cup.sqlite").exists()


def test_a_bot_that_always_crashes_is_last_and_faults_are_left_out_on_wish(tmp_path):
    (tmp_path / "bot.py").write_text(CRASHING)
    store = run(tmp_path, first="trusted:bot.py")
    found = standings(store.meta(), store.blocks())
    assert found.lines[-1].name == "first"
    assert found.lines[-1].score == 0
    assert found.lines[-1].faults == {"crash": 24}
    assert found.with_faults == 12
    without = standings(store.meta(), store.blocks(), without_faults=True)
    assert without.blocks == 6
    assert without.lines[1].blocks in (0, 6)
    assert [line.blocks for line in without.lines if line.name == "first"] == [0]


def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path):
    store = run(tmp_path, first="random")
    before = list(store.base.iterdump())
    pages = store.base.execute("PRAGMA page_count").fetchone()[0]
    store.base.execute(f"PRAGMA max_page_count = {pages}")
    large = Played((0, 1), {}, 0, 0.0, os.urandom(1_000_000))
    with pytest.raises(BadInput, match="database or disk is full; what was played before is kept, --resume goes on"):
        store.add(Block(19, (0, 1), 6), [large])
    assert list(store.base.iterdump()) == before
    store.close()


def test_chance_is_committed_to_and_differs_without_a_seed(tmp_path):
    one, two = run(tmp_path, "one.sqlite", seed=None), run(tmp_path, "two.sqlite", seed=None)
    assert one.meta()["commitment"] != two.meta()["commitment"]
    assert commitment(bytes.fromhex(one.meta()["secret"])) == one.meta()["commitment"]
    header = json.loads(one.record("1.1").split(b"\n")[0])
    assert header["chance"] == "secret"
    assert header["seats"] == ["first", "r1"]
    assert json.loads(one.record("1.2").split(b"\n")[0])["commitment"] == header["commitment"]
    assert json.loads(one.record("2.1").split(b"\n")[0])["commitment"] != header["commitment"]


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    run(folder).close()
    return folder / "cup.sqlite"


@pytest.fixture
def played(results, tmp_path):
    """Results of which a test may do what it likes."""
    shutil.copy(results, tmp_path / "cup.sqlite")
    store = Store(tmp_path / "cup.sqlite", make=True)
    yield store
    store.close()


def test_sound_results_are_audited_in_silence(played):
    assert set(Audit(played)) == {None}


TAMPERING = {
    "result": (
        "UPDATE match SET result = replace(result, '[1,2]', '[2,1]') WHERE block = 1 AND number = 1",
        "match 1.1",
    ),
    "seats": ("UPDATE match SET seated = '[1,0]' WHERE block = 1 AND number = 1", "block 1"),
    "table": ("UPDATE block SET entrants = '[1,2]' WHERE number = 1", "block 1"),
    "secret": (f"UPDATE meta SET value = '\"{'0' * 64}\"' WHERE key = 'secret'", "tournament"),
    "cut": ("DELETE FROM match WHERE block = 18", "block 18"),
    "left out": ("DELETE FROM block WHERE number = 18", "tournament"),
    "record": ("DELETE FROM record WHERE block = 2 AND number = 2", "match 2.2"),
    "exchanged": (
        "UPDATE record SET content = (SELECT content FROM record WHERE block = 5 AND number = 1) "
        "WHERE block = 4 AND number = 1",
        "match 4.1",
    ),
}


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_named(played, what):
    statement, where = TAMPERING[what]
    before = list(played.base.iterdump())
    played.base.execute(statement)
    assert list(played.base.iterdump()) != before
    assert where in [each.where for each in Audit(played) if each is not None]


def test_a_block_that_a_ladder_would_not_have_chosen_is_named(tmp_path):
    store = run(tmp_path, first="random", kind=LADDER, blocks=12)
    assert set(Audit(store)) == {None}
    store.base.execute("UPDATE block SET entrants = '[0,1]' WHERE number = 12 AND entrants <> '[0,1]'")
    store.base.execute("UPDATE block SET entrants = '[0,2]' WHERE number = 11 AND entrants <> '[0,2]'")
    assert {"block 11", "block 12"} & {each.where for each in Audit(store) if each is not None}
    store.base.execute("DELETE FROM block WHERE number = 5")
    assert "tournament" in {each.where for each in Audit(store) if each is not None}
    store.close()


def test_results_of_an_older_referee_are_read_and_gone_on_with(tmp_path, monkeypatch):
    """Their secret is not one that says what it was drawn for, and they have no times."""
    monkeypatch.setattr(runner, "drawn_secret", lambda about: new_secret())
    for seed in (None, "s"):
        path = tmp_path / f"{seed}.sqlite"
        run(tmp_path, path.name, seed=seed).close()
        base = sqlite3.connect(path, isolation_level=None)
        base.executescript("DROP TABLE thought; PRAGMA user_version = 2; DELETE FROM block WHERE number = 18;")
        base.executescript("DELETE FROM match WHERE block = 18; DELETE FROM record WHERE block = 18;")
        base.close()
        run(tmp_path, path.name, seed=seed, resume=True).close()
        code, said = command("audit", path)
        assert code == (3 if seed is None else 0)
        assert ("made by an older referee" in said) is (seed is None)
        assert command("standings", path)[0] == 0


def test_a_record_that_was_changed_is_named(played):
    content = played.record("3.1")
    changed = zlib.compress(content.replace(b'"turns":', b'"turns":1', 1))
    played.base.execute("UPDATE record SET content = ? WHERE block = 3 AND number = 1", (changed,))
    assert [each.where for each in Audit(played) if each is not None] == ["match 3.1"]


def test_compare_says_yes_no_and_undecided(tmp_path):
    game = load_definition(cup(tmp_path)).game
    assert compare(game, "random", "greedy", seed="1").verdict == "stronger"
    assert compare(game, "greedy", "random", seed="1").verdict == "not stronger"
    assert compare(game, "random", "random", seed="1", budget=3).verdict == "undecided"


def test_the_commands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, said = command("run", cup(tmp_path), "--seed", "s")
    assert code == 0
    assert "first" in said
    assert "isolation: none" in " ".join(said.split())
    results = tmp_path / "tournaments" / "results" / "cup.sqlite"
    code, said = command("standings", results, "--json", "s.json", "--csv", "s.csv")
    assert code == 0
    shown = json.loads((tmp_path / "s.json").read_text())
    assert shown["schema"] == "referee.standings/1"
    assert shown["lines"][0]["name"] == "first"
    assert (tmp_path / "s.csv").read_text().count("\n") == 4
    assert command("audit", results)[0] == 0
    assert command("record", results, "1.2", "-o", "m.jsonl")[0] == 0
    assert CliRunner().invoke(main, ["replay", "m.jsonl"]).exit_code == 0
    assert command("record", results, "99.1", "-o", "n.jsonl")[0] == 2
    assert not (tmp_path / "n.jsonl").exists()
    assert command("run", "none.toml")[0] == 2
    assert command("run", cup(tmp_path), "--seed", "s")[0] == 2
    base = sqlite3.connect(results)
    base.execute(TAMPERING["result"][0])
    base.commit()
    base.close()
    code, said = command("audit", results)
    assert code == 1
    assert "match 1.1: its result is not that of its record" in said
    for old, new, expected in (("random", "greedy", 0), ("greedy", "random", 1)):
        assert command("compare", old, new, "--game", "escalation", "--seed", "1")[0] == expected
    code, said = command("compare", "random", "random", "--game", "escalation", "--seed", "1", "--budget", "2")
    assert code == 3
    assert "undecided" in said


LOST = """\
import os
from pathlib import Path
from referee.bot import Bot
class Leaving(Bot):
    def answer(self, view, ask):
        mark = Path({mark!r})
        if {always} or not mark.exists():
            mark.touch()
            os._exit(1)
        return next(ask.options())
"""


def test_blocks_of_a_lost_worker_are_played_again(tmp_path):
    (tmp_path / "bot.py").write_text(LOST.format(mark=str(tmp_path / "mark"), always=False))
    store = run(tmp_path, first="trusted:bot.py", jobs=2)
    assert len(store.done()) == 18
    assert (tmp_path / "mark").exists()
    assert set(Audit(store)) == {None}


def test_a_worker_that_is_always_lost_is_reported(tmp_path):
    (tmp_path / "bot.py").write_text(LOST.format(mark=str(tmp_path / "mark"), always=True))
    with pytest.raises(Exception, match="a worker process was lost"):
        run(tmp_path, first="trusted:bot.py", jobs=2)

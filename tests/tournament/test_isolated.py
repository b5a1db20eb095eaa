"""Isolated entrants: files, folders and commands in jails, their faults, and what is refused beforehand."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.kernel.errors import BadInput
from referee.pool.jail import Isolation
from referee.tournament import playing
from referee.tournament.audit import Audit
from referee.tournament.comparing import compare
from referee.tournament.loading import load_definition
from referee.tournament.runner import run_tournament
from referee.tournament.standings import standings

ROOT = Path(__file__).parents[2]
HEAD = "from referee.bot import Bot\n"
FIRST = HEAD + "class First(Bot):\n    def answer(self, view, ask):\n        return next(ask.options())\n"
ILLEGAL = HEAD + "class Illegal(Bot):\n    def answer(self, view, ask):\n        return ['cards', ['Z']]\n"
JAIL = Isolation.BUBBLEWRAP.value


def cup(folder, *seats, blocks=1, more=""):
    entrants = "".join(f'[[entrant]]\nname = "e{n}"\nseat = "{seat}"\n' for n, seat in enumerate(seats))
    path = folder / "cup.toml"
    form = '[format]\nkind = "round-robin"\n'
    path.write_text(f'game = "escalation"\nplayers = 2\n{more}{form}blocks = {blocks}\n{entrants}')
    return load_definition(path)


def run(folder, *seats, isolated=True, seed="s", results="r.sqlite", jobs=1, **told):
    defined = cup(folder, *seats, **told)
    return run_tournament(defined, folder / results, seed=seed, isolated=isolated, jobs=jobs)


@pytest.mark.needs("bwrap")
def test_files_folders_and_commands_play_in_jails(tmp_path):
    (tmp_path / "first.py").write_text(FIRST)
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.toml").write_text('entry = "main.py"\nfiles = ["more.py"]\n')
    (tmp_path / "bot" / "main.py").write_text(
        HEAD + "import more\nclass M(Bot):\n    def answer(self, view, ask):\n        return more.pick(ask)\n"
    )
    (tmp_path / "bot" / "more.py").write_text("def pick(ask):\n    return next(ask.options())\n")
    store = run(tmp_path, "first.py", "bot/", "random", jobs=2)
    found = standings(store.meta(), store.blocks())
    assert found.with_faults == 0
    assert [each["isolation"] for each in found.about["entrants"]] == [JAIL, JAIL, "none"]
    assert all(told.startswith(JAIL) for told in json.loads(store.record("1.1").split(b"\n")[0])["isolation"])
    assert set(Audit(store)) == {None}
    store.base.execute("""UPDATE meta SET value = replace(value, '"isolation":"none"', '"isolation":"x"')""")
    assert "other isolation" in next(each for each in Audit(store) if each).message
    store.close()


@pytest.mark.needs("bwrap")
@pytest.mark.needs("node")
def test_a_command_finds_its_files_beside_the_definition(tmp_path):
    (tmp_path / "low.js").write_text((ROOT / "bots" / "escalation" / "low.js").read_text())
    store = run(tmp_path, "cmd:node low.js", "random")
    assert standings(store.meta(), store.blocks()).with_faults == 0
    store.close()


@pytest.mark.needs("bwrap")
def test_a_fault_is_told_with_the_match_and_the_answer(tmp_path):
    (tmp_path / "illegal.py").write_text(ILLEGAL)
    store = run(tmp_path, "illegal.py", "random")
    found = standings(store.meta(), store.blocks())
    last = found.lines[-1]
    assert last.name == "e0"
    assert last.faults == {"illegal": 2}
    assert last.first_fault.startswith("match 1.1: illegal: X-")
    assert "answered ['cards', ['Z']]" in last.first_fault
    record = store.record("1.1")
    assert b"['cards', ['Z']]" in record, "the answer that was rejected is in the record"
    store.close()


@pytest.mark.needs("bwrap")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import nothing_of_this_name\n", "cannot start: crash: ModuleNotFoundError"),
        ("x = (\n", "cannot start: crash: SyntaxError"),
        ("x = 1\n", "no subclass of referee.bot.Bot"),
    ],
)
def test_a_bot_that_cannot_start_is_reported_before_the_first_match(tmp_path, text, said):
    (tmp_path / "first.py").write_text(FIRST)
    (tmp_path / "broken.py").write_text(text)
    with pytest.raises(BadInput) as error:
        run(tmp_path, "first.py", "broken.py")
    assert str(error.value).startswith(f"{tmp_path / 'cup.toml'}:11: ")
    assert said in str(error.value)
    assert not (tmp_path / "r.sqlite").exists()
    with pytest.raises(BadInput, match=r"cup.toml:11: .*none.py: cannot be read: there is no such file"):
        run(tmp_path, "first.py", "none.py")


ONCE = (
    HEAD
    + "played = 0\nclass Once(Bot):\n    def start(self, info):\n        global played\n        played += 1\n"
    + "        if played > {most}: raise RuntimeError('again')\n"
    + "    def answer(self, view, ask):\n        return next(ask.options())\n"
)


@pytest.mark.needs("bwrap")
@pytest.mark.parametrize(("lifetime", "most", "matches"), [("match", 1, 0), ("block", 2, 0), ("block", 1, 2)])
def test_a_process_lives_as_long_as_the_definition_says(tmp_path, lifetime, most, matches):
    (tmp_path / "once.py").write_text(ONCE.format(most=most))
    store = run(tmp_path, "once.py", "random", blocks=2, more=f'lifetime = "{lifetime}"\n')
    faults = sum(sum(line.faults.values()) for line in standings(store.meta(), store.blocks()).lines)
    assert faults == matches
    store.close()


@pytest.mark.needs("bwrap")
def test_the_limits_of_the_definition_hold(tmp_path):
    (tmp_path / "slow.py").write_text(FIRST.replace("return", "import time; time.sleep(5); return"))
    store = run(tmp_path, "slow.py", "random", more="limits = { move = 0.2 }\n")
    assert standings(store.meta(), store.blocks()).lines[-1].faults == {"time": 2}
    assert json.loads(store.record("1.1").split(b"\n")[0])["limits"][0]["move"] == 0.2
    store.close()


NAMED = HEAD + (
    "class Named(Bot):\n    def start(self, info):\n        self.names = info.get('names')\n"
    "    def answer(self, view, ask):\n"
    "        assert self.names == {names}, self.names\n        return next(ask.options())\n"
)


@pytest.mark.parametrize(
    ("anonymous", "names"), [("true", "None"), ("false", "[['e0', 'e1'], ['e1', 'e0']][self.seat]")]
)
def test_bots_are_told_whom_they_play_only_where_the_definition_says_so(tmp_path, anonymous, names):
    (tmp_path / "named.py").write_text(NAMED.format(names=names))
    store = run(tmp_path, "trusted:named.py", "random", more=f"anonymous = {anonymous}\n")
    assert standings(store.meta(), store.blocks()).with_faults == 0
    store.close()


def test_without_isolation_the_results_say_so(tmp_path):
    (tmp_path / "first.py").write_text(FIRST)
    store = run(tmp_path, "first.py", "random", isolated=False)
    assert [each["isolation"] for each in store.meta()["definition"]["entrants"]] == ["none", "none"]
    assert standings(store.meta(), store.blocks()).with_faults == 0
    store.close()
    with pytest.raises(BadInput, match="entrant 'e0' had another isolation"):
        run_tournament(cup(tmp_path, "first.py", "random"), tmp_path / "r.sqlite", resume=True)


def test_where_bots_cannot_be_isolated_that_is_told(tmp_path, monkeypatch):
    (tmp_path / "first.py").write_text(FIRST)
    monkeypatch.setattr("referee.pool.jail.missing", lambda kind: "bubblewrap is not installed")
    with pytest.raises(BadInput, match="bubblewrap is not installed; --no-isolation runs them without"):
        run(tmp_path, "first.py", "random")
    assert not (tmp_path / "r.sqlite").exists()


@pytest.mark.needs("bwrap")
def test_compare_takes_isolated_bots_and_any_number_of_jobs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "illegal.py").write_text(ILLEGAL)
    game = cup(tmp_path, "random", "random").game
    one = compare(game, "./illegal.py", "random", seed="1")
    assert one.verdict == "stronger"
    assert compare(game, "./illegal.py", "random", seed="1", jobs=2).blocks == one.blocks
    (tmp_path / "broken.py").write_text("x = (\n")
    arguments = ["tournament", "compare", "random", "./broken.py", "--game", "escalation"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "./broken.py cannot start: crash: SyntaxError" in result.output


@pytest.mark.parametrize(("failures", "played"), [(2, True), (3, False)])
def test_a_match_that_the_host_failed_is_void_and_played_again(tmp_path, monkeypatch, failures, played):
    left = [failures]
    sound = playing.play_match

    def failing(*given, **told):
        if left[0]:
            left[0] -= 1
            raise OSError(24, "Too many open files")
        return sound(*given, **told)

    monkeypatch.setattr(playing, "play_match", failing)
    if not played:
        with pytest.raises(playing.HostFault, match=r"failed 3 times in a match: .*Too many open files"):
            run(tmp_path, "random", "random")
        return
    store = run(tmp_path, "random", "random")
    assert standings(store.meta(), store.blocks()).with_faults == 0
    assert set(Audit(store)) == {None}
    store.close()


@pytest.mark.long
@pytest.mark.needs("bwrap")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("path", sorted((ROOT / "tournaments").glob("*.toml")), ids=lambda path: path.stem)
def test_what_ships_runs_without_a_fault_and_is_audited(tmp_path, path):
    store = run_tournament(load_definition(path), tmp_path / "r.sqlite", jobs=2)
    found = standings(store.meta(), store.blocks())
    assert found.finished
    assert found.with_faults == found.void == 0
    assert set(Audit(store)) == {None}
    store.close()


SEEDED = HEAD + (
    "class Seeded(Bot):\n    def answer(self, view, ask):\n        self.note(f'chance {self.rng.random()}')\n"
    "        return next(ask.options())\n"
)


@pytest.mark.needs("bwrap")
def test_a_bot_has_other_chance_in_every_seating_of_a_block(tmp_path):
    """A copy of it must not know what chance the other had."""
    (tmp_path / "seeded.py").write_text(SEEDED)
    found = []
    for results in ("one.sqlite", "two.sqlite"):
        store = run(tmp_path, "seeded.py", "seeded.py", results=results)
        found.append([re.findall(rb"chance [0-9.]+", record) for *_, record in store.records()])
        store.close()
    assert found[0] == found[1], "seeded, it is the same again"
    first, second = map(set, found[0])
    assert first
    assert second
    assert not first & second

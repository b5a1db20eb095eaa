"""What lies in a jail: copies of its own, of what a bot needs and of nothing else."""

import json
import shutil
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.pool.bot_files import program_of
from referee.pool.jail import Isolation, jailed, missing
from referee.pool.limits import Limits
from referee.pool.program import Program
from referee.pool.seating import SeatFactory

LOOKING = """
import json, os
from referee.bot import Bot

class Looking(Bot):
    done = False

    def answer(self, view, ask):
        if not self.done:
            self.done = True
            found = {}
            for home, folders, names in os.walk("/"):
                for name in [*folders, *names]:
                    there = os.lstat(os.path.join(home, name))
                    found[os.path.join(home, name)] = [there.st_dev, there.st_ino]
            paths = list(found)
            for begin in range(0, len(paths), 8):
                self.note(json.dumps({path: found[path] for path in paths[begin : begin + 8]}))
            """
IMAGINING = "position = view.imagine(self.rng); assert position.table() is not None"


def looked(path: Path, game: str, seats: int = 1) -> list[dict[str, list[int]]]:
    """What each of some bots at a table sees of files: its device and its number there, by path."""
    rules = find_game(game)
    with SeatFactory(str(path), rules, []) as factory:
        bots = [factory.seat(seat_rng(b"", number)) for number in range(seats)]
        others = [RandomSeat(seat_rng(b"x", number)) for number in range(2 - seats)]
        result = play_match(rules(2), [*bots, *others], secret=b"s" * 32, turn_cap=4)
    assert not result.data["faults"], result.data["faults"]
    found: list[dict[str, list[int]]] = []
    for bot in bots:
        files: dict[str, list[int]] = {}
        for note in bot.notes:  # type: ignore[attr-defined]
            files |= json.loads(note)
        found.append(files)
    return found


@pytest.fixture(autouse=True)
def jails() -> None:
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")


@pytest.fixture
def looking(tmp_path: Path) -> Path:
    bot = tmp_path / "looking.py"
    bot.write_text(f"{LOOKING}{IMAGINING}\n        return next(ask.options())\n")
    return bot


def test_a_bot_sees_nothing_of_this_machine(looking: Path) -> None:
    (files,) = looked(looking, "escalation")
    ours = ("/bot", "/dev", "/lib", "/lib64", "/python", "/sdk", "/sdk.zip", "/tmp")
    assert {f"/{path.split('/')[1]}" for path in files} <= {*ours}
    assert "/bot/looking.py" in files
    assert {path for path in files if path.startswith("/sdk/referee/games/")} == {
        f"/sdk/referee/games/escalation{each}"
        for each in ("", "/__init__.py", "/readings.toml", "/rulebook.md", "/rules.py", "/bots", "/bots/greedy.py")
    }


def test_the_standard_library_is_there(tmp_path: Path) -> None:
    """The sound twin: what a bot may sensibly need is in its jail too."""
    names = "argparse array ast base64 bisect bz2 calendar cmath collections concurrent.futures contextlib copy csv "
    names += "ctypes dataclasses datetime decimal difflib enum fractions functools gc glob graphlib gzip hashlib heapq "
    names += "hmac inspect io itertools json keyword locale logging lzma math mmap numbers operator os pathlib pickle "
    names += "platform pprint queue random re resource sched secrets select shelve signal statistics string struct sys "
    names += (
        "tempfile textwrap threading time timeit tokenize tomllib traceback types typing unicodedata unittest.mock "
    )
    names += "uuid warnings weakref xml.etree.ElementTree zipfile zlib"
    left_out = {"shelve"}  # it keeps things in databases
    bot = tmp_path / "importing.py"
    bot.write_text(
        "import importlib, hashlib\nfrom referee.bot import Bot\n"
        f"for name in {sorted(set(names.split()) - left_out)!r}:\n    importlib.import_module(name)\n"
        "assert hashlib.sha256(b'x').hexdigest().startswith('2d711642')\n"
        "class Importing(Bot):\n    def answer(self, view, ask):\n        return next(ask.options())\n"
    )
    game = find_game("escalation")
    with SeatFactory(str(bot), game, []) as factory:
        seat = factory.seat(seat_rng(b"", 0))
        result = play_match(game(2), [seat, RandomSeat(seat_rng(b"x", 1))], secret=b"s" * 32, turn_cap=2)
    assert not result.data["faults"], result.data["faults"]
    assert not seat.log  # type: ignore[attr-defined]


def test_two_bots_see_no_file_in_common(looking: Path) -> None:
    """Who waits at an address of a file, or asks which of its pages lie in memory, learns of nobody else."""
    one, other = looked(looking, "escalation", seats=2)
    assert set(one) == set(other)
    both = {tuple(each) for path, each in one.items()} & {tuple(each) for each in other.values()}
    assert {path for path in one if tuple(one[path]) in both} == {
        f"/dev/{device}" for device in ("null", "full", "random", "urandom")
    }


def test_a_game_in_a_flat_folder_shows_its_rules_alone(tmp_path: Path, looking: Path) -> None:
    """And its policy, the bot ``greedy``. Its results have the secret of the tournament, and other bots are rivals."""
    folder = tmp_path / "escalation"
    shutil.copytree(Path(str(find_game("escalation").__module__ and __import__("referee").__file__)).parent
                    / "games" / "escalation", folder)  # fmt: skip
    (folder / "helper.py").write_text("LED = 1\n")
    (folder / "rules.py").write_text((folder / "rules.py").read_text() + "\nfrom .helper import LED as _LED\n")
    (folder / "cup.sqlite").write_text("secret")
    (folder / "rival.py").write_text("# how I win")
    (folder / "bots").mkdir()
    (folder / "bots" / "rival.py").write_text("# how I win")
    (files,) = looked(looking, str(folder))
    names = {path.removeprefix("/game/escalation/") for path in files if path.startswith("/game/escalation/")}
    rules = {"__init__.py", "helper.py", "readings.toml", "rulebook.md", "rules.py"}
    assert names == rules | {"bots", "bots/greedy.py"}


@pytest.mark.parametrize("kind", Isolation)
def test_whoever_puts_files_into_a_jail_looks_at_their_places(tmp_path: Path, kind: Isolation) -> None:
    """The path that came out of a bot's folder when names were taken as they stood."""
    before = sorted(tmp_path.iterdir())
    for path in (f"/bot/../../oldroot{tmp_path}/x", f"/bot/..{tmp_path}/x", f"{tmp_path}/x", "/bot//x", "/bot/./x"):
        with pytest.raises(BadInput, match="no place for a file of a bot"):
            jailed(Program(("/usr/bin/true",), ((path, b"x"),)), Limits(), kind)
    assert sorted(tmp_path.iterdir()) == before


def test_a_link_leads_a_bots_folder_to_no_file_of_the_host(tmp_path: Path) -> None:
    """The folder that wrote to the host: it was looked at where links lead, and used as it was written."""
    made, victim = tmp_path / "bot", tmp_path / "victim"
    (made / "b/c/d").mkdir(parents=True)
    (made / "a").symlink_to("b/c/d")
    inside = made / f"b/oldroot{tmp_path}"
    inside.mkdir(parents=True)
    (inside / "victim").write_text("owned")
    (made / "bot.py").write_text("")
    name = f"a/../../oldroot{victim}"
    assert (made / name).resolve().is_relative_to(made)
    (made / "bot.toml").write_text(f'entry = "bot.py"\nfiles = ["{name}"]')
    with pytest.raises(BadInput, match="does not go straight down"):
        program_of(str(made), "escalation", [])
    assert not victim.exists()


def test_what_a_folder_shares_is_shown_as_it_is(tmp_path: Path, looking: Path) -> None:
    """The sound twin of having everything copied: a language may need folders of the system."""
    shared = next(
        folder
        for folder in sorted(Path("/usr/share").iterdir())
        if folder.is_dir() and not folder.is_symlink() and 0 < len(list(folder.rglob("*"))) < 50
    )
    (tmp_path / "bot").mkdir()
    shutil.copy(looking, tmp_path / "bot/bot.py")
    (tmp_path / "bot/bot.toml").write_text(f'entry = "bot.py"\nshared = ["{shared}"]')
    (files,) = looked(tmp_path / "bot", "escalation")
    assert any(path.startswith(f"{shared}/") for path in files)


@pytest.mark.parametrize("name", ["a plain one", "♥", "back\\slash", "a line\nand another", "x" * 195, "-rf"])
def test_a_game_plays_from_a_folder_of_any_name(tmp_path: Path, looking: Path, name: str) -> None:
    """Such a name was refused in the middle of a command, as if a bot had chosen it."""
    rules = Path(str(__import__("referee").__file__)).parent / "games/escalation"
    shutil.copytree(rules, tmp_path / name)
    (files,) = looked(looking, str(tmp_path / name))
    there = {path.rpartition("/")[2] for path in files if path.startswith("/game/")}
    assert {"rules.py", "rulebook.md"} < there

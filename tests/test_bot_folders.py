"""Files and folders of bots that are not what they seem: one clear line, and nothing is read, waited for or begun."""

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.kernel.errors import BadInput
from referee.pool.seating import program_of

BOT = b"""
from referee.bot import Bot

class Mine(Bot):
    def answer(self, view, ask):
        return next(ask.options())
"""


def folder(path: Path, toml: str = 'entry = "bot.py"') -> Path:
    path.mkdir()
    (path / "bot.toml").write_text(toml)
    (path / "bot.py").write_bytes(BOT)
    (path.parent / "outside.py").write_bytes(BOT)
    return path


def linked(made: Path, name: str, target: str) -> None:
    (made / name).unlink(missing_ok=True)
    (made / name).symlink_to(target)


def fifo(made: Path) -> None:
    (made / "bot.py").unlink()
    os.mkfifo(made / "bot.py")


def bound(made: Path) -> None:
    (made / "bot.py").unlink()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(made / "bot.py"))


def sparse(made: Path) -> None:
    with (made / "bot.py").open("wb") as file:
        file.truncate(1 << 40)


def many(made: Path) -> None:
    names = [f"{number}.bin" for number in range(20)]
    for name in names:
        (made / name).write_bytes(bytes(1 << 20))
    (made / "bot.toml").write_text(f'entry = "bot.py"\nfiles = {names!r}')


def above(made: Path) -> None:
    linked(made, "x", "..")
    (made / "bot.toml").write_text('entry = "x/outside.py"')


def no_text(made: Path) -> None:
    (made / "bot.toml").write_bytes(b"\xff\xfe")


WRONG: dict[str, tuple[Callable[[Path], None] | str, str]] = {
    "an absolute entry": ('entry = "/etc/passwd"', "'/etc/passwd' leads out of the bot's folder: put a copy"),
    "an entry above": ('entry = "../outside.py"', "'../outside.py' leads out of the bot's folder"),
    "a file above": ('entry = "bot.py"\nfiles = ["x/../../outside.py"]', "leads out of the bot's folder"),
    "an entry that is a link out": (lambda made: linked(made, "bot.py", "../outside.py"), "'bot.py' leads out"),
    "a link to a secret": (lambda made: linked(made, "bot.py", "/etc/hostname"), "'bot.py' leads out"),
    "bot.toml itself a link out": (lambda made: linked(made, "bot.toml", "/etc/hostname"), "'bot.toml' leads out"),
    "a folder that is a link out": (above, "'x/outside.py' leads out"),
    "links in a ring": (lambda made: linked(made, "bot.py", "bot.py"), "bot.py"),
    "a link to nothing": (lambda made: linked(made, "bot.py", "missing.py"), "there is no file missing.py"),
    "a pipe": (fifo, "bot.py is a pipe, a socket or a device: a bot's files are ordinary files"),
    "a socket": (bound, "bot.py is a pipe, a socket or a device"),
    "a folder as entry": ('entry = "."', "is a folder: a bot's files are ordinary files"),
    "a terabyte": (sparse, "bot.py has more than 16 MiB"),
    "too much together": (many, "more than 16 MiB together"),
    "too many files": (f"entry = 'bot.py'\nfiles = {['bot.py'] * 1000!r}", "names 1000 files; 200 are allowed"),
    "a null byte": ('entry = "bot\\u0000.py"', "leads nowhere"),
    "no bot.toml": (lambda made: (made / "bot.toml").unlink(), 'has a file bot.toml, which says entry = "bot.py"'),
    "no TOML": ("entry =", "bot.toml cannot be read"),
    "no text": (no_text, "bot.toml cannot be read"),
    "TOML without end": ("x = " + "[" * 100_000, "bot.toml cannot be read"),
    "another key": ('entry = "bot.py"\nrun = "sh"', "has 'run', which means nothing"),
    "an entry that is no text": ("entry = 5", 'entry = "bot.py"'),
    "no such interpreter": ('entry = "bot.py"\ninterpreter = "no-such-program"', "no program 'no-such-program'"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_folder_that_is_not_what_it_seems(tmp_path: Path, wrong: str) -> None:
    change, why = WRONG[wrong]
    made = folder(tmp_path / "bot", change if isinstance(change, str) else 'entry = "bot.py"')
    if callable(change):
        change(made)
    began = time.process_time()
    with pytest.raises(BadInput) as error:
        program_of(str(made), "escalation", [])
    assert why in str(error.value)
    assert "\n" not in str(error.value)
    assert time.process_time() - began < 1


@pytest.mark.parametrize("entry", ["bot.py", "./bot.py", "sub/bot.py", "sub/../bot.py", "link.py"])
def test_a_folder_is_read_as_it_is(tmp_path: Path, entry: str) -> None:
    """The sound twin: whatever stays in the folder, links in it included, is copied under its plain name."""
    made = folder(tmp_path / "bot", f'entry = "{entry}"\nfiles = ["sub/data.txt"]')
    (made / "sub").mkdir()
    (made / "sub/bot.py").write_bytes(BOT)
    (made / "sub/data.txt").write_bytes(b"1")
    (made / "link.py").symlink_to("bot.py")
    program = program_of(str(made), "escalation", [])
    assert program is not None
    assert dict(program.files) == {f"/bot/{os.path.normpath(entry)}": BOT, "/bot/sub/data.txt": b"1"}


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "ring"])
def test_a_file_that_is_none(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "bot.py"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "ring":
        path.symlink_to(path)
    else:
        path.mkdir()
    result = CliRunner().invoke(main, ["play", "escalation", "--seats", f"{path},random"])
    assert result.exit_code == 2, result.output
    assert len(result.output.strip().splitlines()) == 1
    assert "bot.py" in result.output


@pytest.mark.parametrize("command", ["play", "check"])
def test_commands_say_it_in_one_line(tmp_path: Path, command: str) -> None:
    made = folder(tmp_path / "bot", 'entry = "/etc/passwd"')
    words = ["play", "escalation", "--seats", f"{made},random"]
    if command == "check":
        words = ["bot", "check", str(made), "--game", "escalation"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2, result.output
    assert len(result.output.strip().splitlines()) == 1
    assert "leads out of the bot's folder: put a copy" in result.output

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
from referee.pool.bot_files import program_of

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
    (path / "sub").mkdir()
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
    "an absolute entry": ('entry = "/etc/passwd"', "'/etc/passwd', which is an absolute path: name files of the"),
    "an entry above": ('entry = "../outside.py"', "'../outside.py', which does not go straight down"),
    "a file above": ('entry = "bot.py"\nfiles = ["x/../../outside.py"]', "which does not go straight down"),
    "an entry that is a link out": (
        lambda made: linked(made, "bot.py", "../outside.py"),
        "'bot.py' leads over a link (bot.py): put a copy",
    ),
    "a link to a secret": (
        lambda made: linked(made, "bot.py", "/etc/hostname"),
        "'bot.py' leads over a link (bot.py): put a copy",
    ),
    "bot.toml itself a link out": (
        lambda made: linked(made, "bot.toml", "/etc/hostname"),
        "'bot.toml' leads over a link",
    ),
    "a folder that is a link out": (above, "'x/outside.py' leads over a link (x)"),
    "links in a ring": (lambda made: linked(made, "bot.py", "bot.py"), "leads over a link"),
    "a link to nothing": (lambda made: linked(made, "bot.py", "missing.py"), "leads over a link"),
    "a pipe": (fifo, "a socket, a device or a link, and a bot's file is an ordinary file"),
    "a socket": (bound, "bot.py: cannot be read: it is a pipe, a socket, a device or a link"),
    "a folder as entry": ('entry = "sub"', "sub: cannot be read: it is a folder"),
    "a terabyte": (sparse, "bot.py: it has more than 16 MiB"),
    "too much together": (many, "more than 16 MiB together"),
    "too many files": (f"entry = 'bot.py'\nfiles = {['bot.py'] * 1000!r}", "names 1000 files; 200 are allowed"),
    "a null byte": ('entry = "bot\\u0000.py"', "characters that no name of a file may have"),
    "no bot.toml": (lambda made: (made / "bot.toml").unlink(), 'has a file bot.toml, which says entry = "bot.py"'),
    "no TOML": ("entry =", "bot.toml:1: this is no TOML"),
    "no text": (no_text, "bot.toml: cannot be read"),
    "TOML without end": ("x = " + "[" * 100_000, "bot.toml: cannot be read: it is nested too deep"),
    "another key": ('entry = "bot.py"\nrun = "sh"', "has 'run', which means nothing"),
    "an entry that is no text": ("entry = 5", 'entry = "bot.py"'),
    "a name with a line of its own": ('entry = "bot\\n.py"', "characters that no name of a file may have"),
    "a name from another system": ('entry = "sub\\\\bot.py"', "characters that no name of a file may have"),
    "a name without end": (f'entry = "{"x" * 300}.py"', "is longer than 200 bytes"),
    "no name": ('entry = ""', "characters that no name of a file may have"),
    "two slashes": ('entry = "sub//bot.py"', "does not go straight down"),
    "a file that is a folder too": (
        'entry = "bot.py"\nfiles = ["bot.py/x"]',
        "x: cannot be read: Not a directory",
    ),
    "an interpreter with a path": ('entry = "bot.py"\ninterpreter = "/etc/passwd"', "by its name alone"),
    "an interpreter beside it": ('entry = "bot.py"\ninterpreter = "../x"', "by its name alone"),
    "a folder of the user shared": ('entry = "bot.py"\nshared = ["/root"]', "is to be a folder below /usr"),
    "a folder of the user shared by detour": (
        'entry = "bot.py"\nshared = ["/usr/../root"]',
        "below /usr, over no link",
    ),
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


@pytest.mark.parametrize("entry", ["bot.py", "./bot.py", "sub/bot.py", "sub/it's a b-o.t ♥.py"])
def test_a_folder_is_read_as_it_is(tmp_path: Path, entry: str) -> None:
    """The sound twin: whatever lies in the folder is copied under its plain name."""
    made = folder(tmp_path / "bot", f'entry = "{entry}"\nfiles = ["sub/data.txt"]')
    (made / "sub/bot.py").write_bytes(BOT)
    (made / "sub/data.txt").write_bytes(b"1")
    (made / "sub/it's a b-o.t ♥.py").write_bytes(BOT)
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
    assert "which is an absolute path: name files of the bot's folder" in result.output


ABSURD = {
    "a name without end": f"./{'a' * 300}.py",
    "folders without end": f"./{'a/' * 3000}x.py",
    "a program without end": f"cmd:/{'a' * 300}",
    "a path of a program without end": f"cmd:./{'b/' * 3000}x",
    "words without end": f"cmd:sh -c '{'z' * 140_000}'",
    "a null byte": "cmd:sh -c \0",
    "a trusted name without end": f"trusted:./{'a' * 300}",
    "folders that are shared without end": "./sharing",
}


@pytest.mark.parametrize("what", ABSURD)
def test_an_absurd_name_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """These ended in a traceback: the system itself refuses such names, and so long a command."""
    folder(tmp_path / "sharing", f'entry = "bot.py"\nshared = {["/usr/share"] * 60_000!r}')
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["play", "escalation", "--seats", f"{ABSURD[what]},random"])
    assert result.exit_code == 2, result.output
    assert len(result.output.strip().splitlines()) == 1


def test_a_long_command_is_played(tmp_path: Path) -> None:
    """The sound twin."""
    made = folder(tmp_path / "bot")
    program = program_of(f"cmd:sh -c '{'z' * 90_000}' {made}/bot.py", "escalation", [])
    assert program is not None
    assert dict(program.files) == {"/bot/bot.py": BOT}

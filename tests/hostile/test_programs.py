"""Programs that ``cmd:`` names: they are read as data here, and nothing of them runs, or is written, on the host."""

import os
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from referee.kernel.errors import BadInput
from referee.pool.bot_files import program_of
from referee.pool.jail import Isolation, jailed, missing
from referee.pool.limits import Limits
from referee.pool.process import BotProcess, now
from referee.pool.program import Program

LOADER = b"/lib64/ld-linux-x86-64.so.2\0"


def executable(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    path.chmod(0o755)
    return path


def parts(*each: tuple[int, int, int, int], number: int | None = None, size: int = 56, start: int = 64) -> bytes:
    """The head of a compiled program: kinds, offsets, addresses and lengths of its parts."""
    head = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, start, 0, 0, 64, size,
                                                         len(each) if number is None else number, 0, 0, 0)  # fmt: skip
    return head + b"".join(struct.pack("<IIQQQQQQ", kind, 5, o, a, a, n, n, 1) for kind, o, a, n in each)


def naming(name: bytes) -> bytes:
    """One that is linked to a library of that name."""
    texts, dynamic = 300, 300 + len(name) + 2
    content = parts((1, 0, 0, 1 << 20), (2, dynamic, dynamic, 48), (3, 240, 240, len(LOADER)))
    content = content.ljust(240, b"\0") + LOADER
    content = content.ljust(texts, b"\0") + b"\0" + name + b"\0"
    return content + struct.pack("<QQQQQQ", 5, texts, 1, 1, 0, 0)


HOSTILE: dict[str, bytes] = {
    "nothing behind its head": b"\x7fELF\x02\x01",
    "half a head": parts()[:40],
    "more parts than there are": parts((1, 0, 0, 1), number=65535),
    "parts behind its end": parts((1, 0, 0, 1), start=1 << 40),
    "parts before its beginning": parts((1, 0, 0, 1), start=(1 << 64) - 8),
    "a loader of its own": parts((3, 120, 0, 20)) + b"/tmp/evil-loader\0\0\0\0",
    "a loader that is no text": parts((3, 120, 0, 20)) + b"\xff" * 20,
    "a loader without end": parts((3, 120, 0, 1 << 62)) + b"A" * (1 << 20),
    "a library by its path": naming(b"/tmp/evil.so"),
    "a library beside it": naming(b"$ORIGIN/evil.so"),
    "a library with a line of its own": naming(b"libc.so.6\nlibm.so.6"),
    "two libraries in one name": naming(b"libc.so.6:/tmp/evil.so"),
    "a library that is not there": naming(b"libno-such-library.so.1"),
    "names of libraries nowhere": parts((2, 120, 0, 32)) + struct.pack("<QQQQ", 5, 1 << 50, 1, 7),
    "a script without a program": b"#!\n",
    "a script of a null byte": b"#!/usr/bin/\0sh\n",
    "a script of a program of its own": b"#!./evil\n",
    "a script of the program that env finds nowhere": b"#!/usr/bin/env -S evil\n",
    "a script without end": b"#!" + b"/x" * (1 << 20),
    "no program": b"hello",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_program_that_is_none_is_told_in_one_line(tmp_path: Path, what: str) -> None:
    bot = executable(tmp_path / "bot", HOSTILE[what])
    with pytest.raises(BadInput) as error:
        program_of(f"cmd:{bot}", "escalation", [])
    assert str(bot) in str(error.value)
    assert str(error.value).replace("\ufffd", "").isprintable()
    assert len(str(error.value)) < 500 + len(str(bot))


def test_a_terabyte_is_no_program(tmp_path: Path) -> None:
    bot = executable(tmp_path / "bot", b"\x7fELF\x02\x01")
    with bot.open("r+b") as file:
        file.truncate(1 << 40)
    with pytest.raises(BadInput, match="has more than 256 MiB"):
        program_of(f"cmd:{bot}", "escalation", [])


EVIL = """
#include <stdio.h>
unsigned int la_version(unsigned int version) { fclose(fopen("PLACE", "w")); return version; }
__attribute__((constructor)) static void here(void) { fclose(fopen("PLACE", "w")); }
"""


@pytest.mark.parametrize("way", ["--audit", "--depaudit"])
def test_looking_what_a_program_needs_runs_nothing_of_it(tmp_path: Path, way: str) -> None:
    """The system's loader runs libraries that are named for audit, also where it is only asked for a list."""
    if shutil.which("gcc") is None:
        pytest.skip("NOT RUN: there is no gcc")
    marked, evil = tmp_path / "marked", tmp_path / "evil.so"
    (tmp_path / "evil.c").write_text(EVIL.replace("PLACE", str(marked)))
    (tmp_path / "bot.c").write_text("int main() { return 0; }")
    subprocess.run(["gcc", "-shared", "-fPIC", "evil.c", "-o", "evil.so"], cwd=tmp_path, check=True)
    subprocess.run(["gcc", "bot.c", "-o", "bot", f"-Wl,{way}={evil}"], cwd=tmp_path, check=True)
    assert program_of(f"cmd:{tmp_path / 'bot'}", "escalation", []) is not None
    assert not marked.exists()
    subprocess.run([tmp_path / "bot"], check=False)
    assert marked.exists(), "it would run where nothing stops it"


def detour(folder: Path) -> tuple[str, Path]:
    """A path that leads to a program of the system, and out of a jail that is filled as the path is written."""
    ups = len(folder.parts) + 1
    deep, victim = folder.joinpath("deep", *["d"] * ups), folder / "victim"
    deep.mkdir(parents=True)
    victim.write_text("precious")
    (folder / "link").symlink_to(deep)
    there = folder / "deep" / f"oldroot{victim}"
    there.parent.mkdir(parents=True)
    there.symlink_to("/bin/sh")
    path = f"{folder}/link/{'../' * ups}oldroot{victim}"
    assert Path(path).resolve() == Path("/bin/sh").resolve()
    return path, victim


@pytest.mark.parametrize("line", ["#!{}\n", "#!/usr/bin/env {}\n"])
def test_the_first_line_of_a_script_leads_nowhere(tmp_path: Path, line: str) -> None:
    """It was looked at where links lead, and used as it was written: what lay there was written over, by root."""
    path, victim = detour(tmp_path)
    bot = executable(tmp_path / "bot.sh", line.format(path).encode())
    with pytest.raises(BadInput, match="which is no program of the system"):
        program_of(f"cmd:{bot}", "escalation", [])
    assert victim.read_text() == "precious"


@pytest.mark.parametrize("kind", [Isolation.BUBBLEWRAP, Isolation.LANDLOCK])
@pytest.mark.parametrize("path", ["/usr/bin/../../oldroot/x", "//oldroot/x", "x", "/usr/./x", "/a/.."])
def test_whoever_fills_a_jail_looks_at_every_place(kind: Isolation, path: str) -> None:
    with pytest.raises(BadInput, match="no place in a jail"):
        jailed(Program(("/x",), programs=(("/bin/sh", path),)), Limits(), kind)


# Landlock does not hold root.
@pytest.mark.parametrize("kind", [each for each in Isolation if os.getuid() or each is not Isolation.LANDLOCK])
def test_programs_of_the_system_and_copies_of_them_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Isolation
) -> None:
    """The sound twin: with their libraries, and scripts with what they name."""
    if reason := missing(kind):
        pytest.skip(f"NOT RUN: {reason}")
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("NOT RUN: there is no bash")
    copy = executable(tmp_path / "copy", Path(bash).read_bytes())
    script = executable(tmp_path / "script", f"#!{bash}\necho here\nread line\n".encode())
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    executable(tmp_path / "my-own-language", copy.read_bytes())
    for words in (
        "cmd:my-own-language -c 'echo here; read line'",
        f"cmd:{copy} -c 'echo here; read line'",
        f"cmd:{script}",
        "cmd:bash -c 'echo here; read line'",
    ):
        program = program_of(words, "escalation", [])
        assert program is not None
        process = BotProcess(program, Limits(), kind)
        try:
            assert process.receive(now() + 10) == b"here"
        finally:
            process.close()

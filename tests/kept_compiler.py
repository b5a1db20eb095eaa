"""A compiler that keeps what it made: ``kept_compiler.py FOLDER [-O0] COMPILER … -o MADE SOURCE``.

Tests compile the same rules again and again, each in a folder of its own. ``own_state`` (tests/conftest.py) puts this
before the compiler of the machine; what one test has compiled the others take from FOLDER. With ``-O0`` nothing
is optimised, whatever the flags say: tests play most rules for less time than that would take. g++ then has the headers
of C++ translated beforehand, which are a third of what is left.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def main(folder: Path, command: Sequence[str]) -> int:
    if command[:1] == ["-O0"]:
        command = ["-O0" if each in ("-O2", "-O3") else each for each in command[1:]]
    if len(command) < 3 or command[-3] != "-o":
        return subprocess.run(command, check=False).returncode
    *flags, _, made, source = command
    text = Path(source).read_bytes()
    kept = folder / hashlib.sha256("\0".join(flags).encode() + text).hexdigest()
    if kept.exists():
        shutil.copy(kept, made)
        return 0
    headers = headers_of(folder, flags, text) if "-O0" in flags and command[0] == "g++" else []
    done = subprocess.run([*flags, *headers, "-o", made, source], check=False)
    if not done.returncode:
        put(Path(made), kept)
    return done.returncode


def headers_of(folder: Path, flags: Sequence[str], text: bytes) -> list[str]:
    """The flags that have g++ take the headers of a text as they were translated for the first of all texts."""
    named = b"\n".join(sorted({line.strip() for line in text.splitlines() if line.startswith(b"#include <")}))
    header = folder / f"{hashlib.sha256(repr(flags).encode() + named).hexdigest()}.hpp"
    translated = header.with_suffix(".hpp.gch")
    if not translated.exists():
        header.write_bytes(named)
        own = header.with_suffix(f".{os.getpid()}.gch")
        if subprocess.run([*flags, "-x", "c++-header", "-o", own, header], capture_output=True, check=False).returncode:
            return []
        os.replace(own, translated)
    return ["-include", str(header)]


def put(made: Path, kept: Path) -> None:
    """Two tests may make the same at once."""
    beside = kept.with_suffix(f".{os.getpid()}")
    shutil.copy(made, beside)
    os.replace(beside, kept)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))

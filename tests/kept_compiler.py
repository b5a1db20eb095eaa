"""A compiler that keeps what it made: ``kept_compiler.py FOLDER [-O0] COMPILER … -o MADE SOURCE``.

Tests compile the same rules again and again, each in a folder of its own. ``own_state`` (tests/conftest.py) puts this
before the compiler of the machine; what one test has compiled the others take from FOLDER. With ``-O0`` nothing
is optimised, whatever the flags say: tests play most rules for less time than that would take.
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
    name = hashlib.sha256("\0".join(flags).encode() + Path(source).read_bytes()).hexdigest()
    kept = folder / name
    if not kept.exists():
        done = subprocess.run(command, check=False)
        if done.returncode:
            return done.returncode
        beside = folder / f"{name}.{os.getpid()}"
        shutil.copy(made, beside)
        os.replace(beside, kept)  # two tests may compile the same at once
    else:
        shutil.copy(kept, made)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))

"""Runs tests on the other Pythons that are here: `python -m tests.pythons [--all]`.

Each of them gets a virtual environment of its own that lasts as long as its tests. Without ``--all`` the tests are
those of QUICK.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "tests" / "constraints.txt"
"""Made by ``python -m tests.constraints``."""
VERSIONS = ("3.11", "3.12", "3.13")
QUICK = (
    "tests/rules/test_bpoker_examples.py",
    "tests/rules/test_effervesce_examples.py",
    "tests/rules/test_escalation.py",
    "tests/rules/test_five_crowns.py",
    "tests/rules/test_fscking_ace.py",
    "tests/test_cli_play.py",
    "tests/test_explore.py",
    "tests/test_imagine.py",
    "tests/test_deck_limits.py",
    "tests/test_orders.py",
    "tests/test_protocol.py",
    "tests/test_clause_coverage.py",
    "tests/test_saving.py",
    "tests/test_scalars.py",
    "tests/test_spaces.py",
    "tests/test_starting.py",
    "tests/test_tape.py",
    "tests/test_undoing.py",
    "tests/prove/test_operations.py",
    "tests/prove/test_negative.py",
    "tests/hostile/test_jail_files.py",
)
"""The kernel, the rules of all games, records, play, exploring, a few proofs, jails."""
NEEDED = ("coverage", "cvc5", "distributed", "jsonschema", "pytest-cov", "pytest-timeout", "pytest-xdist")
"""Of what the tests want, what those of QUICK use."""

ASK = "import ensurepip, sys, venv; print(*sys.version_info[:2], sep='.')"


def candidates(version: str, environment: Mapping[str, str]) -> Iterator[Path]:
    """Where a Python of that version may lie: on the path, and where pyenv puts it."""
    for folder in environment.get("PATH", "").split(os.pathsep):
        yield Path(folder, f"python{version}")
    pyenv = Path(environment.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"))


def works(python: Path, version: str) -> bool:
    """Whether it starts, is of that version and can make an environment: a shim of pyenv may do nothing of it."""
    try:
        done = subprocess.run([python, "-c", ASK], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and done.stdout.strip() == version


def find_python(version: str, environment: Mapping[str, str] = os.environ) -> Path | None:
    return next((each for each in candidates(version, environment) if each.exists() and works(each, version)), None)


def wanted(everything: bool) -> list[str]:
    """What to install, beside the project itself."""
    if everything:
        return ["-e", ".[test]"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tests = project["optional-dependencies"]["test"]
    return ["-e", ".", *[each for each in tests if re.split(r"[^a-z0-9-]", each)[0] in NEEDED]]


def tests_succeed(python: Path, tests: Sequence[str], installed: Sequence[str]) -> bool:
    """Whether the tests succeed there, in an environment that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="referee-python-") as folder:
        own = Path(folder, "bin", "python")
        commands: list[Sequence[str | Path]] = [
            [python, "-m", "venv", folder],
            [own, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-c", PINS, *installed],
            [own, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", "--dist", "worksteal", *tests],
        ]
        return all(subprocess.run(command, cwd=ROOT).returncode == 0 for command in commands)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.pythons", description="Runs tests on the other Pythons that are here.", allow_abbrev=False
    )
    parser.add_argument("--all", action="store_true", help="all tests, those marked long too")
    options = parser.parse_args(arguments)

    running = "{}.{}".format(*sys.version_info)
    tests = ["-m", "long or not long"] if options.all else list(QUICK)
    told: list[str] = []
    failed = False
    for version in VERSIONS:
        if version == running:
            told.append(f"Python {version}  tested by the command of README.md")
            continue
        python = find_python(version)
        if python is None:
            told.append(f"Python {version}  not here")
            continue
        print(f"\n=== Python {version}: {python} ===", flush=True)
        began = time.monotonic()
        succeeded = tests_succeed(python, tests, wanted(options.all))
        failed |= not succeeded
        told.append(f"Python {version}  {'ok' if succeeded else 'FAILED'}, {time.monotonic() - began:.1f} s")
    print("", *told, sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

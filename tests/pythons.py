"""Runs tests on the other Pythons that are here: `python -m tests.pythons [--all]`.

Each of them gets a virtual environment of its own that lasts as long as its tests, all of them at the same time.
Without ``--all`` the tests are those of QUICK, on the newest of them: what works there and here works between.
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
from concurrent.futures import ThreadPoolExecutor, as_completed
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
    "tests/test_orders.py",
    "tests/test_protocol.py",
    "tests/test_saving.py",
    "tests/test_scalars.py",
    "tests/test_spaces.py",
    "tests/test_tape.py",
    "tests/test_undoing.py",
    "tests/native/test_idioms.py",
    "tests/kept/test_dependencies.py",
    "tests/prove/test_negative.py",
    "tests/hostile/test_jail_files.py",
)
"""The kernel, the rules of all games, records, the protocol, a few proofs, what Python's text means, jails."""
LEFT_OUT = (
    "tests/native/test_idioms.py::test_what_has_no_meaning_is_refused_with_what_to_write",
    "tests/hostile/test_jail_files.py::test_a_game_plays_from_a_folder_of_any_name",
    "tests/prove/test_negative.py::test_its_sound_twin_is_played_to_the_end",
    "tests/rules/test_five_crowns.py::test_F_9_the_solver_agrees_with_a_search_over_all_choices",
    "tests/rules/test_five_crowns.py::test_F_9_the_solver_is_quick",
    "tests/rules/test_fscking_ace.py::test_A_8_no_distribution_of_a_small_pack_costs_more_than_the_bound",
    "tests/rules/test_fscking_ace.py::test_A_7_A_8_A_9_the_payments_are_those_of_a_naive_count",
    "tests/test_saving.py::test_any_damage_is_bad_input_or_another_table",
    "tests/test_spaces.py::test_a_selection_is_what_brute_force_finds",
    "tests/test_spaces.py::test_one_card_is_a_selection_of_one",
    "tests/test_spaces.py::test_sets_of_equal_value_are_what_brute_force_finds",
)
"""Of QUICK: what takes long and uses nothing in which Pythons differ but what others of QUICK use, too."""
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


def run_tests(python: Path, tests: Sequence[str], installed: Sequence[str], processes: int) -> tuple[bool, str, float]:
    """Whether the tests succeed there, in an environment that is thrown away; what was said; the seconds."""
    began = time.monotonic()
    said = ""
    with tempfile.TemporaryDirectory(prefix="referee-python-") as folder:
        own = Path(folder, "bin", "python")
        pip = [own, "-m", "pip", "install", "-q", "--no-compile", "--disable-pip-version-check"]
        beside = ["-n", str(processes), "--dist", "worksteal"] if processes > 1 else []
        commands: list[Sequence[str | Path]] = [
            [python, "-m", "venv", folder],
            [*pip, "-c", PINS, *installed],
            [own, "-m", "pytest", "-q", "-p", "no:cacheprovider", *beside, *tests],
        ]
        for command in commands:
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            said += done.stdout
            if done.returncode:
                return False, said, time.monotonic() - began
    return True, said, time.monotonic() - began


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.pythons", description="Runs tests on the other Pythons that are here.", allow_abbrev=False
    )
    parser.add_argument("--all", action="store_true", help="on each of them, all tests, those marked long too")
    options = parser.parse_args(arguments)

    # Otherwise every process of a test would compile referee again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    running = "{}.{}".format(*sys.version_info)
    tests = ["-m", "long or not long"] if options.all else [*QUICK, *[f"--deselect={each}" for each in LEFT_OUT]]
    there = {version: find_python(version) for version in VERSIONS if version != running}
    found = {version: python for version, python in there.items() if python is not None}
    told = [f"Python {running}  tested by the command of README.md"]
    told += [f"Python {version}  not here" for version in there if version not in found]
    if not options.all:
        told += [f"Python {version}  tested with --all" for version in list(found)[:-1]]
        found = dict(list(found.items())[-1:])
    failed = False
    processes = max(1, 2 // max(1, len(found)))
    with ThreadPoolExecutor(max(1, len(found))) as pool:
        runs = {
            pool.submit(run_tests, python, tests, wanted(options.all), processes): version
            for version, python in found.items()
        }
        for run in as_completed(runs):
            version = runs[run]
            succeeded, said, seconds = run.result()
            print(f"\n=== Python {version}: {found[version]} ===\n{said}", flush=True)
            failed |= not succeeded
            told.append(f"Python {version}  {'ok' if succeeded else 'FAILED'}, {seconds:.1f} s")
    print("", *sorted(told), sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

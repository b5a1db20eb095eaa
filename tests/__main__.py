"""Runs every check: `python -m tests [--long] [arguments for pytest]`.

Each check runs even where an earlier one failed; the exit code is 1 if any did.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
COVERAGE_WANTED = 90
"""Percent; the files below it are named."""


def run_check(heading: str, command: Sequence[str], told: IO[str] | None = None) -> tuple[bool, float]:
    """Whether the command succeeded, and the seconds that it took; ``told``: a file for all that is said."""
    print(f"\n=== {heading} ===", file=told, flush=True)
    began = time.monotonic()
    succeeded = subprocess.run(command, cwd=ROOT, stdout=told, stderr=told).returncode == 0
    seconds = time.monotonic() - began
    print(f"--- {heading}: {'ok' if succeeded else 'FAILED'}, {seconds:.1f} s", file=told, flush=True)
    return succeeded, seconds


def run_checks(checks: Mapping[str, Sequence[str]], beside: str) -> dict[str, tuple[bool, float]]:
    """The outcome of each; that ``beside`` runs while the others do, as it uses one processor, and is told last."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as told, ThreadPoolExecutor(1) as pool:
        running = pool.submit(run_check, beside, checks[beside], told)
        outcomes = {heading: run_check(heading, command) for heading, command in checks.items() if heading != beside}
        outcomes[beside] = running.result()
        told.seek(0)
        print(told.read(), end="", flush=True)
    return {heading: outcomes[heading] for heading in checks}


PARTS = (["--include=referee/verify/*"], ["--omit=referee/verify/*"])
"""What is reported on by one process each: every file is read again for it, and nothing else runs then."""


def print_coverage() -> None:
    """Branch coverage of the last pytest run: the total, and the files below what is wanted."""
    print("\n=== coverage ===", flush=True)
    files: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(len(PARTS)) as pool:
        reports = [Path(folder, f"{number}.json") for number in range(len(PARTS))]
        command = [sys.executable, "-m", "coverage", "json", "-q", "-o"]
        commands = [[*command, str(report), *part] for report, part in zip(reports, PARTS, strict=True)]
        if any(pool.map(lambda each: subprocess.run(each, cwd=ROOT).returncode, commands)):
            return
        for report in reports:
            measured = json.loads(report.read_text(encoding="utf-8"))["files"]
            files |= {name: file["summary"] for name, file in measured.items()}
    seen, there = (
        sum(summary[one] + summary[other] for summary in files.values())
        for one, other in (("covered_lines", "covered_branches"), ("num_statements", "num_branches"))
    )
    below = {
        name: summary["percent_covered"]
        for name, summary in files.items()
        if summary["percent_covered"] < COVERAGE_WANTED
    }
    print(f"total {100 * seen / max(there, 1):.1f} %; files below {COVERAGE_WANTED} %: {len(below)}")
    for name, percent in sorted(below.items(), key=lambda item: (item[1], item[0])):
        print(f"  {percent:5.1f} %  {name}")


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests",
        description="Runs ruff, mypy, the import contracts and pytest. Other arguments go to pytest.",
        allow_abbrev=False,
    )
    parser.add_argument("--long", action="store_true", help="the long profile: also the tests marked long")
    options, for_pytest = parser.parse_known_args(arguments)

    # Otherwise every process of a test would compile referee again, and each worker all tests.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    python = sys.executable
    profile = ["-m", "long or not long"] if options.long else []
    # import-linter has no module to run: its command lies beside the interpreter.
    lint_imports = str(Path(python).with_name("lint-imports" + (".exe" if os.name == "nt" else "")))
    pytest = [
        python,
        "-m",
        "pytest",
        "-n",
        "2",
        "--dist",
        "worksteal",
        "--cov",
        "--cov-branch",
        "--cov-report=",
        *profile,
        *for_pytest,
    ]
    checks = {
        "ruff": [python, "-m", "ruff", "check", "."],
        "formatting": [python, "-m", "ruff", "format", "--check", "."],
        "mypy": [python, "-m", "mypy"],
        "import contracts": [lint_imports, "--no-logo"],
        "pytest": pytest,
    }
    if options.long:
        checks["other Pythons"] = [python, "-m", "tests.pythons", "--all"]
    outcomes = run_checks(checks, beside="mypy")
    print_coverage()

    print("\n=== summary ===")
    for heading, (succeeded, seconds) in outcomes.items():
        print(f"{heading:16}  {'ok' if succeeded else 'FAILED':6}  {seconds:7.1f} s")
    return 0 if all(succeeded for succeeded, _ in outcomes.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

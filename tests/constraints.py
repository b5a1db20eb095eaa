"""Renews tests/constraints.txt: `python -m tests.constraints`.

The file pins all that building, running and testing installs, on every Python that is tested: each of them has to be
here (tests/pythons.py). Packages that only other systems want are not pinned.
"""

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.pythons import PINS, ROOT, VERSIONS, find_python

HEAD = "# Made by `python -m tests.constraints`: what tests and CI install.\n"
Pins = Mapping[str, str]
"""By package its version."""


def wanted() -> list[str]:
    """What the test command of the README asks for, what builds it, and the compiler for those who have none."""
    return [
        f"{ROOT}[test,native]",
        *tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"],
    ]


def resolved(python: Path) -> Pins:
    """What pip would install there today, into an environment that is empty."""
    with tempfile.TemporaryDirectory(prefix="referee-constraints-") as folder:
        report = Path(folder, "report.json")
        own = Path(folder, "venv", "bin", "python")
        free = {name: value for name, value in os.environ.items() if not name.endswith("_CONSTRAINT")}
        subprocess.run([python, "-m", "venv", own.parent.parent], check=True)
        pip = [own, "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "-q", "--upgrade", "pip"], check=True, env=free)
        subprocess.run([*pip, "install", "-q", "--dry-run", "--report", report, *wanted()], check=True, env=free)
        found = [each["metadata"] for each in json.loads(report.read_text(encoding="utf-8"))["install"]]
    return {canonicalize_name(each["name"]): each["version"] for each in found if each["name"] != "referee"}


def lines(pins: Mapping[str, Pins]) -> Iterator[str]:
    """A line for each package; where Pythons need several versions of it one for each of them, with its marker."""
    for name in sorted({name for each in pins.values() for name in each}):
        versions = {python: each[name] for python, each in pins.items() if name in each}
        if len({*versions.values()}) == 1:
            yield f"{name}=={next(iter(versions.values()))}"
        else:
            yield from (f'{name}=={each} ; python_version == "{python}"' for python, each in versions.items())


def read(text: str, python: str) -> Pins:
    """The pins of a file that are for a Python."""
    found = [Requirement(line) for line in text.splitlines() if line and not line.startswith("#")]
    return {
        canonicalize_name(each.name): str(each.specifier).removeprefix("==")
        for each in found
        if each.marker is None or each.marker.evaluate({"python_version": python})
    }


def main() -> int:
    pythons = {version: find_python(version) for version in VERSIONS}
    missing = [version for version, python in pythons.items() if python is None]
    if missing:
        print(f"not here, and needed to know what is installed there: Python {', '.join(missing)}")
        return 1
    PINS.write_text(
        HEAD + "\n".join(lines({version: resolved(python) for version, python in pythons.items() if python})) + "\n",
        encoding="utf-8",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

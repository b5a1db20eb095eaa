"""What tests and CI install is pinned, for every Python (tests/constraints.py)."""

from __future__ import annotations

import os
import platform
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.constraints import Pins, lines, read
from tests.pythons import PINS, ROOT, VERSIONS

HERE = "{}.{}".format(*platform.python_version_tuple())
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WANTED = [
    *PROJECT["project"]["dependencies"],
    *(each for some in PROJECT["project"]["optional-dependencies"].values() for each in some),
    *PROJECT["build-system"]["requires"],
]


def missing(wanted: list[str], pins: Pins) -> list[str]:
    """Of what is asked for that which has no pin, or one that is not allowed."""
    found = [Requirement(each) for each in wanted]
    return [str(each) for each in found if pins.get(canonicalize_name(each.name), "0") not in each.specifier]


def others(pins: Pins) -> list[str]:
    """What is installed here in another version than is pinned."""
    found = []
    for name, pin in pins.items():
        try:
            if version(name) != pin:
                found.append(f"{name} {version(name)}, not {pin}")
        except PackageNotFoundError:
            pass  # what builds the project is not installed with it
    return found


@pytest.mark.parametrize("python", VERSIONS)
def test_all_that_is_asked_for_is_pinned_as_it_is_allowed(python):
    pins = read(PINS.read_text(encoding="utf-8"), python)
    assert missing(WANTED, pins) == []
    assert len(pins) > 60


def test_what_ci_installs_is_what_is_pinned():
    assert f"export PIP_CONSTRAINT={PINS.relative_to(ROOT)} " in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    told = others(read(PINS.read_text(encoding="utf-8"), HERE))
    assert told == [] or Path(os.environ.get("PIP_CONSTRAINT", "")).resolve() != PINS


def test_a_pin_that_is_missing_not_allowed_or_not_installed_is_noticed():
    assert missing(["a>=1", "B.c>=1", "d>=2"], {"a": "1", "d": "1"}) == ["B.c>=1", "d>=2"]
    assert others({"pytest": "0.1"}) == [f"pytest {version('pytest')}, not 0.1"]


def test_where_pythons_differ_each_has_its_own():
    pins = {"3.11": {"a": "1", "b": "1"}, "3.12": {"a": "1", "b": "2", "c": "1"}}
    text = "# Made\n" + "\n".join(lines(pins))
    assert text.count("\n") == 4
    assert read(text, "3.11") == {**pins["3.11"], "c": "1"}  # a pin of what nobody wants there does nothing
    assert read(text, "3.12") == pins["3.12"]

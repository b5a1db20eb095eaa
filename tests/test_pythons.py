"""Other Pythons are found where they are, and only if they work (tests/pythons.py)."""

import os
import sys
from pathlib import Path

import pytest

from tests import pythons

RUNNING = "{}.{}".format(*sys.version_info)


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_a_shim_that_starts_nothing_is_passed_over(tmp_path):
    script(tmp_path / "shims" / f"python{RUNNING}", "exit 127")
    good = script(tmp_path / "bin" / f"python{RUNNING}", f'exec {sys.executable} "$@"')
    path = os.pathsep.join([str(tmp_path / "shims"), str(good.parent)])
    assert pythons.find_python(RUNNING, {"PATH": path, "PYENV_ROOT": str(tmp_path)}) == good


def test_one_of_pyenv_is_found_off_the_path(tmp_path):
    good = script(tmp_path / "versions" / f"{RUNNING}.7" / "bin" / f"python{RUNNING}", f'exec {sys.executable} "$@"')
    assert pythons.find_python(RUNNING, {"PATH": "", "PYENV_ROOT": str(tmp_path)}) == good


def test_a_python_of_another_version_is_none(tmp_path):
    script(tmp_path / "python3.99", f'exec {sys.executable} "$@"')
    assert pythons.find_python("3.99", {"PATH": str(tmp_path), "PYENV_ROOT": str(tmp_path)}) is None


def test_what_is_run_quickly_is_there():
    assert [each for each in pythons.QUICK if not (pythons.ROOT / each).is_file()] == []


@pytest.mark.parametrize("left_out", pythons.LEFT_OUT)
def test_what_is_left_out_of_it_is_there(left_out):
    file, _, test = left_out.partition("::")
    assert file in pythons.QUICK
    assert f"def {test}(" in (pythons.ROOT / file).read_text(encoding="utf-8")


def test_failing_tests_fail_it_and_what_is_missing_is_told(monkeypatch, capsys):
    others = [each for each in pythons.VERSIONS if each != RUNNING]
    found = {others[0]: Path("/python"), others[1]: None}
    monkeypatch.setattr(pythons, "find_python", found.get)
    for succeeds in (True, False):
        monkeypatch.setattr(pythons, "run_tests", lambda *asked, succeeds=succeeds: (succeeds, "as they said", 1.0))
        assert pythons.main([]) == (not succeeds)
        told = capsys.readouterr().out
        assert "as they said" in told
        assert f"Python {others[0]}  {'ok' if succeeds else 'FAILED'}" in told
        assert f"Python {others[1]}  not here" in told


def test_the_newest_is_tested_quickly_and_each_of_them_wholly(monkeypatch, capsys):
    others = [each for each in pythons.VERSIONS if each != RUNNING]
    monkeypatch.setattr(pythons, "find_python", Path)
    monkeypatch.setattr(pythons, "run_tests", lambda *asked: (True, "", 1.0))
    pythons.main([])
    assert f"Python {others[0]}  tested with --all\nPython {others[1]}  ok" in capsys.readouterr().out
    pythons.main(["--all"])
    assert f"Python {others[0]}  ok, 1.0 s\nPython {others[1]}  ok" in capsys.readouterr().out


def test_what_is_installed_is_of_the_project():
    assert pythons.wanted(True) == ["-e", ".[test]"]
    few = pythons.wanted(False)
    assert few[:2] == ["-e", "."]
    assert len(few) == 2 + len(pythons.NEEDED)

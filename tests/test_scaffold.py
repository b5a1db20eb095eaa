"""The scaffolding itself: tests NOT RUN, and the lazy package."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import referee
from referee.verify.limits import run_limited
from tests.__main__ import run_checks

CONFTEST = Path(__file__).with_name("conftest.py")
NEEDS_A_MISSING_PROGRAM = """
    import pytest

    def test_by_fixture(need):
        need("no-such-program")

    @pytest.mark.needs("no-such-program")
    def test_by_marker():
        raise AssertionError("reached")
"""


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeconftest(CONFTEST.read_text(encoding="utf-8"))
    pytester.makeini(
        "[pytest]\nmarkers =\n  needs(program)\n  untraced\n  every(n)\n  long\n"
        "addopts = --strict-markers -p no:hypothesispytest"
    )
    return pytester


@pytest.mark.untraced
def test_an_untraced_test_has_no_tracer_also_beside_xdist():
    assert sys.gettrace() is None


def test_a_process_that_is_forked_has_no_tracer():
    before = sys.gettrace()
    try:
        sys.settrace(before or (lambda *_: None))
        traced, forked = sys.gettrace() is not None, run_limited(lambda: sys.gettrace() is not None, 30)
    finally:
        sys.settrace(before)
    assert (traced, forked) == (True, False)


def test_the_tracer_comes_back_behind_an_untraced_test(project):
    project.makepyfile(
        """
        import sys
        import pytest

        def tracer(*_): return None

        def test_traced(): sys.settrace(tracer)

        @pytest.mark.untraced
        def test_untraced(): assert sys.gettrace() is None

        def test_traced_again(): assert sys.gettrace() is tracer
        """
    )
    project.runpytest_subprocess().assert_outcomes(passed=3)


def test_the_tracer_stops_where_it_sees_nothing_new_or_a_test_takes_long_and_comes_back(project):
    project.makepyfile(
        """
        import sys, time

        class Tracer:
            data = {"rules.py": set()}
            def __call__(self, *_): return None

        tracer = Tracer()

        def traced(seconds, new):
            began = time.process_time()
            while (now := time.process_time()) < began + seconds:
                if sys.gettrace() is None:
                    return now - began
                if new:
                    tracer.data["rules.py"].add(now)
            return seconds

        def test_traced(): sys.settrace(tracer)

        def test_nothing_new(): assert traced(3, new=False) < 0.3

        def test_something_new():
            assert sys.gettrace() is tracer
            assert traced(0.1, new=True) == 0.1

        def test_long(): assert traced(3, new=True) < 3

        def test_traced_again(): assert sys.gettrace() is tracer
        """
    )
    project.runpytest_subprocess().assert_outcomes(passed=5)


@pytest.mark.parametrize("beside", [0, 1])
def test_a_check_beside_the_others_counts_as_they_do_and_is_told_in_one_piece(capfd, beside):
    fails, works = ([sys.executable, "-c", f"print('said'); raise SystemExit({code})"] for code in (beside, 0))
    outcomes = run_checks({"first": fails, "second": works}, beside="first")
    assert [(heading, succeeded) for heading, (succeeded, _) in outcomes.items()] == [
        ("first", not beside),
        ("second", True),
    ]
    said = capfd.readouterr().out
    assert "=== first ===\nsaid\n--- first: " + ("FAILED" if beside else "ok") in said
    assert said.index("second") < said.index("first")


@pytest.mark.parametrize(("profile", "passed"), [("not long", 3), ("long or not long", 5)])
def test_of_every_second_case_one_is_short(project, profile, passed):
    project.makepyfile(
        """
        import pytest

        @pytest.mark.every(2)
        @pytest.mark.parametrize("number", range(4))
        def test_cases(number): pass

        def test_other(): pass
        """
    )
    project.runpytest_subprocess("-m", profile).assert_outcomes(passed=passed, deselected=5 - passed)


@pytest.mark.parametrize(("ci", "expected"), [("true", pytest.ExitCode.TESTS_FAILED), ("", pytest.ExitCode.OK)])
def test_not_run_fails_in_ci_only(project, monkeypatch, ci, expected):
    monkeypatch.setenv("CI", ci)
    project.makepyfile(NEEDS_A_MISSING_PROGRAM)
    result = project.runpytest()
    result.assert_outcomes(skipped=2)
    result.stdout.fnmatch_lines(
        [
            "*::test_by_fixture: no-such-program is not installed",
            "*::test_by_marker: no-such-program is not installed",
            "2 tests NOT RUN",
        ]
    )
    assert result.ret == expected


@pytest.mark.parametrize(
    "source",
    [
        "import pytest\ndef test_skipped(): pytest.skip('later')\ndef test_run(): pass",
        "import pytest\n@pytest.mark.skip\ndef test_skipped(): pass\ndef test_run(): pass",
        "import pytest\npytest.importorskip('no_such_module')",
    ],
    ids=["call", "marker", "module"],
)
def test_plain_skip_fails_everywhere(project, monkeypatch, source):
    monkeypatch.delenv("CI", raising=False)
    project.makepyfile(source)
    project.makepyfile(test_another="def test_run(): pass")
    result = project.runpytest()
    result.stdout.fnmatch_lines(["1 test SKIPPED, which is not allowed"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_a_program_that_is_there_and_an_expected_failure_pass(project, monkeypatch):
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    program = Path(sys.executable).name
    project.makepyfile(
        f"""
        import pytest

        @pytest.mark.needs({program!r})
        def test_needing(need):
            assert need({program!r})

        @pytest.mark.xfail
        def test_xfail():
            assert False
        """
    )
    result = project.runpytest()
    result.assert_outcomes(passed=1, xfailed=1)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.no_fnmatch_line("*NOT RUN*")


def test_import_referee_loads_nothing_heavy():
    script = (
        "import sys; before = set(sys.modules); import referee; "
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not set(run.stdout.split()) - {"referee", *sys.stdlib_module_names}


def test_lazy_names_load_when_used(monkeypatch):
    monkeypatch.setitem(referee._LAZY, "Fraction", "fractions")
    assert referee.Fraction is Fraction
    assert "Fraction" in dir(referee)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = referee.nothing

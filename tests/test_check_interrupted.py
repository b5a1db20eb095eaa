"""Ctrl-C: ``referee check`` says and writes what was decided until then."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from referee.report.check_json import SCHEMA_FILE, as_json
from referee.verify import campaign
from referee.verify.questions import Plan
from referee.verify.verdicts import Method, Verdict

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.skipif(os.name == "nt", reason="NOT RUN: signals as on POSIX")
@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_an_interrupted_check_keeps_what_was_decided(tmp_path, jobs):
    command = [
        sys.executable,
        "-m",
        "referee",
        "check",
        "escalation",
        "--method",
        "fuzz",
        "--effort",
        "2",
        "--jobs",
        jobs,
    ]
    process = subprocess.Popen(
        [*command, "--json", "out.json", "--junit", "out.xml"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("referee: ") and " of " in line and not line.startswith("referee: 0 of"):
                break
        # As a terminal does: everybody in the foreground gets it.
        os.killpg(process.pid, signal.SIGINT)
        told, errors = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    assert process.returncode == 3, (told, errors)
    assert "Traceback" not in errors
    assert "interrupted: what was decided until then is shown" in told
    assert "· held" in told
    document = json.loads((tmp_path / "out.json").read_text())
    jsonschema.validate(document, json.loads(SCHEMA_FILE.read_text()), cls=jsonschema.Draft202012Validator)
    assert document["interrupted"]
    assert document["results"]
    assert "interrupted" in (tmp_path / "out.xml").read_text()


def test_what_an_interrupted_proof_would_have_decided_is_unknown(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def interrupt(*about, **more):
        yield from ()
        raise KeyboardInterrupt

    monkeypatch.setattr("referee.pool.cluster.run_all", interrupt)
    checked = campaign.check_game(Plan("escalation", (2, 3), {}, {}, (Method.PROVE, Method.FUZZ)))
    said = {(each.verdict, each.method, each.why) for each in checked.results}
    assert checked.interrupted
    assert said == {(Verdict.UNKNOWN, Method.PROVE, "interrupted")}
    assert {each.players for each in checked.results if each.property == "two-hands-are-empty"} == {2, 3}
    rows = [each for each in as_json(checked, "seed", {})["results"] if each["verdict"] == "UNKNOWN"]
    assert len(rows) == len(checked.results)

"""The examples for code hosts: what their parsers want, commands that exist, files that somebody writes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import jsonschema
import pytest
import yaml

from referee.cli import main, new
from referee.cli.json_file import JsonFile
from referee.kernel.errors import BadInput
from tests.tiny import write_project

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "ci.md"

TEXT = {"type": "string", "minLength": 1}
TEXTS = {"type": "array", "items": TEXT, "minItems": 1}
SCALARS = {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}}


def record(needed=(), **keys):
    return {"type": "object", "properties": keys, "required": [*needed], "additionalProperties": False}


ACCESS = {"enum": ["read", "write", "none"]}
PERMISSIONS = record(**dict.fromkeys(("contents", "security-events", "pull-requests", "checks"), ACCESS))
STEP = {
    **record(
        **{"uses": {**TEXT, "pattern": r"^[\w.-]+/[\w./-]+@v\d+$"}, "run": TEXT, "if": TEXT, "with": SCALARS,
           "env": SCALARS, "continue-on-error": {"type": "boolean"}, "name": TEXT}
    ),
    "oneOf": [{"required": ["uses"]}, {"required": ["run"]}],
}  # fmt: skip
GITHUB = record(
    ("name", "on", "permissions", "jobs"),
    name=TEXT,
    on={"type": "array", "items": {"enum": ["push", "pull_request"]}},
    permissions=PERMISSIONS,
    jobs={
        "type": "object",
        "additionalProperties": record(
            ("runs-on", "steps"),
            **{"runs-on": {"const": "ubuntu-latest"}, "if": TEXT, "permissions": PERMISSIONS,
               "steps": {"type": "array", "items": STEP, "minItems": 1}},
        ),
    },
)  # fmt: skip
GITLAB = {
    "type": "object",
    "additionalProperties": record(
        ("script",),
        image=TEXT,
        script=TEXTS,
        after_script=TEXTS,
        variables=SCALARS,
        rules={"type": "array", "items": record(("if",), **{"if": TEXT})},
        artifacts=record(
            when={"enum": ["always", "on_success", "on_failure"]},
            expose_as=TEXT,
            paths=TEXTS,
            reports=record(junit=TEXT, codequality=TEXT),
        ),
    ),
}
BROKEN = (AssertionError, BadInput, click.UsageError, jsonschema.ValidationError, yaml.YAMLError)
"""What says that an example is wrong."""
WRITES = ("--html", "--junit", "--sarif", "--json", "--markdown", "--code-quality")


def fences():
    return re.findall(r"^```yaml\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def github():
    return next(each for each in fences() if "runs-on" in each)


def gitlab():
    return next(each for each in fences() if "script:" in each)


def scaffold():
    files = new.rendered("my-game")
    return next(text for path, text in files.items() if str(path).endswith(".github/workflows/rules.yml"))


def loaded(text):
    """YAML 1.2, as code hosts read it: ``on`` is a word."""
    document = yaml.safe_load(text)
    return {"on" if key is True else key: value for key, value in document.items()}


def parsed(script):
    """The commands of a script that are referee's, each parsed by the real command line: names and values."""
    found = []
    for line in script.splitlines():
        name, *arguments = shlex.split(line) or [""]
        if name != "referee":
            continue
        command = main.get_command(None, arguments[0])
        if command is None:
            raise BadInput(f"there is no command {arguments[0]}")
        with command.make_context(arguments[0], arguments[1:]) as context:
            found.append({each.opts[0]: context.params[each.name] for each in command.params})
    return found


def written(scripts):
    """The files that commands write."""
    found = {".referee/witnesses"}
    for command in (each for script in scripts for each in parsed(script)):
        values = [command.get(option) for option in WRITES]
        found |= {str(each.name if isinstance(each, JsonFile) else each) for each in values if each}
    return found


def check_github(text):
    document = loaded(text)
    jsonschema.validate(document, GITHUB)
    for job in document["jobs"].values():
        there = written([step["run"] for step in job["steps"] if "run" in step])
        for step in job["steps"]:
            using = step.get("with", {})
            wanted = [*using.get("path", "").split(), *using.get("sarif_file", "").split()]
            wanted += [name for found in re.findall(r"--body-file (\S+)|\bcat (\S+)", step.get("run", ""))
                       for name in found if name]  # fmt: skip
            assert {*wanted} <= there, f"{wanted} is written by nothing"
            if ".referee" in using.get("path", ""):
                assert using.get("include-hidden-files") is True, "hidden files are left out"


def check_gitlab(text):
    document = loaded(text)
    jsonschema.validate(document, GITLAB)
    for job in document.values():
        there = written(job["script"])
        kept = job.get("artifacts", {})
        wanted = {*kept.get("paths", ()), *kept.get("reports", {}).values()}
        wanted |= {*re.findall(r"body=<([^\"]+)", " ".join(job.get("after_script", ())))}
        assert wanted <= there, f"{wanted - there} is written by nothing"


@pytest.fixture(autouse=True)
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_project(tmp_path)


def test_there_is_one_example_for_each_host():
    assert len(fences()) == 2


def test_the_examples_are_what_the_hosts_want():
    check_github(github())
    check_github(scaffold())
    check_gitlab(gitlab())


def test_both_examples_check_and_compare_and_keep_the_witnesses():
    for text in (github(), gitlab()):
        assert "referee check " in text
        assert "referee diff " in text
        assert ".referee/witnesses" in text
    assert ".referee/witnesses" in scaffold()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("--junit check.xml", "--junitt check.xml"),
        ("--junit check.xml", "--junit other.xml"),
        ("referee rules my-game", "referee rule my-game"),
        ("--format github", "--format gitlab"),
        ("--lint", "--lint --lint=3"),
        ("runs-on: ubuntu-latest", "run-on: ubuntu-latest"),
        ("      - run: pytest", "      - run: pytest\n        uses: actions/checkout@v4"),
        ("actions/checkout@v4", "actions/checkout"),
        ("          include-hidden-files: true\n", ""),
        ("security-events: write", "security_events: write"),
        ("sarif_file: check.sarif", "sarif_file: out.sarif"),
        ("cat diff.md", "cat changes.md"),
        ("--body-file diff.md", "--body-file changes.md"),
        ("    steps:\n", "  steps:\n"),
    ],
)
def test_a_broken_workflow_is_caught(old, new):
    text = github()
    assert old in text
    with pytest.raises(BROKEN):
        check_github(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("junit: check.xml", "junit: out.xml"),
        ("codequality:", "code_quality:"),
        ("--code-quality quality.json", "--codequality quality.json"),
        ("    - >-\n      curl", "    - curl"),
        ("body=<diff.md", "body=<out.md"),
        ("when: always", "when: ever"),
        ("  script:", "  scripts:"),
        ("paths: [diff.md,", "paths: [difference.md,"),
        ("referee diff ", "referee difference "),
        ("games/my_game --markdown", "--markdown"),
    ],
)
def test_a_broken_pipeline_is_caught(old, new):
    text = gitlab()
    assert old in text
    with pytest.raises(BROKEN):
        check_gitlab(text.replace(old, new, 1))

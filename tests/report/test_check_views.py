"""The views of a check: JSON by its schema, JUnit, annotations and summaries of GitHub Actions."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.report.check_json import SCHEMA_FILE
from tests.tiny import PROPERTIES, STUCK, write_project

ROOT = Path(__file__).resolve().parent.parent.parent
SARIF = json.loads((ROOT / "tests" / "data" / "sarif" / "sarif-2.1.0-rtm.5.json").read_text())
SCHEMA = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Writes the project of the tiny game into the current folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_WORKSPACE", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)
    return lambda *changes: write_project(tmp_path, *changes)


def check(*arguments):
    return CliRunner().invoke(main, ["check", "games/tiny", "--method", "fuzz", "--jobs", "1", *arguments])


def undocumented(data, schema):
    """Keys of real output that the schema does not mention."""
    schema = SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    for option in schema.get("anyOf", ()):
        if isinstance(data, dict) and option.get("type") == "object":
            schema = option
    if isinstance(data, dict) and "properties" in schema:
        for key, value in data.items():
            yield from undocumented(value, schema["properties"][key]) if key in schema["properties"] else [key]
    if isinstance(data, list) and isinstance(schema.get("items"), dict):
        for each in data:
            yield from undocumented(each, schema["items"])


def junit(path):
    suite = ElementTree.parse(path).getroot().find("testsuite")
    cases = suite.findall("testcase")
    for outcome, count in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        assert int(suite.get(count)) == sum(case.find(outcome) is not None for case in cases)
    assert int(suite.get("tests")) == len(cases)
    return {(case.get("classname"), case.get("name")): case for case in cases}


def test_sound_rules_give_valid_json_and_a_junit_file_without_a_failure(project):
    project()
    result = check("--json", "out.json", "--junit", "out.xml")
    assert result.exit_code == 0, result.output
    document = json.loads(Path("out.json").read_text(encoding="utf-8"))
    jsonschema.validate(document, SCHEMA, cls=jsonschema.Draft202012Validator)
    assert not list(undocumented(document, SCHEMA))
    cases = junit("out.xml")
    assert ("tiny.properties", "the-stock-is-whole") in cases
    assert not [each for each in cases.values() if each.find("failure") is not None or each.find("error") is not None]


def test_a_dead_end_is_in_every_view_with_its_lines(project, monkeypatch):
    home = project(STUCK)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(home))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(home / "summary.md"))
    (home / "summary.md").write_text("before\n")
    result = check("--json", "out.json", "--junit", "out.xml", "--format", "github")
    assert result.exit_code == 1
    document = json.loads((home / "out.json").read_text())
    jsonschema.validate(document, SCHEMA, cls=jsonschema.Draft202012Validator)
    assert not list(undocumented(document, SCHEMA))
    (found,) = [each for each in document["findings"] if each["class"] == "dead end"]

    case = junit("out.xml")["tiny.findings", f"dead end T-2 {found['fingerprint']}"]
    assert case.find("failure").get("type") == "dead end"
    assert case.get("file").endswith("rules.py")
    refuted = junit("out.xml")["tiny.properties", "nobody-is-stuck"]
    assert "was expected to hold" in refuted.find("failure").get("message")

    (error,) = [line for line in result.output.splitlines() if line.startswith("::error")]
    file, line = re.search(r"file=([^,]+),line=(\d+)", error).groups()
    rules = (home / "games" / "tiny" / "rules.py").read_text().splitlines()
    book = (home / "games" / "tiny" / "rulebook.md").read_text().splitlines()
    assert file == "games/tiny/rules.py"
    assert '@clause("T-2")' in "".join(rules[int(line) - 1 : int(line) + 1])
    assert "T-2" in book[int(re.search(r"T-2 in the rulebook: games/tiny/rulebook.md:(\d+)", error)[1]) - 1]
    assert "promise nobody-is-stuck: properties/tiny.py:" in error

    summary = (home / "summary.md").read_text()
    assert summary.startswith("before\n## Tiny: not as expected")
    assert found["fingerprint"] in summary
    assert re.search(r"^\| nobody-is-stuck \|.*REFUTED", summary, re.MULTILINE)


def test_text_of_an_author_is_no_command_to_the_runner_and_no_markup(project, monkeypatch):
    home = project()
    (home / "properties" / "tiny.py").write_text(
        PROPERTIES.replace("Nobody ever draws.", "::error::a <b>trap</b> | 100% \\x0b\\n::set-env name=X::1").replace(
            "== 8", "== 7"
        )
    )
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(home / "summary.md"))
    result = check("--junit", "out.xml", "--format", "github")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()  # progress goes to stderr
    stop = lines[0].removeprefix("::stop-commands::")
    after = lines[lines.index(f"::{stop}::") + 1 :]
    assert all(line.startswith(("::error file=", "::warning file=", "::notice file=")) for line in after), after
    assert any("100%25" in line for line in after)
    assert "<b>" not in (home / "summary.md").read_text().replace("\\<b\\>", "")
    junit("out.xml")


def test_what_was_not_asked_is_skipped_and_weak_evidence_is_an_error(project):
    home = project()
    text = PROPERTIES.replace("import always", "import Verdict, always, endless").replace(
        '@always("T-2"', '@always("T-2", accepts=Verdict.PROVED'
    )
    text += '\n@endless("T-2")\ndef it_goes_on(t):\n    "For ever."\n'
    (home / "properties" / "tiny.py").write_text(text)
    result = check("--junit", "out.xml", "--json", "out.json")
    assert result.exit_code == 3, result.output
    cases = junit("out.xml")
    assert cases["tiny.properties", "the-stock-is-whole"].find("error").get("type") == "inconclusive"
    assert cases["tiny.properties", "it-goes-on"].find("skipped") is not None
    jsonschema.validate(json.loads((home / "out.json").read_text()), SCHEMA, cls=jsonschema.Draft202012Validator)


def test_a_bad_property_is_an_error_annotated_at_its_line(project):
    home = project()
    path = home / "properties" / "tiny.py"
    path.write_text(PROPERTIES.replace('"T-2")\ndef the_stock', '"T-9")\ndef the_stock'))
    result = check("--junit", "out.xml", "--format", "github")
    assert result.exit_code == 2
    assert re.search(r"^::error file=properties/tiny.py,line=3,", result.output, re.MULTILINE), result.output
    assert [case for case in junit("out.xml").values() if case.find("error") is not None]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--junit", "nowhere/out.xml"], "there is no folder nowhere"),
        (["--junit", "."], "it is a folder"),
        (["--format", "html"], "'html' is not one of"),
        (["--format", "github", "--json", "-"], "give --json and --markdown files"),
        (["--format", "github", "--markdown", "-"], "give --json and --markdown files"),
        (["--watch", "--markdown", "-"], "give --json and --markdown files"),
        (["--json", "-", "--markdown", "-"], "both take standard output"),
        (["--mutate", "--markdown", "out.md"], "--mutate goes with"),
        (["--all-readings", "--markdown", "out.md"], "--all-readings goes with"),
    ],
)
def test_output_that_cannot_be_written_is_refused_before_the_check(project, arguments, said):
    project()
    result = CliRunner().invoke(main, ["check", "games/tiny", *arguments])
    assert result.exit_code == 2
    assert said in result.output


def sarif(path="out.sarif"):
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    jsonschema.validate(document, SARIF, cls=jsonschema.Draft4Validator)
    (run,) = document["runs"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    return run


def test_the_schema_of_sarif_refuses_what_is_none():
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"version": "2.1.0", "runs": [{}]}, SARIF, cls=jsonschema.Draft4Validator)


def test_sarif_puts_a_dead_end_on_lines_and_keeps_its_fingerprint(project, monkeypatch):
    home = project(STUCK)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(home))
    assert check("--sarif", "out.sarif", "--json", "out.json").exit_code == 1
    run = sarif()
    assert run["invocations"][0]["exitCode"] == 1
    found = {each["ruleId"]: each for each in run["results"]}
    assert {"dead-end", "inconclusive"} == set(found)
    dead = found["dead-end"]
    told = json.loads(Path("out.json").read_text())["findings"][0]
    assert dead["level"] == "error"
    assert dead["partialFingerprints"]["referee/v1"] == told["fingerprint"]
    places = [each["physicalLocation"] for each in dead["locations"]]
    places += [each["physicalLocation"] for each in dead["relatedLocations"]]
    assert [each["artifactLocation"]["uri"] for each in places] == [
        "games/tiny/rules.py",
        "games/tiny/rulebook.md",
        "properties/tiny.py",
    ]
    assert [f"{home / each['artifactLocation']['uri']}:{each['region']['startLine']}" for each in places[:2]] == [
        str(home / place) for place in (*told["rules"], *told["rulebook"])
    ]
    assert found["inconclusive"]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "properties/tiny.py"


def test_sarif_of_a_sound_game_and_of_bad_input(project):
    home = project()
    assert check("--sarif", "out.sarif").exit_code == 0
    run = sarif()
    assert run["results"] == []
    assert run["invocations"][0]["executionSuccessful"]

    path = home / "properties" / "tiny.py"
    path.write_text(PROPERTIES.replace('"T-2")\ndef the_stock', '"T-9")\ndef the_stock'))
    assert check("--sarif", "out.sarif").exit_code == 2
    told = sarif()["invocations"][0]
    assert not told["executionSuccessful"]
    assert "there is no clause T-9" in told["toolExecutionNotifications"][0]["message"]["text"]


def test_what_is_accepted_is_a_suppressed_note_in_sarif(project):
    project(STUCK)
    check("--accept-new")
    check("--sarif", "out.sarif")
    (dead,) = [each for each in sarif()["results"] if each["ruleId"] == "dead-end"]
    assert dead["level"] == "note"
    assert dead["suppressions"][0]["kind"] == "external"

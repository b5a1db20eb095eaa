"""What code hosts are told of one cause: once, at a place, with labels, the command and the witness."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt

from referee.cli import main
from referee.report.markdown import MOST_BYTES, code, fitted, folded, text
from referee.report.reported import Labelled
from tests.report.test_check_views import sarif
from tests.test_conflicts import WHOLE, written
from tests.tiny import PROPERTIES, STUCK, forget_imported, write_project

ARGUMENTS = ["check", "games/tiny", "--method", "fuzz", "--players", "2", "--effort", "0.3", "--jobs", "1"]
JUNIT_CASE = {"classname", "name", "time", "file", "line"}
JUNIT_ORDER = ["skipped", "error", "failure", "system-out", "system-err"]


def run(*arguments):
    return CliRunner().invoke(main, [*map(str, arguments)])


@pytest.fixture
def contradiction(tmp_path, monkeypatch):
    """A game in which a drawn card breaks the promise that the stock is whole: two findings of one cause."""
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_WORKSPACE", "GITHUB_STEP_SUMMARY", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    written(tmp_path, WHOLE, RETURNED="t.note('given')")
    return tmp_path


@pytest.fixture
def sound(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    write_project(tmp_path)
    return tmp_path


def annotations(output):
    lines = output.splitlines()
    stop = next(line for line in lines if line.startswith("::stop-commands::")).removeprefix("::stop-commands::")
    return lines[lines.index(f"::{stop}::") + 1 :]


def test_one_cause_is_one_annotation_with_its_other_places_and_the_command(contradiction):
    result = run(*ARGUMENTS, "--format", "github", "--json", "out.json")
    assert result.exit_code == 1, result.output
    assert len(json.loads(Path("out.json").read_text())["findings"]) == 2
    (told,) = annotations(result.stdout)
    assert told.startswith("::error file=games/tiny/rules.py,line=")
    lines = told.rpartition("::")[2].split("%0A")
    (command,) = [line for line in lines if line.startswith("referee replay ")]
    assert run(*command.split()[1:]).exit_code == 0
    for label, word in (("T-1 in the rulebook", "**T-1 "), ("T-3 in the rules", '@clause("T-3")')):
        file, line = next(each for each in lines if each.startswith(label)).partition(": ")[2].split(":")
        assert word in "".join(Path(file).read_text().splitlines()[int(line) - 1 : int(line) + 1])
    assert any(line.startswith("promise the-stock-is-whole: properties/tiny.py:") for line in lines)


def test_a_place_that_is_not_in_the_repository_has_no_absolute_path(tmp_path, monkeypatch):
    monkeypatch.setenv("CI_PROJECT_DIR", str(tmp_path))
    assert Labelled("T-1", tmp_path / "games" / "tiny" / "rules.py", 3).shown() == "games/tiny/rules.py:3"
    assert Labelled("T-1", tmp_path.parent / "tiny" / "rules.py", 3).shown() == "tiny/rules.py:3"
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    for name in ("elsewhere", "here"):
        (tmp_path / name).mkdir()
    written(tmp_path / "elsewhere", WHOLE, RETURNED="t.note('given')")
    monkeypatch.setenv("CI_PROJECT_DIR", str(tmp_path / "here"))
    (told,) = annotations(run("check", "elsewhere/games/tiny", *ARGUMENTS[2:], "--format", "github").stdout)
    assert told.startswith("::error title=contradiction T-1 T-3 (new)")
    assert str(tmp_path) not in told


def test_a_sound_game_has_no_annotation(sound):
    result = run(*ARGUMENTS, "--format", "github")
    assert result.exit_code == 0, result.output
    assert annotations(result.stdout) == []


def test_a_property_that_no_finding_shows_keeps_its_annotation(sound):
    path = sound / "properties" / "tiny.py"
    path.write_text(
        PROPERTIES.replace('"T-2")\ndef the_stock', '"T-2", refuted_under={"late": ["no"]})\ndef the_stock')
    )
    result = run(*ARGUMENTS[:4], "--jobs", "1", "--format", "github")
    (told,) = annotations(result.stdout)
    assert told.startswith("::error file=properties/tiny.py,line=3,title=the-stock-is-whole::")
    assert "no longer refuted" in told


def test_a_cause_hides_no_property_that_it_does_not_show(contradiction):
    path = contradiction / "properties" / "tiny.py"
    path.write_text(path.read_text() + '\n@always("T-2", refuted_under={"late": ["no"]})\ndef it_holds(t):\n'
                    '    "It holds."\n    return True\n')  # fmt: skip
    told = annotations(run(*ARGUMENTS[:4], "--jobs", "1", "--format", "github").stdout)
    assert len(told) == 2
    assert "breaks the promise the-stock-is-whole%0A" in told[0]
    assert told[1].endswith("it-holds is no longer refuted, as its author expects it to be")


def test_two_properties_broken_by_two_causes_are_two_annotations(contradiction):
    path = contradiction / "properties" / "tiny.py"
    path.write_text(path.read_text() + '\n@always("T-2")\ndef it_is_short(t):\n    "It is short."\n'
                    '    return t.turns < 5\n')  # fmt: skip
    told = annotations(run(*ARGUMENTS, "--format", "github").stdout)
    assert len(told) == len({each.rpartition("::")[0] for each in told}) == 2


def test_junit_attaches_the_witness_below_the_project_and_gives_the_command(contradiction, monkeypatch):
    monkeypatch.setenv("CI_PROJECT_DIR", str(contradiction.parent))
    run(*ARGUMENTS, "--junit", "out.xml")
    cases = ElementTree.parse("out.xml").getroot().find("testsuite").findall("testcase")
    assert len(cases) == 2
    for case in cases:
        assert set(case.keys()) <= JUNIT_CASE
        children = [child.tag for child in case]
        assert children == sorted(children, key=JUNIT_ORDER.index)
        (command,) = re.findall(r"^referee replay .*", case.find("failure").text, re.MULTILINE)
        assert run(*command.split()[1:]).exit_code == 0
        (attached,) = re.findall(r"^\[\[ATTACHMENT\|(.+?)\]\]$", case.find("system-out").text, re.MULTILINE)
        assert not Path(attached).is_absolute()
        assert (contradiction.parent / attached).read_bytes() == Path(command.split()[-1]).read_bytes()
        assert (contradiction.parent / case.get("file")).is_file()
    assert "shown by contradiction T-1 T-3" in cases[0].find("failure").text


def test_junit_attaches_what_may_happen_and_did(sound):
    assert run(*ARGUMENTS, "--junit", "out.xml").exit_code == 0
    attached = [each.get("name") for each in ElementTree.parse("out.xml").iter("testcase")
                if "[[ATTACHMENT|" in (each.findtext("system-out") or "")]  # fmt: skip
    assert attached == ["a-turn-is-played"]


def test_sarif_labels_each_place_with_its_own_clause_and_links_to_it(contradiction):
    run(*ARGUMENTS, "--sarif", "out.sarif")
    (result,) = sarif()["results"]
    labels = [each["message"]["text"] for each in (*result["locations"], *result["relatedLocations"])]
    assert labels == ["T-1 in the rules", "T-1 in the rulebook", "T-3 in the rules", "T-3 in the rulebook",
                      "promise the-stock-is-whole"]  # fmt: skip
    for each in (*result["locations"], *result["relatedLocations"]):
        where = each["physicalLocation"]
        lines = Path(where["artifactLocation"]["uri"]).read_text().splitlines()
        here = "".join(lines[where["region"]["startLine"] - 1 :][:2])
        assert each["message"]["text"].split()[0].removeprefix("promise") in here
    linked = {int(id): label for label, id in re.findall(r"\[([^]]+)\]\((\d+)\)", result["message"]["text"])}
    assert linked == {each["id"]: each["message"]["text"] for each in result["relatedLocations"]}


def test_sarif_attaches_the_witness_and_follows_its_steps(contradiction):
    run(*ARGUMENTS, "--sarif", "out.sarif", "--json", "out.json")
    (result,) = sarif()["results"]
    refuted, contradiction_ = json.loads(Path("out.json").read_text())["findings"]
    assert result["partialFingerprints"] == {"referee/v1": refuted["fingerprint"]}
    assert result["properties"]["sameCause"] == [contradiction_["fingerprint"]]
    (attached,) = result["attachments"]
    assert run("replay", attached["artifactLocation"]["uri"]).exit_code == 0
    assert run(*result["properties"]["replay"].split()[1:]).exit_code == 0
    assert result["properties"]["replay"] in result["message"]["text"]
    (flow,) = result["codeFlows"]
    (thread,) = flow["threadFlows"]
    told = [each["location"]["message"]["text"] for each in thread["locations"]]
    assert [each.partition(":")[0] for each in told] == ["deal", "turn 1"]
    assert "draws 3♥" in told[1]
    lines = Path("games/tiny/rules.py").read_text().splitlines()
    first = thread["locations"][0]["location"]["physicalLocation"]["region"]["startLine"]
    assert '@clause("T-1")' in lines[first - 1]


def test_every_result_of_sarif_has_a_place(sound):
    (sound / "properties" / "tiny.examples.toml").write_text(
        '[[example]]\nclauses = ["T-1"]\ntitle = "x"\nplayers = 2\n[example.then]\nstock = ["2♥"]\n'
    )
    run(*ARGUMENTS, "--sarif", "out.sarif")
    assert all(each["locations"] for each in sarif()["results"])


def code_quality(path="quality.json"):
    """The issues of a report, which have all that GitLab wants of them."""
    issues = json.loads(Path(path).read_text(encoding="utf-8"))
    for each in issues:
        assert set(each) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert each["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert Path(each["location"]["path"]).is_file()
        assert not Path(each["location"]["path"]).is_absolute()
        assert each["location"]["lines"]["begin"] >= 1
    assert len({each["fingerprint"] for each in issues}) == len(issues)
    return issues


def test_code_quality_has_an_issue_for_a_cause_that_keeps_its_fingerprint(contradiction):
    run(*ARGUMENTS, "--code-quality", "quality.json")
    (issue,) = code_quality()
    assert (issue["severity"], issue["check_name"]) == ("major", "property-refuted")
    assert "T-3 in the rules: games/tiny/rules.py:" in issue["description"]
    (command,) = re.findall("referee (replay [^;]*)", issue["description"])
    assert run(*command.split()).exit_code == 0
    path = contradiction / "games" / "tiny" / "rules.py"
    path.write_text(path.read_text().replace('"""Tiny."""', '"""Tiny."""\n\n'))
    forget_imported()
    run(*ARGUMENTS, "--accept-new", "--code-quality", "quality.json")
    (moved,) = code_quality()
    assert moved["fingerprint"] == issue["fingerprint"]
    assert moved["location"]["lines"]["begin"] == issue["location"]["lines"]["begin"] + 2
    assert moved["severity"] == "info"


def test_code_quality_of_a_sound_game_is_empty_and_of_bad_input_is_not(sound):
    run(*ARGUMENTS, "--code-quality", "quality.json")
    assert code_quality() == []
    path = sound / "properties" / "tiny.py"
    path.write_text(PROPERTIES.replace('"T-2")\ndef the_stock', '"T-9")\ndef the_stock'))
    assert run(*ARGUMENTS, "--code-quality", "quality.json").exit_code == 2
    (issue,) = code_quality()
    assert (issue["severity"], issue["location"]["path"]) == ("critical", "properties/tiny.py")


# -- Markdown -----------------------------------------------------------------------------------------------------


def rendered(markdown):
    """HTML as code hosts make it, which let some tags of authors through."""
    return MarkdownIt("gfm-like", {"linkify": False}).render(markdown)


def test_markdown_tells_a_cause_once_with_folded_details_and_the_command(contradiction):
    result = run(*ARGUMENTS, "--markdown", "-")
    assert result.exit_code == 1
    assert result.stdout.startswith("## Tiny: not as expected: 1 new defect")
    assert len(re.findall("^### ", result.stdout, re.MULTILINE)) == 1
    assert result.stdout.count("<details>") == result.stdout.count("</details>") == 2
    assert result.stdout.index("A promise is broken") < result.stdout.index("<details>")
    (command,) = re.findall(r"^`(referee replay [^`]+)`$", result.stdout, re.MULTILINE)
    assert run(*command.split()[1:]).exit_code == 0
    html = rendered(result.stdout)
    assert "<h3>contradiction T-1 T-3 (new) <code>" in html
    assert "<td>the-stock-is-whole</td>" in html
    assert str(contradiction) not in result.stdout
    run(*ARGUMENTS, "--markdown", "out.md")
    seconds = re.compile(r"\d+\.\d")
    assert seconds.sub("", Path("out.md").read_text()) == seconds.sub("", result.stdout)


def test_markdown_folds_what_is_known(contradiction):
    run(*ARGUMENTS, "--accept-new")
    told = run(*ARGUMENTS, "--markdown", "-").stdout
    assert "### " not in told
    assert "<details><summary>1 known defect</summary>" in told
    assert "(accepted)" in told


HOSTILE = (
    "@everybody see #12, !7 and https://evil.example or www.evil.example <img src=x> </details> [a](b) ![c](d) "
    "**bold** `code` $x$ :bug: | a ~~b~~ &lt; <!-- hidden --> C:\\x"
)


@pytest.mark.parametrize("start", ["", "# ", "- ", "1. ", "> ", "| ", "```", "---", "==="])
def test_text_of_others_is_shown_as_it_is(start):
    html = rendered(f"{text(start + HOSTILE)}\n")
    assert re.findall("<[^>]+>", html) == ["<p>", "</p>"]
    shown = html.removeprefix("<p>").removesuffix("</p>\n")
    for mark, plain in (("\u200b", ""), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        shown = shown.replace(mark, plain)
    assert shown == (start + HOSTILE).strip()
    for call in ("@everybody", "#12", "!7", "://", "www.", ":bug:"):
        assert call not in html


def test_a_check_of_the_escapes_catches_a_missing_one():
    assert re.findall("<[^>]+>", rendered(HOSTILE)) != ["<p>", "</p>"]


@pytest.mark.parametrize("said", ["a`b", "`a`", "a``b", "@x <b>", "a\nb"])
def test_code_is_shown_as_it_is(said):
    html = rendered(code(said))
    plain = html.replace("&lt;", "<").replace("&gt;", ">")
    assert plain == f"<p><code>{' '.join(said.split())}</code></p>\n"


def test_markdown_has_an_end_and_says_what_it_left_out():
    block = folded("many", "x" * 20_000)
    told = fitted([("the verdict", "## v"), *[("new defects", block)] * 9, ("verdicts", "short")])
    assert len(told.encode()) <= MOST_BYTES
    assert told.count("<details>") == told.count("</details>") == 2
    assert told.endswith("*Left out, for there is no more room: new defects (7).*\n")
    assert "short" in told
    assert "Left out" not in fitted([("the verdict", "## v")])


def test_a_summary_of_a_hostile_author_is_markdown_still(sound, monkeypatch):
    write_project(sound, STUCK)
    (sound / "properties" / "tiny.py").write_text(
        PROPERTIES.replace("Everybody can act.", "@team </details><b>trap</b> | https://evil.example")
    )
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(sound / "summary.md"))
    assert run(*ARGUMENTS, "--format", "github").exit_code == 1
    html = rendered((sound / "summary.md").read_text())
    assert "<b>" not in html
    assert "@team" not in html
    assert html.count("<details>") == html.count("</details>")

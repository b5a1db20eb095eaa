"""``referee diff``: what changed between two versions of a game, and whether something broke."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt

from referee.cli import main
from referee.record.replay import load
from tests.test_interactions import ACTS, STEP
from tests.test_interactions import found as acting
from tests.tiny import PROPERTIES, STUCK, forget_imported, write_project

TWICE = (
    "        yield from t.shuffle(t.stock)\n\n    def forfeit",
    2 * "        yield from t.shuffle(t.stock)\n" + "\n    def forfeit",
)


@pytest.fixture
def versions(tmp_path, monkeypatch):
    """Writes two projects, ``old`` and ``new``, and stands beside them."""
    monkeypatch.chdir(tmp_path)

    def make(old=(), new=()):
        for name, changes in (("old", old), ("new", new)):
            (tmp_path / name).mkdir(exist_ok=True)
            write_project(tmp_path / name, *changes)
        return tmp_path

    return make


def diff(*arguments, code):
    forget_imported()
    options = ["--method", "fuzz", "--effort", "0.1", "--jobs", "1", "--json", "out.json"]
    result = CliRunner().invoke(main, ["diff", *(arguments or ("old", "new")), *options])
    assert result.exit_code == code, result.output
    return result.output, json.loads(Path("out.json").read_bytes()) if code in (0, 1) else None


def test_the_same_version_twice_has_no_difference(versions):
    versions()
    said, document = diff(code=0)
    assert "no difference: " in said
    assert document["schema"] == "referee.diff/1"
    assert document["matches"]["alike"] == document["matches"]["replayed"] > 0


def test_files_of_rules_are_versions_too(versions):
    versions(new=[("The *end* comes at once.", "The *end* comes soon.")])
    _, document = diff("old/games/tiny/rules.py", "new/games/tiny/rules.py", code=0)
    assert [each["what"] for each in document["clauses"]] == ["T-2"]


OTHER_WORDS = "        if t.reading", "        late = t.reading"
SAID = '("late") == "yes":\n', '("late")\n        if late == "yes":\n'


def test_rules_in_other_words_are_proved_the_same_and_others_are_not(versions):
    versions(new=[(OTHER_WORDS[0] + SAID[0], OTHER_WORDS[1] + SAID[1])])
    said, document = diff("old", "new", "--markdown", "out.md", code=0)
    words = "PROVED the same game, in other words (2 players on 2 ways; default readings and settings)"
    assert words in " ".join(said.split())
    assert words in Path("out.md").read_text()
    assert document["proved_same"] == [{"players": 2, "ways": 2}]
    versions(new=[(OTHER_WORDS[0] + SAID[0], OTHER_WORDS[1] + SAID[1].replace("yes", "no"))])
    said, document = diff(code=0)
    assert "PROVED" not in said
    assert document["proved_same"] == []


MARKDOWN = ["--method", "fuzz", "--effort", "0.1", "--jobs", "1", "--markdown"]


def test_markdown_tells_a_new_cause_once_and_folds_the_rest(versions):
    versions(new=[STUCK, ("The *end* comes at once.", "The ``` *end* @all comes.")])
    result = CliRunner().invoke(main, ["diff", "old", "new", *MARKDOWN, "out.md"])
    assert result.exit_code == 1, result.output
    assert "nobody-is-stuck" in result.stdout, "the text is shown all the same"
    told = Path("out.md").read_text()
    assert told.startswith("## Tiny: not as it was promised\n\n`old` → `new`\n\n### dead end T-2 (new) `")
    assert "nobody-is-stuck is refuted" not in told, "the dead end says it"
    for command in re.findall("^`referee (replay .*)`$", told, re.MULTILINE):
        assert Path(command.split()[1]).is_file()
    assert told.count("`referee replay ") == 2
    assert told.count("<details>") == told.count("</details>") == 4
    html = MarkdownIt("gfm-like", {"linkify": False}).render(told)
    assert "<td>nobody-is-stuck</td>\n<td>NOT REFUTED</td>\n<td>REFUTED</td>" in html
    (texts,) = re.findall('<code class="language-diff">(.*?)</code>', html, re.DOTALL)
    assert texts == "- End. The *end* comes at once.\n+ End. The ``` *end* @all comes.\n"
    assert str(Path.cwd()) not in told


def test_markdown_of_no_difference_is_short_and_takes_standard_output(versions):
    versions()
    result = CliRunner().invoke(main, ["diff", "old", "new", *MARKDOWN, "-"])
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("## Tiny: no difference\n")
    assert "<details>" not in result.stdout
    both = CliRunner().invoke(main, ["diff", "old", "new", *MARKDOWN, "-", "--json", "-"])
    assert (both.exit_code, "both take standard output" in both.output) == (2, True)


def test_a_comment_is_no_difference(versions):
    versions(new=[("class TinyTable", "# nothing\n\n\nclass TinyTable")])
    assert "no difference: " in diff(code=0)[0]


def test_a_new_dead_end_breaks_a_promise(versions):
    versions(new=[STUCK])
    said, document = diff(code=1)
    assert document["rules"] == ["T-2"]
    (dead,) = document["appeared"]
    assert (dead["class"], dead["status"]) == ("dead end", "new")
    (verdict,) = [each for each in document["verdicts"] if each["what"] == "nobody-is-stuck"]
    assert (verdict["old"], verdict["new"]) == ("NOT REFUTED", "REFUTED")
    assert any("nobody-is-stuck is refuted" in line for line in document["broken"])
    assert document["parted"]["turn"] == 1
    assert "referee replay .referee/witnesses/tiny/diff/parted.jsonl" in said
    # The record of the old version goes no further in the new one.
    again = CliRunner().invoke(main, ["replay", document["parted"]["witness"]])
    assert again.exit_code in (1, 2)

    said, document = diff("new", "old", code=0)
    assert [each["class"] for each in document["gone"]] == ["dead end"]
    assert "nothing is broken" in said


def test_texts_and_parameters_are_compared(versions):
    versions(
        new=[
            ("The *end* comes at once.", "The *end* comes soon."),
            ('default = "no"', 'default = "yes"'),
            ('yes = "Yes."', 'yes = "Yes."\nnever = "Never."'),
            ('Parameter("size", 2,', 'Parameter("size", 3,'),
            ("fewest_players, most_players = 2, 3", "fewest_players, most_players = 2, 4"),
        ]
    )
    said, document = diff(code=0)
    assert [each["what"] for each in document["clauses"]] == ["T-2"]
    assert [each["what"] for each in document["readings"]] == ["late", "late=never"]
    assert [each["what"] for each in document["form"]] == ["players", "size"]
    assert "late=never (new)" in said
    assert "players: 2 to 3 -> 2 to 4" in said
    # It ends now where it did not, in every match.
    assert {each["name"] for each in document["figures"]} >= {"turns", "ends"}
    for each in document["figures"]:
        before, after = (load(Path(file)).splitlines() for file in each["witnesses"])
        if each["name"] == "turns":
            lengths = [json.loads(lines[-1])["result"]["turns"] for lines in (before, after)]
            assert (lengths[0] < lengths[1]) == (each["old"] < each["new"])
            assert lengths[0] != lengths[1]
        assert f"referee replay {each['witnesses'][0]}" in said
    # A record carries its readings: under those of the old version the new one plays alike.
    assert document["matches"]["alike"] == document["matches"]["replayed"]


def test_a_verdict_that_changed_has_the_witness_that_refutes_it(versions):
    versions()
    for folder in ("old", "new"):
        text = PROPERTIES.replace("t.stock.size == 8", "t.stock.size == 8 and t.turns < 5")
        Path(folder, "properties", "tiny.py").write_text(text if folder == "new" else PROPERTIES)
    said, document = diff(code=1)
    (verdict,) = [each for each in document["verdicts"] if each["what"] == "the-stock-is-whole"]
    assert verdict["new"] == "REFUTED"
    assert f"referee replay {verdict['witness']}" in said
    assert CliRunner().invoke(main, ["replay", verdict["witness"]]).exit_code in (0, 1)
    assert Path(verdict["witness"]).is_file()


@pytest.mark.untraced
def test_interactions_that_are_new_have_their_records(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    acting(tmp_path / "old" / "tiny", STEP, **{**ACTS, "DOUBLED": "t.number + 2"})
    acting(tmp_path / "new" / "tiny", STEP, **ACTS)
    _, same = diff("new/tiny", "new/tiny", code=0)
    assert same["interactions"] == []
    said, document = diff("old/tiny", "new/tiny", code=0)
    (edge,) = [each for each in document["interactions"] if each["kind"] == "order matters"]
    assert edge["seen_in"] == "new"
    assert len(edge["witnesses"]) == 2
    assert all(Path(each).is_file() and f"referee replay {each}" in said for each in edge["witnesses"])


def test_matches_that_go_another_way_are_kept(versions):
    versions(new=[TWICE])
    said, document = diff(code=0)
    assert document["parted"]["said"] == "the rules go on where the record does not"
    assert document["parted"]["turn"] == 1
    assert "0 of 20 matches of old go the same way in new" in " ".join(said.split())


def test_a_revision_of_git(versions, monkeypatch):
    home = versions()
    monkeypatch.chdir(home / "new")

    def git(*arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], check=True, cwd=home / "new")

    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "first")
    write_project(home / "new", STUCK)
    for old, new in (("HEAD", "."), ("HEAD:games/tiny", "games/tiny")):
        said, document = diff(old, new, code=1)
        assert [each["class"] for each in document["appeared"]] == ["dead end"], (old, said)
    write_project(home / "new", ("yield from t.shuffle(t.stock)\n\n    def", "x = (\n\n    def"))
    said, _ = diff("HEAD", ".", code=2)
    assert "rules.py" in said
    assert "SyntaxError" in said
    said, _ = diff("HEAD:nowhere", ".", code=2)
    assert "the revision HEAD has no folder nowhere" in said
    said, _ = diff("HEAD~7", ".", code=2)
    assert "there is no game 'HEAD~7'" in said or "there is no folder" in said
    said, _ = diff("nothing:games", ".", code=2)
    assert "no revision 'nothing'" in said

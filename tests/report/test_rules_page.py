"""The page of a check, clicked through and read in headless Chromium."""

import json

import pytest
from click.testing import CliRunner

from referee.cli import main
from tests.report.browser import HOSTILE, judge
from tests.tiny import STUCK, write_project

FUZZ = ("--method", "fuzz", "--effort", "0.2", "--players", "2")


def run(folder, *arguments):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return CliRunner().invoke(main, ["check", "games/tiny", "--jobs", "1", *arguments])


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A game with a dead end and markup in its rulebook and its property, checked with everything: page and JSON."""
    folder = tmp_path_factory.mktemp("project")
    write_project(folder, STUCK, ("comes at once.", f"comes at once {HOSTILE}."))
    file = folder / "properties" / "tiny.py"
    file.write_text(file.read_text().replace("Nobody ever draws.", f"Nobody {HOSTILE}."), encoding="utf-8")
    (folder / "pyproject.toml").write_text("")
    (folder / "tests").mkdir()
    (folder / "tests" / "test_tiny.py").write_text("def test_T_2_ends():\n    pass\n\n\ndef test_other(): ...\n")
    wanted = [
        *FUZZ,
        "--all-readings",
        "--mutate",
        "--sample",
        "6",
        "--interactions",
        "--html",
        "page.html",
        "--json",
        "out.json",
    ]
    result = run(folder, *wanted, "--html", "page.html", "--json", "out.json")
    assert result.exit_code == 1, result.output
    assert "mutants: " in result.output
    assert result.output.rstrip().endswith("page      page.html")
    return folder / "page.html", json.loads((folder / "out.json").read_text())


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_findings_ledger_and_witness_are_read_and_stepped_through(open_page, files, width, scheme):
    file, document = files
    (finding,) = document["findings"]
    with open_page(file, width, scheme) as page:
        assert page.locator(".verdict").inner_text().startswith("not as expected: 1 new defect")
        told = page.locator(".finding").inner_text()
        assert finding["sentence"] in told
        assert "T-2 End." in told, "the text of its clause is shown"
        assert page.locator(".finding .ending .card").count() == 8, "and how it ends, as cards"
        names = page.locator("#properties .name").all_inner_texts()
        assert {each["property"] for each in document["results"]} == set(names)
        page.get_by_role("button", name="Step through the witness").click()
        assert page.locator("#stage").is_visible()
        assert page.locator("#stage-title").evaluate("each => each === document.activeElement")
        assert page.locator(".log li").count() > 0
        page.keyboard.press("Home")
        assert page.locator("input[type=range]").input_value() == "0"
        page.get_by_role("button", name="Close").click()
        assert page.get_by_role("button", name="Step through the witness").evaluate("e => e === document.activeElement")
        page.keyboard.press("End")
        assert page.locator("input[type=range]").input_value() == "0", "outside of it the keys are the page's"
        page.locator("#ledger summary").nth(1).click()
        assert HOSTILE in page.locator("#ledger").inner_text()
        judge(page)


def test_a_finding_has_its_position_question_branches_and_address(open_page, files):
    file, document = files
    (cause,) = document["causes"]
    with open_page(file) as page:
        told = page.locator(".finding").inner_text()
        for line in cause["happens"]:
            assert line in page.locator(".finding").text_content()
        assert f"What happens, {cause['step']}" in told
        page.locator(".address").click()
        assert page.url.endswith(f"#f-{cause['fingerprint']}")
        page.get_by_role("button", name="Step through the witness").click()
        address = page.url
        row = page.locator("#c-T-2")
        assert "of 2 ways taken" in row.locator(".branches summary").inner_text()
        row.locator(".branches summary").click()
        assert "if t.reading('late') == 'yes': yes never, no " in row.locator(".branches li").inner_text()
    with open_page(file) as page:
        page.goto(address)
        page.reload()
        assert page.locator("#stage").is_visible()
    everything = file.read_text(encoding="utf-8")
    held = everything.partition('id="matches">')[2].partition("</script>")[0]
    assert len(everything) - len(held) < 2_000_000


def test_findings_are_filtered_and_sorted_and_say_why_they_are_expected(open_page, tmp_path):
    write_project(tmp_path, STUCK)
    file = tmp_path / "properties" / "tiny.py"
    text = file.read_text(encoding="utf-8")
    wrong = """

@always("T-1", refuted_under={"late": ["yes"]})
def it_is_early(t):
    "It is early."
    return t.reading("late") == "no"
"""
    file.write_text(text + wrong, encoding="utf-8")
    result = run(tmp_path, *FUZZ, "--html", "page.html", "--json", "out.json")
    assert result.exit_code == 1, result.output
    causes = json.loads((tmp_path / "out.json").read_text())["causes"]
    with open_page(tmp_path / "page.html", 390) as page:
        assert page.locator(".finding").count() == len(causes) > 1
        known = [each for each in causes if each["status"] == "expected"]
        assert known, causes
        told = page.locator(f"#f-{known[0]['fingerprint']}").inner_text()
        assert "why expected" in told
        assert "Its author expects it not to hold with late=" in told
        form = page.locator("form[data-filters=causes]")
        form.get_by_label("status").select_option("new")
        new = [each for each in causes if each["status"] == "new"]
        assert 0 < page.locator(".finding:visible").count() < len(causes)
        assert page.locator(f"#f-{new[0]['fingerprint']}").is_visible()
        assert not page.locator(f"#f-{known[0]['fingerprint']}").is_visible()
        assert page.url.endswith("#causes?status=new&sort=importance")
        page.goto(page.url.partition("#")[0] + f"#f-{known[0]['fingerprint']}")
        assert page.locator(f"#f-{known[0]['fingerprint']}").is_visible(), "an address shows what was filtered out"
        form.get_by_label("sorted by").select_option("how often")
        often = page.locator(".finding").evaluate_all("all => all.map((each) => Number(each.dataset.byHowOften))")
        assert often == sorted(often)
        assert page.locator("[data-plot=often] svg").count() == 1
        judge(page)


def test_every_number_of_the_page_is_that_of_the_json(open_page, files):
    file, document = files
    with open_page(file) as page:
        (finding,) = document["findings"]
        seen = finding["probability"]
        assert f"in {seen['met']} of {seen['tries']} real deals" in page.locator(".finding").inner_text()
        for name in {each["property"] for each in document["results"]}:
            mine = [each for each in document["results"] if each["property"] == name]
            row = page.locator(f"#p-{name}").inner_text()
            for verdict in {each["verdict"] for each in mine}:
                tries = sum(each["tries"] for each in mine if each["verdict"] == verdict)
                assert verdict in row
                assert not tries or f"{tries:,} tables" in row
        times = document["times"]
        assert f"{times['matches']} matches of {times['players']} players" in page.locator("#ledger").inner_text()
        rows = page.locator("#ledger tbody tr").all()
        assert len(rows) == 2
        for row, clause in zip(rows, ("T-1", "T-2"), strict=True):
            assert row.locator('[data-label="steps"]').inner_text() == f"{times['clauses'][clause]:,}"
            fates = document["mutants"]["clauses"].get(clause, {})
            noticed = sum(number for method, number in fates.items() if method != "survived")
            told = row.locator('[data-label="mutants noticed"]').inner_text()
            assert told.startswith(f"{noticed} of {sum(fates.values())}" if fates else "–")
            assert (f"{fates.get('survived')} alive" in told) == ("survived" in fates)
        assert rows[1].locator('[data-label="tests"] summary').inner_text() == "1"
        assert rows[0].locator('[data-label="tests"]').inner_text() == "0"
        mutants = document["mutants"]["mutants"]
        alive = [each for each in mutants if each["killed_by"] is None]
        assert page.locator(".mutant").count() == len(alive)
        assert (
            f"{len(mutants) - len(alive)} of {len(mutants)} changes were noticed"
            in page.locator("#mutants").inner_text()
        )
        readings = document["readings"]["alternatives"]
        matter = [each for each in readings if each["difference"] != "nothing"]
        told = page.locator("#readings").inner_text()
        assert f"{len(matter)} of {len(readings)} alternatives make a difference" in told
        edges = document["interactions"]
        assert (
            f"{edges['steps']} steps of {edges['matches']} random matches" in page.locator("#interactions").inner_text()
        )


def test_readings_interactions_and_mutants_can_be_brought_from_files(open_page, tmp_path):
    """Numbers that no command would write are shown, so they come from the files."""
    write_project(tmp_path)
    result = run(tmp_path, "--all-readings", "--players", "2", "--json", "readings.json")
    assert result.exit_code == 0, result.output
    readings = json.loads((tmp_path / "readings.json").read_text())
    (one,) = readings["alternatives"]
    assert one["witnesses"], "the reading makes a difference, with a record of either"
    one["steps_differing"], one["steps_tried"] = 4321, 5432
    never = {"players": 2, "settings": {HOSTILE: ["2", "3"]}, "states": 1234, "ways": 5, "consulted": True}
    readings["alternatives"].append({**one, "alternative": HOSTILE, "difference": "nothing", "exhausted": [never],
                                     "example": None, "witnesses": [], "changes": None})  # fmt: skip
    edges = {
        "schema": "referee.interactions/1", "game": "tiny", "matches": 777, "steps": 888, "undecided": 3,
        "nodes": [{"id": id, "title": HOSTILE, "part": "", "text": "", "carried_out": 0} for id in ("T-1", "T-2")],
        "edges": [{"source": "T-1", "target": "T-2", "kind": "cancels", "said": HOSTILE, "count": 999, "players": 2,
                   "form": "", "outcomes": "", "witnesses": one["witnesses"][0]}],
    }  # fmt: skip
    mutants = {
        "schema": "referee.mutants/1", "game": "tiny", "seed": HOSTILE, "made": 9, "interrupted": False, "score": 0.5,
        "clauses": {"T-1": {"fuzz": 123, "survived": 1}},
        "mutants": [{"number": 0, "operator": HOSTILE, "function": "deal", "clauses": ["T-1"], "place": "rules.py:3",
                     "killed_by": None, "shown": HOSTILE, "diff": f"-{HOSTILE}\n+b"}],
    }  # fmt: skip
    for name, document in (("readings", readings), ("edges", edges), ("mutants", mutants)):
        (tmp_path / f"{name}.json").write_text(json.dumps(document))
    included = [f"--include={name}.json" for name in ("readings", "edges", "mutants")]
    result = run(tmp_path, *FUZZ, "--html", "page.html", *included)
    assert result.exit_code == 0, result.output
    with open_page(tmp_path / "page.html", 390) as page:
        page.locator(".reading summary").click()
        told = page.locator("#readings").inner_text()
        assert "4321 of 5432 steps of real games" in told
        assert f"2 players, {HOSTILE}=2,3: 1,234 tables and 5 ways" in told
        assert "1 of 2 alternatives make a difference" in told
        for button in page.locator(".alternative [data-witness]").all():
            button.click()
            assert page.locator("#stage").is_visible()
            assert page.locator(".log li").count() > 0
        assert "888 steps of 777 random matches" in page.locator("#interactions").inner_text()
        page.locator("[data-open]").first.click()
        about = page.locator("#about").inner_text()
        assert HOSTILE in about
        assert "Seen 999 times" in about
        page.locator("#about [data-witness]").click()
        assert page.locator("#about + #stage").is_visible()
        assert "123 of 124" in page.locator("#ledger").inner_text()
        page.locator(".mutant summary").click()
        assert HOSTILE in page.locator(".mutant pre .was").inner_text()
        judge(page)


RAISES = (STUCK[0], f"        raise ValueError({HOSTILE!r})\n\n    def forfeit")


def test_what_a_rule_and_a_reading_say_is_text(open_page, tmp_path):
    """The sentence of a finding, a reading's question and rule, a clause's title and a worked example's name."""
    hostile = HOSTILE.replace('"', "")
    write_project(tmp_path, RAISES, ("Is it late (T-2)?", hostile), ('no = "No."', f'no = "{hostile}"'))
    result = run(tmp_path, *FUZZ, "--all-readings", "--html", "page.html", "--json", "out.json")
    assert result.exit_code in (1, 2), result.output
    document = json.loads((tmp_path / "out.json").read_text())
    with open_page(tmp_path / "page.html") as page:
        said = [each["sentence"] for each in document["findings"] if HOSTILE in each["sentence"]]
        assert said or any(HOSTILE in line for line in document["complaints"])
        for sentence in said:
            assert sentence in page.locator("#findings").inner_text()
        page.locator(".reading summary").click()
        assert page.locator("#readings").inner_text().count(hostile) >= 2


def test_a_page_is_printed_whole(open_page, files):
    with open_page(files[0]) as page:
        page.emulate_media(media="print")
        assert page.get_by_role("button", name="Step through the witness").count() == 0
        assert page.locator("nav").is_hidden()
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.locator(".ending .card").count() == 8
        assert page.locator(".wide").first.evaluate("each => getComputedStyle(each).overflowX") == "visible"


def test_what_was_not_asked_says_how_it_is_added(open_page, tmp_path):
    write_project(tmp_path)
    assert run(tmp_path, *FUZZ, "--html", "page.html").exit_code == 0
    with open_page(tmp_path / "page.html") as page:
        for section, option in (
            ("readings", "--all-readings"),
            ("mutants", "--mutate"),
            ("interactions", "--interactions"),
        ):
            told = page.locator(f"#{section}").inner_text()
            assert "Not asked." in told
            assert f"--html FILE {option}" in told
            assert "--include" in told
        assert "None." in page.locator("#findings").inner_text()
        judge(page)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "it is no JSON"),
        ("[1]", "this is none of these"),
        ('{"schema": "referee.check/1"}', "this is none of these"),
        ('{"schema": "referee.mutants/1", "game": "other"}', "it is about 'other', and the page about 'tiny'"),
    ],
)
def test_a_file_that_is_not_one_is_refused_before_the_check(tmp_path, text, said):
    write_project(tmp_path)
    (tmp_path / "in.json").write_text(text)
    result = run(tmp_path, *FUZZ, "--html", "page.html", "--include", "in.json")
    assert result.exit_code == 2
    assert result.output.startswith("referee: in.json: ")
    assert said in result.output
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"schema": "referee.mutants/1", "game": "tiny"}', "in.json: it is not as referee writes it: Object missing"),
        ('{"schema": ["referee.mutants/1"], "game": "tiny"}', "in.json: a page takes what"),
    ],
)
def test_a_document_with_a_hole_in_it_is_refused_in_one_line_before_the_check(tmp_path, text, said):
    write_project(tmp_path)
    (tmp_path / "in.json").write_text(text)
    result = run(tmp_path, *FUZZ, "--html", "page.html", "--include", "in.json")
    assert result.exit_code == 2
    assert result.output.startswith(f"referee: {said}")
    assert result.output.count("\n") == 1
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--interactions"], "go with --html"),
        (["--include", "in.json"], "go with --html"),
        (["--html", "a.html", "--mutate", "--budget", "5"], "give --sample N"),
        (["--html", "a.html", "--mutate", "--include", "in.json"], "leave one of them out"),
        (["--html", "a.html", "--include", "nowhere.json"], "nowhere.json: cannot be read"),
    ],
)
def test_options_that_do_not_go_together_are_refused_before_the_check(tmp_path, arguments, said):
    write_project(tmp_path)
    about = {"seed": "1", "made": 3, "interrupted": False, "clauses": {}, "mutants": []}
    (tmp_path / "in.json").write_text(json.dumps({"schema": "referee.mutants/1", "game": "tiny", **about}))
    result = run(tmp_path, *arguments)
    assert result.exit_code == 2, result.output
    assert said in result.output


def test_likely_findings_come_first():
    from referee.verify.findings import Finding, by_likelihood
    from referee.verify.verdicts import Method, Sightings, Trouble, Verdict

    def finding(sentence, seen):
        return Finding(
            Trouble.DEAD_END, "tiny", sentence, ("T-1",), 2, {}, {}, Method.FUZZ, Verdict.WITNESSED, sightings=seen
        )  # fmt: skip

    given = [finding("never played", None), finding("rare", Sightings(1, 100)), finding("often", Sightings(9, 10)),
             finding("not met", Sightings(0, 100))]  # fmt: skip
    assert [each.sentence for each in by_likelihood(given)] == ["often", "rare", "not met", "never played"]

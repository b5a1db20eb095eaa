"""The page of a tournament, clicked through and read in headless Chromium."""

import json
import shutil

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.kernel.errors import BadInput
from referee.report.plots import histograms
from referee.report.tournament import Reading, tournament_page
from referee.tournament.loading import load_definition
from referee.tournament.playing import Played
from referee.tournament.runner import run_tournament
from referee.tournament.schedule import Block
from referee.tournament.standings import standings
from referee.tournament.store import Store
from tests.report.browser import HOSTILE, judge

CUP = """\
game = "escalation"
players = 2
[format]
kind = "round-robin"
blocks = 3
[[entrant]]
name = "steady"
seat = "greedy"
[[entrant]]
name = "{hostile}"
author = "{hostile}"
seat = "{bot}"
[[entrant]]
name = "any"
seat = "{third}"
"""
CRASHING = f"""\
from referee.bot import Bot


class Crashing(Bot):
    def answer(self, view, ask):
        self.note("{HOSTILE}")
        if view.seat == 0:
            return "{HOSTILE}"
        raise KeyError("{HOSTILE}")
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cup")
    (folder / "crashing.py").write_text(CRASHING, encoding="utf-8")
    (folder / "cup.toml").write_text(
        CUP.format(hostile=HOSTILE, bot=f"trusted:{folder / 'crashing.py'}", third="random"), encoding="utf-8"
    )
    run_tournament(load_definition(folder / "cup.toml"), folder / "cup.sqlite", seed="page").close()
    return folder / "cup.sqlite"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_standings_faults_and_matches_are_read_and_stepped_through(open_page, tmp_path, results, width, scheme):
    file = tmp_path / "page.html"
    done = CliRunner().invoke(main, ["tournament", "report", str(results), "-o", str(file)])
    assert done.exit_code == 0, done.output
    CliRunner().invoke(main, ["tournament", "standings", str(results), "--json", str(tmp_path / "standings.json")])
    told = json.loads((tmp_path / "standings.json").read_text())
    with open_page(file, width, scheme) as page:
        rows = page.locator("#standings tbody tr")
        for row, line in zip(rows.all()[:3], told["lines"], strict=True):
            cells = row.locator("td").all_inner_texts()
            assert cells[1] == line["name"]
            assert cells[2] == (line["author"] or "")
            assert cells[4] == f"{100 * line['score']:.1f}"
            assert cells[6] == f"{line['payoff']:+.2f}"
            assert int(cells[-1]) == sum(line["faults"].values())
        for seat, (mean, (low, high)) in enumerate(told["seats"]):
            cells = page.locator("#seats tbody tr").nth(seat).locator("td").all_inner_texts()
            assert cells == [f"{100 * mean:.1f}", f"{100 * low:.1f} to {100 * high:.1f}"]
        assert page.locator("#cross tbody td").all_inner_texts()[0] == "·"
        names = {"elo", "score", "payoff", "seats", "payoffs", "lengths", "narrowing"}
        assert {each.get_attribute("data-plot") for each in page.locator(".plot").all()} >= names
        for plot in page.locator(".plot").all():
            image = plot.locator("svg[role=img]")
            assert image.count() == 1, "a plot is drawn"
            assert image.get_attribute("aria-label"), "and named"
            assert image.evaluate("each => each.getBoundingClientRect().right <= innerWidth")
        faults = page.locator("#faults").inner_text()
        (crashing,) = [line for line in told["lines"] if line["faults"]]
        for kind, times in crashing["faults"].items():
            assert f"{kind}\t{times}" in faults
        assert HOSTILE in faults
        assert f"\t'{HOSTILE}'\t" in faults, "the offending answer, as it came"
        page.locator("[data-witness]").first.click()
        assert page.locator("#stage").is_visible()
        assert page.locator(".now.fault").count() == 1, "a match with a fault opens at its fault"
        assert page.locator(".log li").count() > 0
        assert HOSTILE in page.locator(".seat h3").all_inner_texts()[0]
        judge(page)


def page_of(tmp_path, results):
    file = tmp_path / "page.html"
    file.write_text(tournament_page(Store(results)), encoding="utf-8")
    return file


def test_tables_are_sorted_faults_filtered_and_both_have_addresses(open_page, tmp_path, results):
    file = page_of(tmp_path, results)
    with open_page(file) as page:
        column = page.locator("#standings table").first.locator("tbody td:nth-child(7)")
        before = [float(each) for each in column.all_inner_texts()]
        page.locator("#standings thead").get_by_role("button", name="payoff").click()
        assert [float(each) for each in column.all_inner_texts()] == sorted(before, reverse=True)
        page.locator("#standings thead").get_by_role("button", name="payoff").click()
        assert [float(each) for each in column.all_inner_texts()] == sorted(before)
        assert page.locator("th[aria-sort=ascending]").inner_text().startswith("payoff")
        rows = page.locator("#faults-shown tbody tr")
        kind = rows.last.locator("td").nth(4).inner_text()
        number = [each.locator("td").nth(4).inner_text() for each in rows.all()].count(kind)
        every = rows.count()
        assert 0 < number < every, "there are faults of two kinds"
        page.locator("form[data-filters=faults-shown]").get_by_label("kind").select_option(kind)
        assert page.locator("#faults-shown tbody tr:visible").count() == number
        assert f"{number} of {every} shown" in page.locator("#faults").inner_text()
        address = page.url
        page.locator("[data-witness]").first.click()
        match = page.url
        judge(page)
    with open_page(file) as page:
        page.goto(address)
        page.reload()
        assert page.locator("#faults-shown tbody tr:visible").count() == number, "its address keeps what is shown"
        page.get_by_role("button", name="Show all").click()
        assert page.locator("#faults-shown tbody tr:visible").count() == every
    with open_page(file) as page:
        page.goto(match)
        page.reload()
        assert page.locator("#stage").is_visible(), "the address of a match opens it"


@pytest.mark.parametrize("width", [390, 1280])
def test_names_that_differ_are_told_apart_in_every_plot_and_all_is_within_the_paper(
    open_page, tmp_path, results, width
):
    alike = [f"a name of the same beginning {each} and the same long, long end of it all as well" for each in "12"]
    store = Store(results)
    meta = store.meta()
    for entrant, name in zip(meta["definition"]["entrants"], [*alike, "W" * 40], strict=True):
        entrant["name"] = name
    shutil.copy(results, tmp_path / "cup.sqlite")
    changed = Store(tmp_path / "cup.sqlite", make=True)
    changed.put_meta({"definition": meta["definition"]})
    with open_page(page_of(tmp_path, tmp_path / "cup.sqlite"), width) as page:
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        for plot in ("elo", "score", "payoffs"):
            texts = page.locator(f"[data-plot={plot}] svg text").evaluate_all(
                "all => all.map((each) => [each.textContent, each.closest('svg').getBoundingClientRect(),"
                " each.getBoundingClientRect()].map((one) => one.toJSON ? one.toJSON() : one))"
            )
            names = [text for text, *_ in texts if "same" in text or text.startswith("WW")]
            assert len(set(names)) == len(names) >= 3
            for text, around, inside in texts:
                assert around["left"] <= inside["left"], text
                assert inside["right"] <= around["right"], text
                assert around["top"] - 0.5 <= inside["top"], text
                assert inside["bottom"] <= around["bottom"] + 0.5, text
            assert page.locator(f"[data-plot={plot}] svg").first.evaluate("e => e.getBoundingClientRect().width") <= 640


def test_the_last_width_of_an_interval_is_that_of_the_standings(results):
    store = Store(results)
    looked = Reading(3, "ranks")
    found = standings(store.meta(), looked.passing(store.blocks()))
    for line in found.lines:
        ((blocks, width),) = looked.narrowing[line.entrant][-1:]
        assert blocks == line.blocks
        low, high = line.score_interval
        assert width == pytest.approx(100 * (high - low), abs=1e-9)


def test_bars_and_tables_count_the_same_values():
    figure = histograms("a", "b", "c", [("one", [0.0, 1.0, 1.0, 3.0]), ("two", [])], 4)
    assert [each["counts"] for each in figure.data["rows"]] == [[1, 2, 0, 1], [0, 0, 0, 0]]
    same = histograms("a", "b", "c", [("one", [300.0, 300.0])], 4).data
    assert same["rows"][0]["counts"] == [2, 0, 0, 0]
    assert same["low"] + same["wide"] / 2 == 300
    assert figure.rows[0] == ("one", "4", "1.25", "0", "0", "1", "1", "3")


def test_results_are_reported_on_while_they_are_written(results, tmp_path):
    """A runner in another connection is in the middle of a block."""
    shutil.copy(results, tmp_path / "cup.sqlite")
    writer = Store(tmp_path / "cup.sqlite", make=True)
    writer.put_meta({"finished": False})
    number = max(writer.done())
    writer.base.execute("BEGIN IMMEDIATE")
    writer.base.execute("DELETE FROM match WHERE block = ?", (number,))
    before = tournament_page(Store(tmp_path / "cup.sqlite"))
    assert "still being played" in before
    assert f"{len(writer.done())} blocks counted" in before
    writer.base.execute("DELETE FROM block WHERE number = ?", (number,))
    writer.base.execute("COMMIT")
    after = tournament_page(Store(tmp_path / "cup.sqlite"))
    assert f"{number - 1} blocks counted" in after


def test_results_without_a_block_and_without_a_beginning(tmp_path):
    store = Store(tmp_path / "cup.sqlite", make=True)
    with pytest.raises(BadInput, match="stopped before it began"):
        tournament_page(store)
    (tmp_path / "cup.toml").write_text(CUP.format(hostile="b", bot="random", third="random"), encoding="utf-8")
    definition = load_definition(tmp_path / "cup.toml")
    run_tournament(definition, tmp_path / "played.sqlite", seed="none").close()
    whole = Store(tmp_path / "played.sqlite", make=True)
    whole.base.executescript("DELETE FROM match; DELETE FROM block; DELETE FROM record; DELETE FROM thought;")
    whole.put_meta({"finished": False})
    text = tournament_page(whole)
    assert "0 blocks counted" in text
    assert "None: no records are kept." in text


def test_how_long_bots_took_is_kept_and_older_results_have_none(tmp_path):
    store = Store(tmp_path / "cup.sqlite", make=True)
    store.add(Block(1, (0, 1), 0), [Played((1, 0), {}, 9, 1.0, None, ((0, 4, 0.5, 0.25), (1, 5, 0.1, 0.05)))])
    store.add(Block(2, (0, 1), 1), [Played((0, 1), {}, 9, 1.0, None, ((0, 1, 2.0, 2.0),))])
    assert store.thought() == {1: (4, 0.5, 0.25), 0: (6, 2.1, 2.0)}
    store.base.execute("DROP TABLE thought")
    store.close()
    assert Store(tmp_path / "cup.sqlite").thought() == {}


def test_results_that_are_still_being_written_keep_their_secret(results):
    store = Store(results, make=True)
    secret = store.meta()["secret"]
    assert secret in tournament_page(store)
    store.put_meta({"finished": False})
    text = tournament_page(store)
    assert secret not in text
    assert "still being played" in text

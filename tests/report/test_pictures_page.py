"""The picture of a table on the page of a match, in headless Chromium."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.kernel.views import view_of
from referee.record.replay import replay
from referee.report.replay import replay_page
from tests.boards import BY_TUPLES, ON_A_BOARD, write_three
from tests.report.browser import HOSTILE, judge

DRAWN = ".drawn"


@pytest.fixture
def page_of(tmp_path, monkeypatch):
    """The file of a page: the game of these changes, played and replayed; with ``seat`` as that seat saw it."""
    monkeypatch.chdir(tmp_path)

    def make(*changes, seat=None, name="three"):
        write_three(tmp_path / "games" / name, *changes, ('name = "three"', f'name = "{name}"'))
        done = CliRunner().invoke(
            main, ["play", name, "--seats", "random,random", "--seed", "1", "--record", "m.jsonl"]
        )
        assert done.exit_code == 0, done.output
        file = tmp_path / f"{name}.html"
        file.write_text(replay_page((tmp_path / "m.jsonl").read_bytes(), "m", seat), encoding="utf-8")
        return file

    return make


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_the_picture_follows_the_match_and_the_seat(open_page, page_of, width, scheme):
    with open_page(page_of(), width=width, scheme=scheme) as page:
        drawn = page.locator(DRAWN)
        page.keyboard.press("Home")
        assert drawn.text_content() == ". . .\n. . .\n. . .\nseen by 0"
        page.get_by_role("button", name="Decision").click()
        page.get_by_role("button", name="Turn +").click()
        marks = drawn.text_content().split("seen")[0]
        assert (marks.count("X"), marks.count("O")) == (1, 0) or (marks.count("X"), marks.count("O")) == (1, 1)
        page.get_by_label("Whose view").select_option("1")
        assert drawn.text_content().endswith("seen by 1")
        page.get_by_role("button", name="End").click()
        end = drawn.text_content()
        assert end.count("X") == end.count("O") + 1 > 3
        page.get_by_role("button", name="Start").click()
        assert drawn.text_content() == ". . .\n. . .\n. . .\nseen by 1"
        assert drawn.bounding_box()["y"] < page.locator('[data-place="box"]').bounding_box()["y"]
        assert drawn.bounding_box()["width"] <= width
        judge(page)


def test_every_stop_has_the_picture_that_the_game_draws_there(open_page, page_of):
    with open_page(page_of(seat=1)) as page:
        ends = page.evaluate("referee.moments().flatMap((each, at) => each.last ? [at] : [])")
        marks = []
        for at in ends:
            page.evaluate("(at) => referee.go(at)", at)
            text = page.locator(DRAWN).text_content()
            assert text.endswith("seen by 1")
            marks.append(text.count("X") + text.count("O"))
        assert marks == list(range(len(ends)))
        assert len(ends) > 5


def test_a_hostile_picture_stays_text_and_a_wide_one_scrolls(open_page, page_of):
    line = f'return {HOSTILE!r} + "\\x1b[2J\\u202e\\n" + "w" * 3000\n        cells = view'
    with open_page(page_of(("cells = view", line)), width=360) as page:
        text = page.locator(DRAWN).text_content()
        assert text.startswith(HOSTILE + "\\x1b[2J\\u202e\n" + "w" * 99)
        assert text.endswith("w…")
        assert page.locator("img").count() == 0
        judge(page)


def test_a_draw_that_fails_is_told_once_and_nobody_is_told_apart_from_hidden(open_page, page_of):
    with open_page(page_of(("cells = view", 'view["zones"]["none"]\n        cells = view'))) as page:
        page.get_by_role("button", name="End").click()
        told = page.get_by_text("KeyError: 'none'")
        assert told.count() == 1
        assert told.inner_text().startswith("draw: rules.py:")
        assert page.locator(DRAWN).count() == 0
        page.get_by_role("button", name="Start").click()
        page.get_by_label("Whose view").select_option("0")
        page.get_by_role("button", name="Turn +").click()
        page.locator("summary").evaluate_all("all => all.forEach((each) => each.parentNode.open = true)")
        first, second = page.locator(".seat").all_inner_texts()
        assert "secret: s0" in first
        assert "secret: hidden" in second
        assert "rival: nobody" in second
        judge(page)


@pytest.mark.parametrize("width", [1280, 360])
def test_a_board_is_drawn_at_every_stop_and_its_cells_are_not_listed(open_page, page_of, width):
    with open_page(page_of(*ON_A_BOARD), width=width) as page:
        drawn = page.locator(DRAWN)
        assert drawn.text_content() == "3 . . .\n2 . . .\n1 . . .\n  a b c"
        counts = []
        for at in range(page.evaluate("referee.moments().length")):
            page.evaluate("(at) => referee.go(at)", at)
            moved = page.evaluate(
                "(at) => referee.moments().slice(0, at + 1).filter((each) => each.entry[0] === 'move').length", at
            )
            text = drawn.text_content()
            counts.append((moved, text.count("X") + text.count("O")))
        assert counts[-1][0] > 4
        assert all(moved == marks for moved, marks in counts)
        assert page.locator('[data-place^="board "]').count() == 0
        assert "board" not in page.locator(".middle").inner_text()
        assert re.search(r"last: [abc][123]", page.locator(".middle").inner_text())
        page.get_by_label("Whose view").select_option("1")
        assert drawn.text_content() == text
        judge(page)


def test_answers_by_typed_tuples_are_told_with_their_fields(open_page, page_of):
    with open_page(page_of(*BY_TUPLES)) as page:
        page.get_by_role("button", name="Decision").click()
        assert re.search(r"answers put: column=\d row=\d$", page.locator(".now").inner_text())
        assert "possible answers: column=1 row=1; column=2 row=1; " in page.locator(".more").inner_text()
        page.get_by_role("button", name="End").click()
        assert re.search(r"last: \d \d", page.locator(".middle").inner_text())


DICE = (
    "yield from t.shuffle(t.box)",
    "yield from t.roll(2, 6, seen_by=[t.players[1]])\n        yield from t.shuffle(t.box)",
)
PARTNERS = (
    ("import clause,", "import Audience, clause, others,"),
    ('secret = values("", seen_by=owner)', 'secret = values("", seen_by=others)'),
    (
        "rival = values(NO_PLAYER)",
        'rival = values(NO_PLAYER, seen_by=Audience("first", lambda owner, player: player.seat == 0))',
    ),
)


def test_each_seat_is_shown_what_its_audience_sees(open_page, page_of):
    with open_page(page_of(DICE, *PARTNERS)) as page:
        page.get_by_role("button", name="End").click()
        told = {}
        for seat in ("0", "1"):
            page.get_by_label("Whose view").select_option(seat)
            page.locator("summary").evaluate_all("all => all.forEach((each) => each.parentNode.open = true)")
            told[seat] = page.locator(".seat").all_inner_texts()
        assert ["secret: hidden" in each for each in told["0"]] == [True, False]
        assert ["secret: hidden" in each for each in told["1"]] == [False, True]
        assert ["rival: hidden" in each for each in told["0"]] == [False, False]
        assert ["rival: hidden" in each for each in told["1"]] == [True, True]
        page.get_by_role("button", name="Start").click()
        assert re.search(
            r"2 dice are rolled, seen by seat 1|the dice show \d \d, seen by seat 1", page.locator(".log").inner_text()
        )
        page.get_by_label("Whose view").select_option("0")
        assert "2 dice are rolled, seen by seat 1" in page.locator(".log").inner_text()
        page.get_by_label("Whose view").select_option("1")
        assert re.search(r"the dice show \d \d, seen by seat 1", page.locator(".log").inner_text())


TOKENS = (
    (
        "    board = grid",
        "    other = zone(seen_by=others, pack=lambda game: game.deck.where(ranks=['O']))\n    board = grid",
    ),
    ("import clause, grid", "import clause, grid, others"),
    ("self.deck.one[me.seat], t.box", "self.deck.one[me.seat], t.other if me.seat else t.box"),
)


def test_the_page_knows_what_lies_where_on_a_new_table(open_page, page_of):
    with open_page(page_of(*ON_A_BOARD, *TOKENS)) as page:
        views = []
        replay(Path("m.jsonl").read_bytes(), "m", on_step=lambda table, *_: views.append(all_views(table)))
        ends = page.evaluate("referee.moments().flatMap((each, at) => each.last ? [at] : [])")
        for end, want in zip(ends, views, strict=True):
            told = [page.evaluate("([at, seat]) => referee.view(at, seat).zones", [end, seat]) for seat in (0, 1)]
            assert told == want


def all_views(table):
    return [view_of(table, player)["zones"] for player in table.players]

"""The page of a match, clicked through and read in headless Chromium."""

import hashlib
import json
import os
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner
from playwright.sync_api import expect, sync_playwright

from referee.cli import main
from referee.kernel.views import view_of
from referee.record.record import chain
from referee.record.replay import replay
from referee.report.page import embedded, formatted
from referee.report.replay import replay_page

HOSTILE = "</script><img src=x onerror=window.hit=1><script>window.hit=1</script>"


@pytest.fixture(scope="module")
def browser(need):
    chromium = need("chromium")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


def played(folder, game="escalation", seats="greedy,random,random", *more):
    file = folder / f"{game}.jsonl"
    done = CliRunner().invoke(main, ["play", game, "--seats", seats, "--seed", "page", "--record", str(file), *more])
    assert done.exit_code == 0, done.output
    return file.read_bytes()


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    return played(tmp_path_factory.mktemp("escalation"))


@pytest.fixture
def opened(browser, tmp_path):
    """Open a page of a record; nothing may be said on its console."""
    contexts, said = [], []

    def open_page(text, width=1280, height=900, scheme="light"):
        file = tmp_path / f"{len(contexts)}.html"
        file.write_text(text, encoding="utf-8")
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme))
        page = contexts[-1].new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url) if request.url.startswith("http") else None)
        page.goto(file.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert said == []


@pytest.mark.parametrize("game", ["escalation", "effervesce"])
def test_the_page_shows_every_seat_what_the_rules_show_it(game, opened, tmp_path):
    content = played(tmp_path, game, "random,random,random", "--turn-cap", "40")
    page = opened(replay_page(content, "m"))
    ends = page.evaluate("referee.moments().flatMap((each, at) => each.last ? [at] : [])")
    differ = []

    def compare(table, step, entries):
        for player in table.players:
            view = view_of(table, player)
            told = page.evaluate("([at, seat]) => referee.view(at, seat)", [ends[step], player.seat])
            want = {}
            for name, zone in view["zones"].items():
                want |= {f"{name} {n}": each for n, each in enumerate(zone)} if isinstance(zone, list) else {name: zone}
            scalars = {**view["scalars"], "play goes": view["direction"], "money": view["money"]}
            have = {name: zone for name, zone in told["zones"].items() if name != "flight"}
            if have != want or told["scalars"] != {**scalars, "money": told["scalars"]["money"]}:
                differ.append((step, player.seat))
            if told["scalars"]["money"] != view["money"][: len(table.players)]:
                differ.append((step, "money"))

    replay(content, "m", on_step=compare)
    assert len(ends) > 5
    assert differ == []


def test_a_match_opens_at_the_first_decision_with_its_result_above(opened, record):
    page = opened(replay_page(record, "match.jsonl"))
    result = json.loads(record.splitlines()[-1])["result"]
    told = page.locator("#result").inner_text()
    assert told.startswith(f"Ended: hand empty, after {result['turns']} turns.")
    assert re.findall(r"(\d)\. seat", told) == ["1", "2", "3"]
    moments = page.evaluate("referee.moments()")
    first = next(each for each in moments if each["entry"][0] == "answer" and each["more"]["options"] > 1)
    assert page.locator(".now").inner_text().startswith(f"Turn {first['at']}: seat {first['entry'][1]} answers ")
    assert page.locator(".where").inner_text().startswith(f"Turn {first['at']} of {result['turns']}, ")
    assert f"One of {first['more']['options']} possible answers" in page.locator(".more").inner_text()


def stops(page):
    """Where a walk from the beginning stops."""
    page.keyboard.press("Home")
    found = [page.locator(".now").inner_text()]
    while True:
        page.keyboard.press("ArrowRight")
        if page.locator(".now").inner_text() == found[-1]:
            return found
        found.append(page.locator(".now").inner_text())


def test_steps_stop_at_choices_and_where_a_turn_is_over_and_a_switch_shows_the_rest(opened, tmp_path):
    page = opened(replay_page(played(tmp_path, "escalation", "greedy,random,random", "--turn-cap", "12"), "m"))
    moments = page.evaluate("referee.moments()")
    real = [each for each in moments if each["entry"][0] == "answer" and each["more"]["options"] > 1]
    forced = [each for each in moments if each["entry"][0] == "answer" and each["more"]["options"] == 1]
    assert len(real) > 5
    assert forced
    few = stops(page)
    assert sum(" answers " in each for each in few) == len(real)
    assert page.locator(".log .minor").first.is_hidden()
    page.get_by_label("every step").check()
    assert len(stops(page)) > len(few)
    assert sum(" answers " in each for each in stops(page)) == len(real) + len(forced)
    assert page.locator(".log .minor").first.is_visible()


def test_a_match_is_walked_by_clicks_and_by_keys(opened, record):
    page = opened(replay_page(record, "match.jsonl"))
    said = page.locator(".now")
    turns = json.loads(record.splitlines()[-1])["result"]["turns"]
    page.keyboard.press("Home")
    assert said.inner_text().startswith("Deal: ")
    page.get_by_role("button", name="Decision").click()
    assert "answers lead: cards" in said.inner_text()
    page.keyboard.press("ArrowRight")
    assert "Changed: " in page.locator(".more").inner_text()
    assert page.locator(".carried h3").first.inner_text().startswith("X-")
    assert page.locator(".card.new").count() >= 1
    page.keyboard.press("End")
    assert said.inner_text().startswith(f"Turn {turns}: ")
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    assert said.inner_text().startswith("Turn 1: ")
    assert page.get_by_role("button", name="Fault", exact=True).is_hidden(), "there is none"
    page.keyboard.press("f")
    assert said.inner_text() == "There is no later fault."


def test_keys_work_whatever_has_the_focus(opened, record):
    page = opened(replay_page(record, "match.jsonl"))
    said = page.locator(".now")
    for each in (
        "input[type=range]",
        "select >> nth=0",
        "select >> nth=1",
        "input[type=checkbox]",
        ".log",
        "summary >> nth=0",
    ):
        page.locator(each).focus()
        page.keyboard.press("Home")
        assert said.inner_text().startswith("Deal: "), each
        page.keyboard.press("PageDown")
        assert said.inner_text().startswith("Turn 1: "), each
        page.keyboard.press("ArrowRight")
        assert not said.inner_text().startswith("Deal: "), each
    assert page.get_by_label("Whose view").input_value() == ""


def test_a_match_plays_by_itself_and_pauses(opened, record):
    page = opened(replay_page(record, "match.jsonl"))
    before = page.locator(".where").inner_text()
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".where")).not_to_have_text(before)
    page.keyboard.press("Escape")
    assert page.get_by_role("button", name="Play").get_attribute("aria-pressed") == "false"
    page.keyboard.press("p")
    page.get_by_role("button", name="Pause").click()


def test_the_whole_match_is_a_list_to_click_and_every_moment_has_an_address(opened, record, tmp_path):
    page = opened(replay_page(record, "match.jsonl"))
    turns = json.loads(record.splitlines()[-1])["result"]["turns"]
    assert page.locator(".log .turn").count() == turns + 1
    line = page.locator(".log .choice button").nth(5)
    wanted = line.inner_text()
    line.click()
    assert page.locator(".now").inner_text().endswith(wanted)
    assert page.locator(".log [aria-current]").inner_text() == wanted
    address = page.locator(".where a").get_attribute("href")
    page.get_by_label("Whose view").select_option("1")
    own = page.url
    assert own.endswith("@1")
    page.keyboard.press("Home")
    page.goto("about:blank")
    page.goto(own.partition("#")[0] + address)
    assert page.locator(".now").inner_text().endswith(wanted)
    page.goto("about:blank")
    page.goto(own)
    assert page.get_by_label("Whose view").input_value() == "1"


def test_a_table_of_eight_needs_no_scrolling_and_print_is_a_transcript(opened, tmp_path):
    page = opened(replay_page(played(tmp_path, "escalation", ",".join(["random"] * 8)), "m"), 1400, 900)
    for key in ("Home", "PageDown", "PageDown", "End"):
        page.keyboard.press(key)
        assert page.locator("#viewer .table").evaluate("each => each.getBoundingClientRect().bottom") <= 900
    page.emulate_media(media="print")
    moments = page.evaluate("referee.moments().length")
    lines = page.locator(".log button")
    assert lines.count() == moments
    assert lines.last.is_visible()
    assert page.locator("#result").is_visible()
    assert page.locator(".bar").is_hidden()
    assert page.locator(".log").evaluate("each => each.scrollHeight <= each.clientHeight + 1")


def test_a_witness_says_where_it_ends(opened, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    form = ["--players", "2", "--reading", "take-and-lead=new-turn", "--property", "a-turn-plays-a-card"]
    arguments = [
        "check",
        "escalation",
        *form,
        "--method",
        "fuzz",
        "--jobs",
        "1",
        "--effort",
        "0.1",
        "--json",
        "it.json",
    ]
    CliRunner().invoke(main, arguments)
    (cause,) = json.loads((tmp_path / "it.json").read_text(encoding="utf-8"))["causes"]
    page = opened(replay_page((tmp_path / cause["witness"]).read_bytes(), "m"))
    assert page.locator("#result").inner_text().startswith("Ended: cut, where it has shown what it shows")
    page.keyboard.press("End")
    assert "The record of a witness ends here, and the match does not." in page.locator(".now").inner_text()


def test_cards_are_named_with_their_suits_and_drawn_with_them(opened, tmp_path):
    page = opened(replay_page(played(tmp_path, "effervesce", "random,random", "--turn-cap", "3"), "m"))
    page.keyboard.press("Home")
    assert " of hearts" in " ".join(page.locator(".card.hearts").evaluate_all("all => all.map(e => e.ariaLabel)"))
    assert page.locator(".card.hearts svg path").count() == page.locator(".card.hearts").count() > 0
    told = " ".join(page.locator(".log li").all_inner_texts())
    assert "♥" in told
    assert "from the stock to the hand of seat" in told


def test_a_seat_sees_no_cards_of_others(opened, record):
    page = opened(replay_page(record, "m"))
    page.get_by_label("Whose view").select_option("1")
    page.get_by_role("button", name="Turn +").click()
    assert page.locator('[data-place="hand 1"] .card[role=img]').count() == 6
    assert page.locator('[data-place="hand 0"] .card[role=img]').count() == 0
    assert "6 hidden cards" in page.locator('[data-place="hand 0"]').inner_text()


def test_a_page_for_a_seat_holds_nothing_that_it_could_not_see(record, opened):
    text = replay_page(record, "m", 1)
    secret = json.loads(record.splitlines()[-1])["result"]["secret"]
    assert secret in replay_page(record, "m")
    assert secret not in text
    page = opened(text)
    entries = page.evaluate("referee.moments().map((each) => each.entry)")
    draws = [each for each in entries if each[0] == "move" and each[1] == "stock" and each[2] != "hand 1"]
    assert draws
    assert all(isinstance(each[3], int) for each in draws)
    assert {each[1] for each in entries if each[0] == "answer"} == {1}
    views = []
    replay(record, "m", on_step=lambda table, step, _: views.append(view_of(table, table.players[1])))
    ends = page.evaluate("referee.moments().flatMap((each, at) => each.last ? [at] : [])")
    for end, view in zip(ends, views, strict=True):
        told = page.evaluate("(at) => referee.view(at, 1)", end)
        assert {seat: told["zones"][f"hand {seat}"] for seat in range(3)} == dict(enumerate(view["zones"]["hand"]))
        assert view["scalars"].items() <= told["scalars"].items()


def test_what_is_hostile_is_shown_as_text(opened, tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(f"from referee.bot import Bot\nclass A(Bot):\n    def answer(self, view, ask): return {HOSTILE!r}\n")
    content = played(tmp_path, "escalation", f"random,trusted:{bot}")
    lines = [line[: line.rindex(b',"#":"')] + b"}" for line in content.splitlines()]
    lines[0] = lines[0].replace(b'"seats":["random"', b'"seats":[' + json.dumps(HOSTILE).encode())
    page = opened(replay_page(chain(lines), HOSTILE))
    assert HOSTILE in page.locator(".seat h3").first.inner_text()
    page.get_by_role("button", name="Fault", exact=True).click()
    assert "is refused" in page.locator(".now").inner_text()
    assert HOSTILE in page.locator(".now").inner_text()
    assert page.evaluate("window.hit") is None
    assert page.locator("img").count() == 0


def test_markup_in_data_and_rulebooks_stays_text():
    assert "<" not in embedded([HOSTILE, "<!--"])
    assert json.loads(embedded([HOSTILE])) == [HOSTILE]
    told = formatted(f"*a* {HOSTILE} [b](javascript:alert(1)) ![c](x)")
    assert "<em>a</em>" in told
    assert "<script" not in told
    assert "<img" not in told
    assert "<a " not in told


def opened_record(page, said):
    """Wait for what is said of it. Playwright's own waiting in the page is against the page's security policy."""
    expect(page.locator(".opened")).to_have_text(said)


def given(page, name, content):
    page.get_by_label("Open a record").set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})
    opened_record(page, re.compile("."))
    return page.locator(".opened").inner_text()


def test_a_dropped_record_is_opened_and_its_chain_checked(opened, record, tmp_path):
    page = opened(replay_page(record, "m"))
    assert given(page, "again.jsonl", record).startswith("again.jsonl: the hash chain holds, and the secret")
    ends = page.evaluate("referee.moments().length - 1")
    assert page.evaluate("(at) => Object.keys(referee.view(at, null).zones)", ends)
    assert page.locator("#told").inner_text().startswith("again.jsonl, everything open. Its hash chain holds;")
    other = played(tmp_path, "effervesce", "random,random", "--turn-cap", "5")
    page.evaluate(
        """(text) => { const all = new DataTransfer(); all.items.add(new File([text], "other.jsonl"));
           document.dispatchEvent(new DragEvent("drop", { dataTransfer: all, bubbles: true, cancelable: true })); }""",
        other.decode(),
    )
    opened_record(page, re.compile("^other"))
    result = json.loads(other.splitlines()[-1])["result"]
    assert page.locator("h1").inner_text() == "effervesce: a match"
    assert page.locator("#result").inner_text().startswith(f"Ended: {result['reason']}, after {result['turns']} turns.")
    assert page.locator("#record").count() == 0
    assert "only what its moves tell" in page.locator(".opened").inner_text()


def test_a_damaged_record_is_refused_with_its_line(opened, record):
    lines = record.splitlines(keepends=True)
    for name, content, said in [
        ("changed", b"".join([*lines[:4], lines[4].replace(b"move", b"mave", 1), *lines[5:]]), "line 5: the line, or"),
        ("cut", b"".join(lines[:-1]), "the record ends before its result"),
        ("torn", record[:-9], f"line {len(lines)}: the line is cut off"),
        ("swapped", b"".join([*lines[:4], lines[5], lines[4], *lines[6:]]), "line 5: "),
        ("none", b"hello\n", "no record"),
    ]:
        page = opened(replay_page(record, "m"))
        assert said in given(page, name, content)
        assert page.locator(".opened.fault").count() == 1


def test_the_pages_sha256_is_the_real_one(opened, record):
    page = opened(replay_page(record, "m"))
    for length in (0, 1, 55, 56, 63, 64, 65, 119, 1000):
        data = os.urandom(length)
        assert (
            page.evaluate("(d) => referee.sha256(Uint8Array.from(d))", list(data)) == hashlib.sha256(data).hexdigest()
        )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_contrast_keyboard_and_width(opened, record, width, scheme, tmp_path):
    page = opened(replay_page(record, "m"), width=width, height=800, scheme=scheme)
    page.get_by_role("button", name="Decision").click()
    page.screenshot(path=tmp_path / f"replay-{width}-{scheme}.png")
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"][:120]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_command_writes_one_page_without_links(record, tmp_path):
    (tmp_path / "m.jsonl").write_bytes(record)
    page = tmp_path / "m.html"
    done = CliRunner().invoke(main, ["replay", str(tmp_path / "m.jsonl"), "--html", str(page)])
    assert done.exit_code == 0, done.output
    text = page.read_text(encoding="utf-8")
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in text
    assert len(text) < 500_000
    bad = CliRunner().invoke(main, ["replay", str(tmp_path / "m.jsonl"), "--html", str(tmp_path / "no" / "m.html")])
    assert bad.exit_code == 2
    assert "cannot write" in bad.output
    (tmp_path / "m.jsonl").write_bytes(record[:-9])
    torn = CliRunner().invoke(main, ["replay", str(tmp_path / "m.jsonl"), "--html", str(tmp_path / "torn.html")])
    assert torn.exit_code == 1
    assert not (tmp_path / "torn.html").exists()

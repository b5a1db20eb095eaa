"""The page of a game's interactions, clicked through in headless Chromium."""

from itertools import pairwise

import pytest

from referee.games.registry import find_game
from referee.report.graph import as_json, edges_of, graph_of, held, html_of, kinds_of, read_graph
from referee.verify.collide.edges import Edge, Interactions, Kind
from tests.report.browser import HOSTILE, judge


def seen():
    edges = [
        Edge(Kind.ORDER, "X-4", "X-5", "the middle", 2, {}, {}, 3, outcomes=("3", "4")),
        Edge(Kind.ENABLES, "X-5", "X-2", HOSTILE, 2, {}, {}, 7),
        Edge(Kind.CANCELS, f"turn: {HOSTILE}", "X-2", "it", 2, {}, {}, 7),
    ]
    found = Interactions(edges, {"X-2": 9}, 1, 5)
    rules = find_game("escalation")
    return graph_of(rules(2), found, {}), found, rules


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_an_edge_and_a_node_open_their_clauses_and_kinds_are_filtered(open_page, tmp_path, width, scheme):
    file = tmp_path / "graph.html"
    file.write_text(html_of(*seen()), encoding="utf-8")
    with open_page(file, width, scheme) as page:
        assert page.locator(".edge").count() == 2
        assert page.locator(".node").count() == 4
        page.get_by_label("enables (1)").check()
        assert page.locator(".edge").count() == 3
        page.get_by_label("around").select_option("X-5")
        assert page.locator(".edge").count() == 2
        assert page.locator("[data-row]:visible").count() == 2
        page.get_by_label("around").select_option("")
        page.get_by_role("button", name="the middle").click()
        about = page.locator("#about")
        assert "X-4 order matters X-5" in about.inner_text()
        assert about.locator(".ways h4").all_inner_texts() == ["One way", "The other way"]
        assert about.locator(".ways p").all_inner_texts() == ["3.", "4."]
        assert "Specials" in about.inner_text() or "X-4" in about.inner_text()
        page.locator('[data-node="X-2"]').focus()
        page.keyboard.press("Enter")
        assert "2 edges" in about.inner_text()
        assert HOSTILE in about.inner_text()
        assert page.locator(".edge.on").count() == 2
        for label in ("enables (1)", "cancels (1)", "order matters (1)"):
            page.get_by_label(label).uncheck()
        assert "No edge of the chosen kinds" in page.locator(".picture").inner_text()
        page.get_by_label("cancels (1)").check()
        judge(page)


def test_a_graph_that_was_saved_is_the_graph_that_was_seen():
    graph, found, _ = seen()
    again = read_graph(as_json(graph, found))
    assert edges_of(again) == edges_of(graph)
    assert kinds_of(again) == kinds_of(graph)
    assert held(again) == held(graph)


def test_a_saved_graph_with_an_edge_to_nowhere_is_refused():
    graph, found, _ = seen()
    document = as_json(graph, found)
    document["edges"][0]["target"] = "nowhere"
    with pytest.raises(ValueError, match="not both nodes"):
        read_graph(document)


def test_where_nothing_was_seen_the_page_says_so(open_page, tmp_path):
    rules = find_game("escalation")
    found = Interactions([], {}, 1, 5)
    file = tmp_path / "graph.html"
    file.write_text(html_of(graph_of(rules(2), found, {}), found, rules), encoding="utf-8")
    with open_page(file) as page:
        assert "No edge was seen." in page.locator("#interactions").inner_text()


def test_on_a_phone_a_large_graph_begins_around_one_node_and_loops_lie_beside_theirs(open_page, tmp_path):
    rules = find_game("bpoker")
    clauses = ["BG-1", "BG-2", "BG-3", "BG-4", "BG-5", "BG-6", "BG-7", "BG-8", "BG-9", "BG-10", "BG-11", "BG-12"]
    edges = [Edge(Kind.DISABLES, "BG-13", each, "it", 2, {}, {}) for each in clauses]
    edges += [Edge(Kind.CANCELS, one, other, "it", 2, {}, {}) for one, other in pairwise(clauses)]
    edges += [Edge(Kind.REPEATS, "BG-13", "BG-13", "again", 2, {}, {})]
    found = Interactions(edges, {}, 1, 5)
    file = tmp_path / "graph.html"
    file.write_text(html_of(graph_of(rules(2), found, {}), found, rules), encoding="utf-8")
    with open_page(file, 390) as page:
        assert page.get_by_label("around").input_value() == "BG-13"
        assert page.locator(".picture").evaluate("it => it.scrollWidth <= it.clientWidth")
        node = page.locator('[data-node="BG-13"]').bounding_box()
        loop = page.locator('.edge[data-kind="repeats"]').bounding_box()
        assert node["x"] < loop["x"] < node["x"] + node["width"] + 2
        assert node["y"] < loop["y"]
        assert loop["y"] + loop["height"] < node["y"] + node["height"] + 4
        page.get_by_label("around").select_option("")
        assert page.locator(".node").count() == 13
    with open_page(file) as page:
        assert page.get_by_label("around").input_value() == ""


def of_bpoker(*pairs):
    rules = find_game("bpoker")
    found = Interactions([Edge(Kind.DISABLES, one, other, "it", 2, {}, {}) for one, other in pairs], {}, 1, 5)
    return html_of(graph_of(rules(2), found, {}), found, rules)


CARDS = [("BP-4S", "BP-9"), ("BP-9", "BP-2H")]
SECTIONS = [("BG-7", f"BP-{rank}") for rank in ("5", "8", "7C", "2S", "KH", "QS", "10S", "3C")]


def test_cards_come_first_and_what_is_around_one_has_an_address(open_page, tmp_path):
    file = tmp_path / "graph.html"
    file.write_text(of_bpoker(*CARDS, *SECTIONS), encoding="utf-8")
    with open_page(file) as page:
        assert page.get_by_label("between cards only").is_checked()
        assert page.locator(".node").count() == 3
        page.get_by_label("between cards only").uncheck()
        assert page.locator(".node").count() == 12
        page.get_by_label("find").fill("2♥")
        assert page.locator(".node").count() == 2
        page.get_by_label("find").fill("")
        page.get_by_label("around").select_option("group:card 9")
        assert page.locator(".node").count() == 3
        assert "#around=" in page.url
        page.reload()
        assert page.get_by_label("around").input_value() == "group:card 9"


def test_many_clauses_are_told_as_an_overview_of_cards_and_sections(open_page, tmp_path):
    clauses = [f"BG-{number}" for number in range(1, 16)] + [f"EN-{number}" for number in range(4, 20)]
    file = tmp_path / "graph.html"
    file.write_text(
        of_bpoker(*[(one, "BP-9") for one in clauses], ("BP-9", "BG-1"), ("BP-2H", "EN-4")), encoding="utf-8"
    )
    with open_page(file, 1400) as page:
        assert page.locator(".node").count() == 0
        assert page.locator(".overview tbody tr").count() < 10
        told = page.locator(".overview td button").all_inner_texts()
        assert sum(map(int, told)) == len(clauses) + 2
        page.get_by_role("button", name="card 9", exact=True).click()
        assert page.locator(".node").count() == len(clauses) + 1
        page.get_by_label("around").select_option("*")
        assert page.locator(".node").count() == len(clauses) + 2
        page.get_by_label("around").select_option("")
        judge(page)

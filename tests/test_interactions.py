"""`referee interactions`: each kind of edge is found where a game has it, and nowhere else."""

from __future__ import annotations

import json
from io import StringIO
from xml.etree import ElementTree

import networkx as nx
import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.cli.interactions_text import weight
from referee.games.registry import find_game
from referee.kernel.spaces import NOTHING, OneOf
from referee.record.replay import replay
from referee.report.graph import graph_of, writer_for
from referee.verify.collide.ablation import plain
from referee.verify.collide.edges import Edge, Interactions, Kind
from referee.verify.collide.interactions import Asked, interactions
from tests.tiny import write_game

STEP = """\
    def step(self, t: TinyTable) -> Rule[None]:
        open_ways = ["double", "add"]
        for _ in range(2):
            ways = ["none", *open_ways]
            said = yield from t.choose(t.players[0], "act", ways)
            if said == "none":
                continue
            open_ways.remove(said)
            if said == "double":
                self.double(t)
            else:
                self.add(t)
                DISABLED
        LATER

    @clause("T-1")
    def double(self, t: TinyTable) -> None:
        t.number = DOUBLED

    @clause("T-2")
    def add(self, t: TinyTable) -> None:
        t.number = t.number + 1

    @clause("T-3")
    def late(self, t: TinyTable) -> None:
        t.number = 1
        t.reveal(t.stock.pile, None, why="late")
"""
RULES = '''\
"""Tiny."""

from __future__ import annotations

from referee.kernel import FRENCH_SUITS, Deck, Effect, Event, Game, Player, Rule, Table, Window, WindowKind
from referee.kernel import Layer, amount, clause, effect, modifier, nobody, owner, zone, zones
from enum import Enum


class What(Enum):
    ACT = "act"


ANSWERED = Window("answer", WindowKind.REPLACE)


class TinyTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    number = amount(1)


class Tiny(Game[TinyTable]):
    name = "tiny"
    title = "Tiny"
    table_class = TinyTable
    fewest_players, most_players = 2, 3
    turn_cap = 6

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3"), FRENCH_SUITS)

    def deal(self, t: TinyTable) -> Rule[None]:
        yield from t.shuffle(t.stock)

STEP
    def forfeit(self) -> int:
        return 0
'''
RULEBOOK = """\
# Tiny

A number.

## Clauses

### Both

**T-1 Double.** It is doubled.

**T-2 Add.** One is added.

**T-3 Late.** It is one again.
"""
EVENTS = """\
    def step(self, t: TinyTable) -> Rule[None]:
        yield from t.happen(What.ACT, t.players[0], t.players[1], [self.double])

    @clause("T-1")
    def double(self, t: TinyTable, event: Event) -> Rule[None]:
        answered = yield from t.window(ANSWERED, event, [t.players[1]])
        if not answered:
            t.number = t.quantity("fee", t.players[0], t.number)

    @effect("T-2", window=ANSWERED, public=True)
    def refuse(self, t: TinyTable, event: Event, player: Player) -> bool:
        return REPLACED

    @modifier("T-3", of="fee", layer=Layer.ADD)
    def dearer(self, t: TinyTable, player: Player) -> int:
        return SHARE
"""


def found(folder, step, rules=RULES, **changes):
    for word, text in changes.items():
        step = step.replace(word, text)
    write_game(folder)
    (folder / "readings.toml").unlink()
    (folder / "rules.py").write_text(rules.replace("STEP\n", step + "\n"), encoding="utf-8")
    (folder / "rulebook.md").write_text(RULEBOOK, encoding="utf-8")
    game = find_game(str(folder))
    return interactions(game, Asked(str(folder), (2,), {}, {}, matches=6))


def edges(found):
    return {(edge.kind.value, edge.source, edge.target) for edge in found.edges if edge.source[:2] == "T-"}


ACTS = {"DISABLED": "pass", "LATER": "pass", "DOUBLED": "t.number * 2"}


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({}, {("order matters", "T-1", "T-2")}),
        ({"DOUBLED": "t.number + 2"}, {("commutes", "T-1", "T-2")}),
        ({"DISABLED": "open_ways = []"}, set()),
        (
            {"DOUBLED": "t.number + 2", "LATER": "if 'add' in open_ways: self.late(t)"},
            {("commutes", "T-1", "T-2"), ("disables", "T-2", "T-3")},
        ),
        (
            {"DOUBLED": "t.number + 2", "LATER": "if 'double' not in open_ways: self.late(t)"},
            {("commutes", "T-1", "T-2"), ("enables", "T-1", "T-3")},
        ),
    ],
)
def test_what_two_deeds_do_to_each_other_is_found_and_nothing_else(tmp_path, changes, wanted):
    told = edges(found(tmp_path / "tiny", STEP, **(ACTS | changes)))
    assert {each for each in told if each[0] != "modifies"} == wanted


DRAWS = """\
    def step(self, t: TinyTable) -> Rule[None]:
        said = yield from t.choose(t.players[0], "draw", ["deck", "pile"])
        LUCK
        self.looked_over(t)
        ways = ["drop", "leave"] if SEEN else ["drop"]
        said = yield from t.choose(t.players[0], "end", ways)
        if said == "leave":
            self.left(t)

    @clause("T-1")
    def looked_over(self, t: TinyTable) -> None:
        t.reveal(t.stock.pile, None, why="look")

    @clause("T-2")
    def left(self, t: TinyTable) -> None:
        t.number = t.number + 1

    @clause("T-3")
    def unused(self, t: TinyTable) -> None:
        t.number = 1
"""


def test_what_has_to_be_answered_in_one_way_may_still_be_answered(tmp_path):
    """Only after the deck may one leave; 'drop' may be said after both, where it is the only way too. The hand is
    looked over after either draw, and that is no part of the one after which nothing else comes before it."""
    changes = {"LUCK": "if said == 'deck': yield from t.shuffle(t.stock)", "SEEN": "said == 'deck'"}
    told = found(tmp_path / "tiny", DRAWS, **changes).edges
    assert {edge.source for edge in told} == {"draw: deck", "draw: pile"}
    assert {edge.target for edge in told if edge.kind.value == "enables"} == {"end: leave", "T-2"}
    assert not [edge for edge in told if "drop" in edge.target]


def test_draws_that_change_nothing_have_no_edge(tmp_path):
    changes = {"LUCK": "if said == 'deck': yield from t.shuffle(t.stock)", "SEEN": "True"}
    assert not found(tmp_path / "tiny", DRAWS, **changes).edges


def test_the_two_outcomes_of_an_order_are_told_and_their_records_replay(tmp_path):
    looked = found(tmp_path / "tiny", STEP, **ACTS)
    (edge,) = [each for each in looked.edges if each.kind.value == "order matters"]
    assert edge.outcomes in (("3", "4"), ("4", "3"))
    assert edge.description.endswith("or after it: number")
    for witness in edge.witnesses:
        replay(witness.record, "witness", find=lambda name: find_game(str(tmp_path / name)))
    assert looked.carried_out.keys() == {"T-1", "T-2"}


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"REPLACED": "True", "SHARE": "2"}, {("cancels", "T-2", "T-1"), ("modifies", "T-3", "T-1")}),
        ({"REPLACED": "False", "SHARE": "0"}, set()),
    ],
)
def test_responses_cancel_and_modifiers_modify(tmp_path, changes, wanted):
    kinds = ("cancels", "modifies")
    assert {each for each in edges(found(tmp_path / "tiny", EVENTS, **changes)) if each[0] in kinds} == wanted


FIRST_OF = "t.move(self.deck.one[0 if t.stock.pile & self.deck.field else 1], t.stock, t.hand[t.players[SEAT]])"
"""The first card of the pack that is left."""


@pytest.mark.parametrize(("second", "matters"), [("1", True), ("0", False)])
def test_which_cards_lie_where_can_depend_on_the_order_though_chance_follows(tmp_path, second, matters):
    step = STEP.replace("t.number = DOUBLED", FIRST_OF.replace("SEAT", "0"))
    step = step.replace("t.number = t.number + 1", FIRST_OF.replace("SEAT", second))
    looked = found(tmp_path / "tiny", step, DISABLED="pass", LATER="yield from t.shuffle(t.stock)")
    told = [each for each in looked.edges if each.kind.value == "order matters"]
    assert bool(told) == matters
    if matters:
        assert told[0].description.endswith(": cards of hand 0")
        assert sorted(told[0].outcomes) == ["2h", "3h"]


@pytest.mark.parametrize(("second", "matters"), [("t.line", True), ("t.other", False)])
@pytest.mark.parametrize("later", ["pass", "yield from t.shuffle(t.stock)"])
def test_in_which_order_cards_lie_in_a_row_can_depend_on_it_too(tmp_path, second, matters, later):
    put = "t.move(self.deck.one[{}] if t.stock.pile >> {} * self.deck.width & self.deck.field else 0, t.stock, {})"
    step = STEP.replace("t.number = DOUBLED", put.format(0, 0, "t.line"))
    step = step.replace("t.number = t.number + 1", put.format(1, 1, second))
    number = "    number = amount(1)\n"
    rows = "    line = row(seen_by=nobody)\n    other = row(seen_by=nobody)\n"
    rules = RULES.replace(number, number + rows).replace("owner, zone", "owner, row, zone")
    looked = found(tmp_path / "tiny", step, rules, DISABLED="pass", LATER=later)
    told = [each for each in looked.edges if each.kind.value == "order matters"]
    assert bool(told) == matters
    if matters:
        assert told[0].description.endswith(": order of the cards of line")
        assert sorted(told[0].outcomes) == ["2h 3h", "3h 2h"]


def test_what_may_be_done_again_repeats(tmp_path):
    step = STEP.replace("            open_ways.remove(said)\n", "")
    assert ("repeats", "T-1", "T-1") in edges(found(tmp_path / "tiny", step, **ACTS))
    assert ("repeats", "T-1", "T-1") not in edges(found(tmp_path / "other" / "tiny", STEP, **ACTS))


TRIGGERS = """\
    def step(self, t: TinyTable) -> Rule[None]:
        yield from t.happen(What.ACT, t.players[0], t.players[1], [self.begin])

    def begin(self, t: TinyTable, event: Event) -> Rule[None]:
        yield from t.window(BEGINS, event, [t.players[0]])

    @effect("T-1", window=BEGINS, public=True)
    def double(self, t: TinyTable, event: Event, player: Player) -> None:
        t.number = DOUBLED

    @effect("T-2", window=BEGINS, public=True)
    def add(self, t: TinyTable, event: Event, player: Player) -> None:
        t.number = t.number + 1

    @effect("T-3", window=BEGINS, public=True, can=lambda game, t, event, player: THIRD)
    def late(self, t: TinyTable, event: Event, player: Player) -> None:
        t.number = t.number + 5
"""


@pytest.mark.parametrize("third", ["False", "True"])
@pytest.mark.parametrize(("doubled", "kind"), [("t.number * 2", "order matters"), ("t.number + 2", "commutes")])
def test_the_order_of_triggers_is_compared_though_the_last_one_is_not_asked_about(tmp_path, doubled, kind, third):
    rules = RULES.replace("ANSWERED = ", 'BEGINS = Window("begins", WindowKind.TRIGGER)\nANSWERED = ')
    seen = found(tmp_path / "tiny", TRIGGERS, rules, DOUBLED=doubled, THIRD=third)
    of_two = {each[:1] + tuple(sorted(each[1:])) for each in edges(seen) if set(each[1:]) == {"T-1", "T-2"}}
    assert of_two == {(kind, "T-1", "T-2")}
    (edge,) = [each for each in seen.edges if each.kind.value == kind and {each.source, each.target} == {"T-1", "T-2"}]
    outcomes = [
        replay(each.record, "order", find=lambda name: find_game(str(tmp_path / name))) for each in edge.witnesses
    ]
    assert len(outcomes) == 2
    if kind == "order matters":
        assert "number" in edge.description
        assert len(set(edge.outcomes)) == 2


@pytest.mark.untraced
def test_the_jokers_of_effervesce_cancel_and_disable():
    looked = interactions(find_game("effervesce"), Asked("effervesce", (2,), {}, {}, seed="3", matches=10))
    told = {(edge.kind.value, edge.source, edge.target) for edge in looked.edges}
    assert {("cancels", "E-16", "E-9"), ("disables", "E-16", "E-7"), ("disables", "E-15", "E-11")} <= told
    assert not any(kind == "order matters" for kind, *_ in told)


def test_the_command_writes_every_format(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found(tmp_path / "tiny", STEP, **ACTS)
    arguments = ["interactions", "./tiny", "--players", "2", "--matches", "4", "--jobs", "1"]
    result = CliRunner().invoke(main, [*arguments, "-o", "graph.html", "--json", "graph.json"])
    assert result.exit_code == 0, result.output
    said = " ".join(result.output.split())
    assert "order matters: T-1 Double → T-2 Add T-1 It is doubled. · T-2 One" in said
    assert "'double' (act) before 'add' (act), or after it: number: one way" in said
    assert "referee replay --diff .referee/witnesses/tiny/interactions/001a.jsonl \\ .referee" in said
    everything = CliRunner().invoke(main, [*arguments, "--all"]).output
    assert "T-1 Double → T-2 Add: 'double' (act) before 'add' (act), or after it: number" in " ".join(
        everything.split()
    )
    assert "order matters" in CliRunner().invoke(main, [*arguments, "--clause", "T-1"]).output
    assert "order matters" not in CliRunner().invoke(main, [*arguments, "--clause", "T-3"]).output
    unknown = CliRunner().invoke(main, [*arguments, "--clause", "T-9"])
    assert (unknown.exit_code, "has no clause 'T-9'" in unknown.output) == (2, True)
    assert max(map(len, result.output.splitlines())) <= 80
    assert "not carried out in these matches: T-3" in result.output
    told = json.loads((tmp_path / "graph.json").read_text())
    assert told["schema"] == "referee.interactions/1"
    (edge,) = [each for each in told["edges"] if each["kind"] == "order matters"]
    for record in edge["witnesses"].split():
        assert CliRunner().invoke(main, ["replay", record]).exit_code == 0
    looked = interactions(find_game("./tiny"), Asked("./tiny", (2,), {}, {}, matches=2))
    drawn = graph_of(find_game("./tiny")(2), looked, {})
    for file in ("graph.graphml", "graph.dot", "graph.mmd", "graph.svg"):
        (tmp_path / file).write_text(writer_for(tmp_path / file)(drawn, looked, find_game("./tiny")))
    graph = nx.read_graphml(tmp_path / "graph.graphml")
    assert {about["kind"] for *_, about in graph.edges(data=True)} == {each["kind"] for each in told["edges"]}
    for picture in ("graph.svg", "graph.html"):
        assert 'data-kind="order matters"' in (tmp_path / picture).read_text()
    ElementTree.parse(StringIO((tmp_path / "graph.svg").read_text()))
    assert (tmp_path / "graph.dot").read_text().startswith("digraph")
    assert (tmp_path / "graph.mmd").read_text().startswith("flowchart")
    refused = CliRunner().invoke(main, [*arguments, "-o", "graph.png"])
    assert refused.exit_code == 2
    assert refused.output == "referee: graph.png: its name must end in one of .svg .html .graphml .json .dot .mmd\n"


def test_a_budget_says_how_much_was_not_looked_at(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found(tmp_path / "tiny", STEP, **ACTS)
    arguments = ["interactions", "./tiny", "--players", "2", "--jobs", "1", "--matches", "20000", "--budget"]
    output = CliRunner().invoke(main, [*arguments, "0.4"]).output
    assert "the budget is spent: " in output
    assert " of 20000 matches were played" in output
    arguments[-2] = "8"
    assert "the budget is spent" not in CliRunner().invoke(main, [*arguments, "600"]).output


@pytest.mark.parametrize(
    ("name", "players", "matches", "wanted"),
    [
        ("fscking-ace", (3, 4), 100, {("modifies", "A-5", "A-8"), ("modifies", "A-5", "A-10")}),
        ("five-crowns", (2,), 30, {("enables", "F-7", "F-8"), ("one reading", "F-12", "F-13")}),
    ],
)
@pytest.mark.untraced
def test_what_a_reader_knows_is_there_and_only_is_true_of_the_whole_campaign(name, players, matches, wanted):
    game = find_game(name)
    looked = interactions(game, Asked(name, players, {}, {}, matches=matches))
    assert wanted <= {(edge.kind.value, edge.source, edge.target) for edge in looked.edges}
    both = {
        kind: {(e.source, e.target) for e in looked.edges if e.kind.value == kind} for kind in ("enables", "disables")
    }
    assert not both["enables"] & both["disables"]
    assert not [edge for edge in looked.edges if edge.source.startswith("draw:")]
    for edge in looked.edges:
        if edge.kind.value != "one reading":
            assert edge.witnesses
        if "only after" in edge.description:
            assert not looked.facts.violates(edge.kind, edge.about)


def test_an_edge_that_a_step_speaks_against_says_how_often_or_goes():
    at = ("act", "double")
    for often, kept in ((30, True), (3, False)):
        looked = Interactions()
        looked.facts.steps = 100
        looked.facts.with_act[at] = 50
        looked.facts.after[at, "T-3"] = looked.facts.together[at, "T-3"] = often
        looked.facts.with_what["T-3"] = often + 4
        looked.facts.note("T-3", frozenset())
        edge = Edge(Kind.ENABLES, "act: double", "T-3", "carried out only after 'double' (act)", 2, {}, {})
        edge.about = frozenset([(at, "T-3")])
        looked.add(edge)
        looked.keep_true()
        said = [each.description for each in looked.edges]
        more = "carried out more often after 'double' (act): in 30 of 50 turns, and in 4 of 50 without it"
        assert said == ([more] if kept else [])


def edge(kind, count, scale=None):
    return Edge(kind, "T-1", "T-2", "it", 2, {}, scale or {}, count)


def test_what_says_more_and_is_seen_more_often_comes_first():
    rare, often = edge(Kind.ORDER, 4), edge(Kind.ENABLES, 100)
    assert weight(edge(Kind.ORDER, 100), 100) > weight(rare, 100)
    assert weight(rare, 100) == weight(often, 100) == 0.2
    assert weight(edge(Kind.CANCELS, 50), 100) > weight(edge(Kind.CANCELS, 50, {"packs": 2}), 100)
    assert weight(edge(Kind.REPEATS, 500), 100) == weight(edge(Kind.REPEATS, 100), 100)


def test_what_is_asked_is_told_apart_by_its_answers_and_not_by_where_it_is_in_memory():
    asked = [("choose", {"lay": OneOf(some), "pass": NOTHING}, object()) for some in ((1, 2), (1, 2), (1, 3))]
    one, again, other = map(plain, asked)
    assert one == again != other
    assert hash(one) == hash(again)
    assert "0x" not in str(one)
    assert plain({"b", "a"}) == plain({"a", "b"}) != plain({"a"})


def test_the_same_seed_finds_the_same():
    escalation = find_game("escalation")
    one, other = [interactions(escalation, Asked("", (2,), {}, {}, matches=8)) for _ in range(2)]
    assert one.steps == other.steps
    assert {each.key: each.count for each in one.edges} == {each.key: each.count for each in other.edges}

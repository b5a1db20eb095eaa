"""The explorer sees exactly the tables that there are, and says no more than it saw."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    End,
    Event,
    Game,
    Player,
    Rule,
    Table,
    Window,
    WindowKind,
    clause,
    effect,
    flag,
    nobody,
    value,
    zone,
)
from referee.kernel.errors import BadInput
from referee.record.replay import replay
from referee.verify import always, never, terminates
from referee.verify.explore.breadth import MOST_WAYS, Search
from referee.verify.explore.explore import decide
from referee.verify.explore.graphs import Steps, can_end, components, shortest_cycle
from referee.verify.explore.nontermination import By, endless
from referee.verify.findings import Finding
from referee.verify.ledger import Ledger
from referee.verify.methods import Question
from referee.verify.play.drivers import Script
from referee.verify.play.trial import Trial
from referee.verify.properties import load_properties
from referee.verify.verdicts import Result, Trouble, Verdict
from tests.oracles.enumerations import Escalation, FsckingAce
from tests.tiny import write_game, write_game_with_a_line

PROPERTIES = Path(__file__).parent.parent / "properties"

COUNTS = {
    "escalation, two players": (230, 300),
    "escalation, three players": (1950, 2310),
    "fscking ace": (885, 1158),
}
"""States and transitions."""


def about(game):
    declared = load_properties(PROPERTIES / f"{game.name}.py", type(game))
    return tuple([each for each in declared if each.applies(game.readings, game.players)])


def searched(name, players, readings=None, *, effort=1.0, **settings):
    game = find_game(name)(players, readings=readings, settings=settings)
    search = Search(Question(game, (), effort=effort))
    search.run()
    return search


@pytest.mark.parametrize(
    ("name", "oracle", "form"),
    [
        (
            "escalation, two players",
            Escalation(2, ("2", "3", "9", "A"), 1, 1),
            ("escalation", 2, {"ranks": ("2", "3", "9", "A"), "suits": 1, "hand": 1}),
        ),
        (
            "escalation, three players",
            Escalation(3, ("2", "3", "5", "9", "K"), 1, 1),
            ("escalation", 3, {"ranks": ("2", "3", "5", "9", "K"), "suits": 1, "hand": 1}),
        ),
        (
            "fscking ace",
            FsckingAce(3, ("2h", "3h", "As", "2s", "Jo5")),
            (
                "fscking-ace",
                3,
                {"rounds": 1, "packs": 1, "suits": ["hearts"], "ranks": ["2", "3"], "spades": ["A", "2"],
                 "jokers": ["Jo5"]},
            ),
        ),
    ],
)  # fmt: skip
def test_states_and_transitions_are_those_of_an_enumeration_by_hand(name, oracle, form):
    game, players, settings = form
    seen = searched(game, players, **settings).seen
    assert not seen.bounded
    assert (seen.states, seen.transitions) == oracle.count() == COUNTS[name]


@pytest.mark.long
def test_a_larger_game_has_as_many_tables_as_by_hand():
    seen = searched("escalation", 2, ranks=("2", "3", "5", "9"), suits=2, hand=2).seen
    assert (seen.states, seen.transitions) == Escalation(2, ("2", "3", "5", "9"), 2, 2).count() == (31718, 82262)


@pytest.mark.untraced
def test_merging_equal_positions_within_a_step_loses_nothing():
    settings = {"packs": 4, "suits": ["spades"], "ranks": ["7", "K"], "hand": 4, "sides": 2, "jokers": ["black"]}
    game = find_game("effervesce")(2, settings=settings)
    counts = []
    for merging in (True, False):
        search = Search(Question(game, ()))
        search.driver.merging = merging
        search.run()
        found = {(one, other) for one in range(len(search.states)) for other in search.steps.of(one)}
        counts.append((search.seen.states, search.seen.transitions, len(found)))
        ways = search.seen.ways
    assert counts[0] == counts[1]
    assert ways > 4000


BID = """\
        bids = yield from t.together("bid", {p: OneOf(range(12)) for p in t.players})
        for player in t.players:
            t.bid[player] = bids[player]
        t.end({p: -bids[p] for p in t.players}, {p: 0 for p in t.players}, "sold")
"""


TOUCHED = Window("touched", WindowKind.TOUCH)


class TouchedTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    mover = value(NO_PLAYER)
    late, missed = flag(False), flag(False)


class Touched(Game[TouchedTable]):
    """A window of one event is opened to one player, and then to all: he is not asked again."""

    name, title, table_class = "touched", "Touched", TouchedTable
    fewest_players, most_players, turn_cap = 2, 2, 9

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3"), FRENCH_SUITS[:1])

    @clause("X-1")
    def deal(self, t: Any) -> Rule[None]:
        t.mover = yield from t.lot(t.players)

    @clause("X-2")
    def step(self, t: Any) -> Rule[None]:
        yield from t.happen(End.TOP, t.mover, t.mover, [self.reach])
        t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "over")

    def reach(self, t: Any, event: Event) -> Rule[None]:
        yield from self.reach_one(t, event)
        yield from t.choose(event.at, "go on", (1, 2))
        t.late = True
        yield from t.window(TOUCHED, event, t.everyone_from(event.at))

    def reach_one(self, t: Any, event: Event) -> Rule[None]:
        way = yield from t.choose(event.at, "way", range(3))
        if way == 0:
            yield from t.choose(event.at, "number", range(100))
            t.stop(event)
        yield from t.window(TOUCHED, event, [event.at if way == 1 else t.next(event.at)])

    @effect("X-3", window=TOUCHED, public=True)
    def duck(self, t: Any, event: Event, player: Player) -> bool:
        t.missed = t.late & (player is t.mover)
        return True


@never("X-2")
def whoever_begins_is_missed(t: Any) -> bool:
    """Whoever begins is not asked behind the other."""
    return bool(t.missed)


@never("X-2")
def it_is_missed_early(t: Any) -> bool:
    """Nobody is missed before all are asked."""
    return bool(t.missed & t.negate(t.late))


def test_who_was_asked_before_in_an_event_is_told_apart():
    """No rule holds it, and it decides who is asked when the window opens once more."""
    counts = []
    for merging in (True, False):
        search = Search(Question(Touched(2), ()))
        search.driver.merging = merging
        search.run()
        counts.append(len(search.states))
    assert counts[0] == counts[1]
    claims = tuple([each.__property__ for each in (whoever_begins_is_missed, it_is_missed_early)])
    said = {each.property: each.verdict for each in decide(Question(Touched(2), claims)) if isinstance(each, Result)}
    assert list(said.values()) == [Verdict.REFUTED, Verdict.EXHAUSTED]


@always("X-2")
def it_goes_on(t: Any) -> bool:
    """It never ends."""
    return t.outcome is None


@always("X-2")
def it_is_late_in_the_end(t: Any) -> bool:
    """All are asked before it ends."""
    return bool((t.outcome is None) | t.late)


@always("X-2", asked="go on")
def whoever_is_asked_does_not_begin(t: Any, choice: Any) -> bool:
    """Whoever is asked does not begin."""
    return choice.player is not t.mover


@always("X-2", asked="*")
def nobody_is_asked_to_go_on(t: Any, choice: Any) -> bool:
    """Nobody is asked whether to go on."""
    return choice.ask != "go on"


@terminates("X-2")
def the_stock(t: Any) -> int:
    """The stock."""
    return t.stock.size


@terminates("X-2")
def the_turns(t: Any) -> int:
    """The turns."""
    return t.turns


BROKEN = it_goes_on, it_is_late_in_the_end, whoever_is_asked_does_not_begin, nobody_is_asked_to_go_on
MEASURES = the_stock, the_turns


class Stuck(Touched):
    """Whoever is asked whether to go on is stuck then."""

    def reach_one(self, t: Any, event: Event) -> Rule[None]:
        yield from t.choose(event.at, "go on", (1, 2))
        yield from t.choose(event.at, "nothing", ())


class Ahead(Touched):
    """The first step does not end it."""

    def step(self, t: Any) -> Rule[None]:
        if t.late:
            yield from super().step(t)
        t.late = True
        yield from t.choose(t.mover, "go on", (1, 2))


class Echoing(Touched):
    """It goes to and fro until a cap ends it, and then further."""

    nesting_cap = 6

    def reach(self, t: Any, event: Event) -> Rule[None]:
        yield from t.happen(End.TOP, event.at, event.actor, [self.reach])
        t.missed = True


class EchoingAtFirst(Echoing):
    """A cap ends the first step, and play goes on with a second one."""

    def step(self, t: Any) -> Rule[None]:
        if not t.late:
            yield from t.happen(End.TOP, t.mover, t.mover, [self.reach])
            t.late = True
            return
        yield from t.choose(t.mover, "go on", (1, 2))
        t.win(t.mover, reason="over")


@pytest.mark.parametrize(
    ("game", "claims", "broken"),
    [
        (Touched, BROKEN, BROKEN),
        (Touched, (*BROKEN[::-1], it_is_missed_early), BROKEN),
        (Stuck, BROKEN, BROKEN[2:]),
        (Ahead, MEASURES, MEASURES),
        (Ahead, MEASURES[::-1], MEASURES),
        (Echoing, (whoever_begins_is_missed, it_is_missed_early), (whoever_begins_is_missed, it_is_missed_early)),
        (EchoingAtFirst, (it_goes_on, nobody_is_asked_to_go_on), (it_goes_on, nobody_is_asked_to_go_on)),
    ],
)
def test_all_that_breaks_on_one_table_or_at_one_question_is_refuted(game, claims, broken):
    """A search comes there once, and what breaks one promise must not hide what breaks another one."""
    asked = tuple([each.__property__ for each in claims])
    said = {each.property: each.verdict for each in decide(Question(game(2), asked)) if isinstance(each, Result)}
    names = {each.__property__.name for each in broken}
    assert {name for name, verdict in said.items() if verdict is Verdict.REFUTED} == names
    assert all(verdict is Verdict.EXHAUSTED for name, verdict in said.items() if name not in names)


def test_however_many_promises_are_broken_none_of_them_is_exhausted():
    """Troubles are noted up to a number; a promise that is broken, and a trouble of a kind of its own, always are."""
    broken = nobody_is_asked_to_go_on.__property__
    asked = tuple([replace(broken, name=f"promise-{number}") for number in range(30)])
    search = Search(Question(Stuck(2), asked))
    search.run()
    met = [each for each, _ in search.met.values()]
    assert {each.claimed.name for each in met if each.claimed is not None} == {each.name for each in asked}
    assert [each.trouble for each in met if each.claimed is None] == [Trouble.DEAD_END]


@pytest.mark.untraced
def test_answers_that_are_given_together_are_told_apart(tmp_path):
    """What the first has answered is in no rule yet when the second is asked."""
    folder = write_game(
        tmp_path / "game",
        ("import clause, nobody, owner, zone, zones", "import OneOf, amounts, clause, nobody, owner, zone, zones"),
        ("    hand = zones(seen_by=owner)\n", "    hand = zones(seen_by=owner)\n    bid = amounts(0)\n"),
    )
    rules = folder / "rules.py"
    text = rules.read_text()
    start, end = text.index('        if t.reading("late")'), text.index("    def forfeit")
    rules.write_text(text[:start] + BID + "\n" + text[end:])
    seen = Search(Question(find_game(folder)(), ())).run()
    assert (seen.states, seen.ended) == (145, 144)


def test_a_stored_state_is_small_and_reads_back():
    search = searched("escalation", 3, ranks=("2", "3", "5", "9", "K"), suits=1, hand=1)
    assert search.seen.bytes / search.seen.states <= 200
    table = search.trial.table
    for number in range(len(search.states)):
        table.restore(search.states.snapshot(number))
        assert search.states.add() == (number, False)


def test_a_way_leads_where_it_says():
    search = searched("escalation", 2, ranks=("2", "3", "9", "A"), suits=1, hand=1)
    for number in (0, 100, len(search.states) - 1):
        trial, driver = Trial(search.game, ()), Script()
        for answers in search.way_to(number):
            driver.next_step(answers)
            assert trial.advance(driver) is None
        assert search.states.number_of(trial.table) == number


def test_a_search_that_is_cut_short_says_so_and_exhausts_nothing():
    game = find_game("escalation")(2, settings={"ranks": ("2", "3", "9", "A"), "suits": 2, "hand": 2})
    properties = about(game)
    given = [each for each in decide(Question(game, properties, effort=0.001)) if isinstance(each, Result)]
    assert {each.verdict for each in given} == {Verdict.NOT_REFUTED}
    assert all(each.why.startswith("bounded: ") for each in given)


def test_a_brief_search_leaves_what_it_cannot_see_whole_and_nothing_else():
    """Of a game about which nothing is promised the first thousands of deals say nothing."""
    real = Search(Question(find_game("escalation")(2), (), effort=0.1), briefly=True)
    seen = real.run()
    assert (seen.expanded, seen.had_enough) == (0, True)
    assert seen.ways < 0.3 * MOST_WAYS * 0.1
    assert seen.bounded == f"of {seen.states} states 0 were followed"
    settings = {"ranks": ("2", "3", "5", "9", "K"), "suits": 1, "hand": 1}
    small = Search(Question(find_game("escalation")(3, settings=settings), (), effort=0.03), briefly=True)
    assert (small.run().bounded, small.seen.states) == ("", 1950)


def test_what_is_expected_to_be_refuted_and_was_is_enough(monkeypatch):
    monkeypatch.setattr("referee.verify.explore.breadth.ENOUGH", 300)
    settings = {"ranks": ("2", "3", "5", "9", "K"), "suits": 1, "hand": 1}
    for reading, bounded in (("forbidden", "what was expected to be refuted was"), ("own-rank", "")):
        game = find_game("escalation")(3, readings={"led-special": reading}, settings=settings)
        search = Search(Question(game, about(game)))
        assert search.run().bounded == bounded


def test_what_the_authors_of_escalation_expect_is_exhausted_at_a_scale():
    game = find_game("escalation")(3, settings={"ranks": ("2", "3", "9", "A"), "suits": 1, "hand": 1})
    properties = about(game)
    given = list(decide(Question(game, properties)))
    assert [each for each in given if isinstance(each, Finding)] == []
    results = [each for each in given if isinstance(each, Result)]
    assert {each.verdict for each in results} <= {Verdict.EXHAUSTED, Verdict.NOT_REFUTED}
    assert sum(each.verdict is Verdict.EXHAUSTED for each in results) >= 8
    (ledger,) = [each for each in given if isinstance(each, Ledger)]
    assert {"X-1", "X-2", "X-3", "X-4", "X-5", "X-6", "X-7", "X-8"} <= ledger.carried_out
    assert ledger.looked[0].whole


@pytest.mark.parametrize(
    ("readings", "trouble"),
    [({"led-special": "forbidden"}, Trouble.DEAD_END), ({"last-card-special": "not-allowed"}, Trouble.DEAD_END)],
)
def test_a_stuck_player_is_found_with_a_witness_that_replays(readings, trouble):
    settings = {"ranks": ("2", "3", "9", "A"), "suits": 1, "hand": 1}
    game = find_game("escalation")(2, readings=readings, settings=settings)
    found = [each for each in decide(Question(game, ())) if isinstance(each, Finding)]
    assert [each.trouble for each in found] == [trouble]
    assert found[0].scale
    assert dict(found[0].readings) == readings
    assert not replay(found[0].witness.record, "witness").rules_changed


@pytest.mark.untraced
def test_play_that_goes_round_for_ever_is_found_with_a_shortest_cycle():
    settings = {"packs": 4, "suits": ["spades"], "ranks": ["7", "K"], "hand": 4, "sides": 2, "jokers": ["black"]}
    game = find_game("effervesce")(2, settings=settings)
    search = Search(Question(game, ()))
    search.run()
    found = endless(search)
    assert (len(found.way), found.length, found.by) == (3, 2, By.RULES)  # at this scale nobody ever holds a full suit
    (found,) = [each for each in decide(Question(game, ())) if isinstance(each, Finding)]
    assert found.trouble is Trouble.ENDLESS
    assert found.clauses
    assert not replay(found.witness.record, "witness").rules_changed


def test_escalation_never_returns_to_a_table():
    assert endless(searched("escalation", 3, ranks=("2", "3", "5", "9", "K"), suits=1, hand=1)) is None


def graph(*targets):
    steps = Steps()
    for each in targets:
        steps.put(each)
    return steps


def test_cycles_of_a_graph():
    steps = graph([1], [2, 3], [0], [4], [5], [4, 3], [])
    found = sorted(components(steps))
    assert found == [[0, 1, 2], [3, 4, 5]]
    assert shortest_cycle(steps, [0, 1, 2]) == [0, 1, 2]
    assert shortest_cycle(steps, [3, 4, 5]) in ([4, 5], [5, 4])
    assert components(graph([1, 2], [2], [])) == []
    assert components(graph([0], [])) == [[0]]
    assert shortest_cycle(graph([0], []), [0]) == [0]
    assert list(can_end(graph([1, 2], [1], [3], []), [3]))[:4] == [1, 0, 1, 1]


@pytest.mark.parametrize(("declared", "kept"), [("value(())", "t.kept = [1]"), ("values(())", "t.kept[p] = ({1: 2},)")])
def test_what_can_change_in_a_scalar_is_refused_by_its_name(declared: str, kept: str, tmp_path: Path) -> None:
    step = '        if t.reading("late") == "yes":'
    hand = "    hand = zones(seen_by=owner)"
    changes = (
        ("clause, nobody, owner", "clause, nobody, owner, value, values"),
        (hand, f"{hand}\n    kept = {declared}"),
        (step, f"        p = t.players[0]\n        {kept}\n{step}"),
    )
    game = find_game(write_game(tmp_path, *changes))()
    with pytest.raises(BadInput, match=r"^tiny: kept of the table is .*, which can change: keep a tuple"):
        Search(Question(game, ())).run()


def with_a_line(folder: Path, look: str) -> Search:
    """A search of the tiny game, with two cards in a row that a step looks at."""
    search = Search(Question(find_game(write_game_with_a_line(folder, look))(), ()))
    search.run()
    return search


@pytest.mark.parametrize(
    ("kept", "why"),
    [
        ("one", "kept keeps a card of a row"),
        ("one.number", "kept keeps a card of a row (or its number)"),
        ("(0, other.number)", "kept keeps a card of a row"),
        ("one.kind", ""),
    ],
)
def test_a_card_that_a_scalar_keeps_is_not_searched(kept: str, why: str, tmp_path: Path) -> None:
    """Between steps a table has no numbers of cards: a kept one would be found nowhere."""
    search = with_a_line(tmp_path, f"t.kept = {kept} if t.kept is None else t.kept")
    assert search.seen.bounded.startswith(why)
    assert bool(search.seen.bounded) is bool(why)


@pytest.mark.parametrize(
    ("look", "is_sound"),
    [
        ("t.kept = one.number % 2", False),
        ("t.kept = 2 + one.number > 4", False),
        ("t.kept = one.number == 1", False),
        ("t.kept = one.number < other.number", False),
        ("t.kept = sorted([one, other])[0].kind", None),
        ("t.kept = max(t.line.row, key=lambda card: card.number).kind", False),
        ("t.kept = 'ab'[one.number:]", False),
        ("t.kept = f'{one.number}'", False),
        ("t.kept = one.number == other.number", True),
        ("t.kept = other.number in [card.number for card in t.line.row] and None is not one.number", True),
        ("t.kept = {one.number: 1}.get(other.number, 0)", True),
        ("t.kept = one.number == 0 or one.number is None or other.number == None", True),
        ("t.kept = one == other or one.number != other.number", True),
    ],
)
def test_what_the_number_of_a_card_is_says_nothing(look: str, is_sound: bool | None, tmp_path: Path) -> None:
    """It is another one where a table is made again; of two cards of one kind it is what ``<`` compares."""
    why = with_a_line(tmp_path, look).seen.bounded
    assert is_sound is None or why == ("" if is_sound else why)
    if is_sound is False:
        assert re.match(r"rules\.py:\d+: what the number of a card in a row is says nothing", why), why

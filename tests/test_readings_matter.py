"""`referee check --all-readings`: an alternative that matters is shown and replayed, one that does not stays silent."""

from __future__ import annotations

import json
import pickle
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game, games
from referee.kernel.outcome import Outcome
from referee.play.narration import narrated
from referee.record.replay import replay
from referee.verify.findings import Finding
from referee.verify.impact.all_readings import AllReadings, keep_pair
from referee.verify.impact.alternative import Asked, alternatives_of, consulted_by_text
from referee.verify.impact.changes import Changes, Compare, compare
from referee.verify.impact.differences import DifferenceKind, between_answers, between_tables
from referee.verify.impact.lockstep import StepTrace, compared, forked
from referee.verify.impact.readings import matters
from referee.verify.play.drivers import AtRandom
from referee.verify.properties import free_of, load_properties
from referee.verify.verdicts import Method, Trouble, Verdict
from tests.tiny import write_project

RESHUFFLE = """\
        if t.reading("late") == "yes":
            t.end({p: 1 for p in t.players}, {p: 0 for p in t.players}, "over")
"""
SAME = '        if t.reading("late") == "yes":\n            pass\n'
"""Rule text that consults the reading to no effect: the sound twin of all the others."""
DRAW = "        yield from t.draw(t.stock, 2 if t.reading('late') == 'yes' else 1, t.hand[t.players[0]])\n"
ASKS = "        t.move((yield from t.select(t.players[0], 'lay', t.stock.pile, 1 if t.reading('late') == 'yes' else 2)), t.stock, t.hand[t.players[0]])\n"  # noqa: E501
TELLS = "        if t.reading('late') == 'yes':\n            t.reveal(t.stock.pile, None, why='look')\n"
STUCK = "        if t.reading('late') == 'yes':\n            yield from t.draw(t.stock, 9, t.hand[t.players[0]])\n"
SEEN = ("stock = zone(seen_by=nobody, pack=True)", "stock = zone(seen_by=who, pack=True)")
WHO = (
    "class TinyTable(Table):",
    "def who(game: Tiny) -> object:\n    return everybody if game.readings['late'] == 'yes' else nobody\n\n\n"
    "class TinyTable(Table):",
)
IMPORT = ("clause, nobody,", "clause, everybody, nobody,")
PACK = (
    'Deck.of(("2", "3"), FRENCH_SUITS)',
    'Deck.of(("2", "3"), FRENCH_SUITS, 2 if self.readings["late"] == "yes" else 1)',
)


def looked_at(folder, *changes):
    write_project(folder, *changes)
    game = find_game(str(folder / "games" / "tiny"))
    (found,) = matters(game, Asked((2, 3), {}, {}, tuple(alternatives_of(game, {})), matches=12))
    return found


@pytest.mark.parametrize(
    ("changes", "how"),
    [
        ([(RESHUFFLE, SAME)], DifferenceKind.NOTHING),
        ([], DifferenceKind.TABLE),
        ([(RESHUFFLE, RESHUFFLE.replace('reading("late")', 'reading_or("late", "no")'))], DifferenceKind.TABLE),
        ([(RESHUFFLE, DRAW)], DifferenceKind.TABLE),
        ([(RESHUFFLE, ASKS)], DifferenceKind.ASKED),
        ([(RESHUFFLE, TELLS)], DifferenceKind.SEEN),
        ([(RESHUFFLE, STUCK)], DifferenceKind.RULE),
        ([(RESHUFFLE, ""), SEEN, WHO, IMPORT], DifferenceKind.SEEN),
        ([(RESHUFFLE, ""), PACK], DifferenceKind.CARDS),
        ([(RESHUFFLE, "")], DifferenceKind.NOTHING),
    ],
)
def test_what_an_alternative_changes_is_told(tmp_path, changes, how):
    found = looked_at(tmp_path, *changes)
    assert found.difference.how is how, found.sentence
    assert found.matters == (how is not DifferenceKind.NOTHING)
    if how is DifferenceKind.NOTHING:
        assert found.witness is None
        return
    assert found.players == 2
    for witness in (found.witness, found.other_witness):
        replay(witness.record, "witness", find=lambda name: find_game(str(tmp_path / "games" / name)))


FLAG = [("    hand = zones(seen_by=owner)\n", "    hand = zones(seen_by=owner)\n    odd = flag()\n"),
        ("from referee.kernel import clause,", "from referee.kernel import flag, clause,")]  # fmt: skip
WRITES = "        if t.reading('late') == 'yes':\n            t.odd = True\n"
LATER = WRITES + "        elif t.odd:\n            pass\n"
TAKES = "        if t.odd:\n            yield from t.draw(t.stock, 1, t.hand[t.players[0]])\n" + WRITES


def test_what_nobody_sees_is_followed_until_somebody_does(tmp_path):
    found = looked_at(tmp_path, *FLAG, (RESHUFFLE, TAKES))
    assert found.difference.visible
    assert re.fullmatch(
        r"the stock has \w+ less \(7 cards, not 8\); the hand of seat 0 has \w+ more \(1 card, not 0\)"
        r"|the hand of seat 0 has \w+ more \(1 card, not 0\); the stock has \w+ less \(7 cards, not 8\)",
        found.sentence,
    ), found.sentence
    assert found.steps == 2, "the step before only set the flag"
    said = [narrated(each.record, "it", find_game(str(tmp_path / "games" / "tiny")))
            for each in (found.witness, found.other_witness)]  # fmt: skip
    assert said[0] != said[1]


def test_where_nobody_ever_sees_it_that_is_said(tmp_path):
    found = looked_at(tmp_path, *FLAG, (RESHUFFLE, LATER))
    assert not found.difference.visible
    assert found.sentence == "so far nobody at the table sees it: odd yes, not no"


@pytest.mark.parametrize(("options", "visible"), [("('yes',)", False), ("('yes', 'no')", True)])
def test_a_question_with_one_answer_is_no_difference_that_anybody_sees(tmp_path, options, visible):
    nods = f"        if t.reading('late') == 'yes':\n            yield from t.choose(t.players[0], 'nod', {options})\n"
    found = looked_at(tmp_path, (RESHUFFLE, nods))
    assert found.matters
    assert found.difference.visible is visible
    assert found.sentence == "seat 0 is asked 'nod', where nobody is asked anything more"


def test_answers_that_one_of_them_alone_allows_are_named(tmp_path):
    found = looked_at(tmp_path, (RESHUFFLE, ASKS))
    pattern = r"seat 0 may answer 'lay' with \w\w, \w\w, \w\w, \w\w … \(8 in all\) and no longer with \w\w \w\w, .*"
    assert re.fullmatch(pattern, found.sentence), found.sentence


def test_the_order_of_answers_alone_is_no_difference():
    few = Counter({"a": 1, "b": 1})
    assert between_answers(0, "lay", (few, "a, b"), (Counter(["b", "a"]), "b, a")) is None
    assert between_answers(0, "lay", (few, ""), (Counter("abc"), "")).says == "seat 0 may also answer 'lay' with c"
    assert between_answers(0, "lay", (few, ""), (Counter("a"), "")).says == "seat 0 may no longer answer 'lay' with b"
    assert not between_answers(0, "lay", (None, "3000 answers"), (None, "3000 answers")).visible


REFUSED = (
    '        self.deck = Deck.of(("2", "3"), FRENCH_SUITS)\n',
    '        self.deck = Deck.of(("2", "3"), FRENCH_SUITS)\n'
    '        if self.players > 2 and self.readings["late"] == "WHEN":\n'
    '            raise BadInput("tiny: three are too many")\n',
)
BAD_INPUT = ("import FRENCH_SUITS", "import FRENCH_SUITS, BadInput")


@pytest.mark.parametrize(("value", "said"), [
    ("no", "3 players: refused, as three are too many / they may play"),
    ("yes", "3 players: they may play / refused, as three are too many"),
])  # fmt: skip
def test_how_many_may_sit_down_is_told_though_no_match_shows_it(tmp_path, value, said):
    refused = REFUSED[0], REFUSED[1].replace("WHEN", value)
    found = looked_at(tmp_path, (RESHUFFLE, ""), refused, BAD_INPUT)
    assert (found.difference.how, str(found.difference)) == (DifferenceKind.PLAYERS, said)
    (shown,) = [each for each in (found.witness, found.other_witness) if each is not None]
    replay(shown.record, "witness", find=lambda name: find_game(str(tmp_path / "games" / name)))


def test_a_number_that_both_refuse_is_no_difference(tmp_path):
    refused = (
        REFUSED[0],
        REFUSED[1].replace('self.readings["late"] == "WHEN"', 'self.readings["late"] in ("no", "yes")'),
    )
    assert not looked_at(tmp_path, (RESHUFFLE, ""), refused, BAD_INPUT).matters


LARGE = [
    ('Parameter("size", 2, "cards in a hand", 1, 3)', 'Parameter("size", 2, "cards in a hand", 1, 50)'),
    (RESHUFFLE, RESHUFFLE.replace('t.reading("late")', 'self.settings["size"] > 40 and t.reading("late")')),
]


@pytest.mark.parametrize(("size", "how"), [(41, DifferenceKind.TABLE), (40, DifferenceKind.NOTHING)])
def test_where_properties_look_a_rare_difference_is_found(tmp_path, size, how):
    write_project(tmp_path, *LARGE)
    game = find_game(str(tmp_path / "games" / "tiny"))
    asked = Asked((2, 3), {}, {}, tuple(alternatives_of(game, {})), matches=0, scales=(((2,), {"size": size}),))
    (found,) = matters(game, asked)
    assert found.difference.how is how
    assert found.together_with == ({"size": "41"} if found.matters else {})


LATE = """\
[[example]]
name = "late"
clauses = ["T-2"]
settings = { size = SIZE }
reading = "late"
answers = []
steps = 1
under.no.ended = false
under.yes.ended = true
"""


def test_a_worked_example_leads_to_a_match_that_shows_the_same(tmp_path):
    write_project(tmp_path, *LARGE)
    (tmp_path / "examples.toml").write_text(LATE.replace("SIZE", "41"), encoding="utf-8")
    game = find_game(str(tmp_path / "games" / "tiny"))
    asked = Asked((2, 3), {}, {}, tuple(alternatives_of(game, {})), tmp_path / "examples.toml", matches=0)
    (found,) = matters(game, asked)
    assert found.difference.how is DifferenceKind.TABLE
    assert found.witness is not None


def test_a_worked_example_of_what_play_cannot_show_is_told_with_both_ends(tmp_path):
    """Its table is laid out: no deal leads to an empty stock."""
    never = RESHUFFLE.replace('t.reading("late")', 't.stock.is_empty and t.reading("late")')
    write_project(tmp_path, (RESHUFFLE, never))
    text = LATE.replace("settings = { size = SIZE }", 'rest = "hand 0"\ntable = { stock = "" }')
    (tmp_path / "examples.toml").write_text(text, encoding="utf-8")
    game = find_game(str(tmp_path / "games" / "tiny"))
    asked = Asked((2, 3), {}, {}, tuple(alternatives_of(game, {})), tmp_path / "examples.toml", matches=2)
    (found,) = matters(game, asked)
    assert not found.matters
    assert "the worked example 'late' tells them apart, examples.toml:1: seat 0 and seat 1 win" in found.sentence


def test_what_an_alternative_runs_into_can_be_told_by_another_process(tmp_path):
    write_project(tmp_path, (RESHUFFLE, STUCK))
    game = str(tmp_path / "games" / "tiny")
    (changed,) = pickle.loads(pickle.dumps(compare(Compare(game, None, 2, {}, {}, ({"late": "yes"},), figures=False))))
    assert [each.trouble for each in changed.troubles] == [Trouble.SHORTAGE]


RARE = [
    ('Deck.of(("2", "3"), FRENCH_SUITS)', 'Deck.of(tuple("3456789"), FRENCH_SUITS)'),
    ("shuffle(t.stock)\n\n    @clause", "draw(t.stock, 3, t.hand[t.players[0]])\n\n    @clause"),
    ('reading("late") == "yes":', 'reading("late") == "yes" and t.deck.names(t.hand[t.players[0]].pile) == WANTED:'),
    ("class TinyTable(", 'WANTED = ["6h", "9d", "3c"]\n\n\nclass TinyTable('),
]  # fmt: skip
EXAMPLE = """
[[example]]
name = "three cards"
clauses = ["T-2"]
reading = "late"
table = { hand = ["3c 6h 9d", ""] }
rest = "stock"
steps = 1
under.yes = { ended = true }
under.no = { ended = false }
"""


@pytest.mark.parametrize("cards", ["3c 6h 9d", "3c 6h 9h"])
def test_what_only_a_worked_example_tells_apart_is_looked_for_in_deals_with_its_cards(tmp_path, cards):
    write_project(tmp_path, *RARE)
    game, file = find_game(str(tmp_path / "games" / "tiny")), tmp_path / "tiny.examples.toml"
    file.write_text(EXAMPLE.replace("3c 6h 9d", cards), encoding="utf-8")
    asked = Asked((2, 3), {}, {}, tuple(alternatives_of(game, {})), matches=12)
    (alone,) = matters(game, asked)
    assert not alone.matters
    (found,) = matters(game, replace(asked, examples=file))
    assert found.matters == (cards == "3c 6h 9d") == (found.witness is not None)
    assert not found.example


def test_the_smallest_table_of_a_shipped_game_is_found():
    game = find_game("escalation")
    (found,) = matters(game, Asked((2, 3), {}, {}, (("direction-after-taking", "clockwise"),), matches=12))
    assert found.difference.how is DifferenceKind.TABLE
    assert (found.difference.what, found.players, found.steps) == ("which way play goes", 2, 2)
    assert found.differed <= found.tried


@pytest.mark.parametrize("name", [entry.name for entry in games()])
def test_a_form_beside_itself_never_comes_apart(name):
    game = find_game(name)(3)
    for number in range(3):
        driver, table, other = AtRandom(random.Random(number)), game.table(), game.table()
        for _ in range(8):
            before = table.snapshot()
            taken = StepTrace(game, table, driver)
            difference = compared(taken, forked(game, other, before, taken.transcript))
            assert difference.how is DifferenceKind.NOTHING, str(difference)
            if taken.met is not None or table.outcome is not None:
                break


def test_readings_of_the_set_up_are_told_from_those_that_rules_consult():
    texts = consulted_by_text(find_game("escalation"))
    assert "led-special" in texts
    assert not {"rate", "taken-stacks"} & texts


def test_the_command_tells_shows_and_keeps_both_records(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_project(tmp_path)
    arguments = ["check", "games/tiny", "--all-readings", "--jobs", "1"]
    result = CliRunner().invoke(main, [*arguments, "--json", "out.json"])
    assert result.exit_code == 0, result.output
    assert "TINY-1 late (T-1 T-2; silent), read as no" in result.output
    assert "yes: other outcome" in result.output
    assert "1 of 1 alternatives make a difference" in result.output
    assert max(map(len, result.output.splitlines())) <= 80
    assert "referee replay --diff .referee/witnesses/tiny/TINY-1.yes.chosen.jsonl \\" in result.output
    document = json.loads((tmp_path / "out.json").read_text())
    (told,) = document["alternatives"]
    assert (told["difference"], told["steps"]) == ("table", 1)
    assert told["changes"]["figures"]["turns"]["clear"]
    for witness in told["witnesses"]:
        assert CliRunner().invoke(main, ["replay", witness]).exit_code == 0
    assert CliRunner().invoke(main, [*arguments, "--property", "x"]).exit_code == 2


def test_a_game_that_leaves_nothing_open_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_project(tmp_path, (RESHUFFLE, ""))
    (tmp_path / "games" / "tiny" / "readings.toml").unlink()
    result = CliRunner().invoke(main, ["check", "games/tiny", "--all-readings"])
    assert (result.exit_code, result.output) == (2, "referee: tiny has no readings: its rulebook leaves nothing open\n")


@pytest.mark.parametrize(("expected_of", "kept"), [("no-discard", []), ("optional", ["an-old-wild-is-on-top"])])
def test_what_an_author_expects_of_one_reading_is_not_said_of_two_together(expected_of, kept):
    """A quarter of a campaign may miss alone what it meets under two readings together."""
    game = find_game("five-crowns")
    chosen = game(3)
    pair = {"last-turn-discard": "no-discard", "last-melds": "chosen"}
    singles = {each: Changes(dict([each]), 3) for each in pair.items()}
    found = AllReadings(game, (3,), changes=singles)
    both = Changes(pair, 3, breaks=["an-old-wild-is-on-top"])
    (declared,) = [
        each for each in load_properties(Path("properties/five-crowns.py"), game) if each.name == both.breaks[0]
    ]
    refuted = tuple(each for each in declared.refuted if expected_of in each.readings.values())
    keep_pair(found, both, chosen, [replace(declared, refuted=refuted)])
    assert [name for each in found.pairs for name in each.breaks] == kept


@pytest.mark.parametrize(("clauses", "kept"), [(("X-1",), 0), (("X-9",), 1)])
def test_a_dead_end_that_one_reading_was_expected_to_have_is_no_news_of_two(clauses, kept):
    game = find_game("escalation")
    pair = {"rate": "agreed", "lead-after-taking": "equal-value"}
    found = AllReadings(game, (2,), changes={each: Changes(dict([each]), 2) for each in pair.items()})

    @free_of("dead end", "X-1", "X-2", refuted_under={"rate": ["agreed"]})
    def nobody_is_stuck(t):
        """Everybody can go on."""

    stuck = Finding(Trouble.DEAD_END, "escalation", "", clauses, 2, {}, {}, Method.FUZZ, Verdict.REFUTED)
    keep_pair(found, Changes(pair, 2, troubles=[stuck]), game(2), [nobody_is_stuck.__property__])
    assert len(found.pairs) == kept


@pytest.mark.parametrize(
    ("scores", "payoffs", "says"),
    [
        ((1, 3), (0, 0), "the scores are 1 3, not 1 2"),
        ((1, 2), (1, -1), "the payoffs are 1 -1, not 0 0"),
        ((1, 3), (1, -1), "the payoffs are 1 -1, not 0 0"),
    ],
)
def test_how_two_ends_differ_is_told_by_what_differs(scores, payoffs, says):
    """Where the payoffs are the same it was said that they were these, and not the same."""
    tables = [find_game("escalation")(2).table() for _ in range(2)]
    for table, (ranked, paid) in zip(tables, (((1, 2), (0, 0)), (scores, payoffs)), strict=True):
        table.outcome = Outcome(ranked, paid, "over")
    assert between_tables(*tables).says == says

"""The native search reaches the tables that the search in Python reaches, and Python replays what it meets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.errors import BadInput, Broken
from referee.meaning.claims import holds
from referee.meaning.translation import meaning
from referee.native.build import library
from referee.native.cxx import Writer
from referee.native.exploring import Explored, Explorer
from referee.verify.explore import breadth, explore, native
from referee.verify.explore.breadth import Search
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.properties import Kind, Property
from referee.verify.verdicts import Result, Trouble, Verdict
from tests.tiny import STUCK, write_game, write_game_with_a_line

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
SCALES: list[Any] = [
    ("escalation", 3, {"hand": 1, "suits": 1, "ranks": ("2", "3", "5", "9", "K")}, {}),
    ("escalation", 2, {"hand": 2, "suits": 1, "ranks": ("2", "3", "5", "9")}, {"led-special": "own-rank"}),
    (
        "fscking-ace",
        3,
        {"rounds": 1, "packs": 1, "suits": ["hearts"], "ranks": ["2", "3"], "spades": ["A", "2"], "jokers": ["Jo5"]},
        {},
    ),
    (
        "effervesce",
        2,
        {"packs": 5, "suits": ["hearts", "spades"], "ranks": ["K"], "jokers": ["black"], "hand": 4, "sides": 2},
        {},
    ),
    pytest.param(
        "five-crowns",
        2,
        {"suits": ["stars"], "ranks": ["4", "5", "6"], "packs": 2, "jokers": 1, "first": 3, "last": 3},
        {},
        marks=pytest.mark.long,
    ),
]
NUMBERS = ("states", "transitions", "expanded", "ended", "depth", "bounded")


@pytest.mark.parametrize(("name", "players", "settings", "readings"), SCALES)
@pytest.mark.every(2)
def test_the_same_tables_are_reached(
    name: str, players: int, settings: dict[str, Any], readings: dict[str, str], tmp_path: Path
) -> None:
    game = find_game(name)(players, settings=settings, readings=readings)
    search = Search(Question(game, ()))
    python, natively = search.run(), Explorer(game, tmp_path).run(10**6, 10**8)
    assert {each: getattr(natively, each) for each in NUMBERS} == {each: getattr(python, each) for each in NUMBERS}
    assert natively.levels == native._levels(search)
    assert natively.states > 50


SMALL = {"hand": 1, "suits": 1, "ranks": ("2", "3", "5", "9", "K")}


def test_a_mistranslated_rule_reaches_other_tables(tmp_path: Path) -> None:
    game = find_game("escalation")(3, settings=SMALL)
    text = Writer(meaning(game)).text(explored=True)
    assert "left ? 1 : -1" in text
    wrong = Explorer.__new__(Explorer)
    wrong.game, wrong.claims, wrong.of_turns = game, (), frozenset()
    wrong._library = library(text.replace("left ? 1 : -1", "left ? 1 : 1"), tmp_path)
    assert wrong.run(10**6, 10**8).levels != Explorer(game, tmp_path).run(10**6, 10**8).levels


def test_a_dead_end_comes_with_the_way_to_it(tmp_path: Path) -> None:
    game = find_game(write_game(tmp_path / "game", STUCK))()
    explorer = Explorer(game, tmp_path)
    (met,) = explorer.met(explorer.run(1000, 1000))
    assert met.broken is Broken.SHORTAGE or met.broken is Broken.NO_OPTION
    assert len(met.way) == 2


def asked(claim: Any) -> Property:
    return Property(
        name="claimed",
        clauses=("E-1",),
        kind=Kind.ALWAYS,
        sentence="It is so.",
        claim=claim,
        accepts=Verdict.NOT_REFUTED,
        refuted=(),
        players=None,
        readings={},
        settings={},
        scaled=True,
        asked=(),
        trouble=None,
        file=__file__,
        line=1,
    )


def it_never_ends(t: Any) -> bool:
    return t.outcome is None


def nobody_has_ten(t: Any) -> bool:
    return all(t.hand[p].size < 10 for p in t.players)


def it_is_early(t: Any) -> bool:
    return bool(t.turns < 2)


@pytest.fixture
def early(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Python has enough of a search after a few tables."""
    monkeypatch.setattr(breadth, "MOST_STATES", 200)
    monkeypatch.setattr(native, "MOST_STATES", 5000)
    monkeypatch.chdir(tmp_path)


def decided(claim: Any, engine: str = "native") -> tuple[Result, list[Finding], Any]:
    game = find_game("escalation")(3, settings=SMALL)
    question = Question(game, (asked(claim),), engine=engine)
    said = list(explore.decide(question))
    (result,) = [each for each in said if isinstance(each, Result)]
    ledger = next(each for each in said if not isinstance(each, (Result, Finding)))
    return result, [each for each in said if isinstance(each, Finding)], ledger


@pytest.mark.usefixtures("early")
def test_what_holds_of_all_tables_is_exhausted_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    result, found, ledger = decided(nobody_has_ten)
    assert (result.verdict, found, ledger.complaints) == (Verdict.EXHAUSTED, [], [])
    assert result.tries == 1950
    assert not any(each.whole for each in ledger.looked)  # its clauses were counted in Python's part only
    assert decided(nobody_has_ten, "auto")[0].verdict is Verdict.NOT_REFUTED  # it is not large
    monkeypatch.setattr(explore, "PAYS", 200)
    assert decided(nobody_has_ten, "auto")[0] == result


@pytest.mark.usefixtures("early")
def test_rules_without_a_meaning_are_complained_of_where_native_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise BadInput("rules.py:1: 'with' has no meaning yet")

    monkeypatch.setattr(native, "Explorer", refused)
    monkeypatch.setattr(explore, "PAYS", 200)
    said = [(engine, decided(nobody_has_ten, engine)) for engine in ("native", "auto")]
    assert [each.verdict for _, (each, _, _) in said] == [Verdict.NOT_REFUTED] * 2
    assert [ledger.complaints for _, (_, _, ledger) in said] == [["rules.py:1: 'with' has no meaning yet"], []]


@pytest.mark.usefixtures("early")
def test_what_breaks_late_is_refuted_with_a_witness_of_python() -> None:
    result, found, ledger = decided(it_never_ends)
    assert (result.verdict, ledger.complaints) == (Verdict.REFUTED, [])
    assert found[0].trouble is Trouble.REFUTED
    assert found[0].witness


@pytest.mark.usefixtures("early")
def test_other_tables_are_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Explorer.run

    def shifted(self: Explorer, *args: Any) -> Explored:
        seen = right(self, *args)
        return replace(seen, levels=(seen.levels[0] + 1, *seen.levels[1:]))

    monkeypatch.setattr(Explorer, "run", shifted)
    result, _, ledger = decided(nobody_has_ten)
    assert result.verdict is Verdict.NOT_REFUTED
    assert ledger.complaints == ["escalation: other tables are reached natively, which is a defect"]


def test_claims_that_read_the_number_of_steps_are_left_to_python(tmp_path: Path) -> None:
    game = find_game("escalation")(3, settings=SMALL)
    explorer = Explorer(
        game, tmp_path, claims={"early": (holds, lambda t: t.turns < 2), "few": (holds, nobody_has_ten)}
    )
    assert not explorer.with_turns
    assert explorer.of_turns == {"early"}
    assert list(explorer.met(explorer.run(10**6, 10**8, {"early", "few"}))) == []


def test_rules_that_read_the_number_of_steps_tell_tables_apart_by_it(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "game", ('if t.reading("late") == "yes":', "if t.turns > 5:"))
    game = find_game(folder)()
    explorer = Explorer(game, tmp_path)
    assert explorer.with_turns
    assert explorer.run(1000, 1000).levels == (1,) * 7 + (1,)


def it_is_over(t: Any) -> bool:
    return t.outcome is not None


def nobody_holds_cards(t: Any) -> bool:
    return all(t.hand[p].size > 5 for p in t.players)


@pytest.mark.usefixtures("early")
def test_what_is_possible_late_is_witnessed_by_python() -> None:
    game = find_game("escalation")(3, settings=SMALL)
    may = replace(asked(it_is_over), kind=Kind.POSSIBLE, name="may")
    cannot = replace(asked(nobody_holds_cards), kind=Kind.POSSIBLE, name="cannot")
    said = {
        each.property: each
        for each in explore.decide(Question(game, (may, cannot), engine="native"))
        if isinstance(each, Result)
    }
    assert (said["may"].verdict, bool(said["may"].witness)) == (Verdict.WITNESSED, True)
    assert (said["cannot"].verdict, said["cannot"].why) == (Verdict.UNKNOWN, "not met in 1950 tables")


@pytest.mark.parametrize(("look", "reads"), [("one.number > other.number", True), ("one.kind > other.kind", False)])
def test_rules_that_read_numbers_of_cards_are_known(look: str, reads: bool, tmp_path: Path) -> None:
    """Of them no search of all tables is believed: cards have others wherever a table is made again."""
    folder = write_game_with_a_line(tmp_path, f"t.kept = {look}", "False")
    assert Explorer(find_game(folder)(), tmp_path).reads_numbers is reads

"""Mutants that cannot differ are told with their evidence; those that can are not called equal."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import pkgutil
from collections import Counter

import pytest

from referee.games.registry import find_game
from referee.kernel import Values
from referee.meaning.translation import meaning
from referee.verify.beside_rules import called_beside_play
from referee.verify.limits import run_limited
from referee.verify.mutate import mutants, run, stages
from referee.verify.mutate.declared import redeclared
from referee.verify.mutate.equivalent import Original, content, forms_of, only_for_making, single_settings
from referee.verify.mutate.mutants import mutants_of
from referee.verify.mutate.run import Fate, Ledger
from referee.verify.symbolic import sameness
from referee.verify.verdicts import Method
from tests import bad_games
from tests.bad_games import ways
from tests.bad_games.small import Small
from tests.tiny import forget_imported, write_game

ESCALATION = find_game("escalation")
MUTANTS = mutants_of(Small)


def test_tables_of_other_games_in_the_same_folder_are_left_alone():
    assert ways.__file__
    assert {each.file.name for each in redeclared(Small)} == {"small.py", "readings.toml"}


@pytest.mark.parametrize("every", [16, pytest.param(1, marks=pytest.mark.long)])
def test_what_cannot_differ_is_proved_the_same_and_nothing_else_is(every):
    """All mutants in the long profile; else those that cannot differ, and some of the others."""
    original = Original(Small, [(2, {}), (2, {"late": "yes"})])
    assert len(original.rules()) == 2
    tried = [each for each in MUTANTS if each.number % every == 0 or each.function in ("set_up", "step")]
    said = {each: run_limited(lambda each=each: {"": original.same(each)}, 100)[""] for each in tried}
    same = [each for each in tried if said[each]]
    assert len(same) == 2, [(each.function, each.operator, each.after, said[each]) for each in same]
    made, equal = same
    assert (made.function, made.operator) == ("set_up", "statements swapped")
    assert said[made] == "EXHAUSTED: it makes the very same 5 forms"
    assert (equal.function, equal.operator) == ("step", "player")
    assert "t.mover = t.left(t.mover)" in equal.after, "with nothing that turns the direction, left is next"
    assert said[equal] == "PROVED the same on 12 ways of 2 forms (2 players, single readings changed, default settings)"


def test_what_differs_for_other_seats_than_the_first_is_not_called_equal():
    original = Original(Small, [(2, {})])
    original.rules()
    each = next(each for each in MUTANTS if each.function == "lay_one")
    said = {}
    for condition in ("me == t.players[1]", "me is None"):
        text = f"def lay_one(self, t, me):\n    if {condition}:\n        return\n"
        text += each.before.partition("\n")[2]
        (tree,) = ast.parse(text).body
        mutant = dataclasses.replace(each, tree=tree)
        said[condition] = bool(run_limited(lambda mutant=mutant: {"": original.same(mutant)}, 100)[""])
    assert said == {"me == t.players[1]": False, "me is None": True}


@pytest.mark.long
def test_statements_that_do_not_touch_may_be_swapped_and_others_not():
    original = Original(ESCALATION, [(2, {}), (2, {"take-and-lead": "new-turn"})])
    original.rules()
    found = {}
    for each in mutants_of(ESCALATION):
        if each.operator == "statements swapped" and each.function in ("play_cards", "lead", "win", "take"):
            found[each.number] = bool(run_limited(lambda each=each: {"": original.same(each)}, 100)[""])
    assert set(found.values()) == {True, False}


def test_readings_are_changed_one_at_a_time():
    forms = forms_of(ESCALATION)
    assert (2, {}) in forms
    assert (3, {}) in forms
    assert (2, {"take-and-lead": "new-turn"}) in forms
    assert max(len(readings) for _, readings in forms) == 1


def test_equals_do_not_count():
    ledger = Ledger(ESCALATION, 3, "")
    ledger.fates = [Fate(MUTANTS[0], "fuzz"), Fate(MUTANTS[1], "", equal="PROVED the same"), Fate(MUTANTS[2], "")]
    assert ledger.score == 0.5
    assert [each.mutant for each in ledger.survivors] == [MUTANTS[2]]
    assert sum(row.get("equal", 0) for row in ledger.by_clause().values()) >= 1


def test_what_only_makes_a_game_is_compared_by_what_it_makes():
    """Statements of ``set_up`` in another order, against one that is left out and a number that is another."""
    assert only_for_making(ESCALATION) == {"set_up"}
    effervesce = find_game("effervesce")
    assert only_for_making(effervesce) >= {"set_up", "suits_in_play", "Ranking.of"}
    assert not only_for_making(effervesce) & {"bridge_order", "hand_of", "EffervesceTable.highest"}
    hands = [dict(each)["hand"] for each in single_settings(effervesce) if "hand" in each]
    assert hands == [3, 4, 14, 16, 106], "a hand that is refused is among them, so is that it is not refused"
    original = Original(Small, [(2, {})])
    said = {}
    for each in MUTANTS:
        changed = [line for line in each.diff.split("\n") if line[0] in "+-"]
        if each.function == "set_up" and any("turn_cap" in line for line in changed):
            said[each.operator] = run_limited(lambda each=each: {"": original.same(each)}, 100)[""]
    assert said == {
        "statements swapped": "EXHAUSTED: it makes the very same 4 forms", "constant": "", "statement dropped": "",
    }  # fmt: skip


def test_what_forms_hold_is_told_apart_by_its_order_its_class_and_what_is_of_equal_value():
    (apart,) = [each for each in mutants_of(ESCALATION) if "apart=False" in each.after]
    original = Original(ESCALATION, [(2, {})])
    assert not run_limited(lambda: {"": original.same(apart)}, 100)[""]
    deck = find_game("escalation")().deck
    made = [Values(deck, {0: 1, 1: 1}), Values(deck, {1: 1, 0: 1}), Values(deck, {0: 1, 1: 1}, apart=True)]
    told = [content(each) for each in (*made, [1], (1,), {1: 2}, Counter({1: 2}))]
    assert all(told.count(each) == 1 for each in told)
    assert content(Values(deck, {0: 1, 1: 1})) == told[0]


def test_a_first_value_that_the_deal_sets_anyway_cannot_differ_and_another_can():
    original = Original(ESCALATION, [(2, {})])
    original.rules()
    by_text = {each.after: each for each in mutants_of(ESCALATION) if each.operator == "first value"}
    said = {}
    for after in ("opening = flag(False)", "total = amount(1)"):
        said[after] = run_limited(lambda after=after: {"": original.same(by_text[after])}, 100)[""]
    assert said["opening = flag(False)"].startswith("PROVED the same on ")
    assert not said["total = amount(1)"]


def test_what_makes_the_very_same_forms_is_tried_with_examples_alone_and_what_makes_others_with_all(monkeypatch):
    """Among these forms are those of all methods."""
    trying = run._Trying(ESCALATION, "escalation", (Method.FUZZ, Method.PROVE))
    assert {each.form[0] for each in trying.stages} >= {2, 3, 5}
    played = []
    monkeypatch.setattr(run._Trying, "_play", lambda self, mutant, _, stages: played.append((mutant, len(stages))))
    monkeypatch.setattr(run._Trying, "_proved", lambda *about: ("", ""))
    trying.bench.reach = [stages.Carried(1, trying.statements.all)] * len(trying.bench.examples)
    of_making = [each for each in mutants_of(ESCALATION) if each.function == "set_up"]
    same = next(each for each in of_making if "+    self.threes" in each.diff and "-    self.threes" in each.diff)
    other = next(each for each in of_making if "+    self.turn_cap = 1" in each.diff)
    said = trying.look(same, None)
    assert said.equal.startswith("EXHAUSTED: it makes the very same ")
    assert not said.killed_by
    assert played == [(same, 0)]
    assert trying.look(other, None).equal == ""
    assert played[1:] == [(other, 0), (other, len(trying.stages))]


def test_forms_of_methods_are_compared_too():
    of_small = Original(Small, [(2, {})])
    more = Original(Small, [(2, {})], [(3, {}, {}), (2, {"late": "yes"}, {})])
    assert len(list(more.made())) == len(list(of_small.made())) + 1, "three players are among them anyway"


def test_a_game_with_too_much_text_is_not_compared(monkeypatch):
    monkeypatch.setattr(sameness, "MOST_STATEMENTS", 5)
    assert Original(Small, [(2, {})]).rules() == []
    assert Original(Small, []).rules() == []


def test_a_proof_reads_the_text_of_the_mutant():
    """That of a function without a clause was read as it stands in its file."""
    (each,) = [each for each in MUTANTS if (each.function, each.operator) == ("lay_one", "zone")]

    def means(put) -> dict[str, str]:
        put(Small, each)
        return {"": "\n".join(str(one) for one in meaning(Small(2)).functions)}

    as_it_is = means(lambda *about: None)
    assert run_limited(lambda: means(mutants.install), 60) == as_it_is
    assert run_limited(lambda: means(mutants.install_to_read), 60) != as_it_is


MADE = "        self.deck = Deck.of("
NUMBER = "def number_of(n):\n    return n + 1\n\n\nclass TinyTable(Table):\n"
METHOD = (
    "    def forfeit(self) -> int:\n",
    "    def number_of(self, n):\n        return n + 1\n\n    def forfeit(self) -> int:\n",
)
USES = "        if t.reading", "        t.note('number', what=self.number_of(1) * 0)\n        if t.reading"
WHO = "def who(game):\n    return (owner, nobody)[game.number_of(0) - 1]\n\n\nclass TinyTable"
HELD = "        if t.reading", "        t.note('number', what=NUMBER(1))\n        if t.reading"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ([METHOD, USES], "PROVED the same on "),
        ([METHOD, USES, ("        return 0\n", "        return self.number_of(3)\n")], ""),
        ([METHOD, USES, (MADE, f"        self.number = self.number_of(3)\n{MADE}")], ""),
        ([METHOD, USES, ("class TinyTable", WHO), ("hand = zones(seen_by=owner)", "hand = zones(seen_by=who)")], ""),
        ([("class TinyTable(Table):\n", NUMBER), (MADE, f"        self.many = number_of\n{MADE}"),
          (HELD[0], HELD[1].replace("NUMBER", "self.many"))], ""),
        ([("class TinyTable(Table):\n", NUMBER), (MADE, f"        self.many = (number_of, 1)\n{MADE}"),
          (HELD[0], HELD[1].replace("NUMBER", "self.many[0]"))], ""),
        ([("class TinyTable(Table):\n", NUMBER), (MADE, f"        self.many = number_of(1) * 0\n{MADE}")],
         "EXHAUSTED: it makes the very same "),
    ],
)  # fmt: skip
def test_what_is_called_elsewhere_than_in_a_step_or_is_kept_to_be_called_may_differ(tmp_path, changes, why):
    """``n + 1`` becomes ``n + 2`` in a helper of which the step makes nothing, or which it calls by another name."""
    forget_imported(tmp_path)
    game = find_game(str(write_game(tmp_path / "tiny", *changes)))
    original = Original(game, [(2, {})])
    assert original.rules()
    (each,) = [each for each in mutants_of(game) if "return n + 2" in each.after]
    said = run_limited(lambda: {"": original.same(each)}, 100)[""]
    assert said.startswith(why)
    assert bool(said) is bool(why)


MOST = (MADE, f"        self.most = min(1, self.number_of(1))\n{MADE}")
NOTED = "        if t.reading", "        t.note('number', what=NUMBER)\n        if t.reading"
BY_NAME = NOTED[0], NOTED[1].replace("NUMBER", "getattr(self, 'number_' + 'of')(1)")


@pytest.mark.parametrize(
    ("changes", "same"),
    [
        ([METHOD, MOST], True),
        ([(METHOD[0], METHOD[1].replace("    def forfeit", "    WAYS = {1: number_of}\n\n    def forfeit")), MOST,
          (NOTED[0], NOTED[1].replace("NUMBER", "self.WAYS[1](self, 1)"))], False),
        ([(METHOD[0], METHOD[1].replace("    def forfeit", "    def by(self, of=number_of):\n        return of(self, 1)"
           "\n\n    def forfeit")), MOST, (NOTED[0], NOTED[1].replace("NUMBER", "self.by()"))], False),
        ([METHOD, MOST, BY_NAME], False),
        ([(METHOD[0], METHOD[1].replace("number_of", "layers")
           .replace("return n + 1", "n = 1\n        return (1, 2)[:n + 1]")),
          (MADE, f"        self.most = min(1, len(self.layers(1)))\n{MADE}")], False),
        ([("class TinyTable(Table):\n", "KEPT = {}\n\n\ndef keep(n):\n    KEPT[0] = n + 1\n    return n + 1\n\n\n"
           "class TinyTable(Table):\n"), (MADE, f"        self.most = min(1, keep(1))\n{MADE}"),
          (NOTED[0], NOTED[1].replace("NUMBER", "KEPT[0]"))], False),
    ],
)  # fmt: skip
def test_what_makes_a_game_may_be_carried_out_where_no_text_names_it_or_keep_something_beside_it(
    tmp_path, changes, same
):
    """``n + 1`` becomes ``n + 2`` in a helper that ``set_up`` alone names, of whose number it makes nothing: a class
    holds the helper, or a default does, it is found by a word, the kernel calls it, or it fills what a module has."""
    forget_imported(tmp_path)
    game = find_game(str(write_game(tmp_path / "tiny", *changes)))
    original = Original(game, [(2, {})])
    original.rules()
    every = [each for each in mutants_of(game) if "n + 2" in each.after]
    assert every
    for each in every:
        said = run_limited(lambda each=each: {"": original.same(each)}, 100)[""]
        assert said.startswith("EXHAUSTED" if same else "")
        assert bool(said) is same


def test_what_other_games_of_the_same_folder_call_makes_no_difference():
    for each in pkgutil.iter_modules(bad_games.__path__):
        importlib.import_module(f"tests.bad_games.{each.name}")
    called_beside_play.cache_clear()
    assert "lay_one" not in called_beside_play(Small)

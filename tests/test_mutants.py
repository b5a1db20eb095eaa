"""`referee check --mutate`: mutants are made of every clause, broken rules are noticed, and what survives is shown."""

from __future__ import annotations

import ast
import dataclasses
import sys
from collections import Counter
from functools import cache
from shutil import rmtree

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.cli.mutants import as_json, lines
from referee.cli.terminal import Terminal
from referee.games.registry import find_game
from referee.kernel.game import methods_of
from referee.kernel.views import view_of
from referee.verify import proving
from referee.verify.limits import allow, run_limited
from referee.verify.mutate import cache as kept
from referee.verify.mutate import mutants, run, stages
from referee.verify.mutate.mutants import drawn, functions_of, install, mutants_of
from referee.verify.mutate.operators import changes
from referee.verify.mutate.run import Fate, Ledger, mutate
from referee.verify.properties import load_properties
from referee.verify.provable import can_be_asked
from referee.verify.verdicts import Method, Result, Verdict
from tests.bad_games import ways
from tests.bad_games.small import Small
from tests.tiny import PROPERTIES, write_game, write_project

made = cache(lambda name: mutants_of(find_game(name)))
SHIPPED = ("escalation", "effervesce", "fscking-ace", "five-crowns")


@pytest.mark.untraced
@pytest.mark.every(2)
@pytest.mark.parametrize("name", SHIPPED)
def test_every_clause_has_mutants_and_none_is_the_rule_itself(name):
    game = find_game(name)
    everything = made(name)
    clauses = {each for method in methods_of(game).values() for each in getattr(method, "__clauses__", ())}
    assert clauses <= {each for one in everything for each in one.clauses}
    assert all(each.diff for each in everything)
    assert len({(each.file, each.function, each.after) for each in everything}) == len(everything)
    assert [each.number for each in everything] == list(range(len(everything)))


def test_the_operators_are_those_of_the_document(request):
    text = (request.config.rootpath / "docs" / "proving.md").read_text(encoding="utf-8")
    used = Counter(each.operator for name in SHIPPED for each in made(name))
    words = {
        "constant": "a constant ±1",
        "comparison": "a comparison",
        "arithmetic": "`+` and `-`",
        "connective": "`&` and `|`",
        "branch": "a branch negated",
        "statement dropped": "a statement dropped",
        "reveal dropped": "a reveal dropped",
        "statements swapped": "two statements swapped",
        "player": "a seat",
        "players exchanged": "two players exchanged",
        "zone": "a zone exchanged",
        "option removed": "an option removed",
        "reading ignored": "a reading ignored",
        "negation": "a negation left out",
        "who sees it": "who sees a zone or a scalar",
        "first value": "the first value of a scalar",
        "default setting": "the default of a setting",
        "table of numbers": "an entry of a table of numbers",
        "reading's default": "the default of a reading",
    }
    assert set(used) == set(words)
    assert all(each in text for each in words.values())


@pytest.mark.parametrize(
    ("one", "other", "swapped"),
    [
        ("a = t.count(x, y)", "b = t.size(x)", False),
        ("self.a = deck.where(x)", "self.b = deck.where(y)", False),
        ("self.a = deck.where(x)", "self.b = self.a | x", True),
        ("b = a", "a = x", True),
        ("a += x", "a -= y", True),
        ("t.a[me] = x", "b = t.a[me]", True),
        ("t.direction = x", "t.mover = t.next(me)", True),
        ("a = x", "t.move(y, z, a)", True),
        ("a = yield from t.lot(x)", "b = yield from t.lot(y)", True),
    ],
)
def test_two_statements_that_have_nothing_to_do_with_each_other_are_not_swapped(one, other, swapped):
    (function,) = ast.parse(f"def rule(self, t, me):\n    {one}\n    {other}").body
    operators = {each.operator for each in changes(function, (), {})}
    assert ("statements swapped" in operators) is swapped


def test_a_sample_is_the_same_for_the_same_seed_and_grows():
    game = find_game("escalation")
    everything = mutants_of(game)
    some = drawn(everything, "a")
    assert some == drawn(everything, "a")
    assert some[:20] != drawn(everything, "b")[:20]
    assert [each.number for each in mutants_of(game, 20, "a")] == sorted([each.number for each in some[:20]])


def test_tables_and_helpers_beside_a_game_are_changed_too():
    changed = {each.function for each in made("effervesce")}
    assert {"Ranking.of", "EffervesceTable.total", "EffervesceTable.end_trade", "who_sees_set_aside"} <= changed
    assert {"who_sees_taken", "deal_hands"} <= {each.function for each in made("escalation")}


def test_functions_that_functions_make_beside_a_game_are_left_alone():
    # They lie in the folder of Small: `ways` makes functions and gives them other names.
    assert ways.__file__
    names = functions_of(Small)
    assert not [name for name, each in names.items() if "<locals>" in each.__qualname__]
    assert mutants_of(Small)


def test_what_says_nothing_about_play_is_left_alone():
    functions = functions_of(find_game("fscking-ace"))
    assert not {"payoff_bounds", "worst_loss", "forfeit"} & functions.keys()
    assert {"value", "pack_of"} <= functions.keys()


@pytest.mark.parametrize("function", ["set_up", "who_sees_taken"])
def test_a_mutant_is_put_in_place_in_its_own_process_only(function):
    game = find_game("escalation")
    mutant = next(each for each in mutants_of(game) if each.function == function)
    before = functions_of(game)[function].__code__

    def work():
        install(game, mutant)
        return functions_of(game)[function].__code__ is not before

    assert run_limited(work, 60) is True
    assert functions_of(game)[function].__code__ is before


def test_a_mutant_finds_nothing_in_caches_of_what_the_true_rules_gave():
    game = find_game("bpoker")
    hands = sys.modules["referee.games.bpoker.hands"]
    held = ((14, "s"), (14, "h"), (13, "s"), (13, "h"), (13, "d"))
    assert hands.worth(held, 0, hands.FIVE_ABOVE) == (hands.FULL, 13, 14)
    tree, file = mutants.tree_of(functions_of(game)["_of_a_kind"])
    branches = [each.tree for each in changes(tree, (), {}) if each.operator == "branch"]
    (other,) = [each for each in branches if "if not second == 2 else (THREE" in ast.unparse(each)]
    mutant = mutants.Mutant(0, "branch", "_of_a_kind", (), file, 1, other, "")

    def work():
        install(game, mutant)
        return hands.worth(held, 0, hands.FIVE_ABOVE)

    assert run_limited(work, 60) == (hands.THREE, 13, 14, 14)


def test_what_hangs_is_ended_by_its_processor_time():
    def hangs():
        allow(0)
        while True:
            pass

    assert run_limited(hangs, 60) == "it took more processor time than it may"


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(stages, "FUZZED", 0.03)
    monkeypatch.setattr(stages, "LOOKED_AT", 0.02)
    write_project(tmp_path)
    return "games/tiny"


@pytest.fixture
def played(tiny, monkeypatch):
    """The same game, with nothing proved of its mutants: that takes most of the time."""
    monkeypatch.setattr(run._Trying, "_proved", lambda *about: ("", "not tried"))
    monkeypatch.setattr(run, "forms_of", lambda game: [])
    return tiny


def test_a_broken_rule_is_noticed_and_what_survives_is_listed(tiny):
    ledger = mutate(tiny, 5, jobs=2)
    assert len(ledger.fates) == 5
    assert {each.killed_by for each in ledger.fates} <= {
        "examples",
        "fuzz",
        "conformance",
        "explore",
        "prove",
        "limits",
        "",
    }
    assert any(each.killed_by for each in ledger.fates)
    assert all(each.shown for each in ledger.fates if each.killed_by)
    assert sum(sum(row.values()) for row in ledger.by_clause().values()) >= 5


def test_a_proof_that_cannot_go_on_has_noticed_nothing(tiny, monkeypatch):
    def stops(question):
        raise TypeError("piles are compared by what they hold")

    monkeypatch.setattr(stages, "decide_here", stops)
    monkeypatch.setattr(run._Trying, "_play", lambda *about: None)
    ledger = mutate(tiny, 4)
    said = [each.shown for each in ledger.survivors]
    assert all(each.startswith("the proof stopped: ") for each in said)
    assert "the proof stopped: TypeError: piles are compared by what they hold" in said
    assert ledger.survivors
    assert not [each for each in ledger.fates if each.killed_by == "limits"]


def nothing_is_proved(*names):
    return lambda question: [Result(each, Method.PROVE, 2, {}, {}, Verdict.UNKNOWN) for each in names]


def test_no_longer_proved_is_only_what_is_proved_of_the_rules_as_they_are(monkeypatch):
    bench = run._Trying(find_game("escalation"), "escalation").bench
    monkeypatch.setattr(stages, "decide_here", nothing_is_proved("a-deal"))
    assert stages.refuted(bench) == ([], "")
    monkeypatch.setattr(stages, "decide_here", nothing_is_proved("a-deal", "an-end"))
    assert stages.refuted(bench) == ([], "no longer proved: an-end")


def test_of_rules_of_which_nothing_is_proved_no_mutant_has_lost_a_proof(tiny, monkeypatch):
    monkeypatch.setattr(stages, "decide_here", nothing_is_proved("a-deal", "an-end"))
    monkeypatch.setattr(run._Trying, "_play", lambda *about: None)
    survivors = mutate(tiny, 4).survivors
    assert survivors
    assert not [each.shown for each in survivors if "no longer proved" in each.shown]


def test_a_mutant_of_rules_that_nothing_is_proved_of_on_their_meaning_is_not_read_for_it(monkeypatch):
    """What the other way of proving says is all that there is then."""
    bench = run._Trying(find_game("escalation"), "escalation").bench
    asked = []

    def decide(why):
        proved = Result("a-deal", Method.PROVE, 2, {}, {}, Verdict.PROVED, why=why)
        return lambda question: asked.append(question.meant) or [proved]

    monkeypatch.setattr(stages, "decide_here", decide("on the meaning of the rules, 8 ways"))
    assert stages.refuted(bench) == ([], "")
    monkeypatch.setattr(stages, "decide_here", decide("by induction, 8 paths"))
    stages.refuted(bench)
    stages.refuted(bench)
    assert asked == [True, True, False]


@pytest.mark.parametrize("meant", [True, False])
def test_what_is_not_to_be_proved_on_the_meaning_is_not_read_for_it(meant, monkeypatch):
    read = []
    monkeypatch.setattr(proving, "proved_on_meaning", lambda *about: read.append(about) or proving.Meant(why="not now"))
    bench = run._Trying(find_game("escalation"), "escalation").bench
    about = bench.question(bench.game(2), 1.0)
    one = next(each for each in about.properties if can_be_asked(each))
    said = proving.decide_here(dataclasses.replace(about, properties=(one,), meant=meant, shaken=False))
    assert [each.property for each in said if isinstance(each, Result)] == [one.name]
    assert bool(read) is meant


def test_what_is_expected_to_fail_breaks_no_match_of_a_mutant_off():
    bench = run._Trying(find_game("effervesce"), "effervesce", (Method.FUZZ,)).bench
    as_it_is, other = bench.game(2), bench.game(2, readings={"red-joker-passed": "passable"})
    for form, left_out in ((as_it_is, False), (other, True)):
        asked = bench.question(form, 0.1)
        hoped = stages.hoped_of(asked)
        failing = {each.name for each in asked.properties} - {each.name for each in hoped.properties}
        assert failing == asked.expected_to_fail
        assert bool(failing) is left_out


@pytest.mark.long
def test_what_the_rules_show_as_they_are_or_its_author_accepts_speaks_against_no_mutant(played, tmp_path):
    """With a promise that the rules break, and with it accepted, the same mutants are noticed as without it."""
    as_they_are = fates(mutate(played))
    assert {killed for killed, _ in as_they_are.values()} > {""}
    properties = tmp_path / "properties" / "tiny.py"
    broken = (
        '\n@always("T-1")\ndef hands_are_dealt(t):\n    "They are not."\n    return t.hand[t.players[0]].size == 2\n'
    )
    properties.write_text(PROPERTIES + broken, encoding="utf-8")
    for _ in range(2):
        rmtree(tmp_path / ".referee" / "mutants")
        assert {number for number, each in fates(mutate(played)).items() if each[0]} == {
            number for number, each in as_they_are.items() if each[0]
        }
        if not (tmp_path / "properties" / "tiny.accepted.toml").exists():
            result = CliRunner().invoke(main, ["check", played, "--accept-new", "--method", "fuzz"])
            assert "accepted" in result.output, result.output


# -- what is kept -------------------------------------------------------------------------------------------


def fates(ledger):
    return {each.mutant.number: (each.killed_by, each.equal) for each in ledger.fates}


def tried(monkeypatch):
    """The mutants that are looked at, and what they are played with."""
    seen = []
    before = run._Trying._play

    def play(self, mutant, examples, stages):
        seen.append((mutant.number, len(examples), len(stages)))
        return before(self, mutant, examples, stages)

    monkeypatch.setattr(run._Trying, "_play", play)
    return seen


EXAMPLE = """
[[example]]
name = "nobody is dealt a card"
clauses = ["T-1"]
deal = true
seed = 1
expect = { sizes = { stock = 8 }, hears = { 0 = [["shuffle", "stock"]] } }
"""


def test_an_interrupted_run_goes_on_where_it_was_and_ends_in_the_same_table(played, tmp_path, monkeypatch):
    whole = mutate(played)
    assert not whole.cached
    (kept,) = (tmp_path / ".referee" / "mutants").iterdir()
    kept.unlink()

    def interrupt(done, wanted):
        if done >= 4:
            raise KeyboardInterrupt

    part = mutate(played, progress=interrupt)
    assert part.interrupted
    assert 4 <= len(part.fates) < len(whole.fates)
    assert part.interval is not None
    text = kept.read_text(encoding="utf-8")
    kept.write_text(text[:-20], encoding="utf-8")  # cut off in the middle of a line
    seen = tried(monkeypatch)
    rest = mutate(played)
    assert rest.cached == len(part.fates) - 1
    left = {each.mutant.number for each in whole.fates} - {each.mutant.number for each in part.fates[:-1]}
    assert len({number for number, *_ in seen}) <= len(left) == len(whole.fates) - rest.cached
    assert fates(rest) == fates(whole)
    assert rest.by_clause() == whole.by_clause()
    assert rest.interval is None
    seen.clear()
    assert mutate(played).cached == len(whole.fates)
    assert not seen


def test_an_interrupted_run_that_saw_nothing_has_no_score(played, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "_look_at", interrupted)
    ledger = mutate(played)
    text = "\n".join(lines(ledger, Terminal(80, False, str)))
    assert ledger.interrupted
    assert "interrupted: not all were looked at; the next run goes on there" in text
    assert text.endswith("none was looked at that can differ: there is no score")
    assert "%" not in text
    assert as_json(ledger)["score"] is None


@pytest.mark.long
def test_a_new_example_is_tried_on_survivors_and_on_nothing_else(played, tmp_path, monkeypatch):
    before = mutate(played)
    survivors = {each.mutant.number for each in before.survivors}
    assert survivors
    (tmp_path / "properties" / "tiny.examples.toml").write_text(EXAMPLE, encoding="utf-8")
    seen = tried(monkeypatch)
    after = mutate(played)
    assert {(number, 1, 0) for number, *_ in seen} == set(seen)
    assert set() < {number for number, *_ in seen} <= survivors, "those that it carries out"
    assert {each.mutant.number for each in after.survivors} < survivors
    assert "examples" in {killed for killed, _ in fates(after).values()}
    # One that is taken out again revives what it alone had noticed.
    (tmp_path / "properties" / "tiny.examples.toml").unlink()
    assert fates(mutate(played)) == fates(before)


def test_new_properties_revive_nothing_and_changed_ones_begin_anew(played, tmp_path, monkeypatch):
    noticed = {number for number, (killed, _) in fates(mutate(played, 8)).items() if killed}
    assert noticed
    properties = tmp_path / "properties" / "tiny.py"
    more = '\n@always("T-1")\ndef nothing_is_dealt(t):\n    "Hands are empty."\n    return t.stock.size == 8\n'
    properties.write_text(PROPERTIES + more, encoding="utf-8")
    seen = tried(monkeypatch)
    mutate(played, 8)
    assert {number for number, *_ in seen}.isdisjoint(noticed)
    seen.clear()
    properties.write_text(PROPERTIES.replace("size == 8", "size > 7"), encoding="utf-8")
    mutate(played, 8)
    assert noticed <= {number for number, *_ in seen}


@pytest.mark.long
def test_methods_that_were_left_out_are_tried_later(tiny, monkeypatch):
    proved = []
    monkeypatch.setattr(
        run._Trying, "_proved", lambda self, mutant: (proved.append(mutant.number), ("", "not tried"))[1]
    )
    monkeypatch.setattr(run, "forms_of", lambda game: [])
    quick = mutate(tiny, methods=(Method.FUZZ,))
    assert quick.survivors
    assert not proved
    seen = tried(monkeypatch)
    whole = mutate(tiny)
    assert set() < set(proved) < {each.mutant.number for each in quick.survivors}, "those that a proof comes to"
    assert not seen, "what they have passed already they pass again"
    assert mutate(tiny).cached == len(whole.fates)
    result = CliRunner().invoke(main, ["check", tiny, "--mutate", "--method", "fuzz"])
    assert "without explore, prove: a whole check may notice more" in result.output


def test_other_rules_begin_anew(played, tmp_path):
    assert not mutate(played, 3).cached
    assert mutate(played, 3).cached == 3
    write_game(tmp_path / "other" / "tiny", ("turn_cap = 10", "turn_cap = 11"))
    assert not mutate("other/tiny", 3).cached


PROVING = """meaning/program verify/crosscheck/matches verify/mutate/equivalent verify/prove/terms
    verify/symbolic/terms verify/understood/words"""


@pytest.mark.parametrize("changed", PROVING.split())
def test_what_is_known_of_mutants_rests_on_all_that_proves(changed, monkeypatch):
    def key():
        grounds = kept.Grounds(Small, None, None)
        return grounds.may_differ(), grounds.of_stage("prove", proof=True)

    def read(path, known=kept.read_bytes):
        return known(path) + b"# other" * path.as_posix().endswith(f"referee/{changed}.py")

    before = key()
    monkeypatch.setattr(kept, "read_bytes", read)
    assert all(one != other for one, other in zip(before, key(), strict=True))


def test_what_is_known_of_mutants_rests_on_what_rules_and_properties_import(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    texts = {name: tmp_path / f"{name}.py" for name in ("rules_help", "promises_help", "nobodys_help")}
    for file in texts.values():
        file.write_text("def price(n):\n    return n + 1\n")
    write_project(tmp_path, ("class TinyTable(", "from rules_help import price\n\n\nclass TinyTable("))
    properties = tmp_path / "properties" / "tiny.py"
    properties.write_text(f"from promises_help import price\n{PROPERTIES}")
    game = find_game(str(tmp_path / "games" / "tiny"))
    load_properties(properties, game)
    changed = {}
    for name, file in texts.items():
        before = kept.Grounds(game, properties, None)
        file.write_text("def price(n):\n    return n + 22\n")
        after = kept.Grounds(game, properties, None)
        changed[name] = before.rules != after.rules, before.promises != after.promises
    assert changed == {"rules_help": (True, False), "promises_help": (False, True), "nobodys_help": (False, False)}


def test_a_game_without_open_points_has_mutants(tmp_path):
    """Its register of readings was looked for, and no mutant was tried."""
    folder = write_game(tmp_path / "tiny", ('t.reading("late")', '"no"'))
    (folder / "readings.toml").unlink()
    game = find_game(str(folder))
    before = kept.Grounds(game, None, None)
    (folder / "readings.toml").write_text("")
    assert kept.Grounds(game, None, None).rules != before.rules


def test_the_score_counts_what_survived():
    game = find_game("escalation")
    one, other, third = mutants_of(game)[:3]
    ledger = Ledger(game, 9, "x", [Fate(one, "fuzz", "so"), Fate(other, ""), Fate(third, "examples", "so")])
    assert [each.mutant for each in ledger.survivors] == [other]
    assert ledger.score == pytest.approx(2 / 3)
    low, high = ledger.interval
    assert 0.09 < low < 0.1 < 0.99 < high < 1, "Clopper and Pearson, of 2 in 3"
    assert Ledger(game, 3, "x", ledger.fates).interval is None


def test_the_command_tells_by_clause_and_says_what_it_does_not_go_with(tiny):
    result = CliRunner().invoke(main, ["check", tiny, "--mutate", "--sample", "2", "--jobs", "1"])
    assert result.exit_code in (0, 1), result.output
    assert "2 mutants, a sample of" in result.output
    assert "noticed" in result.output
    assert max(map(len, [line for line in result.output.splitlines() if line[:1] == "T"])) <= 80
    result = CliRunner().invoke(main, ["check", tiny, "--mutate", "--property", "x"])
    assert result.exit_code == 2
    assert "--mutate goes with" in result.output


def test_what_is_declared_is_changed_too_and_put_in_place_in_a_process_of_its_own():
    """Who sees it, first values, defaults of settings, tables of numbers, defaults of readings."""
    game = find_game("escalation")
    by_text = {(each.function, each.after): each for each in made("escalation")}

    def looks(function, after, look):
        mutant = by_text[function, after]

        def work():
            install(game, mutant)
            return {"": look()}

        return run_limited(work, 100)[""], look()

    hands = looks(
        "EscalationTable.hand",
        "hand = zones(seen_by=everybody)",
        lambda: "cards" in view_of(game(2).table(), game(2).seated[0])["zones"]["hand"][1],
    )
    assert hands == (True, False)
    taken = "taken = zones(seen_by=who_sees_taken, size_seen_by=nobody)"
    assert looks("EscalationTable.taken", taken, lambda: str(game(2).settled_zones["taken"].size_seen_by)) == (
        "nobody", "everybody",
    )  # fmt: skip
    assert looks("EscalationTable.round", "round: int = value(0)", lambda: game(2).table().round) == (0, 1)
    assert looks("default of rate", "default = 'one-cent'", lambda: game(2).readings["rate"]) == ("one-cent", "agreed")
    settings = [each for each in made("escalation") if each.operator == "default setting"]
    assert [each.function for each in settings] == ["Escalation.parameters"] * 10
    (full,) = [each for each in settings if "Parameter('hand', 7," in each.after]
    assert looks(full.function, full.after, lambda: game(2).settings["hand"]) == (7, 6)
    (king,) = [each for each in made("escalation") if each.function == "VALUE" and "'K': 12" in each.after]
    of_kings = looks("VALUE", king.after, lambda: sorted(game(2).equal_value.of.values())[-2:])
    assert of_kings == ([12, 14], [13, 14])
    assert king.clauses == () or all(each.startswith("X-") for each in king.clauses)


def test_declarations_that_say_the_same_are_no_mutants():
    declared = [each for each in made("escalation") if each.operator == "who sees it"]
    assert not [each for each in declared if each.function == "EscalationTable.middle" and "size_seen" in each.after]
    assert not [each for each in declared if each.function == "EscalationTable.stock" and "seen_by=nobody" in each.after
                and "size" not in each.after]  # fmt: skip


def test_what_only_bots_ask_is_not_changed() -> None:
    """``appraise`` and what it alone comes to: helpers that call themselves, or stand in a comprehension, too."""
    for name in ("escalation", "fscking-ace"):
        functions = functions_of(find_game(name))
        assert not {"appraise", "expected", "going_on", "Cards.plus"} & {*functions}
        assert "step" in functions

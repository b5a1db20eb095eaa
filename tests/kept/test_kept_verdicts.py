"""What is kept of a check that proved: an UNKNOWN only where neither time nor memory had to do with it."""

from __future__ import annotations

import z3

from referee.games.escalation.rules import Escalation
from referee.games.registry import find_game
from referee.verify import proving, refuting
from referee.verify.findings import Finding
from referee.verify.kept import memory
from referee.verify.methods import Question
from referee.verify.properties import always, turns_end, under
from referee.verify.prove import following, search
from referee.verify.proving import decide
from referee.verify.verdicts import Method, Result, Verdict


@always("X-1")
def nobody_has_lost_much(t):
    """Nothing that is proved of it alone: what was taken may be anything."""
    return t.taken[t.mover].size <= 40


UNSURE = nobody_has_lost_much.__property__


def asked():
    results = decide(Question(Escalation(2), (UNSURE,), effort=0.02))
    return [each for each in results if isinstance(each, Result)]


def test_an_unknown_that_is_so_on_every_machine_is_kept_and_stays_unknown(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (first,), (again,) = asked(), asked()
    assert (first.verdict, first.lasting, first.cached) == (Verdict.UNKNOWN, True, False)
    assert (again.verdict, again.why, again.cached) == (Verdict.UNKNOWN, first.why, True)


def test_that_there_is_nothing_to_ask_is_kept_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    nothing = Question(Escalation(2), ())
    assert memory.read(nothing) is None
    assert list(decide(nothing)) == []
    assert memory.read(nothing) == []


def test_an_unknown_by_time_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(following, "inf", 0.0)  # so many seconds for a proof that is hoped for
    for _ in range(2):
        (found,) = asked()
        assert (found.verdict, found.lasting, found.cached) == (Verdict.UNKNOWN, False, False)
        assert "it takes longer" in found.why
    assert not list(tmp_path.rglob("*.json"))


def test_an_unknown_for_which_the_solver_had_no_memory_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(z3.Solver, "check", lambda solver: z3.unknown)
    monkeypatch.setattr(z3.Solver, "reason_unknown", lambda solver: "out of memory")
    (found,) = asked()
    assert (found.verdict, found.lasting) == (Verdict.UNKNOWN, False)
    assert not list(tmp_path.rglob("*.json"))
    monkeypatch.setattr(z3.Solver, "reason_unknown", lambda solver: "max. resource limit exceeded")
    (found,) = asked()
    assert (found.verdict, found.lasting) == (Verdict.UNKNOWN, True)
    assert len(list(tmp_path.rglob("*.json"))) == 1


def test_an_unknown_whose_rules_ran_out_of_memory_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def greedy(rule, driver):
        raise MemoryError

    monkeypatch.setattr(search, "drive", greedy)  # it carries out the rules
    monkeypatch.setattr(refuting, "refute", lambda *about: None)
    (found,) = asked()
    assert (found.verdict, found.lasting) == (Verdict.UNKNOWN, False)
    assert "memory" in found.why
    assert not list(tmp_path.rglob("*.json"))


def test_a_turn_that_is_expected_not_to_end_is_refuted_by_a_round_and_not_followed():
    effervesce = find_game("effervesce")
    anew = {"turn-after-cancel": "declares-anew"}

    @turns_end("E-2", refuted_under=[under(anew)])
    def every_turn_ends(t):
        """Not where a trade that is cancelled is declared anew."""

    ends = every_turn_ends.__property__
    game = effervesce(7, readings=anew)
    said = proving.decide_here(Question(game, (ends,)))
    assert [(type(each), each.verdict, each.method) for each in said] == [
        (Finding, Verdict.REFUTED, Method.PROVE), (Result, Verdict.REFUTED, Method.PROVE),
    ]  # fmt: skip

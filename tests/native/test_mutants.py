"""Mutants in one compiled text: they play as Python plays them, and count only where Python meets the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.native.schemata import SchemataEngine
from referee.play.bulk import STOPPED, play_in_bulk
from referee.verify.check_result import Checked
from referee.verify.limits import run_limited
from referee.verify.mutate.mutants import Mutant, install, mutants_of
from referee.verify.mutate.natively import NativeFate, NativeTrial
from referee.verify.mutate.reach import Statements
from referee.verify.mutate.stages import Bench
from tests.native.test_fuzz import hands_are_small

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
CHANGED = ("refill", "pass_through")


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NativeTrial]:
    """Half of the mutants of two rules of Escalation, with one promise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("mutants"))
        yield some_mutants()


def some_mutants() -> NativeTrial:
    game = find_game("escalation")
    promise = hands_are_small.__property__  # type: ignore[attr-defined]
    made = NativeTrial(Bench(game, (), (promise,), Checked(game, [promise])), Statements(game))
    for mutant in mutants_of(game):
        if mutant.function in CHANGED and mutant.number % 2:
            made.add(mutant)
    return made


def of_python(trial: NativeTrial, mutant: Mutant | None) -> list[int]:
    """The digests of matches; 0 for one that stops."""
    if mutant is not None:
        install(trial.bench.game, mutant)
    played = [play_in_bulk(trial.form, trial.key, match, 40) for match in range(2)]
    return [each.digest if each.fault is None else 0 for each in played]


def test_each_mutant_plays_as_python_plays_it(trial: NativeTrial) -> None:
    engine = trial.schemata.engine(Path(".referee") / "native")
    different = set()
    for mutant in (None, *trial.read):
        engine.choose(0 if mutant is None else mutant.number + 1)
        results = engine.play(trial.key, 0, 2, 40).results
        native = [0 if each["end"] == STOPPED else int(each["digest"]) for each in results]
        assert run_limited(lambda mutant=mutant: of_python(trial, mutant), 60) == native, mutant  # type: ignore[misc]
        different.add(tuple(native))
    assert len(trial.read) > 8
    assert len(different) > 6


def fates(trial: NativeTrial) -> dict[int, NativeFate]:
    return {mutant.number: fate for mutant, fate in trial.fates()}


def test_what_breaks_a_promise_is_noticed_and_another_mutant_in_its_place_is_a_defect(
    trial: NativeTrial, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.verify.mutate.natively.PARTS", (5, 95))
    right = fates(trial)
    assert not [each for each in right.values() if each.defect]
    noticed = {number for number, each in right.items() if each.shown}
    assert any("hands-are-small" in right[number].shown for number in noticed)
    assert noticed < set(right)

    order = [each.number + 1 for each in trial.read]
    true = SchemataEngine.choose

    def mistranslated(self: SchemataEngine, number: int) -> Any:
        """The next one is carried out natively."""
        true(self, order[(order.index(number) + 1) % len(order)] if number else 0)

    monkeypatch.setattr(SchemataEngine, "choose", mistranslated)
    wrong = fates(trial)
    assert any("natively, and not in Python, which is a defect" in each.defect for each in wrong.values())
    assert {number for number, each in wrong.items() if each.shown} <= noticed


def test_what_a_form_is_made_with_is_left_to_python(trial: NativeTrial) -> None:
    made: Iterator[Mutant] = (each for each in mutants_of(trial.bench.game) if each.function == "set_up")
    assert not trial.add(next(made))

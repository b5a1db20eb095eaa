"""Worked examples as tests: one function for each clause, parametrised by the examples that name it.

globals().update(clause_tests("escalation"))
"""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel.game import rules_of
from referee.kernel.rulebook import load_rulebook
from referee.play.examples import Example, check_example, load_examples

ROOT = Path(__file__).resolve().parent.parent.parent


def examples_of(name: str) -> tuple[Example, ...]:
    return load_examples(ROOT / "properties" / f"{name}.examples.toml", find_game(name))


def clause_tests(name: str) -> dict[str, Callable[..., None]]:
    """``test_X_3_examples`` and so on; an example that names several clauses is run under the first."""
    game = find_game(name)
    by_clause: dict[str, list[Example]] = {}
    for example in examples_of(name):
        by_clause.setdefault(example.clauses[0], []).append(example)

    def test_of(examples: list[Example]) -> Callable[..., None]:
        @pytest.mark.parametrize("example", examples, ids=lambda example: example.name.replace(" ", "-"))
        def test(example: Example) -> None:
            shown = check_example(game, example)
            assert not shown.differences, "\n".join(shown.differences)

        return test

    return {f"test_{clause.replace('-', '_')}_examples": test_of(each) for clause, each in by_clause.items()}


def clauses_without_example(name: str) -> set[str]:
    """Clauses of the rulebook that no example names."""
    book = load_rulebook(rules_of(find_game(name)).folder / "rulebook.md")
    return {clause.id for clause in book.clauses} - {id for each in examples_of(name) for id in each.clauses}


def alternatives_not_compared(name: str) -> set[str]:
    """``reading=value`` of which no example shows that it differs from the default."""
    readings = rules_of(find_game(name)).readings
    compared = {case.alternative for example in examples_of(name) for case in example.cases}
    return {f"{slug}={value}" for slug, reading in readings.items() for value in reading.alternatives} - compared


def alternatives_not_told_apart(name: str) -> set[tuple[str, str, str]]:
    """``(reading, value, value)``: pairs of alternatives which no example shows to differ from each other.

    An example whose alternatives come out alike fails by itself, so it is enough that one example has both.
    """
    missing = {
        (slug, *pair)
        for slug, reading in rules_of(find_game(name)).readings.items()
        for pair in combinations(reading.alternatives, 2)
    }
    for example in examples_of(name):
        played = {case.alternative.partition("=")[2] for case in example.cases}
        missing -= {each for each in missing if each[0] == example.reading and {each[1], each[2]} <= played}
    return missing

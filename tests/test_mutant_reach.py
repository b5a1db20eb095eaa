"""A mutant is tried with what carries its change out: marks say what does, changes where a mutant is another text."""

from __future__ import annotations

import ast
import sys
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.play.examples import check_example, load_examples
from referee.verify.check_result import Checked
from referee.verify.limits import run_limited
from referee.verify.mutate.mutants import Mutant, functions_of, install, mutants_of
from referee.verify.mutate.reach import Statements, _statements
from referee.verify.mutate.stages import Bench, playing, reach
from tests.tiny import write_game

pytestmark = pytest.mark.untraced


def test_every_mutant_changes_something_at_its_line():
    game = find_game("escalation")
    statements = Statements(game)
    lines = [(each.lineno, each.end_lineno) for tree in statements._trees.values() for each in _statements(tree.body)]
    elsewhere = 0
    for mutant in mutants_of(game):
        changed = statements.changed_by(mutant)
        if not isinstance(mutant.tree, ast.FunctionDef):
            assert changed is None
        elif not any(lines[at][0] <= mutant.line <= lines[at][1] for at in changed or ()):
            elsewhere += 1  # another name is local then, in all of the function
            assert changed == {statements._first[mutant.function]}, mutant.diff
    assert elsewhere < 20


def test_marks_say_what_python_carries_out(request):
    """Python's own trace of lines is the oracle: of statements that begin a line nothing else does."""
    game = find_game("escalation")
    examples = load_examples(request.config.rootpath / "properties" / "escalation.examples.toml", game)[:12]
    statements = Statements(game)
    codes = {each.__code__: name for name, each in functions_of(game).items()}
    numbers = {
        (name, each.lineno): statements._first[name] + at
        for name, tree in statements._trees.items()
        for at, each in enumerate(_statements(tree.body))
    }

    def traced() -> list[set[int]]:
        found = []
        for example in examples:
            seen: set[int] = set()

            def on_line(frame: Any, event: str, _: Any, seen: set[int] = seen) -> Any:
                if frame.f_code not in codes:
                    return None
                if event == "line" and (at := numbers.get((codes[frame.f_code], frame.f_lineno))) is not None:
                    seen.add(at)
                return on_line

            sys.settrace(on_line)
            try:
                check_example(game, example)
            finally:
                sys.settrace(None)
            found.append(seen)
        return found

    bench = Bench(game, examples, (), Checked(game, []))
    by_lines = run_limited(traced, 60)
    by_marks = run_limited(lambda: [each.statements for each in reach(bench, statements)], 60)
    assert by_marks == by_lines
    assert 20 < len(set().union(*by_marks)) < len(statements.all)


def shown(bench: Bench, mutant: Mutant | None) -> tuple[list[str], frozenset[int]]:
    seen: set[int] = set()
    if mutant is None:
        Statements(bench.game).watch(seen.add)
    else:
        install(bench.game, mutant)
    return [key for stage in playing(bench)[:1] for key, _ in stage.shows(bench)], frozenset(seen)


def test_what_is_not_carried_out_shows_nothing_else_and_what_is_may(tmp_path):
    game = find_game(write_game(tmp_path / "tiny"))
    bench = Bench(game, (), (), Checked(game, []))
    statements = Statements(game)
    as_it_is, carried = run_limited(lambda: shown(bench, None), 60)
    rest, others = set(), set()
    for mutant in mutants_of(game):
        changed = statements.changed_by(mutant)
        if changed is not None:
            keys, _ = run_limited(lambda mutant=mutant: shown(bench, mutant), 60)
            (others if changed & carried else rest).add(keys == as_it_is)
    assert rest == {True}
    assert False in others

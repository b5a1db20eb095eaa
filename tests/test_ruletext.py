"""Registration refuses rule text that would not run, or could not be played back, and names file and line; what
runs and is not understood is played, and no proof of it is believed.

``tests/bad_games`` has a class for each abuse, its line marked with ``# refused: …`` or ``# not understood``, and
sound twins.
"""

import ast
import importlib
import inspect
import pkgutil
import re
import textwrap
from pathlib import Path

import pytest

from referee.kernel import Game, RuleTextError
from referee.kernel.game import rules_of
from referee.kernel.table import Table
from referee.kernel.tablenames import CALLED, methods_of_tables
from referee.verify.understood import PROOF, rule_text
from tests import bad_games

MARK = re.compile(r"#\s*(?:refused:\s*(.+)|not understood)")


def games_in(prefix: str) -> list[type]:
    found = []
    for module in pkgutil.iter_modules(bad_games.__path__):
        loaded = importlib.import_module(f"{bad_games.__name__}.{module.name}")
        found += [
            each
            for each in vars(loaded).values()
            if isinstance(each, type)
            and issubclass(each, Game)
            and each.__module__ == loaded.__name__
            and each.__name__.startswith(prefix)
        ]
    return found


def marked_line(game: type) -> tuple[int, str]:
    """The line that is to be refused and what is to be said of it: in the class, in its table, in the module."""
    for holder in (game, game.table_class, inspect.getmodule(game)):
        lines, first = inspect.getsourcelines(holder)
        for number, line in enumerate(lines, max(first, 1)):
            if found := MARK.search(line):
                return number, found[1] or ""
    raise AssertionError(f"{game.__name__} has no line marked '# refused: …'")


BAD = games_in("Bad")
PLAYED = [each for each in BAD if not marked_line(each)[1]]


@pytest.mark.parametrize("game", [each for each in BAD if each not in PLAYED], ids=lambda game: game.__name__)
def test_an_abuse_is_refused_with_file_and_line(game):
    number, message = marked_line(game)
    with pytest.raises(RuleTextError) as caught:
        rules_of(game)
    assert caught.value.place == f"{inspect.getfile(game)}:{number}"
    assert message in str(caught.value)


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.__name__)
def test_what_is_not_understood_is_played_and_named(game):
    number, _ = marked_line(game)
    rules_of(game)
    said = rule_text(game(2), PROOF)
    assert f"{Path(inspect.getfile(game)).name}:{number}: " in said
    assert "is not understood by proofs" in said


@pytest.mark.parametrize("game", games_in("Sound"), ids=lambda game: game.__name__)
def test_a_sound_twin_is_understood(game):
    assert rule_text(game(2), PROOF) == ""


@pytest.mark.parametrize("game", games_in("Sound"), ids=lambda game: game.__name__)
def test_a_sound_twin_is_accepted(game):
    assert rules_of(game).readings["late"].default == "no"
    assert game().players == 2


def test_every_abuse_has_a_sound_twin_in_its_file():
    bad = {game.__module__ for game in games_in("Bad")} - {f"{bad_games.__name__}.function_text"}
    assert bad <= {game.__module__ for game in games_in("Sound")}


def test_a_refused_game_cannot_be_made():
    game = next(game for game in games_in("Bad") if game.__name__ == "BadOwnRule")
    with pytest.raises(RuleTextError, match="yield from"):
        game()


def test_the_methods_that_referee_calls_on_a_table_are_known():
    """A scalar that hides one of them is refused: a list that lacks one would let a game break in play."""
    called = set()
    for cls in Table.__mro__[:-1]:
        for name, method in vars(cls).items():
            if inspect.isfunction(method):
                nodes = ast.walk(ast.parse(textwrap.dedent(inspect.getsource(method))))
                on_self = [
                    each for each in nodes if isinstance(each, ast.Attribute) and ast.unparse(each.value) == "self"
                ]
                called |= {each.attr for each in on_self} - {name}
    package = Path(inspect.getfile(Table)).parent.parent
    for file in [
        *(package / "kernel").glob("*.py"),
        *(package / "play").glob("*.py"),
        *(package / "record").glob("*.py"),
    ]:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value).rpartition(".")[2] in ("table", "t"):
                called.add(node.attr)
    assert called & methods_of_tables() == CALLED

"""Definitions: what is refused, with file, line, key and remedy; what ships can be read."""

import json
from pathlib import Path

import pytest

from referee.kernel.errors import BadInput
from referee.tournament.definition import SCHEMA_FILE, json_schema
from referee.tournament.formats import format_of
from referee.tournament.loading import load_definition
from referee.tournament.stored_definition import form_of
from tests.tiny import write_game

SHIPPED = Path(__file__).parents[2] / "tournaments"

TEXT = """\
game = "escalation"
players = 3

[format]
kind = "round-robin"
blocks = 2

[readings]
led-special = "own-rank"

[[entrant]]
seat = "greedy"
author = "ann"

[[entrant]]
name = "r1"
seat = "random"
author = "ann"

[[entrant]]
name = "r2"
seat = "random"

[[entrant]]
name = "r3"
seat = "random"
"""


def defined(folder, *changes):
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "cup.toml"
    path.write_text(text, encoding="utf-8")
    return load_definition(path)


def made(found):
    return format_of(form_of(found.content, found.game))


def test_a_definition_is_read(tmp_path):
    found = defined(tmp_path)
    assert found.name == "cup"
    assert found.game.players == 3
    assert found.game.readings["led-special"] == "own-rank"
    assert [each.called for each in found.entrants] == ["greedy", "r1", "r2", "r3"]


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('"escalation"', '"escalade"', 1, "there is no game 'escalade'"),
        ("players = 3", "players = 9", 2, "2 to 8 players"),
        ("players = 3", "players = 1", 2, "at least two"),
        ("players = 3", "players = 5", 24, "4 entrants for a match of 5 players"),
        ("players = 3", "players = ", 2, "no TOML"),
        ("players = 3", 'measure = "money"', 2, "ranks, payoffs"),
        ("blocks = 2", "block = 2", 6, "did you mean blocks?"),
        ("blocks = 2", "blocks = 0", 6, "a whole number >= 1"),
        ("blocks = 2", 'blocks = "two"', 6, "expected a whole number, got text"),
        ('"round-robin"', '"robin"', 5, "there are round-robin, gauntlet, swiss"),
        ('kind = "round-robin"', "", 4, "[format] needs the key 'kind'"),
        ('kind = "round-robin"', 'kind = "gauntlet"', 4, "needs the key 'challengers'"),
        ('kind = "round-robin"', 'kind = "gauntlet"\nchallengers = ["r4"]', 6, "no entrant 'r4'"),
        ("led-special =", "led-spezial =", 9, "has no reading 'led-spezial'"),
        ('"own-rank"', '"mine"', 9, "is one of"),
        ('name = "r2"', 'name = "r1"', 21, "two entrants are called 'r1'"),
        ('name = "r2"', 'nane = "r2"', 21, "did you mean name?"),
        ('name = "r2"\nseat = "random"', 'name = "r2"', 20, "[entrant] needs the key 'seat'"),
        ('name = "r2"\nseat = "random"', 'name = "r2"\nseat = "human"', 22, "a person cannot be an entrant"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path, old, new, line, said):
    with pytest.raises(BadInput) as error:
        defined(tmp_path, (old, new))
    assert str(error.value).startswith(f"{tmp_path / 'cup.toml'}:{line}: ")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_and_one_entrant(tmp_path):
    with pytest.raises(BadInput, match="cannot be read: there is no such file"):
        load_definition(tmp_path / "none.toml")
    (tmp_path / "one.toml").write_text('game = "escalation"\n[[entrant]]\nseat = "random"\n')
    with pytest.raises(BadInput, match=r"one.toml:2: 1 entrant for a match of 2 players"):
        load_definition(tmp_path / "one.toml")


def test_a_reading_without_a_rule_is_refused_beforehand(tmp_path):
    write_game(tmp_path / "tiny", ('yes = "Yes."', 'yes = "Yes."\nundefined = "No rule."'))
    text = 'game = "./tiny"\n[readings]\nlate = "{}"\n' + '[[entrant]]\nseat = "random"\nname = "{}"\n' * 2
    path = tmp_path / "cup.toml"
    path.write_text(text.format("yes", "a", "b"))
    assert load_definition(path).game.name == "tiny"
    path.write_text(text.format("undefined", "a", "b"))
    with pytest.raises(BadInput, match=r"cup.toml:3: reading late=undefined has no rule.*no, yes"):
        load_definition(path)


def test_what_a_format_cannot_do_is_told(tmp_path):
    elimination = ('kind = "round-robin"', 'kind = "single-elimination"')
    with pytest.raises(BadInput, match=r"cup.toml:2: an elimination has ties of two"):
        defined(tmp_path, elimination)
    two = ("players = 3", "players = 2")
    with pytest.raises(BadInput, match=r"cup.toml:3: apart: an elimination cannot"):
        defined(tmp_path, elimination, ("players = 3", "players = 2\napart = true"))
    stop = ("[readings]", '[stop]\nrule = "anytime"\n\n[readings]')
    with pytest.raises(BadInput, match=r"cup.toml:9: stop: the anytime rule .* needs a round robin of all"):
        defined(tmp_path, elimination, two, stop)
    with pytest.raises(BadInput, match=r"cup.toml:9: .*there are fixed, anytime"):
        defined(tmp_path, ("[readings]", '[stop]\nrule = "sometime"\n\n[readings]'))
    with pytest.raises(BadInput, match=r"cup.toml:10: there is no key 'hwen' here; did you mean when"):
        defined(tmp_path, ("[readings]", '[stop]\nrule = "anytime"\nhwen = "order"\n[readings]'))
    with pytest.raises(BadInput, match=r"cup.toml:9: limits.move: expected a number > 0"):
        defined(tmp_path, ("[readings]", "[limits]\nmove = 0.0\n[readings]"))
    with pytest.raises(BadInput, match=r"cup.toml:3: lifetime: .* match, block, tournament"):
        defined(tmp_path, ("players = 3", 'players = 3\nlifetime = "day"'))


def test_the_bots_of_an_author_can_be_kept_apart(tmp_path):
    found = made(defined(tmp_path, ("players = 3", "players = 3\napart = true")))
    assert list(found.round()) == [(0, 2, 3), (1, 2, 3)]
    for kind in ('kind = "round-robin"', 'kind = "round-robin"\ngroups = "balanced"', 'kind = "swiss"'):
        change = ('kind = "round-robin"', kind)
        with pytest.raises(BadInput, match=r"cup.toml:2: apart: "):
            defined(tmp_path, ("players = 3", "apart = true\nplayers = 4"), change)


def test_the_schema_that_ships_is_that_of_the_code():
    assert json.loads(SCHEMA_FILE.read_text(encoding="utf-8")) == json_schema()


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.toml")), ids=lambda path: path.stem)
def test_what_ships_can_be_read(path):
    assert made(load_definition(path)).wanted > 0

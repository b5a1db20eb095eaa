"""What rule authors usually write of Python, in proofs: what an idiom gives is proved at most, and nothing else."""

from __future__ import annotations

import importlib
import re
import sys
import textwrap
from itertools import count, product
from types import SimpleNamespace

import pytest

from referee.kernel.players import Player
from referee.meaning.program import Expr
from referee.meaning.texts import NoMeaning
from referee.meaning.types import INT
from referee.verify.symbolic.method import proof_of
from referee.verify.symbolic.operations import Operations
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Object
from tests.native.test_idioms import IMPORTS, idioms

pytestmark = pytest.mark.untraced
"""Proofs that other tests cover: not traced, so that they take half the time."""

RULES = """from referee.kernel import FRENCH_SUITS, NOTHING, Deck, Game, OneOf, Table, amount, clause
from referee.kernel import nobody, owner, value, values, zone, zones
{imports}
{top}

def idiom(t, a, b, xs, p):
{body}

class T(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    own = values(0)
    a = amount(99)
    b = amount(99)
    seat = amount(99)
    r0 = value(0)
    seen0 = value(0)
    seen1 = value(0)
    seen2 = value(0)
    seen3 = value(0)

class G(Game):
    name = "idiom"
    title = "Idiom"
    table_class = T
    fewest_players = most_players = 2

    def set_up(self):
        self.deck = Deck.of(("2", "3"), FRENCH_SUITS[:2])
        self.turn_cap = 60

    @clause("X-1")
    def deal(self, t):
        yield from t.shuffle(t.stock)

    @clause("X-2")
    def step(self, t):
        if t.turns > 50:
            t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "over")
            return
        a = yield from t.lot(range(-2, 4))
        b = yield from t.lot(range(-1, 3))
        p = yield from t.lot(t.players)
        t.r0 = idiom(t, a, b, (3, 1, 3, a), p)
        t.a, t.b, t.seat = a, b, p.seat

    def forfeit(self):
        return 0
"""
CLAIM = """
@always("X-2")
def {name}(t):
    "It is so."
    return {says}
"""
EACH = 240
"""Every so many idioms are tried where not all are."""
NUMBERS = count()


def proved_of(folder, monkeypatch, text):
    """What is proved of an idiom; None: it is not followed."""
    try:
        return followed(folder, monkeypatch, text)
    except (NoMeaning, NotFollowed, RecursionError):  # all three end as UNKNOWN
        return None


def followed(folder, monkeypatch, text):
    """What is proved of an idiom. ``right`` says what Python gives, ``wrong…`` that it never gives a value that it
    gives."""
    body, _, top = text.partition("\n-- above\n")
    package = f"idiom_{next(NUMBERS)}"
    home = folder / package
    home.mkdir()
    (home / "__init__.py").write_text("")
    (home / "readings.toml").write_text("")
    (home / "rulebook.md").write_text("# Idiom\n\n## Clauses\n\n**X-1 Deal.** Deal.\n\n**X-2 Turn.** Turn.\n")
    (home / "rules.py").write_text(RULES.format(imports=IMPORTS, top=top, body=textwrap.indent(body, "    ")))
    monkeypatch.syspath_prepend(str(folder))
    rules = importlib.import_module(f"{package}.rules")
    game = rules.G(2)
    seats = (0, 1) if re.search(r"\bp\b", body) else (0,)
    table = game.table()
    given = {
        (a, b, seat): int(rules.idiom(table, a, b, (3, 1, 3, a), Player.at(seat)))
        for a, b, seat in product(range(-2, 4), range(-1, 3), seats)
    }
    where = {key: "(t.a != {}) | (t.b != {}) | (t.seat != {})".format(*key) for key in given}
    says = {"right": " and ".join([f"({where[key]} | (t.r0 == {each}))" for key, each in given.items()])}
    for number, key in enumerate(sorted(given)[:: max(1, len(given) // 5)]):
        says[f"wrong{number}"] = f"{where[key]} | (t.r0 != {given[key]})"
    if seats == (0,):
        says["right"] = f"t.seat != 0 or ({says['right']})"
    (home / "promises.py").write_text(
        "from referee.verify import always\n"
        + "".join([CLAIM.format(name=name, says=each) for name, each in says.items()])
    )
    promises = importlib.import_module(f"{package}.promises")
    claims = [each.__property__ for each in vars(promises).values() if hasattr(each, "__property__")]
    try:
        return proof_of(game, claims).proved
    finally:
        for name in ("rules", "promises"):
            sys.modules.pop(f"{package}.{name}", None)


def proved_of_all(folder, monkeypatch, names):
    everything = idioms("idioms.txt")
    found = [proved_of(folder, monkeypatch, everything[name]) for name in names]
    assert not [
        name for name, proved in zip(names, found, strict=True) if proved and any("wrong" in each for each in proved)
    ]
    return sum("right" in (proved or ()) for proved in found)


NAMES = list(idioms("idioms.txt"))
WERE_WRONG = [name for name in NAMES if "what every player has" in name or name in ("frac max tie", "frac dict key")]


ONE_THING = [name for name in NAMES if "known dictionary" in name or "one thing or another: a" in name]
"""What has a name was another thing where it became one of several that may hold more."""


def test_what_idioms_of_python_give_is_proved_and_nothing_else(tmp_path, monkeypatch):
    names = [*NAMES[::EACH], *WERE_WRONG, *ONE_THING, "try dict that grows", "try in a loop", *RAISED_BY_PYTHON]
    assert proved_of_all(tmp_path, monkeypatch, names) >= len(names) - 3


RAISED_BY_PYTHON = [
    f"raised by Python: {each}"
    for each in ("all is lazy", "effects before", "enum value is a ValueError", "method of object changed before")
] + [
    *("in turn: an exception that it raises behind what it gives", "in turn: an exception of the generator"),
    *("in turn: a generator ends within one that ends itself", "in turn: a thing that counts while it is gone through"),
]
"""A loop that looks for something and is left because of an exception was taken for one that found nothing, and what a
generator raises in the end for what it raises before its first thing."""
USUAL = [name for name in NAMES if name.startswith(("any exception", "taken apart", "around"))]
EARLY = ("gen raises its own enumerated", "gen raises later any", "lazy zip genexp raises", "lazy takewhile raises")
"""Idioms in which a Program raises what Python does not come to."""


@pytest.mark.parametrize("name", EARLY)
def test_what_raises_where_python_does_not_come_to_is_not_followed(tmp_path, monkeypatch, name):
    """It is no obligation that fails: two rules that both break off there need not be the same."""
    with pytest.raises(NotFollowed, match="where Python may not come to"):
        followed(tmp_path, monkeypatch, idioms("ahead.txt")[name])


SET_LATER = """
thing = Thing()
if a > 0:
    thing.n = 3
return thing.n if a > 0 else 0
-- above
class Thing:
    pass
"""


def test_an_attribute_that_is_set_on_some_ways_is_followed_on_these_alone(tmp_path, monkeypatch):
    assert proved_of(tmp_path, monkeypatch, SET_LATER) == {"right"}
    machine = SimpleNamespace(where=lambda: "rules.py:7", paths=None, kinds=None)
    read = Operations(machine).by_name("field")
    assert read(Expr(INT, "field", (), "n"), [Object({"n": 3})]) == 3
    with pytest.raises(NotFollowed, match=r"the attribute n of what may not have it \(rules.py:7\)"):
        read(Expr(INT, "field", (), "n"), [Object({})])


def test_what_is_usual_is_proved(tmp_path, monkeypatch):
    assert proved_of_all(tmp_path, monkeypatch, USUAL) == len(USUAL)


def test_what_generators_give_is_proved(tmp_path, monkeypatch):
    assert proved_of_all(tmp_path, monkeypatch, ["gen for", "gen own list", "gen tree"]) >= 2


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, len(NAMES), EACH))
def test_what_all_idioms_give_is_proved_and_nothing_else(tmp_path, monkeypatch, first):
    names = NAMES[first : first + EACH]
    assert proved_of_all(tmp_path, monkeypatch, names) >= len(names) // 2

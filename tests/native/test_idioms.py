"""What rule authors usually write of Python: each idiom means what it means in Python, or its refusal says what to
write instead.

``idioms.txt`` and ``refused.txt`` have a function of ``t``, two numbers, four numbers and a player for each; what
stands behind ``-- above`` is written above it, a line behind ``#`` is how it is refused. ``remedies.txt`` has what is
written instead, by what the refusals say.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.game import Game
from referee.meaning.texts import NoMeaning
from referee.meaning.translation import meaning
from referee.record.words import key_of
from tests.native.comparing import SEED, differences, engine_of
from tests.tiny import write_game

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
HERE = Path(__file__).parent
MATCHES, OF_A_GAME, EACH = 20, 35, 11
"""Matches compared; idioms of a game; of the idioms every so many stands in the game that is always tried."""
BEGIN = (
    *("known keys", "things that are spread", "known in play", "members of numbers", "names within a class"),
    *("raised elsewhere", "what a class says", "errors of a class", "texts that are told", "the most of"),
    *("what helpers give", "fractions divided", "a function of a dict comprehension", "recursion and calls"),
    *("looked for", "known things compared", "one thing or another", "attributes by name", "sets within others"),
    *("raised by Python", "cached property", "matched", "keys alone", "of the library", "in turn"),
    *(
        "deque of so many",
        "an ordered dictionary",
        "with a class",
        "a typed tuple",
        "any exception",
        "taken apart",
        "around",
    ),
)
IMPORTS = """
import bisect, contextlib, enum, functools, heapq, itertools, math, operator
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field, replace
from enum import Enum, Flag, IntEnum
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import accumulate, chain, combinations, count, cycle, dropwhile, filterfalse, groupby, islice, pairwise
from itertools import permutations, product, repeat, starmap, takewhile, zip_longest
from typing import NamedTuple
"""
DRAWN = """
a = yield from t.lot(range(-4, 9))
b = yield from t.lot(range(-2, 5))
x0 = yield from t.lot(range(6))
x1 = yield from t.lot(range(6))
x2 = yield from t.lot(range(6))
xs = (x0, x1, x2, a)
p = yield from t.lot(t.players)
"""
HAND, STEP = "    hand = zones(seen_by=owner)", '        if t.reading("late") == "yes":'


def idioms(file: str) -> dict[str, str]:
    """By name the text of each idiom of a file."""
    found = re.split(r"^## ", (HERE / file).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {name: body for name, _, body in (each.partition("\n") for each in found)}


def game_of(folder: Path, of: Mapping[str, str]) -> Game[Any]:
    """A game that carries each idiom out in a turn, and keeps what it gives."""
    tops, functions, calls = "", "", DRAWN
    for number, text in enumerate(of.values()):
        body, _, top = text.partition("\n-- above\n")
        tops += f"\n{top}\n"
        functions += f"\n\ndef idiom_{number}(t, a, b, xs, p):\n" + textwrap.indent(body, "    ") + "\n"
        calls += f"t.r{number} = (t.r{number} * 31 + idiom_{number}(t, a, b, xs, p)) % 1000003\n"
    names = "clause, nobody, owner, zone, zones"
    more = "clause, nobody, owner, value, values, zone, zones, OneOf, NOTHING\n"
    scalars = [*[f"seen{number}" for number in range(4)], *[f"r{number}" for number in range(len(of))]]
    kept = "\n    own = values(0)" + "".join([f"\n    {name} = value(0)" for name in scalars])
    changes = (
        (names, more + IMPORTS + tops + functions),
        (HAND, HAND + kept),
        (STEP, textwrap.indent(calls, " " * 8) + STEP),
    )
    return find_game(write_game(folder, *changes, ("turn_cap = 10", "turn_cap = 40")))()


def chunks() -> list[list[str]]:
    names = list(idioms("idioms.txt"))
    return [names[at : at + OF_A_GAME] for at in range(0, len(names), OF_A_GAME)]


def compared(folder: Path, names: list[str], file: str = "idioms.txt") -> list[str]:
    everything = idioms(file)
    return list(differences(engine_of(game_of(folder, {name: everything[name] for name in names}), ("-O0",)), MATCHES))


def test_idioms_of_python_mean_the_same(tmp_path: Path) -> None:
    assert compared(tmp_path, list(idioms("idioms.txt"))[::EACH]) == []


@pytest.mark.parametrize("begin", BEGIN)
def test_what_was_wrong_once_means_the_same(begin: str, tmp_path: Path) -> None:
    """A dictionary of known keys is one under all its names; what is spread is found once; the deck is asked for each
    thing that may be meant."""
    assert compared(tmp_path, [each for each in idioms("idioms.txt") if each.startswith(begin)]) == []


@pytest.mark.long
@pytest.mark.parametrize("names", chunks(), ids=lambda names: names[0])
def test_every_idiom_of_python_means_the_same(names: list[str], tmp_path: Path) -> None:
    assert compared(tmp_path, names) == []


@pytest.mark.long
@pytest.mark.parametrize("name", idioms("ahead.txt"))
def test_what_python_may_not_come_to_stops_no_match_as_if_the_rules_had_raised(name: str, tmp_path: Path) -> None:
    """Each has a game of its own: a native match that is too much for a Program hides what the others do."""
    assert compared(tmp_path, [name], "ahead.txt") == []


@pytest.mark.parametrize("name", idioms("refused.txt"))
def test_what_has_no_meaning_is_refused_with_what_to_write(name: str, tmp_path: Path) -> None:
    text = idioms("refused.txt")[name]
    said = text.partition("\n")[0].removeprefix("# ")
    with pytest.raises(NoMeaning, match=r"rules\.py:\d+: ") as refused:
        meaning(game_of(tmp_path, {name: text}))
    assert str(refused.value).endswith(said)
    assert ": write " in said


def said_to_be_written() -> set[str]:
    """What the refusals say that is to be written instead."""
    return {text.partition("\n")[0].partition(": write ")[2] for text in idioms("refused.txt").values()}


def test_what_refusals_say_to_write_is_understood(tmp_path: Path) -> None:
    remedies = idioms("remedies.txt")
    assert said_to_be_written() == {*remedies}
    assert meaning(game_of(tmp_path, remedies)).functions


@pytest.mark.long
def test_what_refusals_say_to_write_means_the_same(tmp_path: Path) -> None:
    assert compared(tmp_path, list(idioms("remedies.txt")), "remedies.txt") == []


IN_RULES = """
class Nothing(Exception):
    pass


class What(enum.Enum):
    GIVE = enum.auto()


def give(t, event):
    if t.seen0 > 4:
        raise Nothing
    t.seen1 += 3
    yield from t.lot(range(3))
    if t.seen1 % 7 == 1:
        t.stop(event, 5)


def given(t, p, how_many):
    if how_many > 3:
        raise Nothing
    found = yield from t.lot(range(how_many + 1))
    if found == 2:
        raise Nothing
    t.seen1 += found
    return found


class Named(Exception):
    pass


def named(t, p, how_many):
    found = yield from t.lot(range(5))
    if found > how_many:
        raise Named(p, found)
    return found * how_many
"""
ASKS = """
x = yield from t.lot(range(6))
p = yield from t.lot(t.players)
try:
    t.seen2 += 1
    t.seen3 += yield from given(t, p, x)
except Nothing:
    t.seen3 += 100
"""
NAMED = """
x = yield from t.lot(range(6))
p = yield from t.lot(t.players)
try:
    try:
        t.seen2 += 1
        t.seen3 += yield from named(t, p, x)
    except Named as what:
        if what.args[1] == 3:
            raise
        t.seen3 += what.args[1] * 7 + (what.args[0] is p)
except Named as what:
    t.seen3 += 1000 + what.args[1]
"""
HAPPENS = """
t.seen0 = yield from t.lot(range(6))
try:
    t.seen2 = (yield from t.happen(What.GIVE, t.players[0], t.players[0], [give])) or 0
except Nothing:
    t.seen3 += 100
"""


def rules_game(folder: Path, *steps: str) -> Game[Any]:
    names = "clause, nobody, owner, zone, zones"
    kept = "".join([f"\n    seen{number} = value(0)" for number in range(4)])
    changes = (
        (names, "clause, nobody, owner, value, zone, zones, NOTHING, OneCard, OneOf\n" + IMPORTS + IN_RULES),
        (HAND, HAND + kept),
        (STEP, textwrap.indent("".join(steps), " " * 8) + STEP),
        ("turn_cap = 10", "turn_cap = 40"),
    )
    return find_game(write_game(folder, *changes))()


KNOWN_OR_NONE = """
thing = ONE_OF_THEM if xs[0] > 3 else NONE_OR_ANOTHER if xs[0] > {least} else None
{asked}
return thing.worth + b
-- above
@dataclass(frozen=True)
class Thing:
    worth: int
ONE_OF_THEM, NONE_OR_ANOTHER = Thing(3), Thing({worth})
"""


@pytest.mark.parametrize("worth", [3, 4])
@pytest.mark.parametrize(("least", "asked", "stops"), [(1, "", True), (1, "if thing is None: return 9", False)])
def test_an_attribute_of_none_stops_the_rules(worth: int, least: int, asked: str, stops: bool, tmp_path: Path) -> None:
    """Whatever the others are, of which the attribute may be the same."""
    game = game_of(tmp_path, {"it": KNOWN_OR_NONE.format(least=least, asked=asked, worth=worth)})
    engine = engine_of(game, ("-O0",))
    assert (engine.play(key_of(SEED), 0, 20).results["broken"] != 0).any() == stops
    assert list(differences(engine, 20)) == []


WAYS = """
me = yield from t.lot(t.players)
x = yield from t.lot(range(6))
higher = []
for rank in t.deck.ranks:
    if len(t.deck.ranks) > x and t.hand[me].holds(t.deck.of_rank(rank)):
        higher.append(rank)
ways = {"pass": NOTHING}
for rank in higher:
    ways[rank] = OneCard(t.deck, t.hand[me].only(t.deck.of_rank(rank)))
way, cards = yield from t.choose(me, "way", ways)
if way != "pass":
    t.seen0 += t.size(cards) + t.count(cards, t.deck.of_rank(way))
"""
"""As long as nothing is known of what goes into a list, ``cards`` is None alone: the text that counts them is none that
stops."""


def test_a_scalar_begins_with_a_tuple_that_no_rule_names(tmp_path: Path) -> None:
    """g++ did not find the table of its numbers."""
    change = (HAND, f"{HAND}\n    heaps = value((3, 4, 5, 6, 7, 8))")
    text = "        t.heaps = tuple([n + 1 for n in t.heaps if n > t.turns % 9])\n"
    changes = (("clause, nobody, owner, zone", "clause, nobody, owner, value, zone"), change, (STEP, text + STEP))
    game = find_game(write_game(tmp_path, *changes))()
    assert list(differences(engine_of(game, ("-O0",)), 20)) == []


OPERATORS_OF_A_TABLE = """
    seen0 = value(0)

    def __len__(self): return sum(self.hand[p].size for p in self.players)
    def __contains__(self, player): return self.hand[player].size > 1
    def __iter__(self):
        yield from (p for p in self.everyone_from(self.first_seat()) if not self.hand[p].is_empty)
    def __getitem__(self, player): return self.hand[player].size
    def __call__(self, n): return self.seen0 % 3 + n
    def __bool__(self): return len(self) > 3
    def __eq__(self, other): return other == len(self)
    def __hash__(self): return 1
    def __add__(self, n): return len(self) + n
    def __lt__(self, n): return len(self) < n
"""
LOOKED_AT = """
me = yield from t.lot(t.players)
if t.stock.size > 1:
    yield from t.shuffle(t.stock)
    yield from t.draw(t.stock, 1, t.hand[me])
x = len(t) + 2 * (me in t) + t[me] + t(1) + (t == 4) + (t + 1) + (t < 5) + (7 if t else 0) + sum(t[p] for p in t)
t.seen0 = (t.seen0 * 31 + x) % 1000003
"""


def test_the_operators_of_a_table_look_at_it_as_it_is_in_play(tmp_path: Path) -> None:
    """The table is known while rules are read; what lies on it is not."""
    changes = (
        ("clause, nobody, owner, zone", "clause, nobody, owner, value, zone"),
        (HAND, HAND + OPERATORS_OF_A_TABLE),
        (STEP, textwrap.indent(LOOKED_AT, " " * 8) + STEP),
        ("        yield from t.shuffle(t.stock)\n\n    def forfeit", "        yield from ()\n\n    def forfeit"),
    )
    game = find_game(write_game(tmp_path, *changes))()
    assert list(differences(engine_of(game, ("-O0",)), 20)) == []


def test_what_a_list_brings_is_more_than_what_was_there_before_it(tmp_path: Path) -> None:
    game = rules_game(tmp_path, WAYS)
    assert list(differences(engine_of(game, ("-O0",)), 60)) == []


TOGETHER = """
picks = yield from t.together("bid", {q: (1, 2, 3) for q in t.players})
t.seen0 += sum(picks.values())
said = yield from t.together("say", {q: {"no": NOTHING, "n": (OneOf((1, 2)))} for q in t.players})
for q in t.players:
    way, n = said[q]
    t.seen1 += 10 if way == "no" else n
both = yield from t.together("both", {t.players[0]: ["a", "b"], t.players[1]: OneOf(("c",))})
t.seen2 += both[t.players[0]] == "a"
"""


def test_all_are_asked_at_once_out_of_options_as_one_is(tmp_path: Path) -> None:
    game = rules_game(tmp_path, TOGETHER)
    assert list(differences(engine_of(game, ("-O0",)), 40)) == []


def test_what_is_none_alone_is_refused_all_the_same(tmp_path: Path) -> None:
    """The list holds something, and the error is one of the rules."""
    wrong = WAYS.replace("t.size(cards)", "t.size(None)")
    with pytest.raises(NoMeaning, match=r"rules\.py:\d+: in what is called here this \(TypeError"):
        meaning(rules_game(tmp_path, wrong))


@pytest.mark.parametrize(
    "steps", [(ASKS,), (NAMED,), (HAPPENS,), (ASKS, NAMED, HAPPENS)], ids=["asks", "named", "happens", "all"]
)
def test_an_exception_in_a_rule_goes_as_far_as_in_python(steps: tuple[str, ...], tmp_path: Path) -> None:
    """Out of an event nobody catches it: the match stops."""
    assert list(differences(engine_of(rules_game(tmp_path, *steps), ("-O0",)), 60)) == []

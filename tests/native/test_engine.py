"""Matches that are played natively are those that Python plays."""

from __future__ import annotations

import gc
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.errors import Broken
from referee.meaning.reading_limits import MANY_NEW, garbage_seldom
from referee.meaning.texts import NoMeaning
from referee.meaning.translation import meaning
from referee.native.build import NoCompiler, compiler
from referee.native.cxx import Writer
from referee.native.cxx_functions import BROKEN
from referee.native.engine import Engine
from referee.play.bulk import play_in_bulk
from referee.record.words import Words, key_of
from tests.native.comparing import differences
from tests.tiny import write_game

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
FORMS: list[Any] = [
    ("escalation", 2, {}),
    pytest.param("escalation", 8, {"led-special": "own-rank"}, marks=pytest.mark.long),
    ("escalation", 4, {"led-special": "no-total", "direction-after-taking": "clockwise"}),
    pytest.param("fscking-ace", 4, {}, marks=pytest.mark.long),
    ("fscking-ace", 7, {"bonus-payer": "all-others", "doubling-time": "cards-so-far"}),
    ("effervesce", 4, {}),
    pytest.param("effervesce", 3, {"challenge-moment": "after-roll"}, marks=pytest.mark.long),
    ("five-crowns", 3, {}),
]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("native")


def existing(game: type[Any], readings: dict[str, str]) -> dict[str, str]:
    register = game(game.fewest_players).register
    return {slug: value for slug, value in readings.items() if value in register[slug].alternatives}


@pytest.mark.parametrize(("name", "players", "readings"), FORMS)
def test_native_matches_are_those_of_python(name: str, players: int, readings: dict[str, str], built: Path) -> None:
    game = find_game(name)
    engine = Engine(game(players, readings=existing(game, readings)), built)
    assert list(differences(engine, 6, 200)) == []


def test_one_of_two_named_tuples_is_spread_over_a_call(built: Path) -> None:
    """Hanabi was written before there was a translation: a hint is of a rank or of a suit."""
    game = find_game(Path(__file__).parents[1] / "games" / "games" / "hanabi")
    assert list(differences(Engine(game(game.fewest_players), built), 5, 60)) == []


def test_the_generator_is_numpys() -> None:
    import numpy as np

    key = key_of("x")
    words = Words(key, 7)
    wanted = np.random.Philox(key=np.array(key, "u8"), counter=np.array([0, 7, 0, 0], "u8")).random_raw(100)
    assert [words.below(1 << 96) for _ in range(50)] == [
        (one << 64 | other) * (1 << 96) >> 128 for one, other in wanted.reshape(50, 2).tolist()
    ]


def test_the_same_match_twice() -> None:
    game = find_game("escalation")(3)
    first, again = (play_in_bulk(game, key_of("a"), 5) for _ in range(2))
    assert first == again
    assert play_in_bulk(game, key_of("b"), 5).digest != first.digest


@pytest.mark.parametrize("planted", ["above", "direction", "refill"])
def test_planted_mistranslations_are_caught(planted: str, tmp_path: Path) -> None:
    """The digests differ where the native rules are not those that Python plays."""
    game = find_game("escalation")(4)
    text = texts_of(game)
    before = {
        "above": ("worth > above", "worth >= above"),
        "direction": ("left ? 1 : -1", "left ? 1 : 1"),
        "refill": ("if (number > size || number < 0)", "if (number-- > size || number < 0)"),
    }[planted]
    assert before[0] in text
    engine = Engine.of_text(game, text.replace(*before), tmp_path)
    assert list(differences(engine, 6, 200))


def texts_of(game: Any) -> str:
    return Writer(meaning(game)).text()


def test_the_text_is_the_same_in_every_process() -> None:
    """What is compiled is kept by the hash of its text."""
    game = find_game("effervesce")(4)
    told = (
        "from referee.games.registry import find_game\nfrom tests.native.test_engine import texts_of\n"
        "print(texts_of(find_game('effervesce')(4)), end='')"
    )
    again = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert again.stdout == texts_of(game)


def test_a_broken_obligation_stops_both(tmp_path: Path) -> None:
    game = find_game("escalation")(4, settings={"hand": 6})
    engine = Engine(game, tmp_path)
    assert list(differences(engine, 5, 1)) == []


WORDS = "EqualValue, NOTHING, OneOf, Values"
HAND = "    hand = zones(seen_by=owner)"
STEP = '        if t.reading("late") == "yes":'
SNIPPETS = {
    "an inner break is none of the loop with else": """
for each in range(t.turns % 3 + 1):
    for other in t.players:
        if other.seat == 1:
            break
    if each == 2:
        break
else:
    t.pay(t.players[0], t.players[1], 1)
""",
    "the place of a value is not how often it comes": """
t.told[t.players[t.turns % 2]] += 1
t.pay(t.players[0], t.players[1], t.told.index(t.told[t.players[1]]))
""",
    "a dictionary that is known counts itself": """
from collections import Counter
t.pay(t.players[0], t.players[1], Counter({1: 5, 2: 7})[1 + t.turns % 2])
""",
    "one rule or another is carried out": """
def paid(much):
    yield from t.shuffle(t.stock)
    t.pay(t.players[0], t.players[1], much)
    return much
def kept(much):
    yield from t.lot(t.players)
    return -much
t.told[t.players[0]] += yield from paid(2) if t.turns % 2 else kept(3)
""",
    "a digit that is drawn is a number": """
digit = yield from t.lot(("1", "2", "x"))
t.pay(t.players[0], t.players[1], int(digit) if digit != "x" else 7)
""",
    "what goes with an arm is known where it is the only one left": """
way, answer = yield from t.choose(t.players[0], "way", {"much": OneOf((1, 5)), "whom": OneOf(t.players), "no": NOTHING})
if way == "no":
    t.told[t.players[0]] += 1
elif way == "much":
    t.told[t.players[1]] += answer
else:
    t.told[answer] += 1
""",
    "an item of a range": """
t.pay(t.players[0], t.players[1], range(3, 9)[t.turns % 4])
""",
    "cards that match another one": """
if t.stock.size > 2:
    one = yield from t.draw(t.stock, 1, t.hand[t.players[0]])
    t.told[t.players[0]] += t.size(t.matching(t.stock.pile, one))
""",
    "a case with a condition": """
match t.turns % 3:
    case 0 if t.turns > 1:
        t.pay(t.players[0], t.players[1], 1)
    case left if left > 1:
        t.pay(t.players[1], t.players[0], left)
    case _:
        t.told[t.players[0]] += 1
""",
    "rules go on after the end": """
if t.turns == 5:
    t.end({p: p.seat for p in t.players}, {p: 0 for p in t.players}, "over")
    t.told[t.players[0]] += 1
    yield from t.shuffle(t.stock)
""",
}


DECK = '        self.deck = Deck.of(("2", "3"), FRENCH_SUITS)'
VALUES = """
        self.few = Values(self.deck, {0: 6, 1: 6, 2: 6, 3: 3, 4: 12, 5: 0, 6: -2})
        self.many = Values(self.deck, {**dict.fromkeys(range(6), 1), 6: -2, 7: 0})
        self.code = Values(self.deck, {kind: 1 << kind for kind in range(8)})
"""
SETS = """
hand = t.hand[t.players[0]]
above = (-1, t.turns, -100)[t.turns % 3]
yield from t.draw(t.stock, t.turns + 6, hand)
for values in (self.few, self.many):
    way, cards = yield from t.choose(t.players[0], "way", {"set": EqualValue(values, hand.pile, above), "no": NOTHING})
    if way == "set":
        t.told[t.players[0]] = (3 * t.told[t.players[0]] + t.worth(cards, self.code)) % 1009
t.move(hand.pile, hand, t.stock)
"""


def test_sets_of_equal_value_are_in_the_same_order(tmp_path: Path) -> None:
    """Several kinds of one value, sets of one worth, numbers below one, and more sets than are listed."""
    packs = (DECK, DECK.replace("SUITS)", "SUITS, 2)") + VALUES)
    game = find_game(with_step(tmp_path / "game", SETS, packs))()
    assert play_in_bulk(game, key_of("a"), 0).broken is None
    assert list(differences(Engine(game, tmp_path), 40)) == []


def with_step(folder: Path, snippet: str, *changes: tuple[str, str]) -> Path:
    """The tiny game with other lines at the beginning of a turn."""
    lines = "".join(f"        {line}\n" if line else "" for line in snippet.strip().splitlines())
    words = ("clause, nobody, owner, zone, zones", f"clause, nobody, owner, values, zone, zones, {WORDS}")
    return write_game(folder, *changes, words, (HAND, f"{HAND}\n    told = values(0)"), (STEP, lines + STEP))


@pytest.mark.parametrize("snippet", SNIPPETS.values(), ids=SNIPPETS)
def test_what_rules_may_say_is_the_same_natively(snippet: str, tmp_path: Path) -> None:
    game = find_game(with_step(tmp_path / "game", snippet))()
    assert list(differences(Engine(game, tmp_path), 3)) == []


REFUSED = {
    "a rule that was kept": (
        """
def paid(much):
    yield from t.shuffle(t.stock)
def kept(much):
    yield from t.lot(t.players)
rules = [paid(1), kept(2)]
yield from rules[t.turns % 2]
""",
        "kept",
    ),
    "a text that is put together": (
        'word = yield from t.lot([f"{t.turns}", "no"])\nif word.startswith("n"):\n    t.pay(None, t.players[0], 1)',
        "put together in play",
    ),
    "texts that are compared": (
        'if f"{t.turns}" == "5":\n    t.pay(None, t.players[0], 1)',
        "put together in play",
    ),
    "a truth or a number": (
        "much = t.turns > 1 if t.turns % 2 else 3\nif isinstance(much, bool):\n    t.pay(None, t.players[0], 1)",
        "may be a truth",
    ),
}


@pytest.mark.parametrize(("snippet", "why"), REFUSED.values(), ids=REFUSED)
def test_what_would_not_be_the_same_is_refused(snippet: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(NoMeaning, match=why):
        meaning(find_game(with_step(tmp_path, snippet))())


def test_without_a_compiler_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NoCompiler, match="install g\\+\\+ or clang\\+\\+"):
        compiler()


def test_what_has_no_meaning_is_refused_with_file_and_line(tmp_path: Path) -> None:
    asked = '        if t.reading("late") == "yes":'
    tried = "        try:\n            t.turns\n        except OSError:\n            pass\n"
    folder = write_game(tmp_path, (asked, tried + asked))
    with pytest.raises(NoMeaning, match=r"rules\.py:\d+: 'try' that catches this has no meaning yet: write"):
        meaning(find_game(folder)())


@pytest.mark.parametrize("first", [0, 700, 100_000])
def test_garbage_is_looked_for_as_before_when_a_meaning_is_made(first: int) -> None:
    before = gc.get_threshold()
    during = []
    try:
        gc.set_threshold(first, 7, 3)
        with garbage_seldom():
            during = [*gc.get_threshold()]
        assert gc.get_threshold() == (first, 7, 3)
    finally:
        gc.set_threshold(*before)
    # Whoever has it switched off, or done still more seldom, keeps it so.
    assert during == [{0: 0, 700: MANY_NEW, 100_000: 100_000}[first], 7, 3]


def test_every_obligation_has_a_name_in_both() -> None:
    assert {each.name for each in Broken} <= set(BROKEN)

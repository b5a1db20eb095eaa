"""A game of two clauses, written into a folder and broken one piece at a time."""

import sys
from pathlib import Path

RULES = '''\
"""Tiny."""

from __future__ import annotations


from referee.kernel import FRENCH_SUITS, Deck, Game, Parameter, Rule, Table
from referee.kernel import clause, nobody, owner, zone, zones


class TinyTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)


class Tiny(Game[TinyTable]):
    name = "tiny"
    title = "Tiny"
    table_class = TinyTable
    fewest_players, most_players = 2, 3
    turn_cap = 10
    parameters = (Parameter("size", 2, "cards in a hand", 1, 3),)

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3"), FRENCH_SUITS)

    @clause("T-1")
    def deal(self, t: TinyTable) -> Rule[None]:
        yield from t.shuffle(t.stock)

    @clause("T-2")
    def step(self, t: TinyTable) -> Rule[None]:
        if t.reading("late") == "yes":
            t.end({p: 1 for p in t.players}, {p: 0 for p in t.players}, "over")
        yield from t.shuffle(t.stock)

    def forfeit(self) -> int:
        return 0
'''

RULEBOOK = """\
# Tiny

Two or three players and a *pack*.

## Words

- **pack**: eight cards.
- **hand**: what a player
  holds of the *pack*.
- **end**: when it is over.

## Clauses

### Both of them

**T-1 Deal.** The *pack* is shuffled, and the *hands* are
dealt; see T-2. (readings: late)

**T-2 End.** The *end* comes at once. (readings: late)

## Parameters

| name | default | meaning |
|---|---|---|
| `players` | 2 | number of players |
| `size` | 2 | cards in a hand |

## Notes

- Under `late = yes` it ends later (T-2), A-K or not.
- **Bold** is no term, nor is `*code*`.
"""

READINGS = """\
[[reading]]
id = "TINY-1"
slug = "late"
kind = "silent"
clauses = ["T-1", "T-2"]
question = "Is it late (T-2)?"
default = "no"
[reading.alternatives]
no = "No."
yes = "Yes."
"""

PROPERTIES = """\
from referee.verify import always, free_of, possible

@always("T-2")
def the_stock_is_whole(t):
    "Nobody ever draws."
    return t.stock.size == 8

@possible("T-2", refuted_under={})
def a_turn_is_played(t):
    "A turn can be played."
    return t.turns > 0

@free_of("dead end", "T-2")
def nobody_is_stuck(t):
    "Everybody can act."
"""
STUCK = (
    "        yield from t.shuffle(t.stock)\n\n    def forfeit",
    "        yield from t.select((yield from t.lot(t.players)), 'lay', t.no_cards, 1)\n\n    def forfeit",
)
"""A change of the rules: a turn wants a card where there is none."""


def write_game(folder: Path, *changes: tuple[str, str], name: str = "tiny") -> Path:
    """The folder, with the three files in it; each change replaces text, in whichever file has it."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {"rules.py": RULES, "rulebook.md": RULEBOOK, "readings.toml": READINGS}
    if name != "tiny":
        files["rules.py"] = RULES.replace('"tiny"', f'"{name}"')
    for old, new in changes:
        hit = [file for file, text in files.items() if old in text]
        assert hit, f"nothing to change: {old!r}"
        files |= {file: files[file].replace(old, new) for file in hit}
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    return folder


def write_game_with_a_line(folder: Path, look: str, kept: str = "None") -> Path:
    """The same with two cards in a row, at which a step looks; it has a scalar ``kept``, which begins as that."""
    step, deal = '        if t.reading("late") == "yes":', "        yield from t.shuffle(t.stock)\n\n"
    hand = "    hand = zones(seen_by=owner)"
    return write_game(
        folder,
        ("clause, nobody, owner", "clause, everybody, nobody, owner, row, value"),
        (hand, f"{hand}\n    line = row(seen_by=everybody)\n    kept: object = value({kept})"),
        (deal, f"{deal[:-1]}        yield from t.draw(t.stock, 2, t.line)\n\n"),
        (step, f"        one, other = t.line.row\n        {look}\n{step}"),
    )


def forget_imported(below: Path | None = None) -> None:
    """Games and properties below a folder (this one, if none is named) are loaded again: what was imported is not what
    lies there any more. Those elsewhere belong to other tests."""
    here = str(below or Path.cwd())
    for name, module in [*sys.modules.items()]:
        if name.startswith(("_referee_game_", "_referee_properties_")):
            places = [getattr(module, "__file__", None) or "", *getattr(module, "__path__", ())]
            if any(place.startswith(here) for place in places):
                del sys.modules[name]


def write_project(folder: Path, *changes: tuple[str, str]) -> Path:
    """An author's folder: the game in games/tiny, and properties of it."""
    (folder / "properties").mkdir(exist_ok=True)
    (folder / "properties" / "tiny.py").write_text(PROPERTIES, encoding="utf-8")
    write_game(folder / "games" / "tiny", *changes)
    return folder

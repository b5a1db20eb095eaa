"""Games that are written to a folder, each with some text of its own: a card is drawn and one laid down."""

from __future__ import annotations

import importlib
import sys
from itertools import count
from pathlib import Path
from typing import Any

TEXT = '''"""A game."""
from __future__ import annotations
from typing import Any
from referee.kernel import (FRENCH_SUITS, NO_PLAYER, Deck, Game, Option, Player, Rule, Table, amount, amounts, clause,
    everybody, flag, nobody, owner, value, zone, zones)
{top}

class Way(Option):
    HIGH = "high"
    LOW = "low"

class T(Table):
    stock = zone(seen_by=nobody, pack=True)
    middle = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    mover: Player = value(NO_PLAYER)
    a = amount(0)
    b = amount(0)
    bad = flag(False)
    scored = amounts(0)
{table}

class G(Game[T]):
    name = "written"
    title = "Written"
    table_class = T
    fewest_players, most_players = 2, 4
{body}

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4", "5"), FRENCH_SUITS[:2])
        self.turn_cap = 60
        self.low = self.deck.where(ranks=["2", "3"])
{set_up}

    @clause("X-1")
    def deal(self, t: T) -> Rule[None]:
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 1, t.hand[player])

    @clause("X-2")
    def step(self, t: T) -> Rule[None]:
        if t.stock.is_empty:
            t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "stock empty")
            return
        me = t.mover
        yield from t.draw(t.stock, 1, t.hand[me])
        cards = yield from t.select(me, "lay", t.hand[me].pile, 1)
        t.move(cards, t.hand[me], t.middle)
{step}
        t.mover = t.next(me)

    def forfeit(self) -> int:
        return 0
'''
PROPERTIES = """from referee.verify import always, every, never, terminates
{top}

@always("X-2")
def hands_are_full(t):
    "Everybody holds a card."
    return every(t, (t.hand[player].size == 1 for player in t.players))

@never("X-2")
def it_goes_wrong(t):
    "Nothing goes wrong."
{says}
    return t.bad
"""
NUMBERS = count()


def indented(text: str, depth: int) -> str:
    return "\n".join([" " * depth + line if line else line for line in text.strip("\n").splitlines()])


def written(folder: Path, beside: dict[str, str] | None = None, says: str = "", **parts: str) -> tuple[Any, list[Any]]:
    """A game's class and its properties; ``beside`` are other modules of its folder, ``says`` text of a property."""
    package = f"written_{next(NUMBERS)}"
    home = folder / package
    home.mkdir()
    (home / "readings.toml").write_text("")
    (home / "rulebook.md").write_text("# Written\n\n## Clauses\n\n**X-1 Deal.** Deal.\n\n**X-2 Turn.** Turn.\n")
    depths = {"top": 0, "table": 4, "body": 4, "set_up": 8, "step": 8}
    filled = {name: indented(parts.get(name, ""), depth) for name, depth in depths.items()}
    (home / "__init__.py").write_text("")
    for name, text in (beside or {}).items():
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text(text)
    (home / "rules.py").write_text(TEXT.format(**filled))
    (home / "promises.py").write_text(PROPERTIES.format(top=parts.get("promised", ""), says=indented(says, 4)))
    sys.path.insert(0, str(folder))
    try:
        rules = importlib.import_module(f"{package}.rules")
        promises = importlib.import_module(f"{package}.promises")
    finally:
        sys.path.remove(str(folder))
    claims = [each.__property__ for each in vars(promises).values() if hasattr(each, "__property__")]
    return rules.G, claims

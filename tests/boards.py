"""Three in a row on a board of nine cells, drawn by the game itself; broken one piece at a time."""

from pathlib import Path

RULES = '''\
"""Three."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel import NO_PLAYER, Card, Deck, Game, OneOf, Player, Rule, Table
from referee.kernel import clause, nobody, owner, value, values, zone

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class ThreeTable(Table):
    box = zone(seen_by=nobody, pack=True)
    mover: Player = value(NO_PLAYER)
    cells: tuple[Player, ...] = value((NO_PLAYER,) * 9)
    secret = values("", seen_by=owner)
    rival = values(NO_PLAYER)


class Three(Game[ThreeTable]):
    name = "three"
    title = "Three"
    table_class = ThreeTable
    fewest_players = most_players = 2
    turn_cap = 9

    def set_up(self) -> None:
        self.deck = Deck([(Card("X"), 1)])

    @clause("T-1")
    def deal(self, t: ThreeTable) -> Rule[None]:
        t.mover = t.players[0]
        for player in t.players:
            t.secret[player] = f"s{player.seat}"
        yield from t.shuffle(t.box)

    @clause("T-2")
    def step(self, t: ThreeTable) -> Rule[None]:
        me = t.mover
        free = [at for at in range(9) if t.cells[at] is NO_PLAYER]
        at = yield from t.choose(me, "put", OneOf(free))
        t.cells = tuple(me if each == at else there for each, there in enumerate(t.cells))
        t.mover = t.left(me)
        t.rival[me] = t.left(me)
        if any(all(t.cells[each] is me for each in line) for line in LINES):
            t.end({p: 1 if p is me else 2 for p in t.players}, {p: 1 if p is me else -1 for p in t.players}, "three")

    def forfeit(self) -> int:
        return 1

    def draw(self, view: Mapping[str, Any]) -> str:
        cells = view["scalars"]["cells"]
        marks = ["." if each is None else "XO"[each["seat"]] for each in cells]
        return "\\n".join([" ".join(marks[row : row + 3]) for row in (0, 3, 6)] + [f"seen by {view['seat']}"])
'''

RULEBOOK = """\
# Three

Three in a line.

## Clauses

**T-1 Begin.** Seat 0 begins.

**T-2 Put.** A mark is put; three in a line win.
"""


def write_three(folder: Path, *changes: tuple[str, str]) -> Path:
    """The folder of the game; each change replaces text of its rules."""
    folder.mkdir(parents=True, exist_ok=True)
    rules = RULES
    for old, new in changes:
        assert old in rules, f"nothing to change: {old!r}"
        rules = rules.replace(old, new)
    (folder / "rules.py").write_text(rules, encoding="utf-8")
    (folder / "rulebook.md").write_text(RULEBOOK, encoding="utf-8")
    (folder / "readings.toml").write_text("", encoding="utf-8")
    return folder


BY_TUPLES = (
    ("from typing import Any\n", "from typing import Any, NamedTuple\n"),
    ("class ThreeTable", 'class Spot(NamedTuple):\n    column: int\n    row: int\n\n\nclass ThreeTable'),
    ("    rival =", "    last = value(Spot(0, 0))\n    spots = value(())\n    rival ="),
    ("at = yield from t.choose(me, \"put\", OneOf(free))", (
        "t.last = yield from t.choose(me, \"put\", OneOf([Spot(at % 3 + 1, at // 3 + 1) for at in free]), open=True)\n"
        "        at = t.last.column - 1 + (t.last.row - 1) * 3\n        t.spots = (*t.spots, t.last)"
    )),
)  # fmt: skip
"""Where to put a mark is said by a typed tuple."""
ON_A_BOARD = (
    ("import NO_PLAYER, Card,", "import NO_PLAYER, Card, Cell,"),
    ("import clause, ", "import clause, grid, "),
    ("    secret =", "    board = grid(3, 3)\n    last: Cell = value(Cell(0, 0))\n    secret ="),
    ('Deck([(Card("X"), 1)])', 'Deck([(Card("X"), 5), (Card("O"), 4)])'),
    ('at = yield from t.choose(me, "put", OneOf(free))', (
        't.last = yield from t.choose(me, "put", OneOf([c for c in t.board.cells if t.board[c].is_empty]), open=True)\n'
        '        t.move(self.deck.one[me.seat], t.box, t.board[t.last])\n        at = t.last.column + 3 * t.last.row'
    )),
    ("    def draw(", "    def other_picture("),
)  # fmt: skip
"""The same on a board of the kernel's, that no method draws."""

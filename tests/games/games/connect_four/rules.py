"""Connect four. Read beside rulebook.md, in the same order."""

from __future__ import annotations

from referee.kernel import (
    NO_PLAYER,
    Cell,
    Deck,
    Game,
    Kinds,
    OneOf,
    Parameter,
    Player,
    Rule,
    Table,
    clause,
    everybody,
    grid,
    value,
    zone,
)


class ConnectFourTable(Table):
    box = zone(seen_by=everybody, pack=True)
    board = grid(lambda game: game.columns, lambda game: game.rows)

    mover: Player = value(NO_PLAYER)
    red: Player = value(NO_PLAYER)


class ConnectFour(Game[ConnectFourTable]):
    """Four in a line."""

    name = "connect-four"
    title = "Connect four"
    table_class = ConnectFourTable
    fewest_players = most_players = 2
    parameters = (
        Parameter("columns", 7, "columns of the board", 1, 9),
        Parameter("rows", 6, "rows of the board", 1, 9),
        Parameter("line", 4, "discs in a line that wins", 2, 5),
    )

    def set_up(self) -> None:
        self.columns: int = self.settings["columns"]
        self.rows: int = self.settings["rows"]
        self.turn_cap = self.columns * self.rows
        discs = (self.turn_cap + 1) // 2
        self.deck = Deck.of((), (), tokens={"R": discs, "Y": discs})
        self.reds, self.yellows = self.deck.of_rank("R"), self.deck.of_rank("Y")

    @clause("CF-1")
    def deal(self, t: ConnectFourTable) -> Rule[None]:
        """Lot decides who begins, with red."""
        t.mover = t.red = yield from t.lot(t.players, seen_by=everybody)

    @clause("CF-2")
    def step(self, t: ConnectFourTable) -> Rule[None]:
        """Drop a disc into a column; it lies on the lowest empty cell."""
        me = t.mover
        disc = self.discs(t, me)
        cell = yield from t.choose(me, "drop", OneOf([c for c in t.board.cells if self.is_open(t, c)]), open=True)
        t.move(self.deck.one[disc.indices[0]], t.box, t.board[cell])
        if self.has_line(t, cell, disc):
            t.win(me, reason="line")
        elif t.turns + 1 == self.turn_cap:
            self.draw_game(t)
        t.mover = t.next(me)

    def discs(self, t: ConnectFourTable, player: Player) -> Kinds:
        return self.reds if player is t.red else self.yellows

    def is_open(self, t: ConnectFourTable, cell: Cell) -> bool:
        below = Cell(cell.column, cell.row - 1)
        return bool(t.board[cell].is_empty) and (cell.row == 0 or not t.board[below].is_empty)

    @clause("CF-3")
    def has_line(self, t: ConnectFourTable, cell: Cell, disc: Kinds) -> bool:
        """Whether the last disc is in a line of its colour."""
        lines = [line for line in t.board.lines(self.settings["line"]) if cell in line]
        return any(all(t.board[each].holds(disc) for each in line) for line in lines)

    @clause("CF-4")
    def draw_game(self, t: ConnectFourTable) -> None:
        """The board is full."""
        t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "board full")

    # -- what the referee asks ----------------------------------------------------------------------------

    def forfeit(self) -> int:
        return 1

    def payoff_bounds(self) -> tuple[int, int]:
        return -1, 1

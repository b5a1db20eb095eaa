"""A game that is played for what its table keeps: texts, tuples and typed tuples."""

from __future__ import annotations

from typing import NamedTuple

from referee.kernel import (
    NO_PLAYER,
    Card,
    Deck,
    Game,
    Option,
    Player,
    Rule,
    Table,
    clause,
    nobody,
    owner,
    value,
    values,
    zone,
    zones,
)


class Act(Option):
    STEP = "step"
    CALL = "call"


class Call(NamedTuple):
    """Who has called what, and when."""

    by: Player
    rank: str
    turn: int


class QueueTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    mover: Player = value(NO_PLAYER)
    called: str = value("")
    """A rank of the deck."""
    phase: str = value("early")
    waiting: tuple[Player, ...] = value(())
    turns_of: tuple[int, ...] = value(())
    last: Call = value(Call(NO_PLAYER, "", 0))
    thought = values("", seen_by=owner)


class Queue(Game[QueueTable]):
    name = "queue"
    title = "Queue"
    table_class = QueueTable
    fewest_players, most_players = 2, 3
    turn_cap = 20

    def set_up(self) -> None:
        self.deck = Deck([(Card(rank), 2) for rank in ("J", "Q", "K")])

    @clause("Q-1")
    def deal(self, t: QueueTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        for player in t.players:
            yield from t.draw(t.stock, 1, t.hand[player])
        t.mover = t.first_seat()

    @clause("Q-2")
    def step(self, t: QueueTable) -> Rule[None]:
        me = t.mover
        act = yield from t.choose(me, "turn", list(Act))
        if act is Act.STEP:
            t.waiting = (*t.waiting, me)
            t.thought[me] = "Q"
        else:
            t.called = "K" if t.called == "J" else "J"
            t.last = Call(me, t.called, t.turns)
            t.turns_of = (*t.turns_of, t.turns)
        t.phase = "late" if t.turns > 4 else "early"
        t.mover = t.next(me)
        self.end_after_nine(t)

    @clause("Q-3")
    def end_after_nine(self, t: QueueTable) -> None:
        if t.turns == 9:
            t.win(t.mover, reason="nine turns")

    def forfeit(self) -> int:
        return 1

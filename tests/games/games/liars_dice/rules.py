"""Liar's dice. Read beside rulebook.md, in the same order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.kernel import (
    NO_PLAYER,
    NOTHING,
    AnyAmount,
    Arms,
    Deck,
    Game,
    OneOf,
    Option,
    Parameter,
    Player,
    Rule,
    Table,
    amounts,
    clause,
    everybody,
    owner,
    value,
    values,
)


class Bid(NamedTuple):
    """So many dice of this face."""

    number: int
    face: int


class Phase(Option):
    """What is next in a round."""

    SHAKE = "shake"
    BID = "bid"


class Turn(Option):
    """What whoever has the turn may do."""

    BID = "bid"
    DOUBT = "doubt"


class LiarsDiceTable(Table):
    dice = values((), seen_by=owner)
    held = amounts()

    mover: Player = value(NO_PLAYER)
    bidder: Player = value(NO_PLAYER)
    bid: Bid = value(Bid(0, 0))
    phase: Phase = value(Phase.SHAKE)


class LiarsDice(Game[LiarsDiceTable]):
    """Say how many dice show a face, and be believed."""

    name = "liars-dice"
    title = "Liar's dice"
    table_class = LiarsDiceTable
    fewest_players, most_players = 2, 5
    parameters = (
        Parameter("dice", 5, "dice of each player", 1, 6),
        Parameter("faces", 6, "faces of a die", 2, 9),
    )

    def set_up(self) -> None:
        self.dice: int = self.settings["dice"]
        self.faces: int = self.settings["faces"]
        self.deck = Deck.of((), ())
        most = self.dice * self.players
        self.bids = tuple([Bid(number, face) for number in range(1, most + 1) for face in range(1, self.faces + 1)])
        self.turn_cap = most * (len(self.bids) + 2)

    @clause("LD-1")
    def deal(self, t: LiarsDiceTable) -> Rule[None]:
        """Lot decides who bids first."""
        t.mover = yield from t.lot(t.players, seen_by=everybody)
        for player in t.players:
            t.held[player] = self.dice

    def step(self, t: LiarsDiceTable) -> Rule[None]:
        yield from self.shake(t) if t.phase is Phase.SHAKE else self.turn(t)

    @clause("LD-2")
    def shake(self, t: LiarsDiceTable) -> Rule[None]:
        """Everybody looks at his own dice alone."""
        for player in t.everyone_from(t.mover):
            t.dice[player] = yield from t.roll(t.held[player], self.faces, seen_by=[player])
        t.bid, t.bidder, t.phase = Bid(0, 0), NO_PLAYER, Phase.BID

    @clause("LD-3")
    def turn(self, t: LiarsDiceTable) -> Rule[None]:
        """A higher bid, or doubt of the last one."""
        me = t.mover
        ways = {Turn.BID: OneOf([bid for bid in self.bids if t.bid < bid and bid.number <= self.all_dice(t)])}
        if t.bidder is not NO_PLAYER:
            ways[Turn.DOUBT] = NOTHING
        way, bid = yield from t.choose(me, "turn", Arms(ways), open=True)
        if way is Turn.BID:
            t.bid, t.bidder, t.mover = bid, me, self.next_with_dice(t, me)
        else:
            self.lift_cups(t)

    def all_dice(self, t: LiarsDiceTable) -> AnyAmount:
        return sum([t.held[player] for player in t.players])

    def next_with_dice(self, t: LiarsDiceTable, player: Player) -> Player:
        return next(each for each in (*t.others(player), player) if t.held[each] > 0)

    @clause("LD-4")
    def lift_cups(self, t: LiarsDiceTable) -> None:
        """All dice are shown, and those of the face are counted."""
        for player in t.players:
            t.disclose("dice", t.players, of=player, dice=t.dice[player])
        there = sum([self.shows(t, face) for player in t.players for face in t.dice[player]])
        self.lose_die(t, t.bidder if there < t.bid.number else t.mover)

    def shows(self, t: LiarsDiceTable, face: int) -> bool:
        return face == t.bid.face or (face == 1 and t.reading("ones") == "wild")

    @clause("LD-5")
    def lose_die(self, t: LiarsDiceTable, loser: Player) -> None:
        """Whoever was wrong loses a die."""
        t.held[loser] = t.held[loser] - 1
        for player in t.players:
            t.dice[player] = ()
        self.begin_round(t, loser)

    @clause("LD-6", "LD-7")
    def begin_round(self, t: LiarsDiceTable, loser: Player) -> None:
        """The loser bids first, or the next who has dice; the only one wins."""
        t.mover = loser if t.held[loser] > 0 else self.next_with_dice(t, loser)
        t.phase = Phase.SHAKE
        if t.held[t.mover] == self.all_dice(t):
            t.win(t.mover, reason="alone")

    # -- what the referee asks ----------------------------------------------------------------------------

    def draw(self, view: Mapping[str, Any]) -> str:
        """A line of dice for each player; what is under a cup that is not seen is a question mark."""
        told, lines = view["scalars"], []
        for seat, (held, dice) in enumerate(zip(told["held"], told["dice"], strict=True)):
            shaken = told["phase"]["value"] == Phase.BID.value
            faces = " ".join([f"[{face}]" for face in (dice if shaken and dice is not None else "?" * held)])
            lines.append(f"seat {seat}  {faces or 'out'}")
        return "\n".join(lines)

    def forfeit(self) -> int:
        return 1

    def payoff_bounds(self) -> tuple[int, int]:
        return -1, self.players - 1

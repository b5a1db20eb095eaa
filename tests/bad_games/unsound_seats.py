"""Games that tell seats apart, each beside one that does not: a proof that takes one seat for all would be wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from referee.kernel import Player, Rule, amounts, flag, value
from referee.verify import always
from tests.bad_games.small import SmallTable
from tests.bad_games.unsound import Base


class SeatsTable(SmallTable):
    bug = flag(False)
    mark: Any = value(())
    came = amounts(0)

    def first(self) -> Player:
        return self.players[0]


class Alike(Base):
    """Sound: everybody is counted, whatever the order."""

    table_class = SeatsTable

    def found(self, t: Any, me: Player) -> Any:
        most = max([t.came[player] for player in t.players])
        shares = {player: t.came[player] >= most for player in t.players}
        together = 0
        for player in t.players:
            mine = t.came[player]
            together = together + mine
        return together < 0 or me not in shares or not all(each in t.everyone_from(me) for each in t.players)

    def turn(self, t: Any, me: Player) -> Rule[None]:
        if self.found(t, me):
            t.bug = True
        yield from super().turn(t, me)


@always("B-2")
def nothing_is_found(t):
    """Wrong where a seat is told from another one."""
    return t.negate(t.bug)


def first_of(t: Any) -> Any:
    players = t.players
    return players[0]


ASKED = SimpleNamespace(first=lambda t: next(iter(t.players)))


def by_loop(t: Any, me: Player) -> Any:
    for first in t.players:
        if not t.hand[first].is_empty:
            break
    return first is not me


def by_return(t: Any, me: Player) -> Any:
    for player in t.players:
        return player is not me
    return False


def by_local(t: Any, me: Player) -> Any:
    last = me
    for player in t.players:
        last = player
    return last is me


def by_unpacking(t: Any, me: Player) -> Any:
    first, *_ = t.players
    return first is not me


def by_key(t: Any, me: Player) -> Any:
    return {t.came[player]: player for player in t.players}[0] is me


def by_nesting(t: Any, me: Player) -> Any:
    return [group[0] for group in [t.players]][0] is not me  # noqa: RUF015


def by_closure(t: Any, me: Player) -> Any:
    def everybody() -> Any:
        return t.players

    return list(everybody())[0] is not me  # noqa: RUF015


def by_first_come(t: Any, me: Player) -> Any:
    t.came[me] = 0
    for player in t.players:
        if sum([t.came[each] for each in t.players]) == 0:
            t.came[player] = 1
    found = t.came[me] == 0
    for player in t.players:
        t.came[player] = 0
    return found


TOLD = {
    "int": lambda t, me: int(me) == 1,
    "equal": lambda t, me: me == 1,
    "in numbers": lambda t, me: me in (1, 2, 3),
    "order": lambda t, me: me > t.next(me),
    "modulo": lambda t, me: me % 2 == 1,
    "repr": lambda t, me: repr(me) == "seat 1",
    "words": lambda t, me: f"{me}" == "seat 1",
    "number of a word": lambda t, me: "%d" % me == "1",  # noqa: UP031
    "key": lambda t, me: {0: False}.get(me, True),
    "found by number": lambda t, me: [False, True, True, True][me],
    "range": lambda t, me: len(range(me)) > 0,
    "lesser": lambda t, me: t.lesser(me, 1) == 1,
    "attribute": lambda t, me: me.seat == 1,
    "real": lambda t, me: me.real == 1,
    "players": lambda t, me: t.players[0] is not me,
    "number of a player": lambda t, me: t.players.index(me) == 1,
    "came": lambda t, me: t.came[0] == 0 and t.hand[1] is t.hand[me],
    "sorted": lambda t, me: sorted(t.players)[0] is not me,
    "list": lambda t, me: [player for player in t.players][0] is not me,  # noqa: C416, RUF015
    "max": lambda t, me: max(t.players, key=lambda each: t.came[each]) is not me,
    "enumerate": lambda t, me: any(each is me for number, each in enumerate(t.players) if number == 1),
    "zip": lambda t, me: any(each is me for number, each in zip((0, 1), t.players, strict=False) if number == 1),
    "money": lambda t, me: t.money.index(0) == 0 and me != 0,
    "set": lambda t, me: [each for each in {*t.others(me), me}][0] is not me,  # noqa: C416, RUF015
    "helper": lambda t, me: first_of(t) is not me,
    "method": lambda t, me: t.first() is not me,
    "elsewhere": lambda t, me: ASKED.first(t) is not me,
    "loop": by_loop,
    "return": by_return,
    "local": by_local,
    "unpacking": by_unpacking,
    "key of a dictionary": by_key,
    "nesting": by_nesting,
    "closure": by_closure,
    "who comes first": by_first_come,
}
"""Whatever tells the seat of the mover from others; true for some seats and false for the first."""


def telling(word: str) -> type[Alike]:
    class Told(Alike):
        found = staticmethod(TOLD[word])  # type: ignore[assignment]

    return Told


class Rarely(Alike):
    """Too rarely to be played: three certain cards."""

    def set_up(self) -> None:
        super().set_up()
        self.two = self.deck.where(ranks=["2"])

    def found(self, t: Any, me: Player) -> Any:
        return int(me) == 1 and bool(t.hand[me].count(self.two) == 2)


class Marked(Rarely):
    """A player within a tuple, who after a step of the first seat is the first seat. Play hardly ever shows it."""

    def found(self, t: Any, me: Player) -> Any:
        found = bool(t.mark) and t.mark[0] is not me
        others = (t.hand[player].count(self.two) for player in t.others(me))
        if t.hand[me].count(self.two) == 2 and any(count == 2 for count in others):
            t.mark = (me,)
        return found


class MarkedForOneStep(Marked):
    """Sound: it is empty again when the step is over."""

    def found(self, t: Any, me: Player) -> Any:
        found = super().found(t, me)
        t.mark = ()
        return found


class MarkedNext(Marked):
    """Sound: who is named is whose turn it is."""

    def found(self, t: Any, me: Player) -> Any:
        t.mark = (t.next(me), (me,))
        return t.mark[0] is me or t.mark[1][0] is not me

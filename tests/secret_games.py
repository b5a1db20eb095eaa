"""Small games with scalars that not everybody sees, in which every possible world can be counted."""

from typing import Any

from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Card,
    Deck,
    Game,
    OneOf,
    Option,
    Parameter,
    Player,
    Rule,
    Table,
    amount,
    clause,
    everybody,
    flag,
    nobody,
    owner,
    value,
    values,
    zone,
    zones,
)


class Way(Option):
    BID = "bid"
    DOUBT = "doubt"


class Role(Option):
    NONE = "none"
    SPY = "spy"
    GUARD = "guard"


class Small(Game[Any]):
    fewest_players, most_players = 2, 4

    def set_up(self) -> None:
        self.deck = Deck([])
        self.turn_cap = 12

    def end(self, t: Any) -> None:
        t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "over")

    def forfeit(self) -> int:
        return 0


class DiceTable(Table):
    mover: Player = value(NO_PLAYER)
    bid = amount(0)
    dice: Any = values((), seen_by=owner)


class Dice(Small):
    """Two dice each, thrown in secret; all are shown, and thrown again, when somebody doubts."""

    name = "dice"
    title = "Dice"
    table_class = DiceTable
    parameters = (Parameter("dice", 2, "dice of each player", 1, 5),)

    @clause("D-1")
    def deal(self, t: Any) -> Rule[None]:
        t.mover = yield from t.lot(t.players)
        yield from self.throw(t)

    def throw(self, t: Any) -> Rule[None]:
        for player in t.everyone_from(t.mover):
            thrown: tuple[int, ...] = ()
            for _ in range(self.settings["dice"]):
                face = yield from t.lot((1, 2, 3))
                thrown = (*thrown, face)
            t.dice[player] = tuple(sorted(thrown))

    @clause("D-2")
    def step(self, t: Any) -> Rule[None]:
        way = yield from t.choose(t.mover, "turn", list(Way), open=True)
        if way is Way.BID:
            t.bid = t.bid + 1
        else:
            for player in t.everyone_from(t.mover):
                t.note("shows", of=player, dice=t.dice[player])
            t.bid = 0
            yield from self.throw(t)
        t.mover = t.next(t.mover)
        if t.turns > 8:
            self.end(t)


class SumTable(Table):
    mover: Player = value(NO_PLAYER)
    one = amount(0, seen_by=nobody)
    two = amount(0, seen_by=nobody)
    three = amount(0, seen_by=nobody)
    total = amount(0)


class Sum(Small):
    """Three hidden numbers, whose sum all are told."""

    name = "sum"
    title = "Sum"
    table_class = SumTable

    @clause("U-1")
    def deal(self, t: Any) -> Rule[None]:
        t.mover = yield from t.lot(t.players)
        t.one = yield from t.lot((1, 2, 3, 4))
        t.two = yield from t.lot((1, 2, 3, 4))
        t.three = yield from t.lot((1, 2, 4, 8))
        t.disclose("sum", total=t.one + t.two + t.three)
        t.total = t.one + t.two + t.three

    @clause("U-2")
    def step(self, t: Any) -> Rule[None]:
        yield from t.choose(t.mover, "turn", OneOf((1, 2)), open=True)
        t.mover = t.next(t.mover)
        if t.turns > 4:
            self.end(t)


class RoleTable(Table):
    mover: Player = value(NO_PLAYER)
    role: Any = values(Role.NONE, seen_by=owner)


class Roles(Small):
    """One is the spy, and everybody knows whether he is; each turn the next one shows who he is, if he is asked."""

    name = "roles"
    title = "Roles"
    table_class = RoleTable

    @clause("R-1")
    def deal(self, t: Any) -> Rule[None]:
        t.mover = yield from t.lot(t.players)
        spy = yield from t.lot(t.players)
        for player in t.players:
            t.role[player] = Role.SPY if player is spy else Role.GUARD

    @clause("R-2")
    def step(self, t: Any) -> Rule[None]:
        way = yield from t.choose(t.mover, "turn", list(Way), open=True)
        asked = t.next(t.mover)
        if way is Way.DOUBT:
            t.disclose("shows", of=asked, role=t.role[asked])
        t.mover = asked
        if t.turns > 6:
            self.end(t)


class PeekTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    away = zone(seen_by=nobody)
    hand = zones(seen_by=owner)
    mover: Player = value(NO_PLAYER)
    red = flag(False, seen_by=nobody)


class Peek(Small):
    """A card is laid away unseen; the rules keep whether it was red."""

    name = "peek"
    title = "Peek"
    table_class = PeekTable

    def set_up(self) -> None:
        super().set_up()
        self.deck = Deck.of(("2", "3", "4"), FRENCH_SUITS[:2])
        self.reds = self.deck.where(suit=FRENCH_SUITS[0])

    @clause("P-1")
    def deal(self, t: Any) -> Rule[None]:
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 1, t.hand[player])
        yield from t.draw(t.stock, 1, t.away)
        t.red = t.away.holds(self.reds)

    @clause("P-2")
    def step(self, t: Any) -> Rule[None]:
        yield from t.choose(t.mover, "turn", OneOf((1, 2)), open=True)
        t.mover = t.next(t.mover)
        if t.turns > 4:
            self.end(t)


class Twins(Peek):
    """There are two of each card, so that another hand may have had one like mine before me."""

    name = "twins"
    title = "Twins"

    def set_up(self) -> None:
        super().set_up()
        self.deck = Deck([(Card(rank), 2) for rank in ("2", "3", "4")])
        self.reds = self.deck.where(ranks="2")


class ThiefTable(PeekTable):
    shown = zone(seen_by=everybody)


class Thief(Peek):
    """A card is taken blindly out of a hand, whose other card is shown then."""

    name = "thief"
    title = "Thief"
    table_class = ThiefTable

    def set_up(self) -> None:
        super().set_up()
        self.deck = Deck([(Card(rank), 3) for rank in ("2", "3", "4")])
        self.reds = self.deck.where(ranks="2")

    @clause("P-1")
    def deal(self, t: Any) -> Rule[None]:
        t.mover, thief, robbed = t.players
        yield from t.shuffle(t.stock)
        for player in t.players:
            yield from t.draw(t.stock, 1 if player == thief else 2, t.hand[player])
        t.move((yield from t.pick(t.hand[robbed].pile, 1)), t.hand[robbed], t.hand[thief])
        t.move(t.hand[robbed].pile, t.hand[robbed], t.shown)
        t.red = t.hand[thief].holds(self.reds)


class CountedTable(PeekTable):
    shown = zone(seen_by=everybody)
    reds: Any = values(0, seen_by=owner)


class Counted(Peek):
    """Everybody gets four cards, and the rules keep how many of them are red; each turn one of them is laid open."""

    name = "counted"
    title = "Counted"
    table_class = CountedTable

    def set_up(self) -> None:
        super().set_up()
        self.deck = Deck.of(("2", "3", "4", "5", "6"), FRENCH_SUITS)
        self.reds = self.deck.where(suit=FRENCH_SUITS[0])

    @clause("P-1")
    def deal(self, t: Any) -> Rule[None]:
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 4, t.hand[player])
        for player in t.players:
            t.reds[player] = t.hand[player].count(self.reds)

    @clause("P-2")
    def step(self, t: Any) -> Rule[None]:
        yield from t.choose(t.mover, "turn", OneOf((1, 2)), open=True)
        card = yield from t.pick(t.hand[t.mover].pile, 1)
        t.move(card, t.hand[t.mover], t.shown)
        t.mover = t.next(t.mover)
        if t.turns > 4:
            self.end(t)


class ChosenTable(Table):
    mover: Player = value(NO_PLAYER)
    number: int = value(0, seen_by=nobody)
    chosen: int = value(0, seen_by=nobody)
    tries = amount(0)


class Stubborn(Small):
    """Long ago many numbers were drawn, whose remainder all see: nobody finds them again by trying."""

    name = "stubborn"
    title = "Stubborn"
    table_class = ChosenTable

    @clause("C-1")
    def deal(self, t: Any) -> Rule[None]:
        t.mover = yield from t.lot(t.players)
        for _ in range(8):
            more = yield from t.lot(range(1000))
            t.number = t.number * 1000 + more
        t.disclose("remainder", number=t.number % 1000003)
        t.tries = t.number % 1000003

    @clause("C-2")
    def step(self, t: Any) -> Rule[None]:
        yield from t.choose(t.mover, "turn", OneOf((1, 2)), open=True)
        t.mover = t.next(t.mover)
        if t.turns > 4:
            self.end(t)


class Saying(Stubborn):
    """The same game, which says what could be."""

    name = "saying"

    def possible_scalars(self, t: Any, player: Player) -> dict[str, Any]:
        return {"number": tuple([t.tries + 1000003 * each for each in range(5)])}


class GoalTable(Table):
    mover: Player = value(NO_PLAYER)
    goal: int = value(1, seen_by=nobody)


class Until(Small):
    """Numbers are drawn until the hidden one comes, and all are told how many; so many may be no number at all."""

    name = "until"
    title = "Until"
    table_class = GoalTable

    @clause("N-1")
    def deal(self, t: Any) -> Rule[None]:
        t.mover = yield from t.lot(t.players)
        t.goal = yield from t.lot((1, 2))

    @clause("N-2")
    def step(self, t: Any) -> Rule[None]:
        yield from t.choose(t.mover, "turn", OneOf((1, 2)), open=True)
        drawn, number = 0, 0
        while drawn != t.goal:
            drawn = yield from t.lot((1, 2))
            number = number + 1
        t.disclose("drawn", number=number)
        t.mover = t.next(t.mover)
        if t.turns > 8:
            self.end(t)


__all__ = ["Dice", "Peek", "Roles", "Saying", "Stubborn", "Sum", "Until", "everybody"]


class Fingers(Small):
    """Both show one or two fingers at once: the first seat gets their number where it is even, else pays it."""

    name = "fingers"
    title = "Fingers"
    table_class = Table
    most_players = 2

    @clause("F-1")
    def deal(self, t: Any) -> Rule[None]:
        yield from ()

    @clause("F-2")
    def step(self, t: Any) -> Rule[None]:
        shown = yield from t.together("fingers", {player: OneOf((1, 2)) for player in t.players})
        number = sum(shown.values())
        first, second = t.players
        if number % 2 == 0:
            t.pay(second, first, number)
        else:
            t.pay(first, second, number)
        won = {player: t.balance(player) for player in t.players}
        t.end({player: -won[player] for player in t.players}, won, "shown")

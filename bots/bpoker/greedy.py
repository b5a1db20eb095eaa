"""B-poker: build the highest hand that can be declared, help oneself, hurt whoever leads, and keep 10♦s for need.

Every card has a worth as a play of one's own and a worth as one that is forced on somebody; cards of a rank that
lies on the table already are worth more. The bot stops playing as soon as it can declare five cards that beat all
hands that are declared: with these it wins as its next turn begins.
"""

from itertools import combinations
from typing import Any

from referee.bot import Ask, Bot, View

RANKS = {str(number): number for number in range(2, 11)} | {"J": 11, "Q": 12, "K": 13, "A": 14, "Jo": 1}
OWN = {"9d": 100, "7d": 12, "7h": 8, "7s": 8, "3h": 9, "3s": 9, "3d": 9, "10d": 6, "9h": 5, "9s": 5, "Kd": 4, "6": 4}
OWN |= {"8": 5, "4": 3, "3c": 2, "2": 3, "5": 2, "Kh": 1, "Jo": 1, "Q": -1, "J": -2, "A": -2, "9c": -3, "10h": -2}
OWN |= {"10s": -4, "Ac": -4, "7c": -8, "Ks": -12, "Kc": -15, "10c": -40}
"""By name or rank."""
HARM = {"10c": 40, "Kc": 15, "Ks": 14, "7c": 9, "Ac": 7, "10s": 6, "9c": 4, "A": 4, "Jc": 4, "J": 3, "Q": 1, "9d": -100}
HARM |= {"7d": -12, "7h": -8, "7s": -8, "3h": -9, "3s": -9, "3d": -9, "8": -5, "10d": 2}
DREADED = ("10c", "Ks", "7c", "Ac", "10s", "9c")
"""Cards that one would rather have without effect."""

MOST = 10
"""Cards of a table among which the best are looked for."""

Card = tuple[int, str]
"""A rank, 0 of a wild, and a suit, "" of a joker."""


def of(table: dict[str, int], name: str) -> int:
    return table.get(name, table.get(name if name == "Jo" else name[:-1], 0))


def read(laid: Any) -> tuple[Card, list[str]]:
    """What a card of a table counts, and its marks."""
    name, marks = (laid, []) if isinstance(laid, str) else (laid["card"], laid["marks"])
    if "wild" in marks:
        return (0, ""), marks
    return (RANKS["Jo" if name == "Jo" else name[:-1]], "" if name == "Jo" else name[-1]), marks


def worth(cards: list[Card]) -> tuple[int, ...]:
    """Of up to five cards; wilds are what makes them highest."""
    wilds = sum(rank == 0 for rank, _ in cards)
    held = [(rank, suit) for rank, suit in cards if rank]
    ranks = [rank for rank, _ in held]
    order = sorted(set(ranks), key=lambda rank: (-ranks.count(rank), -rank)) or [14]
    most = (ranks.count(order[0]) if ranks else 0) + wilds
    second = ranks.count(order[1]) if len(order) > 1 else 0
    flush = len(cards) == 5 and len({suit for _, suit in held}) <= 1 and all(suit for _, suit in held)
    straight = len(cards) == 5 and len(set(ranks)) == len(ranks) and (not ranks or max(ranks) - min(ranks) < 5)
    if most == 5:
        kind = 9
    elif flush and straight:
        kind = 8
    elif most == 4:
        kind = 7
    elif most == 3 and second == 2:
        kind = 6
    else:
        kind = 5 if flush else 4 if straight else 3 if most == 3 else (1 + (second == 2)) if most == 2 else 0
    return (len(cards) == 5, kind, *order)


class Greedy(Bot):
    forcing = ""
    """The card that is about to be forced."""

    def answer(self, view: View, ask: Ask) -> Any:
        space = ask.describe()
        kind = space["space"]
        if ask.what in ("play", "shaft", "follow", "play his card"):
            return self.play(view, ask, space)
        if kind == "one of":
            return self.choose(view, ask, space["options"])
        if kind == "one of a row":
            return self.pick(view, space)
        if kind == "some of a row":
            return self.pick_some(view, ask, space)
        if kind == "cards":
            worst = sorted(space["of"], key=lambda name: of(OWN, name))
            return worst[: space["least"]]
        return ask.sample(self.rng)

    # -- hands ------------------------------------------------------------------------------------------

    def table(self, view: View, seat: int) -> list[tuple[Card, list[str]]]:
        return [read(laid) for laid in view.cards("table", seat)]

    def best(self, cards: list[tuple[int, Card]], size: int) -> list[int]:
        """The places of the highest cards."""
        some = combinations(cards[:MOST], min(size, len(cards[:MOST])))
        return [place for place, _ in max(some, key=lambda five: worth([card for _, card in five]))]

    def declared(self, view: View, seat: int) -> tuple[int, ...]:
        members = [card for card, marks in self.table(view, seat) if "declared" in marks]
        return worth(members) if members else ()

    def rivals(self, view: View) -> list[int]:
        return [seat for seat in range(view.players) if seat != self.seat and not view["out"][seat]]

    def leads(self, view: View) -> bool:
        """Whether the five best cards of the own table beat all that is declared."""
        mine = list(enumerate(card for card, _ in self.table(view, self.seat)))
        if len(mine) < 5:
            return False
        cards = dict(mine)
        best = worth([cards[place] for place in self.best(mine, 5)])
        return all(best > self.declared(view, seat) for seat in self.rivals(view))

    # -- answers ----------------------------------------------------------------------------------------

    def play(self, view: View, ask: Ask, told: dict[str, Any]) -> Any:
        if told["space"] == "cards":
            return [max(told["of"], key=lambda name: of(HARM, name))]
        arms = told["arms"]
        if "stop" in arms and self.leads(view):
            return ["stop"]
        ranks = [card[0] for card, _ in self.table(view, self.seat)]
        sideways = any("no-effect" in marks for _, marks in self.table(view, self.seat))

        def value(name: str) -> float:
            if name == "10c" and sideways:
                return 8
            return of(OWN, name) + 3 * ranks.count(RANKS["Jo" if name == "Jo" else name[:-1]])

        options = [(value(name), arm, name) for arm, space in arms.items() for name in singles(space)]
        if ask.what == "shaft":
            options = [(max(of(HARM, name), of(OWN, name)), arm, name) for _, arm, name in options]
        if not options:
            return ask.sample(self.rng)
        best, arm, name = max(options)
        if "stop" in arms and best < -3:
            return ["stop"]
        self.forcing = name
        return [arm, [name]]

    def choose(self, view: View, ask: Ask, options: list[Any]) -> Any:
        seats = [option["seat"] for option in options if isinstance(option, dict)]
        if seats:
            return self.whom(view, ask, options, seats)
        flying = view.cards("flight") if "flight" in view.data["zones"] else []
        dreaded = bool(flying) and (flying[-1] if isinstance(flying[-1], str) else flying[-1]["card"]) in DREADED
        wanted = {
            "scrap": ["end"] if self.leads(view) else ["go on", "scrap"],
            "eight": ["becomes wild", "stays"] if (view.size("stash") or 0) > 3 else ["breaks a tile"],
            "reached": ["magic_shield"],
            "enters": ["magic"] if dreaded else ["pass"],
            "forced": ["reflector", "tunnel"] if dreaded else ["pass"],
            "any time": ["raise_card", "turn_a_six", "pass"],
            "hand to be formed": ["a higher hand first"],
            "f_poker": ["stay"],
        }.get(ask.what, ["no", "nothing", "decline", "pass"])
        found = [option for option in wanted if option in options]
        return found[0] if found else ask.sample(self.rng)

    def whom(self, view: View, ask: Ask, options: list[Any], seats: list[int]) -> Any:
        """Oneself for good cards, else whoever has the highest declared hand and the most cards on his table."""
        if ask.what == "shaft onto" and self.seat in seats and of(OWN, self.forcing) > of(HARM, self.forcing):
            return {"seat": self.seat}
        others = [seat for seat in seats if seat != self.seat] or seats
        if ask.what.startswith("trade for") or ask.what.startswith("force a card"):
            others = [seat for seat in others if self.declared(view, seat)[:1] == (True,)]
            if not others:
                return "pass" if "pass" in options else "no" if "no" in options else {"seat": seats[0]}
        return {"seat": max(others, key=lambda seat: (self.declared(view, seat), len(view.cards("table", seat))))}

    def pick(self, view: View, space: dict[str, Any]) -> int:
        """Members of others' hands; of the own cards those that are worth least."""
        table = view.cards("table", space["seat"]) if space["row"] == "table" else []
        members = [place for place, laid in enumerate(table) if "declared" in read(laid)[1]]
        if space["seat"] == self.seat:
            return int(min(space["of"], key=lambda each: (each[0] in members, of(OWN, each[1])))[0])
        return int(max(space["of"], key=lambda each: (each[0] in members, of(OWN, each[1])))[0])

    def pick_some(self, view: View, ask: Ask, space: dict[str, Any]) -> list[int]:
        row = view.cards(space["row"], space["seat"])
        cards = [(place, read(row[place])[0]) for place, _ in space["of"]]
        if ask.what == "declare":
            return sorted(self.best(cards, space["most"]))
        keep = set(self.best(cards, 5))
        rest = sorted([place for place, _ in cards], key=lambda place: place in keep)
        chosen = rest[: max(space["least"], 0)]
        return [place for place, _ in space["of"] if place in chosen]


def singles(space: dict[str, Any]) -> list[str]:
    """The cards of an arm that plays one."""
    return list(space["of"]) if space["space"] == "cards" and space["least"] == space["most"] == 1 else []

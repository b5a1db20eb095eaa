"""Cards and money are conserved, after every move and at every step boundary; game objects stay as they are."""

import random
from collections.abc import Iterable
from typing import Any

import msgspec

from referee.kernel.errors import RuleFault
from referee.kernel.game import Game, run_deal, run_step
from referee.kernel.requests import Choice
from referee.kernel.table import Table
from referee.kernel.watch import Watch
from tests.conformance.setups import cap_of, check_excuse
from tests.randomly import Varied

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode


class Counting(Watch):
    """Counts all cards and all money whenever the table tells of a change."""

    __slots__ = ("moves", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.moves = 0

    def check(self) -> None:
        table, deck = self.table, self.table.deck
        assert sum([place.pile for place in table.places]) == deck.whole, "cards came or went"
        for place in table.places:
            assert deck.is_pile(place.pile), f"{place!r} holds what is no pile"
            assert place.size == deck.size(place.pile), f"{place!r} has a wrong size"
        assert sum(table.money) == 0, "money came or went"

    def moved(self, *about: Any) -> None:
        self.moves += 1
        self.check()

    def swapped(self, *about: Any) -> None:
        self.check()

    def marked(self, *about: Any) -> None:
        self.check()

    def paid(self, *about: Any) -> None:
        self.check()


def check_match(game: Game[Any], seed: int, cap: int) -> tuple[str, RuleFault | None]:
    """Play one random match under a count of everything; gives how it ended, with the fault if one stopped it."""
    table = game.table()
    counting = Counting(table)
    table.watch = counting
    driver = Varied(random.Random(seed), on_answer=check_question)
    before = shape(game)
    ended: tuple[str, RuleFault | None] = ("turn-cap", None)
    try:
        run_deal(game, table, driver)
        for _ in range(cap_of(game, cap)):
            counting.check()
            check_boundary(table)
            if table.outcome is not None:
                break
            run_step(game, table, driver)
    except RuleFault as fault:
        check_excuse(game, fault)
        ended = ("fault", fault)
    counting.check()
    if table.outcome is not None:
        ended = (table.outcome.reason, None)
        check_outcome(game, table)
    assert counting.moves, "nothing was dealt"
    assert shape(game) == before, f"{game.name}: the game object changed while it was played"
    return ended


def check_question(choice: Choice, answer: Any) -> None:
    """What is asked can be told to any bot, and answered by it; the default action is among the answers."""
    space, game = choice.space, choice.table.game
    assert space.exists()
    assert space.count() > 0
    encode(space.describe())
    told = decode(encode(space.plain(answer)))
    again = space.read(told)
    assert space.admits(again)
    assert space.plain(again) == space.plain(answer), f"{choice.ask}: {told!r} is read as another answer"
    assert space.admits(game.default_answer(choice)), f"{choice.ask}: the default action is not allowed"


def check_boundary(table: Table) -> None:
    """Nothing may be going on between steps."""
    assert not table.stack
    assert not table.flight.row, "cards are in flight between two steps"
    hash(table.snapshot())


def check_outcome(game: Game[Any], table: Table) -> None:
    outcome = table.outcome
    assert outcome is not None
    assert len(outcome.scores) == len(outcome.payoffs) == game.players
    assert min(outcome.ranks) == 1
    assert outcome.winners
    bounds = game.payoff_bounds()
    for payoff in outcome.payoffs:
        assert not isinstance(payoff, float), "payoffs are exact"
        if bounds is not None:
            assert bounds[0] <= payoff <= bounds[1], f"a payoff of {payoff} is outside {bounds}"


def shape(thing: Any, seen: set[int] | None = None) -> Any:
    """All that can be told of a game object by looking into it; caches of functions apart."""
    seen = set() if seen is None else seen
    if thing is None or isinstance(thing, (bool, int, str, float)):
        return thing
    if callable(thing):
        return id(thing)
    if id(thing) in seen:
        return "seen"
    seen.add(id(thing))
    if isinstance(thing, dict):
        return [(shape(key, seen), shape(value, seen)) for key, value in thing.items()]
    if isinstance(thing, (list, tuple)):
        return [shape(each, seen) for each in thing]
    if isinstance(thing, (set, frozenset)):
        return sorted(map(repr, thing))
    names: Iterable[str] = [*getattr(thing, "__dict__", ()), *getattr(type(thing), "__slots__", ())]
    return [type(thing).__name__, *((name, shape(getattr(thing, name, None), seen)) for name in names)]

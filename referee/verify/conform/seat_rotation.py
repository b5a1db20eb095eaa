"""No rule prefers a seat: if everybody moves one seat on and the answers move along, so does the result.

The first seat turns too, and chance is the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping
from itertools import islice, product
from typing import Any, NamedTuple, NoReturn

from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import RuleFault
from referee.kernel.game import Game
from referee.kernel.outcome import Outcome
from referee.kernel.players import NO_PLAYER, Player
from referee.kernel.requests import Chance, Choice, Draw, Lot, Together, clause_at, waiting
from referee.kernel.table import Table
from referee.verify.conform import SeatPreferred
from referee.verify.play.drivers import AtRandom
from referee.verify.play.watchdog import WATCHDOG


class Turn:
    """Turns things of a table by one seat: what was seat 0's is seat 1's."""

    def __init__(self, players: int) -> None:
        self.players = players

    def seat(self, seat: int) -> int:
        return (seat + 1) % self.players if seat < self.players else seat

    def each(self, values: Any) -> tuple[Any, ...]:
        """Things that every player has one of."""
        return (values[-1], *values[:-1])

    def value(self, value: Any) -> Any:
        """A scalar in which players may be named."""
        if isinstance(value, Player):
            return value if value is NO_PLAYER else Player.at(self.seat(value.seat))
        if isinstance(value, Outcome):
            return Outcome(self.each(value.scores), self.each(value.payoffs), value.reason)
        if isinstance(value, tuple):
            parts = [self.value(each) for each in value]
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        return value

    def plain(self, data: Any) -> Any:
        """JSON data in which players may be named."""
        if isinstance(data, dict):
            return {key: self.seat(each) if key == "seat" else self.plain(each) for key, each in data.items()}
        return [self.plain(each) for each in data] if isinstance(data, list) else data

    def snapshot(self, table: Table) -> tuple[Any, ...]:
        contents, scalars, of_each = table.snapshot()
        lying = {(place.name, place.owner): each for place, each in zip(table.places, contents, strict=True)}
        turned = [(place.name, None if place.owner is None else table.right(place.owner)) for place in table.places]
        one = [name for name, spec in table.scalar_specs.items() if not spec.per_player]
        state = dict(zip((*one, *table.KERNEL_SCALARS), scalars, strict=True))
        money = state.pop("money")
        state = {name: self.value(value) for name, value in state.items()}
        state["money"] = (*self.each(money[:-1]), money[-1])
        return (
            tuple([lying[name] for name in turned]),
            tuple([state[name] for name in (*one, *table.KERNEL_SCALARS)]),
            tuple([self.each([self.value(value) for value in values]) for values in of_each]),
        )


PREFERRED = "the rules prefer a seat (let deal() begin with t.first_seat() or a lot)"
Did = tuple[str, Any, Any]
"""A request (``choice`` or ``chance``), its subject, and its result."""


class Noting(AtRandom):
    """Plays at random and notes all that it answers."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.did: list[Did] = []
        self.way: list[list[Any]] = []
        """The answers of each step."""

    def choose(self, choice: Choice) -> Any:
        answer = super().choose(choice)
        about = (choice.player, choice.decider, choice.ask)
        self.did.append(("choice", about, choice.space.plain(answer)))
        return answer

    def chance(self, event: Chance) -> Any:
        outcome = super().chance(event)
        about = drawn_from(self) if isinstance(event, Lot) else drawn_to(self) if isinstance(event, Draw) else None
        self.did.append(("chance", (type(event), about), outcome))
        return outcome


class Turned:
    """Answers what another run did, turned by one seat.

    A lot among what names no seat is drawn as ``lots`` say: which of equally likely things it is says nothing. Of
    several draws in a row everybody gets the cards of his neighbour, in whatever order they are dealt out: of a
    shuffled stock every card is as likely.
    """

    symbolic = False

    def __init__(self, turn: Turn, did: list[Did], table: Table, lots: tuple[int, ...] = ()) -> None:
        self.turn, self.table = turn, table
        self.did = list(did)
        self.lots, self.drawn = lots, list[int]()
        """The outcome that each such lot is to have, and the number of its possible outcomes."""
        self.rules: list[Generator[Any, Any, Any]] = []

    def _next(self, word: str, request: Any) -> tuple[Any, Any]:
        asked, about, answer = self.did.pop(0) if self.did else ("end", None, None)
        if asked != word:
            self.differs(f"with everybody one seat further the rules ask for {request}, and not for {asked} {about}")
        return about, answer

    def differs(self, what: str) -> NoReturn:
        raise SeatPreferred(f"{PREFERRED}: {what}", clause_at(self.table, self.rules))

    def choose(self, choice: Choice) -> Any:
        about, plain = self._next("choice", choice.ask)
        turned = tuple(self.turn.value(each) for each in about)
        asked = (choice.player, choice.decider, choice.ask)
        if turned != asked:
            self.differs(f"with everybody one seat further the rules ask {asked}, and not {turned}")
        return self._read(choice, plain)

    def _read(self, choice: Choice, plain: Any) -> Any:
        try:
            return choice.space.read(self.turn.plain(plain))
        except (ValueError, TypeError, LookupError) as error:
            self.differs(f"with everybody one seat further the answer to {choice.ask!r} is none: {error}")

    def together(self, choices: Together) -> Mapping[Player, Any]:
        # Everybody answers at once: the order in which they are listed may be that of the seats.
        answers = {}
        by_player = {}
        for _ in choices.choices:
            about, plain = self._next("choice", "together")
            by_player[self.turn.value(about[0])] = plain
        for choice in choices.choices:
            answers[choice.player] = self._read(choice, by_player[choice.player])
        return answers

    def _dealt_out(self) -> None:
        """Put first the draw of the cards that are meant here, of those that follow without anything in between."""
        place, (name, owner), number = drawn_to(self)
        for at, (word, (*_, about), _) in enumerate(self.did):
            if word != "chance" or not isinstance(about, To) or (about.place, about.number) != (place, number):
                return
            if (about.target[0], self.turn.value(about.target[1])) == (name, owner):
                self.did.insert(0, self.did.pop(at))
                return

    def chance(self, event: Chance) -> Any:
        if isinstance(event, Draw):
            self._dealt_out()
        (kind, among), outcome = self._next("chance", type(event).__name__)
        if kind is not type(event):
            self.differs(
                f"with everybody one seat further the rules ask chance for {type(event).__name__}, not {kind.__name__}"
            )
        if isinstance(event, Lot):
            here = list(drawn_from(self))
            if len(here) != len(among):
                self.differs(f"with everybody one seat further a lot is among {len(here)} things, not {len(among)}")
            wanted = self.turn.value(among[outcome])
            if wanted in here and wanted != among[outcome]:
                return here.index(wanted)
            at = len(self.drawn)
            self.drawn.append(len(here))
            return self.lots[at] if at < len(self.lots) else outcome
        return outcome


def drawn_from(driver: Any) -> tuple[Any, ...]:
    """The things among which the lot is drawn: the request has only their number; the rule that asks knows them."""
    *_, rule = waiting(driver.rules[-1])
    return tuple(rule.gi_frame.f_locals["among"])


class To(NamedTuple):
    """A draw: the name of the stock, the name of the place that the cards go to with its owner, and their number."""

    place: str
    target: tuple[str, Any]
    number: int


def drawn_to(driver: Any) -> To:
    """Where the cards of a draw go to: the request has only where they come from."""
    *_, rule = waiting(driver.rules[-1])
    local = rule.gi_frame.f_locals
    source, target = local["source"], local["target"]
    return To(source.full_name, (target.name, NO_PLAYER if target.owner is None else target.owner), local["number"])


MOST_LOTS = 24
"""Ways in which the lots of a step are drawn, at most, to find one that comes to the same."""


def failure(play: Callable[[], None]) -> RuleFault | None:
    """The fault of the rules that a step ends with, if it does."""
    try:
        play()
    except RuleFault as fault:
        return fault
    return None


def _any_lots(
    game: Game[Any],
    turn: Turn,
    table: Table,
    turned: Table,
    play: Callable[..., None],
    did: list[Did],
    before: tuple[Any, ...],
    fault: RuleFault | None,
) -> SeatPreferred | None:
    """The first thing that is not alike, whichever way lots fall that name no seat; None where one way comes to the
    same."""
    first: SeatPreferred | None = None
    ways: list[tuple[int, ...]] = [()]
    for tried in range(MOST_LOTS):
        if tried >= len(ways):
            break
        turned.restore(before)
        driver = Turned(turn, did, turned, ways[tried])
        try:
            other = failure(lambda driver=driver: play(game, turned, driver))  # type: ignore[misc]
            if (fault and (fault.broken, fault.clause)) != (other and (other.broken, other.clause)):
                transcript = (
                    f"{PREFERRED}: with everybody one seat further the rules fail with {other}, not with {fault}"
                )
                raise SeatPreferred(transcript)
            if fault is None and turned.snapshot() != turn.snapshot(table):
                raise SeatPreferred(
                    f"{PREFERRED}: with everybody one seat further the same step leads to another table"
                )
            return None
        except SeatPreferred as wrong:
            first = first or wrong
        if not tried:
            ways += islice(product(*[range(number) for number in driver.drawn]), MOST_LOTS) if driver.drawn else []
    return first


def check_rotation(game: Game[Any], rng: random.Random, steps: int) -> int:
    """Play a match and the same match turned by a seat; gives how many steps were compared.

    SeatPreferred where they are not alike. ``Looping`` where a step does not come to its end.
    """
    turn = Turn(game.players)
    table, turned = game.table(), game.table()
    turned.first_seat = lambda: turned.players[1 % game.players]
    noting = Noting(rng)
    runs = [run_deal] + [run_step] * min(steps, game.turn_cap)
    for number, play in enumerate(runs):
        noting.did.clear()
        noting.transcript = []
        noting.way.append(noting.transcript)
        WATCHDOG.enter(game, noting)
        try:
            before = turned.snapshot()
            fault = failure(lambda play=play: play(game, table, noting))  # type: ignore[misc]
            wrong = _any_lots(game, turn, table, turned, play, noting.did, before, fault)
        finally:
            WATCHDOG.leave()
        if wrong is not None:
            raise SeatPreferred(str(wrong), wrong.clauses, noting.way)
        if fault is not None:
            return number
        if table.outcome is not None:
            break
    return number

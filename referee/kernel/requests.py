"""The requests of rules, and the loop that has them answered.

A rule yields a request and is sent the answer. A *driver* answers: a choice comes from a seat, a person, a record or a
fuzzer; chance comes from a tape, a record or an enumeration. ``drive`` runs one rule to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterator, Mapping
from pathlib import Path
from types import CodeType, GeneratorType
from typing import TYPE_CHECKING, Any, Protocol

from referee.kernel.errors import NO_CLAUSE, Broken, IllegalAnswer, RuleFault
from referee.kernel.faults import clause_running
from referee.kernel.players import Player
from referee.kernel.spaces import Space

if TYPE_CHECKING:
    from referee.kernel.places import Place
    from referee.kernel.table import Table


MOST_REQUESTS = 10_000
"""Requests in one step; whoever plays leaves a step that asks more often, as one that never ends. It is more than any
turn of a game at a table has, and a second or so of play."""


class Driver(Protocol):
    """A driver answers requests. ``symbolic`` drivers check obligations and membership themselves."""

    symbolic: bool
    rules: list[Generator[Any, Any, Any]]
    """The running rules, innermost last; ``drive`` keeps it, ``clause_at`` reads it."""

    def choose(self, choice: Choice) -> Any: ...

    def together(self, choices: Together) -> Mapping[Player, Any]: ...

    def chance(self, event: Chance) -> Any: ...


class Request:
    """Anything that a rule yields."""

    __slots__ = ("table",)
    table: Table

    def put_to(self, driver: Driver) -> Any:
        raise NotImplementedError


class Choice(Request):
    """``decider`` chooses for ``player`` (himself, unless somebody controls him) one answer of ``space``.

    ``ask`` is a short word for the question; ``open`` says whether everybody learns the answer.

    The kernel's own: ``table``, ``put_to``, ``check_possible``, ``illegal``.
    """

    __slots__ = ("ask", "decider", "open", "player", "space")

    def __init__(
        self, table: Table, player: Player, decider: Player, ask: str, space: Space[Any], open: bool = False
    ) -> None:
        self.table = table
        self.player = player
        self.decider = decider
        self.ask = ask
        self.space = space
        self.open = open

    def put_to(self, driver: Driver) -> Any:
        if driver.symbolic:
            return driver.choose(self)
        space = self.space
        if not space.exists():
            self.check_possible(driver)
        answer = driver.choose(self)
        if not space.admits(answer):
            raise self.illegal(driver, answer)
        return answer

    def check_possible(self, driver: Driver) -> None:
        if not self.space.exists():
            clause = ", ".join(clause_at(self.table, driver.rules))
            raise RuleFault(Broken.NO_OPTION, f"{self.player!r} must answer {self.ask!r} and cannot", clause)

    def illegal(self, driver: Driver, answer: Any) -> IllegalAnswer:
        """The error that says what was answered and what was allowed."""
        clause = ", ".join(clause_at(self.table, driver.rules))
        return IllegalAnswer(clause, self.decider.seat, answer, self.space.describe())


class Together(Request):
    """Several choices that are answered on the state before and applied jointly."""

    __slots__ = ("choices",)

    def __init__(self, table: Table, choices: list[Choice]) -> None:
        self.table, self.choices = table, choices

    def put_to(self, driver: Driver) -> Any:
        if driver.symbolic:
            return driver.together(self)
        for choice in self.choices:
            choice.check_possible(driver)
        answers = driver.together(self)
        for choice in self.choices:
            if not choice.space.admits(answers[choice.player]):
                raise choice.illegal(driver, answers[choice.player])
        return answers


class Chance(Request):
    """An event of chance. ``check`` holds for possible outcomes (records are not trusted)."""

    __slots__ = ()

    def put_to(self, driver: Driver) -> Any:
        outcome = driver.chance(self)
        if not driver.symbolic and not self.check(outcome):
            raise AssertionError(f"impossible outcome of chance: {outcome!r}")
        return outcome

    def check(self, outcome: Any) -> bool:
        raise NotImplementedError


class Draw(Chance):
    """The top ``number`` cards of a stock that is shuffled: any of its cards, equally likely.

    The outcome is a pile. A stock is a bag to the rules; the tape fixes its order when it is shuffled.
    """

    __slots__ = ("number", "place")

    def __init__(self, table: Table, place: Place, number: Any) -> None:
        self.table, self.place, self.number = table, place, number

    def check(self, outcome: Any) -> bool:
        deck = self.table.deck
        guard = deck.guard
        return (
            type(outcome) is int
            and not outcome & guard
            and outcome % deck.modulus == self.number
            and (self.place.pile | guard) - outcome & guard == guard
        )


class Pick(Chance):
    """``number`` cards taken blindly from a pile that is in no order: uniform over cards, not over kinds."""

    __slots__ = ("number", "pile")

    def __init__(self, table: Table, pile: Any, number: Any) -> None:
        self.table, self.pile, self.number = table, pile, number

    def check(self, outcome: Any) -> bool:
        deck = self.table.deck
        return (
            type(outcome) is int and not outcome & deck.guard and outcome % deck.modulus == self.number
        ) and deck.covers(self.pile, outcome)


class Roll(Chance):
    """Dice; the outcome is a tuple of ``number`` faces, each from 1 to ``sides``."""

    __slots__ = ("number", "sides")

    def __init__(self, table: Table, number: int, sides: int) -> None:
        self.table, self.number, self.sides = table, number, sides

    def check(self, outcome: Any) -> bool:
        return (
            type(outcome) is tuple
            and len(outcome) == self.number
            and all(type(face) is int and 1 <= face <= self.sides for face in outcome)
        )


class Shuffle(Chance):
    """A place is shuffled. For a stock the outcome is None: its order is the driver's own business.

    For a row the outcome is a permutation: a tuple that holds, for each new position, the old one.
    """

    __slots__ = ("place",)

    def __init__(self, table: Table, place: Place) -> None:
        self.table, self.place = table, place

    def check(self, outcome: Any) -> bool:
        if not self.place.is_row:
            return outcome is None
        return type(outcome) is tuple and sorted(outcome) == list(range(len(self.place.row)))


class Lot(Chance):
    """One of a few equally likely things; the outcome is its position."""

    __slots__ = ("among",)

    def __init__(self, table: Table, among: int) -> None:
        self.table, self.among = table, among

    def check(self, outcome: Any) -> bool:
        return type(outcome) is int and 0 <= outcome < self.among


class Nested(Request):
    """A rule that ``drive`` runs on its own stack, so that depth costs neither recursion nor time."""

    __slots__ = ("rule",)

    def __init__(self, table: Table, rule: Generator[Any, Any, Any]) -> None:
        self.table, self.rule = table, rule


def endless(request: Request, rules: list[Generator[Any, Any, Any]], most: int) -> RuleFault:
    """What is told of a step that asks and asks."""
    last = f", {request.ask!r} last" if isinstance(request, Choice) else ""
    said = f"one step has asked {most:,} times{last}, and is not over"
    return RuleFault(Broken.NO_END, said, ", ".join(clause_at(request.table, rules)))


def drive(rule: Generator[Any, Any, Any], driver: Driver) -> Any:
    """Run a rule to its end, having its requests answered; gives what the rule returns.

    RuleFault: a step asks more than ``MOST_REQUESTS`` times.
    """
    rules = driver.rules = [rule]
    choose = None if driver.symbolic else driver.choose
    send: Callable[[Any], Any] = rule.send
    answer: Any = None
    thrown = False
    most = MOST_REQUESTS
    while True:
        try:
            request = send(answer)
        except StopIteration as end:
            rules.pop()
            if not rules:
                return end.value
            send, answer, thrown = rules[-1].send, end.value, False
        except Unwind as unwind:
            rules.pop()
            if not rules:
                raise
            send, answer, thrown = rules[-1].throw, unwind, True
        else:
            if thrown:
                send, thrown = rules[-1].send, False
            if type(request) is Choice and choose is not None:
                # ``Choice.put_to``, written out: most requests are of this kind.
                if not request.space.exists():
                    request.check_possible(driver)
                request.table._requests += 1
                if request.table._requests > most:
                    raise endless(request, rules, most)
                answer = choose(request)
                if not request.space.admits(answer):
                    raise request.illegal(driver, answer)
            elif type(request) is Nested:
                rules.append(request.rule)
                send, answer = request.rule.send, None
            else:
                request.table._requests += 1
                if request.table._requests > most:
                    raise endless(request, rules, most)
                answer = request.put_to(driver)


def requests_of(rule: Generator[Any, Any, Any], rules: list[Generator[Any, Any, Any]]) -> Generator[Request, Any, Any]:
    """The requests of a rule one after the other, for whoever sends their answers when it suits him: ``drive`` turned
    inside out. ``rules`` becomes the stack of running rules; nothing is checked but that no step
    asks for ever."""
    rules[:] = [rule]
    send: Callable[[Any], Any] = rule.send
    answer: Any = None
    most = MOST_REQUESTS
    while True:
        try:
            request = send(answer)
        except StopIteration as end:
            rules.pop()
            if not rules:
                return end.value
            send, answer = rules[-1].send, end.value
        except Unwind as unwind:
            rules.pop()
            if not rules:
                raise
            send, answer = rules[-1].throw, unwind
        else:
            if type(request) is Nested:
                rules.append(request.rule)
                send, answer = request.rule.send, None
            else:
                request.table._requests += 1
                if request.table._requests > most:
                    raise endless(request, rules, most)
                answer = yield request
                send = rules[-1].send


class Unwind(Exception):
    """Ends every event down to the one of that ``depth``, which ends too (see ``Table.happen``)."""

    def __init__(self, depth: int, result: Any = None) -> None:
        super().__init__(depth)
        self.depth, self.result = depth, result


def clause_at(table: Table, rules: list[Generator[Any, Any, Any]]) -> tuple[str, ...]:
    """The ids of the innermost clause that is being carried out; (NO_CLAUSE,) outside every clause."""
    return clause_in(rules, table.game.clause_codes)


def clause_in(rules: list[Generator[Any, Any, Any]], clauses: Mapping[CodeType, tuple[str, ...]]) -> tuple[str, ...]:
    """The same of rules that are driven."""
    for rule in reversed(rules):
        found: tuple[str, ...] = ()
        if rule.gi_running:
            found = clause_running(clauses)
        # As ``waiting`` does, written out: it is asked at every event of chance.
        inner: Any = rule
        while type(inner) is GeneratorType and not inner.gi_running:
            found = clauses.get(inner.gi_code, found)
            inner = inner.gi_yieldfrom
        if found:
            return found
    return (NO_CLAUSE,)


def waiting(rule: Any) -> Iterator[Any]:
    """The generators of a rule that waits for an answer, the outermost first; none if the rule is running.

    Do not ask what a running generator waits for: CPython 3.11 then reads a stack that does not exist.
    """
    while type(rule) is GeneratorType and not rule.gi_running:
        yield rule
        rule = rule.gi_yieldfrom


def asked_in_rules(error: Exception, rules: list[Any], folders: Container[Path]) -> str | None:
    """``file:line`` of a question that cannot be put: it asks nobody, or offers something that is no option. None
    otherwise, also where the one who answers raises."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    kernel = Path(__file__).parent
    last = None if trace is None else Path(trace.tb_frame.f_code.co_filename).parent
    if isinstance(error, AssertionError) or last not in (kernel, kernel.with_name("record")):
        return None
    frames = [each.gi_frame for rule in rules for each in waiting(rule) if each.gi_frame is not None]  # it has ended
    places = [(Path(each.f_code.co_filename), each.f_lineno) for each in frames]
    own = [f"{file.name}:{line}" for file, line in places if file.parent in folders]
    return own[-1] if own else None

"""Nothing leaks: two tables that differ only in what a seat cannot see look alike to it, whatever happens.

Both tables are played in step, with the same answers and the same chance, and all that the seat is shown is
compared byte for byte, until it may see a difference: until other cards are shown on the two tables, to it or
(two contestants who compare cards) to others, of which it learns what becomes of it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import msgspec

from referee.kernel.errors import Broken, RuleFault
from referee.kernel.game import run_step
from referee.kernel.places import Place
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice, Draw, Pick, Request, Together, clause_at
from referee.kernel.table import Table
from referee.kernel.views import Entry, seen, view_of
from referee.play.chance import fair
from referee.record.record import Story
from referee.verify.play.chance import varied
from referee.verify.play.watchdog import EVERY, end_thread

MOST_SECONDS = 30.0
"""Of processor time of this process, for which a request is waited for."""
MOST_REQUESTS = 500
"""In a step that is compared."""
TRIES = 60
"""To find an answer that both tables allow."""
encode = msgspec.json.Encoder().encode


class Leak(AssertionError):
    """A seat can tell two tables apart that differ only in what it cannot see.

    ``clauses`` are being carried out then; ``said`` has the answers of each step since the tables were set up;
    ``what`` names what is shown, whatever the cards and the seats are.
    """

    def __init__(self, told: str, clauses: tuple[str, ...], said: list[list[Any]], what: str) -> None:
        super().__init__(told)
        self.clauses, self.said, self.what = clauses, said, what


class Stopped(Exception):
    """Ends a run that is no longer wanted."""


class Run:
    """One table of the two. Its rules run in a thread of their own, which waits for the answer of each request."""

    symbolic = False

    def __init__(self, table: Table, player: Player) -> None:
        self.table, self.player = table, player
        self.rules: list[Generator[Any, Any, Any]] = []
        self.said: list[Any] = []
        self.shown: list[Any] = []
        """What the seat has been shown: events and views, questions among them."""
        self.visible_swap = False
        self.revealed: list[Any] = []
        """The cards shown to anybody."""
        self._requests: SimpleQueue[Request | BaseException | None] = SimpleQueue()
        self._answers: SimpleQueue[Any] = SimpleQueue()
        table.watch = Story([self.told])
        self.thread = Thread(target=self._step, daemon=True)
        self.thread.start()

    def _step(self) -> None:
        try:
            run_step(self.table.game, self.table, self)
        except Stopped:
            return
        except BaseException as error:
            self._requests.put(error)
            return
        self._requests.put(None)

    def told(self, entry: Entry) -> None:
        event = seen(self.table, entry, self.player)
        if event is not None:
            self.shown.append(event)
        if entry[0] == "reveal":
            self.revealed.append(entry[1])
        if entry[0] == "swap":
            # What comes into sight is other cards, and no event says which.
            self.visible_swap |= entry[1].sees(self.player) != entry[2].sees(self.player)

    def look(self) -> None:
        self.shown.append(["view", view_of(self.table, self.player)])

    # -- as a driver, in the thread ---------------------------------------------------------------------

    def _ask(self, request: Request) -> Any:
        self._requests.put(request)
        answer = self._answers.get()
        if answer is Stopped:
            raise Stopped
        return answer

    def choose(self, choice: Choice) -> Any:
        return self._ask(choice)

    def together(self, choices: Together) -> Mapping[Player, Any]:
        return self._ask(choices)  # type: ignore[no-any-return]

    def chance(self, event: Chance) -> Any:
        return self._ask(event)

    # -- from outside -----------------------------------------------------------------------------------

    def next_request(self) -> Request | None:
        """What is asked next, None where the step is over. What goes wrong in the rules is raised."""
        since = time.process_time()
        while True:
            try:
                request = self._requests.get(timeout=EVERY)
                break
            except Empty:
                if time.process_time() - since > MOST_SECONDS:
                    end_thread(self.thread, Stopped)
                    raise RuleFault(Broken.NO_END, "a step neither asks for anything nor ends") from None
        if isinstance(request, BaseException):
            raise request
        return request

    def answer(self, answer: Any) -> None:
        self.said += list(answer.values()) if isinstance(answer, dict) else [answer]
        self._answers.put(answer)

    def stop(self) -> None:
        self._answers.put(Stopped)
        self.thread.join()


@dataclass(slots=True)
class Compared:
    """What has been compared: ``shown`` counts the things shown to a seat that were alike on two tables."""

    positions: int = 0
    shown: int = 0
    questions: int = 0
    ends: dict[str, int] = field(default_factory=dict)
    """Why comparing ended, and how often."""

    def ended(self, why: str) -> None:
        self.ends[why] = self.ends.get(why, 0) + 1


def twin_of(table: Table, player: Player, rng: random.Random, *, few: bool) -> Table | None:
    """A table on which other cards lie where ``player`` sees none: all of them mixed, or just two exchanged.

    None where no other table looks the same.
    """
    hidden = [place for place in table.places if not place.sees(player)]
    slots = [(place, at, kind) for place in hidden for at, kind in enumerate(kinds_in(place))]
    if len({kind for _, _, kind in slots}) < 2:
        return None
    kinds = [kind for _, _, kind in slots]
    if few:
        one = rng.randrange(len(kinds))
        others = [at for at, kind in enumerate(kinds) if kind != kinds[one] and slots[at][0] is not slots[one][0]]
        if not others:
            return None
        other = rng.choice(others)
        kinds[one], kinds[other] = kinds[other], kinds[one]
    else:
        rng.shuffle(kinds)
    lying: dict[Place, list[int]] = {}
    for (place, _, _), kind in zip(slots, kinds, strict=True):
        lying.setdefault(place, []).append(kind)
    twin: Table = table.game.table()
    twin.restore(table.snapshot())
    for place, new in lying.items():
        put(twin.places[place.number], new)
    return twin


def kinds_in(place: Place) -> list[int]:
    return [laid.kind for laid in place.row] if place.is_row else place.table.deck.unpack(place.pile)


def put(place: Place, kinds: list[int]) -> None:
    """Other kinds in a place; marks and links of a row stay where they are."""
    if place.is_row:
        before = place.contents()
        place.restore(tuple(
            kind if isinstance(each, int) else (kind, *each[1:]) for kind, each in zip(kinds, before, strict=True)
        ))  # fmt: skip
    else:
        place.restore(place.table.deck.pack(kinds))


def compare(table: Table, player: Player, rng: random.Random, compared: Compared, steps: int) -> None:
    """Play a table and a twin of it in step and compare what ``player`` is shown; Leak where it can tell."""
    twin = twin_of(table, player, rng, few=rng.random() < 0.7)
    if twin is None:
        return compared.ended("nothing hidden")
    copy: Table = table.game.table()
    copy.restore(table.snapshot())
    compared.positions += 1
    said: list[list[Any]] = []
    for _ in range(steps):
        if copy.outcome is not None or twin.outcome is not None:
            if encode(str(copy.outcome)) != encode(str(twin.outcome)):
                raise Leak(
                    f"{player!r} is told another outcome: {copy.outcome} and {twin.outcome}", (), said, "outcome"
                )
            return compared.ended("match over")
        one, other = Run(copy, player), Run(twin, player)
        said.append(one.said)
        try:
            why = _compare_step(one, other, player, rng, compared, said)
        finally:
            one.stop()
            other.stop()
        if why:
            return compared.ended(why)
    return compared.ended("steps done")


def _compare_step(
    one: Run, other: Run, player: Player, rng: random.Random, compared: Compared, said: list[list[Any]]
) -> str:
    """Why comparing must end there; "" where the step ended alike on both tables."""
    while True:
        try:
            request, twin_request = one.next_request(), other.next_request()
        except RuleFault:
            return "fault of the rules"
        for each, run in ((request, one), (twin_request, other)):
            run.look()
            for choice in choices_in(each):
                if choice.decider is player:
                    run.shown.append(["ask", choice.ask, choice.player.seat, choice.space.describe()])
                    compared.questions += 1
        if why := _difference(one, other, player, compared, said):
            return why
        if request is None or twin_request is None:
            return "" if request is twin_request else "one step ended before the other"
        answers = _same_answers(request, twin_request, rng)
        if answers is None:
            return "no common answer"
        if len(one.said) > MOST_REQUESTS:
            return "too long a step"
        one.answer(answers[0])
        other.answer(answers[1])


def _difference(one: Run, other: Run, player: Player, compared: Compared, said: list[list[Any]]) -> str:
    """Compare what has been shown; why comparing ends where a difference may be seen, Leak where none may."""
    for number in range(max(len(one.shown), len(other.shown))):
        pair = [run.shown[number] if number < len(run.shown) else None for run in (one, other)]
        if encode(pair[0]) == encode(pair[1]):
            compared.shown += 1
            continue
        if any(shows_cards(each) for each in pair):
            return "other cards shown"
        if one.visible_swap and other.visible_swap:
            return "other cards swapped into sight"
        if one.revealed != other.revealed:
            return "other cards shown to others"
        told = f"{player!r} can tell two tables apart: it is shown {pair[0]!r} and {pair[1]!r}"
        raise Leak(told, clause_at(one.table, one.rules), said, where_apart(*pair))
    one.shown.clear()
    other.shown.clear()
    return ""


def where_apart(one: Any, other: Any, *, event: bool = True) -> str:
    """The names on the way to the first thing in which two things that were shown differ, without numbers: seats,
    cards and amounts are others in the next match. The words at the beginning of an ``event`` name it."""
    if event and _named(one) != _named(other):
        return " or ".join(sorted({_named(one), _named(other)} - {""}))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        key = next(each for each in sorted({*one, *other}, key=str) if one.get(each) != other.get(each))
        return " ".join(
            [str(key) if isinstance(key, str) else "", where_apart(one.get(key), other.get(key), event=False)]
        ).strip()
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        both = min(len(one), len(other))
        at = next((at for at in range(both) if one[at] != other[at]), both)
        names = [each for each in one[:at] if event and isinstance(each, str)]
        rest = where_apart(one[at], other[at], event=False) if at < both else "number"
        return " ".join([*names, rest]).strip()
    return ""


def _named(event: Any) -> str:
    """The words at the beginning of what was shown; a view comes with everything else, and is no news."""
    if event is None or event[0] == "view":
        return ""
    return " ".join(takewhile(lambda each: isinstance(each, str), event))


def shows_cards(shown: Any) -> bool:
    """Whether an event shows faces of cards."""
    return shown is not None and shown[0] in ("move", "reveal", "mark") and not isinstance(shown[-1], (int, type(None)))


def choices_in(request: Request | None) -> list[Choice]:
    return [request] if isinstance(request, Choice) else request.choices if isinstance(request, Together) else []


def _same_answers(one: Request, other: Request, rng: random.Random) -> tuple[Any, Any] | None:
    """An answer that is possible on both tables, in the form of each; None where none was found."""
    if type(one) is not type(other):
        return None
    if isinstance(one, Chance):
        outcome = _same_outcome(one, other, rng)
        return None if outcome is None else (outcome[0], outcome[0])
    choices, twins = choices_in(one), choices_in(other)
    found = []
    if len(choices) != len(twins):
        return None
    for choice, twin in zip(choices, twins, strict=True):
        if (choice.player, choice.decider, choice.ask) != (twin.player, twin.decider, twin.ask):
            return None
        answer = _same_answer(choice, twin, rng)
        if answer is None:
            return None
        found.append((choice.player, *answer))
    if isinstance(one, Choice):
        return found[0][1:]
    return {player: a for player, a, _ in found}, {player: b for player, _, b in found}


def _same_answer(choice: Choice, twin: Choice, rng: random.Random) -> tuple[Any, Any] | None:
    if not choice.space.exists() or not twin.space.exists():
        return None
    for _ in range(TRIES):
        answer = varied(choice.space, rng)
        try:
            same = twin.space.read(choice.space.plain(answer))
        except (ValueError, KeyError):
            continue
        if twin.space.admits(same):
            return answer, same
    return None


def _same_outcome(one: Chance, other: Any, rng: random.Random) -> tuple[Any] | None:
    if isinstance(one, (Draw, Pick)):
        deck = one.table.deck
        piles = [each.place.pile if isinstance(each, Draw) else each.pile for each in (one, other)]
        both = dict(deck.counts(piles[1]))
        common = [kind for kind, number in deck.counts(piles[0]) for _ in range(min(number, both.get(kind, 0)))]
        if one.number != other.number or one.number > len(common):
            return None
        return (deck.pack(rng.sample(common, one.number)),)
    outcome = fair(one, rng)
    return (outcome,) if other.check(outcome) else None

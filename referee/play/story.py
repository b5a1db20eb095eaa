"""The story of a match: for each step who was asked what among which options, what happened, and what it changed.

``Teller`` listens to a replay (``referee.record.replay.replay``). ``Step.lines`` says a step as people read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import groupby, islice
from typing import Any

from referee.games.registry import game_called
from referee.kernel.cards import Deck
from referee.kernel.game import Game
from referee.kernel.ledger import Ledger
from referee.kernel.players import Player
from referee.kernel.requests import Choice
from referee.kernel.spaces import Arms, plain_word
from referee.kernel.table import Table
from referee.kernel.views import Entry, open_view, seen, view_of
from referee.play.event_text import Narrator, plain_answer, plain_value, pretty_cards, told_to_people, typed_answer
from referee.play.pictures import CELL
from referee.record.replay import Replayed, replay

MOST_OPTIONS = 12
"""Options of a question that are told one by one."""
NOTHING_SEEN = "nothing to be seen"
HIGHEST = 10**12
"""The highest number that is taken for one; piles are kept as larger ones."""
EASY = 6
"""Cards that are counted at a glance."""
FEWER = 6
"""The options that are told of longer lists."""


@dataclass(frozen=True, slots=True)
class Question:
    """``decider`` was asked for ``seat``; ``options`` are the first of ``number``, as they are typed."""

    seat: int
    decider: int
    ask: str
    options: tuple[str, ...]
    number: int
    answer: str
    arms: frozenset[str] = frozenset()
    """The words with which options of several kinds begin."""

    @property
    def is_real(self) -> bool:
        """Whether there was anything to decide."""
        return self.number > 1

    def text(self, teller: Narrator) -> str:
        """``seat 1 is asked turn: cards 3 3 (of cards 3 / 3 3 or take)``."""
        who, whom = teller.subject([self.decider]), teller.object(self.seat)
        behalf = "" if self.seat == self.decider else f" for {whom}"
        verb = "are" if self.decider == teller.viewer else "is"
        return f"{who} {verb} asked {self.ask.replace('_', ' ')}{behalf}: {self.answer} (of {self.among()})"

    def among(self) -> str:
        """The options, or the first of them and their number; an arm is named once: ``cards 4 / 4 4 / K or take``."""
        by_arm: list[str] = []
        last_arm = ""
        for option in self.options:
            arm, _, what = option.partition(" ")
            if what and arm == last_arm:
                by_arm[-1] += f" / {what}"
            else:
                by_arm.append(option)
            last_arm = arm if arm in self.arms else ""
        if self.number > len(self.options):
            return f"{', '.join(by_arm)} … ({self.number} in all)"
        *first, last = by_arm
        return f"{', '.join(first)} or {last}" if first else last


@dataclass(frozen=True, slots=True)
class Change:
    """A scalar, a balance or the direction of play, before and after a step; ``seat`` where it is a seat's own."""

    name: str
    seat: int | None
    before: Any
    after: Any

    def text(self) -> str:
        """Its name and its value; of a flag the name alone."""
        return self.name if self.after is True else f"{self.name} {self.value()}"

    def value(self) -> str:
        """``3 → 5``, or the new value alone where the old one says nothing."""
        if self.name == "play goes":
            return f"to the {self.after}"
        if _is_number(self.before) and _is_number(self.after):
            return f"{plain_value(self.before)} → {plain_value(self.after)}"
        return plain_value(self.after)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a match: 0 is the deal. ``did`` are questions and events (as a seat was told them) in their order.

    ``before`` and ``after`` are views of the table (``referee.kernel.views``). ``faults`` are refused answers and the
    like, in words.
    """

    number: int
    did: tuple[Question | list[Any], ...]
    changes: tuple[Change, ...]
    faults: tuple[str, ...]
    clauses: tuple[str, ...]
    before: Mapping[str, Any]
    after: Mapping[str, Any]

    @property
    def label(self) -> str:
        return f"turn {self.number}" if self.number else "deal"

    @property
    def questions(self) -> list[Question]:
        return [each for each in self.did if isinstance(each, Question)]

    def lines(self, teller: Narrator) -> Iterator[str]:
        """A line for each real question, for what came of it, and for what has changed; forced answers are left out."""
        events: list[list[Any]] = []
        said = 0
        for each in (*self.did, None):
            if isinstance(each, list):
                if not (each[0] == "open" and self.asked(each)):
                    events.append(each)
                continue
            if each is not None and not each.is_real:
                continue
            told = "; ".join(teller.lines(events))
            events = []
            if told:
                yield told
                said += 1
            if each is not None:
                yield each.text(teller)
                said += 1
        yield from self.faults
        if changes := self.changes_text(teller):
            yield changes
        elif not said and not self.faults:
            yield NOTHING_SEEN

    def asked(self, event: Sequence[Any]) -> bool:
        """Whether the answer that everybody learns is that of a question that is told, or was forced."""
        return any((each.seat, each.ask) == (event[1], event[2]) for each in self.questions)

    def changes_text(self, teller: Narrator) -> str:
        """``total 24, middle at 3; seat 1: score 0 → 3, money 10 → 7``."""
        told: list[str] = []
        for seat, group in groupby(self.changes, key=lambda each: each.seat):
            words = [each.text() for each in group]
            told.append(", ".join(words) if seat is None else f"{teller.subject([seat])}: {', '.join(words)}")
        return "; ".join(told)


class Teller:
    """Listens to a replay and gives ``on_step`` each step, as ``seat`` saw it or (None) with everything open.

    ``on_start`` is called when the table is there, before anything is dealt.
    """

    def __init__(
        self,
        on_step: Callable[[Step], None],
        seat: int | None = None,
        on_start: Callable[[Mapping[str, Any], Table], None] = lambda header, table: None,
    ) -> None:
        self.on_step, self.seat, self.on_start = on_step, seat, on_start
        self.events: list[list[Any]] = []
        """The events of the running step as data; ``Step.did`` has them in the words of people."""
        self._did: list[Question | list[Any]] = []

    def replay(self, content: bytes, name: str, find: Callable[[str], type[Game[Any]]] = game_called) -> Replayed:
        """Replay a record; the errors are those of ``referee.record.replay.replay``."""
        return replay(
            content, name, find=find,
            on_start=self._start, on_event=self._event, on_answer=self._answer, on_step=self._stepped,
        )  # fmt: skip

    def _start(self, header: Mapping[str, Any], table: Table) -> None:
        self.on_start(header, table)
        self.header, self.game = header, table.game
        self.narrator = Narrator(table.game, self.seat)
        self.ledger = Ledger(table.game)
        self.ledger.follow(table)
        self._counts: Mapping[str, int] = self.ledger.counts
        self.viewer = None if self.seat is None else table.players[self.seat]
        self._before = self._look(table)

    def _look(self, table: Table) -> dict[str, Any]:
        return look(table, self.viewer)

    def _event(self, table: Table, entry: Entry) -> None:
        event = seen(table, entry, self.viewer)
        if event is not None:
            self.events.append(event)
            self._did.append(told_to_people(table, entry, self.viewer) or [])

    def _answer(self, choice: Choice, answer: Any) -> None:
        if self.seat in (None, choice.decider.seat):
            self._did.append(question_of(choice, answer))

    def _stepped(self, table: Table, number: int, entries: list[Any]) -> None:
        after = self._look(table)
        carried = [id for id, times in self.ledger.counts.items() if times > self._counts.get(id, 0)]
        # The clauses that were carried out could tell a seat what it did not see.
        clauses = tuple(carried) if self.seat is None else ()
        changes, faults = tuple(changes_between(self._before, after, table)), tuple(self._faults(entries))
        self.on_step(Step(number, tuple(self._did), changes, faults, clauses, self._before, after))
        self.events, self._did = [], []
        self._before, self._counts = after, self.ledger.counts

    def _faults(self, entries: list[Any]) -> Iterator[str]:
        """Refused answers, faults, and what bots noted; a seat is told of its own."""
        for word, seat, *about in (entry for entry in entries if entry[0] in ("rejected", "fault", "noted")):
            if self.seat in (None, seat):
                if word == "rejected":
                    yield f"the answer {about[0]} of seat {seat} is refused"
                elif word == "noted":
                    yield f"seat {seat} notes: {about[0]}"
                else:
                    yield f"seat {seat} is at fault ({about[0]}): from here on its default action answers"


def question_of(choice: Choice, answer: Any = None) -> Question:
    """A question with its answer, for people."""
    number = choice.space.count()
    said = partial(_said, choice)
    options = tuple(map(said, islice(choice.space, number if number <= MOST_OPTIONS else FEWER)))
    arms = (
        frozenset(str(plain_word(arm)) for arm in choice.space.arms) if isinstance(choice.space, Arms) else frozenset()
    )
    return Question(choice.player.seat, choice.decider.seat, choice.ask, options, number, said(answer), arms)


def _said(choice: Choice, answer: Any) -> str:
    return plain_answer(_pretty(typed_answer(choice.space, choice.space.plain(answer), answer), choice.table.deck))


def _pretty(answer: Any, deck: Deck) -> Any:
    """An answer with the names of cards as people read them."""
    if isinstance(answer, list):
        return [_pretty(each, deck) for each in answer]
    cards = [card.pretty for card in deck.cards if card.name == answer]
    return cards[0] if cards else answer


def told(
    content: bytes, name: str, game: type[Game[Any]] | None = None, seat: int | None = None
) -> tuple[Teller, list[Step], Replayed]:
    """All steps of a record, as ``seat`` saw them or with everything open. ``game`` is looked up if it is not given;
    the errors are those of ``referee.record.replay.replay``."""
    steps: list[Step] = []
    teller = Teller(steps.append, seat)
    replayed = teller.replay(content, name, game_called if game is None else lambda called: game)
    return teller, steps, replayed


def changes_between(before: Mapping[str, Any], after: Mapping[str, Any], table: Table) -> Iterator[Change]:
    """The things that are not what they were, those of the table first; a flag is told when it is set."""
    if before["direction"] != after["direction"]:
        yield Change("play goes", None, before["direction"], after["direction"])
    of_each: list[tuple[str, Sequence[Any], Sequence[Any]]] = []
    for name, value in after["scalars"].items():
        was = before["scalars"].get(name)
        if value == was or value is False:
            continue
        if table.scalar_specs[name].per_player:
            of_each.append((name, was or (), value))
        else:
            yield Change(name.replace("_", " "), None, was, value)
    if before["money"] != after["money"]:
        seats = len(table.players)
        of_each.append(("money", before["money"][:seats], after["money"][:seats]))
    for seat in range(len(table.players)):
        for name, was, now in of_each:
            if now[seat] != was[seat] and now[seat] is not False:
                yield Change(name.replace("_", " "), seat, was[seat], now[seat])


def _is_number(value: Any) -> bool:
    if isinstance(value, Mapping):
        return value.keys() == {"fraction"}
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)


def _with_cards(value: Any, deck: Deck) -> Any:
    """A scalar, a pile in it as the names of its cards: no other number is that large."""
    if isinstance(value, list):
        return [_with_cards(each, deck) for each in value]
    if type(value) is int and value > HIGHEST:
        return " ".join(deck.cards[kind].pretty for kind in deck.unpack(value))
    return value


# -- a position in words --------------------------------------------------------------------------------


def look(table: Table, viewer: Player | None = None) -> dict[str, Any]:
    """The table as ``viewer`` sees it, or with everything open, for ``position``."""
    view = open_view(table) if viewer is None else view_of(table, viewer)
    return {**view, "scalars": {name: _with_cards(each, table.deck) for name, each in view["scalars"].items()}}


def position(view: Mapping[str, Any], game: Game[Any], *, most: int = 16) -> Iterator[str]:
    """A table in words: a phrase for each seat, for each pile that all share and for the scalars.

    ``seat 0: hand 3 5 K, score 4``. What says nothing (no card, zero, nobody) is left out. Of more than ``most`` cards
    the number is told.
    """
    specs = game.table_class.scalar_specs
    scalars = view["scalars"]
    zones = {name: zone for name, zone in view["zones"].items() if not CELL.fullmatch(name)}
    for seat in range(view["players"]):
        words = [f"{_words(name)} {_cards(zone[seat], game, most)}" for name, zone in zones.items()
                 if isinstance(zone, list) and (_size(zone[seat]) or _is_own(name, game))]  # fmt: skip
        words += [
            _scalar(name, each[seat]) for name, each in scalars.items() if specs[name].per_player and _says(each[seat])
        ]
        words += [f"money {plain_value(view['money'][seat])}"] if any(view["money"]) else []
        yield f"seat {seat}: {', '.join(words) or 'nothing'}"
    shared = [f"{_words(name)} {_cards(zone, game, most)}" for name, zone in zones.items() if not isinstance(zone, list)
              and (_size(zone) or name in _packs(game))]  # fmt: skip
    shared += [_scalar(name, each) for name, each in scalars.items() if not specs[name].per_player and _says(each)]
    yield from shared


def _is_own(name: str, game: Game[Any]) -> bool:
    """Whether it is the place where a seat holds its cards: an empty one is worth a word."""
    return name == Narrator(game, None).hand


def _packs(game: Game[Any]) -> set[str]:
    return Narrator(game, None).packs


def _size(zone: Mapping[str, Any]) -> int:
    return len(zone["cards"]) if "cards" in zone else zone["size"] or 0


def _cards(zone: Mapping[str, Any], game: Game[Any], most: int) -> str:
    size = _size(zone)
    if "cards" not in zone or size > most:
        return "hidden" if zone.get("size", 0) is None else f"{size} card{'' if size == 1 else 's'}"
    cards = pretty_cards(zone["cards"], game.deck, counted=True) or "empty"
    return f"({size}) {cards}" if size > EASY else cards


def _scalar(name: str, value: Any) -> str:
    return _words(name) if value is True else f"{_words(name)} {plain_value(value)}"


def _says(value: Any) -> bool:
    return value is not False and value not in (None, 0, "", "none", []) and plain_value(value) not in ("0", "none")


def _words(name: str) -> str:
    return name.replace("_", " ")

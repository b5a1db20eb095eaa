"""Other worlds: with other cards where a seat sees none, or with other chance that it was not told of.

Answers of players are held fixed: a world in which one of them was not possible is left out.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.places import Place
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice, Draw, Lot, Pick, Request, Roll, Shuffle
from referee.kernel.table import Table
from referee.play.chance import fair
from referee.play.known_places import Cards, missing
from referee.play.orders import agrees
from referee.verify.conform.observations import World
from referee.verify.play.chance import varied
from referee.verify.play.drivers import Plain, repeatable

Key = tuple[Any, ...]
TRIES = 6
"""Tries to find another outcome, or other cards."""


class Excluded(BaseException):
    """An answer that was given is not possible in this world."""


@dataclass(frozen=True, slots=True)
class Site:
    """One event of chance: in which step, how many requests of that step came before it, at which request of all."""

    step: int
    at: int
    request: int
    key: Key
    outcome: Any
    among: int
    """The number of outcomes of a lot, or of one die."""


def key_of(request: Request) -> Key:
    """The subject of a request, in whatever world it comes."""
    if isinstance(request, Choice):
        return "choice", request.player, request.decider, request.ask
    if isinstance(request, (Draw, Shuffle)):
        return type(request).__name__, request.place.full_name
    return (type(request).__name__,)


class First:
    """Answers in the world as it is: those that are given, then some at random. ``log`` keeps them by request."""

    def __init__(self, answers: Sequence[Sequence[Any]], rng: random.Random) -> None:
        self.answers, self.rng = answers, rng
        self.log: list[list[tuple[Key, Any]]] = []
        self.sites: list[Site] = []
        self._requests = 0

    def _next(self, step: int) -> tuple[list[tuple[Key, Any]], Any]:
        while len(self.log) <= step:
            self.log.append([])
        self._requests += 1
        log = self.log[step]
        given = self.answers[step] if step < len(self.answers) else ()
        return log, given[len(log)] if len(log) < len(given) else None

    def choice(self, choice: Choice, step: int) -> Any:
        log, given = self._next(step)
        answer = varied(choice.space, self.rng) if given is None else read(choice, given)
        log.append((key_of(choice), repeatable(choice, answer)))
        return answer

    def chance(self, event: Chance, step: int) -> Any:
        log, given = self._next(step)
        outcome = fair(event, self.rng) if given is None and not _nothing(event) else given
        among = event.among if isinstance(event, Lot) else event.sides if isinstance(event, Roll) else 0
        self.sites.append(Site(step, len(log), self._requests, key_of(event), outcome, among))
        log.append((key_of(event), outcome))
        return outcome


class Exchanged(First):
    """The same answers and the same chance, but that one kind of card comes where the other did."""

    def __init__(self, answers: Sequence[Sequence[Any]], kinds: Sequence[int]) -> None:
        super().__init__(answers, random.Random(0))
        self.kinds = kinds

    def chance(self, event: Chance, step: int) -> Any:
        outcome = super().chance(event, step)
        if not isinstance(event, (Draw, Pick)):
            return outcome
        one, other = self.kinds
        instead = {one: other, other: one}
        return event.table.deck.pack([instead.get(kind, kind) for kind in event.table.deck.unpack(outcome)])


class Like:
    """The same answers in another world, and the same chance but for one ``site``, as far as that is possible."""

    def __init__(self, log: Sequence[Sequence[tuple[Key, Any]]], site: Site | None, rng: random.Random) -> None:
        self.log, self.site, self.rng = log, site, rng
        self.exchanged: list[tuple[int, int]] = []
        """Kinds of card: what was drawn there, and here instead."""
        self._step = -1
        self._at = 0
        self._left: dict[Key, list[Any]] = {}

    def _logged_answer(self, key: Key, step: int) -> tuple[bool, Any]:
        if step != self._step:
            self._step, self._at, self._left = step, 0, {}
            for each, said in reversed(self.log[step] if step < len(self.log) else ()):
                self._left.setdefault(each, []).append(said)
        self._at += 1
        left = self._left.get(key)
        return (True, left.pop()) if left else (False, None)

    def choice(self, choice: Choice, step: int) -> Any:
        given, said = self._logged_answer(key_of(choice), step)
        return read(choice, said) if given else varied(choice.space, self.rng)

    def chance(self, event: Chance, step: int) -> Any:
        given, outcome = self._logged_answer(key_of(event), step)
        if self.site is not None and (step, self._at - 1) == (self.site.step, self.site.at):
            return self._other(event, outcome)
        if isinstance(event, (Draw, Pick)):
            return self._drawn(event, outcome if given else 0)
        return outcome if given and event.check(outcome) else fair(event, self.rng)

    def _other(self, event: Chance, outcome: Any) -> Any:
        for _ in range(TRIES):
            other = self._exchange(event, outcome) if isinstance(event, (Draw, Pick)) else fair(event, self.rng)
            if other != outcome:
                return other
        raise Excluded

    def _exchange(self, event: Draw | Pick, outcome: int) -> int:
        """One of the cards exchanged for another that may come, so that a reader sees why."""
        deck = event.table.deck
        pile: Any = event.place.pile if isinstance(event, Draw) else event.pile
        if not outcome:
            return outcome
        one = self.rng.choice(deck.unpack(outcome))
        other = self.rng.choice(deck.unpack(pile))
        if pile - outcome and deck.covers(pile - outcome, deck.one[other]) and one != other:
            self.exchanged.append((one, other))
            return outcome - deck.one[one] + deck.one[other]
        return outcome

    def _drawn(self, event: Draw | Pick, outcome: int) -> int:
        """The same cards, exchanged ones where they are gone."""
        deck, number = event.table.deck, event.number
        left = dict(deck.counts(event.place.pile if isinstance(event, Draw) else event.pile))
        partners = {one: other for pair in self.exchanged for one, other in (pair, pair[::-1])}
        found: list[int] = []
        wanting: list[int] = []
        for kind in deck.unpack(outcome)[:number]:
            (found if left.get(kind) else wanting).append(kind)
            if left.get(kind):
                left[kind] -= 1
        for kind in [*wanting, *[-1] * (number - len(found) - len(wanting))]:
            other = partners.get(kind, -1)
            if not left.get(other):
                other = self.rng.choice([each for each, many in left.items() for _ in range(many)])
            left[other] -= 1
            found.append(other)
        return deck.pack(found)


def _nothing(event: Chance) -> bool:
    """Whether there is nothing to say: the shuffle of a bag."""
    return isinstance(event, Shuffle) and not event.place.is_row


def read(choice: Choice, data: Any) -> Any:
    """An answer that was given in another world; Excluded where it is none here."""
    if not choice.space.exists():
        raise Excluded
    try:
        answer = choice.space.read(data.data) if type(data) is Plain else data
        possible = choice.space.admits(answer)
    except (TypeError, ValueError, LookupError, AttributeError):
        raise Excluded from None
    if not possible:
        raise Excluded
    return answer


def is_hidden(site: Site, noticed: Sequence[Any]) -> bool:
    """Whether the seat was not told of the outcome right away: rolls, lots and draws are, where they are seen."""
    if site.key[0] == "Shuffle" and site.outcome is None:
        return False
    if site.key[0] in ("Roll", "Lot"):
        return site.among > 1 and not was_shown(site, noticed)
    for each in noticed:
        if each.requests == site.request and each.data and each.data[0] == "move":
            return not isinstance(each.data[3], list)
    return site.key[0] != "Draw" or bool(site.outcome)


def was_shown(site: Site, noticed: Sequence[Any]) -> bool:
    """Whether the seat was told the faces of a roll, or what a lot drew."""
    word = site.key[0].lower()
    events = [each.data for each in noticed if each.requests == site.request and (each.data or [])[:1] == [word]]
    return any(isinstance(data[1], list) if word == "roll" else data[1] is not None for data in events)


def other_cards(world: World, player: Player, knowledge: Mapping[str, Any] | None, rng: random.Random) -> World | None:
    """The world with two cards exchanged where ``player`` sees none.

    ``knowledge`` says what the player has seen go out of sight (``referee.play.history``). None where no other
    world looks the same.
    """
    table = world.table()
    for _ in range(TRIES):
        twin = _twin_of(table, player, rng)
        if twin is not None and (knowledge is None or agrees_with(twin, knowledge)):
            return World(world.game, twin.snapshot(), world.dealing, world.orders)
    return None


def agrees_with(table: Table, knowledge: Mapping[str, Any]) -> bool:
    """Whether cards lie where somebody knows that they do."""
    lying: dict[str, Cards] = {}
    rows: dict[str, list[str]] = {}
    for place in table.places:
        names = [table.deck.cards[kind].name for kind in kinds_in(place)]
        lying[place.full_name] = Cards(names)
        rows[place.full_name] = names
    if any(missing(claim, lying) for claim in knowledge["claims"]):
        return False
    return all(agrees(rows[name], known) for name, known in knowledge.get("orders", {}).items())


def _twin_of(table: Table, player: Player, rng: random.Random) -> Table | None:
    hidden = [place for place in table.places if not place.sees(player)]
    slots = [(place, at, kind) for place in hidden for at, kind in enumerate(kinds_in(place))]
    if len({kind for _, _, kind in slots}) < 2:
        return None
    kinds = [kind for _, _, kind in slots]
    one = rng.randrange(len(kinds))
    others = [at for at, kind in enumerate(kinds) if kind != kinds[one]]
    other = rng.choice(others)
    kinds[one], kinds[other] = kinds[other], kinds[one]
    lying: dict[Place, list[int]] = {}
    for (place, _, _), kind in zip(slots, kinds, strict=True):
        lying.setdefault(place, []).append(kind)
    twin: Table = table.game.table()
    twin.restore(table.snapshot())
    for place, new in lying.items():
        _put(twin.places[place.number], new)
    return twin


def kinds_in(place: Place) -> list[int]:
    return [laid.kind for laid in place.row] if place.is_row else place.table.deck.unpack(place.pile)


def _put(place: Place, kinds: list[int]) -> None:
    """Other kinds in a place; marks and links of a row stay where they are."""
    if place.is_row:
        before = place.contents()
        place.restore(tuple(
            kind if isinstance(each, int) else (kind, *each[1:]) for kind, each in zip(kinds, before, strict=True)
        ))  # fmt: skip
    else:
        place.restore(place.table.deck.pack(kinds))


__all__ = [
    "Exchanged",
    "Excluded",
    "First",
    "Like",
    "Roll",
    "Site",
    "agrees_with",
    "is_hidden",
    "kinds_in",
    "other_cards",
]

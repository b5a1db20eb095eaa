"""Answers worth trying where others decided, or chance did, and the seat does not know how.

What the seat was shown afterwards is tried first, then answers at random: that saves tries, and says nothing about
what others had in mind.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from referee.kernel.requests import Chance, Choice, Draw, Lot, Pick, Roll, Shuffle
from referee.kernel.spaces import Arms
from referee.play.chance import fair, some
from referee.play.known_places import Cards, owner_of

GUESSES = 6
"""So many answers at random."""


def guesses(request: Choice | Chance, coming: list[Any], rng: random.Random) -> Iterator[tuple[Any]]:
    """Answers worth trying, each in a tuple: what the seat was shown next first, then at random."""
    if isinstance(request, Choice):
        yield from _choices(request, coming, rng)
    elif isinstance(request, Roll):
        told = coming[0] if coming else [""]
        seen = told[0] == "roll" and isinstance(told[1], list) and len(told[1]) == request.number
        yield (tuple(told[1]) if seen else fair(request, rng),)
    elif isinstance(request, (Draw, Pick)):
        yield from _draws(request, coming, rng)
    elif isinstance(request, Lot):
        yield from ((each,) for each in rng.sample(range(request.among), request.among))
    else:
        assert isinstance(request, Shuffle)
        yield (fair(request, rng),)


def _choices(choice: Choice, coming: list[Any], rng: random.Random) -> Iterator[tuple[Any]]:
    space = choice.space
    if choice.open:
        announced = [e[3] for e in coming if e[:3] == ["open", choice.player.seat, choice.ask]][:1]
        with suppress(ValueError, TypeError, LookupError):
            yield from ((space.read(each),) for each in announced)
        return
    arms = [None, *space.describe()["arms"]] if isinstance(space, Arms) else [None]
    described = space.describe()
    for cards in _shown(coming, choice.player.seat):
        for arm in arms:
            for part in (cards, _within(described, arm, cards)):
                with suppress(ValueError, TypeError, LookupError):
                    yield (space.read(part if arm is None else [arm, part]),)
    if described["space"] == "cards" and described["least"] == described["most"]:
        for part in _parting(described, coming, rng):
            with suppress(ValueError, TypeError, LookupError):
                yield (space.read(part),)
    elif described["space"] == "cards":
        # How many were taken may be seen where the cards are not.
        moved = [e[3] if isinstance(e[3], int) else len(e[3]) for e in coming if e[0] == "move" and e[3] is not None]
        for number in dict.fromkeys(moved[:8]):
            if described["least"] <= number <= min(described["most"], len(described["of"])):
                yield (space.read(rng.sample(described["of"], number)),)
    if isinstance(space, Arms):
        # Rare ways to go on come as often as those with many answers.
        for word, each in rng.sample(list(space.arms.items()), len(space.arms)):
            for _ in range(2 if each.exists() else 0):
                yield ((word, each.sample(rng)),)
    if space.count() <= GUESSES:
        yield from ((each,) for each in rng.sample(list(space), space.count()))
    else:
        yield from ((space.sample(rng),) for _ in range(GUESSES))


def _draws(request: Any, coming: list[Any], rng: random.Random) -> Iterator[tuple[Any]]:
    """The cards that the seat saw coming, and where it saw none some others."""
    deck, drawn = request.table.deck, isinstance(request, Draw)
    pile: Any = request.place.pile if drawn else request.pile
    # A draw is told at once; who has picked cards moves them soon.
    soon = range(min(len(coming), 1 if drawn else 4))
    own = next((at for at in soon if _moves(coming[at], request)), None)
    cards = None if own is None else coming[own][3]
    if isinstance(cards, list):
        seen = deck.parse(cards)
        if deck.covers(pile, seen):
            yield (seen,)
        return
    if drawn:
        # What is drawn later and seen is guessed to come for sure: so it counts as there still, and each of the rest is
        # as likely as it should be.
        later = deck.parse(_leaving(coming[1:], request.place.full_name))
        if deck.covers(pile, later) and deck.size(pile - later) >= request.number:
            pile -= later
    for _ in range(2):
        yield (some(deck, pile, request.number, rng),)


def _moves(event: list[Any], request: Any) -> bool:
    """Whether an event may be that the drawn or picked cards go where they belong."""
    if event[0] != "move" or (isinstance(request, Draw) and event[1] != request.place.full_name):
        return False
    return event[3] is None or request.number == (len(event[3]) if isinstance(event[3], list) else event[3])


def _leaving(coming: list[Any], source: str) -> list[str]:
    """The cards that the seat then saw to leave a place, until others come there."""
    found: list[str] = []
    for event in coming:
        if (event[0] in ("shuffle", "swap") and source in event) or (event[0] == "move" and event[2] == source):
            break
        if event[0] == "move" and event[1] == source and isinstance(event[3], list):
            found += event[3]
    return found


def _shown(coming: list[Any], seat: int) -> list[list[str]]:
    """The first cards that the seat saw afterwards, those first that came from whoever answers."""
    shown = [event for event in coming if event[0] in ("move", "reveal") and isinstance(event[-1], list)][:8]
    his = [(event[2] if event[0] == "reveal" else owner_of(event[1])) == seat for event in shown]
    found = [event[-1] for mine in (True, False) for event, own in zip(shown, his, strict=True) if own is mine]
    return [cards for at, cards in enumerate(found) if cards not in found[:at]]


def _within(space: dict[str, Any], arm: str | None, cards: list[str]) -> Any:
    """Those of the cards that a space names; of a row, which knows its cards by their places, the places."""
    there = space if arm is None else space["arms"][arm]
    named = there.get("of", [])
    if not there["space"].endswith("of a row"):
        return list((Counter(cards) & Counter(named)).elements())
    left, places = Counter(cards), []
    for place, card in named:
        if left[card] > 0:
            left[card] -= 1
            places.append(place)
    return places if there["space"] == "some of a row" else next(iter(places), None)


def _parting(space: dict[str, Any], coming: list[Any], rng: random.Random) -> Iterator[list[str]]:
    """So many cards as are wanted: for each place all that were then seen to leave it, none seen to leave another."""
    leaving: dict[str, Cards] = {}
    for event in coming:
        if event[0] == "move" and isinstance(event[3], list):
            leaving[event[1]] = leaving.get(event[1], Counter()) + Counter(event[3])
    there = Counter(space["of"])
    for place, cards in leaving.items():
        part = cards & there
        free = there - part
        for other, more in leaving.items():
            if other != place:
                free -= more
        missing_still = space["most"] - part.total()
        if 0 < missing_still <= free.total():
            yield [*part.elements(), *rng.sample(sorted(free.elements()), missing_still)]

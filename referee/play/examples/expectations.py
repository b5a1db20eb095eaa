"""Compares the expectations of a worked example with its end. Every difference is one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.kernel.errors import Broken, MissingCase
from referee.kernel.places import Place, Row
from referee.kernel.requests import Choice
from referee.kernel.scalars import to_plain
from referee.kernel.views import view_of
from referee.play.examples.notation import (
    card_words,
    is_sayable,
    named_places,
    read_answer,
    say_answer,
    shown_row,
    shown_scalar,
)
from referee.play.examples.position import Position

ANY = "?"
"""Stands for anything where a list has an entry for each player."""
HIDDEN = "hidden"


def differences(expect: Mapping[str, Any], position: Position) -> list[str]:
    """All that is not as expected; ValueError where an expectation cannot be read."""
    found: list[str] = []
    if position.fault is not None and not {"stuck", "missing"} & set(expect):
        found.append(f"the rules stop: {position.fault}")
    for word, wanted in expect.items():
        found += _CHECKS[word](position, wanted) if word in _CHECKS else _state(position, word, wanted)
    return found


def _state(position: Position, name: str, wanted: Any) -> Iterator[str]:
    """A zone, or a scalar of the game."""
    table = position.table
    if name in table.scalar_specs:
        yield from _compare(name, wanted, shown_scalar(getattr(table, name)))
        return
    for place, cards in named_places(table.places, len(table.players), name, wanted).items():
        if cards == ANY:
            continue
        words, lying = card_words(cards), cards_in(place)
        if not isinstance(place, Row):
            # Read as a pile, so that a word that is no card is refused.
            words = table.deck.names(table.deck.parse(words))
        if words != lying:
            yield f"{place.full_name} is {_row(lying)}, expected {_row(words)}"


def cards_in(place: Place) -> list[Any]:
    """The cards of a place as one writes them."""
    return shown_row(place) if isinstance(place, Row) else place.table.deck.names(place.pile)


def _row(words: list[Any]) -> str:
    return " ".join(map(str, words)) or "empty"


def _compare(name: str, wanted: Any, found: Any) -> Iterator[str]:
    """Lists may leave out an entry with ``?``."""
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for seat, (one, other) in enumerate(zip(wanted, found, strict=True)):
            if one != ANY:
                yield from _compare(f"{name} {seat}", one, other)
    elif type(wanted) is not type(found) or wanted != found:
        yield f"{name} is {found!r}, expected {wanted!r}"


def _sizes(position: Position, wanted: Any) -> Iterator[str]:
    table = position.table
    for name, sizes in _table("sizes", wanted).items():
        for place, size in named_places(table.places, len(table.players), name, sizes).items():
            if size != ANY:
                yield from _compare(f"the size of {place.full_name}", size, place.size)


def _sees(position: Position, wanted: Any) -> Iterator[str]:
    """Compares each place and scalar as a seat sees it: cards where it sees faces, a number where it sees the size,
    the value of a scalar, or ``hidden``."""
    table = position.table
    for seat, places in _table("sees", wanted).items():
        view = view_of(table, table.players[_seat(position, seat)])
        for name, looks in _table(f"sees {seat}", places).items():
            if name in table.scalar_specs:
                yield from _compare(f"seat {seat} sees: {name}", looks, _seen_scalar(table, name, view["scalars"]))
                continue
            for place, look in named_places(table.places, len(table.players), name, looks).items():
                if look == ANY:
                    continue
                shown = view["zones"].get(place.name, {"cards": []})
                shown = shown if place.owner is None else shown[place.owner.seat]
                found = shown.get("cards", HIDDEN if shown.get("size") is None else shown.get("size"))
                expected = look if look == HIDDEN or isinstance(look, int) else card_words(look)
                same = expected == found
                if isinstance(expected, list) and isinstance(found, list) and not place.is_row:
                    same = Counter(expected) == Counter(found)
                if not same or type(expected) is not type(found):
                    yield f"seat {seat} sees of {place.full_name}: {found!r}, expected {expected!r}"


def _seen_scalar(table: Any, name: str, view: Mapping[str, Any]) -> Any:
    """A scalar as a view has it, in an example's words."""
    value, seen = getattr(table, name), view.get(name)
    if name not in view:
        return HIDDEN
    if not table.scalar_specs[name].per_player:
        return shown_scalar(value)
    of_each = zip(value, seen or (), strict=True)
    return [HIDDEN if shown is None and to_plain(each) is not None else shown_scalar(each) for each, shown in of_each]


def _hears(position: Position, wanted: Any) -> Iterator[str]:
    """Compares the events that a seat was told: the expected ones occur among them, in this order."""
    for seat, events in _table("hears", wanted).items():
        told = iter(position.events_noticed_by(_seat(position, seat)))
        for event in events:
            if not any(event == each for each in told):
                all_told = [each for each in position.events_noticed_by(int(seat)) if each[0] == event[0]]
                yield f"seat {seat} was not told {event!r} there; of that word it was told {all_told!r}"
                break


def _told_events(position: Position, wanted: Any) -> Iterator[str]:
    """Compares, for each seat and word, all events with this word that the seat was told, without the word."""
    for seat, words in _table("told", wanted).items():
        heard = position.events_noticed_by(_seat(position, seat))
        for word, events in _table(f"told {seat}", words).items():
            found = [each[1:] for each in heard if each[0] == word]
            if found != events:
                yield f"seat {seat} was told of {word!r}: {found!r}, expected {events!r} and no more"


def _asks(position: Position, wanted: Any) -> Iterator[str]:
    """The question that is open when all answers are used up."""
    about = _table("asks", wanted)
    strange = set(about) - {"seat", "for", "ask", "count", "options", "allowed", "refused"}
    if strange:
        raise ValueError(f"asks has seat, for, ask, count, options, allowed, refused, not {', '.join(sorted(strange))}")
    choice = position.open
    if choice is None:
        if position.fault is None:
            yield "nobody is asked anything after the answers" + (
                ": the match is over" if position.table.outcome else ""
            )
        return
    asked: dict[str, Any] = {
        "seat": choice.decider.seat,
        "for": choice.player.seat,
        "ask": choice.ask,
        "count": choice.space.count(),
    }
    for word, found in asked.items():
        if word in about:
            yield from _compare(f"asks {word}", about[word], found)
    for written in about.get("allowed", ()):
        if not _admitted(choice, written):
            yield f"seat {choice.decider.seat} may not answer {written!r} to {choice.ask!r}, and should"
    for written in about.get("refused", ()):
        if not is_sayable(position.table.game, choice.space, written):
            raise ValueError(
                f"{written!r} would be refused whatever the rules: a word of it means nothing in this game"
            )
        if _admitted(choice, written):
            yield f"seat {choice.decider.seat} may answer {written!r} to {choice.ask!r}, and should not"
    if "options" in about:
        offered = {say_answer(choice.space, answer) for answer in choice.space}
        expected = {
            say_answer(choice.space, read_answer(choice.space, each)) if _admitted(choice, each) else str(each)
            for each in about["options"]
        }
        for each in sorted(expected - offered):
            yield f"{each!r} is not among the options of {choice.ask!r}, and should be"
        for each in sorted(offered - expected):
            yield f"{each!r} is among the options of {choice.ask!r}, and should not be"


def _admitted(choice: Choice, written: Any) -> bool:
    try:
        return choice.space.admits(read_answer(choice.space, written))
    except (ValueError, TypeError, IndexError):
        return False


def _ranks(position: Position, wanted: Any) -> Iterator[str]:
    yield from _outcome(position, "ranks", wanted)


def _payoffs(position: Position, wanted: Any) -> Iterator[str]:
    yield from _outcome(position, "payoffs", wanted)


def _reason(position: Position, wanted: Any) -> Iterator[str]:
    yield from _outcome(position, "reason", wanted)


def _outcome(position: Position, word: str, wanted: Any) -> Iterator[str]:
    outcome = position.table.outcome
    if outcome is None:
        yield f"{word}: the match is not over"
    else:
        yield from _compare(word, wanted, shown_scalar(getattr(outcome, word)))


def _ended(position: Position, wanted: Any) -> Iterator[str]:
    yield from _compare("ended", wanted, position.table.outcome is not None)


def _direction(position: Position, wanted: Any) -> Iterator[str]:
    yield from _compare("direction", wanted, position.table.direction.name.lower())


def _turns(position: Position, wanted: Any) -> Iterator[str]:
    yield from _compare("turns", wanted, position.table.turns)


def _money(position: Position, wanted: Any) -> Iterator[str]:
    yield from _compare("money", wanted, shown_scalar(position.table.money[:-1]))


def _stuck(position: Position, wanted: Any) -> Iterator[str]:
    fault = position.fault
    if fault is None or fault.broken in (Broken.MISSING_CASE, Broken.RAISED):
        yield f"the rules do not break down at {wanted}" + (f" but stop: {fault}" if fault else "")
    elif wanted is not True and wanted not in fault.clause.split(", "):
        yield f"the rules break down at {fault.clause}, expected {wanted}: {fault}"


def _missing(position: Position, wanted: Any) -> Iterator[str]:
    fault = position.fault
    if not isinstance(fault, MissingCase) or fault.reading != wanted:
        yield f"play does not come to the missing rule of {wanted}" + (f" but stops: {fault}" if fault else "")


def _table(word: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{word} is a table, not {value!r}")
    return value


def _seat(position: Position, seat: str) -> int:
    if not seat.isdigit() or int(seat) >= len(position.table.players):
        raise ValueError(f"there is no seat {seat!r}")
    return int(seat)


_CHECKS: dict[str, Callable[[Position, Any], Iterator[str]]] = {
    "sizes": _sizes,
    "sees": _sees,
    "hears": _hears,
    "told": _told_events,
    "asks": _asks,
    "ranks": _ranks,
    "payoffs": _payoffs,
    "reason": _reason,
    "ended": _ended,
    "direction": _direction,
    "turns": _turns,
    "money": _money,
    "stuck": _stuck,
    "missing": _missing,
}

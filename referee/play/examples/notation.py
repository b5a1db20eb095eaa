"""What people write by hand for tables and answers, read into the kernel's form and back.

Cards are names with blanks between them (``"9h 10h RJ"``) or a list of names; players are seat numbers;
members of enums are their values; an answer is the words that say it (``"cards 9 9"``, ``"take"``).
Everything here raises ValueError, with what is wrong, for what cannot be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any

from referee.kernel.cards import NO_SUIT, Suit
from referee.kernel.game import Game, rules_of
from referee.kernel.numbers import Number
from referee.kernel.places import Laid, Place, Row
from referee.kernel.players import NO_PLAYER, Player
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.scalars import from_plain
from referee.kernel.spaces import Arms, Nothing, OneOf, Space, plain_word
from referee.play.options import spoken, typed_forms

NOBODY = "nobody"
"""How a scalar without a player is written."""


# -- cards ------------------------------------------------------------------------------------------------


def card_words(value: Any) -> list[Any]:
    """The words of a list of cards: names, and tables ``{card, marks, link}`` in a row."""
    if isinstance(value, str):
        return value.split()
    if isinstance(value, list) and all(isinstance(each, (str, dict)) for each in value):
        return value
    raise ValueError(f"cards are words ('9h 10h') or a list of words, not {value!r}")


def row_contents(game: Game[Any], words: Sequence[Any]) -> tuple[Any, ...]:
    """What a row holds (``Row.contents``), from its first card to its last."""
    found: list[Any] = []
    for word in words:
        if isinstance(word, str):
            found.append(_kind(game, word))
            continue
        strange = set(word) - {"card", "marks", "link"}
        if strange or not isinstance(word.get("card"), str):
            raise ValueError(f"a card in a row is a name or {{card, marks, link}}, not {word!r}")
        marks = tuple(_member(rules_of(type(game)).enums.values(), each) for each in word.get("marks", ()))
        kind = _kind(game, word["card"])
        found.append((kind, marks, word.get("link", 0)) if marks or word.get("link") else kind)
    return tuple(found)


def shown_row(row: Row) -> list[Any]:
    """The cards of a row as one writes them."""
    return [_shown_laid(row, laid) for laid in row.row]


def _shown_laid(row: Row, laid: Laid) -> Any:
    name = row.face(laid).name
    if not laid.marks and not laid.link:
        return name
    marks = {"marks": [mark.value for mark in laid.marks]} if laid.marks else {}
    return {"card": name, **marks, **({"link": laid.link} if laid.link else {})}


def _kind(game: Game[Any], word: str) -> int:
    try:
        return game.deck.index(word)
    except KeyError:
        raise ValueError(f"{word!r} is no card of this game") from None


def _member(enums: Iterable[type[Enum]], word: Any) -> Enum:
    for enum in enums:
        for member in enum:
            if type(member.value) is type(word) and member.value == word:
                return member
    raise ValueError(f"{word!r} is no word of this game")


# -- scalars ----------------------------------------------------------------------------------------------


def read_scalar(game: Game[Any], start: Any, written: Any) -> Any:
    """A scalar of the sort of ``start``, which is what it holds on a new table."""
    if isinstance(written, dict):
        return from_plain(written, rules_of(type(game)).types)
    if isinstance(start, Player):
        if written == NOBODY:
            return NO_PLAYER
        if type(written) is int and 0 <= written < game.players:
            return Player.at(written)
        raise ValueError(f"a seat from 0 to {game.players - 1} or {NOBODY!r} is wanted, not {written!r}")
    if isinstance(start, Enum):
        return _member([type(start)], written)
    if isinstance(start, Fraction) and type(written) in (int, str):
        return Fraction(written)
    if isinstance(start, Suit):
        known = {suit.name: suit for suit in (*game.deck.suits, NO_SUIT)}
        if written not in known:
            raise ValueError(f"a suit is wanted, one of {', '.join(known)}, not {written!r}")
        return known[written]
    if isinstance(written, list):
        if hasattr(start, "_fields") and len(written) == len(start):
            return type(start)(*[read_scalar(game, one, each) for one, each in zip(start, written, strict=True)])
        first = start[0] if isinstance(start, tuple) and start else None
        return tuple(read_scalar(game, first, each) for each in written)
    if start is not None and type(written) is not type(start):
        raise ValueError(f"something like {shown_scalar(start)!r} is wanted, not {written!r}")
    return written


def shown_scalar(value: Any) -> Any:
    """A scalar as one writes it."""
    if isinstance(value, Player):
        return NOBODY if value is NO_PLAYER else value.seat
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Suit):
        return value.name
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    if isinstance(value, (tuple, list)):
        return [shown_scalar(each) for each in value]
    return value


# -- answers ----------------------------------------------------------------------------------------------


def read_answer(space: Space[Any], written: Any) -> Any:
    """The answer that words stand for; plain data is read as the space reads it."""
    return space.read(_plain(space, written.split()) if isinstance(written, str) else written)


def _plain(space: Space[Any], words: list[str]) -> Any:
    """The plain data that ``Space.read`` takes."""
    if isinstance(space, Arms):
        for arm in sorted(space.arms, key=lambda each: -len(_spoken(each))):
            spoken = _spoken(arm)
            if words[: len(spoken)] == spoken:
                return [plain_word(arm), _plain(space.arms[arm], words[len(spoken) :])]
        raise ValueError(f"{' '.join(words)!r} begins with none of the ways to go on: {_listed(space.arms)}")
    if isinstance(space, OneOf):
        for option in space.options:
            if " ".join(words).casefold() in typed_forms(option):
                return plain_word(option)
        raise ValueError(f"{' '.join(words)!r} is none of the options: {_listed(space.options)}")
    if isinstance(space, Number) and len(words) == 1 and words[0].removeprefix("-").isdecimal():
        return int(words[0])
    if isinstance(space, Nothing):
        if words:
            raise ValueError(f"nothing more is to be said than what stands before {' '.join(words)!r}")
        return None
    if isinstance(space, (OneOfRow, SomeOfRow)):
        positions = _positions(space.row, words)
        if isinstance(space, SomeOfRow):
            return positions
        if len(positions) != 1:
            raise ValueError(f"one card is wanted, not {' '.join(words)!r}")
        return positions[0]
    return words


def _positions(row: Row, words: list[str]) -> list[int]:
    """The positions of cards in a row. A word is a position from 0 on, or a name (the first of equal cards)."""
    free = {place: row.face(laid).name for place, laid in enumerate(row.row)}
    found: list[int] = []
    for word in words:
        named = [place for place, name in free.items() if name == word]
        place = named[0] if named else int(word) if word.isdigit() else -1
        if place not in free:
            raise ValueError(f"{word!r} does not lie in {row!r}")
        found.append(place)
        del free[place]
    return found


def _spoken(option: Any) -> list[str]:
    """The words for an arm or an option."""
    return (str(option.seat) if isinstance(option, Player) else spoken(option)).split()


def _listed(options: Iterable[Any]) -> str:
    return ", ".join(" ".join(_spoken(option)) for option in options) or "none"


def say_answer(space: Space[Any], answer: Any) -> str:
    """An answer in the words that ``read_answer`` reads."""
    if isinstance(space, Arms):
        arm, what = answer
        return " ".join([*_spoken(arm), say_answer(space.arms[arm], what)]).strip()
    if isinstance(space, OneOf):
        return " ".join(_spoken(answer))
    told = space.plain(answer)
    return "" if told is None else " ".join(map(str, told)) if isinstance(told, list) else str(told)


def is_sayable(game: Game[Any], space: Space[Any], written: Any) -> bool:
    """Whether every word of an answer that is to be refused means something in this game (or is misspelt)."""
    if not isinstance(written, str):
        return True
    known = {card.name for card in game.deck.cards} | {"seat"}
    for enum in rules_of(type(game)).enums.values():
        known |= {word for member in enum for word in str(member.value).split()}
    known |= {word for offered in game.effects.values() for each in offered for word in each.name.split()}
    spaces: list[Any] = [space]
    while spaces:
        one = spaces.pop()
        options: Iterable[Any] = one.options if isinstance(one, OneOf) else ()
        if isinstance(one, Arms):
            options = one.arms
            spaces += one.arms.values()
        known |= {word for option in options for word in _spoken(option)}
    return all(word in known or word.isdigit() for word in written.split())


# -- places -----------------------------------------------------------------------------------------------


def named_places(places: Sequence[Place], players: int, name: str, value: Any) -> Mapping[Place, Any]:
    """What is written for each place of a zone: ``hand = ["…", "…"]``, ``"hand 1" = "…"``, ``stock = …``."""
    zone, _, seat = name.partition(" ")
    found = [place for place in places if place.name == zone]
    if seat:
        found = [place for place in found if place.owner is not None and str(place.owner.seat) == seat]
    if not found:
        known = ", ".join(dict.fromkeys(place.name for place in places if place.name != "flight"))
        raise ValueError(f"there is no zone or scalar {name!r}; zones are: {known}")
    if seat or found[0].owner is None:
        return {found[0]: value}
    if not isinstance(value, list) or len(value) != players:
        raise ValueError(f"{zone}: a list with an entry for each of {players} players is wanted, not {value!r}")
    return dict(zip(found, value, strict=True))

"""The table that a worked example begins with."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from referee.kernel.game import Game
from referee.kernel.places import Place
from referee.kernel.players import NO_PLAYER, Direction
from referee.kernel.table import Table
from referee.play.examples.file import Case
from referee.play.examples.notation import card_words, named_places, read_scalar, row_contents

PLAYERS = re.compile(r"tuple\[(\w+\.)*Player, \.\.\.\]")
"""The annotation of a scalar that holds any number of players."""
FILLER = re.compile(r"\+(\d+)")
"""``+13``: so many cards that stand nowhere in the example."""


def lay_out(case: Case, game: Game[Any]) -> Table:
    """The table of an example that is not dealt; ValueError for what cannot be laid out."""
    table: Table = game.table()
    table.dealing = False
    deck = table.deck
    written: dict[Place, list[Any]] = {}
    for name, value in case.table.items():
        if name in table.scalar_specs or name in KERNEL_WORDS:
            continue
        for place, cards in named_places(table.places, game.players, name, value).items():
            written[place] = card_words(cards)
    names = [_name(word) for words in written.values() for word in words if not _is_filler(word)]
    try:
        left = deck.unpack(deck.whole - deck.parse(names))
    except ValueError as error:
        raise ValueError(f"table: {error}") from None
    for place, words in written.items():
        named = [word for word in words if not _is_filler(word)]
        number = sum(int(word[1:]) for word in words if _is_filler(word))
        fillers = _spread(left, number)
        if place.is_row:
            place.restore((*row_contents(game, named), *fillers))
        else:
            place.restore(deck.parse(named) + deck.pack(fillers))
    rest = _rest(case, table, written, len(left))
    for place in table.places:
        if place not in written and place is not rest:
            place.restore(() if place.is_row else 0)
    if rest is not None:
        rest.restore(tuple(left) if rest.is_row else deck.pack(left))
    for name, value in case.table.items():
        _set_scalar(game, table, name, value)
    return table


def _rest(case: Case, table: Table, written: dict[Place, list[Any]], number: int) -> Place | None:
    """Puts the cards that the example does not name."""
    rest = [place for place in table.places if place.full_name == case.rest]
    if case.rest is not None and not rest:
        raise ValueError(f"rest: there is no place {case.rest!r}")
    if case.rest is None:
        # Without a word about it they lie where a new table has the pack.
        packs = [name for name, spec in table.zone_specs.items() if spec.pack is True]
        rest = [place for place in table.places if place.name in packs]
    if not rest or rest[0] in written:
        if number:
            raise ValueError(f"{number} cards of the pack lie nowhere: 'rest' names the place for them")
        return None
    return rest[0]


def _is_filler(word: Any) -> bool:
    return isinstance(word, str) and FILLER.fullmatch(word) is not None


def _name(word: Any) -> str:
    return word if isinstance(word, str) else str(word.get("card"))


def _spread(left: list[int], number: int) -> list[int]:
    """Take so many cards out of those left, spread evenly over them, so that they make no pattern."""
    if number > len(left):
        raise ValueError(f"table: {number} cards are to be filled in and only {len(left)} are left")
    places = [place * len(left) // number for place in range(number)]
    taken = [left[place] for place in places]
    for place in reversed(places):
        del left[place]
    return taken


KERNEL_WORDS = ("direction", "turns", "money")
"""The parts of every table beside its zones and scalars, as examples call them."""


def _set_scalar(game: Game[Any], table: Table, name: str, value: Any) -> None:
    if name == "direction":
        try:
            table.direction = Direction[str(value).upper()]
        except KeyError:
            raise ValueError(f"direction is left or right, not {value!r}") from None
    elif name == "turns":
        table.turns = read_scalar(game, 0, value)
    elif name == "money":
        if not isinstance(value, list) or len(value) != game.players:
            raise ValueError(f"money: what each of {game.players} players has won is wanted, not {value!r}")
        accounts = [read_scalar(game, Fraction(0) if isinstance(each, str) else 0, each) for each in value]
        table.money = (*accounts, -sum(accounts))
    elif name in table.scalar_specs:
        spec = table.scalar_specs[name]
        if not spec.per_player:
            setattr(table, name, _scalar(game, name, _like(table, name, spec.start), value))
            return
        if not isinstance(value, list) or len(value) != game.players:
            raise ValueError(f"{name}: a value for each of {game.players} players is wanted, not {value!r}")
        getattr(table, name)[:] = [_scalar(game, name, spec.start, each) for each in value]


def _like(table: Table, name: str, start: Any) -> Any:
    """A value that shows how a scalar is written. For a tuple that is empty on a new table only the annotation shows
    it."""
    hints = [vars(each).get("__annotations__", {}).get(name) for each in type(table).__mro__]
    return (NO_PLAYER,) if start == () and any(PLAYERS.fullmatch(str(hint)) for hint in hints) else start


def _scalar(game: Game[Any], name: str, start: Any, value: Any) -> Any:
    try:
        return read_scalar(game, start, value)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None

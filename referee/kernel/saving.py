"""A table at a step boundary as JSON data, to be continued in another process.

The order of the stocks is not on the table: the chance tape saves it itself.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.kernel.outcome import Outcome
from referee.kernel.scalars import from_plain, to_plain
from referee.kernel.table import Table

if TYPE_CHECKING:
    from referee.kernel.places import Place

TableT = TypeVar("TableT", bound=Table)

SCHEMA = "referee.table/1"


def save(table: Table) -> dict[str, Any]:
    """All that is on the table between two steps: cards by name, scalars as ``to_plain`` writes them."""
    assert not table.stack, "a table is saved between steps"
    return all_of(table)


def all_of(table: Table) -> dict[str, Any]:
    """The same of a table on which a step may have stopped: to be looked at, and not to be loaded."""
    contents, scalars, of_each = table.snapshot()
    one, each = _scalar_names(table)
    state = dict(zip(one, scalars, strict=True))
    outcome: Outcome | None = state.pop("outcome")
    return {
        "schema": SCHEMA,
        **_identity(table.game),
        "zones": {
            place.full_name: _cards(table, place, cards) for place, cards in zip(table.places, contents, strict=True)
        },
        "scalars": {name: to_plain(value) for name, value in state.items()},
        "of_each": {name: to_plain(values) for name, values in zip(each, of_each, strict=True)},
        "outcome": outcome and [to_plain(outcome.scores), to_plain(outcome.payoffs), outcome.reason],
    }


def load(game: Game[TableT], saved: Any) -> TableT:
    """The table that ``save`` wrote; BadInput where it is none of this very game."""
    table = game.table()
    if not isinstance(saved, dict) or saved.get("schema") != SCHEMA:
        raise BadInput(f"{game.name}: this is no saved table")
    for word, ours in _identity(game).items():
        if saved.get(word) != ours:
            raise BadInput(f"{game.name}: the table was saved with another {word}: {saved.get(word)!r}, not {ours!r}")
    enums = rules_of(type(game)).types
    one, each = _scalar_names(table)
    try:
        zones, scalars, of_each, outcome = (
            saved["zones"],
            saved["scalars"],
            saved["of_each"],
            saved["outcome"],
        )
        state = {name: from_plain(scalars[name], enums) for name in one if name != "outcome"}
        state["outcome"] = outcome and Outcome(*(from_plain(part, enums) for part in outcome))
        table.restore(
            (
                tuple([_read_cards(table, place, zones[place.full_name], enums) for place in table.places]),
                tuple([state[name] for name in one]),
                tuple([_of_each(table, from_plain(of_each[name], enums)) for name in each]),
            )
        )
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(f"{game.name}: the saved table is damaged: {type(error).__name__}: {error}") from None
    if sum([place.pile for place in table.places]) != table.deck.whole:
        raise BadInput(f"{game.name}: the cards of the saved table are not those of the deck")
    return table


def _identity(game: Game[Any]) -> dict[str, Any]:
    """The form of the game for which a table must have been made."""
    return {
        "game": game.name,
        "players": game.players,
        "readings": dict(game.readings),
        "settings": {name: to_plain(value) for name, value in game.settings.items()},
    }


def _scalar_names(table: Table) -> tuple[list[str], list[str]]:
    """The scalars of a snapshot: those of the table, and those of every player."""
    specs = table.scalar_specs.items()
    one = [name for name, spec in specs if not spec.per_player]
    return [*one, *table.KERNEL_SCALARS], [name for name, spec in specs if spec.per_player]


def _of_each(table: Table, values: Any) -> tuple[Any, ...]:
    if not isinstance(values, tuple) or len(values) != len(table.players):
        raise ValueError(f"{len(table.players)} values are wanted, not {values!r}")
    return values


def _cards(table: Table, place: Place, contents: Any) -> list[Any]:
    """A bag: the names of its cards. A row: names, or [name, marks, link] where a card has any."""
    if not place.is_row:
        return table.deck.names(contents)
    cards = table.deck.cards
    return [
        cards[each].name if isinstance(each, int) else [cards[each[0]].name, to_plain(each[1]), each[2]]
        for each in contents
    ]


def _read_cards(table: Table, place: Place, names: Any, enums: dict[str, type[Enum]]) -> Any:
    deck = table.deck
    if not place.is_row:
        return deck.parse(names)
    return tuple(
        [
            deck.index(each) if isinstance(each, str) else (deck.index(each[0]), from_plain(each[1], enums), each[2])
            for each in names
        ]
    )

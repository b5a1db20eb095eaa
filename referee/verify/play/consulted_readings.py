"""The readings that rules consult while they are carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.kernel.game import Defined, Game
from referee.kernel.table import Table
from referee.meaning.open_readings import NotedDefined


def listen_to(table: Table, listener: Callable[[str], object]) -> None:
    """Tell ``listener`` from now on the slug of every reading that a rule asks this table for, in either way."""
    reading, reading_or = table.reading, table.reading_or

    def noting(slug: str) -> str:
        listener(slug)
        value: str = reading(slug)
        return value

    def noting_or(slug: str, otherwise: str) -> str:
        listener(slug)
        return reading_or(slug, otherwise)

    table.reading = noting
    table.reading_or = noting_or  # type: ignore[method-assign]


class _Heard(dict[str, str]):
    """The readings of a game, which tell what is looked up."""

    def __init__(self, readings: Mapping[str, str], listener: Callable[[str], object]) -> None:
        super().__init__(readings)
        self._listener = listener

    def __getitem__(self, slug: str) -> str:
        self._listener(slug)
        return super().__getitem__(slug)


class HeardAnyhow(_Heard):
    """The same, however they are looked up: whoever goes through all of them, copies or compares them too."""

    def get(self, slug: str, otherwise: Any = None) -> Any:
        self._listener(slug)
        return super().get(slug, otherwise)

    def __iter__(self) -> Iterator[str]:
        for slug in super().__iter__():
            self._listener(slug)
            yield slug

    def keys(self) -> Any:
        return [*self]

    def values(self) -> Any:
        return [self[slug] for slug in self]

    def items(self) -> Any:
        return [(slug, self[slug]) for slug in self]

    def copy(self) -> dict[str, str]:
        return dict(self.items())

    def __eq__(self, other: object) -> bool:
        return self.copy() == other

    __hash__ = None  # type: ignore[assignment]

    def __or__(self, other: Any) -> Any:
        return self.copy() | other

    def __ror__(self, other: Any) -> Any:
        return other | self.copy()

    def __repr__(self) -> str:
        return repr(self.copy())


def listen_to_game(game: Game[Any], listener: Callable[[str], object]) -> None:
    """Tell ``listener`` from now on also the slug of every reading that is looked up in ``game.readings``."""
    object.__setattr__(game, "readings", _Heard(game.readings, listener))


def made_listening(game: Game[Any], look_up: Callable[[str], object], asked: set[str]) -> Game[Any]:
    """The same form, made once more: ``look_up`` is told of every reading that is looked up in ``readings``, ``asked``
    has those that its tables were asked for, both from the moment on in which it is made."""
    form: Game[Any] = object.__new__(type(game))
    chosen = form._chosen

    def choosing(given: Mapping[str, str]) -> tuple[dict[str, str], Defined]:
        readings, defined = chosen(given)
        heard = NotedDefined(defined)
        heard.asked = asked
        return HeardAnyhow(readings, look_up), heard

    object.__setattr__(form, "_chosen", choosing)
    form.__init__(game.players, readings=dict(dict.items(game.readings)), settings=game.settings)  # type: ignore[misc]
    object.__delattr__(form, "_chosen")
    return form

"""Readings that are left open, so that one Program means a form under many rows of alternatives.

Rules consult an open reading by ``t.reading``, ``t.reading_or`` or ``game.readings[…]`` and get it in play, as one of
the words that it can be. One that is consulted in another way, or while the form is made, cannot be left open.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NoReturn

from referee.kernel.errors import RefereeError
from referee.kernel.game import Defined, Game
from referee.meaning.texts import NoMeaning

UNDEFINED = "undefined"
Readings = Mapping[str, str]


class LookedAt(NoMeaning):
    """An open reading was looked at as if it were known."""

    def __init__(self, slugs: Sequence[str]) -> None:
        super().__init__(f"{', '.join(slugs)}: consulted in a way in which a reading cannot be left open")
        self.slugs = tuple(slugs)


class OpenValue:
    """Stands for the alternative of an open reading among ``game.readings``: to look at it is noticed."""

    def __init__(self, slug: str, defined: OpenDefined) -> None:
        self.slug, self.defined = slug, defined

    def _looked_at(self, *_: Any) -> NoReturn:
        self.defined.looked_at.append(self.slug)
        raise LookedAt([self.slug])

    __eq__ = __ne__ = __hash__ = __bool__ = __str__ = __repr__ = __format__ = __getattr__ = _looked_at
    __lt__ = __gt__ = __le__ = __ge__ = __len__ = __iter__ = __contains__ = __getitem__ = __add__ = __radd__ = (
        _looked_at
    )


class OpenDefined(Defined):
    """The alternatives of the readings that are not open. ``words`` are those of open ones, by slug."""

    def __init__(self, closed: Readings, words: Mapping[str, tuple[str, ...]]) -> None:
        super().__init__(closed)
        self.words = words
        self.looked_at: list[str] = []

    def __getitem__(self, slug: str) -> str:
        self._look(slug)
        return super().__getitem__(slug)

    def get(self, slug: str, otherwise: Any = None) -> Any:
        self._look(slug)
        return super().get(slug, otherwise)

    def __contains__(self, slug: object) -> bool:
        self._look(str(slug))
        return super().__contains__(slug)

    def _look(self, slug: str) -> None:
        if slug in self.words:
            self.looked_at.append(slug)
            raise LookedAt([slug])


class NotedDefined(OpenDefined):
    """Readings of which none is open; ``asked`` are those that were asked for, by text that is read or run."""

    def __init__(self, closed: Readings) -> None:
        super().__init__(closed, {})
        self.asked: set[str] = set()

    def _look(self, slug: str) -> None:
        self.asked.add(slug)


def opened(game: Game[Any], rows: Sequence[Readings], closed: Collection[str] = ()) -> Game[Any]:
    """The form with the readings left open that are not the same in all of these rows, the form's own among them.

    One that is ``closed``, or consulted while the form is made, is not left open, and rows with another alternative
    of it are left out. Nothing can be played with what is given.
    """
    chosen = [dict(type(game)(game.players, readings=row, settings=game.settings).readings) for row in rows]
    looked_at = list(closed)
    while True:
        chosen = [each for each in chosen if all(each[slug] == game.readings[slug] for slug in looked_at)]
        words = {slug: tuple(dict.fromkeys([each[slug] for each in chosen])) for slug in game.readings}
        words = {slug: several for slug, several in words.items() if len(several) > 1}
        made, looked_at = _made(game, chosen[0], words)
        if made is not None:
            return made


def _made(game: Game[Any], base: Readings, words: Mapping[str, tuple[str, ...]]) -> tuple[Game[Any] | None, list[str]]:
    """The form with open readings; or None, and which of them making it has consulted."""
    made: Game[Any] = type(game).__new__(type(game))
    own = OpenDefined({}, words)

    def open_ones(given: Readings) -> tuple[dict[str, Any], Defined]:
        values, defined = type(game)._chosen(made, given)
        own.update({slug: value for slug, value in defined.items() if slug not in words})
        return {slug: OpenValue(slug, own) if slug in words else value for slug, value in values.items()}, own

    object.__setattr__(made, "_chosen", open_ones)
    try:
        type(made).__init__(made, game.players, readings=base, settings=game.settings)
    except RefereeError:
        if not own.looked_at:
            raise
    return (None, own.looked_at) if own.looked_at else (made, [])


def open_words(game: Game[Any]) -> Mapping[str, tuple[str, ...]]:
    """The words of the open readings of a form, by slug."""
    return game.defined.words if isinstance(game.defined, OpenDefined) else {}


def still_closed(game: Game[Any]) -> None:
    """LookedAt: an open reading was looked at since the last time."""
    if slugs := forget_looks(game):
        raise LookedAt(slugs)


def forget_looks(game: Game[Any]) -> list[str]:
    """The open readings that were looked at since the last time."""
    looked_at = game.defined.looked_at if isinstance(game.defined, OpenDefined) else []
    slugs = list(dict.fromkeys(looked_at))
    looked_at.clear()
    return slugs

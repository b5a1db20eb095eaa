"""The messages of a table to a watcher: a record, the seats, the ledger. Nobody watches by default."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.kernel.events import Event
    from referee.kernel.places import Laid, Place
    from referee.kernel.players import Player
    from referee.kernel.requests import Choice
    from referee.kernel.views import Entry


class Watch:
    """Override what is of interest. Called after the table has changed."""

    __slots__ = ()

    def moved(self, cards: Any, source: Place, target: Place) -> None:
        """``cards`` went: a packed pile, or a tuple of ``Laid`` where one of the places is a row."""

    def swapped(self, one: Place, other: Place) -> None: ...

    def marked(self, place: Place, before: Laid, after: Laid) -> None: ...

    def paid(self, payer: Player | None, payee: Player | None, amount: Any) -> None:
        """None is the bank."""

    def revealed(self, cards: Any, of: Player | None, to: tuple[Player, ...], why: str) -> None:
        """These players were shown a packed pile."""

    def announced(self, choice: Choice, answer: Any) -> None:
        """Everybody learnt the answer of an open choice."""

    def rolled(self, faces: tuple[int, ...], to: tuple[Player, ...]) -> None:
        """These players saw the faces of dice."""

    def drew_lot(self, drawn: Any, to: tuple[Player, ...]) -> None:
        """These players were told the result of a lot."""

    def shuffled(self, place: Place) -> None: ...

    def happened(self, event: Event) -> None:
        """An event of the engine began."""

    def disclosed(self, word: str, to: tuple[Player, ...], about: dict[str, Any]) -> None:
        """The rules tell those players what follows from what is hidden (see ``Table.disclose``)."""

    def noted(self, word: str, about: dict[str, Any]) -> None:
        """The rules tell what is public and no move: a direction reversed, a hand that ended."""


class Story(Watch):
    """Makes one stream of entries out of a table's messages, for a listener."""

    __slots__ = ("_tell",)

    def __init__(self, listeners: Sequence[Callable[[Entry], None]]) -> None:
        def tell_all(entry: Entry) -> None:
            for listener in listeners:
                listener(entry)

        self._tell = listeners[0] if len(listeners) == 1 else tell_all

    def moved(self, cards: Any, source: Place, target: Place) -> None:
        self._tell(("move", cards, source, target))

    def swapped(self, one: Place, other: Place) -> None:
        self._tell(("swap", one, other))

    def marked(self, place: Place, before: Laid, after: Laid) -> None:
        self._tell(("mark", place, before, after))

    def paid(self, payer: Player | None, payee: Player | None, amount: Any) -> None:
        self._tell(("pay", payer, payee, amount))

    def revealed(self, cards: Any, of: Player | None, to: tuple[Player, ...], why: str) -> None:
        self._tell(("reveal", cards, of, to, why))

    def announced(self, choice: Choice, answer: Any) -> None:
        # As data at once: a card of a row is told by where it lies now.
        self._tell(("open", choice, choice.space.plain(answer), answer))

    def rolled(self, faces: tuple[int, ...], to: tuple[Player, ...]) -> None:
        self._tell(("roll", faces, to))

    def drew_lot(self, drawn: Any, to: tuple[Player, ...]) -> None:
        self._tell(("lot", drawn, to))

    def shuffled(self, place: Place) -> None:
        self._tell(("shuffle", place))

    def happened(self, event: Event) -> None:
        self._tell(("event", event))

    def disclosed(self, word: str, to: tuple[Player, ...], about: dict[str, Any]) -> None:
        self._tell(("tell", word, to, about))

    def noted(self, word: str, about: dict[str, Any]) -> None:
        self._tell(("note", word, about))

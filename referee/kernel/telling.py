"""What rules tell players beside what the cards on the table do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.kernel.players import Audience, Player, everybody, nobody, others, owner
from referee.kernel.rule_types import Pile
from referee.kernel.watch import Watch


def check_told(about: Mapping[str, Any]) -> None:
    """TypeError, whether anybody listens or not: something that is told may change, and no record keeps that."""
    for each in about.values():
        if _may_change(each):
            raise TypeError(f"what is told may not change later: write tuple(…) of {each!r}")


def check_audience(to: Audience | Iterable[Player]) -> None:
    """TypeError, whether anybody listens or not: the audience goes by an owner, and what is told has none."""
    if to is owner or to is others:
        raise TypeError("nobody is the owner of what is told: name the players, as in t.others(me)")


def _may_change(thing: Any) -> bool:
    return isinstance(thing, (list, set, dict)) or (isinstance(thing, tuple) and any(map(_may_change, thing)))


class Telling:
    """The part of a table that says it. Where nobody watches, nothing is said."""

    __slots__ = ()

    players: tuple[Player, ...]
    watch: Watch | None

    def reveal(self, cards: Pile, of: Player | None, to: Audience | Iterable[Player] = everybody, *, why: str) -> None:
        """Show cards to players, once (``why`` is a word); ``others`` are all but ``of``, whose cards they are.
        Nobody's standing view of a zone changes. The other players are told how many cards there are."""
        assert to is not nobody, "a reveal to nobody"
        if of is None:
            check_audience(to)
        if self.watch is not None:
            self.watch.revealed(cards, of, self._named(to, of), why)

    def disclose(self, word: str, to: Audience | Iterable[Player] = everybody, **about: Any) -> None:
        """Tell players, openly and on purpose, something that follows from what they cannot see: a hint, dice that are
        shown, the answer that a rule has somebody give. Everybody notices that they are told; nobody else learns what.

        Such a message is no leak. Send it before its consequences are on the table for all to see.
        """
        assert to is not nobody, "nobody is told"
        check_audience(to)
        check_told(about)
        if self.watch is not None:
            self.watch.disclosed(word, self._named(to), about)

    def note(self, word: str, **about: Any) -> None:
        """Tell everybody what is public and no move of cards."""
        check_told(about)
        if self.watch is not None:
            self.watch.noted(word, about)

    def _named(self, to: Audience | Iterable[Player], of: Player | None = None) -> tuple[Player, ...]:
        """The players of an audience, where it goes by an owner that of ``of``."""
        if not isinstance(to, Audience):
            return tuple(to)
        return tuple([player for player in self.players if to.includes(of, player)])

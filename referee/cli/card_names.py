"""The names of cards for people who type them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.kernel.cards import Deck


class Misread(Exception):
    """The typed text is no answer to the question; the message says why."""


class NotThere(Misread):
    """A card was typed that is not among those to choose from."""


def card_aliases(deck: Deck) -> dict[str, tuple[int, ...]]:
    """The names that cards can have, in small letters, and the kinds that each may mean: a rank is of any suit."""
    exact: dict[str, tuple[int, ...]] = {}
    loose: dict[str, tuple[int, ...]] = {}
    for kind, card in enumerate(deck.cards):
        exact[card.name.casefold()] = (kind,)
        for rank in (card.rank, *(["t"] if card.rank == "10" else [])):
            rank = rank.casefold()
            if card.suit is None:
                loose.setdefault(rank, (kind,))
                continue
            loose[rank] = (*loose.get(rank, ()), kind)
            for suit in (card.suit.letter.casefold(), card.suit.symbol):
                loose.setdefault(rank + suit, (kind,))
                loose.setdefault(suit + rank, (kind,))
    return loose | exact


def cards_in(word: str, aliases: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
    """``77`` is two cards; the longest name that fits is taken first. Misread where something is no card."""
    rest = word.casefold().replace("\N{VARIATION SELECTOR-16}", "")
    while rest:
        found = next((rest[:length] for length in range(len(rest), 0, -1) if rest[:length] in aliases), None)
        if found is None:
            raise Misread(f"{word!r} is no card of this game")
        yield found
        rest = rest[len(found) :]

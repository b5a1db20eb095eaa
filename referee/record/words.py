"""Random words for play in bulk, where nothing is secret: Philox 4x64-10 as numpy has it (Salmon et al., 2011).

The seed makes the key, the number of the match the counter. Chance and answers come from the same words, one after the
other, so that match i of a seed is the same match in every engine.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator
from operator import index
from typing import TYPE_CHECKING, Any

from referee.kernel.errors import BadInput
from referee.kernel.requests import Chance, Draw, Lot, Pick, Roll
from referee.kernel.spaces import Space
from referee.kernel.table import Table

if TYPE_CHECKING:
    import numpy as np

WORD = (1 << 64) - 1
CHUNK = 64
"""Random words that are made at once."""
MARK = b"referee bulk\0"


def seed_text(seed: Any) -> str:
    """A seed as text: 7 and "7" are the same. BadInput: it is neither a whole number nor a text."""
    if isinstance(seed, str):
        return seed
    try:
        return str(index(seed))
    except TypeError:
        raise BadInput(f"seed is {seed!r}: give a whole number or a text") from None


def key_of(seed: str) -> tuple[int, int]:
    """The key of the generator for a seed: 128 bits of its SHA-256."""
    digest = hashlib.sha256(seed.encode()).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:16], "little")


def bulk_secret(key: tuple[int, int], match: int) -> bytes:
    """What stands in a record for the secret of a match of bulk play."""
    return MARK + b"".join([each.to_bytes(8, "little") for each in (*key, match)])


def match_of_secret(secret: bytes) -> tuple[tuple[int, int], int] | None:
    """The key and the number of the match, where it is one of bulk play."""
    if not secret.startswith(MARK) or len(secret) != len(MARK) + 24:
        return None
    first, second, match = struct.unpack("<3Q", secret[len(MARK) :])
    return (first, second), match


class Words:
    """The random words of a match, each of 64 bits."""

    def __init__(self, key: tuple[int, int], match: int, used: int = 0) -> None:
        """``used`` words are left out."""
        import numpy as np

        blocks, words = divmod(used, 4)
        philox = np.random.Philox(key=np.array(key, "u8"), counter=np.array([blocks, match, 0, 0], "u8"))
        philox.random_raw(words)
        self._next = _words(philox).__next__

    def below(self, number: int) -> int:
        """A number from 0 to ``number - 1``, all of them as likely as the words of the generator allow."""
        word = self._next
        if number <= 1 << 32:
            return word() * number >> 64
        words, found = words_for(number), 0
        for _ in range(words):
            found = found << 64 | word()
        return found * number >> 64 * words


class Philox:
    """The same words in plain Python, for a few of them, where there may be no numpy. ``stream`` says which of many
    sequences of a match they are; ``Words`` has that of (0, 0)."""

    def __init__(self, key: tuple[int, int], match: int, stream: tuple[int, int] = (0, 0)) -> None:
        self.key, self.match, self.stream, self._blocks = key, match, stream, 0
        self._left: list[int] = []

    def word(self) -> int:
        if not self._left:
            self._blocks += 1
            self._left = philox_block(self.key, (self._blocks, self.match, *self.stream))[::-1]
        return self._left.pop()

    def below(self, number: int) -> int:
        """As ``Words.below``."""
        if number <= 1 << 32:
            return self.word() * number >> 64
        words, found = words_for(number), 0
        for _ in range(words):
            found = found << 64 | self.word()
        return found * number >> 64 * words


def philox_block(key: tuple[int, int], counter: tuple[int, int, int, int]) -> list[int]:
    """The four words of a counter."""
    (a, b, c, d), (first, second) = counter, key
    for number in range(10):
        if number:
            first, second = (first + 0x9E3779B97F4A7C15) & WORD, (second + 0xBB67AE8584CAA73B) & WORD
        one, other = 0xD2E7470EE14C6C93 * a, 0xCA5A826395121157 * c
        a, b, c, d = (other >> 64) ^ b ^ first, other & WORD, (one >> 64) ^ d ^ second, one & WORD
    return [a, b, c, d]


def words_for(number: int) -> int:
    """How many words a number below that one takes."""
    return 1 if number <= 1 << 32 else 2 if number <= 1 << 96 else 4


def _words(philox: np.random.Philox) -> Iterator[int]:
    while True:
        yield from philox.random_raw(CHUNK).tolist()


def number_of_answer(space: Space[Any], below: Callable[[int], int]) -> tuple[int, int]:
    """How many answers there are, and which of them is given."""
    answers = space.listed()
    number = len(answers) if answers else space.count()
    return number, below(number)


def drawn(event: Chance, below: Callable[[int], int], told: Callable[[int], None] = lambda number: None) -> Any:
    """The outcome of chance. ``told`` hears its numbers."""

    def one(among: int, first: int = 0) -> int:
        at = below(among)
        told(at + first)
        return at

    def picked(table: Table, pile: Any, number: int) -> Any:
        """Cards one after the other, each as likely as any that is left."""
        kinds, found = table.deck.unpack(pile), 0
        for _ in range(number):
            kind = kinds.pop(below(len(kinds)))
            told(kind)
            found += table.deck.one[kind]
        return found

    if isinstance(event, Draw):
        return picked(event.table, event.place.pile, event.number)
    if isinstance(event, Pick):
        return picked(event.table, event.pile, event.number)
    if isinstance(event, Roll):
        return tuple([one(event.sides) + 1 for _ in range(event.number)])
    if isinstance(event, Lot):
        return one(event.among)
    place = event.place  # type: ignore[attr-defined]
    if not place.is_row:
        return None
    order = list(range(len(place.row)))
    for last in range(len(order) - 1, 0, -1):
        at = one(last + 1)
        order[last], order[at] = order[at], order[last]
    return tuple(order)

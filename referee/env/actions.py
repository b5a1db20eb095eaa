"""Stable numbers for answers: an answer is said word by word, and each word of a game has a number.

The words of a form of a game follow from its deck, its enums and the texts in its rules, so that they are the same in
every process and every match: so many cards of a kind, the members of enums and other names, players, numbers, places
in a row. An answer is a sequence of words; ``DONE`` ends one that another answer goes on from.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import index
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, folders_of, rules_of
from referee.kernel.grids import GridSpec
from referee.kernel.players import NO_PLAYER
from referee.kernel.selections import Selection
from referee.kernel.spaces import Arms, Space, plain_word

VERSION = 1
"""Of the numbering. The same version, form of a game and rules have the same numbers."""
MOST_LISTED = 10_000
"""Answers, or outcomes of chance, that are listed; more of them are counted only."""
LONGEST_WORD = 60
NUMBERS = 100
"""Whole numbers are said by their digits to this base, the last one first, and then by their sign."""
MOST_PLACES = 128
DONE, NEGATIVE, NOTHING = ("done",), ("negative",), ("nothing",)

Word = tuple[Any, ...]


class TooMany(BadInput):
    """There are too many answers, or outcomes of chance, for a list."""


class Actions:
    """The words of one form of a game, by number."""

    def __init__(self, game: Game[Any]) -> None:
        self.deck = game.deck
        self.words: tuple[Word, ...] = tuple(dict.fromkeys(_words_of(game)))
        """The words by number: what kind of word, and which."""
        self._listed: tuple[Space[Any], list[tuple[tuple[Word, ...], Any]]] | None = None
        self._numbers = {word: number for number, word in enumerate(self.words)}

    @property
    def size(self) -> int:
        """How many words there are."""
        return len(self.words)

    def name(self, number: int) -> str:
        """A word for people: ``2 × 7``, ``take``, ``seat 1``. IndexError: there is none of that number."""
        kind, *about = self.words[self.numbered(number)]
        if kind == "cards":
            return f"{about[1]} × {self.deck.cards[about[0]].name}"
        return " ".join(map(str, [kind, *about] if kind in ("seat", "place", "digit") else about or [kind]))

    def numbered(self, number: int) -> int:
        """The number of a word, as it was given. IndexError: there is none of that number."""
        if not 0 <= index(number) < len(self.words):
            raise IndexError(f"there is no word {number}: they are numbered from 0 to {len(self.words) - 1}")
        return index(number)

    def number(self, word: Word) -> int:
        """The number of a word. BadInput names a word that the game does not seem to have."""
        if word not in self._numbers:
            raise BadInput(f"the word {word!r} has no number: it is no text, enum, seat or cell of the rules")
        return self._numbers[word]

    # -- answers as words ---------------------------------------------------------------------------------

    def next(self, space: Space[Any], said: tuple[int, ...]) -> tuple[Any, list[int]]:
        """What may follow what was said: ``(Said(answer), [])`` where that is a whole answer, else None and the
        numbers of the words that may come next. ValueError where no answer begins so."""
        words = tuple([self.words[number] for number in said])
        whole, follow = self._next(space, words[:0] if words == (DONE,) else words)
        if whole is not None and not words:  # the only answer, and it needs no words
            return None, [self.number(DONE)]
        if whole is None and words == (DONE,):
            whole, follow = self._next(space, words)
        return whole, sorted(map(self.number, follow))

    def said(self, space: Space[Any], answer: Any) -> list[int]:
        """The words of an answer of a space, in the kernel's form, in the order in which they are said."""
        said = [self.number(word) for word in self._in_words(space, answer)]
        return said if said and self.next(space, tuple(said))[0] is not None else [*said, self.number(DONE)]

    def _in_words(self, space: Space[Any], answer: Any) -> tuple[Word, ...]:
        if not isinstance(space, Arms):
            return self._said(space, answer)
        arm, inner = answer
        return (_word_of(arm), *self._in_words(space.arms[arm], inner))

    def _next(self, space: Space[Any], said: tuple[Word, ...]) -> tuple[Any, set[Word]]:
        if isinstance(space, Arms):
            begun = {_word_of(arm): arm for arm, each in space.arms.items() if each.exists()}
            if not said:
                return None, set(begun)
            arm = begun.get(said[0])
            if arm is None:
                raise ValueError(f"{said[0][-1]!r} begins no answer")
            whole, follow = self._next(space.arms[arm], said[1:])
            return (None if whole is None else Said((arm, whole.answer))), follow
        if isinstance(space, Selection) and space.listed() is None:
            return self._next_of_selection(space, said)
        return self._next_of_list(space, said)

    def _next_of_list(self, space: Space[Any], said: tuple[Word, ...]) -> tuple[Any, set[Word]]:
        return next_of(self._list(space), said)

    def _list(self, space: Space[Any]) -> list[tuple[tuple[Word, ...], Any]]:
        """All answers with their words; those of one space are kept."""
        if self._listed is None or self._listed[0] is not space:
            answers = space.listed()
            if answers is None:
                if space.count() > MOST_LISTED:
                    raise TooMany(f"{space.count()} answers are too many to be told apart by words")
                answers = tuple(space)
            self._listed = space, [(self._said(space, each), each) for each in answers]
        return self._listed[1]

    def _next_of_selection(self, space: Selection, said: tuple[Word, ...]) -> tuple[Any, set[Word]]:
        """One kind of card after the other, in the order of the deck."""
        deck, ended = space.deck, said[-1:] == (DONE,)
        cards, last = 0, -1
        for _, kind, number in said[: len(said) - ended]:
            if kind <= last:
                raise ValueError("cards come in the order of the deck")
            cards, last = cards + deck.one[kind] * number, kind
        size = deck.size(cards)
        left = [(kind, number) for kind, number in deck.counts(space.pile) if kind > last]
        enough, most = space.least <= size, space.most - size
        follow: set[Word] = set()
        behind = sum([number for _, number in left])
        for kind, number in left:
            behind -= number
            wanted = space.least - size - behind
            follow |= {("cards", kind, some) for some in range(max(1, wanted), min(number, most) + 1)}
        if not deck.covers(space.pile, cards) or most < 0 or (not enough and not follow):
            raise ValueError("no answer begins so")
        if enough and (ended or not follow):
            return Said(cards), set()
        return None, follow | ({DONE} if enough else set())

    def _said(self, space: Space[Any], answer: Any) -> tuple[Word, ...]:
        if (type(answer) is int and hasattr(space, "deck")) or hasattr(space, "values"):
            return tuple([("cards", kind, number) for kind, number in self.deck.counts(answer)])
        if hasattr(space, "row"):
            places = space.plain(answer)
            return tuple([("place", each) for each in (places if isinstance(places, list) else [places])])
        return tuple(_words_of_option(answer))


def next_of(listed: Sequence[tuple[tuple[Word, ...], Any]], said: tuple[Word, ...]) -> tuple[Said | None, set[Word]]:
    """What may follow, where all answers are listed with their words: ``Said(answer)`` where that is a whole one, and
    the words that may come next. ValueError: no answer begins so."""
    begun, ended = said[:-1] if said[-1:] == (DONE,) else said, said[-1:] == (DONE,)
    whole, follow = None, set()
    for words, answer in listed:
        if words == begun:
            whole = Said(answer)
        elif not ended and words[: len(begun)] == begun:
            follow.add(words[len(begun)])
    if whole is None and not follow:
        raise ValueError("no answer begins so")
    if whole is not None and follow:
        return None, follow | {DONE}
    return whole, follow


@dataclass(frozen=True, slots=True)
class Said:
    """A whole answer, in the kernel's form."""

    answer: Any


def _words_of_option(option: Any) -> Iterator[Word]:
    if option is None or option == ():
        return
    if isinstance(option, tuple) and not isinstance(plain_word(option), str):
        for each in option:
            yield from _words_of_option(each) if each not in (None, ()) else [NOTHING]
    elif type(option) is int:
        yield from words_of_number(option)
    else:
        yield _word_of(option)


def words_of_number(number: int) -> Iterator[Word]:
    left = abs(number)
    while True:
        yield ("digit", left % NUMBERS)
        left //= NUMBERS
        if not left:
            break
    if number < 0:
        yield NEGATIVE


def _word_of(option: Any) -> Word:
    if option is NO_PLAYER:
        return NOTHING
    word = plain_word(option)
    if isinstance(word, dict):
        return ("seat", word["seat"])
    return ("truth", word) if isinstance(word, bool) else ("word", word)


def _words_of(game: Game[Any]) -> Iterator[Word]:
    yield from (DONE, NOTHING, NEGATIVE)
    for kind, number in enumerate(game.deck.copies):
        for some in range(1, number + 1):
            yield "cards", kind, some
    for seat in range(game.players):
        yield "seat", seat
    rules = rules_of(type(game))
    yield from [("truth", False), ("truth", True)]
    names: set[Any] = {each.name for each in game.deck.suits}
    names |= {member.value for each in rules.enums.values() for member in each if isinstance(member.value, (str, int))}
    names |= {card.name for card in game.deck.cards}
    names |= texts_of(type(game))
    for spec in game.table_class.zone_specs.values():
        if isinstance(spec, GridSpec):
            names |= {cell.name for cell in spec.cells(game)}
    yield from [("word", name) for name in sorted(names, key=str) if not isinstance(name, bool)]
    for digit in range(NUMBERS):
        yield "digit", digit
    if game.table_class.has_rows:
        for place in range(min(MOST_PLACES, game.deck.total)):
            yield "place", place


def texts_of(game: type[Game[Any]]) -> frozenset[str]:
    """The short texts in the modules of the rules, and the names of functions, as effects are named so. What names
    options and arms is among them."""
    return _said_in(tuple(folders_of(game))).texts


def asks_at_once(game: type[Game[Any]]) -> bool:
    """Whether a module of the rules asks several seats at once (``Table.together``)."""
    return "together" in _said_in(tuple(folders_of(game))).called


@dataclass(frozen=True, slots=True)
class _Said:
    """What the modules of rules say: ``texts`` and names of functions, and the methods that are ``called``."""

    texts: frozenset[str]
    called: frozenset[str]


@cache
def _said_in(folders: tuple[Path, ...]) -> _Said:
    texts: set[str] = set()
    called: set[str] = set()
    for file in [file for folder in dict.fromkeys(folders) for file in folder.glob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < LONGEST_WORD:
                texts.add(node.value)
            elif isinstance(node, ast.FunctionDef):
                texts.add(node.name)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                called.add(node.func.attr)
    return _Said(frozenset(texts), frozenset(called))

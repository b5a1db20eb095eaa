"""What the numbers of a policy mean, kept beside it: it still plays when the rules have got more words since.

What a policy is shown (``Encoder``) and says (``Actions``) follows from the text of the rules, so that a new word in
them moves all numbers behind it. ``Vocabulary.of(game).save("vocabulary.json")`` keeps the names that it was trained
with; ``referee.env.speaking.Speaker(game, "vocabulary.json")`` shows it these numbers and hears these.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from referee.env import actions, encoding
from referee.env.actions import Actions, Word
from referee.env.encoding import OTHERWISE, Encoder
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.input_files import read_text, shown

VERSIONS = {"vocabulary": 1, "vectors": encoding.VERSION, "words": actions.VERSION}
Vector = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names of the numbers of a form of a game: ``seen`` of a view, ``said`` of the words of answers (cards by
    their names)."""

    game: str
    players: int
    seen: tuple[str, ...]
    said: tuple[Word, ...]

    @classmethod
    def of(cls, game: Game[Any]) -> Vocabulary:
        """Of the rules as they are now."""
        return cls(game.name, game.players, tuple(Encoder(game).names), tuple(_named(Actions(game))))

    def save(self, path: str | Path) -> None:
        """Keep it in a file of JSON."""
        data = {**VERSIONS, "game": self.game, "players": self.players, "seen": self.seen, "said": self.said}
        Path(path).write_text(json.dumps(data, ensure_ascii=False) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Vocabulary:
        """Read a file. BadInput: there is none, it is no vocabulary, or its numbers meant something else."""
        text, name = read_text(Path(path), kind="a vocabulary"), shown(Path(path))
        try:
            data = json.loads(text)
            versions = {each: data[each] for each in VERSIONS}
            found = cls(data["game"], data["players"], _texts(data["seen"]), tuple([tuple(w) for w in data["said"]]))
            hash(found)
        except (ValueError, TypeError, LookupError):
            raise BadInput(f"{name}: this is no vocabulary: Vocabulary.of(game).save(PATH) writes one") from None
        for each, version in VERSIONS.items():
            if versions[each] != version:
                what = f"its version of {each} is {versions[each]!r}, and this referee has {version}"
                raise BadInput(f"{name}: {what}: train the policy anew")
        return found


class Translation:
    """Between the numbers of a form of a game as it is and those of a policy with an older vocabulary.

    What the rules have got since is not shown, where it is no text; a text that is new is shown as ``otherwise``, and
    a word that is new is never said. A text that the rules have lost never comes. BadInput where they have lost
    anything else, or have other players.
    """

    def __init__(self, old: Vocabulary, encoder: Encoder, words: Actions, label: str = "the vocabulary") -> None:
        now = Vocabulary(encoder.game.name, encoder.game.players, tuple(encoder.names), tuple(_named(words)))
        if now.players != old.players:
            raise BadInput(f"{label}: the policy was trained for {old.players} players; there are {now.players}")
        texts = frozenset(old.seen)
        lost = [each for each in old.seen if each not in encoder.at and _otherwise(each, texts) is None]
        known = set(now.said)
        lost += [" ".join(map(str, each)) for each in old.said if each not in known and each[0] != "word"]
        if lost:
            more = f" and {len(lost) - 3} more" if len(lost) > 3 else ""
            gone = ", ".join(map(repr, lost[:3])) + more
            raise BadInput(
                f"{label}: {now.game} no longer has {gone}, with which the policy was trained: train it anew"
            )
        self.size = len(old.seen) + len(old.said)
        at = {name: number for number, name in enumerate(old.seen)}
        places = [at.get(each, at.get(_otherwise(each, texts) or "")) for each in now.seen]
        at_word = {word: len(old.seen) + number for number, word in enumerate(old.said)}
        places += [at_word.get(each) for each in now.said]
        self._from = np.array([number for number, place in enumerate(places) if place is not None])
        self._to = np.array([place for place in places if place is not None])
        """Where the numbers that the policy knows are now, and where it has them."""
        self._words = np.array([number - len(now.seen) for number in self._from if number >= len(now.seen)])
        self._said = np.array([place - len(old.seen) for place in self._to if place >= len(old.seen)])
        self._number: dict[int, int] = dict(zip(self._said.tolist(), self._words.tolist(), strict=True))
        self._masked = len(old.said)

    @classmethod
    def to(cls, old: Vocabulary | str | Path, encoder: Encoder, words: Actions) -> Translation:
        """To a vocabulary, or to that of a file, which errors name."""
        if isinstance(old, Vocabulary):
            return cls(old, encoder, words)
        return cls(Vocabulary.load(old), encoder, words, shown(Path(old)))

    def observation(self, vector: Vector) -> Vector:
        """An observation (``Observing``) in the numbers of the policy."""
        found = np.zeros(self.size, np.float32)
        np.add.at(found, self._to, vector[self._from])
        return found

    def mask(self, mask: Vector) -> Vector:
        """A mask in its numbers: zeros where every word that may come next is new to it."""
        found = np.zeros(self._masked, np.int8)
        found[self._said] = mask[self._words]
        return found

    def word(self, number: int) -> int:
        """The number of a word now, from that of the policy."""
        return self._number[number]


def _named(words: Actions) -> list[Word]:
    """The words with cards by their names: their numbers move with the deck."""
    cards = words.deck.cards
    return [("cards", cards[word[1]].name, word[2]) if word[0] == "cards" else word for word in words.words]


def _otherwise(name: str, names: frozenset[str]) -> str | None:
    """The name of the number that stands for any other text in the place of this one, if there are texts."""
    found = name
    while " " in found:
        found = found.rpartition(" ")[0]
        if f"{found} {OTHERWISE}" in names:
            return f"{found} {OTHERWISE}"
    return None


def _texts(given: Any) -> tuple[str, ...]:
    if not all(isinstance(each, str) for each in given):
        raise TypeError
    return tuple(given)

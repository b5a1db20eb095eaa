"""How a bot answers word by word, as its policy learned it in an environment: in a jail too, from what it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.env.actions import DONE, NOTHING, Actions, Word, next_of, words_of_number
from referee.env.encoding import Encoder
from referee.env.vocabulary import Translation, Vocabulary
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.play.bot import Ask, Option, View
from referee.play.described_cards import Described
from referee.play.described_spaces import space_of

if TYPE_CHECKING:
    Vector = np.ndarray[Any, Any]
_OF_CARDS = ("cards", "one of piles", "equal value")


class Speaker:
    """Puts a question to a policy as ``referee.env.gymnasium`` does: the same observation, the same mask.

    ``Speaker(view.game).answer(view, ask, choose)``: ``choose(observation, mask)`` gives the number of the next word
    until the answer is whole. ValueError: it gave one that the mask forbids. A ``vocabulary``, or the path of its file,
    has the numbers that the policy learned, where the rules have got other words since; BadInput where it cannot play
    by these rules, or knows no word that an answer may go on with.
    """

    def __init__(self, game: Game[Any], vocabulary: Vocabulary | str | Path | None = None) -> None:
        self.encoder, self.actions = Encoder(game), Actions(game)
        self._translation: Translation | None = None
        if vocabulary is not None:
            self._translation = Translation.to(vocabulary, self.encoder, self.actions)
        self._kinds = {card.name: kind for kind, card in enumerate(game.deck.cards)}

    def answer(self, view: View, ask: Ask, choose: Callable[[Vector, Vector], int]) -> Option:
        """An answer to an open question of at most 10,000 answers."""
        listed = [(self.words(option), option) for option in ask.options()]
        size, words = self.encoder.size, self.actions.size
        observation = np.zeros(size + words, np.float32)
        observation[:size] = self.encoder.encode(view.data, ask.what)
        said: tuple[Word, ...] = ()
        while True:
            whole, follow = next_of(listed, said)
            if whole is not None and said:
                return whole.answer  # type: ignore[no-any-return]
            mask = np.zeros(words, np.int8)
            mask[[self.actions.number(word) for word in follow or {DONE}]] = 1
            number = self._chosen(ask, observation, mask, choose)
            observation[size + number] = 1
            said = (*said, self.actions.words[number])
            if said == (DONE,) and whole is not None:
                return whole.answer  # type: ignore[no-any-return]

    def _chosen(self, ask: Ask, seen: Vector, mask: Vector, choose: Callable[[Vector, Vector], int]) -> int:
        """The number of the next word that the policy chooses."""
        translation, may = self._translation, mask
        if translation is not None:
            seen, may = translation.observation(seen), translation.mask(mask)
            if not may.any():
                new = ", ".join([repr(self.actions.name(each)) for each in np.flatnonzero(mask)[:5]])
                raise BadInput(f"the policy knows no word with which an answer to {ask.what!r} may go on: {new}")
        number = int(choose(seen, may))
        if not may[number]:
            name = self.actions.name(number) if translation is None else f"word {number} of its vocabulary"
            raise ValueError(f"{name!r} may not come next in an answer to {ask.what!r}")
        return number if translation is None else translation.word(number)

    def words(self, option: Option) -> tuple[Word, ...]:
        """The words of an option, from its description alone."""
        space = option.space if isinstance(option.space, Described) else space_of(option.space.describe())
        return tuple(self._words(space, option.plain))

    def _words(self, space: Any, plain: Any) -> Iterator[Word]:
        kind = space.description["space"]
        if kind == "arms":
            yield "word", plain[0]
            yield from self._words(space.arms[plain[0]], plain[1] if len(plain) == 2 else None)
        elif isinstance(plain, list) and kind in _OF_CARDS:
            kinds = Counter([self._kinds[card] for card in plain])
            yield from [("cards", kind, kinds[kind]) for kind in sorted(kinds)]
        elif "row" in kind:
            yield from [("place", each) for each in (plain if isinstance(plain, list) else [plain])]
        elif plain is None and kind == "one of" and any(isinstance(each, dict) for each in space.options):
            yield NOTHING  # nobody, among players
        else:
            yield from _of_plain(plain)


def _of_plain(plain: Any) -> Iterator[Word]:
    if isinstance(plain, dict) and set(plain) == {"seat"}:
        yield "seat", plain["seat"]
    elif isinstance(plain, (dict, list)):
        for each in plain.values() if isinstance(plain, dict) else plain:
            yield from _of_plain(each) if each not in (None, []) else [NOTHING]
    elif type(plain) is int:
        yield from words_of_number(plain)
    elif plain is not None:
        yield ("truth", plain) if isinstance(plain, bool) else ("word", plain)

"""What is claimed of questions: a Program says it where they are put."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.meaning.body.reader import Dead, Reader
from referee.meaning.claims import WhenAsked
from referee.meaning.program import Expr, Owed
from referee.meaning.texts import NoMeaning, code_of
from referee.meaning.types import NEVER, Atoms
from referee.meaning.values import Known, Made, Value, leaves


class Claiming(Reader):
    """Claims about questions."""

    def claimed_of_choice(self: Any, request: Made) -> None:
        """What is claimed of a question, before it is answered."""
        word = request.part("ask")
        words = [word.thing] if isinstance(word, Known) else []
        for name, when in self._about(words):
            self.claimed(name, when.ask, {"claim": Known(when.claim), "t": Known(self.tr.table), "choice": request})

    def claimed_together(self: Any, choices: Any) -> None:
        """The same of questions that are put at once."""
        choice = choices.expr.type.item
        asks = choice.types[choice.names.index("ask")]
        words = [self.tr.atoms[each] for each in asks.numbers] if isinstance(asks, Atoms) else []
        for name, when in self._about(words):
            given = {"claim": Known(when.claim), "words": Known(when.words), "t": Known(self.tr.table)}
            self.claimed(name, when.together, {**given, "choices": choices}, several=True)

    def _about(self: Any, words: Sequence[str]) -> Iterator[tuple[str, WhenAsked]]:
        """The claims about questions with this word; none about words that are known in play only."""
        for name, when in self.tr.asking.items():
            if len(words) != 1 and "*" not in when.words:
                self.tr.unread[name] = f"{self.where()}: the word of a question is known in play only"
            elif "*" in when.words or when.is_about(words[0]):
                yield name, when

    def claimed(self: Any, name: str, ask: Any, given: dict[str, Value], several: bool = False) -> None:
        if name in self.tr.unread:
            return
        before = len(self.block)
        try:
            spec = self.tr.specialised(code_of(ask), given)
            if spec.shape is None:
                raise Dead
            args = tuple([leaf for each in given.values() for leaf in leaves(each)])
            said = spec.shape.thing if isinstance(spec.shape, Known) else None
            self.do(Expr(NEVER, "owe", args, Owed(name, spec.function, said, several)))
        except NoMeaning as error:
            del self.block[before:]
            self.tr.unread[name] = str(error)
        except Dead:
            del self.block[before:]
            self.tr.raising[name] = f"{self.where()}: it cannot be worked out"

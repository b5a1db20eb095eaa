"""Asks and draws."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.kernel.requests import Choice, Draw, Lot, Pick, Roll, Shuffle, Together
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.spaces import Arms, Nothing, OneOf
from referee.meaning.body.reader import Reader
from referee.meaning.program import Appraised, Expr, Function
from referee.meaning.texts import code_of
from referee.meaning.types import (
    INT,
    LAID,
    NEVER,
    NONE_TYPE,
    PILE,
    PLAYER,
    Answers,
    Atoms,
    Map,
    Maybe,
    Record,
    Seq,
    Type,
    Union,
    join_all,
)
from referee.meaning.values import Entries, Known, Made, Run, Value, leaves


class Asking(Reader):
    """What is asked and drawn."""

    def asked(self: Any, request: Value, node: Any) -> Value:
        """A request is answered."""
        assert isinstance(request, Made), request
        part = request.part
        if request.maker is Choice:
            space = part("space")
            kind = self.type_of(space)
            ask = part("ask")
            word = ask.thing if isinstance(ask, Known) else "?"
            answer = self.answer_type(kind)
            held = self.let(self.fit(space, kind))
            self.claimed_of_choice(request)
            if answer is NEVER or (isinstance(answer, Record) and NEVER in answer.types):
                self.stop("NO_OPTION", word)
            asked = (held.expr, *self.who_is_asked(part))
            if self.tr.appraised and (found := self.appraised(request, answer)) is not None:
                function, about = found
                return self.plain_item(Expr(answer, "ask", (*asked, *about), Appraised(word, function)))
            return self.plain_item(Expr(answer, "ask", asked, word))
        if request.maker is Together:
            choices = self.as_seq(part("choices"), node=node)
            choice = choices.expr.type.item
            if choice is NEVER:
                return Entries(())
            self.claimed_together(choices)
            answer = self.answer_type(choice.types[choice.names.index("space")])
            return self.let(Expr(Map(PLAYER, answer), "together", (choices.expr,)))
        if request.maker is Draw:
            place = part("place")
            return self.let(Expr(PILE, "draw", (self.fit(place, self.type_of(place)), self.fit(part("number"), INT))))
        if request.maker is Pick:
            return self.let(Expr(PILE, "pick", (self.fit(part("pile"), PILE), self.fit(part("number"), INT))))
        if request.maker is Roll:
            numbers = (self.fit(part("number"), INT), self.fit(part("sides"), INT))
            return self.let(Expr(Seq(INT, "tuple"), "roll", numbers))
        if request.maker is Lot:
            return self.let(Expr(INT, "lot", (self.fit(part("among"), INT),)))
        assert request.maker is Shuffle, request.maker
        place = part("place")
        return self.let(Expr(Seq(INT, "tuple"), "shuffle", (self.fit(place, self.type_of(place)),)))

    def appraised(self: Any, request: Made, answer: Type) -> tuple[Function | None, tuple[Expr, ...]] | None:
        """The function that says how good an answer looks, with what it is told of the question; None where the game
        says nothing of it."""
        code = code_of(type(self.tr.game).appraise)
        names = ("table", "player", "decider", "ask", "open")
        parts = [self.simple(request.part(name)) for name in names]
        choice = Made(Choice, names, tuple(parts))
        given = Known(None) if answer == NONE_TYPE else Run(Expr(answer, "local", (), "answer"))
        first, *others = [each.arg for each in code.node.args.args]
        arguments = [Known(self.tr.table), choice, given]
        spec = self.tr.specialised(code, {first: Known(self.tr.game), **dict(zip(others, arguments, strict=True))})
        if isinstance(spec.shape, Known):
            return None if spec.shape.thing is None else (None, ())
        return None if spec.shape is None else (spec.function, tuple(leaves(choice)))

    def simple(self: Any, value: Value | None) -> Value:
        """A part of a question as it is handed on: known, or one value of one type."""
        if value is None or isinstance(value, Known):
            return Known(None) if value is None else value
        return self.let(self.fit(value, self.type_of(value)))

    def who_is_asked(self: Any, part: Callable[[str], Value]) -> tuple[Expr, ...]:
        """Who decides, for whom, and the word of the question: what a record says of it, and whoever
        answers is told."""
        if not self.tr.says_who:
            return ()
        ask = part("ask")
        return self.fit(part("decider"), PLAYER), self.fit(part("player"), PLAYER), self.fit(ask, self.type_of(ask))

    def answer_type(self: Any, kind: Type) -> Type:
        """The type of the answers of a space."""
        if isinstance(kind, Union):
            return join_all([self.answer_type(each) for each in kind.of])
        if isinstance(kind, Maybe):
            return self.answer_type(kind.of)
        if kind is NEVER:
            return NEVER
        assert isinstance(kind, Record), kind
        maker, parts = kind.maker, dict(zip(kind.names, kind.types, strict=True))
        if maker is Nothing:
            return NONE_TYPE
        if maker is OneOf:
            options = parts["options"]
            return options.item if isinstance(options, Seq) else join_all(options.types)
        if maker is Arms:
            return self.answer_of_arms(parts["arms"])
        if maker is OneOfRow:
            return LAID
        if maker is SomeOfRow:
            return Seq(LAID, "tuple")
        return INT if maker.__name__ == "Number" else PILE

    def answer_of_arms(self: Any, arms: Type) -> Type:
        if isinstance(arms, Map):
            return Record(tuple, (0, 1), (arms.key, self.answer_type(arms.value)))
        if isinstance(arms, Union):
            return join_all([self.answer_of_arms(each) for each in arms.of])
        assert isinstance(arms, Record)
        if any(isinstance(each, int) for each in arms.names):
            raise self.refuse(None, "an arm that is a number", "a word or a member of an Enum that is no number")
        keys = join_all([self.tr.type_of_known(each) for each in arms.names])
        answers = [self.answer_type(each.types[1]) for each in arms.types]  # type: ignore[attr-defined]
        whole = join_all(answers)
        if not isinstance(whole, (Union, Maybe)) or not isinstance(keys, Atoms):
            return Record(tuple, (0, 1), (keys, whole))
        by_arm = sorted(zip([self.tr.atom(each) for each in arms.names], answers, strict=True))
        return Record(Answers(tuple(by_arm)), (0, 1), (keys, whole))

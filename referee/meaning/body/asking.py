"""Asks and draws."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.kernel.requests import Choice, Draw, Lot, Pick, Roll, Shuffle, Together
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.spaces import Arms, Nothing, OneOf
from referee.meaning.body.reader import Reader
from referee.meaning.program import Appraised, Expr
from referee.meaning.texts import NoMeaning, code_of
from referee.meaning.types import (
    INT,
    LAID,
    NEVER,
    NONE_TYPE,
    NUMBERS,
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

TOLD = ("table", "player", "decider", "ask", "open")
"""The parts of a question that its answers are appraised with."""


def is_worth(kind: Type) -> bool:
    """Whether values of a type are compared natively as in Python: None stands below all."""
    return kind == NONE_TYPE or has_order(kind.of if isinstance(kind, Maybe) else kind)


def has_order(kind: Type) -> bool:
    if isinstance(kind, Record):
        return getattr(kind.maker, "__gt__", None) is tuple.__gt__ and all(map(has_order, kind.types))
    if isinstance(kind, Seq):
        return kind.kind == "tuple" and has_order(kind.item)
    return kind in (*NUMBERS, NEVER)


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
            if not self.tr.appraised or answer == NONE_TYPE:
                return self.plain_item(Expr(answer, "ask", asked, word))
            handed_on = Made(Choice, TOLD, tuple([self.simple(part(name)) for name in TOLD]))
            about = self.appraised(handed_on, answer, word)
            told = leaves(handed_on) if isinstance(about, Appraised) else ()
            return self.plain_item(Expr(answer, "ask", (*asked, *told), about))
        if request.maker is Together:
            choices = self.as_seq(part("choices"), node=node)
            choice = choices.expr.type.item
            if choice is NEVER:
                return Entries(())
            self.claimed_together(choices)
            answer = self.answer_type(choice.types[choice.names.index("space")])
            about = self.appraised_together(choice, answer) if self.tr.appraised else None
            return self.let(Expr(Map(PLAYER, answer), "together", (choices.expr,), about))
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

    def appraised(self: Any, choice: Made, answer: Type, word: str) -> Appraised | str:
        """The function that says how good an answer looks; the word alone where the game says nothing of them."""
        code = code_of(type(self.tr.game).appraise)
        given = Run(Expr(answer, "local", (), "answer"))
        first, *others = [each.arg for each in code.node.args.args]
        arguments = [Known(self.tr.table), choice, given]
        spec = self.tr.specialised(code, {first: Known(self.tr.game), **dict(zip(others, arguments, strict=True))})
        if spec.shape is None:
            return word
        if not is_worth(self.type_of(spec.shape)):
            said = "whole numbers, fractions, truths, tuples of these, or None"
            raise NoMeaning(f"{code.where}: how good an answer looks is to be told in {said}")
        if isinstance(spec.shape, Known):
            return word if spec.shape.thing is None else Appraised(word, None)
        return Appraised(word, spec.function)

    def appraised_together(self: Any, choice: Record, answer: Type) -> Appraised | None:
        """Of one of several questions at once: the last arguments of the function are parts of each."""
        parts: list[Value] = []
        played = []
        for name in TOLD:
            kind = choice.types[choice.names.index(name)]
            if name == "table":
                parts.append(Known(self.tr.table))
            elif isinstance(kind, Atoms) and len(kind.numbers) == 1:
                parts.append(Known(self.tr.atoms[next(iter(kind.numbers))]))
            else:
                parts.append(Run(Expr(kind, "local", (), name)))
                played.append(name)
        about = self.appraised(Made(Choice, TOLD, tuple(parts)), answer, "?")
        return Appraised("?", about.function, tuple(played)) if isinstance(about, Appraised) else None

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
        if not isinstance(kind, Record):
            raise self.refuse(None, f"asking for one of {kind!r}", "a space: OneOf(…), Arms(…)")
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

"""What consulting a reading means, where it is left open."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.kernel.errors import MissingCase
from referee.meaning.open_readings import UNDEFINED, OpenDefined, OpenValue
from referee.meaning.operations.registry import operation
from referee.meaning.program import Expr
from referee.meaning.types import TRUTH, Atoms
from referee.meaning.values import Known, Run, Value


@operation(OpenDefined.__getitem__, OpenDefined.get)
def _reading(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    """An open reading: where it is ``undefined``, what is given ``otherwise``, and without that a missing case."""
    defined, slug, *otherwise = args
    assert isinstance(defined, Known)
    if isinstance(slug, Run) and isinstance(slug.expr.type, Atoms):
        ask = Known(defined.thing.get if otherwise else defined.thing.__getitem__)
        return b.by_atom(slug, lambda each: b.call(ask, [each, *otherwise], {}, node))
    if not isinstance(slug, Known):
        raise b.refuse(node, "a reading whose name is put together in play", "its name")
    name, words_of = slug.thing, defined.thing.words.get(slug.thing, ())
    missing = MissingCase(name).message
    if not words_of:
        if name not in defined.thing:
            return otherwise[0] if otherwise else b.stop("MISSING_CASE", missing)
        return Known(defined.thing[name])
    is_undefined = Run(Expr(TRUTH, "reading is", (), (name, b.tr.atom(UNDEFINED))))
    value = one_of(b, name, [each for each in words_of if each != UNDEFINED])
    if UNDEFINED not in words_of:
        return value
    return b.either(is_undefined, lambda: otherwise[0] if otherwise else b.stop("MISSING_CASE", missing), lambda: value)


def open_value(b: Any, value: OpenValue) -> Value:
    """What ``game.readings`` has of an open reading."""
    return one_of(b, value.slug, value.defined.words[value.slug])


def one_of(b: Any, slug: str, words: Sequence[str]) -> Value:
    """The word of an open reading, which is one of these."""
    if len(words) == 1:
        return Known(words[0])
    return b.let(Expr(Atoms(frozenset(map(b.tr.atom, words))), "reading", (), slug))

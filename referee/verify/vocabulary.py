"""The words that claims are written in: they mean the same for amounts and for terms of the prover, and never fork."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from referee.kernel.requests import Choice
from referee.kernel.rule_types import Amount, AnyTruth, Pile, Truth
from referee.kernel.spaces import Arms, OneOf, plain_word
from referee.kernel.table import Table
from referee.verify.readonly_table import writable_again


def every(t: Table, truths: Iterable[AnyTruth]) -> Truth:
    """All of them, as one truth that never forks a proof."""
    return t.algebra.every(truths)  # type: ignore[no-any-return]


def some(t: Table, truths: Iterable[AnyTruth]) -> Truth:
    """At least one of them is true, as one truth that never forks a proof."""
    return t.algebra.some(truths)  # type: ignore[no-any-return]


def winners(t: Table) -> Amount:
    """The number of players who have won, as one amount that never forks a proof; 0 while play goes on."""
    number: Any = 0
    scores = () if t.outcome is None else t.outcome.scores
    for score in scores:
        best = every(t, [not_less(t, other, score) for other in scores])
        number = number + t.if_else(best, 1, 0)
    return number  # type: ignore[no-any-return]


def not_less(t: Table, one: Any, other: Any) -> Truth:
    """A score is not lower than another; scores that are tuples are compared part by part."""
    if not isinstance(one, tuple):
        return one >= other  # type: ignore[no-any-return]
    if not one:
        return True  # type: ignore[return-value]
    equal_so_far = (one[0] == other[0]) & not_less(t, one[1:], other[1:])
    return t.algebra.either(one[0] > other[0], equal_so_far)  # type: ignore[no-any-return]


def all_cards(t: Table) -> Pile:
    """The contents of all piles of the table, as one pile."""
    together: Any = t.no_cards
    for place in t.places:
        if not place.is_row:
            together = together + place.pile
    return together  # type: ignore[no-any-return]


def offers(choice: Choice, word: str) -> bool:
    """Whether somebody who is asked may answer with that word (or with cards of that way to go on)."""
    return word in words_offered(choice)


def words_offered(choice: Choice) -> tuple[str, ...]:
    """The words among the answers to a question, as a bot is told them; none where cards or players are chosen."""
    space = choice.space
    if isinstance(space, Arms):
        named: Iterable[Any] = [arm for arm, each in space.arms.items() if each.exists()]
    else:
        named = space.options if isinstance(space, OneOf) else ()
    return tuple([word for word in map(plain_word, named) if isinstance(word, str)])


def _carried_out_by(carried_out: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """What is decorated is what a word means, and is read where the meaning of rules is; this is what it does in play
    and in a proof on live rules."""
    return lambda meant: wraps(meant)(carried_out)


def _answerable(t: Table, space: Any) -> Any:
    exists = getattr(t.algebra, "exists", None)
    return space.exists() if exists is None else exists(space)


@_carried_out_by(_answerable)
def answerable(t: Table, space: Any) -> Truth:
    """A space of answers is not empty, as a truth that never forks a proof."""
    return space.exists()  # type: ignore[no-any-return]


def _what_if(t: Table, action: Callable[[], None], look: Callable[[], Any]) -> Any:
    with writable_again(t):
        return _tried(t, action, look)


@_carried_out_by(_what_if)
def what_if(t: Table, action: Callable[[], None], look: Callable[[], Any]) -> Any:
    """The result of ``look`` after ``action`` (which asks nothing); the table stays as it was."""
    moment = t.moment()
    action()
    found = look()
    t.take_back(moment)
    return found


def _tried(t: Table, action: Callable[[], None], look: Callable[[], Any]) -> Any:
    places = [(place, place.pile, place.size) for place in t.places if not place.is_row]
    rows: list[Any] = [(place, place.row) for place in t.places if place.is_row]
    own, kernel = dict(vars(t)), {name: getattr(t, name) for name in ("money", "direction", "outcome")}
    each = [list(values) for values in t.each]
    watch, t.watch = t.watch, None
    try:
        action()
        return look()
    finally:
        for name in [name for name in vars(t) if name not in own]:
            del vars(t)[name]
        vars(t).update(own)
        t.watch = watch
        for name, value in kernel.items():
            setattr(t, name, value)
        for values, before in zip(t.each, each, strict=True):
            values[:] = before
        for place, row in rows:
            place.row = row
        for place, pile, size in places:
            place.pile, place.size = pile, size

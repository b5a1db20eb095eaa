"""What a Program carries out before Python comes to it, if it ever does: the things of what is gone through once."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from referee.meaning.body.reader import Dead, Reader
from referee.meaning.looking import CHANGING, MOVING, PLAIN, called_in, changes, changes_beside, may_break_off
from referee.meaning.program import AHEAD, Block, Stmt, expressions
from referee.meaning.values import DOING, LISTS, NEVER_CHANGES, Indexed, Lazy, Once, Value

T = TypeVar("T")
AT_ONCE = ("range", "list", "tuple", "sorted", "len", "min", "max")
"""The functions that are done when they are called."""


class Ahead(Reader):
    """What is found at once."""

    def ahead(self, what: Callable[[], T]) -> tuple[T, bool]:
        """Carry out at once what Python carries out step by step. Whether that changes anything comes with it."""
        block, at = self.block, len(self.block)

        def done() -> list[Stmt]:
            found = block[at:]
            if may_break_off(found):
                block[at:] = [Block(self.fresh(AHEAD), found)]
            return found

        self.going_ahead += 1
        try:
            found = what()
        except Dead:
            done()
            raise
        finally:
            self.going_ahead -= 1
        return found, changes(done(), set())

    def does_nothing(self, value: Value, node: Any) -> None:
        """Refuse to go through a part of what changes something while it is gone through, or to do other things
        meanwhile."""
        if isinstance(value, Once) and value.live == DOING:
            self.step_by_step(node)

    def step_by_step(self, node: Any) -> None:
        raise self.refuse(node, "going step by step through what changes something meanwhile", "list(…) of it")

    def meanwhile(self, what: Callable[[], T], gone: Iterable[Value], node: Any) -> T:
        """Do what Python does between the things of what is gone through. It changes nothing that Python looks at when
        the next thing is looked for, as a Program has looked for all of them before."""
        before = [each.live for each in gone if isinstance(each, Once) and self.is_found_before(each)]
        if not before:
            return what()
        beside = MOVING if max(before) == LISTS else ()
        block, at = self.block, len(self.block)

        def look() -> None:
            done, filling = block[at:], self.tr.filling
            if changes(done, set(), filling) and changes_beside(done, beside, filling):
                self.step_by_step(node)

        try:
            found = what()
        except Dead:
            look()
            raise
        look()
        return found

    def calls_are_still(self, node: Any, gone: Value, body: list[Stmt]) -> None:
        """What a loop calls without a call in its text (a key, a property, an operator) changes nothing that Python
        looks at when the next thing is looked for."""
        if not isinstance(gone, Once) or not self.is_found_before(gone):
            return
        every = expressions(body)
        but = {id(each) for each in every if each.op != "call"}
        within = {one.op for part in called_in(body) for one in expressions(part.body)}
        beside = within - CHANGING - {"call"} if gone.live == LISTS else ()
        if changes(body, set(), but) and changes_beside(body, beside, but):
            self.to_be_interleaved(node)
            if not self.grown:
                self.step_by_step(node)

    def is_found_before(self, value: Value) -> bool:
        """Whether the things of something are all found before it is gone through, and might be others later."""
        if not isinstance(value, Once) or value.live == NEVER_CHANGES or not value.ahead:
            return False
        if not isinstance(value.of, Lazy):
            return not isinstance(value.of, Indexed) or value.of.before
        every = [each for part in value.of.node.generators for each in ast.walk(part.iter)]
        calls = [each.func for each in every if isinstance(each, ast.Call)]
        named = [value.of.env.get(each.id) for each in every if isinstance(each, ast.Name)]
        plain = all(isinstance(each, ast.Name) and each.id in AT_ONCE for each in calls)
        return not plain or any(isinstance(self.once_of(each, None), Once) for each in named if each is not None)

    def operated_ahead(self, key: Any, operation: Any, args: list[Value], words: Any, node: Any) -> tuple[Any, bool]:
        """What an operation gives, and whether it changed something for what Python gives step by step."""
        if not self.is_iterator(key):
            return operation(self, args, words, node), False
        return self.ahead(lambda: operation(self, args, words, node))

    def once_listed(self, value: Once, node: Any = None) -> Once:
        """All that is gone through once, as it gets a name or is handed on."""
        seq, does = self.ahead(lambda: self.as_seq(value, node=node))
        return Once(seq, DOING if does else value.live, ahead=True)

    def argument(self, before: list[Value], node: ast.expr) -> Value:
        """The next argument of a call. Python goes through those before it after this one was worked out."""
        once = [each for each in before if isinstance(each, (Once, Lazy))]
        block, at = self.block, len(self.block)
        value = self.eval(node)
        meanwhile = block[at:]
        for each in once:
            live = each.live if isinstance(each, Once) and not isinstance(each.of, Lazy) else NEVER_CHANGES
            looks = live == DOING and any(one.op not in PLAIN for one in expressions(meanwhile))
            late = isinstance(each, Lazy) or (isinstance(each, Once) and isinstance(each.of, Lazy))
            if looks or ((live or late) and changes(meanwhile, set())):
                what = "what is done before what is gone through once is gone through"
                raise self.refuse(node, what, "list(…) of it")
        return value

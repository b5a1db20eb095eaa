"""What a loop changes from pass to pass, found in its text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

from referee.meaning.looking import LISTED
from referee.meaning.program import (
    Again,
    Block,
    Catch,
    Do,
    Expr,
    Function,
    If,
    Leave,
    Let,
    Loop,
    Raise,
    Return,
    Set,
    Stmt,
    expressions,
    walk,
)
from referee.verify.symbolic.effects.given_places import Names
from referee.verify.symbolic.effects.heads import head_of
from referee.verify.symbolic.effects.touching import (
    HARMLESS,
    OF_PLACES,
    Touched,
    is_kernel,
    name_of,
    roots_of,
    touched_by,
)
from referee.verify.symbolic.looks import MAKES
from referee.verify.symbolic.terms import NotFollowed


@dataclass(slots=True)
class Pass:
    """What one pass of a loop changes."""

    label: str
    body: Sequence[Stmt]
    index: str
    variables: tuple[str, ...]
    lists: tuple[str, ...]
    maps: tuple[str, ...]
    touched: frozenset[Touched]
    exact: frozenset[Touched]
    """The same with the names of places and players that no pass changes (``given_places.Given``)."""
    is_index: bool
    bound: Expr | None


class NotPlanned(NotFollowed):
    """A loop does what is not followed: to know more of what it goes through would take it from pass to pass."""


T = TypeVar("T")


def once_told(method: Callable[..., T]) -> Callable[..., T]:
    """What the text of a plan says is found once."""

    @wraps(method)
    def found(self: Plans, plan: Pass, *name: str) -> T:
        key = (method.__name__, id(plan), *name)
        if key not in self.told:
            self.told[key] = method(self, plan, *name)
        return self.told[key]  # type: ignore[no-any-return]

    return found


class Plans:
    """The plans of the loops of a Program, each as it is when a function carries it out."""

    running: list[Function]
    told: dict[Any, Any]
    """What the text of plans says."""
    touching: dict[str, frozenset[Touched]]
    touching_given: dict[str, frozenset[Touched]]
    operations: Any

    def _plan(self, label: str, body: Sequence[Stmt]) -> Pass:
        """NotFollowed: something changes in it that has no name."""
        head = head_of(label, body)
        is_index, index, bound = head.is_counting, head.index, head.bound
        whole, body = body, _going_round(body)
        inside = {each.name for each in walk(list(body)) if isinstance(each, Let)}
        variables = dict.fromkeys(
            [each.name for each in walk(list(body)) if isinstance(each, Set) and each.name != index]
        )
        lists, maps = dict[str, None](), dict[str, None]()
        touched, exact = set[Touched](), set[Touched]()
        set_inside = {each.name for each in walk(list(whole)) if isinstance(each, (Let, Set))}
        known = Names(self.running[-1], lambda name: name not in set_inside)
        for each in expressions(body):
            if each.op == "call":
                more = self.touching[each.about.name]
                if any(word == "given" and self._is_list(each, at, inside) for word, at in more):
                    raise NotFollowed("a list that is handed on may change in a loop")
                touched |= {one for one in more if one[0] != "given"}
                exact |= known.called(each, self.touching_given[each.about.name])
            elif each.op in LISTED:
                target = each.args[0]
                if target.op != "local":
                    raise NotFollowed("a list without a name changes in a loop")
                name = str(target.about)
                changed = roots_of(self.running[-1]).changed(target)
                if name not in inside and changed:
                    raise NotFollowed(f"a list of others changes in a loop ({name})")
                if name in inside:
                    if self._stands_for_another(name, inside, whole) or any(word == "given" for word, _ in changed):
                        raise NotFollowed(f"something that has another name changes in a loop ({name})")
                    touched |= changed
                    continue
                if each.op == "append":
                    lists[name] = None
                elif each.op == "map.set":
                    maps[name] = None
                else:
                    raise NotPlanned(f"'{each.op}' in a loop over so many things as nobody knows")
            else:
                touched |= set(self._direct(each))
                exact |= set(self._direct(each, known.places))
        exact = {each for each in exact if each[0] in OF_PLACES}
        exact |= {each for each in touched if each[0] not in OF_PLACES}
        if bound is not None and is_index:
            for part in expressions([Do(bound)]):
                if part.op not in ("local", "const", "length"):
                    raise NotFollowed(f"a loop whose end is worked out in each pass ({part.op})")
                if part.op == "local" and (part.about in lists or part.about in variables):
                    raise NotFollowed("a loop over what changes in it")
        return Pass(
            label,
            whole,
            index,
            tuple(variables),
            tuple(lists),
            tuple(maps),
            frozenset(touched),
            frozenset(exact),
            is_index,
            bound,
        )

    def _stands_for_another(self, name: str, inside: set[str], body: Sequence[Stmt]) -> bool:
        """Whether a name of a loop may stand for a list that was there before it."""
        for each in walk(list(body)):
            if isinstance(each, Let) and each.name == name:
                if each.value.op in ("local", "convert", "setdefault", "map.item"):
                    about = each.value.about if each.value.op == "local" else each.value.args[0].about
                    return about not in inside or self._stands_for_another(str(about), inside, body)
                return each.value.op not in (*MAKES, "call", "field", "scalar")
        return True

    def _is_list(self, call: Expr, at: int | None, inside: set[str]) -> bool:
        return at is None or not (call.args[at].op == "local" and call.args[at].about in inside)

    def _direct(self, e: Expr, places: Callable[[Expr], list[Any]] | None = None) -> list[Touched]:
        function = self.running[-1]
        return [] if e.op in HARMLESS else touched_by(e, name_of(function) if is_kernel(function) else "", places)

    @once_told
    def _type_of(self, plan: Pass, name: str) -> Any:
        for each in expressions(plan.body):
            for part in [each, *each.args]:
                if part.op == "local" and part.about == name:
                    return part.type
        raise NotFollowed(f"the type of {name}")

    @once_told
    def _copies(self, plan: Pass) -> Expr | None:
        """The sequence that a loop copies to its only list, if it does no more."""
        if len(plan.lists) != 1 or plan.maps or plan.variables or len(plan.body) != 6:
            return None
        _, one, two, three, on, again = plan.body
        if not (isinstance(on, Set) and on.name == plan.index and isinstance(again, Again)):
            return None
        if not (isinstance(one, Let) and one.value.op == "local" and one.value.about == plan.index):
            return None
        if not (isinstance(two, Let) and two.value.op == "at" and two.value.args[1].about == one.name):
            return None
        if not (isinstance(three, Do) and three.value.op == "append" and three.value.args[1].about == two.name):
            return None
        return two.value.args[0]

    def _appends(self, plan: Pass, name: str) -> list[Expr]:
        return [
            each
            for each in expressions(plan.body)
            if each.op == "append" and each.args[0].op == "local" and each.args[0].about == name
        ]

    @once_told
    def _most_appended(self, plan: Pass, name: str) -> int | None:
        inner = [each for each in walk(list(plan.body)) if isinstance(each, Loop)]
        if any(self._in(each.body, name) for each in inner):
            return None
        return len(self._appends(plan, name))

    def _in(self, body: Sequence[Stmt], name: str) -> bool:
        return any(each.op == "append" and each.args[0].about == name for each in expressions(list(body)))

    @once_told
    def _always_appended(self, plan: Pass, name: str) -> bool:
        """Whether each pass appends just one thing."""
        if len(self._appends(plan, name)) != 1:
            return False
        there = [
            isinstance(each, Do) and each.value.op == "append" and each.value.args[0].about == name
            for each in plan.body[1:]
        ]
        every = list(walk(list(plan.body[1:])))
        inside = {each.label for each in every if isinstance(each, (Block, Loop))}
        others = [
            each
            for each in every
            if isinstance(each, (Return, Raise, Catch))
            or (isinstance(each, (Leave, Again)) and each.label not in inside)
        ]
        return any(there) and len(others) == 1 and others[0] is plan.body[-1]

    def _gone_through(self, plan: Pass, name: str, before: dict[str, Any]) -> Any:
        """The sequence of which each pass appends the thing at its own place to a list, or nothing; else None."""
        things = self._name_gone_through(plan, name)
        return None if things is None else before.get(things)

    @once_told
    def _name_gone_through(self, plan: Pass, name: str) -> str | None:
        appends = self._appends(plan, name)
        if len(appends) != 1 or self._most_appended(plan, name) is None:
            return None
        every = [each for each in walk(list(plan.body)) if isinstance(each, Let)]
        lets = {each.name: each.value for each in every if sum(one.name == each.name for one in every) == 1}
        thing = appends[0].args[1]
        made = lets.get(str(thing.about)) if thing.op == "local" else None
        if made is None or made.op != "at":
            return None
        index = made.args[1]
        if index.op == "local" and lets.get(str(index.about)) is not None:
            index = lets[str(index.about)]
        if index.op != "local" or index.about != plan.index or made.args[0].op != "local":
            return None
        things = str(made.args[0].about)
        return None if things in plan.variables or things in plan.lists else things


def _going_round(body: Sequence[Stmt]) -> list[Stmt]:
    """The statements of a loop without the branches after which no other pass follows."""
    labels = {each.label for each in walk(list(body)) if isinstance(each, (Block, Loop))}
    if any(isinstance(each, Catch) for each in walk(list(body))):
        return list(body)

    def leaves(branch: Sequence[Stmt]) -> bool:
        last = branch[-1] if branch else None
        if not (isinstance(last, (Return, Raise)) or (isinstance(last, Leave) and last.label not in labels)):
            return False
        own = {each.label for each in walk(list(branch)) if isinstance(each, (Block, Loop))}
        return all(
            each.label in own or (isinstance(each, Leave) and each.label not in labels)
            for each in walk(list(branch))
            if isinstance(each, (Leave, Again))
        )

    def without(each: Stmt) -> Stmt:
        match each:
            case If(condition, yes, no):
                return If(condition, *[[] if leaves(side) else _going_round_in(side, without) for side in (yes, no)])
            case Block(name, inner):
                return Block(name, _going_round_in(inner, without))
            case Loop(name, inner):
                return Loop(name, _going_round_in(inner, without))
            case _:
                return each

    def goes_round(each: Stmt) -> bool:
        return any(isinstance(one, Again) or (isinstance(one, Leave) and one.label in labels) for one in walk([each]))

    left = list(body)
    if left and leaves(left[-1:]):
        while left and not goes_round(left[-1]):
            left.pop()
    return _going_round_in(left, without)


def _going_round_in(body: Sequence[Stmt], without: Callable[[Stmt], Stmt]) -> list[Stmt]:
    return [without(each) for each in body]

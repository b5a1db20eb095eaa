"""``is`` is understood of players, None and members of enums: two equal numbers may be one thing or two."""

from __future__ import annotations

import ast
import dataclasses
import re
import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from types import FunctionType, MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from referee.kernel.cards import Suit
from referee.kernel.effects import Window
from referee.kernel.players import Player

if TYPE_CHECKING:
    from referee.verify.understood.text import Text

ONES = (Enum, Player, Window, Suit)
GIVING = frozenset(["next", "left", "right", "first_seat", "lot", "decider", "suit_of"])
"""Methods of the table that give a player or a suit."""
HOLDING = frozenset(
    ["owner", "actor", "at", "player", "decider", "direction", "seen_by", "outcome", "window", "what", "suit"]
)
ASKING = ("choose", "lot")
SEVERAL = frozenset(["players", "everyone_from", "others", "team", "partners", "most", "suits"])
NUMBERS = frozenset(
    ["int", "str", "float", "bool", "Fraction", "Amount", "AnyAmount", "Any", "object", "Pile", "Truth", "AnyTruth"]
)


class Identities:
    """Looks at where things of a text are told apart by ``is``."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def check(self) -> None:
        for node in self.text.nodes():
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                for operator, left, right in zip(node.ops, sides, node.comparators, strict=False):
                    told = isinstance(operator, (ast.Is, ast.IsNot))
                    if told and not (self._is_one(left) or self._is_one(right)):
                        self.text.refuse(node, f"`{ast.unparse(node)}`", "write '==' or '!='")

    def _is_one(self, node: ast.AST, depth: int = 8) -> bool:
        """Whether it is a player, None, or another thing of which there is one."""
        text = self.text
        if not depth:
            return False
        if isinstance(node, ast.Constant):
            return node.value is None
        value = text.known_value(node)
        if isinstance(value, ONES):
            return True
        if isinstance(node, ast.Attribute):
            named = node.attr in HOLDING or text.starts_as_player(node.attr)
            fields = self._fields(node.attr)
            return all(fields) if fields and (named or node.attr not in text.reader.scalars) else named
        if isinstance(node, (ast.Call, ast.Subscript)) and self._is_enum(
            node.func if isinstance(node, ast.Call) else node.value
        ):
            return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return node.func.attr in GIVING or self._gives(node.func.attr)
        if isinstance(node, ast.YieldFrom):
            asked = isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute)
            return asked and (node.value.func.attr in ASKING or self._gives(node.value.func.attr))  # type: ignore[attr-defined]
        if isinstance(node, ast.Subscript) and isinstance(known := text.known_value(node.value), (dict, tuple)):
            return all(isinstance(each, ONES) for each in (known.values() if isinstance(known, dict) else known))
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr not in SEVERAL:
            return text.starts_as_player(node.value.attr)
        if isinstance(node, ast.Subscript):
            return self._holds_such(node.value, depth - 1)
        if isinstance(node, ast.IfExp):
            return self._is_one(node.body, depth - 1) and self._is_one(node.orelse, depth - 1)
        if isinstance(node, ast.Name):
            return self._is_one_named(node, depth - 1)
        return False

    def _is_one_named(self, node: ast.Name, depth: int) -> bool:
        text = self.text
        meant = text.meant(node)
        if meant is not node:
            return self._is_one(meant, depth)
        scope = text.scope_where(node.id, node)
        if text.is_parameter(node):
            return self._is_noted_parameter(node)
        if text.is_handed_in(node) and not self._is_noted_parameter(node):
            return False
        given = text.values.get((scope, node.id), []) if scope is not None else []
        known = [each for each in given if each is not None]
        if known and len(known) == len(given):
            return all(self._is_one(each, depth) for each in known)
        loops = [each for each in text.nodes() if isinstance(each, (ast.For, ast.comprehension))]
        mine = [each for each in loops if isinstance(each.target, ast.Name) and each.target.id == node.id]
        mine = [each for each in mine if text.scope_where(node.id, each.target) is scope]
        others = len(mine) < sum(each is None for each in given)
        known_too = all(self._is_one(each, depth) for each in known)
        return bool(mine) and not others and known_too and all(self._holds_such(each.iter, depth) for each in mine)

    def _holds_such(self, node: ast.AST, depth: int) -> bool:
        """Whether it is a tuple or a list of players, or of other things of which there is one."""
        text = self.text
        if not depth:
            return False
        if self._is_enum(node):
            return True
        if isinstance(node, ast.Attribute):
            return node.attr in SEVERAL
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Attribute):
                return function.attr in SEVERAL or self._gives(function.attr)
            same = isinstance(function, ast.Name) and function.id in ("tuple", "list", "reversed", "sorted", "map")
            return same and bool(node.args) and self._holds_such(node.args[-1], depth - 1)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return self._is_one(node.elt, depth - 1)
        if isinstance(node, (ast.Tuple, ast.List)):
            return bool(node.elts) and all(
                self._holds_such(each.value, depth - 1)
                if isinstance(each, ast.Starred)
                else self._is_one(each, depth - 1)
                for each in node.elts
            )
        if isinstance(node, ast.Subscript):
            return isinstance(node.slice, ast.Slice) and self._holds_such(node.value, depth - 1)
        if isinstance(node, ast.IfExp):
            return self._holds_such(node.body, depth - 1) and self._holds_such(node.orelse, depth - 1)
        if isinstance(node, ast.Name):
            if self._is_noted(text.note_of(node)) or self._is_noted_parameter(node):
                return True
            meant = text.meant(node)
            return meant is not node and self._holds_such(meant, depth - 1)
        return False

    def _note_of_parameter(self, node: ast.Name) -> str:
        return self.text.note_of_parameter(node) if self.text.is_handed_in(node) else ""

    @staticmethod
    def _is_noted(note: str) -> bool:
        """Whether an annotation speaks of what is told apart by what it is."""
        words = set(re.findall(r"\w+", note))
        return bool(words) and not words & NUMBERS

    def _is_enum(self, node: ast.AST) -> bool:
        """Whether it is the class of an enum, which holds its members, and makes no others."""
        value = self.text.known_value(node)
        return isinstance(value, type) and issubclass(value, Enum)

    def _fields(self, name: str) -> list[bool]:
        """For each class of the rules that keeps something under a name, beside the game and its table, whether its
        text says that this is told apart by what it is."""
        reader = self.text.reader
        found = []
        for cls in reader.things.classes:
            own = vars(cls)
            if cls in (*reader.game_classes, *reader.table_classes) or issubclass(cls, Enum):
                continue
            if isinstance(own.get(name), property):
                found.append(self._is_one_by_note(cls, name, own[name].fget.__annotations__.get("return", "")))
            elif name in own.get("__annotations__", ()) or name in own.get("_fields", ()):
                found.append(self._is_one_by_note(cls, name, own.get("__annotations__", {}).get(name, "")))
        return found

    def _is_one_by_note(self, cls: type, name: str, note: Any) -> bool:
        """Whether an annotation in a class names players, suits and enums alone, or None. A number may be kept where
        an enum of numbers is noted: then what is handed in is looked at."""
        note = getattr(note, "__forward_arg__", getattr(note, "__name__", note))
        things = _named(str(note), vars(sys.modules[cls.__module__]))
        if not things or not all(isinstance(each, type) and issubclass(each, ONES) for each in things):
            return False
        return not _of_numbers(things) or self._keeps_members(cls, name)

    def _keeps_members(self, cls: type, name: str) -> bool:
        """Whether objects of a class keep one of an enum under a name: those that there are before play, and those that
        rules make. A class below it may be made of something else."""
        fields = _made_of(cls)
        if name not in fields or cls.__subclasses__():
            return False
        there = [each for each in self.text.reader.things.known.values() if isinstance(each, cls)]
        members = all(isinstance(getattr(each, name), (*ONES, type(None))) for each in there)
        return members and self._handed_in(cls, fields, name)

    def _is_noted_parameter(self, node: ast.Name) -> bool:
        """Whether the annotation of a parameter speaks of what is told apart by what it is: see above."""
        note, function = self._note_of_parameter(node), self.text.thing
        if not self._is_noted(note) or not isinstance(function, FunctionType):
            return self._is_noted(note)
        if not _of_numbers(_named(note, function.__globals__)):
            return True
        args = self.text.node.args  # type: ignore[attr-defined]
        names = [each.arg for each in (*args.posonlyargs, *args.args)]
        mine = self.text.scope_where(node.id, node) is self.text.node
        return mine and node.id in names and self._handed_in(function, names, node.id)

    def _handed_in(self, thing: Any, names: list[str], name: str) -> bool:
        """Whether a function or a class is called by its name alone, and is given one of an enum there."""
        key, known = (id(thing), name), self.text.reader.handed_in
        if key not in known:
            before = len(known)
            known[key] = True  # what calls itself hands on what it was given
            calls = [each for one in self.text.reader.told_apart for each in one._calls_of(thing)]
            plain = not thing.__name__.startswith("__") and all(each is not thing for each in self._kept())
            found = (bool(calls) or isinstance(thing, type)) and all(
                call is not None and one._is_one(given, 4)
                for one, call in calls
                for given in [_argument(call, thing, names, name)]
            )
            if not (plain and found):
                for each in [*known][before:]:  # some of these rested on this one
                    del known[each]
                known[key] = False
        return known[key]

    def _kept(self) -> Iterator[Any]:
        """What is in things that there are before play: it may be called there by no name of its own."""
        things = self.text.reader.things
        for each in [*things.known.values()]:
            if isinstance(each, (tuple, list, set, frozenset)):
                yield from each
            elif isinstance(each, (dict, MappingProxyType)):
                yield from (*each.keys(), *each.values())
            elif isinstance(each, FunctionType):
                yield from (*(each.__defaults__ or ()), *(each.__kwdefaults__ or {}).values())
            elif isinstance(each, type):
                yield from [kept for name, kept in vars(each).items() if getattr(kept, "__name__", "") != name]
            elif not isinstance(each, ModuleType):
                yield from things._of_instance(each)

    def _calls_of(self, thing: Any) -> list[tuple[Identities, ast.Call | None]]:
        """The calls of a function or a class in this text; None: it is named otherwise, or changed by ``_replace``."""
        found: list[tuple[Identities, ast.Call | None]] = []
        notes = [getattr(each, word, None) for each in self.text.nodes() for word in ("annotation", "returns")]
        told = {id(part) for each in notes if isinstance(each, ast.AST) for part in ast.walk(each)}
        for node in self.text.nodes():
            if id(node) in told or isinstance(self.text.parents.get(node), ast.MatchClass):
                continue
            named = isinstance(node, ast.Name) and self.text.known_value(node) is thing
            named |= isinstance(node, ast.Attribute) and node.attr in (thing.__name__, "_replace", "_make", "replace")
            if named:
                above = self.text.parents.get(node)
                is_call = isinstance(above, ast.Call) and above.func is node
                found.append((self, above if is_call and isinstance(above, ast.Call) else None))
        return found

    def _gives(self, name: str) -> bool:
        """Whether methods of that name are annotated to give players."""
        classes = self.text.reader.things.classes
        methods = [vars(cls)[name] for cls in classes if isinstance(vars(cls).get(name), FunctionType)]
        notes = [str(each.__annotations__.get("return", "")) for each in methods]
        return bool(notes) and all("Player" in each and self._is_noted(each) for each in notes)


def _named(note: str, there: Mapping[str, Any]) -> list[Any]:
    """What the words of an annotation stand for."""
    words = re.findall(r"[\w.]+", note)
    return [there.get(word) for word in words if word not in ("None", "Optional", "Union")]


def _of_numbers(things: list[Any]) -> bool:
    return any(isinstance(each, type) and issubclass(each, int) and issubclass(each, Enum) for each in things)


def _made_of(cls: Any) -> list[str]:
    """What is handed in, in that order, where objects of a class are made, and kept as it is; nothing where that is not
    seen."""
    if cls.__bases__ == (tuple,):
        return [*getattr(cls, "_fields", ())]
    how = vars(cls).get("__dataclass_params__")
    if how is None or not (how.init and how.frozen) or hasattr(cls, "__post_init__") or "__new__" in vars(cls):
        return []
    fields = dataclasses.fields(cls)
    return [each.name for each in fields] if all(each.init and not each.kw_only for each in fields) else []


def _argument(call: ast.Call | None, thing: Any, names: list[str], name: str) -> ast.AST:
    """What a call gives for a parameter; ``1`` where that is not seen."""
    unseen = ast.Constant(1)
    if call is None or any(isinstance(each, ast.Starred) for each in call.args):
        return unseen
    by_name = {each.arg: each.value for each in call.keywords}
    at = names.index(name)
    if isinstance(call.func, ast.Attribute) and isinstance(thing, FunctionType):
        bound = len(names) - len(call.args) - len(by_name.keys() & set(names))
        if thing.__defaults__ or None in by_name or bound not in (0, 1):
            return unseen
        at -= bound  # of a method that is called by its class nothing is
    return by_name[name] if name in by_name else call.args[at] if 0 <= at < len(call.args) else unseen

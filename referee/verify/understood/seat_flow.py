"""The flow of values in seat order through a function of rules: names, calls and loops."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING

from referee.kernel.players import Player

if TYPE_CHECKING:
    from referee.verify.understood.seat_text import Text

ORDERED = {"players", "seated", "money", "each", "places", "winners", "ranks", "scores", "payoffs", "_left_of"}
"""Attributes that hold something of each seat, in the order of the seats."""
FORBIDDEN = {"next", "iter", "getattr", "vars", "eval", "exec", "locals", "globals", "id", "hash", "enumerate"} | {
    "attrgetter", "itemgetter", "methodcaller", "__import__",
}  # fmt: skip
NUMBERS_OF_SEATS = {"seat", "first_seat", "plain", "Player", "snapshot", "attrgetter", "itemgetter", "methodcaller"}
GIVES_NUMBERS = {"len", "int", "abs", "range", "sum", "ord", "bool", "str", "round"}
KEEPS_ORDER = {"list", "tuple", "dict", "zip", "reversed", "set", "frozenset"}
ANY_ORDER = {"len", "sum", "any", "all", "bool", "min", "max"}
OF_THE_KERNEL = {"every", "lot", "end", "end_together", "win", "together", "choose", "either", "fromkeys"} | {
    "reveal", "disclose",
}  # fmt: skip
"""Functions of the kernel and the verifier that do not depend on the order of their arguments."""
SAME_THING = {"get", "items", "values", "keys", "copy", "append", "add", "count"}
COMMUTES = {"pay", "note", "disclose", "reveal", "append", "add"}
CHANGES = {"move", "lay", "gather", "swap", "draw", "pick", "shuffle", "roll", "lot", "repeat", "restore", "pop"} | {
    "end", "choose", "select", "together", "insert", "extend", "remove", "clear", "update", "setdefault", "popitem",
    "append", "add", "pay", "setattr",
}  # fmt: skip
BY_INDEX = {"range", "islice", "chr", "bytes", "bin", "hex", "oct", "pop", "insert", "index", "ljust", "rjust"}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


class Flow:
    """One function: what comes in the order of the seats in it, and what it changes."""

    def __init__(self, text: Text, function: FunctionType, tree: ast.AST, start: int, of_game: bool) -> None:
        self.text, self.tree, self.start = text, tree, start
        self.known, self.file, self.name = function.__globals__, function.__code__.co_filename, function.__name__
        self.me = function.__code__.co_varnames[0] if of_game and function.__code__.co_argcount else ""
        self.nodes = list(meant(tree))
        self.parent = {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}
        self.tainted: set[str] = set()
        self.gives_order = self.gives_many = False
        self.values: dict[str, list[ast.AST | None]] = {}
        """The values of local names; None where that is not plain to see."""
        for node in self.nodes:
            if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.AugAssign)):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    self._set(target, node.value)
            elif isinstance(node, (ast.For, ast.comprehension)):
                numbers = isinstance(node.iter, ast.Call) and called(node.iter) == "range"
                numbers |= isinstance(node.iter, ast.Attribute) and node.iter.attr == "indices"
                self._set(node.target, ast.Constant(0) if numbers else None)

    def _set(self, target: ast.AST, value: ast.AST | None) -> None:
        if isinstance(target, ast.Name):
            self.values.setdefault(target.id, []).append(value)
        else:
            for each in ast.walk(target):
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                    self.values.setdefault(each.id, []).append(None)

    def attributes(self) -> set[str]:
        return {node.attr for node in self.nodes if isinstance(node, ast.Attribute)}

    def calls(self) -> set[str]:
        return {called(node) for node in self.nodes if isinstance(node, ast.Call)}

    def args(self) -> list[ast.arg]:
        first = next((node for node in self.nodes if isinstance(node, (ast.FunctionDef, ast.Lambda))), None)
        if first is None:
            return []
        more = [each for each in (first.args.vararg, first.args.kwarg) if each is not None]
        return [*first.args.posonlyargs, *first.args.args, *first.args.kwonlyargs, *more]

    def returns_mapping(self) -> bool:
        first = next((node for node in self.nodes if isinstance(node, ast.FunctionDef)), None)
        said = None if first is None else first.returns
        if isinstance(said, ast.Subscript) and isinstance(said.value, ast.Name) and said.value.id == "Rule":
            said = said.slice
        return says_mapping(said)

    # -- what comes in the order of the seats -----------------------------------------------------------

    def ordered(self, node: ast.AST | None) -> bool:
        if isinstance(node, ast.Attribute):
            if node.attr == "players" and (
                (isinstance(node.value, ast.Name) and node.value.id == self.me)
                or (isinstance(node.value, ast.Attribute) and node.value.attr == "game")
            ):
                return False  # how many play
            if node.attr in ORDERED and isinstance(node.ctx, ast.Load):
                return True
            return self.gives(node.attr) and not isinstance(self.parent.get(node), ast.Call)
        if isinstance(node, ast.Name):
            return node.id in self.tainted and isinstance(node.ctx, ast.Load)
        if isinstance(node, (ast.Set, ast.SetComp)):
            return True
        if isinstance(node, COMPREHENSIONS):
            parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            return any(self.ordered(each.iter) for each in node.generators) or any(map(self.ordered, parts))
        if isinstance(node, ast.Call):
            name = called(node)
            if name in ("set", "frozenset") or self.gives(name):
                return True
            given = [*node.args, *[each.value for each in node.keywords]]
            if name in (*KEEPS_ORDER, "together", "fromkeys"):
                return any(map(self.ordered, given))
            of = node.func.value if isinstance(node.func, ast.Attribute) else None
            return name in ("items", "values", "keys", "copy") and self.ordered(of)
        if isinstance(node, (ast.BinOp, ast.BoolOp, ast.IfExp, ast.Starred, ast.NamedExpr, ast.YieldFrom)):
            tested = node.test if isinstance(node, ast.IfExp) else None
            return any(self.ordered(each) for each in ast.iter_child_nodes(node) if each is not tested)
        if isinstance(node, (ast.Tuple, ast.List, ast.Dict)):
            return any(map(self.ordered, ast.iter_child_nodes(node)))
        return False

    def gives(self, name: str) -> bool:
        return any(each.gives_order for each in self.text.named.get(name, ()))

    def taint(self) -> None:
        """Names that are set to such things, here and where they are handed on."""
        for name, values in self.values.items():
            if any(map(self.ordered, values)):
                self.tainted.add(name)
        for node in self.nodes:
            given = node.body if isinstance(node, ast.Lambda) else node.value if isinstance(node, ast.Return) else None
            if self.ordered(given):
                self.gives_order = True
                self.gives_many = self.gives_many or (
                    isinstance(given, (ast.Tuple, ast.List, ast.Dict)) and self.holds(given)
                )
            if isinstance(node, ast.Call):
                for each in self.text.named.get(called(node), ()):
                    each.pass_arguments(node, self)
            elif isinstance(node, ast.For) and self.ordered(node.iter):
                self.tainted |= {each.value.id for each in inside(node) if filled(each)}  # type: ignore[attr-defined]

    def holds(self, node: ast.AST) -> bool:
        """Whether something in the order of the seats is a part of it, and not spread out in it."""
        return any(self.ordered(each) and not isinstance(each, ast.Starred) for each in ast.iter_child_nodes(node))

    def pass_arguments(self, call: ast.Call, by: Flow) -> None:
        """The values that a call hands on. For a method it is not known whether the call names its object."""
        args, of = self.args(), call.func.value if isinstance(call.func, ast.Attribute) else None
        unbound = of is None or (isinstance(of, ast.Name) and isinstance(by.known.get(of.id), type))
        bound = not unbound and bool(args) and args[0].arg in ("self", "cls")
        for number, each in enumerate(call.args):
            if args and by.ordered(each):
                for at in (number,) if unbound else (number + 1,) if bound else (number, number + 1):
                    self.tainted.add(args[min(at, len(args) - 1)].arg)
        self.tainted |= {each.arg or args[-1].arg for each in call.keywords if args and by.ordered(each.value)}

    # -- what it changes ------------------------------------------------------------------------------

    def changes(self) -> bool:
        """Whether it may change anything but its own names. (That it asks is seen where it is carried out.)"""
        for node in self.nodes:
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                return True
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                return True
            if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load) and not self.own(node.value):
                return True
            if isinstance(node, ast.Call) and self.changing(node):
                return True
        return False

    def changing(self, call: ast.Call) -> bool:
        name = called(call)
        of = call.func.value if isinstance(call.func, ast.Attribute) else None
        return name in self.text.changing or (name in CHANGES and not self.own(of))

    def own(self, node: ast.AST | None) -> bool:
        """A name that was set to something new here."""
        values = self.values.get(node.id, [None]) if isinstance(node, ast.Name) else [None]
        new = (ast.List, ast.Dict, ast.Set, *COMPREHENSIONS)
        return all(
            isinstance(each, new) or (isinstance(each, ast.Call) and called(each) in KEEPS_ORDER) for each in values
        )

    def may_be_sequence(self, name: str) -> bool:
        given = any(each.arg == name for each in self.args())
        return given or any(each is None or self.is_sequence(each) for each in self.values.get(name, [None]))

    # -- what its values are ----------------------------------------------------------------------------

    def may_be_player(self, node: ast.AST | None) -> bool:
        match node:
            case ast.Attribute():
                start = self.text.game.table_class.scalar_specs.get(node.attr)
                if start is not None:
                    return start.start is None or isinstance(start.start, (Player, tuple))
                of = self.known.get(node.value.id) if isinstance(node.value, ast.Name) else None
                known = getattr(of, node.attr, None) if isinstance(of, (type, ModuleType)) else None
                return isinstance(vars(self.text.game).get(node.attr, known), (Player, type(None)))
            case ast.Call():
                return called(node) not in GIVES_NUMBERS
            case ast.Name():
                annotations = [each.annotation for each in self.args() if each.arg == node.id]
                if annotations:
                    said = ast.dump(annotations[0]) if annotations[0] is not None else "Any"
                    return any(word in said for word in ("Player", "Any", "object", "'T'", "TypeVar"))
                if node.id in self.values:
                    return any(each is None or self.may_be_player(each) for each in self.values[node.id])
                return not isinstance(self.known.get(node.id), (int, str, tuple)) or node.id not in self.known
            case ast.IfExp():
                return self.may_be_player(node.body) or self.may_be_player(node.orelse)
            case ast.Subscript() | ast.NamedExpr() | ast.BoolOp() | ast.Starred() | ast.YieldFrom():
                return True
        return False  # a number, a word, or what is worked out of players, which they refuse

    def is_mapping(self, node: ast.AST) -> bool:
        match node:
            case ast.Dict() | ast.DictComp():
                return True
            case ast.Call():
                of_rules = self.text.named.get(called(node), ())
                gives = bool(of_rules) and all(each.returns_mapping() for each in of_rules)
                return gives or called(node) in ("dict", "fromkeys", "together")
            case ast.YieldFrom():
                return self.is_mapping(node.value)
            case ast.Name():
                annotations = [each.annotation for each in self.args() if each.arg == node.id]
                if annotations:
                    return says_mapping(annotations[0])
                if node.id in self.values:
                    return all(each is not None and self.is_mapping(each) for each in self.values[node.id])
                return isinstance(self.known.get(node.id), Mapping)
            case ast.Attribute():
                return isinstance(vars(self.text.game).get(node.attr), Mapping)
        return False

    @staticmethod
    def is_sequence(node: ast.AST | None) -> bool:
        words = isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
        made = isinstance(node, ast.Call) and called(node) in ("list", "tuple", "str")
        return words or made or isinstance(node, (ast.List, ast.Tuple, ast.ListComp, ast.JoinedStr))


def says_mapping(annotation: ast.AST | None) -> bool:
    annotation = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return isinstance(annotation, ast.Name) and annotation.id in ("dict", "Mapping", "defaultdict")


def meant(node: ast.AST) -> Iterator[ast.AST]:
    """All of a tree but for decorators and annotations."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    yield from meant(each)


def inside(loop: ast.For) -> Iterator[ast.AST]:
    for each in loop.body:
        yield from ast.walk(each)


def called(call: ast.Call) -> str:
    func = call.func
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def filled(node: ast.AST) -> bool:
    """Whether something is put into what has a name of its own: ``one.append``, ``one[player] = …``."""
    if not isinstance(node, (ast.Attribute, ast.Subscript)) or not isinstance(node.value, ast.Name):
        return False
    return isinstance(node.ctx, ast.Store) if isinstance(node, ast.Subscript) else node.attr in ("append", "add")

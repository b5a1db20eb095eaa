"""Whether a function of rules or properties may tell seats apart by their order, read with suspicion.

What comes in the order of the seats may be used for what comes out alike in any order (count, sum up, ask whether
any, go through all of them). Whatever else is done with it is named: the proof then follows every seat, which costs
only time.
"""

from __future__ import annotations

import ast
from typing import Any

from referee.kernel.players import Player
from referee.verify.understood.seat_flow import (
    ANY_ORDER,
    BY_INDEX,
    COMMUTES,
    COMPREHENSIONS,
    FORBIDDEN,
    KEEPS_ORDER,
    NUMBERS_OF_SEATS,
    OF_THE_KERNEL,
    SAME_THING,
    Flow,
    called,
    inside,
)


class Function(Flow):
    """One function, and what it does with what comes in the order of the seats."""

    def order_use(self) -> ast.AST | None:
        for node in self.nodes:
            if isinstance(node, ast.Name) and node.id in FORBIDDEN and isinstance(node.ctx, ast.Load):
                return node
            if isinstance(node, ast.Name) and self.known.get(node.id) is Player:
                return node
            if isinstance(node, ast.Attribute) and (node.attr in NUMBERS_OF_SEATS or node.attr.startswith("__")):
                return node
            if isinstance(node, ast.Subscript) and self._by_number(node):
                return node
            if isinstance(node, ast.Call) and called(node) in BY_INDEX and any(map(self.may_be_player, node.args)):
                return node
            if isinstance(node, ast.For) and self.ordered(node.iter) and not self._alike_in_any_order(node):
                return node
            if isinstance(node, COMPREHENSIONS) and self.ordered(node) and not self._any_order(node):
                return node
            if isinstance(node, ast.Call) and any(each.gives_many for each in self.text.named.get(called(node), ())):
                return node
            if isinstance(node, (ast.FunctionDef, ast.Lambda)) and self.parent.get(node) in self.parent:
                given = [each.value for each in ast.walk(node) if isinstance(each, ast.Return)]
                if any(map(self.ordered, [node.body] if isinstance(node, ast.Lambda) else given)):
                    return node
            if isinstance(node, ast.expr) and self.ordered(node) and not self._used_well(node):
                return node
        return None

    def _used_well(self, node: ast.expr) -> bool:
        over = self.parent.get(node)
        if isinstance(over, ast.keyword):
            over = self.parent[over]
        match over:
            case ast.Call() if over.func is node:
                return True
            case ast.Call():
                name, plain = called(over), isinstance(over.func, ast.Name)
                if plain and name in ("min", "max"):
                    return len(over.args) == 1 and not any(each.arg == "key" for each in over.keywords)
                if plain and name == "sum":
                    plain_start = all(isinstance(each, (ast.Constant, ast.Attribute)) for each in over.args[1:])
                    return plain_start and node is over.args[0]
                if plain and name == "zip":
                    return all(map(self.ordered, over.args))
                if plain and name == "dict":
                    return self.is_mapping(node)
                if name == "fromkeys" and node is not over.args[0]:
                    return False
                known = name in OF_THE_KERNEL or name in self.text.named
                return known or (plain and name in (*KEEPS_ORDER, *ANY_ORDER))
            case ast.Compare():
                if all(isinstance(each, (ast.In, ast.NotIn)) for each in over.ops):
                    return node is not over.left
                parts = [over.left, *over.comparators]
                return all(isinstance(each, (ast.Eq, ast.NotEq)) for each in over.ops) and all(map(self.ordered, parts))
            case ast.Assign() | ast.AnnAssign() | ast.NamedExpr() | ast.AugAssign():
                targets = over.targets if isinstance(over, ast.Assign) else [over.target]
                return all(isinstance(each, ast.Name) for each in targets)
            case ast.Attribute():
                return over.attr in SAME_THING
            case ast.Subscript():
                if node is not over.value:
                    return False
                if isinstance(node, ast.Attribute) and node.attr == "money":
                    return ast.unparse(over.slice) == "-1"  # the bank
                return not isinstance(over.ctx, ast.Load) or self.is_mapping(node)
            case ast.BinOp():
                return isinstance(over.op, (ast.Add, ast.BitOr, ast.BitAnd, ast.Sub))
            case ast.UnaryOp():
                return isinstance(over.op, ast.Not)
            case ast.Starred():
                return isinstance(self.parent.get(over), (ast.List, ast.Tuple))
            case ast.For() | ast.comprehension():
                return not (isinstance(node, (ast.Tuple, ast.List, ast.Dict)) and self.holds(node))
            case ast.Tuple() | ast.List():
                return isinstance(node, ast.Starred) or isinstance(self.parent.get(over), (ast.Return, ast.Compare))
            case ast.YieldFrom():
                return isinstance(node, ast.Call) and not isinstance(self.parent.get(over), ast.Expr)
            case ast.If() | ast.While() | ast.Expr() | ast.Lambda() | ast.Return() | ast.IfExp() | ast.BoolOp():
                return True
        return False

    def _alike_in_any_order(self, loop: ast.For) -> bool:
        """Whether a loop comes to the same whichever player it takes first."""
        body = list(inside(loop))
        bound = {each.id for each in ast.walk(loop.target) if isinstance(each, ast.Name)}
        if loop.orelse or any(isinstance(each, (ast.Break, ast.Return, ast.Yield, ast.YieldFrom)) for each in body):
            return False
        if any(
            each.id in bound and not self._bound_again(each, loop) for each in self.nodes if isinstance(each, ast.Name)
        ):
            return False
        loaded = [
            each for each in body if isinstance(each, (ast.Name, ast.Attribute)) and isinstance(each.ctx, ast.Load)
        ]
        given = {each.arg for each in self.args()} | {
            each.name
            for each in self.nodes
            if isinstance(each, ast.FunctionDef) and self.parent.get(each) in self.parent
        }
        if self._read_and_written(body):
            return False
        for each in body:
            match each:
                case ast.Call():
                    name = called(each)
                    if self.changing(each) and name not in COMMUTES:
                        return False
                    if isinstance(each.func, ast.Name) and (name in self.values or name in given):
                        return False  # a function that has a name here: what it does is not known
                    if name in ("append", "add") and not isinstance(self.parent[each], ast.Expr):
                        return False
                case ast.AugAssign():
                    kinds = (ast.Add, ast.Sub, ast.BitOr, ast.BitAnd)
                    if not isinstance(each.op, kinds) or not isinstance(each.target, ast.Name):
                        return False
                    if any(isinstance(one, ast.Name) and one.id == each.target.id for one in loaded):
                        return False
                    if self.may_be_sequence(each.target.id):
                        return False
                case ast.Assign() | ast.AnnAssign() | ast.NamedExpr():
                    targets = each.targets if isinstance(each, ast.Assign) else [each.target]
                    if not all(self._may_be_set(one, each, loop, bound, loaded) for one in targets):
                        return False
                case ast.Delete() | ast.With() | ast.Try() | ast.Global() | ast.Nonlocal():
                    return False
        return True

    def _read_and_written(self, body: list[ast.AST]) -> bool:
        """Whether a loop changes what it, or what it carries out, also looks at."""
        seen = set[str]()
        for each in body:
            if isinstance(each, ast.Call):
                seen |= self.text.mentioned.get(called(each), set())
        written = {each.attr for each in body if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)}
        for each in body:
            if (
                isinstance(each, ast.Subscript)
                and isinstance(each.ctx, ast.Store)
                and isinstance(each.value, ast.Attribute)
            ):
                written.add(each.value.attr)
        pays = any(isinstance(each, ast.Call) and called(each) == "pay" for each in body)
        here = {each.attr for each in body if isinstance(each, ast.Attribute)}
        return bool(written & seen) or (pays and bool((seen | here) & {"balance", "money"}))

    def _any_order(self, node: Any) -> bool:
        """Whether a comprehension comes to the same whichever player it takes first."""
        calls = [each for each in ast.walk(node) if isinstance(each, (ast.Call, ast.NamedExpr, ast.Yield))]
        if any(not isinstance(each, ast.Call) or self.changing(each) for each in calls):
            return False
        if isinstance(node, ast.DictComp):  # two players must not have the same key
            targets = [each.target for each in node.generators]
            first = targets[0].elts[0] if isinstance(targets[0], ast.Tuple) else targets[0]
            same = isinstance(node.key, ast.Name) and isinstance(first, ast.Name) and node.key.id == first.id
            return len(targets) == 1 and same and not self.ordered(node.value)
        return not self.ordered(node.elt)

    def _may_be_set(self, target: ast.AST, by: Any, loop: ast.For, bound: set[str], loaded: list[Any]) -> bool:
        match target:
            case ast.Name():
                reads = [each for each in self.nodes if isinstance(each, ast.Name) and each.id == target.id]
                reads = [each for each in reads if isinstance(each.ctx, ast.Load)]
                if self._adds_to(target.id, by.value):
                    return sum(each in loaded for each in reads) == 1
                if self._looped(loop) or self.parent[by] is not loop:
                    return False
                before = [each for each in reads if each.lineno < loop.lineno]
                return all(each in before or (each.lineno > by.lineno and each in loaded) for each in reads)
            case ast.Attribute():
                same = any(isinstance(each, ast.Attribute) and each.attr == target.attr for each in loaded)
                return isinstance(by.value, ast.Constant) and not same
            case ast.Subscript():
                base = ast.dump(target.value)
                other = [each for each in loaded if ast.dump(each) == base and each is not target.value]
                own = isinstance(target.slice, ast.Name) and target.slice.id in bound
                return own and all(self._at(each, bound) for each in other)
            case ast.Tuple():
                return all(self._may_be_set(each, by, loop, bound, loaded) for each in target.elts)
        return False

    def _adds_to(self, name: str, value: ast.AST) -> bool:
        """Whether something is added to what has the name: all the same in which order."""
        kinds = (ast.Add, ast.Sub, ast.BitOr, ast.BitAnd)
        if not isinstance(value, ast.BinOp) or not isinstance(value.op, kinds) or name not in self.values:
            return False
        return isinstance(value.left, ast.Name) and value.left.id == name and not self.may_be_sequence(name)

    def _looped(self, node: ast.AST | None) -> bool:
        """Whether a loop stands within another one."""
        node = self.parent.get(node) if node is not None else None
        return node is not None and (isinstance(node, (ast.For, ast.While)) or self._looped(node))

    def _at(self, node: ast.AST, bound: set[str]) -> bool:
        over = self.parent.get(node)
        return isinstance(over, ast.Subscript) and isinstance(over.slice, ast.Name) and over.slice.id in bound

    def _bound_again(self, name: ast.Name, loop: ast.For) -> bool:
        """Whether a name stands within this loop, or within another one that binds it anew."""
        node: ast.AST | None = name
        while node is not None:
            if node is loop:
                return True
            targets = [node.target] if isinstance(node, ast.For) else []
            if isinstance(node, COMPREHENSIONS):
                targets = [each.target for each in node.generators]
            if any(isinstance(each, ast.Name) and each.id == name.id for one in targets for each in ast.walk(one)):
                return True
            node = self.parent.get(node)
        return False

    def _by_number(self, node: ast.Subscript) -> bool:
        """Whether something may be found by the number of a seat: the kernel's own of each player are watched."""
        if isinstance(node.value, ast.Attribute) and node.value.attr in self.text.of_each:
            return False
        if not isinstance(node.ctx, ast.Load):
            return False
        if isinstance(node.slice, ast.Slice):
            return any(map(self.may_be_player, (node.slice.lower, node.slice.upper, node.slice.step)))
        return self.may_be_player(node.slice) and not self.is_mapping(node.value)

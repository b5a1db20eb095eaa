"""The text of a game's rules, made ready to be run over things of which little is known.

It is the same text: what Python does not let an object decide for itself is handed to ``words`` instead
(``is``, ``in``, a place in a list, a comprehension, a loop, unpacking), and nothing else is changed. Modules of the
game are loaded once more, beside those that play it, so that nothing of this is seen elsewhere.
"""

from __future__ import annotations

import ast
import builtins
import sys
from inspect import isfunction, isgeneratorfunction
from pathlib import Path
from types import ModuleType
from typing import Any

from referee.kernel.citations import module_files
from referee.kernel.game import Game
from referee.verify.prove.effects import python_builtins
from referee.verify.prove.effects.functions import function
from referee.verify.prove.effects.spaces import replaced
from referee.verify.prove.effects.unknown import CHANGING

OWN_NAMES = frozenset(
    {"context", "id", "asked", "part", "these", "open", "settled", "is_it", "forget", "seat", "is_event"}
)
"""Names of what stands in for things, which rules may give to parts of theirs."""

_known: dict[Any, Any] = {}


def other_game(game: type[Game[Any]]) -> type[Game[Any]]:
    """The class of the same rules, loaded anew with their text made ready."""
    if game in _known:
        return _known[game]  # type: ignore[no-any-return]
    files = {str(file) for file in module_files(game)}
    names = {name: module for name, module in sys.modules.items() if getattr(module, "__file__", None) in files}
    loaded: dict[str, ModuleType] = {}

    def find(name: str, *more: Any, **named: Any) -> Any:
        if name in names and (more[2] if len(more) > 2 else named.get("fromlist")):
            return load(name)
        module = builtins.__import__(name, *more, **named)
        return replaced(module)

    def load(name: str) -> ModuleType:
        if name not in loaded:
            file = str(names[name].__file__)
            loaded[name] = made = ModuleType(name)
            made.__file__ = file
            vars(made)["__builtins__"] = {**vars(builtins), **python_builtins.BUILTINS, "__import__": find}
            exec(compile(ready(Path(file)), file, "exec"), vars(made))  # the game's own text, which play runs too
            for word, value in list(vars(made).items()):
                if isfunction(value) and value.__globals__ is vars(made) and not isgeneratorfunction(value):
                    setattr(made, word, function(value))
        return loaded[name]

    _known[game] = getattr(load(game.__module__), game.__name__)
    return _known[game]  # type: ignore[no-any-return]


def ready(file: Path) -> ast.Module:
    tree = _Ready(file).visit(ast.parse(file.read_text(encoding="utf-8"), str(file)))
    return ast.fix_missing_locations(tree)  # type: ignore[no-any-return]


def _call(word: str, *arguments: ast.expr, at: ast.AST) -> Any:
    return ast.copy_location(ast.Call(ast.Name(f"_{word}_", ast.Load()), list(arguments), []), at)


def _parts(target: ast.expr) -> ast.expr:
    """How many parts each thing has that a loop walks over; 0 where it is one."""
    return ast.Constant(len(target.elts) if isinstance(target, ast.Tuple) else 0)


def _names(names: list[str], context: Any) -> ast.Tuple:
    return ast.Tuple([ast.Name(name, context()) for name in names], context())


class _Ready(ast.NodeTransformer):
    def __init__(self, file: Path) -> None:
        self.file = file
        self.loops = self.inside = 0
        self.before: list[set[str]] = []
        """For each function the names that have a value so far."""

    # -- functions: what has a value ----------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
        self.before.append({each.arg for each in every if each is not None})
        node.body = self._lines(node.body)
        self.before.pop()
        node.args.defaults = [self.visit(each) for each in node.args.defaults]
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        self.before.append(set())
        node = self.generic_visit(node)  # type: ignore[assignment]
        self.before.pop()
        return node

    def _lines(self, lines: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for line in lines:
            made = self.visit(line)
            found += made if isinstance(made, list) else [made]
            if self.before:
                self.before[-1] |= _stored([line])
        return found

    def visit_If(self, node: ast.If) -> Any:
        node.test = self.visit(node.test)
        node.body, node.orelse = self._lines(node.body), self._lines(node.orelse)
        return node

    def visit_Match(self, node: ast.Match) -> Any:
        node.subject = self.visit(node.subject)
        for each in node.cases:
            each.guard = None if each.guard is None else self.visit(each.guard)
            each.body = self._lines(each.body)
        return node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Any:
        if self.inside:
            return _call("refuse", ast.Constant("names something within a comprehension"), at=node)
        return self.generic_visit(node)

    def _refuse(self, what: str, at: ast.AST) -> ast.stmt:
        return ast.copy_location(ast.Expr(_call("refuse", ast.Constant(what), at=at)), at)

    # -- what is changed ----------------------------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> Any:
        """``x.y.append(…)``: it may be something that the table keeps."""
        call = node.value
        held = call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
        changes = held is not None and call.func.attr in CHANGING  # type: ignore[attr-defined]
        found = self.generic_visit(node)
        return [found, self._stored(held, node)] if changes and isinstance(held, (ast.Name, ast.Attribute)) else found

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        return self._storing([node.target], self.generic_visit(node))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        return self._storing([node.target], self.generic_visit(node))

    def visit_Delete(self, node: ast.Delete) -> Any:
        return self._storing(node.targets, self.generic_visit(node))

    def _storing(self, targets: list[ast.expr], node: Any) -> Any:
        """Then the table may keep what has been changed."""
        held = [each.value for target in targets for each in ast.walk(target) if _is_store(each)]  # type: ignore[attr-defined]
        plain = all(isinstance(each, (ast.Name, ast.Attribute, ast.Subscript)) for each in held)
        if not held or not self.before:
            return node
        return (
            [node, *[self._stored(each, node) for each in held]] if plain else [self._refuse("changes it", node), node]
        )

    def _stored(self, held: Any, at: ast.AST) -> ast.stmt:
        again = ast.parse(ast.unparse(held), mode="eval").body
        for each in ast.walk(again):
            ast.copy_location(each, at)
        return ast.copy_location(ast.Expr(_call("stored", again, at=at)), at)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        node = self.generic_visit(node)  # type: ignore[assignment]
        if node.attr not in OWN_NAMES or not self.before:
            return node
        if isinstance(node.ctx, ast.Load):
            return _call("attribute", node.value, ast.Constant(node.attr), at=node)
        node.value = _call("known", node.value, at=node)
        return node

    # -- loops --------------------------------------------------------------------------------------------

    def visit_For(self, node: ast.For) -> Any:
        if not self.before:
            return self.generic_visit(node)
        carried = sorted((_stored(node.body) | _changed(node.body)) & self.before[-1] - _stored_in(node.target))
        walks = self.visit(node.iter)
        self.before[-1] |= _stored_in(node.target)
        body = self._lines(node.body)
        other = self._lines(node.orelse)
        name = self._loop_name()
        loop = ast.Name(name, ast.Load())
        begin = ast.Assign(
            [ast.Name(name, ast.Store())], _call("loop", walks, self._site(node, carried), _parts(node.target), at=node)
        )
        keep, end = self._keeping(loop, "carried", carried), self._keeping(loop, "done", carried)
        for name in sorted(_stored_in(node.target)):
            old = _call("kept", ast.Call(ast.Name("locals", ast.Load()), [], []), ast.Constant(name), at=node)
            end.append(ast.Assign([ast.Name(name, ast.Store())], self._method(loop, "behind", old)))
        again = ast.For(node.target, loop, [self._watch(loop), *keep, *body], [*end, *other])
        return [ast.copy_location(each, node) for each in (begin, again)]

    def visit_While(self, node: ast.While) -> Any:
        if not self.before:
            return self.generic_visit(node)
        carried = sorted((_stored([node]) | _changed(node.body)) & self.before[-1])
        test = self.visit(node.test)
        body = self._lines(node.body)
        name = self._loop_name()
        loop = ast.Name(name, ast.Load())
        begin = ast.Assign([ast.Name(name, ast.Store())], _call("while", self._site(node, carried), at=node))
        keep = self._keeping(loop, "carried", carried) or [ast.Expr(self._method(loop, "carried"))]
        goes_on = self._method(loop, "goes_on", test)
        stop = ast.If(ast.UnaryOp(ast.Not(), goes_on), [*self._lines(node.orelse), ast.Break()], [])
        if any(isinstance(each, (ast.Break, ast.Continue)) for line in node.orelse for each in ast.walk(line)):
            stop.body.insert(0, self._refuse("goes on elsewhere behind a loop", node))
        again = ast.While(ast.Constant(True), [self._watch(loop), *keep, stop, *body], [])
        return [ast.copy_location(each, node) for each in (begin, again)]

    def _watch(self, loop: ast.expr) -> ast.stmt:
        return ast.Expr(self._method(loop, "watch", ast.Call(ast.Name("locals", ast.Load()), [], [])))

    def _keeping(self, loop: ast.expr, word: str, carried: list[str]) -> list[ast.stmt]:
        if not carried:
            return []
        kept = self._method(loop, word, *[ast.Name(name, ast.Load()) for name in carried])
        return [ast.Assign([_names(carried, ast.Store)], kept)]

    def _method(self, of: ast.expr, word: str, *arguments: ast.expr) -> ast.Call:
        return ast.Call(ast.Attribute(of, word, ast.Load()), list(arguments), [])

    def _loop_name(self) -> str:
        self.loops += 1
        return f"_loop_{self.loops}"

    def _site(self, node: ast.AST, carried: list[str]) -> ast.expr:
        where: Any = (f"{self.file.name}:{node.lineno}", *carried)  # type: ignore[attr-defined]
        return ast.Constant(where)

    # -- comprehensions -----------------------------------------------------------------------------------

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        return self._comprehension(node, node.elt, node.generators)

    visit_GeneratorExp = visit_ListComp  # type: ignore[assignment]

    def _comprehension(self, node: Any, element: ast.expr, generators: list[ast.comprehension]) -> Any:
        first, *rest = generators
        walks = self.visit(first.iter)
        self.before.append(set())
        self.inside += 1
        if rest:
            inner = self._comprehension(node, element, rest)
        else:
            inner = self.visit(element)
        tests = [self.visit(each) for each in first.ifs]
        self.before.pop()
        self.inside -= 1
        given = ast.Name("_walked_", ast.Load())
        clause = ast.comprehension(first.target, given, tests, 0)
        alone = ast.copy_location(ast.ListComp(inner, [clause]), node)
        taking = ast.arguments([], [ast.arg("_walked_")], None, [], [], None, [])
        made = _call("walk", ast.Lambda(taking, alone), walks, self._site(node, []), _parts(first.target), at=node)
        return _call("flat", made, at=node) if rest else made

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        pairs = ast.copy_location(ast.ListComp(ast.Tuple([node.key, node.value], ast.Load()), node.generators), node)
        return _call("dict", self.visit(pairs), at=node)

    def visit_SetComp(self, node: ast.SetComp) -> Any:
        return _call("set", self.visit(ast.copy_location(ast.ListComp(node.elt, node.generators), node)), at=node)

    # -- what objects cannot decide -----------------------------------------------------------------------

    def visit_Compare(self, node: ast.Compare) -> Any:
        node = self.generic_visit(node)  # type: ignore[assignment]
        if len(node.ops) != 1:
            if any(isinstance(each, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for each in node.ops):
                return _call("refuse", ast.Constant("has 'is' or 'in' in a chain of comparisons"), at=node)
            return node
        words_of = {ast.Is: "is", ast.IsNot: "is_not", ast.In: "in", ast.NotIn: "not_in"}
        words_of |= {ast.Eq: "same", ast.NotEq: "not_same"}
        word = words_of.get(type(node.ops[0]))
        return _call(word, node.left, node.comparators[0], at=node) if word else node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        node = self.generic_visit(node)  # type: ignore[assignment]
        if not isinstance(node.ctx, ast.Load) or not self.before:
            return node
        place: Any = node.slice
        if isinstance(place, ast.Slice):
            parts = [each or ast.Constant(None) for each in (place.lower, place.upper, place.step)]
            place = ast.copy_location(ast.Call(ast.Name("_slice_", ast.Load()), parts, []), node)
        return _call("item", node.value, place, at=node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> Any:
        node = self.generic_visit(node)  # type: ignore[assignment]
        node.value = _call("written", node.value, at=node)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple) and not isinstance(node.value, ast.Tuple):
            targets = node.targets[0].elts
            if not any(isinstance(each, ast.Starred) for each in targets):
                node.value = _call("unpack", self.visit(node.value), ast.Constant(len(targets)), at=node)
                node.targets = [self.visit(each) for each in node.targets]
                return self._storing(node.targets, node)
        return self._storing(node.targets, self.generic_visit(node))

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        return self._display(node, "tuple")

    def visit_List(self, node: ast.List) -> Any:
        return self._display(node, "list")

    def _display(self, node: Any, kind: str) -> Any:
        node = self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or not any(isinstance(each, ast.Starred) for each in node.elts):
            return node
        parts: list[ast.expr] = []
        for each in node.elts:
            starred = isinstance(each, ast.Starred)
            parts.append(ast.Tuple([ast.Constant(starred), each.value if starred else each], ast.Load()))
        return _call("display", ast.Constant(kind), *parts, at=node)

    def visit_Dict(self, node: ast.Dict) -> Any:
        node = self.generic_visit(node)  # type: ignore[assignment]
        return _call("dict", node, at=node)

    def visit_Call(self, node: ast.Call) -> Any:
        node = self.generic_visit(node)  # type: ignore[assignment]
        if any(isinstance(each, ast.Starred) for each in node.args):
            for each in node.args:
                if isinstance(each, ast.Starred):
                    each.value = _call("star", each.value, at=node)
            named = isinstance(node.func, ast.Attribute) and node.func.attr in ("mark", "unmark")
            if not named and not (isinstance(node.func, ast.Name) and node.func.id in ("min", "max")):
                node.args = [
                    ast.Starred(_call("each", each.value, at=node), ast.Load())
                    if isinstance(each, ast.Starred)
                    else each
                    for each in node.args
                ]
        return node


def _stored(lines: list[Any]) -> set[str]:
    return {
        each.id
        for line in lines
        for each in _walk(line)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }


def _is_store(node: ast.AST) -> bool:
    return isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load)


def _stored_in(target: ast.expr) -> set[str]:
    return _stored([target])


def _walk(node: ast.AST) -> Any:
    """The nodes of a function without those of inner functions and comprehensions."""
    yield node
    if isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return
    for each in ast.iter_child_nodes(node):
        yield from _walk(each)


def _changed(lines: list[ast.stmt]) -> set[str]:
    """Names of what a method changes, and of containers into which something is put."""
    found = set()
    for line in lines:
        for each in ast.walk(line):
            held = None
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in CHANGING:
                held = each.func.value
            elif isinstance(each, ast.Subscript) and isinstance(each.ctx, (ast.Store, ast.Del)):
                held = each.value
            if isinstance(held, ast.Name):
                found.add(held.id)
    return found

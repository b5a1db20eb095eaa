"""The mutants of one game: changed functions of its rules, put in place of the true ones in a process of their own."""

from __future__ import annotations

import ast
import copy
import difflib
import inspect
import pickle
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from referee.kernel.clauses import rulebook_order
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, draws, methods_of, rules_of
from referee.meaning import texts
from referee.verify.mutate.declared import modules_of, put, redeclared
from referee.verify.mutate.operators import changes

NOT_RULES = (
    "default_answer", "forfeit", "payoff_bounds", "hand_number", "why_not_players", "check_scale",
    "standing", "evaluation", "appraise",
)  # fmt: skip
"""Methods of a game that say nothing about play."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. ``clauses`` are those of the rule, or of the rules that call it; ``text`` is the new code."""

    number: int
    operator: str
    function: str
    clauses: tuple[str, ...]
    file: Path
    line: int
    tree: ast.FunctionDef | ast.Assign | ast.AnnAssign
    """The tree of a function, or of a declaration outside functions."""
    before: str

    @property
    def after(self) -> str:
        """The new text, as Python writes it."""
        return ast.unparse(ast.fix_missing_locations(self.tree))

    @property
    def diff(self) -> str:
        """The change, as a unified diff of the function as Python writes it."""
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), lineterm="", n=1)
        return "\n".join([line for line in lines if not line.startswith(("---", "+++", "@@"))])


def mutants_of(game: type[Game[Any]], most: int | None = None, seed: str = "mutants") -> list[Mutant]:
    """All mutants in the order of the code, or a sample of them; those whose code is the same are left out."""
    readings = {slug: each.default for slug, each in rules_of(game).readings.items()}
    specs = game.table_class.zone_specs
    zones = tuple(
        [
            tuple([name for name, spec in specs.items() if spec.per_player is mine and not spec.row])
            for mine in (False, True)
        ]
    )
    found: list[Mutant] = []
    functions = functions_of(game)
    clauses = clauses_of(functions)
    for name, function in functions.items():
        tree, file = tree_of(function)
        before = ast.unparse(tree)
        codes = {_plain(code_of(function, tree))}
        for change in changes(tree, zones, readings):
            code = _plain(code_of(function, change.tree))
            if code not in codes:
                codes.add(code)
                about = name, clauses.get(name, ()), file
                found.append(Mutant(len(found), change.operator, *about, change.line, change.tree, before))
    words: dict[str, set[str]] = {}
    for name, function in functions.items():
        for word in function.__code__.co_names:
            words.setdefault(word, set()).update(clauses.get(name, ()))
    for each in redeclared(game):
        named = each.clauses or tuple(sorted(words.get(each.name.rpartition(".")[2], ()), key=rulebook_order))
        found.append(Mutant(len(found), each.operator, each.name, named, each.file, each.line, each.tree, each.before))
    return found if most is None else sorted(drawn(found, seed)[:most], key=lambda each: each.number)


def drawn(mutants: Sequence[Mutant], seed: str) -> list[Mutant]:
    """All of them in an order that is drawn: so many of the first ones are a sample, also of a larger sample."""
    order = list(mutants)
    random.Random(seed).shuffle(order)
    return order


def functions_of(game: type[Game[Any]]) -> dict[str, FunctionType]:
    """The code that may be changed, by name: the methods of a game that matter in play, and what the modules beside it
    define (tables, helpers, audiences)."""
    methods = methods_of(game)
    unsaid = {*NOT_RULES, "draw"} if draws(game) else NOT_RULES
    found = {name: each for name, each in methods.items() if name not in unsaid and not name.startswith("__")}
    own = {each.__code__ for each in methods.values()}
    for module in modules_of(game):
        file = module.__file__ or ""
        for name, function in _defined_in(module):
            if function.__code__.co_filename != file or function.__code__ in own:
                continue
            if "<locals>" in function.__qualname__:
                continue  # one of several that a function makes: none of them has a text of its own
            if function.__name__.startswith("__") and function.__name__ not in ("__init__", "__post_init__"):
                continue
            found[name if name not in found else f"{Path(file).stem}.{name}"] = function
    silent = {name: each for name, each in methods.items() if name in unsaid}
    for name in only_for(silent, found) | (called_while_loading(game) & found.keys() - methods.keys()):
        del found[name]
    return found


def called_while_loading(game: type[Game[Any]]) -> set[str]:
    """The names that are called while modules are loaded, and said nowhere else: whatever such a function makes (rules
    of one text, a table of numbers) is there when it is changed."""
    called: set[str] = set()
    otherwise: set[str] = set()

    def look(node: ast.AST, loading: bool) -> None:
        if isinstance(node, ast.Call) and loading and isinstance(node.func, ast.Name):
            called.add(node.func.id)
            for each in (*node.args, *node.keywords):
                look(each, loading)
            return
        if isinstance(node, (ast.Name, ast.Attribute)):
            otherwise.add(node.id if isinstance(node, ast.Name) else node.attr)
        inside = [node.body] if isinstance(node, ast.Lambda) else getattr(node, "body", [])
        is_function = isinstance(node, (ast.FunctionDef, ast.Lambda))
        for each in ast.iter_child_nodes(node):
            look(each, loading and not (is_function and any(each is one for one in inside)))

    for module in modules_of(game):
        look(ast.parse(Path(module.__file__ or "").read_bytes()), True)
    return called - otherwise


def only_for(silent: Mapping[str, FunctionType], others: Mapping[str, FunctionType]) -> set[str]:
    """Functions that are come to from those which say nothing about play, and from nowhere else: they say nothing
    either."""
    words = {name: named_in(each.__code__) for name, each in others.items()}
    here = {word for each in silent.values() for word in named_in(each.__code__)}
    helpers: set[str] = set()
    while new := {name for name, each in others.items() if each.__name__ in here} - helpers:
        helpers |= new
        here |= {word for name in new for word in words[name]}
    helpers = {name for name in helpers if not hasattr(others[name], "__clauses__")}
    while True:  # what rules name too is a rule, and so is what that names
        elsewhere = {word for name, some in words.items() if name not in helpers for word in some}
        rules = {name for name in helpers if others[name].__name__ in elsewhere}
        if not rules:
            return helpers
        helpers -= rules


def named_in(code: CodeType) -> set[str]:
    """What code names, that of the functions and comprehensions in it too."""
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return {*code.co_names}.union(*map(named_in, inner))


def _defined_in(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """The functions in the body of a module, and in those of its classes."""
    for name, thing in vars(module).items():
        if isinstance(thing, type) and thing.__module__ == module.__name__ and not issubclass(thing, Game):
            for inner, each in vars(thing).items():
                if (function := _function(each)) is not None:
                    yield f"{name}.{inner}", function
        elif (function := _function(thing)) is not None:
            yield name, function


def _function(thing: Any) -> FunctionType | None:
    """The function behind a property, a class method or a cache."""
    for word in ("__func__", "fget", "func", "__wrapped__"):
        inner = inspect.getattr_static(thing, word, None) if not isinstance(thing, (FunctionType, type)) else None
        if inner is not None:
            inner = getattr(thing, word)
            return inner if isinstance(inner, FunctionType) else None
    return thing if isinstance(thing, FunctionType) else None


def install(game: type[Game[Any]], mutant: Mutant) -> None:
    """Put the changed function in place. It is meant for a process that ends when the mutant was looked at."""
    if not isinstance(mutant.tree, ast.FunctionDef):
        put(game, mutant.function, mutant.tree)
        forget(game)
        return
    method = functions_of(game)[mutant.function]
    put_code(game, method, code_of(method, mutant.tree))
    forget(game)


def install_to_read(game: type[Game[Any]], mutant: Mutant) -> None:
    """The same, and the meaning of rules is read of the changed function too. NoMeaning: it has no text."""
    if not isinstance(mutant.tree, ast.FunctionDef):
        install(game, mutant)
        return
    function = functions_of(game)[mutant.function]
    before = texts.code_of(function)
    install(game, mutant)
    texts.read_as(function, before, mutant.tree.body)


def put_code(game: type[Game[Any]], function: FunctionType, code: CodeType) -> None:
    """Give a function other code, which carries out the same clauses."""
    clauses = rules_of(game).clause_codes
    if function.__code__ in clauses:
        clauses[code] = clauses[function.__code__]  # type: ignore[index]
    function.__code__ = code


@contextmanager
def replaced(game: type[Game[Any]], codes: Mapping[FunctionType, CodeType]) -> Iterator[None]:
    """Give functions other code while the block lasts; it carries out the same clauses."""
    before = {function: function.__code__ for function in codes}
    try:
        for function, code in codes.items():
            put_code(game, function, code)
        forget(game)
        yield
    finally:
        for function, code in before.items():
            rules_of(game).clause_codes.pop(function.__code__, None)  # type: ignore[attr-defined]
            function.__code__ = code
        forget(game)


def forget(game: type[Game[Any]]) -> None:
    """Empty the caches of functions: they hold what the true rules gave."""
    for module in modules_of(game):
        inside = [each for thing in vars(module).values() if isinstance(thing, type) for each in vars(thing).values()]
        for each in [*vars(module).values(), *inside]:
            clear = getattr(getattr(each, "__func__", each), "cache_clear", None)
            if callable(clear) and not isinstance(each, type):
                clear()


def tree_of(function: FunctionType) -> tuple[ast.FunctionDef, Path]:
    """The tree of a function, with the line numbers of its file, without its decorators and docstring."""
    file = Path(inspect.getfile(function))
    written = _functions_in(file.read_text(encoding="utf-8"))
    key = function.__name__, function.__code__.co_firstlineno
    if key not in written:
        raise BadInput(f"{file}: the text of {function.__qualname__} is not found: it cannot be mutated")
    node: ast.FunctionDef = pickle.loads(written[key])
    node.decorator_list = []
    if ast.get_docstring(node) is not None and len(node.body) > 1:
        node.body = node.body[1:]
    return node, file


@lru_cache(64)
def _functions_in(text: str) -> dict[tuple[str, int], bytes]:
    """The functions of a file by their names and first lines, those of their decorators. They are pickled: that is read
    in a fifth of the time that ``deepcopy`` takes."""
    found: dict[tuple[str, int], bytes] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *[each.lineno for each in node.decorator_list]])
            found.setdefault((node.name, first), pickle.dumps(node, pickle.HIGHEST_PROTOCOL))
    return found


def code_of(method: FunctionType, tree: ast.FunctionDef) -> CodeType:
    """The changed function as code for the true one: the same names in its cells."""
    cells = [name for name in method.__code__.co_freevars if name != "__class__"]
    body: list[ast.stmt] = [_with_all(cells, tree)]
    if "__class__" in method.__code__.co_freevars:
        body = [_around("class _: pass", body)]
    if cells:
        body = [_around(f"def _({', '.join(cells)}): pass", body)]
    future = ast.ImportFrom(module="__future__", names=[ast.alias("annotations")], level=0)
    module = ast.fix_missing_locations(ast.Module([future, *body], []))
    compiled = compile(module, method.__code__.co_filename, "exec", dont_inherit=True)
    for code in _codes(compiled):
        if code.co_name == method.__name__:
            return code.replace(co_qualname=method.__code__.co_qualname)
    raise AssertionError(method.__qualname__)


def _around(text: str, body: list[ast.stmt]) -> ast.stmt:
    (found,) = ast.parse(text).body
    assert isinstance(found, (ast.ClassDef, ast.FunctionDef))
    found.body = body
    return found


def _with_all(cells: list[str], tree: ast.FunctionDef) -> ast.FunctionDef:
    """The function with all of its cells, whatever a change has left out."""
    if not cells:
        return tree
    (named,) = ast.parse(f"if False: {', '.join(cells)},").body
    for each in ast.walk(named):
        ast.copy_location(each, tree.body[0])
    made = copy.copy(tree)
    made.body = [named, *tree.body]
    return made


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _plain(code: CodeType) -> Any:
    """The content of a code object without its lines."""
    consts = [_plain(each) if isinstance(each, CodeType) else (type(each), each) for each in code.co_consts]
    return code.co_code, tuple(map(repr, consts)), code.co_names, code.co_varnames


def clauses_of(functions: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The clauses of each function. A function without clauses has those of its callers, or of the functions that it
    calls."""
    own = {name: set(getattr(function, "__clauses__", ())) for name, function in functions.items()}
    last_names = {name: name.rpartition(".")[2] for name in functions}
    callers: dict[str, set[str]] = {}
    for name, function in functions.items():
        for word in function.__code__.co_names:
            callers.setdefault(word, set()).add(name)
    found = {name: set(ids) for name, ids in own.items()}
    grows = True
    while grows:
        grows = False
        for name in functions:
            if not own[name]:
                more = {each for caller in callers.get(last_names[name], ()) for each in found[caller]}
                grows = grows or not more <= found[name]
                found[name] |= more
    for name, function in functions.items():
        if not found[name]:
            words = set(function.__code__.co_names)
            found[name] = {each for other, ids in own.items() if last_names[other] in words for each in ids}
    order = list(dict.fromkeys(each for one in functions.values() for each in getattr(one, "__clauses__", ())))
    return {name: tuple(sorted(ids, key=order.index)) for name, ids in found.items()}

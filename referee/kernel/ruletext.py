"""Registration reads the text of the rules and refuses what could not be run, or not be played back.

Type checkers and linters do not see a forgotten ``yield from`` or a reading that does not exist; a random number
would run well and make a record of something else. Text that runs and is not understood by proofs is played, with a
warning: see ``referee.verify.understood``; docs/refusals.md lists who refuses what. Rule text is a game's
class and its table's, with their bases, and the functions of its folder that they name.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.kernel.clauses import Reading
from referee.kernel.errors import RuleTextError
from referee.kernel.giving import generators_in, gives_things, is_giving, text_around
from referee.kernel.rulenames import Names
from referee.kernel.ruleshape import is_plain, why_no_rule
from referee.kernel.table import Table
from referee.kernel.tablenames import hiding

if TYPE_CHECKING:
    from referee.kernel.game import Game


def check_rule_text(game: type[Game[Any]], readings: Mapping[str, Reading]) -> None:
    """RuleTextError, naming file and line, at the first thing in the rules that may not stand there."""
    from referee.kernel.game import Game

    for each in hiding(game.table_class):
        if each.breaks:
            raise RuleTextError(f"{each.file}:{each.line}", each.message)
    of_game = [cls for cls in game.__mro__ if issubclass(cls, Game) and cls is not Game]
    of_table = [cls for cls in game.table_class.__mro__ if issubclass(cls, Table) and cls is not Table]
    asking = _generators(Table.__mro__) | _generators(of_table)
    asked = _generators(of_game) | {"deal", "step"}
    texts: list[tuple[Any, set[str]]] = [(cls, asked) for cls in of_game] + [(cls, asking) for cls in of_table]
    folder = Path(inspect.getfile(game)).parent
    for text, own in texts:
        reader = _Reader(text, own, asking, readings, game)
        reader.read()
        known = [each for each, _ in texts]
        texts += [(each, set()) for each in reader.functions(folder) if each not in known]


def _generators(classes: Any) -> set[str]:
    """The names of methods that ask."""
    return {
        name
        for cls in classes
        for name, method in vars(cls).items()
        if inspect.isfunction(method)
        and not is_giving(method)
        and (inspect.isgeneratorfunction(method) or str(method.__annotations__.get("return", "")).startswith("Rule"))
    }


class _Reader(Names):
    """Reads a class or a function. ``own`` are the rules called on ``self``, ``asking`` those of the table."""

    def __init__(
        self, text: Any, own: set[str], asking: set[str], readings: Mapping[str, Reading], game: type[Game[Any]]
    ) -> None:
        super().__init__(text)
        self.text = text
        self.own, self.asking, self.readings = own, asking, readings
        self.table = game.table_class
        self.hidden = {each.name for each in hiding(self.table)}
        self.on_self = game if isinstance(text, type) and issubclass(game, text) else text

    def functions(self, folder: Path) -> Iterator[Any]:
        """The functions of a folder that are named here."""
        for name in sorted({node.id for node in self.nodes if isinstance(node, ast.Name)}):
            thing = self.names.get(name)
            if inspect.isfunction(thing) and Path(thing.__code__.co_filename).parent == folder:
                yield thing

    def refuse(self, node: ast.AST, message: str) -> RuleTextError:
        return RuleTextError(f"{self.file}:{getattr(node, 'lineno', 1) + self.offset}", message)

    def read(self) -> None:
        checks: dict[type[ast.AST], Any] = {
            ast.Call: self.call,
            ast.Compare: self.compare,
            ast.Subscript: self.subscript,
            ast.Attribute: self.attribute,
            ast.YieldFrom: self.driving,
        }
        for node in self.nodes:
            if isinstance(node, ast.Yield) and not self.gives(node):
                raise self.refuse(
                    node, "rules ask with 'yield from t.choose(…)' and the like, never with a bare 'yield'"
                )
            if type(node) in checks:
                checks[type(node)](node)
        # Last: a question that is never put says more about a rule than that the rule puts none.
        for node in self.nodes:
            if isinstance(node, ast.FunctionDef):
                self.shape(node)

    # -- calls ------------------------------------------------------------------------------------------

    def call(self, node: ast.Call) -> None:
        function = node.func
        if isinstance(function, ast.Name):
            self.call_by_name(node, function)
            return
        if not isinstance(function, ast.Attribute):
            return
        root = function.value
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name) and self.is_impure(root):
            message = f"rules are pure: no {root.id}.{function.attr}(); ask the table (roll, draw, lot)"
            raise self.refuse(node, message)
        if called := self.rule_called(node):
            self.must_be_driven(node, called)
        on = ast.unparse(function.value)
        if on in ("t", "table") and function.attr in self.hidden:
            message = f"{on}.{function.attr} is a zone or scalar here and hides the table's own: give that another name"
            raise self.refuse(node, message)
        if slug := self.reading_named(node):
            self.check_slug(node, slug)

    def call_by_name(self, node: ast.Call, name: ast.Name) -> None:
        if self.is_impure(name):
            raise self.refuse(node, f"rules are pure: no {name.id}(); chance and choices are asked of the table")
        if called := self.rule_called(node):
            self.must_be_driven(node, called)
        local = self.is_local(name)
        if isinstance(self.parents.get(node), ast.Expr) and not local and is_giving(self.names.get(name.id)):
            message = f"{name.id}(…) gives one thing after the other and does nothing like this"
            raise self.refuse(node, f"{message}: write 'for each in {name.id}(…)'")

    def rule_called(self, node: ast.expr) -> str:
        """The rule that a call makes, as it is written; "" where it is none."""
        function = node.func if isinstance(node, ast.Call) else None
        if isinstance(function, ast.Name):
            thing = self.names.get(function.id)
            rule = inspect.isgeneratorfunction(thing) and not is_giving(thing) and not self.is_local(function)
            return f"{function.id}(…)" if rule else ""
        if not isinstance(function, ast.Attribute):
            return ""
        on = ast.unparse(function.value)
        own = (on == "self" or on == "super()") and function.attr in self.own
        asks = own or (on in self.tables(node) and function.attr in self.asking)
        return f"{on}.{function.attr}(…)" if asks else ""

    def gives(self, node: ast.AST) -> bool:
        """Whether the function around gives one thing after the other, and asks for nothing."""
        function = self.function_of(node)
        driven = [each.value for each in ast.walk(function or node) if isinstance(each, ast.YieldFrom)]
        return gives_things(function, generators_in(text_around(self.text))) and not any(map(self.rule_called, driven))

    def must_be_driven(self, node: ast.Call, called: str) -> None:
        if not self.driven(node):
            message = f"{called} is a rule that asks and does nothing like this: write 'yield from {called}'"
            raise self.refuse(node, message)

    def driven(self, node: ast.AST) -> bool:
        """Whether the result of a call is driven: by ``yield from``, or handed on whole."""
        above = self.parents.get(node)
        if isinstance(above, ast.IfExp):
            return self.driven(above)
        if isinstance(above, ast.Return):
            rule = self.function_of(above)
            return rule is not None and not any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(rule))
        if isinstance(above, ast.Assign) and isinstance(above.targets[0], ast.Name):
            # It has a name first: somewhere in the function that is driven.
            named = [each.value for each in self.nodes if isinstance(each, ast.YieldFrom)]
            rule, name = self.function_of(above), above.targets[0].id
            return any(
                isinstance(each, ast.Name) and each.id == name and self.function_of(each) is rule for each in named
            )
        return isinstance(above, (ast.YieldFrom, ast.Lambda))

    def shape(self, node: ast.FunctionDef) -> None:
        """A method that is to be driven can be."""
        if isinstance(self.parents[node], ast.ClassDef) and (wrong := why_no_rule(node)):
            raise self.refuse(node, wrong)

    def driving(self, node: ast.YieldFrom) -> None:
        """Only rules are driven."""
        call = node.value
        if not isinstance(call, ast.Call):
            return
        function: Any = None
        if isinstance(call.func, ast.Name):
            function = None if self.is_local(call.func) else self.names.get(call.func.id)
        elif isinstance(call.func, ast.Attribute):
            on = ast.unparse(call.func.value)
            holder = self.on_self if on == "self" else self.table if on in self.tables(node) else None
            function = getattr(holder, call.func.attr, None)
        if is_giving(function) and not self.gives(node):
            called = f"{ast.unparse(call.func)}(…)"
            message = f"{called} asks for nothing, and there is nothing to drive: it gives one thing after the other"
            raise self.refuse(node, f"{message}, write 'for each in {called}'")
        if is_plain(function):
            called = f"{ast.unparse(call.func)}(…)"
            raise self.refuse(node, f"{called} asks for nothing, and there is nothing to drive: write '{called}' alone")

    # -- readings ---------------------------------------------------------------------------------------

    @staticmethod
    def reading_named(node: ast.expr) -> ast.expr | None:
        """The slug in ``t.reading(slug)``, ``t.reading_or(slug, …)`` and ``game.readings[slug]``."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            return node.args[0] if node.func.attr in ("reading", "reading_or") else None
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
            return node.slice if node.value.attr == "readings" else None
        return None

    def check_slug(self, node: ast.expr, slug: ast.expr) -> None:
        if self.slug(slug) not in (None, *self.readings):
            raise self.refuse(node, f"there is no reading {self.slug(slug)!r} in readings.toml beside the rules")

    def slug(self, node: ast.expr) -> Any:
        """The reading that is named, where the text shows which."""
        node = self.meant(node)
        if isinstance(node, ast.Name) and not self.is_local(node):
            return self.names.get(node.id)
        return node.value if isinstance(node, ast.Constant) else None

    def attribute(self, node: ast.Attribute) -> None:
        """Only declared scalars of the table are set."""
        if isinstance(node.ctx, ast.Load):
            return
        on = self.meant(node.value)
        if node.attr in ("pile", "size", "row") and (zone := self.zone_of(on)):
            raise self.refuse(node, f"{zone}.{node.attr} is set by nobody: cards go by t.move(cards, source, target)")
        if isinstance(on, ast.Name) and on.id in ("t", "table") and not self.is_declared(node.attr):
            raise self.refuse(node, f"the table has no {node.attr}: declare a scalar, {node.attr} = value(…)")

    def zone_of(self, node: ast.expr) -> str:
        """The zone of a table that an expression is, ``t.hand[me]``; "" where it is none."""
        place = node.value if isinstance(node, ast.Subscript) else node
        on_table = isinstance(place, ast.Attribute) and ast.unparse(place.value) in ("t", "table")
        return ast.unparse(place) if on_table and place.attr in self.table.zone_specs else ""  # type: ignore[attr-defined]

    def is_declared(self, name: str) -> bool:
        """Whether a table has such an attribute; one that its own class sets may be set by others."""
        from referee.kernel.table import Table

        own = [cls for cls in self.table.__mro__ if issubclass(cls, Table) and cls is not Table]
        texts = [each for cls in own for each in vars(cls).values() if inspect.isfunction(each)]
        specs = self.table.scalar_specs
        return name in specs or hasattr(self.table, name) or any(name in text.__code__.co_names for text in texts)

    def subscript(self, node: ast.Subscript) -> None:
        if slug := self.reading_named(node):
            self.check_slug(node, slug)

    def compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for side in sides:
            slug = self.reading_named(self.meant(side))
            if slug is None:
                continue
            self.check_slug(side, slug)
            known = self.readings.get(self.slug(slug))
            for value in _constants(sides):
                if known is not None and value.value not in known.alternatives:
                    message = f"reading {ast.unparse(slug)} has no alternative {value.value!r}"
                    raise self.refuse(value, message)


def _constants(nodes: list[ast.expr]) -> Iterator[ast.Constant]:
    for node in nodes:
        for each in [node, *(node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else [])]:
            if isinstance(each, ast.Constant):
                yield each

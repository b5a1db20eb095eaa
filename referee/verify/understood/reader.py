"""Reads everything that a step or a property may run, and looks every word of it up in what is understood."""

from __future__ import annotations

import ast
import inspect
from collections import namedtuple
from collections.abc import Callable, Iterable
from functools import cache, cached_property, lru_cache
from types import FunctionType, MethodType
from typing import Any

from referee.kernel.game import Game
from referee.kernel.source_loading import text_at, text_of
from referee.kernel.table import Table
from referee.verify.understood.complaints import Complaint, Found
from referee.verify.understood.identities import Identities
from referee.verify.understood.modules import Modules, tree_in
from referee.verify.understood.text import Text
from referee.verify.understood.things import CACHED, DESCRIBED, NotUnderstood, Things, called, is_own
from referee.verify.understood.words import ENUMERATION, GAME, INSTEAD, OTHER, PROOF, Level

BESIDE_PLAY = frozenset({"draw", "possible_scalars", "standing", "evaluation", "appraise"})
"""Methods of a game that no step comes to."""


class Reader:
    """Reads from some functions on, until nothing new is come to or something is not understood."""

    def __init__(self, game: Game[Any], level: Level) -> None:
        self.game, self.level = game, level
        self.things = Things(level)
        self.modules = Modules(level, self.things)
        table = game.table_class
        self.zones, self.scalars = set(table.zone_specs), table.scalar_specs
        self.game_classes = [each for each in type(game).__mro__ if is_own_class(each)]
        self.table_classes = [each for each in table.__mro__ if is_own_class(each)]
        self.things.classes += [*self.game_classes, *self.table_classes]
        self.named: set[str] = set()
        """Every attribute that text names which was read so far."""
        self.own_names: set[str] = set()
        self.set_there: dict[str, Complaint] = {}
        """Sets and changes on things that were handed to a function."""
        self.told_apart: list[Identities] = []
        """What looks at ``is`` in what was read, when all classes are known."""
        self.handed_in: dict[tuple[int, str], bool] = {}
        """By a function or a class and the name of a parameter whether members of enums alone are handed in."""
        self.unknown: dict[str, Complaint] = {}
        """Names that nobody has set yet in what was read so far."""
        self.read: set[Any] = set()
        self._of_class: dict[type, set[str]] = {}

    # -- what is read -----------------------------------------------------------------------------------

    def first_complaint(self, functions: Iterable[Callable[..., Any]]) -> Complaint | None:
        """None where all is understood that they come to."""
        try:
            for each in functions:
                self._look(each, each)
            while self._go_on():
                pass
            for text in self.told_apart:
                text.check()
            for name, complaint in self.unknown.items():
                if name not in self._all_own():
                    raise Found(complaint)
            within = self.own_names | self.things.attributes | self._fresh_of_table() | {"row"}
            for name, complaint in self.set_there.items():
                if name not in within:
                    raise Found(complaint)
        except Found as found:
            return found.complaint
        return None

    def rules(self) -> list[Callable[..., Any]]:
        """Methods that the kernel calls: the game's and its table's own methods under names of the kernel, with
        hooks."""
        found: list[Any] = []
        for classes, base in ((self.game_classes, Game), (self.table_classes, Table)):
            for cls in classes:
                for name, each in vars(cls).items():
                    called = hasattr(base, name) and name not in BESIDE_PLAY
                    if called and isinstance(each, (FunctionType, *DESCRIBED)):
                        found.append(each)
        rules = self.game.effects.values()
        found += [one for some in rules for each in some for one in (each.can, each.could) if is_own(one)]
        methods = [each for cls in self.game_classes for each in vars(cls).values()]
        found += [each for each in methods if hasattr(each, "__effect__") or hasattr(each, "__modifies__")]
        hooks = [
            one
            for spec in self.game.table_class.zone_specs.values()
            for one in (spec.seen_by, spec.size_seen_by, spec.on_leave, spec.on_break)
        ]
        return [*found, *[each for each in hooks if isinstance(each, FunctionType)]]

    def _go_on(self) -> bool:
        """Read what was come to; whether there was something."""
        new: list[Any] = [each for each in [*self.things.classes, *self.things.functions] if each not in self.read]
        for each in new:
            self.read.add(each)
            self._read_modules(each)
            if isinstance(each, type):
                self._take_class(each)
            else:
                self._read_function(each)
        return bool(new)

    def _read_modules(self, thing: Any) -> None:
        found = self.modules.first_complaint(thing.__module__)
        if found is not None:
            raise Found(Complaint(*found, self.level.by, ""))

    def _take_class(self, cls: type) -> None:
        """Its members can be named from now on; those that were named are read."""
        Text(self, cls, *source_of(cls)).check_class()
        members = set(vars(cls)) | set(getattr(cls, "__annotations__", ())) | set(getattr(cls, "_fields", ()))
        self._of_class[cls] = {each for each in members if not each.startswith("__")}
        slots = cls.__dict__.get("__slots__", ())
        self._of_class[cls] |= {slots} if isinstance(slots, str) else set(slots)
        self.own_names |= self._of_class[cls]
        for name in sorted(self.named & set(vars(cls))):
            self._member(cls, name)
        for name in ("__init__", "__post_init__"):
            made = vars(cls).get(name)
            if isinstance(made, FunctionType) and is_own(made) and not made.__code__.co_filename.startswith("<"):
                self.own_names |= set(made.__code__.co_names)
                self._look(made, made)
        for base in cls.__bases__:
            if base.__module__ not in ("builtins", "typing", "enum", "abc", "collections"):
                self._look(base, cls)

    def _member(self, cls: type, name: str) -> None:
        value = vars(cls)[name]
        if name in getattr(cls, "__slots__", ()) or type(value).__module__ in ("collections", "_collections"):
            return
        if type(value).__name__ in ("member_descriptor", "getset_descriptor", "_tuplegetter"):
            return
        if name == "_replace" and getattr(value, "__code__", None) is REPLACE_OF_NAMED_TUPLES:
            return
        if cls in self.game_classes and name == "parameters":
            return
        self._look(value, value if isinstance(value, FunctionType) else cls)

    def _read_function(self, function: FunctionType) -> None:
        node, file = source_of(function)
        text = Text(self, function, node, file)
        text.check_function()
        if function in self.things.cached and (name := text.cached_of_table()):
            text.refuse(node, f"a cache of what is told of `{name}`", INSTEAD["functools.cache"])

    # -- what text comes to -----------------------------------------------------------------------------

    def _look(self, thing: Any, at: Any) -> None:
        try:
            self.things.look(thing)
        except NotUnderstood as what:
            file, line = place_of(at)
            raise Found(Complaint(file, line, f"`{what}`", self.level.by, INSTEAD.get(str(what), ""))) from None

    def attribute(self, name: str, complaint: Complaint) -> None:
        """Text names an attribute: what it may stand for is read."""
        if name in self.named:
            return
        self.named.add(name)
        there = vars(self.game)
        of_game = name in there and not hasattr(Game, name) and name not in GAMES_OWN
        if of_game:
            self.things.look(there[name])
        if not (of_game or name in self.level.attributes or name in self.zones or name in self.scalars):
            self.unknown[name] = complaint
        for cls in self.things.classes:
            if name in vars(cls):
                self._member(cls, name)

    def _all_own(self) -> set[str]:
        members = {name for cls in self.things.classes for name in vars(cls)}
        return members | self.own_names | self.things.attributes | self._fresh_of_table()

    def _fresh_of_table(self) -> set[str]:
        """State that the table's own ``begin_events`` makes: it lasts for a step."""
        found: set[str] = set()
        for cls in self.table_classes if self.level.python else ():
            begin = vars(cls).get("begin_events")
            if isinstance(begin, FunctionType):
                found |= set(begin.__code__.co_names)
        return found

    @cached_property
    def of_games(self) -> set[str]:
        """Words of a game that are no words of a table."""
        own = {name for cls in self.game_classes for name in vars(cls)} | set(vars(self.game))
        of_table = (
            {name for cls in self.game.table_class.__mro__ for name in vars(cls)} | self.zones | set(self.scalars)
        )
        return (own | GAME | OTHER) - (of_table - {"deck", "game", "players", "reading"})


REPLACE_OF_NAMED_TUPLES = namedtuple("_Pair", "one other")._replace.__code__  # type: ignore[attr-defined]
"""Attributes that every named tuple has from Python, unless a class writes its own."""
GAMES_OWN = ("register", "clause_codes", "effects", "modifiers", "sorted_out", "form", "settled_zones", "_frozen")


def is_own_class(cls: type) -> bool:
    return cls is not object and not cls.__module__.startswith(("referee.kernel.", "typing"))


def _within(thing: Any) -> Any:
    """The function of a method, a property or what is cached; anything else as it is."""
    if isinstance(thing, DESCRIBED):
        thing = getattr(thing, "fget", None) or getattr(thing, "__func__", thing)
    if isinstance(thing, MethodType):
        thing = thing.__func__
    return thing.__wrapped__ if isinstance(thing, CACHED) else thing


def place_of(thing: Any) -> tuple[str, int]:
    thing = _within(thing)
    if isinstance(thing, FunctionType):
        return thing.__code__.co_filename, thing.__code__.co_firstlineno
    return _place_of_class(thing)


@cache
def _place_of_class(cls: type) -> tuple[str, int]:
    try:
        return inspect.getfile(cls), inspect.getsourcelines(cls)[1]
    except (TypeError, OSError):
        return "?", 1


@lru_cache(maxsize=1024)
def _named_in(text: bytes) -> dict[tuple[int, str], ast.AST]:
    """The functions and classes of a text by their first line and name."""
    named: dict[tuple[int, str], ast.AST] = {}
    for node in ast.walk(tree_in(text)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            for line in {node.lineno, *[each.lineno for each in node.decorator_list]}:
                named[line, node.name] = node
        elif isinstance(node, ast.Lambda):
            named.setdefault((node.lineno, "<lambda>"), node)
    return named


def source_of(thing: Any) -> tuple[ast.AST, str]:
    """The tree of a function or a class, and its file."""
    file, line = place_of(thing)
    try:
        inner = _within(thing)
        named = _named_in(text_of(inner) if isinstance(inner, FunctionType) else text_at(file))
    except (OSError, SyntaxError, ValueError):
        named = {}
    node = named.get((line, thing.__name__))
    if node is None:
        raise Found(Complaint(file, line, f"`{called(thing)}` without its text", "proofs", ""))
    return node, file


def rule_text(game: Game[Any], level: Level) -> str:
    """Why the rules of a game are not understood, as a line with its place and its remedy; "" where they are."""
    return str(read(game, level, None)[1] or "")


def strange_rule(game: Game[Any]) -> Complaint | None:
    """Why a proof does not understand them, with its parts."""
    return read(game, PROOF, None)[1]


def claim_text(game: Game[Any], claim: Callable[..., Any], level: Level) -> str:
    """The same of a property."""
    return str(read(game, level, claim)[1] or "")


def names_in(game: Game[Any], claim: Callable[..., Any] | None = None) -> set[str]:
    """Every attribute that the rules name, or a property, with all that they come to."""
    return read(game, ENUMERATION, claim)[0].named


def read(game: Game[Any], level: Level, claim: Callable[..., Any] | None) -> tuple[Reader, Complaint | None]:
    key = (type(game), level.by, claim)
    if key not in _said:
        reader = Reader(game, level)
        functions = reader.rules() if claim is None else [claim]
        _said[key] = (reader, reader.first_complaint(functions))
    return _said[key]


_said: dict[tuple[type, str, Callable[..., Any] | None], tuple[Reader, Complaint | None]] = {}
"""Text is read once for a process."""


class HeldContainers:
    """The contents of the containers that understood text can reach: it may look at them, and nothing changes them."""

    def __init__(self, game: Game[Any], level: Level, claims: Iterable[Callable[..., Any]] = ()) -> None:
        containers: dict[int, Any] = {}
        for claim in (None, *claims):
            reader, said = read(game, level, claim)
            if not said:
                things = Things(level)
                for name in sorted(reader.named & set(vars(game)) - set(GAMES_OWN)):
                    things.look(vars(game)[name])
                containers |= reader.things.containers | things.containers
        self._before = [(each, _held(each)) for each in containers.values()]

    def changed(self) -> str:
        """The change since, "" if there is none."""
        for each, before in self._before:
            now = _held(each)
            if len(now) != len(before) or any(one is not other for one, other in zip(now, before, strict=True)):
                return f"{repr(each)[:60]} changes while rules run: what outlives a step is on the table"
        return ""


def _held(container: Any) -> list[Any]:
    return [part for pair in container.items() for part in pair] if hasattr(container, "items") else [*container]

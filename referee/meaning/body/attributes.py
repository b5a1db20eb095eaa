"""Attributes: of the kernel, of the game and of Python."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import inspect
from enum import EnumMeta
from functools import cached_property
from types import (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    WrapperDescriptorType,
)
from typing import Any

from referee.kernel.algebra import Packed
from referee.kernel.outcome import Outcome
from referee.kernel.places import Laid, Place
from referee.kernel.players import Player
from referee.kernel.table import Table
from referee.meaning.authors import is_author, is_authors_file, is_inward
from referee.meaning.body.displays import SCALAR
from referee.meaning.body.reader import Reader
from referee.meaning.changing import CHANGES
from referee.meaning.library import nothing
from referee.meaning.operations.registry import METHODS, OPERATIONS, WATCH
from referee.meaning.program import Expr
from referee.meaning.texts import KERNEL, has_text
from referee.meaning.types import (
    ENDED_WITH,
    FRACTION,
    INT,
    LAID,
    NEVER,
    OUTCOME,
    PILE,
    PLAYER,
    TRUTH,
    Atoms,
    Map,
    Maybe,
    Members,
    Places,
    Record,
    Seq,
    Thing,
    Type,
    Union,
    join_all,
)
from referee.meaning.values import (
    NOTHING,
    BoundTo,
    Entries,
    Indexed,
    Known,
    Lazy,
    Made,
    Run,
    Super,
    Value,
    is_typed_tuple,
    only_told,
)

OF_TABLE = ("game", "deck", "algebra", "players", "_left_of", "_right_of", "places", "flight", "has_rows", "has_grids")
INWARD = "a scalar of the table, or one of its words that do not begin with '_'"
DESCRIBED = (GetSetDescriptorType, MemberDescriptorType, MethodDescriptorType, WrapperDescriptorType)
"""What a class of Python has under a name that each of its objects has in its own way."""
NOT_WATCHED = frozenset(["watch", "draw_known", "tracer"])


class Attributes(Reader):
    """Attributes."""

    def eval_Attribute(self, node: ast.Attribute) -> Value:
        on = self.eval(node.value)
        self.look_at_inward(on, node.attr, node)
        return self.attribute(on, node.attr, node)

    def attribute(self, on: Value, name: str, node: Any) -> Value:
        if name == "__class__":
            return self.call(Known(type), [on], {}, node)
        if isinstance(on, Known):
            return self.known_attribute(on.thing, name, node)
        if isinstance(on, Made):
            part = on.part(name)
            return part if part is not None else self.of_maker(on, on.maker, name, node)
        if isinstance(on, Run):
            return self.run_attribute(on, name, node)
        if isinstance(on, (Entries, Indexed, Lazy)):
            return self.bound_method(on, name, node)
        raise self.refuse(node, f"the attribute {name}", "an attribute that every such thing has")

    def look_at_inward(self, on: Value, name: str, node: Any) -> None:
        """Refuse what the kernel keeps for itself: a Program need not have it."""
        file = self.scopes[-1].file
        if not name.startswith("_") or not file or not is_authors_file(file):
            return
        kind = on.thing if isinstance(on, Known) and isinstance(on.thing, type) else self.class_of(on)
        if isinstance(on, Run) and kind is None:
            of = on.expr.type
            kind = Place if isinstance(of, Places) else Player if of is PLAYER else Laid if of is LAID else None
        if kind is not None and is_inward(kind, name):
            raise self.refuse(node, f"'{name}', which is the kernel's own,", INWARD)

    def of_maker(self, on: Value, maker: Any, name: str, node: Any) -> Value:
        """What a class gives its objects: a property, a method, an attribute of the class."""
        if isinstance(maker, Super):
            assert isinstance(on, Made)
            return self.of_class_behind(on.values[0], maker.behind, name, node)
        try:
            thing = getattr(maker, name) if isinstance(maker, type) else None
        except AttributeError:
            thing = None
        if isinstance(thing, property):
            assert isinstance(thing.fget, FunctionType)
            return self.call(Known(thing.fget), [on], {}, node)
        raw = None if not isinstance(maker, type) else inspect.getattr_static(maker, name, None)
        if isinstance(thing, FunctionType):
            if isinstance(raw, staticmethod):
                return Known(thing)
            return Made(BoundTo(thing), ("self",), (on,))
        if isinstance(raw, cached_property) and isinstance(raw.func, FunctionType):
            return self.kept_answer(on, name, raw, node)
        described = is_author(getattr(type(raw), "__get__", None))
        if isinstance(maker, type) and described:
            raise self.refuse(node, f"'{name}', which is a {type(raw).__name__},", "a property or a method")
        if isinstance(maker, type) and thing is None and is_author(getattr(maker, "__getattr__", None)):
            raise self.refuse(node, f"'{name}', which {maker.__name__}.__getattr__ gives,", "a property")
        if name == "_fields" and is_typed_tuple(maker):
            return Known(thing)
        if maker in (tuple, list) or is_typed_tuple(maker):
            return self.bound_method(on, name, node)
        if isinstance(raw, DESCRIBED):
            raise self.refuse(node, f"'{name}', which Python keeps of a {maker.__name__},", "an attribute of your own")
        if thing is not None:
            return Known(thing)
        raise self.refuse(node, f"the attribute {name}", "an attribute that every such thing has")

    def class_of(self, value: Value) -> type | None:
        """The class of a thing, where it is of one that the rules have made."""
        if isinstance(value, Known):
            return type(value.thing)
        kind = value.expr.type if isinstance(value, Run) else None
        maker = value.maker if isinstance(value, Made) else kind.maker if isinstance(kind, (Record, Thing)) else None
        return maker if isinstance(maker, type) else None

    def special(self, value: Value, name: str) -> FunctionType | None:
        """A method like ``__len__`` that a class of the rules gives; of what is known it is only that of a table."""
        own = self.class_of(value)
        read = not isinstance(value, Known) or isinstance(value.thing, Table)
        found = getattr(own, name, None) if own is not None and read else None
        return found if isinstance(found, FunctionType) and has_text(found) else None

    def of_class_behind(self, on: Value, behind: type, name: str, node: Any) -> Value:
        of_class = isinstance(on, Known) and isinstance(on.thing, type)
        own = on.thing if of_class else self.class_of(on)  # type: ignore[attr-defined]
        if own is None or behind not in own.__mro__:
            raise self.refuse(node, "'super()' here", "a method of another name")
        order = own.__mro__[own.__mro__.index(behind) + 1 :]
        raw = next((vars(each)[name] for each in order if name in vars(each)), None)
        if isinstance(raw, classmethod):
            return Made(BoundTo(raw.__func__), ("self",), (Known(own),))
        if isinstance(raw, staticmethod) or (of_class and isinstance(raw, FunctionType)):
            return Known(getattr(raw, "__func__", raw))
        if isinstance(raw, property) and not of_class:
            return self.call(Known(raw.fget), [on], {}, node)
        if isinstance(raw, FunctionType):
            return Made(BoundTo(raw), ("self",), (on,))
        if raw is object.__init__:
            return Known(nothing)
        if isinstance(raw, WrapperDescriptorType) and name == "__init__" and raw in OPERATIONS:
            return Made(BoundTo(raw), ("self",), (on,))
        raise self.refuse(node, f"'super().{name}'", "a method of another name")

    def known_attribute(self, thing: Any, name: str, node: Any) -> Value:
        if isinstance(thing, Table):
            return self.of_table(thing, name, node)
        if isinstance(thing, Place) and name in ("pile", "size", "row"):
            return self.of_place(Run(Expr(Places(frozenset([thing.number])), "const", (), thing.number)), name, node)
        if isinstance(thing, Packed) and name in ("size", "is_empty", "negate"):
            return Known((Packed, name))
        if isinstance(thing, Place):
            raw = getattr(type(thing), name, None)
            if isinstance(raw, property):
                return self.call(Known(raw.fget), [Known(thing)], {}, node)
        if name == "__members__" and isinstance(thing, EnumMeta):
            return Known(dict(thing.__members__))
        inner = self.answering(thing, name, node)
        if inner is not None:
            return self.call(Known(inner), [Known(thing)], {}, node)
        try:
            found = getattr(thing, name)
        except AttributeError as error:
            self.stop("RAISED", str(error))
            raise AssertionError from None
        if changes := self.tr.purity.unsteady_attribute(thing, name, found):
            raise self.refuse(node, f"'{name}', {changes},", SCALAR)
        return Known(found)

    def answering(self, thing: Any, name: str, node: Any) -> FunctionType | None:
        """The function of an author that is asked for an attribute of a thing, where there is one."""
        kind = type(thing)
        raw = inspect.getattr_static(kind, name, None)
        inner = raw.fget if isinstance(raw, property) else raw.func if isinstance(raw, cached_property) else None
        if isinstance(inner, FunctionType):
            return inner if is_author(inner) else None
        for each, special in ((kind, "__getattr__"), (kind, "__getattribute__"), (type(raw), "__get__")):
            if is_author(getattr(each, special, None)):
                raise self.refuse(node, f"'{name}', which {each.__name__}.{special} gives,", "a property")
        return None

    def operated(self, thing: Any, told: bool = False) -> Any:
        """The same thing, whose class tells what operators mean for it in a way that may be carried out here.

        A text that is put together in play is no such thing, but where it is only ``told``.
        """
        if not told and only_told(thing):
            self.told_only(None)
        if found := self.tr.purity.operators_of(type(thing)):
            raise self.refuse(None, f"{found}, which does more than to give something,", "a method that is called")
        return thing

    def of_table(self, table: Table, name: str, node: Any) -> Value:
        if name in NOT_WATCHED:
            return Known(WATCH) if name == "watch" and self.tr.recorded else NOTHING
        if name == "reading":
            return Known(table.reading)
        if name == "outcome":
            return Run(Expr(Maybe(OUTCOME), "outcome"))
        if name == "money":
            return self.let(Expr(Seq(self.tr.scalar_type("$money"), "tuple"), "money"))
        raw = None if name in table.scalar_specs else getattr(type(table), name, None)  # a scalar may hide a method
        if isinstance(raw, property):
            return self.call(Known(raw.fget), [Known(table)], {}, node)
        if isinstance(raw, FunctionType):
            return Known(getattr(table, name))
        if name in OF_TABLE:
            return Known(getattr(table, name))
        try:
            value = getattr(table, name)
        except AttributeError as error:
            self.stop("RAISED", str(error))
        if isinstance(value, Place) or self.is_of_each(value):
            return Known(value)
        if (
            type(value) is tuple
            and value
            and all(isinstance(each, Place) for each in value)
            and name in table.zone_specs
        ):
            return Known(value)
        if name in table.zone_specs or (raw is not None and name not in table.KERNEL_SCALARS):
            return Known(value)
        kind = self.tr.scalar_type(name)
        if type(value) in (dict, list):
            self.tr.changed.add(name)
        if name not in self.tr.changed:
            self.tr.relied.add(name)
            return Known(value)
        op = "turns" if name == "turns" and not self.scopes[-1].file.startswith(KERNEL) else "scalar"
        read = self.plain_item(Expr(kind, op, (), name))
        if isinstance(read, Run) and isinstance(kind, (Map, Seq)):

            def grow(wider: Type) -> None:
                self.tr.grow_scalar(name, wider)

            self.growers[read.expr.about] = grow
        return read

    def of_place(self, place: Run, name: str, node: Any) -> Value:
        kind = place.expr.type
        assert isinstance(kind, Places)
        if name == "pile":
            return self.let(Expr(PILE, "place.pile", (place.expr,)))
        if name == "size":
            return self.let(Expr(INT, "place.size", (place.expr,)))
        rows = {self.tr.table.places[each].is_row for each in kind.numbers}
        if rows == {False}:
            self.stop("RAISED", "a zone has no row")
        if False in rows and not self.scopes[-1].file.startswith(KERNEL):
            raise self.refuse(node, "the row of one of several places, of which some are zones,", "rows alone")
        return self.let(Expr(Seq(LAID, "tuple"), "place.row", (place.expr,)))

    def run_attribute(self, on: Run, name: str, node: Any, kept: bool = False) -> Value:
        kind = on.expr.type
        if isinstance(kind, Maybe):
            return self.attribute(self.without_none(on), name, node)
        if isinstance(kind, Union):
            return self.by_alternative(on, lambda each: self.attribute(each, name, node))
        if isinstance(kind, Record):
            if name in kind.names:
                return self.part(on, kind.names.index(name))
            return self.of_maker(on, kind.maker, name, node)
        if isinstance(kind, Thing):
            fields = self.tr.things.setdefault(kind.maker, {})
            of_class = inspect.getattr_static(kind.maker, name, None)
            if name in fields and (kept or not isinstance(of_class, cached_property)):
                read = self.plain_item(Expr(fields[name], "field", (on.expr,), name))
                if isinstance(read, Run) and isinstance(fields[name], (Map, Seq)):
                    self.growers[read.expr.about] = lambda wider: self.grow_field(kind.maker, name, wider)
                return read
            return self.of_maker(on, kind.maker, name, node)
        if isinstance(kind, Places):
            if name in ("pile", "size", "row"):
                return self.of_place(on, name, node)
            return self.of_some_place(on, kind, name, node)
        if kind is PLAYER and name == "seat":
            return Run(Expr(INT, "convert", (on.expr,)))
        if kind is LAID:
            if name in ("kind", "number", "link"):
                return self.let(Expr(INT, "laid", (on.expr,), name))
            if name == "marks":
                numbers = frozenset(self.tr.marks)
                return self.let(Expr(Seq(Atoms(numbers) if numbers else NEVER, "tuple"), "laid.marks", (on.expr,)))
            return Made(BoundTo(Laid.has), ("self",), (on,)) if name == "has" else self.bound_method(on, name, node)
        if kind is OUTCOME:
            return self.of_outcome(name, node)
        if kind is FRACTION and name in ("numerator", "denominator"):
            return self.let(Expr(INT, "fraction", (on.expr,), name))
        if isinstance(kind, Atoms):
            return self.of_atoms(on, kind, name, node)
        if isinstance(kind, Members):
            return self.of_member(on, kind, name, node)
        return self.bound_method(on, name, node)

    def bound_method(self, on: Value, name: str, node: Any) -> Value:
        """A method of Python's own; what is called is looked for there. Anything else that is asked for is refused: it
        may be none that such a thing has."""
        kind = self.method_kind(on)
        changes = name in CHANGES and isinstance(on, Made) and on.maker in (list, set)
        if not isinstance(node, ast.Call) and not changes and (kind, name) not in METHODS:
            raise self.refuse(node, f"the attribute {name} of {kind}", "an attribute that every such thing has")
        return Made(BoundTo(name), ("self",), (on,))

    def of_outcome(self, name: str, node: Any) -> Value:
        """A part of how the game has ended, or what follows from its parts."""
        if name in ENDED_WITH:
            return self.let(Expr(self.tr.ended_with(ENDED_WITH[name]), "scalar", (), ENDED_WITH[name]))
        parts = tuple([self.of_outcome(each, node) for each in ENDED_WITH])
        return self.of_maker(Made(Outcome, tuple(ENDED_WITH), parts), Outcome, name, node)

    def grow_field(self, maker: type, name: str, kind: Type) -> None:
        self.tr.grow_thing(maker, name, kind)

    def of_some_place(self, on: Run, kind: Places, name: str, node: Any) -> Value:
        places = [self.tr.table.places[each] for each in sorted(kind.numbers)]
        raw = {id(getattr(type(each), name, None)) for each in places}
        first = getattr(type(places[0]), name, None)
        if len(raw) == 1 and isinstance(first, property):
            return self.call(Known(first.fget), [on], {}, node)
        if len(raw) == 1 and isinstance(first, FunctionType):
            return Made(BoundTo(first), ("self",), (on,))
        things = [getattr(each, name) for each in places]
        if all(each is things[0] or each == things[0] for each in things[1:]):
            return Known(things[0])
        own = join_all([self.tr.type_of_known(each) for each in things])
        everywhere = [getattr(each, name) if each in places else things[0] for each in self.tr.table.places]
        table = Expr(Seq(own, "tuple"), "table", tuple([self.constant(each, own) for each in everywhere]))
        return self.plain_item(Expr(own, "item", (table, Expr(INT, "convert", (on.expr,)))))

    def of_atoms(self, on: Run, kind: Atoms, name: str, node: Any) -> Value:
        """An attribute of one of a few things: by a table, where the things that it is are of one type."""
        numbers = sorted(kind.numbers)
        if any(self.answering(self.tr.atoms[each], name, node) for each in numbers):
            return self.by_atom(on, lambda each: self.attribute(each, name, node))
        things = []
        for number in numbers:
            try:
                things.append(getattr(self.tr.atoms[number], name))
            except AttributeError:
                if self.tr.atoms[number] is None:
                    some = tuple([each for each in numbers if each != number])
                    self.require(Expr(TRUTH, "is one of", (on.expr,), some), why=f"None has no {name}")
                    return self.attribute(self.without_none(on), name, node)
                self.stop("RAISED", f"{self.tr.atoms[number]!r} has no {name}")
        if all(
            isinstance(each, (MethodType, BuiltinFunctionType)) and not isinstance(each, FunctionType)
            for each in things
        ):
            return Made(BoundTo(name), ("self",), (on,))
        if all(each is things[0] for each in things):
            return Known(things[0])
        own = join_all([self.tr.type_of_known(each) for each in things])
        if isinstance(own, Union):
            return self.by_atom(on, lambda each: self.attribute(each, name, node))
        return self.plain_item(
            Expr(own, "by atom", (on.expr, *[self.constant(each, own) for each in things]), tuple(numbers))
        )

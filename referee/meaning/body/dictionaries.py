"""Dictionaries, and the parts of values."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from referee.meaning import library
from referee.meaning.body.reader import Dead, Reader
from referee.meaning.program import Expr, If, Raise
from referee.meaning.sharing import may_be_shared
from referee.meaning.texts import assigned_in, free_names, functions_within
from referee.meaning.types import INT, NEVER, NONE_TYPE, TRUTH, Map, Maybe, Record, Seq, Type, join, within
from referee.meaning.values import (
    DEFAULT,
    Code,
    Entries,
    Entry,
    Indexed,
    Known,
    Lazy,
    Made,
    Run,
    Sites,
    Unsure,
    Value,
    is_typed_tuple,
    text_key,
    tuple_of,
)


class Dictionaries(Reader):
    """Dictionaries, and parts of values."""

    def eval_Dict(self, node: ast.Dict) -> Value:
        site = self.displaying(node)
        if site in self.tr.in_play:
            found = self.new_map(site)
            for key, each in zip(node.keys, node.values, strict=True):
                if key is None:
                    self.update(found, self.eval(each), node)
                else:
                    self.map_set(found, self.eval(key), self.eval(each))
            return found
        entries: dict[Any, Entry] = {}
        for key, each in zip(node.keys, node.values, strict=True):
            if key is None:
                inner = self.eval(each)
                if isinstance(inner, Known):
                    entries |= {one: Entry(one, Known(True), Known(value)) for one, value in inner.thing.items()}
                elif isinstance(inner, Entries):
                    entries |= {one.key: one for one in inner.entries}
                else:
                    return self.again_in_play(Entries((), site), node)
                continue
            name = self.eval(key)
            if isinstance(name, Made):
                known = self.all_known(name)
                name = Known(known[0]) if known is not None else name
            self.not_told_only(name, node)
            if not isinstance(name, Known):
                return self.again_in_play(Entries((), site), node)
            value = self.eval(each)
            self.not_kept(each, value)
            entries[name.thing] = Entry(name.thing, Known(True), value)
        return Entries(tuple(entries.values()), site)

    def again_in_play(self, value: Entries | Made, node: Any) -> Value:
        """A dictionary or a list has to be one in play, where it is one thing under all its names: the text that
        makes it is read again."""
        if value.site is None:
            what = "changing a dictionary" if isinstance(value, Entries) else "changing a list"
            raise self.refuse(node, f"{what} that may have other names", "dict(…) or list(…) where it is made")
        sites = Sites.all_of(value.site)
        self.tr.in_play.update(sites)
        if all(each in self.displayed for each in sites):
            self.grown = True
        else:
            self.tr.grown = True
        raise Dead

    def displaying(self, node: Any) -> Any:
        """The place where a dictionary or a list is made."""
        site = self.site_of(node)
        self.displayed[site] = tuple(self.looping)
        return site

    def is_own_still(self, value: Entries, name: ast.expr) -> bool:
        """Whether a dictionary was made in this function, has that name alone, and is made anew in every pass through
        a loop in play that changes it."""
        loops = self.displayed.get(value.site)
        if loops is None or not isinstance(name, ast.Name) or loops[: len(self.looping)] != tuple(self.looping):
            return False
        return not may_be_shared(self.code.node, name.id)

    def new_map(self, site: Any, missing: str = "") -> Run:
        key, value = self.kept.get((site, "key"), NEVER), self.kept.get((site, "value"), NEVER)
        found = self.let(Expr(Map(key, value, missing), "new"), "map_")

        def grow(kind: Any) -> None:
            self.keep((site, "key"), kind.key)
            self.keep((site, "value"), kind.value)

        self.growers[found.expr.about] = grow
        return found

    def map_types(self, on: Expr, key: Type, value: Type) -> Map:
        kind = on.type
        assert isinstance(kind, Map)
        wider = Map(join(kind.key, key), join(kind.value, value), kind.missing)
        self.tell_numbers(None, wider.key)
        if wider != kind:
            self.grow(on, wider, f"a dictionary {kind!r} into which {key!r}: {value!r} is put")
        return wider

    def map_set(self, on: Run, key: Value, value: Value) -> None:
        self.not_told_only(key, None)
        own = self.type_of(key)
        self.tell_apart(None, own)
        if any(isinstance(each, Seq) and each.kind == "list" for each in within(own)):
            self.stop("RAISED", "a list as the key of a dictionary")
        if any(isinstance(each, Seq) and each.kind == "set" for each in within(own)):
            raise self.refuse(None, "a set as the key of a dictionary", "a tuple of it that is sorted")
        kind = self.map_types(on.expr, self.kept_type(key), self.kept_type(value))
        self.do(Expr(NEVER, "map.set", (on.expr, self.fit(key, kind.key), self.fit(value, kind.value))))

    def update(self, on: Run, by: Value, node: ast.AST) -> None:
        if isinstance(by, Entries) and all(isinstance(each.there, Known) for each in by.entries):
            for each in by.entries:
                self.map_set(on, Known(each.key), each.value)
            return
        other = self.let(self.fit(by, self.type_of(by)))
        kind = other.expr.type
        assert isinstance(kind, Map)
        keys = self.indexed(other)

        def one(key: Value) -> None:
            self.map_set(on, key, self.item(other, key, node))

        self.each(keys, frozenset(), self.fresh("update_"), one, node)

    def as_map(self, value: Entries, kind: Type) -> Expr:
        """A dictionary whose keys are known as one in play."""
        assert isinstance(kind, Map)
        if all(isinstance(each.there, Known) for each in value.entries):
            flat = []
            for each in value.entries:
                flat += [self.constant(each.key, kind.key), self.fit(each.value, kind.value)]
            return Expr(kind, "map", tuple(flat))
        found = self.let(Expr(kind, "new"), "map_")
        for each in value.entries:
            put = (found.expr, self.constant(each.key, kind.key), self.fit(each.value, kind.value))
            if isinstance(each.there, Run):
                from referee.meaning.program import Do

                self.block.append(If(each.there.expr, [Do(Expr(NEVER, "map.set", put))], []))
            elif isinstance(each.there, Known) and each.there.thing:
                self.do(Expr(NEVER, "map.set", put))
        return found.expr

    def part(self, value: Value, at: int) -> Value:
        if isinstance(value, Made):
            return value.values[at]
        assert isinstance(value, Run)
        kind = value.expr.type
        assert isinstance(kind, Record)
        if kind.types[at] == NONE_TYPE:
            return Known(None)
        return self.let(Expr(kind.types[at], "part", (value.expr,), at))

    def unpacked(self, value: Value, target: ast.Tuple | ast.List) -> list[Value]:
        number = len(target.elts)
        value = self.all_of(value, target)
        if any(isinstance(each, ast.Starred) for each in target.elts):
            return self.unpacked_with_rest(value, target)
        if isinstance(value, Run) and isinstance(value.expr.type, Maybe):
            value = self.without_none(value)
        if isinstance(value, Run) and isinstance(value.expr.type, Seq):
            if value.expr.type.kind == "set" and number > 1:
                raise self.refuse(target, "taking a set apart", "a tuple")
            held = self.let(value.expr)
            self.require(
                Expr(TRUTH, "equal", (Expr(INT, "length", (held.expr,)), Expr(INT, "const", (), number))),
                kind=ValueError,
            )
            item = held.expr.type.item  # type: ignore[attr-defined]
            return [self.let(Expr(item, "at", (held.expr, Expr(INT, "const", (), at)))) for at in range(number)]
        if isinstance(value, (Lazy, Indexed)) and not isinstance(self.iterable(value, target), list):
            return self.unpacked(self.as_seq(value, node=target), target)
        things = self.iterable(value, target, unroll=True)
        if not isinstance(things, list):
            return self.unpacked(self.as_seq(things, node=target), target)
        if len(things) != number:
            self.stop("RAISED", f"{len(things)} things for {number} names", ValueError)
        return things

    def unpacked_with_rest(self, value: Value, target: ast.Tuple | ast.List) -> list[Value]:
        """``first, *rest = …``"""
        at = next(at for at, each in enumerate(target.elts) if isinstance(each, ast.Starred))
        after = len(target.elts) - at - 1
        things = self.iterable(value, target, unroll=True)
        if isinstance(things, list):
            if len(things) < at + after:
                self.stop("RAISED", f"{len(things)} things for {at + after} names", ValueError)
            end = len(things) - after
            rest: Value = tuple_of(things[at:end])
            first, last = things[:at], things[end:]
        else:
            held = self.as_seq(things, node=target)
            few = Expr(INT, "const", (), at + after)
            self.require(Expr(TRUTH, "most", (Expr(INT, "length", (held.expr,)), few)), kind=ValueError)
            rest = self.sliced(held, [Known(at), Known(-after) if after else None, None], target)
            first = [self.item(held, Known(each), target) for each in range(at)]
            last = [self.item(held, Known(each - after), target) for each in range(after)]
        return [*first, self.call(Known(list), [rest], {}, target), *last]

    def require(self, truth: Expr, broken: str = "RAISED", why: str = "", kind: type[Exception] | None = None) -> None:
        """An obligation; ``kind`` is what Python raises where it does not hold."""
        if kind is None or not self.unless(lambda: Run(truth), kind, None):
            self.block.append(If(truth, [], [Raise(broken, why, kind)]))

    def of_keys(self, value: Value) -> Value:
        """The dictionary whose keys something is; another thing is itself."""
        kind: Any = value.expr.type if isinstance(value, Run) else value
        is_keys = isinstance(kind, (Made, Record)) and kind.maker is library.Keys
        return self.part(value, 0) if is_keys else value

    def all_known(self, value: Value, told: bool = False) -> list[Any] | None:
        """A value all of which is known, as Python has it, in a list of one; None where it is not. ``told``: it is put
        into a text, or handed on as it is."""
        if isinstance(value, Known):
            if self.is_of_each(value.thing):
                return None
            return [self.operated(value.thing, told)]
        if isinstance(value, Made) and (value.maker in (tuple, list, set) or is_typed_tuple(value.maker)):
            parts = [self.all_known(each, told) for each in value.values]
            if any(each is None for each in parts):
                return None
            things = [each[0] for each in parts if each is not None]
            return [value.maker(things) if value.maker in (tuple, list, set) else value.maker(*things)]
        if isinstance(value, Entries) and all(isinstance(each.there, Known) for each in value.entries):
            parts = [self.all_known(each.value, told) for each in value.entries]
            if any(each is None for each in parts):
                return None
            return [{each.key: part[0] for each, part in zip(value.entries, parts, strict=True) if part is not None}]
        return None

    def eval_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.settled(self.eval(node.value))
        self.not_kept(node, value)
        assert isinstance(node.target, ast.Name)
        name = node.target.id
        if self.comprehending:  # what comprehensions set is forgotten behind them
            within = [each for each in ast.walk(self.comprehending[0]) if isinstance(each, ast.Name)]
            everywhere = [each for each in ast.walk(self.code.node) if isinstance(each, ast.Name)]
            own = [each.id for each in within].count(name)
            if own != [each.id for each in everywhere].count(name) or name in self.comprehended_before(node):
                raise self.refuse(node, f"'{name} :=' in a comprehension, and {name} outside of it", "a loop")
        self.env[name] = value
        if not self.comprehending:
            self.set_within(name, value)
        return value

    def comprehended_before(self, node: ast.NamedExpr) -> set[str]:
        """The names that the value of ``:=`` has: those of the time before."""
        return {each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)}

    def eval_Lambda(self, node: ast.Lambda) -> Value:
        return self.closure(node)

    def closure(self, node: ast.FunctionDef | ast.Lambda) -> Value:
        """A function with what it uses of the function around it, as it is now, and its defaults."""
        code = Code(node, self.scopes[-1], f"{self.scopes[-1].file}:{node.lineno}")
        code = self.tr.closures.setdefault(text_key(code), code)
        self.tr.made_in[id(node)] = id(self.code.node)
        held = {name: self.env[name] for name in sorted(free_names(node)) if name in self.env}
        held = {name: each for name, each in held.items() if not isinstance(each, Unsure)}
        spec = node.args
        names = [*spec.posonlyargs, *spec.args]
        defaults = zip(names[len(names) - len(spec.defaults) :], spec.defaults, strict=True)
        for each, default in (*defaults, *zip(spec.kwonlyargs, spec.kw_defaults, strict=True)):
            if default is not None:
                held[DEFAULT + each.arg] = self.eval(default)
        self.not_kept(node, *held.values())
        values = [
            self.as_seq(value) if isinstance(value, (Lazy, Indexed)) else self.settled(value) for value in held.values()
        ]
        return Made(code, tuple(held), tuple(values))

    def closed_now(self, function: Made, node: Any) -> Made:
        """A function of the text that is read, with what its names stand for where it is used."""
        code = function.maker
        around = functions_within(self.code.node).get(id(code.node))
        held = dict(zip(function.names, function.values, strict=True))
        if around is None:
            made_in = self.tr.made_in
            if made_in.get(id(code.node)) != made_in.get(id(self.code.node), self):
                return function
            self.hold_shared(code, held, lambda name: name not in self.own_names and not self.is_own(self.code, name))
            return Made(code, tuple(held), tuple(held.values()))
        for name in free_names(code.node):
            if self.is_own(code, name):
                continue
            if name in around and name in held:
                if around[name] not in [id(each.generators) for each in self.comprehending]:
                    raise self.refuse(
                        node, f"a function that uses {name} of a comprehension behind it", f"a default: {name}={name}"
                    )
            elif name in self.env and not isinstance(self.env[name], Unsure):
                value = self.env[name]
                held[name] = self.as_seq(value) if isinstance(value, (Lazy, Indexed)) else self.settled(value)
            elif name in held and name in self.own_names:
                what = f"a function that uses {name}, which may not be set here,"
                raise self.refuse(node, what, f"a default: {name}={name}")
        self.hold_shared(code, held, lambda name: name not in around)
        return Made(code, tuple(held), tuple(held.values()))

    def hold_shared(self, code: Code, held: dict[str, Value], may: Callable[[str], bool]) -> None:
        """What a function finds where it stands, and what the functions find that it uses: all of them share it as it
        is now, also what was made behind them."""
        new, seen = [code], {code}
        hidden: dict[Code, dict[str, Value]] = {}
        while new:
            at = new.pop()
            for name in sorted(free_names(at.node)):
                found = self.env.get(name)
                if found is None or isinstance(found, Unsure) or not may(name) or self.is_own(at, name):
                    continue
                if at is not code and self.is_own(code, name):  # it has another thing by that name
                    hidden.setdefault(at, {})[name] = found
                    continue
                held[name] = found
                other = found.maker if isinstance(found, Made) else None
                if isinstance(other, Code) and other not in seen:
                    seen.add(other)
                    new.append(other)
        for name, value in held.items():
            if isinstance(value, Made) and isinstance(value.maker, Code) and value.maker in hidden:
                mine = {**dict(zip(value.names, value.values, strict=True)), **hidden[value.maker]}
                held[name] = Made(value.maker, tuple(mine), tuple(mine.values()))

    @staticmethod
    def is_own(code: Code, name: str) -> bool:
        """Whether a function has a name for itself."""
        spec = code.node.args
        more = [each for each in (spec.vararg, spec.kwarg) if each is not None]
        given = {each.arg for each in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs, *more)}
        body = code.node.body
        return name in given or name in assigned_in(tuple(body) if isinstance(body, list) else (body,))

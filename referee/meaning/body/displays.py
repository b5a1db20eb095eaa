"""Names, constants, and lists that are made."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.meaning.body.reader import Reader
from referee.meaning.nonlocals import SHARED
from referee.meaning.program import Expr, Let
from referee.meaning.pure_text import holds_set
from referee.meaning.texts import changed_in
from referee.meaning.types import INT, NEVER, Atoms, Seq, Type, join, join_all
from referee.meaning.values import ONLY_TOLD, Code, Indexed, Known, Lazy, Made, Run, Unsure, Value

SCALAR = "a scalar of the table for what changes (… = value(…)), or a tuple that nothing changes"


class Displays(Reader):
    """Names, constants and lists."""

    def eval_Name(self, node: ast.Name) -> Value:
        value = self.env.get(node.id)
        if value is not None and not isinstance(value, Unsure):
            is_function = isinstance(value, Made) and isinstance(value.maker, Code)
            return self.closed_now(value, node) if is_function else value
        if node.id in self.own_names or isinstance(value, Unsure):
            name = node.id.partition(" ")[0]  # one of another text that is read here has another name
            raise self.refuse(node, f"{name}, which may not be set here,", f"a value for {name} before, on every way")
        scope = self.scopes[-1]
        try:
            thing = scope.find(node.id)
        except KeyError:
            if node.id.startswith(SHARED):
                what = "a function that changes names of the one around it, and was made before the match,"
                raise self.refuse(node, what, SCALAR) from None
            if id(self.code.node) in self.tr.made_in:  # the function around it may set it by then
                what = f"{node.id}, which the function around this one may set later,"
                raise self.refuse(node, what, "both outside of the function") from None
            self.stop("RAISED", f"the name {node.id} is not set")
            raise AssertionError from None
        if changes := self.tr.purity.unsteady_name(scope, node.id, thing):
            raise self.refuse(node, f"{node.id}, {changes},", SCALAR)
        return Known(thing)

    def eval_Constant(self, node: ast.Constant) -> Value:
        return Known(node.value)

    def eval_JoinedStr(self, node: ast.JoinedStr) -> Value:
        parts: list[Any] = []
        for each in node.values:
            if isinstance(each, ast.FormattedValue) and each.format_spec is not None and _form_of(each) is None:
                raise self.refuse(node, "a text whose form is known in play only", "a form that is written out")
            value = self.eval(each.value if isinstance(each, ast.FormattedValue) else each)
            if isinstance(value, Made):
                known = self.all_known(value, told=True)
                value = Known(known[0]) if known is not None else value
            if not isinstance(value, Known):
                if isinstance(each, ast.FormattedValue) and (form := _form_of(each)):
                    self.look_at_form(form, each.conversion, value, node)
                return self.word_of(node, each, value)
            if holds_set(value.thing):
                raise self.refuse(node, "a text with a set", "sorted(…) of it")
            parts.append(self.operated(value.thing, told=True))
        whole = "".join(
            _formatted(each, part) if isinstance(each, ast.FormattedValue) else part
            for each, part in zip(node.values, parts, strict=True)
        )
        return Known(whole)

    def look_at_form(self, form: str, conversion: int, value: Value, node: Any) -> None:
        """Refuse a form in which a number cannot be written, or something else than a number."""
        try:
            fits = conversion == -1 and self.type_of(value) is INT and bool(format(0, form) and format(-1, form))
        except ValueError:
            fits = False
        if not fits and not (isinstance(value, Run) and isinstance(value.expr.type, Atoms)):
            raise self.refuse(node, f"a text with something in the form {form!r}", "a whole number there")

    def word_of(self, node: ast.JoinedStr, part: ast.expr, value: Value) -> Value:
        """A text with a part that is known in play only: for each thing that it may be."""
        if isinstance(value, Run) and isinstance(value.expr.type, Atoms):

            def with_known(known: Value) -> Value:
                inner = ast.JoinedStr(
                    [
                        ast.copy_location(ast.Constant(_formatted(part, known.thing)), node) if each is part else each  # type: ignore[attr-defined]
                        for each in node.values
                    ]
                )
                return self.eval_JoinedStr(ast.copy_location(inner, node))

            return self.by_atom(value, with_known)
        return Known(ONLY_TOLD)

    def eval_Tuple(self, node: ast.Tuple) -> Value:
        return self.display(tuple, node)

    def eval_List(self, node: ast.List) -> Value:
        site = self.displaying(node)
        if self.is_changed(node) or site in self.tr.in_play:
            found = self.new_list(site)
            value = Run(self.list_expr(found))
            for each in node.elts:
                if isinstance(each, ast.Starred):
                    self.extend(value, self.eval(each.value), node)
                else:
                    self.append(found, self.eval(each))
            return Run(self.list_expr(found))
        return self.display(list, node, site)

    def eval_Set(self, node: ast.Set) -> Value:
        site = self.displaying(node)
        made = self.display(set, node, site)
        self.not_told_only(made, node)
        if self.is_changed(node) or site in self.tr.in_play:
            return self.new_set(Made(tuple, made.names, made.values) if isinstance(made, Made) else made, node)
        assert isinstance(made, (Made, Run))
        if isinstance(made, Run):
            return self.call(Known(set), [made], {}, node)
        known = self.all_known(Made(tuple, made.names, made.values))
        if known is None:
            self.tell_numbers(node, *map(self.type_of, made.values))
            return self.call(Known(set), [Made(tuple, made.names, made.values)], {}, node)
        once = tuple([Known(each) for each in dict.fromkeys(known[0])])  # of equal ones Python keeps the first
        return Made(set, tuple(range(len(once))), once, site)

    def is_changed(self, node: ast.AST) -> bool:
        """Whether a list or dictionary gets a name under which the function changes it."""
        return any(
            isinstance(each, (ast.Assign, ast.AnnAssign))
            and each.value is not None
            and node in _displayed(each.value)
            and any(
                isinstance(target, ast.Name) and target.id in changed_in(self.code.node)
                for whole in (each.targets if isinstance(each, ast.Assign) else [each.target])
                for target in (whole.elts if isinstance(whole, ast.Tuple) else [whole])
            )
            for each in ast.walk(self.code.node)
        )

    def display(self, maker: type, node: ast.Tuple | ast.List | ast.Set, site: Any = None) -> Value:
        parts: list[Value] = []
        for at, each in enumerate(node.elts):
            if isinstance(each, ast.Starred):
                inner = self.iterable(self.eval(each.value), node, unroll=True)
                if not isinstance(inner, list):
                    return self.long_display(maker, node, parts, inner, node.elts[at + 1 :])
                parts += inner
            else:
                parts.append(self.eval(each))
        self.not_kept(node, *parts)
        if maker is tuple and all(isinstance(each, Known) and not self.is_of_each(each.thing) for each in parts):
            return Known(tuple([each.thing for each in parts if isinstance(each, Known)]))
        return Made(maker, tuple(range(len(parts))), tuple(parts), site)

    def long_display(
        self, maker: type, node: ast.expr, parts: list[Value], things: Indexed, rest: list[ast.expr]
    ) -> Value:
        """What is put together of some parts, of things whose number is known in play only, and of the rest."""
        found = self.new_list(self.site_of(node))
        for part in parts:
            self.append(found, part)
        self.extend(Run(self.list_expr(found)), things, node)
        for each in rest:
            if isinstance(each, ast.Starred):
                self.extend(Run(self.list_expr(found)), self.eval(each.value), node)
            else:
                self.append(found, self.eval(each))
        return self.retyped(Run(self.list_expr(found)), maker.__name__)

    def retyped(self, value: Run, word: str) -> Run:
        """A new list that is a tuple from now on."""
        kind = value.expr.type
        assert isinstance(kind, Seq)
        return self.let(Expr(Seq(kind.item, word), "as", (value.expr,)))

    def new_list(self, site: Any) -> tuple[str, Any]:
        """A new list; what is put into it decides its type."""
        item = self.kept.get(site, NEVER)
        name = self.fresh("list_")

        self.block.append(Let(name, Expr(Seq(item, "list"), "new")))
        self.growers[name] = lambda kind: self.keep(site, kind.item)
        return name, site

    def new_set(self, things: Value, node: Any) -> Run:
        """A new set of these things, into which others may be put."""
        name, site = self.new_list(self.site_of(node, "set"))

        def whole() -> Run:
            return Run(Expr(Seq(self.kept.get(site, NEVER), "set"), "local", (), name))

        self.method(whole(), "update", [things], {}, node)
        return whole()

    def keep(self, site: Any, by: Type) -> None:
        before = self.kept.get(site, NEVER)
        after = join(before, by)
        if after != before:
            self.kept[site] = after
            self.grown = True

    def list_expr(self, found: tuple[str, Any]) -> Expr:
        name, site = found
        return Expr(Seq(self.kept.get(site, NEVER), "list"), "local", (), name)

    def append(self, found: tuple[str, Any], value: Value) -> None:
        name, site = found
        if isinstance(value, (Lazy, Indexed)):
            value = self.as_seq(value)
        self.keep(site, self.kept_type(value))
        item = self.kept.get(site, NEVER)
        put = Expr(NEVER, "append", (Expr(Seq(item, "list"), "local", (), name), self.fit(value, item)))
        self.tr.filling[id(put)] = put
        self.do(put)

    def item_type(self, on: Expr, by: Type) -> Type:
        """The type of the items of a list into which something is put."""
        assert isinstance(on.type, Seq)
        item = join(on.type.item, by)
        if item != on.type.item:
            self.grow(on, Seq(item, on.type.kind), f"a list of {on.type.item!r} into which {by!r} is put")
        return item

    def grow(self, on: Expr, kind: Type, what: str) -> None:
        """A list or a dictionary is to hold other things, too: where it is made is read again."""
        grower = self.grower_of(on)
        if grower is None:
            raise self.refuse(None, what, "a list or dictionary that is made where it is changed")
        grower(kind)

    def extend(self, on: Value, by: Value, node: ast.AST) -> None:
        assert isinstance(on, Run)
        if _grows_by_itself(node):
            raise self.refuse(node, "a list that grows by what is found in it meanwhile", "list(…) of it")
        things = self.iterable(by, node, unroll=True)
        for each in things if isinstance(things, list) else ():
            self.put(on, each)
        if isinstance(things, Indexed):
            label, length = self.fresh("more_"), self.let(things.length()).expr  # it may be put behind itself
            things = replace(things, length=lambda: length)
            self.each(things, frozenset(), label, lambda item: self.put(on, item), node)

    def put(self, on: Run, value: Value) -> None:
        item = self.item_type(on.expr, self.kept_type(value))
        self.do(Expr(NEVER, "append", (on.expr, self.fit(value, item))))

    def as_seq(self, value: Value, word: str = "tuple", node: Any = None) -> Run:
        """Any things one after the other as a sequence of its own."""
        site = self.site_of(node, "sequence")  # whatever the things are by then
        things = self.iterable(value, node, unroll=False)
        if isinstance(things, list):
            kind = Seq(join_all([self.kept_type(each) for each in things]), word)
            return self.let(Expr(kind, "seq", tuple([self.fit(each, kind.item) for each in things])))
        found = self.new_list(site)
        self.each(things, frozenset(), self.fresh("seq_"), lambda item: self.append(found, item), node)
        return self.retyped(Run(self.list_expr(found)), word)


def _grows_by_itself(node: ast.AST) -> bool:
    """Whether something is put behind a list that is found one by one, and looks at that list."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        on, by = node.func.value, [*node.args]
    elif isinstance(node, ast.AugAssign):
        on, by = node.target, [node.value]
    else:
        return False
    named = {ast.unparse(each) for part in by for each in ast.walk(part) if isinstance(each, (ast.Name, ast.Attribute))}
    late = any(isinstance(each, (ast.GeneratorExp, ast.Lambda)) for part in by for each in ast.walk(part))
    return late and ast.unparse(on) in named


def _displayed(node: ast.expr) -> list[ast.expr]:
    """The expressions whose value an expression may be, or may have as an item."""
    match node:
        case ast.Tuple(elts):
            return [each for one in elts for each in _displayed(one)]
        case ast.IfExp(_, yes, no):
            return [*_displayed(yes), *_displayed(no)]
        case ast.BoolOp(_, values):
            return [each for one in values for each in _displayed(one)]
    return [node]


def _form_of(part: ast.FormattedValue) -> str | None:
    """How a part of a text is to be written, where that is known."""
    if part.format_spec is None:
        return ""
    assert isinstance(part.format_spec, ast.JoinedStr)
    words = [each.value for each in part.format_spec.values if isinstance(each, ast.Constant)]
    return "".join(map(str, words)) if len(words) == len(part.format_spec.values) else None


CONVERSIONS: dict[int, Callable[[Any], str]] = {ord("r"): repr, ord("s"): str, ord("a"): ascii}


def _formatted(part: Any, thing: Any) -> str:
    made = CONVERSIONS.get(part.conversion)
    return format(thing if made is None else made(thing), _form_of(part) or "")

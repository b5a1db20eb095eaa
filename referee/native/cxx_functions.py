"""What the functions of a Program are in C++."""

from __future__ import annotations

from functools import cached_property

from referee.meaning.program import (
    AHEAD,
    Again,
    Block,
    Catch,
    Do,
    Expr,
    Function,
    If,
    Leave,
    Let,
    Loop,
    Raise,
    Return,
    Set,
    Stmt,
    called,
    walk,
)
from referee.meaning.types import NEVER, Places
from referee.native.cxx_operations import OperationWriter

BROKEN = ("NO_OPTION", "SHORTAGE", "NO_MONEY", "MISSING_CASE", "NO_END", "RAISED", "OVERFLOW", "MEMORY")


class FunctionWriter(OperationWriter):
    """Statements and functions."""

    def statements(self, body: list[Stmt], out: list[str]) -> None:
        for each in body:
            match each:
                case Let(name, value) | Set(name, value):
                    out.append(f"{name} = {self.expr(value)};")
                case Do(value):
                    out.append(f"{self.expr(value)};")
                case If(condition, yes, no):
                    out.append(f"if ({self.expr(condition)}) {{")
                    self.statements(yes, out)
                    if no:
                        out.append("} else {")
                        self.statements(no, out)
                    out.append("}")
                case Block(label, inner):
                    out.append("{ Ahead ahead_;" if label.startswith(AHEAD) else "{")
                    self.statements(inner, out)
                    out.append(f"}} {label}_end:;")
                case Loop(label, inner):
                    out.append("for (;;) {")
                    self.statements(inner, out)
                    out.append(f"{label}_again:; }} {label}_end:;")
                case Leave(label):
                    out.append(f"goto {label}_end;")
                case Again(label):
                    out.append(f"goto {label}_again;")
                case Return(values):
                    out.append(self.returned(values))
                case Raise("unwind again", _):
                    out.append("throw;")
                case Raise(broken, _):
                    out.append(f"stop({BROKEN.index(broken) + 1});")
                case Catch(inner, caught, depth):
                    out.append("try {")
                    self.statements(inner, out)
                    out.append(f"}} catch (Unwind& unwind_) {{ {depth} = unwind_.depth;")
                    self.statements(caught, out)
                    out.append("}")

    def returned(self, values: tuple[Expr, ...]) -> str:
        if not values:
            return "return;"
        texts = [self.expr(each) for each in values]
        if len(texts) == 1:
            return f"return {texts[0]};"
        kinds = ", ".join(self.type(each.type) for each in values)
        return f"return Rec<0, {kinds}>{{{{{', '.join(texts)}}}}};"

    def result(self, function: Function) -> str:
        if not function.results:
            return "void"
        if len(function.results) == 1:
            return self.type(function.results[0])
        return f"Rec<0, {', '.join(map(self.type, function.results))}>"

    def head(self, function: Function) -> str:
        parameters = ", ".join(f"{self.type(kind)} {name}" for name, kind in function.parameters)
        return f"static {self.result(function)} {function.name}({parameters})"

    def function(self, function: Function) -> str:
        names = {each.name: each.value.type for each in walk(function.body) if isinstance(each, Let)}
        names.update(function.variables)
        out = [self.head(function) + " {"]
        if function.name in self.recursive:
            out.append("Deeper deeper_;")
        if function.ahead:
            out.append("Ahead ahead_;")
        out += self.entered(function)
        out += [f"{self.type(kind)} {name};" for name, kind in names.items() if kind is not NEVER]
        out += [f"Never {name};" for name, kind in names.items() if kind is NEVER]
        if self.is_kept(function):
            self.remembered(function, out)
        self.statements(function.body, out)
        if function.results:
            out.append("__builtin_unreachable();")
        out.append("}")
        return "\n".join(out)

    def entered(self, function: Function) -> list[str]:
        """What a function does first."""
        return []

    @staticmethod
    def is_of_row(function: Function) -> bool:
        """Whether what it finds is kept as long as the same cards lie in a row (``Row.derive``)."""
        kinds = [kind for _, kind in function.parameters]
        is_kept = function.derived and not function.is_counted
        return is_kept and len(kinds) == 1 and isinstance(kinds[0], Places)

    def is_kept(self, function: Function) -> bool:
        """Whether what it finds is kept."""
        return bool(function.results) and (function.remembered or self.is_of_row(function))

    def remembered(self, function: Function, out: list[str]) -> None:
        """A function whose answers are kept is two: one that looks whether there is an answer."""
        kinds = ", ".join(["0", *[self.type(kind) for _, kind in function.parameters]])
        given = ", ".join(name for name, _ in function.parameters)
        inner = f"{function.name}_anew"
        out[0] = out[0].replace(f" {function.name}(", f" {inner}(", 1)
        if not function.remembered:
            result = self.result(function)
            self.looking.append(
                f"{self.head(function)} {{ static OfRow<{result}> of[PLACES]; OfRow<{result}>& mine = of[{given}.v]; "
                f"if (mine.is_known({given})) return mine.found; "
                f"return mine.keep({given}, {inner}({given})); }}"
            )
            return
        self.looking.append(
            f"{self.head(function)} {{ static Memo<Rec<{kinds}>, {self.result(function)}> memo; "
            f"Rec<{kinds}> key{{{{{given}}}}}; uint32_t hash = uint32_t(hashed(0, key) >> 16); "
            f"if (auto* found = memo.find(key, hash)) return *found; "
            f"auto made = {inner}({given}); memo.put(key, hash, made); return made; }}"
        )

    @cached_property
    def recursive(self) -> set[str]:
        """The functions that may come to themselves again."""
        calls = {each.name: called(each) for each in self.program.functions}
        import networkx as nx

        graph = nx.DiGraph([(one, other) for one, others in calls.items() for other in others])
        parts = nx.strongly_connected_components(graph)
        return {name for part in parts for name in part if len(part) > 1 or name in calls.get(name, ())}

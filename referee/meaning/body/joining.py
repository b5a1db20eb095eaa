"""Where several ways come together, and both ways of a branch."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.meaning.body.reader import Dead, Env, Reader, Way
from referee.meaning.copies import MAKING, is_copied, is_shared
from referee.meaning.program import Expr, If, Set, Stmt, c_name
from referee.meaning.types import TRUTH, Map, Seq, join
from referee.meaning.values import (
    Entries,
    Entry,
    Indexed,
    Known,
    Lazy,
    Made,
    Once,
    Run,
    Sites,
    Unsure,
    Value,
    by_parts_in,
    leaves,
    maker_key,
    rebuilt,
    same,
)


class Joining(Reader):
    """Joining."""

    def joined(self, one: Value, other: Value) -> Value:
        """The form of a value that is one or the other; leaves that differ are stand-ins with a type only."""
        if self.is_same(one, other):
            return one
        if isinstance(one, Once) and isinstance(other, Once):
            groups = one.groups or other.groups
            return Once(self.joined(one.of, other.of), max(one.live, other.live), one.ahead or other.ahead, groups)
        if alike(one, other):
            assert isinstance(one, Made)
            assert isinstance(other, Made)
            parts = [self.joined(a, b) for a, b in zip(one.values, other.values, strict=True)]
            return Made(one.maker, one.names, tuple(parts), Sites.of(one.site, other.site))
        if isinstance(one, Known) and isinstance(other, Made):
            one = self.taken_apart(one)
        elif isinstance(other, Known) and isinstance(one, Made):
            other = self.taken_apart(other)
        if alike(one, other):
            return self.joined(one, other)
        if isinstance(one, Entries) and isinstance(other, Entries):
            return self.joined_entries(one, other)
        return self.joined_in_play(one, other)

    def is_same(self, one: Value, other: Value) -> bool:
        """Whether two values are surely equal; that they are two things is noted, for ``is``."""
        found = same(one, other)
        if found and isinstance(one, Made) and isinstance(other, Made):
            return all(self.is_same(a, b) for a, b in zip(one.values, other.values, strict=True))
        if found and isinstance(one, Known) and isinstance(other, Known) and one.thing is not other.thing:
            for each in (*by_parts_in(one.thing), *by_parts_in(other.thing)):
                self.tr.note_known(each)
        return found

    def joined_in_play(self, one: Value, other: Value) -> Value:
        """A value of which only the type is known."""
        for each in (one, other):
            if isinstance(each, (Entries, Made)) and not self.tr.in_play.issuperset(Sites.all_of(each.site)):
                self.again_in_play(each, None)  # it may have other names
        kind = join(self.kept_type(one), self.kept_type(other))
        return Run(Expr(kind, "joined"))

    def taken_apart(self, value: Value) -> Value:
        if isinstance(value, Known) and type(value.thing) is tuple:
            return Made(tuple, tuple(range(len(value.thing))), tuple([Known(each) for each in value.thing]))
        return value

    def joined_entries(self, one: Entries, other: Entries) -> Value:
        keys = [each.key for each in one.entries]
        if [each.key for each in other.entries if each.key in keys] != [
            each for each in keys if each in [entry.key for entry in other.entries]
        ]:
            return self.joined_in_play(one, other)
        mine, theirs = ({each.key: each for each in part.entries} for part in (one, other))
        order = self.merged_order([each.key for each in one.entries], [each.key for each in other.entries])
        found = []
        for key in order:
            a, b = mine.get(key), theirs.get(key)
            if a is not None and b is not None:
                there = self.joined(a.there, b.there)
                found.append(Entry(key, self.as_truth_shape(there), self.joined(a.value, b.value)))
            else:
                entry = a or b
                assert entry is not None
                found.append(Entry(key, Run(Expr(TRUTH, "joined")), self.open_leaves(entry.value)))
        return Entries(tuple(found), Sites.of(one.site, other.site))

    @staticmethod
    def as_truth_shape(there: Value) -> Value:
        return there if isinstance(there, Known) else Run(Expr(TRUTH, "joined"))

    @staticmethod
    def open_leaves(value: Value) -> Value:
        return rebuilt(value, iter([Expr(each.type, "joined") for each in leaves(value)]))

    @staticmethod
    def merged_order(one: list[Any], other: list[Any]) -> list[Any]:
        found: list[Any] = []
        rest = list(other)
        for key in one:
            if key in rest:
                at = rest.index(key)
                found += rest[:at]
                rest = rest[at + 1 :]
            found.append(key)
        return found + rest

    def fitted(self, value: Value, shape: Value) -> list[Expr]:
        """The leaves of a value in that form."""
        if isinstance(shape, Run):
            if isinstance(value, Known) and is_shared(value.thing):
                self.tr.copies.of_shared(value, shape.expr.type)
            return [self.fit(value, shape.expr.type)]
        if isinstance(shape, Once):
            assert isinstance(value, Once)
            return self.fitted(value.of, shape.of)
        if isinstance(shape, Made):
            if isinstance(value, Known):
                value = self.taken_apart(value)
            assert isinstance(value, Made), (value, shape)
            parts = zip(value.values, shape.values, strict=True)
            return [leaf for part, form in parts for leaf in self.fitted(part, form)]
        if isinstance(shape, Entries):
            assert isinstance(value, Entries)
            mine = {each.key: each for each in value.entries}
            found: list[Expr] = []
            for entry in shape.entries:
                own = mine.get(entry.key)
                if own is None:
                    found.append(Expr(TRUTH, "const", (), False))
                    found += [Expr(each.type, "empty") for each in leaves(entry.value)]
                else:
                    found += self.fitted(own.there, entry.there) + self.fitted(own.value, entry.value)
            return found
        return []

    def merge(self, ways: list[Way], then: Callable[[list[Stmt]], None] | None = None) -> None:
        """Go on where several ways come together: names that differ become variables."""
        if not ways:
            raise Dead
        site = self.new_site()
        after = self.block
        if len(ways) == 1:
            self.env = dict(ways[0][0])
            if then is not None:
                then(ways[0][1])
            return
        names = list(dict.fromkeys(name for env, _ in ways for name in env))
        merged: Env = {}
        for name in names:
            given = [env.get(name) for env, _ in ways]
            unsure = any(each is None or isinstance(each, Unsure) for each in given)
            given = [each.value if isinstance(each, Unsure) else each for each in given]
            values = [each for each in given if each is not None]
            if not unsure and all(self.is_same(each, values[0]) for each in values[1:]):
                merged[name] = values[0]
                continue
            if any(isinstance(each, Once) for each in values) and name != "$":  # gone through by now
                continue
            shape = values[0]
            for each in values[1:]:
                shape = self.joined(shape, each)
            whole = self.to_variables(shape, name, site, [(way[1], own) for way, own in zip(ways, given, strict=True)])
            merged[name] = Unsure(whole) if unsure else whole
        for _, block in ways:
            if then is not None:
                then(block)
        self.env = merged
        self.block = after

    def to_variables(self, shape: Value, name: str, site: Any, ways: list[tuple[list[Stmt], Value | None]]) -> Value:
        """Variables for what differs; each way sets them at its end."""
        form = self.open_leaves(shape)
        variables = [
            self.variable(f"{c_name(name)}_v{'_'.join(map(str, site))}_{at}", leaf.type)
            for at, leaf in enumerate(leaves(form))
        ]
        before = self.block
        growers: dict[str, list[Any]] = {}
        for block, own in ways:
            if own is None:
                continue
            self.block = block
            for variable, part in zip(variables, self.fitted(own, form), strict=True):
                if isinstance(variable.type, (Seq, Map)):
                    growers.setdefault(variable.about, []).append(self.one_thing(part))
                if part.op != "empty":
                    block.append(Set(variable.about, part))
        self.block = before
        for name, known in growers.items():
            grower = self.all_growers(known)
            if grower is not None:
                self.growers[name] = grower
        return rebuilt(form, iter(variables))

    def one_thing(self, part: Expr) -> Callable[[Any], None] | None:
        """How to tell the list or dictionary behind a value that it is to hold other things, too. It holds at once what
        it is converted to: a converted one is another thing than that which has a name."""
        grower = self.grower_of(part)
        if part.op == "convert" and is_copied(part.args[0].type, part.type):
            if grower is not None:
                grower(part.type)
            elif id(part) not in self.tr.copies.made:
                self.tr.copies.copied(part.args[0].type)
                self.tr.copies.copied(part.type)
        return grower

    def stay_one(self, expr: Expr) -> None:
        """What an operation keeps stays one thing with what has a name."""
        for each in expr.args:
            if each.op in MAKING:
                self.stay_one(each)
            else:
                self.one_thing(each)

    def either(self, truth: Value, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        """One value or the other."""
        truth = self.truth(truth)
        if isinstance(truth, Known):
            return yes() if truth.thing else no()
        assert isinstance(truth, Run)
        condition = self.let(truth.expr).expr
        env, before = self.env, self.block
        results: list[tuple[Value, Env, list[Stmt]]] = []
        statement = If(condition, [], [])
        for part, what in ((statement.yes, yes), (statement.no, no)):
            self.env, self.block = dict(env), part
            try:
                value = what()
                self.not_kept(None, value)
                if isinstance(value, (Lazy, Indexed)):
                    value = self.as_seq(value)
                results.append((value, self.env, self.block))
            except Dead:
                continue
        self.block = before
        if not results:
            self.block.append(statement)
            raise Dead
        if len(results) == 1:
            self.block.append(statement)
            self.env = results[0][1]
            return results[0][0]
        (one, env_one, block_one), (two, env_two, block_two) = results
        if all(env_one.get(name) is env.get(name) is env_two.get(name) for name in {*env_one, *env_two}) and (
            not statement.yes and not statement.no and isinstance(one, (Run, Known)) and isinstance(two, (Run, Known))
        ):
            if self.is_same(one, two):
                return one
            kind = self.joined(one, two)
            if isinstance(kind, Run):
                [first], [second] = self.fitted(one, kind), self.fitted(two, kind)
                found = self.let(Expr(kind.expr.type, "if", (condition, first, second)))
                grower = self.all_growers([self.one_thing(first), self.one_thing(second)])
                if grower is not None:
                    self.growers[found.expr.about] = grower
                return found
        self.block.append(statement)
        env_one["$"], env_two["$"] = one, two
        self.merge([(env_one, block_one), (env_two, block_two)])
        return self.env.pop("$")


def alike(one: Value, other: Value) -> bool:
    """Whether two values are made by the same maker, of parts with the same names."""
    if not isinstance(one, Made) or not isinstance(other, Made):
        return False
    return maker_key(one.maker) == maker_key(other.maker) and one.names == other.names

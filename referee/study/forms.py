"""The forms of a game that are studied, and compared with one another; also from words:
``rate=one-cent,two``, ``players=2,3``, a clause, a folder."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

import msgspec

from referee.games.registry import find_game
from referee.kernel.clauses import rulebook_order
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, methods_of, rules_of
from referee.kernel.rulebook import load_rulebook
from referee.verify.mutate.mutants import code_of, replaced, tree_of

EMPTY: dict[str, str] = {
    "None": "None",
    "bool": "False",
    "AnyTruth": "False",
    "int": "0",
    "AnyNumber": "0",
    "Pile": "0",
}
"""What a method answers that has nothing to say, by the type that it declares."""


def rules_of_clause(game: type[Game[Any]], clause: str) -> dict[str, FunctionType]:
    """The methods that carry a clause out. BadInput: there is none, or one of them carries out others too."""
    known = {id for each in methods_of(game).values() for id in getattr(each, "__clauses__", ())}
    found = {name: each for name, each in methods_of(game).items() if clause in getattr(each, "__clauses__", ())}
    if not found:
        load_rulebook(rules_of(game).folder / "rulebook.md").clause(clause)
        there = ", ".join(sorted(known, key=rulebook_order))
        raise BadInput(f"{game.name}: {clause}: no rule carries it out; those with a rule: {there}")
    for name, each in found.items():
        if len(each.__clauses__) > 1:
            others = ", ".join([id for id in each.__clauses__ if id != clause])
            raise BadInput(
                f"{game.name}: {clause}: {name} carries out {others} too: give each clause a rule of its own"
            )
    return found


def _nothing(game: type[Game[Any]], clause: str, name: str, rule: FunctionType) -> CodeType:
    """The code of a rule that does nothing."""
    tree, _ = tree_of(rule)
    answer = getattr(rule, "__without__", None)
    if answer is not None:
        text = f"return {answer!r}"
    else:
        declared = "None" if tree.returns is None else ast.unparse(tree.returns)
        declared = declared.removeprefix("Rule[").removesuffix("]") if declared.startswith("Rule[") else declared
        if declared not in EMPTY:
            raise BadInput(
                f"{game.name}: {clause}: {name} answers a {declared}, and what it is without the clause is not known: "
                "say it with @clause(…, without=…)"
            )
        text = f"return {EMPTY[declared]}"
    tree.body = ast.parse(text).body
    if inspect.isgeneratorfunction(rule):
        tree.body += ast.parse("yield").body
    return code_of(rule, ast.fix_missing_locations(tree))


def check_left_out(game: type[Game[Any]], clause: str) -> None:
    """BadInput says why a clause cannot be left out."""
    for name, rule in rules_of_clause(game, clause).items():
        _nothing(game, clause, name, rule)


@contextmanager
def left_out(game: type[Game[Any]], clause: str) -> Iterator[None]:
    """Leave a clause out for a while. BadInput says why that cannot be."""
    rules = rules_of_clause(game, clause)
    with replaced(game, {rule: _nothing(game, clause, name, rule) for name, rule in rules.items()}):
        yield


Pairs = tuple[tuple[str, str], ...]


class Variant(msgspec.Struct, frozen=True):
    """One form: ``game`` as it was asked for, readings and settings as they were given; ``without`` is a clause that is
    left out. ``label`` is what tables call it."""

    label: str
    game: str
    players: int
    readings: Pairs = ()
    settings: Pairs = ()
    without: str = ""
    turn_cap: int | None = None

    def make(self) -> Game[Any]:
        """The game. BadInput as for every form."""
        return find_game(self.game)(self.players, readings=dict(self.readings), settings=dict(self.settings))


@lru_cache(8)
def _made(variant: Variant) -> Game[Any]:
    return variant.make()


@contextmanager
def playing(variant: Variant) -> Iterator[Game[Any]]:
    """The form while it is played; the clause that it does without is put back afterwards."""
    game = _made(variant)
    if not variant.without:
        yield game
        return
    with left_out(type(game), variant.without):
        yield game


MOST = 60
"""Forms that are compared at once."""


def others_of(
    game: str, players: int, readings: Mapping[str, str], settings: Mapping[str, str], turn_cap: int | None,
    compare: Sequence[str] = (), without: Sequence[str] = (), versus: Sequence[str] = (),
) -> list[Variant]:  # fmt: skip
    """Every form beside the one that is studied. BadInput names what there is no such thing of."""
    found = []
    words = [each for word in compare for each in (_every(game) if word == "readings" else [word])]
    for word in words:
        forms = list(_alternatives(word, game, players, readings, settings, turn_cap))
        if not forms:
            raise BadInput(f"--compare {word} names no other form than the one that is studied")
        found += forms
    given, set_to = tuple(readings.items()), tuple(settings.items())
    wanted = [each for clause in without for each in (without_each(game) if clause == "all" else [clause])]
    for clause in wanted:
        check_left_out(find_game(game), clause)
        found.append(Variant(f"without {clause}", game, players, given, set_to, clause, turn_cap))
    for other in versus:
        find_game(other)
        found.append(Variant(f"rules of {other}", other, players, given, set_to, "", turn_cap))
    if len(found) > MOST:
        raise BadInput(f"{len(found)} forms are too many to compare at once: name at most {MOST}")
    for each in found:
        each.make()
    return found


def _every(game: str) -> list[str]:
    return [*rules_of(find_game(game)).readings]


def without_each(game: str) -> list[str]:
    """Every clause that can be left out, in the order of the rulebook."""
    rules = find_game(game)
    ids = {id for each in methods_of(rules).values() for id in getattr(each, "__clauses__", ())}
    found = []
    for clause in sorted(ids, key=rulebook_order):
        with suppress(BadInput):
            check_left_out(rules, clause)
            found.append(clause)
    return found


def _alternatives(
    word: str, game: str, players: int, readings: Mapping[str, str], settings: Mapping[str, str], turn_cap: int | None
) -> Iterator[Variant]:
    made = find_game(game)
    form = made(players, readings=readings, settings=settings)
    name, _, listed = word.partition("=")
    values = [each.strip() for each in listed.split(",") if each.strip()]
    if name == "players":
        if not values or not all(each.isdecimal() and len(each) < 4 for each in values):
            raise BadInput(f"--compare players=2,3 takes numbers of players, not {word!r}")
        for value in values:
            if int(value) != players:
                yield Variant(f"{value} players", game, int(value), tuple(readings.items()), tuple(settings.items()),
                              "", turn_cap)  # fmt: skip
    elif name in form.register:
        for value in values or form.register[name].alternatives:
            if value not in form.register[name].alternatives:
                raise BadInput(
                    f"{made.name}: reading {name} has no alternative {value!r}; "
                    f"there are {', '.join(form.register[name].alternatives)}"
                )
            if value != form.readings[name]:
                yield Variant(f"{name}={value}", game, players, tuple({**readings, name: value}.items()),
                              tuple(settings.items()), "", turn_cap)  # fmt: skip
    elif name in form.settings:
        if not values:
            raise BadInput(f"--compare {name}=… takes values with commas between them")
        for value in values:
            if value != str(form.settings[name]):
                yield Variant(f"{name}={value}", game, players, tuple(readings.items()),
                              tuple({**settings, name: value}.items()), "", turn_cap)  # fmt: skip
    else:
        there = ", ".join(["players", "readings", *rules_of(made).readings, *form.settings])
        raise BadInput(f"{made.name}: --compare knows no {name!r}; there are {there}")

"""Mutants that cannot differ: the same symbolic paths, with the same table at every question and at the end.

The deal, and a step from every table that there can be between steps, are followed along all paths, once with the
rules as they are and once with the mutant. Terms that are made alike have one number, so that two runs are compared
by their numbers: what is asked of whom and when, out of which answers, what the table is then, what is told to those
who watch, what is owed, and what is left. Where all of it agrees the mutant is PROVED to be the same game for that
form; where it does not, nothing is said.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from itertools import zip_longest
from types import FunctionType
from typing import TYPE_CHECKING, Any

from referee.kernel.cards import Deck, Kinds, Values
from referee.kernel.game import Game, methods_of
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice
from referee.kernel.rule_types import Rule
from referee.kernel.spaces import Space
from referee.kernel.table import Outcome
from referee.kernel.watch import Story
from referee.verify.methods import Budget
from referee.verify.mutate.mutants import Mutant, functions_of, install, only_for
from referee.verify.prove.algebra import Either, Share
from referee.verify.prove.boundary import Boundary, Shape, as_played, lazy_class
from referee.verify.prove.bounds import new_table
from referee.verify.prove.paths import Interned, NotSymbolic, Path
from referee.verify.prove.piles import SymPile
from referee.verify.prove.search import Ended, Prepare, Search
from referee.verify.prove.seats import seats_distinguished
from referee.verify.prove.terms import SymAmount, SymTruth
from referee.verify.understood.hard_to_prove import reached

if TYPE_CHECKING:  # it loads all methods of proof, which help texts need not
    from referee.verify.mutate.stages import Form

MOST_PATHS, MOST_DECISIONS = 1_500, 20_000
"""A form with more paths through a step, or with more decisions on all of them, is not compared."""
MOST_ROUNDS = 12
OF_RULES = ("register", "clause_codes", "effects", "modifiers", "sorted_out")
"""Attributes of a form that the kernel derives from its rules: they are the same for all forms."""


class Unlike(Exception):
    """Nothing is concluded: the runs differ, or cannot be compared."""


class Original:
    """The rules as they are: their runs are followed once, when the first mutant is compared with them.

    ``others`` are forms that are made beside these, and not run.
    """

    def __init__(
        self, game: type[Game[Any]], forms: Sequence[tuple[int, Mapping[str, str]]], others: Sequence[Form] = ()
    ) -> None:
        self.game, self.forms, self.others = game, forms, others
        self._lock = threading.Lock()
        self._runs: list[tuple[Game[Any], Boundary, Interned, list[Any]]] | None = None

    def runs(self) -> list[tuple[Game[Any], Boundary, Interned, list[Any]]]:
        """By form the tables that it begins with, and its runs; none where they cannot be compared."""
        with self._lock:
            if self._runs is None:
                self._runs = []
                with suppress(NotSymbolic, Unlike):
                    made = []
                    for players, readings in self.forms:
                        form, interned = self.game(players, readings=readings), Interned()
                        boundary = every_table(form, interned, Work(MOST_DECISIONS))
                        runs = list(runs_of(form, boundary, interned, Work(MOST_DECISIONS)))
                        made.append((form, boundary, interned, runs))
                    self._runs = made
            return self._runs

    def same(self, mutant: Mutant) -> str:
        """Why a mutant cannot differ in these forms, "" where that is not known.

        The rules are followed before, with ``runs``; this changes the process that it is called in for good.
        """
        if mutant.function in only_for_making(self.game):
            made = list(self.made())
            install(self.game, mutant)
            return f"EXHAUSTED: it makes the very same {len(made)} forms" if list(self.made()) == made else ""
        runs = self._runs
        if not runs or (mutant.operator != "first value" and mutant.function not in reached(methods_of(self.game))):
            return ""  # what it says is how a game is seen
        install(self.game, mutant)
        try:
            for form, boundary, interned, before in runs:
                if seats_distinguished(form, ()):  # one seat stands for all below
                    return ""
                after = runs_of(form, boundary, interned, Work(MOST_DECISIONS))
                if any(one != other for one, other in zip_longest(after, before)):
                    return ""
        except (NotSymbolic, Unlike):
            return ""
        paths = sum(len(before) for *_, before in runs)
        players = sorted({number for number, _ in self.forms})
        log = "-".join(map(str, dict.fromkeys((players[0], players[-1]))))
        about = f"{log} players, single readings changed, default settings"
        return f"PROVED the same on {paths} paths of {len(runs)} forms ({about})"

    def made(self) -> Iterator[Any]:
        """All that forms hold once they are made, as data, or why there is no such form: each number of players, each
        single reading changed, each single setting at its bounds and beside its default.

        What cannot be told to be the same as data is not.
        """
        game = self.game
        every: list[Form] = []
        every += [(players, {}, {}) for players in range(game.fewest_players, game.most_players + 1)]
        every += [(players, readings, {}) for players, readings in self.forms]
        every += [(game.fewest_players, {}, settings) for settings in single_settings(game)]
        every += [each for each in self.others if each not in every]
        for players, readings, settings in every:
            try:
                held = vars(game(players, readings=readings, settings=settings))
                yield {name: content(thing) for name, thing in held.items() if name not in OF_RULES}
            except Exception as error:
                yield type(error).__name__, str(error)


MOST_TRIED = 1_000
"""A setting is tried with no greater numbers: decks of a million cards are made by nobody."""


def single_settings(game: type[Game[Any]]) -> Iterator[Mapping[str, Any]]:
    """Each setting alone: at its bounds and beside its default; of words fewer."""
    for each in game.parameters:
        if isinstance(each.default, int):
            numbers = {each.least, each.least + 1, each.default - 1, each.default + 1, min(each.most, MOST_TRIED)}
            yield from [{each.name: number} for number in sorted(numbers) if each.least <= number <= each.most]
        else:
            yield from [{each.name: some} for some in (each.default[:1], each.default[:-1]) if some]


def only_for_making(game: type[Game[Any]]) -> set[str]:
    """The functions that are named where a game is made, and nowhere else: play carries none of them out."""
    others = functions_of(game)
    silent = {name: others.pop(name) for name in ("set_up",) if name in others}
    found = set(silent)
    while helpers := only_for(silent, others):
        silent |= {name: others.pop(name) for name in helpers}
        found |= set(helpers)
    return found


def content(thing: Any) -> Any:
    """Anything that a game object holds as data; what is not known to be data is only the same as itself."""
    if isinstance(thing, (Values, Kinds)):
        return _plain(thing)
    if isinstance(thing, Deck):
        return "deck", thing.cards, tuple(thing.copies)
    if is_dataclass(thing) and not isinstance(thing, type):
        return type(thing).__name__, tuple([(each.name, content(getattr(thing, each.name))) for each in fields(thing)])
    if isinstance(thing, Mapping):
        return tuple([(content(key), content(value)) for key, value in thing.items()])
    if isinstance(thing, (tuple, list)):
        return tuple([content(each) for each in thing])
    if thing is None or isinstance(thing, (int, str, bool, Fraction, Enum, Player, FunctionType, type)):
        return type(thing).__name__, thing
    return thing


def forms_of(game: type[Game[Any]]) -> list[tuple[int, Mapping[str, str]]]:
    """The fewest players under the defaults and with each single reading changed, and one player more."""
    form = game()
    choices: list[Mapping[str, str]] = [{}]
    for slug, reading in form.register.items():
        choices += [{slug: value} for value in reading.alternatives if value != reading.default]
    found = [(form.fewest_players, readings) for readings in choices]
    return [*found, (form.fewest_players + 1, {})] if form.fewest_players < form.most_players else found


class Work:
    """The work that is left: decisions on all paths together, and seconds."""

    def __init__(self, decisions: int, budget: Budget | None = None) -> None:
        self.left = decisions
        self.budget = budget or Budget()

    def take(self, path: Path) -> None:
        """Unlike where it is all done."""
        self.left -= 1 + path.made
        if self.left < 0 or self.budget.is_spent:
            raise Unlike("its paths are too many, or too long")


def every_table(form: Game[Any], interned: Interned, work: Work | None = None) -> Boundary:
    """Every table that there can be between steps, and more."""
    shape = Shape()
    with suppress(NotSymbolic):
        as_played(form, shape)
    for ended in followed(
        Search(interned, lazy_class(form, None), label="deal "), form, new_table, deal_of(form), work
    ):
        if ended.is_whole and ended.table.outcome is None:
            shape.take_in(ended.table)
    for round_ in range(MOST_ROUNDS):
        boundary = Boundary(form, shape, {}, f"{round_} ")
        grew = False
        search = Search(interned, boundary.table_class, label=boundary.label)
        for ended in followed(search, form, boundary.prepare, step_of(form), work):
            if ended.is_whole and ended.table.outcome is None:
                grew = shape.take_in(ended.table) or grew
        if not grew:
            return boundary
    raise Unlike("what scalars hold grows without end")


def runs_of(form: Game[Any], boundary: Boundary, interned: Interned, work: Work | None = None) -> Iterator[Any]:
    """Every path of the deal and of a step, as data that can be compared."""
    for search, prepare, rule in (
        (Search(interned, lazy_class(form, None), label="deal "), new_table, deal_of(form)),
        (Search(interned, boundary.table_class, label=boundary.label), boundary.prepare, step_of(form)),
    ):
        log: list[Any] = []

        def prepared(path: Path, table: Any, first: Prepare = prepare, log: list[Any] = log) -> None:
            log.clear()
            first(path, table)
            table.watch = Story([lambda entry: log.append(_plain(entry))])

        def asked(table: Any, choice: Choice, log: list[Any] = log) -> None:
            log.append(("asked", _plain(choice), _state(table)))

        search.asked = asked
        for ended in followed(search, form, prepared, rule, work):
            yield _as_data(ended, list(log))


def followed(search: Search, form: Game[Any], prepare: Prepare, rule: Any, work: Work | None = None) -> Iterator[Ended]:
    """All paths through a rule; Unlike where they are too many."""
    for number, ended in enumerate(search.paths(form, prepare, rule)):
        if number >= MOST_PATHS:
            raise Unlike("there are too many paths")
        if work is not None:
            work.take(ended.path)
        yield ended


def deal_of(form: Game[Any]) -> Any:
    """The rule of the deal, as it is carried out in play."""

    def deal(t: Any) -> Rule[None]:
        yield from form.deal(t)
        t.dealing = False

    return deal


def step_of(form: Game[Any]) -> Any:
    """The rule of a step."""

    def step(t: Any) -> Rule[None]:
        yield from form.step(t)
        t.turns += 1

    return step


def _as_data(ended: Ended, log: list[Any]) -> Any:
    path = ended.path
    if ended.failed:
        raise Unlike(ended.failed)  # what rule code raises cannot be compared
    chance = [_plain(request) for word, request, _ in path.requests if word == "chance"]
    owed = sorted((str(_plain(each.truth)), str(each.broken)) for each in path.obligations)
    ways = path.decisions[: path.made], [each.key for each in path.conditions]
    return ways, log, chance, owed, ended.missing, ended.dropped, _state(ended.table)


def _state(table: Any) -> Any:
    """All of a table, the order of what was done to its piles left out."""
    places = [_plain(place.row if place.is_row else place.pile) for place in table.places]
    scalars = [(name, _plain(table.at_end(name))) for name in table.shape_names]
    return places, scalars, _plain(table.money), _plain(table.turns), _plain(table.outcome)


def _plain(thing: Any) -> Any:
    """Anything as data: equal for equal things, without asking a symbolic one for its truth."""
    if isinstance(thing, SymPile):
        known, parts = thing.terms()
        return "pile", known, tuple(sorted(parts.items()))
    if isinstance(thing, (SymAmount, SymTruth)):
        return type(thing).__name__, thing.key
    if isinstance(thing, (tuple, list)):
        return tuple([_plain(each) for each in thing])
    if isinstance(thing, dict):
        return tuple([(_plain(key), _plain(value)) for key, value in thing.items()])
    if isinstance(thing, Values):
        return "values", tuple(sorted(thing.of.items()))
    if isinstance(thing, Kinds):
        return "kinds", thing.indices
    if isinstance(thing, (Either, Share, Space, Choice, Chance, Outcome)):
        names = [name for cls in type(thing).__mro__ for name in getattr(cls, "__slots__", ())]
        names += list(getattr(thing, "__dict__", ()))
        left_out = ("table", "deck", "_answers")
        return type(thing).__name__, tuple([(n, _plain(getattr(thing, n, None))) for n in names if n not in left_out])
    if thing is None or isinstance(thing, (int, str, bool, float, Enum, Player)):
        return thing
    return repr(thing)

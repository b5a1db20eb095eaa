"""Mutants that cannot differ: they make the very same forms, or mean the same game.

Both Programs are carried out from the same tables, and all that shows is compared (``symbolic/sameness``). Where it
agrees the mutant is PROVED to be the same game for that form; where it does not, nothing is said.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from types import FunctionType
from typing import TYPE_CHECKING, Any

from referee.kernel.cards import Deck, Kinds, Values
from referee.kernel.game import Game, methods_of
from referee.kernel.players import Player
from referee.meaning.texts import NoMeaning
from referee.verify.beside_rules import called_beside_play, named_outside
from referee.verify.mutate.declared import FIRST
from referee.verify.mutate.mutants import Mutant, functions_of, install, install_to_read, only_for
from referee.verify.symbolic.sameness import Rules
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.understood import ENUMERATION, rule_text
from referee.verify.understood.hard_to_prove import reached

if TYPE_CHECKING:  # it loads all methods of proof, which help texts need not
    from referee.verify.mutate.stages import Form

OF_RULES = ("register", "clause_codes", "effects", "modifiers", "sorted_out")
"""Attributes of a form that the kernel derives from its rules: they are the same for all forms."""
OF_CARDS = ("deck", "settled_zones")
"""Those that hold cards, and who sees them, which are only compared."""


class Original:
    """The rules as they are: their runs are followed once, when the first mutant is compared with them.

    ``others`` are forms that are made beside these, and not run.
    """

    def __init__(
        self, game: type[Game[Any]], forms: Sequence[tuple[int, Mapping[str, str]]], others: Sequence[Form] = ()
    ) -> None:
        self.game, self.forms, self.others = game, forms, others
        self._lock = threading.Lock()
        self._rules: list[Rules] | None = None

    def rules(self) -> list[Rules]:
        """The rules of each form, followed; none where they cannot be compared."""
        with self._lock:
            if self._rules is None:
                self._rules = []
                with suppress(NoMeaning, NotFollowed):
                    made = [Rules(self.game(players, readings=readings)) for players, readings in self.forms]
                    for each in made:
                        each.follow()
                    self._rules = made
            return self._rules

    def same(self, mutant: Mutant) -> str:
        """Why a mutant cannot differ in these forms, "" where that is not known.

        The rules are followed before, with ``rules``; this changes the process that it is called in for good.
        """
        if mutant.function in only_for_making(self.game):
            if rule_text(self.game(), ENUMERATION):
                return ""  # what makes a form may set what none holds: a list of a module
            made = list(self.made())
            install(self.game, mutant)
            return f"EXHAUSTED: it makes the very same {len(made)} forms" if list(self.made()) == made else ""
        rules = self._rules
        if not rules or (mutant.operator != FIRST and not self._is_carried_out_alone(mutant.function)):
            return ""
        try:
            install_to_read(self.game, mutant)
            if mutant.operator == FIRST:
                name = mutant.function.rpartition(".")[2]
                if not all(each.is_read_anew(name) for each in rules):
                    return ""
            if not all(each.are(each.read_again()) for each in rules):
                return ""
        except (NoMeaning, NotFollowed):
            return ""
        ways = sum([each.ways for each in rules])
        players = sorted({number for number, _ in self.forms})
        log = "-".join(map(str, dict.fromkeys((players[0], players[-1]))))
        about = f"{log} players, single readings changed, default settings"
        return f"PROVED the same on {ways} ways of {len(rules)} forms ({about})"

    def _is_carried_out_alone(self, function: str) -> bool:
        """Whether a method is come to in a deal and in steps alone. What another one says is how a game is made or
        seen, or what a seat pays that has forfeited."""
        return function in reached(methods_of(self.game)) and function not in called_beside_play(self.game)  # type: ignore[arg-type]

    def made(self) -> Iterator[Any]:
        """All that forms hold once they are made, as data, or why there is no such form: each number of players, each
        single reading changed, each single setting at its bounds and beside its default.

        What cannot be told to be the same as data is not, nor is a function, which may be the changed one.
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
                told = {name: content(thing) for name, thing in held.items() if name not in OF_RULES}
                yield told if all(_is_data(each) for name, each in told.items() if name not in OF_CARDS) else object()
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
    found, called = set(silent), named_outside(game)  # type: ignore[arg-type]
    while helpers := {name for name in only_for(silent, others) if others[name].__name__ not in called}:
        silent |= {name: others.pop(name) for name in helpers}
        found |= set(helpers)
    return found


def content(thing: Any) -> Any:
    """Anything that a game object holds as data; what is not known to be data is only the same as itself."""
    if isinstance(thing, Values):  # in their order, which rules may go by, and with what they are of equal value to
        return "values", tuple(thing.of.items()), tuple([(number, kinds.indices) for number, kinds in thing.groups])
    if isinstance(thing, Kinds):
        return "kinds", thing.indices
    if isinstance(thing, Deck):
        return "deck", thing.cards, tuple(thing.copies)
    if is_dataclass(thing) and not isinstance(thing, type):
        return type(thing).__name__, tuple([(each.name, content(getattr(thing, each.name))) for each in fields(thing)])
    if isinstance(thing, Mapping):
        return type(thing).__name__, tuple([(content(key), content(value)) for key, value in thing.items()])
    if isinstance(thing, (tuple, list)):
        return type(thing).__name__, tuple([content(each) for each in thing])
    if thing is None or isinstance(thing, (int, str, bool, Fraction, Enum, Player, FunctionType, type)):
        return type(thing).__name__, thing
    return thing


def _is_data(told: Any) -> bool:
    """Whether a content has nothing that rules may carry out, or that is only the same as itself."""
    if isinstance(told, tuple):
        return all(map(_is_data, told))
    return told is None or isinstance(told, (int, str, Fraction, Enum, Player))


def forms_of(game: type[Game[Any]]) -> list[tuple[int, Mapping[str, str]]]:
    """The fewest players under the defaults and with each single reading changed, and one player more."""
    form = game()
    choices: list[Mapping[str, str]] = [{}]
    for slug, reading in form.register.items():
        choices += [{slug: value} for value in reading.alternatives if value != reading.default]
    found = [(form.fewest_players, readings) for readings in choices]
    return [*found, (form.fewest_players + 1, {})] if form.fewest_players < form.most_players else found

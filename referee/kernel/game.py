"""A game: its rules and its parameters, frozen once made; and the loop over its steps."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from operator import index
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from referee.kernel.cards import Deck
from referee.kernel.clauses import Reading, load_readings, tell_apart
from referee.kernel.effects import LAYERS, Effect, EffectIndex, Layer, Window
from referee.kernel.errors import BadInput, MissingCase, RefereeError
from referee.kernel.faults import place_in_rules
from referee.kernel.grids import GridSpec
from referee.kernel.input_files import MOST_OF_A_TEXT, read_bytes
from referee.kernel.parameters import Parameter
from referee.kernel.places import ZoneSpec, with_pack
from referee.kernel.players import Player
from referee.kernel.requests import Choice
from referee.kernel.rule_types import Rule
from referee.kernel.ruletext import check_rule_text
from referee.kernel.scalars import to_plain
from referee.kernel.table import Table

if TYPE_CHECKING:
    from referee.kernel.algebra import Algebra

TableT = TypeVar("TableT", bound=Table)


EARLY = (
    "players", "register", "clause_codes", "effects", "modifiers", "sorted_out", "readings", "defined", "settings",
)  # fmt: skip
"""The attributes that the kernel sets on a game object before it is set up."""
LATER = ("seated", "settled_zones", "form")
"""The attributes that the kernel sets on a game object once it is set up."""


class Defined(dict[str, str]):
    """The values of readings that have a rule; asking for another one is a missing case."""

    def __missing__(self, slug: str) -> str:
        raise MissingCase(slug)


class Game(Generic[TableT]):
    """Rules written once. A subclass declares the class variables, ``set_up``, ``deal`` and ``step``.

    Game objects are frozen: everything that outlives a step is on the table. ``name`` is what commands take (letters,
    digits, ``-``), ``title`` what people read, ``table_class`` the class of its tables. It is for ``fewest_players``
    to ``most_players``, and has the settings of ``parameters``. A game object has a number of ``players``, its
    ``deck``, ``settings`` and ``readings`` by name; ``register`` are the readings with all that is known of them.

    The kernel's own: ``ledger``, ``clause_codes``, ``effects``, ``modifiers``, ``sorted_out``, ``defined``,
    ``seated``, ``settled_zones`` and ``form``.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    table_class: ClassVar[type[Table]]
    fewest_players: ClassVar[int]
    most_players: ClassVar[int]
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    cooperative: ClassVar[bool] = False
    """Whether all win or lose together (``cooperative = True``): every seat has the same score and the same payoff,
    see ``Table.end_together``. Tournaments then measure the score, and how well bots play together."""
    teams: int = 0
    """The number of teams; 0 where everybody plays for himself. Partners sit as far apart as they can: two teams sit
    opposite each other. Set it in the class or in ``set_up``."""
    turn_cap: int
    """Steps after which a match is stopped as a draw, unless it is given another cap."""
    nesting_cap: int = 199
    """The depth to which events may nest."""
    caused_cap: int = 9_999
    """The most events that one event may cause, if nothing caused that one."""

    deck: Deck
    ledger: Any = None
    """The counter of actions in matches of this game object, if there is one."""

    def __init__(
        self,
        players: int | None = None,
        *,
        readings: Mapping[str, str] | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        """BadInput: a reading, an alternative, a setting or the number of players does not exist, or the game raises
        an error while it is made (then with file and line)."""
        try:
            self._make(players, readings or {}, settings or {})
        except RefereeError:
            raise
        except Exception as error:
            place = place_in_rules(error, own_classes(type(self)), whole=True) or place_of_class(type(self))
            raise BadInput(f"{place}: the game cannot be set up: {type(error).__name__}: {error}") from error
        self._frozen = True

    def _make(self, players: int | None, readings: Mapping[str, str], settings: Mapping[str, Any]) -> None:
        rules = rules_of(type(self))
        try:
            number = self.fewest_players if players is None else index(players)
        except TypeError:
            raise BadInput(f"{self.name}: the number of players is {players!r}: give a whole number") from None
        self.players: int = number
        self.register = rules.readings
        self.clause_codes = rules.clause_codes
        self.effects = rules.effects
        self.modifiers = rules.modifiers
        self.sorted_out = EffectIndex(self)
        self.readings, self.defined = self._chosen(readings)
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in settings:
            if name not in known:
                raise BadInput(f"{self.name} has no setting {name!r}; it has: {', '.join(known) or 'none'}")
        self.settings: dict[str, Any] = {
            name: parameter.read(settings.get(name, parameter.default), self.name) for name, parameter in known.items()
        }
        if not self.fewest_players <= self.players <= self.most_players:
            why = self.why_not_players()
            raise BadInput(f"{is_for(type(self))}, not {self.players}" + (f" ({why})" if why else ""))
        # Without ``vars``: whoever asks for it makes every look at an attribute and a method slower (CPython 3.11).
        kept = {name: getattr(self, name) for name in EARLY}
        self._sights: dict[Player, Any] = {}
        self.set_up()
        taken = {name for name, value in kept.items() if getattr(self, name) is not value}
        taken |= {name for name in LATER if hasattr(self, name) and not hasattr(type(self), name)}
        for cls in own_classes(type(self)):
            for name in sorted(taken | ({*kept, *LATER} & set(vars(cls)))):
                raise BadInput(f"{place_of_name(cls, name)}: {name} is the kernel's own: give it another name")
        for name in ("deck", "turn_cap"):
            if not hasattr(self, name):
                raise BadInput(f"{place_of_class(type(self))}: {self.name} has no {name}: set self.{name} in set_up")
        if self.teams and self.players % self.teams:
            raise BadInput(f"{self.name}: {self.players} players cannot be {self.teams} teams of the same size")
        self.seated = tuple([Player.at(seat) for seat in range(self.players)])
        """Everybody, in the order in which they sit."""
        self.settled_zones = self._settle_zones()
        """The zones of its tables, each cell of a grid by itself (``board a1``)."""
        self.form: Mapping[str, Any] = {
            "game": self.name,
            "players": self.players,
            "readings": dict(dict.items(self.readings)),  # whoever listens to what rules look up is not told of it
            "settings": {name: to_plain(value) for name, value in self.settings.items()},
        }
        """The form of the game, as JSON data."""

    def __setattr__(self, name: str, value: Any) -> None:
        if getattr(self, "_frozen", False):
            raise AttributeError(f"{self.name}: a game is frozen; what outlives a step is on the table ({name})")
        super().__setattr__(name, value)

    def _settle_zones(self) -> dict[str, ZoneSpec]:
        zones: dict[str, ZoneSpec] = {}
        for name, spec in self.table_class.zone_specs.items():
            cells = [f" {cell.name}" for cell in spec.cells(self)] if isinstance(spec, GridSpec) else [""]
            zones |= {name + cell: spec.settled(self) for cell in cells}
        return with_pack(zones, self.deck)

    def _chosen(self, given: Mapping[str, str]) -> tuple[dict[str, str], Defined]:
        """The values of all readings, and of those that have a rule."""
        chosen = {slug: reading.default for slug, reading in self.register.items()}
        by_id = {reading.id: slug for slug, reading in self.register.items()}
        for name, value in given.items():
            slug = by_id.get(name, name)
            if slug not in chosen:
                raise BadInput(
                    f"{self.name} has no reading {name!r}; 'referee rules {self.name} --readings' lists them"
                )
            alternatives = self.register[slug].alternatives
            if value not in alternatives:
                raise BadInput(f"{self.name}: reading {slug} is one of {', '.join(alternatives)}, not {value!r}")
            chosen[slug] = value
        return chosen, Defined({slug: value for slug, value in chosen.items() if value != "undefined"})

    @property
    def unusual_readings(self) -> dict[str, str]:
        """The readings that are not the default, by slug."""
        return {slug: value for slug, value in self.readings.items() if value != self.register[slug].default}

    @property
    def unusual_settings(self) -> dict[str, Any]:
        """The settings that are not the default."""
        return {
            each.name: self.settings[each.name] for each in self.parameters if self.settings[each.name] != each.default
        }

    # -- what a game says -------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Make the deck (``self.deck``) and what else follows from settings; BadInput where they do not fit."""
        raise NotImplementedError

    def why_not_players(self) -> str:
        """The arithmetic behind the limits on players, for the error."""
        return ""

    def deal(self, t: TableT) -> Rule[None]:
        raise NotImplementedError

    def step(self, t: TableT) -> Rule[None]:
        """Play a turn, as the rulebook calls it."""
        raise NotImplementedError

    def default_answer(self, choice: Choice) -> Any:
        """The declared default action: what is answered for a seat that has forfeited."""
        return choice.space.nth(0)

    def forfeit(self) -> Any:
        """The least that a seat which forfeits pays to the bank, in units of payoff."""
        raise NotImplementedError

    def goal(self) -> int | None:
        """The best possible score of a co-operative game: ``def goal(self): return 25``. None: there is no such
        score."""
        return None

    def payoff_bounds(self) -> tuple[Any, Any] | None:
        """The least and the greatest payoff of a seat; None where there is no bound."""
        return None

    def standing(self, t: TableT) -> Sequence[Any]:
        """What each seat has of the match so far, in units of payoff, by seat: for bots that play on in their heads to
        the end of a hand (``hand_number``) and no further. Without this method it is the money."""
        money: Sequence[Any] = t.money[:-1]
        return money

    def evaluation(self, t: TableT) -> Sequence[Any] | None:
        """What each seat may hope for between two turns, in units of payoff, by seat: an estimate, for bots that play
        on in their heads to the end of the running turn and no further. None: they play to the end of the hand."""
        return None

    def appraise(self, t: TableT, choice: Choice, answer: Any) -> Any:
        """How good an answer looks to whoever decides (``choice.decider``): the more, the better. Bots that play on in
        their heads (``search``) let everybody give the answer that looks best, the first of equals.

        It is a number, a fraction, or a tuple of them; not a float, so that it is the same wherever it is worked out.
        It may go by what the decider may know, and by nothing else: the rest of ``t`` is imagined. None: there is
        nothing to say about this answer. Where that is so of all answers, one is given at random. A large choice of
        cards is put together card by card, so that ``answer`` may have fewer cards than have to be chosen.
        """
        return None

    def possible_scalars(self, t: TableT, player: Player) -> Mapping[str, Any]:
        """What hidden scalars may be between two steps, for bots that imagine what they do not see.

        ``t`` has its cards and all that ``player`` sees. The result maps the name of a scalar to its possible values,
        all equally likely; a scalar of every player is mapped to one sequence of values for each seat. Scalars that
        are not named are as on a new table. Without this method the chance that set hidden scalars is drawn again and
        again until it fits. Write the method where that takes too long, or where answers set them.
        """
        raise NotImplementedError

    def team_of(self, player: Player) -> int:
        """The number of a player's team, from 0 on. Without teams every player is a team of his own."""
        return player.seat % self.teams if self.teams else player.seat

    def layers(self, quantity: str) -> tuple[Layer, ...]:
        """The order of the layers of modifiers."""
        return LAYERS

    def draw(self, view: Mapping[str, Any]) -> str:
        """A picture of the table for people: lines of text about what a seat sees (``referee.kernel.views.view_of``).

        It is shown above the list of places, at the terminal and on pages. A game with a grid is drawn without this
        method. ``view`` is a copy; with everything open it is that of seat 0, with all cards.
        """
        return ""

    def hand_number(self, t: TableT) -> int:
        """The number of the hand (round, deal) of the match that is being played, from 1 on. It is part of the names
        of chance."""
        return 1

    # -- running ----------------------------------------------------------------------------------------

    def table(self, algebra: Algebra | None = None) -> TableT:
        """A new table, nothing dealt."""
        return self.table_class(self, algebra)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that the kernel reads off a game's class, once."""

    folder: Path
    readings: Mapping[str, Reading]
    clause_codes: Mapping[CodeType, tuple[str, ...]]
    effects: Mapping[Window, tuple[Effect, ...]]
    modifiers: Mapping[str, Mapping[Layer, tuple[Any, ...]]]
    enums: dict[str, type[Enum]]
    types: dict[str, type[Any]]
    """The enums and typed tuples of its modules, by name: what ``from_plain`` needs."""


_rules: dict[type, Rules] = {}


def is_for(game: type[Game[Any]]) -> str:
    """``NAME is for 3 to 5 players``."""
    fewest, most = game.fewest_players, game.most_players
    return f"{game.name} is for {fewest if fewest == most else f'{fewest} to {most}'} players"


def place_of_class(cls: type) -> str:
    """``file:line`` of where a class is written."""
    return f"{inspect.getfile(cls)}:{inspect.getsourcelines(cls)[1]}"


def place_of_name(cls: type, name: str) -> str:
    """``file:line`` where a class first names an attribute of its objects."""
    lines, first = inspect.getsourcelines(cls)
    naming = re.compile(rf"(self\.|def |^\s*){name}\b")
    line = next((number for number, line in enumerate(lines, first) if naming.search(line)), first)
    return f"{inspect.getfile(cls)}:{line}"


def own_classes(game: type[Game[Any]]) -> list[type[Game[Any]]]:
    """Its class, then those of the games that it is a variant of."""
    return [cls for cls in game.__mro__ if issubclass(cls, Game) and cls is not Game]


def folders_of(game: type[Game[Any]]) -> list[Path]:
    """The folder of its rules, then those of the games that it is a variant of."""
    return [Path(inspect.getfile(cls)).parent for cls in own_classes(game)]


def rules_of(game: type[Game[Any]]) -> Rules:
    """The rules of a game's class; RuleTextError where its text may not be run."""
    if game in _rules:
        return _rules[game]
    folders = folders_of(game)
    # A variant that is a subclass in a file of its own keeps the rulebook of the game that it varies.
    folder = next((each for each in folders if (each / "readings.toml").exists()), folders[0])
    readings = load_readings(folder / "readings.toml")
    if os.path.lexists(folder / "rulebook.md"):  # many read it: it has to be one that can be read
        read_bytes(folder / "rulebook.md", MOST_OF_A_TEXT, kind="a rulebook")
    check_rule_text(game, readings)
    codes: dict[CodeType, tuple[str, ...]] = {}
    effects: dict[Window, list[Effect]] = {}
    modifiers: dict[str, dict[Layer, tuple[Any, ...]]] = {}
    methods = methods_of(game)
    tell_apart(methods)
    for name, method in methods.items():
        if hasattr(method, "__clauses__"):
            codes[method.__code__] = method.__clauses__
        if hasattr(method, "__effect__"):
            made = method.__effect__
            effects.setdefault(made.window, []).append(made if made.name == name else replace(made, name=name))
        if hasattr(method, "__modifies__"):
            quantity, layer = method.__modifies__
            layers = modifiers.setdefault(quantity, {})
            layers[layer] = (*layers.get(layer, ()), method)
    types: dict[str, type[Any]] = {}
    for cls in (*reversed(game.__mro__), *reversed(game.table_class.__mro__)):
        module = inspect.getmodule(cls)
        types |= {k: v for k, v in vars(module).items() if isinstance(v, type) and is_storable(v)}
    enums = {name: each for name, each in types.items() if issubclass(each, Enum)}
    fixed = {window: tuple(each) for window, each in effects.items()}
    _rules[game] = Rules(folder, readings, codes, fixed, modifiers, enums, types)
    return _rules[game]


def is_storable(kind: type) -> bool:
    """Whether a table may keep things of a class that a game makes: an enum, a typed tuple."""
    return issubclass(kind, Enum) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))


def methods_of(game: type) -> dict[str, Any]:
    """The functions in the bodies of a game's class and its bases (without ``Game`` itself), in their order."""
    found: dict[str, Any] = {}
    for cls in reversed(game.__mro__):
        if issubclass(cls, Game) and cls is not Game:
            found |= {name: each for name, each in vars(cls).items() if inspect.isfunction(each)}
    return found


def draws(game: type[Game[Any]]) -> bool:
    """Whether a game draws its table; a rule of its own that is called ``draw`` is no picture."""
    method: Any = inspect.unwrap(game.draw)
    is_rule = inspect.isgeneratorfunction(method) or str(method.__annotations__.get("return", "")).startswith("Rule")
    return method is not Game.draw and not is_rule and len(inspect.signature(method).parameters) == 2

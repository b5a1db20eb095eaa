"""Properties: what a rulebook promises, or what its author wants to know.

A property is a function of the table in the kernel's words, the same for integers and for terms of the prover.
It lives in ``properties/GAME.py``:

    from referee.verify import always, every

    @always("E-20", refuted_under={"challenger-gives-back": ["always-two"]})
    def every_hand_is_complete(t):
        "Fifteen cards in every hand after every turn."
        return every(t, (t.hand[player].size == t.game.full_hand for player in t.players))

How each kind is written stands in docs/checking.md.
"""

from __future__ import annotations

import ast
import inspect
import sys
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, is_for, rules_of
from referee.kernel.input_files import MOST_OF_A_TEXT, read_bytes
from referee.kernel.rulebook import load_rulebook
from referee.kernel.source_loading import spec_of_file
from referee.verify.verdicts import HOLDS, Trouble, Verdict

Claim = Callable[..., Any]


class Kind(Enum):
    """The kinds of property; the kind decides what its claim gives."""

    ALWAYS = "always"
    """A truth that holds at every step boundary (or whenever something is ``asked``)."""
    POSSIBLE = "possible"
    """A truth that holds on some table that is reached."""
    NEVER = "never"
    """A truth that holds on no such table."""
    TERMINATES = "terminates"
    """A measure, not negative while play goes on, that every step makes smaller: so many steps are left at most."""
    EQUAL = "equal"
    """A pair of things that agree at every step boundary; None where there is nothing to compare."""
    FREE_OF = "free of"
    """No trouble of one sort is met; there is no claim to evaluate."""
    TURNS_END = "turns end"
    """Every step comes to its end, whatever is answered; there is no claim to evaluate."""
    ENDLESS = "endless"
    """Play can go on for ever; there is no claim to evaluate."""
    VALUE = "value"
    """A truth about the payoffs of the two seats with best play, all cards open."""


@dataclass(frozen=True, slots=True)
class Under:
    """Readings, and numbers of players (all, if None), under which a property is expected not to hold."""

    readings: Mapping[str, str]
    players: tuple[int, ...] | None = None

    def covers(self, readings: Mapping[str, str], players: int | None) -> bool:
        if self.players is not None and players is not None and players not in self.players:
            return False
        return all(readings.get(slug) == value for slug, value in self.readings.items())


def under(readings: Mapping[str, str] | None = None, *, players: Iterable[int] | None = None) -> Under:
    """``under({"joker-from-selection": "one-short", "challenge-and-trade": "also-trade"}, players=[2])``."""
    return Under(dict(readings or {}), None if players is None else tuple(players))


Refuted = Mapping[str, Sequence[str]] | Sequence[Under]
"""Values of single readings by slug, or a list of what ``under`` gives."""


@dataclass(frozen=True, slots=True)
class Property:
    """See the module's docstring.

    ``accepts`` is the weakest verdict that its author accepts. ``refuted`` names what it is expected not to hold
    under; ``players`` the numbers of players that it is about (all, if None); ``readings`` values that it is
    only about; ``settings`` a scale at which it is looked at; not ``scaled`` are those that are about the numbers of
    the real game, and that a smaller one need not have; ``asked`` the words of the questions at which it is
    looked at (``claim(t, choice)``) in place of step boundaries, ``("*",)`` for every question; ``trouble`` what
    it is free of.
    """

    name: str
    clauses: tuple[str, ...]
    kind: Kind
    sentence: str
    claim: Claim
    accepts: Verdict
    refuted: tuple[Under, ...]
    players: tuple[int, ...] | None
    readings: Mapping[str, str]
    settings: Mapping[str, Any]
    scaled: bool
    asked: tuple[str, ...]
    trouble: Trouble | None
    file: str
    line: int
    provable: bool = True
    """Whether a proof of it is tried."""
    tops: tuple[str, ...] = ()
    """Cards on top of the players' rows after a shuffle, where endless play is looked for."""
    whole_turns: bool = False
    """Play that goes round is looked for over whole turns, and not within one."""
    only_there: bool = False
    """It is looked at with its ``settings`` alone, and what it says of readings has them looked at there alone."""

    def expected(self, readings: Mapping[str, str], players: int | None = None) -> bool:
        """Whether it is expected to hold under these readings (of which those not given are the default)."""
        return not any(each.covers(readings, players) for each in self.refuted)

    def applies(self, readings: Mapping[str, str], players: int, scale: Mapping[str, Any] | None = None) -> bool:
        """Whether it is about this form of the game. ``readings`` are all of its readings, ``scale`` the settings that
        are not the default."""
        if scale and not self.scaled:
            return False
        if self.only_there and scale is not None and not self.is_at(scale):
            return False
        if self.players is not None and players not in self.players:
            return False
        return all(readings.get(slug) == value for slug, value in self.readings.items())

    def is_at(self, scale: Mapping[str, Any]) -> bool:
        """Whether these settings are its own."""
        both = [(scale[name], value) for name, value in self.settings.items() if name in scale]
        return bool(both) and all(in_order(one) == in_order(other) for one, other in both)

    def accepts_verdict(self, verdict: Verdict) -> bool:
        """Whether a verdict in its favour is strong enough for its author."""
        return verdict in HOLDS and HOLDS.index(verdict) <= HOLDS.index(self.accepts)


def _declare(kind: Kind) -> Callable[..., Callable[[Claim], Claim]]:
    def declare(
        *clauses: str,
        accepts: Verdict = Verdict.NOT_REFUTED,
        refuted_under: Refuted | None = None,
        players: Iterable[int] | None = None,
        readings: Mapping[str, str] | None = None,
        settings: Mapping[str, Any] | None = None,
        scaled: bool = True,
        provable: bool = True,
        asked: str | Sequence[str] = (),
        tops: Sequence[str] = (),
        whole_turns: bool = False,
        only_there: bool = False,
    ) -> Callable[[Claim], Claim]:
        if any(not isinstance(each, str) for each in clauses):
            raise BadInput(f'a property is declared with its clauses: @{kind.value.replace(" ", "_")}("X-1", …)')
        if only_there and not settings:
            raise BadInput("only_there goes with settings: they say where")
        trouble = None
        if kind is Kind.FREE_OF:
            trouble, clauses = _trouble(clauses[:1]), clauses[1:]

        def register(claim: Claim) -> Claim:
            claim.__property__ = Property(  # type: ignore[attr-defined]
                claim.__name__.replace("_", "-"),
                clauses,
                kind,
                " ".join((inspect.getdoc(claim) or claim.__name__.replace("_", " ")).split()),
                claim,
                accepts,
                _refuted(refuted_under or ()),
                None if players is None else tuple(players),
                dict(readings or {}),
                dict(settings or {}),
                scaled,
                (asked,) if isinstance(asked, str) else tuple(asked),
                trouble,
                claim.__code__.co_filename,
                claim.__code__.co_firstlineno,
                provable,
                tuple(tops),
                whole_turns,
                only_there,
            )
            return claim

        return register

    return declare


def in_order(value: Any) -> Any:
    """A setting, equal however a list is ordered: a game may have put it into its own order."""
    return sorted(value, key=str) if isinstance(value, (list, tuple)) else value


def _trouble(words: tuple[str, ...]) -> Trouble:
    known = {each.value: each for each in Trouble}
    if not words or words[0] not in known:
        raise BadInput(f"free_of takes one of these words first: {', '.join(map(repr, known))}")
    return known[words[0]]


def _refuted(refuted: Refuted) -> tuple[Under, ...]:
    if isinstance(refuted, Mapping):
        if all(isinstance(values, (list, tuple)) for values in refuted.values()):
            return tuple([Under({slug: value}) for slug, values in refuted.items() for value in values])
    elif isinstance(refuted, (list, tuple)) and all(isinstance(each, Under) for each in refuted):
        return tuple(refuted)
    raise BadInput(f"refuted_under takes {{reading: [values]}}, or a list of under(…), and not {refuted!r}")


always = _declare(Kind.ALWAYS)
"""``claim(t)`` holds after the deal and after every turn; with ``asked`` (words of questions, ``"*"`` for all)
``claim(t, choice)`` whenever one of them is put. ``clauses`` are those that promise it; what else is taken stands at
``Property``. Its name is the function's, its sentence the docstring. BadInput where it is declared wrongly."""
possible = _declare(Kind.POSSIBLE)
"""``claim(t)`` holds on some table that is reached."""
never = _declare(Kind.NEVER)
"""``claim(t)`` holds on no table that is reached."""
terminates = _declare(Kind.TERMINATES)
"""``claim(t)`` is a whole number, not negative while play goes on, that every turn makes smaller."""
equal = _declare(Kind.EQUAL)
"""``claim(t)`` is a pair of things that agree after every turn; None where there is nothing to compare."""
free_of = _declare(Kind.FREE_OF)
"""``free_of("shortage", "E-6", …)``: see ``Trouble`` for the words. The claim is not called: its docstring counts."""
turns_end = _declare(Kind.TURNS_END)
"""Every turn comes to its end, whatever is answered. The claim is not called."""
endless = _declare(Kind.ENDLESS)
"""Play can go on for ever, and is meant to. The claim is not called."""
value = _declare(Kind.VALUE)
"""``claim(payoffs)`` holds of the payoffs of both seats with best play, all cards open. ``settings`` make the game
small enough to be worked out."""


def load_properties(path: Path, game: type[Game[Any]]) -> list[Property]:
    """The properties of a file, in its order. BadInput names the file, the property and what is wrong."""
    found, complaints = read_properties(path, game)
    if complaints:
        raise BadInput(complaints[0])
    return found


def read_properties(path: Path, game: type[Game[Any]]) -> tuple[list[Property], list[str]]:
    """The usable properties of a file in its order, and a line about each of the others.

    BadInput: the file as a whole cannot be loaded.
    """
    return properties_in(load_module(path, game), game)


def properties_in(module: ModuleType, game: type[Game[Any]]) -> tuple[list[Property], list[str]]:
    """The usable properties of a module that has been loaded, and a line about each of the others."""
    declared = [each.__property__ for each in vars(module).values() if hasattr(each, "__property__")]
    files = dict.fromkeys([module.__file__ or "", *[each.file for each in declared]])
    complaints = [line for file in files for line in _twice(file)]
    found: list[Property] = []
    named: dict[str, Property] = {}
    ids = {clause.id for clause in load_rulebook(rules_of(game).folder / "rulebook.md").clauses} if declared else set()
    for each in declared:
        wrong = list(_wrong(each, game, ids))
        if named.setdefault(each.name, each).claim is not each.claim:
            wrong.append("there is another property of this name: rename one of them")
        complaints += [f"{each.file}:{each.line}: {each.name}: {what}" for what in wrong]
        if not wrong:
            found.append(each)
    return found, complaints


def load_module(path: Path, game: type[Game[Any]]) -> ModuleType:
    """A file of properties as a module. BadInput, with the line: it cannot be loaded.

    It may import files beside it whose names begin with ``_`` (``from ._mine import …``), and the rules of its game by
    the name of their folder (``from high_cards.rules import Way``).
    """
    read_bytes(path, MOST_OF_A_TEXT, kind="a file of properties")
    folder = ModuleType(f"_referee_properties_{abs(hash(path.resolve()))}")
    folder.__path__ = [str(path.resolve().parent)]
    for name in [each for each in sys.modules if each.partition(".")[0] == folder.__name__]:
        del sys.modules[name]  # what was imported from beside it may have changed
    sys.modules[folder.__name__] = folder
    spec = spec_of_file(f"{folder.__name__}.{path.stem}", path)
    assert spec is not None, path
    assert spec.loader is not None, path
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module
    try:
        with _by_folder(game):
            spec.loader.exec_module(module)
    except BadInput as error:
        raise BadInput(f"{_place(path, error)}: {error}") from None
    except (Exception, SystemExit) as error:
        raise BadInput(f"{_place(path, error)}: cannot be loaded: {type(error).__name__}: {error}") from None
    return module


@contextmanager
def _by_folder(game: type[Game[Any]]) -> Iterator[None]:
    """Within this context the modules of a game are imported by the name of their folder: the very modules that are
    played, wherever the folder lies."""
    package, name = game.__module__.rpartition(".")[0], rules_of(game).folder.name
    if (
        package == name
        or name in sys.stdlib_module_names
        or (name in sys.modules and f"{name}.rules" not in sys.modules)
    ):
        yield
        return
    loaded = {each: module for each, module in sys.modules.items() if each == package or each.startswith(f"{package}.")}
    before = {each: sys.modules.pop(each) for each in list(sys.modules) if each.partition(".")[0] == name}
    sys.modules.update({name + each.removeprefix(package): module for each, module in loaded.items()})
    try:
        yield
    finally:
        for each in [each for each in sys.modules if each.partition(".")[0] == name]:
            del sys.modules[each]
        sys.modules.update(before)


def _twice(file: str) -> Iterator[str]:
    """A line for each property of a file that another one of its name has taken the place of."""
    seen: set[str] = set()
    for node in ast.parse(Path(file).read_bytes()).body:
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            if node.name in seen:
                name = node.name.replace("_", "-")
                wrong = "there is another property of this name: rename one of them"
                yield f"{file}:{node.decorator_list[0].lineno}: {name}: {wrong}"
            seen.add(node.name)


def _place(path: Path, error: BaseException) -> str:
    """The line of the file at which loading it failed."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return f"{path}:{error.lineno}"
    lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == str(path)]
    return f"{path}:{lines[-1]}" if lines else str(path)


def _wrong(declared: Property, game: type[Game[Any]], ids: Collection[str]) -> Iterator[str]:
    rules = rules_of(game)
    for clause in declared.clauses:
        if clause not in ids:
            yield f"there is no clause {clause}"
    named = [pair for each in declared.refuted for pair in each.readings.items()]
    for slug, value in [*declared.readings.items(), *named]:
        if slug not in rules.readings:
            yield f"there is no reading {slug!r}"
        elif value not in rules.readings[slug].alternatives:
            yield f"reading {slug!r} has no alternative {value!r}"
    if declared.players is not None:
        for players in declared.players:
            if players not in range(game.fewest_players, game.most_players + 1):
                yield f"{is_for(game)}, not {players!r}"
    known = [parameter.name for parameter in game.parameters]
    for name in declared.settings:
        if name not in known:
            yield f"there is no setting {name!r}"

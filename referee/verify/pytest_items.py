"""What ``pytest properties/`` collects: an item for each property under each choice of readings.

An item ``NAME[default]`` or ``NAME[SLUG=VALUE]`` passes where the property holds in every match that Hypothesis
plays; ``NAME[SLUG=VALUE: refuted]`` where it fails, as its author expects. ``the-rules-themselves[…]`` passes where
the rules run into no trouble of their own that is neither expected nor accepted. The worked examples beside a file
of properties are items too. Items of one choice of readings share their matches.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.play.examples import Example, check_example, load_examples
from referee.verify.check_result import Checked, readings_text
from referee.verify.findings import OWED
from referee.verify.methods import Question, method_of
from referee.verify.play.machine import Machine
from referee.verify.play.minimise import minimised
from referee.verify.play_results import shown_by
from referee.verify.project import load_accepted
from referee.verify.properties import Kind, Property, load_module, properties_in
from referee.verify.pytest_words import failure_text
from referee.verify.scales import Scale, scales_of
from referee.verify.verdicts import Method, Result, Verdict

Readings = Mapping[str, str]
RULES = "the-rules-themselves"


class DoesNotHold(Exception):
    """The text of an item in place of a traceback."""


class PropertiesFile(pytest.File):
    """``properties/GAME.py``; the game is looked for in the project that it belongs to, then by its name."""

    game: type[Game[Any]]
    properties: list[Property]
    checked: Checked
    scales: list[Scale]
    own_choices: dict[str, list[Readings]]
    """By property the choices of readings for which it states an expectation."""

    def collect(self) -> Iterator[pytest.Item]:
        try:
            self.game = _game_of(self.path)
            module = load_module(self.path, self.game)
            self.properties, complaints = properties_in(module, self.game)
            self.scales = scales_of(module, self.game)[0]
            self.all_forms: list[Forms] = []
            self.checked = Checked(self.game, self.properties)
            accepted = self.path.with_name(f"{self.game.name}.accepted.toml")
            if accepted.is_file():
                self.checked.accepted = load_accepted(accepted)
            examples = self.path.with_name(f"{self.game.name}.examples.toml")
            shown = load_examples(examples, self.game) if examples.is_file() else ()
        except BadInput as error:
            raise self.CollectError(str(error)) from None
        for complaint in complaints:
            yield Unusable.from_parent(self, name=complaint.partition(": ")[2].partition(":")[0], complaint=complaint)
        everywhere = self._choices([each for each in self.properties if not each.only_there])
        self.own_choices = {claimed.name: self._choices([claimed]) for claimed in self.properties}
        for readings in self._choices(self.properties):
            yield from self._under(readings, with_rules=readings in everywhere)
        for example in shown:
            yield ExampleItem.from_parent(self, name=f"example[{example.name}]", example=example)

    def _choices(self, properties: Sequence[Property]) -> list[Readings]:
        """The default readings, and those for which a property states an expectation."""
        found: list[Readings] = [{}]
        for claimed in properties:
            mine = [claimed.readings, *(each.readings for each in claimed.refuted)]
            changed = [self._changed(each) for each in mine]
            found += [each for number, each in enumerate(changed) if each not in found and each not in changed[:number]]
        return found

    def _changed(self, readings: Readings) -> Readings:
        register = rules_of(self.game).readings
        return {slug: value for slug, value in readings.items() if value != register[slug].default}

    def _under(self, readings: Readings, *, with_rules: bool) -> Iterator[pytest.Item]:
        reading = readings_text(readings) or "default"
        forms = Forms(self, readings)
        self.all_forms.append(forms)
        if with_rules:
            yield RulesItem.from_parent(self, name=f"{RULES}[{reading}]", forms=forms)
        for claimed in self.properties:
            elsewhere = readings and readings not in self.own_choices[claimed.name]
            if elsewhere and (claimed.only_there or not with_rules):
                continue
            if any(forms.about(claimed, expected=True)):
                yield PropertyItem.from_parent(self, name=f"{claimed.name}[{reading}]", forms=forms, claimed=claimed)
            if any(forms.about(claimed, expected=False)):
                name = f"{claimed.name}[{reading}: refuted]"
                yield RefutedItem.from_parent(self, name=name, forms=forms, claimed=claimed)


class Forms:
    """The forms of a game under one choice of readings, and the matches that its items share."""

    def __init__(self, file: PropertiesFile, readings: Readings) -> None:
        self.file, self.readings = file, readings
        self.expected = {**{slug: each.default for slug, each in rules_of(file.game).readings.items()}, **readings}
        self.games: list[Game[Any]] = []
        counts = range(file.game.fewest_players, file.game.most_players + 1)
        wanted: list[tuple[int, dict[str, Any]]] = [(players, {}) for players in counts]
        for each in file.properties:
            if each.only_there:
                wanted += [(players, dict(each.settings)) for players in each.players or counts]
        for players, settings in wanted:
            try:
                game = file.game(players, readings=readings, settings=settings)
            except BadInput:
                continue
            if all(game.form != other.form for other in self.games):
                self.games.append(game)

    def about(self, claimed: Property, *, expected: bool) -> list[Game[Any]]:
        """The forms that a property is about and on which it is expected to hold; with ``expected=False`` those on
        which it is not."""
        return [
            game
            for game in self.games
            if claimed.only_there == bool(game.unusual_settings)
            and claimed.applies(self.expected, game.players, game.unusual_settings)
            and claimed.expected(self.expected, game.players) is expected
        ]

    @cached_property
    def holding(self) -> Machine:
        """The matches for all properties of the session that are expected to hold here."""
        return self._played(expected=True)

    @cached_property
    def failing(self) -> Machine:
        return self._played(expected=False)

    def _played(self, *, expected: bool) -> Machine:
        wanted = [
            each.claimed
            for each in self.file.session.items
            if isinstance(each, PropertyItem) and each.forms is self and isinstance(each, RefutedItem) is not expected
        ]
        forms = [
            (game, [each for each in wanted if game in self.about(each, expected=expected)]) for game in self.games
        ]
        option = self.file.config.getoption("hypothesis_seed", None)
        name = " ".join([self.file.game.name, readings_text(self.readings), str(option)])
        machine = Machine(
            [each for each in forms if each[1]] or [(game, []) for game in self.games if not game.unusual_settings],
            name,
        )
        machine.run(shrink=expected)
        return machine


class _Item(pytest.Item):
    parent: PropertiesFile
    claimed: Property | None = None

    @property
    def game(self) -> type[Game[Any]]:
        return self.parent.game

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        return self.path, self.line(), self.name

    def line(self) -> int | None:
        """The line, counted from 0."""
        return None

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, (DoesNotHold, BadInput)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class Unusable(_Item):
    """A property that cannot be used as it is written."""

    def __init__(self, *, complaint: str, **more: Any) -> None:
        super().__init__(**more)
        self.complaint = complaint

    def runtest(self) -> None:
        raise DoesNotHold(self.complaint)


class ExampleItem(_Item):
    def __init__(self, *, example: Example, **more: Any) -> None:
        super().__init__(**more)
        self.example = example

    def runtest(self) -> None:
        shown = check_example(self.parent.game, self.example)
        if shown.differences:
            raise DoesNotHold("\n".join(shown.differences))


class RulesItem(_Item):
    def __init__(self, *, forms: Forms, **more: Any) -> None:
        super().__init__(**more)
        self.forms = forms

    def runtest(self) -> None:
        file = self.parent
        for failure in list(self.forms.holding.met.values()):
            short = minimised(failure.game, failure.met, failure.script)
            finding = shown_by(short, Method.FUZZ)
            if file.checked.status(finding) == "new":
                raise DoesNotHold(failure_text(self, finding, short))


class PropertyItem(_Item):
    """A property that is expected to hold."""

    claimed: Property

    def __init__(self, *, forms: Forms, claimed: Property, **more: Any) -> None:
        super().__init__(**more)
        self.forms, self.claimed = forms, claimed

    def line(self) -> int | None:
        return self.claimed.line - 1

    def runtest(self) -> None:
        claimed = self.claimed
        _refuse_unasked(claimed)
        machine = self.forms.holding
        if claimed.name in machine.raised:
            raise DoesNotHold(str(machine.raised[claimed.name]))
        if claimed.name in machine.failures:
            failure = machine.failures[claimed.name]
            short = minimised(failure.game, failure.met, failure.script)
            finding = shown_by(short, Method.FUZZ)
            if self.parent.checked.status(finding) != "accepted":
                raise DoesNotHold(failure_text(self, finding, short))
            return
        if claimed.kind is Kind.POSSIBLE:
            if not (claimed.name in machine.reached or self._fuzzed(Verdict.WITNESSED, expected=True) or self._seen()):
                raise DoesNotHold(f"UNKNOWN: not met in {machine.matches} matches: {claimed.sentence}")
        elif claimed.kind is not Kind.FREE_OF and not machine.looked_at[claimed.name]:
            raise DoesNotHold(f"UNKNOWN: nothing to look at was met in {machine.matches} matches")

    def _fuzzed(self, verdict: Verdict, *, expected: bool) -> bool:
        """Whether the fuzzer comes to this verdict; it goes to extremes that are rare here."""
        forms = [*self.forms.about(self.claimed, expected=expected), *self._own_scale(expected=expected)]
        return any(self._says(Method.FUZZ, game, verdict) for game in forms)

    def _says(self, method: Method, game: Game[Any], verdict: Verdict) -> bool:
        said = method_of(method).decide(Question(game, (self.claimed,)))
        results = [each for each in said if isinstance(each, Result) and each.property == self.claimed.name]
        return any(each.verdict is verdict for each in results)

    def _own_scale(self, *, expected: bool) -> Iterator[Game[Any]]:
        """The game with the settings that the property names, where 'referee check' looks for longest."""
        claimed, readings = self.claimed, self.forms.readings
        for players in claimed.players or range(self.game.fewest_players, self.game.most_players + 1):
            if not claimed.settings or claimed.expected(self.forms.expected, players) is not expected:
                continue
            with suppress(BadInput):
                yield self.game(players, readings=readings, settings=claimed.settings)

    def _seen(self) -> bool:
        """Whether what may happen does so under other readings, or where everything that can happen is looked at at a
        scale: that it was not met in some form of the game says nothing, as for 'referee check'."""
        claimed, file = self.claimed, self.parent
        if any(claimed.name in each.holding.reached for each in file.all_forms if each.about(claimed, expected=True)):
            return True
        for scale in file.scales:
            for players in scale.players:
                form = file.game(players, settings=scale.settings)
                applies = claimed.applies(form.readings, players, form.unusual_settings)
                if applies and self._says(Method.EXPLORE, form, Verdict.WITNESSED):
                    return True
        return False


class RefutedItem(PropertyItem):
    """A property that is expected to fail."""

    def runtest(self) -> None:
        claimed = self.claimed
        _refuse_unasked(claimed)
        machine = self.forms.failing
        if claimed.name in machine.raised:
            raise DoesNotHold(str(machine.raised[claimed.name]))
        if claimed.kind is Kind.POSSIBLE:
            if claimed.name in machine.reached:
                raise DoesNotHold(f"{claimed.name} is possible, as its author does not expect: {claimed.sentence}")
            return
        if claimed.name not in machine.failures and not self._fuzzed(Verdict.REFUTED, expected=False):
            raise DoesNotHold(f"{claimed.name} is no longer refuted here, as its author expects it to be")


def _game_of(path: Path) -> type[Game[Any]]:
    """The game of ``properties/GAME.py``."""
    project, name = path.parent.parent, path.stem
    folder = name.replace("-", "_")
    for home in (project / "games" / folder, project / "games" / name, project / folder, project / name, project):
        if (home / "rules.py").is_file():
            game = find_game(home)
            if game.name == name:
                return game
    return find_game(name, project)


def _refuse_unasked(claimed: Property) -> None:
    if claimed.kind in (Kind.ENDLESS, Kind.VALUE) or (claimed.kind is Kind.FREE_OF and claimed.trouble not in OWED):
        pytest.skip("NOT ASKED: playing cannot decide it; 'referee check' has methods that can")

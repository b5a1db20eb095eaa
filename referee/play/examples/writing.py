"""A step of a match as a worked example: the table before it, what was answered and drawn, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Mapping
from typing import Any

from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import BadInput, RuleFault
from referee.kernel.game import Game
from referee.kernel.requests import Chance, Choice, Draw, Driver, Lot, Pick, Roll, Shuffle
from referee.kernel.table import Table
from referee.play.examples.expectations import cards_in
from referee.play.examples.file import case_of
from referee.play.examples.notation import read_answer, say_answer, shown_scalar
from referee.play.examples.run import only_outcome, play_case, read_outcome
from referee.play.one_by_one import OneByOne


class CannotWrite(Exception):
    """What happened has no form as an example."""


def example_of(
    name: str, clauses: Iterable[str], table: Table, driver: Driver, always: Iterable[str] = ()
) -> dict[str, Any]:
    """The entry of an example: the step that begins on ``table`` (its deal, if it is not dealt yet), as ``driver``
    carries it out. ``always`` are scalars that are told even where they are as on a new table. CannotWrite where it
    has no form, or does not come out so again."""
    game: Game[Any] = table.game
    entry: dict[str, Any] = {"name": name, "clauses": list(clauses), "players": game.players}
    for word, values in (("readings", game.unusual_readings), ("settings", game.unusual_settings)):
        if values:
            entry[word] = {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
    before = _state(table)
    if table.dealing:
        entry["deal"] = True
    else:
        new = _state(game.table())
        places = {place.name for place in table.places}
        entry["table"] = {
            word: value
            for word, value in before.items()
            if (_is_something(value) if word in places else value != new[word] or word in always)
        }
    told = _Told(driver)
    try:
        if table.dealing:
            run_deal(game, table, told)
        else:
            run_step(game, table, told)
    except RuleFault as fault:
        raise CannotWrite(str(fault)) from None
    if told.answers:
        entry["answers"] = told.answers
    if told.outcomes:
        entry["chance"] = told.outcomes
    entry["steps"] = 0 if "deal" in entry else 1
    after = _state(table)
    # All of it: rules that were to do something more would otherwise go unnoticed.
    expect = dict(after)
    expect["ended"] = table.outcome is not None
    if table.outcome is not None:
        for word in ("ranks", "payoffs", "reason"):
            expect[word] = shown_scalar(getattr(table.outcome, word))
    entry["expect"] = expect
    _check(game, entry)
    return entry


def _check(game: Game[Any], entry: Mapping[str, Any]) -> None:
    try:
        text_of(entry)
        _, differing = play_case(type(game), case_of("example", dict(entry), entry["expect"]))
    except (BadInput, TypeError) as error:
        raise CannotWrite(str(error)) from None
    if differing:
        raise CannotWrite(differing[0])


def _state(table: Table) -> dict[str, Any]:
    """All of a table, in the words of examples."""
    found: dict[str, Any] = {}
    for place in table.places:
        if place.name == "flight":
            continue
        cards = cards_in(place)
        words = " ".join(cards) if all(isinstance(each, str) for each in cards) else cards
        if place.owner is None:
            found[place.name] = words
        else:
            found.setdefault(place.name, []).append(words)
    for name in table.scalar_specs:
        found[name] = shown_scalar(getattr(table, name))
    found["direction"] = table.direction.name.lower()
    found["turns"] = table.turns
    found["money"] = shown_scalar(table.money[:-1])
    return found


def _is_something(words: Any) -> bool:
    return any(words) if isinstance(words, list) else bool(words)


class _Told(OneByOne):
    """A driver that writes down what another one answers and draws."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.rules: list[Generator[Any, Any, Any]] = driver.rules
        self.answers: list[Any] = []
        self.outcomes: list[Any] = []

    def choose(self, choice: Choice) -> Any:
        answer = self.driver.choose(choice)
        seat, player = choice.decider.seat, choice.player.seat
        words = say_answer(choice.space, answer)
        try:
            said = ":" not in choice.ask and read_answer(choice.space, words) == answer
        except (ValueError, TypeError, IndexError):
            said = False
        if said:
            behalf = "" if seat == player else f" for {player}"
            self.answers.append(f"{seat}{behalf} {choice.ask}: {words}".rstrip())
        else:
            long = {"seat": seat, "ask": choice.ask, "answer": choice.space.plain(answer)}
            self.answers.append(long if seat == player else {**long, "for": player})
        return answer

    def chance(self, event: Chance) -> Any:
        outcome = self.driver.chance(event)
        forced, _ = only_outcome(event)
        if not forced and not (isinstance(event, Shuffle) and not event.place.is_row):
            written = _outcome(event, outcome)
            if _comes_to(event, read_outcome(event, written)) != _comes_to(event, outcome):
                raise CannotWrite(f"{written!r} does not say which of equal cards came")
            self.outcomes.append(written)
        return outcome


def _comes_to(event: Chance, outcome: Any) -> Any:
    """What an outcome comes to: of a row that is shuffled how the cards lie then, equal ones being alike."""
    return [event.place.row[old]._replace(number=0) for old in outcome] if isinstance(event, Shuffle) else outcome


def _outcome(event: Chance, outcome: Any) -> Any:
    deck = event.table.deck
    match event:
        case Draw() | Pick():
            return " ".join(deck.names(outcome))
        case Lot():
            return outcome
        case Roll():
            return list(outcome)
        case Shuffle():
            return " ".join(deck.cards[event.place.row[old].kind].name for old in outcome)
    raise CannotWrite(f"there is no word for {event}")


def text_of(entry: Mapping[str, Any]) -> str:
    """An entry of a file of examples."""
    lines = ["[[example]]", *[f"{key} = {_toml(value)}" for key, value in entry.items() if key != "expect"]]
    lines += ["[example.expect]", *[f"{key} = {_toml(value)}" for key, value in entry["expect"].items()]]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """TypeError for what has no form."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool) or type(value) in (int, str):
        return json.dumps(value, ensure_ascii=False)  # a basic string of TOML is one of JSON
    raise TypeError(f"an example has no form for {value!r}")

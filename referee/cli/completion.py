"""Completion in bash, zsh and fish: games, seats, readings, settings, methods, properties, clauses, records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete, add_completion_class

from referee.games.registry import find_game, games
from referee.games.shipped import folders
from referee.kernel.game import Game, rules_of
from referee.kernel.parameters import value_in_words
from referee.record.project_folder import LEFT, OWN

Offer = Iterator[tuple[str, str]]
"""Words that may stand there, and what each is."""
MOST_NUMBERS = 20
"""More values of a setting are not offered."""


def offered(what: str, context: click.Context, incomplete: str) -> list[CompletionItem]:
    """The words of a kind that begin like ``incomplete``; none where no game is named yet, or it cannot be used."""
    given = _named(context)
    head, comma, last = incomplete.rpartition(",") if what in LISTS else ("", "", incomplete)
    before = head.split(",") if head else []
    try:
        game = find_game(given) if given else None
        found = dict(OTHERS[what](game) if what in OTHERS else OFFERS[what](game) if game else ())
    except Exception:  # what is wrong with a game is told when the command is run
        return []
    if last.startswith((".", "/", "trusted:")) and what == "seats":
        found = dict(_files(last))
    words = {word: about for word, about in found.items() if word.startswith(last)}
    once = before if what == "methods" else []
    return [CompletionItem(head + comma + word, help=about) for word, about in words.items() if word not in once]


def _named(context: click.Context) -> str | None:
    """The game of the command line so far. Where an option still lacks its value, click has not told the arguments."""
    for name in ("game", "old"):
        if told := context.params.get(name):
            return str(told)
    arguments = [each.name for each in context.command.params if isinstance(each, click.Argument)]
    return context.args[0] if arguments[:1] in (["game"], ["old"]) and context.args else None


# -- what there is ----------------------------------------------------------------------------------------


def _games(game: type[Game[Any]] | None) -> Offer:
    for entry in games(Path.cwd()):
        yield entry.name, ""


def _seats(game: type[Game[Any]] | None) -> Offer:
    yield "random", "any answer, each as likely"
    yield "human", "a person at the terminal"
    for folder in folders("bots", game):
        for path in [*folder.glob("*.py"), *(folder.glob(f"{game.name.replace('-', '_')}/*.py") if game else ())]:
            if not path.name.startswith("_"):
                yield path.stem, "a built-in bot"


def _files(begun: str) -> Offer:
    """Python files and folders: bots of one's own."""
    trusted = "trusted:" if begun.startswith("trusted:") else ""
    folder, slash, name = begun.removeprefix(trusted).rpartition("/")
    for path in sorted(Path(folder + slash or ".").glob(f"{re.sub('[*?[]', '', name)}*")):
        if path.is_dir() or path.suffix == ".py":
            yield f"{trusted}{folder}{slash}{path.name}{'/' if path.is_dir() else ''}", ""


def _readings(game: type[Game[Any]]) -> Offer:
    for slug, reading in game().register.items():
        for value in reading.alternatives:
            yield f"{slug}={value}", reading.id


def _settings(game: type[Game[Any]]) -> Offer:
    for each in game.parameters:
        yield f"{each.name}={value_in_words(each.default)}", f"{each.meaning} (default)"
        if isinstance(each.default, int):
            for value in range(each.least, min(each.most + 1, each.least + MOST_NUMBERS)):
                yield f"{each.name}={value}", each.meaning
        for word in each.words:
            yield f"{each.name}={word}", each.meaning


def _methods(game: type[Game[Any]] | None) -> Offer:
    from referee.cli.check_options import METHODS

    for method in METHODS:
        yield method.value, ""


def _properties(game: type[Game[Any]]) -> Offer:
    from referee.verify.properties import read_properties

    for folder in folders("properties", game):
        if (file := folder / f"{game.name}.py").is_file():
            for each in read_properties(file, game)[0]:
                yield each.name, ""
            return


def _clauses(game: type[Game[Any]]) -> Offer:
    from referee.kernel.rulebook import load_rulebook

    for clause in load_rulebook(rules_of(game).folder / "rulebook.md").clauses:
        yield clause.id, clause.title


def _left(game: type[Game[Any]] | None) -> Offer:
    for path in [*sorted((OWN / LEFT).glob("*.jsonl")), *sorted(Path().glob("*.jsonl"))]:
        yield str(path), "a record"


OFFERS: Mapping[str, Callable[[type[Game[Any]]], Offer]] = {
    "readings": _readings,
    "settings": _settings,
    "properties": _properties,
    "clauses": _clauses,
}
OTHERS: Mapping[str, Callable[[type[Game[Any]] | None], Offer]] = {
    "games": _games,
    "seats": _seats,
    "methods": _methods,
    "left": _left,
}
"""What there is also where no game is named."""
LISTS = ("seats", "methods")
"""Lists with commas: the last word is completed."""


# -- shells -----------------------------------------------------------------------------------------------


class _Bash(BashComplete):
    """bash breaks words at ``=``: they are put together again, and only what follows it is given back."""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        words = [*args, incomplete]
        while "=" in words[1:]:
            at = words.index("=", 1)
            words[at - 1 : at + 2] = ["".join(words[at - 1 : at + 2])]
        self.cut = len(words[-1].rpartition("=")[0]) + 1 if "=" in words[-1] else 0
        return words[:-1], words[-1]

    def format_completion(self, item: CompletionItem) -> str:
        return f"{item.type},{item.value[self.cut :]}"


class _Fish(FishComplete):
    """What is offered may have commas."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split --max 1 ","')


def ready() -> None:
    """Let click know of both."""
    add_completion_class(_Bash, "bash")
    add_completion_class(_Fish, "fish")

"""``referee ask``: edges of the rules as questions to their author, whose answers are kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from referee.cli.ask_keeping import keep
from referee.cli.ask_numbers import show_numbers
from referee.cli.check_options import players_option
from referee.cli.game_options import form_options
from referee.cli.json_file import JsonFile, json_option, write_whole
from referee.cli.progress import Progress
from referee.cli.terminal import Terminal, ask_one_of, say, shown_path
from referee.cli.values import EFFORT, GAME, MANY, OUTPUT, SEED, TEXT
from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.play.sanitize import cut
from referee.report.asked import ToldQuestion, asked_page, question_told
from referee.verify.ask.answers import (
    ID,
    Answer,
    as_json,
    broken,
    load_answers,
)
from referee.verify.ask.exhausted import never_needed
from referee.verify.ask.finding import find, forms, smaller_games
from referee.verify.ask.idle import Idle, idle
from referee.verify.ask.spoken import nearest, sentences_of
from referee.verify.ask.unneeded import Unneeded, unneeded
from referee.verify.ask.unused import Unused
from referee.verify.check_result import Checked
from referee.verify.project import found_file

SCHEMA = "referee.questions/1"
MOST = 20
SEED_OF_CHECK = "check"
LONGEST_LINE = 200


@click.command()
@click.argument("game", type=GAME)
@players_option
@form_options
@click.option("--list", "only_list", is_flag=True, help="Show the questions, and wait for no answer.")
@click.option("--new", "only_new", is_flag=True, help="Only what a change brought since the last answer; exit code 1 "
              "where there is any.")  # fmt: skip
@click.option("--idle", "only_idle", is_flag=True, help="Instead: conditions, amounts, questions, cards and "
              "readings that never change anything in so many matches.")  # fmt: skip
@click.option("--numbers", "only_numbers", is_flag=True, help="Instead: a table of what the deal leaves, what does not "
              "divide and what runs out, for all numbers of players.")  # fmt: skip
@click.option("--answer", "given", type=TEXT, multiple=True, metavar="ID=ANSWER",
              help="Answer right, wrong, open or impossible; may be repeated.")  # fmt: skip
@click.option("--most", type=MANY, default=MOST, show_default=True, help="Questions to show.")
@click.option("--seed", type=SEED, default=SEED_OF_CHECK, show_default=True, help="What random answers are drawn from.")
@click.option("--effort", type=EFFORT, default=1.0, help="Scales the number of matches.")
@click.option("--html", type=OUTPUT, metavar="FILE", help="The questions as a page, with matches to step "
              "through; answers that are chosen in it make a command.")  # fmt: skip
@json_option
def command(
    game: str,
    players: tuple[int, ...] | None,
    readings: Mapping[str, str],
    settings: Mapping[str, Any],
    only_list: bool,
    only_new: bool,
    only_idle: bool,
    only_numbers: bool,
    given: tuple[str, ...],
    most: int,
    seed: str,
    effort: float,
    html: Path | None,
    json_file: JsonFile,
) -> int:
    """Ask the author of GAME about edges of its rules that play came to: ties, nothing left, what does not divide.

    Answers are kept in properties/GAME.asked.toml. Exit code 0; 1 where rules do not keep to an answer, or --new found
    something; 2 bad input.
    """
    known = find_game(game)
    wanted: dict[str, Answer] = {}
    for name, answer in map(_pair, given):
        if wanted.setdefault(name, answer) is not answer:
            raise BadInput(f"--answer {name} is given twice: {wanted[name].value} and {answer.value}")
    if only_idle or only_numbers:
        if wanted or only_new or only_list or html is not None or (only_idle and only_numbers):
            raise BadInput(
                f"{'--idle' if only_idle else '--numbers'} goes with --players, --reading, --set, --seed, --effort, "
                "--most and --json"
            )
        if only_numbers:
            return show_numbers(known, players, readings, settings, seed, effort, most, json_file)
    made = forms(known, players, readings, settings)
    if only_idle:
        return _show_idle(known, made, readings, seed, effort, most, json_file)
    path = found_file(known, f"{known.name}.asked.toml", game)
    answers = load_answers(path)
    scaled, played = smaller_games(made, seed), [0, 0]
    with Progress(len(made) + len(scaled), "forms") as progress:
        asked = find(made, seed, effort, progress.at, played, scaled, solve=True)
    by_id = {each.id: each for each in asked}
    for name in wanted:
        if name not in by_id:
            raise BadInput(f"there is no question {name!r} of {known.name}: 'referee ask {game} --list' tells them")
    kept_not = [] if path is None else list(broken(known, path, answers, by_id.keys() - wanted.keys()))
    left = answers.new(asked) if only_new else answers.unanswered(asked)
    shown = left[:most]
    document = [as_json(each, answers.by_id) for each in asked]
    json_file.write(SCHEMA, {"game": known.name, "seed": seed, "questions": document})
    if html is not None:
        again = ["referee", "ask", game, *_given(players, readings, settings, seed, effort)]
        summary = _summary(made, len(scaled), sum(played), len(asked), len(left), only_new)
        write_whole(html, asked_page(known, summary, shown, kept_not, again))
    if json_file.takes_stdout:
        return 1 if kept_not or (only_new and left) else 0
    if wanted:
        for name, answer in wanted.items():
            keep(known, game, path, answers, asked, by_id[name], answer)
        return 0
    terminal = Terminal.of(sys.stdout)
    for each, why in kept_not:
        say(*terminal.wrapped(f"✗ {each.id} {' '.join(each.clauses)} {each.about}: {why}", "", "    "))
    say(*terminal.wrapped(_summary(made, len(scaled), sum(played), len(asked), len(left), only_new)))
    interactive = not (only_list or only_new) and at_a_terminal()
    for number, question in enumerate(shown, 1):
        say("", *_told(question_told(question), number, terminal))
        if interactive:
            words = [*[each.value for each in Answer], "skip", "quit"]
            word = ask_one_of("  right, wrong, open, impossible, skip or quit (or r, w, o, i, s, q)", words, "skip")
            if word == "quit":
                break
            if word != "skip":
                keep(known, game, path, answers, asked, question, Answer(word))
    if html is not None:
        say("", f"page      {html}")
    if shown and not interactive:
        say("", f"To answer: referee ask {game} --answer {shown[0].id}=right (or wrong, open, impossible)")
    return 1 if kept_not or (only_new and left) else 0


def at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _show_idle(
    game: type[Game[Any]],
    made: Sequence[Game[Any]],
    readings: Mapping[str, str],
    seed: str,
    effort: float,
    most: int,
    json_file: JsonFile,
) -> int:
    with Progress(len(made), "forms") as progress:
        told = idle(made, seed, effort, progress.at, readings, surely=True)
        without = [replace(each, exhausted=never_needed(each, told.whole))
                   for each in unneeded(made, seed, effort, readings)]  # fmt: skip
    found, unused, matches = told.ways, told.unused, told.matches
    texts = sentences_of(game)
    said = {each: nearest(each.text, each.clauses, texts) for each in found}
    about = {each: nearest(each.name, each.clauses, texts) for each in unused}
    entries = [
        {"clauses": list(each.clauses), "file": str(each.file), "line": each.line, "text": each.text, "way": each.way,
         "times": each.times, "exhausted": each.exhausted, "proved": list(each.proved), "sentence": each.sentence,
         "rulebook": said[each] or None}
        for each in found
    ]  # fmt: skip
    others = [{**asdict(each), "rulebook": about[each] or None} for each in unused]
    left_out = [{**asdict(each), "file": str(each.file), "sentence": each.sentence} for each in without]
    json_file.write("referee.idle/1", {
        "game": game.name, "seed": seed, "matches": matches, "exhausted": told.exhausted,
        "solved": told.solved, "facts": {str(each): list(facts) for each, facts in told.facts.items()},
        "unproved": {str(each): why for each, why in told.unproved.items()},
        "idle": entries, "unused": others, "unneeded": left_out,
    })  # fmt: skip
    if json_file.takes_stdout:
        return 0
    terminal = Terminal.of(sys.stdout)
    counts = ", ".join([str(each.players) for each in made])
    conditions = "1 condition or amount" if len(found) == 1 else f"{len(found)} conditions and amounts"
    if without:
        conditions = f"{'1 clause' if len(without) == 1 else f'{len(without)} clauses'}, {conditions}"
    sure = ". EXHAUSTED: under the readings asked for every match was gone through" if told.exhausted else ""
    sure = sure or (" (no proof, but where it says so)" if any(each.proved for each in found) else " (no proof)")
    say(*terminal.wrapped(f"{game.title}: {conditions} changed nothing in {matches} matches with {counts} players, "
                          f"under readings at random too{sure}. Not looked at: other settings."))  # fmt: skip
    for which in without[:most]:  # what whole matches show says more than a line of the text
        line = f"{' '.join(which.clauses)} {shown_path(which.file)}:{which.line}: {which.sentence}{_sure(which)}"
        say(*terminal.wrapped(line, "  · ", "    "))
    for each in unused[:most]:
        say(*terminal.wrapped(f"{' '.join(each.clauses) or 'no clause'}: {each.sentence}{_sure(each)}", "  · ", "    "))
        say(*_rulebook(about[each], terminal))
    for one in found[:most]:
        line = f"{' '.join(one.clauses)} {shown_path(one.file)}:{one.line}: {one.sentence}{_sure(one)}"
        say(*terminal.wrapped(line, "  · ", "    "))
        say(*_rulebook(said[one], terminal))
    if len(found) > most:
        say(f"  … and {len(found) - most} more (--most)")
    if told.solved:
        said_of = "1 condition" if told.solved == 1 else f"{told.solved} conditions"
        say(*terminal.wrapped(f"Left out: {said_of} that only matches which the solver found go another way."))
    if any(each.proved for each in found):
        rests = ", ".join([f"{len(facts)} facts with {_players([each])}" for each, facts in told.facts.items()])
        say(*terminal.wrapped("PROVED is under the readings asked for. It rests on what holds between all steps, which "
                              f"is proved with it: {rests} (--json names them)."))  # fmt: skip
    for why in dict.fromkeys(told.unproved.values()):
        where = _players([each for each, said in told.unproved.items() if said == why])
        say(*terminal.wrapped(f"Nothing is proved with {where}: {why}.", "", "  "))
    return 0


def _sure(each: Idle | Unused | Unneeded) -> str:
    """In what forms it cannot be otherwise."""
    sure = [f"EXHAUSTED with {each.exhausted}"] if each.exhausted else []
    if isinstance(each, Idle) and each.proved:
        sure.insert(0, f"PROVED with {_players(each.proved)}")
    return f" ({'; '.join(sure)})" if sure else ""


def _players(numbers: Sequence[int]) -> str:
    return f"{', '.join(map(str, numbers))} players"


def _rulebook(sentence: str, terminal: Terminal) -> list[str]:
    return [cut(terminal.plain(f"    Rulebook: {sentence}"), terminal.width, terminal.plain("…"))] if sentence else []


def tell_answers(
    checked: Checked, name: str, players: Sequence[int] | None, readings: Mapping[str, str],
    settings: Mapping[str, Any], seed: str,
) -> list[str]:  # fmt: skip
    """For ``referee check``: a line about the edges that nobody has answered, and to ``checked`` how many answers there
    are. Nothing where no answer is kept yet."""
    game = checked.game
    path = found_file(game, f"{game.name}.asked.toml", name)
    if path is None:
        return []
    answers = load_answers(path)
    made = forms(game, players, readings, settings)
    asked = find(made, seed, scaled=smaller_games(made, seed), otherwise=False, solve=True)
    left, new = len(answers.unanswered(asked)), len(answers.new(asked))
    kept_not = len({each.id for each, _ in broken(game, path, answers, {each.id for each in asked})})
    checked.answers, checked.answers_not_kept = len(answers.by_id), kept_not
    said = f"edges: {left} of {len(asked)} without an answer, {new} of them new; answers not kept: {kept_not}"
    return [f"{said} (referee ask {name})"]


def _given(
    players: Sequence[int] | None, readings: Mapping[str, str], settings: Mapping[str, Any], seed: str, effort: float
) -> Iterator[str]:
    """The options with which the same questions are found again."""
    if players:
        yield from ("--players", str(players[0]) if len(players) == 1 else f"{players[0]}-{players[-1]}")
    for option, pairs in (("--reading", readings), ("--set", settings)):
        for name, value in pairs.items():
            yield from (option, f"{name}={value}")
    if seed != SEED_OF_CHECK:
        yield from ("--seed", seed)
    if effort != 1:
        yield from ("--effort", f"{effort:g}")


def _pair(text: str) -> tuple[str, Answer]:
    name, _, word = text.partition("=")
    words = [each.value for each in Answer]
    if not ID.fullmatch(name) or word not in words:
        raise BadInput(f"--answer {text!r}: ID=ANSWER is wanted, with an answer of {', '.join(words)}")
    return name, Answer(word)


def _summary(made: Sequence[Game[Any]], smaller: int, matches: int, asked: int, left: int, new: bool) -> str:
    counts = ", ".join([str(each.players) for each in made])
    edges = "1 edge" if asked == 1 else f"{asked} edges"
    scales = f" and in {smaller} smaller games" if smaller else ""
    return (
        f"{made[0].title}: {edges} met in {matches} matches with {counts} players{scales}; {left} "
        f"{'new' if new else 'without an answer'}. Not looked at: other numbers of players, readings and settings, and "
        "what play did not come to."
    )


def _told(asked: ToldQuestion, number: int, terminal: Terminal) -> Iterator[str]:
    clauses = " ".join(asked.clauses) or "no clause"
    yield from terminal.wrapped(f"{number}. {clauses}: what if {asked.sentence}?", "", "   ")
    yield cut(terminal.plain(f"   {asked.id}  {asked.place}"), terminal.width, terminal.plain("…"))
    yield from terminal.wrapped(asked.often, "   ")
    before = f": before it {'; '.join(asked.before)}" if asked.before else ""
    yield from terminal.wrapped(f"{asked.at}{before}", "   ", "     ")
    for line in asked.happens:
        said = line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE].rpartition(' ')[0]} …"
        yield from terminal.wrapped(said, "   > ", "     ")
    if asked.otherwise:
        yield from terminal.wrapped(asked.otherwise, "   ", "     ")
    yield from terminal.wrapped(asked.spoken, "   ", "     ")

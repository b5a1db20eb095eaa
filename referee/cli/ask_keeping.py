"""Answers to ``referee ask`` in the project of the game, each with what shows it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from referee.cli.json_file import write_whole
from referee.cli.terminal import complain, say
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.input_files import read_text, read_toml
from referee.play.examples import check_example, load_examples
from referee.play.examples.writing import CannotWrite, text_of
from referee.play.sanitize import cut
from referee.record.record import write_record
from referee.report.asked import question_told
from referee.report.paths import shown_path
from referee.verify.ask.answers import Answer, Answers, answered, example, examples_of, record_of, ruled_out, stub
from referee.verify.ask.answers import text_of as text_of_answers
from referee.verify.ask.question import Question
from referee.verify.project import found_file, own_folder

LONGEST = 200
"""Of how something happened, in one line."""


def keep(
    game: type[Game[Any]], name: str, path: Path | None, answers: Answers, asked: Sequence[Question],
    question: Question, answer: Answer,
) -> None:  # fmt: skip
    """Write an answer to the file of answers at ``path``, where there is one, and what shows it beside it."""
    if path is None:
        folder = own_folder(game, name)
        if folder is None:
            raise BadInput("answers are kept in the folder properties of the game's project; there is none: make one")
        path = folder / f"{game.name}.asked.toml"
    before = answers.by_id.get(question.id)
    if before is not None and before.example and answer is not Answer.RIGHT:
        complain(f"it was answered 'right': take the worked example {before.example!r} out of "
                 f"{shown_path(examples_of(path))}")  # fmt: skip
    shown = ""
    if answer is Answer.RIGHT:
        shown = _worked_example(game, name, path, question)
    if shown:
        for each in (record_of(path, question.id), record_of(path, question.id).with_suffix(".toml")):
            each.unlink(missing_ok=True)
    else:
        _beside(path, question, answer)
    answers.by_id[question.id] = answered(question, answer, shown)
    answers.known = tuple([each.id for each in asked])
    write_whole(path, text_of_answers(answers))
    beside = f", its worked example in {shown_path(examples_of(path))}" if shown else ""
    say(f"{question.id}: {answer.value}, in {shown_path(path)}{beside}")
    if answer is Answer.RIGHT and (others := ruled_out(question.game, question.script)):
        say(f"  it rules out what would come out otherwise: {', '.join(others)}")
    if answer is Answer.IMPOSSIBLE:
        told = question_told(question)
        happens = f": {cut('; '.join(told.happens), LONGEST, '…')}" if told.happens else ""
        complain(f"it happened: {told.at}{happens} (referee replay {shown_path(record_of(path, question.id))})")
    if answer is Answer.OPEN:
        complain("a reading is begun; for readings.toml of the game:")
        say("", *stub(question).splitlines())


def _worked_example(game: type[Game[Any]], name: str, path: Path, question: Question) -> str:
    """Put the step among the worked examples of the project; gives its name, "" where it cannot stand there: examples
    that ship with the package would be looked for no more."""
    file = examples_of(path)
    found = found_file(game, file.name, name)
    if found is not None and found.resolve() != file.resolve():
        return ""
    before = read_text(file, kind="a file of worked examples") if os.path.lexists(file) else None
    common = {} if before is None else read_toml(file, kind="a file of worked examples")[0].get("common", {})
    try:
        entry = example(question, common.get("table", {}))
    except CannotWrite:
        return ""
    if before is not None and any(each.name == entry["name"] for each in load_examples(file, game)):
        return str(entry["name"])  # it was answered before
    write_whole(file, "\n".join([part for part in [(before or "").rstrip("\n"), text_of(entry)] if part]))
    with suppress(BadInput):
        (made,) = [each for each in load_examples(file, game) if each.name == entry["name"]]
        if not check_example(game, made).differences:
            return made.name
    # What all examples of the file share makes another one of it.
    if before is None:
        file.unlink()
    else:
        write_whole(file, before)
    return ""


def _beside(path: Path, question: Question, answer: Answer) -> None:
    """The step as an example of its own file, or the record of its match."""
    record = record_of(path, question.id)
    try:
        record.parent.mkdir(parents=True, exist_ok=True)
        if answer in (Answer.RIGHT, Answer.WRONG):
            file = record.with_suffix(".toml")
            with suppress(CannotWrite, BadInput):
                write_whole(file, text_of(example(question)))
                load_examples(file, type(question.game))
                return
            file.unlink(missing_ok=True)
        write_record(record, question.record())
    except OSError as error:
        raise BadInput(f"cannot write {record}: {error.strerror}") from None

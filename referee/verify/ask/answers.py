"""What the author of the rules has answered: ``properties/GAME.asked.toml``, and what shows it.

A ``right`` answer is a worked example in ``properties/GAME.examples.toml``, a ``wrong`` one an example in a file beside
the answers, which must not hold. What no example can tell is the record of a match.
Whoever says that a step is right has said that it is not to be read so that it comes out otherwise (``ruled_out``).

known = ["45cf1679-all"]

[[answer]]
id = "45cf1679-all"
answer = "right"
clauses = ["LL-2"]
about = "all that there is goes: t.draw(t.stock, 1, t.hand[me])"
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput, BadRecord
from referee.kernel.game import Game
from referee.kernel.input_files import read_toml
from referee.play.examples import load_examples, play_case
from referee.play.examples.writing import example_of
from referee.record.replay import load, replay
from referee.verify.ask.question import Question, sentence
from referee.verify.impact.alternative import alternatives_of
from referee.verify.play.consulted_readings import listen_to, listen_to_game
from referee.verify.play.drivers import Script
from referee.verify.play.minimise import Steps, variant
from referee.verify.play.trial import Trial

ID = re.compile(r"[0-9a-f]{8}-[a-z]+")


class Answer(Enum):
    RIGHT = "right"
    """The rules do what their author means: the step is a worked example, and has to come out as it did."""
    WRONG = "wrong"
    """They do not: the step is a failing example, and must not come out as it did."""
    OPEN = "open"
    """It can be read in two ways: a reading is begun."""
    IMPOSSIBLE = "impossible"
    """Play must never come to it."""


@dataclass(frozen=True, slots=True)
class Answered:
    id: str
    answer: Answer
    clauses: tuple[str, ...]
    about: str
    example: str = ""
    """The name of the worked example among the game's."""


@dataclass(slots=True)
class Answers:
    """The answers by the id of the question. ``known``: the questions that were there when the author last answered;
    others were brought by a change of the rules since."""

    by_id: dict[str, Answered] = field(default_factory=dict)
    known: tuple[str, ...] = ()

    def unanswered(self, asked: Sequence[Question]) -> list[Question]:
        return [each for each in asked if each.id not in self.by_id]

    def new(self, asked: Sequence[Question]) -> list[Question]:
        return [each for each in self.unanswered(asked) if each.id not in self.known]


def load_answers(path: Path | None) -> Answers:
    """The answers of a file; none where there is none. BadInput names the file, the entry and what is wrong."""
    if path is None or not path.is_file():
        return Answers()
    content, _ = read_toml(path, kind="a file of answers")
    if other := set(content) - {"answer", "known"}:
        raise BadInput(f"{path}: only 'known' and [[answer]] entries are known, not {', '.join(sorted(other))}")
    entries, known = content.get("answer", []), content.get("known", [])
    if not isinstance(entries, list) or not _are_texts(known):
        raise BadInput(f"{path}: 'known' is a list of ids, and answers are entries of [[answer]]")
    found: dict[str, Answered] = {}
    for number, entry in enumerate(entries, 1):
        where = f"{path}: answer {number}"
        name = entry.get("id") if isinstance(entry, dict) else None
        if not isinstance(name, str) or not ID.fullmatch(name):
            raise BadInput(f"{where}: 'id' is wanted, as 'referee ask' tells it")
        words = [each.value for each in Answer]
        if entry.get("answer") not in words:
            raise BadInput(f"{where}: 'answer' is one of {', '.join(words)}")
        if name in found:
            raise BadInput(f"{where}: {name} is answered twice: take one of the two out")
        clauses, about, example = entry.get("clauses", []), entry.get("about", ""), entry.get("example", "")
        if not _are_texts(clauses) or not isinstance(about, str) or not isinstance(example, str):
            raise BadInput(f"{where}: 'clauses' is a list of texts, 'about' and 'example' are texts")
        found[name] = Answered(name, Answer(entry["answer"]), tuple(clauses), about, example)
    return Answers(found, tuple(known))


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def answered(asked: Question, answer: Answer, example: str = "") -> Answered:
    return Answered(asked.id, answer, asked.site.clauses, sentence(asked), example)


def example(asked: Question, always: Iterable[str] = ()) -> dict[str, Any]:
    """The step of a question as a worked example, with the scalars ``always`` told. CannotWrite where it has no such
    form."""
    trial, driver = Trial(asked.game, []), Script()
    for step in asked.script[:-1]:
        driver.next_step(step)
        trial.move(driver)
    driver.next_step(asked.script[-1])
    return example_of(f"{sentence(asked)} ({asked.id})", asked.site.clauses, trial.table, driver, always)


def text_of(answers: Answers) -> str:
    """The file."""
    lines = ["# What the author answered 'referee ask'. To be committed, with the records beside it."]
    lines += [f"known = {_toml(sorted({*answers.known, *answers.by_id}))}"]
    for each in sorted(answers.by_id.values(), key=lambda each: each.id):
        entry = {"id": each.id, "answer": each.answer.value, "clauses": list(each.clauses), "about": each.about}
        entry |= {"example": each.example} if each.example else {}
        lines += ["", "[[answer]]", *[f"{key} = {_toml(value)}" for key, value in entry.items()]]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """A TOML basic string is a JSON one."""
    return json.dumps(value, ensure_ascii=False)


def record_of(path: Path, name: str) -> Path:
    """Where the record of an answer lies: beside the file of answers. Its example lies there with ``.toml``."""
    return path.with_suffix("") / f"{name}.jsonl"


def examples_of(path: Path) -> Path:
    """Where the worked examples of the game lie, by the path of the answers."""
    return path.with_name(path.name.replace(".asked.toml", ".examples.toml"))


def stub(asked: Question) -> str:
    """A reading that is begun, for readings.toml: both alternatives are to be written."""
    slug = re.sub(r"[^a-z0-9]+", "-", f"{asked.site.name} {asked.edge.value}".lower()).strip("-")
    clauses = _toml(list(asked.site.clauses))
    return (
        f'[[reading]]\nid = "{slug.upper()}"\nslug = "{slug}"\nkind = "silent"\nclauses = {clauses}\n'
        f'question = {_toml(f"What if {sentence(asked)}?")}\ndefault = "as-played"\n'
        '[reading.alternatives]\nas-played = "What the rules do now."\notherwise = "To be written."\n'
    )


def broken(game: type[Game[Any]], path: Path, answers: Answers, met: Collection[str]) -> Iterator[tuple[Answered, str]]:
    """The answers that the rules do not keep, each with a sentence. ``met`` are the ids of what play came to."""
    for each in answers.by_id.values():
        if each.answer is Answer.IMPOSSIBLE and each.id in met:
            yield each, "it is answered 'impossible', and play comes to it"
        if each.answer in (Answer.RIGHT, Answer.WRONG):
            differs, other_way = _difference(game, path, each)
            if each.answer is Answer.RIGHT and differs:
                yield each, f"it is answered 'right', and comes out otherwise now: {differs}"
            if each.answer is Answer.WRONG and other_way:
                yield each, f"it is answered 'wrong', and its step goes another way now, so look again: {differs}"
            elif each.answer is Answer.WRONG and not differs:
                yield each, "it is answered 'wrong', and comes out as it did"


def _difference(game: type[Game[Any]], path: Path, answer: Answered) -> tuple[str, bool]:
    """How what shows an answer comes out otherwise, "" where it does not; and whether that is because the rules ask for
    other answers or other chance, so that it says nothing of what was asked about."""
    record = record_of(path, answer.id)
    beside = record.with_suffix(".toml")
    if answer.example or beside.is_file():
        file = examples_of(path) if answer.example else beside
        shown = [each for each in load_examples(file, game) if answer.example in ("", each.name)]
        if not shown:
            raise BadInput(f"{file}: the worked example {answer.example!r} of an answer is missing: put it back, or "
                           f"take the answer out of {path}")  # fmt: skip
        try:
            for case in shown[0].cases:
                position, differing = play_case(game, case)
                if differing:
                    return differing[0], position.off_script
        except BadInput as error:
            return str(error), True
        return "", False
    if not record.is_file():
        raise BadInput(f"{record}: the record of an answer is missing: commit it, or take the answer out")
    try:
        replay(load(record), str(record), find=lambda name: game)
    except (BadRecord, BadInput) as error:
        return str(error), False
    return "", False


def as_json(asked: Question, answers: Mapping[str, Answered]) -> dict[str, Any]:
    """See docs/json.md, ``referee.questions/1``."""
    given = answers.get(asked.id)
    return {
        "id": asked.id,
        "edge": asked.edge.value,
        "sentence": sentence(asked),
        "clauses": list(asked.site.clauses),
        "file": str(asked.site.file),
        "line": asked.site.line,
        "rule": asked.site.name,
        "text": asked.site.text,
        "players": asked.game.players,
        "settings": dict(asked.game.unusual_settings),
        "scaled": asked.scaled,
        "step": asked.step,
        "position": list(asked.position),
        "random_matches": asked.matches,
        "met_at_random": asked.real,
        "other_matches": asked.others,
        "met_by_others": asked.driven,
        "ends": asked.ends,
        "otherwise": asked.otherwise or None,
        "spoken": asked.spoken or None,
        "answer": None if given is None else given.answer.value,
    }


def ruled_out(game: Game[Any], script: Steps) -> list[str]:
    """As ``SLUG=VALUE``, in the order of the register: for the last step of this script."""
    plain = variant(game) or game
    trial, driver, consulted = Trial(plain, ()), Script(), set[str]()
    for answers in script[:-1]:
        driver.next_step(answers)
        trial.move(driver)
    before = trial.table.snapshot()
    listen_to_game(plain, consulted.add)
    listen_to(trial.table, consulted.add)
    usual = _taken(trial, script[-1])
    found = []
    for slug, value in alternatives_of(type(game), game.readings):
        other = variant(game, readings={slug: value}) if slug in consulted else None
        if other is None:
            continue
        there = Trial(other, ())
        there.table.restore(before)
        if _taken(there, script[-1]) != usual:
            found.append(f"{slug}={value}")
    return found


def _taken(trial: Trial, answers: Any) -> Any:
    """The answers of a step as they were given, and the table after it; the trouble in place of a table."""
    driver = Script()
    driver.next_step(answers)
    met = trial.move(driver)
    return list(driver.transcript), trial.table.snapshot() if met is None else met.trouble

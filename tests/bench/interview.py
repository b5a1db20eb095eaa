"""What a check finds after ten minutes with an author: ``python -m tests.bench.interview [GAME …]``.

The shipped games are taken without their properties, scales, accepted findings and worked examples. Their author takes
what ``check --suggest`` offers and answers the first questions of ``ask``, half a minute each, from the rulebook: what
he says stands in ``interview.toml`` beside this file, each with the clause that says so. What he has said nothing of is
not taken, and told. Then the game is checked with the promises that he keeps and the examples that come of his answers,
and what that finds is laid beside what the properties of the game expect to fail, as ``tests.bench.bare`` does.
``--sheet`` prints what he is offered and asked, for whoever fills in the file.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import sys
import tempfile
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from referee.cli import ask, ask_keeping
from referee.cli import main as referee
from referee.verify import campaign, project
from referee.verify.campaign import Plan, check_game
from referee.verify.causes import Cause, causes_of
from referee.verify.questions import jobs_of
from referee.verify.verdicts import Method
from tests.bench.bare import FIRST, GAMES, processor, say, told

SAID = Path(__file__).with_suffix(".toml")
QUESTIONS = 20
"""That an author answers in ten minutes."""
METHODS = "fuzz,explore,prove,conformance,alternatives"

Answers = Mapping[str, Mapping[str, Any]]


def said_of(game: str) -> tuple[Answers, Answers]:
    """What the author says of promises, by name, and of questions, by id."""
    content = tomllib.loads(SAID.read_text(encoding="utf-8")).get(game, {})
    return content.get("promises", {}), content.get("answers", {})


def run(*arguments: str) -> str:
    result = CliRunner().invoke(referee, [*arguments], catch_exceptions=False)
    if result.exit_code not in (0, 1, 3):
        raise SystemExit(f"{' '.join(arguments)}: {result.output}")
    return str(result.stdout)


def keep_promises(game: str, file: Path, said: Answers) -> tuple[int, list[str]]:
    """Take out of the suggested file what its author does not accept: how many are left, and those of which he has
    said nothing."""
    if not file.is_file():
        return 0, []
    text = file.read_text(encoding="utf-8")
    tree, lines = ast.parse(text), text.split("\n")
    kept, open_ones = 0, []
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef):
            continue
        answer = said.get(node.name)
        open_ones += [node.name] if answer is None else []
        if answer is not None and answer["accepted"]:
            kept += 1
            continue
        assert node.end_lineno is not None
        for number in range(node.decorator_list[0].lineno - 1, node.end_lineno):
            lines[number] = ""
    file.write_text("\n".join(lines), encoding="utf-8")
    return kept, open_ones


def questions_of(game: str) -> list[dict[str, Any]]:
    """The first questions, as ``ask`` tells them."""
    run("ask", game, "--list", "--json", "asked.json", "--most", str(QUESTIONS))
    content = json.loads(Path("asked.json").read_text(encoding="utf-8"))
    return list(content["questions"])[:QUESTIONS]


def interviewed(game: str, *, sheet: bool) -> None:
    """Suggest, ask and keep in the current folder; told on the way."""
    promises, answers = said_of(game)
    offered = run("check", game, "--suggest")
    if sheet:
        say(offered)
    file = Path("properties", f"{game}.py")
    if sheet and file.is_file():
        say(file.read_text(encoding="utf-8"))
    kept, open_ones = keep_promises(game, file, promises)
    asked = questions_of(game)
    known = [each for each in asked if each["id"] in answers]
    if sheet:
        say(run("ask", game, "--list", "--most", str(QUESTIONS)))
    given = [part for each in known for part in ("--answer", f"{each['id']}={answers[each['id']]['answer']}")]
    if given:
        run("ask", game, *given)
    say(f"{game}: {kept} promises kept, {len(known)} of {len(asked)} questions answered")
    unsaid = [each["id"] for each in asked if each not in known]
    if open_ones or unsaid:
        say(f"  nothing said of: {' '.join([*open_ones, *unsaid])}")


def checked(game: str, effort: float, jobs: int, methods: str) -> Sequence[Cause]:
    """The causes that a check with what is in the current folder tells."""
    asked = tuple([Method(each) for each in methods.split(",")])
    campaign.jobs_of = lambda *about: [each for each in jobs_of(*about) if each.method in asked]
    result = check_game(Plan(game, effort=effort, jobs=jobs, engine="auto", methods=(*asked, Method.FUZZ)))
    for each in (*result.complaints, *result.broken_off):
        sys.stderr.write(f"{game}: {each}\n")
    return causes_of(result)


def take_away_the_shipped() -> None:
    """Of all that is kept about a game what lies in the current folder alone is found from here on."""
    for each in (project, ask, ask_keeping):
        assert hasattr(each, "found_file"), each
        each.found_file = lambda _, name, where: _here(name)  # type: ignore[attr-defined]


def _here(name: str) -> Path | None:
    path = Path("properties", name).absolute()
    return path if path.is_file() else None


def main() -> None:
    parser = argparse.ArgumentParser(description="What a check finds after ten minutes with an author.")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--method", default=METHODS, help="only the questions to some of them")
    parser.add_argument("--sheet", action="store_true", help="only what is offered and asked")
    parser.add_argument("--all", action="store_true", help=f"all findings, not the first {FIRST}")
    chosen = parser.parse_args()
    take_away_the_shipped()
    found = wanted = 0
    for name in chosen.games:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            Path("properties").mkdir()
            began, used = time.monotonic(), processor()
            interviewed(name, sheet=chosen.sheet)
            if chosen.sheet:
                continue
            causes = checked(name, chosen.effort, chosen.jobs, chosen.method)
            here = told(name, causes, None if chosen.all else FIRST)
            seconds, used = time.monotonic() - began, processor() - used
            say(f"{name}: {seconds:.0f} s by the clock, {used:.0f} s of processor time\n")
            found, wanted = found + here[0], wanted + here[1]
    if wanted:
        say(f"{found} of {wanted}: {found / wanted:.0%}")


if __name__ == "__main__":
    main()

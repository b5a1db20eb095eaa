"""The questions of ``referee ask``, as text and as a page tell them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel.errors import RefereeError
from referee.kernel.game import Game, rules_of
from referee.kernel.parameters import in_words
from referee.kernel.rulebook import load_rulebook
from referee.play.event_text import Narrator
from referee.play.story import NOTHING_SEEN, Step, told
from referee.play.story import Question as Asked
from referee.report.matches import Matches
from referee.report.page import VIEWER, page
from referee.report.paths import shown_path
from referee.verify.ask.answers import Answer, Answered
from referee.verify.ask.question import Question, sentence

MOST_LINES = 5
"""Of what happens, in a question: those about the moment that it asks of."""
BEFORE = 2
"""Of them those before that moment, at least."""
MEANS = {
    Answer.RIGHT: "the rules do what I mean",
    Answer.WRONG: "they do not",
    Answer.OPEN: "it can be read in two ways",
    Answer.IMPOSSIBLE: "play must never come to it",
}


@dataclass(frozen=True, slots=True)
class ToldQuestion:
    """A question in words. ``before`` are phrases of the table, none where the deal itself is asked about."""

    id: str
    clauses: tuple[str, ...]
    sentence: str
    place: str
    often: str
    at: str
    before: tuple[str, ...]
    happens: tuple[str, ...]
    spoken: str
    otherwise: str


def question_told(asked: Question) -> ToldQuestion:
    clauses = " ".join(asked.site.clauses) or "no clause"
    often = f"Met in {asked.real} of {asked.matches} random matches, {asked.driven} of {asked.others} others"
    if asked.solved:
        often = f"Met in none of {asked.matches + asked.others} matches; the solver found this one"
    if asked.scaled:
        often = f"Met in smaller games alone: {often[0].lower()}{often[1:]}"
    ends = f"; {round(100 * asked.ends)} % of these turns end the match" if asked.ends else ""
    settings = f"{words}, " if (words := in_words(asked.game.unusual_settings)) else ""
    return ToldQuestion(
        id=asked.id,
        clauses=asked.site.clauses,
        sentence=sentence(asked),
        place=f"{shown_path(asked.site.file)}:{asked.site.line}: {asked.site.text}",
        often=f"{often}{ends}.",
        at=f"{asked.game.players} players, {settings}{f'turn {asked.step}' if asked.step else 'the deal'}",
        before=asked.position if asked.step else (),
        happens=tuple(_happens(asked)),
        spoken=f"Rulebook: {asked.spoken}" if asked.spoken else f"No sentence of {clauses} has a word for it.",
        otherwise=asked.otherwise,
    )


def _happens(asked: Question) -> list[str]:
    """What the step does, in words."""
    try:
        teller, steps, _ = told(asked.record(), "question", type(asked.game))
    except (RefereeError, TypeError):  # a table that keeps what no view can show
        return []
    lines = list(_lines(steps[-1], teller.narrator))
    there = len(list(_lines(_until(steps[-1], asked.given), teller.narrator)))
    first = max(0, min(there - BEFORE, len(lines) - MOST_LINES))
    last = first + MOST_LINES if first + MOST_LINES < len(lines) - 1 else len(lines)
    first = first if first > 1 else 0
    earlier = [f"… {first} before that"] if first else []
    later = [f"… {len(lines) - last} after that"] if last < len(lines) else []
    return [*earlier, *lines[first:last], *later]


def _lines(step: Step, teller: Narrator) -> Iterator[str]:
    return (each for each in step.lines(teller) if each != NOTHING_SEEN)


def _until(step: Step, given: int) -> Step:
    """The step up to the question whose answer was the last of so many."""
    asked = [at for at, each in enumerate(step.did) if isinstance(each, Asked)]
    return replace(step, did=step.did[: asked[given - 1] + 1] if 0 < given <= len(asked) else (), changes=(), faults=())


def asked_page(
    game: type[Game[Any]],
    summary: str,
    asked: Sequence[Question],
    broken: Sequence[tuple[Answered, str]],
    command: Sequence[str],
) -> str:
    """The page as text: ``asked`` are the questions in it, ``broken`` the answers that the rules do not keep, each with
    a sentence. ``command`` are the words that give answers to these questions, without any answer."""
    matches, left_out = Matches(lambda name: game), {}
    for each in asked:
        try:
            why = matches.add(each.id, each.record(), each.id)
        except (RefereeError, TypeError):
            why = "it keeps what no record can show"
        if why:
            left_out[each.id] = why
    return page(
        "asked.html",
        title=f"{game.title}: what nobody asked",
        data=matches.data,
        scripts=(*VIEWER, "report.js", "asked.js"),
        summary=summary,
        questions=[question_told(each) for each in asked],
        clauses={each.id: each for each in load_rulebook(rules_of(game).folder / "rulebook.md").clauses},
        broken=broken,
        left_out=left_out,
        means={each.value: said for each, said in MEANS.items()},
        command=shlex.join(command),
    )

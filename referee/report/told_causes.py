"""A cause of findings as people should hear of it: the data behind its text, its page and its JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from referee.kernel.clauses import rulebook_order
from referee.kernel.errors import RefereeError
from referee.kernel.game import rules_of
from referee.kernel.parameters import in_words
from referee.kernel.rulebook import Rulebook, load_rulebook
from referee.play.event_text import plain_value
from referee.play.story import NOTHING_SEEN, position, told
from referee.report.check_words import before_that, briefly
from referee.report.paths import shown_path
from referee.verify.causes import Cause, causes_of
from referee.verify.check_result import Checked
from referee.verify.findings import Finding, where_to_look
from referee.verify.verdicts import Method, Trouble

KINDS = {Trouble.REFUTED: "broken promise"}
"""Classes of findings that people call otherwise."""
PREFIXES = re.compile(
    "^(A promise is broken, |This must never happen, and does, |There is no rule for this: |Play need not end: )"
)
MARKS = re.compile(r"[*`]")
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z*])")


@dataclass(frozen=True, slots=True)
class ToldCause:
    """``clauses`` are pairs of a clause and its words, ``others`` pairs of a class and a fingerprint.

    The witness gives ``step`` (its last), ``happens`` (what was asked there among which options, and what came of it),
    ``position`` (the table then, a phrase each, what the step has changed first) and ``ends`` (what stopped it); all
    are empty where there is none. ``often``
    says how many deals met it, ``mended_by`` which readings do away with it, ``because`` which clauses bring it about.
    ``why`` is why it is expected or accepted.
    """

    fingerprint: str
    kind: str
    status: str
    sentence: str
    clauses: tuple[tuple[str, str], ...]
    players: int
    readings: Mapping[str, str]
    scale: Mapping[str, Any]
    step: str = ""
    happens: tuple[str, ...] = ()
    position: tuple[str, ...] = ()
    ends: str = ""
    often: str = ""
    mended_by: tuple[str, ...] = ()
    because: str = ""
    why: str = ""
    place: str = ""
    others: tuple[tuple[str, str], ...] = ()
    witness: str = ""

    @property
    def form(self) -> str:
        """The number of players, and what is not the default."""
        players = f"{self.players} players" if self.players else ""
        scale = f"scale {in_words(self.scale)}" if self.scale else ""
        return ", ".join(filter(None, [players, self.readings_text, scale]))

    @property
    def readings_text(self) -> str:
        return in_words(self.readings)

    @property
    def essence(self) -> str:
        """The sentence without the words that its kind says already."""
        return PREFIXES.sub("", self.sentence)

    @property
    def replay(self) -> str:
        """The command that shows it, or ""."""
        return f"referee replay {self.witness}" if self.witness else ""

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "form": self.form, "replay": self.replay or None, "witness": self.witness or None}


def tell(checked: Checked, cause: Cause, records: Mapping[str, Path]) -> ToldCause:
    """A cause with what its witness shows. ``records`` are the files of witnesses by fingerprint."""
    lead, explanation = cause.lead, cause.explanation
    book = load_rulebook(rules_of(checked.game).folder / "rulebook.md")
    clauses = (explanation or lead).clauses or lead.together
    ordered = sorted(clauses, key=rulebook_order)
    witness = shown_path(records[lead.fingerprint]) if lead.fingerprint in records else ""
    step, happens, position, ends = _witness(checked, lead)
    rules, rulebook = where_to_look(checked.game, lead)
    return ToldCause(
        lead.fingerprint,
        "contradiction" if explanation is not None else KINDS.get(lead.trouble, lead.trouble.value),
        cause.status,
        lead.sentence,
        tuple((each, words_of(book, each)) for each in ordered),
        0 if lead.method is Method.TEXT else lead.players,
        dict(lead.readings),
        dict(lead.scale),
        step,
        happens,
        position,
        ends,
        "" if lead.sightings is None else briefly(lead),
        lead.mended_by,
        before_that(lead),
        why_not_new(checked, lead),
        next((f"{shown_path(each.file)}:{each.line}" for each in (*rules, *rulebook)), ""),
        tuple((KINDS.get(each.trouble, each.trouble.value), each.fingerprint)
              for each in cause.findings[1:] if each is not explanation),
        witness,
    )  # fmt: skip


def why_not_new(checked: Checked, finding: Finding) -> str:
    """The property that expects a finding, with its sentence, or the author's reason to accept it; "" for a new one."""
    if claimed := checked.expected_by(finding):
        return f"{claimed.name}: {claimed.sentence}"
    accepted = {finding.fingerprint, finding.explains} & checked.accepted.keys()
    return checked.accepted[accepted.pop()].reason if accepted else ""


def words_of(book: Rulebook, clause: str) -> str:
    """The title of a clause and its first sentence, without marks; "" where the rulebook does not have it."""
    found = next((each for each in book.clauses if each.id == clause), None)
    if found is None:
        return ""
    text = MARKS.sub("", " ".join(found.text.split()))
    return ". ".join(filter(None, [found.title, SENTENCE.split(text)[0]]))


def _witness(checked: Checked, finding: Finding) -> tuple[str, tuple[str, ...], tuple[str, ...], str]:
    """The last step of the witness: its label, what happens in it, the table then, and what stopped it."""
    if finding.witness is None:
        return "", (), (), ""
    try:
        teller, steps, replayed = told(finding.witness.record, "witness", checked.game)
    except (RefereeError, TypeError):  # its command says why; or a table keeps what no view can show
        return "", (), (), ""
    last = steps[-1]
    before = {*position(last.before, teller.game)}
    here = sorted(position(last.after, teller.game), key=lambda each: (each in before, not each.startswith("seat ")))
    happens = tuple(each for each in last.lines(teller.narrator) if each != NOTHING_SEEN)
    return last.label, happens, tuple(here), _end(replayed.result)


def _end(result: Mapping[str, Any]) -> str:
    """What stopped the match, or how it ended; "" where only its record ends."""
    if result.get("stopped") or result["reason"] == "turn-cap":
        return str(result.get("stopped", ""))
    payoffs = " ".join(plain_value(each) for each in result["payoffs"])
    return f"the match ends ({result['reason']}), payoffs {payoffs}"


def told_causes(checked: Checked, records: Mapping[str, Path]) -> Iterator[ToldCause]:
    """Every cause, the most urgent first."""
    for cause in causes_of(checked):
        yield tell(checked, cause, records)


def often(told: ToldCause) -> str:
    """In which form it was met, how often, and what mends it."""
    met = told.often and f"met {told.often}"
    mended = f"mended by {' or '.join(told.mended_by)}" if told.mended_by else ""
    return "; ".join(filter(None, [told.form, mended, met]))


def what_happens(told: ToldCause) -> str:
    """The last question of the witness and what came of it, and what stopped it."""
    asked = [at for at, line in enumerate(told.happens) if " asked " in line]
    return "; ".join(filter(None, [*told.happens[asked[-1] if asked else 0 :], told.ends]))

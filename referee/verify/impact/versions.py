"""Two versions of a game: what changed in its text, and what that changes in play and in what a check says."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.games.registry import find_game
from referee.kernel.errors import BadInput, BadRecord
from referee.kernel.game import Game, methods_of, rules_of
from referee.kernel.parameters import value_in_words
from referee.kernel.rulebook import load_rulebook
from referee.record.replay import replay
from referee.verify.campaign import check_game
from referee.verify.check_result import Checked, readings_text
from referee.verify.collide.edges import Edge
from referee.verify.collide.edges import Kind as EdgeKind
from referee.verify.collide.interactions import Asked, interactions
from referee.verify.findings import Finding
from referee.verify.impact.figures import Figure, figures_of, played, record_of
from referee.verify.impact.same_text import same_text
from referee.verify.play.matches import random_match
from referee.verify.questions import Plan
from referee.verify.verdicts import HOLDS, Result, Verdict

MATCHES = 20
"""Matches of the old version for each number of players; the new version plays them again."""
LONGEST = 120
"""Turns of such a match."""
LOOKED_FOR = 12
"""Matches for the interactions of each version."""
SAME_WITHIN = 30.0
"""Seconds of processor time in which rules for one number of players are to be PROVED the same game."""
MOST_PLAYERS = 4
"""Figures are of the fewest players and of so many, if nothing is said."""

PREFIX = re.compile(r"line \d+: (rules changed: )?(first difference at line \d+: )?(it differs from the rules: )?")
"""The words of a replay's message before the difference itself."""


@dataclass(frozen=True, slots=True)
class Changed:
    """One thing that is not as it was; "" for what was, or is, not there."""

    what: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class DivergedMatch:
    """A match of the old version that the new one plays otherwise: its record, and where and how they part."""

    record: bytes
    players: int
    line: int
    description: str


@dataclass(slots=True)
class Difference:
    """The result of ``compare_versions``. ``appeared`` and ``gone`` are findings of the new and of the old version."""

    old: Checked
    new: Checked
    clauses: list[Changed] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    """The clauses that other code carries out."""
    readings: list[Changed] = field(default_factory=list)
    form: list[Changed] = field(default_factory=list)
    """Players and parameters."""
    verdicts: list[Changed] = field(default_factory=list)
    appeared: list[Finding] = field(default_factory=list)
    gone: list[Finding] = field(default_factory=list)
    parted: DivergedMatch | None = None
    alike: int = 0
    replayed: int = 0
    """Matches of the old version that were played again, ``alike`` of them the same."""
    figures: dict[int, list[Figure]] = field(default_factory=dict)
    """The figures that changed, by number of players; ``chosen`` is the old version's."""
    shown: dict[tuple[int, str], tuple[bytes, bytes]] = field(default_factory=dict)
    """By number of players and name of a figure: the records of the match in which the versions differ most."""
    same: dict[int, int] = field(default_factory=dict)
    """The ways on which rules that are written otherwise are PROVED the same game, by number of players."""
    edges: list[tuple[str, Edge]] = field(default_factory=list)
    """Interactions seen in one of the versions alone, with the word ``old`` or ``new``."""

    @property
    def is_nothing(self) -> bool:
        return not (
            *self.clauses, *self.rules, *self.readings, *self.form, *self.verdicts, *self.appeared, *self.gone,
            *self.figures, *self.edges,
        ) and self.parted is None  # fmt: skip

    @property
    def broken(self) -> list[str]:
        """Everything that the new version breaks: a line for each broken promise and each new finding."""
        before = set(self.old.against_expectation())
        said = [line for line in self.new.against_expectation() if line not in before]
        return said + [each.sentence for each in self.appeared if self.new.status(each) == "new"]

    def refuting(self, what: str) -> Finding | None:
        """The refutation of a property (named as in ``Changed.what``) in the new version, or in the old."""
        name = what.partition(" [")[0]
        found = [each for each in (*self.new.findings, *self.old.findings) if each.property_name == name]
        return next((each for each in found if each.witness is not None), None)

    def exit_code(self) -> int:
        """1 where the new version breaks something, 2 for bad input, 3 where a check was interrupted, else 0."""
        if self.old.complaints or self.new.complaints:
            return 2
        if self.broken:
            return 1
        return 3 if any(each.interrupted or each.out_of_budget for each in (self.old, self.new)) else 0


def compare_versions(
    old: str, new: str, plan: Plan, progress: Callable[[int, int], None] = lambda done, wanted: None
) -> Difference:
    """``old`` and ``new`` are names or folders; ``plan`` says what is asked of both (its game is not looked at)."""
    one, other = find_game(old), find_game(new)
    for rules in (one, other):  # what cannot be used is refused before the work
        load_rulebook(rules_of(rules).folder / "rulebook.md")
    found = Difference(check_game(replace(plan, game=old), progress), check_game(replace(plan, game=new), progress))
    found.clauses = list(_clauses(one, other))
    found.rules = _rules(one, other)
    found.readings = list(_readings(one, other))
    found.form = list(_forms(one, other))
    found.verdicts = list(_verdicts(found.old, found.new))
    before = {each.fingerprint for each in found.old.findings}
    after = {each.fingerprint for each in found.new.findings}
    found.appeared = [each for each in found.new.findings if each.fingerprint not in before]
    found.gone = [each for each in found.old.findings if each.fingerprint not in after]
    counts = sorted(set(range(one.fewest_players, one.most_players + 1)) & set(_counts(other, plan)))
    counts = [each for each in counts if each in (counts[0], MOST_PLAYERS)] if plan.players is None else counts
    for players in counts:
        _play_both(one, other, players, plan, found)
    if found.parted is None and not same_text(one, other):
        found.same = _same(one, other, counts, plan)
    found.edges = list(_edges(one, other, counts, plan))
    return found


def _counts(game: type[Game[Any]], plan: Plan) -> Sequence[int]:
    return plan.players or range(game.fewest_players, game.most_players + 1)


# -- text -------------------------------------------------------------------------------------------------


def _clauses(one: type[Game[Any]], other: type[Game[Any]]) -> Iterator[Changed]:
    books = [load_rulebook(rules_of(game).folder / "rulebook.md") for game in (one, other)]
    old, new = [{each.id: f"{each.title}. {' '.join(each.text.split())}" for each in book.clauses} for book in books]
    yield from _apart(old, new)


def _rules(one: type[Game[Any]], other: type[Game[Any]]) -> list[str]:
    old, new = _code(one), _code(other)
    return [each.what for each in _apart(old, new)]


def _code(game: type[Game[Any]]) -> dict[str, str]:
    """The code of each clause, without comments and docstrings; under "…" the code without a clause."""
    clauses = rules_of(game).clause_codes
    found: dict[str, str] = {}
    for name, method in methods_of(game).items():
        tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
        function = tree.body[0]
        assert isinstance(function, ast.FunctionDef)
        if ast.get_docstring(function) is not None:
            function.body = function.body[1:]
        for clause in clauses.get(method.__code__, ("what clauses share",)):
            found[clause] = found.get(clause, "") + f"{name} {ast.dump(tree)}\n"
    return found


def _readings(one: type[Game[Any]], other: type[Game[Any]]) -> Iterator[Changed]:
    old, new = (
        {
            f"{slug}={value}" if value else slug: text
            for slug, each in rules_of(game).readings.items()
            for value, text in [("", f"{each.question} Default: {each.default}."), *each.alternatives.items()]
        }
        for game in (one, other)
    )
    yield from _apart(old, new)


def _forms(one: type[Game[Any]], other: type[Game[Any]]) -> Iterator[Changed]:
    old, new = (
        {
            "players": f"{game.fewest_players} to {game.most_players}",
            **{each.name: f"{value_in_words(each.default)}: {each.meaning}" for each in game.parameters},
        }
        for game in (one, other)
    )
    yield from _apart(old, new)


def _apart(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Changed]:
    for what in dict.fromkeys([*old, *new]):
        if old.get(what) != new.get(what):
            yield Changed(what, old.get(what, ""), new.get(what, ""))


# -- verdicts ---------------------------------------------------------------------------------------------


def _verdicts(one: Checked, other: Checked) -> Iterator[Changed]:
    yield from _apart(_strongest(one), _strongest(other))


def _strongest(checked: Checked) -> dict[str, str]:
    """By property and readings: REFUTED, or the strongest verdict in its favour."""
    groups: dict[str, list[Result]] = {}
    for each in checked.results:
        readings = f" [{readings_text(each.readings)}]" if each.readings else ""
        groups.setdefault(each.property + readings, []).append(each)
    found: dict[str, str] = {}
    for name, results in groups.items():
        verdicts = {each.verdict for each in results}
        order = (Verdict.REFUTED, *HOLDS, Verdict.UNKNOWN, Verdict.NOT_ASKED)
        best = next(each for each in order if each in verdicts)
        meant = best is Verdict.REFUTED and not any(checked.expected(each) for each in results if each.verdict is best)
        found[name] = best.value + (" (expected)" if meant else "")
    return found


# -- play -------------------------------------------------------------------------------------------------


def _play_both(one: type[Game[Any]], other: type[Game[Any]], players: int, plan: Plan, found: Difference) -> None:
    """Matches of the old version, played again by the new one; and figures of both."""
    try:
        old = one(players, readings=plan.readings, settings=plan.settings)
        new = other(players, readings=plan.readings, settings=plan.settings)
    except BadInput:
        return
    for number in range(MATCHES):
        record = random_match(old, f"{plan.seed} {number}", longest=LONGEST, record=True).record
        assert record is not None
        found.replayed += 1
        try:
            replay(record, "the match", find=lambda name: other)
        except BadRecord as parting:
            if found.parted is None or parting.line < found.parted.line:
                found.parted = DivergedMatch(record, players, parting.line, PREFIX.sub("", str(parting)))
        else:
            found.alike += 1
    figures = [each for each in figures_of(played(old), played(new)) if each.changes]
    if figures:
        found.figures[players] = figures
    for each in figures:
        found.shown[players, each.name] = record_of(old, each.match), record_of(new, each.match)


def _same(one: type[Game[Any]], other: type[Game[Any]], counts: Sequence[int], plan: Plan) -> dict[int, int]:
    from referee.verify.impact.proved import same_game  # it loads the solver

    found: dict[int, int] = {}
    for players in counts:
        try:
            old, new = [game(players, readings=plan.readings, settings=plan.settings) for game in (one, other)]
        except BadInput:
            continue
        if ways := same_game(old, new, SAME_WITHIN):
            found[players] = ways
    return found


def _edges(
    one: type[Game[Any]], other: type[Game[Any]], players: Sequence[int], plan: Plan
) -> Iterator[tuple[str, Edge]]:
    if not players:
        return
    asked = Asked("", tuple(players), plan.readings, plan.settings, matches=LOOKED_FOR)
    old, new = (
        {(each.kind, each.source, each.target): each for each in interactions(game, asked).edges}
        for game in (one, other)
    )
    for word, mine, others in (("old", old, new), ("new", new, old)):
        for key, each in mine.items():
            if key not in others and each.kind is not EdgeKind.COMMUTES:
                yield word, each

"""The knowledge of a check about each clause of a game: how often it was carried out, or how surely it never is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from referee.kernel.game import Game, rules_of
from referee.kernel.rulebook import load_rulebook
from referee.verify.beside_rules import clauses_beside_play, clauses_of_making
from referee.verify.check_result import Checked
from referee.verify.ledger import Ledger, Looked
from referee.verify.verdicts import Method, upper_bound


class ClauseCoverage(Enum):
    """The strongest that is known of a clause, under the readings that were asked for."""

    IN_PLAY = "carried out"
    """Carried out in matches that were played."""
    AT_SCALE = "only at a scale"
    """Carried out in no match of the game as it is played, but at some smaller scale."""
    PROVED = "PROVED never"
    """No path of a proof goes through it."""
    EXHAUSTED = "EXHAUSTED never"
    """Carried out in none of the tables that exist at some scale."""
    NOT_SEEN = "not seen"
    NO_CODE = "no code"
    """No rule cites it: it is a definition, or the properties that cite it say what it says."""


@dataclass(frozen=True, slots=True)
class Row:
    """``real`` and ``extreme`` are the matches in which it was carried out; ``bound`` the 95 % upper bound on the
    share of real matches in which it is, where it was in none (about 3/n), else None. ``where``: the scale that is
    meant by ``reached``. ``properties`` cite it.
    """

    clause: str
    title: str
    reached: ClauseCoverage
    real: int = 0
    extreme: int = 0
    bound: float | None = None
    where: Looked | None = None
    properties: tuple[str, ...] = ()


def rows_of(checked: Checked) -> list[Row]:
    """One for each clause of the rulebook, in its order, and for each that only the code knows."""
    game, ledger = checked.game, checked.ledger
    titles = {each.id: each.title for each in load_rulebook(rules_of(game).folder / "rulebook.md").clauses}
    coded = {each for ids in rules_of(game).clause_codes.values() for each in ids}
    here = [each for each in ledger.looked if dict(each.readings) == dict(checked.readings)]
    return [
        _row(clause, titles.get(clause, ""), clause in coded, ledger, here, checked)
        for clause in [*titles, *sorted(coded - titles.keys())]
    ]


def _row(clause: str, title: str, coded: bool, ledger: Ledger, here: list[Looked], checked: Checked) -> Row:
    cited = tuple([each.name for each in checked.properties if clause in each.clauses])
    if not coded:
        return Row(clause, title, ClauseCoverage.NO_CODE, properties=cited)
    real, extreme = ledger.real[clause], ledger.extreme[clause]
    if clause in clauses_of_making(checked.game):  # type: ignore[arg-type]
        real, extreme = ledger.real_matches, ledger.extreme_matches
    bound = None if real or not ledger.real_matches else upper_bound(0, ledger.real_matches)
    reached, where = _reached(clause, ledger, here, checked.game)
    return Row(clause, title, reached, real, extreme, bound, where, cited)


def _reached(
    clause: str, ledger: Ledger, here: list[Looked], game: type[Game[Any]]
) -> tuple[ClauseCoverage, Looked | None]:
    met = [each for each in here if each.method is not Method.PROVE and clause in each.clauses]
    if here and clause in clauses_of_making(game):  # type: ignore[arg-type]
        return ClauseCoverage.IN_PLAY, None
    if any(not each.scale for each in met) or ledger.real[clause]:
        return ClauseCoverage.IN_PLAY, None
    if met:
        return ClauseCoverage.AT_SCALE, met[0]
    never = [each for each in here if each.whole and clause not in each.clauses | clauses_beside_play(game)]  # type: ignore[arg-type]
    for method, reached in ((Method.PROVE, ClauseCoverage.PROVED), (Method.EXPLORE, ClauseCoverage.EXHAUSTED)):
        found = [each for each in never if each.method is method]
        if found:
            return reached, max(found, key=lambda each: (not each.scale, each.number))
    return ClauseCoverage.NOT_SEEN, None


def summary(rows: list[Row]) -> Iterator[str]:
    """The number of clauses by what is known of them, in a few words each."""
    for reached in ClauseCoverage:
        number = sum(each.reached is reached for each in rows)
        if number:
            yield f"{number} {reached.value}"


def as_json(rows: list[Row], ledger: Ledger) -> dict[str, Any]:
    """See docs/json.md, ``clauses`` of a check."""
    return {
        "real_matches": ledger.real_matches,
        "extreme_matches": ledger.extreme_matches,
        "clauses": [
            {
                "clause": each.clause,
                "title": each.title,
                "reached": each.reached.value,
                "real": each.real,
                "extreme": each.extreme,
                "bound": each.bound,
                "where": None if each.where is None else _where(each.where),
                "properties": list(each.properties),
            }
            for each in rows
        ],
    }


def _where(looked: Looked) -> Mapping[str, Any]:
    return {
        "method": looked.method.value,
        "players": looked.players,
        "scale": dict(looked.scale),
        "number": looked.number,
        "unit": looked.unit,
    }

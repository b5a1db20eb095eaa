"""Every planted leak is told, with the difference, clause and line; every sound twin passes in silence."""

import itertools
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from referee.kernel import Game
from referee.verify.conform.comparing import Comparing, play
from referee.verify.conform.conformance import comparisons, decide, positions_of
from referee.verify.conform.leaks import Compared, Leak, _compare
from referee.verify.conform.observations import World
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.verdicts import Trouble
from tests.bad_games import leaking
from tests.bad_games.small import Small


def leaks_by_position(game: type[Game[Any]], compared: Compared, positions: int = 40) -> Iterator[list[Leak]]:
    """What is found at each of some positions with two and three players."""
    for players in (2, 3):
        rng = random.Random(players)
        for position in positions_of(game(players), rng, positions):
            found = []
            for _, check in comparisons(position, rng, compared):
                try:
                    check()
                except Leak as leak:
                    found.append(leak)
            yield found


def leaks(game: type[Game[Any]], compared: Compared, positions: int = 40) -> list[Leak]:
    """All that is found."""
    return [*itertools.chain(*leaks_by_position(game, compared, positions))]


@pytest.mark.parametrize("game", leaking.LEAKS, ids=lambda game: game.__name__)
@pytest.mark.untraced
@pytest.mark.every(3)
def test_a_planted_leak_is_told(game: type[Game[Any]]) -> None:
    found = next(filter(None, leaks_by_position(game, Compared())), [])
    assert found
    for leak in found:
        assert re.search(leaking.LEAKS[game], str(leak)), leak
        assert re.search(r"\(leaking\.py:\d+\)$", str(leak)), leak
        assert set(leak.clauses) & {"S-1", "S-2", "S-3", "S-4"}


@pytest.mark.parametrize("game", [Small, *leaking.SOUND], ids=lambda game: game.__name__)
@pytest.mark.untraced
@pytest.mark.every(3)
def test_a_sound_twin_passes_in_silence(game: type[Game[Any]]) -> None:
    compared = Compared()
    assert not leaks(game, compared)
    assert compared.shown > 20 * compared.positions / 3
    assert compared.ends["steps done"] > 20, compared


def test_the_place_of_a_card_that_its_owner_names_is_no_leak() -> None:
    """He sees his row, in which another one knows the card in the middle, and says which card he puts away."""
    compared = Compared()
    for seed in range(9):
        position = next(positions_of(leaking.OutOfARow(2), random.Random(seed), 1))
        table = position.table
        mover, other = table.mover, table.next(table.mover)
        row = table.cards[mover]
        known = {row.full_name: [None, row.face(row.row[1]).name, None]}
        here = World(table.game, table.snapshot(), False, known)
        row.row = row.row[::-1]
        twin = World(table.game, table.snapshot(), False, known)
        _compare(Comparing(play(here, other, (), 1, random.Random(seed)), twin, None, random.Random(seed)), compared)
    assert compared.ends["somebody who knows answered"] > 3


def test_a_leak_is_told_with_the_match_that_shows_it() -> None:
    (finding,) = [each for each in decide(Question(leaking.PublicScalar(2), ())) if isinstance(each, Finding)]
    assert finding.trouble is Trouble.LEAK
    assert "sees `number`" in finding.sentence
    assert finding.clauses == ("S-2",)
    assert finding.witness is not None


def test_the_line_that_lets_out_a_secret_is_named() -> None:
    """And not the one at which it was noticed, which is a question later on."""
    with open(leaking.__file__) as file:
        lines = file.read().split("\n")
    for leak in leaks(leaking.PublicScalar, Compared()):
        (line,) = re.findall(r":(\d+)\)$", str(leak))
        assert lines[int(line) - 1].strip() == "t.number = t.peeked[me].count(self.red)"

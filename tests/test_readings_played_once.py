"""What is known is not played again when alternatives are compared, and nothing else comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.verify.impact import changes
from referee.verify.impact.changes import played
from referee.verify.impact.lockstep import Both
from referee.verify.impact.questions import Asked, alternatives_of
from referee.verify.impact.readings import matters
from referee.verify.play.minimise import variant
from referee.verify.prove.consulted import listen


@pytest.mark.untraced
def test_matches_that_consult_no_reading_are_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "MATCHES", 2)
    chosen = find_game("effervesce")(3)
    base = played(chosen, heard=listen(chosen))
    spared = 0
    for slug, value in alternatives_of(type(chosen), chosen.readings)[::10]:
        other = variant(chosen, readings={slug: value})
        assert other is not None
        anew, again = played(other), played(other, base=base, apart=(slug,))
        assert [each[:3] for each in anew] == [each[:3] for each in again]
        spared += sum(each in base for each in again)
    assert spared


def test_a_reading_that_is_consulted_unheard_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: nobody hears that it is consulted, so the other way to read the rules seems to be the same."""
    monkeypatch.setattr(changes, "MATCHES", 4)
    chosen = find_game("escalation")(2)
    deaf = [each._replace(consulted=frozenset()) for each in played(chosen)]
    others = [(slug, variant(chosen, readings={slug: value})) for slug, value in alternatives_of(type(chosen), {})]
    assert any(
        [each[:3] for each in played(other)] != [each[:3] for each in played(other, base=deaf, apart=(slug,))]
        for slug, other in others
        if other is not None
    )


@pytest.mark.untraced
def test_a_witness_is_the_same_as_from_whole_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("escalation")
    alternatives = tuple(alternatives_of(game, game(2).readings))
    asked = Asked((2, 3), {}, {}, alternatives, matches=4)
    quick = matters(game, asked)
    steps = 0

    def from_the_beginning(both: Both, script: Sequence[Sequence[Any]]) -> int:
        nonlocal steps
        del both.passed[:]
        for table, snapshot in zip(both.tables, both.begin, strict=True):
            table.restore(snapshot)
        steps += len(script)
        return 0

    monkeypatch.setattr(Both, "go_to", from_the_beginning)
    assert matters(game, asked) == quick
    assert steps
    assert any(each.witness is not None for each in quick)

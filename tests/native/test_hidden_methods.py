"""A scalar may have the name of a method of every table (``left``, ``top``, ``next``): rules read the scalar."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel.tablenames import CALLED, methods_of_tables
from tests.native.comparing import differences, engine_of
from tests.tiny import write_game

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
USED = ("shuffle", "quantity")
"""What the rules below call, and what these call."""


def test_a_scalar_is_read_that_hides_a_method(tmp_path: Path) -> None:
    names = sorted(methods_of_tables() - CALLED - {*USED})
    assert {"left", "next", "size", "top"} <= {*names}
    declared = "".join([f"    {name} = value({at})\n" for at, name in enumerate(names)])
    counted = "".join([f"        t.{name} = t.{name} * 3 + {at}\n" for at, name in enumerate(names)])
    ended = (
        "        if t.left > 60:\n"
        '            t.end({p: t.top for p in t.players}, {p: t.next for p in t.players}, "over")\n'
    )
    hand, step = "    hand = zones(seen_by=owner)\n", "        yield from t.shuffle(t.stock)\n\n    def forfeit"
    made = write_game(
        tmp_path / "game",
        ("import clause, nobody", "import clause, value, nobody"),
        (hand, hand + declared),
        (step, counted + ended + step),
    )
    assert list(differences(engine_of(find_game(made)(), ("-O0",)), 3)) == []

"""B-poker: see rulebook.md, with the readings of readings.toml.

The rules stand in the modules of this folder, each of which is a part of the game's class: ``table``, ``ring`` and
``notions`` say what lies on the table and what it acts as, ``paying``, ``ending``, ``fives``, ``entering`` and
``plays`` how cards are played and paid, ``turns`` and ``match`` the base game, and ``ones`` to ``joint`` what every
card and set does.
"""

from __future__ import annotations

from referee.games.bpoker.joint import Joint


class BPoker(Joint):
    """Poker hands laid out on tables, from cards that do things."""

    name = "bpoker"
    title = "B-poker"

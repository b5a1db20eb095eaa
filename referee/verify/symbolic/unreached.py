"""Ways of the rule text that nobody can go, proved on the meaning of the rules.

The deal and a step from every table between steps are followed, whatever the cards and answers. A way that is met on no
path of them is never gone, where its function is called nowhere else. What is assumed of the tables between steps was
guessed from play and is proved with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.kernel.game import Game
from referee.meaning.counted import Ways
from referee.verify.beside_rules import called_beside_play
from referee.verify.symbolic.induction import Induction
from referee.verify.symbolic.method import program_of, why_not


@dataclass(frozen=True, slots=True)
class Unreached:
    """The ``ways``, by their numbers, that cannot be gone, and the ``facts`` of the tables between steps on which that
    rests. ``why`` nothing is proved; "" where all of the rules was followed."""

    ways: frozenset[int] = frozenset()
    facts: tuple[str, ...] = ()
    why: str = ""


def unreached(game: Game[Any], ways: int) -> Unreached:
    """Of the ``ways`` that the text of the rules tells now (``referee.verify.play.branches``). Its text has to be
    understood."""
    told = Ways(ways)
    try:
        program = program_of(game, counted=told)
        proof = Induction(game, program, whole=True).prove()
    except Exception as error:  # a defect of ours too: nothing is proved
        return Unreached(why=why_not(error))
    if len(proof.whole) < 2:
        return Unreached(why="no deal or no step is known to come to its end")
    beside = called_beside_play(type(game))  # type: ignore[arg-type]
    elsewhere = [each for name, each in told.ways_of.items() if told.texts[name] in beside]
    never = frozenset(range(ways)) - proof.gone - told.unsure_ways(program)
    return Unreached(never.difference(*elsewhere), tuple(proof.facts))

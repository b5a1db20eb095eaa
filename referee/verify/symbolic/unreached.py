"""Ways of the rule text that nobody can go, proved on the meaning of the rules.

The deal and a step from every table between steps are followed, whatever the cards and answers. A way that is met on no
path of them is never gone. What is assumed of the tables between steps was guessed from play and is proved with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.kernel.game import Game
from referee.meaning.counted import Ways
from referee.meaning.texts import NoMeaning
from referee.meaning.translation import meaning
from referee.verify.symbolic.induction import Induction
from referee.verify.symbolic.method import MOST_STATEMENTS, may_be_followed
from referee.verify.symbolic.terms import NotFollowed


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
        program = meaning(game, counted=told, most=2 * MOST_STATEMENTS // game.players**2)
        may_be_followed(program)
        proof = Induction(game, program, whole=True).prove()
    except (NoMeaning, NotFollowed) as reason:
        return Unreached(why=str(reason))
    except RecursionError:
        return Unreached(why="rules lead back to themselves without an end that is known")
    except MemoryError:
        raise
    except Exception as error:  # a defect of ours: nothing is proved
        return Unreached(why=f"it cannot be followed: {type(error).__name__}: {error}")
    if len(proof.whole) < 2:
        return Unreached(why="no deal or no step is known to come to its end")
    never = frozenset(range(ways)) - proof.gone - told.unsure_ways(program)
    return Unreached(never, tuple(proof.facts))
